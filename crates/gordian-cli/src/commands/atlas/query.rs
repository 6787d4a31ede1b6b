//! `gordian atlas query`: one answer for each line, in order.

use std::io::Write as _;
use std::ops::Range;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::{Database, Realised, Ways, label, parity};
use gordian::perm::square1::{
    Notation, Position, Sequence, Step, Turn, parse_position_or_sequence,
};
use gordian::{Cancel, Limit};
use rayon::prelude::*;
use serde_json::json;

use super::lines::{self, Line};
use super::{open, refuse};
use crate::args::AtlasQueryArgs;
use crate::commands::Stop;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;

/// How often the request to stop is looked at while no line comes.
const TICK: Duration = Duration::from_millis(20);
/// So many faults are told with their lines on standard error; all are told on standard output.
const TOLD: usize = 10;

pub(super) fn run(args: &AtlasQueryArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let database = match open(&args.file) {
        Ok(database) => database,
        Err(error) => {
            return refuse(Fault::of_atlas(&error), Some(&args.file), args.json, console);
        }
    };
    let threads = args.threads.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|source| Fault::of_atlas(&AtlasError::Threads { threads, source }))?;
    let batches = lines::read(&args.positions)?;
    let asker = Asker { database: &database, args, file: args.positions.display().to_string() };
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
            batch.into_iter().map(|line| asker.answer(line, &cancel)).collect()
        } else {
            pool.install(|| batch.into_par_iter().map(|line| asker.answer(line, &cancel)).collect())
        };
        for answer in answers {
            match answer {
                Ok(answer) => asker.tell(&answer, console)?,
                Err(fault) => {
                    n_faults += 1;
                    asker.tell_fault(fault, n_faults, console)?;
                }
            }
        }
        console.flush()?;
    }
    if n_faults == 0 {
        return Ok(Exit::Answer);
    }
    if n_faults > TOLD {
        console.remark(&format!("{} more lines with faults", n_faults - TOLD))?;
    }
    Ok(Exit::Error)
}

/// What there is to say of a line.
struct Answer {
    line: usize,
    position: Position,
    distance: u32,
    distance_ignoring_middle: u32,
    solution: Option<String>,
}

struct Asker<'a> {
    database: &'a Database,
    args: &'a AtlasQueryArgs,
    /// The name of the file with the positions.
    file: String,
}

impl Asker<'_> {
    fn answer(&self, line: Line, cancel: &Cancel) -> Result<Answer, Fault> {
        let Line { number, text } = line;
        let text = text?;
        let model = self.database.model();
        let here = |fault: Fault, span: &Range<usize>| {
            fault.within(&self.file).at_line(number, &text, span)
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
                Fault::of_atlas(&AtlasError::WrongPuzzle { found, expected }),
                &whole,
            ));
        }
        let found = self.look_up(number, position, cancel);
        found.map_err(|fault| here(fault, &whole))
    }

    fn look_up(&self, line: usize, position: Position, cancel: &Cancel) -> Result<Answer, Fault> {
        let model = self.database.model();
        let state = model.state(&position);
        let parity = parity(position.middle());
        let fault = |error: AtlasError| Fault::of_atlas(&error);
        let (distance, solution) = if self.args.no_solution {
            (self.database.distance(&state, parity).map_err(fault)?, None)
        } else {
            let way = Ways::new(self.database, cancel).shortest(&state, parity).map_err(fault)?;
            let realised = model.realise(&position, &way).ok_or_else(unsound)?;
            let text = written(realised, self.args.notation);
            check(&position, &text, self.args.notation)?;
            (u32::try_from(way.len()).expect("ways are short"), Some(text))
        };
        let distance_ignoring_middle =
            self.database.distance_ignoring_middle(&state, parity, distance).map_err(fault)?;
        Ok(Answer { line, position, distance, distance_ignoring_middle, solution })
    }

    fn tell(&self, answer: &Answer, console: &mut Console) -> Result<(), Stop> {
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

    fn tell_fault(&self, fault: Fault, nth: usize, console: &mut Console) -> Result<(), Stop> {
        let document = fault.to_json();
        let line = &document["line"];
        if self.args.json {
            let document = json!({"schema": 1, "line": line, "error": document});
            writeln!(console.out(), "{document}")?;
            return Ok(());
        }
        let [code, message] = ["code", "message"].map(|key| document[key].as_str().unwrap_or(""));
        let text = format!("error\t{line}\t{code}\t");
        let message = crate::console::harmless(message);
        writeln!(console.out(), "{text}{message}")?;
        if nth <= TOLD {
            console.faults(&[fault])?;
        }
        Ok(())
    }
}

/// Returns a solution as text.
///
/// The flipped solved puzzle is as good as solved, but what is written has to flip it back.
fn written(realised: Realised, notation: Notation) -> String {
    let half = Step::Turn(Turn::new(6, 6));
    let flip: &[Step] = match (realised.flipped, notation) {
        (false, _) => &[],
        (true, Notation::Cube21) => &[Step::Flip],
        // The same without a flip.
        (true, Notation::Wca) => &[Step::Twist, half, Step::Twist, half],
    };
    let steps = realised.sequence.steps().iter().chain(flip).copied();
    steps.collect::<Sequence>().write(notation)
}

/// Does what the text says with the plain simulator.
fn check(position: &Position, solution: &str, notation: Notation) -> Result<(), Fault> {
    let solved = Position::solved(position.colours());
    let sequence = Sequence::parse(solution, notation).map_err(|_| unsound())?;
    if position.apply(&sequence) == Ok(solved) { Ok(()) } else { Err(unsound()) }
}

fn unsound() -> Fault {
    Fault::new("solve.unsound", "the table led to a sequence that does not solve the position")
        .hint("verify the table with `gordian atlas verify`; if it is right, please report a bug")
}
