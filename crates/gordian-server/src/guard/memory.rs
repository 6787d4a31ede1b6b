//! Memory that clients hold: request bodies until they are handled, and answers until they are sent.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::client::ClientAddress;

/// The memory used by all requests together. One address can use a quarter of the free part.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    used: Arc<Mutex<MemoryUsage>>,
    limit: u64,
}

#[derive(Debug, Default)]
struct MemoryUsage {
    total: u64,
    by_address: FxHashMap<ClientAddress, u64>,
}

/// The memory reserved by one request, released when the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct MemoryReservation(Arc<Reservation>);

#[derive(Debug)]
struct Reservation {
    used: Arc<Mutex<MemoryUsage>>,
    limit: u64,
    address: ClientAddress,
    reserved: AtomicU64,
}

impl MemoryBudget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { used: Arc::default(), limit }
    }

    /// Returns an empty reservation for a new request from an address.
    pub(crate) fn reserve(&self, address: ClientAddress) -> MemoryReservation {
        let (used, limit) = (Arc::clone(&self.used), self.limit);
        MemoryReservation(Arc::new(Reservation {
            used,
            limit,
            address,
            reserved: AtomicU64::new(0),
        }))
    }
}

impl MemoryReservation {
    /// Reserves more memory, if available.
    pub(crate) fn grow(&self, bytes: u64) -> bool {
        let Reservation { used, limit, address, reserved } = &*self.0;
        let mut used = used.lock().unwrap_or_else(PoisonError::into_inner);
        let free = limit.saturating_sub(used.total);
        let of_address = used.by_address.get(address).copied().unwrap_or(0);
        if bytes > free || of_address.saturating_add(bytes) > free / 4 {
            return false;
        }
        used.total += bytes;
        *used.by_address.entry(*address).or_default() += bytes;
        reserved.fetch_add(bytes, Ordering::Relaxed);
        true
    }
}

impl Drop for Reservation {
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

    #[test]
    fn memory_is_limited_and_released() {
        let memory = MemoryBudget::new(1000);
        let share = |last: u8| memory.reserve(ClientAddress::of([192, 0, 2, last].into()));
        let (first, second, other) = (share(1), share(1), share(2));
        // One address gets a quarter of the free memory.
        assert!(first.grow(150) && !second.grow(63) && second.grow(60) && !first.grow(u64::MAX));
        assert!(other.grow(190) && !other.grow(10));
        let clone = first.clone();
        drop(first);
        assert!(!second.grow(100));
        drop(clone);
        assert!(second.grow(100));
        drop((second, other));
        let used = memory.used.lock().unwrap();
        assert!(used.total == 0 && used.by_address.is_empty());
    }
}
