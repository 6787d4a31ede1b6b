//! Typed access to the arguments of a constraint.

use gordian_model::{Domain, Expr};

use super::sets::SetExpr;
use super::{ModelVariables, Translator};
use crate::instance::Argument;
use crate::{FlatZincErrorKind, IntSet};

/// The arguments of a constraint, by position from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'a> {
    translator: &'a Translator,
    /// The predicate as it is written, for messages.
    predicate: &'a str,
    items: &'a [Argument],
    /// Whether the condition may be false in a solution, so that undefined values must make it
    /// false.
    pub(super) is_reified: bool,
}

type Result<T> = std::result::Result<T, FlatZincErrorKind>;

impl<'a> Arguments<'a> {
    pub(super) fn new(
        translator: &'a Translator,
        predicate: &'a str,
        items: &'a [Argument],
    ) -> Self {
        Self { translator, predicate, items, is_reified: false }
    }

    /// Returns the arguments but the last one, of a condition with that truth value.
    pub(super) fn split_last(&self) -> Option<(usize, Self)> {
        let (_, items) = self.items.split_last()?;
        Some((items.len(), Self { items, is_reified: true, ..*self }))
    }

    pub(super) fn predicate(&self) -> &'a str {
        self.predicate
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns an argument that is a Boolean or an integer.
    pub(super) fn int(&self, position: usize) -> Result<Expr> {
        let number = self.translator.number(&self.items[position]);
        number.ok_or_else(|| self.wrong(position, "an integer"))
    }

    /// Returns an argument that is a Boolean.
    pub(super) fn bool(&self, position: usize) -> Result<Expr> {
        self.condition(&self.items[position], position)
    }

    fn condition(&self, argument: &Argument, position: usize) -> Result<Expr> {
        let number = match self.translator.is_condition(argument) {
            true => self.translator.number(argument),
            false => None,
        };
        number.ok_or_else(|| self.wrong(position, "Boolean"))
    }

    /// Returns an argument that is a constant.
    pub(super) fn constant(&self, position: usize) -> Result<i64> {
        match self.items[position] {
            Argument::Int(value) => Ok(value),
            Argument::Bool(value) => Ok(i64::from(value)),
            _ => Err(self.wrong(position, "a constant integer")),
        }
    }

    fn array(&self, position: usize) -> Result<&'a [Argument]> {
        match &self.items[position] {
            Argument::Array(items) => Ok(items),
            _ => Err(self.wrong(position, "an array")),
        }
    }

    /// Returns an array of Booleans or integers.
    pub(super) fn ints(&self, position: usize) -> Result<Vec<Expr>> {
        let numbers = self.array(position)?.iter().map(|item| self.translator.number(item));
        let numbers: Option<_> = numbers.collect();
        numbers.ok_or_else(|| self.wrong(position, "an array of integers"))
    }

    /// Returns an array of Booleans.
    pub(super) fn bools(&self, position: usize) -> Result<Vec<Expr>> {
        self.array(position)?.iter().map(|item| self.condition(item, position)).collect()
    }

    /// Returns an array of constants.
    pub(super) fn constants(&self, position: usize) -> Result<Vec<i64>> {
        let constant = |item: &Argument| match item {
            Argument::Int(value) => Some(*value),
            Argument::Bool(value) => Some(i64::from(*value)),
            _ => None,
        };
        let constants: Option<_> = self.array(position)?.iter().map(constant).collect();
        constants.ok_or_else(|| self.wrong(position, "an array of constant integers"))
    }

    /// Returns an argument that is a set.
    pub(super) fn set(&self, position: usize) -> Result<SetExpr> {
        let set = self.translator.set(&self.items[position]);
        set.ok_or_else(|| self.wrong(position, "a set of at most 50000 elements"))
    }

    /// Returns an argument that is a constant set; `None` if it is a variable.
    pub(super) fn constant_set(&self, position: usize) -> Option<&'a IntSet> {
        match &self.items[position] {
            Argument::Set(set) => Some(set),
            _ => None,
        }
    }

    /// Returns an array of sets.
    pub(super) fn sets(&self, position: usize) -> Result<Vec<SetExpr>> {
        let sets = self.array(position)?.iter().map(|item| self.translator.set(item));
        let sets: Option<_> = sets.collect();
        sets.ok_or_else(|| self.wrong(position, "an array of sets of at most 50000 elements"))
    }

    /// Returns whether an argument is an array of constant sets.
    pub(super) fn are_constant_sets(&self, position: usize) -> bool {
        let is_constant = |item: &Argument| matches!(item, Argument::Set(_));
        self.array(position).is_ok_and(|items| items.iter().all(is_constant))
    }

    /// Returns the least and the greatest value of an argument that is a Boolean or an integer.
    pub(super) fn bounds(&self, position: usize) -> Result<(i64, i64)> {
        match &self.items[position] {
            Argument::Variable(id) => match &self.translator.variables[*id] {
                ModelVariables::Bool(var) | ModelVariables::Int(var) => {
                    let domain: &Domain = &self.translator.model.variables()[*var].domain;
                    Ok((domain.min(), domain.max()))
                }
                ModelVariables::Set(_) => Err(self.wrong(position, "an integer")),
            },
            _ => self.constant(position).map(|value| (value, value)),
        }
    }

    /// Returns whether an argument is a variable whose bounds do not follow from the model.
    pub(super) fn is_open(&self, position: usize) -> bool {
        let Argument::Variable(id) = &self.items[position] else { return false };
        match &self.translator.variables[*id] {
            // The variables are in ascending order.
            ModelVariables::Int(var) => self.translator.open.binary_search(var).is_ok(),
            ModelVariables::Bool(_) | ModelVariables::Set(_) => false,
        }
    }

    /// Returns the error for an argument of the wrong type.
    pub(super) fn wrong(&self, position: usize, expected: &'static str) -> FlatZincErrorKind {
        FlatZincErrorKind::ArgumentType {
            predicate: self.predicate.to_owned(),
            position: position + 1,
            expected,
        }
    }

    /// Returns the error for arguments that do not fit together.
    pub(super) fn disagree(&self, reason: &'static str) -> FlatZincErrorKind {
        FlatZincErrorKind::ArgumentsDisagree { predicate: self.predicate.to_owned(), reason }
    }

    /// Returns the error for arrays of different lengths unless the lengths agree.
    pub(super) fn same_length(&self, first: usize, second: usize) -> Result<()> {
        if first == second {
            Ok(())
        } else {
            Err(self.disagree("the arrays have different lengths"))
        }
    }
}
