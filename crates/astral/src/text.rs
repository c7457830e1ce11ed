//! Positions and moves as text: a FEN with `T` and `t`, and a seventh field for dormant and recharging Teleports.

use crate::teleports::Teleports;
use crate::{Dormancy, Move, Position, Rules};
use fairyring_game::{Game, PositionError, Text, Unit};
use fairyring_geometry::{Bitboard, Square};
use fairyring_orthodox::{Setup, Side, fen};

/// Names of the seven fields.
const NAMES: [&str; 7] =
    ["board", "side", "castling", "en passant", "half-move clock", "move number", "dormant Teleports"];

/// A square's place in the order of a FEN: rank 8 first, a to h.
const fn place(square: Square) -> usize {
    square.flipped().index()
}

/// The seventh field: squares of dormant Teleports in the order of the FEN, each with a `*` for every own move that it
/// recharges yet. A Teleport that is awake and recharges (it has jumped while `recharge` is 2) is written with a `!`
/// before its square.
fn dormant_text(teleports: &Teleports) -> String {
    let mut squares: Vec<Square> = Bitboard(teleports.dormant | teleports.recharging).collect();
    squares.sort_unstable_by_key(|&square| place(square));
    let parts: Vec<String> = squares
        .into_iter()
        .map(|square| {
            let bit = 1u64 << square.index();
            let awake = if teleports.dormant & bit == 0 { "!" } else { "" };
            let stars = match (teleports.recharging & bit != 0, teleports.fresh & bit != 0) {
                (_, true) => "**",
                (true, false) => "*",
                (false, false) => "",
            };
            format!("{awake}{square}{stars}")
        })
        .collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
}

/// Reads the seventh field into the sets.
fn read_dormant(field: &str, teleports: &mut Teleports, rules: Rules, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    let mut last = None;
    for part in field.split(',') {
        let (awake, rest) = part.strip_prefix('!').map_or((false, part), |rest| (true, rest));
        let name = rest.trim_end_matches('*');
        let stars = rest.len() - name.len();
        let Ok(square) = name.parse::<Square>() else {
            reasons.push(format!("{part:?} in the field of dormant Teleports is no square with at most two *"));
            continue;
        };
        if last.is_some_and(|last| place(last) >= place(square)) {
            reasons.push(format!("dormant Teleports are listed in the order of the board, once each; {square} is not"));
        }
        last = Some(square);
        let bit = 1u64 << square.index();
        if teleports.all & bit == 0 {
            reasons.push(format!("no Teleport stands on {square}, which is listed as dormant"));
        }
        if stars > usize::from(rules.recharge) {
            reasons.push(format!("{part}: under these rules a Teleport recharges at most {} moves", rules.recharge));
        }
        if stars == 0 && (awake || rules.dormant_until == Dormancy::Recharged) {
            reasons.push(format!("{part}: a Teleport that is recharged is awake under these rules, and is not listed"));
        }
        if awake && (stars != 1 || rules.recharge < 2) {
            reasons.push(format!("{part}: no Teleport is awake and recharges so long under these rules"));
        }
        if !awake {
            teleports.dormant |= bit;
        }
        if stars > 0 {
            teleports.recharging |= bit;
        }
        if stars > 1 {
            teleports.fresh |= bit;
        }
    }
}

/// What the marks of a position say about its past must have been possible.
fn check_marks(setup: &Setup, teleports: &Teleports, rules: Rules, reasons: &mut Vec<String>) {
    if !rules.teleport && teleports.dormant | teleports.recharging != 0 {
        reasons.push("a Teleport is dormant or recharging though the rules have no teleports".to_owned());
    }
    for (name, side) in [("White", Side::White), ("Black", Side::Black)] {
        let own = setup.board.of(side);
        let newest = if rules.recharge > 1 { teleports.fresh } else { teleports.recharging };
        let older = teleports.recharging & !newest;
        for set in [newest, older] {
            if (set & own).count_ones() > 1 {
                reasons.push(format!("{name} cannot have teleported twice in one move: two marks are equally fresh"));
            }
        }
        if side != setup.side && newest & own != 0 && setup.board.passed() != 0 {
            reasons
                .push(format!("{name} has just made a double step, so its Teleport cannot have teleported just now"));
        }
    }
}

/// The letter of the Teleport on a square.
fn letter(position: &Position, square: Square) -> Option<char> {
    let bit = 1u64 << square.index();
    (position.teleports().all & bit != 0).then(|| if position.setup().board.white & bit != 0 { 'T' } else { 't' })
}

impl Text for Position {
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut reasons = Vec::new();
        let [units, side, castling, passed, clock, number, dormant] = fen::fields(text, NAMES, &mut reasons);
        let fields = [units, side, castling, passed, clock, number];
        let (mut setup, [white, black]) = fen::setup(fields, ['T', 't'], |_| 0, &mut reasons);
        setup.board.white |= white;
        setup.board.black |= black;
        let mut teleports = Teleports { all: white | black, ..Teleports::default() };
        if let Some(field) = dormant {
            read_dormant(field, &mut teleports, rules, &mut reasons);
        }
        check_marks(&setup, &teleports, rules, &mut reasons);
        fen::units(&setup.board, &mut reasons);
        let awake = teleports.awake(setup.board.of(setup.side)).0;
        fen::not_in_check(&setup.board, setup.side, 0, awake, &mut reasons);
        if reasons.is_empty() { Ok(Self::new(setup, teleports, rules)) } else { Err(PositionError::new(text, reasons)) }
    }

    fn text(&self, _over: bool) -> String {
        format!("{} {}", fen::setup_text(self.setup(), |square| letter(self, square)), dormant_text(self.teleports()))
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        text.parse()
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn captures(&self, m: Move) -> Vec<String> {
        let Move::Orthodox(m) = m else { return Vec::new() };
        let board = &self.setup().board;
        let taken = match self.setup().side {
            Side::White => board.taken::<true>(m),
            Side::Black => board.taken::<false>(m),
        };
        Bitboard(taken).map(|square| square.to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        let (from, to) = match m {
            Move::Orthodox(m) => return fen::why_illegal(self.setup(), m, self.is_check()),
            Move::Teleport(from, to) => (from, to),
        };
        let (board, teleports) = (&self.setup().board, self.teleports());
        let bit = |square: Square| 1u64 << square.index();
        if teleports.all & board.of(self.setup().side) & bit(from) == 0 {
            format!("no Teleport of the side to move stands on {from}")
        } else if !self.rules().teleport {
            "under these rules Teleports do not teleport".to_owned()
        } else if board.units() & bit(to) != 0 {
            format!("{to} is not empty, and a teleport never captures")
        } else if teleports.recharging & bit(from) != 0 {
            format!("the Teleport on {from} is recharging")
        } else if self.is_check() {
            "a check is answered by the standard means only".to_owned()
        } else {
            format!("an enemy unit attacks {to}, or a king would be left in a check that is not allowed")
        }
    }

    fn units(&self, out: &mut Vec<Unit>) {
        let owner = |square| letter(self, square).map(|letter| (letter, u8::from(letter == 't')));
        fen::list_units(&self.setup().board, owner, out);
    }

    fn diagram(&self) -> String {
        let board = &self.setup().board;
        fairyring_geometry::diagram(8, 8, |file, rank| {
            let square = Square::at(file, rank);
            letter(self, square).or_else(|| fen::letter(board, square)).unwrap_or('.')
        })
    }
}
