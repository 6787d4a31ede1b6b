//! What a path through the graph says: its links, and what a closed one eliminates.

use crate::als::Als;
use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::links::{Edge, LinkGraph, Spot, State};
use crate::step::{Candidate, Link, Mark, Node, Pattern, Set};

/// A path: from, to, and the almost locked set that it leads through.
pub(in crate::techniques) type Path = Vec<(State, State, u32)>;

/// Returns the pattern of a path. `closed` adds the weak link from its end to its begin.
pub(in crate::techniques) fn pattern<const W: usize>(
    board: &Board<W>,
    graph: &LinkGraph<W>,
    sets: &[Als<W>],
    path: &Path,
    closed: bool,
) -> Pattern {
    let Some(&(_, end, _)) = path.last() else { return Pattern::default() };
    let mut states: Vec<(State, u32)> = path.iter().map(|&(from, _, set)| (from, set)).collect();
    states.push((end, Edge::DIRECT));
    let node = |&(state, set): &(State, u32)| {
        let spot = &graph.spots[state.spot()];
        let through = sets.get(set as usize).filter(|_| set != Edge::DIRECT);
        let through = through.map_or_else(Vec::new, |set| set.cells.to_vec());
        Node { digit: spot.digit, cells: spot.cells.to_vec(), through }
    };
    let nodes: Vec<Node> = states.iter().map(node).collect();
    let mut links: Vec<Link> = nodes
        .windows(2)
        .zip(&states)
        .map(|(nodes, (state, _))| link(board, nodes[0].clone(), nodes[1].clone(), !state.is_on()))
        .collect();
    if closed && let (Some(begin), Some(end)) = (nodes.first(), nodes.last()) {
        links.push(Link::weak(end.clone(), begin.clone()));
    }
    let mut pattern = Pattern { links, ..Pattern::default() };
    let mut mask = 0;
    for ((state, set), node) in states.iter().zip(&nodes) {
        mask |= bit(node.digit);
        let mark = if state.is_on() { Mark::Second } else { Mark::First };
        for &cell in &node.cells {
            let candidate = Candidate::new(cell, node.digit);
            if pattern.marks.iter().all(|&(other, _)| other != candidate) {
                pattern.marks.push((candidate, mark));
            }
        }
        pattern.cells.extend(&node.cells);
        if let Some(set) = sets.get(*set as usize).filter(|_| *set != Edge::DIRECT) {
            pattern.sets.push(Set { cells: set.cells.to_vec(), digits: set.digits });
        }
    }
    pattern.cells.sort_unstable();
    pattern.cells.dedup();
    pattern.digits = digits(mask).collect();
    pattern
}

/// Returns a link of a path, with the house that it leads through.
pub(in crate::techniques) fn link<const W: usize>(
    board: &Board<W>,
    from: Node,
    to: Node,
    strong: bool,
) -> Link {
    let is_direct = strong && from.digit == to.digit && from.through.is_empty();
    let cells = from.cells.iter().chain(&to.cells).copied().collect();
    let house = is_direct.then(|| board.house_of_places(from.digit, cells)).flatten();
    Link { from, to, strong, house }
}

/// Returns what goes where a path from a spot that is off to one that is on, both linked weakly,
/// makes all of its links work both ways.
///
/// As in HoDoKu, a link between two cells takes nothing from other cells of the loop; what they
/// lose besides are discontinuous loops.
pub(super) fn loop_eliminations<const W: usize>(
    board: &Board<W>,
    graph: &LinkGraph<W>,
    sets: &[Als<W>],
    path: &Path,
) -> Vec<Candidate> {
    let mut gone = Vec::new();
    let (Some(&(begin, _, _)), Some(&(_, end, _))) = (path.first(), path.last()) else {
        return gone;
    };
    let own = path.iter().fold(Cells::EMPTY, |own, (_, to, _)| own | graph.spots[to.spot()].cells);
    for &(from, to, set) in path.iter().chain(&[(end, begin, Edge::DIRECT)]) {
        let (one, other) = (&graph.spots[from.spot()], &graph.spots[to.spot()]);
        if from.is_on() {
            if one.digit == other.digit {
                let cells = (board.places(one.digit) & one.seen & other.seen) - own;
                gone.extend(cells.each().map(|cell| Candidate::new(cell, one.digit)));
            } else if let Some(cell) = one.cells.only() {
                let rest = board.mask(cell) & !bit(one.digit) & !bit(other.digit);
                gone.extend(digits(rest).map(|digit| Candidate::new(cell, digit)));
            }
        } else if set != Edge::DIRECT {
            gone.extend(beside(board, &sets[set as usize], one, other));
        }
    }
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// Returns what goes where exactly one of two spots is true that a set links.
///
/// If both are in the set, all of its other digits are in it. If one is in a cell outside, of which
/// the set takes all other candidates, a digit that the set shares with the cell may be there
/// instead.
fn beside<const W: usize>(
    board: &Board<W>,
    set: &Als<W>,
    one: &Spot<W>,
    other: &Spot<W>,
) -> Vec<Candidate> {
    let outside = [one, other].into_iter().find(|spot| !spot.cells.is_within(&set.cells));
    let outside = outside.and_then(|spot| spot.cells.only());
    let parts =
        set.parts.iter().filter(|part| part.digit != one.digit && part.digit != other.digit);
    let gone = parts.flat_map(|part| {
        let seen = match outside {
            Some(cell) if board.mask(cell) & bit(part.digit) != 0 => {
                part.seen & board.topology.peers[cell]
            }
            _ => part.seen,
        };
        let cells = board.places(part.digit) & seen;
        cells.each().map(|cell| Candidate::new(cell, part.digit))
    });
    gone.collect()
}
