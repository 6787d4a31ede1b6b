//! Undirected graphs.

use crate::propagator::n_bytes_of;
use thiserror::Error;

/// An undirected graph whose vertices and edges are numbered from 0.
///
/// Parallel edges are allowed; they are different edges. Loops are not: an edge that joins a vertex
/// to itself is in no path, and changes no component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    n_vertices: u32,
    edges: Vec<[u32; 2]>,
    /// The neighbours of all vertices, one vertex after the other.
    neighbours: Vec<Neighbour>,
    /// The place of the first neighbour of each vertex, and the number of all.
    first: Vec<u32>,
}

/// One end of an edge, as seen from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The vertex.
    pub vertex: u32,
    /// The edge to it.
    pub edge: u32,
}

/// Why a graph is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An end of an edge does not exist.
    #[error("edge {edge} ends at vertex {vertex}, but there are {n_vertices} vertices, from 0 on")]
    UnknownVertex {
        /// The edge.
        edge: usize,
        /// The vertex.
        vertex: u32,
        /// The number of vertices.
        n_vertices: u32,
    },
    /// An edge is a loop.
    #[error("edge {edge} joins vertex {vertex} to itself")]
    Loop {
        /// The edge.
        edge: usize,
        /// The vertex.
        vertex: u32,
    },
    /// There are too many vertices and edges.
    #[error("the graph has more than {} vertices and edges", Graph::MAX_SIZE)]
    TooLarge,
}

impl Graph {
    /// The largest number of vertices and edges together: 2²⁴.
    pub const MAX_SIZE: usize = 1 << 24;

    /// Returns the graph with the vertices `0..n_vertices` and the edges between the given
    /// vertices.
    ///
    /// # Errors
    ///
    /// Fails if an end of an edge does not exist, if an edge is a loop, and if the graph is too
    /// large.
    pub fn new(n_vertices: u32, edges: Vec<[u32; 2]>) -> Result<Self, GraphError> {
        let size = usize::try_from(n_vertices).ok().and_then(|n| n.checked_add(edges.len()));
        if size.is_none_or(|size| size > Self::MAX_SIZE) {
            return Err(GraphError::TooLarge);
        }
        for (edge, &[a, b]) in edges.iter().enumerate() {
            if let Some(vertex) = [a, b].into_iter().find(|&vertex| vertex >= n_vertices) {
                return Err(GraphError::UnknownVertex { edge, vertex, n_vertices });
            }
            if a == b {
                return Err(GraphError::Loop { edge, vertex: a });
            }
        }
        Ok(Self::build(n_vertices, edges))
    }

    /// Returns the graph with valid edges.
    pub(super) fn build(n_vertices: u32, edges: Vec<[u32; 2]>) -> Self {
        let mut first = vec![0; n_vertices as usize + 1];
        for &end in edges.iter().flatten() {
            first[end as usize + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut neighbours = vec![Neighbour { vertex: 0, edge: 0 }; 2 * edges.len()];
        for (edge, &[a, b]) in (0..).zip(&edges) {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from as usize];
                neighbours[*place as usize] = Neighbour { vertex: to, edge };
                *place += 1;
            }
        }
        Self { n_vertices, edges, neighbours, first }
    }

    /// Returns the graph with each edge `e` replaced by a new vertex, with the number `n_vertices +
    /// e`, that is adjacent to both ends: what edges are in this graph are vertices in that one.
    pub(super) fn subdivided(&self) -> Self {
        let halves = (self.n_vertices..).zip(&self.edges);
        let halves = halves.flat_map(|(middle, &[a, b])| [[a, middle], [middle, b]]).collect();
        Self::build(self.n_vertices + self.n_edges(), halves)
    }

    /// Returns the memory of the lists, in bytes.
    pub(super) fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.edges) + n_bytes_of(&self.neighbours) + n_bytes_of(&self.first)
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn n_vertices(&self) -> u32 {
        self.n_vertices
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn n_edges(&self) -> u32 {
        u32::try_from(self.edges.len()).expect("the size is limited")
    }

    /// Returns the ends of all edges.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Returns the neighbours of a vertex, one for each edge.
    ///
    /// # Panics
    ///
    /// Panics if the vertex does not exist.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[Neighbour] {
        let at = vertex as usize;
        &self.neighbours[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_graphs_are_errors() {
        let unknown = GraphError::UnknownVertex { edge: 1, vertex: 3, n_vertices: 3 };
        assert_eq!(Graph::new(3, vec![[0, 1], [2, 3]]), Err(unknown));
        assert_eq!(Graph::new(3, vec![[1, 1]]), Err(GraphError::Loop { edge: 0, vertex: 1 }));
        assert_eq!(Graph::new(u32::MAX, Vec::new()), Err(GraphError::TooLarge));
        assert_eq!(Graph::new(1 << 24, vec![[0, 1]]), Err(GraphError::TooLarge));
        let message = "edge 1 ends at vertex 3, but there are 3 vertices, from 0 on";
        assert_eq!(unknown.to_string(), message);
    }

    #[test]
    fn neighbours_are_those_of_the_edges() {
        let graph = Graph::new(4, vec![[0, 1], [1, 0], [2, 1]]).unwrap();
        let of = |vertex| -> Vec<(u32, u32)> {
            graph.neighbours(vertex).iter().map(|it| (it.vertex, it.edge)).collect()
        };
        assert_eq!(of(0), [(1, 0), (1, 1)]);
        assert_eq!(of(1), [(0, 0), (0, 1), (2, 2)]);
        assert_eq!(of(2), [(1, 2)]);
        assert_eq!(of(3), []);
        let subdivided = graph.subdivided();
        assert_eq!(subdivided.n_vertices(), 7);
        assert_eq!(subdivided.edges()[4..], [[2, 6], [6, 1]]);
    }
}
