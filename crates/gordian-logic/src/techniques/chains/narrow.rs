//! Chains with links of one kind: X-chains and XY-chains.

use smallvec::SmallVec;

use crate::context::{Context, Flow, Steps};
use crate::links::{Detail, LinkGraph, State};
use crate::reach::{Search, Until};

use super::tell;

/// Chains of one digit.
pub(in crate::techniques) fn x_chains<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let graph = context.links(Detail::Plain);
    let same =
        |from: State, to: State| graph.spots[from.spot()].digit == graph.spots[to.spot()].digit;
    // Three links at least: one would be a pair of places in a house.
    let fruitful = context.board.digits().map(|digit| !context.is_barren(steps, digit));
    let fruitful: SmallVec<[bool; 16]> = fruitful.collect();
    let begins = |from: usize| fruitful[usize::from(graph.spots[from].digit) - 1];
    find(context, graph, steps, 3, begins, same)?;
    context.board.digits().for_each(|digit| context.note_barren(steps, digit));
    Flow::Continue(())
}

/// Chains of cells with two candidates.
pub(in crate::techniques) fn xy_chains<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let graph = context.links(Detail::Plain);
    let fits = |from: State, to: State| {
        let same = graph.spots[from.spot()].digit == graph.spots[to.spot()].digit;
        same == from.is_on()
    };
    let two = |from| context.board.mask(graph.cell(from)).count_ones() == 2;
    // Five links are three cells; two would be a naked pair.
    find(context, graph, steps, 5, two, fits)
}

/// Hands over chains of at least so many links that are allowed, the shortest first.
fn find<const W: usize>(
    context: &Context<'_, W>,
    graph: &LinkGraph<W>,
    steps: &mut Steps<'_>,
    min_links: u32,
    begins: impl Fn(usize) -> bool,
    allow: impl Fn(State, State) -> bool,
) -> Flow {
    let board = context.board;
    // Whether any chain at all, of whatever links, leads to an end that takes something away.
    let may_lead = |from: &usize| {
        let one = &graph.spots[*from];
        let losing = board.places(one.digit) & one.seen;
        let ends = graph.spots[from + 1..graph.n_candidates].iter().zip(from + 1..);
        ends.filter(|(other, _)| other.digit == one.digit && other.seen.meets(&losing))
            .any(|(_, to)| graph.reach().has(State::off(*from), State::on(to)))
    };
    let from = (0..graph.n_candidates).filter(|&from| begins(from));
    let from: Vec<usize> = from.filter(may_lead).collect();
    if from.is_empty() {
        return Flow::Continue(());
    }
    let mut search = Search::new(graph);
    let mut found = Vec::new();
    let mut until = Until::NEVER;
    for from in from {
        search.run(graph, State::off(from), until, &allow);
        let one = &graph.spots[from];
        for &to in search.reached() {
            let other = &graph.spots[to.spot()];
            let is_end = to.is_on() && to.spot() > from && other.digit == one.digit;
            let length = search.distance(to).unwrap_or(0);
            if is_end && length >= min_links {
                let gone = board.places(one.digit) & one.seen & other.seen;
                if !gone.is_empty() {
                    found.push((length, from, to, gone));
                    if !steps.thorough {
                        until.max_links = length - 1;
                        break;
                    }
                }
            }
        }
    }
    found.sort_by_key(|&(length, ..)| length);
    for (_, from, to, gone) in found {
        steps.eliminate(graph.spots[from].digit, gone, || {
            search.run(graph, State::off(from), Until::NEVER, &allow);
            tell::pattern(board, graph, &[], &search.path(to), false)
        })?;
    }
    Flow::Continue(())
}
