//! States of puzzles with identical pieces or ignored orientations, or with more positions and
//! orientations than slots have numbers: the label and the orientation at each position.

use gordian_core::numbers::{to_index, to_u64};
use gordian_perm::definition::{Definition, IGNORED, MoveSet, PermutationGroup, State};
use smallvec::smallvec;

use super::pattern_database::Cache;
use super::search::{Short, States};
use super::{PATTERNS_PER_ROOT, SHARE, SolverConfig, SolverError};
use crate::distances::index::Index;
use crate::distances::mixed_radix::{MixedRadix, kept_sums, n_ranks_of_orbit, sum_of};
use crate::distances::pieces::PieceMoves;

/// The number of positions that the moves of all patterns of a database may carry pieces to: some
/// seconds of work.
const MAX_CARRIED: u64 = 1 << 30;

/// The moves of labels, and the databases.
pub(super) struct Identical<'a> {
    definition: &'a Definition,
    moves: &'a MoveSet,
    piece_moves: PieceMoves,
    /// For each orbit whether the moves keep the sum of its orientations.
    keeps_sum: Vec<bool>,
    /// The first position of the orbit of each position.
    orbit_starts: Vec<usize>,
    /// The group of the moves, if all pieces are different: it tells which states they solve.
    group: Option<PermutationGroup>,
    databases: Vec<PatternDatabase>,
}

/// The distances of the patterns of the pieces with some labels.
struct PatternDatabase {
    index: MixedRadix,
    /// For the first position of each orbit plus a label: the label in the pattern, and whether its
    /// orientation is part of it.
    labels: Vec<(u8, bool)>,
    distances: Vec<u8>,
}

/// What a pattern has of the pieces of a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Positions,
    PositionsAndOrientations,
}

/// Labels at all positions, and their orientations.
#[derive(Clone)]
pub(super) struct Labels {
    pieces: Short<u8>,
    orientations: Short<u8>,
}

/// A state in which the pieces that are not in a pattern are alike, and memory of ranks.
pub(super) struct Memory {
    pieces: Short<u8>,
    orientations: Short<u8>,
    left: [u64; 256],
}

impl<'a> Identical<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        moves: &'a MoveSet,
        group: Option<PermutationGroup>,
    ) -> Self {
        let starts = definition.orbits().iter().flat_map(|orbit| {
            let positions = orbit.positions();
            std::iter::repeat_n(positions.start, positions.len())
        });
        Self {
            definition,
            moves,
            piece_moves: PieceMoves::new(definition, moves),
            keeps_sum: kept_sums(definition, moves),
            orbit_starts: starts.collect(),
            group,
            databases: Vec::new(),
        }
    }

    pub(super) fn build_databases(
        &mut self,
        config: &SolverConfig,
        cache: &mut Cache<'_>,
    ) -> Result<(), SolverError> {
        let (definition, moves) = (self.definition, self.moves);
        let patterns = Patterns::new(definition, moves, &self.keeps_sum, config.max_bytes);
        let mut databases = Vec::new();
        for parts in patterns.all() {
            let labels = pattern_labels(definition, &parts);
            let solved = self.pattern(&labels, definition.solved());
            let piece_moves = PieceMoves::without_restrictions(definition, moves);
            let index = MixedRadix::of_pattern(definition, piece_moves, &self.keeps_sum, solved);
            let index = index.expect("the number of patterns is limited");
            let hash = index.hash("pattern database of labels 1");
            let distances =
                cache.open_or_build(hash, index.n_ranks(), index.start(), || index.mover())?;
            databases.push(PatternDatabase { index, labels, distances });
        }
        self.databases = databases;
        Ok(())
    }

    /// Returns the labels of a state; `None` if it has other pieces than the solved one, if moves
    /// keep a sum of orientations that differs, or if it is known that moves do not lead to it. The
    /// ranks of patterns take such sums for granted.
    pub(super) fn labels(&self, state: &State) -> Option<Labels> {
        if !self.definition.has_pieces_of(state) {
            return None;
        }
        if let Some(group) = &self.group
            && !self.definition.transformation_to(state).is_some_and(|it| group.contains(&it))
        {
            return None;
        }
        let solved = self.definition.solved();
        let has_sums =
            self.definition.orbits().iter().zip(&self.keeps_sum).all(|(orbit, &kept)| {
                let sum = |state: &State| {
                    sum_of(&state.orientations()[orbit.positions()], orbit.orientations())
                };
                let is_ignored = solved.orientations()[orbit.positions()].contains(&IGNORED);
                !kept || is_ignored || sum(state) == sum(solved)
            });
        has_sums.then(|| Labels {
            pieces: Short::from_slice(state.pieces()),
            orientations: Short::from_slice(state.orientations()),
        })
    }

    /// Returns the number of patterns of each database.
    pub(super) fn n_patterns(&self) -> Vec<u64> {
        self.databases.iter().map(|it| to_u64(it.distances.len())).collect()
    }

    /// Returns a state in which the pieces that are not in the pattern are alike.
    fn pattern(&self, labels: &[(u8, bool)], state: &State) -> State {
        let mut memory = self.memory();
        self.write_pattern(labels, (state.pieces(), state.orientations()), &mut memory);
        State::new(memory.pieces.into_vec(), memory.orientations.into_vec())
    }

    fn write_pattern(&self, labels: &[(u8, bool)], state: (&[u8], &[u8]), memory: &mut Memory) {
        let from = state.0.iter().zip(state.1).zip(&self.orbit_starts);
        let to = memory.pieces.iter_mut().zip(&mut memory.orientations);
        for ((piece, orientation), ((&label, &turned), &start)) in to.zip(from) {
            let (of_pattern, is_oriented) = labels[start + usize::from(label)];
            *piece = of_pattern;
            *orientation = if is_oriented { turned } else { IGNORED };
        }
    }
}

