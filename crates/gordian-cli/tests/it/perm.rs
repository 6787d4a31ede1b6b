//! `gordian perm`.

use serde_json::{Value, json};

use crate::support::{Run, file, folder, gordian_with, program, root, run};

fn perm(args: &[&str]) -> Run {
    run(&[&["perm"], args].concat())
}

fn ivy() -> String {
    let path = root().join("crates/gordian-perm/testdata/definitions/ivy.tws");
    path.to_str().unwrap().to_owned()
}

#[test]
fn info_shows_pieces_moves_and_numbers() {
    let mut out = perm(&["info", "pyraminx", "--after", "[R, U]"]).ends_with(0).stdout;
    out += &perm(&["info", "3x3x3", "--moves", "U,R2", "--metric", "qtm"]).ends_with(0).stdout;
    out += &perm(&["info", "square1"]).ends_with(0).stdout;
    insta::assert_snapshot!(out);
}

#[test]
fn documents_have_the_same_facts() {
    let info = perm(&["info", &ivy(), "--json", "--after", "A B'"]).ends_with(0).json();
    assert_eq!(info["name"], "IvyCube");
    assert_eq!(
        info["orbits"],
        json!([
            {"name": "CORNER", "positions": 4, "orientations": 3, "labels": 4},
            {"name": "CENTER", "positions": 6, "orientations": 1, "labels": 6},
        ])
    );
    assert_eq!(info["moves"][0], json!({"name": "A", "kind": "turn", "order": 3}));
    assert_eq!(info["turns"], json!(["A", "A'", "B", "B'", "C", "C'", "D", "D'"]));
    assert_eq!((&info["group_order"], &info["states"]), (&json!("29160"), &json!("29160")));
    // A brings the piece at 3 to 1, at 1 to 2 and at 2 to 3; B' then the one at 1 to 5, at 5 to 4
    // and at 4 to 1.
    assert_eq!(
        info["after"],
        json!([
            {"orbit": "CORNER", "pieces": [1, 2, 3, 4], "orientations": [1, 2, 0, 0]},
            {"orbit": "CENTER", "pieces": [4, 1, 2, 5, 3, 6], "orientations": [0, 0, 0, 0, 0, 0]},
        ])
    );
    let count = perm(&["count", &ivy(), "--json"]).ends_with(0).json();
    let mut expected = info.clone();
    expected.as_object_mut().expect("an object").remove("after");
    assert_eq!(count, expected);
}

#[test]
fn counts_are_exact() {
    let count = |args: &[&str]| perm(&[&["count"], args].concat()).ends_with(0).stdout;
    assert_eq!(count(&["3x3x3"]), "43252003274489856000\n");
    assert_eq!(count(&["3x3x3", "--moves", "U R"]), "73483200\n");
    assert_eq!(count(&[&ivy()]), "29160\n");
    let unknown = perm(&["count", "square1"]).ends_with(3);
    assert!(unknown.stdout.contains("not known without enumeration"), "{}", unknown.stdout);
    let unknown = perm(&["count", "square1", "--json"]).ends_with(3).json();
    assert_eq!(unknown["states"], Value::Null);
}

#[test]
fn names_of_puzzles_are_not_hidden_by_files_and_directories() {
    let folder = gordian_testkit::folder();
    fs_err::create_dir(folder.path().join("skewb")).unwrap();
    fs_err::create_dir(folder.path().join("other")).unwrap();
    let definition = fs_err::read(ivy()).unwrap();
    fs_err::write(folder.path().join("pyraminx"), &definition).unwrap();
    fs_err::write(folder.path().join("mine"), &definition).unwrap();
    let count = |puzzle: &str| {
        let mut command = program(&["perm", "count", puzzle]);
        Run::of(command.current_dir(folder.path()).output().unwrap())
    };
    assert_eq!(count("skewb").ends_with(0).stdout, "3149280\n");
    assert_eq!(count("pyraminx").ends_with(0).stdout, "933120\n");
    assert_eq!(count("./pyraminx").ends_with(0).stdout, "29160\n");
    assert_eq!(count("mine").ends_with(0).stdout, "29160\n");
    let unknown = count("other").ends_with(2).stderr;
    assert!(unknown.contains("unknown puzzle `other`"), "{unknown}");
    let directory = count("./skewb").ends_with(2).stderr;
    assert!(directory.contains("irectory"), "{directory}");
}

