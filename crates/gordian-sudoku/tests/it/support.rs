//! A plain backtracking solver and checker: slow, short and independent of the engines.

/// Straightforward counting and checking.
pub(crate) mod plain {
    use gordian_grid::{Candidates, Grid, Layout};

    /// Counts the solutions of a puzzle, up to `limit`, by trying every candidate of the cell with
    /// the fewest candidates.
    pub(crate) fn count(puzzle: &Grid, limit: u64) -> u64 {
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

    /// Returns whether `digits` satisfies the houses and is within `start`.
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
        for peers in &mut peers {
            peers.sort_unstable();
            peers.dedup();
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
        let options = |cell: usize, digits: &[u8]| {
            let mut mask = start.mask(cell) & layout.all_digits();
            for &peer in peers[cell].iter().filter(|&&peer| digits[peer] != 0) {
                mask &= !(1 << (digits[peer] - 1));
            }
            mask
        };
        let open = (0..digits.len()).filter(|&cell| digits[cell] == 0);
        match open
            .map(|cell| (options(cell, digits), cell))
            .min_by_key(|(mask, _)| mask.count_ones())
        {
            None => found.push(digits.to_vec()),
            Some((mask, cell)) => {
                for digit in (1..=64).filter(|digit| mask >> (digit - 1) & 1 == 1) {
                    digits[cell] = digit;
                    fill(layout, start, peers, digits, limit, found);
                }
                digits[cell] = 0;
            }
        }
    }
}

/// Random grids of all kinds.
pub(crate) mod random {
    use gordian_core::{Cancel, Random};
    use gordian_grid::{Candidates, Layout};
    use gordian_sudoku::{Finder, SearchLimits};

    /// Returns a random layout of `n` rows: with boxes, irregular regions or none, with or without
    /// diagonals and groups. It may have no solutions.
    pub(crate) fn layout(random: &mut Random, n: usize) -> Layout {
        let mut layout = match random.below(3) {
            0 => Layout::latin(n).unwrap(),
            1 => {
                let heights: Vec<usize> =
                    (1..=n).filter(|&height| n.is_multiple_of(height)).collect();
                let height = *random.choose(&heights);
                Layout::boxes(height, n / height).unwrap()
            }
            _ => {
                // Rows as regions, with pairs of cells swapped.
                let mut regions: Vec<usize> = (0..n * n).map(|cell| cell / n).collect();
                for _ in 0..random.below(2 * n) {
                    regions.swap(random.below(n * n), random.below(n * n));
                }
                Layout::regions(n, &regions).unwrap()
            }
        };
        if random.below(3) == 0 {
            layout = layout.with_main_diagonal();
        }
        if random.below(4) == 0 {
            layout = layout.with_anti_diagonal();
        }
        while random.below(3) == 0 {
            let mut cells: Vec<usize> = (0..n * n).collect();
            random.shuffle(&mut cells);
            // Sometimes one cell too many.
            let size = if random.below(20) == 0 { n + 1 } else { 1 + random.below(n) };
            cells.truncate(size);
            layout = layout.with_group("group", cells).unwrap();
        }
        layout
    }

    /// Returns candidates with about `n_open` undecided cells, derived from a solution of the
    /// layout. Sometimes a given is wrong, and some cells have marks. Without a solution, a small
    /// grid is left open, and `None` is returned for a larger one.
    pub(crate) fn start(random: &mut Random, layout: &Layout, n_open: usize) -> Option<Candidates> {
        let mut candidates = Candidates::all(layout);
        let query = SearchLimits { max_solutions: 1, max_nodes: Some(1000) };
        let mut solution = vec![0; layout.n_cells()];
        let mut finder = Finder::new(layout);
        // A shuffled first row, so that solutions differ.
        let mut row: Vec<u8> = (1..).take(layout.n()).collect();
        random.shuffle(&mut row);
        for (cell, &digit) in row.iter().enumerate() {
            candidates.keep_only(cell, digit);
        }
        finder.find(&candidates, &query, &Cancel::new(), &mut |digits| {
            solution.copy_from_slice(digits);
        });
        if solution[0] == 0 && layout.n() > 4 {
            return None;
        }
        let mut cells: Vec<usize> = (0..layout.n_cells()).collect();
        random.shuffle(&mut cells);
        let (open, given) = cells.split_at(n_open.min(cells.len()));
        let mut candidates = Candidates::all(layout);
        for &cell in given.iter().filter(|&&cell| solution[cell] != 0) {
            candidates.keep_only(cell, solution[cell]);
        }
        if random.below(5) == 0 && !given.is_empty() {
            let cell = *random.choose(given);
            candidates.masks_mut()[cell] = 1 << random.below(layout.n());
        }
        if random.flip() {
            for &cell in open {
                candidates.masks_mut()[cell] &= random.bits() | random.bits();
            }
        }
        Some(candidates)
    }
}
