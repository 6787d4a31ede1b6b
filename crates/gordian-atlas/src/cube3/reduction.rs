//! Steps of a solution: all short sequences that bring a position into a subgroup.
//!
//! Solvers for the fewest moves go through subgroups: oriented edges, domino, half turns, solved. A
//! step may be divided between the scramble and its inverse ("NISS"): moves `i` on the inverse and
//! `n` on the position `p` lead to `i⁻¹ p n`, which belongs to the subgroup if and only if its
//! inverse `n⁻¹ p⁻¹ i` does.
//!
//! So of the two parts of a solution, at least one has at most half of the moves. All short first
//! parts are enumerated, and the second part is searched for by iterative deepening. A cube is
//! rotated so that one set of coordinates serves all three axes:
//!
//! | subgroup | coordinates | bound |
//! | --- | --- | --- |
//! | oriented edges | flip | exact |
//! | domino | flip, twist, slice | flip with slice, twist with slice |
//! | half turns | corners, U and D edges | exact: 420 classes of corners with the places of four edges |
//! | solved | corners, U and D edges, slice order | corners or edges with slice order |
//!
//! The tables are built for the turns of the step, by breadth-first search: a tenth of a second.

use gordian_core::{Cancel, Limit};
use gordian_perm::cube3::{Axis, FaceTurn, Position, Subgroup};

use super::coordinates::{
    Coordinates, N_CORNERS, N_FLIPS, N_SLICE_ORDERS, N_SLICES, N_TWISTS, N_UD_EDGES, corners,
    cube_with_corners, flip, slice, slice_numbers, twist,
};
use super::cubies::{Cubies, FACES, PHASE_2, TURNS, face_turn, rotated_turn};

/// The largest number of moves that are searched.
pub const MAX_REDUCTION: usize = 20;
/// The distance of values that the turns do not reach.
const FAR: u8 = u8::MAX;
/// The number of sets of places among the U and D edges, as bits.
const N_SETS: usize = 1 << 8;
/// Nodes between two polls of the cancellation.
const POLL: u64 = 1 << 14;

/// Where the moves of a step may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// After the scramble.
    Normal,
    /// After the inverse of the scramble.
    Inverse,
    /// Some after each.
    Both,
}

/// A question for the short ways into a subgroup.
#[derive(Clone, Debug)]
pub struct ReductionQuery {
    /// The subgroup that the position belongs to, whose turns are used.
    pub from: Subgroup,
    /// The subgroup to reach.
    pub to: Subgroup,
    /// Where the moves may be.
    pub side: Side,
    /// The largest length, at most [`MAX_REDUCTION`]; `None` for the least that has a solution.
    pub max_length: Option<usize>,
    /// The largest number of solutions.
    pub max_solutions: usize,
    /// Whether each variant of a way is a solution of its own; see [`Reduction::n_variants`].
    pub variants: bool,
}

/// A way into a subgroup.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reduction {
    /// The moves after the scramble.
    pub normal: Vec<FaceTurn>,
    /// The moves after the inverse of the scramble.
    pub inverse: Vec<FaceTurn>,
}

impl Reduction {
    /// Returns the number of moves.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }

    /// Returns the number of ways to the subgroup that differ from this one only in the directions
    /// of last quarter turns, itself included: 2 for each quarter turn at the end of a part whose
    /// half turn belongs to the subgroup, such as B at the end of a way to `eo-fb`. Of two opposite
    /// faces that turn last, both count: `F B` stands for `F B'`, `F' B` and `F' B'`, too.
    #[must_use]
    pub fn n_variants(&self, to: Subgroup) -> usize {
        let of_target = to.turns();
        let n_free = [&self.normal, &self.inverse].map(|part| {
            let is_free =
                |turn: &&FaceTurn| turn.quarters() != 2 && of_target.contains(&half_turn(turn));
            let is_last =
                |turn: &&FaceTurn| part.last().is_some_and(|last| axis_of(last) == axis_of(turn));
            part.iter().rev().take_while(is_last).filter(is_free).count()
        });
        1 << n_free.iter().sum::<usize>()
    }
}