#[test]
fn scrambles_are_legal_and_reproducible() {
    let args = ["scramble", "square1", "--length", "12", "--count", "3", "--seed", "5"];
    let lines = perm(&args).ends_with(0).stdout;
    assert_eq!(perm(&args).ends_with(0).stdout, lines);
    assert_eq!(lines.lines().count(), 3);
    for line in lines.lines() {
        assert_eq!(line.split(' ').count(), 12);
        perm(&["info", "square1", "--after", line]).ends_with(0);
    }
    let single = "Name S\nSet A 3 1\nSolved\nA\n1 2 3\nEnd\nMove L\nA\n2 3 1\nEnd\n";
    let short = gordian_with("perm scramble - --length 4 --count 1 --seed 5", single).ends_with(0);
    assert!(short.stderr.contains("no other move is possible after 1 move"), "{}", short.stderr);
}

#[test]
fn scrambles_are_random_states_by_default() {
    let args = ["scramble", "ivy", "--count", "4", "--seed", "5", "--json"];
    let lines = perm(&args).ends_with(0).stdout;
    assert_eq!(perm(&args).ends_with(0).stdout, lines);
    for line in lines.lines() {
        let scramble: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&scramble["name"], &scramble["random"]), (&json!("ivy"), &json!("state")));
        assert_eq!(scramble["seed"], 5);
        let sequence = scramble["sequence"].as_str().unwrap();
        let after = perm(&["info", "ivy", "--json", "--after", sequence]).ends_with(0).json();
        assert_eq!(after["after"], scramble["state"]);
    }
    // Random moves come only on request.
    let run = perm(&["scramble", "kilominx", "--seed", "1"]).ends_with(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("too many states"), "{}", run.stderr);
    assert!(run.stderr.contains("(`--length`)"), "{}", run.stderr);
    let run = perm(&["scramble", "kilominx", "--seed", "1", "--length", "30"]).ends_with(0);
    assert_eq!(run.stdout.trim().split(' ').count(), 30);
    let args = ["scramble", "2x2x2", "--seed", "1", "--time-limit", "0.001"];
    let run = perm(&args).ends_with(3);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("stopped by the time limit"), "{}", run.stderr);
}

#[test]
fn random_moves_of_the_square1_have_twists() {
    for seed in 0..12 {
        let seed = seed.to_string();
        let args = ["scramble", "square1", "--length", "30", "--seed", &seed];
        let out = perm(&args).ends_with(0).stdout;
        let n_twists = out.split_whitespace().filter(|&it| it == "S").count();
        assert!(n_twists >= 10, "{out}");
    }
}

#[test]
fn the_3x3x3_is_solved_by_its_own_solver() {
    let folder = folder("perm-cube");
    let text = gordian::perm::definition::Definition::named("3x3x3").unwrap().to_string();
    let renamed = text.replace("Move U", "Move Up").replace("Name 3x3x3", "Name Mine");
    let path = file(&folder, "mine.tws", &renamed);
    let moves = "R Up2 F' L D B2 R' Up F";
    let found = perm(&["solve", &path, moves, "--json"]).ends_with(0).json();
    assert_eq!((&found["outcome"], &found["length"]), (&json!("optimal"), &json!(9)));
    assert_eq!((&found["databases"], &found["checked"]), (&json!([]), &json!(true)));
}

