//! The rows as data.

use gordian_core::{IndexVec, index};
use gordian_model::VarId;

use super::error::TermError;

index! {
    /// A column: an unknown integer of the rows.
    pub struct ColumnId;
}

/// An unknown integer with bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// A name for people: of the model's variable, with `=` and a value for the columns that say
    /// which value it has, or of the constraint that needed the column, with a dot and a number.
    /// Unique only as far as the model's names are.
    pub name: String,
    /// Least value.
    pub lower: i64,
    /// Greatest value.
    pub upper: i64,
}

impl Column {
    /// Returns whether 0 and 1 are the only values.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        self.lower == 0 && self.upper == 1
    }
}

/// A weighted sum of columns and a constant.
///
/// *Shape*: columns in rising order, each once, no weight 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LinearExpr {
    /// Columns with their weights.
    pub terms: Vec<(ColumnId, i64)>,
    /// What is added to the weighted columns.
    pub constant: i64,
}

impl LinearExpr {
    /// Returns the sum without columns.
    pub(super) fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// Returns the column by itself.
    pub(super) fn column(column: ColumnId) -> Self {
        Self { terms: vec![(column, 1)], constant: 0 }
    }

    /// Returns the weighted sum of sums.
    pub(super) fn combine<'a>(
        parts: impl IntoIterator<Item = (&'a LinearExpr, i64)>,
    ) -> Result<Self, TermError> {
        let mut terms: Vec<(ColumnId, i128)> = Vec::new();
        let mut constant = 0_i128;
        for (part, factor) in parts {
            let factor = i128::from(factor);
            constant += factor * i128::from(part.constant);
            let scaled = part.terms.iter().map(|&(column, weight)| (column, weight));
            terms.extend(scaled.map(|(column, weight)| (column, factor * i128::from(weight))));
        }
        terms.sort_by_key(|&(column, _)| column);
        let mut merged: Vec<(ColumnId, i128)> = Vec::with_capacity(terms.len());
        for (column, weight) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == column => last.1 += weight,
                _ => merged.push((column, weight)),
            }
        }
        let narrow = |wide: i128| i64::try_from(wide).map_err(|_| TermError::TooLarge);
        let nonzero = merged.into_iter().filter(|&(_, weight)| weight != 0);
        let terms = nonzero.map(|(column, weight)| Ok((column, narrow(weight)?)));
        Ok(Self { terms: terms.collect::<Result<_, TermError>>()?, constant: narrow(constant)? })
    }

    /// Returns 1 minus this.
    pub(super) fn complement(&self) -> Result<Self, TermError> {
        Self::combine([(&Self::constant(1), 1), (self, -1)])
    }

    /// Returns the column if this is a column by itself.
    #[must_use]
    pub fn as_column(&self) -> Option<ColumnId> {
        match self.terms[..] {
            [(column, 1)] if self.constant == 0 => Some(column),
            _ => None,
        }
    }

    /// Returns the value at a point, one number per column; `None` outside 64 bits.
    ///
    /// # Panics
    ///
    /// Panics if the point has fewer numbers than there are columns.
    #[must_use]
    pub fn value(&self, point: &[i64]) -> Option<i64> {
        let mut total = i128::from(self.constant);
        for &(column, weight) in &self.terms {
            total += i128::from(weight) * i128::from(point[gordian_core::Index::index(column)]);
        }
        i64::try_from(total).ok()
    }
}

/// How the two sides of a row compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The left side is at most the right side.
    AtMost,
    /// Both sides are equal.
    Equal,
    /// The left side is at least the right side.
    AtLeast,
}

/// A linear condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name of the constraint that the row is for; many rows may have the same.
    pub name: String,
    /// The left side: columns in rising order with weights other than 0; at least one.
    pub terms: Vec<(ColumnId, i64)>,
    /// How the sides compare.
    pub sense: Sense,
    /// The right side.
    pub rhs: i64,
}

/// A variable of the model, seen from the rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelVariable {
    /// The name, as the user wrote it.
    pub name: String,
    /// Least value.
    pub lower: i64,
    /// Greatest value.
    pub upper: i64,
    /// Its value, as a sum of columns.
    pub value: LinearExpr,
}

/// A model as integer rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntegerProgram {
    /// The title of the model.
    pub title: String,
    /// The unknowns.
    pub columns: IndexVec<ColumnId, Column>,
    /// The conditions, in the order of the model's constraints.
    pub rows: Vec<Row>,
    /// What to make small or great; 0 without a goal. It is the value of the model's objective at
    /// an optimum; elsewhere it may be worse than that.
    pub objective: LinearExpr,
    /// Whether the objective is to be made great rather than small.
    pub maximise: bool,
    /// The way back: the model's variables.
    pub variables: IndexVec<VarId, ModelVariable>,
}

impl IntegerProgram {
    /// Returns the values of the model's variables at a point, one number per column.
    ///
    /// `None` where a value does not fit into 64 bits, which no point within the bounds gives.
    ///
    /// # Panics
    ///
    /// Panics if the point has fewer numbers than there are columns.
    #[must_use]
    pub fn assignment(&self, point: &[i64]) -> Option<Vec<i64>> {
        self.variables.iter().map(|variable| variable.value.value(point)).collect()
    }
}
