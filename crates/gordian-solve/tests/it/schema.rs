//! Documents against JSON schemas.

use serde_json::Value;

/// A schema that was compiled.
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

    /// Returns what is wrong with the document, and where.
    pub(crate) fn refuse(&self, document: &Value) -> Option<String> {
        self.all.validate(document, self.index).err().map(|error| error.to_string())
    }
}
