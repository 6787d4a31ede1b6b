//! Colours: the places of one digit, painted in pairs of colours of which one is right.
//!
//! Two places that are the only ones of a house get opposite colours; what hangs together in this
//! way is a *cluster*. All places of one of its colours hold the digit and none of the other.
//!
//! - *Simple colours*: a place outside the cluster that sees both colours goes (*trap*); a colour with
//!   two places that see each other is wrong and goes as a whole (*wrap*).
//! - *Multi colours*: two clusters with colours A, a and B, b. If a place of A sees one of B, not both
//!   colours are right; so a or b is, and places that see both of these go (type 1). If places of
//!   A see one of B and one of b, A is wrong and goes (type 2).
//!
//! ```text
//! A  .  .  | .  a  .         Row 1, column 5 and row 5 have two places each: one cluster.
//! .  -  .  | .  .  .         What is marked - sees an A and an a.
//! .  -  .  | .  .  .
//! ---------+---------
//! -  .  .  | .  .  .
//! .  a  .  | .  A  .
//! ```
//!
//! *Source*: common knowledge of the players' forum (2005); the names trap and wrap are HoDoKu's.

use smallvec::SmallVec;

use crate::board::{Board, bit};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

/// The places of a digit that hang together through houses with two of them.
struct Cluster<const W: usize> {
    colours: [Cells<W>; 2],
    /// The cells that see a place of the colour.
    seen: [Cells<W>; 2],
}

impl<const W: usize> Cluster<W> {
    fn cells(&self) -> Cells<W> {
        self.colours[0] | self.colours[1]
    }
}

pub(super) fn simple<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    context.each_digit(steps, |steps, digit| {
        for cluster in clusters(board, digit) {
            for (colour, seen) in cluster.colours.into_iter().zip(cluster.seen) {
                if colour.meets(&seen) {
                    steps.eliminate(digit, colour, || pattern(digit, &[&cluster]))?;
                }
            }
            let seen = cluster.seen[0] & cluster.seen[1];
            let gone = (board.places(digit) & seen) - cluster.cells();
            steps.eliminate(digit, gone, || pattern(digit, &[&cluster]))?;
        }
        Flow::Continue(())
    })
}

pub(super) fn multi<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    context.each_digit(steps, |steps, digit| {
        let clusters = clusters(board, digit);
        for (number, first) in clusters.iter().enumerate() {
            for second in &clusters[number + 1..] {
                wrong(steps, digit, first, second)?;
                wrong(steps, digit, second, first)?;
                either(board, steps, digit, first, second)?;
            }
        }
        Flow::Continue(())
    })
}

/// Type 2: colours of the first cluster that see both colours of the other.
fn wrong<const W: usize>(
    steps: &mut Steps<'_>,
    digit: u8,
    first: &Cluster<W>,
    other: &Cluster<W>,
) -> Flow {
    for colour in first.colours {
        if other.seen.iter().all(|seen| seen.meets(&colour)) {
            steps.eliminate(digit, colour, || pattern(digit, &[first, other]))?;
        }
    }
    Flow::Continue(())
}

/// Type 1: pairs of colours that are not both right, all those of two clusters in one step.
fn either<const W: usize>(
    board: &Board<W>,
    steps: &mut Steps<'_>,
    digit: u8,
    first: &Cluster<W>,
    second: &Cluster<W>,
) -> Flow {
    let mut gone = Cells::EMPTY;
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if first.colours[a].meets(&second.seen[b]) {
            gone |= first.seen[1 - a] & second.seen[1 - b];
        }
    }
    steps.eliminate(digit, board.places(digit) & gone, || pattern(digit, &[first, second]))
}

/// Returns the clusters of a digit, in order of their first cells.
fn clusters<const W: usize>(board: &Board<W>, digit: u8) -> SmallVec<[Cluster<W>; 8]> {
    let topology = &board.topology;
    let full = topology.houses.iter().filter(|house| house.full);
    let pairs = full.filter_map(|house| (board.places(digit) & house.cells).pair());
    let pairs: SmallVec<[(usize, usize); 32]> = pairs.collect();
    let mut left: Cells<W> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
    let mut clusters = SmallVec::new();
    while let Some(start) = left.first() {
        let colours = paint(&pairs, start);
        left -= colours[0] | colours[1];
        // A place with both colours: the position is contradictory, which others will say.
        if !colours[0].meets(&colours[1]) {
            let seen = colours.map(|colour| {
                colour.each().fold(Cells::EMPTY, |seen, cell| seen | topology.peers[cell])
            });
            clusters.push(Cluster { colours, seen });
        }
    }
    clusters
}

/// Returns the two colours of what hangs together with `start`, its own first.
fn paint<const W: usize>(pairs: &[(usize, usize)], start: usize) -> [Cells<W>; 2] {
    let mut colours = [Cells::one(start), Cells::EMPTY];
    loop {
        let before = colours;
        for &(one, other) in pairs {
            for colour in [0, 1] {
                if colours[colour].has(one) {
                    colours[1 - colour].insert(other);
                }
                if colours[colour].has(other) {
                    colours[1 - colour].insert(one);
                }
            }
        }
        if colours == before {
            return colours;
        }
    }
}

/// The colours of one cluster or two: marked as first and second, and as sets, those of the first
/// cluster before those of the other.
fn pattern<const W: usize>(digit: u8, clusters: &[&Cluster<W>]) -> Pattern {
    let (mut marks, mut sets) = (Vec::new(), Vec::new());
    for cluster in clusters {
        for (colour, mark) in cluster.colours.into_iter().zip([Mark::First, Mark::Second]) {
            marks.extend(colour.each().map(|cell| (Candidate::new(cell, digit), mark)));
            sets.push(Set { cells: colour.to_vec(), digits: bit(digit) });
        }
    }
    let cells = clusters.iter().fold(Cells::EMPTY, |cells, cluster| cells | cluster.cells());
    Pattern { digits: vec![digit], cells: cells.to_vec(), marks, sets, ..Pattern::default() }
}
