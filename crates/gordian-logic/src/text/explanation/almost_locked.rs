//! Explanations of ALS-XZ, ALS-XY-wings and ALS chains.

use crate::text::and;

use super::{ExplanationWriter, letter};

impl ExplanationWriter<'_> {
    /// Writes the explanation of a chain of sets with restricted commons.
    pub(crate) fn almost_locked_sets(&mut self) {
        let step = self.step;
        let pattern = &step.pattern;
        let n_sets = pattern.sets.len();
        for number in 0..n_sets {
            let text = format!(
                "{} is an almost locked set: it has one digit more than cells.",
                self.set(number)
            );
            self.add(text).sets = vec![number];
        }
        let is_doubly_linked = n_sets == 2 && pattern.digits.len() > 1;
        if is_doubly_linked {
            let what = and(&pattern.digits);
            let text = format!(
                "{what} are restricted common candidates of A and B: for each of them, all places \
                 in A see all places in B, so A and B cannot both contain it."
            );
            self.add(text).links = vec![0];
            let text = "Each set lacks at most one of its digits, so each contains one of the \
                        restricted commons, and all of its other digits as well.";
            self.add(text).sets = vec![0, 1];
            self.conclude("Candidates that see all places of a locked digit are eliminated:");
            return;
        }
        for (number, link) in pattern.links.iter().enumerate() {
            let [one, other] = [number, number + 1].map(letter);
            let text = format!(
                "{} is a restricted common candidate of {one} and {other}: all its places in {one} \
                 see all its places in {other}, so {one} and {other} cannot both contain it.",
                link.from.digit
            );
            self.add(text).links = vec![number];
        }
        let digits = self.eliminated();
        let last = letter(n_sets - 1);
        let which = if step.eliminated_digits().len() > 1 { "each of " } else { "" };
        let mut text = format!(
            "Take {which}{digits}: if A does not contain it, A contains all of its other digits"
        );
        for (number, link) in pattern.links.iter().enumerate() {
            let digit = link.from.digit;
            let other = letter(number + 1);
            let what = if number + 2 == n_sets {
                "contains the digit".to_owned()
            } else {
                "contains all of its others".to_owned()
            };
            text += &format!(", so {other} does not contain {digit} and {what}");
        }
        text += &format!(". So the digit is in A or in {last}.");
        self.add(text).sets = (0..n_sets).collect();
        self.conclude("Candidates that see all places of the digit in both sets are eliminated:");
    }
}
