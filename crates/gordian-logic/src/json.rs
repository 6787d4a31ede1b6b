//! Steps as JSON: what programs read instead of sentences.

use gordian_sudoku::Layout;
use serde_json::{Value, json};

use crate::board::digits;
use crate::step::{Candidate, Mark, Node, Step};
use crate::text;

impl Step {
    /// Returns the step as a document: the technique, what it concludes, what it rests on, and both
    /// texts. Cells are named `r2c5`, houses as in the layout; lists without members are left out.
    #[must_use]
    pub fn to_json(&self, layout: &Layout) -> Value {
        let n = layout.n();
        let pattern = &self.pattern;
        let name = |&cell: &usize| text::cell(cell, n);
        let cells = |cells: &[usize]| cells.iter().map(name).collect::<Vec<_>>();
        let houses = |numbers: &[usize]| -> Vec<&str> {
            numbers.iter().map(|&number| layout.houses()[number].name.as_str()).collect()
        };
        let candidate = |at: &Candidate| json!({"cell": name(&at.cell), "digit": at.digit});
        let candidates = |all: &[Candidate]| all.iter().map(candidate).collect::<Vec<_>>();
        let node = |node: &Node| {
            let mut document = json!({"digit": node.digit, "cells": cells(&node.cells)});
            if !node.through.is_empty() {
                document["through"] = json!(cells(&node.through));
            }
            document
        };
        let marks = pattern.marks.iter().map(|(at, mark)| {
            json!({"cell": name(&at.cell), "digit": at.digit, "mark": mark_name(*mark)})
        });
        let sets = pattern.sets.iter().map(|set| {
            let digits: Vec<u8> = digits(set.digits).collect();
            json!({"cells": cells(&set.cells), "digits": digits})
        });
        let links = pattern.links.iter().map(
            |link| json!({"from": node(&link.from), "to": node(&link.to), "strong": link.strong}),
        );
        let mut document = json!({
            "technique": self.technique.slug(),
            "assumes_unique": self.technique.needs_uniqueness(),
            "placements": candidates(&self.placements),
            "eliminations": candidates(&self.eliminations),
            "digits": pattern.digits,
            "cells": cells(&pattern.cells),
            "houses": houses(&pattern.houses),
            "covers": houses(&pattern.covers),
            "fins": cells(&pattern.fins),
            "marks": marks.collect::<Vec<_>>(),
            "sets": sets.collect::<Vec<_>>(),
            "links": links.collect::<Vec<_>>(),
            "text": self.sentence(layout),
            "eureka": self.eureka(layout),
        });
        if let Value::Object(fields) = &mut document {
            fields.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
        }
        document
    }
}

fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Pattern => "pattern",
        Mark::Extra => "extra",
        Mark::First => "first",
        Mark::Second => "second",
    }
}
