//! Patterns of two strong links of one digit: skyscraper, two-string kite, turbot fish, empty
//! rectangle.
//!
//! A *strong link* joins the only two places of a digit in a house. If an end of one strong link
//! sees an end of another, at most one of these two is true, so at least one of the other two ends
//! is true. Candidates that see both of those are eliminated.
//!
//! - *Skyscraper*: both links are in rows, and the ends that see each other are in a column; or
//!   with rows and columns exchanged.
//! - *Two-string kite*: one link is in a row, the other in a column, and the ends that see each
//!   other are in a region. It is *dual* if the same two places of the region belong to two kites;
//!   both conclusions are then one step.
//! - *Turbot fish*: any other two links.
//! - *Empty rectangle*: all places in a region are in one of its rows and one of its columns. If a
//!   strong link elsewhere has one end in that row, the place in the column that its other end sees
//!   is eliminated: if it were true, the digit would be in the region's part of the row, and the
//!   link would have no end left. It is *dual* if the same region eliminates two places by two
//!   links.
//!
//! ```text
//! . x . | . . .      Skyscraper: x are the upper ends of strong links in columns 2 and 5, whose
//! . . - | - . .      lower ends share a row. At most one lower end is true, so at least one x is,
//! . . . | . x .      and candidates marked - that see both are eliminated.
//! ```
//!
//! *Sources*: Sudoku Players' Forum: turbot fish by Nick70, skyscraper and kite by Havard, empty
//! rectangle by Rod Hagglund. What counts as one step follows HoDoKu.

use gordian_grid::HouseKind;

use crate::Technique;
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;

/// The two places of a digit in a house.
#[derive(Clone, Copy, Debug)]
struct StrongLink {
    house: usize,
    kind: HouseKind,
    ends: [usize; 2],
}

fn strong_links<const W: usize>(context: &Context<'_, W>, digit: u8) -> Vec<StrongLink> {
    let board = context.board;
    let houses = board.topology.houses.iter().enumerate().filter(|(_, house)| house.full);
    let links = houses.filter_map(|(number, house)| {
        let (a, b) = board.places_in(number, digit).pair()?;
        Some(StrongLink { house: number, kind: house.kind, ends: [a, b] })
    });
    links.collect()
}

/// Two strong links whose inner ends see each other.
#[derive(Clone, Copy, Debug)]
struct LinkPair<const W: usize> {
    links: [StrongLink; 2],
    inner: [usize; 2],
    outer: [usize; 2],
    eliminated: Cells<W>,
}

/// Finds skyscrapers, two-string kites and turbot fish.
pub(super) fn two_links<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    context.each_digit(steps, |steps, digit| {
        let links = strong_links(context, digit);
        let mut kites = Vec::new();
        for (at, &first) in links.iter().enumerate() {
            for &second in &links[at + 1..] {
                for turn in 0..4 {
                    let Some(pair) = join_links(context, digit, [first, second], turn) else {
                        continue;
                    };
                    if classify(context, &pair) != steps.technique {
                        continue;
                    }
                    steps.eliminate(digit, pair.eliminated, || pattern(digit, &[pair]))?;
                    if steps.technique == Technique::TwoStringKite {
                        kites.push(pair);
                    }
                }
            }
        }
        for (at, first) in kites.iter().enumerate() {
            let inner = |pair: &LinkPair<W>| Cells::<W>::from_iter(pair.inner);
            for second in kites[at + 1..].iter().filter(|other| inner(other) == inner(first)) {
                let eliminated = first.eliminated | second.eliminated;
                steps.eliminate(digit, eliminated, || pattern(digit, &[*first, *second]))?;
            }
        }
        Flow::Continue(())
    })
}

/// Joins two links at the ends selected by `turn`; returns `None` if these do not see each other,
/// the links share an end, or nothing is eliminated.
fn join_links<const W: usize>(
    context: &Context<'_, W>,
    digit: u8,
    links: [StrongLink; 2],
    turn: usize,
) -> Option<LinkPair<W>> {
    let (a, b) = (turn % 2, turn / 2);
    let inner = [links[0].ends[a], links[1].ends[b]];
    let outer = [links[0].ends[1 - a], links[1].ends[1 - b]];
    let peers = &context.board.topology.peers;
    if !peers[inner[0]].has(inner[1]) || outer[0] == outer[1] || inner.contains(&outer[0]) {
        return None;
    }
    if inner.contains(&outer[1]) {
        return None;
    }
    let mut eliminated = context.board.places(digit) & peers[outer[0]] & peers[outer[1]];
    inner.iter().for_each(|&cell| eliminated.remove(cell));
    (!eliminated.is_empty()).then_some(LinkPair { links, inner, outer, eliminated })
}

