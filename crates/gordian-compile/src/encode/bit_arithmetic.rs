//! Operations on binary integers: product, quotient and remainder, greatest common divisor.

use gordian_backend::Lit;

use super::Encoder;
use super::adder::Summands;
use super::bits::BinaryInt;
use crate::ir::{Binary, IntRef, Unary, apply_binary};
use crate::wide::{Bounds, WideInt};

impl Encoder<'_> {
    /// Encodes an operation on two integers; the result lies within the bounds.
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
            // Only powers with few pairs of operands reach this point; others became products.
            Binary::Pow => self.bits_of_pairs(op, a, b, bounds),
        }
    }

    /// Encodes an operation on two integers with few values, with one literal per pair of values.
    /// The result is its least value where the operation is undefined.
    fn bits_of_pairs(&mut self, op: Binary, a: IntRef, b: IntRef, bounds: Bounds) -> BinaryInt {
        self.label_encoding("pair by pair of values");
        let arena = self.arena;
        let (Some(xs), Some(ys)) = (arena.domain(a.node).values(), arena.domain(b.node).values())
        else {
            unreachable!("the operands have listed values")
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

    /// Returns the Euclidean quotient and remainder. If the divisor is zero, both are free within
    /// their bounds.
    fn divide(&mut self, a: IntRef, b: IntRef) -> (BinaryInt, BinaryInt) {
        if let Some(known) = self.quotients.get(&(a, b)) {
            return known.clone();
        }
        self.label_encoding("binary numbers: quotient and remainder");
        let (dividend, divisor) = (self.view_bits(a), self.view_bits(b));
        // The absolute value of a quotient is at most that of the dividend.
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
        // Within the bounds that the remainder node has, also if the divisor is zero.
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

    /// Returns the greatest common divisor by the binary algorithm (Stein 1967). If both numbers
    /// are even, both are halved and the common factor is doubled; if one is even, it is halved; if
    /// both are odd, the larger becomes half the difference. Each step removes one digit in total,
    /// until a number is zero.
    ///
    /// Each step is computed from the previous one, so unit propagation determines all steps from
    /// the values of the operands.
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
        // One of the numbers is zero, and the factor has exactly one digit set.
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
        // Only one of the two is not negative; the digits of the other are meaningless.
        self.choose_digits(is_negative, &negative, &positive)
    }

    /// Returns `first` if the literal holds, otherwise `second`; both have the same number of
    /// digits.
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

    /// Returns a literal equivalent to `a < b`.
    fn digits_less_lit(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = !self.true_lit();
        for (&x, &y) in a.iter().zip(b) {
            // Different digits decide; otherwise the lower digits do.
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

    pub(super) fn bits_of_unary(
        &mut self,
        op: &Unary,
        operand: IntRef,
        bounds: Bounds,
    ) -> BinaryInt {
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
