//! Castle Wall: a loop around white clues, with numbers of steps in directions.

use crate::board::{Direction, Edge};
use crate::pencil::check::{arms, inside, single_loop};
use crate::pencil::{
    Board, Broken, CellForm, Clue, Colour, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Castle Wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle;

impl Rules for Castle {
    const NAME: &'static str = "castle";
    const TITLE: &'static str = "Castle Wall";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["castle"];
    const FORM: Form = Form {
        cells: Some(CellForm::Arrows { coloured: true }),
        link: &[Section::ColouredArrow],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that visits no clue.

- The loop goes horizontally and vertically. It does not branch or cross itself, and need not visit every cell.
- White clues are inside the loop, black ones outside; grey ones can be on either side.
- A number with an arrow is how many steps the loop has along that direction, in the cells from the clue to the edge of the
  board: horizontal steps for a horizontal arrow, vertical ones for a vertical arrow. A step goes from one cell to the
  next. A clue without number says nothing about steps.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("clue-visited", "the loop visits a clue"),
        ("white-outside", "a white clue is outside the loop"),
        ("black-inside", "a black clue is inside the loop"),
        ("number-of-steps", "a number is not how many steps the loop has in its direction"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        for (cell, clue) in board.clues() {
            if let Clue::Arrow { direction: None, number: Some(number), .. } = clue {
                return Err(format!("the {number} at {cell} has no arrow"));
            }
        }
        Ok(())
    }

    /// Any cell that the loop does not visit may have a clue; every third one is grey.
    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        let inside = inside(solution);
        for cell in size.cells() {
            if !arms(solution, cell).is_empty() {
                board.cells[cell] = Clue::Empty;
                continue;
            }
            let colour = match (inside[cell], (cell.row + 2 * cell.column) % 3) {
                (_, 0) => Colour::Grey,
                (true, _) => Colour::White,
                (false, _) => Colour::Black,
            };
            let n_steps = |&side: &Direction| {
                let steps = size.ray(cell, side).filter(|&at| {
                    size.neighbour(at, side).is_some() && solution.edge(at, side) > 0
                });
                steps.count()
            };
            // The direction that tells most.
            let direction = Direction::ALL.into_iter().max_by_key(n_steps);
            let number = direction.as_ref().map(n_steps).and_then(|n| u32::try_from(n).ok());
            board.cells[cell] = Clue::Arrow { colour, direction, number };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        let size = board.size();
        let inside = inside(solution);
        for (cell, clue) in board.clues() {
            let Clue::Arrow { colour, direction, number } = *clue else { continue };
            if !arms(solution, cell).is_empty() {
                broken.add(
                    "clue-visited",
                    format!("the loop visits the clue at {cell}"),
                    vec![cell],
                );
            }
            match colour {
                Colour::White if !inside[cell] => {
                    let message = format!("the white clue at {cell} is outside the loop");
                    broken.add("white-outside", message, vec![cell]);
                }
                Colour::Black if inside[cell] => {
                    let message = format!("the black clue at {cell} is inside the loop");
                    broken.add("black-inside", message, vec![cell]);
                }
                _ => {}
            }
            if let (Some(direction), Some(number)) = (direction, number) {
                let is_step = |side: Direction| {
                    move |&cell: &_| {
                        size.neighbour(cell, side).is_some()
                            && solution.edges[Edge::of(cell, side)] > 0
                    }
                };
                let n = size.ray(cell, direction).filter(is_step(direction)).count();
                if n != number as usize {
                    let message =
                        format!("the loop has {n} steps {direction} of the {number} at {cell}");
                    broken.add("number-of-steps", message, vec![cell]);
                }
            }
        }
    }
}
