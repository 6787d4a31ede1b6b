//! The document: the operations of the service, with their parameters, bodies and responses.

use std::sync::LazyLock;

use gordian_jobs::EventKind;
use gordian_requests::{JOB_KINDS, OPERATIONS};
use heck::{ToLowerCamelCase as _, ToUpperCamelCase as _};
use schemars::{JsonSchema, json_schema};
use serde_json::Value;

use super::schemas::{Schemas, request_schema};
use super::spec::{
    Components, Document, Header, Info, MediaType, Named, Operation, Parameter, RequestBody,
    Response, Tag, named,
};
use crate::api::BASE;
use crate::api::about::{About, Examples};
use crate::api::events::EventQuery;
use crate::api::jobs::{JobDocument, JobList, JobWithResult, ListQuery, SubmitBody};
use crate::guard::{Health, Readiness};
use crate::problem::{MEDIA_TYPE, ProblemDocument};

/// The document.
pub(super) static DOCUMENT: LazyLock<Document> = LazyLock::new(document);

/// The media type of requests and responses.
pub(super) const JSON: &str = "application/json";
/// Problems that every operation can have.
const COMMON_PROBLEMS: [u16; 7] = [400, 405, 408, 421, 429, 500, 503];

fn document() -> Document {
    let mut schemas = Schemas::default();
    let mut paths = Named::default();
    for operation in OPERATIONS {
        let name = operation.name.to_upper_camel_case();
        let body = schemas.add(&format!("{name}Request"), (operation.input)());
        let answer = schemas.add(&format!("{name}Response"), (operation.output)());
        let post =
            Operation::new(&operation.name.to_lower_camel_case(), "puzzles", operation.summary)
                .body(body, (operation.example)())
                .reply(200, Response::json("the answer", answer))
                .problems(&[413, 415, 422]);
        paths.insert(format!("{BASE}/{}", operation.name), named([("post", post)]));
    }
    add_jobs(&mut paths, &mut schemas);
    add_service(&mut paths, &mut schemas);
    let problem = schemas.add_response::<ProblemDocument>();
    let problem =
        Response::new("what is wrong, where, and what to do about it", MEDIA_TYPE, problem)
            .header("X-Request-Id", "the id of the request", text())
            .header("Retry-After", "seconds to wait (429, 503)", request_schema::<u64>());
    let token = named([
        ("type", "http"),
        ("scheme", "bearer"),
        ("description", "needed only if the operator has configured a token"),
    ]);
    let tag = |name, description| Tag { name, description };
    Document {
        openapi: "3.1.0",
        info: Info {
            title: "Gordian",
            version: env!("CARGO_PKG_VERSION"),
            summary: "Exact answers to combinatorial puzzles.",
            description: "Every solution is checked against the rules by code that is independent of \
                          the solvers. Every result called unique, impossible or shortest is \
                          proved. If a limit is reached first, `outcome` is `stopped` or \
                          `feasible`, and `limit` names the limit.",
            license: named([("name", "MIT OR Apache-2.0"), ("identifier", "MIT OR Apache-2.0")]),
        },
        servers: [named([("url", "/")])],
        tags: [
            tag(
                "puzzles",
                "Requests answered synchronously, within the time limit of the service.",
            ),
            tag(
                "jobs",
                "Long work. It survives crashes of the service and reports its progress by events.",
            ),
            tag("service", "Examples, limits and health."),
        ],
        paths,
        components: Components {
            schemas: schemas.into_map(),
            responses: named([("Problem", problem)]),
            security_schemes: named([("token", token)]),
        },
    }
}

