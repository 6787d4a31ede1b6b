//! Nice loops and AICs.

use crate::Technique;
use crate::als::Als;
use crate::board::{bit, digits};
use crate::context::{Context, Flow, Steps};
use crate::links::{Detail, Edge, LinkGraph, State};
use crate::reach::{Search, Until};
use crate::step::Candidate;

use super::tell::{self, Path};

/// Loops and AICs of single candidates.
pub(in crate::techniques) fn plain<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    find(context, steps, Detail::Plain)
}

/// Loops and AICs with at least one group or almost locked set; those with groups alone come first,
/// and a solution leaves the others to the techniques of almost locked sets.
pub(in crate::techniques) fn grouped<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    find(context, steps, Detail::Groups)?;
    if steps.thorough { find(context, steps, Detail::Sets) } else { Flow::Continue(()) }
}

fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>, detail: Detail) -> Flow {
    let graph = context.links(detail);
    let sets = if detail == Detail::Sets { context.almost_locked_sets() } else { &[] };
    let chains = Chains { context, graph, sets, detail };
    match steps.wanted {
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => {
            chains.continuous(steps)
        }
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => {
            chains.discontinuous(steps)
        }
        _ => chains.open(steps),
    }
}

/// The paths that were found: all of them, or one of the shortest if only one is wanted.
struct Found {
    paths: Vec<Path>,
    thorough: bool,
    /// Longer ones need not be found.
    max_links: u32,
}

/// How long paths may be in one round after the other, if only one of the shortest is wanted and it
/// is nearly certain that there is one. Most are short, and short searches cost little.
const ROUNDS: [u32; 3] = [5, 9, u32::MAX];

impl Found {
    fn new(steps: &Steps<'_>) -> Self {
        Self { paths: Vec::new(), thorough: steps.thorough, max_links: u32::MAX }
    }

    /// Returns when a search for another path ends.
    fn until(&self, goal: Option<State>) -> Until {
        Until { max_links: self.max_links, goal }
    }

    /// Adds a path unless a shorter one is enough.
    fn add(&mut self, path: Path) {
        let n_links = u32::try_from(path.len()).unwrap_or(u32::MAX);
        if n_links > self.max_links {
            return;
        }
        if !self.thorough {
            self.paths.clear();
            self.max_links = n_links - 1;
        }
        self.paths.push(path);
    }

    /// Returns the paths, the shortest first.
    fn in_order(mut self) -> Vec<Path> {
        self.paths.sort_by_key(Vec::len);
        self.paths
    }
}

struct Chains<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    graph: &'a LinkGraph<W>,
    sets: &'a [Als<W>],
    detail: Detail,
}

impl<const W: usize> Chains<'_, '_, W> {
    /// Returns whether a path is what its detail is about: without groups and sets it would be
    /// one of single candidates, without sets one of groups.
    fn is_proper(&self, path: &Path) -> bool {
        let is_single = |state: State| state.spot() < self.graph.n_candidates;
        match self.detail {
            Detail::Plain => true,
            Detail::Groups => path.iter().any(|&(from, to, _)| !is_single(from) || !is_single(to)),
            Detail::Sets => path.iter().any(|&(_, _, set)| set != Edge::DIRECT),
        }
    }

    /// Paths from a spot that is off to one that is on and sees it.
    fn continuous(&self, steps: &mut Steps<'_>) -> Flow {
        let (graph, board) = (self.graph, self.context.board);
        let reach = graph.reach();
        // The states of a loop follow from each other: they are all true or all false.
        let fruitful = &self.fruitful_components();
        let closing = |from: usize| {
            let off = State::off(from);
            let linked = graph.edges(State::on(from)).iter().map(|edge| edge.to.spot());
            let linked = linked.filter(move |&to| to < graph.n_plain);
            let linked = linked.filter(move |&to| reach.are_equal(off, State::on(to)));
            linked.filter(move |_| fruitful[reach.component(off)])
        };
        let begins: Vec<usize> =
            (0..graph.n_plain).filter(|&from| closing(from).next().is_some()).collect();
        if begins.is_empty() {
            return Flow::Continue(());
        }
        let mut search = Search::new(graph);
        let mut found = Found::new(steps);
        for from in begins {
            search.run(graph, State::off(from), found.until(None), |_, _| true);
            for to in closing(from) {
                // A strong link that is weak as well is no loop.
                if search.distance(State::on(to)).is_none_or(|distance| distance < 3) {
                    continue;
                }
                let path = search.path(State::on(to));
                if self.is_proper(&path)
                    && !tell::loop_eliminations(board, graph, self.sets, &path).is_empty()
                {
                    found.add(path);
                }
            }
        }
        for path in found.in_order() {
            let gone = tell::loop_eliminations(board, graph, self.sets, &path);
            steps.eliminate_all(gone, || tell::pattern(board, graph, self.sets, &path, true))?;
        }
        Flow::Continue(())
    }

