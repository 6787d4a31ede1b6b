//! Options of `gordian solve`.

use serde_json::{Value, json};

use crate::support::{changed, file, folder, gordian, gordian_with, hard, pigeons, root, run};

/// Runs `gordian solve --json` on a text and returns the exit code and the document.
fn solve_json(text: &str, flags: &str) -> (i32, Value) {
    let run = gordian_with(&format!("solve --json {flags} -"), text);
    (run.code, run.json())
}

fn without_diagonal() -> String {
    changed("horrendum.toml", "diagonals = [\"main\"]", "")
}

#[test]
fn counts_are_exact() {
    let check = |text: &str, flags: &str, n: u64| {
        let (code, document) = solve_json(text, &format!("--count {flags}"));
        assert_eq!((code, &document["count"]), (0, &json!(n)), "{flags}");
        assert_eq!(document["checked"], true);
        assert_eq!(document.get("solutions"), None, "one solution is shown");
    };
    let horrendum = changed("horrendum.toml", "", "");
    let golden_waste = changed("golden-waste.toml", "", "");
    check(&horrendum, "", 1);
    check(&without_diagonal(), "", 43);
    check(&without_diagonal(), "--engine cadical", 43);
    check(&without_diagonal(), "--threads 2", 43);
    check(&golden_waste, "", 1);
    check(&golden_waste, "--start any", 183);
    check(&golden_waste, "--engine model", 1);
    check(&pigeons(3, 4), "", 24);
}

#[test]
fn reaching_the_solution_limit_is_an_answer() {
    let (code, document) = solve_json(&without_diagonal(), "--count --limit 10");
    assert_eq!(
        (code, &document["count"], &document["limit"]),
        (0, &json!(10), &json!("solutions"))
    );
    assert_eq!(document["unique"], false);

    let (code, document) = solve_json(&without_diagonal(), "--all --limit 3");
    assert_eq!((code, document["solutions"].as_array().map(Vec::len)), (0, Some(3)));

    // Whether there is a second solution is unknown.
    let (code, document) = solve_json(&without_diagonal(), "--count --limit 1");
    assert_eq!((code, &document["unique"]), (0, &Value::Null));

    let run = gordian_with("solve --count --limit 10 -", &without_diagonal()).ends_with(0);
    assert!(run.stdout.contains("at least 10 solutions (stopped by --limit)"), "{}", run.stdout);
}

#[test]
fn all_lists_distinct_solutions() {
    let (code, document) = solve_json(&without_diagonal(), "--all");
    assert_eq!((code, &document["count"]), (0, &Value::Null));
    let solutions = document["solutions"].as_array().unwrap();
    let mut texts: Vec<String> = solutions.iter().map(Value::to_string).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 43);

    let run = gordian_with("solve --all -", &without_diagonal()).ends_with(0);
    assert!(
        run.stdout.contains("\nsolution 43\n") && run.stdout.contains("\n43 solutions · checked")
    );
}

