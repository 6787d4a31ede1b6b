//! Building truths.

use std::rc::Rc;

use smallvec::SmallVec;

use super::{Arena, Dom, NodeId, Op, Truth, Unary, View};
use crate::deep;
use crate::wide::{self, Wide};

/// Disjunctions inside disjunctions are merged up to this length; beyond it, sharing the inner one
/// is shorter than repeating it.
const MAX_FLAT: usize = 12;

impl Arena {
    /// Returns where at least one of the truths holds.
    pub(crate) fn or(&mut self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut list: SmallVec<[Truth; 8]> = SmallVec::new();
        for truth in truths {
            match self.op(truth.node()) {
                _ if truth == Truth::TRUE => return Truth::TRUE,
                _ if truth == Truth::FALSE => {}
                Op::Or(inner)
                    if !truth.is_negated()
                        && inner.len() + list.len() <= MAX_FLAT
                        && !self.is_whole(truth) =>
                {
                    list.extend_from_slice(inner);
                }
                _ => list.push(truth),
            }
        }
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Truth::TRUE;
        }
        match list[..] {
            [] => Truth::FALSE,
            [only] => only,
            _ => self.intern_or(&list),
        }
    }

    /// Returns where all of the truths hold.
    pub(crate) fn and(&mut self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        !self.or(truths.into_iter().map(|truth| !truth))
    }

    /// Returns where exactly one of two truths holds.
    pub(crate) fn xor(&mut self, a: Truth, b: Truth) -> Truth {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.node().min(b.node()), a.node().max(b.node()));
        let truth = if a == b {
            Truth::FALSE
        } else if a == NodeId::TRUE {
            !Truth::new(b)
        } else {
            self.intern_truth(Op::Xor(a, b))
        };
        truth.negate_if(negate)
    }

    /// Returns where the view has this value.
    pub(crate) fn eq_const(&mut self, view: View, value: i64) -> Truth {
        if view.factor == 0 {
            return Truth::constant(view.offset == value);
        }
        match (Wide::from(value) - view.offset).exact_div(view.factor) {
            Some(value) => self.eq_node(view.node, value),
            // Nothing in 64 bits: no value of the node is meant.
            None => Truth::FALSE,
        }
    }

    /// Returns where the view is not above this value.
    pub(crate) fn le_const(&mut self, view: View, value: impl Into<Wide>) -> Truth {
        let rest = value.into() - view.offset;
        match view.factor {
            0 => Truth::constant(rest >= Wide::ZERO),
            1.. => self.le_node(view.node, rest.floor_div(view.factor)),
            // -k · node ≤ rest where node ≥ ceil(-rest / k).
            _ => !self.le_node(view.node, -rest.floor_div(wide::sub(0, view.factor)) - 1),
        }
    }

    /// Returns where the view is not below this value.
    pub(crate) fn ge_const(&mut self, view: View, value: i64) -> Truth {
        !self.le_const(view, Wide::from(value) - 1)
    }

    /// Returns where the view has one of the values, which rise.
    pub(crate) fn in_values(&mut self, view: View, values: &[i64]) -> Truth {
        if let Some(value) = view.as_constant() {
            return Truth::constant(values.binary_search(&value).is_ok());
        }
        match self.dom(view.node) {
            Dom::Values(own) => {
                let own = own.clone();
                let keep = |&&x: &&i64| values.binary_search(&view.apply(x)).is_ok();
                let inside: Vec<i64> = own.iter().filter(keep).copied().collect();
                self.in_own_values(view.node, &own, &inside)
            }
            Dom::Range(..) => {
                let parts: Vec<Truth> = values.iter().map(|&v| self.eq_const(view, v)).collect();
                self.or(parts)
            }
        }
    }

    /// Returns where the view lies in one of the ranges, which rise and do not touch.
    pub(crate) fn in_ranges(&mut self, view: View, ranges: &[(i64, i64)]) -> Truth {
        if let Dom::Values(own) = self.dom(view.node) {
            let own = own.clone();
            let holds = |value: i64| {
                let after = ranges.partition_point(|&(lower, _)| lower <= value);
                after > 0 && value <= ranges[after - 1].1
            };
            let inside: Vec<i64> = own.iter().copied().filter(|&x| holds(view.apply(x))).collect();
            return self.in_own_values(view.node, &own, &inside);
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

    /// Returns where the node with domain `own` has a value of `inside`, a rising part of it.
    fn in_own_values(&mut self, node: NodeId, own: &[i64], inside: &[i64]) -> Truth {
        let (Some(&first), Some(&last)) = (inside.first(), inside.last()) else {
            return Truth::FALSE;
        };
        if inside.len() == own.len() {
            return Truth::TRUE;
        }
        if inside.len() * 2 > own.len() {
            let outside: Vec<i64> =
                own.iter().copied().filter(|x| inside.binary_search(x).is_err()).collect();
            return !self.in_own_values(node, own, &outside);
        }
        let start = own.partition_point(|&x| x < first);
        let contiguous = own[start + inside.len() - 1] == last;
        if contiguous && inside.len() > 2 {
            let below = self.le_node(node, Wide::from(last));
            let above = !self.le_node(node, Wide::from(first) - 1);
            return self.and([below, above]);
        }
        let parts: Vec<Truth> = inside.iter().map(|&value| self.eq_node(node, value)).collect();
        self.or(parts)
    }

    fn eq_node(&mut self, node: NodeId, value: i64) -> Truth {
        let dom = self.dom(node);
        if !dom.contains(value) {
            return Truth::FALSE;
        }
        if dom.single().is_some() {
            return Truth::TRUE;
        }
        // Of two values, one is the absence of the other.
        if let Some([low, high]) = dom.values()
            && value == *low
        {
            let high = *high;
            return !self.eq_node(node, high);
        }
        match self.op(node) {
            Op::FromTruth(truth) => Truth::new(*truth),
            Op::Unary(Unary::Table(list), operand) => {
                let (list, operand) = (list.clone(), *operand);
                deep::call(|| self.preimage(operand, &list, |image| image == value))
            }
            Op::Select(members) => {
                let members = members.clone();
                self.or(members.iter().filter(|member| member.1 == value).map(|member| member.0))
            }
            Op::If(truth, a, b) if a.factor == 0 || b.factor == 0 => {
                let (truth, a, b) = (*truth, *a, *b);
                let (first, second) =
                    deep::call(|| (self.eq_const(a, value), self.eq_const(b, value)));
                let first = self.and([truth, first]);
                let second = self.and([!truth, second]);
                self.or([first, second])
            }
            Op::Sum(terms) => match terms[..] {
                [(a, 1), (b, -1)] if self.never_differ_by(a, b, value) => Truth::FALSE,
                _ => self.intern_truth(Op::Eq(node, value)),
            },
            _ => self.intern_truth(Op::Eq(node, value)),
        }
    }

    fn le_node(&mut self, node: NodeId, bound: Wide) -> Truth {
        let dom = self.dom(node);
        if bound >= Wide::from(dom.max()) {
            return Truth::TRUE;
        }
        match bound.to_i64() {
            Some(bound) if bound >= dom.min() => self.new_le_node(node, bound),
            _ => Truth::FALSE,
        }
    }

    /// Returns where the node is not above a bound that is one of its values or between two.
    fn new_le_node(&mut self, node: NodeId, mut bound: i64) -> Truth {
        let dom = self.dom(node);
        if let Some(values) = dom.values() {
            // Only values count as bounds, and the outermost bounds are equalities: fewer nodes.
            let place = values.partition_point(|&x| x <= bound) - 1;
            bound = values[place];
            let (first, last, n) = (values[0], values[values.len() - 1], values.len());
            if place == 0 {
                return self.eq_node(node, first);
            }
            if place + 2 == n {
                return !self.eq_node(node, last);
            }
        }
        match self.op(node) {
            Op::Unary(Unary::Table(list), operand) => {
                let (list, operand) = (list.clone(), *operand);
                deep::call(|| self.preimage(operand, &list, |image| image <= bound))
            }
            Op::Select(members) => {
                let (low, high): (Vec<(Truth, i64)>, Vec<_>) =
                    members.iter().partition(|member| member.1 <= bound);
                if low.len() <= high.len() {
                    self.or(low.into_iter().map(|member| member.0))
                } else {
                    !self.or(high.into_iter().map(|member| member.0))
                }
            }
            Op::Min(list) => {
                // The least is above the bound where all are.
                let list = list.clone();
                let parts: Vec<Truth> =
                    deep::call(|| list.iter().map(|&view| self.le_const(view, bound)).collect());
                self.or(parts)
            }
            Op::Sum(terms) => match terms[..] {
                [(a, 1), (b, -1)] if self.never_differ_by(a, b, bound) => {
                    self.le_node(node, Wide::from(bound) - 1)
                }
                _ => self.intern_truth(Op::Le(node, bound)),
            },
            _ => self.intern_truth(Op::Le(node, bound)),
        }
    }

    /// Returns where the operand of a table has a value whose image is wanted.
    fn preimage(
        &mut self,
        operand: View,
        list: &[(i64, i64)],
        wanted: impl Fn(i64) -> bool,
    ) -> Truth {
        let inside: Vec<i64> =
            list.iter().filter(|entry| wanted(entry.1)).map(|entry| entry.0).collect();
        self.in_values(operand, &inside)
    }

    /// Returns where two views are equal.
    pub(crate) fn eq_views(&mut self, a: View, b: View) -> Truth {
        if let Some(value) = b.as_constant() {
            return self.eq_const(a, value);
        }
        if let Some(value) = a.as_constant() {
            return self.eq_const(b, value);
        }
        match self.difference(a, b) {
            Some(difference) => self.eq_const(difference, 0),
            None => self.compare_apart(a.min(b), a.max(b), Op::EqViews),
        }
    }

    /// Returns where the first view is not above the second.
    pub(crate) fn le_views(&mut self, a: View, b: View) -> Truth {
        if let Some(bound) = b.as_constant() {
            return self.le_const(a, bound);
        }
        if let Some(bound) = a.as_constant() {
            return self.ge_const(b, bound);
        }
        match self.difference(a, b) {
            Some(difference) => self.le_const(difference, 0),
            None => self.compare_apart(a, b, Op::LeViews),
        }
    }

    /// Returns `a - b` unless it does not fit 64 bits.
    fn difference(&mut self, a: View, b: View) -> Option<View> {
        let negative = self.try_scale(b, -1).ok()?;
        self.try_sum(&[a, negative]).ok()
    }

    /// Returns a comparison of two views that have no difference in 64 bits.
    fn compare_apart(&mut self, a: View, b: View, op: fn(View, View) -> Op) -> Truth {
        let ((min_a, max_a), (min_b, max_b)) = (self.view_bounds(a), self.view_bounds(b));
        if max_a < min_b {
            return Truth::constant(matches!(op(a, b), Op::LeViews(..)));
        }
        if min_a > max_b {
            return Truth::FALSE;
        }
        self.intern_truth(op(a, b))
    }

    /// Returns where no value occurs twice.
    pub(crate) fn all_different(&mut self, views: &[View]) -> Truth {
        let mut views = views.to_vec();
        views.sort_unstable();
        match views[..] {
            [] | [_] => Truth::TRUE,
            _ if views.windows(2).any(|pair| pair[0] == pair[1]) => Truth::FALSE,
            [a, b] => !self.eq_views(a, b),
            _ => self.intern_truth(Op::AllDifferent(views.into())),
        }
    }

    /// Returns where the views take the values of one of the rows.
    pub(crate) fn one_of_rows(&mut self, views: &[View], rows: &Rc<Vec<Vec<i64>>>) -> Truth {
        let possible = |row: &&Vec<i64>| {
            views.iter().zip(row.iter()).all(|(view, value)| {
                let rest = Wide::from(*value) - view.offset;
                match view.factor {
                    0 => rest == Wide::ZERO,
                    factor => {
                        let own = rest.exact_div(factor);
                        own.is_some_and(|own| self.dom(view.node).contains(own))
                    }
                }
            })
        };
        let mut kept: Vec<Vec<i64>> = rows.iter().filter(possible).cloned().collect();
        kept.sort_unstable();
        kept.dedup();
        match (&kept[..], views) {
            ([], _) => Truth::FALSE,
            (_, []) => Truth::TRUE,
            (_, [view]) => {
                let values: Vec<i64> = kept.iter().map(|row| row[0]).collect();
                self.in_values(*view, &values)
            }
            ([row], _) => {
                let parts: Vec<Truth> = views
                    .iter()
                    .zip(row)
                    .map(|(&view, &value)| self.eq_const(view, value))
                    .collect();
                self.and(parts)
            }
            _ => self.intern_truth(Op::Table(views.into(), Rc::new(kept))),
        }
    }
}
