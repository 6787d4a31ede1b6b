//! The rating of Sudoku Explainer: a model of the program, apart from the techniques of
//! `gordian-logic`, because its ratings depend on the order in which it finds steps.
//!
//! Nicolas Juillerat's program Sudoku Explainer (version 1.2.1, 2007) assigns a rating to every
//! solving rule and rates a puzzle by its hardest step. Players use these ratings to compare hard
//! puzzles and write three of them, ER/EP/ED: the hardest step, the hardest step up to the first
//! placed digit, and the first step (a puzzle with ER = EP is a "pearl", with ER = EP = ED a
//! "diamond"). The hardest known puzzles have 11.9.
//!
//! The rules, and how their steps are rated:
//!
//! | rating | rules | module |
//! |---|---|---|
//! | 1.0–2.5 | steps that place a digit | `direct` |
//! | 2.6–5.4 | locked digits, naked and hidden sets, fish | `sets` |
//! | 4.2, 4.4 | XY-wing, XYZ-wing | `wings` |
//! | 4.5–5.6 | unique rectangles and loops | `unique_loops` |
//! | 5.6–6.1 | bivalue universal grave | `bug` |
//! | 6.2, 7.5 | aligned exclusion of pairs, triplets | `aligned` |
//! | 6.5–8 | cycles and simple forcing chains | `cycles` |
//! | from 7.5 | Nishio; 8.0: cells and regions; 8.5: dynamic chains; 9.0: with patterns; 9.5: with chains; 10.0: with multiple chains; 10.5: with dynamic chains; 11.0 | `forcing`, `multiple_chains`, `propagation` |
//!
//! Longer chains add 0.1 at 6, 8, 10, 14, 18, 26, … candidates.
//!
//! A rating is a property of the *solution path*: the program takes the first step of the easiest
//! rule, with chains sorted by size, and the eliminations of that step decide which steps come
//! later. Therefore this crate reproduces the program's order of regions, cells and digits, and
//! those of its quirks that change ratings; each is documented where it is implemented. One detail
//! cannot be reproduced: if a nested chain eliminates several candidates, their order depended on
//! memory addresses.
//!
//! The implementation differs: positions are bit sets; the consequences of an assumption are
//! computed once per position, not once per region and cell; and nested chains, which are needed in
//! thousands of positions per step, are cached by position.
//!
//! *Source*: behaviour of the program, published under the LGPL; described by its author at
//! diuf.unifr.ch/people/juillera/Sudoku. EP and ED are Glenn Fowler's additions (serate).

mod aligned;
mod bug;
mod chain;
mod cycles;
mod direct;
mod forcing;
mod grid;
mod mode;
mod multiple_chains;
mod propagation;
mod sets;
mod solve;
mod step;
mod tenths;
mod unique_loops;
mod wings;

pub use solve::{ExplainerRating, explainer_rating};
pub use step::{ExplainerRule, ExplainerStep};
pub use tenths::Tenths;
