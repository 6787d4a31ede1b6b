//! Global constraints as other operations, before a model is lowered or linearised.
//!
//! | constraint | operations |
//! | --- | --- |
//! | occurrences | for each value, the number of items that equal it |
//! | lexicographic order | the first difference decides, from the end of the lists |
//! | circuit | different successors; the position that is reached from the first one in each number of steps |
//! | inverse lists | equivalences of equalities |
//! | cumulative | at the start of each task, the demands of the tasks that cover it |
//! | disjunctive | for each two tasks, one ends before the other starts |
//!
//! The size of constraints on tasks is quadratic in the number of tasks, whatever the times are. A
//! circuit of `n` positions takes about n³ clauses.
//!
//! Graph constraints remain, together with what follows from them at each vertex or edge, such as
//! degrees: only the rest is added lazily (see `encode::graph`).
//!
//! *Source*: Aggoun, Beldiceanu: "Extending CHIP in order to solve complex scheduling and placement
//! problems", Mathematical and Computer Modelling 17 (1993); Schutt, Feydy, Stuckey, Wallace: "Why
//! cumulative decomposition is not as bad as it sounds", CP 2009, for the decomposition by tasks.

use std::borrow::Cow;

use gordian_core::{Budget, Limit};
use gordian_model::{
    Comparison, Domain, Expr, Goal, Graph, Model, Node, all_different, all_of, any_of, conditional,
    count_true, element, maximum, minimum, sum,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The literals that a copy of a variable or a constraint counts as: two names of some thirty bytes
/// and their places.
const COPY: usize = 3;

/// A model without global constraints other than graph constraints.
pub(crate) struct Decomposed<'m> {
    pub(crate) model: Cow<'m, Model>,
    /// The name of a constraint with sums that may exceed 64 bits. In a global constraint they are
    /// exact, in the operations that replace it they are undefined.
    pub(crate) too_large: Option<String>,
}

/// Returns an equivalent model with the same variables, constraints and names.
///
/// # Errors
///
/// Returns the limit that was reached.
pub(crate) fn decompose<'m>(model: &'m Model, budget: &Budget) -> Result<Decomposed<'m>, Limit> {
    if !has_global_constraint(model) {
        return Ok(Decomposed { model: Cow::Borrowed(model), too_large: None });
    }
    let mut decomposer =
        Decomposer { model, budget, done: FxHashMap::default(), exceeds_64_bits: false };
    let mut result = Model::new();
    result.set_title(model.title());
    for variable in model.variables() {
        if !budget.check() || !budget.charge(COPY) {
            break;
        }
        result.add_variable(variable.name.clone(), variable.domain.clone());
    }
    let mut too_large = None;
    for constraint in model.constraints() {
        if !budget.charge(COPY) {
            break;
        }
        let condition = decomposer.rewrite(&constraint.condition);
        result.require(constraint.name.clone(), condition);
        if std::mem::take(&mut decomposer.exceeds_64_bits) {
            too_large.get_or_insert_with(|| constraint.name.clone());
        }
    }
    if let Some(goal) = model.goal() {
        let objective = decomposer.rewrite(goal.objective());
        result.set_goal(match goal {
            Goal::Minimise(_) => Goal::Minimise(objective),
            Goal::Maximise(_) => Goal::Maximise(objective),
        });
        if decomposer.exceeds_64_bits {
            too_large.get_or_insert_with(|| "objective".to_owned());
        }
    }
    if model.has_answer_variables() {
        result.set_answer_variables(model.answer_variables());
    }
    budget.result()?;
    Ok(Decomposed { model: Cow::Owned(result), too_large })
}

fn is_atom(expr: &Expr) -> bool {
    matches!(expr.node(), Node::Const(_) | Node::Var(_))
}

