//! Building integers.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::{
    Arena, Binary, BoolRef, IntRef, MAX_PAIRS, MAX_VALUES, NodeDomain, NodeId, Op, Unary,
    apply_binary, apply_unary,
};
use crate::budget::abort_overflow;
use crate::wide::{self, Bounds, WideInt};

impl Arena {
    /// Returns 1 where the truth holds, else 0.
    pub(crate) fn bool_to_int(&mut self, condition: BoolRef) -> IntRef {
        if condition.node() == NodeId::TRUE {
            return IntRef::constant(i64::from(!condition.is_negated()));
        }
        let positive = match *self.op(condition.node()) {
            Op::Eq(node, value) => match self.domain(node).values() {
                // A 0/1 node says itself whether it is 1.
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

    /// Returns the truth that a number is 1.
    pub(crate) fn int_to_bool(&mut self, view: IntRef) -> BoolRef {
        self.eq_const(view, 1)
    }

    /// Returns `factor · view`.
    pub(crate) fn scale(&mut self, view: IntRef, factor: i64) -> IntRef {
        let operation = if factor == -1 { "a negation" } else { "a product" };
        self.try_scale(view, factor).unwrap_or_else(|bounds| bounds.abort_overflow(operation))
    }

    pub(super) fn try_scale(&self, view: IntRef, factor: i64) -> Result<IntRef, Bounds> {
        let scale = |number: i64| WideInt::from(number) * factor;
        self.try_view(view.node, scale(view.factor), scale(view.offset))
    }

    /// Returns `view + offset`.
    pub(crate) fn shift(&mut self, view: IntRef, offset: i64) -> IntRef {
        let shifted =
            self.try_view(view.node, view.factor.into(), WideInt::from(view.offset) + offset);
        shifted.unwrap_or_else(|bounds| bounds.abort_overflow("a sum"))
    }

    /// Returns `factor · node + offset` in its normal form.
    ///
    /// The values of a view fit 64 bits, and so do their differences to its offset.
    fn try_view(&self, node: NodeId, factor: WideInt, offset: WideInt) -> Result<IntRef, Bounds> {
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
        self.try_sum(views).unwrap_or_else(|bounds| bounds.abort_overflow("a sum"))
    }

    /// Returns the sum of the views, of which no part may leave 64 bits in whatever order they are
    /// added.
    pub(crate) fn sum_checking_partials(&mut self, views: &[IntRef]) -> IntRef {
        let mut bounds = Some((0_i64, 0_i64));
        for &view in views {
            let (min, max) = self.view_bounds(view);
            bounds = bounds.and_then(|(lower, upper)| {
                Some((lower.checked_add(min.min(0))?, upper.checked_add(max.max(0))?))
            });
        }
        if bounds.is_none() {
            self.partial_sum_bounds(views).abort_overflow("a sum");
        }
        self.sum(views)
    }

    /// Returns the bounds of all sums of some of the views.
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

    /// Returns the sum of the views as `Σ factor · node + offset` for rising nodes and factors that are
    /// not zero; `None` beyond 64 bits.
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

    /// Returns `Σ factor · node + offset` for rising nodes and factors that are not zero.
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
        let Op::Sum(terms) = op else { unreachable!("asked for sums only") };
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

    /// Returns the truth that a node is 1 if the node is a flag.
    fn flag_of(&mut self, node: NodeId) -> Option<BoolRef> {
        match *self.op(node) {
            Op::BoolToInt(condition) => Some(BoolRef::new(condition)),
            Op::Var(_) if *self.domain(node) == NodeDomain::boolean() => {
                Some(self.eq_const(IntRef::of(node), 1))
            }
            _ => None,
        }
    }

    /// Returns the weighted sum over truths of one group as the integer that it is.
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

    /// Returns the parts of a sum over the flags of several integers: an integer for each.
    ///
    /// Only flags of different weights are put together; counts are better off as they are.
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

    /// Splits flags into lists of places, each of flags of one group: again and again, the first
    /// flag that is left, with those of its group that has most of what is left.
    ///
    /// Cost: linear in the number of flags and of groups that they are in.
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

    /// Returns the number beside the one truth that holds; exactly one of them does.
    pub(crate) fn select(&mut self, mut members: Vec<(BoolRef, i64)>) -> IntRef {
        members.retain(|member| member.0 != BoolRef::FALSE);
        if let Some(&(_, value)) = members.iter().find(|member| member.0 == BoolRef::TRUE) {
            return IntRef::constant(value);
        }
        if members.is_empty() {
            // What demands that one of them holds cannot be met, whatever the number is.
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

    /// Returns the operation on one integer.
    ///
    /// Operands for which it has no value get some value of its range: whether there is a value is
    /// demanded separately.
    pub(crate) fn unary(&mut self, op: Unary, operand: IntRef) -> IntRef {
        if let Some(value) = operand.as_constant() {
            return IntRef::constant(apply_unary(&op, value).unwrap_or(0));
        }
        if op == Unary::RemConst(2)
            && let Op::Sum(terms) = self.op(operand.node)
            && terms.len() > 2
        {
            return self.parity(operand);
        }
        if let Unary::RemConst(modulus) = op
            && let Op::Sum(terms) = self.op(operand.node)
            && terms.len() > 2
            && (1..=64).contains(&modulus)
        {
            return self.residue(operand, modulus);
        }
        if self.domain(operand.node).values().is_some() {
            return self.table(&op, operand);
        }
        let (lower, upper) = self.view_bounds(operand);
        // The greatest absolute value.
        let reach = Bounds::new(lower, upper).max_abs();
        // The range of results must be whole: what is outside of it is taken for impossible.
        let bounds = match op {
            Unary::Abs | Unary::GcdConst(0) => {
                let negative = self.scale(operand, -1);
                return self.max(&[operand, negative]);
            }
            // A divisor of the remainder and of k divides the number.
            Unary::GcdConst(k)
                if usize::try_from(k.unsigned_abs()).is_ok_and(|k| k <= MAX_VALUES) =>
            {
                let remainder = self.unary(Unary::RemConst(k), operand);
                return self.unary(Unary::GcdConst(k), remainder);
            }
            _ if has_few_defined_operands(&op) => {
                let few = self.defined_points(&op, lower, upper);
                let mut members: Vec<(BoolRef, i64)> =
                    Vec::with_capacity(few.len().saturating_add(1));
                for &(x, result) in &few {
                    members.push((self.eq_const(operand, x), result));
                }
                let other = self.and(members.iter().map(|member| !member.0));
                members.push((other, few.first().map_or(0, |entry| entry.1)));
                return self.select(members);
            }
            Unary::ConstPow(1) => return IntRef::constant(1),
            Unary::ConstPow(0) => {
                let is_zero = self.eq_const(operand, 0);
                return self.bool_to_int(is_zero);
            }
            Unary::ConstPow(_) => {
                // The base is -1.
                let odd = self.unary(Unary::RemConst(2), operand);
                let negative = self.scale(odd, -2);
                return self.shift(negative, 1);
            }
            Unary::PowConst(0) => return IntRef::constant(1),
            Unary::PowConst(1) => return operand,
            Unary::PowConst(2) => Bounds::new(0, reach * reach),
            Unary::PowConst(k) if k < 0 => return IntRef::constant(0),
            Unary::PowConst(k) => {
                let half = self.unary(Unary::PowConst(k >> 1), operand);
                let square = self.unary(Unary::PowConst(2), half);
                return match k & 1 {
                    0 => square,
                    _ => self.binary(Binary::Mul, square, operand),
                };
            }
            Unary::DivConst(k) => {
                let quotient = |x: i64| match k {
                    0 => WideInt::ZERO,
                    1.. => WideInt::from(x).floor_div(k),
                    i64::MIN => WideInt::from(i64::from(x < 0)),
                    _ => -WideInt::from(x).floor_div(wide::sub(0, k)),
                };
                let (a, b) = (quotient(lower), quotient(upper));
                Bounds::exactly(a).or(Bounds::exactly(b))
            }
            Unary::RemConst(k) => {
                let k = WideInt::from(k).abs();
                if lower >= 0 && WideInt::from(upper) < k {
                    return operand;
                }
                Bounds::new(0, greatest_remainder((lower, upper), k))
            }
            // A quotient is no further from zero than its dividend.
            Unary::ConstDiv(k) => Bounds::new(-WideInt::from(k).abs(), WideInt::from(k).abs()),
            Unary::ConstRem(k) => Bounds::new(0, greatest_remainder((k, k), reach)),
            Unary::GcdConst(k) => Bounds::new(0, WideInt::from(k).abs()),
            Unary::LargestPowerDivisor(base) => {
                return self.largest_power_divisor(operand, base, reach);
            }
            Unary::FloorPower(base) => {
                return self.floor_power(operand, base, upper);
            }
            Unary::Factorial | Unary::Table(_) => unreachable!("it was dealt with above"),
        };
        let Some(domain) = NodeDomain::from_bounds(bounds) else {
            bounds.abort_overflow(describe_unary(&op))
        };
        IntRef::of(self.intern(Op::Unary(op, operand), || domain))
    }

    /// Returns the greatest power of `base` that divides the operand, which is at most `reach` from
    /// zero: one case per power.
    fn largest_power_divisor(&mut self, operand: IntRef, base: i64, reach: WideInt) -> IntRef {
        let mut members = Vec::new();
        let mut divides = BoolRef::TRUE;
        for power in powers(base, reach) {
            let next = WideInt::from(power) * base;
            // No power beyond `reach` divides any number but zero, for which there is no value.
            let next_divides = match next.to_i64().filter(|_| next <= reach) {
                Some(next) => {
                    let rest = self.unary(Unary::RemConst(next), operand);
                    self.eq_const(rest, 0)
                }
                None => BoolRef::FALSE,
            };
            members.push((self.and([divides, !next_divides]), power));
            divides = next_divides;
        }
        self.select(members)
    }

    /// Returns the greatest power of `base` that is not above the operand, which is at most `upper`:
    /// one case per power.
    fn floor_power(&mut self, operand: IntRef, base: i64, upper: i64) -> IntRef {
        let mut members = vec![(self.le_const(operand, 0), 0)];
        for power in powers(base, upper.into()) {
            let above = self.ge_const(operand, power);
            let below = self.le_const(operand, WideInt::from(power) * base - 1);
            members.push((self.and([above, below]), power));
        }
        self.select(members)
    }

    /// Returns operand and value for the operands that have one.
    ///
    /// Complete for operations of which [`has_few_defined_operands`] is true.
    fn defined_points(&self, op: &Unary, lower: i64, upper: i64) -> Vec<(i64, i64)> {
        let span = lower.max(-64)..=upper.min(64);
        span.filter_map(|x| Some((x, apply_unary(op, x)?))).collect()
    }

    /// Returns the operation as a list over the operand's node.
    fn table(&mut self, op: &Unary, operand: IntRef) -> IntRef {
        let domain = self.domain(operand.node);
        let values = domain.values().expect("asked for listed domains only");
        let image: Vec<(i64, Option<i64>)> =
            values.iter().map(|&x| (x, apply_unary(op, operand.apply(x)))).collect();
        let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
        let list: Vec<(i64, i64)> =
            image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
        self.tabulated_node(operand.node, list)
    }

    /// Returns the number beside the node's value in `list`, which covers its domain.
    fn tabulated_node(&mut self, node: NodeId, list: Vec<(i64, i64)>) -> IntRef {
        // A straight line is a view; two points always lie on one if the slope is whole.
        let (x0, y0) = list[0];
        if let Some(&(x1, y1)) = list.get(1) {
            let (run, rise) = (WideInt::from(x1) - x0, WideInt::from(y1) - y0);
            if let Some(factor) = run.to_i64().and_then(|run| rise.exact_div(run)) {
                let offset = WideInt::from(y0) - WideInt::from(x0) * factor;
                let on_line = |&(x, y): &(i64, i64)| {
                    let start = x.checked_mul(factor).map(WideInt::from);
                    start.is_some_and(|start| start + offset == WideInt::from(y))
                };
                if list.iter().all(on_line)
                    && let Ok(view) = self.try_view(node, factor.into(), offset)
                {
                    return view;
                }
            }
        }
        if let Op::Select(members) = self.op(node) {
            let members = members.clone();
            let image = |value: i64| {
                let found = list.binary_search_by_key(&value, |entry| entry.0);
                list[found.expect("the list covers the domain")].1
            };
            let members = members.iter().map(|&(condition, value)| (condition, image(value)));
            return self.select(members.collect());
        }
        let domain = NodeDomain::from_values(list.iter().map(|entry| entry.1).collect());
        let domain = domain.expect("the list covers a domain, which is not empty");
        let op = Op::Unary(Unary::Table(list.into()), IntRef::of(node));
        IntRef::of(self.intern(op, || domain))
    }

    /// Returns a sum modulo 2: whether an odd number of its odd terms is odd.
    fn parity(&mut self, sum: IntRef) -> IntRef {
        if sum.factor & 1 == 0 {
            return IntRef::constant(sum.offset.rem_euclid(2));
        }
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("asked for sums only") };
        let odd: Vec<NodeId> =
            terms.iter().filter(|term| term.1 & 1 == 1).map(|term| term.0).collect();
        let mut parity = BoolRef::constant(sum.offset.rem_euclid(2) == 1);
        for node in odd {
            let bit = self.unary(Unary::RemConst(2), IntRef::of(node));
            let bit = self.int_to_bool(bit);
            parity = self.xor(parity, bit);
        }
        self.bool_to_int(parity)
    }

    /// Returns a sum modulo a small number, term by term, so that no intermediate value is large.
    fn residue(&mut self, sum: IntRef, modulus: i64) -> IntRef {
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("asked for sums only") };
        let terms = terms.to_vec();
        let mut residue = IntRef::constant(sum.offset.rem_euclid(modulus));
        for (node, coefficient) in terms {
            let rest = |number: i64| WideInt::from(number.rem_euclid(modulus));
            let factor =
                (rest(coefficient) * rest(sum.factor)).to_i64_or_abort().rem_euclid(modulus);
            let term = match self.try_view(node, factor.into(), WideInt::ZERO) {
                Ok(view) => self.unary(Unary::RemConst(modulus), view),
                // The remainder first: it is small.
                Err(_) => {
                    let small = self.unary(Unary::RemConst(modulus), IntRef::of(node));
                    let scaled = self.scale(small, factor);
                    self.unary(Unary::RemConst(modulus), scaled)
                }
            };
            let partial = self.sum(&[residue, term]);
            residue = match partial.as_constant() {
                Some(value) => IntRef::constant(value.rem_euclid(modulus)),
                // Not through `unary`, which would take a sum apart again.
                None => self.table(&Unary::RemConst(modulus), partial),
            };
        }
        residue
    }

    /// Returns the operation on two integers; see [`Arena::unary`] for missing values.
    pub(crate) fn binary(&mut self, op: Binary, a: IntRef, b: IntRef) -> IntRef {
        if let Some(view) = self.binary_with_constant(op, a, b) {
            return view;
        }
        if op == Binary::Mul && a == b && self.domain(a.node).values().is_none() {
            return self.unary(Unary::PowConst(2), a);
        }
        if op == Binary::Mul {
            // A product with 0 or 1 is a choice.
            for (choice, number) in [(a, b), (b, a)] {
                if self.view_bounds(choice) == (0, 1) {
                    let condition = self.int_to_bool(choice);
                    return self.conditional(condition, number, IntRef::constant(0));
                }
            }
        }
        // What does not fit 64 bits has no value, so the bounds decide whether the model is refused.
        let fits = |bounds: Bounds| NodeDomain::from_bounds(bounds).is_some();
        if a.node == b.node
            && (op != Binary::Mul || fits(self.product_bounds(a, b)))
            && let Some(values) = self.domain(a.node).values()
        {
            let image: Vec<(i64, Option<i64>)> =
                values.iter().map(|&x| (x, apply_binary(op, a.apply(x), b.apply(x)))).collect();
            let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
            let list = image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
            return self.tabulated_node(a.node, list);
        }
        let (a, b) = match op {
            Binary::Mul | Binary::Gcd => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        if op == Binary::Pow && !self.has_few_pairs(a, b) {
            return self.power_by_cases(a, b);
        }
        let op_node = Op::Binary(op, a, b);
        match self.find(&op_node) {
            Some(node) => IntRef::of(node),
            None => {
                let domain = self.binary_domain(op, a, b);
                IntRef::of(self.intern_new(op_node, domain))
            }
        }
    }

    fn binary_with_constant(&mut self, op: Binary, a: IntRef, b: IntRef) -> Option<IntRef> {
        Some(match (a.as_constant(), b.as_constant(), op) {
            (Some(x), Some(y), Binary::Mul) => match (WideInt::from(x) * y).to_i64() {
                Some(product) => IntRef::constant(product),
                None => Bounds::exactly(WideInt::from(x) * y).abort_overflow(describe_binary(op)),
            },
            // Where there is no value, it is demanded separately that there is one.
            (Some(x), Some(y), _) => IntRef::constant(apply_binary(op, x, y).unwrap_or(0)),
            (Some(k), None, Binary::Mul) => self.scale(b, k),
            (None, Some(k), Binary::Mul) => self.scale(a, k),
            (None, Some(0), Binary::Div | Binary::Rem) => IntRef::constant(0),
            (None, Some(k), Binary::Div) => self.unary(Unary::DivConst(k), a),
            (None, Some(k), Binary::Rem) => self.unary(Unary::RemConst(k), a),
            (None, Some(k), Binary::Pow) => self.unary(Unary::PowConst(k), a),
            (None, Some(k), Binary::Gcd) => self.unary(Unary::GcdConst(k), a),
            (Some(k), None, Binary::Div) => self.unary(Unary::ConstDiv(k), b),
            (Some(k), None, Binary::Rem) => self.unary(Unary::ConstRem(k), b),
            (Some(k), None, Binary::Pow) => self.unary(Unary::ConstPow(k), b),
            (Some(k), None, Binary::Gcd) => self.unary(Unary::GcdConst(k), b),
            (None, None, _) => return None,
        })
    }

    /// Returns whether an operation on these operands is tabulated.
    pub(crate) fn has_few_pairs(&self, a: IntRef, b: IntRef) -> bool {
        let n_values = |view: IntRef| match view.factor {
            0 => Some(1),
            _ => self.domain(view.node).values().map(<[i64]>::len),
        };
        let n_pairs = n_values(a).zip(n_values(b)).map(|(a, b)| a.saturating_mul(b));
        n_pairs.is_some_and(|n_pairs| n_pairs <= MAX_PAIRS)
    }

    fn product_bounds(&self, a: IntRef, b: IntRef) -> Bounds {
        Bounds::from(self.view_bounds(a)).times(self.view_bounds(b).into())
    }

    fn binary_domain(&mut self, op: Binary, a: IntRef, b: IntRef) -> NodeDomain {
        let (domain_a, domain_b) = (self.view_domain(a), self.view_domain(b));
        let (reach_a, reach_b) = (domain_a.bounds().max_abs(), domain_b.bounds().max_abs());
        // The range of results must be whole: what is outside of it is taken for impossible.
        let bounds = match op {
            Binary::Mul => self.product_bounds(a, b),
            // A quotient is no further from zero than its dividend.
            Binary::Div => Bounds::new(-reach_a, reach_a),
            Binary::Rem => {
                let upper = greatest_remainder((domain_a.min(), domain_a.max()), reach_b);
                Bounds::new(0, upper)
            }
            Binary::Gcd => Bounds::new(0, reach_a.max(reach_b)),
            // Powers are tabulated, those that do not fit left out.
            Binary::Pow => Bounds::exactly(0),
        };
        let Some(range) = NodeDomain::from_bounds(bounds) else {
            bounds.abort_overflow(describe_binary(op))
        };
        match (domain_a.values(), domain_b.values()) {
            (Some(xs), Some(ys)) if self.has_few_pairs(a, b) => {
                let results =
                    xs.iter().flat_map(|&x| ys.iter().filter_map(move |&y| apply_binary(op, x, y)));
                NodeDomain::from_values(results.collect())
                    .unwrap_or_else(|| NodeDomain::from_range(0, 0))
            }
            _ => range,
        }
    }

    /// Returns a power with too many pairs of operands to be tabulated: one case per exponent, or one
    /// per base where the exponents are many.
    fn power_by_cases(&mut self, base: IntRef, exponent: IntRef) -> IntRef {
        let (lower, upper) = self.view_bounds(base);
        let (_, most) = self.view_bounds(exponent);
        if lower >= -1 && upper <= 1 {
            // 0, 1 or -1 to any power; 0⁰ = 1.
            let is_zero = self.eq_const(exponent, 0);
            let odd = self.unary(Unary::RemConst(2), exponent);
            let is_odd = self.int_to_bool(odd);
            let square = self.unary(Unary::PowConst(2), base);
            let power = self.conditional(is_odd, base, square);
            return self.conditional(is_zero, IntRef::constant(1), power);
        }
        let reach = Bounds::new(lower, upper).max_abs();
        let mut powers = Vec::new();
        let mut greatest = WideInt::ONE;
        for k in 0..=most.max(0) {
            if k > 0 {
                greatest = greatest * reach;
            }
            if greatest.to_i64().is_none() {
                let negative = if lower < 0 { -greatest } else { WideInt::ZERO };
                abort_overflow("a power", negative.to_i128(), greatest.to_i128());
            }
            powers.push(self.unary(Unary::PowConst(k), base));
        }
        self.element(&powers, exponent)
    }

    /// Returns where the operation has a value.
    pub(crate) fn definedness(&mut self, op: Binary, a: IntRef, b: IntRef) -> BoolRef {
        match op {
            Binary::Mul | Binary::Gcd => BoolRef::TRUE,
            Binary::Div | Binary::Rem => !self.eq_const(b, 0),
            Binary::Pow => {
                if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
                    return BoolRef::constant(apply_binary(op, x, y).is_some());
                }
                if let Some(exponent) = b.as_constant() {
                    return self.unary_definedness(&Unary::PowConst(exponent), a);
                }
                if let Some(base) = a.as_constant() {
                    return self.unary_definedness(&Unary::ConstPow(base), b);
                }
                if a.node == b.node
                    && let Some(values) = self.domain(a.node).values()
                {
                    // Of one number: tabulated over its values, however many pairs there were.
                    let defined = |&x: &i64| apply_binary(op, a.apply(x), b.apply(x)).is_some();
                    let inside: Vec<i64> = values.iter().copied().filter(defined).collect();
                    return self.in_values(IntRef::of(a.node), &inside);
                }
                if !self.has_few_pairs(a, b) {
                    // All powers fit 64 bits, or the power was refused.
                    return self.ge_const(b, 0);
                }
                self.intern_bool(Op::Defined(op, a, b))
            }
        }
    }

    /// Returns where an operation on one integer has a value.
    pub(crate) fn unary_definedness(&mut self, op: &Unary, operand: IntRef) -> BoolRef {
        if let Some(value) = operand.as_constant() {
            return BoolRef::constant(apply_unary(op, value).is_some());
        }
        match self.domain(operand.node).values() {
            Some(values) => {
                let defined = |&x: &i64| apply_unary(op, operand.apply(x)).is_some();
                let mut inside: Vec<i64> =
                    values.iter().copied().filter(defined).map(|x| operand.apply(x)).collect();
                inside.sort_unstable();
                self.in_values(operand, &inside)
            }
            None => match op {
                Unary::DivConst(0) | Unary::RemConst(0) => BoolRef::FALSE,
                Unary::ConstDiv(_) | Unary::ConstRem(_) | Unary::LargestPowerDivisor(2..) => {
                    !self.eq_const(operand, 0)
                }
                Unary::LargestPowerDivisor(_) => BoolRef::FALSE,
                Unary::FloorPower(base) => BoolRef::constant(*base >= 2),
                Unary::ConstPow(_) if !has_few_defined_operands(op) => self.ge_const(operand, 0),
                Unary::PowConst(k) if *k < 0 => BoolRef::FALSE,
                op if has_few_defined_operands(op) => {
                    let (lower, upper) = self.view_bounds(operand);
                    let defined = self.defined_points(op, lower, upper);
                    let inside: Vec<i64> = defined.into_iter().map(|entry| entry.0).collect();
                    self.in_values(operand, &inside)
                }
                _ => BoolRef::TRUE,
            },
        }
    }

    /// Returns the least of the views.
    pub(crate) fn min(&mut self, views: &[IntRef]) -> IntRef {
        let mut views = views.to_vec();
        views.sort_unstable();
        views.dedup();
        let bounds: Vec<(i64, i64)> = views.iter().map(|&view| self.view_bounds(view)).collect();
        let ceiling = bounds.iter().map(|bound| bound.1).min().unwrap_or(0);
        // One that is never below another's greatest value never decides; keep one at the ceiling.
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

    /// Returns the greatest of the views.
    pub(crate) fn max(&mut self, views: &[IntRef]) -> IntRef {
        let negative: Vec<IntRef> = views.iter().map(|&view| self.scale(view, -1)).collect();
        let least = self.min(&negative);
        self.scale(least, -1)
    }

    /// Returns the first view where the truth holds, else the second.
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
            // The constants are further apart than 64 bits tell: the choice is a node of its own.
        }
        let (condition, a, b) =
            if condition.is_negated() { (!condition, b, a) } else { (condition, a, b) };
        if let Some(members) = self.select_by_cases(condition, a, b) {
            return self.select(members);
        }
        let domain = self.view_domain(a).union(&self.view_domain(b));
        IntRef::of(self.intern(Op::If(condition, a, b), || domain))
    }

    /// Returns the choice between two numbers as a selection, if the condition and both numbers
    /// are decided by the same cases.
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

    /// Returns the element of the list at the zero-based place.
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

    /// Returns the element at this place of the sorted list.
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
        // The n-th smallest lies between the n-th smallest of the lower and of the upper bounds.
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
        // Small domains may have many values together.
        let is_listed = |domain: &NodeDomain| domain.values().is_some();
        if !is_listed(&domain) || !domains.iter().all(is_listed) {
            return self.nth_smallest_by_rank(&list, position);
        }
        IntRef::of(self.intern(Op::NthSmallest(list.into(), position), || domain))
    }

    /// Returns the element at this place of the sorted list, for large domains: the one that as many
    /// elements come before. Of equal elements, the earlier one comes first.
    fn nth_smallest_by_rank(&mut self, list: &[IntRef], position: usize) -> IntRef {
        let position = i64::try_from(position).expect("lists fit into memory");
        let mut result = list[0];
        for (own_place, &own) in list.iter().enumerate().skip(1) {
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

    /// Returns how many different values the views have.
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
            let parts: Vec<BoolRef> =
                views.iter().map(|&view| self.eq_const(view, value)).collect();
            let occurs = self.or(parts);
            terms.push(self.bool_to_int(occurs));
        }
        self.sum(&terms)
    }

    /// Returns how many views differ from all before them.
    fn distinct_count_by_pairs(&mut self, views: &[IntRef]) -> IntRef {
        let mut terms = Vec::with_capacity(views.len());
        for (position, &view) in views.iter().enumerate() {
            let equal: Vec<BoolRef> =
                views[..position].iter().map(|&other| self.eq_views(view, other)).collect();
            let occurs_before = self.or(equal);
            terms.push(self.bool_to_int(!occurs_before));
        }
        self.sum(&terms)
    }
}

/// Returns the powers of `base` (at least 2, else none) from 1 up to `most`.
fn powers(base: i64, most: WideInt) -> Vec<i64> {
    let mut powers = Vec::new();
    let mut power = (base >= 2 && most >= WideInt::ONE).then_some(1_i64);
    while let Some(own) = power {
        powers.push(own);
        power = own.checked_mul(base).filter(|&next| WideInt::from(next) <= most);
    }
    powers
}

/// Returns the greatest remainder of a number within bounds by one that is at most `reach` from zero:
/// less than the divisor, and not above a dividend that is not negative.
fn greatest_remainder((lower, upper): (i64, i64), reach: WideInt) -> WideInt {
    let most = (reach - 1).max(WideInt::ZERO);
    if lower >= 0 { most.min(upper.into()) } else { most }
}

fn describe_unary(op: &Unary) -> &'static str {
    match op {
        Unary::PowConst(2) => "a square",
        Unary::DivConst(_) | Unary::ConstDiv(_) => "a quotient",
        Unary::RemConst(_) | Unary::ConstRem(_) => "a remainder",
        Unary::Abs => "an absolute value",
        Unary::Factorial => "a factorial",
        Unary::ConstPow(_) | Unary::PowConst(_) => "a power",
        Unary::GcdConst(_) => "a greatest common divisor",
        Unary::LargestPowerDivisor(_) | Unary::FloorPower(_) => "a greatest power",
        Unary::Table(_) => "an element",
    }
}

fn describe_binary(op: Binary) -> &'static str {
    match op {
        Binary::Mul => "a product",
        Binary::Div => "a quotient",
        Binary::Rem => "a remainder",
        Binary::Pow => "a power",
        Binary::Gcd => "a greatest common divisor",
    }
}

/// Returns whether only operands from -64 to 64 have a value: beyond, the results leave 64 bits.
fn has_few_defined_operands(op: &Unary) -> bool {
    match op {
        Unary::Factorial => true,
        Unary::ConstPow(base) => !(-1..=1).contains(base),
        Unary::PowConst(exponent) => *exponent > 10,
        _ => false,
    }
}
