//! Solvable positions and their properties.

use gordian_core::Random;
use gordian_perm::cube3::{
    CORNERS, Cube, EDGES, Face, OrientedPiece, Position, UnsolvableReason, random_position,
};
use proptest::prelude::*;

use super::support::{after, any_sequence, centres, random_moves, sequence};

type PiecesAndCentres = ([OrientedPiece; 8], [OrientedPiece; 12], [Option<u8>; 6]);

fn pieces_and_centres(position: &Position) -> PiecesAndCentres {
    (*position.corners(), *position.edges(), *position.centres())
}

/// Changes solvable positions, and compares the reasons why the results are not solvable. A change
/// that breaks one position breaks all of them.
fn check(expected: &str, change: impl Fn(&mut PiecesAndCentres)) {
    let mut random = Random::new(3);
    for start in [Position::SOLVED, random_position(&mut random, true)] {
        let mut changed = pieces_and_centres(&start);
        change(&mut changed);
        let found = Position::new(changed.0, changed.1, changed.2);
        let reasons = found.err().unwrap_or_default();
        let shown: Vec<String> = reasons.iter().map(UnsolvableReason::to_string).collect();
        assert_eq!(shown.join("; "), expected);
    }
}

fn turn(placed: &mut OrientedPiece, by: u8, of: u8) {
    placed.orientation = (placed.orientation + by) % of;
}

#[test]
fn each_broken_law_is_reported() {
    check("", |_| {});
    check("one corner is twisted by a third clockwise", |(corners, ..)| {
        turn(&mut corners[5], 1, 3)
    });
    check("one corner is twisted by a third anticlockwise", |(corners, ..)| {
        turn(&mut corners[0], 1, 3);
        turn(&mut corners[7], 1, 3);
    });
    check("", |(corners, ..)| {
        turn(&mut corners[0], 1, 3);
        turn(&mut corners[7], 2, 3);
    });
    check("one edge is flipped", |(_, edges, _)| turn(&mut edges[3], 1, 2));
    check("", |(_, edges, _)| {
        turn(&mut edges[3], 1, 2);
        turn(&mut edges[11], 1, 2);
    });
    check("two pieces are swapped", |(corners, ..)| corners.swap(1, 6));
    check("two pieces are swapped", |(_, edges, _)| edges.swap(0, 11));
    check("", |(corners, ..)| corners[2..5].rotate_left(1));
    // A swap of corners and one of edges have the parity of a quarter turn, which also turns a
    // centre.
    check("one centre is turned by a quarter", |(corners, edges, _)| {
        corners.swap(1, 6);
        edges.swap(0, 11);
    });
    check("", |(corners, edges, centres)| {
        corners.swap(1, 6);
        edges.swap(0, 11);
        centres[4] = centres[4].map(|quarters| (quarters + 3) % 4);
    });
    check("one centre is turned by a quarter", |(.., centres)| {
        centres[2] = centres[2].map(|quarters| (quarters + 1) % 4);
    });
    check("", |(.., centres)| centres[2] = centres[2].map(|quarters| (quarters + 2) % 4));
    // With an unknown centre, the other centres are not checked.
    check("", |(.., centres)| {
        centres[2] = centres[2].map(|quarters| (quarters + 1) % 4);
        centres[0] = None;
    });
}

#[test]
fn all_reasons_are_given() {
    check(
        "two pieces are swapped; one corner is twisted by a third clockwise; one edge is flipped",
        |(corners, edges, centres)| {
            corners.swap(0, 1);
            turn(&mut corners[0], 1, 3);
            turn(&mut edges[0], 1, 2);
            // Not reported: it may be correct once the swap is undone.
            centres[0] = centres[0].map(|quarters| (quarters + 1) % 4);
        },
    );
    let check = |expected: &str, change: fn(&mut PiecesAndCentres)| {
        let mut changed = pieces_and_centres(&Position::SOLVED);
        change(&mut changed);
        let reasons = Position::new(changed.0, changed.1, changed.2).unwrap_err();
        let shown: Vec<String> = reasons.iter().map(UnsolvableReason::to_string).collect();
        assert_eq!(shown.join("; "), expected);
    };
    check(
        "piece UFL is missing; piece UBR occurs 2 times; piece DF occurs 3 times; piece FR is \
         missing; piece BL is missing",
        |(corners, edges, _)| {
            corners[1].piece = 3;
            edges[8].piece = 5;
            edges[10].piece = 5;
        },
    );
    check(
        "place URF has an invalid piece number or orientation; place DF has an invalid piece \
         number or orientation; place B has an invalid piece number or orientation",
        |(corners, edges, centres)| {
            corners[0].piece = 8;
            edges[5].orientation = 2;
            centres[4] = Some(4);
        },
    );
}

