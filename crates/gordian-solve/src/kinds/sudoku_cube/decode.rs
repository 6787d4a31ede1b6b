//! Decodes assignments of the model.

use gordian_model::{Assignment, VarId};
use gordian_puzzles::cube::{Ambiguity, Direction, PieceKind, Placement, SolvedNet};

use crate::kind::to_u8;

/// The variables of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceVars {
    /// The place of the piece in the solution, from 0.
    pub(super) position: VarId,
    /// How far its stickers are shifted there; `None` for pieces with one orientation.
    pub(super) permutation: Option<VarId>,
}

/// The variables of a sticker of the solved net.
#[derive(Clone, Copy, Debug)]
pub(super) struct StickerVars {
    pub(super) value: VarId,
    pub(super) rotation: VarId,
}

/// A field of the net.
#[derive(Clone, Copy, Debug)]
pub(super) enum NetCell {
    /// The middle of a face.
    Centre(u8),
    /// The middle of a face with an ambiguous 6 or 9.
    Turned(VarId),
    /// A sticker of a piece that moves.
    Sticker(StickerVars),
}

/// The variables from which a solution is decoded.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    pub(super) size: usize,
    /// The pieces of each kind that the cube has.
    pub(super) pieces: Vec<(PieceKind, Vec<PieceVars>)>,
    /// For each face, rows of cells.
    pub(super) cells: Vec<Vec<Vec<NetCell>>>,
    pub(super) directions: Vec<VarId>,
    pub(super) ambiguity: Ambiguity,
}

impl SolutionDecoder {
    /// Returns the placement of the pieces. Identical pieces are in an arbitrary order.
    pub(super) fn placement(&self, values: &Assignment) -> Placement {
        let read = |piece: &PieceVars| {
            let turn = piece.permutation.map_or(0, |permutation| to_u8(values[permutation]));
            (to_u8(values[piece.position]), turn)
        };
        Placement::new(self.size, |kind| {
            let of_kind = self.pieces.iter().filter(|(other, _)| *other == kind);
            of_kind.flat_map(|(_, pieces)| pieces.iter().map(read)).collect()
        })
    }

    pub(super) fn solution(&self, values: &Assignment) -> SolvedNet {
        let directions: [Direction; 6] = std::array::from_fn(|face| {
            Direction::from_quarter_turns(to_u8(values[self.directions[face]]))
        });
        let read = |cell: &NetCell, direction: Direction| match *cell {
            NetCell::Centre(digit) => digit,
            NetCell::Turned(digit) => to_u8(values[digit]),
            NetCell::Sticker(shown) => {
                let looks = Direction::from_quarter_turns(to_u8(values[shown.rotation]));
                let read = self.ambiguity.read(to_u8(values[shown.value]), looks, direction);
                read.expect("the model requires that digits can be read")
            }
        };
        let digits = std::array::from_fn(|face| {
            let row = |cells: &Vec<NetCell>| {
                cells.iter().map(|cell| read(cell, directions[face])).collect()
            };
            self.cells[face].iter().map(row).collect()
        });
        SolvedNet { digits, directions }
    }
}
