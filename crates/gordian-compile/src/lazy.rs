//! Violated graph constraints, and clauses that exclude the violations.
//!
//! | violation | clause |
//! | --- | --- |
//! | two parts are active, and a set of vertices or edges that separates them is not | a member of one part is inactive, or one of the other part, or some member of the separating set is active |
//! | an active edge ends at a vertex where no other active edge does | the edge is inactive, or another edge at this vertex is active |
//! | three active edges meet at a vertex of a cycle or path | one of them is inactive |
//! | no edge of the cycle is active, or a path has no end | some edge, or end, is |
//! | a cycle is closed, and an edge elsewhere is active | an edge of the cycle is inactive, or the edge elsewhere is |
//! | the ends of an edge that is not joined are connected by joined edges | one of these edges is not joined, or the edge is |
//! | a tree of joined edges has more vertices than the size of one of them | one of the edges is not joined, or the size is larger |
//! | a region is smaller than the size of one of its vertices, and no joined edge leads out of it | an edge that leads out is joined, or the size is smaller |
//!
//! *Source*: de Uña, Gange, Schachte, Stuckey: "Minimizing landscape resistance for habitat
//! conservation", CPAIOR 2017, for minimal separating sets as reasons.

use gordian_model::Graph;

/// A kind of graph constraint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GraphKind {
    /// A condition per vertex.
    Connected,
    /// A condition per edge.
    ConnectedEdges,
    /// A condition per edge.
    SingleCycle,
    /// A condition per edge; a condition per vertex, that it is the first one; and the same for the
    /// last one.
    Path,
    /// A condition per edge and a size per vertex.
    Regions,
}

impl GraphKind {
    /// Returns the name of the operation in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::ConnectedEdges => "connected_edges",
            Self::SingleCycle => "single_cycle",
            Self::Path => "path",
            Self::Regions => "regions",
        }
    }
}

/// A literal of a clause in terms of the operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The condition with this index has this value.
    Condition(usize, bool),
    /// The size of a vertex is at most a bound.
    AtMost(usize, i64),
    /// The size of a vertex is above a bound.
    Above(usize, i64),
}

/// A clause, of which one part holds in every solution.
pub(crate) type Cut = Vec<Part>;

/// The operands of a graph constraint in a solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphValues<'a> {
    pub(crate) kind: GraphKind,
    pub(crate) graph: &'a Graph,
    pub(crate) conditions: &'a [bool],
    pub(crate) sizes: &'a [i64],
}

/// The largest number of clauses for one solution and constraint. More clauses at once are rarely
/// useful, and a solution of a large graph may have thousands of parts.
const MAX_CUTS: usize = 64;

