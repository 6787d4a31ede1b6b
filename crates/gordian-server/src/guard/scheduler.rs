//! Fair scheduling of computations among clients.
//!
//! Each client has its own queue of waiting requests. A free thread goes to the network with the
//! lowest charge (IPv4 /24 or IPv6 /56), within it to the address, and within that to the client
//! (start-time fair queueing). Requests are charged their processor time, so a client with
//! expensive requests waits for the others, and not the others for it:
//!
//! ```text
//! address A  charged 12 ms ─┬─ client 1  charged 3 ms   [r r r]
//!                           └─ client 2  charged 9 ms   [r]
//! address B  charged 4 s   ───  client 3  charged 4 s    [r r r r r r]
//!
//! next: A, client 1
//! ```
//!
//! Threads are assigned sparingly:
//!
//! - One client can use a quarter of the threads, and one address half of the free threads, so a
//!   new client finds a free one.
//! - A request that has run for [`LONG_RUN_TIME`] becomes a *long* request: it releases its thread
//!   slot and continues on one of the threads reserved for long requests, up to their number; one
//!   address can use half of them. The operating system shares the processors among all threads, so
//!   short requests finish soon beside long ones.
//!
//! - An eighth of the threads is kept for addresses that have nothing running.
//! - When no thread is free and a client with nothing running waits, the longest request of the
//!   network, address or client with the highest charge is stopped, if it has run for
//!   [`MIN_RUN_TIME`] and is not its only one.
//!
//! The charge of an address is divided by the number of its clients, and that of a network by the
//! number of its addresses, up to [`MAX_WEIGHT`]: a class behind one address is not one client, but
//! cookies are free, so a thousand of them gain no more than that factor.
//!
//! A client that returns after a pause starts with the charge of the clients that are served now,
//! so it cannot accumulate credit. A higher charge is remembered for [`IDLE_RETENTION`], for
//! [`MAX_IDLE`] clients of an address. When the queues are full, the address with the most waiting
//! requests loses the latest request of its client with the most, if that address has more waiting
//! requests than the new request's address.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::client::{ClientAddress, ClientKey, ClientNetwork};
use crate::config::ComputeLimits;
use crate::cookie::ClientId;

/// The maximum number of clients behind one address that count for its share.
const MAX_WEIGHT: u64 = 16;

/// How long a client without requests is remembered.
const IDLE_RETENTION: Duration = Duration::from_secs(60);

/// The maximum number of remembered clients without requests per address.
const MAX_IDLE: usize = 64;

/// The running time after which a request becomes a long one.
const LONG_RUN_TIME: Duration = Duration::from_millis(300);

/// The running time before which a request is not stopped for others.
const MIN_RUN_TIME: Duration = Duration::from_secs(1);

/// The least time between two looks for requests that make room.
const ROOM_INTERVAL: Duration = Duration::from_millis(100);

/// The interval at which waiting requests check for requests that have become long.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The charge of each request in addition to its processor time.
const FIXED_COST: Duration = Duration::from_micros(200);

/// Why a request was not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdmissionError {
    /// Too many requests of this client are waiting.
    ClientQueueFull,
    /// Too many requests of all clients are waiting.
    QueueFull,
    /// The request has waited too long.
    TimedOut,
}

/// Assigns threads to the requests of all clients.
#[derive(Debug)]
pub(crate) struct Scheduler {
    limits: ComputeLimits,
    state: Mutex<State>,
}

/// The right to use a thread, released on drop.
#[derive(Debug)]
pub(crate) struct Permit {
    scheduler: Arc<Scheduler>,
    number: u64,
    cost: Duration,
    stopped: CancellationToken,
}

impl Permit {
    /// Returns the token that is cancelled when the request has to make room for others.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.stopped
    }

    /// Sets the processor time that the request took.
    pub(crate) fn charge(&mut self, cost: Duration) {
        self.cost = cost;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.scheduler.lock().finish(self.number, self.cost + FIXED_COST, &self.scheduler.limits);
    }
}

