//! What is decided: choices, and literals over them.

use std::ops::Not;

use gordian_core::{Index, index};

index! {
    /// A digit in a cell, where both are still open when the search begins.
    pub(crate) struct Choice;

    /// A set of choices that exclude one another.
    pub(crate) struct Group;
}

/// A choice that is taken (the digit is there) or left (it is not).
///
/// *Shape*: `2 · choice` is taken, `2 · choice + 1` is left, so that literals can index a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Lit(u32);

impl Lit {
    #[inline]
    pub(crate) fn taken(choice: Choice) -> Self {
        Self::from_usize(choice.index() << 1)
    }

    #[inline]
    pub(crate) fn left(choice: Choice) -> Self {
        Self::from_usize(choice.index() << 1 | 1)
    }

    #[inline]
    pub(crate) fn choice(self) -> Choice {
        Choice::from_usize(self.index() >> 1)
    }

    #[inline]
    pub(crate) fn is_left(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the literal as a word of the clauses' memory.
    #[inline]
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// Returns the literal that was made a word.
    #[inline]
    pub(super) fn from_word(word: u32) -> Self {
        Self(word)
    }
}

impl Index for Lit {
    #[inline]
    fn from_usize(position: usize) -> Self {
        Self(u32::try_from(position).expect("choices are far fewer than 2^31"))
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
