//! The drawing of an unfolded cube.

use super::{Cell, Drawing, Edge, Fill, Ink, Size, Weight};

impl Drawing {
    /// Returns the net of a cube with faces of `side` rows, from its text form: one line for each
    /// row of U, of L, F, R and B side by side, and of D, with a word for each sticker.
    ///
    /// *Shape*: blank lines are skipped; there are 3·`side` others, with `side` or 4·`side` words.
    pub(crate) fn cube_net(text: &str, side: usize, title: &str, ink: Ink) -> Self {
        let size = Size::new(3 * side, 4 * side);
        let mut drawing = Self::new(size, title);
        let is_sticker =
            |cell: Cell| cell.row / side == 1 || (side..2 * side).contains(&cell.column);
        for cell in size.cells().filter(|&cell| !is_sticker(cell)) {
            drawing.fill(cell, Fill::Outside);
        }
        let lines = text.lines().map(str::split_whitespace).map(Iterator::collect);
        let lines = lines.filter(|words: &Vec<&str>| !words.is_empty());
        for (row, words) in lines.enumerate() {
            let left = if row / side == 1 { 0 } else { side };
            for (column, word) in words.into_iter().enumerate() {
                drawing.text(Cell::new(row, left + column), word, ink);
            }
        }
        for edge in size.edges() {
            let cells = edge.cells(size).map(|cell| cell.filter(|&cell| is_sticker(cell)));
            let line = match edge {
                Edge::Horizontal { row, .. } => row,
                Edge::Vertical { column, .. } => column,
            };
            drawing.border(
                edge,
                match cells {
                    [None, None] => Weight::None,
                    [Some(_), Some(_)] if !line.is_multiple_of(side) => Weight::Light,
                    _ => Weight::Heavy,
                },
            );
        }
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_has_the_borders_of_its_faces() {
        let net = "    a b\n    c d\n\ne f g h i j k l\nm n o p q r s t\n\n    u v\n    w x\n";
        let expected = "
        ┏━━━┯━━━┓
        ┃ a │ b ┃
        ┠───┼───┨
        ┃ c │ d ┃
┏━━━┯━━━╋━━━┿━━━╋━━━┯━━━┳━━━┯━━━┓
┃ e │ f ┃ g │ h ┃ i │ j ┃ k │ l ┃
┠───┼───╂───┼───╂───┼───╂───┼───┨
┃ m │ n ┃ o │ p ┃ q │ r ┃ s │ t ┃
┗━━━┷━━━╋━━━┿━━━╋━━━┷━━━┻━━━┷━━━┛
        ┃ u │ v ┃
        ┠───┼───┨
        ┃ w │ x ┃
        ┗━━━┷━━━┛
";
        // The first line of a continued string would lose its blanks.
        let drawn = Drawing::cube_net(net, 2, "a cube", Ink::Given).to_text();
        assert_eq!(format!("\n{drawn}"), expected);
    }
}
