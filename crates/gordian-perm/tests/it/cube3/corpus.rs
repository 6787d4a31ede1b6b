//! Malformed texts with their errors.

use std::fmt::Write;

use gordian_perm::cube3::{LowercaseMeaning, ParseError, Position, Sequence};

use crate::support::text;

/// Returns every text of the corpus with its kind and its error. In the file, `\n` is a
/// line break.
pub(crate) fn corpus() -> Vec<(String, String, ParseError)> {
    let read = |line: &str| {
        let (kind, text) = line.split_once(':').unwrap();
        let text = text.strip_prefix(' ').unwrap_or(text).replace("\\n", "\n");
        let sequence = |lower_case| Sequence::parse(&text, lower_case).map(|_| ());
        let fault = match kind {
            "position" => text.parse::<Position>().map(|_| ()),
            "wide" => sequence(LowercaseMeaning::Wide),
            "face" => sequence(LowercaseMeaning::Face),
            _ => panic!("{line}"),
        };
        (kind.to_owned(), text.clone(), fault.expect_err(line))
    };
    let file = text("testdata/malformed-cube3.txt");
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
}

#[test]
fn every_malformed_text_has_its_error() {
    let mut shown = String::new();
    for (kind, text, fault) in corpus() {
        let marked = format!(
            "{}⟦{}⟧{}",
            &text[..fault.span.start],
            &text[fault.span.clone()],
            &text[fault.span.end..]
        );
        writeln!(shown, "{kind}: {marked}\n{}: {fault}", fault.code()).unwrap();
        writeln!(shown, "hint: {}\n", fault.hint()).unwrap();
    }
    insta::assert_snapshot!(shown);
}
