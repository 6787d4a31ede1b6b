//! Answers as people read them.

use std::io::{self, Write as _};

use gordian::cube3::CubeMoves;
use gordian::perm::square1::Notation;
use gordian::puzzles::{Puzzle, Solution};
use gordian::{
    Answer, ConflictAnswer, Index as _, Limit, Outcome, Problem, Seconds, SolutionData, Task,
};

use super::board;
use super::find::{Finding, Found, Proof, lacks_confirmation};
use super::listing::Listing;
use super::plan::Plan;
use crate::console::{Console, Style};

/// Shows what was found out about a file.
///
/// The beginning and the solutions were shown already if there was a `listing`.
pub(super) fn show(
    found: &Found,
    listing: &Listing,
    plan: &Plan,
    console: &mut Console,
) -> io::Result<()> {
    if !listing.has_begun() {
        match &found.finding {
            Finding::Answer(..) => begin(&found.file, &found.problem, console)?,
            Finding::Conflict(_) => heading(&found.file, &found.problem, console)?,
        }
    }
    match &found.finding {
        Finding::Answer(answer, proof) => {
            solutions(answer, &found.problem, plan.request.task, console)?;
            if let Some(explained) = &found.explained {
                explained.show(console)?;
            }
            let (style, words) = status(answer, plan, found.seconds);
            console.line(style, &words.join(" · "))?;
            for note in &answer.notes {
                console.line(Style::Plain, &format!("  {note}"))?;
            }
            if let Some(proof) = proof {
                show_proof(proof, answer, console)?;
            }
            if let Some(report) = &answer.report {
                for line in report.lines() {
                    console.line(Style::Plain, line)?;
                }
            }
            if answer.outcome == Outcome::Infeasible {
                let hint = "hint: `--conflict` says which givens and rules exclude each other";
                console.remark(hint)?;
            }
            Ok(())
        }
        Finding::Conflict(conflict) => show_conflict(conflict, found.seconds, console),
    }
}

/// Says which file it is about.
fn heading(file: &str, problem: &Problem, console: &mut Console) -> io::Result<()> {
    let file = if file == "-" { "standard input" } else { file };
    match problem.title() {
        Some(title) => console.line(Style::Bold, &format!("{title} ({file})")),
        None => console.line(Style::Bold, file),
    }
}

/// Shows what comes before the solutions: which file it is about, and a Square-1, drawn once for all of
/// them.
pub(super) fn begin(file: &str, problem: &Problem, console: &mut Console) -> io::Result<()> {
    heading(file, problem, console)?;
    if let Problem::Puzzle(Puzzle::Square1(puzzle)) = problem {
        console.out().write_all(puzzle.draw(None).as_bytes())?;
    }
    Ok(())
}

/// Shows one solution of a list.
pub(super) fn listed(
    number: u64,
    solution: &SolutionData,
    problem: &Problem,
    console: &mut Console,
) -> io::Result<()> {
    if !matches!(problem, Problem::Puzzle(Puzzle::Square1(_))) {
        console.line(Style::Dim, &format!("solution {number}"))?;
    }
    one(solution, problem, console)
}

