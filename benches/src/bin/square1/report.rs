//! The results as files: the page to read, beside the table of [`table`].

use std::io;
use std::path::{Path, PathBuf};

use gordian_atlas::SimdLevel;
use gordian_atlas::square1::{CountModel, label};
use gordian_bench::clock::{self, Cost};
use gordian_bench::machine;
use gordian_bench::page::{self, line, ms};

use crate::arguments::Arguments;
use crate::distances::Rates;
use crate::enumeration::Counted;
use crate::metrics::{Found, InMetric};
use crate::questions::SEED;
use crate::solving::Solving;
use crate::table;

/// Everything that was measured.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    pub(crate) counted: Vec<Counted>,
    pub(crate) rates: Option<Rates>,
    pub(crate) solving: Option<Solving>,
    pub(crate) metrics: Vec<InMetric>,
}

impl Report {
    /// Begins the report with what is known before anything was measured. Tables are written to
    /// `folder`.
    pub(crate) fn new(arguments: &Arguments, folder: &Path) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        let kernels = SimdLevel::ALL.into_iter().filter(|kernel| kernel.is_available());
        facts.push(("C++ compiler", machine::output("c++", &["--version"])));
        facts.push(("kernels", kernels.map(SimdLevel::name).collect::<Vec<_>>().join(", ")));
        let huge = fs_err::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
        facts.push(("huge pages", huge.unwrap_or_default().trim().to_owned()));
        let folder = folder.display().to_string();
        facts.push(("tables on", machine::output("stat", &["-f", "-c", "%T", &folder])));
        let peer = arguments.peer.as_deref().and_then(|command| command.split_whitespace().next());
        let peer = peer.and_then(|program| Path::new(program).file_name());
        let peer = peer.map_or_else(|| "none".to_owned(), |name| name.display().to_string());
        facts.push(("peer", peer));
        let (runs, limit) = (arguments.runs, arguments.time_limit.as_secs_f64());
        facts.push((
            "runs",
            format!(
                "{runs} alternating, processes after one for warming up; the other metrics once, \
                 {limit} s for each position"
            ),
        ));
        facts.push(("positions", format!("random, seed {SEED}")));
        Self { facts, counted: Vec::new(), rates: None, solving: None, metrics: Vec::new() }
    }

    /// Notes which program counts.
    pub(crate) fn gordian(&mut self, program: &Path) {
        if self.facts.iter().all(|(what, _)| *what != "program") {
            let version = machine::output(&program.display().to_string(), &["--version"]);
            self.facts.push(("program", version));
        }
    }

    /// Writes the files and returns their paths.
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let stem = format!("{}-square1", self.facts[0].1);
        let (page, table) = (self.page(), table::of(self));
        page::write(&arguments.out, &stem, arguments.name.as_deref(), &page, &table)
    }

    fn page(&self) -> String {
        let mut text = "# Square-1: all positions, and questions to the tables\n\nMeasured as \
                        `benches/README.md` says.\n\n"
            .to_owned();
        let end = [("load after", machine::load())];
        page::facts(&mut text, self.facts.iter().chain(&end));
        for counted in &self.counted {
            enumeration(&mut text, counted);
        }
        if let Some(rates) = &self.rates {
            distances(&mut text, rates);
        }
        if let Some(solving) = &self.solving {
            solved(&mut text, solving);
        }
        if !self.metrics.is_empty() {
            metrics(&mut text, &self.metrics);
        }
        text
    }
}

