//! The rows of a model have the solutions of the model, and the files say what the rows say.

use std::collections::BTreeSet;

use gordian_compile::ilp::{
    ColumnId, IntegerProgram, LinearisationError, Row, Sense, linearise, write_lp, write_mps,
    write_opb,
};
use gordian_core::Index;
use gordian_model::{
    Domain, Expr, Goal, Model, Node, VarId, absolute, all_different, any_of, conditional,
    count_true, distinct_count, element, greatest_common_divisor, maximum, minimum, nth_smallest,
    product, sos1, sum, table,
};

use crate::random_model::{brute_force, model};

/// Looks for integer points of rows: bounds are tightened by every row, then halved.
struct Search<'a> {
    rows: &'a IntegerProgram,
    /// Rows of each column.
    using: Vec<Vec<usize>>,
    /// Columns in the order in which they are decided.
    order: Vec<usize>,
    /// How many of `order` make up the variables of the model.
    leading: usize,
    steps: usize,
    max_steps: usize,
}

type Bounds = Vec<(i64, i64)>;

impl<'a> Search<'a> {
    fn new(rows: &'a IntegerProgram) -> Self {
        let mut using = vec![Vec::new(); rows.columns.len()];
        for (place, row) in rows.rows.iter().enumerate() {
            for (column, _) in &row.terms {
                using[column.index()].push(place);
            }
        }
        let variables = rows.variables.iter().flat_map(|variable| &variable.value.terms);
        let leading: BTreeSet<usize> = variables.map(|(column, _)| column.index()).collect();
        // The fewer values, the sooner decided: the others mostly follow.
        let range = |&place: &usize| {
            let column = &rows.columns.as_slice()[place];
            column.lower.abs_diff(column.upper)
        };
        let mut order: Vec<usize> = (0..rows.columns.len()).collect();
        order.sort_by_key(|place| (!leading.contains(place), range(place)));
        Self { rows, using, order, leading: leading.len(), steps: 0, max_steps: usize::MAX }
    }

    /// Returns the assignments of the model's variables that some integer point has.
    fn assignments(&mut self) -> BTreeSet<Vec<i64>> {
        let mut bounds: Bounds =
            self.rows.columns.iter().map(|column| (column.lower, column.upper)).collect();
        let mut found = BTreeSet::new();
        let all = (0..self.rows.rows.len()).collect();
        if self.tighten(&mut bounds, all) {
            self.branch(bounds, 0, &mut found);
        }
        found
    }

    /// Returns whether there is a point; stops at the first one of each assignment.
    fn branch(&mut self, bounds: Bounds, mut depth: usize, found: &mut BTreeSet<Vec<i64>>) -> bool {
        let is_open = |place: usize| bounds[self.order[place]].0 < bounds[self.order[place]].1;
        while depth < self.order.len() && !is_open(depth) {
            depth += 1;
        }
        let Some(&column) = self.order.get(depth) else {
            let point: Vec<i64> = bounds.iter().map(|bound| bound.0).collect();
            found.insert(self.rows.assignment(&point).unwrap());
            return true;
        };
        let (lower, upper) = bounds[column];
        let middle = lower + (upper - lower) / 2;
        let mut any = false;
        for half in [(lower, middle), (middle + 1, upper)] {
            let mut bounds = bounds.clone();
            bounds[column] = half;
            if self.tighten(&mut bounds, self.using[column].clone()) {
                any |= self.branch(bounds, depth, found);
                if any && depth >= self.leading {
                    return true;
                }
            }
        }
        any
    }

    fn tighten(&mut self, bounds: &mut Bounds, mut queue: Vec<usize>) -> bool {
        while let Some(place) = queue.pop() {
            if self.steps == self.max_steps {
                return false;
            }
            self.steps += 1;
            let row = &self.rows.rows[place];
            let mut changed = Vec::new();
            let fits = match row.sense {
                Sense::AtMost => at_most(row, 1, bounds, &mut changed),
                Sense::AtLeast => at_most(row, -1, bounds, &mut changed),
                Sense::Equal => {
                    at_most(row, 1, bounds, &mut changed) && at_most(row, -1, bounds, &mut changed)
                }
            };
            if !fits {
                return false;
            }
            for column in changed {
                queue.extend(&self.using[column]);
            }
        }
        true
    }
}

