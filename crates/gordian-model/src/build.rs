//! Constructors of expressions over lists.

use std::sync::Arc;

use crate::{Expr, Graph, Node};

/// Returns an array of expressions from variables, integers and expressions.
///
/// # Example
///
/// ```
/// use gordian_model::{Model, exprs, maximum};
///
/// let mut model = Model::new();
/// let x = model.int("x", 0..=9);
/// let y = model.int("y", 0..=9);
/// model.require("limit", maximum(exprs![x, 3, y + 1]).le(5));
/// assert!(model.check(&[2, 4]).is_ok());
/// ```
#[macro_export]
macro_rules! exprs {
    ($($item:expr),* $(,)?) => { [$($crate::Expr::from($item)),*] };
}

/// Converts items to expressions.
pub(crate) fn collect<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Vec<Expr> {
    items.into_iter().map(Into::into).collect()
}

/// Returns the sum; 0 for an empty list.
#[must_use]
pub fn sum<E: Into<Expr>>(terms: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Add(collect(terms)))
}

/// Returns the product; 1 for an empty list.
#[must_use]
pub fn product<E: Into<Expr>>(factors: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Mul(collect(factors)))
}

/// Returns the absolute value.
#[must_use]
pub fn absolute(value: impl Into<Expr>) -> Expr {
    value.into().abs()
}

/// Returns the minimum; undefined for an empty list.
#[must_use]
pub fn minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Min(collect(items)))
}

/// Returns the maximum; undefined for an empty list.
#[must_use]
pub fn maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Max(collect(items)))
}

/// Returns the greatest common divisor, never negative.
#[must_use]
pub fn greatest_common_divisor<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Gcd(collect(items)))
}

/// Returns 1 if all conditions hold (conjunction); 1 for an empty list.
#[must_use]
pub fn all_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::And(collect(conditions)))
}

/// Returns 1 if at least one condition holds (disjunction); 0 for an empty list.
#[must_use]
pub fn any_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Or(collect(conditions)))
}

/// Returns the number of conditions that hold.
#[must_use]
pub fn count_true<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    sum(conditions)
}

/// Returns 1 if exactly `n` of the conditions hold.
#[must_use]
pub fn exactly<E: Into<Expr>>(n: i64, conditions: impl IntoIterator<Item = E>) -> Expr {
    count_true(conditions).eq(n)
}

/// Returns `then` if the condition holds, otherwise `otherwise`.
#[must_use]
pub fn conditional(
    condition: impl Into<Expr>,
    then: impl Into<Expr>,
    otherwise: impl Into<Expr>,
) -> Expr {
    Expr::new(Node::If(condition.into(), then.into(), otherwise.into()))
}

/// Returns 1 if all values are different.
#[must_use]
pub fn all_different<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::AllDifferent(collect(items)))
}

/// Returns the number of distinct values; 0 for an empty list.
#[must_use]
pub fn distinct_count<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::DistinctCount(collect(items)))
}

/// Returns the element at the zero-based `index`; undefined if the index is out of range.
#[must_use]
pub fn element<E: Into<Expr>>(array: impl IntoIterator<Item = E>, index: impl Into<Expr>) -> Expr {
    Expr::new(Node::Element(collect(array), index.into()))
}

/// Returns 1 if the values equal one of the rows (table constraint).
///
/// # Panics
///
/// Panics if the length of a row differs from the number of expressions.
#[must_use]
pub fn table<E: Into<Expr>>(items: impl IntoIterator<Item = E>, rows: Vec<Vec<i64>>) -> Expr {
    let items = collect(items);
    for (position, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), items.len(), "row {position} of the table has the wrong length");
    }
    Expr::new(Node::Table(items, Arc::new(rows)))
}

/// Returns 1 if at most one value is nonzero (special ordered set of type 1).
#[must_use]
pub fn sos1<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos1(collect(items)))
}

/// Returns 1 if at most two values are nonzero, and two only if they are adjacent (type 2).
#[must_use]
pub fn sos2<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos2(collect(items)))
}

/// Returns 1 if each of `counts` is the number of items with the corresponding one of `values`.
///
/// Items may have other values.
///
/// # Panics
///
/// Panics if the numbers of values and counts differ, or if a value is repeated.
#[must_use]
pub fn global_cardinality<E: Into<Expr>, F: Into<Expr>>(
    items: impl IntoIterator<Item = E>,
    values: impl IntoIterator<Item = i64>,
    counts: impl IntoIterator<Item = F>,
) -> Expr {
    let values: Vec<i64> = values.into_iter().collect();
    let (items, counts) = (collect(items), collect(counts));
    assert_eq!(values.len(), counts.len(), "each value has a count");
    let mut sorted = values.clone();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "the values are different");
    Expr::new(Node::GlobalCardinality(items, Arc::new(values), counts))
}

/// Returns 1 if the zero-based successors of the positions lead through all positions in one cycle.
///
/// An index that is out of range makes it 0. It is 1 for an empty list.
#[must_use]
pub fn circuit<E: Into<Expr>>(successors: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Circuit(collect(successors)))
}

/// Returns 1 if the positions that are not their own zero-based successors form one cycle, or if
/// there are none.
///
/// An index that is out of range makes it 0.
#[must_use]
pub fn subcircuit<E: Into<Expr>>(successors: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Subcircuit(collect(successors)))
}

