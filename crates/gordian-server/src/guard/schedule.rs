//! Which client's request is computed next.
//!
//! Requests of all clients wait in queues of their own. Whenever a thread is free, the address that
//! has been charged least gets it, and within the address the client that has been charged least
//! (start-time fair queueing). What is charged is the processor time that a request took, so that a
//! client with expensive requests waits for the others and not the others for it:
//!
//! ```text
//! address A  charged 12 ms ─┬─ client 1  charged 3 ms   [r r r]
//!                           └─ client 2  charged 9 ms   [r]
//! address B  charged 4 s   ───  client 3  charged 4 s    [r r r r r r]
//!
//! next: A, client 1
//! ```
//!
//! A request that has begun is not interrupted, so threads are given out sparingly:
//!
//! - One client holds a quarter of the threads, and one address as many as half of those that are free:
//!   whoever comes next finds one.
//! - A request that has run for [`LONG`] gives its place back and goes on as a *long* one, on one of the
//!   threads that are kept for these, up to their number; half of it for one address. The system's
//!   scheduler shares the processors among all, so short requests are soon done beside long ones.
//!
//! An address with several clients is charged less, by their number up to [`MAX_WEIGHT`]: a class
//! behind one address is not one client, but cookies are free, and a thousand of them gain no more than
//! that factor.
//!
//! A client that was away begins with the charge of those that are served now: it cannot save up.
//! What it had been charged beyond that is remembered for [`MEMORY`], for [`MAX_IDLE`] clients of an
//! address. When no place is left to wait, the address with the most waiting requests loses the latest
//! one of its client with the most, if that address has more than the newcomer's.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::client::{ClientAddress, ClientKey};
use super::cookie::ClientId;
use crate::config::WorkLimits;

/// How many clients behind one address count at most for its share.
const MAX_WEIGHT: u64 = 16;

/// How long a client without requests is remembered.
const MEMORY: Duration = Duration::from_secs(60);

/// How many clients of one address are remembered while they have no requests.
const MAX_IDLE: usize = 64;

/// When a request counts as a long one.
const LONG: Duration = Duration::from_millis(300);

/// How often waiting requests look for others that have become long.
const LOOK: Duration = Duration::from_millis(100);

/// What each request is charged besides its processor time.
const FIXED_COST: Duration = Duration::from_micros(200);

/// Why a request was not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAdmitted {
    /// The client has too many requests waiting.
    ClientQueueFull,
    /// Too many requests of all clients are waiting.
    QueueFull,
    /// The request has waited too long.
    TimedOut,
}

/// Gives out threads to the requests of all clients.
#[derive(Debug)]
pub(crate) struct Scheduler {
    limits: WorkLimits,
    state: Mutex<State>,
}

/// A thread that a request may use. It is given back on drop.
#[derive(Debug)]
pub(crate) struct Permit {
    scheduler: Arc<Scheduler>,
    number: u64,
    cost: Duration,
}

impl Permit {
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
    pub(crate) fn new(limits: WorkLimits) -> Arc<Self> {
        Arc::new(Self { limits, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that changes the state calls foreign code.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is the turn of a request of `client`, at most [`WorkLimits::wait`].
    pub(crate) async fn admit(self: &Arc<Self>, client: ClientKey) -> Result<Permit, NotAdmitted> {
        let begin = Instant::now();
        let (number, mut turn) = self.lock().enqueue(client, &self.limits, begin)?;
        let mut waiting = Waiting { scheduler: self, client, number, is_over: false };
        loop {
            let left = self.limits.wait.saturating_sub(begin.elapsed());
            match timeout(left.min(LOOK), &mut turn).await {
                Ok(Ok(())) => {
                    waiting.is_over = true;
                    return Ok(Permit {
                        scheduler: Arc::clone(self),
                        number,
                        cost: Duration::ZERO,
                    });
                }
                // Its place went to a client of an address with fewer requests.
                Ok(Err(_)) => return Err(NotAdmitted::QueueFull),
                Err(_) if left <= LOOK => return Err(NotAdmitted::TimedOut),
                Err(_) => self.lock().set_long_aside(&self.limits, Instant::now()),
            }
        }
    }
}

/// A request in a queue; when dropped it leaves the queue, or gives back the thread that it was
/// given and did not take.
struct Waiting<'a> {
    scheduler: &'a Scheduler,
    client: ClientKey,
    number: u64,
    is_over: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let mut state = self.scheduler.lock();
            if let Removed::WasRunning = state.remove(self.client, self.number) {
                state.finish(self.number, Duration::ZERO, &self.scheduler.limits);
            }
        }
    }
}

