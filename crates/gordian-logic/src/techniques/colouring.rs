//! Colouring: the places of one digit in pairs of colours of which exactly one is true.
//!
//! The two places of a conjugate pair get opposite colours; places connected by such pairs form a
//! *cluster*. All places of one of its colours hold the digit, and none of the other.
//!
//! - *Simple colours*: a place outside the cluster that sees both colours is eliminated (*trap*); a
//!   colour with two places that see each other is false and all its places are eliminated
//!   (*wrap*).
//! - *Multi colours*: two clusters with colours A, a and B, b. If a place of A sees a place of B,
//!   they are not both true; so a or b is true, and places that see both are eliminated (type 1).
//!   If places of A see a place of B and a place of b, A is false and all its places are eliminated
//!   (type 2).
//!
//! ```text
//! A  .  .  | .  a  .         Row 1, column 5 and row 5 have two places each: one cluster.
//! .  -  .  | .  .  .         The places marked - see an A and an a.
//! .  -  .  | .  .  .
//! ---------+---------
//! -  .  .  | .  .  .
//! .  a  .  | .  A  .
//! ```
//!
//! *Source*: Sudoku Players' Forum (2005); the names trap and wrap are HoDoKu's.

use gordian_grid::Candidate;
use smallvec::SmallVec;

use crate::board::{Board, bit};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

/// The places of a digit that are connected by conjugate pairs.
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

pub(super) fn simple<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    context.each_digit(steps, |steps, digit| {
        for cluster in clusters(board, digit) {
            for (colour, seen) in cluster.colours.into_iter().zip(cluster.seen) {
                if colour.intersects(&seen) {
                    steps.eliminate(digit, colour, || pattern(digit, &[&cluster]))?;
                }
            }
            let seen = cluster.seen[0] & cluster.seen[1];
            let eliminated = (board.places(digit) & seen) - cluster.cells();
            steps.eliminate(digit, eliminated, || pattern(digit, &[&cluster]))?;
        }
        Flow::Continue(())
    })
}

pub(super) fn multi<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    context.each_digit(steps, |steps, digit| {
        let clusters = clusters(board, digit);
        for (number, first) in clusters.iter().enumerate() {
            for second in &clusters[number + 1..] {
                type_2(steps, digit, first, second)?;
                type_2(steps, digit, second, first)?;
                type_1(board, steps, digit, first, second)?;
            }
        }
        Flow::Continue(())
    })
}

/// Finds type 2: a colour of the first cluster that sees both colours of the other.
fn type_2<const W: usize>(
    steps: &mut StepSink<'_>,
    digit: u8,
    first: &Cluster<W>,
    other: &Cluster<W>,
) -> Flow {
    for colour in first.colours {
        if other.seen.iter().all(|seen| seen.intersects(&colour)) {
            steps.eliminate(digit, colour, || pattern(digit, &[first, other]))?;
        }
    }
    Flow::Continue(())
}

/// Finds type 1: pairs of colours that are not both true; all pairs of two clusters are one step.
fn type_1<const W: usize>(
    board: &Board<W>,
    steps: &mut StepSink<'_>,
    digit: u8,
    first: &Cluster<W>,
    second: &Cluster<W>,
) -> Flow {
    let mut eliminated = Cells::EMPTY;
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if first.colours[a].intersects(&second.seen[b]) {
            eliminated |= first.seen[1 - a] & second.seen[1 - b];
        }
    }
    steps.eliminate(digit, board.places(digit) & eliminated, || pattern(digit, &[first, second]))
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
        let colours = colour_cluster(&pairs, start);
        left -= colours[0] | colours[1];
        // A place with both colours means a contradictory position; other techniques show that.
        if !colours[0].intersects(&colours[1]) {
            let seen = colours.map(|colour| {
                colour.iter().fold(Cells::EMPTY, |seen, cell| seen | topology.peers[cell])
            });
            clusters.push(Cluster { colours, seen });
        }
    }
    clusters
}

/// Returns the two colours of the cluster of `start`, its own first.
fn colour_cluster<const W: usize>(pairs: &[(usize, usize)], start: usize) -> [Cells<W>; 2] {
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

/// Returns the pattern of one or two clusters: the colours as marks and as sets, in order of
/// clusters.
fn pattern<const W: usize>(digit: u8, clusters: &[&Cluster<W>]) -> Pattern {
    let (mut marks, mut sets) = (Vec::new(), Vec::new());
    for cluster in clusters {
        for (colour, mark) in cluster.colours.into_iter().zip([Mark::First, Mark::Second]) {
            marks.extend(colour.iter().map(|cell| (Candidate::new(cell, digit), mark)));
            sets.push(Set { cells: colour.to_vec(), digits: bit(digit) });
        }
    }
    let cells = clusters.iter().fold(Cells::EMPTY, |cells, cluster| cells | cluster.cells());
    Pattern { digits: vec![digit], cells: cells.to_vec(), marks, sets, ..Pattern::default() }
}
