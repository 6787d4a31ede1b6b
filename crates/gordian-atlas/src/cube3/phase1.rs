//! A position as the searches begin at it: as coordinates, in each of six views.
//!
//! A solution of the cube turned about its corner URF, of the inverse position, or of both, is a
//! solution of the position itself once its turns are carried back. The two phases cut each of them
//! at other places, so that what is long in one view may be short in another.

use gordian_perm::cube3::Metric;

use super::coordinates::{self, N_FLIPS, N_SIDES, N_SLICES};
use super::cubies::{Cubies, TURNS, inverse_turn, rotated_turn};
use super::filter::{self, MAX_DISTANCE};
use super::tables::{Tables, flip_slice_step};

/// What must be right of each centre, in the order U R F D L B: two bits in each half byte, set where
/// the bit of the number of quarters away from solved may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CentreFreedom(pub(super) u32);

impl CentreFreedom {
    /// Nothing matters.
    pub(super) const FULL: Self = Self(0x33_3333);

    /// Returns the same demand for a cube that was turned as by [`Cubies::rotated`].
    fn rotated(self) -> Self {
        let field = |face: usize| self.0 >> (4 * face) & 3;
        let carried = (0..6).map(|face| field(face) << (4 * (face / 3 * 3 + (face + 1) % 3)));
        Self(carried.sum())
    }

    /// Returns whether the centres, packed by [`pack`], are as they must be.
    #[inline]
    pub(super) fn accepts(self, centres: u32) -> bool {
        centres & !self.0 == 0
    }

    /// Returns what the first phase must see to.
    pub(super) fn sides(self) -> SideGoal {
        let free = |face: usize| (self.0 >> (4 * face) & 1) as usize;
        match free(1) | free(2) << 1 | free(4) << 2 | free(5) << 3 {
            _ if self == Self::FULL => SideGoal::Ignored,
            0 => SideGoal::Exact,
            free => SideGoal::Free(free),
        }
    }
}

/// Puts a number for each centre, at most 3, into half bytes, U first from the lowest.
pub(super) fn pack(centres: &[u8; 6]) -> u32 {
    centres.iter().rev().fold(0, |sum, &turns| sum << 4 | u32::from(turns))
}

/// Returns packed centres after a turn.
#[inline]
pub(super) fn turned_centres(centres: u32, turn: usize) -> u32 {
    const STEPS: [u32; TURNS] = {
        let mut steps = [0; TURNS];
        let mut turn = 0;
        let mut quarters = 1;
        while turn < TURNS {
            steps[turn] = quarters << (4 * (turn / 3));
            quarters = quarters % 3 + 1;
            turn += 1;
        }
        steps
    };
    (centres + STEPS[turn]) & CentreFreedom::FULL.0
}

/// Returns packed centres as a value of `centres`; odd quarters of the sides are left out.
#[inline]
pub(super) fn phase2_centres(centres: u32) -> usize {
    let half = |face: u32| centres >> (4 * face + 1) & 1;
    let value = (centres >> 12 & 3)
        | (centres & 3) << 2
        | half(1) << 4
        | half(2) << 5
        | half(4) << 6
        | half(5) << 7;
    value as usize
}

/// The half turns, as bits.
const HALF_TURNS: u32 = 0o222_222;

/// Returns the numbers of the bits that are set.
#[inline]
pub(super) fn bit_indices(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// Returns the turns, as bits, that may follow a turn of `face`: not the same face again, and of
/// opposite faces the lower number first.
#[inline]
pub(super) fn turns_after(face: usize) -> u32 {
    const TURNS_AFTER: [u32; 6] = {
        let mut turns_after = [(1 << TURNS) - 1; 6];
        let mut face = 0;
        while face < 6 {
            turns_after[face] &= !(7 << (3 * face));
            if face >= 3 {
                turns_after[face] &= !(7 << (3 * (face - 3)));
            }
            face += 1;
        }
        turns_after
    };
    TURNS_AFTER[face]
}

/// What must be even in the first phase about the centres of R F L B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideGoal {
    /// Nothing.
    Ignored,
    /// The number of quarters of each.
    Exact,
    /// The same, but for the bits of `sides` that are set here.
    Free(usize),
}

impl SideGoal {
    /// Returns the bits that may be anything; `None` if nothing matters.
    fn free(self) -> Option<usize> {
        match self {
            Self::Ignored => None,
            Self::Exact => Some(0),
            Self::Free(free) => Some(free),
        }
    }
}

/// A state of the first phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase1State {
    pub(super) twist: u16,
    pub(super) flip: u16,
    pub(super) slice: u16,
    pub(super) sides: u8,
    /// The number of turns to the second phase if centres do not matter; not kept up to date where the
    /// filters decide.
    pub(super) distance: u8,
}

/// A view of a position.
#[derive(Clone, Debug)]
pub(super) struct View {
    rotations: usize,
    inverse: bool,
    pub(super) freedom: CentreFreedom,
    pub(super) phase1: Phase1State,
    pub(super) corners: u16,
    pub(super) four_edges: [u16; 3],
    pub(super) centres: u32,
}

