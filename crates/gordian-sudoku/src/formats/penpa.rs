//! Links of Penpa+, a program that draws puzzles of any kind: the boards that are Sudoku.
//!
//! A link has the board as its parameter `p`: lines of text, deflated, in base 64.
//!
//! | line | content |
//! | --- | --- |
//! | 0 | `sudoku` or `square`, columns, rows, …; the fields 15 to 18 are title, author, source, rules |
//! | 1 | the rows and columns around the grid, for clues: above, below, left, right |
//! | 3 | what the setter drew: `number`, `lineE` (borders), `killercages` and others |
//! | 4 | what the player drew |
//! | 17 | the names of the kinds that the setter chose |
//!
//! Names in the drawings are abbreviated (`zN` is `"number"`). A place is a number. The board has
//! two more cells on each side; with `w` columns and `h` rows in all, cells are counted row by row,
//! then their lower right corners, then two kinds of edges, then the four quarters of each cell:
//!
//! ```text
//! cell (i, j)                  i + j·w
//! its lower right corner       w·h + i + j·w
//! its quarter q                4·(w·h + i + j·w) + q
//! ```
//!
//! Everything else that is drawn can be a rule, which is told in words only, and is an unknown
//! construct.

use std::io::Read as _;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::DeflateDecoder;
use gordian_grid::{Grid, Layout};
use serde_json::{Map, Value};

use super::fpuzzles::{Groups, add_cage, layout_of_regions};
use super::json::{as_integer, as_list, as_object, as_text, invalid_value, is_unset};
use super::lz_string::UnpackBudget;
use super::{Format, FormatError, ParsedPuzzle, json};

/// Links have a padding or none.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What the letter after a `z` stands for.
const ABBREVIATIONS: [(char, &str); 28] = [
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"lineE\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('1', "\"numberS\""),
    ('F', "\"freeline\""),
    ('2', "\"freelineE\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"direction\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deletelineE\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
];

/// The styles of lines that are borders of regions: bold, and fat.
const BORDERS: [i64; 2] = [2, 21];

/// The names of kinds that add no rule to a board.
const KINDS: [&str; 4] = ["classic", "sudoku", "irregular", "killer"];

/// Returns the packed board of a link, or of the part of one behind its address.
pub(super) fn packed_board(link: &str) -> Option<&str> {
    let start = link.find("m=edit").or_else(|| link.find("m=solve"))?;
    let before = &link[..start];
    if !(before.is_empty() || before.ends_with(['#', '?', '&'])) {
        return None;
    }
    link[start..].split('&').find_map(|pair| pair.strip_prefix("p="))
}

/// Reads a packed board, and charges what it unpacks to the budget.
pub(super) fn read(packed: &str, budget: &mut UnpackBudget) -> Result<ParsedPuzzle, FormatError> {
    let text = unpack(packed, budget)?;
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |at: usize| lines.get(at).copied().ok_or(FormatError::DamagedLink);
    let header: Vec<&str> = line(0)?.split(',').collect();
    let board = Board::read(&header, line(1)?)?;
    let drawn = drawing(line(3)?)?;
    let n = board.n;
    let grid = Grid::new(Layout::latin(n)?, vec![0; n * n]);
    let mut read = ParsedPuzzle::new(grid, Format::Penpa);
    read_metadata(&header, &mut read);
    let regions = board.regions(&drawn, &mut read)?;
    // Only regions tell a Sudoku from other kinds with numbers.
    let has_regions = regions.len() == n && regions.iter().all(|region| region.len() == n);
    if !has_regions || n == 1 {
        return Err(FormatError::NoSudoku);
    }
    let mut groups = Groups::new(layout_of_regions(n, regions, &mut read)?);
    read_kinds(lines.get(17).copied().unwrap_or_default(), &mut read);
    for (key, value) in drawn.iter().filter(|(_, value)| !is_unset(value)) {
        match key.as_str() {
            "number" => board.read_givens(value, &mut read)?,
            "killercages" => board.read_cages(value, &drawn, &mut groups, &mut read)?,
            // The sums of cages.
            "numberS" if drawn.get("killercages").is_some_and(|cages| !is_unset(cages)) => {}
            "lineE" | "command_redo" | "command_undo" | "command_replay" => {}
            _ => read.add_unknown_construct(key),
        }
    }
    read.puzzle.layout = groups.into_layout()?;
    let is_empty = read.puzzle.givens.iter().all(|&digit| digit == 0) && read.cages.is_empty();
    if is_empty && read.unknown_constructs.is_empty() {
        return Err(FormatError::NoSudoku);
    }
    board.read_placed(&drawing(line(4)?)?, &mut read)?;
    Ok(read)
}

