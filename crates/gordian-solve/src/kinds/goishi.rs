//! Golden Waste: the choice between the special search and the model.
//!
//! The model states when each coin is taken, and in which directions it is entered and left.
//!
//! Along the direction in which the walk leaves a coin that is not the last, every coin was taken
//! before, up to the one that is taken next and entered from there.

use std::sync::Arc;

use gordian_core::Limit;
use gordian_model::{Assignment, Model, VarId, all_different};
use gordian_puzzles::{Cell, Goishi, Walk};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{Answer, SolveEvent};
use crate::kind::{
    Contradiction, KindModel, PartFacts, Parts, SearchContext, SolveKind, checked, to_i64,
};
use crate::model_budget::ModelBudget;
use crate::request::{Task, wants_search};
use crate::{SolveError, goishi};

impl SolveKind for Goishi {
    const HAS_PARTS: bool = true;

    fn model(&self, _: &ModelBudget) -> Option<KindModel<Walk>> {
        let (model, coins) = model(self);
        let coins = Arc::new(coins);
        let decoder = {
            let coins = Arc::clone(&coins);
            move |values: &Assignment| walk(&coins, &|number| Some(values[number]))
        };
        let describe = {
            let coins = Arc::clone(&coins);
            move |var: VarId, value: i64| {
                let coin = coins.iter().find(|coin| coin.1 == var);
                let (cell, _) = coin.expect("the answer variables are the numbers of the coins");
                format!("{cell} is {}", value + 1)
            }
        };
        let encoder = {
            let coins = Arc::clone(&coins);
            move |walk: &Walk| facts(&coins, walk)
        };
        let parts = Parts {
            encoder: Box::new(encoder),
            decoder: Box::new(move |known| walk(&coins, known)),
            describe: Box::new(describe),
            words: FxHashMap::default(),
            definitions: FxHashSet::default(),
        };
        Some(KindModel { parts: Some(parts), ..KindModel::new(model, decoder) })
    }

    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        if !wants_search(context.request) {
            return Ok(None);
        }
        let answer = search(self, context)?;
        context.confirm(self, answer).map(Some)
    }

    fn n_values(&self) -> usize {
        2 * self.coins.len().max(1)
    }
}

/// Solves a board by the special search.
fn search(puzzle: &Goishi, context: &mut SearchContext<'_, '_>) -> Result<Answer, SolveError> {
    let SearchContext { problem, request, cancel, on_event, .. } = context;
    let on_solution = &mut |found| on_event(SolveEvent::Solution(found));
    let coins = puzzle.coins.iter().map(|cell| (cell.row, cell.column)).collect();
    let board = goishi::Board::new(puzzle.rows, puzzle.columns, coins);
    let board = board.expect("a puzzle's coins lie on its board, in order");
    let start = puzzle.start.map(|cell| {
        board.coin_at(cell.row, cell.column).expect("a puzzle's start is one of its coins")
    });
    let mut answer = Answer::new(problem.kind(), problem.title(), "search".to_owned());
    let max_walks = match request.task {
        Task::Prove => 2,
        Task::First | Task::Determined | Task::Count { .. } => 1,
        Task::All { limit } => {
            limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX))
        }
    };
    let config = goishi::Config { seed: request.seed, max_walks, max_nodes: None };
    let mut broken = None;
    let found = goishi::find_each(&board, start, &config, cancel, &mut |walk| {
        let cells = walk.iter().map(|&coin| {
            let (row, column) = board.coins()[coin];
            Cell::new(row, column)
        });
        match checked(puzzle, cells.map(Some).collect()) {
            Ok(solution) => answer.add_solution(request.task, solution, on_solution),
            Err(violation) => broken = broken.take().or(Some(violation)),
        }
    });
    if let Some(violation) = broken {
        return Err(SolveError::unsound("search")(violation));
    }
    let (n, stopped) = match request.task {
        Task::Count { limit } if found.stopped == Some(Limit::Solutions) => {
            let count = goishi::count(&board, start, limit.unwrap_or(u64::MAX), cancel);
            (count.walks, count.stopped)
        }
        _ => (found.n, found.stopped),
    };
    answer.conclude(request.task, n, stopped);
    Ok(answer)
}

