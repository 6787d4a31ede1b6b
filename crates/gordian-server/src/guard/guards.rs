//! The state all guards share.

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
use super::body::BodyMemory;
use super::client::{self, Client, ClientAddress, ClientKey, Peer, within};
use super::quota::{Rates, Tally};
use super::work::Work;
use crate::code::{self, Code};
use crate::metrics::Metrics;
use crate::{Config, Problem, ServerError};

/// A name, and whether what it names is ready.
type Check = (String, Box<dyn Fn() -> bool + Send + Sync>);

/// How many peers with forwarded addresses that are not trusted are remembered.
const UNTRUSTED: NonZeroUsize = NonZeroUsize::new(64).unwrap();
/// How long to wait between two warnings about such peers.
const UNTRUSTED_PAUSE: Duration = Duration::from_secs(60);

/// The state that all guards share: one per service.
pub struct Guards {
    config: Config,
    bans: Mutex<Bans>,
    rates: Rates,
    concurrent: Arc<Mutex<Concurrent>>,
    work: Work,
    bodies: BodyMemory,
    metrics: Metrics,
    checks: Mutex<Vec<Check>>,
    untrusted: Mutex<Untrusted>,
    stopping: CancellationToken,
}

/// The requests being answered, by client and by address.
#[derive(Debug, Default)]
struct Concurrent {
    clients: Tally<ClientKey>,
    addresses: Tally<ClientAddress>,
}

/// One request that counts for its client until it is dropped.
#[derive(Debug)]
pub(crate) struct Entered {
    concurrent: Arc<Mutex<Concurrent>>,
    client: ClientKey,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut concurrent = lock(&self.concurrent);
        concurrent.clients.leave(self.client);
        concurrent.addresses.leave(self.client.address);
    }
}

/// Peers that sent forwarded addresses and are not in [`Config::proxies`].
#[derive(Debug)]
struct Untrusted {
    warned: LruCache<IpAddr, ()>,
    last: Option<Instant>,
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
            rates: Rates::new(&config.quota),
            concurrent: Arc::default(),
            work: Work::new(config.work.clone())?,
            bodies: BodyMemory::new(config.body.total),
            metrics: Metrics::new(),
            checks: Mutex::default(),
            untrusted: Mutex::new(Untrusted { warned: LruCache::new(UNTRUSTED), last: None }),
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

    pub(super) fn workplace(&self) -> &Work {
        &self.work
    }

    pub(super) fn bodies(&self) -> &BodyMemory {
        &self.bodies
    }

