//! `gordian generate`.

use std::io::Write as _;
use std::path::Path;

use gordian::generate::{GenerateError, GenerateRequest, GeneratedPuzzle, generate};
use gordian::puzzles::Kind;
use gordian::puzzles::rules::Rule;
use gordian::requests::ErrorDetail;
use gordian::requests::pencil::GenerateResponse;

use super::{CommandError, seed_or_random, with_progress};
use crate::args::{GenerateArgs, GenerateOutput};
use crate::background::cancel_on_ctrl_c;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;

pub(super) fn run(args: &GenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let (rules, omitted) = match &args.rules {
        Some(path) => read_rules(path, args.kind)?,
        None => (Vec::new(), Vec::new()),
    };
    let first = seed_or_random(args.random.seed, console)?;
    for index in 0..args.random.count {
        let seed = first.wrapping_add(index);
        let request = GenerateRequest {
            kind: args.kind,
            size: args.size,
            seed,
            symmetry: args.symmetry,
            difficulty: args.difficulty,
            rules: rules.clone(),
            omitted: omitted.clone(),
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

/// Reads a file of rules for puzzles of a kind: the rules, and the names of those that do not hold.
fn read_rules(path: &Path, kind: Kind) -> Result<(Vec<Rule>, Vec<String>), CommandError> {
    let input = Input::new(path);
    let text = input.read()?;
    let pencil = kind.pencil().expect("the kind is generated");
    Rule::parse_all(&text, pencil.form, &(pencil.omittable)()).map_err(|diagnostics| {
        let fault = |diagnostic| Fault::from_diagnostic(diagnostic, input.name(), &text);
        diagnostics.into_iter().map(fault).collect::<Vec<_>>().into()
    })
}

fn write(
    generated: &GeneratedPuzzle,
    args: &GenerateArgs,
    seed: u64,
    console: &mut Console,
) -> Result<(), CommandError> {
    let puzzle = &generated.puzzle;
    match args.output {
        GenerateOutput::File => {
            let file = puzzle.to_toml().expect("pencil puzzles are written as files");
            console.out().write_all(file.as_bytes())?;
        }
        GenerateOutput::Links => {
            let link = puzzle.to_link().map_err(|error| Fault::of(ErrorDetail::from(error)))?;
            console.print_line(Style::Plain, &link.to_string())?;
        }
        GenerateOutput::Json => {
            console.print_json(&GenerateResponse::new(seed, generated).map_err(Fault::of)?)?;
        }
    }
    Ok(())
}
