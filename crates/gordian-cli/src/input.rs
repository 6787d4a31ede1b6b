//! Input files: which files the arguments name, their text, and the puzzle or model that they
//! contain.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use gordian::flatzinc;
use gordian::model::Model;
use gordian::puzzles::link::Link;
use gordian::puzzles::{self, KindOption, OptionError, parse_link_with_notes};
use gordian::sudoku::formats::parse_document;
use gordian::{Cancel, Problem, RootBounds};

use crate::args::PuzzleArgs;
use crate::background::wait_for_input;
use crate::fault::Fault;

/// The maximum size of a text, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 28;

/// Removes the byte order mark that some editors put before a text in UTF-8.
pub(crate) fn remove_byte_order_mark(text: &mut Vec<u8>) {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
}

/// An input file or standard input.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    path: PathBuf,
    name: String,
    /// The text, once it was read: a pipe can be read only once.
    text: Option<String>,
}

/// Returns whether a text begins with a Sudoku in one of the formats of `gordian sudoku`.
fn is_sudoku_text(text: &str) -> bool {
    // A part is enough, and a text can be long.
    let lines: Vec<&str> = text.lines().take(200).collect();
    let entries = parse_document(&lines.join("\n"), None);
    entries.first().is_some_and(|it| it.result.is_ok())
}

/// Translates a FlatZinc model, with the bounds of integers without bounds that follow from the
/// constraints.
pub(crate) fn translate(
    instance: &flatzinc::Instance,
    cancel: &Cancel,
) -> Result<flatzinc::Translation, flatzinc::FlatZincError> {
    flatzinc::Translation::with_bounds(instance, &|model, open| {
        let bounds = RootBounds::new(model, open, cancel);
        // Without a solution, any value is as good as another one.
        let of = |&var| match bounds.is_contradictory() {
            true => (Some(0), Some(0)),
            false => bounds.of(var),
        };
        open.iter().map(of).collect()
    })
}

impl Input {
    /// Creates the input for `path`; `-` is standard input.
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.display().to_string();
        Self { path, name, text: None }
    }

    /// Returns the name as the user wrote it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether this is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Reads the whole text, without the byte order mark that some editors put before it.
    ///
    /// Fails if the text is too long or not UTF-8.
    pub(crate) fn read(&self) -> Result<String, Fault> {
        if let Some(text) = &self.text {
            return Ok(text.clone());
        }
        let mut bytes = Vec::new();
        let read = if self.is_stdin() {
            wait_for_input(|| io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes))
        } else {
            let mut read = || {
                fs_err::File::open(&self.path)
                    .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
            };
            if self.path.is_file() { read() } else { wait_for_input(read) }
        };
        read.map_err(|error| Fault::of(error).in_file(&self.name))?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("the text has more than {MAX_BYTES} bytes");
            return Err(Fault::new("input.too-long", message).in_file(&self.name));
        }
        remove_byte_order_mark(&mut bytes);
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            // The replacement changes nothing before the first invalid byte.
            Fault::new("input.not-utf8", "the text is not UTF-8")
                .hint("save the file in the encoding UTF-8")
                .in_file(&self.name)
                .at_span(&text, &(at..at))
        })
    }

    /// Reads a puzzle or a model. Nothing is downloaded: a link contains its puzzle, whether it is
    /// the name or the text. Returns notes on what was ignored in a link as well.
    pub(crate) fn problem(&self) -> Result<(Problem, Vec<String>), Vec<Fault>> {
        if self.is_link() {
            return self.link(&self.name);
        }
        let text = self.read().map_err(|fault| vec![fault])?;
        if is_link(&text) {
            return self.link(&text);
        }
        if self.is_flatzinc() {
            let instance = flatzinc::parse(&text);
            let translation = instance.and_then(|it| translate(&it, &Cancel::new()));
            let fault = |error| vec![Fault::from_flatzinc_error(&error, &self.name, &text)];
            let translation = translation.map_err(fault)?;
            if let Some(name) = translation.cut_variable(|_| (None, None)) {
                let message = format!("the variable `{name}` may have values beyond ±2^53");
                let fault = Fault::new("flatzinc.unbounded", message).in_file(&self.name);
                return Err(vec![fault.hint(
                    "bound it, or use `gordian fzn`, which then claims nothing about all solutions",
                )]);
            }
            return Ok((Problem::Model(translation.model().clone()), Vec::new()));
        }
        if self.is_json(&text) {
            let model = Model::from_json(&text);
            let fault = |error| vec![Fault::from_json_error(&error, &self.name, &text)];
            return model.map(|model| (Problem::Model(model), Vec::new())).map_err(fault);
        }
        let puzzle = puzzles::parse(&text).map_err(|diagnostics| {
            if is_sudoku_text(&text) {
                let message = "this is a Sudoku text, not a puzzle file";
                let hint =
                    "`gordian sudoku solve` reads all usual formats, also many puzzles at once";
                return vec![
                    Fault::new("input.sudoku-text", message).hint(hint).in_file(&self.name),
                ];
            }
            let fault = |diagnostic| Fault::from_diagnostic(diagnostic, &self.name, &text);
            diagnostics.into_iter().map(fault).collect::<Vec<_>>()
        })?;
        Ok((Problem::Puzzle(puzzle), Vec::new()))
    }

    /// Returns the links of a text that has one on each line, each as an input; otherwise the input
    /// itself. Blank lines and lines that begin with `#` are left out.
    fn by_lines(mut self) -> Vec<Self> {
        if self.is_link() || file_type(&self.path).is_some() {
            return vec![self];
        }
        // What is wrong with the input is reported when it is read as a puzzle.
        let Ok(text) = self.read() else { return vec![self] };
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let lines: Vec<&str> = text.lines().map(str::trim).filter(is_content).collect();
        if lines.len() > 1 && is_link(lines[0]) {
            return lines.into_iter().map(Self::new).collect();
        }
        self.text = Some(text);
        vec![self]
    }

    /// Returns whether the name is a link, and not that of a file.
    fn is_link(&self) -> bool {
        is_link(&self.name) && !self.path.exists()
    }

    /// Reads the puzzle in a link; returns notes on what was ignored as well.
    fn link(&self, address: &str) -> Result<(Problem, Vec<String>), Vec<Fault>> {
        let read = parse_link_with_notes(address);
        let (puzzle, notes) = read.map_err(|error| vec![Fault::of(error).in_file(&self.name)])?;
        Ok((Problem::Puzzle(puzzle), notes))
    }

    /// Returns whether the input is a FlatZinc model, judged by the name of the file: `.fzn` or
    /// `.fzn.json`.
    fn is_flatzinc(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        name.ends_with(".fzn") || name.ends_with(".fzn.json")
    }

    /// Returns whether the input is a model in JSON, judged by the name of the file or else by the
    /// first character.
    fn is_json(&self, text: &str) -> bool {
        match file_type(&self.path) {
            Some("json") => true,
            Some("toml") => false,
            _ => text.trim_start_matches('\u{feff}').trim_start().starts_with('{'),
        }
    }
}

