//! Who fails again and again is refused for a while.
//!
//! An address with [`BanLimits::failures`] failures in the window is banned; each further ban
//! lasts twice as long as the one before, up to the longest. Neighbours do not suffer for one bad
//! machine: the network is banned only when several of its addresses were, within the window. Bans
//! end by themselves, and after the longest ban's time without a new one they are forgotten.
//!
//! Memory is bounded: failures, bans and networks have tables of [`BanLimits::capacity`] entries
//! each, from which the longest unseen goes. They are apart so that a crowd of new addresses that
//! fail once cannot push a ban out.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ipnet::IpNet;
use lru::LruCache;

use super::client::{Network, within};
use crate::config::BanLimits;

/// A ban that has just begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) subject: String,
    pub(crate) length: Duration,
}

/// Who is banned.
#[derive(Debug)]
pub(crate) struct Bans {
    limits: BanLimits,
    allowlist: Vec<IpNet>,
    failures: LruCache<IpAddr, VecDeque<Instant>>,
    addresses: LruCache<IpAddr, Sentence>,
    networks: LruCache<Network, Sentence>,
    /// When addresses of a network were banned.
    neighbours: LruCache<Network, VecDeque<(IpAddr, Instant)>>,
}

/// The last ban of an address or network.
#[derive(Clone, Copy, Debug)]
struct Sentence {
    until: Instant,
    length: Duration,
}

impl Bans {
    pub(crate) fn new(limits: BanLimits, allowlist: Vec<IpNet>) -> Self {
        let capacity = NonZeroUsize::new(limits.capacity).unwrap_or(NonZeroUsize::MIN);
        Self {
            failures: LruCache::new(capacity),
            addresses: LruCache::new(capacity),
            networks: LruCache::new(capacity),
            neighbours: LruCache::new(capacity),
            limits,
            allowlist,
        }
    }

