//! A seeded random number generator whose output never changes.

/// A small random number generator: a seed gives the same numbers on all machines and in all
/// versions.
///
/// Generators, portfolios and tests publish their seeds in documents and results, so the sequence
/// is part of the interface. The generator is therefore not taken from a library, which could
/// change it. It is not cryptographically secure.
///
/// *Source*: SplitMix64, Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
///
/// # Example
///
/// ```
/// let mut random = gordian_core::Random::new(7);
/// assert!((1..=6).contains(&(1 + random.below(6))));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the generator for `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `n - 1`, each equally likely.
    ///
    /// # Panics
    ///
    /// Panics if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a random choice needs at least one candidate");
        let n = n as u64;
        // Numbers of the last, incomplete range of length `n` are rejected, so no value is
        // favoured.
        let zone = u64::MAX - u64::MAX % n;
        loop {
            let bits = self.bits();
            if bits < zone {
                return usize::try_from(bits % n).expect("a number below `n` fits into a usize");
            }
        }
    }

    /// Returns `true` or `false`, each with probability 1/2.
    pub fn flip(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Returns one of `items`, each equally likely.
    ///
    /// # Panics
    ///
    /// Panics if `items` is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Shuffles `items`; all orders are equally likely (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as printed by the reference implementation.
    #[test]
    fn sequence_equals_the_reference_implementation() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn below_reaches_every_value_and_no_other() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 5];
        for _ in 0..1000 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
    }

    #[test]
    fn shuffle_permutes_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Random::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