/// Returns whether the rows have an integer point with these values of the model's variables; `None` if
/// so many steps do not tell.
pub(crate) fn have_point(rows: &IntegerProgram, values: &[i64], max_steps: usize) -> Option<bool> {
    let mut rows = rows.clone();
    for (variable, value) in rows.variables.iter().zip(values) {
        let terms = variable.value.terms.clone();
        let right = value - variable.value.constant;
        let name = variable.name.clone();
        rows.rows.push(Row { name, terms, sense: Sense::Equal, rhs: right });
    }
    let mut search = Search::new(&rows);
    search.max_steps = max_steps;
    search.leading = 0;
    let found = !search.assignments().is_empty();
    (found || search.steps < max_steps).then_some(found)
}

/// Tightens bounds by `sign·left ≤ sign·right`; returns whether any are left.
fn at_most(row: &Row, sign: i128, bounds: &mut Bounds, changed: &mut Vec<usize>) -> bool {
    let least = |bounds: &Bounds, column: ColumnId, weight: i64| {
        let (lower, upper) = bounds[column.index()];
        let weight = sign * i128::from(weight);
        (weight * i128::from(lower)).min(weight * i128::from(upper))
    };
    let right = sign * i128::from(row.rhs);
    let total: i128 = row.terms.iter().map(|&(column, w)| least(bounds, column, w)).sum();
    if total > right {
        return false;
    }
    for &(column, w) in &row.terms {
        // What is left for this column when all others are as small as they can be.
        let weight = sign * i128::from(w);
        let room = right - (total - least(bounds, column, w));
        let (lower, upper) = &mut bounds[column.index()];
        if weight > 0 && weight * i128::from(*upper) > room {
            *upper = i64::try_from(room.div_euclid(weight)).unwrap();
            changed.push(column.index());
        } else if weight < 0 && weight * i128::from(*lower) > room {
            *lower = i64::try_from(-room.div_euclid(-weight)).unwrap();
            changed.push(column.index());
        }
        if lower > upper {
            return false;
        }
    }
    true
}

/// The rows have exactly the model's solutions; returns whether there are rows at all.
fn check(model: &Model) -> bool {
    let Ok(rows) = linearise(model) else { return false };
    let found: Vec<Vec<i64>> = Search::new(&rows).assignments().into_iter().collect();
    let expected = brute_force(model);
    assert!(
        found == expected,
        "found {found:?}\nexpected {expected:?}\n{}\n{}",
        show_model(model),
        show_rows(&rows)
    );
    true
}

fn show_model(model: &Model) -> String {
    let variables = model.variables().iter();
    let variables = variables.map(|variable| format!("{} in {}", variable.name, variable.domain));
    let conditions = model.expressions().map(|expr| model.format_expr(expr));
    variables.chain(conditions).collect::<Vec<_>>().join("\n")
}

fn show_rows(rows: &IntegerProgram) -> String {
    let sum = |terms: &[(ColumnId, i64)]| {
        let terms = terms.iter().map(|&(column, w)| format!("{w:+} {}", rows.columns[column].name));
        terms.collect::<Vec<_>>().join(" ")
    };
    let columns = rows.columns.iter();
    let columns =
        columns.map(|column| format!("{}..={} {}", column.lower, column.upper, column.name));
    let conditions = rows
        .rows
        .iter()
        .map(|row| format!("{}: {} {:?} {}", row.name, sum(&row.terms), row.sense, row.rhs));
    let variables = rows.variables.iter().map(|variable| {
        let (name, value) = (&variable.name, &variable.value);
        format!("{name} = {} {:+}", sum(&value.terms), value.constant)
    });
    columns.chain(conditions).chain(variables).collect::<Vec<_>>().join("\n")
}

