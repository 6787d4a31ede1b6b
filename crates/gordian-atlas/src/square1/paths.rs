//! Shortest ways: how long they are, how many, and which.

use std::ops::ControlFlow;

use gordian_core::Cancel;
use rustc_hash::FxHashMap;

use super::model::State;
use super::pruning_table::PruningTable;
use crate::AtlasError;

/// How often the searches look whether to stop: every so many states.
const PATIENCE: u64 = 1 << 10;

/// Searches that follow a guide.
///
/// A way is a sequence of positions up to turning and flipping, each one twist from the last; two
/// twists that lead to the same such position are one step.
pub struct ShortestPaths<'a, G: PruningTable> {
    guide: &'a G,
    cancel: &'a Cancel,
    /// ShortestPaths of exactly this length, of states in canonical form.
    counts: FxHashMap<(State, u8), u128>,
    /// States looked at so far.
    nodes: u64,
}

impl<'a, G: PruningTable> ShortestPaths<'a, G> {
    /// Returns a search that follows `guide` until `cancel` stops it.
    #[must_use]
    pub fn new(guide: &'a G, cancel: &'a Cancel) -> Self {
        Self { guide, cancel, counts: FxHashMap::default(), nodes: 0 }
    }

    /// Returns how many states were looked at so far: neighbours generated, the cost of a search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn look(&mut self) -> Result<(), AtlasError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE)
            && let Some(limit) = self.cancel.stopped()
        {
            return Err(AtlasError::Stopped { limit });
        }
        Ok(())
    }

    /// Returns a shortest way from `state` with the middle layer `parity`, without its first state:
    /// as many states as the distance.
    ///
    /// Lengths are tried one after the other, from the guide's bound up (iterative deepening), so
    /// the first way found is a shortest one.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`] and what reading tables may bring.
    pub fn shortest(&mut self, state: &State, parity: usize) -> Result<Vec<State>, AtlasError> {
        let way = self.shortest_within(state, parity, u32::MAX)?;
        Ok(way.expect("every position can be solved"))
    }

    /// As [`Self::shortest`], but no longer than `limit`; `None` if there is no such way.
    ///
    /// # Errors
    ///
    /// As [`Self::shortest`].
    pub fn shortest_within(
        &mut self,
        state: &State,
        parity: usize,
        limit: u32,
    ) -> Result<Option<Vec<State>>, AtlasError> {
        let hint = self.guide.root(state, parity)?;
        for length in (self.guide.bound(hint)..=limit).step_by(2) {
            let mut way = Vec::new();
            if self.reach(state, parity, hint, length, &mut way)? {
                way.reverse();
                return Ok(Some(way));
            }
        }
        Ok(None)
    }

    /// Looks for a way of exactly `length`; writes it down backwards.
    fn reach(
        &mut self,
        state: &State,
        parity: usize,
        hint: G::Hint,
        length: u32,
        way: &mut Vec<State>,
    ) -> Result<bool, AtlasError> {
        let model = self.guide.model();
        if length == 0 {
            return Ok(parity == 0 && model.is_solved(state));
        }
        for neighbour in model.neighbours(state) {
            self.look()?;
            let next = self.guide.after(&neighbour, parity ^ 1, hint, length - 1)?;
            let Some(next) = next else { continue };
            if self.reach(&neighbour, parity ^ 1, next, length - 1, way)? {
                way.push(neighbour);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns how many ways of exactly `length` there are; shortest ones, if `length` is the
    /// distance. States met before are not walked again.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`] and what reading tables may bring.
    pub fn count(&mut self, state: &State, parity: usize, length: u32) -> Result<u128, AtlasError> {
        let hint = self.guide.root(state, parity)?;
        self.count_from(state, parity, hint, length)
    }

    fn count_from(
        &mut self,
        state: &State,
        parity: usize,
        hint: G::Hint,
        length: u32,
    ) -> Result<u128, AtlasError> {
        let model = self.guide.model();
        if length == 0 {
            return Ok(u128::from(parity == 0 && model.is_solved(state)));
        }
        if self.guide.bound(hint) > length {
            return Ok(0);
        }
        let key = (model.canonical(state), u8::try_from(length).expect("ways are short"));
        if let Some(&count) = self.counts.get(&key) {
            return Ok(count);
        }
        let mut sum = 0;
        for neighbour in self.nearer(state, parity, hint, length)? {
            sum += self.count_from(&neighbour.0, parity ^ 1, neighbour.1, length - 1)?;
        }
        self.counts.insert(key, sum);
        Ok(sum)
    }

    /// Returns the neighbours, each position once, that may be within `length - 1`.
    fn nearer(
        &mut self,
        state: &State,
        parity: usize,
        hint: G::Hint,
        length: u32,
    ) -> Result<Vec<(State, G::Hint)>, AtlasError> {
        let model = self.guide.model();
        let mut nearer: Vec<(State, G::Hint)> = Vec::new();
        for neighbour in model.neighbours(state) {
            self.look()?;
            let next = self.guide.after(&neighbour, parity ^ 1, hint, length - 1)?;
            let Some(next) = next else { continue };
            let canonical = model.canonical(&neighbour);
            if nearer.iter().all(|(known, _)| *known != canonical) {
                nearer.push((canonical, next));
            }
        }
        Ok(nearer)
    }

    /// Calls `each` with every way of exactly `length`, without its first state, always in the same
    /// order, until `each` breaks off.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`] and what reading tables may bring.
    pub fn each(
        &mut self,
        state: &State,
        parity: usize,
        length: u32,
        each: &mut dyn FnMut(&[State]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, AtlasError> {
        let hint = self.guide.root(state, parity)?;
        let mut way = Vec::new();
        self.each_from(state, parity, hint, length, &mut way, each)
    }

    fn each_from(
        &mut self,
        state: &State,
        parity: usize,
        hint: G::Hint,
        length: u32,
        way: &mut Vec<State>,
        each: &mut dyn FnMut(&[State]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, AtlasError> {
        // The counts tell which steps lead nowhere.
        if self.count_from(state, parity, hint, length)? == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        if length == 0 {
            return Ok(each(way));
        }
        for (neighbour, next) in self.nearer(state, parity, hint, length)? {
            way.push(neighbour);
            let flow = self.each_from(&neighbour, parity ^ 1, next, length - 1, way, each)?;
            way.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
