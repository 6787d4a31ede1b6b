//! Whole texts: drawn grids, files with headers, lists of lines, XML.

use gordian_grid::{Grid, Layout};

use super::alphabet::{default_boxes, grid_size, layout_of, note_boxes};
use super::error::FormatError;
use super::grid::{CellStyle, Digits, parse_classic_line, row_cells, split_line, words};
use super::line::{from_json, parse_line_within};
use super::lz_string::{MAX_UNPACKED_UNITS_OF_TEXT, UnpackBudget};
use super::{
    Format, ParsedPuzzle, PuzzleMetadata, bar_table, candidates, link, opensudoku, spreadsheet,
};

/// One puzzle of a text, or an error in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentEntry {
    /// The first line of the puzzle, or the line of the error, from 1.
    pub line: u64,
    /// The puzzle, or why it cannot be read.
    pub result: Result<ParsedPuzzle, FormatError>,
}

/// Reads a whole text: everything that [`parse_line`](super::parse_line) reads, line by line, and
/// also drawn grids (any number, one after the other), files with `#A` headers or `[Puzzle]`
/// sections, and XML.
///
/// n lines of n cells are a grid; so are n lines of n candidate lists, and n lines of n fields of a
/// spreadsheet or a table with bars. Blank lines, comment lines (`#`) and lines of bars and dashes
/// can occur anywhere in it. Lines of 16, 36 or 64 cells can be rows of such a grid or grids of
/// their own; they are grids of their own if no digit in them exceeds the size of the small grid,
/// or if `layout` has that size.
///
/// An error does not affect the rest of the text. An empty text gives one entry,
/// [`FormatError::Empty`].
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::{Format, parse_document};
///
/// let text = "#AMe\n12|..\n..|3.\n--+--\n.4|..\n..|.1\n\n1...............\n";
/// let entries = parse_document(text, None);
/// let reads: Vec<_> = entries.iter().map(|entry| entry.result.as_ref().unwrap()).collect();
/// assert_eq!((reads[0].format, reads[0].metadata.author.as_deref()), (Format::Block, Some("Me")));
/// assert_eq!((entries[1].line, reads[1].format), (8, Format::Line));
/// ```
#[must_use]
pub fn parse_document(text: &str, layout: Option<&Layout>) -> Vec<DocumentEntry> {
    parse_within(text, layout, usize::MAX, &mut UnpackBudget::new(usize::MAX))
        .expect("usize::MAX is not exceeded")
}

/// Reads a text like [`parse_document`], unless the puzzles have more than `max_size` cells, pencil
/// marks and 16 bytes of metadata in total (at least 16 for each puzzle or error), or its links
/// unpack to more than [`MAX_UNPACKED_UNITS_OF_TEXT`](super::MAX_UNPACKED_UNITS_OF_TEXT): then it
/// returns `None`, as soon as that is known.
///
/// A link of some hundred bytes can contain a 64×64 grid with all its marks, and the games of an
/// XML document repeat its metadata, so the length of a text does not bound the memory of its
/// puzzles.
#[must_use]
pub fn parse_document_with_limit(
    text: &str,
    layout: Option<&Layout>,
    max_size: usize,
) -> Option<Vec<DocumentEntry>> {
    let mut budget = UnpackBudget::new(MAX_UNPACKED_UNITS_OF_TEXT);
    parse_within(text, layout, max_size, &mut budget)
}

