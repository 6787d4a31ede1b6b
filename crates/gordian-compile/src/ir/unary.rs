//! Operations on one integer: tabulated over listed domains, rewritten or bounded otherwise.

use super::{
    Arena, Binary, BoolRef, IntRef, MAX_VALUES, NodeDomain, NodeId, Op, Unary, apply_unary,
};
use crate::wide::{self, Bounds, WideInt};

impl Arena {
    /// Returns the operation applied to one integer.
    ///
    /// Where the operation is undefined, the result is some value of its range; definedness is
    /// required separately.
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
        // The greatest absolute value of the operand.
        let reach = Bounds::new(lower, upper).max_abs();
        // The range must cover all results: values outside it are taken as impossible.
        let bounds = match op {
            Unary::Abs | Unary::GcdConst(0) => {
                let negative = self.scale(operand, -1);
                return self.max(&[operand, negative]);
            }
            // gcd(x, k) = gcd(x mod k, k).
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
                // The base is -1, so the power is 1 - 2 · (exponent mod 2).
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
            // The absolute value of a quotient is at most that of the dividend.
            Unary::ConstDiv(k) => Bounds::new(-WideInt::from(k).abs(), WideInt::from(k).abs()),
            Unary::ConstRem(k) => Bounds::new(0, greatest_remainder((k, k), reach)),
            Unary::GcdConst(k) => Bounds::new(0, WideInt::from(k).abs()),
            Unary::LargestPowerDivisor(base) => {
                return self.largest_power_divisor(operand, base, reach);
            }
            Unary::FloorPower(base) => {
                return self.floor_power(operand, base, upper);
            }
            Unary::Factorial | Unary::Table(_) => unreachable!("handled above"),
        };
        let Some(domain) = NodeDomain::from_bounds(bounds) else {
            bounds.record_overflow(describe_unary(&op));
            return IntRef::constant(0);
        };
        IntRef::of(self.intern(Op::Unary(op, operand), || domain))
    }

    /// Returns the largest power of `base` that divides the operand, whose absolute value is at
    /// most `reach`: one case per power.
    fn largest_power_divisor(&mut self, operand: IntRef, base: i64, reach: WideInt) -> IntRef {
        let mut members = Vec::new();
        let mut divides = BoolRef::TRUE;
        for power in powers(base, reach) {
            let next = WideInt::from(power) * base;
            // No power beyond `reach` divides a number other than zero, where the operation is
            // undefined.
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

    /// Returns the largest power of `base` that is at most the operand, which is at most `upper`:
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

    /// Returns the operands for which the operation is defined, each with its result.
    ///
    /// Complete for operations that satisfy [`has_few_defined_operands`].
    fn defined_points(&self, op: &Unary, lower: i64, upper: i64) -> Vec<(i64, i64)> {
        let span = lower.max(-64)..=upper.min(64);
        span.filter_map(|x| Some((x, apply_unary(op, x)?))).collect()
    }

    /// Returns the operation as a table over the domain of the operand's node.
    pub(super) fn table(&mut self, op: &Unary, operand: IntRef) -> IntRef {
        let domain = self.domain(operand.node);
        let values = domain.values().expect("the domain is listed");
        let image: Vec<(i64, Option<i64>)> =
            values.iter().map(|&x| (x, apply_unary(op, operand.apply(x)))).collect();
        let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
        let list: Vec<(i64, i64)> =
            image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
        self.tabulated_node(operand.node, list)
    }

    /// Returns the table lookup of a node; `list` covers the domain of the node.
    pub(super) fn tabulated_node(&mut self, node: NodeId, list: Vec<(i64, i64)>) -> IntRef {
        // A table that is an affine function is a view. Two points are, if the slope is an integer.
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

    /// Returns a sum modulo 2, as the exclusive disjunction of the parities of its terms with odd
    /// weights.
    fn parity(&mut self, sum: IntRef) -> IntRef {
        if sum.factor & 1 == 0 {
            return IntRef::constant(sum.offset.rem_euclid(2));
        }
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("the node is a sum") };
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

    /// Returns a sum modulo a small number, term by term, so that intermediate values remain small.
    fn residue(&mut self, sum: IntRef, modulus: i64) -> IntRef {
        let Op::Sum(terms) = self.op(sum.node) else { unreachable!("the node is a sum") };
        let terms = terms.to_vec();
        let mut residue = IntRef::constant(sum.offset.rem_euclid(modulus));
        for (node, coefficient) in terms {
            let rest = |number: i64| WideInt::from(number.rem_euclid(modulus));
            let factor =
                (rest(coefficient) * rest(sum.factor)).to_i64_or_stop().rem_euclid(modulus);
            let term = match self.try_view(node, factor.into(), WideInt::ZERO) {
                Ok(view) => self.unary(Unary::RemConst(modulus), view),
                // The scaled node does not fit 64 bits: reduce it before scaling.
                Err(_) => {
                    let small = self.unary(Unary::RemConst(modulus), IntRef::of(node));
                    let scaled = self.scale(small, factor);
                    self.unary(Unary::RemConst(modulus), scaled)
                }
            };
            let partial = self.sum(&[residue, term]);
            residue = match partial.as_constant() {
                Some(value) => IntRef::constant(value.rem_euclid(modulus)),
                // Not through `unary`, which would split the sum again.
                None => self.table(&Unary::RemConst(modulus), partial),
            };
        }
        residue
    }

    /// Returns the condition that a unary operation is defined.
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
}

/// Returns the powers of `base` from 1 up to `most`; empty if the base is below 2.
fn powers(base: i64, most: WideInt) -> Vec<i64> {
    let mut powers = Vec::new();
    let mut power = (base >= 2 && most >= WideInt::ONE).then_some(1_i64);
    while let Some(own) = power {
        powers.push(own);
        power = own.checked_mul(base).filter(|&next| WideInt::from(next) <= most);
    }
    powers
}

/// Returns the greatest Euclidean remainder of a dividend within bounds by a divisor whose absolute
/// value is at most `reach`.
pub(super) fn greatest_remainder((lower, upper): (i64, i64), reach: WideInt) -> WideInt {
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

/// Returns whether the operation is defined only for operands from -64 to 64, because other results
/// exceed 64 bits.
fn has_few_defined_operands(op: &Unary) -> bool {
    match op {
        Unary::Factorial => true,
        Unary::ConstPow(base) => !(-1..=1).contains(base),
        Unary::PowConst(exponent) => *exponent > 10,
        _ => false,
    }
}
