//! 256 lanes.
//!
//! The conversion between nodes and planes is that of `avx512.rs` with two differences: there are
//! two 128-bit lanes instead of four, and no products of bit matrices. Bits are exchanged between
//! registers with shifts instead:
//!
//! ```text
//! load    insert 2 × 16 bytes    n7 in                                    j0 b2 b1 b0 | β2 β1 β0
//!         unpack bytes ×4        j0, b2, b1, b0 out, n6, n5, n4, n3 in    n6 n5 n4 n3 | β2 β1 β0
//!         exchange bits ×3       β2, β1, β0 out, n2, n1, n0 in            n6 n5 n4 n3 | n2 n1 n0
//! store   the same in reverse
//! ```
//!
//! The 64 lanes of a *group* (`Word::group`) are those with equal n5 n6.

#![expect(unsafe_code, reason = "intrinsics, see each block")]
#![expect(
    clippy::needless_range_loop,
    reason = "indices of cells, digits and registers are meaningful"
)]

use std::arch::x86_64::*;
use std::hint::black_box;

use gordian_core::SimdLevel;

use super::super::node::{self, N_PIECES, N_QWORDS, Nodes};
use super::super::planes::{BYTE_PLANES, N_STORED_PLANES, Planes};
use super::super::word::{Task, Word};
use super::CacheLine;

/// 256 lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in super::super) struct Avx2(__m256i);

/// A value exists only if the CPU has the instructions.
#[derive(Clone, Copy)]
pub(in super::super) struct Proof(());

/// Half transposed matrices of one piece: `[n2 n1 n0][j0 b2 b1 b0]`.
#[repr(C, align(64))]
pub(in super::super) struct TransposeBuffer([[__m256i; 16]; 8]);

impl Word for Avx2 {
    const LANES: usize = 256;
    type Proof = Proof;
    type TransposeBuffer = Box<TransposeBuffer>;

