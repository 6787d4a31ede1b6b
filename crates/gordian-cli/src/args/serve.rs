//! `gordian serve` and `gordian worker`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use gordian_server::config::ForwardedHeader;
use ipnet::IpNet;

use super::values::{bytes, one_of, seconds, threads};

/// Arguments about jobs.
#[derive(Clone, Debug, Args)]
pub(crate) struct JobArgs {
    /// The job database: `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME` [default: a file in
    /// the system's data directory]
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Read the URL of the job database from the first line of FILE, so that its password is not in
    /// the list of processes
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    pub(crate) database_file: Option<PathBuf>,
    /// The number of jobs that run at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) workers: usize,
    /// The number of threads per job [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The time limit of a job in seconds; a job that does not stop is killed one minute later
    #[arg(long, value_name = "SECS", value_parser = nonzero_seconds, default_value = "3600")]
    pub(crate) job_time_limit: Duration,
    /// The memory limit of a job, such as 800MB; a job that needs more fails
    #[arg(long, value_name = "SIZE", value_parser = nonzero_bytes, default_value = "4GiB")]
    pub(crate) job_memory: u64,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// A Square-1 table to open at startup; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
}

/// Serve the page and the API
///
/// Serves a page for entering and solving puzzles, and an HTTP API, which /docs describes. Long
/// work runs as jobs that survive a crash. The address is written to standard output when the
/// service listens; logs, one JSON object per line, go to standard error. Ctrl-C or SIGTERM shuts
/// it down gracefully: requests are finished and jobs are requeued. docs/guides/service.md
/// describes how to run a public service and its limits.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian serve                                              http://127.0.0.1:8080
  gordian serve --bind 0.0.0.0:80 --host puzzles.example.org
  gordian serve --database postgres://gordian@db/gordian --workers 0
  gordian worker --database postgres://gordian@db/gordian    on any number of machines")]
pub(crate) struct ServeArgs {
    /// The address to listen on; a port alone listens on this machine only, and port 0 selects a
    /// free port
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// A host name of the service; may be given several times. Requests for other names are refused
    #[arg(
        long,
        value_name = "NAME",
        value_parser = host_name,
        help_heading = "Access and limits"
    )]
    pub(crate) host: Vec<String>,
    /// A network of trusted proxies, whose header gives the client address; may be given several
    /// times
    #[arg(long, value_name = "NETWORK", value_parser = network, help_heading = "Access and limits")]
    pub(crate) trust_proxy: Vec<IpNet>,
    /// The header in which trusted proxies pass the client address
    #[arg(
        long,
        value_name = "NAME",
        default_value = "x-forwarded-for",
        value_parser = headers(),
        help_heading = "Access and limits"
    )]
    pub(crate) forwarded: ForwardedHeader,
    /// A network that may read /metrics, in addition to this machine; may be given several times
    #[arg(long, value_name = "NETWORK", value_parser = network, help_heading = "Access and limits")]
    pub(crate) metrics: Vec<IpNet>,
    /// A file with the token that is required to submit jobs and to cancel jobs of other clients
    #[arg(long, value_name = "FILE", help_heading = "Access and limits")]
    pub(crate) token_file: Option<PathBuf>,
    /// The time limit of a request in seconds; use jobs for longer work
    #[arg(long, value_name = "SECS", value_parser = nonzero_seconds, default_value = "10", help_heading = "Access and limits")]
    pub(crate) time_limit: Duration,
    /// The maximum number of open connections
    #[arg(long, value_name = "N", value_parser = nonzero, default_value = "4096", help_heading = "Access and limits")]
    pub(crate) connections: NonZeroU32,
    /// The rate limit per client in requests per second; bursts may have twice as many
    #[arg(long, value_name = "N", value_parser = nonzero, default_value = "50", help_heading = "Access and limits")]
    pub(crate) rate: NonZeroU32,
    /// The maximum number of queued and running jobs per client
    #[arg(long, value_name = "N", value_parser = nonzero, default_value = "16", help_heading = "Access and limits")]
    pub(crate) client_jobs: NonZeroU32,
    /// The maximum number of queued and running jobs in total
    #[arg(long, value_name = "N", value_parser = nonzero, default_value = "1000", help_heading = "Access and limits")]
    pub(crate) queued_jobs: NonZeroU32,
    /// The maximum size of all job inputs and results in the database; new jobs are refused above
    /// it
    #[arg(long, value_name = "SIZE", value_parser = nonzero_bytes, default_value = "4GiB", help_heading = "Access and limits")]
    pub(crate) job_storage: u64,
}

