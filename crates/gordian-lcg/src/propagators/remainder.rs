//! Remainders of the Euclidean division.
//!
//! The remainder is `n − d·q` with the quotient `q`, which gives bounds for any divisor `d`. For a
//! fixed divisor the bounds of the number are those whose remainders are possible; if the domain of
//! the number is small, all values of number and remainder without a counterpart are removed. A
//! divisor with a small domain loses the values with which the bounds of the others have no
//! solution.
//!
//! *Source*: Boute: "The Euclidean definition of the functions div and mod", ACM TOPLAS 14 (1992).

use super::narrowing::{
    Interval, Intervals, N_ROLES, Narrowing, bounds, ceil, floor, hull, interval, negated,
    not_empty, positive,
};
use super::quotient::divide;
use crate::atom::{Atom, Relation, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Explanation};

/// Domains of at most this width lose single values.
const MAX_FILTERED_WIDTH: i64 = 256;
/// The value of `data` if values or bounds of the number were removed because of holes of the
/// remainder.
const NUMBER: u32 = N_ROLES;
/// The value of `data` if no number has the remainder.
const REMAINDER: u32 = N_ROLES + 1;

/// A variable is the remainder of two others; it is never negative.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    /// Number, divisor and remainder.
    vars: [Var; 3],
}

impl Remainder {
    /// Returns the constraint `number.rem_euclid(divisor) = remainder`, which is violated if the
    /// divisor is 0.
    #[must_use]
    pub fn new(number: Var, divisor: Var, remainder: Var) -> Self {
        Self { vars: [number, divisor, remainder] }
    }

    /// Removes values of a divisor that is not fixed.
    fn filter_divisors(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let divisor = self.vars[1];
        let (min, max) = bounds(domains, divisor);
        if max - min > MAX_FILTERED_WIDTH {
            return Ok(());
        }
        for value in min..=max {
            if !domains.contains(divisor, value) {
                continue;
            }
            let mut intervals = self.vars.map(|var| interval(bounds(domains, var)));
            intervals[1] = (value.into(), value.into());
            if self.narrow(intervals).is_none() {
                domains.assign(divisor.not_equal(value), Explanation::Later(1))?;
            }
        }
        Ok(())
    }

    /// Moves the bounds of the number to remainders that are possible.
    fn filter_bounds(&self, divisor: i64, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [number, _, remainder] = self.vars;
        let (min, max) = bounds(domains, number);
        let fits = |value: &i64| domains.contains(remainder, value.rem_euclid(divisor));
        let low = (min..min + MAX_FILTERED_WIDTH).find(fits).unwrap_or(min + MAX_FILTERED_WIDTH);
        let high = (max - MAX_FILTERED_WIDTH + 1..=max)
            .rev()
            .find(fits)
            .unwrap_or(max - MAX_FILTERED_WIDTH);
        domains.assign(number.at_least(low), Explanation::Later(NUMBER))?;
        domains.assign(number.at_most(high), Explanation::Later(NUMBER))
    }

    /// Removes values of a number with a small domain and of its remainder.
    fn filter_values(&self, divisor: i64, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [number, divisor_var, remainder] = self.vars;
        let (min, max) = bounds(domains, number);
        let (least, greatest) = bounds(domains, remainder);
        let width = greatest - least;
        let mut has_number = if width <= MAX_FILTERED_WIDTH {
            vec![false; usize::try_from(width + 1).expect("at least one value")]
        } else {
            Vec::new()
        };
        for value in min..=max {
            if !domains.contains(number, value) {
                continue;
            }
            let rest = value.rem_euclid(divisor);
            if domains.contains(remainder, rest) {
                let place = usize::try_from(rest - least).expect("it is in the domain");
                if let Some(it) = has_number.get_mut(place) {
                    *it = true;
                }
            } else {
                let reason = [divisor_var.equal(divisor), remainder.not_equal(rest)];
                domains.assign(number.not_equal(value), Explanation::Now(&reason))?;
            }
        }
        for (rest, has_number) in (least..).zip(has_number) {
            if !has_number && domains.contains(remainder, rest) {
                domains.assign(remainder.not_equal(rest), Explanation::Later(REMAINDER))?;
            }
        }
        Ok(())
    }
}

impl Narrowing for Remainder {
    fn vars(&self) -> [Var; 3] {
        self.vars
    }

    fn event(&self) -> Event {
        Event::Any
    }

    fn narrow(&self, [number, divisor, mut remainder]: Intervals) -> Option<Intervals> {
        let [x, d, r] = self.vars;
        // Without these, bounds would move in steps of 1.
        if d == r {
            return None;
        }
        if x == d {
            remainder = not_empty((remainder.0.max(0), remainder.1.min(0)))?;
        }
        let above = positive(divisor).and_then(|divisor| reduce([number, divisor, remainder]));
        let below = positive(negated(divisor))
            .and_then(|divisor| reduce([number, divisor, remainder]))
            .map(|[number, divisor, remainder]| [number, negated(divisor), remainder]);
        hull([above, below])
    }

    fn contains(&self, [number, divisor, remainder]: [i64; 3]) -> bool {
        number.checked_rem_euclid(divisor) == Some(remainder)
    }

