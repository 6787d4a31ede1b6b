//! Many puzzles at once: one search node a bit of a register.
