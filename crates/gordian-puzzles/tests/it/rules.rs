//! The rules of the catalogue: how they are read, what is said about errors, and boards that break
//! each of them.

use std::collections::BTreeSet;

use gordian_puzzles::rules::{BROKEN_RULES, RULES};
use gordian_puzzles::{Puzzle, Solution, check, parse};

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
        "'no-four-blocks'",
        r#"{"regions": ["0 1", "0 2"]}"#,
        r#"{"regions": ["0 1", "2 3"]}"#,
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
             `turns`, `numbered`, `unnumbered`, `all`",
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
    assert_eq!(errors[0].hint.as_deref(), Some("did you mean `custom-shading`?"));
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
