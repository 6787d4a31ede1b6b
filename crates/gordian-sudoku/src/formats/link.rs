//! Links: detection of the site and of the packing.

use super::document::parse_within;
use super::lz_string::UnpackBudget;
use super::{FormatError, ParsedPuzzle, fpuzzles, lz_string, penpa, sudokupad, sudokuwiki};

/// The prefixes of puzzles in SudokuPad links, longest first.
const PREFIXES: [(&str, Packing); 5] = [
    ("fpuzzles", Packing::FPuzzles),
    ("fpuz", Packing::FPuzzles),
    ("scl", Packing::SudokuPad),
    ("ctc", Packing::SudokuPad),
    ("scf", Packing::Short),
];

#[derive(Clone, Copy)]
enum Packing {
    FPuzzles,
    SudokuPad,
    Short,
}

const SITES: [&str; 6] = [
    "f-puzzles.com",
    "sudokuwiki.org",
    "sudokupad.app",
    "crackingthecryptic.com",
    "svencodes.com",
    "swaroopg92.github.io",
];

/// The maximum number of cells and pencil marks of a link of Gordian's page.
const MAX_LINKED_SIZE: usize = 1 << 17;

/// The fragment of links of Gordian's page, on any host.
const GORDIAN_FRAGMENT: &str = "#/sudoku?";

/// Returns whether a line looks like a link, or like the packed part of one.
pub(super) fn is_link(text: &str) -> bool {
    has_host(text)
        || text.starts_with(GORDIAN_FRAGMENT)
        || sudokuwiki::is_board(text)
        || penpa::packed_board(text).is_some()
        || PREFIXES.iter().any(|(prefix, _)| text.starts_with(prefix))
}

/// Returns whether a link begins with a scheme or the name of a known site.
fn has_host(text: &str) -> bool {
    let start = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    start.starts_with("http://")
        || start.starts_with("https://")
        || SITES.iter().any(|site| host_and_rest(text).0.ends_with(site))
}

/// Splits a link, with or without its scheme, after its host.
fn host_and_rest(link: &str) -> (String, &str) {
    let link = link.split_once("://").map_or(link, |(_, rest)| rest);
    let end = link.find(['/', '?', '#']).unwrap_or(link.len());
    (link[..end].to_ascii_lowercase(), &link[end..])
}

/// Reads a link, and charges what it unpacks to the budget.
pub(super) fn read(text: &str, budget: &mut UnpackBudget) -> Result<ParsedPuzzle, FormatError> {
    if let Some(puzzle) = puzzle_text_from_link(text) {
        return read_gordian_link(&puzzle, text, budget);
    }
    if sudokuwiki::is_board(text) {
        return sudokuwiki::read(text);
    }
    if let Some(packed) = penpa::packed_board(text) {
        return penpa::read(&percent_decoded(packed)?, budget);
    }
    if !has_host(text) {
        return read_packed(text, budget).unwrap_or(Err(FormatError::UnknownLink));
    }
    let (host, rest) = host_and_rest(text);
    let of = |site: &str| host == site || host.ends_with(&format!(".{site}"));
    let rest = rest.split('#').next().unwrap_or(rest);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let parameter = |name: &str| {
        query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name))
    };
    if of("f-puzzles.com") {
        return match (parameter("load"), parameter("id")) {
            (Some((_, data)), _) => read_fpuzzles_json(&unpack(data, budget)?),
            (None, Some(_)) => Err(FormatError::RemotePuzzle),
            (None, None) => Err(FormatError::UnknownLink),
        };
    }
    if of("sudokuwiki.org") {
        let board = parameter("bd").map(|(_, board)| percent_decoded(board)).transpose()?;
        return sudokuwiki::read_link(path, board.as_deref());
    }
    if !SITES.iter().any(|site| of(site)) {
        return Err(FormatError::UnknownLink);
    }
    let path = path.trim_start_matches('/');
    let path = path.strip_prefix("sudoku").map_or(path, |rest| rest.trim_start_matches('/'));
    let data = match parameter("puzzleid").or(parameter("puzzle")) {
        Some((_, data)) => data,
        None => path,
    };
    match read_packed(data, budget) {
        Some(read) => read,
        None if data.is_empty() => Err(FormatError::UnknownLink),
        None => Err(FormatError::RemotePuzzle),
    }
}

