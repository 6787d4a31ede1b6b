//! What chains and nets rest on, as patterns.

use crate::board::{bit, digits};
use crate::step::{Branch, Candidate, Link, Mark, Node, Pattern};

use super::choices::Kind;

/// What follows from one assumption after the other.
#[derive(Default)]
pub(super) struct Told {
    pub(super) links: Vec<Link>,
    branches: Vec<Branch>,
}

impl Told {
    /// Adds what follows from an assumption.
    pub(super) fn add(&mut self, assumed: Node, is_true: bool, links: Vec<Link>) {
        let begin = self.links.len();
        self.links.extend(links);
        self.branches.push(Branch { assumed, is_true, links: begin..self.links.len() });
    }

    /// Returns the pattern: each node of the links is marked, those that are on as
    /// [`Mark::Second`], those that are off as [`Mark::First`].
    pub(super) fn pattern(self) -> Pattern {
        let mut marks: Vec<(Candidate, Mark)> = Vec::new();
        for link in &self.links {
            let (from, to) =
                if link.strong { (Mark::First, Mark::Second) } else { (Mark::Second, Mark::First) };
            for (node, mark) in [(&link.from, from), (&link.to, to)] {
                for &cell in &node.cells {
                    let candidate = Candidate::new(cell, node.digit);
                    if marks.iter().all(|&(other, _)| other != candidate) {
                        marks.push((candidate, mark));
                    }
                }
            }
        }
        Pattern { marks, links: self.links, branches: self.branches, ..Pattern::default() }
    }
}

/// What an assumption leads to.
#[derive(Clone, Debug)]
pub(super) enum Clash {
    /// Nothing is left of it.
    Nothing(Kind),
    /// The digits would both be in the cell.
    Digits(usize, [u8; 2]),
    /// The digit would be twice in the house, in these cells.
    Twice(usize, u8, Vec<usize>),
}

impl Clash {
    /// Writes to a pattern what is contradicted: a cell left without digit as `cells`; a house
    /// without a place for a digit as `houses` and `digits`; a cell with two digits as `cells` and
    /// `digits`; a house with a digit twice as `houses`, `digits` and `cells`.
    pub(super) fn write(self, pattern: &mut Pattern) {
        match self {
            Self::Nothing(kind) => write(kind, pattern),
            Self::Digits(cell, both) => {
                pattern.cells = vec![cell];
                pattern.digits = digits(bit(both[0]) | bit(both[1])).collect();
            }
            Self::Twice(house, digit, mut cells) => {
                cells.sort_unstable();
                pattern.houses = vec![house];
                pattern.digits = vec![digit];
                pattern.cells = cells;
            }
        }
    }
}

/// Writes to a pattern what a choice is about: a cell as `cells`, a digit in a house as `houses` and
/// `digits`, a candidate as `cells` and `digits`.
pub(super) fn write(kind: Kind, pattern: &mut Pattern) {
    match kind {
        Kind::Cell(cell) => pattern.cells = vec![cell],
        Kind::House(house, digit) => {
            pattern.houses = vec![house];
            pattern.digits = vec![digit];
        }
        Kind::Candidate(candidate) => {
            pattern.cells = vec![candidate.cell];
            pattern.digits = vec![candidate.digit];
        }
    }
}
