//! Interrupted and killed builds resume from their checkpoints and write the same table.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::atlas::{names, silver};
use crate::signals::{interrupt, wait_for, wait_for_exit};
use crate::support::{folder, program, run};

/// Returns the arguments that build the table with a checkpoint after every level.
fn arguments(table: &Path) -> [&str; 8] {
    let table = table.to_str().expect("the folder's name is UTF-8");
    ["atlas", "build", "square1-silver", "--json", "--checkpoint", "every-level", "--out", table]
}

fn assert_same(table: &Path) {
    let same = fs_err::read(table).unwrap() == fs_err::read(&silver().path).unwrap();
    assert!(same, "{} differs from a table built in one go", table.display());
    let folder = table.parent().unwrap();
    assert_eq!(names(folder), ["silver.table", "silver.table.lock"]);
}

#[test]
#[ignore = "slow: builds the silver table twice"]
fn interrupted_build_resumes_from_its_checkpoint() {
    let table = folder("stopped").join("silver.table");
    let mut program = program(&[&arguments(&table)[..], &["--kernel", "portable"]].concat());
    program.env("GORDIAN_LOG", "debug").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    wait_for(&mut child, "level=5 ");
    interrupt(&child);
    let stopped = wait_for_exit(child).ends_with(130).json();
    assert_eq!(
        (&stopped["outcome"], &stopped["limit"]),
        (&"stopped".into(), &"interrupted".into())
    );
    assert!(stopped["level"].as_u64().is_some_and(|level| level >= 5), "{stopped}");
    let checkpoint = stopped["checkpoint"].as_str().unwrap();
    assert!(Path::new(checkpoint).exists());
    assert!(!table.exists());

    let info = run(&["atlas", "info", "--json", checkpoint]).ends_with(0).json();
    assert_eq!(info["kind"], "checkpoint");
    assert!(run(&["atlas", "verify", checkpoint]).ends_with(0).stdout.contains(": right · "));
    let query = run(&["atlas", "query", checkpoint, "-"]).ends_with(2);
    assert!(!query.stderr.is_empty());

    let built = run(&arguments(&table)).ends_with(0);
    assert_eq!(built.json()["resumed_at_level"], info["level"]);
    assert!(built.stderr.contains("found a checkpoint of level "), "{}", built.stderr);
    assert_same(&table);
}

#[test]
fn interrupted_count_reports_its_progress() {
    let mut program = program(&["atlas", "build", "square1-silver", "--kernel", "portable"]);
    program.env("GORDIAN_LOG", "debug").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    wait_for(&mut child, "level=5 ");
    interrupt(&child);
    let text = wait_for_exit(child).ends_with(130).stdout;
    assert!(text.starts_with("stopped by Ctrl-C · level "), "{text}");
    assert!(text.contains(" of all positions seen · "), "{text}");
}

#[test]
fn ctrl_c_ends_a_query_that_waits_for_input() {
    let mut program = program(&["atlas", "query", silver().name(), "-"]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"/\n").unwrap();
    // The answer arrives before the input ends.
    let mut stdout = child.stdout.take().unwrap();
    let mut answer = [0; 1];
    std::io::Read::read_exact(&mut stdout, &mut answer).unwrap();
    assert_eq!(answer, *b"F");
    child.stdout = Some(stdout);
    interrupt(&child);
    wait_for_exit(child).ends_with(130);
    drop(stdin);
}

#[test]
fn second_build_of_the_same_table_is_refused() {
    let table = folder("busy").join("silver.table");
    let mut program = program(&[&arguments(&table)[..], &["--kernel", "portable"]].concat());
    program.env("GORDIAN_LOG", "debug").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    wait_for(&mut child, "level=1 ");
    let other = run(&arguments(&table)).ends_with(2);
    assert_eq!(other.json()["error"]["code"], "table.busy");
    interrupt(&child);
    wait_for_exit(child).ends_with(130);
}

/// Pseudorandom numbers from 0 to 1.
struct Instants(u64);

impl Instants {
    fn next(&mut self) -> f64 {
        // Knuth's MMIX generator; its high bits are good enough.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 32).unwrap()) / f64::from(u32::MAX)
    }
}

#[test]
#[ignore = "slow: a build killed at three random instants, or a hundred, and resumed gives the same file"]
fn killed_build_resumes_and_writes_the_same_table() {
    let folder = folder("killed");
    let table = folder.join("silver.table");
    let begin = Instant::now();
    assert_eq!(run(&arguments(&table)).ends_with(0).json()["resumed_at_level"], Value::Null);
    let whole = begin.elapsed();
    assert_same(&table);
    let mut instants = Instants(2007 + gordian_testkit::seed());
    let kills = gordian_testkit::size(3, 100);
    let mut n_killed = 0;
    let mut n_resumed = 0;
    // Builds that are killed before the first checkpoint start again; at least one must resume.
    while n_killed < kills || n_resumed == 0 && n_killed < 40 {
        fs_err::remove_file(&table).unwrap();
        // Killed one to three times before it may finish.
        for _ in 0..3 {
            let delay = whole.mul_f64(instants.next());
            let mut program = program(&arguments(&table));
            let mut child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(delay);
            child.kill().unwrap();
            // A build that completed in time was not killed.
            if child.wait().unwrap().code().is_none() {
                n_killed += 1;
            }
            if instants.next() < 0.5 {
                break;
            }
        }
        let built = run(&arguments(&table)).ends_with(0).json();
        n_resumed += u32::from(built["resumed_at_level"].is_u64());
        assert_same(&table);
    }
    assert!(n_resumed > 0, "no build resumed from a checkpoint");
    fs_err::remove_dir_all(folder).unwrap();
}
