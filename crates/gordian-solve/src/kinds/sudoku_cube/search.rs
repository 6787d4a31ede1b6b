//! Solves Sudoku Cubes: the model, why no solution can be reached by turns, and the turns.

use std::sync::Mutex;

use gordian_backend::Limits;
use gordian_compile::Session;
use gordian_core::{Instant, Limit, NoProgress, Outcome, Progress};
use gordian_model::{Assignment, Search as _};
use gordian_puzzles::cube::{CubeViolation, Reachability, SolvedNet, Unreachable};
use gordian_puzzles::{PuzzleKind as _, Solution, SudokuCube};

use super::build;
use super::decode::SolutionDecoder;
use crate::Resources;
use gordian_search::{ModelSearch, Rest};

use super::moves::{add_moves, centre_goal};
use crate::answer::{Answer, SolutionData, SolveEvent};
use crate::kind::{KindModel, SearchContext, SolveKind, first};
use crate::model_budget::ModelBudget;
use crate::request::{Engine, Request, Task};
use crate::{SolveError, cube3};

/// The largest number of unreachable solutions of a grid that are examined for obstacles.
const MAX_UNREACHABLE_GRIDS: u64 = 1000;

/// The largest number of solutions of a grid for which turns are searched.
const MAX_GOALS: u64 = 100;

impl SolveKind for SudokuCube {
    fn model(&self, _: &ModelBudget) -> Option<KindModel<SolvedNet>> {
        let (model, decoder) = build::model(self);
        Some(KindModel::new(model, move |values| decoder.solution(values)))
    }

    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        match context.request.engine {
            Engine::Search => Ok(None),
            Engine::Auto | Engine::Model | Engine::Sat(_) | Engine::Lcg | Engine::Portfolio => {
                solve(self, context).map(Some)
            }
        }
    }

    fn add_tables(
        &self,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        if !request.options.moves || self.size != 3 {
            return Ok(());
        }
        let query = cube3::Query { centres: [centre_goal(self); 6], ..Default::default() };
        request.options.cube3 = Some(resources.cube3(&query, progress)?);
        Ok(())
    }

    fn n_values(&self) -> usize {
        512
    }
}

/// Solves a cube by its model, and finds turns or obstacles.
fn solve(cube: &SudokuCube, context: &mut SearchContext<'_, '_>) -> Result<Answer, SolveError> {
    let SearchContext { problem, request, cancel, progress, on_event } = context;
    let began = Instant::now();
    let (mut model, decoder) = build::model(cube);
    if let Some(title) = problem.title() {
        model.set_title(title);
    }
    let every_goal = Request { task: Task::All { limit: Some(MAX_GOALS) }, ..request.clone() };
    let wants_goals = request.options.moves && request.task == Task::Prove;
    let asked = if wants_goals { &every_goal } else { *request };
    let goals = Mutex::new(Vec::new());
    let mut search = ModelSearch::new(problem.kind(), &model, asked, cancel, *progress)?;
    let check = |values: &Assignment| {
        let (net, placement) = (decoder.solution(values), decoder.placement(values));
        check_by_rules(cube, &decoder, values, &net)?;
        if request.options.moves {
            goals
                .lock()
                .expect("no holder panics")
                .push(cube3::Goal { placement, net: net.clone() });
        }
        Ok(SolutionData::Puzzle(Solution::of::<SudokuCube>(net)))
    };
    let mut answer;
    if wants_goals {
        // This list is internal: it is short, and at most two of its solutions are returned.
        let mut solutions = Vec::new();
        let mut each = |event| {
            if let SolveEvent::Solution(found) = event {
                solutions.push(found.solution);
            }
        };
        answer = search.run(&check, &mut each)?;
        answer.solutions = solutions;
        answer.listed = None;
        search.confirm(&mut answer, &mut |event| {
            if let SolveEvent::Answer(answer, rest) = event {
                on_event(SolveEvent::Answer(Box::new(first_two(*answer)), rest));
            }
        })?;
    } else {
        answer = search.run(&check, *on_event)?;
        search.confirm(&mut answer, *on_event)?;
    }
    let so_far = if wants_goals { first_two(answer.clone()) } else { answer.without_formula() };
    on_event(SolveEvent::Answer(Box::new(so_far), Rest::Other));
    add_unreachable_notes(cube, context, &mut answer)?;
    let complete = wants_goals && answer.limit.is_none();
    let goals = cube3::Goals { goals: goals.into_inner().expect("no holder panics"), complete };
    let SearchContext { request, cancel, progress, .. } = context;
    add_moves(cube, &goals, request, began, &mut answer, cancel, *progress)?;
    Ok(if wants_goals { first_two(answer) } else { answer })
}

/// Returns the answer about uniqueness that follows from a list, as for other puzzles: the
/// solution, and a second one if it is not unique.
fn first_two(mut answer: Answer) -> Answer {
    answer.solutions.truncate(2);
    answer.limit = answer.limit.filter(|limit| *limit != Limit::Solutions);
    answer
}

/// Checks a solution by the rules of the puzzle: the faces, and the pieces behind them.
fn check_by_rules(
    cube: &SudokuCube,
    decoder: &SolutionDecoder,
    values: &Assignment,
    solution: &SolvedNet,
) -> Result<(), String> {
    let placement = decoder.placement(values);
    let net = cube.check_placement(&placement).map_err(first)?;
    if net != *solution {
        return Err("the faces do not match the pieces".to_owned());
    }
    if cube.reachability == Reachability::Enforced {
        // In a 3×3×3 each placement is a separate solution; in other sizes, each net.
        if cube.size == 3 {
            cube.reachability(&placement, &net.directions).map_err(first)?;
        }
        cube.check(solution).map_err(first)?;
    }
    Ok(())
}

/// Adds notes on why no solution of the grid can be reached by turns.
fn add_unreachable_notes(
    cube: &SudokuCube,
    context: &SearchContext<'_, '_>,
    answer: &mut Answer,
) -> Result<(), SolveError> {
    if answer.outcome != Outcome::Infeasible || cube.reachability == Reachability::Ignored {
        return Ok(());
    }
    let SearchContext { request, cancel, .. } = context;
    let apart = SudokuCube { reachability: Reachability::Ignored, ..cube.clone() };
    let (model, decoder) = build::model(&apart);
    let mut session = Session::new(&model, &request.clauses_config(cancel))?;
    let mut obstacles: Vec<Vec<Unreachable>> = Vec::new();
    let stopped = session.for_each_solution(
        MAX_UNREACHABLE_GRIDS,
        &Limits::until(cancel),
        &NoProgress,
        &mut |values| {
            let broken = cube.check_net(&decoder.solution(values)).err().unwrap_or_default();
            let reasons = broken.into_iter().filter_map(|violation| match violation {
                CubeViolation::Unreachable(reason) => Some(reason),
                _ => None,
            });
            obstacles.push(reasons.collect());
        },
    );
    let n = obstacles.len();
    if n == 0 {
        if stopped.is_none() {
            answer
                .notes
                .push("the digits cannot be arranged, even with the cube taken apart".to_owned());
        }
        return Ok(());
    }
    let more = if stopped.is_some() { " or more" } else { "" };
    let ways = if n == 1 { "one way".to_owned() } else { format!("{n}{more} ways") };
    answer
        .notes
        .push(format!("the digits can be arranged in {ways}, but not by turning the faces"));
    obstacles.sort_by_key(Vec::len);
    if let Some(fewest) = obstacles.first() {
        answer.notes.extend(fewest.iter().map(ToString::to_string));
    }
    Ok(())
}
