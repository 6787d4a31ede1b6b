//! Rate limits, and counts of running requests per client.
//!
//! Each client has a token bucket that fills at a steady rate (the generic cell rate algorithm). An
//! API request takes one token; page files take none. Each address has a larger bucket for all
//! clients behind it.

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

/// The number of requests between two removals of unused buckets.
const SWEEP_INTERVAL: u32 = 1024;

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The token buckets of all clients and addresses.
pub(crate) struct RateLimits<C: Clock = DefaultClock> {
    clients: Limiter<ClientKey, C>,
    addresses: Limiter<ClientAddress, C>,
    clock: C,
    capacity: usize,
    requests: AtomicU32,
}

impl<C: Clock> fmt::Debug for RateLimits<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimits").field("clients", &self.clients.len()).finish_non_exhaustive()
    }
}

impl RateLimits {
    pub(crate) fn new(limits: &QuotaLimits) -> Self {
        Self::with_clock(limits, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimits<C> {
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

    /// Takes a token from the bucket of the client and one from that of its address, or returns the
    /// time until both have one.
    pub(crate) fn take(&self, client: ClientKey) -> Result<(), Duration> {
        if self.requests.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1
            && self.clients.len().max(self.addresses.len()) > self.capacity
        {
            // A full bucket is equivalent to none.
            self.clients.retain_recent();
            self.addresses.retain_recent();
        }
        let now = self.clock.now();
        self.clients.check_key(&client).map_err(|not_until| not_until.wait_time_from(now))?;
        self.addresses.check_key(&client.address).map_err(|not_until| not_until.wait_time_from(now))
    }
}

/// Counts held items per key. Its size is bounded by the number of held items.
#[derive(Debug)]
pub(crate) struct HoldCounts<K> {
    counts: FxHashMap<K, usize>,
}

impl<K> Default for HoldCounts<K> {
    fn default() -> Self {
        Self { counts: FxHashMap::default() }
    }
}

impl<K: Copy + Eq + std::hash::Hash> HoldCounts<K> {
    /// Increments the count, unless it has reached `limit`.
    pub(crate) fn acquire(&mut self, key: K, limit: usize) -> bool {
        let count = self.counts.entry(key).or_default();
        if *count >= limit {
            return false;
        }
        *count += 1;
        true
    }

    /// Decrements the count.
    pub(crate) fn release(&mut self, key: K) {
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
    fn wait_times_are_exact() {
        let clock = FakeRelativeClock::default();
        let rates = RateLimits::with_clock(&limits(), clock.clone());
        let client_key = client("192.0.2.1");
        for _ in 0..100 {
            assert_eq!(rates.take(client_key), Ok(()));
        }
        let wait = Duration::from_millis(20);
        assert_eq!(rates.take(client_key), Err(wait));
        assert_eq!(rates.take(client("192.0.2.2")), Ok(()));
        // One nanosecond before the end of the wait.
        clock.advance(wait - Duration::from_nanos(1));
        assert_eq!(rates.take(client_key), Err(Duration::from_nanos(1)));
        clock.advance(Duration::from_nanos(1));
        assert_eq!(rates.take(client_key), Ok(()));
        assert_eq!(rates.take(client_key), Err(wait));
    }

    #[test]
    fn address_bucket_is_shared_by_its_clients() {
        let clock = FakeRelativeClock::default();
        let rates = RateLimits::with_clock(&limits(), clock.clone());
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
    fn full_buckets_are_removed() {
        let clock = FakeRelativeClock::default();
        let rates = RateLimits::with_clock(&limits(), clock.clone());
        for low in 0..10 * SWEEP_INTERVAL {
            clock.advance(Duration::from_millis(10));
            assert_eq!(rates.take(client(&std::net::Ipv4Addr::from(low).to_string())), Ok(()));
        }
        let kept = rates.clients.len().max(rates.addresses.len());
        assert!(kept <= usize::try_from(SWEEP_INTERVAL).unwrap() + 10, "{kept}");
    }

    #[test]
    fn keys_without_held_items_are_removed() {
        let mut counts = HoldCounts::default();
        assert!(counts.acquire(1, 2) && counts.acquire(1, 2) && !counts.acquire(1, 2));
        counts.release(1);
        assert!(counts.acquire(1, 2));
        counts.release(1);
        counts.release(1);
        assert!(counts.counts.is_empty());
    }
}