impl GraphValues<'_> {
    /// Returns clauses that every solution of the constraint satisfies and these values violate;
    /// none if these values satisfy the constraint.
    ///
    /// Cost: linear in the size of the graph for each clause.
    pub(crate) fn violations(&self) -> Vec<Cut> {
        let adjacency = Adjacency::new(self.graph);
        let mut cuts = match self.kind {
            GraphKind::Connected => self.separated_vertices(&adjacency),
            GraphKind::ConnectedEdges => {
                self.separated_edges(&adjacency, &self.edge_parts(&adjacency))
            }
            GraphKind::SingleCycle => self.cycle_violations(&adjacency),
            GraphKind::Path => self.path_violations(&adjacency),
            GraphKind::Regions => self.region_violations(&adjacency),
        };
        cuts.truncate(MAX_CUTS);
        cuts
    }

    /// Returns the clause that excludes exactly these values.
    pub(crate) fn no_good(&self) -> Cut {
        let conditions = self.conditions.iter().enumerate();
        let mut cut: Cut =
            conditions.map(|(index, &value)| Part::Condition(index, !value)).collect();
        for (vertex, &size) in self.sizes.iter().enumerate() {
            cut.push(Part::Above(vertex, size));
            cut.extend(size.checked_sub(1).map(|less| Part::AtMost(vertex, less)));
        }
        cut
    }

    fn holds(&self, index: usize) -> bool {
        self.conditions[index]
    }

    fn n_edges(&self) -> usize {
        self.graph.edges().len()
    }

    /// Returns the parts of the active vertices.
    fn vertex_parts(&self, adjacency: &Adjacency) -> Vec<Vec<usize>> {
        let mut seen = vec![false; adjacency.n_vertices()];
        let mut parts = Vec::new();
        for vertex in 0..adjacency.n_vertices() {
            if self.holds(vertex) && !seen[vertex] {
                parts.push(adjacency.flood(vertex, &mut seen, |next, _| self.holds(next)));
            }
        }
        parts
    }

    fn separated_vertices(&self, adjacency: &Adjacency) -> Vec<Cut> {
        let parts = self.vertex_parts(adjacency);
        if parts.len() < 2 {
            return Vec::new();
        }
        let cut = |position: usize| {
            let (part, other) = (&parts[position], parts[usize::from(position == 0)][0]);
            // The neighbours of the part are inactive. Those that are reached from the other part
            // suffice.
            let inside = adjacency.mask(part);
            let mut beside = vec![false; adjacency.n_vertices()];
            for &vertex in part {
                for &(next, _) in adjacency.at(vertex) {
                    beside[next] |= !inside[next];
                }
            }
            let mut reached = vec![false; adjacency.n_vertices()];
            adjacency.flood(other, &mut reached, |next, _| !beside[next]);
            let separates = |vertex: &usize| {
                beside[*vertex] && adjacency.at(*vertex).iter().any(|&(next, _)| reached[next])
            };
            let mut cut = vec![Part::Condition(part[0], false), Part::Condition(other, false)];
            let separating = (0..adjacency.n_vertices()).filter(separates);
            cut.extend(separating.map(|vertex| Part::Condition(vertex, true)));
            cut
        };
        (0..parts.len().min(MAX_CUTS)).map(cut).collect()
    }

    /// Returns the vertices of each connected part of the active edges, and one of its edges.
    fn edge_parts(&self, adjacency: &Adjacency) -> Vec<(Vec<usize>, usize)> {
        let mut seen = vec![false; adjacency.n_vertices()];
        let mut parts = Vec::new();
        for (edge, ends) in self.graph.edges().iter().enumerate() {
            let end = index(ends[0]);
            if self.holds(edge) && !seen[end] {
                parts.push((adjacency.flood(end, &mut seen, |_, edge| self.holds(edge)), edge));
            }
        }
        parts
    }

    /// Returns the edges between a part and the vertices that are reached from a vertex outside
    /// without entering the part, and those vertices.
    fn separating_edges(
        adjacency: &Adjacency,
        part: &[usize],
        outside: usize,
    ) -> (Vec<usize>, Vec<bool>) {
        let inside = adjacency.mask(part);
        let mut reached = vec![false; adjacency.n_vertices()];
        adjacency.flood(outside, &mut reached, |next, _| !inside[next]);
        let around = part.iter().flat_map(|&vertex| adjacency.at(vertex));
        let edges = around.filter(|(next, _)| reached[*next]).map(|&(_, edge)| edge);
        (edges.collect(), reached)
    }

    fn separated_edges(&self, adjacency: &Adjacency, parts: &[(Vec<usize>, usize)]) -> Vec<Cut> {
        if parts.len() < 2 {
            return Vec::new();
        }
        let cut = |position: usize| {
            let (part, edge) = &parts[position];
            let (outside, other) = &parts[usize::from(position == 0)];
            let (separating, _) = Self::separating_edges(adjacency, part, outside[0]);
            let mut cut = vec![Part::Condition(*edge, false), Part::Condition(*other, false)];
            cut.extend(separating.into_iter().map(|edge| Part::Condition(edge, true)));
            cut
        };
        (0..parts.len().min(MAX_CUTS)).map(cut).collect()
    }

    /// Returns the clauses of vertices that have neither two of these conditions nor none.
    fn degree_violations(&self, conditions_at: impl Iterator<Item = Vec<usize>>) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for conditions in conditions_at {
            let (active, others): (Vec<usize>, Vec<usize>) =
                conditions.into_iter().partition(|&index| self.holds(index));
            match active[..] {
                [] | [_, _] => {}
                [only] => {
                    let others = others.into_iter().map(|index| Part::Condition(index, true));
                    cuts.push([Part::Condition(only, false)].into_iter().chain(others).collect());
                }
                [a, b, c, ..] => {
                    cuts.push([a, b, c].map(|index| Part::Condition(index, false)).into())
                }
            }
        }
        cuts
    }

    /// Returns the parts of a clause that one of the active edges of a part is not active.
    fn breaks<'v>(
        &'v self,
        adjacency: &'v Adjacency,
        part: &'v [usize],
    ) -> impl Iterator<Item = Part> + 'v {
        let ends = part.iter().flat_map(move |&vertex| {
            let edges = adjacency.at(vertex).iter();
            // Each edge once, at its smaller end.
            edges.filter(move |&&(next, edge)| vertex < next && self.holds(edge))
        });
        ends.map(|&(_, edge)| Part::Condition(edge, false))
    }

    fn cycle_violations(&self, adjacency: &Adjacency) -> Vec<Cut> {
        if !self.conditions.contains(&true) {
            return vec![(0..self.n_edges()).map(|edge| Part::Condition(edge, true)).collect()];
        }
        let edges_at = (0..adjacency.n_vertices()).map(|vertex| adjacency.edges_at(vertex));
        let cuts = self.degree_violations(edges_at);
        if !cuts.is_empty() {
            return cuts;
        }
        // Each part is a cycle.
        let parts = self.edge_parts(adjacency);
        let mut cuts = self.separated_edges(adjacency, &parts);
        for (position, (part, _)) in parts.iter().enumerate().take(cuts.len()) {
            let other = parts[usize::from(position == 0)].1;
            cuts.push(
                self.breaks(adjacency, part).chain([Part::Condition(other, false)]).collect(),
            );
        }
        cuts
    }

    fn path_violations(&self, adjacency: &Adjacency) -> Vec<Cut> {
        let (n_edges, n_vertices) = (self.n_edges(), adjacency.n_vertices());
        let [is_first, is_last] = [n_edges, n_edges + n_vertices];
        let end = |start: usize| (0..n_vertices).find(|vertex| self.holds(start + vertex));
        let first = match (end(is_first), end(is_last)) {
            (Some(first), Some(_)) => first,
            (first, _) => {
                // One of them is not a vertex.
                let start = if first.is_none() { is_first } else { is_last };
                let conditions = start..start + n_vertices;
                return vec![conditions.map(|index| Part::Condition(index, true)).collect()];
            }
        };
        // The ends of the path count as edges that lead out of the graph.
        let edges_at = (0..n_vertices).map(|vertex| {
            let mut edges = adjacency.edges_at(vertex);
            edges.extend([is_first + vertex, is_last + vertex]);
            edges
        });
        let cuts = self.degree_violations(edges_at);
        if !cuts.is_empty() {
            return cuts;
        }
        // The part with the first vertex is the path; the others are cycles.
        let mut cuts = Vec::new();
        for (part, edge) in self.edge_parts(adjacency) {
            if part.contains(&first) || cuts.len() >= MAX_CUTS {
                continue;
            }
            cuts.push(self.breaks(adjacency, &part).collect());
            let (separating, reached) = Self::separating_edges(adjacency, &part, first);
            let mut cut = vec![Part::Condition(edge, false)];
            cut.extend(separating.into_iter().map(|edge| Part::Condition(edge, true)));
            let elsewhere = (0..n_vertices).filter(|&vertex| !reached[vertex]);
            cut.extend(elsewhere.map(|vertex| Part::Condition(is_first + vertex, true)));
            cuts.push(cut);
        }
        cuts
    }

    fn region_violations(&self, adjacency: &Adjacency) -> Vec<Cut> {
        let n_vertices = adjacency.n_vertices();
        let mut part_of = vec![usize::MAX; n_vertices];
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; n_vertices];
        for vertex in 0..n_vertices {
            if !seen[vertex] {
                let part = adjacency.flood(vertex, &mut seen, |_, edge| self.holds(edge));
                for &member in &part {
                    part_of[member] = parts.len();
                }
                parts.push(part);
            }
        }
        let mut cuts: Vec<Cut> = Vec::new();
        for (edge, ends) in self.graph.edges().iter().enumerate() {
            let [a, b] = ends.map(index);
            if self.holds(edge) || part_of[a] != part_of[b] {
                continue;
            }
            if cuts.len() >= MAX_CUTS / 2 {
                break;
            }
            let mut cut = self.joined_path(adjacency, a, b);
            cut.push(Part::Condition(edge, true));
            cuts.push(cut);
        }
        for part in &parts {
            let n_members = i64::try_from(part.len()).expect("graphs fit into memory");
            let Some(&vertex) = part.iter().find(|&&vertex| self.sizes[vertex] != n_members) else {
                continue;
            };
            if cuts.len() >= MAX_CUTS {
                break;
            }
            let size = self.sizes[vertex];
            if size < n_members {
                let bound = size.max(0);
                let n_edges =
                    usize::try_from(bound).expect("it is less than the number of members");
                let mut cut = self.joined_tree(adjacency, vertex, n_edges);
                cut.push(Part::Above(vertex, bound));
                cuts.push(cut);
            } else {
                let inside = adjacency.mask(part);
                let around = part.iter().flat_map(|&vertex| adjacency.at(vertex));
                let leaving = around.filter(|(next, _)| !inside[*next]);
                let mut cut: Cut = leaving.map(|&(_, edge)| Part::Condition(edge, true)).collect();
                cut.push(Part::AtMost(vertex, n_members));
                cuts.push(cut);
            }
        }
        cuts
    }

    /// Returns the parts of a clause that one of the edges of a shortest path of joined edges is
    /// not joined.
    fn joined_path(&self, adjacency: &Adjacency, from: usize, to: usize) -> Cut {
        let mut edge_to: Vec<Option<(usize, usize)>> = vec![None; adjacency.n_vertices()];
        let mut order = vec![from];
        let mut next = 0;
        while let Some(&vertex) = order.get(next) {
            next += 1;
            for &(neighbour, edge) in adjacency.at(vertex) {
                if self.holds(edge) && neighbour != from && edge_to[neighbour].is_none() {
                    edge_to[neighbour] = Some((vertex, edge));
                    order.push(neighbour);
                }
            }
        }
        let mut cut = Vec::new();
        let mut at = to;
        while let Some((before, edge)) = edge_to[at] {
            cut.push(Part::Condition(edge, false));
            at = before;
        }
        cut
    }

    /// Returns the parts of a clause that one of the edges of a tree of joined edges is not joined.
    /// The tree contains the vertex and has `n_edges` edges.
    fn joined_tree(&self, adjacency: &Adjacency, vertex: usize, n_edges: usize) -> Cut {
        let mut seen = vec![false; adjacency.n_vertices()];
        seen[vertex] = true;
        let mut order = vec![vertex];
        let mut next = 0;
        let mut cut = Vec::new();
        while cut.len() < n_edges {
            let vertex = order[next];
            next += 1;
            for &(neighbour, edge) in adjacency.at(vertex) {
                if self.holds(edge) && !seen[neighbour] && cut.len() < n_edges {
                    seen[neighbour] = true;
                    order.push(neighbour);
                    cut.push(Part::Condition(edge, false));
                }
            }
        }
        cut
    }
}

