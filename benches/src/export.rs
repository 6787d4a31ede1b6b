//! Exports the puzzles of the comparison for other solvers, and checks the answers of these
//! solvers.
//!
//! `export FOLDER` writes each model in every format and as JSON. Then `python3
//! benches/peers/resolve.py FOLDER/*` solves the files and writes each answer beside its file.
//! `export FOLDER --check` checks the answers against the models and the rules of the puzzles,
//! and reports whether all answers are equal.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use gordian_bench::{Instance, log};
use gordian_model::Model;
use gordian_puzzles::Solution;
use gordian_solve::Problem;
use gordian_solve::export::{Format, export};

/// The suffix of answer files, appended to the name of the solved file.
const ANSWER_SUFFIX: &str = ".answer.json";

/// The options of the export.
#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// The folder of the models and answers
    folder: PathBuf,
    /// Check the answers in the folder instead of writing the models
    #[arg(long)]
    check: bool,
}

/// Writes the models or checks the answers; returns whether the answers are right.
pub(crate) fn run(options: &ExportOptions) -> Result<bool, Box<dyn Error>> {
    if options.check {
        return check_all(&options.folder);
    }
    write_all(&options.folder)?;
    Ok(true)
}

/// Returns every model with its instance and the stem of its file names.
fn models(instances: &[Instance]) -> Vec<(String, &Instance, &Model)> {
    let mut models = Vec::new();
    let mut seen = BTreeSet::new();
    for instance in instances {
        let name = instance.name;
        models.push((format!("{name}.naive"), instance, instance.naive.model()));
        if seen.insert(instance.flags.model().title().to_owned()) {
            models.push((format!("{name}.flags"), instance, instance.flags.model()));
        }
    }
    models
}

fn write_all(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs_err::create_dir_all(folder)?;
    for (stem, _, model) in models(&Instance::all()) {
        fs_err::write(folder.join(format!("{stem}.json")), model.to_json())?;
        let problem = Problem::Model(model.clone());
        for format in Format::ALL {
            let path = folder.join(format!("{stem}.{}", format.name()));
            let mut text = Vec::new();
            export(&problem, format, &mut text)?;
            fs_err::File::create(&path)?.write_all(&text)?;
            log(&format!("{}: {} bytes", path.display(), text.len()));
        }
    }
    Ok(())
}

/// Checks every answer in the folder; returns whether there is at least one and all are correct and
/// equal.
fn check_all(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let instances = Instance::all();
    let mut found: BTreeMap<&str, Vec<Solution>> = BTreeMap::new();
    let mut all_right = true;
    for (stem, instance, model) in models(&instances) {
        for format in Format::ALL {
            let file = format!("{stem}.{}{ANSWER_SUFFIX}", format.name());
            let path = folder.join(&file);
            if !path.exists() {
                log(&format!("{file}: missing"));
                continue;
            }
            let values = model.assignment_from_json(&fs_err::read_to_string(&path)?)?;
            let checked = model.check(values.as_slice()).map_err(|broken| broken.to_string());
            let checked = checked.and_then(|()| {
                let solution = if stem.ends_with(".flags") {
                    instance.flags.solution(&values)
                } else {
                    instance.naive.solution(&values)
                };
                instance.check(&solution).map(|()| solution)
            });
            match checked {
                Ok(solution) => {
                    log(&format!("{file}: correct"));
                    let puzzle = instance.puzzle.title().unwrap_or(instance.name);
                    found.entry(puzzle).or_default().push(solution);
                }
                Err(broken) => {
                    log(&format!("{file}: WRONG: {broken}"));
                    all_right = false;
                }
            }
        }
    }
    for (puzzle, solutions) in &found {
        let same = solutions.iter().all(|solution| *solution == solutions[0]);
        all_right &= same;
        let verdict = if same { "all the same" } else { "NOT ALL THE SAME" };
        log(&format!("{puzzle}: {} answers, {verdict}", solutions.len()));
    }
    Ok(all_right && !found.is_empty())
}
