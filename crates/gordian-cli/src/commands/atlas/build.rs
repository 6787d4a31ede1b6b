//! `gordian atlas build`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use gordian::atlas::square1::{
    BuildConfig, CountModel, Database, LevelTable, Model, count_levels, label, memory_needed,
};
use gordian::atlas::{AtlasError, SimdLevel};
use gordian::perm::square1::Colours;
use gordian::table::{CheckpointRule, Disk, Kind, Table};
use gordian::{Cancel, Limit, Outcome, Seconds};
use serde_json::{Map, Value, json};

use super::usage::{peak_memory, told_bytes};
use super::{levels, refuse, settled};
use crate::args::{AtlasBuildArgs, Checkpoint, Kernel};
use crate::commands::Stop;
use crate::commands::solve::show::{told_limit, told_seconds};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;
use crate::progress::{Notes, Spinner, percent};
use crate::work::watched;

/// What is to be done.
#[derive(Clone, Debug)]
struct Plan {
    colours: Colours,
    out: Option<PathBuf>,
    config: BuildConfig,
}

impl Plan {
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
                Checkpoint::Auto => CheckpointRule::WhenWorthIt,
                Checkpoint::EveryLevel => CheckpointRule::EveryLevel,
            },
        };
        Self { colours: args.puzzle, out: args.out.clone(), config }
    }

    /// Does the work; returns the level it began at and what it found.
    fn carry_out(&self, cancel: &Cancel, notes: &Notes) -> Result<(usize, LevelTable), AtlasError> {
        match &self.out {
            Some(file) => Database::build(self.colours, &Disk, file, &self.config, cancel, notes),
            None => Ok((0, count_levels(self.colours, &self.config, cancel, notes)?)),
        }
    }

    /// Returns the checkpoint that an earlier build left, and its level.
    fn checkpoint(&self) -> Option<(PathBuf, u32)> {
        let mut path = self.out.clone()?.into_os_string();
        path.push(".checkpoint");
        let path = PathBuf::from(path);
        match Table::open(&path).ok()?.description().kind {
            Kind::Checkpoint { step } => Some((path, step)),
            Kind::Table => None,
        }
    }
}

pub(super) fn run(args: &AtlasBuildArgs, console: &mut Console) -> Result<Exit, Stop> {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let plan = Plan::resolve(args);
    if let Some(folder) = plan.out.as_deref().filter(|out| out.is_dir()) {
        let fault = Fault::new("cli.out", format!("`{}` is a folder", folder.display()));
        let fault = fault.hint("name the file that is to be written, in it or elsewhere");
        return refuse(fault, Some(folder), args.json, console);
    }
    let cancel = interrupt::install()?;
    announce(&plan, console)?;
    let notes = Arc::new(Notes::new());
    let mut spinner = Spinner::new(label(plan.colours), console.is_quiet() || args.json);
    let work = {
        let (plan, cancel, notes) = (plan.clone(), cancel.clone(), Arc::clone(&notes));
        move || plan.carry_out(&cancel, &notes)
    };
    let done = watched(&cancel, &notes, &mut spinner, work);
    drop(spinner);
    let seconds = Seconds { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() };
    match settled(done) {
        Ok(Ok((begun_at, table))) => {
            let resumed_at = (begun_at > 0).then_some(begun_at);
            let built = Built { plan: &plan, resumed_at, table: &table, seconds };
            if args.json {
                console.json(&built.to_json())?
            } else {
                built.show(console)?
            }
            Ok(Exit::Answer)
        }
        Ok(Err(limit)) => {
            let stopped = Stopped { plan: &plan, limit, notes: &notes, seconds };
            if args.json {
                console.json(&stopped.to_json())?
            } else {
                stopped.show(console)?
            }
            Ok(Exit::of_limit(limit))
        }
        Err(fault) => refuse(fault, plan.out.as_deref(), args.json, console),
    }
}

