//! One assumption and all that follows from it by singles.
//!
//! States are found in order: a *trail*. What follows from a state is looked up when its turn comes,
//! first in, first out, so that what needs few rounds comes early. With each state stands why it
//! follows, one word, from which its premises can be told afterwards, for they stand before it:
//!
//! ```text
//! trail:  on a    off b   off c   on d    off e        b, c: seen by a; d: last candidate of the
//! why:    assumed a       a       cell    d            cell of b, premises: all others there
//! ```

use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::links::State;

use super::choices::{Kind, Numbers};

/// Why a state follows.
#[derive(Clone, Copy, Debug)]
enum Why {
    Assumed,
    /// A candidate with this number is on.
    Seen(usize),
    /// All others of its cell are off.
    Cell,
    /// All others in this house are off.
    House(usize),
}

/// Where propagation ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// Nothing is left of a cell or of a digit's places in a house.
    Nothing(Kind),
    /// Two candidates are on that see each other or have one cell.
    Both(usize, usize),
}

/// What follows from an assumption. Used again and again.
#[derive(Debug)]
pub(super) struct Net<'a, const W: usize> {
    board: &'a Board<W>,
    numbers: &'a Numbers,
    /// What is left of each cell.
    masks: Vec<u64>,
    /// What is left of each digit (from 0).
    places: Vec<Cells<W>>,
    /// For each state its place on the trail, from 1; 0 if it is not there.
    at: Vec<usize>,
    trail: Vec<(State, Why)>,
    /// What a state of the trail is needed for is told; used by [`explain`](Self::explain).
    needed: Vec<bool>,
}

impl<'a, const W: usize> Net<'a, W> {
    pub(super) fn new(board: &'a Board<W>, numbers: &'a Numbers) -> Self {
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

    /// Finds what follows from an assumption, up to the first contradiction.
    pub(super) fn refute(&mut self, assumed: State) -> Option<End> {
        self.begin(assumed);
        let mut next = 0;
        while let Some(&(state, _)) = self.trail.get(next) {
            next += 1;
            if let end @ Some(_) = self.after(state) {
                return end;
            }
        }
        None
    }

    /// Finds all that follows from an assumption. Behind a contradiction that is still true of it:
    /// from what is wrong anything follows.
    pub(super) fn run(&mut self, assumed: State) {
        self.begin(assumed);
        let mut next = 0;
        while let Some(&(state, _)) = self.trail.get(next) {
            next += 1;
            self.after(state);
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
            self.turn_on(assumed.spot(), Why::Assumed);
        } else {
            self.turn_off(assumed.spot(), Why::Assumed);
        }
    }

    /// Looks at what follows from a state of the trail; returns the first contradiction.
    fn after(&mut self, state: State) -> Option<End> {
        if state.is_on() { self.after_on(state.spot()) } else { self.after_off(state.spot()) }
    }

    /// Returns how many states followed, the assumption included.
    pub(super) fn len(&self) -> usize {
        self.trail.len()
    }

    /// Returns what followed, the assumption included, in order.
    pub(super) fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.trail.iter().map(|&(state, _)| state)
    }

    fn has(&self, state: State) -> bool {
        self.at[state.number()] > 0
    }

    fn push(&mut self, state: State, why: Why) {
        self.trail.push((state, why));
        self.at[state.number()] = self.trail.len();
    }

    fn turn_on(&mut self, number: usize, why: Why) {
        if !self.has(State::on(number)) {
            self.push(State::on(number), why);
        }
    }

    fn turn_off(&mut self, number: usize, why: Why) -> Option<End> {
        if self.has(State::off(number)) {
            return None;
        }
        if let Why::Seen(by) = why
            && self.has(State::on(number))
        {
            return Some(End::Both(by, number));
        }
        let candidate = self.numbers.list[number];
        self.masks[candidate.cell] &= !bit(candidate.digit);
        self.places[usize::from(candidate.digit - 1)].remove(candidate.cell);
        self.push(State::off(number), why);
        None
    }

