//! Who acts: a seat, chance, or nobody.

/// Index of a seat in [`crate::Game::SEATS`], the first mover of the usual start first.
pub type Seat = u8;

/// Index of a team, 0 or 1. Two-seat games have a team per seat.
pub type Team = u8;

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The player on this seat chooses a legal move.
    Seat(Seat),
    /// The dice decide: one of the position's chance outcomes is played.
    Chance,
    /// The game has ended.
    Over,
}
