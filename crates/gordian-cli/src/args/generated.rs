//! `gordian completions` and `gordian man`, generated from the argument definitions, and `gordian
//! notices`.

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

/// Write the licences of the software of others in this program
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian notices > licences.txt")]
pub(crate) struct NoticesArgs {}
