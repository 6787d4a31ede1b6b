//! Compresses the files of the page and writes a table of them for `src/page`. Also makes Cargo
//! rebuild the program when embedded files are added or removed.
//!
//! Compressing here keeps compressed copies out of the repository. The output is reproducible: both
//! encoders are pure Rust, pinned in `Cargo.lock`, and neither stores names or times.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use fs_err as fs;

fn main() -> io::Result<()> {
    for folder in ["page", "puzzles"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    let page = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("page");
    let out = PathBuf::from(variable("OUT_DIR"));
    let mut table = String::from("&[\n");
    for (at, name) in files(&page)?.iter().enumerate() {
        let plain = fs::read(page.join(name))?;
        let keep = |ending: &str, bytes: Vec<u8>| -> io::Result<PathBuf> {
            let copy = out.join(format!("{at}.{ending}"));
            fs::write(&copy, bytes)?;
            Ok(copy)
        };
        let brotli = keep("br", brotli(&plain)?)?;
        let gzip = keep("gz", gzip(&plain)?)?;
        writeln!(
            table,
            "File {{ path: {name:?}, brotli: include_bytes!({brotli:?}), \
             gzip: include_bytes!({gzip:?}) }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("page.rs"), table)
}

/// Returns an environment variable that Cargo sets for build scripts.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the relative paths of all files in a folder, sorted, with `/` as separator.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| {
            io::Error::other(format!("the name of a file of the page is not UTF-8: {name:?}"))
        })?;
        if entry.file_type()?.is_dir() {
            let inside = files(&entry.path())?;
            found.extend(inside.into_iter().map(|file| format!("{name}/{file}")));
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

fn brotli(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut out, &BrotliEncoderParams::default())?;
    Ok(out)
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}
