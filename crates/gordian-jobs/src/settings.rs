//! Settings of a worker.

use std::time::Duration;

use crate::JobsError;

/// Settings of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerSettings {
    /// The name of the worker in the database, for people.
    pub name: String,
    /// The maximum number of concurrent jobs, at least 1.
    pub concurrency: usize,
    /// How long a lease is valid without a heartbeat. After a crash, another worker can claim the
    /// job when this time has passed.
    pub lease: Duration,
    /// The interval between heartbeats; at most half the lease.
    pub heartbeat_interval: Duration,
    /// The interval between polls for jobs of other processes, with a jitter of 50 %.
    pub poll_interval: Duration,
    /// How long a job may take to stop when asked; after that, the attempt is abandoned.
    pub grace_period: Duration,
}

impl Default for WorkerSettings {
    /// One job at a time, a lease of 30 s, a heartbeat every 10 s, a poll every second, a grace
    /// period of 10 s.
    fn default() -> Self {
        Self {
            name: format!("process {}", std::process::id()),
            concurrency: 1,
            lease: Duration::from_secs(30),
            heartbeat_interval: Duration::from_secs(10),
            poll_interval: Duration::from_secs(1),
            grace_period: Duration::from_secs(10),
        }
    }
}

impl WorkerSettings {
    /// Checks that the settings fit together.
    pub(crate) fn validate(&self) -> Result<(), JobsError> {
        let invalid = |setting, value: String, requirement| JobsError::InvalidSetting {
            setting,
            value,
            requirement,
        };
        if self.concurrency == 0 {
            return Err(invalid("number of concurrent jobs", "0".to_owned(), "at least 1"));
        }
        if self.poll_interval.is_zero() {
            return Err(invalid("poll interval", "0".to_owned(), "greater than 0"));
        }
        if self.heartbeat_interval.is_zero() || self.heartbeat_interval > self.lease / 2 {
            let value = format!("{:?}", self.heartbeat_interval);
            return Err(invalid(
                "heartbeat interval",
                value,
                "greater than 0 and at most half the lease",
            ));
        }
        Ok(())
    }
}
