//! A cube as its unfolded net, each digit with an arrow that points to its top.

use std::fmt::Write;

use super::sticker_cube::Net;
use super::{Direction, Face, SolvedNet, StickerCube, SudokuCube};

/// Returns the part of a net line that shows a face, or blanks of the same width.
fn face_row(net: &Net, face: Option<Face>, row: usize) -> String {
    let size = net[0].len();
    // Cubes of size 4 and 5 have numbers of two figures.
    let figures = if size < 4 { 1 } else { 2 };
    let Some(face) = face else { return " ".repeat(size * (figures + 2) - 1) };
    let cell = |&(digit, direction): &(u8, Option<Direction>)| {
        format!("{digit:>figures$}{}", direction.map_or(' ', Direction::arrow))
    };
    net[face.index()][row].iter().map(cell).collect::<Vec<_>>().join(" ")
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
        for row in 0..net[0].len() {
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
    /// A puzzle file takes the drawing as its `net`. A middle centre whose direction is not known
    /// has no arrow. In a solution every digit has the arrow of its face, also a 1, which reads the
    /// other way as well. Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, solution: Option<&SolvedNet>) -> String {
        match solution {
            None => draw(&StickerCube::from_cube(self).to_net()),
            Some(solved) => draw(&Face::ALL.map(|face| {
                let direction = Some(solved.directions[face.index()]);
                let row = |row: &Vec<u8>| row.iter().map(|&digit| (digit, direction)).collect();
                solved.digits[face.index()].iter().map(row).collect()
            })),
        }
    }
}
