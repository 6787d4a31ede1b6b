//! Comparison of level tables with the known ones.

use gordian_atlas::SimdLevel;
use gordian_atlas::square1::{BuildConfig, CountModel, LevelTable, count_levels};
use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::Colours;
use gordian_testkit::square1_levels::{SILVER, SIX_COLOURS, Square1Levels};

use crate::oracle::silver;

pub(crate) fn check(table: &LevelTable, known: &Square1Levels) {
    assert_eq!(table.levels(CountModel::IgnoringMiddleModuloFlip), known.ignoring_middle);
    assert_eq!(table.levels(CountModel::ModuloFlip), known.modulo_flip);
    assert_eq!(table.levels(CountModel::RotationsOnly), known.rotations_only);
}

fn count(colours: Colours, simd_level: SimdLevel, threads: usize) -> LevelTable {
    let config = BuildConfig { simd_level, threads, ..BuildConfig::default() };
    count_levels(colours, &config, &Cancel::new(), &NoProgress).expect("the enumeration succeeds")
}

#[test]
fn silver_levels_are_the_known_ones() {
    check(silver().levels(), &SILVER);
}

/// The true distance equals the one that ignores the middle layer, or is one more if the parity
/// disagrees, except for the solved layers with a kite, whose distance is three and not one.
#[test]
fn the_middle_layer_costs_one_twist_where_its_parity_disagrees() {
    for (table, known) in [(silver().levels(), SILVER)] {
        let ignoring = table.levels(CountModel::IgnoringMiddleModuloFlip);
        let corrected = table.levels(CountModel::ModuloFlip);
        for (distance, &positions) in corrected.iter().enumerate() {
            let at = |distance: usize| ignoring.get(distance).copied().unwrap_or(0);
            let sum = at(distance) + distance.checked_sub(1).map_or(0, at);
            let expected = match distance {
                1 => sum - 1,
                3 => sum + 1,
                _ => sum,
            };
            assert_eq!(positions, expected, "distance {distance}");
        }
        assert_eq!(corrected.len(), known.modulo_flip.len());
    }
}

#[test]
fn silver_shape_levels_are_the_known_ones() {
    let text = include_str!("../../testdata/silver-shapes.tsv");
    let table = silver().levels();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, images, moves, ignoring_middle, modulo_flip] = columns[..] else {
            panic!("a line with five columns: {line}");
        };
        let numbers = |text: &str| -> Vec<u64> {
            text.split(' ').map(|number| number.parse().expect("a number")).collect()
        };
        let shape = table.shapes.iter().find(|shape| shape.shape == name).expect("the shape");
        assert_eq!([shape.images, shape.moves], [images, moves].map(|it| numbers(it)[0]), "{name}");
        assert_eq!(shape.ignoring_middle, numbers(ignoring_middle), "{name}");
        assert_eq!(shape.modulo_flip, numbers(modulo_flip), "{name}");
        rows += 1;
    }
    assert_eq!(rows, table.shapes.len());
}

#[test]
#[ignore = "slow: all positions of the six-colour puzzle, 826 MB of memory"]
fn six_colour_levels_are_the_known_ones() {
    check(&count(Colours::Six, SimdLevel::best(), 2), &SIX_COLOURS);
}

#[test]
#[ignore = "slow: all silver positions on every SIMD level of this machine"]
fn every_simd_level_gives_the_same_counts() {
    for level in SimdLevel::available() {
        for threads in [1, 3] {
            check(&count(Colours::Silver, level, threads), &SILVER);
        }
    }
}
