//! `gordian atlas`: published level counts, table headers, queries and the proof.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gordian::perm::square1::{Colours, Middle, Notation, Position, Sequence};
use gordian_testkit::square1_levels::SILVER;
use serde_json::{Value, json};

use crate::support::{Run, file, folder, gordian, gordian_with, root, run};

/// The silver table and the document of its build.
pub(crate) struct Silver {
    pub(crate) path: PathBuf,
    pub(crate) document: Value,
}

impl Silver {
    pub(crate) fn name(&self) -> &str {
        self.path.to_str().expect("the folder's name is UTF-8")
    }
}

/// Builds the silver table, once for all tests.
pub(crate) fn silver() -> &'static Silver {
    static TABLE: OnceLock<Silver> = OnceLock::new();
    TABLE.get_or_init(|| {
        let path = folder("silver-table").join("silver.table");
        let args = ["atlas", "build", "square1-silver", "--json", "--out", path.to_str().unwrap()];
        let document = run(&args).ends_with(0).json();
        Silver { path, document }
    })
}

/// Runs `gordian atlas COMMAND TABLE …` on the silver table.
fn atlas(command: &str, args: &[&str]) -> Run {
    run(&[&["atlas", command, silver().name()], args].concat())
}

fn published() -> Value {
    json!({
        "ignoring-middle-modulo-flip": SILVER.ignoring_middle,
        "modulo-flip": SILVER.modulo_flip,
        "rotations-only": SILVER.rotations_only,
    })
}

