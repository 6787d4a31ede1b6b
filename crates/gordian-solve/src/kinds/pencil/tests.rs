//! The limits of building models of large boards.

use gordian_core::{Cancel, Limit, Random};
use gordian_puzzles::board::{Cell, Size};
use gordian_puzzles::pencil::{Board, Clue};
use gordian_puzzles::{Kind, Metadata, Puzzle};

use crate::kinds;
use crate::model_budget::ModelBudget;

fn puzzle(kind: &str, board: Board) -> Puzzle {
    let kind = Kind::all().iter().find(|it| it.name() == kind).expect("the kind exists");
    (kind.pencil().expect("a pencil puzzle").puzzle)(Metadata::default(), board).unwrap()
}

/// Returns a board with this clue in every `step`-th cell.
fn with_clues(size: Size, clue: &Clue, step: usize) -> Board {
    let mut board = Board::new(size);
    for cell in size.cells().step_by(step) {
        board.cells[cell] = clue.clone();
    }
    board
}

/// Returns a random board without clues of each kind that has one of this size.
fn blank_boards(size: Size) -> Vec<Puzzle> {
    let kinds = Kind::all().iter().filter_map(|kind| kind.pencil());
    let blank = kinds.filter_map(|pencil| {
        let board = (pencil.blank)(size, &mut Random::new(1))?;
        (pencil.puzzle)(Metadata::default(), board).ok()
    });
    blank.collect()
}

#[test]
fn memory_ends_the_models_of_all_kinds() {
    let mut n_stopped = 0;
    for puzzle in blank_boards(Size::new(30, 30)) {
        let max_bytes = 200_000;
        let budget = ModelBudget::new(Some(max_bytes), &Cancel::new());
        let Err(limit) = kinds::of(&puzzle).model(&puzzle, &budget) else { continue };
        n_stopped += 1;
        assert_eq!(limit, Limit::Memory, "{}", puzzle.kind());
        assert!(budget.n_bytes() <= max_bytes, "{}", puzzle.kind());
        let (n_events, n_late) = budget.n_events();
        assert!(n_events + n_late < 20_000, "{}: {n_events} and {n_late}", puzzle.kind());
    }
    assert!(n_stopped >= 45, "{n_stopped} kinds were stopped");
}

#[test]
fn cancellation_ends_the_models_of_all_kinds() {
    let cancel = Cancel::new();
    cancel.cancel();
    let mut n_stopped = 0;
    for puzzle in blank_boards(Size::new(12, 12)) {
        let budget = ModelBudget::new(None, &cancel);
        let Err(limit) = kinds::of(&puzzle).model(&puzzle, &budget) else { continue };
        n_stopped += 1;
        assert_eq!(limit, Limit::Interrupted, "{}", puzzle.kind());
        let (n_events, n_late) = budget.n_events();
        assert_eq!(n_events, 64, "{}", puzzle.kind());
        // What is left of each pass over the board has no effect.
        assert!(n_late < 20 * 144, "{}: {n_late}", puzzle.kind());
    }
    assert!(n_stopped >= 45, "{n_stopped} kinds were stopped");
}

#[test]
fn huge_boards_are_stopped_early() {
    let size = Size::new(250, 250);
    let unknown = Clue::Number(None);
    let boards = [
        ("nurikabe", with_clues(size, &unknown, 16)),
        ("fillomino", Board::new(size)),
        ("fillomino", with_clues(size, &Clue::Number(Some(200)), 16)),
        ("shikaku", with_clues(size, &unknown, 60_000)),
        ("shikaku", with_clues(size, &Clue::Number(Some(180)), 16)),
        ("doppelblock", Board::new(size)),
        ("ripple", Board::new(size)),
        ("araf", with_clues(size, &unknown, 16)),
        ("compass", with_clues(size, &Clue::Compass([None; 4]), 16)),
        ("kurotto", with_clues(size, &Clue::Number(Some(250)), 16)),
        ("lits", Board::new(size)),
    ];
    for (name, board) in boards {
        let puzzle = puzzle(name, board);
        let max_bytes = 64 << 20;
        let budget = ModelBudget::new(Some(max_bytes), &Cancel::new());
        let stopped = kinds::of(&puzzle).model(&puzzle, &budget).err();
        assert_eq!(stopped, Some(Limit::Memory), "{name}");
        assert!(budget.n_bytes() <= max_bytes, "{name}");
        let (n_events, n_late) = budget.n_events();
        assert!(n_events + n_late < 1_000_000, "{name}: {n_events} and {n_late}");
    }
}

/// Loops that work long before they add anything ask the budget whether to go on.
#[test]
fn long_loops_can_be_cancelled() {
    let mut without: Vec<String> = Vec::new();
    let mut check = |name: &str, board: Board, n_steps: u64| {
        let puzzle = puzzle(name, board);
        let budget = ModelBudget::unlimited();
        let model = kinds::of(&puzzle).model(&puzzle, &budget).ok().flatten().unwrap().model;
        let n_added = (model.variables().len() + model.constraints().len()) as u64;
        let n_checks = budget.n_events().0 - n_added;
        if n_checks < n_steps {
            without.push(format!("{name}: {n_checks} of {n_steps}"));
        }
    };
    let size = Size::new(8, 8);
    // Each mark and each cell.
    check("tatamibari", with_clues(size, &Clue::Mark(0), 16), 4 * 64);
    // Each rectangle that contains the first cell.
    check("shikaku", with_clues(size, &Clue::Number(None), 64), 64);
    // Each clue.
    check("nurikabe", with_clues(size, &Clue::Number(Some(2)), 4), 16);
    check("fillomino", with_clues(size, &Clue::Number(Some(2)), 4), 16);
    // Each clue, and each cell that it reaches.
    check("araf", with_clues(size, &Clue::Number(None), 32), 64);
    check("compass", with_clues(size, &Clue::Compass([None; 4]), 32), 2 * 62);
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn shared_operations_are_charged_once() {
    let n_bytes = |n: usize| {
        // Whether all cells up to each one are unshaded is one operation more than for the cell
        // before.
        let mut board = Board::new(Size::new(1, n));
        board.cells[Cell::new(0, 0)] = Clue::count(n);
        let puzzle = puzzle("kurodoko", board);
        let budget = ModelBudget::unlimited();
        assert!(kinds::of(&puzzle).model(&puzzle, &budget).unwrap().is_some());
        budget.n_bytes()
    };
    let (small, large) = (n_bytes(100), n_bytes(800));
    assert!(large < 10 * small, "{small} and {large} bytes");
}
