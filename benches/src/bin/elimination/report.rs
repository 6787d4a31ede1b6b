//! The results: a page to read and a table.

use std::io;
use std::path::PathBuf;

use gordian_bench::machine;
use gordian_bench::page::{self, line};

use crate::arguments::Arguments;
use crate::contest::Way;
use crate::nodes::Nodes;

/// What was measured at one size.
pub(crate) struct Row {
    pub(crate) n: usize,
    pub(crate) nodes: usize,
    pub(crate) grids: u64,
    pub(crate) mean_sweeps: f64,
    pub(crate) impossible: usize,
    /// Seconds of every run, slice by slice, in the order of [`Way::ALL`].
    pub(crate) runs: [Vec<Vec<f64>>; Way::ALL.len()],
}

impl Row {
    pub(crate) fn new(nodes: &Nodes) -> Self {
        Self {
            n: nodes.layout.n(),
            nodes: nodes.nodes.len(),
            grids: nodes.grids,
            mean_sweeps: nodes.mean_sweeps(),
            impossible: nodes.impossible,
            runs: Default::default(),
        }
    }

    /// Returns seconds for a node by each way: of each slice the best run counts.
    fn best(&self) -> [f64; Way::ALL.len()] {
        self.runs.each_ref().map(|runs| {
            let slices = runs.first().map_or(0, Vec::len);
            let best =
                |slice: usize| runs.iter().map(|run| run[slice]).fold(f64::INFINITY, f64::min);
            (0..slices).map(best).sum::<f64>() / self.nodes as f64
        })
    }
}

/// Everything that was measured.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    threads: usize,
    pub(crate) rows: Vec<Row>,
    /// Seconds of a meeting, by looking and by sleeping: of every run.
    pub(crate) meetings: Vec<(f64, f64)>,
}

impl Report {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        facts.push(("threads", arguments.threads.to_string()));
        facts.push((
            "runs",
            format!("{} alternating, the best of each slice counts", arguments.runs),
        ));
        let threads = arguments.threads;
        Self { facts, threads, rows: Vec::new(), meetings: Vec::new() }
    }

    /// Writes the files and returns their paths, or prints the page if no files are wanted.
    #[expect(clippy::print_stdout, reason = "the page is what this program is for")]
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let page = self.page();
        if !arguments.write {
            println!("{page}");
            return Ok(Vec::new());
        }
        let stem = format!("{}-elimination", self.facts[0].1);
        page::write(&arguments.out, &stem, arguments.name.as_deref(), &page, &self.table())
    }

    fn page(&self) -> String {
        let mut text =
            "# Elimination: threads inside, threads outside\n\nMeasured as `benches/README.md` \
             says; what it means is in `docs/parallel-elimination.md`.\n\n"
                .to_owned();
        let end = [("load after", machine::load())];
        page::facts(&mut text, self.facts.iter().chain(&end));
        let threads = self.threads;
        line(
            &mut text,
            format_args!(
                "\nMicroseconds of wall time for a node; {threads} threads where several:\n"
            ),
        );
        text.push_str(
            "| rows | nodes | contradictions | sweeps | one thread | one, atomic | inside | times as \
             fast | outside | times as fast | one, changes only | outside, changes only |\n\
             | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for row in &self.rows {
            let [sweeps, atomic, inside, outside, changes, changes_outside] = row.best();
            let us = |seconds: f64| format!("{:.2}", seconds * 1e6);
            line(
                &mut text,
                format_args!(
                    "| {} | {} | {} | {:.1} | {} | {} | {} | {:.2} | {} | {:.2} | {} | {} |",
                    row.n,
                    row.nodes,
                    row.impossible,
                    row.mean_sweeps,
                    us(sweeps),
                    us(atomic),
                    us(inside),
                    sweeps / inside,
                    us(outside),
                    sweeps / outside,
                    us(changes),
                    us(changes_outside),
                ),
            );
        }
        let best = |of: fn(&(f64, f64)) -> f64| {
            self.meetings.iter().map(of).fold(f64::INFINITY, f64::min) * 1e6
        };
        let (looking, sleeping) = (best(|meeting| meeting.0), best(|meeting| meeting.1));
        line(
            &mut text,
            format_args!(
                "\n{threads} threads meet in {looking:.2} µs if they wait by looking again and \
                 again, as they do here, and in {sleeping:.2} µs at a `std::sync::Barrier`."
            ),
        );
        text
    }

    fn table(&self) -> String {
        let mut text =
            "rows,nodes,grids,contradictions,sweeps,threads,way,run,wall_ns\n".to_owned();
        for row in &self.rows {
            let Row { n, nodes, grids, impossible, mean_sweeps, .. } = row;
            let place = format!("{n},{nodes},{grids},{impossible},{mean_sweeps:.2}");
            for (way, runs) in Way::ALL.iter().zip(&row.runs) {
                let threads = match way {
                    Way::Sweeps | Way::Atomic | Way::Changes => 1,
                    Way::Inside | Way::Outside | Way::ChangesOutside => self.threads,
                };
                for (run, slices) in (1..).zip(runs) {
                    let wall = slices.iter().sum::<f64>() * 1e9 / *nodes as f64;
                    let way = way.name();
                    line(&mut text, format_args!("{place},{threads},{way},{run},{wall:.1}"));
                }
            }
        }
        for (run, (looking, sleeping)) in (1..).zip(&self.meetings) {
            for (how, wall) in [("meet-looking", looking), ("meet-sleeping", sleeping)] {
                let (threads, wall) = (self.threads, wall * 1e9);
                line(&mut text, format_args!(",,,,,{threads},{how},{run},{wall:.1}"));
            }
        }
        text
    }
}
