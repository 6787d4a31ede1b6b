//! Global and graph constraints: decomposed or added lazily, they have the solutions that the
//! evaluation accepts.

use std::collections::BTreeSet;
use std::sync::Arc;

use gordian_backend::{Limits, SatSolverKind, Verdict, create_solver};
use gordian_compile::presolved::{PresolveError, PresolvedModel};
use gordian_compile::{
    CompileError, CompileOptions, Compiled, Conflict, NextSolution, Search as _, Session,
    find_conflict,
};
use gordian_core::{Cancel, Limit, NoProgress, Outcome, Random};
use gordian_model::{
    Comparison, Domain, Expr, Goal, Graph, Model, Node, VarId, all_of, any_of, arg_maximum,
    circuit, connected, count_true, cumulative, disjunctive, global_cardinality, increasing,
    inverse, lexicographic, path, single_cycle, subcircuit, value_precedence,
};
use gordian_testkit::board_model::{GraphConstraint, board_model, narrowed};
use gordian_testkit::random_model::{brute_force, global_model};

use crate::compiled::{answers, check_answers, config, overflows};

#[test]
fn answers_with_global_constraints_equal_brute_force() {
    for seed in gordian_testkit::seeds(1_000, 30_000) {
        check_answers(seed, &global_model(seed));
    }
}

#[test]
fn few_models_with_global_constraints_overflow() {
    let n_overflows = (0..2_000).filter(|&seed| overflows(&global_model(seed))).count();
    assert!(n_overflows < 20, "{n_overflows} of 2000 small models overflow");
}

/// Returns the best objective value by brute force.
fn best_objective(model: &Model) -> Option<i64> {
    let goal = model.goal()?;
    let solutions = brute_force(model);
    let values = solutions
        .iter()
        .map(|values| model.evaluate(goal.objective(), values).expect("the solution was checked"));
    match goal {
        Goal::Minimise(_) => values.min(),
        Goal::Maximise(_) => values.max(),
    }
}

fn check_optimum(at: &str, model: &Model, presolve: bool) {
    let best = best_objective(&narrowed(model));
    let config = config(SatSolverKind::Batsat, presolve);
    let mut session = Session::new(model, &config).expect("small models compile");
    let optimum = session.optimise(&Limits::default());
    assert_eq!((optimum.objective, optimum.bound), (best, best), "{at}: {model:?}");
    let outcome = if best.is_some() { Outcome::Optimal } else { Outcome::Infeasible };
    assert_eq!(optimum.outcome, outcome, "{at}");
}

#[test]
fn optima_and_projections_with_global_constraints_equal_brute_force() {
    let mut n_goals = 0;
    for seed in gordian_testkit::seeds(600, 10_000) {
        let mut model = global_model(seed);
        if overflows(&model) {
            continue;
        }
        if model.goal().is_some() {
            n_goals += 1;
            check_optimum(&format!("seed {seed}"), &model, seed.is_multiple_of(2));
        }
        let vars: Vec<VarId> = model.variables().indices().collect();
        let n = vars.len().div_ceil(2);
        model.set_answer_variables(vars[..n].iter().copied());
        let expected: BTreeSet<Vec<i64>> =
            brute_force(&model).into_iter().map(|values| values[..n].to_vec()).collect();
        let config = config(SatSolverKind::FOR_LONG_SEARCHES, seed % 2 == 1);
        let mut session = Session::new(&model, &config).expect("small models compile");
        let count = session.count(u64::MAX, &Limits::default(), &NoProgress);
        assert_eq!(count, (expected.len() as u64, None), "seed {seed}: {model:?}");
    }
    assert!(n_goals > 100, "{n_goals} models have goals");
}

