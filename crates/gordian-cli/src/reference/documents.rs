//! The pages of the JSON documents, from the schemas of requests and responses.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::LazyLock;

use gordian::requests::{
    JOB_KINDS, OPERATIONS, Operation, RequestContext, Resources, ResourcesConfig, handle,
};
use gordian::{Cancel, NoProgress};
use serde_json::Value;

use super::{Page, cell};

/// An example that is longer, as pretty-printed lines, is cut.
const MAX_EXAMPLE_LINES: usize = 60;

/// The groups of operations, each a page, by the first part of the names, with their titles.
const GROUPS: [(&str, &str); 9] = [
    ("solve", "Solving"),
    ("check", "Checking solutions"),
    ("draw", "Drawing"),
    ("recognise", "Recognising texts"),
    ("sudoku", "Sudoku"),
    ("pencil", "Pencil puzzles"),
    ("square1", "Square-1"),
    ("cube", "The cube"),
    ("perm", "Permutation puzzles"),
];

/// Returns the pages: an overview, one page for each group of operations, and one for jobs.
pub(super) fn pages() -> Vec<Page> {
    let mut overview = "# Documents\n\n\
        What the service receives and returns, as JSON: `POST /api/v1/NAME` takes the request of the operation \
        `NAME` and returns its response. The library has the same documents (`gordian::requests`). Every \
        response has `schema`, the version of its format. An error is a document with `code`, which [error \
        codes](../error-codes.md) lists, and with `message`, `hint`, `line` and `column` where they are \
        known.\n\n| operation | |\n| --- | --- |\n"
        .to_owned();
    let mut pages = Vec::new();
    for (group, title) in GROUPS {
        let operations: Vec<&Operation> =
            OPERATIONS.iter().filter(|operation| self::group(operation.name) == group).collect();
        for operation in &operations {
            let name = operation.name;
            let _ = writeln!(
                overview,
                "| [`{name}`]({group}.md#{}) | {} |",
                anchor(name),
                cell(operation.summary)
            );
        }
        pages.push(Page::new(format!("documents/{group}.md"), group_page(title, &operations)));
    }
    overview.push_str("\nLong work is submitted as [jobs](jobs.md).\n");
    pages.push(Page::new("documents/index.md", overview));
    pages.push(jobs());
    pages
}

/// Returns the first part of the name of an operation.
fn group(name: &str) -> &str {
    name.split('/').next().unwrap_or(name)
}

/// Returns the anchor of the section of an operation.
fn anchor(name: &str) -> String {
    format!("operation-{}", name.replace('/', "-"))
}

fn group_page(title: &str, operations: &[&Operation]) -> String {
    let mut text = format!("# {title}\n");
    let mut types = Types::default();
    for operation in operations {
        let name = operation.name;
        let _ = write!(
            text,
            "\n## `{name}` {{ #{} }}\n\n{}\n\n**Request**\n",
            anchor(name),
            operation.summary
        );
        let example = (operation.example)();
        types.write_document(&(operation.input)(), &mut text);
        write_example(&example, &mut text);
        text.push_str("\n**Response**\n");
        types.write_document(&(operation.output)(), &mut text);
        if let Some(response) = response(name, &example) {
            write_example(&response, &mut text);
        }
    }
    types.write_sections(&mut text);
    text
}

fn jobs() -> Page {
    let mut text = "# Jobs\n\n\
        `POST /api/v1/jobs` takes `{\"kind\": NAME, \"input\": REQUEST}`; [the \
        service](../../guides/service.md) describes the life of a job. The result of a job is the response of \
        its request.\n"
        .to_owned();
    let mut types = Types::default();
    for kind in JOB_KINDS {
        let _ = write!(text, "\n## `{}` {{ #job-{} }}\n\n", kind.name, kind.name);
        match OPERATIONS.iter().find(|operation| operation.name == kind.request) {
            Some(operation) => {
                let name = operation.name;
                let _ = writeln!(
                    text,
                    "{}. The request is that of [`{name}`]({}.md#{}).",
                    capital(kind.summary.trim_end_matches('.')),
                    group(name),
                    anchor(name)
                );
            }
            None => {
                let summary = capital(kind.summary.trim_end_matches('.'));
                let _ = write!(text, "{summary}.\n\n**Request**\n");
                types.write_document(&(kind.input)(), &mut text);
            }
        }
    }
    types.write_sections(&mut text);
    Page::new("documents/jobs.md", text)
}

/// The tables that examples need, built once.
static RESOURCES: LazyLock<Resources> = LazyLock::new(|| {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Resources::new(ResourcesConfig { threads, ..ResourcesConfig::default() })
});

/// Returns the response to an example, if it is one.
fn response(name: &str, example: &Value) -> Option<Value> {
    let cancel = Cancel::new();
    let context = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
    let mut response = handle(name, &example.to_string(), &context).ok()?;
    // Times differ from run to run.
    if let Some(seconds) = response.get_mut("seconds") {
        *seconds = serde_json::json!({"cpu": 0.001, "wall": 0.001});
    }
    Some(response)
}

