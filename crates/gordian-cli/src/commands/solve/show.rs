//! Shows answers as text.

use std::io::{self, Write as _};

use gordian::cube3::CubeMoves;
use gordian::plan::{PlanExplanation, PlanResult, ProofStatus};
use gordian::puzzles::{Puzzle, Solution, SolutionForm};
use gordian::sudoku_batch::ExplanationStyle;
use gordian::{
    Answer, ConflictAnswer, Index as _, ModelSolution, ObjectiveStatus, Outcome, Problem, Request,
    Seconds, SolutionData, Task, UNKNOWN_VALUE, relative_gap,
};

use super::result::{FileResult, lacks_confirmation};
use super::solution_writer::SolutionWriter;
use crate::console::{Console, Style};
use crate::format::{format_gap, format_limit, format_seconds};

/// The line before the part of a solution that is not decided.
const NOT_DECIDED: &str = "not decided, but the same in the solutions found:";

/// Shows the result for a file.
///
/// If `writer` has started, the title and the solutions are already shown.
pub(super) fn show(
    found: &FileResult,
    writer: &SolutionWriter,
    request: &Request,
    console: &mut Console,
) -> io::Result<()> {
    if !writer.has_started() && !writer.has_shown_best() {
        match &found.result {
            PlanResult::Answer { .. } => show_header(&found.file, &found.problem, console)?,
            PlanResult::Conflict(_) => show_title(&found.file, &found.problem, console)?,
        }
    }
    match &found.result {
        PlanResult::Answer { answer, proof, explanation } => {
            let is_listed = matches!(request.task, Task::All { .. }) || writer.has_shown_best();
            match &answer.determined {
                Some(determined) => {
                    show_solution(&determined.part, &found.problem, console)?;
                    if let Some(undecided) = &determined.undecided {
                        console.print_line(Style::Warning, NOT_DECIDED)?;
                        show_solution(undecided, &found.problem, console)?;
                    }
                }
                None => show_solutions(answer, &found.problem, is_listed, console)?,
            }
            let colour = console.has_colour();
            let text = match explanation {
                Some(PlanExplanation::Grid(grid)) => grid
                    .explanation()
                    .map(|it| it.text(ExplanationStyle { colour, ..Default::default() })),
                Some(PlanExplanation::Steps(steps)) => Some(steps.text()),
                Some(PlanExplanation::Stopped(_)) | None => None,
            };
            if let Some(text) = text {
                writeln!(console.out(), "{}", text.trim_end())?;
            }
            let (style, words) = status(answer, explanation.as_ref(), request, found.seconds);
            console.print_line(style, &words.join(" · "))?;
            for note in &answer.notes {
                console.print_line(Style::Plain, &format!("  {note}"))?;
            }
            if let Some(proof) = proof {
                show_proof(proof, answer, console)?;
            }
            if let Some(report) = &answer.report {
                for line in report.lines() {
                    console.print_line(Style::Plain, line)?;
                }
            }
            if answer.outcome == Outcome::Infeasible {
                let hint = "hint: `--conflict` shows which givens and rules conflict";
                console.print_note(hint)?;
            }
            Ok(())
        }
        PlanResult::Conflict(conflict) => show_conflict(conflict, found.seconds, console),
    }
}

/// Shows the title and the name of the file.
fn show_title(file: &str, problem: &Problem, console: &mut Console) -> io::Result<()> {
    let file = if file == "-" { "standard input" } else { file };
    match problem.title() {
        Some(title) => console.print_line(Style::Bold, &format!("{title} ({file})")),
        None => console.print_line(Style::Bold, file),
    }
}

/// Shows what precedes the solutions: the title, and the drawing of the puzzle if solutions are
/// lines.
pub(super) fn show_header(file: &str, problem: &Problem, console: &mut Console) -> io::Result<()> {
    show_title(file, problem, console)?;
    match problem {
        Problem::Puzzle(puzzle) if has_lines(puzzle) => {
            console.out().write_all(puzzle.draw(None).as_bytes())
        }
        _ => Ok(()),
    }
}

