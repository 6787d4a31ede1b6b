//! `gordian cube solve`: one position as people read it, or as a document; or one a line.

use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::atlas::AtlasError;
use gordian::cube3::{Answer, CentreGoal, CubeMoves, Query, Solver, scramble_in_text};
use gordian::perm::cube3::{Metric, Position, Sequence, draw};
use gordian::puzzles::cube3::parse_state;
use gordian::puzzles::{Diagnostic, Puzzle};
use gordian::{Cancel, Limit, Outcome, Problem, Request, Seconds, SolveError, solve};
use serde_json::json;

use super::{position, state_of};
use crate::args::CubeSolveArgs;
use crate::commands::atlas::lines::{self, Line};
use crate::commands::solve::show::{told_limit, told_seconds, turns};
use crate::commands::square1::Clock;
use crate::commands::{Stop, threads, with_progress};
use crate::console::{Console, Style, harmless};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::interrupt;

/// How often the request to stop is looked at while no line comes.
const TICK: Duration = Duration::from_millis(20);

pub(super) fn run(args: &CubeSolveArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let solver =
        Solver::new(threads(args.threads), args.memory.map(|megabytes| megabytes * 1_000_000));
    if args.position == "-" {
        return batch(args, solver, &cancel, console);
    }
    match one(args, solver, &cancel, console) {
        Err(Stop::Faults(faults)) if args.json => {
            for fault in faults {
                console.json(&json!({"schema": 1, "error": fault.to_json()}))?;
            }
            Ok(Exit::Error)
        }
        done => done,
    }
}

/// Returns what the arguments ask, of a cube whose centres matter or not, and of which a sequence that
/// leads to its position may be known.
fn query(args: &CubeSolveArgs, centres: bool, scramble: Option<Sequence>) -> Query {
    let goal = if centres { CentreGoal::Exact } else { CentreGoal::Any };
    let usual = if args.optimal { None } else { Query::default().time_limit };
    Query {
        metric: args.metric,
        centres: [goal; 6],
        max_length: args.max_length.map_or(0, usize::from),
        optimal: args.optimal,
        scramble,
        time_limit: args.time_limit.or(usual),
        ..Query::default()
    }
}

/// What is to be solved.
enum Asked {
    /// A position, whether its centres matter, and the sequence by which it is given, if it is.
    Position(Position, bool, Option<Sequence>),
    /// A Sudoku Cube, whose pieces have to be found a place first.
    Sudoku(Box<Problem>),
}

/// Reads an argument in any form, or a puzzle file.
fn read(args: &CubeSolveArgs) -> Result<Asked, Vec<Fault>> {
    let is_file = Path::new(&args.position).extension().is_some_and(|it| it == "toml");
    if !is_file {
        let position = position(&args.position, "POSITION", args.reading)?;
        let scramble = scramble_in_text(&args.position, args.reading.lower_case, &position);
        return Ok(Asked::Position(position, args.centres, scramble));
    }
    let input = Input::new(&args.position);
    let (problem, scramble) = input.problem_and_scramble()?;
    match problem {
        Problem::Puzzle(Puzzle::Cube3(cube)) => {
            Ok(Asked::Position(cube.position, cube.centres || args.centres, scramble))
        }
        problem @ Problem::Puzzle(Puzzle::SudokuCube(_)) => Ok(Asked::Sudoku(Box::new(problem))),
        problem => {
            let message = format!("the file is a {}", problem.kind());
            let hint = "give a file of the kind `cube3` or `sudoku-cube`, or a position";
            let fault = Fault::new("cli.not-applicable", message).hint(hint);
            Err(vec![fault.within(input.name())])
        }
    }
}

