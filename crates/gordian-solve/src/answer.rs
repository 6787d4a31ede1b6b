//! The answer as data.

use std::cell::LazyCell;

use gordian_backend::Cnf;
use gordian_core::{Index as _, Limit, Outcome, relative_gap};
use gordian_model::{Expr, Model, Node, VarId};
use gordian_puzzles::Solution;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::Problem;
use crate::Task;
use crate::cube3::CubeMoves;
use crate::solve::conclude;

/// A solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionData {
    /// A solution of a puzzle.
    Puzzle(Solution),
    /// Names and values of a model's variables, in the model's order.
    Model(Vec<(String, i64)>),
    /// The answer variables of a model with their names, and with their values where these are known.
    ModelPart(Vec<(VarId, String, Option<i64>)>),
}

/// What stands in documents for the value of a variable that is not known.
pub const UNKNOWN_VALUE: &str = "?";

impl SolutionData {
    /// Returns the part of a model's solution with these values.
    pub(crate) fn part_of_model(model: &Model, values: &[(VarId, i64)]) -> Self {
        let known: FxHashMap<VarId, i64> = values.iter().copied().collect();
        let variables = model.answer_variables().into_iter();
        let named = |var| (var, model.variables()[var].name.clone(), known.get(&var).copied());
        Self::ModelPart(variables.map(named).collect())
    }

    /// Returns the solution in the shape that `docs/formats/solution-json.md` describes.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Puzzle(solution) => solution.to_json(),
            Self::Model(values) => {
                let values = values.iter().map(|(name, value)| (name.clone(), Value::from(*value)));
                Value::Object(values.collect::<Map<_, _>>())
            }
            Self::ModelPart(values) => {
                let value = |value: Option<i64>| value.map_or(UNKNOWN_VALUE.into(), Value::from);
                let values = values.iter().map(|(_, name, known)| (name.clone(), value(*known)));
                Value::Object(values.collect::<Map<_, _>>())
            }
        }
    }

    /// Returns the value of a variable or another expression of the model, such as the end of an interval; `None` if it is
    /// undefined, and in the solution of a puzzle. A part of a solution has the values of variables only, as far as they are
    /// known.
    ///
    /// # Panics
    ///
    /// Panics if an operation of the expression has a variable that the model did not have when it was solved.
    #[must_use]
    pub fn value(&self, expr: impl Into<Expr>) -> Option<i64> {
        self.values([expr])?.pop()
    }

    /// Returns the values of variables or other expressions of the model, as [`Self::value`].
    #[must_use]
    pub fn values<E: Into<Expr>>(&self, exprs: impl IntoIterator<Item = E>) -> Option<Vec<i64>> {
        let named = match self {
            Self::Puzzle(_) => return None,
            Self::Model(named) => named,
            Self::ModelPart(known) => {
                let value = |expr: Expr| match expr.node() {
                    Node::Var(var) => known.iter().find(|it| it.0 == *var)?.2,
                    _ => None,
                };
                return exprs.into_iter().map(|expr| value(expr.into())).collect();
            }
        };
        // Only operations need all values in one list.
        let all = LazyCell::new(|| named.iter().map(|(_, value)| *value).collect::<Vec<_>>());
        let value = |expr: Expr| match expr.node() {
            Node::Var(var) => Some(named.get(var.index())?.1),
            _ => Model::new().evaluate(&expr, &all).ok(),
        };
        exprs.into_iter().map(|expr| value(expr.into())).collect()
    }
}

/// What is known of the objective when a better solution is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectiveStatus {
    /// The objective of the solution, the best so far.
    pub objective: i64,
    /// No solution has a better objective than this; `None` if nothing is proved yet.
    pub bound: Option<i64>,
}

impl ObjectiveStatus {
    /// Returns the gap between the objective and its bound, as [`relative_gap`] does.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        self.bound.map(|bound| relative_gap(self.objective, bound))
    }
}

/// A checked solution, as it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSolution {
    /// The solution.
    pub solution: SolutionData,
    /// Its objective, if it improves an optimisation; `None` for a solution of a list.
    pub status: Option<ObjectiveStatus>,
}

/// Receives the solutions of a list and the improvements of an optimisation, as they are found.
pub(crate) type SolutionCallback<'a> = dyn FnMut(FoundSolution) + Send + 'a;

