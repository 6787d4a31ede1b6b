//! Texts that hold puzzles: puzzle files, models, and everything that people paste.

use gordian_model::Model;
use gordian_puzzles::grid::{Cage, Rule};
use gordian_puzzles::{Cell, Grid, Puzzle};
use gordian_sudoku::formats::{
    Note, ParsedPuzzle, parse_document_with_limit, puzzle_text_from_link,
};

use super::{Fault, Refusal};
use crate::Problem;
use crate::grid::{puzzle_of, rules_of};

/// What a text holds.
pub(super) enum Text {
    /// A puzzle file or a model.
    Problem(Box<Problem>),
    /// Puzzles in one of the text formats, with what is wrong in their place.
    Sudoku(Vec<Result<ParsedPuzzle, Fault>>),
}

/// Cells and pencil marks of all puzzles of a text: some 1,600 puzzles of 9×9. A short link can unpack to
/// a large grid, and what is read becomes a hundred times as much.
const MOST_MARKS: usize = 1 << 17;

/// Rules and groups of a puzzle file, beyond rows, columns and regions.
const MOST_RULES: usize = 1024;

/// Finds out what a text is.
///
/// A JSON object with `variables` is a model; a text with a line `kind = …` is a puzzle file; any other
/// is tried as a Sudoku.
pub(super) fn text(text: &str) -> Result<Text, Refusal> {
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    if begins.starts_with('{') && begins.contains("\"variables\"") {
        let model = Model::from_json(text);
        let model = model.map_err(|error| Fault::of_model(&error))?;
        return Ok(Text::Problem(Box::new(Problem::Model(model))));
    }
    // A link of the page may hold a puzzle file.
    let linked = puzzle_text_from_link(text).filter(|linked| linked.lines().any(says_kind));
    let text = linked.as_deref().unwrap_or(text);
    if text.lines().any(says_kind) {
        let puzzle = gordian_puzzles::parse(text).map_err(|diagnostics| {
            let fault = |diagnostic| Fault::of_diagnostic(diagnostic, text);
            Refusal::new(diagnostics.into_iter().map(fault).collect())
        })?;
        if let Puzzle::Grid(grid) = &puzzle
            && grid.rules.len() + grid.groups.len() > MOST_RULES
        {
            let n = grid.rules.len() + grid.groups.len();
            let message = format!("{n} rules are more than the {MOST_RULES} that are looked at");
            return Err(Fault::new("sudoku.too-much", message)
                .hint("leave out rules that follow from others")
                .into());
        }
        return Ok(Text::Problem(Box::new(Problem::Puzzle(puzzle))));
    }
    let Some(entries) = parse_document_with_limit(text, None, MOST_MARKS) else {
        let message = "the puzzles of the text are too many or too large to be read at once";
        return Err(Fault::new("request.too-many", message).hint("send them in parts").into());
    };
    let accept = |read: ParsedPuzzle| {
        if !read.unknown_constructs.is_empty() {
            return Err(not_understood(&read));
        }
        if !read.cages.is_empty() && read.puzzle.marks.is_some() {
            // The model of cages has no pencil marks, and dropping either would change the puzzle.
            let message = "cages together with given pencil marks are not supported";
            return Err(Fault::new("sudoku.not-understood", message)
                .hint("remove the given pencil marks from the puzzle"));
        }
        Ok(read)
    };
    let read = entries.into_iter().map(|entry| {
        entry.result.map_err(|error| Fault::of_format(&error, entry.line)).and_then(accept)
    });
    Ok(Text::Sudoku(read.collect()))
}

