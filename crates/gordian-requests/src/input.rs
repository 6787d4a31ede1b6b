//! Reads input documents.

use serde::de::DeserializeOwned;

use super::{ErrorDetail, RequestError};

/// Reads the input of a request.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    let value = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if value.starts_with('[') {
        // serde would accept a list as the fields in their order, without names.
        let fault = ErrorDetail::new("body.shape", "this is a list, not an object");
        return Err(fault.hint("name the fields: `{\"puzzle\": …}`").into());
    }
    serde_json::from_str(text).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let (code, hint) = if error.is_data() {
            ("body.shape", "see the documentation of this operation for its fields and their types")
        } else {
            ("body.syntax", "send one JSON object, in UTF-8")
        };
        let fault = ErrorDetail::new(code, message).hint(hint);
        ErrorDetail { line: Some(error.line()), column: Some(error.column().max(1)), ..fault }
            .into()
    })
}
