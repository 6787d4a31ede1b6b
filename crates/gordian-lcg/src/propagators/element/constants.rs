//! Elements of lists of constants.
//!
//! Places and values without a counterpart are removed if there are few; of long lists, at least
//! the bounds have counterparts. A long list is not read as a whole after each change: places are
//! found by their values or by the extrema of blocks.

use super::ranges::Ranges;
use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of_list,
};

/// Domains of at most this width lose single values, unless the caller sets another width.
const MAX_FILTERED_WIDTH: i64 = 4096;

/// The value of `data` in explanations of bounds of the index.
const INDEX: u32 = 0;
/// The value of `data` in explanations of the result.
const RESULT: u32 = 1;

/// A variable is the value of a list of constants at a variable place.
#[derive(Clone, Debug)]
pub struct ElementOfConstants {
    list: Ranges,
    index: Var,
    result: Var,
    max_filtered_width: i64,
    /// The places that have a counterpart, while domains are reduced.
    places: Vec<usize>,
}

/// Returns a place as a value.
fn value_of(place: usize) -> i64 {
    i64::try_from(place).expect("a list has less than 2³² values")
}

/// Returns a value of the index within the list as a place.
fn place_of(value: i64) -> usize {
    usize::try_from(value).expect("the index is within the list")
}

impl ElementOfConstants {
    pub(super) fn new(values: &[i64], index: Var, result: Var) -> Self {
        let max_filtered_width = MAX_FILTERED_WIDTH;
        Self { list: Ranges::new(values), index, result, max_filtered_width, places: Vec::new() }
    }

    /// Removes single values only from domains of at most this width; by default, it is 4096. Wider
    /// domains have their bounds tightened.
    #[must_use]
    pub fn with_max_filtered_width(self, width: u32) -> Self {
        Self { max_filtered_width: width.into(), ..self }
    }

    /// Tightens the bounds of an index with many possible places, and of the result.
    fn tighten_long(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let (from, to) = (place_of(domains.min(self.index)), place_of(domains.max(self.index)));
        let (min, max) = (domains.min(self.result), domains.max(self.result));
        let fits = |least: i64, greatest: i64| {
            let may_contain = least <= max && greatest >= min;
            may_contain && (least < greatest || domains.contains(self.result, least))
        };
        let first = self.list.first(from, to, fits).unwrap_or(to + 1);
        let last = self.list.last(from, to, fits).unwrap_or(from);
        domains.assign(self.index.at_least(value_of(first)), Explanation::Later(INDEX))?;
        domains.assign(self.index.at_most(value_of(last)), Explanation::Later(INDEX))?;
        let (least, greatest) = self.list.extrema(first, last);
        domains.assign(self.result.at_least(least), Explanation::Later(RESULT))?;
        domains.assign(self.result.at_most(greatest), Explanation::Later(RESULT))
    }

    /// Removes the places and values that are not among the possible places `self.places`.
    fn filter(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let (index, result) = (self.index, self.result);
        let values = &self.list.values;
        let beyond = place_of(domains.max(index)) + 1;
        let first = self.places.iter().copied().min().unwrap_or(beyond);
        domains.assign(index.at_least(value_of(first)), Explanation::Later(INDEX))?;
        let last = self.places.iter().copied().max().expect("an empty domain is a conflict");
        domains.assign(index.at_most(value_of(last)), Explanation::Later(INDEX))?;
        let possible = || self.places.iter().map(|&place| values[place]);
        let least = possible().min().expect("as above");
        let greatest = possible().max().expect("as above");
        domains.assign(result.at_least(least), Explanation::Later(RESULT))?;
        domains.assign(result.at_most(greatest), Explanation::Later(RESULT))?;
        if value_of(last - first) <= self.max_filtered_width {
            for (place, &value) in (first..).zip(&values[first..=last]) {
                let atom = index.not_equal(value_of(place));
                if !domains.contains(result, value) {
                    domains.assign(atom, Explanation::Now(&[result.not_equal(value)]))?;
                }
            }
        }
        if greatest - least <= self.max_filtered_width {
            let width = usize::try_from(greatest - least + 1).expect("at least one value");
            let mut is_possible = vec![false; width];
            for value in possible() {
                is_possible[usize::try_from(value - least).expect("within the width")] = true;
            }
            for (value, is_possible) in (least..).zip(is_possible) {
                if !is_possible && domains.contains(result, value) {
                    domains.assign(result.not_equal(value), Explanation::Later(RESULT))?;
                }
            }
        }
        Ok(())
    }

