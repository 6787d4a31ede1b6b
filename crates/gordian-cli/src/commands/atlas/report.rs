//! `gordian atlas report`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::Cancel;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::report::{Report, ReportFile, ReportFormat};

use super::{limit_or_fault, open};
use crate::args::AtlasReportArgs;
use crate::background::cancel_on_ctrl_c;
use crate::background::{BackgroundResult, run_in_background};
use crate::commands::CommandError;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::input::io_fault;
use crate::progress::{ProgressTracker, Spinner};

pub(super) fn run(args: &AtlasReportArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let name = args.file.display().to_string();
    let mut spinner = Spinner::new(&name, console.is_quiet());
    let work = {
        let (file, format, cancel) = (args.file.clone(), args.format, cancel.clone());
        move || files(&file, format, &cancel)
    };
    let done = run_in_background(&cancel, &progress, &mut spinner, work);
    drop(spinner);
    let files = match done? {
        BackgroundResult::Done(Ok(files)) => files,
        BackgroundResult::Done(Err(error)) => {
            let limit = limit_or_fault(&error)?;
            console.print_line(
                Style::Warning,
                &format!("{name}: stopped before the report was complete"),
            )?;
            return Ok(Exit::from_limit(limit));
        }
        BackgroundResult::Abandoned(limit) => return Ok(Exit::from_limit(limit)),
    };
    for path in write(&args.out, &files)? {
        console.print_line(Style::Plain, &format!("wrote {}", path.display()))?;
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

/// Writes the files into a directory, which is created if necessary; returns their paths.
fn write(directory: &Path, files: &[ReportFile]) -> Result<Vec<PathBuf>, CommandError> {
    let fault = |error: std::io::Error| io_fault(&error);
    fs_err::create_dir_all(directory).map_err(fault)?;
    let mut written = Vec::new();
    for file in files {
        let path = directory.join(file.name);
        fs_err::write(&path, &file.text).map_err(fault)?;
        written.push(path);
    }
    Ok(written)
}
