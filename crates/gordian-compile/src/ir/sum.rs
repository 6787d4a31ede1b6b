//! Conversions between Booleans and integers, sums, and weighted sums over exclusive conditions.

use rustc_hash::FxHashMap;

use super::{Arena, Binary, BoolRef, IntRef, NodeDomain, NodeId, Op, apply_binary};
use crate::wide::{self, Bounds, WideInt};

/// Returns a view, or stops the compilation because the values of an operation have these bounds.
fn or_stop(view: Result<IntRef, Bounds>, operation: &'static str) -> IntRef {
    view.unwrap_or_else(|bounds| {
        bounds.record_overflow(operation);
        IntRef::constant(0)
    })
}

impl Arena {
    /// Returns 1 if the condition holds, otherwise 0.
    pub(crate) fn bool_to_int(&mut self, condition: BoolRef) -> IntRef {
        if condition.node() == NodeId::TRUE {
            return IntRef::constant(i64::from(!condition.is_negated()));
        }
        let positive = match *self.op(condition.node()) {
            Op::Eq(node, value) => match self.domain(node).values() {
                // A node with values v and v + 1 is shifted instead of creating a new node.
                Some([low, high]) if *high == value && low.checked_add(1) == Some(*high) => {
                    IntRef { node, factor: 1, offset: wide::sub(0, *low) }
                }
                _ => self.bool_node_to_int(condition.node()),
            },
            _ => self.bool_node_to_int(condition.node()),
        };
        if condition.is_negated() {
            IntRef {
                node: positive.node,
                factor: wide::sub(0, positive.factor),
                offset: wide::sub(1, positive.offset),
            }
        } else {
            positive
        }
    }

    fn bool_node_to_int(&mut self, node: NodeId) -> IntRef {
        IntRef::of(self.intern_bool(Op::BoolToInt(node)).node())
    }

    /// Returns the condition `view = 1`.
    pub(crate) fn int_to_bool(&mut self, view: IntRef) -> BoolRef {
        self.eq_const(view, 1)
    }

    /// Returns `factor · view`.
    pub(crate) fn scale(&mut self, view: IntRef, factor: i64) -> IntRef {
        let operation = if factor == -1 { "a negation" } else { "a product" };
        or_stop(self.try_scale(view, factor), operation)
    }

    pub(super) fn try_scale(&self, view: IntRef, factor: i64) -> Result<IntRef, Bounds> {
        let scale = |number: i64| WideInt::from(number) * factor;
        self.try_view(view.node, scale(view.factor), scale(view.offset))
    }

    /// Returns `view + offset`.
    pub(crate) fn shift(&mut self, view: IntRef, offset: i64) -> IntRef {
        let shifted =
            self.try_view(view.node, view.factor.into(), WideInt::from(view.offset) + offset);
        or_stop(shifted, "a sum")
    }

    /// Returns `factor · node + offset` in its normal form.
    ///
    /// The values of a view and their differences to its offset fit 64 bits.
    pub(super) fn try_view(
        &self,
        node: NodeId,
        factor: WideInt,
        offset: WideInt,
    ) -> Result<IntRef, Bounds> {
        if factor == WideInt::ZERO {
            return match offset.to_i64() {
                Some(offset) => Ok(IntRef::constant(offset)),
                None => Err(Bounds::exactly(offset)),
            };
        }
        let domain = self.domain(node);
        let (a, b) = (factor * domain.min(), factor * domain.max());
        let fits = |value: WideInt| value.to_i64().is_some();
        if let (Some(own_factor), Some(own_offset)) = (factor.to_i64(), offset.to_i64())
            && [a, b, a + offset, b + offset].into_iter().all(fits)
        {
            return Ok(IntRef { node, factor: own_factor, offset: own_offset });
        }
        Err(Bounds::exactly(a + offset).or(Bounds::exactly(b + offset)))
    }

    /// Returns the sum of the views.
    pub(crate) fn sum(&mut self, views: &[IntRef]) -> IntRef {
        or_stop(self.try_sum(views), "a sum")
    }

    /// Returns the sum of the views. Stops the compilation if some partial sum, in any order of
    /// addition, could leave the range of 64-bit integers.
    pub(crate) fn sum_checking_partials(&mut self, views: &[IntRef]) -> IntRef {
        let mut bounds = Some((0_i64, 0_i64));
        for &view in views {
            let (min, max) = self.view_bounds(view);
            bounds = bounds.and_then(|(lower, upper)| {
                Some((lower.checked_add(min.min(0))?, upper.checked_add(max.max(0))?))
            });
        }
        if bounds.is_none() {
            self.partial_sum_bounds(views).record_overflow("a sum");
            return IntRef::constant(0);
        }
        self.sum(views)
    }

