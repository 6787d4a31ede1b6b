//! The 3×3×3: a short solution within a time, with and without the directions of the centres, and a
//! shortest one, proved.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::num::NonZeroUsize;
use std::time::Duration;

use gordian::cube3::{CentreGoal, LowercaseMeaning, Metric, Position, Query, Sequence, Solver};
use gordian::{Cancel, NoProgress, Outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scramble = Sequence::parse("R U F' D2 L B R' D", LowercaseMeaning::Wide)?;
    let position = Position::SOLVED.apply(&scramble);
    let mut solver = Solver::new(NonZeroUsize::MIN, None);
    let quick = Query { time_limit: Some(Duration::from_millis(200)), ..Query::default() };
    let centres = Query { centres: [CentreGoal::Exact; 6], ..quick.clone() };
    let optimal = Query { optimal: true, time_limit: None, ..Query::default() };
    for (name, query) in [("short", quick), ("centres too", centres), ("shortest", optimal)] {
        let answer = solver.solve(&position, &query, &Cancel::new(), &NoProgress)?;
        let solution = answer.solution.ok_or("every position has a solution")?;
        println!("{name}: {solution} ({} moves)", solution.length(Metric::HalfTurn));
        assert!(position.apply(&solution).is_solved());
        if query.optimal {
            assert_eq!((answer.outcome, answer.length), (Outcome::Optimal, Some(8)));
        }
    }
    Ok(())
}