/// Returns the walk by the numbers of the coins that are known.
fn walk(coins: &[(Cell, VarId)], known: &dyn Fn(VarId) -> Option<i64>) -> Walk {
    let mut walk = vec![None; coins.len()];
    for &(cell, number) in coins {
        let step = known(number).and_then(|number| usize::try_from(number).ok());
        if let Some(step) = step.and_then(|step| walk.get_mut(step)) {
            *step = Some(cell);
        }
    }
    walk
}

/// Returns what the known steps of a walk say about the numbers of the coins.
fn facts(coins: &[(Cell, VarId)], walk: &Walk) -> PartFacts<Walk> {
    let mut facts = PartFacts { values: Vec::new(), impossible: Vec::new() };
    for (step, cell) in walk.iter().enumerate().filter_map(|(step, &cell)| Some((step, cell?))) {
        match coins.iter().find(|coin| coin.0 == cell) {
            Some(&(_, number)) => facts.values.push((number, to_i64(step))),
            None => {
                let mut part = vec![None; walk.len()];
                part[step] = Some(cell);
                facts.impossible.push(Contradiction {
                    said: format!("step {} is {cell}", step + 1),
                    puzzle: format!("{cell} has no coin"),
                    part,
                });
            }
        }
    }
    facts
}

/// The number of the opposite of each direction: up, right, down, left.
const OPPOSITES: [i64; 4] = [2, 3, 0, 1];

/// The variables of a coin.
#[derive(Clone, Copy)]
struct Coin {
    cell: Cell,
    /// The number of coins taken before it.
    number: VarId,
    /// The side from which the walk enters.
    enters: VarId,
    /// The direction in which the walk leaves.
    leaves: VarId,
}

/// Returns the model, and the cells of the coins with the variables of their numbers.
fn model(board: &Goishi) -> (Model, Vec<(Cell, VarId)>) {
    let mut model = Model::new();
    let last = to_i64(board.coins.len()) - 1;
    let coins: Vec<Coin> = board
        .coins
        .iter()
        .map(|&cell| Coin {
            cell,
            number: model.int(format!("number of {cell}"), 0..=last),
            enters: model.int(format!("side entered at {cell}"), 0..=3),
            leaves: model.int(format!("direction left at {cell}"), 0..=3),
        })
        .collect();
    model.set_answer_variables(coins.iter().map(|coin| coin.number));
    if let Some(start) = board.start {
        let coin = coins.iter().find(|coin| coin.cell == start).expect("the start is a coin");
        model.require(format!("the walk starts at {start}"), coin.number.eq(0));
    }
    model.require(
        "every coin is taken at its own time",
        all_different(coins.iter().map(|coin| coin.number)),
    );
    for coin in &coins {
        // One name: a player sees a coin with all its ways as one clue.
        let rule = format!("the coin at {}", coin.cell);
        model.require(rule.as_str(), coin.enters.ne(coin.leaves));
        for (direction, &back) in (0_i64..).zip(&OPPOSITES) {
            // Whether the walk continues in this direction: all coins so far were taken before.
            let mut goes_on = coin.leaves.eq(direction) & coin.number.ne(last);
            for met in line(&coins, coin.cell, direction) {
                let taken = met.number.le(coin.number);
                let next = (coin.number + 1).eq(met.number) & met.enters.eq(back);
                model.require(rule.as_str(), goes_on.implies(&taken | next));
                goes_on &= taken;
            }
            model.require(rule.as_str(), !goes_on);
        }
    }
    let coins = coins.iter().map(|coin| (coin.cell, coin.number)).collect();
    (model, coins)
}

/// Returns the coins in a direction, nearest first.
fn line(coins: &[Coin], from: Cell, direction: i64) -> Vec<Coin> {
    let distance = |coin: &Coin| {
        let (rows, columns) = (
            to_i64(coin.cell.row) - to_i64(from.row),
            to_i64(coin.cell.column) - to_i64(from.column),
        );
        match direction {
            0 if columns == 0 => -rows,
            1 if rows == 0 => columns,
            2 if columns == 0 => rows,
            3 if rows == 0 => -columns,
            _ => 0,
        }
    };
    let mut line: Vec<Coin> = coins.iter().filter(|coin| distance(coin) > 0).copied().collect();
    line.sort_by_key(distance);
    line
}
