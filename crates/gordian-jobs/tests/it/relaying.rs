//! Followers get each event once and in order, wherever they ask.

use std::time::Duration;

use gordian_core::Random;
use gordian_jobs::{End, Event, EventKind, Following, JobId, Relay, Store};
use tokio::task::JoinSet;

use crate::kit::{LONG, PATIENCE, Place, claim, on_both, submit};

on_both!(
    followers_get_all_and_come_to_an_end,
    events_of_this_process_are_told_at_once,
    events_of_other_processes_are_found,
    slow_followers_delay_nobody,
    purged_jobs_end_with_an_error,
    followers_may_move_between_relays,
);

/// Claims a job, does so many units, and finishes it.
async fn work(store: Store, units: u32) {
    let mut held = claim(&store, LONG).await.expect("a job").held;
    for unit in 0..units {
        store.save(&mut held, None, Some(&unit.to_string())).await.expect("a unit");
    }
    store.finish(&held, &End::Done(String::new())).await.expect("an end");
}

async fn next(following: &mut Following) -> Option<Event> {
    let next = tokio::time::timeout(PATIENCE, following.next());
    next.await.expect("an event in time").expect("an answer")
}

async fn numbers(mut following: Following) -> Vec<i64> {
    let mut numbers = Vec::new();
    while let Some(event) = next(&mut following).await {
        numbers.push(event.number);
    }
    numbers
}

async fn followers_get_all_and_come_to_an_end(place: Place) {
    let store = place.open().await;
    let relay = Relay::new(&store);
    let job = submit(&store).await;
    let early = tokio::spawn(numbers(relay.follow(job, 0)));
    work(store.clone(), 150).await;
    let all: Vec<i64> = (1..=153).collect();
    assert_eq!(early.await.unwrap(), all);
    assert_eq!(numbers(relay.follow(job, 0)).await, all);
    assert_eq!(numbers(relay.follow(job, 70)).await, all[70..]);
    assert_eq!(numbers(relay.follow(job, 153)).await, [0; 0]);
    assert_eq!(numbers(relay.follow(job, 999)).await, [0; 0]);

    let mut nobody = relay.follow("999".parse().unwrap(), 0);
    assert_eq!(nobody.next().await.unwrap_err().code(), "jobs.unknown");
}

async fn events_of_this_process_are_told_at_once(place: Place) {
    let store = place.open().await;
    // It asks the database long after the end of the test.
    let relay = Relay::with_poll(&store, LONG);
    let job = submit(&store).await;
    let mut following = relay.follow(job, 0);
    assert_eq!(next(&mut following).await.unwrap().kind, EventKind::Queued);
    let follower = tokio::spawn(numbers(following));
    until_it_waits().await;
    work(store.clone(), 3).await;
    assert_eq!(follower.await.unwrap(), [2, 3, 4, 5, 6]);

    let job = submit(&store).await;
    let mut following = relay.follow(job, 1);
    let follower = tokio::spawn(async move { next(&mut following).await });
    until_it_waits().await;
    store.cancel(job).await.unwrap();
    assert_eq!(follower.await.unwrap().unwrap().kind, EventKind::Cancelled);
}

async fn events_of_other_processes_are_found(place: Place) {
    let relay = Relay::new(&place.open().await);
    let other = place.open().await;
    for _ in 0..2 {
        // The second time the relay had nobody to ask for in between.
        let job = submit(&other).await;
        let follower = tokio::spawn(numbers(relay.follow(job, 1)));
        until_it_waits().await;
        work(other.clone(), 1).await;
        let seen = tokio::time::timeout(PATIENCE, follower).await;
        assert_eq!(seen.expect("the end in time").unwrap(), [2, 3, 4]);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Gives a follower time to find nothing and wait: what it then gets, it was told.
async fn until_it_waits() {
    tokio::time::sleep(Duration::from_millis(100)).await;
}

async fn slow_followers_delay_nobody(place: Place) {
    let store = place.open().await;
    let relay = Relay::new(&store);
    let job = submit(&store).await;
    let mut slow = relay.follow(job, 0);
    assert_eq!(next(&mut slow).await.unwrap().number, 1);
    let fast = tokio::spawn(numbers(relay.follow(job, 0)));
    work(store.clone(), 200).await;
    assert_eq!(fast.await.unwrap().len(), 203);
    assert_eq!(numbers(slow).await, (2..=203).collect::<Vec<_>>());
}

async fn purged_jobs_end_with_an_error(place: Place) {
    let store = place.open().await;
    let relay = Relay::new(&store);
    let job = submit(&store).await;
    let mut following = relay.follow(job, 2);
    let follower = tokio::spawn(async move { following.next().await });
    until_it_waits().await;
    place.execute(&format!("DELETE FROM job WHERE name = '{job}'")).await;
    let end = tokio::time::timeout(PATIENCE, follower).await.expect("an answer in time");
    assert_eq!(end.unwrap().unwrap_err().code(), "jobs.unknown");
}

async fn follow_here_and_there(relays: [Relay; 2], job: JobId, seed: u64) -> Vec<i64> {
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

async fn followers_may_move_between_relays(place: Place) {
    let relays = [Relay::new(&place.open().await), Relay::new(&place.open().await)];
    let store = place.open().await;
    let job = submit(&store).await;
    let mut followers = JoinSet::new();
    for seed in 0..5 {
        followers.spawn(follow_here_and_there(relays.clone(), job, seed));
    }
    work(store, 300).await;
    let all: Vec<i64> = (1..=303).collect();
    for seen in followers.join_all().await {
        assert_eq!(seen, all);
    }
}
