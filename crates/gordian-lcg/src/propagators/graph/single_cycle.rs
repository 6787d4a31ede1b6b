//! Single cycles: loops of pencil puzzles.
//!
//! See [`Cycle`] for the propagation and its sources.

use std::sync::Arc;

use crate::atom::{Atom, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Priority, Propagator, n_bytes_of};

use super::cycle::Cycle;
use super::undirected::Graph;
use super::{are_equal, component_labels};

/// The active edges of a graph form exactly one simple cycle.
///
/// At least one edge is active. Two parallel edges are a cycle.
///
/// *Source*: the cuts by Pritchard, Thurimella: "Fast computation of small cuts via cycle space
/// sampling", ACM Trans. Algorithms 7 (2011); blocks by Tarjan: "Depth-first search and linear
/// graph algorithms", SIAM J. Comput. 1 (1972).
#[derive(Clone, Debug)]
pub struct SingleCycle {
    graph: Arc<Graph>,
    edges: Vec<Atom>,
    cycle: Cycle,
}

impl SingleCycle {
    /// Returns the constraint; `edges` has an atom for each edge, which is active if it holds.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each edge.
    #[must_use]
    pub fn new(graph: Arc<Graph>, edges: Vec<Atom>) -> Self {
        assert_eq!(edges.len(), graph.edges().len(), "each edge has an atom");
        let cycle = Cycle::new(Arc::clone(&graph), edges.clone(), None);
        Self { graph, edges, cycle }
    }
}

impl Propagator for SingleCycle {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.cycle.subscriptions()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.edges) + self.cycle.n_bytes()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.cycle.propagate(domains)
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        self.cycle.explain(data, before, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let edges = self.graph.edges().iter().copied().zip(&self.edges);
        let active: Vec<[u32; 2]> = edges
            .filter(|(_, atom)| atom.holds_for(value(atom.var)))
            .map(|(ends, _)| ends)
            .collect();
        let labels = component_labels(self.graph.n_vertices(), active.iter().copied());
        let is_connected = are_equal(active.iter().map(|&[a, _]| labels[a as usize]));
        let mut degrees = vec![0; self.graph.n_vertices() as usize];
        for &end in active.iter().flatten() {
            degrees[end as usize] += 1;
        }
        !active.is_empty() && is_connected && degrees.iter().all(|&n| n == 0 || n == 2)
    }
}
