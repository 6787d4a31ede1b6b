//! Square-1: distances, counts and lists against breadth-first search on the simulator; missing,
//! cached and damaged tables.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress, Outcome, Random};
use gordian_perm::square1::{Colours, Notation, Position, Sequence, Turn, random_sequence};
use gordian_solve::square1::{Answer, Config, Metric, Query, Solver, table_file};
use gordian_solve::{Request, SearchError, SolutionData, SolveError, Task};

use crate::newer_table::newer_table;
use crate::{answer, puzzle};

fn position(text: &str) -> Position {
    text.parse().expect("a position")
}

/// Solves a position without cached tables; only for positions of small distance.
fn solve_near(position: &Position) -> Answer {
    let mut solver = Solver::new(Config::default()).expect("there is no table to open");
    solver.solve(position, &Query::default(), &Cancel::new(), &NoProgress).expect("an answer")
}

fn all_shortest(position: &Position, limit: Option<u64>) -> (Vec<Sequence>, Option<Limit>) {
    let mut solver = Solver::new(Config::default()).expect("there is no table to open");
    let mut all = Vec::new();
    let stopped =
        solver.for_each_solution(position, limit, &Cancel::new(), &NoProgress, &mut |sequence| {
            all.push(sequence);
            ControlFlow::Continue(())
        });
    (all, stopped.expect("a list"))
}

/// Returns the positions one twist away in canonical form, without duplicates.
fn neighbours(position: &Position) -> BTreeMap<String, Position> {
    let cuts = |layer: &gordian_perm::square1::Layer| layer.cut_turns().collect::<Vec<_>>();
    let mut found = BTreeMap::new();
    for top in cuts(position.top()) {
        for bottom in cuts(position.bottom()) {
            let next = position.turned(Turn::new(top, bottom)).twisted().expect("it is cut");
            let next = next.canonical_up_to_flip();
            found.insert(next.to_string(), next);
        }
    }
    found
}

/// Returns the distance and the number of shortest solutions by breadth-first search.
fn breadth_first(position: &Position) -> (u32, u64) {
    let goal = Position::solved(position.colours()).canonical_up_to_flip().to_string();
    let start = position.canonical_up_to_flip();
    let mut level = BTreeMap::from([(start.to_string(), (start, 1_u64))]);
    let mut seen: BTreeSet<String> = level.keys().cloned().collect();
    for distance in 0.. {
        if let Some((_, n)) = level.get(&goal) {
            return (distance, *n);
        }
        let mut next: BTreeMap<String, (Position, u64)> = BTreeMap::new();
        for (position, n) in level.values() {
            for (name, neighbour) in neighbours(position) {
                if !seen.contains(&name) {
                    next.entry(name).or_insert((neighbour, 0)).1 += n;
                }
            }
        }
        seen.extend(next.keys().cloned());
        level = next;
    }
    unreachable!("every position can be solved")
}

/// Checks an answer against the list of all shortest solutions and against breadth-first search.
fn check(position: &Position) {
    let found = solve_near(position);
    let (distance, n) = breadth_first(position);
    let other = if position.to_string().ends_with('S') { 'K' } else { 'S' };
    let mut with_other = position.to_string();
    with_other.pop();
    with_other.push(other);
    let (otherwise, _) = breadth_first(&self::position(&with_other));
    assert_eq!(found.outcome, Outcome::Optimal, "{position}");
    assert_eq!((found.distance, found.lower_bound), (Some(distance), Some(distance)), "{position}");
    assert_eq!(found.distance_ignoring_middle, Some(distance.min(otherwise)), "{position}");
    assert_eq!(found.shortest_solutions, Some(n), "{position}");
    assert_eq!(found.engine, Some("meet"), "{position}");

    let (all, stopped) = all_shortest(position, None);
    assert_eq!((all.len() as u64, stopped), (n, None), "{position}");
    let solved = Position::solved(position.colours());
    let texts: BTreeSet<String> = all.iter().map(|it| it.write(Notation::Wca)).collect();
    assert_eq!(texts.len(), all.len(), "{position}: a solution is listed twice");
    for sequence in all.iter().chain(&found.solution) {
        let reached = position.apply(sequence).expect("no twist is blocked");
        assert_eq!(reached, if found.flipped { solved.flipped() } else { solved }, "{position}");
        assert_eq!(sequence.twists(), usize::try_from(distance).unwrap(), "{position}");
    }
}

#[test]
fn close_positions_agree_with_breadth_first_search() {
    check(&position("01034547-F898BCDC,K"));
    for colours in [Colours::Silver, Colours::Six] {
        let solved = Position::solved(colours);
        check(&solved);
        check(&solved.flipped());
        check(&solved.turned(Turn::new(3, 1)));
        let mut random = Random::new(21);
        for n_twists in [1, 2, 2, 3, 3] {
            check(&solved.apply(&random_sequence(&mut random, n_twists)).expect("it fits"));
        }
    }
}

