//! Reading of texts and documents, and output.

use gordian_core::{Cancel, Index as _, ValueOrder, VarOrder};
use gordian_flatzinc::{Bounds, Goal, Translation, Value, Values, parse};
use gordian_model::{Model, SearchPhase, VarId};
use gordian_propagate::RootBounds;

/// The same model as text and as JSON.
const TEXT: &str = r#"
% A comment.
predicate median(var int: x, array [int] of var int: xs);
array [1..2] of int: weights = [2, -3];
int: limit = 7;
var bool: b :: output_var;
var 1..4: x :: output_var = 3;
var {1, 3, 7}: y :: is_defined_var;
var set of 1..3: s :: output_var;
var int: free;
array [1..3] of var int: xs :: output_array([0..2]) = [x, y, 5];
array [1..4] of var int: square :: output_array([1..2, 1..2]) = [x, x, y, y];
constraint int_lin_le(weights, [x, xs[2]], limit) :: domain :: mzn_constraint_name("balance");
constraint set_in(y, s);
constraint int_eq(free, y);
solve :: seq_search([int_search(xs, first_fail, indomain_min, complete), bool_search([b], input_order, indomain_max, complete)]) minimize y;
"#;

const JSON: &str = r#"{
  "variables": {
    "b": {"type": "bool"},
    "x": {"type": "int", "domain": [[1, 4]], "rhs": 3},
    "y": {"type": "int", "domain": [[1, 1], [3, 3], [7, 7]], "defined": true},
    "s": {"type": "set", "domain": [[1, 3]]},
    "free": {"type": "int"}
  },
  "arrays": {
    "weights": {"a": [2, -3]},
    "xs": {"a": ["x", "y", 5]},
    "square": {"a": ["x", "x", "y", "y"]}
  },
  "constraints": [
    {"id": "int_lin_le", "args": ["weights", ["x", "y"], 7],
     "ann": ["domain", {"id": "mzn_constraint_name", "args": [{"string": "balance"}]}]},
    {"id": "set_in", "args": ["y", "s"]},
    {"id": "int_eq", "args": ["free", "y"], "defines": "free"}
  ],
  "output": ["b", "x", "s", "xs", "square"],
  "solve": {"method": "minimize", "objective": "y", "ann": [
    {"id": "seq_search", "args": [[
      {"id": "int_search", "args": ["xs", "first_fail", "indomain_min", "complete"]},
      {"id": "bool_search", "args": [["b"], "input_order", "indomain_max", "complete"]}]]}]},
  "version": "1.0"
}"#;

#[test]
fn a_text_and_its_json_are_the_same_model() {
    let mut text = parse(TEXT).unwrap();
    let json = parse(JSON).unwrap();
    for constraint in &mut text.constraints {
        assert!(constraint.span.take().is_some());
    }
    for output in &mut text.outputs {
        // JSON has no dimensions.
        output.dimensions.clear();
    }
    assert_eq!(text, json);
    assert!(matches!(text.goal, Goal::Minimise(_)));
    assert_eq!(text.constraints[0].given_name(), Some("balance"));
    assert_eq!(text.search[0].arguments.len(), 1);
}

#[test]
fn search_annotations_are_the_strategy_of_the_model() {
    let texts = [TEXT, JSON].map(|text| Translation::new(&parse(text).unwrap()).unwrap());
    let [text, json] = &texts;
    assert_eq!(text.model().strategy(), json.model().strategy());
    let model = text.model();
    let [b, x, y] = ["b", "x", "y"].map(|name| model.find(name).unwrap());
    let phases = vec![
        SearchPhase {
            variables: vec![x, y],
            var_order: VarOrder::SmallestRange,
            value_order: ValueOrder::Least,
        },
        SearchPhase {
            variables: vec![b],
            var_order: VarOrder::Listed,
            value_order: ValueOrder::Greatest,
        },
    ];
    assert_eq!(model.strategy().phases, phases);
}

