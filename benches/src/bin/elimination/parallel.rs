//! Lock-free elimination by several threads on the same cells.
//!
//! Every cell is an atomic word. The only write is an atomic AND, so no removal is lost or undone
//! in any order. Threads read cells while others write them: each read returns a value that the
//! cell had, which is a superset of its current value. Propagation from supersets is sound (see
//! [`crate::house`]).
//!
//! Sweeps end at a barrier. No thread changes a cell in the last sweep, so every house was
//! processed in its final state: without this condition, a thread might have processed a house
//! before another thread changed it. Within a sweep the memory order is irrelevant, because the
//! words carry all information; the barrier makes them visible to all threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::barrier::Barrier;
use crate::house::{Contradiction, House};
use crate::sequential::{Houses, share};

/// Cells shared by several threads.
#[derive(Debug)]
pub(crate) struct SharedGrid<'h> {
    houses: &'h Houses,
    cells: Vec<AtomicU64>,
    barrier: Barrier,
    threads: usize,
    /// The last sweep in which a cell changed. Sweep numbers increase forever, so no reset is
    /// needed.
    last_changed_sweep: AtomicUsize,
    /// The last sweep in which a contradiction was found.
    contradiction_sweep: AtomicUsize,
}

/// One of the threads.
#[derive(Debug)]
pub(crate) struct Worker<'s> {
    shared: &'s SharedGrid<'s>,
    thread: usize,
    /// The houses of this thread.
    houses: Vec<usize>,
    /// The current sweep.
    sweep: usize,
}

impl<'h> SharedGrid<'h> {
    pub(crate) fn new(houses: &'h Houses, threads: usize) -> Self {
        let cells = (0..houses.n_cells()).map(|_| AtomicU64::new(0)).collect();
        let barrier = Barrier::new(threads);
        let (last_changed_sweep, contradiction_sweep) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { houses, cells, barrier, threads, last_changed_sweep, contradiction_sweep }
    }

    /// Returns the worker of this thread; each worker must run in its own thread.
    pub(crate) fn worker(&self, thread: usize) -> Worker<'_> {
        let houses = self.houses.share(thread, self.threads).collect();
        Worker { shared: self, thread, houses, sweep: 0 }
    }

    /// Returns the masks of all cells.
    fn masks(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.load(Ordering::Relaxed)).collect()
    }
}

impl Worker<'_> {
    /// Takes part in an elimination that starts at `start`. All workers must call it with the same
    /// argument, and all return the same result. The cells keep the result until the next call.
    pub(crate) fn eliminate(&mut self, start: &[u64]) -> Result<(), Contradiction> {
        let shared = self.shared;
        for cell in share(start.len(), self.thread, shared.threads) {
            shared.cells[cell].store(start[cell], Ordering::Relaxed);
        }
        shared.barrier.wait();
        loop {
            self.sweep += 1;
            let result = self.sweep();
            if result.is_err() {
                shared.contradiction_sweep.store(self.sweep, Ordering::Relaxed);
            }
            shared.barrier.wait();
            // After a contradiction no thread starts another sweep, so the number is stable.
            if shared.contradiction_sweep.load(Ordering::Relaxed) == self.sweep {
                return Err(Contradiction);
            }
            // A faster thread may have stored a later sweep; then a further sweep is required.
            if shared.last_changed_sweep.load(Ordering::Relaxed) < self.sweep {
                return Ok(());
            }
        }
    }

    /// Propagates each house of this thread once.
    fn sweep(&self) -> Result<(), Contradiction> {
        let shared = self.shared;
        let mut read = House::EMPTY;
        for &house in &self.houses {
            let cells = shared.houses.cells(house);
            read.read(cells, |cell| shared.cells[cell].load(Ordering::Relaxed));
            read.propagate(|place, kept| {
                let before =
                    shared.cells[usize::from(cells[place])].fetch_and(kept, Ordering::Relaxed);
                // If another thread removed the same candidates, that thread records the change.
                if before & kept != before {
                    shared.last_changed_sweep.store(self.sweep, Ordering::Relaxed);
                }
            })?;
        }
        Ok(())
    }
}

/// Eliminates from each state in turn with `threads` threads; returns the resulting masks, `None`
/// for a contradiction.
pub(crate) fn eliminate_in_parallel(
    houses: &Houses,
    states: &[Vec<u64>],
    threads: usize,
) -> Vec<Option<Vec<u64>>> {
    let shared = SharedGrid::new(houses, threads);
    let mut ends = Vec::with_capacity(states.len());
    thread::scope(|scope| {
        let shared = &shared;
        for thread in 1..threads {
            let mut worker = shared.worker(thread);
            scope.spawn(move || {
                for state in states {
                    // All workers reach the same result; the first one records it.
                    let _ = worker.eliminate(state);
                    shared.barrier.wait();
                }
            });
        }
        let mut worker = shared.worker(0);
        for state in states {
            ends.push(worker.eliminate(state).ok().map(|()| shared.masks()));
            shared.barrier.wait();
        }
    });
    ends
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;
    use gordian_grid::Layout;
    use gordian_sudoku::tasks::shuffled_grid;
    use proptest::prelude::*;

    use super::*;
    use crate::sequential::{Queue, eliminate_by_changes, eliminate_by_sweeps};

    fn by_sweeps(houses: &Houses, start: &[u64]) -> Option<Vec<u64>> {
        let mut masks = start.to_vec();
        eliminate_by_sweeps(houses, &mut masks).ok().map(|_| masks)
    }

    fn by_changes(houses: &Houses, start: &[u64]) -> Option<Vec<u64>> {
        let mut masks = start.to_vec();
        eliminate_by_changes(houses, &mut masks, None, &mut Queue::default()).ok().map(|()| masks)
    }

    /// Returns a solution and a state that contains it: cells are given, or have some further
    /// candidates.
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
        fn result_is_independent_of_the_number_of_threads(
            layout in layouts(),
            seeds in prop::collection::vec((any::<u64>(), 10_u64..90, any::<bool>()), 1..4),
            threads in 1_usize..5,
        ) {
            let houses = Houses::new(&layout);
            let (mut solutions, mut starts) = (Vec::new(), Vec::new());
            for (seed, given, is_broken) in seeds {
                let (solution, mut masks) = solvable(&layout, seed, given);
                if is_broken {
                    // Usually causes a contradiction, found early or late.
                    let cell = Random::new(seed).below(masks.len());
                    masks[cell] = masks[cell].rotate_left(1) & layout.all_digits();
                }
                solutions.push((!is_broken).then_some(solution));
                starts.push(masks);
            }
            let ends = eliminate_in_parallel(&houses, &starts, threads);
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

    /// Many repetitions of states with many removals, so that threads contend for the same cells.
    #[test]
    fn contending_threads_reach_the_sequential_result() {
        let layout = Layout::boxes(4, 4).expect("a size");
        let houses = Houses::new(&layout);
        let starts: Vec<Vec<u64>> = (0..100).map(|seed| solvable(&layout, seed, 50).1).collect();
        let expected: Vec<_> = starts.iter().map(|start| by_sweeps(&houses, start)).collect();
        assert!(expected.iter().flatten().zip(&starts).any(|(end, start)| end != start));
        for threads in [2, 3, 4] {
            assert_eq!(eliminate_in_parallel(&houses, &starts, threads), expected);
        }
    }
}
