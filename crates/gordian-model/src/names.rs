//! Names that differ only in labels, for reports.

/// Returns a name with labels replaced by `…`, so that the constraints of all rows of a grid have
/// the same pattern. Labels are numbers, with a capital letter before them as in `F11`, and single
/// capital letters.
#[must_use]
pub fn name_pattern(name: &str) -> String {
    let mut pattern = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let inside_word = pattern.ends_with(|c: char| c.is_alphanumeric());
        let capital = usize::from(first.is_ascii_uppercase() && !inside_word);
        let n_digits = rest[capital..].bytes().take_while(u8::is_ascii_digit).count();
        let end = capital + n_digits;
        let ends_word = !rest[end..].starts_with(|c: char| c.is_alphanumeric());
        if n_digits > 0 || (capital > 0 && ends_word) {
            pattern.push('…');
            rest = &rest[end..];
        } else {
            pattern.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_replace_labels() {
        let check = |name: &str, expected: &str| assert_eq!(name_pattern(name), expected, "{name}");
        check("row 12", "row …");
        check("region A: every digit", "region …: every digit");
        check("face U: U11 looks the common way", "face …: … looks the common way");
        check("r1c2", "r…c…");
        check("A walk", "… walk");
        check("Every one", "Every one");
        check("x", "x");
        check("ABC DeF", "ABC DeF");
        check("größe 3Ä", "größe …Ä");
    }
}
