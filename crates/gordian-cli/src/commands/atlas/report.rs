//! `gordian atlas report`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::atlas::square1::Database;
use gordian::atlas::square1::report::Report;
use gordian::tables::{ReportFile, report_files};

use super::in_background;
use crate::args::AtlasReportArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::CommandError;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::ProgressTracker;

pub(super) fn run(args: &AtlasReportArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let name = args.file.display().to_string();
    let (file, format) = (args.file.clone(), args.format);
    let files = in_background(&name, console.is_quiet(), &cancel, &progress, move |cancel, _| {
        Ok(report_files(&Report::new(&Database::open(&file)?, cancel)?, format))
    });
    let files = match files? {
        Ok(files) => files,
        Err(limit) => {
            let text = format!("{name}: stopped before the report was complete");
            console.print_line(Style::Warning, &text)?;
            return Ok(Exit::from_limit(limit));
        }
    };
    for path in write(&args.out, &files)? {
        console.print_line(Style::Plain, &format!("wrote {}", path.display()))?;
    }
    Ok(Exit::Answer)
}

/// Writes the files into a directory, which is created if necessary; returns their paths.
fn write(directory: &Path, files: &[ReportFile]) -> Result<Vec<PathBuf>, CommandError> {
    fs_err::create_dir_all(directory).map_err(Fault::of)?;
    let mut written = Vec::new();
    for file in files {
        let path = directory.join(file.name);
        fs_err::write(&path, &file.text).map_err(Fault::of)?;
        written.push(path);
    }
    Ok(written)
}
