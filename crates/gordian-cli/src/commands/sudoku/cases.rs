//! `gordian sudoku technique-cases`: positions with the step that a technique must find there.

use std::io::Write as _;

use gordian::Cancel;
use gordian::logic::{CaseVerdict, Technique, check_case};
use gordian::sudoku::formats::{FormatError, ParsedPuzzle};
use rayon::prelude::*;
use serde_json::json;

use super::job::error_line;
use super::source::{Reading, format_fault, read_line};
use crate::args::SudokuCasesArgs;
use crate::commands::Stop;
use crate::console::{Console, harmless};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::attended;

/// A line of the file that is neither blank nor a comment.
struct Line<'a> {
    number: u64,
    text: &'a str,
    read: Result<ParsedPuzzle, FormatError>,
}

/// What came of a line.
struct Judged {
    code: String,
    verdict: CaseVerdict,
}

/// Why a line cannot be judged.
enum Wrong<'a> {
    Format(&'a FormatError),
    /// It says nothing about a technique.
    NoCase,
}

impl Wrong<'_> {
    fn fault(&self, file: &str, line: &Line<'_>) -> Fault {
        match self {
            Self::Format(error) => format_fault(error, file, line.number, line.text),
            Self::NoCase => {
                let message = "this is a puzzle, but no case: it names no technique";
                let fault = Fault::new("sudoku.no-case", message)
                    .hint("a case is a line such as `:0300:5:…grid…:::581::`");
                let number = usize::try_from(line.number).unwrap_or(usize::MAX);
                fault.within(file).at_line(number, line.text, &(0..line.text.len()))
            }
        }
    }
}

pub(super) fn run(args: &SudokuCasesArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let text = Input::new(&args.file).read()?;
    let reading = Reading::default();
    let lines: Vec<Line<'_>> = (1..)
        .zip(text.lines())
        .filter_map(|(number, text)| {
            let read = read_line(text.as_bytes(), &reading)?;
            Some(Line { number, text, read })
        })
        .collect();
    let pool = super::pool(args.threads)?;
    let notes = Notes::new();
    let mut spinner = Spinner::new("cases", console.is_quiet());
    let judged: Vec<Option<Result<Judged, Wrong<'_>>>> = attended(&notes, &mut spinner, || {
        pool.install(|| lines.par_iter().map(|line| judge_line(line, &cancel)).collect())
    })?;
    spinner.clear();
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for (line, judged) in lines.iter().zip(judged) {
        match judged {
            None => {
                tally.tell(args.json, console)?;
                return Ok(Exit::Interrupted);
            }
            Some(Ok(judged)) => {
                tally.count(judged.verdict);
                tell(line.number, &judged, args.json, console)?;
            }
            Some(Err(wrong)) => {
                let fault = wrong.fault(&args.file.display().to_string(), line);
                let document = fault.to_json();
                if args.json {
                    let number = line.number;
                    console.json(&json!({"schema": 1, "line": number, "error": document}))?;
                } else {
                    write!(console.out(), "{}", error_line(line.number, &document))?;
                }
                faults.push(fault);
            }
        }
    }
    tally.tell(args.json, console)?;
    if !faults.is_empty() {
        if args.json {
            return Ok(Exit::Error);
        }
        return Err(Stop::Faults(faults));
    }
    Ok(if tally.failed() == 0 { Exit::Answer } else { Exit::NoAnswer })
}

/// Judges the case of a line; `None` if it is too late.
fn judge_line<'a>(line: &'a Line<'_>, cancel: &Cancel) -> Option<Result<Judged, Wrong<'a>>> {
    if cancel.is_stopped() {
        return None;
    }
    Some(match &line.read {
        Err(error) => Err(Wrong::Format(error)),
        Ok(read) => match &read.library_case {
            Some(case) => {
                Ok(Judged { code: case.technique.clone(), verdict: check_case(read, case) })
            }
            None => Err(Wrong::NoCase),
        },
    })
}

fn tell(line: u64, judged: &Judged, as_json: bool, console: &mut Console) -> Result<(), Stop> {
    let Judged { code, verdict } = judged;
    let technique = Technique::from_hodoku_code(code);
    let word = word(*verdict);
    if as_json {
        console.json(&json!({
            "schema": 1,
            "line": line,
            "code": code,
            "technique": technique.map(Technique::slug),
            "verdict": word,
        }))?;
        return Ok(());
    }
    let name = technique.map_or("?", Technique::name);
    writeln!(console.out(), "{line}\t{}\t{name}\t{word}", harmless(code))?;
    Ok(())
}

fn word(verdict: CaseVerdict) -> &'static str {
    match verdict {
        CaseVerdict::Pass => "pass",
        CaseVerdict::WrongStep { .. } => "wrong step",
        CaseVerdict::NoStep => "no step",
        CaseVerdict::UnknownTechnique => "technique unknown",
    }
}

/// How many cases ended how.
#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    wrong: u64,
    none: u64,
    unknown: u64,
}

impl Tally {
    fn count(&mut self, verdict: CaseVerdict) {
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

    fn tell(&self, as_json: bool, console: &mut Console) -> Result<(), Stop> {
        let Self { passed, wrong, none, unknown } = self;
        let all = passed + self.failed();
        if as_json {
            console.json(&json!({
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
