//! The propagation of a cycle: the active edges are one simple cycle.
//!
//! Degrees: each vertex has two active edges or none. Chains of active edges are not closed while
//! there are active edges elsewhere. Blocks: a cycle is inside one biconnected component of the
//! edges that are not inactive. Cuts of two edges: the cycle has both or none, because it crosses
//! every cut an even number of times; both, if there are active edges on both sides.
//!
//! Cuts of two edges are found by random labels: each edge that is not in the tree of a depth-first
//! search has a random label, each edge of the tree the sum modulo 2 of the labels of those that
//! bridge it. Edges of a cut of two have equal labels. Equal labels may be a coincidence, so every
//! cut is verified before anything is concluded.
//!
//! *Source*: Tarjan: "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972);
//! Pritchard, Thurimella: "Fast computation of small cuts via cycle space sampling", ACM Trans.
//! Algorithms 7 (2011); for the explanations by separating sets: de Uña, Gange, Schachte, Stuckey:
//! "Minimizing landscape resistance for habitat conservation", CPAIOR 2017.

use std::sync::Arc;

use gordian_core::Random;
use rustc_hash::FxHashMap;

use crate::atom::{Atom, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, n_bytes_of, n_bytes_of_list,
};

use super::status::{Status, shorten, subscription};
use super::traversal::{DepthFirst, NONE, reach, separator};
use super::undirected::Graph;

/// Why a change follows. The number of an edge and one of these are what an explanation is computed
/// from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Rule {
    /// The first end has two other active edges: inactive.
    FullFirst,
    /// The second end has two other active edges: inactive.
    FullSecond,
    /// All other edges of the first end are inactive: inactive.
    DeadEndFirst,
    /// All other edges of the second end are inactive: inactive.
    DeadEndSecond,
    /// One other edge of the first end is active, all others are inactive: active.
    ForcedFirst,
    /// One other edge of the second end is active, all others are inactive: active.
    ForcedSecond,
    /// There is a cycle of other active edges: inactive.
    Closed,
    /// It would close a cycle, but not all active edges, or not the hub, are on it: inactive.
    Closing,
    /// It is in no cycle with an active edge or the hub: inactive.
    NotInBlock,
}

impl Rule {
    const ALL: [Self; 9] = [
        Self::FullFirst,
        Self::FullSecond,
        Self::DeadEndFirst,
        Self::DeadEndSecond,
        Self::ForcedFirst,
        Self::ForcedSecond,
        Self::Closed,
        Self::Closing,
        Self::NotInBlock,
    ];

    fn later(self, edge: u32) -> Explanation<'static> {
        Explanation::Later(edge << 4 | self as u32)
    }
}

/// The active edges are exactly one simple cycle.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    graph: Arc<Graph>,
    /// The graph with a vertex for each edge.
    subdivided: Graph,
    atoms: Vec<Atom>,
    /// A vertex through which the cycle passes, for a reason outside this constraint, which
    /// guarantees that it has two active edges.
    hub: Option<u32>,
    /// Random labels of the edges.
    labels: Vec<u64>,
    truths: Vec<Option<bool>>,
    search: DepthFirst,
}

/// The chains of active edges.
struct Chains {
    /// For the ends of a chain: the other end, the number of edges, and whether the hub is on it.
    by_end: FxHashMap<u32, (u32, usize, bool)>,
    /// The edges of a closed chain.
    closed: Option<Vec<u32>>,
}

impl Cycle {
    pub(super) fn new(graph: Arc<Graph>, atoms: Vec<Atom>, hub: Option<u32>) -> Self {
        // The answers do not depend on the labels.
        let mut random = Random::new(0);
        Self {
            subdivided: graph.subdivided(),
            labels: atoms.iter().map(|_| random.bits()).collect(),
            graph,
            atoms,
            hub,
            truths: Vec::new(),
            search: DepthFirst::default(),
        }
    }

    /// Returns the memory of the graphs and of the lists, with those of a run, in bytes.
    pub(super) fn n_bytes(&self) -> u64 {
        let truths = n_bytes_of_list::<Option<bool>>(self.atoms.len());
        self.graph.n_bytes()
            + self.subdivided.n_bytes()
            + n_bytes_of(&self.atoms)
            + n_bytes_of(&self.labels)
            + truths
            + DepthFirst::n_bytes_for(self.subdivided.n_vertices() as usize)
    }

