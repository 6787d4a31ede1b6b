//! The form with 256-bit registers: one for each band.
//!
//! A register of a band is three rows of [`LaneWords`] and the spare one. A rotation of bands
//! reorders the registers, one of rows moves whole words of 64 bits, one of boxes moves bytes
//! within them.

#![expect(unsafe_code, reason = "intrinsics, see each block")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si32, _mm_min_epu16, _mm_minpos_epu16, _mm256_add_epi8, _mm256_add_epi16,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_min_epu16, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm256_sub_epi16, _mm256_testz_si256, _mm256_xor_si256,
};

use gordian_core::SimdLevel;

use crate::classic::single::machine::{DIGITS, LaneWords, Machine};
use crate::classic::single::search::SearchStack;
use crate::classic::single::{Grid, InvalidCharacter};
use crate::engine::Step;

/// The form with AVX2.
#[derive(Clone, Copy, Debug)]
pub(in crate::classic::single) struct Avx2(());

impl Avx2 {
    /// Returns the form if the machine supports it. A value of this type is the proof.
    pub(in crate::classic::single) fn new() -> Option<Self> {
        SimdLevel::Avx2.is_available().then_some(Self(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn advance(stack: &mut SearchStack<Avx2>, nodes: u64) -> Step {
    stack.advance(nodes)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn solve_line(
    stack: &mut SearchStack<Avx2>,
    text: &[u8; 81],
    limit: u32,
    solution: &mut [u8; 81],
) -> Result<u32, InvalidCharacter> {
    stack.solve_line(text, limit, solution)
}

/// One register per band.
type Bands = [__m256i; 3];

/// All bits of the lanes of cells.
static CELL_LANES: [u64; 4] = [u64::MAX >> 16, u64::MAX >> 16, u64::MAX >> 16, 0];

/// The byte permutations within 64-bit words for rotations of one or two boxes.
static BOX_ROTATIONS: [[u8; 32]; 2] = {
    const ONE: [u8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
    const TWO: [u8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
    [repeat(ONE), repeat(TWO)]
};

/// The number of set bits of each four-bit number.
static NIBBLE_POPCOUNTS: [u8; 32] = repeat([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);

const fn repeat(half: [u8; 16]) -> [u8; 32] {
    let mut whole = [0; 32];
    let mut at = 0;
    while at < 32 {
        whole[at] = half[at % 16];
        at += 1;
    }
    whole
}

impl Avx2 {
    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 32]) -> __m256i {
        // SAFETY: `self` guarantees AVX; 32 readable bytes.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
}

/// Applies an operation to each of the three bands.
macro_rules! bands {
    ($operation:path, $a:expr, $b:expr) => {{
        let (a, b): (Bands, Bands) = ($a, $b);
        [$operation(a[0], b[0]), $operation(a[1], b[1]), $operation(a[2], b[2])]
    }};
}

impl Machine for Avx2 {
    type Lanes = Bands;

    fn advance(stack: &mut SearchStack<Self>, nodes: u64) -> Step {
        // SAFETY: the stack contains an `Avx2`, which exists only if the machine has the
        // enabled features.
        unsafe { advance(stack, nodes) }
    }

    fn solve_line(
        stack: &mut SearchStack<Self>,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        // SAFETY: the stack contains an `Avx2`, which exists only if the machine has the
        // enabled features.
        unsafe { solve_line(stack, text, limit, solution) }
    }

    #[inline(always)]
    fn load(self, words: &LaneWords) -> Bands {
        let [a, b, c] = &words.0;
        // SAFETY: `self` guarantees AVX; three times 32 readable bytes.
        unsafe {
            [
                _mm256_loadu_si256(a.as_ptr().cast()),
                _mm256_loadu_si256(b.as_ptr().cast()),
                _mm256_loadu_si256(c.as_ptr().cast()),
            ]
        }
    }

    #[inline(always)]
    fn store(self, a: Bands) -> LaneWords {
        let mut words = LaneWords::SPARE;
        for (words, a) in words.0.iter_mut().zip(a) {
            // SAFETY: `self` guarantees AVX; 32 writable bytes.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        }
        words
    }

    #[inline(always)]
    fn splat(self, value: u16) -> Bands {
        // SAFETY: `self` guarantees AVX.
        unsafe { [_mm256_set1_epi16(value.cast_signed()); 3] }
    }

    #[inline(always)]
    fn and(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_and_si256`.
        unsafe { bands!(_mm256_and_si256, a, b) }
    }

    #[inline(always)]
    fn or(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_or_si256`.
        unsafe { bands!(_mm256_or_si256, a, b) }
    }

    #[inline(always)]
    fn xor(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_xor_si256`.
        unsafe { bands!(_mm256_xor_si256, a, b) }
    }

    #[inline(always)]
    fn without(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_andnot_si256`.
        unsafe { bands!(_mm256_andnot_si256, b, a) }
    }

    #[inline(always)]
    fn add(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_add_epi16`.
        unsafe { bands!(_mm256_add_epi16, a, b) }
    }

    #[inline(always)]
    fn sub(self, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_sub_epi16`.
        unsafe { bands!(_mm256_sub_epi16, a, b) }
    }

    #[inline(always)]
    fn times_128(self, [a, b, c]: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2.
        unsafe { [_mm256_slli_epi16::<7>(a), _mm256_slli_epi16::<7>(b), _mm256_slli_epi16::<7>(c)] }
    }

    #[inline(always)]
    fn drop_lowest(self, a: Bands) -> Bands {
        self.and(a, self.add(a, self.splat(u16::MAX)))
    }

    #[inline(always)]
    fn count_bits(self, a: Bands) -> Bands {
        [self.count_bits_in(a[0]), self.count_bits_in(a[1]), self.count_bits_in(a[2])]
    }

    #[inline(always)]
    fn where_zero(self, test: Bands, a: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX.
        let zero = unsafe { [_mm256_setzero_si256(); 3] };
        // SAFETY: `self` guarantees AVX2, for `_mm256_cmpeq_epi16`.
        let is_zero = unsafe { bands!(_mm256_cmpeq_epi16, test, zero) };
        self.and(is_zero, a)
    }

    #[inline(always)]
    fn where_equal(self, key: Bands, value: u16, a: Bands, b: Bands) -> Bands {
        // SAFETY: `self` guarantees AVX2, for `_mm256_cmpeq_epi16`.
        let equal = unsafe { bands!(_mm256_cmpeq_epi16, key, self.splat(value)) };
        self.or(self.and(equal, b), self.without(a, equal))
    }

    #[inline(always)]
    fn rotate<const BAND: usize, const ROW: usize, const BOX: usize>(self, a: Bands) -> Bands {
        [
            self.rotate_in::<ROW, BOX>(a[BAND]),
            self.rotate_in::<ROW, BOX>(a[(1 + BAND) % 3]),
            self.rotate_in::<ROW, BOX>(a[(2 + BAND) % 3]),
        ]
    }

    #[inline(always)]
    fn is_zero(self, a: Bands) -> bool {
        // SAFETY: `self` guarantees AVX2; 32 readable bytes.
        unsafe {
            let used = _mm256_loadu_si256(CELL_LANES.as_ptr().cast());
            let any = _mm256_or_si256(_mm256_or_si256(a[0], a[1]), a[2]);
            _mm256_testz_si256(any, used) == 1
        }
    }

    #[inline(always)]
    fn is_contradictory(self, digits: Bands, [x, y, z]: Grid<Self>) -> bool {
        // SAFETY: `self` guarantees AVX2, for `_mm256_min_epu16`.
        let min = unsafe { bands!(_mm256_min_epu16, bands!(_mm256_min_epu16, x, y), z) };
        // SAFETY: `self` guarantees AVX2.
        unsafe {
            let zero = _mm256_setzero_si256();
            let min = _mm256_min_epu16(_mm256_min_epu16(min[0], min[1]), min[2]);
            let digits = _mm256_and_si256(_mm256_and_si256(digits[0], digits[1]), digits[2]);
            let empty = _mm256_cmpeq_epi16(min, zero);
            let all = _mm256_cmpeq_epi16(digits, _mm256_set1_epi16(DIGITS.cast_signed()));
            _mm256_movemask_epi8(_mm256_andnot_si256(empty, all)) != -1
        }
    }

    #[inline(always)]
    fn min_lane(self, [x, y, z]: [Bands; 3]) -> u16 {
        // SAFETY: `self` guarantees AVX2, for `_mm256_min_epu16`.
        let min = unsafe { bands!(_mm256_min_epu16, bands!(_mm256_min_epu16, x, y), z) };
        // SAFETY: AVX2 and SSE 4.1 by `self`.
        let min = unsafe {
            let a = _mm256_min_epu16(_mm256_min_epu16(min[0], min[1]), min[2]);
            let a = _mm_min_epu16(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a));
            _mm_cvtsi128_si32(_mm_minpos_epu16(a))
        };
        let [low, high, ..] = min.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl Avx2 {
    #[inline(always)]
    fn rotate_in<const ROW: usize, const BOX: usize>(self, a: __m256i) -> __m256i {
        // SAFETY: `self` guarantees AVX2. Row 3 is spare and stays.
        unsafe {
            let a = match ROW {
                1 => _mm256_permute4x64_epi64::<0b11_00_10_01>(a),
                2 => _mm256_permute4x64_epi64::<0b11_01_00_10>(a),
                _ => a,
            };
            match BOX {
                1 | 2 => _mm256_shuffle_epi8(a, self.load_bytes(&BOX_ROTATIONS[BOX - 1])),
                _ => a,
            }
        }
    }

    #[inline(always)]
    fn count_bits_in(self, a: __m256i) -> __m256i {
        let table = self.load_bytes(&NIBBLE_POPCOUNTS);
        // SAFETY: `self` guarantees AVX2.
        unsafe {
            let nibble = _mm256_set1_epi8(0xF);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble);
            // The high byte of a lane is only digit 9, so it is its own count.
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high));
            let low = _mm256_and_si256(bytes, _mm256_set1_epi16(0xFF));
            _mm256_add_epi16(low, _mm256_srli_epi16::<8>(bytes))
        }
    }
}
