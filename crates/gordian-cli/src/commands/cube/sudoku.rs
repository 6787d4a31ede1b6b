//! `gordian cube solve` for a Sudoku Cube: the places of the pieces, and the turns that lead there.

use gordian::perm::cube3::Metric;
use gordian::requests::cube3::SudokuCubeResponse;
use gordian::{Answer, Cancel, Limit, Outcome, Problem, PuzzleOptions, Request, Seconds};

use crate::args::CubeSolveArgs;
use crate::commands::solve::show::show_turns;
use crate::commands::{CommandError, Stopwatch, thread_count, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_seconds;

pub(super) fn solve(
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
        options: PuzzleOptions { moves: true, ..PuzzleOptions::default() },
        threads: thread_count(args.threads),
        time_limit: args.time_limit,
        ..Request::default()
    };
    let quiet = console.is_quiet() || args.json;
    let answer = with_progress("cube", quiet, |progress| {
        gordian::solve(problem, &request, cancel, progress)
    })?;
    let answer = answer.map_err(|error| Fault::of(error).in_file(&args.position))?;
    if args.json {
        let seconds = stopwatch.elapsed();
        console.print_json(&SudokuCubeResponse::new(&args.position, &answer, seconds))?;
    } else {
        show(&answer, stopwatch.elapsed(), console)?;
    }
    Ok(match (&answer.details.moves, answer.outcome) {
        (None, Outcome::Infeasible) => Exit::NoAnswer,
        (None, _) => Exit::from_limit(cancel.stopped().unwrap_or(Limit::Time)),
        (Some(_), _) => Exit::from_outcome(Outcome::Solved, answer.limit),
    })
}

fn show(answer: &Answer, seconds: Seconds, console: &mut Console) -> std::io::Result<()> {
    match &answer.details.moves {
        Some(moves) => show_turns(moves, console)?,
        None if answer.outcome == Outcome::Infeasible => {
            console.print_line(Style::Failure, "no solution (proved)")?;
        }
        None => console.print_line(Style::Warning, "undecided")?,
    }
    for note in &answer.notes {
        console.print_line(Style::Plain, &format!("  {note}"))?;
    }
    console.print_line(Style::Plain, &format_seconds(seconds.wall))
}