/// Compares the solutions, or the optimum, with those of brute force; returns the number of added
/// clauses.
fn check_board(model: &Model, seed: u64) -> usize {
    let at = format!("seed {seed}");
    if model.goal().is_some() {
        check_optimum(&at, model, seed % 32 < 16);
    }
    let engine = SatSolverKind::ALL[usize::from(seed % 4 < 2) % SatSolverKind::ALL.len()];
    let mut session =
        Session::new(model, &config(engine, seed.is_multiple_of(2))).expect("it is small");
    let found = session.enumerate(u64::MAX, &Limits::default(), &NoProgress);
    let mut found: Vec<Vec<i64>> =
        found.solutions.iter().map(|solution| solution.as_slice().to_vec()).collect();
    found.sort();
    assert_eq!(found, brute_force(&narrowed(model)), "{at}: {model:?}");
    // The formula of a finished search is unsatisfiable for other engines too.
    let mut other = create_solver(engine.other().unwrap_or(engine), seed);
    other.add_cnf(session.compiled().cnf());
    assert_eq!(other.solve(&[], &Limits::default()), Verdict::Unsat, "{at}");
    session.compiled().lazy_clauses().count()
}

/// Checks boards with a constraint, of which at least some percent need lazily added clauses.
fn check_boards(n: u64, least_percent: usize, constraint: GraphConstraint) {
    let (mut n_boards, mut n_lazy) = (0, 0);
    for seed in gordian_testkit::seeds(n, 50_000) {
        n_boards += 1;
        n_lazy += usize::from(check_board(&board_model(constraint, seed), seed) > 0);
    }
    assert!(
        n_lazy * 100 > n_boards * least_percent,
        "{n_lazy} of {n_boards} boards needed clauses"
    );
}

#[test]
fn boards_of_connected_vertices() {
    check_boards(700, 30, GraphConstraint::Connected);
}

#[test]
fn boards_of_connected_edges() {
    check_boards(700, 30, GraphConstraint::ConnectedEdges);
}

#[test]
fn boards_of_single_cycles() {
    check_boards(700, 12, GraphConstraint::SingleCycle);
}

#[test]
fn boards_of_paths() {
    check_boards(700, 12, GraphConstraint::Path);
}

#[test]
fn boards_of_regions() {
    check_boards(250, 30, GraphConstraint::Regions);
}

/// Values that a variable of a wide domain may have.
const FAR: [i64; 6] = [0, 1, 1 << 20, (1 << 40) - 1, 1 << 40, 3 << 38];

/// Returns a variable with one of a few values, which are stated by a constraint or are its domain.
fn far(random: &mut Random, model: &mut Model, name: String) -> (VarId, Vec<i64>) {
    let mut values: Vec<i64> = (0..1 + random.below(3))
        .map(|_| *random.choose(&FAR) - i64::from(random.below(9) == 0))
        .collect();
    values.sort_unstable();
    values.dedup();
    let set = Domain::from_values(values.iter().copied()).unwrap();
    let var = if random.flip() {
        model.add_variable(name, set)
    } else {
        let var = model.int(name, -(1 << 40)..=1 << 41);
        model.require("few", Expr::from(var).is_in(set));
        var
    };
    (var, values)
}

#[test]
fn constraints_on_lists_and_tasks_of_every_magnitude() {
    let mut n_solutions = 0;
    for seed in gordian_testkit::seeds(300, 10_000) {
        let mut random = Random::new(seed);
        let mut model = Model::new();
        let (vars, values): (Vec<VarId>, Vec<Vec<i64>>) =
            (0..5).map(|i| far(&mut random, &mut model, format!("x{i}"))).unzip();
        let x: Vec<Expr> = vars.iter().map(Expr::from).collect();
        let constant = |random: &mut Random| Expr::from(*random.choose(&FAR));
        let [a, b, c] = [(); 3].map(|()| constant(&mut random));
        let condition = match random.below(8) {
            0 => cumulative([&x[0], &x[1], &a], [&x[2], &b, &x[3]], [&x[4], &c, &a], &c),
            1 => cumulative([&x[0], &x[1], &x[2]], [&a, &x[3], &b], [1, 2, 2], &x[4] % 4),
            2 => disjunctive([&x[0], &x[1], &a], [&x[2], &x[3], &b]),
            3 => global_cardinality(&x[..4], vec![1 << 40, 1], [&x[4], &(&x[4] + 1)]),
            4 => lexicographic(&x[..3], Comparison::Lt, &x[2..]),
            5 => circuit([&x[0], &x[1], &(&x[2] % 3)]),
            6 => subcircuit([&x[0], &x[1], &(&x[2] % 4), &(&x[3] / (1 << 39))]),
            _ => inverse([&x[0], &x[1]], [&x[1], &x[2]]),
        };
        let condition = if random.below(3) == 0 { !condition } else { condition };
        model.require("constraint", condition);
        let mut expected: Vec<Vec<i64>> = vec![Vec::new()];
        for own in &values {
            let extend = |start: &Vec<i64>| {
                let start = start.clone();
                own.iter().map(move |&value| [&start[..], &[value]].concat())
            };
            expected = expected.iter().flat_map(extend).collect();
        }
        expected.retain(|values| model.check(values).is_ok());
        expected.sort();
        n_solutions += expected.len();
        let config = config(SatSolverKind::Batsat, seed.is_multiple_of(2));
        assert_eq!(answers(&model, &config), expected, "seed {seed}: {model:?}");
    }
    assert!(n_solutions > 1000, "{n_solutions}");
}

