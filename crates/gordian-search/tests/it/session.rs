//! Sessions: questions about a model that grows, compared with brute force.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gordian_core::{Limit, Outcome, Random};
use gordian_model::{Expr, Goal, Model, VarId, all_different, sum};
use gordian_search::{AssumedAnswer, ModelSolution, Session, Task};
use gordian_testkit::random_model::{brute_force, model, wide_model};
use gordian_testkit::seeds;

/// How long a question about a random model may take.
const TIME_LIMIT: Duration = Duration::from_millis(500);

/// The values of a variable by name are those of its place.
fn values(solution: &ModelSolution, model: &Model) -> Vec<i64> {
    let variables: Vec<VarId> = model.variables().indices().collect();
    solution.values(&variables).expect("it is a solution of a model")
}

/// Returns random models without a goal whose values are defined, with small and with wide numbers.
fn models(n: u64, whole: u64) -> impl Iterator<Item = (u64, Model)> {
    seeds(n, whole).map(|seed| {
        let mut model = if seed % 2 == 0 { model(seed) } else { wide_model(seed) };
        model.take_goal();
        (seed, model)
    })
}

/// Returns a variable times a number, of small or large magnitude.
fn random_objective(model: &Model, random: &mut Random) -> Expr {
    let variables: Vec<VarId> = model.variables().indices().collect();
    let terms: Vec<Expr> = (0..2)
        .map(|_| {
            let factor = *random.choose(&[1, -1, 3, -1_000_003]);
            *random.choose(&variables) * factor
        })
        .collect();
    sum(terms)
}

#[test]
fn solutions_are_passed_on_when_they_are_found() {
    let mut session = Session::new(Model::new());
    let x = session.model_mut().ints("x", 3, 0..=4);
    session.model_mut().require("sum", sum(&x).eq(6));
    session.request_mut().task = Task::All { limit: None };
    let mut found = Vec::new();
    let answer = session.solve_each(|it| found.push(it.solution.values(&x).unwrap())).unwrap();
    assert_eq!((found.len(), answer.listed), (brute_force(session.model()).len(), Some(19)));
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 19);

    session.request_mut().task = Task::Prove;
    session.model_mut().set_goal(Goal::maximise(x[0] * x[1]));
    let mut objectives = Vec::new();
    let answer = session.solve_each(|it| objectives.push(it.status.unwrap().objective)).unwrap();
    assert!(objectives.is_sorted_by(|a, b| a < b), "{objectives:?}");
    assert_eq!((objectives.last(), answer.objective), (Some(&9), Some(9)));
}

#[test]
fn goals_in_order_and_all_optima_equal_brute_force() {
    let (mut n_ranked, mut n_several) = (0, 0);
    for (seed, model) in models(150, 3000) {
        let mut random = Random::new(seed);
        let goals: Vec<Goal> = (0..2)
            .map(|_| {
                let objective = random_objective(&model, &mut random);
                if random.flip() { Goal::minimise(objective) } else { Goal::maximise(objective) }
            })
            .collect();
        let session = Session::new(model.clone());
        // Numbers that are too large for the objective are refused.
        let Ok(optima) = session.optima(&goals, None) else { continue };
        let mut best = brute_force(&model);
        let mut expected = Vec::new();
        for goal in &goals {
            let value =
                |it: &Vec<i64>| model.evaluate(goal.objective(), it).expect("a sum of variables");
            let all = best.iter().map(value);
            let Some(optimum) = all.reduce(|a, b| if goal.is_better(a, b) { a } else { b }) else {
                break;
            };
            expected.push(optimum);
            best.retain(|it| value(it) == optimum);
        }
        let at = format!("seed {seed}: {model:?}");
        assert_eq!(optima.ranked.objectives, expected, "{at}");
        let outcome = if best.is_empty() { Outcome::Infeasible } else { Outcome::Optimal };
        assert_eq!((optima.ranked.outcome, optima.is_complete), (outcome, true), "{at}");
        let found: Vec<Vec<i64>> = optima.solutions.iter().map(|it| values(it, &model)).collect();
        let n = found.len();
        let found: BTreeSet<Vec<i64>> = found.into_iter().collect();
        assert_eq!((n, found), (best.len(), best.iter().cloned().collect()), "{at}");
        n_ranked += usize::from(n > 0);
        n_several += usize::from(n > 1);
    }
    assert!(n_ranked > 30 && n_several > 3, "{n_ranked} {n_several}");
}