impl Scheduler {
    pub(crate) fn new(limits: ComputeLimits) -> Arc<Self> {
        Arc::new(Self { limits, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that changes the state can panic halfway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request of `client` is admitted, at most [`ComputeLimits::max_wait`].
    pub(crate) async fn admit(
        self: &Arc<Self>,
        client: ClientKey,
    ) -> Result<Permit, AdmissionError> {
        let begin = Instant::now();
        let (number, mut turn) = self.lock().enqueue(client, &self.limits, begin)?;
        let mut waiting = WaitingRequest { scheduler: self, client, number, is_admitted: false };
        loop {
            let left = self.limits.max_wait.saturating_sub(begin.elapsed());
            match timeout(left.min(CHECK_INTERVAL), &mut turn).await {
                Ok(Ok(stopped)) => {
                    waiting.is_admitted = true;
                    let (scheduler, cost) = (Arc::clone(self), Duration::ZERO);
                    return Ok(Permit { scheduler, number, cost, stopped });
                }
                // Evicted in favour of an address with fewer waiting requests.
                Ok(Err(_)) => return Err(AdmissionError::QueueFull),
                Err(_) if left <= CHECK_INTERVAL => return Err(AdmissionError::TimedOut),
                Err(_) => self.lock().check(&self.limits, Instant::now()),
            }
        }
    }
}

/// A waiting request. When dropped, it leaves its queue, or releases the thread slot that it was
/// assigned.
struct WaitingRequest<'a> {
    scheduler: &'a Scheduler,
    client: ClientKey,
    number: u64,
    is_admitted: bool,
}

impl Drop for WaitingRequest<'_> {
    fn drop(&mut self) {
        if !self.is_admitted {
            let mut state = self.scheduler.lock();
            if let RemovalOrigin::Running = state.remove(self.client, self.number) {
                state.finish(self.number, Duration::ZERO, &self.scheduler.limits);
            }
        }
    }
}

/// Where a cancelled request was found.
enum RemovalOrigin {
    FromQueue,
    Evicted,
    Running,
}

#[derive(Debug, Default)]
struct State {
    addresses: FxHashMap<ClientAddress, AddressState>,
    networks: FxHashMap<ClientNetwork, NetworkState>,
    /// The addresses with waiting requests.
    active: FxHashSet<ClientAddress>,
    running: Vec<AdmittedRequest>,
    /// The number of long requests among the running ones.
    long: usize,
    waiting: usize,
    /// The virtual time: the largest charge of an address at the moment it was assigned a thread.
    virtual_time: u64,
    /// The same for networks.
    network_virtual_time: u64,
    /// The number of the next request.
    next: u64,
    /// Evicted requests that have not noticed it yet.
    evicted: Vec<u64>,
    last_sweep: Option<Instant>,
    /// The last time that long requests were promoted for waiting ones, and that room was made.
    last_check: Option<Instant>,
    last_room: Option<Instant>,
}

/// A running request.
#[derive(Debug)]
struct AdmittedRequest {
    number: u64,
    client: ClientKey,
    begin: Instant,
    is_long: bool,
    /// Stops the request to make room for others.
    stop: CancellationToken,
}

/// The addresses of one network.
#[derive(Debug, Default)]
struct NetworkState {
    /// Nanoseconds, divided by the weight.
    charged: u64,
    /// The number of running and waiting requests.
    n_requests: usize,
    /// The number of addresses in the state.
    n_addresses: usize,
}

#[derive(Debug, Default)]
struct AddressState {
    /// The clients with requests.
    clients: FxHashMap<Option<ClientId>, ClientQueue>,
    /// The charges of clients without requests, and the times of their last requests.
    idle: FxHashMap<Option<ClientId>, (u64, Instant)>,
    /// Nanoseconds, divided by the weight.
    charged: u64,
    virtual_time: u64,
    /// The number of running short requests, and of long ones.
    short: usize,
    long: usize,
    waiting: usize,
}

/// The requests of one client.
#[derive(Debug, Default)]
struct ClientQueue {
    charged: u64,
    /// The number of running requests, including long ones.
    running: usize,
    queue: VecDeque<Request>,
}

#[derive(Debug)]
struct Request {
    number: u64,
    turn: oneshot::Sender<CancellationToken>,
}

impl AddressState {
    fn is_idle(&self) -> bool {
        self.short == 0 && self.long == 0 && self.waiting == 0
    }

