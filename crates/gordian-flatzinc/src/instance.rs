//! A FlatZinc model as data: names are resolved, parameters are replaced by their values.

use std::ops::Range;
use std::sync::Arc;

use gordian_core::{IndexVec, index};

use crate::IntSet;

index! {
    /// A variable of a FlatZinc model.
    pub struct VariableId;
}

/// The type of a variable, with its domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariableType {
    /// A Boolean.
    Bool,
    /// An integer; `None` without bounds.
    Int(Option<IntSet>),
    /// A set of integers: a subset of this one; `None` without bounds.
    Set(Option<IntSet>),
}

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// The name; unique within the model.
    pub name: String,
    /// The type, with the domain.
    pub variable_type: VariableType,
    /// The value, or the other variable, that the variable is declared to be equal to.
    pub definition: Option<Argument>,
}

/// An argument of a constraint.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A set of integers.
    Set(IntSet),
    /// A variable.
    Variable(VariableId),
    /// An array; nested arrays do not exist.
    Array(Arc<[Argument]>),
}

/// A note on a variable, a constraint or the search; none changes what a solution is.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// The name.
    pub name: String,
    /// The arguments; empty without parentheses.
    pub arguments: Vec<AnnotationArgument>,
}

/// An argument of an annotation.
#[derive(Clone, PartialEq, Debug)]
pub enum AnnotationArgument {
    /// A value, a variable or an array.
    Value(Argument),
    /// A text.
    Text(String),
    /// A number that is no integer.
    Float,
    /// An annotation, or a name that is not declared.
    Annotation(Annotation),
    /// A list.
    List(Vec<AnnotationArgument>),
}

/// A constraint: a predicate with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// The name of the predicate.
    pub predicate: String,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its place in the text, in bytes; `None` in JSON.
    pub span: Option<Range<usize>>,
}

impl Constraint {
    /// Returns the name that the modeller gave to the constraint in MiniZinc, if any
    /// (`mzn_constraint_name`).
    #[must_use]
    pub fn given_name(&self) -> Option<&str> {
        let annotation = self.annotations.iter().find(|it| it.name == "mzn_constraint_name")?;
        match annotation.arguments.first()? {
            AnnotationArgument::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What to find.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// Any solution.
    Satisfy,
    /// A solution with the least value of this integer.
    Minimise(Argument),
    /// A solution with the greatest value of this integer.
    Maximise(Argument),
}

/// A variable or array whose values are part of each solution that is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// The name.
    pub name: String,
    /// The variable, or the array.
    pub value: Argument,
    /// The first and the last index of each dimension; empty if the value is not an array, or if
    /// the array is written without indices.
    pub dimensions: Vec<(i64, i64)>,
}

/// A FlatZinc model.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The variables, in the order of their declarations.
    pub variables: IndexVec<VariableId, Variable>,
    /// The constraints, in order.
    pub constraints: Vec<Constraint>,
    /// What to find.
    pub goal: Goal,
    /// How the modeller proposes to search.
    pub search: Vec<Annotation>,
    /// What is written of each solution, in the order of the declarations.
    pub outputs: Vec<Output>,
}
