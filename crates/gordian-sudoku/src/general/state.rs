//! The candidates of a larger grid, from two sides, and what follows from a change.
//!
//! Conclusions are drawn in the order of their cost, and after each the cheaper ones again:
//! singles; locked candidates, for the digits that lost a place in a house; and in hard searches
//! subsets, for the houses that lost a candidate.

use super::bits::Bits;
use super::matching::Matching;
use super::tables::Tables;

/// A state and the conclusions that are still to be drawn.
///
/// ```text
/// words:  cells (n·n)        places (houses · n)          open (n)
///         digits of a cell   places of a digit in a house columns of a row's undecided cells
/// ```
///
/// Unless there is a contradiction: digit d is in the mask of cell c exactly if p is among the
/// places of d in h, for each house h that has c at place p. When the queue is empty, each cell
/// that is not open has one digit, and none of its peers has that digit.
#[derive(Debug)]
pub(super) struct State<W> {
    pub(super) words: Vec<W>,
    /// Cells that are open.
    pub(super) n_open: usize,
    /// Open cells and the digits that must go there.
    queue: Vec<(usize, usize)>,
    /// For each house the digits that lost a place since locked candidates were looked for.
    dirty: Vec<W>,
    /// Houses with such digits.
    locked: Agenda,
    /// Houses that lost a candidate since subsets were looked for.
    subsets: Agenda,
    matching: Matching<W>,
}

/// What cannot be: no digit for a cell, no place for a digit, or something wider.
#[derive(Debug)]
pub(super) struct Contradiction {
    /// The empty mask, as an index into the words.
    pub(super) empty: Option<usize>,
}

type Concluded = Result<(), Contradiction>;

fn empty_at(word: usize) -> Contradiction {
    Contradiction { empty: Some(word) }
}

impl<W: Bits> State<W> {
    pub(super) fn new(t: &Tables<W>) -> Self {
        Self {
            words: vec![W::EMPTY; t.n_cells + t.n_houses * t.n + t.n],
            n_open: 0,
            queue: Vec::new(),
            dirty: vec![W::EMPTY; t.n_houses],
            locked: Agenda::new(t.n_houses),
            subsets: Agenda::new(t.n_houses),
            matching: Matching::new(t.n_houses, t.n),
        }
    }

    /// Returns the places of a digit in a house.
    #[inline]
    pub(super) fn places(&self, t: &Tables<W>, house: usize, digit: usize) -> W {
        self.words[t.n_cells + house * t.n + digit]
    }

    /// Returns the columns of the undecided cells of a row.
    #[inline]
    pub(super) fn open(&self, t: &Tables<W>, row: usize) -> W {
        self.words[t.n_cells + t.n_houses * t.n + row]
    }

    /// Goes to the state with these masks of digits, one a cell; everything is to be concluded.
    pub(super) fn begin(&mut self, t: &Tables<W>, masks: &[u64]) -> Concluded {
        self.forget();
        if t.impossible {
            return Err(Contradiction { empty: None });
        }
        for (word, &mask) in self.words.iter_mut().zip(masks) {
            *word = W::from_mask(mask) & t.all;
        }
        let singles = self.clear_givens(t)?;
        self.rebuild(t);
        for cell in singles {
            self.words[t.open_at(cell)] |= t.column(cell);
            self.n_open += 1;
            self.queue.push((cell, self.words[cell].first()));
        }
        for house in (0..t.n_houses).filter(|&house| t.full[house]) {
            for digit in 0..t.n {
                let places = self.places(t, house, digit);
                if places.is_empty() {
                    return Err(empty_at(t.n_cells + house * t.n + digit));
                }
                if places.at_most_one() {
                    self.queue.push((t.cell(house, places.first()), digit));
                }
            }
            self.dirty[house] = t.all;
            self.locked.push(house);
        }
        for house in 0..t.n_houses {
            self.subsets.push(house);
        }
        Ok(())
    }