/// Returns whether a text is a link, or the part of one that begins with the kind.
fn is_link(text: &str) -> bool {
    Link::is_address(text) || Link::is_part_of_address(text)
}

/// Opens a file to read. To open a named pipe takes until another program writes to it, or a
/// signal.
pub(crate) fn open(path: &Path) -> io::Result<fs_err::File> {
    if path.is_file() {
        return fs_err::File::open(path);
    }
    wait_for_input(|| fs_err::File::open(path))
}

/// Returns the file name extension if it is that of a puzzle or a model.
fn file_type(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?;
    ["toml", "json", "fzn"].into_iter().find(|kind| extension.eq_ignore_ascii_case(kind))
}

/// Returns the inputs that `paths` name, in order. A directory stands for the puzzles and models in
/// it, sorted by name; a text with a link on each line stands for these links.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<Result<Input, Fault>> {
    let mut inputs = Vec::new();
    let mut reads_stdin = false;
    for path in paths {
        if path.as_os_str() == "-" && std::mem::replace(&mut reads_stdin, true) {
            let message = "standard input is given twice";
            inputs.push(Err(Fault::new("cli.stdin-twice", message).hint("give `-` once")));
            continue;
        }
        if path.as_os_str() == "-" || !path.is_dir() {
            inputs.extend(Input::new(path).by_lines().into_iter().map(Ok));
            continue;
        }
        match files_in(path) {
            Ok(files) if files.is_empty() => {
                let name = path.display().to_string();
                let fault =
                    Fault::new("input.empty-folder", "the directory contains no puzzle or model");
                let hint = "puzzles have names such as *.toml, models *.json";
                inputs.push(Err(fault.hint(hint).in_file(&name)));
            }
            Ok(files) => inputs.extend(files.into_iter().map(|file| Ok(Input::new(file)))),
            Err(error) => {
                inputs.push(Err(Fault::of(error).in_file(&path.display().to_string())));
            }
        }
    }
    inputs
}

/// Returns the puzzles and models directly in a directory, sorted by name.
fn files_in(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(directory)? {
        let path = entry?.path();
        if file_type(&path).is_some() && !path.is_dir() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Applies the puzzle arguments to `problem`.
///
/// An argument that does not apply to this kind of problem is a fault and is not ignored.
pub(crate) fn apply_puzzle_args(
    problem: &mut Problem,
    args: &PuzzleArgs,
    file: &str,
) -> Result<(), Fault> {
    if let Some(start) = args.start {
        apply_option(problem, &KindOption::Start(start.cell()), "--start", file)?;
    }
    if args.ignore_reachability {
        apply_option(problem, &KindOption::IgnoreReachability, "--ignore-reachability", file)?;
    }
    Ok(())
}

/// Applies an option to `problem`.
pub(crate) fn apply_option(
    problem: &mut Problem,
    option: &KindOption,
    flag: &str,
    file: &str,
) -> Result<(), Fault> {
    let changed = match problem {
        Problem::Puzzle(puzzle) => puzzle.with_option(option),
        Problem::Model(_) => Err(OptionError::NotApplicable),
    };
    let fault = match changed {
        Ok(puzzle) => {
            *problem = Problem::Puzzle(puzzle);
            return Ok(());
        }
        Err(OptionError::NotApplicable) => {
            let kind = problem.kind();
            let message = format!("`{flag}` does not apply to puzzles of kind `{kind}`");
            Fault::new("cli.not-applicable", message).hint(option.applies_to())
        }
        Err(OptionError::Unsuitable(diagnostic)) => Fault::of(diagnostic),
    };
    Err(fault.in_file(file))
}
