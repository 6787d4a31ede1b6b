//! Expressions in infix notation, for reports and messages.
//!
//! Long lists, deep trees and long texts are truncated with `…`, so the cost is bounded even for
//! shared trees that are huge when expanded. The text cannot be parsed; use [`Model::to_json`] for
//! that.

use crate::expression::operation::{Constant, Part};
use crate::{Domain, Expr, Model, Node, VarId, product};

/// The precedence of an operator; an operand of lower precedence is parenthesised.
type Precedence = u8;
const LOGIC: Precedence = 0;
const COMPARISON: Precedence = 1;
const SUM: Precedence = 2;
const PRODUCT: Precedence = 3;
const POWER: Precedence = 4;
const ATOM: Precedence = 5;

/// Lists with more items than this are truncated ...
const MAX_ITEMS: usize = 6;
/// ... to this many items.
const CUT_ITEMS: usize = 4;
/// The text is truncated after this number of bytes.
const MAX_TEXT_BYTES: usize = 160;
/// Operations at a greater depth are truncated.
const MAX_DEPTH: usize = 8;

impl Model {
    /// Returns `expr` in infix notation, with the variable names of the model.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::{Model, all_different, sum};
    ///
    /// let mut model = Model::new();
    /// let row: Vec<_> = (1..=9).map(|i| model.int(format!("c{i}"), 1..=9)).collect();
    /// let same = all_different(&row);
    /// assert_eq!(model.format_expr(&same), "all_different(c1, c2, c3, c4, … 9 in all)");
    /// let rule = (row[0] - 2 * row[1]).ge(3).implies(sum(&row[..2]).ne(row[2]));
    /// assert_eq!(model.format_expr(&rule), "c1 - 2·c2 ≥ 3 implies c1 + c2 ≠ c3");
    /// ```
    #[must_use]
    pub fn format_expr(&self, expr: &Expr) -> String {
        let mut formatter = ExprFormatter { model: self, text: String::new(), depth: 0 };
        formatter.expr(expr, LOGIC);
        formatter.text
    }
}

struct ExprFormatter<'m> {
    model: &'m Model,
    text: String,
    depth: usize,
}

