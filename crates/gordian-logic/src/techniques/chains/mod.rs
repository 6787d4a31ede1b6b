//! Chains: paths of alternating weak and strong links.
//!
//! Of the ends of a *weak* link at most one is true, of the ends of a *strong* link at least one
//! (see the module `links`). In a chain that begins and ends with strong links, at least one end is
//! true:
//!
//! - *X-chain*: one digit only. Candidates that see both ends are eliminated. (A turbot fish is an
//!   X-chain of three links.)
//! - *XY-chain*: all strong links are bivalue cells, and both ends have the same digit.
//! - *AIC*, alternating inference chain: any links. If both ends have the same digit, cells that
//!   see both lose it (type 1); if they have different digits and see each other, each cell loses
//!   the digit of the other (type 2). Only steps with at least two eliminations have this name;
//!   those with one are nice loops.
//! - *Discontinuous nice loop*: a chain that returns to its start and contradicts it. A candidate
//!   that implies its own negation is eliminated; a candidate that is implied by its own negation
//!   is true and eliminates the others of its cell.
//! - *Continuous nice loop*: a chain whose ends have a weak link. Then all its weak links are also
//!   strong: exactly one end is true, and candidates that see both are eliminated.
//! - *Grouped* loops and AICs have links between groups: the candidates of a digit in the
//!   intersection of two houses, or in an almost locked set, where a digit is false only if all
//!   others are true.
//!
//! ```text
//!          c2      c5      c8
//! r1     {3 7}===={7 8}             an XY-chain: if r1c2 is not 3, it is 7; then r1c5 is 8, r6c5 is
//! r6              {8 4}===={4 3}    4, r6c8 is 3. Cells that see r1c2 and r6c8, like r6c2, lose 3.
//! ```
//!
//! *Source*: Sudoku Programmers' and Players' Forums (2005 to 2007); what counts as one step
//! follows HoDoKu. For each conclusion the shortest chain is reported, and shorter chains come
//! first.

mod loops_and_aics;
mod path;
mod x_and_xy;

pub(super) use loops_and_aics::{grouped, ungrouped};
pub(super) use path::{Path, link, pattern};
pub(super) use x_and_xy::{x_chains, xy_chains};
