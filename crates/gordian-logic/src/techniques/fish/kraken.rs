//! Kraken fish: finned fish with chains from the fins.
//!
//! In a finned fish, either the fish without its fins is valid or one of the fins is true.
//!
//! - *Type 1*: a candidate that the fish would eliminate is false if a chain from each fin also
//!   shows that it is false. (If each fin sees it directly, it is a finned fish.)
//! - *Type 2*: each cover house of the fish contains the digit at one of its candidates, unless a
//!   fin is true. So a conclusion that follows by chains from all candidates of one cover house and
//!   from all fins is true; it may be about any digit.
//!
//! ```text
//!       c2   c5   c8
//! r1    x    f    x      x: the digit in rows 1 and 6, covered by columns 2 and 8 but for f.
//! r6    x    .    x      The fin f does not see the cell -, but a chain leads there: if f is true, -
//! r8    -                is false; if not, the X-wing eliminates it.
//! ```
//!
//! *Source*: Sudoku Players' Forum (2007); types and steps as in HoDoKu.
//!
//! # How they are found
//!
//! Backwards: assume the opposite of the conclusion. Its consequences show which places the digit
//! loses. If k − 1 houses cover the remaining places of k base houses, that is a contradiction, and
//! with one more cover house they form the fish. For most assumptions one template of the digit
//! that is compatible with them proves that there is no fish. Base and cover are rows and regions
//! against columns and regions, up to four of each, three with regions. For each conclusion the
//! smallest fish with the fewest chains is reported.

use gordian_grid::Candidate;

use super::form::{Fins, Form, Shape};
use super::search::{Houses, PartialFish, Search};
use crate::Technique;
use crate::cells::Cells;
use crate::context::als::Als;
use crate::context::links::{LinkGraph, NodeKinds, State};
use crate::context::reachability::{PathLimits, PathSearch};
use crate::context::template_search;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Branch, Node, Pattern};
use crate::techniques::chains;

/// The maximum size of a fish.
const MAX_SIZE: usize = 4;
/// The maximum size of a fish with regions, or in a grid with more than nine digits.
const MAX_SIZE_WITH_REGIONS: usize = 3;
/// The maximum number of pairs of an assumption and a digit that are searched for fish.
const MAX_SEARCHES: u32 = 80;

/// Finds Kraken fish of type 1 or 2.
pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    Kraken::new(context, NodeKinds::Groups).run(steps)?;
    if steps.thorough {
        Kraken::new(context, NodeKinds::AlmostLockedSets).run(steps)
    } else {
        Flow::Continue(())
    }
}

/// A fish and the starts of its chains.
struct KrakenFish<const W: usize> {
    digit: u8,
    assumed: State,
    bases: Houses,
    covers: Houses,
    fins: Cells<W>,
    /// The starts of the chains: the fins, and for type 2 the candidates of one cover house.
    starts: Cells<W>,
}

struct Kraken<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    graph: &'a LinkGraph<W>,
    sets: &'a [Als<W>],
}

