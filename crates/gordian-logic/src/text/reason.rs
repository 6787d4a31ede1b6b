//! The reason of a step: the first half of its sentence.
//!
//! The table of techniques names one method of [`ReasonWriter`] for each technique.

use std::fmt::Write as _;

use gordian_grid::{Candidate, Layout};

use super::{and, cell, cells, joined, or};
use crate::Technique;
use crate::board::digits;
use crate::step::{Node, Step};

/// Returns the reason of a step without a full stop: `box 2 has no other place for 1`.
pub(crate) fn reason(step: &Step, layout: &Layout) -> String {
    (step.writers().reason)(&ReasonWriter { step, layout })
}

/// Writes the reason of one step.
pub(crate) struct ReasonWriter<'a> {
    step: &'a Step,
    layout: &'a Layout,
}

/// Singles, locked candidates and subsets.
impl ReasonWriter<'_> {
    pub(crate) fn full_house(&self) -> String {
        format!("{} is the last open cell of {}", self.cells_of_pattern(), self.base_houses())
    }

    pub(crate) fn naked_single(&self) -> String {
        format!("no other candidate is left in {}", self.cells_of_pattern())
    }

    pub(crate) fn hidden_single(&self) -> String {
        format!("{} has no other place for {}", self.base_houses(), self.digits())
    }

    pub(crate) fn locked_candidates(&self) -> String {
        let (bases, covers) = (self.base_houses(), self.cover_houses());
        format!("all places for {} in {bases} are in {covers}", self.digits())
    }

    pub(crate) fn naked_subset(&self) -> String {
        format!("only {} are left in {}", self.digits(), self.cells_of_pattern())
    }

    pub(crate) fn hidden_subset(&self) -> String {
        let (houses, cells) = (self.base_houses(), self.cells_of_pattern());
        format!("the only places for {} in {houses} are {cells}", self.digits())
    }
}

/// Patterns of one digit.
impl ReasonWriter<'_> {
    /// Two strong links of a digit whose inner ends see each other, or two such pairs.
    pub(crate) fn two_strong_links(&self) -> String {
        let what = self.digits();
        let pairs = self.step.pattern.cells.chunks(4).map(|pair| {
            let [outer, inner, other_inner, other_outer] = pair else { return String::new() };
            let [outer, inner, other_inner, other_outer] =
                [outer, inner, other_inner, other_outer].map(|&cell| self.cells(&[cell]));
            format!(
                "{what} is in {outer} or {inner} and in {other_inner} or {other_outer}, but not in \
                 both {inner} and {other_inner}, so it is in {outer} or {other_outer}"
            )
        });
        let pairs = pairs.collect::<Vec<_>>().join("; likewise ");
        format!("in {}, {pairs}", self.base_houses())
    }

    pub(crate) fn empty_rectangle(&self) -> String {
        let pattern = &self.step.pattern;
        let what = self.digits();
        let n_ends = 2 * (pattern.houses.len() - 1);
        let (places, ends) = pattern.cells.split_at(pattern.cells.len() - n_ends);
        let links = ends.chunks(2).zip(&pattern.houses[1..]).map(|(ends, &house)| {
            format!(
                "the only places for {what} in {} are {}",
                self.houses(&[house]),
                self.both(ends)
            )
        });
        format!(
            "all places for {what} in {} ({}) are in one row or one column, and {}",
            self.houses(&pattern.houses[..1]),
            self.cells(places),
            links.collect::<Vec<_>>().join(", ")
        )
    }

    /// Clusters of two colours: the digit is in all cells of one colour.
    pub(crate) fn colours(&self) -> String {
        let pattern = &self.step.pattern;
        let clusters = pattern.sets.chunks(2).map(|pair| {
            let [first, second] = pair else { return String::new() };
            let [first, second] = [first, second].map(|set| match &set.cells[..] {
                [only] => self.cells(&[*only]),
                all => format!("all of {}", self.cells(all)),
            });
            format!("either in {first} or in {second}")
        });
        let clusters = clusters.collect::<Vec<_>>().join(", and ");
        let is_eliminated = |cell: &usize| self.step.eliminations.iter().any(|at| at.cell == *cell);
        let false_colour = pattern.sets.iter().find(|set| set.cells.iter().all(is_eliminated));
        let why = match (self.step.technique, false_colour) {
            (Technique::SimpleColours, Some(colour)) => {
                format!("two of {} see each other", self.cells(&colour.cells))
            }
            (Technique::SimpleColours, None) => {
                "the eliminated candidates see both colours".to_owned()
            }
            (_, Some(colour)) => {
                format!("{} sees both colours of the other cluster", self.cells(&colour.cells))
            }
            (_, None) => "the eliminated candidates see a true candidate in every case".to_owned(),
        };
        format!("{} is {clusters}, and {why}", self.digits())
    }

    /// Base houses whose places are in as many cover houses, except for fins.
    pub(crate) fn fish(&self) -> String {
        let pattern = &self.step.pattern;
        let mut text = self.locked_candidates();
        if !pattern.fins.is_empty() {
            let s = if pattern.fins.len() == 1 { "" } else { "s" };
            let _ = write!(text, ", except for the fin{s} {}", self.cells(&pattern.fins));
        }
        text
    }

    /// A fish, and the chains from its fins or places.
    pub(crate) fn kraken_fish(&self) -> String {
        let starts = match (self.step.technique, self.step.pattern.fins.is_empty()) {
            (Technique::KrakenFish1, _) => "each of these",
            (_, false) => "each of these and of the places in a cover house",
            (_, true) => "each place in a cover house",
        };
        format!("{}, and {starts} leads to the same conclusion: {}", self.fish(), self.branches())
    }

    pub(crate) fn template_set(&self) -> String {
        let what = self.digits();
        let cells = self.cells_of(&self.step.placements);
        format!(
            "every template of {what} (a possible placement in the whole grid) includes {cells}"
        )
    }

    pub(crate) fn template_delete(&self) -> String {
        let what = self.digits();
        let cells = self.cells_of(&self.step.eliminations);
        format!("no template of {what} (a possible placement in the whole grid) includes {cells}")
    }
}

