//! Tasks: canonical forms, true candidates, givens and generation.

use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress, Random};
use gordian_grid::{Candidates, Grid, HouseKind, Layout};
use gordian_sudoku::Finder;
use gordian_sudoku::formats::{parse_line, to_pencilmarks};
use gordian_sudoku::tasks::{
    CanonicalForm, ClueCount, GenerateOptions, GenerateReport, GivenRole, MinimiseOptions,
    Symmetry, TaskError, Transformation, balanced_holes, canonical, generate, given_roles,
    is_minimal, minimise, random_grid, shuffled_grid, true_candidates,
};
use proptest::prelude::*;

use crate::support::plain;

fn parse(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

fn to_text(grid: &[u8]) -> String {
    grid.iter().map(|digit| char::from(b'0' + digit)).collect()
}

/// Returns a grid with only `n_givens` random digits left.
fn with_holes(grid: &[u8], n_givens: usize, random: &mut Random) -> Vec<u8> {
    let mut cells: Vec<usize> = (0..grid.len()).collect();
    random.shuffle(&mut cells);
    let mut givens = grid.to_vec();
    for &cell in &cells[n_givens..] {
        givens[cell] = 0;
    }
    givens
}

fn canonical_of(givens: &[u8]) -> CanonicalForm {
    let puzzle = Grid::new(Layout::classic(), givens.to_vec());
    let canonical = canonical(&puzzle).unwrap();
    assert_eq!(canonical.transformation.apply(givens), canonical.digits);
    canonical
}

/// Returns the smallest image over all 3,359,232 orders of lines, with digits renamed by first
/// occurrence, and the number of orders that give it.
fn brute_force(givens: &[u8]) -> (Vec<u8>, u64) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut lines = Vec::new();
    for bands in orders {
        for i in 0..216_usize {
            let within = [i % 6, i / 6 % 6, i / 36].map(|order| orders[order]);
            let order: Vec<usize> =
                bands.iter().zip(within).flat_map(|(b, w)| w.map(|line| 3 * b + line)).collect();
            lines.push(order);
        }
    }
    let mut best = (vec![9; 81], 0);
    for transpose in [false, true] {
        for rows in &lines {
            for columns in &lines {
                let mut names = [0_u8; 10];
                let mut named = 0;
                let mut image = [0; 81];
                let mut less = false;
                for cell in 0..81 {
                    let (row, column) = (rows[cell / 9], columns[cell % 9]);
                    let digit = givens[if transpose { 9 * column + row } else { 9 * row + column }];
                    let name = &mut names[usize::from(digit)];
                    if digit != 0 && *name == 0 {
                        named += 1;
                        *name = named;
                    }
                    image[cell] = *name;
                    if !less && image[cell] > best.0[cell] {
                        break;
                    }
                    less |= image[cell] < best.0[cell];
                    if cell == 80 {
                        best = if less { (image.to_vec(), 1) } else { (best.0, best.1 + 1) };
                        break;
                    }
                }
            }
        }
    }
    let unused = (1..=9).filter(|digit| !givens.contains(digit)).count() as u64;
    (best.0, best.1 * (1..=unused).product::<u64>())
}

#[test]
fn canonical_form_matches_brute_force() {
    let check = |givens: &[u8]| {
        let canonical = canonical_of(givens);
        let (form, automorphisms) = brute_force(givens);
        assert_eq!(to_text(&canonical.digits), to_text(&form), "of {}", to_text(givens));
        assert_eq!(canonical.automorphisms, automorphisms, "of {}", to_text(givens));
    };
    let mut random = Random::new(5);
    check(&random_grid(&mut random));
    for givens in [1, 3, 9, 17, 25, 40, 80] {
        let grid = random_grid(&mut random);
        check(&with_holes(&grid, givens, &mut random));
    }
    // Contradictory givens, with an empty band and stack.
    check(&parse(
        "110000000220003000000000000000000000000000000000000000400000000000000000000001000",
    ));
}

