//! Phase-1 states, and a position as coordinates in each of six views.
//!
//! The views are the cube rotated about its corner URF, and the inverse position. A solution of a
//! view is converted to a solution of the original position. The phases divide the views
//! differently, so a position with long solutions in one view may have short ones in another.

use gordian_perm::cube3::Metric;

use super::coordinates::{self, N_FLIPS, N_SIDES, N_SLICES};
use super::cubies::{Cubies, TURNS, inverse_turn, rotated_turn};
use super::filter::{self, MAX_DISTANCE};
use super::tables::{Tables, flip_slice_step};

/// The unconstrained bits of the centres, in the order U R F D L B: two bits per nibble, set if
/// this bit of the number of quarter turns is arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CentreFreedom(pub(super) u32);

impl CentreFreedom {
    /// No constraint.
    pub(super) const FULL: Self = Self(0x33_3333);

    /// Returns the same constraint for the cube after [`Cubies::rotated`].
    fn rotated(self) -> Self {
        let field = |face: usize| self.0 >> (4 * face) & 3;
        let carried = (0..6).map(|face| field(face) << (4 * (face / 3 * 3 + (face + 1) % 3)));
        Self(carried.sum())
    }

    /// Returns whether the centres, packed by [`pack`], satisfy the constraint.
    #[inline]
    pub(super) fn accepts(self, centres: u32) -> bool {
        centres & !self.0 == 0
    }

    /// Returns the goal of the side centres in phase 1.
    pub(super) fn sides(self) -> SideGoal {
        let free = |face: usize| (self.0 >> (4 * face) & 1) as usize;
        match free(1) | free(2) << 1 | free(4) << 2 | free(5) << 3 {
            _ if self == Self::FULL => SideGoal::Ignored,
            0 => SideGoal::Exact,
            free => SideGoal::Free(free),
        }
    }
}

/// Packs one number per centre, at most 3, into nibbles, U in the lowest.
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

/// Converts packed centres to a value of `centres`; odd quarter turns of the sides are ignored.
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

/// The half turns as a bit set.
const HALF_TURNS: u32 = 0o222_222;

/// Returns the indices of the set bits.
#[inline]
pub(super) fn bit_indices(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// Returns the set of turns that may follow a turn of `face` in a canonical sequence: not the same
/// face, and of opposite faces the lower number first.
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

/// The goal of phase 1 for the parities of the centres of R F L B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideGoal {
    /// No constraint.
    Ignored,
    /// All quarter turns must be even.
    Exact,
    /// As `Exact`, except for the set bits of `sides`.
    Free(usize),
}

impl SideGoal {
    /// Returns the unconstrained bits; `None` if there is no constraint.
    fn free(self) -> Option<usize> {
        match self {
            Self::Ignored => None,
            Self::Exact => Some(0),
            Self::Free(free) => Some(free),
        }
    }
}

/// A state of phase 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase1State {
    pub(super) twist: u16,
    pub(super) flip: u16,
    pub(super) slice: u16,
    pub(super) sides: u8,
    /// The exact distance to phase 2 without centres; not updated where the filters decide.
    pub(super) distance: u8,
}

/// A position in one of the six views.
#[derive(Clone, Debug)]
pub(super) struct View {
    rotations: usize,
    inverse: bool,
    pub(super) freedom: CentreFreedom,
    pub(super) phase1: Phase1State,
    pub(super) corners: u16,
    pub(super) upper_corners: u8,
    pub(super) four_edges: [u16; 3],
    pub(super) centres: u32,
}

