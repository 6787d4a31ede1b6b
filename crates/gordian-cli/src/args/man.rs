//! `gordian man`.

use clap::Args;

/// Write the manual pages
///
/// One page for the program and one for each command, one after another, in the format roff.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian man | man -l -")]
pub(crate) struct ManArgs {}
