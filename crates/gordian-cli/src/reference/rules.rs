//! The page of the rules that puzzles combine.

use std::fmt::Write as _;

use gordian::puzzles::rules::{
    BROKEN_RULES, CHOICES, ChoiceForm, MAX_PARAMETER, ParameterForm, RULES, RuleForm, Values,
};

use super::{Page, cell};

/// Returns the page with all rules of the catalogue and their parameters.
pub(super) fn page() -> Page {
    let mut text = "# Rules of custom puzzles\n\n\
        The rules that a [custom puzzle](../guides/custom.md) combines, and that any kind of pencil puzzle \
        can have besides its own: each is a `[[rule]]` table of the puzzle file, with its `name` and its \
        parameters. A rule that a form has no parts for is an error. Of `equals`, `at-least` and \
        `at-most`, a rule has `equals` alone, or one or both of the others. What the names mean is \
        listed at the end.\n"
        .to_owned();
    for RuleForm { name, description, parameters } in RULES {
        let broken = BROKEN_RULES.iter().find(|(rule, _)| rule == name);
        let broken = broken.map_or("", |(_, broken)| broken);
        let _ =
            write!(text, "\n## `{name}`\n\n{}\n\nIt is broken if {broken}.\n", cell(description));
        if parameters.is_empty() {
            continue;
        }
        text.push_str("\n| parameter | | values |\n| --- | --- | --- |\n");
        for ParameterForm { key, description, values, is_optional } in *parameters {
            let values = match values {
                Values::One(names) => format!("one of {}", code_list(names)),
                Values::Several(names) => format!("one or a list of {}", code_list(names)),
                Values::Number => format!("a whole number up to {MAX_PARAMETER}"),
            };
            let optional = if *is_optional { "; can be left out" } else { "" };
            let _ = writeln!(text, "| `{key}` | {} | {values}{optional} |", cell(description));
        }
    }
    text.push_str("\n## The names of parameters\n");
    for ChoiceForm { description, names, meanings } in CHOICES {
        let _ = write!(text, "\n{}\n\n| name | meaning |\n| --- | --- |\n", cell(description));
        for (name, meaning) in names.iter().zip(*meanings) {
            let _ = writeln!(text, "| `{name}` | {} |", cell(meaning));
        }
    }
    Page::new("rules.md", text)
}

fn code_list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
