//! The files that the user names: which they are, their text, and what they hold.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use gordian::Problem;
use gordian::cube3::scramble_in_file;
use gordian::model::Model;
use gordian::perm::cube3::Sequence;
use gordian::puzzles::{self, Puzzle};

use crate::fault::Fault;

/// The longest text that is read, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 28;

/// Something to read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    path: PathBuf,
    name: String,
}

impl Input {
    /// Returns the input that `path` names; `-` is standard input.
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.display().to_string();
        Self { path, name }
    }

    /// Returns the name as the user wrote it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether this is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Reads the whole text.
    pub(crate) fn read(&self) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        let read = if self.is_stdin() {
            io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes)
        } else {
            fs_err::File::open(&self.path)
                .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        };
        read.map_err(|error| io_fault(&error).within(&self.name))?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("the text has more than {MAX_BYTES} bytes");
            return Err(Fault::new("input.too-long", message).within(&self.name));
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            // Up to the first fault, the replacement changes nothing.
            Fault::new("input.not-utf8", "the text is not UTF-8")
                .hint("save the file in the encoding UTF-8")
                .within(&self.name)
                .at(&text, &(at..at))
        })
    }

    /// Reads a puzzle or a model.
    pub(crate) fn problem(&self) -> Result<Problem, Vec<Fault>> {
        self.problem_and_scramble().map(|(problem, _)| problem)
    }

    /// Reads a puzzle or a model; of a cube also the sequence by which its position is given, if it
    /// is.
    pub(crate) fn problem_and_scramble(&self) -> Result<(Problem, Option<Sequence>), Vec<Fault>> {
        let text = self.read().map_err(|fault| vec![fault])?;
        if self.is_json(&text) {
            let model = Model::from_json(&text);
            let fault = |error| vec![Fault::of_json(&error, &self.name, &text)];
            return model.map(|model| (Problem::Model(model), None)).map_err(fault);
        }
        let puzzle = puzzles::parse(&text).map_err(|diagnostics| {
            let fault = |diagnostic| Fault::of_diagnostic(diagnostic, &self.name, &text);
            diagnostics.into_iter().map(fault).collect::<Vec<_>>()
        })?;
        let scramble = match &puzzle {
            Puzzle::Cube3(cube) => scramble_in_file(&text, &cube.position),
            _ => None,
        };
        Ok((Problem::Puzzle(puzzle), scramble))
    }

    /// Models are JSON objects; the name of the file tells, or else the first character.
    fn is_json(&self, text: &str) -> bool {
        match kind_of_file(&self.path) {
            Some("json") => true,
            Some("toml") => false,
            _ => text.trim_start_matches('\u{feff}').trim_start().starts_with('{'),
        }
    }
}

/// Returns the fault of a failed input or output.
pub(crate) fn io_fault(error: &io::Error) -> Fault {
    let code = match error.kind() {
        io::ErrorKind::NotFound => "io.not-found",
        io::ErrorKind::PermissionDenied => "io.permission-denied",
        _ => "io.failed",
    };
    Fault::new(code, error.to_string())
}

/// Returns the ending of a file's name, if it is that of a puzzle or a model.
fn kind_of_file(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?;
    ["toml", "json"].into_iter().find(|kind| ending.eq_ignore_ascii_case(kind))
}

/// Returns the inputs that `paths` name, in order: for a folder, the puzzles and models in it, by
/// name.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<Result<Input, Fault>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" || !path.is_dir() {
            inputs.push(Ok(Input::new(path)));
            continue;
        }
        match files_in(path) {
            Ok(files) if files.is_empty() => {
                let name = path.display().to_string();
                let fault = Fault::new("input.empty-folder", "the folder has no puzzle or model");
                let hint = "puzzles are files named *.toml, models files named *.json";
                inputs.push(Err(fault.hint(hint).within(&name)));
            }
            Ok(files) => inputs.extend(files.into_iter().map(|file| Ok(Input::new(file)))),
            Err(error) => {
                inputs.push(Err(io_fault(&error).within(&path.display().to_string())));
            }
        }
    }
    inputs
}

/// Returns the puzzles and models that lie directly in a folder, by name.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if kind_of_file(&path).is_some() && !path.is_dir() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
