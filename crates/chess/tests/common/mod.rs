//! A slow second opinion: legal moves on an array of letters, made and tested.

/// Legal moves of a FEN as sorted texts.
pub(crate) fn legal_moves(fen: &str) -> Vec<String> {
    let board = Slow::new(fen);
    let mut moves: Vec<_> = board.pseudo_legal().into_iter().filter(|m| !board.after(m).attacks_king()).collect();
    moves.sort_unstable();
    moves
}

#[derive(Clone)]
struct Slow {
    /// Letters by file and rank from 0; blanks are empty.
    cells: [[char; 8]; 8],
    white: bool,
    rights: String,
    passed: String,
}

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn name(file: i32, rank: i32) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

impl Slow {
    fn new(fen: &str) -> Self {
        let fields: Vec<_> = fen.split(' ').collect();
        let mut cells = [[' '; 8]; 8];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        cells[file][7 - row] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self { cells, white: fields[1] == "w", rights: fields[2].to_owned(), passed: fields[3].to_owned() }
    }

    /// The letter on a square of the board; `#` off it.
    fn at(&self, file: i32, rank: i32) -> char {
        let cell = |x| usize::try_from(x).ok().filter(|&x| x < 8);
        match (cell(file), cell(rank)) {
            (Some(file), Some(rank)) => self.cells[file][rank],
            _ => '#',
        }
    }

    fn is_of(letter: char, white: bool) -> bool {
        if white { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
    }

    /// Squares that the unit on a square attacks.
    fn attacks(&self, file: i32, rank: i32) -> Vec<(i32, i32)> {
        let letter = self.at(file, rank);
        let ahead = if letter.is_ascii_uppercase() { 1 } else { -1 };
        let (steps, far): (Vec<(i32, i32)>, bool) = match letter.to_ascii_lowercase() {
            'p' => (vec![(-1, ahead), (1, ahead)], false),
            'n' => (KNIGHT.to_vec(), false),
            'k' => (KING.to_vec(), false),
            'b' => (KING.into_iter().filter(|step| step.0 * step.1 != 0).collect(), true),
            'r' => (KING.into_iter().filter(|step| step.0 * step.1 == 0).collect(), true),
            'q' => (KING.to_vec(), true),
            _ => (vec![], false),
        };
        let mut squares = Vec::new();
        for (x, y) in steps {
            let (mut to, mut up) = (file + x, rank + y);
            while self.at(to, up) != '#' {
                squares.push((to, up));
                if !far || self.at(to, up) != ' ' {
                    break;
                }
                to += x;
                up += y;
            }
        }
        squares
    }

    fn is_attacked(&self, target: (i32, i32), white: bool) -> bool {
        (0..64).any(|n| Self::is_of(self.at(n % 8, n / 8), white) && self.attacks(n % 8, n / 8).contains(&target))
    }

    /// Whether the side to move attacks the other side's king.
    fn attacks_king(&self) -> bool {
        let king = if self.white { 'k' } else { 'K' };
        (0..64).any(|n| self.at(n % 8, n / 8) == king && self.is_attacked((n % 8, n / 8), self.white))
    }

    fn pseudo_legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let (ahead, home, last) = if self.white { (1, 1, 7) } else { (-1, 6, 0) };
        for n in 0..64 {
            let (file, rank) = (n % 8, n / 8);
            let letter = self.at(file, rank);
            if !Self::is_of(letter, self.white) {
                continue;
            }
            let is_pawn = letter.eq_ignore_ascii_case(&'p');
            let mut targets: Vec<_> = self.attacks(file, rank);
            targets.retain(|&(x, y)| {
                Self::is_of(self.at(x, y), !self.white)
                    || if is_pawn { name(x, y) == self.passed } else { self.at(x, y) == ' ' }
            });
            if is_pawn && self.at(file, rank + ahead) == ' ' {
                targets.push((file, rank + ahead));
                if rank == home && self.at(file, rank + 2 * ahead) == ' ' {
                    targets.push((file, rank + 2 * ahead));
                }
            }
            for (x, y) in targets {
                let text = name(file, rank) + &name(x, y);
                if is_pawn && y == last {
                    moves.extend(['q', 'r', 'b', 'n'].map(|role| format!("{text}{role}")));
                } else {
                    moves.push(text);
                }
            }
        }
        let rank = if self.white { 0 } else { 7 };
        for (right, empty, safe, to) in [('k', [5, 6, 6], [4, 5, 6], 6), ('q', [1, 2, 3], [4, 3, 2], 2)] {
            let right = if self.white { right.to_ascii_uppercase() } else { right };
            if self.rights.contains(right)
                && empty.iter().all(|&file| self.at(file, rank) == ' ')
                && safe.iter().all(|&file| !self.is_attacked((file, rank), !self.white))
            {
                moves.push(name(4, rank) + &name(to, rank));
            }
        }
        moves
    }

    /// The board after a move, as far as attacks on the king need it.
    fn after(&self, m: &str) -> Self {
        let square = |text: &str| (usize::from(text.as_bytes()[0] - b'a'), usize::from(text.as_bytes()[1] - b'1'));
        let (from, to) = (square(&m[0..2]), square(&m[2..4]));
        let mut next = self.clone();
        let letter = std::mem::replace(&mut next.cells[from.0][from.1], ' ');
        if letter.eq_ignore_ascii_case(&'p') && m[2..4] == self.passed {
            next.cells[to.0][from.1] = ' ';
        }
        if letter.eq_ignore_ascii_case(&'k') && from.0.abs_diff(to.0) == 2 {
            let (corner, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            next.cells[beside][to.1] = std::mem::replace(&mut next.cells[corner][to.1], ' ');
        }
        next.cells[to.0][to.1] = letter;
        next.white = !self.white;
        next
    }
}
