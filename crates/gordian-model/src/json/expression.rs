//! Reading expressions, domains and lists of numbers.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::MAX_DEPTH;
use super::error::{JsonErrorKind, ReadResult, closest_name};
use super::operations::{OPERATIONS, Operation, Signature, synonym};
use super::read::{members, required};
use super::tree::{Kind, Value};
use crate::{Bounds, Domain, Expr, Graph, Model, Node, VarId};

/// The context of reading an expression.
#[derive(Default)]
pub(super) struct Scope {
    /// The model, with all its variables.
    pub(super) model: Model,
    /// The shared expressions read so far.
    pub(super) shared: Vec<BoundedExpr>,
}

/// An expression with its bounds and depth.
#[derive(Clone)]
pub(super) struct BoundedExpr {
    pub(super) expr: Expr,
    bounds: Bounds,
    /// The nesting depth of its operations.
    depth: usize,
}

/// An expression that was read, and its byte offset.
struct Operand {
    expr: Expr,
    bounds: Bounds,
    at: usize,
}

/// A pending step of the iterative reader.
enum Step<'v, 't> {
    /// Read a value at this nesting depth.
    Read(&'v Value<'t>, usize),
    /// Build the operation of this value from this number of the last expressions.
    Build(&'v Value<'t>, Signature, BuildNode<'v>, usize),
}

type BuildNode<'v> = Box<dyn FnOnce(Vec<Expr>) -> Node + 'v>;

impl Scope {
    /// Reads a condition; `needed_by` names the operation that needs it.
    pub(super) fn condition(&self, value: &Value<'_>, needed_by: &'static str) -> ReadResult<Expr> {
        let BoundedExpr { expr, bounds, .. } = self.expression(value)?;
        check_condition(bounds, needed_by, value.at)?;
        Ok(expr)
    }

    /// Reads an expression.
    pub(super) fn expression(&self, value: &Value<'_>) -> ReadResult<BoundedExpr> {
        let mut todo = vec![Step::Read(value, 0)];
        let mut done: Vec<Operand> = Vec::new();
        let mut deepest = 0;
        while let Some(step) = todo.pop() {
            let (value, depth) = match step {
                Step::Read(value, depth) => (value, depth),
                Step::Build(value, signature, make, n_operands) => {
                    let operands = done.split_off(done.len() - n_operands);
                    done.push(build_operation(signature, make, operands, value.at)?);
                    continue;
                }
            };
            let depth = depth + self.depth_at(value)?;
            if depth > MAX_DEPTH {
                return Err(JsonErrorKind::TooDeep.at(value.at));
            }
            deepest = deepest.max(depth);
            let (expr, bounds) = match &value.kind {
                Kind::Number(_) => {
                    let value = value.integer("a number")?;
                    (value.into(), Bounds::constant(value))
                }
                Kind::Text(name) => {
                    let expr = variable(&self.model, name, value.at)?.into();
                    let bounds = self.model.bounds(&expr);
                    (expr, bounds)
                }
                Kind::Object(_) => {
                    let shared = self.reference(value)?;
                    (shared.expr.clone(), shared.bounds)
                }
                Kind::List(items) => {
                    let (signature, make, operands) = operation(value, items, &self.model)?;
                    todo.push(Step::Build(value, signature, make, operands.len()));
                    let operands = operands.into_iter().rev();
                    todo.extend(operands.map(|operand| Step::Read(operand, depth)));
                    continue;
                }
                Kind::Word(_) => {
                    return Err(value.wrong_kind("an integer, a variable name or an operation"));
                }
            };
            done.push(Operand { expr, bounds, at: value.at });
        }
        let Operand { expr, bounds, .. } = done.pop().expect("the last step made the expression");
        Ok(BoundedExpr { expr, bounds, depth: deepest })
    }

    /// Returns the depth that this value adds above its operands.
    fn depth_at(&self, value: &Value<'_>) -> ReadResult<usize> {
        match value.kind {
            Kind::List(_) => Ok(1),
            Kind::Object(_) => Ok(self.reference(value)?.depth),
            _ => Ok(0),
        }
    }

