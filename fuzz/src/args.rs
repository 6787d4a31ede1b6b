//! The command line.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Parser;

use crate::corpus::repository;
use crate::supervisor::Run;
use crate::worker::Work;
use crate::{Corpus, Mutator, Target, Verdict, report, targets, try_input};

/// Tries mutated inputs on Gordian's readers.
///
/// Exits with 1 if an input made a reader panic, abort, hang, take more than its time or memory, or
/// read something that cannot be written and read again.
#[derive(Clone, Debug, Parser)]
#[command(name = "gordian-fuzz")]
pub struct Args {
    /// A target; all of them if none is named.
    #[arg(long = "target", value_name = "NAME")]
    targets: Vec<String>,
    /// The seed of all inputs; the day if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The time for all targets together; 60 if left out.
    #[arg(long, conflicts_with = "inputs")]
    seconds: Option<u64>,
    /// How many inputs each target gets, instead of a time.
    #[arg(long)]
    inputs: Option<u64>,
    /// How many workers run at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// The address space of a worker, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
    /// An input that takes longer is a finding, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    slow: u64,
    /// A worker that is at one input for longer is ended, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    hang: u64,
    /// Where found inputs are written; `fuzz/found` if left out.
    #[arg(long, value_name = "FOLDER")]
    found: Option<PathBuf>,
    /// List the targets.
    #[arg(long)]
    list: bool,
    /// Write input NUMBER of the one target to standard output.
    #[arg(long, value_name = "NUMBER", requires = "targets")]
    print: Option<u64>,
    /// Try one file and say what came of it.
    #[arg(long, num_args = 2, value_names = ["TARGET", "FILE"])]
    replay: Option<Vec<String>>,

    // What the supervisor tells its workers.
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
    #[arg(long, hide = true, default_value_t = 0)]
    worker_first: u64,
    #[arg(long, hide = true, default_value_t = 1)]
    worker_step: u64,
    #[arg(long, hide = true)]
    worker_time: Option<u64>,
}

impl Args {
    /// Does what they say, and returns the exit code.
    ///
    /// # Errors
    ///
    /// Fails on unknown targets and on files that cannot be read or written.
    pub fn run(self) -> io::Result<ExitCode> {
        if self.list {
            for target in targets::ALL {
                report::line(&format!("{:20} {}", target.name, target.summary));
            }
            return Ok(ExitCode::SUCCESS);
        }
        if let Some([name, file]) = self.replay.as_deref() {
            return replay(target(name)?, Path::new(file));
        }
        let seed = self.seed.unwrap_or_else(day);
        if let (Some(number), [name]) = (self.print, &self.targets[..]) {
            let target = target(name)?;
            let corpus = Corpus::load(target.name, target.seeds)?;
            let mut mutator = Mutator::new(target.name, &corpus, seed);
            report::bytes(mutator.input(number))?;
            return Ok(ExitCode::SUCCESS);
        }
        if let (Some(state), [target]) = (&self.worker, &self.targets[..]) {
            let work = Work {
                target: target.clone(),
                seed,
                first: self.worker_first,
                step: self.worker_step.max(1),
                end: self.inputs,
                time: self.worker_time.map(Duration::from_millis),
                memory: self.memory,
                slow: Duration::from_millis(self.slow),
                state: state.clone(),
            };
            return work.run().map(|()| ExitCode::SUCCESS);
        }
        self.fuzz(seed)
    }

    fn fuzz(self, seed: u64) -> io::Result<ExitCode> {
        let targets: Vec<&'static Target> = match &self.targets[..] {
            [] => targets::ALL.iter().collect(),
            names => names.iter().map(|name| target(name)).collect::<io::Result<_>>()?,
        };
        let seconds = self.inputs.is_none().then(|| self.seconds.unwrap_or(60));
        let run = Run {
            program: std::env::current_exe()?,
            seed,
            time: seconds.map(Duration::from_secs),
            inputs: self.inputs,
            threads: self.threads.into(),
            memory: self.memory,
            slow: Duration::from_millis(self.slow),
            hang: Duration::from_secs(self.hang),
            found: self.found.unwrap_or_else(|| repository().join("fuzz/found")),
        };
        report::line(&format!("seed {seed}"));
        let outcomes = run.all(&targets)?;
        report::table(&targets, &outcomes);
        let found: u64 = outcomes.iter().map(|outcome| outcome.state.found).sum();
        Ok(ExitCode::from(u8::from(found > 0)))
    }
}

fn target(name: &str) -> io::Result<&'static Target> {
    targets::find(name).ok_or_else(|| {
        io::Error::other(format!("there is no target `{name}`: `--list` names them"))
    })
}

/// Returns the number of days since 1970.
fn day() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    since.as_secs() / (24 * 60 * 60)
}

fn replay(target: &Target, file: &Path) -> io::Result<ExitCode> {
    let bytes = fs_err::read(file)?;
    let start = std::time::Instant::now();
    let read = try_input(target, &bytes);
    let millis = start.elapsed().as_millis();
    match read {
        Ok(verdict) => {
            let told = if verdict == Verdict::Accepted { "accepted" } else { "refused" };
            report::line(&format!("{told} in {millis} ms"));
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            report::line(&format!("{fault}\n(after {millis} ms)"));
            Ok(ExitCode::from(1))
        }
    }
}
