//! The 3×3×3 as a kind of puzzle.

use gordian_perm::cube3::Sequence;
use serde_json::Value;
use toml::de::DeTable;

use super::{Cube3, TurnsViolation, parse, solution};
use crate::board::{Drawing, Ink, Reader};
use crate::diagnostic::Diagnostic;
use crate::metadata::Metadata;
use crate::puzzle::PuzzleKind;
use crate::violation::{Violation, violations};

impl PuzzleKind for Cube3 {
    const NAME: &'static str = "cube3";
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
        let title = self.metadata.title_or(Self::NAME);
        Drawing::cube_net(&Self::draw(self, None), 3, title, Ink::Given).to_svg()
    }

    fn parse_solution(text: &str) -> Result<Sequence, Vec<Diagnostic>> {
        solution::parse(text)
    }

    fn solution_to_json(solution: &Sequence) -> Value {
        solution.to_string().into()
    }

    const LENGTH_UNIT: Option<&'static str> = Some("turn");
}

impl From<TurnsViolation> for Violation {
    fn from(violation: TurnsViolation) -> Self {
        let rule = match violation {
            TurnsViolation::Misplaced { .. } => "misplaced",
            TurnsViolation::Turned { .. } => "turned",
            TurnsViolation::Centres { .. } => "centres-turned",
        };
        Self::new(rule, violation.to_string(), Vec::new())
    }
}
