//! Selection of the state space by grid size.

use gordian_grid::Layout;

use super::depth_first::{DepthFirst, StateSpace};
use super::large_grid::LargeGrid;
use super::small_grid::SmallGrid;
use crate::engine::Search;

/// An operation on the state space of a layout, generic over its type.
pub(crate) trait StateSpaceVisitor {
    /// The result of the operation.
    type Output;

    fn visit<S: StateSpace + 'static>(self, space: S) -> Self::Output;
}

/// Creates the state space of a layout and applies an operation to it.
pub(crate) fn with_state_space<V: StateSpaceVisitor>(layout: &Layout, visitor: V) -> V::Output {
    match layout.n() {
        0..=8 => visitor.visit(SmallGrid::<u64>::new(layout)),
        9..=11 => visitor.visit(SmallGrid::<u128>::new(layout)),
        12..=16 => visitor.visit(LargeGrid::<u16>::new(layout)),
        17..=32 => visitor.visit(LargeGrid::<u32>::new(layout)),
        _ => visitor.visit(LargeGrid::<u64>::new(layout)),
    }
}

/// Returns a depth-first search for grids of this layout.
///
/// *Memory*: a few KiB for small grids, up to 200 MiB on the path to the first solution of an empty
/// 64×64 grid.
pub(crate) fn new_search(layout: &Layout) -> Box<dyn Search> {
    struct Boxed;

    impl StateSpaceVisitor for Boxed {
        type Output = Box<dyn Search>;

        fn visit<S: StateSpace + 'static>(self, space: S) -> Self::Output {
            Box::new(DepthFirst::new(space))
        }
    }

    with_state_space(layout, Boxed)
}
