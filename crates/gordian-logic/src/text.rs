//! Steps in words, and in Eureka notation.
//!
//! Cells are written `r2c5` (row 2, column 5); several with the same row or column are drawn
//! together where digits cannot be misread: `r2c57`, `r25c7`, and `r2c5,11` from ten rows on.
//! Eureka notation is the players': `(5)r1c2=(5)r1c7-(5)r3c9` reads "5 is in r1c2 or in r1c7; if it is
//! in r1c7, it is not in r3c9".

use std::fmt::Write as _;

use gordian_sudoku::Layout;

use crate::Technique;
use crate::board::digits;
use crate::step::{Candidate, Link, Node, Step};

impl Step {
    /// Returns what is concluded, and from what, as one sentence in English.
    #[must_use]
    pub fn sentence(&self, layout: &Layout) -> String {
        let reason = Teller { step: self, layout }.reason();
        format!("{}: {reason}, so {}", self.technique, conclusion(self, layout.n()))
    }

    /// Returns the step in Eureka notation: the pattern, then `=>` and the conclusion,
    /// `r1c2=5` for a placement and `r1c2<>5` for an elimination.
    #[must_use]
    pub fn eureka(&self, layout: &Layout) -> String {
        let n = layout.n();
        let mut text = String::new();
        if self.pattern.links.is_empty() {
            let digits = joined(self.pattern.digits.iter(), if n > 9 { "," } else { "" });
            let _ =
                write!(text, "{}: {digits} in {}", self.technique, cells(&self.pattern.cells, n));
        } else {
            chain(&mut text, &self.pattern.links, n);
        }
        text.push_str(" => ");
        let placed = self.placements.iter().map(|at| format!("{}={}", cell(at.cell, n), at.digit));
        let gone = by_digit(&self.eliminations)
            .into_iter()
            .map(|(digit, gone)| format!("{}<>{digit}", cells(&gone, n)));
        text.push_str(&placed.chain(gone).collect::<Vec<_>>().join(", "));
        text
    }
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
                format!("if {}, {}", self.assumption(), self.clash())
            }
            Technique::ForcingChainVerity | Technique::ForcingNetVerity => self.verity(),
            Technique::BruteForce => {
                format!("no logic, a search found {what} in {where_} and no other solution")
            }
            Technique::JuniorExocet | Technique::SeniorExocet => self.exocet(),
            Technique::MultiSectorLockedSets => self.locked_sets(),
            _ if !pattern.covers.is_empty() => self.fish(),
            _ if !pattern.links.is_empty() => {
                let mut text = String::new();
                chain(&mut text, &pattern.links, n);
                text
            }
            _ if !pattern.sets.is_empty() => self.sets(),
            _ => format!("{what} in {where_}"),
        }
    }

    fn fish(&self) -> String {
        let pattern = &self.step.pattern;
        let mut text = format!(
            "{} in {} is covered by {}",
            and(&pattern.digits),
            self.houses(&pattern.houses),
            self.houses(&pattern.covers)
        );
        if !pattern.fins.is_empty() {
            let _ = write!(text, " but for {}", cells(&pattern.fins, self.layout.n()));
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
        let _ = write!(text, ", and {whence} leads to the same: ");
        chain(&mut text, &self.step.pattern.links, self.layout.n());
        text
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
            text.push_str(": ");
            chain(&mut text, &pattern.links, self.layout.n());
        }
        text
    }

    fn exocet(&self) -> String {
        let n = self.layout.n();
        let pattern = &self.step.pattern;
        let all: Vec<String> = pattern.sets.iter().map(|set| cells(&set.cells, n)).collect();
        let [base, targets] = &all[..] else { return String::new() };
        format!(
            "{targets} hold the same two of {} as {base}, for without them {} have no room for any \
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
        sets.collect::<Vec<_>>().join(", ")
    }

    /// Returns the names of houses: `row 3`, `rows 3 and 5`, `row 1 and box 2`.
    fn houses(&self, numbers: &[usize]) -> String {
        let names = numbers.iter().map(|&number| self.layout.houses()[number].name.as_str());
        and(&names.collect::<Vec<_>>())
    }
}

fn conclusion(step: &Step, n: usize) -> String {
    let placed = step.placements.iter().map(|at| format!("{} is {}", cell(at.cell, n), at.digit));
    let gone = by_digit(&step.eliminations).into_iter().map(|(digit, gone)| {
        let verb = if gone.len() == 1 { "is" } else { "are" };
        format!("{} {verb} not {digit}", cells(&gone, n))
    });
    and(&placed.chain(gone).collect::<Vec<_>>())
}

