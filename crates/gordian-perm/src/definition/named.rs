//! Definitions of well-known puzzles.

use std::sync::Arc;

use super::geometry::{AxisTurn, Piece, Vector, cross, definition, dot, scaled, sort_clockwise};
use super::read::base_move;
use super::state::{State, Transformation};
use super::{Definition, MoveKind, Orbit, Restriction};

/// The names that [`Definition::named`] knows.
pub const NAMES: [&str; 10] = [
    "2x2x2", "3x3x3", "dino", "floppy", "ivy", "kilominx", "pyraminx", "skewb", "square1", "tower",
];

/// The faces of a cube with their directions: right, back and up are positive, which is a
/// right-handed system.
const FACES: [(&str, Vector); 6] = [
    ("U", [0.0, 0.0, 1.0]),
    ("R", [1.0, 0.0, 0.0]),
    ("F", [0.0, -1.0, 0.0]),
    ("D", [0.0, 0.0, -1.0]),
    ("L", [-1.0, 0.0, 0.0]),
    ("B", [0.0, 1.0, 0.0]),
];

impl Definition {
    /// Returns the definition of a well-known puzzle, or `None` if the name is not one of
    /// [`NAMES`].
    ///
    /// - `2x2x2`: moves U, R and F; the corner at the back, bottom left keeps its place.
    /// - `3x3x3`: the six faces, without the orientations of centres.
    /// - `dino`: the twelve edges of the dino cube and its eight corner turns.
    /// - `floppy`: the 1×3×3 with four half turns.
    /// - `ivy`: the ivy cube with four corner turns.
    /// - `kilominx`: the twenty corners of the kilominx and its twelve faces.
    /// - `pyraminx`: without the trivial tips.
    /// - `skewb`: turns of four corners, U, R, L and B of the notation of the WCA; the corner at
    ///   the front, top right keeps its place.
    /// - `square1`: turns `U` and `D` by 30° and the twist `S`; a state is legal if a twist is.
    /// - `tower`: the 2×2×3 with quarter turns of U and D and half turns of R and F; the edge at
    ///   the back left keeps its place.
    ///
    /// Turns are clockwise as seen from outside.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "2x2x2" => Some(cube2()),
            "3x3x3" => Some(cube3()),
            "dino" => Some(dino()),
            "floppy" => Some(floppy()),
            "ivy" => Some(ivy()),
            "kilominx" => Some(kilominx()),
            "pyraminx" => Some(pyraminx()),
            "skewb" => Some(skewb()),
            "square1" => Some(square1()),
            "tower" => Some(tower()),
            _ => None,
        }
    }
}

/// Returns all places whose coordinates are 0, 1 or −1, with this number of coordinates that are
/// not 0.
fn places(n_nonzero: usize) -> Vec<Vector> {
    const COORDINATES: [f64; 3] = [1.0, 0.0, -1.0];
    let mut places = Vec::new();
    for z in COORDINATES {
        for y in COORDINATES {
            for x in COORDINATES {
                if [x, y, z].iter().filter(|it| it.abs() > 0.5).count() == n_nonzero {
                    places.push([x, y, z]);
                }
            }
        }
    }
    places
}

/// Returns a piece of a cube with a sticker on each face that it touches.
fn cubie(place: Vector) -> Piece {
    let faces = FACES.iter().map(|&(_, face)| face).filter(|&face| dot(face, place) > 0.5);
    Piece::with_stickers(place, faces.collect())
}

fn cubies(n_faces: usize) -> Vec<Piece> {
    places(n_faces).into_iter().map(cubie).collect()
}

fn plain(places: Vec<Vector>) -> Vec<Piece> {
    places.into_iter().map(Piece::plain).collect()
}

fn turn(name: &str, axis: Vector, beyond: f64, n_turns: u8) -> AxisTurn {
    AxisTurn { name: name.to_owned(), axis, beyond, n_turns }
}

/// Returns turns of faces of a cube.
fn face_turns(names: &[&str], n_turns: u8) -> Vec<AxisTurn> {
    let named = FACES.iter().filter(|(name, _)| names.contains(name));
    named.map(|&(name, axis)| turn(name, axis, 0.5, n_turns)).collect()
}

fn cube2() -> Definition {
    definition("2x2x2", &[("CORNER", cubies(3))], &face_turns(&["U", "R", "F"], 4))
}

