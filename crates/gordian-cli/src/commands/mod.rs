//! The commands, carried out.
//!
//! To add one: its arguments in [`crate::args`], a module here with one function that takes them and
//! the console, and an arm in [`run`].

mod atlas;
mod check;
mod completions;
mod cube;
mod export;
mod man;
mod puzzle;
mod serve;
mod solve;
mod square1;
mod sudoku;

use std::io;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{SystemTime, UNIX_EPOCH};

use gordian::Random;

use crate::args::{Cli, Command};
use crate::console::{Colour, Console};
use crate::env;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{Notes, Spinner};
use crate::work::attended;

/// Why a command ended before its end.
#[derive(Debug)]
enum Stop {
    /// The input, the arguments or the system are at fault.
    Faults(Vec<Fault>),
    /// Standard output does not take what is written.
    Output(io::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Faults(vec![fault])
    }
}

impl From<Vec<Fault>> for Stop {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Carries out a command and tells what kept it from it.
pub(crate) fn run(cli: &Cli) -> Exit {
    let mut console = Console::new(cli.global.color, cli.global.quiet);
    let done = carry_out(&cli.command, &mut console);
    let faults = match done {
        Ok(exit) => return exit,
        // Whoever read has read enough.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return Exit::Answer;
        }
        Err(Stop::Output(error)) => {
            vec![Fault::new("io.write", format!("standard output cannot be written: {error}"))]
        }
        Err(Stop::Faults(faults)) => faults,
    };
    console.last_words(&faults);
    Exit::Error
}

/// Does the one job that the parent process sends.
pub(crate) fn job() -> ExitCode {
    match gordian_server::run_job() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            Console::new(Colour::Never, true).last_words(&[Fault::new("job.process", error.to_string())]);
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: &Command, console: &mut Console) -> Result<Exit, Stop> {
    // A service has a log of its own.
    if !matches!(command, Command::Serve(_) | Command::Worker(_)) {
        env::start_log()?;
    }
    let exit = match command {
        Command::Solve(args) => solve::run(args, console)?,
        Command::Check(args) => check::run(args, console)?,
        Command::Export(args) => export::run(args, console)?,
        Command::Square1(args) => square1::run(args, console)?,
        Command::Cube(args) => cube::run(args, console)?,
        Command::Sudoku(args) => sudoku::run(args, console)?,
        Command::Atlas(args) => atlas::run(args, console)?,
        Command::Serve(args) => serve::serve(args, console)?,
        Command::Worker(args) => serve::worker(args, console)?,
        Command::Completions(args) => completions::run(args, console)?,
        Command::Man(args) => man::run(args, console)?,
    };
    console.flush()?;
    Ok(exit)
}

/// Returns how many threads are to work: as many as the machine has if nobody says.
fn threads(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    wanted.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Returns the seed, or one that is different every time and is told.
fn told_seed(wanted: Option<u64>, console: &mut Console) -> io::Result<u64> {
    if let Some(seed) = wanted {
        return Ok(seed);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    let seed =
        Random::new(u64::from(now.subsec_nanos()) ^ now.as_secs() << 30).bits() % 1_000_000_000;
    console.remark(&format!("note: `--seed {seed}` gives the same again"))?;
    Ok(seed)
}

/// Does `work` while its progress is drawn under a name.
fn with_progress<T: Send>(
    name: &str,
    quiet: bool,
    work: impl FnOnce(&Notes) -> T + Send,
) -> Result<T, Fault> {
    let notes = Arc::new(Notes::new());
    let mut spinner = Spinner::new(name, quiet);
    attended(&notes, &mut spinner, || work(&notes))
}
