//! The difficulty of a step on Gordian's own scale.
//!
//! Each technique has a weight in the table of techniques. The weights follow Sudoku Explainer's
//! ratings: a technique that it rates 4.2 weighs 4.2 here. Sudoku Explainer has 30 rules; the other
//! techniques stand between those that are most similar to them.
//!
//! Two adjustments depend on the step: a hidden single weighs 1.2 in a region and 1.5 in a line,
//! and a chain weighs 0.1 more for each doubling of its links beyond four.

use gordian_explainer::Tenths;
use gordian_grid::{HouseKind, Layout};

use crate::Technique;
use crate::step::Step;

/// Chains with more links weigh more.
const MAX_SHORT_LINKS: usize = 4;

impl Step {
    /// Returns the difficulty of the step on Gordian's own scale: the weight of its technique and
    /// the adjustments for the step.
    #[must_use]
    pub fn weight(&self, layout: &Layout) -> Tenths {
        let Tenths(weight) = self.technique.weight();
        let in_line = self.technique == Technique::HiddenSingle
            && !self.pattern.houses.iter().any(|&at| layout.houses()[at].kind == HouseKind::Region);
        let n_links = self.pattern.links.len();
        let n_doublings =
            (0..).take_while(|doublings| n_links >> doublings > MAX_SHORT_LINKS).count();
        let n_doublings =
            u32::try_from(n_doublings).expect("as many doublings as a number has bits");
        Tenths(weight + if in_line { 3 } else { 0 } + n_doublings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Link, Node, Pattern};

    #[test]
    fn long_chain_weighs_more() {
        let layout = Layout::classic();
        let check = |n_links: usize, expected: u32| {
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
    fn hidden_single_weighs_less_in_a_region() {
        let layout = Layout::classic();
        let check = |house: usize, expected: u32| {
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
}
