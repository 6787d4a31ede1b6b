//! What the arguments mean together.

use std::path::PathBuf;
use std::time::Duration;

use gordian::{Engine, Request, Task};

use crate::args::SolveArgs;
use crate::cache;
use crate::fault::Fault;
use crate::machine;

/// What is to be done with each file.
#[derive(Debug)]
pub(super) struct Plan {
    /// The question, but for what depends on the file.
    pub(super) request: Request,
    /// Ask for a conflict instead of an answer.
    pub(super) conflict: bool,
    /// Explain the solutions of grids.
    pub(super) explain: bool,
    /// Where the proof goes, without the endings.
    pub(super) proof: Option<PathBuf>,
    /// How long a file may take.
    pub(super) time_limit: Option<Duration>,
    /// Write JSON.
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
        let of_models = [
            (args.report, "--report"),
            (args.confirm, "--confirm"),
            (args.proof.is_some(), "--proof"),
            (args.conflict, "--conflict"),
        ];
        if let (Engine::Search, Some((_, flag))) = (args.engine, of_models.iter().find(|f| f.0)) {
            let message =
                format!("`{flag}` is about the model, which engine `search` does not use");
            return Err(Fault::new("cli.not-applicable", message)
                .hint("leave the engine out, or take `--engine model`"));
        }
        let mut request = Request {
            task,
            engine: args.engine,
            threads: args.threads,
            seed: args.seed,
            // The deadline itself is shared with what comes after the answer; see `find`.
            time_limit: args.time_limit,
            moves: args.moves,
            confirm: args.confirm,
            keep_formula: args.proof.is_some(),
            report: args.report,
            cache: cache::folder(args.cache.as_deref()),
            ..Request::default()
        };
        request.limit_memory(args.memory_limit.unwrap_or_else(|| machine::memory() / 2));
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
