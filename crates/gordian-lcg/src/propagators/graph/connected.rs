//! Connected sets of vertices.
//!
//! Vertices that cannot be reached from an active one become inactive; vertices that separate two
//! active ones become active.

use std::sync::Arc;

use crate::atom::{Atom, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Priority, Propagator, n_bytes_of};

use super::connectivity::Connectivity;
use super::status::subscription;
use super::undirected::Graph;
use super::{are_equal, component_labels};

/// The active vertices of a graph form a connected subgraph.
///
/// No active vertex and one active vertex are connected.
///
/// *Source*: de Uña, Gange, Schachte, Stuckey: "Minimizing landscape resistance for habitat
/// conservation", CPAIOR 2017.
#[derive(Clone, Debug)]
pub struct ConnectedVertices {
    graph: Arc<Graph>,
    vertices: Vec<Atom>,
    connectivity: Connectivity,
}

impl ConnectedVertices {
    /// Returns the constraint; `vertices` has an atom for each vertex, which is active if it holds.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each vertex.
    #[must_use]
    pub fn new(graph: Arc<Graph>, vertices: Vec<Atom>) -> Self {
        assert_eq!(vertices.len(), graph.n_vertices() as usize, "each vertex has an atom");
        let atoms = vertices.iter().copied().map(Some).collect();
        let connectivity = Connectivity::new(Arc::clone(&graph), atoms);
        Self { graph, vertices, connectivity }
    }
}

impl Propagator for ConnectedVertices {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vertices.iter().copied().map(subscription).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vertices) + self.connectivity.n_bytes()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.connectivity.propagate(domains)
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        self.connectivity.explain(data, before, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let active: Vec<bool> =
            self.vertices.iter().map(|atom| atom.holds_for(value(atom.var))).collect();
        let edges = self.graph.edges().iter().copied();
        let edges = edges.filter(|ends| ends.iter().all(|&end| active[end as usize]));
        let labels = component_labels(self.graph.n_vertices(), edges);
        are_equal(labels.into_iter().zip(active).filter(|it| it.1).map(|it| it.0))
    }
}