    /// Returns the queue of the client; the charge of a returning client is at least the virtual
    /// time.
    fn client_queue(&mut self, id: Option<ClientId>) -> &mut ClientQueue {
        let Self { clients, idle, virtual_time, .. } = self;
        clients.entry(id).or_insert_with(|| {
            let charged = idle.remove(&id).map_or(0, |(charged, _)| charged);
            ClientQueue { charged: charged.max(*virtual_time), ..ClientQueue::default() }
        })
    }

    /// Moves a client without requests to the idle ones.
    fn leave_if_idle(&mut self, id: Option<ClientId>, now: Instant) {
        let is_idle =
            |client_queue: &ClientQueue| client_queue.running == 0 && client_queue.queue.is_empty();
        let Some(client_queue) = self.clients.get(&id).filter(|client_queue| is_idle(client_queue))
        else {
            return;
        };
        let charged = client_queue.charged;
        self.clients.remove(&id);
        if self.idle.len() >= MAX_IDLE {
            let least = self.idle.iter().min_by_key(|(_, (charged, _))| *charged);
            if let Some(id) = least.map(|(id, _)| *id) {
                self.idle.remove(&id);
            }
        }
        self.idle.insert(id, (charged, now));
    }
}

/// The numbers of running requests of networks, addresses and clients.
struct RunningCounts {
    networks: FxHashMap<ClientNetwork, usize>,
    addresses: FxHashMap<ClientAddress, usize>,
    clients: FxHashMap<ClientKey, usize>,
}

impl RunningCounts {
    fn new(running: &[AdmittedRequest]) -> Self {
        let mut counts = Self {
            networks: FxHashMap::default(),
            addresses: FxHashMap::default(),
            clients: FxHashMap::default(),
        };
        for AdmittedRequest { client, .. } in running {
            *counts.networks.entry(ClientNetwork::of(client.address)).or_default() += 1;
            *counts.addresses.entry(client.address).or_default() += 1;
            *counts.clients.entry(*client).or_default() += 1;
        }
        counts
    }

    /// Returns whether a client's network, and so perhaps its address or the client itself, has
    /// several running requests.
    fn is_not_alone(&self, client: ClientKey) -> bool {
        self.networks.get(&ClientNetwork::of(client.address)).is_some_and(|&n| n > 1)
    }

