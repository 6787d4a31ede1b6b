//! The fast way for long lists of plain 9×9 puzzles.
//!
//! A line of 81 characters goes to the batch engine as it is: the engine itself finds out whether
//! they are digits. For each such line, 81 bytes are copied to the engine and 82 to the output, and
//! nothing is allocated. Lines of any other kind are answered in between by the way for all.

use std::sync::Arc;

use gordian::Limit;
use gordian::puzzles::grid::is_classic_solution;
use gordian::sudoku::Layout;
use gordian::sudoku::classic::batch::{BatchSolver, Chunk, Counters, SolveResult};
use gordian::sudoku::classic::single::SingleSolver;
use gordian::sudoku::formats::Format;

use super::finding::Finding;
use super::job::{Job, Piece, Question};
use super::rules::unsound;
use crate::args::{SudokuEngine, SudokuOutput};
use crate::exit::Exit;

/// Fewer puzzles than this, which is as many as the batch engine works on at a time, are answered
/// one at a time.
const FEW: usize = 512;
/// To count more solutions than this takes long: that is left to the search for one puzzle at a time,
/// which can be stopped and then says what it has.
pub(super) const MANY: u64 = 64;

/// Lines of a chunk for the engines, and the others.
#[derive(Default)]
pub(super) struct Fast {
    /// `None` if the question or the arguments do not allow it.
    job: Option<Arc<Job>>,
    batch: Option<BatchSolver>,
    single: Option<SingleSolver>,
    texts: Vec<[u8; 81]>,
    /// For each text the number of its line in the chunk, and where it begins.
    places: Vec<(u32, u32)>,
    answers: Vec<SolveResult>,
    /// The other lines: how many texts there are before it, its number, where it begins.
    others: Vec<(usize, u32, u32)>,
}

/// Answers a line of any kind, of this number.
type Slowly<'a> = dyn FnMut(u64, &[u8], &mut Piece) + 'a;

impl Fast {
    pub(super) fn new(job: &Arc<Job>) -> Self {
        // One at a time, a time limit can be kept, but not by this engine.
        let engine = match job.engine {
            SudokuEngine::Auto | SudokuEngine::Batch => true,
            SudokuEngine::Single => job.time_limit.is_none(),
            SudokuEngine::Learning | SudokuEngine::Model => false,
        };
        let wanted = engine
            && job.question.limit().is_some()
            && matches!(job.output, SudokuOutput::Line)
            && !job.reading.diagonals
            && job.reading.layout.as_ref().is_none_or(Layout::is_classic)
            && job.reading.format.is_none_or(|format| format == Format::Line);
        Self { job: wanted.then(|| Arc::clone(job)), ..Self::default() }
    }

