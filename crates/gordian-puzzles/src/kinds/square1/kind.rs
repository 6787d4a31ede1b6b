//! The Square-1 as a kind of puzzle.

use gordian_perm::square1::{Notation, Sequence, svg};
use serde_json::Value;
use toml::de::DeTable;

use super::{MovesViolation, Square1, parse, solution};
use crate::board::Reader;
use crate::diagnostic::Diagnostic;
use crate::metadata::Metadata;
use crate::puzzle::{PuzzleKind, SolutionForm};
use crate::violation::{Violation, violations};

impl PuzzleKind for Square1 {
    const NAME: &'static str = "square1";
    const PAGE: Option<&'static str> = Some(include_str!("page.md"));
    type Solution = Sequence;

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        parse::read(reader, table)
    }

    fn check(&self, solution: &Sequence) -> Result<(), Vec<Violation>> {
        Self::check(self, solution).map_err(violations)
    }

    fn draw(&self, solution: Option<&Sequence>) -> String {
        Self::draw(self, solution)
    }

    fn svg(&self, _solution: Option<&Sequence>) -> String {
        svg(&self.position)
    }

    fn parse_solution(text: &str) -> Result<Sequence, Vec<Diagnostic>> {
        solution::parse(text)
    }

    fn solution_to_json(solution: &Sequence) -> Value {
        solution.write(Notation::Wca).into()
    }

    // Solutions are listed by the thousand.
    const SOLUTION_FORM: SolutionForm = SolutionForm::Line;
    const LENGTH_UNIT: Option<&'static str> = Some("twist");

    fn solution_line(solution: &Sequence) -> String {
        let moves = solution.write(Notation::Wca);
        format!("moves: {}", if moves.is_empty() { "(none)" } else { &moves })
    }
}

impl From<MovesViolation> for Violation {
    fn from(violation: MovesViolation) -> Self {
        let rule = match violation {
            MovesViolation::Blocked(_) => "blocked",
            MovesViolation::LayersMisaligned { .. } => "layers-misaligned",
            MovesViolation::MiddleIsKite { .. } => "middle-is-kite",
            MovesViolation::NotSolved { .. } => "not-solved",
        };
        Self::new(rule, violation.to_string(), Vec::new())
    }
}
