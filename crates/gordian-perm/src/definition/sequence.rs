//! Sequences of moves: groups, repetitions, commutators and conjugates.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use gordian_core::excerpt;

use super::error::{SequenceError, SequenceParseError};
use super::state::State;
use super::{BaseMove, Definition};

/// The maximal number of moves of a sequence after the expansion of groups.
pub const MAX_SEQUENCE_LEN: usize = 100_000;

/// The maximal nesting depth. A move is copied a few times per enclosing group, so this limit and
/// [`MAX_SEQUENCE_LEN`] bound the work for any input.
const MAX_DEPTH: usize = 100;

/// The largest number after a move or a group.
const MAX_AMOUNT: i32 = 1_000_000;

/// The number of its digits. Longer numbers are not tried, so that a word of digits takes linear
/// time.
const MAX_AMOUNT_DIGITS: usize = 7;

/// The characters that are accepted as a prime.
const PRIMES: &str = "'’‘′´";

/// One move of a sequence: a power of a base move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The index of the base move in [`Definition::base_moves`].
    pub base: usize,
    /// The number of repetitions, never 0; a negative number repeats the inverse.
    pub amount: i32,
}

/// A sequence of moves of a [`Definition`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    steps: Vec<Step>,
}

impl Sequence {
    /// Returns the moves in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the inverse sequence.
    #[must_use]
    pub fn inverse(&self) -> Self {
        inverse(&self.steps).into_iter().collect()
    }

    /// Writes the moves separated by blanks, as [`Definition::parse_sequence`] reads them.
    ///
    /// # Panics
    ///
    /// Panics if the sequence belongs to another definition.
    #[must_use]
    pub fn write(&self, definition: &Definition) -> String {
        let words: Vec<String> =
            (self.steps.iter()).map(|step| step_name(&definition.base_moves, *step)).collect();
        words.join(" ")
    }
}

impl FromIterator<Step> for Sequence {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}

/// Returns the name of a power of a base move, which a sequence reads as this power.
pub(crate) fn step_name(moves: &[BaseMove], step: Step) -> String {
    let name = moves[step.base].name();
    let prime = if step.amount < 0 { "'" } else { "" };
    let number = match step.amount.unsigned_abs() {
        1 => String::new(),
        n => n.to_string(),
    };
    let joined = format!("{name}{number}{prime}");
    // A number after a digit would seem to belong to the name, and another move may have the whole
    // as its name.
    let is_ambiguous = !number.is_empty() && name.ends_with(|last: char| last.is_ascii_digit());
    let find = |name: &str| moves.iter().position(|base| base.name == name);
    if is_ambiguous || resolve(&joined, find) != Some(step) {
        return format!("({name}){number}{prime}");
    }
    joined
}

fn inverse(steps: &[Step]) -> Vec<Step> {
    steps.iter().rev().map(|step| Step { amount: -step.amount, ..*step }).collect()
}

impl Definition {
    /// Parses a sequence, such as `R U2' (F R)3 [R, U] [F: R2] // comment`.
    ///
    /// Moves are separated by blanks. A number after the name repeats a move, and a prime inverts
    /// it; both are allowed after groups, too. `[A, B]` is the commutator A B A′ B′, `[A: B]` the
    /// conjugate A B A′. If the name of a move ends with a digit, the whole word is tried as a name
    /// first.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text. More than [`MAX_SEQUENCE_LEN`] moves after the
    /// expansion of groups, and groups nested more than 100 deep, are errors.
    pub fn parse_sequence(&self, text: &str) -> Result<Sequence, SequenceParseError> {
        parse(text, &self.base_moves, MAX_SEQUENCE_LEN)
    }

    /// Returns the state after a sequence.
    ///
    /// # Errors
    ///
    /// Returns the index of the first illegal move of the sequence.
    ///
    /// # Panics
    ///
    /// Panics if the state or the sequence belongs to another definition.
    pub fn apply_sequence(&self, state: &State, sequence: &Sequence) -> Result<State, usize> {
        let mut state = state.clone();
        for (index, step) in sequence.steps.iter().enumerate() {
            let base = &self.base_moves[step.base];
            let times = u64::from(step.amount.unsigned_abs());
            let transformation = base.transformation.power(times);
            let transformation =
                if step.amount < 0 { transformation.inverse() } else { transformation };
            state = self.apply(&state, &transformation).ok_or(index)?;
        }
        Ok(state)
    }

