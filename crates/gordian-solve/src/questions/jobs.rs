//! Work that takes longer than anybody wants to wait: the kinds of jobs.
//!
//! A job is a question without the usual limit of time, or the building of a table. Whoever keeps jobs
//! knows their kinds by name and their inputs as texts; what they mean is written here.

use std::io;
use std::path::{Path, PathBuf};

use gordian_core::ProgressEvent;
use serde_json::{Value, json};

use super::asked::seconds;
use super::sudoku::{generate, logic};
use super::{Asked, Fault, Refusal, input, schema, solve, table};

/// A kind of job.
#[derive(Clone, Copy)]
pub struct JobKind {
    /// Its name.
    pub name: &'static str,
    /// What it does: a sentence.
    pub summary: &'static str,
    /// Returns the JSON schema of its input.
    pub input: fn() -> Value,
    /// Whether it keeps files between its attempts ([`JobPlace`]) and may take as long as it needs.
    pub keeps_files: bool,
    /// Returns what the work is, for kinds of which equal jobs may be one.
    share: Option<fn(&str) -> Result<String, Refusal>>,
    check: fn(&str) -> Result<(), Refusal>,
    run: fn(&str, &Asked<'_>) -> Result<Value, Refusal>,
}

/// Where a job keeps files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobPlace {
    /// The folder, which is made if need be.
    pub folder: PathBuf,
    /// The job, in letters and figures.
    pub job: String,
    /// How often the job was claimed. It is part of the names of files, so that somebody who was given
    /// up for dead and comes back writes into files that nobody reads any more.
    pub fence: i64,
}

impl JobPlace {
    /// Returns the files in a folder of jobs, each with the job that it belongs to. There are none if
    /// there is no folder.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
        let entries = match fs_err::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // `PUZZLE-JOB-FENCE.ENDING`; a puzzle's name may have hyphens, the others have none.
            let parts = name.split_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
            let job = parts.filter(|(_, fence)| fence.parse::<i64>().is_ok());
            let job = job.and_then(|(stem, _)| stem.rsplit_once('-')).map(|(_, job)| job.to_owned());
            files.extend(job.map(|job| (job, path)));
        }
        Ok(files)
    }

    /// Returns whether the folder has files that an earlier attempt at the job left.
    ///
    /// # Errors
    ///
    /// As [`JobPlace::files`].
    pub fn has_files(&self) -> io::Result<bool> {
        Ok(Self::files(&self.folder)?.iter().any(|(job, _)| *job == self.job))
    }
}

/// All kinds of jobs.
pub const JOBS: &[JobKind] = &[
    JobKind {
        name: "solve",
        summary: "`solve`, for as long as it takes",
        input: schema::of::<solve::Input>,
        keeps_files: false,
        share: None,
        check: |text| in_time(input::read::<solve::Input>(text)?.time_limit),
        run: |text, asked| solve::answer(text, asked, None),
    },
    JobKind {
        name: "count",
        summary: "counts the solutions; the input is that of `solve`",
        input: schema::of::<solve::Input>,
        keeps_files: false,
        share: None,
        check: |text| in_time(input::read::<solve::Input>(text)?.time_limit),
        run: |text, asked| solve::answer(text, asked, Some(solve::Wanted::Count)),
    },
    JobKind {
        name: "explain",
        summary: "`sudoku/explain`, for as long as it takes",
        input: schema::of::<logic::Input>,
        keeps_files: false,
        share: None,
        check: |text| in_time(input::read::<logic::Input>(text)?.time_limit),
        run: |text, asked| super::ask("sudoku/explain", text, asked),
    },
    JobKind {
        name: "rate",
        summary: "`sudoku/rate`, for as long as it takes",
        input: schema::of::<logic::RateInput>,
        keeps_files: false,
        share: None,
        check: |text| in_time(input::read::<logic::RateInput>(text)?.time_limit),
        run: |text, asked| super::ask("sudoku/rate", text, asked),
    },
    JobKind {
        name: "generate",
        summary: "`sudoku/generate`, for as long as it takes",
        input: schema::of::<generate::Input>,
        keeps_files: false,
        share: None,
        check: |text| {
            let input = input::read::<generate::Input>(text)?;
            generate::check(&input)?;
            in_time(input.time_limit)
        },
        run: |text, asked| super::ask("sudoku/generate", text, asked),
    },
    JobKind {
        name: "build-table",
        summary: "builds the table of all positions of a puzzle, which survives being killed",
        input: schema::of::<table::Input>,
        keeps_files: true,
        share: Some(|text| Ok(table::name(&input::read(text)?)?.to_owned())),
        check: |text| Ok(table::colours(&input::read(text)?).map(|_| ())?),
        run: table::build,
    },
];

/// Refuses a time limit that is none.
fn in_time(limit: Option<f64>) -> Result<(), Refusal> {
    seconds(limit)?;
    Ok(())
}

/// Does a job of a kind.
///
/// # Errors
///
/// As [`ask`](super::ask).
pub fn run_job(kind: &str, input: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let known = JOBS.iter().find(|known| known.name == kind).ok_or_else(|| {
        let names: Vec<&str> = JOBS.iter().map(|known| known.name).collect();
        let message = format!("there is no kind of job `{}`", kind.escape_debug());
        Fault::new("job.unknown-kind", message).hint(format!("kinds are {}", names.join(", ")))
    })?;
    (known.run)(input, asked)
}

impl JobKind {
    /// Returns what the work is if equal jobs of this kind do the same for everybody, so that one job is
    /// enough.
    ///
    /// # Errors
    ///
    /// What is wrong with the input.
    pub fn share(&self, input: &str) -> Result<Option<String>, Refusal> {
        self.share.map(|share| Ok(format!("{} {}", self.name, share(input)?))).transpose()
    }

    /// Refuses an input of another form, before anybody waits for the job. What its texts hold is seen
    /// when it is done.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check_input(&self, input: &str) -> Result<(), Refusal> {
        (self.check)(input)
    }
}

/// Returns an event as a document.
#[must_use]
pub fn progress_json(event: &ProgressEvent) -> Value {
    match event {
        ProgressEvent::Phase { name } => json!({"phase": name}),
        ProgressEvent::Solutions { n } => json!({"solutions": n}),
        ProgressEvent::Bounds { best, bound } => json!({"best": best, "bound": bound}),
        ProgressEvent::Level { level, done, total } => {
            json!({"level": level, "done": done, "total": total})
        }
        ProgressEvent::Part { done, total } => json!({"done": done, "total": total}),
        ProgressEvent::Effort { conflicts, elapsed } => {
            json!({"effort": conflicts, "seconds": elapsed.as_secs_f64()})
        }
        _ => json!({}),
    }
}
