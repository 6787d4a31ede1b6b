//! The report as a JSON document, which `docs/cli.md` describes.

use gordian_perm::square1::Notation;
use serde_json::{Map, Value, json};

use super::data::{Report, ReportShape};
use crate::square1::Antipode;

/// The version of the document.
const SCHEMA: u32 = 1;

/// Returns the document with line breaks.
pub(super) fn document(report: &Report) -> String {
    let by_model = |value: fn(&[u64]) -> Value| -> Value {
        let entries = report.models().map(|(it, levels)| (it.name().to_owned(), value(levels)));
        Value::Object(entries.collect::<Map<_, _>>())
    };
    let name = |number: usize| report.shapes[number].levels.shape.as_str();
    let document = json!({
        "schema": SCHEMA,
        "puzzle": report.puzzle(),
        "models": by_model(|levels| json!(levels)),
        "positions": by_model(|levels| json!(levels.iter().sum::<u64>())),
        "shapes_by_distance_from_square": report.shapes_by_distance,
        "shapes": report.shapes.iter().map(|it| shape(it, &name)).collect::<Vec<_>>(),
        "farthest": report.farthest.iter().map(farthest).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn shape<'a>(shape: &ReportShape, name: &dyn Fn(usize) -> &'a str) -> Value {
    let levels = &shape.levels;
    json!({
        "shape": levels.shape,
        "mirror": name(shape.mirror),
        "distance_from_square": levels.distance_from_square,
        "images": levels.images,
        "moves": levels.moves,
        "neighbours": shape.neighbours.iter().map(|&it| name(it)).collect::<Vec<_>>(),
        "ignoring_middle_modulo_flip": levels.ignoring_middle,
        "modulo_flip": levels.modulo_flip,
    })
}

fn farthest(it: &Antipode) -> Value {
    json!({
        "position": it.position.to_string(),
        "shape": it.position.shape().to_string(),
        "distance": it.distance,
        "distance_ignoring_middle": it.distance_ignoring_middle,
        // The number fits for every position; otherwise it is `null`.
        "shortest_solutions": u64::try_from(it.shortest_solutions).ok(),
        "solution": {
            "wca": it.solution.write(Notation::Wca),
            "cube21": it.solution.write(Notation::Cube21),
        },
    })
}