impl<'a, 'b, const W: usize> Kraken<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, detail: NodeKinds) -> Self {
        let sets =
            if detail == NodeKinds::AlmostLockedSets { context.almost_locked_sets() } else { &[] };
        Self { context, graph: context.links(detail), sets }
    }

    fn run(&self, steps: &mut StepSink<'_>) -> Flow {
        let mut found = Vec::new();
        let mut n_searches = 0;
        let mut paths = PathSearch::new(self.graph);
        for digit in self.context.board.digits() {
            self.context.continues()?;
            self.of_digit(digit, steps.technique, &mut n_searches, &mut paths, &mut found);
        }
        let mut with_chains: Vec<(usize, KrakenFish<W>, Vec<chains::Path>)> = Vec::new();
        for fish in found {
            self.context.continues()?;
            let goal = fish.assumed.opposite();
            let chains = fish.starts.iter().map(|cell| {
                let limits = PathLimits { goal: Some(goal), ..PathLimits::NONE };
                let begin = State::on(self.number(cell, fish.digit)?);
                paths.run(self.graph, begin, limits, |_, _| true);
                paths.distance(goal).map(|_| paths.path(goal))
            });
            // A chain that contradicts itself proves more than the fish.
            if let Some(chains) = chains.collect::<Option<Vec<_>>>() {
                with_chains.push((chains.iter().map(Vec::len).sum(), fish, chains));
            }
        }
        with_chains.sort_by_key(|(n_links, fish, _)| (fish.bases.len(), *n_links));
        for (_, fish, chains) in with_chains {
            let node = &self.graph.nodes[fish.assumed.node()];
            let cell = self.graph.cell(fish.assumed.node());
            let pattern = || self.pattern(&fish, &chains);
            if fish.assumed.is_on() {
                steps.eliminate_all(vec![Candidate::new(cell, node.digit)], pattern)?;
            } else {
                steps.place(cell, node.digit, pattern())?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the number of a candidate.
    fn number(&self, cell: usize, digit: u8) -> Option<usize> {
        (0..self.graph.n_candidates).find(|&candidate| {
            self.graph.nodes[candidate].digit == digit && self.graph.cell(candidate) == cell
        })
    }

    fn of_digit(
        &self,
        digit: u8,
        wanted: Technique,
        n_searches: &mut u32,
        paths: &mut PathSearch,
        found: &mut Vec<KrakenFish<W>>,
    ) {
        let board = self.context.board;
        let places = board.places(digit);
        let nodes = self.graph.nodes.iter().enumerate().take(self.graph.n_candidates);
        let own: Vec<(usize, usize)> = nodes
            .filter(|(_, node)| node.digit == digit)
            .map(|(number, _)| (self.graph.cell(number), number))
            .collect();
        let reach = self.graph.reachability();
        let is_type_1 = wanted == Technique::KrakenFish1;
        let mut templates: Vec<Cells<W>> = Vec::new();
        for assumed in (0..2 * self.graph.n_candidates).map(State::new) {
            if self.context.is_stopped() {
                return;
            }
            let is_own = assumed.is_on() && self.graph.nodes[assumed.node()].digit == digit;
            if is_type_1 && !is_own {
                continue;
            }
            let lost = own.iter().filter(|(_, number)| reach.has(assumed, State::off(*number)));
            let lost: Cells<W> = lost.map(|&(cell, _)| cell).collect();
            let through = is_own.then(|| self.graph.cell(assumed.node()));
            let near = through.map_or(Cells::EMPTY, |cell| board.topology.peers[cell]);
            if lost.is_subset_of(&near) {
                continue;
            }
            let left = places - lost;
            let fits = |template: &Cells<W>| {
                template.is_subset_of(&left) && through.is_none_or(|cell| template.has(cell))
            };
            if templates.iter().any(fits) {
                continue;
            }
            if let Some(template) = template_search::find_template(board, digit, left, through) {
                templates.push(template);
                continue;
            }
            if *n_searches >= MAX_SEARCHES {
                return;
            }
            *n_searches += 1;
            let fish = Assumption { digit, assumed, through, is_type_1 };
            found.extend(self.fish_with_short_chains(&fish, &own, paths));
        }
    }

    /// Returns a fish with short chains: uses only the nearest lost places that suffice for a fish.
    fn fish_with_short_chains(
        &self,
        assumption: &Assumption,
        own: &[(usize, usize)],
        paths: &mut PathSearch,
    ) -> Option<KrakenFish<W>> {
        let board = self.context.board;
        let Assumption { digit, assumed, through, .. } = *assumption;
        paths.run(self.graph, assumed, PathLimits::NONE, |_, _| true);
        let lost = own
            .iter()
            .filter_map(|&(cell, candidate)| Some((paths.distance(State::off(candidate))?, cell)));
        let mut lost: Vec<(u32, usize)> = lost.collect();
        lost.sort_unstable();
        let direct: Cells<W> =
            lost.iter().filter(|(links, _)| *links < 2).map(|&(_, cell)| cell).collect();
        let mut near = Cells::EMPTY;
        for same in lost.chunk_by(|a, b| a.0 == b.0) {
            if self.context.is_stopped() {
                return None;
            }
            same.iter().for_each(|&(_, cell)| near.insert(cell));
            let left = board.places(digit) - near;
            if near.is_subset_of(&direct) {
                continue;
            }
            if template_search::find_template(board, digit, left, through).is_none()
                && let found @ Some(_) = assumption.smallest(self.context, near, direct)
            {
                return found;
            }
        }
        None
    }

    fn pattern(&self, fish: &KrakenFish<W>, chains: &[chains::Path]) -> Pattern {
        let board = self.context.board;
        let places = fish.bases.iter().map(|&house| board.places_in(house, fish.digit));
        let places = places.fold(Cells::EMPTY, |all, cells| all | cells);
        let mut pattern = Pattern {
            digits: vec![fish.digit],
            cells: (places - fish.fins).to_vec(),
            houses: fish.bases.to_vec(),
            covers: fish.covers.to_vec(),
            fins: fish.fins.to_vec(),
            ..Pattern::default()
        };
        for (cell, path) in fish.starts.iter().zip(chains) {
            let chain = chains::pattern(board, self.graph, self.sets, path, false);
            let begin = pattern.links.len();
            pattern.links.extend(chain.links);
            pattern.branches.push(Branch {
                assumed: Node::one(cell, fish.digit),
                is_true: true,
                links: begin..pattern.links.len(),
            });
            for mark in chain.marks {
                if pattern.marks.iter().all(|(candidate, _)| *candidate != mark.0) {
                    pattern.marks.push(mark);
                }
            }
            pattern.sets.extend(chain.sets);
        }
        pattern
    }
}

/// An assumption that a fish may refute.
struct Assumption {
    /// The digit of the fish.
    digit: u8,
    assumed: State,
    /// The cell that holds the digit of the fish, if that is the assumption.
    through: Option<usize>,
    /// Whether to find fish of type 1.
    is_type_1: bool,
}

impl Assumption {
    /// Returns the smallest fish with the fewest chains that refutes the assumption, given that the
    /// digit is in none of the `lost` cells; not all chains may be `direct` links.
    fn smallest<const W: usize>(
        &self,
        context: &Context<'_, W>,
        lost: Cells<W>,
        direct: Cells<W>,
    ) -> Option<KrakenFish<W>> {
        let topology = &context.board.topology;
        // The cell that holds the digit needs no cover, and its houses need no place.
        let mut left = context.board.places(self.digit) - lost;
        self.through.into_iter().for_each(|cell| left.remove(cell));
        for size in 2..=MAX_SIZE {
            for shape in [Shape::Basic, Shape::Franken] {
                let is_large = topology.n > 9 || shape == Shape::Franken;
                if is_large && size > MAX_SIZE_WITH_REGIONS {
                    continue;
                }
                let mut best: Option<KrakenFish<W>> = None;
                for sides in shape.sides() {
                    let form = Form { size, shape, fins: Fins::Some };
                    let search = Search::new(context, self.digit, form, sides);
                    let mut take = |partial: &PartialFish| {
                        for cover in (0..topology.houses.len())
                            .filter(|&house| sides.cover.allows(topology.houses[house].kind))
                        {
                            let fish = self.complete(context, &search, partial, (cover, lost));
                            let fish = fish.filter(|fish| !fish.starts.is_subset_of(&direct));
                            let Some(fish) = fish else { continue };
                            let fewest = best.as_ref().map(|best| best.starts.len());
                            if fewest.is_none_or(|fewest| fish.starts.len() < fewest) {
                                best = Some(fish);
                            }
                        }
                        Flow::Continue(())
                    };
                    // The receiver never stops the search, only a cancellation.
                    let _ = search.contradictory_bases(left, size, &mut take);
                }
                if best.is_some() {
                    return best;
                }
            }
        }
        None
    }

    /// Returns the fish of a partial fish and one more cover house, if it has the wanted type.
    fn complete<const W: usize>(
        &self,
        context: &Context<'_, W>,
        search: &Search<'_, '_, W>,
        partial: &PartialFish,
        (cover, lost): (usize, Cells<W>),
    ) -> Option<KrakenFish<W>> {
        let topology = &context.board.topology;
        let cells = topology.houses[cover].cells;
        if partial.bases.contains(&cover) || partial.covers.contains(&cover) {
            return None;
        }
        let (in_base, twice_in_base) = search.count(&partial.bases);
        let own = in_base & cells;
        let mut covers = partial.covers.clone();
        covers.push(cover);
        covers.sort_unstable();
        let (in_cover, _) = search.count(&covers);
        let fins = (in_base - in_cover) | twice_in_base;
        let is_fish = if self.is_type_1 {
            let cell = self.through?;
            cells.has(cell) && !in_base.has(cell) && !fins.is_empty()
        } else {
            (own | fins).is_subset_of(&lost)
        };
        if own.is_empty() || !is_fish {
            return None;
        }
        let starts = if self.is_type_1 { fins } else { own | fins };
        // A house that loses all of its places proves the same without a fish.
        let places =
            |&house: &usize| context.board.places(self.digit) & topology.houses[house].cells;
        let lost_houses =
            partial.bases.iter().map(places).filter(|cells| cells.is_subset_of(&lost));
        if lost_houses.map(|cells| cells.len()).min().is_some_and(|fewest| starts.len() >= fewest) {
            return None;
        }
        let mut bases = partial.bases.clone();
        bases.sort_unstable();
        Some(KrakenFish { digit: self.digit, assumed: self.assumed, bases, covers, fins, starts })
    }
}
