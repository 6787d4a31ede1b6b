//! `gordian sudoku hint`, `steps`, `explain`, `rate` and `technique-cases`, and puzzles of a chosen
//! difficulty.

use serde_json::Value;

use crate::sudoku::{PUZZLE, SOLUTION};
use crate::support::{Run, gordian, gordian_with};

/// A puzzle that needs more than singles, from `gordian sudoku generate --needs xy-wing --seed 1`.
const HARD: &str =
    "378..2..59....5.1...6.8...2..3.4....6..83.....9....6....56.12.....29....8........";

#[track_caller]
fn sudoku(args: &str, input: &str) -> Run {
    gordian_with(&format!("sudoku {args}"), input)
}

#[track_caller]
fn check(args: &str, input: &str, code: i32, expected: &str) {
    let run = sudoku(args, input).ends_with(code);
    assert_eq!(run.stdout, expected, "{args}: {}", run.stderr);
}

fn document(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("one document")
}

/// Returns the cell with a name such as `r2c5`.
fn cell(name: &Value) -> usize {
    let (row, column) = name.as_str().unwrap().strip_prefix('r').unwrap().split_once('c').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    9 * number(row) + number(column)
}

#[test]
fn hint_draws_the_grid() {
    let run = sudoku("hint -", PUZZLE).ends_with(0);
    insta::assert_snapshot!(run.stdout);
    // Without colours, the drawing is the same.
    let coloured = sudoku("hint --color always -", PUZZLE).ends_with(0).stdout;
    assert!(coloured.contains("\u{1b}["));
    let mut plain = String::new();
    for (number, part) in coloured.split('\u{1b}').enumerate() {
        plain.push_str(if number == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let trimmed = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    };
    assert_eq!(trimmed(&plain), trimmed(&run.stdout));
}

#[test]
fn hint_checks_the_placed_digits() {
    let placed = |digit: char| {
        let grid = format!("53+{digit}{}", &PUZZLE[3..]);
        format!(":0000::{grid}::::")
    };
    check("hint -", &placed('1'), 1, "-\tnone\tthe digit placed in r1c3 is wrong\n\n");
    let run = sudoku("hint -", &placed('4')).ends_with(0);
    assert!(run.stdout.contains("\n1 | 5       3       4     "), "{}", run.stdout);
    let run = sudoku("hint --json -", &placed('1')).ends_with(1);
    let document = document(&run);
    assert_eq!((&document["wrong"][0], &document["step"]), (&"r1c3".into(), &Value::Null));
    check("hint -", SOLUTION, 0, "-\tsolved already\n\n");
    check("steps -", SOLUTION, 0, "-\tsolved already\n\n");
    check("explain -", SOLUTION, 0, "-\tsolved already\n\n");
    check("rate --scale explainer -", SOLUTION, 0, "-\tsolved already\n");
    // Two placed digits conflict, and there are many solutions without them.
    let placed = format!(":0000::+1+1{}::::", ".".repeat(79));
    let word = "-\tnone\tthe placed digits cannot all be right\n\n";
    check("hint -", &placed, 1, word);
    check("hint --only remote-pair -", PUZZLE, 1, "-\tno step\n\n");
    check("hint -", &format!("55{}", &PUZZLE[2..]), 1, "-\tnone\n\n");
}

#[test]
fn steps_lists_all_steps() {
    let expected = "\
naked single: no other candidate is left in r5c5, so r5c5 is 5
naked single: no other candidate is left in r7c6, so r7c6 is 7
naked single: no other candidate is left in r7c9, so r7c9 is 4
naked single: no other candidate is left in r8c8, so r8c8 is 3

";
    check("steps --only naked-single -", PUZZLE, 0, expected);
    let run = sudoku("steps --only naked-single --eureka -", PUZZLE).ends_with(0);
    assert_eq!(run.stdout.lines().next(), Some("naked single: 5 in r5c5 => r5c5=5"));
    let run = sudoku("steps --json -", HARD).ends_with(0);
    let document = document(&run);
    let steps = document["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["technique"] == "hidden-single"), "{document}");
    assert!(steps.iter().all(|step| step["text"].as_str().unwrap().len() > 20));
}

/// Replays the steps of a document.
#[track_caller]
fn replay(puzzle: &str, document: &Value) -> String {
    let mut grid: Vec<u8> = puzzle.bytes().map(|c| c.saturating_sub(b'0')).collect();
    let mut gone = vec![[false; 10]; 81];
    for step in document["steps"].as_array().unwrap() {
        let of = |key: &str| -> Vec<(usize, usize)> {
            let all = step[key].as_array().into_iter().flatten();
            let digit = |at: &Value| usize::try_from(at["digit"].as_u64().unwrap()).unwrap();
            all.map(|at| (cell(&at["cell"]), digit(at))).collect()
        };
        let (placements, eliminations) = (of("placements"), of("eliminations"));
        assert!(placements.len() + eliminations.len() > 0, "{step}");
        for (cell, digit) in eliminations {
            assert!(grid[cell] == 0 && !gone[cell][digit], "{step}");
            gone[cell][digit] = true;
        }
        for (cell, digit) in placements {
            assert!(grid[cell] == 0 && !gone[cell][digit], "{step}");
            grid[cell] = u8::try_from(digit).unwrap();
        }
    }
    grid.iter().map(|digit| char::from(b'0' + digit)).collect()
}

#[test]
fn explain_lists_steps_to_the_solution() {
    let run = sudoku("explain -", PUZZLE).ends_with(0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with(" 1. ") && lines[50].starts_with("51. "), "{}", run.stdout);
    assert_eq!(lines[51], "solved in 51 steps · hardest: hidden single (1.2)");
    for puzzle in [PUZZLE, HARD] {
        let document = document(&sudoku("explain --json -", puzzle).ends_with(0));
        assert_eq!((&document["outcome"], &document["checked"]), (&"solved".into(), &true.into()));
        let solution = replay(puzzle, &document);
        assert_eq!(document["solution"], solution.as_str());
        let solved = sudoku("solve -", puzzle).ends_with(0).stdout;
        assert_eq!(solved.trim_end(), solution);
    }
    // The next hint is the first step.
    let first = document(&sudoku("explain --json -", HARD))["steps"][0].clone();
    assert_eq!(document(&sudoku("hint --json -", HARD))["step"], first);
}

#[test]
fn techniques_can_be_excluded() {
    let run = sudoku("explain --until hidden-single -", HARD).ends_with(1);
    assert!(run.stdout.contains("stuck: these techniques find no step here"), "{}", run.stdout);
    check("rate --until hidden-single -", HARD, 1, "-\tstuck\n");
    let used = |args: &str| -> Vec<String> {
        let document = document(&sudoku(&format!("explain --json {args} -"), HARD).ends_with(0));
        let steps = document["steps"].as_array().unwrap().iter();
        steps.map(|step| step["technique"].as_str().unwrap().to_owned()).collect()
    };
    let all = used("");
    let hardest = all.iter().find(|name| !name.ends_with("single") && *name != "full-house");
    let hardest = hardest.expect("singles do not suffice");
    assert!(!used(&format!("--without {hardest}")).contains(hardest));
    let run = sudoku("explain --without x-wings -", HARD).ends_with(2);
    assert!(run.stderr.contains("unknown technique `x-wings`"), "{}", run.stderr);
    assert!(run.stderr.contains("the most similar name is `x-wing`"), "{}", run.stderr);
}

#[test]
fn several_solutions_exclude_uniqueness_techniques() {
    // Two digits can be exchanged everywhere.
    let puzzle = PUZZLE.replace(['1', '2'], ".");
    let several = sudoku("count --limit 2 -", &puzzle).ends_with(0);
    assert_eq!(several.stdout, "2\n");
    let run = sudoku("explain -", &puzzle).ends_with(1);
    assert!(run.stdout.contains("stuck: there are several solutions"), "{}", run.stdout);
    assert!(
        run.stderr.contains("techniques that assume a unique solution are not used"),
        "{}",
        run.stderr
    );
    check("rate -", &puzzle, 1, "-\tseveral\n");
    // Three givens leave too many solutions to enumerate.
    let sparse = format!("1...2...3{}", ".".repeat(72));
    check("rate -", &sparse, 1, "-\tseveral\n");
    let run = sudoku("explain --json -", &sparse).ends_with(1);
    let document = document(&run);
    assert_eq!((&document["unique"], &document["limit"]), (&false.into(), &"techniques".into()));
}

#[test]
fn steps_respects_the_time_limit() {
    let grid = ".".repeat(256);
    let run = sudoku("steps --time-limit 0.01 --box 4x4 -", &grid).ends_with(3);
    assert!(run.stdout.ends_with("-\tundecided\n\n"), "{}", run.stdout);
}

#[test]
fn rate_supports_every_scale() {
    let input = format!("{PUZZLE}\n{SOLUTION}\n{}\n", "1".repeat(81));
    check("rate -", &input, 0, "1.2\t57.0\thidden single\n-\tsolved already\n-\tnone\n");
    let run = sudoku("rate --scale hodoku -", PUZZLE).ends_with(0);
    let fields: Vec<&str> = run.stdout.trim_end().split('\t').collect();
    // Full houses and naked singles score 4, hidden singles 14.
    let document = document(&sudoku("explain --order hodoku --json -", PUZZLE));
    let steps = document["steps"].as_array().unwrap();
    let scores = steps.iter().map(|step| if step["technique"] == "hidden-single" { 14 } else { 4 });
    assert_eq!((fields[0].parse(), fields[1]), (Ok(scores.sum::<u32>()), "easy"));
    check("rate --scale explainer -", PUZZLE, 0, "1.2\t1.2\t1.2\n");
    let run = sudoku("rate --scale explainer --until x-wing -", PUZZLE).ends_with(2);
    assert!(run.stderr.contains("uses a fixed set of techniques"), "{}", run.stderr);
    let run = sudoku("rate --json -", PUZZLE).ends_with(0);
    assert!(run.stdout.contains("\"hardest\":1.2"), "{}", run.stdout);
    let run = sudoku("rate --scale explainer --box 2x2 -", "1...............").ends_with(1);
    assert_eq!(run.stdout, "-\tseveral\n");
    let run = sudoku("rate --scale explainer --box 2x2 -", "1.....2..3.....4").ends_with(2);
    assert!(run.stderr.contains("9×9"), "{}", run.stderr);
}

#[test]
fn technique_cases_report_verdicts() {
    let case = |code: &str, conclusion: &str| format!(":{code}:5:{PUZZLE}:{conclusion}:\n");
    let input = format!(
        "# ours\n{}{}{}{}",
        case("0003", "::555"),
        case("0003", "::155"),
        case("0703", ":155:"),
        case("9999", "::555")
    );
    let expected = "\
2\t0003\tnaked single\tpass
3\t0003\tnaked single\twrong step
4\t0703\tremote pair\tno step
5\t9999\t?\ttechnique unknown
1 of 4 cases passed (1 wrong step, 1 no step, 1 unknown)
";
    check("technique-cases -", &input, 1, expected);
    check("technique-cases --threads 2 -", &input, 1, expected);
    let expected = "1\t0003\tnaked single\tpass\n\
                    1 of 1 cases passed (0 wrong step, 0 no step, 0 unknown)\n";
    check("technique-cases -", &case("0003", "::555"), 0, expected);
    let run = sudoku("technique-cases --json -", &input).ends_with(1);
    let last: Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&last["cases"], &last["passed"]), (&4.into(), &1.into()));
    let run = sudoku("technique-cases -", PUZZLE).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.no-case\t"), "{}", run.stdout);
    assert!(run.stderr.contains("the line is a puzzle without a technique"), "{}", run.stderr);
}

