//! Steps told sentence by sentence: from which assumption, link by link, to which conclusion.
//!
//! [`Step::sentence`](crate::Step::sentence) is one line, for lists. An explanation is for a player
//! who follows the step in the grid: each sentence names the links, sets and candidates that it is
//! about, so that they can be highlighted, and refers to earlier sentences by their number:
//!
//! ```text
//! 1  Assume that r1c6 is 7.
//! 2  Then r5c6 is not 7, so r5c6 is 5: no other candidate is left in r5c6.
//! 3  r2c6 is not 5 (2) and not 7 (1): no candidate is left in r2c6, a contradiction.
//! 4  So the assumption is false: r1c6 is not 7.
//! ```

mod almost_locked;
mod branches;
mod chain;
mod derive;

use std::ops::Range;

use gordian_sudoku::{HouseKind, Layout};

use crate::Technique;
use crate::board::digits;
use crate::reason::reason;
use crate::step::{Candidate, Node, Step};
use crate::techniques::any_fish;
use crate::text::{and, cells, conclusion, or};

/// A sentence of an explanation, and what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence, with a full stop. Numbers in brackets are those of earlier sentences, from 1.
    pub text: String,
    /// The number of the case that it belongs to, from 1, where several are told.
    pub case: Option<usize>,
    /// The links it follows, by their places in [`Pattern::links`](crate::Pattern::links).
    pub links: Vec<usize>,
    /// The sets it is about, by their places in [`Pattern::sets`](crate::Pattern::sets).
    pub sets: Vec<usize>,
    /// The candidates it is about, besides those of the links and sets.
    pub candidates: Vec<Candidate>,
}

impl Step {
    /// Returns why the step holds, sentence by sentence; the last one is the conclusion.
    #[must_use]
    pub fn explanation(&self, layout: &Layout) -> Vec<Sentence> {
        let mut teller = Teller { step: self, layout, told: Vec::new() };
        match self.technique {
            Technique::XChain
            | Technique::XyChain
            | Technique::WWing
            | Technique::ContinuousNiceLoop
            | Technique::DiscontinuousNiceLoop
            | Technique::Aic
            | Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic => teller.chain(),
            Technique::KrakenFish1 | Technique::KrakenFish2 => teller.kraken(),
            Technique::ForcingChainContradiction | Technique::ForcingNetContradiction => {
                teller.contradiction();
            }
            Technique::ForcingChainVerity | Technique::ForcingNetVerity => teller.verity(),
            Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain => {
                teller.almost_locked_sets();
            }
            Technique::DeathBlossom => teller.blossom(),
            Technique::RemotePair => teller.remote_pair(),
            Technique::SimpleColours | Technique::MultiColours => teller.colours(),
            any_fish!() => teller.fish(),
            _ => teller.reason(),
        }
        teller.told
    }
}

/// Tells a step sentence by sentence.
struct Teller<'a> {
    step: &'a Step,
    layout: &'a Layout,
    told: Vec<Sentence>,
}

