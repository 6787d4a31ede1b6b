//! All nodes at once: one word per candidate, one lane per node.

use super::word::Word;

/// The number of candidate planes.
pub(super) const N_CANDIDATE_PLANES: usize = 9 * 81;

/// The number of report planes: cell (7), digit (4), verdict (2).
pub(super) const N_REPORT_PLANES: usize = 13;

/// The number of planes loaded and stored: candidates, report, and the padding of the last qword.
pub(super) const N_STORED_PLANES: usize = 768;

/// The search state of all lanes.
#[repr(C, align(64))]
pub(super) struct Planes<W> {
    /// Candidate (digit, cell) at `81·digit + cell`, then the report, then undefined padding.
    pub(super) stored: [W; N_STORED_PLANES],
    /// The cell has at least two candidates, as of the last cell pass.
    pub(super) has_several: [W; 81],
    /// The cell is decided by a house with no other place for a digit, or by its single candidate.
    pub(super) fixed: [W; 81],
    /// `fixed` as of the last cell pass: these cells must have one candidate by the next one.
    pub(super) must_be_single: [W; 81],
    /// The lane has a contradiction.
    pub(super) contradictory: W,
    /// The lane has a cell with several candidates, as of the last cell pass.
    pub(super) is_open: W,
    /// A cell of the lane became decided between the last two cell passes.
    pub(super) changed: W,
    /// Working space for the choice of the branch.
    pub(super) scratch: Scratch<W>,
}

/// Working space for the choice of the branch, kept because clearing it would cost time.
#[repr(C, align(64))]
pub(super) struct Scratch<W> {
    /// The cell has two candidates.
    pub(super) bivalue: [W; 81],
    /// The cell has three candidates.
    pub(super) trivalue: [W; 81],
    /// The cell is eligible.
    pub(super) eligible: [W; 81],
    /// The score of the cell, four bits.
    pub(super) score: [[W; 4]; 81],
    /// Crowding of columns, two bits, by digit, column and box of the column.
    pub(super) column_crowding: [[[[W; 2]; 3]; 9]; 9],
}

impl<W: Word> Planes<W> {
    /// Creates planes without candidates.
    pub(super) fn new(proof: W::Proof) -> Box<Self> {
        let z = W::zero(proof);
        Box::new(Self {
            stored: [z; N_STORED_PLANES],
            has_several: [z; 81],
            fixed: [z; 81],
            must_be_single: [z; 81],
            contradictory: z,
            is_open: z,
            changed: z,
            scratch: Scratch {
                bivalue: [z; 81],
                trivalue: [z; 81],
                eligible: [z; 81],
                score: [[z; 4]; 81],
                column_crowding: [[[[z; 2]; 3]; 9]; 9],
            },
        })
    }

    /// Discards the flags of the previous nodes.
    #[inline(always)]
    pub(super) fn reset(&mut self, proof: W::Proof) {
        let z = W::zero(proof);
        self.contradictory = z;
        self.fixed = [z; 81];
        self.must_be_single = [z; 81];
    }
}

/// The positions of the eight planes whose bits make one byte of a node.
#[derive(Clone, Copy)]
pub(super) struct BytePlanes {
    /// The first plane.
    first: usize,
    /// The distance between two planes.
    stride: usize,
}

impl BytePlanes {
    /// Returns the index of the plane of bit `bit` of the byte.
    #[inline(always)]
    pub(super) fn plane(self, bit: usize) -> usize {
        self.first + bit * self.stride
    }
}

/// The planes of byte `b` of `q[j]` are `BYTE_PLANES[8·j + b]`; see `node.rs` for the bytes.
pub(super) static BYTE_PLANES: [BytePlanes; 96] = {
    let mut runs = [BytePlanes { first: 0, stride: 1 }; 96];
    let mut i = 0;
    while i < 96 {
        let (j, b) = (i / 8, i % 8);
        let (first, stride) = match (j, b) {
            (0..9, _) => (81 * j + 8 * b, 1),
            (9, _) => (81 * b + 64, 1),
            (10, _) => (81 * b + 72, 1),
            (_, 0) => (81 * 8 + 64, 1),
            (_, 1) => (81 * 8 + 72, 1),
            (_, 2) => (80, 81),
            // Cell 80 of digit 9 is the last candidate; the report follows it.
            (_, _) => (N_CANDIDATE_PLANES - 1 + 8 * (b - 3), 1),
        };
        runs[i] = BytePlanes { first, stride };
        i += 1;
    }
    runs
};
