//! The results as a Markdown page and as the CSV table of [`csv`].

use std::path::Path;

use gordian_atlas::SimdLevel;
use gordian_atlas::square1::{CountModel, label};
use gordian_bench::clock::{self, Cost};
use gordian_bench::machine;
use gordian_bench::report::{Document, Facts, Spread, ms, push_head, push_line};

use crate::square1::Square1Options;
use crate::square1::csv;
use crate::square1::distances::DistanceResults;
use crate::square1::enumeration::EnumerationResults;
use crate::square1::fixtures::POSITION_SEED;
use crate::square1::metrics::{MetricResults, MetricSolve};
use crate::square1::solving::Solving;

/// All measurements.
pub(crate) struct Report {
    pub(crate) facts: Facts,
    pub(crate) enumeration: Vec<EnumerationResults>,
    pub(crate) rates: Option<DistanceResults>,
    pub(crate) solving: Option<Solving>,
    pub(crate) metrics: Vec<MetricResults>,
}

impl Report {
    /// Creates a report with the facts known before the measurement. Tables are written to
    /// `folder`.
    pub(crate) fn new(options: &Square1Options, folder: &Path) -> Self {
        let mut facts = Facts::collect();
        let kernels = SimdLevel::ALL.into_iter().filter(|kernel| kernel.is_available());
        facts.push("C++ compiler", machine::output("c++", &["--version"]));
        facts.push("kernels", kernels.map(SimdLevel::name).collect::<Vec<_>>().join(", "));
        let huge = fs_err::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
        facts.push("huge pages", huge.unwrap_or_default().trim());
        let folder = folder.display().to_string();
        facts.push("tables on", machine::output("stat", &["-f", "-c", "%T", &folder]));
        let peer = options.peer.as_deref().and_then(|command| command.split_whitespace().next());
        let peer = peer.and_then(|program| Path::new(program).file_name());
        let peer = peer.map_or_else(|| "none".to_owned(), |name| name.display().to_string());
        facts.push("peer", peer);
        let (runs, limit) = (options.rounds(), options.time_limit.as_secs_f64());
        let runs = format!(
            "{runs} alternating, processes after a warm-up run; the other metrics once, {limit} s \
             for each position"
        );
        facts.push("runs", runs);
        facts.push("positions", format!("random, seed {POSITION_SEED}"));
        Self { facts, enumeration: Vec::new(), rates: None, solving: None, metrics: Vec::new() }
    }

    /// Returns the page and the table of all runs.
    pub(crate) fn document(&self) -> Document {
        Document { subject: "square1", page: self.page(), csv: Some(csv::to_csv(self)) }
    }

    fn page(&self) -> String {
        let title = "Square-1: all positions, and queries to the tables";
        let mut text = self.facts.header(title, "");
        for enumeration in &self.enumeration {
            push_enumeration(&mut text, enumeration);
        }
        if let Some(rates) = &self.rates {
            push_distances(&mut text, rates);
        }
        if let Some(solving) = &self.solving {
            push_solving(&mut text, solving);
        }
        if !self.metrics.is_empty() {
            push_metrics(&mut text, &self.metrics);
        }
        text
    }
}

fn push_enumeration(text: &mut String, enumeration: &EnumerationResults) {
    push_line(text, format_args!("\n## Counting all positions: {}\n", label(enumeration.colours)));
    text.push_str(
        "Whole processes, seconds; the run with the median user time. Ratios are \
         user time divided by that of the peer with one thread; below 1, Gordian is faster.\n\n",
    );
    push_head(
        text,
        &[
            "kernels",
            ">threads",
            "task",
            ">user",
            ">least to greatest",
            ">system",
            ">wall",
            ">peak memory",
            ">to the peer",
        ],
    );
    let peer = enumeration.row(|case| case.is_peer()).map(|row| row.median().user);
    for row in &enumeration.rows {
        let Cost { user, system, wall } = row.median();
        let (least, greatest) = clock::range(&row.costs);
        let does = match row.table_len {
            Some(len) => format!("writes the table, {}", megabytes(len)),
            None => "counts".to_owned(),
        };
        let peak = megabytes(row.peaks.iter().copied().max().unwrap_or_default());
        let ratio = peer.map_or_else(|| "–".to_owned(), |peer| format!("{:.2}", user / peer));
        push_line(
            text,
            format_args!(
                "| {} | {} | {does} | {user:.2} | {least:.2} to {greatest:.2} | {system:.2} | \
                 {wall:.2} | {peak} | {ratio} |",
                row.case.name(),
                row.case.threads
            ),
        );
    }
    push_huge_pages(text, enumeration);
    push_levels(text, enumeration);
}

/// Appends the effect of huge pages.
fn push_huge_pages(text: &mut String, enumeration: &EnumerationResults) {
    for without in enumeration.rows.iter().filter(|row| !row.case.huge_pages) {
        let twin = |case: &_| *case == without.case.with_huge_pages();
        let Some(with) = enumeration.row(twin) else { continue };
        let (a, b) = (without.median(), with.median());
        let does = if with.case.table { "writing the table" } else { "counting" };
        push_line(
            text,
            format_args!(
                "\nHuge pages, {does}: user {:.2} → {:.2} s, system {:.2} → {:.2} s, wall {:.2} → \
                 {:.2} s.",
                a.user, b.user, a.system, b.system, a.wall, b.wall
            ),
        );
    }
}