impl Teller<'_> {
    fn add(&mut self, text: impl Into<String>) -> &mut Sentence {
        self.told.push(Sentence { text: text.into(), ..Sentence::default() });
        self.told.last_mut().expect("a sentence was just added")
    }

    /// Returns the number of the last sentence.
    fn number(&self) -> usize {
        self.told.len()
    }

    /// Tells the reason in one sentence, and the conclusion.
    fn reason(&mut self) {
        let pattern = &self.step.pattern;
        let text = format!("{}.", capitalized(&reason(self.step, self.layout)));
        let of_pattern = pattern.cells.iter().chain(&pattern.fins);
        let named = |&cell: &usize| pattern.digits.iter().map(move |&d| Candidate::new(cell, d));
        let candidates = match &pattern.marks[..] {
            [] => of_pattern.flat_map(named).collect(),
            marks => marks.iter().map(|&(candidate, _)| candidate).collect(),
        };
        let (links, sets) = (0..pattern.links.len(), 0..pattern.sets.len());
        let sentence = self.add(text);
        sentence.candidates = candidates;
        sentence.links = links.collect();
        sentence.sets = sets.collect();
        if let Some(why) = self.consequence_of_pattern() {
            self.add(why);
        }
        self.conclude("So");
    }

    /// Returns what the pattern means for what it eliminates, where the reason does not say it.
    fn consequence_of_pattern(&self) -> Option<String> {
        let pattern = &self.step.pattern;
        let (n, what) = (pattern.digits.len(), self.eliminated());
        let text = match self.step.technique {
            Technique::Pointing | Technique::Claiming => {
                let (house, cover) = (self.houses(&pattern.houses), self.houses(&pattern.covers));
                format!("{house} needs its {what}, so {what} of {cover} is in one of these cells")
            }
            Technique::LockedPair
            | Technique::LockedTriple
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuadruple => format!(
                "{n} cells need {n} digits, so these cells use up these digits in every house that \
                 they share"
            ),
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuadruple => {
                format!("{n} digits need {n} cells, so these cells hold nothing else")
            }
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
                format!("one of these ends is true, so no cell that sees both of them is {what}")
            }
            Technique::EmptyRectangle => format!(
                "with {what} in an eliminated place, the box would have its {what} in the line of \
                 one end of the strong link, and both ends would be false"
            ),
            Technique::XyWing | Technique::XyzWing => {
                format!("no cell that sees all of these is {what}")
            }
            Technique::WxyzWing => {
                format!("no cell that sees all places of {what} there is {what}")
            }
            Technique::UniqueRectangle1 => {
                "one of the additional candidates of the fourth corner is true".to_owned()
            }
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => {
                format!("one of the corners with the additional candidate is {what}")
            }
            Technique::UniqueRectangle3 => "one of the corners holds an additional digit, which \
                 completes the subset"
                .to_owned(),
            Technique::UniqueRectangle4 => {
                let gone = self.step.eliminated_digits();
                let kept = pattern.digits.iter().filter(|digit| !gone.contains(digit));
                let kept = or(&kept.collect::<Vec<_>>());
                format!(
                    "one of the two corners is {kept}, so {what} in the other one would complete the \
                     rectangle"
                )
            }
            Technique::UniqueRectangle6 => format!(
                "with {what} in one of the eliminated corners it would also be in the opposite one, \
                 and the rectangle would be complete"
            ),
            Technique::HiddenRectangle => format!(
                "with {what} in this corner both of its neighbours would be the other digit, and the \
                 rectangle would be complete"
            ),
            Technique::AvoidableRectangle1 => {
                format!("{what} in the open corner would complete the rectangle")
            }
            Technique::AvoidableRectangle2 => format!("one of the two open corners is {what}"),
            Technique::SueDeCoq => {
                "each of these digits is in one of the cells, and is eliminated from the \
                 rest of the house that all of its places there share"
                    .to_owned()
            }
            Technique::AlignedPairExclusion => {
                "a candidate that is in no possible pair is false".to_owned()
            }
            Technique::MultiSectorLockedSets => {
                "each cell uses up one of them, so none of them is anywhere else in its house"
                    .to_owned()
            }
            Technique::JuniorExocet | Technique::SeniorExocet => {
                "what contradicts this for every choice of the two digits is false".to_owned()
            }
            _ => return None,
        };
        Some(format!("{}.", capitalized(&text)))
    }

    /// Base houses whose places are in as many cover houses, except for fins.
    fn fish(&mut self) {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let text = format!("{}.", capitalized(&reason(self.step, self.layout)));
        let of_fish = pattern.cells.iter().chain(&pattern.fins);
        let named = |&cell: &usize| pattern.digits.iter().map(move |&d| Candidate::new(cell, d));
        self.add(text).candidates = of_fish.flat_map(named).collect();
        let n = pattern.houses.len();
        let fills = format!(
            "each of the {n} base houses has its {what} in a cover house of its own, so no cover \
             house has {what} anywhere else"
        );
        let gone = "the eliminated candidates would take up a cover house that the base needs";
        let text = if pattern.fins.is_empty() {
            format!("{}: {gone}.", capitalized(&fills))
        } else {
            format!(
                "If no fin is {what}, {fills}. If a fin is {what}, the eliminated candidates are \
                 false because they see all fins."
            )
        };
        self.add(text);
        self.conclude(if pattern.fins.is_empty() { "So" } else { "In both cases" });
    }

    /// Clusters of places of which either one colour is true or the other.
    fn colours(&mut self) {
        let step = self.step;
        let pattern = &step.pattern;
        let what = and(&pattern.digits);
        let name = |number: usize| {
            let upper = letter(number / 2);
            if number.is_multiple_of(2) { upper } else { upper.to_lowercase() }
        };
        for (number, pair) in pattern.sets.chunks(2).enumerate() {
            let [first, second] = pair else { continue };
            let (upper, lower) = (name(2 * number), name(2 * number + 1));
            let text = format!(
                "{} ({upper}) and {} ({lower}) are joined by strong links: either all of {upper} are \
                 {what}, or all of {lower} are.",
                self.cells(&first.cells),
                self.cells(&second.cells)
            );
            let sentence = self.add(text);
            sentence.sets = vec![2 * number, 2 * number + 1];
            let cells = first.cells.iter().chain(&second.cells);
            sentence.candidates = cells
                .flat_map(|&cell| pattern.digits.iter().map(move |&d| Candidate::new(cell, d)))
                .collect();
        }
        let is_gone = |cell: &usize| step.eliminations.iter().any(|at| at.cell == *cell);
        let wrong = pattern.sets.iter().position(|set| set.cells.iter().all(is_gone));
        let text = match (step.technique, wrong) {
            (Technique::SimpleColours, Some(wrong)) => {
                format!("Two places of {} see each other, so all of them are false.", name(wrong))
            }
            (Technique::SimpleColours, None) => {
                "A place that sees both colours is false.".to_owned()
            }
            (_, Some(wrong)) => format!(
                "{} sees both colours of the other cluster, so all of its places are false.",
                name(wrong)
            ),
            (_, None) => "A colour of the one cluster sees a colour of the other, so they are not \
                          both true, and one of the two other colours is true. A place that sees \
                          both of these is false."
                .to_owned(),
        };
        self.add(text);
        self.conclude("So");
    }

    /// Cells with the same two digits, each of which sees the next.
    fn remote_pair(&mut self) {
        let pattern = &self.step.pattern;
        let both = and(&pattern.digits);
        let names: Vec<String> = pattern.cells.iter().map(|&cell| self.cells(&[cell])).collect();
        let text =
            format!("{} have only {both} left, and each of them sees the next.", and(&names));
        let marks = pattern.marks.iter().map(|&(candidate, _)| candidate).collect();
        let links = (0..pattern.links.len()).collect();
        let sentence = self.add(text);
        sentence.candidates = marks;
        sentence.links = links;
        self.add(format!(
            "So the digits alternate along the chain, and of two cells at an odd distance one is {}.",
            or(&pattern.digits).replace(" or ", " and the other ")
        ));
        self.conclude("Cells that see two such cells can be neither:");
    }

    /// Adds the conclusion behind some words.
    fn conclude(&mut self, words: &str) {
        let step = self.step;
        let text = format!("{words} {}.", conclusion(step, self.layout.n()));
        self.add(text).candidates =
            step.placements.iter().chain(&step.eliminations).copied().collect();
    }

    fn cells(&self, all: &[usize]) -> String {
        cells(all, self.layout.n())
    }

    /// Returns `r1c2 is 5`, `one of r1c23 is not 5` and so on.
    fn says(&self, node: &Node, is_true: bool) -> String {
        let where_ = self.cells(&node.cells);
        match (node.cells.len(), is_true) {
            (1, true) => format!("{where_} is {}", node.digit),
            (1, false) => format!("{where_} is not {}", node.digit),
            (_, true) => format!("one of {where_} is {}", node.digit),
            (_, false) => format!("none of {where_} is {}", node.digit),
        }
    }

    /// Returns the names of houses: `row 3`, `row 1 and box 2`.
    fn houses(&self, numbers: &[usize]) -> String {
        and(&numbers.iter().map(|&number| self.house(number)).collect::<Vec<_>>())
    }

    fn house(&self, number: usize) -> String {
        let house = &self.layout.houses()[number];
        let article = if house.kind == HouseKind::Diagonal { "the " } else { "" };
        format!("{article}{}", house.name)
    }

    /// Returns the letter of a set, as the drawing has it, and what it is: `A (r1c2, r1c5: 3, 5 and 8)`.
    fn set(&self, number: usize) -> String {
        let set = &self.step.pattern.sets[number];
        let digits: Vec<u8> = digits(set.digits).collect();
        format!("{} ({}: {})", letter(number), self.cells(&set.cells), and(&digits))
    }

    /// Returns the number of the set with these cells.
    fn number_of_set(&self, cells: &[usize]) -> Option<usize> {
        self.step.pattern.sets.iter().position(|set| set.cells == cells)
    }

    /// Returns the digits that go, `3 and 5`.
    fn eliminated(&self) -> String {
        and(&self.step.eliminated_digits())
    }

    /// Returns `r1c1 or r2c2`.
    fn either(&self, all: &[usize]) -> String {
        or(&all.iter().map(|&cell| self.cells(&[cell])).collect::<Vec<_>>())
    }

    /// Marks the sentences that were added since a number with their case.
    fn mark_case(&mut self, sentences: Range<usize>, case: usize) {
        self.told[sentences].iter_mut().for_each(|sentence| sentence.case = Some(case));
    }
}

/// Returns the letter of a set: A to Z, then A2 and so on.
pub(crate) fn letter(number: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(number % 26).expect("less than 26"));
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let is_cell = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    match characters.next() {
        // Cells keep the small letter of their names.
        Some(first) if !is_cell => first.to_uppercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}
