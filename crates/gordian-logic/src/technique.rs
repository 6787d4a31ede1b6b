//! The techniques, in the order in which they are tried.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use thiserror::Error;

/// How hard a step is, on HoDoKu's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Wings, rectangles, basic fish.
    Hard,
    /// Chains, almost locked sets.
    Unfair,
    /// The rest.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// Returns the name of the level, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        }
    }
}

/// What HoDoKu 2.2 says of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuEntry {
    /// Techniques are tried in the order of this number.
    pub order: u32,
    /// What one step adds to the score of a puzzle.
    pub score: u32,
    /// The level of a puzzle that needs it, at least.
    pub level: Level,
    /// Whether it is used unless told otherwise.
    pub is_default: bool,
}

/// What a technique takes for granted, besides the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    Uniqueness,
}

/// What is known of a technique.
struct Entry {
    technique: Technique,
    name: &'static str,
    aliases: &'static [&'static str],
    codes: &'static [&'static str],
    hodoku: Option<(u32, u32, Level, bool)>,
    needs: Needs,
}

macro_rules! techniques {
    ($($variant:ident, $name:literal, [$($alias:literal),*], [$($code:literal),*], $hodoku:expr, $needs:expr;)*) => {
        /// A technique. What each of them is stands in the module that finds it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = concat!("The technique \"", $name, "\".")] $variant,)*
        }

        const TABLE: &[Entry] = &[
            $(Entry {
                technique: Technique::$variant,
                name: $name,
                aliases: &[$($alias),*],
                codes: &[$($code),*],
                hodoku: $hodoku,
                needs: $needs,
            },)*
        ];
    };
}

