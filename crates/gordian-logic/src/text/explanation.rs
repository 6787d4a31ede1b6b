//! Explanations: a step as a list of sentences, from the assumption over each link to the
//! conclusion.
//!
//! [`Step::sentence`](crate::Step::sentence) is one line, for lists. An explanation is for a player
//! who follows the step in the grid: each sentence lists its links, sets and candidates, which can
//! be highlighted, and refers to earlier sentences by number:
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

use gordian_grid::{Candidate, Layout};

use super::reason::{house_name, reason};
use super::{and, cells, conclusion, or};
use crate::Technique;
use crate::board::digits;
use crate::step::{Node, Step};

/// A sentence of an explanation with the parts of the pattern that it mentions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence, with a full stop. Numbers in brackets refer to earlier sentences, from 1.
    pub text: String,
    /// The number of the case that it belongs to, from 1, if there are several.
    pub case: Option<usize>,
    /// The indices of its links in [`Pattern::links`](crate::Pattern::links).
    pub links: Vec<usize>,
    /// The indices of its sets in [`Pattern::sets`](crate::Pattern::sets).
    pub sets: Vec<usize>,
    /// Its other candidates.
    pub candidates: Vec<Candidate>,
}

impl Step {
    /// Returns the explanation of the step; the last sentence is the conclusion.
    #[must_use]
    pub fn explanation(&self, layout: &Layout) -> Vec<Sentence> {
        let mut writer = ExplanationWriter { step: self, layout, sentences: Vec::new() };
        (self.writers().explanation)(&mut writer);
        writer.sentences
    }
}

/// Writes the explanation of one step.
///
/// The table of techniques names one method for each technique.
pub(crate) struct ExplanationWriter<'a> {
    step: &'a Step,
    layout: &'a Layout,
    sentences: Vec<Sentence>,
}

