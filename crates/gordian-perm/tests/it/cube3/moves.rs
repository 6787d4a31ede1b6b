//! The effects of moves on the simulator.

use gordian_core::Random;
use gordian_perm::cube3::{
    CORNERS, Cube, EDGES, Face, FaceTurn, Metric, Move, Position, Sequence, random_position,
};
use proptest::prelude::*;

use super::support::{after, any_sequence, centres, moves, random_moves, sequence};

/// The cycles of stickers under the turns of the faces; each sticker moves to the place of the next
/// one. A sticker is a face with a number, 1 to 9, row by row.
const CIRCLES: [(Face, &str); 6] = [
    (Face::U, "U1 U3 U9 U7, U2 U6 U8 U4, F1 L1 B1 R1, F2 L2 B2 R2, F3 L3 B3 R3"),
    (Face::L, "L1 L3 L9 L7, L2 L6 L8 L4, U1 F1 D1 B9, U4 F4 D4 B6, U7 F7 D7 B3"),
    (Face::F, "F1 F3 F9 F7, F2 F6 F8 F4, U7 R1 D3 L9, U8 R4 D2 L6, U9 R7 D1 L3"),
    (Face::R, "R1 R3 R9 R7, R2 R6 R8 R4, F3 U3 B7 D3, F6 U6 B4 D6, F9 U9 B1 D9"),
    (Face::B, "B1 B3 B9 B7, B2 B6 B8 B4, U3 L1 D7 R9, U2 L4 D8 R6, U1 L7 D9 R3"),
    (Face::D, "D1 D3 D9 D7, D2 D6 D8 D4, F7 R7 B7 L7, F8 R8 B8 L8, F9 R9 B9 L9"),
];

/// Turns a face of a cube that is given by its 54 stickers: a second simulator, without pieces.
fn turn_stickers(stickers: &str, turn: FaceTurn) -> String {
    let number = |name: &str| {
        let face = "URFDLB".find(&name[..1]).unwrap();
        9 * face + name[1..].parse::<usize>().unwrap() - 1
    };
    let mut turned: Vec<char> = stickers.chars().collect();
    for _ in 0..turn.quarters() {
        let before = turned.clone();
        for circle in CIRCLES[turn.face().index()].1.split(", ") {
            let circle: Vec<usize> = circle.split(' ').map(number).collect();
            for k in 0..4 {
                turned[circle[(k + 1) % 4]] = before[circle[k]];
            }
        }
    }
    turned.into_iter().collect()
}

#[test]
fn the_simulator_agrees_with_circles_of_stickers() {
    for (number, (face, _)) in CIRCLES.iter().enumerate() {
        assert_eq!(face.index(), number);
    }
    let mut random = Random::new(1);
    let mut cube = Cube::solved();
    let mut stickers = Position::SOLVED.facelets();
    for _ in 0..2000 {
        let turn = *random.choose(&FaceTurn::ALL);
        cube.turn(turn.into());
        stickers = turn_stickers(&stickers, turn);
        assert_eq!(Position::from_cube(&cube).facelets(), stickers, "{turn}");
    }
}

