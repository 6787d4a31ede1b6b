//! The SIMD operations that the engine requires of a machine.

use std::fmt::Debug;

use super::search::SearchStack;
use super::{Grid, InvalidCharacter};
use crate::engine::Step;

/// The mask of the nine digits.
pub(super) const DIGITS: u16 = 0x1FF;

/// The lanes of one register in memory: for each band and row a word of four lanes, the three boxes
/// from the left and a spare one. The fourth row is spare. Spare lanes contain [`DIGITS`].
///
/// ```text
/// bit 63      48 47      32 31      16 15       0
///    │   spare  │   box 2  │   box 1  │   box 0  │
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct LaneWords(pub(super) [[u64; 4]; 3]);

impl LaneWords {
    /// Only spare lanes.
    pub(super) const SPARE: Self = Self([[SPARE_ROW; 4]; 3]);
}

const SPARE_ROW: u64 = 0x01FF_01FF_01FF_01FF;
const SPARE_LANE: u64 = 0x01FF << 48;

/// Returns the register and the lane of a cell; see the drawing in [`super`].
pub(super) const fn lane_of_cell(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    ((column % 3 + 3 - row % 3) % 3, 3 * row + column / 3)
}

/// SIMD operations on 27 lanes of 16 bits.
///
/// A value of an implementing type proves that the machine has the instructions, so only `new` of a
/// form creates one. Methods from [`Self::splat`] to [`Self::where_equal`] work lane by lane,
/// [`Self::rotate`] moves lanes, and the others reduce all lanes. The algorithm is written once
/// over this trait and compiled for each form inside [`Self::advance`] and [`Self::solve_line`],
/// its two entry points. Everything called from them is `#[inline(always)]`, because a function
/// that is not inlined into an entry point would be compiled without the instructions.
///
/// *Shape*: lane `9 · band + 3 · row + box`, with each number within 0..3, the row within the band,
/// and boxes from the left. A form may have additional spare lanes; they contain [`DIGITS`] in
/// every grid, which no rule changes, and are ignored.
pub(super) trait Machine: Copy + Debug + Send + Sync + 'static {
    /// One or more registers with 27 lanes.
    type Lanes: Copy + Debug + Send + Sync;

    /// Continues a search: [`SearchStack::advance`] compiled for this machine.
    fn advance(stack: &mut SearchStack<Self>, nodes: u64) -> Step;

    /// Solves one puzzle: [`SearchStack::solve_line`] compiled for this machine.
    fn solve_line(
        stack: &mut SearchStack<Self>,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter>;

    /// Loads lanes from memory, with [`DIGITS`] in the spare ones.
    fn load(self, words: &LaneWords) -> Self::Lanes;

    /// Stores the lanes to memory.
    fn store(self, a: Self::Lanes) -> LaneWords;

    /// Returns `value` in every lane.
    fn splat(self, value: u16) -> Self::Lanes;

    /// `a & b`
    fn and(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `a | b`
    fn or(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `a ^ b`
    fn xor(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `a & !b`
    fn without(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `a | b | c`
    #[inline(always)]
    fn or3(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.or(self.or(a, b), c)
    }

    /// `a & b & c`
    #[inline(always)]
    fn and3(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.and(self.and(a, b), c)
    }

    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.xor(self.xor(a, b), c)
    }

    /// Returns the bits set in at least two of the three.
    #[inline(always)]
    fn majority(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }

    /// `a | (b & c)`
    #[inline(always)]
    fn or_and(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.or(a, self.and(b, c))
    }

    /// `a | (b & !c)`
    #[inline(always)]
    fn or_without(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.or(a, self.without(b, c))
    }

    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, a: Self::Lanes, b: Self::Lanes, c: Self::Lanes) -> Self::Lanes {
        self.or(a, self.xor(b, c))
    }

    /// `a + b`, where no lane overflows.
    fn add(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `a - b`, where no lane overflows.
    fn sub(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;

    /// `128 * a`, where no lane overflows.
    fn times_128(self, a: Self::Lanes) -> Self::Lanes;

    /// `a` without its lowest set bit; `a` is within [`DIGITS`].
    fn drop_lowest(self, a: Self::Lanes) -> Self::Lanes;

    /// Returns the number of set bits; `a` is within [`DIGITS`].
    fn count_bits(self, a: Self::Lanes) -> Self::Lanes;

    /// `a` in lanes where `test` is zero, else zero; `test` is within [`DIGITS`].
    fn where_zero(self, test: Self::Lanes, a: Self::Lanes) -> Self::Lanes;

    /// `b` in lanes where `key` is `value`, else `a`.
    fn where_equal(
        self,
        key: Self::Lanes,
        value: u16,
        a: Self::Lanes,
        b: Self::Lanes,
    ) -> Self::Lanes;

    /// Moves to every lane the value of the lane `BAND` bands, `ROW` rows and `BOX` boxes further,
    /// each modulo three.
    fn rotate<const BAND: usize, const ROW: usize, const BOX: usize>(
        self,
        a: Self::Lanes,
    ) -> Self::Lanes;

    /// Returns whether all lanes are zero.
    fn is_zero(self, a: Self::Lanes) -> bool;

    /// Returns whether some lane of `digits` is not [`DIGITS`] or some lane of `cells` is zero.
    fn is_contradictory(self, digits: Self::Lanes, cells: [Self::Lanes; 3]) -> bool;

    /// Returns the minimum over all lanes of the three.
    fn min_lane(self, a: [Self::Lanes; 3]) -> u16;

    /// Reads 81 characters; returns `None` if one is invalid.
    #[inline(always)]
    fn read(self, text: &[u8; 81]) -> Option<Grid<Self>> {
        let mut words = [LaneWords::SPARE; 3];
        read_words(text, &mut words).then(|| load_all(self, &words))
    }

    /// Writes a grid with one digit in every cell as 81 characters.
    #[inline(always)]
    fn write(self, grid: &Grid<Self>, text: &mut [u8; 81]) {
        write_words(&store_all(self, grid), text);
    }
}

/// The candidates of a cell for each character; none for invalid characters.
const CANDIDATES_OF_CHARACTER: [u16; 256] = {
    let mut masks = [0; 256];
    masks[b'.' as usize] = DIGITS;
    masks[b'0' as usize] = DIGITS;
    let mut digit = 0;
    while digit < 9 {
        masks[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    masks
};

/// Returns the candidates of a cell for a character; none for invalid characters.
pub(super) fn candidates_of_character(character: u8) -> u16 {
    CANDIDATES_OF_CHARACTER[usize::from(character)]
}

/// Loads the candidates of 81 cells, row by row, into a grid.
#[inline(always)]
pub(super) fn load_cells<M: Machine>(machine: M, cells: &[u16; 81]) -> Grid<M> {
    let mut words = [LaneWords::SPARE; 3];
    read_cells(cells, &mut words);
    load_all(machine, &words)
}

/// Returns the candidates of the 81 cells of a grid, row by row.
#[inline(always)]
pub(super) fn store_cells<M: Machine>(machine: M, grid: &Grid<M>) -> [u16; 81] {
    let mut cells = [0; 81];
    write_cells(&store_all(machine, grid), &mut cells);
    cells
}

#[inline(always)]
fn load_all<M: Machine>(machine: M, words: &[LaneWords; 3]) -> Grid<M> {
    [machine.load(&words[0]), machine.load(&words[1]), machine.load(&words[2])]
}

#[inline(always)]
fn store_all<M: Machine>(machine: M, grid: &Grid<M>) -> [LaneWords; 3] {
    [machine.store(grid[0]), machine.store(grid[1]), machine.store(grid[2])]
}

// The loops over single cells are separate functions: if they were inlined, their values would be
// inserted into vector registers one by one.

#[inline(never)]
fn read_words(text: &[u8; 81], words: &mut [LaneWords; 3]) -> bool {
    let mut good = true;
    for (row, text) in text.chunks_exact(9).enumerate() {
        let mut cells = [0; 9];
        for (cell, &character) in cells.iter_mut().zip(text) {
            *cell = candidates_of_character(character);
            good &= *cell != 0;
        }
        read_row(row, &cells, words);
    }
    good
}

#[inline(never)]
fn read_cells(cells: &[u16; 81], words: &mut [LaneWords; 3]) {
    for (row, cells) in cells.as_chunks().0.iter().enumerate() {
        read_row(row, cells, words);
    }
}

#[inline(always)]
fn read_row(row: usize, cells: &[u16; 9], words: &mut [LaneWords; 3]) {
    let cell = |column: usize| u64::from(cells[column]);
    for (register, words) in words.iter_mut().enumerate() {
        let at = (row + register) % 3;
        words.0[row / 3][row % 3] = cell(at) | cell(at + 3) << 16 | cell(at + 6) << 32 | SPARE_LANE;
    }
}

#[inline(never)]
fn write_words(words: &[LaneWords; 3], text: &mut [u8; 81]) {
    let mut cells = [0; 81];
    write_cells(words, &mut cells);
    for (character, cell) in text.iter_mut().zip(cells) {
        *character = b"123456789."[cell.trailing_zeros().min(9) as usize];
    }
}

#[inline(always)]
fn write_cells(words: &[LaneWords; 3], cells: &mut [u16; 81]) {
    for (row, cells) in cells.chunks_exact_mut(9).enumerate() {
        for (register, words) in words.iter().enumerate() {
            let at = (row + register) % 3;
            let [a, b, c, d, e, f, ..] = words.0[row / 3][row % 3].to_le_bytes();
            cells[at] = u16::from_le_bytes([a, b]);
            cells[at + 3] = u16::from_le_bytes([c, d]);
            cells[at + 6] = u16::from_le_bytes([e, f]);
        }
    }
}