/// The ways into a subgroup, the shortest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// The ways that were found. Without the last move of either part, they would be no ways;
    /// unless variants are wanted, also without the move before it if both are of opposite faces.
    pub solutions: Vec<Reduction>,
    /// All ways of fewer moves than this are known.
    pub complete_below: usize,
    /// Why the search ended early.
    pub limit: Option<Limit>,
}

/// Why there is no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReductionError {
    /// The step leads to half turns or to the solved position from a subgroup that is no domino.
    #[error("there are no tables for this step")]
    NoTables,
    /// The position is not in the subgroup whose turns are used.
    #[error("the position does not belong to the subgroup")]
    Elsewhere,
}

/// Finds the short ways of `position` into a subgroup. Orientations of centres are ignored.
///
/// Cost: a tenth of a second for tables; then with the number of moves. From all positions, all
/// ways to oriented edges of up to six moves take seconds.
///
/// # Errors
///
/// [`ReductionError`].
pub fn reduce(
    position: &Position,
    query: &ReductionQuery,
    cancel: &Cancel,
) -> Result<Reductions, ReductionError> {
    let n_rotations = n_rotations(query.from, query.to).ok_or(ReductionError::NoTables)?;
    if !query.from.contains(position) {
        return Err(ReductionError::Elsewhere);
    }
    let cube = rotated(Cubies::new(position), n_rotations);
    let coordinates = Coordinates::new();
    let (of_step, of_target) = (query.from.turns(), query.to.turns());
    let turns: Vec<Turn> = (0..TURNS)
        .map(|turn| (turn, face_turn(turn)))
        .filter(|(_, original)| of_step.contains(original))
        .map(|(turn, original)| Turn {
            number: (0..n_rotations).fold(turn, |turn, _| rotated_turn(turn)),
            original,
            is_of_target: of_target.contains(&original),
            has_other_direction: original.quarters() == 3
                && of_target.contains(&half_turn(&original)),
        })
        .collect();
    let step = Step::new(query.to, &coordinates, &turns);
    let mut search = ReductionSearch {
        step: &step,
        turns: &turns,
        coordinates: &coordinates,
        slices: slice_numbers(),
        cancel,
        max_solutions: query.max_solutions,
        variants: query.variants,
        path: Vec::new(),
        prefix: Vec::new(),
        is_on_inverse: false,
        solutions: Vec::new(),
        n_nodes: 0,
        limit: None,
    };
    let max_length = query.max_length.unwrap_or(MAX_REDUCTION).min(MAX_REDUCTION);
    let mut complete_below = 0;
    for length in 0..=max_length {
        search.all_of_length(&cube, length, query.side);
        if search.limit.is_some() {
            break;
        }
        complete_below = length + 1;
        let is_shortest = query.max_length.is_none() && !search.solutions.is_empty();
        if is_shortest || (length == 0 && !search.solutions.is_empty()) {
            break;
        }
    }
    Ok(Reductions { solutions: search.solutions, complete_below, limit: search.limit })
}

/// Returns the number of rotations that bring the axis of a step to that of the coordinates.
fn n_rotations(from: Subgroup, to: Subgroup) -> Option<usize> {
    match (from, to) {
        // Flips are those without quarter turns of F and B.
        (_, Subgroup::OrientedEdges(axis)) => Some(match axis {
            Axis::Z => 0,
            Axis::X => 1,
            Axis::Y => 2,
        }),
        (_, Subgroup::Domino(axis))
        | (Subgroup::Domino(axis), Subgroup::HalfTurns | Subgroup::Solved) => Some(match axis {
            Axis::Y => 0,
            Axis::Z => 1,
            Axis::X => 2,
        }),
        (Subgroup::HalfTurns | Subgroup::Solved, _) | (_, Subgroup::All) => Some(0),
        _ => None,
    }
}

