//! Forcing chains: implications over links with one premise each.
//!
//! The consequences of each state are a row of bits
//! ([`Reachability`](crate::context::reachability::Reachability)). The intersection of the rows of
//! all premises of a choice is true in every case, and its opposite can be refuted. Shortest paths
//! are searched only for these states.

use std::cmp::Reverse;

use gordian_grid::Candidate;

use super::branch_pattern::{self, BranchList, Contradiction};
use super::choices::{self, CandidateIndex, Choice, ChoiceKind};
use crate::context::links::{LinkGraph, NodeKinds, State};
use crate::context::reachability::{PathLimits, PathSearch};
use crate::context::{Context, Flow, StepSink};
use crate::step::{Link, Node, Pattern};
use crate::{Technique, techniques};

/// The links of a path: from, to, through.
type Links = Vec<(State, State, u32)>;

/// Finds forcing chains: contradictions or verities.
pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let graph = context.links(NodeKinds::Groups);
    if graph.n_candidates == 0 {
        return Flow::Continue(());
    }
    let choices = choices::choices(context.board, &CandidateIndex::new(context.board));
    let chains = Chains { context, graph, choices };
    if steps.technique == Technique::ForcingChainContradiction {
        chains.contradictions(steps)
    } else {
        chains.verities(steps)
    }
}

/// A refutation of an assumption.
struct Refutation {
    assumed: State,
    /// Consequences that cannot all be true.
    goals: Vec<State>,
    contradiction: Contradiction,
    n_links: usize,
}

struct Chains<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    graph: &'a LinkGraph<W>,
    choices: Vec<Choice>,
}

impl<const W: usize> Chains<'_, '_, W> {
    /// Returns the common consequences of all premises of a choice, one bit per state.
    fn common(&self, choice: &Choice) -> Vec<u64> {
        let reach = self.graph.reachability();
        let mut row = reach.row(choice.premises[0]).to_vec();
        choice.premises[1..]
            .iter()
            .for_each(|&premise| choices::intersect(&mut row, reach.row(premise)));
        row
    }

    /// Returns the candidates that a true state places or eliminates.
    fn conclusion(&self, state: State) -> Vec<Candidate> {
        let node = &self.graph.nodes[state.node()];
        let cells = match (state.is_on(), state.node() < self.graph.n_candidates) {
            (true, false) => self.context.board.places(node.digit) & node.seen,
            _ => node.cells,
        };
        cells.iter().map(|cell| Candidate::new(cell, node.digit)).collect()
    }

    /// Reports the conclusion of a true state.
    fn conclude(&self, steps: &mut StepSink<'_>, state: State, pattern: Pattern) -> Flow {
        let conclusion = self.conclusion(state);
        match conclusion[..] {
            [only] if state.is_on() && state.node() < self.graph.n_candidates => {
                steps.place(only.cell, only.digit, pattern)
            }
            _ => steps.eliminate_all(conclusion, || pattern),
        }
    }

    fn contradictions(&self, steps: &mut StepSink<'_>) -> Flow {
        let mut search = PathSearch::new(self.graph);
        let mut found = Vec::new();
        for assumed in self.refutable() {
            self.context.continues()?;
            let n_concluded = self.conclusion(assumed.opposite()).len();
            if n_concluded == 0 {
                continue;
            }
            search.run(self.graph, assumed, PathLimits::NONE, |_, _| true);
            if let Some(refutation) = self.refute(&search, assumed) {
                found.push((refutation, n_concluded));
            }
        }
        found.sort_by_key(|(refutation, n_concluded)| (refutation.n_links, Reverse(*n_concluded)));
        for (Refutation { assumed, goals, contradiction, .. }, _) in found {
            self.context.continues()?;
            search.run(self.graph, assumed, PathLimits::NONE, |_, _| true);
            let mut branches = BranchList::default();
            let links = self.links(&tree(&search, &goals), &goals);
            branches.add(self.node(assumed), assumed.is_on(), links);
            let mut pattern = branches.pattern();
            contradiction.write(&mut pattern);
            self.conclude(steps, assumed.opposite(), pattern)?;
        }
        Flow::Continue(())
    }

    /// Returns the states that lead to a contradiction.
    fn refutable(&self) -> Vec<State> {
        let reach = self.graph.reachability();
        let mut bits = vec![0_u64; (2 * self.graph.n_without_sets).div_ceil(64)];
        let mut add = |state: State| bits[state.number() / 64] |= 1 << (state.number() % 64);
        for state in (0..2 * self.graph.n_without_sets).map(State::new) {
            if reach.has(state, state.opposite()) {
                add(state);
            }
        }
        for choice in &self.choices {
            if self.context.is_stopped() {
                break;
            }
            // With two premises, the links make one the opposite of the other.
            if choice.premises.len() > 2 {
                choices::states(&self.common(choice)).for_each(|state| add(state.opposite()));
            }
        }
        choices::states(&bits).collect()
    }