/// The published extremes of all minlex grids, the most symmetric grid, and the empty one.
#[test]
fn known_canonical_forms() {
    let check = |givens: &str, form: &str, automorphisms: u64| {
        let mut random = Random::new(1);
        for _ in 0..3 {
            let symmetry = Transformation::random(&Layout::classic(), &mut random).unwrap();
            let canonical = canonical_of(&symmetry.apply(&parse(givens)));
            assert_eq!(to_text(&canonical.digits), form);
            assert_eq!(canonical.automorphisms, automorphisms);
        }
    };
    let smallest =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let largest =
        "123456789457893612986217354274538196531964827698721435342685971715349268869172543";
    check(smallest, smallest, 3);
    check(largest, largest, 72);
    let most_symmetric =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    check(most_symmetric, most_symmetric, 648);
    check(&"0".repeat(81), &"0".repeat(81), 3_359_232 * 362_880);
}

#[test]
fn canonical_form_requires_a_plain_9x9_puzzle() {
    let check = |puzzle: Grid, expected: TaskError| {
        assert_eq!(canonical(&puzzle), Err(expected));
    };
    let small = Layout::boxes(2, 2).unwrap();
    check(Grid::new(small, vec![0; 16]), TaskError::NotClassic);
    let diagonal = Layout::classic().with_main_diagonal();
    check(Grid::new(diagonal, vec![0; 81]), TaskError::NotClassic);
    let mut marked = Grid::new(Layout::classic(), vec![0; 81]);
    marked.marks = Some(Candidates::all(&marked.layout));
    check(marked, TaskError::PencilMarks);
}

proptest! {
    #[test]
    fn canonical_form_is_the_same_for_all_images(seed: u64, givens in 0_usize..=81) {
        let mut random = Random::new(seed);
        let grid = random_grid(&mut random);
        let grid = with_holes(&grid, givens, &mut random);
        let symmetry = Transformation::random(&Layout::classic(), &mut random).unwrap();
        let (one, other) = (canonical_of(&grid), canonical_of(&symmetry.apply(&grid)));
        prop_assert_eq!(to_text(&one.digits), to_text(&other.digits));
        prop_assert_eq!(one.automorphisms, other.automorphisms);
        prop_assert_eq!(canonical_of(&one.digits).digits, one.digits);
    }

    #[test]
    fn transformations_are_a_group(seed: u64, height in 1_usize..4, width in 1_usize..5) {
        let layout = Layout::boxes(height, width).unwrap();
        let mut random = Random::new(seed);
        let one = Transformation::random(&layout, &mut random).unwrap();
        let other = Transformation::random(&layout, &mut random).unwrap();
        let n = layout.n();
        let grid: Vec<u8> = (0..n * n).map(|_| u8::try_from(random.below(n + 1)).unwrap()).collect();
        prop_assert_eq!(one.then(&other).apply(&grid), other.apply(&one.apply(&grid)));
        prop_assert_eq!(one.then(&one.inverse()), Transformation::identity(&layout));
        prop_assert_eq!(one.inverse().then(&one), Transformation::identity(&layout));
    }
}

#[test]
fn symmetry_orbits_have_the_known_sizes() {
    let check = |symmetry: Symmetry, n: usize, n_orbits: usize, of_first: &[usize]| {
        let orbits = symmetry.orbits(n);
        assert_eq!((orbits.len(), &orbits[0][..]), (n_orbits, of_first), "{symmetry:?}");
        let mut cells = orbits.concat();
        cells.sort_unstable();
        assert_eq!(cells, (0..n * n).collect::<Vec<_>>());
    };
    check(Symmetry::None, 3, 9, &[0]);
    check(Symmetry::HalfTurn, 9, 41, &[0, 80]);
    check(Symmetry::QuarterTurn, 9, 21, &[0, 8, 72, 80]);
    check(Symmetry::Diagonal, 9, 45, &[0]);
    check(Symmetry::AntiDiagonal, 9, 45, &[0, 80]);
    check(Symmetry::LeftRight, 9, 45, &[0, 8]);
    check(Symmetry::TopBottom, 9, 45, &[0, 72]);
    check(Symmetry::Full, 9, 15, &[0, 8, 72, 80]);
    check(Symmetry::Full, 4, 3, &[0, 3, 12, 15]);
}

