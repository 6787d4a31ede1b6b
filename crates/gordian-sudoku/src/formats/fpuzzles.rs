//! The JSON of f-puzzles, read and written.
//!
//! ```json
//! {"size": 9, "title": "...", "author": "...", "ruleset": "...",
//!  "grid": [[{"value": 5, "given": true}, {"region": 3}, {"givenPencilMarks": [1, 2]}, ...], ...],
//!  "killercage": [{"cells": ["R1C1", "R1C2"], "value": "9"}],
//!  "diagonal+": true, "extraregion": [{"cells": ["R1C1", "R2C2"]}], "disjointgroups": true,
//!  "thermometer": [...], ...}
//! ```
//!
//! `diagonal+` rises from the bottom left to the top right, `diagonal-` falls. A cell without
//! `region` is in its default box, a cell whose region is null in none. Every other key that is not
//! empty is a rule, or a decoration that can represent one, and is listed in
//! [`ParsedPuzzle::unknown_constructs`].

use gordian_grid::{Candidates, Grid, HouseKind, Layout};
use serde_json::{Map, Value, json};

use super::alphabet::default_boxes;
use super::json::{
    as_digit, as_integer, as_list, as_object, as_square_grid, as_text, invalid_value, is_unset,
};
use super::{Cage, Format, FormatError, ParsedPuzzle, PuzzleMetadata, lz_string};

/// The maximum number of houses.
const MAX_HOUSES: usize = 1000;

/// Reads a puzzle.
pub(super) fn read(value: &Value) -> Result<ParsedPuzzle, FormatError> {
    let fields = as_object(value, "puzzle")?;
    let size = fields.get("size").map(|size| {
        as_integer(size)
            .and_then(|size| usize::try_from(size).ok())
            .filter(|size| (1..=Layout::MAX_SIZE).contains(size))
            .ok_or_else(|| invalid_value("size", "a number from 1 to 64"))
    });
    let size = size.transpose()?;
    let (n, rows) = as_square_grid(fields.get("grid"), "grid")?;
    if size.is_some_and(|size| size != n) {
        return Err(invalid_value("size", "the size of the grid"));
    }
    let mut read =
        ParsedPuzzle::new(Grid::new(Layout::latin(n)?, vec![0; n * n]), Format::FPuzzles);
    let mut labels = Vec::with_capacity(n * n);
    let mut marks = vec![read.puzzle.layout.all_digits(); n * n];
    for (index, value) in rows.into_iter().flatten().enumerate() {
        let path = || format!("grid[{}][{}]", index / n, index % n);
        let cell = as_object(value, &path())?;
        labels.push(region_of_cell(cell, index, n, &path)?);
        read_cell(cell, index, n, &mut read, &mut marks[index], &path)?;
    }
    let mut layout = layout_of_labels(n, &labels, &mut read)?;
    let is_on = |key: &str| fields.get(key) == Some(&Value::Bool(true));
    if is_on("diagonal-") {
        layout = layout.with_main_diagonal();
    }
    if is_on("diagonal+") {
        layout = layout.with_anti_diagonal();
    }
    let mut groups = Groups::new(layout);
    if let Some(value) = fields.get("extraregion").filter(|value| !is_unset(value)) {
        extra_regions(value, n, &mut groups, &mut read)?;
    }
    let grouped = is_on("disjointgroups") && groups.layout.box_size().is_some();
    if grouped {
        disjoint_groups(&mut groups)?;
    }
    for (key, value) in fields.iter().filter(|(_, value)| !is_unset(value)) {
        match key.as_str() {
            "size" | "grid" | "extraregion" => {}
            "killercage" => killer_cages(value, n, &mut groups, &mut read)?,
            "diagonal-" | "diagonal+" if is_on(key) => {}
            "disjointgroups" if grouped => {}
            "title" => read.metadata.title = as_text(value),
            "author" => read.metadata.author = as_text(value),
            "ruleset" => read.metadata.description = as_text(value),
            "solution" | "disabledlogic" | "truecandidatesoptions" | "successMessage" => {
                read.note_ignored(key);
            }
            _ => read.add_unknown_construct(key),
        }
    }
    let layout = groups.into_layout()?;
    let all = layout.all_digits();
    let marked = marks.iter().any(|&mask| mask != all);
    read.puzzle.layout = layout;
    read.puzzle.marks = marked.then(|| Candidates::from_masks(marks));
    Ok(read)
}

