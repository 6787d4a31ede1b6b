//! 512 lanes.
//!
//! # From nodes to planes and back
//!
//! A node is 12 qwords; a plane is one bit of all nodes. Write the position of a bit as address
//! bits: for a node its number `n` (9 bits), the qword `j` (4 bits), the byte `b` (3 bits), the bit
//! `β` (3 bits). In a plane, `j b β` are the register number and the bits of `n` the position
//! within it:
//!
//! ```text
//! node   registers: n8…n0 j3 j2 j1   within: j0 b2 b1 b0 | β2 β1 β0
//! plane  registers: j3…j0 b2…b0 β2…β0   within: n8 n7 n6 n5 n4 n3 | n2 n1 n0
//!                                               128-bit  w  byte  | bit
//!                                               lane
//! ```
//!
//! Each step exchanges one bit of the register number with one bit of the position within, with one
//! instruction per register: `unpack` of bytes moves the top bit `w` of the byte address within a
//! 128-bit lane out and the register's bit in at the bottom, shifting the others up; `unpack` of
//! qwords exchanges only the top bit. A product of bit matrices (GFNI) exchanges three bits at
//! once, the number of the byte with that of the bit.
//!
//! ```text
//! load    insert 4 × 16 bytes    n8 n7 in, as 128-bit lanes         w b b b | bits
//!         unpack bytes           j0 out, n2 in                      b2 b1 b0 n2 | β2 β1 β0
//!         unpack bytes           b2 out, n1 in                      b1 b0 n2 n1 | β
//!         unpack bytes           b1 out, n0 in                      b0 n2 n1 n0 | β
//!         GFNI                   bytes against bits                 b0 β2 β1 β0 | n2 n1 n0
//!         unpack bytes ×3        b0, β2, β1 out, n5, n4, n3 in      β0 n5 n4 n3 | n2 n1 n0
//!         unpack qwords          β0 out, n6 in                      n6 n5 n4 n3 | n2 n1 n0
//! store   unpack bytes ×3        n6, n5, n4 out, β2, β1, β0 in      n3 β2 β1 β0 | n2 n1 n0
//!         GFNI                                                      n3 n2 n1 n0 | β2 β1 β0
//!         unpack bytes ×3        n3, n2, n1 out, b2, b1, b0 in      n0 b2 b1 b0 | β
//!         unpack qwords          n0 out, j0 in                      j0 b2 b1 b0 | β
//!         extract 4 × 16 bytes   n8 n7 out
//! ```
//!
//! The 64 lanes of a *group* (`Word::group`) are those with equal n5 n4 n6, so that the four nodes
//! that share a cache line are processed together.
//!
//! Many machines have a single shuffle port, which limits both conversions. Byte permutations with
//! two sources look shorter (one for each exchanged bit), but cost three operations each there.

#![expect(unsafe_code, reason = "intrinsics, see each block")]
#![expect(
    clippy::needless_range_loop,
    reason = "indices of cells, digits and registers are meaningful"
)]

use std::arch::x86_64::*;

use gordian_core::SimdLevel;

use super::super::node::{self, N_PIECES, N_QWORDS, Nodes};
use super::super::planes::{BYTE_PLANES, N_STORED_PLANES, Planes};
use super::super::word::{Task, Word};
use super::CacheLine;

/// 512 lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in super::super) struct Avx512(__m512i);

/// A value exists only if the CPU has the instructions.
#[derive(Clone, Copy)]
pub(in super::super) struct Proof(());

/// Half transposed matrices of one piece: by j0 b2 b1, then by nodes, or by n6 n5 n4, then by j0 b.
#[repr(C, align(64))]
pub(in super::super) struct TransposeBuffer([[__m512i; 16]; 8]);