/// Says what the work needs and where it begins.
fn announce(plan: &Plan, console: &mut Console) -> Result<(), Stop> {
    let needed = memory_needed(&Model::new(plan.colours), plan.out.is_some());
    let threads = plan.config.threads;
    let s = if threads == 1 { "" } else { "s" };
    console.remark(&format!(
        "{}: needs {} of memory, {threads} thread{s}, kernels {}",
        label(plan.colours),
        told_bytes(needed),
        plan.config.path.name(),
    ))?;
    if let Some((path, level)) = plan.checkpoint() {
        console.remark(&format!("found a checkpoint of level {level}: {}", path.display()))?;
    }
    Ok(())
}

/// What a build came to.
struct Built<'a> {
    plan: &'a Plan,
    /// The level of the checkpoint that was taken up.
    resumed_at: Option<usize>,
    table: &'a LevelTable,
    seconds: Seconds,
}

impl Built<'_> {
    fn show(&self, console: &mut Console) -> Result<(), Stop> {
        let Plan { colours, out, config } = self.plan;
        console.line(Style::Bold, label(*colours))?;
        let columns = CountModel::ALL.map(|model| (model.name(), self.table.levels(model)));
        let columns = columns.each_ref().map(|(name, levels)| (*name, levels.as_slice()));
        levels::show(&columns, console)?;
        let mut words = vec![
            "complete".to_owned(),
            format!("{} CPU", told_seconds(self.seconds.cpu)),
            told_seconds(self.seconds.wall),
        ];
        words.extend(peak_memory().map(|bytes| format!("{} of memory", told_bytes(bytes))));
        words.push(config.path.name().to_owned());
        let s = if config.threads == 1 { "" } else { "s" };
        words.push(format!("{} thread{s}", config.threads));
        words.extend(self.resumed_at.map(|level| format!("taken up after level {level}")));
        console.line(Style::Good, &words.join(" · "))?;
        if let Some(file) = out {
            let size = fs_err::metadata(file).map_or_else(
                |_| String::new(),
                |metadata| format!(" ({})", told_bytes(metadata.len())),
            );
            console.line(Style::Plain, &format!("written to {}{size}", file.display()))?;
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
        let mut document = head(self.plan, Outcome::Solved);
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

/// What is known when a limit ends the work.
struct Stopped<'a> {
    plan: &'a Plan,
    limit: Limit,
    notes: &'a Notes,
    seconds: Seconds,
}

impl Stopped<'_> {
    fn show(&self, console: &mut Console) -> Result<(), Stop> {
        let done = match self.notes.stage().level {
            Some((level, done, total)) => {
                format!("level {level} done, {} of all positions seen", percent(done, total))
            }
            None => "no level done".to_owned(),
        };
        let time = told_seconds(self.seconds.wall);
        let why = told_limit(self.limit);
        let text = format!("stopped by {why} · {done} · {time} · {}", label(self.plan.colours));
        console.line(Style::Doubtful, &text)?;
        if let Some((path, level)) = self.plan.checkpoint() {
            let path = path.display();
            let text = format!("the checkpoint of level {level} stays, to go on from: {path}");
            console.line(Style::Plain, &text)?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let checkpoint = self.plan.checkpoint();
        let mut document = head(self.plan, Outcome::Stopped(self.limit));
        document["models"] = Value::Null;
        document["positions"] = Value::Null;
        document["seconds"] = seconds(self.seconds);
        document["peak_memory_bytes"] = json!(peak_memory());
        document["limit"] = json!(self.limit.name());
        document["level"] = json!(self.notes.stage().level.map(|it| it.0));
        document["checkpoint"] = json!(checkpoint.map(|(path, _)| path.display().to_string()));
        document
    }
}

fn head(plan: &Plan, outcome: Outcome) -> Value {
    json!({"schema": 1, "puzzle": label(plan.colours), "outcome": outcome.name()})
}

fn seconds(seconds: Seconds) -> Value {
    json!({"cpu": seconds.cpu, "wall": seconds.wall})
}
