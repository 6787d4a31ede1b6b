//! The results as a page to read, beside the table of [`table`].

use std::io;
use std::path::{Path, PathBuf};

use gordian_bench::clock::{self, Cost};
use gordian_bench::machine;
use gordian_bench::page::{self, line};

use crate::arguments::Arguments;
use crate::large;
use crate::peer::Peer;
use crate::single::{Spread, Waits};
use crate::table;
use crate::threads::Threaded;
use crate::whole::{Who, Whole};

/// Everything that was measured.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    /// All who answer, in the order of columns.
    contestants: Vec<Who>,
    pub(crate) whole: Vec<Whole>,
    pub(crate) waits: Vec<Waits>,
    pub(crate) threaded: Vec<Threaded>,
    pub(crate) large: Vec<large::Row>,
}

impl Report {
    /// Begins the report with what is known before anything was measured.
    pub(crate) fn new(arguments: &Arguments, peer: Option<&Peer>) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        facts.push(("peer", peer.map_or_else(|| "none".to_owned(), |peer| peer.about.clone())));
        facts.push(("runs", format!("{} alternating, after one for warming up", arguments.rounds)));
        if arguments.files.is_empty() {
            let made = format!("made by seed, {} puzzles each", arguments.size);
            facts.push(("sets", made));
        }
        let mut contestants: Vec<Who> =
            arguments.paths.iter().map(|&path| Who::Gordian(path)).collect();
        contestants.extend(peer.map(|_| Who::Peer));
        let (whole, waits, threaded, large) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { facts, contestants, whole, waits, threaded, large }
    }

    /// Notes which program was measured over threads.
    pub(crate) fn gordian(&mut self, program: &Path) {
        if self.facts.iter().all(|(what, _)| *what != "program") {
            let version = machine::output(&program.display().to_string(), &["--version"]);
            self.facts.push(("program", version));
        }
    }

    /// Writes the files and returns their paths, or prints the page if no files are wanted.
    #[expect(clippy::print_stdout, reason = "the page is what this program is for")]
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let page = self.page();
        if !arguments.write {
            println!("{page}");
            return Ok(Vec::new());
        }
        let stem = format!("{}-sudoku", self.facts[0].1);
        page::write(&arguments.out, &stem, arguments.name.as_deref(), &page, &table::of(self))
    }

    fn page(&self) -> String {
        let mut text =
            "# Sudoku: whole files, one puzzle alone, threads, large grids\n\nMeasured as `benches/README.md` \
             says.\n\n"
                .to_owned();
        let end = [("load after", machine::load())];
        page::facts(&mut text, self.facts.iter().chain(&end));
        if self.contestants.contains(&Who::Peer) && self.whole.len() + self.waits.len() > 0 {
            self.ratios(&mut text);
        }
        for whole in &self.whole {
            file(&mut text, whole);
        }
        if !self.waits.is_empty() {
            text.push_str(
                "\n## One puzzle alone\n\nNanoseconds of wall time from the text of a puzzle to \
                 the answer; for each puzzle the best of all runs, its clock read twice included. \
                 The ratios are the peer's means over ours, and its medians over ours.\n",
            );
        }
        for waits in &self.waits {
            alone(&mut text, waits);
        }
        if !self.threaded.is_empty() {
            threads(&mut text, &self.threaded);
        }
        if !self.large.is_empty() {
            larger(&mut text, &self.large);
        }
        text
    }

    /// Writes how many times as fast as the peer everything is.
    fn ratios(&self, text: &mut String) {
        text.push_str("\n## Times as fast as the peer\n\n");
        let ours = self.contestants.iter().filter(|who| **who != Who::Peer);
        let ours: Vec<Who> = ours.copied().collect();
        let names = |what: &str| -> String {
            ours.iter().map(|who| format!(" {what}{} |", who.name())).collect()
        };
        line(text, format_args!("| set | limit |{}{}", names("whole, "), names("alone, ")));
        line(text, format_args!("| --- | ---: |{}", " ---: |".repeat(2 * ours.len())));
        let whole = self.whole.iter().map(|whole| (&whole.set, whole.limit));
        let mut all: Vec<(&String, u32)> = whole.collect();
        for waits in &self.waits {
            if !all.contains(&(&waits.set, waits.limit)) {
                all.push((&waits.set, waits.limit));
            }
        }
        let cell = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), |r| format!("{r:.1}"));
        for (set, limit) in all {
            let whole = self.whole.iter().find(|one| one.set == *set && one.limit == limit);
            let waits = self.waits.iter().find(|one| one.set == *set && one.limit == limit);
            let rates = ours.iter().map(|&who| {
                let whole = whole?;
                Some(whole.user(Who::Peer)? / whole.user(who)?)
            });
            let delays = ours.iter().map(|&who| {
                let mean = |who| Some(waits?.row(who)?.spread().mean);
                Some(mean(Who::Peer)? / mean(who)?)
            });
            let cells: Vec<String> = rates.chain(delays).map(cell).collect();
            line(text, format_args!("| {set} | {limit} | {} |", cells.join(" | ")));
        }
        text.push_str(
            "\nWhole files: the peer's user time over ours, medians. Alone: the peer's mean wait \
             over ours.\n",
        );
    }
}

