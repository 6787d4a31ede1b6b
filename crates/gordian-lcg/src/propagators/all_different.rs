//! All variables have different values.
//!
//! The value of a fixed variable is removed from the others, and intervals of values that are used
//! up by the variables inside them (Hall intervals) are removed from the bounds of the others.
//!
//! *Source*: López-Ortiz, Quimper, Tromp, van Beek: "A fast and simple algorithm for bounds
//! consistency of the alldifferent constraint", IJCAI 2003; the explanations: Katsirelos: "Nogood
//! processing in CSPs", 2008.

use std::cmp::Reverse;

use gordian_core::numbers::to_u32;
use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
    n_bytes_of_list,
};

/// All variables have different values: removes the values of fixed variables.
#[derive(Clone, Debug)]
struct DifferentValues {
    vars: Vec<Var>,
}

/// All variables have different values: tightens bounds by Hall intervals.
///
/// Lower bounds are raised; upper bounds are lowered as lower bounds of the opposite numbers.
#[derive(Clone, Debug)]
struct HallIntervals {
    vars: Vec<Var>,
    /// The ends of intervals that explanations refer to.
    ends: Vec<i64>,
    numbers: FxHashMap<i64, u32>,
    /// The number of runs to leave out, and that after the last run.
    n_skipped: u32,
    last_skipped: u32,
    /// The greatest number of runs to leave out, known from the first run on.
    max_skipped: Option<u32>,
    scratch: Scratch,
}

/// The values of a permutation may be names without an order; intervals say little then. After runs
/// without effect, at most this number of runs is left out.
const MAX_SKIPPED: u32 = 15;

/// What a run needs, kept for its allocations and for the orders, which are nearly right at the
/// next run.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// The places of the variables by their least and their greatest values, for each direction.
    orders: [[Vec<usize>; 2]; 2],
    /// The least and the greatest value of each variable.
    ranges: Vec<(i64, i64)>,
    /// The different least values and greatest values plus one in ascending order, between two
    /// others.
    bounds: Vec<i64>,
    /// The place in `bounds` of the least value and of the greatest value plus one of each
    /// variable.
    ranks: Vec<(usize, usize)>,
    /// For each place in `bounds`: the place at which the next free values end, as a forest.
    free: Vec<usize>,
    /// The number of free values before it.
    n_free: Vec<i64>,
    /// The place at which the Hall interval ends in which it is, as a forest.
    halls: Vec<usize>,
}

/// The constraint that variables have different values, as propagators to be posted together.
#[derive(Clone, Copy, Debug)]
pub struct AllDifferent;

