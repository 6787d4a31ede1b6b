//! Workers run what their runner knows, and stop when they should.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use gordian_jobs::{
    Cancelled, ClaimedJob, Context, Ended, EventKind, JobId, Relay, Runner, Saved, Settings, State,
    Store, Submission, Worker,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::kit::{LONG, PATIENCE, Place, claim, events, get, on_both, submit};

on_both!(
    ends_are_written_down,
    panics_are_failed_attempts,
    jobs_run_at_once_on_large_stacks,
    cancelling_here_is_heard_at_once,
    cancelling_elsewhere_is_heard_with_a_heartbeat,
    stubborn_jobs_are_cancelled_all_the_same,
    shutting_down_keeps_what_was_stored,
    a_job_handed_back_is_taken_at_once,
    shutting_down_leaves_stubborn_jobs_behind,
    dropping_a_worker_is_like_a_crash,
    a_lost_job_is_told_to_the_runner,
    heartbeats_keep_a_silent_job,
    without_the_database_the_work_stops_by_itself,
    reports_are_few_and_the_last_is_kept,
);

type Run = dyn Fn(&ClaimedJob, &Context) -> Ended + Send + Sync;

struct Do(Box<Run>);

impl Runner for Do {
    fn kinds(&self) -> Vec<String> {
        vec!["work".to_owned()]
    }
    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended {
        (self.0)(job, context)
    }
}

/// A worker that is running.
struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    async fn stop(self) {
        drop(self.stop);
        let stopped = tokio::time::timeout(PATIENCE, self.task).await;
        stopped.expect("the worker stops").expect("the worker ends well");
    }
}

const SHORT: Duration = Duration::from_millis(1);

/// Settings under which only what happens in this process is seen: nothing is found by asking.
fn patient() -> Settings {
    let name = "tester".to_owned();
    Settings { name, lease: LONG, heartbeat: LONG / 4, poll: LONG, grace: LONG, at_once: 1 }
}

fn quick() -> Settings {
    let (lease, short) = (Duration::from_secs(2), Duration::from_millis(100));
    Settings { lease, heartbeat: short, poll: short, ..patient() }
}

fn start(
    store: &Store,
    settings: Settings,
    run: impl Fn(&ClaimedJob, &Context) -> Ended + Send + Sync + 'static,
) -> Running {
    let worker = Worker::new(store, Do(Box::new(run)), settings).expect("good settings");
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run(async move {
        // Dropping the sender is the signal.
        let _ = stopped.await;
    }));
    Running { stop, task }
}

/// Works until asked to stop.
fn until_stopped(context: &Context) -> Ended {
    while !context.cancel().is_stopped() {
        thread::sleep(Duration::from_millis(5));
    }
    Ended::Stopped
}

/// Waits for the first event of that kind.
async fn until(store: &Store, job: JobId, kind: EventKind) {
    let mut following = Relay::new(store).follow(job, 0);
    let wait = async {
        while let Some(event) = following.next().await.expect("an answer") {
            if event.kind == kind {
                return;
            }
        }
        panic!("job {job} ended without {kind:?}");
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("the event in time");
}

async fn ends_are_written_down(place: Place) {
    let store = place.open().await.with_backoff(SHORT, SHORT);
    let worker = start(&store, quick(), |job, _| match job.payload.as_str() {
        "done" => Ended::Done(format!("\"attempt {}\"", job.attempt)),
        "stopped" => Ended::Stopped,
        payload => Ended::Failed {
            code: "test.bad".to_owned(),
            message: "bad".to_owned(),
            hint: String::new(),
            retry: payload == "retry",
        },
    });
    let check = async |payload: &str, state: State, attempt: u32, code: Option<&str>| {
        let job = store.submit(&Submission::new("work", payload)).await.unwrap().job;
        let kind = if state == State::Done { EventKind::Done } else { EventKind::Failed };
        until(&store, job, kind).await;
        let seen = get(&store, job).await;
        let failure = seen.failure.map(|failure| failure.code);
        let found = (seen.state, seen.attempt, failure.as_deref());
        assert_eq!(found, (state, attempt, code), "{payload}");
        job
    };
    let job = check("done", State::Done, 1, None).await;
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("\"attempt 1\""));
    check("fail", State::Failed, 1, Some("test.bad")).await;
    check("retry", State::Failed, 3, Some("test.bad")).await;
    check("stopped", State::Failed, 1, Some("job.stopped")).await;
    worker.stop().await;
}

