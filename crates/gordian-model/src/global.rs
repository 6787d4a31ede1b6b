//! The meaning of global and graph constraints on values.
//!
//! These functions belong to the evaluation, by which every solution is checked: they follow the
//! definitions and share no code with the solvers. Lists whose lengths do not fit together do not
//! satisfy a constraint.

use crate::Graph;

/// Each count is the number of items that have the corresponding value.
pub(crate) fn global_cardinality(items: &[i64], values: &[i64], counts: &[i64]) -> bool {
    let count = |value: i64| items.iter().filter(|&&item| item == value).count();
    values.len() == counts.len()
        && values.iter().zip(counts).all(|(&value, &n)| usize::try_from(n) == Ok(count(value)))
}

/// Returns the index that a value stands for in a list of this length.
fn index_of(value: i64, length: usize) -> Option<usize> {
    usize::try_from(value).ok().filter(|&index| index < length)
}

/// The successors form one cycle through all positions.
pub(crate) fn circuit(successors: &[i64]) -> bool {
    let mut visited = vec![false; successors.len()];
    let mut at = 0;
    for _ in successors {
        let Some(next) = index_of(successors[at], successors.len()) else { return false };
        if std::mem::replace(&mut visited[at], true) {
            return false;
        }
        at = next;
    }
    at == 0
}

/// The positions that are not their own successors form one cycle, or there are none.
pub(crate) fn subcircuit(successors: &[i64]) -> bool {
    let length = successors.len();
    let indices: Option<Vec<usize>> =
        successors.iter().map(|&next| index_of(next, length)).collect();
    let Some(indices) = indices else { return false };
    let Some(start) = (0..length).find(|&at| indices[at] != at) else { return true };
    let mut visited = vec![false; length];
    let mut at = start;
    while !visited[at] {
        visited[at] = true;
        at = indices[at];
    }
    at == start && (0..length).all(|at| visited[at] == (indices[at] != at))
}

/// `first[i]` is `j` exactly if `second[j]` is `i`, and all values are indices.
pub(crate) fn inverse(first: &[i64], second: &[i64]) -> bool {
    let leads_back = |there: &[i64], back: &[i64]| {
        (0_i64..).zip(there).all(|(index, &value)| {
            index_of(value, back.len()).is_some_and(|place| back[place] == index)
        })
    };
    first.len() == second.len() && leads_back(first, second) && leads_back(second, first)
}

/// At every time, the demands of the tasks in progress add up to at most the capacity.
pub(crate) fn cumulative(
    starts: &[i64],
    durations: &[i64],
    demands: &[i64],
    capacity: i64,
) -> bool {
    if starts.len() != durations.len() || starts.len() != demands.len() {
        return false;
    }
    if durations.iter().chain(demands).chain([&capacity]).any(|&number| number < 0) {
        return false;
    }
    let demand_at = |time: i64| -> i128 {
        let tasks = starts.iter().zip(durations).zip(demands);
        let covering = tasks.filter(|((start, duration), _)| covers(**start, **duration, time));
        covering.map(|(_, &demand)| i128::from(demand)).sum()
    };
    // The sum rises only at the start of a task, and is 0 at first.
    starts.iter().all(|&start| demand_at(start) <= i128::from(capacity))
}

/// Returns whether a task is in progress at a time.
fn covers(start: i64, duration: i64, time: i64) -> bool {
    start <= time && i128::from(time) < i128::from(start) + i128::from(duration)
}

/// No two tasks of positive duration overlap.
pub(crate) fn disjunctive(starts: &[i64], durations: &[i64]) -> bool {
    if starts.len() != durations.len() || durations.iter().any(|&duration| duration < 0) {
        return false;
    }
    let tasks = starts.iter().zip(durations).filter(|task| *task.1 > 0);
    let mut tasks: Vec<(i64, i64)> = tasks.map(|(&start, &duration)| (start, duration)).collect();
    tasks.sort_unstable();
    tasks.windows(2).all(|pair| !covers(pair[0].0, pair[0].1, pair[1].0))
}

/// The active vertices are connected by edges between active vertices.
pub(crate) fn connected(graph: &Graph, active: &[bool]) -> bool {
    if !graph.has_vertices(active) {
        return false;
    }
    let inner = graph.edges().iter().filter(|ends| ends.iter().all(|&end| active[at(end)]));
    let mut components = Components::new(graph, inner);
    components.are_one((0..graph.n_vertices()).filter(|&vertex| active[at(vertex)]))
}