/// Returns the number of the region of a cell, or `None` if it is in no region.
fn region_of_cell(
    cell: &Map<String, Value>,
    index: usize,
    n: usize,
    path: &impl Fn() -> String,
) -> Result<Option<i64>, FormatError> {
    match cell.get("region") {
        None => Ok(default_boxes(n).and_then(|(height, width)| {
            i64::try_from(index / n / height * height + index % n / width).ok()
        })),
        Some(Value::Null) => Ok(None),
        Some(value) => match as_integer(value) {
            Some(region) => Ok(Some(region)),
            None => Err(invalid_value(format!("{}.region", path()), "a number")),
        },
    }
}

fn read_cell(
    cell: &Map<String, Value>,
    index: usize,
    n: usize,
    read: &mut ParsedPuzzle,
    mask: &mut u64,
    path: &impl Fn() -> String,
) -> Result<(), FormatError> {
    let given = cell.get("given") == Some(&Value::Bool(true));
    for (key, value) in cell.iter().filter(|(_, value)| !is_unset(value)) {
        match key.as_str() {
            "region" | "given" => {}
            "value" => match as_digit(value, n, || format!("{}.value", path()))? {
                0 => {}
                digit if given => read.puzzle.givens[index] = digit,
                digit => read.placed.push((index, digit)),
            },
            "givenPencilMarks" => {
                *mask = 0;
                let path = || format!("{}.givenPencilMarks", path());
                for mark in as_list(value, &path())? {
                    match as_digit(mark, n, path)? {
                        0 => return Err(invalid_value(path(), "a list of digits")),
                        digit => *mask |= 1 << (digit - 1),
                    }
                }
            }
            "centerPencilMarks" | "cornerPencilMarks" | "candidates" | "c" | "cArray"
            | "highlight" => read.note_ignored(&format!("grid.{key}")),
            _ => read.add_unknown_construct(&format!("grid.{key}")),
        }
    }
    Ok(())
}

/// Returns the layout of cells with region labels.
fn layout_of_labels(
    n: usize,
    labels: &[Option<i64>],
    read: &mut ParsedPuzzle,
) -> Result<Layout, FormatError> {
    let mut regions: Vec<(i64, Vec<usize>)> = Vec::new();
    for (cell, label) in labels.iter().enumerate() {
        let Some(label) = *label else { continue };
        match regions.iter_mut().find(|(known, _)| *known == label) {
            Some((_, cells)) => cells.push(cell),
            None => regions.push((label, vec![cell])),
        }
    }
    layout_of_regions(n, regions.into_iter().map(|(_, cells)| cells).collect(), read)
}

/// Returns the layout with these regions. If they do not divide the grid into n parts of n cells,
/// they become groups; a region of more than n cells cannot have distinct digits, and is an unknown
/// construct.
pub(super) fn layout_of_regions(
    n: usize,
    regions: Vec<Vec<usize>>,
    read: &mut ParsedPuzzle,
) -> Result<Layout, FormatError> {
    let mut labels = vec![usize::MAX; n * n];
    for (number, cells) in regions.iter().enumerate() {
        for &cell in cells {
            labels[cell] = number;
        }
    }
    let whole = regions.len() == n
        && labels.iter().all(|&label| label != usize::MAX)
        && regions.iter().all(|cells| cells.len() == n);
    if whole {
        return Ok(Layout::regions(n, &labels)?);
    }
    let mut groups = Groups::new(Layout::latin(n)?);
    for (number, cells) in regions.into_iter().enumerate() {
        if cells.len() > n {
            read.add_unknown_construct(&format!("region of {} cells", cells.len()));
        } else if cells.len() > 1 {
            groups.add(format!("region {}", number + 1), cells)?;
        }
    }
    groups.into_layout()
}

/// A layout and the groups to add to it. They are added at once, because each addition copies all
/// houses.
pub(super) struct Groups {
    layout: Layout,
    groups: Vec<(String, Vec<usize>)>,
}

impl Groups {
    pub(super) fn new(layout: Layout) -> Self {
        Self { layout, groups: Vec::new() }
    }

