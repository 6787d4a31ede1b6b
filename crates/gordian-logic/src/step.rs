//! Steps: the conclusion of a technique and the pattern that proves it.

use std::ops::Range;

use gordian_grid::Candidate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Technique;

/// One application of a technique to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The placed digits, in order of cells.
    pub placements: Vec<Candidate>,
    /// The eliminated candidates, in order of cells, then digits.
    pub eliminations: Vec<Candidate>,
    /// The pattern that proves the conclusion.
    pub pattern: Pattern,
}

/// The pattern of a step: everything needed to draw and describe it. Unused fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The cells of the pattern.
    pub cells: Vec<usize>,
    /// House numbers of the layout: the base sets of a fish, the house of locked candidates, the
    /// house of a subset.
    pub houses: Vec<usize>,
    /// House numbers: the cover sets of a fish, the house that loses locked candidates.
    pub covers: Vec<usize>,
    /// The fins of a fish.
    pub fins: Vec<usize>,
    /// Candidates with their role in the pattern.
    pub marks: Vec<(Candidate, Mark)>,
    /// Almost locked sets and other groups of cells.
    pub sets: Vec<Set>,
    /// The links of chains and nets. Each chain begins where the previous chain ends, or with a
    /// link whose `from` is new.
    pub links: Vec<Link>,
    /// The cases of forcing chains and nets, Kraken fish and death blossoms, in order. Each has an
    /// assumption and a range of `links`.
    pub branches: Vec<Branch>,
}

/// One case: an assumption and the links that follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The assumed node.
    pub assumed: Node,
    /// Whether the node is assumed true rather than false.
    pub is_true: bool,
    /// The indices of its links in [`Pattern::links`]. A branch without links assumes the
    /// conclusion itself.
    pub links: Range<usize>,
}

/// The role of a candidate in a pattern.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Part of the pattern.
    Pattern,
    /// An addition to a simpler pattern: a fin, an extra candidate of a rectangle.
    Extra,
    /// The first colour, or a candidate that a chain assumes false.
    First,
    /// The second colour, or a candidate that a chain shows to be true.
    Second,
}

/// Cells with their candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The cells, in order.
    pub cells: Vec<usize>,
    /// Their candidates, as bits: digit d is bit d − 1.
    pub digits: u64,
}

/// A link between two nodes of a chain: candidates of one digit, or the digits of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The first node.
    pub from: Node,
    /// The second node.
    pub to: Node,
    /// Whether at least one node is true (strong), rather than at least one false (weak).
    pub strong: bool,
    /// The house of a strong link between places of one digit. It has no other places for the
    /// digit, except, in a net, those of other links to the same node.
    pub house: Option<usize>,
}

impl Link {
    /// Returns a weak link.
    pub(crate) fn weak(from: Node, to: Node) -> Self {
        Self { from, to, strong: false, house: None }
    }
}

/// A node of a chain: "one of these cells holds the digit".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The digit.
    pub digit: u8,
    /// The cells, in order; more than one in grouped chains.
    pub cells: Vec<usize>,
    /// The cells of the almost locked set through which the link to the next node leads, in order;
    /// empty for other links.
    pub through: Vec<usize>,
}

impl Node {
    /// Returns the node of one candidate.
    pub(crate) fn one(cell: usize, digit: u8) -> Self {
        Self { digit, cells: vec![cell], through: Vec::new() }
    }
}
