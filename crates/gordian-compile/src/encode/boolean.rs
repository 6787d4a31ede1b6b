//! Encoding of Boolean nodes: literals where they are needed, clauses for root constraints.

use std::sync::Arc;

use gordian_backend::Lit;
use gordian_core::Index;

use super::graph::LazyConstraint;
use super::{BoolEncoding, Encoder, VarDecoder};
use crate::ir::{Binary, BoolRef, GraphOp, IntRef, NodeId, Op, apply_binary};
use crate::wide::WideInt;
use gordian_core::stack;

/// A conjunction inside a clause is distributed over it up to this many literals.
const MAX_DISTRIBUTED: usize = 16;

/// The comparison of a sum with a constant, or of two views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Le,
    Ge,
    Eq,
    Ne,
}

impl Encoder<'_> {
    /// Returns a literal that implies the condition (half-reification).
    pub(crate) fn half_reified_lit(&mut self, condition: BoolRef) -> Lit {
        self.lit(condition, true, false)
    }

    /// Returns a literal equivalent to the condition (reification).
    pub(crate) fn reified_lit(&mut self, condition: BoolRef) -> Lit {
        self.lit(condition, true, true)
    }

    /// Returns the literal of the condition, with at least the requested implications encoded.
    fn lit(&mut self, condition: BoolRef, implies: bool, implied: bool) -> Lit {
        if self.is_stopped() {
            return self.true_lit();
        }
        let (node, negated) = (condition.node(), condition.is_negated());
        if let Some(lit) = self.int_literal_of(node) {
            return lit ^ negated;
        }
        let mut encoding = match self.bool_encodings.get(&node) {
            Some(&encoding) => encoding,
            None => BoolEncoding { lit: self.new_lit(), forward: false, backward: false },
        };
        let lit = encoding.lit;
        // For a negated condition, "the literal implies it" is the reverse implication of the node.
        let (forward, backward) = if negated { (implied, implies) } else { (implies, implied) };
        let (need_forward, need_backward) =
            (forward && !encoding.forward, backward && !encoding.backward);
        encoding.forward |= forward;
        encoding.backward |= backward;
        self.bool_encodings.insert(node, encoding);
        // The encoding of an operand does not describe the encoding of the whole constraint.
        let label = self.encoding_label;
        if need_forward {
            self.post(&[!lit], BoolRef::new(node));
        }
        if need_backward {
            self.post(&[lit], !BoolRef::new(node));
        }
        self.encoding_label = label;
        lit ^ negated
    }

    /// Returns the literal of a comparison that is one of the literals of an integer encoding.
    fn int_literal_of(&mut self, node: NodeId) -> Option<Lit> {
        match *self.arena.op(node) {
            Op::True => Some(self.true_lit()),
            Op::Eq(child, value) if !self.is_compared_sum(child) => Some(self.eq_lit(child, value)),
            Op::Le(child, bound) if !self.is_compared_sum(child) => Some(self.le_lit(child, bound)),
            _ => None,
        }
    }

    /// Returns whether comparisons of this sum are encoded from its terms, without literals for the
    /// sum itself. This pays unless the sum has other uses or many comparisons.
    fn is_compared_sum(&self, node: NodeId) -> bool {
        let Op::Sum(terms) = self.arena.op(node) else { return false };
        // A comparison of two terms takes a row of short clauses; longer sums need partial sums
        // each time.
        let few = if terms.len() == 2 { 16 } else { 2 };
        let node_use = self.uses[node.index()];
        !node_use.used_as_int
            && node_use.comparisons <= few
            && !self.int_encodings.contains_key(&node)
    }

    /// Adds clauses that enforce the condition, unless a literal of `prefix` holds.
    pub(crate) fn post(&mut self, prefix: &[Lit], condition: BoolRef) {
        stack::ensure_sufficient(|| self.post_impl(prefix, condition));
    }

    fn post_impl(&mut self, prefix: &[Lit], condition: BoolRef) {
        if self.is_stopped() {
            return;
        }
        let (node, negated) = (condition.node(), condition.is_negated());
        let arena = self.arena;
        match arena.op(node) {
            Op::True if negated => self.add_clause(prefix),
            Op::True => {}
            Op::Or(parts) if negated => {
                self.label_encoding("each operand separately");
                for &part in parts.iter() {
                    self.post(prefix, !part);
                }
            }
            Op::Or(parts) => self.post_disjunction(prefix, parts),
            Op::Xor(a, b) => {
                self.label_encoding("parity");
                let (a, b) = (BoolRef::new(*a), BoolRef::new(*b).negate_if(negated));
                for (a, b) in [(a, b), (!a, !b)] {
                    let lits = [self.half_reified_lit(a), self.half_reified_lit(b)];
                    self.add_clause_with(prefix, &lits);
                }
            }
            // Many clauses with a long prefix: a literal for the comparison is shorter, and learnt
            // clauses about it apply to all of them.
            Op::Eq(child, _) | Op::Le(child, _)
                if prefix.len() > 1 && self.is_compared_sum(*child) =>
            {
                let lit = self.half_reified_lit(condition);
                self.add_clause_with(prefix, &[lit]);
            }
            &Op::Eq(child, value) if self.is_compared_sum(child) => {
                let relation = if negated { Relation::Ne } else { Relation::Eq };
                self.post_sum(prefix, child, relation, value.into());
            }
            &Op::Le(child, bound) if self.is_compared_sum(child) => {
                let bound = WideInt::from(bound);
                if negated {
                    self.post_sum(prefix, child, Relation::Ge, bound + 1);
                } else {
                    self.post_sum(prefix, child, Relation::Le, bound);
                }
            }
            Op::Eq(..) | Op::Le(..) => {
                self.label_encoding("a literal of the integer");
                let lit = self.half_reified_lit(condition);
                self.add_clause_with(prefix, &[lit]);
            }
            Op::AllDifferent(views) if negated => self.post_not_all_different(prefix, views),
            Op::AllDifferent(views) => self.post_all_different(prefix, views),
            Op::Table(views, rows) if negated => {
                for row in rows.iter() {
                    let mut lits = prefix.to_vec();
                    for (&view, &value) in views.iter().zip(row) {
                        lits.push(!self.view_eq_lit(view, value));
                    }
                    self.add_clause(&lits);
                }
            }
            Op::Table(views, rows) => self.post_table(prefix, views, rows),
            &Op::Defined(op, a, b) => self.post_definedness(prefix, op, a, b, !negated),
            &Op::EqViews(a, b) => {
                let relation = if negated { Relation::Ne } else { Relation::Eq };
                self.post_view_comparison(prefix, a, b, relation);
            }
            &Op::LeViews(a, b) => {
                self.label_encoding("binary numbers: the domains are large");
                let difference = self.bits_of_difference(a, b);
                if negated {
                    self.post_bits_at_least(prefix, &difference, WideInt::ONE);
                } else {
                    self.post_bits_at_most(prefix, &difference, WideInt::ZERO);
                }
            }
            Op::Graph(op) => self.post_lazily(prefix, op, negated),
            Op::Var(_)
            | Op::BoolToInt(_)
            | Op::Sum(_)
            | Op::Select(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Min(_)
            | Op::If(..)
            | Op::Element(..)
            | Op::NthSmallest(..) => unreachable!("integers are not conditions"),
        }
    }

    /// Registers a graph constraint, or its negation, whose clauses are added when a solution
    /// violates it.
    fn post_lazily(&mut self, prefix: &[Lit], op: &GraphOp, negated: bool) {
        self.label_encoding("clauses are added when a solution violates it");
        let conditions: Vec<Lit> =
            op.conditions.iter().map(|&condition| self.reified_lit(condition)).collect();
        let sizes: Vec<VarDecoder> =
            op.sizes.iter().map(|&size| self.bounded_decoder(size)).collect();
        if !self.charge(conditions.len().saturating_add(sizes.len())) {
            return;
        }
        let (kind, graph) = (op.kind, Arc::clone(&op.graph));
        let (constraint, prefix) = (self.current_constraint, prefix.to_vec());
        let lazy = LazyConstraint { constraint, kind, graph, conditions, sizes, prefix, negated };
        self.lazy.push(lazy);
    }

    /// Posts a disjunction: one clause, or several clauses if one operand is better distributed.
    fn post_disjunction(&mut self, prefix: &[Lit], parts: &[BoolRef]) {
        let inline = parts.iter().position(|&part| self.is_better_inline(part));
        let mut lits = prefix.to_vec();
        for (position, &part) in parts.iter().enumerate() {
            if Some(position) != inline {
                lits.push(self.half_reified_lit(part));
            }
        }
        match inline {
            Some(position)
                if self.inline_length(parts[position]).saturating_mul(lits.len())
                    <= MAX_DISTRIBUTED =>
            {
                self.label_encoding("clauses for the condition and its consequence");
                self.post(&lits, parts[position]);
            }
            Some(position) => {
                lits.push(self.half_reified_lit(parts[position]));
                self.add_clause(&lits);
            }
            None => {
                self.label_encoding("one clause");
                self.add_clause(&lits);
            }
        }
    }

    /// Returns whether an operand of a clause is better distributed over the clause than
    /// represented by a literal: it has no other use, and no literal yet.
    fn is_better_inline(&self, part: BoolRef) -> bool {
        let node = part.node();
        if self.uses[node.index()].count > 1 || self.bool_encodings.contains_key(&node) {
            return false;
        }
        match *self.arena.op(node) {
            Op::Or(_) => part.is_negated(),
            Op::Eq(child, _) => !part.is_negated() && self.is_compared_sum(child),
            Op::Le(child, _) => self.is_compared_sum(child),
            _ => false,
        }
    }

    fn inline_length(&self, part: BoolRef) -> usize {
        match self.arena.op(part.node()) {
            Op::Or(parts) => parts.len(),
            // A comparison takes many short clauses in either case; a short prefix is worthwhile.
            _ => 4,
        }
    }

    /// Returns a literal equivalent to `view = value`.
    pub(super) fn view_eq_lit(&mut self, view: IntRef, value: i64) -> Lit {
        let rest = WideInt::from(value) - view.offset;
        match view.factor {
            0 => self.constant_lit(rest == WideInt::ZERO),
            factor => match rest.exact_div(factor) {
                Some(value) => self.eq_lit(view.node, value),
                None => !self.true_lit(),
            },
        }
    }

    fn post_not_all_different(&mut self, prefix: &[Lit], views: &[IntRef]) {
        let mut lits = prefix.to_vec();
        for (position, &a) in views.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            for &b in &views[..position] {
                let equal = self.new_lit();
                self.post_view_comparison(&[!equal], a, b, Relation::Eq);
                lits.push(equal);
            }
        }
        self.add_clause(&lits);
    }

    fn post_all_different(&mut self, prefix: &[Lit], views: &[IntRef]) {
        let mut by_value: Vec<(i64, Lit)> = Vec::new();
        let mut n_listed = 0_usize;
        for (position, &view) in views.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            let values: Option<Vec<i64>> = match view.factor {
                0 => Some(vec![view.offset]),
                _ => self
                    .arena
                    .domain(view.node)
                    .values()
                    .map(|values| values.iter().map(|&value| view.apply(value)).collect()),
            };
            let Some(values) = values else {
                // Too many values for value literals: compare with all preceding views, and with
                // the following views that have value literals and so do not compare themselves.
                self.label_encoding("pair by pair: the domains are large");
                for (other_place, &other) in views.iter().enumerate() {
                    let is_listed =
                        other.factor == 0 || self.arena.domain(other.node).values().is_some();
                    if other_place < position || (other_place > position && is_listed) {
                        self.post_view_comparison(prefix, view, other, Relation::Ne);
                    }
                }
                continue;
            };
            n_listed = n_listed.saturating_add(1);
            for value in values {
                by_value.push((value, self.view_eq_lit(view, value)));
            }
        }
        by_value.sort_unstable();
        let n_values = by_value.chunk_by(|a, b| a.0 == b.0).count();
        if n_values < n_listed {
            self.label_encoding("more variables than values");
            self.add_clause(prefix);
            return;
        }
        // Valid only if all views have value literals: a large domain has other values.
        let exact = n_listed == views.len() && n_values == views.len();
        self.label_encoding(if exact {
            "as many values as variables: each value exactly once"
        } else {
            "each value at most once"
        });
        for chunk in by_value.chunk_by(|a, b| a.0 == b.0) {
            let lits: Vec<Lit> = chunk.iter().map(|entry| entry.1).collect();
            if exact {
                self.add_clause_with(prefix, &lits);
            }
            self.at_most_one(prefix, &lits);
        }
    }

    /// Posts a table constraint: one literal per row, and per value the rows that support it.
    fn post_table(&mut self, prefix: &[Lit], views: &[IntRef], rows: &[Vec<i64>]) {
        self.label_encoding("a literal per row, and per value the rows that support it");
        let row_lits: Vec<Lit> = rows.iter().map(|_| self.new_lit()).collect();
        self.add_clause_with(prefix, &row_lits);
        for (column, &view) in views.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            let mut support: Vec<(i64, Lit)> =
                rows.iter().zip(&row_lits).map(|(row, &lit)| (row[column], lit)).collect();
            support.sort_unstable();
            for chunk in support.chunk_by(|a, b| a.0 == b.0) {
                let value = self.view_eq_lit(view, chunk[0].0);
                let mut lits: Vec<Lit> = vec![!value];
                for &(_, row) in chunk {
                    self.add_clause(&[!row, value]);
                    lits.push(row);
                }
                self.add_clause_with(prefix, &lits);
            }
            let Some(own) = self.arena.domain(view.node).values().filter(|_| view.factor != 0)
            else {
                continue;
            };
            for &value in own {
                let seen = |entry: &(i64, Lit)| entry.0.cmp(&view.apply(value));
                if support.binary_search_by(seen).is_err() {
                    let lit = self.eq_lit(view.node, value);
                    self.add_clause_with(prefix, &[!lit]);
                }
            }
        }
    }

    /// Posts that the operation is defined (or undefined) for its operands.
    fn post_definedness(
        &mut self,
        prefix: &[Lit],
        op: Binary,
        a: IntRef,
        b: IntRef,
        defined: bool,
    ) {
        let arena = self.arena;
        let (domain_a, domain_b) = (arena.domain(a.node), arena.domain(b.node));
        let (Some(xs), Some(ys)) = (domain_a.values(), domain_b.values()) else {
            unreachable!("definedness over large domains is lowered to comparisons")
        };
        for &x in xs {
            for &y in ys {
                if apply_binary(op, a.apply(x), b.apply(y)).is_some() != defined {
                    let lits = [!self.eq_lit(a.node, x), !self.eq_lit(b.node, y)];
                    self.add_clause_with(prefix, &lits);
                }
            }
        }
    }
}