/// Returns whether some part of the model is a global constraint.
fn has_global_constraint(model: &Model) -> bool {
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut open: Vec<&Expr> = model.expressions().collect();
    while let Some(expr) = open.pop() {
        if expr.node().is_global() {
            return true;
        }
        if !is_atom(expr) && (!expr.is_shared() || seen.insert(expr.identity())) {
            open.extend(expr.node().children());
        }
    }
    false
}

/// Rewrites expressions; shared ones remain shared.
struct Decomposer<'a> {
    model: &'a Model,
    budget: &'a Budget,
    /// The rewritten operations, by [`Expr::identity`] of the original, which the model keeps
    /// alive.
    done: FxHashMap<usize, Expr>,
    /// Whether a sum may exceed 64 bits.
    exceeds_64_bits: bool,
}

impl Decomposer<'_> {
    /// Rewrites an expression, children first. Does not recurse, because expressions can be deep.
    fn rewrite(&mut self, root: &Expr) -> Expr {
        let mut open = vec![(root, false)];
        while let Some((expr, are_children_done)) = open.pop() {
            if is_atom(expr) || self.done.contains_key(&expr.identity()) {
                continue;
            }
            if !self.budget.check() {
                break;
            }
            if are_children_done {
                self.budget.charge(1);
                let rewritten = self.operation(expr);
                self.done.insert(expr.identity(), rewritten);
            } else {
                open.push((expr, true));
                open.extend(expr.node().children().map(|child| (child, false)));
            }
        }
        self.rewritten(root)
    }

    fn rewritten(&self, expr: &Expr) -> Expr {
        self.done.get(&expr.identity()).unwrap_or(expr).clone()
    }

    /// Rewrites an operation whose operands are rewritten.
    fn operation(&mut self, expr: &Expr) -> Expr {
        let operands: Vec<Expr> =
            expr.node().children().map(|child| self.rewritten(child)).collect();
        let is_same = |(a, b): (&Expr, &Expr)| a.identity() == b.identity();
        let expr = if expr.node().children().zip(&operands).all(is_same) {
            expr.clone()
        } else {
            Expr::new(expr.node().with_operands(operands))
        };
        if !expr.node().is_global() {
            return expr;
        }
        let node = expr.node();
        let mut parts = match graph_of(node) {
            Some(graph) => self.graph_constraint(&expr, graph),
            None => self.decomposition(node),
        };
        // Every operand must be defined, also where the result does not depend on it.
        parts.extend(node.children().filter(|it| !is_atom(it)).map(|it| it.eq(it)));
        all_of(parts)
    }

    /// Takes memory for this number of expressions; returns whether there was enough.
    fn charge(&self, n_expressions: usize) -> bool {
        // An operation of two operands and its share of the lists takes about as much as two
        // literals.
        self.budget.charge(n_expressions.saturating_mul(2)) && self.budget.check()
    }

    /// Takes memory for `n` times `m` expressions; returns whether there was enough.
    fn charge_pairs(&self, n: usize, m: usize) -> bool {
        self.charge(n.saturating_mul(m))
    }

    /// Returns conditions that are together equivalent to a constraint on lists or tasks.
    fn decomposition(&mut self, node: &Node) -> Vec<Expr> {
        match node {
            Node::GlobalCardinality(items, values, counts) => {
                if values.len() != counts.len() || !self.charge_pairs(items.len(), values.len()) {
                    return never();
                }
                let count = |value: i64| count_true(items.iter().map(|item| item.eq(value)));
                values.iter().zip(counts).map(|(&value, n)| count(value).eq(n)).collect()
            }
            Node::Lexicographic(how, left, right) => {
                if !self.charge(left.len().min(right.len()).saturating_mul(4)) {
                    return never();
                }
                vec![lexicographic(*how, left, right)]
            }
            Node::Circuit(successors) => self.circuit(successors),
            Node::Subcircuit(successors) => self.subcircuit(successors),
            Node::Inverse(first, second) => self.inverse(first, second),
            Node::Cumulative { starts, durations, demands, capacity } => {
                self.cumulative(starts, durations, demands, capacity)
            }
            Node::Disjunctive { starts, durations } => self.disjunctive(starts, durations),
            _ => unreachable!("the operation is a constraint on lists or tasks"),
        }
    }

    /// Returns the successors restricted to indices: the same where they are indices, and others
    /// where they are not.
    fn as_indices(&self, successors: &[Expr]) -> Vec<Expr> {
        let last = length(successors) - 1;
        let clamped = |successor: &Expr| {
            let bounds = self.model.bounds(successor);
            if bounds.lower >= 0 && bounds.upper <= last {
                return successor.clone();
            }
            let at_least_first = maximum([successor.clone(), 0.into()]);
            minimum([at_least_first, last.into()])
        };
        successors.iter().map(clamped).collect()
    }

    fn circuit(&self, successors: &[Expr]) -> Vec<Expr> {
        if successors.is_empty() {
            return Vec::new();
        }
        if !self.charge_pairs(successors.len(), successors.len()) {
            return never();
        }
        let mut parts = indices(successors, successors.len());
        parts.push(all_different(successors));
        // Different successors lead back to the first position; not before all positions were
        // visited.
        let next = self.as_indices(successors);
        let mut at = next[0].clone();
        for _ in 1..successors.len() {
            parts.push(at.ne(0));
            at = element(&next, at);
        }
        parts
    }

    fn subcircuit(&self, successors: &[Expr]) -> Vec<Expr> {
        if successors.is_empty() {
            return Vec::new();
        }
        if !self.charge_pairs(successors.len(), successors.len()) {
            return never();
        }
        let mut parts = indices(successors, successors.len());
        parts.push(all_different(successors));
        let next = self.as_indices(successors);
        let moves: Vec<Expr> = (0..).zip(&next).map(|(at, next)| next.ne(at)).collect();
        let n_visited = count_true(&moves);
        let places: Vec<(i64, &Expr)> = (0..).zip(&moves).collect();
        let choose = |later: Expr, (at, moves): (i64, &Expr)| conditional(moves, at, later);
        let start = places.into_iter().rev().fold(Expr::from(0), choose);
        // The first visited position is not reached again before all of them were visited.
        let mut at = element(&next, &start);
        for n_steps in 2..length(successors) {
            at = element(&next, at);
            parts.push(n_visited.le(n_steps) | at.ne(&start));
        }
        parts
    }

    fn inverse(&self, first: &[Expr], second: &[Expr]) -> Vec<Expr> {
        if first.len() != second.len() {
            return never();
        }
        if !self.charge_pairs(first.len(), first.len().saturating_mul(3)) {
            return never();
        }
        let mut parts = indices(first, first.len());
        parts.extend(indices(second, first.len()));
        for (i, there) in (0..).zip(first) {
            for (j, back) in (0..).zip(second) {
                parts.push(there.eq(j).iff(back.eq(i)));
            }
        }
        parts
    }

    /// Returns the ends of the tasks.
    fn ends(&mut self, starts: &[Expr], durations: &[Expr]) -> Vec<Expr> {
        for (start, duration) in starts.iter().zip(durations) {
            self.check_sum([start, duration]);
        }
        starts.iter().zip(durations).map(|(start, duration)| sum([start, duration])).collect()
    }

    /// Notes whether a sum may exceed 64 bits.
    fn check_sum<'e>(&mut self, terms: impl IntoIterator<Item = &'e Expr>) {
        let (mut lower, mut upper) = (0_i128, 0_i128);
        for term in terms {
            let bounds = self.model.bounds(term);
            // Bounds beyond 64 bits are saturated.
            self.exceeds_64_bits |= bounds.lower == i64::MIN || bounds.upper == i64::MAX;
            lower = lower.saturating_add(i128::from(bounds.lower.min(0)));
            upper = upper.saturating_add(i128::from(bounds.upper.max(0)));
        }
        self.exceeds_64_bits |= lower < i128::from(i64::MIN) || upper > i128::from(i64::MAX);
    }

    fn cumulative(
        &mut self,
        starts: &[Expr],
        durations: &[Expr],
        demands: &[Expr],
        capacity: &Expr,
    ) -> Vec<Expr> {
        if starts.len() != durations.len() || starts.len() != demands.len() {
            return never();
        }
        if !self.charge_pairs(starts.len(), starts.len().saturating_mul(4)) {
            return never();
        }
        let ends = self.ends(starts, durations);
        self.check_sum(demands);
        let numbers = durations.iter().chain(demands).chain([capacity]);
        let mut parts: Vec<Expr> = numbers.map(|number| number.ge(0)).collect();
        for (task, time) in starts.iter().enumerate() {
            // The demand rises only at the start of a task.
            let in_progress = (0..starts.len()).map(|other| {
                let covers = if other == task {
                    durations[task].gt(0)
                } else {
                    starts[other].le(time) & ends[other].gt(time)
                };
                conditional(covers, &demands[other], 0)
            });
            parts.push(sum(in_progress).le(capacity));
        }
        parts
    }

    fn disjunctive(&mut self, starts: &[Expr], durations: &[Expr]) -> Vec<Expr> {
        if starts.len() != durations.len() {
            return never();
        }
        if !self.charge_pairs(starts.len(), starts.len().saturating_mul(2)) {
            return never();
        }
        let ends = self.ends(starts, durations);
        let mut parts: Vec<Expr> = durations.iter().map(|duration| duration.ge(0)).collect();
        for other in 1..starts.len() {
            for task in 0..other {
                parts.push(any_of([
                    ends[task].le(&starts[other]),
                    ends[other].le(&starts[task]),
                    durations[task].le(0),
                    durations[other].le(0),
                ]));
            }
        }
        parts
    }

    /// Returns a graph constraint with conditions that follow from it at single vertices and edges.
    fn graph_constraint(&self, expr: &Expr, graph: &Graph) -> Vec<Expr> {
        let (n_vertices, n_edges) = (index(graph.n_vertices()), graph.edges().len());
        if !self.charge(n_vertices.saturating_add(n_edges).saturating_mul(4)) {
            return never();
        }
        let mut parts = match expr.node() {
            Node::Connected(_, vertices) if vertices.len() == n_vertices => Vec::new(),
            Node::ConnectedEdges(_, edges) if edges.len() == n_edges => Vec::new(),
            Node::SingleCycle(_, edges) if edges.len() == n_edges => {
                let mut parts = degrees_are_even(edges_at(graph, edges));
                parts.push(any_of(edges));
                parts
            }
            Node::Path(_, edges, from, to) if edges.len() == n_edges && n_vertices > 0 => {
                let mut parts = indices(&[from.clone(), to.clone()], n_vertices);
                // The ends of the path count as edges that lead out of the graph.
                let mut degrees = edges_at(graph, edges);
                for (vertex, degree) in (0..).zip(&mut degrees) {
                    degree.extend([from.eq(vertex), to.eq(vertex)]);
                }
                parts.extend(degrees_are_even(degrees));
                parts
            }
            Node::Regions(_, joined, sizes)
                if joined.len() == n_edges && sizes.len() == n_vertices =>
            {
                let mut parts: Vec<Expr> =
                    sizes.iter().map(|size| size.ge(1) & size.le(length(sizes))).collect();
                for (&[a, b], joined) in graph.edges().iter().zip(joined) {
                    parts.push(joined.implies(sizes[index(a)].eq(&sizes[index(b)])));
                }
                parts
            }
            node => {
                // The lists do not fit the graph, but the conditions must be conditions.
                let conditions = any_of(node.children().take(node.n_conditions()));
                return vec![0.into(), conditions.eq(&conditions)];
            }
        };
        parts.push(expr.clone());
        parts
    }
}