fn enumeration(text: &mut String, counted: &Counted) {
    line(text, format_args!("\n## Counting all positions: {}\n", label(counted.colours)));
    text.push_str(
        "Whole processes, seconds; the run that is the median by user time. Ratios are those of \
         user time to the peer's one thread; below 1 is faster.\n\n\
         | kernels | threads | does | user | least to greatest | system | wall | peak memory | to the \
         peer |\n| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let peer = counted.row(|case| case.is_peer()).map(|row| row.median().user);
    for row in &counted.rows {
        let Cost { user, system, wall } = row.median();
        let (least, greatest) = clock::range(&row.costs);
        let does = match row.table_len {
            Some(len) => format!("writes the table, {}", mb(len)),
            None => "counts".to_owned(),
        };
        let peak = mb(row.peaks.iter().copied().max().unwrap_or_default());
        let ratio = peer.map_or_else(|| "–".to_owned(), |peer| format!("{:.2}", user / peer));
        line(
            text,
            format_args!(
                "| {} | {} | {does} | {user:.2} | {least:.2} to {greatest:.2} | {system:.2} | \
                 {wall:.2} | {peak} | {ratio} |",
                row.case.name(),
                row.case.threads
            ),
        );
    }
    huge_pages(text, counted);
    levels(text, counted);
}

/// Writes what huge pages change.
fn huge_pages(text: &mut String, counted: &Counted) {
    for without in counted.rows.iter().filter(|row| !row.case.huge_pages) {
        let twin = |case: &_| *case == without.case.with_huge_pages();
        let Some(with) = counted.row(twin) else { continue };
        let (a, b) = (without.median(), with.median());
        let does = if with.case.table { "writing the table" } else { "counting" };
        line(
            text,
            format_args!(
                "\nHuge pages, {does}: user {:.2} → {:.2} s, system {:.2} → {:.2} s, wall {:.2} → \
                 {:.2} s.",
                a.user, b.user, a.system, b.system, a.wall, b.wall
            ),
        );
    }
}

/// Writes how many positions there are at each distance.
fn levels(text: &mut String, counted: &Counted) {
    text.push_str(
        "\nPositions at each distance, the same in every run (the peer does not count the last \
         column):\n\n",
    );
    let row = |text: &mut String, cells: &mut dyn Iterator<Item = String>| {
        line(text, format_args!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    };
    let names = CountModel::ALL.map(CountModel::name).into_iter();
    row(text, &mut ["distance"].into_iter().chain(names).map(str::to_owned));
    row(text, &mut (0..4).map(|_| "---:".to_owned()));
    let n_rows = counted.levels.iter().map(Vec::len).max().unwrap_or_default();
    for distance in 0..n_rows {
        let cell =
            |levels: &Vec<u64>| levels.get(distance).map_or_else(String::new, u64::to_string);
        let counts = counted.levels.iter().map(cell);
        row(text, &mut std::iter::once(distance.to_string()).chain(counts));
    }
    let sums = counted.levels.iter().map(|levels| levels.iter().sum::<u64>().to_string());
    row(text, &mut std::iter::once("all".to_owned()).chain(sums));
}

fn distances(text: &mut String, rates: &Rates) {
    let n = rates.n_positions as f64;
    line(
        text,
        format_args!(
            "\n## Questions to the silver table\n\n{n} random positions, the table a file, one \
             thread; the run that is the median by user time.\n"
        ),
    );
    text.push_str("| question | a second | user | least to greatest | system | wall | mean distance | mean nodes |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for rate in &rates.rates {
        let Cost { user, system, wall } = clock::median(&rate.costs);
        let (least, greatest) = clock::range(&rate.costs);
        let nodes =
            rate.nodes.map_or_else(|| "–".to_owned(), |nodes| format!("{:.4}", nodes as f64 / n));
        line(
            text,
            format_args!(
                "| {} | {:.0} | {user:.2} | {least:.2} to {greatest:.2} | {system:.2} | {wall:.2} | \
                 {:.4} | {nodes} |",
                rate.question,
                n / (user + system),
                rate.distances as f64 / n
            ),
        );
    }
}

fn solved(text: &mut String, solving: &Solving) {
    line(
        text,
        format_args!(
            "\n## Six colours in twists\n\n{} random positions, tables as files, one thread. \
             Milliseconds of wall time for single positions, in the run whose user time for all is \
             the median.\n",
            solving.n_positions
        ),
    );
    text.push_str("| question | median | mean | greatest | all: user | system | wall | mean distance | mean nodes | most nodes |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for row in &solving.rows {
        let (cost, answered) = row.median();
        let walls = Spread::of(answered.iter().map(|one| one.wall));
        let nodes = Spread::of(answered.iter().map(|one| one.nodes as f64));
        let distance = Spread::of(answered.iter().map(|one| one.distance as f64)).mean;
        let (mean_nodes, most_nodes) = if nodes.greatest > 0.0 {
            (format!("{:.2}", nodes.mean), nodes.greatest.to_string())
        } else {
            ("–".to_owned(), "–".to_owned())
        };
        line(
            text,
            format_args!(
                "| {} | {} | {} | {} | {} | {} | {} | {distance:.2} | {mean_nodes} | {most_nodes} |",
                row.question,
                ms(walls.median),
                ms(walls.mean),
                ms(walls.greatest),
                ms(cost.user),
                ms(cost.system),
                ms(cost.wall),
            ),
        );
    }
    let Cost { user, system, wall } = clock::median(&solving.cold);
    let (least, greatest) = clock::range(&solving.cold);
    line(
        text,
        format_args!(
            "\nFrom nothing, the silver table built in memory and one position solved, {} threads: \
             user {user:.2} s ({least:.2} to {greatest:.2}), system {system:.2} s, wall {wall:.2} s.",
            solving.threads
        ),
    );
}

fn metrics(text: &mut String, metrics: &[InMetric]) {
    text.push_str(
        "\n## Six colours in other metrics\n\nThe same positions, tables as files, one thread, \
         once. What a search comes to that the limit of time ended depends on the machine; \
         mean nodes are those of the positions proved optimal. Milliseconds of wall time.\n\n\
         | metric | table | proved optimal | median | mean | greatest | mean length | mean length proved | \
         mean lower bound | mean nodes | all: user | system |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for InMetric { metric, table, cost, found } in metrics {
        let mean = |of: fn(&Found) -> f64| Spread::of(found.iter().map(of)).mean;
        let proved: Vec<&Found> = found.iter().filter(|found| found.is_proved()).collect();
        let mean_proved =
            |of: fn(&Found) -> f64| Spread::of(proved.iter().map(|found| of(found))).mean;
        let walls = Spread::of(found.iter().map(|found| found.wall));
        let length = |found: &Found| f64::from(found.length);
        line(
            text,
            format_args!(
                "| {} | {table} | {} of {} | {} | {} | {} | {:.2} | {:.2} | {:.2} | {:.1} | {} | {} |",
                metric.name(),
                proved.len(),
                found.len(),
                ms(walls.median),
                ms(walls.mean),
                ms(walls.greatest),
                mean(length),
                mean_proved(length),
                mean(|found| f64::from(found.lower_bound)),
                mean_proved(|found| found.nodes as f64),
                ms(cost.user),
                ms(cost.system),
            ),
        );
    }
}

/// The middle, the mean and the greatest of several figures; all 0 of none.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Spread {
    median: f64,
    mean: f64,
    greatest: f64,
}

impl Spread {
    fn of(figures: impl Iterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.collect();
        figures.sort_by(f64::total_cmp);
        let n = figures.len();
        let Some(&greatest) = figures.last() else { return Self::default() };
        // Of an even number, the mean of the middle two.
        let median = (figures[(n - 1) / 2] + figures[n / 2]) / 2.0;
        Self { median, mean: figures.iter().sum::<f64>() / n as f64, greatest }
    }
}

/// Returns bytes in millions.
fn mb(bytes: u64) -> String {
    format!("{} MB", (bytes + 500_000) / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_a_middle() {
        let check = |figures: &[f64], median, mean, greatest| {
            assert_eq!(Spread::of(figures.iter().copied()), Spread { median, mean, greatest });
        };
        check(&[], 0.0, 0.0, 0.0);
        check(&[3.0], 3.0, 3.0, 3.0);
        check(&[9.0, 1.0, 2.0], 2.0, 4.0, 9.0);
        check(&[4.0, 1.0, 2.0, 9.0], 3.0, 4.0, 9.0);
    }

    #[test]
    fn bytes_are_millions() {
        assert_eq!(mb(205_934_400), "206 MB");
    }
}