    /// Returns whether a running request is stopped for another client: where the two differ first
    /// (network, address or client), the other one has nothing running and this request is not the
    /// only one.
    fn yields(&self, running: ClientKey, newcomer: ClientKey) -> bool {
        let count = |n: Option<&usize>| n.copied().unwrap_or(0);
        let (own, other) =
            (ClientNetwork::of(running.address), ClientNetwork::of(newcomer.address));
        let (n_own, n_other) = if own != other {
            (count(self.networks.get(&own)), count(self.networks.get(&other)))
        } else if running.address != newcomer.address {
            let addresses = &self.addresses;
            (count(addresses.get(&running.address)), count(addresses.get(&newcomer.address)))
        } else {
            (count(self.clients.get(&running)), count(self.clients.get(&newcomer)))
        };
        running != newcomer && n_other == 0 && n_own > 1
    }
}

impl State {
    /// Adds a request to its client's queue, and assigns free threads.
    fn enqueue(
        &mut self,
        client: ClientKey,
        limits: &ComputeLimits,
        now: Instant,
    ) -> Result<(u64, oneshot::Receiver<CancellationToken>), AdmissionError> {
        self.remove_expired_idle_clients(now);
        self.promote_long_requests(limits, now);
        let of_client = self.addresses.get(&client.address);
        let of_client = of_client.and_then(|address| address.clients.get(&client.id));
        if of_client
            .is_some_and(|client_queue| client_queue.queue.len() >= limits.max_waiting_per_client)
        {
            return Err(AdmissionError::ClientQueueFull);
        }
        let is_busy = self.running.len() - self.long >= limits.threads;
        let of_address = self.addresses.get(&client.address).map_or(0, |address| address.waiting);
        if is_busy && self.waiting >= limits.max_waiting && !self.evict(of_address + 1, now) {
            return Err(AdmissionError::QueueFull);
        }
        let (turn, receiver) = oneshot::channel();
        let number = self.next;
        self.next += 1;
        let virtual_time = self.virtual_time;
        let is_new = !self.addresses.contains_key(&client.address);
        let network = self.networks.entry(ClientNetwork::of(client.address)).or_default();
        if network.n_requests == 0 {
            network.charged = network.charged.max(self.network_virtual_time);
        }
        network.n_requests += 1;
        network.n_addresses += usize::from(is_new);
        let address = self.addresses.entry(client.address).or_default();
        if address.is_idle() {
            address.charged = address.charged.max(virtual_time);
        }
        address.client_queue(client.id).queue.push_back(Request { number, turn });
        address.waiting += 1;
        self.waiting += 1;
        self.active.insert(client.address);
        self.dispatch(limits, now);
        self.make_room(limits, now);
        Ok((number, receiver))
    }

    /// Looks for requests that have become long, for all waiting requests together.
    fn check(&mut self, limits: &ComputeLimits, now: Instant) {
        if self.last_check.is_none_or(|last| now.duration_since(last) >= CHECK_INTERVAL / 2) {
            self.last_check = Some(now);
            self.promote_long_requests(limits, now);
        }
    }

    /// Turns requests that have run long enough into long ones, as far as threads for these are
    /// free.
    fn promote_long_requests(&mut self, limits: &ComputeLimits, now: Instant) {
        let Self { running, addresses, long, .. } = self;
        let is_due = |it: &&mut AdmittedRequest| {
            !it.is_long && now.duration_since(it.begin) >= LONG_RUN_TIME
        };
        for request in running.iter_mut().filter(is_due) {
            let Some(address) = addresses.get_mut(&request.client.address) else { continue };
            if *long < limits.long_threads && address.long < limits.long_threads.div_ceil(2) {
                request.is_long = true;
                address.short -= 1;
                address.long += 1;
                *long += 1;
            }
        }
        self.dispatch(limits, now);
        self.make_room(limits, now);
    }

    /// Stops running requests for clients that wait and have nothing running, one for each of them,
    /// as long as no thread is free.
    ///
    /// Cost: linear in the number of clients that wait, and quadratic in that of running requests;
    /// so at most once in each [`ROOM_INTERVAL`].
    fn make_room(&mut self, limits: &ComputeLimits, now: Instant) {
        if self.waiting == 0 || self.running.len() - self.long < limits.threads {
            return;
        }
        if self.last_room.is_some_and(|last| now.duration_since(last) < ROOM_INTERVAL) {
            return;
        }
        self.last_room = Some(now);
        let counts = RunningCounts::new(&self.running);
        let may_stop = |request: &AdmittedRequest| {
            !request.stop.is_cancelled()
                && now.duration_since(request.begin) >= MIN_RUN_TIME
                && counts.is_not_alone(request.client)
        };
        let mut victims: Vec<&AdmittedRequest> =
            self.running.iter().filter(|it| may_stop(it)).collect();
        if victims.is_empty() {
            return;
        }
        // The most charged first.
        victims.sort_by_cached_key(|it| {
            std::cmp::Reverse((self.charges(it.client), now.duration_since(it.begin)))
        });
        let n_stopping = self.running.iter().filter(|it| it.stop.is_cancelled()).count();
        let newcomers =
            self.active.iter().filter_map(|&key| Some((key, self.addresses.get(&key)?))).flat_map(
                |(key, address)| {
                    let clients = address.clients.iter();
                    let waits = clients.filter(|(_, it)| it.running == 0 && !it.queue.is_empty());
                    waits.map(move |(&id, _)| ClientKey { address: key, id })
                },
            );
        // Those that stop already are for the first ones.
        for newcomer in newcomers.skip(n_stopping).take(self.running.len()) {
            let found = victims.iter().position(|it| counts.yields(it.client, newcomer));
            if let Some(at) = found {
                victims.remove(at).stop.cancel();
            }
        }
    }

