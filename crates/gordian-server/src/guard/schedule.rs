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
//! A request that has begun is not interrupted, so there are more threads than processors, and one
//! client, and all clients of one address together, hold only some of them: what is left is there
//! for requests that are soon done.
//!
//! An address with several clients is charged less, by their number up to [`MAX_WEIGHT`]: a class
//! behind one address is not one client, but cookies are free, and whoever takes a thousand of them
//! gains no more than that factor.
//!
//! A client that was away begins with the charge of those that are served now: it cannot save up.
//! What it had been charged beyond that is remembered for [`MEMORY`]. When no place is left to wait,
//! the client with the most waiting requests loses its latest one, if it has more than the newcomer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::client::{ClientAddress, ClientKey};
use super::cookie::ClientId;
use crate::config::WorkLimits;

/// How many clients behind one address count at most for its share.
const MAX_WEIGHT: u64 = 16;

/// How long a client without requests is remembered.
const MEMORY: Duration = Duration::from_secs(60);

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
    client: ClientKey,
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
        self.scheduler.lock().finish(self.client, self.cost + FIXED_COST, &self.scheduler.limits);
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
        let (number, turn) = self.lock().enqueue(client, &self.limits, Instant::now())?;
        let mut waiting = Waiting { scheduler: self, client, number, is_over: false };
        match timeout(self.limits.wait, turn).await {
            Ok(Ok(())) => {
                waiting.is_over = true;
                Ok(Permit { scheduler: Arc::clone(self), client, cost: Duration::ZERO })
            }
            // Its place went to a client with fewer requests.
            Ok(Err(_)) => Err(NotAdmitted::QueueFull),
            Err(_) => Err(NotAdmitted::TimedOut),
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
                state.finish(self.client, Duration::ZERO, &self.scheduler.limits);
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
    running: usize,
    waiting: usize,
    /// The largest charge of an address at the moment it was given a thread.
    clock: u64,
    /// The number of the next request.
    next: u64,
    /// Requests that lost their place and do not know it yet.
    evicted: Vec<u64>,
    swept: Option<Instant>,
}

#[derive(Debug, Default)]
struct Address {
    clients: FxHashMap<Option<ClientId>, Turns>,
    /// Nanoseconds, divided by the weight.
    charged: u64,
    clock: u64,
    running: usize,
    waiting: usize,
}

/// The requests of one client.
#[derive(Debug)]
struct Turns {
    charged: u64,
    running: usize,
    queue: VecDeque<Request>,
    seen: Instant,
}

#[derive(Debug)]
struct Request {
    number: u64,
    turn: oneshot::Sender<()>,
}

impl Address {
    fn is_idle(&self) -> bool {
        self.running == 0 && self.waiting == 0
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
        let clock = self.clock;
        let address = self.addresses.entry(client.address).or_default();
        if address.is_idle() {
            address.charged = address.charged.max(clock);
        }
        let turns = address.clients.entry(client.id).or_insert_with(|| Turns {
            charged: 0,
            running: 0,
            queue: VecDeque::new(),
            seen: now,
        });
        turns.seen = now;
        if turns.running == 0 && turns.queue.is_empty() {
            turns.charged = turns.charged.max(address.clock);
        }
        if turns.queue.len() >= limits.client_waiting {
            return Err(NotAdmitted::ClientQueueFull);
        }
        let own = turns.queue.len();
        let is_free = self.running < limits.threads;
        if !is_free && self.waiting >= limits.waiting && !self.evict(own + 1) {
            return Err(NotAdmitted::QueueFull);
        }
        let (turn, receiver) = oneshot::channel();
        let number = self.next;
        self.next += 1;
        let Some(address) = self.addresses.get_mut(&client.address) else {
            return Err(NotAdmitted::QueueFull);
        };
        let Some(turns) = address.clients.get_mut(&client.id) else {
            return Err(NotAdmitted::QueueFull);
        };
        turns.queue.push_back(Request { number, turn });
        address.waiting += 1;
        self.waiting += 1;
        self.dispatch(limits);
        Ok((number, receiver))
    }

    /// Gives free threads to those whose turn it is.
    fn dispatch(&mut self, limits: &WorkLimits) {
        while self.running < limits.threads
            && let Some((_, address, client)) = self.next_turn(limits)
        {
            let Some(entry) = self.addresses.get_mut(&address) else { return };
            let Some(turns) = entry.clients.get_mut(&client) else { return };
            let Some(request) = turns.queue.pop_front() else { return };
            turns.running += 1;
            entry.clock = entry.clock.max(turns.charged);
            entry.waiting -= 1;
            entry.running += 1;
            self.clock = self.clock.max(entry.charged);
            self.waiting -= 1;
            self.running += 1;
            // If nobody receives it, the thread comes back through `Waiting`.
            let _ = request.turn.send(());
        }
    }

