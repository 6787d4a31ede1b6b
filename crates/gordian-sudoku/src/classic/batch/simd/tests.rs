//! Compares every word type with the definition of nodes and planes.

use gordian_core::Random;

use super::super::node::{self, N_QWORDS, Nodes};
use super::super::planes::{N_CANDIDATE_PLANES, N_REPORT_PLANES, Planes};
use super::super::word::{Task, Word};
use super::Portable;
#[cfg(gordian_simd)]
use super::{Avx2, Avx512};

/// Runs a check with every word type that the machine supports.
macro_rules! each_word {
    ($check:ident) => {
        $check::<Portable>();
        #[cfg(gordian_simd)]
        $check::<Avx2>();
        #[cfg(gordian_simd)]
        $check::<Avx512>();
    };
}

/// A task that runs a closure.
struct ClosureTask<F>(F);

impl<F: FnOnce() -> R, R> Task for ClosureTask<F> {
    type Output = R;

    #[inline(always)]
    fn work(self) -> R {
        (self.0)()
    }
}

fn random_nodes<W: Word>(random: &mut Random) -> (Nodes<W>, Vec<[u64; N_QWORDS]>) {
    let mut nodes = Nodes::new();
    let plain: Vec<[u64; N_QWORDS]> =
        (0..W::LANES).map(|_| std::array::from_fn(|_| random.bits())).collect();
    for (lane, q) in plain.iter().enumerate() {
        nodes.set(lane, q);
    }
    (nodes, plain)
}

/// Returns whether the lane is set.
fn lane<W: Word>(word: W, lane: usize) -> bool {
    word.group(lane / 64) >> (lane % 64) & 1 == 1
}

fn check_load<W: Word>() {
    let Some(proof) = W::detect() else { return };
    let (nodes, plain) = random_nodes::<W>(&mut Random::new(1));
    let (mut planes, mut half) = (Planes::new(proof), W::transpose_buffer(proof));
    W::run(proof, ClosureTask(|| W::load(proof, &nodes, &mut half, &mut planes)));
    for (number, q) in plain.iter().enumerate() {
        for digit in 0..9 {
            for cell in 0..81 {
                let (word, bit) = node::position(digit, cell);
                let plane = planes.stored[81 * digit + cell];
                assert_eq!(lane(plane, number), q[word] >> bit & 1 == 1, "{digit} {cell}");
            }
        }
        for i in 0..N_REPORT_PLANES {
            let plane = planes.stored[N_CANDIDATE_PLANES + i];
            assert_eq!(
                lane(plane, number),
                q[11] >> (node::REPORT_SHIFT as usize + i) & 1 == 1,
                "{i}"
            );
        }
    }
}

#[test]
fn load_puts_every_candidate_into_its_plane() {
    each_word!(check_load);
}

fn check_store<W: Word>() {
    let Some(proof) = W::detect() else { return };
    let (nodes, plain) = random_nodes::<W>(&mut Random::new(2));
    let (mut planes, mut half) = (Planes::new(proof), W::transpose_buffer(proof));
    let mut back = Nodes::new();
    W::run(
        proof,
        ClosureTask(|| {
            W::load(proof, &nodes, &mut half, &mut planes);
            W::store(proof, &planes, &mut half, &mut back);
        }),
    );
    // The remaining bits are undefined.
    let used = (1 << (node::REPORT_SHIFT as usize + N_REPORT_PLANES)) - 1;
    for (number, q) in plain.iter().enumerate() {
        let mut expected = *q;
        let mut found = back.get(number);
        expected[11] &= used;
        found[11] &= used;
        assert_eq!(found, expected, "lane {number} of {}", W::LANES);
    }
}

#[test]
fn store_inverts_load() {
    each_word!(check_store);
}

fn check_parse<W: Word>() {
    let Some(proof) = W::detect() else { return };
    let mut random = Random::new(3);
    for round in 0..20_000 {
        let mut text: [u8; 81] = std::array::from_fn(|_| *random.choose(b"....00123456789"));
        if round % 2 == 0 {
            text[random.below(81)] = u8::try_from(random.below(256)).unwrap();
        }
        let (mut expected, mut found) = ([0; N_QWORDS], [!0; N_QWORDS]);
        let readable = node::parse(&text, &mut expected);
        let read = W::run(proof, ClosureTask(|| W::parse(proof, &text, &mut found)));
        assert_eq!(read, readable, "{:?}", text.map(char::from));
        if readable {
            assert_eq!(found, expected, "{:?}", text.map(char::from));
        }
    }
}

#[test]
fn parse_agrees_with_the_portable_form() {
    each_word!(check_parse);
}

#[test]
fn parse_accepts_exactly_the_eleven_valid_characters() {
    fn check<W: Word>() {
        let Some(proof) = W::detect() else { return };
        for position in 0..81 {
            for character in 0..=255 {
                let mut text = [b'.'; 81];
                text[position] = character;
                let read =
                    W::run(proof, ClosureTask(|| W::parse(proof, &text, &mut [0; N_QWORDS])));
                assert_eq!(read, b".0123456789".contains(&character), "{character} at {position}");
            }
        }
    }
    each_word!(check);
}

fn check_write<W: Word>() {
    let Some(proof) = W::detect() else { return };
    let mut random = Random::new(4);
    for _ in 0..1000 {
        let text: [u8; 81] = std::array::from_fn(|_| *random.choose(b"123456789"));
        let mut q = [0; N_QWORDS];
        assert!(node::parse(&text, &mut q));
        // The report must not affect the text.
        q[11] |= random.bits() << node::REPORT_SHIFT;
        let mut written = [0; 81];
        W::run(proof, ClosureTask(|| W::write(proof, &q, &mut written)));
        assert_eq!(written, text);
    }
}

#[test]
fn solved_nodes_are_written_as_text() {
    each_word!(check_write);
}

fn check_truth_tables<W: Word>() {
    let Some(proof) = W::detect() else { return };
    let words = [W::zero(proof), W::ones(proof)];
    let check = |name: &str, word: W, expected: bool| {
        for lane_number in [0, W::LANES - 1] {
            assert_eq!(lane(word, lane_number), expected, "{name} of {} lanes", W::LANES);
        }
    };
    for i in 0..8 {
        let (x, y, z) = (i & 4 != 0, i & 2 != 0, i & 1 != 0);
        let (a, b, c) = (words[usize::from(x)], words[usize::from(y)], words[usize::from(z)]);
        check("and", a.and(b), x & y);
        check("or", a.or(b), x | y);
        check("xor", a.xor(b), x ^ y);
        check("and_not", a.and_not(b), x & !y);
        check("or3", a.or3(b, c), x | y | z);
        check("and3", a.and3(b, c), x & y & z);
        check("maj", a.majority(b, c), u8::from(x) + u8::from(y) + u8::from(z) >= 2);
        check("or_and", a.or_and(b, c), x | y & z);
        check("and_nand", a.and_nand(b, c), x & !(y & z));
        check("and_nor", a.and_nor(b, c), x & !(y | z));
        check("or_and_not", a.or_and_not(b, c), x | y & !z);
        check("xor3", a.xor3(b, c), x ^ y ^ z);
        check("or_xor", a.or_xor(b, c), x | (y ^ z));
        check("select", a.select(b, c), if x { y } else { z });
        assert_eq!(a.is_zero(), !x);
    }
}

#[test]
fn operations_match_their_truth_tables() {
    each_word!(check_truth_tables);
}
