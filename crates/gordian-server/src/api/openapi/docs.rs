//! The API documentation as an HTML page, generated from the OpenAPI document, without external
//! resources.

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response as HttpResponse};
use axum::{Router, routing};
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde_json::Value;

use super::document::{DOCUMENT, JSON};
use super::spec::{Document, Info, Operation, Response};
use crate::api::document::FixedDocument;
use crate::problem::escape_html;

static PAGE: LazyLock<String> = LazyLock::new(|| page(&DOCUMENT));

pub(in crate::api) fn routes() -> Router {
    let html = || async { text_response("text/html; charset=utf-8", PAGE.as_str()) };
    let css = || async { text_response("text/css; charset=utf-8", include_str!("docs.css")) };
    Router::new()
        .route("/openapi.json", routing::get(openapi))
        .route("/docs", routing::get(html))
        .route("/docs.css", routing::get(css))
}

async fn openapi(headers: HeaderMap) -> HttpResponse {
    static TEXT: LazyLock<FixedDocument> = LazyLock::new(|| FixedDocument::new(&*DOCUMENT));
    ([(CACHE_CONTROL, "no-cache")], TEXT.reply(&headers)).into_response()
}

fn text_response(kind: &'static str, text: &'static str) -> HttpResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// Escapes text for HTML; words in backticks become `<code>`.
fn prose(text: &str) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    };
    escape_html(text).split('`').enumerate().map(part).collect()
}

fn page(document: &Document) -> String {
    let mut sections = String::new();
    for tag in &document.tags {
        let about = prose(tag.description);
        sections += &format!("<h2 id=\"{0}\">{0}</h2>\n<p>{about}</p>\n", tag.name);
        for (path, operations) in &document.paths {
            for (method, operation) in operations {
                if operation.tags == [tag.name] {
                    sections += &section(method, path, operation);
                }
            }
        }
    }
    let Info { version, summary, description, .. } = &document.info;
    let (summary, description) = (prose(summary), prose(description));
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gordian API</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<h1>Gordian API</h1>
<p>{summary} {description}</p>
<p>Version {version}. For programs: <a href="/openapi.json">openapi.json</a>. <a href="/">Back to the page</a>.</p>
</header>
<main>
<p>Bodies are JSON objects. Every error is a document of the type <code>application/problem+json</code> with a stable <code>code</code>, the error (<code>detail</code>), its location (<code>line</code>, <code>column</code>), what to do (<code>hint</code>), and the <code>request_id</code> under which the log has the details.</p>
{sections}</main>
</body>
</html>
"#
    )
}

fn section(method: &str, path: &str, operation: &Operation) -> String {
    let (id, method) = (&operation.operation_id, method.to_uppercase());
    let mut out = format!(
        "<section id=\"{id}\">\n<h3><span class=\"method\">{method}</span> <code>{path}</code></h3>\n"
    );
    for text in [operation.summary, &operation.description] {
        if !text.is_empty() {
            out += &format!("<p>{}</p>\n", prose(text));
        }
    }
    if !operation.parameters.is_empty() {
        let rows = operation.parameters.iter();
        let rows =
            rows.map(|it| (&it.name, &it.schema, format!("{} ({})", it.description, it.r#in)));
        out += &table("Parameters", rows);
    }
    if let Some(body) = operation.request_body.as_ref().map(|body| &body.content[JSON]) {
        match body.schema["oneOf"].as_array() {
            Some(kinds) => {
                for kind in kinds {
                    let (name, about) = (text(kind, "title"), text(kind, "description"));
                    let title = format!("Body for kind {name}: {about}");
                    out += &fields(&title, &kind["properties"]["input"]);
                }
            }
            None => out += &fields("Body", &body.schema),
        }
        if let Some(example) = &body.example {
            out += &format!("<pre><code>{}</code></pre>\n", escape_html(&format!("{example:#}")));
        }
    }
    let answer = operation.responses.get("200").or_else(|| operation.responses.get("202"));
    if let Some(Response::Inline { content, .. }) = answer
        && let Some(answer) = content.get(JSON)
    {
        out += &fields("Reply", &answer.schema);
    }
    out + "</section>\n"
}

/// Returns a table of the fields of a document; an empty text if it is no object.
fn fields(title: &str, schema: &Value) -> String {
    let schema = resolve_reference(schema);
    let Some(fields) = schema["properties"].as_object() else { return String::new() };
    let required = schema["required"].as_array().filter(|_| title.starts_with("Body"));
    let rows = fields.iter().map(|(name, field)| {
        let is_required = required.is_some_and(|all| all.iter().any(|it| it == name));
        let about = text(field, "description").replace('\n', " ");
        (name, field, if is_required { format!("required; {about}") } else { about })
    });
    table(title, rows)
}

/// Returns a table of names, types and descriptions.
fn table<'a>(caption: &str, rows: impl Iterator<Item = (&'a String, &'a Value, String)>) -> String {
    let rows = rows.map(|(name, schema, about)| {
        let (kind, about) = (prose(&type_summary(schema)), prose(&about));
        format!(
            "<tr><th scope=\"row\"><code>{name}</code></th><td>{kind}</td><td>{about}</td></tr>\n"
        )
    });
    let rows: String = rows.collect();
    format!("<table>\n<caption>{}</caption>\n{rows}</table>\n", prose(caption))
}

fn text<'a>(schema: &'a Value, key: &str) -> &'a str {
    schema[key].as_str().unwrap_or_default()
}

/// Resolves a reference to a named schema.
fn resolve_reference(schema: &Value) -> &Value {
    let name = text(schema, "$ref").rsplit('/').next();
    name.and_then(|name| DOCUMENT.components.schemas.get(name)).unwrap_or(schema)
}

/// Returns a short description of the type of a value.
fn type_summary(schema: &Value) -> String {
    let schema = resolve_reference(schema);
    let quoted = |value: &Value| match value {
        Value::String(text) => format!("`{text}`"),
        value => value.to_string(),
    };
    if let Some(value) = schema.get("const") {
        return quoted(value);
    }
    if let Value::Array(values) = &schema["enum"] {
        return values.iter().map(quoted).collect::<Vec<_>>().join(", ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Value::Array(options) = &schema[key] {
            let mut kinds: Vec<String> = options.iter().map(type_summary).collect();
            kinds.dedup();
            return kinds.join(", ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => {
            format!("list of {}", type_summary(&schema["items"]))
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_described() {
        for operation in DOCUMENT.paths.values().flat_map(|path| path.values()) {
            let id = format!("id=\"{}\"", operation.operation_id);
            assert!(PAGE.contains(&id), "{id}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(prose("a<b `c&d` \"e"), "a&lt;b <code>c&amp;d</code> &quot;e");
        assert_eq!(prose("`open"), "<code>open</code>");
    }
}
