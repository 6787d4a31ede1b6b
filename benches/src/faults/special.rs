//! Models for parts of the compiler that random models rarely reach.

use std::sync::Arc;

use gordian_model::{
    Comparison, Domain, Expr, Goal, Graph, Model, Node, VarId, all_different, conditional,
    connected, count_true, cumulative, element, global_cardinality, maximum, nth_smallest, path,
    regions, single_cycle, subcircuit, sum, table,
};

/// Returns the models with their names.
pub(crate) fn special_models() -> Vec<(&'static str, Model)> {
    let mut models = vec![
        ("one of fifty", one_of_fifty()),
        ("fifty places", fifty_places()),
        ("queens", queens(6)),
        ("Latin square", latin_square(3)),
        ("Golomb ruler", golomb_ruler(4)),
        ("knapsack", knapsack(Goal::Maximise)),
        ("debts", knapsack(Goal::Minimise)),
        ("factors", factors(1_000_003 * 999_983)),
        ("no factors", factors(1_000_003 * 1_000_003 + 4)),
        ("wide table", wide_table()),
        ("tour", tour()),
        ("tasks", tasks()),
        ("counts", counts()),
        ("islands", islands()),
        ("loop", closed_loop()),
        ("rooms", rooms()),
        ("way", way()),
        ("ordered rows", ordered_rows()),
        ("medians", medians()),
        ("steps", steps()),
        ("at most two", at_most_two()),
    ];
    models.extend(wide_numbers());
    models
}

fn ints(model: &mut Model, name: &str, n: usize, lower: i64, upper: i64) -> Vec<VarId> {
    (0..n).map(|i| model.int(format!("{name}{i}"), lower..=upper)).collect()
}

/// Fifty flags of which at most one is set, and an integer that depends on them.
fn one_of_fifty() -> Model {
    let mut model = Model::new();
    let flags: Vec<VarId> = (0..50).map(|i| model.boolean(format!("f{i}"))).collect();
    let place = model.int("place", 0..=50);
    model.require("at most one", count_true(&flags).le(1));
    let weighted = flags.iter().zip(1..).map(|(&flag, weight)| flag * weight);
    model.require("place", sum(weighted).eq(place));
    model
}

/// An at-most-one constraint that is a part of a disjunction, over more literals than are excluded pair by pair.
fn fifty_places() -> Model {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 1..=50));
    model.require("different", all_different([x, y, z]));
    model.require("order", x.lt(y) & y.lt(z));
    model.require("sum", sum([x, y, z]).eq(20));
    let flags: Vec<VarId> = (0..45).map(|i| model.boolean(format!("f{i}"))).collect();
    let switch = model.boolean("switch");
    model.require("switched", switch.implies(count_true(&flags).le(1)));
    model.require("two", count_true(&flags).ge(2));
    model.set_answer_variables([x, y, z, switch]);
    model
}

fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let size = i64::try_from(n).expect("a small board");
    let rows = ints(&mut model, "row", n, 1, size);
    let shifted = |sign: i64| (0..).zip(&rows).map(move |(i, &row)| row + sign * i);
    model.require("rows", all_different(rows.iter().copied()));
    model.require("up", all_different(shifted(1)));
    model.require("down", all_different(shifted(-1)));
    model
}

fn latin_square(n: usize) -> Model {
    let mut model = Model::new();
    let size = i64::try_from(n).expect("a small square");
    let cells = ints(&mut model, "cell", n * n, 1, size);
    for i in 0..n {
        model.require("row", all_different((0..n).map(|j| cells[i * n + j])));
        model.require("column", all_different((0..n).map(|j| cells[j * n + i])));
    }
    // Differences that the rows exclude, and that they do not.
    model.require("not equal", (cells[0] - cells[1]).le(0) | (cells[0] - cells[2]).eq(1));
    model
}

