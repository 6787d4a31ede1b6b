//! DIMACS CNF, the text form in which formulas travel between SAT engines.
//!
//! ```text
//! c a comment, anywhere between clauses
//! p cnf 3 2          3 variables, 2 clauses
//! 1 -3 0             the first variable or not the third
//! 2 3
//! -1 0               a clause may span lines; 0 ends it
//! ```
//!
//! The reader is strict where a lenient one would guess: the header must come first, the numbers
//! in it must hold, a clause must be ended. A line that starts with `%` ends the formula, as it
//! does in the widespread benchmark files of SATLIB.
//!
//! *Source*: "Satisfiability: Suggested Format", DIMACS challenge, 1993; the `p cnf` part.

use std::io;

use thiserror::Error;

use crate::{Cnf, Lit};

/// Why a text is not a DIMACS formula, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind} at line {line}, column {column}")]
pub struct DimacsError {
    /// The line, counted from one.
    pub line: usize,
    /// The column in characters, counted from one.
    pub column: usize,
    /// What is wrong there.
    pub kind: DimacsErrorKind,
}

/// What can be wrong in a DIMACS text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DimacsErrorKind {
    /// A clause, or the end of the text, stands where the header should be.
    #[error("no `p cnf` header before the first clause")]
    NoHeader,
    /// The header does not read `p cnf VARIABLES CLAUSES`.
    #[error("malformed header")]
    BadHeader,
    /// There is a second header.
    #[error("second header")]
    SecondHeader,
    /// The header asks for more variables than there can be.
    #[error("{n_vars} variables are too many")]
    TooManyVariables {
        /// The number in the header.
        n_vars: u64,
    },
    /// Something that is not a number stands in a clause.
    #[error("`{token}` is not a literal")]
    NotALiteral {
        /// What stands there.
        token: String,
    },
    /// A literal's variable is beyond those of the header.
    #[error("literal {number} is beyond the {n_vars} variables of the header")]
    VariableOutOfRange {
        /// The literal as written.
        number: i32,
        /// The number of variables in the header.
        n_vars: usize,
    },
    /// The text ends within a clause.
    #[error("last clause is not ended by 0")]
    OpenClause,
    /// There are more or fewer clauses than the header says.
    #[error("{found} clauses where the header says {declared}")]
    WrongClauseCount {
        /// The number in the header.
        declared: u64,
        /// How many there are.
        found: usize,
    },
}

impl DimacsErrorKind {
    /// Returns what to do about it, as a lower-case fragment.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoHeader | Self::BadHeader => {
                "begin the formula with `p cnf VARIABLES CLAUSES`, two numbers"
            }
            Self::SecondHeader => "put one formula in a text",
            Self::TooManyVariables { .. } => "number the variables without gaps, up to 2147483647",
            Self::NotALiteral { .. } => "write variable numbers, negated ones with `-`",
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
    /// Returns the first thing that is wrong, with its place.
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

    /// Writes the formula as DIMACS text, each of `comments` on a line of its own before it.
    ///
    /// A comment with line breaks becomes several comment lines, so that no comment can become
    /// part of the formula.
    ///
    /// # Errors
    ///
    /// Returns the error of `out`. The caller buffers: `out` gets a small write for every literal.
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

/// What was read so far. Problems come with the byte of the line at which they are.
#[derive(Default)]
struct Reader {
    cnf: Cnf,
    /// The number of clauses in the header, once it was read.
    declared: Option<u64>,
    /// The clause that is being read.
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
    fn reads_what_people_write() {
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
    fn refuses_what_it_would_have_to_guess() {
        check_error("", "no `p cnf` header before the first clause at line 1, column 1");
        check_error("c\n 1 0", "no `p cnf` header before the first clause at line 2, column 2");
        check_error("p cnf 1", "malformed header at line 1, column 1");
        check_error("p sat 1 1", "malformed header at line 1, column 1");
        check_error("p cnf 1 1 1", "malformed header at line 1, column 1");
        check_error("p cnf -1 1", "malformed header at line 1, column 1");
        check_error("p cnf 1 0\np cnf 1 0", "second header at line 2, column 1");
        check_error("p cnf 2147483648 0", "2147483648 variables are too many at line 1, column 1");
        check_error("p cnf 1 1\n1 é 0", "`é` is not a literal at line 2, column 3");
        check_error("p cnf 1 1\né x 0", "`é` is not a literal at line 2, column 1");
        check_error(
            "p cnf 1 1\n-2147483648 0",
            "`-2147483648` is not a literal at line 2, column 1",
        );
        check_error(
            "p cnf 2 1\n1 -3 0",
            "literal -3 is beyond the 2 variables of the header at line 2, column 3",
        );
        check_error("p cnf 2 1\n1 2\n", "last clause is not ended by 0 at line 2, column 4");
        check_error("p cnf 2 2\n1 2 0\n", "1 clauses where the header says 2 at line 2, column 6");
    }

    #[test]
    fn comments_cannot_break_out() {
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
