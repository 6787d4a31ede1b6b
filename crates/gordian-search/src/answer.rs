//! The answer as data.

use std::fmt;

use gordian_backend::Cnf;
use gordian_core::{Limit, Outcome, relative_gap};
use gordian_model::{Expr, VarId};

use crate::request::Task;

/// The form of the solutions in an answer: values of a model's variables, or a solution of another
/// problem.
pub trait SolutionForm: Clone + fmt::Debug + Send {
    /// What only answers about such problems have; `()` for models.
    type Details: Clone + fmt::Debug + Default + Send;

    /// Returns the values of expressions of a model; `None` if one of them is undefined, and if
    /// this is not the solution of a model.
    fn values_of(&self, exprs: &[Expr]) -> Option<Vec<i64>>;
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
pub struct FoundSolution<S> {
    /// The solution.
    pub solution: S,
    /// Its objective, if it improves an optimisation; `None` for a solution of a list.
    pub status: Option<ObjectiveStatus>,
}

/// What is known before the work ends.
#[derive(Clone, Debug)]
pub enum SolveEvent<S: SolutionForm> {
    /// A solution of a list, or an improvement.
    Solution(FoundSolution<S>),
    /// The answer as far as it is established, if the work does not end.
    Answer(Box<Answer<S>>, Rest),
}

/// What is left to do when an answer is reported before the work ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// A part of the search.
    Search,
    /// The confirmation.
    Confirmation,
    /// Work that does not change the answer.
    Other,
}

/// Receives what is known before the work ends.
pub type EventCallback<'a, S> = dyn FnMut(SolveEvent<S>) + Send + 'a;

/// What a confirmation covers: the answer to the model, with everything between the model and the
/// answer. The value of the JSON field `covers`.
pub const CONFIRMATION_SCOPE: &str = "model";

/// What a written proof covers: the clauses, without the compilation of the model into these
/// clauses. The value of the JSON field `covers`.
pub const PROOF_SCOPE: &str = "clauses";

/// The values that all solutions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonValues {
    /// The answer variables for which it is proved that they have these values in all solutions.
    pub values: Vec<(VarId, i64)>,
    /// The answer variables that have these values in the solutions that were found before a limit
    /// was reached; whether in all solutions is not decided.
    pub undecided: Vec<(VarId, i64)>,
    /// The number of answer variables that differ between two solutions.
    pub n_varying: usize,
}