/// What is known before the work ends.
#[derive(Clone, Debug)]
pub(crate) enum SolveEvent {
    /// A solution of a list, or an improvement.
    Solution(FoundSolution),
    /// The answer as far as it is established, if the work does not end.
    Answer(Box<Answer>, Rest),
}

/// What is left to do when an answer is reported before the work ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// A part of the search.
    Search,
    /// The confirmation.
    Confirmation,
    /// Work that does not change the answer.
    Other,
}

/// Receives what is known before the work ends.
pub(crate) type EventCallback<'a> = dyn FnMut(SolveEvent) + Send + 'a;

/// The time that a piece of work took, in seconds.
///
/// Documents round them to microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seconds {
    /// The CPU time of all threads together.
    #[serde(serialize_with = "serialize_rounded")]
    #[schemars(with = "f64")]
    pub cpu: f64,
    /// The elapsed time.
    #[serde(serialize_with = "serialize_rounded")]
    #[schemars(with = "f64")]
    pub wall: f64,
}

impl Seconds {
    /// Returns an equal share of the time for each of `n` answers.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "numbers of puzzles are small")]
    pub fn share(self, n: usize) -> Self {
        let n = n.max(1) as f64;
        Self { cpu: self.cpu / n, wall: self.wall / n }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn serialize_rounded<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round_to_micros(*seconds))
}

/// What a confirmation covers: the answer to the model, with everything between the model and the answer. The value
/// of the JSON field `covers`.
pub const CONFIRMATION_SCOPE: &str = "model";

/// What a written proof covers: the clauses, without the compilation of the model into these clauses. The value of
/// the JSON field `covers`.
pub const PROOF_SCOPE: &str = "clauses";

/// The values that all solutions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonValues {
    /// The answer variables for which it is proved that they have these values in all solutions.
    pub values: Vec<(VarId, i64)>,
    /// The answer variables that have these values in the solutions that were found before a limit was reached; whether
    /// in all solutions is not decided.
    pub undecided: Vec<(VarId, i64)>,
    /// The number of answer variables that differ between two solutions.
    pub n_varying: usize,
}

impl CommonValues {
    /// Returns whether it is decided for each answer variable whether it has the same value in all solutions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided.is_empty()
    }

    /// Returns what is determined, where `part` returns the form of values in solutions.
    pub(crate) fn to_determined(
        &self,
        part: impl Fn(&[(VarId, i64)]) -> SolutionData,
    ) -> Determined {
        let Self { values, undecided, n_varying } = self;
        Determined {
            part: part(values),
            undecided: (!self.is_complete()).then(|| part(undecided)),
            n_common: values.len(),
            n_undecided: undecided.len(),
            n_varying: *n_varying,
        }
    }
}

/// What is determined: the same in all solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Determined {
    /// The part of the solution that is proved to be the same in all solutions.
    pub part: SolutionData,
    /// The part that is the same in the solutions that were found before a limit was reached, without `part`: whether in
    /// all solutions is not decided. `None` if everything is decided.
    pub undecided: Option<SolutionData>,
    /// The number of places of the solution in `part`.
    pub n_common: usize,
    /// The number of places in `undecided`.
    pub n_undecided: usize,
    /// The number of places that differ between two solutions.
    pub n_varying: usize,
}

/// The answer to a request about a problem.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The problem's kind.
    pub kind: &'static str,
    /// The problem's title.
    pub title: Option<String>,
    /// What was established.
    pub outcome: Outcome,
    /// Whether the solution is unique; `None` if that was not decided.
    pub unique: Option<bool>,
    /// The number of solutions (a lower bound if `limit` is set); `None` unless requested.
    pub count: Option<u64>,
    /// Solutions, each checked by the rules: one, or two to show that the first is not unique, or
    /// as many as requested. [`solve_each`](crate::solve_each) keeps only the first of a list.
    pub solutions: Vec<SolutionData>,
    /// How many solutions were listed; `None` unless a list was requested.
    pub listed: Option<u64>,
    /// The values that the solutions have in common, if that was requested, or if there is only one solution
    /// ([`Task::Prove`](crate::Task::Prove)).
    pub common: Option<CommonValues>,
    /// What the solutions have in common, in the form of the problem, if that was requested.
    pub determined: Option<Determined>,
    /// The best objective found, if the model has a goal.
    pub objective: Option<i64>,
    /// No solution has a better objective than this.
    pub bound: Option<i64>,
    /// The engine that answered.
    pub engine: String,
    /// The second engine that established the claim again from the model, if that was requested; it shares nothing
    /// with the first one but the model ([`CONFIRMATION_SCOPE`]).
    pub confirmed_by: Option<&'static str>,
    /// The limit that stopped the confirmation, if it was requested and one did.
    pub unconfirmed: Option<Limit>,
    /// The limit that stopped the work early.
    pub limit: Option<Limit>,
    /// Further remarks: why pieces cannot be reached, for example.
    pub notes: Vec<String>,
    /// The turns that solve a Sudoku Cube, if they were requested and found.
    pub moves: Option<CubeMoves>,
    /// What the compiler did, if that was requested and there was a model.
    pub report: Option<String>,
    /// The formula that was proved unsatisfiable, if that was requested: the puzzle's formula, with the
    /// solutions found excluded.
    pub refuted: Option<Cnf>,
    /// Lines that describe the variables of that formula.
    pub legend: Vec<String>,
}

