//! How often one client may ask, and how much of something each client holds.
//!
//! Each client has a bucket of tokens that fills at a steady rate (the generic cell rate algorithm);
//! a request to the API takes one. Files of the page take none. An address has a larger bucket, for
//! all the clients behind it.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use rustc_hash::FxHashMap;

use super::client::{ClientAddress, ClientKey};
use crate::config::QuotaLimits;

/// How many requests pass between two looks for buckets that can be forgotten.
const SWEEP: u32 = 1024;

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The buckets of all clients.
pub(crate) struct Rates<C: Clock = DefaultClock> {
    clients: Limiter<ClientKey, C>,
    addresses: Limiter<ClientAddress, C>,
    clock: C,
    capacity: usize,
    requests: AtomicU32,
}

impl<C: Clock> fmt::Debug for Rates<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rates").field("clients", &self.clients.len()).finish_non_exhaustive()
    }
}

impl Rates {
    pub(crate) fn new(limits: &QuotaLimits) -> Self {
        Self::with_clock(limits, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Rates<C> {
    fn with_clock(limits: &QuotaLimits, clock: C) -> Self {
        let quota = |rate: u32, burst: u32| {
            let rate = NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
            let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
            Quota::per_second(rate).allow_burst(burst)
        };
        let address = quota(limits.address_rate, limits.address_burst);
        Self {
            clients: Limiter::dashmap_with_clock(quota(limits.rate, limits.burst), clock.clone()),
            addresses: Limiter::dashmap_with_clock(address, clock.clone()),
            clock,
            capacity: limits.capacity,
            requests: AtomicU32::new(0),
        }
    }

    /// Takes a token from the bucket of the client and one from that of its address, or returns how
    /// long to wait until both have one.
    pub(crate) fn take(&self, client: ClientKey) -> Result<(), Duration> {
        if self.requests.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1
            && self.clients.len().max(self.addresses.len()) > self.capacity
        {
            // Buckets that are full are the same as none.
            self.clients.retain_recent();
            self.addresses.retain_recent();
        }
        let now = self.clock.now();
        self.clients.check_key(&client).map_err(|refused| refused.wait_time_from(now))?;
        self.addresses.check_key(&client.address).map_err(|refused| refused.wait_time_from(now))
    }
}

/// How many of something each client holds. Bounded by the number held by all.
#[derive(Debug)]
pub(crate) struct Tally<K> {
    counts: FxHashMap<K, usize>,
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self { counts: FxHashMap::default() }
    }
}

impl<K: Copy + Eq + std::hash::Hash> Tally<K> {
    /// Counts one more unless the client has `limit` already.
    pub(crate) fn enter(&mut self, key: K, limit: usize) -> bool {
        let count = self.counts.entry(key).or_default();
        if *count >= limit {
            return false;
        }
        *count += 1;
        true
    }

    /// Counts one less.
    pub(crate) fn leave(&mut self, key: K) {
        if let Some(count) = self.counts.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn limits() -> QuotaLimits {
        QuotaLimits {
            rate: 50,
            burst: 100,
            address_rate: 100,
            address_burst: 300,
            capacity: 10,
            ..QuotaLimits::default()
        }
    }

    fn client(text: &str) -> ClientKey {
        ClientKey::without_cookie(ClientAddress::of(text.parse().unwrap()))
    }

    #[test]
    fn waits_are_exact() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(&limits(), clock.clone());
        let it = client("192.0.2.1");
        for _ in 0..100 {
            assert_eq!(rates.take(it), Ok(()));
        }
        let wait = Duration::from_millis(20);
        assert_eq!(rates.take(it), Err(wait));
        assert_eq!(rates.take(client("192.0.2.2")), Ok(()));
        // One moment earlier is too early.
        clock.advance(wait - Duration::from_nanos(1));
        assert_eq!(rates.take(it), Err(Duration::from_nanos(1)));
        clock.advance(Duration::from_nanos(1));
        assert_eq!(rates.take(it), Ok(()));
        assert_eq!(rates.take(it), Err(wait));
    }

    #[test]
    fn an_address_has_a_bucket_for_all_behind_it() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(&limits(), clock.clone());
        let address = ClientAddress::of("192.0.2.1".parse().unwrap());
        for _ in 0..300 {
            assert_eq!(rates.take(ClientKey::with_new_cookie(address)), Ok(()));
        }
        let wait = Duration::from_millis(10);
        assert_eq!(rates.take(ClientKey::with_new_cookie(address)), Err(wait));
        assert_eq!(rates.take(client("192.0.2.2")), Ok(()));
        clock.advance(wait);
        assert_eq!(rates.take(ClientKey::with_new_cookie(address)), Ok(()));
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(&limits(), clock.clone());
        for low in 0..10 * SWEEP {
            clock.advance(Duration::from_millis(10));
            assert_eq!(rates.take(client(&std::net::Ipv4Addr::from(low).to_string())), Ok(()));
        }
        let kept = rates.clients.len().max(rates.addresses.len());
        assert!(kept <= usize::try_from(SWEEP).unwrap() + 10, "{kept}");
    }

    #[test]
    fn tallies_forget_clients_that_hold_nothing() {
        let mut tally = Tally::default();
        assert!(tally.enter(1, 2) && tally.enter(1, 2) && !tally.enter(1, 2));
        tally.leave(1);
        assert!(tally.enter(1, 2));
        tally.leave(1);
        tally.leave(1);
        assert!(tally.counts.is_empty());
    }
}