/// Wings and uniqueness.
impl ReasonWriter<'_> {
    pub(crate) fn xy_wing(&self) -> String {
        let [pivot, pincers @ ..] = &self.step.pattern.cells[..] else { return String::new() };
        let (pivot, pincers) = (self.cells(&[*pivot]), self.either(pincers));
        format!("whichever digit {pivot} is, {pincers} is {}", self.eliminated())
    }

    pub(crate) fn xyz_wing(&self) -> String {
        let cells = self.either(&self.step.pattern.cells);
        format!("whichever digits they are, {cells} is {}", self.eliminated())
    }

    pub(crate) fn wxyz_wing(&self) -> String {
        format!(
            "only {} are left in {}, and each of them except {} can be in only one of these cells, \
             so one of the cells is {2}",
            self.digits(),
            self.cells_of_pattern(),
            self.eliminated()
        )
    }

    pub(crate) fn w_wing(&self) -> String {
        let pattern = &self.step.pattern;
        let [first, second, near_first, near_second] = pattern.cells[..] else {
            return String::new();
        };
        let is_kept = |digit: &&u8| self.step.eliminations.iter().all(|at| at.digit != **digit);
        let bridge: Vec<u8> = pattern.digits.iter().filter(is_kept).copied().collect();
        format!(
            "in {}, {} is in {}, so it is not in both {}, and one of these is {}",
            self.base_houses(),
            and(&bridge),
            self.either(&[near_first, near_second]),
            self.both(&[first, second]),
            self.eliminated()
        )
    }

    pub(crate) fn remote_pair(&self) -> String {
        let cells = self.cells_of_pattern();
        format!("only {} are left in {cells}, and they alternate along the chain", self.digits())
    }

    pub(crate) fn bug_plus_one(&self) -> String {
        format!(
            "without {} in {}, all open cells would form a deadly pattern (bivalue universal grave)",
            self.digits(),
            self.cells_of_pattern()
        )
    }

    pub(crate) fn rectangle(&self) -> String {
        let pattern = &self.step.pattern;
        let (digits, cells) = (self.digits(), self.cells_of_pattern());
        let mut text = format!(
            "if only {digits} were in {cells}, they could be exchanged, and there would be a \
             second solution"
        );
        let houses = self.base_houses();
        match (&pattern.sets[..], &pattern.houses[..]) {
            ([], []) => {}
            ([], _) => {
                let verb = if pattern.houses.len() == 1 { "has" } else { "have" };
                let _ = write!(text, " ({houses} {verb} no other place for one of them)");
            }
            (_, _) => {
                let _ = write!(
                    text,
                    " (the additional digits and {} form a naked subset in {houses})",
                    self.sets()
                );
            }
        }
        text
    }
}

