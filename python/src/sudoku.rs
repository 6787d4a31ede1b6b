//! Many Sudoku at once: plain 9×9 puzzles go to the batch engine, others are answered one by one.

use std::io::Cursor;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gordian::background::run_on_large_stack;
use gordian::puzzles::grid::is_classic_solution;
use gordian::requests::ErrorDetail;
use gordian::sudoku::classic::batch::{BatchSolver, Counters, SolveResult, StreamPoll};
use gordian::sudoku::classic::single::SingleSolver;
use gordian::sudoku::formats::digits_to_line;
use gordian::sudoku_batch::{
    AnswerData, AnswerWriter, BatchOptions, LineError, Operation, PuzzleAnswer, PuzzleSource,
    ReadOptions, start_batch,
};
use gordian::{Cancel, NoProgress, SimdLevel};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::error;

/// The cells of a puzzle.
const CELLS: usize = 81;
/// The batch engine has so many lanes; fewer puzzles are solved one at a time.
const MIN_BATCH: usize = 512;
/// The number of puzzles that a thread takes at a time, at least and at most. Fewer would leave the
/// engine idle at the end of each part.
const PART: (usize, usize) = (2_000, 16_000);
/// Two solutions show that a puzzle has several.
const LIMIT: u32 = 2;
/// Stands for the number of solutions of a text that the engine does not read.
const INVALID: u8 = u8::MAX;
/// The interval at which results of other puzzles are waited for.
const PATIENCE: Duration = Duration::from_millis(20);

/// Solves puzzles on this thread.
struct Solver {
    batch: Option<BatchSolver>,
    single: Option<SingleSolver>,
    texts: Vec<[u8; CELLS]>,
    results: Vec<SolveResult>,
}

/// Why a batch ends early.
enum Failure {
    Stopped,
    Unsound(usize),
}

impl Solver {
    fn new() -> Self {
        Self { batch: None, single: None, texts: Vec::new(), results: Vec::new() }
    }

    /// Solves the texts; returns false if the work was cancelled.
    fn solve(&mut self, cancel: &Cancel) -> bool {
        self.results.clear();
        self.results.resize(self.texts.len(), SolveResult::NO_SOLUTION);
        if self.texts.len() >= MIN_BATCH {
            let batch = self.batch.get_or_insert_with(BatchSolver::best);
            let mut counters = Counters::default();
            return batch.solve(&self.texts, LIMIT, &mut self.results, &mut counters, cancel);
        }
        let single = self.single.get_or_insert_with(|| {
            SingleSolver::new(SimdLevel::best()).expect("this level is available")
        });
        for (text, result) in self.texts.iter().zip(&mut self.results) {
            if cancel.is_stopped() {
                return false;
            }
            let count = single.solve_line(text, LIMIT, &mut result.solution);
            result.n_solutions = count.unwrap_or(SolveResult::INVALID);
        }
        true
    }
}

/// A part of a batch: the number of its first puzzle, and where its results go.
type Part<'a> = (usize, (&'a mut [u8], &'a mut [u8]));

/// Appends the texts of some puzzles.
type ReadTexts<'a> = dyn Fn(Range<usize>, &mut Vec<[u8; CELLS]>) + Sync + 'a;

