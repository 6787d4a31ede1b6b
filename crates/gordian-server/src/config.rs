//! All limits of the service, with their defaults and reasons.
//!
//! The defaults suit a service that people use through its page and through scripts. A change has
//! to consider two things: the resources that a hostile client can hold (connections, memory and
//! threads are all bounded here), and the needs of the slowest legitimate client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use ipnet::IpNet;

use crate::cookie::CookieKey;
use crate::token::Token;

/// The configuration of the service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on. Default `127.0.0.1:8080`: the service is not reachable from other
    /// machines.
    pub bind: SocketAddr,
    /// Networks of proxies whose forwarded client address is trusted. Default none, because every
    /// client can forge such a header.
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which those proxies forward the client address. Only one is read: a proxy
    /// passes the other one through unchanged, so its content is chosen by the client.
    pub forwarded_header: ForwardedHeader,
    /// Host names of the service. When bound to a loopback address, `localhost` and loopback
    /// addresses are also allowed, and requests for other names are rejected: this prevents DNS
    /// rebinding, by which a web page could read responses. When bound elsewhere, an empty list
    /// allows every name.
    pub hosts: Vec<String>,
    /// Networks with access to `/metrics`. Default loopback.
    pub metrics_networks: Vec<IpNet>,
    /// The token required for requests that write. Default none: no token is required.
    pub token: Option<Token>,
    /// The key that signs client cookies. Default: a new key for each start. [`Service`] replaces
    /// it by the key in the job database.
    ///
    /// [`Service`]: crate::Service
    pub cookie_key: CookieKey,
    /// Limits of a connection.
    pub connections: ConnectionLimits,
    /// Limits of a request body.
    pub body: BodyLimits,
    /// Request quota of a client.
    pub quota: QuotaLimits,
    /// Limits of concurrent computations.
    pub compute: ComputeLimits,
    /// Limits of jobs.
    pub jobs: JobLimits,
}

/// The header in which trusted proxies forward the client address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, used by most proxies.
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// Limits of a connection.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConnectionLimits {
    /// Maximum number of connections. Default 4096: each needs a file descriptor and about 30 KB.
    pub max_total: usize,
    /// Maximum number of connections from one address or IPv6 /64; proxies are exempt. Default
    /// 1024: a browser opens six, and a school has one address.
    pub max_per_address: usize,
    /// Timeout for a request head, from the begin of the connection or the end of the last
    /// response. Default 30 s: browsers replace a connection that is closed while idle, and a head
    /// fits into one packet.
    pub head_timeout: Duration,
    /// How long a client may take to read [`ConnectionLimits::min_write_progress`] bytes. Default
    /// 10 s.
    pub write_timeout: Duration,
    /// Bytes that a client must read in that time. Default 32 KiB: enough for a phone with poor
    /// reception, and a slower client cannot hold a connection for hours.
    pub min_write_progress: usize,
    /// Maximum size of a request head in bytes. Default 16 KiB: enough for cookies and long links.
    pub max_head_bytes: usize,
    /// Timeout for a response. Default 60 s, longer than the time limit of any computation; a
    /// stream only has to begin in this time.
    pub response_timeout: Duration,
    /// How long running requests may continue after a shutdown request. Default 10 s, because
    /// service managers kill after 30 or 90 s.
    pub shutdown_grace: Duration,
}

/// Limits of request bodies.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BodyLimits {
    /// Maximum size of a body in bytes. Default 1 MiB: enough for ten thousand positions or
    /// puzzles.
    pub max_bytes: u64,
    /// Maximum size of all bodies in memory, in bytes. Default 256 MiB; one address can use a
    /// quarter of the free part.
    pub max_total_bytes: u64,
    /// Timeout for the whole body. Default 30 s: a body of the maximum size at 35 KB per second.
    pub timeout: Duration,
}

/// Request quota of a client.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QuotaLimits {
    /// Requests per second of one client. Default 50: a page that sends a request per key press
    /// needs 10.
    pub rate: u32,
    /// Burst size of one client, in requests. Default 100.
    pub burst: u32,
    /// Requests per second of all clients behind one address. Default 1000: a school has one
    /// address.
    pub address_rate: u32,
    /// Burst size of one address, in requests. Default 2000.
    pub address_burst: u32,
    /// Concurrent requests of one client, including streams. Default 32.
    pub concurrent: usize,
    /// Concurrent requests of one address, including streams. Default 1024.
    pub address_concurrent: usize,
    /// The number of clients above which inactive ones are forgotten. Default 16384, about 2 MB.
    pub capacity: usize,
}

