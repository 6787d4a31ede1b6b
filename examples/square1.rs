//! Square-1: the distance of a position, a shortest solution, how many there are, and all of them.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::ops::ControlFlow;

use gordian::square1::{
    Colours, Config, Notation, Position, Query, Solver, parse_position_or_sequence,
};
use gordian::{Cancel, NoProgress};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Solved but for the middle layer, which the database of 2007 left out.
    let text = "01034547-F898BCDC,K";
    let position = parse_position_or_sequence(text, Colours::Silver, Notation::Wca)?;
    let (cancel, progress) = (Cancel::new(), NoProgress);
    let mut solver = Solver::new(Config::default())?;

    let answer = solver.solve(&position, &Query::default(), &cancel, &progress)?;
    println!(
        "distance {:?} twists, {:?} without the middle layer, {:?} shortest solutions",
        answer.distance, answer.distance_ignoring_middle, answer.shortest_solutions
    );

    let mut solutions = Vec::new();
    let stopped =
        solver.for_each_solution(&position, None, &cancel, &progress, &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
    assert_eq!(stopped, None, "the list is complete");
    for solution in &solutions {
        println!("  {}", solution.write(Notation::Wca));
        assert_eq!(position.apply(solution), Ok(Position::solved(Colours::Silver)));
    }
    assert_eq!(answer.shortest_solutions, Some(solutions.len() as u64));
    assert_eq!((answer.distance, solutions.len()), (Some(3), 32));
    Ok(())
}
