//! What is established survives the work after it: confirmation, proof and explanation.

use std::sync::Mutex;

use gordian_core::{Cancel, Limit, NoProgress, Outcome, Progress, ProgressEvent};
use gordian_model::{Goal, Model, VarId, all_different};
use gordian_requests::FileResponse;
use gordian_solve::plan::{
    AbandonedWork, Established, LaterWork, Plan, PlanEvent, PlanExplanation, PlanResult,
    ProofStatus,
};
use gordian_solve::{Answer, Problem, Request, Seconds, SolutionData, Task};
use serde_json::Value;

/// Keeps what is established when a phase begins, as the caller knows it if the work does not end.
struct Watch<'a> {
    phase: &'static str,
    established: &'a Mutex<Option<Established>>,
    kept: Mutex<Option<Option<Established>>>,
}

impl Progress for Watch<'_> {
    fn report(&self, event: &ProgressEvent) {
        if matches!(event, ProgressEvent::Phase { name } if *name == self.phase) {
            let established = self.established.lock().unwrap().clone();
            self.kept.lock().unwrap().get_or_insert(established);
        }
    }
}

fn to_json(result: &PlanResult, problem: &Problem) -> Value {
    let response = FileResponse::new(result, problem, "-", Seconds::default());
    serde_json::to_value(response).expect("the names of all fields are strings")
}

/// Returns the result if the work is abandoned in `phase`, and the result if it ends.
fn abandoned(problem: &Problem, plan: &Plan, phase: &'static str) -> (PlanResult, PlanResult) {
    let established = Mutex::new(None);
    let watch = Watch { phase, established: &established, kept: Mutex::new(None) };
    let mut n_listed = 0;
    let mut on_event = |event| match event {
        PlanEvent::Solution(_) => n_listed += 1,
        PlanEvent::Established(now) => *established.lock().unwrap() = Some(now),
    };
    let ended = plan.run(problem, &Cancel::new(), &watch, &mut on_event).unwrap();
    let kept = watch.kept.into_inner().unwrap().expect("the phase began");
    let work = AbandonedWork {
        limit: Limit::Time,
        phase,
        n_counted: 0,
        best: None,
        bound: None,
        first: None,
        n_listed,
        established: kept,
    };
    (plan.abandoned(problem, work), ended)
}

fn answer(result: &PlanResult) -> &Answer {
    let PlanResult::Answer { answer, .. } = result else { panic!("an answer") };
    answer
}

/// Three numbers of at most `max` that are all different.
fn three(max: i64) -> (Model, Vec<VarId>) {
    let mut model = Model::new();
    let xs: Vec<VarId> = ["x", "y", "z"].iter().map(|name| model.int(*name, 1..=max)).collect();
    model.require("different", all_different(xs.iter().copied()));
    (model, xs)
}

fn puzzle(text: &str) -> Problem {
    Problem::Puzzle(gordian_puzzles::parse(text).unwrap())
}

const GRID: &str = "kind = 'grid'\ngivens = '''\n1...\n..3.\n.4..\n...2\n'''\n";
const NONOGRAM: &str = "kind = 'nonogram'\nsize = [1, 3]\nabove = '1 1 1'\nleft = '3'\n";

#[test]
fn the_answer_stays_if_the_confirmation_does_not_end() {
    let (infeasible, _) = three(2);
    let (several, xs) = three(3);
    let mut unique = several.clone();
    unique.require("first", xs[0].eq(1) & xs[1].eq(2));
    let mut optimal = several.clone();
    optimal.set_goal(Goal::Maximise(xs[0] + xs[1]));
    let count = Task::Count { limit: None };
    let all = Task::All { limit: None };
    let cases = [
        (Problem::Model(infeasible), Task::Prove, Outcome::Infeasible),
        (Problem::Model(unique.clone()), Task::Prove, Outcome::Solved),
        (Problem::Model(several.clone()), count, Outcome::Solved),
        (Problem::Model(several), all, Outcome::Solved),
        (Problem::Model(optimal), Task::Prove, Outcome::Optimal),
        (Problem::Model(unique), Task::Determined, Outcome::Solved),
        (puzzle(GRID), Task::Prove, Outcome::Solved),
        (puzzle(NONOGRAM), Task::Determined, Outcome::Solved),
    ];
    for (problem, task, outcome) in cases {
        let request = Request { task, confirm: true, ..Request::default() };
        let plan = Plan { request, ..Plan::default() };
        let (abandoned, ended) = abandoned(&problem, &plan, "confirming");
        let (kept, full) = (answer(&abandoned), answer(&ended));
        assert_eq!((kept.outcome, full.outcome), (outcome, outcome), "{task:?}");
        assert_eq!((kept.unique, kept.count, kept.listed), (full.unique, full.count, full.listed));
        assert_eq!((&kept.solutions, kept.objective), (&full.solutions, full.objective));
        assert_eq!((&kept.determined, &kept.engine), (&full.determined, &full.engine));
        assert_eq!((kept.confirmed_by, kept.limit), (None, None));
        assert!(full.confirmed_by.is_some() && ended.not_done().next().is_none());
        let not_done: Vec<_> = abandoned.not_done().collect();
        assert_eq!(not_done, [(LaterWork::Confirmation, Limit::Time)]);
        let document = to_json(&abandoned, &problem);
        assert_eq!(document["limit"], "time");
        assert_eq!(document["not_done"], serde_json::json!(["confirmation"]));
        assert!(document["notes"].to_string().contains("not confirmed (time)"), "{document}");
    }
}

