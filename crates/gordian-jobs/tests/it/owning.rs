//! Who may cancel a job, who sees it, who shares it, and how many there may be.

use gordian_jobs::{Cancelled, Caps, Filter, JobId, JobsError, State, Store, Submission, Viewer};
use tokio::task::JoinSet;

use crate::kit::{LONG, Place, claim, get, on_both, submit};

on_both!(
    only_owners_cancel,
    owners_see_their_own_jobs,
    equal_work_is_one_job,
    equal_work_at_once_is_one_job,
    shared_work_ends_with_its_last_owner,
    caps_refuse_new_jobs,
    clients_behind_one_address_have_a_cap_together,
    room_is_made_by_those_who_store_most,
    results_are_read_in_parts,
);

fn of(owner: &str) -> Submission {
    Submission { owner: owner.to_owned(), ..Submission::new("work", "{}") }
}

fn shared(owner: &str) -> Submission {
    Submission { share: "the work".to_owned(), ..of(owner) }
}

async fn made(store: &Store, submission: &Submission) -> JobId {
    store.submit(submission).await.expect("a job").job
}

async fn only_owners_cancel(place: Place) {
    let store = place.open().await;
    let job = made(&store, &of("a")).await;
    for unowned in [false, true] {
        let error = store.cancel_for(job, "b", unowned).await.unwrap_err();
        assert_eq!(error.code(), "jobs.owner", "{error}");
    }
    assert_eq!(get(&store, job).await.state, State::Queued);
    assert_eq!(store.cancel_for(job, "a", false).await.unwrap(), Cancelled::AtOnce);
    let again = store.cancel_for(job, "a", false).await.unwrap();
    assert_eq!(again, Cancelled::TooLate(State::Cancelled));
    assert_eq!(store.owners(job).await.unwrap(), ["a"]);

    let unowned = submit(&store).await;
    let error = store.cancel_for(unowned, "", false).await.unwrap_err();
    assert!(matches!(error, JobsError::NotOwner { job } if job == unowned), "{error}");
    assert_eq!(store.cancel_for(unowned, "b", true).await.unwrap(), Cancelled::AtOnce);
    let error = store.cancel_for("1".repeat(32).parse().unwrap(), "a", true).await.unwrap_err();
    assert_eq!(error.code(), "jobs.unknown");
}