impl AllDifferent {
    /// Returns the propagators of the constraint for variables that occur once each.
    #[must_use]
    pub fn propagators(vars: &[Var]) -> Vec<Box<dyn Propagator>> {
        let vars = vars.to_vec();
        let order: Vec<usize> = (0..vars.len()).collect();
        let orders = [[order.clone(), order.clone()], [order.clone(), order]];
        let halls = HallIntervals {
            vars: vars.clone(),
            ends: Vec::new(),
            numbers: FxHashMap::default(),
            n_skipped: 0,
            last_skipped: 0,
            max_skipped: None,
            scratch: Scratch { orders, ..Scratch::default() },
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

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vars)
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

/// Follows a path to greater places up to its end.
fn last_above(forest: &[usize], mut at: usize) -> usize {
    while forest[at] > at {
        at = forest[at];
    }
    at
}

/// Lets all places of a path refer to another one.
fn redirect(forest: &mut [usize], start: usize, end: usize, to: usize) {
    let mut at = start;
    while at != end {
        at = std::mem::replace(&mut forest[at], to);
    }
}

impl Scratch {
    /// Sorts the ends of the ranges.
    fn rank(&mut self, orders: &[Vec<usize>; 2]) {
        let Self { ranges, bounds, ranks, .. } = self;
        let [by_min, by_max] = orders;
        ranks.clear();
        ranks.resize(ranges.len(), (0, 0));
        bounds.clear();
        bounds.push(ranges[by_min[0]].0 - 2);
        let (mut mins, mut maxs) = (by_min.iter().peekable(), by_max.iter());
        for &next in maxs.by_ref() {
            let end = ranges[next].1 + 1;
            while let Some(&&at) = mins.peek()
                && ranges[at].0 <= end
            {
                mins.next();
                if bounds[bounds.len() - 1] != ranges[at].0 {
                    bounds.push(ranges[at].0);
                }
                ranks[at].0 = bounds.len() - 1;
            }
            if bounds[bounds.len() - 1] != end {
                bounds.push(end);
            }
            ranks[next].1 = bounds.len() - 1;
        }
        bounds.push(bounds[bounds.len() - 1] + 2);
    }

    /// Finds the least values that Hall intervals leave, and calls `raise` for each variable that
    /// has less. Returns the greatest value of an interval with more variables than values, if
    /// there is one.
    fn find_halls<E>(
        &mut self,
        by_max: &[usize],
        mut raise: impl FnMut(usize, i64) -> Result<(), E>,
    ) -> Result<Option<i64>, E> {
        let Self { bounds, ranks, free, n_free, halls, .. } = self;
        free.clear();
        free.extend((0..bounds.len()).map(|at| at.saturating_sub(1)));
        halls.clone_from(free);
        n_free.clear();
        n_free.push(0);
        n_free.extend(bounds.windows(2).map(|pair| pair[1] - pair[0]));
        for &at in by_max {
            let (low, high) = ranks[at];
            let mut end = last_above(free, low + 1);
            let before = free[end];
            n_free[end] -= 1;
            if n_free[end] == 0 {
                free[end] = end + 1;
                end = last_above(free, end + 1);
                free[end] = before;
            }
            redirect(free, low + 1, end, end);
            let width = bounds[end] - bounds[high];
            if n_free[end] < width {
                return Ok(Some(bounds[high] - 1));
            }
            if halls[low] > low {
                let hall = last_above(halls, halls[low]);
                raise(at, bounds[hall])?;
                redirect(halls, low, hall, hall);
            }
            if n_free[end] == width {
                let start = halls[high];
                redirect(halls, start, before - 1, high);
                halls[high] = before - 1;
            }
        }
        Ok(None)
    }
}

/// Returns an interval, or that of the opposite numbers.
fn mirror(is_mirrored: bool, (min, max): (i64, i64)) -> (i64, i64) {
    if is_mirrored { (-max, -min) } else { (min, max) }
}

/// Returns the atoms of a variable that is in an interval.
fn inside(var: Var, is_mirrored: bool, interval: (i64, i64)) -> [Atom; 2] {
    let (low, high) = mirror(is_mirrored, interval);
    [var.at_least(low), var.at_most(high)]
}

/// Returns the places of variables, which end at `high` or before, that need `surplus` values more
/// than an interval has that ends there, with the interval. It begins at `latest_start` or before,
/// and as late as possible.
fn hall_interval(
    ranges: impl Iterator<Item = (usize, (i64, i64))>,
    high: i64,
    latest_start: i64,
    surplus: i64,
) -> (Vec<usize>, (i64, i64)) {
    let mut starts: Vec<(i64, usize)> =
        ranges.filter(|&(_, (_, max))| max <= high).map(|(at, (min, _))| (min, at)).collect();
    starts.sort_unstable_by_key(|&(min, at)| (Reverse(min), at));
    for (n, place) in (1..).zip(0..starts.len()) {
        let low = starts[place].0;
        if low <= latest_start && n > high - low + surplus {
            return (starts[..=place].iter().map(|&(_, at)| at).collect(), (low, high));
        }
    }
    unreachable!("there is such an interval")
}

impl HallIntervals {
    /// Raises the least values, or lowers the greatest values.
    fn raise(&mut self, is_mirrored: bool, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let Self { vars, ends, numbers, scratch, .. } = self;
        let ranges = vars.iter().map(|&var| (domains.min(var), domains.max(var)));
        scratch.ranges.clear();
        scratch.ranges.extend(ranges.map(|range| mirror(is_mirrored, range)));
        let mut orders = std::mem::take(&mut scratch.orders[usize::from(is_mirrored)]);
        orders[0].sort_by_key(|&at| scratch.ranges[at].0);
        orders[1].sort_by_key(|&at| scratch.ranges[at].1);
        scratch.rank(&orders);
        let found = scratch.find_halls(&orders[1], |at, min| {
            let number = *numbers.entry(min - 1).or_insert_with(|| {
                ends.push(min - 1);
                to_u32(ends.len() - 1)
            });
            let atom = if is_mirrored { vars[at].at_most(-min) } else { vars[at].at_least(min) };
            domains.assign(atom, Explanation::Later(number))
        });
        scratch.orders[usize::from(is_mirrored)] = orders;
        if let Some(high) = found? {
            let ranges = scratch.ranges.iter().copied().enumerate();
            let (places, interval) = hall_interval(ranges, high, i64::MAX, 1);
            let atoms = places.iter().flat_map(|&at| inside(vars[at], is_mirrored, interval));
            return Err(domains.conflict(&atoms.collect::<Vec<Atom>>()));
        }
        Ok(())
    }
}

impl Propagator for HallIntervals {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().map(|&var| (var, Event::Bounds)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    fn n_bytes(&self) -> u64 {
        let n = self.vars.len();
        // For each end of an interval: `bounds`, `free`, `n_free` and `halls`, and a number for
        // explanations.
        let ends = 2 * n_bytes_of_list::<[usize; 8]>(n);
        let ranges = n_bytes_of_list::<(i64, i64)>(n) + n_bytes_of_list::<(usize, usize)>(n);
        n_bytes_of(&self.vars) + 4 * n_bytes_of_list::<usize>(n) + ranges + ends
    }

    /// Cost: sorting the bounds of the variables.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        if self.vars.is_empty() {
            return Ok(());
        }
        if self.n_skipped > 0 {
            self.n_skipped -= 1;
            return Ok(());
        }
        let max_skipped = *self.max_skipped.get_or_insert_with(|| {
            let bounds = self.vars.iter().map(|&var| domains.root_bounds(var));
            let (mins, maxs): (Vec<i64>, Vec<i64>) = bounds.unzip();
            let width = i128::from(*maxs.iter().max().expect("there is a variable"))
                - i128::from(*mins.iter().min().expect("there is a variable"));
            let is_permutation = width < self.vars.len() as i128;
            if is_permutation { MAX_SKIPPED } else { 0 }
        });
        let n_changes = domains.n_changes();
        let raised = self.raise(false, domains).and_then(|()| self.raise(true, domains));
        let is_useful = raised.is_err() || domains.n_changes() > n_changes;
        self.last_skipped =
            if is_useful { 0 } else { (2 * self.last_skipped + 1).min(max_skipped) };
        self.n_skipped = self.last_skipped;
        raised
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let high = self.ends[data as usize];
        let is_mirrored = atom.relation == Relation::AtMost;
        let range = |var| mirror(is_mirrored, (before.min(var), before.max(var)));
        let others = self.vars.iter().enumerate().filter(|&(_, &var)| var != atom.var);
        let ranges = others.map(|(at, &var)| (at, range(var)));
        let (places, interval) = hall_interval(ranges, high, range(atom.var).0, 0);
        for at in places {
            out.extend(inside(self.vars[at], is_mirrored, interval));
        }
        let [low, high] = inside(atom.var, is_mirrored, interval);
        out.push(if is_mirrored { high } else { low });
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        are_different(&self.vars, value)
    }
}
