//! Texts of positions and moves.

use crate::card::{Card, DECK, Kind, Side};
use crate::explain;
use crate::generate::is_attacked;
use crate::moves::Move;
use crate::position::{MAX_DOWN, Position};
use crate::rules::Rules;
use fairyring_game::{PositionError, Text, Unit};
use fairyring_geometry::RingCell;

/// Cells of a side of the largest diagram; a wider table is described by its cards.
const WIDEST_DIAGRAM: i32 = 80;

/// A short form of a part of a text, for messages.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Reads the face-up cards.
fn read_cards(field: &str, position: &mut Position, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    let most = 2 * DECK.iter().map(|&n| usize::from(n)).sum::<usize>();
    if field.split(';').count() > most {
        reasons.push(format!("more than {most} cards on the table"));
        return;
    }
    let mut before: Option<RingCell> = None;
    for text in field.split(';') {
        let mut letters = text.chars();
        let Some(card) = letters.next().and_then(Card::of_letter) else {
            reasons.push(format!("{:?} is no card; cards are a letter of KQRBNPkqrbnp and a cell", shown(text)));
            continue;
        };
        let cell: RingCell = match letters.as_str().parse() {
            Ok(cell) => cell,
            Err(error) => {
                reasons.push(error);
                continue;
            }
        };
        if before.is_some_and(|before| before >= cell) {
            reasons.push(format!("card {} is not in order: cards go by ring, then number, one a cell", shown(text)));
            continue;
        }
        before = Some(cell);
        if position.undealt(card) == 0 {
            let n = DECK[card.kind as usize];
            reasons.push(format!("{} has only {n} of {}, counted on the table", card.side.name(), card.letter()));
            continue;
        }
        position.put(card, cell);
    }
}

/// Reads the face-down cells.
fn read_floor(field: &str, position: &mut Position, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    if field.split(';').count() > MAX_DOWN {
        reasons.push(format!("more than {MAX_DOWN} face-down cells"));
        return;
    }
    let mut before: Option<RingCell> = None;
    for text in field.split(';') {
        match text.parse::<RingCell>() {
            Err(error) => reasons.push(format!("face down: {error}")),
            Ok(cell) if before.is_some_and(|before| before >= cell) => {
                reasons
                    .push(format!("face-down cell {cell} is not in order: cells go by ring, then number, each once"));
            }
            Ok(cell) => {
                before = Some(cell);
                position.lay_down(cell);
            }
        }
    }
}

/// Reads one hand.
fn read_hand(side: Side, field: &str, position: &mut Position, reasons: &mut Vec<String>) {
    if field == "-" {
        return;
    }
    let mut letters = field.chars().peekable();
    let mut before: Option<Kind> = None;
    if field.is_empty() {
        reasons.push(format!("{}'s hand is missing; an empty one is -", side.name()));
    }
    while let Some(letter) = letters.next() {
        let Some(card) = Card::of_letter(letter).filter(|card| card.side == side) else {
            reasons.push(format!("{letter:?} is no card of {}'s hand", side.name()));
            return;
        };
        let count = match letters.peek().and_then(|digit| digit.to_digit(10)) {
            None => 1,
            Some(digit) => {
                letters.next();
                digit
            }
        };
        let written_so = count != 1 || !field.contains(&format!("{letter}1"));
        if !written_so || count == 0 || before.is_some_and(|before| before >= card.kind) {
            reasons.push(format!(
                "hand {:?} is not written as hands are: KQRBNP in this order, each once, counts from 2",
                shown(field)
            ));
            return;
        }
        before = Some(card.kind);
        if count > u32::from(position.undealt(card)) {
            reasons.push(format!(
                "{} has only {} of {letter}, counted on the table and in the hand",
                side.name(),
                DECK[card.kind as usize]
            ));
            continue;
        }
        position.set_hand(card, count as u8);
    }
}

/// Reads a counter.
fn read_number(what: &str, field: &str, least: u32, reasons: &mut Vec<String>) -> u32 {
    match field.parse::<u32>() {
        Ok(number) if number.to_string() == field && number >= least => number,
        _ => {
            reasons.push(format!("{what} {:?} is no whole number from {least} to {}", shown(field), u32::MAX));
            least
        }
    }
}

/// What is wrong with the position as a whole.
fn check_whole(position: &Position, reasons: &mut Vec<String>) {
    for side in Side::ALL {
        if position.undealt(Card { side, kind: Kind::King }) > 0 {
            reasons.push(format!("{} has no king, on the table or in the hand", side.name()));
        }
    }
    let (down, missing) = (position.face_down().len(), position.missing());
    if down > missing {
        reasons.push(format!("{down} face-down cells, but only {missing} cards are missing that could lie there"));
    }
    let waiting = position.side_to_move().other();
    if is_attacked(position, waiting) {
        reasons.push(format!("{}'s king is attacked, and {} is to move", waiting.name(), waiting.other().name()));
    }
}

