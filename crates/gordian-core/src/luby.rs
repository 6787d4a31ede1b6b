//! The Luby sequence, for the lengths of runs between restarts.

/// Returns the number at `position`, from zero, of the Luby sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2,
/// …
///
/// *Source*: Luby, Sinclair, Zuckerman: "Optimal speedup of Las Vegas algorithms", Information
/// Processing Letters 47, 1993: no other fixed sequence of run lengths is better by more than a
/// logarithmic factor, whatever the distribution of the time to success.
///
/// # Example
///
/// ```
/// let first: Vec<u64> = (0..7).map(gordian_core::luby).collect();
/// assert_eq!(first, [1, 1, 2, 1, 1, 2, 4]);
/// ```
#[must_use]
pub fn luby(position: u64) -> u64 {
    let mut position = position + 1;
    loop {
        let bits = position.ilog2() + 1;
        if position == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        position -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (0..16).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
    }
}
