//! Orthodox pieces for every game that stands on the rules of chess.
//!
//! Owns: boards of orthodox units ([`Board`], eight words), attacks, the masks and generation of legal moves
//! ([`Masks`], [`generate`]), moves and their text ([`Move`]), FEN fields ([`fen`]), keys ([`zobrist`]) and draw rules. It
//! knows no game. A game's own unit plugs in from outside: [`Extras`] adds neutral blocking squares, exposed kings and
//! units that check by a knight's jump, and the game moves its unit itself, by the same masks.
//!
//! Invariants:
//! - Legal moves come in one order ([`Receiver`]), the same for every game, and mirrored for mirrored positions; lists,
//!   counts and draws by number all go through it.
//! - Nothing is made and tested: masks decide legality.
//! - A loop is compiled for the processors it may meet and chosen at its entry ([`multiversion`]); results do not depend
//!   on the choice.
//!
//! ```
//! use fairyring_orthodox::{Board, Move, Plain, Side, count_moves, list_moves};
//!
//! let board = Board::start();
//! assert_eq!(count_moves(&board, Side::White, &Plain), 20);
//! let mut moves: Vec<Move> = Vec::new();
//! list_moves(&board, Side::White, &Plain, &mut moves);
//! assert_eq!(moves[0].to_string(), "b1a3");
//! ```

mod afterwards;
pub mod attacks;
mod board;
mod drawing;
mod draws;
pub mod encode;
pub mod evaluate;
pub mod fen;
mod generate;
mod hash;
pub mod inputs;
mod legal;
mod machine;
mod magic;
mod masks;
mod moves;
mod play;
mod rare;
mod receivers;
mod repetitions;
mod sets;
mod setup;
mod side;
mod sliders;
mod terms;
mod usual;
mod usual_sets;

pub use afterwards::Afterwards;
pub use board::Board;
pub use drawing::Drawing;
pub use draws::FIFTY_MOVES;
pub use generate::{PawnStep, Receiver, generate};
pub use hash::{BLACK_TO_MOVE, FIRST_FREE_PLANE, zobrist};
pub use legal::{Legal, count_moves, has_move, list_moves, list_noisy_moves, mark_moves, nth_move};
pub use machine::{Machine, Magic, Path};
#[cfg(target_arch = "x86_64")]
pub use machine::{MagicAes, Pext};
pub use masks::{Extras, Masks, Plain};
pub use moves::Move;
pub use receivers::{Count, Each, Marks};
pub use repetitions::Repetitions;
pub use sets::{Drawn, MoveSets};
pub use setup::Setup;
pub use side::{Role, Side};
pub use usual_sets::{Step, UsualPlaces, UsualSets};
