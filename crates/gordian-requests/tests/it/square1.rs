//! Documents of the Square-1.

use std::ops::ControlFlow;

use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::{Notation, Position};
use gordian_requests::square1::SolveResponse;
use gordian_solve::Seconds;
use gordian_solve::square1::{Config, Query, Solver};

#[test]
fn a_document_has_the_pinned_fields() {
    let position: Position = "01034547-F898BCDC,K".parse().expect("a position");
    let mut solver = Solver::new(Config::default()).expect("there is no table to open");
    let (cancel, progress) = (Cancel::new(), NoProgress);
    let mut found =
        solver.solve(&position, &Query::default(), &cancel, &progress).expect("an answer");
    let mut push = |sequence| {
        found.solutions.push(sequence);
        ControlFlow::Continue(())
    };
    solver.for_each_solution(&position, Some(2), &cancel, &progress, &mut push).expect("a list");
    let seconds = Seconds { cpu: 0.5, wall: 0.25 };
    let document =
        serde_json::to_string(&SolveResponse::new(&found, Notation::Wca, seconds)).unwrap();
    let expected = r#"{"schema":1,"position":"01034547-F898BCDC,K","metric":"twist",
        "outcome":"optimal","distance":3,"distance_ignoring_middle":0,"lower_bound":3,
        "shortest_solutions":32,"notation":"wca","solution":"(0,2)/(0,6)/(0,6)/(0,4)",
        "solutions":["(0,2)/(0,6)/(0,6)/(0,4)","(0,3)/(6,0)/(6,0)/(6,-3)"],"flipped":false,
        "checked":true,"engine":"meet","seconds":{"cpu":0.5,"wall":0.25},"limit":null}"#;
    let expected: String = expected.lines().map(str::trim).collect();
    assert_eq!(document, expected);
    let other = SolveResponse::new(&found, Notation::Cube21, seconds);
    assert_eq!(other.notation, Notation::Cube21);
    assert_eq!(other.solution.as_deref(), Some("(0,-2)/(0,6)/(0,6)/(0,-4)"));
}
