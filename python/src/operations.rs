//! The operations of the modelling language that are no operators, and the composite ones.

use std::sync::Arc;

use gordian::model::{self, Comparison, Expr, Graph, Interval, JsonErrorKind, Node};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error;
use crate::expr::{Build, PyExpr, base, domain, integer, integers, type_name};

/// Defines functions of any number of operands, given one by one or as lists.
macro_rules! functions_of_all {
    ($($(#[$meta:meta])* $name:ident: $make:expr;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        #[pyo3(signature = (*items))]
        pub(crate) fn $name(items: &Bound<'_, PyTuple>) -> PyResult<PyExpr> {
            let mut build = Build::default();
            let items = build.all(items)?;
            Ok(build.finish($make(items)))
        }
    )*};
}

functions_of_all! {
    /// Returns the sum; 0 without operands.
    sum: model::sum;
    /// Returns the product; 1 without operands.
    product: model::product;
    /// Returns the greatest common divisor, never negative; 0 without operands.
    gcd: model::greatest_common_divisor;
    /// Returns 1 if all conditions hold; 1 without operands.
    all_of: model::all_of;
    /// Returns 1 if at least one condition holds; 0 without operands.
    any_of: model::any_of;
    /// Returns 1 if an odd number of conditions hold.
    xor: exclusive_or;
    /// Returns the number of conditions that hold.
    count_true: model::count_true;
    /// Returns the number of distinct values.
    distinct_count: model::distinct_count;
    /// Returns 1 if all values are different.
    all_different: model::all_different;
    /// Returns 1 if at most one value is nonzero.
    sos1: model::sos1;
    /// Returns 1 if at most two values are nonzero, and two only if they are adjacent.
    sos2: model::sos2;
    /// Returns 1 if the successors, numbered from 0, lead through all positions in one cycle.
    circuit: model::circuit;
    /// Returns 1 if the positions that are not their own successors form one cycle, or there are
    /// none.
    subcircuit: model::subcircuit;
    /// Returns 1 if no value is smaller than the one before it.
    increasing: model::increasing;
    /// Returns 1 if every value is larger than the one before it.
    strictly_increasing: model::strictly_increasing;
}

fn exclusive_or(conditions: Vec<Expr>) -> Expr {
    Expr::new(Node::Xor(conditions))
}

/// Defines functions of at least one operand.
macro_rules! functions_of_some {
    ($($(#[$meta:meta])* $name:ident, $operation:literal: $make:expr;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        #[pyo3(signature = (*items))]
        pub(crate) fn $name(items: &Bound<'_, PyTuple>) -> PyResult<PyExpr> {
            let mut build = Build::default();
            let items = build.all(items)?;
            if items.is_empty() {
                let (needs, found) = ("one or more operands", 0);
                let operation = $operation;
                return Err(error::of_model(&JsonErrorKind::WrongOperandCount {
                    operation, needs, found,
                }));
            }
            Ok(build.finish($make(items)))
        }
    )*};
}

functions_of_some! {
    /// Returns the smallest value.
    minimum, "min": model::minimum;
    /// Returns the largest value.
    maximum, "max": model::maximum;
    /// Returns the index of the first largest item, from 0.
    arg_maximum, "arg_maximum": model::arg_maximum;
    /// Returns the index of the first smallest item, from 0.
    arg_minimum, "arg_minimum": model::arg_minimum;
}

/// Defines functions of two operands.
macro_rules! functions_of_two {
    ($($(#[$meta:meta])* $name:ident($left:ident, $right:ident): $make:expr;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        pub(crate) fn $name(
            $left: &Bound<'_, PyAny>,
            $right: &Bound<'_, PyAny>,
        ) -> PyResult<PyExpr> {
            let mut build = Build::default();
            let make: fn(Expr, Expr) -> Expr = $make;
            let operands = (build.operand($left)?, build.operand($right)?);
            Ok(build.finish(make(operands.0, operands.1)))
        }
    )*};
}

functions_of_two! {
    /// Returns the Euclidean quotient, for which the remainder is never negative. `//` rounds down,
    /// as in Python.
    div(number, divisor): |a, b| a / b;
    /// Returns the Euclidean remainder, which is never negative. That of `%` has the sign of the
    /// divisor, as in Python.
    rem(number, divisor): |a, b| a % b;
    /// Returns 1 if the premise implies the consequence.
    implies(premise, consequence): |a, b| a.implies(b);
    /// Returns 1 if both conditions have the same value.
    iff(left, right): |a, b| a.iff(b);
}

/// Defines functions that compare two lists in lexicographic order.
macro_rules! lexicographic_functions {
    ($($(#[$meta:meta])* $name:ident: $how:ident;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        pub(crate) fn $name(
            left: &Bound<'_, PyAny>,
            right: &Bound<'_, PyAny>,
        ) -> PyResult<PyExpr> {
            let mut build = Build::default();
            let lists = (build.list(left)?, build.list(right)?);
            let node = Node::Lexicographic(Comparison::$how, lists.0, lists.1);
            Ok(build.finish(Expr::new(node)))
        }
    )*};
}

lexicographic_functions! {
    /// Returns 1 if the lists are equal.
    lex_eq: Eq;
    /// Returns 1 if the lists differ.
    lex_ne: Ne;
    /// Returns 1 if the first list comes before the second in lexicographic order.
    lex_lt: Lt;
    /// Returns 1 if the first list comes before the second or is equal.
    lex_le: Le;
    /// Returns 1 if the first list comes after the second.
    lex_gt: Gt;
    /// Returns 1 if the first list comes after the second or is equal.
    lex_ge: Ge;
}

/// Checks that a list of an operation has an expected length.
fn check_length(operation: &'static str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(error::of_model(&JsonErrorKind::WrongListLength { operation, found, expected }))
}

/// Returns the factorial; undefined for a negative number.
#[pyfunction]
pub(crate) fn factorial(number: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    Ok(build.finish(number.factorial()))
}

/// Returns the greatest power of the base that divides the number; undefined for 0.
#[pyfunction]
pub(crate) fn greatest_power_dividing(number: &Bound<'_, PyAny>, base: i64) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    let base = self::base("greatest_power_dividing", base)?;
    Ok(build.finish(number.greatest_power_dividing(base)))
}

/// Returns the greatest power of the base that is at most the number; 0 for a number below 1.
#[pyfunction]
pub(crate) fn greatest_power_not_above(number: &Bound<'_, PyAny>, base: i64) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    let base = self::base("greatest_power_not_above", base)?;
    Ok(build.finish(number.greatest_power_not_above(base)))
}

/// Returns 1 if the value of the number is one of these: a range, or any collection of integers.
#[pyfunction]
pub(crate) fn is_in(number: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    let set = domain(values)?;
    Ok(build.finish(number.is_in(set)))
}

/// Returns `then` if the condition holds, otherwise `otherwise`.
#[pyfunction]
pub(crate) fn conditional(
    condition: &Bound<'_, PyAny>,
    then: &Bound<'_, PyAny>,
    otherwise: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let condition = build.operand(condition)?;
    let (then, otherwise) = (build.operand(then)?, build.operand(otherwise)?);
    Ok(build.finish(model::conditional(condition, then, otherwise)))
}

/// Returns the element of a list at an index, from 0; undefined if the index is out of range.
#[pyfunction]
pub(crate) fn element(list: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let list = build.list(list)?;
    let index = build.operand(index)?;
    Ok(build.finish(model::element(list, index)))
}

/// Returns the element of a table at a row and a column, from 0; undefined if one of them is out of
/// range.
#[pyfunction]
pub(crate) fn element_2d(
    rows: &Bound<'_, PyAny>,
    row: &Bound<'_, PyAny>,
    column: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let mut table: Vec<Vec<Expr>> = Vec::new();
    for items in rows.try_iter()? {
        let items = build.list(&items?)?;
        if let Some(first) = table.first()
            && first.len() != items.len()
        {
            let (found, expected) = (items.len(), first.len());
            return Err(error::of_model(&JsonErrorKind::WrongRowLength { found, expected }));
        }
        table.push(items);
    }
    let (row, column) = (build.operand(row)?, build.operand(column)?);
    Ok(build.finish(model::element_2d(table, row, column)))
}

/// Returns the element at an index, from 0, of the sorted list.
#[pyfunction]
pub(crate) fn nth_smallest(list: &Bound<'_, PyAny>, index: i64) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let list = build.list(list)?;
    let length = list.len();
    let Some(index) = usize::try_from(index).ok().filter(|&index| index < length) else {
        return Err(error::of_model(&JsonErrorKind::PlaceOutOfRange { place: index, length }));
    };
    Ok(build.finish(model::nth_smallest(list, index)))
}

/// Returns the list in ascending order.
#[pyfunction]
pub(crate) fn sort(list: &Bound<'_, PyAny>) -> PyResult<Vec<PyExpr>> {
    let mut build = Build::default();
    let list = build.list(list)?;
    Ok(build.finish_all(model::sort(list)))
}

/// Returns 1 if the values equal one of the rows.
#[pyfunction]
pub(crate) fn table(list: &Bound<'_, PyAny>, rows: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let list = build.list(list)?;
    let mut allowed = Vec::new();
    for row in rows.try_iter()? {
        let row = integers(&row?, "a row of a table")?;
        let (found, expected) = (row.len(), list.len());
        if found != expected {
            return Err(error::of_model(&JsonErrorKind::WrongRowLength { found, expected }));
        }
        allowed.push(row);
    }
    Ok(build.finish(model::table(list, allowed)))
}

/// Returns 1 if each of the counts is the number of items with the corresponding value. Items may
/// have other values.
#[pyfunction]
pub(crate) fn global_cardinality(
    items: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    counts: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let (items, counts) = (build.list(items)?, build.list(counts)?);
    let values = integers(values, "the counted values")?;
    check_length("global_cardinality", counts.len(), values.len())?;
    let mut sorted = values.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(error::of_model(&JsonErrorKind::DuplicateValue { value: pair[0] }));
    }
    Ok(build.finish(model::global_cardinality(items, values, counts)))
}

/// Returns 1 if each list has the positions of the indices in the other list.
#[pyfunction]
pub(crate) fn inverse(first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let (first, second) = (build.list(first)?, build.list(second)?);
    check_length("inverse", second.len(), first.len())?;
    Ok(build.finish(model::inverse(first, second)))
}

/// Returns 1 if at every time the demands of the tasks in progress are at most the capacity.
#[pyfunction]
pub(crate) fn cumulative(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
    demands: &Bound<'_, PyAny>,
    capacity: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let (starts, durations) = (build.list(starts)?, build.list(durations)?);
    let demands = build.list(demands)?;
    check_length("cumulative", durations.len(), starts.len())?;
    check_length("cumulative", demands.len(), starts.len())?;
    let capacity = build.operand(capacity)?;
    Ok(build.finish(model::cumulative(starts, durations, demands, capacity)))
}

/// Returns 1 if no two tasks of positive duration overlap.
#[pyfunction]
pub(crate) fn disjunctive(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let (starts, durations) = (build.list(starts)?, build.list(durations)?);
    check_length("disjunctive", durations.len(), starts.len())?;
    Ok(build.finish(model::disjunctive(starts, durations)))
}

/// Returns 1 if exactly `n` of the conditions hold.
#[pyfunction]
#[pyo3(signature = (n, *conditions))]
pub(crate) fn exactly(n: i64, conditions: &Bound<'_, PyTuple>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let conditions = build.all(conditions)?;
    Ok(build.finish(model::exactly(n, conditions)))
}

/// Returns the sum of the weights of the conditions that do not hold, from pairs of a weight and a
/// condition: a goal for conditions that may be broken.
#[pyfunction]
pub(crate) fn penalty(conditions: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let mut weighted = Vec::new();
    for pair in conditions.try_iter()? {
        let (weight, condition): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
        let weight = integer(&weight)?.ok_or_else(|| {
            PyTypeError::new_err(format!("a weight is an integer, not `{}`", type_name(&weight)))
        })?;
        weighted.push((weight, build.operand(&condition)?));
    }
    Ok(build.finish(model::penalty(weighted)))
}

/// Returns for each of the values whether the number has it.
#[pyfunction]
pub(crate) fn one_hot(
    number: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<Vec<PyExpr>> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    let values = integers(values, "the values")?;
    Ok(build.finish_all(model::one_hot(number, values)))
}

/// Returns the last `n` digits of a number, the least significant first, and the condition that the
/// number fits: it is not negative and has no more digits.
#[pyfunction]
#[pyo3(signature = (number, n, base = 10))]
pub(crate) fn digits(
    number: &Bound<'_, PyAny>,
    n: u32,
    base: i64,
) -> PyResult<(Vec<PyExpr>, PyExpr)> {
    let mut build = Build::default();
    let number = build.operand(number)?;
    if base < 2 || base.checked_pow(n).is_none() {
        let message = format!(
            "{n} digits in base {base}: the base is 2 or more, and base ** n has at \
                               most 63 bits"
        );
        return Err(PyValueError::new_err(message));
    }
    let digits = model::digits(number, base, n);
    let mut exprs = build.finish_all(digits.digits.into_iter().chain([digits.fits]));
    let fits = exprs.pop().expect("the condition is the last one");
    Ok((exprs, fits))
}

/// Returns the list with the element at an index, from 0, replaced. An index that is out of range
/// replaces nothing.
#[pyfunction]
pub(crate) fn array_set(
    list: &Bound<'_, PyAny>,
    index: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> PyResult<Vec<PyExpr>> {
    let mut build = Build::default();
    let list = build.list(list)?;
    let (index, value) = (build.operand(index)?, build.operand(value)?);
    Ok(build.finish_all(model::array_set(list, index, value)))
}

/// Returns 1 if each of the values comes for the first time after the one before it, or not at all.
#[pyfunction]
pub(crate) fn value_precedence(
    items: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let items = build.list(items)?;
    let values = integers(values, "the values")?;
    Ok(build.finish(model::value_precedence(items, values)))
}

/// An undirected graph, whose vertices and edges are numbered from 0: the structure of graph
/// constraints.
#[pyclass(frozen, name = "Graph", module = "gordian")]
pub(crate) struct PyGraph(Arc<Graph>);

#[pymethods]
impl PyGraph {
    #[new]
    fn new(vertices: i64, edges: &Bound<'_, PyAny>) -> PyResult<Self> {
        let vertex = |number: i64| {
            u32::try_from(number).map_err(|_| error::of_model(&JsonErrorKind::BadVertex { number }))
        };
        let mut pairs = Vec::new();
        for edge in edges.try_iter()? {
            let ends = integers(&edge?, "an edge")?;
            let &[a, b] = &ends[..] else {
                let message = format!("an edge has two vertices, not {}", ends.len());
                return Err(PyValueError::new_err(message));
            };
            pairs.push([vertex(a)?, vertex(b)?]);
        }
        let graph = Graph::new(vertex(vertices)?, pairs);
        let graph = graph.map_err(|error| error::of_model(&JsonErrorKind::BadGraph { error }))?;
        Ok(Self(Arc::new(graph)))
    }

    /// Returns the graph of the cells of a grid, row by row, with an edge between cells that share
    /// a side.
    #[staticmethod]
    fn grid(rows: u32, columns: u32) -> PyResult<Self> {
        let n_cells = usize::try_from(rows).ok().zip(usize::try_from(columns).ok());
        let n_cells = n_cells.and_then(|(rows, columns)| rows.checked_mul(columns));
        if n_cells.is_none_or(|n| n > Graph::MAX_SIZE / 3) {
            let error = gordian::model::GraphError::TooLarge;
            return Err(error::of_model(&JsonErrorKind::BadGraph { error }));
        }
        Ok(Self(Arc::new(Graph::grid(columns, rows))))
    }

    /// The number of vertices.
    #[getter]
    fn vertices(&self) -> u32 {
        self.0.n_vertices()
    }

    /// The two vertices of each edge.
    #[getter]
    fn edges(&self) -> Vec<(u32, u32)> {
        self.0.edges().iter().map(|&[a, b]| (a, b)).collect()
    }

    fn __repr__(&self) -> String {
        let (n_vertices, n_edges) = (self.0.n_vertices(), self.0.edges().len());
        format!("<Graph of {n_vertices} vertices and {n_edges} edges>")
    }
}

impl PyGraph {
    fn check_vertices(&self, operation: &'static str, items: &[Expr]) -> PyResult<()> {
        let expected = usize::try_from(self.0.n_vertices()).unwrap_or(usize::MAX);
        check_length(operation, items.len(), expected)
    }

    fn check_edges(&self, operation: &'static str, items: &[Expr]) -> PyResult<()> {
        check_length(operation, items.len(), self.0.edges().len())
    }
}

/// Returns 1 if the active vertices are connected by edges between them. There is one condition for
/// each vertex, which is active if it holds.
#[pyfunction]
pub(crate) fn connected(
    graph: &Bound<'_, PyGraph>,
    vertices: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let (graph, mut build) = (graph.get(), Build::default());
    let vertices = build.list(vertices)?;
    graph.check_vertices("connected", &vertices)?;
    Ok(build.finish(model::connected(&graph.0, vertices)))
}

/// Returns 1 if the active edges form a connected graph. There is one condition for each edge.
#[pyfunction]
pub(crate) fn connected_edges(
    graph: &Bound<'_, PyGraph>,
    edges: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let (graph, mut build) = (graph.get(), Build::default());
    let edges = build.list(edges)?;
    graph.check_edges("connected_edges", &edges)?;
    Ok(build.finish(model::connected_edges(&graph.0, edges)))
}

/// Returns 1 if the active edges form exactly one simple cycle. There is one condition for each
/// edge.
#[pyfunction]
pub(crate) fn single_cycle(
    graph: &Bound<'_, PyGraph>,
    edges: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let (graph, mut build) = (graph.get(), Build::default());
    let edges = build.list(edges)?;
    graph.check_edges("single_cycle", &edges)?;
    Ok(build.finish(model::single_cycle(&graph.0, edges)))
}

/// Returns 1 if the active edges form exactly one simple path between two vertices. There is one
/// condition for each edge.
#[pyfunction]
#[pyo3(signature = (graph, edges, start, end))]
pub(crate) fn path(
    graph: &Bound<'_, PyGraph>,
    edges: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
    end: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let (graph, mut build) = (graph.get(), Build::default());
    let edges = build.list(edges)?;
    graph.check_edges("path", &edges)?;
    let (start, end) = (build.operand(start)?, build.operand(end)?);
    Ok(build.finish(model::path(&graph.0, edges, start, end)))
}

/// Returns 1 if the joined edges form regions of the given sizes: one condition for each edge, and
/// one size for each vertex.
#[pyfunction]
pub(crate) fn regions(
    graph: &Bound<'_, PyGraph>,
    joined: &Bound<'_, PyAny>,
    sizes: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let (graph, mut build) = (graph.get(), Build::default());
    let (joined, sizes) = (build.list(joined)?, build.list(sizes)?);
    graph.check_edges("regions", &joined)?;
    graph.check_vertices("regions", &sizes)?;
    Ok(build.finish(model::regions(&graph.0, joined, sizes)))
}

/// A task: a start, a duration and an end, and whether it is present.
#[pyclass(frozen, name = "Interval", module = "gordian")]
pub(crate) struct PyInterval {
    start: Py<PyExpr>,
    duration: Py<PyExpr>,
    end: Py<PyExpr>,
    is_present: Py<PyExpr>,
}

impl PyInterval {
    /// Returns the interval of a model.
    pub(crate) fn new(py: Python<'_>, interval: Interval, build: Build) -> PyResult<Self> {
        let Interval { start, duration, end, is_present } = interval;
        let exprs = build.finish_all([start, duration, end, is_present]);
        let exprs: Vec<Py<PyExpr>> =
            exprs.into_iter().map(|it| Py::new(py, it)).collect::<PyResult<_>>()?;
        let [start, duration, end, is_present] =
            <[Py<PyExpr>; 4]>::try_from(exprs).expect("there are four expressions");
        Ok(Self { start, duration, end, is_present })
    }

    /// Returns the interval with its variables joined to those of `build`.
    fn read(&self, py: Python<'_>, build: &mut Build) -> PyResult<Interval> {
        let mut part = |expr: &Py<PyExpr>| build.operand(expr.bind(py).as_any());
        Ok(Interval {
            start: part(&self.start)?,
            duration: part(&self.duration)?,
            end: part(&self.end)?,
            is_present: part(&self.is_present)?,
        })
    }
}

#[pymethods]
impl PyInterval {
    /// Returns an interval that is always present.
    #[new]
    fn of(start: &Bound<'_, PyAny>, duration: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut build = Build::default();
        let interval = Interval::new(build.operand(start)?, build.operand(duration)?);
        Self::new(start.py(), interval, build)
    }

    /// The first time at which it runs.
    #[getter]
    fn start(&self, py: Python<'_>) -> Py<PyExpr> {
        self.start.clone_ref(py)
    }

    /// How long it runs; 0 if it is absent.
    #[getter]
    fn duration(&self, py: Python<'_>) -> Py<PyExpr> {
        self.duration.clone_ref(py)
    }

    /// The time at which it has ended.
    #[getter]
    fn end(&self, py: Python<'_>) -> Py<PyExpr> {
        self.end.clone_ref(py)
    }

    /// 1 if it is present.
    #[getter]
    fn is_present(&self, py: Python<'_>) -> Py<PyExpr> {
        self.is_present.clone_ref(py)
    }

    /// Returns 1 if this interval ends before the other one starts, or one of them is absent.
    fn ends_before(&self, other: &Bound<'_, PyInterval>) -> PyResult<PyExpr> {
        let (py, mut build) = (other.py(), Build::default());
        let (this, other) = (self.read(py, &mut build)?, other.get().read(py, &mut build)?);
        Ok(build.finish(this.ends_before(&other)))
    }
}

/// Returns the intervals of a list.
fn intervals(list: &Bound<'_, PyAny>, build: &mut Build) -> PyResult<Vec<Interval>> {
    let mut intervals = Vec::new();
    for item in list.try_iter()? {
        let item = item?;
        let interval = item.cast::<PyInterval>().map_err(|_| {
            let kind = type_name(&item);
            PyTypeError::new_err(format!("a list of intervals is needed; this has `{kind}`"))
        })?;
        intervals.push(interval.get().read(item.py(), build)?);
    }
    Ok(intervals)
}

/// Returns 1 if no two of the intervals that are present overlap.
#[pyfunction]
pub(crate) fn no_overlap(intervals: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let intervals = self::intervals(intervals, &mut build)?;
    Ok(build.finish(model::no_overlap(&intervals)))
}

/// Returns 1 if at every time the demands of the intervals that run are at most the capacity.
#[pyfunction]
pub(crate) fn within_capacity(
    intervals: &Bound<'_, PyAny>,
    demands: &Bound<'_, PyAny>,
    capacity: &Bound<'_, PyAny>,
) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let intervals = self::intervals(intervals, &mut build)?;
    let (demands, capacity) = (build.list(demands)?, build.operand(capacity)?);
    check_length("cumulative", demands.len(), intervals.len())?;
    Ok(build.finish(model::within_capacity(&intervals, demands, capacity)))
}

/// Returns 1 if no two rectangles overlap, each given by its horizontal and its vertical interval.
#[pyfunction]
pub(crate) fn no_overlap_2d(rectangles: &Bound<'_, PyAny>) -> PyResult<PyExpr> {
    let mut build = Build::default();
    let mut sides = Vec::new();
    for rectangle in rectangles.try_iter()? {
        let pair = intervals(&rectangle?, &mut build)?;
        let n_sides = pair.len();
        let pair = <[Interval; 2]>::try_from(pair).map_err(|_| {
            PyValueError::new_err(format!("a rectangle has two intervals, not {n_sides}"))
        })?;
        sides.push(pair);
    }
    Ok(build.finish(model::no_overlap_2d(&sides)))
}
