//! `gordian sudoku`: one puzzle at a time.

use serde_json::{Value, json};

use crate::support::{Run, file, folder, gordian, gordian_with, root};

/// The classic puzzle and its only solution.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The same without its only 5 in the first row, which makes two 5 in the last.
fn contradictory() -> String {
    format!("55{}", &PUZZLE[2..])
}

/// Runs `gordian sudoku` with a text on standard input.
#[track_caller]
fn sudoku(args: &str, input: &str) -> Run {
    gordian_with(&format!("sudoku {args}"), input)
}

#[track_caller]
fn check(args: &str, input: &str, code: i32, expected: &str) {
    let run = sudoku(args, input).ends_with(code);
    assert_eq!(run.stdout, expected, "{args}, {input:?}: {}", run.stderr);
}

/// Returns the documents on the lines of standard output.
fn documents(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("a document")).collect()
}

#[test]
fn solution_is_one_line() {
    check("solve -", PUZZLE, 0, &format!("{SOLUTION}\n"));
    check("solve --first -", PUZZLE, 0, &format!("{SOLUTION}\n"));
    check("solve -", &contradictory(), 1, "-\tnone\n");
    check("solve --first -", &contradictory(), 1, "-\tnone\n");
    let run =
        sudoku("solve -", &format!("..{}", &SOLUTION[2..].replace(['5', '6'], "."))).ends_with(0);
    let (solution, word) = run.stdout.trim_end().split_once('\t').expect("two fields");
    assert_eq!((solution.len(), word), (81, "several"));
    let first = sudoku("solve --first -", &".".repeat(81)).ends_with(0).stdout;
    assert_eq!(first.len(), 82);
}

#[test]
fn every_engine_gives_the_same_answers() {
    let input = format!("{PUZZLE}\n{}\n{}\n", contradictory(), ".".repeat(81));
    for engine in ["auto", "batch", "single", "learning", "model"] {
        check(&format!("count --limit 2 --engine {engine} -"), &input, 0, "1\n0\n2\n");
        let run = sudoku(&format!("solve --engine {engine} -"), &input).ends_with(0);
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!((lines[0], lines[1]), (SOLUTION, "-\tnone"), "{engine}");
        assert!(lines[2].ends_with("\tseveral"), "{engine}");
    }
    // The batch engine refuses other grids.
    let run = sudoku("solve --engine batch -", &".".repeat(16)).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsolve.wrong-engine\t"), "{}", run.stdout);
    let marks = format!("12.......{}", "123456789".repeat(80));
    let run = sudoku("count --limit 1 --engine model -", &marks).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsolve.wrong-engine\t"), "{}", run.stdout);
    check("count --limit 1 -", &marks, 0, "1\n");
}

#[test]
fn large_grids_fall_back_to_learning() {
    let holes = "generate --size 36 --holes 48% --seed 1 --count 1";
    let puzzle = sudoku(holes, "").ends_with(0).stdout;
    // With several threads, the plain search may find a solution before it gives up.
    for (options, engine) in
        [("--threads 1", "learning"), ("--threads 2 --engine learning", "learning/2 threads")]
    {
        let run =
            sudoku(&format!("solve --first --json --stats {options} -"), &puzzle).ends_with(0);
        let answer: Value = serde_json::from_str(&run.stdout).expect("a document");
        assert_eq!((&answer["engine"], &answer["checked"]), (&json!(engine), &json!(true)));
        let stats: Value = serde_json::from_str(&run.stderr).expect("a document");
        assert_eq!(stats["engine"], engine);
        assert!(stats["guesses"].as_u64() > Some(100), "{stats}");
    }
    // Pencil marks are supported.
    let marks = format!("12.......{}", "123456789".repeat(80));
    check("count --engine learning --limit 1 -", &marks, 0, "1\n");
}

#[test]
fn every_kernel_gives_the_same_answers() {
    let input = format!("{PUZZLE}\n").repeat(600);
    let expected = format!("{SOLUTION}\n").repeat(600);
    let mut n = 0;
    for kernel in ["auto", "avx512", "avx2", "portable"] {
        let run = sudoku(&format!("solve --kernel {kernel} --stats -"), &input);
        if run.code == 2 && run.stderr.contains("cannot run the kernel") {
            continue;
        }
        assert_eq!(run.ends_with(0).stdout, expected);
        n += 1;
    }
    assert!(n >= 2, "auto and portable run everywhere");
}

