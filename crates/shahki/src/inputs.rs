//! What learned evaluations see: the cells of the observation.

use crate::Position;
use fairyring_game::Inputs;

impl Inputs for Position {}
