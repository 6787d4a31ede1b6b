//! Feeds the lanes with nodes: starts puzzles, records results, manages pending nodes, steals work.

use gordian_core::Cancel;

use super::branch::{self, VERDICT_PLANES};
use super::node::{self, Node, Nodes};
use super::planes::Planes;
use super::rules::{self, SweepPolicy};
use super::word::{Task, Word};
use super::{Counters, SolveResult};

/// No slot; marks the end of a list.
const NO_SLOT: u32 = u32::MAX;

/// Rounds between two checks for cancellation, about 10 ms on the slowest path.
const ROUNDS_PER_CANCEL_CHECK: u32 = 256;

/// Reusable state of the engine for one kind of register.
///
/// ```text
/// nodes[lane]         the current node of the lane; a finished one if the lane is idle
/// puzzles[lane]       the number of its puzzle
/// live[group]         bit i: lane 64·group + i has a node
/// pending[lane]       the slot of its newest pending node; Node::older leads to the next
/// pool[slot]          pending nodes
/// free                slots without a node
/// ```
///
/// A lane searches one puzzle depth first, so that a puzzle that has reached its limit leaves few
/// nodes behind. The most recently freed slot is reused first, because it is still in the cache.
pub(super) struct Driver<W: Word> {
    proof: W::Proof,
    planes: Box<Planes<W>>,
    half: W::TransposeBuffer,
    nodes: Nodes<W>,
    puzzles: Vec<u32>,
    pool: Vec<Node>,
    free: Vec<u32>,
    pending: Vec<u32>,
    live: [u64; 8],
    /// The lane from which a node was stolen last.
    victim: usize,
    policy: SweepPolicy,
}

/// One call of [`Driver::solve`].
struct BatchRun<'a, W: Word> {
    lanes: &'a mut Driver<W>,
    texts: &'a [[u8; 81]],
    limit: u32,
    answers: &'a mut [SolveResult],
    counters: &'a mut Counters,
    cancel: &'a Cancel,
    /// The next puzzle to start.
    next: usize,
}

impl<W: Word> Driver<W> {
    /// Creates the engine, or returns `None` if the machine does not have the instructions.
    pub(super) fn new() -> Option<Self> {
        let proof = W::detect()?;
        Some(Self {
            proof,
            planes: Planes::new(proof),
            half: W::transpose_buffer(proof),
            nodes: Nodes::new(),
            puzzles: vec![0; W::LANES],
            pool: Vec::new(),
            free: Vec::new(),
            pending: vec![NO_SLOT; W::LANES],
            live: [0; 8],
            victim: 0,
            policy: SweepPolicy::for_lanes(W::LANES),
        })
    }

    /// Solves all puzzles; returns false if the work was cancelled.
    pub(super) fn solve(
        &mut self,
        texts: &[[u8; 81]],
        limit: u32,
        answers: &mut [SolveResult],
        counters: &mut Counters,
        cancel: &Cancel,
    ) -> bool {
        let proof = self.proof;
        // Stealing must not depend on earlier batches.
        self.victim = 0;
        let batch = BatchRun { lanes: self, texts, limit, answers, counters, cancel, next: 0 };
        W::run(proof, batch)
    }

    /// Returns a slot without a node.
    #[inline(always)]
    fn free_slot(&mut self) -> u32 {
        if let Some(slot) = self.free.pop() {
            return slot;
        }
        let slot = u32::try_from(self.pool.len()).expect("2³² nodes exceed the memory");
        self.pool.push(Node::EMPTY);
        slot
    }

    /// Discards all nodes.
    fn drop_all_nodes(&mut self) {
        self.pool.clear();
        self.free.clear();
        self.pending.fill(NO_SLOT);
        self.live = [0; 8];
    }
}

impl<W: Word> Task for BatchRun<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn work(mut self) -> bool {
        let proof = self.lanes.proof;
        let mut rounds = 0_u32;
        while self.refill() {
            let Driver { planes, half, nodes, policy, .. } = &mut *self.lanes;
            W::load(proof, nodes, half, planes);
            planes.reset(proof);
            rules::propagate(planes, proof, *policy);
            branch::classify_lanes(planes, proof);
            W::store(proof, planes, half, nodes);
            self.counters.rounds += 1;
            self.apply_verdicts();
            rounds += 1;
            if rounds.is_multiple_of(ROUNDS_PER_CANCEL_CHECK) && self.cancel.is_stopped() {
                self.lanes.drop_all_nodes();
                return false;
            }
        }
        true
    }
}