    /// Returns the charges of the network, the address and the client itself.
    fn charges(&self, client: ClientKey) -> [u64; 3] {
        let network = self.networks.get(&ClientNetwork::of(client.address));
        let address = self.addresses.get(&client.address);
        let own = address.and_then(|it| it.clients.get(&client.id));
        [
            network.map_or(0, |it| it.charged),
            address.map_or(0, |it| it.charged),
            own.map_or(0, |it| it.charged),
        ]
    }

    /// Assigns free threads to the next requests.
    fn dispatch(&mut self, limits: &ComputeLimits, now: Instant) {
        while let Some(client) = self.next_turn(limits) {
            let Some(address) = self.addresses.get_mut(&client.address) else { return };
            let Some(client_queue) = address.clients.get_mut(&client.id) else { return };
            let Some(request) = client_queue.queue.pop_front() else { return };
            client_queue.running += 1;
            address.virtual_time = address.virtual_time.max(client_queue.charged);
            address.waiting -= 1;
            address.short += 1;
            self.virtual_time = self.virtual_time.max(address.charged);
            if let Some(network) = self.networks.get(&ClientNetwork::of(client.address)) {
                self.network_virtual_time = self.network_virtual_time.max(network.charged);
            }
            self.waiting -= 1;
            if address.waiting == 0 {
                self.active.remove(&client.address);
            }
            let number = request.number;
            let stop = CancellationToken::new();
            let turn = stop.clone();
            let is_long = false;
            self.running.push(AdmittedRequest { number, client, begin: now, is_long, stop });
            // If the receiver is gone, the drop of `WaitingRequest` releases the thread.
            let _ = request.turn.send(turn);
        }
    }

    /// Returns the client whose request is next, if a thread is free for it. Cost: linear in the
    /// number of clients with requests.
    fn next_turn(&self, limits: &ComputeLimits) -> Option<ClientKey> {
        let free = limits.threads.saturating_sub(self.running.len() - self.long);
        if free == 0 {
            return None;
        }
        let addresses =
            self.active.iter().filter_map(|&key| Some((key, self.addresses.get(&key)?)));
        let has_reserved = free <= limits.threads / 8;
        let addresses = addresses.filter(|(_, address)| {
            let runs = address.short + address.long;
            address.short < (free / 2).max(1) && (!has_reserved || runs == 0)
        });
        let clients = addresses.flat_map(|(key, address)| {
            let network = self.networks.get(&ClientNetwork::of(key)).map_or(0, |it| it.charged);
            address.clients.iter().filter_map(move |(&id, client_queue)| {
                let first = client_queue.queue.front()?;
                let order = (network, address.charged, client_queue.charged, first.number);
                let key = ClientKey { address: key, id };
                (client_queue.running < limits.client_threads).then_some((order, key))
            })
        });
        clients.min_by_key(|(order, _)| *order).map(|(_, key)| key)
    }

