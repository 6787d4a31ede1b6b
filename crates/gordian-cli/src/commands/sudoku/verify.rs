//! `gordian sudoku check --solution`: solutions are judged by the rules, nothing is searched.

use std::io::Write as _;
use std::path::Path;

use gordian::Limit;
use gordian::grid::SolutionChecker;
use gordian::puzzles::Cell;
use gordian::sudoku::Puzzle;
use gordian::sudoku::classic::batch::ChunkSource as _;
use gordian::sudoku::formats::{FormatError, ParsedPuzzle};
use serde_json::json;

use super::batch::named;
use super::job::{Body, Piece, Reply, TOLD};
use super::reading;
use super::source::{Input, Puzzles, Reading, format_fault, read_line};
use super::worker::refuse_missing_rules;
use crate::args::SudokuCheckArgs;
use crate::commands::Stop;
use crate::console::{Console, harmless};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;
use crate::interrupt;

pub(super) fn run(
    args: &SudokuCheckArgs,
    solution: &Path,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let file = &args.reading.file;
    if [file.as_path(), solution].iter().all(|path| *path == Path::new("-")) {
        let message = "standard input cannot be both the puzzles and the solutions";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let mut puzzles = Walk::open(file, reading(&args.reading)?)?;
    // The solutions have the puzzles' layout, and may be written in another way.
    let reading = Reading { format: None, ..puzzles.reading.clone() };
    let mut solutions = Walk::open(solution, reading)?;
    let mut checker = SolutionChecker::default();
    let (mut n, mut n_faults, mut n_wrong, mut n_solutions) = (0, 0, 0_u64, 0_u64);
    while let Some(puzzle) = puzzles.next()? {
        if cancel.stopped() == Some(Limit::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        n += 1;
        let line = puzzle.line;
        let mut piece = Piece::default();
        let broken = puzzle.read(&puzzles.file).and_then(|puzzle| {
            let Some(solution) = solutions.next()? else {
                let s = if n_solutions == 1 { "" } else { "s" };
                let name = named(&solutions.file);
                let message = format!("{name} ends after {n_solutions} solution{s}");
                let fault = Fault::new("sudoku.no-solution", message).within(&puzzles.file);
                let number = usize::try_from(line).unwrap_or(usize::MAX);
                return Err(fault.at_line(number, "", &(0..0)));
            };
            n_solutions += 1;
            let solution = solution.read(&solutions.file)?.givens;
            let blank = blank(&solution).filter(|_| solution.len() == puzzle.givens.len());
            Ok(blank.or_else(|| checker.first_violation(&puzzle, &solution)))
        });
        match broken {
            Ok(broken) => {
                n_wrong += u64::from(broken.is_some());
                piece.reply(line, judged(broken, args.running.json));
            }
            Err(fault) => piece.fault(line, fault, args.running.json),
        }
        console.out().write_all(&piece.out)?;
        n_faults += piece.n_faults;
        if n_faults <= TOLD as u64 && !args.running.json {
            console.faults(&piece.faults)?;
        }
    }
    if solutions.next()?.is_some() {
        console.remark("note: there are more solutions than puzzles")?;
    }
    Ok(match (n_faults, n, n_wrong) {
        (1.., ..) => Exit::Error,
        (0, 1, 1) => Exit::NoAnswer,
        _ => Exit::Answer,
    })
}

/// Says which cell is the first without a digit.
fn blank(solution: &[u8]) -> Option<String> {
    let n = solution.len().isqrt();
    let cell = solution.iter().position(|&digit| digit == 0)?;
    Some(format!("{} is blank", Cell::new(cell / n, cell % n)))
}

fn judged(broken: Option<String>, as_json: bool) -> Reply {
    let exit = if broken.is_none() { Exit::Answer } else { Exit::NoAnswer };
    let body = if as_json {
        Body::Document(json!({"right": broken.is_none(), "broken": broken}))
    } else {
        Body::Text(match &broken {
            None => "right\n".to_owned(),
            Some(rule) => format!("wrong\t{}\n", harmless(rule)),
        })
    };
    Reply { body, exit, solved: broken.is_none() }
}

/// One grid of a file.
struct Grid {
    line: u64,
    result: Result<ParsedPuzzle, FormatError>,
    /// The line of its fault, if it has one.
    text: String,
}

impl Grid {
    fn read(self, file: &str) -> Result<Puzzle, Fault> {
        match self.result {
            Ok(read) => refuse_missing_rules(&read).map(|()| read.puzzle),
            Err(error) => Err(format_fault(&error, file, self.line, &self.text)),
        }
    }
}

/// The grids of a file, one after the other.
struct Walk {
    source: Puzzles,
    reading: Reading,
    file: String,
    /// The grids of the last chunk, the next one last.
    ready: Vec<Grid>,
}

impl Walk {
    fn open(file: &Path, reading: Reading) -> Result<Self, Fault> {
        let source = Puzzles::open(file, reading.clone(), 1, true)?;
        Ok(Self { source, reading, file: file.display().to_string(), ready: Vec::new() })
    }

    fn next(&mut self) -> Result<Option<Grid>, Fault> {
        while self.ready.is_empty() {
            let input = self.source.next_chunk(&|| true);
            let input = input.map_err(|error| io_fault(&error).within(&self.file))?;
            let Some(input) = input else { return Ok(None) };
            self.ready = self.grids(input);
            self.ready.reverse();
        }
        Ok(self.ready.pop())
    }

    fn grids(&self, input: Input) -> Vec<Grid> {
        match input {
            Input::Puzzles(items) => {
                let grid = |item: super::source::Item| Grid {
                    line: item.entry.line,
                    result: item.entry.result,
                    text: item.text,
                };
                items.into_iter().map(grid).collect()
            }
            Input::Lines(chunk) => (chunk.first_line..)
                .zip(chunk.bytes.split_inclusive(|&byte| byte == b'\n'))
                .filter_map(|(line, bytes)| {
                    let result = read_line(bytes, &self.reading)?;
                    let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
                    Some(Grid { line, result, text })
                })
                .collect(),
        }
    }
}
