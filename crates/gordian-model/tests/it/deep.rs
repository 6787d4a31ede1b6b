//! Tests of deeply nested expressions on a thread with a small stack.

use std::thread;

use gordian_model::*;

/// A stack of 256 KiB holds some thousand calls.
const DEPTH: usize = 100_000;
const STACK_BYTES: usize = 256 << 10;

/// Runs `work` on a thread with a stack of 256 KiB. A stack overflow aborts the process.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    thread.unwrap().join().unwrap();
}

/// Runs all functions on an expression that `nest` nests `depth` times, over two 0/1 variables.
fn check(name: &str, depth: usize, nest: fn(Expr, VarId) -> Expr) {
    let name = name.to_owned();
    on_small_stack(move || {
        let mut model = Model::new();
        let [x, y] = ["x", "y"].map(|name| model.boolean(name));
        let expr = (0..depth).fold(Expr::from(x), |expr, _| nest(expr, y));
        assert!(model.bounds(&expr).is_condition(), "{name}");
        assert!(model.evaluate(&expr, &[1, 1]).is_ok(), "{name}");
        assert!(model.format_expr(&expr).len() < 2000, "{name}");
        assert!(format!("{expr:?}").len() < 10_000, "{name}");
        assert!(expr == expr.clone(), "{name}");
        model.require("deep", expr.clone());
        let again = model.clone();
        assert!(again == model, "{name}");
        let _ = model.check(&[1, 1]);
        assert!(format!("{model:?}").len() < 100_000, "{name}");
        let text = model.to_json();
        assert!(text.len() > depth, "{name}");
        assert_eq!(Model::from_json(&text).unwrap_err().code(), "model-depth", "{name}");
        drop(model);
        drop(expr);
        drop(again);
    });
}

#[test]
fn deep_expressions_do_not_overflow_the_stack() {
    check("not", 10 * DEPTH, |expr, _| !expr);
    check("max", DEPTH, |expr, y| maximum(exprs![expr, y]));
    check("and", DEPTH, |expr, y| all_of(exprs![y, expr]));
    check("or", DEPTH, |expr, y| any_of(exprs![expr, y]));
    check("if", DEPTH, |expr, y| conditional(y, expr, 0));
    check("element", DEPTH, |expr, y| element(exprs![expr, 1], y));
    check("comparison", DEPTH, |expr, y| expr.le(y));
    // A clone prevents the sum from growing in place.
    check("sum", DEPTH, |expr, y| sum(exprs![expr, y]).pow(0));
}

/// The clones are dropped after the tree, so every level is shared until then.
#[test]
fn dropping_deep_chains_of_clones_does_not_overflow_the_stack() {
    on_small_stack(|| {
        let mut model = Model::new();
        let x = model.int("x", 0..=1);
        let mut levels = vec![Expr::from(x)];
        for level in 0..DEPTH {
            let next = maximum(exprs![&levels[level], x]);
            levels.push(next);
        }
        let top = levels[DEPTH].clone();
        drop(levels);
        assert_eq!(model.evaluate(&top, &[1]), Ok(1));
    });
}

/// The deepest accepted text can be read on a small stack.
#[test]
fn reading_deep_texts_does_not_overflow_the_stack() {
    on_small_stack(|| {
        let text = |depth: usize| {
            let nested = "[\"element\", [".repeat(depth) + "0" + &"], 0]".repeat(depth);
            format!(
                "{{\"schema\": 1, \"variables\": [], \"constraints\": [{{\"require\": {nested}}}]}}"
            )
        };
        assert!(Model::from_json(&text(1000)).is_ok());
        assert_eq!(Model::from_json(&text(DEPTH)).unwrap_err().code(), "model-depth");
    });
}
