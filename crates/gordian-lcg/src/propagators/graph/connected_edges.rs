//! Connected sets of edges.
//!
//! Edges that cannot be reached from an active one become inactive; bridges between two active ones
//! become active.

use std::sync::Arc;

use crate::atom::{Atom, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Priority, Propagator, n_bytes_of};

use super::connectivity::Connectivity;
use super::status::subscription;
use super::undirected::Graph;
use super::{are_equal, component_labels};

/// The active edges of a graph form a connected graph with their ends.
///
/// No active edge and one active edge are connected.
///
/// *Source*: de Uña, Gange, Schachte, Stuckey: "Weighted spanning tree constraint with
/// explanations", CPAIOR 2016. Here, an edge is a vertex in the middle of an edge, so that a bridge
/// is a cut vertex.
#[derive(Clone, Debug)]
pub struct ConnectedEdges {
    graph: Arc<Graph>,
    edges: Vec<Atom>,
    connectivity: Connectivity,
}

impl ConnectedEdges {
    /// Returns the constraint; `edges` has an atom for each edge, which is active if it holds.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each edge.
    #[must_use]
    pub fn new(graph: Arc<Graph>, edges: Vec<Atom>) -> Self {
        assert_eq!(edges.len(), graph.edges().len(), "each edge has an atom");
        let mut atoms = vec![None; graph.n_vertices() as usize];
        atoms.extend(edges.iter().copied().map(Some));
        let connectivity = Connectivity::new(Arc::new(graph.subdivided()), atoms);
        Self { graph, edges, connectivity }
    }
}

impl Propagator for ConnectedEdges {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.edges.iter().copied().map(subscription).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.edges) + self.connectivity.n_bytes()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.connectivity.propagate(domains)
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        self.connectivity.explain(data, before, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let edges = self.graph.edges().iter().copied().zip(&self.edges);
        let active: Vec<[u32; 2]> = edges
            .filter(|(_, atom)| atom.holds_for(value(atom.var)))
            .map(|(ends, _)| ends)
            .collect();
        let labels = component_labels(self.graph.n_vertices(), active.iter().copied());
        are_equal(active.iter().map(|&[a, _]| labels[a as usize]))
    }
}
