//! `gordian cube solve` and `gordian cube scramble`.

use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::atlas::AtlasError;
use gordian::cube3::{Answer, CentreGoal, CubeMoves, Query, Solver, scramble_in_text};
use gordian::perm::cube3::{Metric, Position, Sequence, draw, random_position};
use gordian::puzzles::cube3::parse_state;
use gordian::puzzles::{Cube3, Diagnostic, SudokuCube};
use gordian::{
    Cancel, Limit, NoProgress, Outcome, Problem, Random, Request, Seconds, SolveError, solve,
};
use serde_json::json;

use super::{document, position, position_field};
use crate::args::{CubeScrambleArgs, CubeSolveArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::Stopwatch;
use crate::commands::lines::{self, Line};
use crate::commands::solve::show::show_turns;
use crate::commands::{CommandError, faults_as_json, seed_or_random, thread_count, with_progress};
use crate::console::{Console, Style, escape_control};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_limit, format_seconds};
use crate::input::Input;

/// The interval at which cancellation is checked while no line arrives.
const TICK: Duration = Duration::from_millis(20);

pub(super) fn run(args: &CubeSolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let solver =
        Solver::new(thread_count(args.threads), args.memory.map(|megabytes| megabytes * 1_000_000));
    if args.position == "-" {
        return solve_lines(args, solver, &cancel, console);
    }
    let result = solve_one(args, solver, &cancel, console);
    faults_as_json(result, args.json, console)
}

/// Returns the query of the arguments. `scramble` is a known sequence that leads to the position.
fn query(args: &CubeSolveArgs, centres: bool, scramble: Option<Sequence>) -> Query {
    let goal = if centres { CentreGoal::Exact } else { CentreGoal::Any };
    let default_time = if args.optimal { None } else { Query::default().time_limit };
    Query {
        metric: args.metric,
        centres: [goal; 6],
        max_length: args.max_length.map_or(0, usize::from),
        optimal: args.optimal,
        scramble,
        time_limit: args.time_limit.or(default_time),
        ..Query::default()
    }
}

/// The problem to solve.
enum SolveTarget {
    /// A position, whether the centre orientations matter, and the sequence that the position was given by.
    Position(Position, bool, Option<Sequence>),
    /// A Sudoku Cube, whose pieces must be placed first.
    Sudoku(Box<Problem>),
}

/// Parses the position argument in any format, or reads a puzzle file.
fn read_target(args: &CubeSolveArgs) -> Result<SolveTarget, Vec<Fault>> {
    let is_file = Path::new(&args.position).extension().is_some_and(|it| it == "toml");
    if !is_file {
        let position = position(&args.position, "POSITION", args.notation)?;
        let scramble = scramble_in_text(&args.position, args.notation.lower_case, &position);
        return Ok(SolveTarget::Position(position, args.centres, scramble));
    }
    let input = Input::new(&args.position);
    let problem = input.problem()?;
    if let Some(cube) = problem.as_kind::<Cube3>() {
        let centres = cube.centres || args.centres;
        return Ok(SolveTarget::Position(cube.position, centres, cube.scramble.clone()));
    }
    if problem.as_kind::<SudokuCube>().is_some() {
        return Ok(SolveTarget::Sudoku(Box::new(problem)));
    }
    let message = format!("the file contains a puzzle of kind `{}`", problem.kind());
    let hint = "give a file of the kind `cube3` or `sudoku-cube`, or a position";
    Err(vec![Fault::new("cli.not-applicable", message).hint(hint).in_file(input.name())])
}

/// Finds the places of the pieces of a Sudoku Cube, and the turns that lead there.
fn solve_sudoku_cube(
    args: &CubeSolveArgs,
    problem: &Problem,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let unsupported = [
        (args.optimal, "--optimal"),
        (args.max_length.is_some(), "--max-length"),
        (args.metric != Metric::HalfTurn, "--metric"),
        (args.memory.is_some(), "--memory"),
    ];
    if let Some((_, flag)) = unsupported.iter().find(|(given, _)| *given) {
        let message = format!("`{flag}` does not apply to puzzles of kind `sudoku-cube`");
        return Err(Fault::new("cli.not-applicable", message).in_file(&args.position).into());
    }
    let stopwatch = Stopwatch::start();
    let request = Request {
        moves: true,
        threads: thread_count(args.threads),
        time_limit: args.time_limit,
        ..Request::default()
    };
    let quiet = console.is_quiet() || args.json;
    let answer =
        with_progress("cube", quiet, |progress| solve(problem, &request, cancel, progress))?;
    let answer = answer.map_err(|error| Fault::from_solve_error(&error, &args.position))?;
    let seconds = stopwatch.elapsed();
    let exit = match (&answer.moves, answer.outcome) {
        (None, Outcome::Infeasible) => Exit::NoAnswer,
        (None, _) => Exit::from_limit(cancel.stopped().unwrap_or(Limit::Time)),
        (Some(_), _) => Exit::from_outcome(Outcome::Solved, answer.limit),
    };
    if args.json {
        let mut document = answer.moves.as_ref().map_or_else(|| json!({}), CubeMoves::to_json);
        document["schema"] = json!(1);
        document["file"] = json!(args.position);
        document["outcome"] = json!(answer.outcome.name());
        document["solution"] = document["sequence"].take();
        document["checked"] = json!(answer.moves.is_some());
        document["seconds"] = json!({"cpu": seconds.cpu, "wall": seconds.wall});
        document["notes"] = json!(answer.notes);
        if let Some(fields) = document.as_object_mut() {
            fields.remove("sequence");
        }
        console.print_json(&document)?;
        return Ok(exit);
    }
    match &answer.moves {
        Some(moves) => show_turns(moves, console)?,
        None if answer.outcome == Outcome::Infeasible => {
            console.print_line(Style::Failure, "no solution (proved)")?;
        }
        None => console.print_line(Style::Warning, "undecided")?,
    }
    for note in &answer.notes {
        console.print_line(Style::Plain, &format!("  {note}"))?;
    }
    console.print_line(Style::Plain, &format_seconds(seconds.wall))?;
    Ok(exit)
}

