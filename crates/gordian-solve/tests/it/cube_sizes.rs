//! Sudoku Cubes of all sizes: scrambled ones are solved, tampered ones are rejected iff
//! unreachable.

use std::collections::BTreeSet;

use gordian_core::{Outcome, Random};
use gordian_puzzles::cube::scramble::{random_scrambled, random_scrambled_of_size};
use gordian_puzzles::cube::{
    Centre, Direction, Face, PieceKind, Placement, Reachability, SolvedNet, StickerCube,
};
use gordian_puzzles::{Puzzle, SudokuCube, parse};
use gordian_solve::{Request, SolutionData, Task};
use proptest::prelude::*;

use crate::{answer, puzzle};

/// The largest number of solutions per cube that the tests compare.
const MAX_NETS: u64 = 40;

/// Returns the nets of all solutions of a cube, without duplicates; `None` if there are too many.
fn nets(cube: &SudokuCube, reachability: Reachability) -> Option<BTreeSet<SolvedNet>> {
    let task = Task::All { limit: Some(MAX_NETS) };
    let request = Request { task, ..Request::default() };
    let cube = SudokuCube { reachability, ..cube.clone() };
    let answer = answer(&Puzzle::new(cube), &request);
    let n = answer.solutions.len();
    let nets: BTreeSet<SolvedNet> = answer.solutions.into_iter().map(net).collect();
    assert_eq!(nets.len(), n, "no net is listed twice");
    answer.limit.is_none().then_some(nets)
}

fn net(solution: SolutionData) -> SolvedNet {
    match solution {
        SolutionData::Puzzle(solution) => solution.as_kind::<SudokuCube>().unwrap().clone(),
        other => panic!("{other:?}"),
    }
}

/// Compares the reachability constraints of the model with the checker, which turns pieces in
/// space, for every arrangement of the numbers. Returns the numbers of reachable and unreachable
/// arrangements.
fn check_reachable(cube: &SudokuCube) -> (usize, usize) {
    let Some(all) = nets(cube, Reachability::Ignored) else { return (0, 0) };
    let n = all.len();
    let reachable: BTreeSet<SolvedNet> =
        all.into_iter().filter(|net| cube.check_net(net).is_ok()).collect();
    assert_eq!(nets(cube, Reachability::Enforced).as_ref(), Some(&reachable));
    (reachable.len(), n - reachable.len())
}

