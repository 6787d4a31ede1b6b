//! Resolves the arguments of `gordian solve`.

use std::path::PathBuf;
use std::time::Duration;

use gordian::{Engine, Request, Task};

use crate::args::SolveArgs;
use crate::fault::Fault;
use crate::system::{available_memory, cache_directory};

/// The resolved arguments, which apply to every file.
#[derive(Debug)]
pub(super) struct Plan {
    /// The request, without the parts that depend on the file.
    pub(super) request: Request,
    /// Whether to compute a conflict instead of a solution.
    pub(super) conflict: bool,
    /// Whether to explain the solutions of grids.
    pub(super) explain: bool,
    /// The path of the proof, without extensions.
    pub(super) proof: Option<PathBuf>,
    /// The time limit per file.
    pub(super) time_limit: Option<Duration>,
    /// Whether to write JSON.
    pub(super) json: bool,
}

impl Plan {
    pub(super) fn resolve(args: &SolveArgs) -> Result<Self, Fault> {
        let limit = args.limit;
        let task = match (args.first, args.count, args.all) {
            (true, _, _) => Task::First,
            (_, true, _) => Task::Count { limit },
            (_, _, true) => Task::All { limit },
            (false, false, false) => Task::Prove,
        };
        let model_flags = [
            (args.report, "--report"),
            (args.confirm, "--confirm"),
            (args.proof.is_some(), "--proof"),
            (args.conflict, "--conflict"),
        ];
        if let (Engine::Search, Some((_, flag))) = (args.engine, model_flags.iter().find(|f| f.0)) {
            let message =
                format!("`{flag}` needs the model, which the engine `search` does not use");
            return Err(Fault::new("cli.not-applicable", message)
                .hint("omit `--engine`, or use `--engine model`"));
        }
        let mut request = Request {
            task,
            engine: args.engine,
            threads: args.threads,
            seed: args.seed,
            // The deadline is shared with the steps after the answer; see `solve_problem`.
            time_limit: args.time_limit,
            moves: args.moves,
            confirm: args.confirm,
            keep_formula: args.proof.is_some(),
            report: args.report,
            cache: cache_directory(args.cache.as_deref()),
            ..Request::default()
        };
        request.limit_memory(args.memory_limit.unwrap_or_else(|| available_memory() / 2));
        Ok(Self {
            request,
            conflict: args.conflict,
            explain: args.explain,
            proof: args.proof.clone(),
            time_limit: args.time_limit,
            json: args.json,
        })
    }
}
