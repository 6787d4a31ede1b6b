//! DIMACS CNF, the text format of formulas that SAT solvers read.
//!
//! ```text
//! c a comment, anywhere between clauses
//! p cnf 3 2          3 variables, 2 clauses
//! 1 -3 0             variable 1, or not variable 3
//! 2 3
//! -1 0               a clause may span lines; 0 ends it
//! ```
//!
//! The reader is strict: the header must come first, its numbers must be correct, and every clause
//! must end with 0. A line that starts with `%` ends the formula, as in the benchmark files of
//! SATLIB.
//!
//! *Source*: "Satisfiability: Suggested Format", DIMACS challenge, 1993; the `p cnf` part.

use std::io;

use thiserror::Error;

use crate::{Cnf, Lit};

/// An error in DIMACS text, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind} at line {line}, column {column}")]
pub struct DimacsError {
    /// The line, counted from one.
    pub line: usize,
    /// The column in characters, counted from one.
    pub column: usize,
    /// What is wrong.
    pub kind: DimacsErrorKind,
}

/// The kinds of errors in DIMACS text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DimacsErrorKind {
    /// A clause, or the end of the text, comes before the header.
    #[error("no `p cnf` header before the first clause")]
    NoHeader,
    /// The header is not of the form `p cnf VARIABLES CLAUSES`.
    #[error("malformed header")]
    BadHeader,
    /// The text has a second header.
    #[error("second header")]
    SecondHeader,
    /// The header declares more variables than are supported.
    #[error("too many variables: {n_vars}")]
    TooManyVariables {
        /// The number in the header.
        n_vars: u64,
    },
    /// A token in a clause is not a literal.
    #[error("`{token}` is not a literal")]
    NotALiteral {
        /// The token.
        token: String,
    },
    /// The variable of a literal is greater than the number of variables in the header.
    #[error("literal {number} exceeds the {n_vars} variables of the header")]
    VariableOutOfRange {
        /// The literal as written.
        number: i32,
        /// The number of variables in the header.
        n_vars: usize,
    },
    /// The text ends inside a clause.
    #[error("last clause does not end with 0")]
    OpenClause,
    /// The number of clauses differs from the number in the header.
    #[error("expected {declared} clauses as in the header, found {found}")]
    WrongClauseCount {
        /// The number in the header.
        declared: u64,
        /// The number of clauses found.
        found: usize,
    },
}

impl DimacsErrorKind {
    /// Returns a hint on how to correct the error, as a lower-case fragment.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoHeader | Self::BadHeader => {
                "begin the formula with `p cnf VARIABLES CLAUSES`, with two numbers"
            }
            Self::SecondHeader => "write one formula per file",
            Self::TooManyVariables { .. } => "number the variables without gaps, up to 2147483647",
            Self::NotALiteral { .. } => {
                "write a literal as a variable number, with `-` for negation"
            }
            Self::VariableOutOfRange { .. } => "raise the number of variables in the header",
            Self::OpenClause => "end every clause with 0",
            Self::WrongClauseCount { .. } => "correct the number of clauses in the header",
        }
    }
}

