//! The pages of the commands, from the definitions of their arguments.

use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory as _};

use super::{Page, cell};
use crate::args::Cli;

/// Returns the pages: an overview, and one page for each command of the program.
pub(super) fn pages() -> Vec<Page> {
    let mut program = Cli::command();
    program.build();
    let commands = || program.get_subcommands().filter(|command| !command.is_hide_set());
    let mut pages = vec![overview(&program)];
    for command in commands() {
        let mut text = String::new();
        write_command(command, &format!("gordian {}", command.get_name()), 1, &mut text);
        pages.push(Page::new(format!("commands/{}.md", command.get_name()), text));
    }
    pages
}

/// Returns the page with the list of all commands, the global options, exit codes and variables.
fn overview(program: &Command) -> Page {
    let mut text = "# Commands\n\n\
        Data goes to standard output; progress, hints, logs and errors go to standard error. `-` as a file \
        means standard input. `--help` after a command shows what is on its page, `-h` a summary.\n\n\
        | command | |\n| --- | --- |\n"
        .to_owned();
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_rows(command, "gordian", command.get_name(), &mut text);
    }
    text.push_str("\n## Options of every command\n");
    for arg in program.get_arguments() {
        write_arg(arg, &mut text);
    }
    let after = program.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    for part in after.split("\n\n") {
        let (title, lines) = part.split_once(":\n").unwrap_or(("", part));
        let _ = write!(text, "\n## {title}\n\n| | |\n| --- | --- |\n");
        let mut end = String::new();
        for line in lines.lines() {
            match line.strip_prefix("  ").and_then(|line| line.split_once("  ")) {
                Some((name, meaning)) => {
                    let _ = writeln!(text, "| `{name}` | {} |", cell(meaning));
                }
                None => end = format!("\n{line}\n"),
            }
        }
        text.push_str(&end);
    }
    Page::new("commands/index.md", text)
}

/// Writes a row for each command that does something; `page` is the name of the command with a
/// page.
fn write_rows(command: &Command, parent: &str, page: &str, text: &mut String) {
    let name = format!("{parent} {}", command.get_name());
    if command.has_subcommands() {
        for command in command.get_subcommands() {
            write_rows(command, &name, page, text);
        }
        return;
    }
    let about = plain(command.get_about());
    let anchor = if name.split(' ').count() > 2 {
        format!("#{}", name.replace(' ', "-"))
    } else {
        String::new()
    };
    let _ = writeln!(text, "| [`{name}`]({page}.md{anchor}) | {} |", cell(&about));
}

/// Writes the section of a command and of those below it; `level` is that of its heading.
fn write_command(command: &Command, name: &str, level: usize, text: &mut String) {
    let _ = write!(text, "{} `{name}`", "#".repeat(level));
    if level > 1 {
        let _ = write!(text, " {{ #{} }}", name.replace(' ', "-"));
    }
    let about = plain(command.get_long_about().or(command.get_about()));
    let _ = write!(text, "\n\n{}\n", paragraphs(&about));
    if !command.has_subcommands() {
        let usage = command.clone().bin_name(name).render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        let _ = write!(text, "\n```text\n{usage}\n```\n");
        write_args(command, text);
    }
    write_notes(&plain(command.get_after_long_help()), text);
    for below in command.get_subcommands() {
        text.push('\n');
        write_command(below, &format!("{name} {}", below.get_name()), level + 1, text);
    }
}

/// Writes the arguments and options of a command, in the groups of its help.
fn write_args(command: &Command, text: &mut String) {
    let mut groups: Vec<(&str, Vec<&Arg>)> = Vec::new();
    let own = command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_global_set());
    for arg in own.filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version")) {
        let usual = if arg.is_positional() { "Arguments" } else { "Options" };
        let heading = arg.get_help_heading().unwrap_or(usual);
        match groups.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, args)) => args.push(arg),
            None => groups.push((heading, vec![arg])),
        }
    }
    for (heading, args) in groups {
        let _ = write!(text, "\n**{heading}**\n");
        for arg in args {
            write_arg(arg, text);
        }
    }
}

/// Writes an argument or an option as an item of a list of definitions.
fn write_arg(arg: &Arg, text: &mut String) {
    let value = arg.get_value_names().map(|names| {
        let names: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
        names.join(" ")
    });
    let names = [
        arg.get_short().map(|short| format!("-{short}")),
        arg.get_long().map(|long| format!("--{long}")),
    ];
    let names: Vec<String> = names.into_iter().flatten().map(|name| format!("`{name}`")).collect();
    let takes_value = arg.get_action().takes_values();
    let mut term = names.join(", ");
    if let (Some(value), true) = (value, takes_value) {
        let value = format!("`{value}`");
        term = if term.is_empty() { value } else { format!("{term} {value}") };
    }
    let help = plain(arg.get_long_help().or(arg.get_help()));
    let _ = write!(text, "\n{term}\n:   {}\n", paragraphs(&help).replace("\n\n", "\n\n    "));
    if takes_value && !arg.is_hide_possible_values_set() {
        let values = arg.get_possible_values();
        let values: Vec<String> = values
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| match value.get_help() {
                Some(help) => {
                    format!("    - `{}`: {}\n", value.get_name(), cell(&help.to_string()))
                }
                None => format!("    - `{}`\n", value.get_name()),
            })
            .collect();
        if !values.is_empty() {
            let _ = write!(text, "\n{}", values.concat());
        }
    }
    let defaults = arg.get_default_values();
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        let _ = write!(text, "\n    Default: `{}`\n", defaults.join(" "));
    }
}

/// Writes what follows the options in the help: examples as a block of commands, other text as it
/// is.
fn write_notes(notes: &str, text: &mut String) {
    for part in notes.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let Some((title, lines)) =
            part.split_once(":\n").filter(|(title, _)| title.starts_with("Example"))
        else {
            let _ = write!(text, "\n{}\n", paragraphs(part));
            continue;
        };
        let _ = write!(text, "\n**{title}**\n\n```sh\n");
        for line in lines.lines() {
            // Words after a gap explain the command.
            let (command, words) = line.trim().split_once("   ").unwrap_or((line.trim(), ""));
            match words.trim() {
                "" => text.push_str(command),
                words => {
                    let _ = write!(text, "{command}   # {words}");
                }
            }
            text.push('\n');
        }
        text.push_str("```\n");
    }
}

fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Returns the paragraphs of a text, without spaces at their ends, with links to the pages that it
/// names.
fn paragraphs(text: &str) -> String {
    // Values such as `<N>` outside of code would be read as HTML.
    let text = text.trim().replace('<', "&lt;");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("docs/") {
        let end = after.find(".md").map_or(0, |end| end + ".md".len());
        let path = &after[..end];
        let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".md");
        out.push_str(before);
        let _ = match path.contains(char::is_whitespace) || path.is_empty() {
            true => write!(out, "docs/{path}"),
            false => write!(out, "[{name}](../../{path})"),
        };
        rest = &after[end..];
    }
    out + rest
}
