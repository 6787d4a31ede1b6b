//! Passes the compiler version and the build settings to the benchmarks as environment variables.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let env = |name: &str| std::env::var(name).unwrap_or_default();
    let version = Command::new(env("RUSTC")).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=BENCH_RUSTC={}", version.unwrap_or_default());
    println!("cargo::rustc-env=BENCH_TARGET={}", env("TARGET"));
    println!("cargo::rustc-env=BENCH_OPT_LEVEL={}", env("OPT_LEVEL"));
    let flags = env("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    println!("cargo::rustc-env=BENCH_RUSTFLAGS={flags}");
}