    /// Returns the expression that `{"shared": index}` refers to.
    fn reference(&self, value: &Value<'_>) -> ReadResult<&BoundedExpr> {
        let inside = "a reference to a shared expression";
        let [index] = members(value, inside, ["shared"])?;
        let Some(index) = index else {
            return Err(JsonErrorKind::MissingKey { inside, key: "shared" }.at(value.at));
        };
        let place = index.integer("an integer as index")?;
        let known = usize::try_from(place).ok().and_then(|place| self.shared.get(place));
        known.ok_or_else(|| {
            let available = self.shared.len();
            JsonErrorKind::UnknownShared { index: place, available }.at(index.at)
        })
    }
}

/// Builds the operation at byte offset `at`, and checks the operands that must be conditions.
fn build_operation(
    signature: Signature,
    make: BuildNode<'_>,
    operands: Vec<Operand>,
    at: usize,
) -> ReadResult<Operand> {
    let places: Vec<usize> = operands.iter().map(|operand| operand.at).collect();
    let (exprs, mut bounds): (Vec<Expr>, Vec<Bounds>) =
        operands.into_iter().map(|operand| (operand.expr, operand.bounds)).unzip();
    if let (Signature::Difference, [_, subtracted]) = (signature, &mut bounds[..]) {
        *subtracted = subtracted.negated();
    }
    let node = make(exprs);
    for (&bounds, &at) in bounds.iter().zip(&places).take(node.n_conditions()) {
        check_condition(bounds, node.name(), at)?;
    }
    let bounds = crate::bounds::operation_bounds(&node, &bounds);
    Ok(Operand { expr: Expr::new(node), bounds, at })
}

/// Checks that an expression is always 0 or 1.
fn check_condition(bounds: Bounds, needed_by: &'static str, at: usize) -> ReadResult<()> {
    if bounds.is_condition() {
        return Ok(());
    }
    Err(JsonErrorKind::NotCondition { needed_by, bounds }.at(at))
}

/// Returns the variable with that name.
pub(super) fn variable(model: &Model, name: &str, at: usize) -> ReadResult<VarId> {
    model.find(name).ok_or_else(|| {
        let known = model.variables().iter().map(|variable| variable.name.as_str());
        let nearest = closest_name(name, known);
        JsonErrorKind::UnknownVariable { name: name.to_owned(), nearest }.at(at)
    })
}

/// Returns the signature of an operation, its constructor, and the operands that are expressions.
fn operation<'v, 't>(
    value: &Value<'t>,
    items: &'v [Value<'t>],
    model: &Model,
) -> ReadResult<(Signature, BuildNode<'v>, Vec<&'v Value<'t>>)> {
    let Some((head, operands)) = items.split_first() else {
        let (expected, found) = ("an operation and its operands", "an empty list");
        return Err(JsonErrorKind::WrongKind { expected, found }.at(value.at));
    };
    let Kind::Text(name) = &head.kind else {
        return Err(head.wrong_kind("the name of an operation"));
    };
    let found = find(name, operands.len()).ok_or_else(|| {
        let known = OPERATIONS.iter().map(|operation| operation.name);
        let nearest = synonym(name).map(str::to_owned).or_else(|| closest_name(name, known));
        let name = name.clone();
        let is_variable = model.find(&name).is_some();
        JsonErrorKind::UnknownOperation { name, nearest, is_variable }.at(head.at)
    })?;
    if !found.signature.accepts(operands.len()) {
        let (operation, needs) = (found.name, found.signature.operands_text());
        let found = operands.len();
        return Err(JsonErrorKind::WrongOperandCount { operation, needs, found }.at(value.at));
    }
    let first = || vec![&operands[0]];
    let (make, operands): (BuildNode<'v>, Vec<_>) = match found.signature {
        Signature::One(make) => (Box::new(move |of| exactly(of, |[a]| make(a))), first()),
        Signature::Two(make) => {
            (Box::new(move |of| exactly(of, |[a, b]| make(a, b))), operands.iter().collect())
        }
        Signature::Difference => (
            Box::new(move |of| exactly(of, |[a, b]| Node::Add(vec![a, -b]))),
            operands.iter().collect(),
        ),
        Signature::Three(make) => {
            (Box::new(move |of| exactly(of, |[a, b, c]| make(a, b, c))), operands.iter().collect())
        }
        Signature::Compare(how) => (
            Box::new(move |of| exactly(of, |[a, b]| Node::Compare(how, a, b))),
            operands.iter().collect(),
        ),
        Signature::Many { make, .. } => (Box::new(make), operands.iter().collect()),
        Signature::Power(make) => {
            let base = operands[1].integer("an integer as base")?;
            if base < 2 {
                let operation = found.name;
                return Err(JsonErrorKind::BaseTooSmall { operation, base }.at(operands[1].at));
            }
            (Box::new(move |of| exactly(of, |[a]| make(a, base))), first())
        }
        Signature::Element => {
            let array = operands[0].list("a list of expressions")?;
            let make = |mut of: Vec<Expr>| {
                let index = of.pop().expect("the index comes last");
                Node::Element(of, index)
            };
            (Box::new(make), array.iter().chain([&operands[1]]).collect())
        }
        Signature::NthSmallest => {
            let array = operands[0].list("a list of expressions")?;
            let place = operands[1].integer("an integer as index")?;
            let within = usize::try_from(place).ok().filter(|&place| place < array.len());
            let within = within.ok_or_else(|| {
                JsonErrorKind::PlaceOutOfRange { place, length: array.len() }.at(operands[1].at)
            })?;
            (Box::new(move |of| Node::NthSmallest(of, within)), array.iter().collect())
        }
        Signature::InSet => {
            let set = Arc::new(domain(&operands[1])?);
            (Box::new(move |of| exactly(of, |[a]| Node::InSet(a, set))), first())
        }
        Signature::Table => {
            let columns = operands[0].list("a list of expressions")?;
            let rows = Arc::new(rows(&operands[1], columns.len())?);
            (Box::new(move |of| Node::Table(of, rows)), columns.iter().collect())
        }
        _ => global_operation(found, operands)?,
    };
    Ok((found.signature, make, operands))
}

