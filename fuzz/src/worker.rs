//! The process that tries inputs, until its time is over or an input ends it.
//!
//! Before each input it writes its [`State`] into a file, so that the supervisor knows which input it
//! was that no process survives. What it finds besides goes to standard output, a line of JSON each.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike as _;
use serde_json::{Value, json};

use crate::{Corpus, Mutator, Target, Verdict, try_input};

/// The stack of the thread that reads: what threads have where nothing else is said.
const STACK_LEN: usize = 2 << 20;

/// How many findings of one place are reported; the others are counted.
const MOST_OF_A_PLACE: u64 = 3;

/// An input that takes longer is run a second time, to be told from a moment in which the machine did
/// something else, unless it takes this long.
const SURELY_SLOW: Duration = Duration::from_secs(5);

/// Inputs between two looks at the memory.
const MEMORY_EVERY: u64 = 4096;

/// What a worker does.
#[derive(Clone, Debug)]
pub struct Work {
    /// The reader.
    pub target: String,
    /// The seed of all inputs.
    pub seed: u64,
    /// The first input.
    pub first: u64,
    /// How far apart its inputs are: other workers have those between.
    pub step: u64,
    /// The inputs end before this number, if they end.
    pub end: Option<u64>,
    /// For how long.
    pub time: Option<Duration>,
    /// The address space, in MiB.
    pub memory: u64,
    /// How long an input may take.
    pub slow: Duration,
    /// The file for the state.
    pub state: PathBuf,
}

/// How far a worker has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The input that is being tried, or [`State::NONE`].
    pub number: u64,
    /// How many were tried before.
    pub inputs: u64,
    /// How many of them were accepted.
    pub accepted: u64,
    /// How many findings there were.
    pub found: u64,
    /// How long the slowest took, in microseconds.
    pub slowest: u64,
    /// Which one that was.
    pub slowest_number: u64,
    /// The most memory that was resident, in KiB.
    pub peak: u64,
}

const STATE_LEN: usize = 56;

impl State {
    /// No input is being tried.
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
        for (room, field) in bytes.chunks_exact_mut(8).zip(fields) {
            room.copy_from_slice(&field.to_le_bytes());
        }
        file.file().write_all_at(&bytes, 0)
    }

    /// Reads the state of a worker; the default if it has not begun.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
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

    /// Adds what another worker did.
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

impl Work {
    /// Tries inputs until the end.
    ///
    /// # Errors
    ///
    /// Fails if there is no such target, its seeds cannot be read, or the state not written.
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
            .ok_or_else(|| io::Error::other(format!("there is no target `{}`", self.target)))?;
        let corpus = Corpus::load(target.name, target.seeds)?;
        let mut mutator = Mutator::new(target.name, &corpus, self.seed);
        let file = fs_err::File::create(&self.state)?;
        let mut places: BTreeMap<String, u64> = BTreeMap::new();
        let mut state = State::default();
        let start = Instant::now();
        let mut before = start;
        let mut number = self.first;
        loop {
            let is_over = self.time.is_some_and(|time| before - start >= time);
            if is_over || self.end.is_some_and(|end| number >= end) {
                break;
            }
            let input = mutator.input(number);
            state.number = number;
            if state.inputs % MEMORY_EVERY == 0 {
                state.peak = peak()?;
            }
            state.write(&file)?;
            let begun = Instant::now();
            let read = try_input(target, input);
            before = Instant::now();
            let took = before - begun;
            state.inputs += 1;
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            if micros >= state.slowest {
                (state.slowest, state.slowest_number) = (micros, number);
            }
            match read {
                Ok(verdict) => state.accepted += u64::from(verdict == Verdict::Accepted),
                Err(fault) => {
                    state.found += 1;
                    let seen = places.entry(fault.place.clone()).or_default();
                    *seen += 1;
                    if *seen <= MOST_OF_A_PLACE {
                        tell(number, &fault.to_string())?;
                    }
                }
            }
            if took > self.slow && is_slow(target, input, took, self.slow)? {
                state.found += 1;
                tell(number, &format!("took {} ms", took.as_millis()))?;
            }
            number += self.step;
        }
        state.peak = peak()?;
        state.number = State::NONE;
        state.write(&file)
    }
}

/// Returns whether an input needs more time of the processor than it may.
fn is_slow(target: &Target, input: &[u8], took: Duration, slow: Duration) -> io::Result<bool> {
    if took > SURELY_SLOW {
        return Ok(true);
    }
    let cpu = || -> io::Result<i64> {
        let usage = getrusage(UsageWho::RUSAGE_SELF)?;
        Ok((usage.user_time() + usage.system_time()).num_milliseconds())
    };
    let before = cpu()?;
    // What it says was told before.
    _ = try_input(target, input);
    Ok(u128::try_from(cpu()? - before).unwrap_or(0) > slow.as_millis())
}

fn peak() -> io::Result<u64> {
    Ok(u64::try_from(getrusage(UsageWho::RUSAGE_SELF)?.max_rss()).unwrap_or(0))
}

/// Tells the supervisor of a finding.
fn tell(number: u64, message: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", json!({"number": number, "message": message}))?;
    out.flush()
}

/// Returns what a line that a worker wrote tells.
#[must_use]
pub fn told(line: &str) -> Option<(u64, String)> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some((value["number"].as_u64()?, value["message"].as_str()?.to_owned()))
}
