//! The options of questions about a model.

use std::time::Duration;

use gordian::requests::ErrorDetail;
use gordian::search::Request;
use gordian::{Engine, Task};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{error, request};

/// Returns the request with the options that all questions have.
pub(crate) fn read(options: Option<&Bound<'_, PyDict>>) -> PyResult<Request> {
    let mut request = Request::default();
    let mut memory_limit: Option<u64> = None;
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        // As left out.
        if value.is_none() {
            continue;
        }
        match name.as_str() {
            "engine" => request.engine = engine(&value.extract::<String>()?)?,
            "threads" => request.threads = request::threads(value.extract()?)?,
            "time_limit" => request.time_limit = Some(seconds(value.extract()?)?),
            "memory_limit" => memory_limit = Some(value.extract()?),
            "seed" => request.seed = value.extract()?,
            "confirm" => request.confirm = value.extract()?,
            "report" => request.report = value.extract()?,
            _ => {
                let message = format!("unexpected keyword argument '{name}'");
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    if let Some(bytes) = memory_limit {
        request.limit_memory(bytes);
    }
    Ok(request)
}

fn engine(name: &str) -> PyResult<Engine> {
    name.parse().map_err(|error: gordian::UnknownEngine| {
        let names = Engine::NAMES.join(", ");
        error::of_detail(
            ErrorDetail::new("request.out-of-range", error.to_string())
                .hint(format!("engines are {names}")),
        )
    })
}

fn seconds(limit: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(limit).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| {
        let message = format!("`time_limit` is {limit}, not a number of seconds above 0");
        error::of_detail(
            ErrorDetail::new("request.out-of-range", message)
                .hint("leave it out for no time limit"),
        )
    })
}

/// Returns a task by its name; `limit` is a number of solutions.
pub(crate) fn task(name: &str, limit: Option<u64>) -> PyResult<Task> {
    if limit == Some(0) {
        return Err(error::of_detail(
            ErrorDetail::new("request.out-of-range", "`limit` is 0: nothing would be asked")
                .hint("leave it out, or give 1 or more"),
        ));
    }
    let task = match name {
        "prove" => Task::Prove,
        "determined" => Task::Determined,
        "first" => Task::First,
        "count" => Task::Count { limit },
        "all" => Task::All { limit },
        _ => {
            return Err(error::of_detail(
                ErrorDetail::new("request.out-of-range", format!("unknown task `{name}`"))
                    .hint("tasks are prove, determined, first, count, all"),
            ));
        }
    };
    if limit.is_some() && matches!(task, Task::Prove | Task::First | Task::Determined) {
        let message = "`limit` means nothing without the task `count` or `all`";
        return Err(error::of_detail(ErrorDetail::new("request.not-applicable", message)));
    }
    Ok(task)
}