/// Finds where the pieces of a Sudoku Cube go, and the turns that bring them there.
fn sudoku(
    args: &CubeSolveArgs,
    problem: &Problem,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let unfit = [
        (args.optimal, "--optimal"),
        (args.max_length.is_some(), "--max-length"),
        (args.metric != Metric::HalfTurn, "--metric"),
        (args.memory.is_some(), "--memory"),
    ];
    if let Some((_, flag)) = unfit.iter().find(|(given, _)| *given) {
        let message = format!("`{flag}` means nothing for a sudoku-cube");
        return Err(Fault::new("cli.not-applicable", message).within(&args.position).into());
    }
    let clock = Clock::start();
    let request = Request {
        moves: true,
        threads: threads(args.threads),
        time_limit: args.time_limit,
        ..Request::default()
    };
    let quiet = console.is_quiet() || args.json;
    let answer = with_progress("cube", quiet, |notes| solve(problem, &request, cancel, notes))?;
    let answer = answer.map_err(|error| Fault::of_solve(&error, &args.position))?;
    let seconds = clock.elapsed();
    let exit = match (&answer.moves, answer.outcome) {
        (None, Outcome::Infeasible) => Exit::NoAnswer,
        (None, _) => Exit::of_limit(cancel.stopped().unwrap_or(Limit::Time)),
        (Some(_), _) => Exit::of_outcome(Outcome::Solved, answer.limit),
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
        console.json(&document)?;
        return Ok(exit);
    }
    match &answer.moves {
        Some(moves) => turns(moves, console)?,
        None if answer.outcome == Outcome::Infeasible => {
            console.line(Style::Bad, "no solution (proved)")?;
        }
        None => console.line(Style::Doubtful, "undecided")?,
    }
    for note in &answer.notes {
        console.line(Style::Plain, &format!("  {note}"))?;
    }
    console.line(Style::Plain, &told_seconds(seconds.wall))?;
    Ok(exit)
}

fn one(
    args: &CubeSolveArgs,
    mut solver: Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let (position, centres, scramble) = match read(args)? {
        Asked::Position(position, centres, scramble) => (position, centres, scramble),
        Asked::Sudoku(problem) => return sudoku(args, &problem, cancel, console),
    };
    let query = query(args, centres, scramble);
    let quiet = console.is_quiet() || args.json;
    let prepared = with_progress("cube", quiet, |notes| solver.prepare(&query, cancel, notes))?;
    unless_stopped(prepared)?;
    let clock = Clock::start();
    let answer =
        with_progress("cube", quiet, |notes| solver.solve(&position, &query, cancel, notes))?;
    let answer = answer.map_err(|error| Fault::of_solve(&error, &args.position))?;
    if args.json {
        console.json(&answer.to_json(clock.elapsed()))?;
    } else {
        show(&answer, clock.elapsed(), console)?;
    }
    Ok(Exit::of_outcome(answer.outcome, answer.limit))
}

/// Returns what keeps tables from being built; that somebody stopped it, the answer will say.
pub(super) fn unless_stopped(prepared: Result<(), SolveError>) -> Result<(), Fault> {
    match prepared {
        Err(SolveError::Atlas(AtlasError::Stopped { .. })) | Ok(()) => Ok(()),
        Err(error) => Err(Fault::of_solve(&error, "--memory")),
    }
}

fn show(answer: &Answer, seconds: Seconds, console: &mut Console) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.line(Style::Plain, "")?;
    if let Some(solution) = &answer.solution {
        let text = solution.to_string();
        console.line(Style::Bold, if text.is_empty() { "(no moves)" } else { &text })?;
    }
    if let Some(length) = answer.length {
        let told = counted(length, answer.metric);
        let told = match answer.lower_bound {
            bound if bound < length => format!("{told}, no fewer than {bound} are possible"),
            _ => told,
        };
        console.line(Style::Plain, &told)?;
    }
    let stopped = |limit: Option<Limit>| limit.map_or("", told_limit);
    let (style, mut words) = match answer.outcome {
        Outcome::Optimal => (Style::Good, vec!["solved".to_owned(), "optimal".to_owned()]),
        Outcome::Solved => (Style::Good, vec!["solved".to_owned()]),
        Outcome::Feasible(limit) => {
            let doubt = format!("longer than asked for (stopped by {})", stopped(Some(limit)));
            (Style::Doubtful, vec!["solved".to_owned(), doubt])
        }
        _ => {
            let doubt = format!("stopped by {}", stopped(answer.limit));
            let bound = counted(answer.lower_bound, answer.metric);
            let bound = format!("no fewer than {bound} are possible");
            (Style::Doubtful, vec!["undecided".to_owned(), doubt, bound])
        }
    };
    words.extend(answer.solution.is_some().then(|| "checked".to_owned()));
    words.push(told_seconds(seconds.wall));
    console.line(style, &words.join(" · "))?;
    answer.notes.iter().try_for_each(|note| console.remark(&format!("note: {note}")))
}

