//! Paths of files beside a table.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns `path` with a suffix, which names a file beside it.
#[must_use]
pub fn sibling_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns the folder of `path`.
pub(crate) fn parent_folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sibling_paths_and_parent_folders() {
        assert_eq!(sibling_path(Path::new("a/b.c"), ".tmp"), Path::new("a/b.c.tmp"));
        assert_eq!(parent_folder(Path::new("a/b.c")), Path::new("a"));
        assert_eq!(parent_folder(Path::new("b.c")), Path::new("."));
        assert_eq!(parent_folder(Path::new("/b.c")), Path::new("/"));
    }
}
