//! The model of Nonogram: where each run starts.

use gordian_model::{Expr, all_of, any_of};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::nonogram::Nonogram;
use gordian_puzzles::pencil::{Board, Side};

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Nonogram {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        for side in [Side::Above, Side::Left] {
            for (index, clue) in board.outside[side as usize].iter().enumerate() {
                if !sketch.check() {
                    return;
                }
                let line = side.line(board.size(), index);
                let runs: Vec<i64> = clue.iter().flatten().map(|&n| i64::from(n)).collect();
                let texts: Vec<String> = runs.iter().map(ToString::to_string).collect();
                let line_name = side.line_name(index);
                let name = match &texts[..] {
                    [] => format!("{line_name} has no shaded cell"),
                    texts => format!("the runs of {line_name} are {}", texts.join(" ")),
                };
                let has_runs = has_runs(sketch, &line_name, &line, &runs, &shaded);
                sketch.require(name, has_runs);
            }
        }
    }
}

/// Returns the condition that a line has runs of these lengths.
fn has_runs(
    sketch: &mut Sketch<'_>,
    name: &str,
    line: &[Cell],
    lengths: &[i64],
    shaded: &CellMap<Expr>,
) -> Expr {
    // How far each run can move from its first possible place.
    let slack = to_i64(line.len()) - lengths.iter().map(|length| length + 1).sum::<i64>() + 1;
    if slack < 0 {
        return Expr::from(0);
    }
    let mut conditions = Vec::new();
    let mut starts: Vec<Expr> = Vec::new();
    let mut first = 0;
    for (index, &length) in lengths.iter().enumerate() {
        let what = format!("the start of run {} of {name}", index + 1);
        let start = sketch.integer(what, first..=first + slack);
        if let Some(before) = starts.last() {
            conditions.push((before + lengths[index - 1] + 1).le(&start));
        }
        starts.push(start);
        first += length + 1;
    }
    for (place, &cell) in (0..).zip(line) {
        let covers = |(start, &length): (&Expr, &i64)| start.le(place) & start.gt(place - length);
        let is_covered = any_of(starts.iter().zip(lengths).map(covers));
        conditions.push(shaded[cell].iff(is_covered));
    }
    all_of(conditions)
}
