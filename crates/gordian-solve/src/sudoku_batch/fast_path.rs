//! The fast path for long lists of plain 9×9 puzzles.
//!
//! A line of 81 characters is passed to the batch engine unparsed; the engine itself checks the
//! digits. For each such line, 81 bytes are copied to the engine and 82 to the output, and nothing
//! is allocated. Other lines are answered in between by the general path.

use std::sync::Arc;

use gordian_core::Limit;
use gordian_grid::Layout;
use gordian_puzzles::grid::is_classic_solution;
use gordian_sudoku::classic::batch::{BatchSolver, Chunk, Counters, SolveResult};
use gordian_sudoku::classic::single::SingleSolver;
use gordian_sudoku::formats::Format;

use super::answer::{PuzzleAnswer, SearchResult, Status};
use super::batch::{AnswerWriter, Batch, ChunkResult, ChunkWriter};
use super::options::{GridForm, Operation, SudokuEngine};
use super::read::LineError;
use crate::{Clock, Seconds, SolveError};

/// The number of lanes of the batch engine; fewer puzzles than this are solved one at a time.
const MIN_BATCH: usize = 512;
/// The maximum number of solutions that the fast path counts. Larger counts take long, and are left
/// to the search for one puzzle at a time, which can be stopped and then reports a lower bound.
pub(super) const MAX_FAST_COUNT: u64 = 64;

/// Sorts the lines of a chunk into plain lines and others, and answers them.
#[derive(Default)]
pub(super) struct FastPath {
    /// `None` if the operation or the settings rule out the fast path.
    batch: Option<Arc<Batch>>,
    lanes: Option<BatchSolver>,
    single: Option<SingleSolver>,
    texts: Vec<[u8; 81]>,
    /// For each text, its line number in the chunk and its byte offset.
    places: Vec<(u32, u32)>,
    answers: Vec<SolveResult>,
    /// The other lines: the number of texts before the line, its line number, its byte offset.
    others: Vec<(usize, u32, u32)>,
}

/// Answers any line, given its number.
type LineFallback<'a> = dyn FnMut(u64, &[u8], &mut ChunkResult) + 'a;

impl FastPath {
    pub(super) fn new(batch: &Arc<Batch>) -> Self {
        let options = &batch.options;
        // This engine cannot enforce a time limit; the general path can.
        let engine = match options.engine {
            SudokuEngine::Auto | SudokuEngine::Batch => true,
            SudokuEngine::Single => options.time_limit.is_none(),
            SudokuEngine::Learning | SudokuEngine::Model => false,
        };
        let wanted = engine
            && options.operation.limit().is_some()
            && options.form == GridForm::Line
            && !options.reading.diagonals
            && options.reading.layout.as_ref().is_none_or(Layout::is_classic)
            && options.reading.format.is_none_or(|format| format == Format::Line);
        Self { batch: wanted.then(|| Arc::clone(batch)), ..Self::default() }
    }

    /// Sorts the lines of a chunk; returns whether any of them are plain.
    pub(super) fn split_chunk(&mut self, chunk: &Chunk) -> bool {
        if self.batch.is_none() {
            return false;
        }
        self.texts.clear();
        self.places.clear();
        self.others.clear();
        let (mut start, mut number) = (0, 0_u32);
        while start < chunk.bytes.len() {
            let rest = &chunk.bytes[start..];
            let end = end_of_line(rest);
            let at = u32::try_from(start).expect("chunks are a few megabytes");
            match plain_line(&rest[..end]) {
                Some(text) => {
                    self.texts.push(*text);
                    self.places.push((number, at));
                }
                None => self.others.push((self.texts.len(), number, at)),
            }
            start += end + 1;
            number += 1;
        }
        !self.texts.is_empty()
    }

    /// Solves all texts; returns the name of the engine, or `None` if interrupted.
    fn solve(
        &mut self,
        batch: &Batch,
        limit: u32,
        chunk_result: &mut ChunkResult,
    ) -> Option<String> {
        self.answers.clear();
        self.answers.resize(self.texts.len(), SolveResult::NO_SOLUTION);
        let kernel = batch.options.kernel;
        let is_batch = match batch.options.engine {
            SudokuEngine::Auto => self.texts.len() >= MIN_BATCH,
            engine => engine == SudokuEngine::Batch,
        };
        if is_batch {
            let lanes = self
                .lanes
                .get_or_insert_with(|| BatchSolver::new(kernel).expect("the kernel is available"));
            let mut counters = Counters::default();
            let answers = &mut self.answers;
            let done = lanes.solve(&self.texts, limit, answers, &mut counters, &batch.cancel);
            chunk_result.guesses += counters.guesses;
            return done.then(|| format!("batch/{}", kernel.name()));
        }
        let single = self
            .single
            .get_or_insert_with(|| SingleSolver::new(kernel).expect("the kernel is available"));
        let before = single.guesses();
        for (text, answer) in self.texts.iter().zip(&mut self.answers) {
            if batch.cancel.stopped() == Some(Limit::Interrupted) {
                return None;
            }
            let count = single.solve_line(text, limit, &mut answer.solution);
            answer.n_solutions = count.unwrap_or(SolveResult::INVALID);
        }
        chunk_result.guesses += single.guesses() - before;
        Some(format!("single/{}", kernel.name()))
    }

