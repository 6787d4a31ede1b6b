//! Digits in base 36, of which the encodings of bodies are made: `0` to `9`, and letters of either
//! case for 10 to 35.

/// Returns the value of a digit.
///
/// # Panics
///
/// Panics if the character is neither an ASCII letter nor an ASCII digit.
pub(crate) fn value(digit: char) -> u8 {
    let value = digit.to_digit(36).expect("the character is a letter or a digit");
    u8::try_from(value).expect("a digit is small")
}

/// Returns the digit of a value, a small letter for 10 to 35.
///
/// # Panics
///
/// Panics if the value is above 35.
pub(crate) fn digit(value: usize) -> char {
    let value = u32::try_from(value).expect("the value is below 36");
    char::from_digit(value, 36).expect("the value is below 36")
}
