//! The results as a Markdown page and as a CSV table of all runs.

use std::io;
use std::path::PathBuf;

use gordian_bench::clock::Cost;
use gordian_bench::machine;
use gordian_bench::page::{self, ms, push_line};
use gordian_compile::Config;

use crate::arguments::Arguments;
use crate::boards::BoardRow;
use crate::samples::{Row, Samples};
use crate::solver::Task;

/// All measurements.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    pub(crate) peer: Option<String>,
    pub(crate) puzzles: Vec<Samples>,
    pub(crate) boards: Vec<BoardRow>,
}

impl Report {
    /// Creates a report with the facts known before the measurement.
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        facts.push(("C++ compiler", machine::output("c++", &["--version"])));
        let (batsat, cadical) =
            (machine::crate_version("batsat"), machine::crate_version("cadical"));
        facts
            .push(("engines", format!("batsat {batsat}; CaDiCaL 1.9.5 (crate cadical {cadical})")));
        let seeds = if arguments.vary_seeds { "a different seed in each run" } else { "seed 0" };
        facts.push((
            "runs",
            format!(
                "{} alternating after a warm-up run, {seeds}, short tasks repeated to {} s",
                arguments.runs, arguments.batch
            ),
        ));
        Self { facts, peer: None, puzzles: Vec::new(), boards: Vec::new() }
    }

    /// Writes the files and returns their paths.
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let (page, table) = (self.page(), self.table());
        page::write_files(
            &arguments.out,
            &self.facts[0].1,
            arguments.name.as_deref(),
            &page,
            &table,
        )
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
        let mut text = "# Naive models, hand-made models and a peer\n\nThe method \
                        is described in `benches/README.md`. Times are milliseconds of the run with \
                        the median user time.\n\n"
            .to_owned();
        let peer = self.peer.clone().unwrap_or_else(|| "none".to_owned());
        let end = [("peer", peer), ("load after", machine::load())];
        page::push_facts(&mut text, self.facts.iter().chain(&end));
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
        text.push_str("| puzzle | task | naive / flags | naive / peer |\n");
        text.push_str("| --- | --- | --- | --- |\n");
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
    text.push_str("| solver | task | user | least to greatest | system | wall | work |\n");
    text.push_str("| --- | --- | ---: | ---: | ---: | ---: | --- |\n");
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
    text.push_str("| coins | seed of the board | user | system | wall | nodes |\n");
    text.push_str("| ---: | ---: | ---: | ---: | ---: | ---: |\n");
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
