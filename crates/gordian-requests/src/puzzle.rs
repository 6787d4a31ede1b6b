//! Puzzles as texts: puzzle files, models, and the Sudoku text formats.

use gordian_core::excerpt;
use gordian_grid::Grid;
use gordian_model::{JsonLimits, Model};
use gordian_puzzles::grid::{Cage, Rule};
use gordian_puzzles::link::{Link, LinkError};
use gordian_puzzles::{
    Cell, Diagnostic, GridPuzzle, Kind, MAX_NAME_CHARS, Puzzle, Solution, parse_link_with_notes,
};
use gordian_sudoku::formats::{
    Note, ParsedPuzzle, parse_document_with_limit, puzzle_text_from_link,
};
use serde_json::Value;

use super::{ErrorDetail, RequestContext, RequestError};
use gordian_solve::Problem;

/// The content of a text.
pub(super) enum Text {
    /// A puzzle file, a link or a model, with notes on what was ignored.
    Problem(Box<Problem>, Vec<String>),
    /// The entries of a Sudoku text, each a puzzle or its error.
    Sudoku(Vec<Result<ParsedPuzzle, ErrorDetail>>),
}

/// The largest number of cells and pencil marks in all puzzles of a text: about 1,600 puzzles of
/// 9×9. A short link can unpack to a large grid, and a parsed puzzle takes a hundred times its
/// text.
const MAX_MARKS: usize = 1 << 17;

/// Parses a text of any supported format.
///
/// A byte order mark at the start is skipped. A JSON object with `variables` is a model; an address
/// of puzz.link or a related site is a puzzle that is read from the address alone; a text with a
/// line `kind = …` is a puzzle file; any other text is parsed as Sudoku.
pub(super) fn parse_text(text: &str, ctx: &RequestContext<'_>) -> Result<Text, RequestError> {
    let text = text.trim_start_matches('\u{feff}');
    let begins = text.trim_start();
    if begins.starts_with('{') && begins.contains("\"variables\"") {
        let limits = JsonLimits { name_chars: ctx.max_name_chars };
        let model = Model::from_json_within(text, &limits);
        let model = model.map_err(|error| ErrorDetail::from(&error))?;
        return Ok(Text::Problem(Box::new(Problem::Model(model)), Vec::new()));
    }
    if Link::is_address(text) || Link::is_part_of_address(text) {
        match parse_link_with_notes(text) {
            Ok((puzzle, notes)) => {
                return Ok(Text::Problem(Box::new(Problem::Puzzle(puzzle)), notes));
            }
            // Other sites have links of Sudokus, which are read below.
            Err(LinkError::UnknownHost { .. }) => {}
            Err(error) => return Err(ErrorDetail::from(error).into()),
        }
    }
    // A link to the page may contain a puzzle file.
    let linked = puzzle_text_from_link(text).filter(|linked| linked.lines().any(is_kind_line));
    let text = linked.as_deref().unwrap_or(text);
    if text.lines().any(is_kind_line) {
        let puzzle = gordian_puzzles::parse(text)
            .map_err(|diagnostics| RequestError::of_diagnostics(diagnostics, text))?;
        return Ok(Text::Problem(Box::new(Problem::Puzzle(puzzle)), Vec::new()));
    }
    let Some(entries) = parse_document_with_limit(text, None, MAX_MARKS) else {
        let message = "the text has too many puzzles, or they are too large, for one request";
        return Err(ErrorDetail::new("request.too-many", message)
            .hint("split them into several requests")
            .into());
    };
    let accept = |read: ParsedPuzzle| {
        if !read.unknown_constructs.is_empty() {
            return Err(not_understood(&read));
        }
        if !read.cages.is_empty() && read.puzzle.marks.is_some() {
            // The model for cages has no pencil marks, and dropping either would change the puzzle.
            let message = "cages together with given pencil marks are not supported";
            return Err(ErrorDetail::new("sudoku.not-understood", message)
                .hint("remove the given pencil marks from the puzzle"));
        }
        Ok(read)
    };
    let read = entries.into_iter().map(|entry| {
        entry.result.map_err(|error| ErrorDetail::of_format(&error, entry.line)).and_then(accept)
    });
    Ok(Text::Sudoku(read.collect()))
}

