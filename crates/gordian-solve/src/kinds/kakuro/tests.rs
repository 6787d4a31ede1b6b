//! The model and the rules against brute force, on random boards.

use std::collections::BTreeSet;

use gordian_core::{Cancel, NoProgress, Random};
use gordian_puzzles::board::{Cell, CellMap, NumberCell, OutsideClues, Size};
use gordian_puzzles::kinds::kakuro::{Kakuro, KakuroCell};
use gordian_puzzles::{Metadata, Puzzle, PuzzleKind};

use crate::{ConflictAnswer, Problem, Request, SolutionData, Task, explain_conflict, solve_each};

/// A run of white cells, and its clue.
struct Run {
    cells: Vec<Cell>,
    clue: Option<u16>,
}

/// Returns the runs: for each cell, those that begin there.
fn runs(puzzle: &Kakuro) -> Vec<Run> {
    let size = puzzle.cells.size();
    let white = |cell: Cell| puzzle.cells.get(cell) == Some(&KakuroCell::White);
    let mut runs = Vec::new();
    for cell in size.cells().filter(|&cell| white(cell)) {
        let Cell { row, column } = cell;
        let row_clue =
            match column.checked_sub(1).map(|before| puzzle.cells[Cell::new(row, before)]) {
                None => Some(puzzle.outside.left[row]),
                Some(KakuroCell::Clue { right, .. }) => Some(right),
                Some(KakuroCell::White) => None,
            };
        if let Some(clue) = row_clue {
            let cells = (column..size.columns).map(|column| Cell::new(row, column));
            runs.push(Run { cells: cells.take_while(|&cell| white(cell)).collect(), clue });
        }
        let column_clue =
            match row.checked_sub(1).map(|before| puzzle.cells[Cell::new(before, column)]) {
                None => Some(puzzle.outside.above[column]),
                Some(KakuroCell::Clue { down, .. }) => Some(down),
                Some(KakuroCell::White) => None,
            };
        if let Some(clue) = column_clue {
            let cells = (row..size.rows).map(|row| Cell::new(row, column));
            runs.push(Run { cells: cells.take_while(|&cell| white(cell)).collect(), clue });
        }
    }
    runs
}

fn digit(digits: &CellMap<NumberCell>, cell: Cell) -> u32 {
    match digits[cell] {
        NumberCell::Number(digit) => digit,
        other => panic!("{cell} holds {other:?}"),
    }
}

fn has_repeat(run: &Run, digits: &CellMap<NumberCell>) -> bool {
    let distinct: BTreeSet<u32> = run.cells.iter().map(|&cell| digit(digits, cell)).collect();
    distinct.len() < run.cells.len()
}

/// Returns whether digits in all white cells solve the puzzle.
fn is_solution(runs: &[Run], digits: &CellMap<NumberCell>) -> bool {
    runs.iter().all(|run| {
        let total: u32 = run.cells.iter().map(|&cell| digit(digits, cell)).sum();
        !has_repeat(run, digits) && run.clue.is_none_or(|clue| u32::from(clue) == total)
    })
}

/// Returns every solution. Fills the white cells in all ways, except for digits that repeat in a run; on
/// boards with at most three white cells, also with these. For each filled board, the checker agrees.
fn brute_force(puzzle: &Kakuro) -> Vec<CellMap<NumberCell>> {
    let size = puzzle.cells.size();
    let white: Vec<Cell> =
        size.cells().filter(|&cell| puzzle.cells[cell] == KakuroCell::White).collect();
    let runs = runs(puzzle);
    // The earlier cells in the runs of each white cell.
    let earlier: Vec<Vec<Cell>> = white
        .iter()
        .map(|cell| {
            let of_cell = runs.iter().filter(|run| run.cells.contains(cell));
            of_cell.flat_map(|run| run.cells.iter().copied().filter(|other| other < cell)).collect()
        })
        .collect();
    let allows_repeats = white.len() <= 3;
    let mut solutions = Vec::new();
    let mut digits = CellMap::new(size, NumberCell::Blocked);
    fill(&mut digits, &white, &earlier, allows_repeats, &mut |digits| {
        let expected = is_solution(&runs, digits);
        assert_eq!(puzzle.check(digits).is_ok(), expected, "{}", puzzle.draw(Some(digits)));
        if expected {
            solutions.push(digits.clone());
        }
    });
    solutions
}

