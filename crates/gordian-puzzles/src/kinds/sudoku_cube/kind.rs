//! The Sudoku Cube as a kind of puzzle.

use serde_json::Value;
use toml::de::DeTable;

use super::{CubeViolation, Reachability, SolvedNet, SudokuCube, parse, solution};
use crate::board::{Drawing, Ink, Reader};
use crate::diagnostic::Diagnostic;
use crate::metadata::Metadata;
use crate::puzzle::{KindOption, OptionError, PuzzleKind};
use crate::violation::{Violation, violations};

impl PuzzleKind for SudokuCube {
    const NAME: &'static str = "sudoku-cube";
    const PAGE: Option<&'static str> = Some(include_str!("page.md"));
    type Solution = SolvedNet;

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        parse::read(reader, table)
    }

    fn check(&self, solution: &SolvedNet) -> Result<(), Vec<Violation>> {
        let mut broken = self.check_net(solution).err().unwrap_or_default();
        if self.reachability == Reachability::Ignored {
            broken.retain(|violation| !matches!(violation, CubeViolation::Unreachable(_)));
        }
        if broken.is_empty() { Ok(()) } else { Err(violations(broken)) }
    }

    fn draw(&self, solution: Option<&SolvedNet>) -> String {
        Self::draw(self, solution)
    }

    fn svg(&self, solution: Option<&SolvedNet>) -> String {
        let title = self.metadata.title_or(Self::NAME);
        let (net, side, ink) = match solution {
            None => (Self::draw(self, None), self.size, Ink::Given),
            Some(solved) => (Self::draw(self, solution), solved.size(), Ink::Found),
        };
        Drawing::cube_net(&net, side, title, ink).to_svg()
    }

    fn parse_solution(text: &str) -> Result<SolvedNet, Vec<Diagnostic>> {
        solution::parse(text)
    }

    fn solution_to_json(solution: &SolvedNet) -> Value {
        solution::to_json(solution)
    }

    fn set_option(&mut self, option: &KindOption) -> Result<(), OptionError> {
        match option {
            KindOption::IgnoreReachability => self.reachability = Reachability::Ignored,
            KindOption::Moves => {}
            KindOption::Start(_) => return Err(OptionError::NotApplicable),
        }
        Ok(())
    }
}

impl From<CubeViolation> for Violation {
    fn from(violation: CubeViolation) -> Self {
        let rule = match violation {
            CubeViolation::OtherSize { .. } => "wrong-size",
            CubeViolation::NoSuchPlace { .. } => "no-such-place",
            CubeViolation::SamePlace { .. } => "same-place",
            CubeViolation::Repeated { .. } => "repeated-digit",
            CubeViolation::OutOfRange { .. } => "out-of-range",
            CubeViolation::MixedDirections { .. } => "mixed-directions",
            CubeViolation::WrongCentre { .. } => "wrong-centre",
            CubeViolation::CentreMisoriented { .. } => "centre-misoriented",
            CubeViolation::NoSuchPiece { .. } => "no-such-piece",
            CubeViolation::Unreachable(_) => "unreachable",
        };
        // Cells of faces are not cells of a board.
        Self::new(rule, violation.to_string(), Vec::new())
    }
}
