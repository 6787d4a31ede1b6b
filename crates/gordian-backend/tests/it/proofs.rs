//! Proofs that must be accepted, and proofs that must be rejected.

use std::io;

use gordian_backend::{Cnf, Limits, Verdict, solve_with_proof};
use gordian_core::{Cancel, Limit};

use crate::drat::{Check, check};
use crate::formulas::{cnf, parity_chains, pigeons, random_3sat};

fn dimacs(cnf: &Cnf) -> String {
    let mut text = Vec::new();
    cnf.write_dimacs(&mut text, ["a test"]).expect("memory");
    String::from_utf8(text).expect("text")
}

fn proof_of(cnf: &Cnf) -> String {
    let mut proof = Vec::new();
    let verdict = solve_with_proof(cnf, &mut proof, &Limits::default()).expect("memory");
    assert_eq!(verdict, Verdict::Unsat);
    String::from_utf8(proof).expect("text")
}

fn lines(proof: &str) -> Vec<&str> {
    proof.lines().collect()
}

fn is_accepted(formula: &str, proof: &[&str]) -> bool {
    check(formula, &proof.join("\n")) == Check::Accepted
}

/// Checks the proof of a formula and returns the numbers of additions and deletions.
fn check_proof(cnf: &Cnf) -> (usize, usize) {
    let proof = proof_of(cnf);
    assert_eq!(check(&dimacs(cnf), &proof), Check::Accepted);
    let n_deletions = proof.lines().filter(|line| line.starts_with('d')).count();
    (proof.lines().count() - n_deletions, n_deletions)
}

#[test]
fn proofs_are_accepted() {
    assert_eq!(check_proof(&cnf(&[&[]])), (1, 0));
    assert_eq!(check_proof(&cnf(&[&[1], &[-1]])), (1, 0));
    assert_eq!(check_proof(&cnf(&[&[1, 1], &[2, -2], &[-1, -1, -1]])), (1, 0));
    assert!(check_proof(&pigeons(6, 5)).0 > 50);
    assert!(check_proof(&parity_chains(8, 3)).0 > 50);
    for seed in 0..30 {
        check_proof(&random_3sat(50, 300, seed));
    }
    // The unsatisfiable formulas of `hard_formulas_are_solved`.
    for seed in [0, 2, 4, 9, 11] {
        check_proof(&random_3sat(110, 470, seed));
    }
    let (_, n_deletions) = check_proof(&random_3sat(120, 620, 1));
    assert!(n_deletions > 100, "{n_deletions} deletions");
}

#[test]
#[ignore = "slow: proofs of tens of thousands of steps are accepted"]
fn long_proofs_are_accepted() {
    assert!(check_proof(&pigeons(9, 8)).0 > 10_000);
    assert!(check_proof(&parity_chains(24, 3)).0 > 10_000);
    assert!(check_proof(&random_3sat(200, 860, 3)).0 > 10_000);
}

#[test]
fn damaged_proofs_are_rejected() {
    let cnf = pigeons(6, 5);
    let (formula, proof) = (dimacs(&cnf), proof_of(&cnf));
    let steps = lines(&proof);
    assert!(is_accepted(&formula, &steps));
    assert_eq!(steps.last(), Some(&"0"));
    // Without the last step.
    assert!(!is_accepted(&formula, &steps[..steps.len() - 1]));
    // Only the last step.
    assert!(!is_accepted(&formula, &steps[steps.len() - 1..]));
    assert!(!is_accepted(&formula, &steps[steps.len() / 2..]));

    let (mut n_needed, mut n_flipped) = (0, 0);
    let added = steps.iter().enumerate().filter(|(_, step)| !step.starts_with('d'));
    for (position, step) in added.step_by(4) {
        let mut without = steps.clone();
        without.remove(position);
        n_needed += usize::from(!is_accepted(&formula, &without));
        let flipped = match step.strip_prefix('-') {
            Some(rest) => rest.to_owned(),
            None => format!("-{step}"),
        };
        let mut changed = steps.clone();
        changed[position] = &flipped;
        n_flipped += usize::from(!is_accepted(&formula, &changed));
    }
    assert!(n_needed > 0, "some step is needed");
    assert!(n_flipped > 0, "some literal matters");
}

/// The formula of the tests below: all four cases of two variables are forbidden.
const SQUARE: &str = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

