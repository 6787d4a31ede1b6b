//! Models: variables, constraints, an objective, and questions about them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use gordian::model::{
    ConditionError, Domain, Expr, Goal, HintError, JsonErrorKind, Model, Node, VarId,
};
use gordian::requests::ErrorDetail;
use gordian::search::{FoundSolution, Request, conflict};
use gordian::{AssumedAnswer, Cancel, ConflictAnswer, Limit, ModelSolution, Session, Task};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTimeoutError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyList, PyString, PyTuple, PyWeakrefMethods, PyWeakrefReference,
};

use crate::expr::{Build, PyExpr, domain, integer, ranges_domain, type_name};
use crate::operations::PyInterval;
use crate::solution::{Contradiction, PyAssignment, PySolution, Question, values_of};
use crate::solutions::PySolutions;
use crate::{error, options, work};

/// A model that expressions and solutions refer to.
pub(crate) struct ModelState {
    session: Mutex<Session>,
    /// The object of Python, as long as there is one: expressions that are pickled together with
    /// their model belong to one model afterwards.
    object: Mutex<Option<Py<PyWeakrefReference>>>,
}

impl ModelState {
    /// Returns the session, for a moment: questions work on a clone of it.
    pub(crate) fn session(&self) -> MutexGuard<'_, Session> {
        // Nothing panics while the model is changed.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the object of Python that has this state.
    pub(crate) fn object<'py>(self: &Arc<Self>, py: Python<'py>) -> PyResult<Bound<'py, PyModel>> {
        let known = {
            let known = self.object.lock().unwrap_or_else(PoisonError::into_inner);
            known.as_ref().map(|it| it.clone_ref(py))
        };
        let known = known.map(|it| it.bind(py).upgrade_as::<PyModel>()).transpose()?;
        if let Some(model) = known.flatten() {
            return Ok(model);
        }
        let model = Bound::new(py, PyModel { state: Arc::clone(self) })?;
        PyModel::register(&model)?;
        Ok(model)
    }

    /// Returns the session with a request, for one question.
    pub(crate) fn question(&self, request: Request, cancel: &Cancel) -> Session {
        let mut session = self.session().clone();
        *session.request_mut() = request;
        session.set_cancel(cancel.clone());
        session
    }
}

/// A model: variables, constraints, and an objective.
#[pyclass(frozen, name = "Model", module = "gordian", weakref)]
pub(crate) struct PyModel {
    state: Arc<ModelState>,
}

/// Returns the error of a name that another variable has.
fn check_name(model: &Model, name: &str) -> PyResult<()> {
    match model.find(name) {
        None => Ok(()),
        Some(_) => {
            Err(error::of_model(&JsonErrorKind::DuplicateVariable { name: name.to_owned() }))
        }
    }
}

fn range_domain(range: &RangeInclusive<i64>) -> PyResult<Domain> {
    let domain = Domain::from_range(range.clone());
    domain.map_err(|error| error::of_model(&JsonErrorKind::BadDomain { error }))
}

/// Returns the range of an integer or of a pair of them.
fn range(object: &Bound<'_, PyAny>, what: &str) -> PyResult<RangeInclusive<i64>> {
    if let Some(value) = integer(object)? {
        return Ok(value..=value);
    }
    let ends = object.extract::<(i64, i64)>().map_err(|_| {
        let kind = type_name(object);
        PyTypeError::new_err(format!(
            "{what} is an integer or a pair of the lowest and the highest, not `{kind}`"
        ))
    })?;
    let range = ends.0..=ends.1;
    range_domain(&range)?;
    Ok(range)
}

/// Returns the lengths of an array, from one length or a tuple of them.
fn shape(object: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let lengths = match integer(object)? {
        Some(length) => vec![length],
        None => object.extract::<Vec<i64>>().map_err(|_| {
            let kind = type_name(object);
            PyTypeError::new_err(format!("a shape is a length or a tuple of them, not `{kind}`"))
        })?,
    };
    let lengths: Option<Vec<usize>> =
        lengths.into_iter().map(|length| usize::try_from(length).ok()).collect();
    lengths.ok_or_else(|| PyValueError::new_err("a shape has no negative lengths"))
}

impl PyModel {
    pub(crate) fn of(model: Model) -> Self {
        let session = Mutex::new(Session::new(model));
        Self { state: Arc::new(ModelState { session, object: Mutex::new(None) }) }
    }