/// Writes what a whole file cost.
fn file(text: &mut String, whole: &Whole) {
    let Whole { set, n, limit, solutions, rows } = whole;
    line(
        text,
        format_args!(
            "\n## Whole file: {set}, limit {limit}\n\n{n} puzzles, {solutions} solutions (each \
             puzzle's up to {limit}), the same for all. One thread, nanoseconds for a puzzle, from \
             the text to the text of the solutions; the run that is the median by user time.\n"
        ),
    );
    text.push_str(
        "| who | user | least to greatest | system | wall | times the peer | of the first path | \
         guesses a puzzle | rounds | stolen |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let peer = whole.user(Who::Peer);
    let first = rows.first().map(|row| clock::median(&row.costs).user);
    let each = |seconds: f64| seconds * 1e9 / *n as f64;
    for row in rows {
        let Cost { user, system, wall } = clock::median(&row.costs);
        let (least, greatest) = clock::range(&row.costs);
        let ratio = |other: Option<f64>| {
            other.map_or_else(|| "–".to_owned(), |other| format!("{:.2}", other / user))
        };
        let [guesses, rounds, stolen] = row.counters.map_or_else(
            || ["–", "–", "–"].map(str::to_owned),
            |counters| {
                let guesses = format!("{:.3}", counters.guesses as f64 / *n as f64);
                [guesses, counters.rounds.to_string(), counters.stolen.to_string()]
            },
        );
        line(
            text,
            format_args!(
                "| {} | {:.1} | {:.1} to {:.1} | {:.1} | {:.1} | {} | {} | {guesses} | {rounds} | \
                 {stolen} |",
                row.who.name(),
                each(user),
                each(least),
                each(greatest),
                each(system),
                each(wall),
                ratio(peer),
                ratio(first),
            ),
        );
    }
}

/// Writes how long one puzzle takes.
fn alone(text: &mut String, waits: &Waits) {
    let Waits { set, n, limit, rows } = waits;
    line(text, format_args!("\n### {set}, limit {limit}, {n} puzzles\n"));
    text.push_str(
        "| who | mean | median | 99 of 100 within | greatest | means | medians |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let peer = waits.row(Who::Peer).map(|row| row.spread());
    for row in rows {
        let Spread { mean, median, p99, greatest } = row.spread();
        let [means, medians] = peer.map_or_else(
            || ["–", "–"].map(str::to_owned),
            |peer| {
                let medians = peer.median as f64 / median as f64;
                [peer.mean / mean, medians].map(|ratio| format!("{ratio:.2}"))
            },
        );
        let name = row.who.name();
        line(
            text,
            format_args!(
                "| {name} | {mean:.0} | {median} | {p99} | {greatest} | {means} | {medians} |"
            ),
        );
    }
}

/// Writes what more threads bring.
fn threads(text: &mut String, all: &[Threaded]) {
    text.push_str(
        "\n## Threads\n\n`gordian sudoku count` on files of many puzzles, whole processes; the run \
         that is the median by wall time. *Times as fast*: by wall time, compared with the first \
         line of the file.\n\n\
         | set | limit | puzzles | threads | wall, s | user, s | system, s | ns a puzzle | times as \
         fast | peak memory |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for threaded in all {
        let first = threaded.rows.first().map_or(0.0, |row| row.median().wall);
        for row in &threaded.rows {
            let Cost { user, system, wall } = row.median();
            let n = threaded.size.0;
            line(
                text,
                format_args!(
                    "| {} | {} | {n} | {} | {wall:.3} | {user:.3} | {system:.3} | {:.1} | {:.2} | {} \
                     MB |",
                    threaded.set,
                    threaded.limit,
                    row.threads,
                    wall * 1e9 / n as f64,
                    first / wall,
                    row.peak / 1_000_000,
                ),
            );
        }
    }
    let sizes = all.iter().map(|threaded| threaded.size.1 as f64 / 1e6);
    let (least, greatest) =
        sizes.fold((f64::INFINITY, 0.0_f64), |(a, b), size| (a.min(size), b.max(size)));
    line(text, format_args!("\nThe files have {least:.0} to {greatest:.0} MB."));
}

/// Writes how long Horrendum and large grids take.
fn larger(text: &mut String, rows: &[large::Row]) {
    text.push_str(
        "\n## Horrendum and large grids\n\nFrom the grid in memory to the checked answer; the run that is the \
         median by user time.\n\n\
         | grid | rows | task | outcome | engine | threads | user, ms | system, ms | wall, ms | runs \
         |\n| --- | ---: | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for row in rows {
        let Cost { user, system, wall } = row.median();
        let large::Row { name, rows, task, outcome, engine, threads, costs } = row;
        let (user, system, wall) = (page::ms(user), page::ms(system), page::ms(wall));
        let n = costs.len();
        line(
            text,
            format_args!(
                "| {name} | {rows} | {task} | {outcome} | {engine} | {threads} | {user} | {system} | \
                 {wall} | {n} |"
            ),
        );
    }
}