#[test]
fn first_does_not_decide_uniqueness() {
    let (code, document) = solve_json(&without_diagonal(), "--first");
    assert_eq!(
        (code, &document["outcome"], &document["unique"]),
        (0, &json!("solved"), &Value::Null)
    );
    let run = gordian("solve --first puzzles/horrendum.toml").ends_with(0);
    assert!(
        run.timeless().ends_with("solved · checked · [time] · search/general\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn second_solution_is_shown() {
    let run = gordian_with("solve -", &without_diagonal()).ends_with(0);
    assert!(run.stdout.starts_with("Horrendum (standard input)\n"));
    assert_eq!(run.stdout.matches('┏').count(), 2);
    assert!(run.stdout.contains("\nanother solution\n"));
    assert!(run.stdout.contains("solved · not unique · checked"));
    let (_, document) = solve_json(&without_diagonal(), "");
    assert_eq!(
        (&document["unique"], document["solutions"].as_array().unwrap().len()),
        (&json!(false), 2)
    );
}

#[test]
fn infeasible_puzzle_exits_with_1() {
    let conflicting = changed("horrendum.toml", "...12...", "...11...");
    let run = gordian_with("solve -", &conflicting).ends_with(1);
    assert!(run.timeless().ends_with("no solution (proved) · [time] · search/general\n"));
    assert!(run.stderr.starts_with("hint: `--conflict`"), "{}", run.stderr);
    assert_eq!(gordian_with("solve --quiet -", &conflicting).ends_with(1).stderr, "");

    let (code, document) = solve_json(&conflicting, "");
    assert_eq!((code, &document["outcome"]), (1, &json!("infeasible")));
    assert_eq!((&document["solution"], &document["checked"]), (&Value::Null, &json!(false)));
}

#[test]
fn conflict_names_givens_and_rules() {
    let conflicting = changed("horrendum.toml", "...12...", "...11...");
    let run = gordian_with("solve --conflict -", &conflicting).ends_with(1);
    insta::assert_snapshot!(run.timeless(), @r#"
    Horrendum (standard input)
    no solution (proved); these conflict:
      given 1 at r2c4
      given 1 at r2c5
      row 2
    minimal: without any one of them, the others can be satisfied · [time]
    "#);
    let (code, document) = solve_json(&conflicting, "--conflict");
    assert_eq!(
        (code, &document["outcome"], &document["minimal"]),
        (1, &json!("infeasible"), &json!(true))
    );
    assert_eq!(document["conflict"].as_array().map(Vec::len), Some(3));
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    let expected =
        ["schema", "file", "kind", "title", "outcome", "conflict", "minimal", "seconds", "limit"];
    assert_eq!(keys, expected);
}

#[test]
fn solvable_puzzle_has_no_conflict() {
    let run = gordian("solve --conflict puzzles/killer.toml").ends_with(0);
    assert!(run.stdout.contains("no conflict: there is a solution"));
    let (code, document) = solve_json(&hard(), "--conflict --time-limit 0.1");
    assert_eq!(
        (code, &document["outcome"], &document["limit"]),
        (3, &json!("stopped"), &json!("time"))
    );
}

#[test]
fn time_limit_is_reported() {
    let (code, document) = solve_json(&hard(), "--time-limit 0.2");
    assert_eq!(
        (code, &document["outcome"], &document["limit"]),
        (3, &json!("stopped"), &json!("time"))
    );
    let run = gordian_with("solve --time-limit 0.2 -", &hard()).ends_with(3);
    assert!(run.stdout.contains("undecided · stopped by the time limit"), "{}", run.stdout);

    // Fewer pigeons than holes: solved quickly, but with too many solutions to count.
    let run = gordian_with("solve --count --time-limit 0.3 -", &pigeons(12, 14)).ends_with(3);
    assert!(run.stdout.contains("at least "), "{}", run.stdout);
    assert!(run.stdout.contains("(stopped by the time limit) · checked"), "{}", run.stdout);
}

#[test]
fn every_engine_answers() {
    for (engine, name) in [
        ("auto", "search"),
        ("search", "search"),
        ("model", "model/batsat"),
        ("batsat", "model/batsat"),
        ("cadical", "model/cadical"),
    ] {
        let run = gordian(&format!("solve --json --engine {engine} puzzles/golden-waste.toml"));
        let document = run.ends_with(0).json();
        assert_eq!((&document["engine"], &document["unique"]), (&json!(name), &json!(true)));
    }
    let run = gordian("solve --engine search puzzles/killer.toml").ends_with(2);
    assert!(
        run.stderr.contains("engine `search` does not support grids with cages"),
        "{}",
        run.stderr
    );
    assert!(gordian("solve --engine best puzzles").ends_with(2).stderr.contains("possible values"));
}

#[test]
fn second_engine_confirms_the_result() {
    let check = |flags: &str, other: &str| {
        let args = format!("solve --json --confirm {flags} puzzles/horrendum.toml");
        let document = gordian(&args).ends_with(0).json();
        assert_eq!(document["confirmed_by"], other);
        assert_eq!(document["covers"], "model");
    };
    check("", "lcg");
    check("--engine search", "lcg");
    check("--engine cadical", "lcg");
    check("--engine lcg", "cadical");
    let run = gordian("solve --confirm puzzles/golden-waste.toml").ends_with(0);
    let told = "unique · checked · confirmed by lcg (from the model) · ";
    assert!(run.stdout.contains(told), "{}", run.stdout);
    let document = gordian("solve --json puzzles/horrendum.toml").ends_with(0).json();
    assert_eq!(document.get("covers"), None, "nothing was confirmed");
}

#[test]
fn report_follows_the_answer() {
    let run = gordian("solve --report puzzles/killer.toml").ends_with(0);
    let (_, report) = run.stdout.split_once("model/batsat\n").expect("the answer comes first");
    assert!(report.lines().count() > 5, "{report}");
    assert!(report.contains("cage … (8 constraints)"), "{report}");
    let document = gordian("solve --report --json puzzles/killer.toml").ends_with(0).json();
    assert!(
        document["report"].as_str().is_some_and(|report| report.contains("cage … (8 constraints)"))
    );
}

#[test]
fn same_seed_gives_the_same_answer() {
    let solution = |seed: u64| {
        let args =
            format!("solve --json --first --start any --seed {seed} puzzles/golden-waste.toml");
        gordian(&args).ends_with(0).json()["solution"].to_string()
    };
    assert_eq!(solution(7), solution(7));
    let mut all: Vec<String> = (0..8).map(solution).collect();
    all.sort();
    all.dedup();
    assert!(all.len() > 1, "the seed changes nothing");
}

#[test]
fn start_selects_the_first_coin() {
    let check = |start: &str, code: i32| {
        let args = format!("solve --json --start {start} puzzles/golden-waste.toml");
        gordian(&args).ends_with(code).json()
    };
    assert_eq!(check("3,8", 0)["solution"][0], json!([3, 8]));
    assert_eq!(check("7,6", 0)["solution"][0], json!([7, 6]));
    assert_eq!(check("any", 0)["unique"], false);
    let error = &check("1,1", 2)["error"];
    assert_eq!(
        (&error["code"], &error["file"]),
        (&json!("cli.no-coin"), &json!("puzzles/golden-waste.toml"))
    );
    let run = gordian("solve --start any puzzles/classic.toml").ends_with(2);
    insta::assert_snapshot!(run.stderr, @r#"
    × `--start` does not apply to puzzles of kind `grid`
    in puzzles/classic.toml
    hint: it applies to the kind `goishi`
    "#);
    assert_eq!(gordian("solve --start 0,1 puzzles/golden-waste.toml").code, 2);
}

#[test]
fn unreachable_cube_is_solved_if_requested() {
    // With one corner twisted, the relaxed model has a solution, and a real cube has none.
    let pieces = fs_err::read_to_string(
        crate::support::root().join("crates/gordian-puzzles/testdata/cubes/pieces.toml"),
    )
    .unwrap();
    let line = pieces.lines().find(|line| line.contains("digits")).unwrap();
    let numbers: Vec<&str> =
        line.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let [a, b, c, x, y, z] = numbers[..] else { panic!("{line} is no corner") };
    let twisted = format!("{{ digits = [{b}, {c}, {a}], rotations = [{y}, {z}, {x}] }},");
    let twisted = pieces.replacen(line, &twisted, 1);

    let run = gordian_with("solve -", &twisted).ends_with(1);
    assert!(run.stdout.contains("not by turning the faces"), "{}", run.stdout);
    let (code, document) = solve_json(&twisted, "--ignore-reachability");
    assert_eq!((code, &document["unique"]), (0, &json!(true)));
    let (code, document) = solve_json(&without_diagonal(), "--ignore-reachability");
    assert_eq!((code, &document["error"]["code"]), (2, &json!("cli.not-applicable")));

    // The solution passes with the flag and fails for a real cube.
    let folder = folder("unreachable");
    let puzzle = file(&folder, "cube.toml", &twisted);
    let answer = run_stdout(&["solve", "--json", "--ignore-reachability", &puzzle]);
    let answer = file(&folder, "answer.json", &answer);
    let check = ["check", &puzzle, "--solution", &answer, "--ignore-reachability"];
    run_code(&check, 0);
    run_code(&check[..4], 1);
}

fn run_stdout(args: &[&str]) -> String {
    run(args).ends_with(0).stdout
}

fn run_code(args: &[&str], code: i32) {
    run(args).ends_with(code);
}

/// The file of an old proof says nothing about a new answer.
#[test]
fn old_proof_is_removed_and_a_directory_is_refused_before_the_search() {
    let folder = folder("old proof");
    let base = folder.join("base").display().to_string();
    for old in ["base.cnf", "base.drat"] {
        file(&folder, old, "0");
    }
    let puzzle = file(&folder, "several.toml", "kind = 'akari'\nboard = '''\n...\n...\n'''");
    let run_proof = |base: &str| run(&["solve", "--proof", base, &puzzle]);
    let stdout = run_proof(&base).ends_with(0).stdout;
    assert!(stdout.contains("no proof: nothing was refuted"), "{stdout}");
    assert!(!folder.join("base.cnf").exists() && !folder.join("base.drat").exists());
    fs_err::create_dir_all(folder.join("taken.cnf")).unwrap();
    let refused = run_proof(&folder.join("taken").display().to_string()).ends_with(2);
    assert_eq!(refused.stdout, "");
    assert!(refused.stderr.contains("taken.cnf"), "{}", refused.stderr);
}

#[test]
fn link_may_be_the_text_of_a_file() {
    let link = "https://puzz.link/p?akari/10/8/hcscl.h.idn.i.cgczi";
    let expected = run(&["solve", "--json", link]).json();
    let read = gordian_with("solve --json -", &format!("{link}\n")).json();
    assert!(expected["outcome"].is_string(), "{expected}");
    assert_eq!(read["solution"], expected["solution"]);
    let wrong = gordian_with("solve -", "https://puzz.link/p?nothing/3/3/").ends_with(2);
    assert!(wrong.stderr.contains("nothing") && wrong.stderr.contains("akari"), "{}", wrong.stderr);
}

#[test]
fn links_on_lines_are_puzzles() {
    let akari = "https://puzz.link/p?akari/10/8/hcscl.h.idn.i.cgczi";
    let slither = "https://puzz.link/p?slither/4/4/dgdh2c7b";
    let text =
        format!("{akari}\n\n# of another kind\n  {slither}\nhttps://puzz.link/p?nothing/3/3/\n");
    let folder = folder("links");
    let path = file(&folder, "links.txt", &text);
    let stdin = gordian_with("solve --json -", &text);
    for run in [run(&["solve", "--json", &path]), stdin] {
        let run = run.ends_with(2);
        let documents: Vec<Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let files: Vec<&str> = documents.iter().map(|it| it["file"].as_str().unwrap()).collect();
        assert_eq!(files[..2], [akari, slither], "{}", run.stdout);
        assert_eq!(
            (&documents[0]["kind"], &documents[1]["kind"]),
            (&"akari".into(), &"slither".into())
        );
        assert!(run.stdout.contains("nothing"), "{}", run.stdout);
    }
    let shown = run(&["solve", &path]).ends_with(2).stdout;
    assert!(shown.contains("3 files"), "{shown}");
}

#[test]
fn standard_input_is_read_once() {
    let puzzle = "kind = 'akari'\nboard = '''\n.1\n'''";
    let run = gordian_with("solve - -", puzzle).ends_with(2);
    assert!(run.stdout.contains("solved"), "{}", run.stdout);
    assert!(run.stderr.contains("standard input is given twice"), "{}", run.stderr);
}

#[test]
fn proof_is_written_for_infeasible_and_unique() {
    use gordian::backend::Cnf;
    let folder = folder("proof");
    let check = |puzzle: &str, code: i32, said: &str| {
        let base = file(&folder, "base", "");
        let puzzle = file(&folder, "puzzle.txt", puzzle);
        let run = run(&["solve", "--proof", &base, &puzzle]).ends_with(code);
        assert!(
            run.stdout.contains(said)
                && run.stdout.contains("it covers the clauses, not their compilation")
                && run.stdout.contains("docs/guides/proofs.md"),
            "{}",
            run.stdout
        );
        let cnf = fs_err::read_to_string(format!("{base}.cnf")).unwrap();
        assert!(cnf.lines().nth(1).is_some_and(|line| line.starts_with("c `")), "no legend");
        assert!(Cnf::from_dimacs(&cnf).unwrap().len() > 1);
        let drat = fs_err::read_to_string(format!("{base}.drat")).unwrap();
        assert_eq!(drat.lines().last(), Some("0"), "the proof ends with the empty clause");
        assert!(!folder.join("base.cnf.part").exists() && !folder.join("base.drat.part").exists());
    };
    let horrendum = changed("horrendum.toml", "", "");
    check(&horrendum, 0, "proof that there is no other solution");
    check(&changed("horrendum.toml", "...12...", "...11..."), 1, "proof that there is no solution");
    check(&changed("golden-waste.toml", "", ""), 0, "proof that there is no other solution");
    check(&pigeons(5, 4), 1, "proof that there is no solution");

    let (_, document) = solve_json(&horrendum, &format!("--proof {}", folder.join("x").display()));
    assert_eq!(document["proof"]["drat"], json!(folder.join("x.drat")));
    assert_eq!(document["covers"], "clauses");
}

#[test]
fn unfinished_proof_is_removed() {
    let folder = folder("half-a-proof");
    let base = folder.join("base").display().to_string();
    let model = file(&folder, "hard.json", &hard());
    run(&["solve", "--time-limit", "0.2", "--proof", &base, &model]).ends_with(3);
    let two = changed("horrendum.toml", "diagonals = [\"main\"]", "");
    let run = gordian_with(&format!("solve --proof {base} -"), &two).ends_with(0);
    assert!(run.stdout.contains("no proof: nothing was refuted"), "{}", run.stdout);
    assert_eq!(fs_err::read_dir(&folder).unwrap().count(), 1, "nothing but the model is there");

    let nowhere = folder.join("none/base").display().to_string();
    let run = crate::support::run(&["solve", "--proof", &nowhere, "puzzles/horrendum.toml"]);
    assert!(run.ends_with(2).stderr.contains("none/base.cnf.part"));
}

#[test]
fn incompatible_flags_are_refused() {
    for flags in [
        "--first --count",
        "--count --all",
        "--limit 3",
        "--first --limit 3",
        "--count --limit 0",
        "--conflict --report",
        "--conflict --confirm",
        "--conflict --proof x",
        "--conflict --count",
        "--first --proof x",
        "--engine search --report",
        "--engine search --conflict",
        "--engine search --proof x",
        "--threads 0",
        "--threads 1000",
        "--time-limit -1",
        "--time-limit soon",
        "--seed -1",
        "--explain --conflict",
        "--moves",
        "--improvements --all",
    ] {
        let run = gordian(&format!("solve {flags} puzzles/golden-waste.toml")).ends_with(2);
        assert_eq!(run.stdout, "", "{flags}");
        assert!(!run.stderr.is_empty(), "{flags}");
    }
    let n = fs_err::read_dir(root().join("puzzles")).unwrap().count();
    let run = gordian("solve --proof x puzzles").ends_with(2);
    let expected = format!("`--proof` takes one file at a time, not {n}");
    assert!(run.stderr.contains(&expected), "{}", run.stderr);
}

/// Returns a model with several improvements: the best choice of items below a weight.
fn knapsack() -> String {
    let weights = [31, 17, 23, 41, 29, 37, 19, 43, 13, 47];
    let variables: Vec<_> = (0..weights.len())
        .map(|item| json!({"name": format!("i{item}"), "domain": [0, 1]}))
        .collect();
    let total = |offset: i64| {
        let terms = weights.iter().enumerate();
        let terms = terms.map(|(item, weight)| json!(["mul", format!("i{item}"), weight + offset]));
        let mut sum = vec![json!("add")];
        sum.extend(terms);
        sum
    };
    json!({
        "schema": 1,
        "variables": variables,
        "constraints": [{"require": ["le", total(0), 150]}],
        "goal": {"maximise": total(10)},
    })
    .to_string()
}

#[test]
fn improvements_are_shown_with_bound_and_gap() {
    for engine in ["auto", "sat", "lcg", "portfolio"] {
        let run =
            gordian_with(&format!("solve --improvements --json --engine {engine} -"), &knapsack());
        let run = run.ends_with(0);
        let documents: Vec<Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (answer, improvements) = documents.split_last().unwrap();
        assert_eq!(answer["outcome"], "optimal", "{engine}");
        assert_eq!(answer["gap"], 0.0);
        for (number, improvement) in (1..).zip(improvements) {
            assert_eq!(improvement["improvement"], number);
            let [objective, bound] =
                ["objective", "bound"].map(|field| improvement[field].as_i64().unwrap());
            assert!(objective <= answer["objective"].as_i64().unwrap() && bound >= objective);
            let gap = (bound - objective) as f64 / objective.max(1) as f64;
            assert!((improvement["gap"].as_f64().unwrap() - gap).abs() < 1e-9);
        }
        let last = improvements.last().expect("there is a solution");
        assert_eq!(last["objective"], answer["objective"], "{engine}");
        assert_eq!(last["solution"], answer["solution"], "{engine}");
    }
    let run = gordian_with("solve --improvements -", &knapsack()).ends_with(0);
    assert!(run.stdout.starts_with("standard input\nsolution 1\ni0 = "), "{}", run.stdout);
    assert!(run.stdout.contains(" · bound ") && run.stdout.contains(" · gap "), "{}", run.stdout);
    assert_eq!(run.stdout.matches("solved · optimal").count(), 1);
    let without = gordian_with("solve -", &knapsack()).ends_with(0);
    assert_eq!(without.stdout.matches("i0 = ").count(), 1, "only the best one is shown");
}

#[test]
fn options_without_effect_are_noted() {
    let note = |args: &str| {
        let run = gordian(&format!("solve --json {args} puzzles/horrendum.toml")).ends_with(0);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        document["notes"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(note(""), 0);
    assert_eq!(note("--confirm"), 0);
    assert_eq!(note("--first --confirm"), 1);
    assert_eq!(note("--improvements"), 1);
    let run = gordian("solve --improvements --first --confirm puzzles/horrendum.toml").ends_with(2);
    assert!(run.stderr.contains("'--first'") && !run.stderr.contains("'--all'"), "{}", run.stderr);
}

#[test]
fn answers_name_the_engines_and_the_threads() {
    let cases = [
        ("", "model/lcg"),
        ("--engine lcg --threads 3", "model/lcg/3 threads"),
        ("--engine cadical --threads 3", "model/cadical+batsat/3 threads"),
        ("--engine portfolio", "model/lcg+batsat/2 threads"),
        ("--threads 4", "model/lcg+batsat/4 threads"),
        ("--engine batsat", "model/batsat"),
    ];
    for (args, engine) in cases {
        let run = gordian_with(&format!("solve --json {args} -"), &knapsack()).ends_with(0);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(document["engine"], engine, "{args}");
    }
}