#[test]
fn grids_of_other_sizes_are_solved() {
    check("solve -", "1... ..2. .3.. ...4", 0, "1243342143122134\n");
    check("solve --box 2x2 -", "1.....2..3.....4\n", 0, "1243342143122134\n");
    check("solve --output block -", "1.....2..3.....4\n", 0, "1243\n3421\n4312\n2134\n\n");
    check("count --limit 3 --latin 3 -", "12.......", 0, "2\n");
    check("solve --latin 3 -", "12.2.....", 0, "123231312\n");
    check("count --regions aabbaabbccddccdd -", "................", 0, "288\n");
    check("count --box 2x2 --diagonals -", "................", 0, "48\n");
    check("count --diagonals -", "................", 0, "48\n");
    check("count --diagonals -", "....\n....\n....\n....\n", 0, "48\n");
    check("count --limit 2 --diagonals -", &".".repeat(36), 0, "2\n");
    let numbers = ". ".repeat(256);
    check("count --limit 1 --diagonals -", &numbers, 0, "1\n");
    // Both 1 are on a diagonal; the fast path must not answer these lines.
    let crossed = format!("1{}1{}", ".".repeat(39), ".".repeat(40));
    check("check --diagonals -", &format!("{crossed}\n").repeat(600), 0, &"none\n".repeat(600));
    let big = file(&folder("sudoku-16"), "16", &(". ".repeat(16) + "\n").repeat(16));
    let run = gordian(&format!("sudoku solve --first {big}")).ends_with(0);
    assert_eq!(run.stdout.len(), 257, "{}", run.stdout);
}

#[test]
fn whole_file_formats_give_one_answer_per_puzzle() {
    let rows = |text: &str| -> String {
        text.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
    };
    let (puzzle, solution) = (rows(PUZZLE), format!("{SOLUTION}\n"));
    check("solve -", &puzzle, 0, &solution);
    check("solve -", &format!("#Ame\n[Puzzle]\n{puzzle}"), 0, &solution);
    check("solve -", &format!("{puzzle}\n{puzzle}"), 0, &solution.repeat(2));
    let game = format!("<game data=\"{}\"/>", PUZZLE.replace('.', "0"));
    check("solve -", &format!("<opensudoku>{game}{game}</opensudoku>"), 0, &solution.repeat(2));
    check("solve --format block -", &puzzle, 0, &solution);
    let run = sudoku("solve --format sdk -", &puzzle).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.wrong-format\t"), "{}", run.stdout);
    // A line of 16 characters could be a row: the format says what it is.
    check("count --format line -", &"1...............\n".repeat(16), 0, &"72\n".repeat(16));
}

#[test]
fn solutions_are_counted() {
    check("count -", "................", 0, "288\n");
    check("count -", PUZZLE, 0, "1\n");
    check("count -", &contradictory(), 1, "0\n");
    check("count --limit 100 -", &".".repeat(81), 0, "100\n");
    check("count --limit 287 -", "................", 0, "287\n");
    check("count --limit 289 -", "................", 0, "288\n");
    // Enough lines for the batch engine, and more solutions than it counts.
    let sparse = format!("{}{}", &SOLUTION[..45], ".".repeat(36));
    let one = sudoku("count -", &sparse).ends_with(0).stdout;
    assert!(one.trim_end().parse::<u64>().expect("a number") > 64, "{one}");
    check("count --stats -", &format!("{sparse}\n").repeat(600), 0, &one.repeat(600));
    check("count --engine batch -", &sparse, 0, &one);
    check("count --engine batch --limit 100 -", &".".repeat(81), 0, "100\n");
    let run = sudoku(
        "count --engine batch --time-limit 0.05 -",
        &format!("{}\n{PUZZLE}", ".".repeat(81)),
    );
    let run = run.ends_with(3);
    assert!(run.stdout.starts_with("at least ") && run.stdout.ends_with("\n1\n"), "{}", run.stdout);
}

