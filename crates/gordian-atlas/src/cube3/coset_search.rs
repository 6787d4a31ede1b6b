//! The upper part of the search for optimal solutions, with a table of cosets.
//!
//! Two bounds exclude nodes. *Direct*: the distances of the cosets of a cube along the three axes.
//! *Inverse*: those of the cosets of its inverse, which has solutions of the same lengths. The
//! inverse of a cube after the turn m is that of the cube with m⁻¹ applied first. This leaves its
//! coset along an axis the same if m turns U or D, as seen along the axis, and changes only the set
//! of places of the U corners if m is another half turn. So the group of the coset of the inverse,
//! which is in one cache line of the table or two, has bounds of ten successors, before these are
//! computed.
//!
//! A lookup waits for the memory: some 200 ns alone, but 30 ns if others are under way. So the
//! depth-first search expands up to [`BATCH`] nodes together, and each step of it (coordinates,
//! classes, places in the table, codes) is a loop of its own whose accesses do not depend on each
//! other.
//!
//! Where fewer turns are left than the table tells apart, few nodes remain. The search with the
//! distances of phase 1 continues there. In the quarter-turn metric a half turn is two equal
//! quarter turns, so that every turn costs 1.

use std::ops::Range;

use gordian_perm::cube3::Metric;

use super::coordinates::{N_FLIPS, N_TWISTS};
use super::coset_levels::CosetPlace;
use super::coset_table::{CosetTable, nearest};
use super::cubies::{TURNS, to_u8};
use super::deepening::{DepthFirstSearch, IterativeDeepening};
use super::inverse::{Coset, Inverses, PackedCube, SIDE_HALF_TURNS, Sums};
use super::phase1::{View, bit_indices, turns_after};
use super::symmetry::SYMMETRIES;
use super::tables::Tables;
use crate::map::prefetch;

/// The number of nodes that are expanded together.
const BATCH: usize = 256;
/// The quarter turns as a bit set.
const QUARTER_TURNS: u32 = 0o555_555;
/// The clockwise quarter turns as a bit set.
const CLOCKWISE: u32 = 0o111_111;
/// The turns of U and D as a bit set.
const AXIS_TURNS: u32 = 0o007_007;

/// The lower bounds of a table of cosets.
pub(super) struct CosetBounds<'a> {
    codes: &'a [u8],
    /// The nearest distance that the codes tell apart.
    nearest: u8,
    inverses: &'a Inverses,
    metric: Metric,
}

impl<'a> CosetBounds<'a> {
    pub(super) fn new(table: &'a CosetTable, inverses: &'a Inverses) -> Self {
        let metric = table.metric();
        Self { codes: table.codes(), nearest: nearest(metric), inverses, metric }
    }

    /// Returns the least length for which the bounds exclude anything.
    pub(super) fn min_length(&self) -> u8 {
        self.nearest
    }

    /// Returns the greatest bound.
    fn farthest(&self) -> u8 {
        self.nearest + 2
    }

    /// Returns the least code whose bound is at least a number of turns.
    fn code_from(&self, bound: u8) -> u8 {
        (bound + 1).saturating_sub(self.nearest).max(1)
    }

    /// Returns the turns that a sequence may begin with.
    fn first_turns(&self) -> u32 {
        match self.metric {
            Metric::HalfTurn => (1 << TURNS) - 1,
            Metric::QuarterTurn => QUARTER_TURNS,
        }
    }

    /// Returns the turns that may follow `turn`, which follows `before`.
    fn next_turns(&self, before: Option<usize>, turn: usize) -> u32 {
        let again = match self.metric {
            // Twice clockwise is a half turn; twice anticlockwise is the same one.
            Metric::QuarterTurn if turn.is_multiple_of(3) && before != Some(turn) => 1 << turn,
            _ => 0,
        };
        turns_after(turn / 3) & self.first_turns() | again
    }

    /// Returns the turns that may follow `last` in the search without the table, in which half
    /// turns are single turns: the given ones and, in the quarter-turn metric, half turns of the
    /// other faces among them.
    fn with_half_turns(&self, turns: u32, last: usize) -> u32 {
        match self.metric {
            Metric::HalfTurn => turns,
            Metric::QuarterTurn => turns | (turns & CLOCKWISE & !(1 << last)) << 1,
        }
    }