    fn filter(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [number, divisor, _] = self.vars;
        let value = match domains.value(divisor) {
            None => return self.filter_divisors(domains),
            // Holes left only 0 within the narrowed bounds: the next run, which this change causes,
            // refutes it.
            Some(0) => return Ok(()),
            Some(value) => value,
        };
        let (min, max) = bounds(domains, number);
        if max - min > MAX_FILTERED_WIDTH {
            self.filter_bounds(value, domains)
        } else {
            self.filter_values(value, domains)
        }
    }

    fn explain_filter(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let [number, divisor_var, remainder] = self.vars;
        let divisor = before.min(divisor_var);
        let (min, max) = (before.min(number), before.max(number));
        out.push(divisor_var.equal(divisor));
        if data == REMAINDER {
            // The numbers with this remainder around and in the domain.
            let (size, rest) = (divisor.abs(), atom.value);
            if !(0..size).contains(&rest) {
                return;
            }
            let first = min + (rest - min.rem_euclid(size)).rem_euclid(size);
            let last = max - (max.rem_euclid(size) - rest).rem_euclid(size);
            let (root_min, root_max) = before.root_bounds(number);
            if first - size >= root_min {
                out.push(number.at_least(first - size + 1));
            }
            if last + size <= root_max {
                out.push(number.at_most(last + size - 1));
            }
            let mut value = first;
            while value <= max {
                out.push(number.not_equal(value));
                value += size;
            }
            return;
        }
        debug_assert_eq!(data, NUMBER, "there is no other");
        let skipped = if atom.relation == Relation::AtLeast {
            out.push(number.at_least(min));
            min..atom.value
        } else {
            out.push(number.at_most(max));
            atom.value + 1..max + 1
        };
        let mut rests: Vec<i64> = skipped.map(|value| value.rem_euclid(divisor)).collect();
        rests.sort_unstable();
        rests.dedup();
        out.extend(rests.into_iter().map(|rest| remainder.not_equal(rest)));
    }
}

/// Returns the products of the numbers of an interval of positive numbers and another one.
fn multiply((c, d): Interval, (s, t): Interval) -> Interval {
    (s * if s < 0 { d } else { c }, t * if t < 0 { c } else { d })
}

/// Narrows the intervals of a number, a positive divisor and the remainder.
fn reduce([number, (mut c, mut d), (mut u, mut v)]: Intervals) -> Option<Intervals> {
    u = u.max(0);
    v = v.min(d - 1);
    not_empty((u, v))?;
    c = c.max(u + 1);
    let all = (number.0 - 1).min(-1);
    let all = (all, number.1.max(0));
    // The quotient, and the multiple of the divisor: number − remainder.
    let [(mut a, mut b), _, (mut s, mut t)] = divide([number, not_empty((c, d))?, all])?;
    let (low, high) = (a - v, b - u);
    s = s.max(ceil(low, if low > 0 { d } else { c }));
    t = t.min(floor(high, if high > 0 { c } else { d }));
    not_empty((s, t))?;
    if s > 0 {
        d = d.min(floor(high, s));
        c = c.max(ceil(low, t));
    } else if t < 0 {
        d = d.min(floor(-low, -t));
        c = c.max(ceil(-high, -s));
    }
    let multiple = multiply(not_empty((c, d))?, (s, t));
    a = a.max(multiple.0 + u);
    b = b.min(multiple.1 + v);
    u = u.max(a - multiple.1);
    v = v.min(b - multiple.0);
    not_empty((a, b))?;
    not_empty((u, v))?;
    if c == d {
        // The next numbers with possible remainders.
        let (first, last) = (a.rem_euclid(c), b.rem_euclid(c));
        if first < u {
            a += u - first;
        } else if first > v {
            a += c - first + u;
        }
        if last > v {
            b -= last - v;
        } else if last < u {
            b -= last + c - v;
        }
        not_empty((a, b))?;
        if floor(a, c) == floor(b, c) {
            (u, v) = not_empty((u.max(a.rem_euclid(c)), v.min(b.rem_euclid(c))))?;
        }
    }
    Some([(a, b), (c, d), (u, v)])
}

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;

    use super::super::narrowing::check_all_intervals;
    use super::*;

    #[test]
    fn intervals_contain_all_remainders() {
        let [x, y, z] = [0, 1, 2].map(Var::from_usize);
        let remainder = Remainder::new(x, y, z);
        assert!(check_all_intervals(&remainder, [(-7, 7), (-4, 4), (-1, 4)]) > 1000);
        let large = (-(1 << 62), 1 << 62);
        let rest = |number, divisor, rest| remainder.narrow([number, divisor, rest]);
        assert_eq!(rest((14, 30), (9, 9), (4, 4)), Some([(22, 22), (9, 9), (4, 4)]));
        assert_eq!(rest((-6, 30), (-9, -9), (4, 5)), Some([(-5, 23), (-9, -9), (4, 5)]));
        assert_eq!(rest((20, 25), (9, 9), large), Some([(20, 25), (9, 9), (2, 7)]));
        // 17 = d·q: the divisor is more than 3 and not 4.
        assert_eq!(rest((20, 20), (1, 1 << 62), (3, 3)), Some([(20, 20), (5, 17), (3, 3)]));
    }
}
