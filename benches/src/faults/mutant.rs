//! A copy of the sources, to which faults are applied, and the programs built from it.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::faults::ANSWER_COMMAND;
use crate::faults::answers::{Replies, format_replies, parse_replies};
use crate::faults::list::{FOLDER, Fault};

/// The program that is built, in the copy.
const BINARY: &str = "gordian-bench";

/// Folders that are not copied.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];

/// A program with a fault that runs longer than this is ended.
const MAX_TIME: Duration = Duration::from_secs(1_800);

/// A copy of the sources with the folder of its builds, which is kept between faults.
pub(crate) struct Copy {
    sources: PathBuf,
    target: PathBuf,
    work: PathBuf,
}

impl Copy {
    /// Copies the sources of the repository at `root` to a folder, or brings the copy there up to date.
    pub(crate) fn new(root: &Path, work: &Path) -> Result<Self, Box<dyn Error>> {
        fs_err::create_dir_all(work)?;
        let work = fs_err::canonicalize(work)?;
        let (sources, target) = (work.join("sources"), work.join("target"));
        copy_folder(&fs_err::canonicalize(root)?, &sources)?;
        Ok(Self { sources, target, work })
    }

    /// Builds the program and returns its right replies.
    pub(crate) fn reference(&self) -> Result<Replies, Box<dyn Error>> {
        self.build()?;
        Ok(parse_replies(&self.run(&[ANSWER_COMMAND])?)?)
    }

    /// Builds the program with a fault and returns its replies to the questions.
    pub(crate) fn replies(
        &self,
        fault: &Fault,
        questions: &Replies,
    ) -> Result<Replies, Box<dyn Error>> {
        let path = self.sources.join(FOLDER).join(fault.file);
        let text = fs_err::read_to_string(&path)?;
        if text.matches(fault.old).count() != 1 {
            return Err(format!("the replaced text does not occur once in {}", fault.file).into());
        }
        fs_err::write(&path, text.replacen(fault.old, fault.new, 1))?;
        let replies = self.build().and_then(|()| {
            let list = self.work.join("questions");
            fs_err::write(&list, format_replies(questions))?;
            Ok(parse_replies(&self.run(&[ANSWER_COMMAND, &list.to_string_lossy()])?)?)
        });
        fs_err::write(&path, text)?;
        replies
    }

    fn build(&self) -> Result<(), Box<dyn Error>> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--quiet", "--locked", "-p", "gordian-bench", "--bin", BINARY]);
        cargo.current_dir(&self.sources).env("CARGO_TARGET_DIR", &self.target);
        // Only the compiler and what depends on it change.
        cargo.env("CARGO_INCREMENTAL", "1");
        match cargo.output()? {
            output if output.status.success() => Ok(()),
            output => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
        }
    }

    /// Runs the built program and returns what it writes.
    fn run(&self, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
        let written = self.work.join("replies");
        let mut child = Command::new(self.target.join("debug").join(BINARY))
            .args(arguments)
            .current_dir(&self.sources)
            .stdout(Stdio::from(fs_err::File::create(&written)?.into_file()))
            .spawn()?;
        let end = Instant::now() + MAX_TIME;
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() > end => {
                    child.kill()?;
                    break child.wait()?;
                }
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        match status.success() {
            true => Ok(fs_err::read_to_string(&written)?),
            false => Err(format!("the program ended with {status}").into()),
        }
    }
}

/// Returns the questions in a file that [`Copy::replies`] wrote.
pub(crate) fn questions(path: &Path) -> Result<BTreeSet<String>, Box<dyn Error>> {
    Ok(parse_replies(&fs_err::read_to_string(path)?)?.into_keys().collect())
}

/// Copies the files that differ, so that builds of the copy begin where they ended, and removes those that are gone.
fn copy_folder(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs_err::create_dir_all(to)?;
    for entry in fs_err::read_dir(to)? {
        let entry = entry?;
        let is_folder = entry.file_type()?.is_dir();
        let original = from.join(entry.file_name());
        if is_folder && !original.is_dir() {
            fs_err::remove_dir_all(entry.path())?;
        } else if !is_folder && !original.is_file() {
            fs_err::remove_file(entry.path())?;
        }
    }
    for entry in fs_err::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if SKIPPED.iter().any(|skipped| name == *skipped) {
            continue;
        }
        let copy = to.join(name);
        if entry.file_type()?.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            let bytes = fs_err::read(&path)?;
            if fs_err::read(&copy).ok().as_ref() != Some(&bytes) {
                fs_err::write(&copy, bytes)?;
            }
        }
    }
    Ok(())
}
