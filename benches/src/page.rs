//! What the pages of results have in common.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use crate::machine;

/// Writes a line.
///
/// # Panics
///
/// Never: a text takes everything.
pub fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("writing to a text does not fail");
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

/// Writes what is known of the measurement as a table.
pub fn facts<'f>(text: &mut String, facts: impl IntoIterator<Item = &'f (&'static str, String)>) {
    text.push_str("| | |\n| --- | --- |\n");
    for (what, value) in facts {
        line(text, format_args!("| {what} | {value} |"));
    }
}

/// Writes a page and its table to `folder`, under a name made of `stem` and the machine's, or of
/// `name` in its place; returns the paths.
///
/// # Errors
///
/// What the system says.
pub fn write(
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
