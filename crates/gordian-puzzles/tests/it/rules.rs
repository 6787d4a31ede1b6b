//! The rules of the catalogue: how they are read, what is said about errors, and boards that break
//! each of them.

use std::collections::BTreeSet;

use gordian_puzzles::rules::{BROKEN_RULES, RULES};
use gordian_puzzles::{Kind, Puzzle, Solution, check, parse};

/// Returns a puzzle of a form with a board and rules, each `name` and its parameters.
fn file(form: &str, board: &str, rules: &[&str]) -> String {
    let mut text = format!("kind = 'custom'\nform = '{form}'\n{board}\n");
    for rule in rules {
        text.push_str(&format!("[[rule]]\nname = {rule}\n"));
    }
    text
}

fn puzzle(form: &str, board: &str, rules: &[&str]) -> Puzzle {
    let text = file(form, board, rules);
    parse(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// A board with a rule: the form, the board, the rule, a solution that keeps it, and one that
/// breaks it.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    (
        "shading",
        "board = '''\n1 . .\n'''",
        "'all'\ncells = 'numbered'\nare = 'unshaded'",
        "..#",
        "#..",
    ),
    ("shading", "size = [2, 2]", "'apart'\nof = 'shaded'\nby = 'corner'", "##\n..", "#.\n.#"),
    ("objects", "size = [2, 3]", "'apart'\nof = 'objects'\nby = 'knight'", "**.\n...", "*..\n..*"),
    ("shading", "size = [1, 3]", "'connected'\nof = 'shaded'", "##.", "#.#"),
    (
        "shading",
        "rooms = '''\naab\n'''",
        "'connected'\nof = 'shaded'\nin = 'each-room'",
        "#.#",
        // In one room.
        "",
    ),
    (
        "shading",
        "size = [3, 3]",
        "'connected'\nof = 'shaded'\nby = ['edge', 'corner']",
        "#..\n.#.\n..#",
        "#.#\n...\n#..",
    ),
    ("shading", "rooms = '''\naab\n'''", "'apart-by-walls'\nof = 'shaded'", "##.", ".##"),
    ("shading", "rooms = '''\naab\n'''", "'whole-rooms'\nof = 'shaded'", "##.", "#.."),
    ("shading", "size = [2, 2]", "'rectangles'\nof = 'shaded'", "##\n..", "##\n#."),
    ("shading", "size = [2, 2]", "'no-rectangles'\nof = 'unshaded'", "#.\n..", "##\n.."),
    ("shading", "size = [2, 2]", "'squares'\nof = 'shaded'", "#.\n.#", "##\n.."),
    ("shading", "size = [2, 2]", "'strips'\nof = 'shaded'", "##\n..", "##\n#."),
    ("shading", "size = [2, 2]", "'symmetric'\nof = 'shaded'\nin = 'board'", "#.\n.#", "#.\n.."),
    // Half a turn leads out of the room.
    (
        "shading",
        "rooms = '''\naa\nab\n'''",
        "'symmetric'\nof = 'shaded'\nin = 'each-room'",
        ".#\n#.",
        "#.\n..",
    ),
    ("shading", "size = [2, 3]", "'unequal-at-corners'\nof = 'shaded'", "#..\n.##", "#..\n.#."),
    // One group, with a cell beside both.
    ("shading", "size = [2, 2]", "'unequal-at-corners'\nof = 'shaded'", "##\n.#", "#.\n.#"),
    ("shading", "size = [1, 4]", "'unequal-in-view'\nof = 'shaded'", "#.##", "#.#."),
    // Nothing is seen over a hole.
    (
        "shading",
        "board = '''\n. # . . .\n'''",
        "'unequal-in-view'\nof = 'shaded'",
        "#.#..",
        "..#.#",
    ),
    ("shading", "size = [2, 2]", "'no-square'\nof = 'unshaded'", "#.\n..", "..\n.."),
    ("shading", "size = [1, 2]", "'no-square'\nof = 'shaded'\nsize = 1", "..", ".#"),
    (
        "objects",
        "size = [2, 2]",
        "'count'\nof = 'objects'\nin = 'each-row'\nequals = 1",
        "*.\n*.",
        "**\n..",
    ),
    (
        "objects",
        "size = [2, 2]",
        "'count'\nof = 'empty'\nin = 'each-column'\nat-least = 1\nat-most = 1",
        "*.\n.*",
        "*.\n*.",
    ),
    (
        "shading",
        "board = '''\n1 . .\n'''",
        "'clue'\ncounts = 'shaded'\nwhere = 'beside'",
        ".#.",
        "..#",
    ),
    (
        "shading",
        "board = '''\n1 .\n. .\n'''",
        "'clue'\ncounts = 'shaded'\nwhere = 'around'",
        "#.\n.#",
        "#.\n..",
    ),
    (
        "shading",
        "board = '''\n2 .\n. .\n'''",
        "'clue'\ncounts = 'shaded'\nwhere = 'around-and-here'",
        "#.\n.#",
        "..\n.#",
    ),
    (
        "shading",
        "rooms = '''\naab\n'''\nboard = '''\n1 . .\n'''",
        "'clue'\ncounts = 'shaded'\nwhere = 'room'",
        ".##",
        "..#",
    ),
    (
        "shading",
        "board = '''\n2 . .\n'''",
        "'clue'\ncounts = 'unshaded'\nwhere = 'view'",
        "..#",
        "...",
    ),
    (
        "shading",
        "board = '''\n2 . .\n'''",
        "'clue'\ncounts = 'shaded'\nwhere = 'group'",
        "##.",
        ".##",
    ),
    (
        "shading",
        "left = '2'\nsize = [1, 3]",
        "'clue'\ncounts = 'shaded'\nwhere = 'line'",
        "#.#",
        "#..",
    ),
    ("shading", "size = [1, 4]", "'groups'\nof = 'shaded'\nequals = 2", "##..", "#.##"),
    ("shading", "size = [1, 4]", "'groups'\nof = 'unshaded'\nat-most = 2", "#..#", "...#"),
    ("shading", "size = [1, 4]", "'runs'\nof = 'shaded'\nat-most = 2", "##.#", "###."),
    (
        "shading",
        "rooms = '''\nabc\n'''",
        "'rooms-in-line'\nof = 'shaded'\nat-most = 2",
        "##.",
        "###",
    ),
    (
        "loop",
        "size = [2, 2]",
        "'single-loop'",
        r#"{"links": {"right": ["1", "1"], "down": ["11"]}}"#,
        r#"{"links": {"right": ["1", "1"], "down": ["10"]}}"#,
    ),
    (
        "loop",
        "size = [2, 3]",
        "'single-loop'\nvisits = 'all'",
        r#"{"links": {"right": ["11", "11"], "down": ["101"]}}"#,
        r#"{"links": {"right": ["10", "10"], "down": ["110"]}}"#,
    ),
    (
        "loop",
        "rooms = '''\nab\nab\n'''",
        "'visits-rooms'\ntimes = 1",
        r#"{"links": {"right": ["1", "1"], "down": ["11"]}}"#,
        r#"{"links": {"right": ["1", "0"], "down": ["11"]}}"#,
    ),
    (
        "loop",
        "size = [2, 3]",
        "'rectangle-loops'",
        r#"{"links": {"right": ["10", "10"], "down": ["110"]}}"#,
        r#"{"links": {"right": ["10", "00"], "down": ["110"]}}"#,
    ),
    // Two rectangles that cross, and two that have a corner in common, which is read as a crossing.
    (
        "loop",
        "size = [4, 4]",
        "'rectangle-loops'",
        r#"{"links": {"right": ["110", "011", "110", "011"], "down": ["1010", "1111", "0101"]}}"#,
        r#"{"links": {"right": ["100", "110", "010", "000"], "down": ["1100", "0110", "0000"]}}"#,
    ),
    ("numbers", "size = [2, 2]", "'different'\nin = 'each-row'", "1 2\n1 2", "1 2\n1 1"),
    ("numbers", "board = '''\n2 .\n'''", "'given'", "2 1", "1 2"),
    ("numbers", "size = [1, 3]", "'differ'\nby = 'edge'\nat-least = 2", "3 1 3", "3 1 2"),
    ("numbers", "size = [1, 3]\nleft = '4'", "'sum'", "1 1 2", "1 2 2"),
    (
        "blocks",
        "size = [1, 4]",
        "'blocks'\nequals = 2",
        r#"{"regions": ["0 0 1 1"]}"#,
        r#"{"regions": ["0 0 0 1"]}"#,
    ),
    (
        "blocks",
        "size = [2, 2]",
        "'no-crossing'",
        r#"{"regions": ["0 1", "0 2"]}"#,
        r#"{"regions": ["0 1", "2 3"]}"#,
    ),
    // Three blocks and a hole.
    (
        "blocks",
        "board = '''\n. #\n. .\n'''",
        "'no-crossing'",
        r##"{"regions": ["0 .", "1 2"]}"##,
        "",
    ),
    (
        "blocks",
        "board = '''\n2 . .\n'''",
        "'sizes'",
        r#"{"regions": ["0 0 1"]}"#,
        r#"{"regions": ["0 1 1"]}"#,
    ),
    (
        "blocks",
        "size = [1, 3]",
        "'unequal-blocks'",
        r#"{"regions": ["0 0 1"]}"#,
        r#"{"regions": ["0 1 2"]}"#,
    ),
];

