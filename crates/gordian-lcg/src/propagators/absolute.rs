//! Absolute values.
//!
//! Bounds follow from bounds, also for large domains; in a small domain, each value needs its
//! counterpart.
//!
//! *Source*: the bounds are those of Apt, Zoeteweij: "An analysis of arithmetic constraints on
//! integer intervals", Constraints 12 (2007).

use crate::atom::Var;
use crate::propagator::{Conflict, Domains, Event, Explanation, Priority, Propagator};

/// Domains of at most this width lose single values.
const MAX_FILTERED_WIDTH: i64 = 256;

/// A variable is the absolute value of another one, or of itself.
#[derive(Clone, Copy, Debug)]
pub struct Absolute {
    number: Var,
    result: Var,
}

impl Absolute {
    /// Returns the constraint `|number| = result`.
    #[must_use]
    pub fn new(number: Var, result: Var) -> Self {
        Self { number, result }
    }

    fn tighten_bounds(self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let Self { number, result } = self;
        domains.assign(result.at_least(0), Explanation::Now(&[]))?;
        let greatest = domains.max(result);
        let reason = [result.at_most(greatest)];
        domains.assign(number.at_most(greatest), Explanation::Now(&reason))?;
        domains.assign(number.at_least(-greatest), Explanation::Now(&reason))?;
        // The numbers between −least and least are not possible.
        let least = domains.min(result);
        if least > 0 && domains.min(number) > -least {
            let reason = [result.at_least(least), number.at_least(1 - least)];
            domains.assign(number.at_least(least), Explanation::Now(&reason))?;
        }
        if least > 0 && domains.max(number) < least {
            let reason = [result.at_least(least), number.at_most(least - 1)];
            domains.assign(number.at_most(-least), Explanation::Now(&reason))?;
        }
        let (min, max) = (domains.min(number), domains.max(number));
        let size = max.max(-min);
        let reason = [number.at_most(size), number.at_least(-size)];
        domains.assign(result.at_most(size), Explanation::Now(&reason))?;
        if min > 0 {
            domains.assign(result.at_least(min), Explanation::Now(&[number.at_least(min)]))?;
        } else if max < 0 {
            domains.assign(result.at_least(-max), Explanation::Now(&[number.at_most(max)]))?;
        }
        Ok(())
    }
}

impl Propagator for Absolute {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        vec![(self.number, Event::Any), (self.result, Event::Any)]
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn n_bytes(&self) -> u64 {
        0
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.tighten_bounds(domains)?;
        let Self { number, result } = *self;
        let (min, max) = (domains.min(number), domains.max(number));
        if max - min <= MAX_FILTERED_WIDTH {
            for value in min..=max {
                let size = value.abs();
                if domains.contains(number, value) && !domains.contains(result, size) {
                    let reason = [result.not_equal(size)];
                    domains.assign(number.not_equal(value), Explanation::Now(&reason))?;
                }
            }
        }
        let (min, max) = (domains.min(result), domains.max(result));
        if max - min <= MAX_FILTERED_WIDTH {
            for size in min..=max {
                let is_possible = |value| domains.contains(number, value);
                if domains.contains(result, size) && !is_possible(size) && !is_possible(-size) {
                    let reason = [number.not_equal(size), number.not_equal(-size)];
                    domains.assign(result.not_equal(size), Explanation::Now(&reason))?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        value(self.number).abs() == value(self.result)
    }
}
