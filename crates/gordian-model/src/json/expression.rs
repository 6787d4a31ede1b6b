//! Reading expressions, domains and lists of numbers.

use std::sync::Arc;

use super::MAX_DEPTH;
use super::error::{JsonErrorKind, Read, nearest};
use super::operations::{Form, OPERATIONS, Operation, synonym};
use super::read::members;
use super::tree::{Kind, Value};
use crate::{Bounds, Domain, Expr, Model, Node, VarId};

/// What is known when an expression is read.
#[derive(Default)]
pub(super) struct Scope {
    /// Has all variables.
    pub(super) model: Model,
    /// Shared expressions so far.
    pub(super) shared: Vec<Scoped>,
}

/// An expression with what is known of it.
#[derive(Clone)]
pub(super) struct Scoped {
    pub(super) expr: Expr,
    bounds: Bounds,
    /// How many operations stand inside each other in it.
    depth: usize,
}

/// An expression that was read, and the byte at which it begins.
struct Operand {
    expr: Expr,
    bounds: Bounds,
    at: usize,
}

/// A step of the work that is still to do.
enum Step<'v, 't> {
    /// Read a value that stands below this many operations.
    Read(&'v Value<'t>, usize),
    /// Make the operation of this value of this many of the expressions read last.
    Make(&'v Value<'t>, Form, Make<'v>, usize),
}

type Make<'v> = Box<dyn FnOnce(Vec<Expr>) -> Node + 'v>;

impl Scope {
    /// Returns an expression that must hold; `needed_by` is what demands it.
    pub(super) fn condition(&self, value: &Value<'_>, needed_by: &'static str) -> Read<Expr> {
        let Scoped { expr, bounds, .. } = self.expression(value)?;
        check_condition(bounds, needed_by, value.at)?;
        Ok(expr)
    }

    /// Returns an expression.
    pub(super) fn expression(&self, value: &Value<'_>) -> Read<Scoped> {
        let mut todo = vec![Step::Read(value, 0)];
        let mut done: Vec<Operand> = Vec::new();
        let mut deepest = 0;
        while let Some(step) = todo.pop() {
            let (value, depth) = match step {
                Step::Read(value, depth) => (value, depth),
                Step::Make(value, form, make, n_operands) => {
                    let operands = done.split_off(done.len() - n_operands);
                    done.push(made(form, make, operands, value.at)?);
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
                    let (form, make, operands) = operation(value, items, &self.model)?;
                    todo.push(Step::Make(value, form, make, operands.len()));
                    let operands = operands.into_iter().rev();
                    todo.extend(operands.map(|operand| Step::Read(operand, depth)));
                    continue;
                }
                Kind::Word(_) => {
                    return Err(value.not("an integer, a variable name or an operation"));
                }
            };
            done.push(Operand { expr, bounds, at: value.at });
        }
        let Operand { expr, bounds, .. } = done.pop().expect("the last step made the expression");
        Ok(Scoped { expr, bounds, depth: deepest })
    }

    /// Returns how many operations inside each other this value adds before its operands.
    fn depth_at(&self, value: &Value<'_>) -> Read<usize> {
        match value.kind {
            Kind::List(_) => Ok(1),
            Kind::Object(_) => Ok(self.reference(value)?.depth),
            _ => Ok(0),
        }
    }

