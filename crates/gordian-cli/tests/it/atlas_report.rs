//! `gordian atlas report`: every format is valid and agrees with the table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use gordian::perm::square1::{Colours, Notation, Position, Sequence};
use gordian_testkit::square1_levels::SILVER;
use serde_json::Value;

use crate::atlas::{names, silver};
use crate::support::{folder, gordian, run};

const MODELS: [(&str, &[u64]); 3] = [
    ("ignoring-middle-modulo-flip", SILVER.ignoring_middle),
    ("modulo-flip", SILVER.modulo_flip),
    ("rotations-only", SILVER.rotations_only),
];

/// Writes the report into a directory of a test and returns its files.
fn report(test: &str, format: &str) -> BTreeMap<String, String> {
    let folder: PathBuf = folder(&format!("report-{test}")).join("created/if/necessary");
    let out = folder.to_str().unwrap();
    let args = ["atlas", "report", silver().name(), "--out", out, "--format", format];
    let run = run(&args).ends_with(0);
    let names = names(&folder);
    assert_eq!(run.stdout.lines().count(), names.len(), "{}", run.stdout);
    let text = |name: String| (name.clone(), fs_err::read_to_string(folder.join(name)).unwrap());
    names.into_iter().map(text).collect()
}

/// An element's name and attributes.
type Element = (String, BTreeMap<String, String>);

/// Returns the elements of an XML document in order, or panics where it is not well formed.
/// `void` elements have no end.
fn elements(document: &str, void: &[&str]) -> Vec<Element> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = document;
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a loose `>` in {text:?}");
        for entity in text.split('&').skip(1) {
            let (name, _) = entity.split_once(';').expect("an entity ends");
            assert!(["lt", "gt", "amp", "quot", "#39"].contains(&name), "&{name};");
        }
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        if tag.starts_with(['!', '?']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "`</{name}>`");
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut list) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while let Some((key, value)) = list.trim().split_once("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            let before = attributes.insert(key.to_owned(), value.to_owned());
            assert_eq!(before, None, "`{key}` twice in `{tag}`");
            list = after;
        }
        assert_eq!(list.trim(), "", "in `{tag}`");
        all.push((name.to_owned(), attributes));
        if !is_empty && !void.contains(&name) {
            open.push(name.to_owned());
            if name == "style" {
                rest = &rest[rest.find("</style>").expect("a style ends")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?} not closed");
    all
}

fn count(elements: &[Element], name: &str) -> usize {
    elements.iter().filter(|element| element.0 == name).count()
}

#[test]
fn html_report_is_self_contained() {
    let files = report("page", "html");
    assert_eq!(files.keys().collect::<Vec<_>>(), ["index.html"]);
    let page = &files["index.html"];
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    let elements = elements(page, &["meta", "img", "wbr"]);
    assert_eq!(count(&elements, "img"), 90 + 12);
    assert_eq!(count(&elements, "script") + count(&elements, "link"), 0);
    assert!(!page.contains("@import") && !page.contains("url("));
    let mut ids = BTreeSet::new();
    for (name, attributes) in &elements {
        if let Some(id) = attributes.get("id") {
            assert!(ids.insert(id.as_str()), "two elements are `{id}`");
        }
        if let Some(source) = attributes.get("src") {
            assert!(source.starts_with("data:image/svg+xml,"), "{source}");
        }
        if name == "img" {
            assert!(attributes.get("alt").is_some_and(|text| text.len() > 10), "{attributes:?}");
        }
        if name == "svg" {
            assert_eq!(attributes["role"], "img");
        }
        if name == "th" {
            assert!(["col", "row"].contains(&attributes["scope"].as_str()));
        }
    }
    let targets: Vec<&str> =
        elements.iter().filter_map(|element| element.1.get("href")).map(String::as_str).collect();
    assert!(targets.len() > 200);
    for target in targets {
        let id = target.strip_prefix('#').unwrap_or_else(|| panic!("{target} is elsewhere"));
        assert!(ids.contains(id), "nothing is `{id}`");
    }
    // Every chart, every drawing in small and every table has a title.
    let n_svg = count(&elements, "svg");
    assert_eq!(n_svg, 3 + 90);
    assert_eq!(count(&elements, "caption"), count(&elements, "table"));
    assert_eq!(count(&elements, "caption"), 4);
    for said in ["13,621,608,000", "5,502,343,432", "eeeeCCeeC", "prefers-color-scheme: dark"] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn json_report_agrees_with_the_level_counts() {
    let files = report("document", "json");
    let document: Value = serde_json::from_str(&files["report.json"]).unwrap();
    assert_eq!((&document["schema"], &document["puzzle"]), (&1.into(), &"square1-silver".into()));
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    };
    for (model, levels) in MODELS {
        assert_eq!(numbers(&document["models"][model]), levels, "{model}");
        assert_eq!(document["positions"][model], levels.iter().sum::<u64>());
    }
    let shapes = document["shapes"].as_array().unwrap();
    assert_eq!(shapes.len(), 90);
    let by_distance = numbers(&document["shapes_by_distance_from_square"]);
    assert_eq!(by_distance, [1, 1, 2, 8, 22, 38, 17, 1]);
    let known: BTreeSet<&str> =
        shapes.iter().map(|shape| shape["shape"].as_str().unwrap()).collect();
    let mut sums = [vec![0; SILVER.modulo_flip.len()], vec![0; SILVER.modulo_flip.len()]];
    for shape in shapes {
        let neighbours = shape["neighbours"].as_array().unwrap();
        assert!(neighbours.iter().all(|name| known.contains(name.as_str().unwrap())));
        assert!(known.contains(shape["mirror"].as_str().unwrap()));
        for (sum, key) in sums.iter_mut().zip(["ignoring_middle_modulo_flip", "modulo_flip"]) {
            for (sum, n) in sum.iter_mut().zip(numbers(&shape[key])) {
                *sum += n;
            }
        }
    }
    assert_eq!(sums[0][..12], *SILVER.ignoring_middle);
    assert_eq!(sums[1], SILVER.modulo_flip);
    farthest(document["farthest"].as_array().unwrap());
}

/// Checks the farthest positions of a report.
fn farthest(all: &[Value]) {
    assert_eq!(all.len(), 12);
    let mut shapes = BTreeSet::new();
    for it in all {
        let position: Position = it["position"].as_str().unwrap().parse().unwrap();
        assert!(position.can_twist());
        assert!(shapes.insert(position.shape()), "two of one shape");
        assert_eq!(it["shape"], position.shape().to_string());
        assert_eq!((&it["distance"], &it["distance_ignoring_middle"]), (&12.into(), &11.into()));
        assert!(it["shortest_solutions"].as_u64().is_some_and(|n| n > 0));
        for (name, notation) in [("wca", Notation::Wca), ("cube21", Notation::Cube21)] {
            let solution =
                Sequence::parse(it["solution"][name].as_str().unwrap(), notation).unwrap();
            assert_eq!(solution.twists(), 12);
            assert_eq!(position.apply(&solution), Ok(Position::solved(Colours::Silver)));
        }
    }
}

#[test]
fn xml_report_is_well_formed() {
    let files = report("elements", "xml");
    let elements = elements(&files["report.xml"], &[]);
    assert_eq!(elements[0].0, "square1");
    assert_eq!(elements[0].1["puzzle"], "square1-silver");
    assert_eq!(count(&elements, "shape"), 90);
    assert_eq!(count(&elements, "levels"), 3 + 2 * 90);
    assert_eq!(count(&elements, "position"), 12);
    let mut at = 1;
    for (model, levels) in MODELS {
        assert_eq!(elements[at].1["model"], model);
        assert_eq!(elements[at].1["positions"], levels.iter().sum::<u64>().to_string());
        for (distance, n) in levels.iter().enumerate() {
            at += 1;
            let attributes = &elements[at].1;
            assert_eq!(attributes["distance"], distance.to_string());
            assert_eq!(attributes["positions"], n.to_string());
        }
        at += 1;
    }
}

/// Returns the rows of a CSV file; the first one is the header.
fn rows(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                c => fields.last_mut().unwrap().push(c),
            }
        }
        assert!(!quoted, "{line}");
        fields
    };
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    let rows: Vec<Vec<String>> = lines.into_iter().map(row).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "columns are missing");
    rows
}