/// Calls `judge` with every way to fill the white cells from the first on, without digits that an earlier
/// cell of a run has, unless repeats are allowed.
fn fill(
    digits: &mut CellMap<NumberCell>,
    white: &[Cell],
    earlier: &[Vec<Cell>],
    allows_repeats: bool,
    judge: &mut impl FnMut(&CellMap<NumberCell>),
) {
    let Some((&cell, rest)) = white.split_first() else { return judge(digits) };
    for number in 1..=9 {
        let repeats = earlier[0].iter().any(|&other| digit(digits, other) == number);
        if allows_repeats || !repeats {
            digits[cell] = NumberCell::Number(number);
            fill(digits, rest, &earlier[1..], allows_repeats, judge);
        }
    }
}

/// Returns all solutions by the model.
fn by_model(puzzle: &Kakuro) -> Vec<CellMap<NumberCell>> {
    let problem = Problem::Puzzle(Puzzle::new(puzzle.clone()));
    let request = Request { task: Task::All { limit: None }, ..Request::default() };
    let mut found = Vec::new();
    let answer = solve_each(&problem, &request, &Cancel::new(), &NoProgress, &mut |each| {
        found.push(each.solution);
    });
    answer.expect("the puzzle can be solved");
    let typed = |solution: &SolutionData| match solution {
        SolutionData::Puzzle(solution) => solution.as_kind::<Kakuro>().expect("digits").clone(),
        other => panic!("{other:?}"),
    };
    found.iter().map(typed).collect()
}

/// Compares the solutions by the model with those of brute force; returns their number.
fn check_against_brute_force(puzzle: &Kakuro) -> usize {
    check_against(puzzle, &brute_force(puzzle))
}

fn check_against(puzzle: &Kakuro, solutions: &[CellMap<NumberCell>]) -> usize {
    let key = |digits: &CellMap<NumberCell>| digits.values().to_vec();
    let expected: BTreeSet<Vec<NumberCell>> = solutions.iter().map(key).collect();
    let found = by_model(puzzle);
    assert_eq!(found.len(), expected.len(), "{}", puzzle.draw(None));
    assert_eq!(found.iter().map(key).collect::<BTreeSet<_>>(), expected, "{}", puzzle.draw(None));
    expected.len()
}

/// Returns a board with at most four white cells. Most runs have clues: the sums of random digits, or any
/// numbers.
fn random_board(random: &mut Random) -> Kakuro {
    let sides = [(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4)];
    let &(rows, columns) = random.choose(&sides);
    let size = Size::new(rows, columns);
    let n_white = 1 + random.below(4);
    let mut is_white: Vec<bool> = (0..size.n_cells()).map(|i| i < n_white).collect();
    random.shuffle(&mut is_white);
    let blank = KakuroCell::Clue { down: None, right: None };
    let cells = CellMap::from_fn(size, |cell| {
        if is_white[cell.index(columns)] { KakuroCell::White } else { blank }
    });
    let outside = OutsideClues::new(size, None);
    let mut puzzle = Kakuro { metadata: Metadata::default(), cells, outside };
    let digits = CellMap::from_fn(size, |_| 1 + random.below(9));
    let any_number = random.below(4) == 0;
    for run in runs(&puzzle) {
        let total: usize = run.cells.iter().map(|&cell| digits[cell]).sum();
        let total = if any_number { 1 + random.below(20) } else { total };
        let clue = Some(u16::try_from(total).expect("a small sum")).filter(|_| random.below(8) > 0);
        let first = run.cells[0];
        // The direction of a run of one cell is not known from its cells: it may get the clues of both.
        let is_row = run.cells.get(1).map_or_else(|| random.flip(), |cell| cell.row == first.row);
        let before = if is_row {
            first.column.checked_sub(1).map(|column| Cell::new(first.row, column))
        } else {
            first.row.checked_sub(1).map(|row| Cell::new(row, first.column))
        };
        match before.map(|before| &mut puzzle.cells[before]) {
            None if is_row => puzzle.outside.left[first.row] = clue,
            None => puzzle.outside.above[first.column] = clue,
            Some(KakuroCell::Clue { right, .. }) if is_row => *right = clue,
            Some(KakuroCell::Clue { down, .. }) => *down = clue,
            // The cell begins a run of one cell only in the other direction.
            Some(KakuroCell::White) => {}
        }
    }
    puzzle
}

