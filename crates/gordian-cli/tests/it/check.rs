//! `gordian check`.

use serde_json::json;

use crate::support::{file, folder, gordian, gordian_with, run};

/// Solutions of `gordian solve` pass in every accepted form.
#[test]
fn solutions_of_solve_pass_the_check() {
    let folder = folder("right");
    let puzzles = ["classic", "golden-waste", "horrendum", "killer", "sudoku-cube", "square1"];
    for puzzle in puzzles.into_iter().chain(["sudoku-cube-4"]) {
        let puzzle = format!("puzzles/{puzzle}.toml");
        let answer = gordian(&format!("solve --json {puzzle}")).ends_with(0);
        let solution = file(&folder, "solution.json", &answer.json()["solution"].to_string());
        let run = run(&["check", &puzzle, "--solution", &solution]).ends_with(0);
        assert_eq!(run.stdout, "right: the solution keeps every rule\n");
        gordian_with(&format!("check {puzzle} --solution -"), &answer.stdout).ends_with(0);
    }
}

#[test]
fn broken_rules_of_a_grid_are_named() {
    let rows = "62135478\n86512374\n68351247\n21748536\n34285761\n43876125\n15427683\n57634812\n";
    let right = rows.replacen("621", "721", 1).replacen("72135478", "72163458", 1);
    gordian_with("check puzzles/horrendum.toml --solution -", &right).ends_with(0);
    let run = gordian_with("check puzzles/horrendum.toml --solution -", rows).ends_with(1);
    insta::assert_snapshot!(run.stdout, @r#"
    wrong: 7 rules broken
      column 1 has 6 twice, at r1c1 and r3c1
      column 4 has 3 twice, at r1c4 and r8c4
      column 5 has 5 twice, at r1c5 and r5c5
      column 7 has 7 twice, at r1c7 and r2c7
      main diagonal has 6 twice, at r1c1 and r2c2
      region 1 has 6 twice, at r1c1 and r8c3
      region 3 has 7 twice, at r1c7 and r2c7
    "#);
}

#[test]
fn wrong_goishi_walk_fails_the_check() {
    let solution = gordian("solve --json puzzles/golden-waste.toml").ends_with(0).json();
    let mut walk = solution["solution"].as_array().unwrap().clone();
    walk.swap(5, 6);
    let run =
        gordian_with("check puzzles/golden-waste.toml --solution -", &json!(walk).to_string());
    assert!(run.ends_with(1).stdout.starts_with("wrong: "));
    // A walk from another coin is right only with `--start`.
    let other =
        gordian("solve --json --first --start 7,6 puzzles/golden-waste.toml").ends_with(0).stdout;
    gordian_with("check puzzles/golden-waste.toml --solution -", &other).ends_with(1);
    gordian_with("check puzzles/golden-waste.toml --start any --solution -", &other).ends_with(0);
}

#[test]
fn all_violations_of_an_assignment_are_listed() {
    let folder = folder("assignment");
    let model = json!({
        "schema": 1,
        "variables": [
            {"name": "a", "domain": [0, 9]},
            {"name": "b", "domain": [0, 9]},
            {"name": "c", "domain": "boolean"},
        ],
        "constraints": [
            {"name": "rising", "require": ["lt", "a", "b"]},
            {"name": "even", "require": ["eq", ["rem", "a", 2], 0]},
            {"name": "quotient", "require": ["eq", ["div", "a", "b"], 0]},
            {"name": "whole", "require": "c"},
        ],
    });
    let model = file(&folder, "model.json", &model.to_string());
    let check = |assignment: &str, code: i32| {
        let assignment = file(&folder, "assignment.json", assignment);
        run(&["check", &model, "--solution", &assignment]).ends_with(code)
    };
    assert_eq!(
        check("{\"a\": 0, \"b\": 3, \"c\": 1}", 0).stdout,
        "right: the solution keeps every rule\n"
    );
    // As `gordian solve --json` writes it.
    check("{\"schema\": 1, \"file\": null, \"solution\": {\"c\": 1, \"b\": 3, \"a\": 0}}", 0);
    insta::assert_snapshot!(check("{\"a\": 11, \"b\": 0, \"c\": 12}", 1).stdout, @r#"
    wrong: 6 constraints broken
      `a` is 11, which is not in its domain 0..=9
      `c` is 12, which is not in its domain 0..=1
      constraint `rising` does not hold
      constraint `even` does not hold
      constraint `quotient` has no value: division by zero
      constraint `whole` has no value: expected 0 or 1, found 12
    "#);
    // Values of some variables are a part.
    let part = check("{\"a\": 11, \"c\": 1}", 1).stdout;
    assert!(part.contains("not possible: a is 11\n    because possible values: 0..=9"), "{part}");
    assert!(check("{\"c\": 1, \"b\": null}", 0).stdout.starts_with("possible: "));
    assert!(check("{\"a\": 11", 2).stderr.contains("assignment.json:1:"));
    assert!(check("{\"a\": 1, \"d\": 2}", 2).stderr.contains("`d`"));
}

#[test]
fn unreadable_solution_is_an_error() {
    let check = |solution: &str, said: &str| {
        let run = gordian_with("check puzzles/killer.toml --solution -", solution).ends_with(2);
        assert!(run.stderr.contains(said), "{}", run.stderr);
    };
    check("{", "-:1:");
    check("[[1, 2], [3]]", "row 2 has 1 cell");
    check("", "0 rows");
    assert!(gordian("check - --solution -").ends_with(2).stderr.contains("both"));
    assert!(
        gordian("check puzzles/killer.toml --solution missing")
            .ends_with(2)
            .stderr
            .contains("missing")
    );
    assert!(
        gordian("check missing --solution puzzles/killer.toml")
            .ends_with(2)
            .stderr
            .contains("missing")
    );
    assert_eq!(gordian("check puzzles/killer.toml").code, 2);
    let start = gordian("check puzzles/killer.toml --start any --solution -").ends_with(2);
    assert!(start.stderr.contains("`--start` does not apply to puzzles of kind `grid`"));
}

#[test]
fn solution_of_a_4x4x4_sudoku_cube_is_checked() {
    let found = gordian("solve --json puzzles/sudoku-cube-4.toml").ends_with(0).stdout;
    gordian_with("check puzzles/sudoku-cube-4.toml --solution -", &found).ends_with(0);
    let wrong = found.replacen("[5,16,12,6]", "[16,5,12,6]", 1);
    assert_ne!(found, wrong);
    let run = gordian_with("check puzzles/sudoku-cube-4.toml --solution -", &wrong).ends_with(1);
    let expected =
        "  no piece of the cube is left for UBl, with 5 and 10 in the directions of their faces";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    let run = gordian_with("check puzzles/sudoku-cube.toml --solution -", &found).ends_with(1);
    assert!(run.stdout.contains("the cube is 3×3×3"), "{}", run.stdout);
}

#[test]
fn parts_of_solutions_are_checked() {
    let folder = folder("parts");
    let puzzle = file(
        &folder,
        "corner.toml",
        "kind = 'nurikabe'\nboard = '''\n. . . .\n. 2 . .\n. . . .\n'''\n",
    );
    let check = |part: &str, args: &[&str], code: i32| {
        let part = file(&folder, "part.txt", part);
        let args = [&["check", &puzzle, "--solution", &part], args].concat();
        run(&args).ends_with(code)
    };
    insta::assert_snapshot!(check("??##\n??##\n????", &[], 1).stdout, @r"
    wrong: the solution is not complete, and cannot be completed
      not possible: r1c3 is shaded; r1c4 is shaded; r2c3 is shaded; r2c4 is shaded
        because the 2×2 area at r1c3 is not fully shaded
    ");
    insta::assert_snapshot!(check("????\n????\n????", &[], 0).stdout, @"possible: the solution is not complete, and can be completed");
    let stopped = check("????\n????\n????", &["--time-limit", "0"], 3).stdout;
    assert_eq!(stopped, "undecided: the solution is not complete; stopped by time\n");
    let document = check("??##\n??##\n????", &["--json"], 1).json();
    assert_eq!(document["conflicts"][0]["part"], json!({"shade": ["??##", "?.##", "????"]}));
    let error = check("?#", &["--json"], 1).json();
    assert_eq!(error["violations"][0]["rule"], "wrong-size");
    // Errors of the files are documents, too.
    let wrong = check("x", &["--json"], 2).json();
    assert_eq!(wrong["error"]["code"], "solution.wrong-shape");
}
