//! The patterns of forcing chains and nets.

use gordian_grid::Candidate;

use super::choices::ChoiceKind;
use crate::board::{bit, digits};
use crate::step::{Branch, Link, Mark, Node, Pattern};

/// The branches of a step and their links.
#[derive(Default)]
pub(super) struct BranchList {
    pub(super) links: Vec<Link>,
    branches: Vec<Branch>,
}

impl BranchList {
    /// Adds a branch: an assumption and its links.
    pub(super) fn add(&mut self, assumed: Node, is_true: bool, links: Vec<Link>) {
        let begin = self.links.len();
        self.links.extend(links);
        self.branches.push(Branch { assumed, is_true, links: begin..self.links.len() });
    }

    /// Returns the pattern. Nodes that are on are marked as [`Mark::Second`], nodes that are off as
    /// [`Mark::First`].
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

/// The contradiction that an assumption leads to.
#[derive(Clone, Debug)]
pub(super) enum Contradiction {
    /// A cell has no candidate, or a digit has no place in a house.
    NothingLeft(ChoiceKind),
    /// The cell has two digits.
    TwoDigits(usize, [u8; 2]),
    /// The house has the digit twice, in these cells.
    DigitTwice(usize, u8, Vec<usize>),
}

impl Contradiction {
    /// Writes the contradiction to a pattern: a cell without candidates as `cells`; a house without
    /// a place for a digit as `houses` and `digits`; a cell with two digits as `cells` and
    /// `digits`; a house with a digit twice as `houses`, `digits` and `cells`.
    pub(super) fn write(self, pattern: &mut Pattern) {
        match self {
            Self::NothingLeft(kind) => write_choice(kind, pattern),
            Self::TwoDigits(cell, both) => {
                pattern.cells = vec![cell];
                pattern.digits = digits(bit(both[0]) | bit(both[1])).collect();
            }
            Self::DigitTwice(house, digit, mut cells) => {
                cells.sort_unstable();
                pattern.houses = vec![house];
                pattern.digits = vec![digit];
                pattern.cells = cells;
            }
        }
    }
}

/// Writes a choice to a pattern: a cell as `cells`, a digit in a house as `houses` and `digits`, a
/// candidate as `cells` and `digits`.
pub(super) fn write_choice(kind: ChoiceKind, pattern: &mut Pattern) {
    match kind {
        ChoiceKind::Cell(cell) => pattern.cells = vec![cell],
        ChoiceKind::House(house, digit) => {
            pattern.houses = vec![house];
            pattern.digits = vec![digit];
        }
        ChoiceKind::Candidate(candidate) => {
            pattern.cells = vec![candidate.cell];
            pattern.digits = vec![candidate.digit];
        }
    }
}