async fn panics_are_failed_attempts(place: Place) {
    let store = place.open().await.with_backoff(SHORT, SHORT);
    let worker = start(&store, quick(), |job, _| {
        assert!(job.attempt > 2, "attempt {} is bad", job.attempt);
        Ended::Done("1".to_owned())
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Done).await;
    let events = events(&store, job).await;
    assert!(events[2].starts_with("3 queued {\"code\":\"job.panic\""), "{events:?}");
    assert!(events[2].contains("attempt 1 is bad"), "{events:?}");
    assert_eq!(get(&store, job).await.attempt, 3);
    worker.stop().await;
}

async fn jobs_run_at_once_on_large_stacks(place: Place) {
    fn deep(n: u64) -> u64 {
        if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 }
    }
    let store = place.open().await;
    let mut jobs = Vec::new();
    for _ in 0..6 {
        jobs.push(submit(&store).await);
    }
    let meeting = Barrier::new(3);
    let worker = start(&store, Settings { at_once: 3, ..patient() }, move |_, _| {
        meeting.wait();
        Ended::Done(deep(200_000).to_string())
    });
    for job in jobs {
        until(&store, job, EventKind::Done).await;
    }
    worker.stop().await;
}

async fn cancelling_here_is_heard_at_once(place: Place) {
    let store = place.open().await;
    let worker = start(&store, patient(), |_, context| until_stopped(context));
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    assert_eq!(store.cancel(job).await.unwrap(), Cancelled::Asked);
    until(&store, job, EventKind::Cancelled).await;
    worker.stop().await;
}

async fn cancelling_elsewhere_is_heard_with_a_heartbeat(place: Place) {
    let store = place.open().await;
    let worker = start(&place.open().await, quick(), |_, context| until_stopped(context));
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    assert_eq!(store.cancel(job).await.unwrap(), Cancelled::Asked);
    until(&store, job, EventKind::Cancelled).await;
    worker.stop().await;
}

async fn stubborn_jobs_are_cancelled_all_the_same(place: Place) {
    let store = place.open().await;
    let over = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&over);
    let settings = Settings { grace: Duration::from_millis(100), ..quick() };
    let worker = start(&store, settings, move |job, _| {
        while job.payload == "stubborn" && !end.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
        Ended::Done("1".to_owned())
    });
    let job = store.submit(&Submission::new("work", "stubborn")).await.unwrap().job;
    until(&store, job, EventKind::Started).await;
    store.cancel(job).await.unwrap();
    until(&store, job, EventKind::Cancelled).await;
    // Its thread still has the place; what it says comes too late.
    let next = submit(&store).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(get(&store, next).await.state, State::Queued);
    over.store(true, Ordering::Relaxed);
    until(&store, next, EventKind::Done).await;
    assert_eq!(get(&store, job).await.state, State::Cancelled);
    assert_eq!(store.result(job).await.unwrap(), None);
    worker.stop().await;
}

async fn shutting_down_keeps_what_was_stored(place: Place) {
    let store = place.open().await;
    let first = start(&store, patient(), |_, context| {
        assert_eq!(context.checkpoint(), None);
        assert_eq!(context.save_and_report(b"7", "7"), Saved::Stored);
        until_stopped(context)
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Progress).await;
    first.stop().await;
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.attempt), (State::Queued, 0));

    let second = start(&store, patient(), |_, context| {
        assert_eq!(context.fence(), 2);
        Ended::Done(String::from_utf8(context.checkpoint().unwrap().to_vec()).unwrap())
    });
    until(&store, job, EventKind::Done).await;
    second.stop().await;
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("7"));
    let expected = [
        "1 queued",
        "2 started {\"attempt\":1}",
        "3 progress 7",
        "4 handed-back",
        "5 started {\"attempt\":1}",
        "6 done",
    ];
    assert_eq!(events(&store, job).await, expected);
}

async fn a_job_handed_back_is_taken_at_once(place: Place) {
    let store = place.open().await;
    let first = start(&store, patient(), |_, context| until_stopped(context));
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    let second = start(&store, patient(), |_, _| Ended::Done("1".to_owned()));
    // Time to find nothing and wait.
    tokio::time::sleep(Duration::from_millis(100)).await;
    first.stop().await;
    until(&store, job, EventKind::Done).await;
    second.stop().await;
}

