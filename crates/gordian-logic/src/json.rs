//! Steps, solutions and ratings as JSON.

use gordian_grid::Layout;
use gordian_sudoku::formats::digits_to_line;
use serde_json::{Value, json};

use crate::Technique;
use crate::board::digits;
use crate::explainer::{ExplainerRating, Tenths};
use crate::solver::SolutionPath;
use crate::step::{Candidate, Mark, Node, Step};
use crate::text;

impl SolutionPath {
    /// Returns the solution as JSON: `outcome`, `limit` (`techniques` if they did not suffice),
    /// `solution` and `rating` (null unless solved), and `steps`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let layout = self.end.layout();
        let is_solved = self.end.is_solved();
        let limit = match self.stopped {
            Some(limit) => Some(limit.name()),
            None if is_solved => None,
            None => Some("techniques"),
        };
        json!({
            "outcome": if is_solved { "solved" } else { "stopped" },
            "limit": limit,
            "solution": is_solved.then(|| digits_to_line(layout.n(), self.end.values())),
            "rating": self.rating_json(),
            "steps": self.steps.iter().map(|step| step.to_json(layout)).collect::<Vec<_>>(),
        })
    }

    /// Returns the rating on Gordian's scale as JSON; `None` unless solved.
    #[must_use]
    pub fn rating_json(&self) -> Option<Value> {
        let rating = self.rating()?;
        Some(json!({
            "hardest": tenths(rating.hardest.0.into()),
            "effort": tenths(rating.effort),
            "technique": rating.technique.slug(),
        }))
    }

    /// Returns the rating on HoDoKu's scale as JSON, with the hardest technique; `None` unless
    /// solved by techniques that HoDoKu has.
    #[must_use]
    pub fn hodoku_rating_json(&self) -> Option<Value> {
        let rating = self.hodoku_rating()?;
        let order = |step: &&Step| step.technique.hodoku().map(|entry| (entry.level, entry.score));
        let hardest = self.steps.iter().rev().max_by_key(order)?.technique;
        let (score, level) = (rating.score, rating.level.name());
        Some(json!({"score": score, "level": level, "technique": hardest.slug()}))
    }
}

impl ExplainerRating {
    /// Returns the rating as JSON: `er`, `ep` and `ed`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(|Tenths(n)| tenths(n.into()));
        json!({"er": er, "ep": ep, "ed": ed})
    }
}

/// Returns tenths as a JSON number.
fn tenths(tenths: u32) -> Value {
    json!(f64::from(tenths) / 10.0)
}

impl Step {
    /// Returns the step as JSON: technique, conclusion, pattern, sentence, Eureka notation and
    /// explanation. Cells are named `r2c5`, houses as in the layout; empty lists are omitted.
    #[must_use]
    pub fn to_json(&self, layout: &Layout) -> Value {
        let n = layout.n();
        let pattern = &self.pattern;
        let name = |&cell: &usize| text::cell(cell, n);
        let cells = |cells: &[usize]| cells.iter().map(name).collect::<Vec<_>>();
        let houses = |numbers: &[usize]| -> Vec<&str> {
            numbers.iter().map(|&number| layout.houses()[number].name.as_str()).collect()
        };
        let candidate = |at: &Candidate| json!({"cell": name(&at.cell), "digit": at.digit});
        let candidates = |all: &[Candidate]| all.iter().map(candidate).collect::<Vec<_>>();
        let node = |node: &Node| {
            let mut document = json!({"digit": node.digit, "cells": cells(&node.cells)});
            if !node.through.is_empty() {
                document["through"] = json!(cells(&node.through));
            }
            document
        };
        let marks = pattern.marks.iter().map(|(at, mark)| {
            json!({"cell": name(&at.cell), "digit": at.digit, "mark": mark_name(*mark)})
        });
        let kind = self.kind_of_sets();
        let sets = pattern.sets.iter().map(|set| {
            let digits: Vec<u8> = digits(set.digits).collect();
            json!({"cells": cells(&set.cells), "digits": digits, "kind": kind})
        });
        let links = pattern.links.iter().map(|link| {
            let (from, to) = (node(&link.from), node(&link.to));
            let mut document = json!({"from": from, "to": to, "strong": link.strong});
            if let Some(house) = link.house {
                document["house"] = json!(layout.houses()[house].name);
            }
            document
        });
        let branches = pattern.branches.iter().map(|branch| {
            let links: Vec<usize> = branch.links.clone().collect();
            json!({"assumed": node(&branch.assumed), "holds": branch.is_true, "links": links})
        });
        let explanation = self.explanation(layout).into_iter().map(|sentence| {
            let mut document = json!({"text": sentence.text});
            for (name, list) in [
                ("case", json!(sentence.case)),
                ("links", json!(sentence.links)),
                ("sets", json!(sentence.sets)),
                ("candidates", json!(candidates(&sentence.candidates))),
            ] {
                let is_empty = list.is_null() || list.as_array().is_some_and(Vec::is_empty);
                if !is_empty {
                    document[name] = list;
                }
            }
            document
        });
        let Tenths(weight) = self.weight(layout);
        let mut document = json!({
            "technique": self.technique.slug(),
            "assumes_unique": self.technique.needs_uniqueness(),
            "placements": candidates(&self.placements),
            "eliminations": candidates(&self.eliminations),
            "digits": pattern.digits,
            "cells": cells(&pattern.cells),
            "houses": houses(&pattern.houses),
            "covers": houses(&pattern.covers),
            "fins": cells(&pattern.fins),
            "marks": marks.collect::<Vec<_>>(),
            "sets": sets.collect::<Vec<_>>(),
            "links": links.collect::<Vec<_>>(),
            "branches": branches.collect::<Vec<_>>(),
            "weight": tenths(weight.into()),
            "text": self.sentence(layout),
            "eureka": self.eureka(layout),
            "explanation": explanation.collect::<Vec<_>>(),
        });
        if let Value::Object(fields) = &mut document {
            fields.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
        }
        document
    }

    /// Returns the kind of the sets of the pattern: almost locked sets, colours, or other groups.
    fn kind_of_sets(&self) -> &'static str {
        match self.technique {
            Technique::AlsXz
            | Technique::AlsXyWing
            | Technique::AlsChain
            | Technique::DeathBlossom
            | Technique::AlignedPairExclusion
            | Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic
            | Technique::KrakenFish1
            | Technique::KrakenFish2 => "almost-locked",
            Technique::SimpleColours | Technique::MultiColours => "colour",
            _ => "group",
        }
    }
}

fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Pattern => "pattern",
        Mark::Extra => "extra",
        Mark::First => "first",
        Mark::Second => "second",
    }
}
