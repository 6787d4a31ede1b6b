//! Tests of the job queue on all available databases.

mod chaos;
mod clock;
mod event_relay;
mod full_disk;
mod lease;
mod open;
mod owners;
mod process_runner;
mod quarantine;
mod submit;
mod support;
mod timeouts;
mod upgrade;
mod worker;
