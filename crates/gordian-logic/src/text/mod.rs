//! Steps in words: sentences, the reasons in them, explanations, and Eureka notation.
//!
//! Cells are written `r2c5` (row 2, column 5). Cells of one row or column are joined: `r2c57`,
//! `r25c7`, and `r2c5,11` in grids with ten rows or more. In Eureka notation `(5)r1c2 = (5)r1c7 -
//! (5)r3c9` reads "5 is in r1c2 or in r1c7; if it is in r1c7, it is not in r3c9". A net is not
//! linear: it is a list of placements, each after the premises that it follows from, `r1c2=5 &
//! r4c4=3 -> r1c4=7`.

mod explanation;
mod reason;

use std::fmt::Write as _;

use gordian_grid::{Candidate, Layout};

pub use self::explanation::Sentence;

use self::explanation::ExplanationWriter;
use self::reason::{ReasonWriter, reason};
use crate::step::{Link, Node, Step};
use crate::technique::{Technique, for_each_technique};

/// The functions that write about the steps of a technique.
struct Writers {
    /// Writes the reason of a step, the first half of its sentence.
    reason: fn(&ReasonWriter<'_>) -> String,
    /// Writes the explanation of a step, sentence by sentence.
    explanation: fn(&mut ExplanationWriter<'_>),
}

macro_rules! writers {
    ($(
        $variant:ident {
            name: $name:literal, aliases: $aliases:expr, weight: $weight:literal,
            assumes_one_solution: $assumes_one_solution:literal,
            hodoku: $hodoku:expr, hodoku_codes: $hodoku_codes:expr,
            finder: $($finder:ident)::+($($argument:expr),*),
            sentence: $sentence:ident, explanation: $explanation:ident,
            example: $position:literal => $conclusion:literal,
        }
    )*) => {
        /// The writers, in the order of the techniques.
        const WRITERS: &[Writers] = &[
            $(Writers {
                reason: |writer| writer.$sentence(),
                explanation: |writer| writer.$explanation(),
            },)*
        ];
    };
}

for_each_technique!(writers);

impl Step {
    fn writers(&self) -> &'static Writers {
        &WRITERS[self.technique as usize]
    }

    /// Returns the technique, the reason and the conclusion as one English sentence.
    #[must_use]
    pub fn sentence(&self, layout: &Layout) -> String {
        let reason = reason(self, layout);
        format!("{}: {reason}, so {}", self.technique, conclusion(self, layout.n()))
    }

    /// Returns the step in Eureka notation: the pattern, then `=>` and the conclusion,
    /// `r1c2=5` for a placement and `r1c2<>5` for an elimination.
    #[must_use]
    pub fn eureka(&self, layout: &Layout) -> String {
        let n = layout.n();
        let mut text = String::new();
        if matches!(self.technique, Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain) {
            self.write_als_chain(&mut text, n);
        } else if matches!(
            self.technique,
            Technique::ForcingNetContradiction | Technique::ForcingNetVerity
        ) {
            self.net(&mut text, n);
        } else if self.pattern.links.is_empty() {
            let digits = joined(self.pattern.digits.iter(), if n > 9 { "," } else { "" });
            let mut sorted = self.pattern.cells.clone();
            sorted.sort_unstable();
            let _ = write!(text, "{}: {digits} in {}", self.technique, cells(&sorted, n));
        } else {
            chain(&mut text, &self.pattern.links, n);
        }
        text.push_str(" => ");
        let placed = self.placements.iter().map(|at| format!("{}={}", cell(at.cell, n), at.digit));
        let eliminated = by_digit(&self.eliminations)
            .into_iter()
            .map(|(digit, eliminated)| format!("{}<>{digit}", cells(&eliminated, n)));
        text.push_str(&placed.chain(eliminated).collect::<Vec<_>>().join(", "));
        text
    }

    /// Writes the implications of each branch of a net.
    fn net(&self, text: &mut String, n: usize) {
        let written = |node: &Node, is_true: bool| {
            let sign = if is_true { "=" } else { "<>" };
            format!("{}{sign}{}", cells(&node.cells, n), node.digit)
        };
        for (number, branch) in self.pattern.branches.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { " | " });
            text.push_str(&written(&branch.assumed, branch.is_true));
            let links = &self.pattern.links[branch.links.clone()];
            // A false node is written as the true node that excludes it.
            let before = |node: &Node| {
                let weak = links.iter().find(|link| !link.strong && is_same_node(&link.to, node));
                weak.map_or_else(|| written(node, false), |weak| written(&weak.from, true))
            };
            let mut known: Vec<&Node> = Vec::new();
            for link in links.iter().filter(|link| link.strong) {
                if known.iter().any(|other| is_same_node(other, &link.to)) {
                    continue;
                }
                known.push(&link.to);
                let into =
                    links.iter().filter(|other| other.strong && is_same_node(&other.to, &link.to));
                let mut causes: Vec<String> = Vec::new();
                for cause in into.map(|other| before(&other.from)) {
                    if !causes.contains(&cause) {
                        causes.push(cause);
                    }
                }
                let _ = write!(text, "; {} -> {}", causes.join(" & "), written(&link.to, true));
            }
        }
    }

    /// Returns the eliminated digits, in order.
    pub(crate) fn eliminated_digits(&self) -> Vec<u8> {
        by_digit(&self.eliminations).into_iter().map(|(digit, _)| digit).collect()
    }

    /// Writes almost locked sets, each with the digits by which it is linked:
    /// `(9=5)r2c26-(5=9)r4c2`.
    fn write_als_chain(&self, text: &mut String, n: usize) {
        let mut ends = self.eliminated_digits();
        let commons: Vec<u8> = self.pattern.links.iter().map(|link| link.from.digit).collect();
        // Doubly linked sets also eliminate their restricted commons.
        if ends.iter().any(|digit| !commons.contains(digit)) {
            ends.retain(|digit| !commons.contains(digit));
        }
        let ends = joined(ends.iter(), "");
        let commons: Vec<String> = commons.iter().map(u8::to_string).collect();
        for (number, set) in self.pattern.sets.iter().enumerate() {
            let before = if number == 0 { &ends } else { &commons[number - 1] };
            let behind = commons.get(number).unwrap_or(&ends);
            let hyphen = if number == 0 { "" } else { " - " };
            let _ = write!(text, "{hyphen}({before}={behind}){}", cells(&set.cells, n));
        }
    }
}

