//! The registry of kinds: the functions of a kind for a puzzle whose type is not known.

use std::marker::PhantomData;

use gordian_core::{Limit, Progress};
use gordian_puzzles::{Kind, Puzzle, PuzzleKind, Solution};

use super::KINDS;
use crate::answer::Answer;
use crate::kind::{
    Contradiction, KindModel, PartEncoder, PartFacts, Parts, SearchContext, SolveKind,
};
use crate::model_budget::ModelBudget;
use crate::request::Request;
use crate::{Problem, Resources, SolveError};

/// The entry of a kind in the registry.
pub(crate) struct Entry(&'static dyn ErasedKind);

impl Entry {
    /// Returns the entry for the puzzles of type `P`.
    pub(crate) const fn of<P: SolveKind>() -> Self {
        Self(const { &Typed::<P>(PhantomData) })
    }

    /// Returns the kind.
    pub(crate) fn kind(&self) -> Kind {
        self.0.kind()
    }
}

/// Returns the functions of the kind of a puzzle.
pub(crate) fn of(puzzle: &Puzzle) -> &'static dyn ErasedKind {
    let kind = puzzle.kind();
    let entry = KINDS.iter().find(|entry| entry.kind() == kind);
    entry.expect("both registries are made of one list").0
}

impl Problem {
    /// Adds the tables to a request that the kind of the puzzle needs; a missing one is built.
    ///
    /// # Errors
    ///
    /// Fails if a table cannot be built or opened.
    pub fn add_tables(
        &self,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        match self {
            Self::Puzzle(puzzle) => of(puzzle).add_tables(puzzle, request, resources, progress),
            Self::Model(_) => Ok(()),
        }
    }

    /// Returns about how many values a solution has, at least 1; so many solutions fill a document.
    /// A name, which each solution of a model repeats, counts as a value for each 16 bytes.
    #[must_use]
    pub fn n_values(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => of(puzzle).n_values(puzzle),
            Self::Model(model) => {
                let values = model.variables().iter().map(|it| 1 + it.name.len() / 16);
                values.sum::<usize>().max(1)
            }
        }
    }
}

/// The functions of a kind; each panics for a puzzle of another kind.
pub(crate) trait ErasedKind: Send + Sync {
    fn kind(&self) -> Kind;
    fn is_always_solvable(&self) -> bool;
    fn has_parts(&self) -> bool;
    fn has_steps(&self) -> bool;
    /// Returns the model, or the limit that stopped its construction.
    fn model(
        &self,
        puzzle: &Puzzle,
        budget: &ModelBudget,
    ) -> Result<Option<KindModel<Solution>>, Limit>;
    fn search(
        &self,
        puzzle: &Puzzle,
        context: &mut SearchContext<'_, '_>,
    ) -> Result<Option<Answer>, SolveError>;
    fn add_tables(
        &self,
        puzzle: &Puzzle,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError>;
    fn n_values(&self, puzzle: &Puzzle) -> usize;
}

/// The kind of the puzzles of type `P`.
struct Typed<P>(PhantomData<fn() -> P>);

fn typed<P: PuzzleKind>(puzzle: &Puzzle) -> &P {
    puzzle.as_kind().expect("the entry of the puzzle's own kind")
}

impl<P: SolveKind> ErasedKind for Typed<P> {
    fn kind(&self) -> Kind {
        Kind::of::<P>()
    }

    fn is_always_solvable(&self) -> bool {
        P::ALWAYS_SOLVABLE
    }

    fn has_parts(&self) -> bool {
        P::HAS_PARTS
    }

    fn has_steps(&self) -> bool {
        P::HAS_STEPS
    }

    fn model(
        &self,
        puzzle: &Puzzle,
        budget: &ModelBudget,
    ) -> Result<Option<KindModel<Solution>>, Limit> {
        let built = budget.build(|| typed::<P>(puzzle).model(budget))?;
        Ok(built.map(|KindModel { model, decoder, parts }| KindModel {
            model,
            decoder: Box::new(move |values| Solution::of::<P>(decoder(values))),
            parts: parts.map(|Parts { decoder, describe, words, definitions, encoder }| Parts {
                decoder: Box::new(move |known| Solution::of::<P>(decoder(known))),
                describe,
                words,
                definitions,
                encoder: Box::new(move |part| encoded::<P>(&encoder, part)),
            }),
        }))
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        context: &mut SearchContext<'_, '_>,
    ) -> Result<Option<Answer>, SolveError> {
        typed::<P>(puzzle).search(context)
    }

    fn add_tables(
        &self,
        puzzle: &Puzzle,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        typed::<P>(puzzle).add_tables(request, resources, progress)
    }

    fn n_values(&self, puzzle: &Puzzle) -> usize {
        typed::<P>(puzzle).n_values()
    }
}

/// Returns what a part of a solution says; nothing if it is of another kind.
fn encoded<P: PuzzleKind>(
    encoder: &PartEncoder<P::Solution>,
    part: &Solution,
) -> PartFacts<Solution> {
    let Some(part) = part.as_kind::<P>() else {
        return PartFacts { values: Vec::new(), impossible: Vec::new() };
    };
    let PartFacts { values, impossible } = encoder(part);
    let of_kind = |Contradiction { said, puzzle, part }| {
        let part = Solution::of::<P>(part);
        Contradiction { said, puzzle, part }
    };
    PartFacts { values, impossible: impossible.into_iter().map(of_kind).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_registries_have_the_same_kinds_in_the_same_order() {
        let kinds: Vec<Kind> = KINDS.iter().map(Entry::kind).collect();
        assert_eq!(kinds, Kind::all());
    }
}
