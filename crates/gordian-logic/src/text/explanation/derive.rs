//! The consequences of one assumption, sentence by sentence.

use crate::step::{Link, Node};
use crate::text::is_same_node;

use super::ExplanationWriter;

/// A node that was shown to be true or false.
struct Fact<'a> {
    node: &'a Node,
    is_true: bool,
    /// The number of the sentence that shows it; for a false node, that of the true node that
    /// excludes it.
    sentence: usize,
    /// The link that leads to it.
    link: Option<usize>,
    /// The true node that excludes it.
    by: Option<&'a Node>,
}

/// The facts shown so far, in order.
pub(super) struct Derivation<'a> {
    links: &'a [Link],
    /// The index of the first link in the pattern.
    begin: usize,
    known: Vec<Fact<'a>>,
}

impl<'a> Derivation<'a> {
    /// Starts with an assumption and the number of its sentence.
    pub(super) fn new(
        links: &'a [Link],
        begin: usize,
        (assumed, is_true): (&'a Node, bool),
        sentence: usize,
    ) -> Self {
        let known = vec![Fact { node: assumed, is_true, sentence, link: None, by: None }];
        Self { links, begin, known }
    }

    fn find(&self, node: &Node, is_true: bool) -> Option<&Fact<'a>> {
        self.known.iter().find(|known| known.is_true == is_true && is_same_node(known.node, node))
    }

    /// Returns the number of the sentence that shows a node to be true or false.
    pub(super) fn sentence(&self, node: &Node, is_true: bool) -> Option<usize> {
        self.find(node, is_true).map(|known| known.sentence)
    }

    /// Returns the links to excluded nodes that no strong link continues from, in order.
    pub(super) fn ends(&self) -> Vec<usize> {
        let is_used = |node: &Node| {
            self.links.iter().any(|link| link.strong && is_same_node(&link.from, node))
        };
        let links = self.links.iter().enumerate();
        let ends = links.filter(|(_, link)| !link.strong && !is_used(&link.to));
        ends.map(|(number, _)| self.begin + number).collect()
    }

    /// Returns a link by its index in the pattern.
    pub(super) fn link(&self, number: usize) -> &'a Link {
        &self.links[number - self.begin]
    }
}

impl ExplanationWriter<'_> {
    /// Adds a sentence for each node that the links show to be true.
    pub(super) fn derive(&mut self, derivation: &mut Derivation<'_>) {
        let links = derivation.links;
        for (number, link) in links.iter().enumerate() {
            let place = derivation.begin + number;
            if !link.strong {
                if derivation.find(&link.to, false).is_none() {
                    let sentence = derivation.sentence(&link.from, true).unwrap_or(self.number());
                    let (link, by) = (Some(place), Some(&link.from));
                    let node = &links[number].to;
                    derivation.known.push(Fact { node, is_true: false, sentence, link, by });
                }
                continue;
            }
            if derivation.find(&link.to, true).is_some() {
                continue;
            }
            let into = |other: &&Link| other.strong && is_same_node(&other.to, &link.to);
            let premises: Vec<&Link> = links.iter().filter(into).collect();
            let places = links.iter().enumerate().filter(|(_, other)| into(other));
            let mut used: Vec<usize> = places.map(|(place, _)| derivation.begin + place).collect();
            for premise in &premises {
                used.extend(derivation.find(&premise.from, false).and_then(|known| known.link));
            }
            used.sort_unstable();
            let text = self.consequence(derivation, &premises);
            let sets: Vec<usize> = self.number_of_set(&link.from.through).into_iter().collect();
            let sentence = self.add(text);
            sentence.links = used;
            sentence.sets = sets;
            let (node, sentence) = (&links[number].to, self.number());
            let (link, by) = (Some(place), None);
            derivation.known.push(Fact { node, is_true: true, sentence, link, by });
        }
    }

    /// Returns the sentence that concludes a true node from false nodes.
    fn consequence(&self, derivation: &Derivation<'_>, premises: &[&Link]) -> String {
        let link = premises[0];
        let conclusion = format!("{}: {}", self.statement(&link.to, true), self.because(link));
        let known = derivation.find(&link.from, false);
        let is_next = known.is_some_and(|known| known.sentence == self.number());
        match (premises, known) {
            ([_], Some(known)) if known.by.is_none() => format!("Then {conclusion}."),
            ([_], Some(_)) if is_next => {
                format!("Then {}, so {conclusion}.", self.statement(&link.from, false))
            }
            _ => {
                let falses: Vec<&Node> = premises.iter().map(|link| &link.from).collect();
                let falses = super::capitalized(&self.excluded(derivation, &falses));
                format!("{falses}, so {conclusion}.")
            }
        }
    }

    /// Returns which nodes are false, with the numbers of the sentences that show it.
    pub(super) fn excluded(&self, derivation: &Derivation<'_>, nodes: &[&Node]) -> String {
        // Cells that lose the same digit in the same sentence are joined.
        let mut groups: Vec<(Node, Option<usize>)> = Vec::new();
        for node in nodes {
            let sentence = derivation.sentence(node, false);
            let known = groups.iter_mut().find(|(group, other)| {
                group.digit == node.digit && *other == sentence && sentence.is_some()
            });
            match known {
                Some((group, _)) => {
                    group.cells.extend(&node.cells);
                    group.cells.sort_unstable();
                    group.cells.dedup();
                }
                None => groups.push(((*node).clone(), sentence)),
            }
        }
        let texts = groups.iter().map(|(node, sentence)| {
            let statement = self.statement(node, false);
            sentence.map_or(statement.clone(), |sentence| format!("{statement} ({sentence})"))
        });
        crate::text::and(&texts.collect::<Vec<_>>())
    }

    /// Returns why the end of a link is true if its start is false.
    fn because(&self, link: &Link) -> String {
        let Link { from, to, house, .. } = link;
        if let (false, set) = (from.through.is_empty(), &from.through) {
            let name = self.number_of_set(set).map(super::letter).unwrap_or_default();
            let is_in = |node: &Node| node.cells.iter().all(|cell| set.contains(cell));
            let set = format!("the almost locked set {name} ({})", self.cells(set));
            return match (is_in(from), is_in(to)) {
                (true, true) => format!("{set} then contains all of its other digits"),
                (true, false) => format!(
                    "{set} then contains all of its other digits, which leave no other candidate \
                     in {}",
                    self.cells(&to.cells)
                ),
                (false, _) => format!(
                    "without it {set} would contain all of its other digits, which leave no other \
                     candidate in {}",
                    self.cells(&from.cells)
                ),
            };
        }
        match house {
            Some(house) => {
                let s = if to.cells.len() == 1 { " is" } else { "s are" };
                format!("no other place{s} left for {} in {}", to.digit, self.house(*house))
            }
            None => format!("no other candidate is left in {}", self.cells(&to.cells)),
        }
    }
}
