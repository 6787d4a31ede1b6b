//! Parsing and writing of solution files.

use gordian_core::Random;
use gordian_perm::cube3::LowercaseMeaning;
use gordian_puzzles::board::Size;
use gordian_puzzles::cube::{Direction, SolvedNet};
use gordian_puzzles::cube3::parse_state;
use gordian_puzzles::kinds::pencil::akari::Akari;
use gordian_puzzles::pencil::Pencil;
use gordian_puzzles::{
    Cell, Cube3, Diagnostic, Goishi, GridPuzzle, Kind, Solution, Square1, SudokuCube, check, parse,
};

use crate::support::{puzzle, render};

#[test]
fn written_solutions_are_parsed_back() {
    let check = |solution: Solution, expected: &str| {
        let json = solution.to_json();
        // Compared as values: the order of fields depends on the features of serde_json.
        assert_eq!(json, serde_json::from_str::<serde_json::Value>(expected).unwrap());
        assert_eq!(Solution::parse(solution.kind(), expected), Ok(solution.clone()));
        let document = serde_json::json!({ "schema": 1, "solution": json }).to_string();
        assert_eq!(Solution::parse(solution.kind(), &document), Ok(solution));
    };
    check(Solution::of::<GridPuzzle>(vec![1, 2, 2, 1]), "[[1,2],[2,1]]");
    let walk = vec![Some(Cell::new(0, 0)), None, Some(Cell::new(2, 0))];
    check(Solution::of::<Goishi>(walk), "[[1,1],null,[3,1]]");
    let fives = || vec![vec![5; 3]; 3];
    let digits = std::array::from_fn(|_| fives());
    let mut net = SolvedNet { digits, directions: [Direction::Up; 6] };
    net.digits[2] = vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]];
    net.directions[2] = Direction::Left;
    let plain = r#"{"direction":"up","rows":["555","555","555"]}"#;
    check(
        Solution::of::<SudokuCube>(net),
        &format!(
            r#"{{"B":{plain},"D":{plain},"F":{{"direction":"left","rows":["123","456","789"]}},"L":{plain},"R":{plain},"U":{plain}}}"#
        ),
    );
}