fn solve_one(
    args: &CubeSolveArgs,
    mut solver: Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let (position, centres, scramble) = match read_target(args)? {
        SolveTarget::Position(position, centres, scramble) => (position, centres, scramble),
        SolveTarget::Sudoku(problem) => return solve_sudoku_cube(args, &problem, cancel, console),
    };
    let query = query(args, centres, scramble);
    let quiet = console.is_quiet() || args.json;
    let prepared =
        with_progress("cube", quiet, |progress| solver.prepare(&query, cancel, progress))?;
    ignore_stop(prepared)?;
    let stopwatch = Stopwatch::start();
    let answer =
        with_progress("cube", quiet, |progress| solver.solve(&position, &query, cancel, progress))?;
    let answer = answer.map_err(|error| Fault::from_solve_error(&error, &args.position))?;
    if args.json {
        console.print_json(&answer.to_json(stopwatch.elapsed()))?;
    } else {
        show(&answer, stopwatch.elapsed(), console)?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Returns errors of building the tables. A cancelled build is not an error: the answer reports it.
pub(super) fn ignore_stop(prepared: Result<(), SolveError>) -> Result<(), Fault> {
    match prepared {
        Err(SolveError::Atlas(AtlasError::Stopped { .. })) | Ok(()) => Ok(()),
        Err(error) => Err(Fault::from_solve_error(&error, "--memory")),
    }
}

fn show(answer: &Answer, seconds: Seconds, console: &mut Console) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.print_line(Style::Plain, "")?;
    if let Some(solution) = &answer.solution {
        let text = solution.to_string();
        console.print_line(Style::Bold, if text.is_empty() { "(no moves)" } else { &text })?;
    }
    if let Some(length) = answer.length {
        let text = format_turns(length, answer.metric);
        let text = match answer.lower_bound {
            bound if bound < length => format!("{text}, no fewer than {bound} are possible"),
            _ => text,
        };
        console.print_line(Style::Plain, &text)?;
    }
    let stopped = |limit: Option<Limit>| limit.map_or("", format_limit);
    let (style, mut words) = match answer.outcome {
        Outcome::Optimal => (Style::Success, vec!["solved".to_owned(), "optimal".to_owned()]),
        Outcome::Solved => (Style::Success, vec!["solved".to_owned()]),
        Outcome::Feasible(limit) => {
            let doubt = format!("longer than requested (stopped by {})", stopped(Some(limit)));
            (Style::Warning, vec!["solved".to_owned(), doubt])
        }
        _ => {
            let doubt = format!("stopped by {}", stopped(answer.limit));
            let bound = format_turns(answer.lower_bound, answer.metric);
            let bound = format!("no fewer than {bound} are possible");
            (Style::Warning, vec!["undecided".to_owned(), doubt, bound])
        }
    };
    words.extend(answer.solution.is_some().then(|| "checked".to_owned()));
    words.push(format_seconds(seconds.wall));
    console.print_line(style, &words.join(" · "))?;
    answer.notes.iter().try_for_each(|note| console.print_note(&format!("note: {note}")))
}

/// Formats a number of turns in a metric.
fn format_turns(n: usize, metric: Metric) -> String {
    let s = if n == 1 { "" } else { "s" };
    match metric {
        Metric::HalfTurn => format!("{n} turn{s}"),
        Metric::QuarterTurn => format!("{n} quarter turn{s}"),
    }
}

/// Answers each line of standard input with one line, in order.
fn solve_lines(
    args: &CubeSolveArgs,
    mut solver: Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let query = query(args, args.centres, None);
    let batches = lines::read(Path::new("-"))?;
    let mut exit = Exit::Answer;
    loop {
        let batch = match batches.recv_timeout(TICK) {
            Ok(batch) => batch?,
            Err(RecvTimeoutError::Timeout) if cancel.stopped().is_none() => continue,
            Err(RecvTimeoutError::Timeout) => return Ok(Exit::Interrupted),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        for line in batch {
            if cancel.stopped() == Some(Limit::Interrupted) {
                console.flush()?;
                return Ok(Exit::Interrupted);
            }
            let number = line.number;
            match solve_line(line, args, &query, &mut solver, cancel, console) {
                Ok(found) => exit = exit.max(found),
                Err(CommandError::Faults(faults)) => {
                    exit = exit.max(Exit::Error);
                    print_faults(faults, number, args, console)?;
                }
                Err(stop) => return Err(stop),
            }
            console.flush()?;
        }
    }
    Ok(exit)
}

fn solve_line(
    line: Line,
    args: &CubeSolveArgs,
    query: &Query,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let Line { number, text } = line;
    let text = text?;
    let here = |fault: Fault, span: &Range<usize>| fault.in_file("-").at_line(number, &text, span);
    let state = position_field(&text);
    let position = parse_state(state, args.notation.lower_case).map_err(|diagnostics| {
        let fault = |diagnostic: Diagnostic| {
            let span = diagnostic.span.clone();
            here(Fault::from_diagnostic(diagnostic, "-", state), &span)
        };
        diagnostics.into_iter().map(fault).collect::<Vec<_>>()
    })?;
    let quiet = console.is_quiet() || args.json;
    let prepared =
        with_progress("cube", quiet, |progress| solver.prepare(query, cancel, progress))?;
    ignore_stop(prepared)?;
    let stopwatch = Stopwatch::start();
    let scramble = scramble_in_text(state, args.notation.lower_case, &position);
    let query = Query { scramble, ..query.clone() };
    let answer = solver.solve(&position, &query, cancel, &gordian::NoProgress);
    let answer =
        answer.map_err(|error| here(Fault::from_solve_error(&error, "-"), &(0..text.len())))?;
    if args.json {
        let mut document = answer.to_json(stopwatch.elapsed());
        document["line"] = json!(number);
        console.print_json(&document)?;
    } else {
        let length = answer.length.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let solution = answer.solution.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        let bound = answer.lower_bound;
        writeln!(console.out(), "{position}\t{length}\t{bound}\t{solution}")?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

fn print_faults(
    faults: Vec<Fault>,
    line: usize,
    args: &CubeSolveArgs,
    console: &mut Console,
) -> Result<(), CommandError> {
    let documents: Vec<_> = faults.iter().map(Fault::to_json).collect();
    let Some(first) = documents.first() else { return Ok(()) };
    if args.json {
        let mut document = json!({"schema": 1, "line": line, "error": first});
        if documents.len() > 1 {
            document["errors"] = json!(documents);
        }
        console.print_json(&document)?;
        return Ok(());
    }
    let [code, message] = ["code", "message"].map(|key| first[key].as_str().unwrap_or(""));
    writeln!(console.out(), "error\t{line}\t{code}\t{}", escape_control(message))?;
    console.print_faults(&faults)?;
    Ok(())
}

/// Runs `gordian cube scramble`.
pub(super) fn scramble(
    args: &CubeScrambleArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let seed = seed_or_random(args.seed, console)?;
    let mut random = Random::new(seed);
    let mut solver = Solver::new(thread_count(args.threads), None);
    let query = scramble_query(args.centres);
    let cancel = cancel_on_ctrl_c()?;
    let quiet = console.is_quiet();
    let prepared =
        with_progress("cube", quiet, |progress| solver.prepare(&query, &cancel, progress))?;
    ignore_stop(prepared)?;
    for _ in 0..args.count {
        if cancel.is_stopped() {
            return Ok(Exit::Interrupted);
        }
        let position = random_position(&mut random, args.centres);
        let found = solver.solve(&position, &query, &cancel, &NoProgress);
        let found = found.map_err(|error| Fault::from_solve_error(&error, "scramble"))?;
        // The inverse of a solution leads to the position.
        let Some(sequence) = found.solution.map(|solution| solution.inverse()) else {
            return Ok(Exit::Interrupted);
        };
        if args.json {
            let mut position_document = document(&position);
            position_document["sequence"] = sequence.to_string().into();
            console.print_json(&position_document)?;
        } else {
            writeln!(console.out(), "{position}\t{sequence}")?;
        }
    }
    Ok(Exit::Answer)
}

/// Returns the query for a scramble that is short enough to apply by hand.
fn scramble_query(centres: bool) -> Query {
    let goal = if centres { CentreGoal::Exact } else { CentreGoal::Any };
    let max_length = if centres { 25 } else { 21 };
    Query {
        centres: [goal; 6],
        max_length,
        time_limit: None,
        deterministic: true,
        ..Query::default()
    }
}
