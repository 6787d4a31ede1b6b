//! Clients that send what no ordinary client sends are refused for a short while.
//!
//! A client address with [`BanLimits::failures`] counted failures within [`BanLimits::window`] is
//! banned for [`BanLimits::length`]. Only refusals whose [`Code::counts`](crate::code::Code::counts)
//! is set are counted; none of them can be caused by a browser on behalf of another site, by a slow
//! network, or by a mistake in a puzzle. Bans do not grow and never reach beyond the address (for
//! IPv6, the /64 that one customer gets).
//!
//! Memory is bounded: failures and bans have tables of [`BanLimits::capacity`] entries each, from
//! which the least recently used entry goes. They are separate so that a crowd of new addresses that
//! fail once cannot push a ban out.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ipnet::IpNet;
use lru::LruCache;

use super::client::{ClientAddress, within};
use crate::config::BanLimits;

/// The banned addresses.
#[derive(Debug)]
pub(crate) struct Bans {
    limits: BanLimits,
    allowlist: Vec<IpNet>,
    failures: LruCache<ClientAddress, VecDeque<Instant>>,
    /// The end of each ban.
    banned_until: LruCache<ClientAddress, Instant>,
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

    /// Returns how long `address` is still banned.
    pub(crate) fn remaining(&mut self, address: IpAddr, now: Instant) -> Option<Duration> {
        if within(&self.allowlist, address) {
            return None;
        }
        let until = *self.banned_until.get(&ClientAddress::of(address))?;
        until.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// Counts a failure; returns `true` if it is the one that bans the address.
    pub(crate) fn fail(&mut self, address: IpAddr, now: Instant) -> bool {
        // Failures during a ban do not lengthen it: requests on the way may still fail.
        if within(&self.allowlist, address) || self.remaining(address, now).is_some() {
            return false;
        }
        let address = ClientAddress::of(address);
        let times = self.failures.get_or_insert_mut(address, VecDeque::new);
        times.push_back(now);
        while times.front().is_some_and(|&time| now.duration_since(time) >= self.limits.window) {
            times.pop_front();
        }
        if times.len() < self.limits.failures {
            return false;
        }
        self.failures.pop(&address);
        self.banned_until.put(address, now + self.limits.length);
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn bans() -> Bans {
        Bans::new(
            BanLimits::default(),
            ["203.0.113.0/24", "::1/128"].map(|it| it.parse().unwrap()).to_vec(),
        )
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Fails 20 times and returns whether that led to a ban.
    fn fail(bans: &mut Bans, text: &str, now: Instant) -> bool {
        (0..20).any(|_| bans.fail(address(text), now))
    }

    #[test]
    fn the_twentieth_failure_in_the_window_bans() {
        let (mut bans, start) = (bans(), Instant::now());
        let client = address("192.0.2.1");
        for second in 0..19 {
            assert!(!bans.fail(client, start + second * SECOND));
        }
        // The first failure has left the window by now.
        assert!(!bans.fail(client, start + 60 * SECOND));
        assert_eq!(bans.remaining(client, start + 60 * SECOND), None);
        assert!(bans.fail(client, start + 60 * SECOND));
        assert_eq!(bans.remaining(client, start + 70 * SECOND), Some(50 * SECOND));
        assert_eq!(bans.remaining(address("192.0.2.2"), start + 70 * SECOND), None);
        assert_eq!(bans.remaining(client, start + 120 * SECOND), None);
    }

    #[test]
    fn bans_never_grow() {
        let (mut bans, mut now) = (bans(), Instant::now());
        for _ in 0..9 {
            assert!(fail(&mut bans, "2001:db8::1", now));
            assert_eq!(bans.remaining(address("2001:db8::1"), now), Some(60 * SECOND));
            now += 60 * SECOND;
        }
    }

    #[test]
    fn neighbours_are_not_banned() {
        let (mut bans, now) = (bans(), Instant::now());
        for last in 1..100 {
            assert!(fail(&mut bans, &format!("192.0.2.{last}"), now));
            assert!(fail(&mut bans, &format!("2001:db8:0:{last}::1"), now));
        }
        for neighbour in ["192.0.2.100", "2001:db8:0:100::1"] {
            assert_eq!(bans.remaining(address(neighbour), now), None);
        }
        // Addresses within a /64 are free: they are one client.
        assert!(bans.remaining(address("2001:db8:0:1::ffff"), now).is_some());
    }

    #[test]
    fn the_allowlist_is_never_banned() {
        let (mut bans, now) = (bans(), Instant::now());
        assert!(!fail(&mut bans, "203.0.113.5", now));
        assert_eq!(bans.remaining(address("203.0.113.5"), now), None);
        // One address of a /64 is enough.
        assert!(!fail(&mut bans, "::1", now) && fail(&mut bans, "::2", now));
        assert_eq!(bans.remaining(address("::1"), now), None);
        // Loopback has no privilege of its own.
        assert!(fail(&mut bans, "127.0.0.1", now));
    }

    #[test]
    fn failures_during_a_ban_do_not_count() {
        let (mut bans, now) = (bans(), Instant::now());
        fail(&mut bans, "192.0.2.1", now);
        assert!(!fail(&mut bans, "192.0.2.1", now + SECOND));
        assert_eq!(bans.remaining(address("192.0.2.1"), now + 60 * SECOND), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn memory_is_bounded(
            events in prop::collection::vec((0u32..500, 0u64..30), 0..2000),
            failures in 1usize..4,
        ) {
            let limits = BanLimits { capacity: 10, failures, ..BanLimits::default() };
            let mut bans = Bans::new(limits, Vec::new());
            let mut now = Instant::now();
            for (low, seconds) in events {
                now += Duration::from_secs(seconds);
                bans.fail(IpAddr::V4((low * 77).into()), now);
                prop_assert!(bans.failures.len().max(bans.banned_until.len()) <= 10);
                prop_assert!(bans.failures.iter().all(|entry| entry.1.len() < failures));
            }
        }

        /// A crowd of new addresses that fail once does not lift a ban.
        #[test]
        fn crowds_do_not_lift_bans(crowd in prop::collection::vec(any::<u32>(), 0..500)) {
            let limits = BanLimits { capacity: 10, ..BanLimits::default() };
            let mut bans = Bans::new(limits, Vec::new());
            let now = Instant::now();
            fail(&mut bans, "192.0.2.1", now);
            for low in crowd {
                bans.fail(IpAddr::V4(low.into()), now);
            }
            prop_assert!(bans.remaining(address("192.0.2.1"), now).is_some());
        }
    }
}