#[test]
fn csv_report_has_all_rows_and_columns() {
    let files = report("rows", "csv");
    assert_eq!(files.keys().collect::<Vec<_>>(), ["farthest.csv", "levels.csv", "shapes.csv"]);
    let levels = rows(&files["levels.csv"]);
    assert_eq!(levels[0], ["model", "distance", "positions"]);
    let expected = MODELS.iter().flat_map(|(model, levels)| {
        let row = |(distance, n): (usize, &u64)| {
            vec![(*model).to_owned(), distance.to_string(), n.to_string()]
        };
        levels.iter().enumerate().map(row).collect::<Vec<_>>()
    });
    assert_eq!(levels[1..], expected.collect::<Vec<_>>());
    let shapes = rows(&files["shapes.csv"]);
    assert_eq!(shapes[0].len(), 9);
    assert_eq!(shapes.len(), 1 + 90 * SILVER.modulo_flip.len());
    let total: u64 = shapes[1..].iter().map(|row| row[8].parse::<u64>().unwrap()).sum();
    assert_eq!(total, SILVER.modulo_flip.iter().sum::<u64>());
    let farthest = rows(&files["farthest.csv"]);
    assert_eq!((farthest.len(), farthest[0].len()), (13, 7));
    assert!(farthest[1..].iter().all(|row| row[0].parse::<Position>().is_ok()));
}

#[test]
fn report_is_reproducible() {
    assert_eq!(report("twice", "json"), report("twice", "json"));
}

#[test]
fn report_errors_name_the_file_or_format() {
    let run = run(&["atlas", "report", silver().name(), "--out", "Cargo.toml"]).ends_with(2);
    assert!(run.stderr.contains("Cargo.toml"), "{}", run.stderr);
    let run = gordian("atlas report Cargo.toml --out none").ends_with(2);
    assert!(run.stderr.contains("is not a table"), "{}", run.stderr);
    assert!(gordian("atlas report x --out y --format pdf").ends_with(2).stderr.contains("csv"));
}
