//! Ranks of states in mixed radix, for puzzles with identical pieces or illegal states, and for
//! patterns of labels.
//!
//! The digits of a rank are, for each orbit: the number of the arrangement of its labels among all
//! arrangements of them, in lexicographic order, and the orientation of each piece that has one. If
//! the moves keep the sum of the orientations of all pieces, that of the last piece is left out.
//! Not every rank is reached: the parities of orbits may depend on each other, and states may be
//! illegal.

use gordian_core::numbers::to_u64;
use gordian_perm::definition::{Definition, IGNORED, Move, MoveSet, Orbit, State};

use super::index::{Index, Mover};
use super::pieces::{Moved, PieceMoves};

/// The index of all states of a definition.
pub(crate) struct MixedRadix {
    orbits: Vec<OrbitRadix>,
    moves: PieceMoves,
    solved: State,
    n_ranks: u64,
}

/// The digits of an orbit.
struct OrbitRadix {
    first: usize,
    n_positions: usize,
    modulus: u8,
    /// How often each label occurs, and whether its orientation is ignored.
    labels: Vec<(u64, bool)>,
    n_arrangements: u64,
    /// The sum of all orientations, if the moves keep it: that of the last piece follows from the
    /// others.
    kept_sum: Option<u8>,
    n_orientations: u64,
    n_ranks: u64,
}

impl OrbitRadix {
    /// Returns the digits of the orbit in the states that moves make of `solved`; `None` if their
    /// number does not fit 64 bits. All labels from 0 on occur. `keeps_sum` tells whether the moves
    /// keep the sum of all orientations.
    fn new(orbit: &Orbit, solved: &State, keeps_sum: bool) -> Option<Self> {
        let (positions, modulus) = (orbit.positions(), orbit.orientations());
        let (pieces, orientations) =
            (&solved.pieces()[positions.clone()], &solved.orientations()[positions.clone()]);
        let n_labels = pieces.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut labels = vec![(0, false); n_labels];
        for (&label, &orientation) in pieces.iter().zip(orientations) {
            let (n, is_ignored) = &mut labels[usize::from(label)];
            *n += 1;
            *is_ignored = orientation == IGNORED;
        }
        // The multinomial coefficient, as a product of binomial ones.
        let (mut n_arrangements, mut n) = (1_u64, 0_u64);
        for &(of_label, _) in &labels {
            for chosen in 1..=of_label {
                n += 1;
                let product = u128::from(n_arrangements) * u128::from(n);
                n_arrangements = u64::try_from(product / u128::from(chosen)).ok()?;
            }
        }
        let n_oriented = labels.iter().filter(|it| !it.1).map(|it| it.0).sum::<u64>();
        let kept_sum = (n_oriented == to_u64(pieces.len()) && keeps_sum)
            .then(|| sum_of(orientations, modulus));
        let n_digits = n_oriented - u64::from(kept_sum.is_some());
        let n_orientations = u64::from(modulus).checked_pow(u32::try_from(n_digits).ok()?)?;
        Some(Self {
            first: positions.start,
            n_positions: positions.len(),
            modulus,
            labels,
            n_arrangements,
            kept_sum,
            n_orientations,
            n_ranks: n_arrangements.checked_mul(n_orientations)?,
        })
    }

    fn rank(&self, pieces: &[u8], orientations: &[u8], left: &mut [u64]) -> u64 {
        let mut n = to_u64(self.n_positions);
        let (mut rank, mut arrangements) = (0, self.n_arrangements);
        for (left, &(n, _)) in left.iter_mut().zip(&self.labels) {
            *left = n;
        }
        let mut orientation = 0;
        for at in self.first..self.first + self.n_positions {
            let label = usize::from(pieces[at]);
            let smaller: u64 = left[..label].iter().sum();
            // The arrangements that begin with a label are a share of all.
            rank += share(arrangements, smaller, n);
            arrangements = share(arrangements, left[label], n);
            left[label] -= 1;
            n -= 1;
            let is_implied = self.labels[label].1 || (self.kept_sum.is_some() && n == 0);
            if !is_implied {
                orientation = orientation * u64::from(self.modulus) + u64::from(orientations[at]);
            }
        }
        rank * self.n_orientations + orientation
    }

