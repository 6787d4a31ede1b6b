//! The propagation of one assumption by singles.
//!
//! The derived states form a *trail* in order of derivation. The trail is processed first in, first
//! out, so that states that need few steps come early. Each state is stored with a one-word reason,
//! from which its premises, earlier states of the trail, can be reconstructed:
//!
//! ```text
//! trail:  on a    off b   off c   on d    off e        b, c: seen by a; d: last candidate of the
//! reason: assumed a       a       cell    d            cell of b, premises: all others there
//! ```

use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::context::links::State;

use super::choices::{CandidateIndex, ChoiceKind};

/// The reason why a state follows.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Assumed,
    /// The candidate with this number is on and sees it.
    Seen(usize),
    /// All other candidates of its cell are off.
    Cell,
    /// All other places in this house are off.
    House(usize),
}

/// A conflict that refutes the assumption.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A cell has no candidate, or a digit has no place in a house.
    NothingLeft(ChoiceKind),
    /// Two candidates that see each other or share a cell are on.
    BothTrue(usize, usize),
}

/// A reusable propagation of one assumption.
#[derive(Debug)]
pub(super) struct Propagation<'a, const W: usize> {
    board: &'a Board<W>,
    numbers: &'a CandidateIndex,
    /// The remaining candidates of each cell.
    masks: Vec<u64>,
    /// The remaining places of each digit (from 0).
    places: Vec<Cells<W>>,
    /// The position of each state on the trail, from 1; 0 if it is not on the trail.
    at: Vec<usize>,
    trail: Vec<(State, Reason)>,
    /// Whether each state of the trail is needed for the goals of [`explain`](Self::explain).
    needed: Vec<bool>,
}

impl<'a, const W: usize> Propagation<'a, W> {
    pub(super) fn new(board: &'a Board<W>, numbers: &'a CandidateIndex) -> Self {
        let n_states = 2 * numbers.list.len();
        Self {
            board,
            numbers,
            masks: vec![0; board.topology.n_cells],
            places: vec![Cells::EMPTY; board.topology.n],
            at: vec![0; n_states],
            trail: Vec::with_capacity(n_states),
            needed: Vec::with_capacity(n_states),
        }
    }

    /// Propagates an assumption until the first conflict.
    pub(super) fn refute(&mut self, assumed: State) -> Option<Conflict> {
        self.begin(assumed);
        let mut next = 0;
        while let Some(&(state, _)) = self.trail.get(next) {
            next += 1;
            if let conflict @ Some(_) = self.follow(state) {
                return conflict;
            }
        }
        None
    }

    /// Propagates an assumption completely. States derived after a conflict are also valid
    /// consequences, because a false assumption implies everything.
    pub(super) fn run(&mut self, assumed: State) {
        self.begin(assumed);
        let mut next = 0;
        while let Some(&(state, _)) = self.trail.get(next) {
            next += 1;
            self.follow(state);
        }
    }

    fn begin(&mut self, assumed: State) {
        for (cell, mask) in self.masks.iter_mut().enumerate() {
            *mask = self.board.mask(cell);
        }
        for (places, digit) in self.places.iter_mut().zip(self.board.digits()) {
            *places = self.board.places(digit);
        }
        for (state, _) in self.trail.drain(..) {
            self.at[state.number()] = 0;
        }
        if assumed.is_on() {
            self.turn_on(assumed.node(), Reason::Assumed);
        } else {
            self.turn_off(assumed.node(), Reason::Assumed);
        }
    }

    /// Derives the consequences of a state of the trail; returns the first conflict.
    fn follow(&mut self, state: State) -> Option<Conflict> {
        if state.is_on() { self.follow_on(state.node()) } else { self.follow_off(state.node()) }
    }

    /// Returns the number of derived states, including the assumption.
    pub(super) fn len(&self) -> usize {
        self.trail.len()
    }

