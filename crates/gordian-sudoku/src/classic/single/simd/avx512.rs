//! The form with 512-bit registers: 27 of 32 lanes of 16 bits; each rotation is one byte
//! permutation.

#![expect(unsafe_code, reason = "intrinsics, see each block")]

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si32, _mm_min_epu16, _mm_minpos_epu16, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_min_epu16, _mm512_add_epi16,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi256_si512, _mm512_castsi512_si256,
    _mm512_cmpeq_epi16_mask, _mm512_cmpgt_epu8_mask, _mm512_cmpneq_epi8_mask,
    _mm512_cmpneq_epi16_mask, _mm512_extracti64x4_epi64, _mm512_gf2p8affine_epi64_epi8,
    _mm512_inserti64x4, _mm512_load_si512, _mm512_loadu_si512, _mm512_mask_mov_epi16,
    _mm512_mask_permutexvar_epi8, _mm512_maskz_mov_epi16, _mm512_maskz_permutexvar_epi8,
    _mm512_min_epu16, _mm512_or_si512, _mm512_permutex2var_epi16, _mm512_permutexvar_epi8,
    _mm512_permutexvar_epi16, _mm512_popcnt_epi16, _mm512_set1_epi8, _mm512_set1_epi16,
    _mm512_set1_epi64, _mm512_slli_epi16, _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi8,
    _mm512_sub_epi16, _mm512_ternarylogic_epi32, _mm512_test_epi16_mask, _mm512_testn_epi16_mask,
    _mm512_xor_si512,
};

use gordian_core::SimdLevel;

use super::tables::{
    ByteTable, CANDIDATES, CELL_LANES, HEAD, LANE_OF_WORDS, LaneTable, N_LANES, RotationTable,
    TAIL, TAIL_START, TO_CHARACTER, Window,
};
use crate::classic::single::machine::{DIGITS, LaneWords, Machine};
use crate::classic::single::search::SearchStack;
use crate::classic::single::{Grid, InvalidCharacter};
use crate::engine::Step;

/// The form with AVX-512 (F, BW, DQ, VL, VBMI, BITALG) and GFNI.
#[derive(Clone, Copy, Debug)]
pub(in crate::classic::single) struct Avx512(());

impl Avx512 {
    /// Returns the form if the machine supports it. A value of this type is the proof.
    pub(in crate::classic::single) fn new() -> Option<Self> {
        SimdLevel::Avx512.is_available().then_some(Self(()))
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
fn advance(stack: &mut SearchStack<Avx512>, nodes: u64) -> Step {
    stack.advance(nodes)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
fn solve_line(
    stack: &mut SearchStack<Avx512>,
    text: &[u8; 81],
    limit: u32,
    solution: &mut [u8; 81],
) -> Result<u32, InvalidCharacter> {
    stack.solve_line(text, limit, solution)
}

impl Avx512 {
    #[inline(always)]
    fn load_bytes(self, bytes: &ByteTable) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F; 64 readable bytes, aligned to 64 by the type.
        unsafe { _mm512_load_si512(std::ptr::from_ref(bytes).cast()) }
    }

    #[inline(always)]
    fn load_lanes(self, numbers: &LaneTable) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F; 64 readable bytes, aligned to 64 by the type.
        unsafe { _mm512_load_si512(numbers.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_lanes(self, a: __m512i) -> LaneTable {
        let mut numbers = LaneTable([0; 32]);
        // SAFETY: `self` guarantees AVX-512 F; 64 writable bytes, aligned to 64 by the type.
        unsafe { _mm512_store_si512(numbers.0.as_mut_ptr().cast(), a) };
        numbers
    }

    #[inline(always)]
    fn ternary<const TABLE: i32>(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_ternarylogic_epi32::<TABLE>(a, b, c) }
    }
}

impl Machine for Avx512 {
    type Lanes = __m512i;

    fn advance(stack: &mut SearchStack<Self>, nodes: u64) -> Step {
        // SAFETY: the stack contains an `Avx512`, which exists only if the machine has the
        // enabled features.
        unsafe { advance(stack, nodes) }
    }

    fn solve_line(
        stack: &mut SearchStack<Self>,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        // SAFETY: the stack contains an `Avx512`, which exists only if the machine has the
        // enabled features.
        unsafe { solve_line(stack, text, limit, solution) }
    }

    #[inline(always)]
    fn load(self, words: &LaneWords) -> __m512i {
        let (from, [first, second, third]) = (self.load_lanes(&LANE_OF_WORDS), &words.0);
        // SAFETY: `self` guarantees AVX-512 F and BW; three times 32 readable bytes.
        unsafe {
            let low = _mm256_loadu_si256(first.as_ptr().cast());
            let low = _mm512_castsi256_si512(low);
            let middle = _mm256_loadu_si256(second.as_ptr().cast());
            let low = _mm512_inserti64x4::<1>(low, middle);
            let high = _mm256_loadu_si256(third.as_ptr().cast());
            _mm512_permutex2var_epi16(low, from, _mm512_castsi256_si512(high))
        }
    }

    #[inline(always)]
    fn store(self, a: __m512i) -> LaneWords {
        let mut words = LaneWords::SPARE;
        let lanes = self.store_lanes(a);
        for (lane, value) in lanes.0[..N_LANES].iter().enumerate() {
            let word = &mut words.0[lane / 9][lane / 3 % 3];
            let shift = 16 * (lane % 3);
            *word = *word & !(0xFFFF << shift) | u64::from(*value) << shift;
        }
        words
    }

    #[inline(always)]
    fn splat(self, value: u16) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_set1_epi16(value.cast_signed()) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0xFE>(a, b, c)
    }

    #[inline(always)]
    fn and3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0x80>(a, b, c)
    }

    #[inline(always)]
    fn xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0x96>(a, b, c)
    }

