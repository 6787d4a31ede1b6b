//! Pages about kinds of puzzles: rules, files, solutions and links, as Markdown for the reference.
//!
//! The page of a pencil puzzle follows from what the kind declares and from an example; the others
//! are written by hand, beside their kinds ([`Kind::page`]).

use std::fmt::Write as _;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::pencil::{CellForm, CellLayer, EdgeLayer, Form, PencilKind, Section, Walls};
use gordian_puzzles::{Kind, Puzzle, Solution, parse};
use serde_json::Value;

use crate::{Problem, Request, SolutionData, solve};

/// A page about a kind of puzzle.
#[derive(Clone, Debug)]
pub struct KindPage {
    /// The page, as Markdown. Links lead from the folder `reference/kinds` of the book.
    pub text: String,
    /// A puzzle on the page.
    pub example: Puzzle,
    /// The solution of the example on the page, if the page shows one.
    pub solution: Option<Solution>,
}

/// Returns the page about a kind.
///
/// `example` is the file of a puzzle of the kind with one solution, which is found in the call.
/// Pages that are written by hand have examples of their own, and leave it out.
///
/// # Panics
///
/// Panics if the example is not a puzzle of the kind with exactly one solution.
#[must_use]
pub fn kind_page(kind: Kind, example: &str) -> KindPage {
    match (kind.page(), kind.pencil()) {
        (Some(text), _) => written_page(kind, text),
        (None, Some(pencil)) => generated_page(kind, pencil, example),
        (None, None) => {
            panic!("the kind `{kind}` has neither a page nor the form of pencil puzzles")
        }
    }
}

/// Returns a page that is written by hand, with its first example that one of its solutions solves.
fn written_page(kind: Kind, text: &str) -> KindPage {
    let examples = blocks(text, "toml").filter_map(|file| parse(file).ok());
    let examples: Vec<Puzzle> = examples.filter(|puzzle| puzzle.kind() == kind).collect();
    let solutions: Vec<Solution> =
        blocks(text, "json").filter_map(|json| Solution::parse(kind, json).ok()).collect();
    let solved = examples.iter().find_map(|example| {
        let solution = solutions.iter().find(|solution| example.check(solution).is_ok());
        solution.map(|solution| (example.clone(), Some(solution.clone())))
    });
    let (example, solution) = solved.unwrap_or_else(|| {
        (examples.first().expect("the page of a kind has an example").clone(), None)
    });
    KindPage { text: text.to_owned(), example, solution }
}

/// Returns the fenced blocks of a page in a language.
fn blocks<'p>(page: &'p str, language: &str) -> impl Iterator<Item = &'p str> {
    let fence = format!("```{language}\n");
    let starts = page.match_indices(&fence).map(|(at, _)| at + fence.len());
    let starts: Vec<usize> = starts.collect();
    starts.into_iter().filter_map(|start| page[start..].split("```").next())
}

fn generated_page(kind: Kind, pencil: &PencilKind, file: &str) -> KindPage {
    let example = parse(file).unwrap_or_else(|errors| panic!("{kind}: {errors:?}"));
    assert_eq!(example.kind(), kind, "the kind of the example");
    let problem = Problem::Puzzle(example.clone());
    let answer = solve(&problem, &Request::default(), &Cancel::new(), &NoProgress);
    let answer = answer.unwrap_or_else(|error| panic!("{kind}: {error}"));
    assert_eq!(answer.unique, Some(true), "the example of `{kind}` has one solution");
    let Some(SolutionData::Puzzle(solution)) = answer.solutions.into_iter().next() else {
        panic!("the example of `{kind}` has a solution");
    };
    let text = page(kind, pencil, file, &example, &solution.to_json());
    KindPage { text, example, solution: Some(solution) }
}

