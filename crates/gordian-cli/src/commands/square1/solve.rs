//! `gordian square1 solve`: one position as people read it, or as a document.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use cpu_time::ProcessTime;
use gordian::perm::square1::{Position, draw};
use gordian::square1::{Answer, Metric, Query, Solver};
use gordian::{Cancel, Limit, Outcome, Progress as _, ProgressEvent, Seconds};
use serde_json::{Value, json};

use super::{batch, limited, position, remark, solver};
use crate::args::Square1SolveArgs;
use crate::commands::solve::show::{told_limit, told_seconds};
use crate::commands::{Stop, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;

pub(super) fn run(args: &Square1SolveArgs, console: &mut Console) -> Result<Exit, Stop> {
    resolve(args)?;
    let cancel = interrupt::install()?;
    if args.position == "-" {
        return batch::run(args, &cancel, console);
    }
    match one(args, &cancel, console) {
        Err(Stop::Faults(faults)) if args.json => {
            for fault in faults {
                console.json(&json!({"schema": 1, "error": fault.to_json()}))?;
            }
            Ok(Exit::Error)
        }
        done => done,
    }
}

/// Refuses what means nothing together.
fn resolve(args: &Square1SolveArgs) -> Result<(), Fault> {
    if args.all && args.metric != Metric::Twist {
        let message = format!("`--all` means nothing with `--metric {}`", args.metric.name());
        return Err(Fault::new("cli.not-applicable", message)
            .hint("shortest solutions are listed and counted in the metric `twist`"));
    }
    if args.all && args.position == "-" && !args.json {
        let message = "`--all` gives more than a line for each position";
        return Err(
            Fault::new("cli.not-applicable", message).hint("add `--json`, or give one position")
        );
    }
    Ok(())
}

fn one(args: &Square1SolveArgs, cancel: &Cancel, console: &mut Console) -> Result<Exit, Stop> {
    let clock = Clock::start();
    let position = position(&args.position, "POSITION", args.writing)?;
    let mut solver = solver(&args.tables)?;
    let cancel = limited(cancel, args.time_limit);
    let quiet = console.is_quiet() || args.json;
    let mut answer = ask(args, &mut solver, &position, &cancel, quiet)?;
    let exit = Exit::of_outcome(answer.outcome, answer.limit);
    if args.json {
        let document = complete(args, &mut solver, &mut answer, &cancel, quiet, &clock)?;
        console.json(&document)?;
        return Ok(Exit::of_outcome(answer.outcome, answer.limit));
    }
    remark(&answer.notes, console)?;
    if args.all && answer.outcome == Outcome::Optimal {
        return list(args, &mut solver, &answer, &cancel, &clock, console);
    }
    show(args, &answer, clock.elapsed(), console)?;
    Ok(exit)
}

/// Times of one question.
pub(in crate::commands) struct Clock {
    wall: Instant,
    cpu: ProcessTime,
}

impl Clock {
    pub(in crate::commands) fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::now() }
    }

    pub(in crate::commands) fn elapsed(&self) -> Seconds {
        let (cpu, wall) = (self.cpu.elapsed(), self.wall.elapsed());
        Seconds { cpu: cpu.as_secs_f64(), wall: wall.as_secs_f64() }
    }
}

/// Asks the solver what the arguments ask.
pub(super) fn ask(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    position: &Position,
    cancel: &Cancel,
    quiet: bool,
) -> Result<Answer, Fault> {
    let query = Query { metric: args.metric, ..Query::default() };
    let answer =
        with_progress("square1", quiet, |notes| solver.solve(position, &query, cancel, notes))?;
    answer.map_err(|error| Fault::of_solve(&error, &args.position))
}

/// Returns the document of an answer, after its solutions were listed, if they are wanted.
pub(super) fn complete(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    answer: &mut Answer,
    cancel: &Cancel,
    quiet: bool,
    clock: &Clock,
) -> Result<Value, Fault> {
    if args.all && answer.outcome == Outcome::Optimal {
        let position = answer.position;
        let solutions = &mut answer.solutions;
        let listed = with_progress("square1", quiet, |notes| {
            notes.report(&ProgressEvent::Phase { name: "listing" });
            solver.for_each_solution(&position, args.limit, cancel, notes, &mut |sequence| {
                solutions.push(sequence);
                notes.report(&ProgressEvent::Solutions { n: solutions.len() as u64 });
                ControlFlow::Continue(())
            })
        })?;
        let limit = listed.map_err(|error| Fault::of_solve(&error, &args.position))?;
        answer.limit = answer.limit.or(limit);
    }
    Ok(answer.to_json(args.writing.notation, clock.elapsed()))
}