#[test]
fn rows_of_random_models_have_their_solutions() {
    let refused = (0..300).filter(|&seed| !check(&model(seed))).count();
    assert!(refused < 3, "{refused} of 300 models have no rows");
}

#[test]
#[ignore = "slow: rows of twenty thousand random models, or sixty thousand, have their solutions"]
fn rows_of_many_random_models_have_their_solutions() {
    for seed in gordian_testkit::seeds(20_000, 60_000) {
        check(&model(seed));
    }
}

/// The rows of a model of some flags and numbers have its solutions.
fn check_small(condition: impl Fn([VarId; 4], VarId, VarId) -> Expr) {
    let mut model = Model::new();
    let flags = ["p", "q", "r", "s"].map(|name| model.boolean(name));
    let (y, z) = (model.int("y", 1..=5), model.int("z", -3..=9));
    let condition = condition(flags, y, z);
    model.require("condition", condition);
    assert!(check(&model), "there are no rows");
}

#[test]
fn truth_values_of_many_parts() {
    let odd = |parts: &[VarId]| Expr::new(Node::Xor(parts.iter().map(Expr::from).collect()));
    check_small(|flags, _, _| odd(&flags));
    check_small(|flags, _, _| odd(&flags[..3]).iff(flags[3]));
    check_small(|[p, q, r, s], _, _| !(p & q & (r | s)) ^ (q | r));
}

#[test]
fn truth_values_needed_in_one_direction() {
    check_small(|_, y, z| (y.le(2) - z.le(4)).ge(1));
    check_small(|_, y, z| (y.le(2) - z.le(4)).le(-1));
    check_small(|[p, ..], y, z| (maximum([y, z]) - minimum([y, z]) - p).ge(2));
    check_small(|[p, ..], y, z| (minimum([y, z]) - maximum([y, z]) + p).ge(-2));
}

#[test]
fn a_disjunction_that_holds_anyway_demands_nothing() {
    check_small(|[p, ..], y, z| any_of([p.into(), !p, y.eq(z)]));
    check_small(|[p, ..], y, z| any_of([p.into(), !p, all_different([y, z])]));
    check_small(|[p, ..], y, z| p.ne(y.le(z)) & any_of([y.le(z), p.into(), (y + z).eq(p + 7)]));
}

#[test]
fn what_divides_one_side_only_is_never_equal() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1_000_000);
    let y = model.add_variable("y", Domain::from_values([0, 4]).unwrap());
    model.require("odd", (2 * x + y).eq(5));
    assert!(Search::new(&linearise(&model).unwrap()).assignments().is_empty());
}

#[test]
fn results_outside_64_bits_are_no_solutions() {
    check_small(|_, y, _| (y + (i64::MAX - 3)).ge(0));
    check_small(|_, y, z| sum([y.into(), Expr::from(i64::MAX - 3), z.into()]).ge(0));
    check_small(|_, y, z| ((y * i64::MAX) + z).ne(7));
    check_small(|_, y, z| (-(z + i64::MIN + 3)).gt(y));
    check_small(|_, y, z| (y * (1 << 61)).le(z * (1 << 59)));
}

#[test]
fn a_variable_stands_for_what_it_is_equal_to() {
    // Its domain is larger than what it is equal to.
    check_small(|[p, ..], y, z| z.eq(conditional(p, 0, y)));
    check_small(|[p, ..], y, z| z.eq(conditional(p, 6, y)));
    check_small(|[p, q, ..], y, z| z.eq(maximum([conditional(q, 3, y), 2 * p])));
    // What it is equal to is needed for what it is.
    check_small(|[p, ..], y, z| {
        let most = maximum([y, z]);
        most.eq(conditional(p, &most, y))
    });
}

/// A model whose large numbers follow from small ones: x = 1000·a + b and y = 70·b − a.
struct Large {
    model: Model,
    a: VarId,
    b: VarId,
    x: VarId,
    y: VarId,
}

