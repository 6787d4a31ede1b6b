//! The models that compilers with faults are tried on.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use gordian_core::Index as _;
use gordian_model::{Expr, Goal, Model};
use gordian_solve::Problem;
use gordian_testkit::board_model::{GraphConstraint, board_model};
use gordian_testkit::planted_model::Planted;
use gordian_testkit::random_model::{brute_force, global_model, model, wide_model};
use gordian_testkit::structured_model;

use crate::faults::special::special_models;

/// Models with at most this many assignments are solved by brute force.
const MAX_ASSIGNMENTS: u64 = 20_000;

/// The answers of a model: the values of the answer variables of all solutions.
pub(crate) type Answers = BTreeSet<Vec<i64>>;

/// A model or puzzle of the corpus.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) problem: Problem,
    /// All answers, if they are known by construction.
    planted: Option<Answers>,
}

impl Case {
    fn new(name: impl Into<String>, model: Model) -> Self {
        Self { name: name.into(), problem: Problem::Model(model), planted: None }
    }

    /// Returns the model, unless this is a puzzle.
    pub(crate) fn model(&self) -> Option<&Model> {
        match &self.problem {
            Problem::Model(model) => Some(model),
            Problem::Puzzle(_) => None,
        }
    }

    /// Returns all answers without any search engine: by construction, or by brute force if there are few assignments.
    pub(crate) fn known_answers(&self) -> Option<Answers> {
        if let Some(answers) = &self.planted {
            return Some(answers.clone());
        }
        let model = self.model()?;
        let sizes = model.variables().iter().map(|variable| variable.domain.size());
        if sizes.fold(1_u64, u64::saturating_mul) > MAX_ASSIGNMENTS {
            return None;
        }
        let answer = model.answer_variables();
        let project = |values: Vec<i64>| answer.iter().map(|var| values[var.index()]).collect();
        Some(brute_force(model).into_iter().map(project).collect())
    }
}

/// Returns all models and puzzles, each with a different name. `root` is the folder of the repository.
pub(crate) fn corpus(root: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = random_cases();
    cases.extend(special_models().into_iter().map(|(name, model)| Case::new(name, model)));
    for folder in ["models", "wide"] {
        let folder = root.join("crates/gordian-model/testdata").join(folder);
        let mut paths = Vec::new();
        for entry in fs_err::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
            let model = Model::from_json(&fs_err::read_to_string(path)?)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            cases.push(Case::new(format!("file {name}"), model));
        }
    }
    for name in ["akari", "kakuro", "classic", "horrendum"] {
        let text = fs_err::read_to_string(root.join(format!("puzzles/{name}.toml")))?;
        let puzzle = gordian_puzzles::parse(&text).map_err(|_| format!("invalid puzzle {name}"))?;
        let (name, problem) = (format!("puzzle {name}"), Problem::Puzzle(puzzle));
        cases.push(Case { name, problem, planted: None });
    }
    // A number where a condition is needed is an error before the model is compiled.
    cases.retain(|case| case.model().is_none_or(|model| model.check_conditions().is_ok()));
    Ok(cases)
}

fn random_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in 0..250 {
        cases.push(Case::new(format!("random {seed}"), model(seed)));
    }
    for seed in 0..400 {
        cases.push(Case::new(format!("global {seed}"), global_model(seed)));
    }
    for seed in 0..80 {
        // Their answers are too many to be listed, so the wide variable is optimised.
        for (kind, goal) in
            [("least", Goal::Minimise as fn(Expr) -> Goal), ("most", Goal::Maximise)]
        {
            let mut model = wide_model(seed);
            let wide = model.find("wide").expect("it has a wide variable");
            model.set_goal(goal(wide.into()));
            cases.push(Case::new(format!("wide {kind} {seed}"), model));
        }
    }
    for seed in 0..250 {
        let planted = Planted::new(seed);
        let answers = planted.answers();
        let problem = Problem::Model(planted.model);
        cases.push(Case { name: format!("planted {seed}"), problem, planted: answers });
    }
    for constraint in GraphConstraint::ALL {
        for seed in 0..40 {
            let name = format!("board {constraint:?} {seed}");
            cases.push(Case::new(name, board_model(constraint, seed)));
        }
    }
    for seed in 0..150 {
        cases.push(Case::new(format!("structured {seed}"), structured_model::model(seed)));
    }
    cases
}
