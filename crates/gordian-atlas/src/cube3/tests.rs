//! The tables against what is known, and against walks whose length is known.

use std::sync::LazyLock;

use gordian_core::{Cancel, Random};
use gordian_perm::cube3::Metric;

use super::coordinates::N_TWISTS;
use super::cubies::{Cubies, PHASE_2, TURNS};
use super::start::{Freedom, Outer, Start};
use super::symmetry::SYMMETRIES;
use super::tables::Tables;
use super::two_phase::lower_bound_of_the_second_phase;

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables::build(Metric::HalfTurn, true, &Cancel::new()).unwrap());

fn view(cube: &Cubies) -> Start {
    Start::views(&TABLES, cube, Freedom(0)).swap_remove(0)
}

fn walk(cube: Cubies, random: &mut Random, turns: &[usize], n: usize) -> Cubies {
    (0..n).fold(cube, |cube, _| cube.turned(*random.choose(turns)))
}

/// Positions by distance to the second phase, without centres: 1, 4, 50, 592, 7156, 87236, 1043817,
/// 12070278, 124946368, 821605960, 1199128738, 58202444, 476.
///
/// *Source*: Herbert Kociemba's pages on the two-phase algorithm.
#[test]
fn near_has_the_known_levels() {
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
        // A row stands for as many values of flip and slice as its class has.
        let weight = (SYMMETRIES as u64) / u64::from(stabiliser.count_ones());
        for twist in 0..N_TWISTS {
            found[usize::from(TABLES.bounds.near.get(row, twist))] += weight;
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
        assert!(start.outer.near <= steps);
        assert!(TABLES.outer_bound(&start.outer, sides) <= steps);
        // Nobody is sent away who is within reach.
        for turns in steps..=8 {
            assert!(centres.filters.allow(TABLES.key(&start.outer), turns));
        }
        // What is tracked from state to state is what walking finds.
        let mut after = [start.outer; TURNS];
        let passed = TABLES.expand(&start.outer, (1 << TURNS) - 1, 12, sides, &mut after);
        for turn in (0..TURNS).filter(|turn| passed >> turn & 1 == 1) {
            let Outer { twist, flip, slice, sides, near } = view(&cube.turned(turn)).outer;
            let found = after[turn];
            let found = (found.twist, found.flip, found.slice, found.sides, found.near);
            assert_eq!(found, (twist, flip, slice, sides, near));
        }
        let cube = walk(Cubies::SOLVED, &mut random, &PHASE_2, steps.into());
        assert!(lower_bound_of_the_second_phase(&TABLES, &view(&cube)) <= steps);
    }
}

#[test]
fn the_filters_let_few_others_pass() {
    let all: Vec<usize> = (0..TURNS).collect();
    let mut random = Random::new(2);
    let centres = TABLES.bounds.centres.as_ref().unwrap();
    let n = 20_000_u32;
    let passed = (0..n).filter(|_| {
        let cube = walk(Cubies::SOLVED, &mut random, &all, 40);
        centres.filters.allow(TABLES.key(&view(&cube).outer), 8)
    });
    // One in two hundred is within eight turns; of the others, one in a hundred may pass.
    let passed = passed.count();
    assert!(passed < 600, "{passed} of {n}");
}