impl Large {
    fn new() -> Self {
        let mut model = Model::new();
        let (a, b) = (model.int("a", -2..=2), model.int("b", -1..=2));
        let wide = Domain::from_ranges([(-1_000_000, -1500), (-3, 3), (70, 1_000_000)]).unwrap();
        let (x, y) = (model.add_variable("x", wide), model.int("y", -100_000..=100_000));
        model.require("x", x.eq(1000 * a + b));
        model.require("y", y.eq(70 * b - a));
        Self { model, a, b, x, y }
    }
}

/// The rows say what an operation on large numbers is, and where it is undefined.
fn check_large(expr: impl Fn(&Large) -> Expr) {
    let mut large = Large::new();
    let expr = expr(&large);
    let z = large.model.int("z", -(1 << 50)..=1 << 50);
    large.model.require("z", z.eq(&expr));
    let mut expected = BTreeSet::new();
    for a in -2..=2 {
        for b in -1..=2 {
            let mut values = vec![a, b, 1000 * a + b, 70 * b - a];
            if let Ok(z) = large.model.evaluate(&expr, &values) {
                values.push(z);
                if large.model.check(&values).is_ok() {
                    expected.insert(values);
                }
            }
        }
    }
    let rows = linearise(&large.model).unwrap();
    let found = Search::new(&rows).assignments();
    assert_eq!(found, expected, "{}", large.model.format_expr(&expr));
    assert!(!found.is_empty(), "{} is never defined", large.model.format_expr(&expr));
}

#[test]
fn sums_and_products_of_large_numbers() {
    check_large(|m| 3 * m.x - 2 * m.y + 1);
    check_large(|m| m.x * m.a);
    check_large(|m| m.x * m.y);
    check_large(|m| m.x.pow(2));
    check_large(|m| product([m.a, m.b, m.y]));
    check_large(|m| m.x * m.a.gt(m.b));
}

#[test]
fn products_up_to_the_bounds() {
    let mut model = Model::new();
    let side = model.boolean("side");
    let (x, y) = (model.int("x", -1_000_000..=1_000_000), model.int("y", -70_000..=70_000));
    let z = model.int("z", -(1 << 50)..=1 << 50);
    model.require("x", x.eq(1_000_000 - 2_000_000 * side));
    model.require("y", y.eq(70_000 - side));
    model.require("z", z.eq(x * y));
    let found = Search::new(&linearise(&model).unwrap()).assignments();
    let expected =
        [vec![0, 1_000_000, 70_000, 70_000_000_000], vec![1, -1_000_000, 69_999, -69_999_000_000]];
    assert_eq!(found, expected.into());
}

#[test]
fn quotients_of_large_numbers() {
    check_large(|m| m.x / 7);
    check_large(|m| m.x % 7);
    check_large(|m| m.x / -7);
    check_large(|m| m.x % -7);
    check_large(|m| m.x / m.a);
    check_large(|m| m.x % m.b);
    check_large(|m| (m.x + m.y) % 10);
}

#[test]
fn comparisons_of_large_numbers() {
    check_large(|m| m.x.eq(m.y));
    check_large(|m| m.x.ne(1001));
    check_large(|m| m.x.lt(m.y) + m.x.ge(2 * m.y));
    check_large(|m| any_of([m.x.eq(1001), m.y.gt(100), m.a.eq(0)]));
    check_large(|m| Expr::from(m.x).is_in(Domain::from_ranges([(-5000, -1), (1, 1001)]).unwrap()));
    check_large(|m| table([m.x, m.y], vec![vec![1, 70], vec![1002, 139], vec![5, 5]]));
    check_large(|m| all_different([m.x.into(), m.y.into(), 70 * m.b]));
    check_large(|m| distinct_count([m.x.into(), m.y.into(), 70 * m.b]));
    check_large(|m| sos1([m.x, m.a, m.b]));
    check_large(|m| (2 * m.x + 4 * m.y).eq(1));
    check_large(|m| count_true([m.x.gt(0), m.y.gt(0), m.x.gt(m.y)]));
}