/// Returns a vertex as an index.
fn index(vertex: u32) -> usize {
    usize::try_from(vertex).expect("graphs fit into memory")
}

/// The neighbours of all vertices, one vertex after the other.
struct Adjacency {
    /// Neighbours with the edges to them.
    neighbours: Vec<(usize, usize)>,
    /// The place of the first neighbour of each vertex, and the number of all.
    starts: Vec<usize>,
}

impl Adjacency {
    fn new(graph: &Graph) -> Self {
        let n_vertices = index(graph.n_vertices());
        let mut starts = vec![0; n_vertices + 1];
        for &end in graph.edges().iter().flatten() {
            starts[index(end) + 1] += 1;
        }
        for vertex in 0..n_vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![(0, 0); 2 * graph.edges().len()];
        for (edge, ends) in graph.edges().iter().enumerate() {
            let [a, b] = ends.map(index);
            for (from, to) in [(a, b), (b, a)] {
                neighbours[free[from]] = (to, edge);
                free[from] += 1;
            }
        }
        Self { neighbours, starts }
    }

    fn n_vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the neighbours of a vertex, with the edges to them.
    fn at(&self, vertex: usize) -> &[(usize, usize)] {
        &self.neighbours[self.starts[vertex]..self.starts[vertex + 1]]
    }