#[test]
fn the_model_has_the_solutions_of_brute_force() {
    let mut classes = [0; 3];
    let mut n_boards = 0;
    for seed in gordian_testkit::seeds(300, 3000) {
        let puzzle = random_board(&mut Random::new(seed));
        // Boards with few clues have thousands of solutions, which take long to list.
        let solutions = brute_force(&puzzle);
        if solutions.len() > 500 {
            continue;
        }
        n_boards += 1;
        classes[check_against(&puzzle, &solutions).min(2)] += 1;
    }
    assert!(n_boards >= 200, "only {n_boards} boards were checked");
    assert!(classes.iter().all(|&n| n >= 10), "boards with 0, 1 and more solutions: {classes:?}");
}

/// Returns a puzzle from its board in a file.
fn board(text: &str) -> Kakuro {
    let puzzle = gordian_puzzles::parse(&format!("kind = 'kakuro'\nboard = '''\n{text}\n'''"));
    puzzle.expect("the board is well formed").as_kind::<Kakuro>().expect("a kakuro").clone()
}

#[test]
fn special_boards_have_the_solutions_of_brute_force() {
    let check = |text: &str, expected| {
        assert_eq!(check_against_brute_force(&board(text)), expected, "{text}");
    };
    // Without white cells there is one solution; clues without a run state nothing.
    check("# #\n# #", 1);
    check("# 5\\\n\\7 3\\4", 1);
    check("# # #\n# # #\n# # #", 1);
    // One cell: any digit, or the one that both clues state.
    check("# #\n# .", 9);
    check("# 5\\\n# .", 1);
    check("# 5\\\n\\6 .", 0);
    check("# 10\\\n# .", 0);
    check("# 999\\\n# .", 0);
    // The smallest and the largest sum of two cells.
    check("# # #\n\\3 . .", 2);
    check("# # #\n\\17 . .", 2);
    check("# # #\n\\18 . .", 0);
    check("# # #\n\\2 . .", 0);
    // A run of nine cells has the sum 45; five of its cells are known.
    let nine = |clue: u16| format!("# 1\\ 2\\ # 4\\ # 6\\ # 8\\ #\n\\{clue} . . . . . . . . .");
    check(&nine(45), 24);
    check(&nine(44), 0);
    check(&nine(46), 0);
    // A run of ten cells cannot have ten different digits, with or without clue.
    let known = (1..=9).map(|digit| format!("{digit}\\")).collect::<Vec<_>>().join(" ");
    check(&format!("# {known} #\n# . . . . . . . . . ."), 0);
    check(&format!("# {known} #\n\\45 . . . . . . . . . ."), 0);
    // The same as a column.
    let column = (1..=8).map(|digit| format!("\\{digit} .")).collect::<Vec<_>>().join("\n");
    check(&format!("# 45\\\n{column}\n# ."), 1);
    check(&format!("# 44\\\n{column}\n# ."), 0);
}

#[test]
fn a_conflict_is_named_in_the_words_of_the_puzzle() {
    let problem = Problem::Puzzle(Puzzle::new(board("# 3\\ # 9\\\n\\30 . . .")));
    let conflict = explain_conflict(&problem, &Request::default(), &Cancel::new());
    let ConflictAnswer::Found { names, minimal, .. } = conflict.expect("an answer") else {
        panic!("there is a conflict");
    };
    assert_eq!(names, ["the row from r1c1 to r1c3 adds up to 30"]);
    assert!(minimal);
}
