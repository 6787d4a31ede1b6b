//! Answers about a model, and its solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use gordian::model::{Expr, JsonErrorKind, Model, Node};
use gordian::search::Answer;
use gordian::{Index, Limit, ModelSolution, ObjectiveStatus, Outcome, relative_gap};
use pyo3::exceptions::{PyLookupError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::error;
use crate::expr::{PyExpr, type_name};
use crate::model::ModelState;

/// What the values of a solution belong to.
#[derive(Clone)]
pub(crate) enum Owner {
    /// A model.
    Model(Arc<ModelState>),
    /// The names of the variables of a model that is elsewhere: of a solution that was pickled.
    Names(Arc<Names>),
}

/// The names of the variables of a model, in its order.
pub(crate) struct Names {
    title: String,
    names: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Names {
    fn new(title: String, names: Vec<String>) -> Self {
        let places = names.iter().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        Self { title, names, places }
    }
}

impl Owner {
    fn title(&self) -> String {
        match self {
            Self::Model(model) => model.session().model().title().to_owned(),
            Self::Names(known) => known.title.clone(),
        }
    }

    /// Returns the names of the first `n` variables.
    fn names(&self, n: usize) -> Vec<String> {
        match self {
            Self::Model(model) => {
                let session = model.session();
                let variables = session.model().variables().iter().take(n);
                variables.map(|variable| variable.name.clone()).collect()
            }
            Self::Names(known) => known.names.iter().take(n).cloned().collect(),
        }
    }

    /// Returns the place of the variable with a name.
    fn find(&self, name: &str) -> Option<usize> {
        match self {
            Self::Model(model) => model.session().model().find(name).map(Index::index),
            Self::Names(known) => known.places.get(name).copied(),
        }
    }

    /// Returns whether the variables of an expression of `model` are those of this owner. A solution
    /// that was pickled belongs to every model whose variables have the same names.
    fn has(&self, expr: &Expr, model: &Arc<ModelState>) -> bool {
        match self {
            Self::Model(own) => Arc::ptr_eq(own, model),
            Self::Names(known) => {
                let session = model.session();
                let variables = session.model().variables();
                variables_of(expr, |place| {
                    // Variables that were added later are found to have no value.
                    known.names.get(place).is_none_or(|name| {
                        variables.iter().nth(place).is_some_and(|it| it.name == *name)
                    })
                })
            }
        }
    }
}

/// Returns whether a condition holds for the places of all variables of an expression.
fn variables_of(root: &Expr, mut holds: impl FnMut(usize) -> bool) -> bool {
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut todo = vec![root];
    while let Some(expr) = todo.pop() {
        match expr.node() {
            Node::Var(var) if !holds(var.index()) => return false,
            Node::Var(_) | Node::Const(_) => {}
            node if seen.insert(expr.identity()) => todo.extend(node.children()),
            _ => {}
        }
    }
    true
}

/// The values of all variables that the model had when it was solved.
#[pyclass(frozen, name = "Assignment", module = "gordian")]
pub(crate) struct PyAssignment {
    owner: Owner,
    values: Vec<i64>,
    status: Option<ObjectiveStatus>,
}

/// Returns the values of a whole solution, in the order of the variables.
pub(crate) fn values_of(solution: ModelSolution) -> Vec<i64> {
    match solution {
        ModelSolution::Whole(named) => named.into_iter().map(|(_, value)| value).collect(),
        ModelSolution::Part(_) => Vec::new(),
    }
}

impl PyAssignment {
    pub(crate) fn new(
        owner: &Arc<ModelState>,
        values: Vec<i64>,
        status: Option<ObjectiveStatus>,
    ) -> Self {
        Self { owner: Owner::Model(Arc::clone(owner)), values, status }
    }

    fn value(&self, expr: &PyExpr) -> PyResult<i64> {
        if let Some(owner) = &expr.owner
            && !self.owner.has(&expr.expr, owner)
        {
            return Err(PyValueError::new_err("the expression is one of another model"));
        }
        if let Node::Var(var) = expr.expr.node()
            && let Some(&value) = self.values.get(var.index())
        {
            return Ok(value);
        }
        if !variables_of(&expr.expr, |place| place < self.values.len()) {
            let message = "the expression has a variable that was added after the model was solved";
            return Err(PyLookupError::new_err(message));
        }
        Model::new()
            .evaluate(&expr.expr, &self.values)
            .map_err(|reason| PyValueError::new_err(format!("no value: {reason}")))
    }

    fn value_of_name(&self, name: &str) -> PyResult<i64> {
        let value = self.owner.find(name).and_then(|place| self.values.get(place));
        value.copied().ok_or_else(|| {
            error::of_model(&JsonErrorKind::UnknownVariable {
                name: name.to_owned(),
                nearest: None,
            })
        })
    }

    fn get<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(expr) = key.cast::<PyExpr>() {
            return Ok(self.value(expr.get())?.into_pyobject(py)?.into_any());
        }
        if let Ok(name) = key.cast::<PyString>() {
            let value = self.value_of_name(&name.to_string_lossy())?;
            return Ok(value.into_pyobject(py)?.into_any());
        }
        if let Ok(value) = key.extract::<i64>() {
            return Ok(value.into_pyobject(py)?.into_any());
        }
        if key.hasattr("__array_interface__")? {
            let items = key.call_method0("ravel")?.call_method0("tolist")?;
            let values = self.get(&items)?;
            let shape = key.getattr("shape")?;
            return py.import("gordian._array")?.call_method1("_integers", (values, shape));
        }
        if key.is_instance_of::<PyList>() || key.is_instance_of::<PyTuple>() {
            let values: Vec<Bound<'py, PyAny>> =
                key.try_iter()?.map(|item| self.get(&item?)).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, values)?.into_any());
        }
        let kind = type_name(key);
        Err(PyTypeError::new_err(format!(
            "a solution has values of expressions, of names and of lists of them, not of `{kind}`"
        )))
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // No Python object is made while the session is locked.
        let names = self.owner.names(self.values.len());
        let dict = PyDict::new(py);
        for (name, value) in names.into_iter().zip(&self.values) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl PyAssignment {
    /// Returns the value of a variable, of another expression, of a name, or of a list or array of
    /// them.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.get(key)
    }

    /// Returns the values by the names of the variables.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    /// The value of the objective, of a solution that is better than the ones before it.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.status.map(|status| status.objective)
    }

    /// No solution has a better objective than this, as far as that was proved.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.status.and_then(|status| status.bound)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Assignment {}>", self.dict(py)?.repr()?))
    }

    /// Pickles the values with the names of their variables, without the model.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("gordian._gordian")?.getattr("restore_assignment")?;
        let names = self.owner.names(self.values.len());
        let status = self.status.map(|it| (it.objective, it.bound));
        (restore, (self.owner.title(), names, self.values.clone(), status)).into_pyobject(py)
    }
}