    /// Answers the chunk that was sorted by [`Self::split_chunk`].
    pub(super) fn answer<W: AnswerWriter>(
        &mut self,
        chunk: &Chunk,
        out: &mut ChunkWriter<'_, W>,
        fallback: &mut LineFallback<'_>,
    ) {
        let Some(batch) = self.batch.clone() else { return };
        let operation = batch.options.operation;
        let limit = operation.limit().unwrap_or(MAX_FAST_COUNT).min(MAX_FAST_COUNT);
        let limit = u32::try_from(limit).expect("at most MAX_FAST_COUNT");
        let clock = Clock::start();
        let Some(engine) = self.solve(&batch, limit, out.result) else {
            out.result.interrupted = true;
            return;
        };
        let share = clock.seconds().share(self.texts.len());
        out.result.out.reserve(self.texts.len() * 83);
        let mut others = self.others.iter().peekable();
        for (nth, (text, answer)) in self.texts.iter().zip(&self.answers).enumerate() {
            while let Some(&(_, number, start)) = others.next_if(|other| other.0 == nth) {
                fallback(chunk.first_line + u64::from(number), line_at(chunk, start), out.result);
            }
            if out.result.interrupted {
                return;
            }
            let (number, start) = self.places[nth];
            let line = chunk.first_line + u64::from(number);
            if answer.n_solutions == SolveResult::INVALID
                || may_have_more(operation, answer.n_solutions, limit)
            {
                fallback(line, line_at(chunk, start), out.result);
            } else if answer.n_solutions > 0 && !is_classic_solution(text, &answer.solution) {
                let violation = "its digits break a rule of the grid".to_owned();
                let error = SolveError::unsound(&engine)(violation);
                out.push_error(LineError::without_place(error.into(), line));
            } else {
                write_answer(operation, line, answer, &engine, share, out);
            }
        }
        for &(_, number, start) in others {
            if out.result.interrupted {
                return;
            }
            fallback(chunk.first_line + u64::from(number), line_at(chunk, start), out.result);
        }
        out.result.engines.insert(engine);
    }
}

/// Returns whether there may be more solutions than counted.
fn may_have_more(operation: Operation, count: u32, count_limit: u32) -> bool {
    count == count_limit && operation.limit().is_some_and(|limit| limit > u64::from(count_limit))
}

/// Writes an answer.
#[inline]
fn write_answer<W: AnswerWriter>(
    operation: Operation,
    line: u64,
    answer: &SolveResult,
    engine: &str,
    seconds: Seconds,
    out: &mut ChunkWriter<'_, W>,
) {
    let count = answer.n_solutions;
    if out.writer.write_plain(operation, answer, &mut out.result.out) {
        let is_found = match operation {
            Operation::Check { .. } => count == 1,
            _ => count > 0,
        };
        out.result.count_puzzle(count > 0, if is_found { Status::Found } else { Status::None });
        return;
    }
    let result = SearchResult {
        n: u64::from(count),
        first: (count > 0).then(|| answer.solution.map(|digit| digit - b'0').to_vec()),
        stopped: (operation.limit() == Some(u64::from(count))).then_some(Limit::Solutions),
        engine: engine.to_owned(),
    };
    let answer = PuzzleAnswer { seconds, ..result.into_answer(operation) };
    out.push_answer(line, &answer);
}

/// Returns the length of the first line of a text, without its line ending.
fn end_of_line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

fn line_at(chunk: &Chunk, start: u32) -> &[u8] {
    let rest = &chunk.bytes[start as usize..];
    &rest[..end_of_line(rest)]
}

/// Returns the 81 characters of a line that may be a plain 9×9 puzzle, with an optional comment
/// after it.
fn plain_line(line: &[u8]) -> Option<&[u8; 81]> {
    let (text, rest) = line.split_first_chunk::<81>()?;
    match rest {
        [] | [b'\r'] => Some(text),
        [b' ' | b'\t' | b',' | b';', ..] if line.len() < 1000 => Some(text),
        _ => None,
    }
}
