//! `gordian sudoku generate`.

use std::io::Write as _;
use std::sync::Arc;

use gordian::grid::SolutionChecker;
use gordian::logic::{
    Config, Criteria, HodokuRating, Level, MatchingSearch, Technique, generate_matching,
};
use gordian::sudoku::formats::digits_to_line;
use gordian::sudoku::tasks::{
    ClueCount, GenerateOptions, GenerateReport, TaskError, balanced_holes, generate,
};
use gordian::sudoku::{Layout, Puzzle};
use gordian::{Cancel, Limit, Outcome};
use rayon::prelude::*;
use serde_json::json;

use super::finding::grid;
use super::layout::layout_of_size;
use super::replies::task_fault;
use super::rules::check;
use crate::args::{SudokuGenerateArgs, SudokuOutput};
use crate::commands::solve::show::told_limit;
use crate::commands::square1::limited;
use crate::commands::{Stop, threads, told_seed};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::attended;

/// The most puzzles that are made before they are shown.
const MOST_AT_ONCE: u64 = 256;

/// No puzzle of the usual 9×9 grid with fewer givens has one solution (G. McGuire, B. Tugemann,
/// G. Civario, "There is no 16-clue Sudoku", 2012).
const FEWEST_CLUES: usize = 17;

/// Attempts for a puzzle, and for one of a chosen difficulty.
const ATTEMPTS: u64 = 1000;
const WISHED_ATTEMPTS: u64 = 1_000_000;

pub(super) fn run(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, Stop> {
    match make(args, console) {
        Err(Stop::Faults(faults)) if args.json => {
            for fault in faults {
                console.json(&json!({"schema": 1, "error": fault.to_json()}))?;
            }
            Ok(Exit::Error)
        }
        done => done,
    }
}

fn make(args: &SudokuGenerateArgs, console: &mut Console) -> Result<Exit, Stop> {
    let cancel = limited(&interrupt::install()?, args.time_limit);
    let layout = layout_of_size(args.size, &args.layout)?;
    if layout.is_classic() && args.clues.is_some_and(|clues| clues < FEWEST_CLUES) {
        let message = "fewer than 17 clues never leave one solution \
                       (McGuire, Tugemann, Civario 2012)";
        return Err(Fault::new("sudoku.impossible", message)
            .hint("`--clues 24` is easily found; `--holes` leaves any number of givens")
            .into());
    }
    if let Some(both) = args.wish.needs.iter().find(|needed| args.wish.avoids.contains(needed)) {
        let message = format!("the solution cannot both need and avoid the {both}");
        return Err(Fault::new("sudoku.impossible", message).into());
    }
    let seed = told_seed(args.seed, console)?;
    let pool = super::pool(threads(args.threads))?;
    let maker = Maker { args, layout: &layout, cancel: &cancel, notes: Arc::new(Notes::new()) };
    let mut spinner = Spinner::new("generate", console.is_quiet());
    let (mut done, mut at_once) = (0, 1);
    while done < args.count {
        let numbers = done..args.count.min(done + at_once);
        // Of one puzzle the attempts are made at once, of many the puzzles.
        let made: Vec<_> = attended(&maker.notes, &mut spinner, || {
            pool.install(|| {
                let seeds = numbers.clone().into_par_iter().map(|k| seed.wrapping_add(k));
                seeds.map(|seed| (seed, maker.make(seed))).collect()
            })
        })?;
        spinner.clear();
        for (seed, made) in made {
            match made {
                Ok(made) => maker.tell(seed, &made, console)?,
                Err(Failure::Fault(fault)) => return Err(fault.into()),
                Err(Failure::Stopped(limit, told)) => {
                    if args.json {
                        console.json(&json!({
                            "schema": 1,
                            "seed": seed,
                            "puzzle": null,
                            "outcome": Outcome::Stopped(limit).name(),
                            "limit": limit.name(),
                        }))?;
                    }
                    console.flush()?;
                    for line in told.lines() {
                        console.remark(line)?;
                    }
                    return Ok(Exit::of_limit(limit));
                }
            }
        }
        console.flush()?;
        done = numbers.end;
        at_once = MOST_AT_ONCE.min(2 * at_once);
    }
    Ok(Exit::Answer)
}

/// A puzzle and a solution of it.
struct Made {
    puzzle: Puzzle,
    solution: Vec<u8>,
    /// Whether each given is known to be needed.
    minimal: Option<bool>,
    /// How hard it is, where that was asked for.
    rating: Option<HodokuRating>,
}

/// Why there is no puzzle.
enum Failure {
    Fault(Fault),
    Stopped(Limit, String),
}

struct Maker<'a> {
    args: &'a SudokuGenerateArgs,
    layout: &'a Layout,
    cancel: &'a Cancel,
    notes: Arc<Notes>,
}

