//! Sudoku Cubes of all sizes: the net, the simulator, and reachability.

use std::collections::BTreeSet;

use gordian_core::Random;
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::scramble::{
    IllegalMove, apply_illegal_move, random_scrambled_of_size, random_solved_of_size,
};
use gordian_puzzles::cube::{
    ADJACENT_FACES, CubeViolation, Direction, Face, PieceKind, Placement, SolvedNet, Sticker,
    StickerCube, Unreachable,
};
use proptest::prelude::*;

use crate::support::{cube, text, words};

fn identity_placement(size: usize) -> Placement {
    Placement::new(size, |kind| (0..24).take(kind.count()).map(|place| (place, 0)).collect())
}

/// Returns the net of a solved cube.
fn net_of(solved: &SudokuCube) -> SolvedNet {
    solved.check_placement(&identity_placement(solved.size)).unwrap()
}

/// Returns a solved cube without identical pieces.
fn solved_without_identical_pieces(size: usize) -> SudokuCube {
    let cubes = (0..).map(|seed| random_solved_of_size(size, &mut Random::new(seed)));
    cubes.into_iter().find(|cube| !cube.has_identical_pieces()).unwrap()
}

/// Returns the cube after `n` random turns of layers other than the middle one.
fn turned(cube: &SudokuCube, n: usize, random: &mut Random) -> SudokuCube {
    let mut sticker_cube = StickerCube::from_cube(cube);
    for _ in 0..n {
        let (face, depth) = (*random.choose(&Face::ALL), random.below(cube.size / 2));
        sticker_cube.turn_layer(face, depth, *random.choose(&[1, 2, 3]));
    }
    sticker_cube.to_cube(cube)
}

/// Swaps the first two pieces of a kind.
fn swap(cube: &mut SudokuCube, kind: PieceKind) {
    match kind {
        PieceKind::Corner => cube.corners.swap(0, 1),
        PieceKind::Edge => cube.edges.swap(0, 1),
        PieceKind::Wing => cube.wings.swap(0, 1),
        PieceKind::XCentre => cube.x_centres.swap(0, 1),
        PieceKind::TCentre => cube.t_centres.swap(0, 1),
    }
}

#[test]
fn drawings_are_parsed_as_nets() {
    for size in 2..=5 {
        for seed in 0..20 {
            let scrambled = random_scrambled_of_size(size, &mut Random::new(seed), 40);
            let net = format!("kind = 'sudoku-cube'\nnet = '''\n{}'''", scrambled.draw(None));
            assert_eq!(cube(&net), scrambled);
            assert_eq!(cube(&format!("size = {size}\n{net}")), scrambled);
        }
    }
}

#[test]
fn a_large_net_and_its_solution_are_drawn() {
    let solved = random_solved_of_size(4, &mut Random::new(4));
    insta::assert_snapshot!(solved.draw(Some(&net_of(&solved))));
}

/// Compares the drawn faces before and after a turn of one layer.
#[test]
fn a_layer_turns_its_own_rows_and_columns_only() {
    let net = |cube: &SudokuCube| -> Vec<Vec<String>> {
        let drawn = cube.draw(None);
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        drawn.lines().filter(|line| !line.is_empty()).map(words).collect()
    };
    for size in 2..=5_usize {
        let cube = random_solved_of_size(size, &mut Random::new(1));
        for depth in 0..size {
            let mut sticker_cube = StickerCube::from_cube(&cube);
            sticker_cube.turn_layer(Face::U, depth, 1);
            let (before, after) = (net(&cube), net(&sticker_cube.to_cube(&cube)));
            for row in size..2 * size {
                // Clockwise from above, the row of F moves to L, that of L to B, …
                let mut expected = before[row].clone();
                if row - size == depth {
                    expected.rotate_left(size);
                }
                assert_eq!(after[row], expected, "layer {depth}, row {row} of size {size}");
            }
            let moved = |rows: std::ops::Range<usize>| before[rows.clone()] != after[rows];
            assert_eq!(
                (moved(0..size), moved(2 * size..3 * size)),
                (depth == 0, depth == size - 1)
            );
        }
    }
}

#[test]
fn four_quarter_turns_are_the_identity() {
    for size in 2..=5 {
        let cube = random_solved_of_size(size, &mut Random::new(2));
        for face in Face::ALL {
            for depth in 0..size {
                let mut sticker_cube = StickerCube::from_cube(&cube);
                sticker_cube.turn_layer(face, depth, 3);
                assert_ne!(sticker_cube.to_cube(&cube), cube);
                sticker_cube.turn_layer(face, depth, 1);
                assert_eq!(sticker_cube.to_cube(&cube), cube);
            }
        }
    }
}

