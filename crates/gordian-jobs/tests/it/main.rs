//! Durable jobs, on every database that is at hand.

mod chaos;
mod hanging;
mod holding;
mod kit;
mod opening;
mod owning;
mod processes;
mod relaying;
mod submitting;
mod unreadable;
mod upgrade;
mod working;
