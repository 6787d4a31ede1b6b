//! Sequences as texts.

use gordian_perm::cube3::{LowercaseMeaning, Sequence};
use proptest::prelude::*;

use super::support::any_sequence;

#[test]
fn sequences_are_read() {
    let read = |text: &str, lower_case| Sequence::parse(text, lower_case).unwrap().to_string();
    let check =
        |text: &str, expected: &str| assert_eq!(read(text, LowercaseMeaning::Wide), expected);
    check("", "");
    check(" \n", "");
    check("RUR'U'", "R U R' U'");
    check("R1 R2 R3 R1' R2' R3'", "R R2 R' R' R2 R");
    check("R' R’ R‘ R′ R´ R`", "R' R' R' R' R' R'");
    check("Uw Lw2 Fw' Rw3 Bw2' Dw1", "Uw Lw2 Fw' Rw' Bw2 Dw");
    check("u l2 f' r3 b2' d1", "Uw Lw2 Fw' Rw' Bw2 Dw");
    check("M E2 S' x y2 z'", "M E2 S' x y2 z'");
    check("1Rw 2Rw' 3Rw2 2u 3d' (2Fw)2", "R Rw' x2 Uw y Fw Fw");
    check("3Uw 3Lw 3Fw' 3Bw R2 2Rw", "y x' z' z' R2 Rw");
    check("(R U R' U')3", "R U R' U' R U R' U' R U R' U'");
    check("(R U2 F')'", "F U2 R'");
    check("(R U)2'", "U' R' U' R'");
    check("((R U')' D)2 (F)", "U R' D U R' D F");
    check("()'()7 (())999999999999999999999999", "");
    let check =
        |text: &str, expected: &str| assert_eq!(read(text, LowercaseMeaning::Face), expected);
    check("f b’ l r’ u d’", "F B' L R' U D'");
    check("uu r2 Rw x M", "U U R2 Rw x M");
    check("R 2Rw", "R Rw");
    let malformed = |text: &str, lower_case| {
        let error = Sequence::parse(text, lower_case).unwrap_err();
        assert_eq!((error.code(), error.span), ("cube.unexpected-character", 0..1), "{text}");
    };
    for text in ["4Rw", "0Rw", "2R", "2 Rw", "2M", "2x", "2(R)", "2", "23Rw"] {
        malformed(text, LowercaseMeaning::Wide);
    }
    malformed("2r", LowercaseMeaning::Face);
}

/// The limit is exact, and checked before groups are expanded.
#[test]
fn long_sequences_stop_at_the_limit() {
    let read = |text: &str| Sequence::parse(text, LowercaseMeaning::Wide);
    assert_eq!(read("(R U)50000").unwrap().moves().len(), 100_000);
    assert_eq!(read("((((R)10)10)100)10").unwrap().moves().len(), 100_000);
    let check = |text: &str, code: &str| assert_eq!(read(text).unwrap_err().code(), code, "{text}");
    check("(R U)50000 F", "cube.too-long");
    check("F (R U)50000", "cube.too-long");
    check("((((((((((R)99)99)99)99)99)99)99)99)99)99", "cube.too-long");
    check("(R)99999999999999999999999999999999", "cube.too-long");
    check(&"R".repeat(100_001), "cube.too-long");
    let deep = |n: usize| format!("{}R{}", "(".repeat(n), ")'".repeat(n));
    assert_eq!(read(&deep(100)).unwrap().to_string(), "R");
    check(&deep(101), "cube.too-deep");
    check(&"(".repeat(100), "cube.unclosed-group");
}

proptest! {
    /// Written sequences are parsed to the same moves with either meaning of lower-case letters.
    #[test]
    fn sequences_round_trip(sequence in any_sequence()) {
        for lower_case in LowercaseMeaning::ALL {
            prop_assert_eq!(Sequence::parse(&sequence.to_string(), lower_case), Ok(sequence.clone()));
        }
    }

    /// Any text gives a result or an error with a span within the text.
    #[test]
    fn any_text_is_answered(text in "[URFDLBurwMxz()0-9'’ ?é]{0,30}") {
        for lower_case in LowercaseMeaning::ALL {
            if let Err(fault) = Sequence::parse(&text, lower_case) {
                prop_assert!(text.get(fault.span).is_some());
            }
        }
    }
}
