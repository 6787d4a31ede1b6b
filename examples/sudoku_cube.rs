//! A scrambled Sudoku Cube: where its pieces belong, and the turns that bring them there.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::{Cancel, NoProgress, Problem, PuzzleOptions, Request, SolutionData, puzzles, solve};

const PUZZLE: &str = include_str!("../puzzles/sudoku-cube.toml");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = puzzles::parse(PUZZLE).map_err(|faults| format!("{faults:?}"))?;
    let request = {
        let options = PuzzleOptions { moves: true, ..PuzzleOptions::default() };
        Request { options, ..Request::default() }
    };
    let answer = solve(&Problem::Puzzle(puzzle.clone()), &request, &Cancel::new(), &NoProgress)?;
    let Some(SolutionData::Puzzle(solution)) = answer.solutions.first() else {
        return Err("this cube has a solution".into());
    };
    println!("{}", puzzle.draw(Some(solution)));
    let moves =
        answer.details.moves.ok_or("turns lead from every reachable scramble to a solution")?;
    println!("{} ({} turns)", moves.sequence, moves.length);
    assert!(moves.length <= 26);
    Ok(())
}
