//! A cube as its unfolded net, each digit with an arrow that points to its top.

use std::fmt::Write;

use super::solid::Net;
use super::{Direction, Face, Solid, SolvedNet, SudokuCube};

/// Returns the parts of a net line: three cells of a face, or blanks of the same width.
fn face_row(net: &Net, face: Option<Face>, row: usize) -> String {
    let Some(face) = face else { return " ".repeat(8) };
    let cells = net[face.index()][row]
        .map(|(digit, direction)| format!("{digit}{}", direction.map_or(' ', Direction::arrow)));
    cells.join(" ")
}

fn draw(net: &Net) -> String {
    let mut out = String::new();
    let bands = [
        vec![None, Some(Face::U)],
        vec![Some(Face::L), Some(Face::F), Some(Face::R), Some(Face::B)],
        vec![None, Some(Face::D)],
    ];
    for (number, band) in bands.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        for row in 0..3 {
            let line: Vec<String> = band.iter().map(|&face| face_row(net, face, row)).collect();
            writeln!(out, "{}", line.join("   ").trim_end())
                .expect("writing to a string cannot fail");
        }
    }
    out
}

impl SudokuCube {
    /// Draws the net of the cube as it is, or of its solution.
    ///
    /// A puzzle file takes the drawing as its `net`. A centre whose direction is not known has no
    /// arrow. In a solution every digit has the arrow of its face, also a 1, which reads the other
    /// way as well. Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, solution: Option<&SolvedNet>) -> String {
        match solution {
            None => draw(&Solid::from_cube(self).to_net()),
            Some(solved) => draw(&Face::ALL.map(|face| {
                let direction = Some(solved.directions[face.index()]);
                solved.digits[face.index()].map(|row| row.map(|digit| (digit, direction)))
            })),
        }
    }
}
