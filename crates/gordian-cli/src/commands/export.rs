//! `gordian export`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use gordian::background::run_on_large_stack;
use gordian::export::{ExportError, export};

use super::CommandError;
use crate::args::ExportArgs;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Input, apply_puzzle_args};

pub(super) fn run(args: &ExportArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let input = Input::new(&args.file);
    let (mut problem, notes) = input.problem()?;
    console.print_notes(&notes)?;
    apply_puzzle_args(&mut problem, &args.puzzle, input.name())?;
    let mut file = args.output.as_deref().map(|path| BufWriter::new(LazyFile::new(path)));
    let out: &mut (dyn Write + Send) = match &mut file {
        Some(file) => file,
        None => console.out(),
    };
    let work = move || {
        export(&problem, args.format, out)?;
        Ok(out.flush()?)
    };
    let written = run_on_large_stack(|| {}, work).map_err(Fault::of)?;
    match written {
        Ok(()) => Ok(Exit::Answer),
        Err(ExportError::Io(error)) if file.is_none() => Err(CommandError::Output(error)),
        Err(ExportError::Io(error)) => Err(Fault::of(error).into()),
        Err(error) => Err(Fault::of(error).in_file(input.name()).into()),
    }
}

/// A file that is created when the first byte is written, so that a failed export keeps an existing
/// file.
#[derive(Debug)]
struct LazyFile {
    path: PathBuf,
    file: Option<fs_err::File>,
}

impl LazyFile {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), file: None }
    }
}

impl Write for LazyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(fs_err::File::create(&self.path)?),
        };
        file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
