//! Divisions of a graph into regions.
//!
//! A region is a connected component of the joined edges. What follows from the edges that are
//! joined and those that are not, and from the bounds of sizes:
//!
//! - An edge inside a region is joined. If an edge between two regions is not joined, no edge
//!   between them is.
//! - A region has at least the vertices that are joined, and at most those that can be reached over
//!   edges that may be joined.
//! - The sizes of the vertices of a region are equal, so edges between vertices of different sizes
//!   are not joined.
//! - An edge is not joined if the two regions at its ends together are too large: a full region
//!   closes its border.
//! - A region that is too small and can grow in one direction only grows there.
//!
//! *Source*: de Uña, Gange, Schachte, Stuckey: "Minimizing landscape resistance for habitat
//! conservation", CPAIOR 2017, for reachability with explanations; the sizes are our own.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
    n_bytes_of_list,
};

use super::component_labels;
use super::status::subscription;
use super::traversal::NONE;
use super::undirected::Graph;

/// Why a change follows. The number of an edge or a vertex and one of these are what an explanation
/// is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Rule {
    /// Joined edges connect the ends of the edge: joined.
    Inside,
    /// An edge between the same two regions is not joined: not joined.
    Border,
    /// The sizes of the ends of the edge are different: not joined.
    DifferentSizes,
    /// The regions at the ends of the edge together are greater than the size of an end: not
    /// joined.
    TooLarge,
    /// The region of the first end is too small and can only grow over the edge: joined.
    GrowthOfFirst,
    /// The region of the second end is too small and can only grow over the edge: joined.
    GrowthOfSecond,
    /// The size of the first end is that of the second end of this joined edge.
    EqualFirst,
    /// The size of the second end is that of the first end of this joined edge.
    EqualSecond,
    /// The region of the vertex has that many vertices already.
    Joined,
    /// The region of the vertex cannot have more vertices.
    Reachable,
}

impl Rule {
    const ALL: [Self; 10] = [
        Self::Inside,
        Self::Border,
        Self::DifferentSizes,
        Self::TooLarge,
        Self::GrowthOfFirst,
        Self::GrowthOfSecond,
        Self::EqualFirst,
        Self::EqualSecond,
        Self::Joined,
        Self::Reachable,
    ];

    fn later(self, place: u32) -> Explanation<'static> {
        Explanation::Later(place << 4 | self as u32)
    }
}

/// The vertices of a graph are divided into regions: the connected components of the joined edges.
///
/// The two ends of an edge are in the same region if and only if the edge is joined, so the edges
/// that are not joined are the borders. Each vertex has the size of its region: its number of
/// vertices.
#[derive(Clone, Debug)]
pub struct Regions {
    graph: Arc<Graph>,
    joined: Vec<Atom>,
    sizes: Vec<Var>,
    /// Whether each edge is joined, when the propagation began.
    truths: Vec<Option<bool>>,
    /// The regions of joined edges.
    regions: Components,
    /// The components of the edges that are or may be joined.
    possible: Components,
}

/// The components of a graph.
#[derive(Clone, Debug, Default)]
struct Components {
    /// The number of the component of each vertex.
    of: Vec<u32>,
    /// The vertices, one component after the other, and the end of each component among them.
    vertices: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    /// Finds the components of the edges that are selected.
    fn find(&mut self, graph: &Graph, is_selected: impl Fn(u32) -> bool) {
        self.of.clear();
        self.of.resize(graph.n_vertices() as usize, NONE);
        self.vertices.clear();
        self.ends.clear();
        for root in 0..graph.n_vertices() {
            if self.of[root as usize] != NONE {
                continue;
            }
            let number = self.len();
            self.of[root as usize] = number;
            let mut at = self.vertices.len();
            self.vertices.push(root);
            while let Some(&vertex) = self.vertices.get(at) {
                at += 1;
                for next in graph.neighbours(vertex) {
                    if self.of[next.vertex as usize] == NONE && is_selected(next.edge) {
                        self.of[next.vertex as usize] = number;
                        self.vertices.push(next.vertex);
                    }
                }
            }
            self.ends.push(u32::try_from(at).expect("vertices have 32 bits"));
        }
    }

