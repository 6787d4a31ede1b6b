//! The page of the solving techniques.

use std::fmt::Write as _;

use gordian::logic::Technique;

use super::Page;

/// Returns the page with the table of all techniques.
pub(super) fn page() -> Page {
    let mut techniques: Vec<Technique> = Technique::all().collect();
    techniques.sort_by_key(|technique| technique.weight());
    let mut text = "# Techniques\n\n\
        The techniques of [Sudoku by logic](../guides/sudoku-logic.md), in the order of `gordian sudoku \
        steps`. The page of the service defines, proves and shows each of them, at \
        `#/techniques/NAME`.\n\n\
        *name* is how the command line writes it. *weight* is the difficulty on [Gordian's \
        scale](../guides/sudoku-logic.md#gordians-scale); *order*, *score* and *level* are those of HoDoKu \
        2.2: `-` if HoDoKu does not have the technique, in brackets if it does not use it by default. \
        *assumes* tells which techniques are valid only for puzzles with exactly one solution.\n\n\
        | technique | name | also | weight | order | score | level | assumes |\n\
        | --- | --- | --- | ---: | ---: | ---: | --- | --- |\n"
        .to_owned();
    for technique in techniques {
        let entry = technique.hodoku();
        let column = |text: Option<String>| match (text, entry) {
            (None, _) => "-".to_owned(),
            (Some(text), Some(entry)) if !entry.is_default => format!("({text})"),
            (Some(text), _) => text,
        };
        let _ = writeln!(
            text,
            "| {technique} | `{}` | {} | {} | {} | {} | {} | {} |",
            technique.slug(),
            technique.aliases().join(", "),
            technique.weight(),
            column(entry.map(|entry| entry.order.to_string())),
            column(entry.map(|entry| entry.score.to_string())),
            column(entry.map(|entry| entry.level.name().to_owned())),
            if technique.needs_uniqueness() { "one solution" } else { "" },
        );
    }
    Page::new("techniques.md", text)
}
