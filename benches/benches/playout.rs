//! Random games of orthodox chess with all draw rules, beside cozy-chess played by the same rules: target sets counted a
//! unit, only the drawn move unpacked, the same generator, the same filter for repetitions.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_benches::ThreadTime;
use fairyring_chess::Position;
use fairyring_game::{DICE, Game, History, PLAYERS, Rng, below, game_seed, stream};
use fairyring_orthodox::Path;
use std::hint::black_box;
use std::time::Duration;

/// Games a sample plays.
const GAMES: u64 = 300;

/// Plies of our random games.
fn ours(start: &Position, history: &mut History) -> u64 {
    (0..GAMES)
        .map(|index| {
            let seed = game_seed(7, 0, index);
            history.clear();
            let game = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), history, u32::MAX);
            u64::from(game.plies)
        })
        .sum()
}

/// Plies of the peer's random games.
fn peer(start: &Board, history: &mut History) -> u64 {
    (0..GAMES)
        .map(|index| {
            history.clear();
            peer_game(start.clone(), history, &mut stream(game_seed(7, 0, index), PLAYERS))
        })
        .sum()
}

fn peer_game(mut board: Board, history: &mut History, choices: &mut Rng) -> u64 {
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

fn playout(c: &mut Criterion<ThreadTime>) {
    let start = Position::start(());
    let mut history = History::filtered();
    let mut group = c.benchmark_group("chess playout, a ply");
    group.sample_size(30).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));

    let board = Board::default();
    assert_eq!(board.side_to_move(), Color::White);
    group.throughput(Throughput::Elements(peer(&board, &mut history)));
    group.bench_function("cozy-chess", |b| b.iter(|| peer(black_box(&board), &mut history)));

    group.throughput(Throughput::Elements(ours(&start, &mut history)));
    for path in [Path::Portable, Path::Magic, Path::Pext] {
        if path.choose() == path {
            group.bench_function(format!("fairyring, {path:?}"), |b| b.iter(|| ours(black_box(&start), &mut history)));
        }
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(ThreadTime); targets = playout);
criterion_main!(benches);
