//! `gordian sudoku generate`.

use std::io::Write as _;

use gordian::requests::sudoku::GenerateResponse;
use gordian::sudoku::formats::digits_to_line;
use gordian::sudoku::tasks::ClueCount;
use gordian::sudoku_batch::{
    CriteriaError, GeneratedGrid, GenerationFailure, Generator, GridForm, format_grid,
};

use super::layout::layout_of_size;
use crate::args::SudokuGenerateArgs;
use crate::background::{cancel_on_ctrl_c, run_with_spinner};
use crate::commands::{CommandError, faults_as_json, seed_or_random, thread_count};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_limit;
use crate::progress::{ProgressTracker, Spinner};

pub(super) fn run(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let result = generate_all(args, console);
    faults_as_json(result, args.json, console)
}

fn generate_all(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?.within(args.time_limit);
    let generator = generator(args)?;
    let seed = seed_or_random(args.seed, console)?;
    let mut rounds = generator.rounds(seed, args.count, thread_count(args.threads))?;
    let progress = ProgressTracker::new();
    let mut spinner = Spinner::new("generate", console.is_quiet());
    while !rounds.is_done() {
        let made =
            run_with_spinner(&progress, &mut spinner, || rounds.next_round(&cancel, &progress))?;
        spinner.clear();
        for (seed, made) in made {
            match made {
                Ok(made) => print_puzzle(args, seed, &made, console)?,
                Err(failure) => return report_failure(args, seed, failure, console),
            }
        }
        console.flush()?;
    }
    Ok(Exit::Answer)
}

/// Returns the generator that the arguments describe.
fn generator(args: &SudokuGenerateArgs) -> Result<Generator, Fault> {
    let layout = layout_of_size(args.size, &args.layout)?;
    let generator = Generator {
        symmetry: args.symmetry,
        clues: match (args.clues, args.fewest) {
            (Some(n), _) => ClueCount::Exactly(n),
            (None, true) => ClueCount::Fewest,
            (None, false) => ClueCount::Any,
        },
        minimal: args.minimal,
        attempts: args.attempts,
        difficulty: args.criteria.difficulty(),
        holes: args.holes.map(|holes| holes.of(layout.n_cells())),
        layout,
    };
    generator.check().map_err(|error| {
        let fault = Fault::new(CriteriaError::CODE, error.to_string());
        match error {
            CriteriaError::TooFewClues => {
                fault.hint("`--clues 24` is found quickly; `--holes` allows any number of givens")
            }
            CriteriaError::NeededAndAvoided(_) => fault,
        }
    })?;
    Ok(generator)
}

fn print_puzzle(
    args: &SudokuGenerateArgs,
    seed: u64,
    made: &GeneratedGrid,
    console: &mut Console,
) -> Result<(), CommandError> {
    if args.json {
        return Ok(console.write_json(&GenerateResponse::new(seed, made))?);
    }
    let n = made.puzzle.layout.n();
    let text = format_grid(args.output, n, &made.puzzle.givens);
    let end = match (args.output, args.solution) {
        (GridForm::Block, _) => "\n".to_owned(),
        (GridForm::Line, true) => format!("\t{}", digits_to_line(n, &made.solution)),
        (GridForm::Line, false) => String::new(),
    };
    writeln!(console.out(), "{text}{end}")?;
    Ok(())
}

/// Reports why there is no puzzle of a seed.
fn report_failure(
    args: &SudokuGenerateArgs,
    seed: u64,
    failure: GenerationFailure,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let (message, hint) = match &failure {
        GenerationFailure::Error(_) => (String::new(), None),
        GenerationFailure::NotFound { attempts, fewest_clues } => {
            let fewest = fewest_clues.map_or(String::new(), |n| format!("; fewest givens: {n}"));
            let hint = "hint: use more `--attempts` or another `--seed`";
            let attempts = if *attempts == 1 {
                "1 attempt".to_owned()
            } else {
                format!("{attempts} attempts")
            };
            (format!("no matching puzzle in {attempts}{fewest}"), Some(hint))
        }
        GenerationFailure::NoMatch { n_examined } => {
            let hint = "hint: use more `--attempts`, another `--seed` or weaker criteria";
            (format!("no matching puzzle among {n_examined} generated ones"), Some(hint))
        }
        GenerationFailure::Stopped { limit, n_examined } => {
            let examined =
                n_examined.map_or(String::new(), |n| format!("; {n} puzzles were examined"));
            (format!("stopped by {}{examined}", format_limit(*limit)), None)
        }
    };
    let limit = failure.limit()?;
    if args.json {
        console.print_json(&GenerateResponse::stopped(seed, limit))?;
    }
    console.flush()?;
    console.print_note(&message)?;
    if let Some(hint) = hint {
        console.print_note(hint)?;
    }
    Ok(Exit::from_limit(limit))
}
