//! Followers receive each event once and in order, from any relay.

use std::time::Duration;

use gordian_core::Random;
use gordian_jobs::{Completion, Event, EventKind, EventRelay, EventStream, JobId, Store};
use tokio::task::JoinSet;

use crate::support::{LONG, PATIENCE, Place, claim, on_both, submit};

on_both!(
    stream_yields_all_events_and_ends,
    events_of_this_process_arrive_immediately,
    events_of_other_processes_are_polled,
    slow_follower_does_not_delay_others,
    stream_of_a_purged_job_fails,
    follower_can_switch_relays,
);

/// Claims a job, runs this many units, and finishes it.
async fn work(store: Store, units: u32) {
    let mut lease = claim(&store, LONG).await.expect("a job").lease;
    for unit in 0..units {
        store.save(&mut lease, None, Some(&unit.to_string())).await.expect("a unit");
    }
    store.finish(&lease, &Completion::Done(String::new())).await.expect("an end");
}

async fn next(following: &mut EventStream) -> Option<Event> {
    let next = tokio::time::timeout(PATIENCE, following.next());
    next.await.expect("an event in time").expect("an answer")
}

async fn numbers(mut following: EventStream) -> Vec<i64> {
    let mut numbers = Vec::new();
    while let Some(event) = next(&mut following).await {
        numbers.push(event.number);
    }
    numbers
}

async fn stream_yields_all_events_and_ends(place: Place) {
    let store = place.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let early = tokio::spawn(numbers(relay.follow(job, 0)));
    work(store.clone(), 150).await;
    let all: Vec<i64> = (1..=153).collect();
    assert_eq!(early.await.unwrap(), all);
    assert_eq!(numbers(relay.follow(job, 0)).await, all);
    assert_eq!(numbers(relay.follow(job, 70)).await, all[70..]);
    assert_eq!(numbers(relay.follow(job, 153)).await, [0; 0]);
    assert_eq!(numbers(relay.follow(job, 999)).await, [0; 0]);

    let mut unknown = relay.follow("999".parse().unwrap(), 0);
    assert_eq!(unknown.next().await.unwrap_err().code(), "jobs.unknown");
}

async fn events_of_this_process_arrive_immediately(place: Place) {
    let store = place.open().await;
    // The poll interval is longer than the test.
    let relay = EventRelay::with_poll_interval(&store, LONG);
    let job = submit(&store).await;
    let mut following = relay.follow(job, 0);
    assert_eq!(next(&mut following).await.unwrap().kind, EventKind::Queued);
    let follower = tokio::spawn(numbers(following));
    let_stream_wait().await;
    work(store.clone(), 3).await;
    assert_eq!(follower.await.unwrap(), [2, 3, 4, 5, 6]);

    let job = submit(&store).await;
    let mut following = relay.follow(job, 1);
    let follower = tokio::spawn(async move { next(&mut following).await });
    let_stream_wait().await;
    store.cancel(job).await.unwrap();
    assert_eq!(follower.await.unwrap().unwrap().kind, EventKind::Cancelled);
}

async fn events_of_other_processes_are_polled(place: Place) {
    let relay = EventRelay::new(&place.open().await);
    let other = place.open().await;
    for _ in 0..2 {
        // The second time, the relay had no followers in between.
        let job = submit(&other).await;
        let follower = tokio::spawn(numbers(relay.follow(job, 1)));
        let_stream_wait().await;
        work(other.clone(), 1).await;
        let seen = tokio::time::timeout(PATIENCE, follower).await;
        assert_eq!(seen.expect("the end in time").unwrap(), [2, 3, 4]);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Gives a follower time to wait, so that the next events reach it by notification.
async fn let_stream_wait() {
    tokio::time::sleep(Duration::from_millis(100)).await;
}

async fn slow_follower_does_not_delay_others(place: Place) {
    let store = place.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let mut slow = relay.follow(job, 0);
    assert_eq!(next(&mut slow).await.unwrap().number, 1);
    let fast = tokio::spawn(numbers(relay.follow(job, 0)));
    work(store.clone(), 200).await;
    assert_eq!(fast.await.unwrap().len(), 203);
    assert_eq!(numbers(slow).await, (2..=203).collect::<Vec<_>>());
}

async fn stream_of_a_purged_job_fails(place: Place) {
    let store = place.open().await;
    let relay = EventRelay::new(&store);
    let job = submit(&store).await;
    let mut following = relay.follow(job, 2);
    let follower = tokio::spawn(async move { following.next().await });
    let_stream_wait().await;
    place.execute(&format!("DELETE FROM job WHERE name = '{job}'")).await;
    let end = tokio::time::timeout(PATIENCE, follower).await.expect("an answer in time");
    assert_eq!(end.unwrap().unwrap_err().code(), "jobs.unknown");
}

async fn follow_alternating(relays: [EventRelay; 2], job: JobId, seed: u64) -> Vec<i64> {
    let mut random = Random::new(seed);
    let mut seen = Vec::new();
    loop {
        let after = seen.last().copied().unwrap_or(0);
        let mut following = random.choose(&relays).follow(job, after);
        for _ in 0..=random.below(20) {
            let Some(event) = next(&mut following).await else { return seen };
            seen.push(event.number);
        }
    }
}

async fn follower_can_switch_relays(place: Place) {
    let relays = [EventRelay::new(&place.open().await), EventRelay::new(&place.open().await)];
    let store = place.open().await;
    let job = submit(&store).await;
    let mut followers = JoinSet::new();
    for seed in 0..5 {
        followers.spawn(follow_alternating(relays.clone(), job, seed));
    }
    work(store, 300).await;
    let all: Vec<i64> = (1..=303).collect();
    for seen in followers.join_all().await {
        assert_eq!(seen, all);
    }
}