fn add_jobs(paths: &mut Named<Named<Operation>>, schemas: &mut Schemas) {
    let job = schemas.add_response::<JobDocument>();
    let submit = Operation::new("submitJob", "jobs", "Submits a job and returns its location.")
        .describe("Table builds are shared: while an equal job is queued or running, that job is returned.")
        .with_token()
        .parameter(
            "Idempotency-Key",
            "header",
            "Chosen by the client: the same key with the same request returns the first job again, so a \
             request whose response was lost can be repeated.",
            json_schema!({"type": "string", "minLength": 1, "maxLength": 200}).to_value(),
        )
        .body(submission(schemas), submission_example())
        .reply(
            202,
            Response::json("the job; `Location` is its URL", job.clone())
                .header("Location", "the URL of the job", text()),
        )
        .problems(&[401, 409, 413, 415, 422]);
    let list = Operation::new("listJobs", "jobs", "Lists jobs, newest first.")
        .describe("The client's own jobs; with the operator's token, those of all clients.")
        .with_token()
        .query::<ListQuery>()
        .reply(200, Response::json("a page", schemas.add_response::<JobList>()))
        .problems(&[401]);
    let show = Operation::new("job", "jobs", "A job with its input and its result.")
        .with_job_id()
        .reply(200, Response::json("the job", schemas.add_response::<JobWithResult>()))
        .problems(&[404]);
    let cancel = Operation::new("cancelJob", "jobs", "Cancels a job. A running job stops soon.")
        .describe(
            "For the client that submitted it, or with the operator's token. A job that several clients \
             share continues for the others.",
        )
        .with_token()
        .with_job_id()
        .reply(200, Response::json("the job had already ended, or continues for others", job.clone()))
        .reply(202, Response::json("the job is cancelled, or will be soon", job))
        .problems(&[401, 403, 404]);
    let kinds = EventKind::ALL.map(EventKind::name).join("`, `");
    let summary = "Follows a job by server-sent events, each once and in order.";
    let events = Operation::new("jobEvents", "jobs", summary)
        .describe(&format!(
            "Events are `{kinds}`; their ids count from 1. The stream ends after the last one. A client \
             that reconnects with `Last-Event-ID` continues after that event, on this server or on \
             another one of the same database."
        ))
        .with_job_id()
        .query::<EventQuery>()
        .parameter(
            "Last-Event-ID",
            "header",
            "the same; browsers send it automatically",
            json_schema!({"type": "string", "pattern": "^[0-9]{1,18}$"}).to_value(),
        )
        .reply(200, Response::new("events", "text/event-stream", Value::Null))
        .problems(&[404]);
    let path = format!("{BASE}/jobs");
    paths.insert(path.clone(), named([("post", submit), ("get", list)]));
    paths.insert(format!("{path}/{{id}}"), named([("get", show), ("delete", cancel)]));
    paths.insert(format!("{path}/{{id}}/events"), named([("get", events)]));
}

/// Returns the schema of a submission: for each kind, the input of that kind.
fn submission(schemas: &mut Schemas) -> Value {
    let mut any = request_schema::<SubmitBody>();
    let kinds = JOB_KINDS.iter().map(|kind| {
        // The input of most kinds is that of an operation.
        let name = match OPERATIONS.iter().find(|operation| operation.name == kind.request) {
            Some(operation) => format!("{}Request", operation.name.to_upper_camel_case()),
            None => format!("{}JobInput", kind.name.to_upper_camel_case()),
        };
        any["title"] = kind.name.into();
        any["description"] = kind.summary.into();
        any["properties"]["kind"] = Value::from_iter([("const", kind.name)]);
        any["properties"]["input"] = schemas.add(&name, (kind.input)());
        any.clone()
    });
    Value::from_iter([("oneOf", kinds.collect::<Vec<Value>>())])
}

fn submission_example() -> Value {
    let input = Value::from_iter([("puzzle", "1...............")]);
    Value::from_iter([("kind", "count".into()), ("input", input)])
}

