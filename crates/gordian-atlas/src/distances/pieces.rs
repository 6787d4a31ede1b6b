//! Moves of pieces without a state for each: for indexes whose ranks are computed from the pieces.

use gordian_perm::definition::{Definition, IGNORED, MoveSet, State};

/// The moves of a definition and what it forbids.
pub(super) struct PieceMoves {
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
pub(super) struct Moved {
    pub(super) pieces: Vec<u8>,
    pub(super) orientations: Vec<u8>,
    to_pieces: Vec<u8>,
    to_orientations: Vec<u8>,
}

impl Moved {
    pub(super) fn into_state(self) -> State {
        State::new(self.pieces, self.orientations)
    }
}

impl PieceMoves {
    pub(super) fn new(definition: &Definition, moves: &MoveSet) -> Self {
        let carry = |it: &gordian_perm::definition::Move| Carry {
            sources: it.transformation().sources().iter().map(|&from| from.into()).collect(),
            twists: it.transformation().twists().to_vec(),
        };
        let forbidden = definition.restrictions().iter().map(|restriction| {
            let mut labels = [false; 256];
            restriction.labels.iter().for_each(|&label| labels[usize::from(label)] = true);
            (restriction.position, labels)
        });
        Self {
            moves: moves.moves().iter().map(carry).collect(),
            forbidden: forbidden.collect(),
            moduli: definition.moduli().to_vec(),
        }
    }

    /// Returns the memory for a state.
    pub(super) fn memory(&self) -> Moved {
        let n = self.moduli.len();
        Moved {
            pieces: vec![0; n],
            orientations: vec![0; n],
            to_pieces: vec![0; n],
            to_orientations: vec![0; n],
        }
    }

    /// Calls `visit` with the pieces and orientations after each legal move, until it returns false.
    pub(super) fn neighbours(
        &self,
        moved: &mut Moved,
        mut visit: impl FnMut(&[u8], &[u8]) -> bool,
    ) {
        let Moved { pieces, orientations, to_pieces, to_orientations } = moved;
        // An illegal state is not reached, so it has no neighbours.
        let is_illegal = |piece: &dyn Fn(usize) -> u8| {
            self.forbidden.iter().any(|(at, labels)| labels[usize::from(piece(*at))])
        };
        if is_illegal(&|at| pieces[at]) {
            return;
        }
        for Carry { sources, twists } in &self.moves {
            if is_illegal(&|at| pieces[sources[at]]) {
                continue;
            }
            for (to, &from) in sources.iter().enumerate() {
                to_pieces[to] = pieces[from];
                to_orientations[to] = match orientations[from] {
                    IGNORED => IGNORED,
                    turned => add(turned, twists[to], self.moduli[to]),
                };
            }
            if !visit(to_pieces, to_orientations) {
                break;
            }
        }
    }
}

/// Returns `a + b` modulo `modulus`; both are less than it.
fn add(a: u8, b: u8, modulus: u8) -> u8 {
    let sum = u16::from(a) + u16::from(b);
    let modulus = u16::from(modulus);
    u8::try_from(if sum >= modulus { sum - modulus } else { sum }).expect("less than the modulus")
}