impl ExprFormatter<'_> {
    fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes `expr` as an operand of an operator with precedence `outer`.
    fn expr(&mut self, expr: &Expr, outer: Precedence) {
        let is_cut = self.text.len() > MAX_TEXT_BYTES || self.depth > MAX_DEPTH;
        if is_cut && !expr.is_atom() {
            return self.push_text("…");
        }
        let own = precedence(expr.node());
        let brackets = own < outer;
        self.push_text(if brackets { "(" } else { "" });
        self.depth += 1;
        self.operation(expr.node(), own);
        self.depth -= 1;
        self.push_text(if brackets { ")" } else { "" });
    }

    fn operation(&mut self, node: &Node, own: Precedence) {
        match node {
            Node::Const(value) => self.push_text(&value.to_string()),
            Node::Var(var) => self.variable(*var),
            Node::Add(items) => self.sum(items),
            Node::Mul(items) => self.infix(items, "·", "1", own),
            Node::And(items) => self.infix(items, " and ", "true", own),
            Node::Or(items) => self.infix(items, " or ", "false", own),
            Node::Xor(items) => self.infix(items, " xor ", "false", own),
            Node::Compare(how, a, b) => self.pair(a, &format!(" {how} "), b, own),
            Node::Implies(a, b) => self.pair(a, " implies ", b, own),
            Node::Iff(a, b) => self.pair(a, " iff ", b, own),
            Node::Div(a, b) => self.pair(a, " div ", b, own),
            Node::Rem(a, b) => self.pair(a, " mod ", b, own),
            Node::Pow(a, b) => self.pair(a, "^", b, own),
            Node::Neg(a) => {
                self.push_text("-");
                self.expr(a, POWER);
            }
            Node::Not(a) => match a.node() {
                Node::InSet(item, set) => self.membership(item, " not in ", set),
                _ => {
                    self.push_text("not ");
                    self.expr(a, ATOM);
                }
            },
            Node::If(condition, then, otherwise) => {
                self.push_text("if ");
                self.expr(condition, COMPARISON);
                self.push_text(" then ");
                self.expr(then, COMPARISON);
                self.push_text(" else ");
                self.expr(otherwise, COMPARISON);
            }
            Node::InSet(item, set) => self.membership(item, " in ", set),
            Node::Table(items, rows) => self.table(items, rows),
            Node::Element(items, index) => {
                self.list("[", items, "]");
                self.push_text("[");
                self.expr(index, LOGIC);
                self.push_text("]");
            }
            call => self.call(call),
        }
    }

    fn variable(&mut self, var: VarId) {
        match self.model.variables().get(var) {
            Some(variable) => self.push_text(&variable.name),
            None => self.push_text("?"),
        }
    }

    /// Writes an operation in call notation: `name(operand, operand, …)`.
    fn call(&mut self, node: &Node) {
        self.push_text(node.name());
        self.push_text("(");
        for (position, part) in node.parts().into_iter().enumerate() {
            self.push_text(if position == 0 { "" } else { ", " });
            match part {
                Part::Expr(expr) => self.expr(expr, LOGIC),
                Part::Operands(items) => self.list("", items, ""),
                Part::List(items) => self.list("[", items, "]"),
                Part::Constant(constant) => self.constant(&constant),
            }
        }
        self.push_text(")");
    }

    fn constant(&mut self, constant: &Constant) {
        // Long lists are truncated.
        if let Constant::Values(values) = constant {
            self.push_text("[");
            self.enumeration(&**values, |this, value| this.push_text(&value.to_string()));
            self.push_text("]");
        } else {
            self.push_text(&constant.to_string());
        }
    }

    /// Writes items by `write`; returns the length of the list if it was truncated.
    fn items<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        separator: &str,
        mut write: impl FnMut(&mut Self, usize, T),
    ) -> Option<usize> {
        let items: Vec<T> = items.into_iter().collect();
        let n_items = items.len();
        let n_written = if n_items > MAX_ITEMS { CUT_ITEMS } else { n_items };
        for (position, item) in items.into_iter().take(n_written).enumerate() {
            if position > 0 {
                self.push_text(separator);
            }
            write(self, position, item);
        }
        (n_written < n_items).then_some(n_items)
    }

    /// Writes items with commas between them.
    fn enumeration<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        if let Some(n_items) = self.items(items, ", ", |this, _, item| write(this, item)) {
            self.push_text(&format!(", … {n_items} in all"));
        }
    }

    fn list<'e>(&mut self, open: &str, items: impl IntoIterator<Item = &'e Expr>, close: &str) {
        self.push_text(open);
        self.enumeration(items, |this, item| this.expr(item, LOGIC));
        self.push_text(close);
    }

    fn pair(&mut self, a: &Expr, separator: &str, b: &Expr, own: Precedence) {
        self.expr(a, own + 1);
        self.push_text(separator);
        self.expr(b, own + 1);
    }

    fn infix(&mut self, items: &[Expr], separator: &str, empty: &str, own: Precedence) {
        if items.is_empty() {
            self.push_text(empty);
        }
        let cut = self.items(items, separator, |this, position, item| {
            // A negative constant at the start of a product needs no parentheses.
            let is_leading_constant = position == 0 && matches!(item.node(), Node::Const(_));
            this.expr(item, if is_leading_constant { SUM } else { own + 1 });
        });
        if let Some(n_items) = cut {
            self.push_text(&format!("{separator}… ({n_items} in all)"));
        }
    }

    /// Writes a sum, with negated terms as subtractions.
    fn sum(&mut self, items: &[Expr]) {
        if items.is_empty() {
            self.push_text("0");
        }
        let cut = self.items(items, "", |this, position, item| match negated_term(item) {
            Some(positive) => {
                this.push_text(if position == 0 { "-" } else { " - " });
                this.expr(&positive, PRODUCT);
            }
            None => {
                this.push_text(if position == 0 { "" } else { " + " });
                this.expr(item, PRODUCT);
            }
        });
        if let Some(n_items) = cut {
            self.push_text(&format!(" + … ({n_items} in all)"));
        }
    }

    fn membership(&mut self, item: &Expr, separator: &str, set: &Domain) {
        self.expr(item, SUM);
        self.push_text(separator);
        self.push_text("{");
        self.enumeration(set.ranges(), |this, &(lower, upper)| {
            let range =
                if lower == upper { lower.to_string() } else { format!("{lower}..={upper}") };
            this.push_text(&range);
        });
        self.push_text("}");
    }

    fn table(&mut self, items: &[Expr], rows: &[Vec<i64>]) {
        self.list("(", items, ") is one of ");
        self.enumeration(rows, |this, row| {
            this.push_text("(");
            this.enumeration(row, |this, value| this.push_text(&value.to_string()));
            this.push_text(")");
        });
    }
}

fn precedence(node: &Node) -> Precedence {
    match node {
        Node::Const(0..) => ATOM,
        Node::Const(_) | Node::Neg(_) | Node::Add(_) => SUM,
        Node::Mul(_) | Node::Div(..) | Node::Rem(..) => PRODUCT,
        Node::Pow(..) => POWER,
        Node::Compare(..) | Node::InSet(..) | Node::Table(..) | Node::Not(_) => COMPARISON,
        Node::And(_)
        | Node::Or(_)
        | Node::Xor(_)
        | Node::Implies(..)
        | Node::Iff(..)
        | Node::If(..) => LOGIC,
        _ => ATOM,
    }
}

/// Returns the negation of a term that is written with a minus sign, otherwise `None`.
fn negated_term(term: &Expr) -> Option<Expr> {
    let positive = |value: i64| value.checked_neg().filter(|&positive| positive > 0);
    match term.node() {
        Node::Neg(a) => Some(a.clone()),
        Node::Const(value) => positive(*value).map(Expr::from),
        Node::Mul(items) => {
            let (first, rest) = items.split_first()?;
            let Node::Const(value) = first.node() else { return None };
            let factor = positive(*value).filter(|_| !rest.is_empty())?;
            let factors = (factor != 1).then(|| factor.into());
            Some(product(factors.into_iter().chain(rest.iter().cloned())))
        }
        _ => None,
    }
}
