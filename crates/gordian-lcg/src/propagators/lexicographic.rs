//! Lists of variables in lexicographic order.
//!
//! The first place at which the lists can differ decides: its bounds are tightened, strictly if the
//! rest of the lists cannot be in order. For variables that occur once each, that removes every
//! value without a solution.
//!
//! *Source*: Frisch, Hnich, Kiziltan, Miguel, Walsh: "Propagation algorithms for lexicographic
//! ordering constraints", Artificial Intelligence 170 (2006).

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// A list is less than another one, or at most equal, in the order of dictionaries.
#[derive(Clone, Debug)]
pub struct Lexicographic {
    lists: [Vec<Var>; 2],
    is_strict: bool,
    /// The variables of both lists at each common place; pairs of the same variable are left out.
    pairs: Vec<(Var, Var)>,
    /// Whether the lists may be equal at all common places.
    may_be_equal: bool,
}

/// Returns the bounds of a variable.
type Bounds<'a> = dyn Fn(Var) -> (i64, i64) + 'a;

impl Lexicographic {
    /// Returns the constraint that `first` is before `second`. A list is after its own beginnings.
    #[must_use]
    pub fn less(first: &[Var], second: &[Var]) -> Self {
        Self::new(first, second, true)
    }

    /// Returns the constraint that `first` is before `second`, or equal to it.
    #[must_use]
    pub fn at_most(first: &[Var], second: &[Var]) -> Self {
        Self::new(first, second, false)
    }

    fn new(first: &[Var], second: &[Var], is_strict: bool) -> Self {
        let pairs = first.iter().copied().zip(second.iter().copied());
        let may_be_equal =
            if is_strict { first.len() < second.len() } else { first.len() <= second.len() };
        Self {
            lists: [first.to_vec(), second.to_vec()],
            is_strict,
            pairs: pairs.filter(|(x, y)| x != y).collect(),
            may_be_equal,
        }
    }

    /// Returns where the first list is greater, if the lists are not in order from a place on: the
    /// place after the last one that counts, or the end.
    fn disorder(&self, from: usize, bounds: &Bounds<'_>) -> Option<usize> {
        for (at, &(x, y)) in self.pairs.iter().enumerate().skip(from) {
            let (min, max) = (bounds(x).0, bounds(y).1);
            if min != max {
                return (min > max).then_some(at + 1);
            }
        }
        (!self.may_be_equal).then_some(self.pairs.len())
    }

    /// Appends atoms by which the first list is not less at the places of a range, and greater at
    /// the last of them if it is now.
    fn explain_places(
        &self,
        places: std::ops::Range<usize>,
        bounds: &Bounds<'_>,
        out: &mut Vec<Atom>,
    ) {
        for &(x, y) in &self.pairs[places] {
            let (min, max) = (bounds(x).0, bounds(y).1);
            // Greater, and no more than that.
            out.extend([x.at_least(min.min(max + 1)), y.at_most(max)]);
        }
    }
}

impl Propagator for Lexicographic {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.pairs.iter().flat_map(|&(x, y)| [(x, Event::Bounds), (y, Event::Bounds)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        let [left, right] = &self.lists;
        n_bytes_of(left) + n_bytes_of(right) + n_bytes_of(&self.pairs)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for (at, &(x, y)) in self.pairs.iter().enumerate() {
            let bounds = |var| (domains.min(var), domains.max(var));
            let (min, max) = (bounds(x).0, bounds(y).1);
            let is_strict = self.disorder(at + 1, &bounds).is_some();
            let data = u32::try_from(at).expect("lists are shorter");
            let strict = i64::from(is_strict);
            domains.assign(x.at_most(max - strict), Explanation::Later(data))?;
            domains.assign(y.at_least(min + strict), Explanation::Later(data))?;
            // Otherwise both are fixed, and the next place decides.
            if min != max {
                return Ok(());
            }
        }
        // At the last place, if there is one, the lists had to differ.
        if self.may_be_equal { Ok(()) } else { Err(domains.conflict(&[])) }
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let bounds = |var| (before.min(var), before.max(var));
        let at = data as usize;
        self.explain_places(0..at, &bounds, out);
        let (x, y) = self.pairs[at];
        // The bound of the other variable alone, or the next one with the rest of the lists.
        let is_upper = atom.relation == Relation::AtMost;
        let equal = if is_upper { y.at_most(atom.value) } else { x.at_least(atom.value) };
        if before.truth(equal) == Some(true) {
            out.push(equal);
            return;
        }
        let strict = if is_upper { y.at_most(atom.value + 1) } else { x.at_least(atom.value - 1) };
        out.push(strict);
        let end = self.disorder(at + 1, &bounds).expect("the change was strict");
        self.explain_places(at + 1..end, &bounds, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let [first, second] =
            [0, 1].map(|at| self.lists[at].iter().map(|&var| value(var)).collect::<Vec<_>>());
        if self.is_strict { first < second } else { first <= second }
    }
}
