//! What a kind of puzzle provides for solving.
//!
//! To add a kind: write its module in `kinds/`, with a naive model that shares no code with the
//! rules in `gordian-puzzles`, which lists the kinds. Constraints are named in the vocabulary of
//! the puzzle, because `--report` and `--conflict` show the names.

use std::sync::Arc;

use gordian_core::{Cancel, Outcome, Progress};
use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::{PuzzleKind, Solution};
use gordian_search::confirm::{self, Claim};
use gordian_search::{Engine, EngineKind, Rest, SearchError, Task};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{Answer, EventCallback, SolutionData, SolveEvent};
use crate::model_budget::ModelBudget;
use crate::request::Request;
use crate::{Problem, Resources, SolveError};

/// A kind of puzzle as the solvers see it. A pencil puzzle needs only [`SolveKind::model`].
pub(crate) trait SolveKind: PuzzleKind {
    /// Whether every puzzle of the kind has a solution, so that no rules can be in conflict.
    const ALWAYS_SOLVABLE: bool = false;

    /// Whether solutions have parts that can be determined: the model has [`KindModel::parts`].
    const HAS_PARTS: bool = false;

    /// Whether solutions are explained in steps from clues and rules.
    const HAS_STEPS: bool = Self::HAS_PARTS;

    /// Returns the naive model; `None` for kinds that are solved without a model, whose solutions
    /// are sequences of moves.
    ///
    /// A kind whose boards can have models much larger than their files charges what it builds to
    /// the budget, which stops the work at its limits.
    fn model(&self, budget: &ModelBudget) -> Option<KindModel<Self::Solution>>;

    /// Answers the request by a special search; `None` to leave it to the model.
    ///
    /// By default there is no special search.
    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        let _ = context;
        Ok(None)
    }

    /// Adds tables that a service shares between requests. By default none is needed.
    fn add_tables(
        &self,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let _ = (request, resources, progress);
        Ok(())
    }

    /// Returns about how many values a solution has, at least 1. A service lists fewer solutions if
    /// they are large.
    fn n_values(&self) -> usize {
        1024
    }
}

/// The naive model of a puzzle.
pub(crate) struct KindModel<S> {
    /// The model.
    pub(crate) model: Model,
    /// Decodes its assignments.
    pub(crate) decoder: Decoder<S>,
    /// How parts of solutions follow from the values of some variables; `None` for kinds whose
    /// solutions have no parts.
    pub(crate) parts: Option<Parts<S>>,
}

impl<S> KindModel<S> {
    /// Returns the model of a kind whose solutions have no parts.
    pub(crate) fn new(
        model: Model,
        decoder: impl Fn(&Assignment) -> S + Send + Sync + 'static,
    ) -> Self {
        Self { model, decoder: Box::new(decoder), parts: None }
    }
}

/// Decodes an assignment of a model to a solution.
pub(crate) type Decoder<S> = Box<dyn Fn(&Assignment) -> S + Send + Sync>;

/// Decodes the known values of variables to the part of a solution.
pub(crate) type PartialDecoder<S> = Box<dyn Fn(&dyn Fn(VarId) -> Option<i64>) -> S + Send + Sync>;

/// Describes the value of an answer variable as a sentence.
pub(crate) type DescribeValue = Box<dyn Fn(VarId, i64) -> String + Send + Sync>;

/// How facts about a variable are said in the words of the puzzle.
#[derive(Clone, Debug)]
pub(crate) enum Words {
    /// It is true or not.
    Condition {
        /// What is said if it is.
        yes: String,
        /// What is said if it is not.
        no: String,
    },
    /// It has a value.
    Value {
        /// What is said before the value that it has.
        is: String,
        /// What is said before a value that it does not have.
        is_not: String,
        /// The names of values that are not said as numbers.
        names: Arc<FxHashMap<i64, String>>,
        /// What is said after the value.
        after: &'static str,
    },
}

impl Words {
    /// Says that a variable has a value.
    pub(crate) fn equal(&self, value: i64) -> String {
        match self {
            Self::Condition { yes, no } => if value == 0 { no } else { yes }.clone(),
            Self::Value { is, names, after, .. } => match names.get(&value) {
                Some(name) => format!("{is}{name}{after}"),
                None => format!("{is}{value}{}", noun_after(after, value == 1)),
            },
        }
    }

    /// Says that a variable has none of some values, which are in order.
    pub(crate) fn different(&self, values: &[i64]) -> String {
        let Self::Value { is_not, names, after, .. } = self else {
            return self.equal(i64::from(values == [0]));
        };
        let mut said: Vec<String> = Vec::new();
        let follows =
            |a: &i64, b: &i64| b - a == 1 && !names.contains_key(a) && !names.contains_key(b);
        for run in values.chunk_by(follows) {
            match run {
                [first, _, .., last] => said.push(format!("{first} to {last}")),
                _ => said.extend(run.iter().map(|value| match names.get(value) {
                    Some(name) => name.clone(),
                    None => value.to_string(),
                })),
            }
        }
        let last = said.pop().unwrap_or_default();
        let after = noun_after(after, last == "1");
        match said.is_empty() {
            true => format!("{is_not}{last}{after}"),
            false => format!("{is_not}{} or {last}{after}", said.join(", ")),
        }
    }
}

/// Returns what is said after a number: ` cell` instead of ` cells` after 1.
fn noun_after(after: &str, is_one: bool) -> String {
    if is_one { after.replace("cells", "cell") } else { after.to_owned() }
}

