//! Writing a model as JSON.

use std::borrow::Cow;
use std::convert::Infallible;

use gordian_core::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SCHEMA;
use crate::expression::operation::{Constant, DIFFERENCE, Part};
use crate::expression::post_order;
use crate::{Domain, Expr, Goal, Model, Node, VarId};

impl Model {
    /// Returns the model as a JSON document.
    ///
    /// Each line is one variable, shared expression or constraint. Equal models have equal texts,
    /// and [`Model::from_json`] restores the model. An expression that occurs in several places
    /// (clones of one [`Expr`]) is written once, in the list `shared`.
    ///
    /// The method also writes models that the reader rejects: operations nested more than 1000
    /// deep, a number that is used as a condition, the minimum or maximum of an empty list, a base
    /// below 2, a repeated value of a cardinality, and an index, a row or a list that does not fit
    /// the others.
    ///
    /// Cost: linear in the size of the model.
    ///
    /// # Panics
    ///
    /// Panics if an expression has a variable of another model.
    #[must_use]
    pub fn to_json(&self) -> String {
        let writer = Writer::new(self);
        let mut parts = vec![format!("  \"schema\": {SCHEMA}")];
        if !self.title().is_empty() {
            parts.push(format!("  \"title\": {}", quoted(self.title())));
        }
        let variables = self.variables().iter().zip(&writer.names);
        parts.push(block(
            "variables",
            variables.map(|(variable, name)| {
                format!("{{\"name\": {name}, \"domain\": {}}}", domain(&variable.domain))
            }),
        ));
        if !writer.shared.is_empty() {
            parts.push(block("shared", writer.shared.iter().map(|expr| writer.definition(expr))));
        }
        parts.push(block(
            "constraints",
            self.constraints().iter().map(|constraint| {
                let (name, condition) = (quoted(&constraint.name), &constraint.condition);
                format!("{{\"name\": {name}, \"require\": {}}}", writer.expression(condition))
            }),
        ));
        if let Some(goal) = self.goal() {
            let key = match goal {
                Goal::Minimise(_) => "minimise",
                Goal::Maximise(_) => "maximise",
            };
            let objective = writer.expression(goal.objective());
            parts.push(format!("  \"goal\": {{\"{key}\": {objective}}}"));
        }
        if self.has_answer_variables() {
            let names: Vec<&str> =
                self.answer_variables().into_iter().map(|var| writer.name(var)).collect();
            parts.push(format!("  \"answer\": [{}]", names.join(", ")));
        }
        format!("{{\n{}\n}}\n", parts.join(",\n"))
    }
}

/// Returns a string as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns a JSON list with one item per line.
fn block(key: &str, items: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = items.map(|item| format!("    {item}")).collect();
    if lines.is_empty() {
        format!("  \"{key}\": []")
    } else {
        format!("  \"{key}\": [\n{}\n  ]", lines.join(",\n"))
    }
}

/// Returns the shortest JSON form of a domain.
fn domain(domain: &Domain) -> String {
    let range = |&(lower, upper): &(i64, i64)| format!("[{lower}, {upper}]");
    match domain.ranges() {
        [(0, 1)] => "\"boolean\"".to_owned(),
        [one] => range(one),
        // A range takes two numbers.
        several if domain.size() <= 2 * several.len() as u64 => {
            let values: Vec<String> = domain.values().map(|value| value.to_string()).collect();
            format!("{{\"values\": [{}]}}", values.join(", "))
        }
        several => {
            let ranges: Vec<String> = several.iter().map(range).collect();
            format!("{{\"ranges\": [{}]}}", ranges.join(", "))
        }
    }
}

struct Writer<'m> {
    /// The names of the variables as JSON strings.
    names: Vec<String>,
    /// The operations that occur in several places, each after its operands.
    shared: Vec<&'m Expr>,
    /// Indices into `shared`, by [`Expr::identity`].
    places: FxHashMap<usize, usize>,
}

