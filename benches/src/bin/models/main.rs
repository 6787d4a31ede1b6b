//! Compares the engines of models, and a peer solver, on models whose cost grows with their size.
//!
//! The method is described in `benches/README.md`.

mod families;

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use gordian_bench::{log, machine, page, process};
use gordian_core::{Cancel, NoProgress};
use gordian_model::Model;
use gordian_solve::{Problem, Request, Task, solve};
use serde_json::{Value, json};

use families::Instance;

const HELP: &str = "\
Usage: models [--only TEXT] [--seconds N] [--peer COMMAND]

  --only TEXT      only models whose name contains TEXT
  --seconds N      the time limit of each run; default 60
  --peer COMMAND   also solve each model by COMMAND MODEL.json --seconds N, which prints JSON with
                   outcome, objective and the user seconds of the search";

/// The first argument of a process that answers one model.
const ANSWER: &str = "--answer";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some(process::HELPER_FLAG) => process::run_helper(&arguments[1..]),
        Some(ANSWER) => answer(&arguments[1..]),
        Some("--help" | "-h") => {
            log(HELP);
            Ok(())
        }
        _ => compare(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log(&format!("error: {error}\n\n{HELP}"));
            ExitCode::from(2)
        }
    }
}

/// Solves the model of a file by the default engine, and prints the answer as JSON.
#[expect(clippy::print_stdout, reason = "the parent process reads the answer from standard output")]
fn answer(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [file, seconds] = arguments else { return Err("expected a file and a time".into()) };
    let model = Model::from_json(&fs_err::read_to_string(file)?)?;
    let task = if model.goal().is_some() { Task::Prove } else { Task::First };
    let time_limit = Some(Duration::from_secs(seconds.parse()?));
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

fn compare(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut only, mut seconds, mut peer) = (String::new(), "60".to_owned(), None);
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("`{flag}` needs a value"))?.clone();
        match flag.as_str() {
            "--only" => only = value,
            "--seconds" => seconds = value,
            "--peer" => peer = Some(value),
            _ => return Err(format!("unknown option `{flag}`").into()),
        }
    }
    let folder = tempfile::tempdir()?;
    let mut text = String::from("# Models, beside a peer\n\n");
    page::push_facts(&mut text, &machine::facts());
    page::push_line(&mut text, format_args!("\n| model | Gordian | engine | peer |"));
    page::push_line(&mut text, format_args!("| --- | ---: | --- | ---: |"));
    for Instance { name, model } in families::all() {
        if !name.contains(&only) {
            continue;
        }
        let file = folder.path().join("model.json");
        fs_err::write(&file, model.to_json())?;
        let (own, engine) = run_own(&file, &seconds)?;
        let peer = peer.as_deref().map(|peer| run_peer(peer, &file, &seconds)).transpose()?;
        if let Some(peer) = peer.as_ref().filter(|peer| peer.is_decided() && own.is_decided()) {
            let same = (&own.outcome, own.objective) == (&peer.outcome, peer.objective);
            if !same {
                return Err(format!("{name}: {} and {} disagree", own.text(), peer.text()).into());
            }
        }
        let peer = peer.map_or("-".to_owned(), |peer| peer.text());
        let line = format!("| {name} | {} | {engine} | {peer} |", own.text());
        log(&line);
        page::push_line(&mut text, format_args!("{line}"));
    }
    let path = Path::new("benches/results").join(format!(
        "{}-models-{}.md",
        machine::today(),
        machine::slug(&machine::processor())
    ));
    fs_err::write(&path, text)?;
    log(&format!("written: {}", path.display()));
    Ok(())
}

/// Answers the model in a process of its own, whose user time is measured as a whole.
fn run_own(file: &Path, seconds: &str) -> Result<(Run, String), Box<dyn Error>> {
    let program = std::env::current_exe()?.display().to_string();
    let command = [&program, ANSWER, &file.display().to_string(), seconds].map(str::to_owned);
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