/// Solves `counts.len()` puzzles: `read` appends the texts of some of them, and `write` stores the
/// digits of a solution. Each solution is checked by the rules.
fn solve_all(
    threads: usize,
    cancel: &Cancel,
    read: &ReadTexts<'_>,
    digits_from: u8,
    solutions: &mut [u8],
    counts: &mut [u8],
) -> Result<(), Failure> {
    let size = (counts.len() / (4 * threads)).clamp(PART.0, PART.1);
    let n_threads = threads.min(counts.len().div_ceil(size)).max(1);
    let parts = solutions.chunks_mut(size * CELLS).zip(counts.chunks_mut(size)).enumerate();
    let parts = Mutex::new(parts);
    let next =
        || -> Option<Part<'_>> { parts.lock().unwrap_or_else(PoisonError::into_inner).next() };
    let work = || -> Result<(), Failure> {
        let mut solver = Solver::new();
        while let Some((at, (solutions, counts))) = next() {
            let first = at * size;
            solver.texts.clear();
            read(first..first + counts.len(), &mut solver.texts);
            if !solver.solve(cancel) {
                return Err(Failure::Stopped);
            }
            let results = solver.texts.iter().zip(&solver.results);
            let places = solutions.chunks_exact_mut(CELLS).zip(counts);
            for (nth, ((text, result), (solution, count))) in results.zip(places).enumerate() {
                if result.n_solutions == SolveResult::INVALID {
                    *count = INVALID;
                    continue;
                }
                *count = u8::try_from(result.n_solutions).expect("at most two are counted");
                if *count == 0 {
                    continue;
                }
                if !is_classic_solution(text, &result.solution) {
                    return Err(Failure::Unsound(first + nth));
                }
                for (digit, &found) in solution.iter_mut().zip(&result.solution) {
                    *digit = found - digits_from;
                }
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for other in others {
            let ended = other.join();
            // The message was printed by the panic hook.
            result = result.and(ended.expect("a thread of the batch panicked"));
        }
        result
    })
}

/// Runs `work` without the interpreter lock, until it ends or a signal arrives.
fn run<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let mut signal: Option<PyErr> = None;
    let done = py.detach(|| {
        let on_tick = || {
            if signal.is_none() {
                signal = Python::attach(|py| py.check_signals()).err();
                if signal.is_some() {
                    cancel.cancel();
                }
            }
        };
        run_on_large_stack(on_tick, work)
    });
    if let Some(signal) = signal {
        return Err(signal);
    }
    done.map_err(error::of_detail)?.map_err(|failure| match failure {
        Failure::Stopped => pyo3::exceptions::PyKeyboardInterrupt::new_err(()),
        Failure::Unsound(at) => error::of_detail(ErrorDetail {
            line: Some(at + 1),
            ..ErrorDetail::new(
                "solve.unsound",
                "the engine `batch` found a solution that breaks the rules: its digits break a \
                 rule of the grid",
            )
            .hint("this is a bug in Gordian: please report it with the input file")
        }),
    })
}

/// Returns a number of threads: by default, that of the CPUs.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(n) => Ok(crate::request::threads(n)?.get()),
        None => Ok(thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)),
    }
}

/// Solutions, and the numbers of solutions.
type SolvedArray<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Solves the rows of an array: 81 digits each, 0 for an empty cell. Returns the solutions, with
/// zeros where there is none, and the numbers of solutions: 0, 1, or 2 for several.
#[pyfunction]
#[pyo3(signature = (puzzles, threads = None))]
pub(crate) fn solve_array<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    threads: Option<usize>,
) -> PyResult<SolvedArray<'py>> {
    let threads = self::threads(threads)?;
    let digits = puzzles.as_slice()?;
    let (rows, rest) = digits.as_chunks::<CELLS>();
    if !rest.is_empty() {
        return Err(pyo3::exceptions::PyValueError::new_err("each puzzle has 81 cells"));
    }
    let mut solutions = vec![0; digits.len()];
    let mut counts = vec![0; rows.len()];
    let cancel = Cancel::new();
    let read = |range: Range<usize>, texts: &mut Vec<[u8; CELLS]>| {
        // Not a digit: the engine finds that the puzzle is invalid.
        let text = |digit: u8| if digit <= 9 { b'0' + digit } else { b'?' };
        texts.extend(rows[range].iter().map(|row| row.map(text)));
    };
    run(py, &cancel, || solve_all(threads, &cancel, &read, b'0', &mut solutions, &mut counts))?;
    if let Some(row) = counts.iter().position(|&count| count == INVALID) {
        let cell = rows[row].iter().position(|&digit| digit > 9).unwrap_or(0);
        let message = format!("cell {cell} of puzzle {row} is {}, not 0 to 9", rows[row][cell]);
        return Err(error::of_detail(ErrorDetail {
            line: Some(row + 1),
            column: Some(cell + 1),
            ..ErrorDetail::new("sudoku.bad-character", message)
                .hint("0 is an empty cell; puzzles and cells are numbered from 0")
        }));
    }
    let solutions = PyArray1::from_vec(py, solutions).reshape([rows.len(), CELLS])?;
    Ok((solutions, PyArray1::from_vec(py, counts)))
}