impl ExplanationWriter<'_> {
    fn add(&mut self, text: impl Into<String>) -> &mut Sentence {
        self.sentences.push(Sentence { text: text.into(), ..Sentence::default() });
        self.sentences.last_mut().expect("a sentence was just added")
    }

    /// Returns the number of the last sentence.
    fn number(&self) -> usize {
        self.sentences.len()
    }

    /// Writes the reason, its consequence if that is not obvious, and the conclusion.
    pub(crate) fn reason_and_conclusion(&mut self) {
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

    /// Returns why the pattern leads to the conclusion, if the reason does not say it.
    fn consequence_of_pattern(&self) -> Option<String> {
        let pattern = &self.step.pattern;
        let (n, what) = (pattern.digits.len(), self.eliminated());
        let text = match self.step.technique {
            Technique::Pointing | Technique::Claiming => {
                let (house, cover) = (self.houses(&pattern.houses), self.houses(&pattern.covers));
                format!(
                    "{house} must contain {what} in one of these cells, so {cover} contains it \
                     nowhere else"
                )
            }
            Technique::LockedPair
            | Technique::LockedTriple
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuadruple => format!(
                "{n} cells need {n} digits, so these cells use up the digits in every house that \
                 they share"
            ),
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuadruple => {
                format!("{n} digits need {n} cells, so these cells contain no other digits")
            }
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
                format!("one of these ends is true, so a cell that sees both of them is not {what}")
            }
            Technique::EmptyRectangle => format!(
                "if an eliminated candidate were true, {what} in the box would be in the line of \
                 one end of the strong link, and both ends would be false"
            ),
            Technique::XyWing | Technique::XyzWing => {
                format!("a cell that sees all of these is not {what}")
            }
            Technique::WxyzWing => {
                format!("a cell that sees all places for {what} in these cells is not {what}")
            }
            Technique::UniqueRectangle1 => {
                "the fourth corner must be one of its additional candidates".to_owned()
            }
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => {
                format!("one of the corners with the additional candidate must be {what}")
            }
            Technique::UniqueRectangle3 => {
                "one of the corners contains an additional digit, which \
                 completes the subset"
                    .to_owned()
            }
            Technique::UniqueRectangle4 => {
                let eliminated = self.step.eliminated_digits();
                let kept = pattern.digits.iter().filter(|digit| !eliminated.contains(digit));
                let kept = or(&kept.collect::<Vec<_>>());
                format!(
                    "one of the two corners is {kept}, so {what} in the other one would complete \
                     the rectangle"
                )
            }
            Technique::UniqueRectangle6 => format!(
                "if one of the two corners were {what}, the opposite one would be {what} as well, \
                 and the rectangle would be complete"
            ),
            Technique::HiddenRectangle => format!(
                "if this corner were {what}, both of its neighbours would be the other digit, and \
                 the rectangle would be complete"
            ),
            Technique::AvoidableRectangle1 => {
                format!("{what} in the open corner would complete the rectangle")
            }
            Technique::AvoidableRectangle2 => format!("one of the two open corners must be {what}"),
            Technique::SueDeCoq => {
                "each of these digits is in one of these cells, so it is eliminated from the rest \
                 of the house that contains all of its places among them"
                    .to_owned()
            }
            Technique::AlignedPairExclusion => {
                "a candidate that is in no possible pair is eliminated".to_owned()
            }
            Technique::MultiSectorLockedSets => {
                "each cell uses up one of these digits, so none of them is anywhere else in its \
                 house"
                    .to_owned()
            }
            Technique::JuniorExocet | Technique::SeniorExocet => {
                "a candidate that is impossible for every choice of the two digits is eliminated"
                    .to_owned()
            }
            _ => return None,
        };
        Some(format!("{}.", capitalized(&text)))
    }

    /// Writes the explanation of a fish: base houses, cover houses, fins.
    pub(crate) fn fish(&mut self) {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let text = format!("{}.", capitalized(&reason(self.step, self.layout)));
        let of_fish = pattern.cells.iter().chain(&pattern.fins);
        let named = |&cell: &usize| pattern.digits.iter().map(move |&d| Candidate::new(cell, d));
        self.add(text).candidates = of_fish.flat_map(named).collect();
        let n = pattern.houses.len();
        let fills = format!(
            "each of the {n} base houses has its {what} in a different cover house, so no cover \
             house has {what} anywhere else"
        );
        let eliminated = "the eliminated candidates would occupy a cover house that the base needs";
        let text = if pattern.fins.is_empty() {
            format!("{}: {eliminated}.", capitalized(&fills))
        } else {
            format!(
                "If no fin is {what}, {fills}. If a fin is {what}, the eliminated candidates are \
                 false because they see all fins."
            )
        };
        self.add(text);
        self.conclude(if pattern.fins.is_empty() { "So" } else { "In both cases" });
    }

    /// Writes the explanation of a colouring: the clusters and their two colours.
    pub(crate) fn colours(&mut self) {
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
                "{} ({upper}) and {} ({lower}) are joined by strong links: either all of {upper} \
                 are {what}, or all of {lower} are.",
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
        let is_eliminated = |cell: &usize| step.eliminations.iter().any(|at| at.cell == *cell);
        let false_colour = pattern.sets.iter().position(|set| set.cells.iter().all(is_eliminated));
        let text = match (step.technique, false_colour) {
            (Technique::SimpleColours, Some(colour)) => {
                format!(
                    "Two candidates of {} see each other, so all of them are false.",
                    name(colour)
                )
            }
            (Technique::SimpleColours, None) => {
                "A candidate that sees both colours is false.".to_owned()
            }
            (_, Some(colour)) => format!(
                "{} sees both colours of the other cluster, so all of its candidates are false.",
                name(colour)
            ),
            (_, None) => {
                "A colour of one cluster sees a colour of the other, so they are not both \
                          true, and one of the two other colours is true. A candidate that sees \
                          both of these is false."
                    .to_owned()
            }
        };
        self.add(text);
        self.conclude("So");
    }

    /// Writes the explanation of a remote pair: cells with the same two candidates.
    pub(crate) fn remote_pair(&mut self) {
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
            "So the digits alternate along the chain: of two cells at an odd distance, one is {}.",
            or(&pattern.digits).replace(" or ", " and the other ")
        ));
        self.conclude("Cells that see two such cells can be neither:");
    }

    /// Adds the conclusion after an introduction.
    fn conclude(&mut self, introduction: &str) {
        let step = self.step;
        let text = format!("{introduction} {}.", conclusion(step, self.layout.n()));
        self.add(text).candidates =
            step.placements.iter().chain(&step.eliminations).copied().collect();
    }

    fn cells(&self, all: &[usize]) -> String {
        cells(all, self.layout.n())
    }

    /// Returns `r1c2 is 5`, `none of r1c23 is 5` and the like.
    fn statement(&self, node: &Node, is_true: bool) -> String {
        super::statement(node, is_true, self.layout.n())
    }

    /// Returns the names of houses: `row 3`, `row 1 and box 2`.
    fn houses(&self, numbers: &[usize]) -> String {
        and(&numbers.iter().map(|&number| self.house(number)).collect::<Vec<_>>())
    }

    fn house(&self, number: usize) -> String {
        house_name(self.layout, number)
    }

    /// Returns the letter of a set, its cells and digits: `A (r1c25: 3, 5 and 8)`.
    fn set(&self, number: usize) -> String {
        let set = &self.step.pattern.sets[number];
        let digits: Vec<u8> = digits(set.digits).collect();
        format!("{} ({}: {})", letter(number), self.cells(&set.cells), and(&digits))
    }

    /// Returns the index of the set with these cells.
    fn number_of_set(&self, cells: &[usize]) -> Option<usize> {
        self.step.pattern.sets.iter().position(|set| set.cells == cells)
    }

    /// Returns the eliminated digits: `3 and 5`.
    fn eliminated(&self) -> String {
        and(&self.step.eliminated_digits())
    }

    /// Returns `r1c1 or r2c2`.
    fn either(&self, all: &[usize]) -> String {
        or(&all.iter().map(|&cell| self.cells(&[cell])).collect::<Vec<_>>())
    }

    /// Assigns a range of sentences to a case.
    fn mark_case(&mut self, sentences: Range<usize>, case: usize) {
        self.sentences[sentences].iter_mut().for_each(|sentence| sentence.case = Some(case));
    }
}

/// Returns the letter of a set: A to Z, then A2 to Z2, …
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
        // Cell names stay in lower case.
        Some(first) if !is_cell => first.to_uppercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}
