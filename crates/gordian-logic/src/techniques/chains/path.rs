//! The pattern of a path through the graph, and the eliminations of a loop.

use gordian_grid::Candidate;

use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::als::Als;
use crate::context::links::{Edge, GraphNode, LinkGraph, State};
use crate::step::{Link, Mark, Node, Pattern, Set};

/// A path: the links with start, end, and the almost locked set that they lead through.
pub(in crate::techniques) type Path = Vec<(State, State, u32)>;

/// Returns the pattern of a path. `closed` adds the weak link from its end to its start.
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
        let node = &graph.nodes[state.node()];
        let through = sets.get(set as usize).filter(|_| set != Edge::DIRECT);
        let through = through.map_or_else(Vec::new, |set| set.cells.to_vec());
        Node { digit: node.digit, cells: node.cells.to_vec(), through }
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

/// Returns a link of a path with its house.
pub(in crate::techniques) fn link<const W: usize>(
    board: &Board<W>,
    from: Node,
    to: Node,
    strong: bool,
) -> Link {
    let is_direct = strong && from.digit == to.digit && from.through.is_empty();
    let cells = from.cells.iter().chain(&to.cells).copied().collect();
    let house = is_direct.then(|| board.house_with_only_places(from.digit, cells)).flatten();
    Link { from, to, strong, house }
}

/// Returns the eliminations of a continuous loop: a path from an off-node to an on-node with a weak
/// link between them.
///
/// As in HoDoKu, a link between two cells eliminates nothing from other cells of the loop; those
/// eliminations are discontinuous loops.
pub(super) fn loop_eliminations<const W: usize>(
    board: &Board<W>,
    graph: &LinkGraph<W>,
    sets: &[Als<W>],
    path: &Path,
) -> Vec<Candidate> {
    let mut eliminated = Vec::new();
    let (Some(&(begin, _, _)), Some(&(_, end, _))) = (path.first(), path.last()) else {
        return eliminated;
    };
    let own = path.iter().fold(Cells::EMPTY, |own, (_, to, _)| own | graph.nodes[to.node()].cells);
    for &(from, to, set) in path.iter().chain(&[(end, begin, Edge::DIRECT)]) {
        let (one, other) = (&graph.nodes[from.node()], &graph.nodes[to.node()]);
        if from.is_on() {
            if one.digit == other.digit {
                let cells = (board.places(one.digit) & one.seen & other.seen) - own;
                eliminated.extend(cells.iter().map(|cell| Candidate::new(cell, one.digit)));
            } else if let Some(cell) = one.cells.only() {
                let rest = board.mask(cell) & !bit(one.digit) & !bit(other.digit);
                eliminated.extend(digits(rest).map(|digit| Candidate::new(cell, digit)));
            }
        } else if set != Edge::DIRECT {
            eliminated.extend(set_eliminations(board, &sets[set as usize], one, other));
        }
    }
    eliminated.sort_unstable();
    eliminated.dedup();
    eliminated
}

/// Returns the eliminations of a strong link through a set, of whose ends exactly one is true.
///
/// If both ends are in the set, it contains all of its other digits. If one end is an outside cell
/// whose other candidates the set eliminates, a digit that the set shares with that cell may be in
/// the cell instead.
fn set_eliminations<const W: usize>(
    board: &Board<W>,
    set: &Als<W>,
    one: &GraphNode<W>,
    other: &GraphNode<W>,
) -> Vec<Candidate> {
    let outside = [one, other].into_iter().find(|node| !node.cells.is_subset_of(&set.cells));
    let outside = outside.and_then(|node| node.cells.only());
    let parts =
        set.by_digit.iter().filter(|part| part.digit != one.digit && part.digit != other.digit);
    let eliminated = parts.flat_map(|part| {
        let seen = match outside {
            Some(cell) if board.mask(cell) & bit(part.digit) != 0 => {
                part.seen & board.topology.peers[cell]
            }
            _ => part.seen,
        };
        let cells = board.places(part.digit) & seen;
        cells.iter().map(|cell| Candidate::new(cell, part.digit))
    });
    eliminated.collect()
}
