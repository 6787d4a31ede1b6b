//! Builds the program with faults in the compiler, one after the other, and tells which of them `--confirm` notices.
//!
//! The method is described in `benches/README.md`. The faults are replacements in the sources ([`list`]), applied to a
//! copy. Each program answers the questions of a corpus of small models ([`corpus`]), and its replies are compared
//! with those of the program without a fault.

mod answers;
mod corpus;
mod list;
mod mutant;
mod report;
mod special;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use gordian_bench::log;
use gordian_bench::report::Document;

use crate::options::OutputOptions;
use list::{FAULTS, Fault};
use mutant::Copy;
use report::{Changes, page};

/// How many unnoticed wrong answers are shown per fault.
const MAX_SHOWN: usize = 20;

/// The command of a process that answers the questions, in a copy.
pub(crate) const ANSWER_COMMAND: &str = "answer-faults";

/// The options of the experiment.
#[derive(Debug, Args)]
pub(crate) struct FaultsOptions {
    /// Names of faults, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<String>,
    /// List the faults
    #[arg(long)]
    list: bool,
    /// The folder for the copy of the sources and its builds [default: target/faults]
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/faults"), hide_default_value = true)]
    work: PathBuf,
    #[command(flatten)]
    output: OutputOptions,
}

/// The options of a process that answers the questions.
#[derive(Debug, Args)]
pub(crate) struct AnswerOptions {
    /// A file with the questions; without it, all questions are asked and the right replies are written
    questions: Option<PathBuf>,
}

/// Returns the folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns whether every fault changed an answer and was noticed wherever it did.
pub(crate) fn run(options: &FaultsOptions) -> Result<bool, Box<dyn Error>> {
    if options.list {
        for fault in FAULTS {
            log(&format!("{}: {}", fault.name, fault.what));
        }
        return Ok(true);
    }
    try_faults(&root(), &chosen(&options.only)?, options)
}

/// Writes the replies to the questions.
pub(crate) fn answer(options: &AnswerOptions) -> Result<(), Box<dyn Error>> {
    answers::keep_panic_messages();
    match &options.questions {
        None => write_replies(&answers::reference(&root())?),
        Some(path) => write_replies(&answers::replies(&root(), &mutant::questions(path)?)?),
    }
}

fn write_replies(replies: &answers::Replies) -> Result<(), Box<dyn Error>> {
    Ok(std::io::stdout().write_all(answers::format_replies(replies).as_bytes())?)
}

/// Returns the faults with these names; all if there are no names.
fn chosen(names: &[String]) -> Result<Vec<&'static Fault>, String> {
    if names.is_empty() {
        return Ok(FAULTS.iter().collect());
    }
    let find = |name: &String| {
        let found = FAULTS.iter().find(|fault| fault.name == name);
        found.ok_or_else(|| format!("unknown fault `{name}`; `--list` lists them"))
    };
    names.iter().map(find).collect()
}

fn try_faults(
    root: &Path,
    faults: &[&'static Fault],
    options: &FaultsOptions,
) -> Result<bool, Box<dyn Error>> {
    let copy = Copy::new(root, &options.work)?;
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
    options.output.finish(&Document { subject: "faults", page, csv: None })?;
    Ok(is_passed)
}
