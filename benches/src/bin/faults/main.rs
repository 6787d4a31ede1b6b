//! Builds the program with faults in the compiler, one after the other, and tells which of them `--confirm` notices.
//!
//! The method is described in `benches/README.md`. The faults are replacements in the sources ([`list`]), applied to a
//! copy. Each program answers the questions of a corpus of small models ([`corpus`]), and its replies are compared
//! with those of the program without a fault.

mod answers;
mod arguments;
mod corpus;
mod list;
mod mutant;
mod report;
mod special;

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use gordian_bench::{log, machine};

use arguments::{Arguments, HELP};
use list::{FAULTS, Fault};
use mutant::Copy;
use report::{Changes, page};

/// How many unnoticed wrong answers are shown per fault.
const MAX_SHOWN: usize = 20;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(error) => {
            log(&format!("error: {error}\n\n{HELP}"));
            return ExitCode::from(2);
        }
    };
    match run(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            log(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Returns whether every fault changed an answer and was noticed wherever it did.
fn run(arguments: Arguments) -> Result<bool, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match arguments {
        Arguments::Help => log(HELP),
        Arguments::List => {
            for fault in FAULTS {
                log(&format!("{}: {}", fault.name, fault.what));
            }
        }
        Arguments::Reference => {
            answers::keep_panic_messages();
            write_replies(&answers::reference(&root)?)?;
        }
        Arguments::Answer(path) => {
            answers::keep_panic_messages();
            write_replies(&answers::replies(&root, &mutant::questions(&path)?)?)?;
        }
        Arguments::Try { only, work, write } => {
            return try_faults(&root, &chosen(only.as_deref())?, &work, write);
        }
    }
    Ok(true)
}

fn write_replies(replies: &answers::Replies) -> Result<(), Box<dyn Error>> {
    Ok(std::io::stdout().write_all(answers::format_replies(replies).as_bytes())?)
}

/// Returns the faults with these names; all if `None`.
fn chosen(only: Option<&[String]>) -> Result<Vec<&'static Fault>, String> {
    let Some(names) = only else { return Ok(FAULTS.iter().collect()) };
    let find = |name: &String| {
        let found = FAULTS.iter().find(|fault| fault.name == name);
        found.ok_or_else(|| format!("unknown fault `{name}`; `--list` lists them"))
    };
    names.iter().map(find).collect()
}

fn try_faults(
    root: &Path,
    faults: &[&'static Fault],
    work: &Path,
    write: bool,
) -> Result<bool, Box<dyn Error>> {
    let copy = Copy::new(root, work)?;
    log("building the program without a fault");
    let right = copy.reference()?;
    log(&format!("{} questions", right.len()));
    let (mut rows, mut is_passed) = (Vec::new(), true);
    for &fault in faults {
        let start = Instant::now();
        let replies =
            copy.replies(fault, &right).map_err(|error| format!("{}: {error}", fault.name))?;
        let (changes, unnoticed) = Changes::new(&right, &replies);
        log(&format!("{}: {changes:?}, {:.0} s", fault.name, start.elapsed().as_secs_f64()));
        for question in unnoticed.iter().take(MAX_SHOWN) {
            log(&format!("  unnoticed: {question}"));
        }
        is_passed &= unnoticed.is_empty() && changes.total() > 0;
        rows.push((fault, changes));
    }
    let page = page(right.len(), &rows);
    if write {
        let path = root.join(format!("benches/results/{}-faults.md", machine::today()));
        fs_err::write(&path, page)?;
        log(&format!("written: {}", path.display()));
    } else {
        log(&page);
    }
    Ok(is_passed)
}
