//! `gordian atlas prove`.

use std::sync::Arc;

use gordian::Seconds;
use gordian::tables::{ProveRequest, ProveResponse, WcaBoundProof};

use super::{in_background, report_fault};
use crate::args::AtlasProveArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::format::format_seconds;
use crate::progress::ProgressTracker;

pub(super) fn run(args: &AtlasProveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let (claim, table) = (args.claim, args.table.clone());
    let request = ProveRequest { claim, table, threads: args.threads };
    let cancel = cancel_on_ctrl_c()?;
    let progress = Arc::new(ProgressTracker::new());
    let quiet = console.is_quiet() || args.json;
    let done = in_background(claim.name(), quiet, &cancel, &progress, move |cancel, progress| {
        request.run(cancel, progress)
    });
    let result = match done {
        Ok(result) => result,
        Err(fault) => return report_fault(fault, args.table.as_deref(), args.json, console),
    };
    let exit = match &result {
        Ok(proof) if proof.holds() => Exit::Answer,
        Ok(_) => Exit::NoAnswer,
        Err(limit) => Exit::from_limit(*limit),
    };
    let seconds = stopwatch.elapsed();
    let response = ProveResponse::new(claim, result, seconds);
    match &response.proof {
        _ if args.json => console.print_json(&response)?,
        Some(proof) => show(proof, seconds, console)?,
        None => console.print_line(Style::Warning, "stopped before anything was proved")?,
    }
    Ok(exit)
}

fn show(
    bound: &WcaBoundProof,
    seconds: Seconds,
    console: &mut Console,
) -> Result<(), CommandError> {
    let WcaBoundProof { max_twists, upper_bound, twists, length, lower_bound, nodes, .. } = bound;
    console.print_line(Style::Bold, "square1-wca-bound: (x,y) counts one, / counts one")?;
    let fewer = max_twists - 1;
    let lines = [
        "at most:".to_owned(),
        format!(
            "  the farthest positions are {max_twists} twists away: {} of them, rotations only",
            bound.positions_at_max_twists,
        ),
        format!(
            "  {fewer} twists or fewer: 2·{fewer} − 1 moves, a turn before and one after: {}",
            2 * fewer + 1
        ),
        format!(
            "  {max_twists} twists: every neighbour is at {fewer}, so the first twist needs no turn before it:"
        ),
        format!("  2·{max_twists} − 1 moves and a turn after: {upper_bound}"),
        "at least:".to_owned(),
        format!("  {} is {twists} twists away", bound.position),
        format!(
            "  no solution has fewer than {lower_bound} moves: the search is exhaustive, {nodes} positions"
        ),
        format!("  one with {length}: {}", bound.solution),
        "assumed:".to_owned(),
    ];
    for line in lines {
        console.print_line(Style::Plain, &line)?;
    }
    for assumption in &bound.assumed {
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