#[test]
fn ends_beyond_64_bits_are_refused() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1 << 53);
    let far = || x * 1000;
    model.require("tasks", disjunctive([far(), 5.into()], [far() + (1 << 62), 1.into()]));
    let compiled = Compiled::new(&model, &CompileOptions::default());
    assert!(matches!(compiled, Err(CompileError::Overflow { .. })));
    let constraint = "tasks".to_owned();
    let error = PresolvedModel::new(&model).unwrap_err();
    assert_eq!(error, PresolveError::TooLarge { constraint });
}

/// Returns a model of a grid in which the active cells, at least `n` of them, are connected, and no
/// two adjacent cells of a row are active.
fn stripes(width: u32, height: u32, n: i64) -> Model {
    let mut model = Model::new();
    let cells: Vec<VarId> =
        (0..width * height).map(|i| model.boolean(format!("cell {i}"))).collect();
    let graph = Arc::new(Graph::grid(width, height));
    model.require("connected", connected(&graph, &cells));
    for row in cells.chunks(usize::try_from(width).unwrap()) {
        for pair in row.windows(2) {
            model.require("apart", !(pair[0] & pair[1]));
        }
    }
    model.require("many", count_true(&cells).ge(n));
    model
}

#[test]
fn models_with_graph_constraints_are_not_exported() {
    let mut model = stripes(3, 3, 2);
    let text = "constraint `connected` has the graph constraint `connected`, which no";
    let refused = |model: &Model, text: &str| {
        let compiled = Compiled::new(model, &CompileOptions::default()).unwrap();
        let error = compiled.complete_cnf(model).unwrap_err();
        assert_eq!(error.to_string(), format!("{text} formula states completely"));
        assert!(error.hint().contains("other operations"));
    };
    refused(&model, text);
    // Also after a search, and in an objective.
    let mut session = Session::new(&model, &config(SatSolverKind::Batsat, true)).unwrap();
    assert!(session.count(u64::MAX, &Limits::default(), &NoProgress).1.is_none());
    assert!(session.compiled().complete_cnf(&model).is_err());
    model = Model::new();
    let flags = ["a", "b", "c"].map(|name| model.boolean(name));
    model.set_goal(Goal::maximise(connected(&Arc::new(Graph::grid(3, 1)), flags) - flags[1]));
    refused(&model, "the objective has the graph constraint `connected`, which no");
    check_optimum("objective", &model, true);
    // Decomposed constraints are complete.
    let mut model = Model::new();
    let x = ["x", "y", "z"].map(|name| model.int(name, 0..=2));
    model.require("circuit", circuit(x));
    let compiled = Compiled::new(&model, &CompileOptions::default()).unwrap();
    assert_eq!(compiled.complete_cnf(&model), Ok(compiled.cnf()));
}

