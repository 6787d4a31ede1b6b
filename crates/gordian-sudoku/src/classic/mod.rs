//! Engines for the 9×9 grid with boxes of 3×3.

pub mod batch;
pub mod single;
