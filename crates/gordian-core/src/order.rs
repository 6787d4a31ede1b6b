//! The order of decisions in a search over integer variables.

/// Which of some variables is decided next. Of equal ones, the first of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VarOrder {
    /// The first that has no value yet.
    #[default]
    Listed,
    /// One with the fewest values between its bounds.
    SmallestRange,
    /// One with the most values between its bounds.
    LargestRange,
    /// One with the smallest lower bound.
    LeastLower,
    /// One with the largest upper bound.
    GreatestUpper,
}

/// Which values of a variable are tried first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueOrder {
    /// The least one.
    #[default]
    Least,
    /// The greatest one.
    Greatest,
    /// One in the middle between the bounds.
    Middle,
    /// Those up to the middle.
    LowerHalf,
    /// Those above the middle.
    UpperHalf,
}
