//! Parts of solutions: a part is possible exactly if a solution agrees with it, and what excludes
//! it is about its values.

use gordian_core::{Cancel, Limit, NoProgress, Random};
use gordian_model::{Goal, Model};
use gordian_puzzles::board::{CellMap, EdgeMap};
use gordian_puzzles::pencil::Marks;
use gordian_puzzles::{Goishi, GridPuzzle, Puzzle, Solution, parse};
use gordian_solve::{
    Checked, PartConflict, PartVerdict, Request, SolutionData, Task, check_assignment, check_part,
    check_solution,
};
use gordian_testkit::seed;

use crate::pencil::instance_puzzle;
use crate::pencil_data::{data, records};
use crate::{answer, puzzle};

/// The largest number of solutions of a puzzle of the tests.
const MAX_SOLUTIONS: u64 = 200;
/// The largest number of cells.
const MAX_CELLS: usize = 36;
/// The number of parts of each puzzle.
const N_PARTS: usize = 6;

fn verdict(puzzle: &Puzzle, part: &Solution) -> PartVerdict<Solution> {
    check_part(puzzle, part, &Request::default(), &Cancel::new(), &NoProgress)
        .unwrap_or_else(|error| panic!("{puzzle:?}: {error}"))
}

fn checked(puzzle: &Puzzle, solution: &Solution) -> Checked {
    check_solution(puzzle, solution, &Request::default(), &Cancel::new(), &NoProgress).unwrap()
}

/// Returns all solutions of a puzzle; `None` if there are too many.
fn solutions(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    let task = Task::All { limit: Some(MAX_SOLUTIONS) };
    let answer = answer(puzzle, &Request { task, ..Request::default() });
    let of_puzzle = |solution| match solution {
        SolutionData::Puzzle(solution) => solution,
        SolutionData::Model(_) => panic!("a solution of a puzzle"),
    };
    answer.limit.is_none().then(|| answer.solutions.into_iter().map(of_puzzle).collect())
}

/// The values of a part, in the order of its places.
type Values = Vec<Option<u32>>;

/// How solutions of a puzzle are lists of values.
struct Places {
    values: Box<dyn Fn(&Solution) -> Values>,
    solution: Box<dyn Fn(&Values) -> Solution>,
}

fn pencil_places(puzzle: &Puzzle, example: &Solution) -> Places {
    let pencil = puzzle.kind().pencil().expect("a pencil puzzle");
    let example = (pencil.marks)(example).expect("of its kind").clone();
    let values = move |solution: &Solution| {
        let marks = (pencil.marks)(solution).expect("of its kind");
        let cells = marks.cells.iter().flat_map(|cells| cells.values().to_vec());
        let edges = marks.edges.iter().flat_map(|edges| edges.iter().map(|(_, &value)| value));
        cells.chain(edges).collect()
    };
    let solution = move |values: &Values| {
        let mut values = values.iter().copied();
        let mut next = || values.next().expect("there is a value for each place");
        let cells = example.cells.as_ref().map(|cells| CellMap::from_fn(cells.size(), |_| next()));
        let edges = example.edges.as_ref().map(|edges| {
            let mut filled = EdgeMap::new(example.size, None);
            edges.iter().for_each(|(edge, _)| filled[edge] = next());
            filled
        });
        (pencil.solution)(Marks { cells, edges, ..example.clone() })
    };
    Places { values: Box::new(values), solution: Box::new(solution) }
}

fn grid_places() -> Places {
    let values = |solution: &Solution| {
        let digits = solution.as_kind::<GridPuzzle>().expect("of a grid");
        digits.iter().map(|&digit| (digit != 0).then(|| digit.into())).collect()
    };
    let solution = |values: &Values| {
        let digit = |value: &Option<u32>| u8::try_from(value.unwrap_or(0)).expect("a digit");
        Solution::of::<GridPuzzle>(values.iter().map(digit).collect())
    };
    Places { values: Box::new(values), solution: Box::new(solution) }
}

/// Returns whether every value of a part is one of `other`.
fn is_part_of(part: &Values, other: &Values) -> bool {
    part.iter().zip(other).all(|(value, other)| value.is_none() || value == other)
}

/// Checks a part against all solutions.
fn check_one(puzzle: &Puzzle, places: &Places, part: &Values, all: &[Values]) {
    let at = format!("{part:?} of {puzzle:?}");
    let solution = (places.solution)(part);
    if solution.is_complete() {
        assert_eq!(checked(puzzle, &solution).is_right(), all.contains(part), "{at}");
        return;
    }
    let expected = all.iter().any(|whole| is_part_of(part, whole));
    match verdict(puzzle, &solution) {
        PartVerdict::Possible => assert!(expected, "no solution continues {at}"),
        PartVerdict::Stopped(limit) => panic!("stopped by {limit}: {at}"),
        PartVerdict::Impossible(conflicts) => {
            assert!(!expected, "a solution continues {at}: {conflicts:?}");
            assert!(!conflicts.is_empty(), "{at}");
            for conflict in conflicts {
                check_conflict(puzzle, places, part, all, &conflict);
            }
        }
    }
}

