//! FlatZinc: the language into which MiniZinc flattens its models.
//!
//! [`parse`] reads a text or a JSON document into an [`Instance`], in which names are resolved.
//! [`Translation::new`] translates it into a model of `gordian-model`, and turns the solutions of
//! that model back into [`Values`] of the FlatZinc variables. [`check`] evaluates every constraint
//! of the instance with these values; it shares nothing with the translation. [`Values::write`]
//! writes them as MiniZinc reads them.
//!
//! A model has bounded integers only. For integers without bounds, [`Translation::with_bounds`]
//! asks its caller, who has a solver, for bounds that follow from the constraints.
//!
//! It is not: a solver, a search strategy, or MiniZinc itself. Floating-point numbers are refused.
//!
//! The meaning of the predicates is that of the MiniZinc handbook: division and remainder truncate
//! towards zero, an undefined value makes its constraint false, and the elements of arrays count
//! from 1.
//!
//! # Example
//!
//! ```
//! use gordian_flatzinc::{Translation, check, parse};
//!
//! let text = "var 1..9: x :: output_var;
//!             var 1..9: y :: output_var;
//!             constraint int_lin_eq([2, 3], [x, y], 13);
//!             solve maximize x;";
//! let instance = parse(text)?;
//! let translation = Translation::new(&instance)?;
//! let values = translation.values(&[5, 1]);
//! assert!(check(&instance, &values).is_ok());
//! assert_eq!(values.write(&instance), "x = 5;\ny = 1;\n");
//! # Ok::<(), gordian_flatzinc::FlatZincError>(())
//! ```

mod check;
mod error;
mod instance;
mod json;
mod lexer;
mod names;
mod output;
mod text;
mod translate;

pub use check::{BrokenConstraint, Value, Values, check};
pub use error::{FlatZincError, FlatZincErrorKind};
pub use gordian_core::IntSet;
pub use instance::{
    Annotation, AnnotationArgument, Argument, Constraint, Goal, Instance, Output, Variable,
    VariableId, VariableType,
};
pub use translate::{Bounds, Translation};

/// Reads a FlatZinc text, or a FlatZinc JSON document if the text begins with `{`.
///
/// Cost: linear in the length of the text.
///
/// # Errors
///
/// The first error, with its place.
pub fn parse(text: &str) -> Result<Instance, FlatZincError> {
    let text_start = text.trim_start();
    if text_start.starts_with('{') { json::parse(text) } else { text::parse(text) }
}
