//! Why a move is not legal.

use crate::board::Board;
use crate::card::{Card, Kind};
use crate::game::name;
use crate::generate::attacks_cell;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Contact, KingPlacement};
use crate::sparse::Sparse;
use fairyring_game::Game;
use fairyring_geometry::RingCell;

/// A sentence that says why a move that is not legal here is not.
pub(crate) fn why_illegal(position: &Position, m: Move) -> String {
    let (Move::Place { card, to } | Move::Go { card, to, .. }) = m;
    if card.side != position.side_to_move() {
        return format!("{} is to move and the card is {}'s", position.side_to_move().name(), card.side.name());
    }
    if let Some(there) = position.card_at(to).filter(|there| there.side == card.side) {
        return format!("{} holds an own card, {}", name(to), there.letter());
    }
    match m {
        Move::Place { card, to } => why_not_place(position, card, to),
        Move::Go { card, from, to } => why_not_go(position, card, from, to),
    }
}

/// Whether the king must be placed before anything else.
fn king_comes_first(position: &Position) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    position.rules.king_placement == KingPlacement::First
        && matches!(moves.first(), Some(Move::Place { card, .. }) if card.kind == Kind::King)
}

fn why_not_place(position: &Position, card: Card, to: RingCell) -> String {
    let letter = card.letter();
    if position.in_hand(card) == 0 {
        return format!("no {letter} is in the hand");
    }
    if position.card_at(to).is_some() {
        return format!("{} holds a face-up card", name(to));
    }
    let Some(extent) = position.extent() else {
        return if to == RingCell::at(0, 0) {
            "the king must be placed first".to_owned()
        } else {
            "the first card of the game defines cell 0".to_owned()
        };
    };
    let floor = position.face_down().contains(&to);
    if floor && !position.rules.place_on_face_down {
        return format!("{} is face down, and cards are not placed there by these rules", name(to));
    }
    if !Sparse::new(position, extent).attached(to) {
        return format!("{} touches no card", name(to));
    }
    if card.kind == Kind::King && attacks_cell(position, card.side.other(), to) {
        return format!("the king would be attacked on {}", name(to));
    }
    if king_comes_first(position) {
        return "the king must be placed first".to_owned();
    }
    "the king would stay attacked".to_owned()
}

fn why_not_go(position: &Position, card: Card, from: RingCell, to: RingCell) -> String {
    let letter = card.letter();
    let extent = match position.extent() {
        Some(extent) if position.card_at(from) == Some(card) => extent,
        _ => return format!("no {letter} stands on {}", name(from)),
    };
    let board = Sparse::new(position, extent);
    if !goes(position, &board, card, from, to) {
        return format!("the card on {} does not move to {}", name(from), name(to));
    }
    if king_comes_first(position) {
        return "the king must be placed first".to_owned();
    }
    let beside = from.touches(to);
    let attached = if beside { board.attached_beside(to, from) } else { board.attached(to) };
    if position.card_at(to).is_none() && !attached {
        let roams = match position.rules.contact {
            Contact::DetachedFree => !board.attached(from),
            Contact::KnightsFree => card.kind == Kind::Knight,
            Contact::Strict => false,
        };
        if !roams {
            return format!("the card would touch no other on {}", name(to));
        }
        if !board.on_table(to) {
            return format!("{} lies beyond the table", name(to));
        }
    }
    if card.kind == Kind::King { "the king would be attacked there" } else { "the king would be attacked" }.to_owned()
}

/// Whether a card moves or captures so, contact and the king's safety left out.
fn goes(position: &Position, board: &Sparse, card: Card, from: RingCell, to: RingCell) -> bool {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let taken = position.card_at(to).is_some();
    match card.kind {
        Kind::King => from.touches(to),
        Kind::Knight => (x.abs() == 1 && y.abs() == 2) || (x.abs() == 2 && y.abs() == 1),
        Kind::Pawn => y == card.side.forward() && x.abs() == i32::from(taken),
        kind => kind.rides().iter().any(|&step| {
            // Beyond the table the line is free: no card lies there.
            let ray = board.ray(from, step);
            let steps = x.abs().max(y.abs());
            from.along(step, steps) == to && steps > 0 && (ray.hit.is_none() || steps <= ray.free + 1)
        }),
    }
}