    /// Returns the shortest refutation of the start of the search. Refutations whose links all
    /// begin there are left to simpler techniques.
    fn refute(&self, search: &PathSearch, assumed: State) -> Option<Refutation> {
        let mut best: Option<(u32, Contradiction, Vec<State>)> = None;
        let mut offer = |length: u32,
                         contradiction: &dyn Fn() -> Contradiction,
                         goals: &dyn Fn() -> Vec<State>| {
            if best.as_ref().is_none_or(|&(shortest, ..)| length < shortest) {
                best = Some((length, contradiction(), goals()));
            }
        };
        for choice in
            self.choices.iter().filter(|choice| !matches!(choice.kind, ChoiceKind::Candidate(_)))
        {
            let goals = || choice.premises.iter().map(|premise| premise.opposite());
            let length: Option<u32> = goals().map(|goal| search.distance(goal)).sum();
            if let Some(length) = length
                && goals().any(|goal| search.distance(goal).is_some_and(|links| links > 1))
            {
                offer(length, &|| Contradiction::NothingLeft(choice.kind), &|| goals().collect());
            }
        }
        if self.graph.reachability().has(assumed, assumed.opposite()) {
            for &one in search.reached().iter().filter(|state| state.is_on()) {
                for other in self.graph.edges(one).iter().map(|edge| edge.to.opposite()) {
                    let lengths = search.distance(one).zip(search.distance(other));
                    if let Some((near, far)) = lengths
                        && near <= far
                    {
                        offer(near + far, &|| self.contradiction(one, other), &|| vec![one, other]);
                    }
                }
            }
        }
        let (_, contradiction, goals) = best?;
        let n_links = tree(search, &goals).len();
        Some(Refutation { assumed, goals, contradiction, n_links })
    }

    /// Returns the contradiction between two nodes that cannot both be true.
    fn contradiction(&self, one: State, other: State) -> Contradiction {
        let (one, other) = (&self.graph.nodes[one.node()], &self.graph.nodes[other.node()]);
        let cells = one.cells | other.cells;
        let topology = &self.context.board.topology;
        match topology.houses_containing(cells).next() {
            Some(house) if one.digit == other.digit => {
                Contradiction::DigitTwice(house, one.digit, cells.to_vec())
            }
            _ => {
                let cell = one.cells.first().expect("a node has a cell");
                Contradiction::TwoDigits(cell, [one.digit, other.digit])
            }
        }
    }

    /// Returns the node of a state.
    fn node(&self, state: State) -> Node {
        let node = &self.graph.nodes[state.node()];
        Node { digit: node.digit, cells: node.cells.to_vec(), through: Vec::new() }
    }

    /// Converts links. Several final links from one node to the same digit are joined into one.
    fn links(&self, tree: &Links, goals: &[State]) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::with_capacity(tree.len());
        let mut joined: Vec<(State, u8, usize)> = Vec::new();
        for &(from, to, _) in tree {
            let digit = self.graph.nodes[to.node()].digit;
            let is_leaf = goals.contains(&to) && tree.iter().all(|&(other, ..)| other != to);
            if !to.is_on() && is_leaf {
                let same = joined.iter().find(|(other, d, _)| *other == from && *d == digit);
                if let Some(&(.., at)) = same {
                    links[at].to.cells.extend(self.graph.nodes[to.node()].cells.iter());
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

    fn verities(&self, steps: &mut StepSink<'_>) -> Flow {
        let mut search = PathSearch::new(self.graph);
        // For each state, the shortest proof that it is true: total links and choice.
        let mut best: Vec<Option<(u32, usize)>> = vec![None; 2 * self.graph.n_without_sets];
        for (number, choice) in self.choices.iter().enumerate() {
            self.context.continues()?;
            let common = self.common(choice);
            let mut ends: Vec<(State, u32, u32)> = choices::states(&common)
                .filter(|&end| !self.conclusion(end).is_empty())
                .map(|end| (end, 0, 0))
                .collect();
            for &premise in &choice.premises {
                if ends.is_empty() {
                    break;
                }
                self.context.continues()?;
                search.run(self.graph, premise, PathLimits::NONE, |_, _| true);
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
            self.context.continues()?;
            let choice = &self.choices[choice];
            let mut branches = BranchList::default();
            for &premise in &choice.premises {
                search.run(self.graph, premise, PathLimits::NONE, |_, _| true);
                let links = self.links(&search.path(end), &[]);
                branches.add(self.node(premise), premise.is_on(), links);
            }
            let mut pattern = branches.pattern();
            branch_pattern::write_choice(choice.kind, &mut pattern);
            self.conclude(steps, end, pattern)?;
        }
        Flow::Continue(())
    }
}

/// Returns the links of the shortest paths to the goals, each once.
fn tree(search: &PathSearch, goals: &[State]) -> Links {
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