impl View {
    /// Returns the six views of a position.
    pub(super) fn all_of(tables: &Tables, cube: &Cubies, freedom: CentreFreedom) -> Vec<Self> {
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
            upper_corners: super::cubies::to_u8(coordinates::upper_corners(
                cube,
                &tables.moves.upper_corner_numbers,
            )),
            four_edges,
            centres: pack(&cube.centres),
        }
    }

    /// Converts the turns of a solution of this view to turns of the original position.
    pub(super) fn turns_of_original(&self, turns: &[usize]) -> Vec<usize> {
        // Three rotations are the identity.
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
    /// Returns the exact distance to phase 2 without centres, by descending to it: every state
    /// except the goal has a neighbour at distance one less.
    pub(super) fn find_phase1_distance(&self, phase1: &Phase1State) -> u8 {
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

    /// Writes the states after each of `turns` (a bit set) to `after`, and returns the set of turns
    /// after which the distance to phase 2 may be at most `left` less the cost of the turn.
    ///
    /// All lookups are issued before any result is used, so that the memory accesses, most of which
    /// are cache misses, overlap.
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
            return self.expand_quarter_turn_metric(before, turns, left, sides, after);
        }
        self.expand_turns_of_cost_one(before, turns, left - 1, sides, after)
    }

    /// [`Tables::expand`] for turns of cost 1; `left` is the remaining cost after the turn.
    #[inline]
    fn expand_turns_of_cost_one(
        &self,
        before: &Phase1State,
        turns: u32,
        left: u8,
        sides: SideGoal,
        after: &mut [Phase1State; TURNS],
    ) -> u32 {
        let mut passed = 0;
        match (sides, &self.bounds.centres) {
            // From here on `distance` is not used, because the remaining cost only decreases.
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

    /// [`Tables::expand`] in the quarter-turn metric: a half turn is two quarter turns.
    fn expand_quarter_turn_metric(
        &self,
        before: &Phase1State,
        turns: u32,
        left: u8,
        sides: SideGoal,
        after: &mut [Phase1State; TURNS],
    ) -> u32 {
        let quarters = turns & !HALF_TURNS;
        let mut passed = self.expand_turns_of_cost_one(before, quarters, left - 1, sides, after);
        if left >= 2 {
            for turn in bit_indices(turns & HALF_TURNS) {
                let halfway = self.phase1_turned(before, turn - 1);
                let mut ends = [halfway; TURNS];
                let once = 1 << (turn - 1);
                let fits =
                    self.expand_turns_of_cost_one(&halfway, once, left - 2, sides, &mut ends);
                after[turn] = ends[turn - 1];
                passed |= fits << 1;
            }
        }
        passed
    }

    /// Returns the key of the state in the filters.
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

    /// Sets the distance of a state from the distance `before` of a neighbour.
    #[inline]
    fn update_phase1_distance(&self, after: &mut Phase1State, row: (usize, usize), before: u8) {
        /// The distance of a state, by the distance of a neighbour and its own distance modulo 3.
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

    /// Returns the distance to phase 2 modulo 3 of a flip-and-slice class and a twist.
    #[inline]
    fn phase1_distance_mod3(&self, (class, symmetry): (usize, usize), twist: u16) -> u8 {
        let twist = self.symmetric.twist[usize::from(twist)][symmetry];
        self.bounds.phase1_distance_mod3.get(class, usize::from(twist))
    }

    /// Returns a state after a turn, without its `distance`.
    #[inline]
    pub(super) fn moved(&self, before: &Phase1State, turn: usize) -> Phase1State {
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

    /// Returns a lower bound on the distance to phase 2, from the side centres and either flips or
    /// twists. The evaluation stops early once the bound exceeds `enough`.
    #[inline]
    fn sides_bound(
        &self,
        phase1: &Phase1State,
        (class, symmetry): (usize, usize),
        sides: SideGoal,
        enough: u8,
    ) -> u8 {
        let (Some(bounds), Some(free)) = (&self.bounds.centres, sides.free()) else { return 0 };
        let (twist_class, twist_symmetry) =
            self.symmetric.twist_classes.find(usize::from(phase1.twist));
        let one = |sides: usize| {
            let image = usize::from(self.symmetric.sides[sides][symmetry]);
            let flips = bounds.flip_sides.get(class * N_SIDES + image);
            if flips > enough {
                return flips;
            }
            let value = usize::from(phase1.slice) * N_SIDES + sides;
            let image = usize::from(self.symmetric.slice_sides[value][twist_symmetry]);
            flips.max(bounds.twist_sides.get(twist_class * (N_SLICES * N_SIDES) + image))
        };
        let sides = usize::from(phase1.sides);
        if free == 0 {
            return one(sides);
        }
        let choices = (0..N_SIDES).filter(|choice| choice & !free == 0);
        choices.map(|choice| one(sides ^ choice)).min().expect("0 is one of them")
    }

    /// Returns a lower bound on the distance to phase 2.
    pub(super) fn phase1_bound(&self, phase1: &Phase1State, sides: SideGoal) -> u8 {
        phase1.distance.max(self.sides_bound(phase1, self.flip_slice_class(phase1), sides, u8::MAX))
    }
}
