//! Subsets of every size at once: candidates that occur in no complete assignment of a house.
//!
//! Let the rows of a square table be the digits of a house and the columns its places. A naked or
//! hidden subset of size k (k digits that have k places in common; k cells that have k digits in
//! common) is a set of k rows whose entries lie in k columns; the other rows can have no entries in
//! these columns. All these eliminations follow from one perfect matching of rows and columns. Draw
//! an arrow from each column to the columns in which its row has entries: an entry belongs to some
//! perfect matching if and only if its two columns are in the same strongly connected component.
//!
//! *Sources*: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI
//! 1994; for the components H. N. Gabow, "Path-based depth-first search for strong and biconnected
//! components", Information Processing Letters 74, 2000. Both operate on sets in machine words
//! here: a component on the path is the set of its columns and the set of columns reachable from
//! it.

use super::bits::Bits;

/// Finds the entries of square tables that are in no perfect matching.
#[derive(Debug)]
pub(super) struct Matching<W> {
    n: usize,
    /// For each table and row the column of its last matching, as a singleton set. A matching stays
    /// valid when entries come back, and often when entries are removed.
    matched_columns: Vec<W>,
    /// The result: rows, and the columns of their removable entries.
    pub(super) removable: Vec<(usize, W)>,
    /// The row matched with each column.
    matched_rows: [usize; 64],
    /// The path of components: their columns, and the columns reachable from them.
    path: Vec<(W, W)>,
}

impl<W: Bits> Matching<W> {
    pub(super) fn new(n_tables: usize, n: usize) -> Self {
        Self {
            n,
            matched_columns: vec![W::EMPTY; n_tables * n],
            removable: Vec::new(),
            matched_rows: [0; 64],
            path: Vec::new(),
        }
    }

    /// Fills `removable` for the table with this number and these rows (sets of columns); returns
    /// false if there is no perfect matching.
    ///
    /// A row with a single column must be the only row with an entry there.
    pub(super) fn filter(&mut self, table: usize, rows: &[W]) -> bool {
        self.removable.clear();
        let first = table * self.n;
        let mut open = W::EMPTY;
        let mut unmatched = W::EMPTY;
        let mut used = W::EMPTY;
        for (row, &columns) in rows.iter().enumerate() {
            if columns.at_most_one() {
                continue;
            }
            open |= columns;
            let mate = self.matched_columns[first + row] & columns & !used;
            if mate.is_empty() {
                unmatched |= W::singleton(row);
            } else {
                used |= mate;
                self.matched_rows[mate.first()] = row;
            }
        }
        for row in unmatched.iter() {
            let free = rows[row] & !used;
            if free.is_empty() {
                let mates = &mut self.matched_columns[first..first + self.n];
                let Some(column) = augment(rows, row, used, mates, &mut self.matched_rows) else {
                    return false;
                };
                used |= column;
            } else {
                let column = free & !free.without_first();
                used |= column;
                self.matched_columns[first + row] = column;
                self.matched_rows[column.first()] = row;
            }
        }
        self.find_components(rows, open);
        true
    }

    /// Finds the strongly connected components among `columns`, and the entries that leave them.
    fn find_components(&mut self, rows: &[W], columns: W) {
        let mut unseen = columns;
        let mut done = W::EMPTY;
        while !unseen.is_empty() {
            let column = unseen.first();
            unseen = unseen.without_first();
            let mut members = W::singleton(column);
            let mut reached = rows[self.matched_rows[column]];
            loop {
                let new = reached & unseen;
                // Reachable columns that are visited and in no finished component are on the path.
                let mut back = reached & !(unseen | done | members);
                if !new.is_empty() {
                    self.path.push((members, reached));
                    let next = new.first();
                    unseen &= !W::singleton(next);
                    members = W::singleton(next);
                    reached = rows[self.matched_rows[next]];
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
                    for column in members.iter() {
                        let row = self.matched_rows[column];
                        let wrong = rows[row] & !members;
                        if !wrong.is_empty() {
                            self.removable.push((row, wrong));
                        }
                    }
                    let Some((below, reached_below)) = self.path.pop() else { break };
                    (members, reached) = (below, reached_below);
                }
            }
        }
    }
}

/// Finds an augmenting path: assigns a column to `row` by moving other rows to other columns.
/// Returns the column that is newly used. The search is breadth first, so that few rows move.
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
        for column in new.iter() {
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

    /// Returns whether the rows from `row` on can be matched with columns outside `used`.
    fn can_match(rows: &[u16], row: usize, used: u16) -> bool {
        row == rows.len()
            || (rows[row] & !used).iter().any(|column| can_match(rows, row + 1, used | 1 << column))
    }

    /// Returns the entries of perfect matchings, by trying each.
    fn entries_in_matchings(rows: &[u16]) -> Vec<u16> {
        let fits = |row: usize, column: usize| {
            let mut fixed = rows.to_vec();
            fixed[row] = 1 << column;
            can_match(&fixed, 0, 0)
        };
        let of = |row: usize| rows[row].iter().filter(|&c| fits(row, c)).fold(0, |m, c| m | 1 << c);
        (0..rows.len()).map(of).collect()
    }

    #[test]
    fn entries_outside_every_matching_are_removable() {
        let mut random = Random::new(5);
        let (mut complete, mut none, mut removed) = (0, 0, 0);
        for _ in 0..3000 {
            let n = 2 + random.below(5);
            let mut matching = Matching::<u16>::new(1, n);
            // A matching of a table with more entries must do no harm.
            let mut rows: Vec<u16> = vec![(1 << n) - 1; n];
            while rows.iter().all(|columns| !columns.at_most_one()) {
                let expected = entries_in_matchings(&rows);
                if expected.contains(&0) {
                    assert!(!matching.filter(0, &rows), "{rows:?}");
                    none += 1;
                    break;
                }
                assert!(matching.filter(0, &rows), "{rows:?}");
                let mut left = rows.clone();
                for &(row, wrong) in &matching.removable {
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
