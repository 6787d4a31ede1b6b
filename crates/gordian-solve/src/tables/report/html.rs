//! The report as a web page: one self-contained file without scripts.

use gordian_atlas::square1::CountModel;
use gordian_atlas::square1::report::Report;
use gordian_perm::square1::{Colours, Notation, svg};

use super::chart::{Histogram, Scale, Series};
use super::shapes;
use super::text::{Text, escaped, farthest, grouped, mean, svg_address};

/// The style sheet of the page, for light and dark screens and for print.
const STYLE: &str = include_str!("style.css");

/// The ids and names of the sections, in order.
const SECTIONS: [(&str, &str); 5] = [
    ("distances", "Distances"),
    ("farthest", "The farthest positions"),
    ("from-square", "Distances of shapes from the square"),
    ("shapes", "The 90 shapes"),
    ("positions", "Positions of each shape"),
];

/// Returns the page.
pub(super) fn page(report: &Report) -> String {
    let mut out = Text::default();
    let title = match report.colours {
        Colours::Silver => "Square-1, silver: every position",
        Colours::Six => "Square-1, six colours: every position",
    };
    out.put(format_args!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n"
    ));
    introduction(&mut out, report);
    out.push("<nav aria-label=\"Sections\"><ul>");
    for (id, name) in SECTIONS {
        out.put(format_args!("<li><a href=\"#{id}\">{name}</a></li>"));
    }
    out.push("</ul></nav>\n</header>\n<main>\n");
    let bodies: [fn(&mut Text, &Report); 5] =
        [distances, farthest_positions, from_square, shapes::gallery, shapes::tables];
    for ((id, name), body) in SECTIONS.into_iter().zip(bodies) {
        out.put(format_args!("<section id=\"{id}\">\n<h2>{name}</h2>\n"));
        body(&mut out, report);
        out.push("</section>\n");
    }
    out.push("</main>\n</body>\n</html>\n");
    out.into_string()
}

