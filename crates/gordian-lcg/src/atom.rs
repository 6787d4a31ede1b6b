//! Variables and atoms: the statements about one variable of which explanations and nogoods
//! consist.

use std::fmt;
use std::ops::Not;

use gordian_core::{Index as _, index};

index! {
    /// An integer variable of a [`Solver`](crate::Solver).
    pub struct Var;
}

/// The relation of an [`Atom`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// ≥
    AtLeast,
    /// ≤
    AtMost,
    /// =
    Equal,
    /// ≠
    NotEqual,
}

/// A comparison of a variable with a constant.
///
/// An atom is what a literal is for a SAT solver. No atom has a Boolean variable of its own: its
/// truth is read from the domain of the integer variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable.
    pub var: Var,
    /// The relation.
    pub relation: Relation,
    /// The constant.
    pub value: i64,
}

/// The largest magnitude of a value of a variable: 2⁶² − 1. The neighbours of every value fit into
/// 64 bits.
pub const MAX_VALUE: i64 = (1 << 62) - 1;

/// Converts a number to a value of an atom; numbers beyond all domains become the nearest value
/// that is beyond them too.
pub(crate) fn clamp(value: i128) -> i64 {
    let beyond = i128::from(MAX_VALUE) + 1;
    i64::try_from(value.clamp(-beyond, beyond)).expect("2⁶² fits into 64 bits")
}

impl Var {
    /// Returns the atom `self ≥ value`.
    #[must_use]
    pub fn at_least(self, value: i64) -> Atom {
        Atom { var: self, relation: Relation::AtLeast, value }
    }

    /// Returns the atom `self ≤ value`.
    #[must_use]
    pub fn at_most(self, value: i64) -> Atom {
        Atom { var: self, relation: Relation::AtMost, value }
    }

    /// Returns the atom `self = value`.
    #[must_use]
    pub fn equal(self, value: i64) -> Atom {
        Atom { var: self, relation: Relation::Equal, value }
    }

    /// Returns the atom `self ≠ value`.
    #[must_use]
    pub fn not_equal(self, value: i64) -> Atom {
        Atom { var: self, relation: Relation::NotEqual, value }
    }
}

impl Atom {
    /// Returns whether this atom holds for a value of its variable.
    #[must_use]
    pub fn holds_for(self, value: i64) -> bool {
        match self.relation {
            Relation::AtLeast => value >= self.value,
            Relation::AtMost => value <= self.value,
            Relation::Equal => value == self.value,
            Relation::NotEqual => value != self.value,
        }
    }

    /// Returns whether this atom implies `other` for all values of the variable.
    #[must_use]
    pub fn implies(self, other: Self) -> bool {
        use Relation::{AtLeast, AtMost, Equal, NotEqual};
        self.var == other.var
            && match (self.relation, other.relation) {
                (Equal, _) => other.holds_for(self.value),
                (AtLeast, AtLeast) => self.value >= other.value,
                (AtMost, AtMost) => self.value <= other.value,
                (AtLeast, NotEqual) => self.value > other.value,
                (AtMost, NotEqual) => self.value < other.value,
                (NotEqual, NotEqual) => self.value == other.value,
                _ => false,
            }
    }
}

/// The opposite atom.
impl Not for Atom {
    type Output = Self;

    fn not(self) -> Self {
        match self.relation {
            Relation::AtLeast => self.var.at_most(self.value - 1),
            Relation::AtMost => self.var.at_least(self.value + 1),
            Relation::Equal => self.var.not_equal(self.value),
            Relation::NotEqual => self.var.equal(self.value),
        }
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::AtLeast => "≥",
            Relation::AtMost => "≤",
            Relation::Equal => "=",
            Relation::NotEqual => "≠",
        };
        write!(f, "x{} {sign} {}", self.var.index(), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atoms(var: Var) -> impl Iterator<Item = Atom> {
        (-3..=3).flat_map(move |value| {
            [var.at_least(value), var.at_most(value), var.equal(value), var.not_equal(value)]
        })
    }

    #[test]
    fn implication_and_negation_agree_with_the_values() {
        let var = Var::from_usize(0);
        // Five values on each side stand for all integers.
        let values = || -5..=5_i64;
        for a in atoms(var) {
            for b in atoms(var) {
                let implied = values().all(|v| !a.holds_for(v) || b.holds_for(v));
                assert_eq!(a.implies(b), implied, "{a:?} {b:?}");
            }
            assert!(values().all(|v| a.holds_for(v) != (!a).holds_for(v)), "{a:?}");
            assert_eq!(!!a, a);
        }
    }
}