/// How parts of solutions follow from the values of some variables.
pub(crate) struct Parts<S> {
    /// Decodes the known values.
    pub(crate) decoder: PartialDecoder<S>,
    /// Describes a value of an answer variable.
    pub(crate) describe: DescribeValue,
    /// The words for facts about variables: auxiliary ones, and answer variables whose values can
    /// be excluded one by one.
    pub(crate) words: FxHashMap<VarId, Words>,
    /// The names of constraints that define auxiliary variables, and are no clues or rules.
    pub(crate) definitions: FxHashSet<String>,
    /// Returns what a part of a solution says about the variables.
    pub(crate) encoder: PartEncoder<S>,
}

/// Returns what a part of a solution says about the variables.
pub(crate) type PartEncoder<S> = Box<dyn Fn(&S) -> PartFacts<S> + Send + Sync>;

/// What a part of a solution says.
pub(crate) struct PartFacts<S> {
    /// Values of answer variables.
    pub(crate) values: Vec<(VarId, i64)>,
    /// What contradicts the board, for which there are no variables.
    pub(crate) impossible: Vec<Contradiction<S>>,
}

/// Two sentences of which one is false.
pub(crate) struct Contradiction<S> {
    /// What the part says.
    pub(crate) said: String,
    /// What the puzzle says.
    pub(crate) puzzle: String,
    /// The value that the part has.
    pub(crate) part: S,
}

/// What a search is given.
pub(crate) struct SearchContext<'a, 'e> {
    /// The problem, which is the puzzle.
    pub(crate) problem: &'a Problem,
    /// What to find, and how.
    pub(crate) request: &'a Request,
    /// Stops the search.
    pub(crate) cancel: &'a Cancel,
    /// Receives progress events.
    pub(crate) progress: &'a dyn Progress,
    /// Receives the solutions of a list, and what is established before the search ends.
    pub(crate) on_event: &'a mut EventCallback<'e>,
}

impl SearchContext<'_, '_> {
    /// Refuses an engine that needs a model, for a kind without one.
    ///
    /// # Errors
    ///
    /// [`SearchError::WrongEngine`](gordian_search::SearchError::WrongEngine).
    pub(crate) fn refuse_model_engine(&self) -> Result<(), SolveError> {
        match self.request.engine {
            Engine::Auto | Engine::Search => Ok(()),
            engine @ (Engine::Model | Engine::Sat(_) | Engine::Lcg | Engine::Portfolio) => {
                Err(SearchError::wrong_engine(engine.name(), self.problem.kind()).into())
            }
        }
    }

    /// Confirms the answer of a special search by the model of the puzzle, if that was requested.
    ///
    /// # Errors
    ///
    /// [`SearchError::Unconfirmed`](gordian_search::SearchError::Unconfirmed).
    pub(crate) fn confirm<P: SolveKind>(
        &mut self,
        puzzle: &P,
        mut answer: Answer,
    ) -> Result<Answer, SolveError> {
        let Self { request, cancel, progress, on_event, .. } = self;
        let claim = claim_of_search(&answer, request.task).filter(|_| request.confirm);
        let Some(claim) = claim else { return Ok(answer) };
        on_event(SolveEvent::Answer(Box::new(answer.without_formula()), Rest::Confirmation));
        let engine = EngineKind::Propagators;
        let budget = ModelBudget::new(request.max_bytes(), cancel);
        match budget.build(|| puzzle.model(&budget)) {
            Ok(None) => {}
            Ok(Some(KindModel { model, .. })) => {
                let request = request.clone().without_memory(budget.n_bytes());
                confirm::confirm(&mut answer, &model, &claim, engine, &request, cancel, *progress)?;
            }
            Err(limit) => answer.set_unconfirmed(limit, Some(engine.name())),
        }
        Ok(answer)
    }

    /// Returns the note that `solutions` are found without a model, if the request asks for
    /// something that needs one.
    pub(crate) fn note_without_model(&self, solutions: &str) -> Option<String> {
        let Request { confirm, keep_formula, report, .. } = self.request;
        (*confirm || *keep_formula || *report).then(|| {
            format!(
                "{solutions} are found without a model: there is no report, confirmation or proof"
            )
        })
    }
}

/// Returns what a special search claims about the model of the puzzle.
fn claim_of_search(answer: &Answer, task: Task) -> Option<Claim> {
    match task {
        _ if answer.outcome == Outcome::Infeasible => Some(Claim::Count(0)),
        Task::Prove => (answer.unique == Some(true)).then_some(Claim::Count(1)),
        Task::First | Task::Determined => None,
        Task::Count { .. } => answer.count.filter(|_| answer.limit.is_none()).map(Claim::Count),
        Task::All { .. } => answer.listed.filter(|_| answer.limit.is_none()).map(Claim::Count),
    }
}

/// Checks a solution that a search found by the rules; returns the first rule that it breaks.
pub(crate) fn checked<P: PuzzleKind>(
    puzzle: &P,
    solution: P::Solution,
) -> Result<SolutionData, String> {
    match puzzle.check(&solution) {
        Ok(()) => Ok(SolutionData::Puzzle(Solution::of::<P>(solution))),
        Err(broken) => Err(first(broken)),
    }
}

/// Returns the first violation as a sentence.
pub(crate) fn first<V: std::fmt::Display>(violations: Vec<V>) -> String {
    violations.into_iter().next().map_or_else(String::new, |violation| violation.to_string())
}

/// Converts a number that is small by the rules of the puzzle.
pub(crate) fn to_i64(number: usize) -> i64 {
    i64::try_from(number).expect("sizes of puzzles are small")
}

/// Converts a value of the model to a digit or place.
pub(crate) fn to_u8(value: i64) -> u8 {
    u8::try_from(value).expect("the model's domains are small")
}