/// The values of a conflict are some of the part, and exclude each other by themselves.
fn check_conflict(
    puzzle: &Puzzle,
    places: &Places,
    part: &Values,
    all: &[Values],
    conflict: &PartConflict<Solution>,
) {
    let at = format!("{conflict:?} of {puzzle:?}");
    assert!(!conflict.reasons.is_empty() && !conflict.values.is_empty(), "{at}");
    let values = (places.values)(&conflict.part);
    // Places with one value on every board are known in all parts.
    let blank = (places.values)(&(places.solution)(&vec![None; part.len()]));
    assert_eq!(blank.len(), part.len());
    // A bridge has one variable for several places, of which one is named.
    if conflict.reasons == ["both cannot hold"] {
        return;
    }
    let said: Vec<usize> = (0..part.len()).filter(|&it| values[it] == part[it]).collect();
    assert!(said.len() >= conflict.values.len(), "{at}");
    let own: Values =
        (0..part.len()).map(|it| if said.contains(&it) { part[it] } else { None }).collect();
    assert!(!all.iter().any(|whole| is_part_of(&own, whole)), "{at}");
}

/// Checks parts of solutions, and parts with one value changed.
fn check_parts(
    puzzle: &Puzzle,
    places: &Places,
    all: &[Solution],
    random: &mut Random,
) -> [usize; 2] {
    let all: Vec<Values> = all.iter().map(&places.values).collect();
    let mut n = [0; 2];
    for _ in 0..N_PARTS {
        let share = 1 + random.below(9);
        let mut part = random.choose(&all).clone();
        for value in &mut part {
            if random.below(10) >= share {
                *value = None;
            }
        }
        check_one(puzzle, places, &part, &all);
        n[0] += 1;
        let known: Vec<usize> = (0..part.len()).filter(|&it| part[it].is_some()).collect();
        if known.is_empty() {
            continue;
        }
        // A value that some place of a solution has.
        let changed = *random.choose(&known);
        let values: Vec<u32> = all[0].iter().flatten().copied().filter(|&it| it < 100).collect();
        if values.is_empty() {
            continue;
        }
        part[changed] = Some(*random.choose(&values));
        check_one(puzzle, places, &part, &all);
        n[1] += 1;
    }
    n
}

#[test]
fn parts_of_pencil_puzzles_are_possible_exactly_if_a_solution_agrees() {
    let mut random = Random::new(seed());
    for (kind, data) in data() {
        let puzzles = records(&data, "instances").iter().filter_map(instance_puzzle);
        let n_cells = |puzzle: &Puzzle| puzzle.pencil_board().map_or(0, |it| it.size().n_cells());
        let mut puzzles: Vec<Puzzle> =
            puzzles.filter(|it| it.kind().pencil().is_some() && n_cells(it) <= MAX_CELLS).collect();
        puzzles.sort_by_key(n_cells);
        let mut n = [0; 2];
        for puzzle in puzzles.iter().take(2) {
            let Some(all) = solutions(puzzle).filter(|all| !all.is_empty()) else { continue };
            let places = pencil_places(puzzle, &all[0]);
            let more = check_parts(puzzle, &places, &all, &mut random);
            n = [n[0] + more[0], n[1] + more[1]];
        }
        println!("{kind}: {n:?}");
    }
}

#[test]
fn parts_of_grids_are_possible_exactly_if_a_solution_agrees() {
    let mut random = Random::new(seed());
    for name in ["classic", "killer", "horrendum"] {
        let puzzle = puzzle(name);
        let all = solutions(&puzzle).unwrap();
        let n = check_parts(&puzzle, &grid_places(), &all, &mut random);
        assert!(n[0] == N_PARTS && n[1] > 0);
    }
}

