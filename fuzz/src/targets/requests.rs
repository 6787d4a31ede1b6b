//! Request bodies of the service: operations without a search, and the inputs of jobs up to
//! validation.
//!
//! Operations that search, such as `solve`, have no validation that could be called without the
//! search; `check`, `sudoku/read` and the inputs of jobs use the same parsers.

use std::sync::OnceLock;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::{GridPuzzle, Kind, parse};
use gordian_requests::{JOB_KINDS, OPERATIONS, RequestContext, RequestError, Resources, handle};
use serde_json::Value;

use super::{Target, Verdict, assert_message, text, verdict};
use crate::{Corpus, Wrap};

/// Adds the examples of these operations.
fn add_examples(corpus: &mut Corpus, names: &[&str]) {
    for operation in OPERATIONS.iter().filter(|operation| names.contains(&operation.name)) {
        corpus.add_text((operation.example)().to_string());
    }
}

/// Adds the puzzles of the repository as a field of a request.
fn add_puzzles(corpus: &mut Corpus, before: &'static str, after: &'static str) {
    let wrap = || Wrap::JsonString { before, after };
    for folder in ["puzzles", "crates/gordian-puzzles/testdata/malformed"] {
        for (_, bytes) in corpus.read_files(folder, &["toml"]) {
            corpus.add(bytes, wrap());
        }
    }
    for (_, bytes) in corpus.read_files("crates/gordian-sudoku/testdata/formats", &[]) {
        corpus.add(bytes, wrap());
    }
    for folder in ["fuzz/corpus/sudoku-links", "fuzz/corpus/sudoku-documents"] {
        for (_, bytes) in corpus.read_files(folder, &[]) {
            corpus.add(bytes, wrap());
        }
    }
    for block in corpus.fenced_blocks("docs/formats/sudoku-text.md", &[]) {
        corpus.add(block, wrap());
    }
}

/// Adds the lines of a file as a field of a request.
fn add_lines(corpus: &mut Corpus, path: &str, before: &'static str, after: &'static str) {
    for line in corpus.read_lines(path) {
        corpus.add(line, Wrap::JsonString { before, after });
    }
}

pub(super) const CHECK: Target = Target {
    name: "request-check",
    summary: "bodies of `check`",
    seeds: |corpus| {
        add_examples(corpus, &["check"]);
        add_puzzles(
            corpus,
            "{\"puzzle\": ",
            ", \"solution\": [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]}",
        );
        for (_, bytes) in corpus.read_files("crates/gordian-model/testdata/models", &["json"]) {
            let wrap = Wrap::JsonString {
                before: "{\"puzzle\": ",
                after: ", \"solution\": {\"x\": 1, \"y\": 2}}",
            };
            corpus.add(bytes, wrap);
        }
    },
    read: |bytes| handle_each(&["check"], bytes),
};

pub(super) const SUDOKU_READ: Target = Target {
    name: "request-sudoku-read",
    summary: "bodies of `sudoku/read`",
    seeds: |corpus| {
        add_examples(corpus, &["sudoku/read"]);
        add_puzzles(corpus, "{\"text\": ", "}");
    },
    read: read_sudoku,
};

const SQUARE1_NAMES: [&str; 2] = ["square1/apply", "square1/check"];

pub(super) const SQUARE1: Target = Target {
    name: "request-square1",
    summary: "bodies of `square1/apply` and `square1/check`",
    seeds: |corpus| {
        add_examples(corpus, &SQUARE1_NAMES);
        let path = "crates/gordian-perm/testdata/malformed.txt";
        add_lines(corpus, path, "{\"position\": ", ", \"notation\": \"cube21\"}");
        add_lines(corpus, path, "{\"position\": \"/\", \"moves\": ", "}");
    },
    read: |bytes| handle_each(&SQUARE1_NAMES, bytes),
};

const CUBE_NAMES: [&str; 2] = ["cube/apply", "cube/check"];

pub(super) const CUBE: Target = Target {
    name: "request-cube",
    summary: "bodies of `cube/apply` and `cube/check`",
    seeds: |corpus| {
        add_examples(corpus, &CUBE_NAMES);
        let path = "crates/gordian-perm/testdata/malformed-cube3.txt";
        add_lines(corpus, path, "{\"position\": ", "}");
        add_lines(corpus, path, "{\"position\": \"R U\", \"moves\": ", "}");
    },
    read: |bytes| handle_each(&CUBE_NAMES, bytes),
};

pub(super) const JOBS: Target = Target {
    name: "job-inputs",
    summary: "inputs of jobs, each parsed as every job kind",
    seeds: |corpus| {
        let names = ["solve", "sudoku/explain", "sudoku/rate", "sudoku/generate"];
        add_examples(corpus, &names);
        for text in [
            r#"{"puzzle": "square1-silver"}"#,
            r#"{"puzzle": "1", "task": "count", "limit": 10, "time_limit": 0.5, "engine": "auto", "seed": 1, "moves": true, "report": true, "conflict": true}"#,
            r#"{"size": 9, "box": [3, 3], "diagonals": false, "symmetry": "half-turn", "clues": 24, "minimal": true, "level": "hard", "needs": ["x-wing"], "avoids": [], "seed": 1, "time_limit": 1}"#,
            r#"{"puzzle": "1", "scale": "explainer", "order": "hodoku", "time_limit": 1e300}"#,
        ] {
            corpus.add_text(text);
        }
    },
    read: read_jobs,
};

/// Handles a request; `None` if it is rejected with a valid error.
fn handle_request(name: &str, body: &str) -> Option<Value> {
    static RESOURCES: OnceLock<Resources> = OnceLock::new();
    let resources = RESOURCES.get_or_init(|| Resources::new(Default::default()));
    let cancel = Cancel::new();
    let ctx = RequestContext::new(resources, &cancel, &NoProgress);
    handle(name, body, &ctx).map_err(|error| assert_request_error(&error)).ok()
}

/// Handles the same body with each operation; accepted if at least one of them succeeds.
fn handle_each(names: &[&str], body: &[u8]) -> Verdict {
    let body = text(body);
    verdict(names.iter().filter(|name| handle_request(name, &body).is_some()).count() > 0)
}

fn assert_request_error(error: &RequestError) {
    assert!(!error.is_internal(), "an internal error: {:?}", error.details());
    assert!(!error.details().is_empty(), "rejected without a reason");
    for detail in error.details() {
        assert_message(&detail.message);
        if let Some(hint) = &detail.hint {
            assert_message(hint);
        }
        assert!(detail.line != Some(0) && detail.column != Some(0), "{detail:?}");
        assert!(serde_json::to_value(detail).is_ok_and(|detail| detail.is_object()));
    }
}

fn read_sudoku(bytes: &[u8]) -> Verdict {
    let Some(document) = handle_request("sudoku/read", &text(bytes)) else {
        return Verdict::Rejected;
    };
    for puzzle in document["puzzles"].as_array().expect("a list") {
        let file = puzzle["puzzle"].as_str().expect("a text");
        match parse(file) {
            Ok(read) => assert_eq!(read.kind(), Kind::of::<GridPuzzle>()),
            Err(diagnostics) => panic!("the written text is rejected: {diagnostics:?}\n{file}"),
        }
    }
    Verdict::Accepted
}

fn read_jobs(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for kind in JOB_KINDS {
        match kind.check_input(&text) {
            Ok(()) => accepted = true,
            Err(error) => assert_request_error(&error),
        }
    }
    verdict(accepted)
}
