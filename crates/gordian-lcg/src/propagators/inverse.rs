//! Two lists of variables that are inverse to each other.
//!
//! A value of one list is possible exactly if the corresponding value of the other list is. Each
//! conclusion follows from one atom.
//!
//! *Source*: Cheng, Choi, Lee, Wu: "Increasing constraint propagation by redundant modeling: an
//! experience report", Constraints 4 (1999).

use crate::atom::{Atom, Var};
use crate::propagator::{Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of};

/// `first[i] = j` exactly if `second[j] = i`; indices begin with 0, and all values are indices.
#[derive(Clone, Debug)]
pub struct Inverse {
    lists: [Vec<Var>; 2],
}

impl Inverse {
    /// Returns the constraint for two lists, which may have variables in common.
    ///
    /// # Panics
    ///
    /// Panics if the lists have different lengths.
    #[must_use]
    pub fn new(first: &[Var], second: &[Var]) -> Self {
        assert_eq!(first.len(), second.len(), "lists that are inverse have the same length");
        Self { lists: [first.to_vec(), second.to_vec()] }
    }
}

/// Restricts successors, or other indices, to `0..n`.
pub(super) fn restrict_to_indices(
    vars: &[Var],
    n: usize,
    domains: &mut Domains<'_>,
) -> Result<(), Conflict> {
    for &var in vars {
        domains.assign(var.at_least(0), Explanation::Now(&[]))?;
        domains.assign(var.at_most(as_value(n) - 1), Explanation::Now(&[]))?;
    }
    Ok(())
}

/// Returns an index as a value of a variable.
pub(super) fn as_value(index: usize) -> i64 {
    i64::try_from(index).expect("lists are shorter")
}

/// Returns a value of a variable as an index.
pub(super) fn as_index(value: i64) -> usize {
    usize::try_from(value).expect("the values are restricted to indices")
}

impl Propagator for Inverse {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.lists.iter().flatten().map(|&var| (var, Event::Any)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        let [first, second] = &self.lists;
        n_bytes_of(first) + n_bytes_of(second)
    }

    /// Cost: the length of the lists for each variable that changed.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n = self.lists[0].len();
        for list in &self.lists {
            restrict_to_indices(list, n, domains)?;
        }
        let mut places: Vec<usize> = domains.changed().iter().map(|&it| it as usize).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let (side, i) = (place / n, place % n);
            let var = self.lists[side][i];
            for (j, &other) in self.lists[1 - side].iter().enumerate() {
                let reason: Atom = if !domains.contains(var, as_value(j)) {
                    var.not_equal(as_value(j))
                } else if domains.value(var).is_some() {
                    var.equal(as_value(j))
                } else {
                    continue;
                };
                let implied = Atom { var: other, value: as_value(i), ..reason };
                domains.assign(implied, Explanation::Now(&[reason]))?;
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let [first, second] =
            [0, 1].map(|side| self.lists[side].iter().map(|&var| value(var)).collect::<Vec<_>>());
        let n = as_value(first.len());
        let is_index = |it: &i64| (0..n).contains(it);
        first.iter().chain(&second).all(is_index)
            && (0..n)
                .all(|i| (0..n).all(|j| (first[as_index(i)] == j) == (second[as_index(j)] == i)))
    }
}
