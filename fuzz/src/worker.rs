//! The process that runs inputs, until its time is over or an input ends it.
//!
//! Before each input it writes its [`WorkerState`] to a file, so that the supervisor knows which
//! input ended the process. Other findings go to standard output, one line of JSON per finding.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike as _;
use serde_json::{Value, json};

use crate::{Corpus, Mutator, Target, Verdict, try_input};

/// The stack size of the thread that runs inputs: the default size of threads.
const STACK_LEN: usize = 2 << 20;

/// The maximum number of reported findings per location; further ones are only counted.
const MAX_FINDINGS_PER_LOCATION: u64 = 3;

/// Slow inputs below this limit run a second time, to exclude interruptions by other programs.
const CLEARLY_SLOW: Duration = Duration::from_secs(5);

/// The number of inputs between two reads of the peak memory.
const MEMORY_CHECK_INTERVAL: u64 = 4096;

/// The configuration of a worker.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The target name.
    pub target: String,
    /// The seed of all inputs.
    pub seed: u64,
    /// The number of the first input.
    pub first: u64,
    /// The distance between its inputs; other workers run those between.
    pub step: u64,
    /// The end of the inputs, exclusive.
    pub end: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// The address space, in MiB.
    pub memory: u64,
    /// The time per input after which it is reported.
    pub slow: Duration,
    /// The path of the state file.
    pub state: PathBuf,
}

/// The progress of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerState {
    /// The number of the current input, or [`WorkerState::NONE`].
    pub number: u64,
    /// The number of completed inputs.
    pub inputs: u64,
    /// The number of accepted inputs.
    pub accepted: u64,
    /// The number of findings.
    pub found: u64,
    /// The time of the slowest input, in microseconds.
    pub slowest: u64,
    /// The number of the slowest input.
    pub slowest_number: u64,
    /// Peak resident memory, in KiB.
    pub peak: u64,
}

const STATE_LEN: usize = 56;

impl WorkerState {
    /// No current input.
    pub const NONE: u64 = u64::MAX;

    fn write(&self, file: &fs_err::File) -> io::Result<()> {
        let mut bytes = [0; STATE_LEN];
        let fields = [
            self.number,
            self.inputs,
            self.accepted,
            self.found,
            self.slowest,
            self.slowest_number,
            self.peak,
        ];
        for (slot, field) in bytes.chunks_exact_mut(8).zip(fields) {
            slot.copy_from_slice(&field.to_le_bytes());
        }
        file.file().write_all_at(&bytes, 0)
    }

    /// Reads the state of a worker; the default state if it has not started.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = fs_err::read(path)?;
        if bytes.len() < STATE_LEN {
            return Ok(Self { number: Self::NONE, ..Self::default() });
        }
        let mut fields = bytes
            .chunks_exact(8)
            .map(|field| u64::from_le_bytes(field.try_into().expect("eight bytes")));
        let mut next = || fields.next().unwrap_or_default();
        Ok(Self {
            number: next(),
            inputs: next(),
            accepted: next(),
            found: next(),
            slowest: next(),
            slowest_number: next(),
            peak: next(),
        })
    }

    /// Adds the counters of another worker.
    pub fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.found += other.found;
        self.peak = self.peak.max(other.peak);
        if other.slowest >= self.slowest {
            (self.slowest, self.slowest_number) = (other.slowest, other.slowest_number);
        }
    }
}

impl WorkerConfig {
    /// Runs inputs until the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the target is unknown, its seeds cannot be read, or the state cannot be
    /// written.
    pub fn run(self) -> io::Result<()> {
        let bytes = self.memory.saturating_mul(1 << 20);
        setrlimit(Resource::RLIMIT_AS, bytes, bytes)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        let thread = std::thread::Builder::new().stack_size(STACK_LEN);
        let done = thread.spawn(move || self.try_inputs())?.join();
        done.unwrap_or_else(|_| Err(io::Error::other("the worker panicked outside of an input")))
    }

    fn try_inputs(&self) -> io::Result<()> {
        let target = crate::targets::find(&self.target)
            .ok_or_else(|| io::Error::other(format!("unknown target `{}`", self.target)))?;
        let corpus = Corpus::load(target.name, target.seeds)?;
        let mut mutator = Mutator::new(target.name, &corpus, self.seed);
        let file = fs_err::File::create(&self.state)?;
        let mut locations: BTreeMap<String, u64> = BTreeMap::new();
        let mut state = WorkerState::default();
        let start = Instant::now();
        let mut last_end = start;
        let mut number = self.first;
        loop {
            let is_over = self.time.is_some_and(|time| last_end - start >= time);
            if is_over || self.end.is_some_and(|end| number >= end) {
                break;
            }
            let input = mutator.input(number);
            state.number = number;
            if state.inputs % MEMORY_CHECK_INTERVAL == 0 {
                state.peak = peak_memory()?;
            }
            state.write(&file)?;
            let begun = Instant::now();
            let read = try_input(target, input);
            last_end = Instant::now();
            let took = last_end - begun;
            state.inputs += 1;
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            if micros >= state.slowest {
                (state.slowest, state.slowest_number) = (micros, number);
            }
            match read {
                Ok(verdict) => state.accepted += u64::from(verdict == Verdict::Accepted),
                Err(panic) => {
                    state.found += 1;
                    let seen = locations.entry(panic.location.clone()).or_default();
                    *seen += 1;
                    if *seen <= MAX_FINDINGS_PER_LOCATION {
                        report_finding(number, &panic.to_string())?;
                    }
                }
            }
            if took > self.slow && is_slow(target, input, took, self.slow)? {
                state.found += 1;
                report_finding(number, &format!("took {} ms", took.as_millis()))?;
            }
            number += self.step;
        }
        state.peak = peak_memory()?;
        state.number = WorkerState::NONE;
        state.write(&file)
    }
}

/// Returns whether an input needs more processor time than allowed.
fn is_slow(target: &Target, input: &[u8], took: Duration, slow: Duration) -> io::Result<bool> {
    if took > CLEARLY_SLOW {
        return Ok(true);
    }
    let cpu = || -> io::Result<i64> {
        let usage = getrusage(UsageWho::RUSAGE_SELF)?;
        Ok((usage.user_time() + usage.system_time()).num_milliseconds())
    };
    let before = cpu()?;
    // The result of the first run was already reported.
    _ = try_input(target, input);
    Ok(u128::try_from(cpu()? - before).unwrap_or(0) > slow.as_millis())
}

fn peak_memory() -> io::Result<u64> {
    Ok(u64::try_from(getrusage(UsageWho::RUSAGE_SELF)?.max_rss()).unwrap_or(0))
}

/// Reports a finding to the supervisor.
fn report_finding(number: u64, message: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", json!({"number": number, "message": message}))?;
    out.flush()
}

/// Parses a finding reported by a worker.
#[must_use]
pub fn parse_finding(line: &str) -> Option<(u64, String)> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some((value["number"].as_u64()?, value["message"].as_str()?.to_owned()))
}
