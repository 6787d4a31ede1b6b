//! `gordian cube scramble`.

use std::io::Write as _;

use gordian::cube3::{CentreGoal, Query, Solver};
use gordian::perm::cube3::random_position;
use gordian::{NoProgress, Random};

use super::document;
use super::solve::unless_stopped;
use crate::args::CubeScrambleArgs;
use crate::commands::{Stop, threads, told_seed, with_progress};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;

pub(super) fn run(args: &CubeScrambleArgs, console: &mut Console) -> Result<Exit, Stop> {
    let seed = told_seed(args.seed, console)?;
    let mut random = Random::new(seed);
    let mut solver = Solver::new(threads(args.threads), None);
    let query = query(args.centres);
    let cancel = interrupt::install()?;
    let quiet = console.is_quiet();
    let prepared = with_progress("cube", quiet, |notes| solver.prepare(&query, &cancel, notes))?;
    unless_stopped(prepared)?;
    for _ in 0..args.count {
        if cancel.is_stopped() {
            return Ok(Exit::Interrupted);
        }
        let position = random_position(&mut random, args.centres);
        let found = solver.solve(&position, &query, &cancel, &NoProgress);
        let found = found.map_err(|error| Fault::of_solve(&error, "scramble"))?;
        // What solves it, undone, leads to it.
        let Some(sequence) = found.solution.map(|solution| solution.inverse()) else {
            return Ok(Exit::Interrupted);
        };
        if args.json {
            let mut document = document(&position);
            document["sequence"] = sequence.to_string().into();
            console.json(&document)?;
        } else {
            writeln!(console.out(), "{position}\t{sequence}")?;
        }
    }
    Ok(Exit::Answer)
}

/// Returns the question for a sequence that is short enough to be turned by hand.
fn query(centres: bool) -> Query {
    let goal = if centres { CentreGoal::Exact } else { CentreGoal::Any };
    let max_length = if centres { 25 } else { 21 };
    Query {
        centres: [goal; 6],
        max_length,
        time_limit: None,
        deterministic: true,
        ..Query::default()
    }
}
