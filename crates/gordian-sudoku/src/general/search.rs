//! The state space that suits a size.

use super::depth::{DepthFirst, Space};
use super::grid::Grid;
use super::planes::Planes;
use crate::Layout;
use crate::engine::Search;

/// Something to be done with the state space of a layout, whichever it is.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    fn visit<S: Space + 'static>(self, space: S) -> Self::Output;
}

/// Makes the state space of a layout and does something with it.
pub(crate) fn with_space<V: Visitor>(layout: &Layout, visitor: V) -> V::Output {
    match layout.n() {
        0..=8 => visitor.visit(Planes::<u64>::new(layout)),
        9..=11 => visitor.visit(Planes::<u128>::new(layout)),
        12..=16 => visitor.visit(Grid::<u16>::new(layout)),
        17..=32 => visitor.visit(Grid::<u32>::new(layout)),
        _ => visitor.visit(Grid::<u64>::new(layout)),
    }
}

/// Returns a depth-first search for grids of this layout.
///
/// *Memory*: a few KiB for small grids, up to 200 MiB on the way to the first solution of an empty
/// 64×64 grid.
pub(crate) fn search(layout: &Layout) -> Box<dyn Search> {
    struct Boxed;

    impl Visitor for Boxed {
        type Output = Box<dyn Search>;

        fn visit<S: Space + 'static>(self, space: S) -> Self::Output {
            Box::new(DepthFirst::new(space))
        }
    }

    with_space(layout, Boxed)
}
