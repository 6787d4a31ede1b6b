//! Moves of pieces without a state for each: for indexes whose ranks are computed from the pieces.

use gordian_core::numbers::to_u64;
use gordian_perm::definition::{Definition, IGNORED, MoveSet, State};

/// The moves of a definition and what it forbids.
pub(crate) struct PieceMoves {
    moves: Vec<Carry>,
    /// The positions with labels that are forbidden there: for each label whether it is.
    forbidden: Vec<(usize, [bool; 256])>,
    /// The number of orientations at each position.
    moduli: Vec<u8>,
}

/// A move: the position that each piece comes from, and its twist.
struct Carry {
    sources: Vec<usize>,
    twists: Vec<u8>,
}

/// A state, and the one after a move.
pub(crate) struct Moved {
    pub(crate) pieces: Vec<u8>,
    pub(crate) orientations: Vec<u8>,
    to_pieces: Vec<u8>,
    to_orientations: Vec<u8>,
}

impl Moved {
    pub(crate) fn into_state(self) -> State {
        State::new(self.pieces, self.orientations)
    }
}

impl PieceMoves {
    pub(crate) fn new(definition: &Definition, moves: &MoveSet) -> Self {
        let forbidden = definition.restrictions().iter().map(|restriction| {
            let mut labels = [false; 256];
            restriction.labels.iter().for_each(|&label| labels[usize::from(label)] = true);
            (restriction.position, labels)
        });
        Self { forbidden: forbidden.collect(), ..Self::without_restrictions(definition, moves) }
    }

    /// Returns the moves as if all states were legal.
    pub(crate) fn without_restrictions(definition: &Definition, moves: &MoveSet) -> Self {
        let carry = |it: &gordian_perm::definition::Move| Carry {
            sources: it.transformation().sources().iter().map(|&from| from.into()).collect(),
            twists: it.transformation().twists().to_vec(),
        };
        Self {
            moves: moves.moves().iter().map(carry).collect(),
            forbidden: Vec::new(),
            moduli: definition.moduli().to_vec(),
        }
    }

    /// Returns the memory for a state.
    pub(crate) fn memory(&self) -> Moved {
        let n = self.moduli.len();
        Moved {
            pieces: vec![0; n],
            orientations: vec![0; n],
            to_pieces: vec![0; n],
            to_orientations: vec![0; n],
        }
    }

    /// Calls `visit` with the pieces and orientations after each legal move, until it returns
    /// false.
    pub(crate) fn neighbours(
        &self,
        moved: &mut Moved,
        mut visit: impl FnMut(&[u8], &[u8]) -> bool,
    ) {
        let Moved { pieces, orientations, to_pieces, to_orientations } = moved;
        // An illegal state is not reached, so it has no neighbours.
        if self.is_illegal(|at| pieces[at]) {
            return;
        }
        for (number, Carry { sources, .. }) in self.moves.iter().enumerate() {
            if self.is_illegal(|at| pieces[sources[at]]) {
                continue;
            }
            self.turn(number, (pieces, orientations), (to_pieces, to_orientations));
            if !visit(to_pieces, to_orientations) {
                break;
            }
        }
    }

    /// Writes to `to` the pieces and orientations after a move.
    pub(crate) fn turn(&self, number: usize, from: (&[u8], &[u8]), to: (&mut [u8], &mut [u8])) {
        let Carry { sources, twists } = &self.moves[number];
        let ((pieces, orientations), (to_pieces, to_orientations)) = (from, to);
        for (to, &from) in sources.iter().enumerate() {
            to_pieces[to] = pieces[from];
            to_orientations[to] = match orientations[from] {
                IGNORED => IGNORED,
                turned => add(turned, twists[to], self.moduli[to]),
            };
        }
    }

    /// Returns whether a restriction forbids the pieces at some positions.
    pub(crate) fn is_illegal(&self, piece: impl Fn(usize) -> u8) -> bool {
        self.forbidden.iter().any(|(at, labels)| labels[usize::from(piece(*at))])
    }

    /// Returns the number of moves.
    pub(crate) fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// Adds the moves to a hash.
    pub(crate) fn hash(&self, hasher: &mut blake3::Hasher) {
        for n in [self.moduli.len(), self.moves.len()] {
            hasher.update(&to_u64(n).to_le_bytes());
        }
        hasher.update(&self.moduli);
        for Carry { sources, twists } in &self.moves {
            sources.iter().for_each(|&from| {
                hasher.update(&to_u64(from).to_le_bytes());
            });
            hasher.update(twists);
        }
    }
}

/// Returns `a + b` modulo `modulus`; both are less than it.
fn add(a: u8, b: u8, modulus: u8) -> u8 {
    let sum = u16::from(a) + u16::from(b);
    let modulus = u16::from(modulus);
    u8::try_from(if sum >= modulus { sum - modulus } else { sum }).expect("less than the modulus")
}
