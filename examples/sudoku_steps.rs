//! A Sudoku explained step by step, as a person would find it, and rated on two scales.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::logic::{Config, Position};
use gordian::sudoku::formats::parse_line;

const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = parse_line(PUZZLE, None)?.puzzle;
    let solved = Position::new(&puzzle, &[]).solve(&Config::all());
    for (number, step) in (1..).zip(&solved.steps).take(12) {
        println!("{number:>3}. {}", step.sentence(&puzzle.layout));
    }
    println!("     … {} steps in all", solved.steps.len());
    assert!(solved.end.is_solved());

    let rating = solved.rating().ok_or("a solved puzzle has a rating")?;
    println!("hardest step: {} ({})", rating.technique.name(), rating.hardest);
    let hodoku = Position::new(&puzzle, &[]).solve(&Config::hodoku());
    if let Some(rating) = hodoku.hodoku_rating() {
        println!("on HoDoKu's scale: {} ({})", rating.level.name(), rating.score);
    }
    Ok(())
}
