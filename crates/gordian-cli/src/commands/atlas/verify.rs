//! `gordian atlas verify`.

use std::path::Path;
use std::sync::Arc;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::Database;
use gordian::table::{FileKind, Table, WorkContext as TableWork};
use gordian::{Cancel, Outcome, Seconds};
use serde_json::json;

use super::{done_or_limit, report_fault};
use crate::args::AtlasVerifyArgs;
use crate::background::cancel_on_ctrl_c;
use crate::background::run_in_background;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::format::{format_bytes, format_seconds};
use crate::progress::{ProgressTracker, Spinner};

/// A table that passed verification.
struct VerifiedTable {
    label: String,
    bytes: u64,
    blocks: u64,
}

pub(super) fn run(args: &AtlasVerifyArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let name = args.file.display().to_string();
    let mut spinner = Spinner::new(&name, console.is_quiet() || args.json);
    let work = {
        let (file, cancel, progress) = (args.file.clone(), cancel.clone(), Arc::clone(&progress));
        let threads = args.threads.map(usize::from);
        move || verify(&file, threads, &cancel, &progress)
    };
    let done = run_in_background(&cancel, &progress, &mut spinner, work);
    drop(spinner);
    let seconds = stopwatch.elapsed();
    match done_or_limit(done) {
        Ok(Ok(verified)) => {
            print_verified(&args.file, &verified, seconds, args.json, console)?;
            Ok(Exit::Answer)
        }
        Ok(Err(limit)) => {
            if args.json {
                let outcome = Outcome::Stopped(limit).name();
                console.print_json(&json!({
                    "schema": 1, "file": name, "outcome": outcome, "limit": limit.name(),
                }))?;
            } else {
                console.print_line(
                    Style::Warning,
                    &format!("{name}: stopped before the whole file was read"),
                )?;
            }
            Ok(Exit::from_limit(limit))
        }
        Err(fault) => report_fault(fault, Some(&args.file), args.json, console),
    }
}

/// Verifies the checksums and the hash of a table.
fn verify(
    file: &Path,
    threads: Option<usize>,
    cancel: &Cancel,
    progress: &ProgressTracker,
) -> Result<VerifiedTable, AtlasError> {
    let table = Table::open(file)?;
    let report_bytes = |done, total| progress.set_bytes(done, total);
    let work = TableWork::new(cancel);
    let work =
        TableWork { threads: threads.unwrap_or(work.threads), progress: &report_bytes, ..work };
    table.verify(&work)?;
    // An intact file may still belong to another version of the program.
    if table.description().kind == FileKind::Table {
        Database::open(file)?;
    }
    let label = table.description().label.clone();
    Ok(VerifiedTable { label, bytes: table.payload_len(), blocks: table.blocks() })
}

fn print_verified(
    file: &Path,
    verified: &VerifiedTable,
    seconds: Seconds,
    json: bool,
    console: &mut Console,
) -> Result<(), CommandError> {
    let name = file.display().to_string();
    if json {
        console.print_json(&json!({
            "schema": 1,
            "file": name,
            "label": verified.label,
            "outcome": Outcome::Solved.name(),
            "payload_bytes": verified.bytes,
            "blocks": verified.blocks,
            "seconds": {"cpu": seconds.cpu, "wall": seconds.wall},
        }))?;
        return Ok(());
    }
    let rate = verified.bytes as f64 / 1e9 / seconds.wall;
    let words = [
        "right".to_owned(),
        format!("{} in {} blocks", format_bytes(verified.bytes), verified.blocks),
        format_seconds(seconds.wall),
        format!("{rate:.1} GB/s"),
    ];
    console.print_line(Style::Success, &format!("{name}: {}", words.join(" · ")))?;
    Ok(())
}
