//! The book and the README: links lead somewhere, options exist, commands run as they are written,
//! and pictures are those that the program draws.
//!
//! - A block `sh` has commands: those of the program are run, in the order of the page, and
//!   succeed.
//! - A block `console` has commands after `$ `, each with its output, which is compared; a line `…`
//!   stands for any lines, and times are not compared.
//! - A block with `title="NAME"` is the file NAME of the commands of its page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use gordian::model::Model;
use gordian::puzzles::parse;
use gordian::{Cancel, NoProgress, Problem, Request, SolutionData, SolveResponse, solve};
use serde_json::Value;

use crate::support::{COMMANDS, Run, folder, gordian, gordian_with, root, words};

/// Commands of documents that are not run, by their beginning: they do not end, change the system,
/// need other programs, or take too long. Their options are checked like those of the others.
const NOT_RUN: [&str; 12] = [
    "gordian atlas build square1",
    "gordian atlas prove",
    "gordian cube scramble --centres --count 100",
    "gordian cube scramble --count 10",
    "gordian cube solve \"R U F' D2 L B R' D\" --optimal",
    "gordian cube table",
    "gordian generate slither",
    "gordian minizinc",
    "gordian serve",
    "gordian sudoku generate --needs",
    "gordian worker",
    "gordian docs",
];

/// Options of other programs that documents name.
const OTHER_OPTIONS: [&str; 33] = [
    "--cap-drop",
    "--check",
    "--chunk",
    "--example",
    "--features",
    "--ignored",
    "--kill",
    "--locked",
    "--memory",
    "--mpi",
    "--name",
    "--no-default-features",
    "--no-deps",
    "--nocapture",
    "--now",
    "--open",
    "--package",
    "--parts",
    "--path",
    "--prefix",
    "--queens",
    "--read-only",
    "--release",
    "--restart",
    "--scheduler",
    "--seconds",
    "--security-opt",
    "--solution_file",
    "--solver",
    "--strip-components",
    "--test",
    "--user",
    "--workspace",
];

/// Returns the files of a folder and of those below it, by their paths below it.
fn files(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs_err::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, path);
            }
        }
    }
    found
}

/// Returns the generated pages of the reference, by their paths in the book.
fn reference() -> &'static BTreeMap<String, String> {
    static PAGES: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let folder = folder("reference");
        let written = gordian(&format!("docs --out {}", folder.display())).ends_with(0).stdout;
        // No two pages have the same name.
        let n_written = format!("{} files", files(&folder).len());
        assert!(written.contains(&n_written), "{written} but {n_written}");
        let read = |(name, path)| {
            (format!("reference/{name}"), fs_err::read_to_string::<PathBuf>(path).unwrap())
        };
        files(&folder).into_iter().map(read).collect()
    })
}

/// Returns the text of a generated page.
pub(crate) fn reference_page(name: &str) -> &'static str {
    &reference()[&format!("reference/{name}")]
}

/// Returns the pages of the book that are written by hand, by their paths in it, and the README.
fn written() -> BTreeMap<String, String> {
    let pages = files(&root().join("docs")).into_iter().filter(|(name, _)| name.ends_with(".md"));
    let read = |path: PathBuf| fs_err::read_to_string(path).unwrap();
    let mut pages: BTreeMap<String, String> =
        pages.map(|(name, path)| (name, read(path))).collect();
    pages.insert("../README.md".to_owned(), read(root().join("README.md")));
    pages
}

/// A block of code of a page.
struct Block<'p> {
    language: &'p str,
    /// The file that it is.
    title: Option<&'p str>,
    text: &'p str,
}

/// Returns the blocks of code of a page.
fn blocks(page: &str) -> impl Iterator<Item = Block<'_>> {
    let mut rest = page;
    std::iter::from_fn(move || {
        let start = if rest.starts_with("```") { 3 } else { rest.find("\n```")? + 4 };
        let (head, after) = rest[start..].split_once('\n')?;
        let (text, after) = after.split_once("```").unwrap_or((after, ""));
        rest = after;
        let language = head.split(' ').next().unwrap_or_default();
        let title = head.split_once("title=\"").and_then(|(_, title)| title.split('"').next());
        Some(Block { language, title, text })
    })
}

/// Returns the commands of a block `sh`: lines that end with a backslash are continued.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

#[test]
fn pages_of_the_reference_have_titles() {
    for (path, text) in reference() {
        let start = if path.ends_with(".svg") { "<svg " } else { "# " };
        assert!(text.starts_with(start) && text.ends_with('\n'), "{path}: {text:.60}");
    }
    assert!(reference().len() > 120, "only {} pages", reference().len());
}