/// A 4×4 layout with an irregular twin and one with a diagonal.
fn small_layouts() -> [Layout; 3] {
    let boxes = Layout::boxes(2, 2).unwrap();
    let irregular = Layout::regions(4, b"aaabcabbccdbcddd").unwrap();
    [boxes.clone(), irregular, boxes.with_main_diagonal()]
}

proptest! {
    #[test]
    fn true_candidates_match_all_solutions(seed: u64, n_givens in 0_usize..6, kind in 0_usize..3) {
        let layout = small_layouts()[kind].clone();
        let mut random = Random::new(seed);
        let givens: Vec<u8> = (0..16).map(|_| 1 + u8::try_from(random.below(4)).unwrap()).collect();
        let mut puzzle = Grid::new(layout.clone(), with_holes(&givens, n_givens, &mut random));
        if random.flip() {
            let masks = (0..16).map(|_| 15 & !(1 << random.below(12))).collect();
            puzzle.marks = Some(Candidates::from_masks(masks));
        }
        let mut expected = vec![0; 16];
        for solution in plain::solutions(&layout, &Candidates::of(&puzzle), usize::MAX) {
            for (cell, digit) in solution.into_iter().enumerate() {
                expected[cell] |= 1_u64 << (digit - 1);
            }
        }
        let mut finder = Finder::new(&layout);
        let found = true_candidates(&mut finder, &puzzle, &Cancel::new(), &NoProgress);
        prop_assert_eq!(found.proven.masks(), expected);
        prop_assert_eq!(found.undecided.masks(), vec![0; 16]);
        prop_assert_eq!(found.stopped, None);
        prop_assert!(found.searches <= 16 + 64);
    }

    #[test]
    fn given_roles_match_plain_backtracking(seed: u64, kind in 0_usize..3) {
        let layout = small_layouts()[kind].clone();
        let mut random = Random::new(seed);
        let all = plain::solutions(&layout, &Candidates::all(&layout), usize::MAX);
        let n_givens = 6 + random.below(5);
        let grid: &Vec<u8> = random.choose(&all);
        let givens = with_holes(grid, n_givens, &mut random);
        let puzzle = Grid::new(layout.clone(), givens);
        let solutions = plain::solutions(&layout, &Candidates::of(&puzzle), 2);
        let mut finder = Finder::new(&layout);
        let found = given_roles(&mut finder, &puzzle, &Cancel::new(), &NoProgress);
        let minimal = is_minimal(&mut finder, &puzzle, &Cancel::new());
        let options = MinimiseOptions { seed, symmetry: Symmetry::None };
        let minimised = minimise(&mut finder, &puzzle, &options, &Cancel::new(), &NoProgress);
        if solutions.len() != 1 {
            let is_several = |error| matches!(error, Some(TaskError::SeveralSolutions { .. }));
            prop_assert!(is_several(found.err()));
            prop_assert!(is_several(minimal.err()));
            prop_assert!(is_several(minimised.err()));
            return Ok(());
        }
        let without = |cell: usize| {
            let mut without = puzzle.clone();
            without.givens[cell] = 0;
            without
        };
        let found = found.unwrap();
        prop_assert_eq!(&found.solution, &solutions[0]);
        let cells: Vec<usize> = found.roles.iter().map(|&(cell, _)| cell).collect();
        prop_assert_eq!(cells, (0..16).filter(|&cell| puzzle.givens[cell] != 0).collect::<Vec<_>>());
        for (cell, role) in &found.roles {
            let start = Candidates::of(&without(*cell));
            match role {
                GivenRole::Redundant { .. } => {
                    prop_assert_eq!(plain::solutions(&layout, &start, 2).len(), 1);
                }
                GivenRole::Needed { other } => {
                    prop_assert!(plain::is_solution(&layout, &start, other));
                    prop_assert_ne!(other, &found.solution);
                }
                GivenRole::Undecided { .. } => prop_assert!(false, "undecided without a limit"),
            }
        }
        let needed = found.roles.iter().all(|(_, role)| matches!(role, GivenRole::Needed { .. }));
        prop_assert_eq!(minimal, Ok(Some(needed)));

        let minimised = minimised.unwrap();
        prop_assert_eq!(&minimised.solution, &solutions[0]);
        prop_assert_eq!(plain::count(&minimised.puzzle, 2), 1);
        prop_assert_eq!(is_minimal(&mut finder, &minimised.puzzle, &Cancel::new()), Ok(Some(true)));
        for cell in 0..16 {
            let removed = minimised.removed_cells.contains(&cell);
            let expected = if removed { 0 } else { puzzle.givens[cell] };
            prop_assert_eq!(minimised.puzzle.givens[cell], expected);
            prop_assert!(!removed || puzzle.givens[cell] != 0);
        }
    }

    #[test]
    fn shuffled_grids_are_solved(seed: u64, height in 1_usize..6, width in 1_usize..6, boxes: bool) {
        let layout = if boxes { Layout::boxes(height, width) } else { Layout::latin(height) };
        let layout = layout.unwrap();
        let grid = shuffled_grid(&layout, &mut Random::new(seed)).unwrap();
        prop_assert!(plain::is_solution(&layout, &Candidates::all(&layout), &grid));
    }

    #[test]
    fn holes_are_balanced(seed: u64, height in 1_usize..7, width in 1_usize..7, share in 0.0..=1.0) {
        let layout = Layout::boxes(height, width).unwrap();
        let cells = layout.n_cells();
        let holes = (0..=cells).rfind(|&holes| holes as f64 <= share * cells as f64).unwrap();
        let made = balanced_holes(&layout, holes, seed).unwrap();
        prop_assert!(plain::is_solution(&layout, &Candidates::of(&made.puzzle), &made.solution));
        for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Region] {
            let houses = layout.houses().iter().filter(|house| house.kind == kind);
            let counts: Vec<usize> = houses
                .map(|house| house.cells.iter().filter(|&&cell| made.puzzle.givens[cell] == 0).count())
                .collect();
            prop_assert_eq!(counts.iter().sum::<usize>(), holes);
            prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
        }
    }
}

