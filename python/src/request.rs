//! Requests as documents, and the settings that they share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use gordian::background::run_on_large_stack;
use gordian::models::PuzzleModel;
use gordian::puzzles::Puzzle;
use gordian::requests::{
    ErrorDetail, OPERATIONS, RequestContext, RequestError, Resources, ResourcesConfig, handle,
};
use gordian::{Cancel, NoProgress, SolveError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::model::PyModel;
use crate::{error, work};

/// What all requests use.
struct Settings {
    resources: Resources,
    threads: NonZeroUsize,
    memory_limit: Option<u64>,
}

impl Settings {
    fn new(tables: Option<PathBuf>, threads: NonZeroUsize, memory_limit: Option<u64>) -> Self {
        // Requests without a seed get another one in each process; their answers name it.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seed = now.as_secs() ^ u64::from(now.subsec_nanos());
        let config = ResourcesConfig { cache: tables, threads, seed, only_open: false };
        Self { resources: Resources::new(config), threads, memory_limit }
    }
}

static SETTINGS: LazyLock<Mutex<Arc<Settings>>> =
    LazyLock::new(|| Mutex::new(Arc::new(Settings::new(None, NonZeroUsize::MIN, None))));

fn settings() -> MutexGuard<'static, Arc<Settings>> {
    // The settings are replaced as a whole.
    SETTINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a number of threads.
///
/// # Errors
///
/// Fails if it is 0.
pub(crate) fn threads(n: usize) -> PyResult<NonZeroUsize> {
    NonZeroUsize::new(n).ok_or_else(|| PyValueError::new_err("`threads` is 0, not 1 or more"))
}

/// Sets what requests use: the folder in which tables are kept (without one, they are built again
/// in each process), the threads, and the memory in bytes that a model and its clauses may take.
#[pyfunction]
#[pyo3(signature = (*, tables = None, threads = 1, memory_limit = None))]
pub(crate) fn configure(
    tables: Option<PathBuf>,
    threads: usize,
    memory_limit: Option<u64>,
) -> PyResult<()> {
    let new = Settings::new(tables, self::threads(threads)?, memory_limit);
    *settings() = Arc::new(new);
    Ok(())
}

/// Runs an operation on a request document, and returns the response document.
#[pyfunction]
pub(crate) fn request(py: Python<'_>, name: String, document: String) -> PyResult<String> {
    let settings = Arc::clone(&settings());
    let cancel = Cancel::new();
    let token = cancel.clone();
    let response = work::run(py, &cancel, move || {
        let ctx = RequestContext {
            threads: settings.threads,
            max_memory: settings.memory_limit,
            // The limit of a response that is sent; here the memory is that of the caller.
            max_items: 1 << 30,
            ..RequestContext::new(&settings.resources, &token, &NoProgress)
        };
        handle(&name, &document, &ctx).map(|response| response.to_string())
    })?;
    response.map_err(|error| error::of_request(&error))
}

/// Runs an operation on many request documents, on several threads, and returns the response
/// documents in their order. An error has the number of its document, from 1, as its line.
#[pyfunction]
#[pyo3(signature = (name, documents, threads = None))]
pub(crate) fn request_many(
    py: Python<'_>,
    name: String,
    documents: Vec<String>,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let n_threads = crate::sudoku::threads(threads)?.min(documents.len()).max(1);
    let settings = Arc::clone(&settings());
    let cancel = Cancel::new();
    let token = cancel.clone();
    let responses = work::run(py, &cancel, move || {
        let next = AtomicUsize::new(0);
        // Takes one document after the other; returns the responses with their numbers.
        let answer = || {
            let mut found = Vec::new();
            let ctx = RequestContext {
                max_memory: settings.memory_limit,
                max_items: 1 << 30,
                ..RequestContext::new(&settings.resources, &token, &NoProgress)
            };
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(document) = documents.get(at) else { return Ok(found) };
                match handle(&name, document, &ctx) {
                    Ok(response) => found.push((at, response.to_string())),
                    Err(error) => {
                        // The others end after the document that they are at.
                        next.store(documents.len(), Ordering::Relaxed);
                        return Err((at, error));
                    }
                }
            }
        };
        let on_large_stack = || match run_on_large_stack(|| {}, answer) {
            Ok(result) => result,
            Err(error) => Err((0, RequestError::from(ErrorDetail::from(error)))),
        };
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(on_large_stack)).collect();
            let results = threads.into_iter().map(thread::ScopedJoinHandle::join);
            results.map(|it| it.expect("panics are caught")).collect()
        });
        let mut responses = vec![String::new(); documents.len()];
        let mut first: Option<(usize, RequestError)> = None;
        for result in results {
            match result {
                Ok(found) => found.into_iter().for_each(|(at, it)| responses[at] = it),
                Err(error) if first.as_ref().is_none_or(|first| error.0 < first.0) => {
                    first = Some(error);
                }
                Err(_) => {}
            }
        }
        first.map_or(Ok(responses), Err)
    })?;
    responses.map_err(|(at, error)| match error.details().first() {
        Some(detail) => error::of_detail(ErrorDetail { line: Some(at + 1), ..detail.clone() }),
        None => error::of_request(&error),
    })
}

/// Returns the model of a puzzle file.
fn model_of(text: &str) -> PyResult<PuzzleModel> {
    let puzzle: Puzzle = gordian::puzzles::parse(text).map_err(|errors| {
        let mut details: Vec<ErrorDetail> = errors.into_iter().map(ErrorDetail::from).collect();
        error::of_detail(details.remove(0))
    })?;
    let kind = puzzle.kind().name();
    let model = PuzzleModel::new(&puzzle);
    model.ok_or_else(|| error::of_detail(SolveError::NoModel { kind }))
}

/// Returns the naive model of a puzzle file: its constraints have the names of clues and rules.
#[pyfunction]
pub(crate) fn puzzle_model(py: Python<'_>, text: String) -> PyResult<PyModel> {
    let cancel = Cancel::new();
    let model = work::run(py, &cancel, move || model_of(&text).map(|model| model.model().clone()))?;
    model.map(PyModel::of)
}

/// Returns the solution of a puzzle with the values of all variables of its model, as JSON.
#[pyfunction]
pub(crate) fn puzzle_solution(text: &str, values: Vec<i64>) -> PyResult<String> {
    let model = model_of(text)?;
    if let Err(violation) = model.model().check(&values) {
        return Err(PyValueError::new_err(format!("not a solution of the model: {violation}")));
    }
    let values: gordian::model::Assignment = values.into_iter().collect();
    Ok(model.solution(&values).to_json().to_string())
}

/// Returns all operations with the schemas of their requests, as JSON.
#[pyfunction]
pub(crate) fn operations() -> String {
    let document = |operation: &gordian::requests::Operation| {
        json!({
            "name": operation.name,
            "summary": operation.summary,
            "input": (operation.input)(),
            "example": (operation.example)(),
        })
    };
    OPERATIONS.iter().map(document).collect::<Value>().to_string()
}
