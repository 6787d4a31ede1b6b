//! `gordian atlas prove`.

use std::sync::Arc;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::prove::{WcaBound, wca_bound};
use gordian::atlas::square1::{BuildConfig, Database, label};
use gordian::perm::square1::{Colours, Notation, Position};
use gordian::{Cancel, Outcome, Seconds};
use serde_json::json;

use super::{done_or_limit, report_fault};
use crate::args::{AtlasProveArgs, Claim};
use crate::background::cancel_on_ctrl_c;
use crate::background::run_in_background;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_seconds;
use crate::progress::{ProgressTracker, Spinner};

/// The assumptions of the proof.
const ASSUMPTIONS: [&str; 5] = [
    "positions count if a twist is possible; the middle layer counts",
    "the solved position is 01234567-F89ABCDE,S with the layers turned like that and not flipped over",
    "(x,y) is one move for all x and y except (0,0), which is no move; / is one move",
    "a flip is not a move and not free: the flipped solved puzzle is not solved",
    "the program is correct: its tests compare the level counts with the published ones",
];

pub(super) fn run(args: &AtlasProveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let Claim::Square1WcaBound = args.claim;
    let stopwatch = Stopwatch::start();
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let mut spinner = Spinner::new("square1-wca-bound", console.is_quiet() || args.json);
    let work = {
        let (table, threads) = (args.table.clone(), args.threads.map(usize::from));
        let (cancel, progress) = (cancel.clone(), Arc::clone(&progress));
        move || {
            let database = match table {
                Some(file) => require_six_colours(Database::open(&file)?)?,
                None => build(threads, &cancel, &progress)?,
            };
            wca_bound(&database, &cancel)
        }
    };
    let done = run_in_background(&cancel, &progress, &mut spinner, work);
    drop(spinner);
    let seconds = stopwatch.elapsed();
    match done_or_limit(done) {
        Ok(Ok(bound)) => {
            // Checked by the simulator, which does not use tables.
            let solved = Position::solved(Colours::Six);
            if bound.position.apply(&bound.solution).as_ref() != Ok(&solved) {
                let message = "internal error: the solution does not solve the position";
                return Err(Fault::new("atlas.unsound", message)
                    .hint("this is a bug in Gordian; please report it")
                    .into());
            }
            if args.json {
                console.print_json(&to_json(&bound, seconds))?
            } else {
                show(&bound, seconds, console)?
            }
            Ok(if bound.holds() { Exit::Answer } else { Exit::NoAnswer })
        }
        Ok(Err(limit)) => {
            if args.json {
                let outcome = Outcome::Stopped(limit).name();
                console.print_json(&json!({
                    "schema": 1, "claim": "square1-wca-bound", "outcome": outcome,
                    "limit": limit.name(),
                }))?;
            } else {
                console.print_line(Style::Warning, "stopped before anything was proved")?;
            }
            Ok(Exit::from_limit(limit))
        }
        Err(fault) => report_fault(fault, args.table.as_deref(), args.json, console),
    }
}

fn build(
    threads: Option<usize>,
    cancel: &Cancel,
    progress: &ProgressTracker,
) -> Result<Database, AtlasError> {
    let default = BuildConfig::default();
    let config = BuildConfig { threads: threads.unwrap_or(default.threads), ..default };
    Database::build_in_memory(Colours::Six, &config, cancel, progress)
}

/// Refuses a table of another puzzle.
fn require_six_colours(database: Database) -> Result<Database, AtlasError> {
    match database.model().colours() {
        Colours::Six => Ok(database),
        colours => {
            Err(AtlasError::WrongPuzzle { found: label(colours), expected: label(Colours::Six) })
        }
    }
}

fn show(bound: &WcaBound, seconds: Seconds, console: &mut Console) -> Result<(), CommandError> {
    let WcaBound { max_twists, at_max, upper_bound, twists, length, lower_bound, nodes, .. } =
        bound;
    console.print_line(Style::Bold, "square1-wca-bound: (x,y) counts one, / counts one")?;
    let near = max_twists - 1;
    let lines = [
        "at most:".to_owned(),
        format!(
            "  the farthest positions are {max_twists} twists away: {at_max} of them, rotations only"
        ),
        format!(
            "  {near} twists or fewer: 2·{near} − 1 moves, a turn before and one after: {}",
            2 * near + 1
        ),
        format!(
            "  {max_twists} twists: every neighbour is at {near}, so the first twist needs no turn before it:"
        ),
        format!("  2·{max_twists} − 1 moves and a turn after: {upper_bound}"),
        "at least:".to_owned(),
        format!("  {} is {twists} twists away", bound.position),
        format!(
            "  no solution has fewer than {lower_bound} moves: the search is exhaustive, {nodes} positions"
        ),
        format!("  one with {length}: {}", bound.solution.write(Notation::Wca)),
        "assumed:".to_owned(),
    ];
    for line in lines {
        console.print_line(Style::Plain, &line)?;
    }
    for assumption in ASSUMPTIONS {
        console.print_line(Style::Plain, &format!("  {assumption}"))?;
    }
    let time = format_seconds(seconds.wall);
    if bound.holds() {
        let text = format!("proved: {upper_bound} moves always suffice, and are needed · {time}");
        console.print_line(Style::Success, &text)?;
    } else {
        let text = format!("not proved: {upper_bound} suffice, {lower_bound} are needed · {time}");
        console.print_line(Style::Failure, &text)?;
    }
    Ok(())
}

fn to_json(bound: &WcaBound, seconds: Seconds) -> serde_json::Value {
    json!({
        "schema": 1,
        "claim": "square1-wca-bound",
        "outcome": if bound.holds() { Outcome::Optimal.name() } else { Outcome::Infeasible.name() },
        "metric": "wca",
        "max_twists": bound.max_twists,
        "positions_at_max_twists": bound.at_max,
        "upper_bound": bound.upper_bound,
        "position": bound.position.to_string(),
        "twists": bound.twists,
        "lower_bound": bound.lower_bound,
        "length": bound.length,
        "solution": bound.solution.write(Notation::Wca),
        "checked": true,
        "nodes": bound.nodes,
        "assumed": ASSUMPTIONS,
        "seconds": {"cpu": seconds.cpu, "wall": seconds.wall},
    })
}