    fn edges_at(&self, vertex: usize) -> Vec<usize> {
        self.at(vertex).iter().map(|&(_, edge)| edge).collect()
    }

    /// Returns for each vertex whether it is one of these.
    fn mask(&self, vertices: &[usize]) -> Vec<bool> {
        let mut mask = vec![false; self.n_vertices()];
        for &vertex in vertices {
            mask[vertex] = true;
        }
        mask
    }

    /// Returns the vertices that are reached from a vertex over neighbours and edges that `passes`,
    /// and marks them as seen.
    fn flood(
        &self,
        from: usize,
        seen: &mut [bool],
        passes: impl Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        seen[from] = true;
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            for &(neighbour, edge) in self.at(vertex) {
                if !seen[neighbour] && passes(neighbour, edge) {
                    seen[neighbour] = true;
                    reached.push(neighbour);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gordian_core::Random;
    use gordian_model::{Expr, Model, Node};

    use super::*;

    /// Operands of a graph constraint.
    type Operands = (Vec<bool>, Vec<i64>);

    /// Returns whether the evaluation of models accepts the operands.
    fn is_accepted(kind: GraphKind, graph: &Arc<Graph>, (conditions, sizes): &Operands) -> bool {
        let exprs = |list: &[bool]| list.iter().map(|&it| i64::from(it).into()).collect();
        let (graph, n_edges) = (Arc::clone(graph), graph.edges().len());
        let node = match kind {
            GraphKind::Connected => Node::Connected(graph, exprs(conditions)),
            GraphKind::ConnectedEdges => Node::ConnectedEdges(graph, exprs(conditions)),
            GraphKind::SingleCycle => Node::SingleCycle(graph, exprs(conditions)),
            GraphKind::Path => {
                let n_vertices = index(graph.n_vertices());
                let end = |start: usize| -> Expr {
                    let vertex = (0_i64..).zip(&conditions[start..start + n_vertices]);
                    vertex.filter(|end| *end.1).map(|end| end.0).next().unwrap_or(-1).into()
                };
                let (from, to) = (end(n_edges), end(n_edges + n_vertices));
                Node::Path(graph, exprs(&conditions[..n_edges]), from, to)
            }
            GraphKind::Regions => {
                let sizes = sizes.iter().map(|&size| size.into()).collect();
                Node::Regions(graph, exprs(conditions), sizes)
            }
        };
        Model::new().evaluate(&Expr::new(node), &[]) == Ok(1)
    }

    /// Returns whether a clause holds for the operands.
    fn clause_holds(cut: &Cut, (conditions, sizes): &Operands) -> bool {
        cut.iter().any(|part| match *part {
            Part::Condition(index, value) => conditions[index] == value,
            Part::AtMost(vertex, bound) => sizes[vertex] <= bound,
            Part::Above(vertex, bound) => sizes[vertex] > bound,
        })
    }

    /// Returns a graph with at most nine edges.
    fn random_graph(random: &mut Random) -> Graph {
        let n_vertices = u32::try_from(random.below(7)).unwrap();
        let mut edges = Vec::new();
        for a in 0..n_vertices {
            for b in 0..a {
                if random.below(5) < 3 && edges.len() < 9 {
                    edges.push(if random.flip() { [a, b] } else { [b, a] });
                }
            }
        }
        Graph::new(n_vertices, edges).unwrap()
    }

    /// Returns operands for all combinations of conditions.
    fn all_operands(kind: GraphKind, graph: &Graph, random: &mut Random) -> Vec<Operands> {
        let (n_vertices, n_edges) = (index(graph.n_vertices()), graph.edges().len());
        let n = if kind == GraphKind::Connected { n_vertices } else { n_edges };
        let mut all = Vec::new();
        for bits in 0..1_u32 << n {
            let mut conditions: Vec<bool> = (0..n).map(|index| bits >> index & 1 == 1).collect();
            if kind == GraphKind::Path {
                for _ in 0..2 {
                    // Also a vertex that does not exist.
                    let end = random.below(n_vertices + 1);
                    conditions.extend((0..n_vertices).map(|vertex| vertex == end));
                }
            }
            let mut sizes = Vec::new();
            if kind == GraphKind::Regions {
                let adjacency = Adjacency::new(graph);
                let joined = |_, edge: usize| conditions[edge];
                for vertex in 0..n_vertices {
                    let mut seen = vec![false; n_vertices];
                    let size = adjacency.flood(vertex, &mut seen, joined).len();
                    let change = [0, 0, 0, 0, 0, 1, -1, 7, -40];
                    let change = if bits % 3 == 0 { *random.choose(&change) } else { 0 };
                    sizes.push(i64::try_from(size).unwrap() + change);
                }
            }
            all.push((conditions, sizes));
        }
        all
    }

    /// Violations are found exactly where the evaluation refuses the operands; each clause excludes
    /// the operands that it was made for, and none that are accepted.
    #[test]
    fn clauses_exclude_violations_and_nothing_else() {
        let kinds = [
            GraphKind::Connected,
            GraphKind::ConnectedEdges,
            GraphKind::SingleCycle,
            GraphKind::Path,
            GraphKind::Regions,
        ];
        let mut random = Random::new(7);
        let mut n_clauses = 0;
        for (round, kind) in (0..150).flat_map(|round| kinds.map(|kind| (round, kind))) {
            let graph = Arc::new(random_graph(&mut random));
            let all = all_operands(kind, &graph, &mut random);
            let accepted: Vec<&Operands> =
                all.iter().filter(|operands| is_accepted(kind, &graph, operands)).collect();
            for operands in &all {
                let (conditions, sizes) = operands;
                let values = GraphValues { kind, graph: &graph, conditions, sizes };
                let cuts = values.violations();
                let at = || format!("{round}: {kind:?} {graph:?} {operands:?} {cuts:?}");
                assert_eq!(cuts.is_empty(), is_accepted(kind, &graph, operands), "{}", at());
                assert!(!cuts.iter().any(|cut| clause_holds(cut, operands)), "{}", at());
                for other in &accepted {
                    assert!(cuts.iter().all(|cut| clause_holds(cut, other)), "{other:?} {}", at());
                }
                let no_good = values.no_good();
                let excluded = all.iter().filter(|other| !clause_holds(&no_good, other));
                assert!(excluded.into_iter().all(|other| other == operands), "{}", at());
                assert!(!clause_holds(&no_good, operands));
                n_clauses += cuts.len();
            }
        }
        assert!(n_clauses > 50_000, "{n_clauses} clauses");
    }
}