    /// Returns the turns of a path, with half turns in place of two equal quarter turns.
    pub(super) fn merged(&self, path: &[u8]) -> Vec<usize> {
        let mut turns: Vec<usize> = Vec::with_capacity(path.len());
        for turn in path.iter().map(|&turn| usize::from(turn)) {
            match turns.last_mut() {
                Some(last) if self.metric == Metric::QuarterTurn && *last == turn => *last += 1,
                _ => turns.push(turn),
            }
        }
        turns
    }
}

/// A node of the search.
#[derive(Clone, Copy)]
struct Node {
    cube: PackedCube,
    sums: Sums,
    /// By axis.
    cosets: [Coset; 3],
    /// The turn that led there.
    turn: u8,
    /// The number of the node before it, in its level.
    parent: u32,
    /// The turns that may follow.
    turns: u32,
}

/// A successor of a node.
#[derive(Clone, Copy)]
struct Candidate {
    turn: u8,
    parent: u32,
    /// The turns that may follow.
    turns: u32,
}

/// The lookups that are under way.
#[derive(Default)]
struct Lookups {
    cosets: Vec<Coset>,
    classes: Vec<u32>,
    places: Vec<CosetPlace>,
    codes: Vec<u8>,
}

impl Lookups {
    /// Looks up the codes of cosets. What is read next is fetched while the rest is computed; of
    /// the table these are the two `bytes` of each place, which may be in two cache lines.
    fn run(
        &mut self,
        tables: &Tables,
        codes: &[u8],
        bytes: impl Fn(CosetPlace) -> [usize; 2],
        cosets: impl Iterator<Item = Coset>,
    ) {
        let flip_slice = &tables.symmetric.flip_slice.class_and_symmetry;
        let number = |coset: &Coset| usize::from(coset.slice) * N_FLIPS + usize::from(coset.flip);
        self.cosets.clear();
        self.cosets.extend(cosets.inspect(|coset| prefetch(flip_slice, number(coset))));
        self.classes.clear();
        self.classes.extend(self.cosets.iter().map(|coset| flip_slice[number(coset)]));
        self.places.clear();
        self.places.extend(self.cosets.iter().zip(&self.classes).map(|(coset, &class)| {
            let (row, symmetry) = (class as usize / SYMMETRIES, class as usize % SYMMETRIES);
            let twist = usize::from(tables.symmetric.twist[usize::from(coset.twist)][symmetry]);
            let set = image(tables, coset.upper_corners, symmetry);
            let place = CosetPlace::new(N_TWISTS, row, twist, set);
            for byte in bytes(place) {
                prefetch(codes, byte);
            }
            place
        }));
        self.codes.clear();
        self.codes.extend(self.places.iter().map(|place| place.code(codes)));
    }
}

/// Returns the image of a set of places of the U corners.
#[inline]
fn image(tables: &Tables, upper_corners: u8, symmetry: usize) -> u8 {
    tables.symmetric.upper_corners[usize::from(upper_corners)][symmetry].to_le_bytes()[0]
}

/// The search of one task: all paths that begin with two given turns.
pub(super) struct CosetSearch<'a> {
    bounds: &'a CosetBounds<'a>,
    /// Searches on where the table does not help.
    pub(super) lower: DepthFirstSearch<'a>,
    /// By axis: the name of each turn in its view.
    turn_in_view: [[usize; TURNS]; 3],
    /// By axis: the turns of its two faces.
    own_turns: [u32; 3],
    /// By axis: the turns that are [`SIDE_HALF_TURNS`] in its view, as bit sets.
    side_half_turns: [[u32; 4]; 3],
    /// The second turn, as a bit set.
    second: u32,
    /// By depth: the nodes that were found last.
    levels: Vec<Vec<Node>>,
    candidates: Vec<Candidate>,
    /// By candidate.
    sums: Vec<Sums>,
    lookups: Lookups,
}

impl<'a> CosetSearch<'a> {
    pub(super) fn new(bounds: &'a CosetBounds<'a>, lower: DepthFirstSearch<'a>) -> Self {
        let turn_in_view = lower.all.turn_in_view;
        // The turns whose names in a view have a property.
        let turns_named = |names: &[usize; TURNS], is_one: &dyn Fn(usize) -> bool| {
            let turns = (0..TURNS).filter(|&turn| is_one(names[turn]));
            turns.fold(0, |set, turn| set | 1 << turn)
        };
        let own_turns = turn_in_view
            .each_ref()
            .map(|names| turns_named(names, &|name| AXIS_TURNS >> name & 1 == 1));
        let side_half_turns = turn_in_view.each_ref().map(|names| {
            SIDE_HALF_TURNS.map(|half_turn| turns_named(names, &|name| name == half_turn))
        });
        Self {
            bounds,
            lower,
            turn_in_view,
            own_turns,
            side_half_turns,
            second: 0,
            levels: Vec::new(),
            candidates: Vec::new(),
            sums: Vec::new(),
            lookups: Lookups::default(),
        }
    }