impl Avx512 {
    /// Ternary logic with a truth table (a = 0xF0, b = 0xCC, c = 0xAA).
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` guarantees AVX-512 F.
        Self(unsafe { _mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0) })
    }
}

impl Word for Avx512 {
    const LANES: usize = 512;
    type Proof = Proof;
    type TransposeBuffer = Box<TransposeBuffer>;

    fn detect() -> Option<Proof> {
        SimdLevel::Avx512.is_available().then_some(Proof(()))
    }
    fn transpose_buffer(_: Proof) -> Box<TransposeBuffer> {
        // SAFETY: the proof argument guarantees AVX-512 F.
        Box::new(TransposeBuffer([[unsafe { _mm512_setzero_si512() }; 16]; 8]))
    }
    #[inline(always)]
    fn zero(_: Proof) -> Self {
        // SAFETY: the proof argument guarantees AVX-512 F.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn ones(_: Proof) -> Self {
        // SAFETY: the proof argument guarantees AVX-512 F.
        Self(unsafe { _mm512_set1_epi64(-1) })
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX-512 F.
        Self(unsafe { _mm512_and_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX-512 F.
        Self(unsafe { _mm512_or_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX-512 F.
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: `self` guarantees AVX-512 F.
        Self(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.ternary::<0xFE>(b, c)
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.ternary::<0x80>(b, c)
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.ternary::<0xE8>(b, c)
    }
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.ternary::<0xF8>(b, c)
    }
    #[inline(always)]
    fn and_nand(self, b: Self, c: Self) -> Self {
        self.ternary::<0x70>(b, c)
    }
    #[inline(always)]
    fn and_nor(self, b: Self, c: Self) -> Self {
        self.ternary::<0x10>(b, c)
    }
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.ternary::<0xF4>(b, c)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.ternary::<0x96>(b, c)
    }
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.ternary::<0xF6>(b, c)
    }
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        self.ternary::<0xCA>(a, b)
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` guarantees AVX-512 F.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn group(self, group: usize) -> u64 {
        // SAFETY: a register is its 32 words of 16 bits.
        let words: [u16; 32] = unsafe { std::mem::transmute(self.0) };
        // Sixteen lanes of each 128-bit part.
        let (n54, n6) = (group >> 1, group & 1);
        let word = |n87: usize| u64::from(words[n87 << 3 | n6 << 2 | n54]);
        word(0) | word(1) << 16 | word(2) << 32 | word(3) << 48
    }
    #[inline(always)]
    fn load(
        _: Proof,
        nodes: &Nodes<Self>,
        half: &mut Box<TransposeBuffer>,
        planes: &mut Planes<Self>,
    ) {
        // SAFETY: the proof argument guarantees the instructions that `load` enables.
        unsafe { load(nodes.lines(), half, &mut planes.stored) }
    }
    #[inline(always)]
    fn store(
        _: Proof,
        planes: &Planes<Self>,
        half: &mut Box<TransposeBuffer>,
        nodes: &mut Nodes<Self>,
    ) {
        // SAFETY: the proof argument guarantees the instructions that `store` enables.
        unsafe { store(&planes.stored, half, nodes.lines_mut()) }
    }
    #[inline(always)]
    fn parse(_: Proof, text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
        // SAFETY: the proof argument guarantees the instructions that `parse` enables.
        unsafe { parse(text, q) }
    }
    #[inline(always)]
    fn write(_: Proof, q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
        // SAFETY: the proof argument guarantees the instructions that `write` enables.
        unsafe { write(q, text) }
    }
    fn run<T: Task>(_: Proof, task: T) -> T::Output {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,gfni,bmi1,bmi2,lzcnt,popcnt"
        )]
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

/// Transposes every qword as an 8×8 bit matrix, with bytes counted from the last.
#[target_feature(enable = "avx512f,gfni")]
#[inline]
fn transpose_bits(x: __m512i) -> __m512i {
    let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
    _mm512_gf2p8affine_epi64_epi8::<0>(unit, x)
}

/// Loads piece `piece` of the four nodes of a block.
#[target_feature(enable = "avx512f")]
#[inline]
fn load_piece(nodes: &[CacheLine; 128 * N_PIECES], block: usize, piece: usize) -> __m512i {
    let line = &nodes[block * N_PIECES + piece];
    // SAFETY: a line has 64 bytes and is aligned to them.
    unsafe { _mm512_load_si512(std::ptr::from_ref(line).cast()) }
}