/// What became of a request that is no longer wanted.
enum Removed {
    FromQueue,
    Evicted,
    WasRunning,
}

#[derive(Debug, Default)]
struct State {
    addresses: FxHashMap<ClientAddress, Address>,
    /// The addresses with waiting requests.
    active: FxHashSet<ClientAddress>,
    running: Vec<Running>,
    /// How many of the running requests are long ones.
    long: usize,
    waiting: usize,
    /// The largest charge of an address at the moment it was given a thread.
    clock: u64,
    /// The number of the next request.
    next: u64,
    /// Requests that lost their place and do not know it yet.
    evicted: Vec<u64>,
    swept: Option<Instant>,
}

/// A request that has a thread.
#[derive(Debug)]
struct Running {
    number: u64,
    client: ClientKey,
    begin: Instant,
    is_long: bool,
}

#[derive(Debug, Default)]
struct Address {
    /// The clients with requests.
    clients: FxHashMap<Option<ClientId>, Turns>,
    /// The clients without: what they were charged, and when they had the last request.
    idle: FxHashMap<Option<ClientId>, (u64, Instant)>,
    /// Nanoseconds, divided by the weight.
    charged: u64,
    clock: u64,
    /// Running requests that are not long, and those that are.
    short: usize,
    long: usize,
    waiting: usize,
}

/// The requests of one client.
#[derive(Debug, Default)]
struct Turns {
    charged: u64,
    /// Running requests, long ones included.
    running: usize,
    queue: VecDeque<Request>,
}

#[derive(Debug)]
struct Request {
    number: u64,
    turn: oneshot::Sender<()>,
}

impl Address {
    fn is_idle(&self) -> bool {
        self.short == 0 && self.long == 0 && self.waiting == 0
    }

    /// Returns the client's requests; a client that comes back begins no earlier than those that were
    /// served last.
    fn enter(&mut self, id: Option<ClientId>) -> &mut Turns {
        let Self { clients, idle, clock, .. } = self;
        clients.entry(id).or_insert_with(|| {
            let charged = idle.remove(&id).map_or(0, |(charged, _)| charged);
            Turns { charged: charged.max(*clock), ..Turns::default() }
        })
    }

