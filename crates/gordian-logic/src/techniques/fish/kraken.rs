//! Kraken fish: fish with fins whose arms are chains.
//!
//! A fish with fins shows: it stands without its fins, or one of the fins is true.
//!
//! - *Type 1*: what the fish removes goes if each fin is linked to it by a chain, so that it goes in
//!   either case. (With links alone, and no chain, that is a fish with fins.)
//! - *Type 2*: each cover house of the fish holds one of its candidates, unless a fin is true. So what
//!   follows by chains from all candidates of one cover house and from all fins is true in any case,
//!   of whatever digit it is.
//!
//! ```text
//!       c2   c5   c8
//! r1    x    f    x      x: the digit in rows 1 and 6, covered by columns 2 and 8 but for the fin f.
//! r6    x    .    x      The fin does not see the place -, but a chain leads from it there: if f is
//! r8    -                true, - goes; if not, the X-wing stands and - goes.
//! ```
//!
//! *Source*: named on the players' forum (2007); types and what counts as a step as in HoDoKu.
//!
//! # How they are found
//!
//! From the end: suppose the opposite of what is concluded. The links backwards say which places the
//! digit loses; k base houses of which k − 1 houses cover the rest are a contradiction, and with one
//! more cover house they are the fish. Most suppositions are settled by one complete placing of the
//! digit that goes with them. Base and cover are rows and regions against columns and regions, up to
//! four of each, three with regions; of all fish for one conclusion the smallest with the fewest chains is handed over.

use super::form::{Fins, Form, Shape};
use super::search::{Draft, Houses, Search};
use crate::Technique;
use crate::als::Als;
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::links::{Detail, LinkGraph, State};
use crate::placing;
use crate::reach::{Search as Paths, Until};
use crate::step::{Branch, Candidate, Node, Pattern};
use crate::techniques::chains;

/// Larger fish are not looked for.
const MAX_SIZE: usize = 4;
/// The same for fish with regions, and for grids with more than nine digits.
const MAX_SIZE_WITH_REGIONS: usize = 3;
/// So many pairs of a supposition and a digit are searched for fish at most.
const MAX_SEARCHES: u32 = 80;

/// Hands over kraken fish of the type that is wanted.
pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    Kraken::new(context, Detail::Groups).run(steps)?;
    if steps.thorough { Kraken::new(context, Detail::Sets).run(steps) } else { Flow::Continue(()) }
}

/// A fish with what leads to its conclusion.
struct Found<const W: usize> {
    digit: u8,
    supposed: State,
    bases: Houses,
    covers: Houses,
    fins: Cells<W>,
    /// Where chains begin: the fins, and of type 2 the candidates of one cover house.
    begins: Cells<W>,
}

struct Kraken<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    graph: &'a LinkGraph<W>,
    sets: &'a [Als<W>],
}

