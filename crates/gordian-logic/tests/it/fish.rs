//! Fish and other patterns of one digit.
//!
//! A picture shows the places of digit 1, `x`, and the places that the step eliminates, `*`; all
//! other digits can be everywhere. The pictures are drawn by hand or come from random grids.

use gordian_core::Cancel;
use gordian_grid::{Candidates, Grid, HouseKind, Layout};
use gordian_logic::{CaseVerdict, Position, Step, Technique, check_case};
use gordian_sudoku::formats::parse_line;

fn classic() -> Layout {
    Layout::classic()
}

/// A grid of 6 rows with a diagonal.
fn six_by_six() -> Layout {
    Layout::boxes(2, 3).expect("a layout").with_main_diagonal()
}

/// A jigsaw with a diagonal.
fn jigsaw() -> Layout {
    let regions =
        b"AAABBBCCCAAABBBCCCAADBBBCCCADDDEEEFFDDDEEEFFFDDEEEFFFIGGGHHHFIIGGGHHHIIIGGGHHHIII";
    Layout::regions(9, regions).expect("a layout").with_main_diagonal()
}

/// Returns the steps of a technique on digit 1, and the cells of the picture that are marked.
fn steps_in_picture(
    layout: &Layout,
    technique: Technique,
    picture: &str,
) -> (Vec<Step>, Vec<usize>) {
    let picture: Vec<u8> = picture.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    assert_eq!(picture.len(), layout.n_cells());
    let mut marks = Candidates::all(layout);
    let with = |sign| (0..picture.len()).filter(|&cell| picture[cell] == sign).collect::<Vec<_>>();
    for cell in with(b'.') {
        marks.remove(cell, 1);
    }
    let givens = vec![0; picture.len()];
    let puzzle = Grid { layout: layout.clone(), givens, marks: Some(marks) };
    let steps = Position::new(&puzzle, &[]).steps(technique);
    (steps.into_iter().filter(|step| step.pattern.digits == [1]).collect(), with(b'*'))
}

/// Checks that one step eliminates exactly the marked places.
fn check(layout: &Layout, technique: Technique, picture: &str) {
    let (steps, marked) = steps_in_picture(layout, technique, picture);
    assert!(!marked.is_empty());
    let eliminated = |step: &Step| {
        step.eliminations.iter().map(|eliminated| eliminated.cell).collect::<Vec<_>>()
    };
    let found: Vec<Vec<usize>> = steps.iter().map(eliminated).collect();
    assert!(found.contains(&marked), "{technique}: {marked:?} is not among {found:?}");
    assert!(steps.iter().all(|step| step.technique == technique && step.placements.is_empty()));
    for pattern in steps.iter().map(|step| &step.pattern).filter(|fish| !fish.covers.is_empty()) {
        let in_base = |cell: &usize| pattern.cells.contains(cell) || pattern.fins.contains(cell);
        let mut covers = pattern.covers.iter().map(|&cover| &layout.houses()[cover].cells);
        assert!(covers.all(|cells| cells.iter().any(in_base)), "an unused cover: {pattern:?}");
        let has = |houses: &[usize], kind| {
            houses.iter().any(|&house| layout.houses()[house].kind == kind)
        };
        let against = |base, cover| !has(&pattern.houses, cover) && !has(&pattern.covers, base);
        let lines = against(HouseKind::Row, HouseKind::Column)
            || against(HouseKind::Column, HouseKind::Row);
        assert_eq!(lines, !technique.name().contains("mutant"), "{technique}: {pattern:?}");
    }
}

/// Checks that there is no step.
fn check_none(layout: &Layout, technique: Technique, picture: &str) {
    let (steps, _) = steps_in_picture(layout, technique, picture);
    assert_eq!(steps, [], "{technique}");
}

