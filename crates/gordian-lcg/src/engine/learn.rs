//! Learning: from a violated constraint to a nogood and its conclusion.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gordian_core::Index as _;

use super::{Engine, TrueAtoms};
use crate::analysis::{Marked, join};
use crate::atom::{Atom, Relation};
use crate::heuristics::Heuristics;
use crate::trail::{Position, PropagatorId, Reason};

/// The atoms of longer nogoods gain no activity, and so many atoms count as one more conflict for
/// restarts.
const MAX_BUMPED: usize = 1000;
/// The minimisation of a nogood stops after explanations with together this number of atoms.
const MAX_MINIMISATION_WORK: usize = 20_000;

impl Engine {
    /// Learns from a violated constraint: adds a nogood, goes back and draws its conclusion.
    pub(crate) fn learn(&mut self, TrueAtoms(conflict): TrueAtoms, heuristics: &mut Heuristics) {
        let mut marked = std::mem::take(&mut self.marked);
        let mut open = BinaryHeap::new();
        let mut level = 0;
        let mut positions = Vec::new();
        for atom in conflict {
            self.locate(atom, &mut positions);
        }
        for &(position, _) in &positions {
            level = level.max(self.trail.entry(position).level);
        }
        if level == 0 {
            self.is_unsatisfiable = true;
            self.marked = marked;
            return;
        }
        let mut reason = Vec::new();
        // What a propagator explained last, and a position from which on all changes are those of
        // that run.
        let mut last_lazy: Option<(PropagatorId, (Atom, u32), Position)> = None;
        let uip = loop {
            for (position, atom) in positions.drain(..) {
                let entry = self.trail.entry(position);
                if marked.add(position, atom, &self.trail) {
                    heuristics.bump(atom.var);
                    if entry.level == level {
                        heuristics.choices.bump(atom);
                        open.push(position);
                    }
                }
            }
            let position = open.pop().expect("the decision is a unique implication point");
            let atom = marked.take(position).expect("open positions are marked");
            if open.is_empty() {
                break (position, atom);
            }
            let entry = *self.trail.entry(position);
            if let Reason::Nogood(nogood) = entry.reason {
                self.nogoods.bump(nogood);
            }
            if let Reason::Lazy { propagator, data } = entry.reason {
                let this = (entry.atom, data);
                if let Some((last, explained, first)) = &mut last_lazy
                    && *last == propagator
                    && self.propagators[propagator].explains_too(*explained, this)
                    && self.is_same_run(position, first, propagator)
                {
                    continue;
                }
                last_lazy = Some((propagator, this, position));
            }
            reason.clear();
            self.explain(atom, entry.atom, entry.reason, position, &mut reason);
            for &atom in &reason {
                self.locate(atom, &mut positions);
            }
        };
        let (uip_position, uip) = uip;
        marked.add(uip_position, uip, &self.trail);
        let kept: Vec<Position> = marked.positions().collect();
        let mut atoms = Vec::with_capacity(kept.len());
        let mut work = 0;
        for position in kept {
            let is_redundant = position != uip_position
                && work < MAX_MINIMISATION_WORK
                && self.is_redundant(position, &marked, &mut work);
            if !is_redundant {
                atoms.push(marked.get(position).expect("the position is marked"));
            }
        }
        marked.clear();
        self.marked = marked;
        self.add_learnt(atoms, heuristics);
        heuristics.decay();
        self.nogoods.decay();
    }

    /// Returns whether the changes from `position` to `first` are those of one run of a propagator;
    /// `first` becomes `position` then, or the first change of the run.
    fn is_same_run(
        &self,
        position: Position,
        first: &mut Position,
        propagator: PropagatorId,
    ) -> bool {
        while position < *first {
            let before = Position::from_usize(first.index() - 1);
            match self.trail.entry(before).reason {
                Reason::Lazy { propagator: other, .. } if other == propagator => *first = before,
                _ => return false,
            }
        }
        true
    }

    /// Appends the positions and atoms that make a true atom true; none for what holds at level 0.
    fn locate(&self, atom: Atom, out: &mut Vec<(Position, Atom)>) {
        let var = atom.var;
        let position = self.trail.position_of(atom);
        let entry = self.trail.entry(position);
        if entry.level == 0 {
            return;
        }
        if atom.relation == Relation::Equal && entry.atom.relation != Relation::Equal {
            // Two entries made it true, one for each bound.
            for bound in [var.at_least(atom.value), var.at_most(atom.value)] {
                self.locate(bound, out);
            }
        } else {
            out.push((position, atom));
        }
    }

    /// Returns whether an atom of a nogood follows from the others directly; adds the size of its
    /// explanation to `work`.
    fn is_redundant(&self, position: Position, marked: &Marked, work: &mut usize) -> bool {
        let entry = self.trail.entry(position);
        if entry.reason == Reason::None {
            return false;
        }
        let atom = marked.get(position).expect("the position is marked");
        let (mut reason, mut located) = (Vec::new(), Vec::new());
        self.explain(atom, entry.atom, entry.reason, position, &mut reason);
        *work += reason.len();
        reason.into_iter().all(|atom| {
            self.locate(atom, &mut located);
            located.drain(..).all(|(at, atom)| marked.get(at).is_some_and(|it| it.implies(atom)))
        })
    }

    /// Adds a learnt nogood, goes back to the level at which it has a conclusion, and draws it.
    fn add_learnt(&mut self, mut atoms: Vec<Atom>, heuristics: &mut Heuristics) {
        for atom in &mut atoms {
            *atom = self.trail.normal_form(*atom);
        }
        let is_consistent = join(&mut atoms);
        debug_assert!(is_consistent, "all atoms are true");
        let level_of = |atom: Atom| self.trail.entry(self.trail.position_of(atom)).level;
        let mut levels: Vec<(u32, Atom)> = atoms.iter().map(|&it| (level_of(it), it)).collect();
        levels.sort_by_key(|&(level, _)| Reverse(level));
        let back = levels.get(1).map_or(0, |&(level, _)| level);
        debug_assert!(back < levels[0].0, "one atom is of the last level: {levels:?}");
        let asserted = levels[0].1;
        let mut n_levels: Vec<u32> = levels.iter().map(|&(level, _)| level).collect();
        n_levels.dedup();
        let atoms: Vec<Atom> = levels.iter().map(|&(_, atom)| atom).collect();
        self.backtrack(back, heuristics);
        if atoms.len() == 1 {
            self.fix(!asserted);
            return;
        }
        // A nogood of very many atoms says little about each.
        if atoms.len() <= MAX_BUMPED {
            for &atom in &atoms {
                heuristics.choices.bump(atom);
            }
        }
        self.restart_effort += (atoms.len() / MAX_BUMPED) as u64;
        let n_levels = u32::try_from(n_levels.len()).expect("there are fewer levels than entries");
        let nogood = self.nogoods.add(&atoms, n_levels);
        let assigned = self.trail.assign(!asserted, Reason::Nogood(nogood));
        debug_assert_eq!(assigned, Ok(true), "the atom was true only at a later level");
    }
}