/// Almost locked sets.
impl ReasonWriter<'_> {
    pub(crate) fn sue_de_coq(&self) -> String {
        let [line, region] = self.step.pattern.houses[..] else { return self.sets() };
        let (line, region) = (self.houses(&[line]), self.houses(&[region]));
        format!("{} together have as many digits as cells, in {line} and {region}", self.sets())
    }

    pub(crate) fn aligned_pair_exclusion(&self) -> String {
        format!(
            "the digits of {} together must leave a candidate for every cell of {}",
            self.both(&self.step.pattern.cells),
            self.sets()
        )
    }

    /// Almost locked sets, each with a restricted common digit with the next.
    pub(crate) fn almost_locked_sets(&self) -> String {
        let pattern = &self.step.pattern;
        let commons = pattern.links.iter().map(|link| {
            let [one, other] = [&link.from.through, &link.to.through].map(|set| self.cells(set));
            format!("{} cannot be in both {one} and {other}", link.from.digit)
        });
        let mut text = format!(
            "{} are almost locked sets, and {}",
            self.sets(),
            commons.collect::<Vec<_>>().join(", ")
        );
        // Two sets with two restricted commons are both locked.
        if pattern.sets.len() > 2 || pattern.digits.len() < 2 {
            let ends = [pattern.sets.first(), pattern.sets.last()]
                .map(|set| set.map_or_else(String::new, |set| self.cells(&set.cells)));
            let digits = and(&self.step.eliminated_digits());
            let _ = write!(text, ", so {digits} must be in {}", or(&ends));
        }
        text
    }

    pub(crate) fn death_blossom(&self) -> String {
        format!(
            "whichever digit {} is, one of the almost locked sets {} cannot contain it and \
             contains all of its other digits",
            self.cells_of_pattern(),
            self.sets()
        )
    }
}

/// Chains and nets.
impl ReasonWriter<'_> {
    /// A chain or loop: an assumption and the placements that follow, in order.
    pub(crate) fn chain(&self) -> String {
        let links = &self.step.pattern.links;
        let Some(first) = links.first() else { return String::new() };
        let mut text = format!("if {}", self.statement(&first.from, !first.strong));
        for link in links.iter().filter(|link| link.strong) {
            let _ = write!(text, ", then {}", self.statement(&link.to, true));
            if !link.from.through.is_empty() {
                let _ = write!(text, " (by {})", self.cells(&link.from.through));
            }
        }
        let is_loop = matches!(
            self.step.technique,
            Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop
        );
        if let Some(last) = links.last().filter(|link| !link.strong) {
            let _ = write!(text, ", then {}", self.statement(&last.to, false));
        }
        if is_loop {
            text.push_str(", and the same holds in the other direction");
        }
        text
    }

    /// An assumption, the placements that follow, and the contradiction.
    pub(crate) fn contradiction(&self) -> String {
        let pattern = &self.step.pattern;
        let Some(first) = pattern.links.first() else { return String::new() };
        let mut consequences: Vec<String> = Vec::new();
        for link in pattern.links.iter().filter(|link| link.strong) {
            let text = format!(", then {}", self.statement(&link.to, true));
            if !consequences.contains(&text) {
                consequences.push(text);
            }
        }
        let (digits, cells, houses) = (self.digits(), self.cells_of_pattern(), self.base_houses());
        let contradiction = match (&pattern.houses[..], &pattern.cells[..], &pattern.digits[..]) {
            ([], _, []) => format!("no candidate is left in {cells}"),
            ([], ..) => format!("{cells} is both {digits}"),
            (_, [], _) => format!("no place is left for {digits} in {houses}"),
            (..) => format!("{digits} is twice in {houses}, in {cells}"),
        };
        let assumption = self.statement(&first.from, !first.strong);
        format!("if {assumption}{}, then {contradiction}", consequences.concat())
    }

    /// The cases of which one is true, and the chains from them.
    pub(crate) fn verity(&self) -> String {
        let pattern = &self.step.pattern;
        let (digits, cells) = (self.digits(), self.cells_of_pattern());
        let cases = match (pattern.houses.is_empty(), pattern.digits.is_empty()) {
            (true, true) => format!("whichever digit {cells} is"),
            (true, false) => format!("whether {cells} is {digits} or not"),
            (false, _) => format!("wherever {digits} is in {}", self.base_houses()),
        };
        // The links of a net have no linear order.
        if self.step.technique == Technique::ForcingChainVerity {
            format!("{cases}, the conclusion is the same: {}", self.branches())
        } else {
            format!("{cases}, the conclusion is the same")
        }
    }
}

