//! The translation of each predicate holds for exactly the values that the checker accepts.
//!
//! Random constraints over small domains are evaluated for all values, once by the checker and once
//! as a model by `Model::check`. The two share no code.

use gordian_core::{Cancel, NoProgress, Random};
use gordian_flatzinc::{Instance, IntSet, Translation, Value, Values, VariableType, check, parse};
use gordian_search::{ModelSolution, Request, Task, solve};

/// The kind of an argument of a predicate.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An integer variable or constant.
    Int,
    /// An integer constant.
    ConstantInt,
    /// A Boolean variable or constant.
    Bool,
    /// A set variable or constant.
    Set,
    /// An array of so many integers.
    Ints(usize),
    /// An array of so many constants.
    ConstantInts(usize),
    /// An array of so many different constants.
    DifferentInts(usize),
    /// An array of so many Booleans.
    Bools(usize),
    /// An array of so many constant Booleans.
    ConstantBools(usize),
    /// An array of so many sets.
    Sets(usize),
    /// An array of so many constant sets.
    ConstantSets(usize),
    /// An integer variable or constant that is not negative.
    Natural,
    /// An array of so many of them.
    Naturals(usize),
    /// This text.
    Text(&'static str),
}

use Kind::*;

/// Each predicate with its arguments, in some of the forms that it has.
const PREDICATES: &[(&str, &[Kind])] = &[
    ("int_eq", &[Int, Int]),
    ("int_ne", &[Int, Int]),
    ("int_le", &[Int, Int]),
    ("int_lt", &[Int, Int]),
    ("int_lin_eq", &[ConstantInts(3), Ints(3), ConstantInt]),
    ("int_lin_ne", &[ConstantInts(3), Ints(3), ConstantInt]),
    ("int_lin_le", &[ConstantInts(3), Ints(3), ConstantInt]),
    ("int_abs", &[Int, Int]),
    ("int_plus", &[Int, Int, Int]),
    ("int_minus", &[Int, Int, Int]),
    ("int_negate", &[Int, Int]),
    ("int_times", &[Int, Int, Int]),
    ("int_div", &[Int, Int, Int]),
    ("int_mod", &[Int, Int, Int]),
    ("int_pow", &[Int, Int, Int]),
    ("int_pow_fixed", &[Int, ConstantInt, Int]),
    ("int_max", &[Int, Int, Int]),
    ("int_min", &[Int, Int, Int]),
    ("bool2int", &[Bool, Int]),
    ("bool_eq", &[Bool, Bool]),
    ("bool_ne", &[Bool, Bool]),
    ("bool_not", &[Bool, Bool]),
    ("bool_le", &[Bool, Bool]),
    ("bool_lt", &[Bool, Bool]),
    ("bool_and", &[Bool, Bool]),
    ("bool_and", &[Bool, Bool, Bool]),
    ("bool_or", &[Bool, Bool]),
    ("bool_or", &[Bool, Bool, Bool]),
    ("bool_xor", &[Bool, Bool]),
    ("bool_xor", &[Bool, Bool, Bool]),
    ("bool_clause", &[Bools(2), Bools(2)]),
    ("bool_lin_eq", &[ConstantInts(3), Bools(3), Int]),
    ("bool_lin_ne", &[ConstantInts(3), Bools(3), ConstantInt]),
    ("bool_lin_le", &[ConstantInts(3), Bools(3), ConstantInt]),
    ("array_bool_and", &[Bools(3)]),
    ("array_bool_and", &[Bools(3), Bool]),
    ("array_bool_or", &[Bools(3)]),
    ("array_bool_or", &[Bools(0), Bool]),
    ("array_bool_or", &[Bools(3), Bool]),
    ("array_bool_xor", &[Bools(3)]),
    ("array_bool_element", &[Int, ConstantBools(3), Bool]),
    ("array_int_element", &[Int, ConstantInts(3), Int]),
    ("array_var_bool_element", &[Int, Bools(3), Bool]),
    ("array_var_int_element", &[Int, Ints(2), Int]),
    ("array_var_int_element", &[Int, Ints(0), Int]),
    ("array_int_maximum", &[Int, Ints(2)]),
    ("array_int_minimum", &[Int, Ints(2)]),
    ("array_int_minimum", &[Int, Ints(0)]),
    ("set_in", &[Int, Set]),
    ("set_card", &[Set, Int]),
    ("set_eq", &[Set, Set]),
    ("set_ne", &[Set, Set]),
    ("set_subset", &[Set, Set]),
    ("set_superset", &[Set, Set]),
    ("set_le", &[Set, Set]),
    ("set_lt", &[Set, Set]),
    ("set_intersect", &[Set, Set, Set]),
    ("set_union", &[Set, Set, Set]),
    ("set_diff", &[Set, Set, Set]),
    ("set_symdiff", &[Set, Set, Set]),
    ("array_set_element", &[Int, ConstantSets(3), Set]),
    ("array_var_set_element", &[Int, Sets(2), Set]),
    ("fzn_all_different_int", &[Ints(3)]),
    ("fzn_all_equal_int", &[Ints(3)]),
    ("fzn_cumulative", &[Ints(3), ConstantInts(3), ConstantInts(3), Int]),
    ("fzn_cumulative", &[Ints(2), Naturals(2), Naturals(2), Natural]),
    ("fzn_disjunctive", &[Ints(2), Ints(2)]),
    ("fzn_disjunctive", &[Ints(3), ConstantInts(3)]),
    ("fzn_disjunctive_strict", &[Ints(2), Ints(2)]),
    ("fzn_disjunctive_strict", &[Ints(3), Naturals(1)]),
    ("fzn_disjunctive_strict", &[Ints(3), Text("[0, 2, 1]")]),
    ("fzn_global_cardinality", &[Ints(2), DifferentInts(2), Ints(2)]),
    ("fzn_global_cardinality", &[Ints(2), ConstantInts(2), Ints(2)]),
    ("fzn_global_cardinality_closed", &[Ints(2), DifferentInts(2), Ints(2)]),
    ("fzn_lex_less_int", &[Ints(2), Ints(2)]),
    ("fzn_lex_less_int", &[Ints(1), Ints(2)]),
    ("fzn_lex_less_bool", &[Bools(2), Bools(2)]),
    ("fzn_lex_lesseq_int", &[Ints(2), Ints(2)]),
    ("fzn_lex_lesseq_int", &[Ints(2), Ints(1)]),
    ("fzn_lex_lesseq_bool", &[Bools(2), Bools(3)]),
    ("fzn_nvalue", &[Int, Ints(3)]),
    ("fzn_table_int", &[Ints(2), ConstantInts(6)]),
    ("fzn_table_int", &[Ints(2), ConstantInts(0)]),
    ("fzn_table_bool", &[Bools(3), ConstantBools(6)]),
    ("fzn_count_eq", &[Ints(2), Int, Int]),
    ("fzn_diffn", &[Ints(2), Ints(2), ConstantInts(2), ConstantInts(2)]),
    ("gordian_circuit", &[Ints(3), Text("1")]),
    ("gordian_circuit", &[Ints(3), Text("0")]),
    ("gordian_subcircuit", &[Ints(3), Text("-1")]),
    ("gordian_subcircuit", &[Ints(3), Text("1")]),
    ("gordian_inverse", &[Ints(2), Text("0"), Ints(2), Text("1")]),
    ("gordian_inverse", &[Ints(1), Text("0"), Ints(2), Text("1")]),
    ("gordian_bin_packing_load", &[Ints(2), Text("0"), Ints(2), ConstantInts(2)]),
];

