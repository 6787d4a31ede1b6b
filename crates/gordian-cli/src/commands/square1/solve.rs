//! `gordian square1 solve` for one position, and `gordian square1 scramble`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;

use gordian::perm::square1::{Move, Position, Sequence, draw, random_position};
use gordian::square1::{Answer, Metric, Query, Solver};
use gordian::{Cancel, Limit, Outcome, Progress as _, ProgressEvent, Random, Seconds};
use serde_json::Value;

use super::{batch, position, print_notes, solver, with_time_limit};
use crate::args::{Square1ScrambleArgs, Square1SolveArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, Stopwatch, faults_as_json, seed_or_random, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_limit, format_seconds};

pub(super) fn run(args: &Square1SolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    check_args(args)?;
    let cancel = cancel_on_ctrl_c()?;
    if args.position == "-" {
        return batch::run(args, &cancel, console);
    }
    let result = solve_one(args, &cancel, console);
    faults_as_json(result, args.json, console)
}

/// Refuses arguments that cannot be combined.
fn check_args(args: &Square1SolveArgs) -> Result<(), Fault> {
    if args.all && args.metric != Metric::Twist {
        let message = format!("`--all` does not apply to `--metric {}`", args.metric.name());
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

fn solve_one(
    args: &Square1SolveArgs,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let position = position(&args.position, "POSITION", args.notation)?;
    let mut solver = solver(&args.tables)?;
    let cancel = with_time_limit(cancel, args.time_limit);
    let quiet = console.is_quiet() || args.json;
    let mut answer = solve_position(args, &mut solver, &position, &cancel, quiet)?;
    let exit = Exit::from_outcome(answer.outcome, answer.limit);
    if args.json {
        let document = answer_document(args, &mut solver, &mut answer, &cancel, quiet, &stopwatch)?;
        console.print_json(&document)?;
        return Ok(Exit::from_outcome(answer.outcome, answer.limit));
    }
    print_notes(&answer.notes, console)?;
    if args.all && answer.outcome == Outcome::Optimal {
        return list_solutions(args, &mut solver, &answer, &cancel, &stopwatch, console);
    }
    show(args, &answer, stopwatch.elapsed(), console)?;
    Ok(exit)
}

/// Solves a position as the arguments request.
pub(super) fn solve_position(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    position: &Position,
    cancel: &Cancel,
    quiet: bool,
) -> Result<Answer, Fault> {
    let query = Query { metric: args.metric, ..Query::default() };
    let answer = with_progress("square1", quiet, |progress| {
        solver.solve(position, &query, cancel, progress)
    })?;
    answer.map_err(|error| Fault::from_solve_error(&error, &args.position))
}

/// Returns the document of an answer, with all shortest solutions if they are requested.
pub(super) fn answer_document(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    answer: &mut Answer,
    cancel: &Cancel,
    quiet: bool,
    stopwatch: &Stopwatch,
) -> Result<Value, Fault> {
    if args.all && answer.outcome == Outcome::Optimal {
        let position = answer.position;
        let solutions = &mut answer.solutions;
        let listed = with_progress("square1", quiet, |progress| {
            progress.report(&ProgressEvent::Phase { name: "listing" });
            solver.for_each_solution(&position, args.limit, cancel, progress, &mut |sequence| {
                solutions.push(sequence);
                progress.report(&ProgressEvent::Solutions { n: solutions.len() as u64 });
                ControlFlow::Continue(())
            })
        })?;
        let limit = listed.map_err(|error| Fault::from_solve_error(&error, &args.position))?;
        answer.limit = answer.limit.or(limit);
    }
    Ok(answer.to_json(args.notation.notation, stopwatch.elapsed()))
}

/// Writes every shortest solution on one line as soon as it is found. Standard output contains nothing else.
fn list_solutions(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    answer: &Answer,
    cancel: &Cancel,
    stopwatch: &Stopwatch,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let mut n: u64 = 0;
    let mut write_error: Option<io::Error> = None;
    let notation = args.notation.notation;
    let listed = solver.for_each_solution(
        &answer.position,
        args.limit,
        cancel,
        &gordian::NoProgress,
        &mut |sequence| match writeln!(console.out(), "{}", sequence.write(notation)) {
            Ok(()) => {
                n += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                write_error = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    if let Some(error) = write_error {
        return Err(error.into());
    }
    let limit = listed.map_err(|error| Fault::from_solve_error(&error, &args.position))?;
    let limit = answer.limit.or(limit);
    let text = match limit {
        None => "all shortest solutions".to_owned(),
        Some(limit) => format!("stopped by {} after {n}", format_limit(limit)),
    };
    let mut words = vec![text];
    words.extend(length_text(answer));
    words.extend(status_suffix(answer, stopwatch.elapsed()));
    console.print_note(&words.join(" · "))?;
    if answer.flipped {
        console.print_note(UPSIDE_DOWN)?;
    }
    Ok(Exit::from_outcome(answer.outcome, limit))
}

const UPSIDE_DOWN: &str = "the solved puzzle is upside down: turn the whole puzzle over";

fn show(
    args: &Square1SolveArgs,
    answer: &Answer,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.print_line(Style::Plain, "")?;
    console.print_line(Style::Bold, &answer.position.to_string())?;
    if let Some(length) = length_text(answer) {
        console.print_line(Style::Plain, &length)?;
    }
    if let Some(distance) = answer.distance_ignoring_middle {
        let twists = format_moves(distance, Metric::Twist);
        let level = distance + 1;
        let text =
            format!("{twists} without the middle layer (level {level} of the model of 2007)");
        console.print_line(Style::Plain, &text)?;
    }
    if let Some(n) = answer.shortest_solutions {
        let s = if n == 1 { "" } else { "s" };
        console.print_line(Style::Plain, &format!("{n} shortest solution{s}"))?;
    }
    if let Some(solution) = &answer.solution {
        let text = solution.write(args.notation.notation);
        let text = if text.is_empty() { "(no moves)".to_owned() } else { text };
        console.print_line(Style::Bold, &text)?;
    }
    if answer.flipped {
        console.print_line(Style::Plain, UPSIDE_DOWN)?;
    }
    let (style, mut words) = verdict(answer);
    words.extend(status_suffix(answer, seconds));
    console.print_line(style, &words.join(" · "))
}

/// Formats the length of the solution with its metric and lower bound.
fn length_text(answer: &Answer) -> Option<String> {
    let length = answer.distance?;
    let metric = answer.metric.name();
    let moves = format_moves(length, answer.metric);
    Some(match answer.lower_bound {
        Some(bound) if bound < length => {
            format!("{moves} (metric: {metric}), no fewer than {bound} are possible")
        }
        _ => format!("{moves} (metric: {metric})"),
    })
}

fn format_moves(n: u32, metric: Metric) -> String {
    let s = if n == 1 { "" } else { "s" };
    match metric {
        Metric::Twist => format!("{n} twist{s}"),
        Metric::Wca | Metric::Face => format!("{n} move{s}"),
    }
}

/// Returns the status in words, and its style.
fn verdict(answer: &Answer) -> (Style, Vec<String>) {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let stopped = |limit: Option<Limit>| limit.map_or("", format_limit);
    match answer.outcome {
        Outcome::Optimal => match answer.limit {
            None => (Style::Success, words(&["solved", "optimal"])),
            limit => {
                let doubt = format!("not all solutions counted (stopped by {})", stopped(limit));
                (Style::Warning, words(&["solved", "optimal", &doubt]))
            }
        },
        Outcome::Feasible(limit) => {
            let doubt = format!("perhaps not the shortest (stopped by {})", stopped(Some(limit)));
            (Style::Warning, words(&["solved", &doubt]))
        }
        _ => {
            let doubt = format!("stopped by {}", stopped(answer.limit));
            let mut words = words(&["undecided", &doubt]);
            if let Some(bound) = answer.lower_bound {
                words.push(format!(
                    "no fewer than {} are possible",
                    format_moves(bound, answer.metric)
                ));
            }
            (Style::Warning, words)
        }
    }
}

/// Returns the end of the status line.
fn status_suffix(answer: &Answer, seconds: Seconds) -> Vec<String> {
    let checked = answer.is_checked().then(|| "checked".to_owned());
    let engine = answer.engine.map(str::to_owned);
    checked.into_iter().chain([format_seconds(seconds.wall)]).chain(engine).collect()
}

/// Runs `gordian square1 scramble`.
pub(super) fn scramble(
    args: &Square1ScrambleArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let mut solver = solver(&args.tables)?;
    let seed = seed_or_random(args.seed, console)?;
    let mut random = Random::new(seed);
    let query = Query { count: false, ..Query::default() };
    for _ in 0..args.count {
        let position = random_position(&mut random, args.notation.colours);
        let quiet = console.is_quiet();
        let answer = with_progress("square1", quiet, |progress| {
            solver.solve(&position, &query, &cancel, progress)
        })?;
        let answer = answer.map_err(|error| Fault::from_solve_error(&error, "scramble"))?;
        print_notes(&answer.notes, console)?;
        let Some(solution) = answer.solution else {
            return Ok(Exit::from_outcome(answer.outcome, answer.limit));
        };
        let sequence = solution.inverse();
        // Turns and twists cannot reach the flipped solved puzzle, so the sequence starts with a flip.
        let flip = answer.flipped.then_some(Move::Flip);
        let sequence: Sequence = flip.into_iter().chain(sequence.into_moves()).collect();
        writeln!(console.out(), "{position}\t{}", sequence.write(args.notation.notation))?;
        console.flush()?;
    }
    Ok(Exit::Answer)
}