    fn unrank(&self, rank: u64, pieces: &mut [u8], orientations: &mut [u8], left: &mut [u64]) {
        let mut n = to_u64(self.n_positions);
        let (mut rest, mut orientation) = (rank / self.n_orientations, rank % self.n_orientations);
        let mut arrangements = self.n_arrangements;
        for (left, &(n, _)) in left.iter_mut().zip(&self.labels) {
            *left = n;
        }
        let positions = self.first..self.first + self.n_positions;
        for piece in &mut pieces[positions.clone()] {
            for (label, left) in (0..).zip(left.iter_mut()) {
                let of_label = share(arrangements, *left, n);
                if rest < of_label {
                    *piece = label;
                    *left -= 1;
                    arrangements = of_label;
                    break;
                }
                rest -= of_label;
            }
            n -= 1;
        }
        let mut sum = 0;
        let modulus = u64::from(self.modulus);
        for at in positions.rev() {
            orientations[at] = if self.labels[usize::from(pieces[at])].1 {
                IGNORED
            } else if self.kept_sum.is_some() && n == 0 {
                // Set below, when the others are known.
                0
            } else {
                let digit = u8::try_from(orientation % modulus).expect("less than the modulus");
                orientation /= modulus;
                sum += u32::from(digit);
                digit
            };
            n += 1;
        }
        if let Some(kept) = self.kept_sum {
            let (modulus, sum) = (u32::from(self.modulus), sum % u32::from(self.modulus));
            let last = (u32::from(kept) + modulus - sum) % modulus;
            let at = self.first + self.n_positions - 1;
            orientations[at] = u8::try_from(last).expect("less than the modulus");
        }
    }
}

/// Returns the sum of orientations modulo their number.
pub(crate) fn sum_of(orientations: &[u8], modulus: u8) -> u8 {
    let sum: u32 = orientations.iter().map(|&it| u32::from(it)).sum();
    u8::try_from(sum % u32::from(modulus)).expect("less than the modulus")
}

/// Returns `whole · part / of`, which is a whole number.
fn share(whole: u64, part: u64, of: u64) -> u64 {
    if let Some(product) = whole.checked_mul(part) {
        return product / of;
    }
    let share = u128::from(whole) * u128::from(part) / u128::from(of);
    u64::try_from(share).expect("a part is not more than the whole")
}

/// Returns for each orbit whether the moves keep the sum of its orientations.
pub(crate) fn kept_sums(definition: &Definition, moves: &MoveSet) -> Vec<bool> {
    let keeps = |orbit: &Orbit| {
        let twists = |it: &Move| {
            sum_of(&it.transformation().twists()[orbit.positions()], orbit.orientations())
        };
        moves.moves().iter().all(|it| twists(it) == 0)
    };
    definition.orbits().iter().map(keeps).collect()
}

/// Returns the number of ranks of an orbit in the states that moves make of `solved`, in which all
/// labels from 0 on occur; `None` if it does not fit 64 bits.
pub(crate) fn n_ranks_of_orbit(orbit: &Orbit, solved: &State, keeps_sum: bool) -> Option<u64> {
    Some(OrbitRadix::new(orbit, solved, keeps_sum)?.n_ranks)
}

impl MixedRadix {
    /// Returns the index; `None` if the number of ranks does not fit 64 bits.
    pub(crate) fn new(definition: &Definition, moves: &MoveSet) -> Option<Self> {
        let solved = definition.solved().clone();
        let keeps_sum = kept_sums(definition, moves);
        Self::of_pattern(definition, PieceMoves::new(definition, moves), &keeps_sum, solved)
    }

