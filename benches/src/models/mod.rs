//! Compares the engines of models, and a peer solver, on models whose cost grows with their size.
//!
//! The method is described in `benches/README.md`.

mod families;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use gordian_bench::report::{Document, Facts, push_head, push_line};
use gordian_bench::{log, process};
use gordian_core::{Cancel, NoProgress};
use gordian_model::Model;
use gordian_solve::{Problem, Request, Task, solve};
use serde_json::{Value, json};

use crate::options::CommonOptions;
use families::Instance;

/// The command of a process that answers one model.
pub(crate) const ANSWER_COMMAND: &str = "answer-model";

/// The options of the comparison. `--only` selects the models whose name contains the text.
#[derive(Debug, Args)]
pub(crate) struct ModelsOptions {
    /// The time limit of each run
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Also solve each model by COMMAND MODEL.json --seconds N, which prints JSON with outcome, objective and the user
    /// seconds of the search
    #[arg(long, value_name = "COMMAND")]
    peer: Option<String>,
    /// Write the models as JSON to this folder instead of solving them
    #[arg(long, value_name = "FOLDER")]
    export: Option<PathBuf>,
    #[command(flatten)]
    common: CommonOptions,
}

/// The options of a process that answers one model.
#[derive(Debug, Args)]
pub(crate) struct AnswerOptions {
    file: PathBuf,
    seconds: u64,
}

/// Solves the model of a file by the default engine, and prints the answer as JSON.
#[expect(clippy::print_stdout, reason = "the parent process reads the answer from standard output")]
pub(crate) fn answer(options: &AnswerOptions) -> Result<(), Box<dyn Error>> {
    let model = Model::from_json(&fs_err::read_to_string(&options.file)?)?;
    let task = if model.goal().is_some() { Task::Prove } else { Task::First };
    let time_limit = Some(Duration::from_secs(options.seconds));
    let request = Request { task, time_limit, ..Request::default() };
    let answer = solve(&Problem::Model(model), &request, &Cancel::new(), &NoProgress)?;
    let document = json!({
        "outcome": answer.outcome.name(), "objective": answer.objective, "engine": answer.engine,
    });
    println!("{document}");
    Ok(())
}

/// The result of one run.
struct Run {
    outcome: String,
    objective: Option<i64>,
    user: f64,
}

impl Run {
    fn read(document: &Value, user: Option<f64>) -> Result<Self, Box<dyn Error>> {
        let outcome = document["outcome"].as_str().ok_or("no outcome")?.to_owned();
        let user = user.or(document["user"].as_f64()).ok_or("no time")?;
        Ok(Self { outcome, objective: document["objective"].as_i64(), user })
    }

    fn is_decided(&self) -> bool {
        ["optimal", "solved", "infeasible"].contains(&self.outcome.as_str())
    }

    fn text(&self) -> String {
        let objective = self.objective.map_or(String::new(), |value| format!(" ({value})"));
        match self.is_decided() {
            true => format!("{:.2}{objective}", self.user),
            false => format!("not in {:.0}{objective}", self.user),
        }
    }
}

pub(crate) fn run(options: &ModelsOptions) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = &options.export {
        return export(folder, &options.common);
    }
    let folder = tempfile::tempdir()?;
    let seconds = options.seconds.to_string();
    let rounds = options.common.rounds(1);
    let mut table = String::new();
    push_head(&mut table, &["model", ">Gordian", "engine", ">peer"]);
    for Instance { name, model } in families::all() {
        if !options.common.is_match(&name) {
            continue;
        }
        let file = folder.path().join("model.json");
        fs_err::write(&file, model.to_json())?;
        let (own, engine) = median(rounds, || run_own(&file, &seconds))?;
        let peer =
            options.peer.as_deref().map(|peer| run_peer(peer, &file, &seconds)).transpose()?;
        if let Some(peer) = peer.as_ref().filter(|peer| peer.is_decided() && own.is_decided()) {
            let same = (&own.outcome, own.objective) == (&peer.outcome, peer.objective);
            if !same {
                return Err(format!("{name}: {} and {} disagree", own.text(), peer.text()).into());
            }
        }
        let peer = peer.map_or("-".to_owned(), |peer| peer.text());
        let line = format!("| {name} | {} | {engine} | {peer} |", own.text());
        log(&line);
        push_line(&mut table, format_args!("{line}"));
    }
    let mut facts = Facts::collect();
    facts.push("runs", format!("{rounds}; the one with the median user time"));
    let title = "Models, beside a peer";
    let page = facts.header(title, "Seconds of user time.") + "\n" + &table;
    options.common.output.finish(&Document { subject: "models", page, csv: None })
}

/// Writes the selected models to files.
fn export(folder: &Path, common: &CommonOptions) -> Result<(), Box<dyn Error>> {
    fs_err::create_dir_all(folder)?;
    for Instance { name, model } in families::all() {
        if common.is_match(&name) {
            let file = folder.join(format!("{}.json", file_stem(&name)));
            fs_err::write(&file, model.to_json())?;
            log(&format!("written: {}", file.display()));
        }
    }
    Ok(())
}

/// Returns the name of a model with hyphens in place of spaces and signs.
fn file_stem(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns the run with the median user time.
fn median(
    rounds: usize,
    run: impl Fn() -> Result<(Run, String), Box<dyn Error>>,
) -> Result<(Run, String), Box<dyn Error>> {
    let mut runs = (0..rounds).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
    runs.sort_by(|(a, _), (b, _)| a.user.total_cmp(&b.user));
    Ok(runs.swap_remove(runs.len() / 2))
}

/// Answers the model in a process of its own, whose user time is measured as a whole.
fn run_own(file: &Path, seconds: &str) -> Result<(Run, String), Box<dyn Error>> {
    let program = std::env::current_exe()?.display().to_string();
    let command =
        [&program, ANSWER_COMMAND, &file.display().to_string(), seconds].map(str::to_owned);
    let run = process::run(&command, true)?;
    let document: Value = serde_json::from_str(run.output.trim())?;
    let engine = document["engine"].as_str().unwrap_or("-").to_owned();
    Ok((Run::read(&document, Some(run.cost.user))?, engine))
}

/// Answers the model by the peer, which measures its search itself.
fn run_peer(peer: &str, file: &Path, seconds: &str) -> Result<Run, Box<dyn Error>> {
    let mut words = peer.split_whitespace();
    let mut command = Command::new(words.next().ok_or("`--peer` is empty")?);
    let output = command.args(words).arg(file).args(["--seconds", seconds]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().into());
    }
    Run::read(&serde_json::from_slice(&output.stdout)?, None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn models_have_different_file_names() {
        let models = families::all();
        let stems: BTreeSet<String> = models.iter().map(|model| file_stem(&model.name)).collect();
        assert_eq!(stems.len(), models.len());
        assert!(stems.contains("queens-50"), "{stems:?}");
    }

    #[test]
    fn the_run_with_the_median_time_is_returned() {
        let times = std::cell::RefCell::new(vec![2.0, 9.0, 1.0]);
        let next = || {
            let user = times.borrow_mut().pop().ok_or("three runs")?;
            Ok((Run { outcome: "solved".to_owned(), objective: None, user }, String::new()))
        };
        assert_eq!(median(3, next).expect("three runs").0.text(), "2.00");
    }
}
