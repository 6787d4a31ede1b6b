//! One search node in compact form.
//!
//! ```text
//! q[d]    d = 0..8   bit c        cell c has the candidate d+1, c = 0..64
//! q[8]               bit c        the same for digit 9
//! q[9]    byte d     bit c - 64   digit d+1, cells 64..72
//! q[10]   byte d     bit c - 72   digit d+1, cells 72..80
//! q[11]   byte 0, 1               digit 9, cells 64..72 and 72..80
//!         bits 16..25             cell 80, digits 1..9
//!         bits 25..38             the report of the last round: cell (7 bits) and digit (4 bits)
//!                                 to branch on, verdict (2 bits)
//!         bits 38..64             unused
//! q[12]                           the puzzle the node belongs to
//! q[13]                           the slot of the next older pending node of the same lane
//! ```
//!
//! The cells from 64 on are arranged so that eight of them make one byte per digit: so a text
//! becomes a node with two bit-matrix transpositions, and rounds convert 512 nodes to planes of 512
//! bits.

use std::marker::PhantomData;

#[cfg(gordian_simd)]
use super::simd::CacheLine;
use super::simd::CacheLines;
use super::word::Word;

/// Number of qwords that hold candidates and the report of a round.
pub(super) const N_QWORDS: usize = 12;

/// The number of pieces of sixteen bytes.
pub(super) const N_PIECES: usize = N_QWORDS / 2;

/// A search node, two cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// Candidates, and the report of the last round.
    pub(super) q: [u64; N_QWORDS],
    /// The number of the puzzle.
    pub(super) puzzle: u32,
    /// The slot of the next older pending node of the same lane.
    pub(super) older: u32,
}

/// The nodes of all lanes, arranged for loads of whole registers.
///
/// A register holds the same sixteen bytes, a *piece*, of as many nodes as it has 128-bit parts: of
/// four nodes for 512 lanes. These four are among the 64 lanes that are processed together.
///
/// ```text
/// lane = 64·i + 64/K·k + r      K = lanes / 128, at least 1; k < K, r < 64/K
/// pieces[((64/K·i + r)·6 + piece)·K + k]
/// ```
pub(super) struct Nodes<W> {
    lines: CacheLines,
    word: PhantomData<W>,
}

impl<W: Word> Nodes<W> {
    /// K: the number of pieces side by side.
    const PIECES_SIDE_BY_SIDE: usize = W::LANES.div_ceil(128);
    /// Lanes of a group in one 128-bit part.
    const LANES_PER_PART: usize = 64 / Self::PIECES_SIDE_BY_SIDE;
    /// The number of pieces from the first to the last of a node.
    const NODE_SPAN: usize = (N_PIECES - 1) * Self::PIECES_SIDE_BY_SIDE + 1;

    /// Creates empty nodes.
    pub(super) fn new() -> Self {
        Self { lines: CacheLines::new(W::LANES * N_PIECES / 4), word: PhantomData }
    }

    /// Returns the memory.
    #[cfg(gordian_simd)]
    #[inline(always)]
    pub(super) fn lines(&self) -> &[CacheLine] {
        self.lines.lines()
    }

    /// Returns the memory.
    #[cfg(gordian_simd)]
    #[inline(always)]
    pub(super) fn lines_mut(&mut self) -> &mut [CacheLine] {
        self.lines.lines_mut()
    }

    /// Returns the index of the first piece of a lane.
    #[inline(always)]
    fn first(lane: usize) -> usize {
        let (block, k) = (
            lane / 64 * Self::LANES_PER_PART + lane % Self::LANES_PER_PART,
            lane % 64 / Self::LANES_PER_PART,
        );
        block * N_PIECES * Self::PIECES_SIDE_BY_SIDE + k
    }

    /// Returns the candidates and the report of `lane`.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> [u64; N_QWORDS] {
        let pieces = &self.lines.pieces()[Self::first(lane)..][..Self::NODE_SPAN];
        let mut q = [0; N_QWORDS];
        for i in 0..N_PIECES {
            [q[2 * i], q[2 * i + 1]] = pieces[i * Self::PIECES_SIDE_BY_SIDE];
        }
        q
    }

    /// Sets the candidates of `lane`.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, q: &[u64; N_QWORDS]) {
        let pieces = &mut self.lines.pieces_mut()[Self::first(lane)..][..Self::NODE_SPAN];
        for i in 0..N_PIECES {
            pieces[i * Self::PIECES_SIDE_BY_SIDE] = [q[2 * i], q[2 * i + 1]];
        }
    }
}