async fn shutting_down_leaves_stubborn_jobs_behind(place: Place) {
    let store = place.open().await;
    let (over, end) = std::sync::mpsc::channel::<()>();
    let end = std::sync::Mutex::new(end);
    let settings = Settings { grace: Duration::from_millis(100), ..patient() };
    let worker = start(&store, settings, move |_, context| {
        let _ = end.lock().unwrap().recv();
        assert_eq!(context.save(b"late"), Saved::Lost);
        Ended::Done("late".to_owned())
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    worker.stop().await;
    assert_eq!(get(&store, job).await.state, State::Queued);
    drop(over);
    assert_eq!(claim(&store, LONG).await.unwrap().checkpoint, None);
}

async fn dropping_a_worker_is_like_a_crash(place: Place) {
    let store = place.open().await;
    let (told, hear) = oneshot::channel();
    let told = std::sync::Mutex::new(Some(told));
    let worker = start(&store, patient(), move |_, context| {
        let ended = until_stopped(context);
        let _ = told.lock().unwrap().take().unwrap().send(context.save(b"late"));
        ended
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    worker.task.abort();
    assert_eq!(tokio::time::timeout(PATIENCE, hear).await.unwrap().unwrap(), Saved::Lost);
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.events), (State::Running, 2));
    place.end_leases().await;
    assert_eq!(claim(&store, LONG).await.unwrap().job.attempt, 2);
}

async fn a_lost_job_is_told_to_the_runner(place: Place) {
    for heartbeat in [Duration::from_millis(50), LONG / 4] {
        let store = place.open().await;
        let (told, hear) = oneshot::channel();
        let told = std::sync::Mutex::new(Some(told));
        let silent = heartbeat < LONG / 4;
        let settings = Settings { heartbeat, ..patient() };
        let worker = start(&store, settings, move |job, context| {
            if job.attempt == 1 {
                while silent && !context.cancel().is_stopped() {
                    thread::sleep(Duration::from_millis(5));
                }
                for _ in 0..1000 {
                    if context.save(b"1") == Saved::Lost {
                        break;
                    }
                    thread::sleep(Duration::from_millis(5));
                }
                let _ = told.lock().unwrap().take().unwrap().send(context.cancel().is_stopped());
            }
            Ended::Done("too late".to_owned())
        });
        let job = submit(&store).await;
        until(&store, job, EventKind::Started).await;
        let thief = async {
            loop {
                place.end_leases().await;
                if let Some(claim) = claim(&store, LONG).await {
                    return claim;
                }
            }
        };
        let thief = tokio::time::timeout(PATIENCE, thief).await.unwrap();
        assert!(tokio::time::timeout(PATIENCE, hear).await.unwrap().unwrap());
        assert_eq!(
            store.heartbeat(&thief.held).await.unwrap(),
            gordian_jobs::Hold::Kept { cancelling: false }
        );
        worker.stop().await;
        assert_eq!(get(&store, job).await.state, State::Running);
        store.finish(&thief.held, &gordian_jobs::End::HandedBack).await.unwrap();
        store.cancel(job).await.unwrap();
    }
}

async fn heartbeats_keep_a_silent_job(place: Place) {
    let store = place.open().await;
    let settings = Settings { lease: Duration::from_secs(1), ..quick() };
    let worker = start(&store, settings, |_, _| {
        thread::sleep(Duration::from_secs(2));
        Ended::Done("1".to_owned())
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    while get(&store, job).await.state == State::Running {
        assert!(claim(&store, LONG).await.is_none(), "the lease has ended");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(get(&store, job).await.attempt, 1);
    worker.stop().await;
}

async fn without_the_database_the_work_stops_by_itself(place: Place) {
    let store = place.open().await;
    let (told, hear) = oneshot::channel();
    let told = std::sync::Mutex::new(Some(told));
    let settings = Settings { lease: Duration::from_millis(600), ..quick() };
    let worker = start(&store, settings, move |_, context| match told.lock().unwrap().take() {
        Some(told) => {
            let ended = until_stopped(context);
            let _ = told.send(());
            ended
        }
        None => Ended::Done("1".to_owned()),
    });
    let job = submit(&store).await;
    until(&store, job, EventKind::Started).await;
    let blocked = place.block().await;
    tokio::time::timeout(PATIENCE, hear).await.unwrap().unwrap();
    blocked.release().await;
    until(&store, job, EventKind::Done).await;
    worker.stop().await;
}

async fn reports_are_few_and_the_last_is_kept(place: Place) {
    let store = place.open().await;
    let worker = start(&store, patient(), |_, context| {
        for number in 0..=500 {
            context.report(&number.to_string());
            thread::sleep(Duration::from_millis(1));
        }
        Ended::Done("1".to_owned())
    });
    let begun = Instant::now();
    let job = submit(&store).await;
    until(&store, job, EventKind::Done).await;
    let quarters = begun.elapsed().as_millis() / 250;
    worker.stop().await;
    let all = store.events(job, 0, 1000).await.unwrap();
    let reports: Vec<_> =
        all.into_iter().filter(|event| event.kind == EventKind::Progress).collect();
    assert_eq!(reports.last().unwrap().data.as_deref(), Some("500"));
    assert!(reports.len() >= 2, "{reports:?}");
    // The first and the last need not wait.
    assert!(reports.len() as u128 <= quarters + 2, "{reports:?} in {quarters} quarters");
}

#[tokio::test]
async fn settings_have_to_make_sense() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let check = |settings: Settings| {
        let worker = Worker::new(&store, Do(Box::new(|_, _| Ended::Stopped)), settings);
        worker.err().map(|error| error.code())
    };
    let good = Settings::default();
    assert_eq!(check(good.clone()), None);
    let wrong = Some("jobs.setting");
    assert_eq!(check(Settings { at_once: 0, ..good.clone() }), wrong);
    assert_eq!(check(Settings { poll: Duration::ZERO, ..good.clone() }), wrong);
    assert_eq!(check(Settings { heartbeat: Duration::ZERO, ..good.clone() }), wrong);
    assert_eq!(check(Settings { heartbeat: Duration::from_secs(16), ..good }), wrong);
}
