//! 64 lanes in a machine word.

use super::super::node::{self, N_QWORDS, Nodes};
use super::super::planes::{BYTE_PLANES, Planes};
use super::super::word::{Task, Word};

/// 64 lanes.
#[derive(Clone, Copy)]
pub(in super::super) struct Portable(u64);

/// The proof, which any machine can provide.
#[derive(Clone, Copy)]
pub(in super::super) struct Proof(());

impl Word for Portable {
    const LANES: usize = 64;
    type Proof = Proof;
    type TransposeBuffer = ();

    fn detect() -> Option<Proof> {
        Some(Proof(()))
    }
    fn transpose_buffer(_: Proof) {}
    #[inline(always)]
    fn zero(_: Proof) -> Self {
        Self(0)
    }
    #[inline(always)]
    fn ones(_: Proof) -> Self {
        Self(!0)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0 | b.0)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0)
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        Self(self.0 & !b.0)
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    fn group(self, _: usize) -> u64 {
        self.0
    }

    fn load(_: Proof, nodes: &Nodes<Self>, (): &mut (), planes: &mut Planes<Self>) {
        let mut matrices = [[0; 64]; N_QWORDS];
        for lane in 0..64 {
            for (matrix, qword) in matrices.iter_mut().zip(nodes.get(lane)) {
                matrix[lane] = qword;
            }
        }
        for (matrix, runs) in matrices.iter_mut().zip(BYTE_PLANES.chunks_exact(8)) {
            transpose(matrix);
            for (run, rows) in runs.iter().zip(matrix.chunks_exact(8)) {
                for (i, &row) in rows.iter().enumerate() {
                    planes.stored[run.plane(i)] = Self(row);
                }
            }
        }
    }

    fn store(_: Proof, planes: &Planes<Self>, (): &mut (), nodes: &mut Nodes<Self>) {
        let mut matrices = [[0; 64]; N_QWORDS];
        for (matrix, runs) in matrices.iter_mut().zip(BYTE_PLANES.chunks_exact(8)) {
            for (run, rows) in runs.iter().zip(matrix.chunks_exact_mut(8)) {
                for (i, row) in rows.iter_mut().enumerate() {
                    *row = planes.stored[run.plane(i)].0;
                }
            }
            transpose(matrix);
        }
        for lane in 0..64 {
            let mut q = [0; N_QWORDS];
            for (qword, matrix) in q.iter_mut().zip(&matrices) {
                *qword = matrix[lane];
            }
            nodes.set(lane, &q);
        }
    }

    #[inline(always)]
    fn parse(_: Proof, text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool {
        node::parse(text, q)
    }
    #[inline(always)]
    fn write(_: Proof, q: &[u64; N_QWORDS], text: &mut [u8; 81]) {
        node::write(q, text);
    }
    fn run<T: Task>(_: Proof, task: T) -> T::Output {
        task.work()
    }
}

/// Transposes a matrix of 64×64 bits: swaps the upper right and the lower left quarter of every
/// square, from 64×64 down to 2×2.
fn transpose(rows: &mut [u64; 64]) {
    let mut mask = 0x0000_0000_FFFF_FFFF;
    let mut size = 32;
    while size > 0 {
        for upper in (0..64).filter(|row| row & size == 0) {
            let swap = (rows[upper] >> size ^ rows[upper | size]) & mask;
            rows[upper | size] ^= swap;
            rows[upper] ^= swap << size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}
