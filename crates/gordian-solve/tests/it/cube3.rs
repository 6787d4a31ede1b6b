//! Move sequences for the 3×3×3 and for Sudoku Cubes, replayed on independent simulators.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fs_err as fs;
use gordian_core::{Cancel, NoProgress, Outcome, Random};
use gordian_perm::cube3::{Face, FaceTurn, LowercaseMeaning, Metric, Move, Position, Sequence};
use gordian_puzzles::cube::scramble::random_scrambled;
use gordian_puzzles::cube::{CubeViolation, Direction};
use gordian_puzzles::{Cube3, Metadata, Puzzle, SudokuCube};
use gordian_solve::cube3::{Answer, CentreGoal, Query, Solver};
use gordian_solve::{PuzzleOptions, Request, SolutionData, SolveError, Task};

use crate::answer;

/// The folder of the tables, which are built once for all tests, without a note in an answer.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cube3-tables");
    // Those of an earlier run may be of other code.
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    for centres in [CentreGoal::Any, CentreGoal::Exact] {
        let query = Query { centres: [centres; 6], ..Query::default() };
        let mut solver = new_solver().with_cache(Some(folder.clone()));
        solver.prepare(&query, &Cancel::new(), &NoProgress).unwrap();
    }
    folder
});

/// Returns a request with the tables of [`CACHE`].
fn cached_request() -> Request {
    let options = PuzzleOptions { cache: Some(CACHE.clone()), ..PuzzleOptions::default() };
    Request { options, ..Request::default() }
}

/// Returns a request for the turns of a Sudoku Cube.
fn moves_request() -> Request {
    let mut request = cached_request();
    request.options.moves = true;
    request
}

fn position_after(sequence: &str) -> Position {
    Position::SOLVED.apply(&Sequence::parse(sequence, LowercaseMeaning::Wide).unwrap())
}

fn new_solver() -> Solver {
    Solver::new(NonZeroUsize::new(2).unwrap(), None)
}

fn solver() -> Solver {
    new_solver().with_cache(Some(CACHE.clone()))
}

fn solve_query(solver: &mut Solver, position: &Position, query: &Query) -> Answer {
    solver.solve(position, query, &Cancel::new(), &NoProgress).unwrap()
}

#[test]
fn outcomes_match_the_proved_bounds() {
    let mut solver = solver();
    let near = position_after("R U F2");
    let found = solve_query(&mut solver, &near, &Query::default());
    assert_eq!((found.outcome, found.length, found.lower_bound), (Outcome::Optimal, Some(3), 3));
    // The time is too short to prove the bound: the search reports the limit.
    let far = position_after("R U F2 D L' B R2 U' F D2 L B' R U2 F' D L2 B");
    let hard = Query {
        max_length: 8,
        time_limit: Some(std::time::Duration::from_millis(50)),
        ..Query::default()
    };
    let found = solve_query(&mut solver, &far, &hard);
    assert!(matches!(found.outcome, Outcome::Feasible(_) | Outcome::Stopped(_)), "{found:?}");
    assert!(found.limit.is_some());
    let easy = Query { max_length: 25, time_limit: None, ..Query::default() };
    let found = solve_query(&mut solver, &far, &easy);
    assert_eq!((found.outcome, found.limit), (Outcome::Solved, None));
    assert!(found.length.unwrap() <= 25);
    let shorter = Query { shorter_than: 3, ..Query::default() };
    let none = solve_query(&mut solver, &near, &shorter);
    assert_eq!((none.outcome, none.solution), (Outcome::Infeasible, None));
}

#[test]
fn unknown_centre_directions_are_noted() {
    let mut solver = solver();
    let mut centres = *position_after("R").centres();
    centres[Face::U.index()] = None;
    let position = position_after("R").with_centres(centres).unwrap();
    let query = Query { centres: [CentreGoal::Exact; 6], ..Query::default() };
    let found = solve_query(&mut solver, &position, &query);
    assert_eq!(found.length, Some(1));
    assert_eq!(
        found.notes,
        ["the directions of these centres are unknown, also in the solution: U"]
    );
}