fn cube3() -> Definition {
    let faces = FACES.map(|(name, _)| name);
    definition("3x3x3", &[("CORNER", cubies(3)), ("EDGE", cubies(2))], &face_turns(&faces, 4))
}

/// Returns the name of a corner of a cube, such as `UFR`.
fn corner_name(corner: Vector) -> String {
    let letters = ["UD", "BF", "RL"].iter().zip([corner[2], corner[1], corner[0]]);
    letters.map(|(pair, side)| if side > 0.0 { &pair[..1] } else { &pair[1..] }).collect()
}

fn dino() -> Definition {
    let turns: Vec<AxisTurn> =
        places(3).into_iter().map(|corner| turn(&corner_name(corner), corner, 1.0, 3)).collect();
    definition("dino", &[("EDGE", plain(places(2)))], &turns)
}

fn ivy() -> Definition {
    // Every other corner of the cube, among them the one at the front, top right.
    let corners: Vec<Vector> =
        places(3).into_iter().filter(|corner| corner.iter().product::<f64>() < 0.0).collect();
    let turns: Vec<AxisTurn> =
        corners.iter().map(|&corner| turn(&corner_name(corner), corner, 0.0, 3)).collect();
    let pieces = corners.into_iter().map(cubie).collect();
    definition("ivy", &[("CORNER", pieces), ("CENTER", plain(places(1)))], &turns)
}

fn skewb() -> Definition {
    let turns = [
        turn("U", [-1.0, 1.0, 1.0], 0.0, 3),
        turn("R", [1.0, 1.0, -1.0], 0.0, 3),
        turn("L", [-1.0, -1.0, -1.0], 0.0, 3),
        turn("B", [-1.0, 1.0, -1.0], 0.0, 3),
    ];
    definition("skewb", &[("CORNER", cubies(3)), ("CENTER", plain(places(1)))], &turns)
}

fn floppy() -> Definition {
    let is_flat = |place: &Vector| place[2].abs() < 0.5;
    let corners: Vec<Vector> = places(2).into_iter().filter(is_flat).collect();
    let sides = places(1).into_iter().filter(is_flat);
    let edges =
        sides.map(|place| Piece { place, stickers: vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]] });
    let turns = face_turns(&["R", "F", "L", "B"], 2);
    definition("floppy", &[("CORNER", plain(corners)), ("EDGE", edges.collect())], &turns)
}

fn tower() -> Definition {
    let edges: Vec<Vector> = places(2).into_iter().filter(|place| place[2].abs() < 0.5).collect();
    let mut turns = face_turns(&["U", "D"], 4);
    turns.extend(
        face_turns(&["R", "F"], 2)
            .into_iter()
            .map(|it| AxisTurn { name: format!("{}2", it.name), ..it }),
    );
    definition("tower", &[("CORNER", plain(places(3))), ("EDGE", plain(edges))], &turns)
}

fn pyraminx() -> Definition {
    // Up, left, right and back, as seen from the front.
    let vertices: [(&str, Vector); 4] = [
        ("U", [1.0, 1.0, 1.0]),
        ("L", [1.0, -1.0, -1.0]),
        ("R", [-1.0, 1.0, -1.0]),
        ("B", [-1.0, -1.0, 1.0]),
    ];
    // The face opposite to a vertex has the opposite direction.
    let faces = vertices.map(|(_, vertex)| scaled(vertex, -1.0));
    let axial = |(_, place): (&str, Vector)| {
        let touched = faces.into_iter().filter(|&face| dot(face, place) > 0.0);
        Piece::with_stickers(place, touched.collect())
    };
    let edge = |place: Vector| {
        let touched = faces.into_iter().filter(|&face| dot(face, place) > 0.0);
        Piece::with_stickers(place, touched.collect())
    };
    let turns = vertices.map(|(name, axis)| turn(name, axis, 0.5, 3));
    let axials = vertices.map(axial).to_vec();
    let edges = places(1).into_iter().map(edge).collect();
    definition("pyraminx", &[("AXIAL", axials), ("EDGE", edges)], &turns)
}

