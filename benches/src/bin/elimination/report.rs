//! The results as a Markdown page and as a CSV table.

use std::io;
use std::path::PathBuf;

use gordian_bench::machine;
use gordian_bench::page::{self, push_line};

use crate::arguments::Arguments;
use crate::nodes::NodeSet;
use crate::strategy::Strategy;

/// The measurements of one grid size.
pub(crate) struct Row {
    pub(crate) n: usize,
    pub(crate) nodes: usize,
    pub(crate) grids: u64,
    pub(crate) mean_sweeps: f64,
    pub(crate) contradictions: usize,
    /// Seconds of every run and slice, in the order of [`Strategy::ALL`].
    pub(crate) runs: [Vec<Vec<f64>>; Strategy::ALL.len()],
}

impl Row {
    pub(crate) fn new(nodes: &NodeSet) -> Self {
        Self {
            n: nodes.layout.n(),
            nodes: nodes.nodes.len(),
            grids: nodes.grids,
            mean_sweeps: nodes.mean_sweeps(),
            contradictions: nodes.contradictions,
            runs: Default::default(),
        }
    }

    /// Returns seconds per node for each strategy; the best run of each slice counts.
    fn best(&self) -> [f64; Strategy::ALL.len()] {
        self.runs.each_ref().map(|runs| {
            let slices = runs.first().map_or(0, Vec::len);
            let best =
                |slice: usize| runs.iter().map(|run| run[slice]).fold(f64::INFINITY, f64::min);
            (0..slices).map(best).sum::<f64>() / self.nodes as f64
        })
    }
}

/// All measurements.
pub(crate) struct Report {
    facts: Vec<(&'static str, String)>,
    threads: usize,
    pub(crate) rows: Vec<Row>,
    /// Seconds per barrier wait of each run: spinning, sleeping.
    pub(crate) barrier_waits: Vec<(f64, f64)>,
}

impl Report {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let mut facts = vec![("date", machine::today())];
        facts.extend(machine::facts());
        facts.push(("threads", arguments.threads.to_string()));
        facts.push((
            "runs",
            format!("{} alternating, the best run of each slice counts", arguments.runs),
        ));
        let threads = arguments.threads;
        Self { facts, threads, rows: Vec::new(), barrier_waits: Vec::new() }
    }

    /// Writes the files and returns their paths, or prints the page if no files were requested.
    #[expect(clippy::print_stdout, reason = "the page is the output of the program")]
    pub(crate) fn write(&self, arguments: &Arguments) -> io::Result<Vec<PathBuf>> {
        let page = self.page();
        if !arguments.write {
            println!("{page}");
            return Ok(Vec::new());
        }
        let stem = format!("{}-elimination", self.facts[0].1);
        page::write_files(&arguments.out, &stem, arguments.name.as_deref(), &page, &self.table())
    }

    fn page(&self) -> String {
        let mut text =
            "# Elimination: threads inside, threads outside\n\nThe method is described in \
             `benches/README.md`; `docs/background/parallel-elimination.md` interprets the figures.\n\n"
                .to_owned();
        let end = [("load after", machine::load())];
        page::push_facts(&mut text, self.facts.iter().chain(&end));
        let threads = self.threads;
        push_line(
            &mut text,
            format_args!(
                "\nMicroseconds of wall time per node; the columns *inside* and *outside* use {threads} threads:\n"
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
            push_line(
                &mut text,
                format_args!(
                    "| {} | {} | {} | {:.1} | {} | {} | {} | {:.2} | {} | {:.2} | {} | {} |",
                    row.n,
                    row.nodes,
                    row.contradictions,
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
            self.barrier_waits.iter().map(of).fold(f64::INFINITY, f64::min) * 1e6
        };
        let (spinning, sleeping) = (best(|wait| wait.0), best(|wait| wait.1));
        push_line(
            &mut text,
            format_args!(
                "\nA barrier wait of {threads} threads takes {spinning:.2} µs with spinning, as \
                 used here, and {sleeping:.2} µs with `std::sync::Barrier`."
            ),
        );
        text
    }

    fn table(&self) -> String {
        let mut text =
            "rows,nodes,grids,contradictions,sweeps,threads,way,run,wall_ns\n".to_owned();
        for row in &self.rows {
            let Row { n, nodes, grids, contradictions, mean_sweeps, .. } = row;
            let place = format!("{n},{nodes},{grids},{contradictions},{mean_sweeps:.2}");
            for (strategy, runs) in Strategy::ALL.iter().zip(&row.runs) {
                let threads = match strategy {
                    Strategy::Sweeps | Strategy::Atomic | Strategy::Changes => 1,
                    Strategy::Inside | Strategy::Outside | Strategy::ChangesOutside => self.threads,
                };
                for (run, slices) in (1..).zip(runs) {
                    let wall = slices.iter().sum::<f64>() * 1e9 / *nodes as f64;
                    let strategy = strategy.name();
                    push_line(
                        &mut text,
                        format_args!("{place},{threads},{strategy},{run},{wall:.1}"),
                    );
                }
            }
        }
        for (run, (spinning, sleeping)) in (1..).zip(&self.barrier_waits) {
            for (how, wall) in [("meet-looking", spinning), ("meet-sleeping", sleeping)] {
                let (threads, wall) = (self.threads, wall * 1e9);
                push_line(&mut text, format_args!(",,,,,{threads},{how},{run},{wall:.1}"));
            }
        }
        text
    }
}
