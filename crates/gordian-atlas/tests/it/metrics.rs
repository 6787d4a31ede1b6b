//! Shortest solutions in other metrics, compared with breadth-first search on the simulator.

use gordian_atlas::square1::{Metric, SilverViews, shortest_in_metric};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::square1::{Colours, Position, Turn, random_position};
use rustc_hash::FxHashSet;

use crate::oracle::silver;

/// Returns the positions in which a twist is possible, by their least cost from the solved
/// position.
///
/// The inverse of a turn has the same cost, and so has that of a twist, so this is also the cost of
/// solving them.
fn positions_by_cost(metric: Metric, max_cost: usize) -> Vec<Vec<Position>> {
    let mut levels: Vec<Vec<Position>> = vec![Vec::new(); max_cost + 3];
    let mut seen = FxHashSet::default();
    levels[0].push(Position::solved(Colours::Six));
    for cost in 0..=max_cost {
        let mut fresh = Vec::new();
        for position in std::mem::take(&mut levels[cost]) {
            if seen.insert(position) {
                fresh.push(position);
            }
        }
        for position in &fresh {
            if let Some(twisted) = position.twisted() {
                levels[cost + 1].push(twisted);
            }
            for top in 0..12 {
                for bottom in 0..12 {
                    let turned = position.turned(Turn::new(top, bottom));
                    let turns = u8::from(top != 0) + u8::from(bottom != 0);
                    let cost_of_turn = match metric {
                        Metric::Wca => turns.min(1),
                        _ => turns,
                    };
                    if cost_of_turn > 0 && turned.can_twist() {
                        levels[cost + usize::from(cost_of_turn)].push(turned);
                    }
                }
            }
        }
        levels[cost] = fresh;
    }
    levels.truncate(max_cost + 1);
    levels
}

fn check(metric: Metric, max_cost: usize, known: &[usize]) {
    let views = SilverViews::new(silver());
    let levels = positions_by_cost(metric, max_cost);
    let sizes: Vec<usize> = levels.iter().map(Vec::len).collect();
    assert_eq!(sizes[..known.len()], *known, "{metric:?}");
    for (cost, positions) in (0..).zip(&levels) {
        for position in positions {
            let answer = shortest_in_metric(&views, position, metric, &Cancel::new());
            let answer = answer.expect("a solution exists");
            assert_eq!([answer.length, answer.lower_bound], [cost, cost], "{metric:?} {position}");
            assert_eq!(metric.cost(&answer.sequence), cost);
            let end = position.apply(&answer.sequence);
            assert_eq!(end, Ok(Position::solved(Colours::Six)), "{position}");
        }
    }
}

/// *Source* of the numbers: the face-turn levels by Chen Shuang, 2017 (speedsolving.com, thread
/// 67363), twistable positions.
#[test]
fn face_turn_distances_agree_with_breadth_first_search() {
    check(Metric::Face, 5, &[1, 15, 69, 212, 1141, 3933]);
}

#[test]
fn wca_distances_agree_with_breadth_first_search() {
    check(Metric::Wca, 3, &[1]);
}

#[test]
fn solutions_of_deep_positions_have_the_reported_cost() {
    let views = SilverViews::new(silver());
    let mut random = Random::new(8);
    for _ in 0..3 {
        let position = random_position(&mut random, Colours::Six);
        for metric in [Metric::Twist, Metric::Wca] {
            let answer = shortest_in_metric(&views, &position, metric, &Cancel::new());
            let answer = answer.expect("a solution exists");
            assert_eq!(answer.length, answer.lower_bound);
            assert_eq!(metric.cost(&answer.sequence), answer.length);
            let end = position.apply(&answer.sequence);
            assert_eq!(end, Ok(Position::solved(Colours::Six)), "{position}");
        }
    }
}

#[test]
fn interrupted_searches_report_a_proved_bound() {
    let views = SilverViews::new(silver());
    let position: Position = "CBD4539-E7180F26A,K".parse().expect("a position");
    let cancel = Cancel::new();
    let limited = cancel.with_time_limit(std::time::Duration::from_millis(300));
    match shortest_in_metric(&views, &position, Metric::Face, &limited) {
        Ok(answer) => {
            assert!(answer.lower_bound <= answer.length);
            assert_eq!(answer.stopped.is_none(), answer.lower_bound == answer.length);
            assert_eq!(Metric::Face.cost(&answer.sequence), answer.length);
        }
        Err(gordian_atlas::AtlasError::Stopped { limit }) => assert_eq!(limit, Limit::Time),
        Err(error) => panic!("{error}"),
    }
}
