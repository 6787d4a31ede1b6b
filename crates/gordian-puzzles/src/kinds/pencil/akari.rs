//! Akari, also known as Light Up: lights that illuminate every white cell and not each other.

use gordian_core::Random;

use crate::board::{Direction, Size};
use crate::pencil::blank::{count_marks_beside, random_black_cells};
use crate::pencil::check::marks_beside;
use crate::pencil::{Board, Broken, CellForm, CellLayer, Family, Form, Rules, Section, Solved};

/// Akari.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Akari;

impl Rules for Akari {
    const NAME: &'static str = "akari";
    const TITLE: &'static str = "Akari (Light Up)";
    const FAMILY: Family = Family::Objects;
    const LINK_NAMES: &'static [&'static str] = &["akari", "lightup", "bijutsukan"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        link: &[Section::FourCell],
        cell_layer: Some(CellLayer::Symbols(&[('.', "no light"), ('o', "a light")])),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put lights into white cells. A light shines along its row and its column up to black cells: those with a number or with `?`.

- Every white cell is lit or has a light.
- No light is lit by another one.
- A number is how many of the (up to four) adjacent cells have a light; `?` says nothing.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("light-in-black-cell", "a light is in a black cell"),
        ("light-in-sight", "two lights light each other"),
        ("unlit-cell", "a white cell is not lit"),
        ("number-of-lights", "a number is not how many adjacent cells have a light"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(random_black_cells(size, 4, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_marks_beside(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        marks_beside(board, solution, ("number-of-lights", "lights"), broken);
        for (cell, _) in board.clues() {
            if solution.is_marked(cell) {
                let message = format!("{cell} is black and has a light");
                broken.add("light-in-black-cell", message, vec![cell]);
            }
        }
        for cell in size.cells().filter(|&cell| !board.cells[cell].is_clue()) {
            // The first light in each direction, before a black cell.
            let light_towards = |direction: Direction| {
                let white = size.ray(cell, direction).take_while(|&it| !board.cells[it].is_clue());
                white.into_iter().find(|&it| solution.is_marked(it))
            };
            if solution.is_marked(cell) {
                // Each pair is reported once, at its first light.
                for side in [Direction::Right, Direction::Down] {
                    if let Some(other) = light_towards(side) {
                        let message = format!("the lights at {cell} and {other} light each other");
                        broken.add("light-in-sight", message, vec![cell, other]);
                    }
                }
            } else if Direction::ALL.into_iter().all(|side| light_towards(side).is_none()) {
                broken.add("unlit-cell", format!("{cell} is not lit"), vec![cell]);
            }
        }
    }
}
