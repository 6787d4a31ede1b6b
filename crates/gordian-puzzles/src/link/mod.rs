//! Links of puzz.link and its relatives: the address, and the encodings that several kinds share.
//!
//! An address names a kind, optional flags, the numbers of columns and of rows, and a body with the
//! clues:
//!
//! ```text
//! https://puzz.link/p?akari/10/8/hcscl.h.idn.i.cgczi
//!                     kind  columns, rows, body
//! ```
//!
//! [`Link::parse`] reads an address, also of the other sites that use the form, and a text that
//! begins with the kind. [`BodyReader`] reads a body character by character with exact errors;
//! [`four_cell`] is the first of the shared encodings. An encoding of one kind lives in the module
//! of that kind.
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
use crate::diagnostic::{excerpt, without_byte_order_mark};

/// The hosts of addresses, without `www.`.
pub(crate) const HOSTS: [&str; 4] = ["puzz.link", "pzv.jp", "pzplus.tck.mn", "pzprxs.vercel.app"];
/// The pages before the question mark: the last part of the path, without slashes at its end.
const PAGES: [&str; 3] = ["p", "p.html", ""];
/// What sites write after the kind: the mode in which they show the puzzle.
const MODES: [&str; 5] = ["_edit", "_editor", "_play", "_player", "_test"];
/// Marks that texts write around an address.
const QUOTES: [(char, char); 8] = [
    ('<', '>'),
    ('(', ')'),
    ('[', ']'),
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('«', '»'),
];
/// The largest number of ignored characters that a note shows.
const MAX_SHOWN: usize = 20;

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
    /// The number of characters of the text before the body, for positions in errors.
    body_start: usize,
    /// Notes on the parts of the address that were ignored.
    notes: Vec<String>,
}

impl Link {
    /// Returns the address at puzz.link of a puzzle without flags.
    #[must_use]
    pub fn new(kind: &str, size: Size, body: String) -> Self {
        let kind = kind.to_owned();
        let mut link =
            Self { kind, flags: String::new(), size, body, body_start: 0, notes: Vec::new() };
        link.body_start = link.to_string().chars().count() - link.body.chars().count();
        link
    }

    /// Returns whether `text` begins like the address of a web page, or like that of a known site
    /// without `https://`.
    #[must_use]
    pub fn is_address(text: &str) -> bool {
        let (_, address) = unwrapped(text);
        without_scheme(address).is_some()
            || address.find(['/', '?']).is_some_and(|end| is_known_host(&address[..end]))
    }

    /// Reads an address, or the part of it that begins with the kind. Nothing is downloaded.
    ///
    /// Quotation marks around the address, the mode after the kind, options before it, and a
    /// fragment are ignored.
    ///
    /// # Errors
    ///
    /// Fails if the host is not known, or if the text does not have the parts of an address. The
    /// kind is not checked, and the body is not read.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let (start, address) = unwrapped(text);
        let mut notes = Vec::new();
        let address = match address.find('#') {
            Some(end) => {
                notes.push(format!(
                    "ignored the fragment of the link, `{}`",
                    shown(&address[end..])
                ));
                &address[..end]
            }
            None => address,
        };
        let mut query = query(address)?;
        while let Some((name, value, rest)) = option(query) {
            if name == "variant" {
                let kind = rest.split('/').next().unwrap_or_default().to_owned();
                return Err(LinkError::UnsupportedFlag { kind, flag: 'v' });
            }
            notes.push(format!("ignored `{}={}` in the link", shown(name), shown(value)));
            query = rest;
        }
        let (kind, rest) = query.split_once('/').unwrap_or((query, ""));
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        let kind = kind.strip_prefix("m+").unwrap_or(kind);
        let kind = MODES.iter().find_map(|mode| kind.strip_suffix(mode)).unwrap_or(kind);
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
        let body_start = start + address.chars().count() - body.chars().count();
        // Sites write a slash after a last character that other programs would cut off.
        let body = body.strip_suffix('/').unwrap_or(body);
        Ok(Self {
            kind: kind.to_owned(),
            flags: flags.to_owned(),
            size: Size::new(rows, columns),
            body: body.to_owned(),
            body_start,
            notes,
        })
    }

    /// Returns notes on the parts of the address that were ignored.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
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
        write!(f, "https://{}/{}?{kind}/", HOSTS[0], PAGES[0])?;
        if !flags.is_empty() {
            write!(f, "{flags}/")?;
        }
        write!(f, "{columns}/{rows}/{body}")
    }
}

/// Returns the address in a text, without blanks, a byte order mark and quotation marks around it;
/// and how many characters are before it.
pub(crate) fn unwrapped(text: &str) -> (usize, &str) {
    let mut address = without_byte_order_mark(text).trim();
    let pair = QUOTES.into_iter().find(|(first, _)| address.starts_with(*first));
    if let Some((first, last)) = pair {
        address = &address[first.len_utf8()..];
        address = address.strip_suffix(last).unwrap_or(address).trim();
    }
    let start = text.find(address).unwrap_or_default();
    (text[..start].chars().count(), address)
}

/// Returns the part of an address after `http://` or `https://`; `None` for an address without
/// scheme.
fn without_scheme(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)).then_some(rest)
}