impl<'a, 'b, const W: usize> Kraken<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, detail: Detail) -> Self {
        let sets = if detail == Detail::Sets { context.almost_locked_sets() } else { &[] };
        Self { context, graph: context.links(detail), sets }
    }

    fn run(&self, steps: &mut Steps<'_>) -> Flow {
        let mut found = Vec::new();
        let mut n_searches = 0;
        let mut paths = Paths::new(self.graph);
        for digit in self.context.board.digits() {
            self.of_digit(digit, steps.wanted, &mut n_searches, &mut paths, &mut found);
        }
        let mut told: Vec<(usize, Found<W>, Vec<chains::Path>)> = Vec::new();
        for fish in found {
            let goal = fish.supposed.opposite();
            let chains = fish.begins.each().map(|cell| {
                let until = Until { goal: Some(goal), ..Until::NEVER };
                let begin = State::on(self.number(cell, fish.digit)?);
                paths.run(self.graph, begin, until, |_, _| true);
                paths.distance(goal).map(|_| paths.path(goal))
            });
            // A chain that contradicts itself shows more than the fish does.
            if let Some(chains) = chains.collect::<Option<Vec<_>>>() {
                told.push((chains.iter().map(Vec::len).sum(), fish, chains));
            }
        }
        told.sort_by_key(|(n_links, fish, _)| (fish.bases.len(), *n_links));
        for (_, fish, chains) in told {
            let spot = &self.graph.spots[fish.supposed.spot()];
            let cell = self.graph.cell(fish.supposed.spot());
            let pattern = || self.pattern(&fish, &chains);
            if fish.supposed.is_on() {
                steps.eliminate_all(vec![Candidate::new(cell, spot.digit)], pattern)?;
            } else {
                steps.place(cell, spot.digit, pattern())?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the number of a candidate.
    fn number(&self, cell: usize, digit: u8) -> Option<usize> {
        (0..self.graph.n_candidates).find(|&candidate| {
            self.graph.spots[candidate].digit == digit && self.graph.cell(candidate) == cell
        })
    }

    fn of_digit(
        &self,
        digit: u8,
        wanted: Technique,
        n_searches: &mut u32,
        paths: &mut Paths,
        found: &mut Vec<Found<W>>,
    ) {
        let board = self.context.board;
        let places = board.places(digit);
        let spots = self.graph.spots.iter().enumerate().take(self.graph.n_candidates);
        let own: Vec<(usize, usize)> = spots
            .filter(|(_, spot)| spot.digit == digit)
            .map(|(number, _)| (self.graph.cell(number), number))
            .collect();
        let reach = self.graph.reach();
        let is_first = wanted == Technique::KrakenFish1;
        let mut placings: Vec<Cells<W>> = Vec::new();
        for supposed in (0..2 * self.graph.n_candidates).map(State::new) {
            let is_own = supposed.is_on() && self.graph.spots[supposed.spot()].digit == digit;
            if is_first && !is_own {
                continue;
            }
            let lost = own.iter().filter(|(_, number)| reach.has(supposed, State::off(*number)));
            let lost: Cells<W> = lost.map(|&(cell, _)| cell).collect();
            let through = is_own.then(|| self.graph.cell(supposed.spot()));
            let near = through.map_or(Cells::EMPTY, |cell| board.topology.peers[cell]);
            if lost.is_within(&near) {
                continue;
            }
            let left = places - lost;
            let goes = |placing: &Cells<W>| {
                placing.is_within(&left) && through.is_none_or(|cell| placing.has(cell))
            };
            if placings.iter().any(goes) {
                continue;
            }
            if let Some(placing) = placing::any_placing(board, digit, left, through) {
                placings.push(placing);
                continue;
            }
            if *n_searches >= MAX_SEARCHES {
                return;
            }
            *n_searches += 1;
            let fish = Supposition { digit, supposed, through, is_first };
            found.extend(self.nearest(&fish, &own, paths));
        }
    }

    /// Returns a fish with short chains: of what is lost, the farthest places are left alone as long
    /// as the rest makes a fish.
    fn nearest(
        &self,
        supposition: &Supposition,
        own: &[(usize, usize)],
        paths: &mut Paths,
    ) -> Option<Found<W>> {
        let board = self.context.board;
        let Supposition { digit, supposed, through, .. } = *supposition;
        paths.run(self.graph, supposed, Until::NEVER, |_, _| true);
        let lost = own
            .iter()
            .filter_map(|&(cell, candidate)| Some((paths.distance(State::off(candidate))?, cell)));
        let mut lost: Vec<(u32, usize)> = lost.collect();
        lost.sort_unstable();
        let direct: Cells<W> =
            lost.iter().filter(|(links, _)| *links < 2).map(|&(_, cell)| cell).collect();
        let mut near = Cells::EMPTY;
        for same in lost.chunk_by(|a, b| a.0 == b.0) {
            same.iter().for_each(|&(_, cell)| near.insert(cell));
            let left = board.places(digit) - near;
            if near.is_within(&direct) {
                continue;
            }
            if placing::any_placing(board, digit, left, through).is_none()
                && let found @ Some(_) = supposition.smallest(self.context, near, direct)
            {
                return found;
            }
        }
        None
    }

    fn pattern(&self, fish: &Found<W>, chains: &[chains::Path]) -> Pattern {
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
        for (cell, path) in fish.begins.each().zip(chains) {
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

/// What is supposed.
struct Supposition {
    /// The digit of the fish.
    digit: u8,
    supposed: State,
    /// The cell that holds the digit, if that is what is supposed.
    through: Option<usize>,
    /// Whether fish of type 1 are wanted.
    is_first: bool,
}

impl Supposition {
    /// Returns the smallest fish that refutes the supposition, with the fewest chains, if the digit
    /// is in none of the `lost` cells, and not all chains are `direct` links.
    fn smallest<const W: usize>(
        &self,
        context: &Context<'_, W>,
        lost: Cells<W>,
        direct: Cells<W>,
    ) -> Option<Found<W>> {
        let topology = &context.board.topology;
        // The cell that holds the digit needs no cover, and houses through it no place.
        let mut left = context.board.places(self.digit) - lost;
        self.through.into_iter().for_each(|cell| left.remove(cell));
        for size in 2..=MAX_SIZE {
            for shape in [Shape::Basic, Shape::Franken] {
                let is_large = topology.n > 9 || shape == Shape::Franken;
                if is_large && size > MAX_SIZE_WITH_REGIONS {
                    continue;
                }
                let mut best: Option<Found<W>> = None;
                for sides in shape.sides() {
                    let form = Form { size, shape, fins: Fins::Some };
                    let search = Search::new(context, self.digit, form, sides);
                    let mut take = |draft: &Draft| {
                        for cover in (0..topology.houses.len())
                            .filter(|&house| sides.cover.allows(topology.houses[house].kind))
                        {
                            let fish = self.complete(context, &search, draft, (cover, lost));
                            let fish = fish.filter(|fish| !fish.begins.is_within(&direct));
                            let Some(fish) = fish else { continue };
                            let fewest = best.as_ref().map(|best| best.begins.len());
                            if fewest.is_none_or(|fewest| fish.begins.len() < fewest) {
                                best = Some(fish);
                            }
                        }
                        Flow::Continue(())
                    };
                    // Nothing ends it early.
                    let _ = search.overfull(left, size, &mut take);
                }
                if best.is_some() {
                    return best;
                }
            }
        }
        None
    }

    /// Returns the fish that a draft is with one more cover house, if it is of the wanted type.
    fn complete<const W: usize>(
        &self,
        context: &Context<'_, W>,
        search: &Search<'_, W>,
        draft: &Draft,
        (cover, lost): (usize, Cells<W>),
    ) -> Option<Found<W>> {
        let topology = &context.board.topology;
        let cells = topology.houses[cover].cells;
        if draft.bases.contains(&cover) || draft.covers.contains(&cover) {
            return None;
        }
        let (in_base, twice_in_base) = search.count(&draft.bases);
        let own = in_base & cells;
        let mut covers = draft.covers.clone();
        covers.push(cover);
        covers.sort_unstable();
        let (in_cover, _) = search.count(&covers);
        let fins = (in_base - in_cover) | twice_in_base;
        let is_fish = if self.is_first {
            let cell = self.through?;
            cells.has(cell) && !in_base.has(cell) && !fins.is_empty()
        } else {
            (own | fins).is_within(&lost)
        };
        if own.is_empty() || !is_fish {
            return None;
        }
        let begins = if self.is_first { fins } else { own | fins };
        // A house that loses all of its places shows the same without a fish.
        let places =
            |&house: &usize| context.board.places(self.digit) & topology.houses[house].cells;
        let lost_houses = draft.bases.iter().map(places).filter(|cells| cells.is_within(&lost));
        if lost_houses.map(|cells| cells.len()).min().is_some_and(|fewest| begins.len() >= fewest) {
            return None;
        }
        let mut bases = draft.bases.clone();
        bases.sort_unstable();
        Some(Found { digit: self.digit, supposed: self.supposed, bases, covers, fins, begins })
    }
}
