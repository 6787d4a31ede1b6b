//! Simple paths between two vertices.
//!
//! A path becomes a cycle when its ends are connected by a further vertex: the hub. An edge from
//! the hub to a vertex is active if the vertex is an end. See [`Cycle`] for the propagation and its
//! sources.

use std::sync::Arc;

use crate::atom::{Atom, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

use super::component_labels;
use super::cycle::Cycle;
use super::undirected::Graph;

/// The active edges of a graph form exactly one simple path between two vertices, which are
/// variables.
///
/// If both ends are the same vertex, no edge is active.
///
/// *Source*: Pritchard, Thurimella: "Fast computation of small cuts via cycle space sampling", ACM
/// Trans. Algorithms 7 (2011), for the edges that are on each possible path.
#[derive(Clone, Debug)]
pub struct Path {
    graph: Arc<Graph>,
    edges: Vec<Atom>,
    ends: [Var; 2],
    cycle: Cycle,
}

impl Path {
    /// Returns the constraint; `edges` has an atom for each edge, which is active if it holds, and
    /// the values of `ends` are the numbers of the first and the last vertex.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each edge.
    #[must_use]
    pub fn new(graph: Arc<Graph>, edges: Vec<Atom>, ends: [Var; 2]) -> Self {
        assert_eq!(edges.len(), graph.edges().len(), "each edge has an atom");
        let hub = graph.n_vertices();
        let mut ends_of_all = graph.edges().to_vec();
        let mut atoms = edges.clone();
        for end in ends {
            ends_of_all.extend((0..hub).map(|vertex| [vertex, hub]));
            atoms.extend((0..hub).map(|vertex| end.equal(vertex.into())));
        }
        let with_hub = Graph::build(hub + 1, ends_of_all);
        let cycle = Cycle::new(Arc::new(with_hub), atoms, Some(hub));
        Self { graph, edges, ends, cycle }
    }
}

impl Propagator for Path {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let mut subscriptions = self.cycle.subscriptions();
        subscriptions.extend(self.ends.map(|end| (end, Event::Bounds)));
        subscriptions
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.edges) + self.cycle.n_bytes()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for end in self.ends {
            let last = i64::from(self.graph.n_vertices()) - 1;
            domains.assign(end.at_least(0), Explanation::Now(&[]))?;
            domains.assign(end.at_most(last), Explanation::Now(&[]))?;
        }
        self.cycle.propagate(domains)
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        self.cycle.explain(data, before, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let n_vertices = self.graph.n_vertices();
        let [first, last] = self.ends.map(|end| u32::try_from(value(end)).unwrap_or(n_vertices));
        if first >= n_vertices || last >= n_vertices {
            return false;
        }
        let edges = self.graph.edges().iter().copied().zip(&self.edges);
        let active: Vec<[u32; 2]> = edges
            .filter(|(_, atom)| atom.holds_for(value(atom.var)))
            .map(|(ends, _)| ends)
            .collect();
        if first == last {
            return active.is_empty();
        }
        let labels = component_labels(n_vertices, active.iter().copied());
        let mut degrees = vec![0; n_vertices as usize];
        for &end in active.iter().flatten() {
            degrees[end as usize] += 1;
        }
        (0..n_vertices).zip(degrees).all(|(vertex, degree)| match degree {
            0 => vertex != first && vertex != last,
            1 => vertex == first || vertex == last,
            n => n == 2 && vertex != first && vertex != last,
        }) && active.iter().all(|&[a, _]| labels[a as usize] == labels[first as usize])
    }
}