impl View {
    /// Returns the six views of a position.
    pub(super) fn views(tables: &Tables, cube: &Cubies, freedom: CentreFreedom) -> Vec<Self> {
        let mut views = Vec::with_capacity(6);
        for inverse in [false, true] {
            let mut cube = if inverse { cube.inverse() } else { *cube };
            let mut freedom = freedom;
            for rotations in 0..3 {
                views.push(Self::new(tables, &cube, freedom, rotations, inverse));
                cube = cube.rotated();
                freedom = freedom.rotated();
            }
        }
        views
    }

    fn new(
        tables: &Tables,
        cube: &Cubies,
        freedom: CentreFreedom,
        rotations: usize,
        inverse: bool,
    ) -> Self {
        let four_edges = tables.moves.four_edges.read(cube);
        let value = |value: usize| coordinates::to_u16(value);
        let phase1 = Phase1State {
            twist: value(coordinates::twist(cube)),
            flip: value(coordinates::flip(cube)),
            slice: tables.moves.four_edges.slice[usize::from(four_edges[2])],
            sides: super::cubies::to_u8(coordinates::sides(cube)),
            distance: 0,
        };
        Self {
            rotations,
            inverse,
            freedom,
            phase1: Phase1State { distance: tables.find_phase1_distance(&phase1), ..phase1 },
            corners: value(coordinates::corners(cube)),
            four_edges,
            centres: pack(&cube.centres),
        }
    }

    /// Carries the turns of a solution of this view back to the position itself.
    pub(super) fn turns_of_original(&self, turns: &[usize]) -> Vec<usize> {
        // Three rotations are none.
        let rotations = (3 - self.rotations) % 3;
        let back = |turn: usize| (0..rotations).fold(turn, |turn, _| rotated_turn(turn));
        if self.inverse {
            turns.iter().rev().map(|&turn| inverse_turn(back(turn))).collect()
        } else {
            turns.iter().map(|&turn| back(turn)).collect()
        }
    }
}

impl Tables {
    /// Returns the exact number of turns to the second phase if centres do not matter, by walking
    /// there: every distance but the last has a neighbour that is nearer by one.
    fn find_phase1_distance(&self, phase1: &Phase1State) -> u8 {
        let mut value =
            (usize::from(phase1.slice) * N_FLIPS + usize::from(phase1.flip), phase1.twist);
        let code = |(flip_slice, twist): (usize, u16)| {
            self.phase1_distance_mod3(self.symmetric.flip_slice.find(flip_slice), twist)
        };
        let mut distance = 0;
        while value != (0, 0) {
            let nearer = (code(value) + 2) % 3;
            let turns = (0..TURNS).filter(|&turn| self.costs[turn] == 1);
            let mut next = turns.map(|turn| {
                let flip_slice = flip_slice_step(&self.moves, value.0, turn);
                (flip_slice, self.moves.twist[usize::from(value.1)][turn])
            });
            value = next.find(|&next| code(next) == nearer).expect("distances fall towards 0");
            distance += 1;
        }
        distance
    }

    /// Fills in the states after each of `turns`, a set of bits, and returns the set of those that may be
    /// as far away from the second phase as is left: `left` less what the turn counts.
    ///
    /// All states are looked up before any is judged: the accesses to memory, most of which miss the
    /// caches, do not wait for each other.
    #[inline]
    pub(super) fn expand(
        &self,
        before: &Phase1State,
        turns: u32,
        left: u8,
        sides: SideGoal,
        after: &mut [Phase1State; TURNS],
    ) -> u32 {
        if self.metric == Metric::QuarterTurn {
            return self.expand_by_quarters(before, turns, left, sides, after);
        }
        self.expand_by_one(before, turns, left - 1, sides, after)
    }

    /// Does the work of [`Tables::expand`] for turns that count one each, after which `left` is left.
    #[inline]
    fn expand_by_one(
        &self,
        before: &Phase1State,
        turns: u32,
        left: u8,
        sides: SideGoal,
        after: &mut [Phase1State; TURNS],
    ) -> u32 {
        let mut passed = 0;
        match (sides, &self.bounds.centres) {
            // From here on `distance` is not looked at: what is left only falls.
            (SideGoal::Exact, Some(bounds)) if left <= MAX_DISTANCE => {
                for turn in bit_indices(turns) {
                    after[turn] = self.moved(before, turn);
                    let key = self.key(&after[turn]);
                    passed |= u32::from(bounds.filters.may_be_within(key, left)) << turn;
                }
            }
            _ => {
                for turn in bit_indices(turns) {
                    after[turn] = self.moved(before, turn);
                    let row = self.flip_slice_class(&after[turn]);
                    self.update_phase1_distance(&mut after[turn], row, before.distance);
                    passed |= u32::from(after[turn].distance <= left) << turn;
                }
                for turn in bit_indices(passed) {
                    let row = self.flip_slice_class(&after[turn]);
                    if self.sides_bound(&after[turn], row, sides, left) > left {
                        passed &= !(1 << turn);
                    }
                }
            }
        }
        passed
    }