/// Returns a number of turns with their unit.
fn counted(n: usize, metric: Metric) -> String {
    let s = if n == 1 { "" } else { "s" };
    match metric {
        Metric::HalfTurn => format!("{n} turn{s}"),
        Metric::QuarterTurn => format!("{n} quarter turn{s}"),
    }
}

/// Answers each line of standard input by a line, in order.
fn batch(
    args: &CubeSolveArgs,
    mut solver: Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
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
            match answer_line(line, args, &query, &mut solver, cancel, console) {
                Ok(found) => exit = exit.max(found),
                Err(Stop::Faults(faults)) => {
                    exit = exit.max(Exit::Error);
                    tell_faults(faults, number, args, console)?;
                }
                Err(stop) => return Err(stop),
            }
            console.flush()?;
        }
    }
    Ok(exit)
}

fn answer_line(
    line: Line,
    args: &CubeSolveArgs,
    query: &Query,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let Line { number, text } = line;
    let text = text?;
    let here = |fault: Fault, span: &Range<usize>| fault.within("-").at_line(number, &text, span);
    let state = state_of(&text);
    let position = parse_state(state, args.reading.lower_case).map_err(|diagnostics| {
        let fault = |diagnostic: Diagnostic| {
            let span = diagnostic.span.clone();
            here(Fault::of_diagnostic(diagnostic, "-", state), &span)
        };
        diagnostics.into_iter().map(fault).collect::<Vec<_>>()
    })?;
    let quiet = console.is_quiet() || args.json;
    let prepared = with_progress("cube", quiet, |notes| solver.prepare(query, cancel, notes))?;
    unless_stopped(prepared)?;
    let clock = Clock::start();
    let scramble = scramble_in_text(state, args.reading.lower_case, &position);
    let query = Query { scramble, ..query.clone() };
    let answer = solver.solve(&position, &query, cancel, &gordian::NoProgress);
    let answer = answer.map_err(|error| here(Fault::of_solve(&error, "-"), &(0..text.len())))?;
    if args.json {
        let mut document = answer.to_json(clock.elapsed());
        document["line"] = json!(number);
        console.json(&document)?;
    } else {
        let length = answer.length.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let solution = answer.solution.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        let bound = answer.lower_bound;
        writeln!(console.out(), "{position}\t{length}\t{bound}\t{solution}")?;
    }
    Ok(Exit::of_outcome(answer.outcome, answer.limit))
}

fn tell_faults(
    faults: Vec<Fault>,
    line: usize,
    args: &CubeSolveArgs,
    console: &mut Console,
) -> Result<(), Stop> {
    let documents: Vec<_> = faults.iter().map(Fault::to_json).collect();
    let Some(first) = documents.first() else { return Ok(()) };
    if args.json {
        let mut document = json!({"schema": 1, "line": line, "error": first});
        if documents.len() > 1 {
            document["errors"] = json!(documents);
        }
        console.json(&document)?;
        return Ok(());
    }
    let [code, message] = ["code", "message"].map(|key| first[key].as_str().unwrap_or(""));
    writeln!(console.out(), "error\t{line}\t{code}\t{}", harmless(message))?;
    console.faults(&faults)?;
    Ok(())
}
