//! The search by iterative deepening.
//!
//! Several threads share the search for each length. The first thread begins it alone, because most
//! searches are short, and after some nodes leaves what remains to tasks: the paths of some moves,
//! in the order in which one thread comes to them. Tasks begin in this order, and one is left out,
//! or ended, only when those before it have all solutions that are wanted. So the solutions are
//! those of one thread, and so is the number of nodes if those that one thread does not come to are
//! not counted.
//!
//! What a search writes at each node is in [`Short`] arrays on the stack of its thread. On the heap
//! it could share a cache line with what another thread writes, or with a table that all read, and
//! each write would take the line from the others: two threads were slower than one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gordian_core::{Cancel, Limit};
use gordian_table::ThreadPool;
use rayon::prelude::*;
use smallvec::SmallVec;

use super::pattern_database::UNREACHED;

/// Nodes between two polls of the cancellation.
const POLL: u64 = 1 << 12;
/// Nodes of a task between two looks whether it is needed.
const POLL_TASKS: u64 = 1 << 6;
/// The longest solution that is searched for: the search is recursive, and puzzles with few moves
/// can need thousands.
const MAX_LENGTH: u16 = 500;
/// The nodes of each length that the first thread searches alone: less than a millisecond.
const NODES_ALONE: u64 = 1 << 10;
/// The least number of canonical sequences that tasks begin with, if [`MAX_TASK_DEPTH`] moves make
/// as many.
const MIN_TASKS: u64 = 256;
/// The largest number of moves that tasks begin with.
const MAX_TASK_DEPTH: usize = 8;

/// A list on the stack, unless it is longer than those of usual puzzles.
pub(super) type Short<T> = SmallVec<[T; 64]>;

/// The states of a puzzle, in the form in which they are searched.
pub(super) trait States: Sync {
    type State: Clone + Sync;
    /// Memory of [`Self::estimate`].
    type Memory;

    fn n_moves(&self) -> usize;

    fn memory(&self) -> Self::Memory;

    /// Writes to `to` the state after a move.
    fn turn(&self, number: usize, from: &Self::State, to: &mut Self::State);

    /// Returns whether no restriction forbids the state.
    fn is_legal(&self, state: &Self::State) -> bool;

    fn is_solved(&self, state: &Self::State) -> bool;

    /// Returns a lower bound of the distance to the solved state; [`UNREACHED`] if no moves lead
    /// there.
    fn estimate(&self, state: &Self::State, memory: &mut Self::Memory) -> u8;
}

/// A search.
pub(super) struct LengthSearch<'s, S: States> {
    pub(super) states: &'s S,
    /// For each move those that may follow it.
    pub(super) next: &'s [Vec<usize>],
    /// The number of solutions that are wanted, at least 1.
    pub(super) n: usize,
    /// The number of nodes after which a search on one thread gives up.
    pub(super) max_nodes: u64,
    /// The threads, if there are several.
    pub(super) pool: Option<&'s ThreadPool>,
    pub(super) cancel: &'s Cancel,
}

/// What a search found; by default, that there is no solution.
#[derive(Default)]
pub(super) struct Found {
    /// The numbers of the moves of each solution.
    pub(super) paths: Vec<Vec<usize>>,
    /// The proved lower bound of the length; `None` if there is no solution.
    pub(super) lower_bound: Option<u16>,
    pub(super) limit: Option<Limit>,
    pub(super) n_nodes: u64,
}

impl<S: States> LengthSearch<'_, S> {
    /// Searches from a state for longer and longer solutions.
    pub(super) fn run(&self, start: &S::State) -> Found {
        let mut first = DepthFirst::new(self, None);
        let lower_bound = first.lengthen(start);
        let limit = match first.stop {
            Some(Stop::Limit(limit)) => Some(limit),
            _ => None,
        };
        let paths = first.found.into_iter().map(|it| it.path).collect();
        Found { paths, lower_bound, limit, n_nodes: first.n_nodes }
    }

    /// Returns the least number of moves that make enough sequences for tasks.
    fn task_depth(&self) -> usize {
        // For each move the number of canonical sequences that end with it.
        let mut n_with_end = vec![1_u64; self.states.n_moves()];
        let mut depth = 1;
        while depth < MAX_TASK_DEPTH && n_with_end.iter().sum::<u64>() < MIN_TASKS {
            let mut longer = vec![0; n_with_end.len()];
            for (n, next) in n_with_end.iter().zip(self.next) {
                next.iter().for_each(|&it| longer[it] += n);
            }
            n_with_end = longer;
            depth += 1;
        }
        depth
    }
}

/// Why a search ends early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Limit(Limit),
    /// Tasks before this one have all solutions that are wanted.
    NotNeeded,
}

/// A solution, and the number of nodes up to it.
struct FoundPath {
    path: Vec<usize>,
    n_nodes: u64,
}