#[test]
fn sets_are_searched_by_their_elements_and_warm_starts_are_hints() {
    let text = "var set of 1..2: s; var 0..9: x; var bool: b; \
        solve :: set_search([s], input_order, indomain_max, complete) :: warm_start([x], [4]) \
        :: warm_start_array([warm_start([b], [true])]) :: restart_luby(50) satisfy;";
    let translation = Translation::new(&parse(text).unwrap()).unwrap();
    let model = translation.model();
    let [x, b] = ["x", "b"].map(|name| model.find(name).unwrap());
    let strategy = model.strategy();
    assert_eq!(strategy.hints, [(x, 4), (b, 1)]);
    let [phase] = &strategy.phases[..] else { panic!("{strategy:?}") };
    let names = phase.variables.iter().map(|&var| model.variables()[var].name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["s[2]", "s[1]"]);
    assert_eq!(phase.value_order, ValueOrder::Greatest);
}

#[test]
fn solutions_are_written_as_minizinc_reads_them() {
    let instance = parse(TEXT).unwrap();
    let set = [1, 3].into_iter().collect();
    let values = [Value::Int(1), Value::Int(3), Value::Int(7), Value::Set(set), Value::Int(7)];
    let values = Values::new(values.to_vec());
    let expected = "b = true;\nx = 3;\ns = {1,3};\nxs = array1d(0..2, [3, 7, 5]);\n\
                    square = array2d(1..2, 1..2, [3, 3, 7, 7]);\n";
    assert_eq!(values.write(&instance), expected);
}

#[test]
fn constraints_have_the_names_of_the_modeller() {
    let translation = Translation::new(&parse(TEXT).unwrap()).unwrap();
    let names: Vec<&str> =
        translation.model().constraints().iter().map(|constraint| &*constraint.name).collect();
    assert_eq!(names, ["value of x", "balance", "set_in#2", "int_eq#3"]);
}

/// Returns the bounds of variables at the root.
fn infer(model: &Model, open: &[VarId]) -> Vec<Bounds> {
    let bounds = RootBounds::new(model, open, &Cancel::new());
    open.iter().map(|&var| bounds.of(var)).collect()
}

#[test]
fn integers_without_bounds_get_those_of_their_constraints() {
    let most = 1 << 53;
    let bounds = |text: &str| {
        let translation = Translation::with_bounds(&parse(text).unwrap(), &infer).unwrap();
        let is_cut = !translation.open_variables().is_empty();
        assert_eq!(translation.cut_variable(|_| (None, None)).is_some(), is_cut);
        let domain = &translation.model().variables().iter().last().unwrap().domain;
        // What was cut is said.
        assert_eq!(is_cut, domain.min() == -most || domain.max() == most, "{text}");
        (domain.min(), domain.max())
    };
    let check = |constraint: &str, expected| {
        let declared = "var -3..5: x; var 2..4: y; var bool: b; var int: free;";
        let found = bounds(&format!("{declared} constraint {constraint}; solve satisfy;"));
        assert_eq!(found, expected, "{constraint}");
    };
    check("int_eq(free, x)", (-3, 5));
    check("int_lin_eq([2, 3, -1], [x, y, free], 0)", (0, 22));
    check("int_lin_eq([2, 1], [free, x], 9)", (2, 6));
    check("int_lin_le([1, 1], [free, x], 9)", (-most, 12));
    check("int_lin_le([-2], [free], 7)", (-3, most));
    check("int_plus(x, y, free)", (-1, 9));
    check("int_times(x, y, free)", (-12, 20));
    check("int_times(x, x, free)", (0, 25));
    check("int_div(x, y, free)", (-2, 3));
    check("int_mod(x, y, free)", (-3, 3));
    check("int_abs(x, free)", (0, 5));
    check("int_abs(free, y)", (-4, 4));
    check("int_max(x, y, free)", (2, 5));
    check("int_min(x, y, free)", (-3, 4));
    check("bool2int(b, free)", (0, 1));
    check("array_var_int_element(y, [x, 9, y], free)", (2, 9));
    check("set_in(free, {-7, 4})", (-7, 4));
    check("int_pow(x, 3, free)", (-27, 125));
    check("int_pow(y, x, free)", (0, 1024));
    check("int_pow(x, 60, free)", (-most, most));
    check("int_abs(free, free)", (0, most));
    check("int_lin_eq([1, -2], [free, free], 0)", (-most, most));
    check("int_ne(free, x)", (-most, most));
    // A contradiction is found by the solver, not here.
    check("int_lin_le([1], [free], -9223372036854775807)", (-most, most));
}

