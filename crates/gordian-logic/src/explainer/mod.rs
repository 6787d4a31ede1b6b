//! The rating of Sudoku Explainer.
//!
//! Nicolas Juillerat's program Sudoku Explainer (version 1.2.1, 2007) gives every solving rule a
//! number and rates a puzzle by the hardest rule that its solution needs. Players of the forums
//! took its numbers as the measure of hard puzzles and write three of them, ER/EP/ED: the hardest
//! step, the hardest up to the first digit, the first step (a puzzle whose ER and EP agree is a
//! "pearl", if ED agrees too a "diamond"). The hardest puzzles known are at 11.9.
//!
//! The rules, and how their steps are rated:
//!
//! | rating | rules | module |
//! |---|---|---|
//! | 1.0–2.5 | steps that place a digit | `direct` |
//! | 2.6–5.4 | locked digits, naked and hidden sets, fish | `sets` |
//! | 4.2, 4.4 | XY-wing, XYZ-wing | `wings` |
//! | 4.5–5.6 | unique rectangles and loops | `loops` |
//! | 5.6–6.1 | bivalue universal grave | `grave` |
//! | 6.2, 7.5 | aligned exclusion of pairs, triplets | `aligned` |
//! | 6.5–8 | cycles and simple forcing chains | `cycles` |
//! | from 7.5 | Nishio; 8.0: cells and regions; 8.5: dynamic chains; 9.0: with patterns; 9.5: with chains; 10.0: with multiple chains; 10.5: with dynamic chains; 11.0 | `forcing`, `bundles`, `run` |
//!
//! Chains are the harder the longer they are, by 0.1 at 6, 8, 10, 14, 18, 26, … candidates.
//!
//! A rating is a property of the *path*: of all steps of the easiest rule the program takes the
//! first that it finds, chains sorted by size, and what that step takes away decides which steps
//! come later. So this is a model of the program, with its order of regions, cells and digits, and
//! with its quirks where they show in ratings; each is told where it is. One thing is not
//! reproduced because the program itself does not: where a chain inside a chain takes several
//! candidates away, their order depended on addresses in memory.
//!
//! The method differs. Positions are sets of bits; what follows from an assumption is worked out
//! once a position, not once for each region and cell that asks for it; and chains inside chains,
//! which are asked for in thousands of positions a step, are kept by position.
//!
//! *Source*: behaviour of the program, published under the LGPL; described by its author at
//! diuf.unifr.ch/people/juillera/Sudoku. EP and ED are Glenn Fowler's additions (serate).

mod aligned;
mod bundles;
mod chain;
mod cycles;
mod direct;
mod forcing;
mod grave;
mod grid;
mod loops;
mod run;
mod sets;
mod solve;
mod step;
mod wings;

pub use solve::{ExplainerRating, explainer_rating};
pub use step::{ExplainerRule, ExplainerStep, Tenths};
