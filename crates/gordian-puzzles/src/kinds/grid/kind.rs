//! The grid as a kind of puzzle.

use serde_json::Value;
use toml::de::DeTable;

use super::{GridPuzzle, GridViolation, link, parse, solution};
use crate::board::Reader;
use crate::diagnostic::Diagnostic;
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::puzzle::PuzzleKind;
use crate::violation::{Violation, violations};

impl PuzzleKind for GridPuzzle {
    const NAME: &'static str = "grid";
    const PAGE: Option<&'static str> = Some(include_str!("page.md"));
    type Solution = Vec<u8>;

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        parse::read(reader, table)
    }

    fn check(&self, solution: &Vec<u8>) -> Result<(), Vec<Violation>> {
        Self::check(self, solution).map_err(violations)
    }

    fn draw(&self, solution: Option<&Vec<u8>>) -> String {
        Self::draw(self, solution.map(Vec::as_slice))
    }

    fn svg(&self, solution: Option<&Vec<u8>>) -> String {
        Self::svg(self, solution.map(Vec::as_slice))
    }

    fn draw_highlighted(&self, solution: &Vec<u8>, highlight: &dyn Fn(char) -> String) -> String {
        Self::draw_highlighted(self, solution, highlight)
    }

    fn to_toml(&self) -> Option<String> {
        Some(Self::to_toml(self))
    }

    const LINK_NAMES: &'static [&'static str] = &["sudoku"];

    fn from_link(link: &Link, notes: &mut Vec<String>) -> Result<Self, LinkError> {
        link::read(link, notes)
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        link::write(self)
    }

    fn parse_solution(text: &str) -> Result<Vec<u8>, Vec<Diagnostic>> {
        solution::parse(text)
    }

    fn is_complete(solution: &Vec<u8>) -> bool {
        !solution.contains(&0)
    }

    fn solution_to_json(solution: &Vec<u8>) -> Value {
        solution::to_json(solution)
    }
}

impl From<GridViolation> for Violation {
    fn from(violation: GridViolation) -> Self {
        let message = violation.to_string();
        let (rule, cells) = match violation {
            GridViolation::WrongNumberOfCells { .. } => ("wrong-size", Vec::new()),
            GridViolation::NotFilled { cell } => ("not-complete", vec![cell]),
            GridViolation::OutOfRange { cell, .. } => ("out-of-range", vec![cell]),
            GridViolation::GivenChanged { cell, .. } => ("given-changed", vec![cell]),
            GridViolation::ExcludedByMarks { cell, .. } => ("excluded-by-marks", vec![cell]),
            GridViolation::Repeated { cells, .. } => ("repeated-digit", cells),
            GridViolation::WrongSum { .. } => ("wrong-sum", Vec::new()),
        };
        Self::new(rule, message, cells)
    }
}
