//! FlatZinc as text and JSON.

use gordian_flatzinc::{Translation, check, parse};

use super::{Target, Verdict, exercise, text};

pub(super) const FLATZINC: Target = Target {
    name: "flatzinc",
    summary: "FlatZinc as text and JSON",
    seeds: |corpus| {
        let testdata = "crates/gordian-flatzinc/testdata";
        for folder in ["pumpkin/mzn_constraints", "pumpkin/mzn_search", "pumpkin/mzn_optimization"]
        {
            corpus.add_folder(&format!("{testdata}/{folder}"), &["fzn"]);
        }
        // A constraint of each family that the files do not have.
        for constraint in [
            "constraint set_union(s, {1, 3}, s);",
            "constraint gordian_regular([x, 1], 2, 2, [1, 2, 2, 0], 1, 1..2);",
            "constraint gordian_inverse([x, y], 1, [y, x], 0);",
            "constraint fzn_cumulative_reif([x, y], [1, 2], [2, 1], 2, b);",
            "constraint int_div_imp(x, y, 2, b);",
        ] {
            corpus.add_text(format!(
                "var 1..3: x :: output_var; var {{1, 4}}: y; var bool: b; var set of 1..3: s :: output_var;\n\
                 {constraint}\nsolve :: int_search([x], first_fail, indomain_min) minimize y;"
            ));
        }
        corpus.add_text(
            r#"{"variables": {"x": {"type": "int", "domain": [[1, 3]]}}, "arrays": {"a": {"a": [2, "x"]}},
                "constraints": [{"id": "int_lin_le", "args": [[1, -2], "a", {"set": [[1, 2]]}], "ann": ["domain"]}],
                "output": ["x"], "solve": {"method": "satisfy"}}"#,
        );
    },
    read,
};

fn read(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let translated = parse(&text).and_then(|instance| {
        let translation = Translation::new(&instance)?;
        Ok((instance, translation))
    });
    let (instance, translation) = match translated {
        Ok(translated) => translated,
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.code().is_empty());
            exercise(error.hint());
            if let Some(span) = error.span {
                assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
            }
            return Verdict::Rejected;
        }
    };
    let model = translation.model();
    assert!(model.check_conditions().is_ok(), "the model has numbers as conditions");
    // The checker accepts what the translation accepts.
    let least: Vec<i64> = model.variables().iter().map(|it| it.domain.min()).collect();
    let greatest: Vec<i64> = model.variables().iter().map(|it| it.domain.max()).collect();
    for assignment in [least, greatest] {
        let values = translation.values(&assignment);
        let checked = check(&instance, &values);
        if model.check(&assignment).is_ok() {
            assert_eq!(checked, Ok(()), "the checker refuses a solution of the model");
        }
        exercise(values.write(&instance));
    }
    Verdict::Accepted
}