    /// Returns for each component whether a loop in it could take anything away: whether two of its
    /// states have a weak link that something sees from outside.
    fn fruitful_components(&self) -> Vec<bool> {
        let (graph, board, reach) = (self.graph, self.context.board, self.graph.reach());
        // Strong links through sets take something away, too.
        let mut fruitful = vec![self.detail == Detail::Sets; reach.n_components()];
        for from in 0..graph.n_plain {
            let on = State::on(from);
            let component = reach.component(on);
            if fruitful[component] {
                continue;
            }
            let one = &graph.spots[from];
            fruitful[component] = graph.edges(on).iter().any(|edge| {
                let other = &graph.spots[edge.to.spot()];
                reach.are_equal(on, edge.to)
                    && if one.digit == other.digit {
                        board.places(one.digit).meets(&(one.seen & other.seen))
                    } else {
                        let pair = bit(one.digit) | bit(other.digit);
                        one.cells.only().is_some_and(|cell| board.mask(cell) & !pair != 0)
                    }
            });
        }
        fruitful
    }

    /// Paths from a candidate to its opposite.
    fn discontinuous(&self, steps: &mut Steps<'_>) -> Flow {
        let (graph, board) = (self.graph, self.context.board);
        let mut ends = Vec::new();
        for candidate in 0..graph.n_candidates {
            let (on, off) = (State::on(candidate), State::off(candidate));
            for (from, to) in [(on, off), (off, on)] {
                // What must be true takes the others from its cell, if there are any.
                let is_single = board.mask(graph.cell(candidate)).count_ones() == 1;
                if graph.reach().has(from, to) && !(to.is_on() && is_single) {
                    ends.push((from, to));
                }
            }
        }
        if ends.is_empty() {
            return Flow::Continue(());
        }
        let mut search = Search::new(graph);
        let mut found = Found::new(steps);
        for max_links in ROUNDS {
            if !found.thorough {
                found.max_links = max_links;
            }
            for &(from, to) in &ends {
                search.run(graph, from, found.until(Some(to)), |_, _| true);
                if search.distance(to).is_some() {
                    let path = search.path(to);
                    if self.is_proper(&path) {
                        found.add(path);
                    }
                }
            }
            if found.thorough || !found.paths.is_empty() {
                break;
            }
        }
        for path in found.in_order() {
            let from = path[0].0;
            let spot = &graph.spots[from.spot()];
            let cell = graph.cell(from.spot());
            let gone =
                if from.is_on() { bit(spot.digit) } else { board.mask(cell) & !bit(spot.digit) };
            let gone = digits(gone).map(|digit| Candidate::new(cell, digit)).collect();
            steps.eliminate_all(gone, || tell::pattern(board, graph, self.sets, &path, false))?;
        }
        Flow::Continue(())
    }

    /// Paths between two candidates of which one must be true.
    fn open(&self, steps: &mut Steps<'_>) -> Flow {
        let (board, graph) = (self.context.board, self.graph);
        let ends = |from: usize| {
            (from + 1..graph.n_candidates)
                .filter(move |&to| graph.reach().has(State::off(from), State::on(to)))
                .filter(move |&to| self.open_eliminations(from, to).is_some())
        };
        let begins: Vec<(usize, Vec<usize>)> = (0..graph.n_candidates)
            .map(|from| (from, ends(from).collect::<Vec<_>>()))
            .filter(|(_, ends)| !ends.is_empty())
            .collect();
        if begins.is_empty() {
            return Flow::Continue(());
        }
        let mut search = Search::new(graph);
        let mut found = Found::new(steps);
        for (from, ends) in begins {
            search.run(graph, State::off(from), found.until(None), |_, _| true);
            for to in ends {
                // One link alone is a pair of places in a house or of digits in a cell.
                if search.distance(State::on(to)).is_some_and(|distance| distance > 1) {
                    let path = search.path(State::on(to));
                    if self.is_proper(&path) {
                        found.add(path);
                    }
                }
            }
        }
        for path in found.in_order() {
            let (from, to) = (path[0].0, path[path.len() - 1].1);
            let Some(gone) = self.open_eliminations(from.spot(), to.spot()) else { continue };
            steps.eliminate_all(gone, || tell::pattern(board, graph, self.sets, &path, false))?;
        }
        Flow::Continue(())
    }

    /// Returns what goes if one of two candidates is true, if that is more than one candidate.
    fn open_eliminations(&self, one: usize, other: usize) -> Option<Vec<Candidate>> {
        let (graph, board) = (self.graph, self.context.board);
        let (a, b) = (&graph.spots[one], &graph.spots[other]);
        let (cell_a, cell_b) = (graph.cell(one), graph.cell(other));
        if a.digit == b.digit {
            let cells = board.places(a.digit) & a.seen & b.seen;
            let gone = || cells.each().map(|cell| Candidate::new(cell, a.digit)).collect();
            return (cells.len() > 1).then(gone);
        }
        let fits = a.seen.has(cell_b)
            && board.mask(cell_a) & bit(b.digit) != 0
            && board.mask(cell_b) & bit(a.digit) != 0;
        fits.then(|| vec![Candidate::new(cell_a, b.digit), Candidate::new(cell_b, a.digit)])
    }
}