async fn owners_see_their_own_jobs(place: Place) {
    let store = place.open().await;
    let jobs = [made(&store, &of("a")).await, made(&store, &of("b")).await, submit(&store).await];
    let seen = async |owner: &str, unowned| {
        let viewer = Viewer { owner: owner.to_owned(), unowned };
        let filter = Filter { visible_to: Some(viewer), ..Filter::default() };
        let listed = store.list(&filter, 9).await.unwrap();
        listed.into_iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(seen("a", false).await, [jobs[0]]);
    assert_eq!(seen("a", true).await, [jobs[2], jobs[0]]);
    assert_eq!(seen("", true).await, [jobs[2]]);
    assert_eq!(seen("", false).await, []);
    assert_eq!(store.list(&Filter::default(), 9).await.unwrap().len(), 3);
}

async fn equal_work_is_one_job(place: Place) {
    let store = place.open().await;
    let first = store.submit(&shared("a")).await.unwrap();
    let second = store.submit(&Submission { key: Some("k".into()), ..shared("b") }).await.unwrap();
    assert_eq!((first.fresh, second.fresh, second.job), (true, false, first.job));
    assert_eq!(store.owners(first.job).await.unwrap(), ["a", "b"]);
    // Other work is not, nor is that of those who do not share.
    let other = Submission { share: "other work".to_owned(), ..of("a") };
    for other in [other, of("a")] {
        assert!(store.submit(&other).await.unwrap().fresh);
    }
    // Also when it runs, but not when it has ended; the key gives the job all the same.
    let held = claim(&store, LONG).await.unwrap().held;
    assert_eq!(held.job(), first.job);
    assert_eq!(made(&store, &shared("c")).await, first.job);
    store.finish(&held, &gordian_jobs::End::Done("1".to_owned())).await.unwrap();
    let keyed = Submission { key: Some("k".into()), ..shared("b") };
    assert_eq!(made(&store, &keyed).await, first.job);
    assert_ne!(made(&store, &shared("b")).await, first.job);
}

async fn equal_work_at_once_is_one_job(place: Place) {
    let mut tasks = JoinSet::new();
    for owner in 0..8 {
        let store = place.open().await;
        tasks.spawn(async move { made(&store, &shared(&owner.to_string())).await });
    }
    let jobs = tasks.join_all().await;
    assert!(jobs.iter().all(|job| *job == jobs[0]), "{jobs:?}");
    assert_eq!(place.open().await.owners(jobs[0]).await.unwrap().len(), 8);
}

async fn shared_work_ends_with_its_last_owner(place: Place) {
    let store = place.open().await;
    let job = made(&store, &shared("a")).await;
    made(&store, &shared("b")).await;
    made(&store, &shared("c")).await;
    assert_eq!(store.cancel_for(job, "b", false).await.unwrap(), Cancelled::Left);
    assert_eq!(get(&store, job).await.state, State::Queued);
    assert_eq!(store.cancel_for(job, "b", true).await.unwrap_err().code(), "jobs.owner");
    let held = claim(&store, LONG).await.unwrap().held;
    assert_eq!(store.cancel_for(job, "c", false).await.unwrap(), Cancelled::Left);
    let kept = gordian_jobs::Hold::Kept { cancelling: false };
    assert_eq!(store.heartbeat(&held).await.unwrap(), kept);
    assert_eq!(store.cancel_for(job, "a", false).await.unwrap(), Cancelled::Asked);
    // What is being cancelled is shared no more.
    let next = store.submit(&shared("d")).await.unwrap();
    assert!(next.fresh && next.job != job);
    let handed_back = store.finish(&held, &gordian_jobs::End::HandedBack).await.unwrap();
    assert_eq!(handed_back, Some(State::Cancelled));
    // Whoever needs no owner's leave ends it for all.
    made(&store, &shared("e")).await;
    assert_eq!(store.cancel(next.job).await.unwrap(), Cancelled::AtOnce);
}

async fn caps_refuse_new_jobs(place: Place) {
    let store = place.open().await;
    let from = |client: &str| Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
    let refusal = async |client: &str, caps: Caps| match store.submit_within(&from(client), &caps).await {
        Ok(submitted) => {
            assert!(submitted.fresh);
            None
        }
        Err(error) => Some(error.code()),
    };
    let client = Caps { client: Some(2), ..Caps::default() };
    assert_eq!(refusal("a", client.clone()).await, None);
    assert_eq!(refusal("a", client.clone()).await, None);
    assert_eq!(refusal("a", client.clone()).await, Some("jobs.client-full"));
    assert_eq!(refusal("b", client.clone()).await, None);
    let open = Caps { open: Some(4), ..Caps::default() };
    assert_eq!(refusal("c", open.clone()).await, None);
    assert_eq!(refusal("c", open.clone()).await, Some("jobs.queue-full"));
    assert_eq!(store.stored_bytes().await.unwrap(), 8);
    let bytes = Caps { bytes: Some(9), ..Caps::default() };
    assert_eq!(refusal("d", bytes.clone()).await, None);
    assert_eq!(refusal("d", bytes.clone()).await, Some("jobs.storage-full"));

    // Running jobs count, ended ones take no place but their bytes.
    let held = claim(&store, LONG).await.unwrap().held;
    let open = Caps { open: Some(5), ..Caps::default() };
    assert_eq!(refusal("c", open.clone()).await, Some("jobs.queue-full"));
    let result = gordian_jobs::End::Done("0".repeat(90));
    store.finish(&held, &result).await.unwrap();
    assert_eq!(store.stored_bytes().await.unwrap(), 100);
    assert_eq!(refusal("c", open.clone()).await, None);
    // Repeating a request and joining equal work is no new job.
    let full = Caps { client: Some(0), open: Some(0), bytes: Some(0), ..Caps::default() };
    let keyed = Submission { key: Some("k".to_owned()), ..shared("a") };
    let job = made(&store, &keyed).await;
    for same in [keyed, shared("b")] {
        assert_eq!(store.submit_within(&same, &full).await.unwrap().job, job);
    }
    // Many at once do not get past it together.
    let counts = store.counts(None).await.unwrap();
    let caps = Caps { open: Some(counts.queued + counts.running + 3), ..Caps::default() };
    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let (store, submission, caps) = (place.open().await, from("e"), caps.clone());
        tasks.spawn(async move { store.submit_within(&submission, &caps).await.is_ok() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|made| *made).count(), 3);
}

async fn clients_behind_one_address_have_a_cap_together(place: Place) {
    let store = place.open().await;
    let refused = async |client: &str| {
        let caps = Caps { address: Some(("1.2.3.4".to_owned(), 3)), ..Caps::default() };
        let submission = Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
        store.submit_within(&submission, &caps).await.is_err_and(|it| it.code() == "jobs.client-full")
    };
    for client in ["1.2.3.4", "1.2.3.4 a", "1.2.3.45", "1.2.3.45 1.2.3.4", "1.2.3.4 b"] {
        assert!(!refused(client).await, "{client}");
    }
    assert!(refused("1.2.3.4 c").await && refused("1.2.3.4").await);
}

async fn room_is_made_by_those_who_store_most(place: Place) {
    let store = place.open().await;
    let mut jobs = Vec::new();
    for (client, length) in [("a", 10), ("b", 1000), ("b", 2000), ("b", 10), ("a", 20)] {
        let submission = Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
        jobs.push(made(&store, &submission).await);
        let held = claim(&store, LONG).await.unwrap().held;
        store.finish(&held, &gordian_jobs::End::Done("0".repeat(length))).await.unwrap();
    }
    let open = submit(&store).await;
    let kept = async || {
        let listed = store.list(&Filter::default(), 9).await.unwrap();
        jobs.iter().map(|job| listed.iter().any(|it| it.id == *job)).collect::<Vec<_>>()
    };
    assert_eq!(store.make_room(4000).await.unwrap(), 0);
    assert_eq!(store.make_room(2500).await.unwrap(), 1);
    assert_eq!(kept().await, [true, false, true, true, true]);
    assert_eq!(store.make_room(0).await.unwrap(), 4);
    assert_eq!(kept().await, [false; 5]);
    assert!(store.get(open).await.unwrap().is_some(), "it is not ended");
}

async fn results_are_read_in_parts(place: Place) {
    let store = place.open().await;
    let job = submit(&store).await;
    assert_eq!(store.result_size(job).await.unwrap(), None);
    assert_eq!(store.result_part(job, 0, 9).await.unwrap_err().code(), "jobs.unknown");
    let held = claim(&store, LONG).await.unwrap().held;
    store.finish(&held, &gordian_jobs::End::Done("\"0123é\"".to_owned())).await.unwrap();
    assert_eq!(store.result_size(job).await.unwrap(), Some(8));
    let part = async |from, length| store.result_part(job, from, length).await.unwrap();
    assert_eq!(part(0, 3).await, b"\"01");
    assert_eq!(part(3, 3).await, b"23\xc3");
    assert_eq!(part(6, 100).await, b"\xa9\"");
    assert_eq!(part(8, 100).await, b"");
}
