//! The order in which the search decides variables: those of recent conflicts first.
//!
//! *Source*: Moskewicz et al.: "Chaff: engineering an efficient SAT solver", DAC 2001; Eén, Sörensson: "An
//! extensible SAT-solver", SAT 2003.

use gordian_core::{Index as _, IndexVec};

use crate::atom::Var;

/// Not in the heap.
const NOWHERE: u32 = u32::MAX;

/// A heap of variables with the greatest activity first.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    activity: IndexVec<Var, f64>,
    heap: Vec<Var>,
    /// The place of each variable in the heap.
    place: IndexVec<Var, u32>,
    increment: f64,
}

impl Default for Activity {
    fn default() -> Self {
        Self { activity: IndexVec::new(), heap: Vec::new(), place: IndexVec::new(), increment: 1.0 }
    }
}

impl Activity {
    pub(crate) fn add_var(&mut self) {
        let var = self.activity.push(0.0);
        self.place.push(NOWHERE);
        self.insert(var);
    }

    /// Raises the activity of a variable that took part in a conflict.
    pub(crate) fn bump(&mut self, var: Var) {
        self.activity[var] += self.increment;
        if self.activity[var] > 1e100 {
            for activity in self.activity.iter_mut() {
                *activity *= 1e-100;
            }
            self.increment *= 1e-100;
        }
        if self.place[var] != NOWHERE {
            self.sift_up(self.place[var] as usize);
        }
    }

    /// Makes later conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.increment /= 0.95;
    }

    /// Puts a variable back that was removed.
    pub(crate) fn insert(&mut self, var: Var) {
        if self.place[var] == NOWHERE {
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes and returns the variable with the greatest activity.
    pub(crate) fn pop(&mut self) -> Option<Var> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("the heap has a first variable");
        self.place[first] = NOWHERE;
        if last != first {
            self.heap[0] = last;
            self.place[last] = 0;
            self.sift_down(0);
        }
        Some(first)
    }

    /// Returns whether `a` comes before `b`; equal activities are ordered by number.
    fn precedes(&self, a: Var, b: Var) -> bool {
        let (x, y) = (self.activity[a], self.activity[b]);
        x > y || x == y && a.index() < b.index()
    }

    fn sift_up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.precedes(var, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, var);
    }

    fn sift_down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.precedes(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.precedes(self.heap[child], var) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, var);
    }

    fn put(&mut self, at: usize, var: Var) {
        self.heap[at] = var;
        self.place[var] = u32::try_from(at).expect("there are fewer than 2³² variables");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_in_the_order_of_their_activity() {
        let mut activity = Activity::default();
        for _ in 0..20 {
            activity.add_var();
        }
        let var = Var::from_usize;
        for (at, n) in [(7, 5), (3, 4), (19, 2), (0, 1)] {
            for _ in 0..n {
                activity.bump(var(at));
            }
        }
        let first: Vec<usize> = (0..5).map(|_| activity.pop().unwrap().index()).collect();
        assert_eq!(first, [7, 3, 19, 0, 1]);
        activity.insert(var(3));
        activity.insert(var(3));
        assert_eq!(activity.pop(), Some(var(3)));
        assert_eq!(activity.pop(), Some(var(2)));
    }
}
