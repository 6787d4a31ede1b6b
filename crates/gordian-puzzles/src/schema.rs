//! The schema version of JSON documents: answers and positions.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, excerpt};

/// The version that this build writes and reads.
const SCHEMA: u64 = 1;

/// Rejects a document whose field `schema` is not the version of this build. A document without
/// that field is accepted.
///
/// # Errors
///
/// Returns a diagnostic with this `code` and an empty span, because the JSON parser does not keep
/// positions.
pub fn check_schema(document: &Value, code: &'static str) -> Result<(), Diagnostic> {
    match document.get("schema") {
        None => Ok(()),
        Some(schema) if schema.as_u64() == Some(SCHEMA) => Ok(()),
        Some(schema) => {
            let message = format!("schema {} is not supported", excerpt(&schema.to_string()));
            let hint = format!("this build reads schema {SCHEMA} only");
            Err(Diagnostic::new(code, 0..0, message).hint(hint))
        }
    }
}
