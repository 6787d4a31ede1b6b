//! Links of puzz.link and its relatives: the address, and the encodings that several kinds share.
//!
//! An address names a kind, optional flags, the numbers of columns and of rows, and a body with the
//! clues:
//!
//! ```text
//! https://puzz.link/p?akari/10/8/hcscl.h.idn.i.cgc
//!                     kind  columns, rows, body
//! ```
//!
//! [`Link::parse`] reads an address, also of the other sites that use the form, and a text that begins
//! with the kind. [`BodyReader`] reads a body character by character with exact errors;
//! [`four_cell`] is the first of the shared encodings. An encoding of one kind lives in the module of
//! that kind.
//!
//! *Source*: the encodings of pzprjs (<https://github.com/robx/pzprjs>).

pub(crate) mod base_36;
mod body;
mod error;
pub mod four_cell;
pub(crate) mod packed;

pub use body::BodyReader;
pub use error::LinkError;

use crate::board::Size;
use crate::diagnostic::without_byte_order_mark;

/// The hosts of addresses, without `www.`, and the paths before the question mark.
const HOSTS: [&str; 3] = ["puzz.link", "pzv.jp", "pzplus.tck.mn"];
const PATHS: [&str; 2] = ["/p", "/p.html"];

/// The parts of an address.
///
/// # Example
///
/// ```
/// use gordian_puzzles::board::Size;
/// use gordian_puzzles::link::Link;
///
/// let link = Link::parse("https://puzz.link/p?akari/10/8/hcscl.h").unwrap();
/// assert_eq!(link.kind, "akari");
/// assert_eq!(link.size, Size::new(8, 10));
/// assert_eq!(link.body, "hcscl.h");
/// assert_eq!(link.to_string(), "https://puzz.link/p?akari/10/8/hcscl.h");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name of the kind at puzz.link, such as `akari`.
    pub kind: String,
    /// Characters that select a variant or the look; mostly empty.
    pub flags: String,
    /// The size of the board.
    pub size: Size,
    /// The encoded clues.
    pub body: String,
    /// The number of characters of the address before the body, for positions in errors.
    body_start: usize,
}

impl Link {
    /// Returns the address at puzz.link of a puzzle without flags.
    #[must_use]
    pub fn new(kind: &str, size: Size, body: String) -> Self {
        let mut link =
            Self { kind: kind.to_owned(), flags: String::new(), size, body, body_start: 0 };
        link.body_start = link.to_string().chars().count() - link.body.chars().count();
        link
    }

    /// Returns whether `text` begins like the address of a web page.
    #[must_use]
    pub fn is_address(text: &str) -> bool {
        let scheme = trimmed(text).split_once("://").map(|(scheme, _)| scheme);
        let is_web =
            |scheme: &str| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        scheme.is_some_and(is_web)
    }

    /// Reads an address, or the part of it that begins with the kind. Nothing is downloaded.
    ///
    /// # Errors
    ///
    /// Fails if the host is not known, or if the text does not have the parts of an address. The kind is not
    /// checked, and the body is not read.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let address = trimmed(text);
        let query = if Self::is_address(address) { query(address)? } else { address };
        let (kind, rest) = query.split_once('/').unwrap_or((query, ""));
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        // Sites add `_edit` to the kind when they show the editor.
        let kind = kind.strip_suffix("_edit").unwrap_or(kind);
        if !is_name(kind) {
            return Err(LinkError::NoKind);
        }
        // Without flags, the number of columns follows at once.
        let (first, after_first) = rest.split_once('/').unwrap_or((rest, ""));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        // `-3` is not flags, but an invalid number.
        let is_size = first.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let (flags, sizes) = if is_size { ("", rest) } else { (first, after_first) };
        let mut parts = sizes.splitn(3, '/');
        let mut side = |what: &'static str| {
            let part = parts.next().unwrap_or_default();
            match part.parse() {
                Ok(side) if is_number(part) && (1..=Size::MAX_SIDE).contains(&side) => Ok(side),
                _ => Err(LinkError::InvalidSize { what, found: part.to_owned() }),
            }
        };
        let (columns, rows) = (side("columns")?, side("rows")?);
        let body = parts.next().unwrap_or_default();
        Ok(Self {
            kind: kind.to_owned(),
            flags: flags.to_owned(),
            size: Size::new(rows, columns),
            body: body.to_owned(),
            // The body is the end of the address.
            body_start: text.trim_end().chars().count() - body.chars().count(),
        })
    }

    /// Returns a reader over the body.
    #[must_use]
    pub fn reader(&self) -> BodyReader<'_> {
        BodyReader::new(&self.body, self.body_start)
    }

    /// Rejects every flag that is not one of `known`.
    ///
    /// # Errors
    ///
    /// Returns the first other flag, with the kind whose variant it selects.
    pub fn require_flags(&self, known: &str) -> Result<(), LinkError> {
        match self.flags.chars().find(|&flag| !known.contains(flag)) {
            Some(flag) => Err(LinkError::UnsupportedFlag { kind: self.kind.clone(), flag }),
            None => Ok(()),
        }
    }
}

