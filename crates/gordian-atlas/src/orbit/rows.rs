//! The arrangements of eight further pieces, some of them perhaps equal (the *rows*), laid out as
//! groups of up to eight lanes.
//!
//! A group S of relabellings acts freely on the arrangements; an orbit of S is a *row group*. A
//! subgroup G of S holds the relabellings that, together with one of the columns, fix the solved
//! puzzle: positions that differ by them are equally far from it, so one of each is enough. That
//! leaves |S| ÷ |G| arrangements of a row group, one for each coset G·s: the *lanes*. Eight lanes of
//! 64 bits are one 512-bit register.
//!
//! ```text
//!  Square-1, six colours:  S = D4 ≀ Z2 (128), G = Z4 × Z4 (16): 8 lanes, 40320 ÷ 128 = 315 groups
//!  Square-1, silver:       S = S4      (24),  G = Z2 × Z2  (4): 6 lanes,  2520 ÷  24 = 105 groups
//! ```
//!
//! As with the columns, a move commutes with relabelling, so it takes a row group to a row group:
//! if `r∘q = s'·r'` for the representatives `r`, `r'`, then the lane of `s` comes from the lane of
//! `s·s'`.

use rustc_hash::FxHashMap;

/// The largest number of lanes: those of a 512-bit register.
pub const LANES: usize = 8;

/// An element of S, by its number; 0 is the identity.
pub type GroupElement = u16;

/// Where an arrangement is: it equals `element · r`, where `r` is the representative of `group`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The row group.
    pub group: u16,
    /// The element of S.
    pub element: GroupElement,
}

/// The layout of all arrangements of a multiset of eight labels under a group of relabellings.
#[derive(Debug)]
pub struct Rows {
    /// Elements of S as maps of labels.
    elements: Vec<Vec<u8>>,
    numbers: FxHashMap<Vec<u8>, GroupElement>,
    /// `second ∘ first` at `second · |S| + first`.
    products: Vec<GroupElement>,
    representatives: Vec<[u8; 8]>,
    places: Vec<Option<RowPlace>>,
    label_bits: u32,
}

impl Rows {
    /// Lays out all arrangements of `labels` (sorted, beginning with 0, no gaps) under the group
    /// that `generators` generate, each a map of labels.
    ///
    /// Cost: one table of `2^(7·b)` entries of 4 bytes, `b` being the bits of a label: 64 KB for
    /// four labels, 8 MB for eight.
    #[must_use]
    pub fn new(labels: [u8; 8], generators: &[Vec<u8>]) -> Self {
        let n_labels = labels[7] + 1;
        let label_bits = u8::BITS - (n_labels - 1).leading_zeros();
        let (elements, numbers) = generate_group((0..n_labels).collect(), generators);
        let mut products = Vec::with_capacity(elements.len() * elements.len());
        for second in &elements {
            for first in &elements {
                let labels: Vec<u8> = first.iter().map(|&l| second[usize::from(l)]).collect();
                products.push(numbers[&labels]);
            }
        }
        let mut rows = Self {
            elements,
            numbers,
            products,
            representatives: Vec::new(),
            places: vec![None; 1 << (7 * label_bits)],
            label_bits,
        };
        let mut arrangement = labels;
        loop {
            if rows.places[rows.code(&arrangement)].is_none() {
                rows.add_group(arrangement);
            }
            if !next_arrangement(&mut arrangement) {
                break;
            }
        }
        rows
    }

    fn add_group(&mut self, representative: [u8; 8]) {
        let group = u16::try_from(self.representatives.len()).expect("few groups");
        self.representatives.push(representative);
        for element in 0..self.n_elements() {
            let element = GroupElement::try_from(element).expect("a small group");
            let code = self.code(&self.relabel(element, &representative));
            assert!(self.places[code].is_none(), "the group acts freely");
            self.places[code] = Some(RowPlace { group, element });
        }
    }

    /// Seven labels determine the eighth.
    fn code(&self, arrangement: &[u8; 8]) -> usize {
        arrangement[..7].iter().fold(0, |code, &label| code << self.label_bits | usize::from(label))
    }

    /// Returns how many elements S has.
    #[must_use]
    pub fn n_elements(&self) -> usize {
        self.elements.len()
    }

    /// Returns the representatives of the row groups.
    #[must_use]
    pub fn representatives(&self) -> &[[u8; 8]] {
        &self.representatives
    }

    /// Returns the number of the element that maps label `i` to `labels[i]`, if S has it.
    #[must_use]
    pub fn element(&self, labels: &[u8]) -> Option<GroupElement> {
        self.numbers.get(labels).copied()
    }

    /// Returns the element as a map of labels.
    #[must_use]
    pub fn labels(&self, element: GroupElement) -> &[u8] {
        &self.elements[usize::from(element)]
    }

    /// Returns `second ∘ first`.
    #[must_use]
    pub fn product(&self, second: GroupElement, first: GroupElement) -> GroupElement {
        self.products[usize::from(second) * self.elements.len() + usize::from(first)]
    }

    /// Returns `arrangement` with its labels changed by `element`.
    #[must_use]
    pub fn relabel(&self, element: GroupElement, arrangement: &[u8; 8]) -> [u8; 8] {
        arrangement.map(|label| self.labels(element)[usize::from(label)])
    }

    /// Returns where `arrangement` (place ↦ label) is.
    ///
    /// # Panics
    ///
    /// May panic if it is not an arrangement of the multiset; only seven labels are looked at.
    #[must_use]
    pub fn place(&self, arrangement: &[u8; 8]) -> RowPlace {
        self.places[self.code(arrangement)].expect("an arrangement of the multiset")
    }
}

/// Returns the group that `generators` generate and the number of each element.
fn generate_group(
    identity: Vec<u8>,
    generators: &[Vec<u8>],
) -> (Vec<Vec<u8>>, FxHashMap<Vec<u8>, GroupElement>) {
    let mut elements = vec![identity];
    let mut numbers = FxHashMap::default();
    numbers.insert(elements[0].clone(), 0);
    let mut next = 0;
    while next < elements.len() {
        for generator in generators {
            let product: Vec<u8> =
                elements[next].iter().map(|&label| generator[usize::from(label)]).collect();
            let number = GroupElement::try_from(elements.len()).expect("a small group");
            if !numbers.contains_key(&product) {
                numbers.insert(product.clone(), number);
                elements.push(product);
            }
        }
        next += 1;
    }
    (elements, numbers)
}

/// Goes on to the next arrangement in lexicographic order; `false` after the last.
fn next_arrangement(items: &mut [u8; 8]) -> bool {
    let Some(pivot) = (0..7).rev().find(|&i| items[i] < items[i + 1]) else { return false };
    let swap = (pivot + 1..8).rev().find(|&i| items[i] > items[pivot]).expect("its successor");
    items.swap(pivot, swap);
    items[pivot + 1..].reverse();
    true
}
