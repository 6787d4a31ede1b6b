//! Nice loops and AICs.

use gordian_grid::Candidate;

use super::path::{self, Path};
use crate::Technique;
use crate::board::{bit, digits};
use crate::context::als::Als;
use crate::context::links::{Edge, LinkGraph, NodeKinds, State};
use crate::context::reachability::{PathLimits, PathSearch};
use crate::context::{Context, Flow, StepSink};

/// Finds loops and AICs of single candidates.
pub(in crate::techniques) fn ungrouped<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    find(context, steps, NodeKinds::Candidates)
}

/// Finds loops and AICs with at least one group or almost locked set. Those with only groups come
/// first; a solution leaves the others to the techniques with almost locked sets.
pub(in crate::techniques) fn grouped<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    find(context, steps, NodeKinds::Groups)?;
    if steps.thorough {
        find(context, steps, NodeKinds::AlmostLockedSets)
    } else {
        Flow::Continue(())
    }
}

fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    kinds: NodeKinds,
) -> Flow {
    let graph = context.links(kinds);
    let sets =
        if kinds == NodeKinds::AlmostLockedSets { context.almost_locked_sets() } else { &[] };
    let chains = Chains { context, graph, sets, kinds };
    match steps.technique {
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => {
            chains.continuous(steps)
        }
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => {
            chains.discontinuous(steps)
        }
        _ => chains.aics(steps),
    }
}

/// The paths found: all of them, or one of the shortest if not thorough.
struct FoundPaths {
    paths: Vec<Path>,
    thorough: bool,
    /// The maximum length of further paths.
    max_links: u32,
}

/// The maximum path length of successive rounds, if only one of the shortest paths is wanted. Most
/// are short, and short searches are cheap.
const MAX_LINKS_BY_ROUND: [u32; 3] = [5, 9, u32::MAX];

impl FoundPaths {
    fn new(steps: &StepSink<'_>) -> Self {
        Self { paths: Vec::new(), thorough: steps.thorough, max_links: u32::MAX }
    }

    /// Returns the limits of a search for another path.
    fn limits(&self, goal: Option<State>) -> PathLimits {
        PathLimits { max_links: self.max_links, goal }
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
    kinds: NodeKinds,
}

impl<const W: usize> Chains<'_, '_, W> {
    /// Returns whether a path uses a node of the kind that the graph adds: a group, or a set.
    fn uses_nodes_of_kind(&self, path: &Path) -> bool {
        let is_single = |state: State| state.node() < self.graph.n_candidates;
        match self.kinds {
            NodeKinds::Candidates => true,
            NodeKinds::Groups => {
                path.iter().any(|&(from, to, _)| !is_single(from) || !is_single(to))
            }
            NodeKinds::AlmostLockedSets => path.iter().any(|&(_, _, set)| set != Edge::DIRECT),
        }
    }

    /// Finds continuous loops: paths from an off-node to an on-node that sees it.
    fn continuous(&self, steps: &mut StepSink<'_>) -> Flow {
        let (graph, board) = (self.graph, self.context.board);
        let reach = graph.reachability();
        // The states of a loop imply each other: all are true or all are false.
        let can_eliminate = &self.components_with_eliminations();
        let closing = |from: usize| {
            let off = State::off(from);
            let linked = graph.edges(State::on(from)).iter().map(|edge| edge.to.node());
            let linked = linked.filter(move |&to| to < graph.n_without_sets);
            let linked = linked.filter(move |&to| reach.are_equivalent(off, State::on(to)));
            linked.filter(move |_| can_eliminate[reach.component(off)])
        };
        let begins: Vec<usize> =
            (0..graph.n_without_sets).filter(|&from| closing(from).next().is_some()).collect();
        if begins.is_empty() {
            return Flow::Continue(());
        }
        let mut search = PathSearch::new(graph);
        let mut found = FoundPaths::new(steps);
        for from in begins {
            self.context.continues()?;
            if steps.is_full(found.paths.len()) {
                break;
            }
            search.run(graph, State::off(from), found.limits(None), |_, _| true);
            for to in closing(from) {
                // A strong link that is also weak is not a loop.
                if search.distance(State::on(to)).is_none_or(|distance| distance < 3) {
                    continue;
                }
                let path = search.path(State::on(to));
                if self.uses_nodes_of_kind(&path)
                    && !path::loop_eliminations(board, graph, self.sets, &path).is_empty()
                {
                    found.add(path);
                }
            }
        }
        for path in found.in_order() {
            self.context.continues()?;
            let eliminated = path::loop_eliminations(board, graph, self.sets, &path);
            steps.eliminate_all(eliminated, || {
                path::pattern(board, graph, self.sets, &path, true)
            })?;
        }
        Flow::Continue(())
    }

