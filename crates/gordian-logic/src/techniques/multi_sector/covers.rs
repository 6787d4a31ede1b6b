//! Covers: houses that contain all places of a digit in some cells.

use gordian_grid::Candidate;
use smallvec::SmallVec;

use crate::board::{Board, bit};
use crate::cells::Cells;
use crate::context::{Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

/// House numbers.
type Houses = SmallVec<[usize; 8]>;

/// Reports the conclusion of some cells if they have as many covers as cells.
pub(super) fn check_cells<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let n = cells.len();
    let places = |digit: u8| board.places(digit) & cells;
    // Independent places need one cover each.
    let mut fewest: usize = board.digits().map(|digit| n_independent(board, places(digit))).sum();
    if fewest > n {
        return Flow::Continue(());
    }
    let mut sizes = SmallVec::<[(u8, usize); 9]>::new();
    for digit in board.digits().filter(|&digit| !places(digit).is_empty()) {
        let least = n_independent(board, places(digit));
        let spare = n - fewest;
        let covers = |size: &usize| {
            let mut any = |_: &Houses| Flow::Break(());
            cover(board, places(digit), *size, &mut Houses::new(), &mut any).is_break()
        };
        let Some(size) = (least..=least + spare).find(covers) else { return Flow::Continue(()) };
        fewest += size - least;
        sizes.push((digit, size));
    }
    // With fewer covers than cells the position is contradictory; simpler techniques show that.
    if fewest < n {
        return Flow::Continue(());
    }
    let mut eliminated = Vec::new();
    let mut chosen = Vec::new();
    for (digit, size) in sizes {
        let (houses, off) = best_cover(board, cells, digit, size);
        eliminated.extend(off.iter().map(|cell| Candidate::new(cell, digit)));
        chosen.push((digit, houses));
    }
    steps.eliminate_all(eliminated, || pattern(board, cells, &chosen))
}

/// Returns the size of a greedily chosen subset of `cells` in which no cell sees another.
fn n_independent<const W: usize>(board: &Board<W>, mut cells: Cells<W>) -> usize {
    let mut n = 0;
    while let Some(cell) = cells.first() {
        cells -= board.topology.peers[cell];
        cells.remove(cell);
        n += 1;
    }
    n
}

/// Passes on each choice of up to `n` houses that cover `cells`, until `take` stops the search.
fn cover<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    n: usize,
    houses: &mut Houses,
    take: &mut dyn FnMut(&Houses) -> Flow,
) -> Flow {
    let Some(cell) = cells.first() else { return take(houses) };
    if n_independent(board, cells) > n {
        return Flow::Continue(());
    }
    for &house in &board.topology.houses_of[cell] {
        houses.push(house);
        cover(board, cells - board.topology.houses[house].cells, n - 1, houses, take)?;
        houses.pop();
    }
    Flow::Continue(())
}

/// Returns the cover of a digit with `size` houses and the most eliminations, and these
/// eliminations.
fn best_cover<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    digit: u8,
    size: usize,
) -> (Houses, Cells<W>) {
    let places = board.places(digit) & cells;
    let mut best_cover: Option<(Houses, Cells<W>)> = None;
    let mut take = |houses: &Houses| {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
        for &house in houses {
            let cells = board.topology.houses[house].cells;
            twice |= once & cells;
            once |= cells;
        }
        let eliminated = board.places(digit) & ((once - cells) | (twice & cells));
        if best_cover.as_ref().is_none_or(|(_, most)| eliminated.len() > most.len()) {
            best_cover = Some((houses.clone(), eliminated));
        }
        Flow::Continue(())
    };
    let _all = cover(board, places, size, &mut Houses::new(), &mut take);
    best_cover.unwrap_or((Houses::new(), Cells::EMPTY))
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
    let marks = cells.iter().flat_map(|cell| board.marks(cell, !0, Mark::Pattern));
    Pattern {
        digits: chosen.iter().map(|(digit, _)| *digit).collect(),
        cells: cells.to_vec(),
        marks: marks.collect(),
        sets: sets.collect(),
        covers,
        ..Pattern::default()
    }
}