/// Returns the half turn of the same face.
fn half_turn(turn: &FaceTurn) -> FaceTurn {
    FaceTurn::new(turn.face(), 2).expect("two quarters are a turn")
}

/// Returns a number of the axis of a turn.
fn axis_of(turn: &FaceTurn) -> usize {
    FACES.iter().position(|&face| face == turn.face()).expect("all faces are listed") % 3
}

fn rotated(cube: Cubies, times: usize) -> Cubies {
    (0..times).fold(cube, |cube, _| cube.rotated())
}

/// A turn of a step.
struct Turn {
    /// Its number on the rotated cube.
    number: usize,
    /// The turn on the cube as it is held.
    original: FaceTurn,
    /// Whether it leads from position to position of the target.
    is_of_target: bool,
    /// Whether the clockwise turn leads to the same places of the target.
    has_other_direction: bool,
}

/// A position in the coordinates of a step; those that it does not need are 0.
type Node = [usize; 3];

/// The bounds of a step.
enum Bounds {
    /// To all positions: every position is there.
    None,
    Flip(Vec<u8>),
    Domino {
        flips: Vec<u8>,
        twists: Vec<u8>,
    },
    HalfTurns {
        distances: Vec<u8>,
        classes: Vec<u16>,
        sets: Vec<u8>,
    },
    Solved {
        corners: Vec<u8>,
        edges: Vec<u8>,
    },
}

/// The turns and bounds of a step.
struct Step {
    bounds: Bounds,
    /// For each turn its number, and its number among those of phase 2 if it is one.
    numbers: Vec<(usize, Option<usize>)>,
}

/// Returns the distances of pairs of values from the pair of zeros; `next` is the pair after a
/// turn.
fn distances(
    (n_rows, n_columns): (usize, usize),
    n_turns: usize,
    next: impl Fn(usize, usize, usize) -> (usize, usize),
) -> Vec<u8> {
    let mut distances = vec![FAR; n_rows * n_columns];
    distances[0] = 0;
    let mut last = vec![0];
    for distance in 1.. {
        let mut new = Vec::new();
        for at in last {
            for turn in 0..n_turns {
                let (row, column) = next(at / n_columns, at % n_columns, turn);
                let to = row * n_columns + column;
                if distances[to] == FAR {
                    distances[to] = distance;
                    new.push(to);
                }
            }
        }
        if new.is_empty() {
            break;
        }
        last = new;
    }
    distances
}

/// Returns for each arrangement of corners its class: the arrangements that differ by half turns
/// before it. Class 0 is that of the solved corners.
fn corner_classes() -> Vec<u16> {
    let half_turns: Vec<usize> = (0..TURNS).filter(|turn| turn % 3 == 1).collect();
    let mut group = vec![Cubies::SOLVED];
    let mut seen = vec![false; N_CORNERS];
    seen[0] = true;
    let mut at = 0;
    while at < group.len() {
        for &turn in &half_turns {
            let next = group[at].turned(turn);
            if !std::mem::replace(&mut seen[corners(&next)], true) {
                group.push(next);
            }
        }
        at += 1;
    }
    let mut classes = vec![u16::MAX; N_CORNERS];
    let mut n_classes = 0;
    for value in 0..N_CORNERS {
        if classes[value] == u16::MAX {
            for before in &group {
                let both =
                    cube_with_corners(value).corners.map(|it| before.corners[usize::from(it)]);
                classes[corners(&Cubies { corners: both, ..Cubies::SOLVED })] = n_classes;
            }
            n_classes += 1;
        }
    }
    classes
}

