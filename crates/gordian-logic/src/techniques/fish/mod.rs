//! Fish: base houses whose candidates of one digit are covered by as many other houses.
//!
//! The *base* is k houses without a common candidate; each contains the digit once. If k other
//! houses, the *cover*, contain all candidates of the base, then each cover house contains exactly
//! one of the k base digits, and every candidate of the cover that is not in the base is
//! eliminated.
//!
//! ```text
//!     c2    c7             x: the places of the digit in rows 2 and 6, the base: no others there.
//! r2  x  .  x              Columns 2 and 7, the cover, have their digits in these rows, so the
//! r4  -  .  .              candidates marked - are eliminated. This is an X-wing.
//! r6  x  .  x
//! r9  .  .  -
//! ```
//!
//! - *Sizes*: X-wing (2), swordfish (3), jellyfish (4), squirmbag (5), whale (6), leviathan (7).
//! - *Shapes*: *basic*: rows against columns; *Franken*: rows and regions against columns and
//!   regions; *mutant*: anything else. The other houses of a layout, diagonals and extra groups,
//!   count as regions.
//! - *Fins* are candidates of the base outside the cover; *endo fins* are candidates in two houses
//!   of the base. If all fins are false, the fish is valid; if one is true, the candidates that it
//!   sees are false. So candidates that the fish would eliminate and that see all fins are
//!   eliminated.
//! - *Sashimi*: a basic fish with fins that, without the fins, has a base house with at most one
//!   candidate in the cover.
//! - *Cannibal*: a candidate of the base in two houses of the cover would fill both, so it is also
//!   eliminated.
//! - *Siamese*: two fish with the same base and different covers and fins; their eliminations are
//!   one step.
//!
//! *Sources*: Sudoku Players' Forum, above all "The Ultimate Fish Guide"; names, shapes and the
//! treatment of endo fins as in HoDoKu's pages on fish.
//!
//! # How they are found
//!
//! Fish without fins: choose base houses, then cover their candidates. Finned fish: start from the
//! eliminated candidate and assume it true. It eliminates its peers and fills its houses, and of a
//! fish of k houses, k base houses are left whose candidates k − 1 houses cover, a contradiction.
//! There are far fewer of these than choices of fins, and only candidates that are in no template
//! of the digit ([`Context::cells_in_no_template`]) need to be tried.

mod form;
mod kraken;
mod search;

use rustc_hash::FxHashSet;

pub(super) use form::Form;
pub(super) use kraken::find as kraken;

use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;
use form::Fins;
use search::{Fish, Search};

/// Finds the fish of a form.
pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    form: Form,
) -> Flow {
    let pairs_siamese = steps.pairs_siamese;
    let mut known = FxHashSet::default();
    context.each_digit(steps, |steps, digit| {
        let mut found = Vec::new();
        known.clear();
        let mut take = |fish: Fish<W>| {
            if fish.is_wanted && known.insert(fish.eliminated) {
                steps.eliminate(digit, fish.eliminated, || pattern(context, digit, &[&fish]))?;
            }
            if pairs_siamese && form.fins != Fins::None {
                found.push(fish);
            }
            Flow::Continue(())
        };
        for sides in form.shape.sides() {
            Search::new(context, digit, form, sides).run(&mut take)?;
        }
        siamese(context, steps, digit, &mut found, &mut known)
    })
}

/// Reports Siamese fish: pairs with the same base of which each eliminates something the other does
/// not.
fn siamese<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    digit: u8,
    found: &mut Vec<Fish<W>>,
    known: &mut FxHashSet<Cells<W>>,
) -> Flow {
    found.sort_by(|a, b| (&a.bases, &a.covers).cmp(&(&b.bases, &b.covers)));
    found.dedup_by(|a, b| a.bases == b.bases && a.covers == b.covers);
    for same in found.chunk_by(|a, b| a.bases == b.bases) {
        for (at, first) in same.iter().enumerate() {
            for second in &same[at + 1..] {
                let eliminated = first.eliminated | second.eliminated;
                if !first.is_wanted && !second.is_wanted {
                    continue;
                }
                if eliminated == first.eliminated
                    || eliminated == second.eliminated
                    || !known.insert(eliminated)
                {
                    continue;
                }
                steps.eliminate(digit, eliminated, || pattern(context, digit, &[first, second]))?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the pattern of a fish, or of two Siamese fish.
fn pattern<const W: usize>(context: &Context<'_, W>, digit: u8, fish: &[&Fish<W>]) -> Pattern {
    let board = context.board;
    let bases = &fish[0].bases;
    let places = bases.iter().map(|&house| board.places_in(house, digit));
    let places = places.fold(Cells::EMPTY, |all, cells| all | cells);
    let fins = fish.iter().fold(Cells::EMPTY, |all, fish| all | fish.fins);
    let mut covers: Vec<usize> = fish.iter().flat_map(|fish| fish.covers.iter().copied()).collect();
    covers.sort_unstable();
    covers.dedup();
    Pattern {
        digits: vec![digit],
        cells: (places - fins).to_vec(),
        houses: bases.to_vec(),
        covers,
        fins: fins.to_vec(),
        ..Pattern::default()
    }
}
