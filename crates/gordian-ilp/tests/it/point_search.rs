//! Exhaustive search for the integer points of an integer program, by bounds propagation and
//! bisection.

use std::collections::BTreeSet;

use gordian_core::Index;
use gordian_ilp::{ColumnId, IntegerProgram, Row, Sense};

/// Searches for integer points: propagates the bounds of every row, then bisects a domain.
pub(crate) struct PointSearch<'a> {
    rows: &'a IntegerProgram,
    /// Rows of each column.
    rows_of_column: Vec<Vec<usize>>,
    /// Columns in the order in which they are decided.
    order: Vec<usize>,
    /// Number of leading columns of `order` that determine the variables of the model.
    n_leading: usize,
    steps: usize,
    max_steps: usize,
}

type Bounds = Vec<(i64, i64)>;

impl<'a> PointSearch<'a> {
    pub(crate) fn new(rows: &'a IntegerProgram) -> Self {
        let mut rows_of_column = vec![Vec::new(); rows.columns.len()];
        for (index, row) in rows.rows.iter().enumerate() {
            for (column, _) in &row.terms {
                rows_of_column[column.index()].push(index);
            }
        }
        let variables = rows.variables.iter().flat_map(|variable| &variable.value.terms);
        let n_leading: BTreeSet<usize> = variables.map(|(column, _)| column.index()).collect();
        // Columns with few values first: they mostly determine the others.
        let range = |&index: &usize| {
            let column = &rows.columns.as_slice()[index];
            column.lower.abs_diff(column.upper)
        };
        let mut order: Vec<usize> = (0..rows.columns.len()).collect();
        order.sort_by_key(|index| (!n_leading.contains(index), range(index)));
        Self {
            rows,
            rows_of_column,
            order,
            n_leading: n_leading.len(),
            steps: 0,
            max_steps: usize::MAX,
        }
    }

    /// Returns the assignments of the model's variables at all integer points.
    pub(crate) fn assignments(&mut self) -> BTreeSet<Vec<i64>> {
        let mut bounds: Bounds =
            self.rows.columns.iter().map(|column| (column.lower, column.upper)).collect();
        let mut found = BTreeSet::new();
        let all = (0..self.rows.rows.len()).collect();
        if self.propagate_bounds(&mut bounds, all) {
            self.branch(bounds, 0, &mut found);
        }
        found
    }

    /// Returns whether there is a point; stops at the first point of each assignment.
    fn branch(&mut self, bounds: Bounds, mut depth: usize, found: &mut BTreeSet<Vec<i64>>) -> bool {
        let is_open = |index: usize| bounds[self.order[index]].0 < bounds[self.order[index]].1;
        while depth < self.order.len() && !is_open(depth) {
            depth += 1;
        }
        let Some(&column) = self.order.get(depth) else {
            let point: Vec<i64> = bounds.iter().map(|bound| bound.0).collect();
            found.insert(self.rows.assignment(&point).unwrap());
            return true;
        };
        let (lower, upper) = bounds[column];
        let midpoint = lower + (upper - lower) / 2;
        let mut any = false;
        for half in [(lower, midpoint), (midpoint + 1, upper)] {
            let mut bounds = bounds.clone();
            bounds[column] = half;
            if self.propagate_bounds(&mut bounds, self.rows_of_column[column].clone()) {
                any |= self.branch(bounds, depth, found);
                if any && depth >= self.n_leading {
                    return true;
                }
            }
        }
        any
    }

    fn propagate_bounds(&mut self, bounds: &mut Bounds, mut queue: Vec<usize>) -> bool {
        while let Some(index) = queue.pop() {
            if self.steps == self.max_steps {
                return false;
            }
            self.steps += 1;
            let row = &self.rows.rows[index];
            let mut changed = Vec::new();
            let fits = match row.sense {
                Sense::AtMost => at_most(row, 1, bounds, &mut changed),
                Sense::AtLeast => at_most(row, -1, bounds, &mut changed),
                Sense::Equal => {
                    at_most(row, 1, bounds, &mut changed) && at_most(row, -1, bounds, &mut changed)
                }
            };
            if !fits {
                return false;
            }
            for column in changed {
                queue.extend(&self.rows_of_column[column]);
            }
        }
        true
    }
}

/// Returns whether the rows have an integer point with these values of the model's variables;
/// `None` if the steps do not suffice.
pub(crate) fn has_point(rows: &IntegerProgram, values: &[i64], max_steps: usize) -> Option<bool> {
    let mut rows = rows.clone();
    for (variable, value) in rows.variables.iter().zip(values) {
        let terms = variable.value.terms.clone();
        let right = value - variable.value.constant;
        let name = variable.name.clone();
        rows.rows.push(Row { name, terms, sense: Sense::Equal, rhs: right });
    }
    let mut search = PointSearch::new(&rows);
    search.max_steps = max_steps;
    search.n_leading = 0;
    let found = !search.assignments().is_empty();
    (found || search.steps < max_steps).then_some(found)
}

/// Propagates `sign·left ≤ sign·right`; returns whether all domains remain non-empty.
fn at_most(row: &Row, sign: i128, bounds: &mut Bounds, changed: &mut Vec<usize>) -> bool {
    let least = |bounds: &Bounds, column: ColumnId, weight: i64| {
        let (lower, upper) = bounds[column.index()];
        let weight = sign * i128::from(weight);
        (weight * i128::from(lower)).min(weight * i128::from(upper))
    };
    let right = sign * i128::from(row.rhs);
    let total: i128 = row.terms.iter().map(|&(column, w)| least(bounds, column, w)).sum();
    if total > right {
        return false;
    }
    for &(column, w) in &row.terms {
        // The slack for this column if all others take their least values.
        let weight = sign * i128::from(w);
        let slack = right - (total - least(bounds, column, w));
        let (lower, upper) = &mut bounds[column.index()];
        if weight > 0 && weight * i128::from(*upper) > slack {
            *upper = i64::try_from(slack.div_euclid(weight)).unwrap();
            changed.push(column.index());
        } else if weight < 0 && weight * i128::from(*lower) > slack {
            *lower = i64::try_from(-slack.div_euclid(-weight)).unwrap();
            changed.push(column.index());
        }
        if lower > upper {
            return false;
        }
    }
    true
}
