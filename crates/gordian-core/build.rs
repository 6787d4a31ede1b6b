//! `cfg(gordian_simd)`: the modules with machine instructions are built, which are those of x86-64;
//! `GORDIAN_PORTABLE=1` leaves them out.

use std::env::{var, var_os};

fn main() {
    println!("cargo::rerun-if-env-changed=GORDIAN_PORTABLE");
    let is_x86_64 = var("CARGO_CFG_TARGET_ARCH").is_ok_and(|name| name == "x86_64");
    if is_x86_64 && var_os("GORDIAN_PORTABLE").is_none() {
        println!("cargo::rustc-cfg=gordian_simd");
    }
}
