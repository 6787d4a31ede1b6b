//! Pencil puzzles whose models need more memory than is allowed.

use gordian_core::{Cancel, Limit, NoProgress, Outcome};
use gordian_puzzles::board::Size;
use gordian_puzzles::pencil::{Board, Clue};
use gordian_puzzles::{Kind, Metadata, Puzzle};
use gordian_solve::plan::{Plan, PlanExplanation, PlanResult};
use gordian_solve::{ConflictAnswer, Problem, Request, Task, explain_conflict};

use crate::answer;

fn puzzle(kind: &str, board: Board) -> Puzzle {
    let kind = Kind::all().iter().find(|it| it.name() == kind).expect("the kind exists");
    (kind.pencil().expect("a pencil puzzle").puzzle)(Metadata::default(), board).unwrap()
}

/// Returns boards whose models are large, or whose clauses are.
fn large_boards() -> Vec<(&'static str, Puzzle)> {
    let size = Size::new(100, 100);
    let mut clues = Board::new(size);
    for cell in size.cells().step_by(3) {
        clues.cells[cell] = Clue::Number(None);
    }
    let building = "stopped while building the model";
    let compiling = "stopped while compiling the model";
    vec![
        (building, puzzle("nurikabe", clues)),
        (building, puzzle("ripple", Board::new(size))),
        (building, puzzle("doppelblock", Board::new(size))),
        (compiling, puzzle("shakashaka", Board::new(Size::new(40, 40)))),
    ]
}

fn limited(task: Task) -> Request {
    let mut request = Request { task, ..Request::default() };
    request.limit_memory(20 << 20);
    request
}

#[test]
fn memory_ends_every_task() {
    for (note, puzzle) in large_boards() {
        let kind = puzzle.kind();
        let tasks = [Task::Prove, Task::Determined, Task::First, Task::Count { limit: None }];
        for task in tasks {
            let answer = answer(&puzzle, &limited(task));
            assert_eq!(answer.outcome, Outcome::Stopped(Limit::Memory), "{kind}, {task:?}");
            assert_eq!(answer.limit, Some(Limit::Memory), "{kind}, {task:?}");
            assert_eq!(answer.notes[0], note, "{kind}, {task:?}");
            assert!(answer.notes[1].contains("its board is too large"), "{kind}, {task:?}");
        }
    }
}

#[test]
fn memory_ends_conflicts_and_explanations() {
    for (_, puzzle) in large_boards() {
        let kind = puzzle.kind();
        let problem = Problem::Puzzle(puzzle.clone());
        let request = limited(Task::Prove);
        let conflict = explain_conflict(&problem, &request, &Cancel::new()).unwrap();
        assert_eq!(conflict, ConflictAnswer::Stopped(Limit::Memory), "{kind}");
        let plan = Plan { request, explain: true, ..Plan::default() };
        let result = plan.run(&problem, &Cancel::new(), &NoProgress, &mut |_| {}).unwrap();
        let PlanResult::Answer { answer, explanation, .. } = result else {
            panic!("{kind}: no conflict was asked for")
        };
        assert_eq!(answer.limit, Some(Limit::Memory), "{kind}");
        let Some(PlanExplanation::Steps(steps)) = explanation else { panic!("{kind}") };
        assert_eq!((steps.steps.len(), steps.limit), (0, Some(Limit::Memory)), "{kind}");
    }
}
