//! Rules about the shapes and sizes of connected groups of cells with a property.

use gordian_model::{Expr, all_of, any_of, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction};
use gordian_puzzles::rules::{
    Cells, Near, NoRectangles, Rectangles, Squares, Strips, UnequalAtCorners, UnequalInView,
};

use super::super::sketch::{Sketch, squares};
use super::areas::near_pairs;
use super::members::Grouping;
use super::{Context, RuleModel};

/// A group is a rectangle if it has no inner corner: four cells around a point of which three belong
/// to it.
fn require_rectangles(of: Cells, members: &CellMap<Expr>, sketch: &mut Sketch<'_>) {
    for square in squares(sketch.size()) {
        let n = sum(square.iter().map(|&cell| members[cell].clone()));
        let of = of.plural();
        let name = format!("the 2×2 area at {} does not have exactly three {of}", square[0]);
        sketch.require(name, n.ne(3));
    }
}

impl RuleModel for Rectangles {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        require_rectangles(self.of, &members, sketch);
    }
}

impl RuleModel for Squares {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        require_rectangles(self.of, &members, sketch);
        let size = sketch.size();
        for cell in context.board.playable_cells() {
            let before = [Direction::Up, Direction::Left];
            let before = before.into_iter().filter_map(|side| size.neighbour(cell, side));
            let is_first = &members[cell] & !any_of(before.map(|it| members[it].clone()));
            let n = size.rows.max(size.columns);
            if !sketch.check() || !sketch.charge_items(4 * n) {
                return;
            }
            // Whether all cells up to each one, right or down, belong to the group.
            let reach = |side| {
                let mut all = Vec::new();
                for at in size.ray(cell, side) {
                    let reached = match all.last() {
                        None => members[at].clone(),
                        Some(before) => before & &members[at],
                    };
                    all.push(reached);
                }
                all.resize(n, Expr::from(0));
                all
            };
            let (right, down) = (reach(Direction::Right), reach(Direction::Down));
            let equal = all_of(right.iter().zip(&down).map(|(one, other)| one.iff(other)));
            let name = format!(
                "the group of {} whose first cell is {cell} is as wide as high",
                self.of.plural()
            );
            sketch.require(name, is_first.implies(equal));
        }
    }
}

impl RuleModel for UnequalInView {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let sizes = context.group_sizes(self.of, Grouping::Edges, sketch);
        let size = sketch.size();
        for a in context.board.playable_cells() {
            for side in [Direction::Right, Direction::Down] {
                let is_cell = |cell: &Cell| context.board.is_cell(*cell);
                let ray: Vec<Cell> = size.ray(a, side).take_while(is_cell).collect();
                for (n_between, &b) in ray.iter().enumerate().skip(1) {
                    if !sketch.check() || !sketch.charge_items(n_between) {
                        return;
                    }
                    let between = any_of(ray[..n_between].iter().map(|&it| members[it].clone()));
                    let see = &members[a] & &members[b] & !between;
                    let name = format!(
                        "if the groups of {} of {a} and {b} see each other, they have different numbers \
                         of cells",
                        self.of.plural()
                    );
                    sketch.require(name, see.implies(sizes[a].ne(&sizes[b])));
                }
            }
        }
    }
}

impl RuleModel for NoRectangles {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let size = sketch.size();
        for first in size.cells() {
            // Rectangles that contain a hole are no groups.
            let mut columns = size.columns;
            for last_row in first.row..size.rows {
                for last_column in first.column..columns {
                    if !context.board.is_cell(Cell::new(last_row, last_column)) {
                        columns = last_column;
                        break;
                    }
                    let (rows, width) = (first.row..=last_row, first.column..=last_column);
                    let inside = rows
                        .clone()
                        .flat_map(|row| width.clone().map(move |column| Cell::new(row, column)));
                    let above = first.row.checked_sub(1).into_iter().chain([last_row + 1]);
                    let above_and_below = above
                        .flat_map(|row| width.clone().map(move |column| Cell::new(row, column)));
                    let left = first.column.checked_sub(1).into_iter().chain([last_column + 1]);
                    let left_and_right =
                        left.flat_map(|column| rows.clone().map(move |row| Cell::new(row, column)));
                    let around = above_and_below.chain(left_and_right);
                    let around: Vec<Cell> = around.filter(|&cell| size.contains(cell)).collect();
                    let n_cells = rows.clone().count() * width.clone().count();
                    if !sketch.check() || !sketch.charge_items(n_cells + around.len()) {
                        return;
                    }
                    let last = Cell::new(last_row, last_column);
                    let name = format!(
                        "the rectangle from {first} to {last} is not a group of {}",
                        self.of.plural()
                    );
                    let other = inside.map(|cell| !&members[cell]);
                    let beside = around.iter().map(|&cell| members[cell].clone());
                    sketch.require(name, any_of(other.chain(beside)));
                }
            }
        }
    }
}

/// A group that is no strip turns somewhere, or is two cells wide: three of four cells around a point
/// belong to it.
impl RuleModel for Strips {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for square in squares(sketch.size()) {
            let n = sum(square.iter().map(|&cell| members[cell].clone()));
            let of = self.of.plural();
            let name = format!("the 2×2 area at {} has at most two {of}", square[0]);
            sketch.require(name, n.le(2));
        }
    }
}

impl RuleModel for UnequalAtCorners {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let sizes = context.group_sizes(self.of, Grouping::Edges, sketch);
        for [a, b] in near_pairs(context.board, &[Near::Corner]) {
            let beside_both = [Cell::new(a.row, b.column), Cell::new(b.row, a.column)];
            let joined = any_of(beside_both.map(|cell| members[cell].clone()));
            let touch = &members[a] & &members[b] & !joined;
            let name = format!(
                "if the groups of {} of {a} and {b} touch there, they have different numbers of cells",
                self.of.plural()
            );
            sketch.require(name, touch.implies(sizes[a].ne(&sizes[b])));
        }
    }
}