/// Reads a text like [`parse_document_with_limit`], within a budget for what its links unpack.
pub(super) fn parse_within(
    text: &str,
    layout: Option<&Layout>,
    max_size: usize,
    budget: &mut UnpackBudget,
) -> Option<Vec<DocumentEntry>> {
    let text = text.trim_start_matches('\u{feff}');
    let unified;
    let text = if text.contains('\r') {
        unified = text.replace("\r\n", "\n").replace('\r', "\n");
        &unified
    } else {
        text
    };
    let begins = text.trim_start();
    if begins.starts_with('<') {
        return opensudoku::read(text, max_size);
    }
    let objects = text.lines().filter(|line| line.trim_start().starts_with('{')).count();
    if begins.starts_with('{') && (objects == 1 || starts_with_object(begins)) {
        return if_within(
            vec![DocumentEntry { line: 1, result: from_json(begins.trim_end()) }],
            max_size,
        );
    }
    if let Some(entry) = spreadsheet::read(text, layout).or_else(|| bar_table::read(text, layout)) {
        return if_within(vec![entry], max_size);
    }
    let mut document = Document::new(layout, budget, max_size / MIN_ENTRY_SIZE);
    let (mut remaining, mut n_weighed) = (max_size, 0);
    let mut lines = text.lines().zip(1..);
    loop {
        let line = lines.next();
        match line {
            Some((line, number)) => document.push_line(number, line),
            None => document.flush(),
        }
        if document.budget.is_exceeded {
            return None;
        }
        remaining = remaining_after(&document.entries[n_weighed..], remaining)?;
        n_weighed = document.entries.len();
        if line.is_none() {
            break;
        }
    }
    if document.entries.is_empty() {
        document.entries.push(DocumentEntry { line: 1, result: Err(FormatError::Empty) });
    }
    Some(document.entries)
}

/// Returns the entries if their total size is at most `max_size`.
fn if_within(entries: Vec<DocumentEntry>, max_size: usize) -> Option<Vec<DocumentEntry>> {
    remaining_after(&entries, max_size)?;
    Some(entries)
}

/// Returns `max_size` minus the size of the entries, or `None` if they exceed it.
fn remaining_after(entries: &[DocumentEntry], max_size: usize) -> Option<usize> {
    entries
        .iter()
        .try_fold(max_size, |remaining, entry| remaining.checked_sub(size_of_entry(entry)))
}

/// The least size of an entry, even of a grid of one cell or an error: each takes about two
/// kilobytes.
const MIN_ENTRY_SIZE: usize = 16;

/// Returns the number of cells, pencil marks and 16 bytes of metadata, at least [`MIN_ENTRY_SIZE`].
pub(super) fn size_of_entry(entry: &DocumentEntry) -> usize {
    let Ok(read) = &entry.result else { return MIN_ENTRY_SIZE };
    let puzzle = &read.puzzle;
    let marks = puzzle.marks.iter().flat_map(|marks| marks.masks());
    let n_marks: usize = marks.map(|mask| mask.count_ones() as usize).sum();
    (puzzle.layout.n_cells() + n_marks + size_of_metadata(&read.metadata)).max(MIN_ENTRY_SIZE)
}

/// Returns how many times metadata have 16 bytes: a parsed cell takes about as much memory.
pub(super) fn size_of_metadata(metadata: &PuzzleMetadata) -> usize {
    let PuzzleMetadata { title, author, description, comment, source, url, date, level } = metadata;
    let texts = [title, author, description, comment, source, url, date, level];
    texts.into_iter().flatten().map(String::len).sum::<usize>() / 16
}

/// Returns whether a text begins with a JSON object that continues after its first line.
pub(super) fn starts_with_object(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        && text.split_once('\n').is_some_and(|(first, _)| !first.trim_end().ends_with('}'))
}

/// The kinds of lines of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind<'t> {
    Blank,
    Comment,
    /// A title in brackets.
    Section(&'t str),
    /// A border between rows.
    Border,
    /// A border, or a row of blanks.
    BorderOrBlanks,
    /// A row of a grid, or a small grid of its own.
    Row,
    /// A complete puzzle, or an invalid line.
    CompletePuzzle,
}

