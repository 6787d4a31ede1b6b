//! Signals and pipes.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Run, file, folder, hard, pigeons, program};

/// A run that takes longer hangs, even on a slow machine under load.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Starts `gordian solve` with a time limit, so that it ends even without a signal.
fn spawn(args: &[&str]) -> Child {
    let mut program = program(&[&["solve", "--time-limit", "50"], args].concat());
    program.env("GORDIAN_LOG", "debug").stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().unwrap()
}

/// Waits until the log mentions `phase`.
pub(crate) fn wait_for(child: &mut Child, phase: &str) {
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(phase) {
        line.clear();
        assert_ne!(log.read_line(&mut line).unwrap(), 0, "the program ended");
    }
    // Drain the rest, so that the pipe stays open.
    thread::spawn(move || log.read_to_string(&mut String::new()));
}

pub(crate) fn interrupt(child: &Child) {
    send(child, "-INT");
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Waits for the end of the program and returns its output.
pub(crate) fn wait_for_exit(mut child: Child) -> Run {
    let mut stdout = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let stdout = reader.join().unwrap().unwrap();
    Run { code: status.code().expect("it ends by itself"), stdout, stderr: String::new() }
}

/// Interrupts `gordian solve` after it has worked for half a second.
fn interrupted(name: &str, flags: &[&str], model: &str) -> Run {
    let model = file(&folder(name), "model.json", model);
    let mut child = spawn(&[flags, &[&model]].concat());
    let conflict = flags.contains(&"--conflict");
    let phase = if conflict { "looking for a conflict" } else { "compiling the model" };
    wait_for(&mut child, phase);
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    wait_for_exit(child).ends_with(130)
}

#[test]
fn ctrl_c_stops_the_search() {
    for engine in ["batsat", "cadical"] {
        let run = interrupted(engine, &["--json", "--engine", engine], &hard());
        let document = run.json();
        assert_eq!(
            (&document["outcome"], &document["limit"]),
            (&"stopped".into(), &"interrupted".into())
        );
    }
    let run = interrupted("threads", &["--threads", "2"], &hard());
    assert!(run.stdout.contains("undecided · stopped by Ctrl-C"), "{}", run.stdout);
}

/// MiniZinc ends a solver by these signals, and shows an error for any other exit code.
#[test]
fn fzn_writes_its_best_solution_and_ends_with_0_when_it_is_stopped() {
    for signal in ["-TERM", "-INT"] {
        let child = spawn_fzn("terminated", &mut program(&["fzn", "--time-limit", "50000"]));
        thread::sleep(Duration::from_millis(500));
        send(&child, signal);
        let run = wait_for_exit(child).ends_with(0);
        assert_eq!(run.stdout, "last = 14;\n----------\n", "{signal}");
    }
}

/// An answer that is established is not lost when the work after it is interrupted.
#[test]
fn the_answer_stays_when_its_explanation_is_interrupted() {
    let text = "kind = 'grid'\nsize = 25\n";
    let path = file(&folder("answer-stays"), "empty.toml", text);
    let interrupted = |flags: &[&str]| {
        let mut child = spawn(&[flags, &["--explain", &path]].concat());
        wait_for(&mut child, "explaining");
        interrupt(&child);
        wait_for_exit(child).ends_with(130)
    };
    let document = interrupted(&["--json"]).json();
    let field = |name: &str| &document[name];
    assert_eq!((field("outcome"), field("unique")), (&json!("solved"), &json!(false)));
    assert_eq!((field("checked"), field("limit")), (&json!(true), &json!("interrupted")));
    assert_eq!(field("not_done"), &json!(["explanation"]));
    let run = interrupted(&[]);
    let status = run.stdout.lines().last().unwrap_or_default();
    assert!(status.starts_with("solved · not unique · checked · not "), "{status}");
    assert!(status.contains("explained (stopped by Ctrl-C)"), "{status}");
}

/// Waits until the program waits for `path`, a named pipe, and returns its end for writing.
fn writer_of(path: &str) -> fs_err::File {
    // It opens as soon as the program has opened the other end.
    fs_err::OpenOptions::new().write(true).open(path).unwrap()
}

fn pipe(folder: &std::path::Path, name: &str) -> String {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path.to_str().unwrap().to_owned()
}

#[test]
fn each_input_is_read_once_so_that_it_can_be_a_pipe() {
    let folder = folder("pipes");
    let text = fs_err::read(crate::support::root().join("puzzles/killer.toml")).unwrap();
    for (number, flags) in [&["--first"][..], &["--json"], &["--conflict"]].iter().enumerate() {
        for name in ["pipe", "pipe.toml"] {
            let path = pipe(&folder, &format!("{number}{name}"));
            let mut program = program(&[&["solve"], *flags, &[path.as_str()]].concat());
            let child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::io::Write::write_all(&mut writer_of(&path), &text).unwrap();
            Run::of(child.wait_with_output().unwrap()).ends_with(0);
        }
    }
}

#[test]
fn a_signal_ends_the_wait_for_input() {
    let folder = folder("waiting");
    let path = pipe(&folder, "pipe");
    let toml = pipe(&folder, "pipe.toml");
    let puzzles = file(&folder, "puzzles.txt", &format!("{}\n", ".".repeat(81)));
    for signal in ["-INT", "-TERM"] {
        for args in [
            &["solve", &path][..],
            &["solve", &toml],
            &["fzn", &path],
            &["cube", "solve", &toml],
            &["sudoku", "solve", &path],
            &["sudoku", "check", &puzzles, "--solution", &path],
            &["sudoku", "technique-cases", &path],
        ] {
            // A program has opened the pipe, and writes nothing.
            let mut child = program(args).stdout(Stdio::piped()).spawn().unwrap();
            let writer = writer_of(args.last().unwrap());
            assert!(child.try_wait().unwrap().is_none(), "{args:?} waits");
            send(&child, signal);
            wait_for_exit(child).ends_with(130);
            drop(writer);
            // No program has opened it. The signal may arrive before its handler is installed.
            let mut child = program(args).stdout(Stdio::piped()).spawn().unwrap();
            let start = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                assert!(start.elapsed() < TIMEOUT, "{args:?} does not end");
                send(&child, signal);
                thread::sleep(Duration::from_millis(20));
            };
            assert!(status.code().is_none_or(|code| code == 130), "{args:?}: {status}");
        }
    }
}