/// A pending piece of the text.
enum Piece<'m> {
    Expr(&'m Expr),
    Text(Cow<'static, str>),
}

impl<'m> Writer<'m> {
    fn new(model: &'m Model) -> Self {
        let names = model.variables().iter().map(|variable| quoted(&variable.name)).collect();
        let shared = shared(model);
        let places = shared.iter().enumerate().map(|(place, expr)| (expr.identity(), place));
        Self { names, places: places.collect(), shared }
    }

    fn name(&self, var: VarId) -> &str {
        &self.names[var.index()]
    }

    fn expression(&self, expr: &'m Expr) -> String {
        self.write(vec![Piece::Expr(expr)])
    }

    /// Returns the definition of a shared expression.
    fn definition(&self, expr: &'m Expr) -> String {
        self.write(self.operation(expr))
    }

    /// Writes the pieces, from the last to the first.
    fn write(&self, mut todo: Vec<Piece<'m>>) -> String {
        let mut text = String::new();
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::Expr(expr) => match (expr.node(), self.places.get(&expr.identity())) {
                    (Node::Const(value), _) => text.push_str(&value.to_string()),
                    (Node::Var(var), _) => text.push_str(self.name(*var)),
                    (_, Some(place)) => text.push_str(&format!("{{\"shared\": {place}}}")),
                    (_, None) => todo.extend(self.operation(expr)),
                },
            }
        }
        text
    }

    /// Returns the pieces of an operation, in reverse order.
    fn operation(&self, expr: &'m Expr) -> Vec<Piece<'m>> {
        let mut pieces: Vec<Piece<'m>> = Vec::new();
        let mut push = |text: &'static str| pieces.push(Piece::Text(text.into()));
        push("[\"");
        if let Some((a, b)) = self.difference(expr) {
            push(DIFFERENCE.name);
            push("\", ");
            pieces.extend([Piece::Expr(a), Piece::Text(", ".into()), Piece::Expr(b)]);
        } else {
            push(expr.node().name());
            push("\"");
            pieces.extend(operands(expr.node()));
        }
        pieces.push(Piece::Text("]".into()));
        pieces.reverse();
        pieces
    }

    /// Returns the operands of a difference, which is stored as a sum.
    fn difference(&self, expr: &'m Expr) -> Option<(&'m Expr, &'m Expr)> {
        let Node::Add(items) = expr.node() else { return None };
        let [a, negative] = &items[..] else { return None };
        let Node::Neg(b) = negative.node() else { return None };
        (!self.places.contains_key(&negative.identity())).then_some((a, b))
    }
}

/// Returns the pieces of a list of expressions, after a comma.
fn list(items: &[Expr]) -> Vec<Piece<'_>> {
    let separated = |(position, item)| {
        let separator = if position == 0 { "" } else { ", " };
        [Piece::Text(separator.into()), Piece::Expr(item)]
    };
    let inner = items.iter().enumerate().flat_map(separated);
    let open = std::iter::once(Piece::Text(", [".into()));
    open.chain(inner).chain([Piece::Text("]".into())]).collect()
}

/// Returns the pieces after the name of an operation.
fn operands(node: &Node) -> Vec<Piece<'_>> {
    let parts = node.parts().into_iter();
    parts
        .flat_map(|part| match part {
            Part::Expr(expr) => vec![Piece::Text(", ".into()), Piece::Expr(expr)],
            Part::Operands(items) => items
                .iter()
                .flat_map(|item| [Piece::Text(", ".into()), Piece::Expr(item)])
                .collect(),
            Part::List(items) => list(items),
            Part::Constant(value) => vec![Piece::Text(format!(", {}", constant(&value)).into())],
        })
        .collect()
}

/// Returns an operand that is no expression.
fn constant(value: &Constant) -> String {
    match value {
        Constant::Integer(value) => value.to_string(),
        Constant::Index(index) => index.to_string(),
        Constant::Set(set) => domain(set),
        Constant::Rows(rows) => format!("{rows:?}"),
        Constant::Values(values) => format!("{values:?}"),
        Constant::Graph(graph) => {
            let (n_vertices, edges) = (graph.n_vertices(), graph.edges());
            format!("{{\"vertices\": {n_vertices}, \"edges\": {edges:?}}}")
        }
    }
}

/// Returns the operations that occur in several places, each after its operands.
fn shared(model: &Model) -> Vec<&Expr> {
    /// The number of uses of each operation, by identity.
    #[derive(Default)]
    struct Seen<'m> {
        order: Vec<&'m Expr>,
        uses: FxHashMap<usize, usize>,
        visited: FxHashSet<usize>,
    }
    let mut seen = Seen::default();
    for root in model.expressions() {
        *seen.uses.entry(root.identity()).or_default() += 1;
        let done = |seen: &Seen<'_>, expr: &Expr| {
            expr.is_atom() || seen.visited.contains(&expr.identity())
        };
        let walk = post_order(root, &mut seen, done, |seen, expr| {
            seen.visited.insert(expr.identity());
            seen.order.push(expr);
            for child in expr.node().children() {
                *seen.uses.entry(child.identity()).or_default() += 1;
            }
            Ok::<(), Infallible>(())
        });
        match walk {
            Ok(()) => {}
        }
    }
    let uses = seen.uses;
    seen.order.retain(|expr| uses[&expr.identity()] > 1);
    seen.order
}
