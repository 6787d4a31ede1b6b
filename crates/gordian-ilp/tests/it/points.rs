//! The integer points of a linearised model are the solutions of the model.

use std::collections::BTreeSet;

use gordian_compile::CompileError;
use gordian_ilp::{ColumnId, IntegerProgram, LinearisationError, Sense, linearise};
use gordian_model::{
    Domain, Expr, Model, Node, VarId, absolute, all_different, any_of, conditional, count_true,
    distinct_count, element, greatest_common_divisor, maximum, minimum, nth_smallest, product,
    sos1, sum, table,
};

use crate::point_search::PointSearch;
use gordian_testkit::random_model::{brute_force, model};

/// Asserts that the rows have exactly the model's solutions; returns whether the model can be
/// linearised.
fn check(model: &Model) -> bool {
    let Ok(rows) = linearise(model) else { return false };
    let found: Vec<Vec<i64>> = PointSearch::new(&rows).assignments().into_iter().collect();
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
fn integer_points_are_the_solutions_of_random_models() {
    let refused = (0..300).filter(|&seed| !check(&model(seed))).count();
    assert!(refused < 3, "{refused} of 300 models have no rows");
}

#[test]
#[ignore = "slow: integer points of 20,000 random models, or 60,000"]
fn integer_points_are_the_solutions_of_many_random_models() {
    for seed in gordian_testkit::seeds(20_000, 60_000) {
        check(&model(seed));
    }
}

/// Checks the rows of a model with a few flags and integers.
fn check_small(condition: impl Fn([VarId; 4], VarId, VarId) -> Expr) {
    let mut model = Model::new();
    let flags = ["p", "q", "r", "s"].map(|name| model.boolean(name));
    let (y, z) = (model.int("y", 1..=5), model.int("z", -3..=9));
    let condition = condition(flags, y, z);
    model.require("condition", condition);
    assert!(check(&model), "there are no rows");
}

#[test]
fn parity_and_nested_conditions() {
    let odd = |parts: &[VarId]| Expr::new(Node::Xor(parts.iter().map(Expr::from).collect()));
    check_small(|flags, _, _| odd(&flags));
    check_small(|flags, _, _| odd(&flags[..3]).iff(flags[3]));
    check_small(|[p, q, r, s], _, _| !(p & q & (r | s)) ^ (q | r));
}

#[test]
fn half_reified_conditions() {
    check_small(|_, y, z| (y.le(2) - z.le(4)).ge(1));
    check_small(|_, y, z| (y.le(2) - z.le(4)).le(-1));
    check_small(|[p, ..], y, z| (maximum([y, z]) - minimum([y, z]) - p).ge(2));
    check_small(|[p, ..], y, z| (minimum([y, z]) - maximum([y, z]) + p).ge(-2));
}

#[test]
fn tautological_disjunctions_do_not_constrain() {
    check_small(|[p, ..], y, z| any_of([p.into(), !p, y.eq(z)]));
    check_small(|[p, ..], y, z| any_of([p.into(), !p, all_different([y, z])]));
    check_small(|[p, ..], y, z| p.ne(y.le(z)) & any_of([y.le(z), p.into(), (y + z).eq(p + 7)]));
}

#[test]
fn equality_without_integer_solution_is_infeasible() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1_000_000);
    let y = model.add_variable("y", Domain::from_values([0, 4]).unwrap());
    model.require("odd", (2 * x + y).eq(5));
    assert!(PointSearch::new(&linearise(&model).unwrap()).assignments().is_empty());
}

/// As by the compiler to clauses.
#[test]
fn results_beyond_64_bits_are_refused() {
    let check = |condition: &dyn Fn(VarId, VarId) -> Expr| {
        let mut model = Model::new();
        let (y, z) = (model.int("y", 1..=5), model.int("z", -3..=9));
        model.require("large", condition(y, z));
        let error = linearise(&model).unwrap_err();
        let LinearisationError::Lowering(CompileError::Overflow { part, .. }) = &error else {
            panic!("{error}")
        };
        assert_eq!(part, "constraint `large`");
    };
    check(&|y, _| (y + (i64::MAX - 3)).ge(0));
    check(&|y, z| sum([y.into(), Expr::from(i64::MAX - 3), z.into()]).ge(0));
    check(&|y, z| ((y * i64::MAX) + z).ne(7));
    check(&|y, z| (-(z + i64::MIN + 3)).gt(y));
    check(&|y, z| (y * (1 << 61)).le(z * (1 << 59)));
}

#[test]
fn an_equality_defines_a_term_by_the_rest() {
    // The domain of the variable is larger than that of the equal expression.
    check_small(|[p, ..], y, z| z.eq(conditional(p, 0, y)));
    check_small(|[p, ..], y, z| z.eq(conditional(p, 6, y)));
    check_small(|[p, q, ..], y, z| z.eq(maximum([conditional(q, 3, y), 2 * p])));
    // The expression contains the variable.
    check_small(|[p, ..], y, z| {
        let most = maximum([y, z]);
        most.eq(conditional(p, &most, y))
    });
}

/// A model whose large integers follow from small ones: x = 100,000·a + b and y = 7,000·b − a.
struct LargeModel {
    model: Model,
    a: VarId,
    b: VarId,
    x: VarId,
    y: VarId,
}

