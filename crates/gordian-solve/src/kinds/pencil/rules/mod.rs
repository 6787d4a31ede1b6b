//! The constraints of the rules of the catalogue, one for each place, named in the words of players.
//!
//! They share nothing with the checkers in `gordian_puzzles::rules` but the structs. A rule speaks
//! of the cells and edges of solutions, whose variables the kind has added before: so it can be
//! added to any kind.

mod areas;
mod cells;
mod counts;
mod groups;
mod lines;
mod members;
mod numbers;
mod rooms;
mod shapes;

use std::collections::BTreeMap;

use gordian_model::Expr;
use gordian_puzzles::board::CellMap;
use gordian_puzzles::every_rule;
use gordian_puzzles::pencil::Board;
use gordian_puzzles::rules::{CatalogueRule, Cells, Rule};

use self::members::Grouping;
use super::sketch::Sketch;

/// A rule with its constraints.
trait RuleModel: CatalogueRule {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>);
}

/// What the rules of a puzzle share while its model is built.
struct Context<'b> {
    board: &'b Board,
    members: BTreeMap<Cells, CellMap<Expr>>,
    group_sizes: BTreeMap<(Cells, Grouping), CellMap<Expr>>,
    /// Whether the rectangles that lines can be were added.
    has_rectangles: bool,
}

macro_rules! dispatch {
    ($($Rule:ident),*) => {
        fn require(rule: &Rule, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
            match rule { $(Rule::$Rule(rule) => rule.require(context, sketch)),* }
        }
    };
}
every_rule!(dispatch);

/// Adds the constraints of rules of a kind, but those that the board does without, and of its own;
/// the variables of its solutions are there.
pub(super) fn require_all(
    of_kind: &[(&'static str, Rule)],
    board: &Board,
    sketch: &mut Sketch<'_>,
) {
    let mut context = Context {
        board,
        members: BTreeMap::new(),
        group_sizes: BTreeMap::new(),
        has_rectangles: false,
    };
    let of_kind = of_kind.iter().filter(|(name, _)| !board.omits(name)).map(|(_, rule)| rule);
    for rule in of_kind.chain(&board.rules) {
        if !sketch.check() {
            return;
        }
        require(rule, &mut context, sketch);
    }
}