#[test]
fn balanced_holes_have_the_requested_number() {
    let check = |height: usize, width: usize, holes: usize| {
        let layout = Layout::boxes(height, width).unwrap();
        let made = balanced_holes(&layout, holes, 1).unwrap();
        assert!(plain::is_solution(&layout, &Candidates::of(&made.puzzle), &made.solution));
        assert_eq!(made.puzzle.givens.iter().filter(|&&digit| digit == 0).count(), holes);
        assert_eq!(balanced_holes(&layout, holes, 1).unwrap(), made);
        assert_ne!(balanced_holes(&layout, holes, 2).unwrap().solution, made.solution);
    };
    check(6, 6, 622);
    check(8, 8, 1800);
    check(4, 16, 4096);
    let layout = Layout::classic();
    let error = balanced_holes(&layout, 82, 1).unwrap_err();
    assert_eq!(error, TaskError::TooManyHoles { holes: 82, cells: 81 });
    let diagonal = layout.with_main_diagonal();
    assert_eq!(balanced_holes(&diagonal, 1, 1).unwrap_err(), TaskError::ExtraHouses);
}

/// Cancelled tasks report a limit, and their partial results are correct.
#[test]
fn cancelled_tasks_report_what_is_undecided() {
    let layout = Layout::classic();
    let mut finder = Finder::new(&layout);
    let stopped = Cancel::new();
    stopped.cancel();
    let empty = Grid::new(layout.clone(), vec![0; 81]);
    let found = true_candidates(&mut finder, &empty, &stopped, &NoProgress);
    assert_eq!(found.stopped, Some(Limit::Interrupted));
    assert_eq!(found.undecided, Candidates::all(&layout));
    assert!(found.proven.masks().iter().all(|&mask| mask == 0));

    let undecided = |error: Option<TaskError>| {
        assert_eq!(error, Some(TaskError::Undecided { limit: Limit::Interrupted }));
    };
    undecided(given_roles(&mut finder, &empty, &stopped, &NoProgress).err());
    undecided(is_minimal(&mut finder, &empty, &stopped).err());
    let options = MinimiseOptions::default();
    undecided(minimise(&mut finder, &empty, &options, &stopped, &NoProgress).err());

    let made = generate(&layout, &GenerateOptions::default(), &stopped, &NoProgress).unwrap();
    let nothing = GenerateReport {
        best: None,
        attempts: 0,
        fewest_clues: None,
        stopped: Some(Limit::Interrupted),
    };
    assert_eq!(made, nothing);
    let later = Cancel::new().with_time_limit(Duration::from_millis(30));
    let endless = GenerateOptions {
        clues: ClueCount::Exactly(16),
        attempts: u64::MAX,
        ..GenerateOptions::default()
    };
    let made = generate(&layout, &endless, &later, &NoProgress).unwrap();
    assert_eq!((made.best, made.stopped), (None, Some(Limit::Time)));
}

