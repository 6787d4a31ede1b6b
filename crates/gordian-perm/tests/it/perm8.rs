//! Permutations of eight elements: ranks and products.

use gordian_perm::perm8::{COUNT, Perm8};
use proptest::prelude::*;

#[test]
fn ranks_number_the_words_in_order() {
    let all: Vec<Perm8> = (0..COUNT).map(Perm8::unrank).collect();
    assert!(all.is_sorted_by(|a, b| a < b));
    for (rank, perm) in (0..COUNT).zip(&all) {
        assert_eq!(perm.rank(), rank);
        assert_eq!(Perm8::new(perm.images()), Some(*perm));
    }
    assert_eq!(all[0], Perm8::IDENTITY);
    assert_eq!(all[1].to_string(), "01234576");
    assert_eq!(all[5040].to_string(), "10234567");
    assert_eq!(all[40_319].to_string(), "76543210");
}

#[test]
fn only_permutations_are_accepted() {
    let check = |images, expected: bool| assert_eq!(Perm8::new(images).is_some(), expected);
    check([7, 6, 5, 4, 3, 2, 1, 0], true);
    check([0, 1, 2, 3, 4, 5, 6, 6], false);
    check([0, 1, 2, 3, 4, 5, 6, 8], false);
    check([8, 1, 2, 3, 4, 5, 6, 7], false);
}

proptest! {
    #[test]
    fn products_and_inverses(a in 0..COUNT, b in 0..COUNT, c in 0..COUNT) {
        let [a, b, c] = [a, b, c].map(Perm8::unrank);
        prop_assert_eq!(a.compose(b).compose(c), a.compose(b.compose(c)));
        prop_assert_eq!(a.compose(a.inverse()), Perm8::IDENTITY);
        prop_assert_eq!(a.inverse().compose(a), Perm8::IDENTITY);
        for i in 0..8 {
            prop_assert_eq!(a.compose(b).image(i), a.image(b.image(i)));
        }
    }
}
