//! The shapes of a puzzle and how its moves lead from one to another.

use gordian_perm::perm8::Perm8;

/// A move seen from the state it leads to: which states of which shape are neighbours.
///
/// The state (columns `c`, rows `e`) of the shape that owns the link has the neighbour
/// (`c∘columns`, `e∘rows`) in shape `source`; with `mirrored`, in the mirror image of that shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The shape of the neighbour (of its mirror image, if mirrored).
    pub source: u16,
    /// Places of the columns.
    pub columns: Perm8,
    /// Places of the rows.
    pub rows: Perm8,
    /// Whether the neighbour's shape is the mirror image of `source`.
    pub mirrored: bool,
}

/// One shape of the graph.
#[derive(Clone, Debug, Default)]
pub struct GraphShape {
    /// The moves that lead into the shape.
    pub links: Vec<Link>,
}

/// The graph of shapes that an enumeration walks.
///
/// *Invariant*: moves can be undone, so links lead into a shape exactly from where links of the
/// other side lead out; and every move toggles the parity of the distance (in Square-1 by the middle
/// layer). The latter is what lets two planes take turns.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All shapes; one of each pair of mirror images is enough.
    pub shapes: Vec<GraphShape>,
}
