//! The kernels with 512-bit registers.
//!
//! A block is one register: eight lanes of 64 bits. A straight entry takes two instructions:
//!
//! ```text
//!   VPERMB          lane l, byte x  ←  lane lane[l], byte a·x·k       (bytes go anywhere)
//!   GF2P8AFFINEQB   bit y           ←  bit b·y·n                      (8 × 8 bit matrix per lane)
//! ```
//!
//! An exchanged entry also exchanges bytes and bits. `GF2P8AFFINEQB` with the block as the *matrix*
//! and the bytes 1, 2, 4, …, 128 as the operand gives the transposed block with its rows in reverse
//! order; the byte permutation compensates for the reversal in advance:
//!
//! ```text
//!   VPERMB          lane l, byte 7 − y  ←  lane lane[l], byte a·y·k
//!   GF2P8AFFINEQB   bit x               ←  bit b·x·n
//!   GF2P8AFFINEQB   byte x, bit y       ←  byte 7 − y, bit x
//! ```

#![expect(unsafe_code, reason = "intrinsics, see each block")]

use std::arch::x86_64::{
    __m512i, _MM_HINT_T0, _mm_prefetch, _mm512_add_epi64, _mm512_gf2p8affine_epi64_epi8,
    _mm512_load_si512, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_store_si512,
};

use gordian_core::SimdLevel;

use super::{Actions, Kernel};
use crate::map::{Block, Group};
use crate::orbit::{BLOCKS, ColumnMap, Dihedral, Entry, LANES, LaneAction};

/// Kernels with AVX-512 (F, BW, VBMI, VPOPCNTDQ) and GFNI.
pub(crate) struct Avx512 {
    actions: Vec<Tables>,
}

struct Tables {
    straight: LaneConstants,
    exchanged: LaneConstants,
}

/// The constants of one lane action, one block per `k` and one per `n`.
#[derive(Clone, Copy)]
struct LaneConstants {
    bytes: [Block; 8],
    matrices: [Block; 8],
}

impl LaneConstants {
    fn new(action: &LaneAction) -> Self {
        let mut vectors = Self { bytes: [Block::ZERO; 8], matrices: [Block::ZERO; 8] };
        for factor in Dihedral::ALL {
            let index = usize::from(factor.index());
            for lane in 0..LANES {
                let mut bytes = Dihedral::ALL.map(|x| {
                    8 * action.lane[lane] + action.byte[lane].compose(x).compose(factor).index()
                });
                if action.exchanged {
                    bytes.reverse();
                }
                vectors.bytes[index].0[lane] = u64::from_le_bytes(bytes);
                // Row 7 − y of the matrix selects the source of bit y.
                let mut rows =
                    Dihedral::ALL.map(|y| 1 << action.bit[lane].compose(y).compose(factor).index());
                rows.reverse();
                vectors.matrices[index].0[lane] = u64::from_le_bytes(rows);
            }
        }
        vectors
    }
}

/// Bytes 1, 2, 4, …, 128 in each lane.
const UNIT: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

impl Avx512 {
    /// Returns kernels for these lane actions, or `None` if the machine does not support AVX-512. A
    /// value of this type proves that it does.
    pub(crate) fn new(actions: &Actions) -> Option<Self> {
        SimdLevel::Avx512.is_available().then(|| Self {
            actions: actions
                .iter()
                .map(|action| Tables {
                    straight: LaneConstants::new(&action.straight),
                    exchanged: LaneConstants::new(&action.exchanged),
                })
                .collect(),
        })
    }

    /// [`Kernel::pull`] with any number of blocks to prefetch.
    pub(super) fn pull_and_prefetch(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        next: &[Block],
    ) {
        // SAFETY: `self` exists, so `new` has detected the features of the AVX-512 level.
        unsafe { pull(target, source, map, &self.actions[action], next) }
    }
}

#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> __m512i {
    // SAFETY: a reference to 64 readable bytes, aligned to 64 by the type.
    unsafe { _mm512_load_si512(std::ptr::from_ref(block).cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn pull_entries<const EXCHANGED: bool>(
    target: &mut Group,
    source: &Group,
    entries: &[Entry],
    vectors: &LaneConstants,
    next: &[Block],
) {
    let unit = _mm512_set1_epi64(UNIT);
    for (number, entry) in entries.iter().enumerate() {
        // A prefetch never faults, even past the end of `next`. So the loop needs no branch for the
        // length of `next`.
        _mm_prefetch::<_MM_HINT_T0>(next.as_ptr().wrapping_add(number).cast());
        // SAFETY: by the invariant of `ColumnMap`, blocks are below 315; `k` and `n` are indices of
        // symmetries of the square, below 8.
        let (from, into, bytes, matrix) = unsafe {
            (
                source.get_unchecked(usize::from(entry.source)),
                target.get_unchecked_mut(usize::from(entry.target)),
                vectors.bytes.get_unchecked(usize::from(entry.k)),
                vectors.matrices.get_unchecked(usize::from(entry.n)),
            )
        };
        let mut moved = _mm512_permutexvar_epi8(load(bytes), load(from));
        moved = _mm512_gf2p8affine_epi64_epi8::<0>(moved, load(matrix));
        if EXCHANGED {
            moved = _mm512_gf2p8affine_epi64_epi8::<0>(unit, moved);
        }
        let sum = _mm512_or_si512(load(into), moved);
        // SAFETY: a unique reference to 64 bytes, aligned to 64 by the type.
        unsafe { _mm512_store_si512(std::ptr::from_mut(into).cast(), sum) };
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn pull(target: &mut Group, source: &Group, map: &ColumnMap, tables: &Tables, next: &[Block]) {
    let (first, second) = next.split_at(map.straight().len().min(next.len()));
    pull_entries::<false>(target, source, map.straight(), &tables.straight, first);
    pull_entries::<true>(target, source, map.exchanged(), &tables.exchanged, second);
}

#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count_one(group: &Group) -> u64 {
    let mut sum = _mm512_setzero_si512();
    for block in group {
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(load(block)));
    }
    u64::try_from(_mm512_reduce_add_epi64(sum)).expect("a count")
}

#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count_both(a: &Group, b: &Group) -> u64 {
    let mut sum = _mm512_setzero_si512();
    for i in 0..BLOCKS {
        let union = _mm512_or_si512(load(&a[i]), load(&b[i]));
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(union));
    }
    u64::try_from(_mm512_reduce_add_epi64(sum)).expect("a count")
}

impl Kernel for Avx512 {
    fn pull(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        next: &Group,
    ) {
        self.pull_and_prefetch(target, source, map, action, next);
    }

    fn count(&self, group: &Group) -> u64 {
        // SAFETY: `self` exists, so `new` has detected the AVX-512 level, which includes VPOPCNTDQ.
        unsafe { count_one(group) }
    }

    fn count_union(&self, a: &Group, b: &Group) -> u64 {
        // SAFETY: `self` exists, so `new` has detected the AVX-512 level, which includes VPOPCNTDQ.
        unsafe { count_both(a, b) }
    }
}
