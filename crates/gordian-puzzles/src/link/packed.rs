//! The encodings of several small values in a character, the first value highest: five bits, or
//! three values from 0 to 2.

use super::{BodyReader, LinkError, base_36};

/// Reads `n` bits; `what` names the places in errors, such as `cells`.
///
/// # Errors
///
/// Fails at a character that does not belong to the encoding, and if the body lacks some bits.
pub(crate) fn read_bits(
    reader: &mut BodyReader<'_>,
    n: usize,
    what: &'static str,
) -> Result<Vec<usize>, LinkError> {
    read(reader, 2, n, what)
}

/// Reads `n` values below `base`, which is 2 or 3; `what` names the places in errors.
///
/// # Errors
///
/// Fails at a character that does not belong to the encoding, and if the body lacks some values.
pub(crate) fn read(
    reader: &mut BodyReader<'_>,
    base: usize,
    n: usize,
    what: &'static str,
) -> Result<Vec<usize>, LinkError> {
    let values = read_trimmed(reader, base, n)?;
    reader.require_all(values.len(), n, what)?;
    Ok(filled(values, n))
}

/// Reads `n` bits, of which the zeros at the end may be missing.
///
/// # Errors
///
/// Fails at a character that does not belong to the encoding.
pub(crate) fn read_trimmed_bits(
    reader: &mut BodyReader<'_>,
    n: usize,
) -> Result<Vec<usize>, LinkError> {
    Ok(filled(read_trimmed(reader, 2, n)?, n))
}

fn filled(mut values: Vec<usize>, n: usize) -> Vec<usize> {
    values.resize(n, 0);
    values
}

/// Reads up to `n` values, and those that share a character with the last one.
fn read_trimmed(
    reader: &mut BodyReader<'_>,
    base: usize,
    n: usize,
) -> Result<Vec<usize>, LinkError> {
    let n_places = n_places(base);
    let mut values = Vec::with_capacity(n);
    while values.len() < n {
        let Some(c) = reader.peek().filter(|&c| c != '/') else { break };
        reader.next_or_end();
        let is_digit = c.is_ascii_digit() || c.is_ascii_lowercase();
        let packed = if is_digit { usize::from(base_36::value(c)) } else { usize::MAX };
        if packed >= base.pow(n_places) {
            let expected = match base {
                2 => "five places (0 to 9, a to v)",
                _ => "three cells (0 to 9, a to q)",
            };
            return Err(reader.unexpected(c, expected));
        }
        for place in (0..n_places).rev() {
            values.push(packed / base.pow(place) % base);
        }
    }
    Ok(values)
}

/// Returns packed values.
pub(crate) fn write(values: &[usize], base: usize) -> String {
    let n_places = usize::try_from(n_places(base)).expect("a small number");
    let character = |part: &[usize]| {
        let padded = part.iter().copied().chain(std::iter::repeat(0)).take(n_places);
        base_36::digit(padded.fold(0, |sum, value| base * sum + value))
    };
    values.chunks(n_places).map(character).collect()
}

/// Returns how many values below `base` are in a character.
fn n_places(base: usize) -> u32 {
    if base == 2 { 5 } else { 3 }
}