    fn detect() -> Option<Proof> {
        SimdLevel::Avx2.is_available().then_some(Proof(()))
    }
    fn transpose_buffer(_: Proof) -> Box<TransposeBuffer> {
        // SAFETY: the proof argument guarantees AVX.
        Box::new(TransposeBuffer([[unsafe { _mm256_setzero_si256() }; 16]; 8]))
    }
    #[inline(always)]
    fn zero(_: Proof) -> Self {
        // SAFETY: the proof argument guarantees AVX.
        Self(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn ones(_: Proof) -> Self {
        // SAFETY: the proof argument guarantees AVX.
        Self(unsafe { _mm256_set1_epi64x(-1) })
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX2.
        Self(unsafe { _mm256_and_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX2.
        Self(unsafe { _mm256_or_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX2.
        Self(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` guarantees AVX.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
    #[inline(always)]
    fn group(self, group: usize) -> u64 {
        // SAFETY: a register is its 8 words of 32 bits.
        let words: [u32; 8] = unsafe { std::mem::transmute(self.0) };
        // 32 lanes of each 128-bit part.
        let (n5, n6) = (group >> 1, group & 1);
        u64::from(words[n6 << 1 | n5]) | u64::from(words[4 | n6 << 1 | n5]) << 32
    }
    #[inline(always)]
    fn load(
        _: Proof,
        nodes: &Nodes<Self>,
        half: &mut Box<TransposeBuffer>,
        planes: &mut Planes<Self>,
    ) {
        // SAFETY: the proof argument guarantees the instructions that `load` enables.
        unsafe { load(nodes.lines(), half, &mut planes.stored) };
    }
    #[inline(always)]
    fn store(
        _: Proof,
        planes: &Planes<Self>,
        half: &mut Box<TransposeBuffer>,
        nodes: &mut Nodes<Self>,
    ) {
        // SAFETY: the proof argument guarantees the instructions that `store` enables.
        unsafe { store(&planes.stored, half, nodes.lines_mut()) };
    }
    #[inline(always)]
    fn parse(_: Proof, text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
        // SAFETY: the proof argument guarantees the instructions that `parse` enables.
        unsafe { parse(text, q) }
    }
    #[inline(always)]
    fn write(_: Proof, q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
        // SAFETY: the proof argument guarantees the instructions that `write` enables.
        unsafe { write(q, text) };
    }
    fn run<T: Task>(_: Proof, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Task>(task: T) -> T::Output {
            task.work()
        }
        // SAFETY: the proof argument guarantees the instructions that `compiled` enables.
        unsafe { compiled(task) }
    }
}

/// Exchanges bits in place, for each pair of words whose indices differ in the bit `$bit`.
macro_rules! exchange {
    ($words:ident, $bit:literal, $low:ident, $high:ident) => {
        for i in 0..$words.len() {
            if i & $bit == 0 {
                let (a, b) = ($words[i], $words[i | $bit]);
                $words[i] = $low(a, b);
                $words[i | $bit] = $high(a, b);
            }
        }
    };
}

/// Exchanges with a bit of the bit number; `$low` masks the bits where it is 0.
macro_rules! exchange_bits {
    ($words:ident, $bit:literal, $low:literal) => {
        for i in 0..$words.len() {
            if i & $bit == 0 {
                let (a, b) = ($words[i], $words[i | $bit]);
                let swap = _mm256_xor_si256(_mm256_srli_epi64::<$bit>(a), b);
                let swap = _mm256_and_si256(swap, _mm256_set1_epi8($low));
                $words[i | $bit] = _mm256_xor_si256(b, swap);
                $words[i] = _mm256_xor_si256(a, _mm256_slli_epi64::<$bit>(swap));
            }
        }
    };
}

/// Returns the index of a block of two lanes: n5 n6 n4 n3 n2 n1 n0.
#[inline(always)]
fn block(n6543: usize, n210: usize) -> usize {
    (n6543 << 1 & 8 | n6543 >> 1 & 4 | n6543 & 3) << 3 | n210
}

/// Loads piece `piece` of the two nodes of a block.
#[target_feature(enable = "avx2")]
#[inline]
fn load_piece(nodes: &[CacheLine; 64 * N_PIECES], block: usize, piece: usize) -> __m256i {
    let place = block * N_PIECES + piece;
    let line = &nodes[place / 2];
    // SAFETY: half a line has 32 bytes and is aligned to them.
    unsafe { _mm256_load_si256(std::ptr::from_ref(line).cast::<__m256i>().add(place % 2)) }
}

/// Stores a piece; see [`load_piece`].
#[target_feature(enable = "avx2")]
#[inline]
fn store_piece(nodes: &mut [CacheLine; 64 * N_PIECES], block: usize, piece: usize, x: __m256i) {
    let place = block * N_PIECES + piece;
    let line = &mut nodes[place / 2];
    // SAFETY: half a line has 32 bytes and is aligned to them.
    unsafe { _mm256_store_si256(std::ptr::from_mut(line).cast::<__m256i>().add(place % 2), x) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(nodes: &[CacheLine], half: &mut TransposeBuffer, planes: &mut [Avx2; N_STORED_PLANES]) {
    let nodes: &[CacheLine; 64 * N_PIECES] = nodes.try_into().expect("four pieces per line");
    for (piece, runs) in BYTE_PLANES.chunks_exact(16).enumerate() {
        for (n210, out) in half.0.iter_mut().enumerate() {
            let mut x = [_mm256_setzero_si256(); 16];
            for n6543 in 0..16 {
                x[n6543] = load_piece(nodes, block(n6543, n210), piece);
            }
            exchange!(x, 8, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 4, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 2, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 1, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            *out = x;
        }
        for (byte, run) in runs.iter().enumerate() {
            let mut x = [_mm256_setzero_si256(); 8];
            for n210 in 0..8 {
                x[n210] = half.0[n210][byte];
            }
            exchange_bits!(x, 4, 0x0F);
            exchange_bits!(x, 2, 0x33);
            exchange_bits!(x, 1, 0x55);
            for bit in 0..8 {
                planes[run.plane(bit)] = Avx2(x[bit]);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(planes: &[Avx2; N_STORED_PLANES], half: &mut TransposeBuffer, nodes: &mut [CacheLine]) {
    let nodes: &mut [CacheLine; 64 * N_PIECES] = nodes.try_into().expect("four pieces per line");
    for (piece, runs) in BYTE_PLANES.chunks_exact(16).enumerate() {
        for (byte, run) in runs.iter().enumerate() {
            let mut x = [_mm256_setzero_si256(); 8];
            for bit in 0..8 {
                x[bit] = planes[run.plane(bit)].0;
            }
            exchange_bits!(x, 4, 0x0F);
            exchange_bits!(x, 2, 0x33);
            exchange_bits!(x, 1, 0x55);
            for n210 in 0..8 {
                half.0[n210][byte] = x[n210];
            }
        }
        for (n210, x) in half.0.iter().enumerate() {
            let mut x = *x;
            exchange!(x, 8, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 4, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 2, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            exchange!(x, 1, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8);
            for n6543 in 0..16 {
                store_piece(nodes, block(n6543, n210), piece, x[n6543]);
            }
        }
    }
}

/// 32 characters.
#[derive(Clone, Copy)]
struct Characters {
    text: __m256i,
    blank: __m256i,
}

impl Characters {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new(text: __m256i) -> Self {
        let dot = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(b'.'.cast_signed()));
        let zero = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(b'0'.cast_signed()));
        Self { text, blank: _mm256_or_si256(dot, zero) }
    }

    /// Returns the mask of the characters `1` to `9`, `0` and `.`.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn valid(self) -> u32 {
        let value = _mm256_sub_epi8(self.text, _mm256_set1_epi8(b'0'.cast_signed()));
        let is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
        _mm256_movemask_epi8(_mm256_or_si256(is_digit, self.blank)).cast_unsigned()
    }

    /// Returns the mask of the characters that allow the digit.
    ///
    /// `black_box` hides the bits from the compiler, which would otherwise treat them as 32
    /// booleans and assemble the node byte by byte; reading a puzzle was then ten times slower.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn lanes_allowing(self, character: u8) -> u64 {
        let same = _mm256_cmpeq_epi8(self.text, _mm256_set1_epi8(character.cast_signed()));
        let bits = _mm256_movemask_epi8(_mm256_or_si256(same, self.blank));
        u64::from(black_box(bits).cast_unsigned())
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn parse(text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
    let start = text.as_ptr();
    // SAFETY: all three within the 81 bytes: 0..32, 32..64, 49..81.
    let (a, b, c) = unsafe {
        (
            Characters::new(_mm256_loadu_si256(start.cast())),
            Characters::new(_mm256_loadu_si256(start.add(32).cast())),
            Characters::new(_mm256_loadu_si256(start.add(49).cast())),
        )
    };
    let (mut nine, mut ten, mut eleven) = (0, 0, 0);
    for (digit, character) in (0..9).zip(b'1'..) {
        q[digit] = a.lanes_allowing(character) | b.lanes_allowing(character) << 32;
        let tail = c.lanes_allowing(character) >> 15;
        if digit < 8 {
            nine |= (tail & 0xFF) << (8 * digit);
            ten |= (tail >> 8 & 0xFF) << (8 * digit);
        } else {
            eleven |= tail & 0xFFFF;
        }
        eleven |= (tail >> 16) << (16 + digit);
    }
    (q[9], q[10], q[11]) = (nine, ten, eleven);
    a.valid() & b.valid() & c.valid() == u32::MAX
}

/// Adds `digit` to those of 32 bytes whose bit is set.
#[target_feature(enable = "avx2")]
#[inline]
fn add_where(bytes: __m256i, bits: u32, digit: u8) -> __m256i {
    let spread =
        _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
    let one = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let x = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), spread);
    let hit = _mm256_cmpeq_epi8(_mm256_and_si256(x, one), one);
    let digit = _mm256_set1_epi8(digit.cast_signed());
    _mm256_add_epi8(bytes, _mm256_and_si256(hit, digit))
}

#[target_feature(enable = "avx2")]
#[inline]
fn write(q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
    let mut head = [_mm256_set1_epi8(b'1'.cast_signed()); 2];
    let mut tail = head[0];
    let half = |qword: u64, shift: usize| u32::try_from(qword >> shift & 0xFFFF_FFFF);
    for digit in 1..9_u8 {
        let d = usize::from(digit);
        head[0] = add_where(head[0], half(q[d], 0).unwrap_or(0), digit);
        head[1] = add_where(head[1], half(q[d], 32).unwrap_or(0), digit);
        let bits = match d {
            8 => q[11] & 0xFFFF,
            _ => (q[9] >> (8 * d) & 0xFF) | (q[10] >> (8 * d) & 0xFF) << 8,
        };
        tail = add_where(tail, half(bits, 0).unwrap_or(0), digit);
    }
    let start = text.as_mut_ptr();
    // SAFETY: bytes 0 to 31, 32 to 63 and 64 to 79.
    unsafe {
        _mm256_storeu_si256(start.cast(), head[0]);
        _mm256_storeu_si256(start.add(32).cast(), head[1]);
        _mm_storeu_si128(start.add(64).cast(), _mm256_castsi256_si128(tail));
    }
    text[80] = node::last_digit(q);
}