fn golomb_ruler(n: usize) -> Model {
    let mut model = Model::new();
    let marks = ints(&mut model, "mark", n, 0, 12);
    model.require("start", marks[0].eq(0));
    for pair in marks.windows(2) {
        model.require("ascending", pair[0].lt(pair[1]));
    }
    let mut differences = Vec::new();
    for (i, &later) in marks.iter().enumerate() {
        differences.extend(marks[..i].iter().map(|&earlier| later - earlier));
    }
    model.require("different", all_different(differences));
    model.set_goal(Goal::minimise(marks[n - 1]));
    model
}

fn knapsack(goal: fn(Expr) -> Goal) -> Model {
    let mut model = Model::new();
    let items = ints(&mut model, "item", 5, 0, 3);
    let weigh = |weights: [i64; 5]| sum(items.iter().zip(weights).map(|(&item, w)| item * w));
    model.require("capacity", weigh([7, 4, 9, 3, 5]).le(31));
    model.require("balance", weigh([2, -3, 1, 4, -5]).ge(-6));
    model.set_goal(goal(weigh([11, -6, 13, 5, -7]) + 100));
    model
}

fn factors(product: i64) -> Model {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 999_900..=1_000_100));
    let [a, b] = ["a", "b"].map(|name| model.int(name, -4_000..=4_000));
    model.require("product", (x * y).eq(product));
    model.require("order", x.le(y));
    model.require("difference", (a - b).eq(y - x));
    model.require("few", (a * a).eq(b * b + a * 40 - 400) & b.ge(-20) & b.le(0));
    model
}

/// Returns a model with two variables of the same domain.
fn two(lower: i64, upper: i64, rules: impl Fn(Expr, Expr) -> Vec<Expr>) -> Model {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, lower..=upper));
    for rule in rules(x.into(), y.into()) {
        model.require("rule", rule);
    }
    model
}

/// Operations on wide numbers, with few answers.
fn wide_numbers() -> Vec<(&'static str, Model)> {
    let wide = |rules: fn(Expr, Expr) -> Vec<Expr>| two(-3_000, 5_000, rules);
    vec![
        ("square", wide(|x, y| vec![(&x * &x).eq(2_250_000), y.eq(x + 1)])),
        ("negative square", wide(|x, y| vec![(&x * &x).eq(y), x.lt(-65)])),
        ("cube", wide(|x, y| vec![x.pow(3).eq(-27_000), y.eq(x * 2)])),
        ("fifth power", wide(|x, y| vec![x.pow(5).eq(-3_200_000), y.eq(x)])),
        ("quotient", wide(|x, y| vec![(&x / &y).eq(-700), y.gt(3), x.lt(-2_990)])),
        ("quotients", wide(|x, y| vec![(&x / &y).eq(1_000), y.lt(0), x.lt(-2_995)])),
        ("remainder", wide(|x, y| vec![(&x % &y).eq(2_499), y.gt(0), y.lt(2_501), x.gt(4_990)])),
        ("last remainder", wide(|x, y| vec![(&x % 1_500).eq(1_499), y.eq(x)])),
        ("equal squares", wide(|x, y| vec![(&x * &x).eq(&y * &y), x.gt(4_997)])),
        ("not one value", wide(|x, y| vec![x.ne(7), x.gt(4), x.lt(10), y.eq(x * 3)])),
        ("above", wide(|x, y| vec![x.gt(4_996), y.eq(4_999 - x)])),
        ("holes", wide(|x, y| vec![x.ne(4_998), x.gt(4_996), y.lt(-2_998), (x + y).ne(2_000)])),
        (
            "floor power",
            wide(|x, y| vec![x.greatest_power_not_above(3).eq(y), (x % 1_500).eq(687)]),
        ),
        ("power divisor", wide(|x, y| vec![x.greatest_power_dividing(2).eq(&y), y.gt(500)])),
        ("absolute", wide(|x, y| vec![x.abs().eq(2_990 + &y), y.ge(0), y.lt(4)])),
        ("least", wide(|x, y| vec![maximum([x, y]).eq(-2_998)])),
        (
            "median",
            wide(|x, y| {
                vec![
                    nth_smallest([x.clone(), y.clone(), 7.into()], 1).eq(7),
                    x.gt(4_998),
                    y.lt(9),
                    y.gt(2),
                ]
            }),
        ),
        (
            "equal medians",
            wide(|x, y| vec![nth_smallest([&x, &y, &x, &y], 2).eq(9), (x + y).eq(13)]),
        ),
        (
            "chosen",
            wide(|x, y| {
                let chosen = conditional(x.gt(4_990), &x - 4_990, &y);
                vec![chosen.eq(9), y.gt(7), y.lt(11), x.gt(4_980)]
            }),
        ),
        (
            "element",
            wide(|x, y| {
                vec![element([x.clone(), y.clone(), x + &y], &y - 4_000).eq(4_001), y.ge(3_999)]
            }),
        ),
        (
            "sum",
            two(0, 3_000_000_000, |x, y| {
                vec![(x * 3_000_000_000 + y * 2).eq(8_999_999_997_000_000_004)]
            }),
        ),
        // The compiler refuses the products, which may exceed 64 bits; propagators find the answers.
        (
            "product beyond 64 bits",
            two(0, 3_100_000_000, |x, y| vec![x.le(6) & y.le(6), (x * y).eq(12)]),
        ),
        (
            "cube beyond 64 bits",
            two(-3_000_000, 3_000_000, |x, y| {
                vec![x.le(6) & x.ge(-6) & y.eq(1), (&x * &x * x).eq(8)]
            }),
        ),
        (
            "sum beyond 64 bits",
            two(0, 9_000_000_000_000_000, |x, y| {
                vec![x.le(20) & y.le(20), (x * 601).eq(6_597 - y * 599)]
            }),
        ),
    ]
}

