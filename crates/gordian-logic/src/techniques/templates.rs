//! Templates: the complete placements of one digit.
//!
//! A template of a digit is a choice of its places with one in every full house and never two in
//! any house. A cell that is in every template holds the digit (*template set*); a candidate that
//! is in no template is eliminated (*template delete*). This finds every conclusion about a digit
//! that does not depend on other digits, but gives no reason that a player could follow.
//!
//! The digits interact in one way: a choice with a cell that is in every template of another digit
//! is not a template.
//!
//! The templates are not enumerated. For each candidate one template that contains it is searched,
//! and each template found settles all its cells. A cell is in every template if no other place of
//! one of its houses is in any template.
//!
//! ```text
//! x  x  . | .  .  .      With x in r1c1, row 2 has no place left; so no template has r1c1.
//! x  .  . | .  .  .
//! ```
//!
//! *Source*: Sudoku Players' Forum; names as in HoDoKu.

use crate::cells::Cells;
use crate::context::template_search::cells_without_template;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;

pub(super) fn set<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    for Templates { digit, some, all } in templates(context) {
        context.continues()?;
        steps.place_all(digit, all, || pattern(digit, some))?;
    }
    Flow::Continue(())
}

pub(super) fn delete<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    for Templates { digit, some, .. } in templates(context) {
        context.continues()?;
        steps.eliminate(digit, board.places(digit) - some, || pattern(digit, some))?;
    }
    Flow::Continue(())
}

/// The cells covered by the templates of a digit.
struct Templates<const W: usize> {
    digit: u8,
    /// The open cells that are in some template, or may be.
    some: Cells<W>,
    /// The open cells that are known to be in all of them.
    all: Cells<W>,
}

fn templates<const W: usize>(context: &Context<'_, W>) -> Vec<Templates<W>> {
    let board = context.board;
    let new = |digit| Templates { digit, some: board.places(digit), all: Cells::EMPTY };
    let mut templates: Vec<_> = board.digits().map(new).collect();
    // Repeat until a full round over all digits changes nothing.
    let (mut unchanged, mut next) = (0, 0);
    while unchanged < templates.len() && !context.is_stopped() {
        let others = templates.iter().enumerate().filter(|(number, _)| *number != next);
        let taken = others.fold(Cells::EMPTY, |taken, (_, other)| taken | other.all);
        let digit = &mut templates[next];
        let places = digit.some - taken;
        let some = places - cells_without_template(context, digit.digit, places).0;
        // A house that already contains the digit has no places for it.
        let full = board.topology.houses.iter().filter(|house| house.full);
        digit.all = full.filter_map(|house| (some & house.cells).only()).collect();
        unchanged = if digit.some == some { unchanged + 1 } else { 0 };
        digit.some = some;
        next = (next + 1) % templates.len();
    }
    templates
}

fn pattern<const W: usize>(digit: u8, some: Cells<W>) -> Pattern {
    Pattern { digits: vec![digit], cells: some.to_vec(), ..Pattern::default() }
}
