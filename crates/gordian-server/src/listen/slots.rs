//! Counts connections, in total and per address (IPv6: per /64, within which a client can choose
//! its address).
//!
//! In addition to its own limit, an address can have at most a quarter of the free slots, or one.
//! Therefore a few addresses with many connections leave slots for new clients until the last slot
//! is taken.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::code::{self, ErrorCode};
use crate::guard::ClientAddress;

/// The open connections.
#[derive(Debug, Default)]
pub(super) struct Slots {
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    /// Bounded by `total`.
    per_address: FxHashMap<ClientAddress, usize>,
}

/// An open connection; dropping it releases the slot.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    client: ClientAddress,
}

impl Slots {
    /// Acquires one of `total` slots. With `per_address`, an address is limited to that many, and
    /// to its share of the free slots.
    pub(super) fn acquire(
        self: &Arc<Self>,
        address: IpAddr,
        total: usize,
        per_address: Option<usize>,
    ) -> Result<Slot, ErrorCode> {
        let client = ClientAddress::of(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use = open.per_address.get(&client).copied().unwrap_or(0);
        let free = total.saturating_sub(open.total);
        if let Some(limit) = per_address {
            // An address at its own limit gets that error even if the service is full.
            if in_use >= limit {
                return Err(code::QUOTA_CONNECTIONS);
            }
            if in_use >= (free / 4).max(1) {
                return Err(code::SERVER_FULL);
            }
        }
        if free == 0 {
            return Err(code::SERVER_FULL);
        }
        open.total += 1;
        *open.per_address.entry(client).or_default() += 1;
        Ok(Slot { slots: Arc::clone(self), client })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut open = self.slots.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        if let Some(count) = open.per_address.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.per_address.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_counted_and_released() {
        let slots = Arc::new(Slots::default());
        let [a, b] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let take = |address| slots.acquire(address, 16, Some(2));
        let first = take(a).unwrap();
        let _second = take(a).unwrap();
        assert_eq!(take(a).unwrap_err(), code::QUOTA_CONNECTIONS);
        let third = take(b).unwrap();
        drop(first);
        drop(third);
        let open = slots.open.lock().unwrap();
        assert_eq!(
            (open.total, open.per_address.len(), open.per_address[&ClientAddress::of(a)]),
            (1, 1, 1)
        );
    }

    #[test]
    fn ipv6_neighbours_share_a_limit() {
        let slots = Arc::new(Slots::default());
        let take = |text: &str| slots.acquire(text.parse().unwrap(), 64, Some(2));
        let _held = [take("2001:db8::1").unwrap(), take("2001:db8::2").unwrap()];
        assert_eq!(take("2001:db8::ffff:3").unwrap_err(), code::QUOTA_CONNECTIONS);
        assert!(take("2001:db8:0:1::1").is_ok());
    }

    #[test]
    fn many_connections_leave_slots_for_new_clients() {
        let slots = Arc::new(Slots::default());
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let mut held = Vec::new();
        // Eight addresses acquire as many slots as they can.
        for _ in 0..100 {
            held.extend((0..8).filter_map(|last| slots.acquire(address(last), 512, Some(64)).ok()));
        }
        assert!((150..200).contains(&(512 - held.len())), "{}", held.len());
        assert_eq!(slots.acquire(address(0), 512, Some(64)).unwrap_err(), code::SERVER_FULL);
        for last in 8..100 {
            held.push(slots.acquire(address(last), 512, Some(64)).unwrap());
        }
        // Proxies are not limited to a share, and can take the last slot.
        while let Ok(slot) = slots.acquire(address(200), 512, None) {
            held.push(slot);
        }
        assert_eq!(held.len(), 512);
        assert_eq!(slots.acquire(address(201), 512, Some(64)).unwrap_err(), code::SERVER_FULL);
    }
}
