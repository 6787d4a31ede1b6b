//! Variables, literals and groups.

use std::ops::Not;

use gordian_core::{Index, index};

index! {
    /// A variable: a candidate of a cell that is undecided when the search begins.
    pub(crate) struct Var;

    /// A set of variables of which at most one can be true.
    pub(crate) struct Group;
}

/// A literal: a variable (the digit is in the cell) or its negation (it is not).
///
/// *Shape*: `2 · var` is the positive literal, `2 · var + 1` the negative one, so that literals can
/// index a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Lit(u32);

impl Lit {
    #[inline]
    pub(crate) fn positive(var: Var) -> Self {
        Self::from_usize(var.index() << 1)
    }

    #[inline]
    pub(crate) fn negative(var: Var) -> Self {
        Self::from_usize(var.index() << 1 | 1)
    }

    #[inline]
    pub(crate) fn var(self) -> Var {
        Var::from_usize(self.index() >> 1)
    }

    #[inline]
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the literal as a word of the clause database.
    #[inline]
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// Returns the literal of a word of the clause database.
    #[inline]
    pub(super) fn from_word(word: u32) -> Self {
        Self(word)
    }
}

impl Index for Lit {
    #[inline]
    fn from_usize(position: usize) -> Self {
        Self(u32::try_from(position).expect("variables are far fewer than 2^31"))
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
