//! Items in the order of their activity: a binary heap with positions.

use crate::{Index, IndexVec};

/// The position of items that are not in the heap.
const ABSENT: u32 = u32::MAX;

/// Activities are rescaled when one exceeds this.
const RESCALE_LIMIT: f64 = 1e100;

/// The items that a search may decide next, such as variables, the most active first.
///
/// Cost: the logarithm of the number of items for each operation.
///
/// *Source*: N. Eén, N. Sörensson, "An extensible SAT-solver", SAT 2003, for a growing increment
/// instead of decaying activities.
///
/// # Example
///
/// ```
/// use gordian_core::{ActivityHeap, index};
///
/// index! {
///     /// A variable.
///     struct Var;
/// }
///
/// let mut heap: ActivityHeap<Var> = ActivityHeap::new(0.95);
/// let [first, second] = [0.0; 2].map(|activity| heap.push(activity));
/// heap.bump(second);
/// assert_eq!([heap.pop(), heap.pop(), heap.pop()], [Some(second), Some(first), None]);
/// ```
#[derive(Clone, Debug)]
pub struct ActivityHeap<I> {
    /// A heap: the element at k is at least as active as those at 2k + 1 and 2k + 2.
    heap: Vec<I>,
    /// The position of each item in the heap.
    places: IndexVec<I, u32>,
    activities: IndexVec<I, f64>,
    increment: f64,
    decay: f64,
}

impl<I: Index> ActivityHeap<I> {
    /// Returns an empty heap. The activities of the past count `decay` times as much after each
    /// call of [`ActivityHeap::decay`]; it is above 0 and at most 1.
    #[must_use]
    pub fn new(decay: f64) -> Self {
        assert!(0.0 < decay && decay <= 1.0, "activities decay");
        Self {
            heap: Vec::new(),
            places: IndexVec::new(),
            activities: IndexVec::new(),
            increment: 1.0,
            decay,
        }
    }

    /// Adds a new item, and inserts it into the heap.
    pub fn push(&mut self, activity: f64) -> I {
        self.activities.push(activity);
        let item = self.places.push(ABSENT);
        self.insert(item);
        item
    }

    /// Increases the activity of an item that took part in a conflict.
    pub fn bump(&mut self, item: I) {
        self.activities[item] += self.increment;
        if self.activities[item] > RESCALE_LIMIT {
            self.rescale();
        }
        let place = self.places[item];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        for activity in self.activities.iter_mut() {
            *activity /= RESCALE_LIMIT;
        }
        self.increment /= RESCALE_LIMIT;
    }

    /// Decays all activities, by increasing the increment.
    pub fn decay(&mut self) {
        self.increment /= self.decay;
    }

    /// Inserts an item into the heap, unless it is there.
    #[inline]
    pub fn insert(&mut self, item: I) {
        if self.places[item] == ABSENT {
            self.heap.push(item);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes and returns the most active item of the heap.
    pub fn pop(&mut self) -> Option<I> {
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

    fn put(&mut self, place: usize, item: I) {
        self.heap[place] = item;
        self.places[item] = u32::try_from(place).expect("there are fewer than 2³² items");
    }

    fn sift_up(&mut self, mut place: usize) {
        let item = self.heap[place];
        let activity = self.activities[item];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if self.activities[other] >= activity {
                break;
            }
            self.put(place, other);
            place = above;
        }
        self.put(place, item);
    }

    fn sift_down(&mut self) {
        let mut place = 0;
        let item = self.heap[place];
        let activity = self.activities[item];
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
        self.put(place, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    crate::index! {
        /// A variable.
        struct Var;
    }

    /// Returns a heap with almost equal activities.
    fn new_heap(n: usize, random: &mut Random) -> ActivityHeap<Var> {
        let mut heap = ActivityHeap::new(0.98);
        for _ in 0..n {
            let chance = u32::try_from(random.bits() >> 40).expect("24 bits");
            heap.push(f64::from(chance) * 1e-9);
        }
        heap
    }

    /// Bumps, pops and inserts at random; each pop must return a most active variable of the heap.
    #[test]
    fn pop_returns_the_most_active() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let n = 1 + random.below(40);
            let mut heap = new_heap(n, &mut random);
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
        let mut heap = new_heap(3, &mut Random::new(1));
        for turn in 0..100_000 {
            heap.bump(Var::from_usize(turn % 3));
            heap.decay();
        }
        let last = heap.pop().expect("the heap has three variables");
        assert_eq!(last, Var::from_usize(99_999 % 3));
        assert!(heap.activities[last].is_finite() && heap.increment.is_finite());
    }
}