/// Returns an assignment that was pickled.
#[pyfunction]
#[pyo3(signature = (title, names, values, status))]
pub(crate) fn restore_assignment(
    title: String,
    names: Vec<String>,
    values: Vec<i64>,
    status: Option<(i64, Option<i64>)>,
) -> PyResult<PyAssignment> {
    if names.len() != values.len() {
        return Err(PyValueError::new_err("there is one value for each name"));
    }
    let owner = Owner::Names(Arc::new(Names::new(title, names)));
    let status = status.map(|(objective, bound)| ObjectiveStatus { objective, bound });
    Ok(PyAssignment { owner, values, status })
}

/// What was asked.
#[derive(Default)]
pub(crate) struct Question {
    /// The name of the task.
    pub(crate) task: String,
    /// Whether the objective is to be maximised; `None` without one.
    pub(crate) maximises: Option<bool>,
    /// The part of the model that the answer is about, and what identifies the model.
    pub(crate) part: Option<(Py<PyAny>, u64)>,
}

/// Assumptions that exclude each other.
pub(crate) struct Contradiction {
    pub(crate) assumptions: Vec<Py<PyAny>>,
    pub(crate) is_minimal: bool,
}

/// The answer about a model: what was established, and the solution, if one was found.
#[pyclass(frozen, name = "Solution", module = "gordian")]
pub(crate) struct PySolution {
    owner: Owner,
    question: Question,
    outcome: Outcome,
    unique: Option<bool>,
    n_solutions: Option<u64>,
    objective: Option<i64>,
    bound: Option<i64>,
    engine: String,
    confirmed_by: Option<String>,
    limit: Option<Limit>,
    notes: Vec<String>,
    report: Option<String>,
    seconds: f64,
    solutions: Vec<Py<PyAssignment>>,
    /// Names with values that are the same in all solutions, and those that were not decided.
    common: Option<[Vec<(String, i64)>; 2]>,
    contradiction: Option<Contradiction>,
}

