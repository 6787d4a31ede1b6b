//! The kinds of chains that searches allow.

use crate::step::ExplainerRule;

/// The kind of chains that a search allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    /// Uses cells and regions with more than two candidates.
    pub(crate) multiple: bool,
    /// Eliminates candidates that are off.
    pub(crate) dynamic: bool,
    /// Uses links of one digit only.
    pub(crate) nishio: bool,
    /// Nesting: 1 allows patterns, 2 chains, 3 multiple chains, 4 dynamic chains, 5 and above
    /// dynamic chains of this level minus 3.
    pub(crate) level: u8,
}

impl Mode {
    pub(crate) const NISHIO: Self = Self { multiple: false, dynamic: true, nishio: true, level: 0 };
    pub(crate) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0 };

    pub(crate) const fn dynamic(level: u8) -> Self {
        Self { multiple: true, dynamic: true, nishio: false, level }
    }

    pub(crate) fn base_rating(self) -> u16 {
        match (self.level, self.nishio, self.dynamic) {
            (level @ 2.., ..) => 95 + 5 * (u16::from(level) - 2),
            (1, ..) => 90,
            (_, true, _) => 75,
            (_, _, true) => 85,
            _ => 80,
        }
    }

    pub(crate) fn rule(self) -> ExplainerRule {
        match (self.level, self.nishio, self.dynamic) {
            (2.., ..) => ExplainerRule::NestedForcingChain,
            (1, ..) => ExplainerRule::DynamicForcingChainPlus,
            (_, true, _) => ExplainerRule::NishioForcingChain,
            (_, _, true) => ExplainerRule::DynamicForcingChain,
            _ => ExplainerRule::MultipleForcingChain,
        }
    }

    /// Returns the nested chains that propagations of this mode may use, in order.
    pub(crate) fn nested_chains(self) -> &'static [NestedChains] {
        match self.level {
            0 | 1 => &[],
            2 => &[NestedChains::Cycles],
            3 => &[NestedChains::Cycles, NestedChains::MULTIPLE],
            4 => &[NestedChains::DYNAMIC],
            5 => &[NestedChains::DYNAMIC, NestedChains::NESTED],
            _ => &[NestedChains::DYNAMIC, NestedChains::TWICE_NESTED],
        }
    }
}

/// The kind of nested chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NestedChains {
    Cycles,
    Bundles(Mode),
}

impl NestedChains {
    const MULTIPLE: Self = Self::Bundles(Mode::MULTIPLE);
    const DYNAMIC: Self = Self::Bundles(Mode::dynamic(0));
    const NESTED: Self = Self::Bundles(Mode::dynamic(2));
    const TWICE_NESTED: Self = Self::Bundles(Mode::dynamic(3));
}