#[test]
fn tables_respect_the_memory_limit() {
    let mut solver = Solver::new(NonZeroUsize::MIN, Some(1_000_000));
    let error = solver.prepare(&Query::default(), &Cancel::new(), &NoProgress).unwrap_err();
    assert_eq!(error.code(), "atlas.memory-limit");
}

#[test]
fn cube3_puzzles_are_solved() {
    let puzzle = |centres| Cube3 {
        metadata: Metadata::default(),
        position: position_after("R U R' F2 D' L"),
        centres,
        scramble: None,
    };
    for centres in [false, true] {
        let answer = answer(&Puzzle::new(puzzle(centres)), &cached_request());
        assert_eq!(answer.outcome, Outcome::Optimal);
        assert_eq!((answer.objective, answer.bound), (Some(6), Some(6)));
        assert_eq!(answer.solutions.len(), 1);
    }
    let all = Request { task: Task::All { limit: None }, ..Request::default() };
    let problem = gordian_solve::Problem::Puzzle(Puzzle::new(puzzle(false)));
    let error = gordian_solve::solve(&problem, &all, &Cancel::new(), &NoProgress);
    assert!(matches!(error, Err(SolveError::TooManySolutions { .. })));
}

/// Solves a Sudoku Cube including its moves, and replays the turns on the stickers.
fn check_moves(cube: &SudokuCube) -> Vec<FaceTurn> {
    let request = moves_request();
    let answer = answer(&Puzzle::new(cube.clone()), &request);
    let moves = answer.details.moves.expect("a scrambled cube can be solved");
    let turns: Vec<FaceTurn> = moves
        .sequence
        .moves()
        .iter()
        .map(|it| if let Move::Face(turn) = it { *turn } else { panic!("{it} is no turn") })
        .collect();
    let shown = cube.check_turns(&turns).unwrap();
    let SolutionData::Puzzle(solution) = &answer.solutions[0] else {
        panic!("the solution is a grid");
    };
    assert_eq!(solution.as_kind::<SudokuCube>(), Some(&shown));
    assert_eq!(moves.sequence.length(Metric::HalfTurn), moves.length);
    assert!(moves.all_goals && moves.lower_bound <= Some(moves.length), "{moves:?}");
    assert!(moves.length <= 26, "{moves:?}");
    let unknown = Face::ALL.into_iter().filter(|f| cube.centres[f.index()].direction.is_none());
    assert_eq!(moves.unknown_centres, unknown.collect::<Vec<_>>());
    turns
}

fn example_cube() -> SudokuCube {
    let text = fs_err::read_to_string("../../puzzles/sudoku-cube.toml").unwrap();
    gordian_puzzles::parse(&text).unwrap().as_kind::<SudokuCube>().unwrap().clone()
}

#[test]
fn cube_of_the_post_needs_at_most_24_turns() {
    assert!(check_moves(&example_cube()).len() <= 24);
}

#[test]
fn scrambled_sudoku_cubes_are_solved_with_their_centres() {
    let mut random = Random::new(1);
    let cube = random_scrambled(&mut random, 60);
    let turns = check_moves(&cube);
    // Without its last turn, the sequence no longer solves the cube.
    let mut broken = turns.clone();
    broken.pop();
    assert!(cube.check_turns(&broken).is_err());
    // A sequence that only turns two centres: all pieces are in place, but the centres are
    // misoriented.
    let twist =
        Sequence::parse("F B' L R' U D' F' U' D L' R F' B U", LowercaseMeaning::Wide).unwrap();
    let more =
        twist.moves().iter().map(|it| if let Move::Face(turn) = it { *turn } else { panic!() });
    let turned: Vec<FaceTurn> = turns.into_iter().chain(more).collect();
    let broken = cube.check_turns(&turned).unwrap_err();
    assert_eq!(broken.len(), 2, "{broken:?}");
    assert!(broken.iter().all(|it| matches!(it, CubeViolation::CentreMisoriented { .. })));
}

