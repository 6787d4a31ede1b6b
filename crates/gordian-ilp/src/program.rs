//! The integer linear program as data.

use gordian_core::{IndexVec, index};
use gordian_model::VarId;

use crate::error::TermError;

index! {
    /// Identifies a column.
    pub struct ColumnId;
}

/// A column: an integer unknown with bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// A readable name: the name of a variable, with `=` and a value for one-hot columns, or the
    /// name of the constraint that needed the column, with a dot and a number. Unique if the names
    /// of the model are.
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

/// A linear expression over columns.
///
/// *Shape*: columns in ascending order, each at most once, with weights other than 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LinearExpr {
    /// Columns with their weights.
    pub terms: Vec<(ColumnId, i64)>,
    /// The constant term.
    pub constant: i64,
}

impl LinearExpr {
    /// Returns a constant expression.
    pub(crate) fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// Returns the expression of a single column with weight 1.
    pub(crate) fn column(column: ColumnId) -> Self {
        Self { terms: vec![(column, 1)], constant: 0 }
    }

    /// Returns a weighted sum of expressions.
    pub(crate) fn combine<'a>(
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

    /// Returns 1 minus this expression.
    pub(crate) fn complement(&self) -> Result<Self, TermError> {
        Self::combine([(&Self::constant(1), 1), (self, -1)])
    }

    /// Returns the column if the expression is a single column with weight 1.
    #[must_use]
    pub fn as_column(&self) -> Option<ColumnId> {
        match self.terms[..] {
            [(column, 1)] if self.constant == 0 => Some(column),
            _ => None,
        }
    }

    /// Returns the value at a point, which has one number per column; `None` if it does not fit 64
    /// bits.
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

/// The relation between the two sides of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The left side is at most the right side.
    AtMost,
    /// Both sides are equal.
    Equal,
    /// The left side is at least the right side.
    AtLeast,
}

/// A row: a linear constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name of its constraint; several rows may have the same name.
    pub name: String,
    /// The left side: at least one column, in ascending order, with weights other than 0.
    pub terms: Vec<(ColumnId, i64)>,
    /// The relation.
    pub sense: Sense,
    /// The right side, a constant.
    pub rhs: i64,
}

/// A variable of the model in terms of columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelVariable {
    /// The name, as the user wrote it.
    pub name: String,
    /// Least value.
    pub lower: i64,
    /// Greatest value.
    pub upper: i64,
    /// Its value as a linear expression.
    pub value: LinearExpr,
}

/// A model as an integer linear program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntegerProgram {
    /// The title of the model.
    pub title: String,
    /// The columns.
    pub columns: IndexVec<ColumnId, Column>,
    /// The rows, in the order of the model's constraints.
    pub rows: Vec<Row>,
    /// The objective; 0 for a model without goal. At an optimum it equals the objective of the
    /// model; elsewhere it may be worse.
    pub objective: LinearExpr,
    /// Whether the objective is maximised; otherwise it is minimised.
    pub maximise: bool,
    /// The variables of the model in terms of columns.
    pub variables: IndexVec<VarId, ModelVariable>,
}

impl IntegerProgram {
    /// Returns the values of the model's variables at a point, which has one number per column.
    ///
    /// `None` if a value does not fit 64 bits, which cannot happen within the bounds of the
    /// columns.
    ///
    /// # Panics
    ///
    /// Panics if the point has fewer numbers than there are columns.
    #[must_use]
    pub fn assignment(&self, point: &[i64]) -> Option<Vec<i64>> {
        self.variables.iter().map(|variable| variable.value.value(point)).collect()
    }
}
