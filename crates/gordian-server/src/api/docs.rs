//! The API documentation as an HTML page, generated from the OpenAPI document, without external
//! resources.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing;
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde_json::Value;

use super::document::FixedDocument;
use super::openapi::DOCUMENT;

static PAGE: LazyLock<String> = LazyLock::new(|| render_page(&DOCUMENT));

pub(super) fn routes() -> Router {
    let html = || async { text_response("text/html; charset=utf-8", PAGE.as_str()) };
    let css = || async { text_response("text/css; charset=utf-8", include_str!("docs.css")) };
    Router::new()
        .route("/openapi.json", routing::get(openapi))
        .route("/docs", routing::get(html))
        .route("/docs.css", routing::get(css))
}

async fn openapi(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<FixedDocument> =
        LazyLock::new(|| FixedDocument::new(DOCUMENT.to_string()));
    ([(CACHE_CONTROL, "no-cache")], TEXT.reply(&headers)).into_response()
}

fn text_response(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// Escapes text for HTML; words in backticks become `<code>`.
fn escape_html(text: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for c in text.chars() {
        match c {
            '`' => {
                out.push_str(if in_code { "</code>" } else { "<code>" });
                in_code = !in_code;
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    if in_code {
        out.push_str("</code>");
    }
    out
}

fn string_field<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn render_page(document: &Value) -> String {
    let info = &document["info"];
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Gordian API</title>\n\
         <link rel=\"stylesheet\" href=\"/docs.css\">\n</head>\n<body>\n<header>\n",
    );
    let _ = write!(
        out,
        "<h1>Gordian API</h1>\n<p>{} {}</p>\n<p>Version {}. For programs: \
         <a href=\"/openapi.json\">openapi.json</a>. <a href=\"/\">Back to the page</a>.</p>\n</header>\n<main>\n",
        escape_html(string_field(info, "summary")),
        escape_html(string_field(info, "description")),
        escape_html(string_field(info, "version")),
    );
    out.push_str(
        "<p>Bodies are JSON objects. Every error is a document of the type \
         <code>application/problem+json</code> with a stable <code>code</code>, the error \
         (<code>detail</code>), its location (<code>line</code>, <code>column</code>), what to do \
         (<code>hint</code>), and the <code>request_id</code> under which the log has the details.</p>\n",
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let name = string_field(tag, "name");
        let _ = write!(
            out,
            "<h2 id=\"{name}\">{}</h2>\n<p>{}</p>\n",
            escape_html(name),
            escape_html(string_field(tag, "description"))
        );
        for (path, operations) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                if operation["tags"][0] == name {
                    write_operation(&mut out, method, path, operation);
                }
            }
        }
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn write_operation(out: &mut String, method: &str, path: &str, operation: &Value) {
    let _ = write!(
        out,
        "<section id=\"{}\">\n<h3><span class=\"method\">{}</span> <code>{}</code></h3>\n<p>{}</p>\n",
        string_field(operation, "operationId"),
        method.to_uppercase(),
        escape_html(path),
        escape_html(string_field(operation, "summary")),
    );
    if let Some(more) = operation.get("description").and_then(Value::as_str) {
        let _ = writeln!(out, "<p>{}</p>", escape_html(more));
    }
    let parameters = operation["parameters"].as_array();
    if let Some(parameters) = parameters.filter(|all| !all.is_empty()) {
        out.push_str("<table>\n<caption>Parameters</caption>\n");
        for parameter in parameters {
            let place = string_field(parameter, "in");
            let about = format!("{} ({place})", string_field(parameter, "description"));
            write_row(
                out,
                string_field(parameter, "name"),
                &type_summary(&parameter["schema"]),
                &about,
            );
        }
        out.push_str("</table>\n");
    }
    let body = &operation["requestBody"]["content"]["application/json"];
    match body["schema"]["oneOf"].as_array() {
        Some(kinds) => {
            for kind in kinds {
                let title = format!(
                    "Body for kind {}: {}",
                    string_field(kind, "title"),
                    string_field(kind, "description")
                );
                write_fields(out, &title, &kind["properties"]["input"]);
            }
        }
        None => write_fields(out, "Body", &body["schema"]),
    }
    if let Some(example) = body.get("example") {
        let example = serde_json::to_string_pretty(example).unwrap_or_default();
        let _ = writeln!(
            out,
            "<pre><code>{}</code></pre>",
            escape_html(&example).replace("<code>", "")
        );
    }
    let replies = &operation["responses"];
    let good = ["200", "202"].into_iter().find_map(|status| replies.get(status));
    if let Some(good) = good {
        write_fields(out, "Reply", &good["content"]["application/json"]["schema"]);
    }
    out.push_str("</section>\n");
}

fn write_fields(out: &mut String, title: &str, schema: &Value) {
    let schema = resolve_reference(schema);
    let Some(fields) = schema["properties"].as_object() else { return };
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
    let _ = write!(out, "<table>\n<caption>{}</caption>\n", escape_html(title));
    for (name, field) in fields {
        let mut about = string_field(field, "description").replace('\n', " ");
        if title.starts_with("Body") && is_required(name) {
            about = format!("required; {about}");
        }
        write_row(out, name, &type_summary(field), &about);
    }
    out.push_str("</table>\n");
}

/// Resolves a reference within the document.
fn resolve_reference(schema: &Value) -> &Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| DOCUMENT.pointer(pointer)).unwrap_or(schema)
}

fn write_row(out: &mut String, name: &str, kind: &str, about: &str) {
    let (kind, about) = (escape_html(kind), escape_html(about));
    let _ = writeln!(
        out,
        "<tr><th scope=\"row\"><code>{name}</code></th><td>{kind}</td><td>{about}</td></tr>"
    );
}

/// Returns a short description of the type of a value.
fn type_summary(schema: &Value) -> String {
    let schema = resolve_reference(schema);
    let options = |key: &str| schema.get(key).and_then(Value::as_array);
    if let Some(values) = options("enum") {
        return values.iter().map(quoted).collect::<Vec<_>>().join(", ");
    }
    if let Some(value) = schema.get("const") {
        return quoted(value);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(all) = options(key) {
            let mut kinds: Vec<String> = all.iter().map(type_summary).collect();
            kinds.dedup();
            return kinds.join(", ");
        }
    }
    match schema.get("type") {
        Some(Value::String(name)) if name == "array" => {
            format!("list of {}", type_summary(&schema["items"]))
        }
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        _ => "any".to_owned(),
    }
}

fn quoted(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_described() {
        let operations = DOCUMENT["paths"].as_object().unwrap().values();
        let operations = operations.flat_map(|path| path.as_object().unwrap().values());
        for operation in operations.filter(|operation| operation.is_object()) {
            let id = format!("id=\"{}\"", string_field(operation, "operationId"));
            assert!(PAGE.contains(&id), "{id}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape_html("a<b `c&d` \"e"), "a&lt;b <code>c&amp;d</code> &quot;e");
        assert_eq!(escape_html("`open"), "<code>open</code>");
    }
}
