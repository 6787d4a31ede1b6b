//! The eight symmetries of a square (the dihedral group D4), which relabel four pieces of a layer.

/// A symmetry of the corners 0, 1, 2, 3 of a square: four rotations and four reflections.
///
/// The element with index `4·j + i` maps corner `x` to `(x + i) mod 4` for `j = 0` and to
/// `(i − x) mod 4` for `j = 1`. The index is also the bit of the element within a byte, or its byte
/// within eight bytes: see [`Columns`](super::Columns).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dihedral(u8);

impl Dihedral {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// All eight, by index.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Returns the index, 0 to 7; rotations come first.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the image of corner `x` (0 to 3).
    #[must_use]
    pub const fn apply(self, x: u8) -> u8 {
        let turned = if self.0 < 4 { x } else { 4 - x };
        (turned + self.0) & 3
    }

    /// Returns `self ∘ first`: first `first`, then `self`.
    #[must_use]
    pub const fn compose(self, first: Self) -> Self {
        // x ↦ ±(±x + i₁) + i₂: the signs multiply, the inner shift takes the outer sign.
        let shift = if self.0 < 4 { first.0 } else { 8 - first.0 };
        Self(((self.0 ^ first.0) & 4) | ((shift + self.0) & 3))
    }

    /// Returns the inverse.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection is its own inverse.
        if self.0 < 4 { Self((4 - self.0) & 3) } else { self }
    }

    /// Returns the symmetry with these images of 0, 1, 2, 3, or `None` if no symmetry has them.
    #[must_use]
    pub fn from_images(images: [u8; 4]) -> Option<Self> {
        Self::ALL.into_iter().find(|d| (0..4).all(|x| d.apply(x) == images[usize::from(x)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compose_and_inverse_agree_with_apply() {
        for a in Dihedral::ALL {
            assert_eq!(a.compose(a.inverse()), Dihedral::IDENTITY);
            for b in Dihedral::ALL {
                for x in 0..4 {
                    assert_eq!(a.compose(b).apply(x), a.apply(b.apply(x)), "{a:?} after {b:?}");
                }
            }
        }
    }
}
