//! Distances and paths, compared with breadth-first and bidirectional search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_atlas::square1::{
    BidirectionalSearch, Database, Model, PruningTable, ShortestPaths, SilverViews,
};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::square1::{
    Colours, Move, Position, Sequence, Turn, random_position, random_sequence,
};
use rustc_hash::FxHashSet;

use crate::oracle::{ball, parity, silver, twists};

fn distance(database: &Database, position: &Position) -> u32 {
    database
        .distance(&database.model().state(position), parity(position))
        .expect("the table is valid")
}

/// Checks the distances of all positions within `radius`, and of the neighbours of `beyond` random
/// positions at distance `radius`.
fn check_ball(radius: u32, beyond: usize) {
    let solved = Position::solved(Colours::Silver);
    let levels = ball(&solved, radius as usize);
    for (level, positions) in (0..).zip(&levels) {
        for position in positions {
            assert_eq!(distance(silver(), position), level, "{position}");
        }
    }
    let [.., nearer, farthest] = &levels[..] else { panic!("there are several levels") };
    let known: FxHashSet<&Position> = nearer.iter().chain(farthest).collect();
    let mut random = Random::new(gordian_testkit::seed());
    for _ in 0..beyond {
        for next in twists(random.choose(farthest)) {
            let next = next.canonical_up_to_flip();
            if !known.contains(&next) {
                assert_eq!(distance(silver(), &next), radius + 1, "{next}");
            }
        }
    }
}

#[test]
fn short_distances_agree_with_breadth_first_search() {
    check_ball(4, 500);
}

#[test]
#[ignore = "slow: every silver position up to distance 5, or 6 (18 million)"]
fn more_distances_agree_with_breadth_first_search() {
    let radius = gordian_testkit::size(5, 6);
    check_ball(u32::try_from(radius).expect("small"), 5_000);
}

#[test]
fn solved_layers_with_a_kite_need_three_twists() {
    let position: Position = "01034547-F898BCDC,K".parse().expect("a position");
    let model = silver().model();
    let state = model.state(&position);
    assert_eq!(distance(silver(), &position), 3);
    assert_eq!(silver().distance(&state, 0).expect("the table is valid"), 0);
    let cancel = Cancel::new();
    let mut paths = ShortestPaths::new(silver(), &cancel);
    assert_eq!(paths.count(&state, 1, 3).expect("the count succeeds"), 32);
    let mut sequences = BTreeSet::new();
    let flow = paths.for_each(&state, 1, 3, &mut |path| {
        let path_moves = model.to_moves(&position, path).expect("a path from here");
        assert_eq!(position.apply(&path_moves.sequence), Ok(Position::solved(Colours::Silver)));
        sequences.insert(format!("{:?}", path_moves.sequence));
        ControlFlow::Continue(())
    });
    assert!(flow.expect("the listing succeeds").is_continue());
    assert_eq!(sequences.len(), 32);
}

/// Counts the paths by following all of them.
fn count_exhaustively(position: &Position, length: u32) -> u128 {
    let goal = Position::solved(position.colours()).canonical_up_to_flip();
    if length == 0 {
        return u128::from(position.canonical_up_to_flip() == goal);
    }
    let next: Vec<Position> = twists(position).map(|next| next.canonical_up_to_flip()).collect();
    let mut distinct: Vec<Position> = Vec::new();
    for position in next {
        if !distinct.contains(&position) {
            distinct.push(position);
        }
    }
    distinct.iter().map(|next| count_exhaustively(next, length - 1)).sum()
}

#[test]
fn path_counts_agree_with_exhaustive_search() {
    let cancel = Cancel::new();
    let mut random = Random::new(5);
    for colours in [Colours::Silver, Colours::Six] {
        for _ in 0..15 {
            let scramble = random_sequence(&mut random, 3);
            let position =
                Position::solved(colours).apply(&scramble).expect("the scramble is possible");
            let (state, parity) = (Model::new(colours).state(&position), parity(&position));
            let views = SilverViews::new(silver());
            let check = |length: u32, count: u128| {
                assert_eq!(count, count_exhaustively(&position, length), "{position}");
                assert!(count > 0);
            };
            match colours {
                Colours::Silver => {
                    let mut paths = ShortestPaths::new(silver(), &cancel);
                    let length = distance(silver(), &position);
                    check(length, paths.count(&state, parity, length).expect("the count succeeds"));
                }
                Colours::Six => {
                    let mut paths = ShortestPaths::new(&views, &cancel);
                    let path = paths.shortest(&state, parity).expect("a solution exists");
                    let length = u32::try_from(path.len()).expect("short");
                    check(length, paths.count(&state, parity, length).expect("the count succeeds"));
                }
            }
        }
    }
}

