//! Permutations of eight elements, ranked in lexicographic order.
//!
//! A permutation `p` is the word `p[0] p[1] … p[7]`, in which each of 0 to 7 occurs once. As a map
//! it sends `i` to `p[i]`; as an arrangement it has element `p[i]` at place `i`. [`Perm8::compose`]
//! serves both: `(a ∘ b)[i] = a[b[i]]`. For an arrangement `c`,
//!
//! - `c ∘ m` moves elements: place `i` of the result holds the element from place `m[i]` of `c`;
//! - `g ∘ c` relabels them: element `v` becomes `g[v]` and stays at its place.
//!
//! The two operations commute, `(g ∘ c) ∘ m = g ∘ (c ∘ m)`. Counting positions up to relabelling
//! relies on this.
//!
//! The rank ([`crate::rank`]) of a permutation is its index among the 40,320 words in lexicographic
//! order, from 0 for `01234567` to 40,319 for `76543210`.

use std::fmt;

use crate::rank;

/// The number of permutations of eight elements.
pub const COUNT: u16 = 40_320;

/// A permutation of 0 to 7. Permutations are ordered as words, which is the order of their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Perm8([u8; 8]);

impl Perm8 {
    /// The identity; its rank is 0.
    pub const IDENTITY: Self = Self([0, 1, 2, 3, 4, 5, 6, 7]);

    /// Returns the permutation that sends `i` to `images[i]`, or `None` unless each of 0 to 7
    /// occurs once.
    #[must_use]
    pub fn new(images: [u8; 8]) -> Option<Self> {
        let all = images.iter().all(|&image| image < 8);
        let seen = images.iter().fold(0_u8, |seen, image| seen | 1 << (image & 7));
        (all && seen == u8::MAX).then_some(Self(images))
    }

    /// Returns the images of 0 to 7, in this order.
    #[must_use]
    pub fn images(self) -> [u8; 8] {
        self.0
    }

    /// Returns the image of `i`.
    ///
    /// # Panics
    ///
    /// Panics if `i` is above 7.
    #[must_use]
    pub fn image(self, i: u8) -> u8 {
        self.0[usize::from(i)]
    }

    /// Returns `self ∘ inner`, which sends `i` to `self[inner[i]]`.
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        Self(inner.0.map(|image| self.image(image)))
    }

    /// Returns the inverse: `p ∘ p.inverse()` is the identity.
    #[must_use]
    pub fn inverse(self) -> Self {
        let mut images = [0; 8];
        for (i, image) in (0..).zip(self.0) {
            images[usize::from(image)] = i;
        }
        Self(images)
    }

    /// Returns the index of this permutation in lexicographic order, 0 to 40,319.
    #[must_use]
    pub fn rank(self) -> u16 {
        u16::try_from(rank::rank(&self.0)).expect("8! is below 65,536")
    }

    /// Returns the permutation with this [`rank`](Self::rank).
    ///
    /// # Panics
    ///
    /// Panics if `rank` is not below [`COUNT`].
    #[must_use]
    pub fn unrank(rank: u16) -> Self {
        Self(rank::unrank(rank.into()))
    }
}

/// Writes the word, such as `01234567`.
impl fmt::Display for Perm8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|image| write!(f, "{image}"))
    }
}
