//! The techniques by name, and what HoDoKu and the examples say about them.

mod table;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use gordian_core::excerpt;
use gordian_explainer::Tenths;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use self::table::for_each_technique;

/// A difficulty level of HoDoKu.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Wings, rectangles, basic fish.
    Hard,
    /// Chains, almost locked sets.
    Unfair,
    /// All other techniques.
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

/// The error for a name that no level has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level `{}`", excerpt(name))]
pub struct UnknownLevel {
    /// The name.
    pub name: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel { name: name.to_owned() })
    }
}

/// The entry of a technique in HoDoKu 2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuEntry {
    /// Techniques are tried in the order of this number.
    pub order: u32,
    /// The points that one step adds to the score of a puzzle.
    pub score: u32,
    /// The minimum level of a puzzle that needs the technique.
    pub level: Level,
    /// Whether HoDoKu uses the technique by default.
    pub is_default: bool,
}

/// A position in which a technique has a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position as a line of HoDoKu's library: givens, placed digits (`+`), eliminated
    /// candidates.
    pub position: &'static str,
    /// The conclusion of the step as at the end of [`Step::eureka`](crate::Step::eureka).
    pub conclusion: &'static str,
}

/// One row of the table.
struct Row {
    technique: Technique,
    /// The usual name, as in sentences.
    name: &'static str,
    aliases: &'static [&'static str],
    /// The difficulty on Gordian's scale.
    weight: Tenths,
    /// Whether the technique is valid only for puzzles with exactly one solution.
    assumes_one_solution: bool,
    hodoku: Option<HodokuEntry>,
    /// The codes in HoDoKu's library of cases.
    hodoku_codes: &'static [&'static str],
    example: Example,
}

/// Returns the entry of a technique that HoDoKu uses by default.
const fn default(order: u32, score: u32, level: Level) -> Option<HodokuEntry> {
    Some(HodokuEntry { order, score, level, is_default: true })
}

/// Returns the entry of a technique that HoDoKu has, but does not use by default.
const fn optional(order: u32, score: u32, level: Level) -> Option<HodokuEntry> {
    Some(HodokuEntry { order, score, level, is_default: false })
}

macro_rules! technique_rows {
    ($(
        $variant:ident {
            name: $name:literal, aliases: $aliases:expr, weight: $weight:literal,
            assumes_one_solution: $assumes_one_solution:literal,
            hodoku: $hodoku:expr, hodoku_codes: $hodoku_codes:expr,
            finder: $($finder:ident)::+($($argument:expr),*),
            sentence: $sentence:ident, explanation: $explanation:ident,
            example: $position:literal => $conclusion:literal,
        }
    )*) => {
        /// A solving technique. The module that finds its steps describes it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = concat!("The technique \"", $name, "\".")] $variant,)*
        }

        /// The rows, in the order of the enumeration.
        const ROWS: &[Row] = &[
            $(Row {
                technique: Technique::$variant,
                name: $name,
                aliases: &$aliases,
                weight: Tenths($weight),
                assumes_one_solution: $assumes_one_solution,
                hodoku: $hodoku,
                hodoku_codes: &$hodoku_codes,
                example: Example { position: $position, conclusion: $conclusion },
            },)*
        ];
    };
}

for_each_technique!(technique_rows);

impl Technique {
    /// Returns all techniques, in the order in which they are tried by default.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.technique)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the usual name, as in sentences.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the name in files and on the command line: `x-wing`.
    #[must_use]
    pub fn slug(self) -> String {
        slug(self.name())
    }

    /// Returns the other names of the technique.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// Returns the minimum difficulty of a step of the technique on Gordian's scale, from 1.0 to
    /// 12.0.
    ///
    /// *Source*: ours; Sudoku Explainer's rating where it has the technique.
    #[must_use]
    pub fn weight(self) -> Tenths {
        self.row().weight
    }

    /// Returns the codes of the technique in HoDoKu's library of cases.
    #[must_use]
    pub fn hodoku_codes(self) -> &'static [&'static str] {
        self.row().hodoku_codes
    }

    /// Returns the technique's entry in HoDoKu; `None` if HoDoKu does not have it.
    #[must_use]
    pub fn hodoku(self) -> Option<HodokuEntry> {
        self.row().hodoku
    }

    /// Returns whether its conclusions hold only for puzzles with exactly one solution.
    #[must_use]
    pub fn needs_uniqueness(self) -> bool {
        self.row().assumes_one_solution
    }

    /// Returns the example that the technique's page shows.
    #[must_use]
    pub fn example(self) -> Example {
        self.row().example
    }

    /// Returns the technique of a code of HoDoKu's library, ignoring its variant.
    #[must_use]
    pub fn from_hodoku_code(code: &str) -> Option<Self> {
        let code = code.get(..4)?;
        ROWS.iter().find(|row| row.hodoku_codes.contains(&code)).map(|row| row.technique)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown technique `{name}`")]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Parses a name or an alias; ignores case, spaces, hyphens and signs.
    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        // Lists of names may be long: a map avoids a scan of the table for each name.
        static KNOWN: LazyLock<FxHashMap<String, Technique>> = LazyLock::new(|| {
            let mut known = FxHashMap::default();
            for row in ROWS {
                for name in [&row.name].into_iter().chain(row.aliases) {
                    known.entry(slug(name)).or_insert(row.technique);
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
    fn names_aliases_and_codes_are_parsed() {
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

    #[test]
    fn every_technique_has_an_example() {
        for technique in Technique::all() {
            let Example { position, conclusion } = technique.example();
            assert!(!position.is_empty() && !conclusion.is_empty(), "{technique}");
        }
    }

    #[test]
    fn brute_force_has_the_largest_weight() {
        let mut others = Technique::all().filter(|&technique| technique != Technique::BruteForce);
        assert!(others.all(|technique| technique.weight() < Technique::BruteForce.weight()));
    }
}
