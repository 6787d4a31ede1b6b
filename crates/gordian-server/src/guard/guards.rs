//! The shared state of all guards.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderName};
use lru::LruCache;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::ban::Bans;
use super::client::{self, Client, ClientAddress, ClientKey, Peer, contains_address};
use super::memory::MemoryBudget;
use super::quota::{HoldCounts, RateLimits};
use super::scheduler::Scheduler;
use crate::code::{self, ErrorCode};
use crate::metrics::Metrics;
use crate::worker::WorkerPool;
use crate::{Config, Problem, WorkerProgram};

/// The name of a readiness condition, and its check, which returns why the condition does not hold.
type ReadinessCheck = (String, Box<dyn Fn() -> Result<(), String> + Send + Sync>);

/// The number of untrusted peers with forwarded addresses that are remembered.
const MAX_UNTRUSTED_PEERS: NonZeroUsize = NonZeroUsize::new(64).unwrap();
/// The minimum time between two warnings about such peers.
const UNTRUSTED_WARNING_INTERVAL: Duration = Duration::from_secs(60);

/// The shared state of all guards, one per service.
pub struct Guards {
    config: Config,
    bans: Mutex<Bans>,
    rates: RateLimits,
    concurrent: Arc<Mutex<RunningCounts>>,
    scheduler: Arc<Scheduler>,
    workers: Arc<WorkerPool>,
    body_memory: MemoryBudget,
    answer_memory: MemoryBudget,
    metrics: Metrics,
    readiness_checks: Mutex<Vec<ReadinessCheck>>,
    untrusted_peers: Mutex<UntrustedPeers>,
    stopping: CancellationToken,
}

/// The requests in progress, by client and by address.
#[derive(Debug, Default)]
struct RunningCounts {
    clients: HoldCounts<ClientKey>,
    addresses: HoldCounts<ClientAddress>,
}

/// A running request, counted for its client until it is dropped.
#[derive(Debug)]
pub(crate) struct RunningRequest {
    concurrent: Arc<Mutex<RunningCounts>>,
    client: ClientKey,
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        let mut concurrent = lock(&self.concurrent);
        concurrent.clients.release(self.client);
        concurrent.addresses.release(self.client.address);
    }
}

/// Peers that sent forwarded addresses and are not in [`Config::trusted_proxies`].
#[derive(Debug)]
struct UntrustedPeers {
    warned: LruCache<IpAddr, ()>,
    last_warning: Option<Instant>,
}

