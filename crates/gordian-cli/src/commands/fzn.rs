//! `gordian fzn`: solves a FlatZinc model as MiniZinc expects of a solver.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use gordian::background::{BackgroundResult, WatchEvent, run_in_background};
use gordian::flatzinc::{Goal, Instance, Translation, Values, check, parse};
use gordian::model::Strategy;
use gordian::search::{
    Answer, FoundSolution, ModelSolution, ObjectiveStatus, Request, Task, solve_each,
};
use gordian::{Cancel, Limit, Outcome, RootBounds};

use super::{CommandError, Stopwatch};
use crate::args::FznArgs;
use crate::background::{CTRL_C_GRACE, cancel_on_ctrl_c};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Input, translate};
use crate::progress::{ProgressTracker, Spinner};
use crate::system::available_memory;

/// The line after each solution.
const SOLUTION_END: &str = "----------";
/// The line after the last solution of a complete search.
const SEARCH_COMPLETE: &str = "==========";

/// A FlatZinc model that is being solved.
struct Run<'a> {
    args: &'a FznArgs,
    instance: Instance,
    translation: Translation,
    stopwatch: Stopwatch,
    /// The last solution, if it was not written when it was found.
    kept: Option<String>,
    n_found: u64,
    /// What is known of the objective.
    status: Option<ObjectiveStatus>,
}

