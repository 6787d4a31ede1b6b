//! `gordian generate`.

use std::io::Write as _;

use gordian::SolutionData;
use gordian::generate::{GenerateError, GenerateRequest, GeneratedPuzzle, generate};
use gordian::requests::{ErrorDetail, SchemaVersion};
use serde::Serialize;
use serde_json::Value;

use super::{CommandError, seed_or_random, with_progress};
use crate::args::{GenerateArgs, GenerateOutput};
use crate::background::cancel_on_ctrl_c;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;

/// A generated puzzle as a JSON document.
#[derive(Serialize)]
struct GeneratedDocument<'a> {
    schema: SchemaVersion,
    kind: &'a str,
    seed: u64,
    link: Option<String>,
    file: String,
    solution: Value,
    clues: usize,
    possible_clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<&'static str>,
}

pub(super) fn run(args: &GenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let first = seed_or_random(args.random.seed, console)?;
    for index in 0..args.random.count {
        let seed = first.wrapping_add(index);
        let request = GenerateRequest {
            kind: args.kind,
            size: args.size,
            seed,
            symmetry: args.symmetry,
            difficulty: args.difficulty,
        };
        let quiet = console.is_quiet();
        let found = with_progress("generating", quiet, |_| generate(&request, &cancel))?;
        let generated = match found {
            Ok(generated) => generated,
            Err(GenerateError::Stopped(limit)) => {
                return Ok(if cancel.stopped().is_some() {
                    Exit::Interrupted
                } else {
                    Exit::from_limit(limit)
                });
            }
            Err(error) => return Err(Fault::of(ErrorDetail::from(error)).into()),
        };
        if index > 0 && args.output == GenerateOutput::File {
            console.print_line(Style::Plain, "")?;
        }
        write(&generated, args, seed, console)?;
        console.flush()?;
    }
    Ok(Exit::Answer)
}

fn write(
    generated: &GeneratedPuzzle,
    args: &GenerateArgs,
    seed: u64,
    console: &mut Console,
) -> Result<(), CommandError> {
    let GeneratedPuzzle { puzzle, solution, n_clues, n_possible, difficulty } = generated;
    let file = puzzle.to_toml().expect("pencil puzzles are written as files");
    let link = puzzle.to_link();
    match args.output {
        GenerateOutput::File => console.out().write_all(file.as_bytes())?,
        GenerateOutput::Links => {
            let link = link.map_err(|error| Fault::of(ErrorDetail::from(error)))?;
            console.print_line(Style::Plain, &link.to_string())?;
        }
        GenerateOutput::Json => {
            let SolutionData::Puzzle(solution) = solution else {
                unreachable!("a puzzle has a solution of its kind")
            };
            console.print_json(&GeneratedDocument {
                schema: SchemaVersion,
                kind: args.kind.name(),
                seed,
                link: link.ok().map(|link| link.to_string()),
                file,
                solution: solution.to_json(),
                clues: *n_clues,
                possible_clues: *n_possible,
                difficulty: difficulty.map(|it| it.level().name()),
            })?;
        }
    }
    Ok(())
}
