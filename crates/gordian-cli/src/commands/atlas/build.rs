//! `gordian atlas build`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::atlas::square1::{
    BuildConfig, CountModel, Database, LevelTable, Model, count_levels, label, memory_needed,
};
use gordian::atlas::{AtlasError, SimdLevel};
use gordian::perm::square1::Colours;
use gordian::table::{CheckpointPolicy, Disk, FileKind, Table};
use gordian::{Cancel, Limit, Outcome, Seconds};
use serde_json::{Map, Value, json};

use super::info::show_levels;
use super::{done_or_limit, report_fault};
use crate::args::{AtlasBuildArgs, Checkpoint, Kernel};
use crate::background::cancel_on_ctrl_c;
use crate::background::run_in_background;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_bytes, format_limit, format_percent, format_seconds};
use crate::progress::{ProgressTracker, Spinner};
use crate::system::peak_memory;

/// The resolved arguments.
#[derive(Clone, Debug)]
struct BuildPlan {
    colours: Colours,
    out: Option<PathBuf>,
    config: BuildConfig,
}

impl BuildPlan {
    fn resolve(args: &AtlasBuildArgs) -> Self {
        let default = BuildConfig::default();
        let config = BuildConfig {
            threads: args.threads.map_or(default.threads, usize::from),
            path: match args.kernel {
                Kernel::Auto => default.path,
                Kernel::Avx512 => SimdLevel::Avx512,
                Kernel::Avx2 => SimdLevel::Avx2,
                Kernel::Portable => SimdLevel::Portable,
            },
            memory: args.memory,
            checkpoints: match args.checkpoint {
                Checkpoint::Auto => CheckpointPolicy::WhenWorthwhile,
                Checkpoint::EveryLevel => CheckpointPolicy::EveryLevel,
            },
        };
        Self { colours: args.puzzle, out: args.out.clone(), config }
    }

    /// Runs the build; returns the level it started from and the level counts.
    fn build(
        &self,
        cancel: &Cancel,
        progress: &ProgressTracker,
    ) -> Result<(usize, LevelTable), AtlasError> {
        match &self.out {
            Some(file) => {
                Database::build(self.colours, &Disk, file, &self.config, cancel, progress)
            }
            None => Ok((0, count_levels(self.colours, &self.config, cancel, progress)?)),
        }
    }

    /// Returns the checkpoint of an earlier build, and its level.
    fn checkpoint(&self) -> Option<(PathBuf, u32)> {
        let mut path = self.out.clone()?.into_os_string();
        path.push(".checkpoint");
        let path = PathBuf::from(path);
        match Table::open(&path).ok()?.description().kind {
            FileKind::Checkpoint { step } => Some((path, step)),
            FileKind::Table => None,
        }
    }
}

pub(super) fn run(args: &AtlasBuildArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let plan = BuildPlan::resolve(args);
    if let Some(folder) = plan.out.as_deref().filter(|out| out.is_dir()) {
        let fault = Fault::new("cli.out", format!("`{}` is a directory", folder.display()));
        let fault = fault.hint("give the name of the file to write");
        return report_fault(fault, Some(folder), args.json, console);
    }
    let cancel = cancel_on_ctrl_c()?;
    print_requirements(&plan, console)?;
    let progress = Arc::new(ProgressTracker::new());
    let mut spinner = Spinner::new(label(plan.colours), console.is_quiet() || args.json);
    let work = {
        let (plan, cancel, progress) = (plan.clone(), cancel.clone(), Arc::clone(&progress));
        move || plan.build(&cancel, &progress)
    };
    let done = run_in_background(&cancel, &progress, &mut spinner, work);
    drop(spinner);
    let seconds = stopwatch.elapsed();
    match done_or_limit(done) {
        Ok(Ok((start_level, table))) => {
            let resumed_at = (start_level > 0).then_some(start_level);
            let report = BuildReport { plan: &plan, resumed_at, table: &table, seconds };
            if args.json {
                console.print_json(&report.to_json())?
            } else {
                report.show(console)?
            }
            Ok(Exit::Answer)
        }
        Ok(Err(limit)) => {
            let stopped = StoppedBuild { plan: &plan, limit, progress: &progress, seconds };
            if args.json {
                console.print_json(&stopped.to_json())?
            } else {
                stopped.show(console)?
            }
            Ok(Exit::from_limit(limit))
        }
        Err(fault) => report_fault(fault, plan.out.as_deref(), args.json, console),
    }
}

