//! The rules of grids and their drawing.

use gordian_grid::{Candidates, HouseKind};
use gordian_puzzles::grid::{GridViolation, Rule, check};
use gordian_puzzles::{Cell, GridPuzzle};

use crate::support::{digits, files, grid, json, puzzle, words};

const PLAIN: &str = "size = 4\nregions = 'none'\n";

#[test]
fn each_broken_rule_is_named() {
    let check = |text: &str, good: &str, bad: &str, expected: &[&str]| {
        let grid = grid(text);
        assert_eq!(words(grid.check(&digits(good))), Vec::<String>::new(), "{text}");
        assert_eq!(words(grid.check(&digits(bad))), expected, "{text}");
    };
    let latin = "1234 2341 3412 4123";
    let boxes = "1234 3412 2143 4321";
    check(PLAIN, latin, "1234 2341 3412", &["the grid has 16 cells, the solution 12"]);
    check(PLAIN, latin, "1234 2341 3412 4120", &["r4c4 is not filled in"]);
    check(PLAIN, latin, "1234 2341 3412 4125", &["r4c4 holds 5, which is not between 1 and 4"]);
    check(
        PLAIN,
        latin,
        "1234 2341 3412 1234",
        &[
            "column 1 has 1 twice, at r1c1 and r4c1",
            "column 2 has 2 twice, at r1c2 and r4c2",
            "column 3 has 3 twice, at r1c3 and r4c3",
            "column 4 has 4 twice, at r1c4 and r4c4",
        ],
    );
    check(
        PLAIN,
        latin,
        "1111 2222 3333 4444",
        &[
            "row 1 has 1 4 times, at r1c1, r1c2, r1c3 and r1c4",
            "row 2 has 2 4 times, at r2c1, r2c2, r2c3 and r2c4",
            "row 3 has 3 4 times, at r3c1, r3c2, r3c3 and r3c4",
            "row 4 has 4 4 times, at r4c1, r4c2, r4c3 and r4c4",
        ],
    );
    check(
        "givens = '''\n1...\n....\n....\n...1\n'''",
        boxes,
        "2134 3412 1243 4321",
        &["r1c1 holds 2, but 1 is given there"],
    );
    check(
        "size = 4",
        boxes,
        latin,
        &[
            "box 1 has 2 twice, at r1c2 and r2c1",
            "box 2 has 4 twice, at r1c4 and r2c3",
            "box 3 has 4 twice, at r3c2 and r4c1",
            "box 4 has 2 twice, at r3c4 and r4c3",
        ],
    );
    check(
        "regions = '''\naabb\naabb\nccdd\nccdd\n'''",
        boxes,
        latin,
        &[
            "region a has 2 twice, at r1c2 and r2c1",
            "region b has 4 twice, at r1c4 and r2c3",
            "region c has 4 twice, at r3c2 and r4c1",
            "region d has 2 twice, at r3c4 and r4c3",
        ],
    );
    let both = "1234 3412 4321 2143";
    check(
        "size = 4\nregions = 'none'\ndiagonals = ['main']",
        both,
        "1234 2341 4123 3412",
        &["main diagonal has 2 twice, at r3c3 and r4c4"],
    );
    check(
        "size = 4\nregions = 'none'\ndiagonals = ['anti']",
        both,
        latin,
        &["anti-diagonal has 4 4 times, at r1c4, r2c3, r3c2 and r4c1"],
    );
    check(
        &format!("{PLAIN}[[group]]\nname = 'blue'\ncells = [[1, 1], [2, 2]]"),
        latin,
        "1234 4123 3412 2341",
        &["blue has 1 twice, at r1c1 and r2c2"],
    );
    let cage = |more: &str| {
        format!("{PLAIN}[[rule]]\ntype = 'cells'\ncells = [[1, 1], [2, 2]]\nsum = 4\n{more}")
    };
    check(&cage(""), latin, "2143 1234 3412 4321", &["cage 1 has 2 twice, at r1c1 and r2c2"]);
    check(
        &cage("different = false"),
        "2143 1234 3412 4321",
        "1234 2143 3412 4321",
        &["cage 1 adds up to 2 instead of 4"],
    );
    check(&cage("name = 'red'"), latin, boxes, &["red adds up to 5 instead of 4"]);
}

