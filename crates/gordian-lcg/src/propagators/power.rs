//! Powers.
//!
//! Base and exponent are split by the sign of the base and the parity of the exponent. In each part
//! the power grows with both, so that the bounds follow from powers, integer roots and integer
//! logarithms.
//!
//! *Source*: Apt, Zoeteweij: "An analysis of arithmetic constraints on integer intervals",
//! Constraints 12 (2007).

use super::narrowing::{Interval, Intervals, Narrowing, hull, negated, not_empty, positive};
use crate::atom::Var;

/// A variable is a power of another one; 0⁰ is 1, and there are no powers with negative exponents.
#[derive(Clone, Copy, Debug)]
pub struct Power {
    /// Base, exponent and result.
    vars: [Var; 3],
}

impl Power {
    /// Returns the constraint `base^exponent = result`, which is violated if the exponent is
    /// negative.
    #[must_use]
    pub fn new(base: Var, exponent: Var, result: Var) -> Self {
        Self { vars: [base, exponent, result] }
    }
}

impl Narrowing for Power {
    fn vars(&self) -> [Var; 3] {
        self.vars
    }

    fn narrow(&self, [base, exponent, result]: Intervals) -> Option<Intervals> {
        let exponent = not_empty((exponent.0.max(0), exponent.1))?;
        let above = positive(base).and_then(|base| grow([base, exponent, result]));
        let parts = |remainder: i128, result: Interval| {
            let exponent = with_parity(exponent, remainder)?;
            grow_with_parity([positive(negated(base))?, exponent, result], remainder)
        };
        let even =
            parts(0, result).map(|[base, exponent, result]| [negated(base), exponent, result]);
        let odd = parts(1, negated(result))
            .map(|[base, exponent, result]| [negated(base), exponent, negated(result)]);
        let contains = |(low, high): Interval, value: i128| low <= value && value <= high;
        let of_zero = |power: i128, exponent: Interval| {
            let is_possible = contains(base, 0) && contains(result, power);
            not_empty(exponent).filter(|_| is_possible).map(|it| [(0, 0), it, (power, power)])
        };
        let one = of_zero(1, (exponent.0, 0));
        let zero = of_zero(0, (exponent.0.max(1), exponent.1));
        hull([above, even, odd, one, zero])
    }

    fn contains(&self, [base, exponent, result]: [i64; 3]) -> bool {
        exponent >= 0 && power(base.into(), exponent.into()) == i128::from(result)
    }
}

/// Powers of at least this magnitude are beyond all domains.
const BEYOND: i128 = 1 << 63;

/// Returns a power; if its magnitude is [`BEYOND`] or more, a number of such a magnitude with the
/// right sign.
fn power(base: i128, exponent: i128) -> i128 {
    match base {
        0 => i128::from(exponent == 0),
        1 => 1,
        -1 => 1 - 2 * (exponent & 1),
        _ => {
            let (mut product, mut n) = (1_i128, 0);
            while n < exponent && product.abs() < BEYOND {
                product *= base;
                n += 1;
            }
            // The sign of a product that was not completed.
            if (exponent - n) & 1 == 1 && base < 0 { -product } else { product }
        }
    }
}

/// Returns the least exponent whose power of `base`, which is at least 2, is at least `result`.
fn log_up(result: i128, base: i128) -> i128 {
    let (mut product, mut exponent) = (1, 0);
    while product < result {
        product *= base;
        exponent += 1;
    }
    exponent
}

/// Returns the greatest number with `number^exponent ≤ result`; both are at least 1.
fn root_down(result: i128, exponent: i128) -> i128 {
    match exponent {
        1 => return result,
        2 => return result.isqrt(),
        _ => {}
    }
    // The root has at most this many bits: the result has less than 64.
    let (mut least, mut beyond) = (1, 1 << (63 / exponent + 1));
    while beyond - least > 1 {
        let middle = i128::midpoint(least, beyond);
        *(if power(middle, exponent) <= result { &mut least } else { &mut beyond }) = middle;
    }
    least
}

/// Returns the least number with `number^exponent ≥ result`; both are at least 1.
fn root_up(result: i128, exponent: i128) -> i128 {
    let root = root_down(result, exponent);
    root + i128::from(power(root, exponent) < result)
}

/// Returns the bounds of the even or odd numbers of an interval.
fn with_parity((low, high): Interval, remainder: i128) -> Option<Interval> {
    not_empty((low + ((low ^ remainder) & 1), high - ((high ^ remainder) & 1)))
}

/// Narrows the intervals of a positive base, an exponent and the power.
fn grow([(mut p, mut q), (mut e, mut f), (mut r, mut s)]: Intervals) -> Option<Intervals> {
    r = r.max(1);
    not_empty((r, s))?;
    if q >= 2 {
        e = e.max(log_up(r, q));
    } else if r > 1 {
        return None;
    }
    if p >= 2 {
        f = f.min(log_up(s + 1, p) - 1);
    }
    not_empty((e, f))?;
    if f >= 1 {
        p = p.max(root_up(r, f));
    } else if r > 1 {
        return None;
    }
    if e >= 1 {
        q = q.min(root_down(s, e));
    }
    not_empty((p, q))?;
    r = r.max(power(p, e));
    s = s.min(power(q, f));
    Some([(p, q), (e, f), not_empty((r, s))?])
}

/// Like [`grow`], for an exponent that is even or odd.
fn grow_with_parity(intervals: Intervals, remainder: i128) -> Option<Intervals> {
    let [base, exponent, result] = grow(intervals)?;
    // The exponent may have lost its parity; what follows from that is drawn at once.
    grow([base, with_parity(exponent, remainder)?, result])
}

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;

    use super::super::narrowing::check_all_intervals;
    use super::*;

    #[test]
    fn intervals_contain_all_powers() {
        let relation = Power::new(Var::from_usize(0), Var::from_usize(1), Var::from_usize(2));
        assert!(check_all_intervals(&relation, [(-3, 3), (-1, 4), (-9, 9)]) > 1000);
        let all = (-(1 << 62), 1 << 62);
        let narrow = |base, exponent, result| relation.narrow([base, exponent, result]);
        assert_eq!(narrow(all, (3, 3), (-30, 64)), Some([(-3, 4), (3, 3), (-27, 64)]));
        assert_eq!(narrow(all, (2, 2), (10, 99)), Some([(-9, 9), (2, 2), (16, 81)]));
        assert_eq!(narrow((-9, -2), (0, 99), (-600, -7)), Some([(-9, -2), (1, 9), (-600, -7)]));
        let root = (1 << 31) - 1;
        let square = root * root;
        let exact = Some([(root, root), (2, 2), (square, square)]);
        assert_eq!(narrow((0, 1 << 62), (2, 2), (square, square)), exact);
        assert_eq!(narrow((0, 1 << 62), (2, 2), (square - 1, square - 1)), None);
    }

    #[test]
    fn powers_beyond_all_domains_keep_their_sign() {
        for (base, exponent, is_negative) in
            [(-2, 63, true), (-2, 64, false), (-3, 1 << 62, false), (-(1 << 62), 3, true)]
        {
            let it = power(base, exponent);
            assert!(it.abs() >= BEYOND && (it < 0) == is_negative, "{base}^{exponent}: {it}");
        }
        assert_eq!(power(-2, 61), -(1 << 61));
        assert_eq!([power(0, 0), power(0, 5), power(-1, 7), power(1, 1 << 62)], [1, 0, -1, 1]);
    }
}