#[test]
fn basic_fish() {
    let rows =
        "x*xxxx*xx .x....x.. x*xxxx*xx x*xxxx*xx x*xxxx*xx .x....x.. x*xxxx*xx x*xxxx*xx x*xxxx*xx";
    check(&classic(), Technique::XWing, rows);
    check_none(
        &classic(),
        Technique::Swordfish,
        "xxxxxxxxx .x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx .x....xx. xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    check_none(
        &classic(),
        Technique::XWing,
        "xxxxxxxxx .x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx .x.....x. xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    check(
        &classic(),
        Technique::XWing,
        "x.xxx.xxx x.xxx.xxx x.xxx.xxx x.xxx.xxx x.xxx.xxx x.xxx.xxx *x***x*** x.xxx.xxx *x***x***",
    );
    check(
        &classic(),
        Technique::Swordfish,
        ".x....x.. x*xx*x*xx x*xx*x*xx x*xx*x*xx .x..x.... x*xx*x*xx x*xx*x*xx x*xx*x*xx ....x.x..",
    );
    check(
        &classic(),
        Technique::Jellyfish,
        "x.x...... *x*x*xx*x *x*x*xx*x ..x.x.... ....x..x. *x*x*xx*x *x*x*xx*x *x*x*xx*x x......x.",
    );
    check(&six_by_six(), Technique::XWing, "..xx.. .x..x. .x...x ..xx.. x....x x..*x.");
    check(&six_by_six(), Technique::Swordfish, "...x.x xx.... *.xx.. x...x. ..x..x .x..x.");
    check(
        &jigsaw(),
        Technique::XWing,
        ".x..x.... x.......x ...x..x.. ..*x..x.. x.......x ..x..x... ....x..x. .xx...... .....x.x.",
    );
    check(
        &jigsaw(),
        Technique::Jellyfish,
        "..x..x... ....x.x.. ..x.....x x....x... ...x..x.. x...*..x. .x.x..... .......xx .x..x....",
    );
}

#[test]
fn sixteen_rows() {
    let layout = Layout::boxes(4, 4).expect("a layout");
    let wing = |row| match row {
        2 | 9 => "..x..........x..",
        _ => "xx*xxxxxxxxxx*xx",
    };
    check(&layout, Technique::XWing, &(0..16).map(wing).collect::<String>());
    let skyscraper = |row| match row {
        2 => "..x..........x..",
        9 => "..x...........x.",
        0 | 1 | 3 => "xxxxxxxxxxxxxx*x",
        8 | 10 | 11 => "xxxxxxxxxxxxx*xx",
        _ => "xxxxxxxxxxxxxxxx",
    };
    check(&layout, Technique::Skyscraper, &(0..16).map(skyscraper).collect::<String>());
}

/// In 9 rows, a fish of 5 rows is equivalent to one of the 4 other columns.
#[test]
fn large_fish_are_complements_of_small_fish() {
    let four =
        "x.x...... *x*x*xx*x *x*x*xx*x ..x.x.... ....x..x. *x*x*xx*x *x*x*xx*x *x*x*xx*x x......x.";
    check(&classic(), Technique::Squirmbag, four);
    let three =
        ".x....x.. x*xx*x*xx x*xx*x*xx x*xx*x*xx .x..x.... x*xx*x*xx x*xx*x*xx x*xx*x*xx ....x.x..";
    check(&classic(), Technique::Whale, three);
    let two =
        "x*xxxx*xx .x....x.. x*xxxx*xx x*xxxx*xx x*xxxx*xx .x....x.. x*xxxx*xx x*xxxx*xx x*xxxx*xx";
    check(&classic(), Technique::Leviathan, two);
}

