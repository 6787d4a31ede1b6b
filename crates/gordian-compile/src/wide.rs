//! Checked arithmetic: stops the compilation instead of wrapping.
//!
//! Bounds, widths and coefficients computed during compilation decide which assignments are
//! excluded, so a wrapped number is a wrong answer. Stored numbers have 64 bits. Intermediate
//! results are computed as [`WideInt`] with 128 bits, or in hot loops as 64-bit integers by
//! [`add`], [`sub`] and [`mul`]. If a result does not fit, all of them record an overflow, which
//! stops the compilation, and return the nearest number that does.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::budget::record_overflow;

/// A 128-bit integer whose operations stop the compilation instead of wrapping.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct WideInt(i128);

impl WideInt {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(1);

    pub(crate) fn to_i128(self) -> i128 {
        self.0
    }

    /// Returns the number if it fits 64 bits.
    pub(crate) fn to_i64(self) -> Option<i64> {
        i64::try_from(self.0).ok()
    }

    /// Returns the number as a 64-bit integer, or stops the compilation.
    pub(crate) fn to_i64_or_stop(self) -> i64 {
        self.to_i64().unwrap_or_else(|| {
            record_overflow("a number", self.0, self.0);
            self.clamp()
        })
    }

    /// Returns the nearest 64-bit integer.
    pub(crate) fn clamp(self) -> i64 {
        let nearest = self.0.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
        i64::try_from(nearest).expect("it was clamped")
    }

    pub(crate) fn abs(self) -> Self {
        self.0.checked_abs().map_or_else(|| overflow(i128::MAX), Self)
    }

    /// Returns `2^exponent`.
    pub(crate) fn power_of_two(exponent: usize) -> Self {
        let power = u32::try_from(exponent).ok().filter(|&exponent| exponent < i128::BITS - 1);
        power
            .and_then(|exponent| 1_i128.checked_shl(exponent))
            .map_or_else(|| overflow(i128::MAX), Self)
    }

    /// Returns the number of binary digits of this number, which is not negative.
    pub(crate) fn width(self) -> usize {
        if self.0 < 0 {
            overflow(0);
        }
        self.0
            .max(0)
            .checked_ilog2()
            .map_or(0, |log| usize::try_from(log.saturating_add(1)).expect("at most 127"))
    }

    /// Returns the binary digit at this position, counted from the least significant one, of a
    /// number that is not negative.
    pub(crate) fn has_digit(self, position: usize) -> bool {
        u32::try_from(position)
            .ok()
            .and_then(|position| self.0.checked_shr(position))
            .is_some_and(|shifted| shifted & 1 == 1)
    }

    /// Returns the remainder modulo `2^n_digits`, which is not negative.
    pub(crate) fn low_digits(self, n_digits: usize) -> Self {
        match self.0.checked_rem_euclid(Self::power_of_two(n_digits).0) {
            Some(rest) => Self(rest),
            None => overflow(0),
        }
    }

    /// Returns the quotient by a positive number, rounded down.
    pub(crate) fn floor_div(self, divisor: i64) -> Self {
        // Nearly always both fit 64 bits, for which processors have a division instruction.
        if let Some(quotient) = self.to_i64().and_then(|n| n.checked_div_euclid(divisor)) {
            return Self::from(quotient);
        }
        self.0.checked_div_euclid(i128::from(divisor)).map_or_else(|| overflow(0), Self)
    }

    /// Returns the quotient by a positive number, rounded up.
    pub(crate) fn ceil_div(self, divisor: i64) -> Self {
        -(-self).floor_div(divisor)
    }

    /// Returns the quotient by a number other than zero if it is an integer that fits 64 bits.
    pub(crate) fn exact_div(self, divisor: i64) -> Option<i64> {
        if divisor == 1 {
            return self.to_i64();
        }
        // Nearly always both fit 64 bits, for which processors have a division instruction.
        if let Some(number) = self.to_i64()
            && let Some(rest) = number.checked_rem(divisor)
        {
            return if rest == 0 { number.checked_div(divisor) } else { None };
        }
        let divisor = i128::from(divisor);
        if self.0.checked_rem(divisor)? != 0 {
            return None;
        }
        self.0.checked_div(divisor).map(Self)?.to_i64()
    }
}

