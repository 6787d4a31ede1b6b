//! A model written the obvious way: magic squares, with array access and an objective.
//!
//! `docs/guides/models.md` explains every operation.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::model::{Goal, Model, all_different, sum};
use gordian::search::{Request, solve};
use gordian::{Cancel, NoProgress, Outcome, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Every magic square of order 3.
    let mut model = Model::new();
    let cells: Vec<_> = (1..=9).map(|i| model.int(format!("cell {i}"), 1..=9)).collect();
    model.require("numbers differ", all_different(&cells));
    for i in 0..3 {
        model.require(format!("row {i}"), sum(&cells[3 * i..3 * i + 3]).eq(15));
        model.require(format!("column {i}"), sum([cells[i], cells[i + 3], cells[i + 6]]).eq(15));
    }
    model.require("diagonal", sum([cells[0], cells[4], cells[8]]).eq(15));
    model.require("other diagonal", sum([cells[2], cells[4], cells[6]]).eq(15));

    let request = Request { task: Task::All { limit: None }, ..Request::default() };
    let answer = solve(&model, &request, &Cancel::new(), &NoProgress)?;
    println!("magic squares of order 3: {}", answer.solutions.len());
    for solution in &answer.solutions {
        let numbers = solution.values(&cells).expect("every cell has a value");
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        println!(
            "  {}",
            numbers.chunks(3).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
        );
    }
    assert_eq!((answer.outcome, answer.listed), (Outcome::Solved, Some(8)));

    // The one with the greatest number that is read in the first row: an objective, proved optimal.
    model.set_goal(Goal::maximise(100 * cells[0] + 10 * cells[1] + cells[2]));
    let answer = solve(&model, &Request::default(), &Cancel::new(), &NoProgress)?;
    println!("the greatest first row: {:?}", answer.objective);
    assert_eq!((answer.outcome, answer.objective), (Outcome::Optimal, Some(834)));
    Ok(())
}
