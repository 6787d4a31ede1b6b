//! `gordian minizinc`: writes the solver configuration and the library where MiniZinc looks for
//! them.
//!
//! In the directory: `solvers/gordian.msc`, the configuration; `solvers/gordian/library`, the
//! library; `solvers/gordian/fzn-gordian`, a script that starts `gordian fzn`, because MiniZinc
//! starts a program without a subcommand.

use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use serde_json::json;

use super::CommandError;
use crate::args::MinizincArgs;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::system::home_directory;

/// A file of the library, by which its directory is recognised.
const MARKER: &str = "fzn_all_different_int.mzn";

/// The library of constraints that Gordian has natively.
#[derive(RustEmbed)]
// A link, so that a published package has the files.
#[folder = "minizinc"]
struct Library;

pub(super) fn run(args: &MinizincArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let directory = match &args.directory {
        Some(directory) => std::path::absolute(directory).map_err(Fault::of)?,
        None => default_directory()?,
    };
    let solvers = directory.join("solvers");
    let (configuration, own) = (solvers.join("gordian.msc"), solvers.join("gordian"));
    let library = own.join("library");
    // Files of an earlier version must not remain, but nothing else is removed.
    if own.exists() && !library.join(MARKER).is_file() {
        let message = format!("{} exists and is not Gordian's", own.display());
        return Err(Fault::new("minizinc.directory", message)
            .hint("remove it, or give another directory with `--directory DIR`")
            .into());
    }
    let had_own = own.exists();
    if had_own {
        fs_err::remove_dir_all(&own).map_err(Fault::of)?;
    }
    if args.uninstall {
        let had_configuration = configuration.exists();
        if had_configuration {
            fs_err::remove_file(&configuration).map_err(Fault::of)?;
        }
        for (path, _) in
            [(&configuration, had_configuration), (&own, had_own)].iter().filter(|it| it.1)
        {
            console.print_line(Style::Plain, &format!("removed {}", path.display()))?;
        }
        if !had_configuration && !had_own {
            console.print_note("note: there is nothing to remove")?;
        }
        return Ok(Exit::Answer);
    }
    fs_err::create_dir_all(&library).map_err(Fault::of)?;
    for name in Library::iter() {
        let file = Library::get(&name).expect("the name was listed");
        fs_err::write(library.join(name.as_ref()), file.data).map_err(Fault::of)?;
    }
    let this = std::env::current_exe().map_err(Fault::of)?;
    let program = write_program(&own, &this).map_err(Fault::of)?;
    let document = json!({
        "id": "org.gordian.gordian",
        "name": "Gordian",
        "description": "Exact answers to integer models, by clauses and by lazy clause generation",
        "version": env!("CARGO_PKG_VERSION"),
        "executable": program,
        "mznlib": library,
        "tags": ["cp", "int", "lcg", "sat"],
        "stdFlags": ["-a", "-i", "-n", "-f", "-p", "-r", "-s", "-t", "-v"],
        "extraFlags": [
            ["--confirm", "Establish the claims again by other means", "bool", "false"],
            ["--engine", "The engine", "opt:auto:model:sat:lcg:portfolio:batsat:cadical", "auto"],
        ],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false,
    });
    let text = format!("{document:#}\n");
    fs_err::write(&configuration, text).map_err(Fault::of)?;
    for path in [&configuration, &library, &program] {
        console.print_line(Style::Plain, &format!("wrote {}", path.display()))?;
    }
    if args.directory.is_some() {
        console.print_note(&format!("note: set MZN_SOLVER_PATH={}", solvers.display()))?;
    }
    Ok(Exit::Answer)
}

/// Returns the directory in which MiniZinc looks for the files of the user.
fn default_directory() -> Result<PathBuf, Fault> {
    home_directory().map(|home| home.join(".minizinc")).ok_or_else(|| {
        Fault::new("minizinc.no-home", "the home directory is not known")
            .hint("give the directory of MiniZinc's user files with `--directory DIR`")
    })
}

/// Writes a script that starts `gordian fzn`, and returns its path. Links would not do: MiniZinc
/// resolves them.
#[cfg(unix)]
fn write_program(directory: &Path, gordian: &Path) -> io::Result<PathBuf> {
    use std::os::unix::fs::PermissionsExt as _;

    let program = directory.join("fzn-gordian");
    let quoted = gordian.display().to_string().replace('\'', r"'\''");
    fs_err::write(&program, format!("#!/bin/sh\nexec '{quoted}' fzn \"$@\"\n"))?;
    fs_err::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
    Ok(program)
}

/// Writes a script that starts `gordian fzn`, and returns its path.
#[cfg(not(unix))]
fn write_program(directory: &Path, gordian: &Path) -> io::Result<PathBuf> {
    let program = directory.join("fzn-gordian.bat");
    fs_err::write(&program, format!("@\"{}\" fzn %*\r\n", gordian.display()))?;
    Ok(program)
}