#[test]
fn definitions_are_checked() {
    let folder = folder("perm");
    let text = "Name Small\nSet A 3 1\nSet B 2 2\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n\
                Move N\nEnd\n";
    let path = file(&folder, "small.tws", text);
    let out = perm(&["check", &path]).ends_with(0).stdout;
    let expected = "Small: 2 orbits, 5 positions, 2 moves\n\
                    note: turn `N` has no effect\n\
                    note: no move changes 2 pieces of orbit B\n";
    assert_eq!(out, expected);
    assert_eq!(gordian_with("perm check -", text).ends_with(0).stdout, expected);
    let wrong = file(&folder, "wrong.tws", &text.replace("2 3 1", "2 3 3"));
    let mut out = perm(&["check", &wrong]).ends_with(2).stderr.replace(&wrong, "wrong.tws");
    out += &perm(&["info", "4x4x4"]).ends_with(2).stderr;
    out += &perm(&["info", "3x3x3", "--moves", "U Q"]).ends_with(2).stderr;
    out += &perm(&["info", "3x3x3", "--moves", " "]).ends_with(2).stderr;
    out += &perm(&["info", "3x3x3", "--after", "R [U"]).ends_with(2).stderr;
    out += &perm(&["info", "square1", "--after", "U3 S U S"]).ends_with(2).stderr;
    insta::assert_snapshot!(out);
}

#[test]
fn distances_are_written_from_memory_and_from_files() {
    let folder = gordian_testkit::folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = perm(&["distances", "ivy", "--json", "--out", &path("a")]).ends_with(0).json();
    assert_eq!((&whole["buckets"], &whole["first_level"]), (&json!(0), &json!(0)));
    let small = ["distances", "ivy", "--json", "--memory", "1KiB"];
    let b = path("b");
    let stopped = [&small[..], &["--out", &b, "--time-limit", "0"]].concat();
    let nothing = perm(&stopped).ends_with(3).json();
    assert_eq!((&nothing["levels"], &nothing["index"]), (&json!([]), &Value::Null));
    let nothing = perm(&["distances", "ivy", "--time-limit", "0"]).ends_with(3).stdout;
    assert_eq!(nothing, "stopped by the time limit before the first level\n");
    let resumed = perm(&[&small[..], &["--out", &b]].concat()).ends_with(0).json();
    assert!(resumed["buckets"].as_u64() > Some(1), "{resumed}");
    assert_eq!(resumed["levels"], whole["levels"]);
    assert!(fs_err::read(path("a")).unwrap() == fs_err::read(b).unwrap());
    let verified = run(&["atlas", "verify", &path("a")]).ends_with(0).stdout;
    assert!(verified.contains(": right · "), "{verified}");
    let text = perm(&["distances", "ivy", "--out", &path("c")]).ends_with(0);
    assert!(text.stderr.contains("the distances of these states are in the file"));
    let prefix = ["distances", "square1", "--depth", "3", "--out", &path("d")];
    let out = perm(&prefix).ends_with(0).stdout;
    assert!(out.ends_with("297 states in 4 levels; there may be more levels\n"), "{out}");
    let prefix = perm(&["distances", "ivy", "--depth", "2", "--json"]).ends_with(0).json();
    assert_eq!((&prefix["levels"], &prefix["complete"]), (&json!([1, 8, 48]), &json!(false)));
    let large = path("f");
    let small = ["distances", "square1", "--depth", "6", "--out", &large, "--memory"];
    let stopped = perm(&[&small[..], &["1KiB"]].concat()).ends_with(3);
    assert!(stopped.stderr.contains("resumes with a larger `--memory`"), "{}", stopped.stderr);
    let other = perm(&["distances", "dino", "--depth", "3", "--out", &large, "--memory", "1KiB"]);
    let other = other.ends_with(2).stderr;
    assert!(other.contains("holds `work on buckets of states` with another"), "{other}");
    let resumed = perm(&[&small[..], &["1MiB"]].concat()).ends_with(0).stdout;
    assert!(resumed.contains("19400 states in 7 levels"), "{resumed}");
    let large = "Name Large\nSet A 50 1\nSolved\nA\n".to_owned()
        + &(1..=50).map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
        + "\nEnd\nMove R\nA\n50 "
        + &(1..50).map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
        + "\nEnd\nIllegal A 1 2\n";
    let large = file(&self::folder("perm-large"), "large.tws", &large);
    let error = perm(&["distances", &large, "--out", &path("e")]).ends_with(2).stderr;
    assert!(error.contains("needs more than 128 bits"), "{error}");
}

