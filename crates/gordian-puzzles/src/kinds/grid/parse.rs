//! Parses a grid from its file.

use std::collections::BTreeSet;

use gordian_grid::{Grid, Layout};
use toml::de::{DeTable, DeValue};

use super::{Cage, GridPuzzle, Rule};
use crate::board::block::{Block, Token};
use crate::board::cell::{Cell, count_noun};
use crate::board::reader::{Reader, Value, nearest_name};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

const KEYS: [&str; 7] = ["size", "givens", "regions", "box", "diagonals", "group", "rule"];

/// The largest possible sum of a set of cells in the largest grid.
const MAX_SUM: usize = GridPuzzle::MAX_SIZE * GridPuzzle::MAX_SIZE * GridPuzzle::MAX_SIZE;

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<GridPuzzle> {
    let metadata = Metadata::read_with_keys(reader, table, "a grid", &KEYS);
    let n = read_size(reader, table)?;
    let givens = match table.get("givens") {
        Some(value) => {
            reader.block("givens", value).and_then(|block| read_givens(reader, &block, n))
        }
        None => Some(vec![0; n * n]),
    };
    let layout = read_regions(reader, table, n);
    let diagonals = match table.get("diagonals") {
        Some(value) => read_diagonals(reader, value),
        None => Some(Vec::new()),
    };
    let mut layout = layout?;
    for diagonal in diagonals? {
        layout = match diagonal {
            Diagonal::Main => layout.with_main_diagonal(),
            Diagonal::Anti => layout.with_anti_diagonal(),
        };
    }
    let givens = givens?;
    let mut names: BTreeSet<String> =
        layout.houses().iter().map(|house| house.name.clone()).collect();
    let groups = read_groups(reader, table, n, &mut names)?;
    let layout = layout.with_groups(groups).expect("each cell of a group is listed once");
    let rules = read_rules(reader, table, n, &mut names)?;
    Some(GridPuzzle { metadata, grid: Grid::new(layout, givens), rules })
}

/// Returns n: the key `size`, or else the number of rows of the first drawn board.
fn read_size(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<usize> {
    if let Some(value) = table.get("size") {
        return reader.integer("size", value, 1..=GridPuzzle::MAX_SIZE);
    }
    for key in ["givens", "regions"] {
        let Some(value) = table.get(key) else { continue };
        let text = reader.text(key, value)?;
        let n = Block::new(reader.source, value.span(), text).lines.len();
        if key == "regions" && text == "none" {
            continue;
        }
        if (1..=GridPuzzle::MAX_SIZE).contains(&n) {
            return Some(n);
        }
        let message = format!(
            "{key} has {}, not between 1 and {}",
            count_noun(n, "row"),
            GridPuzzle::MAX_SIZE
        );
        reader.error("puzzle.wrong-shape", value.span(), message);
        return None;
    }
    let diagnostic = Diagnostic::new("puzzle.missing-key", 0..0, "the grid has no size");
    reader.report(diagnostic.hint("add `size`, or draw the given digits as `givens`"));
    None
}

/// Checks that a drawn board has n rows of n cells; reports each other row.
fn check_shape(
    reader: &mut Reader<'_>,
    what: &str,
    block: &Block,
    board: &[Vec<Token<'_>>],
    n: usize,
) -> bool {
    let mut fits = true;
    if board.len() != n {
        let span = block.lines.get(n).map_or(block.span.clone(), |line| line.span.clone());
        let message = format!("{what} has {} instead of {n}", count_noun(board.len(), "row"));
        reader.error("puzzle.wrong-shape", span, message);
        fits = false;
    }
    for (number, (row, line)) in board.iter().zip(&block.lines).take(n).enumerate() {
        if row.len() == n {
            continue;
        }
        fits = false;
        let message = format!(
            "row {} of {what} has {} instead of {n}",
            number + 1,
            count_noun(row.len(), "cell")
        );
        let diagnostic = Diagnostic::new("puzzle.wrong-shape", line.span.clone(), message);
        reader.report(if board.iter().flatten().any(|piece| piece.text.chars().count() > 1) {
            diagnostic.hint("a row with blanks is read as cells separated by blanks")
        } else {
            diagnostic
        });
    }
    fits
}

/// Returns the digit of a cell of a drawing: 0 for `.` and `0`, the value of a number, and for a
/// single letter 10 (A) to 35 (Z).
pub(crate) fn digit(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('.'), None) => Some(0),
        (Some(letter), None) => letter.to_digit(36).and_then(|value| usize::try_from(value).ok()),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    }
}

