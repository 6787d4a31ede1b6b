//! The address of a state: shape, row group, block, lane, byte and bit.
//!
//! A state is (shape, columns `c`, rows `e`): eight distinct pieces and eight further ones, each an
//! arrangement over the places that the shape has for them. The relabellings that fix the solved
//! puzzle form a group H of pairs (on columns, on rows). The layout stores one state of each orbit:
//!
//! 1. a subgroup G of H whose column part is in D4 × D4 and whose row part is in S chooses the lane
//!    (see [`Rows`]);
//! 2. the exchange σ chooses the block (see [`Columns`]).
//!
//! ```text
//!  plane  = [shape][row group][block 0..315] of 64-byte registers
//!  block  = [lane 0..8] of 64-bit words         (unused lanes stay 0)
//!  word   = [byte x][bit y]
//! ```
//!
//! *Invariant*: H acts freely (even on the columns alone), so a stored state represents exactly |H|
//! states, and counting bits counts states up to the factor |H|.

use gordian_perm::perm8::Perm8;

use super::columns::to_dihedral_pair;
use super::rows::{GroupElement, LANES};
use super::{Columns, Dihedral, Rows};

/// A relabelling of all pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabelling {
    /// The map of the column labels 0–7.
    pub columns: Perm8,
    /// The map of the row labels.
    pub rows: Vec<u8>,
}

/// The description of a layout.
#[derive(Clone, Debug)]
pub struct LayoutSpec {
    /// The row labels of the solved puzzle, sorted.
    pub labels: [u8; 8],
    /// Generators of the group S of row relabellings.
    pub generators: Vec<Vec<u8>>,
    /// The group G: all relabellings that fix the solved puzzle and map each half of the column
    /// labels to itself.
    pub stabiliser: Vec<Relabelling>,
    /// The row part of the relabelling that fixes the solved puzzle and is σ on the columns.
    pub exchange: Vec<u8>,
    /// A relabelling that maps the mirror image of the solved puzzle to the solved puzzle.
    pub mirror: Relabelling,
}

/// An element of D4 × D4 together with its row part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StabiliserElement {
    pub(crate) x: Dihedral,
    pub(crate) y: Dihedral,
    rows: GroupElement,
}

/// The coset of G that contains an element of S.
#[derive(Clone, Copy, Debug)]
struct Coset {
    lane: u8,
    /// The inverse of the element `f` of G with `s = f · (representative of the lane)`.
    inverse: StabiliserElement,
}

/// The address of a stored state within its shape: the position of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateAddress {
    /// The row group.
    pub group: u16,
    /// The block, 0 to 314.
    pub block: u16,
    /// The lane.
    pub lane: u8,
    /// The bit within the lane's word, 0 to 63.
    pub bit: u8,
}

/// The layout of the states of one shape.
#[derive(Debug)]
pub struct Layout {
    columns: Columns,
    rows: Rows,
    cosets: Vec<Coset>,
    lane_representatives: Vec<GroupElement>,
    exchange: GroupElement,
    mirror: StabiliserElement,
    stabiliser_order: u64,
}

impl Layout {
    /// Returns the layout that `spec` describes.
    ///
    /// # Panics
    ///
    /// Panics if `spec` violates the documentation of its fields or needs more than eight lanes,
    /// which is a programming error.
    #[must_use]
    pub fn new(spec: &LayoutSpec) -> Self {
        let rows = Rows::new(spec.labels, &spec.generators);
        let to_element = |relabelling: &Relabelling| {
            let (x, y) = to_dihedral_pair(relabelling.columns).expect("column part in D4 × D4");
            StabiliserElement {
                x,
                y,
                rows: rows.element(&relabelling.rows).expect("row part in S"),
            }
        };
        let stabiliser: Vec<StabiliserElement> = spec.stabiliser.iter().map(to_element).collect();
        let (cosets, lane_representatives) = cosets(&rows, &stabiliser);
        assert!(lane_representatives.len() <= LANES, "a register has eight lanes");
        let exchange = rows.element(&spec.exchange).expect("row part in S");
        let mirror = to_element(&spec.mirror);
        Self {
            columns: Columns::new(),
            rows,
            cosets,
            lane_representatives,
            exchange,
            mirror,
            stabiliser_order: 2 * spec.stabiliser.len() as u64,
        }
    }

    /// Returns the arrangements of the columns.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the arrangements of the rows.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns the number of row groups of a shape.
    #[must_use]
    pub fn n_groups(&self) -> usize {
        self.rows.representatives().len()
    }

    /// Returns the number of lanes in use, 1 to 8.
    #[must_use]
    pub fn n_lanes(&self) -> usize {
        self.lane_representatives.len()
    }

    /// Returns the number of states that a stored state represents: |H|.
    #[must_use]
    pub fn stabiliser_order(&self) -> u64 {
        self.stabiliser_order
    }

