//! Tests of the scheduler, most of them without threads.

use super::*;

const MS: Duration = Duration::from_millis(1);

fn limits() -> ComputeLimits {
    ComputeLimits {
        threads: 4,
        client_threads: 2,
        long_threads: 4,
        max_waiting: 20,
        max_waiting_per_client: 8,
        ..ComputeLimits::default()
    }
}

fn address(last: u8) -> ClientAddress {
    ClientAddress::of([192, 0, 2, last].into())
}

fn client(last: u8) -> ClientKey {
    ClientKey::without_cookie(address(last))
}

/// The queues of a scheduler, without threads.
struct TestScheduler {
    state: State,
    limits: ComputeLimits,
    waiting: Vec<(ClientKey, u64, oneshot::Receiver<CancellationToken>)>,
    now: Instant,
}

impl TestScheduler {
    fn new(limits: ComputeLimits) -> Self {
        let (state, waiting) = (State::default(), Vec::new());
        Self { state, limits, waiting, now: Instant::now() }
    }

    fn enqueue(&mut self, client: ClientKey) -> Result<(), AdmissionError> {
        self.assert_consistent();
        let (number, turn) = self.state.enqueue(client, &self.limits, self.now)?;
        self.waiting.push((client, number, turn));
        Ok(())
    }

    /// Returns the clients that were assigned a thread since the last call, in the order of
    /// their requests.
    fn started(&mut self) -> Vec<ClientKey> {
        let mut started = Vec::new();
        self.waiting.retain_mut(|(client, _, turn)| {
            let is_started = turn.try_recv().is_ok();
            if is_started {
                started.push(*client);
            }
            !is_started
        });
        started
    }

    /// Finishes the oldest running request of a client.
    fn finish(&mut self, client: ClientKey, cost: Duration) {
        let mut numbers = self.state.running.iter().filter(|it| it.client == client);
        let number = numbers.next().expect("it runs").number;
        self.state.finish(number, cost, &self.limits);
    }

    /// Returns the numbers of running and of long requests.
    fn running(&self) -> (usize, usize) {
        (self.state.running.len(), self.state.long)
    }

    fn assert_consistent(&self) {
        let State { addresses, active, running, long, waiting, .. } = &self.state;
        let sum = |of: fn(&AddressState) -> usize| addresses.values().map(of).sum::<usize>();
        assert_eq!(*waiting, sum(|it| it.waiting));
        assert_eq!(running.len() - long, sum(|it| it.short));
        assert_eq!(*long, sum(|it| it.long));
        for (key, address) in addresses {
            let client_queues = address.clients.values();
            assert_eq!(
                address.waiting,
                client_queues.clone().map(|it| it.queue.len()).sum::<usize>()
            );
            let runs = address.short + address.long;
            assert_eq!(runs, client_queues.clone().map(|it| it.running).sum::<usize>());
            assert!(client_queues.clone().all(|it| it.running > 0 || !it.queue.is_empty()));
            assert_eq!(active.contains(key), address.waiting > 0);
            assert!(address.idle.len() <= MAX_IDLE);
        }
        assert!(running.len() - long <= self.limits.threads && *long <= self.limits.long_threads);
    }
}

#[test]
fn clients_and_addresses_use_a_share_of_the_threads() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 8, ..limits() });
    for _ in 0..8 {
        scheduler.enqueue(client(1)).unwrap();
    }
    assert_eq!(scheduler.started(), [client(1); 2]);
    let [one, other] = [(); 2].map(|()| ClientKey::with_new_cookie(address(1)));
    scheduler.enqueue(one).unwrap();
    scheduler.enqueue(other).unwrap();
    // One address gets half of the free threads.
    assert_eq!(scheduler.started(), [one]);
    for last in 2..10 {
        for _ in 0..2 {
            scheduler.enqueue(client(last)).unwrap();
        }
    }
    let started = scheduler.started();
    assert_eq!(started, [client(2), client(2), client(3), client(4), client(5)]);
    scheduler.assert_consistent();
}

