//! The version of JSON documents that are read again: answers and positions.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, shown};

/// The version that this build writes and reads.
const SCHEMA: u64 = 1;

/// Refuses a document whose field `schema` is another version than that of this build: what such a
/// document means by its other fields is not known here. One without that field is of any version.
///
/// # Errors
///
/// Returns a fault with this `code` whose span is empty: the JSON reader does not keep places.
pub fn check_schema(document: &Value, code: &'static str) -> Result<(), Diagnostic> {
    match document.get("schema") {
        None => Ok(()),
        Some(schema) if schema.as_u64() == Some(SCHEMA) => Ok(()),
        Some(schema) => {
            let message = format!("schema {} is not supported", shown(&schema.to_string()));
            let hint = format!("this build reads schema {SCHEMA} only");
            Err(Diagnostic::new(code, 0..0, message).hint(hint))
        }
    }
}
