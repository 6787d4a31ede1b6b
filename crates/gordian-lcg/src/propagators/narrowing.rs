//! Relations of three numbers: bounds by interval arithmetic, explained by as little as is needed.
//!
//! Such a constraint implements [`Narrowing`] and is a [`Propagator`] by that. An explanation
//! begins with the bounds of all three variables; bounds are left out, or replaced by weaker ones,
//! as long as interval arithmetic still gives the conclusion.
//!
//! *Source*: Apt, Zoeteweij: "An analysis of arithmetic constraints on integer intervals",
//! Constraints 12 (2007); weaker explanations: Ohrimenko, Stuckey, Codish: "Propagation via lazy
//! clause generation", Constraints 14 (2009).

use crate::atom::{Atom, Relation, Var, clamp};
use crate::propagator::{Before, Conflict, Domains, Event, Explanation, Priority, Propagator};

/// An interval of values from the first to the second, which is not less.
pub(super) type Interval = (i128, i128);

/// The intervals of the variables of a constraint.
pub(super) type Intervals = [Interval; 3];

/// The number of the variables; greater values of `data` are explanations of [`Narrowing::filter`].
pub(super) const N_ROLES: u32 = 3;

/// A relation of three numbers.
pub(super) trait Narrowing: Send {
    /// Returns the variables, some of which may be the same.
    fn vars(&self) -> [Var; 3];

    /// Returns intervals that contain all members of the relation that the given ones contain;
    /// `None` if there is no member.
    ///
    /// Smaller intervals must not give larger ones, and single values must give the exact answer.
    fn narrow(&self, intervals: Intervals) -> Option<Intervals>;

    /// Returns whether three values are a member.
    fn contains(&self, values: [i64; 3]) -> bool;

    /// Returns the changes at which it runs.
    fn event(&self) -> Event {
        Event::Bounds
    }

    /// Removes values after the bounds are tightened.
    fn filter(&self, _domains: &mut Domains<'_>) -> Result<(), Conflict> {
        Ok(())
    }

    /// Explains what [`Narrowing::filter`] did with a `data` from [`N_ROLES`] on.
    fn explain_filter(&self, atom: Atom, _data: u32, _before: &Before<'_>, _out: &mut Vec<Atom>) {
        unreachable!("{atom:?} was explained when it was assigned");
    }
}

/// Returns the interval of a domain.
pub(super) fn interval((min, max): (i64, i64)) -> Interval {
    (min.into(), max.into())
}

/// Returns the bounds of a variable.
pub(super) fn bounds(domains: &Domains<'_>, var: Var) -> (i64, i64) {
    (domains.min(var), domains.max(var))
}

/// Returns the interval with the ends in order; `None` if it is empty.
pub(super) fn not_empty((low, high): Interval) -> Option<Interval> {
    (low <= high).then_some((low, high))
}

/// Returns the numbers with the opposite signs.
pub(super) fn negated((low, high): Interval) -> Interval {
    (-high, -low)
}

/// Returns the numbers that are at least 1.
pub(super) fn positive((low, high): Interval) -> Option<Interval> {
    not_empty((low.max(1), high))
}

/// Returns the least intervals that contain all of some intervals.
pub(super) fn hull(pieces: impl IntoIterator<Item = Option<Intervals>>) -> Option<Intervals> {
    pieces.into_iter().flatten().reduce(|a, b| {
        std::array::from_fn(|role| (a[role].0.min(b[role].0), a[role].1.max(b[role].1)))
    })
}

/// Returns the quotient rounded down; the divisor is positive.
pub(super) fn floor(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor)
}

