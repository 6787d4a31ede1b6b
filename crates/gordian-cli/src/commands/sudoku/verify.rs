//! `gordian sudoku check --solution`: checks solutions against the rules without a search.

use std::io::Write as _;
use std::path::Path;

use gordian::Limit;
use gordian::grid::Grid;
use gordian::puzzles::{self, Cell};
use gordian::sudoku::classic::batch::ChunkSource as _;
use gordian::sudoku::formats::{FormatError, ParsedPuzzle};
use serde_json::json;

use super::batch::display_name;
use super::chunk_worker::refuse_missing_rules;
use super::context::{AnswerBody, ChunkResult, MAX_SHOWN_FAULTS, PuzzleAnswer};
use super::input_options;
use super::source::{InputOptions, PuzzleChunk, PuzzleSource, format_fault, read_line};
use crate::args::SudokuCheckArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::CommandError;
use crate::console::{Console, escape_control};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;

pub(super) fn run(
    args: &SudokuCheckArgs,
    solution: &Path,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let file = &args.input.file;
    if [file.as_path(), solution].iter().all(|path| *path == Path::new("-")) {
        let message = "the puzzles and the solutions cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let mut puzzles = GridReader::open(file, input_options(&args.input)?)?;
    // The solutions have the layout of the puzzles, but may have another format.
    let reading = InputOptions { format: None, ..puzzles.reading.clone() };
    let mut solutions = GridReader::open(solution, reading)?;
    let (mut n, mut n_faults, mut n_wrong, mut n_solutions) = (0, 0, 0_u64, 0_u64);
    while let Some(puzzle) = puzzles.next()? {
        if cancel.stopped() == Some(Limit::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        n += 1;
        let line = puzzle.line;
        let mut chunk_result = ChunkResult::default();
        let broken = puzzle.read(&puzzles.file).and_then(|puzzle| {
            let Some(solution) = solutions.next()? else {
                let s = if n_solutions == 1 { "" } else { "s" };
                let name = display_name(&solutions.file);
                let message = format!("{name} ends after {n_solutions} solution{s}");
                let fault = Fault::new("sudoku.no-solution", message).in_file(&puzzles.file);
                let number = usize::try_from(line).unwrap_or(usize::MAX);
                return Err(fault.at_line(number, "", &(0..0)));
            };
            n_solutions += 1;
            let solution = solution.read(&solutions.file)?.givens;
            let blank = blank(&solution).filter(|_| solution.len() == puzzle.givens.len());
            let broken = || puzzles::grid::check(&puzzle, &solution).err();
            let first = || broken()?.first().map(ToString::to_string);
            Ok(blank.or_else(first))
        });
        match broken {
            Ok(broken) => {
                n_wrong += u64::from(broken.is_some());
                chunk_result.push_answer(line, judged(broken, args.run.json));
            }
            Err(fault) => chunk_result.push_fault(line, fault, args.run.json),
        }
        console.out().write_all(&chunk_result.out)?;
        n_faults += chunk_result.n_faults;
        if n_faults <= MAX_SHOWN_FAULTS as u64 && !args.run.json {
            console.print_faults(&chunk_result.faults)?;
        }
    }
    if solutions.next()?.is_some() {
        console.print_note("note: there are more solutions than puzzles")?;
    }
    Ok(match (n_faults, n, n_wrong) {
        (1.., ..) => Exit::Error,
        (0, 1, 1) => Exit::NoAnswer,
        _ => Exit::Answer,
    })
}

/// Describes the first cell without a digit.
fn blank(solution: &[u8]) -> Option<String> {
    let n = solution.len().isqrt();
    let cell = solution.iter().position(|&digit| digit == 0)?;
    Some(format!("{} is blank", Cell::new(cell / n, cell % n)))
}

fn judged(broken: Option<String>, as_json: bool) -> PuzzleAnswer {
    let exit = if broken.is_none() { Exit::Answer } else { Exit::NoAnswer };
    let body = if as_json {
        AnswerBody::Document(json!({"right": broken.is_none(), "broken": broken}))
    } else {
        AnswerBody::Text(match &broken {
            None => "right\n".to_owned(),
            Some(rule) => format!("wrong\t{}\n", escape_control(rule)),
        })
    };
    PuzzleAnswer { body, exit, solved: broken.is_none() }
}

/// A grid of a file.
struct GridEntry {
    line: u64,
    result: Result<ParsedPuzzle, FormatError>,
    /// The line of its error, if it has one.
    text: String,
}

impl GridEntry {
    fn read(self, file: &str) -> Result<Grid, Fault> {
        match self.result {
            Ok(read) => refuse_missing_rules(&read).map(|()| read.puzzle),
            Err(error) => Err(format_fault(&error, file, self.line, &self.text)),
        }
    }
}

/// Iterates over the grids of a file.
struct GridReader {
    source: PuzzleSource,
    reading: InputOptions,
    file: String,
    /// The remaining grids of the last chunk, in reverse order.
    ready: Vec<GridEntry>,
}

impl GridReader {
    fn open(file: &Path, reading: InputOptions) -> Result<Self, Fault> {
        let source = PuzzleSource::open(file, reading.clone(), 1, true)?;
        Ok(Self { source, reading, file: file.display().to_string(), ready: Vec::new() })
    }

    fn next(&mut self) -> Result<Option<GridEntry>, Fault> {
        while self.ready.is_empty() {
            let input = self.source.next_chunk(&|| true);
            let input = input.map_err(|error| io_fault(&error).in_file(&self.file))?;
            let Some(input) = input else { return Ok(None) };
            self.ready = self.grids(input);
            self.ready.reverse();
        }
        Ok(self.ready.pop())
    }

    fn grids(&self, input: PuzzleChunk) -> Vec<GridEntry> {
        match input {
            PuzzleChunk::Puzzles(items) => {
                let grid = |item: super::source::SourcePuzzle| GridEntry {
                    line: item.entry.line,
                    result: item.entry.result,
                    text: item.text,
                };
                items.into_iter().map(grid).collect()
            }
            PuzzleChunk::Lines(chunk) => (chunk.first_line..)
                .zip(chunk.bytes.split_inclusive(|&byte| byte == b'\n'))
                .filter_map(|(line, bytes)| {
                    let result = read_line(bytes, &self.reading)?;
                    let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
                    Some(GridEntry { line, result, text })
                })
                .collect(),
        }
    }
}