pub(super) fn run(args: &FznArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let cancel = cancel_on_ctrl_c()?;
    let cancel = cancel.within(args.time_limit.map(Duration::from_millis));
    let input = Input::new(&args.file);
    let text = input.read()?;
    let fault = |error| Fault::from_flatzinc_error(&error, input.name(), &text);
    let instance = parse(&text).map_err(fault)?;
    let translation = translate(&instance, &cancel).map_err(fault)?;
    let mut model = translation.model().clone();
    let strategy = Strategy { is_strict: !args.free_search, ..model.strategy().clone() };
    model.set_strategy(strategy);
    let model = Arc::new(model);
    let request = request(args, &instance);
    let mut run =
        Run { args, instance, translation, stopwatch, kept: None, n_found: 0, status: None };
    if args.statistics {
        run.write_size(console)?;
    }
    let progress = Arc::new(ProgressTracker::new());
    let work = {
        let (model, progress, cancel) = (Arc::clone(&model), Arc::clone(&progress), cancel.clone());
        move |each: &mut (dyn FnMut(FoundSolution<ModelSolution>) + Send)| {
            solve_each(&model, &request, &cancel, &*progress, each)
        }
    };
    let mut spinner = Spinner::new(input.name(), !args.verbose);
    let mut received = Ok(());
    let on_event = |event| {
        match event {
            WatchEvent::Item(found) => {
                spinner.clear();
                received = run.receive(&found, console);
            }
            WatchEvent::Tick => spinner.tick(&progress),
        }
        if received.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let done = run_in_background(&cancel, CTRL_C_GRACE, on_event, work);
    drop(spinner);
    received?;
    match done.map_err(Fault::of)? {
        BackgroundResult::Done(answer) => {
            let answer = answer.map_err(|error| Fault::of(error).in_file(input.name()))?;
            run.finish(&answer, &cancel, console)?;
        }
        BackgroundResult::Abandoned(_) => {
            run.write_kept(console)?;
            run.write_unknown(console)?;
        }
    }
    if args.statistics {
        run.write_statistics(console)?;
    }
    // Also after Ctrl-C: MiniZinc takes any other code for an error, and discards what was found.
    Ok(Exit::Answer)
}

fn request(args: &FznArgs, instance: &Instance) -> Request {
    let task = match (&instance.goal, args.all, args.n_solutions) {
        (Goal::Minimise(_) | Goal::Maximise(_), ..) => Task::Prove,
        (Goal::Satisfy, _, Some(n)) => Task::All { limit: Some(n) },
        (Goal::Satisfy, true, None) => Task::All { limit: None },
        (Goal::Satisfy, false, None) => Task::First,
    };
    let mut request = Request {
        task,
        engine: args.engine,
        threads: args.threads,
        seed: args.seed,
        confirm: args.confirm,
        ..Request::default()
    };
    request.limit_memory(args.memory_limit.unwrap_or_else(|| available_memory() / 2));
    request
}

impl Run<'_> {
    /// Returns the text of a solution that the engine found, after it was checked.
    fn text(&self, solution: &ModelSolution) -> Result<String, Fault> {
        let ModelSolution::Whole(named) = solution else {
            unreachable!("parts are not requested");
        };
        let assignment: Vec<i64> = named.iter().map(|(_, value)| *value).collect();
        let values: Values = self.translation.values(&assignment);
        check(&self.instance, &values).map_err(|broken| {
            let message = format!("internal error: a solution of the model is wrong: {broken}");
            Fault::new("flatzinc.unsound", message).hint("please report it with the model")
        })?;
        Ok(values.write(&self.instance))
    }

    /// Writes a solution as it is found, or keeps it if only the best one is shown.
    fn receive(
        &mut self,
        found: &FoundSolution<ModelSolution>,
        console: &mut Console,
    ) -> Result<(), CommandError> {
        let text = self.text(&found.solution)?;
        self.n_found += 1;
        self.status = found.status;
        let is_last_only = found.status.is_some() && !self.args.all && !self.args.intermediate;
        self.kept = Some(text);
        if !is_last_only {
            self.write_kept(console)?;
        }
        Ok(())
    }

    /// Writes the solution that was kept, if there is one.
    fn write_kept(&mut self, console: &mut Console) -> io::Result<()> {
        let Some(text) = self.kept.take() else { return Ok(()) };
        if self.args.statistics && self.status.is_some() {
            self.write_statistics(console)?;
        }
        writeln!(console.out(), "{text}{SOLUTION_END}")?;
        console.flush()
    }

    /// Writes what remains when the search has ended.
    fn finish(
        &mut self,
        answer: &Answer<ModelSolution>,
        cancel: &Cancel,
        console: &mut Console,
    ) -> Result<(), CommandError> {
        if self.args.verbose {
            for note in &answer.notes {
                console.print_note(&format!("note: {note}"))?;
            }
            console.print_note(&format!("note: answered by {}", answer.engine))?;
        }
        if let (Some(objective), bound) = (answer.objective, answer.bound) {
            self.status = Some(ObjectiveStatus { objective, bound });
        }
        // A first solution is part of the answer only.
        if self.n_found == 0
            && let Some(solution) = answer.solutions.first()
        {
            self.kept = Some(self.text(solution)?);
            self.n_found = 1;
        }
        self.write_kept(console)?;
        if let Some(Limit::Memory) = answer.limit {
            console
                .print_note("note: stopped because the memory is used up; see --memory-limit")?;
        }
        let is_first = self.n_found > 0 && answer.outcome == Outcome::Solved && !self.args.all;
        let is_complete = match answer.outcome {
            Outcome::Optimal | Outcome::Infeasible => true,
            Outcome::Solved => {
                answer.limit.is_none() && (!is_first || self.args.n_solutions.is_some())
            }
            _ => false,
        };
        let is_confirmed = !self.args.confirm || answer.confirmed_by.is_some();
        let cut = if is_complete { self.cut_variable(answer, cancel) } else { None };
        if let Some(name) = cut {
            console.print_note(&format!(
                "note: nothing is claimed about all solutions: `{name}` may have values beyond ±2^53"
            ))?;
        } else if is_complete && !is_confirmed {
            console.print_note("note: the search is complete, but that is not confirmed")?;
        }
        let is_established = is_confirmed && cut.is_none();
        match (self.n_found, is_complete && is_established) {
            (0, true) => writeln!(console.out(), "=====UNSATISFIABLE=====")?,
            (0, false) => self.write_unknown(console)?,
            (_, true) => writeln!(console.out(), "{SEARCH_COMPLETE}")?,
            (_, false) => {}
        }
        Ok(())
    }

    /// Returns the name of a variable that may have values beyond those that were searched, in
    /// other solutions or, if an optimum was found, in better ones.
    fn cut_variable(&self, answer: &Answer<ModelSolution>, cancel: &Cancel) -> Option<&str> {
        let Self { translation, .. } = self;
        let open = translation.open_variables();
        if open.is_empty() {
            return None;
        }
        let mut bounds = RootBounds::new(translation.model(), open, cancel);
        if let (Outcome::Optimal, Some(objective)) = (answer.outcome, answer.objective) {
            bounds.require_better(objective);
        }
        if bounds.is_contradictory() {
            return None;
        }
        translation.cut_variable(|var| bounds.of(var))
    }

    fn write_unknown(&self, console: &mut Console) -> io::Result<()> {
        if self.n_found == 0 {
            writeln!(console.out(), "=====UNKNOWN=====")?;
        }
        Ok(())
    }

    /// Writes the size of the model and the time to read it.
    fn write_size(&self, console: &mut Console) -> io::Result<()> {
        let model = self.translation.model();
        let statistics = [
            ("flatVariables", self.instance.variables.len().to_string()),
            ("flatConstraints", self.instance.constraints.len().to_string()),
            ("variables", model.variables().len().to_string()),
            ("initTime", format!("{:.3}", self.stopwatch.elapsed().wall)),
        ];
        write_statistics(&statistics, console)
    }

    /// Writes the statistics of the search so far.
    fn write_statistics(&self, console: &mut Console) -> io::Result<()> {
        let mut statistics = vec![
            ("nSolutions", self.n_found.to_string()),
            ("solveTime", format!("{:.3}", self.stopwatch.elapsed().wall)),
        ];
        if let Some(ObjectiveStatus { objective, bound }) = self.status {
            statistics.push(("objective", objective.to_string()));
            // What was proved within ±2^53 only is no bound.
            let bound = bound.filter(|_| self.translation.open_variables().is_empty());
            statistics.extend(bound.map(|bound| ("objectiveBound", bound.to_string())));
        }
        write_statistics(&statistics, console)
    }
}

fn write_statistics(statistics: &[(&str, String)], console: &mut Console) -> io::Result<()> {
    for (name, value) in statistics {
        writeln!(console.out(), "%%%mzn-stat: {name}={value}")?;
    }
    writeln!(console.out(), "%%%mzn-stat-end")
}
