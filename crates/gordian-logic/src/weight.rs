//! How hard a step is, on Gordian's own scale.
//!
//! The numbers are in the order of Sudoku Explainer's, which players know: what it calls 4.2 is 4.2
//! here where the technique is the same. It has 30 rules and we have a hundred techniques; the
//! others lie between those that look like them.
//!
//! Two things depend on the step and not on its technique: a hidden single is easier to see in a
//! region (1.2) than in a line (1.5), and a chain is the harder the longer it is, by 0.1 for each
//! doubling of its links beyond four.

use gordian_sudoku::{HouseKind, Layout};

use crate::Technique;
use crate::explainer::Tenths;
use crate::step::Step;

/// Links that a chain may have before it counts as long.
const SHORT: usize = 4;

impl Technique {
    /// Returns how hard a step of the technique is at least, from 1.0 to 12.0, on Gordian's own scale.
    ///
    /// *Source*: ours, along Sudoku Explainer's where it has the technique.
    #[must_use]
    pub fn weight(self) -> Tenths {
        Tenths(match self {
            Self::FullHouse => 10,
            Self::HiddenSingle => 12,
            Self::NakedSingle => 23,
            Self::LockedPair => 24,
            Self::LockedTriple => 25,
            Self::Pointing => 26,
            Self::Claiming => 28,
            Self::NakedPair => 30,
            Self::XWing => 32,
            Self::HiddenPair => 34,
            Self::NakedTriple => 36,
            Self::Swordfish => 38,
            Self::Skyscraper | Self::HiddenTriple => 40,
            Self::TwoStringKite | Self::TurbotFish | Self::RemotePair => 41,
            Self::XyWing | Self::EmptyRectangle => 42,
            Self::XyzWing | Self::WWing | Self::SimpleColours => 44,
            Self::UniqueRectangle1
            | Self::UniqueRectangle2
            | Self::AvoidableRectangle1
            | Self::AvoidableRectangle2 => 45,
            Self::UniqueRectangle3
            | Self::UniqueRectangle4
            | Self::UniqueRectangle5
            | Self::UniqueRectangle6
            | Self::FinnedXWing => 46,
            Self::HiddenRectangle | Self::SashimiXWing => 47,
            Self::NakedQuadruple | Self::MultiColours => 50,
            Self::FinnedSwordfish | Self::WxyzWing => 51,
            Self::SashimiSwordfish | Self::Jellyfish => 52,
            Self::HiddenQuadruple | Self::SueDeCoq => 54,
            Self::BugPlusOne | Self::FinnedJellyfish => 56,
            Self::SashimiJellyfish => 57,
            Self::AlsXz => 60,
            Self::AlignedPairExclusion => 62,
            Self::XChain | Self::FrankenXWing => 65,
            Self::XyChain | Self::AlsXyWing | Self::FrankenSwordfish => 66,
            Self::ContinuousNiceLoop | Self::DiscontinuousNiceLoop | Self::Aic => 70,
            Self::FinnedFrankenXWing | Self::FinnedFrankenSwordfish => 71,
            Self::GroupedContinuousNiceLoop
            | Self::GroupedDiscontinuousNiceLoop
            | Self::GroupedAic => 73,
            Self::AlsChain | Self::DeathBlossom => 74,
            Self::FrankenJellyfish | Self::FinnedFrankenJellyfish | Self::Squirmbag => 75,
            Self::FinnedSquirmbag | Self::SashimiSquirmbag => 76,
            Self::KrakenFish1 | Self::KrakenFish2 => 78,
            Self::MutantXWing
            | Self::MutantSwordfish
            | Self::FinnedMutantXWing
            | Self::FinnedMutantSwordfish => 79,
            Self::ForcingChainContradiction | Self::ForcingChainVerity => 82,
            Self::JuniorExocet => 84,
            Self::MultiSectorLockedSets => 86,
            Self::SeniorExocet => 88,
            Self::MutantJellyfish | Self::FinnedMutantJellyfish => 89,
            Self::ForcingNetContradiction | Self::ForcingNetVerity => 95,
            // Fish of five to seven houses, which nobody looks for while anything else is left.
            Self::Whale
            | Self::Leviathan
            | Self::FinnedWhale
            | Self::SashimiWhale
            | Self::FinnedLeviathan
            | Self::SashimiLeviathan
            | Self::FrankenSquirmbag
            | Self::FrankenWhale
            | Self::FrankenLeviathan
            | Self::FinnedFrankenSquirmbag
            | Self::FinnedFrankenWhale
            | Self::FinnedFrankenLeviathan
            | Self::MutantSquirmbag
            | Self::MutantWhale
            | Self::MutantLeviathan
            | Self::FinnedMutantSquirmbag
            | Self::FinnedMutantWhale
            | Self::FinnedMutantLeviathan => 105,
            Self::TemplateSet | Self::TemplateDelete => 110,
            Self::BruteForce => 120,
        })
    }
}

impl Step {
    /// Returns how hard the step is on Gordian's own scale: the weight of its technique, and what
    /// depends on the step.
    #[must_use]
    pub fn weight(&self, layout: &Layout) -> Tenths {
        let Tenths(weight) = self.technique.weight();
        let in_line = self.technique == Technique::HiddenSingle
            && !self.pattern.houses.iter().any(|&at| layout.houses()[at].kind == HouseKind::Region);
        let n_links = self.pattern.links.len();
        let length = (0..).take_while(|doublings| n_links >> doublings > SHORT).count();
        let length = u16::try_from(length).expect("as many doublings as a number has bits");
        Tenths(weight + if in_line { 3 } else { 0 } + length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Link, Node, Pattern};

    #[test]
    fn long_chains_weigh_more() {
        let layout = Layout::classic();
        let check = |n_links: usize, expected: u16| {
            let link =
                Link { from: Node::one(0, 1), to: Node::one(1, 1), strong: true, house: None };
            let pattern = Pattern { links: vec![link; n_links], ..Pattern::default() };
            let (placements, eliminations) = (Vec::new(), Vec::new());
            let step = Step { technique: Technique::XChain, placements, eliminations, pattern };
            assert_eq!(step.weight(&layout), Tenths(expected), "{n_links} links");
        };
        check(3, 65);
        check(4, 65);
        check(5, 66);
        check(9, 66);
        check(10, 67);
        check(19, 67);
        check(20, 68);
    }

    #[test]
    fn single_digits_are_seen_first_in_regions() {
        let layout = Layout::classic();
        let check = |house: usize, expected: u16| {
            let pattern = Pattern { houses: vec![house], ..Pattern::default() };
            let (placements, eliminations) = (Vec::new(), Vec::new());
            let step =
                Step { technique: Technique::HiddenSingle, placements, eliminations, pattern };
            assert_eq!(step.weight(&layout), Tenths(expected));
        };
        check(0, 15);
        check(17, 15);
        check(18, 12);
    }

    #[test]
    fn trying_comes_last() {
        let others = Technique::all().filter(|&technique| technique != Technique::BruteForce);
        assert!(
            others.map(Technique::weight).all(|weight| weight < Technique::BruteForce.weight())
        );
    }
}