/// All different values with offsets in one direction, and a flag for a difference that is possible only with the
/// opposite sign.
fn steps() -> Model {
    let mut model = Model::new();
    let items = ints(&mut model, "item", 3, 0, 4);
    let flag = model.boolean("flag");
    let fixed = model.int("fixed", 0..=3);
    model.require("fixed", fixed.eq(2));
    model.require("different", all_different((0..).zip(&items).map(|(i, &item)| item + i)));
    model.require("step", flag.iff((items[0] - items[1]).eq(-1)));
    model
}

/// At most two of several conditions.
fn at_most_two() -> Model {
    let mut model = Model::new();
    let items = ints(&mut model, "item", 4, 1, 3);
    model.require("threes", count_true(items.iter().map(|&item| item.eq(3))).le(2));
    model.require("ascending", items[0].le(items[1]));
    model
}

fn wide_table() -> Model {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=6));
    model.require("rows", table([x, y, z], vec![vec![1, 2, 3], vec![1, 3, 2], vec![4, 4, 4]]));
    let squares = element([0, 1, 4, 9, 16, 25, 36], x);
    let shared = model.int("square", 0..=36);
    model.require("square", squares.eq(shared));
    let odd = (x + y + z) % 2;
    model.require("parity", odd.eq(0) & (((x * 2 + y + z + 5) % 3).eq(0) | y.gt(3)));
    model
}

fn tour() -> Model {
    let mut model = Model::new();
    let next = ints(&mut model, "next", 5, 0, 4);
    model.require("tour", subcircuit(next.iter().copied()));
    model.require("long", next[0].ne(0) & next[2].ne(2) & next[4].ne(4));
    model.require("order", next[0].le(next[2]));
    model
}

fn tasks() -> Model {
    let mut model = Model::new();
    let starts = ints(&mut model, "start", 4, 0, 5);
    model.require("machine", cumulative(starts.iter().copied(), [2, 3, 1, 2], [1, 2, 2, 1], 3));
    let ends = starts.iter().zip([2, 3, 1, 2]).map(|(&start, duration)| start + duration);
    model.set_goal(Goal::minimise_maximum(ends));
    model
}

