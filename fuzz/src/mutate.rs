//! Mutations that know the structure of text: numbers, words, strings, punctuation, lines,
//! brackets.
//!
//! Nothing is parsed. A mutation takes a random offset and looks at the bytes around it, so its
//! cost does not depend on the length of the text.

use std::ops::Range;

use gordian_core::Random;

use crate::pack;
use crate::{Corpus, Seed, Wrap};

/// The maximum length of an input made from text, in bytes.
pub const MAX_LEN: usize = 64 << 10;

/// Boundary values of types and formats.
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

/// Characters that are difficult for parsers: non-ASCII digits, zero-width characters, control
/// characters.
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
const PUNCTUATION: &[u8] = b"[]{}()<>,:;.=-+*/!?'\"#&%$|\\^~_@ \n";

/// The maximum distance of a search from an offset.
const SEARCH_DISTANCE: usize = 512;

/// Generates the inputs of a target: input `n` of a seed is always the same.
pub struct Mutator<'c> {
    corpus: &'c Corpus,
    key: u64,
    random: Random,
    content: Vec<u8>,
    spare: Vec<u8>,
    wrapped: Vec<u8>,
}

impl<'c> Mutator<'c> {
    /// Creates the mutator of target `name` for `seed`.
    #[must_use]
    pub fn new(name: &str, corpus: &'c Corpus, seed: u64) -> Self {
        // FNV-1a of the name, so that targets with equal seeds get different mutations.
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        let key = Random::new(hash ^ seed).bits();
        let (content, spare, wrapped) = (Vec::new(), Vec::new(), Vec::new());
        Self { corpus, key, random: Random::new(0), content, spare, wrapped }
    }

    /// Returns input `number`. The first inputs are the unchanged seeds.
    pub fn input(&mut self, number: u64) -> &[u8] {
        let mut random =
            Random::new(self.key.wrapping_add(number.wrapping_mul(0x9E6D_62D0_6F6A_9A9B)));
        // The generator states of neighbouring numbers are unrelated only after one step.
        self.random = Random::new(random.bits());
        let seeds = self.corpus.seeds();
        let first = usize::try_from(number).ok().and_then(|number| seeds.get(number));
        let seed = first.unwrap_or_else(|| self.choose_seed());
        self.content.clear();
        self.content.extend_from_slice(&seed.content);
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

    /// Chooses a random seed, short ones more often.
    fn choose_seed(&mut self) -> &'c Seed {
        let corpus = self.corpus;
        let (one, other) = (corpus.choose(&mut self.random), corpus.choose(&mut self.random));
        let is_shorter = one.content.len() <= other.content.len();
        if is_shorter == (self.random.below(4) > 0) { one } else { other }
    }

    fn wrap(&mut self, seed: &Seed, unchanged: bool) -> &[u8] {
        self.wrapped.clear();
        match seed.wrap {
            Wrap::None => return &self.content,
            Wrap::Table => {
                if !unchanged {
                    pack::repair_checksums(&mut self.content, &mut self.random);
                }
                return &self.content;
            }
            Wrap::JsonString { before, after } => {
                let text = String::from_utf8_lossy(&self.content);
                self.wrapped.extend(before.bytes());
                pack::json_string(&text, &mut self.wrapped);
                self.wrapped.extend(after.bytes());
            }
            Wrap::Deflated { before } => {
                self.wrapped.extend(before.bytes());
                pack::deflated(&self.content, &mut self.wrapped);
            }
            Wrap::Link { before } => {
                self.wrapped.extend(before.bytes());
                pack::link(&String::from_utf8_lossy(&self.content), &mut self.wrapped);
            }
        }
        &self.wrapped
    }