/// Returns a parameter in the fragment of a link of Gordian's page.
fn gordian_parameter(link: &str, name: &str) -> Option<String> {
    let (_, query) = link.split_once(GORDIAN_FRAGMENT)?;
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs.into_iter().find_map(|(key, value)| (key == name).then_some(value))?;
    percent_decoded(&value.replace('+', " ")).ok()
}

/// Returns the puzzle text of a link of Gordian's page, or `None` if `link` is not such a link. The
/// text can have any format that the page reads, including puzzle files.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::puzzle_text_from_link;
///
/// let link = "https://example.org/#/sudoku?p=1...%20..2.&d=.3..";
/// assert_eq!(puzzle_text_from_link(link).as_deref(), Some("1... ..2."));
/// assert_eq!(puzzle_text_from_link("https://example.org/"), None);
/// ```
#[must_use]
pub fn puzzle_text_from_link(link: &str) -> Option<String> {
    let link = link.trim();
    let begins = link.starts_with(GORDIAN_FRAGMENT) || has_host(link);
    if !begins || link.contains(char::is_whitespace) {
        return None;
    }
    gordian_parameter(link, "p")
}

/// Reads the puzzle of a link of Gordian's page, and the digits placed by the player.
fn read_gordian_link(
    puzzle: &str,
    link: &str,
    budget: &mut UnpackBudget,
) -> Result<ParsedPuzzle, FormatError> {
    // Nested links would recurse without a bound.
    if puzzle.contains(GORDIAN_FRAGMENT) {
        return Err(FormatError::UnknownLink);
    }
    let is_file = |line: &str| {
        let rest = line.trim_start().strip_prefix("kind");
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    if puzzle.lines().any(is_file) {
        return Err(FormatError::LinkToPuzzleFile);
    }
    let mut entries = parse_within(puzzle, None, MAX_LINKED_SIZE, budget).unwrap_or_default();
    let (Some(entry), true) = (entries.pop(), entries.is_empty()) else {
        return Err(FormatError::UnknownLink);
    };
    let mut read = entry.result?;
    let n = read.puzzle.layout.n();
    let placed = gordian_parameter(link, "d").unwrap_or_default();
    if placed.chars().count() == n * n {
        read.placed = placed
            .chars()
            .enumerate()
            .filter_map(|(cell, character)| {
                let digit = u8::try_from(character.to_digit(36)?).ok()?;
                let fits = (1..=n).contains(&usize::from(digit)) && read.puzzle.givens[cell] == 0;
                fits.then_some((cell, digit))
            })
            .collect();
    }
    for (name, what) in [("m", "centre marks"), ("k", "corner marks"), ("c", "colours")] {
        if gordian_parameter(link, name).is_some() {
            read.note_ignored(what);
        }
    }
    Ok(read)
}

/// Reads the packed part of a SudokuPad link, or returns `None` if it does not begin like one.
fn read_packed(data: &str, budget: &mut UnpackBudget) -> Option<Result<ParsedPuzzle, FormatError>> {
    let (data, packing) = PREFIXES
        .iter()
        .find_map(|&(prefix, packing)| Some((data.strip_prefix(prefix)?, packing)))?;
    Some(match packing {
        Packing::FPuzzles => unpack(data, budget).and_then(|text| read_fpuzzles_json(&text)),
        Packing::SudokuPad => unpack(data, budget).and_then(|text| sudokupad::parse(&text)),
        Packing::Short => {
            // A slash at the end of the address is not a rule.
            let data = percent_decoded(data.trim_end_matches('/'));
            data.and_then(|data| sudokupad::read_short(&data))
        }
    })
}

fn read_fpuzzles_json(text: &str) -> Result<ParsedPuzzle, FormatError> {
    let value = super::json::parse(text)?;
    fpuzzles::read(&value)
}

/// Unpacks the data of a link; unpacked JSON is returned unchanged.
fn unpack(data: &str, budget: &mut UnpackBudget) -> Result<String, FormatError> {
    let data = percent_decoded(data)?;
    match data.starts_with('{') {
        true => Ok(data),
        // Some programs decode a plus sign in a link as a blank.
        false => lz_string::unpack(&data.replace(' ', "+"), budget),
    }
}

/// Decodes percent-encoded bytes, such as `%41` for `A`.
fn percent_decoded(text: &str) -> Result<String, FormatError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        let code = behind.get(..2).filter(|_| byte == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &behind[2..];
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| FormatError::DamagedLink)
}