#[test]
fn silver_level_counts_match_the_published_ones() {
    let counted = gordian("atlas build square1-silver --json").ends_with(0).json();
    for document in [&counted, &silver().document] {
        assert_eq!(document["models"], published());
        let total = |levels: &[u64]| levels.iter().sum::<u64>();
        let expected = json!({
            "ignoring-middle-modulo-flip": total(SILVER.ignoring_middle),
            "modulo-flip": total(SILVER.modulo_flip),
            "rotations-only": total(SILVER.rotations_only),
        });
        assert_eq!(document["positions"], expected);
        assert_eq!((&document["schema"], &document["outcome"]), (&json!(1), &json!("solved")));
        assert_eq!(document["puzzle"], "square1-silver");
        assert!(document["seconds"]["cpu"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert!(document["seconds"]["wall"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert!(["avx512", "avx2", "portable"].contains(&document["kernel"].as_str().unwrap()));
        assert!(document["threads"].as_u64().is_some_and(|n| n > 0));
        assert_eq!(document["resumed_at_level"], Value::Null);
    }
    assert_eq!(counted["table"], Value::Null);
    assert_eq!(silver().document["table"], silver().name());
    // Counting needs half the memory.
    if let Some(peak) = counted["peak_memory_bytes"].as_u64() {
        assert!(peak < silver().document["peak_memory_bytes"].as_u64().unwrap());
    }
}

#[test]
fn level_table_is_aligned_in_columns() {
    let run = gordian("atlas build square1-silver --threads 1").ends_with(0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let expected = [
        "square1-silver",
        "distance  ignoring-middle-modulo-flip     modulo-flip  rotations-only",
        "       0                            1               1               1",
        "       1                           32              32              64",
    ];
    assert_eq!(lines[..4], expected);
    let expected = [
        "      12                                      164,952         329,904",
        "     all                6,810,804,000  13,621,608,000  27,243,216,000",
        "`ignoring-middle-modulo-flip` is the model of 2007, which calls distance 0 level 1",
    ];
    assert_eq!(lines[14..17], expected);
    assert!(lines[17].starts_with("complete · ") && lines[17].ends_with(" · 1 thread"));
    assert!(run.stderr.contains("square1-silver: needs ") && run.stderr.contains(" of memory"));
}

#[test]
fn invalid_build_arguments_are_refused() {
    let refused = |args: &str, said: &[&str]| {
        let run = gordian(&format!("atlas build {args}")).ends_with(2);
        for said in said {
            assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
        }
        assert_eq!(run.stdout, "");
    };
    refused(
        "square1-silver --memory 100MB",
        &["needs 342292864 bytes of memory, 100000000 are allowed", "hint:", "--memory 327MiB"],
    );
    refused("square1silver", &["a similar value exists: 'square1-silver'"]);
    refused("square1-silver --memory 2G", &["not an amount of memory"]);
    refused("square1-silver --threads 0", &["not a number from 1 to 256"]);
    refused("square1-silver --kernel sse", &["avx512"]);
    refused("square1-silver --checkpoint every-level", &["--out"]);
    refused("square1-silver --out none/such/place", &["none/such/place"]);

    let run = gordian("atlas build square1-silver --memory 1 --json").ends_with(2);
    let error = &run.json()["error"];
    assert_eq!(error["code"], "atlas.memory-limit");
    assert!(error["message"].as_str().unwrap().contains("342292864"), "{error}");
}

#[test]
fn info_shows_the_header_of_a_table() {
    let info = atlas("info", &["--json"]).ends_with(0).json();
    assert_eq!(info["models"], published());
    assert_eq!((&info["label"], &info["kind"]), (&json!("square1-silver"), &json!("table")));
    assert_eq!((&info["format"], &info["level"]), (&json!(1), &Value::Null));
    let size = fs_err::metadata(&silver().path).unwrap().len();
    let blocks = info["blocks"].as_u64().unwrap();
    assert_eq!(size, 4104 + 65540 * blocks);
    assert!(info["payload_bytes"].as_u64().unwrap() <= 65536 * blocks);
    for hash in ["definition", "content"] {
        let hash = info[hash].as_str().unwrap();
        assert!(hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{hash}");
    }
    // The format document contains the hash of the definition.
    let document = root().join("docs/formats/square1-table.md");
    let document = fs_err::read_to_string(document).unwrap();
    assert!(document.contains(info["definition"].as_str().unwrap()));
    let text = atlas("info", &[]).ends_with(0).stdout;
    for said in ["label       square1-silver\n", "kind        table\n", "13,621,608,000"] {
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn damaged_table_is_refused() {
    let right = atlas("verify", &["--threads", "2"]).ends_with(0).stdout;
    assert!(right.contains(": right · ") && right.contains(" GB/s"), "{right}");
    let document = atlas("verify", &["--json"]).ends_with(0).json();
    assert_eq!(
        (&document["outcome"], &document["label"]),
        (&json!("solved"), &json!("square1-silver"))
    );

    let folder = folder("damaged");
    let path = folder.join("damaged.table");
    let bytes = fs_err::read(&silver().path).unwrap();
    let refused = |bytes: &[u8], code: &str, said: &str| {
        fs_err::write(&path, bytes).unwrap();
        let name = path.to_str().unwrap();
        let run = run(&["atlas", "verify", "--json", name]).ends_with(2);
        let error = &run.json()["error"];
        assert_eq!(error["code"], code);
        assert!(error["message"].as_str().unwrap().contains(said), "{error}");
        assert!(error["message"].as_str().unwrap().contains("damaged.table"), "{error}");
    };
    let mut damaged = bytes.clone();
    damaged[4096 + 7 * 65536 + 12345] ^= 1;
    refused(&damaged, "table.block", "block 7 ");
    // The text output names the damaged block too.
    let name = path.to_str().unwrap();
    let run = run(&["atlas", "verify", name]).ends_with(2);
    assert!(
        run.stderr.contains("block 7 of table") && run.stderr.contains("hint:"),
        "{}",
        run.stderr
    );
    damaged[..4096].copy_from_slice(&bytes[..4096]);
    damaged[5] ^= 1;
    refused(&damaged, "table.not-a-table", "");
    refused(&bytes[..bytes.len() - 1], "table.length", "bytes instead of");
    refused(b"", "table.not-a-table", "");
    fs_err::remove_dir_all(folder).unwrap();

    for command in ["info", "verify"] {
        let run = gordian(&format!("atlas {command} Cargo.toml")).ends_with(2);
        assert!(run.stderr.contains("`Cargo.toml` is not a table"), "{}", run.stderr);
        assert!(
            gordian(&format!("atlas {command} missing")).ends_with(2).stderr.contains("missing")
        );
    }
    assert!(gordian("atlas query Cargo.toml -").ends_with(2).stderr.contains("is not a table"));
    let document = gordian("atlas query --json missing -").ends_with(2).json();
    assert_eq!(document["error"]["code"], "table.io");
}

const QUERIES: &str = "\
01034547-F898BCDC,K\n\
/\n\
\n\
foo\n\
(1,0)/(1,0)//(2,0)/\n\
01234567-F89ABCDE,S\r\n\
01034547-F898BCDC,S\n\
F898BCDC-01034547,S\n\
+8BCDCF89-01034547,S";

fn query(args: &[&str], input: &str) -> Run {
    let args = [&["atlas", "query", silver().name(), "-"], args].concat();
    gordian_with(&args.join(" "), input)
}

#[test]
fn query_answers_every_line() {
    let run = query(&[], QUERIES).ends_with(2);
    insta::assert_snapshot!(run.stdout.replace('\t', " | "), @r"
    01034547-F898BCDC,K | 3 | 0 | (0,2)/(0,6)/(0,6)/(0,4)
    F8984547-0103BCDC,K | 1 | 1 | /
    error | 4 | square1.unexpected-character | found `o` where a piece, 0 to F, or `-` is expected
    error | 5 | square1.blocked-twist | twist 2 is blocked: piece F of the top layer lies across the front end of the cut
    error | 6 | atlas.wrong-puzzle | the table is for `square1-silver`, not for `square1`
    01034547-F898BCDC,S | 0 | 0 | 
    F898BCDC-01034547,S | 0 | 0 | /(6,6)/(6,6)
    +8BCDCF89-01034547,S | 0 | 0 | (-4,0)/(6,6)/(6,6)
    ");
    let places: Vec<&str> =
        run.stderr.lines().filter_map(|line| line.split_once("[-:")).map(|it| it.1).collect();
    assert_eq!(places, ["4:2]", "5:12]", "6:1]"]);
    // The notation applies to input and output.
    let run = query(&["--notation", "cube21"], "(-1,0)/!\nF898BCDC-01034547,S\n").ends_with(0);
    let expected = "1034BCDC-F8985470,K\t1\t1\t(6,6)/(-5,6)\nF898BCDC-01034547,S\t0\t0\t!\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn query_writes_a_document_for_every_line() {
    let run = query(&["--json"], QUERIES).ends_with(2);
    assert_eq!(run.stderr, "");
    let documents: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<u64> = documents.iter().map(|it| it["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 2, 4, 5, 6, 7, 8, 9]);
    let expected = json!({
        "schema": 1,
        "line": 1,
        "position": "01034547-F898BCDC,K",
        "distance": 3,
        "distance_ignoring_middle": 0,
        "solution": "(0,2)/(0,6)/(0,6)/(0,4)",
        "checked": true,
    });
    assert_eq!(documents[0], expected);
    let error = &documents[3]["error"];
    assert_eq!(error["code"], "square1.blocked-twist");
    assert_eq!((&error["line"], &error["column"]), (&json!(5), &json!(12)));
    let run = query(&["--json", "--no-solution"], "/").ends_with(0);
    let keys: Vec<String> = run.json().as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["schema", "line", "position", "distance", "distance_ignoring_middle"]);
}

#[test]
fn invalid_lines_are_reported_and_others_answered() {
    let folder = folder("lines");
    let path = folder.join("positions");
    let mut bytes = b"/\n\xff\n".to_vec();
    bytes.extend(std::iter::repeat_n(b'/', 70_000));
    bytes.extend(b"\n/\n");
    fs_err::write(&path, bytes).unwrap();
    let run = atlas("query", &["--no-solution", path.to_str().unwrap()]).ends_with(2);
    let codes: Vec<&str> =
        run.stdout.lines().map(|line| line.split('\t').nth(2).unwrap()).collect();
    assert_eq!(codes, ["1", "input.not-utf8", "input.too-long", "1"]);
    // Only ten errors are shown on standard error; standard output has all of them.
    let run = query(&[], &"nonsense\n".repeat(25)).ends_with(2);
    assert_eq!(run.stdout.lines().count(), 25);
    assert_eq!(run.stderr.matches("hint:").count(), 10);
    assert!(run.stderr.ends_with("15 more invalid lines\n"), "{}", run.stderr);
    let missing = atlas("query", &["missing"]).ends_with(2);
    assert!(missing.stderr.contains("missing"));
    assert_eq!(query(&[], "").ends_with(0).stdout, "");
}

/// Returns a few hundred positions along a long sequence.
fn positions() -> Vec<Position> {
    let mut position = Position::solved(Colours::Silver);
    let mut all = Vec::new();
    let mut number = 1_u32;
    while all.len() < 300 {
        // A linear congruential generator is random enough here.
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [top, bottom] = [number >> 24, number >> 16].map(|it| it % 12);
        let text = format!("({top},{bottom})");
        let turn = Sequence::parse(&text, Notation::Wca).unwrap();
        position = position.apply(&turn).unwrap();
        if let Some(twisted) = position.twisted() {
            position = twisted;
            all.push(position);
        }
    }
    all
}

#[test]
fn query_solutions_are_correct_with_any_number_of_threads() {
    let positions = positions();
    let text: String = positions.iter().map(|position| format!("{position}\n")).collect();
    let file = file(&folder("batch"), "positions", &text);
    let one = atlas("query", &[&file]).ends_with(0).stdout;
    assert_eq!(atlas("query", &[&file, "--threads", "3"]).ends_with(0).stdout, one);
    assert_eq!(one.lines().count(), positions.len());
    for (position, line) in positions.iter().zip(one.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [named, distance, ignoring, solution] = fields[..] else { panic!("{line}") };
        assert_eq!(named, position.to_string());
        let solution = Sequence::parse(solution, Notation::Wca).unwrap();
        assert_eq!(position.apply(&solution), Ok(Position::solved(Colours::Silver)), "{line}");
        let [distance, ignoring] = [distance, ignoring].map(|it| it.parse::<usize>().unwrap());
        assert_eq!(solution.twists(), distance, "{line}");
        assert_eq!(distance % 2 == 0, position.middle() == Middle::Square, "{line}");
        assert!(ignoring == distance || ignoring + 1 == distance, "{line}");
    }
    let quick = atlas("query", &[&file, "--no-solution"]).ends_with(0).stdout;
    for (quick, line) in quick.lines().zip(one.lines()) {
        assert!(line.starts_with(&format!("{quick}\t")), "{quick} and {line}");
    }
}

#[test]
fn query_reads_a_long_file_in_batches() {
    // More lines than fit into the queue.
    let text = "/\n".repeat(20_000);
    let file = file(&folder("many"), "positions", &text);
    let run = atlas("query", &["--no-solution", &file]).ends_with(0);
    assert!(run.stdout.lines().all(|line| line == "F8984547-0103BCDC,K\t1\t1"));
    assert_eq!(run.stdout.lines().count(), 20_000);
}

/// Returns the files of a folder, by name.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs_err::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn build_refuses_a_directory_as_output() {
    let folder = folder("over-a-folder");
    let out = folder.to_str().expect("the folder's name is UTF-8");
    let refused = run(&["atlas", "build", "square1-silver", "--out", out]).ends_with(2);
    assert!(refused.stderr.contains("is a directory"), "{}", refused.stderr);
    assert!(!folder.with_extension("lock").exists());
}

#[test]
fn proof_requires_a_six_colour_table() {
    let table = silver().path.to_str().expect("the folder's name is UTF-8");
    let refused = run(&["atlas", "prove", "square1-wca-bound", "--table", table]).ends_with(2);
    let said = "the table is for `square1-silver`, not for `square1`";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
    assert_eq!(refused.stdout, "");
}

#[test]
#[ignore = "slow: 26 moves suffice and are needed, from all positions of the six-colour puzzle"]
fn square1_wca_bound_is_26() {
    let proof = gordian("atlas prove square1-wca-bound --json").ends_with(0).json();
    for (field, expected) in [
        ("max_twists", 13),
        ("positions_at_max_twists", 157_452_752),
        ("upper_bound", 26),
        ("lower_bound", 26),
        ("length", 26),
        ("twists", 13),
    ] {
        assert_eq!(proof[field], expected, "{field} in {proof}");
    }
    assert_eq!(proof["position"], "CBD4539-E7180F26A,K");
    assert_eq!(proof["outcome"], "optimal");
}
