//! Published FlatZinc models with their solutions: each is solved by clauses and by propagators.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gordian_core::{Cancel, NoProgress, Outcome};
use gordian_flatzinc::{Goal, Instance, Translation, check, parse};
use gordian_search::{Answer, Engine, ModelSolution, Request, Task, solve};

fn testdata(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder)
}

/// Solves an instance and returns the answer with the texts of the solutions.
fn answer(instance: &Instance, engine: Engine) -> (Answer<ModelSolution>, Vec<String>) {
    let translation = Translation::new(instance).unwrap();
    let task = match instance.goal {
        Goal::Satisfy => Task::All { limit: Some(3000) },
        Goal::Minimise(_) | Goal::Maximise(_) => Task::Prove,
    };
    let request = Request { task, engine, ..Request::default() };
    let answer = solve(translation.model(), &request, &Cancel::new(), &NoProgress).unwrap();
    let text = |solution: &ModelSolution| match solution {
        ModelSolution::Whole(named) => {
            let assignment: Vec<i64> = named.iter().map(|(_, value)| *value).collect();
            let values = translation.values(&assignment);
            assert_eq!(check(instance, &values), Ok(()));
            values.write(instance)
        }
        ModelSolution::Part(_) => unreachable!("whole solutions of a model"),
    };
    let texts = answer.solutions.iter().map(text).collect();
    (answer, texts)
}

/// Returns the solutions in a text: the lines of each, sorted, without blanks.
fn solutions(text: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let mut lines = Vec::new();
    for line in text.lines().map(|line| line.replace(' ', "")) {
        match line.as_str() {
            "----------" => {
                lines.sort();
                found.insert(std::mem::take(&mut lines));
            }
            "==========" | "" => {}
            _ => lines.push(line),
        }
    }
    found
}

/// Solves the models of a folder and compares them with the files beside them: all solutions, or
/// the objective of the best one; no file if there is none.
fn compare(folder: &str) {
    let mut n = 0;
    for entry in fs_err::read_dir(testdata(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "fzn") {
            continue;
        }
        n += 1;
        let name = path.display();
        let instance = parse(&fs_err::read_to_string(&path).unwrap()).unwrap();
        let expected = fs_err::read_to_string(path.with_extension("expected")).ok();
        for engine in [Engine::Auto, Engine::Lcg, "sat".parse().unwrap()] {
            let (answer, found) = answer(&instance, engine);
            let Some(expected) = &expected else {
                assert_eq!((answer.outcome, found.len()), (Outcome::Infeasible, 0), "{name}");
                continue;
            };
            let expected = solutions(expected);
            if instance.goal == Goal::Satisfy {
                let found: String =
                    found.iter().map(|text| format!("{text}----------\n")).collect();
                assert_eq!(solutions(&found), expected, "{name}");
                assert_eq!(answer.limit, None, "{name}");
            } else {
                let objective = |lines: &Vec<String>| {
                    let line = lines.iter().find_map(|line| line.strip_prefix("objective="));
                    line.map(|value| value.trim_end_matches(';').parse::<i64>().unwrap())
                };
                let best = expected.iter().map(objective).next_back().unwrap();
                assert_eq!(answer.outcome, Outcome::Optimal, "{name}");
                if best.is_some() {
                    assert_eq!(answer.objective, best, "{name}");
                }
            }
        }
    }
    assert!(n >= 2, "{folder}");
}

#[test]
fn constraints_have_the_solutions_of_pumpkin() {
    compare("pumpkin/mzn_constraints");
}

#[test]
fn searches_have_the_solutions_of_pumpkin() {
    compare("pumpkin/mzn_search");
}

#[test]
fn optima_are_those_of_pumpkin() {
    compare("pumpkin/mzn_optimization");
}

#[test]
fn infeasible_models_of_pumpkin_have_no_solutions() {
    compare("pumpkin/mzn_infeasible");
}

/// Models in JSON with the best objective, or the number of solutions of those that are listed
/// completely.
const DOCUMENTS: [(&str, Option<i64>, Option<usize>); 11] = [
    ("bool_indomain_max", None, Some(2)),
    ("int_indomain_max_1", None, Some(12)),
    ("int_indomain_max_3", None, Some(20)),
    ("int_indomain_min_4", None, Some(45)),
    ("jobshop_la02", Some(655), None),
    ("jobshop_la04", Some(590), None),
    ("jobshop_newspaper", Some(230), None),
    ("sudoku_p0", None, Some(1)),
    ("svrp_s4_v2_c3", Some(117), None),
    ("unify_element_1", None, Some(1)),
    ("unify_with_view_1", None, Some(3)),
];

#[test]
fn documents_of_huub_have_their_solutions() {
    for (name, objective, count) in DOCUMENTS {
        let path = testdata("huub").join(format!("{name}.fzn.json"));
        // The predicates of the standard library have other names there.
        let text = fs_err::read_to_string(path).unwrap();
        let text = text
            .replace("huub_all_different_int", "fzn_all_different_int")
            .replace("huub_disjunctive_strict", "fzn_disjunctive_strict")
            .replace("huub_array_int", "array_int");
        let instance = parse(&text).unwrap();
        let (answer, found) = answer(&instance, Engine::Auto);
        assert_eq!(answer.objective, objective, "{name}");
        if let Some(count) = count {
            assert_eq!((found.len(), answer.limit), (count, None), "{name}");
            let expected = testdata("huub").join(format!("{name}.sol"));
            let found: String = found.iter().map(|text| format!("{text}----------\n")).collect();
            let expected = fs_err::read_to_string(expected).unwrap();
            assert_eq!(solutions(&found), solutions(&expected), "{name}");
        }
    }
}
