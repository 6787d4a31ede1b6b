//! The candidates of a larger grid, by cell and by house, and their propagation.
//!
//! Rules are applied in the order of their cost, and after each the cheaper ones again: singles;
//! locked candidates, for digits that lost a place in a house; and, in hard searches, subsets, for
//! houses that lost a candidate.

use super::bits::Bits;
use super::matching::Matching;
use super::tables::LayoutTables;

/// A state and its pending propagation.
///
/// ```text
/// words:  cells (n·n)             places (houses · n)            columns (n)
///         candidates of a cell    places of a digit in a house   undecided columns of a row
/// ```
///
/// Invariant, unless there is a contradiction: digit d is in the mask of cell c if and only if p is
/// among the places of d in h, for each house h that has c at place p. When `singles` is empty,
/// each decided cell has one digit, and none of its peers has that digit.
#[derive(Debug)]
pub(super) struct State<W> {
    pub(super) words: Vec<W>,
    /// The number of undecided cells.
    pub(super) n_open: usize,
    /// Undecided cells and the digits that must be placed there.
    singles: Vec<(usize, usize)>,
    /// For each house the digits that lost a place since the last search for locked candidates.
    changed_digits: Vec<W>,
    /// Houses with such digits.
    locked_pending: HouseSet,
    /// Houses that lost a candidate since the last search for subsets.
    subsets_pending: HouseSet,
    matching: Matching<W>,
}

/// A contradiction: a cell without candidates, a digit without a place, or a house without a
/// complete assignment.
#[derive(Debug)]
pub(super) struct Contradiction {
    /// The index of the empty mask in the words, if there is one.
    pub(super) empty_word: Option<usize>,
}

type PropagationResult = Result<(), Contradiction>;

fn empty_word_at(word: usize) -> Contradiction {
    Contradiction { empty_word: Some(word) }
}

impl<W: Bits> State<W> {
    pub(super) fn new(t: &LayoutTables<W>) -> Self {
        Self {
            words: vec![W::EMPTY; t.n_cells + t.n_houses * t.n + t.n],
            n_open: 0,
            singles: Vec::new(),
            changed_digits: vec![W::EMPTY; t.n_houses],
            locked_pending: HouseSet::new(t.n_houses),
            subsets_pending: HouseSet::new(t.n_houses),
            matching: Matching::new(t.n_houses, t.n),
        }
    }

    /// Returns the places of a digit in a house.
    #[inline]
    pub(super) fn places(&self, t: &LayoutTables<W>, house: usize, digit: usize) -> W {
        self.words[t.n_cells + house * t.n + digit]
    }

    /// Returns the columns of the undecided cells of a row.
    #[inline]
    pub(super) fn undecided_columns(&self, t: &LayoutTables<W>, row: usize) -> W {
        self.words[t.n_cells + t.n_houses * t.n + row]
    }

    /// Starts with these candidate masks, one per cell, with all propagation pending.
    pub(super) fn begin(&mut self, t: &LayoutTables<W>, masks: &[u64]) -> PropagationResult {
        self.clear_pending();
        if t.impossible {
            return Err(Contradiction { empty_word: None });
        }
        for (word, &mask) in self.words.iter_mut().zip(masks) {
            *word = W::from_mask(mask) & t.all;
        }
        let singles = self.clear_givens(t)?;
        self.rebuild(t);
        for cell in singles {
            self.words[t.undecided_columns_at(cell)] |= t.column(cell);
            self.n_open += 1;
            self.singles.push((cell, self.words[cell].first()));
        }
        for house in (0..t.n_houses).filter(|&house| t.full[house]) {
            for digit in 0..t.n {
                let places = self.places(t, house, digit);
                if places.is_empty() {
                    return Err(empty_word_at(t.n_cells + house * t.n + digit));
                }
                if places.at_most_one() {
                    self.singles.push((t.cell(house, places.first()), digit));
                }
            }
            self.changed_digits[house] = t.all;
            self.locked_pending.push(house);
        }
        for house in 0..t.n_houses {
            self.subsets_pending.push(house);
        }
        Ok(())
    }