    #[inline(always)]
    fn majority(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0xE8>(a, b, c)
    }

    #[inline(always)]
    fn or_and(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0xF8>(a, b, c)
    }

    #[inline(always)]
    fn or_without(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0xF4>(a, b, c)
    }

    #[inline(always)]
    fn or_xor(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.ternary::<0xF6>(a, b, c)
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn times_128(self, a: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_slli_epi16::<7>(a) }
    }

    #[inline(always)]
    fn drop_lowest(self, a: __m512i) -> __m512i {
        self.and(a, self.add(a, self.splat(u16::MAX)))
    }

    #[inline(always)]
    fn count_bits(self, a: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 BITALG.
        unsafe { _mm512_popcnt_epi16(a) }
    }

    #[inline(always)]
    fn where_zero(self, test: __m512i, a: __m512i) -> __m512i {
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(test, test), a) }
    }

    #[inline(always)]
    fn where_equal(self, key: __m512i, value: u16, a: __m512i, b: __m512i) -> __m512i {
        let value = self.splat(value);
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_mask_mov_epi16(a, _mm512_cmpeq_epi16_mask(key, value), b) }
    }

    #[inline(always)]
    fn rotate<const BAND: usize, const ROW: usize, const BOX: usize>(self, a: __m512i) -> __m512i {
        let from = self.load_bytes(const { &RotationTable::<BAND, ROW, BOX>::BYTES });
        // SAFETY: `self` guarantees AVX-512 VBMI.
        unsafe { _mm512_permutexvar_epi8(from, a) }
    }

    #[inline(always)]
    fn is_zero(self, a: __m512i) -> bool {
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe { _mm512_test_epi16_mask(a, a) & CELL_LANES == 0 }
    }

    #[inline(always)]
    fn is_contradictory(self, digits: __m512i, [x, y, z]: Grid<Self>) -> bool {
        let all = self.splat(DIGITS);
        // SAFETY: `self` guarantees AVX-512 BW.
        unsafe {
            let min = _mm512_min_epu16(_mm512_min_epu16(x, y), z);
            let missing = _mm512_cmpneq_epi16_mask(digits, all);
            missing | _mm512_testn_epi16_mask(min, min) != 0
        }
    }

    #[inline(always)]
    fn min_lane(self, [x, y, z]: [__m512i; 3]) -> u16 {
        // SAFETY: AVX-512 F and BW, AVX2 and SSE 4.1 by `self`.
        let min = unsafe {
            let a = _mm512_min_epu16(_mm512_min_epu16(x, y), z);
            let a = _mm256_min_epu16(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
            let a = _mm_min_epu16(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a));
            _mm_cvtsi128_si32(_mm_minpos_epu16(a))
        };
        let [low, high, ..] = min.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    fn read(self, text: &[u8; 81]) -> Option<Grid<Self>> {
        let tail = text.last_chunk::<64>()?;
        // SAFETY: `self` guarantees AVX-512 F, BW and VBMI; two times 64 of the 81 bytes.
        unsafe {
            let head = _mm512_loadu_si512(text.as_ptr().cast());
            let tail = _mm512_loadu_si512(tail.as_ptr().cast());
            let (zero, dot) = (_mm512_set1_epi8(0x30), _mm512_set1_epi8(0x2E));
            let nine = _mm512_set1_epi8(9);
            let bad = |a| {
                _mm512_cmpgt_epu8_mask(_mm512_sub_epi8(a, zero), nine)
                    & _mm512_cmpneq_epi8_mask(a, dot)
            };
            if bad(head) | bad(tail) != 0 {
                return None;
            }
            let candidates = self.load_lanes(&CANDIDATES);
            let mut grid = [candidates; 3];
            for (register, lanes) in grid.iter_mut().enumerate() {
                let (from, mask) = &HEAD.to_lanes[register];
                let a = _mm512_maskz_permutexvar_epi8(*mask, self.load_bytes(from), head);
                let (from, mask) = &TAIL.to_lanes[register];
                let a = _mm512_mask_permutexvar_epi8(a, *mask, self.load_bytes(from), tail);
                *lanes = _mm512_permutexvar_epi16(a, candidates);
            }
            Some(grid)
        }
    }

    #[inline(always)]
    fn write(self, grid: &Grid<Self>, text: &mut [u8; 81]) {
        let characters = |window: &Window| {
            let [a, b, c] = &window.to_text;
            // SAFETY: `self` guarantees AVX-512 VBMI and GFNI.
            unsafe {
                let text = _mm512_maskz_permutexvar_epi8(a.1, self.load_bytes(&a.0), grid[0]);
                let text = _mm512_mask_permutexvar_epi8(text, b.1, self.load_bytes(&b.0), grid[1]);
                let text = _mm512_mask_permutexvar_epi8(text, c.1, self.load_bytes(&c.0), grid[2]);
                let matrix = _mm512_set1_epi64(TO_CHARACTER.cast_signed());
                _mm512_gf2p8affine_epi64_epi8::<{ b'9' as i32 }>(text, matrix)
            }
        };
        let (head, tail) = (characters(&HEAD), characters(&TAIL));
        let text = text.as_mut_ptr();
        // SAFETY: `self` guarantees AVX-512 F; 64 writable bytes at the start and at the end of
        // the 81.
        unsafe {
            _mm512_storeu_si512(text.cast(), head);
            _mm512_storeu_si512(text.add(TAIL_START).cast(), tail);
        }
    }
}
