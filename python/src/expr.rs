//! Expressions: `x + 2 * y`, `(x < 3) | ~b`.

use std::sync::Arc;

use gordian::model::{Domain, Expr, JsonErrorKind, Node};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyNotImplemented, PyRange, PyString, PyTuple};

use crate::error;
use crate::model::ModelState;

/// Lists within lists are flattened to this depth.
const MAX_NESTING: usize = 32;

/// An expression over the variables of a model: a variable, a number, or an operation.
#[pyclass(frozen, name = "Expr", module = "gordian", weakref)]
pub(crate) struct PyExpr {
    pub(crate) expr: Expr,
    /// The model of the variables; `None` for a constant.
    pub(crate) owner: Option<Arc<ModelState>>,
}

/// Builds an expression from Python objects, all variables of one model.
#[derive(Default)]
pub(crate) struct Build {
    owner: Option<Arc<ModelState>>,
}

impl Build {
    /// Returns a builder for expressions of a model.
    pub(crate) fn of(owner: &Arc<ModelState>) -> Self {
        Self { owner: Some(Arc::clone(owner)) }
    }

    /// Adds the model of an operand.
    fn join(&mut self, owner: Option<&Arc<ModelState>>) -> PyResult<()> {
        let Some(owner) = owner else { return Ok(()) };
        match &self.owner {
            None => self.owner = Some(Arc::clone(owner)),
            Some(known) if Arc::ptr_eq(known, owner) => {}
            Some(_) => {
                let message = "the expressions have variables of different models";
                return Err(PyValueError::new_err(message));
            }
        }
        Ok(())
    }

    /// Returns an operand; `None` if the object is neither an expression nor an integer.
    pub(crate) fn try_operand(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Option<Expr>> {
        if let Ok(known) = object.cast::<PyExpr>() {
            let known = known.get();
            self.join(known.owner.as_ref())?;
            return Ok(Some(known.expr.clone()));
        }
        Ok(integer(object)?.map(Expr::from))
    }

    /// Returns an operand.
    pub(crate) fn operand(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Expr> {
        self.try_operand(object)?.ok_or_else(|| {
            let kind = type_name(object);
            PyTypeError::new_err(format!("an expression or an integer is needed, not `{kind}`"))
        })
    }

    /// Returns the operands of a list, of lists within it, and of arrays, row by row.
    pub(crate) fn list(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Vec<Expr>> {
        if object.is_instance_of::<PyExpr>() || object.is_instance_of::<PyInt>() {
            let message = "a list of expressions is needed, not one of them: write `[x]`";
            return Err(PyTypeError::new_err(message));
        }
        let mut items = Vec::with_capacity(object.len().unwrap_or(0));
        self.flatten(object, MAX_NESTING, &mut items)?;
        Ok(items)
    }

    /// Returns operands that were given one by one, as one list, or both.
    pub(crate) fn all(&mut self, objects: &Bound<'_, PyTuple>) -> PyResult<Vec<Expr>> {
        let mut items = Vec::with_capacity(objects.len());
        self.flatten(objects, MAX_NESTING, &mut items)?;
        Ok(items)
    }

    fn flatten(
        &mut self,
        object: &Bound<'_, PyAny>,
        depth: usize,
        items: &mut Vec<Expr>,
    ) -> PyResult<()> {
        if let Some(item) = self.try_operand(object)? {
            items.push(item);
            return Ok(());
        }
        for item in iterate(object, depth)? {
            self.flatten(&item?, depth - 1, items)?;
        }
        Ok(())
    }

    /// Returns the built expression.
    pub(crate) fn finish(self, expr: Expr) -> PyExpr {
        PyExpr { expr, owner: self.owner }
    }

    /// Returns several expressions of the model.
    pub(crate) fn finish_all(self, exprs: impl IntoIterator<Item = Expr>) -> Vec<PyExpr> {
        let finish = |expr| PyExpr { expr, owner: self.owner.clone() };
        exprs.into_iter().map(finish).collect()
    }
}

/// Iterates over a list of operands; texts and dictionaries are none.
fn iterate<'py>(
    object: &Bound<'py, PyAny>,
    depth: usize,
) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    if depth == 0 {
        let message = format!("lists are nested more than {MAX_NESTING} deep");
        return Err(PyValueError::new_err(message));
    }
    let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    let kind = || {
        let kind = type_name(object);
        PyTypeError::new_err(format!(
            "an expression, an integer or a list of them is needed, not `{kind}`"
        ))
    };
    if is_text || object.is_instance_of::<PyDict>() {
        return Err(kind());
    }
    object.try_iter().map_err(|_| kind())
}

/// Returns the name of the type of an object, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// Returns an integer, or `None` for other objects, such as fractions; truth values are 0 and 1.
///
/// # Errors
///
/// Fails for integers of more than 64 bits.
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    match object.extract::<i64>() {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            let text = object.str().map_or_else(|_| "the number".to_owned(), |it| it.to_string());
            let kind = JsonErrorKind::NotInteger { number: text };
            Err(PyOverflowError::new_err(kind.to_string()))
        }
        // The truth values of NumPy are no integers.
        Err(_) if matches!(type_name(object).as_str(), "bool_" | "bool") => {
            Ok(Some(i64::from(object.is_truthy()?)))
        }
        Err(_) => Ok(None),
    }
}

