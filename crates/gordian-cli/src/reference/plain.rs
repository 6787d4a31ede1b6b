//! Pages as plain text, for terminals.

/// The number of columns of a paragraph.
const WIDTH: usize = 100;

/// Returns a page of the reference as plain text: links keep their words, rows of tables become
/// paragraphs, and blocks of code are indented.
pub(crate) fn to_plain_text(page: &str) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            flush(&mut paragraph, &mut out);
            in_code = !in_code;
        } else if in_code {
            out.push_str(format!("    {line}").trim_end());
            out.push('\n');
        } else if line.starts_with('|') {
            flush(&mut paragraph, &mut out);
            // The row of dashes follows the head.
            if lines.peek().is_some_and(|next| next.starts_with("| ---")) {
                lines.next();
                continue;
            }
            out.push_str(&row(line));
        } else if let Some(title) = line.strip_prefix('#') {
            flush(&mut paragraph, &mut out);
            out.push_str(&without_links(title.trim_start_matches('#').trim()));
            out.push('\n');
        } else if line.trim().is_empty() {
            flush(&mut paragraph, &mut out);
            out.push('\n');
        } else if line.starts_with("- ") {
            flush(&mut paragraph, &mut out);
            paragraph.push_str(line);
        } else {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, &mut out);
    out
}

/// Appends the paragraph to the text, in lines.
fn flush(paragraph: &mut String, out: &mut String) {
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    wrap(&without_links(paragraph), indent, out);
    paragraph.clear();
}

/// Returns a row of a table: its first cell, and the others in lines below it.
fn row(line: &str) -> String {
    let cells = line.trim_matches('|').replace("\\|", "\u{0}");
    let mut cells = cells.split('|').map(|cell| cell.trim().replace('\u{0}', "|"));
    let mut out = format!("  {}\n", without_links(&cells.next().unwrap_or_default()));
    let rest: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
    let mut body = String::new();
    wrap(&format!("      {}", without_links(&rest.join("; "))), "      ", &mut body);
    out.push_str(&body);
    out
}

/// Appends `text` in lines of at most [`WIDTH`] columns; the lines after the first begin with
/// `indent`.
fn wrap(text: &str, indent: &str, out: &mut String) {
    if text.trim().is_empty() {
        return;
    }
    let start = &text[..text.len() - text.trim_start().len()];
    let mut line = start.to_owned();
    for word in text.split_whitespace() {
        let is_first = line.trim().is_empty();
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = indent.to_owned();
        } else if !is_first {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

/// Returns `text` with the words of its links only.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        let (Some(open), Some(close)) = (before.rfind('['), after.find(')')) else { break };
        out.push_str(&before[..open]);
        out.push_str(&before[open + 1..]);
        rest = &after[close + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_become_text() {
        let page = "# `x`: A title\n\nA [link](a.md#b) in\na paragraph.\n\n- an item\n  of two lines\n\n\
                    ```toml\nkind = \"x\"\n\nsize = 1\n```\n\n\
                    | key | value | |\n| --- | --- | --- |\n| `a` | 1 \\| 2 | [words](c.md) |\n";
        insta::assert_snapshot!(to_plain_text(page), @r#"
        `x`: A title

        A link in a paragraph.

        - an item of two lines

            kind = "x"

            size = 1

          `a`
              1 | 2; words
        "#);
    }

    #[test]
    fn long_paragraphs_are_wrapped() {
        let text = to_plain_text(&"word ".repeat(100));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.split_whitespace().count(), 100);
    }
}
