//! Forcing chains: what follows over links that need one premise each.
//!
//! What follows from each state is known as a row of bits ([`Reach`](crate::reach::Reach)). The
//! rows of all premises of a choice have in common what is true in any case; its opposite is what
//! can be refuted. Only for these the shortest paths are looked for.

use std::cmp::Reverse;

use crate::Technique;
use crate::context::{Context, Flow, Steps};
use crate::links::{Detail, LinkGraph, State};
use crate::reach::{Search, Until};
use crate::step::{Candidate, Link, Node, Pattern};
use crate::techniques;

use super::choices::{self, Choice, Kind, Numbers};
use super::tell::{self, Clash, Told};

/// Links of a path: from, to, through.
type Links = Vec<(State, State, u32)>;

/// Hands over forcing chains of the kind that is wanted.
pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let graph = context.links(Detail::Groups);
    let choices = choices::choices(context.board, &Numbers::new(context.board));
    let chains = Chains { context, graph, choices };
    if steps.wanted == Technique::ForcingChainContradiction {
        chains.contradictions(steps)
    } else {
        chains.verities(steps)
    }
}

/// A way to refute an assumption.
struct Refutation {
    assumed: State,
    /// What follows from it and cannot be true at the same time.
    goals: Vec<State>,
    clash: Clash,
    n_links: usize,
}

struct Chains<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    graph: &'a LinkGraph<W>,
    choices: Vec<Choice>,
}

impl<const W: usize> Chains<'_, '_, W> {
    /// Returns what every premise of a choice leads to, as bits of states.
    fn common(&self, choice: &Choice) -> Vec<u64> {
        let reach = self.graph.reach();
        let mut row = reach.row(choice.premises[0]).to_vec();
        choice.premises[1..]
            .iter()
            .for_each(|&premise| choices::keep(&mut row, reach.row(premise)));
        row
    }

    /// Returns what a true state places or removes, as far as it is news.
    fn conclusion(&self, state: State) -> Vec<Candidate> {
        let spot = &self.graph.spots[state.spot()];
        let cells = match (state.is_on(), state.spot() < self.graph.n_candidates) {
            (true, false) => self.context.board.places(spot.digit) & spot.seen,
            _ => spot.cells,
        };
        cells.each().map(|cell| Candidate::new(cell, spot.digit)).collect()
    }

    /// Hands over what follows from a true state.
    fn conclude(&self, steps: &mut Steps<'_>, state: State, pattern: Pattern) -> Flow {
        let conclusion = self.conclusion(state);
        match conclusion[..] {
            [only] if state.is_on() && state.spot() < self.graph.n_candidates => {
                steps.place(only.cell, only.digit, pattern)
            }
            _ => steps.eliminate_all(conclusion, || pattern),
        }
    }

    fn contradictions(&self, steps: &mut Steps<'_>) -> Flow {
        let mut search = Search::new(self.graph);
        let mut found = Vec::new();
        for assumed in self.refutable() {
            let n_concluded = self.conclusion(assumed.opposite()).len();
            if n_concluded == 0 {
                continue;
            }
            search.run(self.graph, assumed, Until::NEVER, |_, _| true);
            if let Some(refutation) = self.refute(&search, assumed) {
                found.push((refutation, n_concluded));
            }
        }
        found.sort_by_key(|(refutation, n_concluded)| (refutation.n_links, Reverse(*n_concluded)));
        for (Refutation { assumed, goals, clash, .. }, _) in found {
            search.run(self.graph, assumed, Until::NEVER, |_, _| true);
            let mut told = Told::default();
            let links = self.links(&tree(&search, &goals), &goals);
            told.add(self.node(assumed), assumed.is_on(), links);
            let mut pattern = told.pattern();
            clash.write(&mut pattern);
            self.conclude(steps, assumed.opposite(), pattern)?;
        }
        Flow::Continue(())
    }

    /// Returns the states that lead to a contradiction.
    fn refutable(&self) -> Vec<State> {
        let reach = self.graph.reach();
        let mut bits = vec![0_u64; (2 * self.graph.n_plain).div_ceil(64)];
        let mut add = |state: State| bits[state.number() / 64] |= 1 << (state.number() % 64);
        for state in (0..2 * self.graph.n_plain).map(State::new) {
            if reach.has(state, state.opposite()) {
                add(state);
            }
        }
        for choice in &self.choices {
            // With two premises one is the opposite of the other as far as links go.
            if choice.premises.len() > 2 {
                choices::states(&self.common(choice)).for_each(|state| add(state.opposite()));
            }
        }
        choices::states(&bits).collect()
    }