    /// Takes the digits of cells that have one from the other cells of their houses, and returns
    /// the cells that have only one left by that.
    fn clear_givens(&mut self, t: &Tables<W>) -> Result<Vec<usize>, Contradiction> {
        let mut given = vec![W::EMPTY; t.n_houses];
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if digits.at_most_one() {
                for seat in t.seats(cell) {
                    let given = &mut given[seat.house()];
                    if digits.is_empty() || !(*given & digits).is_empty() {
                        return Err(empty_at(cell));
                    }
                    *given |= digits;
                }
            }
        }
        let mut singles = Vec::new();
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if !digits.at_most_one() {
                let left =
                    t.seats(cell).iter().fold(digits, |left, seat| left & !given[seat.house()]);
                self.words[cell] = left;
                if left.is_empty() {
                    return Err(empty_at(cell));
                }
                if left.at_most_one() {
                    singles.push(cell);
                }
            }
        }
        Ok(singles)
    }

    /// Works out everything else from the cells; those with one digit are not open.
    pub(super) fn rebuild(&mut self, t: &Tables<W>) {
        self.words[t.n_cells..].fill(W::EMPTY);
        self.n_open = 0;
        for cell in 0..t.n_cells {
            let digits = self.words[cell];
            if !digits.at_most_one() {
                self.words[t.open_at(cell)] |= t.column(cell);
                self.n_open += 1;
            }
            for digit in digits.each() {
                for seat in t.seats(cell) {
                    self.words[t.n_cells + seat.first() + digit] |= seat.place;
                }
            }
        }
    }

    /// Forgets conclusions that are still to be drawn.
    pub(super) fn forget(&mut self) {
        self.queue.clear();
        self.dirty.fill(W::EMPTY);
        self.locked.clear();
        self.subsets.clear();
    }

    /// Draws conclusions until there are no more; subsets only in a `hard` search.
    pub(super) fn conclude(&mut self, t: &Tables<W>, hard: bool) -> Concluded {
        loop {
            while let Some((cell, digit)) = self.queue.pop() {
                self.place(t, cell, digit)?;
            }
            if let Some(house) = self.locked.pop() {
                self.find_locked(t, house)?;
            } else if !hard {
                self.subsets.clear();
                return Ok(());
            } else if let Some(house) = self.subsets.pop() {
                self.find_subsets(t, house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Decides that `digit` goes into `cell`.
    pub(super) fn place(&mut self, t: &Tables<W>, cell: usize, digit: usize) -> Concluded {
        let only = W::one(digit);
        let digits = self.words[cell];
        if (digits & only).is_empty() {
            return Err(empty_at(cell));
        }
        let open = &mut self.words[t.open_at(cell)];
        if (*open & t.column(cell)).is_empty() {
            return Ok(());
        }
        *open &= !t.column(cell);
        self.n_open -= 1;
        self.words[cell] = only;
        for other in (digits & !only).each() {
            self.unseat(t, cell, other)?;
        }
        for seat in t.seats(cell) {
            let others = self.words[t.n_cells + seat.first() + digit] & !seat.place;
            for place in others.each() {
                self.remove(t, t.cell_at(seat.first() + place), digit)?;
            }
        }
        Ok(())
    }

    /// Takes `digit` from `cell`.
    #[inline]
    pub(super) fn remove(&mut self, t: &Tables<W>, cell: usize, digit: usize) -> Concluded {
        let digits = self.words[cell];
        if !digits.has(digit) {
            return Ok(());
        }
        let left = digits & !W::one(digit);
        self.words[cell] = left;
        if left.at_most_one() {
            if left.is_empty() {
                return Err(empty_at(cell));
            }
            self.queue.push((cell, left.first()));
        }
        self.unseat(t, cell, digit)
    }

    /// Takes `cell`, which lost `digit`, from the digit's places.
    #[inline]
    fn unseat(&mut self, t: &Tables<W>, cell: usize, digit: usize) -> Concluded {
        for seat in t.seats(cell) {
            let (house, word) = (seat.house(), t.n_cells + seat.first() + digit);
            let places = self.words[word] & !seat.place;
            self.words[word] = places;
            self.dirty[house] |= W::one(digit);
            self.locked.push(house);
            self.subsets.push(house);
            if places.at_most_one() && t.full[house] {
                if places.is_empty() {
                    return Err(empty_at(word));
                }
                self.queue.push((t.cell_at(seat.first() + places.first()), digit));
            }
        }
        Ok(())
    }

    /// Takes a digit that must be in the cells a house has in common with another from the other
    /// cells of that one.
    fn find_locked(&mut self, t: &Tables<W>, house: usize) -> Concluded {
        for digit in std::mem::take(&mut self.dirty[house]).each() {
            let places = self.places(t, house, digit);
            if places.at_most_one() {
                continue;
            }
            for overlap in t.overlaps(house) {
                if (places & overlap.mine_alone).is_empty() {
                    let wrong = self.places(t, overlap.other(), digit) & overlap.other_alone;
                    for place in wrong.each() {
                        self.remove(t, t.cell(overlap.other(), place), digit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the digits of subsets from the other cells of a house.
    fn find_subsets(&mut self, t: &Tables<W>, house: usize) -> Concluded {
        let contradiction = Contradiction { empty: None };
        if t.full[house] {
            // Rows of the table are digits, columns are places.
            let first = t.n_cells + house * t.n;
            if !self.matching.filter(house, &self.words[first..first + t.n]) {
                return Err(contradiction);
            }
            for index in 0..self.matching.wrong.len() {
                let (digit, places) = self.matching.wrong[index];
                for place in places.each() {
                    self.remove(t, t.cell(house, place), digit)?;
                }
            }
        } else {
            // Rows are cells, columns are digits. Cells that are not there may hold any that is not
            // decided.
            let cells = |place: usize| self.words[t.cell(house, place)];
            let decided = t.places[house].each().map(cells).filter(|digits| digits.at_most_one());
            let mut rows = [t.all & !decided.fold(W::EMPTY, |all, digit| all | digit); 64];
            for place in t.places[house].each() {
                rows[place] = cells(place);
            }
            if !self.matching.filter(house, &rows[..t.n]) {
                return Err(contradiction);
            }
            for index in 0..self.matching.wrong.len() {
                let (place, digits) = self.matching.wrong[index];
                for digit in digits.each().filter(|_| t.places[house].has(place)) {
                    self.remove(t, t.cell(house, place), digit)?;
                }
            }
        }
        Ok(())
    }
}

/// A set of houses to visit.
#[derive(Debug)]
struct Agenda {
    words: Vec<u64>,
}

impl Agenda {
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
