//! The upper part of the search for optimal solutions, with a table of cosets.
//!
//! Two bounds exclude nodes. *Direct*: the distances of the cosets of a cube along the three axes. *Inverse*: those of the cosets of
//! its inverse, which has solutions of the same lengths. The inverse of a cube after the turn m is that of the cube with m⁻¹ applied
//! first, which leaves its coset the same if m turns U or D, as seen along the axis. So the coset of the inverse along an axis
//! bounds the six successors by turns of the faces of the axis all at once, and need not be looked up again for those that remain.
//!
//! A lookup waits for the memory: some 200 ns alone, but 30 ns if others are under way. So the depth-first search expands
//! up to [`BATCH`] nodes together, and each step of it (coordinates, classes, places in the table, codes) is a loop of its own whose
//! accesses do not depend on each other.
//!
//! Where fewer turns are left than the table tells apart, few nodes remain. The search with the distances of phase 1 continues
//! there. In the quarter-turn metric a half turn is two equal quarter turns, so that every turn costs 1.

use std::ops::Range;

use gordian_perm::cube3::Metric;

use super::coordinates::{N_FLIPS, N_TWISTS};
use super::coset_levels::CosetPlace;
use super::coset_table::{CosetTable, nearest};
use super::cubies::{TURNS, to_u8};
use super::deepening::{DepthFirstSearch, IterativeDeepening};
use super::inverse::{Coset, Inverses, PackedCube};
use super::phase1::{View, bit_indices, turns_after};
use super::symmetry::SYMMETRIES;
use super::tables::Tables;

/// The number of nodes that are expanded together.
const BATCH: usize = 64;
/// The quarter turns as a bit set.
const QUARTER_TURNS: u32 = 0o555_555;
/// The clockwise quarter turns as a bit set.
const CLOCKWISE: u32 = 0o111_111;
/// The turns of U and D as a bit set.
const AXIS_TURNS: u32 = 0o007_007;
/// A lower bound that is not known yet.
const UNKNOWN: u8 = u8::MAX;

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

    /// Returns the bound of a code.
    #[inline]
    fn of_code(&self, code: u8) -> u8 {
        if code == 0 { 0 } else { self.nearest + code - 1 }
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

    /// Returns the turns that may follow `last` in the search without the table, in which half turns are single turns: the given
    /// ones and, in the quarter-turn metric, half turns of the other faces among them.
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
    /// By axis.
    cosets: [Coset; 3],
    /// By axis: a lower bound from the inverse, or [`UNKNOWN`].
    inverse_bounds: [u8; 3],
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
    /// Looks up the codes of all cosets.
    fn run(&mut self, tables: &Tables, codes: &[u8]) -> &[u8] {
        let flip_slice = &tables.symmetric.flip_slice.class_and_symmetry;
        self.classes.clear();
        self.classes.extend(
            self.cosets.iter().map(|coset| {
                flip_slice[usize::from(coset.slice) * N_FLIPS + usize::from(coset.flip)]
            }),
        );
        self.places.clear();
        self.places.extend(self.cosets.iter().zip(&self.classes).map(|(coset, &class)| {
            let (row, symmetry) = (class as usize / SYMMETRIES, class as usize % SYMMETRIES);
            let twist = usize::from(tables.symmetric.twist[usize::from(coset.twist)][symmetry]);
            let set = tables.symmetric.upper_corners[usize::from(coset.upper_corners)][symmetry];
            CosetPlace::new(N_TWISTS, row, twist, usize::from(set))
        }));
        self.codes.clear();
        self.codes.extend(self.places.iter().map(|place| place.code(codes)));
        &self.codes
    }
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
    /// The second turn, as a bit set.
    second: u32,
    /// By depth: the nodes that were found last.
    levels: Vec<Vec<Node>>,
    candidates: Vec<Candidate>,
    lookups: Lookups,
    /// The node and the axis of each lookup.
    asked: Vec<(usize, usize)>,
}

