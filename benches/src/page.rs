//! Writing of result pages.

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

/// Appends facts about the measurement as a table.
pub fn push_facts<'f>(
    text: &mut String,
    facts: impl IntoIterator<Item = &'f (&'static str, String)>,
) {
    text.push_str("| | |\n| --- | --- |\n");
    for (what, value) in facts {
        push_line(text, format_args!("| {what} | {value} |"));
    }
}

/// Writes a page and its CSV table to `folder` and returns the paths. The file name is `stem`
/// followed by `name`, or by the name of the processor if `name` is `None`.
///
/// # Errors
///
/// Returns an error if the folder or a file cannot be written.
pub fn write_files(
    folder: &Path,
    stem: &str,
    name: Option<&str>,
    page: &str,
    table: &str,
) -> io::Result<Vec<PathBuf>> {
    let name = name.map_or_else(|| machine::slug(&machine::processor()), str::to_owned);
    fs_err::create_dir_all(folder)?;
    let mut paths = Vec::new();
    for (extension, text) in [("md", page), ("csv", table)] {
        let path = folder.join(format!("{stem}-{name}.{extension}"));
        fs_err::write(&path, text)?;
        paths.push(path);
    }
    Ok(paths)
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
}
