//! Followers receive each event once and in order, from any relay.

use std::time::Duration;

use gordian_core::Random;
use gordian_jobs::{Completion, Event, EventKind, EventRelay, EventStream, JobId, Store};
use tokio::task::JoinSet;

use crate::support::{EXPECT_TIMEOUT, LONG_TIMEOUT, TestDatabase, claim, submit, test_on_both};

test_on_both!(
    stream_yields_all_events_and_ends,
    events_of_this_process_arrive_immediately,
    events_of_other_processes_are_polled,
    slow_follower_does_not_delay_others,
    stream_of_a_purged_job_fails,
    follower_can_switch_relays,
);

/// Claims a job, runs this many units, and finishes it.
async fn run_job(store: Store, units: u32) {
    let mut lease = claim(&store, LONG_TIMEOUT).await.expect("a job").lease;
    for unit in 0..units {
        store.save(&mut lease, None, Some(&unit.to_string())).await.expect("a unit");
    }
    store.finish(&lease, &Completion::Done(String::new())).await.expect("it ends in time");
}

async fn next_event(events: &mut EventStream) -> Option<Event> {
    let next_event = tokio::time::timeout(EXPECT_TIMEOUT, events.next());
    next_event.await.expect("an event in time").expect("the operation succeeds")
}

async fn event_numbers(mut events: EventStream) -> Vec<i64> {
    let mut event_numbers = Vec::new();
    while let Some(event) = next_event(&mut events).await {
        event_numbers.push(event.number);
    }
    event_numbers
}

async fn stream_yields_all_events_and_ends(database: TestDatabase) {
    let store = database.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let early = tokio::spawn(event_numbers(relay.follow(job, 0)));
    run_job(store.clone(), 150).await;
    let all: Vec<i64> = (1..=153).collect();
    assert_eq!(early.await.unwrap(), all);
    assert_eq!(event_numbers(relay.follow(job, 0)).await, all);
    assert_eq!(event_numbers(relay.follow(job, 70)).await, all[70..]);
    assert_eq!(event_numbers(relay.follow(job, 153)).await, [0; 0]);
    assert_eq!(event_numbers(relay.follow(job, 999)).await, [0; 0]);

    let mut unknown = relay.follow("999".parse().unwrap(), 0);
    assert_eq!(unknown.next().await.unwrap_err().code(), "jobs.unknown");
}

async fn events_of_this_process_arrive_immediately(database: TestDatabase) {
    let store = database.open().await;
    // The poll interval is longer than the test.
    let relay = EventRelay::with_poll_interval(&store, LONG_TIMEOUT);
    let job = submit(&store).await;
    let mut events = relay.follow(job, 0);
    assert_eq!(next_event(&mut events).await.unwrap().kind, EventKind::Queued);
    let follower = tokio::spawn(event_numbers(events));
    let_stream_wait().await;
    run_job(store.clone(), 3).await;
    assert_eq!(follower.await.unwrap(), [2, 3, 4, 5, 6]);

    let job = submit(&store).await;
    let mut events = relay.follow(job, 1);
    let follower = tokio::spawn(async move { next_event(&mut events).await });
    let_stream_wait().await;
    store.cancel(job).await.unwrap();
    assert_eq!(follower.await.unwrap().unwrap().kind, EventKind::Cancelled);
}

async fn events_of_other_processes_are_polled(database: TestDatabase) {
    let relay = EventRelay::new(&database.open().await);
    let other = database.open().await;
    for _ in 0..2 {
        // The second time, the relay had no followers in between.
        let job = submit(&other).await;
        let follower = tokio::spawn(event_numbers(relay.follow(job, 1)));
        let_stream_wait().await;
        run_job(other.clone(), 1).await;
        let seen = tokio::time::timeout(EXPECT_TIMEOUT, follower).await;
        assert_eq!(seen.expect("the end in time").unwrap(), [2, 3, 4]);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Gives a follower time to wait, so that the next events reach it by notification.
async fn let_stream_wait() {
    tokio::time::sleep(Duration::from_millis(100)).await;
}

async fn slow_follower_does_not_delay_others(database: TestDatabase) {
    let store = database.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let mut slow = relay.follow(job, 0);
    assert_eq!(next_event(&mut slow).await.unwrap().number, 1);
    let fast = tokio::spawn(event_numbers(relay.follow(job, 0)));
    run_job(store.clone(), 200).await;
    assert_eq!(fast.await.unwrap().len(), 203);
    assert_eq!(event_numbers(slow).await, (2..=203).collect::<Vec<_>>());
}

async fn stream_of_a_purged_job_fails(database: TestDatabase) {
    let store = database.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let mut events = relay.follow(job, 2);
    let follower = tokio::spawn(async move { events.next().await });
    let_stream_wait().await;
    database.execute(&format!("DELETE FROM job WHERE name = '{job}'")).await;
    let end = tokio::time::timeout(EXPECT_TIMEOUT, follower).await.expect("an answer in time");
    assert_eq!(end.unwrap().unwrap_err().code(), "jobs.unknown");
}

async fn follow_alternating(relays: [EventRelay; 2], job: JobId, seed: u64) -> Vec<i64> {
    let mut random = Random::new(seed);
    let mut seen = Vec::new();
    loop {
        let after = seen.last().copied().unwrap_or(0);
        let mut events = random.choose(&relays).follow(job, after);
        for _ in 0..=random.below(20) {
            let Some(event) = next_event(&mut events).await else { return seen };
            seen.push(event.number);
        }
    }
}

async fn follower_can_switch_relays(database: TestDatabase) {
    let relays = [EventRelay::new(&database.open().await), EventRelay::new(&database.open().await)];
    let store = database.open().await;
    let job = submit(&store).await;
    let mut followers = JoinSet::new();
    for seed in 0..5 {
        followers.spawn(follow_alternating(relays.clone(), job, seed));
    }
    run_job(store, 300).await;
    let all: Vec<i64> = (1..=303).collect();
    for seen in followers.join_all().await {
        assert_eq!(seen, all);
    }
}