    /// Remembers a client that has no requests any more by its charge alone.
    fn leave_if_idle(&mut self, id: Option<ClientId>, now: Instant) {
        let is_idle = |turns: &Turns| turns.running == 0 && turns.queue.is_empty();
        let Some(turns) = self.clients.get(&id).filter(|turns| is_idle(turns)) else { return };
        let charged = turns.charged;
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

impl State {
    /// Puts a request into its client's queue, and gives out threads.
    fn enqueue(
        &mut self,
        client: ClientKey,
        limits: &WorkLimits,
        now: Instant,
    ) -> Result<(u64, oneshot::Receiver<()>), NotAdmitted> {
        self.forget_idle(now);
        self.set_long_aside(limits, now);
        let of_client = self.addresses.get(&client.address);
        let of_client = of_client.and_then(|address| address.clients.get(&client.id));
        if of_client.is_some_and(|turns| turns.queue.len() >= limits.client_waiting) {
            return Err(NotAdmitted::ClientQueueFull);
        }
        let is_busy = self.running.len() - self.long >= limits.threads;
        let of_address = self.addresses.get(&client.address).map_or(0, |address| address.waiting);
        if is_busy && self.waiting >= limits.waiting && !self.evict(of_address + 1, now) {
            return Err(NotAdmitted::QueueFull);
        }
        let (turn, receiver) = oneshot::channel();
        let number = self.next;
        self.next += 1;
        let clock = self.clock;
        let address = self.addresses.entry(client.address).or_default();
        if address.is_idle() {
            address.charged = address.charged.max(clock);
        }
        address.enter(client.id).queue.push_back(Request { number, turn });
        address.waiting += 1;
        self.waiting += 1;
        self.active.insert(client.address);
        self.dispatch(limits, now);
        Ok((number, receiver))
    }

    /// Lets requests that have run for long give their places back, if there is room for more of them.
    fn set_long_aside(&mut self, limits: &WorkLimits, now: Instant) {
        let Self { running, addresses, long, .. } = self;
        let is_new = |it: &&mut Running| !it.is_long && now.duration_since(it.begin) >= LONG;
        for request in running.iter_mut().filter(is_new) {
            let Some(address) = addresses.get_mut(&request.client.address) else { continue };
            if *long < limits.long_threads && address.long < limits.long_threads.div_ceil(2) {
                request.is_long = true;
                address.short -= 1;
                address.long += 1;
                *long += 1;
            }
        }
        self.dispatch(limits, now);
    }

    /// Gives free threads to those whose turn it is.
    fn dispatch(&mut self, limits: &WorkLimits, now: Instant) {
        while let Some(client) = self.next_turn(limits) {
            let Some(address) = self.addresses.get_mut(&client.address) else { return };
            let Some(turns) = address.clients.get_mut(&client.id) else { return };
            let Some(request) = turns.queue.pop_front() else { return };
            turns.running += 1;
            address.clock = address.clock.max(turns.charged);
            address.waiting -= 1;
            address.short += 1;
            self.clock = self.clock.max(address.charged);
            self.waiting -= 1;
            if address.waiting == 0 {
                self.active.remove(&client.address);
            }
            let number = request.number;
            self.running.push(Running { number, client, begin: now, is_long: false });
            // If nothing receives it, the thread comes back through `Waiting`.
            let _ = request.turn.send(());
        }
    }

    /// Returns the client whose turn it is, if there is a thread for it. Cost: linear in the number of
    /// clients that have requests.
    fn next_turn(&self, limits: &WorkLimits) -> Option<ClientKey> {
        let free = limits.threads.saturating_sub(self.running.len() - self.long);
        if free == 0 {
            return None;
        }
        let addresses =
            self.active.iter().filter_map(|&key| Some((key, self.addresses.get(&key)?)));
        let addresses = addresses.filter(|(_, address)| address.short < (free / 2).max(1));
        let clients = addresses.flat_map(|(key, address)| {
            address.clients.iter().filter_map(move |(&id, turns)| {
                let first = turns.queue.front()?;
                let order = (address.charged, turns.charged, first.number);
                let key = ClientKey { address: key, id };
                (turns.running < limits.client_threads).then_some((order, key))
            })
        });
        clients.min_by_key(|(order, _)| *order).map(|(_, key)| key)
    }

    /// Takes back the thread of a request and charges its client.
    fn finish(&mut self, number: u64, cost: Duration, limits: &WorkLimits) {
        let now = Instant::now();
        let Some(at) = self.running.iter().position(|it| it.number == number) else { return };
        let Running { client, is_long, .. } = self.running.swap_remove(at);
        self.long -= usize::from(is_long);
        let cost = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
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
            if let Some(turns) = address.clients.get_mut(&client.id) {
                turns.charged = turns.charged.saturating_add(cost);
                turns.running -= 1;
            }
            address.leave_if_idle(client.id, now);
        }
        self.dispatch(limits, now);
    }

    /// Takes a request out of its queue.
    fn remove(&mut self, client: ClientKey, number: u64) -> Removed {
        if let Some(at) = self.evicted.iter().position(|&evicted| evicted == number) {
            self.evicted.swap_remove(at);
            return Removed::Evicted;
        }
        let Some(address) = self.addresses.get_mut(&client.address) else {
            return Removed::WasRunning;
        };
        let queue = address.clients.get_mut(&client.id).map(|turns| &mut turns.queue);
        let Some(queue) = queue else { return Removed::WasRunning };
        let Some(at) = queue.iter().position(|request| request.number == number) else {
            return Removed::WasRunning;
        };
        queue.remove(at);
        self.one_less_waits(client, Instant::now());
        Removed::FromQueue
    }

    /// Counts one request less among those that wait.
    fn one_less_waits(&mut self, client: ClientKey, now: Instant) {
        self.waiting -= 1;
        if let Some(address) = self.addresses.get_mut(&client.address) {
            address.waiting -= 1;
            address.leave_if_idle(client.id, now);
            if address.waiting == 0 {
                self.active.remove(&client.address);
            }
        }
    }

    /// Takes the latest request of the client with the most waiting in the address with the most, if
    /// that address has more than `others`; returns whether there is one.
    fn evict(&mut self, others: usize, now: Instant) -> bool {
        let addresses = self.active.iter().filter_map(|key| Some((*key, self.addresses.get(key)?)));
        let most = addresses.map(|(key, address)| (address.waiting, key)).max();
        let Some((_, key)) = most.filter(|(waiting, _)| *waiting > others) else { return false };
        let Some(address) = self.addresses.get_mut(&key) else { return false };
        let longest = address.clients.iter_mut().max_by_key(|(_, turns)| turns.queue.len());
        let Some((&id, turns)) = longest else { return false };
        let Some(request) = turns.queue.pop_back() else { return false };
        self.evicted.push(request.number);
        // Its sender is dropped here, which its request notices.
        drop(request);
        self.one_less_waits(ClientKey { address: key, id }, now);
        true
    }

    /// Forgets clients that have had no requests for a while.
    fn forget_idle(&mut self, now: Instant) {
        if self.swept.is_some_and(|swept| now.duration_since(swept) < Duration::from_secs(1)) {
            return;
        }
        self.swept = Some(now);
        for address in self.addresses.values_mut() {
            address.idle.retain(|_, (_, seen)| now.duration_since(*seen) < MEMORY);
        }
        self.addresses.retain(|_, address| !address.is_idle() || !address.idle.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn limits() -> WorkLimits {
        WorkLimits {
            threads: 4,
            client_threads: 2,
            long_threads: 4,
            waiting: 20,
            client_waiting: 8,
            ..WorkLimits::default()
        }
    }

    fn address(last: u8) -> ClientAddress {
        ClientAddress::of([192, 0, 2, last].into())
    }

    fn client(last: u8) -> ClientKey {
        ClientKey::without_cookie(address(last))
    }

    /// Requests in the queues of one scheduler, without threads.
    struct Queues {
        state: State,
        limits: WorkLimits,
        waiting: Vec<(ClientKey, u64, oneshot::Receiver<()>)>,
        now: Instant,
    }

    impl Queues {
        fn new(limits: WorkLimits) -> Self {
            let (state, waiting) = (State::default(), Vec::new());
            Self { state, limits, waiting, now: Instant::now() }
        }

        fn enqueue(&mut self, client: ClientKey) -> Result<(), NotAdmitted> {
            self.check();
            let (number, turn) = self.state.enqueue(client, &self.limits, self.now)?;
            self.waiting.push((client, number, turn));
            Ok(())
        }

        /// Returns the clients that were given a thread since the last call, in the order of their
        /// requests.
        fn begun(&mut self) -> Vec<ClientKey> {
            let mut begun = Vec::new();
            self.waiting.retain_mut(|(client, _, turn)| {
                let is_begun = turn.try_recv().is_ok();
                if is_begun {
                    begun.push(*client);
                }
                !is_begun
            });
            begun
        }

        /// Ends the oldest running request of a client.
        fn finish(&mut self, client: ClientKey, cost: Duration) {
            let mut numbers = self.state.running.iter().filter(|it| it.client == client);
            let number = numbers.next().expect("it runs").number;
            self.state.finish(number, cost, &self.limits);
        }

        /// Returns how many requests run, and how many of them are long.
        fn running(&self) -> (usize, usize) {
            (self.state.running.len(), self.state.long)
        }

        fn check(&self) {
            let State { addresses, active, running, long, waiting, .. } = &self.state;
            let sum = |of: fn(&Address) -> usize| addresses.values().map(of).sum::<usize>();
            assert_eq!(*waiting, sum(|it| it.waiting));
            assert_eq!(running.len() - long, sum(|it| it.short));
            assert_eq!(*long, sum(|it| it.long));
            for (key, address) in addresses {
                let queues = address.clients.values();
                assert_eq!(address.waiting, queues.clone().map(|it| it.queue.len()).sum::<usize>());
                let runs = address.short + address.long;
                assert_eq!(runs, queues.clone().map(|it| it.running).sum::<usize>());
                assert!(queues.clone().all(|it| it.running > 0 || !it.queue.is_empty()));
                assert_eq!(active.contains(key), address.waiting > 0);
                assert!(address.idle.len() <= MAX_IDLE);
            }
            assert!(
                running.len() - long <= self.limits.threads && *long <= self.limits.long_threads
            );
        }
    }

    #[test]
    fn a_client_and_an_address_hold_only_some_threads() {
        let mut queues = Queues::new(WorkLimits { threads: 8, ..limits() });
        for _ in 0..8 {
            queues.enqueue(client(1)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1); 2]);
        let [one, other] = [(); 2].map(|()| ClientKey::with_new_cookie(address(1)));
        queues.enqueue(one).unwrap();
        queues.enqueue(other).unwrap();
        // As many as half of those that are free, for all of an address.
        assert_eq!(queues.begun(), [one]);
        for last in 2..10 {
            for _ in 0..2 {
                queues.enqueue(client(last)).unwrap();
            }
        }
        let begun = queues.begun();
        assert_eq!(begun, [client(2), client(2), client(3), client(4), client(5)]);
        queues.check();
    }

    #[test]
    fn long_requests_give_their_places_back() {
        let mut queues = Queues::new(WorkLimits { threads: 2, ..limits() });
        for last in 1..=4 {
            queues.enqueue(client(last)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1), client(2)]);
        queues.now += LONG;
        queues.state.set_long_aside(&queues.limits, queues.now);
        assert_eq!((queues.begun(), queues.running()), (vec![client(3), client(4)], (4, 2)));
        queues.check();
        queues.now += LONG;
        for last in 5..=9 {
            queues.enqueue(client(last)).unwrap();
        }
        // There are four threads for long requests.
        assert_eq!((queues.begun(), queues.running()), (vec![client(5), client(6)], (6, 4)));
        queues.now += LONG;
        queues.state.set_long_aside(&queues.limits, queues.now);
        assert_eq!((queues.begun(), queues.running()), (vec![], (6, 4)));
        queues.finish(client(1), MS);
        queues.state.set_long_aside(&queues.limits, queues.now);
        assert_eq!((queues.begun(), queues.running()), (vec![client(7)], (6, 4)));
        queues.check();
    }

    #[test]
    fn half_of_the_long_threads_are_left_to_other_addresses() {
        let mut queues = Queues::new(WorkLimits { threads: 2, ..limits() });
        for _ in 0..6 {
            queues.enqueue(ClientKey::with_new_cookie(address(1))).unwrap();
        }
        for _ in 0..6 {
            queues.now += LONG;
            queues.state.set_long_aside(&queues.limits, queues.now);
        }
        assert_eq!(queues.running(), (3, 2));
        queues.enqueue(client(2)).unwrap();
        queues.begun();
        assert_eq!(queues.running(), (4, 2));
        queues.now += LONG;
        queues.enqueue(client(3)).unwrap();
        assert_eq!(queues.begun(), [client(3)]);
        queues.check();
    }

    #[test]
    fn those_with_expensive_requests_wait_for_the_others() {
        let mut queues = Queues::new(WorkLimits { threads: 1, ..limits() });
        for _ in 0..8 {
            queues.enqueue(client(1)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1)]);
        for _ in 0..8 {
            queues.enqueue(client(2)).unwrap();
        }
        queues.finish(client(1), 1000 * MS);
        // For one request of the first there are many of the second.
        for _ in 0..8 {
            assert_eq!(queues.begun(), [client(2)]);
            queues.finish(client(2), 5 * MS);
        }
        assert_eq!(queues.begun(), [client(1)]);
        queues.check();
    }

