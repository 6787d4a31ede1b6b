//! Covers: houses that have all places of a digit in some cells.

use smallvec::SmallVec;

use crate::board::{Board, bit};
use crate::cells::Cells;
use crate::context::{Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

/// Numbers of houses.
type Houses = SmallVec<[usize; 8]>;

/// Hands over what follows from some cells, if they have just as many covers as there are of them.
pub(super) fn judge<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let n = cells.len();
    let places = |digit: u8| board.places(digit) & cells;
    // No two of these are in the same house, so they need as many covers.
    let mut fewest: usize = board.digits().map(|digit| apart(board, places(digit))).sum();
    if fewest > n {
        return Flow::Continue(());
    }
    let mut sizes = SmallVec::<[(u8, usize); 9]>::new();
    for digit in board.digits().filter(|&digit| !places(digit).is_empty()) {
        let least = apart(board, places(digit));
        let spare = n - fewest;
        let covers = |size: &usize| {
            let mut any = |_: &Houses| Flow::Break(());
            cover(board, places(digit), *size, &mut Houses::new(), &mut any).is_break()
        };
        let Some(size) = (least..=least + spare).find(covers) else { return Flow::Continue(()) };
        fewest += size - least;
        sizes.push((digit, size));
    }
    // Fewer covers than cells: the position is contradictory, and others say so more plainly.
    if fewest < n {
        return Flow::Continue(());
    }
    let mut gone = Vec::new();
    let mut chosen = Vec::new();
    for (digit, size) in sizes {
        let (houses, off) = best(board, cells, digit, size);
        gone.extend(off.each().map(|cell| Candidate::new(cell, digit)));
        chosen.push((digit, houses));
    }
    steps.eliminate_all(gone, || pattern(board, cells, &chosen))
}

/// Returns how many of `cells` can be chosen, one after the other, such that none sees another.
fn apart<const W: usize>(board: &Board<W>, mut cells: Cells<W>) -> usize {
    let mut n = 0;
    while let Some(cell) = cells.first() {
        cells -= board.topology.peers[cell];
        cells.remove(cell);
        n += 1;
    }
    n
}

/// Hands over each choice of up to `n` houses that cover `cells`, until somebody says stop.
fn cover<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    n: usize,
    houses: &mut Houses,
    take: &mut dyn FnMut(&Houses) -> Flow,
) -> Flow {
    let Some(cell) = cells.first() else { return take(houses) };
    if apart(board, cells) > n {
        return Flow::Continue(());
    }
    for &house in &board.topology.houses_of[cell] {
        houses.push(house);
        cover(board, cells - board.topology.houses[house].cells, n - 1, houses, take)?;
        houses.pop();
    }
    Flow::Continue(())
}

/// Returns the cover of a digit with `size` houses that says most, and the places that lose it.
fn best<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    digit: u8,
    size: usize,
) -> (Houses, Cells<W>) {
    let places = board.places(digit) & cells;
    let mut best: Option<(Houses, Cells<W>)> = None;
    let mut take = |houses: &Houses| {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
        for &house in houses {
            let cells = board.topology.houses[house].cells;
            twice |= once & cells;
            once |= cells;
        }
        let gone = board.places(digit) & ((once - cells) | (twice & cells));
        if best.as_ref().is_none_or(|(_, most)| gone.len() > most.len()) {
            best = Some((houses.clone(), gone));
        }
        Flow::Continue(())
    };
    let _all = cover(board, places, size, &mut Houses::new(), &mut take);
    best.unwrap_or((Houses::new(), Cells::EMPTY))
}

fn pattern<const W: usize>(board: &Board<W>, cells: Cells<W>, chosen: &[(u8, Houses)]) -> Pattern {
    let mut covers: Vec<usize> = chosen.iter().flat_map(|(_, houses)| houses.clone()).collect();
    covers.sort_unstable();
    covers.dedup();
    let sets = covers.iter().map(|house| {
        let covered = chosen.iter().filter(|(_, houses)| houses.contains(house));
        let digits = covered.fold(0, |mask, (digit, _)| mask | bit(*digit));
        Set { cells: (cells & board.topology.houses[*house].cells).to_vec(), digits }
    });
    let marks = cells.each().flat_map(|cell| board.marks(cell, !0, Mark::Pattern));
    Pattern {
        digits: chosen.iter().map(|(digit, _)| *digit).collect(),
        cells: cells.to_vec(),
        marks: marks.collect(),
        sets: sets.collect(),
        covers,
        ..Pattern::default()
    }
}