impl Step {
    fn new(to: Subgroup, coordinates: &Coordinates, turns: &[Turn]) -> Self {
        let numbers: Vec<(usize, Option<usize>)> = turns
            .iter()
            .map(|turn| (turn.number, PHASE_2.iter().position(|&it| it == turn.number)))
            .collect();
        let n = numbers.len();
        let Coordinates { flip, twist, slice, corners, ud_edges, slice_order, .. } = coordinates;
        let of = |table: &[[u16; TURNS]], value: usize, turn: usize| -> usize {
            table[value][numbers[turn].0].into()
        };
        let of_phase2 = |table: &[[u16; 10]], value: usize, turn: usize| -> usize {
            table[value][numbers[turn].1.expect("these steps have turns of phase 2")].into()
        };
        let order = |value, turn| of_phase2(slice_order, value, turn);
        let bounds = match to {
            Subgroup::All => Bounds::None,
            Subgroup::OrientedEdges(_) => {
                Bounds::Flip(distances((N_FLIPS, 1), n, |row, _, turn| (of(flip, row, turn), 0)))
            }
            Subgroup::Domino(_) => Bounds::Domino {
                flips: distances((N_FLIPS, N_SLICES), n, |row, column, turn| {
                    (of(flip, row, turn), of(slice, column, turn))
                }),
                twists: distances((N_TWISTS, N_SLICES), n, |row, column, turn| {
                    (of(twist, row, turn), of(slice, column, turn))
                }),
            },
            Subgroup::Solved => Bounds::Solved {
                corners: distances((N_CORNERS, N_SLICE_ORDERS), n, |row, column, turn| {
                    (of(corners, row, turn), order(column, turn))
                }),
                edges: distances((N_UD_EDGES, N_SLICE_ORDERS), n, |row, column, turn| {
                    (of_phase2(ud_edges, row, turn), order(column, turn))
                }),
            },
            Subgroup::HalfTurns => {
                let classes = corner_classes();
                let n_classes = usize::from(classes.iter().max().map_or(0, |&last| last + 1));
                let mut first = vec![usize::MAX; n_classes];
                for (value, &class) in classes.iter().enumerate().rev() {
                    first[usize::from(class)] = value;
                }
                // Sets are counted from the one of the solved edges, so that it is 0.
                let edges = &coordinates.four_edges;
                let home = edges.middle_edges(0);
                let sets: Vec<u8> =
                    (0..N_UD_EDGES).map(|it| edges.middle_edges(it) ^ home).collect();
                let mut first_of_set = [usize::MAX; N_SETS];
                for (value, &set) in sets.iter().enumerate().rev() {
                    first_of_set[usize::from(set)] = value;
                }
                let distances = distances((n_classes, N_SETS), n, |class, set, turn| {
                    let corners = of(corners, first[class], turn);
                    let edges = of_phase2(ud_edges, first_of_set[set], turn);
                    (classes[corners].into(), sets[edges].into())
                });
                Bounds::HalfTurns { distances, classes, sets }
            }
        };
        Self { bounds, numbers }
    }

    /// Returns the coordinates of a cube.
    fn node(&self, cube: &Cubies, coordinates: &Coordinates, slices: &[u16]) -> Node {
        match self.bounds {
            Bounds::None => [0; 3],
            Bounds::Flip(_) => [flip(cube), 0, 0],
            Bounds::Domino { .. } => [flip(cube), twist(cube), slice(cube, slices)],
            Bounds::HalfTurns { .. } | Bounds::Solved { .. } => {
                let edges = &coordinates.four_edges;
                let (ud_edges, slice_order) = edges.to_phase2(edges.read(cube));
                [corners(cube), ud_edges, slice_order]
            }
        }
    }

    fn turned(&self, [a, b, c]: Node, turn: usize, coordinates: &Coordinates) -> Node {
        let Coordinates { flip, twist, slice, corners, ud_edges, slice_order, .. } = coordinates;
        let (number, in_phase2) = self.numbers[turn];
        match self.bounds {
            Bounds::None => [0; 3],
            Bounds::Flip(_) => [flip[a][number].into(), 0, 0],
            Bounds::Domino { .. } => {
                [flip[a][number].into(), twist[b][number].into(), slice[c][number].into()]
            }
            Bounds::HalfTurns { .. } | Bounds::Solved { .. } => {
                let k = in_phase2.expect("these steps have turns of phase 2");
                [corners[a][number].into(), ud_edges[b][k].into(), slice_order[c][k].into()]
            }
        }
    }

