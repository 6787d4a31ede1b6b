//! `gordian export`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use gordian::export::{ExportError, export};

use super::{Stop, puzzle};
use crate::args::ExportArgs;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Input, io_fault};
use crate::work::on_large_stack;

pub(super) fn run(args: &ExportArgs, console: &mut Console) -> Result<Exit, Stop> {
    let input = Input::new(&args.file);
    let mut problem = input.problem()?;
    let reachability = puzzle::change(&mut problem, &args.puzzle, input.name())?;
    let mut file = args.output.as_deref().map(|path| BufWriter::new(LateFile::new(path)));
    let out: &mut (dyn Write + Send) = match &mut file {
        Some(file) => file,
        None => console.out(),
    };
    let written = on_large_stack(move || {
        export(&problem, args.format, reachability, out)?;
        Ok(out.flush()?)
    })?;
    match written {
        Ok(()) => Ok(Exit::Answer),
        Err(ExportError::Io(error)) if file.is_none() => Err(Stop::Output(error)),
        Err(ExportError::Io(error)) => Err(io_fault(&error).into()),
        Err(error) => Err(Fault::of_export(&error, input.name()).into()),
    }
}

/// A file that is made when the first byte is written, so that a problem that cannot be exported
/// leaves an older file alone.
#[derive(Debug)]
struct LateFile {
    path: PathBuf,
    file: Option<fs_err::File>,
}

impl LateFile {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), file: None }
    }
}

impl Write for LateFile {
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
