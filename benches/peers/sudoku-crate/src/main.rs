//! Measures the crate `sudoku` on a file of puzzles.
//!
//! `gordian-bench sudoku` starts it as a peer; it also works alone, see [`HELP`]. A puzzle is a line
//! of 81 characters; lines that begin with `#` are skipped. Input is validated
//! (`Sudoku::from_str_line`), and every solution is written to memory.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::json;
use sudoku::Sudoku;

const HELP: &str = "\
gordian-peer-sudoku-crate about
gordian-peer-sudoku-crate whole FILE LIMIT SECONDS   the whole file repeatedly, for at least SECONDS:
                                                     user and system time per puzzle
gordian-peer-sudoku-crate single FILE LIMIT ROUNDS   each puzzle alone: the best time of all rounds
gordian-peer-sudoku-crate answers FILE LIMIT         one line per puzzle: number of solutions up to the
                                                     limit (`!` if invalid), and the first solution

LIMIT is 1 (any solution) or 2 (proves uniqueness). Results are JSON, except for `answers`.";

/// The result of one puzzle.
struct Answer {
    /// Number of solutions up to the limit; `None` if the text is not a puzzle.
    count: Option<usize>,
    /// Digits 1 to 9 of the first solution, if there is one.
    grid: [u8; 81],
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words == ["about"] {
        let checks = if cfg!(feature = "unchecked") { "unchecked" } else { "checked" };
        println!("sudoku 0.8.0, {checks} indexing");
        return Ok(());
    }
    let [mode, file, limit, rest @ ..] = &words[..] else {
        return Err("missing arguments".into());
    };
    let text = fs_err::read_to_string(file)?;
    let solve = match *limit {
        "1" => first,
        "2" => unique,
        _ => return Err("LIMIT must be 1 or 2".into()),
    };
    match (*mode, rest) {
        ("whole", [seconds]) => println!("{}", whole(&text, solve, seconds.parse()?)?),
        ("single", [rounds]) => println!("{}", single(&text, solve, rounds.parse()?)),
        ("answers", []) => answers(&text, solve)?,
        _ => return Err(format!("invalid arguments `{}`", words.join(" ")).into()),
    }
    Ok(())
}

/// Returns the puzzle lines.
fn puzzles(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn first(line: &str) -> Answer {
    let Ok(puzzle) = Sudoku::from_str_line(line) else {
        return Answer { count: None, grid: [0; 81] };
    };
    match puzzle.some_solution() {
        Some(solution) => Answer { count: Some(1), grid: solution.to_bytes() },
        None => Answer { count: Some(0), grid: [0; 81] },
    }
}

fn unique(line: &str) -> Answer {
    let Ok(puzzle) = Sudoku::from_str_line(line) else {
        return Answer { count: None, grid: [0; 81] };
    };
    let mut solutions = [[0; 81]; 2];
    let count = puzzle.solutions_up_to_buffer(&mut solutions, 2);
    Answer { count: Some(count), grid: solutions[0] }
}

/// Solves all puzzles and writes the solutions to `out`; returns the numbers of puzzles and solutions.
fn pass(text: &str, solve: impl Fn(&str) -> Answer, out: &mut Vec<u8>) -> (usize, usize) {
    out.clear();
    let (mut n, mut solutions) = (0, 0);
    for line in puzzles(text) {
        let answer = solve(line);
        n += 1;
        solutions += answer.count.unwrap_or(0);
        out.extend_from_slice(&answer.grid);
        out.push(b'\n');
    }
    black_box(out);
    (n, solutions)
}

fn whole(
    text: &str,
    solve: impl Fn(&str) -> Answer,
    seconds: f64,
) -> Result<serde_json::Value, Box<dyn Error>> {
    let mut out = Vec::new();
    // The first pass warms up.
    let (puzzles, solutions) = pass(text, &solve, &mut out);
    let start = Instant::now();
    let (user, system) = processor_time()?;
    let mut passes = 0;
    while passes == 0 || start.elapsed().as_secs_f64() < seconds {
        pass(text, &solve, &mut out);
        passes += 1;
    }
    let wall = start.elapsed().as_secs_f64();
    let (user, system) = (processor_time()?.0 - user, processor_time()?.1 - system);
    let each = |seconds: f64| seconds * 1e9 / (passes * puzzles.max(1)) as f64;
    Ok(json!({
        "puzzles": puzzles, "solutions": solutions, "passes": passes,
        "user_ns": each(user), "system_ns": each(system), "wall_ns": each(wall),
    }))
}

/// Returns the user and system time of this process, in seconds.
fn processor_time() -> Result<(f64, f64), Box<dyn Error>> {
    let used = getrusage(UsageWho::RUSAGE_SELF)?;
    let seconds = |time: nix::sys::time::TimeVal| time.num_microseconds() as f64 / 1e6;
    Ok((seconds(used.user_time()), seconds(used.system_time())))
}

fn single(text: &str, solve: impl Fn(&str) -> Answer, rounds: usize) -> serde_json::Value {
    let lines: Vec<&str> = puzzles(text).collect();
    let mut best = vec![u64::MAX; lines.len()];
    let mut solutions = 0;
    for _ in 0..rounds {
        solutions = 0;
        for (line, best) in lines.iter().zip(&mut best) {
            let start = Instant::now();
            let answer = black_box(solve(black_box(line)));
            let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            *best = took.min(*best);
            solutions += answer.count.unwrap_or(0);
        }
    }
    let mut sorted = best.clone();
    sorted.sort_unstable();
    let at = |share: usize| sorted.get(sorted.len().saturating_sub(1) * share / 100).copied();
    let mean = sorted.iter().sum::<u64>() as f64 / sorted.len().max(1) as f64;
    json!({
        "puzzles": lines.len(), "solutions": solutions,
        "mean_ns": mean, "median_ns": at(50), "p99_ns": at(99), "ns": best,
    })
}

fn answers(text: &str, solve: impl Fn(&str) -> Answer) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in puzzles(text) {
        let Answer { count, grid } = solve(line);
        match count {
            None => writeln!(out, "!")?,
            Some(0) => writeln!(out, "0")?,
            Some(count) => {
                let grid: String = grid.iter().map(|digit| char::from(b'0' + digit)).collect();
                writeln!(out, "{count} {grid}")?;
            }
        }
    }
    out.flush()
}
