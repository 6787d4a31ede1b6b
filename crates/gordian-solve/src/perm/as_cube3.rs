//! Definitions that are the 3×3×3.
//!
//! Six moves of order 4, each of which commutes with one other, are the faces up to the symmetries
//! of the cube, the directions of turns, and a reflection: 128 assignments. For each, the
//! orientations of corners at their positions are mapped to those of the simulator in all ways that
//! the moves allow, which are determined by the image of one of them, and so are those of edges.

use gordian_perm::cube3::{self, Face, FaceTurn, Move, OrientedPiece, Position};
use gordian_perm::definition::{
    Definition, Metric, MoveSet, Orbit, Sequence, State, Step, Transformation,
};

/// The number of faces.
const N_FACES: usize = 6;
/// The faces in pairs of opposite ones.
const PAIRS: [[Face; 2]; 3] = [[Face::U, Face::D], [Face::R, Face::L], [Face::F, Face::B]];

/// A move of a definition that turns a face.
#[derive(Clone, Copy, Debug)]
struct FaceMove {
    base: usize,
    face: Face,
    /// The quarter turns of the move: 1 or 3.
    quarters: u8,
}

/// What a position of a definition is on the cube.
#[derive(Clone, Debug)]
enum Place {
    /// For each orientation the place and the orientation on the cube.
    Corner(Vec<(usize, u8)>),
    Edge(Vec<(usize, u8)>),
    /// The face, and the quarter turns of one orientation.
    Centre(Face, u8),
    /// No move changes the position.
    Fixed,
}

/// How the states and moves of a definition are positions and turns of the cube.
#[derive(Clone, Debug)]
pub struct CubeMap {
    metric: cube3::Metric,
    faces: [FaceMove; N_FACES],
    places: Vec<Place>,
    has_centres: bool,
}

impl CubeMap {
    /// Returns how a definition with these moves is the 3×3×3; `None` if it is another puzzle. The
    /// moves are all turns of the six faces.
    #[must_use]
    pub fn new(definition: &Definition, moves: &MoveSet) -> Option<Self> {
        if !definition.restrictions().is_empty() || definition.has_identical_pieces() {
            return None;
        }
        let (metric, bases) = quarter_turns(definition, moves)?;
        let turns = bases.map(|base| definition.base_moves()[base].transformation());
        let pairs = commuting_pairs(&turns)?;
        let orbits = Orbits::new(definition, &turns)?;
        let of_corners = slot_maps(definition, orbits.corners, &turns);
        let of_edges = slot_maps(definition, orbits.edges, &turns);
        let [cube_corners, cube_edges] = cube_slot_maps();
        for is_reflected in [false, true] {
            for directions in 0..1_u8 << N_FACES {
                let mut faces = [FaceMove { base: 0, face: Face::U, quarters: 1 }; N_FACES];
                for (pair, opposite) in pairs.iter().zip(PAIRS) {
                    let is_swapped = is_reflected && opposite[0] == Face::F;
                    for (side, &number) in pair.iter().enumerate() {
                        let face = opposite[if is_swapped { 1 - side } else { side }];
                        let quarters = if directions >> number & 1 == 0 { 1 } else { 3 };
                        faces[number] = FaceMove { base: bases[number], face, quarters };
                    }
                }
                let of_cube = |maps: &[Vec<usize>]| {
                    faces.map(|it| maps[turn_number(it.face, it.quarters)].clone())
                };
                let corners = isomorphism(&of_corners, &of_cube(&cube_corners));
                let edges = corners
                    .is_some()
                    .then(|| isomorphism(&of_edges, &of_cube(&cube_edges)))
                    .flatten();
                if let (Some(corners), Some(edges)) = (corners, edges) {
                    let mut places = vec![Place::Fixed; definition.n_positions()];
                    for (at, slots) in orbits.corners.positions().zip(corners.chunks(3)) {
                        places[at] = Place::Corner(slots.iter().map(|&it| split(it, 3)).collect());
                    }
                    for (at, slots) in orbits.edges.positions().zip(edges.chunks(2)) {
                        places[at] = Place::Edge(slots.iter().map(|&it| split(it, 2)).collect());
                    }
                    for &(at, number, twist) in &orbits.centres {
                        // A twist by 1 or 3 is its own inverse modulo 4.
                        let quarters = faces[number].quarters * twist % 4;
                        places[at] = Place::Centre(faces[number].face, quarters);
                    }
                    let has_centres = !orbits.centres.is_empty();
                    return Some(Self { metric, faces, places, has_centres });
                }
            }
        }
        None
    }

