//! `gordian sudoku`: puzzles by the line.
//!
//! ```text
//! Puzzles (source) ─► Stream: Worker on each thread ─► Piece ─► batch::run: output, faults, exit code
//!                        │ Fast: 9×9 lines, many at once
//!                        └ Replier: any puzzle, one at a time; SolutionChecker: the rules
//! ```
//!
//! To add a question: a variant of [`job::Question`], its answer in `replies.rs`, its arguments in
//! [`crate::args`] and an arm in [`run`].

mod batch;
mod cases;
mod fast;
mod finding;
mod generate;
mod job;
mod layout;
pub(super) mod logic;
mod marks;
mod replies;
mod rules;
mod source;
mod verify;
mod worker;
mod written;

use std::num::NonZeroUsize;

use gordian::logic::Config;
use gordian::sudoku::tasks::MinimiseOptions;

use super::Stop;
use crate::args::{SudokuArgs, SudokuCommand, SudokuReadingArgs, SudokuRunningArgs, SudokuScale};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;
use job::{Job, Question};
use source::Reading;

pub(super) fn run(args: &SudokuArgs, console: &mut Console) -> Result<Exit, Stop> {
    match &args.command {
        SudokuCommand::Solve(args) => {
            let question = Question::Solve { prove: !args.first };
            let job = Job { engine: args.engine, ..job(question, &args.reading, &args.running)? };
            let job = Job { output: args.output, ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Count(args) => {
            let question = if args.estimate {
                Question::Estimate { probes: args.probes, seed: args.seed }
            } else {
                Question::Count { limit: args.limit }
            };
            let job = Job { engine: args.engine, ..job(question, &args.reading, &args.running)? };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Check(args) => match &args.solution {
            Some(solution) => verify::run(args, solution, console),
            None => {
                let question = Question::Check { minimal: args.minimal };
                let job = job(question, &args.reading, &args.running)?;
                batch::run(job, &args.reading, &args.running, console)
            }
        },
        SudokuCommand::Candidates(args) => {
            let job = job(Question::Candidates, &args.reading, &args.running)?;
            let job = Job { output: args.output, ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Redundant(args) => {
            let job = job(Question::Redundant, &args.reading, &args.running)?;
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Minimise(args) => {
            let options = MinimiseOptions { seed: args.seed, symmetry: args.symmetry };
            let job = job(Question::Minimise(options), &args.reading, &args.running)?;
            let job = Job { output: args.output, ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Canonical(args) => {
            let job = job(Question::Canonical, &args.reading, &args.running)?;
            let job = Job { output: args.output, ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Generate(args) => generate::run(args, console),
        SudokuCommand::Hint(args) => {
            let job = job(Question::Hint, &args.reading, &args.running)?;
            let job = Job { techniques: args.techniques.config(), ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Steps(args) => {
            let question = Question::Steps { eureka: args.eureka };
            let job = job(question, &args.reading, &args.running)?;
            let job = Job { techniques: args.techniques.config(), ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Explain(args) => {
            let question = Question::Explain { draw: args.draw, eureka: args.eureka };
            let job = job(question, &args.reading, &args.running)?;
            let job = Job { techniques: args.techniques.config(), ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::Rate(args) => {
            if args.scale == SudokuScale::Explainer && args.fewer.is_some() {
                let message = "Sudoku Explainer's scale knows its own techniques only";
                let hint = "leave `--without`, `--until` and `--no-uniqueness` out";
                return Err(Fault::new("cli.not-applicable", message).hint(hint).into());
            }
            let config = match args.scale {
                SudokuScale::Hodoku => Config::hodoku(),
                SudokuScale::Gordian | SudokuScale::Explainer => Config::all(),
            };
            let job = job(Question::Rate(args.scale), &args.reading, &args.running)?;
            let job = Job { techniques: args.fewer.of(config), ..job };
            batch::run(job, &args.reading, &args.running, console)
        }
        SudokuCommand::TechniqueCases(args) => cases::run(args, console),
    }
}

fn job(
    question: Question,
    reading: &SudokuReadingArgs,
    running: &SudokuRunningArgs,
) -> Result<Job, Fault> {
    Job::new(question, self::reading(reading)?, running, &reading.file, interrupt::install()?)
}

fn reading(args: &SudokuReadingArgs) -> Result<Reading, Fault> {
    let layout = layout::layout(&args.layout)?;
    // A layout that is named has them.
    let diagonals = layout.is_none() && args.layout.diagonals;
    Ok(Reading { layout, format: args.format, diagonals })
}

/// Returns threads that share work.
fn pool(threads: NonZeroUsize) -> Result<rayon::ThreadPool, Fault> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    pool.map_err(|error| Fault::new("io.thread", format!("no thread could be started: {error}")))
}
