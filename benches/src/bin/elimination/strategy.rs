//! The elimination strategies and their measurement.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::barrier::Barrier;
use crate::nodes::{Node, NodeSet};
use crate::parallel::{SharedGrid, eliminate_in_parallel};
use crate::sequential::{Houses, Queue, eliminate_by_changes, eliminate_by_sweeps};

/// The approximate duration of a slice with one thread: long enough for the clock, and shorter than
/// a scheduler time slice. The best of many runs is therefore one in which no other program
/// disturbed the threads.
const SLICE_SECONDS: f64 = 0.001_5;

/// An elimination strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// One thread, plain words, all houses in every sweep.
    Sweeps,
    /// The parallel program with one thread; shows the cost of atomic words.
    Atomic,
    /// Several threads on the same cells.
    Inside,
    /// Several threads, each on separate nodes.
    Outside,
    /// One thread that processes changed houses only.
    Changes,
    /// Several threads, each on separate nodes, that process changed houses only.
    ChangesOutside,
}

impl Strategy {
    pub(crate) const ALL: [Self; 6] = [
        Self::Sweeps,
        Self::Atomic,
        Self::Inside,
        Self::Outside,
        Self::Changes,
        Self::ChangesOutside,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sweeps => "sweeps",
            Self::Atomic => "atomic",
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Changes => "changes",
            Self::ChangesOutside => "changes-outside",
        }
    }

    /// Eliminates from all nodes of a slice repeatedly; returns the wall time in seconds of one
    /// pass.
    pub(crate) fn measure(self, slice: &Slice<'_>, threads: usize) -> f64 {
        match self {
            Self::Sweeps => measure_separate_nodes(slice, 1, false),
            Self::Changes => measure_separate_nodes(slice, 1, true),
            Self::Outside => measure_separate_nodes(slice, threads, false),
            Self::ChangesOutside => measure_separate_nodes(slice, threads, true),
            Self::Atomic => measure_shared_nodes(slice, 1),
            Self::Inside => measure_shared_nodes(slice, threads),
        }
    }
}

/// Nodes that are measured together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'n> {
    houses: &'n Houses,
    nodes: &'n [Node],
    /// Passes per run.
    repetitions: usize,
}

/// Divides the nodes into slices that take about [`SLICE_SECONDS`].
pub(crate) fn slices(nodes: &NodeSet) -> Vec<Slice<'_>> {
    let all = Slice { houses: &nodes.houses, nodes: &nodes.nodes, repetitions: 1 };
    let best = (0..5).map(|_| Strategy::Sweeps.measure(&all, 1)).fold(f64::INFINITY, f64::min);
    let n = nodes.nodes.len();
    // Slices have at least this many nodes, so that threads on separate nodes finish at about the
    // same time.
    let most = (n / 20).max(1);
    let n_slices = (1..=most).find(|&parts| best / parts as f64 <= SLICE_SECONDS).unwrap_or(most);
    let times =
        (1..1000).find(|&times| times as f64 * best / n_slices as f64 >= SLICE_SECONDS / 2.0);
    let repetitions = times.unwrap_or(1000);
    nodes
        .nodes
        .chunks(n.div_ceil(n_slices))
        .map(|nodes| Slice { nodes, repetitions, ..all })
        .collect()
}

/// Compares the result of parallel elimination with that of both sequential strategies.
pub(crate) fn check(nodes: &NodeSet, threads: usize) -> Result<(), String> {
    let states: Vec<Vec<u64>> = nodes.nodes.iter().map(|node| node.masks.clone()).collect();
    let ends = eliminate_in_parallel(&nodes.houses, &states, threads);
    let mut queue = Queue::default();
    for (number, (node, end)) in (1..).zip(nodes.nodes.iter().zip(&ends)) {
        let (mut by_sweeps, mut by_changes) = (node.masks.clone(), node.masks.clone());
        let swept = eliminate_by_sweeps(&nodes.houses, &mut by_sweeps).ok().map(|_| by_sweeps);
        let changed = eliminate_by_changes(&nodes.houses, &mut by_changes, node.guess, &mut queue);
        let changed = changed.ok().map(|()| by_changes);
        if *end != swept || swept != changed {
            return Err(format!(
                "{} rows, node {number}: the strategies disagree",
                nodes.layout.n()
            ));
        }
    }
    Ok(())
}

