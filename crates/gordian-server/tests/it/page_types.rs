//! The types of the page: `web/src/api/generated.ts` is generated from the OpenAPI document.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::api::Api;

/// The types of the page, relative to this crate.
const FILE: &str = "../../web/src/api/generated.ts";

#[tokio::test(flavor = "multi_thread")]
async fn page_has_the_types_of_the_openapi_document() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let expected = module(&api.get("/openapi.json").await.document);
    api.stop().await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let found = fs_err::read_to_string(&file).unwrap_or_default();
    if found != expected {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated.ts");
        fs_err::write(&new, expected).unwrap();
        let (new, file) = (new.display(), file.display());
        panic!(
            "the types of the page are stale; run `cp {new} {file}`, and `npm run check` in web/"
        );
    }
}

/// Returns the TypeScript module with the types of all named schemas, and of all operations by
/// path.
fn module(document: &Value) -> String {
    let mut out = "// The documents of the API. Generated from the OpenAPI document by the test\n\
                   // `page_has_the_types_of_the_openapi_document` of `gordian-server`; do not
                   // edit.\n"
        .to_owned();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
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
    for (path, item) in document["paths"].as_object().unwrap() {
        let operation = &item["post"];
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let Some(answer) = answer.get("$ref") else { continue };
        let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let (path, body, answer) = (&path["/api/v1/".len()..], last(body), last(answer));
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
