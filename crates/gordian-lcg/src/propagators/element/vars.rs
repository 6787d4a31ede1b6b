//! Elements of lists of variables.
//!
//! A place is removed if its variable and the result have no common value. The bounds of the result
//! are those of the variables at the remaining places; once the index is fixed, both are equal.
//! After a change of one variable of the list, the others are not read, unless the variable gave a
//! bound of the result.

use gordian_core::numbers::to_i64;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// Domains that have at most this many values in common are compared by value.
const MAX_COMPARED_WIDTH: i64 = 256;

/// A variable is the variable of a list at a variable place.
#[derive(Clone, Debug)]
pub struct ElementOfVars {
    vars: Vec<Var>,
    index: Var,
    result: Var,
    /// The places that gave the bounds of the result; they are tried first.
    supports: [usize; 2],
}

/// Returns a place as a value.
fn value_of(place: usize) -> i64 {
    to_i64(place)
}

/// Returns a value of the index within the list as a place.
fn place_of(value: i64) -> usize {
    usize::try_from(value).expect("the index is within the list")
}

/// Returns true atoms by which two variables have no common value; `None` if they may have one.
fn disjoint(x: Var, y: Var, domains: &Domains<'_>) -> Option<Vec<Atom>> {
    let bounds = |var| (domains.min(var), domains.max(var));
    let ((a, b), (c, d)) = (bounds(x), bounds(y));
    if b < c {
        return Some(separate(x, y, domains));
    }
    if d < a {
        return Some(separate(y, x, domains));
    }
    let (low, high) = (a.max(c), b.min(d));
    if high - low >= MAX_COMPARED_WIDTH {
        return None;
    }
    let mut atoms = vec![
        if a == low { x.at_least(low) } else { y.at_least(low) },
        if b == high { x.at_most(high) } else { y.at_most(high) },
    ];
    for value in low..=high {
        let hole = [x, y].into_iter().find(|&var| !domains.contains(var, value))?;
        atoms.push(hole.not_equal(value));
    }
    Some(atoms)
}

/// Returns atoms by which `lower` is less than `upper`; one of them holds before the first
/// decision, if possible.
fn separate(lower: Var, upper: Var, domains: &Domains<'_>) -> Vec<Atom> {
    let (greatest, least) = (domains.max(lower), domains.min(upper));
    let (root_greatest, root_least) = (domains.root_bounds(lower).1, domains.root_bounds(upper).0);
    let border = if root_least > greatest {
        root_least - 1
    } else if root_greatest < least {
        root_greatest
    } else {
        least - 1
    };
    vec![lower.at_most(border), upper.at_least(border + 1)]
}

impl ElementOfVars {
    pub(super) fn new(vars: &[Var], index: Var, result: Var) -> Self {
        Self { vars: vars.to_vec(), index, result, supports: [0, 0] }
    }

    /// Removes a place whose variable has no value of the result.
    fn check_place(&self, place: usize, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        if domains.contains(self.index, value_of(place))
            && let Some(atoms) = disjoint(self.vars[place], self.result, domains)
        {
            domains.assign(self.index.not_equal(value_of(place)), Explanation::Now(&atoms))?;
        }
        Ok(())
    }

    /// Returns the places that are possible.
    fn places(&self, domains: &Domains<'_>) -> impl Iterator<Item = usize> {
        let places = domains.min(self.index)..=domains.max(self.index);
        places.filter(|&place| domains.contains(self.index, place)).map(place_of)
    }

    /// Tightens the bounds of the result.
    fn tighten_result(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [low, high] = self.supports;
        let is_possible =
            |place: usize| place < self.vars.len() && domains.contains(self.index, value_of(place));
        if !is_possible(low) || domains.min(self.vars[low]) > domains.min(self.result) {
            let by_min = |&place: &usize| domains.min(self.vars[place]);
            let place = self.places(domains).min_by_key(by_min).expect("a domain is not empty");
            self.supports[0] = place;
            let least = domains.min(self.vars[place]);
            domains.assign(self.result.at_least(least), Explanation::Later(0))?;
        }
        let is_possible =
            |place: usize| place < self.vars.len() && domains.contains(self.index, value_of(place));
        if !is_possible(high) || domains.max(self.vars[high]) < domains.max(self.result) {
            let by_max = |&place: &usize| domains.max(self.vars[place]);
            let place = self.places(domains).max_by_key(by_max).expect("a domain is not empty");
            self.supports[1] = place;
            let greatest = domains.max(self.vars[place]);
            domains.assign(self.result.at_most(greatest), Explanation::Later(0))?;
        }
        Ok(())
    }

    /// Makes the result equal to the variable at the only place.
    fn equate(&self, place: usize, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let here = self.index.equal(value_of(place));
        let pair = [self.vars[place], self.result];
        for (x, y) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let (min, max) = (domains.min(y), domains.max(y));
            domains.assign(x.at_least(min), Explanation::Now(&[here, y.at_least(min)]))?;
            domains.assign(x.at_most(max), Explanation::Now(&[here, y.at_most(max)]))?;
        }
        for (x, y) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let (min, max) = (domains.min(x), domains.max(x));
            if max - min >= MAX_COMPARED_WIDTH {
                continue;
            }
            for value in min..=max {
                if !domains.contains(y, value) {
                    let reason = [here, y.not_equal(value)];
                    domains.assign(x.not_equal(value), Explanation::Now(&reason))?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for ElementOfVars {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().chain([&self.index, &self.result]).map(|&it| (it, Event::Any)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vars)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n = self.vars.len();
        domains.assign(self.index.at_least(0), Explanation::Now(&[]))?;
        domains.assign(self.index.at_most(value_of(n) - 1), Explanation::Now(&[]))?;
        if domains.changed().iter().any(|&place| place as usize > n) {
            // The result.
            for place in place_of(domains.min(self.index))..=place_of(domains.max(self.index)) {
                self.check_place(place, domains)?;
            }
        } else {
            for &place in domains.changed() {
                if (place as usize) < n {
                    self.check_place(place as usize, domains)?;
                }
            }
        }
        self.tighten_result(domains)?;
        match domains.value(self.index) {
            Some(place) => self.equate(place_of(place), domains),
            None => Ok(()),
        }
    }

    fn explain(&self, atom: Atom, _data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        // Each variable implies the atom, or is not at a possible place.
        let is_lower = atom.relation == Relation::AtLeast;
        let atom_of = |place: usize| Atom { var: self.vars[place], ..atom };
        let is_open = |place: usize| {
            before.root_contains(self.index, value_of(place))
                && before.root_truth(atom_of(place)) != Some(true)
        };
        debug_assert!(is_lower || atom.relation == Relation::AtMost, "{atom:?} is a bound");
        let (from, to) = (place_of(before.min(self.index)), place_of(before.max(self.index)));
        let left = (0..from).rev().find(|&place| is_open(place));
        let right = (to + 1..self.vars.len()).find(|&place| is_open(place));
        out.extend(left.map(|place| self.index.at_least(value_of(place + 1))));
        out.extend(right.map(|place| self.index.at_most(value_of(place - 1))));
        for place in (from..=to).filter(|&place| is_open(place)) {
            let is_possible = before.contains(self.index, value_of(place));
            let absent = self.index.not_equal(value_of(place));
            out.push(if is_possible { atom_of(place) } else { absent });
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let place = usize::try_from(value(self.index)).ok();
        let var = place.and_then(|place| self.vars.get(place));
        var.is_some_and(|&var| value(var) == value(self.result))
    }
}
