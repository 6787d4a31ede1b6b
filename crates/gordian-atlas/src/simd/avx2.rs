//! The kernels with 256-bit registers: a block is two registers, lanes 0–3 and 4–7.
//!
//! AVX2 has no instruction that permutes bits within bytes, so a byte is looked up by its two
//! nibbles. `VPSHUFB` uses one table of sixteen bytes per 128 bits, that is per two lanes, which
//! may need different tables: the even and the odd lanes are looked up separately and blended.
//!
//! ```text
//!   VPERMD ×2, blend    lane l           ←  lane lane[l]              (from both halves)
//!   VPSHUFB             byte x           ←  byte a·x·k
//!   VPSHUFB ×4, blend   bit y            ←  bit b·y·n                 (by nibbles)
//!   three block swaps   byte x, bit y    ←  byte y, bit x             (exchanged entries)
//! ```

#![expect(unsafe_code, reason = "intrinsics, see each block")]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_blend_epi32, _mm256_blendv_epi8, _mm256_load_si256,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_store_si256,
    _mm256_xor_si256,
};

use gordian_core::SimdLevel;

use super::{Actions, Kernel};
use crate::map::{Block, Group};
use crate::orbit::{BLOCKS, ColumnMap, Dihedral, Entry, LANES, LaneAction};

/// Kernels with AVX2.
pub(crate) struct Avx2 {
    actions: Vec<Tables>,
}

struct Tables {
    straight: LaneConstants,
    exchanged: LaneConstants,
}

/// 32 bytes with the alignment of a register.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Half([u8; 32]);

/// The constants of one half of a lane action.
#[derive(Clone, Copy)]
struct HalfConstants {
    /// The indices of the source 32-bit words in the lower or upper half of the source.
    pieces: Half,
    /// All ones where the source lane is in the upper half.
    upper: Half,
    /// By `k`.
    bytes: [Half; 8],
    /// By `n`: tables for the low and the high nibbles of the even lanes and of the odd lanes.
    nibbles: [[Half; 4]; 8],
}

#[derive(Clone, Copy)]
struct LaneConstants {
    halves: [HalfConstants; 2],
}

impl LaneConstants {
    fn new(action: &LaneAction) -> Self {
        Self { halves: [0, 1].map(|half| HalfConstants::new(action, half)) }
    }
}

impl HalfConstants {
    fn new(action: &LaneAction, half: usize) -> Self {
        let zero = Half([0; 32]);
        let mut vectors =
            Self { pieces: zero, upper: zero, bytes: [zero; 8], nibbles: [[zero; 4]; 8] };
        for word in 0..4 {
            let lane = 4 * half + word;
            let from = action.lane[lane];
            for piece in 0..2_u8 {
                vectors.pieces.0[8 * word + 4 * usize::from(piece)] = from % 4 * 2 + piece;
            }
            if from >= 4 {
                vectors.upper.0[8 * word..][..8].fill(u8::MAX);
            }
            for factor in Dihedral::ALL {
                let index = usize::from(factor.index());
                for x in Dihedral::ALL {
                    let byte = action.byte[lane].compose(x).compose(factor).index();
                    let odd = if word % 2 == 1 { 8 } else { 0 };
                    vectors.bytes[index].0[8 * word + usize::from(x.index())] = odd + byte;
                }
                let tables = &mut vectors.nibbles[index];
                for nibble in 0..16_u8 {
                    let at = word / 2 * 16 + usize::from(nibble);
                    let moved = |byte: u8| {
                        Dihedral::ALL.into_iter().fold(0, |moved, y| {
                            let from = action.bit[lane].compose(y).compose(factor).index();
                            moved | (byte >> from & 1) << y.index()
                        })
                    };
                    tables[word % 2 * 2].0[at] = moved(nibble);
                    tables[word % 2 * 2 + 1].0[at] = moved(nibble << 4);
                }
            }
        }
        vectors
    }
}

impl Avx2 {
    /// Returns kernels for these lane actions, or `None` if the machine does not support AVX2. A
    /// value of this type proves that it does.
    pub(crate) fn new(actions: &Actions) -> Option<Self> {
        SimdLevel::Avx2.is_available().then(|| Self {
            actions: actions
                .iter()
                .map(|action| Tables {
                    straight: LaneConstants::new(&action.straight),
                    exchanged: LaneConstants::new(&action.exchanged),
                })
                .collect(),
        })
    }
}

#[target_feature(enable = "avx2")]
fn load(half: &Half) -> __m256i {
    // SAFETY: a reference to 32 readable bytes, aligned to 32 by the type.
    unsafe { _mm256_load_si256(std::ptr::from_ref(half).cast()) }
}