fn read_givens(reader: &mut Reader<'_>, block: &Block, n: usize) -> Option<Vec<u8>> {
    let board = block.board();
    let mut fits = check_shape(reader, "givens", block, &board, n);
    let mut givens = Vec::with_capacity(n * n);
    for piece in board.iter().flatten() {
        match digit(piece.text) {
            Some(value) if value <= n => {
                givens.push(u8::try_from(value).expect("a grid has at most 64 digits"));
                continue;
            }
            Some(value) if piece.text.len() == 1 && value > 9 => {
                let message =
                    format!("`{}` stands for {value}, which is larger than {n}", piece.text);
                reader.error("puzzle.out-of-range", piece.span.clone(), message);
            }
            Some(value) => {
                let message = format!("{value} is not between 1 and {n}");
                reader.error("puzzle.out-of-range", piece.span.clone(), message);
            }
            None => {
                let message = format!("`{}` is not a digit", excerpt(piece.text));
                let hint = "a cell is a number from 1, a letter (A is 10), or `.` for empty";
                reader.report(
                    Diagnostic::new("puzzle.bad-character", piece.span.clone(), message).hint(hint),
                );
            }
        }
        fits = false;
    }
    fits.then_some(givens)
}

fn read_regions(reader: &mut Reader<'_>, table: &DeTable<'_>, n: usize) -> Option<Layout> {
    match (table.get("regions"), table.get("box")) {
        (Some(_), Some(size)) => {
            let diagnostic = Diagnostic::new(
                "puzzle.conflict",
                size.span(),
                "a grid has either `regions` or `box`, not both",
            );
            reader.report(diagnostic.hint("remove one of them; extra sets of cells are [[group]]"));
            None
        }
        (Some(regions), None) => {
            if reader.text("regions", regions)? == "none" {
                return Layout::latin(n).ok();
            }
            let block = reader.block("regions", regions)?;
            draw_regions(reader, &block, n)
        }
        (None, Some(size)) => {
            let items = reader.list_of("box", size, 2)?;
            let rows = reader.integer("the number of rows of a box", &items[0], 1..=n);
            let columns = reader.integer("the number of columns of a box", &items[1], 1..=n);
            let (rows, columns) = (rows?, columns?);
            if rows * columns == n {
                return Some(boxes(n, rows, columns));
            }
            let message = format!(
                "a box of {rows} by {columns} has {} instead of {n}",
                count_noun(rows * columns, "cell")
            );
            reader.error("puzzle.wrong-shape", size.span(), message);
            None
        }
        (None, None) if n.isqrt() * n.isqrt() == n => Some(boxes(n, n.isqrt(), n.isqrt())),
        (None, None) => {
            let message = format!("a grid of size {n} has no square boxes");
            let span = table.get("size").map_or(0..0, |size| size.span());
            let hint = "say `box = [rows, columns]`, draw `regions`, or say `regions = \"none\"`";
            reader.report(Diagnostic::new("puzzle.missing-key", span, message).hint(hint));
            None
        }
    }
}

/// Cuts the grid into boxes, numbered row by row.
fn boxes(n: usize, rows: usize, columns: usize) -> Layout {
    let number = |cell: usize| cell / n / rows * (n / columns) + cell % n / columns;
    let labels: Vec<usize> = (0..n * n).map(number).collect();
    // Unlike `Layout::boxes`, this shares no arithmetic with the searches whose solutions are
    // checked.
    Layout::regions(n, &labels).expect("every box has n cells")
}

