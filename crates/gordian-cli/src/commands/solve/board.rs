//! Boards with what was given set off from what was found.

use std::fmt::Write as _;

use gordian::puzzles::{Cell, Puzzle, Solution};

/// Draws a solution; with `colour`, the givens of a grid are bold.
pub(super) fn draw(puzzle: &Puzzle, solution: &Solution, colour: bool) -> String {
    let drawn = puzzle.draw(Some(solution));
    let Puzzle::Grid(grid) = puzzle else { return drawn };
    if !colour {
        return drawn;
    }
    // A row of cells follows each line; a cell is as wide as the greatest digit, a blank on either
    // side, with a line before it.
    let pitch = grid.n.to_string().len() + 3;
    let mut out = String::new();
    for (number, line) in drawn.lines().enumerate() {
        let row = (number % 2 == 1 && number < 2 * grid.n).then_some(number / 2);
        for (at, c) in line.chars().enumerate() {
            let given = row.is_some_and(|row| {
                let column = at / pitch;
                column < grid.n && grid.given(Cell::new(row, column)).is_some()
            });
            if given && c.is_ascii_digit() {
                write!(out, "\u{1b}[1m{c}\u{1b}[0m").expect("a string takes all that is written");
            } else {
                out.push(c);
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_are_bold() {
        let text = "kind = 'grid'\nsize = 4\ngivens = '''\n1...\n....\n....\n...4\n'''";
        let puzzle = gordian::puzzles::parse(text).unwrap();
        let solution = Solution::parse(puzzle.kind(), "1243\n3421\n4312\n2134").unwrap();
        let drawn = draw(&puzzle, &solution, true);
        assert_eq!(drawn.matches("\u{1b}[1m").count(), 2, "{drawn}");
        assert!(drawn.contains("\u{1b}[1m1\u{1b}[0m") && drawn.contains("\u{1b}[1m4\u{1b}[0m"));
        let plain = drawn.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(plain, draw(&puzzle, &solution, false));
    }
}
