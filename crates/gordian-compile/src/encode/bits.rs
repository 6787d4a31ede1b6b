//! Integers over large domains, as binary numbers.
//!
//! A number is `low + Σ 2^i · digits[i]`: unsigned digits over a lower bound, so that there is no
//! sign to carry. Beside it stand bounds that hold in every solution. Whatever is computed is
//! computed modulo a power of two that is just large enough for the bounds of the result, so digits
//! beyond them are never made, however wide the operands are. A negative multiple is one of the
//! complement: with k digits, `-u = ū - (2^k - 1)` where `ū` has all digits flipped.

use gordian_backend::Lit;

use super::{Clauses, Encoder};
use crate::deep;
use crate::ir::{Binary, NodeId, Op, Unary, View, apply_binary};
use crate::wide::{Bounds, Wide};

/// `low + Σ 2^i · digits[i]`, from `min` to `max` in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    low: Wide,
    /// Least significant first.
    digits: Vec<Lit>,
    /// Not below `low`, and not above the greatest number that the digits can write.
    bounds: Bounds,
}

impl Bits {
    fn constant(value: Wide) -> Self {
        Self { low: value, digits: Vec::new(), bounds: Bounds::exactly(value) }
    }

    pub(super) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let mut value = self.low;
        for (place, &lit) in self.digits.iter().enumerate() {
            if holds(lit) {
                value += Wide::power_of_two(place);
            }
        }
        value.to_i64().expect("the number is within its bounds, which fit 64 bits")
    }

    /// Describes the sum of true literals that makes up `factor · number + offset`.
    pub(super) fn describe(&self, factor: i64, offset: i64) -> String {
        let digits = self.digits.iter().enumerate().map(|(place, lit)| {
            format!("{} {}", lit.to_dimacs(), (Wide::power_of_two(place) * factor).get())
        });
        let start = (self.low * factor + offset).get();
        format!("is {start} plus, by literal: {}", digits.collect::<Vec<_>>().join(", "))
    }

    /// Pushes literals of which one must hold for the number to differ from `value`, which it can
    /// have.
    pub(super) fn differs(&self, value: Wide, into: &mut Vec<Lit>) {
        let rest = value - self.low;
        for (place, &lit) in self.digits.iter().enumerate() {
            into.push(lit ^ rest.has_digit(place));
        }
    }

    /// Returns the greatest number that the digits can write.
    fn greatest(&self) -> Wide {
        self.low + Wide::power_of_two(self.digits.len()) - 1
    }
}

impl Clauses {
    /// Returns a literal that holds exactly where the number is not above `bound`.
    pub(super) fn bits_le_lit(&mut self, bits: &Bits, bound: Wide) -> Lit {
        if bound >= bits.bounds.max {
            return self.yes();
        }
        if bound < bits.bounds.min {
            return !self.yes();
        }
        let rest = bound - bits.low;
        // From the least digit up: what the lower digits say, corrected by this one.
        let mut lit = self.yes();
        for (place, &digit) in bits.digits.iter().enumerate() {
            lit = if rest.has_digit(place) {
                self.or_lit(&[!digit, lit])
            } else {
                self.and_lit(&[!digit, lit])
            };
        }
        lit
    }

    /// Returns a literal that holds exactly where the number has this value.
    pub(super) fn bits_eq_lit(&mut self, bits: &Bits, value: Wide) -> Lit {
        if value < bits.bounds.min || value > bits.bounds.max {
            return !self.yes();
        }
        let mut lits = Vec::with_capacity(bits.digits.len());
        bits.differs(value, &mut lits);
        !self.or_lit(&lits)
    }
}

/// A number as a sum of scaled digits, before it is added up.
#[derive(Default)]
struct Addition<'b> {
    /// Numbers, each with its factor.
    scaled: Vec<(Wide, &'b Bits)>,
    /// Two numbers whose digits are multiplied.
    product: Option<(&'b Bits, &'b Bits)>,
    offset: Wide,
}

impl Addition<'_> {
    /// Returns the number where all digits are zero.
    ///
    /// A factor `f` of the number `low + u` with k digits adds `f · low` to the start and `f · u` to the
    /// digits; where `f` is negative, `f · (2^k - 1)` to the start too and `|f| · ū` to the digits.
    fn start(&self) -> Wide {
        let mut start = self.offset;
        for &(factor, bits) in &self.scaled {
            start += factor * bits.low;
            if factor < Wide::ZERO {
                start += factor * (Wide::power_of_two(bits.digits.len()) - 1);
            }
        }
        start
    }
}

