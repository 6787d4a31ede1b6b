//! Published and generated exocets.

use gordian_grid::{Grid, Layout};
use gordian_logic::{Position, Technique};

use crate::published::{SolvedPosition, candidates, eliminate};

/// Golden Nugget, by tarek.
const NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Fata Morgana, by tarek.
const FATA_MORGANA: &str =
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........";

fn six_by_six() -> Layout {
    Layout::boxes(2, 3).expect("a layout")
}

/// Checks the conclusions of all steps.
#[track_caller]
fn check(known: &SolvedPosition, technique: Technique, expected: &[&str]) {
    let n = known.position.layout().n();
    let sorted = |text: &&str| {
        let mut all = candidates(n, text);
        all.sort_unstable();
        all
    };
    let found = known.steps(technique).into_iter().map(|step| step.eliminations);
    assert_eq!(found.collect::<Vec<_>>(), expected.iter().map(sorted).collect::<Vec<_>>());
}

#[test]
fn junior_exocets_have_the_published_eliminations() {
    use Technique::JuniorExocet;
    let classic = Layout::classic();
    // The base r12c7 holds two of 1247, and so do r4c8 and r7c9, which loses 3 (the sysudoku
    // blog, "Nugget's Exocet", 2013; the same candidate in pjb's grid, players' forum, 2013).
    check(&SolvedPosition::after_basics(&classic, NUGGET), JuniorExocet, &["3r7c9"]);
    // The base r5c46 with 136: r4c2 loses 2 and 4 (among the eliminations that "sultan vinegar"
    // lists for the exocet of this puzzle in the thread "JExocet Compendium", players' forum).
    check(&SolvedPosition::after_basics(&classic, FATA_MORGANA), JuniorExocet, &["24r4c2"]);
    // Example 2 of David P Bird's compendium (players' forum, t35505), with the candidates that are
    // crossed out there: "r2c4 <> 2, 5, 9 and r3c9 <> 3, 9"; the rest follows from 1 in the base.
    let text = "002080067670000800000670000006000780020016054005000612061000405008050106457361298";
    let mut known = SolvedPosition::after_basics(&classic, text);
    eliminate(&mut known.position, candidates(9, "1r2c3 3r23c5 5r2c9"));
    check(&known, JuniorExocet, &["259r2c4 39r3c9 1r1c4 1r2c9 1r3c12"]);
    // Two cross-lines in a grid with columns of two cells in a box.
    let known = SolvedPosition::after_basics(&six_by_six(), "........36.13.....6..5..21..6......5");
    check(&known, JuniorExocet, &["1r3c4 1r6c5 2r1c6 2r3c5 2r6c4 3r1c4 3r5c6 4r1c6 4r3c5 4r5c4"]);
}

#[test]
fn senior_exocets_have_the_published_eliminations() {
    use Technique::SeniorExocet;
    let classic = Layout::classic();
    // One target in the band, one outside.
    let text = "...5..2.78....7....3..4......6..35.84...2.....9.....7..4.......7....59.....1.6..5";
    let eliminated = "1r1c8 2r2c4 3r1c5 3r2c578 3r589c8 3r7c48 6r1c8 8r7c6 9r1c8 9r2c4";
    check(&SolvedPosition::after_basics(&classic, text), SeniorExocet, &[eliminated]);
    // Both targets in the cross-line of the third cell.
    let text = ".....5..8.6..........23.7.4..17...9......13..97.....2..1...89..75.....4...8.2.67.";
    check(&SolvedPosition::after_basics(&classic, text), SeniorExocet, &["6r68c6"]);
    let diagonal = six_by_six().with_main_diagonal();
    let known = SolvedPosition::after_basics(&diagonal, "......6....4.5......4..2....1...2...");
    check(&known, SeniorExocet, &["3r4c5 3r5c1"]);
}

/// *Source*: examples 5, 8 and 14 of "Exocet" on GNPX's page "Exocet Sample" (GIDOO-code), where
/// one target is in the band of the base and the other in the cross-line of the third cell.
#[test]
fn senior_exocets_of_gnpx_are_found() {
    let check = |text: &str, cells: &str, published: &str| {
        let known = SolvedPosition::after_basics(&Layout::classic(), text);
        let sorted = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            cells
        };
        let cells = candidates(9, cells).into_iter().map(|candidate| candidate.cell).collect();
        let cells = sorted(cells);
        let steps = known.steps(Technique::SeniorExocet);
        let step = steps.iter().find(|step| sorted(step.pattern.cells.clone()) == cells);
        let eliminated = &step.expect("a step with this base and these targets").eliminations;
        for candidate in candidates(9, published) {
            assert!(eliminated.contains(&candidate), "{candidate:?} is left");
        }
    };
    let text = "....27.5.25.....1...9..17..5.26.3...6.......2...2.59.1..38..6...4.....98.2.95....";
    check(text, "1r6c13 1r3c2 1r5c5", "8r5c5");
    let text = "2.65....3...1..2...9..8...4...6.8.41..1...3..56.9.1...9...5..2...5..3...4....69.5";
    check(text, "1r2c89 1r1c6 1r6c7", "4r1c6");
    let text = "......5...572...1.1.8..924...6.4..9....1.8....4..6.1...216..7.8.7...143...3......";
    check(text, "1r45c7 1r6c1 1r2c9", "57r6c1 3r2c9");
}

#[test]
fn exocet_has_a_sentence() {
    let known = SolvedPosition::after_basics(&Layout::classic(), NUGGET);
    let steps = known.steps(Technique::JuniorExocet);
    let expected = "junior exocet: the targets r4c8 r7c9 must hold the same two of 1, 2, 4 and 7 \
                    as the base r12c7, because without the targets row 3, row 4 and row 7 have too \
                    few places for these digits, so r7c9 is not 3";
    assert_eq!(steps[0].sentence(known.position.layout()), expected);
    let pattern = &steps[0].pattern;
    assert_eq!(
        (&pattern.digits[..], &pattern.cells[..]),
        (&[1, 2, 4, 7][..], &[6, 15, 34, 62][..])
    );
}

#[test]
fn positions_without_exocets_have_no_steps() {
    let find = |layout: &Layout, text: &str| {
        let givens = text.bytes().map(|c| c.saturating_sub(b'0')).collect();
        let position = Position::new(&Grid::new(layout.clone(), givens), &[]);
        [Technique::JuniorExocet, Technique::SeniorExocet].map(|it| position.steps(it).len())
    };
    assert_eq!(find(&Layout::classic(), NUGGET), [1, 0]);
    // A layout without boxes, and a grid without filled cross-lines.
    assert_eq!(find(&Layout::latin(9).expect("a layout"), NUGGET), [0, 0]);
    assert_eq!(find(&Layout::classic(), &".".repeat(81)), [0, 0]);
    // With one given less, all three cross-lines can contain 4.
    let changed = NUGGET.replacen("..3.5.8..", "..3.5....", 1);
    assert_eq!(find(&Layout::classic(), &changed)[0], 0);
}