#[test]
fn symmetric_givens_stay_symmetric() {
    let layout = Layout::classic();
    let mut finder = Finder::new(&layout);
    let grid = random_grid(&mut Random::new(3));
    for symmetry in Symmetry::ALL {
        let options = MinimiseOptions { seed: 1, symmetry };
        let mut go =
            |puzzle: &Grid| minimise(&mut finder, puzzle, &options, &Cancel::new(), &NoProgress);
        let mut puzzle = Grid::new(layout.clone(), grid.clone());
        let left = go(&puzzle).unwrap();
        assert_eq!(plain::count(&left.puzzle, 2), 1);
        for set in symmetry.orbits(9) {
            let given = |cell: &usize| left.puzzle.givens[*cell] != 0;
            assert!(set.iter().all(given) || !set.iter().any(given), "{symmetry:?}");
            // No further orbit can be removed.
            let mut less = left.puzzle.clone();
            set.iter().for_each(|&cell| less.givens[cell] = 0);
            assert!(!set.iter().all(given) || plain::count(&less, 2) == 2, "{symmetry:?}");
        }
        puzzle.givens[1] = 0;
        let error = go(&puzzle).err();
        let asymmetric = matches!(error, Some(TaskError::Asymmetric { image: 1, .. }));
        assert_eq!(asymmetric, symmetry != Symmetry::None, "{symmetry:?}: {error:?}");
    }
}

#[test]
fn unsolvable_puzzles_are_errors() {
    let layout = Layout::boxes(2, 2).unwrap();
    let mut givens = vec![0; 16];
    givens[..2].copy_from_slice(&[1, 1]);
    let puzzle = Grid::new(layout.clone(), givens);
    let mut finder = Finder::new(&layout);
    let error = given_roles(&mut finder, &puzzle, &Cancel::new(), &NoProgress).unwrap_err();
    assert_eq!(error, TaskError::NoSolution);
    let empty = Grid::new(layout.clone(), vec![0; 16]);
    let error = is_minimal(&mut finder, &empty, &Cancel::new()).unwrap_err();
    let TaskError::SeveralSolutions { solutions: two } = error else { panic!("{error}") };
    assert_ne!(two[0], two[1]);
    let all = Candidates::all(&layout);
    assert!(two.iter().all(|grid| plain::is_solution(&layout, &all, grid)));
}