#[test]
fn lazy_clauses_have_the_names_of_their_constraints() {
    let model = stripes(3, 3, 3);
    let mut session = Session::new(&model, &config(SatSolverKind::Batsat, true)).unwrap();
    let n_stated = session.compiled().cnf().len();
    let (count, _) = session.count(u64::MAX, &Limits::default(), &NoProgress);
    assert_eq!(usize::try_from(count), Ok(brute_force(&model).len()));
    let compiled = session.compiled();
    let clauses: Vec<_> = compiled.lazy_clauses().collect();
    assert!(!clauses.is_empty());
    for lazy in &clauses {
        assert_eq!(model.constraints()[lazy.constraint.unwrap()].name, "connected");
        assert!(compiled.cnf().iter_from(n_stated).any(|clause| clause == lazy.clause));
    }
    let lines = compiled.describe_lazy_clauses(&model);
    let first = compiled.cnf().iter().position(|clause| clause == clauses[0].clause).unwrap() + 1;
    let expected = format!("`connected` implies the clauses {first}, ");
    assert!(lines.len() == 1 && lines[0].starts_with(&expected), "{lines:?}");
    let report = compiled.report().display(&model).to_string();
    assert!(
        report.contains("connected: clauses are added when a solution violates it"),
        "{report}"
    );
}

#[test]
fn limits_hold_while_clauses_are_added() {
    // No set of ten cells without neighbours in a row is connected.
    let model = stripes(5, 5, 10);
    for engine in SatSolverKind::ALL {
        let mut session = Session::new(&model, &config(engine, true)).unwrap();
        for _ in 0..5 {
            let n_before = session.compiled().lazy_clauses().count();
            let limits = Limits::default().with_conflicts(2);
            assert_eq!(session.next_solution(&limits), NextSolution::Stopped(Limit::Effort));
            // Three solutions at most, each with at most 64 clauses.
            assert!(session.compiled().lazy_clauses().count() <= n_before + 3 * 64);
        }
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = session.next_solution(&Limits::until(&cancel));
        assert_eq!(stopped, NextSolution::Stopped(Limit::Interrupted));
        assert_eq!(session.next_solution(&Limits::default()), NextSolution::Exhausted);
    }
}

#[test]
fn solutions_that_violate_constraints_count_as_conflicts() {
    // All vertices are neighbours, so every set of vertices is connected; each search excludes one
    // set at a time.
    let edges = (0..6).flat_map(|a| (0..a).map(move |b| [a, b]));
    let graph = Arc::new(Graph::new(6, edges).unwrap());
    let mut model = Model::new();
    let vertices: Vec<VarId> = (0..6).map(|i| model.boolean(format!("vertex {i}"))).collect();
    model.require("apart", !connected(&graph, &vertices));
    for engine in SatSolverKind::ALL {
        let mut session = Session::new(&model, &config(engine, true)).unwrap();
        let limits = Limits::default().with_conflicts(5);
        assert_eq!(session.next_solution(&limits), NextSolution::Stopped(Limit::Effort));
        assert!(session.compiled().lazy_clauses().count() <= 6);
        assert_eq!(session.next_solution(&Limits::default()), NextSolution::Exhausted);
        assert_eq!(session.compiled().lazy_clauses().count(), 64);
    }
}

#[test]
fn conflicts_with_graph_constraints_are_minimal() {
    let mut model = stripes(4, 3, 3);
    let cell = |model: &Model, i: u32| model.find(&format!("cell {i}")).unwrap();
    let [left, right, free] = [0, 3, 6].map(|i| cell(&model, i));
    model.require("free", free.ge(0));
    model.require("left", left.eq(1));
    model.require("right", right.eq(1));
    let found = find_conflict(&model, &config(SatSolverKind::Batsat, true), &Limits::default());
    let Ok(Conflict::Minimal(found)) = found else { panic!("{found:?}") };
    let mut names: Vec<&str> =
        found.iter().map(|&id| model.constraints()[id].name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["apart", "connected", "left", "right"]);
}