/// Returns a list of integers.
pub(crate) fn integers(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i64>> {
    let wrong = |object: &Bound<'_, PyAny>| {
        let kind = type_name(object);
        PyTypeError::new_err(format!("{what}: integers are needed, not `{kind}`"))
    };
    let items = object.try_iter().map_err(|_| wrong(object))?;
    items
        .map(|item| {
            let item = item?;
            integer(&item)?.ok_or_else(|| wrong(&item))
        })
        .collect()
}

/// Returns a domain from its values: a range, or any collection of integers.
pub(crate) fn domain(values: &Bound<'_, PyAny>) -> PyResult<Domain> {
    let domain = match values.cast::<PyRange>() {
        Ok(range) if range.getattr("step")?.extract::<i64>()? == 1 && range.is_truthy()? => {
            let [first, end] = ["start", "stop"].map(|end| range.getattr(end));
            let (first, end): (i64, i64) = (first?.extract()?, end?.extract()?);
            Domain::from_ranges([(first, end - 1)])
        }
        _ => Domain::from_values(integers(values, "the values of a variable")?),
    };
    domain.map_err(|error| error::of_model(&JsonErrorKind::BadDomain { error }))
}

/// Returns a domain from its values, as [`domain`] does, or from pairs of a lowest and a highest one.
pub(crate) fn ranges_domain(values: &Bound<'_, PyAny>) -> PyResult<Domain> {
    match values.extract::<Vec<(i64, i64)>>() {
        Ok(ranges) if !ranges.is_empty() => Domain::from_ranges(ranges)
            .map_err(|error| error::of_model(&JsonErrorKind::BadDomain { error })),
        _ => domain(values),
    }
}

/// Returns the base of a greatest power.
pub(crate) fn base(operation: &'static str, base: i64) -> PyResult<i64> {
    if base >= 2 {
        return Ok(base);
    }
    Err(error::of_model(&JsonErrorKind::BaseTooSmall { operation, base }))
}

/// How a divisor can be signed.
enum Sign {
    Positive,
    Negative,
    Unknown,
}

impl PyExpr {
    fn operator<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        name: &str,
        make: impl FnOnce(Expr, Expr, &Build) -> PyResult<Expr>,
        is_swapped: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let mut build = Build { owner: self.owner.clone() };
        let Some(other_expr) = build.try_operand(other)? else {
            // An array: NumPy leaves the operator to the expression, because it is no array.
            if is_array(other)? {
                let array = py.import("gordian._array")?;
                let this = PyExpr { expr: self.expr.clone(), owner: self.owner.clone() };
                return array.call_method1("_broadcast", (name, this, other, is_swapped));
            }
            return Ok(PyNotImplemented::get(py).to_owned().into_any());
        };
        let this = self.expr.clone();
        let made = match is_swapped {
            false => make(this, other_expr, &build)?,
            true => make(other_expr, this, &build)?,
        };
        Ok(Bound::new(py, build.finish(made))?.into_any())
    }

    /// Returns the expression as the goal of a model with the same variables, as JSON.
    fn json(&self, variables: &gordian::model::Model) -> String {
        let mut model = variables.clone();
        model.set_goal(gordian::model::Goal::minimise(self.expr.clone()));
        model.to_json()
    }

    fn map(&self, make: impl FnOnce(&Expr) -> Expr) -> Self {
        Self { expr: make(&self.expr), owner: self.owner.clone() }
    }

    fn join(
        &self,
        other: &Bound<'_, PyAny>,
        make: impl FnOnce(&Expr, Expr) -> Expr,
    ) -> PyResult<Self> {
        let mut build = Build { owner: self.owner.clone() };
        let other = build.operand(other)?;
        Ok(build.finish(make(&self.expr, other)))
    }
}

/// Returns a constant that was pickled.
#[pyfunction]
pub(crate) fn restore_constant(text: &str) -> PyResult<PyExpr> {
    let model = gordian::model::Model::from_json(text);
    let goal = model.map_err(|error| error::of_detail(&error))?.take_goal();
    let goal = goal.ok_or_else(|| PyValueError::new_err("there is no expression"))?;
    Ok(PyExpr { expr: goal.objective().clone(), owner: None })
}

fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.hasattr("__array_interface__")
}

/// Returns how a divisor is signed.
///
/// # Errors
///
/// Fails for the divisor 0.
fn sign(divisor: &Expr, build: &Build) -> PyResult<Sign> {
    let (lower, upper) = match divisor.node() {
        Node::Const(0) => {
            let message = "the divisor is 0: no solution could have a value for this";
            return Err(PyZeroDivisionError::new_err(message));
        }
        Node::Const(value) => (*value, *value),
        _ => match &build.owner {
            Some(owner) => {
                let bounds = owner.session().model().bounds(divisor);
                (bounds.lower, bounds.upper)
            }
            None => (i64::MIN, i64::MAX),
        },
    };
    Ok(match (lower, upper) {
        (0.., _) => Sign::Positive,
        (_, ..=0) => Sign::Negative,
        _ => Sign::Unknown,
    })
}

/// Returns the quotient of integers in Python, rounded down. That of the modelling language is the
/// same for positive divisors.
fn floor_quotient(number: Expr, divisor: Expr, build: &Build) -> PyResult<Expr> {
    Ok(match sign(&divisor, build)? {
        Sign::Positive => number / divisor,
        Sign::Negative => -number / -divisor,
        Sign::Unknown => {
            let quotient = &number / &divisor;
            let other = -&number / -&divisor;
            gordian::model::conditional(divisor.gt(0), quotient, other)
        }
    })
}

/// Returns the remainder of integers in Python, which has the sign of the divisor.
fn floor_remainder(number: Expr, divisor: Expr, build: &Build) -> PyResult<Expr> {
    Ok(match sign(&divisor, build)? {
        Sign::Positive => number % divisor,
        Sign::Negative => -(-number % -divisor),
        Sign::Unknown => {
            let remainder = &number % &divisor;
            let other = -(-&number % -&divisor);
            gordian::model::conditional(divisor.gt(0), remainder, other)
        }
    })
}

fn sum(left: Expr, right: Expr, _: &Build) -> PyResult<Expr> {
    // Python's `sum` starts with 0.
    Ok(match (left.node(), right.node()) {
        (Node::Const(0), _) => right,
        _ => left + right,
    })
}

