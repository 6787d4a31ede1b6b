//! Rules and steps of Sudoku Explainer.

use std::fmt;

use gordian_grid::Candidate;

use crate::tenths::Tenths;

/// A rule of Sudoku Explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExplainerRule {
    /// The last open cell of a region (1.0), or the only place for a digit (1.2 in a block, else
    /// 1.5).
    HiddenSingle,
    /// Pointing that leaves a hidden single (1.7).
    DirectPointing,
    /// Claiming that leaves a hidden single (1.9).
    DirectClaiming,
    /// A hidden pair that leaves a hidden single (2.0).
    DirectHiddenPair,
    /// The only candidate of a cell (2.3).
    NakedSingle,
    /// A hidden triple that leaves a hidden single (2.5).
    DirectHiddenTriplet,
    /// A digit of a block within a line (2.6).
    Pointing,
    /// A digit of a line within a block (2.8).
    Claiming,
    /// A naked pair (3.0).
    NakedPair,
    /// An X-wing (3.2).
    XWing,
    /// A hidden pair (3.4).
    HiddenPair,
    /// A naked triplet (3.6).
    NakedTriplet,
    /// A swordfish (3.8).
    Swordfish,
    /// A hidden triplet (4.0).
    HiddenTriplet,
    /// An XY-wing (4.2).
    XyWing,
    /// An XYZ-wing (4.4).
    XyzWing,
    /// A unique rectangle or loop (from 4.5).
    UniqueLoop,
    /// A naked quad (5.0).
    NakedQuad,
    /// A jellyfish (5.2).
    Jellyfish,
    /// A hidden quad (5.4).
    HiddenQuad,
    /// A bivalue universal grave (from 5.6).
    Bug,
    /// An aligned pair exclusion (6.2).
    AlignedPairExclusion,
    /// A loop that holds in both directions (from 6.5; with mixed links from 7.0).
    BidirectionalCycle,
    /// A chain from a candidate to its opposite (from 6.6 with one digit, otherwise from 7.0).
    ForcingChain,
    /// An aligned triplet exclusion (7.5).
    AlignedTripletExclusion,
    /// A candidate refuted by links of its digit alone (from 7.5).
    NishioForcingChain,
    /// All candidates of a cell or region lead to the same conclusion (from 8.0).
    MultipleForcingChain,
    /// Multiple forcing chains with combined conclusions, and contradictions (from 8.5).
    DynamicForcingChain,
    /// Dynamic chains that use locked digits, pairs and X-wings (from 9.0).
    DynamicForcingChainPlus,
    /// Dynamic chains that use chains (from 9.5).
    NestedForcingChain,
}

impl fmt::Display for ExplainerRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HiddenSingle => "hidden single",
            Self::DirectPointing => "direct pointing",
            Self::DirectClaiming => "direct claiming",
            Self::DirectHiddenPair => "direct hidden pair",
            Self::NakedSingle => "naked single",
            Self::DirectHiddenTriplet => "direct hidden triplet",
            Self::Pointing => "pointing",
            Self::Claiming => "claiming",
            Self::NakedPair => "naked pair",
            Self::XWing => "X-wing",
            Self::HiddenPair => "hidden pair",
            Self::NakedTriplet => "naked triplet",
            Self::Swordfish => "swordfish",
            Self::HiddenTriplet => "hidden triplet",
            Self::XyWing => "XY-wing",
            Self::XyzWing => "XYZ-wing",
            Self::UniqueLoop => "unique rectangle or loop",
            Self::NakedQuad => "naked quad",
            Self::Jellyfish => "jellyfish",
            Self::HiddenQuad => "hidden quad",
            Self::Bug => "bivalue universal grave",
            Self::AlignedPairExclusion => "aligned pair exclusion",
            Self::BidirectionalCycle => "bidirectional cycle",
            Self::ForcingChain => "forcing chain",
            Self::AlignedTripletExclusion => "aligned triplet exclusion",
            Self::NishioForcingChain => "Nishio forcing chain",
            Self::MultipleForcingChain => "multiple forcing chain",
            Self::DynamicForcingChain => "dynamic forcing chain",
            Self::DynamicForcingChainPlus => "dynamic forcing chain (+)",
            Self::NestedForcingChain => "nested forcing chain",
        })
    }
}

/// A step of Sudoku Explainer's solution path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainerStep {
    /// The rule.
    pub rule: ExplainerRule,
    /// The rating of the step.
    pub rating: Tenths,
    /// The eliminated candidates.
    pub eliminations: Vec<Candidate>,
    /// The placed digit, if any.
    pub placement: Option<Candidate>,
}

/// A step in the numbering of the solver, digits from 0: eliminations and possibly a placement.
#[derive(Clone, Debug)]
pub(crate) struct FoundStep {
    pub(crate) rule: ExplainerRule,
    pub(crate) rating: u16,
    /// The cells and their eliminated digits.
    pub(crate) removals: Vec<(usize, u16)>,
    /// A cell and its digit.
    pub(crate) placement: Option<(usize, usize)>,
}

impl FoundStep {
    pub(crate) fn placing(rule: ExplainerRule, rating: u16, cell: usize, digit: usize) -> Self {
        Self { rule, rating, removals: Vec::new(), placement: Some((cell, digit)) }
    }

    /// Returns a step with eliminations; `None` if there are none.
    pub(crate) fn removing(
        rule: ExplainerRule,
        rating: u16,
        removals: Vec<(usize, u16)>,
    ) -> Option<Self> {
        (!removals.is_empty()).then_some(Self { rule, rating, removals, placement: None })
    }
}
