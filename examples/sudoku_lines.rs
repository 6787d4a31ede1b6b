//! Many Sudoku, one per line: solved in a batch, reduced to minimal puzzles, brought to canonical
//! form; and new puzzles generated with a symmetry and a number of clues.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::grid::Layout;
use gordian::sudoku::Finder;
use gordian::sudoku::classic::batch::{BatchSolver, Counters, SolveResult};
use gordian::sudoku::formats::{digits_to_line, parse_line, to_line};
use gordian::sudoku::tasks::{
    ClueCount, GenerateOptions, MinimiseOptions, Symmetry, canonical, generate, minimise,
};
use gordian::{Cancel, NoProgress};

/// One puzzle with exactly one solution, one with two (four cells that can be exchanged), one with
/// none.
const LINES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // All puzzles at once, 512 searches side by side; at most two solutions of each are counted.
    let puzzles = LINES.map(|line| line.as_bytes().try_into().expect("81 characters"));
    let mut answers = [SolveResult::NO_SOLUTION; LINES.len()];
    let mut counters = Counters::default();
    BatchSolver::best().solve(&puzzles, 2, &mut answers, &mut counters, &Cancel::new());
    for answer in &answers {
        println!(
            "{} solution(s): {}",
            answer.n_solutions,
            String::from_utf8_lossy(&answer.solution)
        );
    }
    assert_eq!(answers.map(|answer| answer.n_solutions.min(2)), [1, 2, 0]);

    // A minimal puzzle with the same solution, and its canonical form.
    let layout = Layout::classic();
    let puzzle = parse_line(LINES[0], None)?.puzzle;
    let mut finder = Finder::new(&layout);
    let options = MinimiseOptions::default();
    let minimal = minimise(&mut finder, &puzzle, &options, &Cancel::new(), &NoProgress)?;
    println!(
        "minimal:   {} ({} givens removed)",
        to_line(&minimal.puzzle),
        minimal.removed_cells.len()
    );
    assert_eq!(minimal.solution, puzzle_solution(&answers[0]));
    println!("canonical: {}", digits_to_line(9, &canonical(&minimal.puzzle)?.digits));

    // New puzzles: the same seed gives the same puzzle.
    for seed in 1..=3 {
        let options = GenerateOptions {
            seed,
            symmetry: Symmetry::HalfTurn,
            clues: ClueCount::Exactly(26),
            ..GenerateOptions::default()
        };
        let generated = generate(&layout, &options, &Cancel::new(), &NoProgress)?;
        let best = generated.best.ok_or("1000 attempts are enough for 26 clues")?;
        println!("generated: {}", to_line(&best.puzzle));
        assert_eq!(best.n_clues, 26);
    }
    Ok(())
}

fn puzzle_solution(answer: &SolveResult) -> Vec<u8> {
    answer.solution.iter().map(|character| character - b'0').collect()
}
