//! Result pages: the facts of a measurement, tables, and the names of result files.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use crate::machine;

/// Appends a line.
///
/// # Panics
///
/// Never panics in practice: writing to a `String` does not fail.
pub fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a String does not fail");
}

/// Appends the head of a table. A column whose name begins with `>` is aligned to the right.
pub fn push_head(text: &mut String, columns: &[&str]) {
    let names: Vec<&str> = columns.iter().map(|name| name.trim_start_matches('>')).collect();
    let rules: Vec<&str> =
        columns.iter().map(|name| if name.starts_with('>') { "---:" } else { "---" }).collect();
    push_row(text, &names);
    push_row(text, &rules);
}

/// Appends a row of a table.
pub fn push_row(text: &mut String, cells: &[impl AsRef<str>]) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    push_line(text, format_args!("| {} |", cells.join(" | ")));
}

/// Returns seconds as milliseconds with three significant digits.
#[must_use]
pub fn ms(seconds: f64) -> String {
    let ms = seconds * 1000.0;
    let digits = if ms < 1.0 {
        3
    } else if ms < 10.0 {
        2
    } else {
        usize::from(ms < 100.0)
    };
    format!("{ms:.digits$}")
}

/// Median, mean and maximum of several figures; all 0 if there are no figures.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Spread {
    /// The middle figure; for an even number, the mean of the middle two.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The maximum.
    pub greatest: f64,
}

impl Spread {
    /// Returns the spread of these figures.
    #[must_use]
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        let n = figures.len();
        let Some(&greatest) = figures.last() else { return Self::default() };
        let median = (figures[(n - 1) / 2] + figures[n / 2]) / 2.0;
        Self { median, mean: figures.iter().sum::<f64>() / n as f64, greatest }
    }
}

/// The facts of a measurement: date, machine, build, and what a benchmark adds.
#[derive(Clone, Debug)]
pub struct Facts {
    date: String,
    rows: Vec<(&'static str, String)>,
}

impl Facts {
    /// Returns the facts about the date, the machine and the build.
    #[must_use]
    pub fn collect() -> Self {
        Self { date: machine::today(), rows: machine::facts() }
    }

    /// Adds a fact.
    pub fn push(&mut self, name: &'static str, value: impl Into<String>) {
        self.rows.push((name, value.into()));
    }

    /// Adds the version of the measured program, once.
    pub fn push_program(&mut self, program: &Path) {
        if self.rows.iter().all(|(name, _)| *name != "program") {
            self.push("program", machine::output(&program.display().to_string(), &["--version"]));
        }
    }

    /// Returns the beginning of a page: the title, a reference to the method, the command that measures the same again, and
    /// the facts as a table, with the load of the machine now. `note` follows the reference and may be empty.
    #[must_use]
    pub fn header(&self, title: &str, note: &str) -> String {
        let space = if note.is_empty() { "" } else { " " };
        let command = command_line(std::env::args().skip(1));
        let mut text = format!(
            "# {title}\n\nThe method is described in `benches/README.md`.{space}{note}\n\n\
             Measure again: `{command}`\n\n| | |\n| --- | --- |\n"
        );
        push_row(&mut text, &["date", &self.date]);
        for (name, value) in &self.rows {
            push_row(&mut text, &[name, value.as_str()]);
        }
        push_row(&mut text, &["load after", &machine::load()]);
        text
    }
}

/// Returns the command of these arguments. Of absolute paths only the last part is kept: they exist on one machine only.
fn command_line(arguments: impl Iterator<Item = String>) -> String {
    let mut command = "cargo run --release -p gordian-bench --".to_owned();
    for argument in arguments {
        let words = argument.split_whitespace();
        let last = |word: &str| match word.starts_with('/') {
            true => word.rsplit('/').next().unwrap_or_default().to_owned(),
            false => word.to_owned(),
        };
        let words: Vec<String> = words.map(last).collect();
        let quote = if words.len() == 1 { "" } else { "\"" };
        command.extend([" ", quote, &words.join(" "), quote]);
    }
    command
}

/// A result: a page and, for some benchmarks, a table of all runs.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name of the benchmark in file names.
    pub subject: &'static str,
    /// The page in Markdown.
    pub page: String,
    /// The table in CSV.
    pub csv: Option<String>,
}

impl Document {
    /// Writes the files `DATE-SUBJECT-NAME.md` and `.csv` to `folder` and returns their paths. The name is that of the
    /// processor if `name` is `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder or a file cannot be written.
    pub fn write(&self, folder: &Path, name: Option<&str>) -> io::Result<Vec<PathBuf>> {
        let name = name.map_or_else(|| machine::slug(&machine::processor()), str::to_owned);
        let date = machine::today();
        let stem = format!("{date}-{}-{name}", self.subject);
        fs_err::create_dir_all(folder)?;
        let mut paths = Vec::new();
        for (extension, text) in [("md", Some(&self.page)), ("csv", self.csv.as_ref())] {
            let Some(text) = text else { continue };
            let path = folder.join(format!("{stem}.{extension}"));
            fs_err::write(&path, text)?;
            paths.push(path);
        }
        Ok(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_have_three_digits() {
        let check = |seconds, expected: &str| assert_eq!(ms(seconds), expected);
        check(0.000_123_4, "0.123");
        check(0.001_234, "1.23");
        check(0.012_34, "12.3");
        check(0.123_4, "123");
    }

    #[test]
    fn spread_is_median_mean_and_greatest() {
        let check = |figures: &[f64], median, mean, greatest| {
            assert_eq!(Spread::of(figures.iter().copied()), Spread { median, mean, greatest });
        };
        check(&[], 0.0, 0.0, 0.0);
        check(&[3.0], 3.0, 3.0, 3.0);
        check(&[9.0, 1.0, 2.0], 2.0, 4.0, 9.0);
        check(&[4.0, 1.0, 2.0, 9.0], 3.0, 4.0, 9.0);
    }

    #[test]
    fn heads_have_alignments() {
        let mut text = String::new();
        push_head(&mut text, &["what", ">n"]);
        push_row(&mut text, &["a", "1"]);
        assert_eq!(text, "| what | n |\n| --- | ---: |\n| a | 1 |\n");
    }

    #[test]
    fn commands_have_no_absolute_paths() {
        let arguments = ["perm", "--moves", "U R", "--peer", "/opt/bin/python peer.py", "/a/b.txt"];
        let expected = "cargo run --release -p gordian-bench -- perm --moves \"U R\" --peer \"python peer.py\" b.txt";
        assert_eq!(command_line(arguments.map(str::to_owned).into_iter()), expected);
    }

    #[test]
    fn files_are_named_by_date_subject_and_machine() {
        let folder = tempfile::tempdir().expect("a folder");
        let document = Document { subject: "perm", page: "# a\n".to_owned(), csv: None };
        let stem = format!("{}-perm-here", machine::today());
        let expected = [folder.path().join(format!("{stem}.md"))];
        assert_eq!(document.write(folder.path(), Some("here")).expect("written"), expected);
        let both = Document { csv: Some("a,b\n".to_owned()), ..document };
        assert_eq!(both.write(folder.path(), Some("here")).expect("written").len(), 2);
    }
}
