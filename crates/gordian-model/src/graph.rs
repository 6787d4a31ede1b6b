//! Undirected graphs, the structure of graph constraints.

use rustc_hash::FxHashSet;
use thiserror::Error;

/// An undirected graph whose vertices and edges are numbered from 0.
///
/// There are neither loops nor parallel edges. The order of the edges, and of the two ends of each
/// edge, is kept.
///
/// # Example
///
/// ```
/// use gordian_model::Graph;
///
/// let triangle = Graph::new(3, vec![[0, 1], [1, 2], [2, 0]])?;
/// assert_eq!((triangle.n_vertices(), triangle.edges().len()), (3, 3));
/// # Ok::<(), gordian_model::GraphError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Graph {
    n_vertices: u32,
    edges: Vec<[u32; 2]>,
}

/// The reason why a graph is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An end of an edge is not a vertex.
    #[error("edge {edge} has vertex {vertex}, but the graph has {n_vertices} vertices")]
    UnknownVertex {
        /// The index of the edge.
        edge: usize,
        /// The number that is not a vertex.
        vertex: u32,
        /// The number of vertices.
        n_vertices: u32,
    },
    /// An edge joins a vertex to itself.
    #[error("edge {edge} joins vertex {vertex} to itself")]
    Loop {
        /// The index of the edge.
        edge: usize,
        /// The vertex.
        vertex: u32,
    },
    /// Two edges have the same ends.
    #[error("edge {edge} joins vertices {} and {} again", ends[0], ends[1])]
    DuplicateEdge {
        /// The index of the second of the two edges.
        edge: usize,
        /// Its ends.
        ends: [u32; 2],
    },
    /// The graph has too many vertices and edges.
    #[error("a graph has at most {} vertices and edges", Graph::MAX_SIZE)]
    TooLarge,
}

impl GraphError {
    /// Returns the index of the invalid edge, if one edge is invalid.
    #[must_use]
    pub fn edge(&self) -> Option<usize> {
        match *self {
            Self::UnknownVertex { edge, .. }
            | Self::Loop { edge, .. }
            | Self::DuplicateEdge { edge, .. } => Some(edge),
            Self::TooLarge => None,
        }
    }
}

impl Graph {
    /// The largest number of vertices and edges together: 2^24.
    pub const MAX_SIZE: usize = 1 << 24;

    /// Returns the graph with the vertices `0..n_vertices` and these edges.
    ///
    /// # Errors
    ///
    /// Returns an error if an end of an edge is not a vertex, for a loop, for two edges with the
    /// same ends, and for more than [`Graph::MAX_SIZE`] vertices and edges.
    pub fn new(
        n_vertices: u32,
        edges: impl IntoIterator<Item = [u32; 2]>,
    ) -> Result<Self, GraphError> {
        let edges: Vec<[u32; 2]> = edges.into_iter().collect();
        let n_free = Self::MAX_SIZE.checked_sub(edges.len()).ok_or(GraphError::TooLarge)?;
        if usize::try_from(n_vertices).map_or(true, |n| n > n_free) {
            return Err(GraphError::TooLarge);
        }
        let mut seen = FxHashSet::default();
        for (edge, &ends) in edges.iter().enumerate() {
            let [a, b] = ends;
            if let Some(vertex) = ends.into_iter().find(|&vertex| vertex >= n_vertices) {
                return Err(GraphError::UnknownVertex { edge, vertex, n_vertices });
            }
            if a == b {
                return Err(GraphError::Loop { edge, vertex: a });
            }
            if !seen.insert([a.min(b), a.max(b)]) {
                return Err(GraphError::DuplicateEdge { edge, ends });
            }
        }
        Ok(Self { n_vertices, edges })
    }

    /// Returns the graph of the cells of a grid, with an edge between cells that share a side.
    ///
    /// Vertices are numbered row by row: the cell in column `x` of row `y` is `y * width + x`.
    /// Edges are in the order of their first vertex, the edge to the right before the edge
    /// downwards:
    ///
    /// ```text
    /// 0 ─0─ 1 ─2─ 2
    /// │     │     │
    /// 1     3     4
    /// │     │     │
    /// 3 ─5─ 4 ─6─ 5
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the grid has more than [`Graph::MAX_SIZE`] vertices and edges.
    #[must_use]
    pub fn grid(width: u32, height: u32) -> Self {
        let n_vertices = width.checked_mul(height).filter(|&n| {
            // A grid has less than two edges per vertex.
            usize::try_from(n).is_ok_and(|n| n <= Self::MAX_SIZE / 3)
        });
        let n_vertices = n_vertices.unwrap_or_else(|| panic!("{}", GraphError::TooLarge));
        let mut edges = Vec::new();
        for vertex in 0..n_vertices {
            if vertex % width + 1 < width {
                edges.push([vertex, vertex + 1]);
            }
            if vertex / width + 1 < height {
                edges.push([vertex, vertex + width]);
            }
        }
        Self { n_vertices, edges }
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn n_vertices(&self) -> u32 {
        self.n_vertices
    }

    /// Returns the two ends of each edge.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Returns whether a list has one item for each vertex.
    pub(crate) fn has_vertices<T>(&self, list: &[T]) -> bool {
        u32::try_from(list.len()) == Ok(self.n_vertices)
    }

    /// Returns whether a list has one item for each edge.
    pub(crate) fn has_edges<T>(&self, list: &[T]) -> bool {
        list.len() == self.edges.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_have_their_edges_in_order() {
        let grid = Graph::grid(3, 2);
        let edges = [[0, 1], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [4, 5]];
        assert_eq!((grid.n_vertices(), grid.edges()), (6, &edges[..]));
        assert_eq!(Graph::new(6, edges.to_vec()), Ok(grid));
        assert_eq!(Graph::grid(1, 3).edges(), [[0, 1], [1, 2]]);
        assert_eq!(Graph::grid(0, 5), Graph::new(0, Vec::new()).unwrap());
        assert_eq!(Graph::grid(5, 0).n_vertices(), 0);
    }

    #[test]
    fn invalid_graphs_are_rejected() {
        let check = |n_vertices, edges: &[[u32; 2]], error: GraphError, edge, text: &str| {
            assert_eq!(Graph::new(n_vertices, edges.to_vec()), Err(error));
            assert_eq!((error.edge(), error.to_string()), (edge, text.to_owned()));
        };
        let error = GraphError::UnknownVertex { edge: 1, vertex: 3, n_vertices: 3 };
        let text = "edge 1 has vertex 3, but the graph has 3 vertices";
        check(3, &[[0, 1], [2, 3]], error, Some(1), text);
        let error = GraphError::Loop { edge: 0, vertex: 2 };
        check(3, &[[2, 2], [0, 1]], error, Some(0), "edge 0 joins vertex 2 to itself");
        let error = GraphError::DuplicateEdge { edge: 2, ends: [1, 0] };
        check(3, &[[0, 1], [1, 2], [1, 0]], error, Some(2), "edge 2 joins vertices 1 and 0 again");
        let text = "a graph has at most 16777216 vertices and edges";
        check(1 << 24, &[[0, 1]], GraphError::TooLarge, None, text);
        check(u32::MAX, &[], GraphError::TooLarge, None, text);
    }
}