/// Returns the technique of a pair of links.
fn classify<const W: usize>(context: &Context<'_, W>, pair: &LinkPair<W>) -> Technique {
    use HouseKind::{Column, Region, Row};
    let topology = &context.board.topology;
    let met_in = |kind| {
        let mut houses = topology.houses_containing(Cells::from_iter(pair.inner));
        houses.any(|house| topology.houses[house].kind == kind)
    };
    match [pair.links[0].kind, pair.links[1].kind] {
        [Row, Row] if met_in(Column) => Technique::Skyscraper,
        [Column, Column] if met_in(Row) => Technique::Skyscraper,
        [Row, Column] | [Column, Row] if met_in(Region) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

fn pattern<const W: usize>(digit: u8, pairs: &[LinkPair<W>]) -> Pattern {
    let mut houses: Vec<usize> =
        pairs.iter().flat_map(|pair| pair.links.map(|link| link.house)).collect();
    houses.dedup();
    Pattern {
        digits: vec![digit],
        cells: pairs
            .iter()
            .flat_map(|pair| [pair.outer[0], pair.inner[0], pair.inner[1], pair.outer[1]])
            .collect(),
        houses,
        ..Pattern::default()
    }
}

/// An empty rectangle: a region whose places are in a row and a column, and a strong link.
#[derive(Clone, Copy, Debug)]
struct EmptyRectangle<const W: usize> {
    region: usize,
    /// The places in the region.
    places: Cells<W>,
    link: StrongLink,
    eliminated: Cells<W>,
}

pub(super) fn empty_rectangles<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let topology = &context.board.topology;
    context.each_digit(steps, |steps, digit| {
        let links = strong_links(context, digit);
        for region in topology.houses_of_kind(HouseKind::Region) {
            let mut found = Vec::new();
            in_region(context, digit, &links, region, &mut |one| {
                found.push(one);
                steps.eliminate(digit, one.eliminated, || rectangle_pattern(digit, &[one]))
            })?;
            for (at, first) in found.iter().enumerate() {
                for second in &found[at + 1..] {
                    let eliminated = first.eliminated | second.eliminated;
                    if eliminated != first.eliminated && eliminated != second.eliminated {
                        steps.eliminate(digit, eliminated, || {
                            rectangle_pattern(digit, &[*first, *second])
                        })?;
                    }
                }
            }
        }
        Flow::Continue(())
    })
}

/// Enumerates the empty rectangles of a region that eliminate something.
fn in_region<const W: usize>(
    context: &Context<'_, W>,
    digit: u8,
    links: &[StrongLink],
    region: usize,
    take: &mut dyn FnMut(EmptyRectangle<W>) -> Flow,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let house = &topology.houses[region];
    let places = board.places_in(region, digit);
    if !house.full || places.len() < 2 {
        return Flow::Continue(());
    }
    let lines = |kind| {
        let houses = topology.houses_of_kind(kind).map(|line| topology.houses[line].cells);
        houses.filter(move |cells| cells.intersects(&house.cells))
    };
    for row in lines(HouseKind::Row) {
        for column in lines(HouseKind::Column) {
            let in_one = places.is_subset_of(&row) || places.is_subset_of(&column);
            if in_one || !places.is_subset_of(&(row | column)) {
                continue;
            }
            for link in links {
                // The link leads from one of the lines to a parallel line.
                let (from, crossed, parallel) = match link.kind {
                    HouseKind::Column => (row, column, HouseKind::Row),
                    HouseKind::Row => (column, row, HouseKind::Column),
                    _ => continue,
                };
                for [near, far] in [link.ends, [link.ends[1], link.ends[0]]] {
                    let is_outside = !house.cells.has(near) && !house.cells.has(far);
                    if !is_outside || !from.has(near) || crossed.has(near) {
                        continue;
                    }
                    let mut own =
                        topology.houses_of[far].iter().map(|&line| &topology.houses[line]);
                    let Some(line) = own.find(|line| line.kind == parallel) else { continue };
                    let eliminated = (board.places(digit) & line.cells & crossed) - house.cells;
                    if !eliminated.is_empty() {
                        take(EmptyRectangle { region, places, link: *link, eliminated })?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn rectangle_pattern<const W: usize>(digit: u8, found: &[EmptyRectangle<W>]) -> Pattern {
    let region = found[0].region;
    let mut houses = vec![region];
    houses.extend(found.iter().map(|one| one.link.house));
    let mut cells = found[0].places.to_vec();
    cells.extend(found.iter().flat_map(|one| one.link.ends));
    Pattern { digits: vec![digit], cells, houses, ..Pattern::default() }
}