fn check_generated(layout: &Layout, options: &GenerateOptions) -> GenerateReport {
    let made = generate(layout, options, &Cancel::new(), &NoProgress).unwrap();
    if let Some(best) = &made.best {
        assert!(plain::is_solution(layout, &Candidates::of(&best.puzzle), &best.solution));
        if layout.n() <= 9 {
            assert_eq!(plain::count(&best.puzzle, 2), 1);
        }
        let start = Candidates::of(&best.puzzle);
        assert_eq!(Finder::new(layout).count(&start, 2, &Cancel::new()).n_solutions, 1);
        let given = |cell: &usize| best.puzzle.givens[*cell] != 0;
        assert_eq!((0..layout.n_cells()).filter(given).count(), best.n_clues);
        if let ClueCount::Exactly(n) = options.clues {
            assert_eq!(best.n_clues, n);
        }
        for set in options.symmetry.orbits(layout.n()) {
            assert!(set.iter().all(given) || !set.iter().any(given), "{options:?}");
        }
        if options.minimal && layout.n() <= 9 {
            let needed = |cell: usize| {
                let mut less = best.puzzle.clone();
                less.givens[cell] = 0;
                plain::count(&less, 2) == 2
            };
            let cells = (0..layout.n_cells()).filter(|cell| given(cell));
            assert_eq!(best.minimal, cells.into_iter().all(needed), "{options:?}");
            let options = MinimiseOptions { seed: 1, symmetry: options.symmetry };
            let finder = &mut Finder::new(layout);
            let less = minimise(finder, &best.puzzle, &options, &Cancel::new(), &NoProgress);
            assert!(less.unwrap().removed_cells.is_empty());
        }
        assert!(made.fewest_clues.unwrap() <= best.n_clues && best.attempt < made.attempts);
    }
    made
}

#[test]
fn generated_puzzles_meet_the_options() {
    let default = GenerateOptions::default();
    let check = |layout: Layout, options: GenerateOptions| {
        let made = check_generated(&layout, &options);
        assert!(made.best.is_some() && made.stopped.is_none(), "{options:?}");
    };
    for symmetry in Symmetry::ALL {
        // With a symmetry, a single given need not be necessary.
        check(Layout::classic(), GenerateOptions { symmetry, ..default });
        let options = GenerateOptions { symmetry, minimal: true, seed: 7, ..default };
        check(Layout::classic(), options);
    }
    for (clues, minimal) in [(24, true), (25, false), (33, false), (81, false)] {
        let clues = ClueCount::Exactly(clues);
        check(Layout::classic(), GenerateOptions { clues, minimal, ..default });
    }
    check(Layout::classic(), GenerateOptions { clues: ClueCount::Fewest, attempts: 20, ..default });
    check(Layout::classic().with_main_diagonal().with_anti_diagonal(), default);
    check(Layout::boxes(2, 3).unwrap(), default);
    check(Layout::latin(6).unwrap(), default);
    check(small_layouts()[1].clone(), default);
    let large = GenerateOptions { clues: ClueCount::Exactly(120), ..default };
    check(Layout::boxes(4, 4).unwrap(), large);
}

#[test]
fn impossible_clue_counts_are_reported() {
    let layout = Layout::boxes(2, 2).unwrap();
    let options =
        |n| GenerateOptions { clues: ClueCount::Exactly(n), ..GenerateOptions::default() };
    let made = check_generated(&layout, &options(3));
    assert_eq!(made.best, None);
    assert_eq!(
        (made.attempts, made.fewest_clues, made.stopped),
        (1000, Some(4), Some(Limit::Effort))
    );
    let error = generate(&layout, &options(17), &Cancel::new(), &NoProgress).unwrap_err();
    assert_eq!(error, TaskError::TooManyClues { clues: 17, cells: 16 });
    let crowded = layout.with_group("five", vec![0, 1, 2, 3, 4]).unwrap();
    let error = generate(&crowded, &options(4), &Cancel::new(), &NoProgress).unwrap_err();
    assert_eq!(error, TaskError::NoSolution);
}

/// The fewest clues of many attempts and the first successful attempt do not depend on the number
/// of threads.
#[test]
fn generation_is_independent_of_the_number_of_threads() {
    let check = |clues: ClueCount, attempts: u64| {
        let go = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let options =
                GenerateOptions { clues, attempts, seed: 5, ..GenerateOptions::default() };
            pool.install(|| check_generated(&Layout::classic(), &options))
        };
        let made = go(1);
        assert!(made.best.is_some());
        assert_eq!(go(4), made);
        made
    };
    let fewest = check(ClueCount::Fewest, 60);
    assert_eq!((fewest.attempts, fewest.best.unwrap().n_clues), (60, fewest.fewest_clues.unwrap()));
    check(ClueCount::Exactly(22), 1000);
}

