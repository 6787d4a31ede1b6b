//! Connected sets of vertices or edges.
//!
//! What cannot be reached from an active vertex becomes inactive; what separates two active ones
//! becomes active. An edge is a vertex in the middle of an edge, so that a bridge is a cut vertex.

use std::sync::Arc;

use crate::atom::{Atom, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Priority, Propagator};

use super::connectivity::Connectivity;
use super::status::subscription;
use super::undirected::Graph;
use super::{are_equal, component_labels};

/// The active vertices of a graph form a connected subgraph, or the active edges with their ends
/// do.
///
/// Nothing and one vertex or edge are connected.
///
/// *Source*: de Uña, Gange, Schachte, Stuckey: "Minimizing landscape resistance for habitat
/// conservation", CPAIOR 2017, and "Weighted spanning tree constraint with explanations", CPAIOR
/// 2016.
#[derive(Clone, Debug)]
pub struct Connected {
    connectivity: Connectivity,
}

impl Connected {
    /// Returns the constraint on vertices; there is an atom for each, which is active if it holds.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each vertex.
    #[must_use]
    pub fn vertices(graph: Arc<Graph>, vertices: Vec<Atom>) -> Self {
        assert_eq!(vertices.len(), graph.n_vertices() as usize, "each vertex has an atom");
        let atoms = vertices.into_iter().map(Some).collect();
        Self { connectivity: Connectivity::new(graph, atoms) }
    }

    /// Returns the constraint on edges; there is an atom for each, which is active if it holds.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each edge.
    #[must_use]
    pub fn edges(graph: &Graph, edges: Vec<Atom>) -> Self {
        assert_eq!(edges.len(), graph.edges().len(), "each edge has an atom");
        let mut atoms = vec![None; graph.n_vertices() as usize];
        atoms.extend(edges.into_iter().map(Some));
        Self { connectivity: Connectivity::new(Arc::new(graph.subdivided()), atoms) }
    }
}

impl Propagator for Connected {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.connectivity.atoms.iter().flatten().copied().map(subscription).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        self.connectivity.n_bytes()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.connectivity.propagate(domains)
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        self.connectivity.explain(data, before, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let Connectivity { graph, atoms, .. } = &self.connectivity;
        let holds = |atom: Atom| atom.holds_for(value(atom.var));
        let passed: Vec<bool> = atoms.iter().map(|atom| atom.is_none_or(holds)).collect();
        let edges = graph.edges().iter().copied();
        let edges = edges.filter(|ends| ends.iter().all(|&end| passed[end as usize]));
        let labels = component_labels(graph.n_vertices(), edges);
        are_equal(labels.into_iter().zip(atoms).filter(|it| it.1.is_some_and(holds)).map(|it| it.0))
    }
}
