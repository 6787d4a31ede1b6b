//! Variables and literals as small integers.
//!
//! Variables are zero-based. A literal is a variable with a sign, packed into one integer, so that
//! it can index a table and negation is one instruction:
//!
//! ```text
//! literal of variable v:   code = 2·v      the variable is true
//!                          code = 2·v + 1  the variable is false
//! ```
//!
//! DIMACS files number variables from one and mark negation with a minus sign. That form is used
//! only where text is read or written ([`Lit::from_dimacs`], [`Lit::to_dimacs`]).

use std::{fmt, ops};

use gordian_core::Index;

/// A Boolean variable, zero-based.
///
/// *Range*: 0 to [`Var::MAX`], so that its DIMACS number, which is one more, fits into an `i32`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Var(u32);

impl Var {
    /// The last variable: `i32::MAX` in DIMACS.
    pub const MAX: Self = Self(i32::MAX.cast_unsigned() - 1);
}

impl Index for Var {
    #[inline]
    fn from_usize(position: usize) -> Self {
        match u32::try_from(position) {
            Ok(index) if index <= Self::MAX.0 => Self(index),
            _ => panic!("variable index {position} is out of range"),
        }
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(u32);

impl Lit {
    /// Returns the positive literal of `var`.
    #[inline]
    #[must_use]
    pub fn positive(var: Var) -> Self {
        Self(var.0 << 1)
    }

    /// Returns the negative literal of `var`.
    #[inline]
    #[must_use]
    pub fn negative(var: Var) -> Self {
        Self(var.0 << 1 | 1)
    }

    /// Returns the literal that is true if `var` has the value `value`.
    #[inline]
    #[must_use]
    pub fn new(var: Var, value: bool) -> Self {
        Self(var.0 << 1 | u32::from(!value))
    }

    /// Returns the variable.
    #[inline]
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Returns whether the literal is negative.
    #[inline]
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the literal for a DIMACS number: `3` is the third variable, `-3` its negation.
    ///
    /// Returns `None` for 0, which ends a clause, and for `i32::MIN`, which has no negation.
    #[must_use]
    pub fn from_dimacs(number: i32) -> Option<Self> {
        let index = number.unsigned_abs().checked_sub(1)?;
        (index <= Var::MAX.0).then(|| Self::new(Var(index), number > 0))
    }

    /// Returns the DIMACS number of the literal, which is never 0 or `i32::MIN`.
    #[inline]
    #[must_use]
    pub fn to_dimacs(self) -> i32 {
        let number = (self.var().0 + 1).cast_signed();
        if self.is_negative() { -number } else { number }
    }
}

/// The index is the code of the literal, `2·v` or `2·v + 1`, for tables with one entry per literal.
impl Index for Lit {
    #[inline]
    fn from_usize(position: usize) -> Self {
        Self::new(Var::from_usize(position >> 1), position & 1 == 0)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl ops::Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Negates the literal if the right-hand side is true.
impl ops::BitXor<bool> for Lit {
    type Output = Self;

    #[inline]
    fn bitxor(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_negative() { "¬" } else { "" }, self.var())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_round_trip() {
        for number in [1, -1, 2, -2, 1000, -1000, i32::MAX, -i32::MAX] {
            let lit = Lit::from_dimacs(number).expect("a literal");
            assert_eq!(lit.to_dimacs(), number);
            assert_eq!((!lit).to_dimacs(), -number);
            assert_eq!(lit.is_negative(), number < 0);
            assert_eq!(Lit::from_usize(lit.index()), lit);
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn literal_codes_are_as_documented() {
        let var = Var::from_usize(7);
        assert_eq!((Lit::positive(var).index(), Lit::negative(var).index()), (14, 15));
        assert_eq!(
            (Lit::new(var, true), Lit::new(var, false)),
            (Lit::positive(var), !Lit::positive(var))
        );
        assert_eq!(
            (Lit::positive(var) ^ true, Lit::positive(var) ^ false),
            (Lit::negative(var), Lit::positive(var))
        );
        assert_eq!(format!("{:?} {:?}", Lit::positive(var), Lit::negative(var)), "v7 ¬v7");
    }
}