/// Seeds are part of the public interface: these puzzles must never change.
#[test]
fn seeds_give_the_same_puzzles_in_every_release() {
    let made =
        generate(&Layout::classic(), &GenerateOptions::default(), &Cancel::new(), &NoProgress);
    let best = made.unwrap().best.unwrap();
    assert_eq!(
        to_text(&best.puzzle.givens),
        "500090010049800030870000000400006709900000000006420001002001040000000300350008000"
    );
    let made = balanced_holes(&Layout::boxes(2, 2).unwrap(), 9, 1).unwrap();
    assert_eq!(to_text(&made.puzzle.givens), "3000200303010230");
}

/// Returns a puzzle of only pencil marks, as a text of 729 characters represents it: in two of five
/// cells the digit of a solution, in the others that digit and random others.
fn random_pencil_mark_puzzle(random: &mut Random) -> Grid {
    let solution = random_grid(random);
    let mut text = String::new();
    for digit in solution {
        let is_given = random.below(5) < 2;
        for mark in 1..=9 {
            let is_marked = mark == digit || !is_given && random.below(3) > 0;
            text.push(if is_marked { char::from(b'0' + mark) } else { '.' });
        }
    }
    parse_line(&text, None).expect("a text of marks").puzzle
}

#[test]
fn minimise_keeps_pencil_marks() {
    let mut random = Random::new(5);
    let layout = Layout::classic();
    let mut finder = Finder::new(&layout);
    let (mut n_puzzles, mut n_removed, mut n_left) = (0, 0, 0);
    for seed in 0..60 {
        let puzzle = random_pencil_mark_puzzle(&mut random);
        let before = Candidates::of(&puzzle);
        if plain::solutions(&layout, &before, 2).len() != 1 {
            continue;
        }
        n_puzzles += 1;
        // A given is necessary if the puzzle has several solutions without it.
        let is_needed = |start: &Candidates, cell: usize| {
            let mut without = start.clone();
            without.masks_mut()[cell] = layout.all_digits();
            plain::solutions(&layout, &without, 2).len() == 2
        };
        let roles = given_roles(&mut finder, &puzzle, &Cancel::new(), &NoProgress).unwrap().roles;
        for (cell, role) in roles {
            let found = matches!(role, GivenRole::Needed { .. });
            assert_eq!(found, is_needed(&before, cell), "cell {cell} of {before:?}");
        }
        let options = MinimiseOptions { seed, ..MinimiseOptions::default() };
        let left = minimise(&mut finder, &puzzle, &options, &Cancel::new(), &NoProgress).unwrap();
        let after = Candidates::of(&left.puzzle);
        for cell in 0..81 {
            let is_removed = left.removed_cells.contains(&cell);
            let expected = if is_removed { layout.all_digits() } else { before.mask(cell) };
            assert_eq!(after.mask(cell), expected, "cell {cell} of {before:?}");
            let is_given = left.puzzle.givens[cell] != 0;
            assert_eq!(is_given, puzzle.givens[cell] != 0 && !is_removed);
            assert!(!is_given || is_needed(&after, cell), "cell {cell} of {after:?}");
            n_left += usize::from(is_given);
        }
        assert_eq!(plain::solutions(&layout, &after, 2), [left.solution]);
        assert_eq!(is_minimal(&mut finder, &left.puzzle, &Cancel::new()), Ok(Some(true)));
        let text = to_pencilmarks(&left.puzzle).unwrap();
        assert_eq!(Candidates::of(&parse_line(&text, None).unwrap().puzzle), after);
        n_removed += left.removed_cells.len();
    }
    assert!(n_puzzles > 20 && n_removed > 20 && n_left > 20, "{n_puzzles} {n_removed} {n_left}");
}
