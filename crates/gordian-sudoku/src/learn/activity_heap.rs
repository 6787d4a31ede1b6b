//! Variables in the order of their activity: a binary heap with positions.

use gordian_core::{Index, IndexVec, Random};

use super::lit::Var;

/// The position of variables that are not in the heap.
const ABSENT: u32 = u32::MAX;

/// The activity increment is divided by this after each conflict.
///
/// Measured on 25×25 grids; 0.92, 0.95, 0.99 and 0.995 all need more conflicts.
const DECAY: f64 = 0.98;

/// Activities are rescaled when one exceeds this.
const RESCALE_LIMIT: f64 = 1e100;

/// The undecided variables (and some decided ones), the most active first.
///
/// *Source*: N. Eén, N. Sörensson, "An extensible SAT-solver", SAT 2003, for a growing increment
/// instead of decaying activities.
#[derive(Clone, Debug)]
pub(crate) struct ActivityHeap {
    /// A heap: the element at k is at least as active as those at 2k + 1 and 2k + 2.
    heap: Vec<Var>,
    /// The position of each variable in the heap.
    places: IndexVec<Var, u32>,
    activities: IndexVec<Var, f64>,
    increment: f64,
}

impl ActivityHeap {
    /// Creates a heap of all variables with almost equal activities that differ randomly.
    pub(crate) fn new(n_vars: usize, random: &mut Random) -> Self {
        let mut heap = Self {
            heap: Vec::with_capacity(n_vars),
            places: IndexVec::with_capacity(n_vars),
            activities: IndexVec::with_capacity(n_vars),
            increment: 1.0,
        };
        for _ in 0..n_vars {
            let chance = u32::try_from(random.bits() >> 40).expect("24 bits");
            heap.activities.push(f64::from(chance) * 1e-9);
            let var = heap.places.push(ABSENT);
            heap.insert(var);
        }
        heap
    }

    /// Increases the activity of a variable that took part in a conflict.
    pub(crate) fn bump(&mut self, var: Var) {
        self.activities[var] += self.increment;
        if self.activities[var] > RESCALE_LIMIT {
            self.rescale();
        }
        let place = self.places[var];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        for at in 0..self.activities.len() {
            self.activities[Var::from_usize(at)] /= RESCALE_LIMIT;
        }
        self.increment /= RESCALE_LIMIT;
    }

    /// Decays all activities, by increasing the increment.
    pub(crate) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    /// Inserts a variable into the heap, unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, var: Var) {
        if self.places[var] == ABSENT {
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes and returns the most active variable.
    pub(crate) fn pop(&mut self) -> Option<Var> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else {
            self.places[last] = ABSENT;
            return Some(last);
        };
        let top = std::mem::replace(first, last);
        self.places[top] = ABSENT;
        self.sift_down();
        Some(top)
    }

    fn put(&mut self, place: usize, var: Var) {
        self.heap[place] = var;
        self.places[var] = u32::try_from(place).expect("as many positions as variables");
    }

    fn sift_up(&mut self, mut place: usize) {
        let var = self.heap[place];
        let activity = self.activities[var];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if self.activities[other] >= activity {
                break;
            }
            self.put(place, other);
            place = above;
        }
        self.put(place, var);
    }

    fn sift_down(&mut self) {
        let mut place = 0;
        let var = self.heap[place];
        let activity = self.activities[var];
        loop {
            let mut below = 2 * place + 1;
            let Some(&left) = self.heap.get(below) else { break };
            let mut other = left;
            if let Some(&right) = self.heap.get(below + 1)
                && self.activities[right] > self.activities[left]
            {
                (below, other) = (below + 1, right);
            }
            if self.activities[other] <= activity {
                break;
            }
            self.put(place, other);
            place = below;
        }
        self.put(place, var);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bumps, pops and inserts at random; each pop must return a most active variable of the heap.
    #[test]
    fn pop_returns_the_most_active() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let n = 1 + random.below(40);
            let mut heap = ActivityHeap::new(n, &mut random);
            let mut inside = vec![true; n];
            for _ in 0..400 {
                let var = Var::from_usize(random.below(n));
                match random.below(4) {
                    0 | 1 => heap.bump(var),
                    2 => {
                        heap.insert(var);
                        inside[var.index()] = true;
                    }
                    _ => {
                        let left = (0..n).filter(|&at| inside[at]).map(Var::from_usize);
                        let most = left.map(|var| heap.activities[var]).reduce(f64::max);
                        let top = heap.pop();
                        assert_eq!(top.map(|top| heap.activities[top]), most);
                        if let Some(top) = top {
                            assert!(std::mem::replace(&mut inside[top.index()], false));
                        }
                    }
                }
                heap.decay();
            }
        }
    }

    #[test]
    fn activities_are_rescaled_before_overflow() {
        let mut heap = ActivityHeap::new(3, &mut Random::new(1));
        for turn in 0..100_000 {
            heap.bump(Var::from_usize(turn % 3));
            heap.decay();
        }
        let last = heap.pop().expect("the heap has three variables");
        assert_eq!(last, Var::from_usize(99_999 % 3));
        assert!(heap.activities[last].is_finite() && heap.increment.is_finite());
    }
}
