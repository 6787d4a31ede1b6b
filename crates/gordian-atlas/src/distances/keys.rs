//! Numbers of states for sorted lists: ranks, or for states without ranks keys of up to 128 bits,
//! which have the labels and orientations of all positions one after another.

use gordian_perm::definition::{Definition, IGNORED, MoveSet, State};

use super::index::{Index, Mover};
use super::lists::Numbering;
use super::pieces::{Moved, PieceMoves};

/// The size of half a number in bytes.
const NUMBER: usize = size_of::<u64>();

/// The states of a definition as keys.
pub(super) struct StateKeys {
    moves: PieceMoves,
    positions: Vec<PositionBits>,
    solved: State,
}

/// The bits of a position in a key.
struct PositionBits {
    label: u32,
    orientation: u32,
    /// For each label whether the orientation of its pieces is ignored.
    is_ignored: Vec<bool>,
}

/// Returns the number of bits of numbers less than `n`.
fn bits(n: usize) -> u32 {
    n.saturating_sub(1).checked_ilog2().map_or(0, |last| last + 1)
}

/// Returns the upper and the lower half of a number.
pub(super) fn halves(number: u128) -> [u64; 2] {
    let bytes = number.to_be_bytes();
    let (halves, _) = bytes.as_chunks::<NUMBER>();
    [u64::from_be_bytes(halves[0]), u64::from_be_bytes(halves[1])]
}

impl StateKeys {
    /// Returns the keys; `None` if a state needs more than 128 bits.
    pub(super) fn new(definition: &Definition, moves: &MoveSet) -> Option<Self> {
        let solved = definition.solved();
        let mut positions = Vec::new();
        for orbit in definition.orbits() {
            let pieces = &solved.pieces()[orbit.positions()];
            let orientations = &solved.orientations()[orbit.positions()];
            let n_labels = orbit.n_labels();
            let mut is_ignored = vec![false; n_labels];
            for (&label, &orientation) in pieces.iter().zip(orientations) {
                is_ignored[usize::from(label)] = orientation == IGNORED;
            }
            positions.extend(pieces.iter().map(|_| PositionBits {
                label: bits(n_labels),
                orientation: bits(orbit.orientations().into()),
                is_ignored: is_ignored.clone(),
            }));
        }
        let n_bits: u32 = positions.iter().map(|it| it.label + it.orientation).sum();
        (n_bits <= u128::BITS).then(|| Self {
            moves: PieceMoves::new(definition, moves),
            positions,
            solved: solved.clone(),
        })
    }

    pub(super) fn key(&self, pieces: &[u8], orientations: &[u8]) -> u128 {
        let mut key = 0;
        for ((position, &label), &orientation) in
            self.positions.iter().zip(pieces).zip(orientations)
        {
            key = key << position.label | u128::from(label);
            let orientation = if orientation == IGNORED { 0 } else { orientation };
            key = key << position.orientation | u128::from(orientation);
        }
        key
    }

    /// Returns the state of a key.
    pub(super) fn state(&self, key: u128) -> State {
        let mut state = self.moves.memory();
        self.set(key, &mut state);
        state.into_state()
    }

    fn set(&self, mut key: u128, state: &mut Moved) {
        let mut take = |n_bits: u32| {
            let [_, low] = halves(key & ((1 << n_bits) - 1));
            key >>= n_bits;
            u8::try_from(low).expect("labels and orientations have at most eight bits")
        };
        for (at, position) in self.positions.iter().enumerate().rev() {
            let orientation = take(position.orientation);
            let label = take(position.label);
            // A key of a file can have labels that do not exist.
            let is_ignored = position.is_ignored.get(usize::from(label)) == Some(&true);
            state.orientations[at] = if is_ignored { IGNORED } else { orientation };
            state.pieces[at] = label;
        }
    }
}

impl Numbering for StateKeys {
    type Number = u128;
    type Mover<'a> = Moved;

    fn start(&self) -> u128 {
        self.key(self.solved.pieces(), self.solved.orientations())
    }

    fn mover(&self) -> Moved {
        self.moves.memory()
    }

    fn neighbours(&self, state: &mut Moved, key: u128, mut visit: impl FnMut(u128) -> bool) {
        self.set(key, state);
        self.moves.neighbours(state, |pieces, orientations| visit(self.key(pieces, orientations)));
    }
}

/// The ranks of an index.
pub(super) struct Ranks<'a, I>(pub(super) &'a I);

impl<I: Index> Numbering for Ranks<'_, I> {
    type Number = u64;
    type Mover<'a>
        = I::Mover<'a>
    where
        Self: 'a;

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn mover(&self) -> I::Mover<'_> {
        self.0.mover()
    }

    fn neighbours(&self, mover: &mut I::Mover<'_>, rank: u64, mut visit: impl FnMut(u64) -> bool) {
        mover.neighbours(rank, |next, _| visit(next));
    }
}
