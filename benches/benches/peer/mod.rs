//! cozy-chess, played and counted as we play and count.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};
use fairyring_game::{History, Rng, below};
use std::hint::black_box;

/// Plies of a random game with all draw rules: target sets counted a unit, only the drawn move unpacked, our generator,
/// our filter for repetitions.
pub(crate) fn random_game(mut board: Board, history: &mut History, choices: &mut Rng) -> u64 {
    let mut plies = 0;
    loop {
        let mut sets = [PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY }; 20];
        let (mut len, mut count) = (0, 0);
        board.generate_moves(|moves| {
            sets[len] = moves;
            len += 1;
            count += moves.len();
            false
        });
        let occurrences = history.push(board.hash(), u32::from(board.halfmove_clock()));
        if count == 0 || occurrences >= 3 || board.halfmove_clock() >= 100 || is_dead(&board) {
            return plies;
        }
        let mut n = below(choices, count as u64) as usize;
        for set in &sets[..len] {
            let size = set.len();
            if n < size {
                board.play_unchecked(nth(set, n));
                break;
            }
            n -= size;
        }
        plies += 1;
    }
}

fn nth(set: &PieceMoves, n: usize) -> Move {
    let promotes =
        set.piece == Piece::Pawn && !(set.to & (Rank::First.bitboard() | Rank::Eighth.bitboard())).is_empty();
    if promotes {
        return set.into_iter().nth(n).expect("the number is below the length");
    }
    let mut to = set.to.0;
    for _ in 0..n {
        to &= to - 1;
    }
    Move { from: set.from, to: Square::index(to.trailing_zeros() as usize), promotion: None }
}

fn is_dead(board: &Board) -> bool {
    if !(board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    (knights | bishops).len() <= 1
        || knights.is_empty()
            && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES))
}

/// Lines of `depth` plies, the last ply counted in bulk.
pub(crate) fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for m in moves {
            let mut next = board.clone();
            next.play_unchecked(m);
            nodes += perft(&next, depth - 1);
        }
        false
    });
    nodes
}

/// Lines of `depth` plies, every move made.
pub(crate) fn perft_made(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut next = board.clone();
            next.play_unchecked(m);
            nodes += if depth == 1 {
                black_box(&next);
                1
            } else {
                perft_made(&next, depth - 1)
            };
        }
        false
    });
    nodes
}
