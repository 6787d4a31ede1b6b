//! The sections of the page about single shapes: the gallery and the tables of positions.

use gordian_atlas::square1::report::{Report, ReportShape};
use gordian_perm::square1::svg_shape;

use super::chart::sparkline;
use super::text::{Text, farthest, grouped, mean, svg_address};

/// Returns the numbers of the shapes, sorted by their distance from the square.
fn in_order(report: &Report) -> Vec<usize> {
    let mut order: Vec<usize> = (0..report.shapes.len()).collect();
    order.sort_by_key(|&it| report.shapes[it].levels.distance_from_square);
    order
}

/// Draws all shapes, sorted by their distance from the square.
pub(super) fn gallery(out: &mut Text, report: &Report) {
    out.push(
        "<p>A shape is the arrangement of small (<code>e</code>) and big (<code>C</code>) pieces in \
         both layers, up to turns of the layers and flips of the puzzle. The bars show the number of \
         its positions at each distance from solved, on a logarithmic scale.</p>\n",
    );
    let mut last = None;
    for number in in_order(report) {
        let shape = &report.shapes[number];
        let distance = shape.levels.distance_from_square;
        if last != Some(distance) {
            if last.is_some() {
                out.push("</ul>\n");
            }
            let twists = match distance {
                0 => "The square".to_owned(),
                1 => "1 twist from the square".to_owned(),
                n => format!("{n} twists from the square"),
            };
            out.put(format_args!(
                "<h3 id=\"shapes-{distance}\">{twists}</h3>\n<ul class=\"cards\">\n"
            ));
            last = Some(distance);
        }
        card(out, report, number);
    }
    out.push("</ul>\n");
}

fn card(out: &mut Text, report: &Report, number: usize) {
    let shape = &report.shapes[number];
    let levels = &shape.levels;
    let name = &levels.shape;
    let counts = &levels.modulo_flip;
    let nearest = counts.iter().position(|&n| n > 0).unwrap_or(0);
    let range = format!("{nearest} to {}", farthest(counts));
    let bars = sparkline(counts, &format!("Positions of {name} by distance: {range} twists"));
    let mirror = if shape.mirror == number {
        "itself".to_owned()
    } else {
        format!("<a href=\"#shape-{0}\">{0}</a>", shape.mirror)
    };
    let neighbours: Vec<String> =
        shape.neighbours.iter().map(|it| format!("<a href=\"#shape-{it}\">{it}</a>")).collect();
    out.put(format_args!(
        "<li class=\"card\" id=\"shape-{number}\"><img src=\"{}\" alt=\"Drawing of the shape \
         {name}\">\n<h4>{number} · <code>{}</code></h4>{bars}\n\
         <dl><div><dt>positions</dt><dd>{}</dd></div>\
         <div><dt>twists to solve</dt><dd>{range}</dd></div>\
         <div><dt>on average</dt><dd>{:.2}</dd></div>\
         <div><dt>different twists</dt><dd>{}</dd></div>\
         <div><dt>symmetries</dt><dd>{}</dd></div>\
         <div><dt>mirror image</dt><dd>{mirror}</dd></div></dl>\n\
         <details><summary>twists lead to {} shapes</summary><p>{}</p></details></li>\n",
        svg_address(&svg_shape(&shape.shape)),
        name.replace('/', "/<wbr>"),
        grouped(counts.iter().sum::<u64>()),
        mean(counts),
        levels.moves,
        levels.images,
        shape.neighbours.len(),
        neighbours.join(", "),
    ));
}

/// Writes the positions of each shape at each distance, in both models.
pub(super) fn tables(out: &mut Text, report: &Report) {
    out.push(
        "<p>Up to flips of the puzzle. Cells with larger numbers have a stronger \
         colour.</p>\n",
    );
    table(out, report, "With the middle layer (modulo flip)", false);
    table(out, report, "Ignoring the middle layer: the model of 2007", true);
}

fn table(out: &mut Text, report: &Report, caption: &str, ignoring_middle: bool) {
    let last = report.shapes.iter().map(|it| farthest(it.counts(ignoring_middle))).max();
    let last = last.unwrap_or(0);
    out.put(format_args!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\
         <table class=\"numbers heat\">\n<caption>{caption}</caption>\n<thead><tr>\
         <th scope=\"col\">shape</th><th scope=\"col\">from square</th>"
    ));
    for distance in 0..=last {
        out.put(format_args!("<th scope=\"col\">{distance}</th>"));
    }
    out.push("<th scope=\"col\">all</th></tr></thead>\n<tbody>\n");
    for number in in_order(report) {
        row(out, number, &report.shapes[number], ignoring_middle, last);
    }
    out.push("</tbody>\n</table></div>\n");
}

fn row(out: &mut Text, number: usize, shape: &ReportShape, ignoring_middle: bool, last: usize) {
    let counts = shape.counts(ignoring_middle);
    out.put(format_args!(
        "<tr><th scope=\"row\"><a href=\"#shape-{number}\">{}</a></th><td>{}</td>",
        shape.levels.shape, shape.levels.distance_from_square
    ));
    for &n in counts.iter().take(last + 1) {
        match n.checked_ilog10() {
            None => out.push("<td class=\"none\">0</td>"),
            Some(decade) => out.put(format_args!("<td class=\"h{decade}\">{}</td>", grouped(n))),
        }
    }
    out.put(format_args!("<td>{}</td></tr>\n", grouped(counts.iter().sum::<u64>())));
}
