//! The types of the page and of the npm package: `web/src/api/generated.ts` and
//! `js/src/documents.ts` are generated from the OpenAPI document.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::api::Api;

#[tokio::test(flavor = "multi_thread")]
async fn page_has_the_types_of_the_openapi_document() {
    let document = openapi().await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let test = "page_has_the_types_of_the_openapi_document";
    let types = module(&document, test, schemas.keys().map(String::as_str).collect());
    compare("web/src/api/generated.ts", &types);
}

/// The package has the requests that are answered at once, and neither jobs nor the state of a
/// service.
#[tokio::test(flavor = "multi_thread")]
async fn package_has_the_types_of_the_openapi_document() {
    let document = openapi().await;
    let mut names = BTreeSet::new();
    for (_, body, answer) in operations(&document) {
        add_references(&document, body, &mut names);
        add_references(&document, answer, &mut names);
    }
    let test = "package_has_the_types_of_the_openapi_document";
    let mut types = module(&document, test, names);
    types.push_str("\n/** The names of all requests. */\n");
    types.push_str("export const NAMES: readonly (keyof Operations)[] = [\n");
    for (name, ..) in operations(&document) {
        writeln!(types, "  \"{name}\",").unwrap();
    }
    types.push_str("];\n");
    compare("js/src/documents.ts", &types);
}

async fn openapi() -> Value {
    let api = Api::start(|_, options| options.workers = 0).await;
    let document = api.get("/openapi.json").await.document;
    api.stop().await;
    document
}

/// Returns the path of a file of the repository.
pub(crate) fn repository_path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Compares a file of the repository with what it must contain.
pub(crate) fn compare(file: &str, expected: &str) {
    let path = repository_path(file);
    let found = fs_err::read_to_string(&path).unwrap_or_default();
    if found != expected {
        let name = path.file_name().expect("the name of a file");
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs_err::write(&new, expected).unwrap();
        let (new, path) = (new.display(), path.display());
        panic!("{file} is stale; run `cp {new} {path}`");
    }
}

/// Returns the requests that are answered at once: the name, and the names of the schemas of the
/// body and of the answer.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &str)> {
    document["paths"].as_object().unwrap().iter().filter_map(|(path, item)| {
        let operation = &item["post"];
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let answer = answer.get("$ref")?;
        let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        Some((&path["/api/v1/".len()..], last(body), last(answer)))
    })
}

/// Adds the name of a schema, and those of all schemas that it refers to.
fn add_references<'d>(document: &'d Value, name: &'d str, found: &mut BTreeSet<&'d str>) {
    if found.insert(name) {
        let mut open = vec![&document["components"]["schemas"][name]];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(fields) => {
                    if let Some(reference) = fields.get("$ref") {
                        add_references(document, last(reference), found);
                    }
                    open.extend(fields.values());
                }
                Value::Array(items) => open.extend(items),
                _ => {}
            }
        }
    }
}

/// Returns the TypeScript module with the types of these schemas, and of all operations by path.
/// `test` is the test that compares it.
fn module(document: &Value, test: &str, names: BTreeSet<&str>) -> String {
    let mut out = format!(
        "// The documents of the API. Generated from the OpenAPI document by the test\n\
         // `{test}` of `gordian-server`; do not edit.\n"
    );
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas.iter().filter(|(name, _)| names.contains(name.as_str())) {
        out.push('\n');
        comment(&mut out, "", schema);
        let text = type_of(schema, "");
        match schema.get("properties") {
            Some(_) if text.starts_with('{') && is_plain(schema) => {
                writeln!(out, "export interface {name} {text}").unwrap();
            }
            _ => writeln!(out, "export type {name} = {text};").unwrap(),
        }
    }
    out.push_str(
        "\n/** The requests that are answered at once, with their responses, by path. */\n",
    );
    out.push_str("export interface Operations {\n");
    for (path, body, answer) in operations(document) {
        writeln!(
            out,
            "  readonly \"{path}\": {{ readonly request: {body}; readonly response: {answer} }};"
        )
        .unwrap();
    }
    out.push_str("}\n");
    out
}

/// Returns the name that a reference ends with.
fn last(reference: &Value) -> &str {
    reference.as_str().unwrap().rsplit('/').next().unwrap()
}

/// Returns whether a schema has nothing besides its properties.
fn is_plain(schema: &Value) -> bool {
    ["anyOf", "oneOf", "allOf"].into_iter().all(|key| schema.get(key).is_none())
}

