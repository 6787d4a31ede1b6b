//! Presolve: deductions from a model before it is encoded, round by round until a fixpoint or until
//! a round yields little.
//!
//! Each round reads the root constraints and deduces facts about single variables:
//!
//! - a smaller domain (comparisons with constants, bounds of sums, fixed values of all-different);
//! - an alias: the variable is a view of another node (`x = y + 3`, `x = (y + 1) mod 4`) and needs
//!   no literals of its own;
//! - an exclusive group of conditions (a sum of 0/1 variables that is 1, or at most 1). It acts as
//!   an integer, and every weighted sum over it is a view of that integer.
//!
//! Sums and all-different constraints are read again when a variable of theirs loses values, from a
//! work list.
//!
//! Then the whole graph is rebuilt with these deductions ([`rebuild`]), which simplifies it
//! further. A root constraint that a deduction expresses completely is dropped, with a note in the
//! report.

#![deny(clippy::arithmetic_side_effects)]

mod cases;
mod deduce;
mod rebuild;

use std::sync::Arc;

use gordian_model::Model;

use crate::ir::{BoolRef, LoweredModel, Op, RootConstraint};
use crate::report::Report;

/// Limit on the number of rounds. Stopping early is always correct.
const MAX_ROUNDS: usize = 8;

/// After the first round, a round with less than one deduction per this many variables is not worth
/// rebuilding the graph: the engine finds the rest in less time.
const MIN_YIELD_DIVISOR: usize = 20;

/// Runs presolve until no round yields more. If the compilation is stopped, the result is
/// incomplete.
pub(crate) fn run(model: &Model, mut lowered: LoweredModel, report: &mut Report) -> LoweredModel {
    lowered.roots = split_conjunctions(&lowered);
    let (mut n_domain_cuts, mut n_alias, mut n_case_definitions) = (0, 0, 0);
    for round in 0..MAX_ROUNDS {
        if lowered.arena.is_stopped() {
            return lowered;
        }
        let mut deductions = deduce::deduce(model, &lowered);
        if let Some(constraint) = deductions.contradiction {
            report.summarise("presolve found that no assignment satisfies the model".to_owned());
            lowered.roots = vec![RootConstraint { constraint, condition: BoolRef::FALSE }];
            lowered.groups.clear();
            return lowered;
        }
        cases::define_by_cases(model, &mut lowered, &mut deductions);
        if lowered.arena.is_stopped() {
            return lowered;
        }
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
        report.summarise(format!("{n_domain_cuts} domain reductions"));
    }
    if n_alias > 0 {
        report.summarise(format!("{n_alias} variables replaced by views of others"));
    }
    if n_case_definitions > 0 {
        report.summarise(format!("{n_case_definitions} variables defined by exhaustive cases"));
    }
    let n_groups = lowered.groups.len();
    if n_groups > 0 {
        report
            .summarise(format!("{n_groups} groups of exclusive conditions recognised as integers"));
    }
    lowered
}

/// Returns the root constraints with each conjunction as its parts, from which more is deduced.
fn split_conjunctions(lowered: &LoweredModel) -> Vec<RootConstraint> {
    let mut roots = Vec::with_capacity(lowered.roots.len());
    let mut open: Vec<RootConstraint> = lowered.roots.iter().rev().copied().collect();
    while let Some(root) = open.pop() {
        match lowered.arena.op(root.condition.node()) {
            Op::Or(parts) if root.condition.is_negated() => {
                let part = |&part: &BoolRef| RootConstraint { condition: !part, ..root };
                open.extend(parts.iter().rev().map(part));
            }
            _ => roots.push(root),
        }
    }
    roots
}
