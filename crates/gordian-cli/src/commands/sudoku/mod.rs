//! `gordian sudoku`: batches of puzzles.
//!
//! ```text
//! PuzzleSource ─► ResultStream: a ChunkWorker on each thread ─► ChunkResult ─► batch::run: output, exit code
//!                    │ FastPath: 9×9 lines, many at once
//!                    └ PuzzleWorker: any puzzle, one at a time; SolutionChecker: the rules
//! ```
//!
//! To add an operation, add a variant of [`context::Operation`], its answer in `puzzle_worker.rs`, its
//! arguments in [`crate::args`] and an arm in [`run`].

mod batch;
mod chunk_worker;
mod context;
mod fast_path;
mod generate;
mod layout;
pub(super) mod logic;
mod output;
mod puzzle_worker;
mod search_result;
mod source;
mod technique_cases;
mod verify;

use std::num::NonZeroUsize;

use gordian::logic::Config;
use gordian::sudoku::tasks::MinimiseOptions;

use super::CommandError;
use crate::args::{SudokuArgs, SudokuCommand, SudokuInputArgs, SudokuRunArgs, SudokuScale};
use crate::background::cancel_on_ctrl_c;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use context::{BatchContext, Operation};
use source::InputOptions;

pub(super) fn run(args: &SudokuArgs, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        SudokuCommand::Solve(args) => {
            let operation = Operation::Solve { prove: !args.first };
            let context =
                BatchContext { engine: args.engine, ..context(operation, &args.input, &args.run)? };
            let context = BatchContext { output: args.output, ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Count(args) => {
            let operation = if args.estimate {
                Operation::Estimate { probes: args.probes, seed: args.seed }
            } else {
                Operation::Count { limit: args.limit }
            };
            let context =
                BatchContext { engine: args.engine, ..context(operation, &args.input, &args.run)? };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Check(args) => match &args.solution {
            Some(solution) => verify::run(args, solution, console),
            None => {
                let operation = Operation::Check { minimal: args.minimal };
                let context = context(operation, &args.input, &args.run)?;
                batch::run(context, &args.input, &args.run, console)
            }
        },
        SudokuCommand::Candidates(args) => {
            let context = context(Operation::Candidates, &args.input, &args.run)?;
            let context = BatchContext { output: args.output, ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Redundant(args) => {
            let context = context(Operation::Redundant, &args.input, &args.run)?;
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Minimise(args) => {
            let options = MinimiseOptions { seed: args.seed, symmetry: args.symmetry };
            let context = context(Operation::Minimise(options), &args.input, &args.run)?;
            let context = BatchContext { output: args.output, ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Canonical(args) => {
            let context = context(Operation::Canonical, &args.input, &args.run)?;
            let context = BatchContext { output: args.output, ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Generate(args) => generate::run(args, console),
        SudokuCommand::Hint(args) => {
            let context = context(Operation::Hint, &args.input, &args.run)?;
            let context = BatchContext { techniques: args.techniques.config(), ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Steps(args) => {
            let operation = Operation::Steps { eureka: args.eureka };
            let context = context(operation, &args.input, &args.run)?;
            let context = BatchContext { techniques: args.techniques.config(), ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Explain(args) => {
            let operation = Operation::Explain { draw: args.draw, eureka: args.eureka };
            let context = context(operation, &args.input, &args.run)?;
            let context = BatchContext { techniques: args.techniques.config(), ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::Rate(args) => {
            if args.scale == SudokuScale::Explainer && args.filter.is_set() {
                let message = "Sudoku Explainer's scale uses a fixed set of techniques";
                let hint = "omit `--without`, `--until` and `--no-uniqueness`";
                return Err(Fault::new("cli.not-applicable", message).hint(hint).into());
            }
            let config = match args.scale {
                SudokuScale::Hodoku => Config::hodoku(),
                SudokuScale::Gordian | SudokuScale::Explainer => Config::all(),
            };
            let context = context(Operation::Rate(args.scale), &args.input, &args.run)?;
            let context = BatchContext { techniques: args.filter.apply(config), ..context };
            batch::run(context, &args.input, &args.run, console)
        }
        SudokuCommand::TechniqueCases(args) => technique_cases::run(args, console),
    }
}

fn context(
    operation: Operation,
    input: &SudokuInputArgs,
    run: &SudokuRunArgs,
) -> Result<BatchContext, Fault> {
    BatchContext::new(operation, input_options(input)?, run, &input.file, cancel_on_ctrl_c()?)
}

fn input_options(args: &SudokuInputArgs) -> Result<InputOptions, Fault> {
    let layout = layout::layout(&args.layout)?;
    // A layout that the arguments name includes the diagonals.
    let diagonals = layout.is_none() && args.layout.diagonals;
    Ok(InputOptions { layout, format: args.format, diagonals })
}

/// Creates a thread pool.
fn pool(threads: NonZeroUsize) -> Result<rayon::ThreadPool, Fault> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    pool.map_err(|error| Fault::new("io.thread", format!("cannot start threads: {error}")))
}
