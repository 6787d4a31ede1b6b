//! Checks a solution, or a part of one, and says what is wrong.

use gordian_core::{Cancel, Index as _, Limit, Progress};
use gordian_model::{Assignment, Model, VarId, Violation};
use gordian_puzzles::{Puzzle, Solution};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::part::{PartConflict, PartVerdict, check_part, check_partial_assignment};
use crate::{Request, SolveError, kinds};

/// Whether a solution is right, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether every place has a value. If not, the solution is a part of one.
    pub is_complete: bool,
    /// The rules that the solution breaks; those of a part are in `conflicts`.
    pub violations: Vec<BrokenRule>,
    /// Whether a solution continues the part; `None` for complete solutions, and at a limit.
    pub possible: Option<bool>,
    /// Why no solution continues the part.
    pub conflicts: Vec<PartConflictDocument>,
    /// The limit that was reached before it was known whether a solution continues the part.
    pub limit: Option<Limit>,
}

/// A rule that a solution breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenRule {
    /// The stable name of the rule within the kind of puzzle, such as `shaded-square`.
    pub rule: String,
    /// What is wrong and where, as a sentence without a final stop.
    pub message: String,
    /// The cells that it concerns, such as `r1c2`; none if they are not known.
    pub cells: Vec<String>,
}

/// Clues and rules that exclude values of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PartConflict")]
pub struct PartConflictDocument {
    /// The clues and rules, or the names of constraints.
    pub reasons: Vec<String>,
    /// The values that they exclude together, as sentences.
    pub values: Vec<String>,
    /// These values alone, in the form of solutions: `?` elsewhere.
    pub part: Value,
    /// Whether nothing can be left out of the reasons and values.
    pub minimal: bool,
}

impl Checked {
    /// Returns whether the solution is complete and keeps all rules.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.is_complete && self.violations.is_empty()
    }

    fn of_whole(violations: Vec<BrokenRule>) -> Self {
        Self { is_complete: true, violations, possible: None, conflicts: Vec::new(), limit: None }
    }

    fn of_part<P>(verdict: PartVerdict<P>, to_json: impl Fn(&P) -> Value) -> Self {
        let mut checked = Self { is_complete: false, ..Self::of_whole(Vec::new()) };
        match verdict {
            PartVerdict::Possible => checked.possible = Some(true),
            PartVerdict::Stopped(limit) => checked.limit = Some(limit),
            PartVerdict::Impossible(conflicts) => {
                checked.possible = Some(false);
                let document = |PartConflict { reasons, values, part, minimal }| {
                    let part = to_json(&part);
                    PartConflictDocument { reasons, values, part, minimal }
                };
                checked.conflicts = conflicts.into_iter().map(document).collect();
            }
        }
        checked
    }
}

/// Checks a solution of a puzzle, or a part of one: a complete one by the rules alone, a part by a
/// search for a solution that continues it.
///
/// # Errors
///
/// Fails if a part cannot be checked because its model cannot be compiled.
pub fn check_solution(
    puzzle: &Puzzle,
    solution: &Solution,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Checked, SolveError> {
    let violations = puzzle.check(solution).err().unwrap_or_default();
    let is_complete = solution.is_complete();
    // A part of another board is not searched.
    let is_of_puzzle = violations.iter().all(|it| !OF_ANOTHER_PUZZLE.contains(&it.rule));
    if !is_complete && is_of_puzzle && kinds::of(puzzle).has_parts() {
        let verdict = check_part(puzzle, solution, request, cancel, progress)?;
        return Ok(Checked::of_part(verdict, Solution::to_json));
    }
    let broken = violations.into_iter().map(|violation| BrokenRule {
        rule: violation.rule.to_owned(),
        message: violation.message,
        cells: violation.cells.iter().map(ToString::to_string).collect(),
    });
    let broken = broken.collect();
    Ok(Checked { is_complete, ..Checked::of_whole(broken) })
}

/// The rules that say that a solution does not belong to the board.
const OF_ANOTHER_PUZZLE: [&str; 3] = ["wrong-size", "other-kind", "other-holes"];

/// Checks values of variables of a model: of all of them by the constraints alone, of some by a
/// search for a solution that continues them.
///
/// # Errors
///
/// Fails if some have no value and the model cannot be compiled.
pub fn check_assignment(
    model: &Model,
    values: &[(VarId, i64)],
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Checked, SolveError> {
    let mut all: Vec<Option<i64>> = vec![None; model.variables().len()];
    values.iter().for_each(|&(var, value)| all[var.index()] = Some(value));
    let Some(all) = all.into_iter().collect::<Option<Vec<i64>>>() else {
        let verdict = check_partial_assignment(model, values, request, cancel, progress)?;
        let to_json = |part: &Vec<(VarId, i64)>| {
            let name = |var: VarId| model.variables()[var].name.clone();
            let fields: Map<String, Value> =
                part.iter().map(|&(var, value)| (name(var), value.into())).collect();
            Value::Object(fields)
        };
        return Ok(Checked::of_part(verdict, to_json));
    };
    let broken = model.violations(&Assignment::from(all)).into_iter().map(|violation| BrokenRule {
        rule: rule_of(&violation).to_owned(),
        message: violation.to_string(),
        cells: Vec::new(),
    });
    Ok(Checked::of_whole(broken.collect()))
}

/// Returns the stable name of what an assignment violates.
fn rule_of(violation: &Violation) -> &'static str {
    match violation {
        Violation::OutsideDomain { .. } => "outside-domain",
        Violation::Undefined { .. } => "undefined",
        _ => "violated",
    }
}
