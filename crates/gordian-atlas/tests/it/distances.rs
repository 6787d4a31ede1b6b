//! Distances of permutation puzzles from definitions.

use std::fmt::Write as _;

use gordian_atlas::AtlasError;
use gordian_atlas::distances::{Distances, DistancesConfig, DistancesIndex, distances};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup, State};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

/// The numbers of states at each distance, in the metric of any number of turns.
/// Source: enumerated with twsearch; they are the published ones.
const LEVELS: [(&str, &[u64]); 6] = [
    ("floppy", &[1, 4, 10, 24, 53, 64, 31, 4, 1]),
    ("ivy", &[1, 8, 48, 288, 1640, 7582, 15262, 4221, 110]),
    (
        "tower",
        &[1, 8, 35, 157, 678, 2527, 7442, 17088, 31568, 44704, 47216, 49792, 29024, 11104, 576],
    ),
    ("pyraminx", &[1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32]),
    ("skewb", &[1, 8, 48, 288, 1728, 10248, 59304, 315_198, 1_225_483, 1_455_856, 81028, 90]),
    ("2x2x2", &[1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]),
];

fn config() -> DistancesConfig {
    DistancesConfig { threads: 2, max_bytes: 1 << 30, antipodes: 3 }
}

fn enumerated(
    definition: &Definition,
    moves: &MoveSet,
    config: &DistancesConfig,
) -> Result<Distances, AtlasError> {
    let group = PermutationGroup::generated(definition, moves, &Cancel::new()).unwrap();
    distances(definition, moves, &group, config, &Cancel::new(), &|_, _| {})
}

/// Returns the states at each distance, by the plain simulator.
pub(crate) fn plain(definition: &Definition, moves: &MoveSet) -> Vec<Vec<State>> {
    let mut seen = FxHashSet::from_iter([definition.solved().clone()]);
    let mut levels = vec![vec![definition.solved().clone()]];
    loop {
        let mut next = Vec::new();
        for state in levels.last().unwrap() {
            for it in moves.moves() {
                if let Some(state) = definition.apply(state, it.transformation())
                    && seen.insert(state.clone())
                {
                    next.push(state);
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

#[test]
fn named_puzzles_have_the_known_distances() {
    for (name, known) in LEVELS {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        let found = enumerated(&definition, &moves, &config()).unwrap();
        assert_eq!((&found.levels[..], found.limit), (known, None), "{name}");
        assert_eq!(found.index, DistancesIndex::Group);
        let n = known.iter().sum::<u64>();
        assert_eq!(found.bytes, n.div_ceil(4));
        assert_eq!(found.antipodes.len(), 3.min(usize::try_from(*known.last().unwrap()).unwrap()));
    }
}

#[test]
fn the_square1_is_enumerated_by_states() {
    let definition = Definition::named("square1").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let found =
        enumerated(&definition, &moves, &DistancesConfig { max_bytes: 1 << 22, ..config() });
    let found = found.unwrap();
    assert_eq!((found.index, found.limit), (DistancesIndex::States, Some(Limit::Memory)));
    assert_eq!(found.levels[..7], [1, 15, 69, 212, 1141, 3933, 14029]);
}

#[test]
fn limits_are_kept() {
    let definition = Definition::named("2x2x2").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let small = DistancesConfig { max_bytes: 918_539, ..config() };
    let error = enumerated(&definition, &moves, &small).unwrap_err();
    let AtlasError::MemoryLimit { needed, allowed } = error else { panic!("{error}") };
    assert_eq!((needed, allowed), (918_540, 918_539));
    let cube = Definition::named("3x3x3").unwrap();
    let all = MoveSet::all(&cube, Metric::AnyPower).unwrap();
    let error = enumerated(&cube, &all, &config()).unwrap_err();
    let message = "the puzzle has 43252003274489856000 states, too many to enumerate";
    assert_eq!(error.to_string(), message);
    let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
    let cancel = Cancel::new();
    let stop = |level: usize, _| {
        if level == 4 {
            cancel.cancel();
        }
    };
    let found = distances(&definition, &moves, &group, &config(), &cancel, &stop).unwrap();
    assert_eq!(
        (&found.levels[..], found.limit),
        (&[1, 9, 54, 321, 1847][..], Some(Limit::Interrupted))
    );
    assert_eq!(found.antipodes.len(), 3);
}

/// A definition of one or two orbits with random moves, with or without identical pieces and restrictions.
pub(crate) fn small_definition() -> impl Strategy<Value = Definition> {
    let orbit = (1..=4_usize, 1..=3_usize);
    (prop::collection::vec(orbit, 1..=2), any::<u64>(), 1..=3_usize, 0..3_usize).prop_map(
        |(orbits, seed, n_moves, special)| {
            let mut random = Random::new(seed);
            let mut text = "Name Random\n".to_owned();
            for (number, (n, orientations)) in orbits.iter().enumerate() {
                writeln!(text, "Set O{number} {n} {orientations}").unwrap();
            }
            text.push_str("Solved\n");
            let row =
                |it: Vec<usize>| it.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            if special == 1 {
                writeln!(text, "O0\n{}", row((0..orbits[0].0).map(|it| it / 2 + 1).collect()))
                    .unwrap();
            }
            text.push_str("End\n");
            for number in 0..n_moves {
                writeln!(text, "Move M{number}m").unwrap();
                for (orbit, &(n, orientations)) in orbits.iter().enumerate() {
                    let mut places: Vec<usize> = (1..=n).collect();
                    random.shuffle(&mut places);
                    let twists = (0..n).map(|_| random.below(orientations)).collect();
                    writeln!(text, "O{orbit}\n{}\n{}", row(places), row(twists)).unwrap();
                }
                text.push_str("End\n");
            }
            if special == 2 && orbits[0].0 > 1 {
                text.push_str("Illegal O0 1 2\n");
            }
            Definition::read(&text).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn both_indexes_agree_with_the_plain_simulator(
        definition in small_definition(),
        single in any::<bool>(),
        threads in 1..=3_usize,
    ) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let levels = plain(&definition, &moves);
        let config = DistancesConfig { threads, antipodes: usize::MAX, ..config() };
        let found = enumerated(&definition, &moves, &config).unwrap();
        let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
        let counted: Vec<usize> =
            found.levels.iter().map(|&it| usize::try_from(it).unwrap()).collect();
        prop_assert_eq!(counted, counts);
        let antipodes: FxHashSet<State> = found.antipodes.into_iter().collect();
        let last: FxHashSet<State> = levels.into_iter().next_back().unwrap().into_iter().collect();
        prop_assert_eq!(antipodes, last);
        let has_states = definition.has_identical_pieces() || !definition.restrictions().is_empty();
        prop_assert_eq!(found.index == DistancesIndex::States, has_states);
    }
}