impl<W: Word> BatchRun<'_, W> {
    /// Acts on the verdicts of a round, one kind after the other, so that no branch depends on the
    /// verdict of a single lane.
    #[inline(always)]
    fn apply_verdicts(&mut self) {
        for group in 0..W::LANES / 64 {
            let live = self.lanes.live[group];
            let low = self.lanes.planes.stored[VERDICT_PLANES[0]].group(group);
            let high = self.lanes.planes.stored[VERDICT_PLANES[1]].group(group);
            let mut solved = live & high & !low;
            let mut branching = live & !high & !low;
            let mut ended = live & high;
            while solved != 0 {
                self.record_solution(lane_of(group, solved));
                solved &= solved - 1;
            }
            self.counters.guesses += u64::from(branching.count_ones());
            while branching != 0 {
                let lane = lane_of(group, branching);
                branching &= branching - 1;
                let lanes = &mut *self.lanes;
                let slot = lanes.free_slot();
                let without = &mut lanes.pool[slot as usize];
                let with = node::split(&lanes.nodes.get(lane), &mut without.q);
                lanes.nodes.set(lane, &with);
                without.puzzle = lanes.puzzles[lane];
                without.older = std::mem::replace(&mut lanes.pending[lane], slot);
            }
            let mut idle = 0;
            while ended != 0 {
                let lane = lane_of(group, ended);
                let bit = ended & ended.wrapping_neg();
                ended &= ended - 1;
                if !self.resume_pending(lane) {
                    idle |= bit;
                }
            }
            self.lanes.live[group] = live & !idle;
        }
    }

    /// Records the solution of a lane.
    #[inline(always)]
    fn record_solution(&mut self, lane: usize) {
        let answer = &mut self.answers[self.lanes.puzzles[lane] as usize];
        if answer.n_solutions < self.limit {
            if answer.n_solutions == 0 {
                W::write(self.lanes.proof, &self.lanes.nodes.get(lane), &mut answer.solution);
            }
            answer.n_solutions += 1;
        }
    }

    /// Continues with the newest pending node of `lane` whose puzzle has not reached its limit;
    /// returns whether there is one. If not, the lane keeps its finished node, which is ignored.
    #[inline(always)]
    fn resume_pending(&mut self, lane: usize) -> bool {
        let lanes = &mut *self.lanes;
        loop {
            let slot = lanes.pending[lane];
            if slot == NO_SLOT {
                return false;
            }
            let node = &lanes.pool[slot as usize];
            lanes.pending[lane] = node.older;
            lanes.free.push(slot);
            if self.answers[node.puzzle as usize].n_solutions < self.limit {
                lanes.puzzles[lane] = node.puzzle;
                lanes.nodes.set(lane, &node.q);
                return true;
            }
        }
    }

    /// Gives every idle lane the next puzzle, or else a stolen node; returns whether any lane has
    /// work.
    #[inline(always)]
    fn refill(&mut self) -> bool {
        'groups: for group in 0..W::LANES / 64 {
            let mut idle = !self.lanes.live[group];
            while idle != 0 {
                let lane = lane_of(group, idle);
                if !self.start_next_puzzle(lane) && !self.steal(lane) {
                    break 'groups;
                }
                self.lanes.live[group] |= idle & idle.wrapping_neg();
                idle &= idle - 1;
            }
        }
        self.lanes.live != [0; 8]
    }

    /// Starts the next valid puzzle in `lane`; returns whether there is one.
    #[inline(always)]
    fn start_next_puzzle(&mut self, lane: usize) -> bool {
        let mut q = [0; node::N_QWORDS];
        while let Some(text) = self.texts.get(self.next) {
            let puzzle = self.next;
            self.next += 1;
            if W::parse(self.lanes.proof, text, &mut q) {
                self.answers[puzzle].n_solutions = 0;
                self.lanes.puzzles[lane] =
                    u32::try_from(puzzle).expect("batches have fewer than 2³² puzzles");
                self.lanes.nodes.set(lane, &q);
                return true;
            }
            self.answers[puzzle].n_solutions = SolveResult::INVALID;
        }
        false
    }

    /// Moves the oldest pending node of another lane, whose puzzle has not reached its limit, to
    /// `thief`.
    #[inline(never)]
    fn steal(&mut self, thief: usize) -> bool {
        for _ in 0..W::LANES {
            let lanes = &mut *self.lanes;
            lanes.victim = (lanes.victim + 1) % W::LANES;
            let lane = lanes.victim;
            // The oldest node is the last of the list, and the nearest to the root.
            let (mut newer, mut slot) = (NO_SLOT, lanes.pending[lane]);
            if slot == NO_SLOT {
                continue;
            }
            while lanes.pool[slot as usize].older != NO_SLOT {
                newer = slot;
                slot = lanes.pool[slot as usize].older;
            }
            match newer {
                NO_SLOT => lanes.pending[lane] = NO_SLOT,
                newer => lanes.pool[newer as usize].older = NO_SLOT,
            }
            lanes.free.push(slot);
            let node = lanes.pool[slot as usize];
            if self.answers[node.puzzle as usize].n_solutions < self.limit {
                lanes.puzzles[thief] = node.puzzle;
                lanes.nodes.set(thief, &node.q);
                self.counters.stolen += 1;
                return true;
            }
        }
        false
    }
}

/// Returns the lane of the lowest bit.
#[inline(always)]
fn lane_of(group: usize, bits: u64) -> usize {
    64 * group + bits.trailing_zeros() as usize
}
