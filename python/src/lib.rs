//! The Rust part of the Python package `gordian`.
//!
//! ```text
//! gordian/*.py ─► _gordian (this crate) ─► gordian: requests, models, batches of Sudoku
//! ```
//!
//! It is: expressions and models as Python classes, requests as texts, batches of Sudoku, and the
//! thread on which long work runs while Python waits for signals. It is not: the names and documents
//! of requests, which `gordian/requests.py` and its neighbours have, and NumPy's arrays of
//! expressions (`gordian/_array.py`).

mod error;
mod expr;
mod model;
mod operations;
mod options;
mod request;
mod solution;
mod solutions;
mod sudoku;
mod work;

/// The module `gordian._gordian`.
#[pyo3::pymodule]
mod _gordian {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::expr::{PyExpr, restore_constant};
    #[pymodule_export]
    use crate::model::{PyModel, restore_expr, restore_model, restore_variable};
    #[pymodule_export]
    use crate::operations::{
        PyGraph, PyInterval, all_different, all_of, any_of, arg_maximum, arg_minimum, array_set,
        circuit, conditional, connected, connected_edges, count_true, cumulative, digits,
        disjunctive, distinct_count, div, element, element_2d, exactly, factorial, gcd,
        global_cardinality, greatest_power_dividing, greatest_power_not_above, iff, implies,
        increasing, inverse, is_in, lex_eq, lex_ge, lex_gt, lex_le, lex_lt, lex_ne, maximum,
        minimum, no_overlap, no_overlap_2d, nth_smallest, one_hot, path, penalty, product, regions,
        rem, single_cycle, sort, sos1, sos2, strictly_increasing, subcircuit, sum, table,
        value_precedence, within_capacity, xor,
    };
    #[pymodule_export]
    use crate::request::{
        configure, operations, puzzle_model, puzzle_solution, request, request_many,
    };
    #[pymodule_export]
    use crate::solution::{PyAssignment, PySolution, restore_assignment, restore_solution};
    #[pymodule_export]
    use crate::solutions::PySolutions;
    #[pymodule_export]
    use crate::sudoku::{solve_array, solve_lines, solve_list};
}