/// A rule that a part breaks by itself is the only reason, whatever else is wrong.
#[test]
fn rules_that_a_part_breaks_are_named_with_its_values() {
    let text = "kind = 'nurikabe'\nboard = '''\n. . . .\n. 2 . .\n. . . .\n'''";
    let puzzle = parse(text).unwrap();
    let check = |part: &str| checked(&puzzle, &Solution::parse(puzzle.kind(), part).unwrap());
    let response = check("??##\n??##\n????");
    assert_eq!((response.is_right(), response.is_complete), (false, false));
    assert_eq!(response.possible, Some(false));
    let conflict = &response.conflicts[0];
    assert_eq!(conflict.reasons, ["the 2×2 area at r1c3 is not fully shaded"]);
    let cells = ["r1c3", "r1c4", "r2c3", "r2c4"];
    assert_eq!(conflict.values, cells.map(|cell| format!("{cell} is shaded")));
    // The clue is unshaded on every board.
    assert_eq!(conflict.part["shade"], serde_json::json!(["??##", "?.##", "????"]));
    let clue = check("????\n?#??\n????");
    assert_eq!(clue.conflicts[0].values, ["r2c2 is shaded"]);
    assert_eq!(clue.conflicts[0].part["shade"], serde_json::json!(["????", "?#??", "????"]));
    // No clue reaches the cells that would have to stay unshaded.
    let dead_end = check("????\n??#?\n????");
    assert_eq!(dead_end.possible, Some(false));
    assert_eq!(dead_end.conflicts[0].reasons, conflict.reasons);
    assert_eq!(dead_end.conflicts[0].values, ["r2c3 is shaded"]);
    assert_eq!(check("????\n????\n????").possible, Some(true));
    // A complete board is checked by the rules, without a search.
    let wrong = check("####\n#.##\n#.##");
    assert_eq!((wrong.is_complete, wrong.possible), (true, None));
    let rules: Vec<&str> = wrong.violations.iter().map(|it| it.rule.as_str()).collect();
    assert_eq!(rules, ["shaded-square", "shaded-square"]);
    assert_eq!(wrong.violations[0].cells, cells);
    assert!(check("####\n#..#\n####").is_right());
    // Another size is no part of this puzzle.
    let other = check("??\n??");
    assert_eq!((other.possible, other.violations[0].rule.as_str()), (None, "wrong-size"));
}

#[test]
fn digits_of_a_part_exclude_each_other() {
    let puzzle = parse("kind = 'grid'\nsize = 4\n").unwrap();
    let check = |part: &str| checked(&puzzle, &Solution::parse(puzzle.kind(), part).unwrap());
    let twice = check("1..1\n....\n....\n....");
    assert_eq!(twice.conflicts[0].reasons, ["row 1"]);
    assert_eq!(twice.conflicts[0].values, ["r1c1 is 1", "r1c4 is 1"]);
    let large = check("5...\n....\n....\n....");
    assert_eq!(large.conflicts[0].reasons, ["possible values: 1..=4"]);
    // No house has a digit twice, but none has a place for the 1 of the third row.
    let dead_end = check("1...\n..1.\n.2.4\n....");
    assert_eq!((dead_end.possible, dead_end.conflicts.len()), (Some(false), 1));
    assert!(dead_end.conflicts[0].reasons.len() > 1);
    assert_eq!(check("1...\n..1.\n....\n....").possible, Some(true));
}

#[test]
fn steps_of_a_walk_are_a_part() {
    let text = "kind = 'goishi'\nstart = 'any'\nboard = '''\nXX\n.X\n'''";
    let puzzle = parse(text).unwrap();
    let check = |part: &str| checked(&puzzle, &Solution::parse(puzzle.kind(), part).unwrap());
    assert!(puzzle.as_kind::<Goishi>().is_some());
    assert_eq!(check("[null, [1, 2], null]").possible, Some(true));
    assert_eq!(check("[[1, 2], null, null]").possible, Some(false));
    let hole = check("[[2, 1], null, null]");
    assert_eq!(hole.conflicts[0].reasons, ["r2c1 has no coin"]);
    let twice = check("[[1, 1], [1, 1], null]");
    assert_eq!(twice.conflicts[0].values, ["r1c1 is 1", "r1c1 is 2"]);
}

#[test]
fn values_of_some_variables_of_a_model_are_a_part() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=9));
    model.require("less", x.lt(y));
    model.require("sum", (x + y + z).eq(27 - 3));
    model.set_goal(Goal::maximise(z));
    let check = |values: &[_], request: &Request| {
        check_assignment(&model, values, request, &Cancel::new(), &NoProgress).unwrap()
    };
    let usual = Request::default();
    assert_eq!(check(&[(z, 9)], &usual).possible, Some(true));
    let broken = check(&[(x, 9), (z, 3)], &usual);
    assert_eq!(broken.conflicts[0].reasons, ["less"]);
    assert_eq!(broken.conflicts[0].part, serde_json::json!({"x": 9}));
    let outside = check(&[(y, 10)], &usual);
    assert_eq!(outside.conflicts[0].values, ["y is 10"]);
    let both = check(&[(y, 7), (z, 9)], &usual);
    assert_eq!(both.conflicts[0].reasons, ["less", "sum"]);
    let all = check(&[(x, 7), (y, 8), (z, 9)], &usual);
    assert_eq!((all.is_right(), all.is_complete), (true, true));
    let request = Request { time_limit: Some(std::time::Duration::ZERO), ..Request::default() };
    let stopped = check(&[(z, 9)], &request);
    assert_eq!((stopped.possible, stopped.limit), (None, Some(Limit::Time)));
}
