//! The engines of models: their choice, and that all of them claim the same.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gordian_core::{Cancel, Limit, NoProgress, Outcome};
use gordian_model::{Goal, Graph, Model, all_different, circuit, conditional, regions, sum};
use gordian_solve::{
    Answer, Engine, Problem, Request, SearchError, SolveError, Task, solve, solve_each,
};
use gordian_testkit::random_model::{global_model, model, wide_model};
use gordian_testkit::seeds;
use gordian_testkit::structured_model::small_steps;

fn answer(model: &Model, request: &Request) -> Result<Answer, SolveError> {
    solve(&Problem::Model(model.clone()), request, &Cancel::new(), &NoProgress)
}

fn with_engine(engine: &str) -> Request {
    Request { engine: engine.parse().expect("an engine"), ..Request::default() }
}

/// Returns what an answer claims about all solutions.
fn claim(answer: &Answer) -> (Outcome, Option<bool>, Option<u64>, Option<i64>, Option<i64>) {
    (answer.outcome, answer.unique, answer.count, answer.objective, answer.bound)
}

#[test]
fn all_engines_claim_the_same() {
    let mut n_answers = 0;
    for seed in seeds(9, 1200) {
        let model = match seed % 3 {
            0 => model(seed),
            1 => global_model(seed),
            _ => wide_model(seed),
        };
        if model.check_conditions().is_err() {
            continue;
        }
        for task in [Task::Prove, Task::Count { limit: None }] {
            let mut claims = Vec::new();
            for engine in ["auto", "model", "sat", "cadical", "lcg", "portfolio"] {
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let request = Request {
                        task,
                        threads,
                        confirm: threads.get() == 1,
                        ..with_engine(engine)
                    };
                    match answer(&model, &request) {
                        Ok(answer) => claims.push((engine, threads, claim(&answer))),
                        // Too large numbers for this engine.
                        Err(error) => {
                            assert!(error.code().ends_with(".overflow"), "seed {seed}: {error}");
                        }
                    }
                }
            }
            n_answers += claims.len();
            for pair in claims.windows(2) {
                assert_eq!(pair[0].2, pair[1].2, "seed {seed}: {pair:?}\n{model:?}");
            }
        }
    }
    assert!(n_answers > 60, "{n_answers} answers were compared");
}

/// Returns a model with the goal that `n` different numbers have a small sum.
fn different(n: i64) -> Model {
    let mut model = Model::new();
    let numbers: Vec<_> = (0..n).map(|at| model.int(format!("n{at}"), 1..=2 * n)).collect();
    model.require("different", all_different(&numbers));
    model.require("sum", sum(&numbers).le(n * n));
    model
}

#[test]
fn one_thread_and_a_seed_determine_the_answer() {
    let model = different(8);
    let mut distinct = std::collections::BTreeSet::new();
    for engine in ["auto", "sat", "cadical", "lcg"] {
        for seed in 0..4 {
            let request = Request { seed, task: Task::First, ..with_engine(engine) };
            let [one, other] = [(), ()].map(|()| answer(&model, &request).unwrap().solutions);
            assert_eq!(one, other, "{engine} with seed {seed}");
            distinct.insert(format!("{one:?}"));
        }
    }
    assert!(distinct.len() > 4, "the seeds have an effect");
}

#[test]
fn features_choose_the_engine_and_the_report_says_why() {
    let check = |model: &Model, engine: &str, reason: &str| {
        let request = Request { report: true, task: Task::First, ..Request::default() };
        let answer = answer(model, &request).unwrap();
        assert_eq!(answer.engine, engine);
        let report = answer.report.unwrap();
        assert!(report.starts_with("engines: ") && report.contains(reason), "{report}");
    };
    let small = different(5);
    check(&small, "model/batsat", "batsat, lcg, in turns; clauses first: there is no goal");
    let mut goal = different(5);
    goal.set_goal(Goal::minimise(goal.find("n0").unwrap()));
    check(&goal, "model/lcg", "lcg, batsat, in turns; propagators first: the model has a goal");
    check(&different(20), "model/lcg", "wide sums of integers");
    let mut chosen = different(5);
    let numbers = [0, 1, 2].map(|at| {
        let is_used = chosen.boolean(format!("used {at}"));
        conditional(is_used, chosen.int(format!("size {at}"), 0..=100), 0)
    });
    chosen.require("terms of a sum can be conditional", sum(numbers).ge(1));
    check(&chosen, "model/lcg", "wide sums of integers");
    let mut large = Model::new();
    let [x, y] = ["x", "y"].map(|name| large.int(name, 0..=5000));
    large.require("product", (x * y).eq(391));
    check(&large, "model/lcg", "arithmetic on large domains");
    let mut flags = Model::new();
    let many: Vec<_> = (0..2500).map(|at| flags.boolean(format!("f{at}"))).collect();
    flags.require("all", sum(many).ge(2500));
    check(&flags, "model/lcg", "it counts many conditions");
    let mut tour = Model::new();
    let next: Vec<_> = (0..5).map(|at| tour.int(format!("next {at}"), 0..=4)).collect();
    tour.require("tour", circuit(&next));
    check(&tour, "model/lcg", "circuits");
    let graph = Arc::new(Graph::new(3, vec![[0, 1], [1, 2]]).unwrap());
    let divided = |sizes: RangeInclusive<i64>| {
        let mut divided = Model::new();
        let joined = ["first", "second"].map(|name| divided.boolean(name));
        let sizes = [0, 1, 2].map(|at| divided.int(format!("size {at}"), sizes.clone()));
        divided.require("division", regions(&graph, joined, sizes));
        divided
    };
    check(&divided(1..=3), "model/lcg", "its integers are sizes of regions");
    check(&divided(3..=3), "model/batsat", "clauses first");
    let mut numbered = divided(1..=3);
    let number = numbered.int("number", 1..=3);
    numbered.require("number", number.ne(2));
    check(&numbered, "model/batsat", "clauses first");
}