    /// Returns the power of a base move with this name, such as `R2'`, or `(R2)3` if the name of
    /// the base move is `R2`.
    #[must_use]
    pub fn find_step(&self, name: &str) -> Option<Step> {
        resolve(name, |name| self.find_base_move(name)).or_else(|| {
            let (name, power) = name.strip_prefix('(')?.split_once(')')?;
            let base = self.find_base_move(name)?;
            let (number, sign) = split_prime(power);
            Some(Step { base, amount: sign * amount(number)? })
        })
    }
}

/// Parses a sequence of at most `max_len` of some base moves. The limit holds for every group, so
/// that groups take little time if the limit is low.
pub(crate) fn parse(
    text: &str,
    moves: &[BaseMove],
    max_len: usize,
) -> Result<Sequence, SequenceParseError> {
    let names = moves.iter().enumerate().map(|(index, base)| (base.name.as_str(), index)).collect();
    let mut parser = Parser { text, characters: text.char_indices().peekable(), names, max_len };
    let steps = parser.sequence(0)?;
    match parser.characters.next() {
        None => Ok(Sequence { steps }),
        Some((at, found)) => Err(unexpected(at, found)),
    }
}

fn unexpected(at: usize, found: char) -> SequenceParseError {
    let span = at..at + found.len_utf8();
    SequenceParseError { error: SequenceError::UnexpectedCharacter { found }, span }
}

/// Returns the move that a word without groups means; `find` returns the index of the base move
/// with a name.
fn resolve(word: &str, find: impl Fn(&str) -> Option<usize>) -> Option<Step> {
    if let Some(base) = find(word) {
        return Some(Step { base, amount: 1 });
    }
    let (rest, sign) = split_prime(word);
    let digits = rest.bytes().rev().take_while(u8::is_ascii_digit);
    let n_digits = digits.take(MAX_AMOUNT_DIGITS).count();
    for split in (rest.len() - n_digits..=rest.len()).rev() {
        let (name, number) = rest.split_at(split);
        if let (Some(base), Some(amount)) = (find(name), amount(number)) {
            return Some(Step { base, amount: sign * amount });
        }
    }
    None
}

/// Returns a word without its prime, and -1 if it has one, else 1.
fn split_prime(word: &str) -> (&str, i32) {
    match word.strip_suffix(|last| PRIMES.contains(last)) {
        Some(rest) => (rest, -1),
        None => (word, 1),
    }
}

/// Returns the number after a move or a group, 1 without digits; `None` if it is not one or out of
/// range.
fn amount(digits: &str) -> Option<i32> {
    if digits.is_empty() {
        return Some(1);
    }
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| (1..=MAX_AMOUNT).contains(number));
    number.filter(|_| is_number)
}

struct Parser<'a> {
    text: &'a str,
    characters: Peekable<CharIndices<'a>>,
    /// The index of the base move with each name.
    names: BTreeMap<&'a str, usize>,
    max_len: usize,
}

