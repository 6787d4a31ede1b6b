//! Mutations that know what texts look like: numbers, words, strings, punctuation, lines, brackets.
//!
//! Nothing is parsed. A mutation takes a random place and looks at the bytes around it, so that its
//! cost does not depend on how long the text is.

use std::ops::Range;

use gordian_core::Random;

use crate::pack;
use crate::{Corpus, Seed, Wrap};

/// The longest input that is made of a text, in bytes.
pub const MAX_LEN: usize = 64 << 10;

/// Numbers at the bounds of types and of formats.
pub(crate) const NUMBERS: [&str; 38] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "9",
    "10",
    "12",
    "16",
    "35",
    "36",
    "63",
    "64",
    "65",
    "100",
    "127",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
    "1e999",
];

/// Texts that stand badly with readers: other digits, signs without width, control characters.
const CHARACTERS: [&str; 22] = [
    "\0",
    "\u{1}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "é",
    "ß",
    "İ",
    "𝟗",
    "٣",
    "９",
    "\u{200b}",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "e\u{301}",
    "😀",
    "\u{fffd}",
    "\u{10ffff}",
    "\r",
    "\r\n",
    "\t",
];

const OPENING: &[u8] = b"[{(<";
const CLOSING: &[u8] = b"]})>";
const MARKS: &[u8] = b"[]{}()<>,:;.=-+*/!?'\"#&%$|\\^~_@ \n";

/// How far from a place something is looked for.
const REACH: usize = 512;

/// Makes the inputs of a target: number `n` of a seed is always the same.
pub struct Mutator<'c> {
    corpus: &'c Corpus,
    key: u64,
    random: Random,
    inside: Vec<u8>,
    spare: Vec<u8>,
    wrapped: Vec<u8>,
}

impl<'c> Mutator<'c> {
    /// Returns the inputs of target `name` that belong to `seed`.
    #[must_use]
    pub fn new(name: &str, corpus: &'c Corpus, seed: u64) -> Self {
        // FNV-1a, so that targets with the same seeds do not get the same mutations.
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        let key = Random::new(hash ^ seed).bits();
        let (inside, spare, wrapped) = (Vec::new(), Vec::new(), Vec::new());
        Self { corpus, key, random: Random::new(0), inside, spare, wrapped }
    }

    /// Returns input `number`. The first ones are the seeds as they are.
    pub fn input(&mut self, number: u64) -> &[u8] {
        let mut random =
            Random::new(self.key.wrapping_add(number.wrapping_mul(0x9E6D_62D0_6F6A_9A9B)));
        // The states of neighbouring numbers are unrelated only after a step.
        self.random = Random::new(random.bits());
        let seeds = self.corpus.seeds();
        let first = usize::try_from(number).ok().and_then(|number| seeds.get(number));
        let seed = first.unwrap_or_else(|| self.any_seed());
        self.inside.clear();
        self.inside.extend_from_slice(&seed.inside);
        if first.is_none() {
            let mut n = 1;
            while n < 8 && self.random.below(5) < 3 {
                n += 1;
            }
            for _ in 0..n {
                self.mutate(seed);
            }
        }
        self.wrap(seed, first.is_some())
    }

