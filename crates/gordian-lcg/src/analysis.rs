//! Conflict analysis: derives the nogood of the first unique implication point.
//!
//! *Source*: Marques-Silva, Sakallah: "GRASP: a search algorithm for propositional satisfiability",
//! IEEE Trans. Computers 48 (1999); for integer variables without literals of their own: Feydy,
//! Stuckey: "Lazy clause generation reengineered", CP 2009.

use gordian_core::Index as _;

use crate::atom::{Atom, Relation};
use crate::trail::{Position, Trail};

/// Atoms that are true, one per entry of the trail that made them true.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marked {
    /// For each position, the atom that is needed of its entry.
    atoms: Vec<Option<Atom>>,
    /// The positions with an atom, in any order.
    positions: Vec<u32>,
}

impl Marked {
    pub(crate) fn clear(&mut self) {
        for position in self.positions.drain(..) {
            self.atoms[position as usize] = None;
        }
    }

    /// Returns the atom of a position.
    pub(crate) fn get(&self, position: Position) -> Option<Atom> {
        self.atoms.get(position.index()).copied().flatten()
    }

    /// Removes and returns the atom of a position.
    pub(crate) fn take(&mut self, position: Position) -> Option<Atom> {
        self.atoms[position.index()].take()
    }

    /// Adds an atom that the entry at `position` made true; returns whether the position is new.
    pub(crate) fn add(&mut self, position: Position, atom: Atom, trail: &Trail) -> bool {
        let at = position.index();
        if self.atoms.len() <= at {
            self.atoms.resize(trail.len().max(at + 1), None);
        }
        match self.atoms[at] {
            None => {
                self.atoms[at] = Some(atom);
                self.positions.push(u32::try_from(at).expect("positions fit into 32 bits"));
                true
            }
            Some(old) if old.implies(atom) => false,
            Some(old) => {
                let joint = if atom.implies(old) { atom } else { trail.entry(position).atom };
                self.atoms[at] = Some(joint);
                false
            }
        }
    }

    /// Returns the positions that have an atom.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let is_marked = |&&at: &&u32| self.atoms[at as usize].is_some();
        self.positions.iter().filter(is_marked).map(|&at| Position::from_usize(at as usize))
    }
}

/// Joins the atoms of a nogood that belong to the same variable: only the strongest bounds are
/// needed, and both bounds together are an equality. Returns `false` if some of them contradict
/// each other.
pub(crate) fn join(atoms: &mut Vec<Atom>) -> bool {
    atoms.sort_unstable();
    atoms.dedup();
    let mut joined: Vec<Atom> = Vec::with_capacity(atoms.len());
    let mut rest = &atoms[..];
    while let Some(first) = rest.first() {
        let n = rest.iter().take_while(|atom| atom.var == first.var).count();
        let (same, others) = rest.split_at(n);
        rest = others;
        let of = |relation| same.iter().filter(move |atom| atom.relation == relation).copied();
        // Sorted: the last lower bound and the first upper bound are the strongest.
        let (lower, upper) = (of(Relation::AtLeast).last(), of(Relation::AtMost).next());
        let equal = match (of(Relation::Equal).next(), lower, upper) {
            (Some(equal), ..) => Some(equal),
            (None, Some(lower), Some(upper)) if lower.value >= upper.value => {
                Some(first.var.equal(lower.value))
            }
            _ => None,
        };
        if let Some(equal) = equal {
            if !same.iter().all(|&atom| equal.implies(atom)) {
                return false;
            }
            joined.push(equal);
            continue;
        }
        let is_needed =
            |atom: &Atom| [lower, upper].into_iter().flatten().all(|bound| !bound.implies(*atom));
        joined.extend(of(Relation::NotEqual).filter(is_needed));
        joined.extend(lower);
        joined.extend(upper);
    }
    *atoms = joined;
    true
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;
    use crate::atom::Var;

    #[test]
    fn joined_atoms_mean_the_same() {
        let mut n_contradictory = 0;
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let vars = [0, 1].map(Var::from_usize);
            let atoms: Vec<Atom> = (0..1 + random.below(6))
                .map(|_| {
                    let value = i64::try_from(random.below(4)).unwrap();
                    let var = vars[random.below(2)];
                    let relations = [
                        var.at_least(value),
                        var.at_most(value),
                        var.equal(value),
                        var.not_equal(value),
                    ];
                    relations[random.below(4)]
                })
                .collect();
            let mut joined = atoms.clone();
            let may_hold = join(&mut joined);
            n_contradictory += usize::from(!may_hold);
            for (x, y) in (-1..5).flat_map(|x| (-1..5).map(move |y| (x, y))) {
                let holds = |atoms: &[Atom]| {
                    atoms.iter().all(|atom| atom.holds_for(if atom.var == vars[0] { x } else { y }))
                };
                assert_eq!(holds(&atoms), may_hold && holds(&joined), "{atoms:?} {joined:?}");
            }
        }
        assert!(n_contradictory > 100, "{n_contradictory}");
    }
}