#[test]
fn valid_proofs_are_accepted() {
    for proof in [
        "1 0\n0\n",
        "2 0\n0",
        "\n1 3 0\nd 3 1 0\n1 0\n\n0\nwhat follows is not read",
        "1 -1 0\n1 0\n0\n",
    ] {
        assert_eq!(check(SQUARE, proof), Check::Accepted, "{proof:?}");
    }
    // Literals implied by deleted clauses stay true.
    let chain = "p cnf 4 6\n1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-2 -3 4 0\n-2 -3 -4 0\n";
    assert_eq!(check(chain, "d 1 0\nd 2 -1 0\n3 0\n0\n"), Check::Accepted);
}

fn reject(formula: &str, proof: &str, line: usize, reason: &str) {
    let expected = Check::Rejected { reason: reason.to_owned(), line };
    assert_eq!(check(formula, proof), expected, "{proof:?}");
}

#[test]
fn invalid_proofs_are_rejected() {
    let unproved = "clause does not follow by unit propagation";
    let open = "the proof ends without the empty clause";
    reject(SQUARE, "", 0, open);
    reject(SQUARE, "0\n", 1, unproved);
    reject(SQUARE, "1 0\n", 1, open);
    reject(SQUARE, "1 0\n3 0\n", 2, open);
    reject(SQUARE, "3 0\n1 0\n0\n", 1, unproved);
    reject(SQUARE, "1 3 0\n2 3 0\n-3 0\n0\n", 3, unproved);
    reject(SQUARE, "d 1 2 0\n1 0\n0\n", 2, unproved);
    reject(SQUARE, "d 1 -2 0\nd 1 2 0\n1 0\n0\n", 3, unproved);
    // A step that preserves satisfiability but does not follow: RAT on the third variable.
    reject("p cnf 3 1\n1 2 0\n", "3 1 0\n0\n", 1, unproved);
    reject(SQUARE, "d 1 2 3 0\n1 0\n0\n", 1, "deletes a clause that is not there");
    reject(SQUARE, "d 1 2 0\nd 1 2 0\n1 0\n0\n", 2, "deletes a clause that is not there");
    reject(SQUARE, "1\n0\n", 1, "the line does not end with 0");
    reject(SQUARE, "1 0 2 0\n0\n", 1, "0 within the line");
    reject(SQUARE, "1 0\nx 0\n", 2, "`x` is not a number");
    reject(SQUARE, "4 0\n0\n", 1, "variable 4 is not in the formula");
    reject("1 2 0\n", "0\n", 1, "formula: no header");
    reject("p cnf 1 2\n1 0\n", "0\n", 2, "formula: not as many clauses as in the header");
    reject("p cnf 1 1\n1 0\n", "0\n", 1, unproved);
}

#[test]
fn satisfiable_formula_has_no_proof() {
    let mut proof = Vec::new();
    let cnf = random_3sat(60, 200, 1);
    assert_eq!(
        solve_with_proof(&cnf, &mut proof, &Limits::default()).expect("memory"),
        Verdict::Sat
    );
    let proof = String::from_utf8(proof).expect("text");
    assert_ne!(check(&dimacs(&cnf), &proof), Check::Accepted);
}

#[test]
fn limits_stop_the_proof() {
    let cnf = pigeons(8, 7);
    let mut proof = Vec::new();
    let limits = Limits::default().with_conflicts(100);
    let stopped = Verdict::Stopped(Limit::Effort);
    assert_eq!(solve_with_proof(&cnf, &mut proof, &limits).expect("memory"), stopped);
    let text = String::from_utf8(proof).expect("text");
    assert!(lines(&text).len() >= 100 && !lines(&text).contains(&"0"));

    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Verdict::Stopped(Limit::Interrupted);
    let verdict = solve_with_proof(&cnf, &mut Vec::new(), &Limits::until(&cancel)).expect("memory");
    assert_eq!(verdict, stopped);
}

/// A writer that always fails because the storage is full.
struct Full;

impl io::Write for Full {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_writer_end_the_search() {
    // The formula is too hard to finish: only the error can end the search.
    let error =
        solve_with_proof(&pigeons(12, 11), &mut Full, &Limits::default()).expect_err("no space");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let error =
        solve_with_proof(&pigeons(2, 1), &mut Full, &Limits::default()).expect_err("no space");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}