    /// Adds a group, up to the maximum number of houses: very many houses would make the
    /// preparation of a search slow.
    pub(super) fn add(&mut self, name: String, cells: Vec<usize>) -> Result<(), FormatError> {
        if self.layout.houses().len() + self.groups.len() >= MAX_HOUSES {
            return Err(FormatError::TooManyHouses { limit: MAX_HOUSES });
        }
        self.groups.push((name, cells));
        Ok(())
    }

    /// Returns the layout with the groups.
    pub(super) fn into_layout(self) -> Result<Layout, FormatError> {
        Ok(self.layout.with_groups(self.groups)?)
    }
}

fn extra_regions(
    value: &Value,
    n: usize,
    groups: &mut Groups,
    read: &mut ParsedPuzzle,
) -> Result<(), FormatError> {
    for (number, value) in as_list(value, "extraregion")?.iter().enumerate() {
        let path = format!("extraregion[{number}]");
        let fields = as_object(value, &path)?;
        for (key, value) in fields {
            if key != "cells" && !is_unset(value) {
                read.add_unknown_construct(&format!("extraregion.{key}"));
            }
        }
        let cells = cells_of(fields, &path, n)?;
        groups.add(format!("extra region {}", number + 1), cells)?;
    }
    Ok(())
}

/// Reads the cells of a group or a cage.
fn cells_of(fields: &Map<String, Value>, path: &str, n: usize) -> Result<Vec<usize>, FormatError> {
    let path = format!("{path}.cells");
    let cells = as_list(fields.get("cells").unwrap_or(&Value::Null), &path)?;
    cells
        .iter()
        .map(|cell| {
            cell.as_str()
                .and_then(|name| parse_cell_name(name, n))
                .ok_or_else(|| invalid_value(&path, "a list of cells"))
        })
        .collect()
}

/// Reads killer cages: no digit repeats, and the digits add up to the value, if there is one.
fn killer_cages(
    value: &Value,
    n: usize,
    groups: &mut Groups,
    read: &mut ParsedPuzzle,
) -> Result<(), FormatError> {
    for (number, value) in as_list(value, "killercage")?.iter().enumerate() {
        let path = format!("killercage[{number}]");
        let fields = as_object(value, &path)?;
        for (key, _) in fields.iter().filter(|(_, value)| !is_unset(value)) {
            // Colours only affect the drawing.
            if !["cells", "value", "outlineC", "fontC", "baseC"].contains(&key.as_str()) {
                read.add_unknown_construct(&format!("killercage.{key}"));
            }
        }
        let cells = cells_of(fields, &path, n)?;
        match fields.get("value").filter(|value| !is_unset(value)) {
            None => groups.add(format!("cage {}", number + 1), cells)?,
            Some(value) => add_cage(read, value, cells, true, "killercage")?,
        }
    }
    Ok(())
}

/// Adds a cage with the sum in `value`. A value that is not a sum, such as `<12`, is an unknown
/// construct.
pub(super) fn add_cage(
    read: &mut ParsedPuzzle,
    value: &Value,
    cells: Vec<usize>,
    different: bool,
    name: &str,
) -> Result<(), FormatError> {
    let sum = as_integer(value).and_then(|sum| usize::try_from(sum).ok()).filter(|&sum| sum > 0);
    let distinct = cells.iter().collect::<std::collections::BTreeSet<_>>().len();
    let n = read.puzzle.layout.n();
    match sum {
        _ if cells.is_empty() || distinct < cells.len() => {
            return Err(invalid_value(format!("{name}.cells"), "a list of different cells"));
        }
        _ if read.cages.len() >= MAX_HOUSES => {
            return Err(FormatError::TooManyHouses { limit: MAX_HOUSES });
        }
        // Larger sums are impossible, so the value must have another meaning.
        Some(sum) if sum <= n * n * n => read.cages.push(Cage { cells, sum, distinct: different }),
        _ => read.add_unknown_construct(name),
    }
    Ok(())
}

/// Returns the index of a cell such as `R3C12`, counted from 1.
fn parse_cell_name(name: &str, n: usize) -> Option<usize> {
    let (row, column) = name.trim().strip_prefix('R')?.split_once('C')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let inside = |value: usize| (1..=n).contains(&value);
    (inside(row) && inside(column)).then(|| (row - 1) * n + column - 1)
}