#[test]
fn long_requests_release_their_threads() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 2, ..limits() });
    for last in 1..=4 {
        scheduler.enqueue(client(last)).unwrap();
    }
    assert_eq!(scheduler.started(), [client(1), client(2)]);
    scheduler.now += LONG_RUN_TIME;
    scheduler.state.promote_long_requests(&scheduler.limits, scheduler.now);
    assert_eq!((scheduler.started(), scheduler.running()), (vec![client(3), client(4)], (4, 2)));
    scheduler.assert_consistent();
    scheduler.now += LONG_RUN_TIME;
    for last in 5..=9 {
        scheduler.enqueue(client(last)).unwrap();
    }
    // There are four threads for long requests.
    assert_eq!((scheduler.started(), scheduler.running()), (vec![client(5), client(6)], (6, 4)));
    scheduler.now += LONG_RUN_TIME;
    scheduler.state.promote_long_requests(&scheduler.limits, scheduler.now);
    assert_eq!((scheduler.started(), scheduler.running()), (vec![], (6, 4)));
    scheduler.finish(client(1), MS);
    scheduler.state.promote_long_requests(&scheduler.limits, scheduler.now);
    assert_eq!((scheduler.started(), scheduler.running()), (vec![client(7)], (6, 4)));
    scheduler.assert_consistent();
}

#[test]
fn one_address_uses_half_of_the_long_threads() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 2, ..limits() });
    for _ in 0..6 {
        scheduler.enqueue(ClientKey::with_new_cookie(address(1))).unwrap();
    }
    for _ in 0..6 {
        scheduler.now += LONG_RUN_TIME;
        scheduler.state.promote_long_requests(&scheduler.limits, scheduler.now);
    }
    assert_eq!(scheduler.running(), (3, 2));
    scheduler.enqueue(client(2)).unwrap();
    scheduler.started();
    assert_eq!(scheduler.running(), (4, 2));
    scheduler.now += LONG_RUN_TIME;
    scheduler.enqueue(client(3)).unwrap();
    assert_eq!(scheduler.started(), [client(3)]);
    scheduler.assert_consistent();
}

#[test]
fn clients_with_expensive_requests_wait() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 1, ..limits() });
    for _ in 0..8 {
        scheduler.enqueue(client(1)).unwrap();
    }
    assert_eq!(scheduler.started(), [client(1)]);
    for _ in 0..8 {
        scheduler.enqueue(client(2)).unwrap();
    }
    scheduler.finish(client(1), 1000 * MS);
    // Many cheap requests of the second client run before the next expensive one of the first.
    for _ in 0..8 {
        assert_eq!(scheduler.started(), [client(2)]);
        scheduler.finish(client(2), 5 * MS);
    }
    assert_eq!(scheduler.started(), [client(1)]);
    scheduler.assert_consistent();
}

#[test]
fn clients_behind_one_address_take_turns() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 1, ..limits() });
    let [one, other] = [(); 2].map(|()| ClientKey::with_new_cookie(address(1)));
    for _ in 0..4 {
        scheduler.enqueue(one).unwrap();
    }
    for _ in 0..4 {
        scheduler.enqueue(other).unwrap();
    }
    let mut order: Vec<ClientKey> = Vec::new();
    for _ in 0..8 {
        let started = scheduler.started();
        order.extend(&started);
        scheduler.finish(started[0], MS);
    }
    assert_eq!(order, [one, other, one, other, one, other, one, other]);
}

/// Returns how many requests of each client ran, when each client always has requests waiting.
fn served_requests(clients: &[ClientKey], rounds: usize) -> Vec<usize> {
    let mut scheduler =
        TestScheduler::new(ComputeLimits { threads: 1, max_waiting: 10_000, ..limits() });
    let mut counts = vec![0; clients.len()];
    for &client in clients {
        for _ in 0..3 {
            scheduler.enqueue(client).unwrap();
        }
    }
    for _ in 0..rounds {
        let started = scheduler.started();
        let [client] = started[..] else { panic!("{started:?}") };
        counts[clients.iter().position(|&it| it == client).unwrap()] += 1;
        scheduler.enqueue(client).unwrap();
        scheduler.finish(client, 10 * MS);
    }
    scheduler.assert_consistent();
    counts
}

#[test]
fn clients_behind_one_address_are_weighted() {
    let mut clients: Vec<_> = (0..9).map(|_| ClientKey::with_new_cookie(address(1))).collect();
    clients.push(client(2));
    let counts = served_requests(&clients, 1000);
    for count in counts {
        assert!((80..=120).contains(&count), "{count}");
    }
}

