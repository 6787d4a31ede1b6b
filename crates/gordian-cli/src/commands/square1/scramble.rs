//! `gordian square1 scramble`.

use std::io::Write as _;

use gordian::Random;
use gordian::perm::square1::{Sequence, Step, random_position};
use gordian::square1::Query;

use super::{remark, solver};
use crate::args::Square1ScrambleArgs;
use crate::commands::{Stop, told_seed, with_progress};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;

pub(super) fn run(args: &Square1ScrambleArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let mut solver = solver(&args.tables)?;
    let seed = told_seed(args.seed, console)?;
    let mut random = Random::new(seed);
    let query = Query { count: false, ..Query::default() };
    for _ in 0..args.count {
        let position = random_position(&mut random, args.writing.colours);
        let quiet = console.is_quiet();
        let answer = with_progress("square1", quiet, |notes| {
            solver.solve(&position, &query, &cancel, notes)
        })?;
        let answer = answer.map_err(|error| Fault::of_solve(&error, "scramble"))?;
        remark(&answer.notes, console)?;
        let Some(solution) = answer.solution else {
            return Ok(Exit::of_outcome(answer.outcome, answer.limit));
        };
        let way = solution.inverse();
        // To the upside-down solved puzzle one does not come by turns.
        let flip = answer.flipped.then_some(Step::Flip);
        let way: Sequence = flip.into_iter().chain(way.into_steps()).collect();
        writeln!(console.out(), "{position}\t{}", way.write(args.writing.notation))?;
        console.flush()?;
    }
    Ok(Exit::Answer)
}
