//! `gordian atlas report`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::Cancel;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::report::{Report, ReportFile, ReportFormat};

use super::{limit_of, open};
use crate::args::AtlasReportArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::input::io_fault;
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::{Work, watched};

pub(super) fn run(args: &AtlasReportArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = interrupt::install()?;
    let notes = Arc::new(Notes::new());
    let name = args.file.display().to_string();
    let mut spinner = Spinner::new(&name, console.is_quiet());
    let work = {
        let (file, format, cancel) = (args.file.clone(), args.format, cancel.clone());
        move || files(&file, format, &cancel)
    };
    let done = watched(&cancel, &notes, &mut spinner, work);
    drop(spinner);
    let files = match done? {
        Work::Done(Ok(files)) => files,
        Work::Done(Err(error)) => {
            let limit = limit_of(&error)?;
            console
                .line(Style::Doubtful, &format!("{name}: stopped before the report was made"))?;
            return Ok(Exit::of_limit(limit));
        }
        Work::LeftBehind(limit) => return Ok(Exit::of_limit(limit)),
    };
    for path in write(&args.out, &files)? {
        console.line(Style::Plain, &format!("wrote {}", path.display()))?;
    }
    Ok(Exit::Answer)
}

fn files(
    file: &Path,
    format: ReportFormat,
    cancel: &Cancel,
) -> Result<Vec<ReportFile>, AtlasError> {
    Ok(Report::new(&open(file)?, cancel)?.files(format))
}

/// Writes the files into a folder, which is made if need be; returns their names.
fn write(folder: &Path, files: &[ReportFile]) -> Result<Vec<PathBuf>, Stop> {
    let fault = |error: std::io::Error| io_fault(&error);
    fs_err::create_dir_all(folder).map_err(fault)?;
    let mut written = Vec::new();
    for file in files {
        let path = folder.join(file.name);
        fs_err::write(&path, &file.text).map_err(fault)?;
        written.push(path);
    }
    Ok(written)
}
