//! Explanations by logic as text.

use std::fmt::Write as _;

use gordian_grid::Layout;
use gordian_logic::{Drawing, Position, Role, SolutionPath, Step, Technique};

/// The style of an explanation as text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplanationStyle {
    /// Whether to draw the grid at every step except singles.
    pub draw: bool,
    /// Whether to write steps in Eureka notation.
    pub eureka: bool,
    /// Whether drawings have colours, as escape sequences of terminals.
    pub colour: bool,
}

impl ExplanationStyle {
    /// Formats a step.
    pub(super) fn step_text(self, step: &Step, layout: &Layout) -> String {
        if self.eureka { step.eureka(layout) } else { step.sentence(layout) }
    }

    /// Formats a drawing. With colours, the signs alone carry the same information.
    pub(super) fn drawing_text(self, drawing: &Drawing) -> String {
        if !self.colour {
            return drawing.to_string();
        }
        let mut text = String::new();
        for line in &drawing.lines {
            for (part, role) in line {
                let sequence = match role {
                    Role::Plain => "",
                    Role::Given => "1",
                    Role::Placed => "36",
                    Role::Pattern => "32",
                    Role::SecondColour => "34",
                    Role::Extra => "33",
                    Role::Elimination => "31",
                    Role::Placement => "1;32",
                };
                let _ = match sequence {
                    "" => write!(text, "{part}"),
                    _ => write!(text, "\u{1b}[{sequence}m{part}\u{1b}[0m"),
                };
            }
            text.push('\n');
        }
        text
    }
}

/// The solution of a grid step by step.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position before the first step.
    pub start: Position,
    /// The steps and the position after them.
    pub solved: SolutionPath,
    /// Whether the solution is unique.
    pub is_unique: bool,
}

impl Explanation {
    /// Returns the explanation as text, followed by an empty line.
    #[must_use]
    pub fn text(&self, style: ExplanationStyle) -> String {
        let Self { start, solved, is_unique } = self;
        let layout = start.layout();
        let mut text = String::new();
        let mut position = start.clone();
        let width = solved.steps.len().to_string().len();
        for (number, step) in solved.steps.iter().enumerate() {
            if style.draw && !is_single(step) {
                let drawn = style.drawing_text(&position.draw(Some(step)));
                let _ = write!(text, "\n{drawn}");
            }
            let _ = writeln!(text, "{:>width$}. {}", number + 1, style.step_text(step, layout));
            position.apply(step);
        }
        let n_steps = match solved.steps.len() {
            1 => "1 step".to_owned(),
            n => format!("{n} steps"),
        };
        if let Some(rating) = solved.rating() {
            let _ = write!(text, "solved in {n_steps}");
            let _ = write!(text, " · hardest: {} ({})", rating.technique, rating.hardest);
            text.push_str("\n\n");
            return text;
        }
        if solved.end.is_solved() {
            text.push_str("solved already\n\n");
            return text;
        }
        let _ = write!(text, "\n{}", style.drawing_text(&solved.end.draw(None)));
        let why = match solved.stopped {
            Some(limit) => format!("stopped ({})", limit.name()),
            None if *is_unique => "stuck: these techniques find no step here".to_owned(),
            None => {
                "stuck: there are several solutions, and no further common step is found".to_owned()
            }
        };
        let _ = writeln!(text, "{why} · {n_steps}\n");
        text
    }
}

fn is_single(step: &Step) -> bool {
    matches!(
        step.technique,
        Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle
    )
}