impl LargeModel {
    fn new() -> Self {
        let mut model = Model::new();
        let (a, b) = (model.int("a", -2..=2), model.int("b", -1..=2));
        let wide = Domain::from_ranges([(-1_000_000, -1500), (-3, 3), (70, 1_000_000)]).unwrap();
        let (x, y) = (model.add_variable("x", wide), model.int("y", -100_000..=100_000));
        model.require("x", x.eq(100_000 * a + b));
        model.require("y", y.eq(7_000 * b - a));
        Self { model, a, b, x, y }
    }
}

/// Asserts that the rows define an operation on large integers, including where it is undefined.
fn check_large(expr: impl Fn(&LargeModel) -> Expr) {
    let mut large = LargeModel::new();
    let expr = expr(&large);
    let z = large.model.int("z", -(1 << 50)..=1 << 50);
    large.model.require("z", z.eq(&expr));
    let mut expected = BTreeSet::new();
    for a in -2..=2 {
        for b in -1..=2 {
            let mut values = vec![a, b, 100_000 * a + b, 7_000 * b - a];
            if let Ok(z) = large.model.evaluate(&expr, &values) {
                values.push(z);
                if large.model.check(&values).is_ok() {
                    expected.insert(values);
                }
            }
        }
    }
    let rows = linearise(&large.model).unwrap();
    let found = PointSearch::new(&rows).assignments();
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
    let found = PointSearch::new(&linearise(&model).unwrap()).assignments();
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
    check_large(|m| conditional(m.x - 100_000, m.x, m.y));
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
fn linearisation_errors_name_the_constraint() {
    let check = |condition: &dyn Fn(VarId, VarId) -> Expr, expected: &str| {
        let mut model = Model::new();
        let [x, y] = ["x", "y"].map(|name| model.int(name, -(1 << 40)..=1 << 40));
        model.require("odd one", condition(x, y));
        let error = linearise(&model).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!error.hint().is_empty());
    };
    check(
        &|x, y| greatest_common_divisor([x, y]).eq(1),
        "constraint `odd one`: the greatest common divisor has more than 4096 values to list \
         and cannot be linearised",
    );
    check(
        &|x, y| product([x, y, y, x]).eq(1),
        "constraint `odd one` has a product with values from -1208925819614629174706176 to \
         1208925819614629174706176, which do not fit into 64 bits",
    );
    let error = LinearisationError::TooLarge { constraint: "c".to_owned() };
    assert_eq!(error.to_string(), "constraint `c`: the rows need numbers beyond 64 bits");
}

#[test]
fn tight_all_different_is_one_equality_per_value() {
    let mut model = Model::new();
    let cells: Vec<VarId> = (0..3).map(|index| model.int(format!("x{index}"), 1..=3)).collect();
    model.require("differ", all_different(&cells));
    let rows = linearise(&model).unwrap();
    assert_eq!((rows.columns.len(), rows.rows.len()), (9, 6));
    assert!(rows.rows.iter().all(|row| row.sense == Sense::Equal && row.rhs == 1));
}

#[test]
fn a_disjunction_is_one_row() {
    let mut model = Model::new();
    let flags: Vec<VarId> = (0..3).map(|index| model.boolean(format!("f{index}"))).collect();
    model.require("some", any_of([flags[0].into(), !flags[1], flags[2].into()]));
    let rows = linearise(&model).unwrap();
    assert_eq!((rows.columns.len(), rows.rows.len()), (3, 1));
}

#[test]
fn bounds_narrow_a_large_variable() {
    let mut model = Model::new();
    let cells: Vec<VarId> =
        (0..3).map(|index| model.int(format!("x{index}"), 0..=1 << 40)).collect();
    for &cell in &cells {
        model.require("bounds", cell.ge(1) & cell.le(3));
    }
    model.require("differ", all_different(&cells));
    let rows = linearise(&model).unwrap();
    assert_eq!(rows.columns.len(), 9, "{}", show_rows(&rows));
}

#[test]
fn deeply_nested_expressions_are_linearised_on_a_small_stack() {
    let linearised = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        let mut model = Model::new();
        let x: Vec<VarId> = (0..5_000).map(|index| model.int(format!("x{index}"), 0..=9)).collect();
        let deep = x.iter().fold(Expr::from(0), |deep, &x| maximum([x + 1, 9 - deep]));
        let chain = x.iter().fold(deep.le(5), |chain, &x| (chain & x.ge(2)).iff(x.le(7)));
        model.require("deep", chain);
        linearise(&model).map(|rows| rows.rows.len())
    });
    assert!(linearised.unwrap().join().unwrap().unwrap() > 5_000);
}

#[test]
fn presolve_shortens_the_rows() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=9));
    let flags: Vec<VarId> = (0..3).map(|index| model.boolean(format!("f{index}"))).collect();
    model.require("double", y.eq(2 * x));
    model.require("one", sum(&flags).eq(1));
    model.require("chosen", z.eq(2 * flags[0] + 5 * flags[1] + 7 * flags[2]));
    model.require("bounds", x.ge(1) & x.le(3));
    let rows = linearise(&model).unwrap();
    assert!(check(&model));
    // x and the flags, exactly one of which is 1; y and z are expressions.
    assert_eq!((rows.columns.len(), rows.rows.len()), (4, 1), "{}", show_rows(&rows));
    let x = rows.columns.iter().find(|column| column.name == "x").unwrap();
    assert_eq!((x.lower, x.upper), (1, 3));
}
