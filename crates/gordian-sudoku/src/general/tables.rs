//! Tables derived from a layout for the search of larger grids.

use gordian_grid::Layout;

use super::bits::Bits;

/// The number of houses among which overlaps are tabulated: the first ones of a layout, that is,
/// rows, columns, regions, diagonals, then groups. Overlaps only prune the search, and their number
/// grows with the square of the number of houses.
pub(super) const MAX_OVERLAP_HOUSES: usize = 1000;

/// The houses of a layout in the form that the search uses. Digits, cells, houses and places of
/// cells in their houses are numbered from 0; the first houses are rows.
#[derive(Debug)]
pub(super) struct LayoutTables<W> {
    /// The number of rows, columns and digits.
    pub(super) n: usize,
    pub(super) n_cells: usize,
    pub(super) n_houses: usize,
    /// All digits.
    pub(super) all: W,
    /// Whether some house has more cells than there are digits.
    pub(super) impossible: bool,
    /// Which houses have n cells, so that every digit must occur in them.
    pub(super) full: Vec<bool>,
    /// The places of each house.
    pub(super) places: Vec<W>,
    /// The cells of house h, starting at h · n; shorter houses are padded with 0.
    cells: Vec<u16>,
    /// The places of all cells in their houses, one cell after another; those of cell c start at
    /// `cell_place_starts[c]`.
    cell_places: Vec<CellPlace<W>>,
    cell_place_starts: Vec<u32>,
    /// The overlaps of all houses, in the same layout.
    overlaps: Vec<HouseOverlap<W>>,
    overlap_starts: Vec<u32>,
}

/// A cell's place in one of its houses.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPlace<W> {
    house: u32,
    offset: u32,
    /// The place, as a singleton set.
    pub(super) place: W,
}

impl<W> CellPlace<W> {
    #[inline]
    pub(super) fn house(&self) -> usize {
        self.house as usize
    }

    /// Returns house · n, the start of the house in arrays with n entries per house.
    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.offset as usize
    }
}

/// Two houses with more than one common cell, from the view of one that has n cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct HouseOverlap<W> {
    other: u32,
    /// The places of this house outside the other one.
    pub(super) outside_other: W,
    /// The places of the other house outside this one; never empty.
    pub(super) other_outside: W,
}

impl<W> HouseOverlap<W> {
    #[inline]
    pub(super) fn other(&self) -> usize {
        self.other as usize
    }
}

impl<W: Bits> LayoutTables<W> {
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
            cell_places: Vec::new(),
            cell_place_starts: vec![0; n_cells + 1],
            overlaps: Vec::new(),
            overlap_starts: vec![0],
        };
        if !tables.impossible {
            tables.index_cells(layout);
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

    /// Returns the column of a cell, as a singleton set.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> W {
        W::singleton(cell % self.n)
    }

    /// Returns the index of the undecided columns of the cell's row in the words of a state.
    #[inline]
    pub(super) fn undecided_columns_at(&self, cell: usize) -> usize {
        self.n_cells + self.n_houses * self.n + cell / self.n
    }

    /// Returns the places of a cell in its houses.
    #[inline]
    pub(super) fn places_of_cell(&self, cell: usize) -> &[CellPlace<W>] {
        &self.cell_places
            [self.cell_place_starts[cell] as usize..self.cell_place_starts[cell + 1] as usize]
    }

    /// Returns the overlaps of a house. Houses with fewer than n cells, and those beyond the first
    /// [`MAX_OVERLAP_HOUSES`], have none.
    #[inline]
    pub(super) fn overlaps(&self, house: usize) -> &[HouseOverlap<W>] {
        &self.overlaps[self.overlap_starts[house] as usize..self.overlap_starts[house + 1] as usize]
    }

    fn index_cells(&mut self, layout: &Layout) {
        let mut seats: Vec<Vec<CellPlace<W>>> = vec![Vec::with_capacity(4); self.n_cells];
        for (house, it) in layout.houses().iter().enumerate() {
            for (place, &cell) in it.cells.iter().enumerate() {
                self.cells[house * self.n + place] = to_small_int(cell);
                let (house, first, place) =
                    (to_small_int(house), to_small_int(house * self.n), W::singleton(place));
                seats[cell].push(CellPlace { house, offset: first, place });
            }
            self.places[house] =
                (0..it.cells.len()).fold(W::EMPTY, |all, place| all | W::singleton(place));
        }
        for (cell, seats) in seats.into_iter().enumerate() {
            self.cell_places.extend(seats);
            self.cell_place_starts[cell + 1] = to_small_int(self.cell_places.len());
        }
    }

    fn find_overlaps(&mut self) {
        let mut common = vec![(W::EMPTY, W::EMPTY); self.n_houses];
        let mut touched = Vec::new();
        for house in 0..self.n_houses {
            let is_seen = self.full[house] && house < MAX_OVERLAP_HOUSES;
            for place in self.places[house].iter().filter(|_| is_seen) {
                // The places of a cell are in the order of houses.
                let seats = self.places_of_cell(self.cell(house, place)).iter();
                for seat in seats.take_while(|seat| seat.house() < MAX_OVERLAP_HOUSES) {
                    let (here, there) = &mut common[seat.house()];
                    if here.is_empty() {
                        touched.push(seat.house);
                    }
                    *here |= W::singleton(place);
                    *there |= seat.place;
                }
            }
            for other in touched.drain(..) {
                let (here, there) = std::mem::take(&mut common[other as usize]);
                let mine_alone = self.places[house] & !here;
                let other_alone = self.places[other as usize] & !there;
                if !here.at_most_one() && !other_alone.is_empty() {
                    self.overlaps.push(HouseOverlap {
                        other,
                        outside_other: mine_alone,
                        other_outside: other_alone,
                    });
                }
            }
            self.overlap_starts.push(to_small_int(self.overlaps.len()));
        }
    }
}

/// Converts a number that is known to be small.
fn to_small_int<T: TryFrom<usize>>(number: usize) -> T {
    T::try_from(number).ok().expect("cells, houses and places are few")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_do_not_grow_with_the_square_of_many_groups() {
        // Each group is a 4×4 window at one of 169 positions.
        let group = |number: usize| {
            let (top, left) = (number / 13 % 13, number % 13);
            (0..16).map(|i| 16 * (top + i / 4) + left + i % 4).collect::<Vec<_>>()
        };
        let overlaps = |n_groups| {
            let groups = (0..n_groups).map(|number| (format!("group {number}"), group(number)));
            let layout = Layout::boxes(4, 4).expect("16 rows").with_groups(groups);
            let tables = LayoutTables::<u16>::new(&layout.expect("cells of the grid"));
            (tables.overlaps.len(), tables.overlap_starts.len())
        };
        let (n, n_starts) = overlaps(MAX_OVERLAP_HOUSES - 48);
        assert_eq!(n_starts, MAX_OVERLAP_HOUSES + 1);
        assert_eq!(overlaps(2 * MAX_OVERLAP_HOUSES), (n, n_starts + MAX_OVERLAP_HOUSES + 48));
        assert!(overlaps(10).0 < n, "{n}");
    }
}