    /// Lets the expressions of the model know this object, before the first of them is made.
    fn register(this: &Bound<'_, Self>) -> PyResult<()> {
        let reference = PyWeakrefReference::new(this)?.unbind();
        let state = &this.get().state;
        *state.object.lock().unwrap_or_else(PoisonError::into_inner) = Some(reference);
        Ok(())
    }

    /// Returns a number that identifies the model: equal models have equal ones.
    fn fingerprint(model: &Model) -> u64 {
        let mut hasher = DefaultHasher::new();
        model.to_json().hash(&mut hasher);
        hasher.finish()
    }

    /// Returns a condition from an expression, or from the name of a variable with its values.
    fn assumption(&self, item: &Bound<'_, PyAny>) -> PyResult<Expr> {
        if let Ok(pair) = item.cast::<PyTuple>()
            && pair.len() == 2
            && pair.get_item(0)?.is_instance_of::<PyString>()
        {
            let var = self.var(&pair.get_item(0)?)?;
            return Ok(Expr::from(var).is_in(ranges_domain(&pair.get_item(1)?)?));
        }
        Build::of(&self.state).operand(item)
    }

    /// Returns the costs of constraints by their names, from a dictionary.
    fn costs(&self, costs: &Bound<'_, PyDict>) -> PyResult<BTreeMap<String, NonZeroU32>> {
        let mut found = BTreeMap::new();
        for (name, cost) in costs {
            let name: String = name.extract().map_err(|_| {
                let kind = type_name(&name);
                PyTypeError::new_err(format!(
                    "a cost is that of a constraint by its name, not by `{kind}`"
                ))
            })?;
            let number = integer(&cost)?.ok_or_else(|| {
                PyTypeError::new_err(format!("a cost is an integer, not `{}`", type_name(&cost)))
            })?;
            let cost = u32::try_from(number).ok().and_then(NonZeroU32::new).ok_or_else(|| {
                let message =
                    format!("the cost of `{name}` is {number}, not from 1 to {}", u32::MAX);
                let hint = "leave out the constraints that must stay";
                error::of_detail(ErrorDetail::new("request.out-of-range", message).hint(hint))
            })?;
            found.insert(name, cost);
        }
        let session = self.state.session();
        let constraints = session.model().constraints();
        let is_known = |name: &str| constraints.iter().any(|it| it.name == name);
        match found.keys().find(|name| !is_known(name)) {
            None => Ok(found),
            Some(name) => {
                let message = format!("no constraint has the name `{name}`");
                let hint = "costs are those of constraints by their names";
                Err(error::of_detail(ErrorDetail::new("request.out-of-range", message).hint(hint)))
            }
        }
    }

    fn variable(&self, var: VarId) -> PyExpr {
        PyExpr { expr: Expr::from(var), owner: Some(Arc::clone(&self.state)) }
    }

    fn add(this: &Bound<'_, Self>, name: Option<String>, domain: Domain) -> PyResult<PyExpr> {
        let model = this.get();
        model.know(this)?;
        model.add_one(name, domain)
    }

    /// Registers the object, unless one is known.
    fn know(&self, this: &Bound<'_, Self>) -> PyResult<()> {
        let is_known = {
            let known = self.state.object.lock().unwrap_or_else(PoisonError::into_inner);
            known.is_some()
        };
        if is_known { Ok(()) } else { Self::register(this) }
    }

    fn add_one(&self, name: Option<String>, domain: Domain) -> PyResult<PyExpr> {
        let mut session = self.state.session();
        let model = session.model_mut();
        let var = match name {
            Some(name) => {
                check_name(model, &name)?;
                model.add_variable(name, domain)
            }
            None => {
                let mut name = format!("_{}", model.variables().len());
                while model.find(&name).is_some() {
                    name.push('_');
                }
                model.add_variable(name, domain)
            }
        };
        Ok(self.variable(var))
    }

