//! Permutation puzzles given as data: orbits of pieces, moves and solved states.
//!
//! A [`Definition`] has *orbits*: sets of positions, each with one piece. A piece has a label,
//! which identical pieces share, and an orientation from 0 to the orbit's number of orientations
//! less one. A move carries pieces to other positions of the same orbit and turns them. Some states
//! can be forbidden by [restrictions](Restriction); a move that leads to one is illegal, so moves
//! are partial.
//!
//! Definitions are read from files in the format of twsearch ([`Definition::read`]) or taken by
//! name ([`Definition::named`]). The module contains
//!
//! - the simulator: [`State`] and [`Transformation`];
//! - notation: [`Sequence`] with groups, commutators and conjugates;
//! - the moves that a metric counts as one: [`MoveSet`];
//! - the group that the moves generate, with its exact order: [`PermutationGroup`].
//!
//! # Example
//!
//! ```
//! use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup};
//!
//! let cube = Definition::named("2x2x2").unwrap();
//! let commutator = cube.parse_sequence("[R, U]").unwrap();
//! let state = cube.apply_sequence(cube.solved(), &commutator).unwrap();
//! assert_ne!(&state, cube.solved());
//! assert_eq!(cube.apply_sequence(cube.solved(), &cube.parse_sequence("[R, U]6").unwrap()).as_ref(), Ok(cube.solved()));
//!
//! let moves = MoveSet::all(&cube, Metric::AnyPower)?;
//! assert_eq!(moves.moves().len(), 9);
//! let group = PermutationGroup::generated(&cube, &moves, &gordian_core::Cancel::new())?;
//! assert_eq!(group.order().to_string(), "3674160");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abelian;
mod arrangement;
mod count;
mod error;
mod geometry;
mod group;
mod moves;
mod named;
mod read;
mod sequence;
mod state;
mod write;

use std::sync::Arc;

pub use error::{DefinitionError, GroupError, ReadError, SequenceError, SequenceParseError};
pub use group::{ChainLevel, GroupElement, PermutationGroup};
pub use moves::{MAX_MOVES_IN_SET, Metric, Move, MoveSet, MoveSetError};
pub use named::NAMES;
pub use read::{
    MAX_MOVE_ENTRIES, MAX_MOVES, MAX_ORBITS, MAX_ORIENTATIONS, MAX_PIECES, MAX_POSITIONS,
    MAX_TEXT_LEN, ReadLimits,
};
pub use sequence::{MAX_SEQUENCE_LEN, Sequence, Step};
pub use state::{IGNORED, State, Transformation};

/// A set of positions whose pieces can be exchanged by moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    pub(crate) name: String,
    pub(crate) n_positions: usize,
    pub(crate) orientations: u8,
    pub(crate) start: usize,
    /// The label of the definition's text for each label of a state.
    pub(crate) written_labels: Vec<u8>,
}

impl Orbit {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of different labels: less than that of the positions if pieces are
    /// identical.
    #[must_use]
    pub fn n_labels(&self) -> usize {
        self.written_labels.len()
    }

    /// Returns the number of positions, at least 1.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Returns the number of orientations of each piece, at least 1.
    #[must_use]
    pub fn orientations(&self) -> u8 {
        self.orientations
    }

    /// Returns the positions of the orbit in a [`State`].
    #[must_use]
    pub fn positions(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.n_positions
    }

    /// Returns whether a state has the same pieces in this orbit as `solved`, in orientations that
    /// exist, ignored for the same pieces.
    fn has_pieces_of(&self, solved: &State, state: &State) -> bool {
        let sorted = |state: &State| {
            let pieces = state.pieces[self.positions()].iter();
            let orientations = state.orientations[self.positions()].iter();
            let is_ignored = orientations.map(|&it| it == IGNORED);
            let mut all: Vec<(u8, bool)> = pieces.copied().zip(is_ignored).collect();
            all.sort_unstable();
            all
        };
        let mut orientations = state.orientations[self.positions()].iter();
        orientations.all(|&it| it < self.orientations || it == IGNORED)
            && sorted(state) == sorted(solved)
    }
}

/// What a base move is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum MoveKind {
    /// A move of the puzzle; it counts in metrics.
    Turn,
    /// A rotation of the whole puzzle, for notation only: named `x`, `y` or `z`, or capital letters
    /// followed by `v`.
    Rotation,
    /// Another name for a move or a sequence, for notation only.
    Alias,
}

impl MoveKind {
    /// Returns the name in documents: `turn`, `rotation` or `alias`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Rotation => "rotation",
            Self::Alias => "alias",
        }
    }
}

/// A move with a name. Its powers and its inverse are derived from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseMove {
    pub(crate) name: String,
    pub(crate) kind: MoveKind,
    pub(crate) transformation: Transformation,
    pub(crate) order: Option<u64>,
}

