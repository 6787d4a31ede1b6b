//! `gordian fzn` and `gordian minizinc`.

use serde_json::Value;

use crate::support::{file, folder, gordian, gordian_with, root, run};

/// A model with three solutions.
const PAIRS: &str = "var 1..3: x :: output_var;
var bool: b :: output_var;
array [1..2] of var int: xs :: output_array([0..1]) = [x, 7];
constraint int_le_reif(x, 1, b) :: mzn_constraint_name(\"small\");
solve satisfy;
";

const BEST: &str = "var 0..9: x :: output_var;
var 0..9: y;
constraint int_lin_le([2, 1], [x, y], 9);
solve maximize x;
";

const NONE: &str = "var 1..2: x;
var 1..2: y;
var 1..2: z;
constraint int_ne(x, y) :: mzn_constraint_name(\"x and y\");
constraint int_ne(y, z) :: mzn_constraint_name(\"y and z\");
constraint int_ne(x, z) :: mzn_constraint_name(\"x and z\");
constraint int_le(x, 2) :: mzn_constraint_name(\"small\");
solve satisfy;
";

#[test]
fn solutions_are_written_as_minizinc_expects() {
    let first = gordian_with("fzn -", PAIRS).ends_with(0).stdout;
    assert_eq!(first.lines().filter(|line| *line == "----------").count(), 1, "{first}");
    assert!(!first.contains("=========="), "{first}");
    let all = gordian_with("fzn -a -", PAIRS).ends_with(0).stdout;
    let mut blocks: Vec<&str> = all.split("----------\n").collect();
    assert_eq!(blocks.pop(), Some("==========\n"));
    blocks.sort_unstable();
    let expected = [
        "x = 1;\nb = true;\nxs = array1d(0..1, [1, 7]);\n",
        "x = 2;\nb = false;\nxs = array1d(0..1, [2, 7]);\n",
        "x = 3;\nb = false;\nxs = array1d(0..1, [3, 7]);\n",
    ];
    assert_eq!(blocks, expected);
    let two = gordian_with("fzn -n 2 -", PAIRS).ends_with(0).stdout;
    assert_eq!(two.matches("----------").count(), 2);
    assert!(!two.contains("=========="), "{two}");
    let all = gordian_with("fzn -n 4 --confirm -", PAIRS).ends_with(0).stdout;
    assert!(all.ends_with("----------\n==========\n"), "{all}");
}

#[test]
fn the_best_solution_is_written_last() {
    assert_eq!(gordian_with("fzn -", BEST).ends_with(0).stdout, "x = 4;\n----------\n==========\n");
    for flags in ["-a", "-i", "-a --engine lcg", "-a --engine sat", "-i -p 2 -r 7 -f"] {
        let text = gordian_with(&format!("fzn {flags} -"), BEST).ends_with(0).stdout;
        assert!(text.ends_with("x = 4;\n----------\n==========\n"), "{flags}: {text}");
    }
    let confirmed = gordian_with("fzn --confirm -", BEST).ends_with(0).stdout;
    assert_eq!(confirmed, "x = 4;\n----------\n==========\n");
    let text = gordian_with("fzn -s -v -", BEST).ends_with(0);
    for statistic in ["variables=2", "objective=4", "objectiveBound=4", "nSolutions="] {
        assert!(text.stdout.contains(&format!("%%%mzn-stat: {statistic}")), "{}", text.stdout);
    }
    let is_line = |line: &str| {
        ["%%%mzn-stat: ", "%%%mzn-stat-end", "x = ", "-----", "====="]
            .iter()
            .any(|start| line.starts_with(start))
    };
    assert!(text.stdout.lines().all(is_line), "{}", text.stdout);
    assert!(text.stderr.contains("note: answered by"), "{}", text.stderr);
}

#[test]
fn models_without_solutions_are_unsatisfiable() {
    assert_eq!(gordian_with("fzn -", NONE).ends_with(0).stdout, "=====UNSATISFIABLE=====\n");
    let confirmed = gordian_with("fzn --confirm -a -", NONE).ends_with(0).stdout;
    assert_eq!(confirmed, "=====UNSATISFIABLE=====\n");
    // 14 pigeons, 13 holes, by differences only.
    let names: Vec<String> = (0..14).map(|i| format!("p{i}")).collect();
    let mut text: String = names.iter().map(|name| format!("var 1..13: {name};\n")).collect();
    for (i, first) in names.iter().enumerate() {
        for second in &names[..i] {
            text += &format!("constraint int_lin_ne([1, -1], [{first}, {second}], 0);\n");
        }
    }
    text += "solve satisfy;";
    let stopped = gordian_with("fzn -t 300 --engine sat -", &text).ends_with(0).stdout;
    assert_eq!(stopped, "=====UNKNOWN=====\n");
}

#[test]
fn nothing_is_claimed_about_values_that_a_model_does_not_have() {
    // 100^10 exceeds the integers of a model; with x up to 39 it does not.
    let text = "var 1..100: x :: output_var; var int: power; constraint int_pow(x, 10, power);
                constraint int_lt(1000, power); solve";
    let best = gordian_with("fzn -", &format!("{text} maximize x;")).ends_with(0);
    assert!(best.stdout.ends_with("----------\n"), "{}", best.stdout);
    assert!(best.stderr.contains("`power` may have values beyond ±2^53"), "{}", best.stderr);
    let none = text.replace("var 1..100", "var 50..100");
    let none = gordian_with("fzn --confirm -", &format!("{none} satisfy;")).ends_with(0).stdout;
    assert_eq!(none, "=====UNKNOWN=====\n");
    let path = file(&folder("minizinc-cut"), "cut.fzn", &format!("{text} satisfy;"));
    let fault = gordian(&format!("solve {path}")).ends_with(2).stderr;
    assert!(fault.contains("`power` may have values beyond ±2^53"), "{fault}");
}

/// A model for each global constraint of the library, with integers without bounds: its name,
/// declarations, arguments, what else is required, the goal, and the best value of `n`.
const UNBOUNDED: &[[&str; 5]] = &[
    [
        "fzn_all_different_int",
        "var 1..2: x; var 1..2: y; constraint int_le(0, n); constraint int_le(n, 3);",
        "[n, x, y]",
        "maximize",
        "3",
    ],
    ["fzn_all_equal_int", "var 1..2: x;", "[n, x]", "maximize", "2"],
    [
        "gordian_bin_packing_load",
        "var int: m; var 1..2: x; var 1..2: y; var 1..2: z;",
        "[n, m], 1, [x, y, z], [3, 4, 5]",
        "maximize",
        "12",
    ],
    ["gordian_circuit", "var int: m; var int: k;", "[n, m, k], 1", "maximize", "3"],
    ["gordian_subcircuit", "var int: m; var int: k;", "[n, m, k], 1", "maximize", "3"],
    [
        "gordian_inverse",
        "var int: m; var 1..2: x; var 1..2: y;",
        "[n, m], 1, [x, y], 1",
        "maximize",
        "2",
    ],
    ["gordian_regular", "var int: m;", "[n, m], 2, 2, [1, 2, 2, 1], 1, {1}", "maximize", "2"],
    ["fzn_count_eq", "var 1..2: x; var 1..2: y;", "[x, y], 1, n", "maximize", "2"],
    ["fzn_cumulative", "var 1..2: x; var 1..2: y;", "[x, y], [2, 2], [1, 2], n", "minimize", "3"],
    [
        "fzn_diffn",
        "var 1..2: x; constraint int_le(0, n);",
        "[n, x], [1, 1], [2, 2], [1, 1]",
        "minimize",
        "0",
    ],
    ["fzn_disjunctive", "var 1..2: x; constraint int_le(0, n);", "[n, x], [2, 2]", "minimize", "0"],
    [
        "fzn_disjunctive_strict",
        "var 1..2: x; constraint int_le(0, n);",
        "[n, x], [2, 2]",
        "minimize",
        "0",
    ],
    [
        "fzn_global_cardinality",
        "var int: m; var 1..2: x; var 1..2: y;",
        "[x, y], [1, 2], [n, m]",
        "maximize",
        "2",
    ],
    [
        "fzn_global_cardinality_closed",
        "var int: m; var int: k; var 1..2: x;",
        "[k, x], [1, 2], [n, m]",
        "maximize",
        "2",
    ],
    [
        "fzn_lex_less_int",
        "var 1..2: x; constraint int_le(0, n);",
        "[n, 1], [x, 1]",
        "maximize",
        "1",
    ],
    [
        "fzn_lex_lesseq_int",
        "var 1..2: x; constraint int_le(0, n);",
        "[n, 1], [x, 1]",
        "maximize",
        "2",
    ],
    [
        "fzn_lex_less_bool",
        "var bool: c; constraint bool2int(c, n);",
        "[c], [true]",
        "maximize",
        "0",
    ],
    [
        "fzn_lex_lesseq_bool",
        "var bool: c; constraint bool2int(c, n);",
        "[c], [true]",
        "maximize",
        "1",
    ],
    ["fzn_nvalue", "var 1..2: x; var 1..2: y;", "n, [x, y]", "maximize", "2"],
    ["fzn_table_int", "var 1..2: x;", "[n, x], [1, 1, 5, 2, 9, 3]", "maximize", "5"],
    ["fzn_table_bool", "var bool: c; constraint bool2int(c, n);", "[c], [false]", "maximize", "0"],
];

/// Returns the names of the predicates that the library declares, with their places.
fn declared_predicates() -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs_err::read_dir(root().join("share/minizinc/gordian")).unwrap() {
        let text = fs_err::read_to_string(entry.unwrap().path()).unwrap();
        let declared = text.split("predicate ").skip(1).filter(|rest| {
            // A definition follows the declaration of what it uses.
            rest.find(';').unwrap() < rest.find('=').unwrap_or(usize::MAX)
        });
        names.extend(declared.map(|rest| rest.split('(').next().unwrap().to_owned()));
    }
    names
}

#[test]
fn optima_of_global_constraints_are_claimed_without_bounds() {
    let declared = declared_predicates();
    for name in
        declared.iter().filter(|name| name.starts_with("fzn_") || name.starts_with("gordian_"))
    {
        let stem = name.strip_suffix("_reif").unwrap_or(name);
        assert!(UNBOUNDED.iter().any(|row| row[0] == stem), "no model for {name}");
    }
    for [name, declarations, arguments, goal, best] in gordian_testkit::deal(UNBOUNDED) {
        let (declared_first, constraints) = match declarations.find("constraint") {
            Some(at) => declarations.split_at(at),
            None => (*declarations, ""),
        };
        let reified = format!("{name}_reif");
        let mut forms = vec![format!("{name}({arguments})")];
        if declared.contains(&reified) {
            forms.push(format!("{reified}({arguments}, b)"));
        }
        for form in forms {
            let model = format!(
                "var int: n :: output_var; var bool: b; {declared_first} {constraints}
                constraint {form}; constraint bool_eq(b, true); solve {goal} n;"
            );
            let answer = gordian_with("fzn -", &model).ends_with(0);
            let expected = format!("n = {best};\n----------\n==========\n");
            assert_eq!(answer.stdout, expected, "{model}\n{}", answer.stderr);
        }
    }
}

/// Returns the solutions that are written with `-a`, sorted, and whether the search is complete.
fn all_solutions(model: &str) -> (Vec<String>, bool) {
    let text = gordian_with("fzn -a -", model).ends_with(0).stdout;
    let mut parts: Vec<String> = text.split("----------\n").map(str::to_owned).collect();
    let end = parts.pop().unwrap();
    parts.sort();
    (parts, end == "==========\n")
}

#[test]
fn models_without_bounds_are_solved_whole() {
    let check = |model: &str, expected: &[&str]| {
        let expected: Vec<String> = expected.iter().map(|text| format!("{text}\n")).collect();
        assert_eq!(all_solutions(model), (expected, true), "{model}");
    };
    let x = "var int: x :: output_var;";
    check(&format!("{x} constraint int_times(x, x, 49); solve satisfy;"), &["x = -7;", "x = 7;"]);
    check(
        &format!("{x} constraint int_div(x, 3, 2); solve satisfy;"),
        &["x = 6;", "x = 7;", "x = 8;"],
    );
    check(
        &format!(
            "{x} var bool: b; var bool: c; constraint int_eq_reif(x, 3, b); constraint int_eq_reif(x, 5, c);
            constraint bool_clause([b, c], []); solve satisfy;"
        ),
        &["x = 3;", "x = 5;"],
    );
    check(
        "var set of 1..2: s; var set of int: t :: output_var; var int: n; constraint set_symdiff(s, {1}, t);
        constraint set_card(t, n); constraint int_lt(1, n); solve satisfy;",
        &["t = 1..2;"],
    );
}

#[test]
fn optima_are_claimed_if_better_solutions_have_bounds() {
    // `x` and `y` have no greatest values.
    let model = "var int: x :: output_var; var int: y; constraint int_le(4, x); constraint int_lin_eq([2, -1], [x, y], 1); solve";
    let least = gordian_with("fzn -s -", &format!("{model} minimize y;")).ends_with(0);
    assert!(least.stdout.contains("x = 4;\n"), "{}", least.stdout);
    assert!(least.stdout.contains("==========\n"), "{}{}", least.stdout, least.stderr);
    // What holds within ±2^53 is no bound.
    let greatest = gordian_with("fzn -s -", &format!("{model} maximize y;")).ends_with(0);
    assert!(!greatest.stdout.contains("==========\n"), "{}", greatest.stdout);
    assert!(!greatest.stdout.contains("objectiveBound"), "{}", greatest.stdout);
    assert!(greatest.stderr.contains("may have values beyond ±2^53"), "{}", greatest.stderr);
    let all = all_solutions(
        &format!("{model} satisfy;").replace("int_le(4, x)", "int_le(9007199254740991, x)"),
    );
    assert!(!all.1, "{all:?}");
}

#[test]
fn search_annotations_are_followed() {
    for (order, expected) in [("min", "x = 1;\ny = 2;\n"), ("max", "x = 9;\ny = 8;\n")] {
        let text = format!(
            "var 1..9: x :: output_var; var 1..9: y :: output_var; constraint int_ne(x, y);
             solve :: int_search([x, y], input_order, indomain_{order}, complete) satisfy;"
        );
        let first = gordian_with("fzn -", &text).ends_with(0).stdout;
        assert_eq!(first, format!("{expected}----------\n"));
    }
    for hints in [[3, 7], [8, 4]] {
        let [x, y] = hints;
        let text = format!(
            "var 1..9: x :: output_var; var 1..9: y :: output_var; constraint int_ne(x, y);
             solve :: warm_start([x, y], [{x}, {y}]) satisfy;"
        );
        let first = gordian_with("fzn -", &text).ends_with(0).stdout;
        assert_eq!(first, format!("x = {x};\ny = {y};\n----------\n"));
    }
}

#[test]
fn the_end_of_the_memory_is_said() {
    let names: Vec<String> = (0..300).map(|i| format!("x{i}")).collect();
    let mut text: String = names.iter().map(|name| format!("var 0..5000: {name};\n")).collect();
    for (i, first) in names.iter().enumerate() {
        for second in &names[..i] {
            text += &format!("constraint int_lin_le([3, -2], [{first}, {second}], 1000);\n");
        }
    }
    text += "solve satisfy;";
    let stopped = gordian_with("fzn --engine sat --memory-limit 100MiB -", &text).ends_with(0);
    assert_eq!(stopped.stdout, "=====UNKNOWN=====\n");
    assert!(
        stopped.stderr.contains("the memory is used up; see --memory-limit"),
        "{}",
        stopped.stderr
    );
}

#[test]
fn files_of_flatzinc_are_problems() {
    let folder = folder("minizinc-files");
    let path = file(&folder, "none.fzn", NONE);
    let conflict = gordian(&format!("solve --conflict {path}")).ends_with(1).stdout;
    for name in ["x and y", "y and z", "x and z"] {
        assert!(conflict.contains(name), "{conflict}");
    }
    assert!(!conflict.contains("small"), "{conflict}");
    let path = file(&folder, "best.fzn", BEST);
    let answer = gordian(&format!("solve --json --confirm {path}")).ends_with(0).json();
    assert_eq!(
        (&answer["objective"], &answer["outcome"]),
        (&Value::from(4), &Value::from("optimal"))
    );
}

#[test]
fn faults_have_their_place() {
    let folder = folder("minizinc-faults");
    let path =
        file(&folder, "fault.fzn", "var 1..3: x;\nconstraint int_eqq(x, 2);\nsolve satisfy;\n");
    for command in ["fzn", "solve"] {
        let fault = gordian(&format!("{command} {path}")).ends_with(2).stderr;
        assert!(fault.contains("the constraint `int_eqq` is not known"), "{fault}");
        assert!(fault.contains("did you mean `int_eq`?"), "{fault}");
        assert!(fault.contains("fault.fzn:2:1"), "{fault}");
    }
    let fault = gordian_with("fzn -", "var 1..3: x; var float: y; solve satisfy;").ends_with(2);
    assert!(fault.stderr.contains("floating-point numbers"), "{}", fault.stderr);
}

#[test]
fn the_configuration_names_a_program_and_a_library() {
    let folder = folder("minizinc-install");
    let directory = folder.to_str().unwrap();
    run(&["minizinc", "--install", "--directory", directory]).ends_with(0);
    let read = |name: &str| fs_err::read_to_string(folder.join(name)).unwrap();
    let configuration: Value = serde_json::from_str(&read("solvers/gordian.msc")).unwrap();
    assert_eq!(configuration["id"], "org.gordian.gordian");
    // Each file of the library was written.
    let library = configuration["mznlib"].as_str().unwrap();
    let sources = root().join("share/minizinc/gordian");
    let mut n = 0;
    for entry in fs_err::read_dir(sources).unwrap() {
        let path = entry.unwrap().path();
        let written = std::path::Path::new(library).join(path.file_name().unwrap());
        assert_eq!(fs_err::read(path).unwrap(), fs_err::read(written).unwrap());
        n += 1;
    }
    assert!(n > 40);
    let model = file(&folder, "best.fzn", BEST);
    let program = configuration["executable"].as_str().unwrap();
    let output = std::process::Command::new(program).arg(&model).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "x = 4;\n----------\n==========\n");
    // Files of an earlier version do not remain, and nothing remains after removal.
    file(&folder, "solvers/gordian/library/old.mzn", "");
    run(&["minizinc", "--install", "--directory", directory]).ends_with(0);
    assert!(!folder.join("solvers/gordian/library/old.mzn").exists());
    run(&["minizinc", "--uninstall", "--directory", directory]).ends_with(0);
    let own = folder.join("solvers/gordian");
    assert!(!own.exists() && !folder.join("solvers/gordian.msc").exists());
    let again = run(&["minizinc", "--uninstall", "--directory", directory]).ends_with(0);
    assert_eq!(again.stdout, "");
    // What is not Gordian's stays.
    fs_err::create_dir_all(&own).unwrap();
    file(&own, "mine", "");
    for action in ["--install", "--uninstall"] {
        let refused = run(&["minizinc", action, "--directory", directory]).ends_with(2);
        assert!(refused.stderr.contains("is not Gordian's"), "{}", refused.stderr);
    }
    assert!(own.join("mine").exists());
}

/// Each predicate that the library declares is known to the translation.
#[test]
fn the_library_declares_known_predicates() {
    let names = declared_predicates();
    for name in &names {
        let fault = gordian_with("fzn -", &format!("constraint {name}(); solve satisfy;"));
        let is_float = name.contains("float");
        assert_eq!(fault.stderr.contains("arguments, not 0"), !is_float, "{name}");
    }
    assert!(names.len() > 40);
}
