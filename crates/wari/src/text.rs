//! Text of positions and moves: `4,4,4,4,4,4/4,4,4,4,4,4 0-0 s`; `a` to `f`, `A` to `F`.

use crate::moves::LETTERS;
use crate::rows::{COUNTERS, filled, flag, reaching, unpack};
use crate::{GrandSlam, Move, Position, Rules};
use fairyring_game::{Game, PositionError, Text, Unit};
use std::fmt::Write as _;

const SIDES: [&str; 2] = ["South", "North"];

impl Text for Position {
    /// Reads South's pits, North's pits, the captured counters and the seat to move. All positions of 48 counters are
    /// read, also finished ones and such as no game reaches; each is judged as the rules say.
    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let mut reasons = Vec::new();
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 3 {
            let found = fields.len();
            reasons
                .push(format!("three fields separated by single blanks expected (pits, stores, side), found {found}"));
            return Err(PositionError::new(text, reasons));
        }
        let mut numbers = Vec::new();
        let rows: Vec<&str> = fields[0].split('/').collect();
        if rows.len() == 2 {
            for (row, (side, first)) in rows.iter().zip([("South", 0), ("North", 6)]) {
                let pits: Vec<&str> = row.split(',').collect();
                if pits.len() == 6 {
                    let names = &LETTERS[first..first + 6];
                    numbers.extend(pits.iter().zip(names).map(|(pit, name)| number(pit, &format!("pit {name}"))));
                } else {
                    reasons.push(format!("six pits of {side} separated by commas expected, found {}", pits.len()));
                }
            }
        } else {
            reasons.push(format!("two rows of pits separated by one / expected, found {}", rows.len()));
        }
        match fields[1].split_once('-') {
            Some((south, north)) => {
                numbers.push(number(south, "South's store"));
                numbers.push(number(north, "North's store"));
            }
            None => reasons.push("two stores separated by - expected".to_owned()),
        }
        let side = match fields[2] {
            "s" => 0,
            "n" => 1,
            other => {
                reasons.push(format!("side to move s or n expected, found {:?}", shorten(other)));
                0
            }
        };
        let mut counters = Vec::new();
        for number in numbers {
            match number {
                Ok(n) => counters.push(n),
                Err(reason) => reasons.push(reason),
            }
        }
        let sum: u32 = counters.iter().map(|&n| u32::from(n)).sum();
        if counters.len() == 14 && sum != COUNTERS {
            reasons.push(format!("{COUNTERS} counters in pits and stores expected, found {sum}"));
        }
        if reasons.is_empty() {
            let pits = std::array::from_fn(|i| counters[i]);
            if let Some(position) = Self::new(pits, [counters[12], counters[13]], side, rules) {
                return Ok(position);
            }
            reasons.push("the counters are not a position".to_owned());
        }
        Err(PositionError::new(text, reasons))
    }

    fn text(&self, _over: bool) -> String {
        let pits = self.pits().map(|n| n.to_string());
        let [south, north] = self.stores();
        format!("{}/{} {south}-{north} {}", pits[..6].join(","), pits[6..].join(","), Self::SEATS[self.side as usize])
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        LETTERS
            .iter()
            .position(|letter| letter.encode_utf8(&mut [0; 4]) == text)
            .and_then(|pit| Move::new(pit as u32))
            .ok_or_else(|| "a move is a pit's letter, a to f for South and A to F for North".to_owned())
    }

    fn move_text(&self, m: Move) -> String {
        m.letter().to_string()
    }

    fn captures(&self, m: Move) -> Vec<String> {
        let opponent = 6 - 6 * self.side as usize;
        let pits = unpack(self.sow(m.pit() % 6).1);
        (0..6).filter(|&i| pits[i] > 0).map(|i| LETTERS[opponent + i].to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        let pit = flag(m.pit() % 6);
        if m.pit() / 6 != u32::from(self.side) {
            format!("the pit is not {}'s", SIDES[self.side as usize])
        } else if filled(self.rows.own) & pit == 0 {
            "the pit is empty".to_owned()
        } else if self.rows.other == 0 && reaching(self.rows.own) & pit == 0 {
            "the opponent has no counters and must be given some".to_owned()
        } else if self.rules.grand_slam == GrandSlam::Illegal {
            "it would capture all counters on the opponent's side".to_owned()
        } else {
            "it would leave the opponent no counters".to_owned()
        }
    }

    fn units(&self, out: &mut Vec<Unit>) {
        // North's pits run from the right to the left above South's.
        let above = (6..12).rev().map(|pit| (11 - pit as i32, 1, pit));
        let below = (0..6).map(|pit| (pit as i32, 0, pit));
        let pits = self.pits();
        out.extend(above.chain(below).filter(|&(_, _, pit)| pits[pit] > 0).map(|(x, y, pit)| Unit {
            x,
            y,
            letter: LETTERS[pit],
            owner: (pit / 6) as u8,
            count: u32::from(pits[pit]),
        }));
    }

    fn diagram(&self) -> String {
        let pits = self.pits();
        let [south, north] = self.stores();
        let row = |pits: &mut dyn Iterator<Item = u8>| {
            pits.fold(String::new(), |mut row, n| {
                let _ = write!(row, "{n:4}");
                row
            })
        };
        let above = row(&mut pits[6..].iter().rev().copied());
        let below = row(&mut pits[..6].iter().copied());
        let mark = |side: u8| if side == self.side { "  to move" } else { "" };
        format!(
            "         F   E   D   C   B   A\nNorth {above}{}\n  {north:4}                        {south:4}\nSouth {below}{}\n         a   b   c   d   e   f\n",
            mark(1),
            mark(0),
        )
    }
}

/// A whole number of counters, written in the one way there is.
fn number(text: &str, what: &str) -> Result<u8, String> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if !plain {
        return Err(format!("{what}: {:?} is not a whole number without signs and leading zeros", shorten(text)));
    }
    match text.parse::<u8>() {
        Ok(n) if u32::from(n) <= COUNTERS => Ok(n),
        _ => Err(format!("{what}: {} is more than {COUNTERS}", shorten(text))),
    }
}

/// At most 20 characters of a text that a reason repeats.
fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}