    /// What a candidate sees goes, and the others of its cell.
    fn after_on(&mut self, number: usize) -> Option<End> {
        let candidate = self.numbers.list[number];
        let mut end = None;
        for digit in digits(self.masks[candidate.cell] & !bit(candidate.digit)) {
            let other = self.numbers.of(self.board, candidate.cell, digit);
            end = end.or(self.turn_off(other, Why::Seen(number)));
        }
        let seen = self.places[usize::from(candidate.digit - 1)]
            & self.board.topology.peers[candidate.cell];
        for cell in seen.each() {
            let other = self.numbers.of(self.board, cell, candidate.digit);
            end = end.or(self.turn_off(other, Why::Seen(number)));
        }
        end
    }

    /// The cell and the houses of a candidate that is off may have a single now.
    fn after_off(&mut self, number: usize) -> Option<End> {
        let candidate = self.numbers.list[number];
        let mask = self.masks[candidate.cell];
        let mut end = None;
        match mask.count_ones() {
            0 => end = Some(End::Nothing(Kind::Cell(candidate.cell))),
            1 => {
                let last = self.numbers.of(self.board, candidate.cell, lowest(mask));
                self.turn_on(last, Why::Cell);
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
                end = end.or(Some(End::Nothing(Kind::House(house, candidate.digit))));
                continue;
            };
            if left.only().is_some() {
                let last = self.numbers.of(self.board, first, candidate.digit);
                self.turn_on(last, Why::House(house));
            }
        }
        end
    }

    /// Returns the states that cannot be true together at an end.
    pub(super) fn goals(&self, end: End) -> Vec<State> {
        match end {
            End::Both(one, other) => vec![State::on(one), State::on(other)],
            End::Nothing(kind) => {
                let mut goals = Vec::new();
                self.each_of(kind, None, |state| goals.push(state));
                goals
            }
        }
    }

    /// Calls for the states "off" of all candidates of a choice but one.
    fn each_of(&self, kind: Kind, but: Option<usize>, mut call: impl FnMut(State)) {
        let mut pass = |cell, digit| {
            let number = self.numbers.of(self.board, cell, digit);
            if but != Some(number) {
                call(State::off(number));
            }
        };
        match kind {
            Kind::Cell(cell) => digits(self.board.mask(cell)).for_each(|digit| pass(cell, digit)),
            Kind::House(house, digit) => {
                let places = self.board.places_in(house, digit);
                places.each().for_each(|cell| pass(cell, digit));
            }
            Kind::Candidate(_) => {}
        }
    }

    /// Calls for the premises of a state on the trail.
    fn each_premise(&self, state: State, why: Why, mut call: impl FnMut(State)) {
        let candidate = self.numbers.list[state.spot()];
        match why {
            Why::Assumed => {}
            Why::Seen(by) => call(State::on(by)),
            Why::Cell => self.each_of(Kind::Cell(candidate.cell), Some(state.spot()), call),
            Why::House(house) => {
                self.each_of(Kind::House(house, candidate.digit), Some(state.spot()), call);
            }
        }
    }

    /// Finds out which states of the trail are needed for the goals, and returns their number.
    pub(super) fn explain(&mut self, goals: &[State]) -> usize {
        let mut needed = std::mem::take(&mut self.needed);
        needed.clear();
        needed.resize(self.trail.len(), false);
        for goal in goals {
            needed[self.at[goal.number()] - 1] = true;
        }
        let mut n = 0;
        for (place, &(state, why)) in self.trail.iter().enumerate().rev() {
            if needed[place] {
                n += 1;
                self.each_premise(state, why, |premise| {
                    needed[self.at[premise.number()] - 1] = true;
                });
            }
        }
        self.needed = needed;
        n
    }

    /// Calls for the links that were found to be needed, in order, with the house that they lead
    /// through.
    pub(super) fn each_link(&self, mut call: impl FnMut(State, State, Option<usize>)) {
        for (&(state, why), _) in self.trail.iter().zip(&self.needed).filter(|(_, needed)| **needed)
        {
            let house = if let Why::House(house) = why { Some(house) } else { None };
            self.each_premise(state, why, |premise| call(premise, state, house));
        }
    }
}
