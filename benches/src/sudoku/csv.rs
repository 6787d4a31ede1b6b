//! The results as CSV: every run; for single puzzles, the distribution.

use gordian_bench::clock::Cost;
use gordian_bench::report::push_line;

use crate::sudoku::report::Report;
use crate::sudoku::single::Spread;

const HEADER: &str = "part,set,puzzles,limit,what,run,user_ns,system_ns,wall_ns,mean_ns,median_ns,\
                      p99_ns,greatest_ns,rounds,guesses,stolen\n";

/// Returns the CSV text. Times are nanoseconds per puzzle; counters are totals of one pass over the
/// file.
pub(crate) fn to_csv(report: &Report) -> String {
    let mut text = HEADER.to_owned();
    for whole in &report.whole {
        for row in &whole.rows {
            let counts = row.counters.map_or_else(
                || ",,".to_owned(),
                |counters| format!("{},{},{}", counters.rounds, counters.guesses, counters.stolen),
            );
            for (run, cost) in (1..).zip(&row.costs) {
                let place = format!("whole,{},{},{}", whole.set, whole.n, whole.limit);
                let times = times(cost, whole.n);
                push_line(
                    &mut text,
                    format_args!("{place},{},{run},{times},,,,,{counts}", row.solver.name()),
                );
            }
        }
    }
    for single in &report.single {
        for row in &single.rows {
            let Spread { mean, median, p99, greatest } = row.spread();
            let place = format!("single,{},{},{}", single.set, single.n, single.limit);
            let spread = format!("{mean:.1},{median},{p99},{greatest}");
            push_line(&mut text, format_args!("{place},{},,,,,{spread},,,", row.solver.name()));
        }
    }
    for threaded in &report.threaded {
        for row in &threaded.rows {
            let (threads, n) = (row.threads, threaded.size.0);
            for (run, cost) in (1..).zip(&row.costs) {
                let place = format!("threads,{},{n},{}", threaded.set, threaded.limit);
                let times = times(cost, n);
                push_line(&mut text, format_args!("{place},{threads},{run},{times},,,,,,,"));
            }
        }
    }
    for row in &report.large {
        for (run, cost) in (1..).zip(&row.costs) {
            let what = format!("\"{} by {} thread(s): {}\"", row.outcome, row.threads, row.engine);
            let place = format!("large,\"{}\",1,{}", row.name, row.task);
            push_line(&mut text, format_args!("{place},{what},{run},{},,,,,,,", times(cost, 1)));
        }
    }
    text
}

fn times(cost: &Cost, n: usize) -> String {
    let each = |seconds: f64| seconds * 1e9 / n as f64;
    format!("{:.2},{:.2},{:.2}", each(cost.user), each(cost.system), each(cost.wall))
}