#[test]
fn each_rule_is_kept_and_broken() {
    let mut broken = BTreeSet::new();
    for (form, board, rule, right, wrong) in CASES {
        let puzzle = puzzle(form, board, &[rule]);
        let read = |text: &str| {
            Solution::parse(puzzle.kind(), text)
                .unwrap_or_else(|errors| panic!("{rule}: {errors:?}"))
        };
        assert_eq!(check(&puzzle, &read(right)), Ok(()), "{rule}");
        if wrong.is_empty() {
            continue;
        }
        let violations = check(&puzzle, &read(wrong)).expect_err(rule);
        let names: BTreeSet<&str> = violations.iter().map(|it| it.rule).collect();
        let name = rule.split('\'').nth(1).unwrap();
        assert_eq!(names, BTreeSet::from([name]), "{rule}: {violations:?}");
        broken.insert(name);
    }
    let all: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(broken, all, "each rule is broken by a board");
    assert_eq!(all.len(), RULES.len());
    assert_eq!(BROKEN_RULES.iter().map(|it| it.0).collect::<BTreeSet<_>>(), all);
}

#[test]
fn errors_name_the_rule_and_what_to_write() {
    let check = |form: &str, rules: &[&str], code: &str, message: &str, hint: Option<&str>| {
        let text = file(form, "size = [2, 2]", rules);
        let errors = parse(&text).expect_err(message);
        let error = &errors[0];
        assert_eq!((error.code, error.message.as_str()), (code, message), "{text}");
        assert_eq!(error.hint.as_deref(), hint, "{text}");
        assert!(text[error.span.clone()].len() < text.len(), "{text}");
    };
    let bad = "puzzle.bad-rule";
    check(
        "shading",
        &["'conected'"],
        "puzzle.unknown-rule",
        "there is no rule `conected`",
        Some("did you mean `connected`?"),
    );
    check(
        "shading",
        &["'connected'"],
        "puzzle.missing-key",
        "the rule `connected` has no `of`",
        Some(
            "give one of `shaded`, `unshaded`, `objects`, `empty`, `visited`, `unvisited`, `straight`, \
             `turns`, `numbered`, `unnumbered`, `clues`, `all`",
        ),
    );
    check(
        "shading",
        &["'connected'\nof = 'shadde'"],
        "puzzle.unknown-value",
        "`of` of the rule `connected` is `shadde`",
        Some("did you mean `shaded`?"),
    );
    check(
        "loop",
        &["'connected'\nof = 'shaded'"],
        bad,
        "the rule `connected`: there are no shaded cells in puzzles of this form",
        None,
    );
    check(
        "shading",
        &["'count'\nof = 'shaded'\nin = 'board'"],
        bad,
        "the rule `count`: give `equals`, `at-least` or `at-most`",
        None,
    );
    check(
        "shading",
        &["'runs'\nof = 'shaded'\nat-most = 2\nat_least = 1"],
        "puzzle.unknown-key",
        "unknown key `at_least` in the rule `runs`",
        Some("known keys are name, of, at-most, in"),
    );
    check(
        "shading",
        &["'runs'\nof = 'shaded'\nat-most = -2"],
        "puzzle.out-of-range",
        "`at-most` of the rule `runs` is -2, not between 0 and 10000",
        None,
    );
    // What a form has not, a rule does not speak of.
    for (kind, rule, message) in [
        ("tapa", "'count'\nof = 'numbered'\nin = 'board'\nequals = 0", "cells with a number"),
        ("mashu", "'clue'\ncounts = 'turns'\nwhere = 'around'", "such numbers"),
        ("gokigen", "'apart'\nof = 'objects'\nby = 'edge'", "cells with an object"),
    ] {
        let points = if kind == "gokigen" { "points = '''\n..\n..\n'''" } else { "size = [2, 2]" };
        let text = format!("kind = '{kind}'\n{points}\n[[rule]]\nname = {rule}\n");
        let errors = parse(&text).expect_err(&text);
        let expected = format!("there are no {message} in puzzles of this form");
        assert!(errors[0].message.ends_with(&expected), "{kind}: {errors:?}");
    }
    // All errors are reported, not only those of the first rule.
    let errors = parse(&file("shading", "size = [2, 2]", &["'a'", "'b'"])).unwrap_err();
    assert_eq!(errors.len(), 2, "{errors:?}");
}