fn unpack(packed: &str, budget: &mut UnpackBudget) -> Result<String, FormatError> {
    // Some programs decode a plus sign in a link as a blank.
    let packed = packed.replace(' ', "+");
    let bytes = BASE64.decode(packed).map_err(|_| FormatError::DamagedLink)?;
    let limit = budget.limit();
    let mut text = Vec::new();
    // One byte more tells a text that is too long from one that is not.
    let take = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let result = DeflateDecoder::new(&bytes[..]).take(take).read_to_end(&mut text);
    budget.charge(text.len(), text.len() > limit)?;
    result.map_err(|_| FormatError::DamagedLink)?;
    String::from_utf8(text).map_err(|_| FormatError::DamagedLink)
}

/// Reads a drawing, by the names of what is drawn.
fn drawing(line: &str) -> Result<Map<String, Value>, FormatError> {
    let mut text = String::with_capacity(2 * line.len());
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let long = characters.peek().filter(|_| character == 'z').and_then(|next| match next {
            // Newer versions write a `z` of a text thus.
            'Z' => Some("z"),
            'O' => Some("null"),
            '_' => Some("\"__a\""),
            next => ABBREVIATIONS.iter().find(|(short, _)| short == next).map(|(_, long)| *long),
        });
        match long {
            Some(long) => {
                text.push_str(long);
                characters.next();
            }
            None => text.push(character),
        }
    }
    match json::parse(&text)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(invalid_value("puzzle", "an object")),
    }
}

fn read_metadata(header: &[&str], read: &mut ParsedPuzzle) {
    let text = |at: usize, prefix: &str| {
        let field = header.get(at)?.trim();
        let field = field.strip_prefix(prefix).unwrap_or(field).replace("%2C", ",");
        as_text(&Value::from(field))
    };
    read.metadata.title = text(15, "Title:");
    read.metadata.author = text(16, "Author:");
    read.metadata.source = text(17, "");
    let rules = text(18, "");
    read.metadata.description =
        rules.map(|rules| rules.replace("%2D", "\n").replace("%2E", "&").replace("%2F", "="));
}

/// Reads the names of the kinds: those with a rule of their own are unknown constructs.
fn read_kinds(line: &str, read: &mut ParsedPuzzle) {
    let Ok(Value::Array(kinds)) = json::parse(line) else { return };
    for kind in kinds.iter().filter_map(Value::as_str) {
        if !KINDS.contains(&kind) {
            read.add_unknown_construct(kind);
        }
    }
}

/// The square grid of a board.
struct Board {
    /// The rows of the grid.
    n: usize,
    /// The columns of the whole board, and its cells.
    width: usize,
    cells: usize,
    /// The first row and column of the grid.
    top: usize,
    left: usize,
}