    fn len(&self) -> u32 {
        u32::try_from(self.ends.len()).expect("vertices have 32 bits")
    }

    /// Returns the vertices of a component.
    fn get(&self, component: u32) -> &[u32] {
        let at = component as usize;
        let start = at.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.vertices[start as usize..self.ends[at] as usize]
    }

    /// Returns the component of a vertex.
    #[inline]
    fn component(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// Returns the size of the component of a vertex.
    fn size(&self, vertex: u32) -> i64 {
        size(self.get(self.component(vertex)))
    }
}

/// Returns the number of vertices as a value.
fn size(vertices: &[u32]) -> i64 {
    i64::try_from(vertices.len()).expect("the size of a graph is limited")
}

/// A breadth-first search over joined edges.
struct Tree {
    /// The vertices in the order in which they were reached.
    reached: Vec<u32>,
    /// For each vertex, its parent and the edge to it; [`NONE`] for roots and for vertices that
    /// were not reached.
    above: Vec<[u32; 2]>,
    is_reached: Vec<bool>,
}

impl Regions {
    /// Returns the constraint; `joined` has an atom for each edge, which is joined if it holds, and
    /// `sizes` has a variable for each vertex, the number of vertices of its region.
    ///
    /// # Panics
    ///
    /// Panics if there is not one atom for each edge and one variable for each vertex.
    #[must_use]
    pub fn new(graph: Arc<Graph>, joined: Vec<Atom>, sizes: Vec<Var>) -> Self {
        assert_eq!(joined.len(), graph.edges().len(), "each edge has an atom");
        assert_eq!(sizes.len(), graph.n_vertices() as usize, "each vertex has a size");
        let (regions, possible) = (Components::default(), Components::default());
        Self { graph, joined, sizes, truths: Vec::new(), regions, possible }
    }

    fn size(&self, vertex: u32) -> Var {
        self.sizes[vertex as usize]
    }

    fn atom(&self, edge: u32) -> Atom {
        self.joined[edge as usize]
    }

    #[inline]
    fn ends(&self, edge: u32) -> [u32; 2] {
        self.graph.edges()[edge as usize]
    }

    fn truth(&self, edge: u32) -> Option<bool> {
        self.truths[edge as usize]
    }

    fn edges(&self) -> std::ops::Range<u32> {
        0..self.graph.n_edges()
    }

