//! Every limit of the service in one place, each with its default and the reason for it.
//!
//! The defaults suit a service that people use through its page and through scripts. Whoever sets
//! one thinks of two things: what a stranger can hold on to at most (connections, memory, threads,
//! each bounded here), and what the slowest honest client needs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use ipnet::IpNet;

use crate::guard::{CookieKey, Token};

/// How the service listens and what it refuses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Where to listen. Default `127.0.0.1:8080`: nobody else reaches the service unless it is
    /// asked for.
    pub bind: SocketAddr,
    /// Networks of proxies whose word about the client's address is taken. Default none: a
    /// forwarded address can be forged by everybody.
    pub proxies: Vec<IpNet>,
    /// The header in which those proxies name the client. Only one is read, because a proxy passes
    /// the other through unchanged, and then its content is the client's choice.
    pub forwarded: ForwardedHeader,
    /// Networks that are never banned. Default none; loopback too must be named here.
    pub allowlist: Vec<IpNet>,
    /// Names under which the service is reached. When bound to loopback, `localhost` and loopback
    /// addresses are allowed besides; requests for other names are refused, so that a web page
    /// whose name is pointed at this machine cannot read the answers. Bound elsewhere, an empty
    /// list allows every name.
    pub hosts: Vec<String>,
    /// Networks that may read `/metrics`. Default loopback: the figures are nobody else's business.
    pub metrics: Vec<IpNet>,
    /// The token that writing needs. Default none: everybody may write.
    pub token: Option<Token>,
    /// The secret that signs the cookies of clients. Default: a new one for each start. [`Service`]
    /// keeps one in the database of jobs.
    ///
    /// [`Service`]: crate::Service
    pub cookie_key: CookieKey,
    /// What a connection may take.
    pub connections: ConnectionLimits,
    /// What a body may take.
    pub body: BodyLimits,
    /// When a client is banned.
    pub ban: BanLimits,
    /// How much one client may ask.
    pub quota: QuotaLimits,
    /// How much is computed at once.
    pub work: WorkLimits,
    /// What jobs may take.
    pub jobs: JobLimits,
}

/// The header in which trusted proxies name the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, which most proxies write.
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// What a connection may take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConnectionLimits {
    /// Connections at once. Default 4096: each needs a file descriptor and some 30 KB.
    pub total: usize,
    /// Connections at once from one address or IPv6 /64; proxies are exempt. Default 1024: a browser
    /// opens six, and a school has one address.
    pub per_address: usize,
    /// How long a new connection may be silent. Default 5 s: browsers that open one in advance
    /// open another when it is gone.
    pub silence: Duration,
    /// How long a request's head may take from its first byte. Default 10 s: a head is one packet.
    pub head: Duration,
    /// How long a connection may be idle between requests. Default 60 s: longer than a person
    /// looks at a step.
    pub idle: Duration,
    /// How long a reader may take for [`ConnectionLimits::write_step`] bytes. Default 10 s.
    pub write_stall: Duration,
    /// Bytes that a reader must take in that time. Default 32 KiB: a phone at the edge of its net
    /// manages that, and who takes no more cannot hold a connection for hours.
    pub write_step: usize,
    /// Bytes of a request's head. Default 16 KiB: cookies and long links fit.
    pub max_head: usize,
    /// Bytes of a request's target. Default 8 KiB; questions travel in bodies.
    pub max_target: usize,
    /// How long a reply may be in the making. Default 60 s, beyond the time limit of any question;
    /// streams only have to begin in that time.
    pub reply: Duration,
    /// How long running requests may go on after a stop was asked for. Default 10 s, as service
    /// managers kill after 30 or 90.
    pub grace: Duration,
}

/// What a body may take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BodyLimits {
    /// Bytes. Default 1 MiB: ten thousand positions or puzzles fit.
    pub max: u64,
    /// Bytes of all bodies that are held at once. Default 256 MiB.
    pub total: u64,
    /// Time for the whole body. Default 30 s.
    pub time: Duration,
    /// Time before the pace counts. Default 5 s: a slow start is no attack.
    pub start: Duration,
    /// Bytes per second after that. Default 1024.
    pub pace: u32,
}

/// When a client is banned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BanLimits {
    /// Counted failures within the window that ban an address. Default 20.
    pub failures: usize,
    /// The window. Default a minute.
    pub window: Duration,
    /// How long a ban lasts. Default a minute: longer than a flood pays for, short enough for those
    /// who share an address with its source.
    pub length: Duration,
    /// Addresses that are remembered. Default 8192, about 2 MB.
    pub capacity: usize,
}

/// How much one client may ask.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QuotaLimits {
    /// Requests per second of one client. Default 50: a page that asks at every key needs 10.
    pub rate: u32,
    /// Requests that a client can save up. Default 100.
    pub burst: u32,
    /// Requests per second of all clients behind one address. Default 1000: a school has one address.
    pub address_rate: u32,
    /// Requests that an address can save up. Default 2000.
    pub address_burst: u32,
    /// Requests of one client at once, streams included. Default 32.
    pub concurrent: usize,
    /// Requests of one address at once, streams included. Default 1024.
    pub address_concurrent: usize,
    /// Clients beyond which those that have not asked lately are forgotten. Default 16384, about 2 MB.
    pub capacity: usize,
}