    /// Returns how long `address` is still banned.
    pub(crate) fn remaining(&mut self, address: IpAddr, now: Instant) -> Option<Duration> {
        if within(&self.allowlist, address) {
            return None;
        }
        let own = self.addresses.get(&address).map(|sentence| sentence.until);
        let network = self.networks.get(&Network::of(address)).map(|sentence| sentence.until);
        let until = own.max(network)?;
        until.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// Notes a failure and returns the bans it leads to.
    pub(crate) fn fail(&mut self, address: IpAddr, now: Instant) -> Vec<Verdict> {
        // Failures during a ban do not lengthen it: what was under way may still fail.
        if within(&self.allowlist, address) || self.remaining(address, now).is_some() {
            return Vec::new();
        }
        let times = self.failures.get_or_insert_mut(address, VecDeque::new);
        times.push_back(now);
        forget(times, |time| *time, self.limits.window, now);
        if times.len() < self.limits.failures {
            return Vec::new();
        }
        self.failures.pop(&address);
        let length = sentence(&self.limits, &mut self.addresses, address, now);
        let mut verdicts = vec![Verdict { subject: address.to_string(), length }];
        verdicts.extend(self.escalate(address, now));
        verdicts
    }

    /// Bans the network of an address that was banned just now, if enough of it were.
    fn escalate(&mut self, address: IpAddr, now: Instant) -> Option<Verdict> {
        let network = Network::of(address);
        let banned = self.neighbours.get_or_insert_mut(network, VecDeque::new);
        banned.retain(|entry| entry.0 != address);
        banned.push_back((address, now));
        forget(banned, |entry| entry.1, self.limits.window, now);
        if banned.len() < self.limits.addresses {
            return None;
        }
        self.neighbours.pop(&network);
        let length = sentence(&self.limits, &mut self.networks, network, now);
        Some(Verdict { subject: network.to_string(), length })
    }

    /// Returns the number of entries of the largest table.
    #[cfg(test)]
    fn largest(&self) -> usize {
        let lengths = [self.failures.len(), self.addresses.len(), self.networks.len()];
        lengths.into_iter().max().unwrap_or(0).max(self.neighbours.len())
    }
}

/// Drops what happened before the window.
fn forget<T>(
    entries: &mut VecDeque<T>,
    time: impl Fn(&T) -> Instant,
    window: Duration,
    now: Instant,
) {
    while entries.front().is_some_and(|entry| now.duration_since(time(entry)) >= window) {
        entries.pop_front();
    }
}

/// Begins a ban and returns its length.
fn sentence<K: std::hash::Hash + Eq>(
    limits: &BanLimits,
    table: &mut LruCache<K, Sentence>,
    key: K,
    now: Instant,
) -> Duration {
    let recent = table.get(&key).filter(|last| now.duration_since(last.until) < limits.longest);
    let length = recent.map_or(limits.first, |last| last.length.saturating_mul(2));
    let length = length.min(limits.longest);
    table.put(key, Sentence { until: now + length, length });
    length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn bans() -> Bans {
        Bans::new(BanLimits::default(), vec!["203.0.113.0/24".parse().unwrap()])
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Fails 20 times and returns who was banned.
    fn fail(bans: &mut Bans, who: &str, now: Instant) -> Vec<String> {
        (0..20).flat_map(|_| bans.fail(address(who), now)).map(|ban| ban.subject).collect()
    }

    #[test]
    fn the_twentieth_failure_in_the_window_bans() {
        let (mut bans, start) = (bans(), Instant::now());
        let who = address("192.0.2.1");
        for second in 0..19 {
            assert_eq!(bans.fail(who, start + Duration::from_secs(second)), []);
        }
        // The first failure has left the window by now.
        assert_eq!(bans.fail(who, start + 15 * MINUTE), []);
        assert_eq!(bans.remaining(who, start + 15 * MINUTE), None);
        let [ban] = &bans.fail(who, start + 15 * MINUTE)[..] else { panic!("no ban") };
        assert_eq!((ban.subject.as_str(), ban.length), ("192.0.2.1", 15 * MINUTE));
        assert_eq!(bans.remaining(who, start + 20 * MINUTE), Some(10 * MINUTE));
        assert_eq!(bans.remaining(address("192.0.2.2"), start + 20 * MINUTE), None);
        assert_eq!(bans.remaining(who, start + 30 * MINUTE), None);
    }

    #[test]
    fn bans_double_up_to_a_day_and_are_forgotten() {
        let (mut bans, mut now) = (bans(), Instant::now());
        let who = address("2001:db8::1");
        let mut lengths = Vec::new();
        for _ in 0..9 {
            assert_eq!(fail(&mut bans, "2001:db8::1", now), ["2001:db8::1"]);
            let length = bans.remaining(who, now).unwrap();
            lengths.push(length.as_secs() / 60);
            now += length;
        }
        assert_eq!(lengths, [15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
        now += 24 * 60 * MINUTE;
        fail(&mut bans, "2001:db8::1", now);
        assert_eq!(bans.remaining(who, now), Some(15 * MINUTE));
    }

    #[test]
    fn networks_follow_after_three_addresses() {
        let (mut bans, now) = (bans(), Instant::now());
        assert_eq!(fail(&mut bans, "192.0.2.1", now), ["192.0.2.1"]);
        assert_eq!(fail(&mut bans, "192.0.2.2", now), ["192.0.2.2"]);
        assert_eq!(bans.remaining(address("192.0.2.9"), now), None);
        // Not within one window with the third.
        let later = now + 15 * MINUTE;
        assert_eq!(fail(&mut bans, "192.0.2.3", later), ["192.0.2.3"]);
        assert_eq!(fail(&mut bans, "192.0.2.4", later), ["192.0.2.4"]);
        assert_eq!(fail(&mut bans, "192.0.2.5", later), ["192.0.2.5", "192.0.2.0/24"]);
        assert_eq!(bans.remaining(address("192.0.2.9"), later), Some(15 * MINUTE));
        assert_eq!(bans.remaining(address("192.0.3.9"), later), None);
        assert_eq!(bans.remaining(address("192.0.2.9"), later + 15 * MINUTE), None);
    }

    #[test]
    fn one_address_that_is_banned_again_is_still_one() {
        let (mut bans, mut now) = (bans(), Instant::now());
        bans.limits.window = 600 * MINUTE;
        for _ in 0..4 {
            assert_eq!(fail(&mut bans, "192.0.2.1", now), ["192.0.2.1"]);
            now += bans.remaining(address("192.0.2.1"), now).unwrap();
        }
    }

    #[test]
    fn the_allowlist_is_never_banned() {
        let (mut bans, now) = (bans(), Instant::now());
        assert_eq!(fail(&mut bans, "203.0.113.5", now), [""; 0]);
        assert_eq!(bans.remaining(address("203.0.113.5"), now), None);
        // Loopback has no privilege of its own.
        assert_eq!(fail(&mut bans, "127.0.0.1", now), ["127.0.0.1"]);
    }

    #[test]
    fn failures_during_a_ban_do_not_count() {
        let (mut bans, now) = (bans(), Instant::now());
        fail(&mut bans, "192.0.2.1", now);
        assert_eq!(fail(&mut bans, "192.0.2.1", now + MINUTE), [""; 0]);
        assert_eq!(bans.remaining(address("192.0.2.1"), now + 15 * MINUTE), None);
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
                prop_assert!(bans.largest() <= 10);
                prop_assert!(bans.failures.iter().all(|entry| entry.1.len() < failures));
                prop_assert!(bans.neighbours.iter().all(|entry| entry.1.len() < 3));
            }
        }

        /// A crowd of new addresses that fail once does not free who is banned.
        #[test]
        fn crowds_do_not_free(crowd in prop::collection::vec(any::<u32>(), 0..500)) {
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
