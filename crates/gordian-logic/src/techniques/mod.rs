//! The techniques, one module each or one for a family.
//!
//! A finder goes through a position and hands over its steps, those of the technique that is
//! wanted. It looks at the grid through its houses, so that it works on irregular regions, diagonals
//! and extra groups, too, where the technique does.

mod aligned;
mod als;
mod brute_force;
mod chains;
mod colours;
mod exocet;
mod fish;
mod forcing;
mod locked;
mod multi_sector;
mod remote_pairs;
mod single_digit;
mod singles;
mod subsets;
mod sue_de_coq;
mod templates;
mod uniqueness;
mod wings;

pub(crate) use fish::any_fish;
pub(crate) use uniqueness::{Rectangle, rectangles};

use crate::Technique;
use crate::context::{Context, Flow, Steps};

/// Hands over the steps of the technique that is wanted, until somebody says stop.
pub(crate) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    match steps.wanted {
        Technique::FullHouse => singles::full_houses(context, steps),
        Technique::NakedSingle => singles::naked(context, steps),
        Technique::HiddenSingle => singles::hidden(context, steps),
        Technique::Pointing | Technique::Claiming => locked::find(context, steps),
        Technique::LockedPair | Technique::LockedTriple => subsets::locked(context, steps),
        Technique::NakedPair => subsets::naked(context, steps, 2),
        Technique::NakedTriple => subsets::naked(context, steps, 3),
        Technique::NakedQuadruple => subsets::naked(context, steps, 4),
        Technique::HiddenPair => subsets::hidden(context, steps, 2),
        Technique::HiddenTriple => subsets::hidden(context, steps, 3),
        Technique::HiddenQuadruple => subsets::hidden(context, steps, 4),
        Technique::BugPlusOne => uniqueness::grave(context, steps),
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6
        | Technique::HiddenRectangle => uniqueness::rectangle(context, steps),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => {
            uniqueness::avoidable(context, steps)
        }
        Technique::SueDeCoq => sue_de_coq::find(context, steps),
        Technique::TemplateSet => templates::set(context, steps),
        Technique::TemplateDelete => templates::delete(context, steps),
        Technique::AlignedPairExclusion => aligned::find(context, steps),
        Technique::JuniorExocet | Technique::SeniorExocet => exocet::find(context, steps),
        Technique::MultiSectorLockedSets => multi_sector::find(context, steps),
        Technique::RemotePair => remote_pairs::find(context, steps),
        Technique::WWing => wings::w(context, steps),
        Technique::XyWing => wings::xy(context, steps),
        Technique::XyzWing => wings::xyz(context, steps),
        Technique::WxyzWing => wings::wxyz(context, steps),
        Technique::SimpleColours => colours::simple(context, steps),
        Technique::MultiColours => colours::multi(context, steps),
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
            single_digit::two_links(context, steps)
        }
        Technique::EmptyRectangle => single_digit::empty_rectangles(context, steps),
        Technique::AlsXz => als::xz(context, steps),
        Technique::AlsXyWing => als::wings(context, steps),
        Technique::AlsChain => als::chains(context, steps),
        Technique::DeathBlossom => als::blossoms(context, steps),
        Technique::XChain => chains::x_chains(context, steps),
        Technique::XyChain => chains::xy_chains(context, steps),
        Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
            chains::plain(context, steps)
        }
        Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop
        | Technique::GroupedAic => chains::grouped(context, steps),
        Technique::KrakenFish1 | Technique::KrakenFish2 => fish::kraken(context, steps),
        Technique::ForcingChainContradiction | Technique::ForcingChainVerity => {
            forcing::chains(context, steps)
        }
        Technique::ForcingNetContradiction | Technique::ForcingNetVerity => {
            forcing::nets(context, steps)
        }
        Technique::BruteForce => brute_force::find(context, steps),
        fish::any_fish!() => fish::find(context, steps, fish::Form::of(steps.wanted)),
    }
}