impl PySolution {
    pub(crate) fn new(
        py: Python<'_>,
        owner: &Arc<ModelState>,
        question: Question,
        answer: Answer<ModelSolution>,
        time: Duration,
    ) -> PyResult<Self> {
        let session = owner.session();
        let named = |values: &[(gordian::model::VarId, i64)]| {
            let name = |var| session.model().variables()[var].name.clone();
            values.iter().map(|&(var, value)| (name(var), value)).collect()
        };
        let common = answer.common.as_ref().map(|it| [named(&it.values), named(&it.undecided)]);
        drop(session);
        let assignment = |it| Py::new(py, PyAssignment::new(owner, values_of(it), None));
        Ok(Self {
            owner: Owner::Model(Arc::clone(owner)),
            question,
            outcome: answer.outcome,
            unique: answer.unique,
            n_solutions: answer.count,
            objective: answer.objective,
            bound: answer.bound,
            engine: answer.engine,
            confirmed_by: answer.confirmed_by.map(str::to_owned),
            limit: answer.limit,
            notes: answer.notes,
            report: answer.report,
            seconds: time.as_secs_f64(),
            solutions: answer.solutions.into_iter().map(assignment).collect::<PyResult<_>>()?,
            common,
            contradiction: None,
        })
    }

    /// Returns the answer that the model has no solution with these assumptions.
    pub(crate) fn of_contradiction(
        owner: &Arc<ModelState>,
        question: Question,
        engine: &str,
        contradiction: Contradiction,
        time: Duration,
    ) -> Self {
        Self {
            owner: Owner::Model(Arc::clone(owner)),
            question,
            outcome: Outcome::Infeasible,
            unique: None,
            n_solutions: None,
            objective: None,
            bound: None,
            engine: engine.to_owned(),
            confirmed_by: None,
            limit: None,
            notes: Vec::new(),
            report: None,
            seconds: time.as_secs_f64(),
            solutions: Vec::new(),
            common: None,
            contradiction: Some(contradiction),
        }
    }

    fn first(&self) -> PyResult<&Py<PyAssignment>> {
        self.solutions.first().ok_or_else(|| {
            PyLookupError::new_err(format!("there is no solution: {}", self.outcome.name()))
        })
    }
}