/// Classifies a line.
pub(super) fn classify_line<'t>(line: &'t str, layout: Option<&Layout>) -> LineKind<'t> {
    if layout.is_none_or(Layout::is_classic) && parse_classic_line(line.as_bytes()).is_some() {
        return LineKind::CompletePuzzle;
    }
    let text = line.trim_start_matches('\u{feff}').trim();
    let section = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match (text.chars().next(), section) {
        (None, _) => return LineKind::Blank,
        (Some('#'), _) => return LineKind::Comment,
        (_, Some(name)) => return LineKind::Section(name.trim()),
        _ => {}
    }
    if let Some(kind) = classify_border(text) {
        return kind;
    }
    if text.starts_with([':', '{']) || link::is_link(text) {
        return LineKind::CompletePuzzle;
    }
    if candidates::is_row(text) {
        return LineKind::Row;
    }
    let words = words(text.split('#').next().unwrap_or(text));
    let cells = row_cells(&words);
    // Rows have up to 64 cells, and up to 35 if cells are characters.
    let max_cells = |style| if style == CellStyle::Numbers { 64 } else { 35 };
    let whole = match split_line(&words, layout) {
        Ok((_, Some(_))) => true,
        Ok((found, None)) => layout.is_some() || found.count() > max_cells(found.style),
        Err(_) => cells.count() > max_cells(cells.style) || words.is_empty(),
    };
    if whole { LineKind::CompletePuzzle } else { LineKind::Row }
}

/// Recognises lines drawn around and between boxes.
fn classify_border(text: &str) -> Option<LineKind<'static>> {
    let has = |characters: &[char]| text.contains(characters);
    let drawn = |character| matches!(character, '\u{2500}'..='\u{257f}');
    let fits = |character: char| {
        character.is_whitespace() || "-|+=*:'.".contains(character) || drawn(character)
    };
    if !text.chars().all(fits) {
        return None;
    }
    // `-`, `*` and `.` are blanks too, but a grid uses only one of them.
    let kinds = [has(&['-']), has(&['*']), has(&['.'])].into_iter().filter(|&kind| kind).count();
    let certain = has(&['+', '=', '\'']) || text.chars().any(drawn) || kinds != 1;
    match certain {
        true => Some(LineKind::Border),
        false if has(&['.']) => None,
        false => Some(LineKind::BorderOrBlanks),
    }
}

/// A line that may be a row.
#[derive(Clone, Copy, Debug)]
struct GridRow<'t> {
    number: u64,
    text: &'t str,
    /// Whether it can also be a border.
    may_be_border: bool,
    /// Whether a blank line precedes it.
    after_blank_line: bool,
    /// Whether it is a row of candidates, see [`candidates::is_row`].
    is_candidate_row: bool,
}

impl GridRow<'_> {
    fn cells(&self) -> usize {
        row_cells(&words(self.text)).count()
    }
}

/// The state of reading a text.
struct Document<'t> {
    layout: Option<&'t Layout>,
    budget: &'t mut UnpackBudget,
    /// With more entries, the text is too large, so that no further one is needed.
    max_entries: usize,
    entries: Vec<DocumentEntry>,
    rows: Vec<GridRow<'t>>,
    after_blank_line: bool,
    metadata: PuzzleMetadata,
    /// Whether the file has sections.
    has_sections: bool,
    /// Whether the current section is not the puzzle.
    skips_section: bool,
}

impl<'t> Document<'t> {
    fn new(layout: Option<&'t Layout>, budget: &'t mut UnpackBudget, max_entries: usize) -> Self {
        Self {
            layout,
            budget,
            max_entries,
            entries: Vec::new(),
            rows: Vec::new(),
            after_blank_line: false,
            metadata: PuzzleMetadata::default(),
            has_sections: false,
            skips_section: false,
        }
    }

    fn push_line(&mut self, number: u64, line: &'t str) {
        match classify_line(line, self.layout) {
            LineKind::Section(name) => self.start_section(name),
            _ if self.skips_section => {}
            LineKind::Blank => self.after_blank_line = true,
            LineKind::Comment => {
                self.after_blank_line = true;
                self.read_header(line);
            }
            LineKind::Border => {}
            kind @ (LineKind::BorderOrBlanks | LineKind::Row) => {
                // Text after a row is a remark.
                let text = line.split('#').next().unwrap_or(line);
                let dashes = kind == LineKind::BorderOrBlanks;
                let lists = !dashes && candidates::is_row(text);
                self.rows.push(GridRow {
                    number,
                    text,
                    may_be_border: dashes,
                    after_blank_line: self.after_blank_line,
                    is_candidate_row: lists,
                });
                self.after_blank_line = false;
            }
            LineKind::CompletePuzzle => {
                self.flush();
                let result = parse_line_within(line, self.layout, self.budget);
                self.entries.push(DocumentEntry { line: number, result });
            }
        }
    }