    /// Returns for each component whether a loop in it could eliminate anything: whether two of its
    /// states have a weak link whose ends an outside candidate sees.
    fn components_with_eliminations(&self) -> Vec<bool> {
        let (graph, board, reach) = (self.graph, self.context.board, self.graph.reachability());
        // Strong links through sets also eliminate candidates.
        let mut can_eliminate =
            vec![self.kinds == NodeKinds::AlmostLockedSets; reach.n_components()];
        for from in 0..graph.n_without_sets {
            let on = State::on(from);
            let component = reach.component(on);
            if can_eliminate[component] {
                continue;
            }
            let one = &graph.nodes[from];
            can_eliminate[component] = graph.edges(on).iter().any(|edge| {
                let other = &graph.nodes[edge.to.node()];
                reach.are_equivalent(on, edge.to)
                    && if one.digit == other.digit {
                        board.places(one.digit).intersects(&(one.seen & other.seen))
                    } else {
                        let pair = bit(one.digit) | bit(other.digit);
                        one.cells.only().is_some_and(|cell| board.mask(cell) & !pair != 0)
                    }
            });
        }
        can_eliminate
    }

    /// Finds discontinuous loops: paths from a candidate to its opposite.
    fn discontinuous(&self, steps: &mut StepSink<'_>) -> Flow {
        let (graph, board) = (self.graph, self.context.board);
        let mut ends = Vec::new();
        for candidate in 0..graph.n_candidates {
            let (on, off) = (State::on(candidate), State::off(candidate));
            for (from, to) in [(on, off), (off, on)] {
                // A true candidate eliminates the others of its cell, if there are any.
                let is_single = board.mask(graph.cell(candidate)).count_ones() == 1;
                if graph.reachability().has(from, to) && !(to.is_on() && is_single) {
                    ends.push((from, to));
                }
            }
        }
        if ends.is_empty() {
            return Flow::Continue(());
        }
        let mut search = PathSearch::new(graph);
        let mut found = FoundPaths::new(steps);
        for max_links in MAX_LINKS_BY_ROUND {
            if !found.thorough {
                found.max_links = max_links;
            }
            for &(from, to) in &ends {
                self.context.continues()?;
                search.run(graph, from, found.limits(Some(to)), |_, _| true);
                if search.distance(to).is_some() {
                    let path = search.path(to);
                    if self.uses_nodes_of_kind(&path) {
                        found.add(path);
                    }
                }
            }
            if found.thorough || !found.paths.is_empty() {
                break;
            }
        }
        for path in found.in_order() {
            self.context.continues()?;
            let from = path[0].0;
            let node = &graph.nodes[from.node()];
            let cell = graph.cell(from.node());
            let eliminated =
                if from.is_on() { bit(node.digit) } else { board.mask(cell) & !bit(node.digit) };
            let eliminated = digits(eliminated).map(|digit| Candidate::new(cell, digit)).collect();
            steps.eliminate_all(eliminated, || {
                path::pattern(board, graph, self.sets, &path, false)
            })?;
        }
        Flow::Continue(())
    }

    /// Finds AICs: paths between two candidates of which one must be true.
    fn aics(&self, steps: &mut StepSink<'_>) -> Flow {
        let (board, graph) = (self.context.board, self.graph);
        let ends = |from: usize| {
            (from + 1..graph.n_candidates)
                .filter(move |&to| graph.reachability().has(State::off(from), State::on(to)))
                .filter(move |&to| self.aic_eliminations(from, to).is_some())
        };
        let begins: Vec<(usize, Vec<usize>)> = (0..graph.n_candidates)
            .take_while(|_| !self.context.is_stopped())
            .map(|from| (from, ends(from).collect::<Vec<_>>()))
            .filter(|(_, ends)| !ends.is_empty())
            .collect();
        if begins.is_empty() {
            return Flow::Continue(());
        }
        let mut search = PathSearch::new(graph);
        let mut found = FoundPaths::new(steps);
        for (from, ends) in begins {
            self.context.continues()?;
            if steps.is_full(found.paths.len()) {
                break;
            }
            search.run(graph, State::off(from), found.limits(None), |_, _| true);
            for to in ends {
                // A single link is a conjugate pair or a bivalue cell.
                if search.distance(State::on(to)).is_some_and(|distance| distance > 1) {
                    let path = search.path(State::on(to));
                    if self.uses_nodes_of_kind(&path) {
                        found.add(path);
                    }
                }
            }
        }
        for path in found.in_order() {
            self.context.continues()?;
            let (from, to) = (path[0].0, path[path.len() - 1].1);
            let Some(eliminated) = self.aic_eliminations(from.node(), to.node()) else { continue };
            steps.eliminate_all(eliminated, || {
                path::pattern(board, graph, self.sets, &path, false)
            })?;
        }
        Flow::Continue(())
    }

    /// Returns the eliminations if one of two candidates is true; `None` if fewer than two.
    fn aic_eliminations(&self, one: usize, other: usize) -> Option<Vec<Candidate>> {
        let (graph, board) = (self.graph, self.context.board);
        let (a, b) = (&graph.nodes[one], &graph.nodes[other]);
        let (cell_a, cell_b) = (graph.cell(one), graph.cell(other));
        if a.digit == b.digit {
            let cells = board.places(a.digit) & a.seen & b.seen;
            let eliminated = || cells.iter().map(|cell| Candidate::new(cell, a.digit)).collect();
            return (cells.len() > 1).then(eliminated);
        }
        let fits = a.seen.has(cell_b)
            && board.mask(cell_a) & bit(b.digit) != 0
            && board.mask(cell_b) & bit(a.digit) != 0;
        fits.then(|| vec![Candidate::new(cell_a, b.digit), Candidate::new(cell_b, a.digit)])
    }
}