impl Answer {
    /// Returns the value of a variable or another expression in the first solution, as [`SolutionData::value`]; `None`
    /// without a solution.
    #[must_use]
    pub fn value(&self, expr: impl Into<Expr>) -> Option<i64> {
        self.solutions.first()?.value(expr)
    }

    /// Returns the values of variables or other expressions in the first solution, as [`SolutionData::value`]; `None`
    /// without a solution.
    #[must_use]
    pub fn values<E: Into<Expr>>(&self, exprs: impl IntoIterator<Item = E>) -> Option<Vec<i64>> {
        self.solutions.first()?.values(exprs)
    }

    /// Returns an infeasible answer without details, to be filled in.
    pub(crate) fn new(problem: &Problem, engine: String) -> Self {
        Self {
            kind: problem.kind(),
            title: problem.title().map(str::to_owned),
            outcome: Outcome::Infeasible,
            unique: None,
            count: None,
            solutions: Vec::new(),
            listed: None,
            common: None,
            determined: None,
            objective: None,
            bound: None,
            engine,
            confirmed_by: None,
            unconfirmed: None,
            limit: None,
            notes: Vec::new(),
            moves: None,
            report: None,
            refuted: None,
            legend: Vec::new(),
        }
    }

    /// Adds a checked solution: one of a list is passed on to `on_solution`, and only the first of the
    /// list is kept.
    pub(crate) fn add_solution(
        &mut self,
        task: Task,
        solution: SolutionData,
        on_solution: &mut SolutionCallback<'_>,
    ) {
        if !matches!(task, Task::All { .. }) {
            self.solutions.push(solution);
            return;
        }
        *self.listed.get_or_insert(0) += 1;
        if self.solutions.is_empty() {
            self.solutions.push(solution.clone());
        }
        on_solution(FoundSolution { solution, status: None });
    }

    /// Returns a copy without the formula, which is large, and the lines about it.
    pub(crate) fn without_formula(&mut self) -> Self {
        let formula = (self.refuted.take(), std::mem::take(&mut self.legend));
        let copy = self.clone();
        (self.refuted, self.legend) = formula;
        copy
    }

    /// Returns the report of `n` solutions during a search.
    pub(crate) fn search_so_far(&self, task: Task, n: u64) -> SolveEvent {
        let mut answer = self.clone();
        // Which limit it will be is known when the search stops.
        conclude(&mut answer, task, n, Some(Limit::Interrupted));
        SolveEvent::Answer(Box::new(answer), Rest::Search)
    }

    /// Returns the answer if `limit` stopped the work when `rest` was left to do.
    pub(crate) fn stopped_before(mut self, rest: Rest, limit: Limit) -> Self {
        match rest {
            Rest::Search => self.limit = Some(limit),
            Rest::Confirmation => self.set_unconfirmed(limit, None),
            Rest::Other => {}
        }
        self
    }

    /// Sets the limit that stopped the confirmation by `engine`, if one had begun.
    pub(crate) fn set_unconfirmed(&mut self, limit: Limit, engine: Option<&str>) {
        self.confirmed_by = None;
        self.unconfirmed = Some(limit);
        let by = engine.map_or(String::new(), |engine| format!(" by `{engine}`"));
        self.notes.push(format!("not confirmed{by} ({limit})"));
    }

    /// Returns whether there is a solution; every solution in an answer was checked by the rules.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        !self.solutions.is_empty()
    }
}

/// Rounds seconds to microseconds.
pub(crate) fn round_to_micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