/// Locks a mutex, ignoring poisoning: each protected value is changed by single calls that do not
/// panic halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Guards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guards").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Guards {
    /// Creates guards with the limits of `config`, and starts the first workers if it is called within an asynchronous runtime.
    #[must_use]
    pub fn new(mut config: Config, workers: WorkerProgram) -> Arc<Self> {
        config.compute.threads = config.compute.threads.max(1);
        let metrics = Metrics::new();
        let workers = WorkerPool::new(workers, config.compute.clone(), &metrics);
        workers.start_ahead();
        Arc::new(Self {
            bans: Mutex::new(Bans::new(config.ban.clone(), config.ban_allowlist.clone())),
            rates: RateLimits::new(&config.quota),
            concurrent: Arc::default(),
            scheduler: Scheduler::new(config.compute.clone()),
            workers,
            body_memory: MemoryBudget::new(config.body.max_total_bytes),
            answer_memory: MemoryBudget::new(config.compute.max_unsent_bytes),
            metrics,
            readiness_checks: Mutex::default(),
            untrusted_peers: Mutex::new(UntrustedPeers {
                warned: LruCache::new(MAX_UNTRUSTED_PEERS),
                last_warning: None,
            }),
            stopping: CancellationToken::new(),
            config,
        })
    }

    /// Returns the configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Returns the token that is cancelled when the service begins to stop; endless streams should
    /// then end.
    #[must_use]
    pub fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Starts a worker, which the next request gets.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be started.
    pub async fn check_workers(&self) -> Result<(), String> {
        self.workers.check_start().await
    }

    /// Adds a condition to `/readyz`. `check` is called for each request and must not block. It returns why the service is not
    /// ready, in words that follow the name, such as `is full`; they are sent to every client.
    pub fn add_readiness_check(
        &self,
        name: impl Into<String>,
        check: impl Fn() -> Result<(), String> + Send + Sync + 'static,
    ) {
        lock(&self.readiness_checks).push((name.into(), Box::new(check)));
    }

    /// Returns each condition of `/readyz`, and why it does not hold.
    pub(crate) fn readiness(&self) -> Vec<(String, Result<(), String>)> {
        lock(&self.readiness_checks).iter().map(|(name, check)| (name.clone(), check())).collect()
    }

    /// Rejects new computations from now on, and makes `/readyz` fail.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
    }

    pub(super) fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }

    pub(crate) fn workers(&self) -> &Arc<WorkerPool> {
        &self.workers
    }

    pub(super) fn body_memory(&self) -> &MemoryBudget {
        &self.body_memory
    }

    pub(super) fn answer_memory(&self) -> &MemoryBudget {
        &self.answer_memory
    }

    /// Returns whether the peer is a trusted proxy.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        contains_address(&self.config.trusted_proxies, peer)
    }

    /// Identifies the client of a request and assigns a request id. A valid id from a trusted proxy
    /// is kept.
    ///
    /// Returns a problem if a trusted proxy sends no valid client address. Such a request must not
    /// be processed, because no limits can be applied to its client.
    pub(crate) fn identify(&self, peer: Peer, headers: &HeaderMap) -> (Client, Option<Problem>) {
        let peer = peer.0.ip().to_canonical();
        let from_proxy = self.is_proxy(peer);
        if !from_proxy {
            self.warn_if_forwarded(peer, headers);
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let request_id = text("x-request-id").filter(|id| from_proxy && is_valid_request_id(id));
        let request_id = request_id.map_or_else(new_request_id, str::to_owned);
        let is_https = from_proxy && text("x-forwarded-proto").is_some_and(|it| it == "https");
        let (id, has_cookie) = self.config.cookie_key.identify(headers);
        let (address, problem) = match client::client_address(&self.config, peer, headers) {
            Some(address) => (address, None),
            None => {
                let detail = "the proxy sent no valid client address";
                (peer, Some(Problem::from_code(code::INVALID_FORWARDED, detail)))
            }
        };
        let is_proxy = problem.is_none() && self.is_proxy(address);
        (Client { address, request_id, is_proxy, id, has_cookie, is_https }, problem)
    }

    /// Warns about an untrusted peer that sends forwarded addresses: if it is a proxy, all clients
    /// behind it share one address, which the operator should know.
    fn warn_if_forwarded(&self, peer: IpAddr, headers: &HeaderMap) {
        let names = ["x-forwarded-for", "forwarded"].map(HeaderName::from_static);
        let Some(header) = names.iter().find(|&name| headers.contains_key(name)) else { return };
        let mut untrusted_peers = lock(&self.untrusted_peers);
        let now = Instant::now();
        // Every client can send these headers, so they must not fill the log.
        let is_soon = untrusted_peers
            .last_warning
            .is_some_and(|last| now.duration_since(last) < UNTRUSTED_WARNING_INTERVAL);
        if is_soon || untrusted_peers.warned.put(peer, ()).is_some() {
            return;
        }
        untrusted_peers.last_warning = Some(now);
        let header = header.as_str();
        tracing::warn!(
            %peer,
            header,
            "a forwarded address is ignored because this peer is not a trusted proxy; if it is your \
             proxy, add it to the trusted proxies"
        );
    }

    /// Rejects banned clients.
    pub(crate) fn check_ban(&self, client: &Client) -> Result<(), Problem> {
        if client.is_proxy() {
            return Ok(());
        }
        let left = lock(&self.bans).remaining(client, Instant::now());
        left.map_or(Ok(()), |left| {
            let detail = "too many malformed requests from your address";
            Err(Problem::from_code(code::CLIENT_BANNED, detail).with_retry_after(left))
        })
    }

    /// Takes a token from the buckets of a client and its address.
    pub(super) fn check_rate(&self, client: &Client) -> Result<(), Problem> {
        self.rates.take(client.key()).map_err(|wait| {
            Problem::from_code(code::QUOTA_REQUESTS, "too many requests").with_retry_after(wait)
        })
    }

    /// Counts a request as running for its client.
    pub(super) fn begin_request(&self, client: &Client) -> Result<RunningRequest, Problem> {
        let (client, limits) = (client.key(), &self.config.quota);
        let mut concurrent = lock(&self.concurrent);
        let rejected = |limit: usize| {
            let detail = format!("{limit} of your requests are already running");
            Problem::from_code(code::QUOTA_CONCURRENT, detail)
                .with_retry_after(Duration::from_secs(1))
        };
        if !concurrent.clients.acquire(client, limits.concurrent) {
            return Err(rejected(limits.concurrent));
        }
        if !concurrent.addresses.acquire(client.address, limits.address_concurrent) {
            concurrent.clients.release(client);
            return Err(rejected(limits.address_concurrent));
        }
        Ok(RunningRequest { concurrent: Arc::clone(&self.concurrent), client })
    }

    /// Counts an error in the metrics, and towards a ban if `may_ban` is set and its code counts.
    pub(crate) fn record_problem(&self, client: &Client, problem: &Problem, may_ban: bool) {
        let Some(code) = code::find(problem.code()) else { return };
        self.metrics.count_error(code.name);
        // A ban of a proxy would ban all clients behind it.
        if !code.counts_towards_ban || !may_ban || client.is_proxy() {
            return;
        }
        if lock(&self.bans).record_failure(client, Instant::now()) {
            self.metrics.count_ban();
            let (address, seconds) = (client.key().address, self.config.ban.duration.as_secs());
            tracing::warn!(%address, seconds, "banned");
        }
    }

    /// Rejects a connection before it has a request: logs and counts the problem, and returns it
    /// with its id.
    pub(crate) fn reject_connection(&self, peer: Peer, code: ErrorCode) -> (Problem, String) {
        let mut problem = Problem::from_code(code, connection_detail(code));
        if code == code::SERVER_FULL || code == code::QUOTA_CONNECTIONS {
            problem = problem.with_retry_after(Duration::from_secs(1));
        }
        self.record_rejected_connection(peer, problem)
    }

    /// Assigns an id to a problem, counts it, and logs it at the level `debug`, so that a flood of
    /// connections does not flood the log. A ban is logged separately.
    fn record_rejected_connection(&self, peer: Peer, problem: Problem) -> (Problem, String) {
        let (client, _) = self.identify(peer, &HeaderMap::new());
        tracing::debug!(
            request_id = client.request_id(),
            client = %client.address(),
            status = problem.status().as_u16(),
            code = problem.code(),
            "refused"
        );
        // Of these errors, only a malformed head cannot be caused by a browser on behalf of another
        // site.
        let may_ban = problem.code() == code::MALFORMED_REQUEST.name;
        self.record_problem(&client, &problem, may_ban);
        (problem, client.request_id)
    }
}

