//! The solutions of a model, one by one.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gordian::background::BackgroundError;
use gordian::search::{Answer, Request};
use gordian::{Cancel, Limit, ModelSolution, SearchError};
use pyo3::prelude::*;

use crate::error;
use crate::model::ModelState;
use crate::solution::{PyAssignment, values_of};

/// The number of solutions that are found before they are asked for.
const QUEUE_LEN: usize = 64;
/// As that of other work: a compiler may recurse.
const STACK_BYTES: usize = 256 << 20;
/// The interval at which signals are checked.
const TICK: Duration = Duration::from_millis(10);

enum Message {
    Found(Vec<i64>),
    End(Box<Result<Answer<ModelSolution>, SearchError>>),
}

/// Iterates over the solutions of a model.
#[pyclass(frozen, name = "Solutions", module = "gordian")]
pub(crate) struct PySolutions {
    owner: Arc<ModelState>,
    cancel: Cancel,
    state: Mutex<State>,
}

struct State {
    /// `None` after the end.
    messages: Option<Receiver<Message>>,
    limit: Option<Limit>,
    is_complete: Option<bool>,
}

impl PySolutions {
    /// Starts the search.
    pub(crate) fn start(owner: &Arc<ModelState>, request: Request) -> PyResult<Self> {
        let cancel = Cancel::new();
        let session = owner.question(request, &cancel);
        let (sender, messages) = sync_channel(QUEUE_LEN);
        let token = cancel.clone();
        let work = move || {
            let answer = session.solve_each(|found| {
                let values = values_of(found.solution);
                if sender.send(Message::Found(values)).is_err() {
                    // The iterator was dropped.
                    token.cancel();
                }
            });
            drop(sender.send(Message::End(Box::new(answer))));
        };
        thread::Builder::new()
            .name("solutions".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(work)
            .map_err(|failure| error::of_detail(BackgroundError::Spawn(failure)))?;
        let state = State { messages: Some(messages), limit: None, is_complete: None };
        Ok(Self { owner: Arc::clone(owner), cancel, state: Mutex::new(state) })
    }

    fn with_state<T>(&self, read: impl FnOnce(&mut State) -> T) -> T {
        read(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the next message; `None` after the end, and if none arrived in time.
    fn receive(&self) -> Option<Result<Message, RecvTimeoutError>> {
        self.with_state(|state| {
            let message = state.messages.as_ref()?.recv_timeout(TICK);
            if matches!(message, Ok(Message::End(_)) | Err(RecvTimeoutError::Disconnected)) {
                state.messages = None;
            }
            Some(message)
        })
    }
}

#[pymethods]
impl PySolutions {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyAssignment>> {
        loop {
            match py.detach(|| self.receive()) {
                None => return Ok(None),
                Some(Ok(Message::Found(values))) => {
                    return Ok(Some(PyAssignment::new(&self.owner, values, None)));
                }
                Some(Ok(Message::End(answer))) => {
                    let answer = answer.map_err(error::of_detail)?;
                    self.with_state(|state| {
                        state.limit = answer.limit;
                        state.is_complete = Some(answer.limit.is_none());
                    });
                    return Ok(None);
                }
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    return Err(error::of_detail(BackgroundError::Panicked));
                }
            }
        }
    }

    /// Whether these were all solutions; `None` before the end.
    #[getter]
    fn is_complete(&self) -> Option<bool> {
        self.with_state(|state| state.is_complete)
    }

    /// The limit that ended the search: `time`, `memory` or `solutions`; `None` if none did.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.with_state(|state| state.limit).map(Limit::name)
    }

    /// Ends the search.
    fn close(&self) {
        self.cancel.cancel();
        self.with_state(|state| state.messages = None);
    }
}

impl Drop for PySolutions {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