/// Returns 1 if each list has the positions of the zero-based indices in the other list: `first[i]`
/// is `j` exactly if `second[j]` is `i`.
///
/// An index that is out of range makes it 0.
///
/// # Panics
///
/// Panics if the lists have different lengths.
#[must_use]
pub fn inverse<E: Into<Expr>, F: Into<Expr>>(
    first: impl IntoIterator<Item = E>,
    second: impl IntoIterator<Item = F>,
) -> Expr {
    let (first, second) = (collect(first), collect(second));
    assert_eq!(first.len(), second.len(), "lists that are inverse have the same length");
    Expr::new(Node::Inverse(first, second))
}

/// Returns 1 if at every time the demands of the tasks in progress, those with start ≤ time <
/// start + duration, add up to at most `capacity`.
///
/// A negative duration, demand or capacity makes it 0.
///
/// # Panics
///
/// Panics if the lists have different lengths.
#[must_use]
pub fn cumulative<S: Into<Expr>, D: Into<Expr>, R: Into<Expr>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
    demands: impl IntoIterator<Item = R>,
    capacity: impl Into<Expr>,
) -> Expr {
    let (starts, durations, demands) = (collect(starts), collect(durations), collect(demands));
    assert_eq!(starts.len(), durations.len(), "each task has a duration");
    assert_eq!(starts.len(), demands.len(), "each task has a demand");
    let capacity = capacity.into();
    Expr::new(Node::Cumulative { starts, durations, demands, capacity })
}

/// Returns 1 if no two tasks of positive duration overlap. A negative duration makes it 0.
///
/// # Panics
///
/// Panics if the lists have different lengths.
#[must_use]
pub fn disjunctive<S: Into<Expr>, D: Into<Expr>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
) -> Expr {
    let (starts, durations) = (collect(starts), collect(durations));
    assert_eq!(starts.len(), durations.len(), "each task has a duration");
    Expr::new(Node::Disjunctive { starts, durations })
}

/// Returns the items as conditions on the vertices of a graph.
fn on_vertices<E: Into<Expr>>(graph: &Graph, items: impl IntoIterator<Item = E>) -> Vec<Expr> {
    let items = collect(items);
    assert!(graph.has_vertices(&items), "there is one operand per vertex");
    items
}

/// Returns the items as conditions on the edges of a graph.
fn on_edges<E: Into<Expr>>(graph: &Graph, items: impl IntoIterator<Item = E>) -> Vec<Expr> {
    let items = collect(items);
    assert!(graph.has_edges(&items), "there is one operand per edge");
    items
}

/// Returns 1 if the active vertices are connected by edges between them.
///
/// `vertices` has one condition per vertex, which is active if it holds. No active vertex and one
/// active vertex are connected.
///
/// # Panics
///
/// Panics if there is not one condition per vertex.
///
/// # Example
///
/// ```
/// use std::sync::Arc;
///
/// use gordian_model::{Graph, Model, connected};
///
/// let mut model = Model::new();
/// let cells: Vec<_> = (0..4).map(|i| model.boolean(format!("cell {i}"))).collect();
/// model.require("connected", connected(&Arc::new(Graph::grid(2, 2)), &cells));
/// assert!(model.check(&[1, 1, 0, 1]).is_ok());
/// assert!(model.check(&[1, 0, 0, 1]).is_err());
/// ```
#[must_use]
pub fn connected<E: Into<Expr>>(graph: &Arc<Graph>, vertices: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Connected(Arc::clone(graph), on_vertices(graph, vertices)))
}

/// Returns 1 if the active edges form a connected graph; no active edge is connected.
///
/// `edges` has one condition per edge, which is active if it holds.
///
/// # Panics
///
/// Panics if there is not one condition per edge.
#[must_use]
pub fn connected_edges<E: Into<Expr>>(
    graph: &Arc<Graph>,
    edges: impl IntoIterator<Item = E>,
) -> Expr {
    Expr::new(Node::ConnectedEdges(Arc::clone(graph), on_edges(graph, edges)))
}

/// Returns 1 if the active edges form exactly one simple cycle.
///
/// `edges` has one condition per edge, which is active if it holds.
///
/// # Panics
///
/// Panics if there is not one condition per edge.
#[must_use]
pub fn single_cycle<E: Into<Expr>>(graph: &Arc<Graph>, edges: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::SingleCycle(Arc::clone(graph), on_edges(graph, edges)))
}

/// Returns 1 if the active edges form exactly one simple path between the vertices with the numbers
/// `from` and `to`.
///
/// `edges` has one condition per edge, which is active if it holds. If `from` and `to` are the same
/// vertex, no edge is active. A number that is not a vertex makes it 0.
///
/// # Panics
///
/// Panics if there is not one condition per edge.
#[must_use]
pub fn path<E: Into<Expr>>(
    graph: &Arc<Graph>,
    edges: impl IntoIterator<Item = E>,
    from: impl Into<Expr>,
    to: impl Into<Expr>,
) -> Expr {
    let edges = on_edges(graph, edges);
    Expr::new(Node::Path(Arc::clone(graph), edges, from.into(), to.into()))
}

/// Returns 1 if the joined edges form regions of the given sizes.
///
/// `joined` has one condition per edge; it holds exactly if both ends are in one region. Regions
/// are connected by joined edges. `sizes` has one number per vertex: how many vertices are in its
/// region.
///
/// # Panics
///
/// Panics if there is not one condition per edge and one size per vertex.
#[must_use]
pub fn regions<E: Into<Expr>, F: Into<Expr>>(
    graph: &Arc<Graph>,
    joined: impl IntoIterator<Item = E>,
    sizes: impl IntoIterator<Item = F>,
) -> Expr {
    let (joined, sizes) = (on_edges(graph, joined), on_vertices(graph, sizes));
    Expr::new(Node::Regions(Arc::clone(graph), joined, sizes))
}
