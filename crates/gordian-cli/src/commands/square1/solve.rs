//! `gordian square1 solve` and `gordian square1 scramble`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;

use gordian::perm::square1::{Position, Sequence, draw, parse_position_or_sequence};
use gordian::requests::square1::{SolveRequest, SolveResponse};
use gordian::square1::{Answer, Metric, Solver};
use gordian::{Cancel, NoProgress, Outcome, Random, Seconds};

use super::{position, solver};
use crate::args::{Square1ScrambleArgs, Square1SolveArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::lines::{LineDocument, MAX_SHOWN_FAULTS, TextLine, answer_each};
use crate::commands::moves::{UPSIDE_DOWN, Verdict, sequence_text};
use crate::commands::{CommandError, Stopwatch, faults_as_json, seed_or_random, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_limit;

pub(super) fn run(args: &Square1SolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    check_args(args)?;
    let cancel = cancel_on_ctrl_c()?;
    if args.position == "-" {
        let mut solver = solver(&args.tables)?;
        return answer_each(args.json, MAX_SHOWN_FAULTS, &cancel, console, |line, console| {
            solve_line(line, args, &mut solver, &cancel, console)
        });
    }
    let result = solve_one(args, &cancel, console);
    faults_as_json(result, args.json, console)
}

/// Refuses arguments that cannot be combined.
fn check_args(args: &Square1SolveArgs) -> Result<(), Fault> {
    if args.all && args.metric != Metric::Twist {
        let metric = args.metric.name();
        let message = format!("`--all` does not apply to `--metric {metric}`");
        return Err(Fault::new("cli.not-applicable", message)
            .hint("shortest solutions are listed and counted in the metric `twist`"));
    }
    if args.all && args.position == "-" && !args.json {
        let message = "`--all` writes several lines per position";
        return Err(Fault::new("cli.not-applicable", message)
            .hint("add `--json`, or give a single position"));
    }
    Ok(())
}

/// Solves a position as the arguments request. Without `--json`, solutions are not collected here:
/// they are written as they are found.
fn solve(
    args: &Square1SolveArgs,
    position: &Position,
    solver: &mut Solver,
    cancel: &Cancel,
    quiet: bool,
) -> Result<Answer, Fault> {
    let limit = args.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    let request = SolveRequest {
        metric: args.metric,
        all: (args.all && args.json).then_some(limit),
        ..SolveRequest::default()
    };
    let answer = with_progress("square1", quiet, |progress| {
        request.answer(position, solver, cancel, progress)
    })?;
    answer.map_err(|error| Fault::of(error).in_file(&args.position))
}

fn solve_one(
    args: &Square1SolveArgs,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let position = position(&args.position, "POSITION", args.notation)?;
    let mut solver = solver(&args.tables)?;
    let cancel = cancel.within(args.time_limit);
    let quiet = console.is_quiet() || args.json;
    let answer = solve(args, &position, &mut solver, &cancel, quiet)?;
    if args.json {
        let response = SolveResponse::new(&answer, args.notation.notation, stopwatch.elapsed());
        console.print_json(&response)?;
    } else {
        console.print_notes(&answer.notes)?;
        if args.all && answer.outcome == Outcome::Optimal {
            return list_solutions(args, &mut solver, &answer, &cancel, &stopwatch, console);
        }
        show(args, &answer, stopwatch.elapsed(), console)?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Writes every shortest solution on one line as soon as it is found. Standard output contains
/// nothing else.
fn list_solutions(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    answer: &Answer,
    cancel: &Cancel,
    stopwatch: &Stopwatch,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let mut n: u64 = 0;
    let mut written = Ok(());
    let notation = args.notation.notation;
    let mut write = |sequence: Sequence| {
        written = writeln!(console.out(), "{}", sequence.write(notation));
        if written.is_err() {
            return ControlFlow::Break(());
        }
        n += 1;
        ControlFlow::Continue(())
    };
    let listed =
        solver.for_each_solution(&answer.position, args.limit, cancel, &NoProgress, &mut write);
    written?;
    let limit = listed.map_err(|error| Fault::of(error).in_file(&args.position))?;
    let limit = answer.limit.or(limit);
    let text = match limit {
        None => "all shortest solutions".to_owned(),
        Some(limit) => format!("stopped by {} after {n}", format_limit(limit)),
    };
    let mut words = vec![text];
    words.extend(answer.length_text());
    words.extend(verdict(answer, stopwatch.elapsed()).how());
    console.print_note(&words.join(" · "))?;
    if answer.flipped {
        console.print_note(UPSIDE_DOWN)?;
    }
    Ok(Exit::from_outcome(answer.outcome, limit))
}

fn show(
    args: &Square1SolveArgs,
    answer: &Answer,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.print_line(Style::Plain, "")?;
    console.print_line(Style::Bold, &answer.position.to_string())?;
    for fact in answer.facts() {
        console.print_line(Style::Plain, &fact)?;
    }
    if let Some(solution) = &answer.solution {
        let text = sequence_text(solution.write(args.notation.notation));
        console.print_line(Style::Bold, &text)?;
    }
    if answer.flipped {
        console.print_line(Style::Plain, UPSIDE_DOWN)?;
    }
    verdict(answer, seconds).print(console)
}

fn verdict(answer: &Answer, seconds: Seconds) -> Verdict<'_> {
    Verdict {
        outcome: answer.outcome,
        limit: answer.limit,
        caveat: "perhaps not the shortest",
        lower_bound: answer.lower_bound_text(),
        checked: answer.is_checked(),
        seconds,
        engine: answer.engine,
    }
}

/// Answers a line of standard input.
fn solve_line(
    line: TextLine<'_>,
    args: &Square1SolveArgs,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let (colours, notation) = (args.notation.colours, args.notation.notation);
    let position = parse_position_or_sequence(line.text, colours, notation)
        .map_err(|error| line.locate(Fault::of(&error), &error.span))?;
    let cancel = cancel.within(args.time_limit);
    let answer = solve(args, &position, solver, &cancel, true)
        .map_err(|fault| line.locate(fault, &(0..line.text.len())))?;
    if args.json {
        let answer = SolveResponse::new(&answer, notation, stopwatch.elapsed());
        console.print_json(&LineDocument { answer, line: line.number })?;
    } else {
        console.print_notes(&answer.notes)?;
        if answer.flipped {
            console.print_note(&format!("line {}: {UPSIDE_DOWN}", line.number))?;
        }
        writeln!(console.out(), "{}", answer.row(notation))?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Runs `gordian square1 scramble`.
pub(super) fn scramble(
    args: &Square1ScrambleArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let mut solver = solver(&args.tables)?;
    let seed = seed_or_random(args.random.seed, console)?;
    let mut random = Random::new(seed);
    let (colours, notation) = (args.notation.colours, args.notation.notation);
    for _ in 0..args.random.count {
        let answer = with_progress("square1", console.is_quiet(), |progress| {
            solver.scramble(&mut random, colours, &cancel, progress)
        })?;
        let answer = answer.map_err(|error| Fault::of(error).in_file("scramble"))?;
        console.print_notes(&answer.notes)?;
        let Some(sequence) = answer.scramble() else {
            return Ok(Exit::from_outcome(answer.outcome, answer.limit));
        };
        writeln!(console.out(), "{}\t{}", answer.position, sequence.write(notation))?;
        console.flush()?;
    }
    Ok(Exit::Answer)
}