fn counts() -> Model {
    let mut model = Model::new();
    let items = ints(&mut model, "item", 5, 1, 3);
    let n = model.int("n", 0..=2);
    model.require("counts", global_cardinality(items.iter().copied(), vec![1, 2], [n + 1, n + 0]));
    let flags: Vec<Expr> = items.iter().map(|&item| item.ge(2)).collect();
    model.require("at least", count_true(&flags).ge(2));
    model.require("weights", sum(flags.iter().zip(2..).map(|(flag, w)| flag * w)).le(12));
    model
}

/// Connected cells of a board: two corners must be connected through the middle.
fn islands() -> Model {
    let mut model = Model::new();
    let cells: Vec<VarId> = (0..9).map(|i| model.boolean(format!("cell{i}"))).collect();
    let graph = Arc::new(Graph::grid(3, 3));
    model.require("connected", connected(&graph, cells.iter().copied()));
    model.require("corners", cells[1] & cells[3]);
    model.require("few", count_true(&cells).le(5));
    model
}

fn closed_loop() -> Model {
    let mut model = Model::new();
    let graph = Arc::new(Graph::grid(4, 4));
    let edges: Vec<VarId> =
        (0..graph.edges().len()).map(|i| model.boolean(format!("edge{i}"))).collect();
    model.require("loop", single_cycle(&graph, edges.iter().copied()));
    model.require("length", count_true(&edges).le(8));
    model
}

fn rooms() -> Model {
    let mut model = Model::new();
    let graph = Arc::new(Graph::grid(3, 2));
    let joined: Vec<VarId> =
        (0..graph.edges().len()).map(|i| model.boolean(format!("joined{i}"))).collect();
    let sizes = ints(&mut model, "size", 6, 1, 6);
    model.require("rooms", regions(&graph, joined, sizes.iter().copied()));
    model.require("clue", sizes[0].eq(3) | sizes[0].eq(2));
    model
}

fn way() -> Model {
    let mut model = Model::new();
    let graph = Arc::new(Graph::grid(4, 3));
    let edges: Vec<VarId> =
        (0..graph.edges().len()).map(|i| model.boolean(format!("edge{i}"))).collect();
    let from = model.add_variable("from", Domain::from_values([0, 3, 11]).expect("small"));
    model.require("way", path(&graph, edges.iter().copied(), from, 8));
    model.require("long", count_true(&edges).ge(8));
    model
}

fn ordered_rows() -> Model {
    let mut model = Model::new();
    let a = ints(&mut model, "a", 3, 0, 1);
    let b = ints(&mut model, "b", 3, 0, 1);
    let c = ints(&mut model, "c", 3, 0, 1);
    let list = |vars: &[VarId]| vars.iter().map(|&var| var.into()).collect();
    let compare =
        |how, x: &[VarId], y: &[VarId]| Expr::new(Node::Lexicographic(how, list(x), list(y)));
    model.require("at most", compare(Comparison::Le, &a, &b));
    model.require("less", compare(Comparison::Lt, &b, &c));
    model.require("at least", compare(Comparison::Ge, &c, &a));
    model
}

/// Order statistics, and sums compared in both directions, over small domains.
fn medians() -> Model {
    let mut model = Model::new();
    let items = ints(&mut model, "item", 5, -2, 3);
    model.require("median", nth_smallest(items.iter().copied(), 2).eq(1));
    model.require("second", nth_smallest(items.iter().copied(), 1).le(-1));
    let weighted = sum(items.iter().zip([3, -2, 5, -7, 2]).map(|(&item, weight)| item * weight));
    model.require("between", weighted.ge(17) & weighted.le(19) & weighted.ne(18));
    model.require("ascending", items[0].le(items[1]) & items[3].lt(items[4]));
    model
}
