//! Who eliminates, and how long each takes for all nodes.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::barrier::Barrier;
use crate::nodes::{Node, Nodes};
use crate::parallel::{Shared, by_threads};
use crate::sequential::{Houses, Queue, changes, sweeps};

/// A run lasts about so many seconds for one thread: long enough for the clock, and shorter than
/// what a system gives a program before another one has its turn. So the best of many runs is one
/// in which the threads were not disturbed.
const SECONDS: f64 = 0.001_5;

/// A way to eliminate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// One thread, plain words, all houses in every sweep.
    Sweeps,
    /// The same program as with threads, with one: what atomic words cost.
    Atomic,
    /// Several threads on the same cells.
    Inside,
    /// Several threads, each with nodes of its own.
    Outside,
    /// One thread that looks only at houses in which something changed.
    Changes,
    /// Several threads that do so, each with nodes of its own.
    ChangesOutside,
}

impl Way {
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

    /// Eliminates from all nodes of a slice as often as it says; returns seconds of wall time for
    /// all of them once.
    pub(crate) fn measure(self, slice: &Slice<'_>, threads: usize) -> f64 {
        match self {
            Self::Sweeps => each_alone(slice, 1, false),
            Self::Changes => each_alone(slice, 1, true),
            Self::Outside => each_alone(slice, threads, false),
            Self::ChangesOutside => each_alone(slice, threads, true),
            Self::Atomic => together(slice, 1),
            Self::Inside => together(slice, threads),
        }
    }
}

/// Nodes that are measured at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'n> {
    houses: &'n Houses,
    nodes: &'n [Node],
    /// How often to go through them in a run.
    times: usize,
}

/// Divides the nodes into slices that take about [`SECONDS`].
pub(crate) fn slices(nodes: &Nodes) -> Vec<Slice<'_>> {
    let all = Slice { houses: &nodes.houses, nodes: &nodes.nodes, times: 1 };
    let best = (0..5).map(|_| Way::Sweeps.measure(&all, 1)).fold(f64::INFINITY, f64::min);
    let n = nodes.nodes.len();
    // Slices of at least so many nodes, that threads with nodes of their own end at about the same
    // time.
    let most = (n / 20).max(1);
    let n_slices = (1..=most).find(|&parts| best / parts as f64 <= SECONDS).unwrap_or(most);
    let times = (1..1000).find(|&times| times as f64 * best / n_slices as f64 >= SECONDS / 2.0);
    let times = times.unwrap_or(1000);
    nodes.nodes.chunks(n.div_ceil(n_slices)).map(|nodes| Slice { nodes, times, ..all }).collect()
}

/// Compares what threads leave in the same cells with what one thread leaves, in both its ways.
pub(crate) fn check(nodes: &Nodes, threads: usize) -> Result<(), String> {
    let states: Vec<Vec<u64>> = nodes.nodes.iter().map(|node| node.masks.clone()).collect();
    let ends = by_threads(&nodes.houses, &states, threads);
    let mut queue = Queue::default();
    for (number, (node, end)) in (1..).zip(nodes.nodes.iter().zip(&ends)) {
        let (mut by_sweeps, mut by_changes) = (node.masks.clone(), node.masks.clone());
        let swept = sweeps(&nodes.houses, &mut by_sweeps).ok().map(|_| by_sweeps);
        let changed = changes(&nodes.houses, &mut by_changes, node.guess, &mut queue);
        let changed = changed.ok().map(|()| by_changes);
        if *end != swept || swept != changed {
            return Err(format!("{} rows, node {number}: other candidates", nodes.layout.n()));
        }
    }
    Ok(())
}

/// Starts the threads, lets them begin at the same time, and returns seconds until the last one is
/// done: starting them is not measured.
fn timed<W: FnMut() + Send>(threads: usize, mut work: impl FnMut(usize) -> W) -> f64 {
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

/// Every thread takes the next node that nobody has.
fn each_alone(slice: &Slice<'_>, threads: usize, by_changes: bool) -> f64 {
    let Slice { houses, nodes, times } = *slice;
    let next = AtomicUsize::new(0);
    let wall = timed(threads, |_| {
        let next = &next;
        let (mut masks, mut queue) = (Vec::new(), Queue::default());
        move || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= nodes.len() * times {
                    return;
                }
                let node = &nodes[number % nodes.len()];
                masks.clone_from(&node.masks);
                let _ = black_box(if by_changes {
                    changes(houses, &mut masks, node.guess, &mut queue)
                } else {
                    sweeps(houses, &mut masks).map(drop)
                });
                black_box(&masks);
            }
        }
    });
    wall / times as f64
}

/// All threads work on the same node.
fn together(slice: &Slice<'_>, threads: usize) -> f64 {
    let shared = Shared::new(slice.houses, threads);
    let wall = timed(threads, |thread| {
        let mut member = shared.member(thread);
        move || {
            for _ in 0..slice.times {
                for node in slice.nodes {
                    let _ = black_box(member.eliminate(&node.masks));
                }
            }
        }
    });
    wall / slice.times as f64
}

/// Returns seconds that it takes threads to meet: by looking, and by sleeping
/// (`std::sync::Barrier`).
pub(crate) fn meeting(threads: usize, times: usize) -> (f64, f64) {
    let (looking, sleeping) = (Barrier::new(threads), std::sync::Barrier::new(threads));
    let by_looking = timed(threads, |_| || (0..times).for_each(|_| looking.wait()));
    let by_sleeping = timed(threads, |_| {
        || {
            for _ in 0..times {
                sleeping.wait();
            }
        }
    });
    (by_looking / times as f64, by_sleeping / times as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_to_an_end() {
        let nodes = Nodes::new(2, 20).expect("made");
        assert_eq!(check(&nodes, 2), Ok(()));
        let slices = slices(&nodes);
        assert_eq!(slices.iter().map(|slice| slice.nodes.len()).sum::<usize>(), 20);
        for (way, slice) in Way::ALL.into_iter().zip(slices.iter().cycle()) {
            assert!(way.measure(slice, 2) > 0.0, "{}", way.name());
        }
        let (looking, sleeping) = meeting(2, 10);
        assert!(looking > 0.0 && sleeping > 0.0);
    }
}
