//! Failures on request, for the tests: what a bug, or a problem beyond the limits of a module,
//! does to it.

use std::hint::black_box;

/// Fails in the way that `name` asks for.
pub(crate) fn fail(name: &str) {
    match name {
        "test/panic" => panic!("a test asks for a panic"),
        "test/memory" => {
            let mut blocks: Vec<Vec<u8>> = Vec::new();
            // A module has at most 4 GiB.
            while blocks.len() < 1 << 10 {
                blocks.push(black_box(Vec::with_capacity(16 << 20)));
            }
        }
        "test/stack" => {
            black_box(recurse(&mut [0; 64]));
        }
        _ => {}
    }
}

/// Calls itself until the stack is exhausted.
fn recurse(numbers: &mut [u64; 64]) -> u64 {
    let mut next = black_box(*numbers);
    next[0] += 1;
    // Something that the compiler does not know to be true, so that it keeps the calls.
    if black_box(next[0]) > 0 { recurse(&mut next).wrapping_add(next[63]) } else { 0 }
}
