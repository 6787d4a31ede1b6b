//! Steps: what a technique concludes, and what it rests on.

use std::ops::Range;

use crate::Technique;

/// A digit in a cell.
///
/// *Ranges*: cells are numbered row by row from 0; digits begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub digit: u8,
}

impl Candidate {
    /// Returns the candidate `digit` in `cell`.
    #[must_use]
    pub fn new(cell: usize, digit: u8) -> Self {
        Self { cell, digit }
    }
}

/// One application of a technique to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Digits that must be where they are placed, in order of cells.
    pub placements: Vec<Candidate>,
    /// Candidates that cannot be, in order of cells, then digits.
    pub eliminations: Vec<Candidate>,
    /// What the conclusion rests on.
    pub pattern: Pattern,
}

/// What a step rests on: enough to draw it and to tell it. What is not needed is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The digits that the step is about.
    pub digits: Vec<u8>,
    /// The cells that the pattern is made of.
    pub cells: Vec<usize>,
    /// Houses, by their number in the layout: of a fish the base sets, of a locked candidate the
    /// house that has it, of a subset the house it fills.
    pub houses: Vec<usize>,
    /// Of a fish the cover sets, of a locked candidate the house that loses it.
    pub covers: Vec<usize>,
    /// Cells of a fish that are in base sets and in no cover set.
    pub fins: Vec<usize>,
    /// Candidates with their part in the pattern.
    pub marks: Vec<(Candidate, Mark)>,
    /// Almost locked sets and other groups of cells.
    pub sets: Vec<Set>,
    /// Links of chains and nets; each chain begins where the one before it ends or with a link
    /// whose `from` is new.
    pub links: Vec<Link>,
    /// The cases of forcing chains and nets, Kraken fish and death blossoms, in order: each is a
    /// part of `links` with an assumption of its own.
    pub branches: Vec<Branch>,
}

/// What follows from one assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The node that is assumed.
    pub assumed: Node,
    /// Whether it is assumed to be true, rather than false.
    pub is_true: bool,
    /// Its links, by their places in [`Pattern::links`]. A branch without links assumes what is to
    /// be shown.
    pub links: Range<usize>,
}

/// The part of a candidate in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Part of the pattern.
    Pattern,
    /// What the pattern adds to a simpler one: a fin, the extra candidates of a rectangle.
    Extra,
    /// The first colour, or what a chain supposes to be false.
    First,
    /// The second colour, or what a chain shows to be true.
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
    /// Where it begins.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// Whether one of both must be true (strong), rather than one of both false (weak).
    pub strong: bool,
    /// The house that a strong link between places of one digit leads through: it has no other
    /// places for the digit, except, in a net, those that other links into the same node name.
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
    /// The almost locked set that the link to the next node leads through, if it does: all of its
    /// cells, in order.
    pub through: Vec<usize>,
}

impl Node {
    /// Returns the node of one candidate.
    pub(crate) fn one(cell: usize, digit: u8) -> Self {
        Self { digit, cells: vec![cell], through: Vec::new() }
    }
}