/// Where the first thread leaves a search to tasks.
struct Split {
    /// The number of nodes after which it does so.
    n_nodes: u64,
    /// The number of moves that tasks begin with; fewer if they are a whole path.
    depth: usize,
    tasks: Vec<Task>,
}

/// A part of a search.
struct Task {
    /// The moves that its paths begin with.
    path: Vec<usize>,
    /// The number of nodes of the first thread before it came to them.
    n_nodes_before: u64,
}

/// What a task found.
struct EndedTask {
    number: usize,
    found: Vec<FoundPath>,
    n_nodes: u64,
    stop: Option<Stop>,
    /// The least bound above that of the search that a way on needs, if one does.
    over: Option<u16>,
}

/// The depth-first search of one thread: all of it, or a task.
struct DepthFirst<'s, S: States> {
    search: &'s LengthSearch<'s, S>,
    memory: S::Memory,
    path: Short<usize>,
    found: Vec<FoundPath>,
    n_nodes: u64,
    stop: Option<Stop>,
    split: Option<Split>,
    /// The number of the task, if this is one.
    task: Option<(usize, &'s NeededTasks)>,
}

impl<'s, S: States> DepthFirst<'s, S> {
    fn new(search: &'s LengthSearch<'s, S>, task: Option<(usize, &'s NeededTasks)>) -> Self {
        let memory = search.states.memory();
        let (path, found) = (Short::new(), Vec::new());
        Self { search, memory, path, found, n_nodes: 0, stop: None, split: None, task }
    }

    /// Searches for longer and longer solutions. Returns the proved lower bound of the length;
    /// `None` if there is no solution.
    fn lengthen(&mut self, start: &S::State) -> Option<u16> {
        let mut bound = match self.search.states.estimate(start, &mut self.memory) {
            UNREACHED => return None,
            bound => u16::from(bound),
        };
        let depth = self.search.pool.map(|_| self.search.task_depth());
        loop {
            if bound > MAX_LENGTH {
                self.stop = Some(Stop::Limit(Limit::Effort));
                return Some(bound);
            }
            self.split = depth.map(|depth| {
                let n_nodes = self.n_nodes.saturating_add(NODES_ALONE);
                Split { n_nodes, depth, tasks: Vec::new() }
            });
            let mut over = self.deepen(start, bound, None);
            let tasks = self.split.take().map(|it| it.tasks).unwrap_or_default();
            if let Some(pool) = self.search.pool
                && !tasks.is_empty()
                && self.stop.is_none()
            {
                over = least(over, self.run_tasks(pool, start, bound, &tasks));
            }
            if self.stop.is_some() || !self.found.is_empty() {
                return Some(bound);
            }
            // Without one, no way leads further: illegal states cut the others off.
            bound = over?;
        }
    }

    /// Searches the tasks. Returns the least bound above this one that a way on needs, if one does.
    fn run_tasks(
        &mut self,
        pool: &ThreadPool,
        start: &S::State,
        bound: u16,
        tasks: &[Task],
    ) -> Option<u16> {
        let search = self.search;
        let needed = NeededTasks::new(tasks.len(), search.n - self.found.len());
        let next_task = AtomicUsize::new(0);
        let run_next = |_| {
            let number = next_task.fetch_add(1, Ordering::Relaxed);
            if !needed.contains(number) {
                return None;
            }
            let mut task = DepthFirst::new(search, Some((number, &needed)));
            let over = task.run_task(start, bound, &tasks[number].path);
            let DepthFirst { found, n_nodes, stop, .. } = task;
            needed.record(number, found.len());
            let is_needed = stop != Some(Stop::NotNeeded);
            is_needed.then_some(EndedTask { number, found, n_nodes, stop, over })
        };
        let ended = (0..tasks.len()).into_par_iter().filter_map(run_next);
        let mut ended: Vec<EndedTask> = pool.install(|| ended.collect());
        ended.sort_unstable_by_key(|it| it.number);
        let n_nodes_first = self.n_nodes;
        let mut all_over = None;
        for EndedTask { number, mut found, n_nodes, stop, over } in ended {
            let n_missing = search.n - self.found.len();
            if let Some(last) = found.get(n_missing - 1) {
                // One thread ends here, and does not come to later tasks.
                self.n_nodes += last.n_nodes;
                self.n_nodes -= n_nodes_first - tasks[number].n_nodes_before;
                found.truncate(n_missing);
                self.found.extend(found);
                break;
            }
            self.n_nodes += n_nodes;
            self.found.extend(found);
            self.stop = self.stop.or(stop);
            all_over = least(all_over, over);
        }
        all_over
    }

    /// Searches for solutions of `bound` moves that begin with a path.
    fn run_task(&mut self, start: &S::State, bound: u16, path: &[usize]) -> Option<u16> {
        self.stop = self.search.cancel.stopped().map(Stop::Limit);
        let mut state = start.clone();
        let mut moved = start.clone();
        for &number in path {
            self.search.states.turn(number, &state, &mut moved);
            std::mem::swap(&mut state, &mut moved);
        }
        self.path.extend_from_slice(path);
        self.deepen(&state, bound - length(path), path.last().copied())
    }

    /// Returns whether the rest of a path is left to a task.
    fn is_left_to_task(&mut self, left: u16) -> bool {
        let Some(split) = &mut self.split else { return false };
        let is_left =
            self.n_nodes >= split.n_nodes && (left == 0 || self.path.len() >= split.depth);
        if is_left {
            split.tasks.push(Task { path: self.path.to_vec(), n_nodes_before: self.n_nodes });
        }
        is_left
    }

    /// Counts a node; returns whether the search must stop.
    fn count_node(&mut self) -> bool {
        self.n_nodes += 1;
        if self.stop.is_some() {
            return true;
        }
        if self.n_nodes.is_multiple_of(POLL) {
            self.stop = self.search.cancel.stopped().map(Stop::Limit);
        }
        if self.n_nodes.is_multiple_of(POLL_TASKS)
            && let Some((number, needed)) = self.task
            && !needed.contains(number)
        {
            self.stop = Some(Stop::NotNeeded);
        }
        if self.n_nodes > self.search.max_nodes && self.stop.is_none() {
            self.stop = Some(Stop::Limit(Limit::Effort));
        }
        self.stop.is_some()
    }

    /// Searches for solutions of exactly `left` moves. Returns the least bound above it that a way
    /// on needs, if one does.
    fn deepen(&mut self, state: &S::State, left: u16, last: Option<usize>) -> Option<u16> {
        if self.is_left_to_task(left) || self.count_node() {
            return None;
        }
        let depth = length(&self.path);
        let LengthSearch { states, next, n, .. } = *self.search;
        if left == 0 {
            let is_solved = states.is_solved(state);
            if is_solved {
                let (path, n_nodes) = (self.path.to_vec(), self.n_nodes);
                self.found.push(FoundPath { path, n_nodes });
            }
            return (!is_solved).then_some(depth + 1);
        }
        let mut over: Option<u16> = None;
        let all: Vec<usize>;
        let next: &[usize] = match last {
            Some(last) => &next[last],
            None => {
                all = (0..states.n_moves()).collect();
                &all
            }
        };
        let mut moved = state.clone();
        for &number in next {
            states.turn(number, state, &mut moved);
            if !states.is_legal(&moved) {
                continue;
            }
            let estimate = u16::from(states.estimate(&moved, &mut self.memory));
            if estimate > left - 1 {
                over = least(over, Some(depth + 1 + estimate));
                continue;
            }
            self.path.push(number);
            let below = self.deepen(&moved, left - 1, Some(number));
            self.path.pop();
            over = least(over, below);
            if self.found.len() >= n || self.stop.is_some() {
                break;
            }
        }
        over
    }
}

fn length(path: &[usize]) -> u16 {
    u16::try_from(path.len()).unwrap_or(u16::MAX)
}

/// Returns the lower of two bounds, if there is one.
fn least(a: Option<u16>, b: Option<u16>) -> Option<u16> {
    a.into_iter().chain(b).min()
}

/// The tasks up to the one with the last solution that is wanted, as far as it is known.
struct NeededTasks {
    n_wanted: usize,
    /// For each task that has ended the number of its solutions, else 0.
    n_found: Mutex<Vec<usize>>,
    end: AtomicUsize,
}

impl NeededTasks {
    fn new(n_tasks: usize, n_wanted: usize) -> Self {
        let end = AtomicUsize::new(n_tasks);
        Self { n_wanted, n_found: Mutex::new(vec![0; n_tasks]), end }
    }