    /// Returns a subscription for each edge.
    pub(super) fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.atoms.iter().copied().map(subscription).collect()
    }

    /// Cost: linear in the degrees at changed edges if that has conclusions, otherwise linear in
    /// the size of the graph, and once more for each edge that is in a cut of two with an active
    /// one.
    ///
    /// The first places of `domains.changed()` are those of [`Cycle::subscriptions`].
    pub(super) fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n_changes = domains.n_changes();
        for &place in domains.changed() {
            let Some(&ends) = self.graph.edges().get(place as usize) else { continue };
            for vertex in ends.into_iter().filter(|&it| Some(it) != self.hub) {
                self.propagate_degree(vertex, domains)?;
            }
        }
        // The changes run this again; the rest takes longer.
        if domains.n_changes() > n_changes {
            return Ok(());
        }
        self.truths.clear();
        self.truths.extend(self.atoms.iter().map(|&atom| domains.truth(atom)));
        if self.hub.is_none() && self.truths.iter().all(|&truth| truth == Some(false)) {
            let atoms: Vec<Atom> = self.atoms.iter().map(|&atom| !atom).collect();
            return Err(domains.conflict(&atoms));
        }
        let is_open = self.propagate_chains(domains)?;
        if !is_open || domains.n_changes() > n_changes {
            return Ok(());
        }
        self.propagate_blocks(domains)?;
        if domains.n_changes() > n_changes {
            return Ok(());
        }
        self.propagate_cuts(domains)
    }

    fn atom(&self, edge: u32) -> Atom {
        self.atoms[edge as usize]
    }

    fn truth(&self, edge: u32) -> Option<bool> {
        self.truths[edge as usize]
    }

    fn edges(&self) -> std::ops::Range<u32> {
        0..self.graph.n_edges()
    }

    /// Returns the vertex in the middle of an edge in the subdivided graph.
    fn middle(&self, edge: u32) -> u32 {
        self.graph.n_vertices() + edge
    }

    /// Makes one edge inactive.
    fn exclude(&self, edge: u32, rule: Rule, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        domains.assign(!self.atom(edge), rule.later(edge))
    }

    /// Returns the first rule if the vertex is the first end of the edge, otherwise the second.
    fn rule_at(&self, vertex: u32, edge: u32, rules: [Rule; 2]) -> Rule {
        rules[usize::from(self.graph.edges()[edge as usize][0] != vertex)]
    }

    fn propagate_degree(&self, vertex: u32, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let (mut active, mut n_active, mut last_active, mut open) = ([0; 3], 0, 0, (0, 0));
        for next in self.graph.neighbours(vertex) {
            match domains.truth(self.atom(next.edge)) {
                Some(false) => {}
                Some(true) if n_active == 2 => {
                    active[2] = next.edge;
                    return Err(domains.conflict(&active.map(|edge| self.atom(edge))));
                }
                Some(true) => {
                    active[n_active] = next.edge;
                    n_active += 1;
                    last_active = next.edge;
                }
                None => open = (open.0 + 1, next.edge),
            }
        }
        let (n_open, last_open) = open;
        let dead_end = [Rule::DeadEndFirst, Rule::DeadEndSecond];
        match (n_active, n_open) {
            (2, 1..) => {
                for next in self.graph.neighbours(vertex) {
                    if !active[..2].contains(&next.edge) {
                        let rules = [Rule::FullFirst, Rule::FullSecond];
                        let rule = self.rule_at(vertex, next.edge, rules);
                        self.exclude(next.edge, rule, domains)?;
                    }
                }
                Ok(())
            }
            (1, 1) => {
                let rules = [Rule::ForcedFirst, Rule::ForcedSecond];
                let rule = self.rule_at(vertex, last_open, rules);
                domains.assign(self.atom(last_open), rule.later(last_open))
            }
            (1, 0) => {
                self.exclude(last_active, self.rule_at(vertex, last_active, dead_end), domains)
            }
            (0, 1) => self.exclude(last_open, self.rule_at(vertex, last_open, dead_end), domains),
            _ => Ok(()),
        }
    }

    /// Returns the chains of active edges; no vertex has more than two, except perhaps the hub.
    fn chains(&self) -> Chains {
        let mut is_visited = vec![false; self.atoms.len()];
        let active_edge = |vertex: u32, is_visited: &[bool]| {
            let mut edges = self.graph.neighbours(vertex).iter();
            edges
                .find(|it| self.truth(it.edge) == Some(true) && !is_visited[it.edge as usize])
                .copied()
        };
        // Follows the edges from a vertex; returns the last vertex, the edges, and whether the hub
        // was met.
        let walk = |from: u32, is_visited: &mut [bool]| {
            let (mut vertex, mut edges, mut has_hub) = (from, Vec::new(), Some(from) == self.hub);
            while let Some(next) = active_edge(vertex, is_visited) {
                is_visited[next.edge as usize] = true;
                edges.push(next.edge);
                vertex = next.vertex;
                has_hub |= Some(vertex) == self.hub;
                if vertex == from {
                    break;
                }
            }
            (vertex, edges, has_hub)
        };
        let mut degrees = vec![0_u32; self.graph.n_vertices() as usize];
        let active: Vec<u32> =
            self.edges().filter(|&edge| self.truth(edge) == Some(true)).collect();
        let ends = |edge: u32| self.graph.edges()[edge as usize];
        for end in active.iter().flat_map(|&edge| ends(edge)) {
            degrees[end as usize] += 1;
        }
        let mut by_end = FxHashMap::default();
        for from in active.iter().flat_map(|&edge| ends(edge)) {
            if degrees[from as usize] == 1 && !by_end.contains_key(&from) {
                let (to, edges, has_hub) = walk(from, &mut is_visited);
                by_end.insert(from, (to, edges.len(), has_hub));
                by_end.insert(to, (from, edges.len(), has_hub));
            }
        }
        let rest = active.iter().find(|&&edge| !is_visited[edge as usize]);
        let closed = rest.map(|&edge| walk(ends(edge)[0], &mut is_visited).1);
        Chains { by_end, closed }
    }

    /// Returns `false` if there is a closed chain, so that all is decided.
    fn propagate_chains(&self, domains: &mut Domains<'_>) -> Result<bool, Conflict> {
        let Chains { by_end, closed } = self.chains();
        if let Some(closed) = closed {
            let has_hub = |&edge: &u32| {
                self.graph.edges()[edge as usize].into_iter().any(|end| Some(end) == self.hub)
            };
            if self.hub.is_some() && !closed.iter().any(has_hub) {
                let atoms: Vec<Atom> = closed.iter().map(|&edge| self.atom(edge)).collect();
                return Err(domains.conflict(&atoms));
            }
            let mut is_closed = vec![false; self.atoms.len()];
            for edge in closed {
                is_closed[edge as usize] = true;
            }
            for edge in self.edges().filter(|&edge| !is_closed[edge as usize]) {
                self.exclude(edge, Rule::Closed, domains)?;
            }
            return Ok(false);
        }
        let n_active = self.truths.iter().filter(|&&truth| truth == Some(true)).count();
        for edge in self.edges().filter(|&edge| self.truth(edge).is_none()) {
            let [a, b] = self.graph.edges()[edge as usize];
            if let Some(&(other_end, len, has_hub)) = by_end.get(&a)
                && other_end == b
                && (len < n_active || (self.hub.is_some() && !has_hub))
            {
                self.exclude(edge, Rule::Closing, domains)?;
            }
        }
        Ok(true)
    }

    /// Returns the vertex of the subdivided graph that is certainly on the cycle.
    fn reference(&self) -> Option<u32> {
        let active = self.edges().find(|&edge| self.truth(edge) == Some(true));
        active.map(|edge| self.middle(edge)).or(self.hub)
    }

    /// Makes edges inactive that are in no cycle, or in none with an active edge or the hub.
    fn propagate_blocks(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n_vertices = self.graph.n_vertices();
        let reference = self.reference();
        let roots = match reference {
            Some(root) => root..root + 1,
            None => 0..n_vertices,
        };
        let truths = &self.truths;
        let is_open =
            |it: u32| it < n_vertices || truths[(it - n_vertices) as usize] != Some(false);
        self.search.run(&self.subdivided, roots, is_open);
        let search = &self.search;
        // Whether a cut vertex separates a vertex from the reference; and whether an edge is a
        // bridge.
        let mut is_separated = vec![false; self.subdivided.n_vertices() as usize];
        let mut is_bridge = vec![false; self.atoms.len()];
        let mut n_below_root = 0;
        for &it in &search.order {
            let parent = search.parent[it as usize];
            if parent == NONE {
                continue;
            }
            let is_root = search.parent[parent as usize] == NONE;
            let is_cut_off = search.is_cut_off(it);
            is_separated[it as usize] = reference.is_some()
                && (is_separated[parent as usize]
                    || (is_cut_off && !is_root && parent < n_vertices));
            if parent >= n_vertices && is_cut_off {
                // The root has no edge above it: it is a bridge if it has two branches.
                n_below_root += u32::from(is_root);
                is_bridge[(parent - n_vertices) as usize] = !is_root || n_below_root == 2;
            }
        }
        for edge in self.edges().filter(|&edge| is_open(self.middle(edge))) {
            let middle = self.middle(edge);
            let is_unreached = reference.is_some() && !search.is_reached(middle);
            if is_unreached || is_separated[middle as usize] || is_bridge[edge as usize] {
                self.exclude(edge, Rule::NotInBlock, domains)?;
            }
        }
        Ok(())
    }

    /// Makes the other edge of a cut of two active. The search is that of the blocks; if an edge is
    /// active, it began there, and all edges that are not inactive are in one block.
    fn propagate_cuts(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n_vertices = self.graph.n_vertices();
        let Some(root) = self.reference().filter(|&root| root >= n_vertices) else { return Ok(()) };
        let search = &self.search;
        let mut labels = vec![0_u64; self.atoms.len()];
        let mut sums = vec![0_u64; n_vertices as usize];
        for edge in self.edges().filter(|&edge| self.truth(edge) != Some(false)) {
            let middle = self.middle(edge);
            let ends = self.graph.edges()[edge as usize];
            let is_in_tree = ends.iter().any(|&end| search.parent[end as usize] == middle);
            if middle == root || !is_in_tree {
                labels[edge as usize] = self.labels[edge as usize];
                for end in ends {
                    sums[end as usize] ^= self.labels[edge as usize];
                }
            }
        }
        for &vertex in search.order.iter().rev().filter(|&&it| it < n_vertices) {
            let middle = search.parent[vertex as usize];
            if middle != root && middle != NONE {
                let sum = sums[vertex as usize];
                labels[(middle - n_vertices) as usize] = sum;
                sums[search.parent[middle as usize] as usize] ^= sum;
            }
        }
        self.propagate_labels(&labels, root, domains)
    }

    /// Makes edges active that have the label of an active one; and, if a class of edges with equal
    /// labels separates active edges, two of them.
    fn propagate_labels(
        &self,
        labels: &[u64],
        root: u32,
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let n_changes = domains.n_changes();
        let mut active_by_label: FxHashMap<u64, u32> = FxHashMap::default();
        for edge in self.edges().filter(|&edge| self.truth(edge) == Some(true)) {
            active_by_label.entry(labels[edge as usize]).or_insert(edge);
        }
        let mut statuses: Vec<Status> = Vec::new();
        for edge in self.edges().filter(|&edge| self.truth(edge).is_none()) {
            let Some(&active) = active_by_label.get(&labels[edge as usize]) else { continue };
            if statuses.is_empty() {
                statuses = self.statuses(|atom| Status::now(atom, domains));
            }
            if let Some(explanation) = self.cut_of_two(edge, active, &mut statuses) {
                domains.assign(self.atom(edge), Explanation::Now(&explanation))?;
            }
        }
        // The changes run this again.
        if domains.n_changes() > n_changes {
            return Ok(());
        }
        for class in self.separating_classes(labels) {
            if statuses.is_empty() {
                statuses = self.statuses(|atom| Status::now(atom, domains));
            }
            if let Some((edges, explanation)) = self.only_connections(&class, root, &mut statuses) {
                for edge in edges {
                    domains.assign(self.atom(edge), Explanation::Now(&explanation))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the classes of open edges with equal labels below which, in the tree, is an active
    /// edge. The edges of the tree that belong to a class are one above the other.
    fn separating_classes(&self, labels: &[u64]) -> Vec<Vec<u32>> {
        let n_vertices = self.graph.n_vertices();
        let mut has_active = vec![false; self.subdivided.n_vertices() as usize];
        for &it in self.search.order.iter().skip(1).rev() {
            let is_active = it >= n_vertices && self.truth(it - n_vertices) == Some(true);
            has_active[it as usize] |= is_active;
            has_active[self.search.parent[it as usize] as usize] |= has_active[it as usize];
        }
        // In the order of the search, so that the first one of a class is above the others.
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        let mut classes: Vec<Vec<u32>> = Vec::new();
        for &it in self.search.order.iter().filter(|&&it| it >= n_vertices) {
            let edge = it - n_vertices;
            if self.truth(edge).is_none() {
                let place = *places.entry(labels[edge as usize]).or_insert(classes.len());
                if place == classes.len() {
                    classes.push(Vec::new());
                }
                classes[place].push(edge);
            }
        }
        classes.retain(|class| {
            class.len() > 1 && class.iter().any(|&edge| has_active[self.middle(edge) as usize])
        });
        classes
    }

    /// Returns two edges of a class that alone connect an active edge with the root of the search,
    /// and why they are active. `None` if there are none.
    fn only_connections(
        &self,
        class: &[u32],
        root: u32,
        statuses: &mut [Status],
    ) -> Option<([u32; 2], Vec<Atom>)> {
        let absent = |edges: &[u32], statuses: &mut [Status], status| {
            for &edge in edges {
                statuses[self.middle(edge) as usize] = status;
            }
        };
        absent(class, statuses, Status::Absent);
        let is_open = |it: u32| statuses[it as usize].is_open();
        let mut is_near = vec![false; statuses.len()];
        reach(&self.subdivided, &[root], is_open, &mut is_near);
        let far = self
            .edges()
            .map(|edge| self.middle(edge))
            .find(|&middle| statuses[middle as usize].is_active() && !is_near[middle as usize]);
        let mut is_far = vec![false; statuses.len()];
        reach(&self.subdivided, far.as_slice(), is_open, &mut is_far);
        absent(class, statuses, Status::Open);
        let far = far?;
        let crossing = class.iter().copied().filter(|&edge| {
            let [a, b] = self.graph.edges()[edge as usize];
            is_far[a as usize] != is_far[b as usize]
        });
        let edges: [u32; 2] = crossing.collect::<Vec<u32>>().try_into().ok()?;
        absent(&edges, statuses, Status::Absent);
        let mut is_reached = vec![false; statuses.len()];
        reach(&self.subdivided, &[far], |it| statuses[it as usize].is_open(), &mut is_reached);
        let explanation = (!is_reached[root as usize]).then(|| {
            // Both edges cross each set that separates the active ones; with both, their ends.
            let ends = edges.map(|edge| self.graph.edges()[edge as usize]);
            let (mut inner, mut outer) = (vec![far], vec![root]);
            for &end in ends.as_flattened() {
                if is_reached[end as usize] { &mut inner } else { &mut outer }.push(end);
            }
            let cut = separator(&self.subdivided, statuses, &inner, &outer);
            let mut explanation: Vec<Atom> =
                [far, root].map(|it| self.atom(it - self.graph.n_vertices())).to_vec();
            explanation.extend(self.inactive_atoms(&cut));
            explanation
        });
        absent(&edges, statuses, Status::Open);
        explanation.map(|explanation| (edges, explanation))
    }

    /// Returns why an edge is active: with an active one, it would be a cut if both are. `None` if
    /// they are not.
    fn cut_of_two(&self, edge: u32, active: u32, statuses: &mut [Status]) -> Option<Vec<Atom>> {
        let kept = [edge, active].map(|it| {
            let at = self.middle(it) as usize;
            (at, std::mem::replace(&mut statuses[at], Status::Absent))
        });
        let [a, b] = self.graph.edges()[edge as usize];
        let [mut c, mut d] = self.graph.edges()[active as usize];
        let mut is_reached = vec![false; statuses.len()];
        reach(&self.subdivided, &[a], |it| statuses[it as usize].is_open(), &mut is_reached);
        if is_reached[d as usize] {
            std::mem::swap(&mut c, &mut d);
        }
        let is_cut = [(a, true), (b, false), (c, true), (d, false)]
            .into_iter()
            .all(|(end, expected)| is_reached[end as usize] == expected);
        let explanation = is_cut.then(|| {
            let cut = separator(&self.subdivided, statuses, &[a, c], &[b, d]);
            let mut explanation = vec![self.atom(active)];
            explanation.extend(self.inactive_atoms(&cut));
            explanation
        });
        for (at, status) in kept {
            statuses[at] = status;
        }
        explanation
    }

    /// Returns the statuses of the vertices of the subdivided graph; those of the graph are open.
    fn statuses(&self, status: impl Fn(Atom) -> Status) -> Vec<Status> {
        let mut statuses = vec![Status::Open; self.graph.n_vertices() as usize];
        statuses.extend(self.atoms.iter().map(|&atom| status(atom)));
        statuses
    }

    /// Returns that the edges in the middle of which these vertices are, are inactive.
    fn inactive_atoms<'a>(&'a self, middles: &'a [u32]) -> impl Iterator<Item = Atom> + 'a {
        middles.iter().map(|&middle| !self.atom(middle - self.graph.n_vertices()))
    }

    pub(super) fn explain(&self, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let start = out.len();
        let (edge, rule) = (data >> 4, Rule::ALL[(data & 15) as usize]);
        let ends = self.graph.edges()[edge as usize];
        match rule {
            Rule::FullFirst => self.explain_full(edge, ends[0], before, out),
            Rule::FullSecond => self.explain_full(edge, ends[1], before, out),
            Rule::DeadEndFirst | Rule::ForcedFirst => {
                self.explain_end(edge, ends[0], before, out);
            }
            Rule::DeadEndSecond | Rule::ForcedSecond => {
                self.explain_end(edge, ends[1], before, out);
            }
            Rule::Closed | Rule::Closing | Rule::NotInBlock => {
                let mut statuses = self.statuses(|atom| Status::before(atom, before));
                statuses[self.middle(edge) as usize] = Status::Absent;
                match rule {
                    Rule::Closed => self.explain_closed(&statuses, out),
                    Rule::Closing => self.explain_closing(edge, &statuses, out),
                    _ => self.explain_block(edge, &mut statuses, out),
                }
            }
        }
        shorten(out, start, before);
    }

    /// Appends two active edges of a vertex but `edge`.
    fn explain_full(&self, edge: u32, vertex: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let others = self.graph.neighbours(vertex).iter().filter(|it| it.edge != edge);
        let atoms = others.map(|it| self.atom(it.edge));
        let mut active: Vec<Atom> =
            atoms.filter(|&atom| before.truth(atom) == Some(true)).collect();
        active.sort_by_key(|&atom| before.root_truth(atom) != Some(true));
        out.extend(active.into_iter().take(2));
    }

    /// Appends the truths of all edges of a vertex but `edge`.
    fn explain_end(&self, edge: u32, vertex: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        for next in self.graph.neighbours(vertex).iter().filter(|it| it.edge != edge) {
            let atom = self.atom(next.edge);
            out.push(if before.truth(atom) == Some(true) { atom } else { !atom });
        }
    }

    /// Appends the edges of a cycle of active edges.
    fn explain_closed(&self, statuses: &[Status], out: &mut Vec<Atom>) {
        let n_vertices = self.graph.n_vertices();
        let is_open = |it: u32| it < n_vertices || statuses[it as usize].is_active();
        let mut search = DepthFirst::default();
        search.run(&self.subdivided, 0..n_vertices, is_open);
        let back = search.order.iter().find_map(|&from| {
            let neighbours = self.subdivided.neighbours(from).iter().map(|it| it.vertex);
            let is_above = |&to: &u32| {
                is_open(to) && to != search.parent[from as usize] && search.is_before(to, from)
            };
            neighbours.into_iter().find(is_above).map(|to| (from, to))
        });
        let (mut at, top) = back.expect("the active edges have a cycle");
        loop {
            if at >= n_vertices {
                out.push(self.atom(at - n_vertices));
            }
            if at == top {
                return;
            }
            at = search.parent[at as usize];
        }
    }

    /// Appends the edges of an active path between the ends of an edge, and another active edge,
    /// unless the hub is outside the path.
    fn explain_closing(&self, edge: u32, statuses: &[Status], out: &mut Vec<Atom>) {
        let n_vertices = self.graph.n_vertices();
        let [from, to] = self.graph.edges()[edge as usize];
        let is_open = |it: u32| it < n_vertices || statuses[it as usize].is_active();
        let mut search = DepthFirst::default();
        search.run(&self.subdivided, [from], is_open);
        let mut is_on_path = vec![false; statuses.len()];
        let mut at = to;
        while at != NONE {
            is_on_path[at as usize] = true;
            if at >= n_vertices {
                out.push(self.atom(at - n_vertices));
            }
            at = search.parent[at as usize];
        }
        if self.hub.is_some_and(|hub| !is_on_path[hub as usize]) {
            return;
        }
        let others = self.edges().filter(|&it| {
            let middle = self.middle(it) as usize;
            statuses[middle].is_active() && !is_on_path[middle]
        });
        let status = |it: u32| statuses[self.middle(it) as usize];
        let other = others.min_by_key(|&it| status(it) != Status::Certain);
        out.push(self.atom(other.expect("an active edge is outside the path")));
    }

    /// Appends why an edge, which is absent in `statuses`, is in no cycle with an active edge or
    /// the hub.
    fn explain_block(&self, edge: u32, statuses: &mut [Status], out: &mut Vec<Atom>) {
        let n_vertices = self.graph.n_vertices();
        let [a, b] = self.graph.edges()[edge as usize];
        let mut is_reached = vec![false; statuses.len()];
        reach(&self.subdivided, &[a], |it| statuses[it as usize].is_open(), &mut is_reached);
        if !is_reached[b as usize] {
            // It is a bridge, in no cycle at all.
            let cut = separator(&self.subdivided, statuses, &[a], &[b]);
            out.extend(self.inactive_atoms(&cut));
            return;
        }
        let middle = self.middle(edge);
        statuses[middle as usize] = Status::Open;
        let mut search = DepthFirst::default();
        search.run(&self.subdivided, [middle], |it| statuses[it as usize].is_open());
        // The cut vertex that separates each vertex from the edge, the nearest one to the edge.
        let mut cut_vertex = vec![NONE; statuses.len()];
        for &it in search.order.iter().skip(1) {
            let parent = search.parent[it as usize];
            cut_vertex[it as usize] = if cut_vertex[parent as usize] != NONE {
                cut_vertex[parent as usize]
            } else if parent < n_vertices && search.is_cut_off(it) {
                parent
            } else {
                NONE
            };
        }
        let is_elsewhere = |it: u32| !search.is_reached(it) || cut_vertex[it as usize] != NONE;
        let middles = || self.edges().map(|it| self.middle(it));
        let other = self.hub.filter(|&hub| is_elsewhere(hub)).or_else(|| {
            let active = middles().filter(|&it| statuses[it as usize].is_active());
            let elsewhere = active.filter(|&it| is_elsewhere(it));
            elsewhere.min_by_key(|&it| statuses[it as usize] != Status::Certain)
        });
        let other = other.expect("an active edge or the hub is in another block");
        if other >= n_vertices {
            out.push(self.atom(other - n_vertices));
        }
        if cut_vertex[other as usize] != NONE {
            statuses[cut_vertex[other as usize] as usize] = Status::Absent;
        }
        let cut = separator(&self.subdivided, statuses, &[middle], &[other]);
        out.extend(self.inactive_atoms(&cut));
    }
}
