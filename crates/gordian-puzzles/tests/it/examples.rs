//! The files in `puzzles/`, their known solutions and their drawings.

use gordian_puzzles::{Solution, check};

use crate::support::{puzzle, text};

/// Checks that `solution` solves the file `puzzles/<name>.toml`; returns the drawing of both.
fn solved(name: &str, solution: &str) -> String {
    let puzzle = puzzle(&text(&format!("../../puzzles/{name}.toml")));
    let solution = Solution::parse(puzzle.kind(), solution).unwrap();
    assert_eq!(check(&puzzle, &solution), Ok(()), "{name}");
    assert!(puzzle.title().is_some(), "{name}");
    format!("{}\n{}", puzzle.draw(None), puzzle.draw(Some(&solution)))
}

#[test]
fn classic() {
    let solution = "589671234\n714823596\n263495178\n497236815\n658147329\n132589467\n921758643\n\
                    876314952\n345962781";
    insta::assert_snapshot!(solved("classic", solution));
}

#[test]
fn horrendum() {
    let solution = "72163458\n86512374\n68351247\n21748536\n34285761\n43876125\n15427683\n57634812";
    insta::assert_snapshot!(solved("horrendum", solution));
}

#[test]
fn killer() {
    let solution = "643215\n354621\n126453\n231546\n562134\n415362";
    insta::assert_snapshot!(solved("killer", solution));
}

#[test]
fn golden_waste() {
    let solution = "[[3,8],[3,7],[2,7],[2,5],[3,5],[3,4],[5,4],[6,4],[6,5],[7,5],[7,6],[5,6],
        [5,5],[5,3],[8,3],[8,2],[1,2],[1,8],[4,8],[4,1],[6,1],[8,1],[8,4],[8,6]]";
    insta::assert_snapshot!(solved("golden-waste", solution));
}

#[test]
fn sudoku_cube() {
    let solution = r#"{
        "U": {"rows": ["239", "568", "147"], "direction": "left"},
        "L": {"rows": ["829", "157", "634"], "direction": "down"},
        "F": {"rows": ["523", "618", "497"], "direction": "right"},
        "R": {"rows": ["681", "974", "532"], "direction": "right"},
        "B": {"rows": ["529", "347", "681"], "direction": "right"},
        "D": {"rows": ["863", "219", "457"], "direction": "right"}
    }"#;
    insta::assert_snapshot!(solved("sudoku-cube", solution));
}

#[test]
fn square1() {
    insta::assert_snapshot!(solved("square1", "\"(0,5)/(3,-3)/(4,-2)/(2,-1)/(0,-3)/(1,1)/(5,6)\""));
}

#[test]
fn square1_silver() {
    insta::assert_snapshot!(solved("square1-silver", "(0,2)/(0,6)/(0,6)/(0,4)"));
}

#[test]
fn cube3() {
    insta::assert_snapshot!(solved(
        "cube3",
        "L' U2 F R2 D' B2 L U' R F2 D B' R2 U L2 F U2 R' B D2"
    ));
}
