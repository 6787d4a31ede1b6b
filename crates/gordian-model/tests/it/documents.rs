//! Tests of the documents about models.

use gordian_model::Model;

use crate::operations::NAMES;
use crate::support::brute_force;

fn page(name: &str) -> String {
    let path = format!("{}/../../docs/guides/{name}.md", env!("CARGO_MANIFEST_DIR"));
    fs_err::read_to_string(path).unwrap()
}

#[test]
fn json_examples_are_valid_models() {
    let page = page("models");
    let samples: Vec<&str> =
        page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!samples.is_empty());
    for sample in samples {
        let model = Model::from_json(sample).unwrap();
        assert_eq!(brute_force(&model).best, Some(9));
    }
}

/// Each example on the page has as many solutions as stated after it.
#[test]
fn examples_of_constraints_have_their_solutions() {
    let page = page("constraints");
    let mut texts = String::new();
    for rest in page.split("```json\n").skip(1) {
        let (sample, after) = rest.split_once("```\n\nSolutions: ").unwrap();
        let n_solutions: usize = after.lines().next().unwrap().parse().unwrap();
        let model = Model::from_json(sample).unwrap();
        assert_eq!(brute_force(&model).answers.len(), n_solutions, "{sample}");
        assert_eq!(Model::from_json(&model.to_json()).unwrap(), model);
        texts.push_str(sample);
    }
    let first = NAMES.iter().position(|name| *name == "global_cardinality").unwrap();
    for name in &NAMES[first..] {
        assert!(page.contains(&format!("`{name}`")), "no description of `{name}`");
        let is_used = texts.contains(&format!("[\"{name}\""));
        assert!(is_used || name.starts_with("lex_"), "no example of `{name}`");
    }
}

#[test]
fn the_table_lists_every_operation_once() {
    let page = page("models");
    let table = page.split("## Operations").nth(1).unwrap().split("###").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: Vec<&str> = rows.map(|row| row.split('`').next().unwrap()).collect();
    assert_eq!(listed, NAMES);
}

#[test]
fn every_milpmanager_operation_is_in_the_document() {
    /// Domains, operations, composite operations, constraints, composite constraints and goals,
    /// as in the source of MilpManager (commit fbe5da14, and `NDifferent` of another version).
    const MEMBERS: &str = "AnyInteger AnyReal PositiveOrZeroInteger PositiveOrZeroReal \
        BinaryInteger AnyConstantInteger AnyConstantReal PositiveOrZeroConstantInteger \
        PositiveOrZeroConstantReal BinaryConstantInteger AbsoluteValue Addition BinaryNegation \
        Condition Conjunction DifferentValuesCount Disjunction Division Equivalency \
        ExclusiveDisjunction Exponentiation Factorial GCD GreatestPowerDividing \
        GreatestPowerNotAbove IsEqual IsGreaterOrEqual IsGreaterThan IsLessOrEqual IsLessThan \
        IsNotEqual MaterialImplication Maximum Minimum Multiplication Negation RealDivision \
        Remainder Subtraction Truncation Approximate Approximate2D ArrayGet ArraySet CountingSort \
        Decomposition IsLexicographicalEqual IsLexicographicalGreaterOrEqual \
        IsLexicographicalGreaterThan IsLexicographicalLessOrEqual IsLexicographicalLessThan \
        IsLexicographicalNotEqual Loop NthElements OneHotEncoding SelectionSort \
        UnsignedMagnitudeDecomposition Equal GreaterOrEqual GreaterThan LessOrEqual LessThan \
        MultipleOf NotEqual AllDifferent Cardinality NDifferent Composite FromSet NotFromSet \
        SpecialOrderedSetType1 SpecialOrderedSetType2 Minimize Maximize MinimizeMaximum \
        MaximizeMinimum MaximizeMaximum MinimizeMinimum Epsilon";
    let page = page("milpmanager");
    let first_cells: String = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .map(|row| format!("`{} ", row.split(" | ").next().unwrap()))
        .collect();
    for member in MEMBERS.split_whitespace() {
        assert!(first_cells.contains(&format!("`{member}`")), "no row for `{member}`");
    }
}