impl std::fmt::Display for Link {
    /// Writes the address at puzz.link.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { kind, flags, size: Size { rows, columns }, body, .. } = self;
        write!(f, "https://{}{}?{kind}/", HOSTS[0], PATHS[0])?;
        if !flags.is_empty() {
            write!(f, "{flags}/")?;
        }
        write!(f, "{columns}/{rows}/{body}")
    }
}

/// Returns an address without blanks around it and without a byte order mark.
fn trimmed(text: &str) -> &str {
    without_byte_order_mark(text).trim()
}

/// Returns the part after the question mark of an address of a known site.
fn query(address: &str) -> Result<&str, LinkError> {
    let (_, rest) = address.split_once("://").unwrap_or_default();
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..host_end].to_ascii_lowercase();
    if !HOSTS.contains(&host.strip_prefix("www.").unwrap_or(&host)) {
        return Err(LinkError::UnknownHost { host });
    }
    match rest[host_end..].split_once('?') {
        Some((path, query)) if PATHS.contains(&path) => Ok(query),
        _ => Err(LinkError::NoKind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_address_is_read() {
        let plain = Link::parse("akari/3/2/k").unwrap();
        assert_eq!(
            (plain.kind.as_str(), plain.size, plain.body.as_str()),
            ("akari", Size::new(2, 3), "k")
        );
        let check = |address: &str, start| {
            let link = Link::parse(address).unwrap();
            assert_eq!(Link { body_start: plain.body_start, ..link.clone() }, plain, "{address}");
            assert_eq!(link.body_start, start, "{address}");
        };
        check("https://puzz.link/p?akari/3/2/k", 30);
        check(" HTTPS://www.puzz.link/p.html?akari/3/2/k\n", 40);
        check("http://pzv.jp/p.html?akari_edit/3/2/k", 36);
        check("https://pzplus.tck.mn/p?akari//3/2/k", 35);
        check("\u{feff}https://puzz.link/p?akari/3/2/k", 31);
        check("\u{feff}\nakari/3/2/k", 12);
        assert_eq!(
            Link::new("akari", Size::new(2, 3), "k".to_owned()).to_string(),
            "https://puzz.link/p?akari/3/2/k"
        );
        assert_eq!(Link::new("akari", Size::new(2, 3), "k".to_owned()).body_start, 30);
    }

    #[test]
    fn the_body_may_be_empty_or_contain_slashes() {
        assert_eq!(Link::parse("starbattle/6/6/1/abc").unwrap().body, "1/abc");
        let empty = Link::parse("akari/3/2").unwrap();
        assert_eq!((empty.body.as_str(), empty.body_start), ("", 9));
    }

    #[test]
    fn flags_precede_the_size() {
        let link = Link::parse("https://puzz.link/p?yajilin/bo/3/2/k").unwrap();
        assert_eq!((link.flags.as_str(), link.size), ("bo", Size::new(2, 3)));
        assert_eq!(link.to_string(), "https://puzz.link/p?yajilin/bo/3/2/k");
        assert_eq!(link.require_flags("bo"), Ok(()));
        assert_eq!(
            link.require_flags("b").unwrap_err().to_string(),
            "the flag `o` selects a variant of yajilin that is not supported"
        );
        assert_eq!(Link::parse("yajilin/3/2/k").unwrap().require_flags(""), Ok(()));
    }

    #[test]
    fn other_texts_are_not_links() {
        let check = |address: &str, expected: &str| {
            assert_eq!(Link::parse(address).unwrap_err().to_string(), expected, "{address}");
        };
        check("https://example.org/p?akari/3/2/k", "`example.org` is not a known site of puzzles");
        check(
            "https://puzz.link.example.org/p?akari/3/2/k",
            "`puzz.link.example.org` is not a known site of puzzles",
        );
        check("https://puzz.link/db/?akari/3/2/k", "the address does not name a kind of puzzle");
        check("https://puzz.link/list.html", "the address does not name a kind of puzzle");
        check("https://puzz.link/p?", "the address does not name a kind of puzzle");
        check("", "the address does not name a kind of puzzle");
        check("akari", "the number of columns is ``, not a number from 1 to 250");
        check("akari/3", "the number of rows is ``, not a number from 1 to 250");
        check("akari/0/3/k", "the number of columns is `0`, not a number from 1 to 250");
        check("akari/-3/3/k", "the number of columns is `-3`, not a number from 1 to 250");
        check("akari/3x/3/k", "the number of columns is `3x`, not a number from 1 to 250");
        check("akari/3/251/k", "the number of rows is `251`, not a number from 1 to 250");
        check(
            "akari/3/99999999999999999999/k",
            "the number of rows is `99999999999999999999`, not a number from 1 to 250",
        );
        check("akari/3/+2/k", "the number of rows is `+2`, not a number from 1 to 250");
        check("é/3/2/k", "the address does not name a kind of puzzle");
    }

    #[test]
    fn only_web_addresses_are_addresses() {
        assert!(Link::is_address("https://puzz.link/p?akari/3/2/k"));
        assert!(Link::is_address(" HTTP://x"));
        assert!(Link::is_address("\u{feff}http://x"));
        assert!(!Link::is_address("ftp://x"));
        assert!(!Link::is_address("https"));
        assert!(!Link::is_address("httpsfile.toml"));
        assert!(!Link::is_address("akari/3/2/k"));
    }
}