#[test]
fn weight_of_an_address_is_limited() {
    let mut clients: Vec<_> = (0..200).map(|_| ClientKey::with_new_cookie(address(1))).collect();
    clients.push(client(2));
    let counts = served_requests(&clients, 1700);
    assert!((80..=120).contains(&counts[200]), "{}", counts[200]);
}

#[test]
fn returning_client_has_no_credit() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 1, ..limits() });
    // The first client has been served for a long time; the second one is new.
    for _ in 0..100 {
        scheduler.enqueue(client(1)).unwrap();
        assert_eq!(scheduler.started(), [client(1)]);
        scheduler.finish(client(1), 100 * MS);
    }
    for _ in 0..4 {
        scheduler.enqueue(client(1)).unwrap();
    }
    assert_eq!(scheduler.started(), [client(1)]);
    for _ in 0..8 {
        scheduler.enqueue(client(2)).unwrap();
    }
    let mut order: Vec<ClientKey> = Vec::new();
    scheduler.finish(client(1), 100 * MS);
    for _ in 0..6 {
        let started = scheduler.started();
        order.extend(&started);
        scheduler.finish(started[0], 100 * MS);
    }
    assert!(order.iter().filter(|&&it| it == client(1)).count() >= 2, "{order:?}");
}

#[test]
fn expired_idle_clients_are_removed() {
    let mut scheduler = TestScheduler::new(limits());
    for last in 0..200 {
        scheduler.enqueue(client(last)).unwrap();
        assert_eq!(scheduler.started().len(), 1);
        scheduler.finish(client(last), MS);
    }
    scheduler.now += 2 * IDLE_RETENTION;
    scheduler.enqueue(client(255)).unwrap();
    assert_eq!(scheduler.state.addresses.len(), 1);
}

#[test]
fn full_queue_evicts_from_the_largest_address() {
    let mut scheduler =
        TestScheduler::new(ComputeLimits { threads: 1, max_waiting_per_client: 30, ..limits() });
    for _ in 0..21 {
        scheduler.enqueue(client(1)).unwrap();
    }
    assert_eq!(scheduler.started(), [client(1)]);
    // The address itself has too many waiting requests.
    assert_eq!(scheduler.enqueue(client(1)), Err(AdmissionError::QueueFull));
    for _ in 0..9 {
        scheduler.enqueue(client(2)).unwrap();
    }
    scheduler.enqueue(client(3)).unwrap();
    // Another cookie does not help: requests are counted per address.
    let other = ClientKey::with_new_cookie(address(1));
    assert_eq!(scheduler.enqueue(other), Err(AdmissionError::QueueFull));
    assert_eq!(scheduler.state.waiting, 20);
    let closed = Err(oneshot::error::TryRecvError::Closed);
    let client_queue = scheduler.waiting.iter_mut().map(|(_, _, turn)| turn.try_recv());
    assert_eq!(client_queue.filter(|turn| *turn == closed).count(), 10);
    scheduler.assert_consistent();
}

#[test]
fn disconnected_client_leaves_the_queue() {
    let mut scheduler = TestScheduler::new(ComputeLimits { threads: 1, ..limits() });
    scheduler.enqueue(client(1)).unwrap();
    scheduler.enqueue(client(2)).unwrap();
    let [(first, at, _), (second, waits, _)] = &scheduler.waiting[..] else { panic!() };
    let (first, at, second, waits) = (*first, *at, *second, *waits);
    assert!(matches!(scheduler.state.remove(second, waits), RemovalOrigin::FromQueue));
    assert!(matches!(scheduler.state.remove(first, at), RemovalOrigin::Running));
    scheduler.finish(first, Duration::ZERO);
    assert_eq!((scheduler.running(), scheduler.state.waiting), ((0, 0), 0));
    scheduler.assert_consistent();
}