#[test]
fn other_files_are_not_replaced() {
    let folder = gordian_testkit::folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let out = path("table");
    let prefix = ["distances", "ivy", "--depth", "3", "--out", &out];
    perm(&prefix).ends_with(0);
    let info = run(&["atlas", "info", &out]).ends_with(0).stdout;
    assert!(info.contains("perm ivy to distance 3"), "{info}");
    perm(&["distances", "ivy", "--out", &out]).ends_with(0);
    let info = run(&["atlas", "info", &out]).ends_with(0).stdout;
    assert!(!info.contains("to distance"), "{info}");
    let text = path("notes");
    fs_err::write(&text, "not a table").unwrap();
    let n_files = || fs_err::read_dir(folder.path()).unwrap().count();
    let n_before = n_files();
    for (file, message) in [(&out, "`perm ivy`"), (&text, "not a table"), (&path(""), "")] {
        for memory in ["1GiB", "50B"] {
            let before = fs_err::read(file).ok();
            let args = ["distances", "floppy", "--out", file, "--memory", memory];
            let error = perm(&args).ends_with(2).stderr;
            assert!(error.to_lowercase().contains(message), "{error}");
            assert_eq!(fs_err::read(file).ok(), before);
        }
    }
    assert_eq!(n_files(), n_before);
}

#[test]
fn the_first_levels_of_large_groups_are_counted() {
    let levels = |args: &[&str]| {
        let found = perm(&[&["distances", "--json"], args].concat()).ends_with(0).json();
        (found["levels"].clone(), found["index"].clone(), found["complete"].clone())
    };
    let expected = (json!([1, 18, 243, 3240]), json!("states"), json!(false));
    assert_eq!(levels(&["3x3x3", "--depth", "3"]), expected);
    let folder = gordian_testkit::folder();
    let out = folder.path().join("table");
    assert_eq!(levels(&["3x3x3", "--depth", "3", "--out", out.to_str().unwrap()]), expected);
    let expected = (json!([1, 9, 54, 321]), json!("states"), json!(false));
    assert_eq!(levels(&["2x2x2", "--depth", "3", "--memory", "200KiB"]), expected);
    let expected = (json!([1, 9, 54, 321]), json!("symmetric"), json!(false));
    assert_eq!(levels(&["2x2x2", "--depth", "3", "--memory", "1MiB"]), expected);
}

#[test]
fn the_definition_in_the_documents_is_valid() {
    let text = fs_err::read_to_string(root().join("docs/guides/perm.md")).unwrap();
    let (_, text) = text.split_once("```text\n").unwrap();
    let (definition, _) = text.split_once("```").unwrap();
    let out = gordian_with("perm check -", definition).ends_with(0).stdout;
    assert!(out.starts_with("Small: 1 orbit, 4 positions, 2 moves\n"), "{out}");
}

#[test]
fn distances_are_counted() {
    let out = perm(&["distances", "floppy", "--antipodes", "1"]).ends_with(0).stdout;
    insta::assert_snapshot!(out);
    let two = perm(&["distances", "2x2x2", "--json", "--metric", "qtm"]).ends_with(0).json();
    // Source: Jaap Scherphuis, quarter-turn metric.
    let levels = [
        1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
        90_280, 276,
    ];
    assert_eq!(two["levels"], json!(levels));
    assert_eq!((&two["total"], &two["complete"]), (&json!(3_674_160), &json!(true)));
    assert_eq!((&two["index"], &two["bytes"]), (&json!("symmetric"), &json!(196_138)));
    assert_eq!(two["symmetries"], 6);
    let some = perm(&["distances", "square1", "--memory", "4MiB", "--json"]).ends_with(3).json();
    assert_eq!((&some["complete"], &some["index"]), (&json!(false), &json!("states")));
    assert_eq!(some["levels"][4], 1141);
    let error = perm(&["distances", "3x3x3", "--memory", "1GiB"]).ends_with(2).stderr;
    assert!(error.contains("43252003274489856000 states, too many to enumerate"), "{error}");
    let error = perm(&["distances", "2x2x2", "--memory", "100KiB"]).ends_with(2).stderr;
    assert!(error.contains("196138 bytes") && error.contains("`--memory 1MiB`"), "{error}");
    assert!(error.contains("`--out FILE`"), "{error}");
    let stopped = perm(&["distances", "square1", "--time-limit", "0.2"]).ends_with(3).stdout;
    assert!(stopped.contains("not complete: stopped by the time limit"), "{stopped}");
}

