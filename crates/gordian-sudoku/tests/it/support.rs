//! A plain solver and a plain checker: slow, short, and sharing nothing with the engines.

/// Counting and checking as one would write them first.
pub(crate) mod plain {
    use gordian_sudoku::{Candidates, Layout, Puzzle};

    /// Counts the solutions of a puzzle, up to `limit`, by trying every digit in the cell with the
    /// fewest left.
    pub(crate) fn count(puzzle: &Puzzle, limit: u64) -> u64 {
        solutions(&puzzle.layout, &Candidates::of(puzzle), usize::try_from(limit).unwrap()).len()
            as u64
    }

    /// Returns up to `limit` solutions below `start`.
    pub(crate) fn solutions(layout: &Layout, start: &Candidates, limit: usize) -> Vec<Vec<u8>> {
        let mut digits = vec![0; layout.n_cells()];
        let mut found = Vec::new();
        if layout.houses().iter().all(|house| house.cells.len() <= layout.n()) {
            fill(layout, start, &peers(layout), &mut digits, limit, &mut found);
        }
        found
    }

    /// Returns whether `digits` obeys the houses and fits into `start`.
    pub(crate) fn is_solution(layout: &Layout, start: &Candidates, digits: &[u8]) -> bool {
        digits.len() == layout.n_cells()
            && (0..digits.len()).all(|cell| start.digits(cell).any(|digit| digit == digits[cell]))
            && layout.houses().iter().all(|house| {
                let mut seen: Vec<u8> = house.cells.iter().map(|&cell| digits[cell]).collect();
                seen.sort_unstable();
                seen.windows(2).all(|pair| pair[0] != pair[1])
                    && seen.iter().all(|&digit| digit >= 1 && usize::from(digit) <= layout.n())
            })
    }

    fn peers(layout: &Layout) -> Vec<Vec<usize>> {
        let mut peers = vec![Vec::new(); layout.n_cells()];
        for house in layout.houses() {
            for &cell in &house.cells {
                peers[cell].extend(house.cells.iter().filter(|&&peer| peer != cell));
            }
        }
        peers
    }

    fn fill(
        layout: &Layout,
        start: &Candidates,
        peers: &[Vec<usize>],
        digits: &mut [u8],
        limit: usize,
        found: &mut Vec<Vec<u8>>,
    ) {
        if found.len() >= limit {
            return;
        }
        let n = u8::try_from(layout.n()).unwrap();
        let options = |cell: usize, digits: &[u8]| {
            let fits = |digit: &u8| peers[cell].iter().all(|&peer| digits[peer] != *digit);
            start.digits(cell).filter(|&digit| digit <= n).filter(fits).collect::<Vec<u8>>()
        };
        let open = (0..digits.len()).filter(|&cell| digits[cell] == 0);
        match open.min_by_key(|&cell| options(cell, digits).len()) {
            None => found.push(digits.to_vec()),
            Some(cell) => {
                for digit in options(cell, digits) {
                    digits[cell] = digit;
                    fill(layout, start, peers, digits, limit, found);
                }
                digits[cell] = 0;
            }
        }
    }
}
