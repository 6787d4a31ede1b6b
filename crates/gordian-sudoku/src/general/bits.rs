//! Sets of small numbers as machine words: candidates of a cell, places of a digit in a house,
//! cells of a digit.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A machine word as a set of numbers below [`Bits::WIDTH`].
///
/// The searches are compiled for several widths, because memory traffic dominates: the state of a
/// 16×16 grid has 2 KiB in words of 16 bits and would have 8 KiB in words of 64.
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// The number of possible members.
    const WIDTH: usize;
    /// The set without members.
    const EMPTY: Self;

    /// Returns the set with the single member `number`.
    fn singleton(number: usize) -> Self;

    /// Returns the set with the members of `mask` that are below [`Self::WIDTH`].
    fn from_mask(mask: u64) -> Self;

    /// Returns the number of members.
    fn len(self) -> u32;

    /// Returns the smallest member, or [`Self::WIDTH`] if the set is empty.
    fn first(self) -> usize;

    /// Returns the set without its smallest member.
    fn without_first(self) -> Self;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether `number` is a member.
    #[inline]
    fn contains(self, number: usize) -> bool {
        !(self & Self::singleton(number)).is_empty()
    }

    /// Returns whether the set has at most one member.
    #[inline]
    fn at_most_one(self) -> bool {
        self.without_first().is_empty()
    }

    /// Returns the members in increasing order.
    #[inline]
    fn iter(self) -> Members<Self> {
        Members(self)
    }
}

/// Iterates over the members of a set.
#[derive(Clone, Debug)]
pub(crate) struct Members<W>(W);

impl<W: Bits> Iterator for Members<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! bits {
    ($($word:ty)*) => {$(
        impl Bits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn singleton(number: usize) -> Self {
                1 << number
            }

            #[inline]
            fn from_mask(mask: u64) -> Self {
                let width = u64::try_from(Self::MAX).unwrap_or(u64::MAX);
                Self::try_from(mask & width).unwrap_or(Self::MAX)
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

bits!(u16 u32 u64 u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Bits>() {
        let members = [0, 3, W::WIDTH - 1];
        let set = members.iter().fold(W::EMPTY, |set, &member| set | W::singleton(member));
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!((set.len(), set.first()), (3, 0));
        assert!(set.contains(3) && !set.contains(4) && !set.at_most_one() && !set.is_empty());
        assert!(W::singleton(5).at_most_one() && W::EMPTY.at_most_one() && W::EMPTY.is_empty());
        assert_eq!(W::from_mask(0b1010), W::singleton(1) | W::singleton(3));
        assert_eq!(W::from_mask(u64::MAX).len() as usize, W::WIDTH.min(64));
    }

    #[test]
    fn set_operations_hold_for_every_width() {
        check::<u16>();
        check::<u32>();
        check::<u64>();
        check::<u128>();
    }
}
