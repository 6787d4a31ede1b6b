//! A model that stays open: questions, and between them more variables and constraints.
//!
//! Every question is answered as by [`solve`]: the model is compiled again, and each solution is
//! checked.

use std::num::{NonZeroU32, NonZeroUsize};

use gordian_compile::{CompileError, Conflict};
use gordian_core::{Cancel, NoProgress, Outcome};
use gordian_model::{Expr, Goal, Model};
use rustc_hash::FxHashSet;

use crate::answer::FoundSolution;
use crate::conflict::find_ids;
use crate::error::SearchError;
use crate::model_solution::ModelSolution;
use crate::repairs::{Repairs, repairs};
use crate::request::{Request, Task};
use crate::solve::{solve, solve_each};
use crate::split::{Part, Split, split};

/// The answer about a model.
type Answer = crate::answer::Answer<ModelSolution>;

/// A model with the request that its questions have in common.
///
/// # Example
///
/// ```
/// use gordian_core::Outcome;
/// use gordian_model::{Goal, Model, sum};
/// use gordian_search::{AssumedAnswer, Session};
///
/// let mut session = Session::new(Model::new());
/// let hours = session.model_mut().ints("hours", 3, 0..=8);
/// session.model_mut().require("work", sum(&hours).eq(12));
/// assert_eq!(session.solve()?.outcome, Outcome::Solved);
///
/// // First the longest day is as short as possible, then the first day.
/// let goals = [Goal::minimise_maximum(&hours), Goal::minimise(hours[0])];
/// let best = session.optimise(&goals)?;
/// assert_eq!((best.outcome, &best.objectives[..]), (Outcome::Optimal, &[4, 4][..]));
///
/// // Two of three assumptions exclude each other.
/// let assumptions = [hours[0].eq(0), hours[1].ge(1), hours[2].eq(1)];
/// let AssumedAnswer::Contradiction { assumptions, .. } = session.solve_assuming(&assumptions)?
///     else { unreachable!() };
/// assert_eq!(assumptions, [0, 2]);
/// # Ok::<(), gordian_search::SearchError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    model: Model,
    request: Request,
    cancel: Cancel,
}

/// The answer under assumptions.
#[derive(Clone, Debug)]
pub enum AssumedAnswer {
    /// The answer about the model with the assumptions; without assumptions also that it has no
    /// solution.
    Answer(Box<Answer>),
    /// The model with these assumptions has no solution.
    Contradiction {
        /// Their places, in order; none if the model has no solution without assumptions either.
        assumptions: Vec<usize>,
        /// Whether there is a solution without any one of them.
        is_minimal: bool,
    },
}

/// The best solution by several goals, the first one first.
#[derive(Clone, Debug)]
pub struct RankedAnswer {
    /// Optimal if the optimum of every goal is proved.
    pub outcome: Outcome,
    /// The proved optima of the goals, from the first on.
    pub objectives: Vec<i64>,
    /// The answer about the last goal that was tried. Its solution, if there is one, has these
    /// optima.
    pub answer: Answer,
}

/// The solutions that are best by several goals.
#[derive(Clone, Debug)]
pub struct Optima {
    /// The proved optima of the goals.
    pub ranked: RankedAnswer,
    /// The solutions that have them; empty unless all are proved.
    pub solutions: Vec<ModelSolution>,
    /// Whether these are all of them.
    pub is_complete: bool,
}

impl Session {
    /// Returns a session with a model.
    #[must_use]
    pub fn new(model: Model) -> Self {
        Self { model, ..Self::default() }
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the model, to add variables and constraints, or hints
    /// ([`Strategy`](gordian_model::Strategy)).
    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Returns the engine, the threads and the limits of all questions.
    pub fn request_mut(&mut self) -> &mut Request {
        &mut self.request
    }

    /// Sets what stops the questions.
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.cancel = cancel;
    }