#[test]
fn a_custom_puzzle_says_its_form() {
    let errors = parse("kind = 'custom'\nsize = [2, 2]").unwrap_err();
    assert_eq!(errors[0].message, "a custom puzzle does not say its `form`");
    assert_eq!(
        errors[0].hint.as_deref(),
        Some("give `form`, one of blocks, loop, numbers, objects, shading")
    );
    let errors = parse("kind = 'custom'\nform = 'shadings'\nsize = [2, 2]").unwrap_err();
    assert_eq!(errors[0].message, "there is no form `shadings`");
    assert_eq!(errors[0].hint.as_deref(), Some("did you mean `shading`?"));
    assert!(errors[0].span.start > 20, "at the form");
    let errors = parse("kind = 'custom'\nform = 'custom-loop'\nsize = [2, 2]").unwrap_err();
    assert_eq!(errors[0].hint.as_deref(), Some("did you mean `loop`?"));
    // Both say the same.
    assert!(parse("kind = 'custom-loop'\nform = 'loop'\nsize = [2, 2]").is_ok());
    let errors = parse("kind = 'custom-loop'\nform = 'shading'\nsize = [2, 2]").unwrap_err();
    assert_eq!(errors[0].message, "`form` is `shading`, but the kind is `custom-loop`");
    let one = parse("kind = 'custom'\nform = 'shading'\nsize = [2, 2]").unwrap();
    assert_eq!(parse("kind = 'custom-shading'\nsize = [2, 2]"), Ok(one));
}