/// The active edges form a connected graph.
pub(crate) fn connected_edges(graph: &Graph, active: &[bool]) -> bool {
    graph.has_edges(active) && {
        let mut components = Components::new(graph, chosen(graph, active));
        components.are_one(chosen(graph, active).map(|ends| ends[0]))
    }
}

/// The active edges form exactly one simple cycle.
pub(crate) fn single_cycle(graph: &Graph, active: &[bool]) -> bool {
    // A connected graph in which every vertex has two edges is a cycle.
    connected_edges(graph, active)
        && active.contains(&true)
        && degrees(graph, active).into_iter().all(|degree| matches!(degree, 0 | 2))
}

/// The active edges form exactly one simple path between two vertices; no edge if they are one
/// vertex.
pub(crate) fn path(graph: &Graph, active: &[bool], from: i64, to: i64) -> bool {
    let vertex = |number: i64| u32::try_from(number).ok().filter(|&it| it < graph.n_vertices());
    let (Some(from), Some(to)) = (vertex(from), vertex(to)) else { return false };
    if from == to {
        return graph.has_edges(active) && !active.contains(&true);
    }
    // A connected graph in which two vertices have one edge and the others two is a path.
    connected_edges(graph, active)
        && (0..).zip(degrees(graph, active)).all(|(vertex, degree)| {
            if vertex == from || vertex == to { degree == 1 } else { matches!(degree, 0 | 2) }
        })
}

/// The components of the joined edges are regions: they contain no edge that is not joined, and
/// each vertex has the size of its component.
pub(crate) fn regions(graph: &Graph, joined: &[bool], sizes: &[i64]) -> bool {
    if !graph.has_edges(joined) || !graph.has_vertices(sizes) {
        return false;
    }
    let mut components = Components::new(graph, chosen(graph, joined));
    let roots: Vec<u32> = (0..graph.n_vertices()).map(|vertex| components.root(vertex)).collect();
    let mut n_members = vec![0_usize; sizes.len()];
    for &root in &roots {
        n_members[at(root)] += 1;
    }
    let is_whole = |(&[a, b], &joined): (&[u32; 2], &bool)| joined || roots[at(a)] != roots[at(b)];
    graph.edges().iter().zip(joined).all(is_whole)
        && roots
            .iter()
            .zip(sizes)
            .all(|(&root, &size)| usize::try_from(size) == Ok(n_members[at(root)]))
}

/// Returns the ends of the active edges.
fn chosen<'a>(graph: &'a Graph, active: &'a [bool]) -> impl Iterator<Item = &'a [u32; 2]> {
    graph.edges().iter().zip(active).filter(|edge| *edge.1).map(|edge| edge.0)
}

/// Returns the number of active edges at each vertex.
fn degrees(graph: &Graph, active: &[bool]) -> Vec<usize> {
    let mut degrees = vec![0; at(graph.n_vertices())];
    for end in chosen(graph, active).flatten() {
        degrees[at(*end)] += 1;
    }
    degrees
}

/// Returns a vertex as an index.
fn at(vertex: u32) -> usize {
    usize::try_from(vertex).expect("graphs fit into memory")
}

/// The components of a graph: each vertex has a parent in its component, and a root is its own
/// parent.
struct Components(Vec<u32>);

impl Components {
    /// Returns the components of the vertices of a graph and some of its edges.
    fn new<'a>(graph: &Graph, edges: impl Iterator<Item = &'a [u32; 2]>) -> Self {
        let mut components = Self((0..graph.n_vertices()).collect());
        for &[a, b] in edges {
            let (a, b) = (components.root(a), components.root(b));
            components.0[at(a)] = b;
        }
        components
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.0[at(vertex)] != vertex {
            let parent = self.0[at(vertex)];
            self.0[at(vertex)] = self.0[at(parent)];
            vertex = parent;
        }
        vertex
    }

    /// Returns whether all these vertices are in one component.
    fn are_one(&mut self, vertices: impl Iterator<Item = u32>) -> bool {
        let mut roots = vertices.map(|vertex| self.root(vertex));
        let Some(first) = roots.next() else { return true };
        roots.all(|root| root == first)
    }
}