#[pymethods]
impl PySolution {
    /// What was established: `optimal`, `solved`, `feasible`, `infeasible` or `stopped`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome.name()
    }

    /// Whether the solution is unique; `None` if that was not decided.
    #[getter]
    fn unique(&self) -> Option<bool> {
        self.unique
    }

    /// The number of solutions, with the task `count`; a lower bound, if `limit` is set.
    #[getter]
    fn count(&self) -> Option<u64> {
        self.n_solutions
    }

    /// The best objective found.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.objective
    }

    /// No solution has a better objective than this.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// The difference of the objective and its bound, divided by the magnitude of the objective.
    #[getter]
    fn gap(&self) -> Option<f64> {
        self.objective.zip(self.bound).map(|(objective, bound)| relative_gap(objective, bound))
    }

    /// Whether there is a solution; each was checked by evaluating the model.
    #[getter]
    fn checked(&self) -> bool {
        !self.solutions.is_empty()
    }

    /// The time that the answer took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The engine that answered.
    #[getter]
    fn engine(&self) -> &str {
        &self.engine
    }

    /// The other engine that established the claim again, if that was asked.
    #[getter]
    fn confirmed_by(&self) -> Option<&str> {
        self.confirmed_by.as_deref()
    }

    /// The part of the model that the answer is about; `None` if it is about the whole model.
    #[getter]
    fn part(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.question.part.as_ref().map(|(part, _)| part.clone_ref(py))
    }

    /// The limit that stopped the work early: `time`, `memory`, `solutions`, `effort`.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.limit.map(Limit::name)
    }

    /// Further remarks.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// What the compiler did, if that was asked.
    #[getter]
    fn report(&self) -> Option<&str> {
        self.report.as_deref()
    }

    /// The solutions that were found: one, or two to show that the first is not unique, or as many
    /// as the task asked for.
    #[getter]
    fn solutions(&self, py: Python<'_>) -> Vec<Py<PyAssignment>> {
        self.solutions.iter().map(|it| it.clone_ref(py)).collect()
    }

    /// The values, by the names of their variables, that are the same in all solutions: with the
    /// task `determined`, and of a unique solution.
    #[getter]
    fn determined<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.common.as_ref().map(|[values, _]| named(py, values)).transpose()
    }

    /// The values that are the same in the solutions that were found before a limit stopped the
    /// task `determined`: whether in all solutions is not decided.
    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.common.as_ref().map(|[_, values]| named(py, values)).transpose()
    }

    /// The assumptions that exclude each other, if the model has no solution with all of them; an
    /// empty list if it has none without them either.
    #[getter]
    fn contradiction(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let found = self.contradiction.as_ref()?;
        Some(found.assumptions.iter().map(|it| it.clone_ref(py)).collect())
    }

    /// Whether there is a solution without any one of these assumptions.
    #[getter]
    fn contradiction_is_minimal(&self) -> Option<bool> {
        self.contradiction.as_ref().map(|it| it.is_minimal)
    }

    /// Returns the value of a variable, of another expression, of a name, or of a list or array of
    /// them, in the first solution.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.first()?.get().get(key)
    }

    /// Returns the values by the names of the variables, in the first solution.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.first()?.get().dict(py)
    }

    /// Whether there is a solution.
    fn __bool__(&self) -> bool {
        !self.solutions.is_empty()
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<Solution: {}", self.outcome.name());
        if let Some(objective) = self.objective {
            text += &format!(", objective {objective}");
        }
        if let Some(bound) = self.bound
            && self.outcome != Outcome::Optimal
        {
            text += &format!(", bound {bound}");
        }
        if let Some(unique) = self.unique {
            text += if unique { ", unique" } else { ", not unique" };
        }
        if let Some(n) = self.n_solutions {
            text += &format!(", count {n}");
        }
        if let Some(limit) = self.limit {
            text += &format!(", limit {}", limit.name());
        }
        let title = self.owner.title();
        if !title.is_empty() {
            text += &format!(", {title}");
        }
        format!("{text}, {:.3} s by {}>", self.seconds, self.engine)
    }

    /// Pickles the answer with the names of the variables, without the model.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("gordian._gordian")?.getattr("restore_solution")?;
        (restore, (self._state(py)?,)).into_pyobject(py)
    }

    /// Returns all that the answer has, as a dictionary.
    fn _state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let n_values = self.solutions.iter().map(|it| it.get().values.len()).max().unwrap_or(0);
        let solutions: Vec<&[i64]> = self.solutions.iter().map(|it| &it.get().values[..]).collect();
        let (part, model) = self
            .question
            .part
            .as_ref()
            .map_or((None, None), |(part, model)| (Some(part.clone_ref(py)), Some(*model)));
        let contradiction = self.contradiction.as_ref().map(|it| it.is_minimal);
        let state = PyDict::new(py);
        state.set_item("title", self.owner.title())?;
        state.set_item("names", self.owner.names(n_values))?;
        state.set_item("task", &self.question.task)?;
        state.set_item("maximises", self.question.maximises)?;
        state.set_item("part", part)?;
        state.set_item("model", model)?;
        state.set_item("outcome", self.outcome.name())?;
        state.set_item("stopped_by", self.outcome.limit().map(Limit::name))?;
        state.set_item("limit", self.limit.map(Limit::name))?;
        state.set_item("unique", self.unique)?;
        state.set_item("count", self.n_solutions)?;
        state.set_item("objective", self.objective)?;
        state.set_item("bound", self.bound)?;
        state.set_item("engine", &self.engine)?;
        state.set_item("confirmed_by", self.confirmed_by.as_deref())?;
        state.set_item("notes", &self.notes)?;
        state.set_item("report", self.report.as_deref())?;
        state.set_item("seconds", self.seconds)?;
        state.set_item("solutions", solutions)?;
        state.set_item("determined", self.determined(py)?)?;
        state.set_item("undecided", self.undecided(py)?)?;
        state.set_item("contradiction", self.contradiction(py))?;
        state.set_item("contradiction_is_minimal", contradiction)?;
        Ok(state)
    }
}

