//! The shared state of all guards.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use http::{HeaderMap, HeaderName};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::budget::{Budget, Reservation};
use super::client::{self, Client, ClientAddress, ClientKey, Peer, contains_address};
use super::quota::{HoldCounts, RateLimits};
use super::scheduler::Scheduler;
use crate::code::{self, ErrorCode};
use crate::metrics::Metrics;
use crate::worker::WorkerPool;
use crate::{Config, Problem, WorkerProgram};

/// The name of a readiness condition, and its check, which returns why the condition does not hold.
type ReadinessCheck = (String, Box<dyn Fn() -> Result<(), String> + Send + Sync>);

/// The shared state of all guards, one per service.
pub struct Guards {
    config: Config,
    rates: RateLimits,
    concurrent: Arc<Mutex<RunningCounts>>,
    scheduler: Arc<Scheduler>,
    workers: Arc<WorkerPool>,
    connections: Budget,
    body_memory: Budget,
    answer_memory: Budget,
    metrics: Metrics,
    readiness_checks: Mutex<Vec<ReadinessCheck>>,
    /// Whether the service has warned about an untrusted proxy.
    untrusted_warning: Once,
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
    /// Creates guards with the limits of `config`, and starts the first workers if it is called
    /// within an asynchronous runtime.
    #[must_use]
    pub fn new(mut config: Config, workers: WorkerProgram) -> Arc<Self> {
        config.compute.threads = config.compute.threads.max(1);
        let metrics = Metrics::new();
        let workers = WorkerPool::new(workers, config.compute.clone(), &metrics);
        workers.start_ahead();
        Arc::new(Self {
            rates: RateLimits::new(&config.quota),
            concurrent: Arc::default(),
            scheduler: Scheduler::new(config.compute.clone()),
            workers,
            connections: Budget::new(
                u64::try_from(config.connections.max_total).unwrap_or(u64::MAX),
            ),
            body_memory: Budget::new(config.body.max_total_bytes),
            answer_memory: Budget::new(config.compute.max_unsent_bytes),
            metrics,
            readiness_checks: Mutex::default(),
            untrusted_warning: Once::new(),
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

    /// Adds a condition to `/readyz`. `check` is called for each request and must not block. It
    /// returns why the service is not ready, in words that follow the name, such as `is full`; they
    /// are sent to every client.
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

    /// Returns the slot of a new connection, or the code of the limit that it is above. An address
    /// at its own limit gets that code even if the service is full.
    pub(crate) fn open_connection(&self, peer: IpAddr) -> Result<Reservation, ErrorCode> {
        let address = ClientAddress::of(peer);
        let slot = if self.is_proxy(peer) {
            self.connections.reserve_for_proxy(address)
        } else {
            let per_address = self.config.connections.max_per_address;
            if self.connections.used_by(address) >= u64::try_from(per_address).unwrap_or(u64::MAX) {
                return Err(code::QUOTA_CONNECTIONS);
            }
            self.connections.reserve(address)
        };
        if slot.grow(1) { Ok(slot) } else { Err(code::SERVER_FULL) }
    }

    pub(super) fn body_memory(&self) -> &Budget {
        &self.body_memory
    }

    pub(super) fn answer_memory(&self) -> &Budget {
        &self.answer_memory
    }

    /// Returns whether the peer is a trusted proxy.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        contains_address(&self.config.trusted_proxies, peer)
    }

    /// Identifies the client of a request and assigns a request id.
    ///
    /// Returns a problem if a trusted proxy sends no valid client address. Such a request must not
    /// be processed, because no limits can be applied to its client.
    pub(crate) fn identify(&self, peer: Peer, headers: &HeaderMap) -> (Client, Option<Problem>) {
        let peer = peer.address.ip().to_canonical();
        let from_proxy = self.is_proxy(peer);
        if !from_proxy {
            self.warn_if_forwarded(peer, headers);
        }
        let is_https =
            from_proxy && headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
        let (id, has_cookie) = self.config.cookie_key.identify(headers);
        let (address, problem) = match client::client_address(&self.config, peer, headers) {
            Some(address) => (address, None),
            None => {
                let detail = "the proxy sent no valid client address";
                (peer, Some(Problem::from_code(code::INVALID_FORWARDED, detail)))
            }
        };
        let request_id = Uuid::new_v4().simple().to_string();
        (Client { address, request_id, id, has_cookie, is_https }, problem)
    }

    /// Warns about an untrusted peer that sends forwarded addresses: if it is a proxy, all clients
    /// behind it share one address, which the operator should know.
    fn warn_if_forwarded(&self, peer: IpAddr, headers: &HeaderMap) {
        let names = ["x-forwarded-for", "forwarded"].map(HeaderName::from_static);
        let Some(header) = names.iter().find(|&name| headers.contains_key(name)) else { return };
        // Every client can send these headers, so they must not fill the log.
        self.untrusted_warning.call_once(|| {
            tracing::warn!(
                %peer,
                header = header.as_str(),
                "a forwarded address is ignored because this peer is not a trusted proxy; if it is \
                 your proxy, add it to the trusted proxies"
            );
        });
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
}
