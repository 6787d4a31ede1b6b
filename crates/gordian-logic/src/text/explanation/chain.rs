//! Explanations of chains and loops.

use super::ExplanationWriter;
use super::derive::Derivation;
use crate::Technique;
use crate::text::is_same_node;

impl ExplanationWriter<'_> {
    /// Writes the assumption of the first link, its consequences and the conclusion.
    pub(crate) fn chain(&mut self) {
        let links = &self.step.pattern.links;
        let (Some(first), Some(last)) = (links.first(), links.last()) else {
            return self.reason_and_conclusion();
        };
        let is_true = !first.strong;
        let text = format!("Assume that {}.", self.statement(&first.from, is_true));
        self.add(text).candidates = self.candidates(&first.from);
        let mut derivation = Derivation::new(links, 0, (&first.from, is_true), self.number());
        self.derive(&mut derivation);
        let is_loop = matches!(
            self.step.technique,
            Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop
        );
        let (begin, end) = (self.statement(&first.from, true), self.statement(&last.to, true));
        if is_loop {
            let text = format!(
                "Then {}, as was assumed: the chain is a loop, and exactly one end of each of its \
                 links is true.",
                self.statement(&last.to, is_true)
            );
            self.add(text).links = vec![links.len() - 1];
            self.conclude(match self.step.pattern.sets.is_empty() {
                true => "Candidates that see both ends of a weak link of the loop are eliminated:",
                false => {
                    "Candidates that see both ends of a weak link of the loop are eliminated, and \
                     those that see all places of a digit that one of its sets always contains:"
                }
            });
            return;
        }
        if is_same_node(&first.from, &last.to) {
            if !last.strong {
                let text = format!("Then {}.", self.statement(&last.to, false));
                self.add(text).links = vec![links.len() - 1];
            }
            self.conclude("The assumption leads to its opposite, so it is false:");
            return;
        }
        if !last.strong {
            let text = format!("Then {}.", self.statement(&last.to, false));
            self.add(text).links = vec![links.len() - 1];
            self.conclude("So");
            return;
        }
        let text = format!(
            "So {begin}, or {end}, or both. In each case, every candidate that sees both ends of \
             the chain is false."
        );
        let mut ends = self.candidates(&first.from);
        ends.extend(self.candidates(&last.to));
        self.add(text).candidates = ends;
        self.conclude("So");
    }

    fn candidates(&self, node: &crate::step::Node) -> Vec<gordian_grid::Candidate> {
        node.cells.iter().map(|&cell| gordian_grid::Candidate::new(cell, node.digit)).collect()
    }
}
