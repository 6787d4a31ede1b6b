//! Integers over large domains, as binary numbers.
//!
//! A number is `low + Σ 2^i · digits[i]`: unsigned digits over a lower bound, so that there is no
//! sign to carry. Beside it stand bounds that hold in every solution. Whatever is computed is
//! computed modulo a power of two that is just large enough for the bounds of the result, so digits
//! beyond them are never made, however wide the operands are. A negative multiple is one of the
//! complement: with k digits, `-u = ū - (2^k - 1)` where `ū` has all digits flipped.

use gordian_backend::Lit;

use super::{Clauses, Encoder};
use crate::ir::{Binary, IntRef, NodeId, Op, Unary, apply_binary};
use crate::stack;
use crate::wide::{Bounds, WideInt};

/// `low + Σ 2^i · digits[i]`, from `min` to `max` in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BinaryInt {
    low: WideInt,
    /// Least significant first.
    digits: Vec<Lit>,
    /// Not below `low`, and not above the greatest number that the digits can write.
    bounds: Bounds,
}

impl BinaryInt {
    fn constant(value: WideInt) -> Self {
        Self { low: value, digits: Vec::new(), bounds: Bounds::exactly(value) }
    }

    pub(super) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let mut value = self.low;
        for (position, &lit) in self.digits.iter().enumerate() {
            if holds(lit) {
                value += WideInt::power_of_two(position);
            }
        }
        value.to_i64().expect("the number is within its bounds, which fit 64 bits")
    }

    /// Describes the sum of true literals that makes up `factor · number + offset`.
    pub(super) fn describe(&self, factor: i64, offset: i64) -> String {
        let digits = self.digits.iter().enumerate().map(|(position, lit)| {
            format!("{} {}", lit.to_dimacs(), (WideInt::power_of_two(position) * factor).to_i128())
        });
        let start = (self.low * factor + offset).to_i128();
        format!("is {start} plus, by literal: {}", digits.collect::<Vec<_>>().join(", "))
    }

    /// Pushes literals of which one must hold for the number to differ from `value`, which it can
    /// have.
    pub(super) fn push_blocking_lits(&self, value: WideInt, into: &mut Vec<Lit>) {
        let rest = value - self.low;
        for (position, &lit) in self.digits.iter().enumerate() {
            into.push(lit ^ rest.has_digit(position));
        }
    }

    /// Returns the greatest number that the digits can write.
    fn max_representable(&self) -> WideInt {
        self.low + WideInt::power_of_two(self.digits.len()) - 1
    }
}

impl Clauses {
    /// Returns a literal that holds exactly where the number is not above `bound`.
    pub(super) fn bits_le_lit(&mut self, bits: &BinaryInt, bound: WideInt) -> Lit {
        if bound >= bits.bounds.max {
            return self.true_lit();
        }
        if bound < bits.bounds.min {
            return !self.true_lit();
        }
        let rest = bound - bits.low;
        // From the least digit up: what the lower digits say, corrected by this one.
        let mut lit = self.true_lit();
        for (position, &digit) in bits.digits.iter().enumerate() {
            lit = if rest.has_digit(position) {
                self.or_lit(&[!digit, lit])
            } else {
                self.and_lit(&[!digit, lit])
            };
        }
        lit
    }

    /// Returns a literal that holds exactly where the number has this value.
    pub(super) fn bits_eq_lit(&mut self, bits: &BinaryInt, value: WideInt) -> Lit {
        if value < bits.bounds.min || value > bits.bounds.max {
            return !self.true_lit();
        }
        let mut lits = Vec::with_capacity(bits.digits.len());
        bits.push_blocking_lits(value, &mut lits);
        !self.or_lit(&lits)
    }
}

/// A number as a sum of scaled digits, before it is added up.
#[derive(Default)]
struct Summands<'b> {
    /// Numbers, each with its factor.
    scaled: Vec<(WideInt, &'b BinaryInt)>,
    /// Two numbers whose digits are multiplied.
    product: Option<(&'b BinaryInt, &'b BinaryInt)>,
    offset: WideInt,
}

impl Summands<'_> {
    /// Returns the number where all digits are zero.
    ///
    /// A factor `f` of the number `low + u` with k digits adds `f · low` to the start and `f · u` to the
    /// digits; where `f` is negative, `f · (2^k - 1)` to the start too and `|f| · ū` to the digits.
    fn start(&self) -> WideInt {
        let mut start = self.offset;
        for &(factor, bits) in &self.scaled {
            start += factor * bits.low;
            if factor < WideInt::ZERO {
                start += factor * (WideInt::power_of_two(bits.digits.len()) - 1);
            }
        }
        start
    }
}