fn comment(out: &mut String, indent: &str, schema: &Value) {
    if let Some(text) = schema.get("description").and_then(Value::as_str) {
        let text = text
            .replace("*/", "* /")
            .replace("\n\n", "\n")
            .replace('\n', &format!("\n{indent} * "));
        writeln!(out, "{indent}/** {text} */").unwrap();
    }
}

/// Returns the type of the values that a schema allows.
fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema.get("$ref") {
        return last(reference).to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return union(values.iter().map(Value::to_string));
    }
    let mut parts = Vec::new();
    if schema.get("properties").is_some() || is_plain(schema) {
        parts.push(match &schema["type"] {
            Value::String(name) => named_type(name, schema, indent),
            Value::Array(names) => {
                let names = names.iter().map(|name| name.as_str().unwrap());
                union(names.map(|name| named_type(name, schema, indent)))
            }
            _ if schema.get("properties").is_some() => object(schema, indent),
            _ => "unknown".to_owned(),
        });
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(options) = schema.get(key).and_then(Value::as_array) {
            parts.push(union(options.iter().map(|option| type_of(option, indent))));
        }
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(|one| type_of(one, indent)));
    }
    match parts.len() {
        1 => parts.remove(0),
        _ => parts.iter().map(|part| in_brackets(part)).collect::<Vec<_>>().join(" & "),
    }
}

fn union(options: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for option in options {
        if !all.contains(&option) {
            all.push(option);
        }
    }
    if all.contains(&"unknown".to_owned()) { "unknown".to_owned() } else { all.join(" | ") }
}

fn in_brackets(text: &str) -> String {
    if text.contains(" | ") && !text.starts_with('{') {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// Returns the type of the values of one of the types of JSON Schema.
fn named_type(name: &str, schema: &Value, indent: &str) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
                let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
                return format!("readonly [{}]", items.join(", "));
            }
            let item =
                schema.get("items").map_or("unknown".to_owned(), |item| type_of(item, indent));
            // `readonly` applies to the outer list.
            let is_simple = !item.contains(' ') || item.starts_with('{') && item.ends_with('}');
            if let (Some(least), Some(most)) = (schema.get("minItems"), schema.get("maxItems"))
                && let (Some(n), true) = (least.as_u64().filter(|&n| n <= 4), least == most)
            {
                let items: Vec<&str> = (0..n).map(|_| item.as_str()).collect();
                return format!("readonly [{}]", items.join(", "));
            }
            if is_simple { format!("readonly {item}[]") } else { format!("readonly ({item})[]") }
        }
        "object" => object(schema, indent),
        // `string`, `boolean` and `null` have the same name.
        same => same.to_owned(),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        let values = schema.get("additionalProperties").filter(|values| values.is_object());
        let values = values.map_or("unknown".to_owned(), |values| type_of(values, indent));
        return format!("Readonly<Record<string, {values}>>");
    };
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let inner = format!("{indent}  ");
    let mut out = "{\n".to_owned();
    for (name, field) in fields {
        comment(&mut out, &inner, field);
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let key = if is_word { name.clone() } else { format!("\"{name}\"") };
        let mark = if required.iter().any(|it| it == name) { "" } else { "?" };
        writeln!(out, "{inner}readonly {key}{mark}: {};", type_of(field, &inner)).unwrap();
    }
    out + indent + "}"
}

#[test]
fn schemas_become_types() {
    let check = |schema: &str, expected: &str| {
        assert_eq!(type_of(&serde_json::from_str(schema).unwrap(), ""), expected, "{schema}");
    };
    check("{}", "unknown");
    check("true", "unknown");
    check(r#"{"type": ["integer", "null"]}"#, "number | null");
    check(r#"{"const": 1}"#, "1");
    check(r#"{"enum": ["a", "b"]}"#, "\"a\" | \"b\"");
    check(r##"{"$ref": "#/components/schemas/Job"}"##, "Job");
    check(r##"{"anyOf": [{"$ref": "#/x/Job"}, {"type": "null"}]}"##, "Job | null");
    check(
        r#"{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}"#,
        "readonly (readonly number[])[]",
    );
    check(
        r#"{"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}"#,
        "readonly [string, string]",
    );
    check(
        r#"{"type": "object", "additionalProperties": {"type": "boolean"}}"#,
        "Readonly<Record<string, boolean>>",
    );
    check(
        r#"{"type": "object", "properties": {"a": {"type": "string"}, "b-c": {}}, "required": ["a"]}"#,
        "{\n  readonly a: string;\n  readonly \"b-c\"?: unknown;\n}",
    );
    check(
        r#"{"type": "object", "properties": {"a": {"const": 1}}, "anyOf": [{"type": "null"}, {"type": "string"}]}"#,
        "{\n  readonly a?: 1;\n} & (null | string)",
    );
}
