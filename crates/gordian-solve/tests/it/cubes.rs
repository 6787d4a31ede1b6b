//! Generated Sudoku Cubes: scrambled ones are solved, tampered ones are rejected with the reason.

use gordian_core::{Outcome, Random};
use gordian_puzzles::Puzzle;
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::scramble::{IllegalMove, apply_illegal_move, random_scrambled};
use gordian_puzzles::cube::{Reachability, Unreachable};
use gordian_solve::{Request, Task};

use crate::answer;

/// Returns a cube that may be taken apart.
fn apart(cube: &SudokuCube) -> Puzzle {
    Puzzle::new(SudokuCube { reachability: Reachability::Ignored, ..cube.clone() })
}

/// Returns scrambled cubes with a unique solution even if reachability is ignored.
fn cubes(n: usize) -> Vec<SudokuCube> {
    let mut random = Random::new(105);
    let mut cubes = Vec::with_capacity(n);
    while cubes.len() < n {
        let cube = random_scrambled(&mut random, 60);
        let request = Request { task: Task::Count { limit: Some(2) }, ..Request::default() };
        if answer(&apart(&cube), &request).count == Some(1) {
            cubes.push(cube);
        }
    }
    cubes
}

fn check_tampered_cubes(n_cubes: usize) {
    let mut random = Random::new(7);
    for cube in cubes(n_cubes) {
        let solved = answer(&Puzzle::new(cube.clone()), &Request::default());
        assert_eq!(solved.unique, Some(true), "a scrambled cube can be solved");
        for illegal_move in IllegalMove::ALL {
            let tampered = apply_illegal_move(&cube, illegal_move, &mut random);
            let rejected = answer(&Puzzle::new(tampered.clone()), &Request::default());
            assert_eq!(rejected.outcome, Outcome::Infeasible, "{illegal_move:?}");
            let reason = rejected.notes.last().expect("a reason is given");
            let expected: Vec<String> = match illegal_move {
                IllegalMove::Swap => vec![Unreachable::Swap.to_string()],
                IllegalMove::Flip => vec![Unreachable::Flip.to_string()],
                IllegalMove::CentreTurn => vec![Unreachable::CentreTurn.to_string()],
                IllegalMove::Twist => [true, false]
                    .map(|clockwise| Unreachable::Twist { clockwise }.to_string())
                    .to_vec(),
            };
            assert!(expected.contains(reason), "{illegal_move:?}: {:?}", rejected.notes);
            let arranged = answer(&apart(&tampered), &Request::default());
            assert_eq!(arranged.outcome, Outcome::Solved, "{illegal_move:?}, taken apart");
        }
    }
}

#[test]
fn tampered_cubes_are_infeasible_with_the_reason() {
    check_tampered_cubes(3);
}

#[test]
#[ignore = "slow: five hundred tampered cubes are rejected, each with its reason"]
fn five_hundred_tampered_cubes_are_infeasible_with_the_reason() {
    check_tampered_cubes(125);
}

#[test]
fn reachable_arrangements_are_among_all() {
    // For example, a piece that is identical to itself after a flip can be placed in two ways, of
    // which only one is reachable.
    let mut random = Random::new(3);
    let mut n_seen = 0;
    for _ in 0..12 {
        let cube = random_scrambled(&mut random, 60);
        let count = |puzzle| {
            let request = Request { task: Task::Count { limit: Some(64) }, ..Request::default() };
            answer(&puzzle, &request).count.expect("asked for")
        };
        let (reachable, all) = (count(Puzzle::new(cube.clone())), count(apart(&cube)));
        assert!(1 <= reachable && reachable <= all, "{reachable} of {all}");
        n_seen += u32::from(reachable < all);
    }
    assert!(n_seen > 0, "no cube had an arrangement that cannot be reached");
}
