//! Reading expressions, domains and lists of numbers.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::MAX_DEPTH;
use super::error::{JsonErrorKind, ReadResult, closest_name};
use super::read::{members, required};
use super::tree::{Kind, Value};
use crate::expression::operation::{
    self, Argument, Arguments, Constant, DIFFERENCE, Length, Operation, Role, operations, synonym,
};
use crate::{Bounds, Domain, Expr, Graph, Model, VarId};

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
    /// Build the operation of this value from the last expressions.
    Build(&'v Value<'t>, PendingNode<'v, 't>),
}

/// An operation whose operands were not read yet.
struct PendingNode<'v, 't> {
    operation: &'static Operation,
    arguments: Vec<Argument>,
    /// The operands that are expressions.
    operands: Vec<&'v Value<'t>>,
}

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
                Step::Build(value, node) => {
                    let operands = done.split_off(done.len() - node.operands.len());
                    done.push(build_operation(node, operands, value.at)?);
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
                    let node = operation(value, items, &self.model)?;
                    let operands = node.operands.clone();
                    todo.push(Step::Build(value, node));
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
    pending: PendingNode<'_, '_>,
    operands: Vec<Operand>,
    at: usize,
) -> ReadResult<Operand> {
    let PendingNode { operation, arguments, .. } = pending;
    let places: Vec<usize> = operands.iter().map(|operand| operand.at).collect();
    let (exprs, mut bounds): (Vec<Expr>, Vec<Bounds>) =
        operands.into_iter().map(|operand| (operand.expr, operand.bounds)).unzip();
    if let (true, [_, subtracted]) = (operation.name == DIFFERENCE.name, &mut bounds[..]) {
        *subtracted = subtracted.negated();
    }
    let (arguments, exprs) = (arguments.into_iter(), exprs.into_iter());
    let node = (operation.make)(&mut Arguments { arguments, exprs });
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

/// Reads an operation, except for the operands that are expressions.
fn operation<'v, 't>(
    value: &Value<'t>,
    items: &'v [Value<'t>],
    model: &Model,
) -> ReadResult<PendingNode<'v, 't>> {
    let Some((head, operands)) = items.split_first() else {
        let (expected, found) = ("an operation and its operands", "an empty list");
        return Err(JsonErrorKind::WrongKind { expected, found }.at(value.at));
    };
    let Kind::Text(name) = &head.kind else {
        return Err(head.wrong_kind("the name of an operation"));
    };
    let found = operation::find(name, operands.len()).ok_or_else(|| {
        let known = operations().map(|operation| operation.name);
        let nearest = synonym(name).map(str::to_owned).or_else(|| closest_name(name, known));
        let name = name.clone();
        let is_variable = model.find(&name).is_some();
        JsonErrorKind::UnknownOperation { name, nearest, is_variable }.at(head.at)
    })?;
    if !found.accepts(operands.len()) {
        let (operation, needs) = (found.name, found.operands_text());
        let found = operands.len();
        return Err(JsonErrorKind::WrongOperandCount { operation, needs, found }.at(value.at));
    }
    let mut node = PendingNode { operation: found, arguments: Vec::new(), operands: Vec::new() };
    for (position, &role) in found.operands.iter().enumerate() {
        let exprs = match role {
            Role::Numbers(_) | Role::Conditions => operands,
            Role::Number | Role::Condition => &operands[position..=position],
            Role::List(length) | Role::ConditionList(length) => {
                node.list(&operands[position], length)?
            }
            constant => {
                let constant = node.constant(&operands[position], constant)?;
                node.arguments.push(Argument::Constant(constant));
                continue;
            }
        };
        node.arguments.push(Argument::Exprs(exprs.len()));
        node.operands.extend(exprs);
    }
    Ok(node)
}

impl<'v, 't> PendingNode<'v, 't> {
    /// Returns the length of the first list.
    fn first_length(&self) -> usize {
        let lengths = self.arguments.iter().find_map(|argument| match argument {
            Argument::Exprs(n) => Some(*n),
            Argument::Constant(_) => None,
        });
        lengths.expect("the list comes first")
    }

    /// Reads a list of expressions.
    fn list(&self, value: &'v Value<'t>, length: Length) -> ReadResult<&'v [Value<'t>]> {
        let items = value.list("a list of expressions")?;
        let constant = self.arguments.iter().find_map(|argument| match argument {
            Argument::Constant(constant) => Some(constant),
            Argument::Exprs(_) => None,
        });
        let expected = match (length, constant) {
            (Length::AsFirst, _) => self.first_length(),
            (Length::PerValue, Some(Constant::Values(values))) => values.len(),
            (Length::PerVertex, Some(Constant::Graph(graph))) => n_vertices(graph),
            (Length::PerEdge, Some(Constant::Graph(graph))) => graph.edges().len(),
            _ => return Ok(items),
        };
        if items.len() != expected {
            let (operation, found) = (self.operation.name, items.len());
            let kind = JsonErrorKind::WrongListLength { operation, found, expected };
            return Err(kind.at(value.at));
        }
        Ok(items)
    }

    /// Reads an operand that is no expression.
    fn constant(&self, value: &Value<'t>, role: Role) -> ReadResult<Constant> {
        Ok(match role {
            Role::Base => {
                let base = value.integer("an integer as base")?;
                if base < 2 {
                    let operation = self.operation.name;
                    return Err(JsonErrorKind::BaseTooSmall { operation, base }.at(value.at));
                }
                Constant::Integer(base)
            }
            Role::Index => {
                let (place, length) = (value.integer("an integer as index")?, self.first_length());
                let index = usize::try_from(place).ok().filter(|&index| index < length);
                let error = || JsonErrorKind::PlaceOutOfRange { place, length }.at(value.at);
                Constant::Index(index.ok_or_else(error)?)
            }
            Role::Set => Constant::Set(Arc::new(domain(value)?)),
            Role::Rows => Constant::Rows(Arc::new(rows(value, self.first_length())?)),
            Role::Values => Constant::Values(Arc::new(different_values(value)?)),
            Role::OfGraph => Constant::Graph(Arc::new(graph(value)?)),
            _ => unreachable!("the operand is an expression"),
        })
    }
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
    const INTEGER: &str =
        "an integer in a range `[lowest, highest]`; several ranges are `{\"ranges\": …}`";
    let expected = "a range `[lowest, highest]`";
    let ends = value.list(expected)?.iter().map(|end| end.integer(INTEGER));
    match ends.collect::<ReadResult<Vec<_>>>()?[..] {
        [lowest, highest] => Ok((lowest, highest)),
        _ => {
            let found = "a list of another length";
            Err(JsonErrorKind::WrongKind { expected, found }.at(value.at))
        }
    }
}
