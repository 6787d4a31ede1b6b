//! The operations that the engine requires of a register.

use super::node::{N_QWORDS, Nodes};
use super::planes::Planes;

/// A register as a set of independent one-bit lanes, one search node per lane.
///
/// All operations but the last five are lane by lane. Values exist only on machines that have the
/// instructions: they derive from other values or from a [`Word::Proof`], which only
/// [`Word::detect`] creates. Functions over words are `#[inline(always)]`, so that they are
/// compiled with the target features of their outermost caller, [`Word::run`].
pub(super) trait Word: Copy + Send + Sync + 'static {
    /// The number of lanes, 64 to 512.
    const LANES: usize;
    /// A value that exists only if the machine has the instructions.
    type Proof: Copy + Send + Sync;
    /// Working space of [`Word::load`] and [`Word::store`].
    type TransposeBuffer: Send;

    /// Returns a proof if the machine has the instructions.
    fn detect() -> Option<Self::Proof>;
    /// Creates working space.
    fn transpose_buffer(proof: Self::Proof) -> Self::TransposeBuffer;
    /// All lanes false.
    fn zero(proof: Self::Proof) -> Self;
    /// All lanes true.
    fn ones(proof: Self::Proof) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn and_not(self, b: Self) -> Self;

    /// `self | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// `self & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// True where at least two of the three are true.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self & !(b & c)`
    #[inline(always)]
    fn and_nand(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }
    /// `self & !b & !c`
    #[inline(always)]
    fn and_nor(self, b: Self, c: Self) -> Self {
        self.and_not(b).and_not(c)
    }
    /// `self | (b & !c)`
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }
    /// `self ^ b ^ c`
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// `self | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }
    /// `self ? a : b`
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        self.and(a).or(b.and_not(self))
    }

    /// Returns whether no lane is set.
    fn is_zero(self) -> bool;
    /// Returns the lanes `64·group` to `64·group + 63`, which need not be adjacent in the register.
    fn group(self, group: usize) -> u64;

    /// Loads the nodes of all lanes into candidate planes. The report planes get the report of the
    /// last round, or undefined bits.
    fn load(
        proof: Self::Proof,
        nodes: &Nodes<Self>,
        half: &mut Self::TransposeBuffer,
        planes: &mut Planes<Self>,
    );
    /// Stores the planes of all lanes, including the report, to the nodes.
    fn store(
        proof: Self::Proof,
        planes: &Planes<Self>,
        half: &mut Self::TransposeBuffer,
        nodes: &mut Nodes<Self>,
    );
    /// See [`parse`](super::node::parse).
    fn parse(proof: Self::Proof, text: &[u8; 81], q: &mut [u64; N_QWORDS]) -> bool;
    /// See [`write`](super::node::write).
    fn write(proof: Self::Proof, q: &[u64; N_QWORDS], text: &mut [u8; 81]);
    /// Runs `task`, compiled with these instructions.
    fn run<T: Task>(proof: Self::Proof, task: T) -> T::Output;
}

/// A task to be compiled with the instructions of a word.
pub(super) trait Task {
    /// The result of the task.
    type Output;
    /// Runs the task. Implementations must be `#[inline(always)]`.
    fn work(self) -> Self::Output;
}