#[test]
fn a_kite_between_solved_layers_takes_three_twists() {
    let found = solve_near(&position("01034547-F898BCDC,K"));
    assert_eq!((found.distance, found.distance_ignoring_middle), (Some(3), Some(0)));
    assert_eq!(found.shortest_solutions, Some(32));
    let six = solve_near(&position("01234567-F89ABCDE,K"));
    assert_eq!((six.distance, six.distance_ignoring_middle), (Some(3), Some(0)));
}

#[test]
fn only_the_solved_puzzle_can_end_flipped() {
    let flipped = solve_near(&position("89ABCDEF-12345670,S"));
    assert!(flipped.flipped);
    assert_eq!(flipped.distance, Some(0));
    // Before a twist, a flip can be replaced by layer turns.
    let twisted = solve_near(&position("0123BCDE-F89A4567,K"));
    assert_eq!((twisted.flipped, twisted.distance), (false, Some(1)));
}

#[test]
fn list_stops_at_limit_and_break() {
    let kite = position("01034547-F898BCDC,K");
    let (five, stopped) = all_shortest(&kite, Some(5));
    assert_eq!((five.len(), stopped), (5, Some(Limit::Solutions)));
    let (just_all, stopped) = all_shortest(&kite, Some(32));
    assert_eq!((just_all.len(), stopped), (32, None));
    assert_eq!(just_all[..5], five);
}

#[test]
fn puzzle_files_are_solved() {
    let silver = puzzle("square1-silver");
    let found = answer(&silver, &Request::default());
    assert_eq!((found.outcome, found.unique, found.count), (Outcome::Optimal, None, None));
    assert_eq!((found.objective, found.bound), (Some(3), Some(3)));
    assert_eq!(found.solutions.len(), 1);
    let count = |limit| {
        let request = Request { task: Task::Count { limit }, ..Request::default() };
        let found = answer(&silver, &request);
        (found.count, found.limit)
    };
    assert_eq!(count(None), (Some(32), None));
    assert_eq!(count(Some(32)), (Some(32), None));
    assert_eq!(count(Some(31)), (Some(31), Some(Limit::Solutions)));
    let list = |limit| {
        let request = Request { task: Task::All { limit }, ..Request::default() };
        let found = answer(&silver, &request);
        assert!(found.solutions.iter().all(|it| matches!(it, SolutionData::Puzzle(_))));
        (found.solutions.len(), found.limit)
    };
    assert_eq!(list(None), (32, None));
    assert_eq!(list(Some(4)), (4, Some(Limit::Solutions)));
    let six = answer(&puzzle("square1"), &Request::default());
    assert_eq!((six.objective, six.engine.as_str()), (Some(6), "meet"));
}

#[test]
fn square1_has_no_model() {
    let problem = gordian_solve::Problem::Puzzle(puzzle("square1"));
    for engine in ["model", "batsat", "cadical"] {
        let engine = engine.parse().expect("an engine");
        let request = Request { engine, ..Request::default() };
        let result = gordian_solve::solve(&problem, &request, &Cancel::new(), &NoProgress);
        assert!(
            matches!(result, Err(SolveError::Search(SearchError::WrongEngine { .. }))),
            "{result:?}"
        );
    }
    let export = gordian_solve::export::export(
        &problem,
        gordian_solve::export::Format::Cnf,
        &mut Vec::new(),
    );
    assert_eq!(export.unwrap_err().to_string(), "there is no model of the kind `square1`");
}

#[test]
fn zero_time_limit_gives_no_solution() {
    let cancel = Cancel::new().with_time_limit(Duration::ZERO);
    let mut solver = Solver::new(Config::default()).expect("there is no table to open");
    let far = position("CBD4539-E7180F26A,K");
    for metric in Metric::ALL {
        let query = Query { metric, ..Query::default() };
        let found = solver.solve(&far, &query, &cancel, &NoProgress).expect("no error");
        assert_eq!(found.outcome, Outcome::Stopped(Limit::Time), "{}", metric.name());
        assert_eq!((found.distance, found.is_checked()), (None, false));
    }
}

/// Returns a solver with this cache.
fn solver_with_cache(cache: &Path) -> Solver {
    let config = Config { cache: Some(cache.to_owned()), ..Config::default() };
    Solver::new(config).expect("there is no table to open")
}

/// Runs a query that needs a table, without time to build one; returns the notes.
fn notes_without_time(cache: &Path) -> Vec<String> {
    let cancel = Cancel::new().with_time_limit(Duration::ZERO);
    let query = Query { metric: Metric::Wca, ..Query::default() };
    let near = Position::solved(Colours::Six).twisted().expect("it is cut");
    let found =
        solver_with_cache(cache).solve(&near, &query, &cancel, &NoProgress).expect("no error");
    assert_eq!(found.outcome, Outcome::Stopped(Limit::Time));
    found.notes
}