impl Board {
    fn read(header: &[&str], space: &str) -> Result<Self, FormatError> {
        if !["square", "sudoku"].contains(header.first().unwrap_or(&"")) {
            return Err(FormatError::NoSudoku);
        }
        let side = |at: usize| -> Option<usize> { header.get(at)?.trim().parse().ok() };
        let (columns, rows) = side(1).zip(side(2)).ok_or(FormatError::DamagedLink)?;
        let space = json::parse(space)?;
        let space = |at: usize| -> Option<usize> {
            usize::try_from(space.as_array()?.get(at)?.as_u64()?).ok()
        };
        let spaces = [space(0), space(1), space(2), space(3)];
        let [Some(top), Some(below), Some(left), Some(right)] = spaces else {
            return Err(FormatError::DamagedLink);
        };
        let inner = |side: usize, before: usize, after: usize| {
            side.checked_sub(before)?.checked_sub(after).filter(|&side| side > 0)
        };
        let n = inner(rows, top, below).ok_or(FormatError::DamagedLink)?;
        if inner(columns, left, right) != Some(n) {
            return Err(FormatError::NoSudoku);
        }
        let largest = rows.max(columns);
        if largest > 2 * Layout::MAX_SIZE || n > Layout::MAX_SIZE {
            return Err(FormatError::TooLarge { n });
        }
        let width = columns + 4;
        Ok(Self { n, width, cells: width * (rows + 4), top: top + 2, left: left + 2 })
    }

    /// Returns the index of the cell at a place; `None` outside of the grid.
    fn cell(&self, place: usize) -> Option<usize> {
        let row = (place / self.width).checked_sub(self.top)?;
        let column = (place % self.width).checked_sub(self.left)?;
        (row < self.n && column < self.n).then_some(row * self.n + column)
    }