/// Patterns of many houses, and brute force.
impl ReasonWriter<'_> {
    pub(crate) fn exocet(&self) -> String {
        let sets = &self.step.pattern.sets;
        let [base, targets] = &sets[..] else { return String::new() };
        format!(
            "the targets {} must hold the same two of {} as the base {}, because without the \
             targets {} have too few places for these digits",
            self.cells(&targets.cells),
            self.digits(),
            self.cells(&base.cells),
            self.base_houses()
        )
    }

    pub(crate) fn multi_sector_locked_sets(&self) -> String {
        let pattern = &self.step.pattern;
        let covers = pattern.sets.iter().zip(&pattern.covers).map(|(set, &house)| {
            let digits: Vec<u8> = digits(set.digits).collect();
            format!("{} in {}", and(&digits), self.houses(&[house]))
        });
        let n_digits: u32 = pattern.sets.iter().map(|set| set.digits.count_ones()).sum();
        format!(
            "the {} cells {} can hold only {n_digits} digits: {}",
            pattern.cells.len(),
            self.cells_of_pattern(),
            covers.collect::<Vec<_>>().join("; ")
        )
    }

    pub(crate) fn brute_force(&self) -> String {
        let (digits, cells) = (self.digits(), self.cells_of_pattern());
        format!("a search without logic found {digits} in {cells} in the only solution")
    }
}

/// Parts of sentences.
impl ReasonWriter<'_> {
    /// Returns what each branch leads to: `if r1c1 is 5, then r1c7 is 3, then r3c7 is not 3; if …`.
    fn branches(&self) -> String {
        let pattern = &self.step.pattern;
        let branches = pattern.branches.iter().map(|branch| {
            let links = &pattern.links[branch.links.clone()];
            let assumed = self.statement(&branch.assumed, branch.is_true);
            let Some((last, _)) = links.split_last() else { return assumed };
            let mut text = format!("if {assumed}");
            for link in links.iter().filter(|link| link.strong) {
                let _ = write!(text, ", then {}", self.statement(&link.to, true));
            }
            if !last.strong {
                let _ = write!(text, ", then {}", self.statement(&last.to, false));
            }
            text
        });
        branches.collect::<Vec<_>>().join("; ")
    }

    /// Returns `r1c1 is 5`, `none of r1c12 is 5` and the like.
    fn statement(&self, node: &Node, is_true: bool) -> String {
        super::statement(node, is_true, self.layout.n())
    }

    /// Returns the digits of the pattern: `3 and 5`.
    fn digits(&self) -> String {
        and(&self.step.pattern.digits)
    }

    /// Returns the eliminated digit, or `3 or 5`.
    fn eliminated(&self) -> String {
        or(&self.step.eliminated_digits())
    }

    fn cells(&self, all: &[usize]) -> String {
        cells(all, self.layout.n())
    }

    fn cells_of(&self, candidates: &[Candidate]) -> String {
        self.cells(&candidates.iter().map(|candidate| candidate.cell).collect::<Vec<_>>())
    }

    fn cells_of_pattern(&self) -> String {
        self.cells(&self.step.pattern.cells)
    }

    /// Returns `r1c1 or r2c2`.
    fn either(&self, all: &[usize]) -> String {
        or(&all.iter().map(|&at| cell(at, self.layout.n())).collect::<Vec<_>>())
    }

    /// Returns `r1c1 and r2c2`.
    fn both(&self, all: &[usize]) -> String {
        and(&all.iter().map(|&at| cell(at, self.layout.n())).collect::<Vec<_>>())
    }

    fn sets(&self) -> String {
        let sets = self.step.pattern.sets.iter().map(|set| {
            let digits: Vec<u8> = digits(set.digits).collect();
            format!("{{{}}} in {}", joined(digits.iter(), " "), self.cells(&set.cells))
        });
        and(&sets.collect::<Vec<_>>())
    }

    fn base_houses(&self) -> String {
        self.houses(&self.step.pattern.houses)
    }

    fn cover_houses(&self) -> String {
        self.houses(&self.step.pattern.covers)
    }

    /// Returns the names of houses: `row 3`, `row 1 and box 2`.
    fn houses(&self, numbers: &[usize]) -> String {
        and(&numbers.iter().map(|&number| house_name(self.layout, number)).collect::<Vec<_>>())
    }
}

/// Returns the name of a house as in a sentence: `row 3`, `the main diagonal`.
pub(crate) fn house_name(layout: &Layout, number: usize) -> String {
    let house = &layout.houses()[number];
    let article = if house.kind.is_diagonal() { "the " } else { "" };
    format!("{article}{}", house.name)
}