/// Predicates that have no reified forms, because they add variables to the model.
const WITH_STATES: &[(&str, &[Kind])] = &[
    (
        "gordian_regular",
        &[Ints(3), Text("2"), Text("2"), Text("[1, 2, 2, 0]"), Text("1"), Text("{2}")],
    ),
    (
        "gordian_regular",
        &[Ints(3), Text("3"), Text("2"), Text("[2, 3, 0, 1, 3, 2]"), Text("1"), Text("{1, 3}")],
    ),
    ("gordian_regular", &[Ints(0), Text("1"), Text("1"), Text("[1]"), Text("1"), Text("{}")]),
    ("gordian_regular", &[Ints(2), Text("1"), Text("1"), Text("[0]"), Text("1"), Text("{1}")]),
];

/// Writes constraints with random arguments.
struct Writer {
    random: Random,
    declarations: String,
    n_variables: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), declarations: String::new(), n_variables: 0 }
    }

    fn constant(&mut self) -> i64 {
        i64::try_from(self.random.below(7)).unwrap() - 3
    }

    fn declare(&mut self, declared: &str) -> String {
        self.n_variables += 1;
        let name = format!("x{}", self.n_variables);
        self.declarations += &format!("var {declared}: {name} :: output_var;\n");
        name
    }

    /// Returns one of the earlier variables of that type, so that a variable occurs twice.
    fn repeated(&mut self, declared: &str) -> Option<String> {
        let lines: Vec<&str> = self.declarations.lines().collect();
        let same = |line: &&&str| line.starts_with(&format!("var {declared}"));
        let lines: Vec<&&str> = lines.iter().filter(same).collect();
        if lines.is_empty() || self.random.below(5) > 0 {
            return None;
        }
        let line = lines[self.random.below(lines.len())];
        Some(line.split(": ").nth(1).unwrap().split(' ').next().unwrap().to_owned())
    }

    fn int(&mut self, least: i64) -> String {
        if self.random.below(6) == 0 {
            return self.constant().max(least).to_string();
        }
        if least < 0
            && let Some(name) = self.repeated("{")
        {
            return name;
        }
        let from = self.constant().max(least);
        match self.random.below(3) {
            0 => self.declare(&format!("{{{from}, {}, {}}}", from + 2, from + 3)),
            1 => self.declare(&format!("{from}..{}", from + 1)),
            _ => self.declare(&format!("{}..{}", from.min(0).max(least), from.max(0))),
        }
    }

    fn bool(&mut self) -> String {
        match self.random.below(5) {
            0 => self.random.flip().to_string(),
            _ => match self.repeated("bool") {
                Some(name) => name,
                None => self.declare("bool"),
            },
        }
    }

    fn constant_set(&mut self) -> String {
        let first = self.constant();
        match self.random.below(3) {
            0 => format!("{first}..{}", first + 1),
            1 => format!("{{{first}, {}}}", first + 2),
            _ => "{}".to_owned(),
        }
    }

    fn set(&mut self) -> String {
        let first = self.constant();
        match self.random.below(4) {
            0 => self.constant_set(),
            1 => self.declare(&format!("set of {{{first}, {}}}", first + 2)),
            _ => self.declare(&format!("set of {first}..{}", first + 1)),
        }
    }

    fn list(&mut self, n: usize, mut item: impl FnMut(&mut Self) -> String) -> String {
        let items: Vec<String> = (0..n).map(|_| item(self)).collect();
        format!("[{}]", items.join(", "))
    }

    fn argument(&mut self, kind: Kind) -> String {
        match kind {
            Int => self.int(-9),
            Natural => self.int(0),
            ConstantInt => self.constant().to_string(),
            Bool => self.bool(),
            Set => self.set(),
            Ints(n) => self.list(n, |writer| writer.int(-9)),
            Naturals(n) => self.list(n, |writer| writer.int(0)),
            ConstantInts(n) => self.list(n, |writer| writer.constant().to_string()),
            DifferentInts(n) => {
                let mut next = self.constant();
                self.list(n, |_| {
                    next += 1;
                    next.to_string()
                })
            }
            Bools(n) => self.list(n, Self::bool),
            ConstantBools(n) => self.list(n, |writer| writer.random.flip().to_string()),
            Sets(n) => self.list(n, Self::set),
            ConstantSets(n) => self.list(n, Self::constant_set),
            Text(text) => text.to_owned(),
        }
    }

    /// Returns a model with one constraint.
    fn model(&mut self, predicate: &str, kinds: &[Kind], suffix: &str) -> String {
        let mut arguments: Vec<String> = kinds.iter().map(|kind| self.argument(*kind)).collect();
        if !suffix.is_empty() {
            arguments.push(self.bool());
        }
        let constraint = format!("constraint {predicate}{suffix}({});", arguments.join(", "));
        format!("{}{constraint}\nsolve satisfy;\n", self.declarations)
    }
}