    /// Returns the index of the states that moves make of `solved`, which can have other labels
    /// than the puzzle: all from 0 on occur in each orbit. For `keeps_sum` see [`kept_sums`].
    /// `None` if the number of ranks does not fit 64 bits.
    pub(crate) fn of_pattern(
        definition: &Definition,
        moves: PieceMoves,
        keeps_sum: &[bool],
        solved: State,
    ) -> Option<Self> {
        let orbits = definition.orbits().iter().zip(keeps_sum);
        let orbits = orbits.map(|(orbit, &keeps_sum)| OrbitRadix::new(orbit, &solved, keeps_sum));
        let orbits: Vec<OrbitRadix> = orbits.collect::<Option<_>>()?;
        let n_ranks = orbits.iter().try_fold(1_u64, |n, orbit| n.checked_mul(orbit.n_ranks))?;
        Some(Self { moves, solved, orbits, n_ranks })
    }

    /// Returns a hash of the ranks and moves; `purpose` says what it is for.
    pub(crate) fn hash(&self, purpose: &str) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        self.moves.hash(&mut hasher);
        for orbit in &self.orbits {
            hasher.update(&[u8::from(orbit.kept_sum.is_some()), orbit.modulus]);
            hasher.update(&to_u64(orbit.n_positions).to_le_bytes());
        }
        hasher.update(self.solved.pieces()).update(self.solved.orientations());
        hasher.update(purpose.as_bytes()).finalize()
    }

    /// Returns the rank of a state; `left` is memory.
    pub(crate) fn rank(&self, pieces: &[u8], orientations: &[u8], left: &mut [u64; 256]) -> u64 {
        self.orbits.iter().fold(0, |rank, orbit| match orbit.n_ranks {
            1 => rank,
            n => rank * n + orbit.rank(pieces, orientations, left),
        })
    }

    fn unrank(&self, mut rank: u64, pieces: &mut [u8], orientations: &mut [u8], left: &mut [u64]) {
        for orbit in self.orbits.iter().rev() {
            orbit.unrank(rank % orbit.n_ranks, pieces, orientations, left);
            rank /= orbit.n_ranks;
        }
    }
}

impl Index for MixedRadix {
    type Mover<'a> = MixedRadixMover<'a>;

    fn n_ranks(&self) -> u64 {
        self.n_ranks
    }

    fn start(&self) -> u64 {
        let mut left = [0; 256];
        self.rank(self.solved.pieces(), self.solved.orientations(), &mut left)
    }

    fn is_full(&self) -> bool {
        false
    }

    fn mover(&self) -> MixedRadixMover<'_> {
        MixedRadixMover { index: self, moved: self.moves.memory(), left: [0; 256] }
    }

    fn state(&self, rank: u64) -> State {
        let mut state = self.moves.memory();
        self.unrank(rank, &mut state.pieces, &mut state.orientations, &mut [0; 256]);
        state.into_state()
    }
}

/// Moves states.
pub(crate) struct MixedRadixMover<'a> {
    index: &'a MixedRadix,
    moved: Moved,
    /// How many of each label are left, while ranks are computed.
    left: [u64; 256],
}

impl Mover for MixedRadixMover<'_> {
    fn neighbours(&mut self, rank: u64, mut visit: impl FnMut(u64, u64) -> bool) {
        let Self { index, moved, left } = self;
        index.unrank(rank, &mut moved.pieces, &mut moved.orientations, left);
        index.moves.neighbours(moved, |pieces, orientations| {
            visit(index.rank(pieces, orientations, left), 1)
        });
    }
}

#[cfg(test)]
mod tests {
    use gordian_perm::definition::Metric;

    use super::*;

    #[test]
    fn every_rank_is_that_of_its_state() {
        let text = "Name Small
Set A 5 1
Set B 4 3
Solved
A
1 1 2 2 2
B
1 2 3 3
0 0 ? ?
End
Move X
A
2 3 4 5 1
B
2 3 4 1
1 0 2 0
End
";
        let mut definitions =
            ["ivy", "floppy"].map(|name| Definition::named(name).unwrap()).to_vec();
        definitions.push(Definition::read(text).unwrap());
        for definition in definitions {
            let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
            let index = MixedRadix::new(&definition, &moves).unwrap();
            let mut left = [0; 256];
            for rank in 0..index.n_ranks() {
                let state = index.state(rank);
                assert_eq!(index.rank(state.pieces(), state.orientations(), &mut left), rank);
            }
            assert_eq!(index.state(index.start()), *definition.solved());
        }
    }
}