/// How much is computed at once.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkLimits {
    /// Requests computed at once. Default: four times the number of processors, at least 8 and at
    /// most 64. They share the processors, so that a short request need not wait for a long one.
    pub threads: usize,
    /// Requests of one client computed at once. Default: a quarter of the threads.
    pub client_threads: usize,
    /// Requests of one address computed at once. Default: three quarters of the threads, so that
    /// others always find some.
    pub address_threads: usize,
    /// Requests that wait. Default 1024.
    pub waiting: usize,
    /// Requests of one client that wait. Default 16.
    pub client_waiting: usize,
    /// How long a request waits. Default 20 s: the page shows that it waits.
    pub wait: Duration,
    /// Bytes of memory that the clauses of one model may take. Default 512 MiB; `gordian serve`
    /// divides a quarter of the machine's memory among the threads.
    pub memory: u64,
    /// Bytes of stack of a computing thread. Default 256 MiB: searches recurse deeply; only the
    /// pages that are used count.
    pub stack: usize,
    /// The longest time limit of a request. Default 10 s; jobs are for more.
    pub longest: Duration,
}

/// What jobs may take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobLimits {
    /// Jobs of one client that wait or run. Default 16: one client must not fill the queue.
    pub per_client: u64,
    /// Jobs of all clients behind one address that wait or run. Default 256.
    pub per_address: u64,
    /// How long a job may compute. Default an hour: who needs longer has a machine of his own.
    pub longest: Duration,
    /// How long jobs, their results and events are kept after their end. Default 30 days.
    pub keep: Duration,
    /// How many ended jobs of one client are kept, the latest. Default 500: each can be as long as a body,
    /// so that one client takes some 500 MB at most.
    pub keep_per_client: u32,
    /// Jobs of all clients that wait or run. Default 1000: each is a row of a few KB, and a job that
    /// comes after so many waits for hours.
    pub queued: u64,
    /// Bytes of inputs, checkpoints and results in the database before new jobs are refused. Default
    /// 4 GiB: results that are made then are still stored. From nine tenths of it on, the oldest ended
    /// jobs of the client that stores most are removed.
    pub stored: u64,
    /// Bytes of memory that a job may take for itself. Default 4 GiB: the largest table is built in 1.6.
    pub memory: u64,
    /// How long after `longest` the process of a job is killed. Default 60 s: work ends by itself at
    /// `longest` with what it has, so this is for work that does not.
    pub overrun: Duration,
    /// How long a table may be built before the process is killed. Default a day.
    pub build: Duration,
    /// How long a process may take to stop when it is asked to. Default 8 s: less than the 10 s after
    /// which its worker gives the job up.
    pub stop: Duration,
    /// Bytes of a result. Default 256 MiB.
    pub max_result: u64,
}

impl Default for Config {
    fn default() -> Self {
        let loopback = [
            IpNet::new_assert(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), 8),
            IpNet::new_assert(IpAddr::V6(Ipv6Addr::LOCALHOST), 128),
        ];
        Self {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            proxies: Vec::new(),
            forwarded: ForwardedHeader::XForwardedFor,
            allowlist: Vec::new(),
            hosts: Vec::new(),
            metrics: loopback.to_vec(),
            token: None,
            cookie_key: CookieKey::default(),
            connections: ConnectionLimits::default(),
            body: BodyLimits::default(),
            ban: BanLimits::default(),
            quota: QuotaLimits::default(),
            work: WorkLimits::default(),
            jobs: JobLimits::default(),
        }
    }
}

impl Default for JobLimits {
    fn default() -> Self {
        Self {
            per_client: 16,
            per_address: 256,
            longest: Duration::from_secs(60 * 60),
            keep: Duration::from_secs(30 * 24 * 60 * 60),
            keep_per_client: 500,
            queued: 1000,
            stored: 4 << 30,
            memory: 4 << 30,
            overrun: Duration::from_secs(60),
            build: Duration::from_secs(24 * 60 * 60),
            stop: Duration::from_secs(8),
            max_result: 256 << 20,
        }
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: 4096,
            per_address: 1024,
            silence: Duration::from_secs(5),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            write_stall: Duration::from_secs(10),
            write_step: 32 << 10,
            max_head: 16 << 10,
            max_target: 8 << 10,
            reply: Duration::from_secs(60),
            grace: Duration::from_secs(10),
        }
    }
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            max: 1 << 20,
            total: 256 << 20,
            time: Duration::from_secs(30),
            start: Duration::from_secs(5),
            pace: 1024,
        }
    }
}

impl Default for BanLimits {
    fn default() -> Self {
        Self {
            failures: 20,
            window: Duration::from_secs(60),
            length: Duration::from_secs(60),
            capacity: 8192,
        }
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

impl Default for WorkLimits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = (4 * processors).clamp(8, 64);
        Self {
            threads,
            client_threads: threads / 4,
            address_threads: threads / 4 * 3,
            waiting: 1024,
            client_waiting: 16,
            wait: Duration::from_secs(20),
            memory: 512 << 20,
            stack: 256 << 20,
            longest: Duration::from_secs(10),
        }
    }
}
