//! Reading expressions, domains and lists of numbers.

use std::sync::Arc;

use super::MAX_DEPTH;
use super::error::{JsonFault, Read, nearest};
use super::operations::{Form, OPERATIONS, Operation};
use super::read::members;
use super::tree::{Kind, Value};
use crate::{Domain, Expr, Model, Node, VarId};

/// What is known when an expression is read.
#[derive(Default)]
pub(super) struct Scope {
    /// Has all variables.
    pub(super) model: Model,
    /// Shared expressions so far, each with the number of operations inside each other.
    pub(super) shared: Vec<(Expr, usize)>,
}

/// A step of the work that is still to do.
enum Step<'v, 't> {
    /// Read a value that stands below this many operations.
    Read(&'v Value<'t>, usize),
    /// Make an operation of this many of the expressions read last.
    Make(Make<'v>, usize),
}

type Make<'v> = Box<dyn FnOnce(Vec<Expr>) -> Node + 'v>;

impl Scope {
    /// Returns an expression and how many operations stand inside each other in it.
    pub(super) fn expression(&self, value: &Value<'_>) -> Read<(Expr, usize)> {
        let mut todo = vec![Step::Read(value, 0)];
        let mut done: Vec<Expr> = Vec::new();
        let mut deepest = 0;
        while let Some(step) = todo.pop() {
            let (value, depth) = match step {
                Step::Read(value, depth) => (value, depth),
                Step::Make(make, n_operands) => {
                    let operands = done.split_off(done.len() - n_operands);
                    done.push(Expr::new(make(operands)));
                    continue;
                }
            };
            let depth = depth + self.depth_at(value)?;
            if depth > MAX_DEPTH {
                return Err(JsonFault::TooDeep.at(value.at));
            }
            deepest = deepest.max(depth);
            match &value.kind {
                Kind::Number(_) => done.push(value.integer("a number")?.into()),
                Kind::Text(name) => done.push(variable(&self.model, name, value.at)?.into()),
                Kind::Object(_) => done.push(self.reference(value)?.0.clone()),
                Kind::List(items) => {
                    let (make, operands) = operation(value, items, &self.model)?;
                    todo.push(Step::Make(make, operands.len()));
                    let operands = operands.into_iter().rev();
                    todo.extend(operands.map(|operand| Step::Read(operand, depth)));
                }
                Kind::Word(_) => {
                    return Err(value.not("an integer, a variable name or an operation"));
                }
            }
        }
        Ok((done.pop().expect("the last step made the expression"), deepest))
    }

    /// Returns how many operations inside each other this value adds before its operands.
    fn depth_at(&self, value: &Value<'_>) -> Read<usize> {
        match value.kind {
            Kind::List(_) => Ok(1),
            Kind::Object(_) => Ok(self.reference(value)?.1),
            _ => Ok(0),
        }
    }

    /// Returns what `{"shared": index}` stands for.
    fn reference(&self, value: &Value<'_>) -> Read<&(Expr, usize)> {
        let inside = "a reference to a shared expression";
        let [index] = members(value, inside, ["shared"])?;
        let Some(index) = index else {
            return Err(JsonFault::MissingKey { inside, key: "shared" }.at(value.at));
        };
        let place = index.integer("an integer as place")?;
        let known = usize::try_from(place).ok().and_then(|place| self.shared.get(place));
        known.ok_or_else(|| {
            let available = self.shared.len();
            JsonFault::UnknownShared { index: place, available }.at(index.at)
        })
    }
}

/// Returns the variable of that name.
pub(super) fn variable(model: &Model, name: &str, at: usize) -> Read<VarId> {
    model.find(name).ok_or_else(|| {
        let known = model.variables().iter().map(|variable| variable.name.as_str());
        let nearest = nearest(name, known);
        JsonFault::UnknownVariable { name: name.to_owned(), nearest }.at(at)
    })
}

/// Returns how to make the operation of a list, and its operands that are expressions.
fn operation<'v, 't>(
    value: &Value<'t>,
    items: &'v [Value<'t>],
    model: &Model,
) -> Read<(Make<'v>, Vec<&'v Value<'t>>)> {
    let Some((head, operands)) = items.split_first() else {
        let (expected, found) = ("an operation and its operands", "an empty list");
        return Err(JsonFault::WrongKind { expected, found }.at(value.at));
    };
    let Kind::Text(name) = &head.kind else { return Err(head.not("the name of an operation")) };
    let found = find(name, operands.len()).ok_or_else(|| {
        let known = OPERATIONS.iter().map(|operation| operation.name);
        let (name, nearest) = (name.clone(), nearest(name, known));
        let is_variable = model.find(&name).is_some();
        JsonFault::UnknownOperation { name, nearest, is_variable }.at(head.at)
    })?;
    if !found.form.takes(operands.len()) {
        let (operation, needs) = (found.name, found.form.needs());
        let found = operands.len();
        return Err(JsonFault::WrongOperandCount { operation, needs, found }.at(value.at));
    }
    let first = || vec![&operands[0]];
    Ok(match found.form {
        Form::One(make) => (Box::new(move |of| exactly(of, |[a]| make(a))), first()),
        Form::Two(make) => {
            (Box::new(move |of| exactly(of, |[a, b]| make(a, b))), operands.iter().collect())
        }
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
                return Err(JsonFault::BaseTooSmall { operation, base }.at(operands[1].at));
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
                JsonFault::PlaceOutOfRange { place, length: array.len() }.at(operands[1].at)
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
    })
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
            Err(JsonFault::WrongRowLength { found: values.len(), expected }.at(row.at))
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
    made.map_err(|error| JsonFault::BadDomain { error }.at(value.at))
}

fn range(value: &Value<'_>) -> Read<(i64, i64)> {
    let expected = "a range `[lowest, highest]`";
    match value.integers(expected)?[..] {
        [lowest, highest] => Ok((lowest, highest)),
        _ => {
            let found = "a list of another length";
            Err(JsonFault::WrongKind { expected, found }.at(value.at))
        }
    }
}
