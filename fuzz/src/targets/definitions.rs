//! Definitions of permutation puzzles, and what the commands do with them.

use std::time::Duration;

use gordian_atlas::distances::{DistancesConfig, OneProcess, distances};
use gordian_atlas::optimal::{Solver, SolverConfig};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup, State};
use gordian_table::{CheckpointPolicy, Disk};

use super::{Target, Verdict, assert_message, assert_span, exercise, text};
use crate::Corpus;

/// The time for each part of the work on a definition.
const MAX_TIME: Duration = Duration::from_millis(25);
/// The memory for distances and pattern databases in bytes.
const MAX_BYTES: u64 = 1 << 18;

fn seeds(corpus: &mut Corpus) {
    corpus.add_folder("crates/gordian-perm/testdata/definitions", &["tws"]);
    corpus.add_fenced_blocks("docs/guides/perm.md", &["text"]);
    for name in ["2x2x2", "skewb"] {
        let definition = Definition::named(name).expect("a name of a puzzle");
        corpus.add_text(definition.to_string());
    }
}

pub(super) const DEFINITIONS: Target = Target {
    name: "perm-definitions",
    summary: "definitions of permutation puzzles, with moves, distances and solutions",
    seeds,
    read,
};

fn read(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    match Definition::read(&text) {
        Ok(definition) => {
            let written = definition.to_string();
            let again = Definition::read(&written).expect("a written definition is valid");
            assert_eq!(again.to_string(), written);
            for metric in [Metric::AnyPower, Metric::SinglePower] {
                match MoveSet::all(&definition, metric) {
                    Ok(moves) => analyse(&definition, &moves),
                    Err(error) => assert_message(&error.to_string()),
                }
            }
            Verdict::Accepted
        }
        Err(error) => {
            assert_span(&text, &error.span);
            assert_message(&error.error.to_string());
            assert_message(error.error.hint());
            Verdict::Rejected
        }
    }
}

/// Does what the commands do, each for a limited time.
fn analyse(definition: &Definition, moves: &MoveSet) {
    let cancel = || Cancel::new().with_time_limit(MAX_TIME);
    let scramble = definition.random_sequence(moves, 3, &mut Random::new(1));
    let state = definition.apply_sequence(definition.solved(), &scramble);
    let state = state.expect("a random sequence is legal");
    let group = match PermutationGroup::generated(definition, moves, &cancel()) {
        Ok(group) => group,
        Err(error) => return assert_message(&error.to_string()),
    };
    exercise(definition.n_states(&group));
    solve(definition, moves, &state, scramble.steps().len());
    let config = DistancesConfig {
        threads: 1,
        max_bytes: MAX_BYTES,
        antipodes: 1,
        max_level: None,
        file: None,
        checkpoints: CheckpointPolicy::default(),
        exchange: &OneProcess,
    };
    for max_level in [None, Some(2)] {
        let config = DistancesConfig { max_level, ..config.clone() };
        match distances(definition, moves, &group, &Disk, &config, &cancel(), &|_, _| {}) {
            Ok(found) => assert!(found.levels.first() == Some(&1) || found.limit.is_some()),
            Err(error) => assert_message(&error.to_string()),
        }
    }
}

/// Solves a state that some moves make, and replays the solution.
fn solve(definition: &Definition, moves: &MoveSet, state: &State, length: usize) {
    let cancel = Cancel::new().with_time_limit(MAX_TIME);
    let config = SolverConfig { max_bytes: MAX_BYTES, threads: 1, cache: None };
    let solved = Solver::new(definition, moves, &cancel)
        .and_then(|mut solver| solver.build_and_solve(state, 2, &Disk, &config, &cancel, &|_| {}));
    match solved {
        Ok(solution) => {
            for sequence in &solution.sequences {
                assert!(sequence.steps().len() <= length, "a shorter sequence makes the state");
                let end = definition.apply_sequence(state, sequence);
                assert_eq!(end.as_ref(), Ok(definition.solved()));
            }
            let is_found = !solution.sequences.is_empty();
            // The inverse of a legal sequence is legal.
            assert!(is_found || solution.limit.is_some(), "a state is called unsolvable");
            assert!(solution.limit != Some(Limit::Interrupted));
        }
        Err(error) => assert_message(&error.to_string()),
    }
}
