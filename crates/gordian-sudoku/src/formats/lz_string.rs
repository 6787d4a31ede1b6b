//! The packing of texts in links: the variant of LZ78 that the JavaScript library lz-string
//! implements as `compressToBase64`.
//!
//! Each character encodes six bits, highest first; numbers are encoded lowest bit first. A text is
//! a list of codes whose width grows with the dictionary:
//!
//! ```text
//! code 0, then 8 bits    a character below 256 that was not seen before, which gets a code
//! code 1, then 16 bits   any other such character
//! code 2                 the end
//! code c > 2             the c-th entry
//! ```
//!
//! After every code but the first, the previous entry plus the first character of the current one
//! becomes a new entry. Both are adjacent in the unpacked text, so an entry is a range of it, and
//! memory stays proportional to the text. The text itself can grow quadratically (n codes can
//! represent n²/2 characters), so its length is bounded.

use rustc_hash::FxHashMap;

use super::FormatError;

/// The maximum number of UTF-16 code units unpacked from a link. The largest real puzzles take a
/// tenth of it.
pub const MAX_UNPACKED_UNITS: usize = 1 << 20;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The maximum number of UTF-16 code units unpacked from all links of a text that is read with a
/// limit. A megabyte of links could unpack to a gigabyte.
pub const MAX_UNPACKED_UNITS_OF_TEXT: usize = 4 << 20;

/// How many UTF-16 code units the links of a text may still unpack to.
#[derive(Debug)]
pub(super) struct UnpackBudget {
    left: usize,
    /// Whether a link needed more.
    pub(super) is_exceeded: bool,
}

impl UnpackBudget {
    pub(super) fn new(units: usize) -> Self {
        Self { left: units, is_exceeded: false }
    }

    /// Returns how many units the next link may unpack to.
    pub(super) fn limit(&self) -> usize {
        MAX_UNPACKED_UNITS.min(self.left)
    }

    /// Charges units that a link unpacked to.
    ///
    /// # Errors
    ///
    /// Fails if the link needs more than [`Self::limit`].
    pub(super) fn charge(&mut self, units: usize, needs_more: bool) -> Result<(), FormatError> {
        let is_of_text = self.limit() < MAX_UNPACKED_UNITS;
        self.left -= units.min(self.left);
        if !needs_more {
            return Ok(());
        }
        self.is_exceeded |= is_of_text;
        Err(FormatError::UnpackedTooLong { limit: MAX_UNPACKED_UNITS })
    }
}

/// Unpacks a text, and charges what was unpacked to the budget, even if the text turns out to be
/// damaged.
pub(super) fn unpack(packed: &str, budget: &mut UnpackBudget) -> Result<String, FormatError> {
    let mut unpacked: Vec<u16> = Vec::new();
    let result = unpack_units(packed, budget.limit(), &mut unpacked);
    let needs_more = matches!(result, Err(FormatError::UnpackedTooLong { .. }));
    budget.charge(unpacked.len(), needs_more)?;
    result?;
    String::from_utf16(&unpacked).map_err(|_| FormatError::DamagedLink)
}

fn unpack_units(
    packed: &str,
    max_units: usize,
    unpacked: &mut Vec<u16>,
) -> Result<(), FormatError> {
    let mut bits = BitReader::new(packed)?;
    // Ranges of `unpacked`, as (start, length); the first three codes have no range.
    let mut entries: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut width = CodeWidth { bits: 2, left: 2 };
    let mut before: Option<(usize, usize)> = None;
    loop {
        let code = bits.read(width.bits)?;
        let start = unpacked.len();
        let capacity = max_units - start;
        let length = match code {
            0 | 1 if capacity == 0 => {
                return Err(FormatError::UnpackedTooLong { limit: MAX_UNPACKED_UNITS });
            }
            0 | 1 => {
                unpacked.push(u16::try_from(bits.read(8 << code)?).unwrap_or(u16::MAX));
                entries.push((start, 1));
                width.count();
                1
            }
            2 => return Ok(()),
            _ => {
                let next = entries.len();
                let code = usize::try_from(code).unwrap_or(usize::MAX);
                let (from, length) = match (entries.get(code), before) {
                    (Some(&entry), _) => entry,
                    // The entry that is created by this code.
                    (None, Some((from, length))) if code == next => (from, length + 1),
                    _ => return Err(FormatError::DamagedLink),
                };
                if length > capacity {
                    return Err(FormatError::UnpackedTooLong { limit: MAX_UNPACKED_UNITS });
                }
                // Unit by unit, because the range can overlap the output.
                for at in from..from + length {
                    unpacked.push(unpacked[at]);
                }
                length
            }
        };
        if let Some((from, length)) = before {
            entries.push((from, length + 1));
        }
        width.count();
        before = Some((start, length));
    }
}

/// Packs a text.
pub(super) fn pack(text: &str) -> String {
    let mut out = BitWriter { packed: String::new(), symbol: 0, filled: 0 };
    let mut width = CodeWidth { bits: 2, left: 2 };
    let mut entries: FxHashMap<(Option<u32>, u16), u32> = FxHashMap::default();
    let mut fresh: FxHashMap<u32, u16> = FxHashMap::default();
    let mut next = 3;
    let mut run: Option<u32> = None;
    for unit in text.encode_utf16() {
        let single = *entries.entry((None, unit)).or_insert_with(|| {
            fresh.insert(next, unit);
            next += 1;
            next - 1
        });
        if let Some(&longer) = entries.get(&(run, unit)) {
            run = Some(longer);
            continue;
        }
        out.code(run, &mut fresh, &mut width);
        entries.insert((run, unit), next);
        next += 1;
        run = Some(single);
    }
    out.code(run, &mut fresh, &mut width);
    out.put(2, width.bits);
    out.finish()
}

