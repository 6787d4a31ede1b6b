//! Errors as the exception `gordian.Error`.

use gordian::model::JsonErrorKind;
use gordian::requests::{ErrorDetail, RequestError};
use pyo3::PyErr;

/// The class, which is defined in Python so that it has attributes and can be pickled.
mod imported {
    pyo3::import_exception!(gordian.errors, Error);
}

type Fields = (&'static str, String, Option<String>, Option<usize>, Option<usize>);

fn fields(detail: ErrorDetail) -> Fields {
    let ErrorDetail { code, message, hint, line, column } = detail;
    (code, message, hint, line, column)
}

/// Returns the exception of an error.
pub(crate) fn of_detail(detail: impl Into<ErrorDetail>) -> PyErr {
    imported::Error::new_err(fields(detail.into()))
}

/// Returns the exception of the errors of a request: the first one, with the others.
pub(crate) fn of_request(error: &RequestError) -> PyErr {
    let mut details = error.details().iter().cloned().map(fields);
    let Some((code, message, hint, line, column)) = details.next() else {
        return of_detail(ErrorDetail::new("internal.panic", "an error without details"));
    };
    let others: Vec<Fields> = details.collect();
    imported::Error::new_err((code, message, hint, line, column, others))
}

/// Returns the exception of an error in a model: that of the same error in a model of JSON.
pub(crate) fn of_model(kind: &JsonErrorKind) -> PyErr {
    of_detail(ErrorDetail { hint: kind.hint(), ..ErrorDetail::new(kind.code(), kind.to_string()) })
}
