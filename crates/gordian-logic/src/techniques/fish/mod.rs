//! Fish: houses of one digit that other houses have to cover.
//!
//! Take k houses without a candidate in common, the *base*; each of them holds the digit once. If k
//! other houses, the *cover*, hold all candidates of the base, then each cover house has one of the
//! k digits, and every candidate of the cover that is not in the base goes.
//!
//! ```text
//!     c2    c7             x: the places of the digit in rows 2 and 6, the base: no others there.
//! r2  x  .  x              Columns 2 and 7, the cover, have their digits from these rows, so the
//! r4  -  .  .              places marked - go. This is an X-wing.
//! r6  x  .  x
//! r9  .  .  -
//! ```
//!
//! - *Sizes*: X-wing (2), swordfish (3), jellyfish (4), squirmbag (5), whale (6), leviathan (7).
//! - *Shapes*: *basic*: rows against columns; *Franken*: rows and regions against columns and
//!   regions; *mutant*: anything else. The other houses of a layout, diagonals and extra groups,
//!   count like regions.
//! - *Fins* are candidates of the base that no house of the cover holds, and *endo fins* those in
//!   two houses of the base. If all of them are false, the fish stands; if one is true, what sees it
//!   goes. So what the fish removes and all fins see goes in any case.
//! - *Sashimi* is a basic fish with fins without which a house of the base has at most one candidate
//!   left in the cover.
//! - A fish is *cannibal* where a candidate of the base is in two houses of the cover: it would take
//!   the place of two others, so it goes, too.
//! - *Siamese* fish have the same base, other covers and fins; what both remove is one step.
//!
//! *Sources*: common knowledge of the players' forum, above all "The Ultimate Fish Guide" there;
//! names, shapes and the treatment of endo fins as in HoDoKu's pages on fish.
//!
//! # How they are found
//!
//! Fish without fins by choosing base houses, then covering what they hold. Fish with fins from the
//! candidate that goes: suppose it true. What it sees is away, the houses through it are spent, and
//! of a fish of k houses k base houses are left that k − 1 houses cover, in plain contradiction.
//! There are far fewer of these than of fins, and only candidates that are in no complete placing of
//! the digit ([`Context::impossible`]) need to be tried.

mod form;
mod kraken;
mod search;

use rustc_hash::FxHashSet;

pub(super) use form::Form;
pub(crate) use form::any_fish;
pub(super) use kraken::find as kraken;

use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::Pattern;
use form::Fins;
use search::{Fish, Search};

/// Hands over the fish of a form.
pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    form: Form,
) -> Flow {
    let joined = steps.joined;
    let mut known = FxHashSet::default();
    context.each_digit(steps, |steps, digit| {
        let mut found = Vec::new();
        known.clear();
        let mut take = |fish: Fish<W>| {
            if fish.is_wanted && known.insert(fish.gone) {
                steps.eliminate(digit, fish.gone, || pattern(context, digit, &[&fish]))?;
            }
            if joined && form.fins != Fins::None {
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

/// Hands over pairs of fish with the same base of which each removes something the other does not.
fn siamese<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    digit: u8,
    found: &mut Vec<Fish<W>>,
    known: &mut FxHashSet<Cells<W>>,
) -> Flow {
    found.sort_by(|a, b| (&a.bases, &a.covers).cmp(&(&b.bases, &b.covers)));
    found.dedup_by(|a, b| a.bases == b.bases && a.covers == b.covers);
    for same in found.chunk_by(|a, b| a.bases == b.bases) {
        for (at, first) in same.iter().enumerate() {
            for second in &same[at + 1..] {
                let gone = first.gone | second.gone;
                if !first.is_wanted && !second.is_wanted {
                    continue;
                }
                if gone == first.gone || gone == second.gone || !known.insert(gone) {
                    continue;
                }
                steps.eliminate(digit, gone, || pattern(context, digit, &[first, second]))?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the pattern of a fish, or of two that are Siamese.
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
