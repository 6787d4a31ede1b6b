//! The inputs that mutations begin with, and the words in them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use gordian_core::Random;

/// Longer files are no seeds: mutations of short ones reach the same code much faster.
const MAX_SEED_LEN: usize = 32 << 10;

/// Words beyond this number are left out.
const MAX_WORDS: usize = 4096;

/// The longest word that is kept.
const MAX_WORD_LEN: usize = 32;

/// What is done to a mutated input before it is tried, so that mutations reach what lies inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// Nothing.
    None,
    /// The text becomes a JSON string between two texts.
    JsonString {
        /// What stands before the string.
        before: &'static str,
        /// What stands behind it.
        after: &'static str,
    },
    /// The text is packed as links of Sudoku sites pack it, behind a text.
    Link {
        /// What stands before the packed text.
        before: &'static str,
    },
    /// The bytes are a file of `gordian-table`: fields are changed and checksums made right again.
    Table,
}

/// A seed that is well formed is chosen as often as this many others.
const WELL_FORMED: usize = 4;

/// An input that mutations begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// What is mutated.
    pub inside: Vec<u8>,
    /// What is done to it then.
    pub wrap: Wrap,
}

/// The seeds of a target, and the words of all of them.
#[derive(Debug)]
pub struct Corpus {
    root: PathBuf,
    seeds: Vec<Seed>,
    /// The seeds to choose from, by their numbers; those of malformed files are there once.
    choices: Vec<usize>,
    /// The files that are added are malformed.
    malformed: bool,
    words: Vec<Vec<u8>>,
    /// The first fault of a file that should be there.
    fault: Option<io::Error>,
}

/// Returns whether the files of a path are not meant to be read.
fn is_malformed(path: &str) -> bool {
    path.contains("malformed") || path.contains("regressions")
}

/// Returns the folder of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Corpus {
    /// Returns the corpus of a target, with the files of its own in `fuzz/corpus` and
    /// `fuzz/regressions`.
    ///
    /// # Errors
    ///
    /// Fails if a file that the target names cannot be read, or there are no seeds.
    pub fn load(name: &str, fill: fn(&mut Self)) -> io::Result<Self> {
        let mut corpus = Self {
            root: repository(),
            seeds: Vec::new(),
            choices: Vec::new(),
            malformed: false,
            words: Vec::new(),
            fault: None,
        };
        fill(&mut corpus);
        for folder in ["fuzz/corpus", "fuzz/regressions"] {
            let folder = format!("{folder}/{name}");
            if corpus.root.join(&folder).is_dir() {
                corpus.folder(&folder, &[]);
            }
        }
        if let Some(fault) = corpus.fault.take() {
            return Err(fault);
        }
        if corpus.seeds.is_empty() {
            return Err(io::Error::other(format!("target {name} has no seeds")));
        }
        corpus.words = words(&corpus.seeds);
        Ok(corpus)
    }

    /// Returns the seeds, never none.
    #[must_use]
    pub fn seeds(&self) -> &[Seed] {
        &self.seeds
    }

    /// Returns a seed: a well-formed one more often than a malformed one.
    pub fn choose(&self, random: &mut Random) -> &Seed {
        &self.seeds[*random.choose(&self.choices)]
    }

    /// Returns the words of all seeds, never none.
    #[must_use]
    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }

    /// Adds a seed.
    pub fn add(&mut self, inside: impl Into<Vec<u8>>, wrap: Wrap) {
        let inside = inside.into();
        if inside.len() <= MAX_SEED_LEN || wrap == Wrap::Table {
            let times = if self.malformed { 1 } else { WELL_FORMED };
            self.choices.extend(std::iter::repeat_n(self.seeds.len(), times));
            self.seeds.push(Seed { inside, wrap });
        }
    }

    /// Adds a text as it is.
    pub fn text(&mut self, text: impl Into<Vec<u8>>) {
        self.add(text, Wrap::None);
    }

    /// Adds the files of a folder of the repository, in the order of their names; all of them if no
    /// endings are named.
    pub fn folder(&mut self, folder: &str, endings: &[&str]) {
        for (_, bytes) in self.files(folder, endings) {
            self.text(bytes);
        }
    }

    /// Returns the files of a folder, in the order of their names.
    pub fn files(&mut self, folder: &str, endings: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
        self.malformed = is_malformed(folder);
        match read_folder(&self.root.join(folder), endings) {
            Ok(files) => files,
            Err(error) => {
                self.fault.get_or_insert(error);
                Vec::new()
            }
        }
    }

    /// Adds a file of the repository.
    pub fn file(&mut self, path: &str) {
        if let Some(bytes) = self.bytes(path) {
            self.text(bytes);
        }
    }

    /// Adds each line of a file: see [`Self::lines_of`].
    pub fn lines(&mut self, path: &str) {
        for line in self.lines_of(path) {
            self.text(line);
        }
    }

    /// Returns each line of a file; a word with a colon before it (`position: …`) is left out, and
    /// `\n` in a line is a line break.
    pub fn lines_of(&mut self, path: &str) -> Vec<String> {
        let Some(bytes) = self.bytes(path) else { return Vec::new() };
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let line = |line: &str| match line.split_once(": ") {
            Some((name, rest)) if is_name(name) => rest.replace("\\n", "\n"),
            _ => line.replace("\\n", "\n"),
        };
        lines.map(line).collect()
    }

    /// Adds each fenced block of a page of the documentation.
    pub fn fenced(&mut self, path: &str) {
        for block in self.blocks(path) {
            self.text(block);
        }
    }

    /// Returns each fenced block of a page.
    pub fn blocks(&mut self, path: &str) -> Vec<String> {
        let Some(bytes) = self.bytes(path) else { return Vec::new() };
        let page = String::from_utf8_lossy(&bytes).into_owned();
        let inside = page.split("\n```").skip(1).step_by(2);
        let block = |text: &str| text.split_once('\n').map(|(_, block)| block.to_owned());
        inside.filter_map(block).collect()
    }

    fn bytes(&mut self, path: &str) -> Option<Vec<u8>> {
        self.malformed = is_malformed(path);
        match fs_err::read(self.root.join(path)) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.fault.get_or_insert(error);
                None
            }
        }
    }
}

/// Reads the files of a folder, in the order of their names; all if no endings are named.
///
/// # Errors
///
/// Fails if the folder or a file cannot be read.
pub fn read_folder(folder: &Path, endings: &[&str]) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut paths = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_file() && (endings.is_empty() || endings.contains(&ending)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.into_iter().map(|path| fs_err::read(&path).map(|bytes| (path, bytes))).collect()
}

/// Returns the words of the seeds, in the order of the alphabet.
fn words(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut words: BTreeSet<&[u8]> = BTreeSet::new();
    for seed in seeds.iter().filter(|seed| seed.wrap != Wrap::Table) {
        let parts =
            seed.inside.split(|byte| !byte.is_ascii_alphanumeric() && !b"_-".contains(byte));
        words.extend(parts.filter(|word| (1..=MAX_WORD_LEN).contains(&word.len())));
    }
    words.insert(b"0");
    words.into_iter().take(MAX_WORDS).map(<[u8]>::to_vec).collect()
}
