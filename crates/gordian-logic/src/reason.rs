//! Why a step holds, in words.

use std::fmt::Write as _;

use gordian_sudoku::{HouseKind, Layout};

use crate::Technique;
use crate::board::digits;
use crate::step::{Node, Step};
use crate::techniques::any_fish;
use crate::text::{and, cell, cells, joined, or, same};

/// Returns what a step rests on, as the first half of a sentence.
pub(crate) fn reason(step: &Step, layout: &Layout) -> String {
    Teller { step, layout }.reason()
}

/// Tells what a step rests on.
struct Teller<'a> {
    step: &'a Step,
    layout: &'a Layout,
}

impl Teller<'_> {
    fn reason(&self) -> String {
        let pattern = &self.step.pattern;
        let n = self.layout.n();
        let where_ = cells(&pattern.cells, n);
        let what = and(&pattern.digits);
        match self.step.technique {
            Technique::FullHouse => {
                format!("{where_} is the last open cell of {}", self.houses(&pattern.houses))
            }
            Technique::NakedSingle => format!("no other digit is left in {where_}"),
            Technique::HiddenSingle => {
                format!("{} has no other place for {what}", self.houses(&pattern.houses))
            }
            Technique::Pointing | Technique::Claiming => format!(
                "all places for {what} in {} are in {}",
                self.houses(&pattern.houses),
                self.houses(&pattern.covers)
            ),
            Technique::LockedPair
            | Technique::LockedTriple
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuadruple => format!("only {what} are left in {where_}"),
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuadruple => {
                format!("{} has places for {what} in {where_} only", self.houses(&pattern.houses))
            }
            Technique::KrakenFish1 | Technique::KrakenFish2 => self.kraken(),
            Technique::ForcingChainContradiction | Technique::ForcingNetContradiction => {
                let way = self.way();
                let and = if way.is_empty() { "" } else { "and " };
                format!("if {}{way}, {and}{}", self.assumption(), self.clash())
            }
            Technique::ForcingChainVerity | Technique::ForcingNetVerity => self.verity(),
            Technique::BruteForce => {
                format!("no logic, a search found {what} in {where_} and no other solution")
            }
            Technique::JuniorExocet | Technique::SeniorExocet => self.exocet(),
            Technique::MultiSectorLockedSets => self.locked_sets(),
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
                self.two_links()
            }
            Technique::EmptyRectangle => self.empty_rectangle(),
            Technique::SimpleColours | Technique::MultiColours => self.colours(),
            Technique::RemotePair => format!(
                "each of {where_} is {}, and each is what the one before is not",
                or(&pattern.digits)
            ),
            Technique::BugPlusOne => format!(
                "without {what} in {where_} each candidate would be there twice or never in each \
                 house, and there would be no solution or two"
            ),
            Technique::UniqueRectangle1
            | Technique::UniqueRectangle2
            | Technique::UniqueRectangle3
            | Technique::UniqueRectangle4
            | Technique::UniqueRectangle5
            | Technique::UniqueRectangle6
            | Technique::HiddenRectangle
            | Technique::AvoidableRectangle1
            | Technique::AvoidableRectangle2 => self.rectangle(),
            Technique::XyWing => format!(
                "whichever digit {} is, {} is {}",
                self.cells(&pattern.cells[..1]),
                self.either(&pattern.cells[1..]),
                self.eliminated()
            ),
            Technique::XyzWing => {
                format!(
                    "whatever they are, {} is {}",
                    self.either(&pattern.cells),
                    self.eliminated()
                )
            }
            Technique::WxyzWing => format!(
                "{what} are left in {where_}, and each of them but {} at most once, so that one of \
                 these cells is {0}",
                self.eliminated()
            ),
            Technique::WWing => self.w_wing(),
            Technique::SueDeCoq => self.sue_de_coq(),
            Technique::AlignedPairExclusion => format!(
                "whatever {} are together, they must leave a digit to every cell of {}",
                self.both(&pattern.cells),
                self.sets()
            ),
            Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain => self.almost_locked(),
            Technique::DeathBlossom => format!(
                "whichever digit {where_} is, one of {} has to do without it, and so holds all its \
                 others",
                self.sets()
            ),
            Technique::TemplateSet => format!("all templates of {what} have it there"),
            Technique::TemplateDelete => {
                format!("no template of {what} has it there")
            }
            any_fish!() => self.fish(),
            Technique::XChain
            | Technique::XyChain
            | Technique::ContinuousNiceLoop
            | Technique::DiscontinuousNiceLoop
            | Technique::Aic
            | Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic => self.chain(),
        }
    }

    fn cells(&self, all: &[usize]) -> String {
        cells(all, self.layout.n())
    }

    /// Returns `r1c1 or r2c2`.
    fn either(&self, all: &[usize]) -> String {
        or(&all.iter().map(|&at| cell(at, self.layout.n())).collect::<Vec<_>>())
    }

    /// Returns `r1c1 and r2c2`.
    fn both(&self, all: &[usize]) -> String {
        and(&all.iter().map(|&at| cell(at, self.layout.n())).collect::<Vec<_>>())
    }

    /// Returns the digit that is eliminated, or `3 or 5`.
    fn eliminated(&self) -> String {
        or(&self.step.eliminated_digits())
    }

    /// Returns the digit that is eliminated, or `3 and 5`.
    fn eliminated_both(&self) -> String {
        and(&self.step.eliminated_digits())
    }

    /// Two strong links of a digit whose inner ends see each other, or two such pairs.
    fn two_links(&self) -> String {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let pairs = pattern.cells.chunks(4).map(|pair| {
            let [one, near, far, other] = pair else { return String::new() };
            let [one, near, far, other] = [one, near, far, other].map(|&at| self.cells(&[at]));
            format!(
                "{what} is in {one} or {near} and in {far} or {other}, and not in both {near} and \
                 {far}, hence in {one} or {other}"
            )
        });
        let houses = self.houses(&pattern.houses);
        format!("of {houses}, {}", pairs.collect::<Vec<_>>().join("; likewise "))
    }

    fn empty_rectangle(&self) -> String {
        let pattern = &self.step.pattern;
        let what = and(&pattern.digits);
        let n_ends = 2 * (pattern.houses.len() - 1);
        let (places, ends) = pattern.cells.split_at(pattern.cells.len() - n_ends);
        let links = ends.chunks(2).zip(&pattern.houses[1..]).map(|(ends, &house)| {
            format!("{what} of {} in {}", self.houses(&[house]), self.either(ends))
        });
        format!(
            "{what} of {} is in {} only, in one row or one column, and {}",
            self.houses(&pattern.houses[..1]),
            self.cells(places),
            links.collect::<Vec<_>>().join(", ")
        )
    }

    /// Clusters of places of which either one colour is right or the other.
    fn colours(&self) -> String {
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
        let is_gone = |cell: &usize| self.step.eliminations.iter().any(|at| at.cell == *cell);
        let wrong = pattern.sets.iter().find(|set| set.cells.iter().all(is_gone));
        let why = match (self.step.technique, wrong) {
            (Technique::SimpleColours, Some(wrong)) => {
                format!(", and two of {} see each other", self.cells(&wrong.cells))
            }
            (Technique::SimpleColours, None) => ", and what goes sees both".to_owned(),
            (_, Some(wrong)) => {
                format!(", and {} sees both of the others", self.cells(&wrong.cells))
            }
            (_, None) => ", and what goes sees one that is right in any case".to_owned(),
        };
        format!("{} is {clusters}{why}", and(&pattern.digits))
    }

    fn rectangle(&self) -> String {
        let pattern = &self.step.pattern;
        let mut text = format!(
            "with {} alone in {} these could be exchanged, and there would be two solutions",
            and(&pattern.digits),
            self.cells(&pattern.cells)
        );
        let houses = self.houses(&pattern.houses);
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

    fn w_wing(&self) -> String {
        let pattern = &self.step.pattern;
        let [first, second, near, far] = pattern.cells[..] else { return String::new() };
        let other = |digit: &&u8| self.step.eliminations.iter().all(|at| at.digit != **digit);
        let other: Vec<u8> = pattern.digits.iter().filter(other).copied().collect();
        format!(
            "{0} of {1} is in {2}, hence not in both {3}, and one of these is {4}",
            and(&other),
            self.houses(&pattern.houses),
            self.either(&[near, far]),
            self.both(&[first, second]),
            self.eliminated()
        )
    }

    fn sue_de_coq(&self) -> String {
        let pattern = &self.step.pattern;
        let [line, region] = pattern.houses[..] else { return self.sets() };
        format!(
            "{} have together as many digits as cells, in {} and {}",
            self.sets(),
            self.houses(&[line]),
            self.houses(&[region])
        )
    }

    /// Almost locked sets, each of which has one digit in common with the next.
    fn almost_locked(&self) -> String {
        let pattern = &self.step.pattern;
        let n = self.layout.n();
        let commons = pattern.links.iter().map(|link| {
            let [one, other] = [&link.from.through, &link.to.through].map(|set| cells(set, n));
            format!("{} cannot be in both {one} and {other}", link.from.digit)
        });
        let mut text = format!(
            "{} have each one digit more than cells, and {}",
            self.sets(),
            commons.collect::<Vec<_>>().join(", ")
        );
        // Two sets with two digits in common of which each holds one are locked, both.
        if pattern.sets.len() > 2 || pattern.digits.len() < 2 {
            let ends = [pattern.sets.first(), pattern.sets.last()]
                .map(|set| set.map_or_else(String::new, |set| self.cells(&set.cells)));
            let _ = write!(text, ", hence {} must be in {}", self.eliminated_both(), or(&ends));
        }
        text
    }

    /// A chain or loop: what follows, one placement after the other.
    fn chain(&self) -> String {
        let links = &self.step.pattern.links;
        let n = self.layout.n();
        let told = |node: &Node, verb: &str| {
            let where_ = cells(&node.cells, n);
            match node.cells.len() {
                1 => format!("{where_} {verb} {}", node.digit),
                _ => format!("one of {where_} {verb} {}", node.digit),
            }
        };
        let Some(first) = links.first() else { return String::new() };
        let mut text = match first.strong {
            true => format!("unless {}", told(&first.from, "is")),
            false => format!("if {}", told(&first.from, "were")),
        };
        let strong = links.iter().filter(|link| link.strong);
        for (number, link) in strong.enumerate() {
            text.push_str(if number == 0 { ", " } else { ", then " });
            text.push_str(&told(&link.to, "is"));
            if !link.from.through.is_empty() {
                let _ = write!(text, " (by {})", cells(&link.from.through, n));
            }
        }
        if let Some(last) = links.last().filter(|link| !link.strong) {
            let back = same(&last.to, &first.from);
            let verb = if back { "is not" } else { "are not" };
            let _ = write!(text, ", and then {}", told(&last.to, verb));
        }
        if matches!(
            self.step.technique,
            Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop
        ) {
            text.push_str(", and the other way round");
        }
        text
    }

    fn fish(&self) -> String {
        let pattern = &self.step.pattern;
        let mut text = format!(
            "all places for {} in {} are in {}",
            and(&pattern.digits),
            self.houses(&pattern.houses),
            self.houses(&pattern.covers)
        );
        if !pattern.fins.is_empty() {
            let s = if pattern.fins.len() == 1 { "" } else { "s" };
            let fins = cells(&pattern.fins, self.layout.n());
            let _ = write!(text, ", except for the fin{s} {fins}");
        }
        text
    }

    /// Returns the fish, and the chains from its arms.
    fn kraken(&self) -> String {
        let mut text = self.fish();
        let whence = match (self.step.technique, self.step.pattern.fins.is_empty()) {
            (Technique::KrakenFish1, _) => "each of these",
            (_, false) => "each of these and of the places in a cover house",
            (_, true) => "each place in a cover house",
        };
        let _ = write!(text, ", and {whence} leads to the same: {}", self.branches());
        text
    }

    /// Returns what each branch leads to: `if r1c1 is 5, then r1c7 is 3, then r3c7 is not 3; if …`.
    fn branches(&self) -> String {
        let n = self.layout.n();
        let says = |node: &Node, is_true: bool| {
            let (where_, digit) = (cells(&node.cells, n), node.digit);
            match (node.cells.len(), is_true) {
                (1, true) => format!("{where_} is {digit}"),
                (1, false) => format!("{where_} is not {digit}"),
                (_, true) => format!("one of {where_} is {digit}"),
                (_, false) => format!("none of {where_} is {digit}"),
            }
        };
        let pattern = &self.step.pattern;
        let told = pattern.branches.iter().map(|branch| {
            let links = &pattern.links[branch.links.clone()];
            let assumed = says(&branch.assumed, branch.is_true);
            let Some((last, _)) = links.split_last() else { return assumed };
            let mut text = format!("if {assumed}");
            for link in links.iter().filter(|link| link.strong) {
                let _ = write!(text, ", then {}", says(&link.to, true));
            }
            if !last.strong {
                let _ = write!(text, ", then {}", says(&last.to, false));
            }
            text
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// Returns what the first link of a forcing chain or net supposes: `r1c1 were 5`.
    fn assumption(&self) -> String {
        let Some(link) = self.step.pattern.links.first() else { return String::new() };
        let Node { digit, cells: at, .. } = &link.from;
        let where_ = cells(at, self.layout.n());
        match (link.strong, &at[..]) {
            (false, [_]) => format!("{where_} were {digit}"),
            (true, [_]) => format!("{where_} were not {digit}"),
            (false, _) => format!("one of {where_} were {digit}"),
            (true, _) => format!("none of {where_} were {digit}"),
        }
    }

    /// Returns the digits that an assumption leads to, in order: `, then r2c3 is 4, then r5c3 is 1`.
    fn way(&self) -> String {
        let n = self.layout.n();
        let mut told: Vec<String> = Vec::new();
        for link in self.step.pattern.links.iter().filter(|link| link.strong) {
            let where_ = cells(&link.to.cells, n);
            let text = match link.to.cells.len() {
                1 => format!(", then {where_} is {}", link.to.digit),
                _ => format!(", then one of {where_} is {}", link.to.digit),
            };
            if !told.contains(&text) {
                told.push(text);
            }
        }
        told.concat()
    }

    /// Returns what an assumption leads to: `box 3 would have no place for 7`.
    fn clash(&self) -> String {
        let pattern = &self.step.pattern;
        let (what, where_) = (and(&pattern.digits), cells(&pattern.cells, self.layout.n()));
        let houses = self.houses(&pattern.houses);
        match (pattern.houses.is_empty(), pattern.cells.is_empty(), pattern.digits.is_empty()) {
            (true, _, true) => format!("no digit would be left for {where_}"),
            (true, _, false) => format!("{where_} would be both {what}"),
            (false, true, _) => format!("{houses} would have no place for {what}"),
            (false, false, _) => format!("{what} would be twice in {houses}, in {where_}"),
        }
    }

    /// Returns what is one way or the other, and the chains from there.
    fn verity(&self) -> String {
        let pattern = &self.step.pattern;
        let (what, where_) = (and(&pattern.digits), cells(&pattern.cells, self.layout.n()));
        let mut text = match (pattern.houses.is_empty(), pattern.digits.is_empty()) {
            (true, true) => format!("whatever {where_} is"),
            (true, false) => format!("whether {where_} is {what} or not"),
            (false, _) => format!("wherever {what} is in {}", self.houses(&pattern.houses)),
        };
        text.push_str(", the same follows");
        // The links of a net have no order that a line could show.
        if self.step.technique == Technique::ForcingChainVerity {
            let _ = write!(text, ": {}", self.branches());
        }
        text
    }

    fn exocet(&self) -> String {
        let n = self.layout.n();
        let pattern = &self.step.pattern;
        let all: Vec<String> = pattern.sets.iter().map(|set| cells(&set.cells, n)).collect();
        let [base, targets] = &all[..] else { return String::new() };
        format!(
            "{targets} hold the same two of {} as {base}, because without them {} have no room for any \
             of these",
            and(&pattern.digits),
            self.houses(&pattern.houses)
        )
    }

    fn locked_sets(&self) -> String {
        let pattern = &self.step.pattern;
        let covers = pattern.sets.iter().zip(&pattern.covers).map(|(set, &house)| {
            let digits: Vec<u8> = digits(set.digits).collect();
            format!("{} of {}", and(&digits), self.houses(&[house]))
        });
        let n_digits: u32 = pattern.sets.iter().map(|set| set.digits.count_ones()).sum();
        format!(
            "the {} cells {} have only {n_digits} digits to hold, {}",
            pattern.cells.len(),
            cells(&pattern.cells, self.layout.n()),
            covers.collect::<Vec<_>>().join("; ")
        )
    }

    fn sets(&self) -> String {
        let n = self.layout.n();
        let sets = self.step.pattern.sets.iter().map(|set| {
            let digits: Vec<u8> = digits(set.digits).collect();
            format!("{{{}}} in {}", joined(digits.iter(), " "), cells(&set.cells, n))
        });
        and(&sets.collect::<Vec<_>>())
    }

    /// Returns the names of houses: `row 3`, `rows 3 and 5`, `row 1 and box 2`.
    fn houses(&self, numbers: &[usize]) -> String {
        let names = numbers.iter().map(|&number| {
            let house = &self.layout.houses()[number];
            let article = if house.kind == HouseKind::Diagonal { "the " } else { "" };
            format!("{article}{}", house.name)
        });
        and(&names.collect::<Vec<_>>())
    }
}