    /// Sorts the lines of a chunk; returns whether there are some for the engines.
    pub(super) fn take(&mut self, chunk: &Chunk) -> bool {
        if self.job.is_none() {
            return false;
        }
        self.texts.clear();
        self.places.clear();
        self.others.clear();
        let (mut start, mut number) = (0, 0_u32);
        while start < chunk.bytes.len() {
            let rest = &chunk.bytes[start..];
            let end = end_of_line(rest);
            let at = u32::try_from(start).expect("chunks have some megabytes");
            match plain(&rest[..end]) {
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

    /// Solves all texts; returns the name of the engine, or `None` if it was interrupted.
    fn solve(&mut self, job: &Job, limit: u32, piece: &mut Piece) -> Option<String> {
        self.answers.clear();
        self.answers.resize(self.texts.len(), SolveResult::NO_SOLUTION);
        let is_batch = match job.engine {
            SudokuEngine::Auto => self.texts.len() >= FEW,
            engine => engine == SudokuEngine::Batch,
        };
        if is_batch {
            let batch = self.batch.get_or_insert_with(|| {
                BatchSolver::new(job.kernel).expect("the machine has this kernel")
            });
            let mut counters = Counters::default();
            let answers = &mut self.answers;
            let done = batch.solve(&self.texts, limit, answers, &mut counters, &job.cancel);
            piece.guesses += counters.guesses;
            return done.then(|| format!("batch/{}", job.kernel.name()));
        }
        let single = self.single.get_or_insert_with(|| {
            SingleSolver::new(job.kernel).expect("the machine has this kernel")
        });
        let before = single.guesses();
        for (text, answer) in self.texts.iter().zip(&mut self.answers) {
            if job.cancel.stopped() == Some(Limit::Interrupted) {
                return None;
            }
            let count = single.solve_line(text, limit, &mut answer.solution);
            answer.n_solutions = count.unwrap_or(SolveResult::INVALID);
        }
        piece.guesses += single.guesses() - before;
        Some(format!("single/{}", job.kernel.name()))
    }

    /// Answers the chunk that was taken.
    pub(super) fn answer(&mut self, chunk: &Chunk, piece: &mut Piece, slowly: &mut Slowly<'_>) {
        let Some(job) = self.job.clone() else { return };
        let limit = job.question.limit().unwrap_or(MANY).min(MANY);
        let limit = u32::try_from(limit).expect("a small number");
        let Some(engine) = self.solve(&job, limit, piece) else {
            piece.interrupted = true;
            return;
        };
        piece.out.reserve(self.texts.len() * 83);
        let mut others = self.others.iter().peekable();
        for (nth, (text, answer)) in self.texts.iter().zip(&self.answers).enumerate() {
            while let Some(&(_, number, start)) = others.next_if(|other| other.0 == nth) {
                slowly(chunk.first_line + u64::from(number), line_at(chunk, start), piece);
            }
            if piece.interrupted {
                return;
            }
            let (number, start) = self.places[nth];
            let line = chunk.first_line + u64::from(number);
            if answer.n_solutions == SolveResult::INVALID
                || is_open(&job, answer.n_solutions, limit)
            {
                slowly(line, line_at(chunk, start), piece);
            } else if answer.n_solutions > 0 && !is_classic_solution(text, &answer.solution) {
                piece.fault(line, unsound(&engine, "see `gordian check`"), job.json);
            } else {
                tell(&job, line, answer, &engine, piece);
            }
        }
        for &(_, number, start) in others {
            if piece.interrupted {
                return;
            }
            slowly(chunk.first_line + u64::from(number), line_at(chunk, start), piece);
        }
        piece.engines.insert(engine);
    }
}

/// Returns whether there may be more solutions than were counted.
fn is_open(job: &Job, count: u32, cap: u32) -> bool {
    count == cap && job.question.limit().is_some_and(|limit| limit > u64::from(cap))
}

/// Writes an answer.
#[inline]
fn tell(job: &Job, line: u64, answer: &SolveResult, engine: &str, piece: &mut Piece) {
    let count = answer.n_solutions;
    if job.json {
        let finding = Finding {
            n: u64::from(count),
            first: (count > 0).then(|| answer.solution.map(|digit| digit - b'0').to_vec()),
            stopped: (job.question.limit() == Some(u64::from(count))).then_some(Limit::Solutions),
            engine: engine.to_owned(),
        };
        piece.reply(line, finding.reply(job, 9));
        return;
    }
    match job.question {
        Question::Solve { .. } if count > 0 => {
            piece.out.extend_from_slice(&answer.solution);
            piece.out.extend_from_slice(if count == 1 { b"\n" } else { b"\tseveral\n" });
        }
        Question::Solve { .. } => piece.out.extend_from_slice(b"-\tnone\n"),
        Question::Count { .. } if count < 10 => {
            let digit = b'0' + u8::try_from(count).expect("a digit");
            piece.out.extend_from_slice(&[digit, b'\n']);
        }
        Question::Count { .. } => piece.out.extend_from_slice(format!("{count}\n").as_bytes()),
        _ => piece.out.extend_from_slice(match count {
            0 => b"none\n",
            1 => b"unique\n",
            _ => b"several\n",
        }),
    }
    let wanted = match job.question {
        Question::Check { .. } => count == 1,
        _ => count > 0,
    };
    piece.count(count > 0, if wanted { Exit::Answer } else { Exit::NoAnswer });
}

/// Returns the length of the line with which a text begins, without its end.
fn end_of_line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

fn line_at(chunk: &Chunk, start: u32) -> &[u8] {
    let rest = &chunk.bytes[start as usize..];
    &rest[..end_of_line(rest)]
}

/// Returns the 81 characters of a line that may be a plain 9×9 puzzle, perhaps with a remark behind.
fn plain(line: &[u8]) -> Option<&[u8; 81]> {
    let (text, rest) = line.split_first_chunk::<81>()?;
    match rest {
        [] | [b'\r'] => Some(text),
        [b' ' | b'\t' | b',' | b';', ..] if line.len() < 1000 => Some(text),
        _ => None,
    }
}
