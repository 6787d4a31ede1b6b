//! Reading and writing the text formats in which Sudoku are passed around.
//!
//! There is no one format: a puzzle is a line of 81 characters in a list, nine lines in a mail, an
//! XML file on a phone, or a link that holds a compressed JSON document. All of them are read into
//! the same [`ParsedPuzzle`], which says besides the [`Puzzle`](crate::Puzzle) what the text was and what
//! of it the `Puzzle` does *not* contain: ignoring a thermometer would give a different puzzle, so
//! [`ParsedPuzzle::missing_rules`] names every such construct and callers refuse the text if there are any.
//! Cages with sums are in [`ParsedPuzzle::cages`], for callers that support them.
//!
//! | what there is | call |
//! | --- | --- |
//! | one line (anything but blocks and XML) | [`parse_line`] |
//! | a whole text | [`parse_document`]; a stranger's: [`parse_document_with_limit`] |
//! | a file of lines, however long | [`LineReader`] (first ask [`is_line_based`]) |
//! | the inner loop over 81-character lines | [`parse_classic_line`] |
//!
//! One convention for digits holds everywhere, the one of puzzle files: `1` to `9`, then letters
//! (`A` is 10, `Z` is 35) where a cell is one character, or numbers where cells are separated by
//! blanks or commas. `.`, `0`, `_`, `-`, `*` and `?` are blank, and `x` too up to 9×9.
//!
//! What a reader does not do: solve or judge. Two equal givens in a row, or pencil marks that leave
//! a cell nothing, are not faults of a text. Such a puzzle is read, and has no solution.
//!
//! Everything is bounded: a line by [`LineReader::MAX_LENGTH`], what is packed in a link by
//! [`MAX_UNPACKED_UNITS`], a grid by [`Layout::MAX_SIZE`](crate::Layout::MAX_SIZE) rows.
//!
//! # How to add a format
//!
//! Give it a variant in [`Format`], a module that makes a [`ParsedPuzzle`] from the text, and a branch in
//! `line.rs` (what fits on a line) or `document.rs` (what does not), before the plain grids, which
//! accept almost any text. Add its row to `docs/formats/sudoku-text.md`, and its faults to the
//! list of malformed inputs in the tests.

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
pub use lz_string::MAX_UNPACKED_UNITS;
pub use parsed_puzzle::{Cage, Format, Note, ParsedPuzzle, PuzzleMetadata};
pub use write::{digits_to_line, to_block, to_line, to_opensudoku, to_pencilmarks, to_sdk};
