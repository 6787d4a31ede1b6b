//! Puzzles whose rules are those of the catalogue that their file names.
//!
//! A file has `kind = "custom"` and `form`, which says what there is on boards and in solutions, or
//! both in one word: `kind = "custom-shading"`. The generator begins with the rules of an example if
//! it gets no others.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::check::{borders_separate, holes_without_lines};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, EdgeLayer, Family, Form, MAX_NUMBER, OutsideForm, Rules,
    Side, Solved, Walls, blank,
};
use crate::pencil_board::rules::{
    Apart, Area, Cells, ClueCounts, Count, Differ, Different, Given, Near, NoCrossing, NoSquare,
    Rule, SingleLoop, Sizes, UnequalBlocks, Where,
};

/// What all boards can have: numbers, holes, rooms, numbers outside.
const PRINTED: Form = Form {
    cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
    holes: true,
    walls: Walls::Rooms,
    outside: Some(OutsideForm {
        sides: &[Side::Above, Side::Left],
        is_list: false,
        min: 0,
        is_letter: false,
    }),
    ..Form::NONE
};

/// Declares a kind: its form, the rules of its example, and what holds without rules.
macro_rules! custom {
    (
        $(#[$attribute:meta])*
        $Custom:ident, $name:literal, $title:literal, $family:ident, $form:expr, $description:literal,
        example: $example:expr, always: $rules:expr, $always:expr $(,)?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Custom;

        impl Rules for $Custom {
            const NAME: &'static str = $name;
            const TITLE: &'static str = $title;
            const FAMILY: Family = Family::$family;
            const LINK_NAMES: &'static [&'static str] = &[];
            const FORM: Form = $form;
            const DESCRIPTION: &'static str = $description;
            const RULES: &'static [(&'static str, &'static str)] = $rules;

            fn blank(size: Size, random: &mut Random) -> Option<Board> {
                let mut board = Board::empty(&Self::FORM, size);
                blank::set_rules(&Self::FORM, &mut board, $example, random);
                Some(board)
            }

            fn write_clues(board: &mut Board, solution: &Solved) {
                for clue in board.outside.iter_mut().flatten() {
                    clue.clear();
                }
                let rules: Vec<(&'static str, Rule)> =
                    board.rules.iter().map(|rule| (rule.name(), rule.clone())).collect();
                blank::write_catalogue_clues(&rules, board, solution);
            }

            fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
                let always: fn(&Board, &Solved, &mut Broken) = $always;
                always(board, solution, broken);
            }
        }
    };
}

custom! {
    /// Shaded cells.
    CustomShading, "custom-shading", "Custom Shading", Shading,
    Form { cell_layer: Some(CellLayer::Shade), ..PRINTED },
    "Shade cells, so that the rules of the puzzle hold.\n\n\
     - The rules are those of the catalogue that the file of the puzzle names.\n",
    example: vec![
        Rule::connected(Cells::Shaded),
        Rule::connected(Cells::Unshaded),
        Rule::NoSquare(NoSquare { of: Cells::Shaded, side: None }),
        Rule::ClueCounts(ClueCounts { counts: Cells::Shaded, place: Where::AroundAndHere }),
        Rule::some(Cells::Shaded),
    ],
    always: &[("hole-marked", "a hole is marked")], holes_unmarked,
}

custom! {
    /// Objects in cells.
    CustomObjects, "custom-objects", "Custom Objects", Objects,
    Form {
        cell_layer: Some(CellLayer::Symbols(&[('.', "no object"), ('*', "an object")])),
        ..PRINTED
    },
    "Put objects into cells, so that the rules of the puzzle hold.\n\n\
     - The rules are those of the catalogue that the file of the puzzle names.\n",
    example: vec![
        Rule::Apart(Apart { of: Cells::Objects, by: vec![Near::Edge, Near::Knight] }),
        Rule::Count(Count {
            of: Cells::Objects,
            area: Area::Rooms,
            equals: Some(1),
            at_least: None,
            at_most: None,
        }),
        Rule::ClueCounts(ClueCounts { counts: Cells::Objects, place: Where::Line }),
    ],
    always: &[("hole-marked", "a hole is marked")], holes_unmarked,
}

custom! {
    /// A loop or lines.
    CustomLoop, "custom-loop", "Custom Loop", Lines,
    Form { edge_layer: Some(EdgeLayer::Links { max: 1 }), ..PRINTED },
    "Draw lines between the centres of cells, so that the rules of the puzzle hold.\n\n\
     - The rules are those of the catalogue that the file of the puzzle names.\n",
    example: vec![
        Rule::SingleLoop(SingleLoop { visits: None }),
        Rule::ClueCounts(ClueCounts { counts: Cells::Turns, place: Where::AroundAndHere }),
    ],
    always: &[("hole-visited", "a line visits a hole")], holes_without_lines,
}

custom! {
    /// Numbers in cells.
    CustomNumbers, "custom-numbers", "Custom Numbers", Numbers,
    Form { cell_layer: Some(CellLayer::Numbers { zero: '-' }), ..PRINTED },
    "Put a number into each cell, from 1 to the number of rows or columns, whichever is larger, so that the rules of the puzzle hold.\n\n\
     - The rules are those of the catalogue that the file of the puzzle names.\n",
    example: vec![
        Rule::Given(Given {}),
        Rule::Different(Different { area: Area::Lines }),
        Rule::Differ(Differ {
            by: vec![Near::Edge],
            equals: None,
            at_least: Some(2),
            at_most: None,
        }),
    ],
    always: &[
        ("number-out-of-range", "a cell holds no number, or one that is too large"),
        ("hole-marked", "a hole is marked"),
    ],
    numbers_in_range,
}

custom! {
    /// Blocks between borders.
    CustomBlocks, "custom-blocks", "Custom Blocks", Division,
    Form { walls: Walls::Borders, edge_layer: Some(EdgeLayer::Borders), ..PRINTED },
    "Divide the board into blocks, so that the rules of the puzzle hold.\n\n\
     - The rules are those of the catalogue that the file of the puzzle names.\n\
     - Given borders are borders between two blocks.\n",
    example: vec![
        Rule::Sizes(Sizes {}),
        Rule::UnequalBlocks(UnequalBlocks {}),
        Rule::NoCrossing(NoCrossing {}),
    ],
    always: &[
        ("border-ends", "a border ends inside a block"),
        ("given-border", "a given border is missing"),
    ],
    borders_separate,
}

/// Checks that holes have no values.
fn holes_unmarked(board: &Board, solution: &Solved, broken: &mut Broken) {
    for hole in board.holes().filter(|&hole| solution.is_marked(hole)) {
        broken.add("hole-marked", format!("the hole {hole} is marked"), vec![hole]);
    }
}

/// Checks that the cells of the board hold numbers in the range, and holes none.
fn numbers_in_range(board: &Board, solution: &Solved, broken: &mut Broken) {
    holes_unmarked(board, solution, broken);
    let size = board.size();
    let max = size.rows.max(size.columns);
    for cell in board.playable_cells() {
        let number = solution.cells[cell];
        if number == 0 || number as usize > max {
            let message = format!("{cell} does not hold a number from 1 to {max}");
            broken.add("number-out-of-range", message, vec![cell]);
        }
    }
}