/// Adds the groups of cells at the same position of every box.
fn disjoint_groups(groups: &mut Groups) -> Result<(), FormatError> {
    let layout = groups.layout.clone();
    let boxes: Vec<_> = layout.houses_of(HouseKind::Region).collect();
    for place in 0..layout.n() {
        let cells = boxes.iter().map(|house| house.cells[place]).collect();
        groups.add(format!("disjoint group {}", place + 1), cells)?;
    }
    Ok(())
}

/// Writes a link that opens the puzzle in f-puzzles, with houses, givens, pencil marks, title,
/// author and description.
///
/// # Errors
///
/// Fails if a cell has no pencil mark, which the format cannot represent.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::{PuzzleMetadata, parse_line, to_fpuzzles_link};
///
/// let puzzle = parse_line("1... ..2. .3.. ...4", None).unwrap().puzzle;
/// let link = to_fpuzzles_link(&puzzle, &PuzzleMetadata::default()).unwrap();
/// assert!(link.starts_with("https://www.f-puzzles.com/?load=N4Ig"));
/// assert_eq!(parse_line(&link, None).unwrap().puzzle, puzzle);
/// ```
pub fn to_fpuzzles_link(puzzle: &Grid, metadata: &PuzzleMetadata) -> Result<String, FormatError> {
    let n = puzzle.layout.n();
    let mut fields = houses_to_write(&puzzle.layout);
    let cells = cells_to_write(puzzle)?;
    let rows: Vec<_> = cells.chunks(n).map(|row| Value::Array(row.to_vec())).collect();
    fields.insert("size".to_owned(), n.into());
    fields.insert("grid".to_owned(), rows.into());
    let texts = [
        ("title", &metadata.title),
        ("author", &metadata.author),
        ("ruleset", &metadata.description),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            fields.insert(key.to_owned(), text.as_str().into());
        }
    }
    Ok(format!(
        "https://www.f-puzzles.com/?load={}",
        lz_string::pack(&Value::Object(fields).to_string())
    ))
}

/// Returns the keys for diagonals and groups.
fn houses_to_write(layout: &Layout) -> Map<String, Value> {
    let n = layout.n();
    let mut fields = Map::new();
    let mut groups = Vec::new();
    for house in layout.houses() {
        match house.kind {
            HouseKind::Row | HouseKind::Column | HouseKind::Region => {}
            HouseKind::MainDiagonal => {
                fields.insert("diagonal-".to_owned(), true.into());
            }
            HouseKind::AntiDiagonal => {
                fields.insert("diagonal+".to_owned(), true.into());
            }
            HouseKind::Group => {
                let name = |&cell: &usize| format!("R{}C{}", cell / n + 1, cell % n + 1);
                groups.push(json!({"cells": house.cells.iter().map(name).collect::<Vec<_>>()}));
            }
        }
    }
    if !groups.is_empty() {
        fields.insert("extraregion".to_owned(), groups.into());
    }
    fields
}

/// Returns the cells with givens, regions other than the default boxes, and pencil marks.
fn cells_to_write(puzzle: &Grid) -> Result<Vec<Value>, FormatError> {
    let layout = &puzzle.layout;
    let n = layout.n();
    let mut labels = vec![Value::Null; n * n];
    let regions = layout.houses().iter().filter(|house| house.kind == HouseKind::Region);
    for (number, house) in regions.enumerate() {
        house.cells.iter().for_each(|&cell| labels[cell] = number.into());
    }
    let usual = layout.box_size().is_some() && layout.box_size() == default_boxes(n);
    let mut cells = Vec::with_capacity(n * n);
    for (index, label) in labels.into_iter().enumerate() {
        let mut cell = Map::new();
        if puzzle.givens[index] != 0 {
            cell.insert("value".to_owned(), puzzle.givens[index].into());
            cell.insert("given".to_owned(), true.into());
        }
        if !usual {
            cell.insert("region".to_owned(), label);
        }
        let all = layout.all_digits();
        if let Some(marks) = puzzle.marks.as_ref().filter(|marks| marks.mask(index) & all != all) {
            let digits: Vec<u8> =
                marks.digits(index).filter(|&digit| usize::from(digit) <= n).collect();
            if digits.is_empty() {
                let what = "a cell without any pencil mark";
                return Err(FormatError::Unwritable { format: Format::FPuzzles, what });
            }
            cell.insert("givenPencilMarks".to_owned(), digits.into());
        }
        cells.push(Value::Object(cell));
    }
    Ok(cells)
}
