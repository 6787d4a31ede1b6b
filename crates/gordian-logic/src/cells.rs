//! Sets of cells.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of cells with one bit per cell: cell `c` is bit `c % 64` of word `c / 64`.
///
/// `W` words hold grids of up to `64·W` cells. The 81 cells of the classic grid need two words,
/// which are compared and combined in a few instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// Combines two sets word by word.
    ///
    /// With many words this is a function call: inlining would make the code for large grids take
    /// longer to compile than the rest of the crate.
    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        if W <= MAX_INLINE_WORDS {
            return Self(std::array::from_fn(|i| combine(self.0[i], other.0[i])));
        }
        zip_many(&self, &other, combine)
    }

    /// Returns the set that contains only `cell`.
    #[inline]
    pub(crate) fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        if W <= MAX_INLINE_WORDS {
            return self.0.iter().fold(0, |all, word| all | word) == 0;
        }
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set has more than `n` members; fast for small `n`.
    #[inline]
    pub(crate) fn has_more(&self, mut n: usize) -> bool {
        for &word in &self.0 {
            let mut word = word;
            while word != 0 {
                if n == 0 {
                    return true;
                }
                n -= 1;
                word &= word - 1;
            }
        }
        false
    }

    /// Returns the smallest member.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the member of a set of one; otherwise `None`.
    #[inline]
    pub(crate) fn only(&self) -> Option<usize> {
        let first = self.first()?;
        let mut rest = *self;
        rest.remove(first);
        rest.is_empty().then_some(first)
    }

    /// Returns the members of a set of two; otherwise `None`.
    #[inline]
    pub(crate) fn pair(&self) -> Option<(usize, usize)> {
        let first = self.first()?;
        let mut rest = *self;
        rest.remove(first);
        Some((first, rest.only()?))
    }

    /// Returns whether some cell is in both sets.
    #[inline]
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns whether all members are in `other`.
    #[inline]
    pub(crate) fn is_subset_of(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Returns the members in increasing order.
    #[inline]
    pub(crate) fn iter(self) -> CellIter<W> {
        CellIter { set: self, word: 0 }
    }

    /// Returns the members in increasing order.
    pub(crate) fn to_vec(self) -> Vec<usize> {
        self.iter().collect()
    }
}

/// The maximum number of words for which set operations are inlined.
const MAX_INLINE_WORDS: usize = 4;

#[inline(never)]
fn zip_many<const W: usize>(
    a: &Cells<W>,
    b: &Cells<W>,
    combine: impl Fn(u64, u64) -> u64,
) -> Cells<W> {
    let mut all = Cells::EMPTY;
    for ((to, &a), &b) in all.0.iter_mut().zip(&a.0).zip(&b.0) {
        *to = combine(a, b);
    }
    all
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |mut set, cell| {
            set.insert(cell);
            set
        })
    }
}

impl<const W: usize> BitAnd for Cells<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Cells<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

/// The set difference.
impl<const W: usize> Sub for Cells<W> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

/// The complement, including bits that are no cells of the grid.
impl<const W: usize> Not for Cells<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Cells<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Cells<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> SubAssign for Cells<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The members of a set, in increasing order.
#[derive(Clone, Debug)]
pub(crate) struct CellIter<const W: usize> {
    set: Cells<W>,
    word: usize,
}

impl<const W: usize> Iterator for CellIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.set.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_the_members() {
        let set: Cells<2> = [3, 64, 80].into_iter().collect();
        assert_eq!((set.to_vec(), set.len(), set.first()), (vec![3, 64, 80], 3, Some(3)));
        assert!(set.has(64) && !set.has(65) && !set.is_empty());
        let other = Cells::one(64);
        assert!(other.is_subset_of(&set) && set.intersects(&other) && !set.is_subset_of(&other));
        assert_eq!((set - other).pair(), Some((3, 80)));
        assert_eq!(((set & other).only(), set.only(), set.pair()), (Some(64), None, None));
        assert_eq!((set | Cells::one(5)).len(), 4);
        assert!(set.has_more(0) && set.has_more(2) && !set.has_more(3));
        assert!(!(!set).has(80) && (!set).has(79));
        assert_eq!((Cells::<2>::EMPTY.first(), Cells::<2>::EMPTY.only()), (None, None));
    }
}
