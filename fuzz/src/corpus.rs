//! The inputs that mutations start from, and the words in them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use gordian_core::Random;

/// The maximum length of a seed: mutations of short files reach the same code much faster.
const MAX_SEED_LEN: usize = 32 << 10;

/// The maximum number of words.
const MAX_WORDS: usize = 4096;

/// The maximum length of a word.
const MAX_WORD_LEN: usize = 32;

/// The encoding of a mutated input, so that mutations apply to the decoded content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// No encoding.
    None,
    /// The text is encoded as a JSON string between two texts.
    JsonString {
        /// The text before the string.
        before: &'static str,
        /// The text after the string.
        after: &'static str,
    },
    /// The text is compressed as in links of Sudoku sites, after a prefix.
    Link {
        /// The prefix.
        before: &'static str,
    },
    /// The text is deflated and in base 64, as in links of Penpa+, after a prefix.
    Deflated {
        /// The prefix.
        before: &'static str,
    },
    /// The bytes are a file of `gordian-table`: fields are changed and checksums repaired.
    Table,
}

/// The weight of a well-formed seed; that of a malformed seed is 1.
const WELL_FORMED_WEIGHT: usize = 4;

/// An input that mutations start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The content that is mutated.
    pub content: Vec<u8>,
    /// Its encoding.
    pub wrap: Wrap,
}

/// The seeds of a target and their words.
#[derive(Debug)]
pub struct Corpus {
    root: PathBuf,
    seeds: Vec<Seed>,
    /// Indices of seeds; a well-formed seed occurs [`WELL_FORMED_WEIGHT`] times.
    choices: Vec<usize>,
    /// Whether added files are malformed.
    malformed: bool,
    words: Vec<Vec<u8>>,
    /// The first error while reading a file.
    error: Option<io::Error>,
}

/// Returns whether the files of a path are malformed on purpose.
fn is_malformed(path: &str) -> bool {
    path.contains("malformed") || path.contains("regressions")
}