impl<'a> CosetSearch<'a> {
    pub(super) fn new(bounds: &'a CosetBounds<'a>, lower: DepthFirstSearch<'a>) -> Self {
        let turn_in_view = lower.all.turn_in_view;
        let own_turns = turn_in_view.map(|names| {
            let own = names.iter().enumerate();
            let own = own.filter(|(_, name)| AXIS_TURNS >> **name & 1 == 1);
            own.fold(0, |set, (turn, _)| set | 1 << turn)
        });
        Self {
            bounds,
            lower,
            turn_in_view,
            own_turns,
            second: 0,
            levels: Vec::new(),
            candidates: Vec::new(),
            lookups: Lookups::default(),
            asked: Vec::new(),
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
        let root = Node {
            cube: PackedCube::new(cube),
            cosets: views.map(coset),
            inverse_bounds: [UNKNOWN; 3],
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
            self.bound_inverses(depth, range.clone(), left);
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
        self.bound_inverses(depth, 0..self.levels[depth].len(), left);
        for number in 0..self.levels[depth].len() {
            let node = &self.levels[depth][number];
            if node.inverse_bounds.iter().any(|&bound| bound > left) {
                continue;
            }
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

    /// Looks up the bounds of the inverses of nodes with `left` turns left, if they can exclude successors.
    fn bound_inverses(&mut self, depth: usize, range: Range<usize>, left: u8) {
        if left > self.bounds.nearest + 3 {
            return;
        }
        let Self { bounds, lookups, asked, .. } = self;
        let nodes = &mut self.levels[depth][range];
        lookups.cosets.clear();
        asked.clear();
        for (number, node) in nodes.iter().enumerate() {
            for axis in (0..3).filter(|&axis| node.inverse_bounds[axis] == UNKNOWN) {
                lookups.cosets.push(bounds.inverses.coset(&node.cube, axis));
                asked.push((number, axis));
            }
        }
        let codes = lookups.run(self.lower.all.tables, bounds.codes);
        for (&(number, axis), &code) in asked.iter().zip(codes) {
            nodes[number].inverse_bounds[axis] = bounds.of_code(code);
        }
    }

    /// Finds the successors of some nodes at a depth from which `left` turns may suffice.
    fn expand(&mut self, depth: usize, range: Range<usize>, left: u8) {
        let Self { bounds, turn_in_view, own_turns, candidates, lookups, .. } = self;
        let tables = self.lower.all.tables;
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (nodes, children) = (&before[depth], &mut after[0]);
        candidates.clear();
        for (number, node) in (0..).zip(nodes).skip(range.start).take(range.len()) {
            let mut turns = node.turns;
            for (bound, own) in node.inverse_bounds.iter().zip(&*own_turns) {
                match *bound {
                    UNKNOWN => {}
                    bound if bound > left + 1 => turns = 0,
                    bound if bound > left => turns &= !own,
                    _ => {}
                }
            }
            candidates.extend(
                bit_indices(turns).map(|turn| Candidate { turn: to_u8(turn), parent: number }),
            );
        }
        let coset = |&Candidate { turn, parent }: &Candidate, axis: usize| {
            let before = &nodes[parent as usize].cosets[axis];
            tables.turned_coset(before, turn_in_view[axis][usize::from(turn)])
        };
        // Above, the table excludes too few of them.
        if left <= bounds.nearest {
            for axis in 0..3 {
                lookups.cosets.clear();
                lookups.cosets.extend(candidates.iter().map(|it| coset(it, axis)));
                let codes = lookups.run(tables, bounds.codes);
                let mut kept = 0;
                for (number, &code) in codes.iter().enumerate() {
                    candidates[kept] = candidates[number];
                    kept += usize::from(bounds.of_code(code) <= left);
                }
                candidates.truncate(kept);
            }
        }
        children.clear();
        for candidate in &*candidates {
            let Candidate { turn, parent } = *candidate;
            let node = &nodes[parent as usize];
            let turn_before = (depth > 0).then(|| node.turn.into());
            let turns = bounds.next_turns(turn_before, turn.into());
            let inherited = |axis: usize| match own_turns[axis] >> turn & 1 {
                1 => node.inverse_bounds[axis],
                _ => UNKNOWN,
            };
            children.push(Node {
                cube: bounds.inverses.turned(&node.cube, turn.into()),
                cosets: [0, 1, 2].map(|axis| coset(candidate, axis)),
                inverse_bounds: [0, 1, 2].map(inherited),
                turn,
                parent,
                turns: if depth == 0 { turns & self.second } else { turns },
            });
        }
    }
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
