//! `docs/guides/sudoku-logic.md` contains the table of techniques.

use std::fmt::Write as _;

use gordian_logic::Technique;

/// Returns the table in the form of the document.
fn table() -> String {
    let mut techniques: Vec<Technique> = Technique::all().collect();
    techniques.sort_by_key(|technique| technique.weight());
    let mut text = String::from(
        "| technique | also | weight | HoDoKu: order | score | level | assumes |\n\
         | --- | --- | ---: | ---: | ---: | --- | --- |\n",
    );
    for technique in techniques {
        let about = technique.hodoku();
        let column = |text: Option<String>| match (text, about) {
            (None, _) => "-".to_owned(),
            (Some(text), Some(about)) if !about.is_default => format!("({text})"),
            (Some(text), _) => text,
        };
        let _ = writeln!(
            text,
            "| {technique} | {} | {} | {} | {} | {} | {} |",
            technique.aliases().join(", "),
            technique.weight(),
            column(about.map(|about| about.order.to_string())),
            column(about.map(|about| about.score.to_string())),
            column(about.map(|about| about.level.name().to_owned())),
            if technique.needs_uniqueness() { "one solution" } else { "" },
        );
    }
    text
}

#[test]
fn document_contains_the_table_of_techniques() {
    let document = include_str!("../../../../docs/guides/sudoku-logic.md");
    let table = table();
    assert!(document.contains(&table), "the table is\n\n{table}");
}
