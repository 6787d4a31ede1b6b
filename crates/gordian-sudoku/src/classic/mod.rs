//! The 9×9 grid with boxes of 3×3: engines made for it alone.

pub mod batch;
pub mod single;
