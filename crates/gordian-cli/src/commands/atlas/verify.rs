//! `gordian atlas verify`.

use std::sync::Arc;

use gordian::tables::{VerifyRequest, VerifyResponse};

use super::{in_background, report_fault};
use crate::args::AtlasVerifyArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::format::{format_bytes, format_seconds};
use crate::progress::ProgressTracker;

pub(super) fn run(args: &AtlasVerifyArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let request = VerifyRequest { file: args.file.clone(), threads: args.threads };
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let name = args.file.display().to_string();
    let quiet = console.is_quiet() || args.json;
    let done = in_background(&name, quiet, &cancel, &progress, {
        let request = request.clone();
        move |cancel, progress| {
            Ok(request.run(cancel, &|done, total| progress.set_bytes(done, total))?)
        }
    });
    let (response, exit) = match done {
        Ok(Ok(response)) => {
            (VerifyResponse { seconds: Some(stopwatch.elapsed()), ..response }, Exit::Answer)
        }
        Ok(Err(limit)) => (VerifyResponse::stopped(&request, limit), Exit::from_limit(limit)),
        Err(fault) => return report_fault(fault, Some(&args.file), args.json, console),
    };
    if args.json {
        console.print_json(&response)?
    } else {
        show(&response, console)?
    }
    Ok(exit)
}

fn show(response: &VerifyResponse, console: &mut Console) -> Result<(), CommandError> {
    let name = &response.file;
    let VerifyResponse { payload_bytes: Some(bytes), blocks: Some(blocks), seconds, .. } = response
    else {
        let text = format!("{name}: stopped before the whole file was read");
        return Ok(console.print_line(Style::Warning, &text)?);
    };
    let seconds = seconds.unwrap_or_default().wall;
    let words = [
        "right".to_owned(),
        format!("{} in {blocks} blocks", format_bytes(*bytes)),
        format_seconds(seconds),
        format!("{:.1} GB/s", *bytes as f64 / 1e9 / seconds),
    ];
    console.print_line(Style::Success, &format!("{name}: {}", words.join(" · ")))?;
    Ok(())
}
