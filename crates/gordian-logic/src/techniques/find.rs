//! The finder of each technique, from the table of techniques.

use super::fish::Form;
use super::{
    aligned, als, brute_force, chains, colouring, exocet, fish, forcing, locked, multi_sector,
    remote_pairs, single_digit, singles, subsets, sue_de_coq, templates, uniqueness, wings,
};
use crate::context::{Context, Flow, StepSink};
use crate::technique::{Technique, for_each_technique};

macro_rules! finders {
    ($(
        $variant:ident {
            name: $name:literal, aliases: $aliases:expr, weight: $weight:literal,
            assumes_one_solution: $assumes_one_solution:literal,
            hodoku: $hodoku:expr, hodoku_codes: $hodoku_codes:expr,
            finder: $($finder:ident)::+($($argument:expr),*),
            sentence: $sentence:ident, explanation: $explanation:ident,
            example: $position:literal => $conclusion:literal,
        }
    )*) => {
        /// Passes the steps of [`StepSink::technique`] to the sink until it stops the search.
        pub(crate) fn find<const W: usize>(
            context: &Context<'_, W>,
            steps: &mut StepSink<'_>,
        ) -> Flow {
            match steps.technique {
                $(Technique::$variant => $($finder)::+(context, steps $(, $argument)*),)*
            }
        }
    };
}

for_each_technique!(finders);