pub(crate) fn conclusion(step: &Step, n: usize) -> String {
    let placed = step.placements.iter().map(|at| format!("{} is {}", cell(at.cell, n), at.digit));
    // Digits eliminated from the same cells are listed together.
    let mut eliminated: Vec<(Vec<usize>, Vec<u8>)> = Vec::new();
    for (digit, cells) in by_digit(&step.eliminations) {
        match eliminated.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, digits)) => digits.push(digit),
            None => eliminated.push((cells, vec![digit])),
        }
    }
    let eliminated = eliminated.into_iter().map(|(eliminated, digits)| {
        let verb = if eliminated.len() == 1 { "is" } else { "are" };
        format!("{} {verb} not {}", cells(&eliminated, n), or(&digits))
    });
    and(&placed.chain(eliminated).collect::<Vec<_>>())
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

pub(crate) fn chain(text: &mut String, links: &[Link], n: usize) {
    for (number, link) in links.iter().enumerate() {
        let follows = number > 0 && is_same_node(&links[number - 1].to, &link.from);
        if !follows {
            if number > 0 {
                text.push_str("; ");
            }
            node(text, &link.from, n);
        }
        text.push_str(if link.strong { " = " } else { " - " });
        node(text, &link.to, n);
    }
}

/// Returns `r1c2 is 5`, `one of r1c23 is 5`, `none of r1c23 is 5` and the like.
pub(crate) fn statement(node: &Node, is_true: bool, n: usize) -> String {
    let (cells, digit) = (cells(&node.cells, n), node.digit);
    match (node.cells.len(), is_true) {
        (1, true) => format!("{cells} is {digit}"),
        (1, false) => format!("{cells} is not {digit}"),
        (_, true) => format!("one of {cells} is {digit}"),
        (_, false) => format!("none of {cells} is {digit}"),
    }
}

/// Returns whether two nodes have the same digit and cells, whatever set they lead through.
pub(crate) fn is_same_node(a: &Node, b: &Node) -> bool {
    a.digit == b.digit && a.cells == b.cells
}

fn node(text: &mut String, node: &Node, n: usize) {
    let _ = write!(text, "({}){}", node.digit, cells(&node.cells, n));
}

/// Returns the name of a cell: `r2c5`.
pub(crate) fn cell(cell: usize, n: usize) -> String {
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// Returns the names of cells; cells of one row are joined, and so are rows with the same columns.
pub(crate) fn cells(cells: &[usize], n: usize) -> String {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for &cell in cells {
        let (row, column) = (cell / n + 1, cell % n + 1);
        match groups.iter_mut().find(|(rows, _)| *rows == [row]) {
            Some((_, columns)) => columns.push(column),
            None => groups.push((vec![row], vec![column])),
        }
    }
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

pub(crate) fn joined<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

/// Returns `a`, `a and b`, `a, b and c`.
pub(crate) fn and<T: ToString>(items: &[T]) -> String {
    listed(items, "and")
}

/// Returns `a`, `a or b`, `a, b or c`.
pub(crate) fn or<T: ToString>(items: &[T]) -> String {
    listed(items, "or")
}

fn listed<T: ToString>(items: &[T], word: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Pattern;

    #[test]
    fn cells_of_a_line_are_joined() {
        assert_eq!(cells(&[0], 9), "r1c1");
        assert_eq!(cells(&[0, 8], 9), "r1c19");
        assert_eq!(cells(&[0, 9], 9), "r12c1");
        assert_eq!(cells(&[0, 1, 9, 10, 20], 9), "r12c12 r3c3");
        assert_eq!(cells(&[0, 15], 16), "r1c1,16");
    }

    #[test]
    fn steps_are_written_as_sentences_and_in_eureka_notation() {
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
        let expected = "pointing: all places for 5 in box 1 are in row 1, so r1c58 are not 5";
        assert_eq!(step.sentence(&layout), expected);
        assert_eq!(step.eureka(&layout), "pointing: 5 in r1c12 => r1c58<>5");
        let node = |digit, cell| Node { digit, cells: vec![cell], through: Vec::new() };
        let link = |from, to, strong| Link { from, to, strong, house: None };
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
        let chain = "(5)r1c1 = (5)r1c7 - (5)r3c7; (3)r3c7 = (3)r3c3";
        assert_eq!(step.eureka(&layout), format!("{chain} => r9c9=1"));
        let expected = "AIC: if r1c1 is not 5, then r1c7 is 5, then r3c3 is 3, so r9c9 is 1";
        assert_eq!(step.sentence(&layout), expected);
    }
}
