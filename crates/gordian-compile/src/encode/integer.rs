//! Direct and order encoding of integers with listed values.

use std::sync::Arc;

use gordian_backend::Lit;
use gordian_core::Index;

use super::Encoder;
use crate::ir::{Binary, BoolRef, IntRef, NodeId, Op, Unary, apply_binary};
use crate::wide::{self, WideInt};
use gordian_core::stack;

/// Up to this many values, `node ≤ bound` becomes a disjunction of direct literals instead of an
/// order encoding.
const MAX_DISJUNCTION_VALUES: usize = 3;

/// A sum of two terms gets a direct encoding by pairs up to this many pairs of values.
const MAX_DIRECT_SUM: usize = 256;

impl Encoder<'_> {
    /// Returns a literal equivalent to `node = value`.
    pub(super) fn eq_lit(&mut self, node: NodeId, value: i64) -> Lit {
        let Some(values) = self.arena.domain(node).values() else {
            let bits = self.bits(node);
            return self.bits_eq_lit(&bits, value.into());
        };
        match values.binary_search(&value) {
            Ok(_) if values.len() == 1 => self.true_lit(),
            Ok(position) => self.direct(node)[position],
            Err(_) => !self.true_lit(),
        }
    }

    /// Returns a literal equivalent to `node ≤ bound`.
    pub(super) fn le_lit(&mut self, node: NodeId, bound: impl Into<WideInt>) -> Lit {
        let (domain, bound) = (self.arena.domain(node), bound.into());
        if bound < WideInt::from(domain.min()) {
            return !self.true_lit();
        }
        if bound >= WideInt::from(domain.max()) {
            return self.true_lit();
        }
        let Some(values) = domain.values() else {
            let bits = self.bits(node);
            return self.bits_le_lit(&bits, bound);
        };
        let n_below = values.partition_point(|&value| WideInt::from(value) <= bound);
        let encoding = self.int_encodings.get(&node);
        let has_order = encoding.is_some_and(|encoding| encoding.order.is_some());
        if !has_order && self.uses[node.index()].by_value {
            let n = values.len();
            if n_below <= MAX_DISJUNCTION_VALUES {
                let direct = self.direct(node);
                return self.or_lit(&direct[..n_below]);
            }
            if n.saturating_sub(n_below) <= MAX_DISJUNCTION_VALUES {
                let direct = self.direct(node);
                return !self.or_lit(&direct[n_below..]);
            }
        }
        self.order(node)[n_below.saturating_sub(1)]
    }

    /// Returns the direct literals of a node, one for each listed value.
    pub(super) fn direct(&mut self, node: NodeId) -> Arc<[Lit]> {
        match self.int_encodings.get(&node).and_then(|encoding| encoding.direct.clone()) {
            Some(direct) => direct,
            None if self.is_stopped() => self.placeholders(node),
            None => stack::ensure_sufficient(|| self.build_direct(node)),
        }
    }

    /// Returns literals for the values of a node, once the compilation is stopped.
    fn placeholders(&self, node: NodeId) -> Arc<[Lit]> {
        let n_values = self.arena.domain(node).values().map_or(0, <[i64]>::len);
        vec![self.true_lit(); n_values].into()
    }

    fn build_direct(&mut self, node: NodeId) -> Arc<[Lit]> {
        let encoding = self.int_encodings.get(&node);
        let order = encoding.and_then(|encoding| encoding.order.clone());
        let bits = encoding.and_then(|encoding| encoding.bits.clone());
        let arena = self.arena;
        let values = arena.domain(node).values().expect("direct literals are for listed domains");
        let direct: Vec<Lit> = if let Some(order) = order {
            self.direct_from_order(&order)
        } else if let Some(bits) = bits {
            values.iter().map(|&value| self.bits_eq_lit(&bits, value.into())).collect()
        } else {
            match arena.op(node) {
                Op::Var(_) if self.uses[node.index()].by_order && values.len() > 4 => {
                    // Order literals will be needed. Created here, they also make the values
                    // exclude each other, in place of one clause per pair.
                    let direct: Vec<Lit> = (0..values.len()).map(|_| self.new_lit()).collect();
                    self.add_clause(&direct);
                    let order = self.order_from_direct(&direct);
                    self.int_encodings.entry(node).or_default().order = Some(order.into());
                    direct
                }
                Op::Var(_) => self.new_direct(values.len()),
                &Op::BoolToInt(condition) => {
                    let lit = self.reified_lit(BoolRef::new(condition));
                    vec![!lit, lit]
                }
                Op::Select(members) => {
                    let members: Vec<(i64, Lit)> = members
                        .iter()
                        .map(|&(condition, value)| (value, self.reified_lit(condition)))
                        .collect();
                    let direct = self.disjoin_by_value(values, &members);
                    if members.len() > values.len() {
                        // Implied by the constraints on the members, but only by case analysis.
                        self.add_clause(&direct);
                        self.at_most_one(&[], &direct);
                    }
                    direct
                }
                Op::Unary(Unary::Table(list), operand) => {
                    let own = self.direct(operand.node);
                    let domain = arena.domain(operand.node).values().expect("tables are listed");
                    let mut image: Vec<(i64, Lit)> = Vec::with_capacity(domain.len());
                    for (&value, &lit) in domain.iter().zip(own.iter()) {
                        let found = list.binary_search_by_key(&value, |entry| entry.0);
                        image.push((list[found.expect("tables cover the domain")].1, lit));
                    }
                    self.disjoin_by_value(values, &image)
                }
                &Op::Binary(op, a, b) => self.direct_of_pairs(node, values, (op, a, b)),
                Op::Sum(terms) => return self.direct_of_sum(node, &terms.clone()),
                Op::If(condition, a, b) => {
                    let condition = self.reified_lit(*condition);
                    self.direct_of_chosen_view(values, &[(condition, *a), (!condition, *b)])
                }
                Op::Element(list, index) => {
                    let mut choices = Vec::with_capacity(list.len());
                    for (position, &view) in (0_i64..).zip(list.iter()) {
                        let chosen = self.view_eq_lit(*index, position);
                        if chosen != !self.true_lit() {
                            choices.push((chosen, view));
                        }
                    }
                    self.direct_of_chosen_view(values, &choices)
                }
                Op::Unary(..) => {
                    let bits = self.bits(node);
                    values.iter().map(|&value| self.bits_eq_lit(&bits, value.into())).collect()
                }
                Op::Min(_) | Op::NthSmallest(..) => {
                    let order = self.order(node);
                    self.direct_from_order(&order)
                }
                op => unreachable!("{op:?} is not an integer"),
            }
        };
        let direct: Arc<[Lit]> = direct.into();
        self.int_encodings.entry(node).or_default().direct = Some(Arc::clone(&direct));
        direct
    }

    /// Returns the order literals of a node, one for each listed value; the last is always true.
    pub(super) fn order(&mut self, node: NodeId) -> Arc<[Lit]> {
        match self.int_encodings.get(&node).and_then(|encoding| encoding.order.clone()) {
            Some(order) => order,
            None if self.is_stopped() => self.placeholders(node),
            None => stack::ensure_sufficient(|| self.build_order(node)),
        }
    }

    fn build_order(&mut self, node: NodeId) -> Arc<[Lit]> {
        let encoding = self.int_encodings.get(&node);
        let direct = encoding.and_then(|encoding| encoding.direct.clone());
        let bits = encoding.and_then(|encoding| encoding.bits.clone());
        let arena = self.arena;
        let values = arena.domain(node).values().expect("order literals are for listed domains");
        let order: Vec<Lit> = if let Some(direct) = direct {
            self.order_from_direct(&direct)
        } else if let Some(bits) = bits {
            values.iter().map(|&value| self.bits_le_lit(&bits, value.into())).collect()
        } else {
            match arena.op(node) {
                Op::Var(_) if values.len() > 2 && !self.uses[node.index()].by_value => {
                    let mut order: Vec<Lit> = (1..values.len()).map(|_| self.new_lit()).collect();
                    order.push(self.true_lit());
                    for pair in order.windows(2) {
                        self.add_clause(&[!pair[0], pair[1]]);
                    }
                    order
                }
                Op::Sum(terms) => match self.totalizer_order(node, terms) {
                    Some(order) => order,
                    None => {
                        let bits = self.bits(node);
                        values.iter().map(|&value| self.bits_le_lit(&bits, value.into())).collect()
                    }
                },
                Op::Min(list) => {
                    let mut order = Vec::with_capacity(values.len());
                    for &value in values {
                        let lits: Vec<Lit> =
                            list.iter().map(|&view| self.view_le_lit(view, value)).collect();
                        order.push(self.or_lit(&lits));
                    }
                    order
                }
                Op::NthSmallest(list, position) => {
                    let mut order = Vec::with_capacity(values.len());
                    for &value in values {
                        let lits: Vec<Lit> =
                            list.iter().map(|&view| self.view_le_lit(view, value)).collect();
                        // The element at this position is at most the value if more than `position`
                        // elements are.
                        order.push(self.more_than_lit(&lits, *position));
                    }
                    order
                }
                Op::If(condition, a, b) if !self.uses[node.index()].by_value => {
                    let condition = self.reified_lit(*condition);
                    let mut order = Vec::with_capacity(values.len());
                    for &value in values {
                        let (low_a, low_b) =
                            (self.view_le_lit(*a, value), self.view_le_lit(*b, value));
                        let first = self.and_lit(&[condition, low_a]);
                        let second = self.and_lit(&[!condition, low_b]);
                        order.push(self.or_lit(&[first, second]));
                    }
                    order
                }
                _ => {
                    let direct = self.direct(node);
                    self.order_from_direct(&direct)
                }
            }
        };
        let order: Arc<[Lit]> = order.into();
        self.int_encodings.entry(node).or_default().order = Some(Arc::clone(&order));
        order
    }

    /// Returns a literal equivalent to `view ≤ bound`.
    pub(super) fn view_le_lit(&mut self, view: IntRef, bound: i64) -> Lit {
        let rest = WideInt::from(bound) - view.offset;
        match view.factor {
            0 => self.constant_lit(rest >= WideInt::ZERO),
            1.. => self.le_lit(view.node, rest.floor_div(view.factor)),
            _ => !self.le_lit(view.node, -rest.floor_div(wide::sub(0, view.factor)) - 1),
        }
    }

    /// Returns new literals of which exactly one holds.
    fn new_direct(&mut self, n: usize) -> Vec<Lit> {
        if n == 1 {
            return vec![self.true_lit()];
        }
        if n == 2 {
            let lit = self.new_lit();
            return vec![!lit, lit];
        }
        let direct: Vec<Lit> = (0..n).map(|_| self.new_lit()).collect();
        self.add_clause(&direct);
        self.at_most_one(&[], &direct);
        direct
    }

    /// Returns order literals channelled to direct literals, of which exactly one holds.
    ///
    /// The four kinds of clauses also make the direct literals exclude each other.
    fn order_from_direct(&mut self, direct: &[Lit]) -> Vec<Lit> {
        let n = direct.len();
        let mut order = Vec::with_capacity(n);
        let mut below = !self.true_lit();
        for (position, &lit) in direct.iter().enumerate() {
            let here = match position {
                _ if position + 1 == n => self.true_lit(),
                _ if position + 2 == n => !direct[n - 1],
                _ => self.or_lit(&[below, lit]),
            };
            if position + 2 == n {
                self.add_clause(&[!below, here]);
                self.add_clause(&[!lit, here]);
                self.add_clause(&[!here, below, lit]);
            }
            self.add_clause(&[!lit, !below]);
            order.push(here);
            below = here;
        }
        order
    }

    /// Returns direct literals channelled to order literals.
    fn direct_from_order(&mut self, order: &[Lit]) -> Vec<Lit> {
        let mut below = !self.true_lit();
        let mut direct = Vec::with_capacity(order.len());
        for &lit in order {
            direct.push(self.and_lit(&[lit, !below]));
            below = lit;
        }
        direct
    }

    /// Returns for each value the disjunction of its literals.
    fn disjoin_by_value(&mut self, values: &[i64], entries: &[(i64, Lit)]) -> Vec<Lit> {
        let mut direct = Vec::with_capacity(values.len());
        for &value in values {
            let lits: Vec<Lit> =
                entries.iter().filter(|entry| entry.0 == value).map(|entry| entry.1).collect();
            direct.push(self.or_lit(&lits));
        }
        direct
    }

    /// Returns direct literals of the view whose choice literal holds.
    ///
    /// If no choice literal holds, the value is free.
    fn direct_of_chosen_view(&mut self, values: &[i64], choices: &[(Lit, IntRef)]) -> Vec<Lit> {
        let direct = self.new_direct(values.len());
        for (&value, &lit) in values.iter().zip(&direct) {
            for &(choice, view) in choices {
                let chosen = self.view_eq_lit(view, value);
                self.add_clause(&[!choice, !chosen, lit]);
                self.add_clause(&[!choice, chosen, !lit]);
            }
        }
        direct
    }

    /// Returns direct literals of an operation, by pairs of values.
    fn direct_of_pairs(
        &mut self,
        node: NodeId,
        values: &[i64],
        (op, a, b): (Binary, IntRef, IntRef),
    ) -> Vec<Lit> {
        let (domain_a, domain_b) = (self.arena.domain(a.node), self.arena.domain(b.node));
        let listed = domain_a.values().zip(domain_b.values());
        let Some((xs, ys)) = listed.filter(|_| self.arena.has_few_pairs(a, b)) else {
            let bits = self.bits(node);
            return values.iter().map(|&value| self.bits_eq_lit(&bits, value.into())).collect();
        };
        let direct = self.new_direct(values.len());
        let (lits_a, lits_b) = (self.direct(a.node), self.direct(b.node));
        for (&x, &lit_x) in xs.iter().zip(lits_a.iter()) {
            for (&y, &lit_y) in ys.iter().zip(lits_b.iter()) {
                // The result is free where the operation is undefined.
                let Some(result) = apply_binary(op, a.apply(x), b.apply(y)) else { continue };
                let position = values.binary_search(&result).expect("the domain covers all pairs");
                self.add_clause(&[!lit_x, !lit_y, direct[position]]);
            }
        }
        direct
    }

    fn direct_of_sum(&mut self, node: NodeId, terms: &[(NodeId, i64)]) -> Arc<[Lit]> {
        let arena = self.arena;
        let values = arena.domain(node).values().expect("direct literals are for listed domains");
        if let [(a, factor_a), (b, factor_b)] = *terms
            && let (Some(xs), Some(ys)) = (arena.domain(a).values(), arena.domain(b).values())
            && xs.len().saturating_mul(ys.len()) <= MAX_DIRECT_SUM
        {
            let direct = self.new_direct(values.len());
            let (lits_a, lits_b) = (self.direct(a), self.direct(b));
            for (&x, &lit_x) in xs.iter().zip(lits_a.iter()) {
                for (&y, &lit_y) in ys.iter().zip(lits_b.iter()) {
                    let sum = wide::add(wide::mul(factor_a, x), wide::mul(factor_b, y));
                    let position = values.binary_search(&sum).expect("the domain covers all pairs");
                    self.add_clause(&[!lit_x, !lit_y, direct[position]]);
                    // Any two of the three values determine the third.
                    self.add_clause(&[!lit_x, lit_y, !direct[position]]);
                    self.add_clause(&[lit_x, !lit_y, !direct[position]]);
                }
            }
            let direct: Arc<[Lit]> = direct.into();
            self.int_encodings.entry(node).or_default().direct = Some(Arc::clone(&direct));
            return direct;
        }
        let order = self.order(node);
        let direct: Arc<[Lit]> = self.direct_from_order(&order).into();
        self.int_encodings.entry(node).or_default().direct = Some(Arc::clone(&direct));
        direct
    }
}