#[target_feature(enable = "avx2")]
fn load_halves(block: &Block) -> [__m256i; 2] {
    let start = std::ptr::from_ref(block).cast::<__m256i>();
    // SAFETY: a reference to 64 readable bytes, aligned to 64 by the type.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[target_feature(enable = "avx2")]
fn transpose(words: __m256i) -> __m256i {
    let mut words = words;
    macro_rules! round {
        ($shift:literal, $mask:literal) => {
            let differ = _mm256_and_si256(
                _mm256_xor_si256(words, _mm256_srli_epi64::<$shift>(words)),
                _mm256_set1_epi64x($mask),
            );
            words = _mm256_xor_si256(words, differ);
            words = _mm256_xor_si256(words, _mm256_slli_epi64::<$shift>(differ));
        };
    }
    round!(7, 0x00AA_00AA_00AA_00AA);
    round!(14, 0x0000_CCCC_0000_CCCC);
    round!(28, 0x0000_0000_F0F0_F0F0);
    words
}

#[target_feature(enable = "avx2")]
fn pull_entries<const EXCHANGED: bool>(
    target: &mut Group,
    source: &Group,
    entries: &[Entry],
    vectors: &LaneConstants,
) {
    let low = _mm256_set1_epi8(0x0F);
    for entry in entries {
        let from = load_halves(&source[usize::from(entry.source)]);
        let into = &mut target[usize::from(entry.target)];
        let sums = load_halves(into);
        let place = std::ptr::from_mut(into).cast::<__m256i>();
        for (half, vectors) in vectors.halves.iter().enumerate() {
            let pieces = load(&vectors.pieces);
            let lanes = _mm256_blendv_epi8(
                _mm256_permutevar8x32_epi32(from[0], pieces),
                _mm256_permutevar8x32_epi32(from[1], pieces),
                load(&vectors.upper),
            );
            let bytes = &vectors.bytes[usize::from(entry.k & 7)];
            let bytes = _mm256_shuffle_epi8(lanes, load(bytes));
            let lows = _mm256_and_si256(bytes, low);
            let highs = _mm256_and_si256(_mm256_srli_epi64::<4>(bytes), low);
            let [even_low, even_high, odd_low, odd_high] =
                &vectors.nibbles[usize::from(entry.n & 7)];
            let even = _mm256_or_si256(
                _mm256_shuffle_epi8(load(even_low), lows),
                _mm256_shuffle_epi8(load(even_high), highs),
            );
            let odd = _mm256_or_si256(
                _mm256_shuffle_epi8(load(odd_low), lows),
                _mm256_shuffle_epi8(load(odd_high), highs),
            );
            let mut moved = _mm256_blend_epi32::<0b1100_1100>(even, odd);
            if EXCHANGED {
                moved = transpose(moved);
            }
            // SAFETY: `place` is a unique pointer to the 64 bytes of `into`, aligned to 64 by the
            // type; `half` is 0 or 1.
            unsafe { _mm256_store_si256(place.add(half), _mm256_or_si256(sums[half], moved)) };
        }
    }
}

#[target_feature(enable = "avx2")]
fn pull(target: &mut Group, source: &Group, map: &ColumnMap, tables: &Tables) {
    pull_entries::<false>(target, source, map.straight(), &tables.straight);
    pull_entries::<true>(target, source, map.exchanged(), &tables.exchanged);
}

#[target_feature(enable = "popcnt")]
fn count(group: &Group) -> u64 {
    group.iter().flat_map(|block| block.0).map(|word| u64::from(word.count_ones())).sum()
}

#[target_feature(enable = "popcnt")]
fn count_union(a: &Group, b: &Group) -> u64 {
    let mut sum = 0;
    for i in 0..BLOCKS {
        for lane in 0..LANES {
            sum += u64::from((a[i].0[lane] | b[i].0[lane]).count_ones());
        }
    }
    sum
}

impl Kernel for Avx2 {
    fn pull(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        _next: &Group,
    ) {
        // SAFETY: `self` exists, so `new` has detected AVX2.
        unsafe { pull(target, source, map, &self.actions[action]) }
    }

    fn count(&self, group: &Group) -> u64 {
        // SAFETY: `self` exists, so `new` has detected the AVX2 level, which includes POPCNT.
        unsafe { count(group) }
    }

    fn count_union(&self, a: &Group, b: &Group) -> u64 {
        // SAFETY: `self` exists, so `new` has detected the AVX2 level, which includes POPCNT.
        unsafe { count_union(a, b) }
    }
}
