//! Interval arithmetic, and intervals of the results of operations.

use gordian_model::Node;

/// An interval of integers that is not empty; both ends belong to it.
///
/// The operations saturate far beyond 64 bits, so that they never wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) min: i128,
    pub(crate) max: i128,
}

impl From<i64> for Interval {
    fn from(value: i64) -> Self {
        Self { min: value.into(), max: value.into() }
    }
}

impl From<(i64, i64)> for Interval {
    fn from((min, max): (i64, i64)) -> Self {
        Self { min: min.into(), max: max.into() }
    }
}

impl Interval {
    fn of(values: impl IntoIterator<Item = i128>) -> Self {
        let mut values = values.into_iter();
        let first = values.next().expect("an interval is not empty");
        values.fold(Self { min: first, max: first }, |it, value| Self {
            min: it.min.min(value),
            max: it.max.max(value),
        })
    }

    /// Returns the least interval that contains both.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(crate) fn add(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    pub(crate) fn scale(self, factor: i64) -> Self {
        self.multiply(Self::from(factor))
    }

    pub(crate) fn multiply(self, other: Self) -> Self {
        let pairs = [
            (self.min, other.min),
            (self.min, other.max),
            (self.max, other.min),
            (self.max, other.max),
        ];
        Self::of(pairs.map(|(a, b)| a.saturating_mul(b)))
    }

    /// Returns the interval of absolute values.
    pub(crate) fn abs(self) -> Self {
        let ends = [self.min, self.max].map(i128::saturating_abs);
        let least = if self.min <= 0 && self.max >= 0 { 0 } else { ends[0].min(ends[1]) };
        Self { min: least, max: ends[0].max(ends[1]) }
    }

    /// Returns an interval of the Euclidean quotients by divisors other than 0 of the other
    /// interval.
    pub(crate) fn divide(self, divisor: Self) -> Self {
        let size = self.abs().max;
        if divisor.min > 0 || divisor.max < 0 {
            let quotient = |a: i128, b: i128| a.checked_div_euclid(b).unwrap_or(size);
            let ends = [self.min, self.max];
            return Self::of(
                ends.into_iter().flat_map(|a| [divisor.min, divisor.max].map(|b| quotient(a, b))),
            );
        }
        Self { min: -size, max: size }
    }

    /// Returns the powers with an exponent from 0 on.
    pub(crate) fn power(self, exponent: u32) -> Self {
        let raise = |base: i128| {
            base.checked_pow(exponent).unwrap_or(if base < 0 && exponent % 2 == 1 {
                i128::MIN
            } else {
                i128::MAX
            })
        };
        let ends = Self::of([raise(self.min), raise(self.max)]);
        if exponent.is_multiple_of(2) && exponent > 0 && self.min <= 0 && self.max >= 0 {
            Self { min: 0, ..ends }
        } else {
            ends
        }
    }

    /// Returns the ends, if they fit into 64 bits.
    pub(crate) fn narrow(self) -> Option<(i64, i64)> {
        Some((i64::try_from(self.min).ok()?, i64::try_from(self.max).ok()?))
    }
}

/// Returns an interval of the results of an operation, cut to the values of the search: a result
/// beyond these is refused elsewhere.
pub(crate) fn result_bounds(node: &Node, operands: &[Interval]) -> Interval {
    match node {
        Node::Div(..) => operands[0].divide(operands[1]),
        Node::Rem(..) => {
            let most = operands[1].abs().max - 1;
            let most = if operands[0].min >= 0 { most.min(operands[0].max) } else { most };
            Interval { min: 0, max: most.max(0) }
        }
        Node::Pow(..) => {
            let exponents = [operands[1].min.max(0), operands[1].max.max(0)];
            // The powers of the ends and of -1, 0, 1 with the exponents at the ends and their
            // neighbours.
            let near = [exponents[0], exponents[0] + 1, exponents[1] - 1, exponents[1]];
            let near = near.into_iter().filter(|it| (exponents[0]..=exponents[1]).contains(it));
            let raise =
                |exponent: i128| operands[0].power(u32::try_from(exponent).unwrap_or(u32::MAX - 1));
            let powers = near.flat_map(|exponent| {
                let odd_or_even = [exponent, (exponent - 1).max(exponents[0])];
                odd_or_even.map(raise)
            });
            powers.reduce(Interval::hull).expect("there is an exponent")
        }
        Node::Gcd(_) => {
            let definite = operands.iter().filter(|it| it.min > 0 || it.max < 0);
            let least = definite.map(|it| it.abs().max).min();
            let greatest = || operands.iter().map(|it| it.abs().max).max();
            Interval { min: 0, max: least.or_else(greatest).unwrap_or(0) }
        }
        Node::Abs(_) => operands[0].abs(),
        Node::Min(_) => extreme(operands, i128::min),
        Node::Max(_) => extreme(operands, i128::max),
        Node::Element(list, _) => {
            operands[..list.len()].iter().copied().reduce(Interval::hull).unwrap_or(0.into())
        }
        _ => Interval { min: 0, max: 1 },
    }
}

fn extreme(operands: &[Interval], choose: fn(i128, i128) -> i128) -> Interval {
    let both = |a: Interval, b: Interval| Interval {
        min: choose(a.min, b.min),
        max: choose(a.max, b.max),
    };
    operands.iter().copied().reduce(both).unwrap_or(0.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_the_results() {
        let intervals =
            || (-4..=4_i64).flat_map(|low| (low..=4).map(move |high| Interval::from((low, high))));
        for a in intervals() {
            for b in intervals() {
                for (x, y) in (a.min..=a.max).flat_map(|x| (b.min..=b.max).map(move |y| (x, y))) {
                    let contains = |it: Interval, value: i128| it.min <= value && value <= it.max;
                    assert!(contains(a.add(b), x + y) && contains(a.multiply(b), x * y));
                    assert!(contains(a.abs(), x.abs()) && contains(a.hull(b), x));
                    if y != 0 {
                        assert!(contains(a.divide(b), x.div_euclid(y)), "{x} / {y}: {a:?} {b:?}");
                    }
                    if let Ok(y) = u32::try_from(y) {
                        assert!(contains(a.power(y), x.pow(y)), "{x}^{y}");
                    }
                }
            }
        }
        let huge = Interval { min: i128::MIN, max: i128::MAX };
        assert_eq!(huge.multiply(huge).add(huge), huge);
    }
}
