//! `sudoku/read`: reads Sudoku texts as data that can be drawn.

use gordian_grid::House;
use gordian_puzzles::{GridPuzzle, grid::Rule};
use gordian_sudoku::formats::ParsedPuzzle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{candidate_lists, placed_grid};
use crate::puzzle::{Text, notes, parse_text, puzzle_from_read, require_grid};
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// The text to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// One puzzle or several: lines, drawn grids, links, files.
    pub text: String,
}

/// The puzzles of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The puzzles, in the order of the text.
    pub puzzles: Vec<ReadPuzzle>,
}

/// A puzzle as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadPuzzle {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The format of the text.
    pub format: String,
    /// The number of rows, columns and digits.
    pub n: usize,
    /// The given digits, row by row; 0: none.
    pub givens: Vec<u8>,
    /// The digits placed by a player; 0: none.
    pub placed: Vec<u8>,
    /// The pencil marks of each cell, if the text has any.
    pub marks: Option<Vec<Vec<u8>>>,
    /// Sets of cells in which no digit repeats.
    pub houses: Vec<House>,
    /// Sets of cells with a sum.
    pub cages: Vec<CageDocument>,
    /// The puzzle as a puzzle file, without placed digits and marks.
    pub puzzle: String,
    /// What was assumed or ignored.
    pub notes: Vec<String>,
}

/// A set of cells with a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CageDocument {
    /// The name, as in messages.
    pub name: String,
    /// The sum of the digits.
    pub sum: usize,
    /// Whether digits must not repeat in the cage.
    pub different: bool,
    /// The cells, row by row from 0.
    pub cells: Vec<usize>,
}

impl RequestKind for ReadRequest {
    const NAME: &'static str = "sudoku/read";
    const SUMMARY: &'static str = "Reads Sudoku in any text format, and puzzle files of the kind `grid`, as \
                                   data that can be drawn.";
    type Response = ReadResponse;

    fn example() -> Self {
        Self { text: "12..34..2.4..32.".to_owned() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ReadResponse, RequestError> {
        let puzzles = match parse_text(&self.text, ctx)? {
            Text::Problem(problem, _) => vec![ReadPuzzle::of_puzzle(require_grid(&problem)?)],
            Text::Sudoku(reads) => reads
                .into_iter()
                .map(|read| Ok(ReadPuzzle::of_read(&read?)))
                .collect::<Result<_, ErrorDetail>>()?,
        };
        Ok(ReadResponse { schema: SchemaVersion, puzzles })
    }
}

impl ReadPuzzle {
    /// Returns the data of a puzzle from a Sudoku text.
    fn of_read(read: &ParsedPuzzle) -> Self {
        let layout = &read.puzzle.layout;
        Self {
            format: read.format.name().to_owned(),
            placed: placed_grid(&read.placed, layout.n_cells()),
            marks: read.puzzle.marks.as_ref().map(|marks| candidate_lists(marks, layout)),
            notes: notes(read),
            ..Self::of_puzzle(&puzzle_from_read(read))
        }
    }

    /// Returns the data of a puzzle from a puzzle file.
    fn of_puzzle(puzzle: &GridPuzzle) -> Self {
        let layout = &puzzle.grid.layout;
        let cage = |rule: &Rule| match rule {
            Rule::Cells(cage) => CageDocument {
                name: cage.name.clone(),
                sum: cage.sum,
                different: cage.distinct,
                cells: cage.cells.iter().map(|cell| cell.index(puzzle.n())).collect(),
            },
        };
        Self {
            title: puzzle.metadata.title.clone(),
            author: puzzle.metadata.author.clone(),
            format: "puzzle-file".to_owned(),
            n: layout.n(),
            givens: puzzle.grid.givens.clone(),
            placed: vec![0; layout.n_cells()],
            marks: None,
            houses: layout.houses().to_vec(),
            cages: puzzle.rules.iter().map(cage).collect(),
            puzzle: puzzle.to_toml(),
            notes: Vec::new(),
        }
    }
}
