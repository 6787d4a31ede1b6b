//! Definitions of the arguments: one struct for each command, with its help.
//!
//! The parser does not read files. The commands resolve how the arguments combine.

mod atlas;
mod cube;
mod fzn;
mod generate;
mod generated;
mod minizinc;
mod perm;
mod puzzle;
mod reference;
mod serve;
mod solve;
mod square1;
mod sudoku;
mod values;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand};

use crate::console::Colour;
use crate::env;

pub(crate) use atlas::{
    AtlasArgs, AtlasBuildArgs, AtlasCommand, AtlasInfoArgs, AtlasProveArgs, AtlasQueryArgs,
    AtlasReportArgs, AtlasVerifyArgs,
};
pub(crate) use cube::{
    CubeApplyArgs, CubeArgs, CubeCheckArgs, CubeCommand, CubeNotationArgs, CubeScrambleArgs,
    CubeSolveArgs, CubeStepArgs, CubeTableArgs,
};
pub(crate) use fzn::FznArgs;
pub(crate) use generate::{GenerateArgs, GenerateOutput};
pub(crate) use generated::{CompletionsArgs, ManArgs, NoticesArgs};
pub(crate) use minizinc::MinizincArgs;
pub(crate) use perm::{
    PermArgs, PermCheckArgs, PermCommand, PermCountArgs, PermDistancesArgs, PermInfoArgs,
    PermPuzzleArgs, PermQueryArgs, PermScrambleArgs, PermSolveArgs,
};
pub(crate) use puzzle::{CheckArgs, ExportArgs, PuzzleArgs};
pub(crate) use reference::{DocsArgs, ExplainArgs, KindsArgs};
pub(crate) use serve::{JobArgs, ServeArgs, WorkerArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use square1::{
    Square1ApplyArgs, Square1Args, Square1CheckArgs, Square1Command, Square1DrawArgs,
    Square1NotationArgs, Square1ScrambleArgs, Square1SolveArgs, Square1TableArgs,
};

pub(crate) use sudoku::{
    SudokuArgs, SudokuCasesArgs, SudokuCheckArgs, SudokuCommand, SudokuGenerateArgs,
    SudokuInputArgs, SudokuLayoutArgs, SudokuRunArgs,
};

const EXIT_CODES: &str = "\
Exit codes:
  0    answer found
  1    proven that there is none
  2    user or system error
  3    stopped by a limit
  130  interrupted
With several files, the first of 130, 2, 3, 1, 0 that applies is returned.";

/// Exact answers to combinatorial puzzles
///
/// Finds a solution, counts all solutions, proves that a solution is unique or optimal, or proves
/// that none exists. Every solution is checked against the rules before it is shown.
#[derive(Debug, Parser)]
#[command(
    name = "gordian",
    version,
    after_long_help = format!("{EXIT_CODES}\n\n{}", env::HELP),
    disable_help_subcommand = true,
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Arguments of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Do not show progress, hints and summaries
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Colour,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Check(CheckArgs),
    Generate(GenerateArgs),
    Export(ExportArgs),
    Sudoku(SudokuArgs),
    Square1(Square1Args),
    Cube(CubeArgs),
    Perm(PermArgs),
    Atlas(AtlasArgs),
    Fzn(FznArgs),
    Minizinc(MinizincArgs),
    Serve(ServeArgs),
    Worker(WorkerArgs),
    Kinds(KindsArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Notices(NoticesArgs),
    #[command(hide = true)]
    Docs(DocsArgs),
}

/// Turns `gordian help COMMAND` into `gordian COMMAND --help`. The subcommand of clap would repeat
/// all commands in the completions and in the manual.
pub(crate) fn with_help_as_option(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|it| it == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn argument_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    /// Calls `check` with every command, with its name.
    fn for_each_command(
        command: &clap::Command,
        name: &str,
        check: &mut impl FnMut(&clap::Command, &str),
    ) {
        check(command, name);
        for below in command.get_subcommands() {
            for_each_command(below, &format!("{name} {}", below.get_name()), check);
        }
    }

    #[test]
    fn every_argument_has_a_sentence() {
        for_each_command(&Cli::command(), "gordian", &mut |command, name| {
            assert!(command.get_about().is_some(), "{name}");
            for arg in command.get_arguments() {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(
                    help.len() > 5 && !help.ends_with('.'),
                    "{name} {}: {help:?}",
                    arg.get_id()
                );
            }
        });
    }

    /// Splits a line as a shell does, as far as the documents need it: quotes, pipes, redirections,
    /// comments. Returns the commands of the program that the line calls.
    fn calls(line: &str) -> Vec<Vec<String>> {
        let mut calls = vec![Vec::new()];
        let (mut word, mut is_word, mut quote) = (String::new(), false, None);
        for c in line.chars().chain([' ']) {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (Some(_), c) => word.push(c),
                (None, '\'' | '"') => (quote, is_word) = (Some(c), true),
                (None, '#') if !is_word => break,
                (None, '|' | ';' | '&') => calls.push(Vec::new()),
                (None, c) if c.is_whitespace() => {
                    if is_word {
                        calls.last_mut().unwrap().push(std::mem::take(&mut word));
                    }
                    is_word = false;
                }
                (None, c) => {
                    word.push(c);
                    is_word = true;
                }
            }
        }
        for call in &mut calls {
            // What follows a redirection is the name of a file.
            if let Some(at) = call.iter().position(|word| word.starts_with(['<', '>'])) {
                call.truncate(at);
            }
        }
        calls.retain(|call| call.first().is_some_and(|first| first == "gordian"));
        calls
    }

    #[test]
    fn lines_are_split_as_by_a_shell() {
        let split = calls("gordian a 'b c' --d \"e'\" < f | sort | gordian g -  # gordian h");
        assert_eq!(split, [vec!["gordian", "a", "b c", "--d", "e'"], vec!["gordian", "g", "-"]]);
    }

    /// Returns the Markdown files of a folder and of those below it.
    fn pages(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs_err::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pages(&path, found);
            } else if path.extension().is_some_and(|it| it == "md") {
                found.push(path);
            }
        }
    }

    /// Every command in a block of the book and the README, and every example of the help, is
    /// accepted by the parser.
    #[test]
    fn commands_in_documents_are_valid() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = vec![root.join("README.md")];
        pages(&root.join("docs"), &mut files);
        let mut lines: Vec<(String, String)> = Vec::new();
        for file in files {
            let text = fs_err::read_to_string(&file).unwrap();
            for language in ["sh", "console", "text"] {
                for block in text.split(&format!("\n```{language}\n")).skip(1) {
                    let block =
                        block.split("\n```").next().unwrap_or_default().replace("\\\n", " ");
                    let commands =
                        block.lines().map(|line| line.trim_start_matches("$ ").to_owned());
                    lines.extend(commands.map(|line| (file.display().to_string(), line)));
                }
            }
        }
        for_each_command(&Cli::command(), "gordian", &mut |command, name| {
            let notes = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            let examples = notes.lines().filter(|line| line.starts_with("  gordian "));
            // Words after a gap explain the command.
            let examples = examples.map(|line| line.trim().split("   ").next().unwrap_or_default());
            lines.extend(examples.map(|line| (name.to_owned(), line.to_owned())));
        });
        let mut n = 0;
        for (place, line) in lines {
            for call in calls(&line) {
                n += 1;
                if let Err(error) =
                    Cli::try_parse_from(with_help_as_option(call.into_iter().map(Into::into)))
                {
                    assert!(!error.use_stderr(), "{place}: {line}\n{error}");
                }
            }
        }
        assert!(n > 150, "only {n} commands");
    }
}