impl States for Identical<'_> {
    type State = Labels;
    type Memory = Memory;

    fn n_moves(&self) -> usize {
        self.piece_moves.n_moves()
    }

    fn memory(&self) -> Memory {
        let n = self.orbit_starts.len();
        Memory { pieces: smallvec![0; n], orientations: smallvec![0; n], left: [0; 256] }
    }

    fn turn(&self, number: usize, from: &Labels, to: &mut Labels) {
        let to = (&mut to.pieces[..], &mut to.orientations[..]);
        self.piece_moves.turn(number, (&from.pieces, &from.orientations), to);
    }

    fn is_legal(&self, state: &Labels) -> bool {
        !self.piece_moves.is_illegal(|at| state.pieces[at])
    }

    fn is_solved(&self, state: &Labels) -> bool {
        let solved = self.definition.solved();
        state.pieces[..] == *solved.pieces() && state.orientations[..] == *solved.orientations()
    }

    fn estimate(&self, state: &Labels, memory: &mut Memory) -> u8 {
        let distances = self.databases.iter().map(|database| {
            self.write_pattern(&database.labels, (&state.pieces, &state.orientations), memory);
            let Memory { pieces, orientations, left } = memory;
            database.distances[to_index(database.index.rank(pieces, orientations, left))]
        });
        distances.max().unwrap_or(0)
    }
}

/// Returns the labels of [`PatternDatabase`]: those in the pattern count from 0 in each orbit, and
/// the others have the next number.
fn pattern_labels(definition: &Definition, parts: &[Vec<Part>]) -> Vec<(u8, bool)> {
    let mut labels = vec![(0, false); definition.n_positions()];
    for (orbit, parts) in definition.orbits().iter().zip(parts) {
        let in_pattern = parts.iter().filter(|&&part| part != Part::Nothing).count();
        let mut next = 0;
        for (to, part) in labels[orbit.positions()].iter_mut().zip(parts) {
            *to = match part {
                Part::Nothing => (label(in_pattern), false),
                _ => {
                    next += 1;
                    (label(next - 1), *part == Part::PositionsAndOrientations)
                }
            };
        }
    }
    labels
}

fn label(number: usize) -> u8 {
    u8::try_from(number).expect("an orbit has at most 255 pieces")
}

/// The choice of the patterns that get a database.
struct Patterns<'a> {
    definition: &'a Definition,
    keeps_sum: &'a [bool],
    /// By orbit and label: all that a pattern can have of it.
    whole: Vec<Vec<Part>>,
    n_moves: u64,
    max_bytes: u64,
}

impl<'a> Patterns<'a> {
    fn new(
        definition: &'a Definition,
        moves: &MoveSet,
        keeps_sum: &'a [bool],
        max_bytes: u64,
    ) -> Self {
        let solved = definition.solved();
        let whole = definition.orbits().iter().map(|orbit| {
            let mut whole = vec![Part::Positions; orbit.n_labels()];
            for at in orbit.positions() {
                if orbit.orientations() > 1 && solved.orientations()[at] != IGNORED {
                    whole[usize::from(solved.pieces()[at])] = Part::PositionsAndOrientations;
                }
            }
            whole
        });
        Self {
            definition,
            keeps_sum,
            whole: whole.collect(),
            n_moves: to_u64(moves.moves().len()),
            max_bytes,
        }
    }

