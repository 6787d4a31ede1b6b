//! Operations on lists of integers: minimum, choice, array element, order statistics, distinct
//! values.

use std::cmp::Ordering;

use super::{Arena, BoolRef, IntRef, NodeDomain, Op, Unary};
use crate::wide::WideInt;

impl Arena {
    /// Returns the minimum of the views.
    pub(crate) fn min(&mut self, views: &[IntRef]) -> IntRef {
        let mut views = views.to_vec();
        views.sort_unstable();
        views.dedup();
        let bounds: Vec<(i64, i64)> = views.iter().map(|&view| self.view_bounds(view)).collect();
        let ceiling = bounds.iter().map(|bound| bound.1).min().unwrap_or(0);
        // A view whose least value is at least the ceiling never decides; keep one view at the
        // ceiling.
        let keeper = bounds.iter().position(|bound| bound.1 == ceiling);
        let kept = views.iter().zip(&bounds).enumerate();
        let kept =
            kept.filter(|(position, (_, bound))| bound.0 < ceiling || Some(*position) == keeper);
        let views: Vec<IntRef> = kept.map(|(_, (&view, _))| view).collect();
        if let [only] = views[..] {
            return only;
        }
        if views.is_empty() {
            return IntRef::constant(0);
        }
        let domains: Vec<NodeDomain> = views.iter().map(|&view| self.view_domain(view)).collect();
        let domain =
            domains.iter().skip(1).fold(domains[0].clone(), |all, domain| all.union(domain));
        let least = domains.iter().map(NodeDomain::min).min().unwrap_or(0);
        let domain =
            domain.clamp(least, ceiling).expect("the least value is not above the ceiling");
        IntRef::of(self.intern(Op::Min(views.into()), || domain))
    }

    /// Returns the maximum of the views.
    pub(crate) fn max(&mut self, views: &[IntRef]) -> IntRef {
        let negative: Vec<IntRef> = views.iter().map(|&view| self.scale(view, -1)).collect();
        let least = self.min(&negative);
        self.scale(least, -1)
    }

