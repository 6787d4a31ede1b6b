//! What a layout means for the search of larger grids, worked out once.

use super::bits::Bits;
use crate::Layout;

/// The number of houses among which overlaps are tabulated: the first of a layout, that is, rows,
/// columns, regions, diagonals, then groups. Overlaps only prune the search, and their number grows with
/// the square of the number of houses.
pub(super) const OVERLAPPING: usize = 1000;

/// The houses of a layout as the search reads them. Digits, cells, houses and the places of cells
/// in their houses are numbered from 0; rows are the first houses.
#[derive(Debug)]
pub(super) struct Tables<W> {
    /// Rows, columns, digits.
    pub(super) n: usize,
    pub(super) n_cells: usize,
    pub(super) n_houses: usize,
    /// All digits.
    pub(super) all: W,
    /// Whether some house has more cells than there are digits.
    pub(super) impossible: bool,
    /// Which houses have n cells, so that every digit must be in them.
    pub(super) full: Vec<bool>,
    /// The places of each house.
    pub(super) places: Vec<W>,
    /// The cells of house h from h · n on; those of a short one are filled up with 0.
    cells: Vec<u16>,
    /// The seats of all cells, one cell after another; the first of cell c is `seat_starts[c]`.
    seats: Vec<Seat<W>>,
    seat_starts: Vec<u32>,
    /// The overlaps of all houses, likewise.
    overlaps: Vec<Overlap<W>>,
    overlap_starts: Vec<u32>,
}

/// A cell's place in one of its houses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat<W> {
    house: u32,
    first: u32,
    /// The place, as a set of one.
    pub(super) place: W,
}

impl<W> Seat<W> {
    #[inline]
    pub(super) fn house(&self) -> usize {
        self.house as usize
    }

    /// Returns house · n: where the house begins in arrays with n entries for each house.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.first as usize
    }
}

/// Two houses that have more than one cell in common, seen from one in which every digit must be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap<W> {
    other: u32,
    /// The places in this house that are not common.
    pub(super) mine_alone: W,
    /// The places in the other house that are not common; there are some.
    pub(super) other_alone: W,
}

impl<W> Overlap<W> {
    #[inline]
    pub(super) fn other(&self) -> usize {
        self.other as usize
    }
}

impl<W: Bits> Tables<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        let (n, n_cells, n_houses) = (layout.n(), layout.n_cells(), layout.houses().len());
        let mut tables = Self {
            n,
            n_cells,
            n_houses,
            all: W::from_mask(layout.all_digits()),
            impossible: layout.houses().iter().any(|house| house.cells.len() > n),
            full: layout.houses().iter().map(|house| house.cells.len() == n).collect(),
            places: vec![W::EMPTY; n_houses],
            cells: vec![0; n_houses * n],
            seats: Vec::new(),
            seat_starts: vec![0; n_cells + 1],
            overlaps: Vec::new(),
            overlap_starts: vec![0],
        };
        if !tables.impossible {
            tables.seat_cells(layout);
            tables.find_overlaps();
        }
        tables
    }

    /// Returns the cell at a place of a house.
    #[inline]
    pub(super) fn cell(&self, house: usize, place: usize) -> usize {
        self.cell_at(house * self.n + place)
    }

    /// Returns the cell at a place, numbered house · n + place.
    #[inline]
    pub(super) fn cell_at(&self, place: usize) -> usize {
        usize::from(self.cells[place])
    }

    /// Returns a cell's column, as a set of one.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> W {
        W::one(cell % self.n)
    }

    /// Returns the index of the undecided columns of a cell's row in the words of a state.
    #[inline]
    pub(super) fn open_at(&self, cell: usize) -> usize {
        self.n_cells + self.n_houses * self.n + cell / self.n
    }

    /// Returns a cell's places in its houses.
    #[inline]
    pub(super) fn seats(&self, cell: usize) -> &[Seat<W>] {
        &self.seats[self.seat_starts[cell] as usize..self.seat_starts[cell + 1] as usize]
    }

    /// Returns the overlaps of a house; a short one has none, nor one behind the first
    /// [`OVERLAPPING`].
    #[inline]
    pub(super) fn overlaps(&self, house: usize) -> &[Overlap<W>] {
        &self.overlaps[self.overlap_starts[house] as usize..self.overlap_starts[house + 1] as usize]
    }

    fn seat_cells(&mut self, layout: &Layout) {
        let mut seats: Vec<Vec<Seat<W>>> = vec![Vec::with_capacity(4); self.n_cells];
        for (house, it) in layout.houses().iter().enumerate() {
            for (place, &cell) in it.cells.iter().enumerate() {
                self.cells[house * self.n + place] = narrow(cell);
                let (house, first, place) = (narrow(house), narrow(house * self.n), W::one(place));
                seats[cell].push(Seat { house, first, place });
            }
            self.places[house] =
                (0..it.cells.len()).fold(W::EMPTY, |all, place| all | W::one(place));
        }
        for (cell, seats) in seats.into_iter().enumerate() {
            self.seats.extend(seats);
            self.seat_starts[cell + 1] = narrow(self.seats.len());
        }
    }

    fn find_overlaps(&mut self) {
        let mut common = vec![(W::EMPTY, W::EMPTY); self.n_houses];
        let mut met = Vec::new();
        for house in 0..self.n_houses {
            let is_seen = self.full[house] && house < OVERLAPPING;
            for place in self.places[house].each().filter(|_| is_seen) {
                // The seats of a cell are in the order of houses.
                let seats = self.seats(self.cell(house, place)).iter();
                for seat in seats.take_while(|seat| seat.house() < OVERLAPPING) {
                    let (mine, others) = &mut common[seat.house()];
                    if mine.is_empty() {
                        met.push(seat.house);
                    }
                    *mine |= W::one(place);
                    *others |= seat.place;
                }
            }
            for other in met.drain(..) {
                let (mine, others) = std::mem::take(&mut common[other as usize]);
                let mine_alone = self.places[house] & !mine;
                let other_alone = self.places[other as usize] & !others;
                if !mine.at_most_one() && !other_alone.is_empty() {
                    self.overlaps.push(Overlap { other, mine_alone, other_alone });
                }
            }
            self.overlap_starts.push(narrow(self.overlaps.len()));
        }
    }
}

/// Returns a small number in a smaller type.
fn narrow<T: TryFrom<usize>>(number: usize) -> T {
    T::try_from(number).ok().expect("numbers of cells, houses and their places are small")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_do_not_grow_with_the_square_of_many_groups() {
        // Each group is a window that lies across boxes, at one of 169 places.
        let group = |number: usize| {
            let (top, left) = (number / 13 % 13, number % 13);
            (0..16).map(|i| 16 * (top + i / 4) + left + i % 4).collect::<Vec<_>>()
        };
        let overlaps = |n_groups| {
            let groups = (0..n_groups).map(|number| (format!("group {number}"), group(number)));
            let layout = Layout::boxes(4, 4).expect("16 rows").with_groups(groups);
            let tables = Tables::<u16>::new(&layout.expect("cells of the grid"));
            (tables.overlaps.len(), tables.overlap_starts.len())
        };
        let (n, n_starts) = overlaps(OVERLAPPING - 48);
        assert_eq!(n_starts, OVERLAPPING + 1);
        assert_eq!(overlaps(2 * OVERLAPPING), (n, n_starts + OVERLAPPING + 48));
        assert!(overlaps(10).0 < n, "{n}");
    }
}