#[test]
fn generate_meets_difficulty_criteria() {
    let args = "sudoku generate --needs x-wing --avoids swordfish --level hard --seed 1 --json";
    let document = document(&gordian(args).ends_with(0));
    assert_eq!((&document["unique"], &document["rating"]["level"]), (&true.into(), &"hard".into()));
    let puzzle = document["puzzle"].as_str().unwrap();
    let run = sudoku("explain --order hodoku -", puzzle).ends_with(0);
    assert!(run.stdout.contains("X-wing: ") && !run.stdout.contains("swordfish: "));
    let rated = sudoku("rate --scale hodoku -", puzzle).ends_with(0).stdout;
    let score = rated.split('\t').next().unwrap().parse::<u64>().unwrap();
    assert_eq!(document["rating"]["score"], score);
    let run = gordian("sudoku generate --needs x-wing --level easy --attempts 50 --seed 1");
    let run = run.ends_with(3);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("no matching puzzle among 50 generated ones"), "{}", run.stderr);
    let run = gordian("sudoku generate --needs x-wing --avoids x-wing --seed 1").ends_with(2);
    assert!(run.stderr.contains("cannot both need and avoid the X-wing"), "{}", run.stderr);
    gordian("sudoku generate --fewest --level easy --seed 1").ends_with(2);
}

