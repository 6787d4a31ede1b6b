//! Has the program built anew when files that are part of it come or go.

fn main() {
    for folder in ["page", "../../puzzles"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