fn kilominx() -> Definition {
    let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
    let rotations = |[x, y, z]: Vector| [[x, y, z], [z, x, y], [y, z, x]];
    let signs = |a: Vector| {
        let mut all: Vec<Vector> = Vec::new();
        for place in places(3) {
            let signed: Vector = std::array::from_fn(|i| a[i] * place[i]);
            let is_known = |known: &Vector| dot(*known, signed) > dot(a, a) - 0.1;
            if !all.iter().any(is_known) {
                all.push(signed);
            }
        }
        all
    };
    let mut corners = places(3);
    corners.extend(rotations([0.0, golden.recip(), golden]).into_iter().flat_map(signs));
    let faces: Vec<Vector> = rotations([0.0, golden, 1.0]).into_iter().flat_map(signs).collect();
    // The scalar product of a face with its five corners is the largest.
    let is_at = |face: Vector, corner: Vector| dot(face, corner) > golden * golden - 0.1;
    let pieces = corners.iter().map(|&corner| {
        let touched = faces.iter().copied().filter(|&face| is_at(face, corner));
        Piece::with_stickers(corner, touched.collect())
    });
    // U is any face; its neighbours follow clockwise from F, and each face has an opposite one.
    let up = faces[0];
    let mut neighbours: Vec<Vector> = (faces.iter().copied())
        .filter(|&face| dot(face, up) > 0.0 && dot(cross(face, up), cross(face, up)) > 0.1)
        .collect();
    sort_clockwise(&mut neighbours, up);
    let names = ["F", "L", "BL", "BR", "R"].into_iter().zip(&neighbours);
    let opposite = ["B", "DR", "FR", "FL", "DL"].into_iter().zip(&neighbours);
    let named = std::iter::once(("U", up))
        .chain(names.map(|(name, &face)| (name, face)))
        .chain(std::iter::once(("D", scaled(up, -1.0))))
        .chain(opposite.map(|(name, &face)| (name, scaled(face, -1.0))));
    let turns: Vec<AxisTurn> =
        named.map(|(name, face)| turn(name, face, golden * golden - 0.1, 5)).collect();
    definition("kilominx", &[("CORNER", pieces.collect())], &turns)
}

/// The Square-1 as 24 sectors of 30° and the middle layer.
///
/// Sectors 0 to 11 are the top layer from the front cut, 12 to 23 the bottom layer from the back
/// cut, both anticlockwise as seen from outside; a twist exchanges sectors 0 to 5 with 12 to 17. A
/// layer has an edge (one sector) and a corner (two sectors) in turn, the top layer from an edge
/// on, the bottom layer from a corner on. A cut before the second half of a corner is blocked.
fn square1() -> Definition {
    const HALF: usize = 6;
    const LAYER: usize = 2 * HALF;
    const N_SECTORS: usize = 2 * LAYER;
    let number = |at: usize| u16::try_from(at).expect("there are few sectors");
    let label = |at: usize| u8::try_from(at).expect("there are few sectors");
    let moduli: Arc<[u8]> =
        (0..=N_SECTORS).map(|position| if position == N_SECTORS { 2 } else { 1 }).collect();
    let second_halves: Vec<u8> = (0..N_SECTORS)
        .filter(|&sector| sector % 3 == if sector < LAYER { 2 } else { 1 })
        .map(label)
        .collect();
    let turned = |name: &str, start: usize| {
        let mut turn = Transformation::identity(&moduli);
        for sector in 0..LAYER {
            // A clockwise turn brings each piece to the sector before it.
            turn.sources[start + sector] = number(start + (sector + 1) % LAYER);
        }
        base_move(name, MoveKind::Turn, turn)
    };
    let mut twist = Transformation::identity(&moduli);
    for sector in 0..HALF {
        twist.sources.swap(sector, LAYER + sector);
    }
    twist.twists[N_SECTORS] = 1;
    let orbit = |name: &str, start: usize, n_positions: usize, orientations: u8| Orbit {
        name: name.to_owned(),
        n_positions,
        orientations,
        start,
        written_labels: (1..=n_positions).map(label).collect(),
    };
    let mut pieces: Vec<u8> = (0..N_SECTORS).map(label).collect();
    pieces.push(0);
    Definition {
        name: "square1".to_owned(),
        orbits: vec![orbit("SECTOR", 0, N_SECTORS, 1), orbit("MIDDLE", N_SECTORS, 1, 2)],
        moduli: Arc::clone(&moduli),
        solved: State { orientations: vec![0; pieces.len()], pieces },
        base_moves: vec![turned("U", 0), turned("D", LAYER), base_move("S", MoveKind::Turn, twist)],
        restrictions: [0, HALF, LAYER, LAYER + HALF]
            .map(|position| Restriction { position, labels: second_halves.clone() })
            .to_vec(),
    }
}