impl Encoder<'_> {
    /// Returns a node as a binary number.
    pub(super) fn bits(&mut self, node: NodeId) -> Bits {
        match self.ints.get(&node).and_then(|encoding| encoding.bits.clone()) {
            Some(bits) => bits,
            None => deep::call(|| self.bits_once(node)),
        }
    }

    fn bits_once(&mut self, node: NodeId) -> Bits {
        let arena = self.arena;
        let dom = arena.dom(node);
        let bounds = dom.bounds();
        let bits = match arena.op(node) {
            Op::Sum(terms) => {
                let mut bits = self.bits_of_terms(terms);
                bits.bounds = bits.bounds.and(bounds);
                bits
            }
            // Few results of many operands: their literals are made from the digits, not the other
            // way round.
            Op::Unary(op, operand) if arena.dom(operand.node).values().is_none() => {
                self.bits_of_unary(op, *operand, bounds)
            }
            &Op::Binary(op, a, b) if !self.arena.are_few_pairs(a, b) => {
                self.bits_of_binary(op, a, b, bounds)
            }
            _ if dom.values().is_some() => {
                let values = dom.values().expect("as asked").to_vec();
                let direct = self.direct(node);
                let cases: Vec<(i64, Lit)> =
                    values.into_iter().zip(direct.iter().copied()).collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::Var(_) => self.fresh_bits(bounds),
            &Op::Binary(op, a, b) => self.bits_of_binary(op, a, b, bounds),
            Op::Select(members) => {
                let cases: Vec<(i64, Lit)> =
                    members.iter().map(|&(truth, value)| (value, self.exact(truth))).collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::If(truth, a, b) => {
                let truth = self.exact(*truth);
                self.bits_of_choice(bounds, &[(truth, *a), (!truth, *b)])
            }
            Op::Element(list, index) => {
                let mut choices = Vec::with_capacity(list.len());
                for (place, &view) in (0_i64..).zip(list.iter()) {
                    let chosen = self.view_eq_lit(*index, place);
                    if chosen != !self.yes() {
                        choices.push((chosen, view));
                    }
                }
                self.bits_of_choice(bounds, &choices)
            }
            Op::Min(list) => self.bits_of_min(bounds, list),
            Op::Unary(Unary::Table(_), _) | Op::FromTruth(_) | Op::Nth(..) => {
                unreachable!("these have few values")
            }
            op => unreachable!("{op:?} is no number of many values"),
        };
        self.ints.entry(node).or_default().bits = Some(bits.clone());
        bits
    }

    /// Returns a number within these bounds that nothing else is known about.
    fn fresh_bits(&mut self, bounds: Bounds) -> Bits {
        let digits: Vec<Lit> = (0..bounds.width()).map(|_| self.fresh()).collect();
        let mut bits = Bits { low: bounds.min, digits, bounds };
        bits.bounds.max = bits.greatest();
        self.demand_bits_at_most(&[], &bits, bounds.max);
        bits.bounds = bounds;
        bits
    }

    /// Returns the number beside the one literal that holds.
    fn bits_of_cases(&mut self, cases: &[(i64, Lit)], bounds: Bounds) -> Bits {
        let mut digits = Vec::new();
        for place in 0..bounds.width() {
            let has_digit = |case: &&(i64, Lit)| (Wide::from(case.0) - bounds.min).has_digit(place);
            let ones: Vec<Lit> = cases.iter().filter(has_digit).map(|case| case.1).collect();
            digits.push(self.or_lit(&ones));
        }
        Bits { low: bounds.min, digits, bounds }
    }

    /// Returns a weighted sum of nodes.
    pub(super) fn bits_of_terms(&mut self, terms: &[(NodeId, i64)]) -> Bits {
        let numbers: Vec<(i64, Bits)> =
            terms.iter().map(|&(node, factor)| (factor, self.bits(node))).collect();
        let numbers: Vec<(i64, &Bits)> = numbers.iter().map(|(f, bits)| (*f, bits)).collect();
        self.weighted_sum(&numbers, Wide::ZERO)
    }

    fn view_bits(&mut self, view: View) -> Bits {
        if view.factor == 0 {
            return Bits::constant(view.offset.into());
        }
        let bits = self.bits(view.node);
        if view.factor == 1 {
            let offset = view.offset;
            return Bits {
                low: bits.low + offset,
                digits: bits.digits,
                bounds: bits.bounds.plus(Bounds::exactly(offset)),
            };
        }
        self.weighted_sum(&[(view.factor, &bits)], view.offset.into())
    }

    /// Returns `Σ factor · number + offset`.
    fn weighted_sum(&mut self, terms: &[(i64, &Bits)], offset: Wide) -> Bits {
        let bounds_of = |&(factor, bits): &(i64, &Bits)| bits.bounds.times(Bounds::exactly(factor));
        let bounds = terms.iter().map(bounds_of).fold(Bounds::exactly(offset), Bounds::plus);
        let scaled = terms.iter().map(|&(factor, bits)| (factor.into(), bits)).collect();
        self.add_up(&Addition { scaled, product: None, offset }, bounds)
    }

    /// Returns the product, which lies within the bounds.
    fn product(&mut self, a: &Bits, b: &Bits, bounds: Bounds) -> Bits {
        // (p + u)(q + v) = pq + pv + qu + uv, with u and v unsigned.
        let scaled = vec![(a.low, b), (b.low, a)];
        let offset = -(a.low * b.low);
        self.add_up(&Addition { scaled, product: Some((a, b)), offset }, bounds)
    }

    /// Adds up a number that is within the bounds in every solution.
    fn add_up(&mut self, addition: &Addition<'_>, bounds: Bounds) -> Bits {
        // Nearer to the least value there may be fewer digits; the start is then one of the addends.
        let (start, n_digits) = (addition.start(), bounds.width());
        let keeps_start = start <= bounds.min && (bounds.max - start).width() <= n_digits;
        let low = if keeps_start { start } else { bounds.min };
        Bits { low, digits: self.add_digits(addition, low, n_digits), bounds }
    }

    /// Adds up the digits of a number above `low`, modulo `2^n_digits`.
    fn add_digits(&mut self, addition: &Addition<'_>, low: Wide, n_digits: usize) -> Vec<Lit> {
        let constant = (addition.start() - low).low_digits(n_digits);
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); n_digits];
        for (place, column) in columns.iter_mut().enumerate() {
            if constant.has_digit(place) {
                column.push(self.yes());
            }
        }
        for &(factor, bits) in &addition.scaled {
            let negative = factor < Wide::ZERO;
            let weight = factor.abs();
            for shift in (0..weight.width()).filter(|&shift| weight.has_digit(shift)) {
                for (column, &lit) in columns.iter_mut().skip(shift).zip(&bits.digits) {
                    column.push(lit ^ negative);
                }
            }
        }
        if let Some((a, b)) = addition.product {
            for (i, &x) in a.digits.iter().enumerate() {
                for (column, &y) in columns.iter_mut().skip(i).zip(&b.digits) {
                    let both = self.clauses.and_lit(&[x, y]);
                    column.push(both);
                }
            }
        }
        self.add_columns(columns)
    }

    /// Adds up literals by columns of equal weight, three at a time (Wallace 1964), and leaves out
    /// what is carried beyond the last column.
    fn add_columns(&mut self, mut columns: Vec<Vec<Lit>>) -> Vec<Lit> {
        let mut digits = Vec::with_capacity(columns.len());
        for place in 0..columns.len() {
            let mut column = std::mem::take(&mut columns[place]);
            column.retain(|&lit| lit != !self.yes());
            let mut open = std::collections::VecDeque::from(column);
            while open.len() > 1 {
                let addends: smallvec::SmallVec<[Lit; 3]> =
                    open.drain(..open.len().min(3)).collect();
                let (sum, carry) = match addends[..] {
                    [a, b] => (self.xor_lit(a, b), self.and_lit(&[a, b])),
                    [a, b, c] => self.full_adder(a, b, c),
                    _ => unreachable!("two or three literals"),
                };
                if sum != !self.yes() {
                    open.push_back(sum);
                }
                if carry != !self.yes()
                    && let Some(next) = columns.get_mut(place.saturating_add(1))
                {
                    next.push(carry);
                }
            }
            digits.push(open.pop_front().unwrap_or(!self.yes()));
        }
        digits
    }

    /// Returns a literal that holds exactly where one of two does but not both.
    fn xor_lit(&mut self, a: Lit, b: Lit) -> Lit {
        if a == self.yes() || a == !self.yes() {
            return b ^ (a == self.yes());
        }
        if b == self.yes() || b == !self.yes() {
            return a ^ (b == self.yes());
        }
        if a.var() == b.var() {
            return self.known(a != b);
        }
        let lit = self.fresh();
        self.clause(&[!lit, a, b]);
        self.clause(&[!lit, !a, !b]);
        self.clause(&[lit, !a, b]);
        self.clause(&[lit, a, !b]);
        lit
    }

    /// Returns sum and carry of three digits.
    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        for (known, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            if known == self.yes() {
                return (!self.xor_lit(x, y), self.or_lit(&[x, y]));
            }
            if known == !self.yes() {
                return (self.xor_lit(x, y), self.and_lit(&[x, y]));
            }
        }
        let half = self.xor_lit(a, b);
        let sum = self.xor_lit(half, c);
        if half == self.yes() || half == !self.yes() {
            // a and b are equal, or opposite: the carry is one of them, or c.
            return (sum, if half == self.yes() { c } else { a });
        }
        let carry = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, carry]);
            self.clause(&[x, y, !carry]);
        }
        (sum, carry)
    }

    /// Demands `bits ≤ bound` unless a literal of `prefix` holds.
    pub(super) fn demand_bits_at_most(&mut self, prefix: &[Lit], bits: &Bits, bound: Wide) {
        if bound >= bits.bounds.max {
            return;
        }
        if bound < bits.bounds.min {
            return self.clause(prefix);
        }
        // Wherever the bound has a zero: a one there needs a zero where the bound has a one above.
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (place, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(!lit);
            if !rest.has_digit(place) {
                self.clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Demands `bits ≥ bound` unless a literal of `prefix` holds.
    pub(super) fn demand_bits_at_least(&mut self, prefix: &[Lit], bits: &Bits, bound: Wide) {
        if bound <= bits.bounds.min {
            return;
        }
        if bound > bits.bounds.max {
            return self.clause(prefix);
        }
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (place, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(lit);
            if rest.has_digit(place) {
                self.clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Demands that the number is zero unless a literal of `prefix` holds.
    fn demand_bits_zero(&mut self, prefix: &[Lit], bits: &Bits) {
        self.demand_bits_at_most(prefix, bits, Wide::ZERO);
        self.demand_bits_at_least(prefix, bits, Wide::ZERO);
    }

    /// Returns `a - b`, which need not fit 64 bits.
    pub(super) fn bits_of_difference(&mut self, a: View, b: View) -> Bits {
        let (a, b) = (self.view_bits(a), self.view_bits(b));
        self.weighted_sum(&[(1, &a), (-1, &b)], Wide::ZERO)
    }

    /// Returns a number that is one of several by choice literals; free where none holds.
    fn bits_of_choice(&mut self, bounds: Bounds, choices: &[(Lit, View)]) -> Bits {
        let result = self.fresh_bits(bounds);
        for &(choice, view) in choices {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], Wide::ZERO);
            self.demand_bits_zero(&[!choice], &difference);
        }
        result
    }

    /// Returns the least of the views: not above any, and equal to one.
    fn bits_of_min(&mut self, bounds: Bounds, list: &[View]) -> Bits {
        let result = self.fresh_bits(bounds);
        let mut equal_one = Vec::with_capacity(list.len());
        for &view in list {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], Wide::ZERO);
            self.demand_bits_at_most(&[], &difference, Wide::ZERO);
            let equals = self.fresh();
            self.demand_bits_at_least(&[!equals], &difference, Wide::ZERO);
            equal_one.push(equals);
        }
        self.clause(&equal_one);
        result
    }

    /// Returns an operation on two numbers, which is within the bounds.
    pub(super) fn bits_of_binary(&mut self, op: Binary, a: View, b: View, bounds: Bounds) -> Bits {
        match op {
            Binary::Mul => {
                self.note("binary numbers: a product of large domains");
                let (a, b) = (self.view_bits(a), self.view_bits(b));
                self.product(&a, &b, bounds)
            }
            Binary::Div => self.divide(a, b).0,
            Binary::Rem => self.divide(a, b).1,
            Binary::Gcd => self.greatest_common_divisor(a, b, bounds),
            // Few pairs of operands: other powers are products.
            Binary::Pow => self.bits_of_pairs(op, a, b, bounds),
        }
    }

    /// Returns an operation on two numbers of few values, a literal for each pair; the least value
    /// where it has none.
    fn bits_of_pairs(&mut self, op: Binary, a: View, b: View, bounds: Bounds) -> Bits {
        self.note("pair by pair of values");
        let arena = self.arena;
        let (Some(xs), Some(ys)) = (arena.dom(a.node).values(), arena.dom(b.node).values()) else {
            unreachable!("asked for numbers of few values")
        };
        let mut cases = Vec::with_capacity(xs.len().saturating_mul(ys.len()));
        for &x in xs {
            for &y in ys {
                if let Some(result) = apply_binary(op, a.apply(x), b.apply(y)) {
                    let operands = [self.eq_lit(a.node, x), self.eq_lit(b.node, y)];
                    cases.push((result, self.and_lit(&operands)));
                }
            }
        }
        self.bits_of_cases(&cases, bounds)
    }

    /// Returns Euclidean quotient and remainder; free, within their bounds, where the divisor is
    /// zero.
    fn divide(&mut self, a: View, b: View) -> (Bits, Bits) {
        if let Some(known) = self.quotients.get(&(a, b)) {
            return known.clone();
        }
        self.note("binary numbers: quotient and remainder");
        let (dividend, divisor) = (self.view_bits(a), self.view_bits(b));
        // The quotient is no further from zero than the dividend.
        let (reach_a, reach_b) = (dividend.bounds.reach(), divisor.bounds.reach());
        let quotient_bounds = match divisor.bounds.min.to_i64() {
            Some(k @ 1..) if divisor.bounds.min == divisor.bounds.max => {
                Bounds::new(dividend.bounds.min.floor_div(k), dividend.bounds.max.floor_div(k))
            }
            Some(least @ 0..) if dividend.bounds.min >= Wide::ZERO => {
                Bounds::new(0, dividend.bounds.max.floor_div(least.max(1)))
            }
            _ => Bounds::new(-reach_a, reach_a),
        };
        let quotient = self.fresh_bits(quotient_bounds);
        // Within the bounds that the graph has for remainders, also where the divisor is zero.
        let most = (reach_b - 1).max(Wide::ZERO);
        let most =
            if dividend.bounds.min >= Wide::ZERO { most.min(dividend.bounds.max) } else { most };
        let remainder = self.fresh_bits(Bounds::new(0, most));
        let zero = self.bits_eq_lit(&divisor, Wide::ZERO);
        let bounds = quotient.bounds.times(divisor.bounds);
        let product = self.product(&quotient, &divisor, bounds);
        // a - q·b - r = 0 and r < |b|.
        let balance =
            self.weighted_sum(&[(1, &dividend), (-1, &product), (-1, &remainder)], Wide::ZERO);
        self.demand_bits_zero(&[zero], &balance);
        let negative = self.bits_le_lit(&divisor, Wide::ZERO - 1);
        for (sign, guard) in [(-1, negative), (1, !negative)] {
            if guard == self.yes() {
                continue;
            }
            let excess = self.weighted_sum(&[(1, &remainder), (sign, &divisor)], Wide::ZERO);
            self.demand_bits_at_most(&[zero, guard], &excess, Wide::ZERO - 1);
        }
        self.quotients.insert((a, b), (quotient.clone(), remainder.clone()));
        (quotient, remainder)
    }

    /// Returns the greatest common divisor, by the binary algorithm (Stein 1967): where both are even,
    /// both are halved and the factor doubled; where one is, that one is; where both are odd, the
    /// larger becomes half the difference. In all, each step takes a digit off, until one is zero.
    ///
    /// Each step is computed from the one before, so that values of the operands determine all of it
    /// by unit propagation.
    fn greatest_common_divisor(&mut self, a: View, b: View, bounds: Bounds) -> Bits {
        self.note("binary numbers: the steps of the binary algorithm for common divisors");
        let (mut a, mut b) = (self.absolute_digits(a), self.absolute_digits(b));
        let n_digits = a.len().max(b.len());
        let zero = !self.yes();
        a.resize(n_digits, zero);
        b.resize(n_digits, zero);
        let mut factor = vec![zero; n_digits];
        if let Some(unit) = factor.first_mut() {
            *unit = self.yes();
        }
        for _ in 0..n_digits.saturating_mul(2) {
            let (odd_a, odd_b) = (a[0], b[0]);
            let both_even = self.and_lit(&[!odd_a, !odd_b]);
            let both_odd = self.and_lit(&[odd_a, odd_b]);
            let a_is_less = self.digits_less_lit(&a, &b);
            let larger = self.choose_digits(a_is_less, &b, &a);
            let smaller = self.choose_digits(a_is_less, &a, &b);
            let difference = self.subtract_digits(&larger, &smaller);
            for (own, takes_difference, odd) in
                [(&mut a, !a_is_less, odd_a), (&mut b, a_is_less, odd_b)]
            {
                let takes_difference = self.and_lit(&[both_odd, takes_difference]);
                let changes = self.or_lit(&[takes_difference, !odd]);
                let doubled = self.choose_digits(takes_difference, &difference, own);
                let halved: Vec<Lit> = doubled.into_iter().skip(1).chain([zero]).collect();
                *own = self.choose_digits(changes, &halved, own);
            }
            let doubled: Vec<Lit> = [zero].into_iter().chain(factor.iter().copied()).collect();
            factor = self.choose_digits(both_even, &doubled[..n_digits], &factor);
        }
        // One of the two is zero, and of the factor there is one digit.
        let mut digits = Vec::with_capacity(n_digits);
        for place in 0..n_digits {
            let mut parts = Vec::new();
            for (shift, &lit) in factor.iter().enumerate().take(place.saturating_add(1)) {
                let own = place.saturating_sub(shift);
                for number in [&a, &b] {
                    let part = self.clauses.and_lit(&[lit, number[own]]);
                    parts.push(part);
                }
            }
            digits.push(self.or_lit(&parts));
        }
        digits.truncate(bounds.max.width());
        Bits {
            low: Wide::ZERO,
            digits,
            bounds: Bounds::new(bounds.min.max(Wide::ZERO), bounds.max),
        }
    }

    /// Returns the binary digits of an absolute value.
    fn absolute_digits(&mut self, view: View) -> Vec<Lit> {
        let bits = self.view_bits(view);
        let n_digits = bits.bounds.reach().width();
        let [positive, negative] = [Wide::ONE, -Wide::ONE].map(|factor| {
            let addition = Addition { scaled: vec![(factor, &bits)], ..Addition::default() };
            self.add_digits(&addition, Wide::ZERO, n_digits)
        });
        let is_negative = self.bits_le_lit(&bits, -Wide::ONE);
        // Only one of them is not negative; the digits of the other mean nothing.
        self.choose_digits(is_negative, &negative, &positive)
    }

    /// Returns the first digits where the literal holds, else the second; both as many.
    fn choose_digits(&mut self, choice: Lit, first: &[Lit], second: &[Lit]) -> Vec<Lit> {
        let pairs = first.iter().zip(second);
        pairs
            .map(|(&x, &y)| {
                if x == y {
                    return x;
                }
                let parts =
                    [self.clauses.and_lit(&[choice, x]), self.clauses.and_lit(&[!choice, y])];
                self.clauses.or_lit(&parts)
            })
            .collect()
    }

    /// Returns a literal that holds exactly where the first number is less than the second.
    fn digits_less_lit(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = !self.yes();
        for (&x, &y) in a.iter().zip(b) {
            // Where the digits differ, they decide; else what the lower ones say.
            let differ = self.xor_lit(x, y);
            let above = self.and_lit(&[!x, y]);
            let rest = self.and_lit(&[!differ, less]);
            less = self.or_lit(&[above, rest]);
        }
        less
    }

    /// Returns the digits of a difference that is not negative.
    fn subtract_digits(&mut self, larger: &[Lit], smaller: &[Lit]) -> Vec<Lit> {
        let number = |digits: &[Lit]| {
            let max = Wide::power_of_two(digits.len()) - 1;
            Bits { low: Wide::ZERO, digits: digits.to_vec(), bounds: Bounds::new(0, max) }
        };
        let (larger, smaller) = (number(larger), number(smaller));
        let scaled = vec![(Wide::ONE, &larger), (-Wide::ONE, &smaller)];
        let addition = Addition { scaled, ..Addition::default() };
        self.add_digits(&addition, Wide::ZERO, larger.digits.len())
    }

    fn bits_of_unary(&mut self, op: &Unary, operand: View, bounds: Bounds) -> Bits {
        match *op {
            Unary::Div(k) => self.divide(operand, View::constant(k)).0,
            Unary::Rem(k) => self.divide(operand, View::constant(k)).1,
            Unary::Divide(k) => self.divide(View::constant(k), operand).0,
            Unary::RemainderOf(k) => self.divide(View::constant(k), operand).1,
            Unary::ToPower(2) => {
                self.note("binary numbers: a product of large domains");
                let bits = self.view_bits(operand);
                self.product(&bits, &bits, bounds)
            }
            Unary::Gcd(k) => self.greatest_common_divisor(operand, View::constant(k), bounds),
            _ => unreachable!("other operations on large domains are lowered to these"),
        }
    }
}
