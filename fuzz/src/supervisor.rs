//! Starts workers, monitors them, and saves their findings and the inputs that end them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::worker::{WorkerState, parse_finding};
use crate::{Corpus, Mutator, Target, report};

/// The interval at which workers are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of failed workers after which a target is abandoned.
const MAX_CRASHES: usize = 20;

/// The configuration of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program to start as a worker: this one.
    pub program: PathBuf,
    /// The seed of all inputs.
    pub seed: u64,
    /// The total time for all targets.
    pub time: Option<Duration>,
    /// The number of inputs per target.
    pub inputs: Option<u64>,
    /// The number of parallel workers.
    pub threads: usize,
    /// The address space of a worker, in MiB.
    pub memory: u64,
    /// The time per input after which it is reported.
    pub slow: Duration,
    /// The time per input after which its worker is killed.
    pub hang: Duration,
    /// The folder for failing inputs.
    pub found: PathBuf,
}

/// A failing input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its number.
    pub number: u64,
    /// The failure.
    pub message: String,
    /// The path of the saved input.
    pub path: PathBuf,
}

/// The result of a target.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Counters of all its workers.
    pub state: WorkerState,
    /// The total running time of its workers.
    pub time: Duration,
    /// The saved findings; [`WorkerState::found`] counts all.
    pub findings: Vec<Finding>,
}

/// The part of a target's inputs that one thread runs.
struct Shard<'r> {
    run: &'r Run,
    target: &'static Target,
    /// The same corpus as that of its workers.
    corpus: Corpus,
    shard: u64,
    /// The folder for files of workers.
    folder: &'r Path,
}

impl Run {
    /// Fuzzes all targets, one after the other.
    ///
    /// # Errors
    ///
    /// Returns an error if a worker cannot be started or a file cannot be written.
    pub fn run(&self, targets: &[&'static Target]) -> io::Result<Vec<Outcome>> {
        let folder = std::env::temp_dir().join(format!("gordian-fuzz-{}", std::process::id()));
        fs_err::create_dir_all(&folder)?;
        let outcomes: Mutex<Vec<Outcome>> = Mutex::new(vec![Outcome::default(); targets.len()]);
        let shards = std::thread::scope(|scope| {
            let shards: Vec<_> = (0..self.threads)
                .map(|shard| {
                    scope.spawn({
                        let (outcomes, folder) = (&outcomes, &folder);
                        move || self.run_shard(targets, shard as u64, folder, outcomes)
                    })
                })
                .collect();
            let join = |shard: std::thread::ScopedJoinHandle<'_, io::Result<()>>| {
                shard.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
            };
            shards.into_iter().try_for_each(join)
        });
        fs_err::remove_dir_all(&folder)?;
        shards?;
        Ok(outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn run_shard(
        &self,
        targets: &[&'static Target],
        shard: u64,
        folder: &Path,
        outcomes: &Mutex<Vec<Outcome>>,
    ) -> io::Result<()> {
        let share = u32::try_from(targets.len()).unwrap_or(u32::MAX).max(1);
        for (at, target) in targets.iter().enumerate() {
            let corpus = Corpus::load(target.name, target.seeds)?;
            let shard = Shard { run: self, target, corpus, shard, folder };
            let outcome = shard.run(self.time.map(|time| time / share))?;
            let mut outcomes = outcomes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            outcomes[at].state.add(&outcome.state);
            outcomes[at].time += outcome.time;
            outcomes[at].findings.extend(outcome.findings);
        }
        Ok(())
    }
}

/// The exit of a worker.
struct WorkerExit {
    state: WorkerState,
    /// The reason of a premature end.
    failure: Option<String>,
    findings: Vec<(u64, String)>,
}

impl Shard<'_> {
    /// Runs inputs for `time`, or as many as were requested.
    fn run(&self, time: Option<Duration>) -> io::Result<Outcome> {
        let start = Instant::now();
        let step = self.run.threads as u64;
        let mut outcome = Outcome::default();
        let mut first = self.shard;
        for _ in 0..MAX_CRASHES {
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let exit = self.run_worker(first, left)?;
            outcome.state.add(&exit.state);
            for (number, message) in exit.findings {
                outcome.findings.push(self.save_finding(number, message)?);
            }
            let Some(failure) = exit.failure else { break };
            if exit.state.number == WorkerState::NONE {
                let name = self.target.name;
                return Err(io::Error::other(format!("the worker of {name} failed: {failure}")));
            }
            outcome.state.found += 1;
            outcome.findings.push(self.save_finding(exit.state.number, failure)?);
            first = exit.state.number + step;
        }
        outcome.time = start.elapsed();
        Ok(outcome)
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.shard))
    }

    /// Runs a worker until it exits or is killed.
    fn run_worker(&self, first: u64, time: Option<Duration>) -> io::Result<WorkerExit> {
        let [state_path, out_path, error_path] = ["state", "out", "err"].map(|it| self.file(it));
        fs_err::write(&state_path, [])?;
        let mut command = Command::new(&self.run.program);
        command.args(["--target", self.target.name]);
        let mut option = |name: &str, value: u128| {
            command.arg(name).arg(value.to_string());
        };
        option("--seed", self.run.seed.into());
        option("--worker-first", first.into());
        option("--worker-step", self.run.threads as u128);
        option("--memory", self.run.memory.into());
        option("--slow", self.run.slow.as_millis());
        if let Some(inputs) = self.run.inputs {
            option("--inputs", inputs.into());
        }
        if let Some(time) = time {
            option("--worker-time", time.as_millis());
        }
        command.arg("--worker").arg(&state_path);
        command.stdin(Stdio::null());
        command.stdout(fs_err::File::create(&out_path)?.into_file());
        command.stderr(fs_err::File::create(&error_path)?.into_file());
        let mut child = command.spawn()?;
        let (mut number, mut since) = (WorkerState::NONE, Instant::now());
        let failure = loop {
            if let Some(status) = child.try_wait()? {
                break (!status.success()).then(|| format!("the process ended with {status}"));
            }
            let at = WorkerState::read(&state_path)?.number;
            if at != number {
                (number, since) = (at, Instant::now());
            } else if since.elapsed() > self.run.hang {
                child.kill()?;
                child.wait()?;
                break Some(format!("took more than {} s", self.run.hang.as_secs_f64()));
            }
            std::thread::sleep(POLL_INTERVAL);
        };
        let lossy = |path: &Path| {
            fs_err::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let failure = match failure {
            None => None,
            Some(failure) => Some(format!("{failure}\n{}", lossy(&error_path)?).trim().to_owned()),
        };
        let findings = lossy(&out_path)?.lines().filter_map(parse_finding).collect();
        Ok(WorkerExit { state: WorkerState::read(&state_path)?, failure, findings })
    }

    /// Saves an input and its failure in the folder of findings.
    fn save_finding(&self, number: u64, message: String) -> io::Result<Finding> {
        let name = self.target.name;
        let mut mutator = Mutator::new(name, &self.corpus, self.run.seed);
        let folder = self.run.found.join(name);
        fs_err::create_dir_all(&folder)?;
        let path = folder.join(format!("{}-{number}", self.run.seed));
        fs_err::write(&path, mutator.input(number))?;
        let seed = self.run.seed;
        let note = format!("target {name}, seed {seed}, input {number}: {message}\n");
        fs_err::write(path.with_extension("txt"), &note)?;
        report::print_finding(&note, &path);
        Ok(Finding { number, message, path })
    }
}
