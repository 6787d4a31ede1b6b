//! A compilation ends at every limit, wherever it is reached, and without a panic.

use std::time::{Duration, Instant};

use gordian_compile::{CompileError, CompileOptions, Compiled};
use gordian_core::{Cancel, Limit};
use gordian_model::{Expr, Model, VarId, all_different, distinct_count, product, sos2, sum};
use gordian_testkit::mixed_model::Mixed;
use gordian_testkit::planted_model::Planted;
use gordian_testkit::random_model::{global_model, model, wide_model};
use gordian_testkit::structured_model;
use rayon::prelude::*;

/// Compiles a model with every memory limit up to the one that it needs, or with about so many
/// different ones. Returns the number of limits that were reached.
fn check_all_limits(at: &str, model: &Model, presolve: bool, n_limits: usize) -> usize {
    let compile = |max_literals| {
        let options = CompileOptions { presolve, max_literals, ..CompileOptions::default() };
        Compiled::new(model, &options).map(|_| ())
    };
    let unlimited = compile(None);
    let needed = (0..40)
        .map(|bits| 1_usize << bits)
        .find(|&max| compile(Some(max)) != Err(CompileError::TooManyClauses))
        .expect("the model is small");
    let mut n_reached = 0;
    for max in (0..needed).step_by(needed.div_ceil(n_limits)) {
        let limited = compile(Some(max));
        if limited == Err(CompileError::TooManyClauses) {
            n_reached += 1;
        } else {
            // More memory changes nothing; less than an overflow needs is a limit.
            assert_eq!(limited, unlimited, "{at}, presolve {presolve}, {max}: {model:?}");
        }
    }
    n_reached
}

#[test]
fn compilations_end_at_every_limit_of_memory() {
    let seeds = gordian_testkit::seeds(60, 1_000);
    let n_reached = |seed: u64| {
        let models = [
            model(seed),
            wide_model(seed),
            global_model(seed),
            structured_model::model(seed),
            Planted::new(seed).model,
            Mixed::new(seed).model,
        ];
        let mut n = 0;
        for (kind, model) in models.iter().enumerate() {
            for presolve in [true, false] {
                n += check_all_limits(&format!("seed {seed}, kind {kind}"), model, presolve, 50);
            }
        }
        n
    };
    let n_reached: usize = seeds.into_par_iter().map(n_reached).sum();
    assert!(n_reached > 10_000, "{n_reached} limits were reached");
}

/// Models that take long to compile, each in another part.
fn large_models() -> Vec<(&'static str, Model)> {
    type Add = fn(&mut Model, &[VarId]);
    let kinds: [(&str, i64, usize, Add); 8] = [
        ("distinct count", 1000, 5000, |model, vars| {
            model.require("count", distinct_count(vars).le(7));
        }),
        ("distinct count of wide numbers", 1 << 40, 2500, |model, vars| {
            model.require("count", distinct_count(vars).le(7));
        }),
        ("different pairs of wide numbers", 1 << 40, 3000, |model, vars| {
            model.require("different", all_different(vars));
        }),
        ("adjacent", 1, 5000, |model, vars| {
            model.require("adjacent", sos2(vars));
        }),
        ("products", 1000, 400, |model, vars| {
            for (at, &a) in vars.iter().enumerate() {
                for &b in &vars[..at] {
                    model.require("product", (a * b).ne(77));
                }
            }
        }),
        ("a long product", 1 << 20, 5000, |model, vars| {
            let parts = vars.chunks(2).map(|pair| product(pair).eq(5));
            model.require("products", sum(parts).eq(9));
        }),
        ("sums", 1000, 300, |model, vars| {
            for n in 3..vars.len() {
                let terms = (1_i64..).zip(&vars[..n]).map(|(weight, &var)| weight * var);
                model.require("sum", sum(terms).ne(1 << 20));
            }
        }),
        ("squares of differences", 1 << 20, 400, |model, vars| {
            for (at, &a) in vars.iter().enumerate() {
                for &b in &vars[..at] {
                    model.require("distance", (Expr::from(a) - b).abs().ge(3));
                }
            }
        }),
    ];
    let build = |(name, max, n, add): (&'static str, i64, usize, Add)| {
        let mut model = Model::new();
        let vars: Vec<VarId> = (0..n).map(|i| model.int(format!("x{i}"), 0..=max)).collect();
        add(&mut model, &vars);
        (name, model)
    };
    kinds.map(build).into()
}

#[test]
fn large_models_end_soon_after_a_limit() {
    for (name, model) in large_models() {
        let compile = |max_literals: Option<usize>, time: Option<Duration>| {
            let start = Instant::now();
            let cancel = Cancel::new().within(time);
            let options = CompileOptions { max_literals, cancel, ..CompileOptions::default() };
            let error = Compiled::new(&model, &options).err();
            println!("{name}: {error:?} after {:?}", start.elapsed());
            error
        };
        assert_eq!(compile(Some(100_000), None), Some(CompileError::TooManyClauses), "{name}");
        let stopped = CompileError::Stopped { limit: Limit::Time };
        assert_eq!(compile(None, Some(Duration::from_millis(60))), Some(stopped), "{name}");
    }
}