    fn contains(&self, task: usize) -> bool {
        task < self.end.load(Ordering::Relaxed)
    }

    /// Records the number of solutions of a task that has ended.
    fn record(&self, task: usize, n: usize) {
        if n == 0 {
            return;
        }
        let mut n_found = self.n_found.lock().expect("no thread panics with the lock");
        n_found[task] = n;
        let mut sum = 0;
        let has_all = |n: &usize| {
            sum += n;
            sum >= self.n_wanted
        };
        if let Some(last) = n_found.iter().position(has_all) {
            self.end.fetch_min(last + 1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NeededTasks;

    #[test]
    fn tasks_are_needed_until_those_before_have_all_solutions() {
        let needed = NeededTasks::new(8, 3);
        let first_unneeded = || (0..9).find(|&it| !needed.contains(it)).unwrap();
        assert_eq!(first_unneeded(), 8);
        needed.record(5, 2);
        needed.record(2, 0);
        assert_eq!(first_unneeded(), 8);
        needed.record(6, 1);
        assert_eq!(first_unneeded(), 7);
        needed.record(1, 1);
        assert_eq!(first_unneeded(), 6);
        needed.record(0, 2);
        assert_eq!(first_unneeded(), 2);
        needed.record(3, 3);
        assert_eq!(first_unneeded(), 2);
    }
}