#[test]
fn choices_among_large_numbers() {
    check_large(|m| absolute(m.x - m.y));
    check_large(|m| minimum([m.x, m.y]) + maximum([m.x, m.y, m.a]));
    check_large(|m| nth_smallest([m.x, m.y, m.a], 1));
    check_large(|m| conditional(m.a.ge(m.b), m.x, m.y));
    check_large(|m| element([m.x, m.y, m.b], m.a));
    check_large(|m| element([m.a, m.b, m.a, m.b], m.x));
    check_large(|m| conditional(m.x - 1000, m.x, m.y));
}

#[test]
fn powers_of_large_numbers() {
    check_large(|m| Expr::from(m.x).greatest_power_not_above(3));
    check_large(|m| Expr::from(m.x).greatest_power_dividing(2));
    check_large(|m| Expr::from(2).pow(m.x));
    check_large(|m| Expr::from(m.x).factorial());
    check_large(|m| (m.x * m.x * m.y).pow(1));
}

#[test]
fn what_rows_cannot_say_is_refused_by_name() {
    let check = |condition: &dyn Fn(&Large) -> Expr, expected: &str| {
        let mut large = Large::new();
        let condition = condition(&large);
        large.model.require("odd one", condition);
        let error = linearise(&large.model).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!error.hint().is_empty());
    };
    check(
        &|m| greatest_common_divisor([m.x, m.y]).eq(1),
        "constraint `odd one`: the greatest common divisor with more than 4096 values to list \
         cannot be written as rows",
    );
    check(
        &|m| product([m.x, m.x, m.x, m.x]).eq(1),
        "constraint `odd one`: a product near 2^63 with more than 4096 values to list cannot be \
         written as rows",
    );
    check(
        &|_| VarId::from_usize(7).eq(1),
        "constraint `odd one` has a variable that the model does not",
    );
    let error = LinearisationError::TooLarge { constraint: "c".to_owned() };
    assert_eq!(error.to_string(), "constraint `c`: the rows need numbers beyond 64 bits");
}

#[test]
fn all_different_with_a_value_for_each_is_one_row_a_value() {
    let mut model = Model::new();
    let cells: Vec<VarId> = (0..3).map(|place| model.int(format!("x{place}"), 1..=3)).collect();
    model.require("differ", all_different(&cells));
    let rows = linearise(&model).unwrap();
    assert_eq!((rows.columns.len(), rows.rows.len()), (9, 6));
    assert!(rows.rows.iter().all(|row| row.sense == Sense::Equal && row.rhs == 1));
}

#[test]
fn a_disjunction_is_one_row() {
    let mut model = Model::new();
    let flags: Vec<VarId> = (0..3).map(|place| model.boolean(format!("f{place}"))).collect();
    model.require("some", any_of([flags[0].into(), !flags[1], flags[2].into()]));
    let rows = linearise(&model).unwrap();
    assert_eq!((rows.columns.len(), rows.rows.len()), (3, 1));
}

#[test]
fn a_bound_makes_a_large_variable_small() {
    let mut model = Model::new();
    let cells: Vec<VarId> =
        (0..3).map(|place| model.int(format!("x{place}"), 0..=1 << 40)).collect();
    for &cell in &cells {
        model.require("bounds", cell.ge(1) & cell.le(3));
    }
    model.require("differ", all_different(&cells));
    assert_eq!(linearise(&model).unwrap().columns.len(), 9);
}

/// A model that shows what files are made of: a column for numbers, columns for values, a large
/// constant, names that the formats do not take, a goal with a constant.
fn sample() -> Model {
    let mut model = Model::new();
    model.set_title("Sample");
    let x = model.int("cell[1,2]", -1..=4);
    let y = model.add_variable("y", Domain::from_values([-2, 3, 7]).unwrap());
    let e = model.boolean("e1");
    model.require("1st", sum([2 * x, y.into()]).le(9));
    model.require("not 3", e.implies(y.ne(3)));
    model.require("link", e.iff(x.ge(2)));
    model.set_goal(Goal::Maximise(3 * x + y - e + 5));
    model
}

