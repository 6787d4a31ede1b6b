//! How much one client may ask.
//!
//! Each client has a bucket of tokens that fills at a steady rate; a request takes one, costly
//! questions take more. The bucket is kept as the moment at which it will be full again (the
//! generic cell rate algorithm): one instant per client, no timer, and the time to wait is exact.
//!
//! A client is an IPv4 address or an IPv6 /64: within a /64 addresses are free, and a bucket for
//! each of them would be no limit at all.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use lru::LruCache;
use rustc_hash::FxHashMap;

use super::client::Network;
use crate::config::QuotaLimits;

/// Who shares a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    Address(IpAddr),
    Network(Network),
}

impl Payer {
    pub(crate) fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(_) => Self::Address(address),
            IpAddr::V6(_) => Self::Network(Network::of(address)),
        }
    }
}

/// The buckets of all clients.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// Time in which one token comes.
    token: Duration,
    /// Time in which an empty bucket fills.
    burst: Duration,
    /// When the bucket will be full. The longest unseen goes first; who was away for so long has a
    /// full bucket anyway unless there are more clients than the table is long.
    full_at: LruCache<Payer, Instant>,
}

impl Buckets {
    pub(crate) fn new(limits: &QuotaLimits) -> Self {
        let token = Duration::from_secs(1) / limits.rate.max(1);
        let capacity = NonZeroUsize::new(limits.capacity).unwrap_or(NonZeroUsize::MIN);
        Self {
            token,
            burst: token.saturating_mul(limits.burst.max(1)),
            full_at: LruCache::new(capacity),
        }
    }

    /// Takes `cost` tokens, at most a full bucket, or returns how long to wait until there are
    /// so many.
    pub(crate) fn take(&mut self, payer: Payer, cost: u32, now: Instant) -> Result<(), Duration> {
        let price = self.token.saturating_mul(cost).min(self.burst);
        let full_at = self.full_at.get_or_insert_mut(payer, || now);
        let missing = full_at.saturating_duration_since(now) + price;
        if missing > self.burst {
            return Err(missing - self.burst);
        }
        *full_at = now + missing;
        Ok(())
    }
}

/// How much of something each client has at the moment. Bounded by what is handed out in all.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: FxHashMap<Payer, usize>,
}

impl Tally {
    /// Counts one more unless the client has `limit` already.
    pub(crate) fn enter(&mut self, payer: Payer, limit: usize) -> bool {
        let count = self.counts.entry(payer).or_default();
        if *count >= limit {
            return false;
        }
        *count += 1;
        true
    }

    /// Counts one less.
    pub(crate) fn leave(&mut self, payer: Payer) {
        if let Some(count) = self.counts.get_mut(&payer) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&payer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn limits() -> QuotaLimits {
        QuotaLimits { rate: 50, burst: 100, capacity: 10, ..QuotaLimits::default() }
    }

    fn payer(text: &str) -> Payer {
        Payer::of(text.parse().unwrap())
    }

    #[test]
    fn waits_are_exact() {
        let (mut buckets, now) = (Buckets::new(&limits()), Instant::now());
        let who = payer("192.0.2.1");
        for _ in 0..100 {
            assert_eq!(buckets.take(who, 1, now), Ok(()));
        }
        let wait = Duration::from_millis(20);
        assert_eq!(buckets.take(who, 1, now), Err(wait));
        assert_eq!(buckets.take(who, 5, now), Err(5 * wait));
        assert_eq!(buckets.take(payer("192.0.2.2"), 1, now), Ok(()));
        // One moment earlier is too early.
        let early = now + wait - Duration::from_nanos(1);
        assert_eq!(buckets.take(who, 1, early), Err(Duration::from_nanos(1)));
        assert_eq!(buckets.take(who, 1, now + wait), Ok(()));
        assert_eq!(buckets.take(who, 1, now + wait), Err(wait));
    }

    #[test]
    fn nothing_costs_more_than_a_full_bucket() {
        let (mut buckets, now) = (Buckets::new(&limits()), Instant::now());
        let who = payer("192.0.2.1");
        assert_eq!(buckets.take(who, u32::MAX, now), Ok(()));
        assert_eq!(buckets.take(who, u32::MAX, now), Err(Duration::from_secs(2)));
    }

    #[test]
    fn neighbours_in_ipv6_share() {
        assert_eq!(payer("2001:db8::1"), payer("2001:db8::ffff:1"));
        assert_ne!(payer("2001:db8::1"), payer("2001:db8:0:1::1"));
        assert_ne!(payer("192.0.2.1"), payer("192.0.2.2"));
    }

    #[test]
    fn tallies_forget_who_has_nothing() {
        let mut tally = Tally::default();
        let who = payer("192.0.2.1");
        assert!(tally.enter(who, 2) && tally.enter(who, 2) && !tally.enter(who, 2));
        tally.leave(who);
        assert!(tally.enter(who, 2));
        tally.leave(who);
        tally.leave(who);
        assert!(tally.counts.is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn memory_is_bounded(
            events in prop::collection::vec((0u32..40, 1u32..8, 0u64..40), 0..400),
        ) {
            let mut buckets = Buckets::new(&limits());
            let mut now = Instant::now();
            for (who, cost, wait) in events {
                now += Duration::from_millis(wait);
                let taken = buckets.take(Payer::of(IpAddr::V4(who.into())), cost, now);
                prop_assert!(buckets.full_at.len() <= 10);
                if let Err(wait) = taken {
                    prop_assert!(wait <= Duration::from_secs(2));
                    let who = Payer::of(IpAddr::V4(who.into()));
                    prop_assert_eq!(buckets.take(who, cost, now), Err(wait));
                }
            }
        }

        /// One client never gets more than the burst and the income since.
        #[test]
        fn income_is_bounded(events in prop::collection::vec((1u32..8, 0u64..40), 0..400)) {
            let mut buckets = Buckets::new(&limits());
            let start = Instant::now();
            let (mut now, mut spent) = (start, 0.0);
            for (cost, wait) in events {
                now += Duration::from_millis(wait);
                if buckets.take(payer("192.0.2.1"), cost, now).is_ok() {
                    spent += f64::from(cost);
                }
                prop_assert!(spent <= 100.0 + 50.0 * (now - start).as_secs_f64() + 1e-6);
            }
        }
    }
}