/// Run the jobs of a service on this machine
///
/// Any number of workers on any number of machines can share the jobs of a PostgreSQL database;
/// several on one machine can share an SQLite file. If a worker dies, its lease expires after half
/// a minute, and another worker resumes the job from its last checkpoint. Ctrl-C or SIGTERM shuts
/// it down gracefully: its jobs are requeued.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian worker --database postgres://gordian@db/gordian --workers 4")]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

fn headers() -> impl TypedValueParser<Value = ForwardedHeader> {
    one_of([
        (ForwardedHeader::XForwardedFor, "x-forwarded-for", "`X-Forwarded-For`"),
        (ForwardedHeader::Forwarded, "forwarded", "`Forwarded`"),
    ])
}

/// Parses the address to listen on. `localhost:PORT` and a port alone mean this machine.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let local = |port: &str| Some(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port.parse().ok()?));
    let named = text.strip_prefix("localhost:").unwrap_or(text);
    let address = text.parse().ok().or_else(|| local(named));
    address.ok_or(
        "write an address and a port of at most 65535, such as 127.0.0.1:8080 or [::1]:8080, or a port alone",
    )
}

/// Parses the name of a host, or its address, without a scheme, a port or a path.
fn host_name(text: &str) -> Result<String, &'static str> {
    let is_address = text.parse::<IpAddr>().is_ok();
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
    };
    if is_address || text.trim_end_matches('.').split('.').all(is_part) {
        return Ok(text.to_owned());
    }
    Err("write the name alone, such as puzzles.example.org, without `https://`, a port or a path")
}

/// Parses a network; a single address is a network with one member.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let network = text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    network.ok_or("write a network such as 10.0.0.0/8 or fd00::/8, or an address")
}

/// Parses a number greater than 0.
fn nonzero(text: &str) -> Result<NonZeroU32, &'static str> {
    text.parse().map_err(|_| "write a number from 1")
}

/// Parses an amount of memory or disk greater than 0.
fn nonzero_bytes(text: &str) -> Result<u64, String> {
    let above = |bytes: &u64| *bytes > 0;
    bytes(text).and_then(|bytes| Some(bytes).filter(above).ok_or("write a size above 0".to_owned()))
}

/// Parses a time greater than 0.
fn nonzero_seconds(text: &str) -> Result<Duration, &'static str> {
    seconds(text).ok().filter(|time| !time.is_zero()).ok_or("write a number of seconds above 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_ports_are_parsed() {
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
    fn hosts_are_names_or_addresses() {
        for text in ["puzzles.example.org", "localhost", "a-1.b.", "192.168.0.7", "::1"] {
            assert_eq!(host_name(text), Ok(text.to_owned()));
        }
        for text in ["", "https://example.org/", "example.org:80", "a/b", "a b", "a..b"] {
            assert!(host_name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn networks_and_addresses_are_parsed() {
        assert_eq!(network("10.0.0.0/8").map(|it| it.to_string()), Ok("10.0.0.0/8".to_owned()));
        assert_eq!(network("10.1.2.3").map(|it| it.to_string()), Ok("10.1.2.3/32".to_owned()));
        assert!(network("10.0.0.0/99").is_err());
    }

    #[test]
    fn zero_is_refused() {
        assert!(nonzero("0").is_err() && nonzero("-1").is_err() && nonzero("1").is_ok());
        assert!(nonzero_seconds("0").is_err() && nonzero_seconds("0.1").is_ok());
        assert!(nonzero_bytes("0").is_err() && nonzero_bytes("x").is_err());
        assert_eq!(nonzero_bytes("2GiB"), Ok(2 << 30));
    }
}
