//! `gordian atlas verify`.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::Database;
use gordian::table::{Kind, Table, Work as TableWork};
use gordian::{Cancel, Outcome, Seconds};
use serde_json::json;

use super::usage::told_bytes;
use super::{refuse, settled};
use crate::args::AtlasVerifyArgs;
use crate::commands::Stop;
use crate::commands::solve::show::told_seconds;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::watched;

/// What was read.
struct Read {
    label: String,
    bytes: u64,
    blocks: u64,
}

pub(super) fn run(args: &AtlasVerifyArgs, console: &mut Console) -> Result<Exit, Stop> {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let cancel = interrupt::install()?;
    let notes = Arc::new(Notes::new());
    let name = args.file.display().to_string();
    let mut spinner = Spinner::new(&name, console.is_quiet() || args.json);
    let work = {
        let (file, cancel, notes) = (args.file.clone(), cancel.clone(), Arc::clone(&notes));
        let threads = args.threads.map(usize::from);
        move || verify(&file, threads, &cancel, &notes)
    };
    let done = watched(&cancel, &notes, &mut spinner, work);
    drop(spinner);
    let seconds = Seconds { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() };
    match settled(done) {
        Ok(Ok(read)) => {
            tell(&args.file, &read, seconds, args.json, console)?;
            Ok(Exit::Answer)
        }
        Ok(Err(limit)) => {
            if args.json {
                let outcome = Outcome::Stopped(limit).name();
                console.json(&json!({
                    "schema": 1, "file": name, "outcome": outcome, "limit": limit.name(),
                }))?;
            } else {
                console.line(Style::Doubtful, &format!("{name}: stopped before all was read"))?;
            }
            Ok(Exit::of_limit(limit))
        }
        Err(fault) => refuse(fault, Some(&args.file), args.json, console),
    }
}

/// Reads everything and compares it.
fn verify(
    file: &Path,
    threads: Option<usize>,
    cancel: &Cancel,
    notes: &Notes,
) -> Result<Read, AtlasError> {
    let table = Table::open(file)?;
    let progress = |done, total| notes.note_bytes(done, total);
    let work = TableWork::new(cancel);
    let work = TableWork { threads: threads.unwrap_or(work.threads), progress: &progress, ..work };
    table.verify(&work)?;
    // What is right as a file may still be for another version of the program.
    if table.description().kind == Kind::Table {
        Database::open(file)?;
    }
    let label = table.description().label.clone();
    Ok(Read { label, bytes: table.payload_len(), blocks: table.blocks() })
}

fn tell(
    file: &Path,
    read: &Read,
    seconds: Seconds,
    json: bool,
    console: &mut Console,
) -> Result<(), Stop> {
    let name = file.display().to_string();
    if json {
        console.json(&json!({
            "schema": 1,
            "file": name,
            "label": read.label,
            "outcome": Outcome::Solved.name(),
            "payload_bytes": read.bytes,
            "blocks": read.blocks,
            "seconds": {"cpu": seconds.cpu, "wall": seconds.wall},
        }))?;
        return Ok(());
    }
    let rate = read.bytes as f64 / 1e9 / seconds.wall;
    let words = [
        "right".to_owned(),
        format!("{} in {} blocks", told_bytes(read.bytes), read.blocks),
        told_seconds(seconds.wall),
        format!("{rate:.1} GB/s"),
    ];
    console.line(Style::Good, &format!("{name}: {}", words.join(" · ")))?;
    Ok(())
}
