//! Boards drawn in characters.

/// Draws a rectangular board: `cell(x, y)` gives the character on a cell (row 0 at the bottom). Rows are numbered from 1
/// on the left, files lettered from a below.
#[must_use]
pub fn diagram(width: u32, height: u32, cell: impl Fn(u32, u32) -> char) -> String {
    let mut text = String::new();
    for y in (0..height).rev() {
        text += &format!("{:>2} ", y + 1);
        for x in 0..width {
            text.push(' ');
            text.push(cell(x, y));
        }
        text.push('\n');
    }
    text += "   ";
    for x in 0..width {
        text.push(' ');
        text.push((b'a' + x as u8) as char);
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_row_stands_below() {
        let text = super::diagram(2, 2, |x, y| if (x, y) == (1, 0) { 'K' } else { '.' });
        assert_eq!(text, " 2  . .\n 1  . K\n    a b\n");
    }
}