#[test]
fn the_answer_stays_if_the_explanation_does_not_end() {
    for text in [GRID, NONOGRAM] {
        let problem = puzzle(text);
        let plan = Plan { explain: true, ..Plan::default() };
        let (abandoned, ended) = abandoned(&problem, &plan, "explaining");
        let (kept, full) = (answer(&abandoned), answer(&ended));
        assert_eq!((kept.outcome, kept.limit), (full.outcome, full.limit));
        assert_eq!((&kept.solutions, kept.unique), (&full.solutions, full.unique));
        let not_done: Vec<_> = abandoned.not_done().collect();
        assert_eq!(not_done, [(LaterWork::Explanation, Limit::Time)]);
        let document = to_json(&abandoned, &problem);
        assert_eq!(
            (&document["limit"], &document["explanation"], &document["not_done"]),
            (&"time".into(), &serde_json::Value::Null, &serde_json::json!(["explanation"]))
        );
        let document = to_json(&ended, &problem);
        assert!(document["limit"].is_null() && document.get("not_done").is_none(), "{document}");
    }
}

/// Cancels when a phase begins.
struct CancelIn<'a>(&'static str, &'a Cancel);

impl Progress for CancelIn<'_> {
    fn report(&self, event: &ProgressEvent) {
        if matches!(event, ProgressEvent::Phase { name } if *name == self.0) {
            self.1.cancel();
        }
    }
}

#[test]
fn an_explanation_that_a_limit_stops_has_this_limit() {
    for text in [GRID, NONOGRAM] {
        let problem = puzzle(text);
        let plan = Plan { explain: true, ..Plan::default() };
        let cancel = Cancel::new();
        let progress = CancelIn("explaining", &cancel);
        let result = plan.run(&problem, &cancel, &progress, &mut |_| {}).unwrap();
        let PlanResult::Answer { answer, explanation: Some(explanation), .. } = &result else {
            panic!("an explanation")
        };
        assert_eq!((answer.outcome, answer.unique), (Outcome::Solved, Some(true)));
        assert_eq!(explanation.limit(), Some(Limit::Interrupted), "{explanation:?}");
        let document = to_json(&result, &problem);
        assert_eq!(document["limit"], "interrupted");
        assert_eq!(document["not_done"], serde_json::json!(["explanation"]));
    }
}

#[test]
fn a_written_proof_stays_if_the_explanation_does_not_end() {
    let folder = std::env::temp_dir().join(format!("gordian-later-work-{}", std::process::id()));
    fs_err::create_dir_all(&folder).unwrap();
    let request = Request { keep_formula: true, ..Request::default() };
    let proof = Some(folder.join("proof"));
    let plan = Plan { request, explain: true, proof, ..Plan::default() };
    for phase in ["writing the proof", "explaining"] {
        let (abandoned, _) = abandoned(&puzzle(NONOGRAM), &plan, phase);
        let PlanResult::Answer { answer, proof, explanation } = &abandoned else {
            panic!("an answer")
        };
        assert_eq!((answer.outcome, answer.unique), (Outcome::Solved, Some(true)));
        let is_written = matches!(proof, Some(ProofStatus::Written { .. }));
        assert_eq!(is_written, phase == "explaining", "{proof:?}");
        assert!(matches!(explanation, Some(PlanExplanation::Stopped(Limit::Time))));
    }
    fs_err::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_first_solution_stays_if_the_proof_of_uniqueness_does_not_end() {
    let (model, _) = three(3);
    for problem in [Problem::Model(model), puzzle(GRID)] {
        let (abandoned, _) = abandoned(&problem, &Plan::default(), "proving uniqueness");
        let kept = answer(&abandoned);
        assert_eq!((kept.outcome, kept.unique), (Outcome::Solved, None));
        assert_eq!((kept.solutions.len(), kept.limit), (1, Some(Limit::Time)));
        let document = to_json(&abandoned, &problem);
        assert!(document.get("not_done").is_none(), "{document}");
    }
}

#[test]
fn variables_that_are_not_determined_are_question_marks() {
    let (mut model, xs) = three(3);
    model.require("the middle", xs[1].eq(2));
    let aside = model.int("aside", 1..=9);
    model.set_answer_variables([xs[1], xs[2], xs[0]]);
    let request = Request { task: Task::Determined, ..Request::default() };
    let problem = Problem::Model(model);
    let answer = gordian_solve::solve(&problem, &request, &Cancel::new(), &NoProgress).unwrap();
    let SolutionData::Model(part) = answer.determined.expect("there are solutions").part else {
        panic!("the problem is a model")
    };
    assert_eq!(part.to_json(), serde_json::json!({"x": "?", "y": 2, "z": "?"}));
    assert_eq!(
        [xs[0], xs[1], xs[2], aside].map(|var| part.value(var)),
        [None, Some(2), None, None]
    );
}
