//! `gordian sudoku technique-cases`: test cases of techniques.

use std::io::Write as _;

use gordian::logic::Technique;
use gordian::sudoku_batch::{CaseDocument, CaseList, CaseSummary};

use super::text::push_error;
use crate::args::SudokuCasesArgs;
use crate::background::{cancel_on_ctrl_c, run_with_spinner};
use crate::commands::CommandError;
use crate::console::Console;
use crate::escape::escape_control;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::progress::{ProgressTracker, Spinner};

pub(super) fn run(args: &SudokuCasesArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let input = Input::new(&args.file);
    let text = input.read()?;
    let cases = CaseList::new(&text);
    let progress = ProgressTracker::new();
    let mut spinner = Spinner::new("cases", console.is_quiet());
    let checked =
        run_with_spinner(&progress, &mut spinner, || cases.check(args.threads, &cancel))??;
    spinner.clear();
    let mut summary = CaseSummary::default();
    let mut faults = Vec::new();
    for checked in checked {
        match checked {
            None => {
                print_summary(&summary, args.json, console)?;
                return Ok(Exit::Interrupted);
            }
            Some(Ok(case)) => {
                summary.add(&case);
                print_case(&case, args.json, console)?;
            }
            Some(Err(error)) => {
                let fault = Fault::from_line_error(&error, input.name());
                let mut out = Vec::new();
                push_error(error.line, &fault, args.json, &mut out);
                console.out().write_all(&out)?;
                faults.push(fault);
            }
        }
    }
    print_summary(&summary, args.json, console)?;
    if !faults.is_empty() {
        return if args.json { Ok(Exit::Error) } else { Err(CommandError::Faults(faults)) };
    }
    Ok(if summary.passed == summary.cases { Exit::Answer } else { Exit::NoAnswer })
}

fn print_case(
    case: &CaseDocument,
    as_json: bool,
    console: &mut Console,
) -> Result<(), CommandError> {
    if as_json {
        console.print_json(case)?;
        return Ok(());
    }
    let CaseDocument { line, code, technique, verdict, .. } = case;
    let name = technique.map_or("?", Technique::name);
    writeln!(console.out(), "{line}\t{}\t{name}\t{verdict}", escape_control(code))?;
    Ok(())
}

fn print_summary(
    summary: &CaseSummary,
    as_json: bool,
    console: &mut Console,
) -> Result<(), CommandError> {
    if as_json {
        console.print_json(summary)?;
        return Ok(());
    }
    let CaseSummary { cases, passed, wrong_step, no_step, technique_unknown, .. } = summary;
    writeln!(
        console.out(),
        "{passed} of {cases} cases passed ({wrong_step} wrong step, {no_step} no step, \
         {technique_unknown} unknown)"
    )?;
    Ok(())
}
