//! `gordian completions` and `gordian man`: files that are generated from the argument definitions.

use clap::Args;
use clap_complete::Shell;

/// Write shell completions
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian completions bash > ~/.local/share/bash-completion/completions/gordian
  gordian completions fish > ~/.config/fish/completions/gordian.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Write the manual pages
///
/// Writes one page for the program and one for each command, in roff format.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian man | man -l -")]
pub(crate) struct ManArgs {}
