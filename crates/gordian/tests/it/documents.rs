//! Tests of the paths in documents.

use crate::{files, root};

/// A text in backticks that begins with one of these is a path in the repository.
const FOLDERS: [&str; 5] = ["crates/", "docs/", "puzzles/", "benches/", "gordian-"];

#[test]
fn paths_in_documents_exist() {
    let mut documents = files(&root().join("docs"), ".md");
    documents.extend(files(&root().join("benches"), ".md"));
    documents.extend(files(&root().join("fuzz"), ".md"));
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        documents.push(root().join(name));
    }
    let mut n_paths = 0;
    for document in documents {
        let text = fs_err::read_to_string(&document).expect("a document");
        for (place, name) in text.split('`').enumerate() {
            let is_path = place % 2 == 1
                && FOLDERS.iter().any(|folder| name.starts_with(folder))
                && name.contains('/')
                && !name.contains(|c: char| c.is_whitespace() || "<>*{}".contains(c));
            if !is_path {
                continue;
            }
            n_paths += 1;
            let path = root().join(name);
            let exists = path.exists() || root().join("crates").join(name).exists();
            assert!(exists, "{} names `{name}`, which does not exist", document.display());
        }
    }
    assert!(n_paths > 20, "only {n_paths} paths were found in the documents");
}

#[test]
fn architecture_has_fewer_than_300_lines() {
    let text = fs_err::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    assert!(text.lines().count() < 300);
}
