//! Validates documents by JSON schemas.

use serde_json::Value;

/// A compiled JSON schema.
pub(crate) struct Schema {
    all: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Schema {
    pub(crate) fn new(schema: Value) -> Self {
        let mut all = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.add_resource("schema.json", schema).unwrap();
        let index = compiler.compile("schema.json", &mut all).unwrap();
        Self { all, index }
    }

    /// Returns the validation errors of a document; `None` if it is valid.
    pub(crate) fn validation_error(&self, document: &Value) -> Option<String> {
        self.all.validate(document, self.index).err().map(|error| error.to_string())
    }
}