    /// Returns the regions that the borders make.
    fn regions(
        &self,
        drawn: &Map<String, Value>,
        read: &mut ParsedPuzzle,
    ) -> Result<Vec<Vec<usize>>, FormatError> {
        let n = self.n;
        // Whether there is a border on the right of a cell, and below it.
        let mut right = vec![false; n * n];
        let mut below = vec![false; n * n];
        let borders = drawn.get("lineE").filter(|borders| !is_unset(borders));
        let none = Map::new();
        let borders = borders.map_or(Ok(&none), |borders| as_object(borders, "lineE"))?;
        for (key, style) in borders {
            let ends = key.split_once(',').and_then(|(from, to)| {
                let corner = |text: &str| text.parse::<usize>().ok()?.checked_sub(self.cells);
                Some((corner(from)?, corner(to)?))
            });
            let is_border = style.as_i64().is_some_and(|style| BORDERS.contains(&style));
            let (Some((from, to)), true) = (ends, is_border) else {
                read.add_unknown_construct("lineE");
                continue;
            };
            let (from, to) = (from.min(to), from.max(to));
            // The corner of a cell is its lower right one: a line to the next corner below is on
            // the right of the lower cell, a line to the next corner on the right below the right
            // one.
            let side = match to - from {
                1 => &mut below,
                step if step == self.width => &mut right,
                _ => {
                    read.add_unknown_construct("lineE");
                    continue;
                }
            };
            // Lines around the grid belong to no cell in it, or make no difference.
            if let Some(cell) = self.cell(to) {
                side[cell] = true;
            }
        }
        let mut regions: Vec<Vec<usize>> = Vec::new();
        let mut is_seen = vec![false; n * n];
        for first in 0..n * n {
            if std::mem::replace(&mut is_seen[first], true) {
                continue;
            }
            let mut region = vec![first];
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                let (row, column) = (cell / n, cell % n);
                let neighbours = [
                    (column + 1 < n && !right[cell]).then(|| cell + 1),
                    (row + 1 < n && !below[cell]).then(|| cell + n),
                    (column > 0 && !right[cell.wrapping_sub(1)]).then(|| cell - 1),
                    (row > 0 && !below[cell.wrapping_sub(n)]).then(|| cell - n),
                ];
                for neighbour in neighbours.into_iter().flatten() {
                    if !std::mem::replace(&mut is_seen[neighbour], true) {
                        region.push(neighbour);
                    }
                }
            }
            region.sort_unstable();
            regions.push(region);
        }
        Ok(regions)
    }

    /// Returns the digit of a number that is drawn as digits are: `[text, colour, "1"]`.
    fn digit(&self, drawn: &Value) -> Option<u8> {
        let [text, _, style, ..] = drawn.as_array()?.as_slice() else { return None };
        if style.as_str() != Some("1") {
            return None;
        }
        let digit = as_integer(text).and_then(|digit| u8::try_from(digit).ok())?;
        (1..=self.n).contains(&usize::from(digit)).then_some(digit)
    }

    fn read_givens(&self, numbers: &Value, read: &mut ParsedPuzzle) -> Result<(), FormatError> {
        for (place, drawn) in as_object(numbers, "number")? {
            let is_blank = drawn.get(0).is_none_or(is_unset);
            let cell = place.parse().ok().and_then(|place| self.cell(place));
            match (cell, self.digit(drawn)) {
                (Some(cell), Some(digit)) => read.puzzle.givens[cell] = digit,
                _ if is_blank => {}
                (Some(_), None) => read.add_unknown_construct("number"),
                (None, _) => read.add_unknown_construct("number outside of the grid"),
            }
        }
        Ok(())
    }

    /// Reads the digits of the player; what else was drawn while solving is ignored.
    fn read_placed(
        &self,
        drawn: &Map<String, Value>,
        read: &mut ParsedPuzzle,
    ) -> Result<(), FormatError> {
        for (key, value) in drawn.iter().filter(|(_, value)| !is_unset(value)) {
            if key.starts_with("command_") {
                continue;
            }
            if key != "number" {
                read.note_ignored(&format!("{key} of the player"));
                continue;
            }
            for (place, drawn) in as_object(value, "number")? {
                let cell = place.parse().ok().and_then(|place| self.cell(place));
                match (cell, self.digit(drawn)) {
                    (Some(cell), Some(digit)) if read.puzzle.givens[cell] == 0 => {
                        read.placed.push((cell, digit));
                    }
                    (Some(_), Some(_)) => {}
                    _ => read.note_ignored("marks of the player"),
                }
            }
        }
        Ok(())
    }

    /// Reads killer cages. The sum is in a quarter of one of the cells; without one, the digits are
    /// different and nothing more.
    fn read_cages(
        &self,
        cages: &Value,
        drawn: &Map<String, Value>,
        groups: &mut Groups,
        read: &mut ParsedPuzzle,
    ) -> Result<(), FormatError> {
        let sums = drawn.get("numberS").and_then(Value::as_object);
        let mut n_sums = 0;
        for (number, cage) in as_list(cages, "killercages")?.iter().enumerate() {
            let path = || format!("killercages[{number}]");
            let mut cells = Vec::new();
            let mut sum = None;
            for place in as_list(cage, &path())? {
                let place = as_integer(place).and_then(|place| usize::try_from(place).ok());
                let place = place.filter(|&place| place < self.cells);
                let cell = place.and_then(|place| self.cell(place));
                let (Some(place), Some(cell)) = (place, cell) else {
                    return Err(invalid_value(path(), "a list of cells"));
                };
                cells.push(cell);
                for quarter in 0..4 {
                    let key = (4 * (self.cells + place) + quarter).to_string();
                    let found = sums.and_then(|sums| sums.get(&key)?.get(0));
                    if let Some(found) = found.filter(|found| !is_unset(found)) {
                        n_sums += 1;
                        sum = sum.or(Some(found));
                    }
                }
            }
            match sum {
                _ if cells.is_empty() => {}
                Some(sum) => add_cage(read, sum, cells, true, "killercages")?,
                None if cells.len() > 1 => groups.add(format!("cage {}", number + 1), cells)?,
                None => {}
            }
        }
        // Small numbers elsewhere, or two in a cage, have a meaning of their own.
        let n_written = sums.map_or(0, |sums| {
            sums.values().filter(|sum| sum.get(0).is_some_and(|sum| !is_unset(sum))).count()
        });
        if n_written != n_sums || n_sums > read.cages.len() {
            read.add_unknown_construct("numberS");
        }
        Ok(())
    }
}
