//! Steps and ratings as documents: data with names in place of numbers, to be serialised.
//!
//! A [`StepDocument`] names cells (`r2c5`), houses and techniques, and contains the sentences of
//! the step, so that a reader of the document needs neither the layout nor this crate.

use std::borrow::Cow;

use gordian_explainer::Tenths;
use gordian_grid::{Candidate, Layout};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::board::digits;
use crate::rating::HodokuRating;
use crate::solver::SolutionPath;
use crate::step::{Branch, Link, Mark, Node, Step};
use crate::text::Sentence;
use crate::{Technique, text};

/// A step of a human solving technique. Empty lists are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepDocument {
    /// The technique, in lower case with hyphens.
    pub technique: Technique,
    /// The name of the technique as players write it; documents before 0.2 do not have it.
    #[serde(default)]
    pub name: String,
    /// Whether the conclusion holds only for puzzles with exactly one solution.
    pub assumes_unique: bool,
    /// The placed digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<CandidateDocument>,
    /// The eliminated candidates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<CandidateDocument>,
    /// The digits of the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digits: Vec<u8>,
    /// The cells of the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The houses of the pattern: the base sets of a fish, the house of a subset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<String>,
    /// The cover sets of a fish, the house that loses locked candidates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<String>,
    /// The fins of a fish.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fins: Vec<String>,
    /// Candidates with their role in the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkDocument>,
    /// Almost locked sets and other groups of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<SetDocument>,
    /// The links of chains and nets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkDocument>,
    /// The branches of a forcing chain or net.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchDocument>,
    /// The difficulty on Gordian's scale; documents of 0.1.0 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Tenths>,
    /// The step as a sentence.
    pub text: String,
    /// The step in Eureka notation.
    pub eureka: String,
    /// The step sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanation: Vec<SentenceDocument>,
}

/// A digit in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CandidateDocument {
    /// The cell, such as `r2c5`.
    pub cell: String,
    /// The digit.
    pub digit: u8,
}

/// A candidate with its role in the pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkDocument {
    /// The cell, such as `r2c5`.
    pub cell: String,
    /// The digit.
    pub digit: u8,
    /// The role.
    pub mark: Mark,
}

/// A group of cells with their candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetDocument {
    /// The cells.
    pub cells: Vec<String>,
    /// Their candidates.
    pub digits: Vec<u8>,
    /// What the set is.
    pub kind: SetKind,
}

/// The kind of the sets of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SetKind {
    /// An almost locked set.
    AlmostLocked,
    /// The cells of one colour.
    Colour,
    /// Another group of cells.
    Group,
}

/// A node of a chain: one of the cells holds the digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeDocument {
    /// The digit.
    pub digit: u8,
    /// The cells.
    pub cells: Vec<String>,
    /// The cells of the almost locked set through which the link to the next node leads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
}

/// A link between two nodes of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LinkDocument {
    /// The first node.
    pub from: NodeDocument,
    /// The second node.
    pub to: NodeDocument,
    /// Whether at least one node is true (strong), rather than at least one false (weak).
    pub strong: bool,
    /// The house of a strong link between places of one digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
}

/// A branch of a forcing chain or net: an assumption and the links that follow from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchDocument {
    /// The assumed node.
    pub assumed: NodeDocument,
    /// Whether the node is assumed to be true.
    pub holds: bool,
    /// The links of the branch, from 0.
    pub links: Vec<usize>,
}

/// A sentence of an explanation. Empty lists are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SentenceDocument {
    /// The sentence; numbers in brackets refer to other sentences.
    pub text: String,
    /// The case that the sentence belongs to, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// The links it follows, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<usize>,
    /// The sets it refers to, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<usize>,
    /// Other candidates it refers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateDocument>,
}

/// A rating on HoDoKu's scale, with the hardest technique.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HodokuDocument {
    /// The score and the level.
    #[serde(flatten)]
    pub rating: HodokuRating,
    /// The hardest technique of the solution.
    pub technique: Technique,
}