    #[test]
    fn clients_behind_one_address_take_turns() {
        let mut queues = Queues::new(WorkLimits { threads: 1, ..limits() });
        let [one, other] = [(); 2].map(|()| ClientKey::with_new_cookie(address(1)));
        for _ in 0..4 {
            queues.enqueue(one).unwrap();
        }
        for _ in 0..4 {
            queues.enqueue(other).unwrap();
        }
        let mut order: Vec<ClientKey> = Vec::new();
        for _ in 0..8 {
            let begun = queues.begun();
            order.extend(&begun);
            queues.finish(begun[0], MS);
        }
        assert_eq!(order, [one, other, one, other, one, other, one, other]);
    }

    /// Costs of two clients, one after the other with the same number of requests waiting.
    fn shares(clients: &[ClientKey], rounds: usize) -> Vec<usize> {
        let mut queues = Queues::new(WorkLimits { threads: 1, waiting: 10_000, ..limits() });
        let mut counts = vec![0; clients.len()];
        for &client in clients {
            for _ in 0..3 {
                queues.enqueue(client).unwrap();
            }
        }
        for _ in 0..rounds {
            let begun = queues.begun();
            let [client] = begun[..] else { panic!("{begun:?}") };
            counts[clients.iter().position(|&it| it == client).unwrap()] += 1;
            queues.enqueue(client).unwrap();
            queues.finish(client, 10 * MS);
        }
        queues.check();
        counts
    }