    /// Returns bounds that hold for the sum of every subset of the views.
    fn partial_sum_bounds(&self, views: &[IntRef]) -> Bounds {
        let zero = Bounds::exactly(0);
        let part = |&view: &IntRef| Bounds::from(self.view_bounds(view)).or(zero);
        views.iter().map(part).fold(zero, Bounds::plus)
    }

    pub(super) fn try_sum(&mut self, views: &[IntRef]) -> Result<IntRef, Bounds> {
        if let [a, b] = *views {
            for (constant, other) in [(a, b), (b, a)] {
                if let Some(offset) = constant.as_constant() {
                    let offset = WideInt::from(other.offset) + offset;
                    return self.try_view(other.node, other.factor.into(), offset);
                }
            }
        }
        match self.merged_terms(views) {
            Some((terms, offset)) => self.sum_of_terms(terms, offset),
            None => Err(self.partial_sum_bounds(views)),
        }
    }

    /// Returns the sum of the views as `Σ factor · node + offset` with ascending nodes and factors
    /// that are not zero; `None` if a number does not fit 64 bits.
    fn merged_terms(&self, views: &[IntRef]) -> Option<(Vec<(NodeId, i64)>, i64)> {
        let mut offset = 0_i64;
        let mut terms: Vec<(NodeId, i64)> = Vec::with_capacity(views.len());
        for view in views {
            offset = offset.checked_add(view.offset)?;
            match self.op(view.node) {
                _ if view.factor == 0 => {}
                Op::Sum(inner) => {
                    for &(node, factor) in inner.iter() {
                        terms.push((node, factor.checked_mul(view.factor)?));
                    }
                }
                _ => terms.push((view.node, view.factor)),
            }
        }
        terms.sort_unstable();
        let mut merged: Vec<(NodeId, i64)> = Vec::with_capacity(terms.len());
        for (node, factor) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == node => last.1 = last.1.checked_add(factor)?,
                _ => merged.push((node, factor)),
            }
        }
        merged.retain(|term| term.1 != 0);
        Some((merged, offset))
    }

    /// Returns `Σ factor · node + offset` for ascending nodes and factors that are not zero.
    fn sum_of_terms(
        &mut self,
        mut terms: Vec<(NodeId, i64)>,
        offset: i64,
    ) -> Result<IntRef, Bounds> {
        let offset = WideInt::from(offset);
        match terms[..] {
            [] => return self.try_view(NodeId::TRUE, WideInt::ZERO, offset),
            [(node, factor)] => return self.try_view(node, factor.into(), offset),
            _ => {}
        }
        let divisor = terms
            .iter()
            .fold(0, |divisor, term| apply_binary(Binary::Gcd, divisor, term.1).unwrap_or(1));
        let divisor = if terms[0].1 < 0 { wide::sub(0, divisor) } else { divisor };
        for term in &mut terms {
            term.1 = term.1.checked_div(divisor).unwrap_or(term.1);
        }
        let divisor = WideInt::from(divisor);
        if let Some(select) = self.select_for_terms(&terms) {
            return self.scaled_sum(select, divisor, offset);
        }
        if let Some(parts) = self.selects_of_terms(&terms) {
            let sum = self.try_sum(&parts)?;
            return self.scaled_sum(sum, divisor, offset);
        }
        let op = Op::Sum(terms.into());
        let node = match self.find(&op) {
            Some(node) => node,
            None => {
                let domain = self.sum_domain(&op)?;
                self.intern_new(op, domain)
            }
        };
        self.try_view(node, divisor, offset)
    }

    /// Returns `divisor · sum + offset`.
    fn scaled_sum(&self, sum: IntRef, divisor: WideInt, offset: WideInt) -> Result<IntRef, Bounds> {
        self.try_view(sum.node, divisor * sum.factor, divisor * sum.offset + offset)
    }

    fn sum_domain(&self, op: &Op) -> Result<NodeDomain, Bounds> {
        let Op::Sum(terms) = op else { unreachable!("the node is a sum") };
        let mut domain = NodeDomain::from_range(0, 0);
        for &(node, factor) in terms.iter() {
            let sum = self.domain(node).view(factor, 0).and_then(|term| domain.add(&term));
            let Some(sum) = sum else {
                let bounds = terms.iter().map(|&(node, factor)| {
                    self.domain(node).bounds().times(Bounds::exactly(factor))
                });
                return Err(bounds.fold(Bounds::exactly(0), Bounds::plus));
            };
            domain = sum;
        }
        Ok(domain)
    }

    /// Returns the condition `node = 1` if the node is a 0/1 integer.
    fn flag_of(&mut self, node: NodeId) -> Option<BoolRef> {
        match *self.op(node) {
            Op::BoolToInt(condition) => Some(BoolRef::new(condition)),
            Op::Var(_) if *self.domain(node) == NodeDomain::boolean() => {
                Some(self.eq_const(IntRef::of(node), 1))
            }
            _ => None,
        }
    }

    /// Returns a weighted sum over conditions of one exclusive group as a `Select`.
    fn select_for_terms(&mut self, terms: &[(NodeId, i64)]) -> Option<IntRef> {
        let mut conditions: Vec<BoolRef> = Vec::with_capacity(terms.len());
        for &(node, _) in terms {
            conditions.push(self.flag_of(node)?);
        }
        let group = self.group_of(&conditions)?.clone();
        let weights: FxHashMap<BoolRef, i64> = conditions
            .iter()
            .zip(terms)
            .rev()
            .map(|(&condition, term)| (condition, term.1))
            .collect();
        let value_of = |member: &BoolRef| weights.get(member).copied().unwrap_or(0);
        let mut members: Vec<(BoolRef, i64)> =
            group.members.iter().map(|member| (*member, value_of(member))).collect();
        if !group.exactly_one {
            let none = self.and(group.members.iter().map(|&member| !member));
            members.push((none, 0));
        }
        Some(self.select(members))
    }

    /// Splits a sum over 0/1 integers of several exclusive groups into one `Select` per group.
    ///
    /// Only terms with different weights are combined; plain counts are encoded better as sums.
    fn selects_of_terms(&mut self, terms: &[(NodeId, i64)]) -> Option<Vec<IntRef>> {
        let mut flags: Vec<(BoolRef, IntRef)> = Vec::with_capacity(terms.len());
        let mut parts = Vec::new();
        for &(node, factor) in terms {
            let view = IntRef { node, factor, offset: 0 };
            match self.flag_of(node) {
                Some(condition) => flags.push((condition, view)),
                None => parts.push(view),
            }
        }
        let mut found = false;
        for inside in self.split_by_groups(&flags) {
            let inside: Vec<(NodeId, i64)> = inside
                .into_iter()
                .map(|position| (flags[position].1.node, flags[position].1.factor))
                .collect();
            let weights_differ = inside.iter().any(|term| term.1 != inside[0].1);
            match if weights_differ { self.select_for_terms(&inside) } else { None } {
                Some(select) => {
                    found = true;
                    parts.push(select);
                }
                None => {
                    let views =
                        inside.iter().map(|&(node, factor)| IntRef { node, factor, offset: 0 });
                    parts.extend(views);
                }
            }
        }
        found.then_some(parts)
    }

    /// Partitions the flags into lists of indices, each within one exclusive group. Greedy: the
    /// first remaining flag is put together with all remaining flags of its largest remaining
    /// group.
    ///
    /// Cost: linear in the number of flags and of the groups that contain them.
    fn split_by_groups(&self, flags: &[(BoolRef, IntRef)]) -> Vec<Vec<usize>> {
        let mut places_in: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (position, &(condition, _)) in flags.iter().enumerate() {
            for &group in self.groups_with(condition) {
                places_in.entry(group).or_default().push(position);
            }
        }
        let mut n_left: FxHashMap<usize, usize> =
            places_in.iter().map(|(&group, positions)| (group, positions.len())).collect();
        let mut is_left = vec![true; flags.len()];
        let mut lists = Vec::new();
        for (first, &(condition, _)) in flags.iter().enumerate() {
            if !is_left[first] {
                continue;
            }
            let best = self.groups_with(condition).iter().max_by_key(|&group| n_left[group]);
            let list: Vec<usize> = match best {
                None => vec![first],
                Some(group) => {
                    places_in[group].iter().copied().filter(|&position| is_left[position]).collect()
                }
            };
            for &position in &list {
                is_left[position] = false;
                for group in self.groups_with(flags[position].0) {
                    if let Some(n) = n_left.get_mut(group) {
                        *n = n.saturating_sub(1);
                    }
                }
            }
            lists.push(list);
        }
        lists
    }

    /// Returns the value of the condition that holds; exactly one of the conditions holds.
    pub(crate) fn select(&mut self, mut members: Vec<(BoolRef, i64)>) -> IntRef {
        members.retain(|member| member.0 != BoolRef::FALSE);
        if let Some(&(_, value)) = members.iter().find(|member| member.0 == BoolRef::TRUE) {
            return IntRef::constant(value);
        }
        if members.is_empty() {
            // The constraint that one of them holds is violated in any case; any value is correct.
            return IntRef::constant(0);
        }
        members.sort_unstable();
        let domain = NodeDomain::from_values(members.iter().map(|member| member.1).collect());
        let domain = domain.expect("there are members");
        if let Some(value) = domain.single() {
            return IntRef::constant(value);
        }
        for member in &members {
            self.keep_unflattened(member.0);
        }
        IntRef::of(self.intern(Op::Select(members.into()), || domain))
    }
}