    fn mutate(&mut self, seed: &Seed) {
        if seed.wrap == Wrap::Table {
            pack::change_table(&mut self.content, &mut self.random);
            return;
        }
        match self.random.below(32) {
            0..=5 => self.change_number(),
            6..=8 => self.change_word(),
            9 => self.change_string(),
            10..=13 => self.change_punctuation(),
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
        self.content.truncate(MAX_LEN);
    }

    /// Returns a random offset in the input, including its end.
    fn random_offset(&mut self) -> usize {
        self.random.below(self.content.len() + 1)
    }

    /// Finds the first matching byte after a random offset, or the last one before it.
    fn find(&mut self, fits: impl Fn(u8) -> bool) -> Option<usize> {
        let place = self.random_offset();
        let end = self.content.len().min(place + SEARCH_DISTANCE);
        let behind = self.content[place..end].iter().position(|&byte| fits(byte));
        let start = place.saturating_sub(SEARCH_DISTANCE);
        let before = || self.content[start..place].iter().rposition(|&byte| fits(byte));
        behind.map(|at| place + at).or_else(|| before().map(|at| start + at))
    }

    /// Returns the longest range around `at` whose bytes match.
    fn range_around(&self, at: usize, fits: impl Fn(u8) -> bool) -> Range<usize> {
        let bytes = &self.content;
        let start = bytes[..at].iter().rposition(|&byte| !fits(byte)).map_or(0, |last| last + 1);
        let end = bytes[at..].iter().position(|&byte| !fits(byte)).map_or(bytes.len(), |n| at + n);
        start..end
    }

    /// Returns the range of a token: a number, a word, or a single other byte.
    fn random_token(&mut self) -> Option<Range<usize>> {
        let at = self.find(|byte| !byte.is_ascii_whitespace())?;
        let byte = self.content[at];
        Some(if byte.is_ascii_digit() {
            self.range_around(at, |byte| byte.is_ascii_digit())
        } else if is_word(byte) {
            self.range_around(at, is_word)
        } else {
            at..at + 1
        })
    }

    fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        if range.len() == with.len() {
            self.content[range].copy_from_slice(with);
        } else {
            self.content.splice(range, with.iter().copied());
        }
    }

