//! Tables against published counts, and bounds against walks of known length.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::cube3::{Metric, Position};

use super::coordinates::N_TWISTS;
use super::cubies::{Cubies, PHASE_2, TURNS, face_turn};
use super::phase1::{CentreFreedom, Phase1State, View};
use super::symmetry::SYMMETRIES;
use super::tables::Tables;
use super::two_phase::phase2_lower_bound;
use super::{CentreGoal, CosetTable, SolveOptions, SolveResult, Solver};

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables::build(Metric::HalfTurn, true, &Cancel::new()).unwrap());

fn view(cube: &Cubies) -> View {
    View::all_of(&TABLES, cube, CentreFreedom(0)).swap_remove(0)
}

fn walk(cube: Cubies, random: &mut Random, turns: &[usize], n: usize) -> Cubies {
    (0..n).fold(cube, |cube, _| cube.turned(*random.choose(turns)))
}

/// Positions by distance to phase 2, without centres: 1, 4, 50, 592, 7156, 87236, 1043817,
/// 12070278, 124946368, 821605960, 1199128738, 58202444, 476.
///
/// *Source*: Herbert Kociemba's pages on the two-phase algorithm.
#[test]
fn phase1_distances_have_the_known_counts() {
    let known = [
        1,
        4,
        50,
        592,
        7_156,
        87_236,
        1_043_817,
        12_070_278,
        124_946_368,
        821_605_960,
        1_199_128_738,
        58_202_444,
        476,
    ];
    let mut expected = [0_u64; 4];
    for (distance, n) in known.into_iter().enumerate() {
        expected[distance % 3] += n;
    }
    let classes = &TABLES.symmetric.flip_slice;
    let mut found = [0_u64; 4];
    for (row, stabiliser) in classes.stabilisers.iter().enumerate() {
        // The weight of a row is the size of its class.
        let weight = (SYMMETRIES as u64) / u64::from(stabiliser.count_ones());
        for twist in 0..N_TWISTS {
            found[usize::from(TABLES.bounds.phase1_distance_mod3.get(row, twist))] += weight;
        }
    }
    assert_eq!(found, expected);
    assert_eq!(found.iter().sum::<u64>(), 2_217_093_120);
}

#[test]
fn no_bound_exceeds_the_length_of_a_walk() {
    let all: Vec<usize> = (0..TURNS).collect();
    let mut random = Random::new(1);
    let centres = TABLES.bounds.centres.as_ref().unwrap();
    for round in 0..3000 {
        let steps = u8::try_from(round % 9).unwrap();
        let in_phase_2 = walk(Cubies::SOLVED, &mut random, &PHASE_2, 30);
        let cube = walk(in_phase_2, &mut random, &all, steps.into());
        let start = view(&cube);
        let sides = start.freedom.sides();
        assert!(start.phase1.distance <= steps);
        assert!(TABLES.phase1_bound(&start.phase1, sides) <= steps);
        // The filters have no false negatives.
        for turns in steps..=8 {
            assert!(centres.filters.may_be_within(TABLES.key(&start.phase1), turns));
        }
        // Incrementally updated states equal recomputed ones.
        let mut after = [start.phase1; TURNS];
        let passed = TABLES.expand(&start.phase1, (1 << TURNS) - 1, 12, sides, &mut after);
        for turn in (0..TURNS).filter(|turn| passed >> turn & 1 == 1) {
            let Phase1State { twist, flip, slice, sides, distance } =
                view(&cube.turned(turn)).phase1;
            let found = after[turn];
            let found = (found.twist, found.flip, found.slice, found.sides, found.distance);
            assert_eq!(found, (twist, flip, slice, sides, distance));
        }
        let cube = walk(Cubies::SOLVED, &mut random, &PHASE_2, steps.into());
        assert!(phase2_lower_bound(&TABLES, &view(&cube)) <= steps);
    }
}

#[test]
fn filters_have_few_false_positives() {
    let all: Vec<usize> = (0..TURNS).collect();
    let mut random = Random::new(2);
    let centres = TABLES.bounds.centres.as_ref().unwrap();
    let n = 20_000_u32;
    let passed = (0..n).filter(|_| {
        let cube = walk(Cubies::SOLVED, &mut random, &all, 40);
        centres.filters.may_be_within(TABLES.key(&view(&cube).phase1), 8)
    });
    // One in 200 is within eight turns; the false positive rate is at most one in 100.
    let passed = passed.count();
    assert!(passed < 600, "{passed} of {n}");
}

#[test]
fn search_with_cosets_visits_every_path() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let mut random = Random::new(7);
        let positions: Vec<Position> = (0..16)
            .map(|round| {
                let turns = (0..round % 4 + 9).map(|_| face_turn(random.below(TURNS)));
                Position::SOLVED.apply(&turns.collect::<Vec<_>>().into())
            })
            .collect();
        let solve_all = |solver: &Solver| -> Vec<SolveResult> {
            let goals = [CentreGoal::Any, CentreGoal::Exact];
            let queries = positions.iter().flat_map(|it| goals.map(|goal| (it, goal)));
            let solve = |(position, goal): (&Position, CentreGoal)| {
                let options =
                    SolveOptions { centres: [goal; 6], prove_optimal: true, ..Default::default() };
                let found = solver.solve(position, &options, &Cancel::new(), &NoProgress);
                let solution = found.solution.clone().unwrap();
                assert!(position.apply(&solution.into()).is_solved());
                found
            };
            queries.map(solve).collect()
        };
        let solver = Solver::build(metric, true, NonZeroUsize::MIN, &Cancel::new()).unwrap();
        let expected = solve_all(&solver);
        let table = Arc::new(CosetTable::without_bounds(metric));
        let found = solve_all(&solver.with_coset_table(table));
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.length, expected.length);
            assert_eq!((found.stopped, found.lower_bound), (None, expected.lower_bound));
        }
    }
}