/// Except for those that are named like the faces of a cube.
#[test]
fn every_field_is_described() {
    let pages = reference().iter().filter(|(path, _)| path.starts_with("reference/documents/"));
    let mut n = 0;
    let mut missing = Vec::new();
    for (path, text) in pages {
        n += 1;
        let rows = text.lines().filter(|line| line.ends_with("|  |"));
        let fields = rows.filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        missing.extend(fields.filter(|it| it.len() > 1).map(|it| format!("{path}: {it}")));
    }
    assert!(n > 8, "only {n} pages");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn links_lead_to_pages() {
    let mut pages: BTreeSet<String> = reference().keys().cloned().collect();
    pages.extend(files(&root().join("docs")).into_keys());
    let mut problems = Vec::new();
    for (name, text) in written().iter().chain(reference()) {
        if name.ends_with(".svg") {
            continue;
        }
        let mut in_code = false;
        for line in text.lines() {
            in_code ^= line.starts_with("```");
            for link in line.split("](").skip(1).filter(|_| !in_code) {
                let target = link.split([')', '#', ' ']).next().unwrap_or_default();
                if target.is_empty() || target.contains("://") {
                    continue;
                }
                // The README is outside of the book.
                let page = if name == "../README.md" {
                    target.strip_prefix("docs/").map(str::to_owned)
                } else {
                    Some(resolved(name, target))
                };
                let exists =
                    page.map_or_else(|| root().join(target).exists(), |page| pages.contains(&page));
                if !exists {
                    problems.push(format!("{name} links to {target}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns the path that a link of a page leads to.
fn resolved(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A flag that a document names is one of the program, or of another program that is named here.
#[test]
fn options_in_documents_exist() {
    let all = std::iter::once("").chain(COMMANDS);
    let all = all.map(|command| words(&gordian(&format!("{command} --help")).stdout, "--"));
    let mut all: BTreeSet<String> = all.flatten().collect();
    all.extend(OTHER_OPTIONS.map(str::to_owned));
    let mut problems = Vec::new();
    for (name, text) in written() {
        // Decisions and essays are about their time.
        if name.starts_with("decisions/") {
            continue;
        }
        for start in ["`--", " --"] {
            for flag in words(&text, start) {
                let flag = flag.trim_start_matches(['`', ' ']);
                let is_option = flag[2..].starts_with(|c: char| c.is_ascii_lowercase());
                if is_option && !all.contains(flag) {
                    problems.push(format!("{name}: {flag}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "options that do not exist:\n{}", problems.join("\n"));
}

/// Runs a command of a document in a shell.
fn shell(line: &str, folder: &Path) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_gordian"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null()).env("PATH", path);
    for name in ["GORDIAN_LOG", "GORDIAN_NO_PROGRESS", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    // Pages share the tables of a cache, which is not the user's.
    command.env("GORDIAN_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-cache"));
    Run::of(command.output().expect("a shell"))
}

/// Returns the commands of a block `console`, with their outputs.
fn dialogue(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let text = text.replace("\\\n", " ");
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => panic!("output before a command: {line}"),
        }
    }
    found
}

/// Returns whether an output is as a document shows it; a line `…` stands for any lines.
fn is_as_shown(output: &str, shown: &str) -> bool {
    let (mut output, mut shown) = (output.trim_end(), shown.trim_end().split("\n…"));
    let mut part = shown.next().unwrap_or_default();
    let mut is_first = true;
    loop {
        let at = if is_first { output.starts_with(part).then_some(0) } else { output.find(part) };
        let Some(at) = at else { return false };
        output = &output[at + part.len()..];
        is_first = false;
        match shown.next() {
            Some(next) => part = next,
            None => return part.is_empty() || output.trim_end().is_empty(),
        }
    }
}

#[test]
fn shown_outputs_are_compared() {
    assert!(is_as_shown("a\nb\n", "a\nb\n") && !is_as_shown("a\nb\n", "a\n"));
    assert!(is_as_shown("a\nb\nc\nd\n", "a\n…\nd\n") && !is_as_shown("a\nb\n", "a\n…\nd\n"));
    assert!(is_as_shown("a\nb\nc\n", "a\n…\n"));
    assert_eq!(dialogue("$ a\nb\n$ c\n"), [("a".into(), "b\n".into()), ("c".into(), "".into())]);
}

/// Returns whether a line of a document is a command that the tests run.
fn is_run(line: &str) -> bool {
    line.starts_with("gordian ") && !NOT_RUN.iter().any(|start| line.starts_with(start))
}

/// Every command of the README and the book does what the document says.
#[test]
#[cfg(unix)]
fn commands_in_documents_run() {
    let mut problems = Vec::new();
    let pages: Vec<(String, String)> = written().into_iter().collect();
    let all = pages.iter().flat_map(|(_, page)| blocks(page)).filter(|it| it.language == "sh");
    let n_run = all.flat_map(|block| commands(block.text)).filter(|line| is_run(line)).count();
    assert!(n_run >= 20, "only {n_run} commands are run");
    for (name, page) in gordian_testkit::deal(&pages) {
        let place = name.trim_start_matches("../").replace(['/', '.'], "-");
        let folder = folder(&format!("book-{place}"));
        std::os::unix::fs::symlink(root().join("puzzles"), folder.join("puzzles")).unwrap();
        for block in blocks(page) {
            if let Some(title) = block.title {
                fs_err::write(folder.join(title), block.text).unwrap();
            }
            match block.language {
                "sh" => {
                    for line in commands(block.text).into_iter().filter(|line| is_run(line)) {
                        let run = shell(&line, &folder);
                        if run.code != 0 {
                            problems.push(format!("{name}: {line}: {}\n{}", run.code, run.stderr));
                        }
                    }
                }
                "console" => {
                    for (line, shown) in dialogue(block.text) {
                        let run = shell(&format!("{line} 2>&1"), &folder);
                        let shown = Run { code: 0, stdout: shown, stderr: String::new() };
                        if !is_as_shown(&run.timeless(), &shown.timeless()) {
                            problems.push(format!("{name}: {line} writes\n{}", run.stdout));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// Every JSON document of the book is one: models have solutions, positions and responses are read.
#[test]
fn json_in_documents_is_valid() {
    let mut n_models = 0;
    for (name, page) in written() {
        for block in blocks(&page).filter(|block| block.language == "json") {
            let document: Value = serde_json::from_str(block.text)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{}", block.text));
            let has = |key: &str| document.get(key).is_some();
            if has("variables") {
                let model = Model::from_json(block.text);
                let model = model.unwrap_or_else(|error| panic!("{name}: {error}\n{}", block.text));
                let request = gordian::search::Request::default();
                let answer =
                    gordian::search::solve(&model, &request, &Cancel::new(), &NoProgress).unwrap();
                assert!(answer.is_checked(), "{name}: no solution of\n{}", block.text);
                n_models += 1;
            } else if has("facelets") {
                let run = gordian_with("cube check -", block.text);
                assert_eq!(run.code, 0, "{name}: {}", run.stderr);
            } else if has("outcome") {
                serde_json::from_value::<SolveResponse>(document).unwrap();
            } else {
                let is_problem = has("status") && has("code") && has("detail");
                let is_job = has("id") && has("kind") && has("state");
                assert!(is_problem || is_job, "{name}: an unknown document\n{}", block.text);
            }
        }
    }
    assert!(n_models >= 10, "only {n_models} models");
}

/// The pictures of the book: the file, the puzzle in `puzzles`, and whether it is shown with its
/// solution.
const PICTURES: [(&str, &str, bool); 1] = [("nurikabe", "nurikabe", true)];

/// The scenes of the page that the book shows: `.ci/screenshots` takes their pictures with the tests in a browser.
const SCREENSHOTS: [&str; 3] = ["sudoku-explained", "golden-waste", "cube"];

/// Pictures are what the program draws, on white. `GORDIAN_UPDATE=1` writes them.
#[test]
fn pictures_are_drawn_by_the_program() {
    let folder = root().join("docs/images");
    let mut names: BTreeSet<String> = files(&folder).into_keys().collect();
    for (picture, puzzle, is_solved) in PICTURES {
        let text = fs_err::read_to_string(root().join(format!("puzzles/{puzzle}.toml"))).unwrap();
        let puzzle = parse(&text).unwrap();
        let problem = Problem::Puzzle(puzzle.clone());
        let solution = is_solved.then(|| {
            let answer = solve(&problem, &Request::default(), &Cancel::new(), &NoProgress).unwrap();
            match answer.solutions.into_iter().next() {
                Some(SolutionData::Puzzle(solution)) => solution,
                _ => panic!("{picture} has no solution"),
            }
        });
        let svg = puzzle.svg(solution.as_ref());
        let svg =
            svg.replacen("fill=\"none\"", "fill=\"none\" style=\"background:#fff\"", 1) + "\n";
        let name = format!("{picture}.svg");
        let path = folder.join(&name);
        if std::env::var_os("GORDIAN_UPDATE").is_some() {
            fs_err::write(&path, &svg).unwrap();
        }
        assert_eq!(fs_err::read_to_string(&path).unwrap(), svg, "{name}");
        names.remove(&name);
    }
    let scenes = fs_err::read_to_string(root().join("web/e2e/views.ts")).unwrap();
    let pages: String = written().into_values().collect();
    for scene in SCREENSHOTS {
        let name = format!("page-{scene}.png");
        assert!(scenes.contains(&format!("name: \"{scene}\"")), "no scene {scene}");
        assert!(names.remove(&name) && pages.contains(&name), "{name} is not there or not shown");
    }
    assert_eq!(names, BTreeSet::new(), "pictures that nothing draws");
}
