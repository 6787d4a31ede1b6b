//! The proof about WCA moves.

use crate::atlas::silver;
use crate::support::{gordian, run};

#[test]
fn the_table_must_be_of_six_colours() {
    let table = silver().path.to_str().expect("the folder's name is UTF-8");
    let refused = run(&["atlas", "prove", "square1-wca-bound", "--table", table]).ends_with(2);
    let said = "the table is one of `square1-silver`, not of `square1`";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
    assert_eq!(refused.stdout, "");
}

#[test]
#[ignore = "slow: 26 moves suffice and are needed, from all positions of the six-colour puzzle"]
fn twenty_six_moves_suffice_and_are_needed() {
    let proof = gordian("atlas prove square1-wca-bound --json").ends_with(0).json();
    for (field, expected) in [
        ("max_twists", 13),
        ("positions_at_max_twists", 157_452_752),
        ("upper_bound", 26),
        ("lower_bound", 26),
        ("length", 26),
        ("twists", 13),
    ] {
        assert_eq!(proof[field], expected, "{field} in {proof}");
    }
    assert_eq!(proof["position"], "CBD4539-E7180F26A,K");
    assert_eq!(proof["outcome"], "optimal");
}
