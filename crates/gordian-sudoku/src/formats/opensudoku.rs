//! The XML of OpenSudoku.
//!
//! ```xml
//! <opensudoku version="2">
//!   <name>Easy ones</name> <author>...</author> <level>easy</level>
//!   <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
//!   <folder name="Hard ones"> <game data="..."/> </folder>
//! </opensudoku>
//! ```
//!
//! `data` is 81 digits, or a game in progress: `version: 1` and then for each cell
//! `value|notes|editable|` (versions 1 to 3) or `value|notes|notes|editable|` (version 4).
//!
//! The document is read in one pass, without a tree, custom entities or a check for duplicate
//! attributes: time and memory are proportional to its length.

use std::collections::BTreeSet;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::document::{size_of_entry, size_of_metadata};
use super::error::truncated;
use super::grid::{classic_puzzle, parse_classic_line};
use super::{DocumentEntry, Format, FormatError, ParsedPuzzle, PuzzleMetadata};

/// Reads all games of a document, or returns `None` if their total size is more than `max_size`.
/// The metadata count for each game, because each has a copy.
pub(super) fn read(text: &str, max_size: usize) -> Option<Vec<DocumentEntry>> {
    let mut document = Document { remaining: Some(max_size), ..Document::default() };
    let mut reader = Reader::from_str(text);
    let mut line = LineCounter { text, at: 0, line: 1 };
    loop {
        let event = reader.read_event();
        let position = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let number = line.line_at(position);
        let more = match event {
            Ok(event) => document.handle_event(event, number),
            Err(error) => Err(xml_error(error)),
        };
        match more {
            Ok(true) if document.remaining.is_none() => return None,
            Ok(true) => {}
            Ok(false) => return document.finish(),
            Err(error) => {
                document.entries.push(DocumentEntry { line: number, result: Err(error) });
                return document.finish();
            }
        }
    }
}

/// Counts the lines of a text incrementally.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// Returns the line of a position. Positions must not decrease between calls.
    fn line_at(&mut self, position: usize) -> u64 {
        let end = position.min(self.text.len()).max(self.at);
        let passed = &self.text.as_bytes()[self.at..end];
        self.line += u64::try_from(memchr::memchr_iter(b'\n', passed).count()).unwrap_or(0);
        self.at = end;
        self.line
    }
}

/// The state of reading a document.
#[derive(Default)]
struct Document {
    entries: Vec<DocumentEntry>,
    /// What the further entries may take; `None` if the entries so far take too much.
    remaining: Option<usize>,
    metadata: PuzzleMetadata,
    unknown: BTreeSet<String>,
    /// The number of open elements.
    depth: usize,
    folder: Option<String>,
    /// The text of the open element.
    text: String,
}

impl Document {
    /// Handles the next event, which ends in `line`; returns whether more can follow.
    fn handle_event(&mut self, event: Event<'_>, line: u64) -> Result<bool, FormatError> {
        match event {
            Event::Start(element) => {
                self.open_element(&element, line)?;
                self.depth += 1;
            }
            Event::Empty(element) => self.open_element(&element, line)?,
            Event::End(element) => {
                self.depth = self.depth.saturating_sub(1);
                self.close_element(element.local_name().as_ref());
            }
            Event::Text(text) => self.text.push_str(&text),
            Event::CData(text) => self.text.push_str(&text),
            Event::GeneralRef(reference) => {
                let character = reference.resolve_char_ref().map_err(xml_error)?;
                match (character, resolve_predefined_entity(&reference)) {
                    (Some(character), _) => self.text.push(character),
                    (None, Some(text)) => self.text.push_str(text),
                    (None, None) => return Err(xml_error("a custom entity")),
                }
            }
            // Custom entities allow exponential expansion.
            Event::DocType(_) => return Err(xml_error("a document type is not supported")),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof if self.depth > 0 => return Err(xml_error("an element is not closed")),
            Event::Eof => return Ok(false),
        }
        Ok(true)
    }

    fn open_element(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), FormatError> {
        self.text.clear();
        let name = element.local_name();
        let name = name.as_ref().to_owned();
        match name.as_str() {
            "opensudoku" | "opensudoku2" if self.depth == 0 => {}
            _ if self.depth == 0 => {
                return Err(FormatError::UnknownXmlRoot { found: truncated(&name) });
            }
            "folder" => {
                self.folder = None;
                for (key, value) in attributes(element)? {
                    if key == "name" {
                        self.folder = Some(value);
                    }
                }
            }
            "game" => {
                let result = attributes(element).and_then(read_game).map(|mut read| {
                    read.metadata.title = self.folder.clone();
                    read
                });
                let entry = DocumentEntry { line, result };
                self.remaining =
                    self.remaining.and_then(|it| it.checked_sub(size_of_entry(&entry)));
                self.entries.push(entry);
            }
            "name" | "author" | "description" | "comment" | "created" | "source" | "level"
            | "sourceURL" => {}
            other => {
                if self.unknown.len() < 100 {
                    self.unknown.insert(format!("<{}>", truncated(other)));
                }
            }
        }
        Ok(())
    }