fn check_replayed<G: PruningTable>(table: &G, position: &Position) -> usize {
    let cancel = Cancel::new();
    let (state, parity) = (table.model().state(position), parity(position));
    let path =
        ShortestPaths::new(table, &cancel).shortest(&state, parity).expect("a solution exists");
    let path_moves = table.model().to_moves(position, &path).expect("a path from here");
    let solved = Position::solved(position.colours());
    assert!(!path_moves.flipped || path.is_empty());
    let goal = if path_moves.flipped { solved.flipped() } else { solved };
    assert_eq!(position.apply(&path_moves.sequence), Ok(goal), "{position}");
    assert_eq!(path_moves.sequence.twists(), path.len());
    path.len()
}

#[test]
fn solutions_replay_on_the_simulator() {
    let views = SilverViews::new(silver());
    let mut random = Random::new(6);
    for _ in 0..300 {
        check_replayed(silver(), &random_position(&mut random, Colours::Silver));
        check_replayed(&views, &random_position(&mut random, Colours::Six));
    }
    for colours in [Colours::Silver, Colours::Six] {
        let solved = Position::solved(colours);
        for position in [solved, solved.flipped(), solved.turned(Turn::new(5, -2))] {
            let length = match colours {
                Colours::Silver => check_replayed(silver(), &position),
                Colours::Six => check_replayed(&views, &position),
            };
            assert_eq!(length, 0, "{position}");
        }
    }
}

fn search(position: &Position, max_states: usize) -> Option<BidirectionalSearch> {
    let model = Model::new(position.colours());
    let state = model.state(position);
    BidirectionalSearch::search(model, &state, parity(position), max_states, &Cancel::new())
        .expect("no limit")
}

fn check_bidirectional(n: usize, max_states: usize, min_found: usize) {
    let views = SilverViews::new(silver());
    let mut random = Random::new(7);
    let mut n_found = 0;
    for index in 0..n {
        let colours = if index % 2 == 0 { Colours::Silver } else { Colours::Six };
        let scramble = random_sequence(&mut random, 4 + index % 8);
        let position =
            Position::solved(colours).apply(&scramble).expect("the scramble is possible");
        let Some(search) = search(&position, max_states) else { continue };
        n_found += 1;
        let expected = match colours {
            Colours::Silver => check_replayed(silver(), &position),
            Colours::Six => check_replayed(&views, &position),
        };
        assert_eq!(usize::try_from(search.distance()), Ok(expected), "{position}");
        assert_eq!(check_replayed(&search, &position), expected);
        let cancel = Cancel::new();
        let (state, parity) = (search.model().state(&position), parity(&position));
        let count = ShortestPaths::new(&search, &cancel).count(&state, parity, search.distance());
        let exact = match colours {
            Colours::Silver => {
                ShortestPaths::new(silver(), &cancel).count(&state, parity, search.distance())
            }
            Colours::Six => {
                ShortestPaths::new(&views, &cancel).count(&state, parity, search.distance())
            }
        };
        assert_eq!(
            count.expect("the count succeeds"),
            exact.expect("the count succeeds"),
            "{position}"
        );
    }
    assert!(n_found >= min_found, "{n_found}");
}

#[test]
fn tables_and_bidirectional_searches_agree() {
    check_bidirectional(60, 100_000, 30);
}

#[test]
#[ignore = "slow: 25 or 100 deep positions, with balls of two million states"]
fn tables_and_large_bidirectional_searches_agree() {
    let n = usize::try_from(gordian_testkit::size(50, 200)).expect("small");
    check_bidirectional(n, 4_000_000, n / 2);
}

#[test]
fn cancelled_searches_stop() {
    let cancel = Cancel::new();
    cancel.cancel();
    let views = SilverViews::new(silver());
    let position: Position = "CBD4539-E7180F26A,K".parse().expect("a position");
    let state = views.model().state(&position);
    let stopped = ShortestPaths::new(&views, &cancel).count(&state, 1, 13);
    assert!(
        matches!(stopped, Err(gordian_atlas::AtlasError::Stopped { limit: Limit::Interrupted })),
        "{stopped:?}"
    );
}

#[test]
fn paths_of_other_positions_have_no_moves() {
    let model = silver().model();
    let cancel = Cancel::new();
    let scramble = Sequence::from(vec![Move::Twist, Move::Turn(Turn::new(3, 0)), Move::Twist]);
    let position =
        Position::solved(Colours::Silver).apply(&scramble).expect("the scramble is possible");
    let path =
        ShortestPaths::new(silver(), &cancel).shortest(&model.state(&position), 0).expect("a path");
    assert!(model.to_moves(&position, &path).is_some());
    assert!(model.to_moves(&position, &path[..path.len() - 1]).is_none());
    assert!(model.to_moves(&position.twisted().expect("a twist is possible"), &path).is_none());
}
