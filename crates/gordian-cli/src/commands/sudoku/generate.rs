//! `gordian sudoku generate`.

use std::io::Write as _;
use std::sync::Arc;

use gordian::grid::{Grid, Layout};
use gordian::logic::{
    Config, Criteria, HodokuRating, Level, MatchingSearch, Technique, generate_matching,
};
use gordian::sudoku::formats::digits_to_line;
use gordian::sudoku::tasks::{
    ClueCount, GenerateOptions, GenerateReport, TaskError, balanced_holes, generate,
};
use gordian::{Cancel, Limit, Outcome};
use rayon::prelude::*;
use serde_json::json;

use super::layout::layout_of_size;
use super::output::format_grid;
use super::puzzle_worker::task_fault;
use super::search_result::check;
use crate::args::{SudokuGenerateArgs, SudokuOutput};
use crate::background::cancel_on_ctrl_c;
use crate::background::run_with_spinner;
use crate::commands::with_time_limit;
use crate::commands::{CommandError, faults_as_json, seed_or_random, thread_count};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_limit;
use crate::progress::{ProgressTracker, Spinner};

/// The maximum number of puzzles that are generated before they are printed.
const MAX_PUZZLES_PER_ROUND: u64 = 256;

/// No classic 9×9 puzzle with fewer givens has a unique solution (G. McGuire, B. Tugemann, G. Civario, "There
/// is no 16-clue Sudoku", 2012).
const FEWEST_CLUES: usize = 17;

/// The default number of attempts per puzzle.
const ATTEMPTS: u64 = 1000;
/// The default number of attempts per puzzle of a chosen difficulty.
const MATCHING_ATTEMPTS: u64 = 1_000_000;

pub(super) fn run(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let result = generate_all(args, console);
    faults_as_json(result, args.json, console)
}

fn generate_all(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = with_time_limit(&cancel_on_ctrl_c()?, args.time_limit);
    let layout = layout_of_size(args.size, &args.layout)?;
    if layout.is_classic() && args.clues.is_some_and(|clues| clues < FEWEST_CLUES) {
        let message = "a puzzle with fewer than 17 clues never has a unique solution \
                       (McGuire, Tugemann, Civario 2012)";
        return Err(Fault::new("sudoku.impossible", message)
            .hint("`--clues 24` is found quickly; `--holes` allows any number of givens")
            .into());
    }
    if let Some(technique) =
        args.criteria.needs.iter().find(|needed| args.criteria.avoids.contains(needed))
    {
        let message = format!("the solution cannot both need and avoid the {technique}");
        return Err(Fault::new("sudoku.impossible", message).into());
    }
    let seed = seed_or_random(args.seed, console)?;
    let pool = super::pool(thread_count(args.threads))?;
    let generator = Generator {
        args,
        layout: &layout,
        cancel: &cancel,
        progress: Arc::new(ProgressTracker::new()),
    };
    let mut spinner = Spinner::new("generate", console.is_quiet());
    let (mut done, mut round_len) = (0, 1);
    while done < args.count {
        let numbers = done..args.count.min(done + round_len);
        // The attempts for one puzzle run in parallel, or the puzzles if there are many.
        let made: Vec<_> = run_with_spinner(&generator.progress, &mut spinner, || {
            pool.install(|| {
                let seeds = numbers.clone().into_par_iter().map(|k| seed.wrapping_add(k));
                seeds.map(|seed| (seed, generator.generate(seed))).collect()
            })
        })?;
        spinner.clear();
        for (seed, made) in made {
            match made {
                Ok(made) => generator.print_puzzle(seed, &made, console)?,
                Err(GenerationFailure::Fault(fault)) => return Err(fault.into()),
                Err(GenerationFailure::Stopped(limit, message)) => {
                    if args.json {
                        console.print_json(&json!({
                            "schema": 1,
                            "seed": seed,
                            "puzzle": null,
                            "outcome": Outcome::Stopped(limit).name(),
                            "limit": limit.name(),
                        }))?;
                    }
                    console.flush()?;
                    for line in message.lines() {
                        console.print_note(line)?;
                    }
                    return Ok(Exit::from_limit(limit));
                }
            }
        }
        console.flush()?;
        done = numbers.end;
        round_len = MAX_PUZZLES_PER_ROUND.min(2 * round_len);
    }
    Ok(Exit::Answer)
}

/// A generated puzzle and a solution.
struct GeneratedPuzzle {
    puzzle: Grid,
    solution: Vec<u8>,
    /// Whether each given is needed, if known.
    minimal: Option<bool>,
    /// The rating, if it was requested.
    rating: Option<HodokuRating>,
}

/// Why no puzzle was generated.
enum GenerationFailure {
    Fault(Fault),
    Stopped(Limit, String),
}

struct Generator<'a> {
    args: &'a SudokuGenerateArgs,
    layout: &'a Layout,
    cancel: &'a Cancel,
    progress: Arc<ProgressTracker>,
}

