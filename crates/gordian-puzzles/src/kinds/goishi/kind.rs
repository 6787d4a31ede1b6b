//! Golden Waste as a kind of puzzle.

use serde_json::Value;
use toml::de::DeTable;

use super::{Goishi, Walk, WalkViolation, link, parse, solution};
use crate::board::{Cell, Reader};
use crate::diagnostic::Diagnostic;
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::puzzle::{KindOption, OptionError, PuzzleKind};
use crate::violation::{Violation, violations};

impl PuzzleKind for Goishi {
    const NAME: &'static str = "goishi";
    const PAGE: Option<&'static str> = Some(include_str!("page.md"));
    const LINK_NAMES: &'static [&'static str] = &[Self::NAME];
    type Solution = Walk;

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        parse::read(reader, table)
    }

    fn check(&self, solution: &Walk) -> Result<(), Vec<Violation>> {
        if let Some(unknown) = solution.iter().position(Option::is_none) {
            let message = format!("step {} is not known", unknown + 1);
            return Err(vec![Violation::new("not-complete", message, Vec::new())]);
        }
        let walk: Vec<Cell> = solution.iter().copied().flatten().collect();
        Self::check(self, &walk).map_err(violations)
    }

    fn draw(&self, solution: Option<&Walk>) -> String {
        Self::draw(self, solution.map(Vec::as_slice))
    }

    fn svg(&self, solution: Option<&Walk>) -> String {
        Self::svg(self, solution.map(Vec::as_slice))
    }

    fn to_toml(&self) -> Option<String> {
        Some(parse::to_toml(self))
    }

    fn parse_solution(text: &str) -> Result<Walk, Vec<Diagnostic>> {
        solution::parse(text)
    }

    fn is_complete(solution: &Walk) -> bool {
        solution.iter().all(Option::is_some)
    }

    fn solution_to_json(solution: &Walk) -> Value {
        solution::to_json(solution)
    }

    fn from_link(link: &Link, notes: &mut Vec<String>) -> Result<Self, LinkError> {
        link::read(link, notes)
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        link::write(self)
    }

    fn set_option(&mut self, option: &KindOption) -> Result<(), OptionError> {
        self.start = match *option {
            KindOption::Start(Some(cell)) if !self.coins.contains(&cell) => {
                let message = format!("cannot start at {cell}: there is no coin");
                let hint = "rows and columns are counted from 1 at the top left";
                let diagnostic = Diagnostic::new("cli.no-coin", 0..0, message).hint(hint);
                return Err(OptionError::Unsuitable(diagnostic));
            }
            KindOption::Start(start) => start,
            _ => return Err(OptionError::NotApplicable),
        };
        Ok(())
    }
}

impl From<WalkViolation> for Violation {
    fn from(violation: WalkViolation) -> Self {
        let message = violation.to_string();
        let (rule, cells) = match violation {
            WalkViolation::WrongStart { found, .. } => ("wrong-start", vec![found]),
            WalkViolation::NoCoin { cell, .. } => ("no-coin", vec![cell]),
            WalkViolation::AlreadyTaken { cell, .. } => ("already-taken", vec![cell]),
            WalkViolation::NotInLine { from, to, .. } => ("not-in-line", vec![from, to]),
            WalkViolation::TurnsBack { from, to, .. } => ("turns-back", vec![from, to]),
            WalkViolation::PassesOver { from, to, coin, .. } => {
                ("passes-over", vec![from, to, coin])
            }
            WalkViolation::CoinLeft { coin } => ("coin-left", vec![coin]),
        };
        Self::new(rule, message, cells)
    }
}
