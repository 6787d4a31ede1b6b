//! The arrangements of eight distinct pieces (the *columns*), laid out as blocks of 64 bits.
//!
//! The pieces are labelled 0–3 and 4–7. The relabellings that map each of the two sets to itself
//! as a symmetry of a square form the group D4 × D4 with 64 elements. It acts freely on the 40,320
//! arrangements: 630 orbits of 64. One orbit is one 64-bit word: the arrangement `(x, y)·r`, where
//! `r` is the orbit's representative, has bit `y` of byte `x`.
//!
//! ```text
//!            bit 0      1      2    …    7
//!  byte 0  (0,0)·r (0,1)·r (0,2)·r … (0,7)·r      x relabels the pieces 0–3,
//!  byte 1  (1,0)·r (1,1)·r (1,2)·r … (1,7)·r      y the pieces 4–7
//!    ⋮
//!  byte 7  (7,0)·r   …               (7,7)·r
//! ```
//!
//! A move permutes *places* (it acts on the right), relabelling acts on the left, so they commute:
//! `((x, y)·r)∘p = (x, y)·(r∘p)`. If `r∘p = (k, n)·r'` then the move takes the bit `(x, y)` of
//! `r`'s word to the bit `(x·k, y·n)` of the word of `r'`, for all 64 at once: a permutation of
//! bytes and one of the bits within each byte.
//!
//! The exchange σ of the two sets (`i ↔ i + 4`) pairs the 630 orbits: σ·(x, y) = (y, x)·σ. Where
//! the solved puzzle is mapped to itself by σ, only one orbit of each pair is stored: 315 blocks.
//! The other orbit is the same word with bytes and bits exchanged (transposed as an 8 × 8 matrix).

use gordian_perm::perm8::{COUNT, Perm8};

use super::Dihedral;

/// Number of words that hold the arrangements of eight pieces, up to the exchange of the two sets.
pub const BLOCKS: usize = 315;

/// Returns the exchange σ of the two sets of four labels.
#[must_use]
pub fn label_set_exchange() -> Perm8 {
    Perm8::new([4, 5, 6, 7, 0, 1, 2, 3]).expect("a permutation")
}

/// The place of an arrangement: the arrangement equals `(x, y)·r`, or `σ·(x, y)·r` if `exchanged`,
/// where `r` is the representative of `block`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnPlace {
    /// The word, 0 to 314.
    pub block: u16,
    /// Relabelling of the pieces 0–3.
    pub x: Dihedral,
    /// Relabelling of the pieces 4–7.
    pub y: Dihedral,
    /// Whether σ is applied last.
    pub exchanged: bool,
}

/// The layout of all arrangements of eight pieces. About 160 KB.
#[derive(Debug)]
pub struct Columns {
    representatives: Vec<Perm8>,
    /// By lexicographic rank of the arrangement.
    places: Vec<ColumnPlace>,
}

/// Returns the relabelling `(x, y)` as a permutation of the labels.
#[must_use]
pub fn relabelling_of(x: Dihedral, y: Dihedral) -> Perm8 {
    let mut images = [0; 8];
    for label in 0..4_u8 {
        images[usize::from(label)] = x.apply(label);
        images[usize::from(label) + 4] = 4 + y.apply(label);
    }
    Perm8::new(images).expect("symmetries are permutations")
}

/// Returns `labels` as `(x, y)`, or `None` if it is not in D4 × D4.
#[must_use]
pub fn to_dihedral_pair(labels: Perm8) -> Option<(Dihedral, Dihedral)> {
    let [a, b, c, d, e, f, g, h] = labels.images();
    let high = |label: u8| label.checked_sub(4).unwrap_or(u8::MAX);
    let x = Dihedral::from_images([a, b, c, d])?;
    let y = Dihedral::from_images([high(e), high(f), high(g), high(h)])?;
    Some((x, y))
}

impl Columns {
    /// Computes the layout. Takes about a millisecond.
    #[must_use]
    pub fn new() -> Self {
        let mut representatives = Vec::with_capacity(BLOCKS);
        let mut places: Vec<Option<ColumnPlace>> = vec![None; usize::from(COUNT)];
        for rank in 0..COUNT {
            if places[usize::from(rank)].is_some() {
                continue;
            }
            let representative = Perm8::unrank(rank);
            let block = u16::try_from(representatives.len()).expect("315 blocks");
            for x in Dihedral::ALL {
                for y in Dihedral::ALL {
                    let arrangement = relabelling_of(x, y).compose(representative);
                    places[usize::from(arrangement.rank())] =
                        Some(ColumnPlace { block, x, y, exchanged: false });
                    places[usize::from(label_set_exchange().compose(arrangement).rank())] =
                        Some(ColumnPlace { block, x, y, exchanged: true });
                }
            }
            representatives.push(representative);
        }
        assert_eq!(representatives.len(), BLOCKS, "the group acts freely");
        let places = places.into_iter().map(|place| place.expect("every orbit was laid out"));
        Self { representatives, places: places.collect() }
    }

    /// Returns the representatives of the blocks.
    #[must_use]
    pub fn representatives(&self) -> &[Perm8] {
        &self.representatives
    }

    /// Returns the place of `arrangement` (place ↦ label).
    #[must_use]
    pub fn place(&self, arrangement: Perm8) -> ColumnPlace {
        self.places[usize::from(arrangement.rank())]
    }
}

impl Default for Columns {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_reconstruct_every_arrangement() {
        let columns = Columns::new();
        for rank in 0..COUNT {
            let arrangement = Perm8::unrank(rank);
            let place = columns.place(arrangement);
            let representative = columns.representatives()[usize::from(place.block)];
            let relabelled = relabelling_of(place.x, place.y).compose(representative);
            let back =
                if place.exchanged { label_set_exchange().compose(relabelled) } else { relabelled };
            assert_eq!(back, arrangement);
        }
    }

    #[test]
    fn dihedral_pairs_round_trip_through_relabellings() {
        for x in Dihedral::ALL {
            for y in Dihedral::ALL {
                assert_eq!(to_dihedral_pair(relabelling_of(x, y)), Some((x, y)));
            }
        }
        assert_eq!(to_dihedral_pair(label_set_exchange()), None);
        assert_eq!(
            to_dihedral_pair(Perm8::new([1, 0, 2, 3, 4, 5, 6, 7]).expect("a permutation")),
            None
        );
    }
}
