//! The Behemoth's exact chain, for the edge: what belongs to one game only and is no question to all.

pub use fairyring_behemoth::ChainValue;
use fairyring_behemoth::chain;
use fairyring_geometry::Square;

/// The chain between kings frozen on their home squares, by the Behemoth's start square, a1 to h1 first.
#[must_use]
pub fn behemoth_chain() -> [ChainValue; 64] {
    let [white_king, black_king] = [Square::at(4, 0), Square::at(4, 7)];
    let mut values = [ChainValue::default(); 64];
    for (value, square) in values.iter_mut().zip(Square::all()) {
        *value = chain().value(white_king, black_king, square);
    }
    values
}
