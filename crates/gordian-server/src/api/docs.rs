//! The description of the API for people: one page made of the OpenAPI document, which needs nothing
//! from elsewhere.

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

static PAGE: LazyLock<String> = LazyLock::new(|| page(&DOCUMENT));

pub(super) fn routes() -> Router {
    let html = || async { typed("text/html; charset=utf-8", PAGE.as_str()) };
    let css = || async { typed("text/css; charset=utf-8", include_str!("docs.css")) };
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

fn typed(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// Writes a text so that no character of it is taken for markup; words in backticks become code.
fn escaped(text: &str) -> String {
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

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn page(document: &Value) -> String {
    let info = &document["info"];
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Gordian: the API</title>\n\
         <link rel=\"stylesheet\" href=\"/docs.css\">\n</head>\n<body>\n<header>\n",
    );
    let _ = write!(
        out,
        "<h1>Gordian: the API</h1>\n<p>{} {}</p>\n<p>Version {}. For programs: \
         <a href=\"/openapi.json\">openapi.json</a>. <a href=\"/\">To the page</a>.</p>\n</header>\n<main>\n",
        escaped(text(info, "summary")),
        escaped(text(info, "description")),
        escaped(text(info, "version")),
    );
    out.push_str(
        "<p>Bodies are JSON objects. Every error is a document of the type \
         <code>application/problem+json</code> with a stable <code>code</code>, what is wrong \
         (<code>detail</code>), where (<code>line</code>, <code>column</code>), what to do \
         (<code>hint</code>), and the <code>request_id</code> under which the log has the details.</p>\n",
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let name = text(tag, "name");
        let _ = write!(
            out,
            "<h2 id=\"{name}\">{}</h2>\n<p>{}</p>\n",
            escaped(name),
            escaped(text(tag, "description"))
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
        text(operation, "operationId"),
        method.to_uppercase(),
        escaped(path),
        escaped(text(operation, "summary")),
    );
    if let Some(more) = operation.get("description").and_then(Value::as_str) {
        let _ = writeln!(out, "<p>{}</p>", escaped(more));
    }
    let parameters = operation["parameters"].as_array();
    if let Some(parameters) = parameters.filter(|all| !all.is_empty()) {
        out.push_str("<table>\n<caption>Parameters</caption>\n");
        for parameter in parameters {
            let place = text(parameter, "in");
            let about = format!("{} ({place})", text(parameter, "description"));
            write_row(out, text(parameter, "name"), &kind(&parameter["schema"]), &about);
        }
        out.push_str("</table>\n");
    }
    let body = &operation["requestBody"]["content"]["application/json"];
    match body["schema"]["oneOf"].as_array() {
        Some(kinds) => {
            for kind in kinds {
                let title = format!(
                    "Body, of the kind {}: {}",
                    text(kind, "title"),
                    text(kind, "description")
                );
                write_fields(out, &title, &kind["properties"]["input"]);
            }
        }
        None => write_fields(out, "Body", &body["schema"]),
    }
    if let Some(example) = body.get("example") {
        let example = serde_json::to_string_pretty(example).unwrap_or_default();
        let _ =
            writeln!(out, "<pre><code>{}</code></pre>", escaped(&example).replace("<code>", ""));
    }
    let replies = &operation["responses"];
    let good = ["200", "202"].into_iter().find_map(|status| replies.get(status));
    if let Some(good) = good {
        write_fields(out, "Reply", &good["content"]["application/json"]["schema"]);
    }
    out.push_str("</section>\n");
}

fn write_fields(out: &mut String, title: &str, schema: &Value) {
    let schema = resolved(schema);
    let Some(fields) = schema["properties"].as_object() else { return };
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
    let _ = write!(out, "<table>\n<caption>{}</caption>\n", escaped(title));
    for (name, field) in fields {
        let mut about = text(field, "description").replace('\n', " ");
        if title.starts_with("Body") && is_required(name) {
            about = format!("required; {about}");
        }
        write_row(out, name, &kind(field), &about);
    }
    out.push_str("</table>\n");
}

/// Follows a reference into the document.
fn resolved(schema: &Value) -> &Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| DOCUMENT.pointer(pointer)).unwrap_or(schema)
}

fn write_row(out: &mut String, name: &str, kind: &str, about: &str) {
    let (kind, about) = (escaped(kind), escaped(about));
    let _ = writeln!(
        out,
        "<tr><th scope=\"row\"><code>{name}</code></th><td>{kind}</td><td>{about}</td></tr>"
    );
}

/// Returns what a value may be, in a few words.
fn kind(schema: &Value) -> String {
    let schema = resolved(schema);
    let options = |key: &str| schema.get(key).and_then(Value::as_array);
    if let Some(values) = options("enum") {
        return values.iter().map(quoted).collect::<Vec<_>>().join(", ");
    }
    if let Some(value) = schema.get("const") {
        return quoted(value);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(all) = options(key) {
            let mut kinds: Vec<String> = all.iter().map(kind).collect();
            kinds.dedup();
            return kinds.join(", ");
        }
    }
    match schema.get("type") {
        Some(Value::String(name)) if name == "array" => {
            format!("list of {}", kind(&schema["items"]))
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
            let id = format!("id=\"{}\"", text(operation, "operationId"));
            assert!(PAGE.contains(&id), "{id}");
        }
    }

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("a<b `c&d` \"e"), "a&lt;b <code>c&amp;d</code> &quot;e");
        assert_eq!(escaped("`open"), "<code>open</code>");
    }
}