fn draw_regions(reader: &mut Reader<'_>, block: &Block, n: usize) -> Option<Layout> {
    let board = block.board();
    let mut fits = check_shape(reader, "regions", block, &board, n);
    // Regions are listed in the order in which they first appear.
    let mut regions: Vec<(&str, Vec<Cell>)> = Vec::new();
    let mut labels = Vec::with_capacity(n * n);
    for (row, cells) in board.iter().enumerate().take(n) {
        for (column, piece) in cells.iter().enumerate().take(n) {
            if !piece.text.chars().all(char::is_alphanumeric) {
                let message = format!("`{}` is not a region", excerpt(piece.text));
                let hint = "every cell has its region's letter or number";
                reader.report(
                    Diagnostic::new("puzzle.bad-character", piece.span.clone(), message).hint(hint),
                );
                fits = false;
                continue;
            }
            let known = regions.iter().position(|&(label, _)| label == piece.text);
            let number = known.unwrap_or_else(|| {
                regions.push((piece.text, Vec::new()));
                regions.len() - 1
            });
            regions[number].1.push(Cell::new(row, column));
            labels.push(excerpt(piece.text));
        }
    }
    if !fits {
        return None;
    }
    for (label, cells) in &regions {
        if cells.len() != n {
            let message = format!(
                "region {} has {} instead of {n}",
                excerpt(label),
                count_noun(cells.len(), "cell")
            );
            let first = &board[cells[0].row][cells[0].column];
            reader.error("puzzle.wrong-region", first.span.clone(), message);
            fits = false;
        }
    }
    if !fits {
        return None;
    }
    Some(Layout::labelled_regions(n, &labels).expect("every region has n cells"))
}

/// A diagonal of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Diagonal {
    Main,
    Anti,
}

impl Diagonal {
    fn name(self) -> &'static str {
        match self {
            Self::Main => "main diagonal",
            Self::Anti => "anti-diagonal",
        }
    }
}