/// `nohup` ignores the signal of a terminal that is closed.
#[test]
fn a_closed_terminal_does_not_end_work_under_nohup() {
    let gordian = program(&[""; 0]).get_program().to_owned();
    let mut nohup = Command::new("nohup");
    nohup.arg(gordian).args(["fzn", "--time-limit", "50000"]);
    let mut child = spawn_fzn("nohup", &mut nohup);
    send(&child, "-HUP");
    thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    send(&child, "-TERM");
    let run = wait_for_exit(child).ends_with(0);
    assert_eq!(run.stdout, "last = 14;\n----------\n");
}

/// Starts the program with a model whose optimum takes minutes to prove, and waits for its first
/// solution.
fn spawn_fzn(name: &str, program: &mut Command) -> Child {
    // That 14 pigeons need 14 holes.
    let mut variables = String::from("var 1..14: last :: output_var;\n");
    let mut constraints = String::new();
    for i in 0..14 {
        variables += &format!("var 1..14: p{i};\n");
        constraints += &format!("constraint int_le(p{i}, last);\n");
        for j in 0..i {
            constraints += &format!("constraint int_ne(p{i}, p{j});\n");
        }
    }
    let text = format!("{variables}{constraints}solve minimize last;\n");
    program.arg(file(&folder(name), "pigeons.fzn", &text));
    program.env("GORDIAN_LOG", "debug").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    wait_for(&mut child, "best=Some(14)");
    child
}

#[test]
fn interrupted_solve_shows_partial_results() {
    let document = interrupted("count", &["--json", "--count"], &pigeons(12, 14)).json();
    assert!(document["count"].as_u64().is_some_and(|n| n > 0), "{document}");
    assert_eq!((&document["outcome"], &document["checked"]), (&"solved".into(), &true.into()));
    let run = interrupted("conflict", &["--conflict"], &hard());
    assert!(run.stdout.contains("undecided · stopped by Ctrl-C"), "{}", run.stdout);
}

