//! Sudoku of any size as texts: files of puzzles in, ordered answers out.
//!
//! ```text
//! PuzzleSource ─► start_batch: a BatchWorker on each thread ─► ChunkResult, in the order of the input
//!                    │ FastPath: 9×9 lines, many at once
//!                    └ PuzzleWorker: any puzzle, one at a time
//! ```
//!
//! It is: the [`Operation`]s on puzzles of a file with their answers as data ([`PuzzleAnswer`]),
//! solving by human techniques ([`Analysis`]), generation with criteria ([`Generator`]), and checks
//! of given solutions ([`verify`]) and of test cases of techniques ([`CaseList`]); and the answers
//! as text ([`AnswerText`]). The command line and the requests (`gordian-requests`) use the same
//! functions. It is not: the output of a program; an [`AnswerWriter`] determines it.
//!
//! To add an operation, add a variant of [`Operation`], its answer in `answer.rs`, its code in
//! `puzzle_worker.rs` and its text in `text.rs`.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::sudoku_batch::{
//!     AnswerData, AnswerWriter, BatchOptions, LineError, Operation, PuzzleAnswer, PuzzleSource,
//!     ReadOptions, start_batch,
//! };
//! use gordian_sudoku::classic::batch::StreamPoll;
//! use gordian_sudoku::formats::digits_to_line;
//!
//! struct Solutions;
//!
//! impl AnswerWriter for Solutions {
//!     fn write(&self, line: u64, answer: &PuzzleAnswer, out: &mut Vec<u8>) {
//!         let AnswerData::Search(found) = &answer.data else { return };
//!         let solution = found.result.first.as_deref().map(|digits| digits_to_line(4, digits));
//!         let solution = solution.unwrap_or_else(|| "none".to_owned());
//!         out.extend_from_slice(format!("{line}: {solution}\n").as_bytes());
//!     }
//!
//!     fn write_error(&self, error: &LineError, out: &mut Vec<u8>) {
//!         out.extend_from_slice(format!("{}: {}\n", error.line, error.detail.message).as_bytes());
//!     }
//! }
//!
//! let text = "1.....2..3.....4\n11..............\n";
//! let source = PuzzleSource::new(text.as_bytes(), None, ReadOptions::default());
//! let options = BatchOptions::new(Operation::Solve { prove: true });
//! let mut answers =
//!     start_batch(options, source, Solutions, Cancel::new(), Arc::new(NoProgress)).unwrap();
//! let mut out = Vec::new();
//! loop {
//!     match answers.next(Duration::from_millis(20)).unwrap() {
//!         StreamPoll::Ready(chunk) => out.extend(chunk.out),
//!         StreamPoll::Pending => {}
//!         StreamPoll::End => break,
//!     }
//! }
//! assert_eq!(String::from_utf8(out).unwrap(), "1: 1243342143122134\n2: none\n");
//! ```

mod answer;
mod batch;
mod candidates;
mod cases;
mod explanation;
mod fast_path;
mod format;
mod generate;
mod logic;
mod logic_answer;
mod options;
mod puzzle_worker;
mod read;
mod search;
mod source;
mod text;
mod verify;

pub use answer::{
    AnswerData, CandidatesAnswer, CanonicalAnswer, EstimateAnswer, MinimisedAnswer, PuzzleAnswer,
    RedundantAnswer, SearchAnswer, SearchResult, Status,
};
pub use batch::{AnswerWriter, BatchStats, ChunkResult, MAX_KEPT_ERRORS, start_batch};
pub use cases::{CaseDocument, CaseList, CaseSummary};
pub use explanation::{Explanation, ExplanationStyle};
pub use format::format_grid;
pub use generate::{
    CellCount, CellCountError, CriteriaError, Difficulty, GeneratedGrid, GenerationFailure,
    GenerationRounds, Generator, LevelRange, RangeError, ScoreRange,
};
pub use logic::{Analysis, NoAnalysis, PossibleSteps, RatingDocument, ScaleResult};
pub use logic_answer::{LogicAnswer, LogicResult, NoAnswer};
pub use options::{BatchOptions, GridForm, Operation, Scale, SudokuEngine, TechniqueOrder};
pub use read::{LineError, ReadOptions, default_layout, with_both_diagonals};
pub use source::PuzzleSource;
pub use text::AnswerText;
pub use verify::{Judgement, Verification, VerifiedLine, VerifyError, verify};
