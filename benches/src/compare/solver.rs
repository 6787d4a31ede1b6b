//! The solvers that are compared, each with a model.

use std::error::Error;

use gordian_backend::{Limits, SatSolverKind};
use gordian_bench::Instance;
use gordian_bench::clock::{Cost, measure};
use gordian_compile::{Config, NextSolution, Search as _, Session};
use gordian_core::Cancel;
use gordian_model::Model;
use gordian_puzzles::{Goishi, Solution};
use gordian_solve::goishi;

use crate::compare::peer::{Peer, PeerModel};

/// A task of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// From the model in memory to a session that is ready to search; for our compiler only.
    Compile,
    /// From the model in memory to a first answer.
    First,
    /// From the model in memory to a first answer and the proof that it is unique.
    Unique,
    /// The same proof by one search that enumerates all solutions; for the peer only, which often
    /// proves uniqueness faster this way.
    Listed,
}

impl Task {
    pub(crate) const ALL: [Self; 4] = [Self::Compile, Self::First, Self::Unique, Self::Listed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::First => "first",
            Self::Unique => "unique",
            Self::Listed => "listed",
        }
    }
}

/// The kind of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelKind {
    Naive,
    Flags,
}

/// A solver under test.
pub(crate) enum Solver<'p> {
    /// The compiler with one of its SAT solvers.
    Compiled { kind: ModelKind, engine: SatSolverKind },
    /// The specialised search for Golden Waste.
    Search { board: goishi::Board, start: Option<usize> },
    /// The peer solver on the naive model.
    Peer { peer: &'p mut Peer, model: PeerModel },
}

/// The measurement of one task.
pub(crate) struct Measurement {
    pub(crate) cost: Cost,
    /// Exact work counters; equal on every machine.
    pub(crate) work: Option<String>,
}

impl<'p> Solver<'p> {
    /// Returns all solvers that support the puzzle.
    pub(crate) fn all(
        instance: &Instance,
        peer: Option<&'p mut Peer>,
    ) -> Result<Vec<Self>, Box<dyn Error>> {
        let mut all = Vec::new();
        for kind in [ModelKind::Naive, ModelKind::Flags] {
            all.extend(SatSolverKind::ALL.map(|engine| Self::Compiled { kind, engine }));
        }
        if let Some(puzzle) = instance.puzzle.as_kind::<Goishi>() {
            let coins = puzzle.coins.iter().map(|coin| (coin.row, coin.column)).collect();
            let board = goishi::Board::new(puzzle.rows, puzzle.columns, coins)?;
            let start = puzzle.start.and_then(|start| board.coin_at(start.row, start.column));
            all.push(Self::Search { board, start });
        }
        if let Some(peer) = peer {
            let model = PeerModel::new(instance)?;
            all.push(Self::Peer { peer, model });
        }
        Ok(all)
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Compiled { kind: ModelKind::Naive, engine } => format!("naive, {engine}"),
            Self::Compiled { kind: ModelKind::Flags, engine } => format!("flags, {engine}"),
            Self::Search { .. } => "search".to_owned(),
            Self::Peer { .. } => "naive, peer".to_owned(),
        }
    }

    /// Returns whether the solver supports the task.
    pub(crate) fn supports(&self, task: Task) -> bool {
        match task {
            Task::Compile => matches!(self, Self::Compiled { .. }),
            Task::First | Task::Unique => true,
            Task::Listed => matches!(self, Self::Peer { .. }),
        }
    }

    /// Runs the task `repetitions` times and checks the answer against the rules of the puzzle.
    pub(crate) fn solve(
        &mut self,
        instance: &Instance,
        task: Task,
        repetitions: u32,
        seed: u64,
    ) -> Result<Measurement, Box<dyn Error>> {
        let name = self.name();
        let (measurement, solution) = match self {
            Self::Compiled { kind, engine } => {
                solve_compiled(instance, *kind, *engine, task, repetitions, seed)?
            }
            Self::Search { board, start } => {
                let max_walks = if task == Task::Unique { 2 } else { 1 };
                let config = goishi::Config { seed, max_walks, ..goishi::Config::default() };
                let (cost, found) =
                    measure(repetitions, || goishi::find(board, *start, &config, &Cancel::new()));
                if task == Task::Unique && found.stopped.is_some() {
                    return Err(format!("{name}: {} has several solutions", instance.name).into());
                }
                let coins = board.coins();
                let walk = found.walks.first().ok_or("the search found no walk")?.iter();
                let walk = walk
                    .map(|&coin| Some(gordian_puzzles::Cell::new(coins[coin].0, coins[coin].1)));
                let work = Some(format!("{} nodes", found.statistics.nodes));
                (Measurement { cost, work }, Some(Solution::of::<Goishi>(walk.collect())))
            }
            Self::Peer { peer, model } => {
                let (cost, solution) = peer.solve(instance, model, task, repetitions, seed)?;
                (Measurement { cost, work: None }, Some(solution))
            }
        };
        if let Some(solution) = solution {
            let wrong = |rule| format!("{name}: wrong answer of {}: {rule}", instance.name);
            instance.check(&solution).map_err(wrong)?;
        }
        Ok(measurement)
    }
}

/// Compiles a model and, depending on the task, finds the first answer and proves it unique.
fn solve_compiled(
    instance: &Instance,
    kind: ModelKind,
    engine: SatSolverKind,
    task: Task,
    repetitions: u32,
    seed: u64,
) -> Result<(Measurement, Option<Solution>), Box<dyn Error>> {
    let model: &Model = match kind {
        ModelKind::Naive => instance.naive.model(),
        ModelKind::Flags => instance.flags.model(),
    };
    let config = Config { engine, seed, ..Config::default() };
    let limits = Limits::default();
    let (cost, outcome) = measure(repetitions, || {
        let mut session = Session::new(model, &config)?;
        let mut solution = None;
        if task != Task::Compile {
            let NextSolution::Solution(found) = session.next_solution(&limits) else {
                return Err("the model has no solution".into());
            };
            if task == Task::Unique {
                session.forbid(&found);
                if session.next_solution(&limits) != NextSolution::Exhausted {
                    return Err("the model has several solutions".into());
                }
            }
            solution = Some(found);
        }
        Ok::<_, Box<dyn Error>>((session, solution))
    });
    let (session, found) = outcome.map_err(|error| format!("{}: {error}", instance.name))?;
    let cnf = session.compiled().cnf();
    let conflicts = session.stats().conflicts;
    let work = format!("{} variables, {} clauses, {conflicts} conflicts", cnf.n_vars(), cnf.len());
    let solution = found.map(|values| match kind {
        ModelKind::Naive => instance.naive.solution(&values),
        ModelKind::Flags => instance.flags.solution(&values),
    });
    Ok((Measurement { cost, work: Some(work) }, solution))
}