impl Parser<'_> {
    /// Parses moves and groups up to the end, a closing character, a comma or a colon.
    fn sequence(&mut self, depth: usize) -> Result<Vec<Step>, SequenceParseError> {
        let mut steps = Vec::new();
        loop {
            self.skip_blanks();
            let Some(&(start, first)) = self.characters.peek() else { break };
            let unit = match first {
                ')' | ']' | ',' | ':' => break,
                '(' | '[' => self.group(start, first, depth)?,
                _ => vec![self.word(start)?],
            };
            if steps.len() + unit.len() > self.max_len {
                return Err(self.too_long(start));
            }
            if steps.is_empty() {
                steps = unit;
            } else {
                steps.extend(unit);
            }
        }
        Ok(steps)
    }

    fn skip_blanks(&mut self) {
        while let Some(&(at, next)) = self.characters.peek() {
            if self.text[at..].starts_with("//") {
                while self.characters.next_if(|&(_, next)| next != '\n').is_some() {}
            } else if next.is_whitespace() {
                self.characters.next();
            } else {
                break;
            }
        }
    }

    /// Parses a group with its number and its prime.
    fn group(
        &mut self,
        start: usize,
        open: char,
        depth: usize,
    ) -> Result<Vec<Step>, SequenceParseError> {
        if depth == MAX_DEPTH {
            let error = SequenceError::TooDeep { limit: MAX_DEPTH };
            return Err(SequenceParseError { error, span: start..start + 1 });
        }
        self.characters.next();
        let first = self.sequence(depth + 1)?;
        let steps = if open == '(' {
            self.close(start, open)?;
            first
        } else {
            let is_commutator = match self.characters.next() {
                Some((_, ',')) => true,
                Some((_, ':')) => false,
                Some((at, ']')) => {
                    let error = SequenceError::NotACommutator;
                    return Err(SequenceParseError { error, span: start..at + 1 });
                }
                Some((at, found)) => return Err(unexpected(at, found)),
                None => return Err(unclosed(start, open)),
            };
            let second = self.sequence(depth + 1)?;
            self.close(start, open)?;
            if 2 * (first.len() + second.len()) > self.max_len {
                return Err(self.too_long(start));
            }
            let mut steps = first.clone();
            steps.extend(&second);
            steps.extend(inverse(&first));
            if is_commutator {
                steps.extend(inverse(&second));
            }
            steps
        };
        let (times, is_inverse) = self.amount()?;
        if steps.len().saturating_mul(times) > self.max_len {
            return Err(self.too_long(start));
        }
        let steps = if is_inverse { inverse(&steps) } else { steps };
        // Repeating an empty group does not need memory, but it would need time.
        Ok(if steps.is_empty() || times == 1 { steps } else { steps.repeat(times) })
    }

    fn close(&mut self, start: usize, open: char) -> Result<(), SequenceParseError> {
        let close = if open == '(' { ')' } else { ']' };
        match self.characters.next() {
            Some((_, found)) if found == close => Ok(()),
            Some((at, ',' | ':')) if open == '[' => {
                let error = SequenceError::NotACommutator;
                Err(SequenceParseError { error, span: at..at + 1 })
            }
            Some((at, found)) => Err(unexpected(at, found)),
            None => Err(unclosed(start, open)),
        }
    }

    /// Parses the number and the prime after a group.
    fn amount(&mut self) -> Result<(usize, bool), SequenceParseError> {
        let is_digit = |&(_, next): &(usize, char)| next.is_ascii_digit();
        let start = self.offset();
        while self.characters.next_if(is_digit).is_some() {}
        let span = start..self.offset();
        let is_inverse = self.characters.next_if(|&(_, next)| PRIMES.contains(next)).is_some();
        let digits = &self.text[span.clone()];
        let times = amount(digits).ok_or_else(|| out_of_range(digits, span))?;
        Ok((usize::try_from(times).expect("the largest amount fits"), is_inverse))
    }

    /// Returns the offset of the next character.
    fn offset(&mut self) -> usize {
        self.characters.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    /// Parses a move with its number and its prime.
    fn word(&mut self, start: usize) -> Result<Step, SequenceParseError> {
        let text = self.text;
        let is_part = |&(at, next): &(usize, char)| {
            !next.is_whitespace() && !"()[],:".contains(next) && !text[at..].starts_with("//")
        };
        while self.characters.next_if(is_part).is_some() {}
        let span = start..self.offset();
        let word = &self.text[span.clone()];
        let find = |name: &str| self.names.get(name).copied();
        resolve(word, find).ok_or_else(|| {
            let number = word.trim_end_matches(|last| PRIMES.contains(last));
            let name = number.trim_end_matches(|last: char| last.is_ascii_digit());
            if find(name).is_some() && name.len() < number.len() {
                return out_of_range(&number[name.len()..], span);
            }
            SequenceParseError { error: SequenceError::UnknownMove { name: excerpt(word) }, span }
        })
    }

    fn too_long(&self, start: usize) -> SequenceParseError {
        let end = self.text[start..].chars().next().map_or(start, |first| start + first.len_utf8());
        SequenceParseError {
            error: SequenceError::TooLong { limit: self.max_len },
            span: start..end,
        }
    }
}

fn unclosed(start: usize, open: char) -> SequenceParseError {
    let error = SequenceError::Unclosed { found: open };
    SequenceParseError { error, span: start..start + open.len_utf8() }
}

fn out_of_range(number: &str, span: Range<usize>) -> SequenceParseError {
    let error = SequenceError::AmountOutOfRange { number: excerpt(number), max: MAX_AMOUNT };
    SequenceParseError { error, span }
}