/// Writes every shortest solution on a line as soon as it is found, and nothing else to standard
/// output.
fn list(
    args: &Square1SolveArgs,
    solver: &mut Solver,
    answer: &Answer,
    cancel: &Cancel,
    clock: &Clock,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let mut n: u64 = 0;
    let mut broken: Option<io::Error> = None;
    let notation = args.writing.notation;
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
                broken = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    if let Some(error) = broken {
        return Err(error.into());
    }
    let limit = listed.map_err(|error| Fault::of_solve(&error, &args.position))?;
    let limit = answer.limit.or(limit);
    let told = match limit {
        None => "all shortest solutions".to_owned(),
        Some(limit) => format!("stopped by {} after {n}", told_limit(limit)),
    };
    let mut words = vec![told];
    words.extend(length(answer));
    words.extend(ending(answer, clock.elapsed()));
    console.remark(&words.join(" · "))?;
    if answer.flipped {
        console.remark(UPSIDE_DOWN)?;
    }
    Ok(Exit::of_outcome(answer.outcome, limit))
}

const UPSIDE_DOWN: &str = "the solved puzzle lies upside down: turn all of it over";

fn show(
    args: &Square1SolveArgs,
    answer: &Answer,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    console.out().write_all(draw(&answer.position).as_bytes())?;
    console.line(Style::Plain, "")?;
    console.line(Style::Bold, &answer.position.to_string())?;
    if let Some(length) = length(answer) {
        console.line(Style::Plain, &length)?;
    }
    if let Some(distance) = answer.distance_ignoring_middle {
        let twists = counted(distance, Metric::Twist);
        let level = distance + 1;
        let text = format!("{twists} if the middle layer is ignored (level {level} of 2007)");
        console.line(Style::Plain, &text)?;
    }
    if let Some(n) = answer.shortest_solutions {
        let s = if n == 1 { "" } else { "s" };
        console.line(Style::Plain, &format!("{n} shortest solution{s}"))?;
    }
    if let Some(solution) = &answer.solution {
        let text = solution.write(args.writing.notation);
        let text = if text.is_empty() { "(no moves)".to_owned() } else { text };
        console.line(Style::Bold, &text)?;
    }
    if answer.flipped {
        console.line(Style::Plain, UPSIDE_DOWN)?;
    }
    let (style, mut words) = established(answer);
    words.extend(ending(answer, seconds));
    console.line(style, &words.join(" · "))
}

/// Returns the length of the solution with its metric, and what is proved of it.
fn length(answer: &Answer) -> Option<String> {
    let length = answer.distance?;
    let metric = answer.metric.name();
    let moves = counted(length, answer.metric);
    Some(match answer.lower_bound {
        Some(bound) if bound < length => {
            format!("{moves} (metric: {metric}), no fewer than {bound} are possible")
        }
        _ => format!("{moves} (metric: {metric})"),
    })
}

fn counted(n: u32, metric: Metric) -> String {
    let s = if n == 1 { "" } else { "s" };
    match metric {
        Metric::Twist => format!("{n} twist{s}"),
        Metric::Wca | Metric::Face => format!("{n} move{s}"),
    }
}

/// Returns what was established, in words, and how it looks.
fn established(answer: &Answer) -> (Style, Vec<String>) {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let stopped = |limit: Option<Limit>| limit.map_or("", told_limit);
    match answer.outcome {
        Outcome::Optimal => match answer.limit {
            None => (Style::Good, words(&["solved", "optimal"])),
            limit => {
                let doubt = format!("not all was counted (stopped by {})", stopped(limit));
                (Style::Doubtful, words(&["solved", "optimal", &doubt]))
            }
        },
        Outcome::Feasible(limit) => {
            let doubt = format!("perhaps not the shortest (stopped by {})", stopped(Some(limit)));
            (Style::Doubtful, words(&["solved", &doubt]))
        }
        _ => {
            let doubt = format!("stopped by {}", stopped(answer.limit));
            let mut words = words(&["undecided", &doubt]);
            if let Some(bound) = answer.lower_bound {
                words.push(format!("no fewer than {} are possible", counted(bound, answer.metric)));
            }
            (Style::Doubtful, words)
        }
    }
}

/// Returns the end of the line that says what was established.
fn ending(answer: &Answer, seconds: Seconds) -> Vec<String> {
    let checked = answer.is_checked().then(|| "checked".to_owned());
    let engine = answer.engine.map(str::to_owned);
    checked.into_iter().chain([told_seconds(seconds.wall)]).chain(engine).collect()
}
