//! Temporary bans of clients that send malformed requests.
//!
//! A client with [`BanLimits::max_failures`] counted failures within [`BanLimits::window`] is
//! banned from the API for [`BanLimits::duration`]. A client is a cookie within an address. Clients
//! of an address without a cookie are counted together, so a client that keeps its cookie is not
//! banned with its neighbours. Only error codes with
//! [`ErrorCode::counts_towards_ban`](crate::code::ErrorCode::counts_towards_ban) are counted. None
//! of them can be caused by a browser on behalf of another site, by a slow network, or by a mistake
//! in a puzzle. Bans have a fixed duration and never extend beyond the address (for IPv6, the /64
//! of one customer).
//!
//! Memory is bounded: failures and bans have tables of [`BanLimits::capacity`] entries each, from
//! which the least recently used entry is evicted. The tables are separate so that many new
//! addresses with one failure each cannot evict a ban.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ipnet::IpNet;
use lru::LruCache;

use super::client::{Client, ClientKey, contains_address};
use crate::config::BanLimits;

/// The banned clients.
#[derive(Debug)]
pub(crate) struct Bans {
    limits: BanLimits,
    allowlist: Vec<IpNet>,
    failures: LruCache<ClientKey, VecDeque<Instant>>,
    /// The end of each ban.
    banned_until: LruCache<ClientKey, Instant>,
}

impl Bans {
    pub(crate) fn new(limits: BanLimits, allowlist: Vec<IpNet>) -> Self {
        let capacity = NonZeroUsize::new(limits.capacity).unwrap_or(NonZeroUsize::MIN);
        Self {
            failures: LruCache::new(capacity),
            banned_until: LruCache::new(capacity),
            limits,
            allowlist,
        }
    }

