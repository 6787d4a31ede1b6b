//! The state all guards share.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::HeaderMap;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::ban::Bans;
use super::client::{self, Client, Peer, within};
use super::quota::{Buckets, Payer, Tally};
use super::work::Workshop;
use crate::code::{self, Code};
use crate::metrics::Metrics;
use crate::{Config, Problem, ServerError};

/// A name, and whether what it names is ready.
type Check = (String, Box<dyn Fn() -> bool + Send + Sync>);

/// The state that all guards share: one per service.
pub struct Guards {
    config: Config,
    bans: Mutex<Bans>,
    buckets: Mutex<Buckets>,
    concurrent: Arc<Mutex<Tally>>,
    workshop: Workshop,
    metrics: Metrics,
    checks: Mutex<Vec<Check>>,
    stopping: CancellationToken,
}

/// One request or question that counts for its client until it is dropped.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(super) tally: Arc<Mutex<Tally>>,
    pub(super) payer: Payer,
}

impl Drop for Entered {
    fn drop(&mut self) {
        lock(&self.tally).leave(self.payer);
    }
}

/// Takes a lock. What the locks here protect is changed by single calls that do not panic halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Guards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guards").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Guards {
    /// Returns guards with the limits of `config`, and starts the computing threads.
    ///
    /// # Errors
    ///
    /// [`ServerError::Threads`] when the system gives no threads.
    pub fn new(config: Config) -> Result<Arc<Self>, ServerError> {
        Ok(Arc::new(Self {
            bans: Mutex::new(Bans::new(config.ban.clone(), config.allowlist.clone())),
            buckets: Mutex::new(Buckets::new(&config.quota)),
            concurrent: Arc::default(),
            workshop: Workshop::new(config.work.clone())?,
            metrics: Metrics::new(),
            checks: Mutex::default(),
            stopping: CancellationToken::new(),
            config,
        }))
    }

    /// Returns the limits.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the figures for monitoring.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Returns what is cancelled when the service begins to stop; streams without an end should
    /// end then.
    #[must_use]
    pub fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Adds a condition to `/readyz`. `check` is called for each request and must not block.
    pub fn ready_when(
        &self,
        name: impl Into<String>,
        check: impl Fn() -> bool + Send + Sync + 'static,
    ) {
        lock(&self.checks).push((name.into(), Box::new(check)));
    }

    /// Returns each condition of `/readyz` and whether it holds.
    pub(crate) fn readiness(&self) -> Vec<(String, bool)> {
        lock(&self.checks).iter().map(|(name, check)| (name.clone(), check())).collect()
    }

    /// Refuses questions from now on, and says so in `/readyz`.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
    }

    pub(super) fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// Returns whether the operator trusts this peer to name clients.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        within(&self.config.proxies, peer)
    }

    /// Finds out who asks, and gives the request its id. An id from a trusted proxy is kept if it
    /// is harmless.
    ///
    /// With a problem when a trusted proxy does not say for whom it asks: nothing more may be done
    /// for such a request, as nobody can be held to its limits.
    pub(crate) fn identify(&self, peer: Peer, headers: &HeaderMap) -> (Client, Option<Problem>) {
        let peer = peer.0.ip().to_canonical();
        let address = client::address(&self.config, peer, headers);
        let given = headers.get("x-request-id").and_then(|value| value.to_str().ok());
        let kept = given.filter(|id| self.is_proxy(peer) && is_harmless(id));
        let id = kept.map_or_else(new_id, str::to_owned);
        let Some(address) = address else {
            let detail = "the proxy names no address of the client";
            return (Client::new(peer, id, false), Some(Problem::of(code::FORWARDED, detail)));
        };
        (Client::new(address, id, self.is_proxy(address)), None)
    }

    /// Refuses clients that are banned.
    pub(crate) fn check_ban(&self, address: IpAddr) -> Result<(), Problem> {
        let left = lock(&self.bans).remaining(address, Instant::now());
        left.map_or(Ok(()), |left| {
            let detail = "too many requests from your address or its network were refused";
            Err(Problem::of(code::BANNED, detail).with_retry_after(left))
        })
    }

    /// Takes tokens from a client's bucket for something that costs more than a request.
    ///
    /// # Errors
    ///
    /// A problem that says when there will be enough of them (429 `quota.requests`).
    pub fn spend(&self, client: &Client, cost: u32) -> Result<(), Problem> {
        self.charge(client, cost, Instant::now())
    }

    /// Takes tokens from a client's bucket.
    pub(super) fn charge(&self, client: &Client, cost: u32, now: Instant) -> Result<(), Problem> {
        let payer = Payer::of(client.address());
        lock(&self.buckets)
            .take(payer, cost, now)
            .map_err(|wait| Problem::of(code::QUOTA, "you ask too often").with_retry_after(wait))
    }

    /// Counts a request among those of its client.
    pub(super) fn enter(&self, client: &Client) -> Result<Entered, Problem> {
        let limit = self.config.quota.concurrent;
        let payer = Payer::of(client.address());
        Entered::enter(&self.concurrent, payer, limit).ok_or_else(|| {
            let detail = format!("{limit} requests of yours are being answered");
            Problem::of(code::CONCURRENT, detail).with_retry_after(Duration::from_secs(1))
        })
    }

    /// Counts a refusal, and bans the client if it is one too many.
    pub(crate) fn note_refusal(&self, client: &Client, problem: &Problem) {
        let Some(code) = code::find(problem.code()) else { return };
        self.metrics.refused(code.name);
        // To ban a proxy would be to ban everybody behind it.
        if !code.counts || client.is_proxy() {
            return;
        }
        let verdicts = lock(&self.bans).fail(client.address(), Instant::now());
        for ban in verdicts {
            self.metrics.banned();
            let (subject, seconds) = (ban.subject, ban.length.as_secs());
            tracing::warn!(subject, seconds, "banned");
        }
    }

    /// Refuses something before it became a request: returns the problem and its id, logs and
    /// counts it.
    pub(crate) fn refuse_connection(&self, peer: Peer, code: Code) -> (Problem, String) {
        let mut problem = Problem::of(code, connection_detail(code));
        if code == code::FULL || code == code::CONNECTIONS {
            problem = problem.with_retry_after(Duration::from_secs(1));
        }
        self.refuse_early(peer, problem)
    }

    /// Refuses a connection whose peer is banned.
    pub(crate) fn refuse_banned(&self, peer: Peer) -> Option<(Problem, String)> {
        let problem = self.check_ban(peer.0.ip()).err()?;
        Some(self.refuse_early(peer, problem))
    }

    /// Gives a refusal its id, notes it, and logs it: at the level `debug`, as otherwise a flood of
    /// connections would be a flood of lines. A ban has its own line.
    fn refuse_early(&self, peer: Peer, problem: Problem) -> (Problem, String) {
        let address = peer.0.ip();
        let client = Client::new(address, new_id(), self.is_proxy(address));
        tracing::debug!(
            request_id = client.request_id(),
            client = %address,
            status = problem.status().as_u16(),
            code = problem.code(),
            "refused"
        );
        self.note_refusal(&client, &problem);
        (problem, client.request_id().to_owned())
    }
}

fn new_id() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Returns whether an id can stand in logs and headers.
fn is_harmless(id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=64).contains(&id.len()) && id.bytes().all(allowed)
}

/// Returns what is wrong with a connection that is refused with `code`.
fn connection_detail(code: Code) -> &'static str {
    match code {
        code::VERSION => "this is not HTTP/1.0 or HTTP/1.1",
        code::TARGET => "the target cannot be read",
        code::TARGET_LONG => "the target is too long",
        code::HEAD_LONG => "the head is too long",
        code::BODY_LARGE => "the body is too long",
        code::HEAD_SLOW => "the head took too long",
        code::CONNECTIONS => "too many connections from your address or its /64 are open",
        code::FULL => "too many connections are open",
        _ => "the head is not well-formed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        assert!(is_harmless("a-B_9.") && is_harmless(&"a".repeat(64)) && is_harmless(&new_id()));
        for id in ["", "a b", "a\nb", "é", "\"", "a/b"] {
            assert!(!is_harmless(id), "{id:?}");
        }
        assert!(!is_harmless(&"a".repeat(65)));
        assert_ne!(new_id(), new_id());
    }
}