/// Returns the cells of each digit, digits in order.
fn by_digit(candidates: &[Candidate]) -> Vec<(u8, Vec<usize>)> {
    let mut sorted: Vec<(u8, Vec<usize>)> = Vec::new();
    for candidate in candidates {
        match sorted.binary_search_by_key(&candidate.digit, |(digit, _)| *digit) {
            Ok(at) => sorted[at].1.push(candidate.cell),
            Err(at) => sorted.insert(at, (candidate.digit, vec![candidate.cell])),
        }
    }
    sorted
}

fn chain(text: &mut String, links: &[Link], n: usize) {
    for (number, link) in links.iter().enumerate() {
        let follows = number > 0 && same(&links[number - 1].to, &link.from);
        if !follows {
            if number > 0 {
                text.push_str("; ");
            }
            node(text, &link.from, n);
        }
        text.push(if link.strong { '=' } else { '-' });
        node(text, &link.to, n);
    }
}

/// Returns whether two nodes say the same, whichever way they are left.
fn same(a: &Node, b: &Node) -> bool {
    a.digit == b.digit && a.cells == b.cells
}

fn node(text: &mut String, node: &Node, n: usize) {
    let _ = write!(text, "({}){}", node.digit, cells(&node.cells, n));
}

/// Returns the name of a cell: `r2c5`.
pub(crate) fn cell(cell: usize, n: usize) -> String {
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// Returns the names of cells, those of one row together if they are all in one, else those of each
/// column and each row.
fn cells(cells: &[usize], n: usize) -> String {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for &cell in cells {
        let (row, column) = (cell / n + 1, cell % n + 1);
        match groups.iter_mut().find(|(rows, _)| *rows == [row]) {
            Some((_, columns)) => columns.push(column),
            None => groups.push((vec![row], vec![column])),
        }
    }
    // Rows with the same columns become one.
    let mut merged: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (rows, columns) in groups {
        match merged.iter_mut().find(|(_, others)| *others == columns) {
            Some((others, _)) => others.extend(rows),
            None => merged.push((rows, columns)),
        }
    }
    let between = if n > 9 { "," } else { "" };
    let names = merged.iter().map(|(rows, columns)| {
        format!("r{}c{}", joined(rows.iter(), between), joined(columns.iter(), between))
    });
    names.collect::<Vec<_>>().join(" ")
}

fn joined<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

/// Returns `a`, `a and b`, `a, b and c`.
fn and<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Pattern;

    #[test]
    fn cells_are_drawn_together() {
        assert_eq!(cells(&[0], 9), "r1c1");
        assert_eq!(cells(&[0, 8], 9), "r1c19");
        assert_eq!(cells(&[0, 9], 9), "r12c1");
        assert_eq!(cells(&[0, 1, 9, 10, 20], 9), "r12c12 r3c3");
        assert_eq!(cells(&[0, 15], 16), "r1c1,16");
    }

    #[test]
    fn steps_are_told() {
        let layout = Layout::classic();
        let pattern = Pattern {
            digits: vec![5],
            cells: vec![0, 1],
            houses: vec![18],
            covers: vec![0],
            ..Pattern::default()
        };
        let step = Step {
            technique: Technique::Pointing,
            placements: Vec::new(),
            eliminations: vec![Candidate::new(4, 5), Candidate::new(7, 5)],
            pattern,
        };
        let told = "pointing: all places for 5 in box 1 are in row 1, so r1c58 are not 5";
        assert_eq!(step.sentence(&layout), told);
        assert_eq!(step.eureka(&layout), "pointing: 5 in r1c12 => r1c58<>5");
        let node = |digit, cell| Node { digit, cells: vec![cell], through: Vec::new() };
        let link = |from, to, strong| Link { from, to, strong };
        let links = vec![
            link(node(5, 0), node(5, 6), true),
            link(node(5, 6), node(5, 24), false),
            link(node(3, 24), node(3, 20), true),
        ];
        let step = Step {
            technique: Technique::Aic,
            placements: vec![Candidate::new(80, 1)],
            eliminations: Vec::new(),
            pattern: Pattern { links, ..Pattern::default() },
        };
        let chain = "(5)r1c1=(5)r1c7-(5)r3c7; (3)r3c7=(3)r3c3";
        assert_eq!(step.eureka(&layout), format!("{chain} => r9c9=1"));
        assert_eq!(step.sentence(&layout), format!("AIC: {chain}, so r9c9 is 1"));
    }
}
