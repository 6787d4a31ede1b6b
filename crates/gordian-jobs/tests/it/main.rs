//! Durable jobs, on every database that is at hand.

mod chaos;
mod holding;
mod kit;
mod opening;
mod relaying;
mod submitting;
mod upgrade;
mod working;
