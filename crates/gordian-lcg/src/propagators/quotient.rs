//! Quotients of the Euclidean division.
//!
//! The divisor is split by its sign, because the quotient by a negative divisor is the opposite of
//! that by its magnitude. For a positive divisor `d`, the quotient `q` of `n` is given by `d·q ≤ n
//! < d·(q + 1)`.
//!
//! *Source*: Boute: "The Euclidean definition of the functions div and mod", ACM TOPLAS 14 (1992).

use super::narrowing::{Intervals, Narrowing, ceil, floor, hull, negated, not_empty, positive};
use crate::atom::Var;

/// A variable is the quotient of two others, rounded so that the remainder is not negative.
#[derive(Clone, Copy, Debug)]
pub struct Quotient {
    /// Number, divisor and quotient.
    vars: [Var; 3],
}

impl Quotient {
    /// Returns the constraint `number.div_euclid(divisor) = quotient`, which is violated if the
    /// divisor is 0.
    #[must_use]
    pub fn new(number: Var, divisor: Var, quotient: Var) -> Self {
        Self { vars: [number, divisor, quotient] }
    }
}

impl Narrowing for Quotient {
    fn vars(&self) -> [Var; 3] {
        self.vars
    }

    fn narrow(&self, [number, divisor, mut quotient]: Intervals) -> Option<Intervals> {
        // Without this, x / x = 0 would lower the bounds of x in steps of 1.
        if self.vars[0] == self.vars[1] {
            quotient = not_empty((quotient.0.max(1), quotient.1.min(1)))?;
        }
        let above = positive(divisor).and_then(|divisor| divide([number, divisor, quotient]));
        let below = positive(negated(divisor))
            .and_then(|divisor| divide([number, divisor, negated(quotient)]))
            .map(|[number, divisor, quotient]| [number, negated(divisor), negated(quotient)]);
        hull([above, below])
    }

    fn contains(&self, [number, divisor, quotient]: [i64; 3]) -> bool {
        number.checked_div_euclid(divisor) == Some(quotient)
    }
}

/// Narrows the intervals of a number, a positive divisor and the quotient.
pub(super) fn divide(
    [(mut a, mut b), (mut c, mut d), (mut s, mut t)]: Intervals,
) -> Option<Intervals> {
    // divisor · s ≤ b
    match s {
        1.. => d = d.min(floor(b, s)),
        0 if b < 0 => return None,
        0 => {}
        _ => c = c.max(ceil(-b, -s)),
    }
    // divisor · (t + 1) ≥ a + 1
    let next = t + 1;
    match next {
        1.. => c = c.max(ceil(a + 1, next)),
        0 if a >= 0 => return None,
        0 => {}
        _ => d = d.min(floor(-(a + 1), -next)),
    }
    not_empty((c, d))?;
    a = a.max(s * if s < 0 { d } else { c });
    b = b.min(next * if next > 0 { d } else { c } - 1);
    not_empty((a, b))?;
    s = s.max(floor(a, if a < 0 { c } else { d }));
    t = t.min(floor(b, if b < 0 { d } else { c }));
    Some([(a, b), (c, d), not_empty((s, t))?])
}

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;

    use super::super::narrowing::check_all_intervals;
    use super::*;

    #[test]
    fn intervals_contain_all_quotients() {
        let [x, y, z] = [0, 1, 2].map(Var::from_usize);
        for quotient in [Quotient::new(x, y, z), Quotient::new(x, y, x), Quotient::new(x, y, y)] {
            assert!(check_all_intervals(&quotient, [(-7, 7), (-3, 3), (-4, 4)]) > 1000);
        }
        let same = Quotient::new(x, x, y).narrow([(3, 5), (3, 5), (0, 9)]);
        assert_eq!(same, Some([(3, 5), (3, 5), (1, 1)]));
        // A fixed divisor: exact on both sides.
        let exact = Quotient::new(x, y, z).narrow([(-15, 1 << 62), (10, 10), (-7, 3)]);
        assert_eq!(exact, Some([(-15, 39), (10, 10), (-2, 3)]));
    }
}
