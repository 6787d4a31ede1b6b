//! Explains the solution of a puzzle in steps, each from as few clues and rules as were found.
//!
//! A step names constraints of the model that, with what is known so far, force the next cells.
//! Definitions of auxiliary variables are always assumed. What is known are values of places and,
//! where the model can say it in the words of the puzzle, of auxiliary variables: that a cell
//! belongs to a clue, or does not. Steps from one clue or rule come first. When there is none, each
//! open place has its value forced by some minimal unsatisfiable set of constraints and known
//! facts; the smallest set that was found is the next step, with everything else that it forces.
//! What is said about auxiliary variables and used by no later step is left out at the end.
//!
//! *Source*: the step-wise explanation of constraint problems of Bogaerts, Gamba and Guns: "A
//! framework for step-wise explaining how to solve constraint satisfaction problems", Artificial
//! Intelligence 300, 2021; and Espasa, Gent, Hoffmann, Jefferson, Lynch: "Using small MUSes to
//! explain how to solve pen and paper puzzles", 2021.

mod explainer;

use std::time::Duration;

use gordian_compile::{Fact, Probe};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Model, VarId};
use gordian_puzzles::{Puzzle, Solution};
use gordian_search::SearchError;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::explainer::Explainer;
use crate::kinds;
use crate::models::catalogue_model;
use crate::structure::{Refuted, Structure, refute};
use crate::{Answer, Problem, Request, SolveError, Task, solve};

/// The share of the time in which steps are searched; in the rest they are put in words and
/// checked.
const SEARCH_SHARE: f64 = 0.9;
/// The time for checks after an interruption.
const CHECKS_AFTER_STOP: Duration = Duration::from_millis(50);

/// A step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The names of the clues and rules from which the step follows.
    pub reasons: Vec<String>,
    /// What was known before and is used, as sentences.
    pub known: Vec<String>,
    /// What follows, as sentences.
    pub conclusions: Vec<String>,
    /// What is known after the step.
    pub part: Solution,
    /// The constraints and values of the model, for checks.
    pub proof: StepProof,
}

/// A step in terms of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepProof {
    /// The names of the constraints, definitions included.
    pub constraints: Vec<String>,
    /// The facts that are used.
    pub known: Vec<Fact>,
    /// The facts that follow.
    pub conclusions: Vec<Fact>,
}

/// An explanation of what is determined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The steps.
    pub steps: Vec<Step>,
    /// The limit that ended the explanation before everything was explained.
    pub limit: Option<Limit>,
}

/// The JSON form of an explanation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Steps")]
pub struct StepsDocument {
    /// The steps.
    pub steps: Vec<StepDocument>,
    /// Whether everything that is the same in all solutions is explained; otherwise a limit was
    /// reached before.
    pub complete: bool,
    /// `easy`, `medium`, `hard` or `expert`; null if the explanation is not complete.
    pub level: Option<String>,
    /// The largest number of clues and rules of a step.
    pub hardest: Option<usize>,
    /// The sum over all steps of n · (n + 1) / 2, for n clues and rules.
    pub score: Option<usize>,
}

/// The JSON form of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct StepDocument {
    /// The clues and rules from which the step follows.
    pub reasons: Vec<String>,
    /// What was known before and is used.
    pub known: Vec<String>,
    /// What follows.
    pub conclusions: Vec<String>,
    /// The step as a sentence, made of the conclusions, the reasons and what is known.
    pub text: String,
    /// What is known after the step, in the form of solutions: `?` elsewhere.
    #[schemars(with = "Value")]
    pub part: Value,
}

/// How difficult a puzzle is, by the steps of its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The largest number of clues and rules of a step.
    pub hardest: usize,
    /// The sum over all steps of n · (n + 1) / 2, for n clues and rules.
    pub score: usize,
}

/// A level of difficulty: the largest number of clues and rules of a step.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PencilLevel")]
pub enum Level {
    /// One.
    Easy,
    /// Two.
    Medium,
    /// Three.
    Hard,
    /// Four or more.
    Expert,
}

impl Level {
    /// Every level, from easy to expert.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Returns `easy`, `medium`, `hard` or `expert`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["easy", "medium", "hard", "expert"][self as usize]
    }
}

impl Difficulty {
    /// Returns the level.
    #[must_use]
    pub fn level(&self) -> Level {
        match self.hardest {
            0 | 1 => Level::Easy,
            2 => Level::Medium,
            3 => Level::Hard,
            _ => Level::Expert,
        }
    }
}

impl Steps {
    /// Returns an explanation that a limit ended before its first step.
    fn stopped(limit: Limit) -> Self {
        Self { steps: Vec::new(), limit: Some(limit) }
    }

