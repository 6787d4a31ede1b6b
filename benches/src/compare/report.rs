//! The results as a Markdown page and as a CSV table of all runs.

use gordian_bench::clock::Cost;
use gordian_bench::machine;
use gordian_bench::report::{Document, Facts, ms, push_head, push_line};
use gordian_compile::Config;

use crate::compare::CompareOptions;
use crate::compare::boards::BoardRow;
use crate::compare::samples::{Row, Samples};
use crate::compare::solver::Task;

/// All measurements.
pub(crate) struct Report {
    facts: Facts,
    pub(crate) peer: Option<String>,
    pub(crate) puzzles: Vec<Samples>,
    pub(crate) boards: Vec<BoardRow>,
}

impl Report {
    /// Creates a report with the facts known before the measurement.
    pub(crate) fn new(options: &CompareOptions) -> Self {
        let mut facts = Facts::collect();
        facts.push("C++ compiler", machine::output("c++", &["--version"]));
        let (batsat, cadical) =
            (machine::crate_version("batsat"), machine::crate_version("cadical-sys"));
        facts.push("engines", format!("batsat {batsat}; CaDiCaL 3 (crate cadical-sys {cadical})"));
        let seeds = if options.seeds { "a different seed in each run" } else { "seed 0" };
        let (rounds, batch) = (options.rounds(), options.batch);
        let runs = "alternating after a warm-up run";
        facts.push("runs", format!("{rounds} {runs}, {seeds}, short tasks repeated to {batch} s"));
        Self { facts, peer: None, puzzles: Vec::new(), boards: Vec::new() }
    }

    /// Returns the page and the table of all runs.
    pub(crate) fn document(&self) -> Document {
        Document { subject: "compare", page: self.page(), csv: Some(self.table()) }
    }

    /// Returns the CSV table with one line per run.
    fn table(&self) -> String {
        let mut text =
            "puzzle,contestant,question,repetitions,run,user_s,system_s,wall_s\n".to_owned();
        for samples in &self.puzzles {
            for row in &samples.rows {
                for (run, cost) in (1..).zip(&row.costs) {
                    push_line(
                        &mut text,
                        format_args!(
                            "{},\"{}\",{},{},{run},{:.9},{:.9},{:.9}",
                            samples.puzzle,
                            row.solver,
                            row.task.name(),
                            row.repetitions,
                            cost.user,
                            cost.system,
                            cost.wall
                        ),
                    );
                }
            }
        }
        text
    }

    fn page(&self) -> String {
        let mut facts = self.facts.clone();
        facts.push("peer", self.peer.as_deref().unwrap_or("none"));
        let note = "Times are milliseconds of the run with the median user time.";
        let mut text = facts.header("Naive models, hand-made models and a peer", note);
        for samples in &self.puzzles {
            push_puzzle(&mut text, samples);
        }
        if !self.puzzles.is_empty() {
            self.push_ratios(&mut text);
        }
        push_boards(&mut text, &self.boards);
        text
    }

    /// Appends the ratios between the solvers.
    fn push_ratios(&self, text: &mut String) {
        let engine = Config::default().engine;
        let (naive, flags) = (format!("naive, {engine}"), format!("flags, {engine}"));
        text.push_str("\n## Ratios of user time\n\n");
        push_line(
            text,
            format_args!(
                "Time of the naive model with {engine}, the default, divided by that of the others; \
                 below 1, the naive model is faster. For `unique`, the faster of the peer's two methods counts.\n"
            ),
        );
        push_head(text, &["puzzle", "task", "naive / flags", "naive / peer"]);
        for samples in &self.puzzles {
            for task in [Task::First, Task::Unique] {
                let user = |solver: &str, task| Some(samples.row(solver, task)?.median().user);
                // The peer may prove uniqueness with its faster method.
                let listed = user("naive, peer", Task::Listed);
                let listed = listed.filter(|_| task == Task::Unique);
                let peer = user("naive, peer", task)
                    .map(|user| listed.map_or(user, |listed| listed.min(user)));
                let ours = user(&naive, task);
                let cell = |theirs: Option<f64>| match (ours, theirs) {
                    (Some(ours), Some(theirs)) => format!("{:.2}", ours / theirs),
                    _ => "–".to_owned(),
                };
                let (flags, peer) = (cell(user(&flags, task)), cell(peer));
                let name = task.name();
                push_line(text, format_args!("| {} | {name} | {flags} | {peer} |", samples.puzzle));
            }
        }
    }
}

fn push_puzzle(text: &mut String, samples: &Samples) {
    push_line(text, format_args!("\n## {}\n", samples.puzzle));
    push_head(text, &["solver", "task", ">user", ">least to greatest", ">system", ">wall", "work"]);
    for row in &samples.rows {
        let Row { solver, task, work, .. } = row;
        let Cost { user, system, wall } = row.median();
        let (least, greatest) = row.range();
        push_line(
            text,
            format_args!(
                "| {solver} | {} | {} | {} to {} | {} | {} | {} |",
                task.name(),
                ms(user),
                ms(least),
                ms(greatest),
                ms(system),
                ms(wall),
                work.as_deref().unwrap_or_default()
            ),
        );
    }
}

fn push_boards(text: &mut String, rows: &[BoardRow]) {
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.coins).collect();
    sizes.dedup();
    if sizes.is_empty() {
        return;
    }
    text.push_str("\n## Golden Waste by search: first walk on generated boards\n\n");
    push_head(text, &[">coins", ">seed of the board", ">user", ">system", ">wall", ">nodes"]);
    for BoardRow { coins, seed, cost: Cost { user, system, wall }, nodes } in rows {
        let (user, system, wall) = (ms(*user), ms(*system), ms(*wall));
        push_line(
            text,
            format_args!("| {coins} | {seed} | {user} | {system} | {wall} | {nodes} |"),
        );
    }
    for size in sizes {
        let mut users: Vec<f64> =
            rows.iter().filter(|row| row.coins == size).map(|row| row.cost.user).collect();
        users.sort_by(f64::total_cmp);
        // For an even number of boards, the mean of the middle two.
        let middle = (users[(users.len() - 1) / 2] + users[users.len() / 2]) / 2.0;
        let worst = users[users.len() - 1];
        let (middle, worst) = (ms(middle), ms(worst));
        push_line(text, format_args!("\n{size} coins: median {middle} ms, worst {worst} ms."));
    }
}
