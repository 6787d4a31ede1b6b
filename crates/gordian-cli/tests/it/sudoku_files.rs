//! `gordian sudoku` on files: many puzzles in order, with other lines in between.

use std::fmt::Write as _;

use crate::sudoku::{PUZZLE, SOLUTION};
use crate::support::{file, folder, gordian, gordian_with};

/// Returns a grid with its digits permuted by the permutation with this number.
fn renamed(grid: &str, mut number: usize) -> String {
    let mut digits = b"123456789".to_vec();
    let mut names = Vec::new();
    for n in (1..=9).rev() {
        names.push(char::from(digits.remove(number % n)));
        number /= n;
    }
    grid.bytes().map(|c| if c == b'.' { '.' } else { names[usize::from(c - b'1')] }).collect()
}

/// Returns a file with lines of every kind, and its answers.
fn mixed(n: usize) -> (String, String) {
    let (mut input, mut output) = (String::new(), String::new());
    // Every 499th puzzle comes with three lines more.
    for (k, line) in (0..n).map(|k| (k, 1 + k + 3 * ((k + 497) / 499))) {
        let (puzzle, solution) = (renamed(PUZZLE, k * 7919), renamed(SOLUTION, k * 7919));
        match k % 499 {
            1 => {
                write!(input, "\n# {puzzle}\n  \r\n{puzzle}\r\n").unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            2 => {
                writeln!(input, "{puzzle} # a remark").unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            3 => {
                writeln!(input, "{puzzle},{solution}").unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            4 => {
                writeln!(input, "{}", puzzle.replace('.', "*")).unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            5 => {
                let cells: Vec<String> = puzzle.chars().map(String::from).collect();
                writeln!(input, "{}", cells.join(" ").replace('.', "0")).unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            6 => {
                writeln!(input, "1.....2..3.....4").unwrap();
                writeln!(output, "1243342143122134").unwrap();
            }
            7 => {
                writeln!(input, "{}x{}", &puzzle[..40], &puzzle[40..]).unwrap();
                let message = "82 cells do not make a square grid";
                writeln!(output, "error\t{line}\tsudoku.wrong-length\t{message}").unwrap();
            }
            8 => {
                writeln!(input, "{}!{}", &puzzle[..40], &puzzle[41..]).unwrap();
                writeln!(output, "error\t{line}\tsudoku.bad-character\t`!` is not a digit")
                    .unwrap();
            }
            9 => {
                writeln!(input, "{0}{0}{1}", &solution[..1], &puzzle[2..]).unwrap();
                writeln!(output, "-\tnone").unwrap();
            }
            10 => {
                writeln!(input, "{solution}").unwrap();
                writeln!(output, "{solution}").unwrap();
            }
            _ => {
                writeln!(input, "{puzzle}").unwrap();
                writeln!(output, "{solution}").unwrap();
            }
        }
    }
    (input, output)
}

#[test]
fn answers_are_in_order_with_any_number_of_threads() {
    let (input, output) = mixed(30_000);
    let path = file(&folder("sudoku-mixed"), "mixed", &input);
    for threads in [1, 2, 3] {
        let run = gordian(&format!("sudoku solve --threads {threads} {path}")).ends_with(2);
        // Not `assert_eq`, which would print megabytes.
        let different = run.stdout.lines().zip(output.lines()).find(|(found, line)| found != line);
        assert_eq!(different, None, "{threads} threads");
        assert_eq!(run.stdout.len(), output.len(), "{threads} threads");
        // Ten errors are shown, the others are counted.
        assert_eq!(run.stderr.matches(" hint: ").count(), 10);
        assert!(run.stderr.contains(" more invalid lines"), "{}", run.stderr);
    }
    let run = gordian_with("sudoku solve --threads 2 -", &input).ends_with(2);
    assert!(run.stdout == output, "through a pipe");
}

#[test]
fn short_and_long_inputs_give_the_same_answers() {
    for n in [1, 10, 511, 512, 513, 1100] {
        let (input, output) = mixed(n);
        let run = gordian_with("sudoku solve -", &input);
        assert_eq!(run.stdout, output, "{n}");
    }
}

#[test]
fn all_line_endings_are_accepted() {
    let check = |input: &str, n: usize| {
        let run = gordian_with("sudoku solve -", input).ends_with(0);
        assert_eq!(run.stdout, format!("{SOLUTION}\n").repeat(n), "{input:?}");
        let note = if n == 0 { "note: no puzzle in standard input\n" } else { "" };
        assert_eq!(run.stderr, note, "{input:?}");
    };
    check("", 0);
    check("\n\n", 0);
    check("# nothing\n", 0);
    check(PUZZLE, 1);
    check(&format!("\u{feff}{PUZZLE}\n"), 1);
    check(&format!("{PUZZLE}\r\n{PUZZLE}"), 2);
    check(&format!("{PUZZLE}\n\n# more\n{PUZZLE}\n"), 2);
    let run = gordian_with("sudoku solve -", "<opensudoku></opensudoku>").ends_with(2);
    assert_eq!(run.stdout, "error\t1\tsudoku.empty\tthe document has no game\n");
    check(&format!("{PUZZLE}\r{PUZZLE}"), 2);
    check(&format!("# list\r{PUZZLE}\r\r{PUZZLE}\r{PUZZLE}\r\n"), 3);
    let rows: String = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\r", String::from_utf8_lossy(row)))
        .collect();
    check(&rows, 1);
    let path = file(&folder("sudoku-returns"), "returns", &format!("{PUZZLE}\r").repeat(5000));
    let run = gordian(&format!("sudoku solve {path}")).ends_with(0);
    assert!(run.stdout == format!("{SOLUTION}\n").repeat(5000));
    let run = gordian(&format!("sudoku check {path} --solution {path}")).ends_with(0);
    assert_eq!(run.stdout, "wrong\tr1c3 is blank\n".repeat(5000));
    for end in ["\n", "\r\n", "\r"] {
        let lines = format!("{PUZZLE}{end}").repeat(600);
        check(&lines, 600);
        check(lines.trim_end(), 600);
        check(&format!("\u{feff}{lines}"), 600);
    }
}

#[test]
fn invalid_lines_have_specific_error_codes() {
    let folder = folder("sudoku-bytes");
    let path = folder.join("bytes");
    let mut bytes = format!("{PUZZLE}\n").into_bytes();
    bytes.extend_from_slice(b"\xff\xfe\n");
    bytes.extend(std::iter::repeat_n(b'1', 3 << 20));
    bytes.extend_from_slice(format!("\n{PUZZLE}\n").as_bytes());
    fs_err::write(&path, bytes).unwrap();
    let run = gordian(&format!("sudoku solve {}", path.display())).ends_with(2);
    let codes: Vec<_> = run.stdout.lines().map(|line| line.split('\t').nth(2)).collect();
    let expected = [None, Some("sudoku.not-text"), Some("sudoku.line-too-long"), None];
    assert_eq!(codes, expected, "{}", run.stdout);
}

#[test]
fn count_and_check_are_correct_on_mixed_lists() {
    let mut input = String::new();
    let (mut counts, mut words) = (String::new(), String::new());
    for k in 0..700 {
        let (line, count, word) = match k % 3 {
            0 => (renamed(PUZZLE, k), 1, "unique"),
            1 => (renamed(PUZZLE, k).replacen('.', "5", 3), 0, "none"),
            _ => (format!("{}{}", &renamed(SOLUTION, k)[..45], ".".repeat(36)), 2, "several"),
        };
        writeln!(input, "{line}").unwrap();
        writeln!(counts, "{count}").unwrap();
        writeln!(words, "{word}").unwrap();
    }
    let check = |args: &str, expected: &str| {
        let run = gordian_with(&format!("sudoku {args} -"), &input).ends_with(0);
        assert!(run.stdout == expected, "{args}");
    };
    check("count --limit 2", &counts);
    check("check", &words);
    check("count --limit 2 --engine single", &counts);
    check("count --limit 2 --engine batch --kernel portable", &counts);
    let run = gordian_with("sudoku count --limit 2 --json -", &input).ends_with(0);
    for (line, count) in run.stdout.lines().zip(counts.lines()) {
        let document: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(document["count"].to_string(), count);
        assert_eq!(document["checked"], serde_json::json!(count != "0"));
    }
}

#[cfg(unix)]
mod processes {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Child, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use crate::signals::{interrupt, wait_for_exit};
    use crate::sudoku::{PUZZLE, SOLUTION};
    use crate::support::program;

    fn spawn(args: &[&str]) -> Child {
        let mut program = program(&[&["sudoku"], args].concat());
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.spawn().unwrap()
    }

    /// Waits until the program has worked for a while.
    fn wait() {
        thread::sleep(Duration::from_secs(1));
    }

    #[test]
    fn interrupted_count_prints_a_lower_bound() {
        for threads in ["1", "2"] {
            let mut child = spawn(&["count", "--threads", threads, "-"]);
            let mut stdin = child.stdin.take().unwrap();
            writeln!(stdin, "{}", ".".repeat(81)).unwrap();
            writeln!(stdin, "{PUZZLE}").unwrap();
            drop(stdin);
            wait();
            interrupt(&child);
            let run = wait_for_exit(child).ends_with(130);
            let n = run.stdout.strip_prefix("at least ").and_then(|rest| rest.strip_suffix('\n'));
            let n: u64 = n.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{run:?}"));
            assert!(n > 1000, "{n}");
        }
    }

    #[test]
    fn batch_engine_can_be_interrupted() {
        let mut child = spawn(&["count", "--engine", "batch", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        let many = format!("{PUZZLE}\n").repeat(600);
        let input = format!("{many}{}\n{many}", ".".repeat(81));
        let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
        wait();
        interrupt(&child);
        let run = wait_for_exit(child).ends_with(130);
        assert_eq!(run.stdout.lines().count(), 601, "{}", run.stdout);
        assert!(run.stdout.lines().last().unwrap().starts_with("at least "), "{}", run.stdout);
        writer.join().unwrap();
    }

    #[test]
    fn abandoned_model_search_is_undecided() {
        // A 64×64 solution with two of five cells kept, in no order: hours for every engine.
        let cells: Vec<String> = (0..64 * 64_u64)
            .map(|cell| {
                let (row, column) = (cell / 64, cell % 64);
                let digit = (8 * (row % 8) + row / 8 + column) % 64 + 1;
                let is_given = ((cell * 2_654_435_761) >> 7) % 100 < 40;
                if is_given { digit.to_string() } else { ".".to_string() }
            })
            .collect();
        let mut child = spawn(&["solve", "--engine", "model", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{}", cells.join(" ")).unwrap();
        drop(stdin);
        wait();
        interrupt(&child);
        assert_eq!(wait_for_exit(child).ends_with(130).stdout, "-\tundecided\n");
    }

    #[test]
    fn answers_are_written_before_the_input_ends() {
        let mut child = spawn(&["solve", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            writeln!(stdin, "{PUZZLE}").unwrap();
            stdin.flush().unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line.trim_end(), SOLUTION);
        }
        // Ctrl-C also ends the program while it waits for input.
        interrupt(&child);
        let start = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(start.elapsed() < Duration::from_secs(30), "it does not end");
        drop(stdin);
    }

    #[test]
    fn broken_output_pipe_ends_quietly() {
        let mut child = spawn(&["solve", "-"]);
        let mut stdin = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let lines = format!("{PUZZLE}\n").repeat(1000);
            // Writing fails when the program ends.
            while stdin.write_all(lines.as_bytes()).is_ok() {}
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLUTION);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        writer.join().unwrap();
    }
}