impl CommonValues {
    /// Returns whether it is decided for each answer variable whether it has the same value in all
    /// solutions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided.is_empty()
    }

    /// Returns what is determined, where `part` returns the form of values in solutions.
    pub fn to_determined<S>(&self, part: impl Fn(&[(VarId, i64)]) -> S) -> Determined<S> {
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
pub struct Determined<S> {
    /// The part of the solution that is proved to be the same in all solutions.
    pub part: S,
    /// The part that is the same in the solutions that were found before a limit was reached,
    /// without `part`: whether in all solutions is not decided. `None` if everything is decided.
    pub undecided: Option<S>,
    /// The number of places of the solution in `part`.
    pub n_common: usize,
    /// The number of places in `undecided`.
    pub n_undecided: usize,
    /// The number of places that differ between two solutions.
    pub n_varying: usize,
}

/// The answer to a request about a problem.
#[derive(Clone, Debug)]
pub struct Answer<S: SolutionForm> {
    /// The problem's kind: `model`, or the kind of puzzle.
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
    pub solutions: Vec<S>,
    /// How many solutions were listed; `None` unless a list was requested.
    pub listed: Option<u64>,
    /// The values that the solutions have in common, if that was requested, or if there is only one
    /// solution ([`Task::Prove`](crate::Task::Prove)).
    pub common: Option<CommonValues>,
    /// What the solutions have in common, in the form of the problem, if that was requested.
    pub determined: Option<Determined<S>>,
    /// The best objective found, if the model has a goal.
    pub objective: Option<i64>,
    /// No solution has a better objective than this.
    pub bound: Option<i64>,
    /// The engine that answered.
    pub engine: String,
    /// The second engine that established the claim again from the model, if that was requested; it
    /// shares nothing with the first one but the model ([`CONFIRMATION_SCOPE`]).
    pub confirmed_by: Option<&'static str>,
    /// The limit that stopped the confirmation, if it was requested and one did.
    pub unconfirmed: Option<Limit>,
    /// The limit that stopped the work early.
    pub limit: Option<Limit>,
    /// Further remarks: why pieces cannot be reached, for example.
    pub notes: Vec<String>,
    /// What only answers about this form of problems have.
    pub details: S::Details,
    /// What the compiler did, if that was requested and there was a model.
    pub report: Option<String>,
    /// The formula that was proved unsatisfiable, if that was requested: the puzzle's formula, with
    /// the solutions found excluded.
    pub refuted: Option<Cnf>,
    /// Lines that describe the variables of that formula.
    pub legend: Vec<String>,
}

impl<S: SolutionForm> Answer<S> {
    /// Returns the value of a variable or another expression of a model in the first solution;
    /// `None` if it is undefined, and without a solution.
    ///
    /// # Panics
    ///
    /// Panics if an operation of the expression has a variable that the model did not have when it
    /// was solved.
    #[must_use]
    pub fn value(&self, expr: impl Into<Expr>) -> Option<i64> {
        self.values([expr])?.pop()
    }

    /// Returns the values of variables or other expressions in the first solution, as
    /// [`Self::value`].
    #[must_use]
    pub fn values<E: Into<Expr>>(&self, exprs: impl IntoIterator<Item = E>) -> Option<Vec<i64>> {
        let exprs: Vec<Expr> = exprs.into_iter().map(Into::into).collect();
        self.solutions.first()?.values_of(&exprs)
    }

    /// Returns an infeasible answer without details, to be filled in.
    #[must_use]
    pub fn new(kind: &'static str, title: Option<&str>, engine: String) -> Self {
        Self {
            kind,
            title: title.map(str::to_owned),
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
            details: S::Details::default(),
            report: None,
            refuted: None,
            legend: Vec::new(),
        }
    }

    /// Returns the answer about a problem whose model is the problem, with its solutions in another
    /// form.
    #[must_use]
    pub fn map<T: SolutionForm>(self, form: impl Fn(S) -> T) -> Answer<T> {
        let determined = self.determined.map(|it| Determined {
            part: form(it.part),
            undecided: it.undecided.map(&form),
            n_common: it.n_common,
            n_undecided: it.n_undecided,
            n_varying: it.n_varying,
        });
        Answer {
            kind: self.kind,
            title: self.title,
            outcome: self.outcome,
            unique: self.unique,
            count: self.count,
            solutions: self.solutions.into_iter().map(form).collect(),
            listed: self.listed,
            common: self.common,
            determined,
            objective: self.objective,
            bound: self.bound,
            engine: self.engine,
            confirmed_by: self.confirmed_by,
            unconfirmed: self.unconfirmed,
            limit: self.limit,
            notes: self.notes,
            details: T::Details::default(),
            report: self.report,
            refuted: self.refuted,
            legend: self.legend,
        }
    }

    /// Sets outcome, uniqueness, count and limit for `n` solutions; `stopped` is the limit that
    /// ended the search, if it is incomplete.
    pub fn conclude(&mut self, task: Task, n: u64, stopped: Option<Limit>) {
        self.outcome = match (n, stopped) {
            (0, None) => Outcome::Infeasible,
            (0, Some(limit)) => Outcome::Stopped(limit),
            _ => Outcome::Solved,
        };
        self.unique = match (n, stopped) {
            (0, _) => None,
            (1, None) => Some(true),
            (1, Some(_)) => None,
            _ => Some(false),
        };
        if matches!(task, Task::Count { .. }) {
            self.count = Some(n);
        }
        // For `Prove` and `First`, enough solutions is not a limit to report.
        let reached =
            matches!(task, Task::Prove | Task::First) && stopped == Some(Limit::Solutions);
        self.limit = stopped.filter(|_| !reached);
    }

    /// Adds a checked solution: one of a list is passed on to `on_solution`, and only the first of
    /// the list is kept.
    pub fn add_solution(
        &mut self,
        task: Task,
        solution: S,
        on_solution: &mut (dyn FnMut(FoundSolution<S>) + Send),
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
    pub fn without_formula(&mut self) -> Self {
        let formula = (self.refuted.take(), std::mem::take(&mut self.legend));
        let copy = self.clone();
        (self.refuted, self.legend) = formula;
        copy
    }

    /// Returns the report of `n` solutions during a search.
    #[must_use]
    pub fn search_so_far(&self, task: Task, n: u64) -> SolveEvent<S> {
        let mut answer = self.clone();
        // Which limit it will be is known when the search stops.
        answer.conclude(task, n, Some(Limit::Interrupted));
        SolveEvent::Answer(Box::new(answer), Rest::Search)
    }

    /// Returns the answer if `limit` stopped the work when `rest` was left to do.
    #[must_use]
    pub fn stopped_before(mut self, rest: Rest, limit: Limit) -> Self {
        match rest {
            Rest::Search => self.limit = Some(limit),
            Rest::Confirmation => self.set_unconfirmed(limit, None),
            Rest::Other => {}
        }
        self
    }

    /// Sets the limit that stopped the confirmation by `engine`, if one had begun.
    pub fn set_unconfirmed(&mut self, limit: Limit, engine: Option<&str>) {
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

impl<S: SolutionForm> SolveEvent<S> {
    /// Returns the event with its solutions in another form, as [`Answer::map`].
    #[must_use]
    pub fn map<T: SolutionForm>(self, form: impl Fn(S) -> T) -> SolveEvent<T> {
        match self {
            Self::Solution(found) => SolveEvent::Solution(FoundSolution {
                solution: form(found.solution),
                status: found.status,
            }),
            Self::Answer(answer, rest) => SolveEvent::Answer(Box::new(answer.map(form)), rest),
        }
    }
}
