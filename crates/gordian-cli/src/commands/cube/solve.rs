//! `gordian cube solve` and `gordian cube scramble`.

use std::io::{self, Write as _};
use std::path::Path;

use gordian::atlas::AtlasError;
use gordian::cube3::{Answer, Query, Solver, scramble_in_text};
use gordian::perm::cube3::{Position, Sequence, draw, random_position};
use gordian::puzzles::cube3::parse_state;
use gordian::puzzles::{Cube3, SudokuCube};
use gordian::requests::cube3::{ScrambleResponse, SolveRequest, SolveResponse};
use gordian::{Cancel, NoProgress, Random, Seconds, SolveError};

use super::{position, position_field, sudoku, table};
use crate::args::{CubeScrambleArgs, CubeSolveArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::lines::{LineDocument, TextLine, answer_each};
use crate::commands::moves::{Verdict, sequence_text};
use crate::commands::{
    CommandError, Stopwatch, faults_as_json, seed_or_random, thread_count, with_progress,
};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::system::cache_directory;

pub(super) fn run(args: &CubeSolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let mut solver = Solver::new(thread_count(args.threads), args.memory)
        .with_cache(cache_directory(args.cache.as_deref()));
    if let Some(cosets) = table::open(args, &cancel, console)? {
        solver = solver.with_coset_table(cosets);
    }
    if args.position == "-" {
        return answer_each(args.json, usize::MAX, &cancel, console, |line, console| {
            solve_line(line, args, &mut solver, &cancel, console)
        });
    }
    let result = solve_one(args, &mut solver, &cancel, console);
    faults_as_json(result, args.json, console)
}

/// Returns the query of the arguments. `scramble` is a known sequence that leads to the position.
fn query(args: &CubeSolveArgs, centres: bool, scramble: Option<Sequence>) -> Query {
    let request = SolveRequest {
        centres,
        metric: args.metric,
        optimal: args.optimal,
        max_length: args.max_length.map(usize::from),
        ..SolveRequest::default()
    };
    request.query(scramble, args.time_limit.or(request.default_time_limit()))
}

fn solve_one(
    args: &CubeSolveArgs,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let is_file = Path::new(&args.position).extension().is_some_and(|it| it == "toml");
    if !is_file {
        let position = position(&args.position, "POSITION", args.notation)?;
        let scramble = scramble_in_text(&args.position, args.notation.lower_case, &position);
        let query = query(args, args.centres, scramble);
        return solve_position(args, &position, &query, solver, cancel, console);
    }
    let input = Input::new(&args.position);
    let (problem, notes) = input.problem()?;
    console.print_notes(&notes)?;
    if problem.as_kind::<SudokuCube>().is_some() {
        return sudoku::solve(args, &problem, cancel, console);
    }
    let Some(cube) = problem.as_kind::<Cube3>() else {
        let message = format!("the file contains a puzzle of kind `{}`", problem.kind());
        let hint = "give a file of the kind `cube3` or `sudoku-cube`, or a position";
        let fault = Fault::new("cli.not-applicable", message).hint(hint);
        return Err(fault.in_file(input.name()).into());
    };
    let query = query(args, cube.centres || args.centres, cube.scramble.clone());
    solve_position(args, &cube.position, &query, solver, cancel, console)
}

fn solve_position(
    args: &CubeSolveArgs,
    position: &Position,
    query: &Query,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let quiet = console.is_quiet() || args.json;
    prepare(query, solver, cancel, quiet, console)?;
    let stopwatch = Stopwatch::start();
    let answer =
        with_progress("cube", quiet, |progress| solver.solve(position, query, cancel, progress))?;
    let answer = answer.map_err(|error| Fault::of(error).in_file(&args.position))?;
    if args.json {
        console.print_json(&SolveResponse::new(&answer, stopwatch.elapsed()))?;
    } else {
        show(&answer, stopwatch.elapsed(), console)?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Reads or builds the tables for a query. A cancelled build is not an error: the answer reports
/// it.
fn prepare(
    query: &Query,
    solver: &mut Solver,
    cancel: &Cancel,
    quiet: bool,
    console: &mut Console,
) -> Result<(), CommandError> {
    match with_progress("cube", quiet, |progress| solver.prepare(query, cancel, progress))? {
        Ok(notes) => Ok(console.print_notes(&notes)?),
        Err(SolveError::Atlas(AtlasError::Stopped { .. })) => Ok(()),
        Err(error) => Err(Fault::of(error).in_file("--memory").into()),
    }
}

fn show(answer: &Answer, seconds: Seconds, console: &mut Console) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.print_line(Style::Plain, "")?;
    if let Some(solution) = &answer.solution {
        console.print_line(Style::Bold, &sequence_text(solution.to_string()))?;
    }
    if let Some(length) = answer.length_text() {
        console.print_line(Style::Plain, &length)?;
    }
    let verdict = Verdict {
        outcome: answer.outcome,
        limit: answer.limit,
        caveat: "longer than requested",
        lower_bound: Some(answer.lower_bound_text()),
        checked: answer.solution.is_some(),
        seconds,
        engine: None,
    };
    verdict.print(console)?;
    console.print_notes(&answer.notes)
}

/// Answers a line of standard input.
fn solve_line(
    line: TextLine<'_>,
    args: &CubeSolveArgs,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let state = position_field(line.text);
    let position = parse_state(state, args.notation.lower_case).map_err(|diagnostics| {
        let faults = diagnostics.into_iter().map(|diagnostic| {
            let span = diagnostic.span.clone();
            line.locate(Fault::from_diagnostic(diagnostic, "-", state), &span)
        });
        faults.collect::<Vec<_>>()
    })?;
    let scramble = scramble_in_text(state, args.notation.lower_case, &position);
    let query = query(args, args.centres, scramble);
    prepare(&query, solver, cancel, console.is_quiet() || args.json, console)?;
    let stopwatch = Stopwatch::start();
    let answer = solver
        .solve(&position, &query, cancel, &NoProgress)
        .map_err(|error| line.locate(Fault::of(error).in_file("-"), &(0..line.text.len())))?;
    if args.json {
        let answer = SolveResponse::new(&answer, stopwatch.elapsed());
        console.print_json(&LineDocument { answer, line: line.number })?;
    } else {
        writeln!(console.out(), "{}", answer.row())?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Runs `gordian cube scramble`.
pub(super) fn scramble(
    args: &CubeScrambleArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let seed = seed_or_random(args.random.seed, console)?;
    let mut random = Random::new(seed);
    let mut solver = Solver::new(thread_count(args.threads), None)
        .with_cache(cache_directory(args.cache.as_deref()));
    let query = Query::scramble(args.centres);
    let cancel = cancel_on_ctrl_c()?;
    prepare(&query, &mut solver, &cancel, console.is_quiet(), console)?;
    for _ in 0..args.random.count {
        if cancel.is_stopped() {
            return Ok(Exit::Interrupted);
        }
        let position = random_position(&mut random, args.centres);
        let found = solver.solve(&position, &query, &cancel, &NoProgress);
        let found = found.map_err(|error| Fault::of(error).in_file("scramble"))?;
        let Some(sequence) = found.scramble() else {
            return Ok(Exit::Interrupted);
        };
        if args.json {
            console.print_json(&ScrambleResponse::new(&position, Some(&sequence), seed))?;
        } else {
            writeln!(console.out(), "{position}\t{sequence}")?;
        }
    }
    Ok(Exit::Answer)
}