    /// Removes the digits of decided cells from their peers, and returns the cells that become
    /// decided.
    fn clear_givens(&mut self, t: &LayoutTables<W>) -> Result<Vec<usize>, Contradiction> {
        let mut given = vec![W::EMPTY; t.n_houses];
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if digits.at_most_one() {
                for seat in t.places_of_cell(cell) {
                    let given = &mut given[seat.house()];
                    if digits.is_empty() || !(*given & digits).is_empty() {
                        return Err(empty_word_at(cell));
                    }
                    *given |= digits;
                }
            }
        }
        let mut singles = Vec::new();
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if !digits.at_most_one() {
                let left = t
                    .places_of_cell(cell)
                    .iter()
                    .fold(digits, |left, seat| left & !given[seat.house()]);
                self.words[cell] = left;
                if left.is_empty() {
                    return Err(empty_word_at(cell));
                }
                if left.at_most_one() {
                    singles.push(cell);
                }
            }
        }
        Ok(singles)
    }

    /// Recomputes all other words from the cells; cells with one candidate count as decided.
    pub(super) fn rebuild(&mut self, t: &LayoutTables<W>) {
        self.words[t.n_cells..].fill(W::EMPTY);
        self.n_open = 0;
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if !digits.at_most_one() {
                self.words[t.undecided_columns_at(cell)] |= t.column(cell);
                self.n_open += 1;
            }
            for digit in digits.iter() {
                for seat in t.places_of_cell(cell) {
                    self.words[t.n_cells + seat.offset() + digit] |= seat.place;
                }
            }
        }
    }

    /// Discards pending propagation.
    pub(super) fn clear_pending(&mut self) {
        self.singles.clear();
        self.changed_digits.fill(W::EMPTY);
        self.locked_pending.clear();
        self.subsets_pending.clear();
    }

    /// Propagates to a fixed point; searches for subsets only if `hard`.
    pub(super) fn propagate(&mut self, t: &LayoutTables<W>, hard: bool) -> PropagationResult {
        loop {
            while let Some((cell, digit)) = self.singles.pop() {
                self.assign(t, cell, digit)?;
            }
            if let Some(house) = self.locked_pending.pop() {
                self.eliminate_locked(t, house)?;
            } else if !hard {
                self.subsets_pending.clear();
                return Ok(());
            } else if let Some(house) = self.subsets_pending.pop() {
                self.eliminate_subsets(t, house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Places `digit` in `cell`.
    pub(super) fn assign(
        &mut self,
        t: &LayoutTables<W>,
        cell: usize,
        digit: usize,
    ) -> PropagationResult {
        let only = W::singleton(digit);
        let digits = self.words[cell];
        if (digits & only).is_empty() {
            return Err(empty_word_at(cell));
        }
        let open = &mut self.words[t.undecided_columns_at(cell)];
        if (*open & t.column(cell)).is_empty() {
            return Ok(());
        }
        *open &= !t.column(cell);
        self.n_open -= 1;
        self.words[cell] = only;
        for other in (digits & !only).iter() {
            self.remove_place(t, cell, other)?;
        }
        for seat in t.places_of_cell(cell) {
            let others = self.words[t.n_cells + seat.offset() + digit] & !seat.place;
            for place in others.iter() {
                self.eliminate(t, t.cell_at(seat.offset() + place), digit)?;
            }
        }
        Ok(())
    }

    /// Eliminates `digit` from `cell`.
    #[inline]
    pub(super) fn eliminate(
        &mut self,
        t: &LayoutTables<W>,
        cell: usize,
        digit: usize,
    ) -> PropagationResult {
        let digits = self.words[cell];
        if !digits.contains(digit) {
            return Ok(());
        }
        let left = digits & !W::singleton(digit);
        self.words[cell] = left;
        if left.at_most_one() {
            if left.is_empty() {
                return Err(empty_word_at(cell));
            }
            self.singles.push((cell, left.first()));
        }
        self.remove_place(t, cell, digit)
    }

    /// Removes `cell`, which lost `digit`, from the places of the digit.
    #[inline]
    fn remove_place(
        &mut self,
        t: &LayoutTables<W>,
        cell: usize,
        digit: usize,
    ) -> PropagationResult {
        for seat in t.places_of_cell(cell) {
            let (house, word) = (seat.house(), t.n_cells + seat.offset() + digit);
            let places = self.words[word] & !seat.place;
            self.words[word] = places;
            self.changed_digits[house] |= W::singleton(digit);
            self.locked_pending.push(house);
            self.subsets_pending.push(house);
            if places.at_most_one() && t.full[house] {
                if places.is_empty() {
                    return Err(empty_word_at(word));
                }
                self.singles.push((t.cell_at(seat.offset() + places.first()), digit));
            }
        }
        Ok(())
    }

    /// Eliminates locked candidates: a digit that must be in the cells that a house has in common
    /// with another one is removed from the other cells of that one.
    fn eliminate_locked(&mut self, t: &LayoutTables<W>, house: usize) -> PropagationResult {
        for digit in std::mem::take(&mut self.changed_digits[house]).iter() {
            let places = self.places(t, house, digit);
            if places.at_most_one() {
                continue;
            }
            for overlap in t.overlaps(house) {
                if (places & overlap.outside_other).is_empty() {
                    let removable = self.places(t, overlap.other(), digit) & overlap.other_outside;
                    for place in removable.iter() {
                        self.eliminate(t, t.cell(overlap.other(), place), digit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Eliminates the candidates excluded by naked and hidden subsets of a house.
    fn eliminate_subsets(&mut self, t: &LayoutTables<W>, house: usize) -> PropagationResult {
        let contradiction = Contradiction { empty_word: None };
        if t.full[house] {
            // Rows of the table are digits, columns are places.
            let first = t.n_cells + house * t.n;
            if !self.matching.filter(house, &self.words[first..first + t.n]) {
                return Err(contradiction);
            }
            for index in 0..self.matching.removable.len() {
                let (digit, places) = self.matching.removable[index];
                for place in places.iter() {
                    self.eliminate(t, t.cell(house, place), digit)?;
                }
            }
        } else {
            // Rows are cells, columns are digits. Missing cells can hold any digit that is not
            // decided.
            let cells = |place: usize| self.words[t.cell(house, place)];
            let decided = t.places[house].iter().map(cells).filter(|digits| digits.at_most_one());
            let mut rows = [t.all & !decided.fold(W::EMPTY, |all, digit| all | digit); 64];
            for place in t.places[house].iter() {
                rows[place] = cells(place);
            }
            if !self.matching.filter(house, &rows[..t.n]) {
                return Err(contradiction);
            }
            for index in 0..self.matching.removable.len() {
                let (place, digits) = self.matching.removable[index];
                for digit in digits.iter().filter(|_| t.places[house].contains(place)) {
                    self.eliminate(t, t.cell(house, place), digit)?;
                }
            }
        }
        Ok(())
    }
}

/// A set of pending houses.
#[derive(Debug)]
struct HouseSet {
    words: Vec<u64>,
}

impl HouseSet {
    fn new(n_houses: usize) -> Self {
        Self { words: vec![0; n_houses.div_ceil(64)] }
    }

    #[inline]
    fn push(&mut self, house: usize) {
        self.words[house / 64] |= 1 << (house % 64);
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let index = self.words.iter().position(|&word| word != 0)?;
        let word = &mut self.words[index];
        let house = index * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(house)
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }
}
