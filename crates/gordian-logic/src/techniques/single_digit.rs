//! Patterns of two strong links of one digit: skyscraper, two-string kite, turbot fish, empty
//! rectangle.
//!
//! A *strong link* joins the only two places of a digit in a house. If one end each of two strong
//! links see each other, not both of these are true, so one of the other two ends is; what sees
//! both of them goes.
//!
//! - *Skyscraper*: both links are in rows, and the ends that see each other in a column; or the
//!   other way round.
//! - *Two-string kite*: one link is in a row, the other in a column, and the ends that see each other
//!   in a region. It is *dual* if the same two places of the region belong to two kites; both
//!   conclusions are one step then.
//! - *Turbot fish*: any other two links.
//! - *Empty rectangle*: all places in a region are in one of its rows and one of its columns. If a
//!   strong link elsewhere has one end in that row, the place in the column that its other end sees
//!   goes: if it were true, the digit would be in the region's part of the row, and the link would
//!   have no end left. It is *dual* if the same region removes two places by two links.
//!
//! ```text
//! . x . | . . .      Skyscraper: the places of rows 1 and 5 are marked x. Column 2 has one of the
//! . . - | - . .      lower pair at most, so one of the other two ends is true, and the places
//! . . . | . x .      marked - go, as far as they see both.
//! ```
//!
//! *Sources*: the turbot fish is by Nick70, skyscraper and kite by Havard, the empty rectangle by
//! Rod Hagglund, all on the players' forum; what counts as one step is HoDoKu's choice.

use gordian_sudoku::HouseKind;

use crate::Technique;
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
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
struct Pair<const W: usize> {
    links: [StrongLink; 2],
    inner: [usize; 2],
    outer: [usize; 2],
    gone: Cells<W>,
}

/// Skyscrapers, two-string kites and turbot fish.
pub(super) fn two_links<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    context.each_digit(steps, |steps, digit| {
        let links = strong_links(context, digit);
        let mut kites = Vec::new();
        for (at, &first) in links.iter().enumerate() {
            for &second in &links[at + 1..] {
                for turn in 0..4 {
                    let Some(pair) = join(context, digit, [first, second], turn) else { continue };
                    if sort(context, &pair) != steps.wanted {
                        continue;
                    }
                    steps.eliminate(digit, pair.gone, || pattern(digit, &[pair]))?;
                    if steps.wanted == Technique::TwoStringKite {
                        kites.push(pair);
                    }
                }
            }
        }
        for (at, first) in kites.iter().enumerate() {
            let inner = |pair: &Pair<W>| Cells::<W>::from_iter(pair.inner);
            for second in kites[at + 1..].iter().filter(|other| inner(other) == inner(first)) {
                let gone = first.gone | second.gone;
                steps.eliminate(digit, gone, || pattern(digit, &[*first, *second]))?;
            }
        }
        Flow::Continue(())
    })
}

/// Joins two links at their ends, `turn` says which ones; returns nothing if these do not see each
/// other, if the links have an end in common, or if nothing goes.
fn join<const W: usize>(
    context: &Context<'_, W>,
    digit: u8,
    links: [StrongLink; 2],
    turn: usize,
) -> Option<Pair<W>> {
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
    let mut gone = context.board.places(digit) & peers[outer[0]] & peers[outer[1]];
    inner.iter().for_each(|&cell| gone.remove(cell));
    (!gone.is_empty()).then_some(Pair { links, inner, outer, gone })
}

/// Says which technique a pair of links is.
fn sort<const W: usize>(context: &Context<'_, W>, pair: &Pair<W>) -> Technique {
    use HouseKind::{Column, Region, Row};
    let topology = &context.board.topology;
    let met_in = |kind| {
        let mut houses = topology.houses_with(Cells::from_iter(pair.inner));
        houses.any(|house| topology.houses[house].kind == kind)
    };
    match [pair.links[0].kind, pair.links[1].kind] {
        [Row, Row] if met_in(Column) => Technique::Skyscraper,
        [Column, Column] if met_in(Row) => Technique::Skyscraper,
        [Row, Column] | [Column, Row] if met_in(Region) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

fn pattern<const W: usize>(digit: u8, pairs: &[Pair<W>]) -> Pattern {
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

/// A region whose places are in a row and a column, and a strong link.
#[derive(Clone, Copy, Debug)]
struct EmptyRectangle<const W: usize> {
    region: usize,
    /// The places in the region.
    places: Cells<W>,
    link: StrongLink,
    gone: Cells<W>,
}

pub(super) fn empty_rectangles<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let topology = &context.board.topology;
    context.each_digit(steps, |steps, digit| {
        let links = strong_links(context, digit);
        for region in topology.of_kind(HouseKind::Region) {
            let mut found = Vec::new();
            in_region(context, digit, &links, region, &mut |one| {
                found.push(one);
                steps.eliminate(digit, one.gone, || rectangle_pattern(digit, &[one]))
            })?;
            for (at, first) in found.iter().enumerate() {
                for second in &found[at + 1..] {
                    let gone = first.gone | second.gone;
                    if gone != first.gone && gone != second.gone {
                        steps.eliminate(digit, gone, || {
                            rectangle_pattern(digit, &[*first, *second])
                        })?;
                    }
                }
            }
        }
        Flow::Continue(())
    })
}

/// Goes through the empty rectangles of a region that remove something.
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
        let houses = topology.of_kind(kind).map(|line| topology.houses[line].cells);
        houses.filter(move |cells| cells.meets(&house.cells))
    };
    for row in lines(HouseKind::Row) {
        for column in lines(HouseKind::Column) {
            let in_one = places.is_within(&row) || places.is_within(&column);
            if in_one || !places.is_within(&(row | column)) {
                continue;
            }
            for link in links {
                // The link goes from one of the lines to another one that is parallel to it.
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
                    let gone = (board.places(digit) & line.cells & crossed) - house.cells;
                    if !gone.is_empty() {
                        take(EmptyRectangle { region, places, link: *link, gone })?;
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