    /// Searches the paths of exactly `length` that begin with two turns; the length is at least
    /// [`CosetBounds::min_length`]. Returns the end of the path in `lower`.
    pub(super) fn search_pair(&mut self, length: u8, [first, second]: [usize; 2]) -> Option<usize> {
        let bounds = self.bounds;
        self.second = 1 << second;
        let may_begin = bounds.first_turns() >> first & 1 == 1;
        if !may_begin || bounds.next_turns(None, first) & self.second == 0 {
            return None;
        }
        let IterativeDeepening { cube, views, .. } = self.lower.all;
        let coset = |view: &View| Coset {
            twist: view.phase1.twist,
            flip: view.phase1.flip,
            slice: view.phase1.slice,
            upper_corners: view.upper_corners,
        };
        let cube = PackedCube::new(cube);
        let root = Node {
            cube,
            sums: bounds.inverses.sums(&cube),
            cosets: views.map(coset),
            turn: 0,
            parent: 0,
            turns: 1 << first,
        };
        self.levels = vec![Vec::new(); usize::from(length) + 1];
        self.levels[0].push(root);
        self.descend(0, length)
    }

    /// Searches on from the nodes at a depth, with exactly `left` turns.
    fn descend(&mut self, depth: usize, left: u8) -> Option<usize> {
        let n = self.levels[depth].len();
        for first in (0..n).step_by(BATCH) {
            let range = first..n.min(first + BATCH);
            if self.lower.count_nodes(range.len() as u64) {
                return None;
            }
            self.expand(depth, range, left - 1);
            let end = if left > self.bounds.nearest {
                self.descend(depth + 1, left - 1)
            } else {
                self.search_lower(depth + 1, left - 1)
            };
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Searches on from the nodes at a depth without the table.
    fn search_lower(&mut self, depth: usize, left: u8) -> Option<usize> {
        for number in 0..self.levels[depth].len() {
            let node = &self.levels[depth][number];
            let turns = self.bounds.with_half_turns(node.turns, node.turn.into());
            let mut number = number;
            for at in (0..depth).rev() {
                let node = &self.levels[at + 1][number];
                self.lower.path[at] = node.turn;
                number = node.parent as usize;
            }
            let end = self.lower.continue_path(depth, turns, left);
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Finds the successors of some nodes at a depth from which `left` turns may suffice.
    fn expand(&mut self, depth: usize, range: Range<usize>, left: u8) {
        let mut levels = std::mem::take(&mut self.levels);
        let (before, after) = levels.split_at_mut(depth + 1);
        let (nodes, children) = (&before[depth], &mut after[0]);
        let Self { bounds, candidates, second, .. } = self;
        candidates.clear();
        for (parent, node) in (0..).zip(nodes).skip(range.start).take(range.len()) {
            let turn_before = (depth > 0).then(|| node.turn.into());
            candidates.extend(bit_indices(node.turns).map(|turn| {
                let turns = bounds.next_turns(turn_before, turn);
                let turns = if depth == 0 { turns & *second } else { turns };
                Candidate { turn: to_u8(turn), parent, turns }
            }));
        }
        // Above, the table excludes too few of them, or none.
        if left <= self.bounds.nearest {
            self.exclude_by_cosets(nodes, left);
        }
        let Self { bounds, sums, candidates, .. } = self;
        sums.clear();
        sums.extend(candidates.iter().map(|it| {
            let node = &nodes[it.parent as usize];
            bounds.inverses.turned_sums(&node.cube, &node.sums, it.turn.into())
        }));
        if left <= self.bounds.farthest() {
            self.exclude_by_inverses(left);
        }
        let Self { bounds, turn_in_view, candidates, sums, .. } = self;
        let tables = self.lower.all.tables;
        children.clear();
        for (candidate, sums) in candidates.iter().zip(&*sums) {
            let Candidate { turn, parent, turns } = *candidate;
            if turns == 0 {
                continue;
            }
            let node = &nodes[parent as usize];
            children.push(Node {
                cube: bounds.inverses.turned(&node.cube, turn.into()),
                sums: *sums,
                cosets: [0, 1, 2].map(|axis| {
                    let turn = turn_in_view[axis][usize::from(turn)];
                    tables.turned_coset(&node.cosets[axis], turn)
                }),
                turn,
                parent,
                turns,
            });
        }
        self.levels = levels;
    }

    /// Removes the candidates whose cosets are too far away.
    fn exclude_by_cosets(&mut self, nodes: &[Node], left: u8) {
        let Self { bounds, turn_in_view, candidates, lookups, .. } = self;
        let tables = self.lower.all.tables;
        let too_far = bounds.code_from(left + 1);
        for (axis, turn_in_view) in turn_in_view.iter().enumerate() {
            let cosets = candidates.iter().map(|it| {
                let before = &nodes[it.parent as usize].cosets[axis];
                tables.turned_coset(before, turn_in_view[usize::from(it.turn)])
            });
            lookups.run(tables, bounds.codes, CosetPlace::bytes, cosets);
            let mut kept = 0;
            for (number, &code) in lookups.codes.iter().enumerate() {
                candidates[kept] = candidates[number];
                kept += usize::from(code < too_far);
            }
            candidates.truncate(kept);
        }
    }

    /// Removes the turns that the bounds of the inverses exclude, and the candidates without turns
    /// that may follow.
    fn exclude_by_inverses(&mut self, left: u8) {
        let Self { bounds, candidates, sums, lookups, own_turns, side_half_turns, .. } = self;
        let tables = self.lower.all.tables;
        let has_half_turns = bounds.metric == Metric::HalfTurn;
        let bytes = if has_half_turns { CosetPlace::ends_of_group } else { CosetPlace::bytes };
        let (too_far, too_far_next) = (bounds.code_from(left + 1), bounds.code_from(left));
        for others in 1..=3 {
            // The bound along the axis of the last turn is known from the node before, as far as it
            // excludes the candidate.
            let axis = |candidate: &Candidate| (own_axis(candidate.turn) + others) % 3;
            let inverses = candidates.iter().zip(&*sums);
            let cosets = inverses.map(|(it, sums)| bounds.inverses.coset(sums, axis(it)));
            lookups.run(tables, bounds.codes, bytes, cosets);
            let mut kept = 0;
            for (number, &code) in lookups.codes.iter().enumerate() {
                if code >= too_far {
                    continue;
                }
                let (mut candidate, sums_here) = (candidates[number], sums[number]);
                let axis = axis(&candidate);
                if code >= too_far_next {
                    candidate.turns &= !own_turns[axis];
                }
                let half_turns = side_half_turns[axis];
                if has_half_turns && half_turns.iter().any(|turn| candidate.turns & turn != 0) {
                    let excluded = lookups.places[number].sets_from(too_far_next, bounds.codes);
                    let symmetry = lookups.classes[number] as usize % SYMMETRIES;
                    let sets = bounds.inverses.sets_after_half_turns(&sums_here, axis);
                    for (set, turn) in sets.into_iter().zip(half_turns) {
                        if excluded >> image(tables, set, symmetry) & 1 == 1 {
                            candidate.turns &= !turn;
                        }
                    }
                }
                (candidates[kept], sums[kept]) = (candidate, sums_here);
                kept += usize::from(candidate.turns != 0);
            }
            candidates.truncate(kept);
            sums.truncate(kept);
        }
    }
}

/// Returns the axis whose faces a turn turns.
fn own_axis(turn: u8) -> usize {
    (3 - usize::from(turn) / 3 % 3) % 3
}

impl Tables {
    /// Returns a coset after a turn.
    #[inline]
    fn turned_coset(&self, before: &Coset, turn: usize) -> Coset {
        let moves = &self.moves;
        let upper_corners = moves.upper_corners[usize::from(before.upper_corners)][turn];
        Coset {
            twist: moves.twist[usize::from(before.twist)][turn],
            flip: moves.flip[usize::from(before.flip)][turn],
            slice: moves.slice[usize::from(before.slice)][turn],
            upper_corners: upper_corners.to_le_bytes()[0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cubies::rotated_turn;
    use super::*;

    #[test]
    fn own_axes_have_their_turns() {
        for turn in 0..TURNS {
            let name = (0..own_axis(to_u8(turn))).fold(turn, |turn, _| rotated_turn(turn));
            assert_eq!(AXIS_TURNS >> name & 1, 1, "{turn}");
        }
    }
}