impl BaseMove {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what the move is used for.
    #[must_use]
    pub fn kind(&self) -> MoveKind {
        self.kind
    }

    /// Returns the effect on a state.
    #[must_use]
    pub fn transformation(&self) -> &Transformation {
        &self.transformation
    }

    /// Returns the least positive number of repetitions that have no effect; `None` if it does not
    /// fit into 64 bits.
    #[must_use]
    pub fn order(&self) -> Option<u64> {
        self.order
    }
}

/// A condition on states: some labels are forbidden at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The position in a [`State`].
    pub position: usize,
    /// The labels that are forbidden there.
    pub labels: Vec<u8>,
}

/// A permutation puzzle: orbits, a solved state, base moves and restrictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub(crate) name: String,
    pub(crate) orbits: Vec<Orbit>,
    /// The number of orientations at each position.
    pub(crate) moduli: Arc<[u8]>,
    pub(crate) solved: State,
    pub(crate) base_moves: Vec<BaseMove>,
    pub(crate) restrictions: Vec<Restriction>,
}

impl Definition {
    /// Returns the name of the puzzle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the orbits; their positions follow each other in a [`State`].
    #[must_use]
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// Returns the number of positions of all orbits.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.moduli.len()
    }

    /// Returns the number of orientations at each position of a [`State`].
    #[must_use]
    pub fn moduli(&self) -> &[u8] {
        &self.moduli
    }

    /// Returns the solved state.
    #[must_use]
    pub fn solved(&self) -> &State {
        &self.solved
    }

    /// Returns the puzzle with another solved state; `None` if it has other pieces than the solved
    /// one, or orientations that do not exist.
    #[must_use]
    pub fn with_solved(&self, state: &State) -> Option<Self> {
        self.has_pieces_of(state).then(|| Self { solved: state.clone(), ..self.clone() })
    }

    /// Returns whether a state has the same pieces as the solved one, in orientations that exist,
    /// ignored for the same pieces.
    #[must_use]
    pub fn has_pieces_of(&self, state: &State) -> bool {
        let n = self.n_positions();
        if state.pieces.len() != n || state.orientations.len() != n {
            return false;
        }
        self.orbits.iter().all(|orbit| orbit.has_pieces_of(&self.solved, state))
    }

    /// Returns the base moves, rotations and aliases in the order of their definition.
    #[must_use]
    pub fn base_moves(&self) -> &[BaseMove] {
        &self.base_moves
    }

    /// Returns the restrictions; a puzzle without any has only legal moves.
    #[must_use]
    pub fn restrictions(&self) -> &[Restriction] {
        &self.restrictions
    }

    /// Returns the index of the base move with this name.
    #[must_use]
    pub fn find_base_move(&self, name: &str) -> Option<usize> {
        self.base_moves.iter().position(|base| base.name == name)
    }

    /// Returns whether a state violates no restriction.
    #[must_use]
    pub fn is_legal(&self, state: &State) -> bool {
        self.restrictions
            .iter()
            .all(|restriction| !restriction.labels.contains(&state.pieces()[restriction.position]))
    }

    /// Returns whether two pieces have the same label or the orientation of a piece is ignored, so
    /// that several elements of the group lead to the same state.
    #[must_use]
    pub fn has_identical_pieces(&self) -> bool {
        self.orbits.iter().any(|orbit| orbit.n_labels() < orbit.n_positions)
            || self.solved.orientations().contains(&IGNORED)
    }

    /// Returns the transformation that makes `state` of the solved state; `None` if it has other
    /// pieces, or if the puzzle has identical pieces or ignored orientations, for which there are
    /// several.
    #[must_use]
    pub fn transformation_to(&self, state: &State) -> Option<Transformation> {
        if self.has_identical_pieces() || state.pieces.len() != self.n_positions() {
            return None;
        }
        let mut transformation = Transformation::identity(&self.moduli);
        for orbit in &self.orbits {
            let mut is_used = vec![false; orbit.n_positions];
            for to in orbit.positions() {
                let home = &self.solved.pieces[orbit.positions()];
                let from = home.iter().position(|&label| label == state.pieces[to])?;
                let modulus = orbit.orientations;
                if std::mem::replace(&mut is_used[from], true) || state.orientations[to] >= modulus
                {
                    return None;
                }
                let from = orbit.start + from;
                let turned = modulus - self.solved.orientations[from];
                transformation.sources[to] = u16::try_from(from).ok()?;
                transformation.twists[to] = state::add(state.orientations[to], turned, modulus);
            }
        }
        Some(transformation)
    }

    /// Returns the state after a move, or `None` if the move is illegal in `state`.
    #[must_use]
    pub fn apply(&self, state: &State, transformation: &Transformation) -> Option<State> {
        let next = transformation.apply(state);
        self.is_legal(&next).then_some(next)
    }
}
