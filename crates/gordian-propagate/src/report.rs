//! A readable report on what was posted for each constraint.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gordian_lcg::Solver;
use gordian_model::{Model, name_pattern};

/// Constraints with similar names for which the same was posted.
#[derive(Default)]
struct Family<'a> {
    first: &'a str,
    n_constraints: usize,
    n_clauses: usize,
    n_propagators: BTreeMap<String, usize>,
}

/// Returns the report on a posted model; `begins` has the numbers of clauses and propagators before
/// each constraint, before what follows from all of them, and at the end.
///
/// Constraints with the same kinds of propagators whose names differ only in labels are one line.
pub(crate) fn text(model: &Model, solver: &Solver, begins: &[(usize, usize)]) -> String {
    let names: Vec<String> = solver.constraint_names().map(words).collect();
    let (n_clauses, n_propagators) = *begins.last().expect("the end is always there");
    let mut out = format!(
        "{} variables, {} constraints → {} variables, {n_clauses} clauses, {n_propagators} propagators, about {} bytes\n",
        model.variables().len(),
        model.constraints().len(),
        solver.size().0,
        solver.n_bytes()
    );
    let mut families: BTreeMap<(String, Vec<&str>), Family<'_>> = BTreeMap::new();
    let mut order = Vec::new();
    let constraints = model.constraints().iter().map(|constraint| constraint.name.as_str());
    for (name, ends) in constraints.chain(["all constraints together"]).zip(begins.windows(2)) {
        let posted = &names[ends[0].1..ends[1].1];
        let mut kinds: Vec<&str> = posted.iter().map(String::as_str).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let key = (name_pattern(name), kinds);
        let family = families.entry(key.clone()).or_insert_with(|| {
            order.push(key);
            Family { first: name, ..Family::default() }
        });
        family.n_constraints += 1;
        family.n_clauses += ends[1].0 - ends[0].0;
        for kind in posted {
            *family.n_propagators.entry(kind.clone()).or_default() += 1;
        }
    }
    for key in order {
        let family = &families[&key];
        let mut parts: Vec<String> =
            family.n_propagators.iter().map(|(kind, n)| format!("{n} × {kind}")).collect();
        if family.n_clauses > 0 {
            parts.push(format!("{} clauses", family.n_clauses));
        }
        if parts.is_empty() {
            if family.first == "all constraints together" {
                continue;
            }
            parts.push("in the domains, or posted before".to_owned());
        }
        let parts = parts.join(", ");
        match family.n_constraints {
            1 => writeln!(out, "{}: {parts}", family.first),
            n => writeln!(out, "{} ({n} constraints): {parts}", key.0),
        }
        .expect("writing to a string cannot fail");
    }
    out
}

/// Returns the name of a type as words: `AllDifferent` as `all different`.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 2);
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use gordian_model::{Model, Search as _, all_different, sum};

    use crate::{Options, Session};

    #[test]
    fn each_constraint_has_its_propagators() {
        let mut model = Model::new();
        for row in 1..=2 {
            let cells: Vec<_> =
                (0..4).map(|cell| model.int(format!("r{row}c{cell}"), 1..=4)).collect();
            model.require(format!("row {row}"), all_different(&cells));
            model.require(format!("sum {row}"), sum(&cells[..3]).le(7));
            model.require(format!("given {row}"), cells[0].eq(row));
            model.require(format!("either {row}"), cells[1].eq(2) | cells[2].eq(3));
        }
        let report = Session::new(&model, &Options::default()).unwrap().report();
        let lines: Vec<&str> = report.lines().collect();
        assert!(lines[0].starts_with("8 variables, 8 constraints → "), "{report}");
        assert!(lines[1].starts_with("row … (2 constraints): "), "{report}");
        assert!(lines[1].contains("2 × different values"), "{report}");
        assert_eq!(lines[2], "sum … (2 constraints): 2 × linear");
        assert_eq!(lines[3], "given … (2 constraints): in the domains, or posted before");
        assert_eq!(lines[4], "either … (2 constraints): 2 clauses");
    }
}
