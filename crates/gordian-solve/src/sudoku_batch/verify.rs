//! Checks solutions against the rules, without a search.

use std::io;

use gordian_grid::Grid;
use gordian_puzzles::Cell;
use gordian_sudoku::classic::batch::ChunkSource as _;
use gordian_sudoku::formats::DocumentEntry;
use serde::Serialize;

use super::read::{LineError, ReadOptions, refuse_missing_rules};
use super::search::first_violation;
use super::source::{PuzzleChunk, PuzzleSource, SourcePuzzle};
use crate::ErrorDetail;
use crate::text::with_noun;

/// The verdict on a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// Whether the solution is right.
    pub right: bool,
    /// The first rule that it breaks.
    pub broken: Option<String>,
}

/// Why there is no verdict on a solution.
#[derive(Debug)]
pub enum VerifyError {
    /// The puzzle is invalid, or it has no solution to check.
    Puzzle(LineError),
    /// The solution is invalid.
    Solution(LineError),
    /// The solutions cannot be read.
    Unreadable(io::Error),
}

/// Compares solutions with puzzles, in order.
pub struct Verification {
    puzzles: GridReader,
    solutions: GridReader,
    n_solutions: u64,
}

/// The result for one puzzle.
#[derive(Debug)]
pub struct VerifiedLine {
    /// The line of the puzzle.
    pub line: u64,
    /// The verdict.
    pub result: Result<Judgement, VerifyError>,
}

/// Compares the solutions of an input with the puzzles of another. The solutions have the layout of
/// the puzzles, but may have another format.
#[must_use]
pub fn verify(puzzles: PuzzleSource, solutions: PuzzleSource) -> Verification {
    let reading = ReadOptions { format: None, ..puzzles.reading.clone() };
    let mut solutions = GridReader::new(solutions);
    solutions.source.reading = reading;
    Verification { puzzles: GridReader::new(puzzles), solutions, n_solutions: 0 }
}

impl Verification {
    /// Returns the verdict on the next puzzle; `solutions_name` is the name of the solutions in
    /// messages.
    ///
    /// # Errors
    ///
    /// Fails if the puzzles cannot be read.
    pub fn next_line(&mut self, solutions_name: &str) -> io::Result<Option<VerifiedLine>> {
        let Some(puzzle) = self.puzzles.next()? else { return Ok(None) };
        let line = puzzle.entry.line;
        Ok(Some(VerifiedLine { line, result: self.check(puzzle, solutions_name) }))
    }

    /// Returns whether there are more solutions.
    ///
    /// # Errors
    ///
    /// Fails if the solutions cannot be read.
    pub fn has_more_solutions(&mut self) -> io::Result<bool> {
        Ok(self.solutions.next()?.is_some())
    }

    fn check(&mut self, puzzle: SourcePuzzle, name: &str) -> Result<Judgement, VerifyError> {
        let line = puzzle.entry.line;
        let puzzle = read(puzzle).map_err(VerifyError::Puzzle)?;
        let Some(solution) = self.solutions.next().map_err(VerifyError::Unreadable)? else {
            let message = format!("{name} ends after {}", with_noun(self.n_solutions, "solution"));
            let detail = ErrorDetail::new("sudoku.no-solution", message);
            return Err(VerifyError::Puzzle(LineError::new(detail, line, String::new())));
        };
        self.n_solutions += 1;
        let solution = read(solution).map_err(VerifyError::Solution)?;
        Ok(judge(&puzzle, &solution.givens))
    }
}

fn judge(puzzle: &Grid, solution: &[u8]) -> Judgement {
    let blank = blank(solution).filter(|_| solution.len() == puzzle.givens.len());
    let broken = blank.or_else(|| first_violation(puzzle, solution));
    Judgement { right: broken.is_none(), broken }
}

/// Describes the first cell without a digit.
fn blank(solution: &[u8]) -> Option<String> {
    let n = solution.len().isqrt();
    let cell = solution.iter().position(|&digit| digit == 0)?;
    Some(format!("{} is blank", Cell::of_index(cell, n)))
}

/// Returns the puzzle of an entry.
fn read(entry: SourcePuzzle) -> Result<Grid, LineError> {
    let SourcePuzzle { entry, text } = entry;
    match entry.result {
        Ok(read) => match refuse_missing_rules(&read) {
            Ok(()) => Ok(read.puzzle),
            Err(detail) => Err(LineError::without_place(detail, entry.line)),
        },
        Err(error) => Err(LineError::of_format(&error, entry.line, text)),
    }
}

/// Iterates over the grids of an input.
struct GridReader {
    source: PuzzleSource,
    /// The remaining grids of the last chunk, in reverse order.
    ready: Vec<SourcePuzzle>,
}

impl GridReader {
    fn new(source: PuzzleSource) -> Self {
        Self { source: source.share(1, true), ready: Vec::new() }
    }

    fn next(&mut self) -> io::Result<Option<SourcePuzzle>> {
        while self.ready.is_empty() {
            let Some(input) = self.source.next_chunk(&|| true)? else { return Ok(None) };
            self.ready = self.grids(input);
            self.ready.reverse();
        }
        Ok(self.ready.pop())
    }

    fn grids(&self, input: PuzzleChunk) -> Vec<SourcePuzzle> {
        let chunk = match input {
            PuzzleChunk::Puzzles(items) => return items,
            PuzzleChunk::Lines(chunk) => chunk,
        };
        let lines = chunk.bytes.split_inclusive(|&byte| byte == b'\n');
        let entry = |(line, bytes): (u64, &[u8])| {
            let result = self.source.reading.read_line(bytes)?;
            let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
            Some(SourcePuzzle { entry: DocumentEntry { line, result }, text })
        };
        (chunk.first_line..).zip(lines).filter_map(entry).collect()
    }
}