    #[test]
    fn a_class_behind_one_address_is_not_one_client() {
        let mut clients: Vec<_> = (0..9).map(|_| ClientKey::with_new_cookie(address(1))).collect();
        clients.push(client(2));
        let counts = shares(&clients, 1000);
        for count in counts {
            assert!((80..=120).contains(&count), "{count}");
        }
    }

    #[test]
    fn a_thousand_cookies_gain_no_more_than_the_largest_weight() {
        let mut clients: Vec<_> =
            (0..200).map(|_| ClientKey::with_new_cookie(address(1))).collect();
        clients.push(client(2));
        let counts = shares(&clients, 1700);
        assert!((80..=120).contains(&counts[200]), "{}", counts[200]);
    }

    #[test]
    fn nobody_saves_up() {
        let mut queues = Queues::new(WorkLimits { threads: 1, ..limits() });
        // The first has long been served; the second comes now.
        for _ in 0..100 {
            queues.enqueue(client(1)).unwrap();
            assert_eq!(queues.begun(), [client(1)]);
            queues.finish(client(1), 100 * MS);
        }
        for _ in 0..4 {
            queues.enqueue(client(1)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1)]);
        for _ in 0..8 {
            queues.enqueue(client(2)).unwrap();
        }
        let mut order: Vec<ClientKey> = Vec::new();
        queues.finish(client(1), 100 * MS);
        for _ in 0..6 {
            let begun = queues.begun();
            order.extend(&begun);
            queues.finish(begun[0], 100 * MS);
        }
        assert!(order.iter().filter(|&&it| it == client(1)).count() >= 2, "{order:?}");
    }

    #[test]
    fn idle_clients_are_forgotten() {
        let mut queues = Queues::new(limits());
        for last in 0..200 {
            queues.enqueue(client(last)).unwrap();
            assert_eq!(queues.begun().len(), 1);
            queues.finish(client(last), MS);
        }
        queues.now += 2 * MEMORY;
        queues.enqueue(client(255)).unwrap();
        assert_eq!(queues.state.addresses.len(), 1);
    }

    #[test]
    fn newcomers_find_a_place_among_those_who_fill_the_queue() {
        let mut queues = Queues::new(WorkLimits { threads: 1, client_waiting: 30, ..limits() });
        for _ in 0..21 {
            queues.enqueue(client(1)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1)]);
        // It has too many itself.
        assert_eq!(queues.enqueue(client(1)), Err(NotAdmitted::QueueFull));
        for _ in 0..9 {
            queues.enqueue(client(2)).unwrap();
        }
        queues.enqueue(client(3)).unwrap();
        // Cookies are free: what counts is the address.
        let other = ClientKey::with_new_cookie(address(1));
        assert_eq!(queues.enqueue(other), Err(NotAdmitted::QueueFull));
        assert_eq!(queues.state.waiting, 20);
        let closed = Err(oneshot::error::TryRecvError::Closed);
        let turns = queues.waiting.iter_mut().map(|(_, _, turn)| turn.try_recv());
        assert_eq!(turns.filter(|turn| *turn == closed).count(), 10);
        queues.check();
    }

    #[test]
    fn a_client_that_goes_away_leaves_its_place() {
        let mut queues = Queues::new(WorkLimits { threads: 1, ..limits() });
        queues.enqueue(client(1)).unwrap();
        queues.enqueue(client(2)).unwrap();
        let [(first, at, _), (second, waits, _)] = &queues.waiting[..] else { panic!() };
        let (first, at, second, waits) = (*first, *at, *second, *waits);
        assert!(matches!(queues.state.remove(second, waits), Removed::FromQueue));
        assert!(matches!(queues.state.remove(first, at), Removed::WasRunning));
        queues.finish(first, Duration::ZERO);
        assert_eq!((queues.running(), queues.state.waiting), ((0, 0), 0));
        queues.check();
    }

    #[tokio::test]
    async fn permits_come_back_however_requests_end() {
        let limits = WorkLimits { threads: 1, wait: 20 * MS, ..limits() };
        let scheduler = Scheduler::new(limits);
        let held = scheduler.admit(client(1)).await.unwrap();
        assert_eq!(scheduler.admit(client(2)).await.unwrap_err(), NotAdmitted::TimedOut);
        // One whose client goes away while it waits, and one that was given the thread and is gone.
        for _ in 0..2 {
            let mut waiting = Box::pin(scheduler.admit(client(2)));
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        let mut waiting = Box::pin(scheduler.admit(client(2)));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(held);
        drop(waiting);
        let mut held = scheduler.admit(client(3)).await.unwrap();
        held.charge(MS);
        drop(held);
        let state = scheduler.lock();
        assert_eq!((state.running.len(), state.waiting), (0, 0));
    }
}