    /// Releases the thread of a request and charges its client.
    fn finish(&mut self, number: u64, cost: Duration, limits: &ComputeLimits) {
        let now = Instant::now();
        let Some(at) = self.running.iter().position(|it| it.number == number) else { return };
        let AdmittedRequest { client, is_long, .. } = self.running.swap_remove(at);
        self.long -= usize::from(is_long);
        let cost = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
        if let Some(network) = self.networks.get_mut(&ClientNetwork::of(client.address)) {
            let n_addresses = u64::try_from(network.n_addresses).unwrap_or(u64::MAX);
            let share = cost / n_addresses.clamp(1, MAX_WEIGHT);
            network.charged = network.charged.saturating_add(share);
            network.n_requests -= 1;
        }
        if let Some(address) = self.addresses.get_mut(&client.address) {
            let n_clients = address.clients.len() + address.idle.len();
            let n_clients = u64::try_from(n_clients).unwrap_or(u64::MAX);
            let share = cost / n_clients.clamp(1, MAX_WEIGHT);
            address.charged = address.charged.saturating_add(share);
            if is_long {
                address.long -= 1;
            } else {
                address.short -= 1;
            }
            if let Some(client_queue) = address.clients.get_mut(&client.id) {
                client_queue.charged = client_queue.charged.saturating_add(cost);
                client_queue.running -= 1;
            }
            address.leave_if_idle(client.id, now);
        }
        self.dispatch(limits, now);
    }

    /// Removes a request from its queue.
    fn remove(&mut self, client: ClientKey, number: u64) -> RemovalOrigin {
        if let Some(at) = self.evicted.iter().position(|&evicted| evicted == number) {
            self.evicted.swap_remove(at);
            return RemovalOrigin::Evicted;
        }
        let Some(address) = self.addresses.get_mut(&client.address) else {
            return RemovalOrigin::Running;
        };
        let queue = address.clients.get_mut(&client.id).map(|client_queue| &mut client_queue.queue);
        let Some(queue) = queue else { return RemovalOrigin::Running };
        let Some(at) = queue.iter().position(|request| request.number == number) else {
            return RemovalOrigin::Running;
        };
        queue.remove(at);
        self.remove_waiting(client, Instant::now());
        RemovalOrigin::FromQueue
    }

    /// Decrements the counts of waiting requests.
    fn remove_waiting(&mut self, client: ClientKey, now: Instant) {
        self.waiting -= 1;
        if let Some(network) = self.networks.get_mut(&ClientNetwork::of(client.address)) {
            network.n_requests -= 1;
        }
        if let Some(address) = self.addresses.get_mut(&client.address) {
            address.waiting -= 1;
            address.leave_if_idle(client.id, now);
            if address.waiting == 0 {
                self.active.remove(&client.address);
            }
        }
    }

    /// Evicts the latest request of the client with the most waiting requests, in the address with
    /// the most, if that address has more than `others`. Returns whether a request was evicted.
    fn evict(&mut self, others: usize, now: Instant) -> bool {
        let addresses = self.active.iter().filter_map(|key| Some((*key, self.addresses.get(key)?)));
        let most = addresses.map(|(key, address)| (address.waiting, key)).max();
        let Some((_, key)) = most.filter(|(waiting, _)| *waiting > others) else { return false };
        let Some(address) = self.addresses.get_mut(&key) else { return false };
        let longest =
            address.clients.iter_mut().max_by_key(|(_, client_queue)| client_queue.queue.len());
        let Some((&id, client_queue)) = longest else { return false };
        let Some(request) = client_queue.queue.pop_back() else { return false };
        self.evicted.push(request.number);
        // Dropping the sender notifies the waiting request.
        drop(request);
        self.remove_waiting(ClientKey { address: key, id }, now);
        true
    }

    /// Removes clients that have been idle for too long.
    fn remove_expired_idle_clients(&mut self, now: Instant) {
        if self
            .last_sweep
            .is_some_and(|last_sweep| now.duration_since(last_sweep) < Duration::from_secs(1))
        {
            return;
        }
        self.last_sweep = Some(now);
        for address in self.addresses.values_mut() {
            address.idle.retain(|_, (_, seen)| now.duration_since(*seen) < IDLE_RETENTION);
        }
        let networks = &mut self.networks;
        self.addresses.retain(|key, address| {
            let is_kept = !address.is_idle() || !address.idle.is_empty();
            if let Some(network) = networks.get_mut(&ClientNetwork::of(*key)).filter(|_| !is_kept) {
                network.n_addresses -= 1;
            }
            is_kept
        });
        networks.retain(|_, network| network.n_addresses > 0);
    }
}

#[cfg(test)]
mod tests;