techniques! {
    // Name, aliases, codes in HoDoKu's library, HoDoKu's order, score, level and default, needs.
    FullHouse, "full house", ["last digit"], ["0000"], Some((100, 4, Level::Easy, true)), Needs::Nothing;
    NakedSingle, "naked single", ["sole candidate", "elimination"], ["0003"], Some((200, 4, Level::Easy, true)), Needs::Nothing;
    HiddenSingle, "hidden single", ["lone ranger", "unique candidate"], ["0002"], Some((300, 14, Level::Easy, true)), Needs::Nothing;
    LockedPair, "locked pair", [], ["0110"], Some((1000, 40, Level::Medium, true)), Needs::Nothing;
    LockedTriple, "locked triple", [], ["0111"], Some((1100, 60, Level::Medium, true)), Needs::Nothing;
    Pointing, "pointing", ["locked candidates type 1", "pointing pair", "pointing triple"], ["0100"], Some((1200, 50, Level::Medium, true)), Needs::Nothing;
    Claiming, "claiming", ["locked candidates type 2", "box/line reduction"], ["0101"], Some((1210, 50, Level::Medium, true)), Needs::Nothing;
    NakedPair, "naked pair", ["twins"], ["0200"], Some((1300, 60, Level::Medium, true)), Needs::Nothing;
    NakedTriple, "naked triple", ["triplets"], ["0201"], Some((1400, 80, Level::Medium, true)), Needs::Nothing;
    HiddenPair, "hidden pair", ["hidden twins"], ["0210"], Some((1500, 70, Level::Medium, true)), Needs::Nothing;
    HiddenTriple, "hidden triple", ["hidden triplets"], ["0211"], Some((1600, 100, Level::Medium, true)), Needs::Nothing;
    NakedQuadruple, "naked quadruple", ["naked quad"], ["0202"], Some((2000, 120, Level::Hard, true)), Needs::Nothing;
    HiddenQuadruple, "hidden quadruple", ["hidden quad"], ["0212"], Some((2100, 150, Level::Hard, true)), Needs::Nothing;
    XWing, "X-wing", [], ["0300"], Some((2200, 140, Level::Hard, true)), Needs::Nothing;
    Swordfish, "swordfish", [], ["0301"], Some((2300, 150, Level::Hard, true)), Needs::Nothing;
    Jellyfish, "jellyfish", [], ["0302"], Some((2400, 160, Level::Hard, true)), Needs::Nothing;
    Squirmbag, "squirmbag", ["starfish"], ["0303"], Some((2500, 470, Level::Unfair, false)), Needs::Nothing;
    Whale, "whale", [], ["0304"], Some((2600, 470, Level::Unfair, false)), Needs::Nothing;
    Leviathan, "leviathan", [], ["0305"], Some((2700, 470, Level::Unfair, false)), Needs::Nothing;
    RemotePair, "remote pair", ["remote pairs"], ["0703"], Some((2800, 110, Level::Hard, true)), Needs::Nothing;
    BugPlusOne, "BUG+1", ["bivalue universal grave + 1"], ["0610"], Some((2900, 100, Level::Hard, true)), Needs::Uniqueness;
    Skyscraper, "skyscraper", [], ["0400"], Some((3000, 130, Level::Hard, true)), Needs::Nothing;
    TwoStringKite, "two-string kite", ["2-string kite"], ["0401", "0404"], Some((3100, 150, Level::Hard, true)), Needs::Nothing;
    TurbotFish, "turbot fish", [], ["0403"], Some((3120, 120, Level::Hard, true)), Needs::Nothing;
    EmptyRectangle, "empty rectangle", [], ["0402", "0405"], Some((3170, 120, Level::Hard, true)), Needs::Nothing;
    WWing, "W-wing", [], ["0803"], Some((3200, 150, Level::Hard, true)), Needs::Nothing;
    XyWing, "XY-wing", ["Y-wing"], ["0800"], Some((3300, 160, Level::Hard, true)), Needs::Nothing;
    XyzWing, "XYZ-wing", [], ["0801"], Some((3400, 180, Level::Hard, true)), Needs::Nothing;
    UniqueRectangle1, "unique rectangle type 1", ["uniqueness test 1"], ["0600"], Some((3500, 100, Level::Hard, true)), Needs::Uniqueness;
    UniqueRectangle2, "unique rectangle type 2", ["uniqueness test 2"], ["0601"], Some((3600, 100, Level::Hard, true)), Needs::Uniqueness;
    UniqueRectangle3, "unique rectangle type 3", ["uniqueness test 3"], ["0602"], Some((3700, 100, Level::Hard, true)), Needs::Uniqueness;
    UniqueRectangle4, "unique rectangle type 4", ["uniqueness test 4"], ["0603"], Some((3800, 100, Level::Hard, true)), Needs::Uniqueness;
    UniqueRectangle5, "unique rectangle type 5", ["uniqueness test 5"], ["0604"], Some((3900, 100, Level::Hard, true)), Needs::Uniqueness;
    UniqueRectangle6, "unique rectangle type 6", ["uniqueness test 6"], ["0605"], Some((4000, 100, Level::Hard, true)), Needs::Uniqueness;
    HiddenRectangle, "hidden rectangle", [], ["0606"], Some((4010, 100, Level::Hard, true)), Needs::Uniqueness;
    AvoidableRectangle1, "avoidable rectangle type 1", [], ["0607"], Some((4020, 100, Level::Hard, true)), Needs::Uniqueness;
    AvoidableRectangle2, "avoidable rectangle type 2", [], ["0608"], Some((4030, 100, Level::Hard, true)), Needs::Uniqueness;
    FinnedXWing, "finned X-wing", [], ["0310"], Some((4100, 130, Level::Hard, true)), Needs::Nothing;
    SashimiXWing, "sashimi X-wing", [], ["0320"], Some((4200, 150, Level::Hard, true)), Needs::Nothing;
    FinnedSwordfish, "finned swordfish", [], ["0311"], Some((4300, 200, Level::Unfair, true)), Needs::Nothing;
    SashimiSwordfish, "sashimi swordfish", [], ["0321"], Some((4400, 240, Level::Unfair, true)), Needs::Nothing;
    FinnedJellyfish, "finned jellyfish", [], ["0312"], Some((4500, 250, Level::Unfair, true)), Needs::Nothing;
    SashimiJellyfish, "sashimi jellyfish", [], ["0322"], Some((4600, 260, Level::Unfair, true)), Needs::Nothing;
    FinnedSquirmbag, "finned squirmbag", [], ["0313"], Some((4700, 470, Level::Unfair, false)), Needs::Nothing;
    SashimiSquirmbag, "sashimi squirmbag", [], ["0323"], Some((4800, 470, Level::Unfair, false)), Needs::Nothing;
    FinnedWhale, "finned whale", [], ["0314"], Some((4900, 470, Level::Unfair, false)), Needs::Nothing;
    SashimiWhale, "sashimi whale", [], ["0324"], Some((5000, 470, Level::Unfair, false)), Needs::Nothing;
    FinnedLeviathan, "finned leviathan", [], ["0315"], Some((5100, 470, Level::Unfair, false)), Needs::Nothing;
    SashimiLeviathan, "sashimi leviathan", [], ["0325"], Some((5200, 470, Level::Unfair, false)), Needs::Nothing;
    SueDeCoq, "Sue de Coq", ["two-sector disjoint subsets"], ["1101"], Some((5300, 250, Level::Unfair, true)), Needs::Nothing;
    SimpleColours, "simple colours", ["simple coloring", "singles chain"], ["0500", "0501"], Some((5330, 150, Level::Hard, true)), Needs::Nothing;
    MultiColours, "multi colours", ["multi coloring"], ["0502", "0503"], Some((5360, 200, Level::Hard, true)), Needs::Nothing;
    XChain, "X-chain", [], ["0701"], Some((5400, 260, Level::Unfair, true)), Needs::Nothing;
    XyChain, "XY-chain", [], ["0702"], Some((5500, 260, Level::Unfair, true)), Needs::Nothing;
    ContinuousNiceLoop, "continuous nice loop", ["AIC ring"], ["0706"], Some((5600, 280, Level::Unfair, true)), Needs::Nothing;
    DiscontinuousNiceLoop, "discontinuous nice loop", [], ["0707"], Some((5600, 280, Level::Unfair, true)), Needs::Nothing;
    Aic, "AIC", ["alternating inference chain"], ["0708"], Some((5600, 280, Level::Unfair, true)), Needs::Nothing;
    GroupedContinuousNiceLoop, "grouped continuous nice loop", [], ["0709"], Some((5650, 300, Level::Unfair, true)), Needs::Nothing;
    GroupedDiscontinuousNiceLoop, "grouped discontinuous nice loop", [], ["0710"], Some((5650, 300, Level::Unfair, true)), Needs::Nothing;
    GroupedAic, "grouped AIC", ["grouped alternating inference chain"], ["0711"], Some((5650, 300, Level::Unfair, true)), Needs::Nothing;
    AlsXz, "ALS-XZ", [], ["0901"], Some((5700, 300, Level::Unfair, true)), Needs::Nothing;
    AlsXyWing, "ALS-XY-wing", ["ALS wing"], ["0902"], Some((5800, 320, Level::Unfair, true)), Needs::Nothing;
    AlsChain, "ALS chain", ["ALS-XY-chain"], ["0903"], Some((5900, 340, Level::Unfair, true)), Needs::Nothing;
    DeathBlossom, "death blossom", [], ["0904"], Some((6000, 360, Level::Unfair, false)), Needs::Nothing;
    FrankenXWing, "franken X-wing", [], ["0330"], Some((6100, 300, Level::Unfair, true)), Needs::Nothing;
    FrankenSwordfish, "franken swordfish", [], ["0331"], Some((6200, 350, Level::Unfair, true)), Needs::Nothing;
    FrankenJellyfish, "franken jellyfish", [], ["0332"], Some((6300, 370, Level::Unfair, false)), Needs::Nothing;
    FrankenSquirmbag, "franken squirmbag", [], ["0333"], Some((6400, 470, Level::Extreme, false)), Needs::Nothing;
    FrankenWhale, "franken whale", [], ["0334"], Some((6500, 470, Level::Extreme, false)), Needs::Nothing;
    FrankenLeviathan, "franken leviathan", [], ["0335"], Some((6600, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedFrankenXWing, "finned franken X-wing", [], ["0340"], Some((6700, 390, Level::Unfair, true)), Needs::Nothing;
    FinnedFrankenSwordfish, "finned franken swordfish", [], ["0341"], Some((6800, 410, Level::Unfair, true)), Needs::Nothing;
    FinnedFrankenJellyfish, "finned franken jellyfish", [], ["0342"], Some((6900, 430, Level::Unfair, false)), Needs::Nothing;
    FinnedFrankenSquirmbag, "finned franken squirmbag", [], ["0343"], Some((7000, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedFrankenWhale, "finned franken whale", [], ["0344"], Some((7100, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedFrankenLeviathan, "finned franken leviathan", [], ["0345"], Some((7200, 470, Level::Extreme, false)), Needs::Nothing;
    MutantXWing, "mutant X-wing", [], ["0350"], Some((7300, 450, Level::Extreme, false)), Needs::Nothing;
    MutantSwordfish, "mutant swordfish", [], ["0351"], Some((7400, 450, Level::Extreme, false)), Needs::Nothing;
    MutantJellyfish, "mutant jellyfish", [], ["0352"], Some((7500, 450, Level::Extreme, false)), Needs::Nothing;
    MutantSquirmbag, "mutant squirmbag", [], ["0353"], Some((7600, 470, Level::Extreme, false)), Needs::Nothing;
    MutantWhale, "mutant whale", [], ["0354"], Some((7700, 470, Level::Extreme, false)), Needs::Nothing;
    MutantLeviathan, "mutant leviathan", [], ["0355"], Some((7800, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantXWing, "finned mutant X-wing", [], ["0360"], Some((7900, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantSwordfish, "finned mutant swordfish", [], ["0361"], Some((8000, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantJellyfish, "finned mutant jellyfish", [], ["0362"], Some((8100, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantSquirmbag, "finned mutant squirmbag", [], ["0363"], Some((8200, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantWhale, "finned mutant whale", [], ["0364"], Some((8300, 470, Level::Extreme, false)), Needs::Nothing;
    FinnedMutantLeviathan, "finned mutant leviathan", [], ["0365"], Some((8400, 470, Level::Extreme, false)), Needs::Nothing;
    KrakenFish1, "Kraken fish type 1", [], ["0371"], Some((8450, 500, Level::Extreme, false)), Needs::Nothing;
    KrakenFish2, "Kraken fish type 2", [], ["0372"], Some((8450, 500, Level::Extreme, false)), Needs::Nothing;
    WxyzWing, "WXYZ-wing", [], ["0802"], None, Needs::Nothing;
    AlignedPairExclusion, "aligned pair exclusion", ["APE"], ["1000"], None, Needs::Nothing;
    JuniorExocet, "junior exocet", [], [], None, Needs::Nothing;
    SeniorExocet, "senior exocet", [], [], None, Needs::Nothing;
    MultiSectorLockedSets, "multi-sector locked sets", ["MSLS"], [], None, Needs::Nothing;
    ForcingChainContradiction, "forcing chain contradiction", ["digit forcing chain"], ["1301"], Some((8500, 500, Level::Extreme, true)), Needs::Nothing;
    ForcingChainVerity, "forcing chain verity", ["cell forcing chain", "region forcing chain", "unit forcing chain"], ["1302"], Some((8500, 500, Level::Extreme, true)), Needs::Nothing;
    ForcingNetContradiction, "forcing net contradiction", ["Nishio"], ["1303"], Some((8600, 700, Level::Extreme, true)), Needs::Nothing;
    ForcingNetVerity, "forcing net verity", ["cell forcing net", "region forcing net"], ["1304"], Some((8600, 700, Level::Extreme, true)), Needs::Nothing;
    TemplateSet, "template set", ["pattern overlay method"], ["1201"], Some((8700, 10000, Level::Extreme, false)), Needs::Nothing;
    TemplateDelete, "template delete", [], ["1202"], Some((8800, 10000, Level::Extreme, false)), Needs::Nothing;
    BruteForce, "brute force", ["trial and error", "guessing"], [], Some((8900, 10000, Level::Extreme, true)), Needs::Nothing;
}

impl Technique {
    /// Returns all techniques, in the order in which they are tried unless told otherwise.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.technique)
    }

    fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    /// Returns the usual name, as it stands in sentences.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the name in files and on the command line: `x-wing`.
    #[must_use]
    pub fn slug(self) -> String {
        slug(self.name())
    }

    /// Returns other names it is known by.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// Returns the codes that stand for it in HoDoKu's library of cases.
    #[must_use]
    pub fn hodoku_codes(self) -> &'static [&'static str] {
        self.entry().codes
    }

    /// Returns what HoDoKu says of it, if HoDoKu knows it.
    #[must_use]
    pub fn hodoku(self) -> Option<HodokuEntry> {
        let (order, score, level, is_default) = self.entry().hodoku?;
        Some(HodokuEntry { order, score, level, is_default })
    }

    /// Returns whether its conclusions hold only for puzzles with exactly one solution.
    #[must_use]
    pub fn needs_uniqueness(self) -> bool {
        self.entry().needs == Needs::Uniqueness
    }

    /// Returns the technique that a code of HoDoKu's library stands for, its variant left out.
    #[must_use]
    pub fn from_hodoku_code(code: &str) -> Option<Self> {
        let code = code.get(..4)?;
        TABLE.iter().find(|entry| entry.codes.contains(&code)).map(|entry| entry.technique)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No technique has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no technique is called `{name}`")]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Reads a name or an alias; upper and lower case, spaces, hyphens and signs are all one.
    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        // Lists of names may be long: the table is not gone through for each of them.
        static KNOWN: LazyLock<FxHashMap<String, Technique>> = LazyLock::new(|| {
            let mut known = FxHashMap::default();
            for entry in TABLE {
                for name in [&entry.name].into_iter().chain(entry.aliases) {
                    known.entry(slug(name)).or_insert(entry.technique);
                }
            }
            known
        });
        let found = KNOWN.get(&slug(name)).copied();
        found.ok_or_else(|| UnknownTechnique { name: name.to_owned() })
    }
}

fn slug(name: &str) -> String {
    let name = name.replace('+', " plus ").to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (number, technique) in Technique::all().enumerate() {
            assert_eq!(technique as usize, number);
            assert_eq!(technique.name().parse(), Ok(technique));
            assert_eq!(technique.slug().parse(), Ok(technique));
            for alias in technique.aliases() {
                assert_eq!(alias.parse(), Ok(technique), "{alias}");
            }
            for code in technique.hodoku_codes() {
                assert_eq!(Technique::from_hodoku_code(code), Some(technique), "{code}");
            }
        }
        assert_eq!("Lone Ranger".parse(), Ok(Technique::HiddenSingle));
        assert_eq!("x wing".parse(), Ok(Technique::XWing));
        assert_eq!(Technique::from_hodoku_code("0110-1"), Some(Technique::LockedPair));
        assert_eq!(Technique::from_hodoku_code("03111"), Some(Technique::FinnedSwordfish));
        assert!("guess".parse::<Technique>().is_err());
    }
}
