//! Published and generated multi-sector locked sets.

use gordian_grid::{Grid, Layout};
use gordian_logic::Position;
use gordian_logic::Technique::MultiSectorLockedSets;

use crate::published::{SolvedPosition, candidates};

/// Easter Monster, by champagne and jpf.
const EASTER_MONSTER: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// Checks that there is a step with these cells and these conclusions.
#[track_caller]
fn check(known: &SolvedPosition, cells: &str, expected: &str) {
    let n = known.position.layout().n();
    let numbers = |text: &str| {
        let word = |word: &str| candidates(n, &format!("1{word}")).into_iter();
        let mut all: Vec<usize> =
            text.split_whitespace().flat_map(word).map(|candidate| candidate.cell).collect();
        all.sort_unstable();
        all
    };
    let mut expected = candidates(n, expected);
    expected.sort_unstable();
    let steps = known.steps(MultiSectorLockedSets);
    let step = steps.iter().find(|step| step.pattern.cells == numbers(cells));
    assert_eq!(step.expect("a step with these cells").eliminations, expected);
}

/// *Source*: SudokuWiki, "SK Loops", for the loop in Easter Monster; SpAce in the thread "SK-Loops
/// and MSLS's" (players' forum, t36887, 2019) counts 13 eliminations. The second is StrmCkr's, who
/// names the pairs 46, 17, 39 and 58 in a thread on SK-loops there. The third, by tax, is the
/// classic SK loop of David P Bird (t32789, 2015); compared with what he strikes out in rows 1 to
/// 7.
#[test]
fn sk_loops_have_the_published_eliminations() {
    let classic = Layout::classic();
    let eliminated = "1r7c3 2r3c1 3r2c5 3r5c8 4r5c2 4r8c5 5r8c4 6r9c1 7r1c3 8r2c56 8r5c2 9r5c8";
    assert_eq!(candidates(9, eliminated).len(), 13);
    let known = SolvedPosition::after_basics(&classic, EASTER_MONSTER);
    check(&known, "r1379c28 r28c1379", eliminated);
    let text = "5.......9.2.1...7...8...3...4...2.......5.......7.6.1...3...8...6...4.2.9.......5";
    let eliminated = "1r5c2 1r8c5 4r2c5 4r5c8 6r2c5 6r45c8 7r5c2 7r8c5";
    check(&SolvedPosition::after_basics(&classic, text), "r1379c28 r28c1379", eliminated);
    let text = "1.....9...3...7.4...5.....2.....6.7.....1.....4.3.8...9.......5.7.8...3...2...1..";
    let eliminated = "6r2c45 8r2c5 8r4c2 68r5c28 6r6c8 1r7c3 2r7c7 4r8c56 6r8c5 5r9c1 9r9c9";
    check(&SolvedPosition::after_basics(&classic, text), "r1379c28 r28c1379", eliminated);
}

/// *Source*: for the first, a puzzle by eleven, David P Bird takes 2489 and 13567 as the digits of
/// both kinds of lines ("Shark", told by SpAce in players' forum t36887, 2019).
#[test]
fn rows_times_columns_have_the_published_eliminations() {
    let classic = Layout::classic();
    let text = ".......89.5.1.....6....31...7...16......9..2...8.....4..4.2....7..5..3...6...7...";
    let known = SolvedPosition::after_basics(&classic, text);
    let eliminated = "1r8c2 1r9c1 2r1c3 3r49c14 4r1c5 5r4c1 5r9c17 6r8c6 7r2c7 7r3c4 8r57c9 9r67c8";
    check(&known, "r23489c3589", eliminated);
    let steps = known.steps(MultiSectorLockedSets);
    let expected_start = "multi-sector locked sets: the 20 cells r23489c3589 can hold only 20 \
                          digits: 3, 6 and 7 in row 2; 5 and 7 in row 3; 3 and 5 in row 4; 1 and 6 \
                          in row 8; 1, 3 and 5 in row 9; 2 and 9 in column 3; 4 and 8 in column 5; \
                          4 and 9 in column 8; 2 and 8 in column 9, so ";
    assert!(
        steps[0].sentence(&classic).starts_with(expected_start),
        "{}",
        steps[0].sentence(&classic)
    );
    // In the thread "MSLS puzzle" (t42265, 2023) yzfwsf compares five rows with five columns: the
    // ten open cells of r13689c1258 must hold what r2457c34679 have of 1, 2, 3 and 8.
    let text = "...........1...8.34...7..6....1.82....8.....17...5..........3.2.6..9..4..5.....9.";
    let eliminated = "569r1c1 79r1c2 6r1c5 57r1c8 9r3c2 4r9c5 1r7c6 2r25c46 3r4c3 3r5c46 8r7c4";
    check(&SolvedPosition::after_basics(&classic, text), "r2457c1258", eliminated);
    let latin_square = Layout::latin(6).expect("a layout");
    let known = SolvedPosition::after_basics(&latin_square, "...6.412.4.3.3624......5....1...3...");
    check(&known, "r46c45", "2r1c5 3r4c1 5r6c2");
}

#[test]
fn empty_grid_has_no_multi_sector_locked_sets() {
    let find = |text: &str| {
        let givens =
            text.chars().map(|c| u8::try_from(c.to_digit(10).unwrap_or(0)).expect("small"));
        let puzzle = Grid::new(Layout::classic(), givens.collect());
        Position::new(&puzzle, &[]).steps(MultiSectorLockedSets).len()
    };
    assert_eq!(find(&".".repeat(81)), 0);
    // Without the 1 in its first box the loop has one cover too many.
    assert!(find(EASTER_MONSTER) > 0);
    assert_eq!(find(&EASTER_MONSTER.replacen('1', ".", 1)), 0);
}
