//! Amounts that all clients share: connections, and the memory of request bodies until they are
//! handled and of answers until they are sent.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use http_body_util::BodyExt;
use rustc_hash::FxHashMap;

use super::client::ClientAddress;

/// An amount that all clients share. One address can use a quarter of the free part, or 1, so a few
/// addresses leave a part for new clients.
#[derive(Debug)]
pub(crate) struct Budget {
    used: Arc<Mutex<Usage>>,
    limit: u64,
}

#[derive(Debug, Default)]
struct Usage {
    total: u64,
    by_address: FxHashMap<ClientAddress, u64>,
}

/// A part of a budget, released when the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Reservation(Arc<ReservedPart>);

#[derive(Debug)]
struct ReservedPart {
    used: Arc<Mutex<Usage>>,
    limit: u64,
    address: ClientAddress,
    /// Whether the address is limited to its share.
    is_shared: bool,
    reserved: AtomicU64,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { used: Arc::default(), limit }
    }

    /// Returns an empty reservation for an address.
    pub(crate) fn reserve(&self, address: ClientAddress) -> Reservation {
        self.reservation(address, true)
    }

    /// Returns an empty reservation for a proxy, which can use the whole free part.
    pub(crate) fn reserve_for_proxy(&self, address: ClientAddress) -> Reservation {
        self.reservation(address, false)
    }

    fn reservation(&self, address: ClientAddress, is_shared: bool) -> Reservation {
        let (used, limit) = (Arc::clone(&self.used), self.limit);
        let reserved = AtomicU64::new(0);
        Reservation(Arc::new(ReservedPart { used, limit, address, is_shared, reserved }))
    }

    /// Returns what an address uses.
    pub(crate) fn used_by(&self, address: ClientAddress) -> u64 {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.by_address.get(&address).copied().unwrap_or(0)
    }
}

impl Reservation {
    /// Reserves more, if available.
    pub(crate) fn grow(&self, amount: u64) -> bool {
        let ReservedPart { used, limit, address, is_shared, reserved } = &*self.0;
        let mut used = used.lock().unwrap_or_else(PoisonError::into_inner);
        let free = limit.saturating_sub(used.total);
        let of_address = used.by_address.get(address).copied().unwrap_or(0);
        let is_above_share = of_address.saturating_add(amount) > (free / 4).max(1);
        if amount > free || (*is_shared && is_above_share) {
            return false;
        }
        used.total += amount;
        *used.by_address.entry(*address).or_default() += amount;
        reserved.fetch_add(amount, Ordering::Relaxed);
        true
    }
}

/// Returns a body with a value that is dropped when the body is finished or its connection is
/// closed.
pub(crate) fn owning(body: Body, owned: impl Send + 'static) -> Body {
    Body::new(body.map_err(move |error| {
        let _ = &owned;
        error
    }))
}

impl Drop for ReservedPart {
    fn drop(&mut self) {
        let reserved = *self.reserved.get_mut();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.total -= reserved;
        if let Some(of_address) = used.by_address.get_mut(&self.address) {
            *of_address -= reserved;
            if *of_address == 0 {
                used.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    #[test]
    fn amounts_are_limited_and_released() {
        let budget = Budget::new(1000);
        let share = |last: u8| budget.reserve(ClientAddress::of([192, 0, 2, last].into()));
        let (first, second, other) = (share(1), share(1), share(2));
        // One address gets a quarter of the free part.
        assert!(first.grow(150) && !second.grow(63) && second.grow(60) && !first.grow(u64::MAX));
        assert!(other.grow(190) && !other.grow(10));
        assert_eq!(budget.used_by(address("192.0.2.1")), 210);
        let clone = first.clone();
        drop(first);
        assert!(!second.grow(100));
        drop(clone);
        assert!(second.grow(100));
        drop((second, other));
        let used = budget.used.lock().unwrap();
        assert!(used.total == 0 && used.by_address.is_empty());
    }

    #[test]
    fn many_connections_leave_slots_for_new_clients() {
        let slots = Budget::new(512);
        let take = |last: u8| {
            let slot = slots.reserve(ClientAddress::of([192, 0, 2, last].into()));
            slot.grow(1).then_some(slot)
        };
        // Eight addresses acquire as many slots as they can.
        let mut held = Vec::new();
        for _ in 0..100 {
            held.extend((0..8).filter_map(take));
        }
        assert!((150..200).contains(&(512 - held.len())), "{}", held.len());
        assert!(take(0).is_none());
        held.extend((8..100).map(|last| take(last).unwrap()));
        // Proxies can take the last slot.
        while held.len() < 512 {
            let slot = slots.reserve_for_proxy(address("192.0.2.200"));
            assert!(slot.grow(1));
            held.push(slot);
        }
        assert!(take(201).is_none());
    }

    #[test]
    fn ipv6_neighbours_share_a_limit() {
        let slots = Budget::new(12);
        let take = |text: &str| {
            let slot = slots.reserve(address(text));
            slot.grow(1).then_some(slot)
        };
        let _held = [take("2001:db8::1").unwrap(), take("2001:db8::2").unwrap()];
        assert!(take("2001:db8::ffff:3").is_none() && take("2001:db8:0:1::1").is_some());
    }
}
