//! Building integers.

use super::{
    Arena, Binary, Dom, MAX_PAIRS, MAX_VALUES, NodeId, Op, Truth, Unary, View, apply_binary,
    apply_unary,
};

impl Arena {
    /// Returns 1 where the truth holds, else 0.
    pub(crate) fn number_of(&mut self, truth: Truth) -> View {
        if truth.node() == NodeId::TRUE {
            return View::constant(i64::from(!truth.is_negated()));
        }
        let positive = match *self.op(truth.node()) {
            Op::Eq(node, value) => match self.dom(node).values() {
                // A 0/1 node says itself whether it is 1.
                Some([low, high]) if *high == value && high - low == 1 => {
                    View { node, factor: 1, offset: -low }
                }
                _ => self.number_of_node(truth.node()),
            },
            _ => self.number_of_node(truth.node()),
        };
        if truth.is_negated() {
            View { node: positive.node, factor: -positive.factor, offset: 1 - positive.offset }
        } else {
            positive
        }
    }

    fn number_of_node(&mut self, node: NodeId) -> View {
        View::of(self.intern_truth(Op::FromTruth(node)).node())
    }

    /// Returns the truth that a number is 1.
    pub(crate) fn as_truth(&mut self, view: View) -> Truth {
        self.eq_const(view, 1)
    }

    /// Returns `factor · view`.
    pub(crate) fn scale(&mut self, view: View, factor: i64) -> View {
        let scaled = view.factor.checked_mul(factor).zip(view.offset.checked_mul(factor));
        let Some((factor, offset)) = scaled else {
            return self.overflowed();
        };
        self.checked_view(View { node: view.node, factor, offset })
    }

    /// Returns `view + offset`.
    pub(crate) fn shift(&mut self, view: View, offset: i64) -> View {
        match view.offset.checked_add(offset) {
            Some(offset) => self.checked_view(View { offset, ..view }),
            None => self.overflowed(),
        }
    }

    /// Returns the view in its normal form, unless its values leave 64 bits.
    fn checked_view(&mut self, view: View) -> View {
        if view.factor == 0 {
            return View::constant(view.offset);
        }
        let (lower, upper) = (self.dom(view.node).min(), self.dom(view.node).max());
        let value = |x: i64| x.checked_mul(view.factor)?.checked_add(view.offset);
        match (value(lower), value(upper)) {
            (Some(a), Some(b)) if self.within_range(a, b) => view,
            _ => self.overflowed(),
        }
    }