    /// Adds an array of variables, with the indices of each in its name.
    fn add_array<'py>(
        &self,
        name: &str,
        shape: &Bound<'py, PyAny>,
        domain: &Domain,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = shape.py();
        let lengths = self::shape(shape)?;
        let n = lengths.iter().try_fold(1_usize, |n, &length| n.checked_mul(length));
        let n = n.ok_or_else(|| PyOverflowError::new_err("the array is too large"))?;
        let mut indices = vec![0_usize; lengths.len()];
        let mut variables = Vec::new();
        {
            let mut session = self.state.session();
            let model = session.model_mut();
            let mut names = Vec::new();
            for _ in 0..n {
                let texts: Vec<String> = indices.iter().map(ToString::to_string).collect();
                let name = match lengths.is_empty() {
                    true => name.to_owned(),
                    false => format!("{name}[{}]", texts.join(",")),
                };
                check_name(model, &name)?;
                names.push(name);
                for (index, &length) in indices.iter_mut().zip(&lengths).rev() {
                    *index += 1;
                    if *index < length {
                        break;
                    }
                    *index = 0;
                }
            }
            // All or none are added.
            variables
                .extend(names.into_iter().map(|name| model.add_variable(name, domain.clone())));
        }
        let variables: Vec<PyExpr> = variables.into_iter().map(|var| self.variable(var)).collect();
        let array = py.import("gordian._array")?;
        array.call_method1("_arrange", (variables, PyTuple::new(py, lengths)?))
    }

    /// Returns the names of the variables of an interval.
    fn check_interval(&self, name: &str, is_optional: bool, n_durations: bool) -> PyResult<()> {
        let session = self.state.session();
        let parts = [("start", true), ("duration", n_durations), ("present", is_optional)];
        for (part, _) in parts.into_iter().filter(|&(_, is_used)| is_used) {
            check_name(session.model(), &format!("{name}.{part}"))?;
        }
        Ok(())
    }

    fn set_goal(
        &self,
        objective: &Bound<'_, PyAny>,
        goal: impl FnOnce(Expr) -> Goal,
    ) -> PyResult<()> {
        let objective = Build::of(&self.state).operand(objective)?;
        self.state.session().model_mut().set_goal(goal(objective));
        Ok(())
    }

    /// Returns conditions from one of them, or from lists and arrays of them.
    fn conditions(&self, condition: &Bound<'_, PyAny>) -> PyResult<Vec<Expr>> {
        let mut build = Build::of(&self.state);
        if condition.is_instance_of::<PyExpr>() || condition.is_instance_of::<PyBool>() {
            return Ok(vec![build.operand(condition)?]);
        }
        if integer(condition)?.is_some() && type_name(condition) == "int" {
            let message = "a condition is an expression or a truth value, not a number";
            return Err(PyTypeError::new_err(message));
        }
        match build.try_operand(condition)? {
            Some(value) => Ok(vec![value]),
            None => build.list(condition),
        }
    }

    /// Returns the variable that an expression is.
    fn var(&self, object: &Bound<'_, PyAny>) -> PyResult<VarId> {
        let not_variable = || {
            let kind = type_name(object);
            PyTypeError::new_err(format!("a variable of the model is needed, not `{kind}`"))
        };
        if let Ok(name) = object.cast::<PyString>() {
            let name = name.to_string_lossy().into_owned();
            let found = self.state.session().model().find(&name);
            return found.ok_or_else(|| {
                error::of_model(&JsonErrorKind::UnknownVariable { name, nearest: None })
            });
        }
        let expr = Build::of(&self.state).try_operand(object)?.ok_or_else(not_variable)?;
        match expr.node() {
            Node::Var(var) => Ok(*var),
            _ => Err(PyTypeError::new_err(
                "a variable of the model is needed, not another expression",
            )),
        }
    }

    /// Returns the values that a dict or a solution has.
    fn dict_of<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let py = values.py();
        if let Ok(dict) = values.cast::<PyDict>() {
            return Ok(dict.clone());
        }
        if let Ok(assignment) = values.cast::<PyAssignment>() {
            return assignment.get().to_dict(py);
        }
        if let Ok(solution) = values.cast::<PySolution>() {
            return solution.get().to_dict(py);
        }
        let kind = type_name(values);
        let message = format!("values are a dict or a solution, not `{kind}`");
        Err(PyTypeError::new_err(message))
    }

    /// Returns pairs of variables and values.
    fn values(&self, values: &Bound<'_, PyDict>) -> PyResult<Vec<(VarId, i64)>> {
        let mut pairs = Vec::new();
        for (key, value) in values {
            let var = self.var(&key)?;
            let value = integer(&value)?.ok_or_else(|| {
                let kind = type_name(&value);
                PyTypeError::new_err(format!("a value is an integer, not `{kind}`"))
            })?;
            pairs.push((var, value));
        }
        Ok(pairs)
    }

    /// Solves the model with assumptions.
    fn solve_assuming(
        &self,
        py: Python<'_>,
        request: Request,
        task: &str,
        assumptions: &Bound<'_, PyAny>,
    ) -> PyResult<PySolution> {
        let objects: Vec<Bound<'_, PyAny>> = assumptions.try_iter()?.collect::<PyResult<_>>()?;
        let exprs: Vec<Expr> =
            objects.iter().map(|it| self.assumption(it)).collect::<PyResult<_>>()?;
        let cancel = Cancel::new();
        let engine = request.engine.name();
        let session = self.state.question(request, &cancel);
        let question = question(task, session.model(), None);
        let start = Instant::now();
        let answer = work::run(py, &cancel, move || session.solve_assuming(&exprs))?;
        match answer.map_err(error::of_detail)? {
            AssumedAnswer::Answer(answer) => {
                PySolution::new(py, &self.state, question, *answer, start.elapsed())
            }
            AssumedAnswer::Contradiction { assumptions, is_minimal } => {
                let excluded = assumptions.iter().map(|&at| objects[at].clone().unbind());
                let found = Contradiction { assumptions: excluded.collect(), is_minimal };
                let time = start.elapsed();
                Ok(PySolution::of_contradiction(&self.state, question, engine, found, time))
            }
        }
    }
}

