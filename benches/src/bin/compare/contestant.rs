//! Those who are compared: a model and somebody who answers it.

use std::error::Error;

use gordian_backend::{Limits, SatSolverKind};
use gordian_bench::Instance;
use gordian_bench::clock::{Cost, measure};
use gordian_compile::{Config, NextSolution, Session};
use gordian_core::Cancel;
use gordian_model::Model;
use gordian_puzzles::{Puzzle, Solution};
use gordian_solve::goishi;

use crate::peer::{Peer, PeerModel};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// From the model in memory to a session that could begin to search; only of our compiler.
    Compile,
    /// From the model in memory to a first answer.
    First,
    /// From the model in memory to a first answer and the proof that it is the only one.
    Unique,
    /// The same proof by one search that lists all solutions; only of the peer, for which it is
    /// often the shorter way.
    Listed,
}

impl Question {
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

/// One of our models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Naive,
    Flags,
}

/// Somebody who answers a puzzle.
pub(crate) enum Contestant<'p> {
    /// The compiler and one of its engines.
    Compiled { form: Form, engine: SatSolverKind },
    /// The search made for Golden Waste.
    Search { board: goishi::Board, start: Option<usize> },
    /// Somebody else, on the naive model.
    Peer { peer: &'p mut Peer, model: PeerModel },
}

/// What a contestant did.
pub(crate) struct Answered {
    pub(crate) cost: Cost,
    /// Exact counts of the work, the same on every machine.
    pub(crate) work: Option<String>,
}

impl<'p> Contestant<'p> {
    /// Returns who can answer the puzzle.
    pub(crate) fn all(
        instance: &Instance,
        peer: Option<&'p mut Peer>,
    ) -> Result<Vec<Self>, Box<dyn Error>> {
        let mut all = Vec::new();
        for form in [Form::Naive, Form::Flags] {
            all.extend(SatSolverKind::ALL.map(|engine| Self::Compiled { form, engine }));
        }
        if let Puzzle::Goishi(puzzle) = &instance.puzzle {
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
            Self::Compiled { form: Form::Naive, engine } => format!("naive, {engine}"),
            Self::Compiled { form: Form::Flags, engine } => format!("flags, {engine}"),
            Self::Search { .. } => "search".to_owned(),
            Self::Peer { .. } => "naive, peer".to_owned(),
        }
    }

    /// Returns whether the question makes sense.
    pub(crate) fn understands(&self, question: Question) -> bool {
        match question {
            Question::Compile => matches!(self, Self::Compiled { .. }),
            Question::First | Question::Unique => true,
            Question::Listed => matches!(self, Self::Peer { .. }),
        }
    }

    /// Answers the question so many times and checks the answer by the rules of the puzzle.
    pub(crate) fn ask(
        &mut self,
        instance: &Instance,
        question: Question,
        repetitions: u32,
        seed: u64,
    ) -> Result<Answered, Box<dyn Error>> {
        let name = self.name();
        let (answered, solution) = match self {
            Self::Compiled { form, engine } => {
                compiled(instance, *form, *engine, question, repetitions, seed)?
            }
            Self::Search { board, start } => {
                let max_walks = if question == Question::Unique { 2 } else { 1 };
                let config = goishi::Config { seed, max_walks, ..goishi::Config::default() };
                let (cost, found) =
                    measure(repetitions, || goishi::find(board, *start, &config, &Cancel::new()));
                if question == Question::Unique && found.stopped.is_some() {
                    return Err(format!("{name}: {} has several answers", instance.name).into());
                }
                let coins = board.coins();
                let walk = found.walks.first().ok_or("the search found no walk")?.iter();
                let walk =
                    walk.map(|&coin| gordian_puzzles::Cell::new(coins[coin].0, coins[coin].1));
                let work = Some(format!("{} nodes", found.statistics.nodes));
                (Answered { cost, work }, Some(Solution::Goishi(walk.collect())))
            }
            Self::Peer { peer, model } => {
                let (cost, solution) = peer.ask(instance, model, question, repetitions, seed)?;
                (Answered { cost, work: None }, Some(solution))
            }
        };
        if let Some(solution) = solution {
            let wrong = |rule| format!("{name}: wrong answer of {}: {rule}", instance.name);
            instance.check(&solution).map_err(wrong)?;
        }
        Ok(answered)
    }
}

/// Compiles a model, finds the first answer, proves that there is no other: as far as asked.
fn compiled(
    instance: &Instance,
    form: Form,
    engine: SatSolverKind,
    question: Question,
    repetitions: u32,
    seed: u64,
) -> Result<(Answered, Option<Solution>), Box<dyn Error>> {
    let model: &Model = match form {
        Form::Naive => instance.naive.model(),
        Form::Flags => instance.flags.model(),
    };
    let config = Config { engine, seed, ..Config::default() };
    let limits = Limits::default();
    let (cost, outcome) = measure(repetitions, || {
        let mut session = Session::new(model, &config)?;
        let mut solution = None;
        if question != Question::Compile {
            let NextSolution::Solution(found) = session.next_solution(&limits) else {
                return Err("there is no answer".into());
            };
            if question == Question::Unique {
                session.forbid(&found);
                if session.next_solution(&limits) != NextSolution::Exhausted {
                    return Err("there are several answers".into());
                }
            }
            solution = Some(found);
        }
        Ok::<_, Box<dyn Error>>((session, solution))
    });
    let (session, found) = outcome.map_err(|error| format!("{}: {error}", instance.name))?;
    let cnf = session.compiled().cnf();
    let mut work = format!("{} variables, {} clauses", cnf.n_vars(), cnf.len());
    // Not every engine tells.
    if let Some(conflicts) = session.stats().conflicts {
        work += &format!(", {conflicts} conflicts");
    }
    let solution = found.map(|values| match form {
        Form::Naive => instance.naive.solution(&values),
        Form::Flags => instance.flags.solution(&values),
    });
    Ok((Answered { cost, work: Some(work) }, solution))
}