    /// Returns the remaining duration of a client's ban.
    pub(crate) fn remaining(&mut self, client: &Client, now: Instant) -> Option<Duration> {
        if contains_address(&self.allowlist, client.address()) {
            return None;
        }
        let until = *self.banned_until.get(&client.key())?;
        until.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// Counts a failure; returns `true` if it bans the client.
    pub(crate) fn record_failure(&mut self, client: &Client, now: Instant) -> bool {
        // Failures during a ban do not extend it: requests may already be on the way.
        if contains_address(&self.allowlist, client.address())
            || self.remaining(client, now).is_some()
        {
            return false;
        }
        let client = client.key();
        let times = self.failures.get_or_insert_mut(client, VecDeque::new);
        times.push_back(now);
        while times.front().is_some_and(|&time| now.duration_since(time) >= self.limits.window) {
            times.pop_front();
        }
        if times.len() < self.limits.max_failures {
            return false;
        }
        self.failures.pop(&client);
        self.banned_until.put(client, now + self.limits.duration);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use proptest::prelude::*;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn bans() -> Bans {
        Bans::new(
            BanLimits::default(),
            ["203.0.113.0/24", "::1/128"].map(|it| it.parse().unwrap()).to_vec(),
        )
    }

    fn address(text: &str) -> Client {
        Client::without_cookie(text.parse().unwrap())
    }

    /// Counts 20 failures and returns whether they led to a ban.
    fn fail_until_banned(bans: &mut Bans, text: &str, now: Instant) -> bool {
        (0..20).any(|_| bans.record_failure(&address(text), now))
    }

    #[test]
    fn twentieth_failure_within_the_window_bans() {
        let (mut bans, start) = (bans(), Instant::now());
        let client = address("192.0.2.1");
        for second in 0..19 {
            assert!(!bans.record_failure(&client, start + second * SECOND));
        }
        // The first failure has left the window by now.
        assert!(!bans.record_failure(&client, start + 60 * SECOND));
        assert_eq!(bans.remaining(&client, start + 60 * SECOND), None);
        assert!(bans.record_failure(&client, start + 60 * SECOND));
        assert_eq!(bans.remaining(&client, start + 70 * SECOND), Some(50 * SECOND));
        assert_eq!(bans.remaining(&address("192.0.2.2"), start + 70 * SECOND), None);
        assert_eq!(bans.remaining(&client, start + 120 * SECOND), None);
    }

    #[test]
    fn ban_duration_is_constant() {
        let (mut bans, mut now) = (bans(), Instant::now());
        for _ in 0..9 {
            assert!(fail_until_banned(&mut bans, "2001:db8::1", now));
            assert_eq!(bans.remaining(&address("2001:db8::1"), now), Some(60 * SECOND));
            now += 60 * SECOND;
        }
    }

    #[test]
    fn neighbouring_addresses_are_not_banned() {
        let (mut bans, now) = (bans(), Instant::now());
        for last in 1..100 {
            assert!(fail_until_banned(&mut bans, &format!("192.0.2.{last}"), now));
            assert!(fail_until_banned(&mut bans, &format!("2001:db8:0:{last}::1"), now));
        }
        for neighbour in ["192.0.2.100", "2001:db8:0:100::1"] {
            assert_eq!(bans.remaining(&address(neighbour), now), None);
        }
        // All addresses of a /64 are one client.
        assert!(bans.remaining(&address("2001:db8:0:1::ffff"), now).is_some());
    }

    #[test]
    fn clients_with_cookies_are_banned_separately() {
        let (mut bans, now) = (bans(), Instant::now());
        assert!(fail_until_banned(&mut bans, "192.0.2.1", now));
        let mut other = address("192.0.2.1");
        other.has_cookie = true;
        assert_eq!(bans.remaining(&other, now), None);
        assert!((0..20).any(|_| bans.record_failure(&other, now)));
        assert!(bans.remaining(&other, now).is_some());
    }

    #[test]
    fn allowlisted_addresses_are_never_banned() {
        let (mut bans, now) = (bans(), Instant::now());
        assert!(!fail_until_banned(&mut bans, "203.0.113.5", now));
        assert_eq!(bans.remaining(&address("203.0.113.5"), now), None);
        // One address of a /64 is enough.
        assert!(
            !fail_until_banned(&mut bans, "::1", now) && fail_until_banned(&mut bans, "::2", now)
        );
        assert_eq!(bans.remaining(&address("::1"), now), None);
        // Loopback has no exemption by default.
        assert!(fail_until_banned(&mut bans, "127.0.0.1", now));
    }

    #[test]
    fn failures_during_a_ban_are_not_counted() {
        let (mut bans, now) = (bans(), Instant::now());
        fail_until_banned(&mut bans, "192.0.2.1", now);
        assert!(!fail_until_banned(&mut bans, "192.0.2.1", now + SECOND));
        assert_eq!(bans.remaining(&address("192.0.2.1"), now + 60 * SECOND), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn memory_is_bounded(
            events in prop::collection::vec((0u32..500, 0u64..30), 0..2000),
            failures in 1usize..4,
        ) {
            let limits = BanLimits { capacity: 10, max_failures: failures, ..BanLimits::default() };
            let mut bans = Bans::new(limits, Vec::new());
            let mut now = Instant::now();
            for (low, seconds) in events {
                now += Duration::from_secs(seconds);
                bans.record_failure(&Client::without_cookie(Ipv4Addr::from(low * 77).into()), now);
                prop_assert!(bans.failures.len().max(bans.banned_until.len()) <= 10);
                prop_assert!(bans.failures.iter().all(|entry| entry.1.len() < failures));
            }
        }

        /// Many new addresses with one failure each do not evict a ban.
        #[test]
        fn new_addresses_do_not_evict_bans(crowd in prop::collection::vec(any::<u32>(), 0..500)) {
            let limits = BanLimits { capacity: 10, ..BanLimits::default() };
            let mut bans = Bans::new(limits, Vec::new());
            let now = Instant::now();
            fail_until_banned(&mut bans, "192.0.2.1", now);
            for low in crowd {
                bans.record_failure(&Client::without_cookie(Ipv4Addr::from(low).into()), now);
            }
            prop_assert!(bans.remaining(&address("192.0.2.1"), now).is_some());
        }
    }
}
