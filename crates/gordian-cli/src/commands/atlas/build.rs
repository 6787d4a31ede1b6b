//! `gordian atlas build`.

use std::sync::Arc;

use gordian::Limit;
use gordian::atlas::square1::ByModel;
use gordian::tables::{BuildRequest, BuildResponse, BuildResult};

use super::info::{LevelColumn, show_levels};
use super::{in_background, report_fault};
use crate::args::AtlasBuildArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_bytes, format_limit, format_percent, format_seconds};
use crate::progress::ProgressTracker;
use crate::system::peak_memory;

pub(super) fn run(args: &AtlasBuildArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let request = BuildRequest::from(args);
    if let Some(folder) = request.out.as_deref().filter(|out| out.is_dir()) {
        let fault = Fault::new("cli.out", format!("`{}` is a directory", folder.display()));
        let fault = fault.hint("give the name of the file to write");
        return report_fault(fault, Some(folder), args.json, console);
    }
    let cancel = cancel_on_ctrl_c()?;
    print_requirements(&request, console)?;
    let progress = Arc::new(ProgressTracker::new());
    let quiet = console.is_quiet() || args.json;
    let done = in_background(request.puzzle.name(), quiet, &cancel, &progress, {
        let request = request.clone();
        move |cancel, progress| Ok(request.run(cancel, progress)?)
    });
    let (seconds, memory) = (stopwatch.elapsed(), peak_memory());
    match done {
        Ok(Ok(built)) => {
            let response = BuildResponse::complete(&request, &built, seconds, memory);
            if args.json {
                console.print_json(&response)?
            } else {
                show(&request, &response, console)?
            }
            Ok(Exit::Answer)
        }
        Ok(Err(limit)) => {
            let level = progress.snapshot().level.map(|level| level.0);
            let response = BuildResponse::stopped(&request, limit, level, seconds, memory);
            if args.json {
                console.print_json(&response)?
            } else {
                show_stopped(&request, &response, limit, &progress, console)?
            }
            Ok(Exit::from_limit(limit))
        }
        Err(fault) => report_fault(fault, request.out.as_deref(), args.json, console),
    }
}

/// Prints the memory and threads of the build, and the checkpoint it resumes from.
fn print_requirements(request: &BuildRequest, console: &mut Console) -> Result<(), CommandError> {
    console.print_note(&format!(
        "{}: needs {} of memory, {}, kernels {}",
        request.puzzle.name(),
        format_bytes(request.memory_needed()),
        format_threads(request.n_threads()),
        request.kernel.simd_level().name(),
    ))?;
    if let Some((path, level)) = request.checkpoint() {
        console.print_note(&format!("found a checkpoint of level {level}: {}", path.display()))?;
    }
    Ok(())
}

fn show(
    request: &BuildRequest,
    response: &BuildResponse,
    console: &mut Console,
) -> Result<(), CommandError> {
    console.print_line(Style::Bold, &response.puzzle)?;
    let models = response.models.iter().flat_map(ByModel::each);
    let columns: Vec<LevelColumn<'_>> =
        models.map(|(model, levels)| (model.name(), levels.as_slice())).collect();
    show_levels(&columns, console)?;
    let seconds = response.seconds;
    let mut words = vec![
        "complete".to_owned(),
        format!("{} CPU", format_seconds(seconds.cpu)),
        format_seconds(seconds.wall),
    ];
    let memory = response.peak_memory_bytes;
    words.extend(memory.map(|bytes| format!("{} of memory", format_bytes(bytes))));
    if let BuildResult::Complete { kernel, threads, resumed_at_level, .. } = &response.result {
        words.extend([kernel.clone(), format_threads(*threads)]);
        words.extend(resumed_at_level.map(|level| format!("resumed after level {level}")));
    }
    console.print_line(Style::Success, &words.join(" · "))?;
    if let Some(file) = &request.out {
        let size = fs_err::metadata(file)
            .map_or_else(|_| String::new(), |file| format!(" ({})", format_bytes(file.len())));
        console.print_line(Style::Plain, &format!("written to {}{size}", file.display()))?;
    }
    Ok(())
}

fn show_stopped(
    request: &BuildRequest,
    response: &BuildResponse,
    limit: Limit,
    progress: &ProgressTracker,
    console: &mut Console,
) -> Result<(), CommandError> {
    let done = match progress.snapshot().level {
        Some((level, done, total)) => {
            format!("level {level} done, {} of all positions seen", format_percent(done, total))
        }
        None => "no level done".to_owned(),
    };
    let time = format_seconds(response.seconds.wall);
    let why = format_limit(limit);
    let text = format!("stopped by {why} · {done} · {time} · {}", response.puzzle);
    console.print_line(Style::Warning, &text)?;
    if let Some((path, level)) = request.checkpoint() {
        let path = path.display();
        let text = format!("the same command resumes from the checkpoint of level {level}: {path}");
        console.print_line(Style::Plain, &text)?;
    }
    Ok(())
}

fn format_threads(n: usize) -> String {
    format!("{n} thread{}", if n == 1 { "" } else { "s" })
}