#[test]
fn sequences_are_solved_line_by_line() {
    let lines = "R U R'\n\nR Q\n R2 U R2\n";
    let run = gordian_with("perm solve 2x2x2 - --memory 1MiB --moves U,R,F", lines).ends_with(2);
    let expected = " 3  R U' R'\nerror\t3\tsequence.unknown-move\tunknown move `Q`\n 3  R2 U' R2\n";
    assert_eq!(run.stdout, expected);
    let other = gordian_with("perm solve 3x3x3 - --moves U,R", "F\n").ends_with(1).stdout;
    assert_eq!(other, "infeasible · these moves do not solve the state\n");
    assert!(run.stderr.contains("[-:3:3]") && run.stderr.contains("R Q"), "{}", run.stderr);
    let run = gordian_with("perm solve skewb - --memory 1MiB --json --solutions 2", "R L\n\nL\n");
    let documents: Vec<Value> =
        run.ends_with(0).stdout.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let [two, one] = &documents[..] else { panic!("{documents:?}") };
    assert_eq!((&two["line"], &two["length"], &one["line"]), (&json!(1), &json!(2), &json!(3)));
    assert_eq!(one["solutions"], json!(["L'"]));
    let late = gordian_with(
        "perm solve 3x3x3 - --memory 1MiB --time-limit 0.1",
        "R U F2 D L B2 R U F2 L D R B2 U' L\n",
    );
    let late = late.ends_with(3).stdout;
    assert!(late.starts_with("stopped by the time limit · at least "), "{late}");
    let twice = gordian_with("perm solve - -", "").ends_with(2).stderr;
    assert!(twice.contains("cannot both be standard input"), "{twice}");
}

#[test]
fn ways_lead_to_any_state() {
    let way = perm(&["solve", "2x2x2", "R U", "--to", "R F2", "--moves", "U R F"]).ends_with(0);
    assert_eq!(way.stdout, "U' F2\noptimal · 2 moves · checked\n");
    let there = perm(&["solve", "pyraminx", "U L' R B' U", "--to", "L R'"]).ends_with(0).stdout;
    let state = |sequence: &str| {
        let info = perm(&["info", "pyraminx", "--after", sequence, "--json"]).ends_with(0).json();
        info["after"].clone()
    };
    let found = there.lines().next().unwrap();
    assert_ne!(state("L R'"), Value::Null);
    assert_eq!(state(&format!("U L' R B' U {found}")), state("L R'"));
    let lines = gordian_with("perm solve ivy - --to UFR", "UFR\nUFR UBL\n").ends_with(0).stdout;
    assert_eq!(lines, " 0\n 1  UBL'\n");
    let restricted = perm(&["solve", "square1", "U3", "--to", "D3", "--memory", "1MiB"]);
    assert_eq!(restricted.ends_with(0).stdout, "U3' D3\noptimal · 2 moves · checked\n");
    // The pieces 1 and 1 are the same: the first state is reached from the second by one move,
    // without exchanging them back.
    let alike = "Name S\nSet A 4 1\nSolved\nA\n1 1 2 3\nEnd\nMove L\nA\n2 1 3 4\nEnd\nMove R\nA\n1 3 4 2\nEnd\n";
    let run = gordian_with("perm solve - R --to L", alike).ends_with(0).stdout;
    assert_eq!(run, "R'\noptimal · 1 move · checked\n");
    let run = gordian_with("perm solve - L", alike).ends_with(0).stdout;
    assert_eq!(run, "\noptimal · 0 moves · checked\n");
    let run = gordian_with("perm solve - R --to R2", alike).ends_with(0).stdout;
    assert_eq!(run, "R\noptimal · 1 move · checked\n");
    let invalid = gordian_with("perm solve ivy - --to Q", "UFR\n").ends_with(2).stderr;
    assert!(invalid.contains("unknown move `Q`") && invalid.contains("--to"), "{invalid}");
}

