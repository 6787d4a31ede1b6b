//! Whether a digit can be in a cell, as far as its own places tell.

use gordian_sudoku::HouseKind;
use smallvec::SmallVec;

use crate::board::Board;
use crate::cells::Cells;
use crate::topology::Topology;

/// How many cells are tried at most to place a digit everywhere. Grids of 16 rows need some tens;
/// on larger ones the search could take long.
const MAX_TRIES: u32 = 2000;

/// Returns the cells in which `digit` is a candidate, but which are in no complete placing of it:
/// once in every full house, never twice in one. All candidates that patterns of one digit remove
/// are among them.
///
/// On large grids others may be among them, too: those for which no placing was found in time.
pub(crate) fn impossible<const W: usize>(board: &Board<W>, digit: u8) -> Cells<W> {
    let (impossible, undecided) = without_placing(board, digit, board.places(digit));
    impossible | undecided
}

/// Returns those of `places` that are certainly in no complete placing of `digit` in `places`, and
/// those for which no placing was found in time.
pub(crate) fn without_placing<const W: usize>(
    board: &Board<W>,
    digit: u8,
    places: Cells<W>,
) -> (Cells<W>, Cells<W>) {
    let topology = &*board.topology;
    let houses = needing(board, digit);
    let mut unknown = places;
    let (mut impossible, mut undecided) = (Cells::EMPTY, Cells::EMPTY);
    while let Some(cell) = unknown.first() {
        unknown.remove(cell);
        let mut search = Search { topology, houses: &houses, wanted: unknown, tries: 0 };
        match search.complete(places, Cells::EMPTY, Some(cell)) {
            Some(placing) => unknown -= placing,
            None if search.tries > MAX_TRIES => undecided.insert(cell),
            None => impossible.insert(cell),
        }
    }
    (impossible, undecided)
}

/// Returns a complete placing of `digit` in `places`, with `through` if that is a cell; `None` if
/// there is none, or if none was found in time.
pub(crate) fn any_placing<const W: usize>(
    board: &Board<W>,
    digit: u8,
    places: Cells<W>,
    through: Option<usize>,
) -> Option<Cells<W>> {
    let topology = &*board.topology;
    let houses = needing(board, digit);
    let mut search = Search { topology, houses: &houses, wanted: Cells::EMPTY, tries: 0 };
    search.complete(places, Cells::EMPTY, through)
}

/// Returns the houses that need `digit` and have to be looked at.
fn needing<const W: usize>(board: &Board<W>, digit: u8) -> SmallVec<[usize; 16]> {
    // A digit that is once in every row and never twice in a column or region is in each of these,
    // too: they have as many cells as there are rows. Other full houses have to be looked at.
    let topology = &*board.topology;
    let needing = |house: &usize| {
        let house = &topology.houses[*house];
        house.full
            && !matches!(house.kind, HouseKind::Column | HouseKind::Region)
            && !house.cells.each().any(|cell| board.value(cell) == digit)
    };
    (0..topology.houses.len()).filter(needing).collect()
}

/// The search for a complete placing of a digit.
struct Search<'a, const W: usize> {
    topology: &'a Topology<W>,
    /// The houses that must have the digit.
    houses: &'a [usize],
    /// Cells that are tried before others.
    wanted: Cells<W>,
    tries: u32,
}

impl<const W: usize> Search<'_, W> {
    /// Completes what is placed, first of all with `next`.
    fn complete(
        &mut self,
        places: Cells<W>,
        placed: Cells<W>,
        next: Option<usize>,
    ) -> Option<Cells<W>> {
        let choices = match next {
            Some(cell) => Cells::one(cell),
            None => match self.tightest(places, placed) {
                Some(choices) => choices,
                None => return Some(placed),
            },
        };
        let first = choices & self.wanted;
        for cell in first.each().chain((choices - first).each()) {
            self.tries += 1;
            if self.tries > MAX_TRIES {
                return None;
            }
            let mut rest = places - self.topology.peers[cell];
            rest.remove(cell);
            if let found @ Some(_) = self.complete(rest, placed | Cells::one(cell), None) {
                return found;
            }
        }
        None
    }

    /// Returns the places in the house without the digit that has the fewest.
    fn tightest(&self, places: Cells<W>, placed: Cells<W>) -> Option<Cells<W>> {
        let mut best: Option<(usize, Cells<W>)> = None;
        for &house in self.houses {
            let cells = self.topology.houses[house].cells;
            if cells.meets(&placed) {
                continue;
            }
            let choices = places & cells;
            let n = choices.len();
            if best.is_none_or(|(fewest, _)| n < fewest) {
                best = Some((n, choices));
                if n <= 1 {
                    break;
                }
            }
        }
        best.map(|(_, choices)| choices)
    }
}