#[test]
fn large_counts_are_estimated() {
    let run = sudoku("count --estimate -", &".".repeat(16)).ends_with(0);
    let (number, error) = run.stdout.trim_end().split_once('\t').expect("two fields");
    let number: f64 = number.strip_prefix("about ").and_then(|n| n.parse().ok()).expect("a number");
    assert!((280.0..296.0).contains(&number) && error.ends_with(" %"), "{}", run.stdout);
    let run = sudoku("count --estimate --probes 200 -", &".".repeat(81)).ends_with(0);
    assert!(run.stdout.starts_with("about ") && run.stdout.contains("e21\t± "), "{}", run.stdout);
    check("count --estimate -", PUZZLE, 0, "about 1\t± 0.0 %\n");
    check("count --estimate -", &contradictory(), 0, "about 0\t± 0.0 %\n");
    check("count --estimate --time-limit 0 -", &".".repeat(81), 3, "-\tundecided\n");
    let none = sudoku("count --estimate --time-limit 0 --json -", &".".repeat(81)).ends_with(3);
    let none = none.json();
    assert_eq!((&none["estimate"], &none["probes"]), (&Value::Null, &json!(0)));
    assert_eq!((&none["standard_error"], &none["log10"]), (&Value::Null, &Value::Null));
    let args = "count --estimate --probes 100000000 --time-limit 0.5 -";
    let few = sudoku(args, &".".repeat(81)).ends_with(3).stdout;
    assert!(few.starts_with("about ") && few.ends_with(" of 100000000 probes\n"), "{few}");
    let huge = sudoku("count --estimate --probes 3 --latin 36 --json -", &".".repeat(1296));
    let document = huge.ends_with(0).json();
    assert!(document["log10"].as_f64().expect("a number") > 500.0, "{document}");
    assert_eq!(document["estimate"], Value::Null);
    let again = sudoku("count --estimate --seed 1 -", &".".repeat(16)).stdout;
    assert_eq!(sudoku("count --estimate --seed 1 -", &".".repeat(16)).stdout, again);
    assert_ne!(again, run.stdout);
}

#[test]
fn check_reports_uniqueness_and_minimality() {
    let input = format!("{PUZZLE}\n{}\n{}\n", contradictory(), ".".repeat(81));
    check("check -", &input, 0, "unique\nnone\nseveral\n");
    check("check -", PUZZLE, 0, "unique\n");
    check("check -", &contradictory(), 1, "none\n");
    check("check -", &".".repeat(81), 1, "several\n");
    check("check --minimal -", PUZZLE, 0, "unique\tredundant\n");
    let minimal = sudoku("minimise -", PUZZLE).ends_with(0).stdout;
    check(
        "check --minimal -",
        &(minimal + &input),
        0,
        "unique\tminimal\nunique\tredundant\nnone\nseveral\n",
    );
}

#[test]
fn check_verifies_given_solutions() {
    let folder = folder("sudoku-solutions");
    let puzzles = file(&folder, "puzzles", &format!("{PUZZLE}\n\n{PUZZLE}\n1.....2..3.....4\n"));
    let check = |solutions: &str, code, expected: &str| {
        let solutions = file(&folder, "solutions", solutions);
        let run = gordian(&format!("sudoku check {puzzles} --solution {solutions}"));
        assert_eq!(run.ends_with(code).stdout, expected);
    };
    let wrong = SOLUTION.replace('1', "2");
    check(
        &format!("{SOLUTION}\n{wrong}\n1243342143122134\n"),
        0,
        "right\nwrong\tr2c4 holds 2, but 1 is given there\nright\n",
    );
    let run = gordian(&format!("sudoku check {puzzles} --solution {puzzles}")).ends_with(0);
    assert!(run.stdout.starts_with("wrong\tr1c3 is blank\n"), "{}", run.stdout);
    let short = file(&folder, "short", &format!("{SOLUTION}\nno\n"));
    let run = gordian(&format!("sudoku check {puzzles} --solution {short}")).ends_with(2);
    let codes: Vec<_> = run.stdout.lines().map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(codes, [None, Some("sudoku.wrong-length"), Some("sudoku.no-solution")]);
    assert!(run.stdout.ends_with(&format!("\t{short} ends after 2 solutions\n")), "{}", run.stdout);
    let one = file(&folder, "one", PUZZLE);
    let run = gordian(&format!("sudoku check {one} --json --solution {puzzles}")).ends_with(1);
    assert_eq!(run.json()["right"], json!(false));
    assert_eq!(gordian("sudoku check - --solution -").code, 2);
}