    /// Returns the shortest refutation of what the search began with. Refutations whose links all
    /// begin there are left to simpler techniques.
    fn refute(&self, search: &Search, assumed: State) -> Option<Refutation> {
        let mut best: Option<(u32, Clash, Vec<State>)> = None;
        let mut offer = |length: u32, clash: &dyn Fn() -> Clash, goals: &dyn Fn() -> Vec<State>| {
            if best.as_ref().is_none_or(|&(shortest, ..)| length < shortest) {
                best = Some((length, clash(), goals()));
            }
        };
        for choice in
            self.choices.iter().filter(|choice| !matches!(choice.kind, Kind::Candidate(_)))
        {
            let goals = || choice.premises.iter().map(|premise| premise.opposite());
            let length: Option<u32> = goals().map(|goal| search.distance(goal)).sum();
            if let Some(length) = length
                && goals().any(|goal| search.distance(goal).is_some_and(|links| links > 1))
            {
                offer(length, &|| Clash::Nothing(choice.kind), &|| goals().collect());
            }
        }
        if self.graph.reach().has(assumed, assumed.opposite()) {
            for &one in search.reached().iter().filter(|state| state.is_on()) {
                for other in self.graph.edges(one).iter().map(|edge| edge.to.opposite()) {
                    let lengths = search.distance(one).zip(search.distance(other));
                    if let Some((near, far)) = lengths
                        && near <= far
                    {
                        offer(near + far, &|| self.clash(one, other), &|| vec![one, other]);
                    }
                }
            }
        }
        let (_, clash, goals) = best?;
        let n_links = tree(search, &goals).len();
        Some(Refutation { assumed, goals, clash, n_links })
    }

    /// Returns what two spots that cannot both be true say.
    fn clash(&self, one: State, other: State) -> Clash {
        let (one, other) = (&self.graph.spots[one.spot()], &self.graph.spots[other.spot()]);
        let cells = one.cells | other.cells;
        let topology = &self.context.board.topology;
        match topology.houses_with(cells).next() {
            Some(house) if one.digit == other.digit => {
                Clash::Twice(house, one.digit, cells.to_vec())
            }
            _ => {
                let cell = one.cells.first().expect("a spot has a cell");
                Clash::Digits(cell, [one.digit, other.digit])
            }
        }
    }

    /// Returns what a state says as a node.
    fn node(&self, state: State) -> Node {
        let spot = &self.graph.spots[state.spot()];
        Node { digit: spot.digit, cells: spot.cells.to_vec(), through: Vec::new() }
    }

    /// Returns links in words of candidates. The ends of several links that leave one node for the
    /// same digit become one: none of these cells.
    fn links(&self, tree: &Links, goals: &[State]) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::with_capacity(tree.len());
        let mut joined: Vec<(State, u8, usize)> = Vec::new();
        for &(from, to, _) in tree {
            let digit = self.graph.spots[to.spot()].digit;
            let is_leaf = goals.contains(&to) && tree.iter().all(|&(other, ..)| other != to);
            if !to.is_on() && is_leaf {
                let same = joined.iter().find(|(other, d, _)| *other == from && *d == digit);
                if let Some(&(.., at)) = same {
                    links[at].to.cells.extend(self.graph.spots[to.spot()].cells.each());
                    links[at].to.cells.sort_unstable();
                    continue;
                }
                joined.push((from, digit, links.len()));
            }
            let (from, end) = (self.node(from), self.node(to));
            links.push(techniques::chains::link(self.context.board, from, end, to.is_on()));
        }
        links
    }

    fn verities(&self, steps: &mut Steps<'_>) -> Flow {
        let mut search = Search::new(self.graph);
        // For each state the shortest way to show that it is true.
        let mut best: Vec<Option<(u32, usize)>> = vec![None; 2 * self.graph.n_plain];
        for (number, choice) in self.choices.iter().enumerate() {
            let common = self.common(choice);
            let mut ends: Vec<(State, u32, u32)> = choices::states(&common)
                .filter(|&end| !self.conclusion(end).is_empty())
                .map(|end| (end, 0, 0))
                .collect();
            for &premise in &choice.premises {
                if ends.is_empty() {
                    break;
                }
                search.run(self.graph, premise, Until::NEVER, |_, _| true);
                ends.retain_mut(|(end, sum, max)| {
                    let Some(links) = search.distance(*end) else { return false };
                    *sum += links;
                    *max = links.max(*max);
                    true
                });
            }
            for (end, sum, max) in ends {
                let slot = &mut best[end.number()];
                if max > 1 && slot.is_none_or(|(shortest, _)| sum < shortest) {
                    *slot = Some((sum, number));
                }
            }
        }
        let states = best.iter().enumerate();
        let found = states.filter_map(|(state, &best)| Some((best?, State::new(state))));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|&((sum, choice), end)| {
            (sum, Reverse(self.conclusion(end).len()), choice, end)
        });
        for ((_, choice), end) in found {
            let choice = &self.choices[choice];
            let mut told = Told::default();
            for &premise in &choice.premises {
                search.run(self.graph, premise, Until::NEVER, |_, _| true);
                let links = self.links(&search.path(end), &[]);
                told.add(self.node(premise), premise.is_on(), links);
            }
            let mut pattern = told.pattern();
            tell::write(choice.kind, &mut pattern);
            self.conclude(steps, end, pattern)?;
        }
        Flow::Continue(())
    }
}

/// Returns the links of the shortest paths to the goals, each once.
fn tree(search: &Search, goals: &[State]) -> Links {
    let mut links: Links = Vec::new();
    for &goal in goals {
        for link in search.path(goal) {
            if links.iter().all(|other| other.1 != link.1) {
                links.push(link);
            }
        }
    }
    links
}