/// Solvers use the houses of the layout, and the checker has its own loops for lines: both must
/// implement the same rules.
#[test]
fn houses_and_checker_agree() {
    let text = "regions = '''\naabbb\naabbb\naccdd\neccdd\neeecd\n'''\nsize = 5\n";
    let wrong_sizes = gordian_puzzles::parse(&format!("kind = 'grid'\n{text}")).unwrap_err();
    assert_eq!(wrong_sizes[0].code, "puzzle.wrong-region");

    let grid = grid(
        "regions = '''\naabbb\naabbd\nacccd\neeccd\neeedd\n'''\ndiagonals = ['main', 'anti']
        [[group]]\ncells = [[1, 2], [5, 1], [2, 5]]
        [[rule]]\ntype = 'cells'\nsum = 9\ncells = [[1, 1], [3, 4]]",
    );
    let puzzle = grid;
    let mut houses: Vec<(String, Vec<usize>)> = Vec::new();
    for house in puzzle.grid.layout.houses() {
        houses.push((house.name.clone(), house.cells.clone()));
    }
    for Rule::Cells(cage) in &puzzle.rules {
        let cells = cage.cells.iter().map(|cell| cell.index(5)).collect();
        houses.push((cage.name.clone(), cells));
    }
    let names: Vec<String> = houses.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(
        names.join(", "),
        "row 1, row 2, row 3, row 4, row 5, column 1, column 2, column 3, column 4, column 5, \
         region a, region b, region d, region c, region e, main diagonal, anti-diagonal, group 1, \
         cage 1"
    );
    let mut random = gordian_core::Random::new(11);
    for _ in 0..200 {
        let solution: Vec<u8> = (0..25).map(|_| *random.choose(&[1, 2, 3, 4, 5])).collect();
        let mut expected = Vec::new();
        for (name, cells) in &houses {
            for digit in 1..=5 {
                if cells.iter().filter(|&&cell| solution[cell] == digit).count() > 1 {
                    expected.push((name.clone(), digit));
                }
            }
        }
        let mut found = Vec::new();
        for violation in puzzle.check(&solution).err().unwrap_or_default() {
            match violation {
                GridViolation::Repeated { house, digit, .. } => found.push((house, digit)),
                GridViolation::WrongSum { .. } => {}
                other => panic!("{other}"),
            }
        }
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn pencil_marks_are_rules() {
    let mut puzzle = grid("size = 4\nregions = 'none'");
    let solution = digits("1234 2341 3412 4123");
    let mut marks = Candidates::all(&puzzle.grid.layout);
    marks.remove(1, 3);
    puzzle.grid.marks = Some(marks.clone());
    assert_eq!(puzzle.check(&solution), Ok(()));
    marks.remove(1, 2);
    marks.remove(15, 3);
    puzzle.grid.marks = Some(marks);
    let expected =
        ["r1c2 holds 2, which its marks exclude", "r4c4 holds 3, which its marks exclude"];
    assert_eq!(words(puzzle.check(&solution)), expected);
    // Without the variant rules, the grid alone has the same rules.
    assert_eq!(check(&puzzle.grid, &solution), puzzle.check(&solution));
}

#[test]
fn regions_have_the_names_of_the_file() {
    let names = |text: &str| -> Vec<String> {
        let layout = grid(text).grid.layout;
        layout.houses_of(HouseKind::Region).map(|house| house.name.clone()).collect()
    };
    let drawn = names("regions = '''\nxxxb\nxcbb\nccdb\ncddd\n'''");
    assert_eq!(drawn, ["region x", "region b", "region c", "region d"]);
    let boxes = names("regions = '''\nxxbb\nxxbb\nccdd\nccdd\n'''");
    assert_eq!(boxes, ["region x", "region b", "region c", "region d"]);
    assert_eq!(names("size = 4"), ["box 1", "box 2", "box 3", "box 4"]);
}

#[test]
fn a_grid_may_contradict_itself() {
    let grid = grid("givens = '''\n11..\n....\n....\n....\n'''");
    assert_eq!(grid.grid.givens[..2], [1, 1]);
}

#[test]
fn boxes_need_not_be_square() {
    let grid = grid("size = 6\nbox = [2, 3]");
    let layout = &grid.grid.layout;
    let house = layout.houses_of(HouseKind::Region).nth(3).unwrap();
    let box_4: Vec<String> =
        house.cells.iter().map(|&cell| Cell::of_index(cell, 6).to_string()).collect();
    assert_eq!((house.name.as_str(), layout.box_size()), ("box 4", Some((2, 3))));
    assert_eq!(box_4.join(" "), "r3c4 r3c5 r3c6 r4c4 r4c5 r4c6");
}

/// Irregular grids of several sizes with their known solutions; changing any cell breaks a rule.
#[test]
fn known_solutions_are_accepted_and_changed_ones_rejected() {
    for file in files("testdata/grids") {
        let data = json(&format!("testdata/grids/{}", file.file_name().unwrap().display()));
        let rows =
            |key: &str| -> Vec<Vec<u64>> { serde_json::from_value(data[key].clone()).unwrap() };
        let block = |key: &str| -> String {
            let line =
                |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            rows(key).iter().map(line).collect::<Vec<_>>().join("\n")
        };
        let grid = grid(&format!(
            "givens = '''\n{}\n'''\nregions = '''\n{}\n'''\ndiagonals = {}",
            block("givens"),
            block("regions"),
            data["diagonals"]
        ));
        let solution: Vec<u8> = rows("solution")
            .concat()
            .into_iter()
            .map(|digit| u8::try_from(digit).unwrap())
            .collect();
        assert_eq!(grid.check(&solution), Ok(()), "{}", file.display());
        for cell in 0..solution.len() {
            let mut wrong = solution.clone();
            wrong[cell] = wrong[cell] % u8::try_from(grid.n()).unwrap() + 1;
            assert!(grid.check(&wrong).is_err(), "{}", file.display());
        }
    }
}

#[test]
fn a_small_grid_is_drawn() {
    let grid = grid(
        "regions = '''\naaab\nacbb\nccdb\ncddd\n'''\ndiagonals = ['anti']
        [[rule]]\ntype = 'cells'\nsum = 5\ncells = [[1, 1], [2, 2]]\ndifferent = false",
    );
    insta::assert_snapshot!(grid.draw(Some(&digits("1234 3412 4321 2143"))), @r"
    ┏━━━┯━━━┯━━━┳━━━┓
    ┃ 1 │ 2 │ 3 ┃ 4 ┃
    ┠───╆━━━╈━━━╃───┨
    ┃ 3 ┃ 4 ┃ 1 │ 2 ┃
    ┣━━━╃───╊━━━╅───┨
    ┃ 4 │ 3 ┃ 2 ┃ 1 ┃
    ┠───╆━━━╃───╄━━━┫
    ┃ 2 ┃ 1 │ 4 │ 3 ┃
    ┗━━━┻━━━┷━━━┷━━━┛
    anti-diagonal: all different
    cage 1: sum 5, digits may repeat, r1c1 r2c2
    ");
}

#[test]
fn a_grid_of_64_rows_is_drawn() {
    let grid = puzzle("kind = 'grid'\nsize = 64").as_kind::<GridPuzzle>().unwrap().clone();
    let all: Vec<u8> = (0..64 * 64).map(|i| u8::try_from(i % 64 + 1).unwrap()).collect();
    let drawing = grid.draw(Some(&all));
    let widths: Vec<usize> = drawing.lines().map(|line| line.chars().count()).collect();
    assert_eq!(widths, vec![64 * 5 + 1; 64 * 2 + 1]);
    assert!(drawing.lines().nth(1).unwrap().ends_with("┃ 57 │ 58 │ 59 │ 60 │ 61 │ 62 │ 63 │ 64 ┃"));
}

/// The image has everything that the text form lists below the grid, and the pencil marks.
#[test]
fn images_show_diagonals_groups_cages_and_marks() {
    let parsed = puzzle(
        "kind = 'grid'\ndiagonals = ['main', 'anti']\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''\n\
         [[group]]\ncells = [[1, 1], [1, 4]]\n\
         [[rule]]\ntype = 'cells'\nsum = 13\ncells = [[2, 1], [3, 1]]",
    );
    let svg = parsed.svg(None);
    assert_eq!(svg.matches("M4 4L164 164M164 4L4 164").count(), 1, "{svg}");
    assert_eq!(svg.matches("stroke-dasharray").count(), 2, "{svg}");
    assert_eq!(svg.matches(">13</text>").count(), 1, "{svg}");
    assert_eq!(svg.matches("<tspan").count(), 0, "{svg}");

    let mut grid = parsed.as_kind::<GridPuzzle>().unwrap().clone();
    let mut marks = Candidates::all(&grid.grid.layout);
    marks.remove(1, 4);
    grid.grid.marks = Some(marks);
    let svg = grid.svg(None);
    // Twelve empty cells with four marks each, but for one.
    assert_eq!(svg.matches("<tspan").count(), 47, "{svg}");
    assert_eq!(grid.svg(Some(&[1; 16])).matches("<tspan").count(), 0);
    // The text form has no place for marks.
    assert_eq!(grid.draw(None), parsed.draw(None));
}