/// Starts the threads, releases them at the same time, and returns the seconds until the last one
/// is done. Thread start is not measured.
fn measure_threads<W: FnMut() + Send>(threads: usize, mut work: impl FnMut(usize) -> W) -> f64 {
    let barrier = Barrier::new(threads);
    let ends = Mutex::new(Vec::new());
    let start = Mutex::new(None);
    thread::scope(|scope| {
        for thread in 0..threads {
            let mut work = work(thread);
            let (barrier, ends, start) = (&barrier, &ends, &start);
            scope.spawn(move || {
                barrier.wait();
                let begun = Instant::now();
                work();
                let ended = Instant::now();
                ends.lock().expect("no thread panics").push(ended);
                let mut start = start.lock().expect("no thread panics");
                *start = Some(start.map_or(begun, |other: Instant| other.min(begun)));
            });
        }
    });
    let end = ends.into_inner().expect("no thread panics").into_iter().max();
    let start = start.into_inner().expect("no thread panics");
    end.zip(start).map_or(0.0, |(end, start)| end.duration_since(start).as_secs_f64())
}

/// Each thread takes the next free node.
fn measure_separate_nodes(slice: &Slice<'_>, threads: usize, by_changes: bool) -> f64 {
    let Slice { houses, nodes, repetitions } = *slice;
    let next = AtomicUsize::new(0);
    let wall = measure_threads(threads, |_| {
        let next = &next;
        let (mut masks, mut queue) = (Vec::new(), Queue::default());
        move || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= nodes.len() * repetitions {
                    return;
                }
                let node = &nodes[number % nodes.len()];
                masks.clone_from(&node.masks);
                let _ = black_box(if by_changes {
                    eliminate_by_changes(houses, &mut masks, node.guess, &mut queue)
                } else {
                    eliminate_by_sweeps(houses, &mut masks).map(drop)
                });
                black_box(&masks);
            }
        }
    });
    wall / repetitions as f64
}

/// All threads work on the same node.
fn measure_shared_nodes(slice: &Slice<'_>, threads: usize) -> f64 {
    let shared = SharedGrid::new(slice.houses, threads);
    let wall = measure_threads(threads, |thread| {
        let mut worker = shared.worker(thread);
        move || {
            for _ in 0..slice.repetitions {
                for node in slice.nodes {
                    let _ = black_box(worker.eliminate(&node.masks));
                }
            }
        }
    });
    wall / slice.repetitions as f64
}

/// Returns the seconds per barrier wait: with spinning, and with sleeping (`std::sync::Barrier`).
pub(crate) fn measure_barriers(threads: usize, repetitions: usize) -> (f64, f64) {
    let (spinning, sleeping) = (Barrier::new(threads), std::sync::Barrier::new(threads));
    let by_spinning =
        measure_threads(threads, |_| || (0..repetitions).for_each(|_| spinning.wait()));
    let by_sleeping = measure_threads(threads, |_| {
        || {
            for _ in 0..repetitions {
                sleeping.wait();
            }
        }
    });
    (by_spinning / repetitions as f64, by_sleeping / repetitions as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strategies_run_and_agree() {
        let nodes = NodeSet::new(2, 20).expect("made");
        assert_eq!(check(&nodes, 2), Ok(()));
        let slices = slices(&nodes);
        assert_eq!(slices.iter().map(|slice| slice.nodes.len()).sum::<usize>(), 20);
        for (strategy, slice) in Strategy::ALL.into_iter().zip(slices.iter().cycle()) {
            assert!(strategy.measure(slice, 2) > 0.0, "{}", strategy.name());
        }
        let (spinning, sleeping) = measure_barriers(2, 10);
        assert!(spinning > 0.0 && sleeping > 0.0);
    }
}