#[test]
fn finned_and_sashimi_fish() {
    let finned =
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxx*xx .x....xx. xxxxxx*xx xxxxxxxxx xxxxxxxxx xxxxxxxxx";
    check(&classic(), Technique::FinnedXWing, finned);
    check_none(&classic(), Technique::SashimiXWing, finned);
    check_none(&classic(), Technique::XWing, finned);
    let sashimi =
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxx*xx .x.....x. xxxxxx*xx xxxxxxxxx xxxxxxxxx xxxxxxxxx";
    check(&classic(), Technique::SashimiXWing, sashimi);
    check_none(&classic(), Technique::FinnedXWing, sashimi);
    // Row 7 has one place left.
    check(
        &classic(),
        Technique::SashimiSwordfish,
        "..x.....x ...x....x x..x..... .x.....x. ....x..x. x....x... ..x..x... .x....x.. *...x.x..",
    );
    // The fins are in two boxes.
    check_none(
        &classic(),
        Technique::FinnedXWing,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx .x.x..xx. xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    check(
        &classic(),
        Technique::FinnedSwordfish,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxx*xx .x..x.xxx xxxxxx*xx xxxxxxxxx xxxxxxxxx ....x.x..",
    );
    check(
        &classic(),
        Technique::FinnedSwordfish,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxx*xx .x..x..xx xxxxxx*xx xxxxxxxxx xxxxxxxxx ....x.x..",
    );
    check(
        &classic(),
        Technique::FinnedJellyfish,
        "xx.....xx ..x..x... ...x..x.. .x..x.... ....x...x x.....x.. x..x..... .....x*x. ..x.....x",
    );
    check(&six_by_six(), Technique::FinnedXWing, "xx...x .x...x .x.xx. x.x*x. ...xx. x.x...");
    check(
        &jigsaw(),
        Technique::SashimiXWing,
        "..x..x... ....x.x.. ..x.....x x....x... ...x..x.. x...*..x. .x.x..... .......xx .x..x....",
    );
}

#[test]
fn siamese_fish() {
    let check = |technique: Technique, picture: &str| {
        let (steps, marked) = steps_in_picture(&classic(), technique, picture);
        let eliminated =
            |step: &Step| step.eliminations.iter().map(|at| at.cell).collect::<Vec<_>>();
        assert!(steps.iter().all(|step| eliminated(step) != marked), "two fish are two steps");
        let signs: Vec<char> = picture.chars().filter(|sign| !sign.is_whitespace()).collect();
        let names = |wanted: char| -> String {
            let cells = (0..81).filter(|&cell| signs[cell] == wanted);
            cells.map(|cell| format!("1{}{} ", cell / 9 + 1, cell % 9 + 1)).collect()
        };
        let (code, grid) = (technique.hodoku_codes()[0], ".".repeat(81));
        let (deleted, eliminated) = (names('.'), names('*'));
        let line = format!(":{code}:1:{grid}:{}:{}::", deleted.trim(), eliminated.trim());
        let read = parse_line(&line, None).expect("a library line");
        let case = read.library_case.as_deref().expect("a case");
        assert_eq!(
            check_case(&read, case, &Cancel::new()),
            CaseVerdict::Pass,
            "in a library they are one"
        );
    };
    let two =
        ".x....x.. xxxxxxx*x xxxxxxx*x xxxxxx*xx .x.....x. xxxxxx*xx xxxxxxxxx xxxxxxxxx xxxxxxxxx";
    check(Technique::SashimiXWing, two);
    check(
        Technique::FinnedFrankenXWing,
        "..x....x. x...x.... ..*x..x.. ...xx.... ..x....x. .x*.....x x....x... .x......x .....xx..",
    );
}

#[test]
fn franken_fish() {
    check(
        &classic(),
        Technique::FrankenSwordfish,
        "..x....x. .x..x.... ...x..x.. .....x.x. ..xx..... x...*.x.. x.*.....x .x..x.... .....x..x",
    );
    let one_fin =
        "..x.....x ...x....x x..x..... .x.....x. ....x..x. x....x... ..x..x... .x....x.. *...x.x..";
    check(&classic(), Technique::FinnedFrankenSwordfish, one_fin);
    check_none(&classic(), Technique::FrankenXWing, one_fin);
    check(&six_by_six(), Technique::FrankenXWing, "..xx.. .x..x. .x...x ..xx.. x....x x..*x.");
    check(
        &six_by_six(),
        Technique::FinnedFrankenXWing,
        "xxx..x .xx.xx ...xx. .xx... x**xx. xx...x",
    );
}

#[test]
fn mutant_fish() {
    let picture =
        "..x.....x ...x....x x..x..... .x.....x. ....x..x. x....x... ..x..x... .x....x.. *...x.x..";
    check(&classic(), Technique::MutantSwordfish, picture);
    check_none(&classic(), Technique::MutantXWing, picture);
}

/// The fin r7c6 is in row 7 and box 8, r2c3 in row 2 and column 3.
#[test]
fn endo_fins() {
    check(
        &classic(),
        Technique::FinnedFrankenJellyfish,
        ".....x..x x.....x.. .x.x.*... ..x.x.... ....x.x.. ..x....x. x....x... .x......x ...x...x.",
    );
    check(
        &classic(),
        Technique::FinnedMutantSwordfish,
        ".*...xx.. ..x...x.. x..x..... .x......x ..x..x... ....x..x. x......x. ...xx.... .x......x",
    );
}

/// Base column 8, boxes 2 and 5; cover rows 1 and 6, column 4. The cell r6c4 is in box 5, and both
/// in row 6 and in column 4.
#[test]
fn cannibals() {
    let picture =
        "....x..x. .x.x..... .x......x ..xx..... ..x...x.. ...*.x.x. x.....x.. ....xx... x.......x";
    check(&classic(), Technique::MutantSwordfish, picture);
    // Base columns 1, 3, 8 and box 8; cover rows 1, 7, 8 and box 7. The cell r7c1 is in column 1.
    let finned =
        "x.x....xx xx...xx.. ...xx.x.. xx...xx.. ...xxxx.. xx......x *...xx.x. ..xx...x. .xx.....x";
    check(&classic(), Technique::FinnedFrankenJellyfish, finned);
}

#[test]
fn skyscrapers() {
    check(
        &classic(),
        Technique::Skyscraper,
        ".x....x.. xxxxxxx*x xxxxxxx*x xxxxxx*xx .x.....x. xxxxxx*xx xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    // The ends are not in adjacent boxes and have no common peer.
    check_none(
        &classic(),
        Technique::Skyscraper,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx .x...x... xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    check(
        &jigsaw(),
        Technique::Skyscraper,
        "..x..x... ....x.x.. ..x.....x x....x... ...x..x.. x...*..x. .x.x..... .......xx .x..x....",
    );
}

#[test]
fn two_string_kites() {
    check(
        &classic(),
        Technique::TwoStringKite,
        ".x....x.. .xxxxxxxx xxxxxxxxx .xxxxxxxx .xxxxxxxx .xxxxxxxx .xxxxxxxx xxxxxx*xx .xxxxxxxx",
    );
    // The strings do not meet in a box.
    check_none(
        &classic(),
        Technique::TwoStringKite,
        ".x....x.. .xxxxxxxx .xxxxxxxx xxxxxxxxx .xxxxxxxx .xxxxxxxx .xxxxxxxx xxxxxxxxx .xxxxxxxx",
    );
    let dual =
        ".x....x.. ..xxxxxxx x....x... ..xxxxxxx ..xxxxxxx ..xxxxxxx ..xxxxxxx x.xxxx*xx .xxxx*xxx";
    check(&classic(), Technique::TwoStringKite, dual);
    check(
        &jigsaw(),
        Technique::TwoStringKite,
        "....x...x ..x....x. .x.x..... ...x..x.. x..*..x.. ..x..x... xx....... ....x...x .....x.x.",
    );
}

#[test]
fn turbot_fish() {
    check(
        &classic(),
        Technique::TurbotFish,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxx... x*xxxx..x xxxxxxx..",
    );
    // A skyscraper, which has its own name.
    check_none(
        &classic(),
        Technique::TurbotFish,
        ".x....x.. xxxxxxxxx xxxxxxxxx xxxxxxxxx .x.....x. xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx",
    );
    // By the diagonal.
    check(
        &jigsaw(),
        Technique::TurbotFish,
        ".....x.x. ...x....x x.x...... x*....x.. ..x...x.. ...x.x... .x*.x.... .x......x ....x..x.",
    );
}

#[test]
fn empty_rectangles() {
    let one =
        ".x.xxx.xx xxxxxxxxx .x.xxx.xx xxxxxx.xx xxxxxx.xx xxxxxx.xx xxxxxx.xx x*xxxxxxx xxxxxx.xx";
    check(&classic(), Technique::EmptyRectangle, one);
    let by_two_places =
        ".x.xxx.xx x..xxxxxx ...xxx.xx xxxxxx.xx xxxxxx.xx xxxxxx.xx xxxxxx.xx x*xxxxxxx xxxxxx.xx";
    check(&classic(), Technique::EmptyRectangle, by_two_places);
    // Box 1 has a place outside row 2 and column 2. Rows 4 and 9 are an X-wing, so that the digit
    // is looked at.
    check_none(
        &classic(),
        Technique::EmptyRectangle,
        "xx.xxx.xx xxxxxxxxx .x.xxx.xx ...x....x xxxxxx.xx xxxxxx.xx xxxxxx.xx xxxxxxxxx ...x....x",
    );
    // The link of column 7 does not touch row 2.
    check_none(
        &classic(),
        Technique::EmptyRectangle,
        ".x.xxx.xx xxxxxx.xx .x.xxx.xx ...x....x xxxxxxxxx xxxxxx.xx xxxxxx.xx xxxxxxxxx ...x....x",
    );
    let dual =
        ".x.xxx.xx xxxxxxxx* .x.xxx.xx xxxxxx.xx .x......x xxxxxx.xx xxxxxx.xx x*xxxxxxx xxxxxx.xx";
    check(&classic(), Technique::EmptyRectangle, dual);
    check(
        &jigsaw(),
        Technique::EmptyRectangle,
        "..x..x... ....x.x.. ..x.....x x....x... ...x..x.. x...*..x. .x.x..... .......xx .x..x....",
    );
}
