//! All nodes at once: a word a candidate, a lane a node.

use super::word::Word;

/// Number of candidate planes.
pub(super) const CANDIDATES: usize = 9 * 81;

/// Number of report planes: cell (7), digit (4), verdict (2).
pub(super) const REPORT: usize = 13;

/// Planes that are loaded and stored: candidates, report, and what fills up the last qword.
pub(super) const STORED: usize = 768;

/// The search state of all lanes.
#[repr(C, align(64))]
pub(super) struct Planes<W> {
    /// Candidate (digit, cell) at `81·digit + cell`, then the report, then junk.
    pub(super) stored: [W; STORED],
    /// The cell has at least two candidates, as of the last cell pass.
    pub(super) multi: [W; 81],
    /// The digit of the cell is fixed by a house that has no other place for it, or by the cell.
    pub(super) fixed: [W; 81],
    /// `fixed` as of the last cell pass: these cells must be single by the next one.
    pub(super) due: [W; 81],
    /// The lane holds a contradiction.
    pub(super) bad: W,
    /// The lane has a cell with several candidates, as of the last cell pass.
    pub(super) open: W,
    /// A cell of the lane became single between the last two cell passes.
    pub(super) moved: W,
    /// Working space of the choice of a branch.
    pub(super) scratch: Scratch<W>,
}

/// Working space of the choice of a branch, kept because clearing it would cost time.
#[repr(C, align(64))]
pub(super) struct Scratch<W> {
    /// The cell has two candidates.
    pub(super) bivalue: [W; 81],
    /// The cell has three candidates.
    pub(super) trivalue: [W; 81],
    /// The cell is eligible.
    pub(super) pick: [W; 81],
    /// The score of the cell, four bits.
    pub(super) score: [[W; 4]; 81],
    /// Crowd numbers, two bits: digit, column, box of the column.
    pub(super) columns: [[[[W; 2]; 3]; 9]; 9],
}

impl<W: Word> Planes<W> {
    /// Returns planes without candidates.
    pub(super) fn new(proof: W::Proof) -> Box<Self> {
        let z = W::zero(proof);
        Box::new(Self {
            stored: [z; STORED],
            multi: [z; 81],
            fixed: [z; 81],
            due: [z; 81],
            bad: z,
            open: z,
            moved: z,
            scratch: Scratch {
                bivalue: [z; 81],
                trivalue: [z; 81],
                pick: [z; 81],
                score: [[z; 4]; 81],
                columns: [[[[z; 2]; 3]; 9]; 9],
            },
        })
    }

    /// Forgets what was concluded for the previous nodes.
    #[inline(always)]
    pub(super) fn reset(&mut self, proof: W::Proof) {
        let z = W::zero(proof);
        self.bad = z;
        self.fixed = [z; 81];
        self.due = [z; 81];
    }
}

/// Where eight planes lie whose bits make one byte of a node.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The first plane.
    first: usize,
    /// The distance between two planes.
    stride: usize,
}

impl Run {
    /// Returns the number of the plane of bit `bit` of the byte.
    #[inline(always)]
    pub(super) fn plane(self, bit: usize) -> usize {
        self.first + bit * self.stride
    }
}

/// The planes of byte `b` of `q[j]` are those of `RUNS[8·j + b]`; see `node.rs` for the bytes.
pub(super) static RUNS: [Run; 96] = {
    let mut runs = [Run { first: 0, stride: 1 }; 96];
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
            (_, _) => (CANDIDATES - 1 + 8 * (b - 3), 1),
        };
        runs[i] = Run { first, stride };
        i += 1;
    }
    runs
};