    /// Returns the metric of the moves.
    #[must_use]
    pub fn metric(&self) -> cube3::Metric {
        self.metric
    }

    /// Returns whether orientations of centres are a part of states.
    #[must_use]
    pub fn has_centres(&self) -> bool {
        self.has_centres
    }

    /// Returns the position of the cube that becomes solved by the same turns as a state; `None` if
    /// no turns solve the state.
    #[must_use]
    pub fn position(&self, definition: &Definition, state: &State) -> Option<Position> {
        let element = definition.transformation_to(state)?;
        let none = OrientedPiece { piece: 0, orientation: 0 };
        let (mut corners, mut edges, mut centres) = ([none; 8], [none; 12], [Some(0); 6]);
        let arriving = element.sources().iter().zip(element.twists());
        for (to, (&from, &twist)) in arriving.enumerate() {
            let from = usize::from(from);
            let placed = |from: &[(usize, u8)], to: &[(usize, u8)], n: u8| {
                let (piece, (place, turned)) = (from[0], to[usize::from(twist)]);
                let orientation = (turned + n - piece.1) % n;
                let piece = u8::try_from(piece.0).expect("there are few pieces");
                (place, OrientedPiece { piece, orientation })
            };
            match (&self.places[from], &self.places[to]) {
                (Place::Corner(from), Place::Corner(to)) => {
                    let (place, piece) = placed(from, to, 3);
                    corners[place] = piece;
                }
                (Place::Edge(from), Place::Edge(to)) => {
                    let (place, piece) = placed(from, to, 2);
                    edges[place] = piece;
                }
                (Place::Centre(face, quarters), Place::Centre(..)) if from == to => {
                    centres[face.index()] = Some(twist * quarters % 4);
                }
                (Place::Fixed, Place::Fixed) if from == to && twist == 0 => {}
                _ => return None,
            }
        }
        let centres = if self.has_centres { centres } else { [None; 6] };
        Position::new(corners, edges, centres).ok()
    }

    /// Returns the moves of the definition that turn faces as a sequence does; `None` if it has
    /// other moves than turns of faces.
    #[must_use]
    pub fn sequence(&self, turns: &cube3::Sequence) -> Option<Sequence> {
        let mut steps = Vec::new();
        for &turn in turns.moves() {
            let Move::Face(turn) = turn else { return None };
            let found = self.faces.iter().find(|it| it.face == turn.face());
            let FaceMove { base, quarters, .. } = *found.expect("all faces have a move");
            let amounts: &[i32] = match (turn.quarters() * quarters % 4, self.metric) {
                (1, _) => &[1],
                (3, _) => &[-1],
                (_, cube3::Metric::HalfTurn) => &[2],
                (_, cube3::Metric::QuarterTurn) => &[1, 1],
            };
            steps.extend(amounts.iter().map(|&amount| Step { base, amount }));
        }
        Some(steps.into_iter().collect())
    }
}

/// Returns the metric and the six base moves, if the moves are all turns of six moves of order 4.
fn quarter_turns(
    definition: &Definition,
    moves: &MoveSet,
) -> Option<(cube3::Metric, [usize; N_FACES])> {
    let mut bases: Vec<usize> = moves.moves().iter().map(|it| it.step().base).collect();
    bases.dedup();
    let (metric, n_powers) = match moves.metric() {
        Metric::AnyPower => (cube3::Metric::HalfTurn, 3),
        Metric::SinglePower => (cube3::Metric::QuarterTurn, 2),
    };
    let has_order_4 = |&base: &usize| definition.base_moves()[base].order() == Some(4);
    let has_quarters =
        |&base: &usize| moves.moves().iter().any(|it| it.step() == Step { base, amount: 1 });
    let is_whole = moves.moves().len() == n_powers * N_FACES
        && bases.iter().all(has_order_4)
        && bases.iter().all(has_quarters);
    Some((metric, bases.try_into().ok().filter(|_| is_whole)?))
}

/// Returns the three pairs of moves that commute, if each move commutes with one other.
fn commuting_pairs(turns: &[&Transformation; N_FACES]) -> Option<Vec<[usize; 2]>> {
    let mut pairs = Vec::new();
    for a in 0..N_FACES {
        let commutes = |&b: &usize| a != b && turns[a].then(turns[b]) == turns[b].then(turns[a]);
        let mut others = (0..N_FACES).filter(commutes);
        let (Some(b), None) = (others.next(), others.next()) else { return None };
        if a < b {
            pairs.push([a, b]);
        }
    }
    (pairs.len() == PAIRS.len()).then_some(pairs)
}

