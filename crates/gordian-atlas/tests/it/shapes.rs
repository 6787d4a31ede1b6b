//! Comparison of the graph of shapes with the simulator.

use std::collections::BTreeSet;

use gordian_atlas::square1::Model;
use gordian_core::Random;
use gordian_perm::square1::{Colours, Turn, random_position};

use crate::oracle::{parity, silver, twists};

#[test]
fn turns_and_flips_do_not_change_the_state() {
    for colours in [Colours::Silver, Colours::Six] {
        let model = Model::new(colours);
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let position = random_position(&mut random, colours);
            let expected = model.canonical(&model.state(&position));
            let turn = Turn::new(
                i32::try_from(random.below(12)).expect("small"),
                i32::try_from(random.below(12)).expect("small"),
            );
            let mut moved = position.turned(turn);
            if random.flip() {
                moved = moved.flipped();
            }
            assert_eq!(model.canonical(&model.state(&moved)), expected, "{position} by {turn:?}");
            let addresses: BTreeSet<_> = [position, moved]
                .map(|position| {
                    let (shape, address) = model.locate(&model.canonical(&model.state(&position)));
                    (shape, address.group, address.block, address.lane, address.bit)
                })
                .into();
            assert_eq!(addresses.len(), 1);
        }
    }
}

#[test]
fn moves_agree_with_the_simulator() {
    for colours in [Colours::Silver, Colours::Six] {
        let model = Model::new(colours);
        let mut random = Random::new(2);
        for _ in 0..1000 {
            let position = random_position(&mut random, colours);
            let expected: BTreeSet<_> =
                twists(&position).map(|next| model.canonical(&model.state(&next))).collect();
            let found: BTreeSet<_> = model
                .neighbours(&model.state(&position))
                .map(|next| model.canonical(&next))
                .collect();
            assert_eq!(found, expected, "{position}");
        }
    }
}

/// A position and its mirror image share an address in the table, so they must have equal
/// distances.
#[test]
fn mirrored_positions_have_equal_distances() {
    let database = silver();
    let model = database.model();
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let position = random_position(&mut random, Colours::Silver);
        let mirrored = mirror(&position);
        let distance = |position| {
            database.distance(&model.state(position), parity(position)).expect("a sound database")
        };
        assert_eq!(
            model.locate(&model.state(&mirrored)).0,
            model.locate(&model.state(&position)).0
        );
        assert_eq!(distance(&mirrored), distance(&position), "{position} and {mirrored}");
    }
}

/// Returns the mirror image, with pieces renamed so that the solved puzzle is its own mirror image:
/// the order of the pieces of each layer is reversed, and small pieces keep their pairs.
fn mirror(position: &gordian_perm::square1::Position) -> gordian_perm::square1::Position {
    let text = position.canonical().to_string();
    let (layers, middle) = text.split_once(',').expect("a middle layer");
    let (top, bottom) = layers.split_once('-').expect("two layers");
    // 0 1 0 3 4 5 4 7 backwards is 7 4 5 4 3 0 1 0: exchange 0 ↔ 4, 1 ↔ 5 gives 3 0 1 0 7 4 5 4,
    // the solved layer turned. The same below, with 8 ↔ C and 9 ↔ D.
    let rename = |digit: char| match digit {
        '0' => '4',
        '4' => '0',
        '1' => '5',
        '5' => '1',
        '8' => 'C',
        'C' => '8',
        '9' => 'D',
        'D' => '9',
        other => other,
    };
    let mirror = |word: &str| word.chars().rev().map(rename).collect::<String>();
    format!("{}-{},{middle}", mirror(top), mirror(bottom)).parse().expect("a position")
}