#[test]
fn turns_end_where_bounds_move_in_small_steps() {
    let model = small_steps(1 << 53);
    let found = answer(&model, &with_engine("auto")).unwrap();
    assert_eq!((found.outcome, &*found.engine), (Outcome::Infeasible, "model/lcg+batsat"));
    assert!(found.report.is_none());
}

#[test]
fn sums_of_many_wide_integers_are_refused() {
    // Neither their sum nor the sum of their widths fits into 64 bits.
    let mut model = Model::new();
    let numbers: Vec<_> =
        (0..2000).map(|at| model.int(format!("n{at}"), -(1 << 53)..=1 << 53)).collect();
    model.set_goal(Goal::maximise(sum(numbers)));
    let request = Request { task: Task::First, ..with_engine("auto") };
    assert_eq!(answer(&model, &request).unwrap_err().code(), "post.overflow");
}

#[test]
fn improvements_are_passed_on_with_their_bounds() {
    let mut model = different(9);
    let numbers: Vec<_> = (0..9).map(|at| model.find(&format!("n{at}")).unwrap()).collect();
    let weighted = numbers.iter().zip([7, -3, 5, -2, 9, 4, -8, 1, 6]).map(|(&n, w)| n * w);
    model.set_goal(Goal::maximise(sum(weighted.collect::<Vec<_>>())));
    let problem = Problem::Model(model);
    for engine in ["auto", "sat", "lcg", "portfolio"] {
        let mut found = Vec::new();
        let mut each = |solution| found.push(solution);
        let request = with_engine(engine);
        let answer =
            solve_each(&problem, &request, &Cancel::new(), &NoProgress, &mut each).unwrap();
        assert_eq!(answer.outcome, Outcome::Optimal, "{engine}");
        let statuses: Vec<_> = found.iter().map(|found| found.status.unwrap()).collect();
        assert!(statuses.is_sorted_by(|a, b| a.objective < b.objective), "{engine}: {statuses:?}");
        assert!(statuses.iter().all(|it| it.bound.unwrap() >= answer.objective.unwrap()));
        assert!(statuses.iter().all(|it| it.gap().unwrap() >= 0.0));
        assert_eq!(found.last().map(|found| &found.solution), answer.solutions.last(), "{engine}");
        assert_eq!(statuses.last().map(|it| it.objective), answer.objective, "{engine}");
    }
}

#[test]
fn the_best_solution_survives_a_limit() {
    // Too large for a proof in the time of a test.
    let mut model = Model::new();
    let marks: Vec<_> = (0..14).map(|at| model.int(format!("mark {at}"), 0..=200)).collect();
    let pairs = (0..14).flat_map(|b| (0..b).map(move |a| (a, b)));
    let differences: Vec<_> = pairs.map(|(a, b)| marks[b] - marks[a]).collect();
    model.require("different", all_different(&differences));
    for (number, pair) in marks.windows(2).enumerate() {
        model.require(format!("order {number}"), pair[0].lt(pair[1]));
    }
    model.set_goal(Goal::minimise(marks[13]));
    let problem = Problem::Model(model);
    for engine in ["auto", "lcg", "sat", "portfolio"] {
        let cancel = Cancel::new();
        let mut last = None;
        let mut each = |found: gordian_solve::FoundSolution| {
            last = Some(found);
            cancel.cancel();
        };
        let request = with_engine(engine);
        let answer = solve_each(&problem, &request, &cancel, &NoProgress, &mut each).unwrap();
        assert_eq!(answer.outcome, Outcome::Feasible(Limit::Interrupted), "{engine}");
        let last = last.expect("a solution was found");
        assert_eq!(answer.objective, Some(last.status.unwrap().objective), "{engine}");
        assert_eq!(answer.solutions, [last.solution], "{engine}");
        assert!(answer.bound.is_some_and(|bound| bound <= 127), "{engine}: {:?}", answer.bound);
    }
}

#[test]
fn a_portfolio_writes_no_proof() {
    let request = Request { keep_formula: true, ..with_engine("portfolio") };
    let error = answer(&different(3), &request).unwrap_err();
    assert_eq!(error.code(), "solve.no-proof");
    assert!(
        matches!(error, SolveError::Search(SearchError::NoProof { engine }) if engine == Engine::Portfolio.name())
    );
}
