//! `gordian cube table`, and the table for `gordian cube solve --optimal`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::Cancel;
use gordian::atlas::AtlasError;
use gordian::atlas::cube3::{COSET_TABLE_BYTES, CosetTable, CosetTableConfig, TABLE_BYTES};
use gordian::perm::cube3::Metric;
use gordian::table::{CheckpointPolicy, Disk, WorkContext};
use gordian::tables::TableWorkError;

use crate::args::{CubeSolveArgs, CubeTableArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, Stopwatch, thread_count, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_grouped, format_limit, format_seconds};
use crate::system::cache_directory;

fn file_name(metric: Metric) -> &'static str {
    match metric {
        Metric::HalfTurn => "cube3.table",
        Metric::QuarterTurn => "cube3-qtm.table",
    }
}

fn cached(cache: Option<&Path>, metric: Metric) -> Option<PathBuf> {
    Some(cache_directory(cache)?.join(file_name(metric)))
}

fn fault(error: AtlasError, file: &Path) -> Fault {
    Fault::from_table_error(TableWorkError::from(error)).in_file(&file.display().to_string())
}

/// Runs `gordian cube table`.
pub(super) fn build(args: &CubeTableArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let metric = args.metric;
    let file = args.out.clone().or_else(|| cached(args.cache.as_deref(), metric));
    let Some(file) = file else {
        let fault = Fault::new("cli.out", "the system has no cache directory");
        return Err(fault.hint("give the name of the file to write with `--out`").into());
    };
    if args.out.is_none()
        && let Some(folder) = file.parent()
    {
        let created = fs_err::create_dir_all(folder);
        created.map_err(|error| Fault::new("cli.out", error.to_string()))?;
    }
    let stopwatch = Stopwatch::start();
    let cancel = cancel_on_ctrl_c()?;
    let config = CosetTableConfig {
        threads: thread_count(args.threads),
        memory: args.memory,
        checkpoints: CheckpointPolicy::default(),
    };
    console.print_note(&format!("writing {}", file.display()))?;
    let built = with_progress("cube table", console.is_quiet(), |progress| {
        CosetTable::build(metric, &Disk, &file, &config, &cancel, progress)
    })?;
    let (first_level, levels) = match built {
        Ok(built) => built,
        Err(AtlasError::Stopped { limit }) => {
            let text = format!("stopped by {}", format_limit(limit));
            console.print_line(Style::Warning, &text)?;
            let text = "the same command resumes from the last checkpoint, if one was written";
            console.print_line(Style::Plain, text)?;
            return Ok(Exit::from_limit(limit));
        }
        Err(error) => return Err(fault(error, &file).into()),
    };
    for (distance, &n) in levels.iter().enumerate() {
        let text = format!("{distance:>8}  {:>15}", format_grouped(n));
        console.print_line(Style::Plain, &text)?;
    }
    let mut words = vec!["complete".to_owned(), format_seconds(stopwatch.elapsed().wall)];
    if first_level > 0 {
        words.push(format!("resumed after level {first_level}"));
    }
    console.print_line(Style::Success, &words.join(" · "))?;
    console.print_line(Style::Plain, &format!("written to {}", file.display()))?;
    Ok(Exit::Answer)
}

/// Opens the table for a proof of optimality: the one of the arguments, or the one in the cache if
/// there is one.
pub(super) fn open(
    args: &CubeSolveArgs,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Option<Arc<CosetTable>>, CommandError> {
    let metric = args.metric;
    if !args.optimal {
        return Ok(None);
    }
    // The search goes without a table in the cache that exceeds the memory limit.
    let fits = args.memory.is_none_or(|megabytes| {
        megabytes.saturating_mul(1_000_000) >= COSET_TABLE_BYTES + TABLE_BYTES
    });
    let in_cache = || cached(args.cache.as_deref(), metric).filter(|it| fits && it.exists());
    let Some(file) = args.table.clone().or_else(in_cache) else { return Ok(None) };
    let work =
        WorkContext { threads: thread_count(args.threads).get(), ..WorkContext::new(cancel) };
    let table = with_progress("cube", console.is_quiet() || args.json, |_| {
        CosetTable::open(&file, metric, &work)
    })?;
    match table {
        Ok(table) => Ok(Some(Arc::new(table))),
        // The search reports the limit.
        Err(AtlasError::Stopped { .. }) => Ok(None),
        Err(error) => Err(fault(error, &file).into()),
    }
}