/// The effect of the turns in the usual numbers of cube programs: the new piece of each place and
/// its orientation.
#[test]
fn turns_have_their_usual_numbers() {
    let check = |turn: &str, corners: &str, twists: [u8; 8], edges: &str, flips: [u8; 12]| {
        let position = after(turn);
        let name = |faces: &[Face]| faces.iter().map(|face| face.name()).collect::<String>();
        let found = position.corners().map(|it| name(&CORNERS[usize::from(it.piece)]));
        assert_eq!(found.join(" "), corners, "{turn}");
        assert_eq!(position.corners().map(|it| it.orientation), twists, "{turn}");
        let found = position.edges().map(|it| name(&EDGES[usize::from(it.piece)]));
        assert_eq!(found.join(" "), edges, "{turn}");
        assert_eq!(position.edges().map(|it| it.orientation), flips, "{turn}");
        let face = Face::ALL.into_iter().find(|face| face.name() == turn).unwrap();
        assert_eq!(*position.centres(), centres(&[(face, 1)]));
    };
    check(
        "U",
        "UBR URF UFL ULB DFR DLF DBL DRB",
        [0; 8],
        "UB UR UF UL DR DF DL DB FR FL BL BR",
        [0; 12],
    );
    check(
        "R",
        "DFR UFL ULB URF DRB DLF DBL UBR",
        [2, 0, 0, 1, 1, 0, 0, 2],
        "FR UF UL UB BR DF DL DB DR FL BL UR",
        [0; 12],
    );
    check(
        "F",
        "UFL DLF ULB UBR URF DFR DBL DRB",
        [1, 2, 0, 0, 2, 1, 0, 0],
        "UR FL UL UB DR FR DL DB UF DF BL BR",
        [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
    );
    check(
        "D",
        "URF UFL ULB UBR DLF DBL DRB DFR",
        [0; 8],
        "UR UF UL UB DF DL DB DR FR FL BL BR",
        [0; 12],
    );
    check(
        "L",
        "URF ULB DBL UBR DFR UFL DLF DRB",
        [0, 1, 2, 0, 0, 2, 1, 0],
        "UR UF BL UB DR DF FL DB FR UL DL BR",
        [0; 12],
    );
    check(
        "B",
        "URF UFL UBR DRB DFR DLF ULB DBL",
        [0, 0, 1, 2, 0, 0, 2, 1],
        "UR UF UL BR DR DF DL BL FR FL UB DB",
        [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
    );
}

/// The order of a sequence, without and with centres.
#[test]
fn sequences_have_their_known_orders() {
    fn check(text: &str, pieces: usize, with_centres: usize) {
        let sequence = sequence(text);
        let first = |done: fn(&Position) -> bool| {
            let mut position = Position::SOLVED;
            (1..)
                .find(|_| {
                    position = position.apply(&sequence);
                    done(&position)
                })
                .unwrap()
        };
        assert_eq!(first(Position::is_solved), pieces, "{text}");
        assert_eq!(first(|it| *it == Position::SOLVED), with_centres, "{text}");
    }
    check("R", 4, 4);
    check("R U", 105, 420);
    check("R U'", 63, 252);
    check("R U R' U'", 6, 6);
    check("R2 U2", 6, 6);
    // The largest order of any sequence, without centres.
    check("R U2 D' B D'", 1260, 1260);
    // The T permutation, and a permutation of three edges.
    check("R U R' U' R' F R2 U' R' U' R U R' F'", 2, 4);
    check("R U' R U R U R U' R' U' R2", 3, 12);
    check("M2 E2 S2", 2, 2);
    check("x y", 1, 1);
}

#[test]
fn known_sequences_produce_known_patterns() {
    let checkerboard = "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB";
    assert_eq!(after("U2 D2 R2 L2 F2 B2").facelets(), checkerboard);
    assert_eq!(after("M2 E2 S2").facelets(), checkerboard);
    let superflip = after("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    assert_eq!(superflip.corners(), Position::SOLVED.corners());
    let mut edges = *Position::SOLVED.edges();
    edges.iter_mut().for_each(|it| it.orientation = 1);
    assert_eq!(*superflip.edges(), edges);
    // Six spots: around each centre, the colour of a neighbour.
    let spots = after("U D' R L' F B' U D'").facelets();
    assert_eq!(spots, "FFFFUFFFFUUUURUUUURRRRFRRRRBBBBDBBBBDDDDLDDDDLLLLBLLLL");
}

/// Sequences that turn only centres.
#[test]
fn centres_turn_alone() {
    let check = |text: &str, turned: &[(Face, u8)]| {
        let expected = Position::SOLVED.with_centres(centres(turned)).unwrap();
        assert_eq!(after(text), expected, "{text}");
    };
    check("F B' L R' U D' F' U' D L' R F' B U", &[(Face::U, 1), (Face::F, 3)]);
    check("U R L U2 R' L' U R L U2 R' L'", &[(Face::U, 2)]);
    check("(R U)105", &[(Face::R, 1), (Face::U, 1)]);
    check("(R' D')105", &[(Face::R, 3), (Face::D, 3)]);
    // Rotations do not turn centres: directions are relative to the standard orientation.
    check("x y2 z'", &[]);
    check("(M E M' E')6", &[]);
}

/// Both sequences have the same effect on the cube and its orientation.
#[test]
fn wide_turns_slices_and_rotations_match_their_definitions() {
    let check = |one: &str, other: &str| {
        let [mut a, mut b] = [Cube::solved(), Cube::solved()];
        a.apply(&sequence(one));
        b.apply(&sequence(other));
        assert_eq!(a, b, "{one} is not {other}");
        assert_ne!(a, Cube::solved(), "{one} does nothing");
    };
    let face_and_slice =
        [("U", "U E'"), ("L", "L M"), ("F", "F S"), ("R", "R M'"), ("B", "B S'"), ("D", "D E")];
    for (face, parts) in face_and_slice {
        for (sign, amount) in [("", "1"), ("2", "2"), ("'", "3")] {
            check(&format!("{face}w{sign}"), &format!("({parts}){amount}"));
            check(&format!("{}{sign}", face.to_lowercase()), &format!("({parts}){amount}"));
        }
    }
    check("M", "L' R x'");
    check("E", "D' U y'");
    check("S", "F' B z");
    check("x", "R M' L'");
    check("y", "U E' D'");
    check("z", "F S B'");
    check("Rw", "L x");
    check("x U x'", "F");
    check("y F y'", "R");
    check("z U z'", "L");
    check("x y x'", "z");
}

#[test]
fn every_move_has_an_inverse_and_an_order() {
    for step in moves() {
        let mut cube = Cube::solved();
        let n_quarters = [1, 2, 3, 4].into_iter().find(|_| {
            cube.turn(step);
            cube == Cube::solved()
        });
        let half = step.inverse() == step;
        assert_eq!(n_quarters, Some(if half { 2 } else { 4 }), "{step}");
        cube.turn(step);
        assert_ne!(cube, Cube::solved());
        cube.turn(step.inverse());
        assert_eq!(cube, Cube::solved());
    }
}

#[test]
fn face_turns_are_numbered() {
    for (number, turn) in FaceTurn::ALL.into_iter().enumerate() {
        assert_eq!(number, 3 * turn.face().index() + usize::from(turn.quarters()) - 1);
        assert_eq!(FaceTurn::new(turn.face(), turn.quarters() + 4), Some(turn));
    }
    assert_eq!(FaceTurn::new(Face::R, 0), None);
    assert_eq!(FaceTurn::new(Face::R, 8), None);
    let written: Vec<String> = FaceTurn::ALL.iter().map(FaceTurn::to_string).collect();
    assert_eq!(written.join(" "), "U U2 U' L L2 L' F F2 F' R R2 R' B B2 B' D D2 D'");
}

#[test]
fn opposite_faces_lie_opposite() {
    for face in Face::ALL {
        assert_eq!(face.opposite().opposite(), face);
        // Turns of opposite faces commute, other ones do not.
        for other in Face::ALL.into_iter().filter(|other| *other != face) {
            let turns = [face, other].map(|face| Move::from(FaceTurn::new(face, 1).unwrap()));
            let [a, b] = [[0, 1], [1, 0]].map(|order| order.map(|i| turns[i]));
            let commute = Position::SOLVED.apply(&a.into_iter().collect())
                == Position::SOLVED.apply(&b.into_iter().collect());
            assert_eq!(commute, other == face.opposite());
        }
    }
}

#[test]
fn lengths_are_counted() {
    let check = |text: &str, half_turns: usize, quarter_turns: usize| {
        let sequence = sequence(text);
        assert_eq!(sequence.length(Metric::HalfTurn), half_turns, "{text}");
        assert_eq!(sequence.length(Metric::QuarterTurn), quarter_turns, "{text}");
    };
    check("", 0, 0);
    check("R U2 F'", 3, 4);
    check("Rw2 Uw'", 2, 3);
    check("M E2 S'", 6, 8);
    check("x y2 z'", 0, 0);
    check("(R U R' U')3", 12, 12);
}

#[test]
fn unknown_centres_stay_unknown() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let known = random_position(&mut random, true);
        let mut centres = *known.centres();
        centres[random.below(6)] = None;
        centres[random.below(6)] = None;
        let partly = known.with_centres(centres).unwrap();
        let sequence = random_moves(&mut random, 30);
        let [known, partly] = [known.apply(&sequence), partly.apply(&sequence)];
        let expected =
            Face::ALL.map(|face| centres[face.index()].and(known.centres()[face.index()]));
        assert_eq!(*partly.centres(), expected);
        assert_eq!(partly.corners(), known.corners());
    }
}

proptest! {
    /// A sequence and its inverse cancel, including rotations.
    #[test]
    fn inverses_undo(sequence in any_sequence()) {
        let mut cube = Cube::solved();
        cube.apply(&sequence);
        cube.apply(&sequence.inverse());
        prop_assert_eq!(cube, Cube::solved());
    }

    /// Applying two sequences equals applying their concatenation, if the first one does not rotate
    /// the cube.
    #[test]
    fn concatenated_sequences_compose(one in any_sequence(), two in any_sequence()) {
        let turns = |it: &Sequence| -> Sequence {
            it.moves().iter().copied().filter(|step| matches!(step, Move::Face(_))).collect()
        };
        let one = turns(&one);
        let both: Sequence = one.moves().iter().chain(two.moves()).copied().collect();
        let apart = Position::SOLVED.apply(&one).apply(&two);
        prop_assert_eq!(Position::SOLVED.apply(&both), apart);
    }
}