#[test]
fn solve_explains_puzzle_files() {
    let run = gordian("solve --explain puzzles/horrendum.toml").ends_with(0);
    let named =
        |name: &str| run.stdout.lines().any(|line| line.contains(". ") && line.contains(name));
    assert!(named("main diagonal") && named("region 5"), "{}", run.stdout);
    let run = gordian("solve --explain --json puzzles/horrendum.toml").ends_with(0);
    let document = document(&run);
    let explained = &document["explanation"];
    let rows = document["solution"].as_array().unwrap().iter();
    let digits: String = rows
        .flat_map(|row| row.as_array().unwrap().iter().map(|digit| digit.to_string()))
        .collect();
    assert_eq!((&explained["outcome"], &explained["solution"]), (&"solved".into(), &digits.into()));
    let run = gordian("solve --explain puzzles/cube3.toml").ends_with(2);
    assert!(
        run.stderr.contains("`--explain` does not apply to puzzles of kind `cube3`"),
        "{}",
        run.stderr
    );
    let run = gordian("solve --explain puzzles/killer.toml").ends_with(2);
    assert!(run.stderr.contains("`--explain` does not support cages"), "{}", run.stderr);
}

/// The command line and the service state the same facts.
#[test]
fn service_states_the_same_facts() {
    use gordian::requests::{RequestContext, Resources, ResourcesConfig, handle};
    let threads = std::num::NonZeroUsize::MIN;
    let resources =
        Resources::new(ResourcesConfig { cache: None, threads, seed: 1, ..Default::default() });
    let cancel = gordian::Cancel::new();
    let ctx = RequestContext::new(&resources, &cancel, &gordian::NoProgress);
    let empty = ".".repeat(81);
    let contradictory = format!("55{}", &PUZZLE[2..]);
    let wrong = format!(":0000::53+1{}::::", &PUZZLE[3..]);
    let placed = format!(":0000::53+4{}::::", &PUZZLE[3..]);
    let several = format!(".{}", &PUZZLE[1..]);
    let few = ["2 3 14 1", "34 1 24 23", "3 2 1 24", "1 4 34 24"].join("\n");
    let no_solution = ["2 3 14 1", "34 1 24 23", "3 2 2 24", "1 4 34 24"].join("\n");
    let puzzles = [
        &empty,
        PUZZLE,
        HARD,
        SOLUTION,
        &contradictory,
        &wrong,
        &placed,
        &several,
        &few,
        &no_solution,
    ];
    for puzzle in puzzles {
        for (command, name) in [
            ("hint --json -", "sudoku/hint"),
            ("explain --json -", "sudoku/explain"),
            ("rate --json -", "sudoku/rate"),
        ] {
            let said = document(&sudoku(command, puzzle));
            let input = serde_json::json!({ "puzzle": puzzle }).to_string();
            let answered = handle(name, &input, &ctx).expect("an answer");
            for field in ["outcome", "unique", "checked", "limit", "solution", "rating"] {
                let of = |document: &Value| document.get(field).cloned();
                // Responses have every field; documents only those of the command.
                let (said, answered) = (of(&said), of(&answered));
                if let (Some(said), Some(answered)) = (said, answered) {
                    assert_eq!(said, answered, "{field} of {command} for {puzzle}");
                }
            }
        }
    }
    let hint = document(&sudoku("hint --json -", &empty));
    assert_eq!((&hint["outcome"], &hint["limit"]), (&"stopped".into(), &"techniques".into()));
    assert_eq!(hint["checked"], false);
}