/// The compiler does not check for cancellation and is abandoned.
#[test]
fn ctrl_c_abandons_the_compilation_of_a_huge_model() {
    let variables: Vec<_> =
        (0..6000).map(|i| json!({"name": format!("v{i}"), "domain": [1, 50]})).collect();
    let name = |i: usize| format!("v{}", i % 6000);
    let constraints: Vec<_> = (0..6000)
        .map(|i| {
            let product = json!(["mul", name(i), name(i + 1)]);
            json!({"require": ["ne", product, ["add", name(i + 1), name(i * 7)]]})
        })
        .collect();
    let model = json!({"schema": 1, "variables": variables, "constraints": constraints});
    let document = interrupted("huge", &["--json"], &model.to_string()).json();
    assert_eq!(
        (&document["outcome"], &document["limit"]),
        (&"stopped".into(), &"interrupted".into())
    );
}

#[test]
fn ctrl_c_skips_the_remaining_files() {
    let folder = folder("others");
    let hard = file(&folder, "hard.json", &hard());
    let mut child = spawn(&[&hard, "puzzles/killer.toml", "puzzles/classic.toml"]);
    wait_for(&mut child, "compiling the model");
    interrupt(&child);
    let run = wait_for_exit(child).ends_with(130);
    assert!(
        run.stdout.ends_with("3 files: 0 solved; 1 undecided; 2 not tried\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn second_ctrl_c_ends_immediately() {
    let model = file(&folder("twice"), "hard.json", &hard());
    let mut child = spawn(&["--json", &model]);
    wait_for(&mut child, "compiling the model");
    for _ in 0..20 {
        interrupt(&child);
    }
    // The second signal may arrive before the first is handled.
    let run = wait_for_exit(child).ends_with(130);
    assert!(run.stdout.is_empty() || run.json()["limit"] == "interrupted");
}

#[test]
fn broken_pipe_is_not_an_error() {
    for args in [
        &["solve", "puzzles"][..],
        &["solve", "--json", "puzzles"],
        &["export", "puzzles/horrendum.toml", "--format", "cnf"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut program = program(args);
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            (Some(0), &b""[..]),
            "{args:?}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_is_an_error() {
    for args in [&["solve", "puzzles/killer.toml"][..], &["man"]] {
        let full = fs_err::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut program = program(args);
        let output = program.stdout(full.into_file()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("cannot write to standard output: "), "{stderr}");
    }
}

/// An empty grid has 6 · 10²¹ solutions: the first ones are shown while the rest is searched, and
/// Ctrl-C ends the list.
#[test]
fn solutions_are_listed_as_they_are_found() {
    let empty = format!("kind = 'grid'\ngivens = \"\"\"\n{}\"\"\"\n", ".........\n".repeat(9));
    let folder = folder("endless");
    let path = file(&folder, "empty.toml", &empty);
    let two = |child: &mut Child, mark: &[u8]| {
        // Only a list that is written while the search runs gets this far.
        let mut out = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..1000 {
            let mut piece = Vec::new();
            assert_ne!(out.read_until(mark[0], &mut piece).unwrap(), 0, "the program ended");
        }
        out
    };
    for (flags, mark, end) in [
        (&["--all"][..], b"n", "stopped by Ctrl-C"),
        (&["--all", "--json"], b"]", "\"limit\":\"interrupted\""),
    ] {
        let mut child = spawn(&[flags, &[path.as_str()]].concat());
        let mut log = child.stderr.take().unwrap();
        thread::spawn(move || log.read_to_string(&mut String::new()));
        let mut out = two(&mut child, mark);
        interrupt(&child);
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let last: String = rest.lines().last().unwrap_or_default().to_owned();
        assert!(last.contains(end), "{}", &last[last.len().saturating_sub(300)..]);
    }
    // Closing the pipe ends the list and is not an error.
    let mut child = spawn(&["--all", &path]);
    let mut log = child.stderr.take().unwrap();
    thread::spawn(move || log.read_to_string(&mut String::new()));
    drop(two(&mut child, b"n"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