/// Limits of concurrent computations.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ComputeLimits {
    /// Maximum number of concurrent computations. Default: four times the number of processors, at
    /// least 8 and at most 64. They share the processors, so that a short request does not wait for
    /// a long one. One address can use half of the free threads.
    pub threads: usize,
    /// Concurrent computations of one client. Default: a quarter of the threads.
    pub client_threads: usize,
    /// Additional threads for requests that have run for some tenths of a second, which then
    /// release their ordinary thread slots. Default: twice the number of threads.
    pub long_threads: usize,
    /// Maximum number of waiting requests. Default 1024.
    pub max_waiting: usize,
    /// Maximum number of waiting requests of one client. Default 16.
    pub max_waiting_per_client: usize,
    /// How long a request may wait. Default 20 s: the page shows that it is waiting.
    pub max_wait: Duration,
    /// Maximum memory of a worker process in bytes, besides its stack and mapped tables. Default
    /// 512 MiB; `gordian serve` divides half of the machine's memory among the threads.
    pub worker_memory_bytes: u64,
    /// The number of tasks after which a worker process is replaced. Default 10,000; one that has
    /// grown is replaced earlier.
    pub worker_tasks: usize,
    /// The time from the time limit of a request until its worker is killed. Default 5 s. A
    /// computation ends by itself at its time limit with a partial result; the kill is for those
    /// that do not, and a busy machine delays both.
    pub kill_delay: Duration,
    /// Maximum size of an answer in bytes, before compression. Default 16 MiB: more than a page can
    /// show.
    pub max_answer_bytes: usize,
    /// Maximum size of all answers that are not sent yet, in bytes. Default 256 MiB; one address
    /// can use a quarter of the free part.
    pub max_unsent_bytes: u64,
    /// Stack size of a computing thread in bytes. Default 256 MiB, because searches recurse deeply;
    /// only pages that are used take memory.
    pub stack_bytes: usize,
    /// The maximum time limit of a request. Default 10 s; longer work is submitted as a job.
    pub max_time: Duration,
}

/// Limits of jobs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobLimits {
    /// Open jobs of one client. Default 16, so that one client cannot fill the queue.
    pub max_per_client: u64,
    /// Open jobs of all clients behind one address. Default 256.
    pub max_per_address: u64,
    /// The maximum computing time of a job. Default one hour.
    pub max_time: Duration,
    /// How long ended jobs, their results and events are kept. Default 30 days.
    pub retention: Duration,
    /// The number of ended jobs that are kept per client, the latest ones. Default 500: each can be
    /// as long as a body, so one client uses about 500 MB at most.
    pub retained_per_client: u32,
    /// Open jobs of all clients. Default 1000: each is a row of a few KB, and a later job would
    /// wait for hours.
    pub max_open: u64,
    /// Size of inputs, checkpoints and results in the database, in bytes, at which new jobs are
    /// rejected. Default 4 GiB. Results are still stored above it. From nine tenths of it, the
    /// oldest ended jobs of the client with the most storage are removed.
    pub max_stored_bytes: u64,
    /// Memory limit of a job in bytes. Default 4 GiB: building the largest table takes 1.6 GiB.
    pub memory_bytes: u64,
    /// The time from `max_time` until the process of a job is killed. Default 60 s. A job ends by
    /// itself at `max_time` with a partial result; the kill is for jobs that do not.
    pub kill_delay: Duration,
    /// How long building a table may take before its process is killed. Default one day.
    pub max_build_time: Duration,
    /// How long a process may take to stop when asked. Default 8 s, less than the 10 s after which
    /// its worker abandons the job.
    pub stop_timeout: Duration,
    /// Maximum size of a result in bytes. Default 256 MiB.
    pub max_result_bytes: u64,
}

impl Default for Config {
    fn default() -> Self {
        let loopback = [
            IpNet::new_assert(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), 8),
            IpNet::new_assert(IpAddr::V6(Ipv6Addr::LOCALHOST), 128),
        ];
        Self {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            trusted_proxies: Vec::new(),
            forwarded_header: ForwardedHeader::XForwardedFor,
            hosts: Vec::new(),
            metrics_networks: loopback.to_vec(),
            token: None,
            cookie_key: CookieKey::default(),
            connections: ConnectionLimits::default(),
            body: BodyLimits::default(),
            quota: QuotaLimits::default(),
            compute: ComputeLimits::default(),
            jobs: JobLimits::default(),
        }
    }
}

impl Default for JobLimits {
    fn default() -> Self {
        Self {
            max_per_client: 16,
            max_per_address: 256,
            max_time: Duration::from_secs(60 * 60),
            retention: Duration::from_secs(30 * 24 * 60 * 60),
            retained_per_client: 500,
            max_open: 1000,
            max_stored_bytes: 4 << 30,
            memory_bytes: 4 << 30,
            kill_delay: Duration::from_secs(60),
            max_build_time: Duration::from_secs(24 * 60 * 60),
            stop_timeout: Duration::from_secs(8),
            max_result_bytes: 256 << 20,
        }
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            max_total: 4096,
            max_per_address: 1024,
            head_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(10),
            min_write_progress: 32 << 10,
            max_head_bytes: 16 << 10,
            response_timeout: Duration::from_secs(60),
            shutdown_grace: Duration::from_secs(10),
        }
    }
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { max_bytes: 1 << 20, max_total_bytes: 256 << 20, timeout: Duration::from_secs(30) }
    }
}

impl Default for QuotaLimits {
    fn default() -> Self {
        Self {
            rate: 50,
            burst: 100,
            address_rate: 1000,
            address_burst: 2000,
            concurrent: 32,
            address_concurrent: 1024,
            capacity: 16384,
        }
    }
}

impl Default for ComputeLimits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = (4 * processors).clamp(8, 64);
        Self {
            threads,
            client_threads: threads / 4,
            long_threads: 2 * threads,
            max_waiting: 1024,
            max_waiting_per_client: 16,
            max_wait: Duration::from_secs(20),
            worker_memory_bytes: 512 << 20,
            worker_tasks: 10_000,
            kill_delay: Duration::from_secs(5),
            max_answer_bytes: 16 << 20,
            max_unsent_bytes: 256 << 20,
            stack_bytes: 256 << 20,
            max_time: Duration::from_secs(10),
        }
    }
}
