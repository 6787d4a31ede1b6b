//! X-chains and XY-chains: chains with restricted links.

use smallvec::SmallVec;

use crate::context::links::{LinkGraph, NodeKinds, State};
use crate::context::reachability::{PathLimits, PathSearch};
use crate::context::{Context, Flow, StepSink};

use super::path;

/// Finds X-chains: chains of one digit.
pub(in crate::techniques) fn x_chains<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let graph = context.links(NodeKinds::Candidates);
    let same =
        |from: State, to: State| graph.nodes[from.node()].digit == graph.nodes[to.node()].digit;
    // At least three links: one would be a conjugate pair.
    let can_eliminate = context.board.digits().map(|digit| !context.is_exhausted(steps, digit));
    let can_eliminate: SmallVec<[bool; 16]> = can_eliminate.collect();
    let begins = |from: usize| can_eliminate[usize::from(graph.nodes[from].digit) - 1];
    find(context, graph, steps, 3, begins, same)?;
    context.board.digits().for_each(|digit| context.mark_exhausted(steps, digit));
    Flow::Continue(())
}

/// Finds XY-chains: chains of bivalue cells.
pub(in crate::techniques) fn xy_chains<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let graph = context.links(NodeKinds::Candidates);
    let fits = |from: State, to: State| {
        let same = graph.nodes[from.node()].digit == graph.nodes[to.node()].digit;
        same == from.is_on()
    };
    let two = |from| context.board.mask(graph.cell(from)).count_ones() == 2;
    // Five links are three cells; two cells would be a naked pair.
    find(context, graph, steps, 5, two, fits)
}

/// Finds chains of at least `min_links` links that `allow` accepts, shortest first.
fn find<const W: usize>(
    context: &Context<'_, W>,
    graph: &LinkGraph<W>,
    steps: &mut StepSink<'_>,
    min_links: u32,
    begins: impl Fn(usize) -> bool,
    allow: impl Fn(State, State) -> bool,
) -> Flow {
    let board = context.board;
    // Whether any chain, with any links, leads to an end that eliminates something.
    let may_lead = |from: &usize| {
        let one = &graph.nodes[*from];
        let losing = board.places(one.digit) & one.seen;
        let ends = graph.nodes[from + 1..graph.n_candidates].iter().zip(from + 1..);
        ends.filter(|(other, _)| other.digit == one.digit && other.seen.intersects(&losing))
            .any(|(_, to)| graph.reachability().has(State::off(*from), State::on(to)))
    };
    let candidates = (0..graph.n_candidates).take_while(|_| !context.is_stopped());
    let from = candidates.filter(|&from| begins(from));
    let from: Vec<usize> = from.filter(may_lead).collect();
    if from.is_empty() {
        return Flow::Continue(());
    }
    let mut search = PathSearch::new(graph);
    let mut found = Vec::new();
    let mut limits = PathLimits::NONE;
    for from in from {
        context.continues()?;
        if steps.is_full(found.len()) {
            break;
        }
        search.run(graph, State::off(from), limits, &allow);
        let one = &graph.nodes[from];
        for &to in search.reached() {
            let other = &graph.nodes[to.node()];
            let is_end = to.is_on() && to.node() > from && other.digit == one.digit;
            let length = search.distance(to).unwrap_or(0);
            if is_end && length >= min_links {
                let eliminated = board.places(one.digit) & one.seen & other.seen;
                if !eliminated.is_empty() {
                    found.push((length, from, to, eliminated));
                    if !steps.thorough {
                        limits.max_links = length - 1;
                        break;
                    }
                }
            }
        }
    }
    found.sort_by_key(|&(length, ..)| length);
    for (_, from, to, eliminated) in found {
        context.continues()?;
        steps.eliminate(graph.nodes[from].digit, eliminated, || {
            search.run(graph, State::off(from), PathLimits::NONE, &allow);
            path::pattern(board, graph, &[], &search.path(to), false)
        })?;
    }
    Flow::Continue(())
}
