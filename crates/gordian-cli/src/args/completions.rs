//! `gordian completions`.

use clap::Args;
use clap_complete::Shell;

/// Write completions for a shell
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
