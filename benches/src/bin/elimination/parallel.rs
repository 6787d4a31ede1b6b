//! Elimination by several threads on the same cells, without a lock.
//!
//! Every cell is a word. The only write is an atomic AND, so no removal is lost and none is undone,
//! whatever the order. Threads read cells while others write them: each then sees for every cell some
//! value that it had, which is never smaller than the present one, and what is concluded from larger
//! values is right (see [`crate::house`]).
//!
//! Sweeps end at a barrier. In the sweep that is the last one nobody changes anything, so that every
//! house was looked at in its final state: without that, a thread might have looked at a house before
//! another one changed it. Within a sweep the order of memory operations does not matter, because
//! nothing but the words themselves is told by them; the barrier makes them visible to all.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::barrier::Barrier;
use crate::house::{House, Impossible};
use crate::sequential::{Houses, share};

/// Cells that several threads work on.
#[derive(Debug)]
pub(crate) struct Shared<'h> {
    houses: &'h Houses,
    cells: Vec<AtomicU64>,
    barrier: Barrier,
    threads: usize,
    /// The last sweep in which something changed. Sweeps are numbered without end, so that nothing
    /// needs to be reset.
    changed: AtomicUsize,
    /// The last sweep in which a contradiction was found.
    impossible: AtomicUsize,
}

/// One of the threads.
#[derive(Debug)]
pub(crate) struct Member<'s> {
    shared: &'s Shared<'s>,
    thread: usize,
    /// Its houses.
    houses: Vec<usize>,
    /// The sweep all are in.
    sweep: usize,
}

impl<'h> Shared<'h> {
    pub(crate) fn new(houses: &'h Houses, threads: usize) -> Self {
        let cells = (0..houses.n_cells()).map(|_| AtomicU64::new(0)).collect();
        let barrier = Barrier::new(threads);
        let (changed, impossible) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { houses, cells, barrier, threads, changed, impossible }
    }

    /// Returns the member with this number; each must be in a thread of its own.
    pub(crate) fn member(&self, thread: usize) -> Member<'_> {
        let houses = self.houses.share(thread, self.threads).collect();
        Member { shared: self, thread, houses, sweep: 0 }
    }

    /// Returns what the cells hold.
    fn masks(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.load(Ordering::Relaxed)).collect()
    }
}

impl Member<'_> {
    /// Takes part in an elimination that begins at `start`. All members must call it, with the same
    /// argument; all return the same. The cells hold what is left, until one of them calls it again.
    pub(crate) fn eliminate(&mut self, start: &[u64]) -> Result<(), Impossible> {
        let shared = self.shared;
        for cell in share(start.len(), self.thread, shared.threads) {
            shared.cells[cell].store(start[cell], Ordering::Relaxed);
        }
        shared.barrier.wait();
        loop {
            self.sweep += 1;
            let concluded = self.sweep();
            if concluded.is_err() {
                shared.impossible.store(self.sweep, Ordering::Relaxed);
            }
            shared.barrier.wait();
            // If it was found, no thread goes on to write another number.
            if shared.impossible.load(Ordering::Relaxed) == self.sweep {
                return Err(Impossible);
            }
            // A thread that is ahead may have noted a later sweep; then there is one.
            if shared.changed.load(Ordering::Relaxed) < self.sweep {
                return Ok(());
            }
        }
    }

    /// Looks at each house of this thread once.
    fn sweep(&self) -> Result<(), Impossible> {
        let shared = self.shared;
        let mut read = House::EMPTY;
        for &house in &self.houses {
            let cells = shared.houses.cells(house);
            read.read(cells, |cell| shared.cells[cell].load(Ordering::Relaxed));
            read.conclude(|place, kept| {
                let before =
                    shared.cells[usize::from(cells[place])].fetch_and(kept, Ordering::Relaxed);
                // Another thread may have removed the same; then it is the one that notes it.
                if before & kept != before {
                    shared.changed.store(self.sweep, Ordering::Relaxed);
                }
            })?;
        }
        Ok(())
    }
}