    fn change_number(&mut self) {
        let Some(at) = self.find(|byte| byte.is_ascii_digit()) else { return self.insert_word() };
        let digits = self.range_around(at, |byte| byte.is_ascii_digit());
        let negative = digits.start > 0 && self.content[digits.start - 1] == b'-';
        let range = digits.start - usize::from(negative && self.random.flip())..digits.end;
        match self.random.below(16) {
            0..=5 => {
                let number = *self.random.choose(&NUMBERS);
                self.replace(range, number.as_bytes());
            }
            6..=9 => {
                let digit = b'0' + u8::try_from(self.random.below(10)).unwrap_or(0);
                self.content[at] = digit;
            }
            10..=12 => {
                let text = String::from_utf8_lossy(&self.content[digits.clone()]);
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
                let max_exponent = if self.random.below(32) == 0 { 13 } else { 6 };
                let n = 1 << self.random.below(max_exponent);
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
        let range = self.range_around(at, is_word);
        if self.random.below(4) == 0 {
            // Changes a single letter.
            let letter = self.content[at];
            let to = self.random_offset().min(self.content.len() - 1);
            if self.random.flip() {
                self.content[to] = letter;
            } else {
                self.content[at] ^= 0x20;
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
        let quote = self.content[open];
        let rest = &self.content[open + 1..];
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
                let max_exponent = if self.random.below(16) == 0 { 14 } else { 9 };
                let n = 1 << self.random.below(max_exponent);
                self.replace(range, &vec![b'x'; n]);
            }
            4 => self.replace(range.end..range.end + 1, b""),
            _ => {
                let word = self.random.choose(words);
                self.replace(range, word);
            }
        }
    }

    fn change_punctuation(&mut self) {
        let is_mark = |byte: u8| byte.is_ascii_punctuation() || byte.is_ascii_whitespace();
        let Some(at) = self.find(is_mark) else { return self.insert_word() };
        let mark = self.content[at];
        match self.random.below(4) {
            0 => self.replace(at..at + 1, b""),
            1 => self.replace(at..at, &[mark]),
            2 => self.content[at] = *self.random.choose(PUNCTUATION),
            _ => {
                let other = self.find(is_mark).unwrap_or(at);
                self.content.swap(at, other);
            }
        }
    }

    /// Returns the line around an offset of `text`, including its line ending.
    fn line_of(text: &[u8], place: usize) -> Range<usize> {
        let start = text[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = text[place..].iter().position(|&byte| byte == b'\n');
        start..end.map_or(text.len(), |n| place + n + 1)
    }

    fn change_line(&mut self) {
        let place = self.random_offset();
        let line = Self::line_of(&self.content, place);
        match self.random.below(5) {
            0 => self.replace(line, b""),
            1 => {
                self.content.extend_from_within(line.clone());
                self.content[line.start..].rotate_right(line.len());
            }
            2 => {
                // Moves the line to the end or to a random line.
                self.content[line.start..].rotate_left(line.len());
                if self.random.flip() {
                    let place = self.random.below(line.start + 1);
                    let to = Self::line_of(&self.content, place).start;
                    let len = line.len();
                    self.content[to..].rotate_right(len);
                }
            }
            3 => {
                let other = &self.choose_seed().content;
                let from = Self::line_of(other, self.random.below(other.len() + 1));
                self.replace(line.start..line.start, &other[from]);
            }
            _ => {
                let other = &self.choose_seed().content;
                let from = Self::line_of(other, self.random.below(other.len() + 1));
                self.replace(line, &other[from]);
            }
        }
    }

    /// Encloses a token in brackets, sometimes nested very deeply.
    fn nest(&mut self) {
        let depth = match self.random.below(64) {
            0 => 1 << self.random.below(16),
            1..=8 => 1 + self.random.below(300),
            _ => 1 + self.random.below(4),
        };
        let range = self.random_token().unwrap_or(0..0);
        let kind = self.random.below(OPENING.len());
        // Model operations nest as lists that begin with a name.
        let mut open = vec![OPENING[kind]];
        if self.random.flip() {
            open.extend(b"\"not\", ");
        }
        let depth = depth.min(MAX_LEN / (open.len() + 1));
        let closed = if self.random.below(8) == 0 { 0 } else { depth };
        self.replace(range.end..range.end, &vec![CLOSING[kind]; closed]);
        self.replace(range.start..range.start, &open.repeat(depth));
    }

    /// Repeats a range, sometimes very often.
    fn repeat(&mut self) {
        let range = match self.random.below(3) {
            0 => self.random_token().unwrap_or(0..0),
            1 => {
                let place = self.random_offset();
                Self::line_of(&self.content, place)
            }
            _ => {
                let start = self.random_offset();
                start..self.content.len().min(start + 1 + self.random.below(64))
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
        let available = MAX_LEN.saturating_sub(self.content.len());
        let times = times.min(available / range.len());
        self.spare.clear();
        self.spare.extend_from_slice(&self.content[range.clone()]);
        let many = self.spare.repeat(times);
        self.replace(range.end..range.end, &many);
    }

    /// Replaces a token by another one, or swaps two tokens.
    fn move_token(&mut self) {
        let (Some(one), Some(other)) = (self.random_token(), self.random_token()) else { return };
        self.spare.clear();
        self.spare.extend_from_slice(&self.content[one.clone()]);
        let spare = std::mem::take(&mut self.spare);
        if self.random.flip() && (one.end <= other.start || other.end <= one.start) {
            let second = self.content[other.clone()].to_vec();
            // The later range first, so that the earlier offsets stay valid.
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

    /// Inserts a range of another seed.
    fn splice(&mut self) {
        let other = &self.choose_seed().content;
        let from = self.random.below(other.len() + 1);
        let len = self.random.below(other.len() - from + 1);
        let len = if self.random.flip() { len } else { len.min(32) };
        let start = self.random_offset();
        let end = if self.random.flip() { start } else { self.content.len().min(start + len) };
        self.replace(start..end, &other[from..from + len]);
    }

    fn insert_word(&mut self) {
        let words = self.corpus.words();
        let word = self.random.choose(words);
        let place = self.random_offset();
        self.replace(place..place, word);
    }

    fn insert_character(&mut self) {
        let text = self.random.choose(&CHARACTERS).as_bytes();
        let start = self.random_offset();
        let end = self.content.len().min(start + usize::from(self.random.flip()));
        self.replace(start..end, text);
    }

    fn change_byte(&mut self) {
        if self.content.is_empty() {
            return self.insert_character();
        }
        let at = self.random.below(self.content.len());
        let bits = self.random.bits();
        self.content[at] = match bits & 3 {
            0 => self.content[at] ^ 1 << (bits >> 8 & 7),
            1 => bits.to_le_bytes()[1],
            _ => b' ' + u8::try_from((bits >> 8) % 95).unwrap_or(0),
        };
    }

    fn delete_range(&mut self) {
        let start = self.random_offset();
        let max_len = if self.random.flip() { 8 } else { 256 };
        let len = self.random.below(max_len);
        let end = self.content.len().min(start + len);
        self.replace(start..end, b"");
    }

    fn truncate(&mut self) {
        let place = self.random_offset();
        if self.random.below(4) == 0 {
            self.replace(0..place, b"");
        } else {
            self.content.truncate(place);
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