/// The puzzles of a list.
struct Texts {
    plain: Vec<[u8; CELLS]>,
    others: Vec<OtherText>,
}

/// A puzzle that is not a plain line.
struct OtherText {
    /// Its place in the list.
    place: usize,
    /// Its line in the text, from 1.
    line: usize,
    text: String,
}

/// What stands for a puzzle that is not plain: a full grid, which takes no time.
const FULL: [u8; CELLS] =
    *b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";

impl Texts {
    fn with_capacity(n: usize) -> Self {
        Self { plain: Vec::with_capacity(n), others: Vec::new() }
    }

    fn push(&mut self, line: usize, text: &str) {
        if let Ok(text) = <&[u8; CELLS]>::try_from(text.as_bytes())
            && text.iter().all(|cell| matches!(cell, b'0'..=b'9' | b'.'))
        {
            self.plain.push(*text);
            return;
        }
        self.others.push(OtherText { place: self.plain.len(), line, text: text.to_owned() });
        self.plain.push(FULL);
    }

    /// Solves the puzzles. Returns the solutions of the plain ones, the numbers of solutions, and the
    /// solutions of the others with their places.
    fn solve(self, py: Python<'_>, threads: usize) -> PyResult<Solved> {
        let Self { plain, others } = self;
        let mut solutions = vec![0; plain.len() * CELLS];
        let mut counts = vec![0; plain.len()];
        let cancel = Cancel::new();
        let read = |range: Range<usize>, texts: &mut Vec<[u8; CELLS]>| {
            texts.extend_from_slice(&plain[range]);
        };
        let answers = run(py, &cancel, || {
            solve_all(threads, &cancel, &read, 0, &mut solutions, &mut counts)?;
            let mut answers = Vec::new();
            for other in others {
                let answer = solve_other(&other.text, threads, &cancel);
                if cancel.is_stopped() {
                    return Err(Failure::Stopped);
                }
                let is_error = answer.is_err();
                answers.push((other, answer));
                if is_error {
                    break;
                }
            }
            Ok(answers)
        })?;
        let mut found = Vec::new();
        for (other, answer) in answers {
            let (solution, count) = answer.map_err(|detail| {
                error::of_detail(ErrorDetail { line: Some(other.line), ..detail })
            })?;
            counts[other.place] = count;
            found.push((other.place, solution));
        }
        Ok(Solved { solutions, counts, others: found })
    }
}

/// The answers to the puzzles of a list.
struct Solved {
    /// The digits of each puzzle; those of puzzles that are not plain are not theirs.
    solutions: Vec<u8>,
    counts: Vec<u8>,
    others: Vec<(usize, Option<String>)>,
}

/// Collects the answer to one puzzle: the number of solutions, and the line of the first.
struct OneAnswer;

impl AnswerWriter for OneAnswer {
    fn write(&self, _line: u64, answer: &PuzzleAnswer, out: &mut Vec<u8>) {
        let AnswerData::Search(found) = &answer.data else { return };
        out.push(u8::try_from(found.result.n).unwrap_or(INVALID));
        if let Some(digits) = &found.result.first {
            let n = digits.len().isqrt();
            out.extend_from_slice(digits_to_line(n, digits).as_bytes());
        }
    }

    fn write_error(&self, _error: &LineError, _out: &mut Vec<u8>) {}
}

