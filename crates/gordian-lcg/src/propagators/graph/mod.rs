//! Constraints on graphs: connected subgraphs, cycles, paths, divisions into regions.
//!
//! A vertex or an edge is active if its atom holds. Atoms of one variable may occur several times,
//! also such as contradict each other. An explanation is computed when it is needed; it consists of
//! a minimal separating set of inactive vertices or edges, not of all.

mod connected;
mod connectivity;
mod cycle;
mod path;
mod regions;
mod single_cycle;
mod status;
mod traversal;
mod undirected;

pub use connected::Connected;
pub use path::Path;
pub use regions::Regions;
pub use single_cycle::SingleCycle;
pub use undirected::{Graph, GraphError, Neighbour};

/// Returns a label for each vertex, equal for those that the edges connect. It is what the
/// definitions of the constraints are evaluated with, not the propagation.
fn component_labels(n_vertices: u32, edges: impl Iterator<Item = [u32; 2]>) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..n_vertices).collect();
    for [a, b] in edges {
        let (kept, replaced) = (labels[a as usize], labels[b as usize]);
        for label in labels.iter_mut().filter(|label| **label == replaced) {
            *label = kept;
        }
    }
    labels
}

/// Returns whether all labels are equal.
fn are_equal(mut labels: impl Iterator<Item = u32>) -> bool {
    let first = labels.next();
    labels.all(|label| Some(label) == first)
}
