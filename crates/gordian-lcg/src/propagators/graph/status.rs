//! What is known of vertices and edges when a change is explained.

use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{Before, Domains, Event};

/// What is known of a vertex or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It is inactive before the first decision, which needs no explanation.
    Absent,
    /// It is inactive.
    Inactive,
    /// It may be active or inactive.
    Open,
    /// It is active.
    Active,
    /// It is active before the first decision, which needs no explanation.
    Certain,
}

impl Status {
    fn new(truth: Option<bool>, root_truth: Option<bool>) -> Self {
        match (truth, root_truth) {
            (Some(false), Some(false)) => Self::Absent,
            (Some(false), _) => Self::Inactive,
            (None, _) => Self::Open,
            (Some(true), Some(true)) => Self::Certain,
            (Some(true), _) => Self::Active,
        }
    }

    /// Returns the status that what an atom stands for had.
    pub(super) fn before(atom: Atom, before: &Before<'_>) -> Self {
        Self::new(before.truth(atom), before.root_truth(atom))
    }

    /// Returns the status that what an atom stands for has.
    pub(super) fn now(atom: Atom, domains: &Domains<'_>) -> Self {
        Self::new(domains.truth(atom), domains.root_truth(atom))
    }

    /// Returns whether it is or may be active.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Active | Self::Certain)
    }

    /// Returns whether it is active.
    #[inline]
    pub(super) fn is_active(self) -> bool {
        matches!(self, Self::Active | Self::Certain)
    }
}

/// Returns the subscription to the changes that can make an atom true or false.
pub(super) fn subscription(atom: Atom) -> (Var, Event) {
    let event = match atom.relation {
        Relation::AtLeast | Relation::AtMost => Event::Bounds,
        Relation::Equal | Relation::NotEqual => Event::Any,
    };
    (atom.var, event)
}

/// Replaces atoms `x ≠ 1`, `x ≠ 2`, `x ≠ 4` of the explanation from `start` on by `x = 3`, if that
/// is shorter and was true.
pub(super) fn shorten(out: &mut Vec<Atom>, start: usize, before: &Before<'_>) {
    let mut counts: FxHashMap<Var, usize> = FxHashMap::default();
    for atom in out[start..].iter().filter(|it| it.relation == Relation::NotEqual) {
        *counts.entry(atom.var).or_default() += 1;
    }
    counts.retain(|&var, n| *n > 2 && before.min(var) == before.max(var));
    if counts.is_empty() {
        return;
    }
    let mut fixed: Vec<Var> = counts.into_keys().collect();
    fixed.sort_unstable();
    let mut at = 0;
    out.retain(|it| {
        at += 1;
        at <= start || it.relation != Relation::NotEqual || fixed.binary_search(&it.var).is_err()
    });
    out.extend(fixed.into_iter().map(|var| var.equal(before.min(var))));
}