/// Eliminates from each state in turn, by so many threads; returns what is left, `None` for a
/// contradiction.
pub(crate) fn by_threads(
    houses: &Houses,
    states: &[Vec<u64>],
    threads: usize,
) -> Vec<Option<Vec<u64>>> {
    let shared = Shared::new(houses, threads);
    let mut ends = Vec::with_capacity(states.len());
    thread::scope(|scope| {
        let shared = &shared;
        for thread in 1..threads {
            let mut member = shared.member(thread);
            scope.spawn(move || {
                for state in states {
                    // All members come to the same end; the first one takes it down.
                    let _ = member.eliminate(state);
                    shared.barrier.wait();
                }
            });
        }
        let mut member = shared.member(0);
        for state in states {
            ends.push(member.eliminate(state).ok().map(|()| shared.masks()));
            shared.barrier.wait();
        }
    });
    ends
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;
    use gordian_sudoku::Layout;
    use gordian_sudoku::tasks::shuffled_grid;
    use proptest::prelude::*;

    use super::*;
    use crate::sequential::{Queue, changes, sweeps};

    fn by_sweeps(houses: &Houses, start: &[u64]) -> Option<Vec<u64>> {
        let mut masks = start.to_vec();
        sweeps(houses, &mut masks).ok().map(|_| masks)
    }

    fn by_changes(houses: &Houses, start: &[u64]) -> Option<Vec<u64>> {
        let mut masks = start.to_vec();
        changes(houses, &mut masks, None, &mut Queue::default()).ok().map(|()| masks)
    }

    /// A state that has a solution: its cells are given, or may hold some further digits.
    fn solvable(layout: &Layout, seed: u64, given: u64) -> (Vec<u8>, Vec<u64>) {
        let mut random = Random::new(seed);
        let solution = shuffled_grid(layout, &mut random).expect("boxes can be shuffled");
        let cell = |&digit: &u8| {
            let own = 1 << (digit - 1);
            let some = random.bits() | random.bits();
            if random.bits() % 100 < given { own } else { own | some & layout.all_digits() }
        };
        let masks = solution.iter().map(cell).collect();
        (solution, masks)
    }

    fn layouts() -> impl Strategy<Value = Layout> {
        prop::sample::select(vec![(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (8, 8)])
            .prop_map(|(height, width)| Layout::boxes(height, width).expect("a size"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn any_number_of_threads_comes_to_the_same_end(
            layout in layouts(),
            seeds in prop::collection::vec((any::<u64>(), 10_u64..90, any::<bool>()), 1..4),
            threads in 1_usize..5,
        ) {
            let houses = Houses::new(&layout);
            let (mut solutions, mut starts) = (Vec::new(), Vec::new());
            for (seed, given, is_broken) in seeds {
                let (solution, mut masks) = solvable(&layout, seed, given);
                if is_broken {
                    // Most likely a contradiction, found early or late.
                    let cell = Random::new(seed).below(masks.len());
                    masks[cell] = masks[cell].rotate_left(1) & layout.all_digits();
                }
                solutions.push((!is_broken).then_some(solution));
                starts.push(masks);
            }
            let ends = by_threads(&houses, &starts, threads);
            for ((start, end), solution) in starts.iter().zip(&ends).zip(&solutions) {
                prop_assert_eq!(end, &by_sweeps(&houses, start));
                prop_assert_eq!(end, &by_changes(&houses, start));
                if let Some(solution) = solution {
                    let end = end.as_ref().expect("a solution is no contradiction");
                    let is_kept = |(digit, mask): (&u8, &u64)| mask >> (digit - 1) & 1 == 1;
                    prop_assert!(solution.iter().zip(end).all(is_kept));
                }
            }
        }
    }

    /// A state in which much happens, many times over: threads get in each other's way.
    #[test]
    fn threads_in_each_others_way_come_to_the_same_end() {
        let layout = Layout::boxes(4, 4).expect("a size");
        let houses = Houses::new(&layout);
        let starts: Vec<Vec<u64>> = (0..100).map(|seed| solvable(&layout, seed, 50).1).collect();
        let expected: Vec<_> = starts.iter().map(|start| by_sweeps(&houses, start)).collect();
        assert!(expected.iter().flatten().zip(&starts).any(|(end, start)| end != start));
        for threads in [2, 3, 4] {
            assert_eq!(by_threads(&houses, &starts, threads), expected);
        }
    }
}