fn add_service(paths: &mut Named<Named<Operation>>, schemas: &mut Schemas) {
    let mut add = |path: &str, id, summary, reply, problems: &[u16]| {
        let get = Operation::new(id, "service", summary).reply(200, reply).problems(problems);
        paths.insert(path.to_owned(), named([("get", get)]));
    };
    let reply = Response::json("the examples", schemas.add_response::<Examples>());
    add(&format!("{BASE}/examples"), "examples", "Example puzzle files.", reply, &[]);
    let reply = Response::json("about the service", schemas.add_response::<About>());
    let summary = "The version, the limits and the operations.";
    add(&format!("{BASE}/about"), "about", summary, reply, &[]);
    let reply = Response::json("it responds", schemas.add_response::<Health>());
    add("/healthz", "healthy", "Whether the process responds.", reply, &[]);
    let reply = Response::json("ready", schemas.add_response::<Readiness>());
    add("/readyz", "ready", "Whether the service is ready for requests.", reply, &[]);
    let reply = Response::new("metrics", "application/openmetrics-text", text());
    add("/metrics", "metrics", "Metrics for Prometheus.", reply, &[403]);
}

impl Operation {
    fn new(id: &str, tag: &'static str, summary: &'static str) -> Self {
        Self { operation_id: id.to_owned(), tags: [tag], summary, ..Self::default() }
    }

    fn describe(self, text: &str) -> Self {
        Self { description: text.to_owned(), ..self }
    }

    /// Allows a token; it is required only if the operator has set one.
    fn with_token(self) -> Self {
        Self { security: vec![named([("token", [])]), Named::default()], ..self }
    }

    fn with_job_id(self) -> Self {
        let description = "the id of the job; jobs of version 0.1.0 have a number";
        let pattern = "^([0-9a-f]{32}|[1-9][0-9]{0,17})$";
        let schema = json_schema!({"type": "string", "pattern": pattern}).to_value();
        self.parameter("id", "path", description, schema)
    }

    /// Adds the fields of `T` as query parameters, all of which are optional.
    fn query<T: JsonSchema>(mut self) -> Self {
        let schema = request_schema::<T>();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let mut field = field.clone();
            let fields = field.as_object_mut().expect("the schema of a field is an object");
            let description = fields.shift_remove("description").unwrap_or_default();
            let description = description.as_str().unwrap_or_default();
            self = self.parameter(name, "query", description, field);
        }
        self
    }

    /// Adds a parameter; one of the path is required.
    fn parameter(mut self, name: &str, r#in: &'static str, text: &str, schema: Value) -> Self {
        let (name, description, required) = (name.to_owned(), text.to_owned(), r#in == "path");
        self.parameters.push(Parameter { name, r#in, description, required, schema });
        self
    }

    fn body(self, schema: Value, example: Value) -> Self {
        let content = MediaType { schema, example: Some(example) };
        let body = RequestBody { required: true, content: named([(JSON, content)]) };
        Self { request_body: Some(body), ..self }
    }

    fn reply(mut self, status: u16, reply: Response) -> Self {
        self.responses.insert(status.to_string(), reply);
        self
    }

    /// Adds the problems of this operation, and those that every operation can have.
    fn problems(mut self, statuses: &[u16]) -> Self {
        for status in statuses.iter().chain(&COMMON_PROBLEMS) {
            let reference = named([("$ref", "#/components/responses/Problem")]);
            self = self.reply(*status, Response::Reference(reference));
        }
        self
    }
}

impl Response {
    fn new(description: &'static str, media_type: &str, schema: Value) -> Self {
        let content = named([(media_type, MediaType { schema, example: None })]);
        Self::Inline { description, headers: Named::default(), content }
    }

    fn json(description: &'static str, schema: Value) -> Self {
        Self::new(description, JSON, schema)
    }

    fn header(mut self, name: &str, description: &'static str, schema: Value) -> Self {
        if let Self::Inline { headers, .. } = &mut self {
            headers.insert(name.to_owned(), Header { description, schema });
        }
        self
    }
}

fn text() -> Value {
    request_schema::<String>()
}