    fn start_section(&mut self, name: &str) {
        self.flush();
        self.has_sections = true;
        self.skips_section = !name.eq_ignore_ascii_case("puzzle");
        if let (true, Some(DocumentEntry { result: Ok(read), .. })) =
            (self.skips_section, self.entries.last_mut())
        {
            // The progress of a player is not part of the puzzle.
            match name.to_ascii_lowercase().as_str() {
                "state" | "pencilmarks" | "colors" | "colours" => read.note_ignored(name),
                _ => read.add_unknown_construct(name),
            }
        }
    }

    /// Reads a header such as `#AName`.
    fn read_header(&mut self, line: &str) {
        let mut characters = line.trim().chars();
        let letter = characters.nth(1);
        let text = characters.as_str().trim();
        let field = match letter {
            Some('A') => &mut self.metadata.author,
            Some('B') => &mut self.metadata.date,
            Some('C') => &mut self.metadata.comment,
            Some('D') => &mut self.metadata.description,
            Some('L') => &mut self.metadata.level,
            Some('S') => &mut self.metadata.source,
            Some('U') => &mut self.metadata.url,
            _ => return,
        };
        *field = (!text.is_empty()).then(|| text.to_owned());
    }

    /// Converts the rows so far to grids.
    fn flush(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        self.after_blank_line = false;
        if !self.push_complete_grids(&rows) {
            for part in rows.chunk_by(|_, next| !next.after_blank_line) {
                if !self.push_complete_grids(part) {
                    self.push_incomplete_rows(part);
                }
            }
        }
    }

    /// Reads rows that form complete grids; returns whether they do.
    fn push_complete_grids(&mut self, rows: &[GridRow<'t>]) -> bool {
        if let Some(grids) = split_into_candidate_grids(rows) {
            for rows in grids {
                let words: Vec<_> = rows.iter().map(|row| words(row.text)).collect();
                let (line, result) = match candidates::read(&words, self.layout) {
                    Ok(mut read) => {
                        read.metadata = std::mem::take(&mut self.metadata);
                        (rows[0].number, Ok(read))
                    }
                    Err((row, error)) => (rows[row].number, Err(error)),
                };
                self.entries.push(DocumentEntry { line, result });
            }
            return true;
        }
        match split_into_grids(rows, self.layout) {
            Some(grids) => self.push_grids(grids),
            None => return false,
        }
        true
    }

    fn push_grids(&mut self, grids: Vec<Vec<GridRow<'t>>>) {
        for rows in grids {
            if self.entries.len() > self.max_entries {
                return;
            }
            let metadata = std::mem::take(&mut self.metadata);
            let read = read_block(&rows, self.layout).map(|mut read| {
                let headed = self.has_sections || metadata != PuzzleMetadata::default();
                if headed && read.puzzle.layout.n() == 9 {
                    read.format = Format::Sdk;
                }
                read.metadata = metadata;
                read
            });
            self.entries.push(match read {
                Ok(read) => DocumentEntry { line: rows[0].number, result: Ok(read) },
                Err((line, error)) => DocumentEntry { line, result: Err(error) },
            });
        }
    }

    /// Reads rows that do not form a grid: as separate lines, or reports them as an error.
    fn push_incomplete_rows(&mut self, rows: &[GridRow<'t>]) {
        let rows: Vec<_> = rows.iter().filter(|row| !row.may_be_border).collect();
        if rows.len() > 1
            && rows.iter().any(|row| row.is_candidate_row && row.text.contains(['|', '│']))
        {
            self.report_incomplete_candidates(&rows);
            return;
        }
        let Some(n) = most_common(rows.iter().map(|row| row.cells())) else { return };
        let small = match self.layout {
            Some(layout) => layout.n_cells() == n,
            None => grid_size(n).is_some_and(|side| side > 3),
        };
        if small || rows.len() == 1 {
            for row in rows {
                if self.entries.len() > self.max_entries {
                    return;
                }
                let result = parse_line_within(row.text, self.layout, self.budget);
                self.entries.push(DocumentEntry { line: row.number, result });
            }
            return;
        }
        let (line, error) = match rows.iter().find(|row| row.cells() != n) {
            Some(row) => (row.number, FormatError::RowLength { cells: row.cells(), n }),
            None => (rows[0].number, FormatError::RowCount { rows: rows.len(), n }),
        };
        self.entries.push(DocumentEntry { line, result: Err(error) });
    }

    /// Reports rows of candidates that do not form a grid.
    fn report_incomplete_candidates(&mut self, rows: &[&GridRow<'t>]) {
        let lists: Vec<_> = rows.iter().map(|row| words(row.text).len()).collect();
        let Some(n) = most_common(lists.iter().copied()) else { return };
        let odd = lists.iter().zip(rows).find(|&(&found, _)| found != n);
        let (line, error) = match odd {
            Some((&cells, row)) => (row.number, FormatError::RowLength { cells, n }),
            None => (rows[0].number, FormatError::RowCount { rows: rows.len(), n }),
        };
        self.entries.push(DocumentEntry { line, result: Err(error) });
    }
}

/// Splits rows of candidates into grids, if they form complete ones.
fn split_into_candidate_grids<'t>(rows: &[GridRow<'t>]) -> Option<Vec<Vec<GridRow<'t>>>> {
    let rows: Vec<_> = rows.iter().filter(|row| !row.may_be_border).copied().collect();
    let n = words(rows.first()?.text).len();
    let whole = rows.len().is_multiple_of(n) && rows.iter().all(|row| words(row.text).len() == n);
    (rows.iter().any(|row| row.is_candidate_row) && whole)
        .then(|| rows.chunks(n).map(<[_]>::to_vec).collect())
}