/// Solves a puzzle in any text format.
fn solve_other(
    text: &str,
    threads: usize,
    cancel: &Cancel,
) -> Result<(Option<String>, u8), ErrorDetail> {
    let bytes = text.as_bytes().to_vec();
    let length = u64::try_from(bytes.len()).ok();
    let source = PuzzleSource::new(Cursor::new(bytes), length, ReadOptions::default());
    let options = BatchOptions {
        threads: std::num::NonZeroUsize::new(threads).unwrap_or(std::num::NonZeroUsize::MIN),
        ..BatchOptions::new(Operation::Solve { prove: true })
    };
    let progress = Arc::new(NoProgress);
    let mut answers = start_batch(options, source, OneAnswer, cancel.clone(), progress)?;
    let (mut n_puzzles, mut answer) = (0, (None, 0));
    loop {
        match answers.next(PATIENCE) {
            Ok(StreamPoll::Ready(mut chunk)) => {
                if let Some(error) = chunk.errors.pop() {
                    let column = error
                        .text
                        .as_ref()
                        .map(|text| text[..error.span.start.min(text.len())].chars().count() + 1);
                    return Err(ErrorDetail { column, ..*error.detail });
                }
                n_puzzles += chunk.n_puzzles;
                if let Some((&count, line)) = chunk.out.split_first() {
                    let line = String::from_utf8_lossy(line).into_owned();
                    answer = (Some(line).filter(|line| !line.is_empty()), count);
                }
            }
            Ok(StreamPoll::Pending) => {}
            Ok(StreamPoll::End) => break,
            Err(_) => return Err(ErrorDetail::new("internal.panic", "the batch ended early")),
        }
    }
    match n_puzzles {
        1 => Ok(answer),
        0 => Err(ErrorDetail::new("sudoku.empty", "there is no puzzle in the text")),
        n => {
            Err(ErrorDetail::new("request.several-puzzles", format!("the text holds {n} puzzles"))
                .hint("give each of them as a text of its own"))
        }
    }
}

/// Solves the puzzles of a list of texts. Returns the solutions as texts, `None` where there is none,
/// and the numbers of solutions: 0, 1, or 2 for several.
#[pyfunction]
#[pyo3(signature = (puzzles, threads = None))]
pub(crate) fn solve_list<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyList>, Vec<u32>)> {
    let threads = self::threads(threads)?;
    let mut texts = Texts::with_capacity(puzzles.len().unwrap_or(0));
    for item in puzzles.try_iter()? {
        let item = item?;
        let text = item.cast::<PyString>().map_err(|_| {
            let kind = crate::expr::type_name(&item);
            pyo3::exceptions::PyTypeError::new_err(format!("a puzzle is a text, not `{kind}`"))
        })?;
        let line = texts.plain.len() + 1;
        texts.push(line, &text.to_cow()?);
    }
    let Solved { solutions, counts, others } = texts.solve(py, threads)?;
    let mut lines: Vec<Option<Bound<'py, PyString>>> = Vec::with_capacity(counts.len());
    for (digits, &count) in solutions.chunks_exact(CELLS).zip(&counts) {
        let line = || String::from_utf8_lossy(digits);
        lines.push((count > 0).then(|| PyString::new(py, &line())));
    }
    for (place, solution) in others {
        lines[place] = solution.map(|line| PyString::new(py, &line));
    }
    Ok((PyList::new(py, lines)?, counts.into_iter().map(u32::from).collect()))
}

/// Solves the puzzles of the lines of a text; blank lines and lines that begin with `#` are skipped.
/// Returns a line for each puzzle, with `-` where there is no solution, and a byte for each: the
/// number of its solutions, 2 for several.
#[pyfunction]
#[pyo3(signature = (puzzles, threads = None))]
pub(crate) fn solve_lines<'py>(
    py: Python<'py>,
    puzzles: &[u8],
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let threads = self::threads(threads)?;
    let mut texts = Texts::with_capacity(puzzles.len() / (CELLS + 1));
    for (at, line) in puzzles.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let text = std::str::from_utf8(line).map_err(|_| {
            error::of_detail(ErrorDetail {
                line: Some(at + 1),
                ..ErrorDetail::new("input.not-utf8", "the line is not UTF-8")
            })
        })?;
        texts.push(at + 1, text);
    }
    let Solved { solutions, counts, others } = texts.solve(py, threads)?;
    let mut others = others.into_iter().peekable();
    let mut lines = Vec::with_capacity(solutions.len() + counts.len());
    for (place, (digits, &count)) in solutions.chunks_exact(CELLS).zip(&counts).enumerate() {
        match others.next_if(|other| other.0 == place) {
            Some((_, Some(line))) => lines.extend_from_slice(line.as_bytes()),
            Some((_, None)) => lines.push(b'-'),
            None if count == 0 => lines.push(b'-'),
            None => lines.extend_from_slice(digits),
        }
        lines.push(b'\n');
    }
    Ok((PyBytes::new(py, &lines), PyBytes::new(py, &counts)))
}
