//! Naive models of families whose cost grows with their size, each from a seed.

use gordian_core::Random;
use gordian_model::{Expr, Goal, Model, VarId, absolute, all_different, circuit, element, sum};

/// A model of the comparison.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) model: Model,
}

fn instance(name: impl Into<String>, model: Model) -> Instance {
    Instance { name: name.into(), model }
}

/// Returns all models of the comparison.
pub(crate) fn all() -> Vec<Instance> {
    let mut all = Vec::new();
    all.extend([50, 200].map(|n| instance(format!("queens {n}"), queens(n))));
    all.extend([5, 6, 7].map(|n| instance(format!("magic square {n}"), magic_square(n))));
    all.extend([9, 10].map(|n| instance(format!("Golomb ruler {n}"), golomb_ruler(n))));
    all.extend([25, 35].map(|n| instance(format!("quasigroup completion {n}"), quasigroup(n, 1))));
    for seed in 1..=2 {
        all.push(instance(format!("tour of 12 cities, seed {seed}"), tour(12, seed)));
        all.push(instance(format!("circuit of 12 cities, seed {seed}"), tour_by_circuit(12, seed)));
    }
    for (jobs, machines) in [(6, 6), (10, 5), (10, 10)] {
        for (horizon, times) in [("", 1), (", wide horizon", 10)] {
            let name = format!("{jobs} jobs on {machines} machines{horizon}");
            all.push(instance(name, job_shop(jobs, machines, times, 1)));
        }
    }
    all.extend(
        [30, 50, 100, 200].map(|n| instance(format!("knapsack {n}"), knapsack(n, false, 1))),
    );
    for seed in 1..=10 {
        let model = knapsack(200, true, seed);
        all.push(instance(format!("knapsack 200, strongly correlated, seed {seed}"), model));
    }
    all.push(instance("count of 10,000 flags", flags(10_000, 1)));
    for n in [10_000, 1_000_000] {
        all.push(instance(format!("different values up to {n}"), different(n)));
        all.push(instance(format!("element of constants up to {n}"), element_of_constants(n, 1)));
        all.push(instance(format!("element of variables up to {n}"), element_of_variables(n, 1)));
        all.push(instance(format!("product up to {n}"), product(n)));
        all.push(instance(format!("product and sum up to {n}"), product_and_sum(n)));
        all.push(instance(format!("x² + y² = z² up to {n}"), right_triangle(n)));
    }
    all
}

fn ints(model: &mut Model, prefix: &str, n: i64, min: i64, max: i64) -> Vec<VarId> {
    (0..n).map(|at| model.int(format!("{prefix}{at}"), min..=max)).collect()
}

fn from(random: &mut Random, min: i64, max: i64) -> i64 {
    let width = usize::try_from(max - min + 1).expect("a small range");
    min + i64::try_from(random.below(width)).expect("as small")
}

fn queens(n: i64) -> Model {
    let mut model = Model::new();
    let queens = ints(&mut model, "q", n, 0, n - 1);
    model.require("columns", all_different(&queens));
    for (name, sign) in [("up", 1), ("down", -1)] {
        let diagonal = queens.iter().zip(0..).map(|(&queen, row)| queen + sign * row);
        model.require(name, all_different(diagonal.collect::<Vec<Expr>>()));
    }
    model
}

fn magic_square(n: i64) -> Model {
    let mut model = Model::new();
    let cells = ints(&mut model, "c", n * n, 1, n * n);
    let total = n * (n * n + 1) / 2;
    let side = usize::try_from(n).expect("a side");
    model.require("different", all_different(&cells));
    let mut line = |name: String, line: Vec<VarId>| {
        model.require(name, sum(line).eq(total));
    };
    for at in 0..side {
        line(format!("row {at}"), cells[at * side..(at + 1) * side].to_vec());
        line(format!("column {at}"), (0..side).map(|row| cells[row * side + at]).collect());
    }
    line("diagonal".to_owned(), (0..side).map(|at| cells[at * (side + 1)]).collect());
    line("antidiagonal".to_owned(), (1..=side).map(|at| cells[at * (side - 1)]).collect());
    model
}

