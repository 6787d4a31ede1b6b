//! Proofs of uniqueness for the examples: accepted, and rejected if a required step is removed.

use gordian_backend::{Cnf, Limits, Verdict, solve_with_proof};
use gordian_solve::{Engine, Request};

use crate::drat::{self, Check};
use crate::{answer, puzzle};

/// Returns the unsatisfiable formula that shows the uniqueness of an example, and its proof.
fn refutation(name: &str) -> (String, String) {
    let request = Request { keep_formula: true, engine: Engine::Model, ..Request::default() };
    let cnf: Cnf = answer(&puzzle(name), &request).refuted.expect("uniqueness was proved");
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    cnf.write_dimacs(&mut formula, []).expect("memory can be written");
    let verdict =
        solve_with_proof(&cnf, &mut proof, &Limits::default()).expect("memory can be written");
    assert_eq!(verdict, Verdict::Unsat);
    let text = |bytes| String::from_utf8(bytes).expect("the formats are ASCII");
    (text(formula), text(proof))
}

#[test]
fn uniqueness_of_every_example_is_proved() {
    for name in ["classic", "killer", "horrendum", "golden-waste", "sudoku-cube"] {
        let (formula, proof) = refutation(name);
        assert!(matches!(drat::check(&formula, &proof), Check::Accepted), "{name}");
    }
}

#[test]
fn proofs_without_a_required_step_are_rejected() {
    for name in ["horrendum", "sudoku-cube"] {
        let (formula, proof) = refutation(name);
        let steps: Vec<&str> = proof.lines().collect();
        // The end of a proof is always required: remove final steps until the checker rejects the
        // proof.
        let rejected = (1..=steps.len()).any(|n_cut| {
            let cut = steps[..steps.len() - n_cut].join("\n");
            matches!(drat::check(&formula, &cut), Check::Rejected { .. })
        });
        assert!(rejected, "{name}");
    }
}

#[test]
fn satisfiable_formulas_have_no_proof() {
    // The last clause forbids the solution found; without it the formula has that solution.
    let (formula, proof) = refutation("horrendum");
    let lines: Vec<&str> = formula.lines().collect();
    let (header, clauses) = lines.split_first().expect("a header");
    let mut words: Vec<String> = header.split(' ').map(str::to_owned).collect();
    let n_clauses: usize = words[3].parse().expect("the number of clauses");
    words[3] = (n_clauses - 1).to_string();
    let shorter = format!("{}\n{}\n", words.join(" "), clauses[..clauses.len() - 1].join("\n"));
    assert!(matches!(drat::check(&shorter, &proof), Check::Rejected { .. }));
}