impl Encoder<'_> {
    /// Returns a node as a binary number.
    pub(super) fn bits(&mut self, node: NodeId) -> BinaryInt {
        match self.int_encodings.get(&node).and_then(|encoding| encoding.bits.clone()) {
            Some(bits) => bits,
            None => stack::ensure_sufficient(|| self.build_bits(node)),
        }
    }

    fn build_bits(&mut self, node: NodeId) -> BinaryInt {
        let arena = self.arena;
        let domain = arena.domain(node);
        let bounds = domain.bounds();
        let bits = match arena.op(node) {
            Op::Sum(terms) => {
                let mut bits = self.bits_of_terms(terms);
                bits.bounds = bits.bounds.and(bounds);
                bits
            }
            // Few results of many operands: their literals are made from the digits, not the other
            // way round.
            Op::Unary(op, operand) if arena.domain(operand.node).values().is_none() => {
                self.bits_of_unary(op, *operand, bounds)
            }
            &Op::Binary(op, a, b) if !self.arena.has_few_pairs(a, b) => {
                self.bits_of_binary(op, a, b, bounds)
            }
            _ if domain.values().is_some() => {
                let values = domain.values().expect("as asked").to_vec();
                let direct = self.direct(node);
                let cases: Vec<(i64, Lit)> =
                    values.into_iter().zip(direct.iter().copied()).collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::Var(_) => self.new_bits(bounds),
            &Op::Binary(op, a, b) => self.bits_of_binary(op, a, b, bounds),
            Op::Select(members) => {
                let cases: Vec<(i64, Lit)> = members
                    .iter()
                    .map(|&(condition, value)| (value, self.reified_lit(condition)))
                    .collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::If(condition, a, b) => {
                let condition = self.reified_lit(*condition);
                self.bits_of_cases_by_view(bounds, &[(condition, *a), (!condition, *b)])
            }
            Op::Element(list, index) => {
                let mut choices = Vec::with_capacity(list.len());
                for (position, &view) in (0_i64..).zip(list.iter()) {
                    let chosen = self.view_eq_lit(*index, position);
                    if chosen != !self.true_lit() {
                        choices.push((chosen, view));
                    }
                }
                self.bits_of_cases_by_view(bounds, &choices)
            }
            Op::Min(list) => self.bits_of_min(bounds, list),
            Op::Unary(Unary::Table(_), _) | Op::BoolToInt(_) | Op::NthSmallest(..) => {
                unreachable!("these have few values")
            }
            op => unreachable!("{op:?} is no number of many values"),
        };
        self.int_encodings.entry(node).or_default().bits = Some(bits.clone());
        bits
    }

    /// Returns a number within these bounds that nothing else is known about.
    fn new_bits(&mut self, bounds: Bounds) -> BinaryInt {
        let digits: Vec<Lit> = (0..bounds.width()).map(|_| self.new_lit()).collect();
        let mut bits = BinaryInt { low: bounds.min, digits, bounds };
        bits.bounds.max = bits.max_representable();
        self.post_bits_at_most(&[], &bits, bounds.max);
        bits.bounds = bounds;
        bits
    }

    /// Returns the number beside the one literal that holds.
    fn bits_of_cases(&mut self, cases: &[(i64, Lit)], bounds: Bounds) -> BinaryInt {
        let mut digits = Vec::new();
        for position in 0..bounds.width() {
            let has_digit =
                |case: &&(i64, Lit)| (WideInt::from(case.0) - bounds.min).has_digit(position);
            let ones: Vec<Lit> = cases.iter().filter(has_digit).map(|case| case.1).collect();
            digits.push(self.or_lit(&ones));
        }
        BinaryInt { low: bounds.min, digits, bounds }
    }

    /// Returns a weighted sum of nodes.
    pub(super) fn bits_of_terms(&mut self, terms: &[(NodeId, i64)]) -> BinaryInt {
        let numbers: Vec<(i64, BinaryInt)> =
            terms.iter().map(|&(node, factor)| (factor, self.bits(node))).collect();
        let numbers: Vec<(i64, &BinaryInt)> = numbers.iter().map(|(f, bits)| (*f, bits)).collect();
        self.weighted_sum(&numbers, WideInt::ZERO)
    }

    fn view_bits(&mut self, view: IntRef) -> BinaryInt {
        if view.factor == 0 {
            return BinaryInt::constant(view.offset.into());
        }
        let bits = self.bits(view.node);
        if view.factor == 1 {
            let offset = view.offset;
            return BinaryInt {
                low: bits.low + offset,
                digits: bits.digits,
                bounds: bits.bounds.plus(Bounds::exactly(offset)),
            };
        }
        self.weighted_sum(&[(view.factor, &bits)], view.offset.into())
    }

    /// Returns `Σ factor · number + offset`.
    fn weighted_sum(&mut self, terms: &[(i64, &BinaryInt)], offset: WideInt) -> BinaryInt {
        let bounds_of =
            |&(factor, bits): &(i64, &BinaryInt)| bits.bounds.times(Bounds::exactly(factor));
        let bounds = terms.iter().map(bounds_of).fold(Bounds::exactly(offset), Bounds::plus);
        let scaled = terms.iter().map(|&(factor, bits)| (factor.into(), bits)).collect();
        self.add_summands(&Summands { scaled, product: None, offset }, bounds)
    }

    /// Returns the product, which lies within the bounds.
    fn product(&mut self, a: &BinaryInt, b: &BinaryInt, bounds: Bounds) -> BinaryInt {
        // (p + u)(q + v) = pq + pv + qu + uv, with u and v unsigned.
        let scaled = vec![(a.low, b), (b.low, a)];
        let offset = -(a.low * b.low);
        self.add_summands(&Summands { scaled, product: Some((a, b)), offset }, bounds)
    }

    /// Adds up a number that is within the bounds in every solution.
    fn add_summands(&mut self, summands: &Summands<'_>, bounds: Bounds) -> BinaryInt {
        // Nearer to the least value there may be fewer digits; the start is then one of the addends.
        let (start, n_digits) = (summands.start(), bounds.width());
        let keeps_start = start <= bounds.min && (bounds.max - start).width() <= n_digits;
        let low = if keeps_start { start } else { bounds.min };
        BinaryInt { low, digits: self.add_digits(summands, low, n_digits), bounds }
    }

    /// Adds up the digits of a number above `low`, modulo `2^n_digits`.
    fn add_digits(&mut self, summands: &Summands<'_>, low: WideInt, n_digits: usize) -> Vec<Lit> {
        let constant = (summands.start() - low).low_digits(n_digits);
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); n_digits];
        for (position, column) in columns.iter_mut().enumerate() {
            if constant.has_digit(position) {
                column.push(self.true_lit());
            }
        }
        for &(factor, bits) in &summands.scaled {
            let negative = factor < WideInt::ZERO;
            let weight = factor.abs();
            for shift in (0..weight.width()).filter(|&shift| weight.has_digit(shift)) {
                for (column, &lit) in columns.iter_mut().skip(shift).zip(&bits.digits) {
                    column.push(lit ^ negative);
                }
            }
        }
        if let Some((a, b)) = summands.product {
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
        for position in 0..columns.len() {
            let mut column = std::mem::take(&mut columns[position]);
            column.retain(|&lit| lit != !self.true_lit());
            let mut open = std::collections::VecDeque::from(column);
            while open.len() > 1 {
                let addends: smallvec::SmallVec<[Lit; 3]> =
                    open.drain(..open.len().min(3)).collect();
                let (sum, carry) = match addends[..] {
                    [a, b] => (self.xor_lit(a, b), self.and_lit(&[a, b])),
                    [a, b, c] => self.full_adder(a, b, c),
                    _ => unreachable!("two or three literals"),
                };
                if sum != !self.true_lit() {
                    open.push_back(sum);
                }
                if carry != !self.true_lit()
                    && let Some(next) = columns.get_mut(position.saturating_add(1))
                {
                    next.push(carry);
                }
            }
            digits.push(open.pop_front().unwrap_or(!self.true_lit()));
        }
        digits
    }

    /// Returns a literal that holds exactly where one of two does but not both.
    fn xor_lit(&mut self, a: Lit, b: Lit) -> Lit {
        if a == self.true_lit() || a == !self.true_lit() {
            return b ^ (a == self.true_lit());
        }
        if b == self.true_lit() || b == !self.true_lit() {
            return a ^ (b == self.true_lit());
        }
        if a.var() == b.var() {
            return self.constant_lit(a != b);
        }
        let lit = self.new_lit();
        self.add_clause(&[!lit, a, b]);
        self.add_clause(&[!lit, !a, !b]);
        self.add_clause(&[lit, !a, b]);
        self.add_clause(&[lit, a, !b]);
        lit
    }

    /// Returns sum and carry of three digits.
    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        for (known, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            if known == self.true_lit() {
                return (!self.xor_lit(x, y), self.or_lit(&[x, y]));
            }
            if known == !self.true_lit() {
                return (self.xor_lit(x, y), self.and_lit(&[x, y]));
            }
        }
        let half = self.xor_lit(a, b);
        let sum = self.xor_lit(half, c);
        if half == self.true_lit() || half == !self.true_lit() {
            // a and b are equal, or opposite: the carry is one of them, or c.
            return (sum, if half == self.true_lit() { c } else { a });
        }
        let carry = self.new_lit();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.add_clause(&[!x, !y, carry]);
            self.add_clause(&[x, y, !carry]);
        }
        (sum, carry)
    }

    /// Demands `bits ≤ bound` unless a literal of `prefix` holds.
    pub(super) fn post_bits_at_most(&mut self, prefix: &[Lit], bits: &BinaryInt, bound: WideInt) {
        if bound >= bits.bounds.max {
            return;
        }
        if bound < bits.bounds.min {
            return self.add_clause(prefix);
        }
        // Wherever the bound has a zero: a one there needs a zero where the bound has a one above.
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (position, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(!lit);
            if !rest.has_digit(position) {
                self.add_clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Demands `bits ≥ bound` unless a literal of `prefix` holds.
    pub(super) fn post_bits_at_least(&mut self, prefix: &[Lit], bits: &BinaryInt, bound: WideInt) {
        if bound <= bits.bounds.min {
            return;
        }
        if bound > bits.bounds.max {
            return self.add_clause(prefix);
        }
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (position, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(lit);
            if rest.has_digit(position) {
                self.add_clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Demands that the number is zero unless a literal of `prefix` holds.
    fn post_bits_zero(&mut self, prefix: &[Lit], bits: &BinaryInt) {
        self.post_bits_at_most(prefix, bits, WideInt::ZERO);
        self.post_bits_at_least(prefix, bits, WideInt::ZERO);
    }

    /// Returns `a - b`, which need not fit 64 bits.
    pub(super) fn bits_of_difference(&mut self, a: IntRef, b: IntRef) -> BinaryInt {
        let (a, b) = (self.view_bits(a), self.view_bits(b));
        self.weighted_sum(&[(1, &a), (-1, &b)], WideInt::ZERO)
    }

    /// Returns a number that is one of several by choice literals; free where none holds.
    fn bits_of_cases_by_view(&mut self, bounds: Bounds, choices: &[(Lit, IntRef)]) -> BinaryInt {
        let result = self.new_bits(bounds);
        for &(choice, view) in choices {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], WideInt::ZERO);
            self.post_bits_zero(&[!choice], &difference);
        }
        result
    }

    /// Returns the least of the views: not above any, and equal to one.
    fn bits_of_min(&mut self, bounds: Bounds, list: &[IntRef]) -> BinaryInt {
        let result = self.new_bits(bounds);
        let mut equal_one = Vec::with_capacity(list.len());
        for &view in list {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], WideInt::ZERO);
            self.post_bits_at_most(&[], &difference, WideInt::ZERO);
            let equals = self.new_lit();
            self.post_bits_at_least(&[!equals], &difference, WideInt::ZERO);
            equal_one.push(equals);
        }
        self.add_clause(&equal_one);
        result
    }

    /// Returns an operation on two numbers, which is within the bounds.
    pub(super) fn bits_of_binary(
        &mut self,
        op: Binary,
        a: IntRef,
        b: IntRef,
        bounds: Bounds,
    ) -> BinaryInt {
        match op {
            Binary::Mul => {
                self.label_encoding("binary numbers: a product of large domains");
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
    fn bits_of_pairs(&mut self, op: Binary, a: IntRef, b: IntRef, bounds: Bounds) -> BinaryInt {
        self.label_encoding("pair by pair of values");
        let arena = self.arena;
        let (Some(xs), Some(ys)) = (arena.domain(a.node).values(), arena.domain(b.node).values())
        else {
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
    fn divide(&mut self, a: IntRef, b: IntRef) -> (BinaryInt, BinaryInt) {
        if let Some(known) = self.quotients.get(&(a, b)) {
            return known.clone();
        }
        self.label_encoding("binary numbers: quotient and remainder");
        let (dividend, divisor) = (self.view_bits(a), self.view_bits(b));
        // The quotient is no further from zero than the dividend.
        let (reach_a, reach_b) = (dividend.bounds.max_abs(), divisor.bounds.max_abs());
        let quotient_bounds = match divisor.bounds.min.to_i64() {
            Some(k @ 1..) if divisor.bounds.min == divisor.bounds.max => {
                Bounds::new(dividend.bounds.min.floor_div(k), dividend.bounds.max.floor_div(k))
            }
            Some(least @ 0..) if dividend.bounds.min >= WideInt::ZERO => {
                Bounds::new(0, dividend.bounds.max.floor_div(least.max(1)))
            }
            _ => Bounds::new(-reach_a, reach_a),
        };
        let quotient = self.new_bits(quotient_bounds);
        // Within the bounds that the graph has for remainders, also where the divisor is zero.
        let most = (reach_b - 1).max(WideInt::ZERO);
        let most =
            if dividend.bounds.min >= WideInt::ZERO { most.min(dividend.bounds.max) } else { most };
        let remainder = self.new_bits(Bounds::new(0, most));
        let zero = self.bits_eq_lit(&divisor, WideInt::ZERO);
        let bounds = quotient.bounds.times(divisor.bounds);
        let product = self.product(&quotient, &divisor, bounds);
        // a - q·b - r = 0 and r < |b|.
        let balance =
            self.weighted_sum(&[(1, &dividend), (-1, &product), (-1, &remainder)], WideInt::ZERO);
        self.post_bits_zero(&[zero], &balance);
        let negative = self.bits_le_lit(&divisor, WideInt::ZERO - 1);
        for (sign, guard) in [(-1, negative), (1, !negative)] {
            if guard == self.true_lit() {
                continue;
            }
            let excess = self.weighted_sum(&[(1, &remainder), (sign, &divisor)], WideInt::ZERO);
            self.post_bits_at_most(&[zero, guard], &excess, WideInt::ZERO - 1);
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
    fn greatest_common_divisor(&mut self, a: IntRef, b: IntRef, bounds: Bounds) -> BinaryInt {
        self.label_encoding(
            "binary numbers: the steps of the binary algorithm for common divisors",
        );
        let (mut a, mut b) = (self.absolute_digits(a), self.absolute_digits(b));
        let n_digits = a.len().max(b.len());
        let zero = !self.true_lit();
        a.resize(n_digits, zero);
        b.resize(n_digits, zero);
        let mut factor = vec![zero; n_digits];
        if let Some(unit) = factor.first_mut() {
            *unit = self.true_lit();
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
        for position in 0..n_digits {
            let mut parts = Vec::new();
            for (shift, &lit) in factor.iter().enumerate().take(position.saturating_add(1)) {
                let own = position.saturating_sub(shift);
                for number in [&a, &b] {
                    let part = self.clauses.and_lit(&[lit, number[own]]);
                    parts.push(part);
                }
            }
            digits.push(self.or_lit(&parts));
        }
        digits.truncate(bounds.max.width());
        BinaryInt {
            low: WideInt::ZERO,
            digits,
            bounds: Bounds::new(bounds.min.max(WideInt::ZERO), bounds.max),
        }
    }

    /// Returns the binary digits of an absolute value.
    fn absolute_digits(&mut self, view: IntRef) -> Vec<Lit> {
        let bits = self.view_bits(view);
        let n_digits = bits.bounds.max_abs().width();
        let [positive, negative] = [WideInt::ONE, -WideInt::ONE].map(|factor| {
            let summands = Summands { scaled: vec![(factor, &bits)], ..Summands::default() };
            self.add_digits(&summands, WideInt::ZERO, n_digits)
        });
        let is_negative = self.bits_le_lit(&bits, -WideInt::ONE);
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
        let mut less = !self.true_lit();
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
            let max = WideInt::power_of_two(digits.len()) - 1;
            BinaryInt { low: WideInt::ZERO, digits: digits.to_vec(), bounds: Bounds::new(0, max) }
        };
        let (larger, smaller) = (number(larger), number(smaller));
        let scaled = vec![(WideInt::ONE, &larger), (-WideInt::ONE, &smaller)];
        let summands = Summands { scaled, ..Summands::default() };
        self.add_digits(&summands, WideInt::ZERO, larger.digits.len())
    }

    fn bits_of_unary(&mut self, op: &Unary, operand: IntRef, bounds: Bounds) -> BinaryInt {
        match *op {
            Unary::DivConst(k) => self.divide(operand, IntRef::constant(k)).0,
            Unary::RemConst(k) => self.divide(operand, IntRef::constant(k)).1,
            Unary::ConstDiv(k) => self.divide(IntRef::constant(k), operand).0,
            Unary::ConstRem(k) => self.divide(IntRef::constant(k), operand).1,
            Unary::PowConst(2) => {
                self.label_encoding("binary numbers: a product of large domains");
                let bits = self.view_bits(operand);
                self.product(&bits, &bits, bounds)
            }
            Unary::GcdConst(k) => {
                self.greatest_common_divisor(operand, IntRef::constant(k), bounds)
            }
            _ => unreachable!("other operations on large domains are lowered to these"),
        }
    }
}
