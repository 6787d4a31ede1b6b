//! Links to puzzles of the known kinds.

use super::{Kind, Puzzle};
use crate::board::reader::nearest_name;
use crate::link::{HOSTS, Link, LinkError, unwrapped};

/// Reads a puzzle from a link of puzz.link or a relative of it. Nothing is downloaded.
///
/// # Errors
///
/// Fails if the text is not such a link, if the kind is not known, or if the link is malformed or
/// of a variant that is not supported.
pub fn parse_link(text: &str) -> Result<Puzzle, LinkError> {
    parse_link_with_notes(text).map(|(puzzle, _)| puzzle)
}

/// Reads a puzzle from a link like [`parse_link`], and returns notes on what in the link was
/// ignored, for the user.
///
/// # Example
///
/// ```
/// use gordian_puzzles::parse_link_with_notes;
///
/// let (_, notes) = parse_link_with_notes("https://puzz.link/p?akari/3/2/l&id=1").unwrap();
/// assert_eq!(notes, ["ignored what follows the last cell in the link, `&id=1`"]);
/// ```
///
/// # Errors
///
/// Fails as [`parse_link`] does.
pub fn parse_link_with_notes(text: &str) -> Result<(Puzzle, Vec<String>), LinkError> {
    let link = Link::parse(text)?;
    let kind = Kind::all().iter().find(|kind| kind.link_names().contains(&link.kind.as_str()));
    let kind = kind.ok_or_else(|| LinkError::unknown_kind(&link))?;
    let mut notes = link.notes().to_vec();
    let puzzle = kind.read_link(&link, &mut notes)?;
    Ok((puzzle, notes))
}

impl Link {
    /// Returns whether `text` is the part of an address that begins with the kind, and the kind has
    /// links.
    #[must_use]
    pub fn is_part_of_address(text: &str) -> bool {
        let is_known = |link: Self| {
            Kind::all().iter().any(|kind| kind.link_names().contains(&link.kind.as_str()))
        };
        let (_, address) = unwrapped(text);
        !address.contains(char::is_whitespace) && Self::parse(address).is_ok_and(is_known)
    }
}

impl LinkError {
    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        const FORM: &str = "https://puzz.link/p?kind/columns/rows/clues";
        match self {
            Self::UnknownHost { .. } => format!("links of {} are read", HOSTS.join(", ")),
            Self::NoKind => format!("a link has the form {FORM}"),
            Self::UnknownKind { kind } => {
                let names: Vec<&str> =
                    Kind::all().iter().flat_map(|kind| kind.link_names()).copied().collect();
                match nearest_name(kind, &names) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("kinds in links are {}", names.join(", ")),
                }
            }
            Self::InvalidSize { .. } => {
                format!("the columns and the rows follow the kind: {FORM}")
            }
            Self::UnsupportedFlag { .. } => {
                format!("without a variant, a link has the form {FORM}")
            }
            Self::UnexpectedCharacter { .. }
            | Self::UnexpectedEnd { .. }
            | Self::TooShort { .. }
            | Self::TooLong { .. }
            | Self::OutOfRange { .. }
            | Self::NotSupported { .. }
            | Self::Invalid { .. } => {
                "check that the whole link was copied, and nothing else".to_owned()
            }
            Self::NotExpressible { .. } => "write the puzzle as a file instead".to_owned(),
        }
    }
}