#[test]
fn places_are_listed_clockwise() {
    let names = |faces: &[Face]| faces.iter().map(Face::to_string).collect::<String>();
    let corners = CORNERS.map(|faces| names(&faces)).join(" ");
    assert_eq!(corners, "URF UFL ULB UBR DFR DLF DBL DRB");
    let edges = EDGES.map(|faces| names(&faces)).join(" ");
    assert_eq!(edges, "UR UF UL UB DR DF DL DB FR FL BL BR");
}

#[test]
fn pieces_and_centres_are_solved_independently() {
    let check = |position: Position, pieces: bool, centres: bool| {
        assert_eq!((position.is_solved(), position.centres_solved()), (pieces, centres));
    };
    check(Position::SOLVED, true, true);
    check(after("(R U)105"), true, false);
    check(after("R U R' U'"), false, true);
    check(after("R"), false, false);
    check(Position::SOLVED.with_centres([None; 6]).unwrap(), true, false);
    let mut flipped = pieces_and_centres(&Position::SOLVED);
    flipped.1[0].orientation = 1;
    flipped.1[1].orientation = 1;
    check(Position::new(flipped.0, flipped.1, flipped.2).unwrap(), false, true);
    assert!(Position::SOLVED.with_centres(centres(&[(Face::U, 1)])).is_err());
}

/// Each piece occurs about equally often at each place in each orientation.
#[test]
fn random_positions_are_spread_evenly() {
    const N: usize = 4800;
    let mut random = Random::new(11);
    let mut corners = [[[0; 3]; 8]; 8];
    let mut edges = [[[0; 2]; 12]; 12];
    let mut centres = [[[0; 4]; 2]; 6];
    let mut odd = 0;
    for _ in 0..N {
        let position = random_position(&mut random, true);
        for (seen, it) in corners.iter_mut().zip(position.corners()) {
            seen[usize::from(it.piece)][usize::from(it.orientation)] += 1;
        }
        for (seen, it) in edges.iter_mut().zip(position.edges()) {
            seen[usize::from(it.piece)][usize::from(it.orientation)] += 1;
        }
        let quarters = position.centres().map(Option::unwrap);
        let parity = usize::from(quarters.iter().sum::<u8>() % 2);
        odd += parity;
        for (seen, quarters) in centres.iter_mut().zip(quarters) {
            seen[parity][usize::from(quarters)] += 1;
        }
    }
    // About four standard deviations.
    let near = |found: usize, classes: usize| {
        let expected = N / classes;
        assert!(found.abs_diff(expected) < 4 * expected.isqrt() + 4, "{found}, not {expected}");
    };
    corners.as_flattened().as_flattened().iter().for_each(|&found| near(found, 8 * 3));
    edges.as_flattened().as_flattened().iter().for_each(|&found| near(found, 12 * 2));
    centres.as_flattened().as_flattened().iter().for_each(|&found| near(found, 4 * 2));
    near(odd, 2);
    assert_eq!(*random_position(&mut random, false).centres(), [None; 6]);
}

#[test]
fn positions_and_cubes_convert() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let position = random_position(&mut random, true);
        assert_eq!(Position::from_cube(&position.to_cube()), position);
        // The orientation of the cube does not matter.
        let hold = *random.choose(&["x", "y'", "z2 x", "x2 y"]);
        let mut cube = position.to_cube();
        cube.apply(&sequence(hold));
        assert_eq!(Position::from_cube(&cube), position);
    }
    assert_eq!(Position::SOLVED.to_cube(), Cube::solved());
}

#[test]
fn positions_and_cubes_move_alike() {
    let mut random = Random::new(4);
    for _ in 0..100 {
        let sequence = random_moves(&mut random, 25);
        let start = random_position(&mut random, true);
        // The inverse is applied in the final orientation, because rotations change the meaning of
        // letters.
        let mut cube = start.to_cube();
        cube.apply(&sequence);
        assert_eq!(start.apply(&sequence), Position::from_cube(&cube));
        cube.apply(&sequence.inverse());
        assert_eq!(cube, start.to_cube());
    }
}

proptest! {
    /// Every reachable position obeys the laws.
    #[test]
    fn the_laws_hold(sequence in any_sequence()) {
        let (corners, edges, centres) = pieces_and_centres(&Position::SOLVED.apply(&sequence));
        prop_assert!(Position::new(corners, edges, centres).is_ok());
    }
}
