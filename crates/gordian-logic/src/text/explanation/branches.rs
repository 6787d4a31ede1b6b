//! Explanations with cases: forcing chains and nets, Kraken fish, death blossoms.

use gordian_grid::Candidate;

use super::derive::Derivation;
use super::{ExplanationWriter, letter};
use crate::Technique;
use crate::step::{Branch, Link, Node};
use crate::text::{and, or};

impl ExplanationWriter<'_> {
    /// Writes an assumption, its consequences and the contradiction.
    pub(crate) fn contradiction(&mut self) {
        let pattern = &self.step.pattern;
        let Some(branch) = pattern.branches.first() else { return self.reason_and_conclusion() };
        let text = format!("Assume that {}.", self.statement(&branch.assumed, branch.is_true));
        self.assume(text, branch);
        let links = &pattern.links[branch.links.clone()];
        let assumption = (&branch.assumed, branch.is_true);
        let mut derivation = Derivation::new(links, 0, assumption, self.number());
        self.derive(&mut derivation);
        self.write_contradiction(&derivation);
        self.conclude("So the assumption is false:");
    }

    /// Writes the contradiction that an assumption leads to.
    fn write_contradiction(&mut self, derivation: &Derivation<'_>) {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let (where_, houses) = (self.cells(&pattern.cells), self.houses(&pattern.houses));
        let is_goal = |node: &Node| match (pattern.cells.is_empty(), pattern.digits.is_empty()) {
            (false, true) => node.cells.iter().all(|cell| pattern.cells.contains(cell)),
            _ => pattern.digits.contains(&node.digit),
        };
        let is_nothing = pattern.houses.is_empty() == pattern.digits.is_empty()
            && (pattern.houses.is_empty() || pattern.cells.is_empty());
        if !is_nothing {
            let write_contradiction = if pattern.houses.is_empty() {
                format!("{where_} would be both {what}")
            } else {
                format!("{what} would be in {} twice, in {where_}", houses)
            };
            let mut numbers: Vec<String> = pattern
                .cells
                .iter()
                .flat_map(|&cell| pattern.digits.iter().map(move |&digit| Node::one(cell, digit)))
                .filter_map(|node| derivation.sentence(&node, true))
                .map(|number| number.to_string())
                .collect();
            numbers.dedup();
            let text = match &numbers[..] {
                [] => format!("Then {write_contradiction}: a contradiction."),
                _ => format!("Then {write_contradiction} ({}): a contradiction.", and(&numbers)),
            };
            let candidates = pattern.cells.iter().flat_map(|&cell| {
                pattern.digits.iter().map(move |&digit| Candidate::new(cell, digit))
            });
            self.add(text).candidates = candidates.collect();
            return;
        }
        let ends = derivation.ends();
        let mut of_goal: Vec<usize> = ends.clone();
        of_goal.retain(|&link| is_goal(&derivation.link(link).to));
        let ends = if of_goal.is_empty() { ends } else { of_goal };
        let nodes: Vec<&Node> = ends.iter().map(|&link| &derivation.link(link).to).collect();
        let excluded = super::capitalized(&self.excluded(derivation, &nodes));
        let nothing = if pattern.houses.is_empty() {
            format!("no candidate is left in {where_}")
        } else {
            format!("no place is left for {what} in {houses}")
        };
        let text = match nodes[..] {
            [] => format!("Then {nothing}: a contradiction."),
            _ => format!("{excluded}, so {nothing}: a contradiction."),
        };
        self.add(text).links = ends;
    }

    /// Adds the sentence with the assumption of a branch.
    fn assume(&mut self, text: String, branch: &Branch) {
        let Node { digit, cells, .. } = &branch.assumed;
        let candidates = cells.iter().map(|&cell| Candidate::new(cell, *digit)).collect();
        self.add(text).candidates = candidates;
    }

    /// Writes the cases of which one is true, and their common conclusion.
    pub(crate) fn verity(&mut self) {
        let pattern = &self.step.pattern;
        let (what, where_) = (and(&pattern.digits), self.cells(&pattern.cells));
        let assumed = pattern.branches.iter().map(|branch| &branch.assumed);
        let text = match (pattern.houses.is_empty(), pattern.digits.is_empty()) {
            (true, true) => {
                let digits: Vec<u8> = assumed.map(|node| node.digit).collect();
                format!("{where_} must be {}.", or(&digits))
            }
            (true, false) => format!("Either {where_} is {what} or it is not."),
            (false, _) => {
                let cells: Vec<usize> = assumed.flat_map(|node| node.cells.clone()).collect();
                format!(
                    "In {}, {what} must be in {}.",
                    self.houses(&pattern.houses),
                    self.either(&cells)
                )
            }
        };
        let candidates = pattern.branches.iter().flat_map(|branch| {
            let Node { digit, cells, .. } = &branch.assumed;
            cells.iter().map(move |&cell| Candidate::new(cell, *digit))
        });
        self.add(text).candidates = candidates.collect();
        self.cases(1);
        self.conclude("In every case");
    }

    /// Writes the branches as cases, numbered from `first`.
    fn cases(&mut self, first: usize) {
        let step = self.step;
        for (number, branch) in step.pattern.branches.iter().enumerate() {
            let before = self.number();
            let case = first + number;
            let assumption = self.statement(&branch.assumed, branch.is_true);
            if branch.links.is_empty() {
                self.assume(
                    format!("Case {case}: {assumption}, which is the conclusion itself."),
                    branch,
                );
            } else {
                self.assume(format!("Case {case}: assume that {assumption}."), branch);
                self.follow(branch);
            }
            self.mark_case(before..self.number(), case);
        }
    }

    /// Writes the consequences of a branch, including the last link.
    fn follow(&mut self, branch: &Branch) {
        let links: &[Link] = &self.step.pattern.links[branch.links.clone()];
        let assumption = (&branch.assumed, branch.is_true);
        let mut derivation = Derivation::new(links, branch.links.start, assumption, self.number());
        self.derive(&mut derivation);
        let ends = derivation.ends();
        if ends.is_empty() {
            return;
        }
        let nodes: Vec<&Node> = ends.iter().map(|&link| &derivation.link(link).to).collect();
        let by = |&link: &usize| derivation.sentence(&derivation.link(link).from, true);
        let text = if ends.iter().all(|link| by(link) == Some(self.number())) {
            let nots: Vec<String> = nodes.iter().map(|node| self.statement(node, false)).collect();
            format!("Then {}.", and(&nots))
        } else {
            format!("Then {}.", self.excluded(&derivation, &nodes))
        };
        self.add(text).links = ends;
    }

    /// Writes a fish and the cases that lead to the same conclusion.
    pub(crate) fn kraken_fish(&mut self) {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let (bases, covers) = (self.houses(&pattern.houses), self.houses(&pattern.covers));
        let mut candidates: Vec<Candidate> = Vec::new();
        for &digit in &pattern.digits {
            let cells = pattern.cells.iter().chain(&pattern.fins);
            candidates.extend(cells.map(|&cell| Candidate::new(cell, digit)));
        }
        let but = match &pattern.fins[..] {
            [] => String::new(),
            [fin] => format!(", except for the fin {}", self.cells(&[*fin])),
            fins => format!(", except for the fins {}", self.cells(fins)),
        };
        let text = format!("In {bases}, all places for {what} are in {covers}{but}.");
        self.add(text).candidates = candidates;
        let n = pattern.houses.len();
        if self.step.technique == Technique::KrakenFish1 {
            let before = self.number();
            let text = format!(
                "Case 1: no fin is {what}. Then the {n} base houses have their {what} in the {n} \
                 cover houses, which have no {what} anywhere else, so {}.",
                crate::text::conclusion(self.step, self.layout.n())
            );
            self.add(text);
            self.mark_case(before..self.number(), 1);
            self.cases(2);
        } else {
            let cells: Vec<usize> =
                pattern.branches.iter().flat_map(|branch| branch.assumed.cells.clone()).collect();
            let of_one = "one of the cover houses";
            let text = match &pattern.fins[..] {
                [] => format!(
                    "The {n} base houses fill the {n} cover houses, so each cover house has its \
                     {what} in the fish. In {of_one} these are the places {}.",
                    self.cells(&cells)
                ),
                _ => format!(
                    "If no fin is {what}, the {n} base houses fill the {n} cover houses, and each \
                     cover house has its {what} in the fish. So of the fins and the places in \
                     {of_one}, {}, one is {what}.",
                    self.cells(&cells)
                ),
            };
            self.add(text);
            self.cases(1);
        }
        self.conclude("In every case");
    }

    /// Writes the stem of a death blossom and the petal of each candidate.
    pub(crate) fn death_blossom(&mut self) {
        let step = self.step;
        let pattern = &step.pattern;
        let text =
            format!("The stem {} must be {}.", self.cells(&pattern.cells), or(&pattern.digits));
        let stem = pattern.cells.iter();
        let named = |&cell: &usize| pattern.digits.iter().map(move |&d| Candidate::new(cell, d));
        self.add(text).candidates = stem.flat_map(named).collect();
        for (number, branch) in pattern.branches.iter().enumerate() {
            let digit = branch.assumed.digit;
            let text = format!(
                "If it is {digit}, the almost locked set {} cannot contain {digit} and so contains \
                 all of its other digits.",
                self.set(number)
            );
            let sentence = self.add(text);
            sentence.links = vec![number];
            sentence.sets = vec![number];
        }
        let sets: Vec<String> = (0..pattern.sets.len()).map(letter).collect();
        let stem = match pattern.digits.iter().any(|digit| step.eliminated_digits().contains(digit))
        {
            true => " or the stem",
            false => "",
        };
        let text = format!(
            "In every case {} is in {}{stem}, and the eliminated candidates see all of its places \
             there.",
            self.eliminated(),
            or(&sets)
        );
        self.add(text).sets = (0..pattern.sets.len()).collect();
        self.conclude("So");
    }
}