/// The list of steps is bounded, and the answer says that it is.
#[test]
fn steps_of_very_many_candidates_are_limited() {
    // Pencil marks with one solution and some hundred thousand wings of almost locked sets.
    let marks: String = (0..81)
        .flat_map(|cell| {
            let own = (cell / 9 * 3 + cell / 27 + cell % 9) % 9;
            (0..9).map(move |digit| {
                let mixed = cell * 11 + digit * 4 + cell / 9 * 5 + cell % 9 * digit;
                let has = digit == own || mixed % 4 == 1;
                if has { char::from(b'1' + u8::try_from(digit).unwrap()) } else { '.' }
            })
        })
        .collect();
    let run = sudoku("steps --only als-xy-wing --json -", &marks).ends_with(3);
    let listed = document(&run);
    assert_eq!(
        (&listed["outcome"], &listed["limit"], &listed["more"]),
        (&"stopped".into(), &"effort".into(), &true.into())
    );
    let n = listed["steps"].as_array().unwrap().len();
    assert!((1..=10_000).contains(&n), "{n}");
    let text = sudoku("steps --only als-xy-wing --eureka -", &marks).ends_with(3).stdout;
    let last = format!("-\tthere may be more steps than these {n}; choose fewer techniques\n\n");
    assert!(text.ends_with(&last), "{}", &text[text.len().saturating_sub(200)..]);
    let few = document(&sudoku("steps --only hidden-single --json -", PUZZLE).ends_with(0));
    assert_eq!((&few["limit"], &few["more"]), (&Value::Null, &false.into()));
}