#[test]
#[ignore = "slow: a dozen cubes, with centres known and unknown"]
fn many_sudoku_cubes_are_solved_by_moves() {
    let mut random = Random::new(2);
    for round in 0..12 {
        let mut cube = random_scrambled(&mut random, 60);
        if round % 2 == 1 {
            for centre in &mut cube.centres {
                centre.direction = centre.direction.filter(|_| random.flip());
            }
        }
        if round % 3 == 0 {
            cube.ambiguity.eight = true;
        }
        check_moves(&cube);
    }
}

#[test]
fn ambiguous_centres_may_be_upside_down() {
    // Only a centre with a 1 is turned, by half: the cube is already solved.
    let mut random = Random::new(3);
    let mut solved = gordian_puzzles::cube::scramble::random_solved(&mut random);
    while !solved.centres.iter().any(|centre| centre.digit == 1) {
        solved = gordian_puzzles::cube::scramble::random_solved(&mut random);
    }
    let one = solved.centres.iter().position(|centre| centre.digit == 1).unwrap();
    solved.centres[one].direction = solved.centres[one].direction.map(Direction::opposite);
    assert!(solved.check_turns(&[]).is_ok());
    let request = moves_request();
    let found = answer(&Puzzle::new(solved), &request).details.moves.unwrap();
    assert_eq!(found.length, 0);
}

#[test]
fn lower_bound_requires_all_goals() {
    // All faces have nearly the same digits, so the cube has more solutions than the limit of
    // goals; one of them is a single turn away.
    let text = "
        kind = 'sudoku-cube'
        net = '''
                            6<   4<   1<
                            7^   2    4^
                            9^   8^   1^

          6<   3^   6^     5^   3^   6^     5^   3^   1<     9>   7>   5>
          3<   2    4^     7^   2    4^     7^   2    8<     8>   2    3>
          5<   8^   1^     9^   8^   1^     9^   8^   9<     1>   4>   6>

                            5^   3^   6^
                            7^   2    4^
                            5<   7<   9<
        '''";
    let cube = gordian_puzzles::parse(text).unwrap().as_kind::<SudokuCube>().unwrap().clone();
    let turn = FaceTurn::new(Face::B, 3).unwrap();
    assert!(cube.check_turns(&[turn]).is_ok());
    let request =
        Request { time_limit: Some(std::time::Duration::from_secs(60)), ..moves_request() };
    let found = answer(&Puzzle::new(cube), &request);
    let moves = found.details.moves.expect("there is time enough");
    assert_eq!((moves.n_goals, moves.all_goals, moves.lower_bound), (100, false, None));
    assert_eq!((found.unique, found.solutions.len()), (Some(false), 2));
}

#[test]
fn tables_are_kept_in_the_cache() {
    let folder = gordian_testkit::folder();
    let cache = folder.path().join("new").join("cache");
    let file = cache.join("cube3-bounds.table");
    let position = position_after("R U F2 D L'");
    let solve_in = |cache: &Path| {
        let mut solver = new_solver().with_cache(Some(cache.to_owned()));
        solve_query(&mut solver, &position, &Query::default())
    };
    let mut built = solve_in(&cache);
    assert_eq!(built.outcome, Outcome::Optimal);
    let notes = std::mem::take(&mut built.notes);
    assert!(notes[0].starts_with("built the tables of the cube, kept in `"), "{notes:?}");
    // A second solver reads the file: another one would be rewritten.
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(solve_in(&cache), built);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
    // A damaged file is reported once, and replaced.
    let bytes = fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 3] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let found = solve_in(&cache);
    assert!(found.notes.iter().any(|note| note.starts_with("not used: ")), "{:?}", found.notes);
    assert_eq!(Answer { notes: Vec::new(), ..found }, built);
    assert!(fs::read(&file).unwrap() == bytes);
    // Without a folder, everything works as before.
    let found = solve_in(&file);
    let not_kept = |note: &String| note.starts_with("the tables of the cube are not kept: ");
    assert!(found.notes.iter().any(not_kept), "{:?}", found.notes);
    assert_eq!(Answer { notes: Vec::new(), ..found }, built);
}