/// Returns whether the name of a host, with or without `www.`, is that of a known site.
fn is_known_host(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    HOSTS.contains(&host.strip_prefix("www.").unwrap_or(&host))
}

/// Returns whether the last part of a path is that of a page with puzzles.
fn is_page(path: &str) -> bool {
    let page = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    PAGES.contains(&page)
}

/// Returns the part of an address that begins with the kind: after the question mark, if the
/// address has a host or a path.
fn query(address: &str) -> Result<&str, LinkError> {
    let scheme_less = without_scheme(address);
    let rest = scheme_less.unwrap_or(address);
    let host_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    if scheme_less.is_some() || is_known_host(host) {
        if !is_known_host(host) {
            return Err(LinkError::UnknownHost { host: host.to_ascii_lowercase() });
        }
        return match path.split_once('?') {
            Some((path, query)) if is_page(path) => Ok(query),
            _ => Err(LinkError::NoKind),
        };
    }
    // A part of an address: a path and the question mark, or the kind at once.
    match address.split_once('?') {
        Some((path, query)) if is_page(path) => Ok(query),
        _ => Ok(address),
    }
}

/// Returns the name and the value of an option at the start of a query, `name=value&`, and the rest
/// of the query.
fn option(query: &str) -> Option<(&str, &str, &str)> {
    let (option, rest) = query.split_once('&')?;
    let (name, value) = option.split_once('=')?;
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    (is_word(name) && is_word(value)).then_some((name, value, rest))
}

/// Returns the start of a text as a note shows it.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(MAX_SHOWN).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{}{more}", excerpt(&start))
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
            assert!(Link::is_address(address) || Link::is_part_of_address(address), "{address}");
            assert_eq!(link.body_start, start, "{address}");
        };
        check("https://puzz.link/p?akari/3/2/k", 30);
        check(" HTTPS://www.puzz.link/p.html?akari/3/2/k\n", 40);
        check("http://pzv.jp/p.html?akari_edit/3/2/k", 36);
        check("https://pzplus.tck.mn/p?akari//3/2/k", 35);
        check("\u{feff}https://puzz.link/p?akari/3/2/k", 31);
        check("\u{feff}\nakari/3/2/k", 12);
        // Other sites, pages, modes, and texts around an address.
        check("https://pzprxs.vercel.app/p?akari/3/2/k", 38);
        check("https://puzz.link/p/?akari/3/2/k", 31);
        check("https://puzz.link/?akari/3/2/k", 29);
        check("https://puzz.link?akari/3/2/k", 28);
        check("https://pzv.jp/pzprv3/p.html?akari/3/2/k", 39);
        check("puzz.link/p?akari/3/2/k", 22);
        check("WWW.Puzz.Link/p?akari/3/2/k", 26);
        check("/p.html?akari/3/2/k", 18);
        check("p?akari/3/2/k", 12);
        check("?akari/3/2/k", 11);
        check("https://puzz.link/p?akari_play/3/2/k", 35);
        check("https://puzz.link/p?m+akari/3/2/k", 32);
        check("<https://puzz.link/p?akari/3/2/k>", 31);
        check(" \"https://puzz.link/p?akari/3/2/k\" ", 32);
        check("“puzz.link/p?akari/3/2/k”", 23);
        // Slashes at the end, and zeros before a number.
        check("akari/3/2/k/", 10);
        check("akari/03/002/k", 13);
        assert_eq!(
            Link::new("akari", Size::new(2, 3), "k".to_owned()).to_string(),
            "https://puzz.link/p?akari/3/2/k"
        );
        assert_eq!(Link::new("akari", Size::new(2, 3), "k".to_owned()).body_start, 30);
    }

    #[test]
    fn ignored_parts_of_an_address_are_noted() {
        let check = |address: &str, expected: &[&str]| {
            let link = Link::parse(address).unwrap();
            assert_eq!((link.kind.as_str(), link.body.as_str()), ("akari", "k"), "{address}");
            assert_eq!(link.notes(), expected, "{address}");
        };
        check("https://puzz.link/p?akari/3/2/k", &[]);
        let fragment = "ignored the fragment of the link, `#top`";
        check("https://puzz.link/p?akari/3/2/k#top", &[fragment]);
        check("akari/3/2/k#", &["ignored the fragment of the link, `#`"]);
        let options = ["ignored `type=editor` in the link", "ignored `a=1` in the link"];
        check("https://puzz.link/p?type=editor&a=1&akari/3/2/k", &options);
        let error = Link::parse("https://puzz.link/p?variant=1&akari/3/2/k").unwrap_err();
        assert_eq!(error.code(), "link.unsupported-flag");
        let long = format!("akari/3/2/k#{}", "é".repeat(1000));
        let note = format!("ignored the fragment of the link, `#{}…`", "é".repeat(19));
        check(&long, &[&note]);
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
        assert!(!Link::is_address("puzz.link"));
        assert!(!Link::is_address("puzz.link.example.org/p?akari/3/2/k"));
        assert!(Link::is_part_of_address("akari/3/2/k"));
        assert!(!Link::is_part_of_address("akari/3/2/k\nakari/3/2/k"));
        assert!(!Link::is_part_of_address("unknown/3/2/k"));
        assert!(!Link::is_part_of_address("puzzles/akari.toml"));
    }
}