fn read_diagonals(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Vec<Diagonal>> {
    let mut diagonals = Vec::new();
    for item in reader.list("diagonals", value)? {
        let diagonal = match reader.text("a diagonal", item)? {
            "main" => Diagonal::Main,
            "anti" => Diagonal::Anti,
            other => {
                let message = format!("`{}` is not a diagonal", excerpt(other));
                let hint = "diagonals are \"main\" (from the top left) and \"anti\"";
                let diagnostic = Diagnostic::new("puzzle.unknown-value", item.span(), message);
                reader.report(diagnostic.hint(hint));
                return None;
            }
        };
        if diagonals.contains(&diagonal) {
            let message = format!("the {} is listed twice", diagonal.name());
            reader.error("puzzle.duplicate", item.span(), message);
            return None;
        }
        diagonals.push(diagonal);
    }
    Some(diagonals)
}

/// Returns the entries of `[[key]]`, which may be missing.
fn entries<'t, 'v>(
    reader: &mut Reader<'_>,
    table: &'t DeTable<'v>,
    key: &str,
) -> Option<Vec<&'t Value<'v>>> {
    match table.get(key) {
        Some(value) => {
            let items = reader.list(&format!("[[{key}]]"), value)?;
            Some(items.iter().collect())
        }
        None => Some(Vec::new()),
    }
}

fn read_groups(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    n: usize,
    names: &mut BTreeSet<String>,
) -> Option<Vec<(String, Vec<usize>)>> {
    let entries = entries(reader, table, "group")?;
    let groups: Vec<Option<(String, Vec<usize>)>> = entries
        .iter()
        .enumerate()
        .map(|(number, entry)| {
            let fields = reader.table("a group", entry)?;
            reader.check_keys("a group", fields, &["name", "cells"]);
            let name = read_name(reader, fields, entry, format!("group {}", number + 1), names);
            let cells = read_cells(reader, fields, entry, "a group", n);
            Some((name?, cells?.into_iter().map(|cell| cell.index(n)).collect()))
        })
        .collect();
    groups.into_iter().collect()
}

fn read_rules(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    n: usize,
    names: &mut BTreeSet<String>,
) -> Option<Vec<Rule>> {
    let entries = entries(reader, table, "rule")?;
    let rules: Vec<Option<Rule>> = entries
        .iter()
        .enumerate()
        .map(|(number, entry)| {
            let fields = reader.table("a rule", entry)?;
            let Some(kind) = fields.get("type") else {
                let message = "a rule without `type`";
                let diagnostic = Diagnostic::new("puzzle.missing-key", entry.span(), message);
                reader.report(diagnostic.hint("add `type = \"cells\"`"));
                return None;
            };
            match reader.text("the type of a rule", kind)? {
                "cells" => read_cage(reader, fields, entry, number, n, names).map(Rule::Cells),
                other => {
                    let message = format!("rule `{}` is not known to this version", excerpt(other));
                    let hint = match nearest_name(other, &["cells"]) {
                        Some(nearest) => format!("did you mean `{nearest}`?"),
                        None => "the only rule so far is `cells` with a `sum`".to_owned(),
                    };
                    let diagnostic = Diagnostic::new("puzzle.unknown-rule", kind.span(), message);
                    reader.report(diagnostic.hint(hint));
                    None
                }
            }
        })
        .collect();
    rules.into_iter().collect()
}

fn read_cage(
    reader: &mut Reader<'_>,
    fields: &DeTable<'_>,
    entry: &Value<'_>,
    number: usize,
    n: usize,
    names: &mut BTreeSet<String>,
) -> Option<Cage> {
    let what = "a `cells` rule";
    reader.check_keys(what, fields, &["type", "name", "cells", "sum", "different"]);
    let name = read_name(reader, fields, entry, format!("cage {}", number + 1), names);
    let cells = read_cells(reader, fields, entry, what, n);
    let sum = match fields.get("sum") {
        Some(value) => reader.integer("sum", value, 1..=MAX_SUM),
        None => {
            reader.error("puzzle.missing-key", entry.span(), format!("{what} without `sum`"));
            None
        }
    };
    let different = match fields.get("different") {
        Some(value) => reader.boolean("different", value),
        None => Some(true),
    };
    Some(Cage { name: name?, cells: cells?, sum: sum?, distinct: different? })
}

/// Reads the name of a group or rule; names must be unique so that messages are unambiguous.
fn read_name(
    reader: &mut Reader<'_>,
    fields: &DeTable<'_>,
    entry: &Value<'_>,
    default: String,
    names: &mut BTreeSet<String>,
) -> Option<String> {
    let (name, span) = match fields.get("name") {
        Some(value) => (reader.name("name", value)?, value.span()),
        None => (default, entry.span()),
    };
    if names.insert(name.clone()) {
        return Some(name);
    }
    let message = format!("the name `{}` is used twice", excerpt(&name));
    reader.report(
        Diagnostic::new("puzzle.duplicate", span, message).hint("give it a `name` of its own"),
    );
    None
}

/// Reads the key `cells`: a list of [row, column], or a drawing with an `X` for each cell.
fn read_cells(
    reader: &mut Reader<'_>,
    fields: &DeTable<'_>,
    entry: &Value<'_>,
    what: &str,
    n: usize,
) -> Option<Vec<Cell>> {
    let Some(value) = fields.get("cells") else {
        reader.error("puzzle.missing-key", entry.span(), format!("{what} without `cells`"));
        return None;
    };
    let cells = match value.get_ref() {
        DeValue::String(_) => {
            let block = reader.block("cells", value)?;
            draw_cells(reader, &block, n)?
        }
        _ => list_cells(reader, value, n)?,
    };
    if cells.is_empty() {
        reader.error("puzzle.empty", value.span(), format!("{what} has no cells"));
        return None;
    }
    Some(cells)
}

fn list_cells(reader: &mut Reader<'_>, value: &Value<'_>, n: usize) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut seen = BTreeSet::new();
    let mut fits = true;
    for item in reader.list("cells", value)? {
        let Some(cell) = reader.cell("a cell", item, n, n) else {
            fits = false;
            continue;
        };
        if !seen.insert(cell) {
            reader.error("puzzle.duplicate", item.span(), format!("{cell} is listed twice"));
            fits = false;
        }
        cells.push(cell);
    }
    fits.then_some(cells)
}

fn draw_cells(reader: &mut Reader<'_>, block: &Block, n: usize) -> Option<Vec<Cell>> {
    let board = block.board();
    let mut fits = check_shape(reader, "cells", block, &board, n);
    let mut cells = Vec::new();
    for (row, pieces) in board.iter().enumerate() {
        for (column, piece) in pieces.iter().enumerate() {
            match piece.text {
                "X" | "x" => cells.push(Cell::new(row, column)),
                "." => {}
                other => {
                    let message = format!("`{}` neither marks nor skips a cell", excerpt(other));
                    let hint = "draw `X` for each cell that belongs, `.` for the others";
                    reader.report(
                        Diagnostic::new("puzzle.bad-character", piece.span.clone(), message)
                            .hint(hint),
                    );
                    fits = false;
                }
            }
        }
    }
    fits.then_some(cells)
}