#[test]
fn no_bounds_follow_from_the_limits_of_a_model() {
    // The set has elements beyond those that a variable without bounds gets.
    for constraint in [
        "set_in(n, -9223372036854775807..9223372036854775807)",
        "set_in(n, 3..1152921504606846976)",
    ] {
        let text = format!("var int: n; constraint {constraint}; solve satisfy;");
        let instance = parse(&text).unwrap();
        let translation = Translation::with_bounds(&instance, &infer).unwrap();
        assert_eq!(translation.cut_variable(|_| (None, None)), Some("n"), "{constraint}");
    }
}

#[test]
fn sets_without_bounds_get_those_of_their_operands() {
    let check = |constraints: &str, expected: &[i64]| {
        let text = format!(
            "var set of 1..3: x; var set of {{2, 5}}: y; var 1..2: i; var set of int: s; {constraints} solve satisfy;"
        );
        let translation = Translation::new(&parse(&text).unwrap()).unwrap();
        let names = translation.model().variables().iter().map(|variable| &*variable.name);
        let found: Vec<&str> = names.filter(|name| name.starts_with("s[")).collect();
        let expected: Vec<String> = expected.iter().map(|value| format!("s[{value}]")).collect();
        assert_eq!(found, expected, "{constraints}");
    };
    check("constraint set_eq(s, x);", &[1, 2, 3]);
    check("constraint set_subset(s, x);", &[1, 2, 3]);
    check("constraint set_superset({7, 9}, s);", &[7, 9]);
    check("constraint set_union(x, y, s);", &[1, 2, 3, 5]);
    check("constraint set_intersect(x, s, y);  constraint set_subset(s, y);", &[2, 5]);
    check("constraint set_intersect(x, y, s);", &[2]);
    check("constraint set_diff(x, y, s);", &[1, 2, 3]);
    check("constraint set_diff(s, x, y);", &[1, 2, 3, 5]);
    check("constraint set_symdiff(x, y, s);", &[1, 2, 3, 5]);
    check("constraint set_symdiff(s, x, y);", &[1, 2, 3, 5]);
    check("constraint set_union(s, x, {1, 4});", &[1, 4]);
    check("constraint array_var_set_element(i, [x, y], s);", &[1, 2, 3, 5]);
    check("constraint array_set_element(i, [{4}, 7..8], s);", &[4, 7, 8]);
    check("var set of int: t; constraint set_eq(t, s); constraint set_eq(t, y);", &[2, 5]);
}

#[test]
fn widest_integers_do_not_wrap() {
    let text =
        "var -9007199254740992..9007199254740992: x; var -9007199254740992..9007199254740992: y;
                constraint int_times(x, y, 9223372036854775807); solve satisfy;";
    let instance = parse(text).unwrap();
    let translation = Translation::new(&instance).unwrap();
    // 2^53 · 2^53 is 0 modulo 2^64.
    let values = translation.values(&[1 << 53, 1 << 53]);
    assert!(gordian_flatzinc::check(&instance, &values).is_err());
    assert_eq!(values, Values::new(vec![Value::Int(1 << 53); 2]));
    assert_eq!(instance.variables.indices().map(|id| id.index()).collect::<Vec<_>>(), [0, 1]);
}
