//! The graph of the shapes of a puzzle and the moves between them.

use gordian_perm::perm8::Perm8;

/// A move, stored at its target: the neighbours of the states of a shape in another shape.
///
/// The state (columns `c`, rows `e`) of the shape that owns the link has the neighbour
/// (`c∘columns`, `e∘rows`) in shape `source`; with `mirrored`, in the mirror image of that shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The shape of the neighbour (of its mirror image, if `mirrored`).
    pub source: u16,
    /// The permutation of the column places.
    pub columns: Perm8,
    /// The permutation of the row places.
    pub rows: Perm8,
    /// Whether the neighbour's shape is the mirror image of `source`.
    pub mirrored: bool,
}

/// One shape of the graph.
#[derive(Clone, Debug, Default)]
pub struct GraphShape {
    /// The moves into the shape.
    pub links: Vec<Link>,
}

/// The graph of shapes that an enumeration walks.
///
/// *Invariant*: moves are invertible, so every link has an inverse link; and every move toggles the
/// parity of the distance (in Square-1 because of the middle layer). The enumeration relies on the
/// parity: it alternates between two planes.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All shapes; one of each pair of mirror images suffices.
    pub shapes: Vec<GraphShape>,
}
