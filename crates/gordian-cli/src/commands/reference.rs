//! `gordian kinds`, `gordian explain` and `gordian docs`.

use std::io::Write as _;

use gordian::logic::Technique;
use gordian::puzzles::Kind;
use gordian::requests::SchemaVersion;
use serde::Serialize;

use super::{CommandError, faults_as_json};
use crate::args::{DocsArgs, ExplainArgs, KindsArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::reference::{self, ErrorCode, KindSummary};

/// All kinds, or one of them.
#[derive(Serialize)]
#[serde(untagged)]
enum KindsDocument {
    All {
        schema: SchemaVersion,
        kinds: Vec<KindSummary>,
    },
    One {
        schema: SchemaVersion,
        #[serde(flatten)]
        kind: KindSummary,
        /// The page, as Markdown.
        page: String,
    },
}

pub(super) fn kinds(args: &KindsArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let result = kinds_or_fault(args, console);
    faults_as_json(result, args.json, console)
}

fn kinds_or_fault(args: &KindsArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let mut summaries = reference::kind_summaries();
    let Some(name) = &args.name else {
        if args.json {
            let kinds = summaries.collect();
            console.print_json(&KindsDocument::All { schema: SchemaVersion, kinds })?;
        } else {
            for KindSummary { kind, title, .. } in summaries {
                writeln!(console.out(), "{kind:<16} {title}")?;
            }
        }
        return Ok(Exit::Answer);
    };
    let Some(kind) = Kind::named(name) else {
        let hint = match Kind::nearest_name(name) {
            Some(nearest) => format!("did you mean `{nearest}`? `gordian kinds` lists all kinds"),
            None => "`gordian kinds` lists all kinds".to_owned(),
        };
        let fault = Fault::new("cli.unknown-kind", format!("there is no kind `{name}`"));
        return Err(fault.hint(hint).into());
    };
    let page = reference::kind_page_of(kind).text;
    if args.json {
        let kind = summaries.find(|summary| summary.kind == kind.name());
        let kind = kind.expect("every kind has a summary");
        console.print_json(&KindsDocument::One { schema: SchemaVersion, kind, page })?;
    } else {
        console.out().write_all(reference::to_plain_text(&page).as_bytes())?;
    }
    Ok(Exit::Answer)
}

/// All error codes, or one of them.
#[derive(Serialize)]
#[serde(untagged)]
enum ExplainDocument {
    All {
        schema: SchemaVersion,
        codes: Vec<ErrorCode>,
    },
    One {
        schema: SchemaVersion,
        #[serde(flatten)]
        code: ErrorCode,
    },
}

pub(super) fn explain(args: &ExplainArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let result = explain_or_fault(args, console);
    faults_as_json(result, args.json, console)
}

fn explain_or_fault(args: &ExplainArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let codes = reference::error_codes();
    let Some(name) = &args.code else {
        if args.json {
            console.print_json(&ExplainDocument::All { schema: SchemaVersion, codes })?;
        } else {
            for ErrorCode { code, meaning, .. } in codes {
                writeln!(console.out(), "{code:<30} {meaning}")?;
            }
        }
        return Ok(Exit::Answer);
    };
    let Some(code) = codes.iter().find(|known| known.code == *name) else {
        return Err(unknown_code(name, &codes).into());
    };
    if args.json {
        let code = code.clone();
        console.print_json(&ExplainDocument::One { schema: SchemaVersion, code })?;
        return Ok(Exit::Answer);
    }
    let status = code.status.map_or_else(String::new, |status| {
        format!("\nA service answers with the status {status}.\n")
    });
    let text =
        format!("# {}\n\n{}\n{status}\nWhat to do: {}\n", code.code, code.meaning, code.action);
    console.out().write_all(reference::to_plain_text(&text).as_bytes())?;
    Ok(Exit::Answer)
}

fn unknown_code(name: &str, codes: &[ErrorCode]) -> Fault {
    let fault = Fault::new("cli.unknown-code", format!("there is no error code `{name}`"));
    if Kind::named(name).is_some() {
        return fault.hint(format!("`{name}` is a kind of puzzle: `gordian kinds {name}`"));
    }
    if name.parse::<Technique>().is_ok() {
        return fault.hint(
            "this is a technique: `gordian sudoku explain` shows the techniques of a solution, and \
             the page of `gordian serve` explains each of them",
        );
    }
    let names = codes.iter().map(|code| code.code.as_str());
    fault.hint(match reference::closest(name, names) {
        Some(closest) => format!("did you mean `{closest}`? `gordian explain` lists all codes"),
        None => "`gordian explain` lists all codes".to_owned(),
    })
}

pub(super) fn docs(args: &DocsArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let written = reference::write(&args.out);
    let n = written.map_err(|error| Fault::new("io.failed", error.to_string()))?;
    writeln!(console.out(), "{n} files written to {}", args.out.display())?;
    Ok(Exit::Answer)
}
