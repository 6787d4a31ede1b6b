//! Encoding truths: literals where one is needed, clauses where the truth is demanded.

use gordian_backend::Lit;
use gordian_core::Index;

use super::{Encoder, TruthEncoding};
use crate::deep;
use crate::ir::{Binary, NodeId, Op, Truth, View, apply_binary};
use crate::wide::Wide;

/// A conjunction at the end of a clause is multiplied out up to this many literals.
const MAX_DISTRIBUTED: usize = 16;

/// How a sum, or two views, are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Le,
    Ge,
    Eq,
    Ne,
}

impl Encoder<'_> {
    /// Returns a literal that implies the truth: to stand in a clause.
    pub(crate) fn implying(&mut self, truth: Truth) -> Lit {
        self.lit(truth, true, false)
    }

    /// Returns a literal that holds exactly where the truth does.
    pub(crate) fn exact(&mut self, truth: Truth) -> Lit {
        self.lit(truth, true, true)
    }

    /// Returns the truth's literal with at least the wanted directions written down.
    fn lit(&mut self, truth: Truth, implies: bool, implied: bool) -> Lit {
        let (node, negated) = (truth.node(), truth.is_negated());
        if let Some(lit) = self.exact_lit(node) {
            return lit ^ negated;
        }
        let mut encoding = match self.truths.get(&node) {
            Some(&encoding) => encoding,
            None => TruthEncoding { lit: self.fresh(), forward: false, backward: false },
        };
        let lit = encoding.lit;
        // Of a negated truth, "the literal implies it" is the node's other direction.
        let (forward, backward) = if negated { (implied, implies) } else { (implies, implied) };
        let (need_forward, need_backward) =
            (forward && !encoding.forward, backward && !encoding.backward);
        encoding.forward |= forward;
        encoding.backward |= backward;
        self.truths.insert(node, encoding);
        // How a part is encoded says nothing about the whole.
        let how = self.how;
        if need_forward {
            self.demand(&[!lit], Truth::new(node));
        }
        if need_backward {
            self.demand(&[lit], !Truth::new(node));
        }
        self.how = how;
        lit ^ negated
    }

    /// Returns the literal of a node that is one of an integer's own literals.
    fn exact_lit(&mut self, node: NodeId) -> Option<Lit> {
        match *self.arena.op(node) {
            Op::True => Some(self.yes()),
            Op::Eq(child, value) if !self.is_compared_sum(child) => Some(self.eq_lit(child, value)),
            Op::Le(child, bound) if !self.is_compared_sum(child) => Some(self.le_lit(child, bound)),
            _ => None,
        }
    }

    /// Returns whether comparisons of this node are encoded from its terms, without literals for
    /// the sum itself: worth it unless the sum is a number elsewhere or compared many times.
    fn is_compared_sum(&self, node: NodeId) -> bool {
        let Op::Sum(terms) = self.arena.op(node) else { return false };
        // Two terms are compared by a row of short clauses; more need partial sums each time.
        let few = if terms.len() == 2 { 16 } else { 2 };
        let node_use = self.uses[node.index()];
        !node_use.operand && node_use.comparisons <= few && !self.ints.contains_key(&node)
    }

    /// Adds clauses that demand the truth unless a literal of `prefix` holds.
    pub(crate) fn demand(&mut self, prefix: &[Lit], truth: Truth) {
        deep::call(|| self.demand_now(prefix, truth));
    }

    fn demand_now(&mut self, prefix: &[Lit], truth: Truth) {
        let (node, negated) = (truth.node(), truth.is_negated());
        let arena = self.arena;
        match arena.op(node) {
            Op::True if negated => self.clause(prefix),
            Op::True => {}
            Op::Or(parts) if negated => {
                self.note("each part on its own");
                for &part in parts.iter() {
                    self.demand(prefix, !part);
                }
            }
            Op::Or(parts) => self.demand_one_of(prefix, parts),
            Op::Xor(a, b) => {
                self.note("parity");
                let (a, b) = (Truth::new(*a), Truth::new(*b).negate_if(negated));
                for (a, b) in [(a, b), (!a, !b)] {
                    let lits = [self.implying(a), self.implying(b)];
                    self.clause_with(prefix, &lits);
                }
            }
            // Many clauses behind a long prefix: a literal for the comparison is shorter, and what
            // is learnt about it serves all of them.
            Op::Eq(child, _) | Op::Le(child, _)
                if prefix.len() > 1 && self.is_compared_sum(*child) =>
            {
                let lit = self.implying(truth);
                self.clause_with(prefix, &[lit]);
            }
            &Op::Eq(child, value) if self.is_compared_sum(child) => {
                let relation = if negated { Relation::Ne } else { Relation::Eq };
                self.demand_sum(prefix, child, relation, value.into());
            }
            &Op::Le(child, bound) if self.is_compared_sum(child) => {
                let bound = Wide::from(bound);
                if negated {
                    self.demand_sum(prefix, child, Relation::Ge, bound + 1);
                } else {
                    self.demand_sum(prefix, child, Relation::Le, bound);
                }
            }
            Op::Eq(..) | Op::Le(..) => {
                self.note("a literal of the variable");
                let lit = self.implying(truth);
                self.clause_with(prefix, &[lit]);
            }
            Op::AllDifferent(views) if negated => self.demand_some_equal(prefix, views),
            Op::AllDifferent(views) => self.demand_all_different(prefix, views),
            Op::Table(views, rows) if negated => {
                for row in rows.iter() {
                    let mut lits = prefix.to_vec();
                    for (&view, &value) in views.iter().zip(row) {
                        lits.push(!self.view_eq_lit(view, value));
                    }
                    self.clause(&lits);
                }
            }
            Op::Table(views, rows) => self.demand_one_of_rows(prefix, views, rows),
            &Op::Defined(op, a, b) => self.demand_defined(prefix, op, a, b, !negated),
            &Op::EqViews(a, b) => {
                let relation = if negated { Relation::Ne } else { Relation::Eq };
                self.demand_views(prefix, a, b, relation);
            }
            &Op::LeViews(a, b) => {
                self.note("binary numbers: the domains are large");
                let difference = self.bits_of_difference(a, b);
                if negated {
                    self.demand_bits_at_least(prefix, &difference, Wide::ONE);
                } else {
                    self.demand_bits_at_most(prefix, &difference, Wide::ZERO);
                }
            }
            Op::Var(_)
            | Op::FromTruth(_)
            | Op::Sum(_)
            | Op::Select(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Min(_)
            | Op::If(..)
            | Op::Element(..)
            | Op::Nth(..) => unreachable!("numbers are not demanded"),
        }
    }

    /// Demands a disjunction: one clause, or several where its last part is best taken apart.
    fn demand_one_of(&mut self, prefix: &[Lit], parts: &[Truth]) {
        let inline = parts.iter().position(|&part| self.is_better_inline(part));
        let mut lits = prefix.to_vec();
        for (place, &part) in parts.iter().enumerate() {
            if Some(place) != inline {
                lits.push(self.implying(part));
            }
        }
        match inline {
            Some(place)
                if self.inline_length(parts[place]).saturating_mul(lits.len())
                    <= MAX_DISTRIBUTED =>
            {
                self.note("clauses for the condition and its consequence");
                self.demand(&lits, parts[place]);
            }
            Some(place) => {
                lits.push(self.implying(parts[place]));
                self.clause(&lits);
            }
            None => {
                self.note("one clause");
                self.clause(&lits);
            }
        }
    }

    /// Returns whether a part of a clause is better written out behind the others than given a
    /// literal: nothing else asks for it, and it is no literal already.
    fn is_better_inline(&self, part: Truth) -> bool {
        let node = part.node();
        if self.uses[node.index()].count > 1 || self.truths.contains_key(&node) {
            return false;
        }
        match *self.arena.op(node) {
            Op::Or(_) => part.is_negated(),
            Op::Eq(child, _) => !part.is_negated() && self.is_compared_sum(child),
            Op::Le(child, _) => self.is_compared_sum(child),
            _ => false,
        }
    }

    fn inline_length(&self, part: Truth) -> usize {
        match self.arena.op(part.node()) {
            Op::Or(parts) => parts.len(),
            // Comparisons become many short clauses either way; the prefix pays if it is short.
            _ => 4,
        }
    }

    /// Returns a literal that holds exactly where the view has this value.
    pub(super) fn view_eq_lit(&mut self, view: View, value: i64) -> Lit {
        let rest = Wide::from(value) - view.offset;
        match view.factor {
            0 => self.known(rest == Wide::ZERO),
            factor => match rest.exact_div(factor) {
                Some(value) => self.eq_lit(view.node, value),
                None => !self.yes(),
            },
        }
    }

    fn demand_some_equal(&mut self, prefix: &[Lit], views: &[View]) {
        let mut lits = prefix.to_vec();
        for (place, &a) in views.iter().enumerate() {
            for &b in &views[..place] {
                let equal = self.fresh();
                self.demand_views(&[!equal], a, b, Relation::Eq);
                lits.push(equal);
            }
        }
        self.clause(&lits);
    }

    fn demand_all_different(&mut self, prefix: &[Lit], views: &[View]) {
        let mut by_value: Vec<(i64, Lit)> = Vec::new();
        let mut n_listed = 0_usize;
        for (place, &view) in views.iter().enumerate() {
            let values: Option<Vec<i64>> = match view.factor {
                0 => Some(vec![view.offset]),
                _ => self
                    .arena
                    .dom(view.node)
                    .values()
                    .map(|values| values.iter().map(|&value| view.apply(value)).collect()),
            };
            let Some(values) = values else {
                // Too many values for literals: pair by pair, with every one before it, and with
                // those after it that are not met from the other side.
                self.note("pair by pair: the domains are large");
                for (other_place, &other) in views.iter().enumerate() {
                    let is_listed =
                        other.factor == 0 || self.arena.dom(other.node).values().is_some();
                    if other_place < place || (other_place > place && is_listed) {
                        self.demand_views(prefix, view, other, Relation::Ne);
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
            self.note("more variables than values");
            self.clause(prefix);
            return;
        }
        // Only if all take their values from these: a large domain has others.
        let exact = n_listed == views.len() && n_values == views.len();
        self.note(if exact {
            "as many values as variables: each value exactly once"
        } else {
            "each value at most once"
        });
        for chunk in by_value.chunk_by(|a, b| a.0 == b.0) {
            let lits: Vec<Lit> = chunk.iter().map(|entry| entry.1).collect();
            if exact {
                self.clause_with(prefix, &lits);
            }
            self.at_most_one(prefix, &lits);
        }
    }

    /// Demands one of the rows: a literal per row, and for every value the rows that support it.
    fn demand_one_of_rows(&mut self, prefix: &[Lit], views: &[View], rows: &[Vec<i64>]) {
        self.note("a literal per row, and per value the rows that support it");
        let row_lits: Vec<Lit> = rows.iter().map(|_| self.fresh()).collect();
        self.clause_with(prefix, &row_lits);
        for (column, &view) in views.iter().enumerate() {
            let mut support: Vec<(i64, Lit)> =
                rows.iter().zip(&row_lits).map(|(row, &lit)| (row[column], lit)).collect();
            support.sort_unstable();
            for chunk in support.chunk_by(|a, b| a.0 == b.0) {
                let value = self.view_eq_lit(view, chunk[0].0);
                let mut lits: Vec<Lit> = vec![!value];
                for &(_, row) in chunk {
                    self.clause(&[!row, value]);
                    lits.push(row);
                }
                self.clause_with(prefix, &lits);
            }
            let Some(own) = self.arena.dom(view.node).values().filter(|_| view.factor != 0) else {
                continue;
            };
            for &value in own {
                let seen = |entry: &(i64, Lit)| entry.0.cmp(&view.apply(value));
                if support.binary_search_by(seen).is_err() {
                    let lit = self.eq_lit(view.node, value);
                    self.clause_with(prefix, &[!lit]);
                }
            }
        }
    }

    /// Demands operands for which the operation has a value (or has none).
    fn demand_defined(&mut self, prefix: &[Lit], op: Binary, a: View, b: View, defined: bool) {
        let arena = self.arena;
        let (dom_a, dom_b) = (arena.dom(a.node), arena.dom(b.node));
        let (Some(xs), Some(ys)) = (dom_a.values(), dom_b.values()) else {
            unreachable!("what is defined for large domains is lowered to comparisons")
        };
        for &x in xs {
            for &y in ys {
                if apply_binary(op, a.apply(x), b.apply(y)).is_some() != defined {
                    let lits = [!self.eq_lit(a.node, x), !self.eq_lit(b.node, y)];
                    self.clause_with(prefix, &lits);
                }
            }
        }
    }
}