/// Returns whether a line names the kind of a puzzle file.
fn says_kind(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("kind");
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn not_understood(read: &ParsedPuzzle) -> Fault {
    let names: Vec<String> =
        read.unknown_constructs.iter().map(|name| format!("`{}`", name.escape_debug())).collect();
    let message = format!("rules that are not understood: {}", names.join(", "));
    Fault::new("sudoku.not-understood", message)
        .hint("without them it would be another puzzle, so it is not answered")
}

/// One puzzle of any kind, and what a Sudoku text says beside.
pub(super) struct One {
    pub(super) problem: Problem,
    /// As the text formats have it: with digits that were placed and with pencil marks.
    pub(super) read: Option<ParsedPuzzle>,
}

/// Reads a text that holds one puzzle.
pub(super) fn one(text: &str) -> Result<One, Refusal> {
    let reads = match self::text(text)? {
        Text::Problem(problem) => return Ok(One { problem: *problem, read: None }),
        Text::Sudoku(reads) => reads,
    };
    if reads.len() > 1 {
        let message = format!("the text holds {} puzzles", reads.len());
        return Err(Fault::new("request.several-puzzles", message)
            .hint("ask about one of them; `sudoku/read` takes them apart")
            .into());
    }
    let read = reads.into_iter().next().expect("a text has an entry, if only a fault")?;
    Ok(One { problem: Problem::Puzzle(Puzzle::Grid(grid_of(&read))), read: Some(read) })
}

/// A grid that can be searched and explained, with the digits that a player has placed.
pub(super) struct Position {
    pub(super) puzzle: gordian_sudoku::Puzzle,
    pub(super) placed: Vec<(usize, u8)>,
}

/// Reads a text that holds one grid without cages.
pub(super) fn position(text: &str) -> Result<Position, Refusal> {
    let One { problem, read } = one(text)?;
    if let Some(read) = read.filter(|read| read.cages.is_empty()) {
        return Ok(Position { puzzle: read.puzzle, placed: read.placed });
    }
    let Problem::Puzzle(Puzzle::Grid(grid)) = problem else {
        let message = format!("this is for grids, not for a {}", problem.kind());
        return Err(Fault::new("request.not-applicable", message).into());
    };
    let puzzle = puzzle_of(&grid).map_err(|_| {
        Fault::new("request.not-applicable", "no techniques for cages are known")
            .hint("`solve` answers grids with cages")
    })?;
    Ok(Position { puzzle, placed: Vec::new() })
}

/// Returns the grid of a Sudoku text with its cages, without what a player added.
pub(super) fn grid_of(read: &ParsedPuzzle) -> Grid {
    let mut grid = rules_of(&read.puzzle.layout);
    let cages = read.cages.iter().enumerate().map(|(number, cage)| {
        Rule::Cells(Cage {
            // Cages without a sum are groups, which already have names like `cage 1`.
            name: format!("sum cage {}", number + 1),
            cells: cage.cells.iter().map(|&cell| Cell::new(cell / grid.n, cell % grid.n)).collect(),
            sum: cage.sum,
            different: cage.distinct,
        })
    });
    grid.rules = cages.collect();
    grid.givens.clone_from(&read.puzzle.givens);
    let line = |text: &Option<String>| -> Option<String> {
        let text: String = text.as_ref()?.chars().filter(|c| !c.is_control()).take(200).collect();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    grid.about.title = line(&read.metadata.title);
    grid.about.author = line(&read.metadata.author);
    grid.about.source = line(&read.metadata.source);
    grid
}

/// Returns what a person should know of how a text was read.
pub(super) fn notes(read: &ParsedPuzzle) -> Vec<String> {
    let told = |note: &Note| match note {
        Note::AssumedBoxes { height, width } => {
            Some(format!("boxes of {height} rows and {width} columns were taken"))
        }
        Note::Ignored { what } => Some(format!("left out: {}", what.escape_debug())),
        Note::TrailingText { text } => {
            Some(format!("behind the puzzle stands: {}", text.escape_debug()))
        }
        _ => None,
    };
    let marks = read
        .puzzle
        .marks
        .as_ref()
        .map(|_| "the puzzle file is without the pencil marks: it cannot hold them".to_owned());
    read.notes.iter().filter_map(told).chain(marks).collect()
}
