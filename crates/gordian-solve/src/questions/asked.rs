//! Who asks, with what at hand, and for how long.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use gordian_core::{Cancel, Progress};

use super::{Fault, JobPlace, Resources};
use crate::Seconds;

/// The circumstances of a question.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What is kept between questions.
    pub resources: &'a Resources,
    /// Who may stop it.
    pub cancel: &'a Cancel,
    /// Who is told how it goes on.
    pub progress: &'a dyn Progress,
    /// The longest that an answer may take, whatever the question says; no limit without.
    pub most_time: Option<Duration>,
    /// How much memory the clauses of a model may take, in bytes; no limit without.
    pub most_memory: Option<u64>,
    /// How many threads may work on it.
    pub threads: NonZeroUsize,
    /// The most puzzles, positions or solutions that an answer may have.
    pub most_items: usize,
    /// Where files of a job belong, if it is one.
    pub job: Option<&'a JobPlace>,
}

impl<'a> Asked<'a> {
    /// Returns the circumstances of one who has time.
    #[must_use]
    pub fn new(resources: &'a Resources, cancel: &'a Cancel, progress: &'a dyn Progress) -> Self {
        Self {
            resources,
            cancel,
            progress,
            most_time: None,
            most_memory: None,
            threads: NonZeroUsize::MIN,
            most_items: 10_000,
            job: None,
        }
    }

    /// Returns the request to stop with the time that is left: what the question says, and no more
    /// than is allowed.
    pub(super) fn limited(&self, wanted: Option<f64>) -> Result<Cancel, Fault> {
        Ok(match self.time(wanted)? {
            Some(time) => self.cancel.with_time_limit(time),
            None => self.cancel.clone(),
        })
    }

    /// Returns how long an answer may take.
    pub(super) fn time(&self, wanted: Option<f64>) -> Result<Option<Duration>, Fault> {
        let wanted = seconds(wanted)?;
        Ok(match (wanted, self.most_time) {
            (Some(wanted), Some(most)) => Some(wanted.min(most)),
            (wanted, most) => wanted.or(most),
        })
    }

    /// Refuses a number of items beyond what is allowed.
    pub(super) fn allow(&self, what: &str, n: usize) -> Result<(), Fault> {
        if n <= self.most_items {
            return Ok(());
        }
        let message =
            format!("{n} {what} are more than the {} that are answered at once", self.most_items);
        Err(Fault::new("request.too-many", message).hint("ask for them in parts"))
    }
}

/// The shortest time limit, in seconds: what schemas say.
const LEAST_TIME: f64 = 0.001;

/// Reads a time limit in seconds.
pub(super) fn seconds(wanted: Option<f64>) -> Result<Option<Duration>, Fault> {
    let Some(seconds) = wanted else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds >= LEAST_TIME);
    let time = time.ok_or_else(|| {
        let message =
            format!("`time_limit` is {seconds}, not a number of seconds from {LEAST_TIME}");
        Fault::new("request.out-of-range", message).hint("leave it out for the usual time")
    })?;
    Ok(Some(time))
}

/// Times an answer. Several questions are answered by one process at once, so the processor's time is
/// that of the thread that answers.
pub(super) struct Clock {
    wall: Instant,
    cpu: ThreadTime,
}

impl Clock {
    pub(super) fn start() -> Self {
        Self { wall: Instant::now(), cpu: ThreadTime::now() }
    }

    pub(super) fn seconds(&self) -> Seconds {
        let (cpu, wall) = (self.cpu.elapsed(), self.wall.elapsed());
        Seconds { cpu: cpu.as_secs_f64(), wall: wall.as_secs_f64() }
    }
}