#[test]
fn shortest_solutions_are_found_and_bounded() {
    let run = perm(&["solve", "pyraminx", "U L' R B'"]).ends_with(0).stdout;
    assert_eq!(run.lines().last(), Some("optimal · 4 moves · checked"), "{run}");
    perm(&["info", "pyraminx", "--after", run.lines().next().unwrap()]).ends_with(0);
    let all = perm(&["solve", "ivy", "UFR UBL' UFR", "--json", "--solutions", "100"]).ends_with(0);
    let all = all.json();
    assert_eq!((&all["outcome"], &all["length"]), (&json!("optimal"), &json!(3)));
    assert_eq!((&all["databases"], &all["checked"]), (&json!([]), &json!(true)));
    let far = "DFL UBL' DBR' UBL' DFL' DBR' DFL' DBR' UFR' DBR' UBL'";
    let first = perm(&["solve", "ivy", far, "--json"]).ends_with(0).json();
    let second = gordian_with("perm solve ivy - --json", far).ends_with(0).json();
    assert_eq!((&first["databases"], &second["databases"]), (&json!([]), &json!([29160])));
    assert_eq!(first["solutions"], second["solutions"]);
    // The first databases may suffice.
    let far = "B L R' B U R U L' B R U' R";
    let far = perm(&["solve", "pyraminx", far, "--json"]).ends_with(0).json();
    assert_eq!(far["databases"], json!([77_760, 34_560]), "{far}");
    assert!(all["solutions"].as_array().unwrap().contains(&json!("UFR' UBL UFR'")), "{all}");
    let other = perm(&["solve", "3x3x3", "F", "--moves", "U R"]).ends_with(1).stdout;
    assert_eq!(other, "infeasible · these moves do not solve the state\n");
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let args = ["solve", "3x3x3", superflip, "--time-limit", "1", "--memory", "1MiB", "--json"];
    let stopped = perm(&args).ends_with(3).json();
    assert_eq!((&stopped["outcome"], &stopped["length"]), (&json!("stopped"), &Value::Null));
    assert_eq!(stopped["checked"], json!(false));
    assert!(stopped["lower_bound"].as_u64().is_some_and(|it| (6..=20).contains(&it)), "{stopped}");
    // Solved states have the empty solution.
    assert_eq!(
        perm(&["solve", "floppy", ""]).ends_with(0).stdout,
        "\noptimal · 0 moves · checked\n"
    );
}

