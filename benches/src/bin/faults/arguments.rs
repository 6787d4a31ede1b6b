//! The command line of the program.

use std::path::PathBuf;

pub(crate) const HELP: &str = "\
cargo run -p gordian-bench --bin faults -- [OPTION]...

  --only LIST          names of faults, separated by commas; all by default
  --list               list the faults and end
  --work FOLDER        folder for the copy of the sources and its builds, target/faults by default
  --write              write the page to benches/results instead of standard error

Used by the program itself, in the copies:

  --reference          write the right replies to standard output and end
  --answer FILE        write the replies to the questions in a file and end";

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// Write the help.
    Help,
    /// List the faults.
    List,
    /// Try the faults with these names; all if `None`.
    Try { only: Option<Vec<String>>, work: PathBuf, write: bool },
    /// Write the right replies.
    Reference,
    /// Write the replies to the questions in a file.
    Answer(PathBuf),
}

impl Arguments {
    /// Parses the arguments.
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let work = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/faults");
        let (mut only, mut work, mut write) = (None, PathBuf::from(work), false);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` requires a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(Self::Help),
                "--list" => return Ok(Self::List),
                "--reference" => return Ok(Self::Reference),
                "--answer" => return Ok(Self::Answer(PathBuf::from(value()?))),
                "--only" => only = Some(value()?.split(',').map(str::to_owned).collect()),
                "--work" => work = PathBuf::from(value()?),
                "--write" => write = true,
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(Self::Try { only, work, write })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed() {
        let only = Some(vec!["carry".to_owned(), "parity".to_owned()]);
        let work = PathBuf::from("/tmp/x");
        let expected = Arguments::Try { only, work, write: true };
        assert_eq!(parse("--only carry,parity --work /tmp/x --write"), Ok(expected));
        assert_eq!(parse("--answer list"), Ok(Arguments::Answer(PathBuf::from("list"))));
        assert_eq!(parse("--only"), Err("`--only` requires a value".to_owned()));
        assert_eq!(parse("--all"), Err("unknown option `--all`".to_owned()));
    }
}
