//! Linear forms: a sum of terms with coefficients and a constant.

use gordian_lcg::propagators::Term;
use gordian_lcg::{Solver, Var};

use crate::bounds::Interval;

/// A sum of terms with coefficients, and a constant.
///
/// *Invariant*: each term occurs once, in ascending order, and no coefficient is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    pub(crate) terms: Vec<(i64, Term)>,
    pub(crate) constant: i64,
}

impl From<i64> for Form {
    fn from(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }
}

impl<T: Into<Term>> From<(i64, T)> for Form {
    fn from((coefficient, term): (i64, T)) -> Self {
        Self { terms: vec![(coefficient, term.into())], constant: 0 }
    }
}

impl Form {
    /// Returns the memory of the terms, in bytes.
    pub(crate) fn n_term_bytes(&self) -> usize {
        size_of_val(&self.terms[..])
    }

    /// Returns the sum of forms times factors; `None` if a number does not fit into 64 bits.
    pub(crate) fn sum<'f>(parts: impl IntoIterator<Item = (i64, &'f Self)>) -> Option<Self> {
        let mut constant: i128 = 0;
        let mut terms: Vec<(i128, Term)> = Vec::new();
        for (factor, form) in parts {
            let factor = i128::from(factor);
            constant = constant.checked_add(factor * i128::from(form.constant))?;
            terms.extend(form.terms.iter().map(|&(c, term)| (factor * i128::from(c), term)));
        }
        terms.sort_by_key(|&(_, term)| term);
        let mut joined: Vec<(i128, Term)> = Vec::with_capacity(terms.len());
        for (coefficient, term) in terms {
            match joined.last_mut() {
                Some((sum, last)) if *last == term => *sum = sum.checked_add(coefficient)?,
                _ => joined.push((coefficient, term)),
            }
        }
        joined.retain(|&(coefficient, _)| coefficient != 0);
        let terms = joined
            .into_iter()
            .map(|(coefficient, term)| Some((i64::try_from(coefficient).ok()?, term)));
        Some(Self { terms: terms.collect::<Option<_>>()?, constant: i64::try_from(constant).ok()? })
    }

    /// Returns the value, if it is constant.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the variable, if the form is one.
    pub(crate) fn as_var(&self) -> Option<Var> {
        match self.terms[..] {
            [(1, Term::Var(var))] if self.constant == 0 => Some(var),
            _ => None,
        }
    }

    /// Returns an interval that contains all values.
    pub(crate) fn bounds(&self, solver: &Solver) -> Interval {
        let constant = Interval::from(self.constant);
        self.terms.iter().fold(constant, |sum, &(coefficient, term)| {
            let range = match term {
                Term::Var(var) => solver.bounds(var),
                Term::Holds(atom) => match solver.root_truth(atom) {
                    Some(truth) => (truth.into(), truth.into()),
                    None => (0, 1),
                },
            };
            sum.add(Interval::from(range).scale(coefficient))
        })
    }
}
