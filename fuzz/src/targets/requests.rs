//! Bodies of the service's requests: those that are answered without a search, and the inputs of jobs
//! up to the checks before the work.
//!
//! Requests that search, such as `solve`, have no checks of their own that could be called without the
//! search: what they read is read by `check`, `sudoku/read` and the inputs of jobs too.

use std::sync::OnceLock;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::{Kind, parse};
use gordian_solve::requests::{
    JOB_KINDS as KINDS, OPERATIONS, RequestContext, RequestError, Resources, handle,
};
use serde_json::Value;

use super::{Target, Verdict, assert_message, text, verdict};
use crate::{Corpus, Wrap};

/// Adds the examples of these requests.
fn examples(corpus: &mut Corpus, names: &[&str]) {
    for operation in OPERATIONS.iter().filter(|operation| names.contains(&operation.name)) {
        corpus.text((operation.example)().to_string());
    }
}

/// Adds the puzzles of the repository as the field of a request.
fn puzzles(corpus: &mut Corpus, before: &'static str, after: &'static str) {
    let wrap = || Wrap::JsonString { before, after };
    for folder in ["puzzles", "crates/gordian-puzzles/testdata/malformed"] {
        for (_, bytes) in corpus.files(folder, &["toml"]) {
            corpus.add(bytes, wrap());
        }
    }
    for (_, bytes) in corpus.files("crates/gordian-sudoku/testdata/formats", &[]) {
        corpus.add(bytes, wrap());
    }
    for folder in ["fuzz/corpus/sudoku-links", "fuzz/corpus/sudoku-documents"] {
        for (_, bytes) in corpus.files(folder, &[]) {
            corpus.add(bytes, wrap());
        }
    }
    for block in corpus.blocks("docs/formats/sudoku-text.md") {
        corpus.add(block, wrap());
    }
}

/// Adds the lines of a file as the field of a request.
fn lines(corpus: &mut Corpus, path: &str, before: &'static str, after: &'static str) {
    for line in corpus.lines_of(path) {
        corpus.add(line, Wrap::JsonString { before, after });
    }
}

pub(super) const CHECK: Target = Target {
    name: "request-check",
    summary: "bodies of `check`",
    seeds: |corpus| {
        examples(corpus, &["check"]);
        puzzles(
            corpus,
            "{\"puzzle\": ",
            ", \"solution\": [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]}",
        );
        for (_, bytes) in corpus.files("crates/gordian-model/testdata/models", &["json"]) {
            let wrap = Wrap::JsonString {
                before: "{\"puzzle\": ",
                after: ", \"solution\": {\"x\": 1, \"y\": 2}}",
            };
            corpus.add(bytes, wrap);
        }
    },
    read: |bytes| answer_each(&["check"], bytes),
};

pub(super) const SUDOKU_READ: Target = Target {
    name: "request-sudoku-read",
    summary: "bodies of `sudoku/read`",
    seeds: |corpus| {
        examples(corpus, &["sudoku/read"]);
        puzzles(corpus, "{\"text\": ", "}");
    },
    read: read_sudoku,
};

const SQUARE1_NAMES: [&str; 2] = ["square1/apply", "square1/check"];

pub(super) const SQUARE1: Target = Target {
    name: "request-square1",
    summary: "bodies of `square1/apply` and `square1/check`",
    seeds: |corpus| {
        examples(corpus, &SQUARE1_NAMES);
        let path = "crates/gordian-perm/testdata/malformed.txt";
        lines(corpus, path, "{\"position\": ", ", \"notation\": \"cube21\"}");
        lines(corpus, path, "{\"position\": \"/\", \"moves\": ", "}");
    },
    read: |bytes| answer_each(&SQUARE1_NAMES, bytes),
};

const CUBE_NAMES: [&str; 2] = ["cube/apply", "cube/check"];

pub(super) const CUBE: Target = Target {
    name: "request-cube",
    summary: "bodies of `cube/apply` and `cube/check`",
    seeds: |corpus| {
        examples(corpus, &CUBE_NAMES);
        let path = "crates/gordian-perm/testdata/malformed-cube3.txt";
        lines(corpus, path, "{\"position\": ", "}");
        lines(corpus, path, "{\"position\": \"R U\", \"moves\": ", "}");
    },
    read: |bytes| answer_each(&CUBE_NAMES, bytes),
};

pub(super) const JOBS: Target = Target {
    name: "job-inputs",
    summary: "inputs of jobs, as one of every kind",
    seeds: |corpus| {
        let names = ["solve", "sudoku/explain", "sudoku/rate", "sudoku/generate"];
        examples(corpus, &names);
        for text in [
            r#"{"puzzle": "square1-silver"}"#,
            r#"{"puzzle": "1", "task": "count", "limit": 10, "time_limit": 0.5, "engine": "auto", "seed": 1, "moves": true, "report": true, "conflict": true}"#,
            r#"{"size": 9, "box": [3, 3], "diagonals": false, "symmetry": "half-turn", "clues": 24, "minimal": true, "level": "hard", "needs": ["x-wing"], "avoids": [], "seed": 1, "time_limit": 1}"#,
            r#"{"puzzle": "1", "scale": "explainer", "order": "hodoku", "time_limit": 1e300}"#,
        ] {
            corpus.text(text);
        }
    },
    read: read_jobs,
};

/// Answers a request, unless it is refused as it should be.
fn answer(name: &str, body: &str) -> Option<Value> {
    static RESOURCES: OnceLock<Resources> = OnceLock::new();
    let resources = RESOURCES.get_or_init(|| Resources::new(Default::default()));
    let cancel = Cancel::new();
    let ctx = RequestContext::new(resources, &cancel, &NoProgress);
    handle(name, body, &ctx).map_err(|error| assert_request_error(&error)).ok()
}

/// Asks one operation after the other with the same body; accepted if one of them is answered.
fn answer_each(names: &[&str], body: &[u8]) -> Verdict {
    let body = text(body);
    verdict(names.iter().filter(|name| answer(name, &body).is_some()).count() > 0)
}

fn assert_request_error(error: &RequestError) {
    assert!(!error.is_internal(), "an internal fault: {:?}", error.details());
    assert!(!error.details().is_empty(), "refused without a reason");
    for fault in error.details() {
        assert_message(&fault.message);
        if let Some(hint) = &fault.hint {
            assert_message(hint);
        }
        assert!(fault.line != Some(0) && fault.column != Some(0), "{fault:?}");
        assert!(fault.to_json().is_object());
    }
}

fn read_sudoku(bytes: &[u8]) -> Verdict {
    let Some(document) = answer("sudoku/read", &text(bytes)) else { return Verdict::Refused };
    for puzzle in document["puzzles"].as_array().expect("a list") {
        let file = puzzle["puzzle"].as_str().expect("a text");
        match parse(file) {
            Ok(read) => assert_eq!(read.kind(), Kind::Grid),
            Err(diagnostics) => panic!("what was written is refused: {diagnostics:?}\n{file}"),
        }
    }
    Verdict::Accepted
}

fn read_jobs(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for kind in KINDS {
        match kind.check_input(&text) {
            Ok(()) => accepted = true,
            Err(error) => assert_request_error(&error),
        }
    }
    verdict(accepted)
}
