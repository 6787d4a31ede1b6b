//! Measures the 3×3×3: short solutions of random states by the two-phase search, with and without orientations of the
//! centres, and optimal solutions of short scrambles without the large table.

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::Args;
use gordian_atlas::cube3::{CentreGoal, SolveOptions, SolveResult, Solver};
use gordian_bench::clock::{Cost, measure};
use gordian_bench::log;
use gordian_bench::report::{Document, Facts, Spread, ms, push_head, push_line, push_row};
use gordian_core::{Cancel, Progress, ProgressEvent, Random};
use gordian_perm::cube3::{FaceTurn, Metric, Position, Sequence, random_position};

use crate::options::{CommonOptions, positive, seconds};

/// The seed of all random states and scrambles.
const SEED: u64 = 1;

/// Random states without orientations of the centres.
const PLAIN: &str = "plain";
/// Random states with orientations of the centres.
const CENTRES: &str = "centres";
/// Optimal solutions of scrambles.
const OPTIMAL: &str = "optimal";

/// The options of the benchmark. Lengths are in half turns. The parts are plain, centres and optimal.
#[derive(Debug, Args)]
pub(crate) struct CubeOptions {
    /// Random states, each with and without centres
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive)]
    states: usize,
    /// The time for each random state, that of `gordian cube solve` by default
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time_limit: Duration,
    /// Lengths of scrambles to be solved optimally
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "8,10,12", value_parser = positive)]
    lengths: Vec<usize>,
    /// Scrambles of each length
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive)]
    scrambles: usize,
    /// The time for each proof of optimality
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    proof_time: Duration,
    /// Threads [default: one per processor, as `gordian cube solve`]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    common: CommonOptions,
}

/// The measurements of a list of states.
struct Part {
    name: String,
    states: usize,
    /// One per round.
    rounds: Vec<Vec<Measurement>>,
}

/// The measurement of one state.
struct Measurement {
    cost: Cost,
    /// Seconds to the first solution.
    first: Option<f64>,
    result: SolveResult,
}

/// Measures the requested parts.
pub(crate) fn run(options: &CubeOptions) -> Result<(), Box<dyn Error>> {
    options.common.check_parts(&[PLAIN, CENTRES, OPTIMAL])?;
    let available = std::thread::available_parallelism();
    let threads = options.threads.map_or(available, Ok)?;
    let rounds = options.common.rounds(1);
    let mut facts = Facts::collect();
    let limit = options.time_limit.as_secs_f64();
    let proof_limit = options.proof_time.as_secs_f64();
    facts.push("runs", format!("{rounds}, {threads} threads, {limit} s for each random state"));
    facts.push("states", format!("random, seed {SEED}"));
    let (mut builds, mut parts) = (Vec::new(), Vec::new());
    for (with_centres, names) in [(false, &[PLAIN, OPTIMAL][..]), (true, &[CENTRES])] {
        if !names.iter().any(|name| options.common.is_selected(name)) {
            continue;
        }
        let (cost, solver) =
            measure(1, || Solver::build(Metric::HalfTurn, with_centres, threads, &Cancel::new()));
        let solver = solver?;
        let name = if with_centres { CENTRES } else { PLAIN };
        builds.push((name, cost));
        if options.common.is_selected(name) {
            let mut random = Random::new(SEED);
            let states = (0..options.states).map(|_| random_position(&mut random, with_centres));
            let states: Vec<Position> = states.collect();
            let goal = if with_centres { CentreGoal::Exact } else { CentreGoal::Any };
            let query = SolveOptions { centres: [goal; 6], ..SolveOptions::default() };
            parts.push(solve_all(&solver, name, &states, &query, options.time_limit, rounds)?);
        }
        if !with_centres && options.common.is_selected(OPTIMAL) {
            for &length in &options.lengths {
                let mut random = Random::new(SEED);
                let scramble = |_| Position::SOLVED.apply(&scramble(&mut random, length));
                let states: Vec<Position> = (0..options.scrambles).map(scramble).collect();
                let query = SolveOptions { prove_optimal: true, ..SolveOptions::default() };
                let name = format!("{OPTIMAL}, scrambles of {length}");
                let time = options.proof_time;
                parts.push(solve_all(&solver, &name, &states, &query, time, rounds)?);
            }
        }
    }
    let note = format!(
        "Times are milliseconds of wall time for each state, over all runs. Proofs end after {proof_limit} s."
    );
    let mut page = facts.header("The 3×3×3: short and optimal solutions", &note);
    push_builds(&mut page, &builds);
    push_parts(&mut page, &parts);
    options.common.output.finish(&Document { subject: "cube", page, csv: Some(to_csv(&parts)) })
}

