//! The models made of flags are the puzzles: same solutions as the rules and the naive models say.

use std::collections::BTreeSet;

use gordian_backend::Limits;
use gordian_bench::Instance;
use gordian_bench::flags::FlagModel;
use gordian_compile::{Config, Session};
use gordian_core::NoProgress;
use gordian_model::{Assignment, Model};
use gordian_puzzles::cube::Ambiguity;
use gordian_puzzles::{Puzzle, Solution, check, parse};
use gordian_solve::models::{PuzzleModel, Reachability};

/// Returns every answer of a model.
fn answers(model: &Model) -> Vec<Assignment> {
    let mut session = Session::new(model, &Config::default()).expect("a model of small numbers");
    let found = session.enumerate(10_000, &Limits::default(), &NoProgress);
    assert_eq!(found.stopped, None, "no more than ten thousand answers");
    found.solutions
}

/// Returns the solutions as both models tell them, after seeing that they agree.
fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let flags = FlagModel::new(puzzle).expect("a puzzle with flags");
    let naive = PuzzleModel::new(puzzle, Reachability::Ignored);
    let naive = naive.expect("the puzzle has a model");
    let by_flags = answers(flags.model());
    let by_flags: Vec<Solution> = by_flags.iter().map(|found| flags.solution(found)).collect();
    let naively = answers(naive.model());
    assert_eq!(by_flags.len(), naively.len(), "flags and naive model have as many answers");
    let shown = |solution: &Solution| format!("{solution:?}");
    let naively: BTreeSet<String> =
        naively.iter().map(|found| shown(&naive.solution(found))).collect();
    assert_eq!(by_flags.iter().map(shown).collect::<BTreeSet<_>>(), naively);
    by_flags
}

#[test]
fn each_puzzle_of_the_comparison_has_one_solution_and_it_is_right() {
    for instance in Instance::all() {
        let found = solutions(&instance.puzzle);
        assert_eq!(found.len(), 1, "{}", instance.name);
        assert_eq!(instance.check(&found[0]), Ok(()), "{}", instance.name);
    }
}

#[test]
fn flags_say_the_same_as_the_naive_model_of_other_puzzles() {
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
    // All 288 grids of 4×4, and none where the givens clash.
    count("kind = 'grid'\ngivens = '''\n....\n....\n....\n....\n'''", 288);
    count("kind = 'grid'\ngivens = '''\n1..1\n....\n....\n....\n'''", 0);
    count("kind = 'goishi'\nboard = '''\nX.X\n.1.\nX.X\n'''", 0);
    count("kind = 'goishi'\nboard = '''\n1.X\n..X\n'''", 1);
    count("kind = 'goishi'\nstart = 'any'\nboard = '''\nXX\nXX\n'''", 8);
    // Every 1 is drawn upside down, which nobody can see.
    let cube = include_str!("../../../puzzles/sudoku-cube.toml");
    count(&cube.replace("1>", "1<").replace("1v", "1^"), 1);
}

/// The first coin's way in and the last coin's way out are free: nine assignments, one walk.
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
fn the_cube_can_be_turned_into_what_the_flags_find() {
    let instances = Instance::all();
    let [posed, by_turns] = &instances[2..] else { panic!("two instances of the cube") };
    assert_eq!(by_turns.reachability, Reachability::Enforced);
    let found = answers(by_turns.naive.model());
    assert_eq!(found.len(), 1);
    let flags = answers(posed.flags.model());
    assert_eq!(posed.flags.solution(&flags[0]), by_turns.naive.solution(&found[0]));
}

#[test]
fn rules_that_the_flags_do_not_know_are_refused() {
    let refused = |puzzle: &Puzzle| assert!(FlagModel::new(puzzle).is_none(), "{puzzle:?}");
    refused(&parse(include_str!("../../../puzzles/killer.toml")).expect("well formed"));
    let small_group = "kind = 'grid'\ngivens = '''\n....\n....\n....\n....\n'''\n\
                       [[group]]\ncells = [[1, 1], [3, 3]]";
    refused(&parse(small_group).expect("well formed"));
    let cube = include_str!("../../../puzzles/sudoku-cube.toml");
    let Ok(Puzzle::SudokuCube(mut cube)) = parse(cube) else { panic!("a cube") };
    cube.ambiguity = Ambiguity { eight: true, six_nine: false };
    refused(&Puzzle::SudokuCube(cube));
}