/// Any kind can have rules besides its own.
#[test]
fn other_kinds_have_rules_too() {
    let text = "kind = 'hitori'\nboard = '''\n1 1\n2 3\n'''\n[[rule]]\nname = 'count'\nof = 'shaded'\nin = 'board'\nequals = 1\n";
    let puzzle = parse(text).unwrap();
    let solution = |text: &str| Solution::parse(puzzle.kind(), text).unwrap();
    assert_eq!(check(&puzzle, &solution("#.\n..")), Ok(()));
    let broken = check(&puzzle, &solution("#.\n.#")).unwrap_err();
    assert!(broken.iter().any(|it| it.rule == "count"), "{broken:?}");
    assert!(puzzle.to_link().is_err());
}

/// Puzzles do without rules of their kind.
#[test]
fn rules_of_a_kind_are_left_out() {
    let broken = |text: &str, solution: &str| {
        let puzzle = parse(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let written = puzzle.to_toml().unwrap();
        assert_eq!(parse(&written).as_ref(), Ok(&puzzle), "{written}");
        assert_eq!(puzzle.to_link().is_err(), text.contains("omit"), "{text}");
        let solution = Solution::parse(puzzle.kind(), solution).unwrap();
        let violations = check(&puzzle, &solution).err().unwrap_or_default();
        violations.iter().map(|it| it.rule).collect::<BTreeSet<&str>>()
    };
    // One of the catalogue, and one of the kind's own.
    let hitori = "kind = 'hitori'\nboard = '''\n1 1\n1 2\n'''\n";
    let two = "##\n..";
    let rules = BTreeSet::from(["adjacent-shaded"]);
    assert_eq!(broken(hitori, two), rules);
    assert_eq!(broken(&format!("{hitori}omit = ['unshaded-divided']"), two), rules);
    assert_eq!(broken(&format!("{hitori}omit = ['adjacent-shaded']"), two), BTreeSet::new());
    let stars = "kind = 'starbattle'\nstars = 1\nrooms = '''\nab\nab\n'''\n";
    assert_eq!(broken(stars, "*.\n.*"), BTreeSet::from(["touching"]));
    assert_eq!(broken(&format!("{stars}omit = ['touching']"), "*.\n.*"), BTreeSet::new());
    // What is left out does not fill the list of what is found.
    let size = 40;
    let row = |cell: &str| vec![cell; size].join("");
    let board = vec![row("."); size].join("\n");
    let all = vec![row("*"); size].join("\n");
    let full = format!(
        "kind = 'starbattle'\nstars = 1\nsize = [{size}, {size}]\nomit = ['touching', 'stars-of-line']\n"
    );
    assert_eq!(board.len(), all.len());
    assert_eq!(broken(&full, &all), BTreeSet::from(["stars-of-room"]));
}

#[test]
fn what_cannot_be_left_out_is_named() {
    let error = |text: &str| {
        let errors = parse(text).expect_err(text);
        (errors[0].code, errors[0].message.clone(), errors[0].hint.clone().unwrap_or_default())
    };
    let hitori = "kind = 'hitori'\nsize = [2, 2]\n";
    let message = |name: &str| format!("puzzles of the kind cannot do without `{name}`");
    let code = "puzzle.unknown-rule";
    let (name, hint) = ("adjacent-shadde", "did you mean `adjacent-shaded`?");
    let text = format!("{hitori}omit = ['{name}']");
    assert_eq!(error(&text), (code, message(name), hint.to_owned()));
    let hint = "these can be left out: adjacent-shaded, unshaded-divided, nothing-shaded";
    let text = format!("{hitori}omit = ['adjacent-shaded', 'repeated-number']");
    assert_eq!(error(&text), (code, message("repeated-number"), hint.to_owned()));
    let text = "kind = 'slither'\nsize = [2, 2]\nomit = ['no-loop']";
    let hint = "no rule of the kind can be left out";
    assert_eq!(error(text), (code, message("no-loop"), hint.to_owned()));
    assert_eq!(error(&format!("{hitori}omit = 'adjacent-shaded'")).0, "puzzle.wrong-type");
}

/// The rules that kinds have from the catalogue fit their forms, under the names of their rules.
#[test]
fn kinds_are_declared_with_valid_rules() {
    let mut n_rules = 0;
    for pencil in Kind::all().iter().filter_map(|kind| kind.pencil()) {
        let names: BTreeSet<&str> = pencil.rules.iter().map(|it| it.0).collect();
        for (name, rule) in (pencil.catalogue)() {
            assert_eq!(rule.validate(pencil.form), Ok(()), "{}: {name}", pencil.title);
            assert!(names.contains(name), "{}: {name}", pencil.title);
            n_rules += 1;
        }
        let omittable = (pencil.omittable)();
        assert!(omittable.len() >= (pencil.catalogue)().len(), "{}", pencil.title);
        for name in omittable {
            assert_eq!(pencil.check_omitted(name), Ok(()));
        }
    }
    assert!(n_rules > 30, "{n_rules}");
}

/// Large boards are checked in a time that is about that of reading them.
#[test]
fn checks_of_large_boards_are_short() {
    let side = 120;
    let row = |text: &str| vec![text; side].join(" ");
    let board = |text: &str| vec![row(text); side].join("\n");
    let shaded = vec!["#".repeat(side); side].join("\n");
    let n = side * side;
    for (clue, rule) in [
        (n.to_string(), "'clue'\ncounts = 'shaded'\nwhere = 'group'"),
        (n.to_string(), "'clue'\ncounts = 'all'\nwhere = 'room'"),
        (".".to_owned(), "'no-square'\nof = 'unshaded'\nsize = 60"),
    ] {
        let board = format!("board = '''\n{}\n'''", board(&clue));
        let puzzle = puzzle("shading", &board, &[rule; 20]);
        let solution = Solution::parse(puzzle.kind(), &shaded).unwrap();
        assert_eq!(check(&puzzle, &solution), Ok(()), "{rule}");
    }
}
