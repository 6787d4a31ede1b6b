//! Ranks of permutations in lexicographic order.
//!
//! The *rank* of a permutation of 0 to N − 1 is its index, from 0, among the N! permutations sorted
//! as words `p[0] p[1] … p[N−1]`. Its digits in the mixed base N, N − 1, …, 1 form the Lehmer code:
//! the digit of an index is the number of smaller values that do not occur before it.

/// The length of the longest permutations whose ranks fit into 64 bits: 20! < 2⁶⁴ < 21!.
const MAX_LEN: usize = 20;

/// Returns the rank of a permutation of 0 to N − 1, from 0 to N! − 1.
///
/// `N` is at most 20, so that the rank fits into 64 bits; a larger `N` does not compile. The result
/// has no meaning if `permutation` is not a permutation.
///
/// # Example
///
/// ```
/// use gordian_perm::rank::{rank, unrank};
///
/// assert_eq!(rank(&[0, 1, 2, 3]), 0);
/// assert_eq!(rank(&[3, 2, 1, 0]), 23);
/// assert_eq!(unrank::<4>(23), [3, 2, 1, 0]);
/// ```
#[inline]
#[must_use]
pub fn rank<const N: usize>(permutation: &[u8; N]) -> usize {
    const { assert!(N <= MAX_LEN, "N! must fit into 64 bits") };
    let mut unused = u32::MAX;
    let mut rank = 0;
    for (base, &value) in (1..=N).rev().zip(permutation) {
        let smaller = unused & ((1 << value) - 1);
        rank = rank * base + smaller.count_ones() as usize;
        unused &= !(1 << value);
    }
    rank
}

/// Returns the permutation of 0 to N − 1 with this [`rank`](rank()). `N` is at most 20, as there.
///
/// # Panics
///
/// Panics if `rank` is not below N!.
#[must_use]
pub fn unrank<const N: usize>(rank: usize) -> [u8; N] {
    const { assert!(N <= MAX_LEN, "N! must fit into 64 bits") };
    let mut digits = [0; N];
    let mut rest = rank;
    for (base, digit) in (1..=N).zip(digits.iter_mut().rev()) {
        *digit = rest % base;
        rest /= base;
    }
    assert!(rest == 0, "no permutation of {N} values has rank {rank}");
    let mut unused: Vec<u8> = (0..).take(N).collect();
    digits.map(|digit| unused.remove(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(n_permutations: usize) {
        let mut last: Option<[u8; N]> = None;
        for index in 0..n_permutations {
            let permutation = unrank::<N>(index);
            assert_eq!(rank(&permutation), index);
            assert!(last < Some(permutation), "ranks follow lexicographic order");
            last = Some(permutation);
        }
        let mut descending: Vec<u8> = (0..).take(N).collect();
        descending.reverse();
        assert_eq!(last.map(Vec::from), Some(descending));
    }

    #[test]
    fn rank_and_unrank_are_inverse_and_follow_lexicographic_order() {
        check::<1>(1);
        check::<4>(24);
        check::<5>(120);
        check::<7>(5_040);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_longest_permutations_have_ranks() {
        let descending: [u8; MAX_LEN] = std::array::from_fn(|i| 19 - u8::try_from(i).unwrap());
        let last = 2_432_902_008_176_640_000 - 1;
        assert_eq!(rank(&descending), last);
        assert_eq!(unrank::<MAX_LEN>(last), descending);
    }
}