/// Returns all values that the domains allow.
fn all_values(instance: &Instance) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for variable in &instance.variables {
        let domain: Vec<Value> = match &variable.variable_type {
            VariableType::Bool => [0, 1].map(Value::Int).to_vec(),
            VariableType::Int(domain) => {
                domain.as_ref().unwrap().values().map(Value::Int).collect()
            }
            VariableType::Set(elements) => {
                let elements: Vec<i64> = elements.as_ref().unwrap().values().collect();
                let subset = |chosen: usize| {
                    let is_chosen = |(at, _): &(usize, &i64)| chosen >> at & 1 == 1;
                    elements
                        .iter()
                        .enumerate()
                        .filter(is_chosen)
                        .map(|(_, element)| *element)
                        .collect()
                };
                (0..1 << elements.len()).map(|chosen| Value::Set(subset(chosen))).collect()
            }
        };
        all = all
            .into_iter()
            .flat_map(|values| {
                domain.iter().map(move |value| [&values[..], std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    all
}

/// Returns the values of the model's variables, found by their names.
fn assignment(instance: &Instance, translation: &Translation, values: &[Value]) -> Vec<i64> {
    let value = |name: &str| {
        let (name, element) = match name.split_once('[') {
            Some((name, element)) => (name, element.trim_end_matches(']').parse().ok()),
            None => (name, None),
        };
        let id = instance.variables.iter().position(|variable| variable.name == name).unwrap();
        match &values[id] {
            Value::Int(value) => *value,
            Value::Set(set) => i64::from(set.contains(element.unwrap())),
        }
    };
    translation.model().variables().iter().map(|variable| value(&variable.name)).collect()
}

#[test]
fn translations_hold_for_the_values_that_the_checker_accepts() {
    for seed in gordian_testkit::seeds(12, 400) {
        for (number, (predicate, kinds)) in PREDICATES.iter().enumerate() {
            for suffix in ["", "_reif", "_imp"] {
                let mut writer = Writer::new(seed ^ (number as u64) << 40);
                let text = writer.model(predicate, kinds, suffix);
                if text.contains("fzn_disjunctive_strict") && text.contains("[]") {
                    continue;
                }
                let Ok(instance) = parse(&text) else { panic!("{text}") };
                let translation = match Translation::new(&instance) {
                    Ok(translation) => translation,
                    // The only arrays of different lengths.
                    Err(error) if error.to_string().contains("different lengths") => continue,
                    Err(error) => panic!("{error}\n{text}"),
                };
                assert_eq!(translation.model().check_conditions(), Ok(()), "{text}");
                for values in all_values(&instance) {
                    let assignment = assignment(&instance, &translation, &values);
                    let values = Values::new(values);
                    assert_eq!(translation.values(&assignment), values);
                    let accepted = check(&instance, &values);
                    let holds = translation.model().check(&assignment);
                    assert_eq!(
                        accepted.is_ok(),
                        holds.is_ok(),
                        "{text}{}\n{accepted:?}\n{holds:?}",
                        values.write(&instance)
                    );
                }
            }
        }
    }
}

#[test]
fn automata_have_the_words_that_the_checker_accepts() {
    for seed in gordian_testkit::seeds(10, 200) {
        for (predicate, kinds) in WITH_STATES {
            let text = Writer::new(seed).model(predicate, kinds, "");
            let instance = parse(&text).unwrap();
            let translation = Translation::new(&instance).unwrap();
            let accepted = all_values(&instance).into_iter().map(Values::new);
            let mut accepted: Vec<String> = accepted
                .filter(|values| check(&instance, values).is_ok())
                .map(|values| values.write(&instance))
                .collect();
            let request = Request { task: Task::All { limit: None }, ..Request::default() };
            let answer = solve(translation.model(), &request, &Cancel::new(), &NoProgress).unwrap();
            let text_of = |solution: &ModelSolution| match solution {
                ModelSolution::Whole(named) => {
                    let assignment: Vec<i64> = named.iter().map(|(_, value)| *value).collect();
                    translation.values(&assignment).write(&instance)
                }
                ModelSolution::Part(_) => unreachable!("whole solutions of a model"),
            };
            let mut found: Vec<String> = answer.solutions.iter().map(text_of).collect();
            accepted.sort();
            found.sort();
            assert_eq!(found, accepted, "{text}");
        }
    }
}

#[test]
fn every_predicate_is_tested() {
    // The reading of names from the source finds a predicate that was added without a test.
    let source = include_str!("../../src/translate/predicates.rs");
    let names = source.lines().filter_map(|line| line.trim_start().strip_prefix("(\""));
    let names: Vec<&str> = names.filter_map(|rest| rest.split('"').next()).collect();
    assert!(names.len() > 70, "{names:?}");
    for name in names {
        assert!(PREDICATES.iter().any(|(tested, _)| *tested == name), "{name}");
    }
}

#[test]
fn sets_beyond_the_limits_of_a_model_are_constants_only() {
    let check_text = |text: &str, expected: bool| {
        let instance = parse(text).unwrap();
        let translation = Translation::new(&instance).unwrap();
        assert_eq!(translation.model().check(&[5]).is_ok(), expected, "{text}");
        let values = Values::new(vec![Value::Int(5)]);
        assert_eq!(check(&instance, &values).is_ok(), expected, "{text}");
    };
    let all = format!("{}..{}", i64::MIN, i64::MAX);
    check_text(&format!("var 0..9: x; constraint set_in(x, {all}); solve satisfy;"), true);
    check_text("var 0..9: x; constraint set_in(x, 6..9223372036854775807); solve satisfy;", false);
    check_text(
        "var 0..9: x; constraint set_in(9007199254740993, {x, 3}); solve satisfy;"
            .replace("{x, 3}", "{9007199254740993}")
            .as_str(),
        true,
    );
    assert_eq!(IntSet::range(i64::MIN, i64::MAX).size(), 1 << 64);
}

#[test]
fn powers_that_do_not_fit_are_not_equal_to_anything() {
    let solutions = |text: &str| {
        let instance = parse(text).unwrap();
        let translation = Translation::new(&instance).unwrap();
        let accepted = |values: &Vec<Value>| {
            let assignment = assignment(&instance, &translation, values);
            let is_accepted = check(&instance, &Values::new(values.clone())).is_ok();
            assert_eq!(
                translation.model().check(&assignment).is_ok(),
                is_accepted,
                "{text} {values:?}"
            );
            is_accepted
        };
        all_values(&instance).iter().filter(|values| accepted(values)).count()
    };
    // 18^18 has more than 64 bits.
    assert_eq!(solutions("var bool: b; constraint int_pow_reif(18, 18, 1, b); solve satisfy;"), 1);
    assert_eq!(solutions("var bool: b; constraint int_pow_imp(18, 18, 1, b); solve satisfy;"), 1);
    let text = "var 0..18: x; var -1..18: y; var bool: b; constraint int_pow_reif(x, y, 1, b); solve satisfy;";
    assert_eq!(solutions(text), 19 * 20);
    let text = "var 0..30: x; constraint int_pow(x, 13, 1); solve satisfy;";
    assert_eq!(solutions(text), 1);
}