    /// Returns what `{"shared": index}` stands for.
    fn reference(&self, value: &Value<'_>) -> Read<&Scoped> {
        let inside = "a reference to a shared expression";
        let [index] = members(value, inside, ["shared"])?;
        let Some(index) = index else {
            return Err(JsonErrorKind::MissingKey { inside, key: "shared" }.at(value.at));
        };
        let place = index.integer("an integer as place")?;
        let known = usize::try_from(place).ok().and_then(|place| self.shared.get(place));
        known.ok_or_else(|| {
            let available = self.shared.len();
            JsonErrorKind::UnknownShared { index: place, available }.at(index.at)
        })
    }
}

/// Returns the operation at byte `at`, if each operand that must be a condition is one.
fn made(form: Form, make: Make<'_>, operands: Vec<Operand>, at: usize) -> Read<Operand> {
    let places: Vec<usize> = operands.iter().map(|operand| operand.at).collect();
    let (exprs, mut bounds): (Vec<Expr>, Vec<Bounds>) =
        operands.into_iter().map(|operand| (operand.expr, operand.bounds)).unzip();
    if let (Form::Difference, [_, subtracted]) = (form, &mut bounds[..]) {
        *subtracted = subtracted.negated();
    }
    let node = make(exprs);
    for (&bounds, &at) in bounds.iter().zip(&places).take(node.n_conditions()) {
        check_condition(bounds, node.name(), at)?;
    }
    let bounds = crate::bounds::result(&node, &bounds);
    Ok(Operand { expr: Expr::new(node), bounds, at })
}

/// Refuses a number that is not always 0 or 1.
fn check_condition(bounds: Bounds, needed_by: &'static str, at: usize) -> Read<()> {
    if bounds.is_condition() {
        return Ok(());
    }
    Err(JsonErrorKind::NotCondition { needed_by, bounds }.at(at))
}

/// Returns the variable of that name.
pub(super) fn variable(model: &Model, name: &str, at: usize) -> Read<VarId> {
    model.find(name).ok_or_else(|| {
        let known = model.variables().iter().map(|variable| variable.name.as_str());
        let nearest = nearest(name, known);
        JsonErrorKind::UnknownVariable { name: name.to_owned(), nearest }.at(at)
    })
}

/// Returns the form of the operation of a list, how to make it, and its operands that are expressions.
fn operation<'v, 't>(
    value: &Value<'t>,
    items: &'v [Value<'t>],
    model: &Model,
) -> Read<(Form, Make<'v>, Vec<&'v Value<'t>>)> {
    let Some((head, operands)) = items.split_first() else {
        let (expected, found) = ("an operation and its operands", "an empty list");
        return Err(JsonErrorKind::WrongKind { expected, found }.at(value.at));
    };
    let Kind::Text(name) = &head.kind else { return Err(head.not("the name of an operation")) };
    let found = find(name, operands.len()).ok_or_else(|| {
        let known = OPERATIONS.iter().map(|operation| operation.name);
        let nearest = synonym(name).map(str::to_owned).or_else(|| nearest(name, known));
        let name = name.clone();
        let is_variable = model.find(&name).is_some();
        JsonErrorKind::UnknownOperation { name, nearest, is_variable }.at(head.at)
    })?;
    if !found.form.takes(operands.len()) {
        let (operation, needs) = (found.name, found.form.needs());
        let found = operands.len();
        return Err(JsonErrorKind::WrongOperandCount { operation, needs, found }.at(value.at));
    }
    let first = || vec![&operands[0]];
    let (make, operands): (Make<'v>, Vec<_>) = match found.form {
        Form::One(make) => (Box::new(move |of| exactly(of, |[a]| make(a))), first()),
        Form::Two(make) => {
            (Box::new(move |of| exactly(of, |[a, b]| make(a, b))), operands.iter().collect())
        }
        Form::Difference => (
            Box::new(move |of| exactly(of, |[a, b]| Node::Add(vec![a, -b]))),
            operands.iter().collect(),
        ),
        Form::Three(make) => {
            (Box::new(move |of| exactly(of, |[a, b, c]| make(a, b, c))), operands.iter().collect())
        }
        Form::Compare(how) => (
            Box::new(move |of| exactly(of, |[a, b]| Node::Compare(how, a, b))),
            operands.iter().collect(),
        ),
        Form::Many { make, .. } => (Box::new(make), operands.iter().collect()),
        Form::Power(make) => {
            let base = operands[1].integer("an integer as base")?;
            if base < 2 {
                let operation = found.name;
                return Err(JsonErrorKind::BaseTooSmall { operation, base }.at(operands[1].at));
            }
            (Box::new(move |of| exactly(of, |[a]| make(a, base))), first())
        }
        Form::Element => {
            let array = operands[0].list("a list of expressions")?;
            let make = |mut of: Vec<Expr>| {
                let index = of.pop().expect("the index comes last");
                Node::Element(of, index)
            };
            (Box::new(make), array.iter().chain([&operands[1]]).collect())
        }
        Form::NthSmallest => {
            let array = operands[0].list("a list of expressions")?;
            let place = operands[1].integer("an integer as place")?;
            let within = usize::try_from(place).ok().filter(|&place| place < array.len());
            let within = within.ok_or_else(|| {
                JsonErrorKind::PlaceOutOfRange { place, length: array.len() }.at(operands[1].at)
            })?;
            (Box::new(move |of| Node::NthSmallest(of, within)), array.iter().collect())
        }
        Form::InSet => {
            let set = Arc::new(domain(&operands[1])?);
            (Box::new(move |of| exactly(of, |[a]| Node::InSet(a, set))), first())
        }
        Form::Table => {
            let columns = operands[0].list("a list of expressions")?;
            let rows = Arc::new(rows(&operands[1], columns.len())?);
            (Box::new(move |of| Node::Table(of, rows)), columns.iter().collect())
        }
    };
    Ok((found.form, make, operands))
}

/// Returns the operation of that name or sign; of two with one sign, the one that fits.
fn find(name: &str, n_operands: usize) -> Option<&'static Operation> {
    let mut named = OPERATIONS
        .iter()
        .filter(|operation| operation.name == name || operation.sign == Some(name));
    let first = named.next()?;
    let other = named.find(|operation| operation.form.takes(n_operands));
    Some(other.unwrap_or(first))
}

fn exactly<const N: usize>(operands: Vec<Expr>, make: impl FnOnce([Expr; N]) -> Node) -> Node {
    make(operands.try_into().expect("the operands were counted"))
}

fn rows(value: &Value<'_>, expected: usize) -> Read<Vec<Vec<i64>>> {
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

/// Returns a set of integers, in any of the forms it can be written.
pub(super) fn domain(value: &Value<'_>) -> Read<Domain> {
    const FORMS: &str =
        "a domain: `[lowest, highest]`, `\"boolean\"`, `{\"values\": …}` or `{\"ranges\": …}`";
    let made = match &value.kind {
        Kind::Text(word) if word == "boolean" => Domain::from_range(0..=1),
        Kind::List(_) => Domain::from_ranges([range(value)?]),
        Kind::Object(_) => match members(value, "a domain", ["values", "ranges"])? {
            [Some(values), None] => Domain::from_values(values.integers("a list of integers")?),
            [None, Some(ranges)] => {
                let ranges = ranges.list("a list of ranges")?.iter().map(range);
                Domain::from_ranges(ranges.collect::<Read<Vec<_>>>()?)
            }
            _ => return Err(value.not(FORMS)),
        },
        _ => return Err(value.not(FORMS)),
    };
    made.map_err(|error| JsonErrorKind::BadDomain { error }.at(value.at))
}

fn range(value: &Value<'_>) -> Read<(i64, i64)> {
    let expected = "a range `[lowest, highest]`";
    match value.integers(expected)?[..] {
        [lowest, highest] => Ok((lowest, highest)),
        _ => {
            let found = "a list of another length";
            Err(JsonErrorKind::WrongKind { expected, found }.at(value.at))
        }
    }
}
