//! Tables: lists of the combinations of values that variables may have.
//!
//! The rows that are possible are a set of bits: the intersection over the variables of the rows
//! with values in their domains. A value remains if one of the possible rows has it; the row that
//! was found last is tried first.
//! ```text
//! row        0 1 2 3 4            x = 1: rows 0, 1, 4     dense: a set of bits
//! x          1 1 2 3 1            x = 2: row 2            sparse: a list
//! y          5 6 5 5 7            y = 5: rows 0, 2, 3
//! possible   1 0 1 0 0            after x ≠ 3, y ≠ 6, y ≠ 7
//! ```
//! The rows of each variable are kept from run to run and corrected by the values that appeared or
//! disappeared. So nothing must be undone when the search backtracks.
//!
//! An explanation needs, for each row with the removed value, one atom by which the row is
//! impossible. Few are chosen: the atom that excludes most of the remaining rows is the next one.
//!
//! *Source*: Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin, Schaus: "Compact-Table:
//! efficiently filtering table constraints with reversible sparse bit-sets", CP 2016; Lecoutre,
//! Hemery: "A study of residual supports in arc consistency", IJCAI 2007; Gent, Miguel, Moore:
//! "Lazy explanations for constraint propagators", PADL 2010.

use std::collections::BinaryHeap;
use std::ops::Range;

use gordian_core::numbers::to_u32;

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
    n_bytes_of_list,
};

/// Domains of at most this width lose the values between those of the table.
const MAX_FILTERED_WIDTH: i64 = 4096;

/// Some variables have together the values of a row of a table.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    n_rows: usize,
    /// The possible rows, while domains are reduced.
    possible: Vec<u64>,
}

/// The values of one variable in all rows.
#[derive(Clone, Debug)]
struct Column {
    var: Var,
    /// The different values, sorted.
    values: Vec<i64>,
    /// The place in `values` of the value of each row.
    cells: Vec<u32>,
    /// The rows, sorted by their values; those of a value are between two neighbours in `starts`.
    rows: Vec<u32>,
    starts: Vec<u32>,
    /// The rows of frequent values as sets of bits.
    dense: Vec<Option<Box<[u64]>>>,
    /// Whether each value was in the domain at the last run, and the rows of those values.
    is_present: Vec<bool>,
    present_rows: Vec<u64>,
    /// For each value, a row that had it and was possible.
    supports: Vec<u32>,
}

/// Returns whether a set of rows contains a row.
fn contains(set: &[u64], row: u32) -> bool {
    set[row as usize / 64] >> (row % 64) & 1 == 1
}

impl Column {
    /// `values` are those of all rows.
    fn new(var: Var, of_rows: &[i64]) -> Self {
        let mut values = of_rows.to_vec();
        values.sort_unstable();
        values.dedup();
        let cells: Vec<u32> = of_rows
            .iter()
            .map(|value| to_u32(values.binary_search(value).expect("it is one of them")))
            .collect();
        let mut rows: Vec<u32> = (0..to_u32(of_rows.len())).collect();
        rows.sort_by_key(|&row| cells[row as usize]);
        let starts: Vec<u32> = (0..=values.len())
            .map(|at| to_u32(rows.partition_point(|&row| (cells[row as usize] as usize) < at)))
            .collect();
        let n_words = of_rows.len().div_ceil(64);
        let mut column = Self {
            var,
            is_present: vec![false; values.len()],
            present_rows: vec![0; n_words],
            supports: Vec::new(),
            dense: Vec::new(),
            values,
            cells,
            rows,
            starts,
        };
        for at in 0..column.values.len() {
            let rows = column.rows_of(at);
            let is_dense = rows.len() > n_words;
            let mut set = vec![0_u64; if is_dense { n_words } else { 0 }];
            if is_dense {
                rows.iter().for_each(|&row| set[row as usize / 64] |= 1 << (row % 64));
            }
            let support = rows[0];
            column.supports.push(support);
            column.dense.push(is_dense.then(|| set.into_boxed_slice()));
        }
        column
    }

    /// Returns the memory, in bytes.
    fn n_bytes(&self) -> u64 {
        let dense: u64 = self.dense.iter().flatten().map(|set| n_bytes_of(set)).sum();
        let by_value = n_bytes_of(&self.values)
            + n_bytes_of(&self.starts)
            + n_bytes_of(&self.dense)
            + n_bytes_of(&self.is_present)
            + n_bytes_of(&self.supports);
        let by_row =
            n_bytes_of(&self.cells) + n_bytes_of(&self.rows) + n_bytes_of(&self.present_rows);
        by_value + by_row + dense
    }