#[pymethods]
impl PyExpr {
    /// NumPy leaves operators between arrays and expressions to the expressions.
    #[classattr]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __array_ufunc__: Option<Py<PyAny>> = None;

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "add", sum, false)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "add", sum, true)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "sub", |a, b, _| Ok(a - b), false)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "sub", |a, b, _| Ok(a - b), true)
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "mul", |a, b, _| Ok(a * b), false)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "mul", |a, b, _| Ok(a * b), true)
    }

    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "floordiv", floor_quotient, false)
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "floordiv", floor_quotient, true)
    }

    fn __mod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "mod", floor_remainder, false)
    }

    fn __rmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "mod", floor_remainder, true)
    }

    fn __truediv__(&self, _other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Err(no_fractions())
    }

    fn __rtruediv__(&self, _other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Err(no_fractions())
    }

    fn __pow__<'py>(
        &self,
        exponent: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        without_modulus(modulus)?;
        self.operator(exponent, "pow", |a, b, _| Ok(a.pow(b)), false)
    }

    fn __rpow__<'py>(
        &self,
        base: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        without_modulus(modulus)?;
        self.operator(base, "pow", |a, b, _| Ok(a.pow(b)), true)
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "and_", |a, b, _| Ok(a & b), false)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "and_", |a, b, _| Ok(a & b), true)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "or_", |a, b, _| Ok(a | b), false)
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "or_", |a, b, _| Ok(a | b), true)
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "xor", |a, b, _| Ok(a ^ b), false)
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operator(other, "xor", |a, b, _| Ok(a ^ b), true)
    }

    fn __invert__(&self) -> Self {
        self.map(|it| !it)
    }

    fn __neg__(&self) -> Self {
        self.map(|it| -it)
    }

    fn __pos__(&self) -> Self {
        self.map(Expr::clone)
    }

    fn __abs__(&self) -> Self {
        self.map(Expr::abs)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        how: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (name, make): (_, fn(&Expr, Expr) -> Expr) = match how {
            CompareOp::Eq => ("eq", |a, b| a.eq(b)),
            CompareOp::Ne => ("ne", |a, b| a.ne(b)),
            CompareOp::Lt => ("lt", |a, b| a.lt(b)),
            CompareOp::Le => ("le", |a, b| a.le(b)),
            CompareOp::Gt => ("gt", |a, b| a.gt(b)),
            CompareOp::Ge => ("ge", |a, b| a.ge(b)),
        };
        let compared = self.operator(other, name, |a, b, _| Ok(make(&a, b)), false)?;
        if compared.is_instance_of::<PyNotImplemented>() {
            // Python would compare the identities of the objects, and a model would get `False`.
            let kind = type_name(other);
            let message = format!("an expression cannot be compared with `{kind}`");
            return Err(PyTypeError::new_err(message));
        }
        Ok(compared)
    }

    /// Expressions are keys of dictionaries by their identity.
    fn __hash__(&self) -> usize {
        self.expr.identity()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "an expression has no truth value before the model is solved: write `a & b` for `a and \
             b`, `a | b` for `a or b`, `~a` for `not a`, `(a < b) & (b < c)` for `a < b < c`, \
             `gordian.is_in(x, values)` for `x in values`, `gordian.conditional(c, a, b)` for \
             `a if c else b`, `gordian.maximum(x)` and `gordian.minimum(x)` for `max(x)` and \
             `min(x)`, and `gordian.all_of(x)` and `gordian.any_of(x)` for `all(x)` and `any(x)`",
        ))
    }

    fn __repr__(&self) -> String {
        match &self.owner {
            Some(owner) => owner.session().model().format_expr(&self.expr),
            None => format!("{:?}", self.expr),
        }
    }

    /// Pickles the expression with its model: those that are pickled together have one model
    /// afterwards.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some(owner) = &self.owner else {
            let sum = py.import("gordian._gordian")?.getattr("restore_constant")?;
            return (sum, (self.json(&gordian::model::Model::new()),)).into_pyobject(py);
        };
        let object = owner.object(py)?;
        if let Some(name) = self.name() {
            let restore = py.import("gordian._gordian")?.getattr("restore_variable")?;
            return (restore, (object, name)).into_pyobject(py);
        }
        let mut model = owner.session().model().clone();
        model.retain_constraints(|_| false);
        let restore = py.import("gordian._gordian")?.getattr("restore_expr")?;
        (restore, (object, self.json(&model))).into_pyobject(py)
    }

    /// The operation as the modelling language names it; `var` for a variable, `const` for a number.
    #[getter]
    fn operation(&self) -> &'static str {
        self.expr.node().name()
    }

    /// The name of a variable; `None` for another expression.
    #[getter]
    fn name(&self) -> Option<String> {
        let Node::Var(var) = self.expr.node() else { return None };
        let owner = self.owner.as_ref()?;
        Some(owner.session().model().variables()[*var].name.clone())
    }

    /// The lowest and the highest value that the expression may have, by the domains of its
    /// variables.
    #[getter]
    fn bounds(&self) -> (i64, i64) {
        let bounds = match &self.owner {
            Some(owner) => owner.session().model().bounds(&self.expr),
            None => gordian::model::Model::new().bounds(&self.expr),
        };
        (bounds.lower, bounds.upper)
    }

    /// Returns 1 if this condition implies the other one.
    fn implies(&self, consequence: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.join(consequence, |a, b| a.implies(b))
    }

    /// Returns 1 if both conditions have the same value.
    fn iff(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.join(other, |a, b| a.iff(b))
    }

    /// Returns 1 if the value is one of these: a range, or any collection of integers.
    fn is_in(&self, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let set = domain(values)?;
        Ok(self.map(|it| it.is_in(set)))
    }

    /// Returns 1 if the value is none of these: a range, or any collection of integers.
    fn is_not_in(&self, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let set = domain(values)?;
        Ok(self.map(|it| it.is_not_in(set)))
    }

    /// Returns 1 if this value is a multiple of the divisor.
    fn multiple_of(&self, divisor: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.join(divisor, |a, b| a.multiple_of(b))
    }

    /// Returns the factorial.
    fn factorial(&self) -> Self {
        self.map(Expr::factorial)
    }

    /// Returns the greatest power of the base that divides this value; undefined for 0.
    fn greatest_power_dividing(&self, base: i64) -> PyResult<Self> {
        let base = self::base("greatest_power_dividing", base)?;
        Ok(self.map(|it| it.greatest_power_dividing(base)))
    }

    /// Returns the greatest power of the base that is at most this value; 0 for a value below 1.
    fn greatest_power_not_above(&self, base: i64) -> PyResult<Self> {
        let base = self::base("greatest_power_not_above", base)?;
        Ok(self.map(|it| it.greatest_power_not_above(base)))
    }
}

fn no_fractions() -> PyErr {
    PyTypeError::new_err("models have integers only: write `a // b` for the quotient rounded down")
}

fn without_modulus(modulus: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match modulus {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err("write `a ** b % m` for `pow(a, b, m)`")),
    }
}
