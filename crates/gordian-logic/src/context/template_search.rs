//! Templates: complete placements of one digit, one place in every full house and never two in any.

use gordian_grid::HouseKind;
use smallvec::SmallVec;

use super::Context;
use crate::board::Board;
use crate::cells::Cells;
use crate::topology::Topology;

/// The maximum number of cells that one search tries. Grids of 16 rows need some tens; on larger
/// grids the search could take long.
const MAX_TRIES: u32 = 2000;

/// Returns the places of `digit` that are in no template. Every candidate that a pattern of one
/// digit can eliminate is among them.
///
/// On large grids the result also contains places for which no template was found in time.
pub(crate) fn cells_in_no_template<const W: usize>(
    context: &Context<'_, W>,
    digit: u8,
) -> Cells<W> {
    let places = context.board.places(digit);
    let (impossible, undecided) = cells_without_template(context, digit, places);
    impossible | undecided
}

/// Returns the cells of `places` that are proved to be in no template of `digit` within `places`,
/// and the cells for which no template was found in time.
pub(crate) fn cells_without_template<const W: usize>(
    context: &Context<'_, W>,
    digit: u8,
    places: Cells<W>,
) -> (Cells<W>, Cells<W>) {
    let board = context.board;
    let topology = &*board.topology;
    let houses = houses_to_fill(board, digit);
    let mut unknown = places;
    let (mut impossible, mut undecided) = (Cells::EMPTY, Cells::EMPTY);
    while let Some(cell) = unknown.first() {
        if context.is_stopped() {
            return (impossible, undecided | unknown);
        }
        unknown.remove(cell);
        let mut search = Search { topology, houses: &houses, wanted: unknown, tries: 0 };
        match search.complete(places, Cells::EMPTY, Some(cell)) {
            Some(template) => unknown -= template,
            None if search.tries > MAX_TRIES => undecided.insert(cell),
            None => impossible.insert(cell),
        }
    }
    (impossible, undecided)
}

/// Returns a template of `digit` within `places` that contains `through`, if given; `None` if there
/// is none or none was found in time.
pub(crate) fn find_template<const W: usize>(
    board: &Board<W>,
    digit: u8,
    places: Cells<W>,
    through: Option<usize>,
) -> Option<Cells<W>> {
    let topology = &*board.topology;
    let houses = houses_to_fill(board, digit);
    let mut search = Search { topology, houses: &houses, wanted: Cells::EMPTY, tries: 0 };
    search.complete(places, Cells::EMPTY, through)
}

/// Returns the full houses without `digit` that the search must fill.
fn houses_to_fill<const W: usize>(board: &Board<W>, digit: u8) -> SmallVec<[usize; 16]> {
    // A digit that is once in every row and never twice in a column or region is also in every
    // column and region, because there are as many of them as rows. Other full houses are checked.
    let topology = &*board.topology;
    let houses_to_fill = |house: &usize| {
        let house = &topology.houses[*house];
        house.full
            && !matches!(house.kind, HouseKind::Column | HouseKind::Region)
            && !house.cells.iter().any(|cell| board.value(cell) == digit)
    };
    (0..topology.houses.len()).filter(houses_to_fill).collect()
}

/// The search for a template of a digit.
struct Search<'a, const W: usize> {
    topology: &'a Topology<W>,
    /// The houses that must contain the digit.
    houses: &'a [usize],
    /// Cells that are tried first.
    wanted: Cells<W>,
    tries: u32,
}

impl<const W: usize> Search<'_, W> {
    /// Completes a partial template, starting with `next` if given.
    fn complete(
        &mut self,
        places: Cells<W>,
        placed: Cells<W>,
        next: Option<usize>,
    ) -> Option<Cells<W>> {
        let choices = match next {
            Some(cell) => Cells::one(cell),
            None => match self.fewest_places(places, placed) {
                Some(choices) => choices,
                None => return Some(placed),
            },
        };
        let first = choices & self.wanted;
        for cell in first.iter().chain((choices - first).iter()) {
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

    /// Returns the places of the unfilled house with the fewest places.
    fn fewest_places(&self, places: Cells<W>, placed: Cells<W>) -> Option<Cells<W>> {
        let mut best: Option<(usize, Cells<W>)> = None;
        for &house in self.houses {
            let cells = self.topology.houses[house].cells;
            if cells.intersects(&placed) {
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
