//! `gordian atlas query`: one answer per line, in order.

use std::io::Write as _;
use std::ops::Range;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::{Database, PathMoves, ShortestPaths, label, middle_parity};
use gordian::perm::square1::{
    Move, Notation, Position, Sequence, Turn, parse_position_or_sequence,
};
use gordian::{Cancel, Limit};
use rayon::prelude::*;
use serde_json::json;

use super::{open, report_fault};
use crate::args::AtlasQueryArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::CommandError;
use crate::commands::lines::{self, Line};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;

/// The interval at which cancellation is checked while no line arrives.
const TICK: Duration = Duration::from_millis(20);
/// The number of faults that are shown on standard error; standard output has all of them.
const MAX_SHOWN_FAULTS: usize = 10;

pub(super) fn run(args: &AtlasQueryArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let database = match open(&args.file) {
        Ok(database) => database,
        Err(error) => {
            return report_fault(
                Fault::from_atlas_error(&error),
                Some(&args.file),
                args.json,
                console,
            );
        }
    };
    let threads = args.threads.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|source| Fault::from_atlas_error(&AtlasError::Threads { threads, source }))?;
    let batches = lines::read(&args.positions)?;
    let query =
        TableQuery { database: &database, args, file: args.positions.display().to_string() };
    let mut n_faults = 0;
    loop {
        if cancel.stopped() == Some(Limit::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        let batch = match batches.recv_timeout(TICK) {
            Ok(batch) => batch?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let answers: Vec<Result<Answer, Fault>> = if threads == 1 {
            batch.into_iter().map(|line| query.answer(line, &cancel)).collect()
        } else {
            pool.install(|| batch.into_par_iter().map(|line| query.answer(line, &cancel)).collect())
        };
        for answer in answers {
            match answer {
                Ok(answer) => query.print_answer(&answer, console)?,
                Err(fault) => {
                    n_faults += 1;
                    query.print_fault(fault, n_faults, console)?;
                }
            }
        }
        console.flush()?;
    }
    if n_faults == 0 {
        return Ok(Exit::Answer);
    }
    if n_faults > MAX_SHOWN_FAULTS {
        console.print_note(&format!("{} more invalid lines", n_faults - MAX_SHOWN_FAULTS))?;
    }
    Ok(Exit::Error)
}

/// The answer to a line.
struct Answer {
    line: usize,
    position: Position,
    distance: u32,
    distance_ignoring_middle: u32,
    solution: Option<String>,
}

/// Looks up positions in a table.
struct TableQuery<'a> {
    database: &'a Database,
    args: &'a AtlasQueryArgs,
    /// The name of the input file.
    file: String,
}

impl TableQuery<'_> {
    fn answer(&self, line: Line, cancel: &Cancel) -> Result<Answer, Fault> {
        let Line { number, text } = line;
        let text = text?;
        let model = self.database.model();
        let here = |fault: Fault, span: &Range<usize>| {
            fault.in_file(&self.file).at_line(number, &text, span)
        };
        let whole = 0..text.len();
        let parsed = parse_position_or_sequence(&text, model.colours(), self.args.notation);
        let position = parsed.map_err(|error| {
            let fault = Fault::new(error.code(), error.to_string()).hint(error.hint());
            here(fault, &error.span)
        })?;
        if position.colours() != model.colours() {
            let (found, expected) = (label(model.colours()), label(position.colours()));
            return Err(here(
                Fault::from_atlas_error(&AtlasError::WrongPuzzle { found, expected }),
                &whole,
            ));
        }
        let answer = self.look_up(number, position, cancel);
        answer.map_err(|fault| here(fault, &whole))
    }

    fn look_up(&self, line: usize, position: Position, cancel: &Cancel) -> Result<Answer, Fault> {
        let model = self.database.model();
        let state = model.state(&position);
        let parity = middle_parity(position.middle());
        let fault = |error: AtlasError| Fault::from_atlas_error(&error);
        let (distance, solution) = if self.args.no_solution {
            (self.database.distance(&state, parity).map_err(fault)?, None)
        } else {
            let path = ShortestPaths::new(self.database, cancel)
                .shortest(&state, parity)
                .map_err(fault)?;
            let realised = model.to_moves(&position, &path).ok_or_else(unsound_fault)?;
            let text = solution_text(realised, self.args.notation);
            check_solution(&position, &text, self.args.notation)?;
            (u32::try_from(path.len()).expect("paths are short"), Some(text))
        };
        let distance_ignoring_middle =
            self.database.distance_ignoring_middle(&state, parity, distance).map_err(fault)?;
        Ok(Answer { line, position, distance, distance_ignoring_middle, solution })
    }

    fn print_answer(&self, answer: &Answer, console: &mut Console) -> Result<(), CommandError> {
        let Answer { line, position, distance, distance_ignoring_middle, solution } = answer;
        if self.args.json {
            let mut document = json!({
                "schema": 1,
                "line": line,
                "position": position.to_string(),
                "distance": distance,
                "distance_ignoring_middle": distance_ignoring_middle,
            });
            if let Some(solution) = solution {
                document["solution"] = json!(solution);
                document["checked"] = json!(true);
            }
            writeln!(console.out(), "{document}")?;
            return Ok(());
        }
        write!(console.out(), "{position}\t{distance}\t{distance_ignoring_middle}")?;
        if let Some(solution) = solution {
            write!(console.out(), "\t{solution}")?;
        }
        writeln!(console.out())?;
        Ok(())
    }

    fn print_fault(
        &self,
        fault: Fault,
        nth: usize,
        console: &mut Console,
    ) -> Result<(), CommandError> {
        let document = fault.to_json();
        let line = &document["line"];
        if self.args.json {
            let document = json!({"schema": 1, "line": line, "error": document});
            writeln!(console.out(), "{document}")?;
            return Ok(());
        }
        let [code, message] = ["code", "message"].map(|key| document[key].as_str().unwrap_or(""));
        let text = format!("error\t{line}\t{code}\t");
        let message = crate::console::escape_control(message);
        writeln!(console.out(), "{text}{message}")?;
        if nth <= MAX_SHOWN_FAULTS {
            console.print_faults(&[fault])?;
        }
        Ok(())
    }
}

/// Returns a solution as text.
///
/// The table treats the flipped solved puzzle as solved; the text ends with moves that flip it back.
fn solution_text(realised: PathMoves, notation: Notation) -> String {
    let half = Move::Turn(Turn::new(6, 6));
    let flip: &[Move] = match (realised.flipped, notation) {
        (false, _) => &[],
        (true, Notation::Cube21) => &[Move::Flip],
        // Equivalent to a flip, without the flip symbol.
        (true, Notation::Wca) => &[Move::Twist, half, Move::Twist, half],
    };
    let steps = realised.sequence.moves().iter().chain(flip).copied();
    steps.collect::<Sequence>().write(notation)
}

/// Replays the text of a solution with the simulator.
fn check_solution(position: &Position, solution: &str, notation: Notation) -> Result<(), Fault> {
    let solved = Position::solved(position.colours());
    let sequence = Sequence::parse(solution, notation).map_err(|_| unsound_fault())?;
    if position.apply(&sequence) == Ok(solved) { Ok(()) } else { Err(unsound_fault()) }
}

fn unsound_fault() -> Fault {
    Fault::new(
        "solve.unsound",
        "internal error: the table led to a sequence that does not solve the position",
    )
    .hint("verify the table with `gordian atlas verify`; if it is intact, please report a bug")
}