#[test]
fn candidates_are_the_digits_of_all_solutions() {
    let run = sudoku("candidates -", "1...\n....\n....\n....\n").ends_with(0);
    let words: Vec<&str> = run.stdout.split_whitespace().collect();
    assert_eq!((words.len(), words[0], words[1], words[15]), (16, "1", "234", "1234"));
    let run = sudoku("candidates -", PUZZLE).ends_with(0);
    assert_eq!(run.stdout.len(), 730);
    check("solve -", &run.stdout, 0, &format!("{SOLUTION}\n"));
    check("candidates -", &contradictory(), 1, "-\tnone\n");
    insta::assert_snapshot!(sudoku("candidates --output block -", "1.......2.......").stdout, @r"
     1    234  | 234  234
     34   234  | 1234 1234
    -----------+-----------
     2    134  | 134  134
     34   134  | 1234 1234
    ");
}

#[test]
fn redundant_givens_are_listed() {
    // Each given is redundant by itself.
    let run = sudoku("redundant -", "1234341221434321").ends_with(0);
    assert_eq!(run.stdout.split_whitespace().count(), 16);
    check("redundant -", "1.....2..3.....4", 0, "-\n");
    check("redundant -", "12....2..3.....4", 0, "r1c2\n");
    check("redundant -", &".".repeat(16), 1, "-\tseveral\n");
    check("redundant -", &contradictory(), 1, "-\tnone\n");
}

#[test]
fn puzzles_are_minimised() {
    for symmetry in ["none", "half-turn"] {
        let args = format!("minimise --symmetry {symmetry} --seed 3 --json -");
        let run = sudoku(&args, PUZZLE).ends_with(0);
        let document = run.json();
        let left = document["puzzle"].as_str().expect("a puzzle").to_owned();
        assert_eq!(document["solution"], json!(SOLUTION));
        let removed = document["removed"].as_array().expect("a list").len();
        let givens = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(givens(&left) + removed, givens(PUZZLE));
        assert!(removed > 0 && left.bytes().zip(PUZZLE.bytes()).all(|(l, p)| l == b'.' || l == p));
        check("solve -", &left, 0, &format!("{SOLUTION}\n"));
        if symmetry == "none" {
            check("redundant -", &left, 0, "-\n");
        }
    }
    check("minimise -", &".".repeat(81), 1, "-\tseveral\n");
    let run = sudoku("minimise --symmetry full -", PUZZLE).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.asymmetric\t"), "{}", run.stdout);
}

/// Returns the 729 pencil marks of a puzzle whose open cells may hold anything but the digit of the
/// next cell of the solution.
fn marked() -> String {
    let solution = SOLUTION.as_bytes();
    let mut marks = String::new();
    for (cell, given) in PUZZLE.bytes().enumerate() {
        for digit in b'1'..=b'9' {
            let next = solution[(cell + 1) % 81];
            let is_marked =
                digit == given || given == b'.' && (digit != next || digit == solution[cell]);
            marks.push(if is_marked { char::from(digit) } else { '.' });
        }
    }
    marks
}

#[test]
fn minimise_keeps_pencil_marks() {
    let marked = marked();
    let left = sudoku("minimise -", &marked).ends_with(0).stdout;
    let left = left.trim_end();
    assert_eq!(left.len(), 729, "{left}");
    let mut n_removed = 0;
    for (before, after) in marked.as_bytes().chunks(9).zip(left.as_bytes().chunks(9)) {
        if before != after {
            assert_eq!(before.iter().filter(|&&mark| mark != b'.').count(), 1);
            assert_eq!(after, b"123456789");
            n_removed += 1;
        }
    }
    assert!(n_removed > 0);
    check("solve -", left, 0, &format!("{SOLUTION}\n"));
    check("redundant -", left, 0, "-\n");
    check("check --minimal -", left, 0, "unique\tminimal\n");
    let document = sudoku("minimise --json -", &marked).ends_with(0).json();
    assert_eq!(document["puzzle"], json!(left));
    assert_eq!(document["removed"].as_array().map(Vec::len), Some(n_removed));
    let run = sudoku("minimise --output block -", &marked).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.unwritable\t"), "{}", run.stdout);
    assert!(
        run.stderr.contains("the format `line` can express them (`--output`"),
        "{}",
        run.stderr
    );
}

#[test]
fn minimise_keeps_the_houses_of_the_input() {
    // Without the diagonals there would be several solutions.
    let plain = "123.....4.......";
    check("check -", plain, 1, "several\n");
    let cells: Vec<Value> =
        plain
            .bytes()
            .map(|byte| {
                if byte == b'.' { json!({}) } else { json!({"value": byte - b'0', "given": true}) }
            })
            .collect();
    let rows: Vec<&[Value]> = cells.chunks(4).collect();
    let puzzle = json!({"size": 4, "diagonal-": true, "diagonal+": true, "grid": rows}).to_string();
    let solution = sudoku("solve -", &puzzle).ends_with(0).stdout;
    assert_eq!(solution.trim_end().len(), 16, "{solution}");
    let left = sudoku("minimise -", &puzzle).ends_with(0).stdout;
    assert!(left.starts_with("https://www.f-puzzles.com/?load="), "{left}");
    check("solve -", &left, 0, &solution);
    check("redundant -", &left, 0, "-\n");
    let run = sudoku("minimise --output block -", &puzzle).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.unwritable\t"), "{}", run.stdout);
    // Houses from the command line need not be in the output line.
    let left = sudoku("minimise --diagonals -", plain).ends_with(0).stdout;
    assert_eq!(left.trim_end().len(), 16, "{left}");
    check("solve --diagonals -", &left, 0, &solution);
    let left = sudoku("minimise --diagonals --output block -", plain).ends_with(0).stdout;
    assert_eq!(left.lines().filter(|line| line.len() == 4).count(), 4, "{left}");
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    // Rows as columns, and digits renamed.
    let turned: String = (0..81)
        .map(|i| PUZZLE.as_bytes()[i % 9 * 9 + i / 9])
        .map(|c| if c == b'.' { '.' } else { char::from(b'1' + (c - b'1' + 4) % 9) })
        .collect();
    let form = sudoku("canonical -", PUZZLE).ends_with(0).stdout;
    check("canonical -", &turned, 0, &form);
    check("canonical -", &form, 0, &form);
    assert_ne!(form.trim_end(), PUZZLE);
    let run = sudoku("canonical -", &".".repeat(16)).ends_with(2);
    assert!(run.stdout.starts_with("error\t1\tsudoku.not-classic\t"), "{}", run.stdout);
}

#[test]
fn generated_puzzles_satisfy_the_options() {
    let generate =
        |args: &str| gordian(&format!("sudoku generate --seed 1 {args}")).ends_with(0).stdout;
    let givens = |text: &str| text.bytes().filter(|c| c.is_ascii_digit()).count();
    let ten = generate("--count 10");
    assert_eq!(ten.lines().count(), 10);
    check("check -", &ten, 0, &"unique\n".repeat(10));
    assert_eq!(generate("--count 10 --threads 1"), ten);
    // Each has a seed of its own.
    let third = gordian("sudoku generate --seed 3").ends_with(0).stdout;
    assert_eq!(Some(third.trim_end()), ten.lines().nth(2));

    let symmetric = generate("--clues 26 --symmetry half-turn --solution");
    let (puzzle, solution) = symmetric.trim_end().split_once('\t').expect("two fields");
    assert_eq!(givens(puzzle), 26);
    let holes = |text: &str| text.chars().map(|c| c == '.').collect::<Vec<_>>();
    assert_eq!(holes(puzzle), holes(&puzzle.chars().rev().collect::<String>()));
    check("solve -", puzzle, 0, &format!("{solution}\n"));
    let minimal = generate("--minimal --count 3");
    check("check --minimal -", &minimal, 0, &"unique\tminimal\n".repeat(3));

    check("check -", &generate("--size 6"), 0, "unique\n");
    check("check --latin 5 -", &generate("--latin 5"), 0, "unique\n");
    check("check --diagonals -", &generate("--diagonals"), 0, "unique\n");
    assert_eq!(generate("--size 16 --holes 100").matches('.').count(), 100);
    assert_eq!(generate("--size 4 --holes 25%").matches('.').count(), 4);
    let document: Value = serde_json::from_str(&generate("--json")).expect("a document");
    assert_eq!((&document["seed"], &document["unique"]), (&json!(1), &json!(true)));
    let block = generate("--output block");
    assert_eq!(block.replace('\n', ""), ten.lines().next().expect("ten lines"));

    let run = gordian("sudoku generate --clues 17 --attempts 2 --seed 1").ends_with(3);
    assert!(run.stdout.is_empty() && run.stderr.contains("no matching puzzle in 2 attempts"));
    let run = gordian("sudoku generate --clues 17 --attempts 2 --seed 1 --json").ends_with(3);
    let document = run.json();
    assert_eq!((&document["outcome"], &document["limit"]), (&json!("stopped"), &json!("effort")));
    let run = gordian("sudoku generate --clues 82 --json").ends_with(2);
    assert_eq!(run.json()["error"]["code"], json!("sudoku.impossible"));
    let run = gordian("sudoku generate --clues 16 --seed 1").ends_with(2);
    assert!(
        run.stderr.contains("a puzzle with fewer than 17 clues never has a unique solution"),
        "{}",
        run.stderr
    );
    // The bound of 17 applies to the classic grid only.
    gordian("sudoku generate --diagonals --clues 5 --attempts 1 --seed 1").ends_with(3);
    let run = gordian("sudoku generate").ends_with(0);
    assert!(run.stderr.starts_with("note: `--seed "), "{}", run.stderr);
    for wrong in ["--size 7", "--size 65", "--clues 82", "--regions abc", "--size 4 --holes 17"] {
        assert_eq!(gordian(&format!("sudoku generate --seed 1 {wrong}")).code, 2, "{wrong}");
    }
}

#[test]
fn unsupported_rules_are_named() {
    let cell = json!({});
    let grid = vec![vec![cell; 9]; 9];
    let link = json!({
        "size": 9, "grid": grid, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
    });
    for args in ["solve -", "count --limit 2 -", "minimise -"] {
        let run = sudoku(args, &link.to_string()).ends_with(2);
        assert!(run.stdout.starts_with("error\t1\tsudoku.not-understood\t"), "{}", run.stdout);
        assert!(run.stdout.contains("killercage"), "{}", run.stdout);
    }
    // Solutions are not checked against only some of the rules either.
    let folder = folder("sudoku-killer");
    let puzzle = file(&folder, "killer", &link.to_string());
    let solution = file(&folder, "solution", SOLUTION);
    let run = gordian(&format!("sudoku check {puzzle} --solution {solution}")).ends_with(2);
    assert!(run.stdout.contains("killercage"), "{}", run.stdout);
}

/// Returns a grid as in documents: rows of digits.
fn rows(line: &str) -> Value {
    let digits: Vec<u32> = line.chars().filter_map(|digit| digit.to_digit(10)).collect();
    json!(digits.chunks(9).collect::<Vec<_>>())
}

#[test]
fn documents_have_outcome_and_uniqueness() {
    let input = format!("{PUZZLE}\nno puzzle\n{}\n", contradictory());
    let run = sudoku("solve --json -", &input).ends_with(2);
    let documents = documents(&run);
    let fields = |document: &Value| {
        ["line", "outcome", "unique", "solution", "checked"].map(|key| document[key].clone())
    };
    let expected = [json!(1), json!("solved"), json!(true), rows(SOLUTION), json!(true)];
    assert_eq!(fields(&documents[0]), expected);
    assert_eq!(documents[1]["error"]["code"], json!("sudoku.wrong-length"));
    assert_eq!((&documents[1]["line"], &documents[1]["error"]["line"]), (&json!(2), &json!(2)));
    let expected = [json!(3), json!("infeasible"), Value::Null, Value::Null, json!(false)];
    assert_eq!(fields(&documents[2]), expected);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    for (args, field) in [("redundant --json -", "redundant"), ("minimise --json -", "puzzle")] {
        let fields_of = |input: &str, code| {
            let document = sudoku(args, input).ends_with(code).json();
            assert!(document.get(field).is_some(), "{document}");
            ["outcome", "unique", field].map(|key| document[key].clone())
        };
        assert_eq!(fields_of(&".".repeat(81), 1), [json!("solved"), json!(false), Value::Null]);
        assert_eq!(fields_of(&contradictory(), 1), [json!("infeasible"), Value::Null, Value::Null]);
        assert_eq!(fields_of(PUZZLE, 0)[..2], [json!("solved"), json!(true)]);
    }
    assert_eq!(sudoku("canonical --json -", PUZZLE).json()["outcome"], json!("solved"));
    let run = gordian("sudoku solve --json no-such-file").ends_with(2);
    assert_eq!(run.json()["error"]["code"], json!("io.not-found"));
}

#[test]
fn stats_are_one_document() {
    let run =
        sudoku("solve --stats --threads 2 -", &format!("{PUZZLE}\n{}\nno\n", contradictory()));
    let last = run.ends_with(2).stderr.lines().last().expect("a line").to_owned();
    let stats: Value = serde_json::from_str(&last).expect("a document");
    let Value::Object(fields) = &stats else { panic!("{stats}") };
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let mut expected = ["schema", "puzzles", "solved", "seconds", "guesses", "engine", "threads"];
    expected.sort_unstable();
    let mut sorted = names;
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let numbers = ["schema", "puzzles", "solved", "threads"].map(|key| stats[key].as_u64());
    assert_eq!(numbers, [Some(1), Some(2), Some(1), Some(2)]);
    assert!(stats["seconds"]["cpu"].is_f64() && stats["seconds"]["wall"].is_f64());
    assert!(stats["engine"].is_string() && stats["guesses"].is_u64());
    // Stats are also printed with `--quiet` and for an empty file.
    let run = sudoku("count --stats --quiet -", "").ends_with(0);
    let stats: Value = serde_json::from_str(&run.stderr).expect("a document");
    assert_eq!(stats["puzzles"], json!(0));
}

#[test]
fn time_limit_applies_to_each_puzzle() {
    let input = format!("{}\n{PUZZLE}\n", ".".repeat(81));
    let run = sudoku("count --engine single --time-limit 0.05 -", &input).ends_with(3);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("at least "), "{}", run.stdout);
    assert_eq!(lines[1], "1");
    let run = sudoku("solve --engine single --time-limit 0 -", PUZZLE).ends_with(3);
    assert!(run.stdout.ends_with("\tundecided\n"), "{}", run.stdout);
}

