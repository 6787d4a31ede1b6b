//! The 0/1 models have the same solutions as the rules and the naive models.

use std::collections::BTreeSet;

use gordian_backend::Limits;
use gordian_bench::Instance;
use gordian_bench::flags::FlagModel;
use gordian_compile::{Config, Search as _, Session};
use gordian_core::NoProgress;
use gordian_model::{Assignment, Model};
use gordian_puzzles::cube::{Ambiguity, Reachability};
use gordian_puzzles::{KindOption, Puzzle, Solution, SudokuCube, check, parse};
use gordian_solve::models::PuzzleModel;

/// Returns all solutions of a model.
fn answers(model: &Model) -> Vec<Assignment> {
    let mut session = Session::new(model, &Config::default()).expect("a model of small numbers");
    let found = session.enumerate(10_000, &Limits::default(), &NoProgress);
    assert_eq!(found.stopped, None, "no more than ten thousand answers");
    found.solutions
}

/// Returns the solutions of a puzzle after comparing those of both models.
fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let flags = FlagModel::new(puzzle).expect("a puzzle with flags");
    let ignored = puzzle.with_option(&KindOption::IgnoreReachability);
    let naive = PuzzleModel::new(ignored.as_ref().unwrap_or(puzzle));
    let naive = naive.expect("the puzzle has a model");
    let flag_solutions = answers(flags.model());
    let flag_solutions: Vec<Solution> =
        flag_solutions.iter().map(|found| flags.solution(found)).collect();
    let naive_solutions = answers(naive.model());
    assert_eq!(
        flag_solutions.len(),
        naive_solutions.len(),
        "flags and naive model have as many answers"
    );
    let shown = |solution: &Solution| format!("{solution:?}");
    let naive_solutions: BTreeSet<String> =
        naive_solutions.iter().map(|found| shown(&naive.solution(found))).collect();
    assert_eq!(flag_solutions.iter().map(shown).collect::<BTreeSet<_>>(), naive_solutions);
    flag_solutions
}

#[test]
fn each_puzzle_has_one_correct_solution() {
    for instance in Instance::all() {
        let found = solutions(&instance.puzzle);
        assert_eq!(found.len(), 1, "{}", instance.name);
        assert_eq!(instance.check(&found[0]), Ok(()), "{}", instance.name);
    }
}

#[test]
fn flag_models_and_naive_models_have_equal_solutions() {
    let count = |text: &str, expected: usize| {
        let puzzle = parse(text).expect("a well-formed puzzle");
        let found = solutions(&puzzle);
        assert_eq!(found.len(), expected, "{text}");
        for solution in &found {
            assert_eq!(check(&puzzle, solution), Ok(()), "{text}");
        }
    };
    let horrendum = include_str!("../../../puzzles/horrendum.toml");
    count(&horrendum.replace("diagonals", "# diagonals"), 43);
    count(include_str!("../../../puzzles/classic.toml"), 1);
    // All 288 grids of 4×4; no solution if the givens conflict.
    count("kind = 'grid'\ngivens = '''\n....\n....\n....\n....\n'''", 288);
    count("kind = 'grid'\ngivens = '''\n1..1\n....\n....\n....\n'''", 0);
    count("kind = 'goishi'\nboard = '''\nX.X\n.1.\nX.X\n'''", 0);
    count("kind = 'goishi'\nboard = '''\n1.X\n..X\n'''", 1);
    count("kind = 'goishi'\nstart = 'any'\nboard = '''\nXX\nXX\n'''", 8);
    // Every 1 is drawn upside down, which looks the same.
    let cube = include_str!("../../../puzzles/sudoku-cube.toml");
    count(&cube.replace("1>", "1<").replace("1v", "1^"), 1);
}

/// The entry side of the first coin and the exit direction of the last coin are free: nine
/// assignments, one walk.
#[test]
fn golden_waste_has_nine_assignments_for_its_walk() {
    let instances = Instance::all();
    let golden_waste = &instances[1];
    let mut model = golden_waste.flags.model().clone();
    model.set_answer_variables(model.variables().indices().collect::<Vec<_>>());
    let found = answers(&model);
    assert_eq!(found.len(), 9);
    let walks: BTreeSet<String> =
        found.iter().map(|found| format!("{:?}", golden_waste.flags.solution(found))).collect();
    assert_eq!(walks.len(), 1);
}

#[test]
fn cube_solution_of_the_flag_model_is_reachable() {
    let instances = Instance::all();
    let [posed, by_turns] = &instances[2..] else { panic!("two instances of the cube") };
    let cube = by_turns.puzzle.as_kind::<SudokuCube>().expect("a Sudoku Cube");
    assert_eq!(cube.reachability, Reachability::Enforced);
    let found = answers(by_turns.naive.model());
    assert_eq!(found.len(), 1);
    let flags = answers(posed.flags.model());
    assert_eq!(posed.flags.solution(&flags[0]), by_turns.naive.solution(&found[0]));
}

#[test]
fn unsupported_rules_are_rejected() {
    let is_rejected = |puzzle: &Puzzle| assert!(FlagModel::new(puzzle).is_none(), "{puzzle:?}");
    is_rejected(&parse(include_str!("../../../puzzles/killer.toml")).expect("well formed"));
    let small_group = "kind = 'grid'\ngivens = '''\n....\n....\n....\n....\n'''\n\
                       [[group]]\ncells = [[1, 1], [3, 3]]";
    is_rejected(&parse(small_group).expect("well formed"));
    let cube = include_str!("../../../puzzles/sudoku-cube.toml");
    let mut cube = parse(cube).unwrap().as_kind::<SudokuCube>().unwrap().clone();
    cube.ambiguity = Ambiguity { eight: true, six_nine: false };
    is_rejected(&Puzzle::new(cube));
}
