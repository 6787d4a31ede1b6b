//! Construction of Boolean nodes: connectives, comparisons, membership, all-different, tables.

use std::rc::Rc;

use smallvec::SmallVec;

use super::{Arena, BoolRef, GraphOp, IntRef, NodeDomain, NodeId, Op, Unary};
use crate::lazy::GraphValues;
use crate::wide::{self, WideInt};
use gordian_core::stack;

/// Nested disjunctions are merged up to this length. Beyond it, sharing the inner one is shorter
/// than repeating it.
const MAX_FLAT: usize = 12;

impl Arena {
    /// Returns the disjunction of the conditions.
    pub(crate) fn or(&mut self, conditions: impl IntoIterator<Item = BoolRef>) -> BoolRef {
        let mut list: SmallVec<[BoolRef; 8]> = SmallVec::new();
        for condition in conditions {
            match self.op(condition.node()) {
                _ if condition == BoolRef::TRUE => return BoolRef::TRUE,
                _ if condition == BoolRef::FALSE => {}
                Op::Or(inner)
                    if !condition.is_negated()
                        && inner.len() + list.len() <= MAX_FLAT
                        && !self.is_kept_unflattened(condition) =>
                {
                    list.extend_from_slice(inner);
                }
                _ => list.push(condition),
            }
        }
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return BoolRef::TRUE;
        }
        match list[..] {
            [] => BoolRef::FALSE,
            [only] => only,
            _ => self.intern_or(&list),
        }
    }

    /// Returns the conjunction of the conditions.
    pub(crate) fn and(&mut self, conditions: impl IntoIterator<Item = BoolRef>) -> BoolRef {
        !self.or(conditions.into_iter().map(|condition| !condition))
    }

    /// Returns the exclusive disjunction of two conditions.
    pub(crate) fn xor(&mut self, a: BoolRef, b: BoolRef) -> BoolRef {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.node().min(b.node()), a.node().max(b.node()));
        let condition = if a == b {
            BoolRef::FALSE
        } else if a == NodeId::TRUE {
            !BoolRef::new(b)
        } else {
            self.intern_bool(Op::Xor(a, b))
        };
        condition.negate_if(negate)
    }

    /// Returns the condition `view = value`.
    pub(crate) fn eq_const(&mut self, view: IntRef, value: i64) -> BoolRef {
        if view.factor == 0 {
            return BoolRef::constant(view.offset == value);
        }
        match (WideInt::from(value) - view.offset).exact_div(view.factor) {
            Some(value) => self.eq_node(view.node, value),
            // The quotient is not an integer or does not fit 64 bits, so no value of the node
            // matches.
            None => BoolRef::FALSE,
        }
    }

    /// Returns the condition `view ≤ value`.
    pub(crate) fn le_const(&mut self, view: IntRef, value: impl Into<WideInt>) -> BoolRef {
        let rest = value.into() - view.offset;
        match view.factor {
            0 => BoolRef::constant(rest >= WideInt::ZERO),
            1.. => self.le_node(view.node, rest.floor_div(view.factor)),
            // -k · node ≤ rest is equivalent to node ≥ ceil(-rest / k).
            _ => !self.le_node(view.node, -rest.floor_div(wide::sub(0, view.factor)) - 1),
        }
    }

    /// Returns the condition `view ≥ value`.
    pub(crate) fn ge_const(&mut self, view: IntRef, value: i64) -> BoolRef {
        !self.le_const(view, WideInt::from(value) - 1)
    }

    /// Returns the condition that the view has one of the values, which are in ascending order.
    pub(crate) fn in_values(&mut self, view: IntRef, values: &[i64]) -> BoolRef {
        if let Some(value) = view.as_constant() {
            return BoolRef::constant(values.binary_search(&value).is_ok());
        }
        match self.domain(view.node) {
            NodeDomain::Values(own) => {
                let own = own.clone();
                let keep = |&&x: &&i64| values.binary_search(&view.apply(x)).is_ok();
                let inside: Vec<i64> = own.iter().filter(keep).copied().collect();
                self.in_values_of(view.node, &own, &inside)
            }
            NodeDomain::Range(..) => {
                let parts: Vec<BoolRef> = values.iter().map(|&v| self.eq_const(view, v)).collect();
                self.or(parts)
            }
        }
    }

    /// Returns the condition that the view lies in one of the ranges, which are ascending and not
    /// adjacent.
    pub(crate) fn in_ranges(&mut self, view: IntRef, ranges: &[(i64, i64)]) -> BoolRef {
        if let NodeDomain::Values(own) = self.domain(view.node) {
            let own = own.clone();
            let holds = |value: i64| {
                let after = ranges.partition_point(|&(lower, _)| lower <= value);
                after > 0 && value <= ranges[after - 1].1
            };
            let inside: Vec<i64> = own.iter().copied().filter(|&x| holds(view.apply(x))).collect();
            return self.in_values_of(view.node, &own, &inside);
        }
        let mut parts = Vec::with_capacity(ranges.len());
        for &(lower, upper) in ranges {
            let part = if lower == upper {
                self.eq_const(view, lower)
            } else {
                let above = self.ge_const(view, lower);
                let below = self.le_const(view, upper);
                self.and([above, below])
            };
            parts.push(part);
        }
        self.or(parts)
    }

    /// Returns the condition that the node with domain `own` has a value of `inside`, an ascending
    /// subset of `own`.
    fn in_values_of(&mut self, node: NodeId, own: &[i64], inside: &[i64]) -> BoolRef {
        let (Some(&first), Some(&last)) = (inside.first(), inside.last()) else {
            return BoolRef::FALSE;
        };
        if inside.len() == own.len() {
            return BoolRef::TRUE;
        }
        if inside.len() * 2 > own.len() {
            let outside: Vec<i64> =
                own.iter().copied().filter(|x| inside.binary_search(x).is_err()).collect();
            return !self.in_values_of(node, own, &outside);
        }
        let start = own.partition_point(|&x| x < first);
        let contiguous = own[start + inside.len() - 1] == last;
        if contiguous && inside.len() > 2 {
            let below = self.le_node(node, WideInt::from(last));
            let above = !self.le_node(node, WideInt::from(first) - 1);
            return self.and([below, above]);
        }
        let parts: Vec<BoolRef> = inside.iter().map(|&value| self.eq_node(node, value)).collect();
        self.or(parts)
    }

    fn eq_node(&mut self, node: NodeId, value: i64) -> BoolRef {
        let domain = self.domain(node);
        if !domain.contains(value) {
            return BoolRef::FALSE;
        }
        if domain.single().is_some() {
            return BoolRef::TRUE;
        }
        // With two values, each is the negation of the other.
        if let Some([low, high]) = domain.values()
            && value == *low
        {
            let high = *high;
            return !self.eq_node(node, high);
        }
        match self.op(node) {
            Op::BoolToInt(condition) => BoolRef::new(*condition),
            Op::Unary(Unary::Table(list), operand) => {
                let (list, operand) = (list.clone(), *operand);
                stack::ensure_sufficient(|| self.preimage(operand, &list, |image| image == value))
            }
            Op::Select(members) => {
                let members = members.clone();
                self.or(members.iter().filter(|member| member.1 == value).map(|member| member.0))
            }
            Op::If(condition, a, b) if a.factor == 0 || b.factor == 0 => {
                let (condition, a, b) = (*condition, *a, *b);
                let (first, second) =
                    stack::ensure_sufficient(|| (self.eq_const(a, value), self.eq_const(b, value)));
                let first = self.and([condition, first]);
                let second = self.and([!condition, second]);
                self.or([first, second])
            }
            Op::Sum(terms) => match terms[..] {
                [(a, 1), (b, -1)] if self.excludes_difference(a, b, value) => BoolRef::FALSE,
                _ => self.intern_bool(Op::Eq(node, value)),
            },
            _ => self.intern_bool(Op::Eq(node, value)),
        }
    }

    fn le_node(&mut self, node: NodeId, bound: WideInt) -> BoolRef {
        let domain = self.domain(node);
        if bound >= WideInt::from(domain.max()) {
            return BoolRef::TRUE;
        }
        match bound.to_i64() {
            Some(bound) if bound >= domain.min() => self.build_le_node(node, bound),
            _ => BoolRef::FALSE,
        }
    }

    /// Returns the condition `node ≤ bound` for a bound between the least and the greatest value.
    fn build_le_node(&mut self, node: NodeId, mut bound: i64) -> BoolRef {
        let domain = self.domain(node);
        if let Some(values) = domain.values() {
            // Bounds are rounded down to values, and the outermost bounds become equalities: fewer
            // nodes.
            let position = values.partition_point(|&x| x <= bound) - 1;
            bound = values[position];
            let (first, last, n) = (values[0], values[values.len() - 1], values.len());
            if position == 0 {
                return self.eq_node(node, first);
            }
            if position + 2 == n {
                return !self.eq_node(node, last);
            }
        }
        match self.op(node) {
            Op::Unary(Unary::Table(list), operand) => {
                let (list, operand) = (list.clone(), *operand);
                stack::ensure_sufficient(|| self.preimage(operand, &list, |image| image <= bound))
            }
            Op::Select(members) => {
                let (low, high): (Vec<(BoolRef, i64)>, Vec<_>) =
                    members.iter().partition(|member| member.1 <= bound);
                if low.len() <= high.len() {
                    self.or(low.into_iter().map(|member| member.0))
                } else {
                    !self.or(high.into_iter().map(|member| member.0))
                }
            }
            Op::Min(list) => {
                // The minimum is at most the bound if one of the operands is.
                let list = list.clone();
                let parts: Vec<BoolRef> = stack::ensure_sufficient(|| {
                    list.iter().map(|&view| self.le_const(view, bound)).collect()
                });
                self.or(parts)
            }
            Op::Sum(terms) => match terms[..] {
                [(a, 1), (b, -1)] if self.excludes_difference(a, b, bound) => {
                    self.le_node(node, WideInt::from(bound) - 1)
                }
                _ => self.intern_bool(Op::Le(node, bound)),
            },
            _ => self.intern_bool(Op::Le(node, bound)),
        }
    }

    /// Returns the condition that the image of the operand of a table satisfies `wanted`.
    fn preimage(
        &mut self,
        operand: IntRef,
        list: &[(i64, i64)],
        wanted: impl Fn(i64) -> bool,
    ) -> BoolRef {
        let inside: Vec<i64> =
            list.iter().filter(|entry| wanted(entry.1)).map(|entry| entry.0).collect();
        self.in_values(operand, &inside)
    }

    /// Returns the condition `a = b`.
    pub(crate) fn eq_views(&mut self, a: IntRef, b: IntRef) -> BoolRef {
        if let Some(value) = b.as_constant() {
            return self.eq_const(a, value);
        }
        if let Some(value) = a.as_constant() {
            return self.eq_const(b, value);
        }
        match self.difference(a, b) {
            Some(difference) => self.eq_const(difference, 0),
            None => self.compare_views(a.min(b), a.max(b), Op::EqViews),
        }
    }

    /// Returns the condition `a ≤ b`.
    pub(crate) fn le_views(&mut self, a: IntRef, b: IntRef) -> BoolRef {
        if let Some(bound) = b.as_constant() {
            return self.le_const(a, bound);
        }
        if let Some(bound) = a.as_constant() {
            return self.ge_const(b, bound);
        }
        match self.difference(a, b) {
            Some(difference) => self.le_const(difference, 0),
            None => self.compare_views(a, b, Op::LeViews),
        }
    }

    /// Returns `a - b` unless it does not fit 64 bits.
    fn difference(&mut self, a: IntRef, b: IntRef) -> Option<IntRef> {
        let negative = self.try_scale(b, -1).ok()?;
        self.try_sum(&[a, negative]).ok()
    }

    /// Returns a comparison of two views whose difference does not fit 64 bits.
    fn compare_views(&mut self, a: IntRef, b: IntRef, op: fn(IntRef, IntRef) -> Op) -> BoolRef {
        let ((min_a, max_a), (min_b, max_b)) = (self.view_bounds(a), self.view_bounds(b));
        if max_a < min_b {
            return BoolRef::constant(matches!(op(a, b), Op::LeViews(..)));
        }
        if min_a > max_b {
            return BoolRef::FALSE;
        }
        self.intern_bool(op(a, b))
    }

    /// Returns the condition that the views are pairwise different.
    pub(crate) fn all_different(&mut self, views: &[IntRef]) -> BoolRef {
        let mut views = views.to_vec();
        views.sort_unstable();
        match views[..] {
            [] | [_] => BoolRef::TRUE,
            _ if views.windows(2).any(|pair| pair[0] == pair[1]) => BoolRef::FALSE,
            [a, b] => !self.eq_views(a, b),
            _ => self.intern_bool(Op::AllDifferent(views.into())),
        }
    }

    /// Returns a graph constraint. If all operands are constants, it is evaluated.
    pub(crate) fn graph_constraint(&mut self, op: GraphOp) -> BoolRef {
        let constant = |condition: &BoolRef| {
            (condition.node() == NodeId::TRUE).then_some(*condition == BoolRef::TRUE)
        };
        let conditions: Option<Vec<bool>> = op.conditions.iter().map(constant).collect();
        let sizes: Option<Vec<i64>> = op.sizes.iter().map(|size| size.as_constant()).collect();
        if let (Some(conditions), Some(sizes)) = (conditions, sizes) {
            let (kind, graph) = (op.kind, &*op.graph);
            let values = GraphValues { kind, graph, conditions: &conditions, sizes: &sizes };
            return BoolRef::constant(values.violations().is_empty());
        }
        self.intern_bool(Op::Graph(Rc::new(op)))
    }

    /// Returns the condition that the views equal one of the rows.
    pub(crate) fn table_constraint(
        &mut self,
        views: &[IntRef],
        rows: &Rc<Vec<Vec<i64>>>,
    ) -> BoolRef {
        let possible = |row: &&Vec<i64>| {
            views.iter().zip(row.iter()).all(|(view, value)| {
                let rest = WideInt::from(*value) - view.offset;
                match view.factor {
                    0 => rest == WideInt::ZERO,
                    factor => {
                        let own = rest.exact_div(factor);
                        own.is_some_and(|own| self.domain(view.node).contains(own))
                    }
                }
            })
        };
        let mut kept: Vec<Vec<i64>> = rows.iter().filter(possible).cloned().collect();
        kept.sort_unstable();
        kept.dedup();
        match (&kept[..], views) {
            ([], _) => BoolRef::FALSE,
            (_, []) => BoolRef::TRUE,
            (_, [view]) => {
                let values: Vec<i64> = kept.iter().map(|row| row[0]).collect();
                self.in_values(*view, &values)
            }
            ([row], _) => {
                let parts: Vec<BoolRef> = views
                    .iter()
                    .zip(row)
                    .map(|(&view, &value)| self.eq_const(view, value))
                    .collect();
                self.and(parts)
            }
            _ => self.intern_bool(Op::Table(views.into(), Rc::new(kept))),
        }
    }
}