/// The width of the next code, and the number of entries until it grows.
struct CodeWidth {
    bits: u32,
    left: u64,
}

impl CodeWidth {
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

struct BitReader {
    /// The characters as numbers of six bits.
    symbols: Vec<u8>,
    /// The next bit.
    at: usize,
}

impl BitReader {
    fn new(packed: &str) -> Result<Self, FormatError> {
        // A slash is a symbol, but not after the end.
        let end = Some(packed.trim_end_matches('/')).filter(|text| text.ends_with('='));
        let symbols = end
            .unwrap_or(packed)
            .trim_end_matches('=')
            .chars()
            .map(|found| {
                let at = ALPHABET.iter().position(|&byte| char::from(byte) == found);
                at.and_then(|at| u8::try_from(at).ok())
                    .ok_or(FormatError::PackedCharacter { found })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { symbols, at: 0 })
    }

    fn read(&mut self, count: u32) -> Result<u32, FormatError> {
        let mut value = 0;
        for place in 0..count {
            let symbol = *self.symbols.get(self.at / 6).ok_or(FormatError::DamagedLink)?;
            value |= u32::from(symbol >> (5 - self.at % 6) & 1) << place;
            self.at += 1;
        }
        Ok(value)
    }
}

struct BitWriter {
    packed: String,
    symbol: u8,
    filled: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, count: u32) {
        for place in 0..count {
            self.symbol = self.symbol << 1 | u8::from(value >> place & 1 == 1);
            self.filled += 1;
            if self.filled == 6 {
                self.packed.push(char::from(ALPHABET[usize::from(self.symbol)]));
                (self.symbol, self.filled) = (0, 0);
            }
        }
    }

    /// Writes the code of the entry `run`, if there is one; a new character is written literally.
    fn code(&mut self, run: Option<u32>, fresh: &mut FxHashMap<u32, u16>, width: &mut CodeWidth) {
        let Some(code) = run else { return };
        match fresh.remove(&code) {
            Some(unit) => {
                let wide = u32::from(unit >= 256);
                self.put(wide, width.bits);
                self.put(unit.into(), 8 << wide);
                width.count();
            }
            None => self.put(code, width.bits),
        }
        width.count();
    }

    fn finish(mut self) -> String {
        // The library always starts one more character than necessary.
        self.put(0, 6 - self.filled);
        while !self.packed.len().is_multiple_of(4) {
            self.packed.push('=');
        }
        self.packed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FormatError, MAX_UNPACKED_UNITS, UnpackBudget, pack};

    fn unpack(packed: &str) -> Result<String, FormatError> {
        super::unpack(packed, &mut UnpackBudget::new(usize::MAX))
    }

    #[test]
    fn unpacking_is_charged_to_the_budget() {
        let text = "a".repeat(1000);
        let packed = pack(&text);
        let mut budget = UnpackBudget::new(2200);
        let mut unpack = |packed: &str| {
            let result = super::unpack(packed, &mut budget);
            (result, budget.left, budget.is_exceeded)
        };
        assert_eq!(unpack(&packed), (Ok(text.clone()), 1200, false));
        // A damaged text costs what was unpacked of it.
        let (result, left, is_exceeded) = unpack(&packed[..packed.len() / 2]);
        assert_eq!((result, is_exceeded), (Err(FormatError::DamagedLink), false));
        assert!((500..1000).contains(&left), "{left}");
        let too_long = Err(FormatError::UnpackedTooLong { limit: MAX_UNPACKED_UNITS });
        let (result, left, is_exceeded) = unpack(&packed);
        assert_eq!((result, is_exceeded), (too_long.clone(), true));
        assert!(left < 1000, "{left}");
        // A link that is too long on its own does not exceed the budget.
        let mut budget = UnpackBudget::new(usize::MAX);
        let long = pack(&"a".repeat(MAX_UNPACKED_UNITS + 1));
        assert_eq!(super::unpack(&long, &mut budget), too_long);
        assert!(!budget.is_exceeded);
    }

    /// Packed by the JavaScript library lz-string 1.5.0.
    #[test]
    fn packs_as_the_library_does() {
        let check = |text: &str, packed: &str| {
            assert_eq!(pack(text), packed, "{text}");
            assert_eq!(unpack(packed).as_deref(), Ok(text));
        };
        check("", "Q===");
        check("a", "IZA=");
        check("aaaaaaaaaaaa", "IY1lA===");
        check("ab\u{e9}\u{2603}\u{1f600}ab\u{2603}", "IYIwl4wGSLwbgAe6FA==");
        check(
            r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
            "N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTiBdZQiu86285qms9uyyooA",
        );
    }

    #[test]
    fn slashes_after_the_end_are_ignored() {
        let text = "aaaaaaaaaaaa";
        let packed = pack(text);
        assert!(packed.ends_with('='));
        assert_eq!(unpack(&format!("{packed}/")).as_deref(), Ok(text));
        // Without filling characters, the text ends before the slash.
        let packed = packed.trim_end_matches('=');
        assert_eq!(unpack(&format!("{packed}/")).as_deref(), Ok(text));
    }

    proptest! {
        #[test]
        fn unpacks_what_it_packed(text in ".{0,300}|[ab]{0,3000}") {
            prop_assert_eq!(unpack(&pack(&text)), Ok(text));
        }
    }
}