/// Returns whether each solution is shown as one line.
fn has_lines(puzzle: &Puzzle) -> bool {
    puzzle.kind().solution_form() == SolutionForm::Line
}

/// Shows one solution of a list.
pub(super) fn show_listed(
    number: u64,
    solution: &SolutionData,
    problem: &Problem,
    console: &mut Console,
) -> io::Result<()> {
    if !matches!(problem, Problem::Puzzle(puzzle) if has_lines(puzzle)) {
        console.print_line(Style::Dim, &format!("solution {number}"))?;
    }
    show_solution(solution, problem, console)
}

/// Shows what is known of the objective when a better solution is found.
pub(super) fn show_status(
    status: ObjectiveStatus,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    let mut words = vec![format!("objective {}", status.objective)];
    words.extend(status.bound.map(|bound| format!("bound {bound}")));
    words.extend(status.gap().map(|gap| format!("gap {}", format_gap(gap))));
    words.push(format_seconds(seconds.wall));
    console.print_line(Style::Plain, &words.join(" · "))
}

/// Shows a solution.
fn show_solution(
    solution: &SolutionData,
    problem: &Problem,
    console: &mut Console,
) -> io::Result<()> {
    match (problem, solution) {
        (Problem::Puzzle(puzzle), SolutionData::Puzzle(solution)) if has_lines(puzzle) => {
            console.print_line(Style::Plain, &solution.to_line())
        }
        (Problem::Puzzle(puzzle), SolutionData::Puzzle(solution)) => {
            let drawn = draw_board(puzzle, solution, console.has_colour());
            console.out().write_all(drawn.as_bytes())
        }
        (Problem::Model(model), SolutionData::Model(ModelSolution::Whole(values))) => {
            for var in model.answer_variables() {
                if let Some((name, value)) = values.get(var.index()) {
                    console.print_line(Style::Plain, &format!("{name} = {value}"))?;
                }
            }
            Ok(())
        }
        (_, SolutionData::Model(ModelSolution::Part(values))) => {
            for (_, name, value) in values {
                let value = value.map_or(UNKNOWN_VALUE.to_owned(), |value| value.to_string());
                console.print_line(Style::Plain, &format!("{name} = {value}"))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Shows the solutions that were not listed, and their objective.
fn show_solutions(
    answer: &Answer,
    problem: &Problem,
    is_listed: bool,
    console: &mut Console,
) -> io::Result<()> {
    if !is_listed {
        for (number, solution) in (1..).zip(&answer.solutions) {
            if number == 2 {
                console.print_line(Style::Dim, "another solution")?;
            }
            show_solution(solution, problem, console)?;
        }
    }
    if let Some(moves) = &answer.details.moves {
        console.print_line(Style::Plain, "")?;
        return show_turns(moves, console);
    }
    let unit = match problem {
        Problem::Puzzle(puzzle) => puzzle.kind().length_unit(),
        Problem::Model(_) => None,
    };
    if let (Some(length), Some(unit)) = (answer.objective, unit) {
        let text = format_length(length, answer.bound.unwrap_or(length), unit);
        return console.print_line(Style::Plain, &text);
    }
    match (answer.objective, answer.bound) {
        (None, _) => Ok(()),
        (Some(objective), _) if answer.outcome == Outcome::Optimal => {
            console.print_line(Style::Plain, &format!("objective {objective}"))
        }
        (Some(objective), Some(bound)) => {
            let gap = format_gap(relative_gap(objective, bound));
            let text = format!(
                "objective {objective} so far, no better than {bound} is possible (gap {gap})"
            );
            console.print_line(Style::Plain, &text)
        }
        (Some(_), None) => Ok(()),
    }
}

/// Shows the turns that solve a Sudoku Cube.
pub(in crate::commands) fn show_turns(moves: &CubeMoves, console: &mut Console) -> io::Result<()> {
    let sequence = moves.sequence.to_string();
    let sequence = if sequence.is_empty() { "(none)" } else { &sequence };
    console.print_line(Style::Bold, &format!("turns: {sequence}"))?;
    moves.facts().iter().try_for_each(|fact| console.print_line(Style::Plain, fact))
}

/// Formats the length of a solution and its lower bound.
fn format_length(length: i64, bound: i64, unit: &str) -> String {
    let text = format!("{length} {unit}{}", if length == 1 { "" } else { "s" });
    if bound < length { format!("{text}, no fewer than {bound} are possible") } else { text }
}

/// Returns the status line in parts, and its style.
fn status(
    answer: &Answer,
    explanation: Option<&PlanExplanation>,
    request: &Request,
    seconds: Seconds,
) -> (Style, Vec<String>) {
    let (style, mut words) = verdict(answer, request.task);
    if answer.is_checked() {
        words.push("checked".to_owned());
    }
    if let Some(engine) = answer.confirmed_by {
        words.push(format!("confirmed by {engine} (from the model)"));
    } else if lacks_confirmation(answer, request) {
        words.push("not confirmed".to_owned());
    }
    // An undecided puzzle cannot be explained, and its limit is shown already.
    if let Some((limit, explanation)) = explanation.and_then(|it| Some((it.limit()?, it)))
        && answer.outcome.has_answer()
    {
        let what = match explanation {
            PlanExplanation::Stopped(_) => "not explained",
            PlanExplanation::Grid(_) | PlanExplanation::Steps(_) => "not completely explained",
        };
        words.push(format!("{what} (stopped by {})", format_limit(limit)));
    }
    words.push(format_seconds(seconds.wall));
    words.push(answer.engine.clone());
    (style, words)
}

fn verdict(answer: &Answer, task: Task) -> (Style, Vec<String>) {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let why = answer.limit.or(answer.outcome.limit()).map_or("", format_limit);
    match answer.outcome {
        Outcome::Infeasible => (Style::Failure, words(&["no solution (proved)"])),
        Outcome::Stopped(limit) => {
            let mut words = words(&["undecided"]);
            if let Some(n) = answer.count.filter(|&n| n > 0) {
                words.push(format!("at least {}", format_solution_count(n)));
            }
            words.push(format!("stopped by {}", format_limit(limit)));
            (Style::Warning, words)
        }
        Outcome::Optimal => {
            let mut words = words(&["solved", "optimal"]);
            let n = match task {
                Task::Count { .. } => Some(answer.count),
                Task::All { .. } => Some(answer.listed),
                Task::First | Task::Determined | Task::Prove => None,
            };
            // Shortest move sequences can be counted; for models with an objective one optimum is
            // computed.
            words.extend(n.map(|n| match (n.map(format_solution_count), answer.limit) {
                (Some(n), None) => n,
                (Some(n), Some(_)) => format!("at least {n} (stopped by {why})"),
                (None, _) => format!("not counted (stopped by {why})"),
            }));
            (if answer.limit.is_none() { Style::Success } else { Style::Warning }, words)
        }
        Outcome::Feasible(_) => {
            let caveat = format!("perhaps not optimal (stopped by {why})");
            (Style::Warning, words(&["solved", &caveat]))
        }
        Outcome::Solved => match task {
            Task::First => (Style::Success, words(&["solved"])),
            Task::Determined => {
                let Some(determined) = &answer.determined else {
                    return (Style::Warning, words(&["undecided"]));
                };
                let n = determined.n_common + determined.n_undecided + determined.n_varying;
                let place = match (answer.kind == "model", n) {
                    (true, 1) => "variable",
                    (true, _) => "variables",
                    (false, 1) => "place",
                    (false, _) => "places",
                };
                let common = determined.n_common;
                let undecided = determined.n_undecided;
                if undecided == 0 {
                    let what =
                        format!("{common} of {n} {place} are the same in all solutions (proved)");
                    (Style::Success, vec![what])
                } else {
                    let what = format!(
                        "{common} of {n} {place} are the same in all solutions (proved), {undecided} are not decided (stopped by {why})"
                    );
                    (Style::Warning, vec![what])
                }
            }
            Task::Count { .. } | Task::All { .. } => {
                let n = format_solution_count(answer.count.or(answer.listed).unwrap_or(0));
                match answer.limit {
                    None => (Style::Success, vec![n]),
                    Some(_) => (Style::Warning, vec![format!("at least {n} (stopped by {why})")]),
                }
            }
            Task::Prove => match answer.unique {
                Some(true) => (Style::Success, words(&["solved", "unique"])),
                Some(false) => (Style::Warning, words(&["solved", "not unique"])),
                // Uniqueness does not apply to move sequences.
                None if answer.limit.is_none() => (Style::Success, words(&["solved"])),
                None => {
                    let caveat = format!("uniqueness not decided (stopped by {why})");
                    (Style::Warning, words(&["solved", &caveat]))
                }
            },
        },
    }
}

fn format_solution_count(n: u64) -> String {
    format!("{n} solution{}", if n == 1 { "" } else { "s" })
}

fn show_proof(proof: &ProofStatus, answer: &Answer, console: &mut Console) -> io::Result<()> {
    match proof {
        ProofStatus::Written { cnf, drat } => {
            let what = match answer.outcome {
                Outcome::Infeasible => "no solution",
                _ => "no other solution",
            };
            let (cnf, drat) = (cnf.display(), drat.display());
            let text = format!(
                "proof that there is {what}: {drat} (the formula in {cnf} is unsatisfiable)"
            );
            console.print_line(Style::Plain, &text)?;
            let text = "  it covers the clauses, not their compilation from the problem (docs/guides/proofs.md)";
            console.print_line(Style::Plain, text)
        }
        ProofStatus::NothingRefuted => {
            console.print_line(Style::Plain, "no proof: nothing was refuted")
        }
        ProofStatus::Stopped(limit) => console
            .print_line(Style::Plain, &format!("no proof: stopped by {}", format_limit(*limit))),
    }
}

fn show_conflict(
    conflict: &ConflictAnswer,
    seconds: Seconds,
    console: &mut Console,
) -> io::Result<()> {
    let time = format_seconds(seconds.wall);
    match conflict {
        ConflictAnswer::None => console
            .print_line(Style::Success, &format!("no conflict: there is a solution · {time}")),
        ConflictAnswer::Stopped(limit) => {
            let text = format!("undecided · stopped by {} · {time}", format_limit(*limit));
            console.print_line(Style::Warning, &text)
        }
        ConflictAnswer::Found { names, limit, .. } => {
            console.print_line(Style::Failure, "no solution (proved); these conflict:")?;
            for name in names {
                console.print_line(Style::Plain, &format!("  {name}"))?;
            }
            let minimality = match limit {
                None => "minimal: without any one of them, the others can be satisfied".to_owned(),
                Some(limit) => {
                    format!("perhaps not minimal: stopped by {}", format_limit(*limit))
                }
            };
            console.print_line(Style::Plain, &format!("{minimality} · {time}"))
        }
    }
}

/// Draws a solution; with `colour`, givens are bold.
fn draw_board(puzzle: &Puzzle, solution: &Solution, colour: bool) -> String {
    if colour {
        puzzle.draw_highlighted(solution, &|c| format!("\u{1b}[1m{c}\u{1b}[0m"))
    } else {
        puzzle.draw(Some(solution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_are_bold_in_coloured_output() {
        let text = "kind = 'grid'\nsize = 4\ngivens = '''\n1...\n....\n....\n...4\n'''";
        let puzzle = gordian::puzzles::parse(text).unwrap();
        let solution = Solution::parse(puzzle.kind(), "1243\n3421\n4312\n2134").unwrap();
        let drawn = draw_board(&puzzle, &solution, true);
        assert_eq!(drawn.matches("\u{1b}[1m").count(), 2, "{drawn}");
        assert!(drawn.contains("\u{1b}[1m1\u{1b}[0m") && drawn.contains("\u{1b}[1m4\u{1b}[0m"));
        let plain = drawn.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(plain, draw_board(&puzzle, &solution, false));
    }
}