    /// Returns the derived states in order, including the assumption.
    pub(super) fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.trail.iter().map(|&(state, _)| state)
    }

    fn has(&self, state: State) -> bool {
        self.at[state.number()] > 0
    }

    fn push(&mut self, state: State, reason: Reason) {
        self.trail.push((state, reason));
        self.at[state.number()] = self.trail.len();
    }

    fn turn_on(&mut self, number: usize, reason: Reason) {
        if !self.has(State::on(number)) {
            self.push(State::on(number), reason);
        }
    }

    fn turn_off(&mut self, number: usize, reason: Reason) -> Option<Conflict> {
        if self.has(State::off(number)) {
            return None;
        }
        if let Reason::Seen(by) = reason
            && self.has(State::on(number))
        {
            return Some(Conflict::BothTrue(by, number));
        }
        let candidate = self.numbers.list[number];
        self.masks[candidate.cell] &= !bit(candidate.digit);
        self.places[usize::from(candidate.digit - 1)].remove(candidate.cell);
        self.push(State::off(number), reason);
        None
    }

    /// Eliminates the candidates that an on-candidate sees, and the others of its cell.
    fn follow_on(&mut self, number: usize) -> Option<Conflict> {
        let candidate = self.numbers.list[number];
        let mut conflict = None;
        for digit in digits(self.masks[candidate.cell] & !bit(candidate.digit)) {
            let other = self.numbers.of(self.board, candidate.cell, digit);
            conflict = conflict.or(self.turn_off(other, Reason::Seen(number)));
        }
        let seen = self.places[usize::from(candidate.digit - 1)]
            & self.board.topology.peers[candidate.cell];
        for cell in seen.iter() {
            let other = self.numbers.of(self.board, cell, candidate.digit);
            conflict = conflict.or(self.turn_off(other, Reason::Seen(number)));
        }
        conflict
    }

    /// Checks the cell and the houses of an off-candidate for singles.
    fn follow_off(&mut self, number: usize) -> Option<Conflict> {
        let candidate = self.numbers.list[number];
        let mask = self.masks[candidate.cell];
        let mut conflict = None;
        match mask.count_ones() {
            0 => conflict = Some(Conflict::NothingLeft(ChoiceKind::Cell(candidate.cell))),
            1 => {
                let last = self.numbers.of(self.board, candidate.cell, lowest(mask));
                self.turn_on(last, Reason::Cell);
            }
            _ => {}
        }
        let topology = &self.board.topology;
        for &house in &topology.houses_of[candidate.cell] {
            if !topology.houses[house].full {
                continue;
            }
            let left = self.places[usize::from(candidate.digit - 1)] & topology.houses[house].cells;
            let Some(first) = left.first() else {
                conflict = conflict
                    .or(Some(Conflict::NothingLeft(ChoiceKind::House(house, candidate.digit))));
                continue;
            };
            if left.only().is_some() {
                let last = self.numbers.of(self.board, first, candidate.digit);
                self.turn_on(last, Reason::House(house));
            }
        }
        conflict
    }

    /// Returns the states of a conflict, which cannot all be true.
    pub(super) fn goals(&self, conflict: Conflict) -> Vec<State> {
        match conflict {
            Conflict::BothTrue(one, other) => vec![State::on(one), State::on(other)],
            Conflict::NothingLeft(kind) => {
                let mut goals = Vec::new();
                self.each_off_state(kind, None, |state| goals.push(state));
                goals
            }
        }
    }

    /// Calls `call` with the off-states of all candidates of a choice except `but`.
    fn each_off_state(&self, kind: ChoiceKind, but: Option<usize>, mut call: impl FnMut(State)) {
        let mut pass = |cell, digit| {
            let number = self.numbers.of(self.board, cell, digit);
            if but != Some(number) {
                call(State::off(number));
            }
        };
        match kind {
            ChoiceKind::Cell(cell) => {
                digits(self.board.mask(cell)).for_each(|digit| pass(cell, digit))
            }
            ChoiceKind::House(house, digit) => {
                let places = self.board.places_in(house, digit);
                places.iter().for_each(|cell| pass(cell, digit));
            }
            ChoiceKind::Candidate(_) => {}
        }
    }

    /// Calls `call` with the premises of a state on the trail.
    fn each_premise(&self, state: State, reason: Reason, mut call: impl FnMut(State)) {
        let candidate = self.numbers.list[state.node()];
        match reason {
            Reason::Assumed => {}
            Reason::Seen(by) => call(State::on(by)),
            Reason::Cell => {
                self.each_off_state(ChoiceKind::Cell(candidate.cell), Some(state.node()), call)
            }
            Reason::House(house) => {
                self.each_off_state(
                    ChoiceKind::House(house, candidate.digit),
                    Some(state.node()),
                    call,
                );
            }
        }
    }

    /// Marks the states of the trail that are needed for the goals and returns their number.
    pub(super) fn explain(&mut self, goals: &[State]) -> usize {
        let mut needed = std::mem::take(&mut self.needed);
        needed.clear();
        needed.resize(self.trail.len(), false);
        for goal in goals {
            needed[self.at[goal.number()] - 1] = true;
        }
        let mut n = 0;
        for (place, &(state, reason)) in self.trail.iter().enumerate().rev() {
            if needed[place] {
                n += 1;
                self.each_premise(state, reason, |premise| {
                    needed[self.at[premise.number()] - 1] = true;
                });
            }
        }
        self.needed = needed;
        n
    }

    /// Calls `call` with the needed links, in order, and their houses.
    pub(super) fn each_link(&self, mut call: impl FnMut(State, State, Option<usize>)) {
        for (&(state, reason), _) in
            self.trail.iter().zip(&self.needed).filter(|(_, needed)| **needed)
        {
            let house = if let Reason::House(house) = reason { Some(house) } else { None };
            self.each_premise(state, reason, |premise| call(premise, state, house));
        }
    }
}