    /// Returns the rows with the value at a place of `values`.
    fn rows_of(&self, at: usize) -> &[u32] {
        &self.rows[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the number of rows with the values at some places of `values`.
    fn n_rows_of(&self, places: &Range<usize>) -> usize {
        (self.starts[places.end] - self.starts[places.start]) as usize
    }

    /// Returns the places of the values that an atom excludes, without those that are beyond the
    /// bound that the variable had before.
    ///
    /// That bound is appended. It would nearly always be chosen, because it excludes many rows;
    /// only if it does not exclude most of them, its values remain to be explained.
    fn excluded_before(
        &self,
        atom: Atom,
        before: &Before<'_>,
        out: &mut Vec<Atom>,
    ) -> Range<usize> {
        let n_less = |value: i64| self.values.partition_point(|&it| it < value);
        let (root_min, root_max) = before.root_bounds(self.var);
        match atom.relation {
            Relation::AtLeast => {
                let now = n_less(before.min(self.var));
                let root = n_less(root_min).min(now);
                let end = n_less(atom.value);
                if self.n_rows_of(&(root..now)) <= self.n_rows_of(&(now..end)) {
                    return root..end;
                }
                out.push(self.var.at_least(self.values[now - 1] + 1));
                now..end
            }
            Relation::AtMost => {
                let n_at_most = |value: i64| self.values.partition_point(|&it| it <= value);
                let now = n_at_most(before.max(self.var));
                let root = n_at_most(root_max).max(now);
                let start = n_at_most(atom.value);
                if self.n_rows_of(&(now..root)) <= self.n_rows_of(&(start..now)) {
                    return start..root;
                }
                out.push(self.var.at_most(self.values[now] - 1));
                start..now
            }
            // A value that no row has needs no explanation.
            _ => match self.values.binary_search(&atom.value) {
                Ok(at) => at..at + 1,
                Err(_) => 0..0,
            },
        }
    }

    /// Corrects the rows of the values in the domain.
    fn update(&mut self, domains: &Domains<'_>) {
        for at in 0..self.values.len() {
            let is_present = domains.contains(self.var, self.values[at]);
            if is_present == self.is_present[at] {
                continue;
            }
            self.is_present[at] = is_present;
            // No row has two values: the rows of this one are added or removed by the same
            // operation.
            let toggled = &mut self.present_rows;
            if let Some(set) = &self.dense[at] {
                toggled.iter_mut().zip(set).for_each(|(word, rows)| *word ^= rows);
            } else {
                let rows = self.starts[at] as usize..self.starts[at + 1] as usize;
                for &row in &self.rows[rows] {
                    toggled[row as usize / 64] ^= 1 << (row % 64);
                }
            }
        }
    }

    /// Returns whether one of the possible rows has the value at a place.
    fn is_supported(&mut self, at: usize, possible: &[u64]) -> bool {
        if contains(possible, self.supports[at]) {
            return true;
        }
        let found = if let Some(set) = &self.dense[at] {
            let mut words = (0_u32..).zip(set.iter().zip(possible));
            words.find_map(|(word, (a, b))| {
                (a & b != 0).then(|| 64 * word + (a & b).trailing_zeros())
            })
        } else {
            self.rows_of(at).iter().copied().find(|&row| contains(possible, row))
        };
        if let Some(row) = found {
            self.supports[at] = row;
        }
        found.is_some()
    }

    /// Removes the values of the variable that no possible row has. `is_first` if the values that
    /// are in no row at all may still be in the domain.
    fn filter(
        &mut self,
        column: u32,
        possible: &[u64],
        is_first: bool,
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let (var, later) = (self.var, Explanation::Later(column));
        if domains.value(var).is_some_and(|value| self.values.binary_search(&value).is_ok()) {
            // One of the possible rows exists, and has this value.
            return Ok(());
        }
        let n = self.values.len();
        let mut is_kept = |at: usize| self.is_present[at] && self.is_supported(at, possible);
        let first = (0..n).find(|&at| is_kept(at)).expect("the possible rows have values");
        let last = (0..n).rev().find(|&at| is_kept(at)).expect("as above");
        let removed: Vec<usize> = (first..=last).filter(|&at| !is_kept(at)).collect();
        domains.assign(var.at_least(self.values[first]), later)?;
        domains.assign(var.at_most(self.values[last]), later)?;
        for at in removed {
            domains.assign(var.not_equal(self.values[at]), later)?;
        }
        let (min, max) = (self.values[first], self.values[last]);
        if is_first && max - min <= MAX_FILTERED_WIDTH {
            for pair in self.values[first..=last].windows(2) {
                for value in pair[0] + 1..pair[1] {
                    domains.assign(var.not_equal(value), later)?;
                }
            }
        }
        Ok(())
    }
}

impl Table {
    /// Returns the constraint that the values of `vars` are, in this order, one of the `rows`. The
    /// same variable may occur several times.
    ///
    /// # Panics
    ///
    /// Panics if a row has not as many values as there are variables.
    #[must_use]
    pub fn new(vars: &[Var], rows: &[Vec<i64>]) -> Self {
        assert!(rows.iter().all(|row| row.len() == vars.len()), "one value per variable");
        // Each variable has one column; rows with two values for one variable are impossible.
        let first_place = |var: Var| vars.iter().position(|&it| it == var).expect("one of them");
        let first_places: Vec<usize> = vars.iter().map(|&var| first_place(var)).collect();
        let is_consistent =
            |row: &&Vec<i64>| (0..vars.len()).all(|at| row[at] == row[first_places[at]]);
        let rows: Vec<&Vec<i64>> = rows.iter().filter(is_consistent).collect();
        let places = (0..vars.len()).filter(|&at| first_places[at] == at);
        let column = |at: usize| {
            let values: Vec<i64> = rows.iter().map(|row| row[at]).collect();
            Column::new(vars[at], &values)
        };
        let columns = places.map(column).collect();
        Self { columns, n_rows: rows.len(), possible: Vec::new() }
    }

    /// Computes the possible rows; returns whether there are some.
    fn find_possible(&mut self) -> bool {
        self.possible.clear();
        self.possible.resize(self.n_rows.div_ceil(64), u64::MAX);
        if let Some(word) = self.possible.last_mut() {
            // The bits after the last row.
            *word >>= self.n_rows.next_multiple_of(64) - self.n_rows;
        }
        for column in &self.columns {
            let words = self.possible.iter_mut().zip(&column.present_rows);
            words.for_each(|(word, rows)| *word &= rows);
        }
        self.possible.iter().any(|&word| word != 0)
    }
}

impl Propagator for Table {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.columns.iter().map(|column| (column.var, Event::Any)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    fn n_bytes(&self) -> u64 {
        let columns: u64 = self.columns.iter().map(Column::n_bytes).sum();
        n_bytes_of(&self.columns) + columns + n_bytes_of_list::<u64>(self.n_rows.div_ceil(64))
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for column in &mut self.columns {
            column.update(domains);
        }
        if !self.find_possible() {
            let Some(column) = self.columns.first() else { return Err(domains.conflict(&[])) };
            // An atom that is false before the first decision is a conflict of its explanation
            // alone.
            let beyond = domains.root_bounds(column.var).1 + 1;
            return domains.assign(column.var.at_least(beyond), Explanation::Later(0));
        }
        // Only at the first run, all variables have changed; later, it does no harm.
        let is_first = (0..self.columns.len())
            .all(|at| domains.changed().iter().any(|&place| place as usize == at));
        for (number, column) in (0..).zip(&mut self.columns) {
            column.filter(number, &self.possible, is_first, domains)?;
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let column = &self.columns[data as usize];
        let excluded = column.excluded_before(atom, before, out);
        let rows =
            &column.rows[column.starts[excluded.start] as usize..][..column.n_rows_of(&excluded)];
        Cover::new(&self.columns, before).exclude(rows.to_vec(), out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        (0..self.n_rows).any(|row| {
            self.columns.iter().all(|it| it.values[it.cells[row] as usize] == value(it.var))
        })
    }
}

/// Why a value is not in a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    /// It is.
    None,
    /// It is not, before the first decision.
    Root,
    /// It is less than the least value.
    Below,
    /// It is greater than the greatest value.
    Above,
    /// It is a hole.
    Hole,
}

/// The choice of atoms by which rows are impossible.
///
/// The atoms of a column have numbers: its lower bound, its upper bound, and a hole for each value.
struct Cover<'a> {
    columns: &'a [Column],
    before: &'a Before<'a>,
    /// The bounds of the variables.
    bounds: Vec<(i64, i64)>,
    /// What is known of each value; few values of a large table are asked for.
    absences: Vec<Vec<Option<Absence>>>,
    /// The number of the first atom of each column, and the number of all.
    offsets: Vec<usize>,
}

/// The place of an atom that does not exist.
const NO_ATOM: usize = usize::MAX;

impl<'a> Cover<'a> {
    fn new(columns: &'a [Column], before: &'a Before<'a>) -> Self {
        let bounds = columns.iter().map(|it| (before.min(it.var), before.max(it.var))).collect();
        let absences = columns.iter().map(|it| vec![None; it.values.len()]).collect();
        let mut offsets = vec![0];
        for column in columns {
            offsets.push(offsets[offsets.len() - 1] + 2 + column.values.len());
        }
        Self { columns, before, bounds, absences, offsets }
    }

    fn absence(&mut self, column: usize, at: usize) -> Absence {
        let ((min, max), Column { var, values, .. }) = (self.bounds[column], &self.columns[column]);
        *self.absences[column][at].get_or_insert_with(|| {
            let value = values[at];
            if !self.before.root_contains(*var, value) {
                Absence::Root
            } else if value < min {
                Absence::Below
            } else if value > max {
                Absence::Above
            } else if self.before.contains(*var, value) {
                Absence::None
            } else {
                Absence::Hole
            }
        })
    }

    /// Appends the numbers of the atoms of all columns that exclude a row; nothing if it is
    /// impossible before the first decision. Returns whether it is not.
    fn push_atoms(&mut self, row: u32, numbers: &mut Vec<usize>) -> bool {
        let n = numbers.len();
        for column in 0..self.columns.len() {
            let at = self.columns[column].cells[row as usize] as usize;
            let number = match self.absence(column, at) {
                Absence::Root => {
                    numbers.truncate(n);
                    return false;
                }
                Absence::None => NO_ATOM,
                Absence::Below => self.offsets[column],
                Absence::Above => self.offsets[column] + 1,
                Absence::Hole => self.offsets[column] + 2 + at,
            };
            numbers.push(number);
        }
        true
    }

    /// Appends true atoms by which all these rows are impossible.
    fn exclude(&mut self, mut rows: Vec<u32>, out: &mut Vec<Atom>) {
        let n_columns = self.columns.len();
        let mut numbers: Vec<usize> = Vec::with_capacity(n_columns * rows.len());
        rows.retain(|&row| self.push_atoms(row, &mut numbers));
        let atoms_of = |at: usize| {
            let all = &numbers[at * n_columns..(at + 1) * n_columns];
            all.iter().copied().filter(|&number| number != NO_ATOM)
        };
        // The numbers of remaining rows that atoms exclude. They only fall, so that the heap may
        // hold old ones.
        let mut counts = vec![0_u32; self.offsets[n_columns]];
        let mut atoms = Vec::new();
        for number in (0..rows.len()).flat_map(atoms_of) {
            if counts[number] == 0 {
                atoms.push(number);
            }
            counts[number] += 1;
        }
        // The places in `rows` of the rows of each atom, one atom after the other.
        let mut ends = vec![0_usize; counts.len()];
        let mut n_members = 0;
        for &number in &atoms {
            ends[number] = n_members;
            n_members += counts[number] as usize;
        }
        let mut members = vec![0_usize; n_members];
        for at in 0..rows.len() {
            for number in atoms_of(at) {
                members[ends[number]] = at;
                ends[number] += 1;
            }
        }
        let mut heap: BinaryHeap<(u32, usize, usize)> =
            atoms.iter().map(|&it| (counts[it], it, ends[it] - counts[it] as usize)).collect();
        let mut is_excluded = vec![false; rows.len()];
        let mut n_remaining = rows.len();
        while n_remaining > 0 {
            let (count, number, start) = heap.pop().expect("each row is excluded by an atom");
            if counts[number] != count {
                heap.push((counts[number], number, start));
                continue;
            }
            let column = self.offsets.partition_point(|&offset| offset <= number) - 1;
            let Column { var, values, cells, .. } = &self.columns[column];
            let (mut least, mut greatest) = (i64::MAX, i64::MIN);
            for &at in &members[start..ends[number]] {
                if std::mem::replace(&mut is_excluded[at], true) {
                    continue;
                }
                n_remaining -= 1;
                atoms_of(at).for_each(|other| counts[other] -= 1);
                let value = values[cells[rows[at] as usize] as usize];
                (least, greatest) = (least.min(value), greatest.max(value));
            }
            // A bound is only as strong as these rows need it.
            out.push(match number - self.offsets[column] {
                0 => var.at_least(greatest + 1),
                1 => var.at_most(least - 1),
                _ => var.not_equal(least),
            });
        }
    }
}