fn limit_named(name: Option<String>) -> PyResult<Option<Limit>> {
    let Some(name) = name else { return Ok(None) };
    let found = serde_json::from_value(name.as_str().into());
    found.map(Some).map_err(|_| PyValueError::new_err(format!("unknown limit `{name}`")))
}

/// Returns an answer from what `Solution._state` returns.
#[pyfunction]
pub(crate) fn restore_solution(state: &Bound<'_, PyDict>) -> PyResult<PySolution> {
    fn get<'py, T: for<'a> FromPyObject<'a, 'py>>(
        state: &Bound<'py, PyDict>,
        key: &str,
    ) -> PyResult<T> {
        let item = state.get_item(key)?.ok_or_else(|| {
            PyValueError::new_err(format!("the state of an answer has no `{key}`"))
        })?;
        item.extract().map_err(Into::into)
    }
    let py = state.py();
    let stopped_by = limit_named(get(state, "stopped_by")?)?;
    let outcome: String = get(state, "outcome")?;
    let outcome = match (outcome.as_str(), stopped_by) {
        ("optimal", None) => Outcome::Optimal,
        ("solved", None) => Outcome::Solved,
        ("infeasible", None) => Outcome::Infeasible,
        ("feasible", Some(limit)) => Outcome::Feasible(limit),
        ("stopped", Some(limit)) => Outcome::Stopped(limit),
        _ => return Err(PyValueError::new_err(format!("the outcome `{outcome}` is invalid"))),
    };
    let names = Names::new(get(state, "title")?, get(state, "names")?);
    let owner = Owner::Names(Arc::new(names));
    let solutions: Vec<Vec<i64>> = get(state, "solutions")?;
    let assignment =
        |values: Vec<i64>| Py::new(py, PyAssignment { owner: owner.clone(), values, status: None });
    let named = |key: &str| -> PyResult<Option<Vec<(String, i64)>>> {
        let values: Option<Bound<'_, PyDict>> = get(state, key)?;
        let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.extract()?, value.extract()?))
        };
        values.map(|values| values.iter().map(pair).collect()).transpose()
    };
    let part: Option<Py<PyAny>> = get(state, "part")?;
    let model: Option<u64> = get(state, "model")?;
    let excluded: Option<Vec<Py<PyAny>>> = get(state, "contradiction")?;
    let is_minimal: Option<bool> = get(state, "contradiction_is_minimal")?;
    let contradiction = excluded.zip(is_minimal);
    Ok(PySolution {
        question: Question {
            task: get(state, "task")?,
            maximises: get(state, "maximises")?,
            part: part.zip(model),
        },
        outcome,
        unique: get(state, "unique")?,
        n_solutions: get(state, "count")?,
        objective: get(state, "objective")?,
        bound: get(state, "bound")?,
        engine: get(state, "engine")?,
        confirmed_by: get(state, "confirmed_by")?,
        limit: limit_named(get(state, "limit")?)?,
        notes: get(state, "notes")?,
        report: get(state, "report")?,
        seconds: get(state, "seconds")?,
        solutions: solutions.into_iter().map(assignment).collect::<PyResult<_>>()?,
        common: named("determined")?.zip(named("undecided")?).map(|(known, open)| [known, open]),
        contradiction: contradiction
            .map(|(assumptions, is_minimal)| Contradiction { assumptions, is_minimal }),
        owner,
    })
}

fn named<'py>(py: Python<'py>, values: &[(String, i64)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in values {
        dict.set_item(name, value)?;
    }
    Ok(dict)
}
