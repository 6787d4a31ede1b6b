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
fn sudoku_cube_4() {
    let solution = r#"{
        "U": {"rows": [[5,16,12,6],[14,13,3,15],[11,1,4,10],[2,9,7,8]], "direction": "left"},
        "L": {"rows": [[16,9,8,10],[13,11,15,6],[7,2,3,14],[4,1,12,5]], "direction": "down"},
        "F": {"rows": [[7,16,2,4],[13,10,12,3],[9,14,15,11],[1,6,8,5]], "direction": "up"},
        "R": {"rows": [[14,10,8,11],[1,15,2,7],[3,12,9,13],[5,4,16,6]], "direction": "up"},
        "B": {"rows": [[13,1,10,3],[6,16,2,4],[12,11,7,5],[9,15,8,14]], "direction": "up"},
        "D": {"rows": [[10,1,6,7],[3,12,5,2],[14,11,16,8],[15,13,9,4]], "direction": "down"}
    }"#;
    insta::assert_snapshot!(solved("sudoku-cube-4", solution));
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
