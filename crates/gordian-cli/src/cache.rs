//! The folder in which tables are kept from one run to the next.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

use crate::env;

/// Returns the folder: the one that the user names as an argument, or else in the environment, or else
/// `gordian` in the system's folder for caches. `None` if there is no such folder.
///
/// It need not exist. Whoever writes something there tells the user.
pub(crate) fn folder(arg: Option<&Path>) -> Option<PathBuf> {
    let system = || Some(choose_native_strategy().ok()?.cache_dir().join("gordian"));
    arg.map(Path::to_owned).or_else(env::cache).or_else(system)
}