#[test]
fn rows_of_large_cubes_are_lists() {
    let net = |size: u8| {
        let row = |row: u8| (1..=size).map(|column| row * size + column).collect();
        let digits = std::array::from_fn(|_| (0..size).map(row).collect());
        SolvedNet { digits, directions: [Direction::Down; 6] }
    };
    let check = |size: u8, expected: &str| {
        let solution = Solution::of::<SudokuCube>(net(size));
        let json = solution.to_json();
        assert_eq!(json["F"]["rows"].to_string(), expected);
        assert_eq!(Solution::parse(Kind::of::<SudokuCube>(), &json.to_string()), Ok(solution));
    };
    check(2, r#"["12","34"]"#);
    check(3, r#"["123","456","789"]"#);
    check(4, "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]]");
    // Lists are accepted for every size, and texts for rows of one-digit numbers.
    let written = Solution::of::<SudokuCube>(net(2)).to_json().to_string();
    let listed = written.replace("\"12\"", "[1,2]");
    assert_ne!(written, listed);
    assert_eq!(
        Solution::parse(Kind::of::<SudokuCube>(), &listed),
        Ok(Solution::of::<SudokuCube>(net(2)))
    );
    // A two-digit number is not concatenated with its neighbour.
    let large = listed.replacen("[1,2]", "[36,4]", 1);
    let solution = Solution::parse(Kind::of::<SudokuCube>(), &large).unwrap();
    let written = solution.to_json().to_string();
    assert_eq!(Solution::parse(Kind::of::<SudokuCube>(), &written), Ok(solution), "{written}");
}

#[test]
fn a_grid_is_also_read_as_rows() {
    let check = |text: &str, expected: &[u8]| {
        assert_eq!(
            Solution::parse(Kind::of::<GridPuzzle>(), text),
            Ok(Solution::of::<GridPuzzle>(expected.to_vec()))
        );
    };
    check("12\n21\n", &[1, 2, 2, 1]);
    check("\n 1 2 \n\n 2 1 ", &[1, 2, 2, 1]);
    check("1|2\n2|1", &[1, 2, 2, 1]);
    check("1221\n", &[1, 2, 2, 1]);
    check("1", &[1]);
    check("1 10 A\n2 B 3\n4 5 64", &[1, 10, 10, 2, 11, 3, 4, 5, 64]);
}

#[test]
fn a_direction_may_be_a_number() {
    let faces: Vec<String> = ["U", "L", "F", "R", "B", "D"]
        .iter()
        .map(|face| format!(r#""{face}": {{"rows": ["123", "456", "789"], "direction": 3}}"#))
        .collect();
    let text = format!("{{{}}}", faces.join(", "));
    let solution = Solution::parse(Kind::of::<SudokuCube>(), &text).unwrap();
    let net = solution.as_kind::<SudokuCube>().unwrap();
    assert_eq!(net.directions, [Direction::Left; 6]);
}

#[test]
fn faulty_solutions_say_what_is_wrong() {
    let mut out = String::new();
    let mut check = |kind, text: &str| {
        let diagnostics = Solution::parse(kind, text).expect_err(text);
        out += &render(text, &diagnostics);
    };
    check(Kind::of::<GridPuzzle>(), "");
    check(Kind::of::<GridPuzzle>(), "12\n2");
    check(Kind::of::<GridPuzzle>(), "12\n2*");
    check(Kind::of::<GridPuzzle>(), "12\n2 300");
    check(Kind::of::<GridPuzzle>(), "[[1, 2], [2, 1]");
    check(Kind::of::<GridPuzzle>(), "[[1,\n 2], {]");
    check(Kind::of::<GridPuzzle>(), "[]");
    check(Kind::of::<GridPuzzle>(), "[[1, 2], [2]]");
    check(Kind::of::<GridPuzzle>(), "[[1, 2], [2, 1.5]]");
    check(Kind::of::<GridPuzzle>(), "[[1, 2], 3]");
    check(Kind::of::<GridPuzzle>(), r#"{"solution": null}"#);
    check(Kind::of::<Square1>(), "(1,0)/(3,");
    check(Kind::of::<Square1>(), "(1,0)/!");
    check(Kind::of::<Square1>(), "\"(1,0)/é\"");
    check(Kind::of::<Square1>(), "{}");
    check(Kind::of::<Square1>(), r#"{"solution": ["/"]}"#);
    check(Kind::of::<Square1>(), r#"{"solution": "/", "notation": "WCA"}"#);
    check(Kind::of::<Cube3>(), "R U4");
    check(Kind::of::<Cube3>(), "\"R é\"");
    check(Kind::of::<Cube3>(), "[1]");
    check(Kind::of::<Cube3>(), r#"{"solution": 1}"#);
    check(Kind::of::<Cube3>(), r#"{"solution": "r", "lower_case": "small"}"#);
    check(Kind::of::<Goishi>(), "11 12");
    check(Kind::of::<Goishi>(), "[[1, 1], [0, 3]]");
    check(Kind::of::<Goishi>(), "[[1, 1], [1, 1001]]");
    check(Kind::of::<Goishi>(), "[[1, 1], [1]]");
    check(Kind::of::<Goishi>(), "[[1, 1], 2]");
    check(Kind::of::<SudokuCube>(), "[]");
    check(Kind::of::<SudokuCube>(), "{}");
    check(Kind::of::<SudokuCube>(), r#"{"X": {}}"#);
    check(Kind::of::<SudokuCube>(), r#"{"U": {}}"#);
    check(Kind::of::<SudokuCube>(), r#"{"U": {"rows": ["123", "456"], "direction": "up"}}"#);
    check(Kind::of::<SudokuCube>(), r#"{"U": {"rows": ["123", "456", "78x"], "direction": "up"}}"#);
    check(Kind::of::<SudokuCube>(), r#"{"U": {"rows": ["1"], "direction": "up"}}"#);
    check(Kind::of::<SudokuCube>(), r#"{"U": {"rows": [[1, 2], [3, 256]], "direction": "up"}}"#);
    let (two, three) = (r#"["12", "34"]"#, r#"["123", "456", "789"]"#);
    let face = |rows| format!(r#"{{"rows": {rows}, "direction": "up"}}"#);
    check(Kind::of::<SudokuCube>(), &format!(r#"{{"U": {}, "L": {}}}"#, face(two), face(three)));
    check(
        Kind::of::<SudokuCube>(),
        r#"{"U": {"rows": ["123", "456", "789"], "direction": "north"}}"#,
    );
    check(Kind::of::<SudokuCube>(), r#"{"U": {"rows": ["123", "456", "789"], "direction": 4}}"#);
    insta::assert_snapshot!(out);
}

#[test]
fn a_solution_of_another_kind_is_refused() {
    let puzzle = puzzle("kind = 'goishi'\nboard = '1X'");
    let violations = check(&puzzle, &Solution::of::<GridPuzzle>(vec![1])).unwrap_err();
    let message = "the puzzle is of the kind `goishi`, the solution of the kind `grid`";
    assert_eq!(violations[0].to_string(), message);
}

#[test]
fn broken_rules_have_stable_names_and_cells() {
    let check = |file: &str, solution: &str, expected: &[(&str, usize)]| {
        let puzzle = puzzle(file);
        let solution = Solution::parse(puzzle.kind(), solution).unwrap();
        let broken = puzzle.check(&solution).unwrap_err();
        let found: Vec<(&str, usize)> = broken.iter().map(|it| (it.rule, it.cells.len())).collect();
        assert_eq!(found, expected, "{file}");
    };
    let grid = "kind = 'grid'\nregions = 'none'\ngivens = '''\n1.\n..\n'''";
    check(grid, "21\n21", &[("given-changed", 1), ("repeated-digit", 2), ("repeated-digit", 2)]);
    check(grid, "13\n21", &[("out-of-range", 1)]);
    check(grid, "1", &[("wrong-size", 0)]);
    check("kind = 'goishi'\nboard = '1XX'", "[[1,1],[1,3]]", &[("passes-over", 3)]);
    check("kind = 'cube3'\nscramble = 'R'", "R", &[("misplaced", 0)]);
    check("kind = 'square1'\nscramble = '/'", "(1,0)", &[("not-solved", 0)]);
}

/// Documents with another `schema` are rejected, because their fields may have another meaning.
#[test]
fn documents_of_other_versions_are_refused() {
    let check = |kind, solution: &str, schema: &str| {
        let text = format!(r#"{{"schema": {schema}, "solution": {solution}}}"#);
        Solution::parse(kind, &text)
    };
    let code = |result: Result<Solution, Vec<Diagnostic>>| {
        result.map_err(|diagnostics| diagnostics[0].code)
    };
    for (kind, solution) in [(Kind::of::<GridPuzzle>(), "[[1]]"), (Kind::of::<Square1>(), r#""/""#)]
    {
        assert!(check(kind, solution, "1").is_ok());
        for schema in ["0", "2", "-1", "1.5", "null", r#""1""#] {
            assert_eq!(code(check(kind, solution, schema)), Err("solution.schema"), "{schema}");
        }
    }
    let position = |schema: &str| {
        let facelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let text = format!(r#"{{"schema": {schema}, "facelets": "{facelets}"}}"#);
        parse_state(&text, LowercaseMeaning::Wide)
            .map(drop)
            .map_err(|diagnostics| diagnostics[0].code)
    };
    assert_eq!((position("1"), position("2")), (Ok(()), Err("cube.json-schema")));
}

#[test]
fn texts_without_a_solution_are_refused_for_every_kind() {
    for &kind in Kind::all() {
        let check = |text: &str, code: &str| {
            let errors = Solution::parse(kind, text).unwrap_err();
            assert_eq!(errors[0].code, code, "{kind}: {text}");
        };
        check("null", "solution.none");
        check(" null\n", "solution.none");
        check(r#"{"schema": 1, "outcome": "infeasible", "solution": null}"#, "solution.none");
        check("true", "solution.wrong-shape");
        check("false", "solution.wrong-shape");
    }
}

/// Some editors begin files with a byte order mark.
#[test]
fn a_byte_order_mark_is_ignored() {
    let check = |kind, text: &str| {
        let marked = Solution::parse(kind, &format!("\u{feff}{text}"));
        assert_eq!(marked, Solution::parse(kind, text), "{text}");
        assert!(marked.is_ok(), "{text}");
    };
    check(Kind::of::<GridPuzzle>(), "12\n21\n");
    check(Kind::of::<GridPuzzle>(), r#"{"solution": [[1, 2], [2, 1]]}"#);
    check(Kind::of::<Pencil<Akari>>(), ".o\n..");
    check(Kind::of::<Square1>(), "(1,0)/");
    let text = "\u{feff}12\n2*";
    let errors = Solution::parse(Kind::of::<GridPuzzle>(), text).unwrap_err();
    assert_eq!(&text[errors[0].span.clone()], "*");
    let code = |text| Solution::parse(Kind::of::<GridPuzzle>(), text).unwrap_err()[0].code;
    assert_eq!(code("\u{feff}null"), "solution.none");
    // One mark only, and only at the beginning.
    assert_eq!(code("\u{feff}\u{feff}1"), "solution.wrong-shape");
    assert_eq!(code("1\u{feff}"), "solution.wrong-shape");
}

/// Returns the rules that a solution of a pencil puzzle of the largest size breaks; `cell` is the
/// text of each cell.
fn broken_rules(puzzle: &str, separator: &str, cell: impl Fn(usize) -> String) -> Vec<String> {
    let puzzle = parse(puzzle).unwrap();
    let side = Size::MAX_SIDE;
    let row = |row: usize| {
        let cells: Vec<String> = (0..side).map(|column| cell(row * side + column)).collect();
        cells.join(separator)
    };
    let rows: Vec<String> = (0..side).map(row).collect();
    let solution = Solution::parse(puzzle.kind(), &rows.join("\n")).unwrap();
    let broken = puzzle.check(&solution).err().unwrap_or_default();
    broken.into_iter().map(|violation| violation.rule.to_owned()).collect()
}

#[test]
fn numbers_of_a_room_as_large_as_the_board_are_compared_in_little_time() {
    let side = Size::MAX_SIDE;
    let row = format!("{}\n", "a".repeat(side));
    let puzzle = format!(
        "kind = 'ripple'\nsize = [{side}, {side}]\nrooms = \"\"\"\n{}\"\"\"",
        row.repeat(side)
    );
    // All numbers are different, and allowed in a room of this size. Comparing all pairs would take
    // 2 billion steps.
    assert_eq!(broken_rules(&puzzle, " ", |index| (index + 1).to_string()), Vec::<String>::new());
    // Every number is in two cells.
    let broken = broken_rules(&puzzle, " ", |index| (index / 2 + 1000).to_string());
    assert_eq!(broken.len(), 1000);
}

#[test]
fn broken_rules_are_listed_in_bounded_memory() {
    let side = Size::MAX_SIDE;
    let board = |clue: &str, separator: &str| {
        let row = format!("{}\n", vec![clue; side].join(separator));
        format!("board = \"\"\"\n{}\"\"\"", row.repeat(side))
    };
    let count = |broken: &[String], expected: &str| {
        assert!(broken.iter().filter(|rule| *rule == expected).count() + 1 >= broken.len());
        broken.len()
    };
    // Each of 62,500 clues is wrong, and sees 499 cells.
    let kurodoko = format!("kind = 'kurodoko'\n{}", board("1", " "));
    let broken = broken_rules(&kurodoko, "", |_| ".".to_owned());
    // The last rule may exceed the limit of 131,072 cells.
    assert_eq!(count(&broken, "view"), (1 << 17) / 499 + 1);
    // Each clue shows the same group, which is nearly as large as the board.
    let kurotto =
        format!("kind = 'kurotto'\n{}", board("1", " ").replacen('1', ".", side * side / 2));
    let broken = broken_rules(&kurotto, "", |index| {
        if index < side * side / 2 { "#" } else { "." }.to_owned()
    });
    assert_eq!(count(&broken, "sum-of-groups"), 5);
}

/// Returns the largest number of trees from `tree` on that can each have a tent of its own; tries
/// every choice.
fn n_pairs(trees: &[(usize, usize)], tree: usize, tents: &mut Vec<(usize, usize)>) -> usize {
    let Some(&(row, column)) = trees.get(tree) else { return 0 };
    let mut best = n_pairs(trees, tree + 1, tents);
    for index in 0..tents.len() {
        if tents[index].0.abs_diff(row) + tents[index].1.abs_diff(column) == 1 {
            let tent = tents.swap_remove(index);
            best = best.max(1 + n_pairs(trees, tree + 1, tents));
            tents.push(tent);
            let last = tents.len() - 1;
            tents.swap(index, last);
        }
    }
    best
}

#[test]
fn as_many_trees_and_tents_as_possible_are_paired() {
    const SIDE: usize = 5;
    let mut random = Random::new(1);
    let places = |text: &str, wanted: char| -> Vec<(usize, usize)> {
        let cells = text.lines().enumerate().flat_map(|(row, line)| {
            line.chars().enumerate().map(move |(column, cell)| (row, column, cell))
        });
        cells.filter(|it| it.2 == wanted).map(|(row, column, _)| (row, column)).collect()
    };
    for _ in 0..300 {
        let cells: Vec<usize> = (0..SIDE * SIDE).map(|_| random.below(5)).collect();
        let text = |letters: [char; 5]| -> String {
            let row =
                |row: &[usize]| row.iter().map(|&it| letters[it]).chain(['\n']).collect::<String>();
            cells.chunks(SIDE).map(row).collect()
        };
        let (board, solution) = (text(['o', 'o', '.', '.', '.']), text(['.', '.', 'T', 'T', '.']));
        let puzzle = parse(&format!("kind = 'tents'\nboard = \"\"\"\n{board}\"\"\"")).unwrap();
        let broken = puzzle.check(&Solution::parse(puzzle.kind(), &solution).unwrap());
        let broken = broken.err().unwrap_or_default();
        let count = |rule: &str| broken.iter().filter(|it| it.rule == rule).count();
        let (trees, mut tents) = (places(&board, 'o'), places(&solution, 'T'));
        let n_tents = tents.len();
        let n_pairs = n_pairs(&trees, 0, &mut tents);
        assert_eq!(count("tree-without-tent"), trees.len() - n_pairs, "{board}\n{solution}");
        assert_eq!(count("tent-without-tree"), n_tents - n_pairs, "{board}\n{solution}");
    }
}