    fn close_element(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        match name {
            "folder" => self.folder = None,
            "name" => self.metadata.title = text,
            "author" => self.metadata.author = text,
            "description" => self.metadata.description = text,
            "comment" => self.metadata.comment = text,
            "created" => self.metadata.date = text,
            "source" => self.metadata.source = text,
            "level" => self.metadata.level = text,
            "sourceURL" => self.metadata.url = text,
            _ => {}
        }
    }

    /// Returns the games, with the metadata of the document, if they are not too large.
    fn finish(mut self) -> Option<Vec<DocumentEntry>> {
        let copies = size_of_metadata(&self.metadata).saturating_mul(self.entries.len());
        self.remaining?.checked_sub(copies)?;
        if self.entries.is_empty() {
            self.entries.push(DocumentEntry { line: 1, result: Err(FormatError::NoGame) });
        }
        for entry in &mut self.entries {
            if let Ok(read) = &mut entry.result {
                let game = std::mem::replace(&mut read.metadata, self.metadata.clone());
                read.metadata.title = game.title.or(read.metadata.title.take());
                read.metadata.comment = game.comment.or(read.metadata.comment.take());
                self.unknown.iter().for_each(|name| read.add_unknown_construct(name));
            }
        }
        Some(self.entries)
    }
}

/// Returns the error for a text that is not well-formed XML or uses unsupported features.
fn xml_error(reason: impl ToString) -> FormatError {
    FormatError::InvalidXml { reason: reason.to_string() }
}

/// Returns the names and values of the attributes of an element.
fn attributes(element: &BytesStart<'_>) -> Result<Vec<(String, String)>, FormatError> {
    let mut attributes = Vec::new();
    // The check for duplicate names takes quadratic time.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(xml_error)?;
        let key = attribute.key.local_name().as_ref().to_owned();
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(xml_error)?;
        attributes.push((key, value.into_owned()));
    }
    Ok(attributes)
}

fn read_game(attributes: Vec<(String, String)>) -> Result<ParsedPuzzle, FormatError> {
    let mut read = None;
    let mut note = None;
    let mut ignored = Vec::new();
    for (key, value) in attributes {
        match key.as_str() {
            "data" | "cells_data" => read = Some(read_cells(value.trim())?),
            "note" | "user_note" => note = Some(value.trim().to_owned()),
            _ => ignored.push(key),
        }
    }
    let mut read = read.ok_or(FormatError::InvalidGameData)?;
    read.metadata.comment = note.filter(|note| !note.is_empty());
    ignored.iter().for_each(|name| read.note_ignored(&truncated(name)));
    Ok(read)
}

/// Reads the cells of a game.
fn read_cells(text: &str) -> Result<ParsedPuzzle, FormatError> {
    if let Some(digits) = parse_classic_line(text.as_bytes()) {
        return Ok(ParsedPuzzle::new(classic_puzzle(&digits), Format::OpenSudoku));
    }
    if !text.is_empty() && !text.starts_with("version") && !text.contains(char::is_whitespace) {
        let cells = text.chars().count();
        if cells != 81 {
            return Err(FormatError::WrongGameLength { cells });
        }
    }
    let mut words = text.split_ascii_whitespace();
    let (head, version, cells) = (words.next(), words.next(), words.next());
    let (Some("version:"), Some(version), Some(cells), None) = (head, version, cells, words.next())
    else {
        return Err(FormatError::InvalidGameData);
    };
    let n_fields = match version {
        "1" | "2" | "3" => 3,
        "4" => 4,
        _ => return Err(FormatError::InvalidGameData),
    };
    // Version 2 has one bar too many.
    let fields: Vec<&str> = cells.split('|').filter(|field| !field.is_empty()).collect();
    if fields.len() != 81 * n_fields {
        return Err(FormatError::InvalidGameData);
    }
    let mut read = ParsedPuzzle::new(classic_puzzle(&[0; 81]), Format::OpenSudoku);
    for (cell, fields) in fields.chunks(n_fields).enumerate() {
        let digit = fields[0].parse().ok().filter(|&digit: &u8| digit <= 9);
        let digit = digit.ok_or(FormatError::InvalidGameData)?;
        match (digit, fields[n_fields - 1]) {
            (_, "0") => read.puzzle.givens[cell] = digit,
            (0, "1") => {}
            (_, "1") => read.placed.push((cell, digit)),
            _ => return Err(FormatError::InvalidGameData),
        }
        if fields[1..n_fields - 1].iter().any(|notes| !matches!(*notes, "-" | "0")) {
            read.note_ignored("notes");
        }
    }
    Ok(read)
}