    /// Returns the steps as text, and the difficulty.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (number, step) in (1..).zip(&self.steps) {
            out.push_str(&format!("step {number}: {}\n", step.conclusions.join("; ")));
            for reason in &step.reasons {
                out.push_str(&format!("  because {reason}\n"));
            }
            if !step.known.is_empty() {
                out.push_str(&format!("  known: {}\n", step.known.join("; ")));
            }
        }
        match (self.difficulty(), self.limit) {
            (Some(difficulty), _) => {
                let Difficulty { hardest, score } = difficulty;
                let level = difficulty.level().name();
                out.push_str(&format!(
                    "{} · {level} · at most {} in a step · score {score}\n",
                    counted(self.steps.len(), "step", "steps"),
                    counted(hardest, "clue or rule", "clues and rules"),
                ));
            }
            (None, Some(limit)) => {
                let n = counted(self.steps.len(), "step", "steps");
                out.push_str(&format!("{n}, not complete: stopped by {limit}\n"));
            }
            (None, None) => {}
        }
        out
    }

    /// Returns the JSON form.
    #[must_use]
    pub fn document(&self) -> StepsDocument {
        let difficulty = self.difficulty();
        let step = |step: &Step| StepDocument {
            reasons: step.reasons.clone(),
            known: step.known.clone(),
            conclusions: step.conclusions.clone(),
            text: sentence(&step.conclusions, &step.reasons, &step.known),
            part: step.part.to_json(),
        };
        StepsDocument {
            steps: self.steps.iter().map(step).collect(),
            complete: self.limit.is_none(),
            level: difficulty.map(|it| it.level().name().to_owned()),
            hardest: difficulty.map(|it| it.hardest),
            score: difficulty.map(|it| it.score),
        }
    }

    /// Returns the difficulty; `None` if the explanation is not complete.
    #[must_use]
    pub fn difficulty(&self) -> Option<Difficulty> {
        let sizes = || self.steps.iter().map(|step| step.reasons.len());
        self.limit.is_none().then(|| Difficulty {
            hardest: sizes().max().unwrap_or(0),
            score: sizes().map(|n| n * (n + 1) / 2).sum(),
        })
    }
}

/// Returns a step as one sentence: `r1c1 is shaded, because A and B (known: C; D)`.
fn sentence(conclusions: &[String], reasons: &[String], known: &[String]) -> String {
    let reasons = match reasons {
        [] => String::new(),
        [reason] => format!(", because {reason}"),
        [first @ .., last] => format!(", because {} and {last}", first.join(", ")),
    };
    let known = match known {
        [] => String::new(),
        known => format!(" (known: {})", known.join("; ")),
    };
    format!("{}{reasons}{known}", conclusions.join("; "))
}

/// Returns a number with its noun.
fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Returns whether puzzles of this kind are explained in steps: pencil puzzles, and Golden Waste.
#[must_use]
pub fn has_steps(puzzle: &Puzzle) -> bool {
    kinds::of(puzzle).has_steps()
}

