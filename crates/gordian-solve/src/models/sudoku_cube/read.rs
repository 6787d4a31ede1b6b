//! Reads an answer of the model back.

use gordian_model::{Assignment, VarId};
use gordian_puzzles::Solution;
use gordian_puzzles::cube::{Ambiguity, Direction, PieceKind, Placement, SolvedNet};

use super::super::byte;

/// The variables of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The place where it goes, from 0.
    pub(super) position: VarId,
    /// How far its stickers are shifted there; `None` if it can lie there in one way only.
    pub(super) permutation: Option<VarId>,
}

/// The variables of a sticker of the solved net.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) value: VarId,
    pub(super) rotation: VarId,
}

/// What is drawn in a field of the net.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    /// The middle of a face.
    Centre(u8),
    /// The middle of a face that is a 6 or a 9, whichever the face needs.
    Turned(VarId),
    /// A sticker of a piece that moves.
    Shown(Shown),
}

/// What an answer is read from.
#[derive(Debug)]
pub(in super::super) struct Reading {
    pub(super) size: usize,
    /// The pieces of each kind that the cube has.
    pub(super) pieces: Vec<(PieceKind, Vec<Piece>)>,
    /// For each face, rows of cells.
    pub(super) cells: Vec<Vec<Vec<Cell>>>,
    pub(super) directions: Vec<VarId>,
    pub(super) ambiguity: Ambiguity,
}

impl Reading {
    /// Returns where the pieces go. Pieces that look the same are in some order there.
    pub(in super::super) fn placement(&self, values: &Assignment) -> Placement {
        let read = |piece: &Piece| {
            let turn = piece.permutation.map_or(0, |permutation| byte(values[permutation]));
            (byte(values[piece.position]), turn)
        };
        Placement::new(self.size, |kind| {
            let of_kind = self.pieces.iter().filter(|(other, _)| *other == kind);
            of_kind.flat_map(|(_, pieces)| pieces.iter().map(read)).collect()
        })
    }

    pub(in super::super) fn solution(&self, values: &Assignment) -> Solution {
        let directions: [Direction; 6] =
            std::array::from_fn(|face| Direction::from_turns(byte(values[self.directions[face]])));
        let read = |cell: &Cell, direction: Direction| match *cell {
            Cell::Centre(digit) => digit,
            Cell::Turned(digit) => byte(values[digit]),
            Cell::Shown(shown) => {
                let looks = Direction::from_turns(byte(values[shown.rotation]));
                let read = self.ambiguity.read(byte(values[shown.value]), looks, direction);
                read.expect("the model demands that digits can be read")
            }
        };
        let digits = std::array::from_fn(|face| {
            let row =
                |cells: &Vec<Cell>| cells.iter().map(|cell| read(cell, directions[face])).collect();
            self.cells[face].iter().map(row).collect()
        });
        Solution::SudokuCube(SolvedNet { digits, directions })
    }
}