    /// Returns a lower bound of the moves to the target; 0 if and only if it is reached.
    fn bound(&self, [a, b, c]: Node) -> u8 {
        match &self.bounds {
            Bounds::None => 0,
            Bounds::Flip(distances) => distances[a],
            Bounds::Domino { flips, twists } => {
                flips[a * N_SLICES + c].max(twists[b * N_SLICES + c])
            }
            Bounds::HalfTurns { distances, classes, sets } => {
                distances[usize::from(classes[a]) * N_SETS + usize::from(sets[b])]
            }
            Bounds::Solved { corners, edges } => {
                corners[a * N_SLICE_ORDERS + c].max(edges[b * N_SLICE_ORDERS + c])
            }
        }
    }
}

/// The search of one step.
struct ReductionSearch<'a> {
    step: &'a Step,
    turns: &'a [Turn],
    coordinates: &'a Coordinates,
    slices: Vec<u16>,
    cancel: &'a Cancel,
    max_solutions: usize,
    /// Whether variants are wanted.
    variants: bool,
    /// The turns of the part that is searched for.
    path: Vec<usize>,
    /// The turns of the other part.
    prefix: Vec<usize>,
    /// Whether the part that is searched for is on the inverse.
    is_on_inverse: bool,
    solutions: Vec<Reduction>,
    n_nodes: u64,
    limit: Option<Limit>,
}