#[test]
fn errors_are_shown_with_carets_and_hints() {
    let line = PUZZLE.replacen('9', "%", 1);
    let run = sudoku("solve -", &format!("# one\n{line}\n")).ends_with(2);
    assert_eq!(run.stdout, "error\t2\tsudoku.bad-character\t`%` is not a digit\n");
    insta::assert_snapshot!(run.stderr, @r"
     × `%` is not a digit
      ╭─[-:2:14]
    2 │ 53..7....6..1%5....98....6.8...6...34..8.3..17...2...6.6....28....419..5…
      ·              ─
      ╰────
     hint: a cell is a number from 1, a letter (A is 10), or `.` for blank
    ");
}

#[test]
fn error_columns_point_at_the_invalid_character() {
    let program = |bytes: &[u8]| {
        let path = folder("sudoku-carets").join("bytes");
        fs_err::write(&path, bytes).expect("a file can be written");
        gordian(&format!("sudoku solve --json {}", path.display())).ends_with(2).json()
    };
    let check = |bytes: &[u8], message: &str, column: usize| {
        let error = program(bytes)["error"].clone();
        assert_eq!((&error["message"], &error["column"]), (&json!(message), &json!(column)));
    };
    let line = format!("ä{}", &PUZZLE[2..]);
    let mut bytes = line.clone().into_bytes();
    bytes.splice(4..6, *b"\xff");
    check(&bytes, "byte 5 of the line is not UTF-8", 4);
    check(b"12..\n3\xff..\n..12\n", "byte 2 of the line is not UTF-8", 2);
    check(b"\xff\xfe5\x003\x00", "the text is UTF-16, not UTF-8", 1);
    check(PUZZLE.replacen('3', "\0", 1).as_bytes(), "a NUL is not a digit", 2);
}

#[test]
fn invalid_arguments_are_explained() {
    let check = |args: &str, expected: &str| {
        let run = gordian(&format!("sudoku {args}")).ends_with(2);
        assert!(run.stderr.contains(expected), "{args}: {}", run.stderr);
    };
    check("count --limit -1 -", "not a number from 1");
    check("count --limit 0 -", "not a number from 1");
    check("count --time-limit -1 -", "not a number of seconds");
    check("generate --time-limit -1", "not a number of seconds");
    check("generate --size -1", "not a number from 1");
    check("generate --holes -1", "neither a number of cells");
    check("generate --holes -1%", "neither a number of cells");
    check("generate --holes 101%", "more than 100 %");
    check("solve --box 8x9 -", "`--box 8x9`: a grid has 1 to 64 rows, not 72");
    check("solve --regions abc -", "`--regions` has 3 cells");
    check("solve --regions aaab -", "hint: write one letter per cell");
    check("solve --latin 65 -", "`--latin 65`");
}

#[test]
fn toml_files_are_refused() {
    let run = gordian("sudoku solve puzzles/classic.toml");
    assert_eq!(run.code, 2);
    assert!(root().join("puzzles/classic.toml").exists());
}