    /// Explains a bound of the index: the places beyond it do not fit the result.
    fn explain_index(&self, atom: Atom, before: &Before<'_>, out: &mut Vec<Atom>) {
        let (min, max) = (before.min(self.index), before.max(self.index));
        let places = if atom.relation == Relation::AtLeast {
            out.push(self.index.at_least(min));
            min..atom.value
        } else {
            out.push(self.index.at_most(max));
            atom.value + 1..max + 1
        };
        let (least, greatest) = (before.min(self.result), before.max(self.result));
        // The values that are too small or too great, as far as they are near.
        let (mut below, mut above) = (None, None);
        let mut holes = Vec::new();
        for place in place_of(places.start)..place_of(places.end) {
            let value = self.list.values[place];
            if value < least {
                below = below.max(Some(value));
            } else if value > greatest {
                above = Some(above.map_or(value, |it: i64| it.min(value)));
            } else if before.contains(self.result, value) {
                out.push(self.index.not_equal(value_of(place)));
            } else {
                holes.push(value);
            }
        }
        out.extend(below.map(|value| self.result.at_least(value + 1)));
        out.extend(above.map(|value| self.result.at_most(value - 1)));
        holes.sort_unstable();
        holes.dedup();
        out.extend(holes.into_iter().map(|value| self.result.not_equal(value)));
    }

    /// Explains a change of the result: the places with the values that it excludes are not
    /// possible.
    fn explain_result(&self, atom: Atom, before: &Before<'_>, out: &mut Vec<Atom>) {
        let (from, to) = (place_of(before.min(self.index)), place_of(before.max(self.index)));
        let (least, greatest) = (before.min(self.result), before.max(self.result));
        // Values beyond a bound of the result are possible for the index: then the bound is needed.
        let (low, high) = match atom.relation {
            Relation::AtLeast => {
                let is_needed = self.list.first(from, to, |it, _| it < least).is_some();
                out.extend(is_needed.then(|| self.result.at_least(least)));
                (if is_needed { least } else { i64::MIN }, atom.value - 1)
            }
            Relation::AtMost => {
                let is_needed = self.list.first(from, to, |_, it| it > greatest).is_some();
                out.extend(is_needed.then(|| self.result.at_most(greatest)));
                (atom.value + 1, if is_needed { greatest } else { i64::MAX })
            }
            _ => (atom.value, atom.value),
        };
        let is_excluded = |least: i64, greatest: i64| least <= high && greatest >= low;
        // The bounds of the index, as weak as the excluded values allow.
        let before_from = from.checked_sub(1).and_then(|at| self.list.last(0, at, is_excluded));
        let n = self.list.values.len();
        let after_to = (to + 1 < n).then(|| self.list.first(to + 1, n - 1, is_excluded)).flatten();
        out.extend(before_from.map(|place| self.index.at_least(value_of(place + 1))));
        out.extend(after_to.map(|place| self.index.at_most(value_of(place - 1))));
        let mut explain_place = |place: usize| {
            let at = value_of(place);
            let value = self.list.values[place];
            let is_hole = !before.contains(self.index, at);
            out.push(if is_hole { self.index.not_equal(at) } else { self.result.not_equal(value) });
        };
        let excluded = self.list.places_of((low.max(least), high.min(greatest)));
        if excluded.len() <= to - from {
            for place in excluded.iter().map(|&place| place as usize) {
                if (from..=to).contains(&place) {
                    explain_place(place);
                }
            }
        } else {
            let mut start = from;
            while let Some(place) = self.list.first(start, to, is_excluded) {
                explain_place(place);
                start = place + 1;
            }
        }
    }
}

impl Propagator for ElementOfConstants {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        vec![(self.index, Event::Any), (self.result, Event::Any)]
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        self.list.n_bytes() + n_bytes_of_list::<usize>(self.list.values.len())
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        domains.assign(self.index.at_least(0), Explanation::Now(&[]))?;
        let last = value_of(self.list.values.len()) - 1;
        domains.assign(self.index.at_most(last), Explanation::Now(&[]))?;
        let (min, max) = (domains.min(self.index), domains.max(self.index));
        let places = self.list.places_of((domains.min(self.result), domains.max(self.result)));
        let n_places = value_of(places.len());
        if (max - min).min(n_places) > self.max_filtered_width {
            return self.tighten_long(domains);
        }
        let is_possible = |place: usize| {
            domains.contains(self.index, value_of(place))
                && domains.contains(self.result, self.list.values[place])
        };
        self.places.clear();
        if n_places <= max - min {
            let places = places.iter().map(|&place| place as usize);
            self.places.extend(places.filter(|&place| is_possible(place)));
        } else {
            self.places.extend((place_of(min)..=place_of(max)).filter(|&it| is_possible(it)));
        }
        self.filter(domains)
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        if data == INDEX {
            self.explain_index(atom, before, out);
        } else {
            self.explain_result(atom, before, out);
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let place = usize::try_from(value(self.index)).ok();
        let element = place.and_then(|place| self.list.values.get(place));
        element == Some(&value(self.result))
    }
}
