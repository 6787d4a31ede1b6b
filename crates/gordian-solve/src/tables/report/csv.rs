//! The report as CSV tables (RFC 4180) with a header line and one number per row, so that other
//! programs can pivot them.
//!
//! Positions and solutions contain commas and are quoted; no other field needs quotes.

use gordian_atlas::square1::report::Report;
use gordian_perm::square1::Notation;

use super::text::Text;

const LINE_END: &str = "\r\n";

/// Returns the number of positions at each distance: `model,distance,positions`.
pub(super) fn levels(report: &Report) -> String {
    let mut out = Text::default();
    out.put(format_args!("model,distance,positions{LINE_END}"));
    for (model, levels) in report.models() {
        for (distance, positions) in levels.iter().enumerate() {
            out.put(format_args!("{},{distance},{positions}{LINE_END}", model.name()));
        }
    }
    out.into_string()
}

/// Returns the number of positions of each shape at each distance:
/// `number,shape,mirror,distance_from_square,images,moves,distance,ignoring_middle_modulo_flip,modulo_flip`.
pub(super) fn shapes(report: &Report) -> String {
    let mut out = Text::default();
    out.put(format_args!(
        "number,shape,mirror,distance_from_square,images,moves,distance,\
         ignoring_middle_modulo_flip,modulo_flip{LINE_END}"
    ));
    for (number, shape) in report.shapes.iter().enumerate() {
        let levels = &shape.levels;
        let counts = levels.ignoring_middle.iter().zip(&levels.modulo_flip);
        for (distance, (ignoring, modulo)) in counts.enumerate() {
            out.put(format_args!(
                "{number},{},{},{},{},{},{distance},{ignoring},{modulo}{LINE_END}",
                levels.shape,
                shape.mirror,
                levels.distance_from_square,
                levels.images,
                levels.moves,
            ));
        }
    }
    out.into_string()
}

/// Returns the farthest positions.
pub(super) fn farthest(report: &Report) -> String {
    let mut out = Text::default();
    out.put(format_args!(
        "position,shape,distance,distance_ignoring_middle,shortest_solutions,solution_wca,\
         solution_cube21{LINE_END}"
    ));
    for it in &report.farthest {
        out.put(format_args!(
            "\"{}\",{},{},{},{},\"{}\",\"{}\"{LINE_END}",
            it.position,
            it.position.shape(),
            it.distance,
            it.distance_ignoring_middle,
            it.shortest_solutions,
            it.solution.write(Notation::Wca),
            it.solution.write(Notation::Cube21),
        ));
    }
    out.into_string()
}
