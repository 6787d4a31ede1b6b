//! Depth-first search and separating sets. No function is recursive: boards have long paths.
//!
//! *Source*: Tarjan: "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).

use crate::propagator::n_bytes_of_list;
use std::collections::VecDeque;

use super::status::Status;
use super::undirected::Graph;

/// Stands for no vertex.
pub(super) const NONE: u32 = u32::MAX;

/// A depth-first search over the open vertices of a graph without parallel edges.
#[derive(Clone, Debug, Default)]
pub(super) struct DepthFirst {
    /// The vertices that were reached, in preorder.
    pub(super) order: Vec<u32>,
    /// The parent of each vertex in the tree; [`NONE`] for roots and for vertices that were not
    /// reached.
    pub(super) parent: Vec<u32>,
    /// The place of each vertex in the order; [`NONE`] if it was not reached.
    place: Vec<u32>,
    /// The least place of the vertices that the subtree of a vertex is adjacent to, except by its
    /// parent.
    low: Vec<u32>,
    /// The vertices on the current path, with the number of neighbours that were visited.
    stack: Vec<(u32, usize)>,
}

impl DepthFirst {
    /// Returns the memory of a search in a graph of `n` vertices, in bytes.
    pub(super) fn n_bytes_for(n: usize) -> u64 {
        // Order, parent, place, low.
        n_bytes_of_list::<[u32; 4]>(n) + n_bytes_of_list::<(u32, usize)>(n)
    }

    /// Searches from the roots, one after the other.
    pub(super) fn run(
        &mut self,
        graph: &Graph,
        roots: impl IntoIterator<Item = u32>,
        is_open: impl Fn(u32) -> bool,
    ) {
        let n = graph.n_vertices() as usize;
        self.order.clear();
        for list in [&mut self.parent, &mut self.place, &mut self.low] {
            list.clear();
            list.resize(n, NONE);
        }
        for root in roots {
            if !is_open(root) || self.is_reached(root) {
                continue;
            }
            self.enter(root);
            while let Some((vertex, n_visited)) = self.stack.last_mut() {
                let at = *vertex as usize;
                if let Some(next) = graph.neighbours(*vertex).get(*n_visited) {
                    *n_visited += 1;
                    let next = next.vertex;
                    if !is_open(next) || next == self.parent[at] {
                    } else if self.place[next as usize] != NONE {
                        self.low[at] = self.low[at].min(self.place[next as usize]);
                    } else {
                        self.parent[next as usize] = *vertex;
                        self.enter(next);
                    }
                    continue;
                }
                self.stack.pop();
                if let Some(&(above, _)) = self.stack.last() {
                    self.low[above as usize] = self.low[above as usize].min(self.low[at]);
                }
            }
        }
    }

    fn enter(&mut self, vertex: u32) {
        let place = u32::try_from(self.order.len()).expect("vertices have 32 bits");
        self.place[vertex as usize] = place;
        self.low[vertex as usize] = place;
        self.order.push(vertex);
        self.stack.push((vertex, 0));
    }

    /// Returns whether the search reached a vertex.
    #[inline]
    pub(super) fn is_reached(&self, vertex: u32) -> bool {
        self.place[vertex as usize] != NONE
    }

    /// Returns whether a vertex that was reached is before another one in preorder.
    pub(super) fn is_before(&self, a: u32, b: u32) -> bool {
        self.place[a as usize] < self.place[b as usize]
    }

    /// Returns whether all paths from the vertices above the parent of a vertex to it contain the
    /// parent. For children of roots, that is so, but there is no vertex above.
    pub(super) fn is_cut_off(&self, vertex: u32) -> bool {
        let parent = self.parent[vertex as usize];
        parent != NONE && self.low[vertex as usize] >= self.place[parent as usize]
    }
}

/// Marks the vertices that can be reached over open ones; returns them in the order of their
/// distance.
pub(super) fn reach(
    graph: &Graph,
    from: &[u32],
    is_open: impl Fn(u32) -> bool,
    is_reached: &mut [bool],
) -> Vec<u32> {
    let mut reached = Vec::new();
    for &vertex in from {
        if !std::mem::replace(&mut is_reached[vertex as usize], true) {
            reached.push(vertex);
        }
    }
    let mut at = 0;
    while let Some(&vertex) = reached.get(at) {
        at += 1;
        for next in graph.neighbours(vertex) {
            let next = next.vertex;
            if is_open(next) && !std::mem::replace(&mut is_reached[next as usize], true) {
                reached.push(next);
            }
        }
    }
    reached
}