/// The first bit of the report in `q[11]`.
pub(super) const REPORT_SHIFT: u32 = 25;

/// Returns the qword and the bit of a candidate; digit and cell are counted from 0.
pub(super) const fn position(digit: usize, cell: usize) -> (usize, usize) {
    match (digit, cell) {
        (_, 0..64) => (digit, cell),
        (0..8, 64..72) => (9, 8 * digit + cell - 64),
        (0..8, 72..80) => (10, 8 * digit + cell - 72),
        (8, 64..80) => (11, cell - 64),
        _ => (11, 16 + digit),
    }
}

/// For each cell the bits of its nine candidates.
static CELL_MASKS: [[u64; N_QWORDS]; 81] = {
    let mut masks = [[0; N_QWORDS]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut digit = 0;
        while digit < 9 {
            let (word, bit) = position(digit, cell);
            masks[cell][word] |= 1 << bit;
            digit += 1;
        }
        cell += 1;
    }
    masks
};

/// For each digit the bits of its 81 candidates.
static DIGIT_MASKS: [[u64; N_QWORDS]; 9] = {
    let mut masks = [[0; N_QWORDS]; 9];
    let mut digit = 0;
    while digit < 9 {
        let mut cell = 0;
        while cell < 81 {
            let (word, bit) = position(digit, cell);
            masks[digit][word] |= 1 << bit;
            cell += 1;
        }
        digit += 1;
    }
    masks
};

impl Node {
    /// The contradictory node of idle lanes.
    pub(super) const EMPTY: Self = Self { q: [0; N_QWORDS], puzzle: 0, older: 0 };
}

/// Splits a node at the candidate chosen by the last round: returns the child with the digit in the
/// cell, and writes the child without it to `without`.
#[inline(always)]
pub(super) fn split(node: &[u64; N_QWORDS], without: &mut [u64; N_QWORDS]) -> [u64; N_QWORDS] {
    let report = node[11] >> REPORT_SHIFT;
    let (cell, digit) =
        (&CELL_MASKS[(report & 127) as usize], &DIGIT_MASKS[(report >> 7 & 15) as usize]);
    let mut with = [0; N_QWORDS];
    for word in 0..N_QWORDS {
        without[word] = node[word] & !(cell[word] & digit[word]);
        with[word] = node[word] & (!cell[word] | digit[word]);
    }
    with
}

/// Writes the candidates of a puzzle to a node; returns whether all characters are `1` to `9`, `0`
/// or `.`. Otherwise the candidates are undefined.
///
/// The portable form, and the reference for the others.
pub(super) fn parse(text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
    *q = [0; N_QWORDS];
    for (cell, &byte) in text.iter().enumerate() {
        let digits = match byte {
            b'.' | b'0' => 0..9,
            b'1'..=b'9' => usize::from(byte - b'1')..usize::from(byte - b'0'),
            _ => return false,
        };
        for digit in digits {
            let (word, bit) = position(digit, cell);
            q[word] |= 1 << bit;
        }
    }
    true
}

/// Writes a solved node, with one candidate per cell, as 81 digits. The portable form.
pub(super) fn write(q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
    for (digit, byte) in (0..9).zip(b'1'..) {
        for (cell, out) in text.iter_mut().enumerate() {
            let (word, bit) = position(digit, cell);
            if q[word] >> bit & 1 == 1 {
                *out = byte;
            }
        }
    }
}

/// Returns the character of the last cell of a solved node.
#[cfg(gordian_simd)]
#[inline(always)]
pub(super) fn last_digit(q: &[u64; N_QWORDS]) -> u8 {
    const DIGITS: [u8; 16] = *b"1234567899999999";
    DIGITS[(q[11] >> 16).trailing_zeros() as usize & 15]
}
