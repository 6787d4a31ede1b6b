//! Chains: paths of links that alternate between weak ones and strong ones.
//!
//! A *weak* link says "not both", a *strong* one "not neither" (see the module `links`). Along a
//! chain that begins and ends with strong links one of both ends is true. All chains rest on that:
//!
//! - *X-chain*: one digit only. What sees both ends goes. (A turbot fish is one of three links.)
//! - *XY-chain*: all strong links are cells with two candidates, and both ends have the same digit.
//! - *AIC*, alternating inference chain: any links. If both ends have the same digit, what sees both
//!   loses it (type 1); if they have different digits and see each other, each loses the digit of
//!   the other (type 2). Only steps with at least two eliminations have this name, those with one
//!   are nice loops:
//! - *Discontinuous nice loop*: a chain that comes back to where it begins and contradicts it. A
//!   candidate that would make itself false goes; a candidate that must be true because it would
//!   otherwise be true takes all others from its cell.
//! - *Continuous nice loop*: a chain of which both ends are linked weakly. Then each of its weak
//!   links is strong as well: exactly one end is true, and all that sees both goes.
//! - *Grouped* loops and AICs have links between groups: the candidates of a digit where two houses
//!   cross, or those in an almost locked set, in which one digit is false only if all others are
//!   true.
//!
//! ```text
//!          c2      c5      c8
//! r1     {3 7}===={7 8}             an XY-chain: 3 in r1c2 or 7; then 8 in r1c5; 4 in r6c5; 3 in
//! r6              {8 4}===={4 3}    r6c8. Whatever sees r1c2 and r6c8 cannot be 3, r6c2 for one.
//! ```
//!
//! Named by players on the Sudoku Programmers' and Players' forums (2005 to 2007); what counts as
//! one step follows HoDoKu. Of all chains for a conclusion the shortest is handed over, and shorter
//! ones come first.

mod loops;
mod narrow;
mod tell;

pub(super) use loops::{grouped, plain};
pub(super) use narrow::{x_chains, xy_chains};
pub(super) use tell::{Path, link, pattern};