/// Returns a minimal set of inactive vertices without which the vertices `a` and `b` would be
/// connected: each path from one of `a` to one of `b` contains a vertex of the set or an absent
/// one. The given vertices are taken to be open. No path over open vertices connects `a` and `b`.
///
/// There is one such set near `a` and one near `b`; it is the smaller one.
pub(super) fn separator(graph: &Graph, statuses: &[Status], a: &[u32], b: &[u32]) -> Vec<u32> {
    let near_a = separator_near(graph, statuses, a, b);
    let near_b = separator_near(graph, statuses, b, a);
    if near_b.len() < near_a.len() { near_b } else { near_a }
}

fn separator_near(graph: &Graph, statuses: &[Status], near: &[u32], far: &[u32]) -> Vec<u32> {
    let n = graph.n_vertices() as usize;
    let mut is_near = vec![false; n];
    let is_open = |vertex: u32| statuses[vertex as usize].is_open();
    let reached = reach(graph, near, is_open, &mut is_near);
    let mut is_border = vec![false; n];
    for &vertex in &reached {
        for next in graph.neighbours(vertex) {
            let at = next.vertex as usize;
            is_border[at] |= !is_near[at] && statuses[at] == Status::Inactive;
        }
    }
    // Only the part of the border that the other side touches is needed.
    let mut is_far = vec![false; n];
    let mut queue: VecDeque<u32> = far.iter().copied().collect();
    for &vertex in far {
        is_far[vertex as usize] = true;
        is_border[vertex as usize] = false;
    }
    let mut separator = Vec::new();
    while let Some(vertex) = queue.pop_front() {
        debug_assert!(!is_near[vertex as usize], "the sides are not connected");
        for next in graph.neighbours(vertex) {
            let at = next.vertex as usize;
            if statuses[at] == Status::Absent || std::mem::replace(&mut is_far[at], true) {
                continue;
            }
            if is_border[at] {
                separator.push(next.vertex);
            } else {
                queue.push_back(next.vertex);
            }
        }
    }
    separator
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    /// Returns a random graph without parallel edges, and a random status for each vertex.
    fn random_graph(random: &mut Random) -> (Graph, Vec<Status>) {
        let n = 2 + random.below(8);
        let vertex = |at: usize| u32::try_from(at).unwrap();
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| [vertex(a), vertex(b)]));
        let edges = pairs.filter(|_| random.below(3) == 0).collect();
        let all = [Status::Absent, Status::Inactive, Status::Open, Status::Active];
        let statuses = (0..n).map(|_| all[random.below(4)]).collect();
        (Graph::new(vertex(n), edges).unwrap(), statuses)
    }

    fn are_connected(graph: &Graph, a: u32, b: u32, is_open: impl Fn(u32) -> bool) -> bool {
        let mut is_reached = vec![false; graph.n_vertices() as usize];
        reach(graph, &[a], |it| it == b || is_open(it), &mut is_reached);
        is_reached[b as usize]
    }

    #[test]
    fn separators_are_minimal() {
        let mut n_vertices = 0;
        for seed in 0..3000 {
            let (graph, statuses) = random_graph(&mut Random::new(seed));
            let status = |vertex: u32| statuses[vertex as usize];
            if are_connected(&graph, 0, 1, |it| status(it).is_open()) {
                continue;
            }
            let separator = separator(&graph, &statuses, &[0], &[1]);
            n_vertices += separator.len();
            assert!(separator.iter().all(|&it| status(it) == Status::Inactive), "{separator:?}");
            let is_open_without =
                |it: u32, absent: &[u32]| status(it) != Status::Absent && !absent.contains(&it);
            assert!(!are_connected(&graph, 0, 1, |it| is_open_without(it, &separator)));
            for skipped in 0..separator.len() {
                let mut fewer = separator.clone();
                fewer.remove(skipped);
                assert!(are_connected(&graph, 0, 1, |it| is_open_without(it, &fewer)), "{seed}");
            }
        }
        assert!(n_vertices > 200, "{n_vertices}");
    }

    #[test]
    fn cut_vertices_are_those_without_which_fewer_are_reached() {
        let mut n_cut = 0;
        for seed in 0..2000 {
            let (graph, statuses) = random_graph(&mut Random::new(seed));
            let is_open = |it: u32| it == 0 || statuses[it as usize] != Status::Absent;
            let mut search = DepthFirst::default();
            search.run(&graph, [0], is_open);
            for &vertex in &search.order[1..] {
                let parent = search.parent[vertex as usize];
                let is_cut = parent != 0
                    && !are_connected(&graph, 0, vertex, |it| it != parent && is_open(it));
                assert_eq!(search.is_cut_off(vertex), is_cut || parent == 0, "{seed}");
                n_cut += usize::from(is_cut);
            }
        }
        assert!(n_cut > 200, "{n_cut}");
    }
}