/// Solves a cube and checks the solutions by the rules and by turning pieces in space.
fn check_solved(cube: &SudokuCube) {
    let answer = answer(&Puzzle::new(cube.clone()), &Request::default());
    assert_eq!(answer.outcome, Outcome::Solved);
    assert!(answer.unique.is_some());
    for solution in answer.solutions {
        assert!(cube.check_net(&net(solution)).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scrambled_cubes_are_solved(seed in any::<u64>(), size in 2..=5_usize, n in 0..=60_usize) {
        check_solved(&random_scrambled_of_size(size, &mut Random::new(seed), n));
    }
}

#[test]
#[ignore = "slow: four hundred scrambled cubes of all sizes are solved, and all their solutions judged"]
fn four_hundred_scrambled_cubes_are_solved() {
    let mut compared = 0;
    for seed in 0..100 {
        for size in 2..=5 {
            let cube = random_scrambled_of_size(size, &mut Random::new(seed), 60);
            check_solved(&cube);
            // In a 3×3×3, each placement is a separate solution.
            if size != 3 {
                compared += check_reachable(&cube).0;
            }
        }
    }
    assert!(compared > 300, "{compared} solutions compared");
}

/// Returns scrambled cubes of distinct pieces with a unique solution.
fn unique_cubes(size: usize, n: usize) -> Vec<SudokuCube> {
    let cubes = (0..).map(|seed| random_scrambled_of_size(size, &mut Random::new(seed), 60));
    let distinct = cubes.into_iter().filter(|cube| !cube.has_identical_pieces());
    let single =
        |cube: &SudokuCube| nets(cube, Reachability::Ignored).is_some_and(|nets| nets.len() == 1);
    distinct.filter(single).take(n).collect()
}

#[test]
fn tampered_cubes_are_infeasible_iff_unreachable() {
    let check = |cube: &SudokuCube, change: &dyn Fn(&mut SudokuCube), reason: Option<&str>| {
        let mut forged = cube.clone();
        change(&mut forged);
        let found = answer(&Puzzle::new(forged), &Request::default());
        let Some(reason) = reason else {
            assert_eq!((found.outcome, found.unique), (Outcome::Solved, Some(true)));
            return;
        };
        assert_eq!(found.outcome, Outcome::Infeasible);
        let reason = format!("not reachable by turns: {reason}");
        assert_eq!(found.notes[1..], [reason], "{:?}", found.notes);
    };
    let swapped = |what: &str| format!("two {what} would have to be swapped");
    for cube in unique_cubes(2, 2) {
        check(&cube, &|cube| cube.corners.swap(2, 3), None);
        let reason = "one corner would have to be twisted by a third anticlockwise";
        check(&cube, &|cube| cube.corners[2].rotate_right(1), Some(reason));
    }
    for cube in unique_cubes(4, 1) {
        let either = swapped("corners or two x-centres");
        check(&cube, &|cube| cube.corners.swap(2, 3), Some(&either));
        check(&cube, &|cube| cube.x_centres.swap(2, 3), Some(&either));
        check(&cube, &|cube| cube.wings.swap(2, 3), None);
        let both = |cube: &mut SudokuCube| {
            cube.corners.swap(2, 3);
            cube.x_centres.swap(2, 3);
        };
        check(&cube, &both, None);
    }
    for cube in unique_cubes(5, 1) {
        check(&cube, &|cube| cube.edges.swap(2, 3), Some(&swapped("edges")));
        check(&cube, &|cube| cube.wings.swap(2, 3), Some(&swapped("wings or two t-centres")));
        check(&cube, &|cube| cube.x_centres.swap(2, 3), Some(&swapped("x-centres")));
        let flip = "one edge would have to be flipped";
        check(&cube, &|cube| cube.edges[5].swap(0, 1), Some(flip));
        let quarter = |cube: &mut SudokuCube| {
            let centre = &mut cube.centres[5];
            centre.direction =
                centre.direction.map(|d| Direction::from_quarter_turns(d.quarter_turns() + 1));
        };
        check(&cube, &quarter, Some("one centre would have to be turned by a quarter"));
        let unknown = |cube: &mut SudokuCube| {
            quarter(cube);
            cube.centres[0] = Centre { direction: None, ..cube.centres[0] };
        };
        check(&cube, &unknown, None);
        let other = |cube: &mut SudokuCube| {
            cube.wings.swap(2, 3);
            cube.t_centres.swap(2, 3);
        };
        check(&cube, &other, None);
    }
}

/// On cubes with identical pieces and random swaps, the model and the simulator accept the same
/// nets.
#[test]
fn model_and_simulator_agree_on_reachability() {
    let mut compared = (0, 0);
    for seed in 0..4 {
        for size in [2, 4, 5] {
            let mut random = Random::new(seed);
            let mut cube = random_scrambled_of_size(size, &mut random, 60);
            for &kind in PieceKind::of_size(size) {
                let (a, b) = (random.below(4), 4 + random.below(4));
                match kind {
                    PieceKind::Corner => cube.corners.swap(a, b),
                    PieceKind::Edge => cube.edges.swap(a, b),
                    PieceKind::Wing => cube.wings.swap(a, b),
                    PieceKind::XCentre => cube.x_centres.swap(a, b),
                    PieceKind::TCentre => cube.t_centres.swap(a, b),
                }
                let (reachable, others) = check_reachable(&cube);
                compared = (compared.0 + reachable, compared.1 + others);
            }
        }
    }
    assert!(compared.0 > 20 && compared.1 > 20, "{compared:?}");
}

/// Rewrites every 6 as an upside-down 9 and vice versa.
#[test]
fn ambiguous_digits_are_supported_in_large_cubes() {
    let mut cube = random_scrambled_of_size(4, &mut Random::new(12), 30);
    let nets = |cube: &SudokuCube| nets(cube, Reachability::Enforced).expect("few");
    let before = nets(&cube);
    for sticker in cube.corners.iter_mut().flatten().chain(&mut cube.x_centres) {
        if [6, 9].contains(&sticker.digit) {
            sticker.digit = 15 - sticker.digit;
            sticker.rotation = (sticker.rotation + 2) % 4;
        }
    }
    assert!(nets(&cube).is_empty());
    cube.ambiguity.six_nine = true;
    assert!(!before.is_empty() && nets(&cube).is_superset(&before));
}

/// Returns the nets of the solved cube in all 24 orientations.
fn orientations(cube: &SudokuCube, net: &SolvedNet) -> BTreeSet<SolvedNet> {
    let text = format!("kind = 'sudoku-cube'\nnet = '''\n{}'''", cube.draw(Some(net)));
    let solved = parse(&text).unwrap().as_kind::<SudokuCube>().unwrap().clone();
    let places = |kind: PieceKind| (0..24).take(kind.count()).map(|place| (place, 0)).collect();
    let stay = Placement::new(cube.size, places);
    let mut sticker_cube = StickerCube::from_cube(&solved);
    let mut orientations = BTreeSet::new();
    for face in [Face::F; 4].into_iter().chain([Face::R; 4]) {
        for _ in 0..4 {
            (0..cube.size).for_each(|depth| sticker_cube.turn_layer(Face::U, depth, 1));
            orientations
                .insert(sticker_cube.to_cube(&solved).check_placement(&stay).expect("solved"));
        }
        (0..cube.size).for_each(|depth| sticker_cube.turn_layer(face, depth, 1));
    }
    assert_eq!(orientations.len(), 24);
    orientations
}

/// Identical corners neither give indistinguishable solutions, nor the same solution in several
/// orientations.
#[test]
fn identical_pieces_do_not_multiply_solutions() {
    let has_identical_corners = |cube: &SudokuCube| {
        let twisted = |k: usize| {
            let mut first = cube.corners[0];
            first.rotate_left(k);
            first
        };
        cube.corners[1..].iter().any(|corner| (0..3).any(|k| twisted(k) == *corner))
    };
    let cubes = (0..).map(|seed| random_scrambled_of_size(2, &mut Random::new(seed), 40));
    for cube in cubes.filter(has_identical_corners).take(6) {
        let nets = nets(&cube, Reachability::Enforced).expect("few");
        let different: BTreeSet<BTreeSet<SolvedNet>> =
            nets.iter().map(|net| orientations(&cube, net)).collect();
        assert_eq!(different.len(), nets.len());
    }
}

/// The middle of a face may have any direction, so a 6 there can also be read as a 9.
#[test]
fn middle_centres_can_be_read_as_six_or_nine() {
    for size in [3, 5] {
        let cubes = (0..).map(|seed| random_scrambled_of_size(size, &mut Random::new(seed), 40));
        let is_six = |centre: &Centre| centre.digit == 6;
        let mut cube = cubes.into_iter().find(|cube| cube.centres.iter().any(is_six)).unwrap();
        let six = cube.centres.iter().position(is_six).unwrap();
        let reachability = Reachability::Enforced;
        let before = nets(&cube, reachability).expect("few");
        cube.centres[six].digit = 9;
        assert!(nets(&cube, reachability).expect("few").is_empty());
        cube.ambiguity.six_nine = true;
        assert!(!before.is_empty() && nets(&cube, reachability).expect("few").is_superset(&before));
    }
}

#[test]
fn the_example_has_one_solution_in_every_engine() {
    for engine in ["batsat", "cadical", "lcg"] {
        let engine = engine.parse().expect("an engine");
        let request = Request { engine, confirm: true, ..Request::default() };
        let answer = answer(&puzzle("sudoku-cube-4"), &request);
        assert_eq!(answer.unique, Some(true));
        assert!(answer.confirmed_by.is_some());
    }
}

/// `random_scrambled` equals `random_scrambled_of_size` with size 3.
#[test]
fn size_3_matches_the_general_scramble() {
    let (a, b) = (&mut Random::new(5), &mut Random::new(5));
    assert_eq!(random_scrambled(a, 20), random_scrambled_of_size(3, b, 20));
}