    /// Does the work of [`Tables::expand`] where a half turn counts two: it is two quarter turns.
    fn expand_by_quarters(
        &self,
        before: &Phase1State,
        turns: u32,
        left: u8,
        sides: SideGoal,
        after: &mut [Phase1State; TURNS],
    ) -> u32 {
        let quarters = turns & !HALF_TURNS;
        let mut passed = self.expand_by_one(before, quarters, left - 1, sides, after);
        if left >= 2 {
            for turn in bit_indices(turns & HALF_TURNS) {
                let halfway = self.phase1_turned(before, turn - 1);
                let mut ends = [halfway; TURNS];
                let once = 1 << (turn - 1);
                let fits = self.expand_by_one(&halfway, once, left - 2, sides, &mut ends);
                after[turn] = ends[turn - 1];
                passed |= fits << 1;
            }
        }
        passed
    }

    /// Returns the state's key in the filters.
    #[inline]
    pub(super) fn key(&self, phase1: &Phase1State) -> u64 {
        let (class, symmetry) = self.flip_slice_class(phase1);
        let twist = self.symmetric.twist[usize::from(phase1.twist)][symmetry];
        let sides = self.symmetric.sides[usize::from(phase1.sides)][symmetry];
        filter::key(class, twist, sides)
    }

    /// Returns a state after a turn of cost 1.
    #[inline]
    pub(super) fn phase1_turned(&self, before: &Phase1State, turn: usize) -> Phase1State {
        let mut after = self.moved(before, turn);
        let row = self.flip_slice_class(&after);
        self.update_phase1_distance(&mut after, row, before.distance);
        after
    }

    /// Fills in how near a state is, next to one whose `distance` is known.
    #[inline]
    fn update_phase1_distance(&self, after: &mut Phase1State, row: (usize, usize), before: u8) {
        /// By a distance and a neighbour's, modulo 3: the neighbour's.
        const NEXT: [[u8; 4]; 24] = {
            let mut next = [[0; 4]; 24];
            let mut from: u8 = 0;
            while from < 24 {
                next[from as usize][from as usize % 3] = from;
                next[from as usize][(from as usize + 1) % 3] = from + 1;
                next[from as usize][(from as usize + 2) % 3] = from.saturating_sub(1);
                from += 1;
            }
            next
        };
        let code = self.phase1_distance_mod3(row, after.twist);
        after.distance = NEXT[usize::from(before)][usize::from(code)];
    }

    /// Returns `distance` of a class of flip and slice and a twist, modulo 3.
    #[inline]
    fn phase1_distance_mod3(&self, (class, symmetry): (usize, usize), twist: u16) -> u8 {
        let twist = self.symmetric.twist[usize::from(twist)][symmetry];
        self.bounds.phase1_distance_mod3.get(class, usize::from(twist))
    }

    /// Returns a state after a turn, all but its `distance`.
    #[inline]
    fn moved(&self, before: &Phase1State, turn: usize) -> Phase1State {
        let moves = &self.moves;
        Phase1State {
            twist: moves.twist[usize::from(before.twist)][turn],
            flip: moves.flip[usize::from(before.flip)][turn],
            slice: moves.slice[usize::from(before.slice)][turn],
            sides: moves.sides[usize::from(before.sides)][turn].to_le_bytes()[0],
            distance: 0,
        }
    }

    #[inline]
    fn flip_slice_class(&self, phase1: &Phase1State) -> (usize, usize) {
        let value = usize::from(phase1.slice) * N_FLIPS + usize::from(phase1.flip);
        self.symmetric.flip_slice.find(value)
    }

    /// Returns a lower bound on the turns to the second phase, from the sides' centres and either flips
    /// or twists; it is exact enough once it exceeds `enough`.
    #[inline]
    fn sides_bound(
        &self,
        phase1: &Phase1State,
        (class, symmetry): (usize, usize),
        sides: SideGoal,
        enough: u8,
    ) -> u8 {
        let (Some(bounds), Some(free)) = (&self.bounds.centres, sides.free()) else { return 0 };
        let (twists, mirror) = self.symmetric.twists.find(usize::from(phase1.twist));
        let one = |sides: usize| {
            let image = usize::from(self.symmetric.sides[sides][symmetry]);
            let flips = bounds.flip_sides.get(class * N_SIDES + image);
            if flips > enough {
                return flips;
            }
            let value = usize::from(phase1.slice) * N_SIDES + sides;
            let image = usize::from(self.symmetric.slice_sides[value][mirror]);
            flips.max(bounds.twist_sides.get(twists * (N_SLICES * N_SIDES) + image))
        };
        let sides = usize::from(phase1.sides);
        if free == 0 {
            return one(sides);
        }
        let choices = (0..N_SIDES).filter(|choice| choice & !free == 0);
        choices.map(|choice| one(sides ^ choice)).min().expect("0 is one of them")
    }

    /// Returns a lower bound on the turns to the second phase.
    pub(super) fn phase1_bound(&self, phase1: &Phase1State, sides: SideGoal) -> u8 {
        phase1.distance.max(self.sides_bound(phase1, self.flip_slice_class(phase1), sides, u8::MAX))
    }
}