/// An interval of integers that contains the value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) min: WideInt,
    pub(crate) max: WideInt,
}

impl Bounds {
    pub(crate) fn new(min: impl Into<WideInt>, max: impl Into<WideInt>) -> Self {
        Self { min: min.into(), max: max.into() }
    }

    pub(crate) fn exactly(value: impl Into<WideInt>) -> Self {
        let value = value.into();
        Self { min: value, max: value }
    }

    /// Returns the smallest interval that contains both intervals.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the intersection of two intervals.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { min: self.min + other.min, max: self.max + other.max }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let corners = [
            self.min * other.min,
            self.min * other.max,
            self.max * other.min,
            self.max * other.max,
        ];
        let [first, rest @ ..] = corners.map(Self::exactly);
        rest.into_iter().fold(first, Self::or)
    }

    /// Returns the greatest absolute value.
    pub(crate) fn max_abs(self) -> WideInt {
        self.min.abs().max(self.max.abs())
    }

    /// Returns the number of binary digits that distinguish all values.
    pub(crate) fn width(self) -> usize {
        (self.max - self.min).width()
    }

    /// Stops the compilation because the results of this operation have these bounds.
    pub(crate) fn record_overflow(self, operation: &'static str) {
        record_overflow(operation, self.min.0, self.max.0);
    }
}

impl From<(i64, i64)> for Bounds {
    fn from((min, max): (i64, i64)) -> Self {
        Self::new(min, max)
    }
}

/// Stops the compilation because a number exceeds 128 bits; returns another number instead.
#[cold]
fn overflow(instead: i128) -> WideInt {
    record_overflow("a number", i128::MIN, i128::MAX);
    WideInt(instead)
}

impl From<i64> for WideInt {
    fn from(value: i64) -> Self {
        Self(i128::from(value))
    }
}

/// For integer literals in the source.
impl From<i32> for WideInt {
    fn from(value: i32) -> Self {
        Self(i128::from(value))
    }
}

impl From<usize> for WideInt {
    fn from(value: usize) -> Self {
        i128::try_from(value).map_or_else(|_| overflow(i128::MAX), Self)
    }
}

impl<T: Into<WideInt>> Add<T> for WideInt {
    type Output = Self;

    fn add(self, other: T) -> Self {
        let other = other.into().0;
        self.0.checked_add(other).map_or_else(|| overflow(self.0.saturating_add(other)), Self)
    }
}

impl<T: Into<WideInt>> AddAssign<T> for WideInt {
    fn add_assign(&mut self, other: T) {
        *self = *self + other;
    }
}

impl<T: Into<WideInt>> Sub<T> for WideInt {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        let other = other.into().0;
        self.0.checked_sub(other).map_or_else(|| overflow(self.0.saturating_sub(other)), Self)
    }
}

impl<T: Into<WideInt>> Mul<T> for WideInt {
    type Output = Self;

    fn mul(self, other: T) -> Self {
        let other = other.into().0;
        self.0.checked_mul(other).map_or_else(|| overflow(self.0.saturating_mul(other)), Self)
    }
}

impl Neg for WideInt {
    type Output = Self;

    fn neg(self) -> Self {
        self.0.checked_neg().map_or_else(|| overflow(i128::MAX), Self)
    }
}

/// Returns the sum, or stops the compilation if it does not fit 64 bits.
pub(crate) fn add(a: i64, b: i64) -> i64 {
    a.checked_add(b).unwrap_or_else(|| (WideInt::from(a) + b).to_i64_or_stop())
}

/// Returns the difference, or stops the compilation if it does not fit 64 bits.
pub(crate) fn sub(a: i64, b: i64) -> i64 {
    a.checked_sub(b).unwrap_or_else(|| (WideInt::from(a) - b).to_i64_or_stop())
}

/// Returns the product, or stops the compilation if it does not fit 64 bits.
pub(crate) fn mul(a: i64, b: i64) -> i64 {
    a.checked_mul(b).unwrap_or_else(|| (WideInt::from(a) * b).to_i64_or_stop())
}
