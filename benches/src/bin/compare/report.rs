//! The results as files: a page to read and a table with every run.

use std::io;
use std::path::PathBuf;

use gordian_bench::clock::Cost;
use gordian_bench::machine;
use gordian_bench::page::{self, line, ms};
use gordian_compile::Config;

use crate::arguments::Arguments;
use crate::boards::BoardRow;
use crate::contestant::Question;
use crate::samples::{Row, Samples};

/// Everything that was measured.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    pub(crate) peer: Option<String>,
    pub(crate) puzzles: Vec<Samples>,
    pub(crate) boards: Vec<BoardRow>,
}

impl Report {
    /// Begins the report with what is known before anything was measured.
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        facts.push(("C++ compiler", machine::output("c++", &["--version"])));
        let (batsat, cadical) =
            (machine::crate_version("batsat"), machine::crate_version("cadical"));
        facts
            .push(("engines", format!("batsat {batsat}; CaDiCaL 1.9.5 (crate cadical {cadical})")));
        let seeds = if arguments.vary_seeds { "another seed for each run" } else { "seed 0" };
        facts.push((
            "runs",
            format!(
                "{} alternating after one for warming up, {seeds}, what is shorter repeated to {} s",
                arguments.runs, arguments.batch
            ),
        ));
        Self { facts, peer: None, puzzles: Vec::new(), boards: Vec::new() }
    }

    /// Writes the files and returns their paths.
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let (page, table) = (self.page(), self.table());
        page::write(&arguments.out, &self.facts[0].1, arguments.name.as_deref(), &page, &table)
    }

    /// Returns every run as one line.
    fn table(&self) -> String {
        let mut text =
            "puzzle,contestant,question,repetitions,run,user_s,system_s,wall_s\n".to_owned();
        for samples in &self.puzzles {
            for row in &samples.rows {
                for (run, cost) in (1..).zip(&row.costs) {
                    line(
                        &mut text,
                        format_args!(
                            "{},\"{}\",{},{},{run},{:.9},{:.9},{:.9}",
                            samples.puzzle,
                            row.contestant,
                            row.question.name(),
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
        let mut text = "# Naive models, hand-made models and a peer\n\nMeasured as \
                        `benches/README.md` says. Times are milliseconds of the run that is the \
                        median by user time.\n\n"
            .to_owned();
        let peer = self.peer.clone().unwrap_or_else(|| "none".to_owned());
        let end = [("peer", peer), ("load after", machine::load())];
        page::facts(&mut text, self.facts.iter().chain(&end));
        for samples in &self.puzzles {
            puzzle(&mut text, samples);
        }
        if !self.puzzles.is_empty() {
            self.ratios(&mut text);
        }
        boards(&mut text, &self.boards);
        text
    }

    /// Writes how the contestants compare.
    fn ratios(&self, text: &mut String) {
        let engine = Config::default().engine;
        let (naive, flags) = (format!("naive, {engine}"), format!("flags, {engine}"));
        text.push_str("\n## Ratios of user time\n\n");
        line(
            text,
            format_args!(
                "The naive model through {engine}, the default, to the others; below 1 it is faster. For \
                 `unique`, the better of the peer's two ways.\n"
            ),
        );
        text.push_str("| puzzle | question | to the flags | to the peer on the naive model |\n");
        text.push_str("| --- | --- | --- | --- |\n");
        for samples in &self.puzzles {
            for question in [Question::First, Question::Unique] {
                let user = |who: &str, question| Some(samples.row(who, question)?.median().user);
                // The peer may prove it in the way that suits it better.
                let listed = user("naive, peer", Question::Listed);
                let listed = listed.filter(|_| question == Question::Unique);
                let peer = user("naive, peer", question)
                    .map(|user| listed.map_or(user, |listed| listed.min(user)));
                let ours = user(&naive, question);
                let cell = |theirs: Option<f64>| match (ours, theirs) {
                    (Some(ours), Some(theirs)) => format!("{:.2}", ours / theirs),
                    _ => "–".to_owned(),
                };
                let (flags, peer) = (cell(user(&flags, question)), cell(peer));
                let name = question.name();
                line(text, format_args!("| {} | {name} | {flags} | {peer} |", samples.puzzle));
            }
        }
    }
}

fn puzzle(text: &mut String, samples: &Samples) {
    line(text, format_args!("\n## {}\n", samples.puzzle));
    text.push_str("| contestant | question | user | least to greatest | system | wall | work |\n");
    text.push_str("| --- | --- | ---: | ---: | ---: | ---: | --- |\n");
    for row in &samples.rows {
        let Row { contestant, question, work, .. } = row;
        let Cost { user, system, wall } = row.median();
        let (least, greatest) = row.range();
        line(
            text,
            format_args!(
                "| {contestant} | {} | {} | {} to {} | {} | {} | {} |",
                question.name(),
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

fn boards(text: &mut String, rows: &[BoardRow]) {
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
        line(text, format_args!("| {coins} | {seed} | {user} | {system} | {wall} | {nodes} |"));
    }
    for size in sizes {
        let mut users: Vec<f64> =
            rows.iter().filter(|row| row.coins == size).map(|row| row.cost.user).collect();
        users.sort_by(f64::total_cmp);
        // Of an even number of boards, the mean of the middle two.
        let middle = (users[(users.len() - 1) / 2] + users[users.len() / 2]) / 2.0;
        let worst = users[users.len() - 1];
        let (middle, worst) = (ms(middle), ms(worst));
        line(text, format_args!("\n{size} coins: median {middle} ms, worst {worst} ms."));
    }
}
