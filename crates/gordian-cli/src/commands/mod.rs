//! The commands.
//!
//! To add one, add its arguments in [`crate::args`], a module here with one function that takes
//! them and the console, and an arm in [`dispatch`].

mod atlas;
mod check;
mod cube;
mod export;
mod fzn;
mod generate;
mod generated;
mod lines;
mod minizinc;
mod moves;
mod perm;
mod reference;
mod serve;
mod solve;
mod square1;
mod sudoku;

use std::io;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cpu_time::ProcessTime;
use gordian::requests::ErrorDetail;
use gordian::{Random, Seconds};

use crate::args::{Cli, Command};
use crate::background::run_with_spinner;
use crate::console::{Colour, Console};
use crate::env;
use crate::exit::Exit;
use crate::fault::{Fault, FaultDocument};
use crate::progress::{ProgressTracker, Spinner};

/// Why a command failed.
#[derive(Debug)]
enum CommandError {
    /// Errors in the input, the arguments or the system.
    Faults(Vec<Fault>),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<Fault> for CommandError {
    fn from(fault: Fault) -> Self {
        Self::Faults(vec![fault])
    }
}

impl From<ErrorDetail> for CommandError {
    fn from(error: ErrorDetail) -> Self {
        Fault::of(error).into()
    }
}

impl From<Vec<Fault>> for CommandError {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Runs a command and reports its errors.
pub(crate) fn run(cli: &Cli) -> Exit {
    let mut console = Console::new(cli.global.color, cli.global.quiet);
    let done = dispatch(&cli.command, &mut console);
    let faults = match done {
        Ok(exit) => return exit,
        // The reader closed the pipe, which is no error.
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return Exit::Answer;
        }
        Err(CommandError::Output(error)) => {
            vec![Fault::new("io.write", format!("cannot write to standard output: {error}"))]
        }
        Err(CommandError::Faults(faults)) => faults,
    };
    console.print_faults_to_stderr(&faults);
    Exit::Error
}

/// Runs a child process of the service.
pub(crate) fn run_child(work: fn() -> std::io::Result<()>) -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            Console::new(Colour::Never, true)
                .print_faults_to_stderr(&[Fault::new("job.process", error.to_string())]);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: &Command, console: &mut Console) -> Result<Exit, CommandError> {
    // The service configures its own log.
    if !matches!(command, Command::Serve(_) | Command::Worker(_)) {
        env::start_log()?;
    }
    let exit = match command {
        Command::Solve(args) => solve::run(args, console)?,
        Command::Check(args) => check::run(args, console)?,
        Command::Generate(args) => generate::run(args, console)?,
        Command::Export(args) => export::run(args, console)?,
        Command::Square1(args) => square1::run(args, console)?,
        Command::Cube(args) => cube::run(args, console)?,
        Command::Perm(args) => perm::run(args, console)?,
        Command::Sudoku(args) => sudoku::run(args, console)?,
        Command::Atlas(args) => atlas::run(args, console)?,
        Command::Fzn(args) => fzn::run(args, console)?,
        Command::Minizinc(args) => minizinc::run(args, console)?,
        Command::Serve(args) => serve::serve(args, console)?,
        Command::Worker(args) => serve::worker(args, console)?,
        Command::Kinds(args) => reference::kinds(args, console)?,
        Command::Explain(args) => reference::explain(args, console)?,
        Command::Docs(args) => reference::docs(args, console)?,
        Command::Completions(args) => generated::completions(args, console)?,
        Command::Man(args) => generated::man(args, console)?,
        Command::Notices(args) => generated::notices(args, console)?,
    };
    console.flush()?;
    Ok(exit)
}

/// Returns the requested number of threads, or one per processor.
fn thread_count(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    wanted.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Returns the requested seed, or a new one from the clock, which is printed.
fn seed_or_random(wanted: Option<u64>, console: &mut Console) -> io::Result<u64> {
    if let Some(seed) = wanted {
        return Ok(seed);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to type.
    let seed =
        Random::new(u64::from(now.subsec_nanos()) ^ now.as_secs() << 30).bits() % 1_000_000_000;
    console.print_note(&format!("note: `--seed {seed}` repeats this"))?;
    Ok(seed)
}

/// Writes the faults of a command as JSON documents if `json` is set.
fn faults_as_json(
    result: Result<Exit, CommandError>,
    json: bool,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    match result {
        Err(CommandError::Faults(faults)) if json => {
            for fault in faults {
                console.print_json(&FaultDocument::new(&fault))?;
            }
            Ok(Exit::Error)
        }
        result => result,
    }
}

/// Measures CPU time and wall-clock time.
struct Stopwatch {
    wall: Instant,
    cpu: ProcessTime,
}

impl Stopwatch {
    fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::now() }
    }

    fn elapsed(&self) -> Seconds {
        let (cpu, wall) = (self.cpu.elapsed(), self.wall.elapsed());
        Seconds { cpu: cpu.as_secs_f64(), wall: wall.as_secs_f64() }
    }
}

/// Runs `work` while the progress line is drawn with the label `name`.
fn with_progress<T: Send>(
    name: &str,
    quiet: bool,
    work: impl FnOnce(&ProgressTracker) -> T + Send,
) -> Result<T, Fault> {
    let progress = Arc::new(ProgressTracker::new());
    let mut spinner = Spinner::new(name, quiet);
    run_with_spinner(&progress, &mut spinner, || work(&progress))
}