/// Returns a random sequence of face turns: no face twice in a row, and opposite faces in one order.
fn scramble(random: &mut Random, length: usize) -> Sequence {
    let mut turns: Vec<FaceTurn> = Vec::new();
    while turns.len() < length {
        let next = *random.choose(&FaceTurn::ALL);
        // The opposite face of face i is face 5 − i.
        let may_follow = turns.last().is_none_or(|last| {
            let (last, next) = (last.face().index(), next.face().index());
            last != next && !(last + next == 5 && next < last)
        });
        if may_follow {
            turns.push(next);
        }
    }
    turns.into()
}

/// Solves the states, and replays every solution on the simulator.
fn solve_all(
    solver: &Solver,
    name: &str,
    states: &[Position],
    query: &SolveOptions,
    time_limit: Duration,
    rounds: usize,
) -> Result<Part, Box<dyn Error>> {
    let solve = |state: &Position| {
        let cancel = Cancel::new().with_time_limit(time_limit);
        let progress = FirstSolution { start: Instant::now(), time: OnceLock::new() };
        let (cost, result) = measure(1, || solver.solve(state, query, &cancel, &progress));
        if let Some(solution) = &result.solution {
            let end = state.apply(&Sequence::from(solution.clone()));
            if !end.is_solved() || query.centres[0] == CentreGoal::Exact && !end.centres_solved() {
                return Err(format!("{name}: a solution does not solve its state"));
            }
        }
        let first = progress.time.get().map(Duration::as_secs_f64);
        Ok(Measurement {
            cost,
            first: first.or(result.solution.as_ref().map(|_| cost.wall)),
            result,
        })
    };
    let mut runs = Vec::new();
    for round in 1..=rounds {
        runs.push(states.iter().map(solve).collect::<Result<Vec<_>, _>>()?);
        log(&format!("{name}: run {round} of {rounds}"));
    }
    Ok(Part { name: name.to_owned(), states: states.len(), rounds: runs })
}

/// Keeps the time of the first solution.
struct FirstSolution {
    start: Instant,
    time: OnceLock<Duration>,
}

impl Progress for FirstSolution {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Bounds { best: Some(_), .. } = event {
            self.time.get_or_init(|| self.start.elapsed());
        }
    }
}

fn push_builds(page: &mut String, builds: &[(&str, Cost)]) {
    page.push_str("\n## Tables, built in memory, in seconds\n\n");
    push_head(page, &["tables", ">user", ">system", ">wall"]);
    for (name, Cost { user, system, wall }) in builds {
        let cells = [user, system, wall].map(|seconds| format!("{seconds:.2}"));
        push_row(page, &[&[(*name).to_owned()], &cells[..]].concat());
    }
}

fn push_parts(page: &mut String, parts: &[Part]) {
    page.push_str("\n## Solutions\n\n");
    push_head(
        page,
        &[
            "states",
            ">number",
            ">solved",
            ">proved optimal",
            ">mean length",
            ">greatest length",
            ">first solution: median",
            ">mean",
            ">greatest",
            ">end: median",
            ">mean",
            ">greatest",
            ">mean user",
        ],
    );
    for part in parts {
        let all = || part.rounds.iter().flatten();
        let n_rounds = part.rounds.len();
        let solved = all().filter(|one| one.result.solution.is_some()).count();
        let proved = all().filter(|one| one.result.stopped.is_none()).count();
        let lengths = Spread::of(all().filter_map(|one| Some(one.result.length? as f64)));
        let first = Spread::of(all().filter_map(|one| one.first));
        let end = Spread::of(all().map(|one| one.cost.wall));
        let user = Spread::of(all().map(|one| one.cost.user)).mean;
        let counts = [part.states * n_rounds, solved, proved].map(|n| n.to_string());
        let mean = [format!("{:.2}", lengths.mean), lengths.greatest.to_string()];
        let times =
            [first.median, first.mean, first.greatest, end.median, end.mean, end.greatest, user];
        let name = std::slice::from_ref(&part.name);
        let cells = [name, &counts, &mean, &times.map(ms)].concat();
        push_row(page, &cells);
    }
}

fn to_csv(parts: &[Part]) -> String {
    let mut text =
        "part,state,run,first_s,user_s,system_s,wall_s,length,lower_bound,nodes\n".to_owned();
    for part in parts {
        for (run, states) in (1..).zip(&part.rounds) {
            for (number, Measurement { cost, first, result }) in (1..).zip(states) {
                let first = first.map_or_else(String::new, |first| format!("{first:.6}"));
                let length = result.length.map_or_else(String::new, |length| length.to_string());
                let Cost { user, system, wall } = cost;
                let (name, bound, nodes) = (&part.name, result.lower_bound, result.nodes);
                push_line(
                    &mut text,
                    format_args!(
                        "\"{name}\",{number},{run},{first},{user:.6},{system:.6},{wall:.6},{length},{bound},{nodes}"
                    ),
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambles_have_the_given_length() {
        let mut random = Random::new(SEED);
        for length in [1, 5, 12] {
            assert_eq!(scramble(&mut random, length).length(Metric::HalfTurn), length);
        }
    }
}