/// Returns the constructor of a global or graph constraint, and the operands that are expressions.
fn global_operation<'v, 't>(
    found: &Operation,
    operands: &'v [Value<'t>],
) -> ReadResult<(BuildNode<'v>, Vec<&'v Value<'t>>)> {
    const LIST: &str = "a list of expressions";
    let list = |position: usize| operands[position].list(LIST);
    // Returns the list at a position, which has an item for each of `length` others.
    let list_of = |position: usize, length: usize| {
        let items = list(position)?;
        if items.len() == length {
            return Ok(items);
        }
        let kind = JsonErrorKind::WrongListLength {
            operation: found.name,
            found: items.len(),
            expected: length,
        };
        Err(kind.at(operands[position].at))
    };
    let expressions = |lists: &[&'v [Value<'t>]]| lists.iter().copied().flatten().collect();
    Ok(match found.signature {
        Signature::GlobalCardinality => {
            let (items, values) = (list(0)?, different_values(&operands[1])?);
            let counts = list_of(2, values.len())?;
            let n_items = items.len();
            let make = move |mut of: Vec<Expr>| {
                let counts = of.split_off(n_items);
                Node::GlobalCardinality(of, Arc::new(values), counts)
            };
            (Box::new(make), expressions(&[items, counts]))
        }
        Signature::Lists(make) | Signature::EqualLists(make) => {
            let first = list(0)?;
            let second = match found.signature {
                Signature::EqualLists(_) => list_of(1, first.len())?,
                _ => list(1)?,
            };
            let length = first.len();
            let make = move |mut of: Vec<Expr>| {
                let second = of.split_off(length);
                make(of, second)
            };
            (Box::new(make), expressions(&[first, second]))
        }
        Signature::Cumulative => {
            let starts = list(0)?;
            let n = starts.len();
            let (durations, demands) = (list_of(1, n)?, list_of(2, n)?);
            let make = move |mut starts: Vec<Expr>| {
                let mut durations = starts.split_off(n);
                let mut demands = durations.split_off(n);
                let capacity = demands.pop().expect("the capacity comes last");
                Node::Cumulative { starts, durations, demands, capacity }
            };
            (Box::new(make), expressions(&[starts, durations, demands, &operands[3..]]))
        }
        Signature::Vertices(make) => {
            let graph = graph(&operands[0])?;
            let vertices = list_of(1, n_vertices(&graph))?;
            (Box::new(move |of| make(Arc::new(graph), of)), vertices.iter().collect())
        }
        Signature::Edges(make) => {
            let graph = graph(&operands[0])?;
            let edges = list_of(1, graph.edges().len())?;
            (Box::new(move |of| make(Arc::new(graph), of)), edges.iter().collect())
        }
        Signature::Path => {
            let graph = graph(&operands[0])?;
            let edges = list_of(1, graph.edges().len())?;
            let make = move |mut of: Vec<Expr>| {
                let to = of.pop().expect("the last vertex comes last");
                let from = of.pop().expect("the first vertex comes before it");
                Node::Path(Arc::new(graph), of, from, to)
            };
            (Box::new(make), expressions(&[edges, &operands[2..]]))
        }
        Signature::Regions => {
            let graph = graph(&operands[0])?;
            let joined = list_of(1, graph.edges().len())?;
            let sizes = list_of(2, n_vertices(&graph))?;
            let n_edges = joined.len();
            let make = move |mut of: Vec<Expr>| {
                let sizes = of.split_off(n_edges);
                Node::Regions(Arc::new(graph), of, sizes)
            };
            (Box::new(make), expressions(&[joined, sizes]))
        }
        _ => unreachable!("the operation is a global or graph constraint"),
    })
}

/// Reads a list of different integers.
fn different_values(value: &Value<'_>) -> ReadResult<Vec<i64>> {
    let values = value.integers("a list of integers")?;
    let mut seen = FxHashSet::default();
    if let Some(place) = values.iter().position(|value| !seen.insert(*value)) {
        let at = value.list("a list of integers")?[place].at;
        return Err(JsonErrorKind::DuplicateValue { value: values[place] }.at(at));
    }
    Ok(values)
}

