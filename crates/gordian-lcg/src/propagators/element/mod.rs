//! Elements of lists.
//!
//! *Source*: Van Hentenryck, Carillon: "Generality versus specificity: an experience with AI and OR
//! techniques", AAAI 1988.

mod constants;
mod ranges;
mod vars;

pub use constants::ElementOfConstants;
pub use vars::ElementOfVars;

use crate::atom::Var;

/// The constraint that a variable is an element of a list at a variable place.
#[derive(Clone, Copy, Debug)]
pub struct Element;

impl Element {
    /// Returns the constraint `values[index] = result`; places are counted from 0, and others
    /// violate it.
    #[must_use]
    pub fn of_constants(values: &[i64], index: Var, result: Var) -> ElementOfConstants {
        ElementOfConstants::new(values, index, result)
    }

    /// Returns the constraint `vars[index] = result`; places are counted from 0, and others violate
    /// it. The same variable may occur several times, also as index or result.
    #[must_use]
    pub fn of_vars(vars: &[Var], index: Var, result: Var) -> ElementOfVars {
        ElementOfVars::new(vars, index, result)
    }
}