/// Places of wings and centre pieces are identified by a face and a border: a quarter turn of the
/// face moves the piece to the next border.
#[test]
fn pairs_are_ordered_clockwise() {
    let cube = solved_without_identical_pieces(5);
    for face in Face::ALL {
        let mut sticker_cube = StickerCube::from_cube(&cube);
        sticker_cube.turn(face, 1);
        let after = sticker_cube.to_cube(&cube);
        for border in 0..4 {
            let (from, to) = (4 * face.index() + border, 4 * face.index() + (border + 1) % 4);
            assert_eq!((ADJACENT_FACES[from][0], ADJACENT_FACES[to][0]), (face, face));
            assert_eq!(after.wings[to], cube.wings[from]);
            assert_eq!(after.x_centres[to], cube.x_centres[from]);
            assert_eq!(after.t_centres[to], cube.t_centres[from]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn turns_never_make_a_cube_unsolvable(seed in any::<u64>(), size in 2..=5_usize, n in 0..60_usize) {
        let solved = random_solved_of_size(size, &mut Random::new(seed));
        let scrambled = random_scrambled_of_size(size, &mut Random::new(seed), n);
        let placement = scrambled.check_net(&net_of(&solved)).unwrap();
        prop_assert_eq!(scrambled.reachability(&placement, &net_of(&solved).directions), Ok(()));
        prop_assert_eq!(scrambled.check_placement(&placement), Ok(net_of(&solved)));
    }
}

/// Returns the parities of the permutation between two cubes with the same distinct pieces: one bit
/// per kind, and the next bit for the quarter turns of the centres.
fn parity(from: &SudokuCube, to: &SudokuCube) -> u32 {
    let mut parity = 0;
    let kinds = PieceKind::of_size(from.size);
    for (i, &kind) in kinds.iter().enumerate() {
        let sorted = |piece: &[Sticker]| {
            // A corner or edge is identified by the cyclic order of its stickers.
            let shifts = (0..piece.len()).map(|shift| {
                let mut shifted = piece.to_vec();
                shifted.rotate_left(if kind == PieceKind::Wing { 0 } else { shift });
                shifted
            });
            shifts.min().unwrap()
        };
        let [mut now, wanted] =
            [to, from].map(|cube| cube.pieces(kind).iter().map(|p| sorted(p)).collect::<Vec<_>>());
        for (place, piece) in wanted.iter().enumerate() {
            let at = now.iter().position(|other| other == piece).unwrap();
            if at != place {
                now.swap(at, place);
                parity ^= 1 << i;
            }
        }
    }
    for (a, b) in from.centres.iter().zip(&to.centres) {
        let turns = a.direction.unwrap().quarter_turns() + b.direction.unwrap().quarter_turns();
        parity ^= u32::from(turns % 2) << kinds.len();
    }
    parity
}

/// For every combination of parities, a tampered cube of distinct pieces is accepted if and only if
/// the simulator reaches these parities by random turns.
#[test]
fn parities_are_rejected_iff_unreachable() {
    for (size, n_reachable) in [(2, 2), (3, 2), (4, 4), (5, 4)] {
        let solved = solved_without_identical_pieces(size);
        let net = net_of(&solved);
        let mut random = Random::new(11);
        let mut reached = BTreeSet::new();
        let mut cube = solved.clone();
        for _ in 0..300 {
            cube = turned(&cube, 1, &mut random);
            reached.insert(parity(&solved, &cube));
        }
        assert_eq!(reached.len(), n_reachable, "size {size}");
        let kinds = PieceKind::of_size(size);
        let n_bits = kinds.len() + usize::from(!solved.centres.is_empty());
        for set in 0..1_u32 << n_bits {
            let mut tampered = turned(&solved, 40, &mut random);
            for (i, &kind) in kinds.iter().enumerate() {
                if set & 1 << i != 0 {
                    swap(&mut tampered, kind);
                }
            }
            if set & 1 << kinds.len() != 0 {
                let centre = &mut tampered.centres[3];
                centre.direction =
                    centre.direction.map(|d| Direction::from_quarter_turns(d.quarter_turns() + 1));
            }
            let accepted = tampered.check_net(&net);
            assert_eq!(accepted.is_ok(), reached.contains(&set), "{set:b} of size {size}");
            let violations = accepted.err().unwrap_or_default();
            assert!(violations.iter().all(|v| matches!(v, CubeViolation::Unreachable(_))));
        }
    }
}

#[test]
fn twists_and_flips_are_rejected_in_every_size() {
    for size in 2..=5 {
        let solved = solved_without_identical_pieces(size);
        let cube = turned(&solved, 40, &mut Random::new(6));
        let check = |change: &dyn Fn(&mut SudokuCube), expected: Option<Unreachable>| {
            let mut tampered = cube.clone();
            change(&mut tampered);
            let found = tampered.check_net(&net_of(&solved)).err().unwrap_or_default();
            let expected: Vec<_> = expected.map(CubeViolation::Unreachable).into_iter().collect();
            assert_eq!(found, expected);
        };
        let twist = |clockwise| Some(Unreachable::Twist { clockwise });
        check(&|_| {}, None);
        check(&|cube| cube.corners[3].rotate_left(1), twist(true));
        check(&|cube| cube.corners[3].rotate_left(2), twist(false));
        let twist_two = |cube: &mut SudokuCube| {
            cube.corners[3].rotate_left(1);
            cube.corners[5].rotate_left(2);
        };
        check(&twist_two, None);
        if size % 2 == 1 {
            check(&|cube| cube.edges[7].swap(0, 1), Some(Unreachable::Flip));
        }
    }
}

#[test]
fn unreachable_swaps_are_named() {
    let check = |size: usize, kinds: &[PieceKind], expected: &[&str]| {
        let solved = solved_without_identical_pieces(size);
        let mut tampered = turned(&solved, 40, &mut Random::new(8));
        kinds.iter().for_each(|&kind| swap(&mut tampered, kind));
        let expected: Vec<String> = expected
            .iter()
            .map(|what| format!("not reachable by turns: two {what} would have to be swapped"))
            .collect();
        assert_eq!(words(tampered.check_net(&net_of(&solved))), expected);
    };
    use PieceKind::{Corner, Edge, TCentre, Wing, XCentre};
    check(2, &[Corner], &[]);
    check(3, &[Corner], &["pieces"]);
    check(4, &[Corner], &["corners or two x-centres"]);
    check(4, &[XCentre], &["corners or two x-centres"]);
    check(4, &[Wing], &[]);
    check(4, &[Corner, XCentre], &[]);
    check(5, &[Edge], &["edges"]);
    check(5, &[Wing], &["wings or two t-centres"]);
    check(5, &[Wing, TCentre], &[]);
    check(5, &[XCentre, TCentre], &["wings or two t-centres", "x-centres"]);
}

/// Two identical centre pieces compensate for a swap of two other pieces.
#[test]
fn identical_pieces_allow_a_swap() {
    let distinct = solved_without_identical_pieces(4);
    let cubes = (0..).map(|seed| random_solved_of_size(4, &mut Random::new(seed)));
    let only_centres = |cube: &SudokuCube| {
        let mut other = cube.clone();
        other.x_centres.clone_from(&distinct.x_centres);
        cube.has_identical_pieces() && !other.has_identical_pieces()
    };
    let solved = cubes.into_iter().find(only_centres).unwrap();
    let mut tampered = turned(&solved, 40, &mut Random::new(1));
    swap(&mut tampered, PieceKind::Corner);
    let placement = tampered.check_net(&net_of(&solved)).unwrap();
    assert_eq!(tampered.check_placement(&placement), Ok(net_of(&solved)));
    tampered.corners[0].rotate_left(1);
    assert_eq!(words(tampered.check_net(&net_of(&solved))).len(), 1);
}

/// A rotated solved cube of even size is still solved and reachable.
#[test]
fn cubes_of_even_size_are_solved_in_every_orientation() {
    for size in [2, 4] {
        let solved = solved_without_identical_pieces(size);
        let scrambled = turned(&solved, 40, &mut Random::new(3));
        let mut sticker_cube = StickerCube::from_cube(&solved);
        let mut seen = BTreeSet::new();
        for i in 0..24 {
            let face = if i % 4 == 3 { Face::F } else { Face::U };
            (0..size).for_each(|depth| sticker_cube.turn_layer(face, depth, 1));
            let net = net_of(&sticker_cube.to_cube(&solved));
            let placement = scrambled.check_net(&net).unwrap();
            assert_eq!(scrambled.check_placement(&placement), Ok(net.clone()));
            seen.insert(net);
        }
        assert!(seen.len() > 10, "{} positions", seen.len());
    }
}

/// Illegal moves are defined for a 3×3×3; on a cube without the pieces they do nothing.
#[test]
fn illegal_moves_of_missing_pieces_do_nothing() {
    for size in 2..=5 {
        let cube = solved_without_identical_pieces(size);
        for illegal_move in IllegalMove::ALL {
            let is_possible =
                size % 2 == 1 || matches!(illegal_move, IllegalMove::Swap | IllegalMove::Twist);
            let tampered = apply_illegal_move(&cube, illegal_move, &mut Random::new(1));
            assert_eq!(tampered != cube, is_possible, "{illegal_move:?} of size {size}");
        }
    }
}

#[test]
fn a_solution_must_be_of_the_size_of_the_cube() {
    let cube = random_scrambled_of_size(4, &mut Random::new(1), 9);
    let other = net_of(&random_solved_of_size(2, &mut Random::new(1)));
    assert_eq!(
        words(cube.check_net(&other)),
        ["the cube is 4×4×4, the solution has faces of 2 rows"]
    );
}

#[test]
fn places_have_the_names_used_by_cubers() {
    let solved = solved_without_identical_pieces(5);
    let check = |change: &dyn Fn(&mut SudokuCube), expected: &[&str]| {
        let mut cube = solved.clone();
        change(&mut cube);
        let found = words(cube.check_net(&net_of(&solved)));
        let names = found.iter().map(|text| {
            let text = text.strip_prefix("no piece of the cube is left for ").unwrap();
            text.split(',').next().unwrap()
        });
        assert_eq!(names.collect::<Vec<_>>(), expected);
    };
    let misturn = |sticker: &mut Sticker| sticker.rotation = (sticker.rotation + 1) % 4;
    check(&|cube| misturn(&mut cube.corners[0][0]), &["UFR"]);
    check(&|cube| misturn(&mut cube.edges[3][0]), &["FL"]);
    // Wing 8 is on F at the border to U, on the right; wing 15 on R at the border to F, at the top.
    check(&|cube| misturn(&mut cube.wings[8][0]), &["UFr"]);
    check(&|cube| misturn(&mut cube.wings[15][0]), &["FRu"]);
    check(&|cube| misturn(&mut cube.x_centres[8]), &["Fur"]);
    check(&|cube| misturn(&mut cube.t_centres[8]), &["Fu"]);
    check(&|cube| misturn(&mut cube.t_centres[23]), &["Dl"]);
}

#[test]
fn two_digit_numbers_are_never_ambiguous() {
    let mut cube = random_solved_of_size(4, &mut Random::new(2));
    cube.ambiguity.six_nine = true;
    cube.ambiguity.eight = true;
    let net = net_of(&cube);
    for number in 1..=16 {
        let mut other = cube.clone();
        let turn = |sticker: &mut Sticker| sticker.rotation = (sticker.rotation + 2) % 4;
        let centres = other.x_centres.iter_mut();
        centres.filter(|sticker| sticker.digit == number).for_each(turn);
        let turned = other != cube;
        let keeps = other.check_placement(&identity_placement(4)) == Ok(net.clone());
        assert_eq!(keeps, !turned || number == 1 || number == 8, "{number}");
    }
}

#[test]
fn pieces_of_a_net_have_its_digits_and_rotations() {
    let cube = cube(&text("testdata/cubes/net_5.toml"));
    let digits = |stickers: &[Sticker]| -> Vec<u8> { stickers.iter().map(|s| s.digit).collect() };
    let rotations =
        |stickers: &[Sticker]| -> Vec<u8> { stickers.iter().map(|s| s.rotation).collect() };
    // F shows 1 to 25 row by row, all upright; U and R have 5 and 21 at the common corner.
    assert_eq!(digits(&cube.x_centres[8..12]), [9, 19, 17, 7]);
    assert_eq!(digits(&cube.t_centres[8..12]), [8, 14, 18, 12]);
    assert_eq!(rotations(&cube.x_centres[8..12]), [0, 3, 2, 1]);
    assert_eq!(digits(&cube.wings[8]), [4, 24]);
    assert_eq!(rotations(&cube.wings[8]), [0, 2]);
    assert_eq!(digits(&cube.edges[0]), [3, 23]);
    assert_eq!(digits(&cube.corners[0]), [5, 25, 1]);
    assert_eq!(cube.centres[2].digit, 13);
}