    /// Returns whether the operator trusts this peer to name clients.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        within(&self.config.proxies, peer)
    }

    /// Determines the client of a request, and gives the request its id. An id from a trusted proxy is
    /// kept if it is harmless.
    ///
    /// With a problem when a trusted proxy does not say for which client it asks: nothing more may be
    /// done for such a request, because no client can be held to its limits.
    pub(crate) fn identify(&self, peer: Peer, headers: &HeaderMap) -> (Client, Option<Problem>) {
        let peer = peer.0.ip().to_canonical();
        let from_proxy = self.is_proxy(peer);
        if !from_proxy {
            self.warn_if_forwarded(peer, headers);
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let request_id = text("x-request-id").filter(|id| from_proxy && is_harmless(id));
        let request_id = request_id.map_or_else(new_id, str::to_owned);
        let is_https = from_proxy && text("x-forwarded-proto").is_some_and(|it| it == "https");
        let (id, has_cookie) = self.config.cookie_key.identify(headers);
        let (address, problem) = match client::address(&self.config, peer, headers) {
            Some(address) => (address, None),
            None => {
                let detail = "the proxy names no address of the client";
                (peer, Some(Problem::of(code::FORWARDED, detail)))
            }
        };
        let is_proxy = problem.is_none() && self.is_proxy(address);
        (Client { address, request_id, is_proxy, id, has_cookie, is_https }, problem)
    }

    /// Warns when a peer that is no trusted proxy forwards for a client: all clients behind it then
    /// have one address, which the operator should know.
    fn warn_if_forwarded(&self, peer: IpAddr, headers: &HeaderMap) {
        let names = ["x-forwarded-for", "forwarded"].map(HeaderName::from_static);
        let Some(header) = names.iter().find(|&name| headers.contains_key(name)) else { return };
        let mut untrusted = lock(&self.untrusted);
        let now = Instant::now();
        // Every client can send these headers: they must not fill the log.
        let is_soon = untrusted.last.is_some_and(|last| now.duration_since(last) < UNTRUSTED_PAUSE);
        if is_soon || untrusted.warned.put(peer, ()).is_some() {
            return;
        }
        untrusted.last = Some(now);
        let header = header.as_str();
        tracing::warn!(
            %peer,
            header,
            "a forwarded address is ignored because this peer is no trusted proxy; if it is your proxy, \
             name it with --trust-proxy"
        );
    }

    /// Refuses clients that are banned.
    pub(crate) fn check_ban(&self, address: IpAddr) -> Result<(), Problem> {
        let left = lock(&self.bans).remaining(address, Instant::now());
        left.map_or(Ok(()), |left| {
            let detail = "too many malformed requests came from your address";
            Err(Problem::of(code::BANNED, detail).with_retry_after(left))
        })
    }

    /// Takes a token from the buckets of a client and its address.
    pub(super) fn check_rate(&self, client: &Client) -> Result<(), Problem> {
        self.rates
            .take(client.key())
            .map_err(|wait| Problem::of(code::QUOTA, "too many requests").with_retry_after(wait))
    }

    /// Counts a request among those of its client.
    pub(super) fn enter(&self, client: &Client) -> Result<Entered, Problem> {
        let (client, limits) = (client.key(), &self.config.quota);
        let mut concurrent = lock(&self.concurrent);
        let refused = |limit: usize| {
            let detail = format!("{limit} of your requests are being answered");
            Problem::of(code::CONCURRENT, detail).with_retry_after(Duration::from_secs(1))
        };
        if !concurrent.clients.enter(client, limits.concurrent) {
            return Err(refused(limits.concurrent));
        }
        if !concurrent.addresses.enter(client.address, limits.address_concurrent) {
            concurrent.clients.leave(client);
            return Err(refused(limits.address_concurrent));
        }
        Ok(Entered { concurrent: Arc::clone(&self.concurrent), client })
    }

    /// Counts a refusal in the metrics, and towards a ban if `may_ban` and its kind does.
    pub(crate) fn note_refusal(&self, client: &Client, problem: &Problem, may_ban: bool) {
        let Some(code) = code::find(problem.code()) else { return };
        self.metrics.refused(code.name);
        // To ban a proxy would be to ban all clients behind it.
        if !code.counts || !may_ban || client.is_proxy() {
            return;
        }
        if lock(&self.bans).fail(client.address(), Instant::now()) {
            self.metrics.banned();
            let (address, seconds) = (client.key().address, self.config.ban.length.as_secs());
            tracing::warn!(%address, seconds, "banned");
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

    /// Gives a refusal its id, notes it, and logs it at the level `debug`: otherwise a flood of
    /// connections would be a flood of lines. A ban has its own line.
    fn refuse_early(&self, peer: Peer, problem: Problem) -> (Problem, String) {
        let (client, _) = self.identify(peer, &HeaderMap::new());
        tracing::debug!(
            request_id = client.request_id(),
            client = %client.address(),
            status = problem.status().as_u16(),
            code = problem.code(),
            "refused"
        );
        // Of what is refused here, no browser sends malformed heads on behalf of another site.
        self.note_refusal(&client, &problem, problem.code() == code::MALFORMED.name);
        (problem, client.request_id)
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
        code::TLS => "this port speaks HTTP without TLS",
        code::VERSION => "this is not HTTP/1.0 or HTTP/1.1",
        code::TARGET => "the target cannot be read",
        code::TARGET_LONG => "the target is too long",
        code::HEAD_LONG => "the head is too long",
        code::BODY_LARGE => "the body is too long",
        code::HEAD_SLOW => "the head took too long",
        code::CONNECTIONS => "too many connections from your address are open",
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
