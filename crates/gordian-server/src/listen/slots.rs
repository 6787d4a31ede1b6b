//! Counts connections, in all and per address (IPv6: per /64, in which addresses are free).
//!
//! Besides its own limit an address may have at most a quarter of what is still free, or one. So a
//! few addresses with many connections each leave room, and newcomers find a place until the very
//! last one is taken.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::code::{self, Code};
use crate::guard::ClientAddress;

/// The connections that are open.
#[derive(Debug, Default)]
pub(super) struct Slots {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    /// Bounded by `total`.
    per_address: FxHashMap<ClientAddress, usize>,
}

/// One open connection; dropping it makes room.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    client: ClientAddress,
}

impl Slots {
    /// Takes a place, of at most `total`; with `per_address`, of at most so many for this address
    /// and its share of what is free.
    pub(super) fn take(
        self: &Arc<Self>,
        address: IpAddr,
        total: usize,
        per_address: Option<usize>,
    ) -> Result<Slot, Code> {
        let client = ClientAddress::of(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.per_address.get(&client).copied().unwrap_or(0);
        let free = total.saturating_sub(open.total);
        if let Some(limit) = per_address {
            // Who has too many himself is told so even when the service is full because of him.
            if own >= limit {
                return Err(code::CONNECTIONS);
            }
            if own >= (free / 4).max(1) {
                return Err(code::FULL);
            }
        }
        if free == 0 {
            return Err(code::FULL);
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
    fn places_are_counted_and_given_back() {
        let slots = Arc::new(Slots::default());
        let [a, b] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let take = |address| slots.take(address, 16, Some(2));
        let first = take(a).unwrap();
        let _second = take(a).unwrap();
        assert_eq!(take(a).unwrap_err(), code::CONNECTIONS);
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
    fn neighbours_in_ipv6_share() {
        let slots = Arc::new(Slots::default());
        let take = |text: &str| slots.take(text.parse().unwrap(), 64, Some(2));
        let _held = [take("2001:db8::1").unwrap(), take("2001:db8::2").unwrap()];
        assert_eq!(take("2001:db8::ffff:3").unwrap_err(), code::CONNECTIONS);
        assert!(take("2001:db8:0:1::1").is_ok());
    }

    #[test]
    fn crowds_leave_room_for_newcomers() {
        let slots = Arc::new(Slots::default());
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let mut held = Vec::new();
        // Eight addresses take all they get, again and again.
        for _ in 0..100 {
            held.extend((0..8).filter_map(|last| slots.take(address(last), 512, Some(64)).ok()));
        }
        assert!((150..200).contains(&(512 - held.len())), "{}", held.len());
        assert_eq!(slots.take(address(0), 512, Some(64)).unwrap_err(), code::FULL);
        for last in 8..100 {
            held.push(slots.take(address(last), 512, Some(64)).unwrap());
        }
        // Proxies have no share, and the last place is the last.
        while let Ok(slot) = slots.take(address(200), 512, None) {
            held.push(slot);
        }
        assert_eq!(held.len(), 512);
        assert_eq!(slots.take(address(201), 512, Some(64)).unwrap_err(), code::FULL);
    }
}
