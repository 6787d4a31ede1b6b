//! Sums and products of binary integers, by adding digits column by column.

use gordian_backend::Lit;

use super::Encoder;
use super::bits::BinaryInt;
use crate::wide::{Bounds, WideInt};

/// A sum of scaled binary integers and at most one product, before its digits are added.
#[derive(Default)]
pub(super) struct Summands<'b> {
    /// Integers with their factors.
    pub(super) scaled: Vec<(WideInt, &'b BinaryInt)>,
    /// Two integers whose digits are multiplied.
    pub(super) product: Option<(&'b BinaryInt, &'b BinaryInt)>,
    pub(super) offset: WideInt,
}

impl Summands<'_> {
    /// Returns the sum if all digits are zero.
    ///
    /// With factor `f`, the integer `low + u` with k digits adds `f · low` to the start and `f · u`
    /// to the digits. If `f` is negative, it adds `f · (2^k - 1)` to the start as well and `|f| ·
    /// ū` to the digits.
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
    /// Returns `Σ factor · integer + offset`.
    pub(super) fn weighted_sum(
        &mut self,
        terms: &[(i64, &BinaryInt)],
        offset: WideInt,
    ) -> BinaryInt {
        let bounds_of =
            |&(factor, bits): &(i64, &BinaryInt)| bits.bounds.times(Bounds::exactly(factor));
        let bounds = terms.iter().map(bounds_of).fold(Bounds::exactly(offset), Bounds::plus);
        let scaled = terms.iter().map(|&(factor, bits)| (factor.into(), bits)).collect();
        self.add_summands(&Summands { scaled, product: None, offset }, bounds)
    }

    /// Returns the product, which lies within the bounds.
    pub(super) fn product(&mut self, a: &BinaryInt, b: &BinaryInt, bounds: Bounds) -> BinaryInt {
        // (p + u)(q + v) = pq + pv + qu + uv, with u and v unsigned.
        let scaled = vec![(a.low, b), (b.low, a)];
        let offset = -(a.low * b.low);
        self.add_summands(&Summands { scaled, product: Some((a, b)), offset }, bounds)
    }

    /// Adds the summands. The sum lies within the bounds in every solution.
    fn add_summands(&mut self, summands: &Summands<'_>, bounds: Bounds) -> BinaryInt {
        // A `low` closer to the least value may save digits; the start then becomes a summand.
        let (start, n_digits) = (summands.start(), bounds.width());
        let keeps_start = start <= bounds.min && (bounds.max - start).width() <= n_digits;
        let low = if keeps_start { start } else { bounds.min };
        BinaryInt { low, digits: self.add_digits(summands, low, n_digits), bounds }
    }

    /// Adds the digits of a sum minus `low`, modulo `2^n_digits`.
    pub(super) fn add_digits(
        &mut self,
        summands: &Summands<'_>,
        low: WideInt,
        n_digits: usize,
    ) -> Vec<Lit> {
        if self.is_stopped() {
            return vec![self.true_lit(); n_digits];
        }
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

    /// Adds literals by columns of equal weight, three at a time (Wallace 1964), and drops carries
    /// beyond the last column.
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
                    _ => unreachable!("two or three digits are taken"),
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

    /// Returns a literal equivalent to the exclusive disjunction of two literals.
    pub(super) fn xor_lit(&mut self, a: Lit, b: Lit) -> Lit {
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

    /// Returns the sum and the carry of three digits.
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
            // a and b are equal or opposite: the carry is a or c.
            return (sum, if half == self.true_lit() { c } else { a });
        }
        let carry = self.new_lit();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.add_clause(&[!x, !y, carry]);
            self.add_clause(&[x, y, !carry]);
        }
        (sum, carry)
    }
}