/// Returns the keys of files of a kind, with their values and meanings.
fn keys(form: &Form) -> Vec<(String, String, String)> {
    let mut keys = Vec::new();
    let mut add = |key: &str, value: &str, meaning: &str| {
        keys.push((key.to_owned(), value.to_owned(), meaning.to_owned()));
    };
    add("size", "`[rows, columns]`", "needed only where no other key states it");
    if let Some((key, max)) = form.parameter {
        add(key, &format!("1 to {max}"), "required");
    }
    for (_, key) in form.options {
        add(key, "true or false", "a variant of the rules; false by default");
    }
    if form.cells.is_some() || form.holes {
        add("board", "board", &cell_words(form.cells, form.holes));
    }
    match form.walls {
        Walls::None => {}
        Walls::Rooms => {
            let numbers = if form.room_numbers {
                "; the number of a room is in one of its cells on `board`"
            } else {
                ""
            };
            let meaning = format!(
                "rooms: a letter for each cell, the same for the cells of a room. Rooms that do not touch may share a \
                 letter{numbers}"
            );
            add("rooms", "board", &meaning);
            add("walls", "text", "further walls, such as `r1c1-r1c2 r1c1-r2c1`");
        }
        Walls::Borders => add("walls", "text", "given borders, such as `r1c1-r1c2 r1c1-r2c1`"),
    }
    if form.points.is_some() {
        let meaning = format!(
            "numbers at the corners of cells, one row and one column more than the board: {}",
            cell_words(form.points, false)
        );
        add("points", "board", &meaning);
    }
    if form.dots.is_some() {
        let meaning = format!(
            "the places at the centres of cells, between two cells and between four, 2 · rows − 1 rows of 2 · columns − 1: {}",
            cell_words(form.dots, false)
        );
        add("dots", "board", &meaning);
    }
    if let Some(outside) = form.outside {
        let what = match (outside.is_list, outside.is_letter) {
            (true, _) => "numbers separated by commas",
            (false, true) => "a letter",
            (false, false) => "a number",
        };
        for side in outside.sides {
            let meaning = format!("for each line {what}, or `.` for none; separated by blanks");
            add(side.key(), "text", &meaning);
        }
    }
    if form.pieces {
        let meaning = "the pieces, separated by blanks; the rows of each separated by slashes, such as `##/#.`";
        add("pieces", "text", meaning);
    }
    keys
}

/// Describes the entries of a board.
fn cell_words(form: Option<CellForm>, holes: bool) -> String {
    let clue = match form {
        None => "".to_owned(),
        Some(CellForm::Numbers { unknown, max, .. }) => {
            let separated = if max > 9 { "; cells are separated by blanks" } else { "" };
            let unknown = if unknown { " or `?`" } else { "" };
            format!("numbers{unknown}{separated}")
        }
        Some(CellForm::Marks(marks)) => {
            let marks: Vec<String> =
                marks.iter().map(|(symbol, meaning)| format!("`{symbol}` {meaning}")).collect();
            marks.join(", ")
        }
        Some(CellForm::Circles) => {
            "`o` a white circle, `*` a black one, with or without a number, such as `o5`; cells are separated by blanks"
                .to_owned()
        }
        Some(CellForm::Arrows { coloured }) => {
            let colour = if coloured { ", after `o` in a white cell and `*` in a black one" } else { "" };
            format!(
                "a number or `?` with an arrow (`^`, `v`, `<`, `>`){colour}, such as `2>`; cells are separated by blanks"
            )
        }
        Some(CellForm::Several) => {
            "one to four numbers or `?`, separated by commas; cells are separated by blanks".to_owned()
        }
        Some(CellForm::Sums) => {
            "`#` a black cell, `16\\` one with the sum of the run below, `\\23` one with that of the run to the right, \
             `16\\23` with both; cells are separated by blanks"
                .to_owned()
        }
        Some(CellForm::Compass) => {
            "the numbers up, right, down and left, separated by commas, `-` for none; cells are separated by blanks"
                .to_owned()
        }
    };
    let hole = if holes { "`#` not a cell" } else { "" };
    let blank = "`.` a blank cell";
    [clue.as_str(), hole, blank]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}

/// Describes the form of solutions.
fn solution_words(form: &Form) -> String {
    let cells = form.cell_layer.map(|layer| match layer {
        CellLayer::Shade => "`shade`, a text for each row: `#` a shaded cell, `.` another one".to_owned(),
        CellLayer::Numbers { zero: '#' } => {
            "`numbers`, a text for each row: numbers separated by blanks, `#` for a shaded cell".to_owned()
        }
        CellLayer::Numbers { zero } => {
            format!("`numbers`, a text for each row: numbers separated by blanks, `{zero}` for an empty cell")
        }
        CellLayer::Symbols(symbols) => {
            let symbols: Vec<String> =
                symbols.iter().map(|(symbol, meaning)| format!("`{symbol}` {meaning}")).collect();
            format!("`symbols`, a text for each row: {}", symbols.join(", "))
        }
    });
    let edges = form.edge_layer.map(|layer| {
        match layer {
            EdgeLayer::Links { .. } => {
                "`links`: in `right`, for each row the lines from each cell to the next one; in `down`, for each row but the \
                 last the lines to the row below; digits"
            }
            EdgeLayer::Outline => {
                "`edges`: in `horizontal`, the edges above each row and below the last one; in `vertical`, those left of each \
                 cell and right of the last one; 1 for a line"
            }
            EdgeLayer::Borders => {
                "`regions`, a text for each row: the numbers of the blocks, separated by blanks, `.` for a hole. The checker \
                 also reads `borders`, with the borders in `right` and `down`"
            }
        }
        .to_owned()
    });
    let parts: Vec<String> = cells.into_iter().chain(edges).collect();
    let plain = if form.edge_layer.is_none() {
        " `gordian check` also accepts the rows as plain text."
    } else {
        ""
    };
    format!("An object with {}.{plain}", parts.join("; and "))
}

