//! The pages of the kinds of puzzles.

use std::fmt::Write as _;

use gordian::puzzles::Kind;
use gordian::{KindPage, kind_page};
use serde::Serialize;

use super::{Page, cell};

/// A kind of puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct KindSummary {
    /// The name in puzzle files.
    pub(crate) kind: &'static str,
    /// The name as players write it.
    pub(crate) title: String,
    /// Whether it is a pencil puzzle, which `gordian generate` makes.
    pub(crate) is_pencil_puzzle: bool,
    /// The names in links.
    pub(crate) link_names: &'static [&'static str],
}

/// Returns all kinds, in the order of the documentation.
pub(crate) fn kind_summaries() -> impl Iterator<Item = KindSummary> {
    Kind::all().iter().map(|kind| KindSummary {
        kind: kind.name(),
        title: kind.title().to_owned(),
        is_pencil_puzzle: kind.pencil().is_some(),
        link_names: kind.link_names(),
    })
}

/// Returns the page of a kind, with the example of the repository.
pub(crate) fn kind_page_of(kind: Kind) -> KindPage {
    kind_page(kind, &gordian_server::example_puzzle(kind.name()).unwrap_or_default())
}

/// Returns the pages: an overview, and for each kind its page and the picture of its example.
pub(super) fn pages() -> Vec<Page> {
    let mut overview = "# Kinds of puzzles\n\n\
        Each page has the rules, the form of puzzle files and of solutions, the rules that a wrong solution \
        breaks, and the links that are read. `gordian kinds NAME` prints it.\n\n\
        | kind | |\n| --- | --- |\n"
        .to_owned();
    let mut pages = Vec::new();
    for &kind in Kind::all() {
        let _ = writeln!(overview, "| [`{kind}`]({kind}.md) | {} |", cell(kind.title()));
        let KindPage { text, example, solution } = kind_page_of(kind);
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let what = if solution.is_some() { "A solved puzzle" } else { "A puzzle" };
        let text = format!("{title}\n\n![{what} of the kind {kind}](pictures/{kind}.svg)\n{rest}");
        pages.push(Page::new(format!("kinds/{kind}.md"), text));
        let picture = format!("{}\n", example.svg(solution.as_ref()));
        pages.push(Page::new(format!("kinds/pictures/{kind}.svg"), picture));
    }
    pages.push(Page::new("kinds/index.md", overview));
    pages
}
