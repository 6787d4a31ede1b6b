//! Yajilin: shaded cells, and a loop through the others.

use gordian_core::Random;

use crate::board::{Direction, Size};
use crate::pencil::blank::scattered;
use crate::pencil::check::{shaded_or_visited, shaded_outside};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Colour, EdgeLayer, Family, Form, Rules, Section,
    Solved,
};

/// Yajilin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yajilin;

/// The option that shaded cells are outside the loop.
pub const OUTSIDE: char = 'o';

impl Rules for Yajilin {
    const NAME: &'static str = "yajilin";
    const TITLE: &'static str = "Yajilin";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["yajilin", "yajirin"];
    const FORM: Form = Form {
        cells: Some(CellForm::Arrows { coloured: false }),
        options: &[(OUTSIDE, "shaded_outside")],
        ignored_flags: "b",
        link: &[Section::Arrow],
        cell_layer: Some(CellLayer::Shade),
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells, and draw one closed loop through the centres of all others, except the clues.

- The loop goes horizontally and vertically, and does not branch or cross itself. If every cell without clue is shaded,
  there is no loop.
- Each cell without clue is either shaded or visited by the loop. Clues are neither.
- No two shaded cells are adjacent.
- A number with an arrow is how many of the cells in that direction, up to the edge of the board, are shaded; `?` says
  nothing.
- With the option `shaded_outside`, no shaded cell is inside the loop.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("adjacent-shaded", "two shaded cells are adjacent"),
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("clue-shaded", "a clue is shaded"),
        ("clue-visited", "the loop passes a clue"),
        ("shaded-visited", "the loop passes a shaded cell"),
        ("cell-empty", "a cell is neither shaded nor visited by the loop"),
        ("number-of-shaded", "a number is not how many cells in its direction are shaded"),
        ("shaded-inside", "with the option `shaded_outside`, a shaded cell is inside the loop"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        for (cell, clue) in board.clues() {
            if let Clue::Arrow { direction: None, number: Some(number), .. } = clue {
                return Err(format!("the {number} at {cell} has no arrow"));
            }
        }
        Ok(())
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        for cell in scattered(size, 6, random) {
            let long = Direction::ALL.into_iter().filter(|&side| size.ray(cell, side).count() > 1);
            let directions: Vec<Direction> = long.collect();
            let direction = (!directions.is_empty()).then(|| *random.choose(&directions));
            board.cells[cell] = Clue::Arrow { colour: Colour::Grey, direction, number: None };
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            if let Clue::Arrow { direction: Some(direction), number, .. } = &mut board.cells[cell] {
                let ray = size.ray(cell, *direction);
                let n = ray.filter(|&cell| solution.is_marked(cell)).count();
                *number = u32::try_from(n).ok();
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        shaded_or_visited(|cell| board.cells[cell].is_clue(), solution, broken);
        for (cell, clue) in board.clues() {
            let Clue::Arrow { direction: Some(direction), number: Some(number), .. } = *clue else {
                continue;
            };
            let ray = board.size().ray(cell, direction);
            let n = ray.filter(|&cell| solution.is_marked(cell)).count();
            if n != number as usize {
                let message = format!("the {number} at {cell} sees {n} shaded cells {direction}");
                broken.add("number-of-shaded", message, vec![cell]);
            }
        }
        if board.has_option(OUTSIDE) {
            shaded_outside(solution, broken);
        }
    }
}
