//! Resolves the arguments of `gordian solve`.

use gordian::plan::Plan;
use gordian::puzzles::GridPuzzle;
use gordian::steps::has_steps;
use gordian::{Engine, Problem, PuzzleOptions, Request, Task};

use crate::args::SolveArgs;
use crate::fault::Fault;
use crate::system::{available_memory, cache_directory};

/// Returns the plan for every file, without the parts that depend on the file.
pub(super) fn resolve(args: &SolveArgs) -> Result<Plan, Fault> {
    let limit = args.limit;
    let task = match (args.first, args.count, args.all) {
        (true, _, _) => Task::First,
        (_, true, _) => Task::Count { limit },
        (_, _, true) => Task::All { limit },
        (false, false, false) if args.determined => Task::Determined,
        (false, false, false) => Task::Prove,
    };
    let model_flags = [
        (args.report, "--report"),
        (args.proof.is_some(), "--proof"),
        (args.conflict, "--conflict"),
    ];
    if let (Engine::Search, Some((_, flag))) = (args.engine, model_flags.iter().find(|f| f.0)) {
        let message = format!("`{flag}` needs the model, which the engine `search` does not use");
        return Err(Fault::new("cli.not-applicable", message)
            .hint("omit `--engine`, or use `--engine model`"));
    }
    let mut request = Request {
        task,
        engine: args.engine,
        threads: args.threads,
        seed: args.seed,
        // The deadline is shared with the steps after the answer; see [`Plan::run`].
        time_limit: args.time_limit,
        confirm: args.confirm,
        keep_formula: args.proof.is_some(),
        report: args.report,
        options: PuzzleOptions {
            moves: args.moves,
            cache: cache_directory(args.cache.as_deref()),
            ..PuzzleOptions::default()
        },
        ..Request::default()
    };
    request.limit_memory(args.memory_limit.unwrap_or_else(|| available_memory() / 2));
    Ok(Plan { request, conflict: args.conflict, explain: args.explain, proof: args.proof.clone() })
}

/// Refuses `--explain` for problems without an explanation.
pub(super) fn check_explain(problem: &Problem) -> Result<(), Fault> {
    match problem.as_kind::<GridPuzzle>() {
        Some(puzzle) if puzzle.rules.is_empty() => Ok(()),
        Some(_) => Err(Fault::new("cli.not-applicable", "`--explain` does not support cages")
            .hint("omit `--explain` to solve the puzzle")),
        None if matches!(problem, Problem::Puzzle(puzzle) if has_steps(puzzle)) => Ok(()),
        None => {
            let kind = problem.kind();
            let message = format!("`--explain` does not apply to puzzles of kind `{kind}`");
            Err(Fault::new("cli.not-applicable", message)
                .hint("it applies to the kinds `grid` and `goishi`, and to pencil puzzles"))
        }
    }
}
