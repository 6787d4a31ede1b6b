//! All variables have different values.
//!
//! The value of a fixed variable is removed from the others, and intervals of values that are used up by the
//! variables inside them (Hall intervals) are removed from the bounds of the others.
//!
//! *Source*: Puget: "A fast algorithm for the bound consistency of alldiff constraints", AAAI 1998; the
//! explanations: Katsirelos: "Nogood processing in CSPs", 2008.

use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{Before, Conflict, Domains, Event, Explanation, Priority, Propagator};

/// All variables have different values: removes the values of fixed variables.
#[derive(Clone, Debug)]
struct DifferentValues {
    vars: Vec<Var>,
}

/// All variables have different values: tightens bounds by Hall intervals.
#[derive(Clone, Debug)]
struct HallIntervals {
    vars: Vec<Var>,
    /// The intervals that explanations refer to.
    intervals: Vec<(i64, i64)>,
    numbers: FxHashMap<(i64, i64), u32>,
    /// The variables by their greatest values, at the last run; the order is nearly right at the next one.
    by_max: Vec<Var>,
}

/// The constraint that variables have different values, as propagators to be posted together.
#[derive(Clone, Copy, Debug)]
pub struct AllDifferent;

impl AllDifferent {
    /// Returns the propagators of the constraint for variables that occur once each.
    #[must_use]
    pub fn propagators(vars: &[Var]) -> Vec<Box<dyn Propagator>> {
        let vars = vars.to_vec();
        let halls = HallIntervals {
            by_max: vars.clone(),
            vars: vars.clone(),
            intervals: Vec::new(),
            numbers: FxHashMap::default(),
        };
        vec![Box::new(DifferentValues { vars }), Box::new(halls)]
    }
}

fn are_different(vars: &[Var], value: &dyn Fn(Var) -> i64) -> bool {
    let mut values: Vec<i64> = vars.iter().map(|&var| value(var)).collect();
    values.sort_unstable();
    values.is_sorted_by(|a, b| a < b)
}

impl Propagator for DifferentValues {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().map(|&var| (var, Event::Fixed)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for &place in domains.changed() {
            let fixed = self.vars[place as usize];
            let Some(value) = domains.value(fixed) else { continue };
            for &var in &self.vars {
                if var != fixed && domains.contains(var, value) {
                    domains
                        .assign(var.not_equal(value), Explanation::Now(&[fixed.equal(value)]))?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        are_different(&self.vars, value)
    }
}

impl HallIntervals {
    fn number(&mut self, interval: (i64, i64)) -> u32 {
        *self.numbers.entry(interval).or_insert_with(|| {
            self.intervals.push(interval);
            u32::try_from(self.intervals.len() - 1).expect("memory ends before")
        })
    }

    /// Removes a Hall interval from the bounds of the variables outside it; returns whether a bound changed.
    fn remove(
        &mut self,
        (low, high): (i64, i64),
        domains: &mut Domains<'_>,
    ) -> Result<bool, Conflict> {
        let mut has_changed = false;
        for at in 0..self.vars.len() {
            let var = self.vars[at];
            let (min, max) = (domains.min(var), domains.max(var));
            if low <= min && max <= high {
                continue;
            }
            has_changed |= (low..=high).contains(&min) || (low..=high).contains(&max);
            if low <= min && min <= high {
                let number = self.number((low, high));
                domains.assign(var.at_least(high + 1), Explanation::Later(number))?;
            } else if low <= max && max <= high {
                let number = self.number((low, high));
                domains.assign(var.at_most(low - 1), Explanation::Later(number))?;
            }
        }
        Ok(has_changed)
    }
}

impl Propagator for HallIntervals {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().map(|&var| (var, Event::Bounds)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    /// Cost: the square of the number of variables.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        self.by_max.sort_by_key(|&var| domains.max(var));
        let mut lows: Vec<i64> = self.vars.iter().map(|&var| domains.min(var)).collect();
        lows.sort_unstable();
        lows.dedup();
        for low in lows {
            // The number of variables with all values from `low` on, up to the greatest value of the last of them.
            let mut n: i64 = 0;
            for at in 0..self.by_max.len() {
                let var = self.by_max[at];
                if domains.min(var) < low {
                    continue;
                }
                n += 1;
                let high = domains.max(var);
                let has_more = self.by_max[at + 1..]
                    .iter()
                    .any(|&it| domains.max(it) == high && domains.min(it) >= low);
                if has_more {
                    continue;
                }
                let width = high - low + 1;
                if n > width {
                    let inside = |&&it: &&Var| domains.min(it) >= low && domains.max(it) <= high;
                    let bounds = |&it: &Var| [it.at_least(low), it.at_most(high)];
                    let needed = usize::try_from(width).expect("a positive width") + 1;
                    let vars = self.vars.iter().filter(inside).take(needed);
                    let atoms: Vec<Atom> = vars.flat_map(bounds).collect();
                    return Err(domains.conflict(&atoms));
                }
                // After a change the order is not right any more; the change runs this again.
                if n == width && self.remove((low, high), domains)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let (low, high) = self.intervals[data as usize];
        let inside =
            |&var: &Var| var != atom.var && before.min(var) >= low && before.max(var) <= high;
        for var in self.vars.iter().copied().filter(inside) {
            out.extend([var.at_least(low), var.at_most(high)]);
        }
        out.push(match atom.relation {
            Relation::AtLeast => atom.var.at_least(low),
            _ => atom.var.at_most(high),
        });
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        are_different(&self.vars, value)
    }
}
