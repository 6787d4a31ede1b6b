//! Conclusions drawn from a model before it is encoded, round by round to a fixpoint (or until a
//! round learns next to nothing).
//!
//! Each round reads the demands and notes what they say about single variables:
//!
//! - a smaller domain (comparisons with constants, bounds of sums, values taken by all-different);
//! - that a variable is another number in disguise (`x = y + 3`, `x = (y + 1) mod 4`), so that it
//!   needs no literals of its own;
//! - that some truths exclude each other (a sum of flags that is 1, or at most 1): a hand-made
//!   integer, and every weighted sum over them is one of its views.
//!
//! Then the whole graph is rebuilt with what was learnt ([`rebuild`]), which simplifies it further.
//! A demand that a conclusion says in full is dropped, with a note in the report.

#![deny(clippy::arithmetic_side_effects)]

mod cases;
mod deduce;
mod rebuild;

use std::sync::Arc;

use gordian_model::Model;

use crate::ir::{BoolRef, LoweredModel, RootConstraint};
use crate::report::Report;

/// More rounds than this are not worth their time; stopping early is always right.
const MAX_ROUNDS: usize = 8;

/// After the first, a round that learns less than one thing for so many variables is not worth
/// rebuilding the graph: the engine finds the rest on its own in less time.
const MIN_YIELD_DIVISOR: usize = 20;

/// Draws conclusions until there are no more.
pub(crate) fn run(model: &Model, mut lowered: LoweredModel, report: &mut Report) -> LoweredModel {
    let (mut n_domain_cuts, mut n_alias, mut n_case_definitions) = (0, 0, 0);
    for round in 0..MAX_ROUNDS {
        let mut deductions = deduce::deduce(model, &lowered);
        if let Some(constraint) = deductions.contradiction {
            report.summarise("presolve found that no assignment satisfies the model".to_owned());
            lowered.roots = vec![RootConstraint { constraint, condition: BoolRef::FALSE }];
            lowered.groups.clear();
            return lowered;
        }
        cases::define_by_cases(model, &mut lowered, &mut deductions);
        let n_deductions =
            deductions.n_domain_cuts + deductions.aliases.len() + deductions.groups.len();
        let has_low_yield = round > 0 && n_deductions * MIN_YIELD_DIVISOR < model.variables().len();
        if deductions.is_empty() || has_low_yield {
            break;
        }
        n_domain_cuts += deductions.n_domain_cuts;
        n_alias += deductions.aliases.len() - deductions.n_case_definitions;
        n_case_definitions += deductions.n_case_definitions;
        for (constraint, note) in &deductions.notes {
            report.note(*constraint, Arc::clone(note));
        }
        lowered = rebuild::rebuild(lowered, deductions);
    }
    if n_domain_cuts > 0 {
        report.summarise(format!(
            "{n_domain_cuts} times a domain was cut by what the constraints say"
        ));
    }
    if n_alias > 0 {
        report.summarise(format!("{n_alias} variables turned out to be views of others"));
    }
    if n_case_definitions > 0 {
        report.summarise(format!(
            "{n_case_definitions} variables are decided by cases of which one holds"
        ));
    }
    let n_groups = lowered.groups.len();
    if n_groups > 0 {
        report.summarise(format!("{n_groups} groups of flags recognised as integers"));
    }
    lowered
}
