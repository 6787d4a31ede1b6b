//! Choices in the order of their activity: a binary heap that knows where each of them stands.

use gordian_core::{Index, IndexVec, Random};

use super::lit::Choice;

/// A choice that is not in the heap stands here.
const ABSENT: u32 = u32::MAX;

/// What a choice gains in a conflict is that of the conflict before, divided by this.
///
/// Measured on 25×25 grids; 0.92, 0.95, 0.99 and 0.995 all need more conflicts.
const DECAY: f64 = 0.98;

/// Activities are scaled down when one is beyond this.
const TOO_MUCH: f64 = 1e100;

/// The choices that are not decided (and some that are), the most active first.
///
/// *Source*: N. Eén, N. Sörensson, "An extensible SAT-solver", SAT 2003, for gains that grow in
/// place of activities that fade.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// A heap: the element at k is at least as active as those at 2k + 1 and 2k + 2.
    heap: Vec<Choice>,
    /// Where each choice stands in the heap.
    places: IndexVec<Choice, u32>,
    activities: IndexVec<Choice, f64>,
    gain: f64,
}

impl Order {
    /// Returns the order in which all choices are about equally active, differing by chance.
    pub(crate) fn new(n_choices: usize, random: &mut Random) -> Self {
        let mut order = Self {
            heap: Vec::with_capacity(n_choices),
            places: IndexVec::with_capacity(n_choices),
            activities: IndexVec::with_capacity(n_choices),
            gain: 1.0,
        };
        for _ in 0..n_choices {
            let chance = u32::try_from(random.bits() >> 40).expect("24 bits");
            order.activities.push(f64::from(chance) * 1e-9);
            let choice = order.places.push(ABSENT);
            order.insert(choice);
        }
        order
    }

    /// Takes note that the choice was part of a conflict.
    pub(crate) fn bump(&mut self, choice: Choice) {
        self.activities[choice] += self.gain;
        if self.activities[choice] > TOO_MUCH {
            self.rescale();
        }
        let place = self.places[choice];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        for at in 0..self.activities.len() {
            self.activities[Choice::from_usize(at)] /= TOO_MUCH;
        }
        self.gain /= TOO_MUCH;
    }

    /// Lets what was gained so far count for less.
    pub(crate) fn fade(&mut self) {
        self.gain /= DECAY;
    }

    /// Puts a choice into the heap, unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, choice: Choice) {
        if self.places[choice] == ABSENT {
            self.heap.push(choice);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes out the most active choice.
    pub(crate) fn pop(&mut self) -> Option<Choice> {
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

    fn put(&mut self, place: usize, choice: Choice) {
        self.heap[place] = choice;
        self.places[choice] = u32::try_from(place).expect("as many places as choices");
    }

    fn sift_up(&mut self, mut place: usize) {
        let choice = self.heap[place];
        let activity = self.activities[choice];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if self.activities[other] >= activity {
                break;
            }
            self.put(place, other);
            place = above;
        }
        self.put(place, choice);
    }

    fn sift_down(&mut self) {
        let mut place = 0;
        let choice = self.heap[place];
        let activity = self.activities[choice];
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
        self.put(place, choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bumps, pops and inserts at random; each pop must be a most active one of those inside.
    #[test]
    fn the_most_active_comes_first() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let n = 1 + random.below(40);
            let mut order = Order::new(n, &mut random);
            let mut inside = vec![true; n];
            for _ in 0..400 {
                let choice = Choice::from_usize(random.below(n));
                match random.below(4) {
                    0 | 1 => order.bump(choice),
                    2 => {
                        order.insert(choice);
                        inside[choice.index()] = true;
                    }
                    _ => {
                        let left = (0..n).filter(|&at| inside[at]).map(Choice::from_usize);
                        let most = left.map(|choice| order.activities[choice]).reduce(f64::max);
                        let top = order.pop();
                        assert_eq!(top.map(|top| order.activities[top]), most);
                        if let Some(top) = top {
                            assert!(std::mem::replace(&mut inside[top.index()], false));
                        }
                    }
                }
                order.fade();
            }
        }
    }

    #[test]
    fn activities_are_scaled_down_in_time() {
        let mut order = Order::new(3, &mut Random::new(1));
        for turn in 0..100_000 {
            order.bump(Choice::from_usize(turn % 3));
            order.fade();
        }
        let last = order.pop().expect("three are inside");
        assert_eq!(last, Choice::from_usize(99_999 % 3));
        assert!(order.activities[last].is_finite() && order.gain.is_finite());
    }
}
