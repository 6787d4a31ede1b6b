//! Subsets of every size at once: which places of digits are in no complete assignment of a house.
//!
//! Let the rows of a square table be the digits of a house and the columns its places. A naked or
//! hidden subset of k (k digits that have k places in common; k cells that have k digits in
//! common) is a set of k rows whose entries lie in k columns: the other rows have none there.
//! All of them follow from one complete matching of rows with columns. Draw an arrow from each
//! column to the columns in which its row has entries: an entry belongs to some complete matching
//! exactly if its two columns are in one strongly connected component.
//!
//! *Sources*: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI
//! 1994; for the components H. N. Gabow, "Path-based depth-first search for strong and biconnected
//! components", Information Processing Letters 74, 2000. Both are done here on sets in words: a
//! component on the path is the set of its columns and the set of columns that it reaches.

use super::bits::Bits;

/// Finds entries of square tables that are in no complete matching.
#[derive(Debug)]
pub(super) struct Matching<W> {
    n: usize,
    /// For each table and row the column of its last matching, as a set of one. A matching stays
    /// complete when entries come back, and mostly when some go.
    mates: Vec<W>,
    /// What was found: rows, and the columns in which they lose entries.
    pub(super) wrong: Vec<(usize, W)>,
    /// The row each column is matched with.
    owners: [usize; 64],
    /// The path of components: their columns, and those they reach.
    path: Vec<(W, W)>,
}

impl<W: Bits> Matching<W> {
    pub(super) fn new(n_tables: usize, n: usize) -> Self {
        Self {
            n,
            mates: vec![W::EMPTY; n_tables * n],
            wrong: Vec::new(),
            owners: [0; 64],
            path: Vec::new(),
        }
    }

    /// Fills `wrong` for the table with this number and these rows, sets of columns; returns false
    /// if there is no complete matching.
    ///
    /// Rows with one column must be alone in it.
    pub(super) fn filter(&mut self, table: usize, rows: &[W]) -> bool {
        self.wrong.clear();
        let first = table * self.n;
        let mut open = W::EMPTY;
        let mut unmatched = W::EMPTY;
        let mut used = W::EMPTY;
        for (row, &columns) in rows.iter().enumerate() {
            if columns.at_most_one() {
                continue;
            }
            open |= columns;
            let mate = self.mates[first + row] & columns & !used;
            if mate.is_empty() {
                unmatched |= W::one(row);
            } else {
                used |= mate;
                self.owners[mate.first()] = row;
            }
        }
        for row in unmatched.each() {
            let free = rows[row] & !used;
            if free.is_empty() {
                let mates = &mut self.mates[first..first + self.n];
                let Some(column) = augment(rows, row, used, mates, &mut self.owners) else {
                    return false;
                };
                used |= column;
            } else {
                let column = free & !free.without_first();
                used |= column;
                self.mates[first + row] = column;
                self.owners[column.first()] = row;
            }
        }
        self.components(rows, open);
        true
    }

    /// Finds the strongly connected components among `columns`, and what leaves them.
    fn components(&mut self, rows: &[W], columns: W) {
        let mut unseen = columns;
        let mut done = W::EMPTY;
        while !unseen.is_empty() {
            let column = unseen.first();
            unseen = unseen.without_first();
            let mut members = W::one(column);
            let mut reached = rows[self.owners[column]];
            loop {
                let new = reached & unseen;
                // What is reached, seen, and in no finished component is on the path.
                let mut back = reached & !(unseen | done | members);
                if !new.is_empty() {
                    self.path.push((members, reached));
                    let next = new.first();
                    unseen &= !W::one(next);
                    members = W::one(next);
                    reached = rows[self.owners[next]];
                } else if !back.is_empty() {
                    while let Some((below, reached_below)) = self.path.pop() {
                        members |= below;
                        reached |= reached_below;
                        back &= !below;
                        if back.is_empty() {
                            break;
                        }
                    }
                } else {
                    done |= members;
                    for column in members.each() {
                        let row = self.owners[column];
                        let wrong = rows[row] & !members;
                        if !wrong.is_empty() {
                            self.wrong.push((row, wrong));
                        }
                    }
                    let Some((below, reached_below)) = self.path.pop() else { break };
                    (members, reached) = (below, reached_below);
                }
            }
        }
    }
}

/// Gives `row` a column by moving other rows to other columns; returns the column, so far not
/// `used`, that is used in the end. Breadth first, so that few rows move.
fn augment<W: Bits>(
    rows: &[W],
    row: usize,
    used: W,
    mates: &mut [W],
    owners: &mut [usize; 64],
) -> Option<W> {
    // For each column the row from which it was reached.
    let mut from = [0; 64];
    let mut seen = W::EMPTY;
    let mut queue = [row; 64];
    let (mut head, mut tail) = (0, 1);
    while head < tail {
        let mut at = queue[head];
        head += 1;
        let new = rows[at] & !seen;
        seen |= new;
        let free = new & !used;
        if !free.is_empty() {
            let last = free & !free.without_first();
            let mut column = last;
            loop {
                let previous = std::mem::replace(&mut mates[at], column);
                owners[column.first()] = at;
                if at == row {
                    return Some(last);
                }
                column = previous;
                at = from[column.first()];
            }
        }
        for column in new.each() {
            from[column] = at;
            queue[tail] = owners[column];
            tail += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    /// Whether rows from `row` on can be matched with columns outside `used`.
    fn can_match(rows: &[u16], row: usize, used: u16) -> bool {
        row == rows.len()
            || (rows[row] & !used).each().any(|column| can_match(rows, row + 1, used | 1 << column))
    }

    /// What may stay: the entries of complete matchings, each tried.
    fn plain(rows: &[u16]) -> Vec<u16> {
        let fits = |row: usize, column: usize| {
            let mut fixed = rows.to_vec();
            fixed[row] = 1 << column;
            can_match(&fixed, 0, 0)
        };
        let of = |row: usize| rows[row].each().filter(|&c| fits(row, c)).fold(0, |m, c| m | 1 << c);
        (0..rows.len()).map(of).collect()
    }

    #[test]
    fn entries_outside_all_matchings_are_found() {
        let mut random = Random::new(5);
        let (mut complete, mut none, mut removed) = (0, 0, 0);
        for _ in 0..3000 {
            let n = 2 + random.below(5);
            let mut matching = Matching::<u16>::new(1, n);
            // A hint from a fuller table must do no harm.
            let mut rows: Vec<u16> = vec![(1 << n) - 1; n];
            while rows.iter().all(|columns| !columns.at_most_one()) {
                let expected = plain(&rows);
                if expected.contains(&0) {
                    assert!(!matching.filter(0, &rows), "{rows:?}");
                    none += 1;
                    break;
                }
                assert!(matching.filter(0, &rows), "{rows:?}");
                let mut left = rows.clone();
                for &(row, wrong) in &matching.wrong {
                    left[row] &= !wrong;
                    removed += 1;
                }
                assert_eq!(left, expected, "{rows:?}");
                complete += 1;
                rows[random.below(n)] &= !(1 << random.below(n));
            }
        }
        assert!(complete > 1000 && none > 100 && removed > 1000, "{complete} {none} {removed}");
    }
}
