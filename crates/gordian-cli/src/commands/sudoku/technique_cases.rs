//! `gordian sudoku technique-cases`: test cases of techniques.

use std::io::Write as _;

use gordian::Cancel;
use gordian::logic::{CaseVerdict, Technique, check_case};
use gordian::sudoku::formats::{FormatError, ParsedPuzzle};
use rayon::prelude::*;
use serde_json::json;

use super::context::error_line;
use super::source::{InputOptions, format_fault, read_line};
use crate::args::SudokuCasesArgs;
use crate::background::cancel_on_ctrl_c;
use crate::background::run_with_spinner;
use crate::commands::CommandError;
use crate::console::{Console, escape_control};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::progress::{ProgressTracker, Spinner};

/// A line of the file that is neither blank nor a comment.
struct Line<'a> {
    number: u64,
    text: &'a str,
    read: Result<ParsedPuzzle, FormatError>,
}

/// The result of a case.
struct CaseResult {
    code: String,
    verdict: CaseVerdict,
}

/// Why a line is not a valid case.
enum CaseError<'a> {
    Format(&'a FormatError),
    /// The line is a puzzle without a technique.
    NoCase,
}

impl CaseError<'_> {
    fn fault(&self, file: &str, line: &Line<'_>) -> Fault {
        match self {
            Self::Format(error) => format_fault(error, file, line.number, line.text),
            Self::NoCase => {
                let message = "the line is a puzzle without a technique, not a test case";
                let fault = Fault::new("sudoku.no-case", message)
                    .hint("a case is a line such as `:0300:5:…grid…:::581::`");
                let number = usize::try_from(line.number).unwrap_or(usize::MAX);
                fault.in_file(file).at_line(number, line.text, &(0..line.text.len()))
            }
        }
    }
}

pub(super) fn run(args: &SudokuCasesArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let text = Input::new(&args.file).read()?;
    let reading = InputOptions::default();
    let lines: Vec<Line<'_>> = (1..)
        .zip(text.lines())
        .filter_map(|(number, text)| {
            let read = read_line(text.as_bytes(), &reading)?;
            Some(Line { number, text, read })
        })
        .collect();
    let pool = super::pool(args.threads)?;
    let progress = ProgressTracker::new();
    let mut spinner = Spinner::new("cases", console.is_quiet());
    let checked: Vec<Option<Result<CaseResult, CaseError<'_>>>> =
        run_with_spinner(&progress, &mut spinner, || {
            pool.install(|| lines.par_iter().map(|line| check_line(line, &cancel)).collect())
        })?;
    spinner.clear();
    let mut counts = CaseCounts::default();
    let mut faults = Vec::new();
    for (line, checked) in lines.iter().zip(checked) {
        match checked {
            None => {
                counts.print_summary(args.json, console)?;
                return Ok(Exit::Interrupted);
            }
            Some(Ok(checked)) => {
                counts.add(checked.verdict);
                print_case(line.number, &checked, args.json, console)?;
            }
            Some(Err(wrong)) => {
                let fault = wrong.fault(&args.file.display().to_string(), line);
                let document = fault.to_json();
                if args.json {
                    let number = line.number;
                    console.print_json(&json!({"schema": 1, "line": number, "error": document}))?;
                } else {
                    write!(console.out(), "{}", error_line(line.number, &document))?;
                }
                faults.push(fault);
            }
        }
    }
    counts.print_summary(args.json, console)?;
    if !faults.is_empty() {
        if args.json {
            return Ok(Exit::Error);
        }
        return Err(CommandError::Faults(faults));
    }
    Ok(if counts.failed() == 0 { Exit::Answer } else { Exit::NoAnswer })
}

/// Checks the case of a line; returns `None` after cancellation.
fn check_line<'a>(
    line: &'a Line<'_>,
    cancel: &Cancel,
) -> Option<Result<CaseResult, CaseError<'a>>> {
    if cancel.is_stopped() {
        return None;
    }
    Some(match &line.read {
        Err(error) => Err(CaseError::Format(error)),
        Ok(read) => match &read.library_case {
            Some(case) => {
                Ok(CaseResult { code: case.technique.clone(), verdict: check_case(read, case) })
            }
            None => Err(CaseError::NoCase),
        },
    })
}

fn print_case(
    line: u64,
    checked: &CaseResult,
    as_json: bool,
    console: &mut Console,
) -> Result<(), CommandError> {
    let CaseResult { code, verdict } = checked;
    let technique = Technique::from_hodoku_code(code);
    let word = verdict_name(*verdict);
    if as_json {
        console.print_json(&json!({
            "schema": 1,
            "line": line,
            "code": code,
            "technique": technique.map(Technique::slug),
            "verdict": word,
        }))?;
        return Ok(());
    }
    let name = technique.map_or("?", Technique::name);
    writeln!(console.out(), "{line}\t{}\t{name}\t{word}", escape_control(code))?;
    Ok(())
}

fn verdict_name(verdict: CaseVerdict) -> &'static str {
    match verdict {
        CaseVerdict::Pass => "pass",
        CaseVerdict::WrongStep { .. } => "wrong step",
        CaseVerdict::NoStep => "no step",
        CaseVerdict::UnknownTechnique => "technique unknown",
    }
}

/// The number of cases by verdict.
#[derive(Debug, Default)]
struct CaseCounts {
    passed: u64,
    wrong: u64,
    none: u64,
    unknown: u64,
}

impl CaseCounts {
    fn add(&mut self, verdict: CaseVerdict) {
        *match verdict {
            CaseVerdict::Pass => &mut self.passed,
            CaseVerdict::WrongStep { .. } => &mut self.wrong,
            CaseVerdict::NoStep => &mut self.none,
            CaseVerdict::UnknownTechnique => &mut self.unknown,
        } += 1;
    }

    fn failed(&self) -> u64 {
        self.wrong + self.none + self.unknown
    }

    fn print_summary(&self, as_json: bool, console: &mut Console) -> Result<(), CommandError> {
        let Self { passed, wrong, none, unknown } = self;
        let all = passed + self.failed();
        if as_json {
            console.print_json(&json!({
                "schema": 1,
                "cases": all,
                "passed": passed,
                "wrong_step": wrong,
                "no_step": none,
                "technique_unknown": unknown,
            }))?;
            return Ok(());
        }
        writeln!(
            console.out(),
            "{passed} of {all} cases passed ({wrong} wrong step, {none} no step, {unknown} unknown)"
        )?;
        Ok(())
    }
}
