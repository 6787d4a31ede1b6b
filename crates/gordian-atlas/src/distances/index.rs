//! How states are numbered.

use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};

use super::codes::PER_BYTE;
use crate::chain::{ChainIndex, Slot, carry};

/// Ranks of states.
pub(crate) trait Index: Sync {
    type Mover<'a>: Mover
    where
        Self: 'a;

    fn n_ranks(&self) -> u64;

    /// Returns the largest number of states: all of them if the index is full.
    fn n_states(&self) -> u64 {
        self.n_ranks()
    }

    /// Returns the rank of the solved state.
    fn start(&self) -> u64;

    /// Returns whether the moves reach as many states as [`Self::n_states`] tells.
    fn is_full(&self) -> bool;

    /// Returns the memory of the index in bytes, besides small tables.
    fn bytes(&self) -> u64 {
        0
    }

    /// Returns the memory of the index with two bits for each rank, in bytes.
    fn needed(&self) -> u64 {
        self.n_ranks().div_ceil(PER_BYTE).saturating_add(self.bytes())
    }

    /// Returns the number of symmetries by which the states of a rank are related.
    fn n_symmetries(&self) -> usize {
        1
    }

    fn mover(&self) -> Self::Mover<'_>;

    /// Returns the state of a rank, or one of them.
    fn state(&self, rank: u64) -> State;

    /// Returns the states of a rank.
    fn states(&self, rank: u64) -> Vec<State> {
        vec![self.state(rank)]
    }
}

/// Moves the states of ranks.
pub(crate) trait Mover {
    /// Calls `visit` with the rank after each legal move, and the number of its states, until it
    /// returns false.
    fn neighbours(&mut self, rank: u64, visit: impl FnMut(u64, u64) -> bool);

    /// Returns the number of states of a rank.
    fn n_states(&mut self, _rank: u64) -> u64 {
        1
    }
}

/// Ranks of the elements of a group in its chain of stabilisers.
pub(crate) struct GroupIndex<'a> {
    chain: ChainIndex,
    order: u64,
    group: &'a PermutationGroup,
    solved: &'a State,
}

impl<'a> GroupIndex<'a> {
    pub(crate) fn new(
        definition: &'a Definition,
        moves: &MoveSet,
        group: &'a PermutationGroup,
        order: u64,
    ) -> Self {
        let chain = ChainIndex::new(definition, moves, group, usize::MAX);
        Self { chain, order, group, solved: definition.solved() }
    }

    pub(crate) fn chain(&self) -> &ChainIndex {
        &self.chain
    }

    /// Returns the rank of a state; `None` if the moves do not lead to it.
    pub(crate) fn rank(&self, definition: &Definition, state: &State) -> Option<u64> {
        self.group.rank(&definition.transformation_to(state)?)
    }
}

impl Index for GroupIndex<'_> {
    type Mover<'a>
        = GroupMover<'a>
    where
        Self: 'a;

    fn n_ranks(&self) -> u64 {
        self.order
    }

    fn start(&self) -> u64 {
        0
    }

    fn is_full(&self) -> bool {
        true
    }

    fn mover(&self) -> GroupMover<'_> {
        GroupMover::new(&self.chain)
    }

    fn state(&self, rank: u64) -> State {
        let element = self.group.unrank(rank).expect("ranks are below the order");
        element.apply(self.solved)
    }
}

/// Moves the elements of a group.
pub(crate) struct GroupMover<'a> {
    chain: &'a ChainIndex,
    images: Vec<Slot>,
    moved: Vec<Slot>,
}

impl<'a> GroupMover<'a> {
    pub(crate) fn new(chain: &'a ChainIndex) -> Self {
        Self { chain, images: chain.start.clone(), moved: chain.start.clone() }
    }
}

impl Mover for GroupMover<'_> {
    fn neighbours(&mut self, rank: u64, mut visit: impl FnMut(u64, u64) -> bool) {
        let Self { chain, images, moved } = self;
        chain.unrank(rank, images);
        for map in &chain.moves {
            carry(map, images, moved);
            if !visit(chain.rank(moved), 1) {
                break;
            }
        }
    }
}
