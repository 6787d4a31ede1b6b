//! Rules about numbers of cells with a property.

use gordian_model::{Expr, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction};
use gordian_puzzles::pencil::Board;
use gordian_puzzles::rules::{Cells, ClueCounts, Count, Groups, Where};

use super::super::sketch::Sketch;
use super::areas::areas;
use super::members::Grouping;
use super::{Context, RuleModel};

/// Requires that a number is within bounds; `says` completes a name with words for a bound and its
/// number.
pub(super) fn require_bounds(
    sketch: &mut Sketch<'_>,
    number: &Expr,
    (min, max): (u32, Option<u32>),
    condition: Option<&Expr>,
    says: impl Fn(&str, usize) -> String,
) {
    let mut require = |words: &str, n: u32, bound: Expr| {
        let bound = match condition {
            Some(condition) => condition.implies(bound),
            None => bound,
        };
        sketch.require(says(&format!("{words} {n}"), n as usize), bound);
    };
    match max {
        Some(max) if max == min => require("exactly", min, number.eq(i64::from(min))),
        _ => {
            if min > 0 {
                require("at least", min, number.ge(i64::from(min)));
            }
            if let Some(max) = max {
                require("at most", max, number.le(i64::from(max)));
            }
        }
    }
}

impl RuleModel for Count {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for (area, cells) in areas(context.board, self.area) {
            if !sketch.check() {
                return;
            }
            let n = sum(cells.into_iter().map(|cell| members[cell].clone()));
            require_bounds(sketch, &n, self.bounds(), None, |words, n| {
                format!("{area} has {words} {}", self.of.noun(n))
            });
        }
    }
}

impl RuleModel for Groups {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let sizes = context.group_sizes(self.of, Grouping::Edges, sketch);
        for cell in context.board.playable_cells() {
            require_bounds(
                sketch,
                &sizes[cell],
                self.bounds(),
                Some(&members[cell]),
                |words, n| {
                    let cells = Cells::All.noun(n);
                    let is = self.of.adjective();
                    format!("if {cell} is {is}, its group has {words} {cells}")
                },
            );
        }
    }
}

/// Returns the number of cells with a property that a cell sees: itself, and in each direction
/// those up to the first one without it. More than `enough` are not told apart.
fn seen(members: &CellMap<Expr>, cell: Cell, enough: usize) -> Expr {
    let mut terms = vec![members[cell].clone()];
    for direction in Direction::ALL {
        let mut before: Option<Expr> = None;
        for at in members.size().ray(cell, direction).take(enough + 1) {
            let is_seen = match before {
                None => members[at].clone(),
                Some(before) => before & &members[at],
            };
            terms.push(is_seen.clone());
            before = Some(is_seen);
        }
    }
    sum(terms)
}

/// Returns the cells of the area of 3×3 around a cell, itself included.
fn area_around(board: &Board, cell: Cell) -> Vec<Cell> {
    let touches =
        |it: &Cell| it.row.abs_diff(cell.row) <= 1 && it.column.abs_diff(cell.column) <= 1;
    // Three rows are enough.
    let columns = board.size().columns;
    let first = cell.row.saturating_sub(1) * columns;
    board.size().cells().skip(first).take(3 * columns).filter(touches).collect()
}

impl RuleModel for ClueCounts {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let board = context.board;
        let members = context.members(self.counts, sketch);
        let has = |number: u32| format!("has {number} {}", self.counts.noun(number as usize));
        let total = |cells: &[Cell]| sum(cells.iter().map(|&cell| members[cell].clone()));
        if self.place == Where::Line {
            for (side, index, clue) in board.outside_clues() {
                if let [Some(number)] = clue[..] {
                    let name = format!("{} {}", side.line_name(index), has(number));
                    let n = total(&side.line(board.size(), index));
                    sketch.require(name, n.eq(i64::from(number)));
                }
            }
            return;
        }
        let rooms = board.rooms();
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            if !sketch.check() {
                return;
            }
            let around = area_around(board, cell);
            let wanted = i64::from(number);
            let clue = format!("the {number} at {cell} {}", has(number));
            let (holds, name) = match self.place {
                Where::Beside => {
                    let beside: Vec<Cell> = board.size().neighbours(cell).collect();
                    (total(&beside).eq(wanted), format!("{clue} beside it"))
                }
                Where::BesideAndHere => {
                    let mut cells: Vec<Cell> = board.size().neighbours(cell).collect();
                    cells.push(cell);
                    (total(&cells).eq(wanted), format!("{clue} beside it and in its cell"))
                }
                Where::Around => {
                    let others: Vec<Cell> = around.into_iter().filter(|&it| it != cell).collect();
                    (total(&others).eq(wanted), format!("{clue} around it"))
                }
                Where::AroundAndHere => {
                    (total(&around).eq(wanted), format!("{clue} around it and in its cell"))
                }
                Where::Room => {
                    let room = rooms.number(cell).expect("a cell with a number is in a room");
                    let name = format!("{} {}", rooms.name(room), has(number));
                    (total(&rooms.rooms()[room]).eq(wanted), name)
                }
                Where::View => (
                    seen(&members, cell, number as usize).eq(wanted),
                    format!("{clue} in its view"),
                ),
                Where::Group | Where::CornerGroup => {
                    let grouping = match self.place {
                        Where::Group => Grouping::Edges,
                        _ => Grouping::Corners,
                    };
                    let sizes = context.group_sizes(self.counts, grouping, sketch);
                    let holds = match number {
                        0 => !&members[cell],
                        _ => &members[cell] & sizes[cell].eq(wanted),
                    };
                    (holds, format!("{clue} in its group"))
                }
                Where::SameGroup => {
                    let sizes = context.group_sizes(self.counts, Grouping::Same, sketch);
                    let cells = Cells::All.noun(number as usize);
                    let name = format!("the {number} at {cell} is in a group of {number} {cells}");
                    (sizes[cell].eq(wanted), name)
                }
                Where::Line => unreachable!("numbers outside were handled"),
            };
            sketch.require(name, holds);
        }
    }
}