    /// Solves the model with the task of the request, by default with a proof.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn solve(&self) -> Result<Answer, SearchError> {
        self.ask(self.model.clone(), self.request.task)
    }

    /// Solves the model as [`Session::solve`], and passes on each solution as soon as it is found
    /// and checked: all of them with the task [`Task::All`], each better one if the model has a
    /// goal.
    ///
    /// # Errors
    ///
    /// As [`solve_each`].
    pub fn solve_each(
        &self,
        mut on_solution: impl FnMut(FoundSolution<ModelSolution>) + Send,
    ) -> Result<Answer, SearchError> {
        solve_each(&self.model, &self.request, &self.cancel, &NoProgress, &mut on_solution)
    }

    /// Solves the model with conditions that are required for this question only.
    ///
    /// Cost: without a solution, up to one more search for each assumption.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn solve_assuming(&self, assumptions: &[Expr]) -> Result<AssumedAnswer, SearchError> {
        let used: FxHashSet<&str> =
            self.model.constraints().iter().map(|constraint| constraint.name.as_str()).collect();
        let mut model = self.model.clone();
        let names: Vec<String> = (0..assumptions.len())
            .map(|place| {
                let mut name = format!("assumption {place}");
                while used.contains(name.as_str()) {
                    name.push('\'');
                }
                name
            })
            .collect();
        for (name, assumption) in names.iter().zip(assumptions) {
            model.require(name.clone(), assumption.clone());
        }
        let answer = self.ask(model.clone(), self.request.task)?;
        if answer.outcome != Outcome::Infeasible || assumptions.is_empty() {
            return Ok(AssumedAnswer::Answer(Box::new(answer)));
        }
        let cancel = self.cancel.within(self.request.time_limit);
        let is_rule = |name: &str| !names.iter().any(|it| it == name);
        let all = (0..assumptions.len()).collect();
        let conflict = match find_ids(&model, &is_rule, &self.request, &cancel) {
            // Only the propagators have the model, within the bounds that its constraints state.
            Err(SearchError::Compile(CompileError::Overflow { .. })) => {
                return Ok(AssumedAnswer::Contradiction { assumptions: all, is_minimal: false });
            }
            conflict => conflict?,
        };
        let (constraints, is_minimal) = match conflict {
            Conflict::Minimal(constraints) => (constraints, true),
            Conflict::NotMinimal(constraints, _) => (constraints, false),
            // That all of them together have no solution is proved.
            Conflict::Stopped(_) => {
                return Ok(AssumedAnswer::Contradiction { assumptions: all, is_minimal: false });
            }
            Conflict::None => {
                return Err(SearchError::Unconfirmed { engine: answer.engine, other: "conflict" });
            }
        };
        let named: Vec<&str> =
            constraints.iter().map(|&id| model.constraints()[id].name.as_str()).collect();
        let assumptions = all.into_iter().filter(|&at: &usize| named.contains(&&*names[at]));
        Ok(AssumedAnswer::Contradiction { assumptions: assumptions.collect(), is_minimal })
    }

    /// Finds a solution with the best value of the first goal, of these one with the best value of
    /// the second goal, and so on. The goal of the model, if it has one, comes before all of them.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn optimise(&self, goals: &[Goal]) -> Result<RankedAnswer, SearchError> {
        self.rank(goals).map(|(ranked, _)| ranked)
    }

    /// Finds all solutions that are best by these goals, as [`Session::optimise`] ranks them; at
    /// most `limit`, if there is a limit. Without any goal, these are all solutions.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn optima(&self, goals: &[Goal], limit: Option<u64>) -> Result<Optima, SearchError> {
        let (ranked, model) = self.rank(goals)?;
        let is_ranked = matches!(ranked.outcome, Outcome::Optimal | Outcome::Solved);
        if !is_ranked {
            let is_complete = ranked.outcome == Outcome::Infeasible;
            return Ok(Optima { ranked, solutions: Vec::new(), is_complete });
        }
        let answer = self.ask(model, Task::All { limit })?;
        if answer.outcome == Outcome::Infeasible {
            let engine = ranked.answer.engine;
            return Err(SearchError::Unconfirmed { engine, other: "all optima" });
        }
        let is_complete = answer.limit.is_none();
        Ok(Optima { ranked, solutions: answer.solutions, is_complete })
    }

    /// Returns the answer, and the model that has the optima as constraints and no goal.
    fn rank(&self, goals: &[Goal]) -> Result<(RankedAnswer, Model), SearchError> {
        let mut model = self.model.clone();
        let goals: Vec<Goal> = model.take_goal().into_iter().chain(goals.iter().cloned()).collect();
        let mut objectives = Vec::new();
        let mut last: Option<Answer> = None;
        for goal in &goals {
            let objective = goal.objective().clone();
            let mut question = model.clone();
            question.set_goal(goal.clone());
            let answer = self.ask(question, Task::Prove)?;
            if answer.outcome != Outcome::Optimal {
                if answer.outcome == Outcome::Infeasible
                    && let Some(last) = last
                {
                    let (engine, other) = (last.engine, "the next goal");
                    return Err(SearchError::Unconfirmed { engine, other });
                }
                // A solution with the optima so far is worth more than none.
                let (outcome, answer) = match (answer.outcome, last) {
                    (Outcome::Stopped(limit), Some(last)) => {
                        (Outcome::Feasible(limit), Answer { limit: Some(limit), ..last })
                    }
                    (outcome, _) => (outcome, answer),
                };
                return Ok((RankedAnswer { outcome, objectives, answer }, model));
            }
            let best = answer.objective.expect("an optimum has a value");
            objectives.push(best);
            model.require(format!("optimum of goal {}", objectives.len()), objective.eq(best));
            let mut strategy = model.strategy().clone();
            let solution = answer.solutions.first();
            let values = model.variables().indices();
            let values =
                values.filter_map(|var| Some((var, solution.and_then(|it| it.value(var))?)));
            strategy.hints = values.collect();
            model.set_strategy(strategy);
            last = Some(answer);
        }
        let answer = match last {
            Some(answer) => answer,
            None => self.ask(model.clone(), Task::First)?,
        };
        Ok((RankedAnswer { outcome: answer.outcome, objectives, answer }, model))
    }

    /// Finds the cheapest sets of constraints without which the model has a solution, at most
    /// `max_repairs` of them. The goal of the model is ignored.
    ///
    /// `cost` is the cost of a constraint by its name, such as 1 for all; constraints without a
    /// cost stay. Constraints with the same name are one.
    ///
    /// Cost: a search for each conflict and each repair.
    ///
    /// # Example
    ///
    /// ```
    /// use std::num::{NonZeroU32, NonZeroUsize};
    ///
    /// use gordian_model::Model;
    /// use gordian_search::Session;
    ///
    /// let mut session = Session::new(Model::new());
    /// let model = session.model_mut();
    /// let (ann, bob) = (model.int("ann", 1..=5), model.int("bob", 1..=5));
    /// model.require("ann comes late", ann.ge(4));
    /// model.require("bob comes early", bob.le(2));
    /// model.require("ann comes before bob", ann.lt(bob));
    /// model.require("bob is not first", bob.gt(1));
    ///
    /// let found = session.repairs(|_| Some(NonZeroU32::MIN), None)?;
    /// let names: Vec<&str> = found.repairs.iter().map(|it| &*it.removed[0]).collect();
    /// assert_eq!((found.bound, found.limit, names.len()), (Some(1), None, 3));
    /// assert!(!names.contains(&"bob is not first"));
    /// # Ok::<(), gordian_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn repairs(
        &self,
        cost: impl Fn(&str) -> Option<NonZeroU32>,
        max_repairs: Option<usize>,
    ) -> Result<Repairs, SearchError> {
        repairs(&self.model, &cost, max_repairs, &self.request, &self.cancel)
    }

    /// Divides the model into up to `n` parts that exclude each other and have all its solutions
    /// together, such as for the computers of a cluster. There are fewer if the answer variables
    /// have too few values, and at the time limit.
    ///
    /// The parts differ in answer variables, so that the numbers of their solutions add up. Parts
    /// that propagation refutes are left out.
    ///
    /// Cost: up to 48 propagations for each part.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::{Model, all_different};
    /// use gordian_search::{Session, Task};
    ///
    /// let mut session = Session::new(Model::new());
    /// let x = session.model_mut().ints("x", 4, 0..=4);
    /// session.model_mut().require("different", all_different(&x));
    /// session.request_mut().task = Task::Count { limit: None };
    /// let mut n = 0;
    /// for part in session.split(8.try_into().unwrap())?.parts {
    ///     n += session.part(&part).solve()?.count.unwrap();
    /// }
    /// assert_eq!(n, 120);
    /// # Ok::<(), gordian_search::SearchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the model has a number where a condition is needed.
    pub fn split(&self, n: NonZeroUsize) -> Result<Split, SearchError> {
        split(&self.model, n, &self.request, &self.cancel)
    }

    /// Returns a session about a part of the model, with the same request.
    #[must_use]
    pub fn part(&self, part: &Part) -> Self {
        let mut session = self.clone();
        for condition in part.conditions() {
            session.model.require("part", condition);
        }
        session
    }

    fn ask(&self, model: Model, task: Task) -> Result<Answer, SearchError> {
        let request = Request { task, ..self.request.clone() };
        solve(&model, &request, &self.cancel, &NoProgress)
    }
}