impl Text for Position {
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut reasons = Vec::new();
        let fields: Vec<&str> = text.split(' ').collect();
        let &[cards, floor, hands, side, idle, number] = fields.as_slice() else {
            return Err(PositionError::new(
                text,
                vec![format!(
                    "{} fields, not 6 between single blanks: cards, face-down cells, hands, side to move, plies without \
                     placement or capture, move number",
                    fields.len()
                )],
            ));
        };
        let mut position = Self::empty(rules);
        read_cards(cards, &mut position, &mut reasons);
        read_floor(floor, &mut position, &mut reasons);
        match hands.split_once('/') {
            Some((red, black)) => {
                read_hand(Side::Red, red, &mut position, &mut reasons);
                read_hand(Side::Black, black, &mut position, &mut reasons);
            }
            None => reasons.push(format!("hands {:?} are not two with / between", shown(hands))),
        }
        match side {
            "r" => position.set_side(Side::Red),
            "b" => position.set_side(Side::Black),
            _ => reasons.push(format!("side to move {:?} is neither r nor b", shown(side))),
        }
        position.idle = read_number("plies without placement or capture", idle, 0, &mut reasons);
        position.number = read_number("move number", number, 1, &mut reasons);
        if reasons.is_empty() {
            check_whole(&position, &mut reasons);
        }
        if reasons.is_empty() { Ok(position) } else { Err(PositionError::new(text, reasons)) }
    }

    fn text(&self, _over: bool) -> String {
        let joined = |parts: Vec<String>| if parts.is_empty() { "-".to_owned() } else { parts.join(";") };
        let mut cards: Vec<_> = self.cards().map(|(card, cell)| (cell, card)).collect();
        cards.sort_unstable_by_key(|&(cell, _)| cell);
        let mut floor = self.face_down().to_vec();
        floor.sort_unstable();
        let hands = Side::ALL.map(|side| {
            let mut hand = String::new();
            for kind in Kind::ALL {
                let card = Card { side, kind };
                match self.in_hand(card) {
                    0 => {}
                    1 => hand.push(card.letter()),
                    n => hand += &format!("{}{n}", card.letter()),
                }
            }
            if hand.is_empty() { "-".to_owned() } else { hand }
        });
        format!(
            "{} {} {} {} {} {}",
            joined(cards.iter().map(|(cell, card)| format!("{}{cell}", card.letter())).collect()),
            joined(floor.iter().map(ToString::to_string).collect()),
            hands.join("/"),
            ["r", "b"][self.side as usize],
            self.idle,
            self.number
        )
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        let mut letters = text.chars();
        let Some(card) = letters.next().and_then(Card::of_letter) else {
            return Err("moves begin with a letter of KQRBNPkqrbnp".to_owned());
        };
        let rest = letters.as_str();
        if let Some(to) = rest.strip_prefix('@') {
            return Ok(Move::Place { card, to: to.parse()? });
        }
        let Some((from, to)) = rest.split_once(['-', 'x']) else {
            return Err("moves are written N5,26-3,17 and placements N@2,3".to_owned());
        };
        Ok(Move::Go { card, from: from.parse()?, to: to.parse()? })
    }

    fn move_text(&self, m: Move) -> String {
        match m {
            Move::Place { card, to } => format!("{}@{to}", card.letter()),
            Move::Go { card, from, to } => format!("{}{from}-{to}", card.letter()),
        }
    }

    fn captures(&self, m: Move) -> Vec<String> {
        match m {
            Move::Go { to, .. } if self.card_at(to).is_some() => vec![to.to_string()],
            _ => Vec::new(),
        }
    }

    fn why_illegal(&self, m: Move) -> String {
        explain::why_illegal(self, m)
    }

    /// Face-down cards have the letter `#`; a card that stands on one comes after it.
    fn units(&self, out: &mut Vec<Unit>) {
        let from = out.len();
        let unit = |cell: RingCell, letter, owner| Unit { x: cell.x, y: cell.y, letter, owner, count: 1 };
        out.extend(self.face_down().iter().map(|&cell| unit(cell, '#', 2)));
        out.extend(self.cards().map(|(card, cell)| unit(cell, card.letter(), card.side as u8)));
        out[from..].sort_by_key(|unit| (-unit.y, unit.x));
    }

    /// The cells from one beyond the cards on each side; `#` is a face-down card, `+` cell 0 where it is empty. A table
    /// of more than 80 cells a side is not drawn.
    fn diagram(&self) -> String {
        let (low, high) = self.extent().unwrap_or_default();
        let hands = self.text(false).split(' ').nth(2).unwrap_or_default().to_owned();
        if high.x - low.x >= WIDEST_DIAGRAM || high.y - low.y >= WIDEST_DIAGRAM {
            let (width, height) = (high.x - low.x + 1, high.y - low.y + 1);
            return format!("{width} x {height} cells: {}\nhands {hands}\n", self.text(false));
        }
        let mut text = String::new();
        for y in (low.y - 1..=high.y + 1).rev() {
            for x in low.x - 1..=high.x + 1 {
                let cell = RingCell::at(x, y);
                let floor = self.face_down().contains(&cell);
                let empty = if cell == RingCell::at(0, 0) { '+' } else { '.' };
                text.push(self.card_at(cell).map_or(if floor { '#' } else { empty }, Card::letter));
                text.push(if x == high.x + 1 { '\n' } else { ' ' });
            }
        }
        text + "hands " + &hands + "\n"
    }
}