/// Appends the number of positions at each distance.
fn push_levels(text: &mut String, enumeration: &EnumerationResults) {
    text.push_str(
        "\nPositions at each distance, equal in every run (the peer does not count the last \
         column):\n\n",
    );
    let row = |text: &mut String, cells: &mut dyn Iterator<Item = String>| {
        push_line(text, format_args!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    };
    let names = CountModel::ALL.map(CountModel::name).into_iter();
    row(text, &mut ["distance"].into_iter().chain(names).map(str::to_owned));
    row(text, &mut (0..4).map(|_| "---:".to_owned()));
    let n_rows = enumeration.levels.iter().map(Vec::len).max().unwrap_or_default();
    for distance in 0..n_rows {
        let cell =
            |levels: &Vec<u64>| levels.get(distance).map_or_else(String::new, u64::to_string);
        let counts = enumeration.levels.iter().map(cell);
        row(text, &mut std::iter::once(distance.to_string()).chain(counts));
    }
    let sums = enumeration.levels.iter().map(|levels| levels.iter().sum::<u64>().to_string());
    row(text, &mut std::iter::once("all".to_owned()).chain(sums));
}

fn push_distances(text: &mut String, rates: &DistanceResults) {
    let n = rates.n_positions as f64;
    push_line(
        text,
        format_args!(
            "\n## Queries to the silver table\n\n{n} random positions, table file, one \
             thread; the run with the median user time.\n"
        ),
    );
    push_head(
        text,
        &[
            "query",
            ">per second",
            ">user",
            ">least to greatest",
            ">system",
            ">wall",
            ">mean distance",
            ">mean nodes",
        ],
    );
    for rate in &rates.rates {
        let Cost { user, system, wall } = clock::median(&rate.costs);
        let (least, greatest) = clock::range(&rate.costs);
        let nodes =
            rate.nodes.map_or_else(|| "–".to_owned(), |nodes| format!("{:.4}", nodes as f64 / n));
        push_line(
            text,
            format_args!(
                "| {} | {:.0} | {user:.2} | {least:.2} to {greatest:.2} | {system:.2} | {wall:.2} | \
                 {:.4} | {nodes} |",
                rate.query,
                n / (user + system),
                rate.distances as f64 / n
            ),
        );
    }
}

fn push_solving(text: &mut String, solving: &Solving) {
    push_line(
        text,
        format_args!(
            "\n## Six colours in twists\n\n{} random positions, tables as files, one thread. \
             Milliseconds of wall time for single positions, in the run with \
             the median total user time.\n",
            solving.n_positions
        ),
    );
    push_head(
        text,
        &[
            "query",
            ">median",
            ">mean",
            ">greatest",
            ">all: user",
            ">system",
            ">wall",
            ">mean distance",
            ">mean nodes",
            ">most nodes",
        ],
    );
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
        push_line(
            text,
            format_args!(
                "| {} | {} | {} | {} | {} | {} | {} | {distance:.2} | {mean_nodes} | {most_nodes} |",
                row.query,
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
    push_line(
        text,
        format_args!(
            "\nWithout a prebuilt table (silver table built in memory, one position solved), {} threads: \
             user {user:.2} s ({least:.2} to {greatest:.2}), system {system:.2} s, wall {wall:.2} s.",
            solving.threads
        ),
    );
}

fn push_metrics(text: &mut String, metrics: &[MetricResults]) {
    text.push_str(
        "\n## Six colours in other metrics\n\nThe same positions, tables as files, one thread, \
         once. Results of searches that hit the time limit depend on the machine; \
         mean nodes are those of the positions proved optimal. Milliseconds of wall time.\n\n",
    );
    push_head(
        text,
        &[
            "metric",
            "table",
            ">proved optimal",
            ">median",
            ">mean",
            ">greatest",
            ">mean length",
            ">mean length proved",
            ">mean lower bound",
            ">mean nodes",
            ">all: user",
            ">system",
        ],
    );
    for MetricResults { metric, table, cost, found } in metrics {
        let mean = |of: fn(&MetricSolve) -> f64| Spread::of(found.iter().map(of)).mean;
        let proved: Vec<&MetricSolve> =
            found.iter().filter(|found| found.is_proved_optimal()).collect();
        let mean_proved =
            |of: fn(&MetricSolve) -> f64| Spread::of(proved.iter().map(|found| of(found))).mean;
        let walls = Spread::of(found.iter().map(|found| found.wall));
        let length = |found: &MetricSolve| f64::from(found.length);
        push_line(
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

/// Formats bytes as megabytes.
fn megabytes(bytes: u64) -> String {
    format!("{} MB", (bytes + 500_000) / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_rounded_to_megabytes() {
        assert_eq!(megabytes(205_934_400), "206 MB");
    }
}