fn golomb_ruler(n: i64) -> Model {
    let mut model = Model::new();
    let marks = ints(&mut model, "m", n, 0, n * n * 7 / 10);
    model.require("begin", marks[0].eq(0));
    for (at, pair) in marks.windows(2).enumerate() {
        model.require(format!("order {at}"), pair[0].lt(pair[1]));
    }
    let pairs = (0..marks.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let differences = pairs.map(|(a, b)| marks[b] - marks[a]);
    model.require("differences", all_different(differences.collect::<Vec<Expr>>()));
    model.set_goal(Goal::minimise(marks[marks.len() - 1]));
    model
}

/// A Latin square of which 58 % of the cells are empty.
fn quasigroup(n: i64, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let side = usize::try_from(n).expect("a side");
    let shuffled = |random: &mut Random| {
        let mut order: Vec<usize> = (0..side).collect();
        (1..side).for_each(|at| order.swap(at, random.below(at + 1)));
        order
    };
    let [rows, columns, values] = [(); 3].map(|()| shuffled(&mut random));
    let mut model = Model::new();
    let cells = ints(&mut model, "c", n * n, 0, n - 1);
    for at in 0..side {
        model.require(format!("row {at}"), all_different(&cells[at * side..(at + 1) * side]));
        let column: Vec<VarId> = (0..side).map(|row| cells[row * side + at]).collect();
        model.require(format!("column {at}"), all_different(column));
    }
    for (cell, &var) in cells.iter().enumerate() {
        if random.below(100) >= 58 {
            let value = values[(rows[cell / side] + columns[cell % side]) % side];
            let value = i64::try_from(value).expect("a side is small");
            model.require(format!("given {cell}"), var.eq(value));
        }
    }
    model
}

/// Returns the distances of `n` random places in a square.
fn distances(n: i64, seed: u64) -> Vec<Vec<i64>> {
    let mut random = Random::new(seed);
    let places: Vec<(i64, i64)> =
        (0..n).map(|_| (from(&mut random, 0, 99), from(&mut random, 0, 99))).collect();
    let distance =
        |(a, b): (i64, i64), (c, d): (i64, i64)| ((a - c).pow(2) + (b - d).pow(2)).isqrt();
    places.iter().map(|&from| places.iter().map(|&to| distance(from, to)).collect()).collect()
}

fn set_length(model: &mut Model, next: &[VarId], distances: &[Vec<i64>]) {
    let legs = next.iter().zip(distances).map(|(&next, row)| element(row.iter().copied(), next));
    model.set_goal(Goal::minimise(sum(legs.collect::<Vec<Expr>>())));
}

/// A tour by the position of each city in the order of visits.
fn tour(n: i64, seed: u64) -> Model {
    let mut model = Model::new();
    let next = ints(&mut model, "n", n, 0, n - 1);
    let position = ints(&mut model, "p", n, 0, n - 1);
    model.require("one successor each", all_different(&next));
    model.require("one position each", all_different(&position));
    model.require("begin", position[0].eq(0));
    for (at, (&next, &own)) in next.iter().zip(&position).enumerate() {
        let at_next = element(position.iter().copied(), next);
        model.require(format!("position after {at}"), at_next.eq((own + 1) % n));
    }
    set_length(&mut model, &next, &distances(n, seed));
    model
}

fn tour_by_circuit(n: i64, seed: u64) -> Model {
    let mut model = Model::new();
    let next = ints(&mut model, "n", n, 0, n - 1);
    model.require("tour", circuit(&next));
    set_length(&mut model, &next, &distances(n, seed));
    model
}

/// Each job visits all machines in a random order; `times` stretches the horizon beyond what is needed.
fn job_shop(n_jobs: usize, n_machines: usize, times: i64, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let mut jobs = Vec::new();
    for _ in 0..n_jobs {
        let mut machines: Vec<usize> = (0..n_machines).collect();
        (1..n_machines).for_each(|at| machines.swap(at, random.below(at + 1)));
        let tasks = machines.into_iter().map(|machine| (machine, from(&mut random, 1, 99)));
        jobs.push(tasks.collect::<Vec<_>>());
    }
    let horizon = jobs.iter().flatten().map(|task| task.1).sum::<i64>() * times / 2;
    let mut on_machine: Vec<Vec<(VarId, i64)>> = vec![Vec::new(); n_machines];
    let mut ends = Vec::new();
    for (job, tasks) in jobs.iter().enumerate() {
        let mut before: Option<Expr> = None;
        for (task, &(machine, time)) in tasks.iter().enumerate() {
            let start = model.int(format!("s{job}_{task}"), 0..=horizon);
            if let Some(before) = before {
                model.require(format!("order {job} {task}"), before.le(start));
            }
            on_machine[machine].push((start, time));
            before = Some(start + time);
        }
        ends.extend(before);
    }
    for (machine, tasks) in on_machine.iter().enumerate() {
        for (at, &(a, length_a)) in tasks.iter().enumerate() {
            for &(b, length_b) in &tasks[..at] {
                let apart = (a + length_a).le(b) | (b + length_b).le(a);
                model.require(format!("machine {machine}"), apart);
            }
        }
    }
    model.set_goal(Goal::minimise_maximum(ends));
    model
}

/// Coefficients up to 10⁴, or up to 10⁶ with profits that are the weights and a constant.
fn knapsack(n: i64, is_correlated: bool, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let items: Vec<VarId> = (0..n).map(|at| model.boolean(format!("b{at}"))).collect();
    let largest = if is_correlated { 1_000_000 } else { 10_000 };
    let weights: Vec<i64> = items.iter().map(|_| from(&mut random, 1, largest)).collect();
    let profits = weights.iter().map(|&weight| {
        if is_correlated { weight + largest / 10 } else { from(&mut random, 1, largest) }
    });
    let profits: Vec<i64> = profits.collect();
    let total = |of: &[i64]| {
        sum(items.iter().zip(of).map(|(&item, &factor)| item * factor).collect::<Vec<Expr>>())
    };
    model.require("capacity", total(&weights).le(weights.iter().sum::<i64>() / 2));
    model.set_goal(Goal::maximise(total(&profits)));
    model
}

/// Half of the flags, and at most a fifth of a random half of them.
fn flags(n: i64, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let flags: Vec<VarId> = (0..n).map(|at| model.boolean(format!("b{at}"))).collect();
    model.require("half", sum(&flags).eq(n / 2));
    let some: Vec<VarId> = flags.iter().copied().filter(|_| random.flip()).collect();
    model.require("some", sum(some).le(n / 10));
    model
}

fn different(n: i64) -> Model {
    let mut model = Model::new();
    let numbers = ints(&mut model, "x", 40, 1, n);
    model.require("different", all_different(&numbers));
    model.require("sum", sum(&numbers).le(20 * 41));
    for pair in numbers.windows(2).step_by(2) {
        model.require("far", absolute(pair[0] - pair[1]).ge(3));
    }
    model
}

fn element_of_constants(n: i64, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let places = ints(&mut model, "i", 3, 0, 999);
    let list: Vec<i64> = (0..1000).map(|_| from(&mut random, 1, n)).collect();
    let items: Vec<Expr> = places.iter().map(|&at| element(list.iter().copied(), at)).collect();
    let total = list[17] + list[401] + list[873];
    model.require("different", all_different(&places));
    model.require("sum", sum(items).eq(total));
    model
}

fn element_of_variables(n: i64, seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let list = ints(&mut model, "x", 30, 1, n);
    let places = ints(&mut model, "i", 5, 0, 29);
    model.require("different", all_different(&places));
    for pair in list.windows(2) {
        model.require("order", pair[0].lt(pair[1]));
    }
    for &place in &places {
        let value = from(&mut random, n / 3, n / 2);
        model.require("value", element(list.iter().copied(), place).eq(value));
    }
    model
}

fn factors(n: i64) -> (Model, VarId, VarId) {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 1..=n));
    (model, x, y)
}

fn product(n: i64) -> Model {
    let (mut model, x, y) = factors(n);
    model.require("product", (x * y).eq((n - 7) * (n / 2 + 3)));
    model.require("order", x.lt(y));
    model
}

fn product_and_sum(n: i64) -> Model {
    let (mut model, x, y) = factors(n);
    let (a, b) = (n / 3 + 1, n - 11);
    model.require("product", (x * y).eq(a * b));
    model.require("sum", (x + y).eq(a + b));
    model
}

fn right_triangle(n: i64) -> Model {
    let (mut model, x, y) = factors(n);
    let z = model.int("z", n / 2..=n);
    model.require("sides", (x.pow(2) + y.pow(2)).eq(z.pow(2)));
    model.require("order", x.lt(y));
    model
}
