//! The shortened JSON of SudokuPad links: single quotes, keys without quotes and shortened to one
//! or two letters, nothing for `{}`, `t` and `f` for true and false, colours without quotes.

use serde_json::{Map, Value};

use super::FormatError;

/// The maximum nesting depth.
const MAX_DEPTH: usize = 64;

/// The long forms of the short keys.
const LONG_KEYS: [(&str, &str); 24] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// Reads shortened JSON.
pub(super) fn parse(text: &str) -> Result<Value, FormatError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    if reader.at < text.trim_end().len() { Err(reader.error()) } else { Ok(value) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn error(&self) -> FormatError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
        FormatError::InvalidJson { line, column }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Consumes `wanted` if it is the next character.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, FormatError> {
        if depth > MAX_DEPTH {
            return Err(self.error());
        }
        match self.peek() {
            Some('{') => self.fields(depth),
            Some('[') => self.items(depth),
            Some('\'' | '"') => self.string().map(Value::String),
            Some(',' | ']' | '}') => Ok(Value::Object(Map::new())),
            _ => self.literal(),
        }
    }

    fn items(&mut self, depth: usize) -> Result<Value, FormatError> {
        self.eat('[');
        let mut items = Vec::new();
        loop {
            items.push(self.value(depth + 1)?);
            if self.eat(']') {
                return Ok(Value::Array(items));
            }
            if !self.eat(',') {
                return Err(self.error());
            }
        }
    }

    fn fields(&mut self, depth: usize) -> Result<Value, FormatError> {
        self.eat('{');
        let mut fields = Map::new();
        if self.eat('}') {
            return Ok(Value::Object(fields));
        }
        loop {
            let key = match self.peek() {
                Some('\'' | '"') => self.string()?,
                _ => self.unquoted().to_owned(),
            };
            if key.is_empty() || !self.eat(':') {
                return Err(self.error());
            }
            let value = self.value(depth + 1)?;
            let long = LONG_KEYS.iter().find(|(short, _)| *short == key).map(|&(_, long)| long);
            fields.insert(long.map_or(key, str::to_owned), value);
            if self.eat('}') {
                return Ok(Value::Object(fields));
            }
            if !self.eat(',') {
                return Err(self.error());
            }
        }
    }

    fn string(&mut self) -> Result<String, FormatError> {
        let quote = self.peek().unwrap_or('"');
        self.eat(quote);
        let mut text = String::new();
        while let Some(character) = self.peek() {
            self.eat(character);
            match character {
                _ if character == quote => return Ok(text),
                '\\' => text.push(self.escape()?),
                _ => text.push(character),
            }
        }
        Err(self.error())
    }

    fn escape(&mut self) -> Result<char, FormatError> {
        let Some(escaped) = self.peek() else { return Err(self.error()) };
        self.eat(escaped);
        Ok(match escaped {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let code = self.text.get(self.at..self.at + 4);
                let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                let Some(code) = code else { return Err(self.error()) };
                self.at += 4;
                // Lone surrogates are replaced; these texts are only displayed.
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        })
    }

    /// Consumes the text up to the next structural character.
    fn unquoted(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ':', '{', '}', '[', ']', '\'', '"']).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn literal(&mut self) -> Result<Value, FormatError> {
        let start = self.at;
        let word = self.unquoted().trim();
        let hex = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok(match word {
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            "null" => Value::Null,
            "#0" => Value::from("#000000"),
            "#F" => Value::from("#FFFFFF"),
            _ => match serde_json::from_str::<serde_json::Number>(word) {
                Ok(number) => Value::Number(number),
                Err(_) if hex => Value::String(format!("#{word}")),
                Err(_) => {
                    self.at = start;
                    return Err(self.error());
                }
            },
        })
    }
}
