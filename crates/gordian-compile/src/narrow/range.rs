//! Intervals of integers beyond 64 bits, whose ends may be unknown.

use std::ops::{Add, Mul, Neg};

/// Ends are clamped to this magnitude. A minimum of `-END` and a maximum of `END` are unknown.
const END: i128 = 1 << 120;

/// The integers from `min` to `max`, among which an expression has its value in every solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) min: i128,
    pub(super) max: i128,
}

impl Range {
    pub(super) const ALL: Self = Self { min: -END, max: END };
    pub(super) const BOOLEAN: Self = Self { min: 0, max: 1 };

    /// Returns the range between two numbers of any magnitude.
    pub(super) fn new(min: impl Into<i128>, max: impl Into<i128>) -> Self {
        Self { min: clamp(min.into()), max: clamp(max.into()) }
    }

    pub(super) fn exactly(value: impl Into<i128>) -> Self {
        let value = value.into();
        Self::new(value, value)
    }

    pub(super) fn at_least(min: i128) -> Self {
        Self::new(min, END)
    }

    pub(super) fn at_most(max: i128) -> Self {
        Self::new(-END, max)
    }

    pub(super) fn is_empty(self) -> bool {
        self.min > self.max
    }

    pub(super) fn contains(self, value: i128) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// Returns the truth value of a condition with this range, if it is known.
    pub(super) fn truth(self) -> Option<bool> {
        (self.min == self.max).then_some(self.min != 0)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// Returns the smallest range that contains both ranges.
    pub(super) fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the greatest absolute value.
    pub(super) fn max_abs(self) -> i128 {
        self.min.saturating_abs().max(self.max.saturating_abs())
    }

    /// Returns the range of `x` raised to `exponent`, which is at least 1.
    pub(super) fn power(self, exponent: u32) -> Self {
        let raise = |base: i128| match base.checked_pow(exponent) {
            _ if base <= -END || base >= END => END * base.signum().pow(exponent & 1),
            Some(power) => clamp(power),
            None if base < 0 && !exponent.is_multiple_of(2) => -END,
            None => END,
        };
        if !exponent.is_multiple_of(2) {
            return Self { min: raise(self.min), max: raise(self.max) };
        }
        let least = if self.contains(0) { 0 } else { self.min.abs().min(self.max.abs()) };
        Self { min: raise(least), max: raise(self.max_abs()) }
    }

    /// Returns a range of the integers whose power with this exponent, which is at least 1, is in
    /// `self`.
    pub(super) fn root(self, exponent: u32) -> Self {
        // Even powers are not negative, so the minimum tells nothing.
        let greatest = if exponent.is_multiple_of(2) { self.max.max(0) } else { self.max_abs() };
        if greatest >= END {
            return Self::ALL;
        }
        let is_above = |base: i128| base.checked_pow(exponent).is_none_or(|power| power > greatest);
        let (mut low, mut high) = (0, greatest.saturating_add(1));
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Self { min: -low, max: low }
    }

    /// Returns the range of the quotients by a positive number, rounded down.
    pub(super) fn floor_div(self, divisor: i128) -> Self {
        // An unknown end stays unknown.
        let min = if self.min == -END { -END } else { self.min.div_euclid(divisor) };
        let max = if self.max == END { END } else { self.max.div_euclid(divisor) };
        Self { min, max }
    }

    /// Returns a range of the integers whose product with a number in `factor` is in `self`.
    pub(super) fn divided_by(self, factor: Self) -> Self {
        if factor.max < 0 {
            return (-self).divided_by(-factor);
        }
        if factor.min <= 0 {
            // A factor of a product other than 0 is at most as large as the product.
            let size = self.max_abs();
            return if self.contains(0) { Self::ALL } else { Self::new(-size, size) };
        }
        // The factor is positive. The largest quotient has the least factor if it is positive, else
        // the greatest.
        let greatest = |product: i128| match product {
            END.. => END,
            0.. => product.div_euclid(factor.min),
            _ => product.div_euclid(factor.max),
        };
        Self { min: -greatest(-self.min), max: greatest(self.max) }
    }
}

impl Neg for Range {
    type Output = Self;

    fn neg(self) -> Self {
        Self { min: -self.max, max: -self.min }
    }
}

impl Add for Range {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // An unknown end stays unknown, whatever is added to it.
        let min = if self.min == -END || other.min == -END { -END } else { self.min + other.min };
        let max = if self.max == END || other.max == END { END } else { self.max + other.max };
        Self::new(min, max)
    }
}

impl Mul for Range {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = |a: i128, b: i128| match a.checked_mul(b) {
            Some(product) => clamp(product),
            None => END * a.signum() * b.signum(),
        };
        let corners = [
            product(self.min, other.min),
            product(self.min, other.max),
            product(self.max, other.min),
            product(self.max, other.max),
        ];
        let [first, rest @ ..] = corners.map(Self::exactly);
        rest.into_iter().fold(first, Self::hull)
    }
}

fn clamp(number: i128) -> i128 {
    number.clamp(-END, END)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ranges with ends from -6 to 6, and those without an end.
    fn ranges() -> Vec<Range> {
        let ends = |open: i128| (-6..=6).chain([open]);
        let pairs = ends(-END).flat_map(|min| ends(END).map(move |max| Range { min, max }));
        pairs.filter(|range| !range.is_empty()).collect()
    }

    #[test]
    fn operations_contain_the_results_for_all_members() {
        let members = |range: Range| (-40..=40).filter(move |&value| range.contains(value));
        for a in ranges() {
            for x in members(a) {
                assert!((-a).contains(-x));
                for divisor in 1..=4 {
                    assert!(a.floor_div(divisor).contains(x.div_euclid(divisor)), "{a:?} {x}");
                }
                for exponent in 1..=3 {
                    assert!(a.power(exponent).contains(x.pow(exponent)), "{a:?} {x}");
                }
            }
            for exponent in 1..=3 {
                let roots = a.root(exponent);
                for x in (-40_i128..=40).filter(|x| a.contains(x.pow(exponent))) {
                    assert!(roots.contains(x), "{a:?} {x} {exponent}");
                }
            }
            for b in ranges() {
                let (sum, product, quotient) = (a + b, a * b, a.divided_by(b));
                for y in members(b) {
                    for x in members(a) {
                        assert!(sum.contains(x + y), "{a:?} + {b:?}");
                        assert!(product.contains(x * y), "{a:?} * {b:?}");
                    }
                    for x in (-40..=40).filter(|x| a.contains(x * y)) {
                        assert!(quotient.contains(x), "{a:?} / {b:?}: {x} * {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn large_ends_are_exact_or_unknown() {
        let wide = Range::new(-(1_i128 << 62), 1_i128 << 53);
        assert_eq!(
            wide * Range::exactly(1_i128 << 53),
            Range::new(-(1_i128 << 115), 1_i128 << 106)
        );
        assert_eq!(wide * wide, Range { min: -(1 << 115), max: END });
        assert_eq!(
            Range::exactly(1_i128 << 106).divided_by(wide),
            Range::new(-(1_i128 << 106), 1_i128 << 106)
        );
        assert_eq!(Range::at_most((1 << 53) - 1).root(2).max, 94_906_265);
        assert_eq!(Range::at_least(5) + Range::at_most(7), Range::ALL);
    }
}