    /// Returns the client whose turn it is, with the key by which it was chosen. Cost: linear in the
    /// number of clients that are remembered.
    #[expect(clippy::type_complexity, reason = "the key is used here only")]
    fn next_turn(
        &self,
        limits: &WorkLimits,
    ) -> Option<((u64, u64, u64), ClientAddress, Option<ClientId>)> {
        let addresses = self
            .addresses
            .iter()
            .filter(|(_, address)| address.waiting > 0 && address.running < limits.address_threads);
        let clients = addresses.flat_map(|(&key, address)| {
            let turns = address.clients.iter();
            turns.filter_map(move |(&id, turns)| {
                let first = turns.queue.front()?;
                let order = (address.charged, turns.charged, first.number);
                (turns.running < limits.client_threads).then_some((order, key, id))
            })
        });
        clients.min_by_key(|(order, _, _)| *order)
    }

    /// Takes back a thread and charges for it.
    fn finish(&mut self, client: ClientKey, cost: Duration, limits: &WorkLimits) {
        let cost = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
        self.running -= 1;
        if let Some(address) = self.addresses.get_mut(&client.address) {
            let n_clients = u64::try_from(address.clients.len()).unwrap_or(u64::MAX);
            let share = cost / n_clients.clamp(1, MAX_WEIGHT);
            address.charged = address.charged.saturating_add(share);
            address.running -= 1;
            if let Some(turns) = address.clients.get_mut(&client.id) {
                turns.charged = turns.charged.saturating_add(cost);
                turns.running -= 1;
            }
        }
        self.dispatch(limits);
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
        address.waiting -= 1;
        self.waiting -= 1;
        Removed::FromQueue
    }

    /// Takes the latest request of the client that has the most waiting, if that is more than
    /// `others`; returns whether there is one.
    fn evict(&mut self, others: usize) -> bool {
        let queues = self.addresses.values_mut().flat_map(|address| {
            let Address { clients, waiting, .. } = address;
            let longest = clients.values_mut().max_by_key(|turns| turns.queue.len());
            longest.map(|turns| (turns, waiting))
        });
        let Some((turns, waiting)) = queues.max_by_key(|(turns, _)| turns.queue.len()) else {
            return false;
        };
        if turns.queue.len() <= others {
            return false;
        }
        let Some(request) = turns.queue.pop_back() else { return false };
        *waiting -= 1;
        self.waiting -= 1;
        self.evicted.push(request.number);
        // Its sender is dropped here, which its request notices.
        true
    }

    /// Forgets clients that have had no requests for a while.
    fn forget_idle(&mut self, now: Instant) {
        if self.swept.is_some_and(|swept| now.duration_since(swept) < Duration::from_secs(1)) {
            return;
        }
        self.swept = Some(now);
        for address in self.addresses.values_mut() {
            address.clients.retain(|_, turns| {
                let is_idle = turns.running == 0 && turns.queue.is_empty();
                !is_idle || now.duration_since(turns.seen) < MEMORY
            });
        }
        self.addresses.retain(|_, address| !address.clients.is_empty());
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
            address_threads: 3,
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

        fn finish(&mut self, client: ClientKey, cost: Duration) {
            self.state.finish(client, cost, &self.limits);
        }

        fn check(&self) {
            let addresses = self.state.addresses.values();
            let sum = |of: fn(&Address) -> usize| addresses.clone().map(of).sum::<usize>();
            assert_eq!(self.state.waiting, sum(|it| it.waiting));
            assert_eq!(self.state.running, sum(|it| it.running));
            for address in addresses.clone() {
                let queues = address.clients.values();
                assert_eq!(address.waiting, queues.clone().map(|it| it.queue.len()).sum::<usize>());
                assert_eq!(address.running, queues.map(|it| it.running).sum::<usize>());
                assert!(address.running <= self.limits.address_threads);
            }
            assert!(self.state.running <= self.limits.threads);
        }
    }

    #[test]
    fn a_client_and_an_address_hold_only_some_threads() {
        let mut queues = Queues::new(limits());
        for _ in 0..8 {
            queues.enqueue(client(1)).unwrap();
        }
        assert_eq!(queues.begun(), [client(1); 2]);
        let [one, other] = [(); 2].map(|()| ClientKey::with_new_cookie(address(1)));
        queues.enqueue(one).unwrap();
        queues.enqueue(other).unwrap();
        // Three threads of four for all of an address.
        assert_eq!(queues.begun(), [one]);
        queues.enqueue(client(2)).unwrap();
        assert_eq!(queues.begun(), [client(2)]);
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
        assert_eq!((queues.state.running, queues.state.waiting), (0, 0));
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
        assert_eq!((state.running, state.waiting), (0, 0));
    }
}
