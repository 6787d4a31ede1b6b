//! The command line.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Parser;

use crate::corpus::repository;
use crate::supervisor::Run;
use crate::worker::WorkerConfig;
use crate::{Corpus, Mutator, Target, Verdict, report, targets, try_input};

/// Runs Gordian's parsers on mutated inputs.
///
/// Exits with 1 if an input makes a parser panic, abort, hang, exceed its time or memory, or accept
/// a value that changes when it is written and parsed again.
#[derive(Clone, Debug, Parser)]
#[command(name = "gordian-fuzz")]
pub struct Args {
    /// A target; all targets by default.
    #[arg(long = "target", value_name = "NAME")]
    targets: Vec<String>,
    /// The seed of all inputs; the number of days since 1970 by default.
    #[arg(long)]
    seed: Option<u64>,
    /// The total time for all targets; 60 by default.
    #[arg(long, conflicts_with = "inputs")]
    seconds: Option<u64>,
    /// The number of inputs per target, instead of a time.
    #[arg(long)]
    inputs: Option<u64>,
    /// The number of parallel workers.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// The address space of a worker, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
    /// The time per input, in milliseconds; a slower input is a finding.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    slow: u64,
    /// The time per input, in seconds, after which its worker is killed.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    hang: u64,
    /// The folder for failing inputs; `fuzz/found` by default.
    #[arg(long, value_name = "FOLDER")]
    found: Option<PathBuf>,
    /// List the targets.
    #[arg(long)]
    list: bool,
    /// Write input NUMBER of the target to standard output.
    #[arg(long, value_name = "NUMBER", requires = "targets")]
    print: Option<u64>,
    /// Run a target on one file and print the result.
    #[arg(long, num_args = 2, value_names = ["TARGET", "FILE"])]
    replay: Option<Vec<String>>,

    // Options that the supervisor passes to its workers.
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
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    ///
    /// Returns an error for unknown targets and for files that cannot be read or written.
    pub fn run(self) -> io::Result<ExitCode> {
        if self.list {
            for target in targets::ALL {
                report::print_line(&format!("{:20} {}", target.name, target.summary));
            }
            return Ok(ExitCode::SUCCESS);
        }
        if let Some([name, file]) = self.replay.as_deref() {
            return replay(target(name)?, Path::new(file));
        }
        let seed = self.seed.unwrap_or_else(days_since_epoch);
        if let (Some(number), [name]) = (self.print, &self.targets[..]) {
            let target = target(name)?;
            let corpus = Corpus::load(target.name, target.seeds)?;
            let mut mutator = Mutator::new(target.name, &corpus, seed);
            report::write_bytes(mutator.input(number))?;
            return Ok(ExitCode::SUCCESS);
        }
        if let (Some(state), [target]) = (&self.worker, &self.targets[..]) {
            let config = WorkerConfig {
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
            return config.run().map(|()| ExitCode::SUCCESS);
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
        report::print_line(&format!("seed {seed}"));
        let outcomes = run.run(&targets)?;
        report::print_table(&targets, &outcomes);
        let found: u64 = outcomes.iter().map(|outcome| outcome.state.found).sum();
        Ok(ExitCode::from(u8::from(found > 0)))
    }
}

fn target(name: &str) -> io::Result<&'static Target> {
    targets::find(name).ok_or_else(|| {
        io::Error::other(format!("unknown target `{name}`; `--list` prints all targets"))
    })
}

/// Returns the number of days since 1970.
fn days_since_epoch() -> u64 {
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
            let verdict = if verdict == Verdict::Accepted { "accepted" } else { "rejected" };
            report::print_line(&format!("{verdict} in {millis} ms"));
            Ok(ExitCode::SUCCESS)
        }
        Err(panic) => {
            report::print_line(&format!("{panic}\n(after {millis} ms)"));
            Ok(ExitCode::from(1))
        }
    }
}
