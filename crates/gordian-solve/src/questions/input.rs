//! Documents that go in.

use serde::de::DeserializeOwned;

use super::{Fault, Refusal};

/// Reads the input of a question.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let value = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if value.starts_with('[') {
        // Fields without their names would be taken in their order.
        let fault = Fault::new("body.shape", "this is a list, not an object");
        return Err(fault.hint("name the fields: `{\"puzzle\": …}`").into());
    }
    serde_json::from_str(text).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let (code, hint) = if error.is_data() {
            (
                "body.shape",
                "the documentation lists the fields of this question and what they may be",
            )
        } else {
            ("body.syntax", "send one JSON object, in UTF-8")
        };
        let fault = Fault::new(code, message).hint(hint);
        Fault { line: Some(error.line()), column: Some(error.column().max(1)), ..fault }.into()
    })
}
