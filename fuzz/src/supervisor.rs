//! Starts workers, watches them, and writes down what they find and what ends them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::worker::{State, told};
use crate::{Corpus, Mutator, Target, report};

/// How often a worker is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// After so many workers that did not survive, a target is left alone.
const MOST_DEATHS: usize = 20;

/// A run over targets.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program to start as a worker: this one.
    pub program: PathBuf,
    /// The seed of all inputs.
    pub seed: u64,
    /// The time for all targets together.
    pub time: Option<Duration>,
    /// Inputs of each target.
    pub inputs: Option<u64>,
    /// Workers at once.
    pub threads: usize,
    /// The address space of a worker, in MiB.
    pub memory: u64,
    /// How long an input may take before it is reported.
    pub slow: Duration,
    /// How long an input may take before its worker is ended.
    pub hang: Duration,
    /// Where found inputs are written.
    pub found: PathBuf,
}

/// An input that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its number.
    pub number: u64,
    /// What happened.
    pub message: String,
    /// Where it was written.
    pub path: PathBuf,
}

/// What came of a target.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Counts of all its workers.
    pub state: State,
    /// How long its workers ran together.
    pub time: Duration,
    /// What was found and written down; [`State::found`] counts all.
    pub findings: Vec<Finding>,
}

/// A part of a target's inputs: those that one of the threads tries.
struct Lane<'r> {
    run: &'r Run,
    target: &'static Target,
    /// The same as that of its workers.
    corpus: Corpus,
    lane: u64,
    /// A folder for the files of workers.
    folder: &'r Path,
}

impl Run {
    /// Tries inputs of all targets, one target after the other.
    ///
    /// # Errors
    ///
    /// Fails if workers cannot be started or files not be written.
    pub fn all(&self, targets: &[&'static Target]) -> io::Result<Vec<Outcome>> {
        let folder = std::env::temp_dir().join(format!("gordian-fuzz-{}", std::process::id()));
        fs_err::create_dir_all(&folder)?;
        let outcomes: Mutex<Vec<Outcome>> = Mutex::new(vec![Outcome::default(); targets.len()]);
        let lanes = std::thread::scope(|scope| {
            let lanes: Vec<_> = (0..self.threads)
                .map(|lane| {
                    scope.spawn({
                        let (outcomes, folder) = (&outcomes, &folder);
                        move || self.lane(targets, lane as u64, folder, outcomes)
                    })
                })
                .collect();
            let join = |lane: std::thread::ScopedJoinHandle<'_, io::Result<()>>| {
                lane.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
            };
            lanes.into_iter().try_for_each(join)
        });
        fs_err::remove_dir_all(&folder)?;
        lanes?;
        Ok(outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn lane(
        &self,
        targets: &[&'static Target],
        lane: u64,
        folder: &Path,
        outcomes: &Mutex<Vec<Outcome>>,
    ) -> io::Result<()> {
        let share = u32::try_from(targets.len()).unwrap_or(u32::MAX).max(1);
        for (at, target) in targets.iter().enumerate() {
            let corpus = Corpus::load(target.name, target.seeds)?;
            let part = Lane { run: self, target, corpus, lane, folder };
            let outcome = part.go(self.time.map(|time| time / share))?;
            let mut outcomes = outcomes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            outcomes[at].state.add(&outcome.state);
            outcomes[at].time += outcome.time;
            outcomes[at].findings.extend(outcome.findings);
        }
        Ok(())
    }
}

/// How a worker ended.
struct Ended {
    state: State,
    /// Why it did not get to the end, if it did not.
    death: Option<String>,
    findings: Vec<(u64, String)>,
}

impl Lane<'_> {
    /// Tries inputs for this long, or as many as were asked for.
    fn go(&self, time: Option<Duration>) -> io::Result<Outcome> {
        let start = Instant::now();
        let step = self.run.threads as u64;
        let mut outcome = Outcome::default();
        let mut first = self.lane;
        for _ in 0..MOST_DEATHS {
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let ended = self.work(first, left)?;
            outcome.state.add(&ended.state);
            for (number, message) in ended.findings {
                outcome.findings.push(self.write_down(number, message)?);
            }
            let Some(death) = ended.death else { break };
            if ended.state.number == State::NONE {
                let name = self.target.name;
                return Err(io::Error::other(format!("the worker of {name} failed: {death}")));
            }
            outcome.state.found += 1;
            outcome.findings.push(self.write_down(ended.state.number, death)?);
            first = ended.state.number + step;
        }
        outcome.time = start.elapsed();
        Ok(outcome)
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.lane))
    }

    /// Runs a worker until it ends or is ended.
    fn work(&self, first: u64, time: Option<Duration>) -> io::Result<Ended> {
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
        let (mut number, mut since) = (State::NONE, Instant::now());
        let death = loop {
            if let Some(status) = child.try_wait()? {
                break (!status.success()).then(|| format!("the process ended with {status}"));
            }
            let at = State::read(&state_path)?.number;
            if at != number {
                (number, since) = (at, Instant::now());
            } else if since.elapsed() > self.run.hang {
                child.kill()?;
                child.wait()?;
                break Some(format!("took more than {} s", self.run.hang.as_secs_f64()));
            }
            std::thread::sleep(LOOK_EVERY);
        };
        let lossy = |path: &Path| {
            fs_err::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let death = match death {
            None => None,
            Some(death) => Some(format!("{death}\n{}", lossy(&error_path)?).trim().to_owned()),
        };
        let findings = lossy(&out_path)?.lines().filter_map(told).collect();
        Ok(Ended { state: State::read(&state_path)?, death, findings })
    }

    /// Writes an input and what happened into the folder of findings.
    fn write_down(&self, number: u64, message: String) -> io::Result<Finding> {
        let name = self.target.name;
        let mut mutator = Mutator::new(name, &self.corpus, self.run.seed);
        let folder = self.run.found.join(name);
        fs_err::create_dir_all(&folder)?;
        let path = folder.join(format!("{}-{number}", self.run.seed));
        fs_err::write(&path, mutator.input(number))?;
        let seed = self.run.seed;
        let note = format!("target {name}, seed {seed}, input {number}: {message}\n");
        fs_err::write(path.with_extension("txt"), &note)?;
        report::found(&note, &path);
        Ok(Finding { number, message, path })
    }
}
