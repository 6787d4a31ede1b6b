//! Runs the program and captures its output.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// All commands.
pub(crate) const COMMANDS: [&str; 55] = [
    "solve",
    "check",
    "generate",
    "export",
    "sudoku",
    "sudoku solve",
    "sudoku count",
    "sudoku check",
    "sudoku candidates",
    "sudoku redundant",
    "sudoku minimise",
    "sudoku generate",
    "sudoku canonical",
    "sudoku hint",
    "sudoku steps",
    "sudoku explain",
    "sudoku rate",
    "sudoku technique-cases",
    "square1",
    "square1 solve",
    "square1 apply",
    "square1 scramble",
    "square1 check",
    "square1 draw",
    "cube",
    "cube solve",
    "cube apply",
    "cube scramble",
    "cube check",
    "cube step",
    "cube table",
    "perm",
    "perm info",
    "perm check",
    "perm count",
    "perm distances",
    "perm query",
    "perm solve",
    "perm scramble",
    "atlas",
    "atlas build",
    "atlas info",
    "atlas verify",
    "atlas query",
    "atlas report",
    "atlas prove",
    "fzn",
    "minizinc",
    "serve",
    "worker",
    "kinds",
    "explain",
    "completions",
    "man",
    "notices",
];

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let code = output.status.code().expect("no signal ended the program");
        let run = Self { code, stdout: text(output.stdout), stderr: text(output.stderr) };
        assert!(!run.stderr.contains("panicked"), "{run:?}");
        run
    }

    /// Returns the run if it ended with `code`.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.stdout, self.stderr);
        self
    }

    /// Returns the only document on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let document = serde_json::from_str(&self.stdout);
        document.unwrap_or_else(|error| panic!("{error} in {:?}", self.stdout))
    }

    /// Returns standard output with times replaced by `[time]`.
    pub(crate) fn timeless(&self) -> String {
        let line = |line: &str| {
            let word = |word: &str| {
                let is_time = word.ends_with(" ms") || word.ends_with(" s");
                let is_time = is_time && word.starts_with(|c: char| c.is_ascii_digit());
                if is_time { "[time]".to_owned() } else { word.to_owned() }
            };
            line.split(" · ").map(word).collect::<Vec<_>>().join(" · ")
        };
        let is_board = |line: &str| line.starts_with(' ');
        let lines = self
            .stdout
            .lines()
            .map(|text| if is_board(text) { text.to_owned() } else { line(text) });
        lines.map(|line| line + "\n").collect()
    }
}

/// Returns the root directory of the workspace, in which the program runs.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// Returns a command that runs the program independently of the environment.
pub(crate) fn program<S: AsRef<str>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gordian"));
    command.args(args.iter().map(AsRef::as_ref)).current_dir(root()).stdin(Stdio::null());
    for name in ["GORDIAN_LOG", "GORDIAN_NO_PROGRESS", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    // The tables of the user's cache are not used or changed.
    command.env("GORDIAN_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-cache"));
    command
}

/// Runs the program with arguments separated by blanks.
pub(crate) fn gordian(args: &str) -> Run {
    run(&args.split_whitespace().collect::<Vec<_>>())
}

/// Runs the program.
pub(crate) fn run<S: AsRef<str>>(args: &[S]) -> Run {
    Run::of(program(args).output().expect("the program starts"))
}

/// Runs the program with arguments separated by blanks and a text on standard input.
pub(crate) fn gordian_with(args: &str, input: &str) -> Run {
    run_with(&args.split_whitespace().collect::<Vec<_>>(), input)
}

/// Runs the program with a text on standard input.
pub(crate) fn run_with<S: AsRef<str>>(args: &[S], input: &str) -> Run {
    use std::io::Write as _;
    let mut command = program(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // The program may write before it has read everything, so the input is written on another
    // thread.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let run = Run::of(child.wait_with_output().expect("the program ends"));
    // A program that refuses its arguments ends without reading its input.
    match writer.join().expect("no panic") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        written => written.expect("the program reads it"),
    }
    run
}

/// Returns the words of a text that start with `start`; letters, digits, `-` and `_` continue a
/// word.
pub(crate) fn words(text: &str, start: &str) -> BTreeSet<String> {
    let starts = text.match_indices(start).map(|(at, _)| &text[at..]);
    let word = |rest: &str| -> String {
        let tail = rest.chars().skip(start.len());
        let tail = tail.take_while(|&c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        start.chars().chain(tail).collect()
    };
    starts.map(word).filter(|word| word.len() > start.len()).collect()
}

/// Returns the options that a help lists: the lines that begin with them.
pub(crate) fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
    lines
        .flat_map(|line| {
            words(line.split("  ").find(|part| part.contains("--")).unwrap_or_default(), "--")
        })
        .collect()
}

/// Returns an empty directory for a test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if path.exists() {
        fs_err::remove_dir_all(&path).expect("the folder of the last run goes");
    }
    fs_err::create_dir_all(&path).expect("a folder can be made");
    path
}

/// Writes a file into a directory and returns its path.
pub(crate) fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs_err::write(&path, text).expect("a file can be written");
    path.into_os_string().into_string().expect("the folder's name is UTF-8")
}

/// Returns the text of a puzzle in `puzzles` with a replacement.
pub(crate) fn changed(puzzle: &str, from: &str, to: &str) -> String {
    let text = fs_err::read_to_string(root().join("puzzles").join(puzzle)).expect("a puzzle");
    assert!(text.contains(from), "{puzzle} has no `{from}`");
    text.replacen(from, to, 1)
}

/// Returns the pigeonhole model: infeasible if there are fewer holes than pigeons, and hard to
/// refute then.
pub(crate) fn pigeons(n: usize, n_holes: usize) -> String {
    let variables: Vec<_> =
        (0..n).map(|i| json!({"name": format!("pigeon {i}"), "domain": [1, n_holes]})).collect();
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (j, i)));
    let name = |i: usize| format!("pigeon {i}");
    let constraints: Vec<_> = pairs
        .map(|(i, j)| {
            json!({"name": format!("{i} and {j} apart"), "require": ["ne", name(i), name(j)]})
        })
        .collect();
    let model = json!({
        "schema": 1, "title": "Pigeons", "variables": variables, "constraints": constraints,
    });
    model.to_string()
}

/// Returns a model that takes every engine minutes.
pub(crate) fn hard() -> String {
    pigeons(14, 13)
}