/// Returns the quotient rounded up; the divisor is positive.
pub(super) fn ceil(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

/// Returns whether a relation implies an atom about the variable in a role.
fn implies<T: Narrowing>(relation: &T, mut intervals: Intervals, role: usize, atom: Atom) -> bool {
    let value = i128::from(atom.value);
    match atom.relation {
        Relation::NotEqual => {
            intervals[role] = (value, value);
            relation.narrow(intervals).is_none()
        }
        Relation::AtLeast => relation.narrow(intervals).is_none_or(|it| it[role].0 >= value),
        Relation::AtMost => relation.narrow(intervals).is_none_or(|it| it[role].1 <= value),
        Relation::Equal => unreachable!("bounds are assigned"),
    }
}

impl<T: Narrowing> Propagator for T {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars().map(|var| (var, self.event())).to_vec()
    }

    fn priority(&self) -> Priority {
        // Single values take longer than bounds.
        if self.event() == Event::Any { Priority::Linear } else { Priority::Cheap }
    }

    fn n_bytes(&self) -> u64 {
        0
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let vars = self.vars();
        let now = vars.map(|var| interval(bounds(domains, var)));
        let Some(narrowed) = self.narrow(now) else {
            // An atom that is false before the first decision is a conflict of its explanation
            // alone.
            let beyond = domains.root_bounds(vars[0]).1 + 1;
            return domains.assign(vars[0].at_least(beyond), Explanation::Later(0));
        };
        for (role, (low, high)) in (0..N_ROLES).zip(narrowed) {
            let var = vars[role as usize];
            domains.assign(var.at_least(clamp(low)), Explanation::Later(role))?;
            domains.assign(var.at_most(clamp(high)), Explanation::Later(role))?;
        }
        self.filter(domains)
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        if data >= N_ROLES {
            return self.explain_filter(atom, data, before, out);
        }
        let (vars, role) = (self.vars(), data as usize);
        let root = vars.map(|var| interval(before.root_bounds(var)));
        let mut intervals = vars.map(|var| (before.min(var).into(), before.max(var).into()));
        let is_implied = |intervals: Intervals| implies(self, intervals, role, atom);
        debug_assert!(is_implied(intervals), "{atom:?} follows from {intervals:?}");
        // Bounds of the variable itself are the first to be left out.
        let order = [role, (role + 1) % 3, (role + 2) % 3];
        for role in order {
            for is_low in [true, false] {
                let mut without = intervals;
                *end(&mut without[role], is_low) = *end(&mut { root[role] }, is_low);
                if is_implied(without) {
                    intervals = without;
                }
            }
        }
        for role in order {
            for is_low in [true, false] {
                // The bound at the beginning is too weak, if it differs; the other is strong
                // enough.
                let mut weak = *end(&mut { root[role] }, is_low);
                let mut strong = *end(&mut intervals[role], is_low);
                while (strong - weak).abs() > 1 {
                    let middle = i128::midpoint(strong, weak);
                    let mut with = intervals;
                    *end(&mut with[role], is_low) = middle;
                    *(if is_implied(with) { &mut strong } else { &mut weak }) = middle;
                }
                *end(&mut intervals[role], is_low) = strong;
            }
        }
        for role in 0..3 {
            let ((low, high), root) = (intervals[role], root[role]);
            if low > root.0 {
                out.push(vars[role].at_least(clamp(low)));
            }
            if high < root.1 {
                out.push(vars[role].at_most(clamp(high)));
            }
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        self.contains(self.vars().map(value))
    }
}

/// Returns one end of an interval.
fn end(interval: &mut Interval, is_low: bool) -> &mut i128 {
    if is_low { &mut interval.0 } else { &mut interval.1 }
}

/// Fails unless a relation narrows all intervals of small numbers to intervals that contain its
/// members, single values exactly, and smaller intervals to smaller ones; returns how many
/// intervals were made smaller.
#[cfg(test)]
pub(super) fn check_all_intervals<T: Narrowing>(relation: &T, ranges: [(i64, i64); 3]) -> usize {
    let intervals = |(first, last): (i64, i64)| {
        (first..=last).flat_map(move |low| (low..=last).map(move |high| (low, high)))
    };
    let mut n_narrowed = 0;
    for a in intervals(ranges[0]) {
        for b in intervals(ranges[1]) {
            for c in intervals(ranges[2]) {
                let given = [a, b, c];
                let narrowed = relation.narrow(given.map(interval));
                n_narrowed += usize::from(narrowed != Some(given.map(interval)));
                let is_inside = |values: [i64; 3]| {
                    narrowed.is_some_and(|it| {
                        let mut roles = it.iter().zip(values);
                        roles.all(|(&(low, high), v)| low <= v.into() && i128::from(v) <= high)
                    })
                };
                for x in a.0..=a.1 {
                    for y in b.0..=b.1 {
                        for z in c.0..=c.1 {
                            let is_member = relation.contains([x, y, z]);
                            assert!(!is_member || is_inside([x, y, z]), "{given:?} {narrowed:?}");
                            let is_single = given.iter().all(|&(low, high)| low == high);
                            assert!(!is_single || is_member || narrowed.is_none(), "{given:?}");
                        }
                    }
                }
                for role in 0..3 {
                    for is_low in [true, false] {
                        let mut smaller = given.map(interval);
                        let change = if is_low { 1 } else { -1 };
                        *end(&mut smaller[role], is_low) += change;
                        if not_empty(smaller[role]).is_none() {
                            continue;
                        }
                        let Some(inner) = relation.narrow(smaller) else { continue };
                        let outer = narrowed.expect("a part of it has members");
                        for (inner, outer) in inner.iter().zip(outer) {
                            assert!(outer.0 <= inner.0 && inner.1 <= outer.1, "{given:?} {role}");
                        }
                    }
                }
            }
        }
    }
    n_narrowed
}