/// Shows a solution.
fn one(solution: &SolutionData, problem: &Problem, console: &mut Console) -> io::Result<()> {
    match (problem, solution) {
        (_, SolutionData::Puzzle(Solution::Square1(moves))) => {
            let moves = moves.write(Notation::Wca);
            let moves = if moves.is_empty() { "(none)" } else { &moves };
            console.line(Style::Plain, &format!("moves: {moves}"))
        }
        (Problem::Puzzle(puzzle), SolutionData::Puzzle(solution)) => {
            let drawn = board::draw(puzzle, solution, console.has_colour());
            console.out().write_all(drawn.as_bytes())
        }
        (Problem::Model(model), SolutionData::Model(values)) => {
            for var in model.answer_variables() {
                if let Some((name, value)) = values.get(var.index()) {
                    console.line(Style::Plain, &format!("{name} = {value}"))?;
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Draws the solutions that were not listed, and what is known of them.
fn solutions(
    answer: &Answer,
    problem: &Problem,
    task: Task,
    console: &mut Console,
) -> io::Result<()> {
    if !matches!(task, Task::All { .. }) {
        for (number, solution) in (1..).zip(&answer.solutions) {
            if number == 2 {
                console.line(Style::Dim, "another solution")?;
            }
            one(solution, problem, console)?;
        }
    }
    if let Some(moves) = &answer.moves {
        console.line(Style::Plain, "")?;
        return turns(moves, console);
    }
    match (answer.objective, answer.bound) {
        (None, _) => Ok(()),
        (Some(1), _) if is_square1(problem) => console.line(Style::Plain, "1 twist"),
        (Some(n), _) if is_square1(problem) => console.line(Style::Plain, &format!("{n} twists")),
        (Some(length), Some(bound)) if matches!(problem, Problem::Puzzle(Puzzle::Cube3(_))) => {
            console.line(Style::Plain, &counted_turns(length, bound))
        }
        (Some(objective), _) if answer.outcome == Outcome::Optimal => {
            console.line(Style::Plain, &format!("objective {objective}"))
        }
        (Some(objective), Some(bound)) => {
            let text = format!("objective {objective} so far, no better than {bound} is possible");
            console.line(Style::Plain, &text)
        }
        (Some(_), None) => Ok(()),
    }
}

fn is_square1(problem: &Problem) -> bool {
    matches!(problem, Problem::Puzzle(Puzzle::Square1(_)))
}

/// Shows the turns that solve a Sudoku Cube.
pub(in crate::commands) fn turns(moves: &CubeMoves, console: &mut Console) -> io::Result<()> {
    let number = |n: usize| i64::try_from(n).expect("lengths are small");
    let sequence = moves.sequence.to_string();
    let sequence = if sequence.is_empty() { "(none)" } else { &sequence };
    console.line(Style::Bold, &format!("turns: {sequence}"))?;
    let length = number(moves.length);
    // Without a bound nothing is claimed, which any bound of the length or more says.
    let told = counted_turns(length, moves.lower_bound.map_or(length, number));
    let told = match (moves.n_goals, moves.all_goals) {
        (1, true) => told,
        (n, true) => format!("{told}; of {n} solutions this is the nearest found"),
        (n, false) => {
            format!(
                "{told}; of the first {n} solutions this is the nearest found, others may be nearer"
            )
        }
    };
    console.line(Style::Plain, &told)?;
    if moves.unknown_centres.is_empty() {
        return console.line(Style::Plain, "the centres look as their faces do");
    }
    let faces: Vec<&str> = moves.unknown_centres.iter().map(|face| face.name()).collect();
    let faces = faces.join(" ");
    let told = format!("how these centres look was not known, so they may look anywhere: {faces}");
    console.line(Style::Plain, &told)
}

/// Returns a number of turns and what is proved of it.
fn counted_turns(length: i64, bound: i64) -> String {
    let turns = if length == 1 { "1 turn".to_owned() } else { format!("{length} turns") };
    if bound < length { format!("{turns}, no fewer than {bound} are possible") } else { turns }
}

/// Returns the line that says what was established, in words, and how it looks.
fn status(answer: &Answer, plan: &Plan, seconds: Seconds) -> (Style, Vec<String>) {
    let (style, mut words) = established(answer, plan.request.task);
    if answer.is_checked() {
        words.push("checked".to_owned());
    }
    if let Some(engine) = answer.confirmed_by {
        words.push(format!("confirmed by {engine} (same clauses)"));
    } else if lacks_confirmation(answer, &plan.request) {
        words.push("not confirmed".to_owned());
    }
    words.push(told_seconds(seconds.wall));
    words.push(answer.engine.clone());
    (style, words)
}

fn established(answer: &Answer, task: Task) -> (Style, Vec<String>) {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let why = answer.limit.or(answer.outcome.limit()).map_or("", told_limit);
    match answer.outcome {
        Outcome::Infeasible => (Style::Bad, words(&["no solution (proved)"])),
        Outcome::Stopped(limit) => {
            let mut words = words(&["undecided"]);
            if let Some(n) = answer.count.filter(|&n| n > 0) {
                words.push(format!("at least {}", solutions_in_words(n)));
            }
            words.push(format!("stopped by {}", told_limit(limit)));
            (Style::Doubtful, words)
        }
        Outcome::Optimal => {
            let mut words = words(&["solved", "optimal"]);
            let n = match task {
                Task::Count { .. } => Some(answer.count),
                Task::All { .. } => Some(answer.listed),
                Task::First | Task::Prove => None,
            };
            // Of ways there may be several that are best; of models with a goal, only one is asked.
            words.extend(n.map(|n| match (n.map(solutions_in_words), answer.limit) {
                (Some(n), None) => n,
                (Some(n), Some(_)) => format!("at least {n} (stopped by {why})"),
                (None, _) => format!("not counted (stopped by {why})"),
            }));
            (if answer.limit.is_none() { Style::Good } else { Style::Doubtful }, words)
        }
        Outcome::Feasible(_) => {
            let doubt = format!("perhaps not the best (stopped by {why})");
            (Style::Doubtful, words(&["solved", &doubt]))
        }
        Outcome::Solved => match task {
            Task::First => (Style::Good, words(&["solved"])),
            Task::Count { .. } | Task::All { .. } => {
                let n = solutions_in_words(answer.count.or(answer.listed).unwrap_or(0));
                match answer.limit {
                    None => (Style::Good, vec![n]),
                    Some(_) => (Style::Doubtful, vec![format!("at least {n} (stopped by {why})")]),
                }
            }
            Task::Prove => match answer.unique {
                Some(true) => (Style::Good, words(&["solved", "unique"])),
                Some(false) => (Style::Doubtful, words(&["solved", "not unique"])),
                // Of ways it is no question.
                None if answer.limit.is_none() => (Style::Good, words(&["solved"])),
                None => {
                    let doubt = format!("uniqueness not decided (stopped by {why})");
                    (Style::Doubtful, words(&["solved", &doubt]))
                }
            },
        },
    }
}

fn solutions_in_words(n: u64) -> String {
    format!("{n} solution{}", if n == 1 { "" } else { "s" })
}

/// Returns a limit as the end of "stopped by …".
pub(in crate::commands) fn told_limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time limit",
        Limit::Effort => "the limit of effort",
        Limit::Solutions => "--limit",
        Limit::Memory => "the memory limit",
        Limit::Interrupted => "Ctrl-C",
    }
}

fn show_proof(proof: &Proof, answer: &Answer, console: &mut Console) -> io::Result<()> {
    match proof {
        Proof::Written { cnf, drat } => {
            let what = match answer.outcome {
                Outcome::Infeasible => "no solution",
                _ => "no other solution",
            };
            let (cnf, drat) = (cnf.display(), drat.display());
            let text =
                format!("proof that there is {what}: {drat} (the formula in {cnf} has none)");
            console.line(Style::Plain, &text)?;
            let text =
                "  it covers the clauses, not their compilation from the problem (docs/proofs.md)";
            console.line(Style::Plain, text)
        }
        Proof::Nothing => console.line(Style::Plain, "no proof: nothing was refuted"),
        Proof::Stopped(limit) => {
            console.line(Style::Plain, &format!("no proof: stopped by {}", told_limit(*limit)))
        }
    }
}

fn show_conflict(
    conflict: &ConflictAnswer,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    let time = told_seconds(seconds.wall);
    match conflict {
        ConflictAnswer::None => {
            console.line(Style::Good, &format!("no conflict: there is a solution · {time}"))
        }
        ConflictAnswer::Stopped(limit) => {
            let text = format!("undecided · stopped by {} · {time}", told_limit(*limit));
            console.line(Style::Doubtful, &text)
        }
        ConflictAnswer::Found { names, limit, .. } => {
            console.line(Style::Bad, "no solution (proved); these exclude each other:")?;
            for name in names {
                console.line(Style::Plain, &format!("  {name}"))?;
            }
            let verdict = match limit {
                None => "minimal: without any one of them, the others can be satisfied".to_owned(),
                Some(limit) => {
                    format!("perhaps more than needed: stopped by {}", told_limit(*limit))
                }
            };
            console.line(Style::Plain, &format!("{verdict} · {time}"))
        }
    }
}

/// Returns a time in the unit that suits it.
pub(in crate::commands) fn told_seconds(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}
