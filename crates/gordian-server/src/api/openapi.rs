//! The API description in OpenAPI 3.1, generated from the same lists as the routes.

use std::sync::LazyLock;

use gordian_jobs::{EventKind, JobState};
use gordian_solve::requests::{JOB_KINDS, OPERATIONS, Operation};
use serde_json::{Map, Value, json};

use super::BASE;

/// The document.
pub(super) static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

fn document() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        paths.insert(
            format!("{BASE}/{}", operation.name),
            json!({"post": solve_operation(operation)}),
        );
    }
    paths.insert(
        format!("{BASE}/jobs"),
        json!({"post": submit_operation(), "get": list_operation()}),
    );
    paths.insert(format!("{BASE}/jobs/{{id}}"), json!({
        "parameters": [job_id_parameter()],
        "get": {
            "operationId": "job",
            "tags": ["jobs"],
            "summary": "A job with its input and its result.",
            "responses": responses(&[("200", reply("the job", reference("JobWithResult")))], &[404, 503]),
        },
        "delete": {
            "operationId": "cancelJob",
            "tags": ["jobs"],
            "summary": "Cancels a job. A running job stops soon.",
            "description": "For the client that submitted it, or with the operator's token. A job that \
                            several clients share continues for the others.",
            "security": optional_token(),
            "responses": responses(
                &[
                    ("200", reply("the job had already ended, or continues for others", reference("Job"))),
                    ("202", reply("the job is cancelled, or will be soon", reference("Job"))),
                ],
                &[401, 403, 404, 503],
            ),
        },
    }));
    paths.insert(
        format!("{BASE}/jobs/{{id}}/events"),
        json!({
            "parameters": [job_id_parameter()],
            "get": events_operation(),
        }),
    );
    for (path, operation) in service_operations() {
        paths.insert(path, json!({"get": operation}));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gordian",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Exact answers to combinatorial puzzles.",
            "description": "Every solution is checked against the rules by code that is independent of \
                            the solvers. Every result called unique, impossible or shortest is \
                            proved. If a limit is reached first, `outcome` is `stopped` or \
                            `feasible`, and `limit` names the limit.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "puzzles", "description": "Requests answered synchronously, within the time limit of the service."},
            {"name": "jobs", "description": "Long work. It survives crashes of the service and reports its progress by events."},
            {"name": "service", "description": "Examples, limits and health."},
        ],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "responses": {"Problem": problem_response()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "needed only if the operator has configured a token"},
            },
        },
    })
}

/// The token is optional: it is required only if the operator has set one.
fn optional_token() -> Value {
    json!([{"token": []}, {}])
}

fn reference(schema: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{schema}")})
}

fn reply(description: &str, schema: Value) -> Value {
    json!({"description": description, "content": {"application/json": {"schema": schema}}})
}

/// Returns the responses of an operation: its own, its specific problems, and the problems that
/// every operation can have.
fn responses(own: &[(&str, Value)], problems: &[u16]) -> Value {
    let mut all: Map<String, Value> =
        own.iter().map(|(status, reply)| ((*status).to_owned(), reply.clone())).collect();
    let always = [400, 405, 408, 421, 429, 500, 503];
    for status in problems.iter().chain(&always) {
        all.entry(status.to_string())
            .or_insert_with(|| json!({"$ref": "#/components/responses/Problem"}));
    }
    Value::Object(all)
}

fn solve_operation(operation: &Operation) -> Value {
    let name: String = operation
        .name
        .split('/')
        .enumerate()
        .map(|(at, part)| if at == 0 { part.to_owned() } else { capitalize(part) })
        .collect();
    json!({
        "operationId": name,
        "tags": ["puzzles"],
        "summary": operation.summary,
        "requestBody": {
            "required": true,
            "content": {"application/json": {
                "schema": (operation.input)(),
                "example": (operation.example)(),
            }},
        },
        "responses": responses(&[("200", reply("the answer", (operation.output)()))], &[413, 415]),
    })
}

fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn submit_operation() -> Value {
    let one_of: Vec<Value> = JOB_KINDS
        .iter()
        .map(|kind| {
            json!({
                "type": "object",
                "title": kind.name,
                "description": kind.summary,
                "required": ["kind", "input"],
                "additionalProperties": false,
                "properties": {
                    "kind": {"const": kind.name},
                    "input": (kind.input)(),
                    "title": {"type": ["string", "null"], "description": "title for people"},
                },
            })
        })
        .collect();
    json!({
        "operationId": "submitJob",
        "tags": ["jobs"],
        "summary": "Submits a job and returns its location.",
        "description": "Table builds are shared: while an equal job is queued or running, that job is returned.",
        "security": optional_token(),
        "parameters": [{
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Chosen by the client: the same key with the same request returns the first \
                            job again, so a request whose response was lost can be repeated.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 200},
        }],
        "requestBody": {
            "required": true,
            "content": {"application/json": {
                "schema": {"oneOf": one_of},
                "example": {"kind": "count", "input": {"puzzle": "1..............."}},
            }},
        },
        "responses": responses(
            &[("202", json!({
                "description": "the job; `Location` is its URL",
                "headers": {"Location": {"schema": {"type": "string"}}},
                "content": {"application/json": {"schema": reference("Job")}},
            }))],
            &[401, 409, 413, 415, 503],
        ),
    })
}

fn list_operation() -> Value {
    let states = JobState::ALL.map(JobState::name);
    json!({
        "operationId": "listJobs",
        "tags": ["jobs"],
        "summary": "Lists jobs, newest first.",
        "description": "The client's own jobs; with the operator's token, those of all clients.",
        "security": optional_token(),
        "parameters": [
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}},
            {"name": "cursor", "in": "query", "description": "the `next` of the previous page", "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,17}$"}},
            {"name": "state", "in": "query", "schema": {"enum": states}},
        ],
        "responses": responses(
            &[("200", reply("a page", json!({
                "type": "object",
                "required": ["schema", "jobs", "next"],
                "properties": {
                    "schema": {"const": 1},
                    "jobs": {"type": "array", "items": reference("Job")},
                    "next": {"type": ["string", "null"], "description": "the cursor of the next page"},
                },
            })))],
            &[401, 503],
        ),
    })
}

fn job_id_parameter() -> Value {
    json!({
        "name": "id",
        "in": "path",
        "required": true,
        "description": "the id of the job; jobs of version 0.1.0 have a number",
        "schema": {"type": "string", "pattern": "^([0-9a-f]{32}|[1-9][0-9]{0,17})$"},
    })
}

fn events_operation() -> Value {
    let kinds = EventKind::ALL.map(EventKind::name).join("`, `");
    json!({
        "operationId": "jobEvents",
        "tags": ["jobs"],
        "summary": "Follows a job by server-sent events, each once and in order.",
        "description": format!(
            "Events are `{kinds}`; their ids count from 1. The stream ends after the last one. A client \
             that reconnects with `Last-Event-ID` continues after that event, on this server or on \
             another one of the same database."
        ),
        "parameters": [
            {"name": "after", "in": "query", "description": "only events after this number", "schema": {"type": "integer", "format": "int64"}},
            {"name": "Last-Event-ID", "in": "header", "description": "the same; browsers send it automatically", "schema": {"type": "string", "pattern": "^[0-9]{1,18}$"}},
        ],
        "responses": responses(
            &[("200", json!({
                "description": "events",
                "content": {"text/event-stream": {}},
            }))],
            &[404, 503],
        ),
    })
}