#[test]
fn tables_answer_states() {
    let folder = gordian_testkit::folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (table, first, restricted) = (path("ivy"), path("first"), path("restricted"));
    perm(&["distances", "ivy", "--out", &table]).ends_with(0);
    perm(&["distances", "ivy", "--depth", "2", "--out", &first]).ends_with(0);
    perm(&["distances", "ivy", "--moves", "UFR UBL", "--out", &restricted]).ends_with(0);
    let found = perm(&["query", &table, "UFR UBL' UFR"]).ends_with(0).stdout;
    assert_eq!(found, "UFR' UBL UFR'\noptimal · 3 moves · checked\n");
    // The same state by its pieces, from the document of the simulator.
    let info = perm(&["info", "ivy", "--json", "--after", "UFR UBL' UFR"]).ends_with(0).json();
    let row = |numbers: &Value| {
        let words = numbers.as_array().unwrap().iter().map(|it| format!(" {it}"));
        words.collect::<String>()
    };
    let orbits = info["after"].as_array().unwrap().iter().map(|orbit| {
        let name = orbit["orbit"].as_str().unwrap();
        format!("{name};{};{}", row(&orbit["pieces"]), row(&orbit["orientations"]))
    });
    let pieces = orbits.collect::<Vec<_>>().join("; ");
    assert_eq!(perm(&["query", &table, &pieces]).ends_with(0).stdout, found);
    let solved = perm(&["query", &table, "", "--json"]).ends_with(0).json();
    assert_eq!((&solved["distance"], &solved["solutions"]), (&json!(0), &json!([""])));
    // As many solutions as the search has.
    let solve = ["solve", "ivy", "UFR UBL' DFL UFR", "--solutions", "9"];
    let searched = perm(&solve).ends_with(0).stdout;
    let of_table = perm(&[&solve[..], &["--table", &table]].concat()).ends_with(0).stdout;
    assert_eq!(of_table, searched);
    let args = ["query", &table, solve[2], "--solutions", "9"];
    assert_eq!(perm(&args).ends_with(0).stdout, searched);
    let document = perm(&[&solve[..], &["--json", "--table", &table]].concat()).ends_with(0).json();
    assert_eq!((&document["nodes"], &document["outcome"]), (&json!(0), &json!("optimal")));
    // Antipodes are sequences that make states of the last level.
    let antipodes = perm(&["query", &table, "--antipodes", "3", "--json"]).ends_with(0).json();
    assert_eq!(antipodes["levels"].as_array().unwrap().len(), 9);
    let sequences = antipodes["antipodes"].as_array().unwrap();
    assert_eq!(sequences.len(), 3);
    for sequence in sequences {
        let found = perm(&["query", &table, sequence.as_str().unwrap(), "--json"]).json();
        assert_eq!(found["distance"], 8);
        let solved = perm(&["solve", "ivy", sequence.as_str().unwrap()]).ends_with(0).stdout;
        assert!(solved.contains("optimal · 8 moves"), "{solved}");
    }
    // A table that ends before the state, and moves that do not lead to it.
    let beyond = perm(&["query", &first, "UFR UBL' UFR"]).ends_with(3).stdout;
    assert_eq!(beyond, "not in the table · at least 3 moves\n");
    assert_eq!(
        perm(&["solve", "ivy", "UFR UBL' UFR", "--table", &first]).ends_with(0).stdout,
        found
    );
    let moves = ["--moves", "UFR UBL"];
    let other = perm(&[&["query", &restricted, "DFL"], &moves[..]].concat()).ends_with(1).stdout;
    assert!(other.starts_with("infeasible"), "{other}");
    // Lines of standard input.
    let lines = format!("UFR\n\nCENTER; 2 1\n{pieces}\nUFR UBL\n");
    let run = gordian_with(&format!("perm query {first} -"), &lines).ends_with(2);
    let expected =
        [" 1  UFR'", "error\t3\tdefinition.wrong-row-length\t", "not in the table", " 2  "];
    for (line, expected) in run.stdout.lines().zip(expected) {
        assert!(line.starts_with(expected), "{}", run.stdout);
    }
    assert_eq!(run.stdout.lines().count(), 4);
    // Errors.
    for (args, message) in [
        (&["query", &table, "CENTER; 1 1 3 4 5 6"][..], "does not have the pieces"),
        (&["query", &table, "CORNER; 1 2 3 4; 0 0 3 0"], "the orientation 3 is not from 0 to 2"),
        (
            &["query", &table, "UFR", "--puzzle", "skewb"],
            "does not have the distances of this puzzle",
        ),
        (&["query", &restricted, "UFR"], "does not have the distances of this puzzle"),
        (
            &["solve", "floppy", "R", "--table", &table],
            "does not have the distances of this puzzle",
        ),
        (&["query", &path("none"), "UFR"], "none"),
        (&["query", &table], "STATE"),
    ] {
        let error = perm(args).ends_with(2).stderr;
        assert!(error.contains(message), "{args:?}: {error}");
    }
}
