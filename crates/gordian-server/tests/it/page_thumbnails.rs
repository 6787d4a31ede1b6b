//! The small pictures of the kinds of pencil puzzles on the first screen of the page:
//! `web/public/kinds.svg` is drawn from the solved puzzles of `web/thumbnails.jsonl`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::api::Api;
use crate::page_types::{compare, repository_path};

#[tokio::test(flavor = "multi_thread")]
async fn page_has_a_picture_of_every_kind() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let text = fs_err::read_to_string(repository_path("web/thumbnails.jsonl")).unwrap();
    let mut symbols = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    let mut drawn = BTreeSet::new();
    for line in text.lines() {
        let one: Value = serde_json::from_str(line).unwrap();
        let (kind, puzzle, solution) = (&one["kind"], &one["puzzle"], &one["solution"]);
        let body = json!({"puzzle": puzzle, "solution": solution});
        let checked = api.post("/api/v1/check", &body).await.document;
        assert_eq!(checked["right"], true, "{kind}: {checked}");
        let drawing = api.post("/api/v1/draw", &body).await.document;
        assert_eq!(&drawing["kind"], kind);
        let kind = kind.as_str().unwrap();
        symbols.push_str(&symbol(kind, drawing["svg"].as_str().unwrap()));
        assert!(drawn.insert(kind.to_owned()), "{kind} is there twice");
    }
    symbols.push_str("</svg>\n");
    let list = api.post("/api/v1/pencil/kinds", &json!({})).await.document;
    let kinds: BTreeSet<String> = list["kinds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(drawn, kinds, "each kind has one puzzle in web/thumbnails.jsonl");
    api.stop().await;
    compare("web/public/kinds.svg", &symbols);
}

/// Returns a drawing as a symbol, which a page shows by its name.
fn symbol(kind: &str, svg: &str) -> String {
    let (head, rest) = svg.split_once(">\n").unwrap();
    let (_, elements) = rest.split_once("</title>\n").unwrap();
    let elements = elements.trim_end().strip_suffix("</svg>").unwrap();
    let view = head.split_once("viewBox=\"").unwrap().1.split_once('"').unwrap().0;
    let mut out = String::new();
    writeln!(
        out,
        "<symbol id=\"{kind}\" viewBox=\"{view}\" fill=\"none\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">"
    )
    .unwrap();
    out.push_str(elements);
    out.push_str("</symbol>\n");
    out
}