    /// Returns the number of patterns of an orbit, if it fits 64 bits.
    fn n_of_orbit(&self, number: usize, parts: &[Vec<Part>]) -> Option<u64> {
        let orbit = &self.definition.orbits()[number];
        let labels = &pattern_labels(self.definition, parts)[orbit.positions()];
        let n = self.definition.n_positions();
        let (mut pieces, mut orientations) = (vec![0; n], vec![0; n]);
        for at in orbit.positions() {
            let (label, is_oriented) = labels[usize::from(self.definition.solved().pieces()[at])];
            pieces[at] = label;
            orientations[at] = if is_oriented { 0 } else { IGNORED };
        }
        n_ranks_of_orbit(orbit, &State::new(pieces, orientations), self.keeps_sum[number])
    }

    /// Returns the patterns, each by orbit and label what it has.
    fn all(&self) -> Vec<Vec<Vec<Part>>> {
        let n_orbits = self.whole.len();
        let n_states = (0..n_orbits)
            .try_fold(1_u64, |n, orbit| n.checked_mul(self.n_of_orbit(orbit, &self.whole)?));
        let root = n_states.map_or(u64::MAX, u64::isqrt);
        let max_bytes = self.max_bytes.min(root.saturating_mul(PATTERNS_PER_ROOT));
        if n_states.is_some_and(|n| n <= max_bytes) {
            return vec![self.whole.clone()];
        }
        let share = max_bytes / SHARE.max(to_u64(n_orbits));
        let work = MAX_CARRIED / (self.n_moves * to_u64(self.definition.n_positions())).max(1);
        let mut patterns = Vec::new();
        let mut left = max_bytes;
        for orbit in 0..n_orbits {
            let mut is_covered = vec![false; self.whole[orbit].len()];
            while let Some(first) = is_covered.iter().position(|&it| !it) {
                let limit = left.min(share).min(work);
                let (parts, size) = self.largest((orbit, first), &is_covered, limit);
                is_covered[first] = true;
                let in_pattern = |part: &Part| *part != Part::Nothing;
                for (is_covered, _) in
                    is_covered.iter_mut().zip(&parts[orbit]).filter(|(_, part)| in_pattern(part))
                {
                    *is_covered = true;
                }
                // Where the pieces of the last label are follows from the others.
                let rest = parts[orbit].iter().zip(&self.whole[orbit]);
                let mut rest = rest.filter(|(part, _)| !in_pattern(part));
                if let (Some((_, Part::Positions)), None) = (rest.next(), rest.next()) {
                    is_covered.fill(true);
                }
                if size > 1 {
                    left -= size;
                    patterns.push(parts);
                }
            }
        }
        patterns
    }

    /// Returns the pattern of as many labels as fit the limit, and its size: from a label of an
    /// orbit on those that are not covered, then the others of the orbit, then those of other
    /// orbits.
    fn largest(
        &self,
        (orbit, first): (usize, usize),
        is_covered: &[bool],
        limit: u64,
    ) -> (Vec<Vec<Part>>, u64) {
        let of_orbit = 0..is_covered.len();
        let own = of_orbit.clone().filter(|&it| it >= first && !is_covered[it]);
        let others = of_orbit.filter(|&it| is_covered[it]);
        let n_orbits = self.whole.len();
        let elsewhere = (1..n_orbits).map(|it| (orbit + it) % n_orbits);
        let elsewhere =
            elsewhere.flat_map(|it| (0..self.whole[it].len()).map(move |label| (it, label)));
        let order = own.chain(others).map(|label| (orbit, label)).chain(elsewhere);

        let nothing = |whole: &Vec<Part>| vec![Part::Nothing; whole.len()];
        let mut parts: Vec<Vec<Part>> = self.whole.iter().map(nothing).collect();
        let mut sizes = vec![1_u64; n_orbits];
        for (orbit, label) in order {
            let rest: u64 = (0..n_orbits).filter(|&it| it != orbit).map(|it| sizes[it]).product();
            let whole = self.whole[orbit][label];
            let fits = [whole, Part::Positions].into_iter().find_map(|part| {
                parts[orbit][label] = part;
                let size = self.n_of_orbit(orbit, &parts)?;
                size.checked_mul(rest).filter(|&it| it <= limit).map(|_| size)
            });
            match fits {
                Some(size) => sizes[orbit] = size,
                None => {
                    parts[orbit][label] = Part::Nothing;
                    break;
                }
            }
        }
        (parts, sizes.iter().product())
    }
}
