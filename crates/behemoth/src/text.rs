//! Positions and moves as text: FEN with `*` for the Behemoth and a seventh field for the dice.

use crate::position::set_of;
use crate::{Move, Phase, Position, RollEvery, Royalty, Rules};
use fairyring_game::{Game, PositionError, Text, Unit};
use fairyring_geometry::{Bitboard, Square};
use fairyring_orthodox::{Side, fen};

/// The Behemoth's letter.
const BEHEMOTH: char = '*';

/// The field of the dice.
fn dice(field: &str, rules: &Rules, next: Side, reasons: &mut Vec<String>) -> Phase {
    match field {
        "-" => Phase::Move,
        "roll" => {
            if !rules.has_dice() {
                reasons.push("no dice can be due: the rules have none (behemoth_start is off)".to_owned());
            } else if !rules.rolls_after(!next.is_white()) {
                reasons.push("no dice can be due with Black next: they follow Black's moves only".to_owned());
            }
            Phase::Roll
        }
        _ => {
            reasons.push(format!("the dice field is - or roll, not {field:?}"));
            Phase::Move
        }
    }
}

impl Text for Position {
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut reasons = Vec::new();
        let [units, side, rights, passed, clock, number] = fen::NAMES;
        let names = [units, side, rights, passed, clock, number, "dice"];
        let [units, side, rights, passed, clock, number, roll] = fen::fields(text, names, &mut reasons);
        // The Behemoth may have come to stand where a pawn's double step began, if dice were rolled since.
        let rolled = roll == Some("-") && !(rules.roll_every == RollEvery::Round && side == Some("b"));
        let (setup, [behemoths]) = fen::setup(
            [units, side, rights, passed, clock, number],
            [BEHEMOTH],
            |&[behemoth]| if rolled { behemoth } else { 0 },
            &mut reasons,
        );
        fen::units(&setup.board, &mut reasons);
        match (rules.has_dice(), behemoths.count_ones()) {
            (true, 1) | (false, 0) => {}
            (true, found) => reasons.push(format!("there are {found} Behemoths (*), not 1")),
            (false, _) => reasons.push("a Behemoth (*) stands on the board, but behemoth_start is off".to_owned()),
        }
        if !rules.has_dice() && rules.royalty == Royalty::Check {
            fen::not_in_check(&setup.board, setup.side, 0, 0, &mut reasons);
        }
        let phase = roll.map_or(Phase::Move, |field| dice(field, &rules, setup.side, &mut reasons));
        if !reasons.is_empty() {
            return Err(PositionError::new(text, reasons));
        }
        Ok(Self::new(setup, Bitboard(behemoths).first(), phase, rules))
    }

    fn text(&self, over: bool) -> String {
        let dice = if self.phase() == Phase::Roll && !over { "roll" } else { "-" };
        format!("{} {dice}", fen::setup_text(self.setup(), |square| self.own_letter(square)))
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        text.parse()
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn captures(&self, m: Move) -> Vec<String> {
        let board = &self.setup().board;
        let taken = match (m, self.setup().side, self.behemoth()) {
            (Move::Unit(m), Side::White, _) => board.taken::<true>(m),
            (Move::Unit(m), Side::Black, _) => board.taken::<false>(m),
            (Move::Roll(walk), _, Some(behemoth)) => walk.path(behemoth).0 & board.units(),
            (Move::Roll(_), _, None) => 0,
        };
        Bitboard(taken).map(|square| square.to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        match m {
            Move::Roll(_) => "a player is to move, no dice are due".to_owned(),
            Move::Unit(m) if set_of(self.behemoth()) & 1 << m.to().index() != 0 => {
                format!("the Behemoth stands on {} and cannot be captured", m.to())
            }
            Move::Unit(m) if self.rules().royalty == Royalty::KingCapture => fen::why_illegal(self.setup(), m, false),
            Move::Unit(m) => fen::why_illegal(self.setup(), m, self.is_check()),
        }
    }

    fn units(&self, out: &mut Vec<Unit>) {
        fen::list_units(&self.setup().board, |square| Some((self.own_letter(square)?, 2)), out);
    }

    fn diagram(&self) -> String {
        let board = &self.setup().board;
        fairyring_geometry::diagram(8, 8, |file, rank| {
            let square = Square::at(file, rank);
            self.own_letter(square).or_else(|| fen::letter(board, square)).unwrap_or('.')
        })
    }
}

impl Position {
    /// The letter of the Behemoth, on its square.
    fn own_letter(&self, square: Square) -> Option<char> {
        (self.behemoth() == Some(square)).then_some(BEHEMOTH)
    }
}
