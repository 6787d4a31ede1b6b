//! The results as CSV: every run, and single positions of the median run.

use gordian_atlas::square1::label;
use gordian_bench::clock::Cost;
use gordian_bench::report::push_line;

use crate::square1::enumeration::Row;
use crate::square1::metrics::MetricResults;
use crate::square1::report::Report;
use crate::square1::solving::Solving;

/// Returns the CSV text.
pub(crate) fn to_csv(report: &Report) -> String {
    let mut table = CsvTable::default();
    for enumeration in &report.enumeration {
        for row in &enumeration.rows {
            for ((run, cost), peak) in (1..).zip(&row.costs).zip(&row.peaks) {
                let place = [label(enumeration.colours), &describe_row(row), "", &run.to_string()];
                table.line(place, Some(cost), cost.wall, [Some(*peak), None, None, None]);
            }
        }
    }
    for rate in report.rates.iter().flat_map(|rates| &rates.rates) {
        for (run, cost) in (1..).zip(&rate.costs) {
            let place = ["distances", rate.query, "", &run.to_string()];
            table.line(
                place,
                Some(cost),
                cost.wall,
                [None, Some(rate.distances), None, rate.nodes],
            );
        }
    }
    if let Some(solving) = &report.solving {
        table.solving(solving);
    }
    for MetricResults { metric, table: with, cost, found } in &report.metrics {
        let what = format!("{}, {with} table", metric.name());
        table.line(["metrics", &what, "all", "1"], Some(cost), cost.wall, [None; 4]);
        for (number, found) in (1..).zip(found) {
            let place = ["metrics", &what, &number.to_string(), "1"];
            let (length, bound) = (found.length.into(), found.lower_bound.into());
            let exact = [None, Some(length), Some(bound), Some(found.nodes)];
            table.line(place, None, found.wall, exact);
        }
    }
    table.text
}

/// Describes a row of the enumeration.
fn describe_row(row: &Row) -> String {
    let s = if row.case.threads == 1 { "" } else { "s" };
    let does = if row.case.table { "table" } else { "count" };
    format!("{}, {} thread{s}, {does}", row.case.name(), row.case.threads)
}

/// A CSV table.
struct CsvTable {
    text: String,
}

impl Default for CsvTable {
    fn default() -> Self {
        let columns =
            "part,what,position,run,user_s,system_s,wall_s,peak_bytes,length,lower_bound,nodes\n";
        Self { text: columns.to_owned() }
    }
}

impl CsvTable {
    /// Appends a line; `exact` holds peak memory, length, lower bound and nodes.
    fn line(
        &mut self,
        [part, what, position, run]: [&str; 4],
        cost: Option<&Cost>,
        wall: f64,
        exact: [Option<u64>; 4],
    ) {
        let processor = cost
            .map_or_else(|| ",".to_owned(), |cost| format!("{:.6},{:.6}", cost.user, cost.system));
        let exact = exact.map(|n| n.map_or_else(String::new, |n| n.to_string())).join(",");
        push_line(
            &mut self.text,
            format_args!("{part},\"{what}\",{position},{run},{processor},{wall:.9},{exact}"),
        );
    }

    fn solving(&mut self, solving: &Solving) {
        for row in &solving.rows {
            for (run, costs) in (1..).zip(&row.runs) {
                let (cost, answered) = costs;
                let run = run.to_string();
                self.line(["solving", row.query, "all", &run], Some(cost), cost.wall, [None; 4]);
                if !std::ptr::eq(costs, row.median()) {
                    continue;
                }
                for (number, one) in (1..).zip(answered) {
                    let place = ["solving", row.query, &number.to_string(), &run];
                    let nodes = Some(one.nodes).filter(|&nodes| nodes > 0);
                    self.line(place, None, one.wall, [None, Some(one.distance), None, nodes]);
                }
            }
        }
        for (run, cost) in (1..).zip(&solving.cold) {
            let place = ["solving", "from nothing", "", &run.to_string()];
            self.line(place, Some(cost), cost.wall, [None; 4]);
        }
    }
}