#[test]
fn assumptions_are_those_that_exclude_each_other() {
    let (mut n_contradictions, mut n_solved, mut n_wide) = (0, 0, 0);
    for (seed, model) in models(80, 3000) {
        let mut random = Random::new(seed);
        let all = brute_force(&model);
        let variables: Vec<VarId> = model.variables().indices().collect();
        let assumed: Vec<(VarId, i64, bool)> = (0..1 + random.below(5))
            .map(|_| {
                let var = *random.choose(&variables);
                let domain: Vec<i64> = model.variables()[var].domain.values().take(20).collect();
                (var, *random.choose(&domain), random.flip())
            })
            .collect();
        let holds = |at: usize, values: &Vec<i64>| {
            let (var, value, is_equal) = assumed[at];
            (values[gordian_core::Index::index(var)] == value) == is_equal
        };
        let n_with = |places: &[usize]| {
            all.iter().filter(|it| places.iter().all(|&at| holds(at, it))).count()
        };
        let conditions = assumed.iter().map(
            |&(var, value, is_equal)| {
                if is_equal { var.eq(value) } else { var.ne(value) }
            },
        );
        let conditions: Vec<Expr> = conditions.collect();
        let mut session = Session::new(model.clone());
        // Clauses of operations on wide domains can take minutes: such models are left undecided.
        session.request_mut().time_limit = Some(TIME_LIMIT);
        let begin = Instant::now();
        let is_stopped = |outcome| outcome == Outcome::Stopped(Limit::Time);
        let at = format!("seed {seed}, {assumed:?}: {model:?}");
        let Ok(answer) = session.solve_assuming(&conditions) else { continue };
        let places: Vec<usize> = (0..assumed.len()).collect();
        match answer {
            AssumedAnswer::Answer(answer) => {
                if is_stopped(answer.outcome) {
                    n_wide += 1;
                    continue;
                }
                assert_eq!(answer.outcome, Outcome::Solved, "{at}");
                let found = values(&answer.solutions[0], &model);
                assert!(all.contains(&found) && places.iter().all(|&it| holds(it, &found)), "{at}");
                n_solved += 1;
            }
            AssumedAnswer::Contradiction { assumptions, is_minimal } => {
                assert_eq!(n_with(&assumptions), 0, "{at}");
                if !is_minimal {
                    // Only the propagators have the model, within the bounds of its constraints.
                    let is_late = begin.elapsed() >= TIME_LIMIT;
                    assert!(assumptions == places || is_late, "{assumptions:?}: {at}");
                    n_wide += 1;
                    continue;
                }
                for without in 0..assumptions.len() {
                    let mut rest = assumptions.clone();
                    rest.remove(without);
                    assert!(n_with(&rest) > 0, "{assumptions:?} without {without}: {at}");
                }
                n_contradictions += 1;
            }
        }
        // The assumptions are gone, and so are the bounds that follow from them.
        let outcome = match session.solve() {
            Ok(answer) => answer.outcome,
            Err(error) => {
                assert!(error.code().ends_with(".overflow"), "{error}: {at}");
                n_wide += 1;
                continue;
            }
        };
        if is_stopped(outcome) {
            n_wide += 1;
            continue;
        }
        assert_eq!(outcome == Outcome::Infeasible, all.is_empty(), "{at}");
    }
    let counts = format!("{n_contradictions} {n_solved} {n_wide}");
    assert!(n_contradictions > 10 && n_solved > 10 && n_wide < n_solved, "{counts}");
}

#[test]
fn models_grow_between_questions() {
    let mut session = Session::new(Model::new());
    let square = session.model_mut().grid("square", (3, 3), 1..=9);
    let cells: Vec<VarId> = square.iter().flatten().copied().collect();
    session.model_mut().require("different", all_different(&cells));
    for at in 0..3 {
        let row = sum(&square[at]).eq(15);
        let column = sum(square.iter().map(|row| row[at])).eq(15);
        session.model_mut().require("row", row);
        session.model_mut().require("column", column);
    }
    assert_eq!(session.solve().unwrap().unique, Some(false));
    let centre = square[1][1];
    let diagonals = [[0, 1, 2], [2, 1, 0]];
    for columns in diagonals {
        let diagonal = sum((0..3).map(|row| square[row][columns[row]])).eq(15);
        session.model_mut().require("diagonal", diagonal);
    }
    // A name that an assumption would have is no assumption.
    session.model_mut().require("assumption 0", square[0][0].lt(square[2][2]));
    let larger = square[0][2].lt(square[2][0]);
    let assumptions = [centre.ne(5), larger.clone()];
    let answer = session.solve_assuming(&assumptions).unwrap();
    let AssumedAnswer::Contradiction { assumptions, is_minimal: true } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(assumptions, [0]);
    session.model_mut().require("corner", larger);
    let doubled = session.model_mut().unnamed(0..=20);
    session.model_mut().require("doubled", doubled.eq(2 * centre));
    let answer = session.solve().unwrap();
    let optima = session.optima(&[Goal::minimise(square[0][0])], None).unwrap();
    assert_eq!(answer.value(doubled), Some(10));
    assert_eq!(answer.value(doubled + centre), Some(15));
    assert_eq!(answer.value(doubled / (centre - 5)), None);
    assert_eq!(answer.values(&square[1]).unwrap()[1], 5);
    assert_eq!((optima.ranked.objectives, optima.solutions.len()), (vec![2], 1));
}

#[test]
fn goal_of_the_model_comes_first_and_a_limit_on_optima_is_said() {
    let mut model = Model::new();
    let parts = model.ints("part", 3, 0..=4);
    model.require("total", sum(&parts).eq(6));
    model.set_goal(Goal::minimise_maximum(&parts));
    let session = Session::new(model);
    let best = session.optimise(&[]).unwrap();
    assert_eq!((best.outcome, best.objectives), (Outcome::Optimal, vec![2]));
    let mut session = session.clone();
    session.model_mut().take_goal();
    let some = session.optima(&[Goal::maximise(parts[0])], Some(2)).unwrap();
    assert_eq!((some.solutions.len(), some.is_complete), (2, false));
    assert_eq!(some.ranked.objectives, [4]);
}
