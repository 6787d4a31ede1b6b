//! The same problem for another solver, and a proof for another checker.
//!
//! A model is read from JSON and written as LP; a puzzle's uniqueness is confirmed by propagators,
//! and proved by a formula (DIMACS) with a DRAT proof. `docs/guides/proofs.md` says what the proof
//! covers.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::backend::{Limits, Verdict, solve_with_proof};
use gordian::export::{Format, export};
use gordian::model::Model;
use gordian::{Cancel, NoProgress, Problem, Request, puzzles, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_json(MODEL)?;
    let mut lp = Vec::new();
    export(&Problem::Model(model), Format::Lp, &mut lp)?;
    println!("{}", String::from_utf8(lp)?);

    let puzzle = puzzles::parse("kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''")
        .map_err(|faults| format!("{faults:?}"))?;
    let request = Request { confirm: true, keep_formula: true, ..Request::default() };
    let answer = solve(&Problem::Puzzle(puzzle), &request, &Cancel::new(), &NoProgress)?;
    let formula = answer.refuted.ok_or("uniqueness rests on a refuted formula")?;
    let mut proof = Vec::new();
    let verdict = solve_with_proof(&formula, &mut proof, &Limits::until(&Cancel::new()))?;
    println!(
        "unique: {:?}, confirmed by {:?}; {} clauses without a solution, proof of {} bytes",
        answer.unique,
        answer.confirmed_by,
        formula.len(),
        proof.len(),
    );
    assert_eq!(answer.unique, Some(true));
    assert!(answer.confirmed_by.is_some());
    assert!(matches!(verdict, Verdict::Unsat));
    Ok(())
}

const MODEL: &str = r#"{
  "schema": 1,
  "title": "Change for 97 cents with the fewest coins",
  "variables": [
    {"name": "quarters", "domain": [0, 3]},
    {"name": "dimes", "domain": [0, 9]},
    {"name": "nickels", "domain": [0, 19]},
    {"name": "pennies", "domain": [0, 97]}
  ],
  "constraints": [
    {"name": "total", "require": ["eq", 97,
      ["add", ["mul", 25, "quarters"], ["mul", 10, "dimes"], ["mul", 5, "nickels"], "pennies"]]}
  ],
  "goal": {"minimise": ["add", "quarters", "dimes", "nickels", "pennies"]}
}"#;