/// Prints the memory and threads of the build, and the checkpoint it resumes from.
fn print_requirements(plan: &BuildPlan, console: &mut Console) -> Result<(), CommandError> {
    let needed = memory_needed(&Model::new(plan.colours), plan.out.is_some());
    let threads = plan.config.threads;
    let s = if threads == 1 { "" } else { "s" };
    console.print_note(&format!(
        "{}: needs {} of memory, {threads} thread{s}, kernels {}",
        label(plan.colours),
        format_bytes(needed),
        plan.config.path.name(),
    ))?;
    if let Some((path, level)) = plan.checkpoint() {
        console.print_note(&format!("found a checkpoint of level {level}: {}", path.display()))?;
    }
    Ok(())
}

/// The result of a completed build.
struct BuildReport<'a> {
    plan: &'a BuildPlan,
    /// The level of the checkpoint that the build resumed from.
    resumed_at: Option<usize>,
    table: &'a LevelTable,
    seconds: Seconds,
}

impl BuildReport<'_> {
    fn show(&self, console: &mut Console) -> Result<(), CommandError> {
        let BuildPlan { colours, out, config } = self.plan;
        console.print_line(Style::Bold, label(*colours))?;
        let columns = CountModel::ALL.map(|model| (model.name(), self.table.levels(model)));
        let columns = columns.each_ref().map(|(name, levels)| (*name, levels.as_slice()));
        show_levels(&columns, console)?;
        let mut words = vec![
            "complete".to_owned(),
            format!("{} CPU", format_seconds(self.seconds.cpu)),
            format_seconds(self.seconds.wall),
        ];
        words.extend(peak_memory().map(|bytes| format!("{} of memory", format_bytes(bytes))));
        words.push(config.path.name().to_owned());
        let s = if config.threads == 1 { "" } else { "s" };
        words.push(format!("{} thread{s}", config.threads));
        words.extend(self.resumed_at.map(|level| format!("resumed after level {level}")));
        console.print_line(Style::Success, &words.join(" · "))?;
        if let Some(file) = out {
            let size = fs_err::metadata(file).map_or_else(
                |_| String::new(),
                |metadata| format!(" ({})", format_bytes(metadata.len())),
            );
            console.print_line(Style::Plain, &format!("written to {}{size}", file.display()))?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let levels = CountModel::ALL.map(|model| (model.name(), self.table.levels(model)));
        let models: Map<String, Value> =
            levels.iter().map(|(name, levels)| ((*name).to_owned(), json!(levels))).collect();
        let positions: Map<String, Value> = levels
            .iter()
            .map(|(name, levels)| ((*name).to_owned(), json!(levels.iter().sum::<u64>())))
            .collect();
        let mut document = document_head(self.plan, Outcome::Solved);
        document["models"] = models.into();
        document["positions"] = positions.into();
        document["seconds"] = seconds(self.seconds);
        document["peak_memory_bytes"] = json!(peak_memory());
        document["kernel"] = json!(self.plan.config.path.name());
        document["threads"] = json!(self.plan.config.threads);
        document["table"] =
            json!(self.plan.out.as_deref().map(Path::display).map(|it| it.to_string()));
        document["resumed_at_level"] = json!(self.resumed_at);
        document
    }
}

/// The state of a build that was stopped by a limit.
struct StoppedBuild<'a> {
    plan: &'a BuildPlan,
    limit: Limit,
    progress: &'a ProgressTracker,
    seconds: Seconds,
}

impl StoppedBuild<'_> {
    fn show(&self, console: &mut Console) -> Result<(), CommandError> {
        let done = match self.progress.snapshot().level {
            Some((level, done, total)) => {
                format!("level {level} done, {} of all positions seen", format_percent(done, total))
            }
            None => "no level done".to_owned(),
        };
        let time = format_seconds(self.seconds.wall);
        let why = format_limit(self.limit);
        let text = format!("stopped by {why} · {done} · {time} · {}", label(self.plan.colours));
        console.print_line(Style::Warning, &text)?;
        if let Some((path, level)) = self.plan.checkpoint() {
            let path = path.display();
            let text =
                format!("the same command resumes from the checkpoint of level {level}: {path}");
            console.print_line(Style::Plain, &text)?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let checkpoint = self.plan.checkpoint();
        let mut document = document_head(self.plan, Outcome::Stopped(self.limit));
        document["models"] = Value::Null;
        document["positions"] = Value::Null;
        document["seconds"] = seconds(self.seconds);
        document["peak_memory_bytes"] = json!(peak_memory());
        document["limit"] = json!(self.limit.name());
        document["level"] = json!(self.progress.snapshot().level.map(|it| it.0));
        document["checkpoint"] = json!(checkpoint.map(|(path, _)| path.display().to_string()));
        document
    }
}

fn document_head(plan: &BuildPlan, outcome: Outcome) -> Value {
    json!({"schema": 1, "puzzle": label(plan.colours), "outcome": outcome.name()})
}

fn seconds(seconds: Seconds) -> Value {
    json!({"cpu": seconds.cpu, "wall": seconds.wall})
}
