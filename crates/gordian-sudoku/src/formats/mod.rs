//! Reading and writing the text formats in which Sudokus are exchanged.
//!
//! There is no single format: a puzzle is a line of 81 characters in a list, nine lines in a mail,
//! an XML file on a phone, or a link that contains a compressed JSON document. All of them are read
//! into a [`ParsedPuzzle`], which has the [`Grid`](gordian_grid::Grid), the format of the text, and
//! everything that the `Grid` does *not* contain: ignoring a thermometer would give a different
//! puzzle, so [`ParsedPuzzle::missing_rules`] names every such construct, and callers must reject
//! the text if there are any. Cages with sums are in [`ParsedPuzzle::cages`], for callers that
//! support them.
//!
//! | input | function |
//! | --- | --- |
//! | one line (any format except blocks and XML) | [`parse_line`] |
//! | a whole text | [`parse_document`]; for untrusted input: [`parse_document_with_limit`] |
//! | a file of lines, of any length | [`LineReader`] (after [`is_line_based`]) |
//! | the inner loop over 81-character lines | [`parse_classic_line`] |
//!
//! The same digits are used everywhere, those of puzzle files: `1` to `9`, then letters (`A` is 10,
//! `Z` is 35) if a cell is one character, or numbers if cells are separated by blanks or commas.
//! `.`, `0`, `_`, `-`, `*` and `?` are blank, and up to 9×9 also `x`.
//!
//! Readers do not solve or validate puzzles. Two equal givens in a row, or a cell without pencil
//! marks, are not errors of a text. Such a puzzle is read, and has no solution.
//!
//! All input is bounded: a line by [`LineReader::MAX_LENGTH`], the content of a link by
//! [`MAX_UNPACKED_UNITS`], a grid by [`Layout::MAX_SIZE`](gordian_grid::Layout::MAX_SIZE) rows.
//!
//! # How to add a format
//!
//! Add a variant to [`Format`], a module that creates a [`ParsedPuzzle`] from the text, and a
//! branch in `line.rs` (formats of one line) or `document.rs` (other formats), before the plain
//! grids, which accept almost any text. Add a row to `docs/formats/sudoku-text.md`, and its errors
//! to the list of malformed inputs in the tests.

mod alphabet;
mod bar_table;
mod candidates;
mod document;
mod error;
mod fpuzzles;
mod grid;
mod hodoku;
mod json;
mod line;
mod line_reader;
mod link;
mod lz_string;
mod opensudoku;
mod parsed_puzzle;
mod pencil_marks;
mod penpa;
mod short_json;
mod spreadsheet;
mod sudokupad;
mod sudokuwiki;
mod write;

pub use document::{DocumentEntry, parse_document, parse_document_with_limit};
pub use error::FormatError;
pub use fpuzzles::to_fpuzzles_link;
pub use grid::parse_classic_line;
pub use hodoku::LibraryCase;
pub use line::parse_line;
pub use line_reader::{Line, LineReader, is_line_based, normalise_line_endings};
pub use link::puzzle_text_from_link;
pub use lz_string::{MAX_UNPACKED_UNITS, MAX_UNPACKED_UNITS_OF_TEXT};
pub use parsed_puzzle::{Cage, Format, Note, ParsedPuzzle, PuzzleMetadata};
pub use write::{digits_to_line, to_block, to_line, to_opensudoku, to_pencilmarks, to_sdk};