/// Explains what is the same in all solutions of a puzzle; `None` if it has no solution.
///
/// # Errors
///
/// Fails if the kind cannot be explained, or if the model cannot be compiled.
pub fn explain_steps(
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<Steps>, SolveError> {
    let request = Request { task: Task::Determined, confirm: false, ..request.clone() };
    let answer = solve(&Problem::Puzzle(puzzle.clone()), &request, cancel, progress)?;
    match (&answer.common, answer.limit) {
        (Some(common), _) if common.is_complete() => {
            explain_values(puzzle, common.values.clone(), &request, cancel, progress).map(Some)
        }
        (_, Some(limit)) => Ok(Some(Steps::stopped(limit))),
        (_, None) => Ok(None),
    }
}

/// Explains as [`explain_steps`] does, from an answer: the puzzle is solved again only if what is
/// the same in all solutions does not follow from it.
///
/// # Errors
///
/// As [`explain_steps`].
pub(crate) fn explain_answer(
    puzzle: &Puzzle,
    answer: &Answer,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<Steps>, SolveError> {
    match (&answer.common, answer.limit) {
        (Some(common), _) if common.is_complete() => {
            explain_values(puzzle, common.values.clone(), request, cancel, progress).map(Some)
        }
        _ if answer.outcome == Outcome::Infeasible => Ok(None),
        (Some(_), Some(limit)) => Ok(Some(Steps::stopped(limit))),
        (None, Some(limit)) if answer.solutions.is_empty() => Ok(Some(Steps::stopped(limit))),
        _ => explain_steps(puzzle, request, cancel, progress),
    }
}

/// Explains the values that are the same in all solutions.
fn explain_values(
    puzzle: &Puzzle,
    common: Vec<(VarId, i64)>,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Steps, SolveError> {
    progress.report(&ProgressEvent::Phase { name: "explaining" });
    let catalogue = match catalogue_model(puzzle, request, cancel, progress) {
        Ok(catalogue) => catalogue,
        Err(error) => return error.limit().map(Steps::stopped).ok_or(error),
    };
    let no_parts = SolveError::NoParts { kind: puzzle.kind().name() };
    let (model, parts) = (catalogue.model(), catalogue.parts().ok_or(no_parts)?);
    let config = catalogue.rest_of(request).clauses_config(cancel);
    let whole = match Probe::new(model, &config).map_err(SolveError::from) {
        Ok(whole) => whole,
        Err(error) => return error.limit().map(Steps::stopped).ok_or(error),
    };
    let structure = Structure::new(model, Some(parts), &whole);
    let search = cancel.within(cancel.remaining().map(|time| time.mul_f64(SEARCH_SHARE)));
    let explainer = Explainer::new(&structure, parts, &config, whole, common, &search, cancel);
    let mut steps = explainer.run(progress)?;
    // After Ctrl-C the steps that can still be checked are shown.
    let checks = match cancel.stopped() {
        None => cancel.clone(),
        Some(_) => Cancel::new().with_time_limit(CHECKS_AFTER_STOP),
    };
    let mut established: FxHashSet<Fact> = FxHashSet::default();
    keep_checked(&mut steps, |step| {
        let stopped = check_step(model, step, &mut established, &checks)?;
        Ok(stopped.map(|limit| cancel.stopped().unwrap_or(limit)))
    })?;
    Ok(steps)
}

/// Leaves only the steps before the first one whose check a limit ends, so that every step that is
/// shown is checked.
fn keep_checked(
    steps: &mut Steps,
    mut check: impl FnMut(&Step) -> Result<Option<Limit>, SolveError>,
) -> Result<(), SolveError> {
    for at in 0..steps.steps.len() {
        if let Some(limit) = check(&steps.steps[at])? {
            steps.steps.truncate(at);
            steps.limit.get_or_insert(limit);
            break;
        }
    }
    Ok(())
}

/// Establishes a step again by propagators, from its constraints and known facts alone, which are
/// conclusions of steps before it; returns the limit that ended the check, if one did.
///
/// # Errors
///
/// [`SearchError::Unconfirmed`] if the step does not follow: a bug.
fn check_step(
    model: &Model,
    Step { proof, .. }: &Step,
    established: &mut FxHashSet<Fact>,
    cancel: &Cancel,
) -> Result<Option<Limit>, SolveError> {
    let wrong = || {
        let engine = "explanation".to_owned();
        SolveError::from(SearchError::Unconfirmed { engine, other: "lcg" })
    };
    if !proof.known.iter().all(|fact| established.contains(fact)) {
        return Err(wrong());
    }
    established.extend(&proof.conclusions);
    match refute(model, &proof.constraints, &proof.known, &proof.conclusions, cancel)? {
        Refuted::Yes => Ok(None),
        Refuted::Stopped(limit) => Ok(Some(limit)),
        Refuted::No => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_sentence() {
        let check = |reasons: &[&str], known: &[&str], expected: &str| {
            let owned =
                |texts: &[&str]| -> Vec<String> { texts.iter().map(|&it| it.to_owned()).collect() };
            let conclusions = owned(&["a is shaded", "b is not"]);
            assert_eq!(sentence(&conclusions, &owned(reasons), &owned(known)), expected);
        };
        check(&[], &[], "a is shaded; b is not");
        check(&["A"], &[], "a is shaded; b is not, because A");
        let expected = "a is shaded; b is not, because A, B and C (known: d; e)";
        check(&["A", "B", "C"], &["d", "e"], expected);
    }

    #[test]
    fn steps_that_were_not_checked_are_left_out() {
        let text = "kind = 'nonogram'\nsize = [1, 3]\nabove = '1 1 1'\nleft = '3'\n";
        let puzzle = gordian_puzzles::parse(text).unwrap();
        let explain = || {
            let (request, cancel) = (Request::default(), Cancel::new());
            explain_steps(&puzzle, &request, &cancel, &gordian_core::NoProgress).unwrap().unwrap()
        };
        let all = explain();
        assert_eq!((all.steps.len(), all.limit), (3, None));
        for n_checked in 0..=3 {
            let mut steps = explain();
            let mut n = 0;
            let check = |step: &Step| {
                assert_eq!(step, &all.steps[n]);
                n += 1;
                Ok((n > n_checked).then_some(Limit::Time))
            };
            keep_checked(&mut steps, check).unwrap();
            assert_eq!(steps.steps, all.steps[..n_checked]);
            assert_eq!(steps.limit, (n_checked < 3).then_some(Limit::Time));
            assert_eq!(steps.difficulty().is_some(), n_checked == 3);
        }
    }
}