/// Returns the graph of a graph constraint.
fn graph_of(node: &Node) -> Option<&Graph> {
    match node {
        Node::Connected(graph, _)
        | Node::ConnectedEdges(graph, _)
        | Node::SingleCycle(graph, _)
        | Node::Path(graph, ..)
        | Node::Regions(graph, ..) => Some(graph),
        _ => None,
    }
}

/// Returns conditions that never hold together.
fn never() -> Vec<Expr> {
    vec![0.into()]
}

/// Returns the conditions that the items are indices of a list of length `n`.
fn indices(items: &[Expr], n: usize) -> Vec<Expr> {
    let Some(last) = n.checked_sub(1) else {
        return if items.is_empty() { Vec::new() } else { never() };
    };
    let set = Domain::from_range(0..=i64::try_from(last).expect("lists fit into memory"));
    let set = set.expect("lists fit into memory");
    items.iter().map(|item| item.is_in(set.clone())).collect()
}

fn length(items: &[Expr]) -> i64 {
    i64::try_from(items.len()).expect("lists fit into memory")
}

/// Returns a vertex as an index.
fn index(vertex: u32) -> usize {
    usize::try_from(vertex).expect("graphs fit into memory")
}

/// Returns the conditions of the edges at each vertex.
fn edges_at(graph: &Graph, edges: &[Expr]) -> Vec<Vec<Expr>> {
    let mut at = vec![Vec::new(); index(graph.n_vertices())];
    for (ends, edge) in graph.edges().iter().zip(edges) {
        for &end in ends {
            at[index(end)].push(edge.clone());
        }
    }
    at
}