/// Stores a piece; see [`load_piece`].
#[target_feature(enable = "avx512f")]
#[inline]
fn store_piece(nodes: &mut [CacheLine; 128 * N_PIECES], block: usize, piece: usize, x: __m512i) {
    let line = &mut nodes[block * N_PIECES + piece];
    // SAFETY: a line has 64 bytes and is aligned to them.
    unsafe { _mm512_store_si512(std::ptr::from_mut(line).cast(), x) }
}

#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn load(nodes: &[CacheLine], half: &mut TransposeBuffer, planes: &mut [Avx512; N_STORED_PLANES]) {
    let nodes: &[CacheLine; 128 * N_PIECES] = nodes.try_into().expect("four lanes per line");
    for (piece, runs) in BYTE_PLANES.chunks_exact(16).enumerate() {
        // The index of a block is n5 n4 n6 n3 n2 n1 n0.
        for n5463 in 0..16 {
            let mut x = [_mm512_setzero_si512(); 8];
            for y in 0..8 {
                // Byte numbers are counted from the last by `transpose_bits`, hence 7 - y.
                x[y] = load_piece(nodes, n5463 << 3 | (7 - y), piece);
            }
            exchange!(x, 4, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 2, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 1, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            // The number of a word is now j0 b2 b1.
            for i in 0..8 {
                half.0[i][n5463] = transpose_bits(x[i]);
            }
        }
        for (x, runs) in half.0.iter().zip(runs.chunks_exact(2)) {
            let mut x = *x;
            exchange!(x, 8, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 4, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 1, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 2, _mm512_unpacklo_epi64, _mm512_unpackhi_epi64);
            // The number of a word is now b0 β2 β0 β1.
            for i in 0..16 {
                let (run, bit) = (runs[i >> 3], i & 4 | i << 1 & 2 | i >> 1 & 1);
                planes[run.plane(bit)] = Avx512(x[i]);
            }
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn store(planes: &[Avx512; N_STORED_PLANES], half: &mut TransposeBuffer, nodes: &mut [CacheLine]) {
    let nodes: &mut [CacheLine; 128 * N_PIECES] = nodes.try_into().expect("four lanes per line");
    for (piece, runs) in BYTE_PLANES.chunks_exact(16).enumerate() {
        for (g, runs) in runs.chunks_exact(2).enumerate() {
            let mut x = [_mm512_setzero_si512(); 16];
            for i in 0..16 {
                // As in `load`, bytes are counted from the last: 7 - bit.
                x[i] = planes[runs[i >> 3].plane(7 - (i & 7))].0;
            }
            exchange!(x, 4, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 2, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 1, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            // The number of a word is now b0 n6 n5 n4.
            for i in 0..16 {
                half.0[i & 7][2 * g + (i >> 3)] = transpose_bits(x[i]);
            }
        }
        for (n654, x) in half.0.iter().enumerate() {
            let n546 = n654 << 1 & 6 | n654 >> 2;
            let mut x = *x;
            exchange!(x, 4, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 2, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 1, _mm512_unpacklo_epi8, _mm512_unpackhi_epi8);
            exchange!(x, 8, _mm512_unpacklo_epi64, _mm512_unpackhi_epi64);
            // The number of a word is now n0 n3 n2 n1.
            for i in 0..16 {
                store_piece(nodes, n546 << 4 | i << 1 & 14 | i >> 3, piece, x[i]);
            }
        }
    }
}

/// For each character below 128, the candidates 1 to 8 of its cell.
static DIGITS: [u8; 128] = {
    let mut table = [0; 128];
    table[b'.' as usize] = 0xFF;
    table[b'0' as usize] = 0xFF;
    let mut digit = 0;
    while digit < 8 {
        table[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    table
};

/// Looks up characters; returns the candidates 1 to 8 as bytes, the mask of cells with candidate 9,
/// and the mask of invalid characters.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn look_up(text: __m512i) -> (__m512i, u64, u64) {
    // SAFETY: the first 64 of 128 bytes.
    let low = unsafe { _mm512_loadu_si512(DIGITS.as_ptr().cast()) };
    // SAFETY: the last 64 of 128 bytes.
    let high = unsafe { _mm512_loadu_si512(DIGITS.as_ptr().add(64).cast()) };
    let digits = _mm512_permutex2var_epi8(low, text, high);
    let nine = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b'9'.cast_signed()));
    let blank = _mm512_cmpeq_epi8_mask(digits, _mm512_set1_epi8(-1));
    let known = _mm512_test_epi8_mask(digits, digits) | nine;
    (digits, nine | blank, !known | _mm512_movepi8_mask(text))
}

/// Reverses the bytes within each qword of a register.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn reverse_bytes(x: __m512i) -> __m512i {
    let order = _mm_set_epi64x(0x0809_0A0B_0C0D_0E0F, 0x0001_0203_0405_0607);
    _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(order))
}

/// The permutation that transposes an 8×8 matrix of bytes: byte `8·row + column` comes from
/// `8·column + row`.
static TRANSPOSE_BYTES: [u8; 64] = {
    let mut order = [0; 64];
    let mut from = 0;
    while from < 64 {
        order[(8 * (from % 8) + from / 8) as usize] = from;
        from += 1;
    }
    order
};

/// Transposes a register as an 8×8 matrix of bytes.
#[target_feature(enable = "avx512f,avx512vbmi")]
#[inline]
fn transpose_bytes(x: __m512i) -> __m512i {
    // SAFETY: 64 bytes.
    let order = unsafe { _mm512_loadu_si512(TRANSPOSE_BYTES.as_ptr().cast()) };
    _mm512_permutexvar_epi8(order, x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
#[inline]
fn parse(text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
    // SAFETY: the first 64 of 81 bytes.
    let head = unsafe { _mm512_loadu_si512(text.as_ptr().cast()) };
    let (digits, nines, bad) = look_up(head);
    // Here bytes are cells and bits are digits; in a qword of the node, bits are cells.
    let qwords = transpose_bytes(transpose_bits(reverse_bytes(digits)));
    // SAFETY: the first eight qwords.
    unsafe { _mm512_storeu_si512(q.as_mut_ptr().cast(), qwords) };
    q[8] = nines;
    // SAFETY: the last 17 bytes; the others are masked.
    let tail = unsafe { _mm512_maskz_loadu_epi8(0x1_FFFF, text.as_ptr().add(64).cast()) };
    let (digits, nines, bad_tail) = look_up(tail);
    let qwords = _mm512_castsi512_si128(transpose_bits(reverse_bytes(digits)));
    // SAFETY: qwords 9 and 10.
    unsafe { _mm_storeu_si128(q.as_mut_ptr().add(9).cast(), qwords) };
    let last = _mm512_castsi512_si256(digits);
    let last = u64::from(_mm256_extract_epi8::<16>(last).cast_unsigned()) & 0xFF;
    q[11] = nines & 0xFFFF | last << 16 | (nines >> 16 & 1) << 24;
    bad | bad_tail & 0x1_FFFF == 0
}

/// Returns the digit characters of cells with one bit each: `1` to `8`, or `9` if no bit is set.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
#[inline]
fn characters(bits: __m512i) -> __m512i {
    // x - 1 has as many bits as there are positions below the single bit of x; 0 - 1 has eight.
    let below = _mm512_popcnt_epi8(_mm512_add_epi8(bits, _mm512_set1_epi8(-1)));
    _mm512_add_epi8(below, _mm512_set1_epi8(b'1'.cast_signed()))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni")]
#[inline]
fn write(q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
    // SAFETY: the first eight qwords.
    let qwords = unsafe { _mm512_loadu_si512(q.as_ptr().cast()) };
    let cells = transpose_bits(reverse_bytes(transpose_bytes(qwords)));
    // SAFETY: the first 64 of 81 bytes.
    unsafe { _mm512_storeu_si512(text.as_mut_ptr().cast(), characters(cells)) };
    // SAFETY: qwords 9 and 10.
    let qwords = unsafe { _mm_loadu_si128(q.as_ptr().add(9).cast()) };
    let cells = transpose_bits(reverse_bytes(_mm512_castsi128_si512(qwords)));
    let characters = _mm512_castsi512_si128(characters(cells));
    // SAFETY: bytes 64 to 79.
    unsafe { _mm_storeu_si128(text.as_mut_ptr().add(64).cast(), characters) };
    text[80] = node::last_digit(q);
}
