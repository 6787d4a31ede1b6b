//! `gordian serve` and `gordian worker`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ipnet::IpNet;

use super::memory::bytes;
use super::solve::{seconds, threads};

/// What jobs are done with.
#[derive(Clone, Debug, Args)]
pub(crate) struct JobArgs {
    /// The database of jobs: `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`; a file in the
    /// system's folder for data if left out
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// How many jobs are done at once
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) workers: usize,
    /// How many threads may work on a job
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// How long a job may compute, in seconds; the process of one that does not end is killed a minute later
    #[arg(long, value_name = "SECS", value_parser = some_time, default_value = "3600")]
    pub(crate) job_time_limit: Duration,
    /// How much memory a job may take for itself, such as 800MB; one that needs more fails
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, default_value = "4GiB")]
    pub(crate) job_memory: u64,
    /// The folder in which tables are kept, instead of the system's
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// A table of the Square-1 that is opened at the start; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
}

/// Serve the page and the API
///
/// One page where puzzles are typed, pasted or drawn and answered with pictures, and an API for
/// programs, which /docs describes. Long work runs as jobs that survive a crash. The address is written
/// to standard output when the service listens; logs, one JSON object a line, go to standard error.
/// Ctrl-C or SIGTERM stops it: requests are finished, jobs handed back. docs/service.md says how to run
/// it for others, and what it refuses.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian serve                                              http://127.0.0.1:8080
  gordian serve --bind 0.0.0.0:80 --host puzzles.example.org
  gordian serve --database postgres://gordian@db/gordian --workers 0
  gordian worker --database postgres://gordian@db/gordian    on any number of machines")]
pub(crate) struct ServeArgs {
    /// Where to listen; a port alone is one of this machine, and port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// A name under which the service is reached; may be given several times. Others are refused
    #[arg(long, value_name = "NAME", help_heading = "Guards")]
    pub(crate) host: Vec<String>,
    /// A network of proxies whose word about the client's address is taken; may be given several times
    #[arg(long, value_name = "NETWORK", value_parser = network, help_heading = "Guards")]
    pub(crate) trust_proxy: Vec<IpNet>,
    /// The header in which those proxies name the client
    #[arg(long, value_name = "NAME", default_value = "x-forwarded-for", help_heading = "Guards")]
    pub(crate) forwarded: Forwarded,
    /// A network that is never banned; may be given several times
    #[arg(long, value_name = "NETWORK", value_parser = network, help_heading = "Guards")]
    pub(crate) allow: Vec<IpNet>,
    /// A network that may read /metrics, besides this machine; may be given several times
    #[arg(long, value_name = "NETWORK", value_parser = network, help_heading = "Guards")]
    pub(crate) metrics: Vec<IpNet>,
    /// A file with the token that submitting jobs needs, and cancelling those of others
    #[arg(long, value_name = "FILE", help_heading = "Guards")]
    pub(crate) token_file: Option<PathBuf>,
    /// How long an answer may take, in seconds; jobs are for more
    #[arg(long, value_name = "SECS", value_parser = some_time, default_value = "10", help_heading = "Guards")]
    pub(crate) time_limit: Duration,
    /// Connections at once
    #[arg(long, value_name = "N", value_parser = some, default_value = "4096", help_heading = "Guards")]
    pub(crate) connections: NonZeroU32,
    /// Requests per second that one client may make; it may save up twice as many
    #[arg(long, value_name = "N", value_parser = some, default_value = "50", help_heading = "Guards")]
    pub(crate) rate: NonZeroU32,
    /// Jobs of one client that wait or run
    #[arg(long, value_name = "N", value_parser = some, default_value = "16", help_heading = "Guards")]
    pub(crate) client_jobs: NonZeroU32,
    /// Jobs of everybody that wait or run
    #[arg(long, value_name = "N", value_parser = some, default_value = "1000", help_heading = "Guards")]
    pub(crate) queued_jobs: NonZeroU32,
    /// How much the inputs and results of jobs may take in the database before new jobs are refused
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, default_value = "4GiB", help_heading = "Guards")]
    pub(crate) job_storage: u64,
}

/// A header that names the client.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Forwarded {
    /// `X-Forwarded-For`
    XForwardedFor,
    /// `Forwarded`
    Forwarded,
}

/// Do the jobs of a service, on this machine
///
/// Any number of workers on any number of machines share the jobs of a PostgreSQL database; several on
/// one machine can share an SQLite file. One that dies is missed after half a minute, and another goes
/// on from the last checkpoint. Ctrl-C or SIGTERM stops it: its jobs are handed back.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian worker --database postgres://gordian@db/gordian --workers 4")]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

/// Reads where to listen. This machine has a name too, and a port alone is one of this machine.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let here = |port: &str| Some(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port.parse().ok()?));
    let named = text.strip_prefix("localhost:").unwrap_or(text);
    let address = text.parse().ok().or_else(|| here(named));
    address.ok_or("write an address and a port, such as 127.0.0.1:8080 or [::1]:8080")
}

/// Reads a network, or an address, which is one of its own.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let network = text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    network.ok_or("write a network such as 10.0.0.0/8 or fd00::/8, or an address")
}

/// Reads a number that is not 0.
fn some(text: &str) -> Result<NonZeroU32, &'static str> {
    text.parse().map_err(|_| "write a number from 1")
}

/// Reads an amount of memory or disk that is not 0.
fn some_bytes(text: &str) -> Result<u64, String> {
    let above = |bytes: &u64| *bytes > 0;
    bytes(text).and_then(|bytes| Some(bytes).filter(above).ok_or("write a size above 0".to_owned()))
}

/// Reads a time in which something can be done.
fn some_time(text: &str) -> Result<Duration, &'static str> {
    seconds(text).ok().filter(|time| !time.is_zero()).ok_or("write a number of seconds above 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_what_people_type() {
        let check = |text, expected| {
            assert_eq!(address(text).ok(), Some(expected).map(|text: &str| text.parse().unwrap()));
        };
        check("0.0.0.0:80", "0.0.0.0:80");
        check("[::1]:81", "[::1]:81");
        check("localhost:82", "127.0.0.1:82");
        check("83", "127.0.0.1:83");
        for text in ["", "localhost", "localhost:", "127.0.0.1", "70000", "example.org:80"] {
            assert!(address(text).is_err(), "{text}");
        }
    }

    #[test]
    fn networks_are_addresses_too() {
        assert_eq!(network("10.0.0.0/8").map(|it| it.to_string()), Ok("10.0.0.0/8".to_owned()));
        assert_eq!(network("10.1.2.3").map(|it| it.to_string()), Ok("10.1.2.3/32".to_owned()));
        assert!(network("10.0.0.0/99").is_err());
    }

    #[test]
    fn nothing_is_too_little() {
        assert!(some("0").is_err() && some("-1").is_err() && some("1").is_ok());
        assert!(some_time("0").is_err() && some_time("0.1").is_ok());
        assert!(some_bytes("0").is_err() && some_bytes("x").is_err());
        assert_eq!(some_bytes("2GiB"), Ok(2 << 30));
    }
}
