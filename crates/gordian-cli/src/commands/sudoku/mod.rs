//! `gordian sudoku`: batches of puzzles.
//!
//! The library answers ([`gordian::sudoku_batch`]); these modules parse the flags and print.
//!
//! To add an operation, add it to the library, its arguments in [`crate::args`] and an arm in
//! [`run`].

mod batch;
mod generate;
mod layout;
mod technique_cases;
mod text;
mod verify;

use std::io;
use std::path::Path;

use gordian::logic::Config;
use gordian::sudoku::tasks::MinimiseOptions;
use gordian::sudoku_batch::{
    BatchOptions, ExplanationStyle, GridForm, Operation, PuzzleSource, ReadOptions, Scale,
    SudokuEngine,
};
use gordian::tables::Kernel;
use gordian::{Cancel, SimdLevel};

use super::{CommandError, thread_count};
use crate::args::{SudokuArgs, SudokuCommand, SudokuInputArgs, SudokuRunArgs};
use crate::background::cancel_on_ctrl_c;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;

pub(super) fn run(args: &SudokuArgs, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        SudokuCommand::Solve(args) => {
            let operation = Operation::Solve { prove: !args.first };
            let command = BatchCommand::new(operation, &args.input, &args.run)?;
            command.engine(args.engine).form(args.output).run(console)
        }
        SudokuCommand::Count(args) => {
            let operation = if args.estimate {
                Operation::Estimate { probes: args.probes, seed: args.seed }
            } else {
                Operation::Count { limit: args.limit }
            };
            let command = BatchCommand::new(operation, &args.input, &args.run)?;
            command.engine(args.engine).run(console)
        }
        SudokuCommand::Check(args) => match &args.solution {
            Some(solution) => verify::run(args, solution, console),
            None => {
                let operation = Operation::Check { minimal: args.minimal };
                BatchCommand::new(operation, &args.input, &args.run)?.run(console)
            }
        },
        SudokuCommand::Candidates(args) => {
            let command = BatchCommand::new(Operation::Candidates, &args.input, &args.run)?;
            command.form(args.output).run(console)
        }
        SudokuCommand::Redundant(args) => {
            BatchCommand::new(Operation::Redundant, &args.input, &args.run)?.run(console)
        }
        SudokuCommand::Minimise(args) => {
            let options = MinimiseOptions { seed: args.seed, symmetry: args.symmetry };
            let command = BatchCommand::new(Operation::Minimise(options), &args.input, &args.run)?;
            command.form(args.output).run(console)
        }
        SudokuCommand::Canonical(args) => {
            let command = BatchCommand::new(Operation::Canonical, &args.input, &args.run)?;
            command.form(args.output).run(console)
        }
        SudokuCommand::Generate(args) => generate::run(args, console),
        SudokuCommand::Hint(args) => {
            let command = BatchCommand::new(Operation::Hint, &args.input, &args.run)?;
            command.techniques(args.techniques.config()).run(console)
        }
        SudokuCommand::Steps(args) => {
            let command = BatchCommand::new(Operation::Steps, &args.input, &args.run)?;
            let style = ExplanationStyle { eureka: args.eureka, ..ExplanationStyle::default() };
            command.techniques(args.techniques.config()).style(style).run(console)
        }
        SudokuCommand::Explain(args) => {
            let command = BatchCommand::new(Operation::Explain, &args.input, &args.run)?;
            let (draw, eureka) = (args.draw, args.eureka);
            let style = ExplanationStyle { draw, eureka, ..ExplanationStyle::default() };
            command.techniques(args.techniques.config()).style(style).run(console)
        }
        SudokuCommand::Rate(args) => {
            if args.scale == Scale::Explainer && args.filter.is_set() {
                let message = "Sudoku Explainer's scale uses a fixed set of techniques";
                let hint = "omit `--without`, `--until` and `--no-uniqueness`";
                return Err(Fault::new("cli.not-applicable", message).hint(hint).into());
            }
            let command = BatchCommand::new(Operation::Rate(args.scale), &args.input, &args.run)?;
            command.techniques(args.filter.apply(args.scale.techniques())).run(console)
        }
        SudokuCommand::TechniqueCases(args) => technique_cases::run(args, console),
    }
}

/// A command that answers each puzzle of a file.
struct BatchCommand<'a> {
    options: BatchOptions,
    style: ExplanationStyle,
    input: &'a SudokuInputArgs,
    run: &'a SudokuRunArgs,
    cancel: Cancel,
}

impl<'a> BatchCommand<'a> {
    fn new(
        operation: Operation,
        input: &'a SudokuInputArgs,
        run: &'a SudokuRunArgs,
    ) -> Result<Self, Fault> {
        let reading = read_options(input)?;
        let cancel = cancel_on_ctrl_c()?;
        let options = BatchOptions {
            reading,
            kernel: simd_level(run.kernel)?,
            threads: thread_count(run.threads),
            time_limit: run.time_limit,
            ..BatchOptions::new(operation)
        };
        Ok(Self { options, style: ExplanationStyle::default(), input, run, cancel })
    }

    fn engine(mut self, engine: SudokuEngine) -> Self {
        self.options.engine = engine;
        self
    }

    fn form(mut self, form: GridForm) -> Self {
        self.options.form = form;
        self
    }

    fn techniques(mut self, techniques: Config) -> Self {
        self.options.techniques = techniques;
        self
    }

    fn style(self, style: ExplanationStyle) -> Self {
        Self { style, ..self }
    }

    fn run(self, console: &mut Console) -> Result<Exit, CommandError> {
        batch::run(self, console)
    }
}

/// Returns the requested SIMD level, if it is available.
fn simd_level(kernel: Kernel) -> Result<SimdLevel, Fault> {
    let level = kernel.simd_level();
    if level.is_available() {
        return Ok(level);
    }
    let message = format!("this machine cannot run the kernel `{}`", level.name());
    Err(Fault::new("sudoku.kernel", message)
        .hint("`--kernel auto` selects the best available kernel"))
}

fn read_options(args: &SudokuInputArgs) -> Result<ReadOptions, Fault> {
    let layout = layout::layout(&args.layout)?;
    // A layout that the arguments name includes the diagonals.
    let diagonals = layout.is_none() && args.layout.diagonals;
    Ok(ReadOptions { layout, format: args.format, diagonals })
}

/// Opens a file of puzzles; `-` is standard input. Returns its length, too, if it is known.
fn open(file: &Path, reading: ReadOptions) -> Result<(PuzzleSource, Option<u64>), Fault> {
    if file == Path::new("-") {
        return Ok((PuzzleSource::new(io::stdin(), None, reading), None));
    }
    let fault = |error: io::Error| Fault::of(error).in_file(&file.display().to_string());
    let file = input::open(file).map_err(fault)?;
    let metadata = file.metadata().map_err(fault)?;
    let length = metadata.is_file().then_some(metadata.len());
    // A plain file can be read into uninitialised memory; callers add its name to errors.
    let (file, _) = file.into_parts();
    Ok((PuzzleSource::new(file, length, reading), length))
}

/// Returns the name of a file for messages.
fn display_name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}