impl ReductionSearch<'_> {
    /// Finds all ways of a length.
    fn all_of_length(&mut self, cube: &Cubies, length: usize, side: Side) {
        self.is_on_inverse = side == Side::Inverse;
        if side != Side::Both {
            let start = if self.is_on_inverse { cube.inverse() } else { *cube };
            return self.search_from(&start, length);
        }
        // A part of at most half of the moves on the inverse, then a shorter one on the position.
        for n in 0..=length / 2 {
            self.each_prefix(&cube.inverse(), n, length - n, None);
        }
        self.is_on_inverse = true;
        for n in 0..length - length / 2 {
            self.each_prefix(cube, n, length - n, None);
        }
    }

    /// Continues a prefix by `n` turns and searches for the other part, of `length` turns, after
    /// each.
    fn each_prefix(&mut self, cube: &Cubies, n: usize, length: usize, last: Option<usize>) {
        if self.is_stopped() {
            return;
        }
        if n == 0 {
            // Without its last turn, the way would be one too.
            if self.is_representative(&self.prefix)
                && !last.is_some_and(|last| self.turns[last].is_of_target)
            {
                self.search_from(&cube.inverse(), length);
            }
            return;
        }
        for turn in 0..self.turns.len() {
            if self.may_follow(last, turn) {
                self.prefix.push(turn);
                self.each_prefix(&cube.turned(self.turns[turn].number), n - 1, length, Some(turn));
                self.prefix.pop();
            }
        }
    }

    fn search_from(&mut self, cube: &Cubies, length: usize) {
        let node = self.step.node(cube, self.coordinates, &self.slices);
        self.deepen(node, length, None);
    }

    /// Returns whether a turn may follow another one: not of the same face, and of opposite faces
    /// in one order only.
    fn may_follow(&self, last: Option<usize>, turn: usize) -> bool {
        let face = |turn: usize| self.turns[turn].number / 3;
        last.is_none_or(|last| face(last) % 3 != face(turn) % 3 || face(last) < face(turn))
    }

    /// Returns whether a part ends as the way does that stands for its variants: of the last turns,
    /// all of one axis, none belongs to the target, and none has a clockwise twin that serves as
    /// well.
    fn is_representative(&self, part: &[usize]) -> bool {
        let axis = |turn: &&usize| self.turns[**turn].number / 3 % 3;
        let last = part.last().map(|turn| axis(&turn));
        let mut at_end = part.iter().rev().take_while(|turn| Some(axis(turn)) == last);
        self.variants
            || at_end.all(|&turn| {
                let turn = &self.turns[turn];
                !turn.is_of_target && !turn.has_other_direction
            })
    }

    fn is_stopped(&mut self) -> bool {
        self.n_nodes += 1;
        if self.n_nodes.is_multiple_of(POLL) && self.limit.is_none() {
            self.limit = self.cancel.stopped();
        }
        self.limit.is_some()
    }

    fn deepen(&mut self, node: Node, left: usize, last: Option<usize>) {
        let bound = usize::from(self.step.bound(node));
        // A way that reaches the target before its end is a shorter one, with moves that are not
        // needed.
        if bound > left || (bound == 0 && left > 0) || self.is_stopped() {
            return;
        }
        if left == 0 {
            if !self.is_representative(&self.path) {
                return;
            }
            if self.solutions.len() == self.max_solutions {
                self.limit = Some(Limit::Solutions);
            } else {
                self.solutions.push(self.solution());
            }
            return;
        }
        for turn in 0..self.turns.len() {
            if self.may_follow(last, turn) {
                let next = self.step.turned(node, turn, self.coordinates);
                self.path.push(turn);
                self.deepen(next, left - 1, Some(turn));
                self.path.pop();
            }
        }
    }

    fn solution(&self) -> Reduction {
        let originals =
            |turns: &[usize]| turns.iter().map(|&turn| self.turns[turn].original).collect();
        let (found, other) = (originals(&self.path), originals(&self.prefix));
        if self.is_on_inverse {
            Reduction { normal: other, inverse: found }
        } else {
            Reduction { normal: found, inverse: other }
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;
    use rustc_hash::FxHashSet;

    use super::*;

    /// Returns all sequences of `n` turns without two of a face in a row, and with turns of
    /// opposite faces in one order.
    fn sequences(turns: &[FaceTurn], n: usize) -> Vec<Vec<FaceTurn>> {
        let face = |turn: &FaceTurn| FACES.iter().position(|&it| it == turn.face()).unwrap();
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            let mut longer = Vec::new();
            for sequence in &all {
                let last = sequence.last().map(face);
                for turn in turns {
                    if last.is_none_or(|last| last % 3 != face(turn) % 3 || last < face(turn)) {
                        let mut sequence: Vec<FaceTurn> = sequence.clone();
                        sequence.push(*turn);
                        longer.push(sequence);
                    }
                }
            }
            all = longer;
        }
        all
    }

    /// Returns where a way leads, by the plain simulator.
    fn reached(position: &Position, normal: &[FaceTurn], inverse: &[FaceTurn]) -> Position {
        let on_inverse = position.inverse().apply(&inverse.to_vec().into());
        on_inverse.inverse().apply(&normal.to_vec().into())
    }

    /// Compares all ways of up to `length` moves with those that the plain simulator finds.
    fn check(
        position: &Position,
        from: Subgroup,
        to: Subgroup,
        side: Side,
        length: usize,
    ) -> usize {
        let query = ReductionQuery {
            from,
            to,
            side,
            max_length: Some(length),
            max_solutions: usize::MAX,
            variants: true,
        };
        let found = reduce(position, &query, &Cancel::new()).unwrap();
        assert_eq!(found.limit, None);
        let lengths: Vec<usize> = found.solutions.iter().map(Reduction::n_moves).collect();
        assert!(lengths.is_sorted());
        let found: FxHashSet<Reduction> = found.solutions.into_iter().collect();
        assert_eq!(found.len(), lengths.len(), "no way is found twice");
        for Reduction { normal, inverse } in &found {
            assert!(to.contains(&reached(position, normal, inverse)));
            let shorter = normal.split_last().map(|(_, rest)| reached(position, rest, inverse));
            assert!(!shorter.is_some_and(|it| to.contains(&it)));
            let shorter = inverse.split_last().map(|(_, rest)| reached(position, normal, rest));
            assert!(!shorter.is_some_and(|it| to.contains(&it)));
        }
        let turns = from.turns();
        for n_inverse in 0..=length {
            for n_normal in 0..=length - n_inverse {
                let is_asked = match side {
                    Side::Normal => n_inverse == 0,
                    Side::Inverse => n_normal == 0,
                    Side::Both => true,
                };
                if !is_asked {
                    continue;
                }
                for normal in sequences(&turns, n_normal) {
                    for inverse in sequences(&turns, n_inverse) {
                        let is_way = |n: usize, i: usize| {
                            to.contains(&reached(position, &normal[..n], &inverse[..i]))
                        };
                        let is_needed = is_way(n_normal, n_inverse)
                            && !(0..n_normal).any(|n| is_way(n, n_inverse))
                            && !(0..n_inverse).any(|i| is_way(n_normal, i));
                        if is_needed {
                            let way = Reduction { normal: normal.clone(), inverse };
                            assert!(found.contains(&way), "{way:?}");
                        }
                    }
                }
            }
        }
        found.len()
    }

    fn random_turns(turns: &[FaceTurn], n: usize, random: &mut Random) -> Position {
        let turns: Vec<FaceTurn> = (0..n).map(|_| *random.choose(turns)).collect();
        Position::SOLVED.apply(&turns.into())
    }

    #[test]
    fn ways_are_those_of_the_plain_simulator() {
        let mut random = Random::new(11);
        let mut n_found = 0;
        for axis in Axis::ALL {
            let edges = Subgroup::OrientedEdges(axis);
            let other = if axis == Axis::Y { Axis::Z } else { Axis::Y };
            let domino = Subgroup::Domino(other);
            let steps = [
                (Subgroup::All, edges, 2),
                (Subgroup::All, Subgroup::Domino(axis), 2),
                (edges, domino, 2),
                (domino, Subgroup::HalfTurns, 2),
                (Subgroup::HalfTurns, Subgroup::Solved, 3),
                (domino, Subgroup::Solved, 2),
            ];
            for (number, (from, to, length)) in steps.into_iter().enumerate() {
                let n_turns = 2 + random.below(3);
                let mut position = random_turns(&from.turns(), n_turns, &mut random);
                while to.contains(&position) {
                    position = random_turns(&from.turns(), n_turns, &mut random);
                }
                // The plain simulator is slow, so that both sides have one axis each.
                let is_on_both = axis == Axis::ALL[number % 3];
                let sides =
                    if is_on_both { &[Side::Both][..] } else { &[Side::Normal, Side::Inverse] };
                let n = sides.iter().map(|&side| check(&position, from, to, side, length));
                n_found += n.sum::<usize>();
            }
        }
        assert!(n_found > 20, "{n_found}");
    }

    /// Returns the sequences that differ from a part in the order of its last turns, if they are of
    /// opposite faces.
    fn orders(part: &[FaceTurn]) -> Vec<Vec<FaceTurn>> {
        let mut orders = vec![part.to_vec()];
        if let [.., a, b] = part
            && axis_of(a) == axis_of(b)
        {
            let mut other = part.to_vec();
            let n = other.len();
            other.swap(n - 2, n - 1);
            orders.push(other);
        }
        orders
    }

    /// Returns all ways that differ from a way in the order of last turns and in the direction of a
    /// last turn, by the plain simulator, and whether one of them needs not all of its turns.
    fn class(position: &Position, way: &Reduction, to: Subgroup) -> (FxHashSet<Reduction>, bool) {
        let is_way = |way: &Reduction| to.contains(&reached(position, &way.normal, &way.inverse));
        let mut class = FxHashSet::default();
        let mut is_longer = false;
        let mut open = vec![way.clone()];
        while let Some(way) = open.pop() {
            if !is_way(&way) || !class.insert(way.clone()) {
                continue;
            }
            for normal in orders(&way.normal) {
                for inverse in orders(&way.inverse) {
                    let next = Reduction { normal: normal.clone(), inverse };
                    for part in [0, 1] {
                        let mut changed = next.clone();
                        let turns =
                            if part == 0 { &mut changed.normal } else { &mut changed.inverse };
                        let Some(last) = turns.pop() else { continue };
                        is_longer |= is_way(&changed);
                        let turns =
                            if part == 0 { &mut changed.normal } else { &mut changed.inverse };
                        turns.push(last.inverse());
                        open.push(changed);
                    }
                    open.push(next);
                }
            }
        }
        (class, is_longer)
    }

    #[test]
    fn one_way_stands_for_its_variants() {
        let mut random = Random::new(13);
        let (mut n_classes, mut n_variants, mut n_longer) = (0, 0, 0);
        let domino = Subgroup::Domino(Axis::Z);
        let steps = [
            (Subgroup::All, Subgroup::OrientedEdges(Axis::Z), 2),
            (Subgroup::All, Subgroup::OrientedEdges(Axis::X), 2),
            (Subgroup::OrientedEdges(Axis::X), domino, 3),
            (domino, Subgroup::HalfTurns, 2),
            (Subgroup::HalfTurns, Subgroup::Solved, 3),
        ];
        for (from, to, length) in steps {
            for side in [Side::Normal, Side::Inverse, Side::Both] {
                let position = random_turns(&from.turns(), 2 + random.below(2), &mut random);
                let ways = |variants| {
                    let max_length = Some(length);
                    let max_solutions = usize::MAX;
                    let query =
                        ReductionQuery { from, to, side, max_length, max_solutions, variants };
                    reduce(&position, &query, &Cancel::new()).unwrap().solutions
                };
                let mut left: FxHashSet<Reduction> = ways(true).into_iter().collect();
                for way in ways(false) {
                    let (class, is_longer) = class(&position, &way, to);
                    assert!(!is_longer, "{way:?}");
                    let members = left.extract_if(|it| class.contains(it)).count();
                    assert_eq!(members, way.n_variants(to), "{way:?}");
                    (n_classes, n_variants) = (n_classes + 1, n_variants + members);
                }
                for way in left {
                    assert!(class(&position, &way, to).1, "{way:?} is missing");
                    n_longer += 1;
                }
            }
        }
        assert!(n_classes > 20 && n_variants > n_classes && n_longer > 0);
    }

    #[test]
    fn targets_are_recognised() {
        let mut random = Random::new(12);
        assert_eq!(corner_classes().iter().max(), Some(&419));
        for axis in Axis::ALL {
            let domino = Subgroup::Domino(axis);
            for round in 0..12 {
                let turns =
                    if round % 3 == 0 { Subgroup::HalfTurns.turns() } else { domino.turns() };
                let position = random_turns(&turns, round, &mut random);
                for to in [Subgroup::HalfTurns, Subgroup::Solved] {
                    let query = ReductionQuery {
                        from: domino,
                        to,
                        side: Side::Normal,
                        max_length: Some(0),
                        max_solutions: 1,
                        variants: true,
                    };
                    let found = reduce(&position, &query, &Cancel::new()).unwrap();
                    assert_eq!(found.solutions.len() == 1, to.contains(&position));
                }
            }
        }
    }

    #[test]
    fn steps_without_tables_and_positions_elsewhere_are_refused() {
        let position = Position::SOLVED.apply(&vec![FaceTurn::ALL[0]].into());
        let refused = |from, to| {
            let side = Side::Normal;
            let query = ReductionQuery {
                from,
                to,
                side,
                max_length: Some(1),
                max_solutions: 1,
                variants: true,
            };
            reduce(&position, &query, &Cancel::new()).unwrap_err()
        };
        let edges = Subgroup::OrientedEdges(Axis::Z);
        assert_eq!(refused(edges, Subgroup::Solved), ReductionError::NoTables);
        assert_eq!(refused(Subgroup::All, Subgroup::HalfTurns), ReductionError::NoTables);
        assert_eq!(refused(Subgroup::HalfTurns, Subgroup::Solved), ReductionError::Elsewhere);
    }
}