    /// Returns the first view if the condition holds, otherwise the second.
    pub(crate) fn conditional(&mut self, condition: BoolRef, a: IntRef, b: IntRef) -> IntRef {
        if condition == BoolRef::TRUE || a == b {
            return a;
        }
        if condition == BoolRef::FALSE {
            return b;
        }
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            let choice = self.bool_to_int(condition);
            let rise = WideInt::from(x) - y;
            let (factor, offset) = (rise * choice.factor, rise * choice.offset + y);
            if let Ok(view) = self.try_view(choice.node, factor, offset) {
                return view;
            }
            // The difference of the constants exceeds 64 bits: the conditional becomes a node.
        }
        let (condition, a, b) =
            if condition.is_negated() { (!condition, b, a) } else { (condition, a, b) };
        if let Some(members) = self.select_by_cases(condition, a, b) {
            return self.select(members);
        }
        let domain = self.view_domain(a).union(&self.view_domain(b));
        IntRef::of(self.intern(Op::If(condition, a, b), || domain))
    }

    /// Returns a conditional as a `Select` if the condition and both operands are determined by the
    /// same cases.
    fn select_by_cases(
        &self,
        condition: BoolRef,
        a: IntRef,
        b: IntRef,
    ) -> Option<Vec<(BoolRef, i64)>> {
        let cases = match (self.op(a.node), self.op(b.node)) {
            (Op::Select(members), _) | (_, Op::Select(members)) => members,
            _ => return None,
        };
        let is_case = |part: &BoolRef| cases.iter().any(|case| case.0 == *part);
        let alternative = !condition;
        let (parts, a, b) = match self.op(condition.node()) {
            _ if is_case(&condition) => (std::slice::from_ref(&condition), a, b),
            _ if is_case(&alternative) => (std::slice::from_ref(&alternative), b, a),
            Op::Or(parts) if parts.iter().all(is_case) => (&parts[..], a, b),
            _ => return None,
        };
        let value_in = |view: IntRef, position: usize| match self.op(view.node) {
            _ if view.factor == 0 => Some(view.offset),
            Op::Select(members) if members.len() == cases.len() => {
                let (own, value) = members[position];
                (own == cases[position].0).then(|| view.apply(value))
            }
            _ => None,
        };
        let choose = |(position, case): (usize, &(BoolRef, i64))| {
            let view = if parts.contains(&case.0) { a } else { b };
            Some((case.0, value_in(view, position)?))
        };
        cases.iter().enumerate().map(choose).collect()
    }

    /// Returns the element of the list at a zero-based index.
    pub(crate) fn element(&mut self, list: &[IntRef], index: IntRef) -> IntRef {
        if let Some(position) = index.as_constant() {
            let position = usize::try_from(position).ok();
            return position.and_then(|p| list.get(p)).copied().unwrap_or(IntRef::constant(0));
        }
        let index_domain = self.view_domain(index);
        let reachable: Vec<IntRef> = (0_i64..)
            .zip(list)
            .filter(|(position, _)| index_domain.contains(*position))
            .map(|(_, &view)| view)
            .collect();
        if reachable.is_empty() {
            return IntRef::constant(0);
        }
        let constants: Option<Vec<i64>> = list.iter().map(|view| view.as_constant()).collect();
        if let (Some(constants), Some(_)) = (&constants, self.domain(index.node).values()) {
            let entries: Vec<(i64, i64)> = (0_i64..).zip(constants.iter().copied()).collect();
            return self.table(&Unary::Table(entries.into()), index);
        }
        let domains: Vec<NodeDomain> =
            reachable.iter().map(|&view| self.view_domain(view)).collect();
        let domain =
            domains.iter().skip(1).fold(domains[0].clone(), |all, domain| all.union(domain));
        IntRef::of(self.intern(Op::Element(list.into(), index), || domain))
    }

    /// Returns the element at this position of the sorted list.
    pub(crate) fn nth_smallest(&mut self, list: &[IntRef], position: usize) -> IntRef {
        let mut list = list.to_vec();
        list.sort_unstable();
        if position == 0 {
            return self.min(&list);
        }
        if position.saturating_add(1) == list.len() {
            return self.max(&list);
        }
        let domains: Vec<NodeDomain> = list.iter().map(|&view| self.view_domain(view)).collect();
        // The n-th smallest lies between the n-th smallest lower bound and the n-th smallest upper
        // bound.
        let ranked = |bound: fn(&NodeDomain) -> i64| {
            let mut bounds: Vec<i64> = domains.iter().map(bound).collect();
            bounds.sort_unstable();
            bounds[position]
        };
        let (lower, upper) = (ranked(NodeDomain::min), ranked(NodeDomain::max));
        if lower == upper {
            return IntRef::constant(lower);
        }
        let domain =
            domains.iter().skip(1).fold(domains[0].clone(), |all, domain| all.union(domain));
        let domain = domain.clamp(lower, upper).expect("some view has a value between the bounds");
        // The union of small domains may exceed the limit of listed values.
        let is_listed = |domain: &NodeDomain| domain.values().is_some();
        if !is_listed(&domain) || !domains.iter().all(is_listed) {
            return self.nth_smallest_by_rank(&list, position);
        }
        IntRef::of(self.intern(Op::NthSmallest(list.into(), position), || domain))
    }

    /// Returns the element at this position of the sorted list, for large domains: the element with
    /// this many elements before it. Equal elements are ordered by their index in the list.
    fn nth_smallest_by_rank(&mut self, list: &[IntRef], position: usize) -> IntRef {
        let position = i64::try_from(position).expect("lists fit into memory");
        let mut result = list[0];
        for (own_place, &own) in list.iter().enumerate().skip(1) {
            if self.is_stopped() {
                break;
            }
            let mut before = Vec::with_capacity(list.len());
            for (other_place, &other) in list.iter().enumerate() {
                let comes_before = match other_place.cmp(&own_place) {
                    Ordering::Less => self.le_views(other, own),
                    Ordering::Equal => continue,
                    Ordering::Greater => !self.le_views(own, other),
                };
                before.push(self.bool_to_int(comes_before));
            }
            let rank = self.sum(&before);
            let is_at_place = self.eq_const(rank, position);
            result = self.conditional(is_at_place, own, result);
        }
        result
    }

    /// Returns the number of different values of the views.
    pub(crate) fn distinct_count(&mut self, views: &[IntRef]) -> IntRef {
        let mut values: Vec<i64> = Vec::new();
        for &view in views {
            match self.view_domain(view).values() {
                Some(own) => values.extend_from_slice(own),
                None => return self.distinct_count_by_pairs(views),
            }
        }
        values.sort_unstable();
        values.dedup();
        let mut terms = Vec::with_capacity(values.len());
        for value in values {
            if self.is_stopped() {
                break;
            }
            let parts: Vec<BoolRef> =
                views.iter().map(|&view| self.eq_const(view, value)).collect();
            let occurs = self.or(parts);
            terms.push(self.bool_to_int(occurs));
        }
        self.sum(&terms)
    }

    /// Returns the number of views that differ from all preceding views.
    fn distinct_count_by_pairs(&mut self, views: &[IntRef]) -> IntRef {
        let mut terms = Vec::with_capacity(views.len());
        for (position, &view) in views.iter().enumerate() {
            if self.is_stopped() {
                break;
            }
            let equal: Vec<BoolRef> =
                views[..position].iter().map(|&other| self.eq_views(view, other)).collect();
            let occurs_before = self.or(equal);
            terms.push(self.bool_to_int(!occurs_before));
        }
        self.sum(&terms)
    }
}
