//! Is a puzzle solvable, is the solution unique, and if there is none, which givens conflict?
//!
//! Reads an irregular Sudoku from text, in the format of `docs/formats/puzzle-files.md`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::{
    Cancel, ConflictAnswer, NoProgress, Outcome, Problem, Request, SolutionData, explain_conflict,
    puzzles, solve,
};

const PUZZLE: &str = "
kind = 'grid'
title = 'Four irregular regions'
regions = '''
aabb
acbb
accd
cddd
'''
givens = '''
1.3.
.4..
....
....
'''
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = parse(PUZZLE)?;
    let answer =
        solve(&Problem::Puzzle(puzzle.clone()), &Request::default(), &Cancel::new(), &NoProgress)?;
    let [SolutionData::Puzzle(solution)] = &answer.solutions[..] else {
        return Err("this puzzle has exactly one solution".into());
    };
    println!("{}", puzzle.draw(Some(solution)));
    println!("unique: {:?}, by the engine {}", answer.unique, answer.engine);
    assert_eq!(answer.unique, Some(true));

    // One given less: two solutions prove that the puzzle is ambiguous.
    let ambiguous = Problem::Puzzle(parse(&PUZZLE.replace("1.3.", "..3."))?);
    let answer = solve(&ambiguous, &Request::default(), &Cancel::new(), &NoProgress)?;
    println!("without the 1: unique: {:?}", answer.unique);
    assert_eq!((answer.unique, answer.solutions.len()), (Some(false), 2));

    // One given more: no solution, and a minimal set of givens and rules that conflict.
    let impossible = Problem::Puzzle(parse(&PUZZLE.replace("1.3.", "1.31"))?);
    let answer = solve(&impossible, &Request::default(), &Cancel::new(), &NoProgress)?;
    assert_eq!(answer.outcome, Outcome::Infeasible);
    let conflict = explain_conflict(&impossible, &Request::default(), &Cancel::new())?;
    let ConflictAnswer::Found { names, minimal, .. } = conflict else {
        return Err("an infeasible puzzle has a conflict".into());
    };
    println!("with another 1: no solution; these conflict: {}", names.join(", "));
    assert!(minimal);
    Ok(())
}

/// Parses a puzzle file; several mistakes are reported at once.
fn parse(text: &str) -> Result<puzzles::Puzzle, String> {
    puzzles::parse(text).map_err(|faults| {
        faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("\n")
    })
}
