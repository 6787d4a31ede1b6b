//! Permutation tables of the form with 512-bit registers.

use crate::classic::single::machine::{DIGITS, lane_of_cell};

/// The number of lanes of cells.
pub(super) const N_LANES: usize = 27;

/// The lanes of cells.
pub(super) const CELL_LANES: u32 = (1 << N_LANES) - 1;

/// 64 bytes in one cache line.
#[repr(align(64))]
pub(super) struct ByteTable(pub(super) [u8; 64]);

/// The byte permutation of a rotation.
pub(super) struct RotationTable<const BAND: usize, const ROW: usize, const BOX: usize>;

impl<const BAND: usize, const ROW: usize, const BOX: usize> RotationTable<BAND, ROW, BOX> {
    pub(super) const BYTES: ByteTable = {
        let mut bytes = [0; 64];
        let mut byte = 0;
        while byte < 64 {
            bytes[byte] = BYTE_NUMBERS[byte];
            byte += 1;
        }
        let mut lane = 0;
        while lane < N_LANES {
            let (band, row, left) = (lane / 9 + BAND, lane / 3 % 3 + ROW, lane % 3 + BOX);
            let from = 9 * (band % 3) + 3 * (row % 3) + left % 3;
            bytes[2 * lane] = BYTE_NUMBERS[2 * from];
            bytes[2 * lane + 1] = BYTE_NUMBERS[2 * from + 1];
            lane += 1;
        }
        ByteTable(bytes)
    };
}

/// 0, 1, 2, ... as bytes.
const BYTE_NUMBERS: [u8; 81] = {
    let mut numbers = [0; 81];
    let (mut at, mut number) = (0, 0);
    while at < 81 {
        numbers[at] = number;
        at += 1;
        number += 1;
    }
    numbers
};

/// The mapping between the characters of a text and lanes. A text is read and written as two
/// overlapping registers: the first 64 characters and the last 64.
pub(super) struct Window {
    /// The index of the character for the low byte of each lane of a register, and the mask of
    /// bytes that have one.
    pub(super) to_lanes: [(ByteTable, u64); 3],
    /// The index of the low byte of a register's lane for each character, and the mask of
    /// characters that have one.
    pub(super) to_text: [(ByteTable, u64); 3],
}

impl Window {
    const fn new(first: usize) -> Self {
        const NO_MAPPING: (ByteTable, u64) = (ByteTable([0; 64]), 0);
        let mut to_lanes = [NO_MAPPING; 3];
        let mut to_text = [NO_MAPPING; 3];
        let mut at = 0;
        while at < 64 {
            let (register, lane) = lane_of_cell(first + at);
            to_lanes[register].0.0[2 * lane] = BYTE_NUMBERS[at];
            to_lanes[register].1 |= 1 << (2 * lane);
            to_text[register].0.0[at] = BYTE_NUMBERS[2 * lane];
            to_text[register].1 |= 1 << at;
            at += 1;
        }
        Self { to_lanes, to_text }
    }
}

pub(super) static HEAD: Window = Window::new(0);
pub(super) static TAIL: Window = Window::new(TAIL_START);
pub(super) const TAIL_START: usize = 81 - 64;

/// The candidates for the low five bits of a character, which distinguish all valid ones.
pub(super) static CANDIDATES: LaneTable = {
    let mut words = [DIGITS; 32];
    let mut digit = 0;
    while digit < 9 {
        words[b'1' as usize % 32 + digit] = 1 << digit;
        digit += 1;
    }
    LaneTable(words)
};

/// 32 lanes in one cache line.
#[repr(align(64))]
pub(super) struct LaneTable(pub(super) [u16; 32]);

/// The lane of `LaneWords`, 16 for each band, for each lane of the register; the last ones are
/// spare.
pub(super) static LANE_OF_WORDS: LaneTable = {
    let mut from = [3; 32];
    let (mut lane, mut number) = (0, 0);
    while number < 48 {
        if number / 4 % 4 < 3 && number % 4 < 3 {
            from[lane] = number;
            lane += 1;
        }
        number += 1;
    }
    LaneTable(from)
};

/// The bit matrix that maps the byte with bit d set to the character of digit d + 1, XOR that of 9;
/// the empty byte (digit 9 is in the next byte) stays empty. Row 0 is the highest byte.
pub(super) const TO_CHARACTER: u64 = {
    let mut matrix = 0;
    let mut bit = 0;
    while bit < 8 {
        let mut digit = 0;
        while digit < 8 {
            let value = (b'1' as u64 + digit) ^ b'9' as u64;
            matrix |= (value >> bit & 1) << (8 * (7 - bit) + digit);
            digit += 1;
        }
        bit += 1;
    }
    matrix
};