    /// Chooses a seed, short ones more often.
    fn any_seed(&mut self) -> &'c Seed {
        let corpus = self.corpus;
        let (one, other) = (corpus.choose(&mut self.random), corpus.choose(&mut self.random));
        let is_shorter = one.inside.len() <= other.inside.len();
        if is_shorter == (self.random.below(4) > 0) { one } else { other }
    }

    fn wrap(&mut self, seed: &Seed, as_is: bool) -> &[u8] {
        self.wrapped.clear();
        match seed.wrap {
            Wrap::None => return &self.inside,
            Wrap::Table => {
                if !as_is {
                    pack::reseal_table(&mut self.inside, &mut self.random);
                }
                return &self.inside;
            }
            Wrap::JsonString { before, after } => {
                let text = String::from_utf8_lossy(&self.inside);
                self.wrapped.extend(before.bytes());
                pack::json_string(&text, &mut self.wrapped);
                self.wrapped.extend(after.bytes());
            }
            Wrap::Link { before } => {
                self.wrapped.extend(before.bytes());
                pack::link(&String::from_utf8_lossy(&self.inside), &mut self.wrapped);
            }
        }
        &self.wrapped
    }

    fn mutate(&mut self, seed: &Seed) {
        if seed.wrap == Wrap::Table {
            pack::change_table(&mut self.inside, &mut self.random);
            return;
        }
        match self.random.below(32) {
            0..=5 => self.change_number(),
            6..=8 => self.change_word(),
            9 => self.change_string(),
            10..=13 => self.change_mark(),
            14..=17 => self.change_line(),
            18 => self.nest(),
            19 | 20 => self.repeat(),
            21 | 22 => self.move_token(),
            23 => self.splice(),
            24 => self.insert_word(),
            25 | 26 => self.insert_character(),
            27..=29 => self.change_byte(),
            30 => self.delete_range(),
            _ => self.truncate(),
        }
        self.inside.truncate(MAX_LEN);
    }

    /// Returns a place in the input, its end included.
    fn place(&mut self) -> usize {
        self.random.below(self.inside.len() + 1)
    }

    /// Finds the first byte from a random place on that fits, or before it.
    fn find(&mut self, fits: impl Fn(u8) -> bool) -> Option<usize> {
        let place = self.place();
        let end = self.inside.len().min(place + REACH);
        let behind = self.inside[place..end].iter().position(|&byte| fits(byte));
        let start = place.saturating_sub(REACH);
        let before = || self.inside[start..place].iter().rposition(|&byte| fits(byte));
        behind.map(|at| place + at).or_else(|| before().map(|at| start + at))
    }

    /// Returns the longest range around `at` whose bytes fit.
    fn around(&self, at: usize, fits: impl Fn(u8) -> bool) -> Range<usize> {
        let bytes = &self.inside;
        let start = bytes[..at].iter().rposition(|&byte| !fits(byte)).map_or(0, |last| last + 1);
        let end = bytes[at..].iter().position(|&byte| !fits(byte)).map_or(bytes.len(), |n| at + n);
        start..end
    }

    /// Returns a range that is one thing: a number, a word, or a single other byte.
    fn token(&mut self) -> Option<Range<usize>> {
        let at = self.find(|byte| !byte.is_ascii_whitespace())?;
        let byte = self.inside[at];
        Some(if byte.is_ascii_digit() {
            self.around(at, |byte| byte.is_ascii_digit())
        } else if is_word(byte) {
            self.around(at, is_word)
        } else {
            at..at + 1
        })
    }

    fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        if range.len() == with.len() {
            self.inside[range].copy_from_slice(with);
        } else {
            self.inside.splice(range, with.iter().copied());
        }
    }

    fn change_number(&mut self) {
        let Some(at) = self.find(|byte| byte.is_ascii_digit()) else { return self.insert_word() };
        let digits = self.around(at, |byte| byte.is_ascii_digit());
        let negative = digits.start > 0 && self.inside[digits.start - 1] == b'-';
        let range = digits.start - usize::from(negative && self.random.flip())..digits.end;
        match self.random.below(16) {
            0..=5 => {
                let number = *self.random.choose(&NUMBERS);
                self.replace(range, number.as_bytes());
            }
            6..=9 => {
                let digit = b'0' + u8::try_from(self.random.below(10)).unwrap_or(0);
                self.inside[at] = digit;
            }
            10..=12 => {
                let text = String::from_utf8_lossy(&self.inside[digits.clone()]);
                let old: u64 = text.parse().unwrap_or(0);
                let small = self.random.below(4) as u64;
                let new = if self.random.flip() {
                    old.wrapping_add(small)
                } else {
                    old.wrapping_sub(small)
                };
                self.replace(digits, new.to_string().as_bytes());
            }
            13 => {
                let most = if self.random.below(32) == 0 { 13 } else { 6 };
                let n = 1 << self.random.below(most);
                let many = vec![b'0' + u8::try_from(n % 10).unwrap_or(1); n];
                self.replace(range, &many);
            }
            14 => self.replace(digits.start..digits.start, b"-"),
            _ => {
                let number = (self.random.bits() >> self.random.below(64)).to_string();
                self.replace(range, number.as_bytes());
            }
        }
    }

    fn change_word(&mut self) {
        let Some(at) = self.find(|byte| byte.is_ascii_alphabetic()) else {
            return self.insert_word();
        };
        let range = self.around(at, is_word);
        if self.random.below(4) == 0 {
            // A single letter, of those that are there.
            let letter = self.inside[at];
            let to = self.place().min(self.inside.len() - 1);
            if self.random.flip() {
                self.inside[to] = letter;
            } else {
                self.inside[at] ^= 0x20;
            }
            return;
        }
        let words = self.corpus.words();
        let word = self.random.choose(words);
        self.replace(range, word);
    }

    fn change_string(&mut self) {
        let Some(open) = self.find(|byte| byte == b'"' || byte == b'\'') else {
            return self.change_word();
        };
        let quote = self.inside[open];
        let rest = &self.inside[open + 1..];
        let Some(len) = rest.iter().position(|&byte| byte == quote) else { return };
        let range = open + 1..open + 1 + len;
        let words = self.corpus.words();
        match self.random.below(7) {
            0 => self.replace(range, b""),
            1 => {
                let text = self.random.choose(&CHARACTERS).as_bytes();
                self.replace(range, text);
            }
            2 => {
                let escapes: [&[u8]; 7] =
                    [b"\\u0000", b"\\ud800", b"\\\"", b"\\", b"\\n", b"\\u00e9", b"\\x41"];
                let escape = *self.random.choose(&escapes);
                self.replace(range.start..range.start, escape);
            }
            3 => {
                let most = if self.random.below(16) == 0 { 14 } else { 9 };
                let n = 1 << self.random.below(most);
                self.replace(range, &vec![b'x'; n]);
            }
            4 => self.replace(range.end..range.end + 1, b""),
            _ => {
                let word = self.random.choose(words);
                self.replace(range, word);
            }
        }
    }

    fn change_mark(&mut self) {
        let is_mark = |byte: u8| byte.is_ascii_punctuation() || byte.is_ascii_whitespace();
        let Some(at) = self.find(is_mark) else { return self.insert_word() };
        let mark = self.inside[at];
        match self.random.below(4) {
            0 => self.replace(at..at + 1, b""),
            1 => self.replace(at..at, &[mark]),
            2 => self.inside[at] = *self.random.choose(MARKS),
            _ => {
                let other = self.find(is_mark).unwrap_or(at);
                self.inside.swap(at, other);
            }
        }
    }

    /// Returns the line around a random place of `text`, with its end.
    fn line_of(text: &[u8], place: usize) -> Range<usize> {
        let start = text[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = text[place..].iter().position(|&byte| byte == b'\n');
        start..end.map_or(text.len(), |n| place + n + 1)
    }

    fn change_line(&mut self) {
        let place = self.place();
        let line = Self::line_of(&self.inside, place);
        match self.random.below(5) {
            0 => self.replace(line, b""),
            1 => {
                self.inside.extend_from_within(line.clone());
                self.inside[line.start..].rotate_right(line.len());
            }
            2 => {
                // The line moves to the end, or to another place.
                self.inside[line.start..].rotate_left(line.len());
                if self.random.flip() {
                    let place = self.random.below(line.start + 1);
                    let to = Self::line_of(&self.inside, place).start;
                    let len = line.len();
                    self.inside[to..].rotate_right(len);
                }
            }
            3 => {
                let other = &self.any_seed().inside;
                let from = Self::line_of(other, self.random.below(other.len() + 1));
                self.replace(line.start..line.start, &other[from]);
            }
            _ => {
                let other = &self.any_seed().inside;
                let from = Self::line_of(other, self.random.below(other.len() + 1));
                self.replace(line, &other[from]);
            }
        }
    }

    /// Puts brackets around a thing or in a place, sometimes very many.
    fn nest(&mut self) {
        let depth = match self.random.below(64) {
            0 => 1 << self.random.below(16),
            1..=8 => 1 + self.random.below(300),
            _ => 1 + self.random.below(4),
        };
        let range = self.token().unwrap_or(0..0);
        let which = self.random.below(OPENING.len());
        // Operations of models nest as lists that begin with a name.
        let mut open = vec![OPENING[which]];
        if self.random.flip() {
            open.extend(b"\"not\", ");
        }
        let depth = depth.min(MAX_LEN / (open.len() + 1));
        let closed = if self.random.below(8) == 0 { 0 } else { depth };
        self.replace(range.end..range.end, &vec![CLOSING[which]; closed]);
        self.replace(range.start..range.start, &open.repeat(depth));
    }

    /// Repeats a piece, sometimes very often.
    fn repeat(&mut self) {
        let range = match self.random.below(3) {
            0 => self.token().unwrap_or(0..0),
            1 => {
                let place = self.place();
                Self::line_of(&self.inside, place)
            }
            _ => {
                let start = self.place();
                start..self.inside.len().min(start + 1 + self.random.below(64))
            }
        };
        if range.is_empty() {
            return;
        }
        let times = match self.random.below(256) {
            0 => MAX_LEN,
            1..=7 => 1 << self.random.below(12),
            _ => 1 + self.random.below(4),
        };
        let room = MAX_LEN.saturating_sub(self.inside.len());
        let times = times.min(room / range.len());
        self.spare.clear();
        self.spare.extend_from_slice(&self.inside[range.clone()]);
        let many = self.spare.repeat(times);
        self.replace(range.end..range.end, &many);
    }

    /// Copies a thing into the place of another one, or exchanges them.
    fn move_token(&mut self) {
        let (Some(one), Some(other)) = (self.token(), self.token()) else { return };
        self.spare.clear();
        self.spare.extend_from_slice(&self.inside[one.clone()]);
        let spare = std::mem::take(&mut self.spare);
        if self.random.flip() && (one.end <= other.start || other.end <= one.start) {
            let second = self.inside[other.clone()].to_vec();
            // The later one first, so that places stay.
            if one.start < other.start {
                self.replace(other, &spare);
                self.replace(one, &second);
            } else {
                self.replace(one, &second);
                self.replace(other, &spare);
            }
        } else {
            self.replace(other, &spare);
        }
        self.spare = spare;
    }

    /// Takes a piece of another seed.
    fn splice(&mut self) {
        let other = &self.any_seed().inside;
        let from = self.random.below(other.len() + 1);
        let len = self.random.below(other.len() - from + 1);
        let len = if self.random.flip() { len } else { len.min(32) };
        let start = self.place();
        let end = if self.random.flip() { start } else { self.inside.len().min(start + len) };
        self.replace(start..end, &other[from..from + len]);
    }

    fn insert_word(&mut self) {
        let words = self.corpus.words();
        let word = self.random.choose(words);
        let place = self.place();
        self.replace(place..place, word);
    }

    fn insert_character(&mut self) {
        let text = self.random.choose(&CHARACTERS).as_bytes();
        let start = self.place();
        let end = self.inside.len().min(start + usize::from(self.random.flip()));
        self.replace(start..end, text);
    }

    fn change_byte(&mut self) {
        if self.inside.is_empty() {
            return self.insert_character();
        }
        let at = self.random.below(self.inside.len());
        let bits = self.random.bits();
        self.inside[at] = match bits & 3 {
            0 => self.inside[at] ^ 1 << (bits >> 8 & 7),
            1 => bits.to_le_bytes()[1],
            _ => b' ' + u8::try_from((bits >> 8) % 95).unwrap_or(0),
        };
    }

    fn delete_range(&mut self) {
        let start = self.place();
        let most = if self.random.flip() { 8 } else { 256 };
        let len = self.random.below(most);
        let end = self.inside.len().min(start + len);
        self.replace(start..end, b"");
    }

    fn truncate(&mut self) {
        let place = self.place();
        if self.random.below(4) == 0 {
            self.replace(0..place, b"");
        } else {
            self.inside.truncate(place);
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