impl Generator<'_> {
    fn generate(&self, seed: u64) -> Result<GeneratedPuzzle, GenerationFailure> {
        let made = match self.args.holes {
            Some(holes) => self.generate_with_holes(holes.of(self.layout.n_cells()), seed),
            None => self.generate_unique(seed),
        }?;
        match check(&made.puzzle, &made.solution, "generate") {
            Ok(()) => Ok(made),
            Err(fault) => Err(GenerationFailure::Fault(fault)),
        }
    }

    fn generate_with_holes(
        &self,
        holes: usize,
        seed: u64,
    ) -> Result<GeneratedPuzzle, GenerationFailure> {
        if let Some(limit) = self.cancel.stopped() {
            return Err(stopped_failure(limit));
        }
        let made = balanced_holes(self.layout, holes, seed).map_err(|error| self.fault(&error))?;
        Ok(GeneratedPuzzle {
            puzzle: made.puzzle,
            solution: made.solution,
            minimal: None,
            rating: None,
        })
    }

    fn generate_unique(&self, seed: u64) -> Result<GeneratedPuzzle, GenerationFailure> {
        let args = self.args;
        let options = GenerateOptions {
            seed,
            symmetry: args.symmetry,
            clues: match (args.clues, args.fewest) {
                (Some(n), _) => ClueCount::Exactly(n),
                (None, true) => ClueCount::Fewest,
                (None, false) => ClueCount::Any,
            },
            minimal: args.minimal,
            attempts: args.attempts.unwrap_or(ATTEMPTS),
            ..GenerateOptions::default()
        };
        if args.criteria.is_set() {
            return self.generate_matching(options);
        }
        let made = generate(self.layout, &options, self.cancel, &*self.progress);
        let GenerateReport { best, attempts, fewest_clues: fewest, stopped: limit } =
            made.map_err(|error| self.fault(&error))?;
        match (best, limit) {
            (Some(best), None) => Ok(GeneratedPuzzle {
                puzzle: best.puzzle,
                solution: best.solution,
                minimal: Some(best.minimal),
                rating: None,
            }),
            (_, Some(Limit::Effort) | None) => {
                let fewest = fewest.map_or(String::new(), |n| format!("; fewest givens: {n}"));
                let message = format!("no matching puzzle in {attempts} attempts{fewest}");
                let hint = "hint: use more `--attempts` or another `--seed`";
                Err(GenerationFailure::Stopped(Limit::Effort, format!("{message}\n{hint}")))
            }
            (_, Some(limit)) => Err(stopped_failure(limit)),
        }
    }

    /// Generates puzzles until one meets the difficulty criteria.
    fn generate_matching(
        &self,
        options: GenerateOptions,
    ) -> Result<GeneratedPuzzle, GenerationFailure> {
        let criteria = self.args.criteria.clone();
        // Guessing must not replace the required techniques.
        let criteria = Criteria {
            puzzle: GenerateOptions { attempts: ATTEMPTS, ..options },
            config: Config::hodoku_with(&criteria.needs).without(&[Technique::BruteForce]),
            needs: criteria.needs,
            avoids: criteria.avoids,
            levels: criteria.level.unwrap_or(Level::Easy..=Level::Extreme),
            scores: criteria.score.unwrap_or(0..=u32::MAX),
            max_puzzles: self.args.attempts.unwrap_or(MATCHING_ATTEMPTS),
        };
        let made = generate_matching(self.layout, &criteria, self.cancel, &*self.progress);
        let MatchingSearch { found: best, n_examined, stopped: limit } =
            made.map_err(|error| self.fault(&error))?;
        match (best, limit) {
            (Some(best), _) => Ok(GeneratedPuzzle {
                puzzle: best.generated.puzzle,
                solution: best.generated.solution,
                minimal: Some(best.generated.minimal),
                rating: best.rating,
            }),
            (None, Some(Limit::Effort) | None) => {
                let message = format!("no matching puzzle among {n_examined} generated ones");
                let hint = "hint: use more `--attempts`, another `--seed` or weaker criteria";
                Err(GenerationFailure::Stopped(Limit::Effort, format!("{message}\n{hint}")))
            }
            (None, Some(limit)) => Err(GenerationFailure::Stopped(
                limit,
                format!("stopped by {}; {n_examined} puzzles were examined", format_limit(limit)),
            )),
        }
    }

    fn fault(&self, error: &TaskError) -> GenerationFailure {
        GenerationFailure::Fault(task_fault(error, self.layout.n()))
    }

    fn print_puzzle(
        &self,
        seed: u64,
        made: &GeneratedPuzzle,
        console: &mut Console,
    ) -> Result<(), CommandError> {
        let n = self.layout.n();
        let GeneratedPuzzle { puzzle, solution, minimal, rating } = made;
        let givens = &puzzle.givens;
        if self.args.json {
            let mut document = json!({
                "schema": 1,
                "seed": seed,
                "puzzle": digits_to_line(n, givens),
                "solution": digits_to_line(n, solution),
                "checked": true,
                "unique": self.args.holes.is_none().then_some(true),
                "clues": givens.iter().filter(|&&digit| digit != 0).count(),
                "minimal": minimal,
                "outcome": Outcome::Solved.name(),
                "limit": null,
            });
            if let Some(HodokuRating { score, level }) = rating {
                document["rating"] = json!({"score": score, "level": level.name()});
            }
            writeln!(console.out(), "{document}")?;
            return Ok(());
        }
        let text = format_grid(self.args.output, n, givens);
        let end = match (self.args.output, self.args.solution) {
            (SudokuOutput::Block, _) => "\n".to_owned(),
            (SudokuOutput::Line, true) => format!("\t{}", digits_to_line(n, solution)),
            (SudokuOutput::Line, false) => String::new(),
        };
        writeln!(console.out(), "{text}{end}")?;
        Ok(())
    }
}

fn stopped_failure(limit: Limit) -> GenerationFailure {
    GenerationFailure::Stopped(limit, format!("stopped by {}", format_limit(limit)))
}
