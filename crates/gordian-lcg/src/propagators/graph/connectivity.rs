//! The propagation of connectivity: active vertices are connected by active vertices and by
//! vertices without an atom.
//!
//! *Source*: de Uña, Gange, Schachte, Stuckey: "Minimizing landscape resistance for habitat
//! conservation", CPAIOR 2017, for a connected subgraph with explanations; Tarjan: "Depth-first
//! search and linear graph algorithms", SIAM J. Comput. 1 (1972), for the cut vertices.

use std::sync::Arc;

use crate::atom::Atom;
use crate::propagator::{Before, Conflict, Domains, Explanation, n_bytes_of, n_bytes_of_list};

use super::status::{Status, shorten};
use super::traversal::{DepthFirst, reach, separator};
use super::undirected::Graph;

/// Active vertices are connected. The graph has no parallel edges that matter.
#[derive(Clone, Debug)]
pub(super) struct Connectivity {
    pub(super) graph: Arc<Graph>,
    /// The atom of each vertex; a vertex without an atom can be passed, and need not be connected.
    pub(super) atoms: Vec<Option<Atom>>,
    truths: Vec<Option<bool>>,
    search: DepthFirst,
    /// Whether the subtree of a vertex has an active one.
    has_active: Vec<bool>,
}

impl Connectivity {
    pub(super) fn new(graph: Arc<Graph>, atoms: Vec<Option<Atom>>) -> Self {
        let (truths, has_active) = (Vec::new(), Vec::new());
        Self { graph, atoms, truths, search: DepthFirst::default(), has_active }
    }

    /// Returns the memory of the graph and of the lists, with those of a run, in bytes.
    pub(super) fn n_bytes(&self) -> u64 {
        let n = self.atoms.len();
        let truths = n_bytes_of_list::<Option<bool>>(n) + n_bytes_of_list::<bool>(n);
        self.graph.n_bytes() + n_bytes_of(&self.atoms) + truths + DepthFirst::n_bytes_for(n)
    }

    /// Cost: linear in the size of the graph.
    pub(super) fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.truths.clear();
        let truth = |atom: &Option<Atom>| atom.and_then(|it| domains.truth(it));
        self.truths.extend(self.atoms.iter().map(truth));
        let vertices = || 0..self.graph.n_vertices();
        let is_active = |vertex: u32| self.truths[vertex as usize] == Some(true);
        let Some(root) = vertices().find(|&vertex| is_active(vertex)) else { return Ok(()) };
        let is_open = |vertex: u32| self.truths[vertex as usize] != Some(false);
        self.search.run(&self.graph, [root], is_open);
        for vertex in vertices().filter(|&it| !self.search.is_reached(it) && is_open(it)) {
            if let Some(atom) = self.atoms[vertex as usize] {
                domains.assign(!atom, Explanation::Later(vertex << 1))?;
            }
        }
        self.has_active.clear();
        self.has_active.extend(vertices().map(is_active));
        for &vertex in self.search.order.iter().skip(1).rev() {
            if !self.has_active[vertex as usize] {
                continue;
            }
            let parent = self.search.parent[vertex as usize];
            self.has_active[parent as usize] = true;
            if self.search.is_cut_off(vertex)
                && let Some(atom) = self.atoms[parent as usize]
            {
                domains.assign(atom, Explanation::Later(parent << 1 | 1))?;
            }
        }
        Ok(())
    }

    pub(super) fn explain(&self, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let start = out.len();
        let status =
            |atom: &Option<Atom>| atom.map_or(Status::Open, |it| Status::before(it, before));
        let mut statuses: Vec<Status> = self.atoms.iter().map(status).collect();
        let vertex = data >> 1;
        let ends = if data & 1 == 0 {
            statuses[vertex as usize] = Status::Open;
            self.unreachable_active(vertex, &statuses).map(|active| [vertex, active])
        } else {
            // Without the vertex, which the explanation is not about, two active ones are
            // separated.
            statuses[vertex as usize] = Status::Absent;
            self.separated_by(vertex, &statuses)
        };
        let [a, b] = ends.expect("the domains before the change imply it");
        for end in [a, b].into_iter().filter(|&end| end != vertex) {
            out.extend(self.atoms[end as usize]);
        }
        for inactive in separator(&self.graph, &statuses, &[a], &[b]) {
            out.extend(self.atoms[inactive as usize].map(|atom| !atom));
        }
        shorten(out, start, before);
    }

    /// Returns an active vertex that cannot be reached from a vertex.
    fn unreachable_active(&self, from: u32, statuses: &[Status]) -> Option<u32> {
        let mut is_reached = vec![false; statuses.len()];
        let is_open = |vertex: u32| statuses[vertex as usize].is_open();
        reach(&self.graph, &[from], is_open, &mut is_reached);
        best_active((0..self.graph.n_vertices()).filter(|&it| !is_reached[it as usize]), statuses)
    }

    /// Returns two active vertices that only `vertex`, which is closed, may connect: if possible,
    /// one of each of two components next to it.
    fn separated_by(&self, vertex: u32, statuses: &[Status]) -> Option<[u32; 2]> {
        let is_open = |vertex: u32| statuses[vertex as usize].is_open();
        let mut is_reached = vec![false; statuses.len()];
        let mut found: Option<u32> = None;
        for next in self.graph.neighbours(vertex) {
            let next = next.vertex;
            if !is_open(next) || is_reached[next as usize] {
                continue;
            }
            let component = reach(&self.graph, &[next], is_open, &mut is_reached);
            match (found, best_active(component.into_iter(), statuses)) {
                (_, None) => {}
                (None, active) => found = active,
                (Some(a), Some(b)) => return Some([a, b]),
            }
        }
        let others = (0..self.graph.n_vertices()).filter(|&it| !is_reached[it as usize]);
        let first = found.or_else(|| best_active(others, statuses))?;
        self.unreachable_active(first, statuses).map(|second| [first, second])
    }
}

/// Returns an active vertex: the first that needs no explanation, or the first.
fn best_active(vertices: impl Iterator<Item = u32>, statuses: &[Status]) -> Option<u32> {
    let mut first = None;
    for vertex in vertices {
        match statuses[vertex as usize] {
            Status::Certain => return Some(vertex),
            Status::Active => first = first.or(Some(vertex)),
            _ => {}
        }
    }
    first
}