#[test]
fn larger_boards_are_solved() {
    // A cycle through all 36 vertices of a grid, and a path between opposite corners through all
    // but one.
    let graph = Arc::new(Graph::grid(6, 6));
    let mut model = Model::new();
    let n_edges = graph.edges().len();
    let edges: Vec<VarId> = (0..n_edges).map(|i| model.boolean(format!("edge {i}"))).collect();
    model.require("cycle", single_cycle(&graph, &edges));
    model.require("all", count_true(&edges).eq(36));
    let mut session = Session::new(&model, &config(SatSolverKind::Batsat, true)).unwrap();
    assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Solution(_)));
    let mut model = Model::new();
    let edges: Vec<VarId> = (0..n_edges).map(|i| model.boolean(format!("edge {i}"))).collect();
    let to = model.int("to", 0..=99);
    model.require("path", path(&graph, &edges, 0, to));
    model.set_goal(Goal::maximise(count_true(&edges) + 2 * to.eq(35)));
    let mut session = Session::new(&model, &config(SatSolverKind::Batsat, true)).unwrap();
    // Opposite corners have the same colour, so such a path leaves out a vertex.
    assert_eq!(session.optimise(&Limits::default()).objective, Some(36));
    let mut model = Model::new();
    let next: Vec<VarId> = (0..9).map(|i| model.int(format!("next {i}"), 0..=8)).collect();
    model.require("circuit", circuit(&next));
    let moves =
        (0..9_i64).zip(next).map(|(i, next)| any_of((1..=2).map(|step| next.eq((i + step) % 9))));
    model.require("short", all_of(moves));
    assert_eq!(answers(&model, &config(SatSolverKind::FOR_LONG_SEARCHES, true)).len(), 2);
}

#[test]
fn undefined_operands_of_constraints_violate_them() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=2));
    let part = |divisor: VarId| Expr::from(4) / divisor;
    let graph = Arc::new(Graph::grid(2, 1));
    let lists_that_do_not_fit = Node::Inverse(vec![part(x)], vec![]);
    let list_for_another_graph = Node::Connected(graph, vec![x.into(), part(y), y.into()]);
    model.require("lexicographic", lexicographic([x], Comparison::Le, [2.into(), part(x)]));
    model.require("no count", global_cardinality([part(y)], vec![], [0; 0]));
    model.require("inverse", !Expr::new(lists_that_do_not_fit));
    assert_eq!(answers(&model, &config(SatSolverKind::Batsat, true)), brute_force(&model));
    assert_eq!(brute_force(&model).len(), 4);
    model.require("graph", !Expr::new(list_for_another_graph));
    assert_eq!(answers(&model, &config(SatSolverKind::Batsat, false)), brute_force(&model));
    assert_eq!(brute_force(&model).len(), 0);
}

/// Expressions that keep an operand only because it must be defined.
#[test]
fn operands_without_influence_must_be_defined() {
    let makes: [fn(Expr) -> Expr; 6] = [
        |part| increasing([part]),
        |part| value_precedence([part], [1]),
        |part| arg_maximum([part]).eq(0),
        |part| lexicographic([part], Comparison::Ne, [0_i64; 0]),
        |part| part.greatest_power_dividing(2).ge(1),
        |part| !part.greatest_power_not_above(1).eq(7),
    ];
    for (make, expected) in makes.into_iter().zip([2, 2, 2, 2, 2, 0]) {
        let mut model = Model::new();
        let x = model.int("x", 0..=2);
        model.require("part", make(Expr::from(4) / x));
        let found = answers(&model, &config(SatSolverKind::Batsat, true));
        assert_eq!(found, brute_force(&model));
        assert_eq!(found.len(), expected, "{model:?}");
    }
}

/// The examples of the page about constraints have as many solutions as it says.
#[test]
fn examples_of_the_page_are_solved() {
    let path = format!("{}/../../docs/guides/constraints.md", env!("CARGO_MANIFEST_DIR"));
    let page = fs_err::read_to_string(path).unwrap();
    let mut n_examples = 0;
    for rest in page.split("```json\n").skip(1) {
        let (sample, after) = rest.split_once("```\n\nSolutions: ").unwrap();
        let n_solutions: u64 = after.lines().next().unwrap().parse().unwrap();
        let model = Model::from_json(sample).unwrap();
        let mut session = Session::new(&model, &config(SatSolverKind::Batsat, true)).unwrap();
        let count = session.count(u64::MAX, &Limits::default(), &NoProgress);
        assert_eq!(count, (n_solutions, None), "{sample}");
        n_examples += 1;
    }
    assert_eq!(n_examples, 12);
}
