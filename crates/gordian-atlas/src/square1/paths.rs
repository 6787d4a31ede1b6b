//! Shortest paths: their length, their number, and the paths themselves.

use std::ops::ControlFlow;

use gordian_core::Cancel;
use rustc_hash::FxHashMap;

use super::model::State;
use super::pruning_table::PruningTable;
use crate::AtlasError;

/// The number of states between two checks for cancellation.
const NODES_PER_CANCEL_CHECK: u64 = 1 << 10;

/// Searches for shortest paths to the solved position, pruned by a table.
///
/// A path is a sequence of positions up to turns and flips, each one twist from the previous one.
/// Two twists that lead to the same such position are one step.
pub struct ShortestPaths<'a, G: PruningTable> {
    table: &'a G,
    cancel: &'a Cancel,
    /// The number of paths of exactly this length, by state in canonical form.
    counts: FxHashMap<(State, u8), u128>,
    /// The number of states generated so far.
    nodes: u64,
}

impl<'a, G: PruningTable> ShortestPaths<'a, G> {
    /// Returns a search that uses `table`, until `cancel` stops it.
    #[must_use]
    pub fn new(table: &'a G, cancel: &'a Cancel) -> Self {
        Self { table, cancel, counts: FxHashMap::default(), nodes: 0 }
    }

    /// Returns the number of neighbours generated so far, a measure of the cost of the search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn count_node(&mut self) -> Result<(), AtlasError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCEL_CHECK)
            && let Some(limit) = self.cancel.stopped()
        {
            return Err(AtlasError::Stopped { limit });
        }
        Ok(())
    }

    /// Returns a shortest path from `state` with the middle layer `parity`, without its first
    /// state: the number of states equals the distance.
    ///
    /// Lengths are tried in increasing order from the lower bound of the table (iterative
    /// deepening), so the first path found is a shortest one.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`], and the errors of reading a table.
    pub fn shortest(&mut self, state: &State, parity: usize) -> Result<Vec<State>, AtlasError> {
        let path = self.shortest_within(state, parity, u32::MAX)?;
        Ok(path.expect("every position can be solved"))
    }

    /// As [`Self::shortest`], but not longer than `limit`; `None` if there is no such path.
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
        let estimate = self.table.estimate(state, parity)?;
        for length in (self.table.lower_bound(estimate)..=limit).step_by(2) {
            let mut path = Vec::new();
            if self.search_depth_first(state, parity, estimate, length, &mut path)? {
                path.reverse();
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Searches for a path of exactly `length`, and appends it to `path` in reverse order.
    fn search_depth_first(
        &mut self,
        state: &State,
        parity: usize,
        estimate: G::Estimate,
        length: u32,
        path: &mut Vec<State>,
    ) -> Result<bool, AtlasError> {
        let model = self.table.model();
        if length == 0 {
            return Ok(parity == 0 && model.is_solved(state));
        }
        for neighbour in model.neighbours(state) {
            self.count_node()?;
            let next = self.table.update(&neighbour, parity ^ 1, estimate, length - 1)?;
            let Some(next) = next else { continue };
            if self.search_depth_first(&neighbour, parity ^ 1, next, length - 1, path)? {
                path.push(neighbour);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the number of paths of exactly `length`; these are the shortest ones if `length` is
    /// the distance. Each state is counted once and cached.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`], and the errors of reading a table.
    pub fn count(&mut self, state: &State, parity: usize, length: u32) -> Result<u128, AtlasError> {
        let estimate = self.table.estimate(state, parity)?;
        self.count_from(state, parity, estimate, length)
    }

    fn count_from(
        &mut self,
        state: &State,
        parity: usize,
        estimate: G::Estimate,
        length: u32,
    ) -> Result<u128, AtlasError> {
        let model = self.table.model();
        if length == 0 {
            return Ok(u128::from(parity == 0 && model.is_solved(state)));
        }
        if self.table.lower_bound(estimate) > length {
            return Ok(0);
        }
        let key = (model.canonical(state), u8::try_from(length).expect("paths are short"));
        if let Some(&count) = self.counts.get(&key) {
            return Ok(count);
        }
        let mut sum = 0;
        for neighbour in self.nearer(state, parity, estimate, length)? {
            sum += self.count_from(&neighbour.0, parity ^ 1, neighbour.1, length - 1)?;
        }
        self.counts.insert(key, sum);
        Ok(sum)
    }

    /// Returns the neighbours whose distance may be at most `length - 1`, each position once.
    fn nearer(
        &mut self,
        state: &State,
        parity: usize,
        estimate: G::Estimate,
        length: u32,
    ) -> Result<Vec<(State, G::Estimate)>, AtlasError> {
        let model = self.table.model();
        let mut nearer: Vec<(State, G::Estimate)> = Vec::new();
        for neighbour in model.neighbours(state) {
            self.count_node()?;
            let next = self.table.update(&neighbour, parity ^ 1, estimate, length - 1)?;
            let Some(next) = next else { continue };
            let canonical = model.canonical(&neighbour);
            if nearer.iter().all(|(known, _)| *known != canonical) {
                nearer.push((canonical, next));
            }
        }
        Ok(nearer)
    }

    /// Calls `each` with every path of exactly `length`, without its first state, in a
    /// deterministic order, until `each` returns `Break`.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`], and the errors of reading a table.
    pub fn for_each(
        &mut self,
        state: &State,
        parity: usize,
        length: u32,
        each: &mut dyn FnMut(&[State]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, AtlasError> {
        let estimate = self.table.estimate(state, parity)?;
        let mut path = Vec::new();
        self.for_each_from(state, parity, estimate, length, &mut path, each)
    }

    fn for_each_from(
        &mut self,
        state: &State,
        parity: usize,
        estimate: G::Estimate,
        length: u32,
        path: &mut Vec<State>,
        each: &mut dyn FnMut(&[State]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, AtlasError> {
        // A count of 0 means that no path continues from here.
        if self.count_from(state, parity, estimate, length)? == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        if length == 0 {
            return Ok(each(path));
        }
        for (neighbour, next) in self.nearer(state, parity, estimate, length)? {
            path.push(neighbour);
            let flow = self.for_each_from(&neighbour, parity ^ 1, next, length - 1, path, each)?;
            path.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