fn introduction(out: &mut Text, report: &Report) {
    let levels = report.levels_of(CountModel::ModuloFlip);
    let pieces = match report.colours {
        Colours::Silver => "the small pieces are equal in pairs, the big ones all differ",
        Colours::Six => "all sixteen pieces differ",
    };
    let at_end = levels.last().copied().unwrap_or(0);
    out.put(format_args!(
        "<p class=\"lead\">The Square-1 (Cube 21) in which {pieces}. A distance is the number of \
         twists, written <code>/</code>, that a position needs; turns of the layers are free. \
         All positions are counted; none are sampled.</p>\n<dl class=\"facts\">\n"
    ));
    let facts = [
        ("positions, up to flipping the puzzle", grouped(levels.iter().sum::<u64>())),
        ("twists needed at most", farthest(levels).to_string()),
        ("twists needed on average", format!("{:.3}", mean(levels))),
        ("positions that need the most", grouped(at_end)),
        ("shapes", report.shapes.len().to_string()),
    ];
    for (name, value) in facts {
        out.put(format_args!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
    }
    out.push("</dl>\n");
}

fn distances(out: &mut Text, report: &Report) {
    out.push(
        "<p>Three ways to count. <b>Modulo flip</b> is the real puzzle: the middle layer \
         matters, and a position and the flipped one count as one. <b>Ignoring the middle</b> is \
         the model of the database of 2007, whose levels begin at 1. <b>Rotations only</b> counts a \
         position and the flipped one as two.</p>\n",
    );
    level_table(out, report);
    let series = [
        Series {
            name: "modulo flip",
            class: "true",
            counts: report.levels_of(CountModel::ModuloFlip),
        },
        Series {
            name: "ignoring the middle",
            class: "ignoring",
            counts: report.levels_of(CountModel::IgnoringMiddleModuloFlip),
        },
    ];
    out.push("<div class=\"figures\">\n");
    for (id, scale, caption) in [
        ("linear", Scale::Linear, "Positions at each distance"),
        ("logarithmic", Scale::Logarithmic, "The same on a logarithmic scale"),
    ] {
        let title = format!("{caption}; the table above has the numbers");
        let chart =
            Histogram { id, title: &title, unit: "positions", scale, series: &series }.draw();
        out.put(format_args!("<figure>{chart}<figcaption>{caption}</figcaption></figure>\n"));
    }
    out.push("</div>\n");
}

fn level_table(out: &mut Text, report: &Report) {
    out.push(
        "<div class=\"scroll\"><table class=\"numbers\">\n\
         <caption>Positions at each distance</caption>\n<thead><tr>\
         <th scope=\"col\">twists</th><th scope=\"col\">modulo flip</th>\
         <th scope=\"col\">ignoring the middle</th><th scope=\"col\">level of 2007</th>\
         <th scope=\"col\">rotations only</th></tr></thead>\n<tbody>\n",
    );
    let columns =
        [CountModel::ModuloFlip, CountModel::IgnoringMiddleModuloFlip, CountModel::RotationsOnly];
    let [modulo, ignoring, rotations] = columns.map(|model| report.levels_of(model));
    let cell = |levels: &[u64], distance: usize| levels.get(distance).map(grouped);
    let cell = |levels, distance| cell(levels, distance).unwrap_or_else(|| "–".to_owned());
    for distance in 0..modulo.len() {
        let level =
            if distance < ignoring.len() { (distance + 1).to_string() } else { "–".into() };
        out.put(format_args!(
            "<tr><th scope=\"row\">{distance}</th><td>{}</td><td>{}</td><td>{level}</td><td>{}</td>\
             </tr>\n",
            cell(modulo, distance),
            cell(ignoring, distance),
            cell(rotations, distance),
        ));
    }
    let total = |levels: &[u64]| grouped(levels.iter().sum::<u64>());
    out.put(format_args!(
        "</tbody>\n<tfoot><tr><th scope=\"row\">all</th><td>{}</td><td>{}</td><td></td><td>{}</td>\
         </tr>\n<tr><th scope=\"row\">mean</th><td>{:.4}</td><td>{:.4}</td><td></td><td>{:.4}</td>\
         </tr></tfoot>\n</table></div>\n",
        total(modulo),
        total(ignoring),
        total(rotations),
        mean(modulo),
        mean(ignoring),
        mean(rotations),
    ));
}

fn farthest_positions(out: &mut Text, report: &Report) {
    let levels = report.levels_of(CountModel::ModuloFlip);
    out.put(format_args!(
        "<p>{} positions need {} twists. Here is one of each of the shapes that have the most of \
         them. The red line is the cut; light pieces belong to the top of the solved puzzle.</p>\n\
         <ol class=\"cards\">\n",
        grouped(levels.last().copied().unwrap_or(0)),
        farthest(levels),
    ));
    for it in &report.farthest {
        let position = escaped(&it.position.to_string());
        let (sequence, flips) =
            (it.solution.write(Notation::Wca), it.solution.write(Notation::Cube21));
        out.put(format_args!(
            "<li class=\"card wide\"><img src=\"{}\" alt=\"Drawing of the position {position}: top, \
             bottom and middle layer\">\n<h3><code>{position}</code></h3>\n\
             <dl><div><dt>shape</dt><dd>{}</dd></div>\
             <div><dt>twists, ignoring the middle</dt><dd>{}</dd></div>\
             <div><dt>shortest solutions</dt><dd>{}</dd></div>\
             <div class=\"row\"><dt>one of them, WCA</dt><dd><code>{}</code></dd></div>\
             <div class=\"row\"><dt>in the notation of 2007</dt><dd><code>{}</code></dd></div></dl>\
             </li>\n",
            svg_address(&svg(&it.position)),
            it.position.shape(),
            it.distance_ignoring_middle,
            grouped(it.shortest_solutions),
            breakable(&sequence),
            breakable(&flips),
        ));
    }
    out.push("</ol>\n");
}

/// Returns a sequence of moves with a possible line break after each twist.
fn breakable(sequence: &str) -> String {
    escaped(sequence).replace('/', "/<wbr>")
}

fn from_square(out: &mut Text, report: &Report) {
    out.push(
        "<p>The number of twists from a shape to the square, regardless of the positions of the \
         pieces.</p>\n<div class=\"figures\">\n<table class=\"numbers\">\n\
         <caption>All shapes</caption>\n<thead><tr>\
         <th scope=\"col\">twists</th><th scope=\"col\">shapes</th></tr></thead>\n<tbody>\n",
    );
    for (distance, n) in report.shapes_by_distance.iter().enumerate() {
        out.put(format_args!(
            "<tr><th scope=\"row\"><a href=\"#shapes-{distance}\">{distance}</a></th>\
             <td>{n}</td></tr>\n"
        ));
    }
    let chart = Histogram {
        id: "from-square-chart",
        title: "Shapes at each distance from the square one; the table beside it has the numbers",
        unit: "shapes",
        scale: Scale::Linear,
        series: &[Series { name: "up to flip", class: "true", counts: &report.shapes_by_distance }],
    };
    out.put(format_args!(
        "</tbody>\n<tfoot><tr><th scope=\"row\">all</th><td>{}</td></tr></tfoot>\n</table>\n\
         <figure>{}<figcaption>Shapes by twists from the square one</figcaption></figure>\n\
         </div>\n",
        report.shapes.len(),
        chart.draw(),
    ));
}
