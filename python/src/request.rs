//! Requests as documents, and the settings that they share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use gordian::requests::{OPERATIONS, RequestContext, Resources, ResourcesConfig, handle};
use gordian::{Cancel, NoProgress};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

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