impl Maker<'_> {
    fn make(&self, seed: u64) -> Result<Made, Failure> {
        let made = match self.args.holes {
            Some(holes) => self.holes(holes.of(self.layout.n_cells()), seed),
            None => self.unique(seed),
        }?;
        match check(&mut SolutionChecker::default(), &made.puzzle, &made.solution, "generate") {
            Ok(()) => Ok(made),
            Err(fault) => Err(Failure::Fault(fault)),
        }
    }

    fn holes(&self, holes: usize, seed: u64) -> Result<Made, Failure> {
        if let Some(limit) = self.cancel.stopped() {
            return Err(stopped(limit));
        }
        let made = balanced_holes(self.layout, holes, seed).map_err(|error| self.fault(&error))?;
        Ok(Made { puzzle: made.puzzle, solution: made.solution, minimal: None, rating: None })
    }

    fn unique(&self, seed: u64) -> Result<Made, Failure> {
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
        if args.wish.is_some() {
            return self.wished(options);
        }
        let made = generate(self.layout, &options, self.cancel, &*self.notes);
        let GenerateReport { best, attempts, fewest_clues: fewest, stopped: limit } =
            made.map_err(|error| self.fault(&error))?;
        match (best, limit) {
            (Some(best), None) => Ok(Made {
                puzzle: best.puzzle,
                solution: best.solution,
                minimal: Some(best.minimal),
                rating: None,
            }),
            (_, Some(Limit::Effort) | None) => {
                let fewest = fewest.map_or(String::new(), |n| format!("; the fewest givens: {n}"));
                let told = format!("no such puzzle in {attempts} attempts{fewest}");
                let hint = "hint: `--attempts` allows more, `--seed` others";
                Err(Failure::Stopped(Limit::Effort, format!("{told}\n{hint}")))
            }
            (_, Some(limit)) => Err(stopped(limit)),
        }
    }

    /// Makes puzzle after puzzle until one is as difficult as is wished for.
    fn wished(&self, options: GenerateOptions) -> Result<Made, Failure> {
        let wish = self.args.wish.clone();
        // What a technique is left out for is a puzzle that is solved without it.
        let wish = Criteria {
            puzzle: GenerateOptions { attempts: ATTEMPTS, ..options },
            config: Config::hodoku_with(&wish.needs).without(&[Technique::BruteForce]),
            needs: wish.needs,
            avoids: wish.avoids,
            levels: wish.level.unwrap_or(Level::Easy..=Level::Extreme),
            scores: wish.score.unwrap_or(0..=u32::MAX),
            max_puzzles: self.args.attempts.unwrap_or(WISHED_ATTEMPTS),
        };
        let made = generate_matching(self.layout, &wish, self.cancel, &*self.notes);
        let MatchingSearch { found: best, n_examined, stopped: limit } =
            made.map_err(|error| self.fault(&error))?;
        match (best, limit) {
            (Some(best), _) => Ok(Made {
                puzzle: best.generated.puzzle,
                solution: best.generated.solution,
                minimal: Some(best.generated.minimal),
                rating: best.rating,
            }),
            (None, Some(Limit::Effort) | None) => {
                let told = format!("no such puzzle among {n_examined} that were made");
                let hint = "hint: `--attempts` allows more, `--seed` others; a wish for less is \
                            granted sooner";
                Err(Failure::Stopped(Limit::Effort, format!("{told}\n{hint}")))
            }
            (None, Some(limit)) => Err(Failure::Stopped(
                limit,
                format!("stopped by {}; {n_examined} puzzles were looked at", told_limit(limit)),
            )),
        }
    }

    fn fault(&self, error: &TaskError) -> Failure {
        Failure::Fault(task_fault(error, self.layout.n()))
    }

    fn tell(&self, seed: u64, made: &Made, console: &mut Console) -> Result<(), Stop> {
        let n = self.layout.n();
        let Made { puzzle, solution, minimal, rating } = made;
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
        let text = grid(self.args.output, n, givens);
        let end = match (self.args.output, self.args.solution) {
            (SudokuOutput::Block, _) => "\n".to_owned(),
            (SudokuOutput::Line, true) => format!("\t{}", digits_to_line(n, solution)),
            (SudokuOutput::Line, false) => String::new(),
        };
        writeln!(console.out(), "{text}{end}")?;
        Ok(())
    }
}

fn stopped(limit: Limit) -> Failure {
    Failure::Stopped(limit, format!("stopped by {}", told_limit(limit)))
}