#[tokio::test]
async fn permits_are_released_when_requests_end() {
    let limits = ComputeLimits { threads: 1, max_wait: 20 * MS, ..limits() };
    let scheduler = Scheduler::new(limits);
    let held = scheduler.admit(client(1)).await.unwrap();
    assert_eq!(scheduler.admit(client(2)).await.unwrap_err(), AdmissionError::TimedOut);
    // One client that leaves while it waits, and one that leaves after it was assigned the
    // thread.
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

/// A client in another network.
fn far_client(network: u8, last: u8) -> ClientKey {
    ClientKey::without_cookie(ClientAddress::of([198, 51, network, last].into()))
}

/// The numbers of networks in the state equal those of its requests and addresses.
fn assert_networks_are_consistent(state: &State) {
    for (key, network) in &state.networks {
        let addresses: Vec<_> =
            state.addresses.iter().filter(|(it, _)| ClientNetwork::of(**it) == *key).collect();
        assert_eq!(network.n_addresses, addresses.len());
        let n = addresses.iter().map(|(_, it)| it.waiting + it.short + it.long).sum::<usize>();
        assert_eq!(network.n_requests, n);
    }
}

#[test]
fn addresses_of_a_network_share_its_turns() {
    // Thirty-two addresses of one network and one of another, which all have requests waiting.
    let limits = ComputeLimits { threads: 1, max_waiting: 1000, ..limits() };
    let mut scheduler = TestScheduler::new(limits);
    let mut clients: Vec<ClientKey> = (1..=32).map(|last| far_client(1, last)).collect();
    clients.push(far_client(2, 1));
    for &it in &clients {
        scheduler.enqueue(it).unwrap();
    }
    let mut n_alone = 0;
    for _ in 0..340 {
        let started = scheduler.started();
        let [client] = started[..] else { panic!("{started:?}") };
        n_alone += usize::from(client == far_client(2, 1));
        scheduler.enqueue(client).unwrap();
        scheduler.finish(client, 10 * MS);
        assert_networks_are_consistent(&scheduler.state);
    }
    // The weight of a network is at most sixteen: one turn of seventeen, and not one of
    // thirty-three.
    assert!((16..=24).contains(&n_alone), "{n_alone}");
    // They are forgotten with their addresses.
    while let Some(client) = scheduler.started().first().copied() {
        scheduler.finish(client, MS);
    }
    scheduler.now += 2 * IDLE_RETENTION;
    scheduler.enqueue(client(1)).unwrap();
    assert_eq!(scheduler.state.networks.len(), 1);
}

#[test]
fn an_eighth_of_the_threads_is_for_addresses_with_nothing_running() {
    let limits = ComputeLimits { threads: 8, long_threads: 0, client_threads: 8, ..limits() };
    let mut scheduler = TestScheduler::new(limits);
    for network in 1..=4 {
        for _ in 0..4 {
            scheduler.enqueue(far_client(network, 1)).unwrap();
        }
    }
    assert_eq!(scheduler.started().len(), 7);
    scheduler.enqueue(far_client(5, 1)).unwrap();
    assert_eq!(scheduler.started(), [far_client(5, 1)]);
}

#[test]
fn long_requests_make_room_for_clients_with_nothing_running() {
    let limits = ComputeLimits { threads: 2, long_threads: 0, client_threads: 2, ..limits() };
    let mut scheduler = TestScheduler::new(limits);
    let stopping = |scheduler: &TestScheduler| -> Vec<ClientKey> {
        let running = scheduler.state.running.iter();
        running.filter(|it| it.stop.is_cancelled()).map(|it| it.client).collect()
    };
    scheduler.enqueue(far_client(1, 1)).unwrap();
    scheduler.enqueue(far_client(1, 2)).unwrap();
    assert_eq!(scheduler.started().len(), 2);
    scheduler.enqueue(far_client(2, 1)).unwrap();
    // They have just begun.
    assert_eq!(stopping(&scheduler), []);
    scheduler.now += MIN_RUN_TIME;
    scheduler.state.make_room(&scheduler.limits, scheduler.now);
    scheduler.now += ROOM_INTERVAL;
    scheduler.state.make_room(&scheduler.limits, scheduler.now);
    // One of them, and not again while it ends.
    let [first] = stopping(&scheduler)[..] else { panic!("{:?}", stopping(&scheduler)) };
    scheduler.finish(first, 1000 * MS);
    assert_eq!(scheduler.started(), [far_client(2, 1)]);
    // The only request of a network is not stopped for another network.
    scheduler.now += MIN_RUN_TIME;
    scheduler.enqueue(far_client(3, 1)).unwrap();
    scheduler.state.make_room(&scheduler.limits, scheduler.now);
    assert_eq!(stopping(&scheduler), []);
    // Nor for an address of its own network.
    scheduler.enqueue(far_client(2, 2)).unwrap();
    scheduler.now += ROOM_INTERVAL;
    scheduler.state.make_room(&scheduler.limits, scheduler.now);
    assert_eq!(stopping(&scheduler), []);
}