fn section_name(section: Section) -> &'static str {
    match section {
        Section::Number16 => "Number16",
        Section::OptionalNumber16 => "Number16 if any cell is given",
        Section::Number10 => "Number10",
        Section::FourCell => "4Cell",
        Section::FourCross => "4Cross",
        Section::OneCell => "1Cell",
        Section::Border => "Border",
        Section::OptionalBorder => "Border if any border is given",
        Section::RoomNumber16 => "RoomNumber16",
        Section::ExCell | Section::ExCellLists => "ExCell",
        Section::Circle => "Circle",
        Section::Holes => "Empty",
        Section::OptionalHoles => "Empty if there are holes",
        Section::Arrow => "ArrowNumber16",
        Section::ColouredArrow => "ArrowNumber16 with colours",
        Section::Dots => "Dots",
        Section::Pieces(_) => "Piece bank",
        Section::Several => "Tapa",
        Section::Number36 => "Hitori",
        Section::Compass => "Compass",
        Section::Sums => "Kakuro",
        Section::MarkDigit => "Tatamibari",
        Section::MarkNumber16 => "Number16 for marks",
        Section::ColouredNumber16 => "Balance",
        Section::Parameter => "a number and a slash",
        Section::Slash => "a slash",
    }
}

fn links(kind: Kind, form: &Form) -> String {
    if kind.link_names().is_empty() {
        return "Puzzles of this kind have no links of puzz.link.".to_owned();
    }
    let names: Vec<String> = kind.link_names().iter().map(|name| format!("`{name}`")).collect();
    let sections: Vec<&str> = form.link.iter().map(|&section| section_name(section)).collect();
    let (what, are) = if names.len() == 1 { ("name", "is") } else { ("names", "are") };
    let mut text = format!(
        "The {what} in [links](../../formats/links.md) {are} {}. The body is {}.",
        names.join(", "),
        sections.join(", then ")
    );
    for (letter, key) in form.options {
        let _ = write!(text, " The flag `{letter}` stands for `{key} = true`.");
    }
    if !form.ignored_flags.is_empty() {
        let _ = write!(text, " The flag `{}` is ignored.", form.ignored_flags);
    }
    text
}

/// Breaks a paragraph into lines of at most 100 characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if length > 0 && length + 1 + word.chars().count() > 100 {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += word.chars().count();
    }
    out
}

fn page(
    kind: Kind,
    pencil: &PencilKind,
    example: &str,
    puzzle: &Puzzle,
    solution: &Value,
) -> String {
    let form = pencil.form;
    let title = if pencil.title.eq_ignore_ascii_case(kind.name()) {
        format!("# `{kind}`\n")
    } else {
        format!("# `{kind}`: {}\n", pencil.title)
    };
    let mut rows = String::new();
    for (key, value, meaning) in keys(form) {
        let _ = writeln!(rows, "| `{key}` | {value} | {meaning} |");
    }
    let has_holes = form.edge_layer == Some(EdgeLayer::Borders);
    let common =
        PencilKind::COMMON_RULES.iter().filter(|(rule, _)| has_holes || *rule != "other-holes");
    let mut rules = String::new();
    for (rule, broken) in common.chain(pencil.rules) {
        let _ = writeln!(rules, "| `{rule}` | {broken} |");
    }
    let omittable: Vec<String> =
        (pencil.omittable)().iter().map(|name| format!("`{name}`")).collect();
    if !omittable.is_empty() {
        let text = format!(
            "Puzzles [can do without](../../guides/custom.md#rules-besides-those-of-a-kind) {}.",
            omittable.join(", ")
        );
        let _ = writeln!(rules, "\n{}", wrapped(&text));
    }
    let link =
        puzzle.to_link().map_or_else(|_| String::new(), |link| format!("\n```text\n{link}\n```\n"));
    format!(
        "{title}\n{}\n## Puzzle files\n\n```toml\n{}```\n\n| key | value | |\n| --- | --- | --- |\n{rows}\n{}\n\n## Solutions\n\n{}\n\n```json\n{solution}\n```\n\n| rule | broken if |\n| --- | --- |\n{rules}\n## Links\n\n{}\n{link}",
        pencil.description,
        example,
        wrapped(
            "The keys `title`, `author` and `source` are those of all [puzzle files](../../formats/puzzle-files.md). On boards, \
             blank cells are written as `.`."
        ),
        wrapped(&solution_words(form)),
        wrapped(&links(kind, form)),
    )
}