    /// Makes the sizes of the ends of a joined edge equal; holes too.
    fn equalise(&self, edge: u32, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [a, b] = self.ends(edge).map(|end| self.size(end));
        for (from, to, rule) in [(b, a, Rule::EqualFirst), (a, b, Rule::EqualSecond)] {
            domains.assign(to.at_least(domains.min(from)), rule.later(edge))?;
            domains.assign(to.at_most(domains.max(from)), rule.later(edge))?;
            // Wide domains have equal holes only when their bounds meet.
            let (min, max) = (domains.min(to), domains.max(to));
            if max - min < MAX_HOLES_WIDTH {
                for value in min + 1..max {
                    if !domains.contains(from, value) {
                        domains.assign(to.not_equal(value), rule.later(edge))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes the sizes equal where an edge or a size changed.
    fn propagate_sizes(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for &place in domains.changed() {
            let n_edges = self.graph.n_edges();
            if place < n_edges {
                if domains.truth(self.atom(place)) == Some(true) {
                    self.equalise(place, domains)?;
                }
                continue;
            }
            for next in self.graph.neighbours(place - n_edges) {
                if domains.truth(self.atom(next.edge)) == Some(true) {
                    self.equalise(next.edge, domains)?;
                }
            }
        }
        Ok(())
    }

    /// Tightens the bounds of sizes by the number of vertices that are joined and that can be.
    fn propagate_components(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let truths = &self.truths;
        self.regions.find(&self.graph, |edge| truths[edge as usize] == Some(true));
        self.possible.find(&self.graph, |edge| truths[edge as usize] != Some(false));
        for vertex in 0..self.graph.n_vertices() {
            let var = self.size(vertex);
            let least = var.at_least(self.regions.size(vertex));
            domains.assign(least, Rule::Joined.later(vertex))?;
            let greatest = var.at_most(self.possible.size(vertex));
            domains.assign(greatest, Rule::Reachable.later(vertex))?;
        }
        Ok(())
    }

    /// Decides edges inside regions and between them.
    fn propagate_edges(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let between = |edge: u32| {
            let [a, b] = self.ends(edge).map(|end| self.regions.component(end));
            [a.min(b), a.max(b)]
        };
        let mut borders: FxHashMap<[u32; 2], u32> = FxHashMap::default();
        for edge in self.edges().filter(|&edge| self.truth(edge) == Some(false)) {
            borders.entry(between(edge)).or_insert(edge);
        }
        for edge in self.edges() {
            let [a, b] = self.ends(edge);
            let is_inside = self.regions.component(a) == self.regions.component(b);
            if is_inside {
                domains.assign(self.atom(edge), Rule::Inside.later(edge))?;
            } else if self.truth(edge).is_none() {
                let separate = !self.atom(edge);
                let [x, y] = [a, b].map(|end| self.size(end));
                if different_sizes(x, y, &|atom| domains.truth(atom), &|var| {
                    (domains.min(var), domains.max(var))
                })
                .is_some()
                {
                    domains.assign(separate, Rule::DifferentSizes.later(edge))?;
                } else if self.regions.size(a) + self.regions.size(b)
                    > domains.max(x).min(domains.max(y))
                {
                    domains.assign(separate, Rule::TooLarge.later(edge))?;
                } else if borders.contains_key(&between(edge)) {
                    domains.assign(separate, Rule::Border.later(edge))?;
                }
            }
        }
        Ok(())
    }

    /// Joins an edge by which alone a region can grow that is too small. The domains have not
    /// changed since `truths` was read, so the explanation is about the same regions.
    fn propagate_growth(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for region in 0..self.regions.len() {
            let vertices = self.regions.get(region);
            let is_small = |&vertex: &u32| domains.min(self.size(vertex)) > size(vertices);
            if !vertices.iter().any(is_small) {
                continue;
            }
            // The only region that it may grow into, and an edge to it.
            let mut exit: Option<(u32, u32, u32)> = None;
            let exits = vertices.iter().flat_map(|&from| {
                let next = self.graph.neighbours(from).iter();
                next.filter(|it| self.truth(it.edge).is_none()).map(move |it| (from, it))
            });
            let mut is_unique = true;
            for (from, next) in exits {
                let to = self.regions.component(next.vertex);
                is_unique &= exit.is_none_or(|(only, ..)| only == to);
                exit = Some((to, next.edge, from));
            }
            if let (true, Some((_, edge, from))) = (is_unique, exit) {
                let is_first = self.ends(edge)[0] == from;
                let rule = if is_first { Rule::GrowthOfFirst } else { Rule::GrowthOfSecond };
                return domains.assign(self.atom(edge), rule.later(edge));
            }
        }
        Ok(())
    }

    /// Searches over joined edges but `skipped`, until `limit` vertices are reached.
    fn tree(&self, roots: &[u32], skipped: u32, limit: usize, before: &Before<'_>) -> Tree {
        let n = self.sizes.len();
        let mut tree =
            Tree { reached: roots.to_vec(), above: vec![[NONE; 2]; n], is_reached: vec![false; n] };
        for &root in roots {
            tree.is_reached[root as usize] = true;
        }
        let mut at = 0;
        while let Some(&vertex) = tree.reached.get(at) {
            at += 1;
            for next in self.graph.neighbours(vertex) {
                if tree.reached.len() >= limit {
                    return tree;
                }
                let is_new = next.edge != skipped && !tree.is_reached[next.vertex as usize];
                if is_new && before.truth(self.atom(next.edge)) == Some(true) {
                    tree.is_reached[next.vertex as usize] = true;
                    tree.above[next.vertex as usize] = [vertex, next.edge];
                    tree.reached.push(next.vertex);
                }
            }
        }
        tree
    }

    /// Appends the joined edges on the way from a vertex to the root of its tree; each edge once,
    /// because it is removed from the tree.
    fn explain_path(&self, from: u32, tree: &mut Tree, out: &mut Vec<Atom>) {
        let mut at = from;
        loop {
            let [parent, edge] = std::mem::replace(&mut tree.above[at as usize], [NONE; 2]);
            if parent == NONE {
                return;
            }
            out.push(self.atom(edge));
            at = parent;
        }
    }

    fn explain_tree(&self, tree: &Tree, out: &mut Vec<Atom>) {
        let edges = tree.reached.iter().map(|&vertex| tree.above[vertex as usize][1]);
        out.extend(edges.filter(|&edge| edge != NONE).map(|edge| self.atom(edge)));
    }

    /// Appends an edge that is not joined between the regions of the ends of an edge, and why it is
    /// between them.
    fn explain_border(&self, edge: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let [a, b] = self.ends(edge);
        let [mut at_a, mut at_b] = [a, b].map(|end| self.tree(&[end], edge, usize::MAX, before));
        let ends_between = |other: u32| {
            let [c, d] = self.ends(other);
            let is_between =
                |c: u32, d: u32| at_a.is_reached[c as usize] && at_b.is_reached[d as usize];
            if is_between(c, d) {
                Some((other, c, d))
            } else {
                is_between(d, c).then_some((other, d, c))
            }
        };
        let separate = self
            .edges()
            .filter(|&other| other != edge && before.truth(self.atom(other)) == Some(false));
        let found = separate.filter_map(ends_between).next();
        let (other, c, d) = found.expect("an edge between the regions is not joined");
        out.push(!self.atom(other));
        self.explain_path(c, &mut at_a, out);
        self.explain_path(d, &mut at_b, out);
    }

    /// Appends why the regions at the ends of an edge are too large to be joined.
    fn explain_too_large(&self, edge: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let ends = self.ends(edge);
        let max = |vertex: u32| before.max(self.size(vertex));
        let smaller = if max(ends[1]) < max(ends[0]) { ends[1] } else { ends[0] };
        let needed = usize::try_from(max(smaller).max(1)).expect("less than all vertices") + 1;
        let tree = self.tree(&ends, edge, needed, before);
        self.explain_tree(&tree, out);
        out.push(self.size(smaller).at_most(size(&tree.reached) - 1));
    }

    /// Appends why the region of `from`, an end of `edge`, can only grow over that edge.
    fn explain_growth(&self, edge: u32, from: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let [a, b] = self.ends(edge);
        let to = if a == from { b } else { a };
        let mut tree = self.tree(&[from], edge, usize::MAX, before);
        let len = size(&tree.reached);
        let small = tree.reached.iter().find(|&&it| before.min(self.size(it)) > len);
        let small = *small.expect("the region is too small");
        out.push(self.size(small).at_least(len + 1));
        let mut exits = Vec::new();
        for &vertex in &tree.reached {
            for next in self.graph.neighbours(vertex) {
                if tree.is_reached[next.vertex as usize] || next.edge == edge {
                } else if before.truth(self.atom(next.edge)) == Some(false) {
                    out.push(!self.atom(next.edge));
                } else {
                    exits.push((vertex, next.vertex));
                }
            }
        }
        // Over any other exit, it would meet the same region: then the edge is inside.
        if !exits.is_empty() {
            let mut beyond = self.tree(&[to], edge, usize::MAX, before);
            for (inner, outer) in exits {
                self.explain_path(inner, &mut tree, out);
                self.explain_path(outer, &mut beyond, out);
            }
        }
    }

    /// Appends the edges that are not joined around what can be reached from a vertex.
    fn explain_reachable(&self, vertex: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let separate: Vec<bool> =
            self.joined.iter().map(|&atom| before.truth(atom) == Some(false)).collect();
        let mut is_reached = vec![false; self.sizes.len()];
        let mut reached = vec![vertex];
        is_reached[vertex as usize] = true;
        let mut at = 0;
        while let Some(&from) = reached.get(at) {
            at += 1;
            for next in self.graph.neighbours(from) {
                if !separate[next.edge as usize]
                    && !std::mem::replace(&mut is_reached[next.vertex as usize], true)
                {
                    reached.push(next.vertex);
                }
            }
        }
        for &from in &reached {
            let next = self.graph.neighbours(from).iter();
            let outer = next.filter(|it| !is_reached[it.vertex as usize]);
            out.extend(outer.map(|it| !self.atom(it.edge)));
        }
    }
}

/// Holes of wider domains are not copied.
const MAX_HOLES_WIDTH: i64 = 64;

/// Returns two atoms by which two variables have different values, if there are such.
fn different_sizes(
    x: Var,
    y: Var,
    truth: &dyn Fn(Atom) -> Option<bool>,
    bounds: &dyn Fn(Var) -> (i64, i64),
) -> Option<[Atom; 2]> {
    let one_way = |x: Var, y: Var| {
        let ((low, high), (min, _)) = (bounds(x), bounds(y));
        if high < min {
            return Some([x.at_most(high), y.at_least(high + 1)]);
        }
        let differs = low == high && truth(y.equal(low)) == Some(false);
        differs.then(|| [x.equal(low), y.not_equal(low)])
    };
    one_way(x, y).or_else(|| one_way(y, x))
}

impl Propagator for Regions {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let sizes = self.sizes.iter().map(|&var| (var, Event::Any));
        self.joined.iter().copied().map(subscription).chain(sizes).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        // The components twice, with a number, a vertex and an end for each vertex.
        let components = 2 * n_bytes_of_list::<[u32; 3]>(self.sizes.len());
        let truths = n_bytes_of_list::<Option<bool>>(self.joined.len());
        self.graph.n_bytes()
            + n_bytes_of(&self.joined)
            + n_bytes_of(&self.sizes)
            + components
            + truths
    }

    /// Cost: linear in the size of the graph.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n_changes = domains.n_changes();
        self.propagate_sizes(domains)?;
        self.truths.clear();
        self.truths.extend(self.joined.iter().map(|&atom| domains.truth(atom)));
        self.propagate_components(domains)?;
        self.propagate_edges(domains)?;
        if domains.n_changes() == n_changes {
            self.propagate_growth(domains)?;
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let (place, rule) = (data >> 4, Rule::ALL[(data & 15) as usize]);
        match rule {
            Rule::Inside => {
                let [a, b] = self.ends(place);
                let mut tree = self.tree(&[a], place, usize::MAX, before);
                self.explain_path(b, &mut tree, out);
            }
            Rule::Border => self.explain_border(place, before, out),
            Rule::DifferentSizes => {
                let [x, y] = self.ends(place).map(|end| self.size(end));
                let atoms = different_sizes(x, y, &|atom| before.truth(atom), &|var| {
                    (before.min(var), before.max(var))
                });
                out.extend(atoms.expect("the sizes are different"));
            }
            Rule::TooLarge => self.explain_too_large(place, before, out),
            Rule::GrowthOfFirst => self.explain_growth(place, self.ends(place)[0], before, out),
            Rule::GrowthOfSecond => self.explain_growth(place, self.ends(place)[1], before, out),
            Rule::EqualFirst | Rule::EqualSecond => {
                let other = self.ends(place)[usize::from(rule == Rule::EqualFirst)];
                out.extend([self.atom(place), Atom { var: self.size(other), ..atom }]);
            }
            Rule::Joined => {
                debug_assert_eq!(atom.relation, Relation::AtLeast);
                let limit = usize::try_from(atom.value.max(1)).expect("at most all vertices");
                let tree = self.tree(&[place], NONE, limit, before);
                self.explain_tree(&tree, out);
            }
            Rule::Reachable => self.explain_reachable(place, before, out),
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let is_joined: Vec<bool> =
            self.joined.iter().map(|atom| atom.holds_for(value(atom.var))).collect();
        let edges = self.graph.edges().iter().copied().zip(is_joined);
        let joined = edges.clone().filter(|it| it.1).map(|it| it.0);
        let labels = component_labels(self.graph.n_vertices(), joined);
        let label = |vertex: u32| labels[vertex as usize];
        let are_borders = edges.clone().all(|([a, b], joined)| joined == (label(a) == label(b)));
        are_borders
            && self.sizes.iter().zip(&labels).all(|(&var, label)| {
                let n = labels.iter().filter(|it| *it == label).count();
                i64::try_from(n) == Ok(value(var))
            })
    }
}