fn service_operations() -> Vec<(String, Value)> {
    let get = |id: &str, summary: &str, reply: Value| {
        json!({
            "operationId": id,
            "tags": ["service"],
            "summary": summary,
            "responses": responses(&[("200", reply)], &[]),
        })
    };
    let example = json!({
        "type": "object",
        "required": ["name", "title", "kind", "puzzle"],
        "properties": {
            "name": {"type": "string"},
            "title": {"type": ["string", "null"]},
            "kind": {"type": "string"},
            "puzzle": {"type": "string", "description": "the puzzle file"},
        },
    });
    let examples = json!({
        "type": "object",
        "required": ["schema", "examples"],
        "properties": {"schema": {"const": 1}, "examples": {"type": "array", "items": example}},
    });
    let about = json!({
        "type": "object",
        "required": ["schema", "version", "limits", "token_required", "questions", "jobs"],
        "properties": {"schema": {"const": 1}, "version": {"type": "string"}},
    });
    let health =
        json!({"type": "object", "required": ["schema"], "properties": {"schema": {"const": 1}}});
    let mut ready =
        get("ready", "Whether the service is ready for requests.", reply("ready", health.clone()));
    ready["responses"]["503"] = json!({"$ref": "#/components/responses/Problem"});
    let mut metrics = get(
        "metrics",
        "Metrics for Prometheus.",
        json!({
            "description": "metrics",
            "content": {"application/openmetrics-text": {"schema": {"type": "string"}}},
        }),
    );
    metrics["responses"]["403"] = json!({"$ref": "#/components/responses/Problem"});
    vec![
        (
            format!("{BASE}/examples"),
            get("examples", "Example puzzle files.", reply("the examples", examples)),
        ),
        (
            format!("{BASE}/about"),
            get(
                "about",
                "The version, the limits and the operations.",
                reply("about the service", about),
            ),
        ),
        (
            "/healthz".to_owned(),
            get("healthy", "Whether the process responds.", reply("it responds", health)),
        ),
        ("/readyz".to_owned(), ready),
        ("/metrics".to_owned(), metrics),
    ]
}

fn schemas() -> Value {
    let time = json!({"type": ["string", "null"], "format": "date-time"});
    let error = json!({
        "type": ["object", "null"],
        "required": ["code", "message", "hint"],
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "hint": {"type": ["string", "null"]},
        },
        "description": "why the job or its last attempt failed",
    });
    let fields = json!({
        "schema": {"const": 1},
        "id": {"type": "string", "description": "random; a decimal number for jobs of version 0.1.0"},
        "kind": {"type": "string", "description": "empty if it is unreadable (`job.unreadable`)"},
        "title": {"type": ["string", "null"]},
        "state": {"enum": JobState::ALL.map(JobState::name)},
        "cancelling": {"type": "boolean", "description": "the job is running and its cancellation was requested"},
        "created_at": {"type": "string", "format": "date-time"},
        "started_at": time,
        "ended_at": time,
        "attempt": {"type": "integer"},
        "max_attempts": {"type": "integer"},
        "events": {"type": "integer", "description": "the number of its last event"},
        "progress": {"type": ["object", "null"], "description": "the latest progress while it is running"},
        "error": error,
    });
    let names = |fields: &Value| -> Vec<String> {
        fields.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    };
    let mut with_result = fields.clone();
    with_result["result"] =
        json!({"description": "the result document if the job is done; otherwise null"});
    with_result["input"] = json!({"description": "the input of the job"});
    let fault = json!({
        "type": "object",
        "required": ["code", "message", "hint", "line", "column"],
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "hint": {"type": ["string", "null"]},
            "line": {"type": ["integer", "null"]},
            "column": {"type": ["integer", "null"]},
        },
    });
    json!({
        "Job": {"type": "object", "required": names(&fields), "properties": fields},
        "JobWithResult": {"type": "object", "required": names(&with_result), "properties": with_result},
        "Problem": {
            "type": "object",
            "required": ["type", "title", "status", "code", "detail", "hint", "line", "column", "request_id"],
            "properties": {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "code": {"type": "string", "description": "stable error code"},
                "detail": {"type": "string", "description": "what is wrong"},
                "hint": {"type": ["string", "null"], "description": "what to do about it"},
                "line": {"type": ["integer", "null"], "description": "where in the text, from 1"},
                "column": {"type": ["integer", "null"]},
                "request_id": {"type": ["string", "null"], "description": "the id under which the log has the details"},
                "errors": {"type": "array", "items": fault, "description": "all faults, if there are several"},
            },
        },
    })
}

fn problem_response() -> Value {
    json!({
        "description": "what is wrong, where, and what to do about it",
        "headers": {
            "X-Request-Id": {"schema": {"type": "string"}},
            "Retry-After": {"description": "seconds to wait (429, 503)", "schema": {"type": "integer"}},
        },
        "content": {"application/problem+json": {"schema": reference("Problem")}},
    })
}