/// One test, because building the silver table takes seconds.
#[test]
fn tables_are_built_cached_reopened_and_rejected_when_damaged() {
    let folder = gordian_testkit::folder();
    let cache = folder.path().join("deep/cache");
    let table = table_file(&cache, Colours::Silver);
    let far = position("CBD4539-E7180F26A,K");
    let solve_with = |solver: &mut Solver, position: &Position, metric| {
        let query = Query { metric, ..Query::default() };
        solver.solve(position, &query, &Cancel::new(), &NoProgress).expect("an answer")
    };

    let found = solve_with(&mut solver_with_cache(&cache), &far, Metric::Twist);
    assert_eq!((found.distance, found.distance_ignoring_middle), (Some(13), Some(12)));
    assert_eq!(found.engine, Some("search/square1-silver"));
    assert_eq!(found.notes.len(), 1);
    assert!(found.notes[0].contains(&table.display().to_string()), "{:?}", found.notes);

    let mut solver = solver_with_cache(&cache);
    let again = solve_with(&mut solver, &far, Metric::Twist);
    assert_eq!(again.notes, Vec::<String>::new());
    assert_eq!(Answer { notes: found.notes.clone(), ..again }, found);
    let wca = solve_with(&mut solver, &far, Metric::Wca);
    assert_eq!(
        (wca.outcome, wca.distance, wca.lower_bound),
        (Outcome::Optimal, Some(26), Some(26))
    );
    assert_eq!((wca.distance_ignoring_middle, wca.shortest_solutions), (None, None));
    let kite = solve_with(&mut solver, &position("01034547-F898BCDC,K"), Metric::Twist);
    assert_eq!((kite.distance_ignoring_middle, kite.shortest_solutions), (Some(0), Some(32)));
    assert_eq!(kite.engine, Some("table/square1-silver"));

    // A table given by its path.
    let named = Config { table: Some(table.clone()), ..Config::default() };
    let mut named = Solver::new(named).expect("the table is right");
    assert_eq!(solve_with(&mut named, &far, Metric::Twist).distance, Some(13));
    let missing = Config { table: Some(cache.join("missing")), ..Config::default() };
    assert_eq!(Solver::new(missing).err().map(|error| error.code()), Some("table.io"));

    // A table of other colours under the expected name is not used.
    let six = table_file(&cache, Colours::Six);
    fs_err::hard_link(&table, &six).expect("a second name");
    let found = solve_with(&mut solver_with_cache(&cache), &far, Metric::Twist);
    assert_eq!((found.distance, found.notes.len()), (Some(13), 1));
    assert!(found.notes[0].contains("other colours"), "{:?}", found.notes);
    fs_err::remove_file(&six).expect("it is there");

    // Damage in every block of distances, which are not read on opening, is detected at the first
    // query.
    let mut bytes = fs_err::read(&table).expect("the table");
    for byte in bytes[100_000..200_000_000].iter_mut().step_by(1 << 16) {
        *byte ^= 1;
    }
    fs_err::write(&table, &bytes).expect("the file can be written");
    let notes = notes_without_time(&cache);
    assert!(notes.len() == 1 && notes[0].contains("is damaged"), "{notes:?}");
    // Damage of the header is detected when the table is opened.
    bytes[20] ^= 1;
    fs_err::write(&table, &bytes).expect("the file can be written");
    let notes = notes_without_time(&cache);
    assert!(notes.len() == 1 && notes[0].contains("not used: "), "{notes:?}");
    // A damaged table given by its path is an error.
    let named = Config { table: Some(table), ..Config::default() };
    assert!(Solver::new(named).is_err());
}

#[test]
fn unwritable_caches_are_ignored() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("file");
    fs_err::write(&file, "not a folder").expect("the file can be written");
    let notes = notes_without_time(&file.join("cache"));
    // The folder can neither be read nor created.
    assert!(notes.iter().any(|note| note.contains("not kept: ")), "{notes:?}");
}

/// A cached table of a newer version is not replaced: the solver builds its table in memory.
#[test]
fn a_cached_table_of_a_newer_format_is_not_replaced() {
    let folder = gordian_testkit::folder();
    let table = table_file(folder.path(), Colours::Silver);
    let bytes = newer_table(&table);
    let query = Query { metric: Metric::Wca, ..Query::default() };
    let near = Position::solved(Colours::Six).twisted().expect("it is cut");
    let mut solver = solver_with_cache(folder.path());
    let found = solver.solve(&near, &query, &Cancel::new(), &NoProgress).expect("an answer");
    assert_eq!(found.distance, Some(1));
    let note = found.notes.iter().find(|note| note.contains("not kept: ")).expect("a note");
    for part in ["has format 2, this build reads 1", "newer version of the program"] {
        assert!(note.contains(part), "{note}");
    }
    assert!(fs_err::read(&table).expect("the table") == bytes, "the table has changed");
}