/// The orbits of a definition that can be the cube.
struct Orbits<'a> {
    corners: &'a Orbit,
    edges: &'a Orbit,
    /// The positions of centres, the numbers of the moves that turn them, and by how much.
    centres: Vec<(usize, usize, u8)>,
}

impl<'a> Orbits<'a> {
    fn new(definition: &'a Definition, turns: &[&Transformation; N_FACES]) -> Option<Self> {
        let (mut corners, mut edges, mut centres) = (None, None, Vec::new());
        for orbit in definition.orbits() {
            let is_moved = |at: usize| turns.iter().any(|it| usize::from(it.sources()[at]) != at);
            if orbit.positions().any(is_moved) {
                let found = match (orbit.n_positions(), orbit.orientations()) {
                    (8, 3) => &mut corners,
                    (12, 2) => &mut edges,
                    _ => return None,
                };
                if found.replace(orbit).is_some() {
                    return None;
                }
                continue;
            }
            for at in orbit.positions() {
                let twists = turns.iter().enumerate().map(|(number, it)| (number, it.twists()[at]));
                let mut twists = twists.filter(|&(_, twist)| twist != 0);
                match (twists.next(), twists.next()) {
                    (None, _) => {}
                    (Some((number, twist)), None)
                        if orbit.orientations() == 4
                            && twist % 2 == 1
                            && !centres.iter().any(|it: &(_, usize, _)| it.1 == number) =>
                    {
                        centres.push((at, number, twist));
                    }
                    _ => return None,
                }
            }
        }
        let has_all = centres.is_empty() || centres.len() == N_FACES;
        Some(Self { corners: corners?, edges: edges?, centres }).filter(|_| has_all)
    }
}

/// Returns the place and the orientation of a slot.
fn split(slot: usize, n: usize) -> (usize, u8) {
    (slot / n, u8::try_from(slot % n).expect("there are few orientations"))
}

/// Returns for each move where it brings each slot of an orbit, a position with an orientation.
fn slot_maps(
    definition: &Definition,
    orbit: &Orbit,
    turns: &[&Transformation; N_FACES],
) -> Vec<Vec<usize>> {
    let (start, n) = (orbit.positions().start, usize::from(orbit.orientations()));
    debug_assert!(orbit.positions().all(|at| usize::from(definition.moduli()[at]) == n));
    let map = |turn: &&Transformation| {
        let mut map = vec![0; n * orbit.n_positions()];
        for to in orbit.positions() {
            let from = usize::from(turn.sources()[to]) - start;
            for k in 0..n {
                let turned = (k + usize::from(turn.twists()[to])) % n;
                map[from * n + k] = (to - start) * n + turned;
            }
        }
        map
    };
    turns.iter().map(map).collect()
}

fn turn_number(face: Face, quarters: u8) -> usize {
    3 * face.index() + usize::from(quarters) - 1
}

/// Returns for each turn of the simulator where it brings the slots of corners, and of edges.
fn cube_slot_maps() -> [Vec<Vec<usize>>; 2] {
    let maps = |n: usize, pieces: fn(&Position) -> &[OrientedPiece]| {
        let map = |turn: &FaceTurn| {
            let turned = Position::SOLVED.apply(&vec![*turn].into());
            let placed = pieces(&turned);
            let mut map = vec![0; n * placed.len()];
            for (place, it) in placed.iter().enumerate() {
                for k in 0..n {
                    let turned = (k + usize::from(it.orientation)) % n;
                    map[usize::from(it.piece) * n + k] = place * n + turned;
                }
            }
            map
        };
        FaceTurn::ALL.iter().map(map).collect()
    };
    [maps(3, |it| it.corners()), maps(2, |it| it.edges())]
}

/// Returns a map of slots that takes the first moves to the second ones, if there is one. The first
/// ones connect all slots.
fn isomorphism(from: &[Vec<usize>], to: &[Vec<usize>; N_FACES]) -> Option<Vec<usize>> {
    let n = from[0].len();
    'images: for image in 0..n {
        let mut map = vec![usize::MAX; n];
        let mut is_image = vec![false; n];
        (map[0], is_image[image]) = (image, true);
        let mut open = vec![0];
        while let Some(slot) = open.pop() {
            for (from, to) in from.iter().zip(to) {
                let (next, wanted) = (from[slot], to[map[slot]]);
                if map[next] == usize::MAX && !is_image[wanted] {
                    (map[next], is_image[wanted]) = (wanted, true);
                    open.push(next);
                } else if map[next] != wanted {
                    continue 'images;
                }
            }
        }
        if !map.contains(&usize::MAX) {
            return Some(map);
        }
    }
    None
}