/// Returns the root folder of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Corpus {
    /// Loads the corpus of a target, with its own files in `fuzz/corpus` and `fuzz/regressions`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or there are no seeds.
    pub fn load(name: &str, add_seeds: fn(&mut Self)) -> io::Result<Self> {
        let mut corpus = Self {
            root: repository(),
            seeds: Vec::new(),
            choices: Vec::new(),
            malformed: false,
            words: Vec::new(),
            error: None,
        };
        add_seeds(&mut corpus);
        for folder in ["fuzz/corpus", "fuzz/regressions"] {
            let folder = format!("{folder}/{name}");
            if corpus.root.join(&folder).is_dir() {
                corpus.add_folder(&folder, &[]);
            }
        }
        if let Some(error) = corpus.error.take() {
            return Err(error);
        }
        if corpus.seeds.is_empty() {
            return Err(io::Error::other(format!("target {name} has no seeds")));
        }
        corpus.words = words(&corpus.seeds);
        Ok(corpus)
    }

    /// Returns the seeds; never empty.
    #[must_use]
    pub fn seeds(&self) -> &[Seed] {
        &self.seeds
    }

    /// Returns a random seed, well-formed seeds more often than malformed ones.
    pub fn choose(&self, random: &mut Random) -> &Seed {
        &self.seeds[*random.choose(&self.choices)]
    }

    /// Returns the words of all seeds; never empty.
    #[must_use]
    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }

    /// Adds a seed.
    pub fn add(&mut self, content: impl Into<Vec<u8>>, wrap: Wrap) {
        let content = content.into();
        if content.len() <= MAX_SEED_LEN || wrap == Wrap::Table {
            let weight = if self.malformed { 1 } else { WELL_FORMED_WEIGHT };
            self.choices.extend(std::iter::repeat_n(self.seeds.len(), weight));
            self.seeds.push(Seed { content, wrap });
        }
    }

    /// Adds a text without encoding.
    pub fn add_text(&mut self, text: impl Into<Vec<u8>>) {
        self.add(text, Wrap::None);
    }

    /// Adds the files of a folder of the repository in name order; all files if `extensions` is
    /// empty.
    pub fn add_folder(&mut self, folder: &str, extensions: &[&str]) {
        for (_, bytes) in self.read_files(folder, extensions) {
            self.add_text(bytes);
        }
    }

    /// Returns the files of a folder in name order.
    pub fn read_files(&mut self, folder: &str, extensions: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
        self.malformed = is_malformed(folder);
        match read_folder(&self.root.join(folder), extensions) {
            Ok(files) => files,
            Err(error) => {
                self.error.get_or_insert(error);
                Vec::new()
            }
        }
    }

    /// Adds a file of the repository.
    pub fn add_file(&mut self, path: &str) {
        if let Some(bytes) = self.read_file(path) {
            self.add_text(bytes);
        }
    }

    /// Adds each line of a file: see [`Self::read_lines`].
    pub fn add_lines(&mut self, path: &str) {
        for line in self.read_lines(path) {
            self.add_text(line);
        }
    }

    /// Returns each line of a file; a leading name with a colon (`position: …`) is removed, and
    /// `\n` in a line is a line break.
    pub fn read_lines(&mut self, path: &str) -> Vec<String> {
        let Some(bytes) = self.read_file(path) else { return Vec::new() };
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let line = |line: &str| match line.split_once(": ") {
            Some((name, rest)) if is_name(name) => rest.replace("\\n", "\n"),
            _ => line.replace("\\n", "\n"),
        };
        lines.map(line).collect()
    }

    /// Adds the fenced blocks of a documentation page in these languages; all if there are none.
    pub fn add_fenced_blocks(&mut self, path: &str, languages: &[&str]) {
        for block in self.fenced_blocks(path, languages) {
            self.add_text(block);
        }
    }

    /// Adds the fenced blocks of a page in these languages; all if there are none.
    pub fn add_fenced_blocks_of(&mut self, page: &str, languages: &[&str]) {
        for block in fenced_blocks_of(page, languages) {
            self.add_text(block);
        }
    }

    /// Returns the fenced blocks of a documentation page in these languages; all if there are none.
    pub fn fenced_blocks(&mut self, path: &str, languages: &[&str]) -> Vec<String> {
        let Some(bytes) = self.read_file(path) else { return Vec::new() };
        fenced_blocks_of(&String::from_utf8_lossy(&bytes), languages)
    }

    fn read_file(&mut self, path: &str) -> Option<Vec<u8>> {
        self.malformed = is_malformed(path);
        match fs_err::read(self.root.join(path)) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}

/// Reads the files of a folder in name order; all files if `extensions` is empty.
///
/// # Errors
///
/// Returns an error if the folder or a file cannot be read.
pub fn read_folder(folder: &Path, extensions: &[&str]) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut paths = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.is_file() && (extensions.is_empty() || extensions.contains(&extension)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.into_iter().map(|path| fs_err::read(&path).map(|bytes| (path, bytes))).collect()
}

/// Returns the words of the seeds in alphabetical order.
fn words(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut words: BTreeSet<&[u8]> = BTreeSet::new();
    for seed in seeds.iter().filter(|seed| seed.wrap != Wrap::Table) {
        let parts =
            seed.content.split(|byte| !byte.is_ascii_alphanumeric() && !b"_-".contains(byte));
        words.extend(parts.filter(|word| (1..=MAX_WORD_LEN).contains(&word.len())));
    }
    words.insert(b"0");
    words.into_iter().take(MAX_WORDS).map(<[u8]>::to_vec).collect()
}

fn fenced_blocks_of(page: &str, languages: &[&str]) -> Vec<String> {
    let content = page.split("\n```").skip(1).step_by(2);
    let block = |text: &str| {
        let (language, block) = text.split_once('\n')?;
        let is_wanted = languages.is_empty() || languages.contains(&language);
        is_wanted.then(|| block.to_owned())
    };
    content.filter_map(block).collect()
}
