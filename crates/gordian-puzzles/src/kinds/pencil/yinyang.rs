//! Yin-Yang: a black or white circle in each cell, so that the circles of each colour are
//! connected.

use crate::pencil::check::{full_squares, groups, square};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, Rules, Section, Solved,
};

/// Yin-Yang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yinyang;

/// The mark of a white circle.
pub const WHITE: usize = 0;
/// The mark of a black circle.
pub const BLACK: usize = 1;

impl Rules for Yinyang {
    const NAME: &'static str = "yinyang";
    const TITLE: &'static str = "Yin-Yang";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["yinyang"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[('o', "a white circle"), ('*', "a black circle")])),
        link: &[Section::Circle],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put a black or a white circle in each cell; in solutions, a cell with a black circle is shaded.

- Circles that are given stay.
- All black circles are connected, and all white circles are connected.
- No 2×2 area has four circles of the same colour.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("given-circle", "a given circle has the other colour"),
        ("black-divided", "the black circles are not connected"),
        ("white-divided", "the white circles are not connected"),
        ("black-square", "a 2×2 area has four black circles"),
        ("white-square", "a 2×2 area has four white circles"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            board.cells[cell] = Clue::Mark(usize::from(solution.is_marked(cell)));
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for (cell, clue) in board.clues() {
            let (is_black, colour) = match *clue {
                Clue::Mark(BLACK) => (true, "black"),
                _ => (false, "white"),
            };
            if solution.is_marked(cell) != is_black {
                let message = format!("the given circle at {cell} is {colour}");
                broken.add("given-circle", message, vec![cell]);
            }
        }
        let colours = [
            (true, "black", "black-divided", "black-square"),
            (false, "white", "white-divided", "white-square"),
        ];
        for (is_black, colour, divided, full) in colours {
            let is_member = |cell| solution.is_marked(cell) == is_black;
            if let [_, second, ..] = &groups(board.size(), is_member)[..] {
                let message =
                    format!("the {colour} circles at {} are cut off from the others", second[0]);
                broken.add(divided, message, second.clone());
            }
            for first in full_squares(board.size(), is_member) {
                let message = format!("the 2×2 area at {first} has four {colour} circles");
                broken.add(full, message, square(first));
            }
        }
    }
}