/// Splits rows into grids, if they form complete ones: without the lines of dashes, or else with
/// them.
fn split_into_grids<'t>(
    rows: &[GridRow<'t>],
    layout: Option<&Layout>,
) -> Option<Vec<Vec<GridRow<'t>>>> {
    let solid: Vec<_> = rows.iter().filter(|row| !row.may_be_border).copied().collect();
    [solid.as_slice(), rows].into_iter().find_map(|rows| {
        let n = rows.first()?.cells();
        let whole = rows.len().is_multiple_of(n) && rows.iter().all(|row| row.cells() == n);
        let fits = layout.is_none_or(|layout| layout.n() == n || layout.n_cells() != n);
        (whole && fits && !are_small_grids(rows, n, layout))
            .then(|| rows.chunks(n).map(<[_]>::to_vec).collect())
    })
}

/// Returns whether rows of `n` cells are grids of their own: they have digits, and none exceeds the
/// size of a grid of n cells.
fn are_small_grids(rows: &[GridRow<'_>], n: usize, layout: Option<&Layout>) -> bool {
    let Some(side) = grid_size(n).filter(|&side| side > 3 && default_boxes(side).is_some()) else {
        return false;
    };
    if layout.is_some() {
        return false;
    }
    let mut digits = Digits::default();
    let read = rows.iter().try_for_each(|line| row_cells(&words(line.text)).read(n, &mut digits));
    let largest = digits.digits.iter().copied().max().unwrap_or(0);
    read.is_ok() && largest > 0 && usize::from(largest) <= side
}

/// Reads the grid drawn by rows. An error is paired with its line.
fn read_block(
    rows: &[GridRow<'_>],
    layout: Option<&Layout>,
) -> Result<ParsedPuzzle, (u64, FormatError)> {
    let n = rows.len();
    let found = layout_of(n, layout).map_err(|error| (rows[0].number, error))?;
    let mut digits = Digits::default();
    for line in rows {
        let words = words(line.text);
        row_cells(&words).read(n, &mut digits).map_err(|error| (line.number, error))?;
    }
    let mut read = ParsedPuzzle::new(Grid::new(found, digits.digits), Format::Block);
    note_boxes(&mut read, layout);
    Ok(read)
}

/// Returns the most frequent number, the first one in a tie.
fn most_common(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match counts.iter_mut().find(|(known, _)| *known == number) {
            Some((_, count)) => *count += 1,
            None => counts.push((number, 1)),
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max()?;
    counts.into_iter().find(|&(_, count)| count == most).map(|(number, _)| number)
}