/// Returns the conditions that each vertex has two of its edges or none.
fn degrees_are_even(edges_at: Vec<Vec<Expr>>) -> Vec<Expr> {
    let none_or_two = Domain::from_values([0, 2]).expect("the values are small");
    let edges_at = edges_at.into_iter().filter(|edges| !edges.is_empty());
    edges_at.map(|edges| count_true(edges).is_in(none_or_two.clone())).collect()
}

/// Returns the comparison of two lists, built from the end: if all common elements are equal, the
/// lengths decide.
fn lexicographic(how: Comparison, left: &[Expr], right: &[Expr]) -> Expr {
    let pairs = left.iter().zip(right);
    let strict = match how {
        Comparison::Gt | Comparison::Ge => Comparison::Gt,
        Comparison::Lt | Comparison::Le => Comparison::Lt,
        Comparison::Eq | Comparison::Ne if left.len() != right.len() => {
            return i64::from(how == Comparison::Ne).into();
        }
        Comparison::Eq => return all_of(pairs.map(|(a, b)| a.eq(b))),
        Comparison::Ne => return any_of(pairs.map(|(a, b)| a.ne(b))),
    };
    let by_length = Expr::from(i64::from(how.holds(&left.len(), &right.len())));
    let decides = |rest: Expr, (a, b): (&Expr, &Expr)| a.compare(strict, b) | (a.eq(b) & rest);
    pairs.rev().fold(by_length, decides)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gordian_core::Cancel;
    use gordian_model::connected;

    use super::*;

    #[test]
    fn copies_of_large_models_are_limited() {
        let mut model = Model::new();
        let flags: Vec<_> = (0..100).map(|i| model.boolean(format!("f{i}"))).collect();
        model.require("connected", connected(&Arc::new(Graph::grid(10, 10)), flags.clone()));
        for pair in flags.windows(2) {
            model.require("one", !(pair[0] & pair[1]));
        }
        let check = |cancel: &Cancel, max_literals, expected| {
            let done = decompose(&model, &Budget::new(cancel, Some(max_literals)));
            assert_eq!(done.map(|_| ()), expected);
        };
        let (cancel, cancelled) = (Cancel::new(), Cancel::new());
        cancelled.cancel();
        check(&cancel, 5_000, Ok(()));
        check(&cancel, 500, Err(Limit::Memory));
        check(&cancelled, 5_000, Err(Limit::Interrupted));
    }
}
