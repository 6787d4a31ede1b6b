//! How states are numbered.

use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};

use crate::chain::{ChainIndex, Slot, carry};

/// Ranks of states.
pub(super) trait Index: Sync {
    type Mover<'a>: Mover
    where
        Self: 'a;

    fn n_ranks(&self) -> u64;

    /// Returns the rank of the solved state.
    fn start(&self) -> u64;

    /// Returns whether every rank is that of a state that the moves reach.
    fn is_full(&self) -> bool;

    fn mover(&self) -> Self::Mover<'_>;

    /// Returns the state of a rank.
    fn state(&self, rank: u64) -> State;
}

/// Moves the states of ranks.
pub(super) trait Mover {
    /// Calls `visit` with the rank after each legal move, until it returns false.
    fn neighbours(&mut self, rank: u64, visit: impl FnMut(u64) -> bool);
}

/// Ranks of the elements of a group in its chain of stabilisers.
pub(super) struct GroupIndex<'a> {
    chain: ChainIndex,
    order: u64,
    group: &'a PermutationGroup,
    solved: &'a State,
}

impl<'a> GroupIndex<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        moves: &MoveSet,
        group: &'a PermutationGroup,
        order: u64,
    ) -> Self {
        let chain = ChainIndex::new(definition, moves, group, usize::MAX);
        Self { chain, order, group, solved: definition.solved() }
    }

    pub(super) fn chain(&self) -> &ChainIndex {
        &self.chain
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
        let chain = &self.chain;
        GroupMover { chain, images: chain.start.clone(), moved: chain.start.clone() }
    }

    fn state(&self, rank: u64) -> State {
        let element = self.group.unrank(rank).expect("ranks are below the order");
        element.apply(self.solved)
    }
}

/// Moves the elements of a group.
pub(super) struct GroupMover<'a> {
    chain: &'a ChainIndex,
    images: Vec<Slot>,
    moved: Vec<Slot>,
}

impl Mover for GroupMover<'_> {
    fn neighbours(&mut self, rank: u64, mut visit: impl FnMut(u64) -> bool) {
        let Self { chain, images, moved } = self;
        chain.unrank(rank, images);
        for map in &chain.moves {
            carry(map, images, moved);
            if !visit(chain.rank(moved)) {
                break;
            }
        }
    }
}
