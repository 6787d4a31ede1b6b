//! The model and the rules against brute force, on random boards.

use std::collections::BTreeSet;

use gordian_core::{Cancel, NoProgress, Random};
use gordian_puzzles::board::{Cell, CellMap, Size};
use gordian_puzzles::kinds::akari::{Akari, AkariCell};
use gordian_puzzles::{Metadata, Puzzle, PuzzleKind};

use crate::{ConflictAnswer, Problem, Request, SolutionData, Task, explain_conflict, solve_each};

fn akari(size: Size, cells: Vec<AkariCell>) -> Akari {
    let cells = CellMap::from_values(size, cells).expect("one for each cell");
    Akari { metadata: Metadata::default(), cells }
}

/// Returns whether the lights solve the puzzle, by another formulation of the rules than the checker's:
/// two cells see each other if they are in line and all cells between them are white.
fn is_solution(puzzle: &Akari, lights: &CellMap<bool>) -> bool {
    let size = puzzle.cells.size();
    let white = |cell: Cell| puzzle.cells[cell] == AkariCell::White;
    let sees = |a: Cell, b: Cell| {
        let rows = a.row.min(b.row)..=a.row.max(b.row);
        let in_line = a.row == b.row || a.column == b.column;
        in_line
            && rows
                .flat_map(|row| {
                    (a.column.min(b.column)..=a.column.max(b.column))
                        .map(move |column| Cell::new(row, column))
                })
                .all(white)
    };
    let lit: Vec<Cell> = size.cells().filter(|&cell| lights[cell]).collect();
    size.cells().all(|cell| match puzzle.cells[cell] {
        AkariCell::White => {
            let seen = lit.iter().filter(|&&light| light != cell && sees(light, cell)).count();
            if lights[cell] { seen == 0 } else { seen > 0 }
        }
        AkariCell::Black(number) => {
            let distance = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
            let beside = lit.iter().filter(|&&light| distance(light, cell) == 1).count();
            !lights[cell] && number.is_none_or(|number| usize::from(number) == beside)
        }
    })
}

/// Returns every set of lights that solves the puzzle. For each set, the checker agrees.
fn brute_force(puzzle: &Akari) -> Vec<CellMap<bool>> {
    let size = puzzle.cells.size();
    let white: Vec<Cell> =
        size.cells().filter(|&cell| puzzle.cells[cell] == AkariCell::White).collect();
    let mut solutions = Vec::new();
    for set in 0_u32..1 << white.len() {
        let mut lights = CellMap::new(size, false);
        for (bit, &cell) in white.iter().enumerate() {
            lights[cell] = set >> bit & 1 == 1;
        }
        let expected = is_solution(puzzle, &lights);
        assert_eq!(puzzle.check(&lights).is_ok(), expected, "{}", puzzle.draw(Some(&lights)));
        if expected {
            solutions.push(lights);
        }
    }
    solutions
}

/// Returns all solutions by the model.
fn by_model(puzzle: &Akari) -> Vec<CellMap<bool>> {
    let problem = Problem::Puzzle(Puzzle::new(puzzle.clone()));
    let request = Request { task: Task::All { limit: None }, ..Request::default() };
    let mut found = Vec::new();
    let answer = solve_each(&problem, &request, &Cancel::new(), &NoProgress, &mut |each| {
        found.push(each.solution);
    });
    answer.expect("the puzzle can be solved");
    found
        .iter()
        .map(|solution| match solution {
            SolutionData::Puzzle(solution) => solution.as_kind::<Akari>().expect("lights").clone(),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn random_board(random: &mut Random) -> Akari {
    let sides = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 3), (3, 4), (4, 3), (2, 6), (4, 4)];
    let &(rows, columns) = random.choose(&sides);
    let size = Size::new(rows, columns);
    // A board of white and black cells with at most 13 white ones, then numbers: those around random
    // lights, so that solutions are likely, or any.
    let n_black = (size.n_cells() / 4).max(size.n_cells().saturating_sub(13));
    let mut is_black: Vec<bool> = (0..size.n_cells()).map(|i| i < n_black).collect();
    random.shuffle(&mut is_black);
    let lights: Vec<bool> = is_black.iter().map(|&black| !black && random.below(3) == 0).collect();
    let any_number = random.below(3) == 0;
    let cells = size.cells().map(|cell| {
        if !is_black[cell.index(columns)] {
            return AkariCell::White;
        }
        let beside = size.neighbours(cell).filter(|beside| lights[beside.index(columns)]).count();
        let number = if any_number { random.below(5) } else { beside };
        let number = u8::try_from(number).expect("at most 4");
        AkariCell::Black(Some(number).filter(|_| random.below(3) > 0))
    });
    akari(size, cells.collect())
}

/// Compares the solutions by the model with those of brute force; returns their number.
fn check_against_brute_force(puzzle: &Akari) -> usize {
    let key = |lights: &CellMap<bool>| lights.values().to_vec();
    let expected: BTreeSet<Vec<bool>> = brute_force(puzzle).iter().map(key).collect();
    let found = by_model(puzzle);
    assert_eq!(found.len(), expected.len(), "{}", puzzle.draw(None));
    assert_eq!(found.iter().map(key).collect::<BTreeSet<_>>(), expected, "{}", puzzle.draw(None));
    expected.len()
}

#[test]
fn the_model_has_the_solutions_of_brute_force() {
    let mut classes = [0; 3];
    for seed in gordian_testkit::seeds(200, 2000) {
        let n_solutions = check_against_brute_force(&random_board(&mut Random::new(seed)));
        classes[n_solutions.min(2)] += 1;
    }
    assert!(classes.iter().all(|&n| n >= 10), "boards with 0, 1 and more solutions: {classes:?}");
}

#[test]
fn special_boards_have_the_solutions_of_brute_force() {
    use AkariCell::{Black, White};
    let check = |rows, columns, cells: &[AkariCell], expected| {
        let n_solutions =
            check_against_brute_force(&akari(Size::new(rows, columns), cells.to_vec()));
        assert_eq!(n_solutions, expected, "{cells:?}");
    };
    // Without white cells there is one solution, or none if a number demands lights.
    check(1, 1, &[Black(None)], 1);
    check(1, 1, &[Black(Some(0))], 1);
    check(1, 1, &[Black(Some(1))], 0);
    check(2, 2, &[Black(None); 4], 1);
    check(2, 2, &[Black(None), Black(Some(0)), Black(None), Black(Some(4))], 0);
    check(1, 1, &[White], 1);
    // A row without black cells has one light, anywhere.
    check(1, 5, &[White; 5], 5);
    check(5, 1, &[White; 5], 5);
    // A permutation matrix.
    check(3, 3, &[White; 9], 6);
    let mut cross = [White; 9];
    cross[4] = Black(Some(4));
    check(3, 3, &cross, 1);
    check(1, 3, &[White, Black(Some(2)), White], 1);
    check(1, 3, &[White, Black(Some(1)), White], 0);
}

#[test]
fn a_conflict_is_named_in_the_words_of_the_puzzle() {
    use AkariCell::{Black, White};
    let puzzle = akari(Size::new(1, 3), vec![White, Black(Some(1)), White]);
    let problem = Problem::Puzzle(Puzzle::new(puzzle));
    let conflict = explain_conflict(&problem, &Request::default(), &Cancel::new());
    let ConflictAnswer::Found { names, minimal, .. } = conflict.expect("an answer") else {
        panic!("there is a conflict");
    };
    assert_eq!(names, ["r1c1 is lit", "the 1 at r1c2 has 1 lights beside it", "r1c3 is lit"]);
    assert!(minimal);
}