/// Returns what is asked of a model, or of a part of it.
fn question(task: &str, model: &Model, part: Option<(Py<PyAny>, u64)>) -> Question {
    let maximises = model.goal().map(|goal| matches!(goal, Goal::Maximise(_)));
    Question { task: task.to_owned(), maximises, part }
}

/// Returns a model that was pickled, with its hints.
#[pyfunction]
pub(crate) fn restore_model(text: &str, hints: &Bound<'_, PyDict>) -> PyResult<PyModel> {
    let model = PyModel::from_json(text)?;
    if !hints.is_empty() {
        model.hint(hints)?;
    }
    Ok(model)
}

/// Returns a variable of a model that was pickled.
#[pyfunction]
pub(crate) fn restore_variable(model: &Bound<'_, PyModel>, name: &str) -> PyResult<PyExpr> {
    PyModel::find(model, name)?.ok_or_else(|| {
        let name = name.to_owned();
        error::of_model(&JsonErrorKind::UnknownVariable { name, nearest: None })
    })
}

/// Returns an expression of a model that was pickled.
#[pyfunction]
pub(crate) fn restore_expr(model: &Bound<'_, PyModel>, text: &str) -> PyResult<PyExpr> {
    model.get().know(model)?;
    let state = &model.get().state;
    let mut read = Model::from_json(text).map_err(|error| error::of_detail(&error))?;
    {
        let session = state.session();
        let names = |model: &Model| -> Vec<String> {
            model.variables().iter().map(|it| it.name.clone()).collect()
        };
        if !names(session.model()).starts_with(&names(&read)) {
            return Err(PyValueError::new_err("the expression is one of another model"));
        }
    }
    let goal = read.take_goal().ok_or_else(|| PyValueError::new_err("there is no expression"))?;
    Ok(PyExpr { expr: goal.objective().clone(), owner: Some(Arc::clone(state)) })
}

/// Returns the exception of a limit that left a question undecided.
fn undecided(limit: Limit, what: &str) -> PyErr {
    let message = format!("{what} ({})", limit.name());
    match limit {
        Limit::Memory => PyMemoryError::new_err(message),
        _ => PyTimeoutError::new_err(message),
    }
}

#[pymethods]
impl PyModel {
    /// Returns a model without variables and constraints.
    #[new]
    #[pyo3(signature = (title = ""))]
    fn new(title: &str) -> Self {
        let mut model = Model::new();
        model.set_title(title);
        Self::of(model)
    }