    /// Returns the address of the state with these columns and rows. Cost: a dozen instructions and
    /// two lookups.
    #[must_use]
    pub fn locate(&self, columns: Perm8, rows: &[u8; 8]) -> StateAddress {
        let column = self.columns.place(columns);
        let row = self.rows.place(rows);
        // If the columns are σ·(x, y)·r then the state relabelled by σ has (x, y)·r.
        let element = if column.exchanged {
            self.rows.product(self.exchange, row.element)
        } else {
            row.element
        };
        let Coset { lane, inverse } = self.cosets[usize::from(element)];
        let x = inverse.x.compose(column.x);
        let y = inverse.y.compose(column.y);
        StateAddress { group: row.group, block: column.block, lane, bit: 8 * x.index() + y.index() }
    }

    /// Returns the state at `address`: the stored representative of its orbit.
    #[must_use]
    pub fn state(&self, address: StateAddress) -> (Perm8, [u8; 8]) {
        let [x, y] = [address.bit / 8, address.bit % 8].map(|i| Dihedral::ALL[usize::from(i)]);
        let representative = self.columns.representatives()[usize::from(address.block)];
        let columns = super::columns::relabelling_of(x, y).compose(representative);
        let rows = &self.rows.representatives()[usize::from(address.group)];
        (columns, self.rows.relabel(self.lane_representatives[usize::from(address.lane)], rows))
    }

    /// Relabels a state (columns and rows over the places of the mirrored shape) so that its
    /// distance from the solved puzzle equals that of its mirror image.
    #[must_use]
    pub fn mirrored(&self, columns: Perm8, rows: &[u8; 8]) -> (Perm8, [u8; 8]) {
        let labels = super::columns::relabelling_of(self.mirror.x, self.mirror.y);
        (labels.compose(columns), self.rows.relabel(self.mirror.rows, rows))
    }

    /// Returns, for each lane, its source lane and the permutations of bytes and bits.
    pub(crate) fn lane_action(
        &self,
        step: GroupElement,
        mirrored: bool,
        exchanged: bool,
    ) -> LaneAction {
        let identity = StabiliserElement { x: Dihedral::IDENTITY, y: Dihedral::IDENTITY, rows: 0 };
        let mirror = if mirrored { self.mirror } else { identity };
        let (x, y) = if exchanged { (mirror.y, mirror.x) } else { (mirror.x, mirror.y) };
        let mut action = LaneAction {
            lane: [0, 1, 2, 3, 4, 5, 6, 7],
            byte: [Dihedral::IDENTITY; LANES],
            bit: [Dihedral::IDENTITY; LANES],
            exchanged,
        };
        for (lane, &representative) in self.lane_representatives.iter().enumerate() {
            let mut element = self.rows.product(representative, step);
            element = self.rows.product(mirror.rows, element);
            if exchanged {
                element = self.rows.product(self.exchange, element);
            }
            let coset = self.cosets[usize::from(element)];
            action.lane[lane] = coset.lane;
            action.byte[lane] = coset.inverse.x.compose(x);
            action.bit[lane] = coset.inverse.y.compose(y);
        }
        action
    }
}

/// The map from the words of one row group to those of another: lane `l` is computed from lane
/// `lane[l]`.
///
/// With an entry `(k, n)` of a [`ColumnMap`](super::ColumnMap), for byte `x` and bit `y` of lane
/// `l` of the target, with `a = byte[l]` and `b = bit[l]`, the source bit is at
///
/// ```text
///   byte a·x·k, bit b·y·n                if not exchanged
///   byte a·y·k, bit b·x·n                if exchanged
/// ```
#[derive(Clone, Debug)]
pub(crate) struct LaneAction {
    pub(crate) lane: [u8; LANES],
    pub(crate) byte: [Dihedral; LANES],
    pub(crate) bit: [Dihedral; LANES],
    pub(crate) exchanged: bool,
}

/// Partitions S into the cosets G·s.
fn cosets(rows: &Rows, stabiliser: &[StabiliserElement]) -> (Vec<Coset>, Vec<GroupElement>) {
    let inverse = |member: &StabiliserElement| {
        let back = stabiliser.iter().find(|other| rows.product(other.rows, member.rows) == 0);
        let back = back.expect("the stabiliser is a group");
        assert_eq!(
            back.x.compose(member.x),
            Dihedral::IDENTITY,
            "row parts determine column parts"
        );
        *back
    };
    let mut cosets: Vec<Option<Coset>> = vec![None; rows.n_elements()];
    let mut representatives = Vec::new();
    for element in 0..rows.n_elements() {
        if cosets[element].is_some() {
            continue;
        }
        let element = GroupElement::try_from(element).expect("a small group");
        let lane = u8::try_from(representatives.len()).expect("few lanes");
        for member in stabiliser {
            let index = usize::from(rows.product(member.rows, element));
            cosets[index] = Some(Coset { lane, inverse: inverse(member) });
        }
        representatives.push(element);
    }
    let cosets = cosets.into_iter().map(|coset| coset.expect("every element is in a coset"));
    (cosets.collect(), representatives)
}