/// Returns whether a line sets the key `kind` of a puzzle file.
fn is_kind_line(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("kind");
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn not_understood(read: &ParsedPuzzle) -> ErrorDetail {
    let names: Vec<String> =
        read.unknown_constructs.iter().map(|name| format!("`{}`", excerpt(name))).collect();
    let message = format!("rules that are not understood: {}", names.join(", "));
    ErrorDetail::new("sudoku.not-understood", message)
        .hint("without them it would be another puzzle, so it is not answered")
}

/// One puzzle of any kind.
pub(super) struct SinglePuzzle {
    pub(super) problem: Problem,
    /// The Sudoku text it was read from, with placed digits and pencil marks.
    pub(super) read: Option<ParsedPuzzle>,
    /// Notes on what was ignored in a link.
    pub(super) notes: Vec<String>,
}

/// Reads a text that holds one puzzle.
pub(super) fn parse_single(
    text: &str,
    ctx: &RequestContext<'_>,
) -> Result<SinglePuzzle, RequestError> {
    let reads = match parse_text(text, ctx)? {
        Text::Problem(problem, notes) => {
            return Ok(SinglePuzzle { problem: *problem, read: None, notes });
        }
        Text::Sudoku(reads) => reads,
    };
    if reads.len() > 1 {
        let message = format!("the text holds {} puzzles", reads.len());
        return Err(ErrorDetail::new("request.several-puzzles", message)
            .hint("send one of them; `sudoku/read` splits the text")
            .into());
    }
    let read = reads.into_iter().next().expect("a text has at least one entry")?;
    let problem = Problem::Puzzle(Puzzle::new(puzzle_from_read(&read)));
    Ok(SinglePuzzle { problem, read: Some(read), notes: Vec::new() })
}

/// Reads a solution from a document; a text stands for its content, such as rows of digits.
pub(super) fn parse_solution(kind: Kind, solution: &Value) -> Result<Solution, RequestError> {
    let text = match solution {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Solution::parse(kind, &text).map_err(|diagnostics| {
        // Spans would refer to another text.
        let detail =
            |it: Diagnostic| ErrorDetail { hint: it.hint, ..ErrorDetail::new(it.code, it.message) };
        RequestError::new(diagnostics.into_iter().map(detail).collect())
    })
}

/// A Sudoku without cages, with the digits that a player has placed.
pub(super) struct SudokuPosition {
    pub(super) puzzle: Grid,
    pub(super) placed: Vec<(usize, u8)>,
}

/// Reads a text that holds one grid without cages.
pub(super) fn parse_position(
    text: &str,
    ctx: &RequestContext<'_>,
) -> Result<SudokuPosition, RequestError> {
    let SinglePuzzle { problem, read, .. } = parse_single(text, ctx)?;
    let puzzle = require_grid(&problem)?;
    if !puzzle.rules.is_empty() {
        let message = "grids with cages have no solving techniques";
        return Err(ErrorDetail::new("request.not-applicable", message)
            .hint("use `solve` for grids with cages")
            .into());
    }
    let placed = read.map(|read| read.placed).unwrap_or_default();
    Ok(SudokuPosition { puzzle: puzzle.grid.clone(), placed })
}

/// Returns the grid of a problem, or the error of an operation that needs one.
pub(super) fn require_grid(problem: &Problem) -> Result<&GridPuzzle, ErrorDetail> {
    problem.as_kind().ok_or_else(|| {
        let message = format!("this operation needs a grid, not a {}", problem.kind());
        ErrorDetail::new("request.not-applicable", message)
    })
}

/// Returns the puzzle of a Sudoku text with its cages and pencil marks, without placed digits.
pub(super) fn puzzle_from_read(read: &ParsedPuzzle) -> GridPuzzle {
    let mut puzzle = GridPuzzle::new(read.puzzle.clone());
    let n = puzzle.n();
    let cages = read.cages.iter().enumerate().map(|(number, cage)| {
        Rule::Cells(Cage {
            // Cages without a sum are groups, which already have names like `cage 1`.
            name: format!("sum cage {}", number + 1),
            cells: cage.cells.iter().map(|&cell| Cell::of_index(cell, n)).collect(),
            sum: cage.sum,
            distinct: cage.distinct,
        })
    });
    puzzle.rules = cages.collect();
    let line = |text: &Option<String>| -> Option<String> {
        let text: String =
            text.as_ref()?.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    puzzle.metadata.title = line(&read.metadata.title);
    puzzle.metadata.author = line(&read.metadata.author);
    puzzle.metadata.source = line(&read.metadata.source);
    puzzle
}

/// Returns notes on how a text was read: what was assumed or ignored.
pub(super) fn notes(read: &ParsedPuzzle) -> Vec<String> {
    let note_text = |note: &Note| match note {
        Note::AssumedBoxes { height, width } => {
            Some(format!("assumed boxes of {height} rows and {width} columns"))
        }
        Note::Ignored { what } => Some(format!("ignored: {}", excerpt(what))),
        Note::TrailingText { text } => Some(format!("text after the puzzle: {}", excerpt(text))),
        _ => None,
    };
    let marks = read
        .puzzle
        .marks
        .as_ref()
        .map(|_| "puzzle files cannot hold pencil marks: they are not in `puzzle`".to_owned());
    read.notes.iter().filter_map(note_text).chain(marks).collect()
}