impl Cnf {
    /// Reads a formula from DIMACS text.
    ///
    /// # Errors
    ///
    /// Returns the first error, with its position.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_backend::Cnf;
    ///
    /// let cnf = Cnf::from_dimacs("p cnf 2 1\n1 -2 0\n")?;
    /// assert_eq!((cnf.n_vars(), cnf.len()), (2, 1));
    /// let error = Cnf::from_dimacs("p cnf 2 1\n1 x 0\n").unwrap_err();
    /// assert_eq!(error.to_string(), "`x` is not a literal at line 2, column 3");
    /// # Ok::<(), gordian_backend::DimacsError>(())
    /// ```
    pub fn from_dimacs(text: &str) -> Result<Self, DimacsError> {
        let mut reader = Reader::default();
        let mut end = (1, 1);
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('%') {
                break;
            }
            end = (number + 1, line.chars().count() + 1);
            reader.line(line).map_err(|(byte, kind)| DimacsError {
                line: number + 1,
                column: line[..byte].chars().count() + 1,
                kind,
            })?;
        }
        let (line, column) = end;
        reader.finish().map_err(|kind| DimacsError { line, column, kind })
    }

    /// Writes the formula as DIMACS text after `comments`, one comment per line.
    ///
    /// A comment with line breaks becomes several comment lines, so no comment can become part of
    /// the formula.
    ///
    /// # Errors
    ///
    /// Returns the first error of `out`. The method writes each literal separately, so the caller
    /// should pass a buffered writer.
    pub fn write_dimacs<'a>(
        &self,
        out: &mut dyn io::Write,
        comments: impl IntoIterator<Item = &'a str>,
    ) -> io::Result<()> {
        for line in comments.into_iter().flat_map(|comment| comment.split(['\n', '\r'])) {
            writeln!(out, "{}", format!("c {line}").trim_end())?;
        }
        writeln!(out, "p cnf {} {}", self.n_vars(), self.len())?;
        for clause in self.iter() {
            for lit in clause {
                write!(out, "{} ", lit.to_dimacs())?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}

/// The state of the reader. Errors carry their byte offset in the line.
#[derive(Default)]
struct Reader {
    cnf: Cnf,
    /// The number of clauses in the header, if it has been read.
    declared: Option<u64>,
    /// The literals of the current clause.
    clause: Vec<Lit>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), (usize, DimacsErrorKind)> {
        let mut tokens = line.split_ascii_whitespace();
        let position = |token: &str| token.as_ptr().addr() - line.as_ptr().addr();
        let Some(first) = tokens.next() else { return Ok(()) };
        match first {
            _ if first.starts_with('c') => Ok(()),
            "p" => self.header(tokens).map_err(|kind| (position(first), kind)),
            _ => {
                for token in std::iter::once(first).chain(tokens) {
                    self.literal(token).map_err(|kind| (position(token), kind))?;
                }
                Ok(())
            }
        }
    }

    fn header<'a>(
        &mut self,
        mut tokens: impl Iterator<Item = &'a str>,
    ) -> Result<(), DimacsErrorKind> {
        if self.declared.is_some() {
            return Err(DimacsErrorKind::SecondHeader);
        }
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
        let format = tokens.next();
        let (n_vars, declared) = (number(tokens.next()), number(tokens.next()));
        let (Some("cnf"), Some(n_vars), Some(declared), None) =
            (format, n_vars, declared, tokens.next())
        else {
            return Err(DimacsErrorKind::BadHeader);
        };
        match i32::try_from(n_vars).ok().and_then(|n| usize::try_from(n).ok()) {
            Some(n_vars) => self.cnf.reserve_vars(n_vars),
            None => return Err(DimacsErrorKind::TooManyVariables { n_vars }),
        }
        self.declared = Some(declared);
        Ok(())
    }

    fn literal(&mut self, token: &str) -> Result<(), DimacsErrorKind> {
        if self.declared.is_none() {
            return Err(DimacsErrorKind::NoHeader);
        }
        let not_a_literal = || DimacsErrorKind::NotALiteral { token: token.to_owned() };
        let number: i32 = token.parse().map_err(|_| not_a_literal())?;
        if number == 0 {
            self.cnf.push(&self.clause);
            self.clause.clear();
            return Ok(());
        }
        let lit = Lit::from_dimacs(number).ok_or_else(not_a_literal)?;
        let n_vars = self.cnf.n_vars();
        if usize::try_from(number.unsigned_abs()).is_ok_and(|number| number > n_vars) {
            return Err(DimacsErrorKind::VariableOutOfRange { number, n_vars });
        }
        self.clause.push(lit);
        Ok(())
    }

    fn finish(self) -> Result<Cnf, DimacsErrorKind> {
        let declared = self.declared.ok_or(DimacsErrorKind::NoHeader)?;
        if !self.clause.is_empty() {
            return Err(DimacsErrorKind::OpenClause);
        }
        let found = self.cnf.len();
        if u64::try_from(found) != Ok(declared) {
            return Err(DimacsErrorKind::WrongClauseCount { declared, found });
        }
        Ok(self.cnf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[i32]]) {
        let cnf = Cnf::from_dimacs(text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        let found: Vec<Vec<i32>> =
            cnf.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn valid_texts_are_read() {
        check("p cnf 0 0", &[]);
        check("c hello\np cnf 3 2\n1 -3 0\n2 3 -1 0\n", &[&[1, -3], &[2, 3, -1]]);
        check("\n  p  cnf\t3 2 \r\n1\n-3 0 2\n\nc between\n3 -1 0\n", &[&[1, -3], &[2, 3, -1]]);
        check("p cnf 1 2\n0 0\n", &[&[], &[]]);
        check("p cnf 2 1\n1 2 0\n%\n0\n", &[&[1, 2]]);
    }

    fn check_error(text: &str, expected: &str) {
        let error = Cnf::from_dimacs(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text:?}");
        assert!(!error.kind.hint().is_empty());
    }

    #[test]
    fn invalid_texts_are_rejected() {
        check_error("", "no `p cnf` header before the first clause at line 1, column 1");
        check_error("c\n 1 0", "no `p cnf` header before the first clause at line 2, column 2");
        check_error("p cnf 1", "malformed header at line 1, column 1");
        check_error("p sat 1 1", "malformed header at line 1, column 1");
        check_error("p cnf 1 1 1", "malformed header at line 1, column 1");
        check_error("p cnf -1 1", "malformed header at line 1, column 1");
        check_error("p cnf 1 0\np cnf 1 0", "second header at line 2, column 1");
        check_error("p cnf 2147483648 0", "too many variables: 2147483648 at line 1, column 1");
        check_error("p cnf 1 1\n1 é 0", "`é` is not a literal at line 2, column 3");
        check_error("p cnf 1 1\né x 0", "`é` is not a literal at line 2, column 1");
        check_error(
            "p cnf 1 1\n-2147483648 0",
            "`-2147483648` is not a literal at line 2, column 1",
        );
        check_error(
            "p cnf 2 1\n1 -3 0",
            "literal -3 exceeds the 2 variables of the header at line 2, column 3",
        );
        check_error("p cnf 2 1\n1 2\n", "last clause does not end with 0 at line 2, column 4");
        check_error(
            "p cnf 2 2\n1 2 0\n",
            "expected 2 clauses as in the header, found 1 at line 2, column 6",
        );
    }

    #[test]
    fn comments_with_line_breaks_stay_comments() {
        let mut cnf = Cnf::new();
        cnf.push(&[Lit::from_dimacs(-2).expect("a literal")]);
        let mut text = Vec::new();
        cnf.write_dimacs(&mut text, ["one", "two\n1 0", ""]).expect("memory");
        assert_eq!(
            String::from_utf8(text).expect("text"),
            "c one\nc two\nc 1 0\nc\np cnf 2 1\n-2 0\n"
        );
    }
}