fn new_request_id() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Returns whether an id is safe in logs and headers.
fn is_valid_request_id(id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=64).contains(&id.len()) && id.bytes().all(allowed)
}

/// Returns the error message for a connection that is rejected with `code`.
fn connection_detail(code: ErrorCode) -> &'static str {
    match code {
        code::TLS_ON_PLAIN_PORT => "this port serves HTTP without TLS",
        code::UNSUPPORTED_VERSION => "this is not HTTP/1.0 or HTTP/1.1",
        code::INVALID_TARGET => "the request target is invalid",
        code::TARGET_TOO_LONG => "the target is too long",
        code::HEAD_TOO_LONG => "the request head is too long",
        code::BODY_TOO_LARGE => "the body is too long",
        code::HEAD_TOO_SLOW => "the request head was not complete in time",
        code::QUOTA_CONNECTIONS => "too many connections from your address are open",
        code::SERVER_FULL => "too many connections are open",
        _ => "the request head is malformed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_ids_are_validated() {
        assert!(
            is_valid_request_id("a-B_9.")
                && is_valid_request_id(&"a".repeat(64))
                && is_valid_request_id(&new_request_id())
        );
        for id in ["", "a b", "a\nb", "é", "\"", "a/b"] {
            assert!(!is_valid_request_id(id), "{id:?}");
        }
        assert!(!is_valid_request_id(&"a".repeat(65)));
        assert_ne!(new_request_id(), new_request_id());
    }
}