fn written(
    write: impl Fn(&IntegerProgram, &mut dyn std::io::Write) -> std::io::Result<()>,
) -> String {
    let mut text = Vec::new();
    write(&linearise(&sample()).unwrap(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn an_lp_file() {
    let expected = r#"\ Written by gordian: a model as integer rows.
\ Title: "Sample"
\ Column cell_1_2: variable "cell[1,2]"
\ Column v_e1: variable "e1"
\ Row v_1st: constraint "1st"
\ Row not_3: constraint "not 3"
Maximize
 obj: 3 cell_1_2 - 2 y_m2 + 3 y_3 + 7 y_7 - v_e1 + 5 one
Subject To
 y: y_m2 + y_3 + y_7 = 1
 v_1st: 2 cell_1_2 - 2 y_m2 + 3 y_3 + 7 y_7 <= 9
 not_3: y_3 + v_e1 <= 1
 link: cell_1_2 - 3 v_e1 <= 1
 link_2: cell_1_2 - 3 v_e1 >= -1
 is_y: y + 2 y_m2 - 3 y_3 - 7 y_7 = 0
Bounds
 -1 <= cell_1_2 <= 4
 -2 <= y <= 7
 one = 1
General
 cell_1_2
 y
 one
Binary
 y_m2
 y_3
 y_7
 v_e1
End
"#;
    assert_eq!(written(write_lp), expected);
}

#[test]
fn an_mps_file() {
    let expected = r#"* Written by gordian: a model as integer rows.
* Title: "Sample"
* Column cell_1_2: variable "cell[1,2]"
* Column v_e1: variable "e1"
* Row v_1st: constraint "1st"
* Row not_3: constraint "not 3"
NAME gordian
OBJSENSE
    MAX
ROWS
 N obj
 E y
 L v_1st
 L not_3
 L link
 G link_2
 E is_y
COLUMNS
 MARKER 'MARKER' 'INTORG'
 cell_1_2 obj 3
 cell_1_2 v_1st 2
 cell_1_2 link 1
 cell_1_2 link_2 1
 y_m2 obj -2
 y_m2 y 1
 y_m2 v_1st -2
 y_m2 is_y 2
 y_3 obj 3
 y_3 y 1
 y_3 v_1st 3
 y_3 not_3 1
 y_3 is_y -3
 y_7 obj 7
 y_7 y 1
 y_7 v_1st 7
 y_7 is_y -7
 v_e1 obj -1
 v_e1 not_3 1
 v_e1 link -3
 v_e1 link_2 -3
 y is_y 1
 one obj 5
 MARKER 'MARKER' 'INTEND'
RHS
 RHS y 1
 RHS v_1st 9
 RHS not_3 1
 RHS link 1
 RHS link_2 -1
BOUNDS
 LO BND cell_1_2 -1
 UP BND cell_1_2 4
 LO BND y_m2 0
 UP BND y_m2 1
 LO BND y_3 0
 UP BND y_3 1
 LO BND y_7 0
 UP BND y_7 1
 LO BND v_e1 0
 UP BND v_e1 1
 LO BND y -2
 UP BND y 7
 FX BND one 1
ENDATA
"#;
    assert_eq!(written(write_mps), expected);
}

#[test]
fn an_opb_file() {
    let expected = r#"* #variable= 7 #constraint= 6
* Written by gordian: a model as integer rows.
* Title: "Sample"
* "cell[1,2]" = +1 x1 +2 x2 +4 x3 -1
* "y" = -2 x4 +3 x5 +7 x6 +0
* "e1" = +1 x7 +0
* The model's goal: maximise -1 min +2
min: -3 x1 -6 x2 -12 x3 +2 x4 -3 x5 -7 x6 +1 x7 ;
-1 x1 -2 x2 -4 x3 >= -5 ;
+1 x4 +1 x5 +1 x6 = 1 ;
-2 x1 -4 x2 -8 x3 +2 x4 -3 x5 -7 x6 >= -11 ;
-1 x5 -1 x7 >= -1 ;
-1 x1 -2 x2 -4 x3 +3 x7 >= -2 ;
+1 x1 +2 x2 +4 x3 -3 x7 >= 0 ;
"#;
    assert_eq!(written(write_opb), expected);
}
