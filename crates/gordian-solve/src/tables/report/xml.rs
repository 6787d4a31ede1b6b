//! The report as an XML document: the shapes, and all other data of the report.
//!
//! ```xml
//! <square1 schema="1" puzzle="square1-silver">
//!   <levels model="modulo-flip" positions="13616062236">
//!     <level distance="0" positions="1"/> …
//!   </levels> …
//!   <shapes>
//!     <shape number="0" name="eCeCeCeC/eCeCeCeC" distance-from-square="0" images="32" moves="…" mirror="0">
//!       <neighbour shape="1"/> …
//!       <levels model="modulo-flip"> … </levels> …
//!     </shape> …
//!   </shapes>
//!   <farthest>
//!     <position shape="…" distance="12" …><text>…</text><solution notation="wca">…</solution></position> …
//!   </farthest>
//! </square1>
//! ```

use gordian_atlas::square1::CountModel;
use gordian_atlas::square1::report::{Report, ReportShape};
use gordian_perm::square1::Notation;

use super::text::{Text, escaped};

/// Returns the document.
pub(super) fn document(report: &Report) -> String {
    let mut out = Text::default();
    out.push("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.put(format_args!("<square1 schema=\"1\" puzzle=\"{}\">\n", report.puzzle()));
    for (model, counts) in report.models() {
        levels(&mut out, "  ", model, counts);
    }
    out.push("  <shapes>\n");
    for (number, it) in report.shapes.iter().enumerate() {
        shape(&mut out, number, it);
    }
    out.push("  </shapes>\n  <farthest>\n");
    for it in &report.farthest {
        out.put(format_args!(
            "    <position shape=\"{}\" distance=\"{}\" distance-ignoring-middle=\"{}\" \
             shortest-solutions=\"{}\">\n",
            it.position.shape(),
            it.distance,
            it.distance_ignoring_middle,
            it.shortest_solutions,
        ));
        out.put(format_args!("      <text>{}</text>\n", escaped(&it.position.to_string())));
        for notation in Notation::ALL {
            let name = notation.name();
            let solution = escaped(&it.solution.write(notation));
            out.put(format_args!("      <solution notation=\"{name}\">{solution}</solution>\n"));
        }
        out.push("    </position>\n");
    }
    out.push("  </farthest>\n</square1>\n");
    out.into_string()
}

fn shape(out: &mut Text, number: usize, shape: &ReportShape) {
    let levels_of = &shape.levels;
    out.put(format_args!(
        "    <shape number=\"{number}\" name=\"{}\" distance-from-square=\"{}\" images=\"{}\" \
         moves=\"{}\" mirror=\"{}\">\n",
        levels_of.shape,
        levels_of.distance_from_square,
        levels_of.images,
        levels_of.moves,
        shape.mirror,
    ));
    for neighbour in &shape.neighbours {
        out.put(format_args!("      <neighbour shape=\"{neighbour}\"/>\n"));
    }
    levels(out, "      ", CountModel::IgnoringMiddleModuloFlip, &levels_of.ignoring_middle);
    levels(out, "      ", CountModel::ModuloFlip, &levels_of.modulo_flip);
    out.push("    </shape>\n");
}

fn levels(out: &mut Text, indent: &str, model: CountModel, counts: &[u64]) {
    let total: u64 = counts.iter().sum();
    let name = model.name();
    out.put(format_args!("{indent}<levels model=\"{name}\" positions=\"{total}\">\n"));
    for (distance, positions) in counts.iter().enumerate() {
        out.put(format_args!(
            "{indent}  <level distance=\"{distance}\" positions=\"{positions}\"/>\n"
        ));
    }
    out.put(format_args!("{indent}</levels>\n"));
}