impl SolutionPath {
    /// Returns the rating on HoDoKu's scale, with the last of the hardest techniques; `None` unless
    /// solved by techniques that HoDoKu has.
    #[must_use]
    pub fn hodoku_document(&self) -> Option<HodokuDocument> {
        let rating = self.hodoku_rating()?;
        let order = |step: &&Step| step.technique.hodoku().map(|entry| (entry.level, entry.score));
        let hardest = self.steps.iter().rev().max_by_key(order)?;
        Some(HodokuDocument { rating, technique: hardest.technique })
    }
}

impl Step {
    /// Returns the step as a document: technique, conclusion, pattern, sentence, Eureka notation
    /// and explanation.
    #[must_use]
    pub fn document(&self, layout: &Layout) -> StepDocument {
        let names = Names { layout };
        let pattern = &self.pattern;
        let kind = self.kind_of_sets();
        let mark = |&(at, mark): &(Candidate, Mark)| {
            let CandidateDocument { cell, digit } = names.candidate(at);
            MarkDocument { cell, digit, mark }
        };
        let sets = pattern.sets.iter().map(|set| SetDocument {
            cells: names.cells(&set.cells),
            digits: digits(set.digits).collect(),
            kind,
        });
        StepDocument {
            technique: self.technique,
            name: self.technique.to_string(),
            assumes_unique: self.technique.needs_uniqueness(),
            placements: names.candidates(&self.placements),
            eliminations: names.candidates(&self.eliminations),
            digits: pattern.digits.clone(),
            cells: names.cells(&pattern.cells),
            houses: names.houses(&pattern.houses),
            covers: names.houses(&pattern.covers),
            fins: names.cells(&pattern.fins),
            marks: pattern.marks.iter().map(mark).collect(),
            sets: sets.collect(),
            links: pattern.links.iter().map(|link| names.link(link)).collect(),
            branches: pattern.branches.iter().map(|branch| names.branch(branch)).collect(),
            weight: Some(self.weight(layout)),
            text: self.sentence(layout),
            eureka: self.eureka(layout),
            explanation: self.explanation(layout).into_iter().map(|s| names.sentence(s)).collect(),
        }
    }

    /// Returns the kind of the sets of the pattern.
    fn kind_of_sets(&self) -> SetKind {
        match self.technique {
            Technique::AlsXz
            | Technique::AlsXyWing
            | Technique::AlsChain
            | Technique::DeathBlossom
            | Technique::AlignedPairExclusion
            | Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic
            | Technique::KrakenFish1
            | Technique::KrakenFish2 => SetKind::AlmostLocked,
            Technique::SimpleColours | Technique::MultiColours => SetKind::Colour,
            _ => SetKind::Group,
        }
    }
}

/// The names of cells and houses of a layout.
struct Names<'a> {
    layout: &'a Layout,
}

impl Names<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| text::cell(cell, self.layout.n())).collect()
    }

    fn houses(&self, numbers: &[usize]) -> Vec<String> {
        numbers.iter().map(|&number| self.layout.houses()[number].name.clone()).collect()
    }

    fn candidate(&self, at: Candidate) -> CandidateDocument {
        CandidateDocument { cell: text::cell(at.cell, self.layout.n()), digit: at.digit }
    }

    fn candidates(&self, all: &[Candidate]) -> Vec<CandidateDocument> {
        all.iter().map(|&at| self.candidate(at)).collect()
    }

    fn node(&self, node: &Node) -> NodeDocument {
        let (cells, through) = (self.cells(&node.cells), self.cells(&node.through));
        NodeDocument { digit: node.digit, cells, through }
    }

    fn link(&self, link: &Link) -> LinkDocument {
        LinkDocument {
            from: self.node(&link.from),
            to: self.node(&link.to),
            strong: link.strong,
            house: link.house.map(|house| self.layout.houses()[house].name.clone()),
        }
    }

    fn branch(&self, branch: &Branch) -> BranchDocument {
        BranchDocument {
            assumed: self.node(&branch.assumed),
            holds: branch.is_true,
            links: branch.links.clone().collect(),
        }
    }

    fn sentence(&self, sentence: Sentence) -> SentenceDocument {
        let Sentence { text, case, links, sets, candidates } = sentence;
        SentenceDocument { text, case, links, sets, candidates: self.candidates(&candidates) }
    }
}

/// A technique is written by its [`Technique::slug`]; every name and alias is read.
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.slug())
    }
}

impl<'de> Deserialize<'de> for Technique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Technique {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Technique".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}