fn write_example(example: &Value, text: &mut String) {
    let mut pretty = String::new();
    write_pretty(example, 0, &mut pretty);
    text.push_str("\n```json\n");
    for line in pretty.lines().take(MAX_EXAMPLE_LINES) {
        text.push_str(line);
        text.push('\n');
    }
    if pretty.lines().count() > MAX_EXAMPLE_LINES {
        text.push_str("…\n");
    }
    text.push_str("```\n");
}

/// Writes a value in lines: what fits on one is not broken.
fn write_pretty(value: &Value, indent: usize, text: &mut String) {
    let line = value.to_string();
    let items: Vec<(String, &Value)> = match value {
        _ if indent + line.chars().count() <= 100 => return text.push_str(&line),
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, item)| (format!("\"{name}\": "), item)).collect()
        }
        _ => return text.push_str(&line),
    };
    let [open, close] = if value.is_array() { ['[', ']'] } else { ['{', '}'] };
    text.push(open);
    for (number, (name, item)) in items.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(text, "{comma}\n{:1$}{name}", "", indent + 2);
        write_pretty(item, indent + 2, text);
    }
    let _ = write!(text, "\n{:1$}{close}", "", indent);
}

/// The types of a page: those that documents refer to by name.
#[derive(Default)]
struct Types {
    /// By name: the schemas of that name, of which requests and responses may have different ones.
    schemas: BTreeMap<String, Vec<Value>>,
}

impl Types {
    /// Writes the fields of a document, and remembers the types that it refers to.
    fn write_document(&mut self, schema: &Value, text: &mut String) {
        if let Some(types) = schema["$defs"].as_object() {
            for (name, schema) in types {
                let known = self.schemas.entry(name.clone()).or_default();
                if !known.contains(schema) {
                    known.push(schema.clone());
                }
            }
        }
        write_schema(schema, text);
    }

    /// Writes a section for each type.
    fn write_sections(&self, text: &mut String) {
        if !self.schemas.is_empty() {
            text.push_str("\n## Types\n");
        }
        for (name, schemas) in &self.schemas {
            let _ = write!(text, "\n### {name} {{ #{} }}\n", type_anchor(name));
            for (number, schema) in schemas.iter().enumerate() {
                if number > 0 {
                    text.push_str("\nIn another document of this page:\n");
                }
                let description = schema["description"].as_str().unwrap_or_default();
                if !description.is_empty() {
                    let _ = write!(text, "\n{}\n", cell(description));
                }
                write_schema(schema, text);
            }
        }
    }
}

fn type_anchor(name: &str) -> String {
    format!("type-{}", name.to_lowercase())
}

/// Writes the fields of an object, or the alternatives of another type.
fn write_schema(schema: &Value, text: &mut String) {
    let Some(fields) = schema["properties"].as_object() else {
        for alternatives in ["oneOf", "anyOf"] {
            let Some(alternatives) = schema[alternatives].as_array() else { continue };
            text.push_str("\nOne of:\n\n");
            for alternative in alternatives {
                let description = alternative["description"].as_str().unwrap_or_default();
                let what = describe(alternative);
                let _ = match cell(description).as_str() {
                    "" => writeln!(text, "- {what}"),
                    words => writeln!(text, "- {what}: {words}"),
                };
            }
            return;
        }
        let _ = write!(text, "\n{}.\n", capital(&describe(schema)));
        return;
    };
    if fields.is_empty() {
        text.push_str("\nAn object without fields.\n");
        return;
    }
    let required = schema["required"].as_array();
    text.push_str("\n| field | type | |\n| --- | --- | --- |\n");
    for (name, field) in fields {
        let is_required = required.is_some_and(|names| names.iter().any(|it| it == name));
        let optional = if is_required { "" } else { "optional; " };
        let description = field["description"].as_str().unwrap_or_default();
        let default = match field.get("default") {
            Some(Value::Null) | None => String::new(),
            Some(default) => format!(" Default: `{default}`."),
        };
        let _ = writeln!(
            text,
            "| `{name}` | {optional}{} | {}{default} |",
            describe(field).replace('|', "\\|"),
            cell(description)
        );
    }
}

/// Returns the type of a schema in words, with links to named types.
fn describe(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", type_anchor(name));
    }
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        return values.join(", ");
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<String> = parts.iter().map(describe).collect();
            return parts.join(" or ");
        }
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return "any value".to_owned(),
    };
    let names: Vec<String> = names.into_iter().map(|name| type_words(name, schema)).collect();
    names.join(" or ")
}

fn type_words(name: &str, schema: &Value) -> String {
    match name {
        "string" => "text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => match (&schema["items"], schema["prefixItems"].as_array()) {
            (_, Some(items)) => {
                let items: Vec<String> = items.iter().map(describe).collect();
                format!("list of {}", items.join(" and "))
            }
            (Value::Null | Value::Bool(_), None) => "list".to_owned(),
            (items, None) => format!("list of {}", describe(items)),
        },
        "object" => match &schema["additionalProperties"] {
            values @ Value::Object(_) => format!("object from names to {}", describe(values)),
            _ => "object".to_owned(),
        },
        other => other.to_owned(),
    }
}

/// Returns a fragment with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_belongs_to_a_page() {
        for operation in OPERATIONS {
            let group = group(operation.name);
            assert!(GROUPS.iter().any(|(name, _)| *name == group), "{}", operation.name);
        }
    }
}
