//! The declared names of a model while it is read.

use std::ops::Range;
use std::sync::Arc;

use gordian_core::IndexVec;
use rustc_hash::FxHashMap;

use crate::instance::{Argument, Constraint, Goal, Instance, Output, Variable, VariableId};
use crate::{Annotation, FlatZincError, FlatZincErrorKind};

/// What was declared so far.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    variables: IndexVec<VariableId, Variable>,
    names: FxHashMap<String, Argument>,
    constraints: Vec<Constraint>,
    outputs: Vec<Output>,
}

impl Declarations {
    /// Returns the value of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Argument> {
        self.names.get(name)
    }

    /// Returns the value of a name that must be declared.
    pub(crate) fn value(
        &self,
        name: &str,
        span: impl Into<Option<Range<usize>>>,
    ) -> Result<Argument, FlatZincError> {
        self.find(name).cloned().ok_or_else(|| {
            FlatZincError::new(FlatZincErrorKind::Undeclared { name: name.to_owned() }, span)
        })
    }

    /// Declares a parameter or an array.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        value: Argument,
        span: impl Into<Option<Range<usize>>>,
    ) -> Result<(), FlatZincError> {
        match self.names.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => {
                let name = name.to_owned();
                Err(FlatZincError::new(FlatZincErrorKind::Duplicate { name }, span))
            }
        }
    }

    /// Declares a variable.
    pub(crate) fn declare_variable(
        &mut self,
        variable: Variable,
        span: impl Into<Option<Range<usize>>>,
    ) -> Result<Argument, FlatZincError> {
        let name = variable.name.clone();
        let value = Argument::Variable(self.variables.push(variable));
        self.declare(&name, value.clone(), span)?;
        Ok(value)
    }

    /// Sets the definition of a declared variable.
    pub(crate) fn define(&mut self, name: &str, definition: Argument) {
        if let Some(Argument::Variable(id)) = self.names.get(name) {
            self.variables[*id].definition = Some(definition);
        }
    }

    pub(crate) fn add_constraint(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    pub(crate) fn add_output(&mut self, name: &str, value: Argument, dimensions: Vec<(i64, i64)>) {
        self.outputs.push(Output { name: name.to_owned(), value, dimensions });
    }

    pub(crate) fn finish(self, goal: Goal, search: Vec<Annotation>) -> Instance {
        let Self { variables, constraints, outputs, .. } = self;
        Instance { variables, constraints, goal, search, outputs }
    }
}

/// Returns an array of values that are no arrays.
pub(crate) fn array(values: Vec<Argument>) -> Argument {
    Argument::Array(Arc::from(values))
}