    /// Reads a model from JSON.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let model = Model::from_json(text);
        Ok(Self::of(model.map_err(|error| error::of_detail(&error))?))
    }

    /// Writes the model as JSON, with one variable or constraint per line.
    fn to_json(&self) -> String {
        let model = self.state.session().model().clone();
        model.to_json()
    }

    /// The title; empty if there is none.
    #[getter]
    fn title(&self) -> String {
        self.state.session().model().title().to_owned()
    }

    #[setter]
    fn set_title(&self, title: &str) {
        self.state.session().model_mut().set_title(title);
    }

    /// The number of variables.
    #[getter]
    fn n_variables(&self) -> usize {
        self.state.session().model().variables().len()
    }

    /// The number of constraints.
    #[getter]
    fn n_constraints(&self) -> usize {
        self.state.session().model().constraints().len()
    }

    /// Adds a variable with the values from `lower` to `upper`. Without a name, it gets one that no
    /// other variable has.
    #[pyo3(signature = (lower, upper, name = None))]
    fn int(
        this: &Bound<'_, Self>,
        lower: i64,
        upper: i64,
        name: Option<String>,
    ) -> PyResult<PyExpr> {
        Self::add(this, name, range_domain(&(lower..=upper))?)
    }

    /// Adds a variable with the values 0 and 1: a condition.
    #[pyo3(signature = (name = None))]
    fn bool(this: &Bound<'_, Self>, name: Option<String>) -> PyResult<PyExpr> {
        Self::add(this, name, range_domain(&(0..=1))?)
    }

    /// Adds a variable with these values: a range, or any collection of integers.
    #[pyo3(signature = (values, name = None))]
    fn add_variable(
        this: &Bound<'_, Self>,
        values: &Bound<'_, PyAny>,
        name: Option<String>,
    ) -> PyResult<PyExpr> {
        Self::add(this, name, domain(values)?)
    }

    /// Adds an array of variables with the values from `lower` to `upper`: `x[0]`, `x[1]` or
    /// `x[0,0]`, `x[0,1]` and so on for the name `x`. It is a NumPy array, if NumPy is installed,
    /// otherwise a list of lists.
    fn ints<'py>(
        this: &Bound<'py, Self>,
        name: &str,
        shape: &Bound<'py, PyAny>,
        lower: i64,
        upper: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.get().know(this)?;
        this.get().add_array(name, shape, &range_domain(&(lower..=upper))?)
    }

    /// Adds an array of variables with the values 0 and 1.
    fn bools<'py>(
        this: &Bound<'py, Self>,
        name: &str,
        shape: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.get().know(this)?;
        this.get().add_array(name, shape, &range_domain(&(0..=1))?)
    }

    /// Adds the variables of a task. Its start and its duration are integers, or pairs of the lowest
    /// and the highest.
    #[pyo3(signature = (name, start, duration, *, optional = false))]
    fn interval(
        this: &Bound<'_, Self>,
        py: Python<'_>,
        name: &str,
        start: &Bound<'_, PyAny>,
        duration: &Bound<'_, PyAny>,
        optional: bool,
    ) -> PyResult<PyInterval> {
        let own = this.get();
        own.know(this)?;
        let (starts, durations) = (range(start, "`start`")?, range(duration, "`duration`")?);
        range_domain(&starts)?;
        range_domain(&durations)?;
        own.check_interval(name, optional, durations.start() != durations.end())?;
        let interval = {
            let mut session = own.state.session();
            let model = session.model_mut();
            match optional {
                true => model.optional_interval(name, starts, durations),
                false => model.interval(name, starts, durations),
            }
        };
        PyInterval::new(py, interval, Build::of(&own.state))
    }

    /// Adds a variable that may be absent, and returns it with the condition that it is present.
    /// Absent, it has the value `lower`.
    fn optional(
        this: &Bound<'_, Self>,
        name: &str,
        lower: i64,
        upper: i64,
    ) -> PyResult<(PyExpr, PyExpr)> {
        range_domain(&(lower..=upper))?;
        let own = this.get();
        own.know(this)?;
        let mut session = own.state.session();
        let model = session.model_mut();
        check_name(model, name)?;
        check_name(model, &format!("{name}.present"))?;
        let added = model.optional(name, lower..=upper);
        Ok((own.variable(added.value), own.variable(added.is_present)))
    }

    /// Returns the variable with that name; `None` if there is none.
    fn find(this: &Bound<'_, Self>, name: &str) -> PyResult<Option<PyExpr>> {
        let own = this.get();
        own.know(this)?;
        let found = own.state.session().model().find(name);
        Ok(found.map(|var| own.variable(var)))
    }

    /// Adds a constraint: a condition that every solution satisfies, or a list or array of them.
    /// Reports and conflicts use the name; the default is `constraint N`, from 1.
    #[pyo3(signature = (condition, name = None))]
    fn require(&self, condition: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<()> {
        let conditions = self.conditions(condition)?;
        let mut session = self.state.session();
        let model = session.model_mut();
        let first = model.constraints().len() + 1;
        let named: Vec<(String, Expr)> = (first..)
            .zip(conditions)
            .map(|(at, it)| (name.map_or_else(|| format!("constraint {at}"), str::to_owned), it))
            .collect();
        // All or none are added.
        for (name, condition) in &named {
            model.check_condition(name, condition).map_err(|error| {
                let hint = "a condition is a comparison, or an expression whose only values are 0 and 1; \
                            compare the number with another, as in `x == 3`";
                error::of_detail(
                    ErrorDetail::new(ConditionError::CODE, error.to_string()).hint(hint),
                )
            })?;
        }
        for (name, condition) in named {
            model.require(name, condition);
        }
        Ok(())
    }

    /// Removes all constraints that have one of these names, such as those of a conflict or of a
    /// repair.
    #[pyo3(signature = (*names))]
    fn remove(&self, names: Vec<String>) -> PyResult<()> {
        let mut session = self.state.session();
        let model = session.model_mut();
        let known: BTreeSet<&str> = model.constraints().iter().map(|it| it.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(name.as_str())) {
            let message = format!("no constraint has the name `{name}`");
            return Err(PyValueError::new_err(message));
        }
        let removed: BTreeSet<String> = names.into_iter().collect();
        model.retain_constraints(|it| !removed.contains(&it.name));
        Ok(())
    }

    /// Sets the objective to minimise, and replaces an earlier one.
    fn minimize(&self, objective: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_goal(objective, Goal::Minimise)
    }

    /// Sets the objective to maximise, and replaces an earlier one.
    fn maximize(&self, objective: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_goal(objective, Goal::Maximise)
    }

    /// Removes the objective.
    fn clear_objective(&self) {
        self.state.session().model_mut().take_goal();
    }

    /// Sets the answer variables: two solutions that agree on them are the same. By default, all
    /// variables are answer variables.
    #[pyo3(signature = (*variables))]
    fn set_answer_variables(&self, variables: &Bound<'_, PyTuple>) -> PyResult<()> {
        let exprs = Build::of(&self.state).all(variables)?;
        let vars = exprs.iter().map(|expr| match expr.node() {
            Node::Var(var) => Ok(*var),
            _ => Err(PyTypeError::new_err("answer variables are variables of the model")),
        });
        let vars: Vec<VarId> = vars.collect::<PyResult<_>>()?;
        self.state.session().model_mut().set_answer_variables(vars);
        Ok(())
    }

    /// Sets values that are tried first, a dict or an earlier solution, and replaces earlier ones.
    /// Searches by propagators follow them, and they change no claim.
    fn hint(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let hints = self.values(&Self::dict_of(values)?)?;
        let set = self.state.session().model_mut().set_hints(hints);
        set.map_err(|error| {
            let detail = ErrorDetail::new(HintError::CODE, error.to_string());
            error::of_detail(detail.hint(HintError::HINT))
        })
    }

    /// Returns what values of all variables violate, as sentences; nothing if they are a solution.
    /// The values are a dict, or a solution of this model or of one with variables of the same
    /// names.
    fn violations(&self, values: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let pairs = self.values(&Self::dict_of(values)?)?;
        let model = self.state.session().model().clone();
        let n = model.variables().len();
        let mut known: Vec<Option<i64>> = vec![None; n];
        for (var, value) in pairs {
            known[gordian::Index::index(var)] = Some(value);
        }
        let all = known.iter().zip(model.variables().iter()).map(|(value, variable)| {
            let missing = || JsonErrorKind::MissingValue { name: variable.name.clone() };
            value.ok_or_else(|| error::of_model(&missing()))
        });
        let all: Vec<i64> = all.collect::<PyResult<_>>()?;
        let assignment: gordian::model::Assignment = all.into_iter().collect();
        Ok(model.violations(&assignment).iter().map(ToString::to_string).collect())
    }

    /// Solves the model.
    #[pyo3(signature = (
        *, task = "prove", limit = None, assumptions = None, on_improvement = None, **options
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        task: &str,
        limit: Option<u64>,
        assumptions: Option<&Bound<'_, PyAny>>,
        on_improvement: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySolution> {
        let request = Request { task: options::task(task, limit)?, ..options::read(options)? };
        let part = match assumptions {
            None => None,
            Some(assumptions) => {
                let class = py.import("gordian._split")?.getattr("Part")?;
                if assumptions.is_instance(&class)? {
                    Some(assumptions)
                } else if on_improvement.is_some() {
                    let message = "`on_improvement` has no effect with assumptions: leave one of \
                                   them out";
                    let detail = ErrorDetail::new("request.not-applicable", message);
                    return Err(error::of_detail(detail));
                } else {
                    return self.solve_assuming(py, request, task, assumptions);
                }
            }
        };
        if let Some(callback) = &on_improvement
            && !callback.bind(py).is_callable()
        {
            return Err(PyTypeError::new_err("`on_improvement` is called with each solution"));
        }
        let cancel = Cancel::new();
        let mut session = self.state.question(request, &cancel);
        let mut about = None;
        if let Some(part) = part {
            about = Some((part.clone().unbind(), Self::fingerprint(session.model())));
            for item in part.try_iter()? {
                let condition = self.assumption(&item?)?;
                session.model_mut().require("part", condition);
            }
        }
        let question = question(task, session.model(), about);
        let start = Instant::now();
        let on_item = |py: Python<'_>, found: FoundSolution<ModelSolution>| {
            let Some(callback) = &on_improvement else { return Ok(()) };
            let FoundSolution { solution, status } = found;
            let assignment = PyAssignment::new(&self.state, values_of(solution), status);
            callback.call1(py, (assignment,)).map(|_| ())
        };
        let is_list = matches!(options::task(task, limit)?, Task::All { .. });
        let wants_items = on_improvement.is_some() && !is_list;
        let answer = work::run_with_items(py, &cancel, on_item, move |each| {
            if wants_items { session.solve_each(each) } else { session.solve() }
        })?;
        let answer = answer.map_err(error::of_detail)?;
        PySolution::new(py, &self.state, question, answer, start.elapsed())
    }

    /// Returns the number of solutions, at most `limit`.
    ///
    /// Raises `TimeoutError` or `MemoryError` if a limit is reached before it is known; the answer
    /// of `solve(task="count")` has the lower bound.
    #[pyo3(signature = (*, limit = None, **options))]
    fn count(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        let request = Request { task: options::task("count", limit)?, ..options::read(options)? };
        let cancel = Cancel::new();
        let session = self.state.question(request, &cancel);
        let answer = work::run(py, &cancel, move || session.solve())?;
        let answer = answer.map_err(error::of_detail)?;
        match answer.limit {
            None | Some(Limit::Solutions) => Ok(answer.count.unwrap_or(0)),
            Some(limit) => {
                let n = answer.count.unwrap_or(0);
                Err(undecided(
                    limit,
                    &format!("there are at least {n} solutions; a limit stopped the count"),
                ))
            }
        }
    }

    /// Iterates over all solutions, each as soon as it is found. The search ends when the iterator is
    /// dropped.
    #[pyo3(signature = (*, limit = None, **options))]
    fn solutions(
        &self,
        limit: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySolutions> {
        let request = Request { task: options::task("all", limit)?, ..options::read(options)? };
        PySolutions::start(&self.state, request)
    }

    /// Returns the names of constraints that exclude each other, if the model has no solution; without
    /// any one of them, the others have one. `None` if the model has a solution.
    ///
    /// Raises `TimeoutError` or `MemoryError` if a limit is reached before that is proved.
    #[pyo3(signature = (**options))]
    fn conflict<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let request = options::read(options)?;
        let cancel = Cancel::new();
        let session = self.state.question(request.clone(), &cancel);
        let until = cancel.within(request.time_limit);
        let found = work::run(py, &cancel, move || {
            let model = session.model();
            gordian::model::Model::check_conditions(model)
                .map_err(gordian::SearchError::from)
                .and_then(|()| conflict::find(model, &|_| false, &request, &until))
        })?;
        match found.map_err(error::of_detail)? {
            ConflictAnswer::None => Ok(None),
            ConflictAnswer::Found { names, limit: None, .. } => Ok(Some(PyList::new(py, names)?)),
            ConflictAnswer::Found { names, limit: Some(limit), .. } => {
                let names = names.join("`, `");
                Err(undecided(
                    limit,
                    &format!(
                        "`{names}` exclude each other; a limit was reached before that was proved to be \
                     minimal"
                    ),
                ))
            }
            ConflictAnswer::Stopped(limit) => {
                Err(undecided(limit, "a limit was reached before a conflict was found"))
            }
        }
    }

    /// Returns the cheapest sets of constraints without which the model has a solution, at most
    /// `limit` of them: an empty set of cost 0 if it has one as it is, and nothing if it has none
    /// whichever of them are removed.
    ///
    /// `costs` has costs of constraints by their names; the others stay. Without it, each costs 1.
    /// Constraints with the same name are one. The objective is ignored.
    ///
    /// Raises `TimeoutError` or `MemoryError` if a limit is reached before these sets are known.
    #[pyo3(signature = (costs = None, limit = None, **options))]
    fn repairs<'py>(
        &self,
        py: Python<'py>,
        costs: Option<&Bound<'_, PyDict>>,
        limit: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        if limit == Some(0) {
            options::task("all", Some(0))?;
        }
        let costs = costs.map(|costs| self.costs(costs)).transpose()?;
        let cancel = Cancel::new();
        let session = self.state.question(options::read(options)?, &cancel);
        let found = work::run(py, &cancel, move || {
            let cost = |name: &str| match &costs {
                None => Some(NonZeroU32::MIN),
                Some(costs) => costs.get(name).copied(),
            };
            Model::check_conditions(session.model())
                .map_err(gordian::SearchError::from)
                .and_then(|()| session.repairs(cost, limit))
        })?;
        let found = found.map_err(error::of_detail)?;
        if let Some(limit) = found.limit.filter(|&limit| limit != Limit::Solutions) {
            let cost = found.bound.unwrap_or(0);
            let n = found.repairs.len();
            return Err(undecided(
                limit,
                &format!(
                    "a limit was reached before the cheapest repairs were known: they cost at least \
                     {cost}, and {n} of them were found"
                ),
            ));
        }
        let class = py.import("gordian._split")?.getattr("Repair")?;
        let list = PyList::empty(py);
        for repair in found.repairs {
            let solution = PyAssignment::new(&self.state, values_of(repair.solution), None);
            list.append(class.call1((repair.removed, repair.cost, solution))?)?;
        }
        Ok(list)
    }

    /// Divides the model into up to `n` parts that exclude each other and have all its solutions
    /// together: `solve(assumptions=part)` solves one of them, also in another process, and
    /// `gordian.combine` makes one answer of theirs.
    ///
    /// There are fewer parts if the answer variables have too few values, if parts are refuted on
    /// the way, and at the time limit.
    #[pyo3(signature = (n, **options))]
    fn split<'py>(
        &self,
        py: Python<'py>,
        n: i64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = usize::try_from(n).ok().and_then(NonZeroUsize::new).ok_or_else(|| {
            let message = format!("{n} parts: at least one is needed");
            error::of_detail(ErrorDetail::new("request.out-of-range", message))
        })?;
        let cancel = Cancel::new();
        let session = self.state.question(options::read(options)?, &cancel);
        let names: Vec<String> =
            session.model().variables().iter().map(|it| it.name.clone()).collect();
        let split = work::run(py, &cancel, move || session.split(n))?.map_err(error::of_detail)?;
        let parts = split.parts.iter().map(|part| {
            let domains = part.domains.iter();
            let named =
                domains.map(|(var, it)| (&*names[gordian::Index::index(*var)], it.ranges()));
            PyList::new(py, named)
        });
        let domains: Vec<Bound<'_, PyList>> = parts.collect::<PyResult<_>>()?;
        py.import("gordian._split")?.call_method1("parts", (domains,))
    }

    /// Pickles the model through its JSON, with its hints.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let own = this.get();
        own.know(this)?;
        let restore = py.import("gordian._gordian")?.getattr("restore_model")?;
        let model = own.state.session().model().clone();
        let hints = PyDict::new(py);
        for &(var, value) in &model.strategy().hints {
            hints.set_item(&model.variables()[var].name, value)?;
        }
        (restore, (model.to_json(), hints)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let session = self.state.session();
        let model = session.model();
        let (n_variables, n_constraints) = (model.variables().len(), model.constraints().len());
        let title = match model.title() {
            "" => String::new(),
            title => format!(" {title:?}"),
        };
        format!("<Model{title} with {n_variables} variables and {n_constraints} constraints>")
    }
}