/// Reads `{"vertices": number, "edges": [[0, 1], …]}`.
fn graph(value: &Value<'_>) -> ReadResult<Graph> {
    const GRAPH: &str = "a graph: `{\"vertices\": …, \"edges\": [[0, 1], …]}`";
    const VERTEX: &str = "a number of vertices";
    const EDGE: &str = "an edge: a list of two vertices";
    const EDGES: &str = "a list of edges";
    let inside = "a graph";
    let Kind::Object(_) = value.kind else { return Err(value.wrong_kind(GRAPH)) };
    let [vertices, edges] = members(value, inside, ["vertices", "edges"])?;
    let vertices = required(vertices, value, inside, "vertices")?;
    let edges = required(edges, value, inside, "edges")?.list(EDGES)?;
    let number = |value: i64| u32::try_from(value).ok();
    let n_vertices = vertices.integer(VERTEX)?;
    let n_vertices = number(n_vertices)
        .ok_or_else(|| JsonErrorKind::BadVertex { number: n_vertices }.at(vertices.at))?;
    let edge = |value: &Value<'_>| {
        let [a, b] = value.list(EDGE)? else {
            let (expected, found) = (EDGE, "a list of another length");
            return Err(JsonErrorKind::WrongKind { expected, found }.at(value.at));
        };
        let vertex = |value: &Value<'_>| {
            let vertex = value.integer("a vertex")?;
            number(vertex).ok_or_else(|| JsonErrorKind::BadVertex { number: vertex }.at(value.at))
        };
        Ok([vertex(a)?, vertex(b)?])
    };
    let ends = edges.iter().map(edge).collect::<ReadResult<Vec<_>>>()?;
    Graph::new(n_vertices, ends).map_err(|error| {
        let at = error.edge().map_or(value.at, |edge| edges[edge].at);
        JsonErrorKind::BadGraph { error }.at(at)
    })
}

fn n_vertices(graph: &Graph) -> usize {
    usize::try_from(graph.n_vertices()).expect("graphs fit into memory")
}

/// Returns the operation with that name or symbol; if two have the symbol, the one that accepts the
/// number of operands.
fn find(name: &str, n_operands: usize) -> Option<&'static Operation> {
    let mut named = OPERATIONS
        .iter()
        .filter(|operation| operation.name == name || operation.symbol == Some(name));
    let first = named.next()?;
    let other = named.find(|operation| operation.signature.accepts(n_operands));
    Some(other.unwrap_or(first))
}

fn exactly<const N: usize>(operands: Vec<Expr>, make: impl FnOnce([Expr; N]) -> Node) -> Node {
    make(operands.try_into().expect("the operands were counted"))
}

fn rows(value: &Value<'_>, expected: usize) -> ReadResult<Vec<Vec<i64>>> {
    let row = |row: &Value<'_>| {
        let values = row.integers("a row of integers")?;
        if values.len() == expected {
            Ok(values)
        } else {
            Err(JsonErrorKind::WrongRowLength { found: values.len(), expected }.at(row.at))
        }
    };
    value.list("a list of rows")?.iter().map(row).collect()
}

/// Reads a set of integers in any of its forms.
pub(super) fn domain(value: &Value<'_>) -> ReadResult<Domain> {
    const FORMS: &str =
        "a domain: `[lowest, highest]`, `\"boolean\"`, `{\"values\": …}` or `{\"ranges\": …}`";
    let made = match &value.kind {
        Kind::Text(word) if word == "boolean" => Domain::from_range(0..=1),
        Kind::List(_) => Domain::from_ranges([range(value)?]),
        Kind::Object(_) => match members(value, "a domain", ["values", "ranges"])? {
            [Some(values), None] => Domain::from_values(values.integers("a list of integers")?),
            [None, Some(ranges)] => {
                let ranges = ranges.list("a list of ranges")?.iter().map(range);
                Domain::from_ranges(ranges.collect::<ReadResult<Vec<_>>>()?)
            }
            _ => return Err(value.wrong_kind(FORMS)),
        },
        _ => return Err(value.wrong_kind(FORMS)),
    };
    made.map_err(|error| JsonErrorKind::BadDomain { error }.at(value.at))
}

fn range(value: &Value<'_>) -> ReadResult<(i64, i64)> {
    let expected = "a range `[lowest, highest]`";
    match value.integers(expected)?[..] {
        [lowest, highest] => Ok((lowest, highest)),
        _ => {
            let found = "a list of another length";
            Err(JsonErrorKind::WrongKind { expected, found }.at(value.at))
        }
    }
}