    /// Returns the sum of the views.
    pub(crate) fn sum(&mut self, views: &[View]) -> View {
        if let [a, b] = *views {
            if let Some(offset) = a.as_constant() {
                return self.shift(b, offset);
            }
            if let Some(offset) = b.as_constant() {
                return self.shift(a, offset);
            }
        }
        let mut offset = 0_i64;
        let mut terms: Vec<(NodeId, i64)> = Vec::with_capacity(views.len());
        let mut overflow = false;
        for view in views {
            match offset.checked_add(view.offset) {
                Some(sum) => offset = sum,
                None => overflow = true,
            }
            match self.op(view.node) {
                _ if view.factor == 0 => {}
                Op::Sum(inner) => {
                    for &(node, factor) in inner.iter() {
                        match factor.checked_mul(view.factor) {
                            Some(factor) => terms.push((node, factor)),
                            None => overflow = true,
                        }
                    }
                }
                _ => terms.push((view.node, view.factor)),
            }
        }
        terms.sort_unstable();
        let mut merged: Vec<(NodeId, i64)> = Vec::with_capacity(terms.len());
        for (node, factor) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == node => match last.1.checked_add(factor) {
                    Some(sum) => last.1 = sum,
                    None => overflow = true,
                },
                _ => merged.push((node, factor)),
            }
        }
        merged.retain(|term| term.1 != 0);
        if overflow {
            return self.overflowed();
        }
        self.sum_of_terms(merged, offset)
    }

    /// Returns `Σ factor · node + offset` for rising nodes and factors that are not zero.
    fn sum_of_terms(&mut self, mut terms: Vec<(NodeId, i64)>, offset: i64) -> View {
        match terms[..] {
            [] => return View::constant(offset),
            [(node, factor)] => return self.checked_view(View { node, factor, offset }),
            _ => {}
        }
        let divisor = terms
            .iter()
            .fold(0, |divisor, term| apply_binary(Binary::Gcd, divisor, term.1).unwrap_or(1));
        let divisor = divisor * terms[0].1.signum();
        for term in &mut terms {
            term.1 /= divisor;
        }
        if let Some(select) = self.select_for_terms(&terms) {
            let scaled = self.scale(select, divisor);
            return self.checked_view(View { offset: scaled.offset + offset, ..scaled });
        }
        if let Some(parts) = self.selects_of_terms(&terms) {
            let sum = self.sum(&parts);
            let scaled = self.scale(sum, divisor);
            return self.checked_view(View { offset: scaled.offset + offset, ..scaled });
        }
        let op = Op::Sum(terms.into());
        let node = match self.find(&op) {
            Some(node) => node,
            None => {
                let dom = self.sum_dom(&op);
                self.intern_new(op, dom)
            }
        };
        self.checked_view(View { node, factor: divisor, offset })
    }

    fn sum_dom(&self, op: &Op) -> Option<Dom> {
        let Op::Sum(terms) = op else { unreachable!("asked for sums only") };
        let mut dom = Dom::from_range(0, 0);
        for &(node, factor) in terms.iter() {
            dom = dom.add(&self.dom(node).view(factor, 0)?)?;
        }
        Some(dom)
    }

    /// Returns the weighted sum over truths of one group as the integer that it is.
    fn select_for_terms(&mut self, terms: &[(NodeId, i64)]) -> Option<View> {
        let mut truths: Vec<Truth> = Vec::with_capacity(terms.len());
        for &(node, _) in terms {
            match *self.op(node) {
                Op::FromTruth(truth) => truths.push(Truth::new(truth)),
                Op::Var(_) if *self.dom(node) == Dom::boolean() => {
                    truths.push(self.eq_const(View::of(node), 1));
                }
                _ => return None,
            }
        }
        let group = self.group_of(&truths)?.clone();
        let value_of = |member: &Truth| {
            truths.iter().position(|truth| truth == member).map_or(0, |place| terms[place].1)
        };
        let mut members: Vec<(Truth, i64)> =
            group.members.iter().map(|member| (*member, value_of(member))).collect();
        if !group.exact {
            let none = self.and(group.members.iter().map(|&member| !member));
            members.push((none, 0));
        }
        Some(self.select(members))
    }

    /// Returns the parts of a sum over the flags of several integers: an integer for each.
    ///
    /// Only flags of different weights are put together; counts are better off as they are.
    fn selects_of_terms(&mut self, terms: &[(NodeId, i64)]) -> Option<Vec<View>> {
        let mut rest: Vec<(Truth, (NodeId, i64))> = Vec::with_capacity(terms.len());
        let mut parts = Vec::new();
        for &(node, factor) in terms {
            match *self.op(node) {
                Op::FromTruth(truth) => rest.push((Truth::new(truth), (node, factor))),
                Op::Var(_) if *self.dom(node) == Dom::boolean() => {
                    rest.push((self.eq_const(View::of(node), 1), (node, factor)));
                }
                _ => parts.push(View { node, factor, offset: 0 }),
            }
        }
        let mut found = false;
        while let Some(&(first, _)) = rest.first() {
            let (inside, outside) = self.split_by_group(first, &rest);
            rest = outside;
            let inside: Vec<(NodeId, i64)> = inside.iter().map(|term| term.1).collect();
            let weights_differ = inside.iter().any(|term| term.1 != inside[0].1);
            match if weights_differ { self.select_for_terms(&inside) } else { None } {
                Some(select) => {
                    found = true;
                    parts.push(select);
                }
                None => {
                    let views =
                        inside.iter().map(|&(node, factor)| View { node, factor, offset: 0 });
                    parts.extend(views);
                }
            }
        }
        found.then_some(parts)
    }

    /// Splits terms by the group of `first` that has most of them.
    #[expect(clippy::type_complexity, reason = "two lists of the same kind")]
    fn split_by_group(
        &self,
        first: Truth,
        terms: &[(Truth, (NodeId, i64))],
    ) -> (Vec<(Truth, (NodeId, i64))>, Vec<(Truth, (NodeId, i64))>) {
        let best = self.groups_with(first).max_by_key(|group| {
            terms.iter().filter(|term| group.members.contains(&term.0)).count()
        });
        terms.iter().copied().partition(|term| {
            term.0 == first || best.is_some_and(|group| group.members.contains(&term.0))
        })
    }

    /// Returns the number beside the one truth that holds; exactly one of them does.
    pub(crate) fn select(&mut self, mut members: Vec<(Truth, i64)>) -> View {
        members.retain(|member| member.0 != Truth::FALSE);
        if let Some(&(_, value)) = members.iter().find(|member| member.0 == Truth::TRUE) {
            return View::constant(value);
        }
        if members.is_empty() {
            // What demands that one of them holds cannot be met, whatever the number is.
            return View::constant(0);
        }
        members.sort_unstable();
        let dom = Dom::from_values(members.iter().map(|member| member.1).collect());
        if let Some(value) = dom.as_ref().and_then(Dom::single) {
            return View::constant(value);
        }
        for member in &members {
            self.keep_whole(member.0);
        }
        View::of(self.intern(Op::Select(members.into()), || dom))
    }

    /// Returns the operation on one integer.
    ///
    /// Operands for which it has no value get some value of its range: whether there is a value is
    /// demanded separately.
    pub(crate) fn unary(&mut self, op: Unary, operand: View) -> View {
        if let Some(value) = operand.as_constant() {
            return View::constant(apply_unary(&op, value).unwrap_or(0));
        }
        if op == Unary::Rem(2)
            && let Op::Sum(terms) = self.op(operand.node)
            && terms.len() > 2
        {
            return self.parity(operand);
        }
        if let Unary::Rem(modulus) = op
            && let Op::Sum(terms) = self.op(operand.node)
            && terms.len() > 2
            && (1..=64).contains(&modulus)
        {
            return self.residue(operand, modulus);
        }
        if self.dom(operand.node).values().is_some() {
            return self.table(&op, operand);
        }
        let (lower, upper) = self.view_bounds(operand);
        let reach = lower.unsigned_abs().max(upper.unsigned_abs());
        let Ok(reach) = i64::try_from(reach) else { return self.overflowed() };
        // The range of results must be whole: what is outside of it is taken for impossible.
        let dom = match op {
            Unary::Abs | Unary::Gcd(0) => {
                let negative = self.scale(operand, -1);
                return self.max(&[operand, negative]);
            }
            // A divisor of the remainder and of k divides the number.
            Unary::Gcd(k) if usize::try_from(k.unsigned_abs()).is_ok_and(|k| k <= MAX_VALUES) => {
                let remainder = self.unary(Unary::Rem(k), operand);
                return self.unary(Unary::Gcd(k), remainder);
            }
            _ if has_few_operands(&op) => {
                let few = self.few_defined(&op, lower, upper);
                let mut members: Vec<(Truth, i64)> = Vec::with_capacity(few.len() + 1);
                for &(x, result) in &few {
                    members.push((self.eq_const(operand, x), result));
                }
                let other = self.and(members.iter().map(|member| !member.0));
                members.push((other, few.first().map_or(0, |entry| entry.1)));
                return self.select(members);
            }
            Unary::PowerOf(1) => return View::constant(1),
            Unary::PowerOf(0) => {
                let is_zero = self.eq_const(operand, 0);
                return self.number_of(is_zero);
            }
            Unary::PowerOf(_) => {
                // The base is -1.
                let odd = self.unary(Unary::Rem(2), operand);
                let negative = self.scale(odd, -2);
                return self.shift(negative, 1);
            }
            Unary::ToPower(0) => return View::constant(1),
            Unary::ToPower(1) => return operand,
            Unary::ToPower(2) => reach.checked_mul(reach).map(|square| Dom::from_range(0, square)),
            Unary::ToPower(k) if k < 0 => return View::constant(0),
            Unary::ToPower(k) => {
                let mut power = operand;
                for _ in 1..k {
                    power = self.binary(Binary::Mul, power, operand);
                }
                return power;
            }
            Unary::Div(_) => apply_unary(&op, lower)
                .zip(apply_unary(&op, upper))
                .map(|(a, b)| Dom::from_range(a.min(b), a.max(b))),
            Unary::Rem(k) => k.checked_abs().map(|k| Dom::from_range(0, k - 1)),
            Unary::Divide(k) => k.checked_abs().map(|k| Dom::from_range(-k - 1, k + 1)),
            Unary::RemainderOf(_) => Some(Dom::from_range(0, reach)),
            Unary::Gcd(k) => k.checked_abs().map(|k| Dom::from_range(0, k)),
            Unary::GreatestPowerDividing(_) | Unary::GreatestPowerNotAbove(_) => {
                Some(Dom::from_range(0, reach))
            }
            Unary::Factorial | Unary::Table(_) => unreachable!("it was dealt with above"),
        };
        View::of(self.intern(Op::Unary(op, operand), || dom))
    }

    /// Returns operand and value for the operands that have one.
    ///
    /// Complete for operations of which [`has_few_operands`] is true.
    fn few_defined(&self, op: &Unary, lower: i64, upper: i64) -> Vec<(i64, i64)> {
        let span = lower.max(-64)..=upper.min(64);
        span.filter_map(|x| Some((x, apply_unary(op, x)?))).collect()
    }

    /// Returns the operation as a list over the operand's node.
    fn table(&mut self, op: &Unary, operand: View) -> View {
        let dom = self.dom(operand.node);
        let values = dom.values().expect("asked for listed domains only");
        let image: Vec<(i64, Option<i64>)> =
            values.iter().map(|&x| (x, apply_unary(op, operand.apply(x)))).collect();
        let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
        let list: Vec<(i64, i64)> =
            image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
        self.table_of(operand.node, list)
    }

    /// Returns the number beside the node's value in `list`, which covers its domain.
    fn table_of(&mut self, node: NodeId, list: Vec<(i64, i64)>) -> View {
        // A straight line is a view; two points always lie on one if the slope is whole.
        let (x0, y0) = list[0];
        if let Some(&(x1, y1)) = list.get(1) {
            let (run, rise) = (x1 - x0, y1.checked_sub(y0));
            if let Some(rise) = rise.filter(|rise| rise % run == 0) {
                let factor = rise / run;
                let offset = x0.checked_mul(factor).and_then(|start| y0.checked_sub(start));
                let on_line = |&(x, y): &(i64, i64)| {
                    x.checked_mul(factor).and_then(|x| x.checked_add(offset?)) == Some(y)
                };
                if list.iter().all(on_line) {
                    let offset = offset.expect("the line was computed for every point");
                    return self.checked_view(View { node, factor, offset });
                }
            }
        }
        if let Op::Select(members) = self.op(node) {
            let members = members.clone();
            let image = |value: i64| {
                let found = list.binary_search_by_key(&value, |entry| entry.0);
                list[found.expect("the list covers the domain")].1
            };
            let members = members.iter().map(|&(truth, value)| (truth, image(value)));
            return self.select(members.collect());
        }
        let dom = Dom::from_values(list.iter().map(|entry| entry.1).collect());
        let op = Op::Unary(Unary::Table(list.into()), View::of(node));
        View::of(self.intern(op, || dom))
    }

    /// Returns a sum modulo 2: whether an odd number of its odd terms is odd.
    fn parity(&mut self, sum: View) -> View {
        if sum.factor % 2 == 0 {
            return View::constant(sum.offset.rem_euclid(2));
        }
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("asked for sums only") };
        let odd: Vec<NodeId> =
            terms.iter().filter(|term| term.1 % 2 != 0).map(|term| term.0).collect();
        let mut parity = Truth::constant(sum.offset.rem_euclid(2) == 1);
        for node in odd {
            let bit = self.unary(Unary::Rem(2), View::of(node));
            let bit = self.as_truth(bit);
            parity = self.xor(parity, bit);
        }
        self.number_of(parity)
    }

    /// Returns a sum modulo a small number, term by term, so that no intermediate value is large.
    fn residue(&mut self, sum: View, modulus: i64) -> View {
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("asked for sums only") };
        let terms = terms.to_vec();
        let mut residue = View::constant(sum.offset.rem_euclid(modulus));
        for (node, coefficient) in terms {
            let factor = (coefficient % modulus * (sum.factor % modulus)).rem_euclid(modulus);
            let view =
                if factor == 0 { View::constant(0) } else { View { node, factor, offset: 0 } };
            let term = self.unary(Unary::Rem(modulus), view);
            let partial = self.sum(&[residue, term]);
            residue = match partial.as_constant() {
                Some(value) => View::constant(value.rem_euclid(modulus)),
                // Not through `unary`, which would take a sum apart again.
                None => self.table(&Unary::Rem(modulus), partial),
            };
        }
        residue
    }

    /// Returns the operation on two integers; see [`Arena::unary`] for missing values.
    pub(crate) fn binary(&mut self, op: Binary, a: View, b: View) -> View {
        if let Some(view) = self.binary_with_constant(op, a, b) {
            return view;
        }
        if op == Binary::Mul {
            // A product with 0 or 1 is a choice.
            for (choice, number) in [(a, b), (b, a)] {
                if self.view_bounds(choice) == (0, 1) {
                    let truth = self.as_truth(choice);
                    return self.conditional(truth, number, View::constant(0));
                }
            }
        }
        if a.node == b.node
            && let Some(values) = self.dom(a.node).values()
        {
            let image: Vec<(i64, Option<i64>)> =
                values.iter().map(|&x| (x, apply_binary(op, a.apply(x), b.apply(x)))).collect();
            let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
            let list = image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
            return self.table_of(a.node, list);
        }
        let (a, b) = match op {
            Binary::Mul | Binary::Gcd => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        let op_node = Op::Binary(op, a, b);
        match self.find(&op_node) {
            Some(node) => View::of(node),
            None => {
                let dom = self.binary_dom(op, a, b);
                View::of(self.intern_new(op_node, dom))
            }
        }
    }

    fn binary_with_constant(&mut self, op: Binary, a: View, b: View) -> Option<View> {
        Some(match (a.as_constant(), b.as_constant(), op) {
            (Some(x), Some(y), _) => View::constant(apply_binary(op, x, y).unwrap_or(0)),
            (Some(k), None, Binary::Mul) => self.scale(b, k),
            (None, Some(k), Binary::Mul) => self.scale(a, k),
            (None, Some(0), Binary::Div | Binary::Rem) => View::constant(0),
            (None, Some(k), Binary::Div) => self.unary(Unary::Div(k), a),
            (None, Some(k), Binary::Rem) => self.unary(Unary::Rem(k), a),
            (None, Some(k), Binary::Pow) => self.unary(Unary::ToPower(k), a),
            (None, Some(k), Binary::Gcd) => self.unary(Unary::Gcd(k), a),
            (Some(k), None, Binary::Div) => self.unary(Unary::Divide(k), b),
            (Some(k), None, Binary::Rem) => self.unary(Unary::RemainderOf(k), b),
            (Some(k), None, Binary::Pow) => self.unary(Unary::PowerOf(k), b),
            (Some(k), None, Binary::Gcd) => self.unary(Unary::Gcd(k), b),
            (None, None, _) => return None,
        })
    }

    fn binary_dom(&mut self, op: Binary, a: View, b: View) -> Option<Dom> {
        let (dom_a, dom_b) = (self.view_dom(a), self.view_dom(b));
        if let (Some(xs), Some(ys)) = (dom_a.values(), dom_b.values())
            && xs.len() * ys.len() <= MAX_PAIRS
        {
            let results =
                xs.iter().flat_map(|&x| ys.iter().filter_map(move |&y| apply_binary(op, x, y)));
            let results: Vec<i64> = results.collect();
            return Some(Dom::from_values(results).unwrap_or_else(|| Dom::from_range(0, 0)));
        }
        let corners = || {
            [(dom_a.min(), dom_b.min()), (dom_a.min(), dom_b.max()), (dom_a.max(), dom_b.min())]
                .into_iter()
                .chain([(dom_a.max(), dom_b.max())])
        };
        match op {
            Binary::Mul => {
                let products: Option<Vec<i64>> = corners().map(|(x, y)| x.checked_mul(y)).collect();
                let products = products?;
                Some(Dom::from_range(*products.iter().min()?, *products.iter().max()?))
            }
            // The quotient is no further from zero than the dividend, plus one by rounding.
            Binary::Div => {
                let reach = dom_a.max().checked_abs()?.max(dom_a.min().checked_abs()?) + 1;
                Some(Dom::from_range(-reach, reach))
            }
            Binary::Rem | Binary::Gcd | Binary::Pow => {
                let of = |dom: &Dom| Some(dom.max().checked_abs()?.max(dom.min().checked_abs()?));
                let (reach_a, reach_b) = (of(&dom_a)?, of(&dom_b)?);
                match op {
                    Binary::Rem => Some(Dom::from_range(0, (reach_b - 1).max(0))),
                    Binary::Gcd => Some(Dom::from_range(0, reach_a.max(reach_b))),
                    _ => None,
                }
            }
        }
    }

    /// Returns where the operation has a value.
    pub(crate) fn defined(&mut self, op: Binary, a: View, b: View) -> Truth {
        match op {
            Binary::Mul | Binary::Gcd => Truth::TRUE,
            Binary::Div | Binary::Rem => !self.eq_const(b, 0),
            Binary::Pow => {
                if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
                    return Truth::constant(apply_binary(op, x, y).is_some());
                }
                if let Some(exponent) = b.as_constant() {
                    return self.defined_unary(&Unary::ToPower(exponent), a);
                }
                if let Some(base) = a.as_constant() {
                    return self.defined_unary(&Unary::PowerOf(base), b);
                }
                self.intern_truth(Op::Defined(op, a, b))
            }
        }
    }

    /// Returns where an operation on one integer has a value.
    pub(crate) fn defined_unary(&mut self, op: &Unary, operand: View) -> Truth {
        if let Some(value) = operand.as_constant() {
            return Truth::constant(apply_unary(op, value).is_some());
        }
        match self.dom(operand.node).values() {
            Some(values) => {
                let defined = |&x: &i64| apply_unary(op, operand.apply(x)).is_some();
                let mut inside: Vec<i64> =
                    values.iter().copied().filter(defined).map(|x| operand.apply(x)).collect();
                inside.sort_unstable();
                self.in_values(operand, &inside)
            }
            None => match op {
                Unary::Div(0) | Unary::Rem(0) => Truth::FALSE,
                Unary::Divide(_) | Unary::RemainderOf(_) | Unary::GreatestPowerDividing(2..) => {
                    !self.eq_const(operand, 0)
                }
                Unary::GreatestPowerDividing(_) => Truth::FALSE,
                Unary::GreatestPowerNotAbove(base) => Truth::constant(*base >= 2),
                Unary::PowerOf(_) if !has_few_operands(op) => !self.le_const(operand, -1),
                Unary::ToPower(k) if *k < 0 => Truth::FALSE,
                op if has_few_operands(op) => {
                    let (lower, upper) = self.view_bounds(operand);
                    let defined = self.few_defined(op, lower, upper);
                    let inside: Vec<i64> = defined.into_iter().map(|entry| entry.0).collect();
                    self.in_values(operand, &inside)
                }
                _ => Truth::TRUE,
            },
        }
    }

    /// Returns the least of the views.
    pub(crate) fn min(&mut self, views: &[View]) -> View {
        let mut views = views.to_vec();
        views.sort_unstable();
        views.dedup();
        let bounds: Vec<(i64, i64)> = views.iter().map(|&view| self.view_bounds(view)).collect();
        let ceiling = bounds.iter().map(|bound| bound.1).min().unwrap_or(0);
        // One that is never below another's greatest value never decides; keep one at the ceiling.
        let keeper = bounds.iter().position(|bound| bound.1 == ceiling);
        let mut place = 0;
        views.retain(|_| {
            let keep = bounds[place].0 < ceiling || Some(place) == keeper;
            place += 1;
            keep
        });
        if let [only] = views[..] {
            return only;
        }
        if views.is_empty() {
            return View::constant(0);
        }
        let doms: Vec<Dom> = views.iter().map(|&view| self.view_dom(view)).collect();
        let dom = doms.iter().skip(1).fold(doms[0].clone(), |all, dom| all.union(dom));
        let least = doms.iter().map(Dom::min).min().unwrap_or(0);
        View::of(self.intern(Op::Min(views.into()), || dom.clamp(least, ceiling)))
    }

    /// Returns the greatest of the views.
    pub(crate) fn max(&mut self, views: &[View]) -> View {
        let negative: Vec<View> = views.iter().map(|&view| self.scale(view, -1)).collect();
        let least = self.min(&negative);
        self.scale(least, -1)
    }

    /// Returns the first view where the truth holds, else the second.
    pub(crate) fn conditional(&mut self, truth: Truth, a: View, b: View) -> View {
        if truth == Truth::TRUE || a == b {
            return a;
        }
        if truth == Truth::FALSE {
            return b;
        }
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            let choice = self.number_of(truth);
            let Some(rise) = x.checked_sub(y) else {
                return self.overflowed();
            };
            let scaled = self.scale(choice, rise);
            return self.sum(&[scaled, View::constant(y)]);
        }
        let (truth, a, b) = if truth.is_negated() { (!truth, b, a) } else { (truth, a, b) };
        if let Some(members) = self.choice_by_cases(truth, a, b) {
            return self.select(members);
        }
        let dom = self.view_dom(a).union(&self.view_dom(b));
        View::of(self.intern(Op::If(truth, a, b), || Some(dom)))
    }

    /// Returns the choice between two numbers as a selection, if the condition and both numbers
    /// are decided by the same cases.
    fn choice_by_cases(&self, truth: Truth, a: View, b: View) -> Option<Vec<(Truth, i64)>> {
        let cases = match (self.op(a.node), self.op(b.node)) {
            (Op::Select(members), _) | (_, Op::Select(members)) => members,
            _ => return None,
        };
        let is_case = |part: &Truth| cases.iter().any(|case| case.0 == *part);
        let alternative = !truth;
        let (parts, a, b) = match self.op(truth.node()) {
            _ if is_case(&truth) => (std::slice::from_ref(&truth), a, b),
            _ if is_case(&alternative) => (std::slice::from_ref(&alternative), b, a),
            Op::Or(parts) if parts.iter().all(is_case) => (&parts[..], a, b),
            _ => return None,
        };
        let value_in = |view: View, place: usize| match self.op(view.node) {
            _ if view.factor == 0 => Some(view.offset),
            Op::Select(members) if members.len() == cases.len() => {
                let (own, value) = members[place];
                (own == cases[place].0).then(|| view.apply(value))
            }
            _ => None,
        };
        let choose = |(place, case): (usize, &(Truth, i64))| {
            let view = if parts.contains(&case.0) { a } else { b };
            Some((case.0, value_in(view, place)?))
        };
        cases.iter().enumerate().map(choose).collect()
    }

    /// Returns the element of the list at the zero-based place.
    pub(crate) fn element(&mut self, list: &[View], index: View) -> View {
        if let Some(place) = index.as_constant() {
            let place = usize::try_from(place).ok();
            return place.and_then(|p| list.get(p)).copied().unwrap_or(View::constant(0));
        }
        let dom_of_index = self.view_dom(index);
        let reachable: Vec<View> = (0_i64..)
            .zip(list)
            .filter(|(place, _)| dom_of_index.contains(*place))
            .map(|(_, &view)| view)
            .collect();
        if reachable.is_empty() {
            return View::constant(0);
        }
        let constants: Option<Vec<i64>> = list.iter().map(|view| view.as_constant()).collect();
        if let (Some(constants), Some(_)) = (&constants, self.dom(index.node).values()) {
            let entries: Vec<(i64, i64)> = (0_i64..).zip(constants.iter().copied()).collect();
            return self.table(&Unary::Table(entries.into()), index);
        }
        let doms: Vec<Dom> = reachable.iter().map(|&view| self.view_dom(view)).collect();
        let dom = doms.iter().skip(1).fold(doms[0].clone(), |all, dom| all.union(dom));
        View::of(self.intern(Op::Element(list.into(), index), || Some(dom)))
    }

    /// Returns the element at this place of the sorted list.
    pub(crate) fn nth(&mut self, list: &[View], place: usize) -> View {
        let mut list = list.to_vec();
        list.sort_unstable();
        if place == 0 {
            return self.min(&list);
        }
        if place + 1 == list.len() {
            return self.max(&list);
        }
        let doms: Vec<Dom> = list.iter().map(|&view| self.view_dom(view)).collect();
        // The n-th smallest lies between the n-th smallest of the lower and of the upper bounds.
        let ranked = |bound: fn(&Dom) -> i64| {
            let mut bounds: Vec<i64> = doms.iter().map(bound).collect();
            bounds.sort_unstable();
            bounds[place]
        };
        let (lower, upper) = (ranked(Dom::min), ranked(Dom::max));
        if lower == upper {
            return View::constant(lower);
        }
        let dom = doms.iter().skip(1).fold(doms[0].clone(), |all, dom| all.union(dom));
        View::of(self.intern(Op::Nth(list.into(), place), || dom.clamp(lower, upper)))
    }

    /// Returns how many different values the views have.
    pub(crate) fn distinct_count(&mut self, views: &[View]) -> Option<View> {
        let mut values: Vec<i64> = Vec::new();
        for &view in views {
            values.extend_from_slice(self.view_dom(view).values()?);
        }
        values.sort_unstable();
        values.dedup();
        let mut terms = Vec::with_capacity(values.len());
        for value in values {
            let parts: Vec<Truth> = views.iter().map(|&view| self.eq_const(view, value)).collect();
            let occurs = self.or(parts);
            terms.push(self.number_of(occurs));
        }
        Some(self.sum(&terms))
    }
}

/// Returns whether only operands from -64 to 64 have a value: beyond, the results leave 64 bits.
fn has_few_operands(op: &Unary) -> bool {
    match op {
        Unary::Factorial => true,
        Unary::PowerOf(base) => !(-1..=1).contains(base),
        Unary::ToPower(exponent) => *exponent > 10,
        _ => false,
    }
}
