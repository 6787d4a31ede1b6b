//! The `regular` constraint: each value is a letter, and the word leads an automaton to an
//! accepting state.

use gordian_model::{Domain, Expr, Model, table};

use super::arguments::Arguments;
use crate::FlatZincErrorKind;

/// The predicate: `gordian_regular(x, Q, S, d, q0, F)`.
///
/// `x` are the letters, `Q` and `S` the numbers of states and of letters, `d` the transitions row
/// by row: the next state for each state and letter, 0 for none; `q0` is the first state, and `F`
/// are the accepting ones.
pub(super) const REGULAR: &str = "gordian_regular";

/// A `regular` constraint.
#[derive(Debug)]
pub(super) struct Regular {
    letters: Vec<Expr>,
    n_letters: i64,
    /// State, letter, next state.
    transitions: Vec<[i64; 3]>,
    first: i64,
    accepting: Vec<i64>,
}

impl Regular {
    pub(super) fn new(arguments: &Arguments<'_>) -> Result<Self, FlatZincErrorKind> {
        if arguments.len() != 6 {
            return Err(FlatZincErrorKind::ArgumentCount {
                predicate: arguments.predicate().to_owned(),
                expected: vec![6],
                found: arguments.len(),
            });
        }
        let letters = arguments.ints(0)?;
        let (n_states, n_letters) = (arguments.constant(1)?, arguments.constant(2)?);
        let next = arguments.constants(3)?;
        let first = arguments.constant(4)?;
        let accepting = arguments.constant_set(5);
        let accepting = accepting.ok_or_else(|| arguments.wrong(5, "a constant set"))?;
        let size = |n: i64| usize::try_from(n).ok();
        let (rows, columns) = size(n_states)
            .zip(size(n_letters))
            .filter(|(rows, columns)| rows.checked_mul(*columns) == Some(next.len()))
            .ok_or_else(|| arguments.disagree("there is one transition per state and letter"))?;
        if next.iter().any(|state| !(0..=n_states).contains(state)) {
            return Err(arguments.disagree("a transition leads to no state"));
        }
        let mut transitions = Vec::new();
        for (row, state) in (0..rows).zip(1..) {
            let row = &next[row * columns..(row + 1) * columns];
            transitions.extend((1..).zip(row).map(|(letter, next)| [state, letter, *next]));
        }
        transitions.retain(|[_, _, next]| *next != 0);
        let accepting = (1..=n_states).filter(|state| accepting.contains(*state)).collect();
        Ok(Self { letters, n_letters, transitions, first, accepting })
    }

    /// Adds a variable for the state after each letter, and the transitions into it; returns the
    /// condition that the last state is accepting.
    pub(super) fn require(self, model: &mut Model, name: &str) -> Expr {
        let Self { letters, n_letters, transitions, first, accepting } = self;
        let mut reached = vec![first];
        let mut state = Expr::from(first);
        for (position, letter) in letters.iter().enumerate() {
            model.require(name, letter.ge(1) & letter.le(n_letters));
            // Only the states that words of this length reach.
            let rows: Vec<Vec<i64>> = transitions
                .iter()
                .filter(|[from, _, _]| reached.binary_search(from).is_ok())
                .map(|row| row.to_vec())
                .collect();
            reached = rows.iter().map(|row| row[2]).collect();
            reached.sort_unstable();
            reached.dedup();
            let Ok(domain) = Domain::from_values(reached.iter().copied()) else {
                return Expr::from(0);
            };
            let next = model.add_variable(unused_name(model, name, position), domain);
            let row = [state, letter.clone(), Expr::from(next)];
            model.require(name, table(row, rows));
            state = Expr::from(next);
        }
        match Domain::from_values(accepting) {
            Ok(accepting) => state.is_in(accepting),
            Err(_) => Expr::from(0),
        }
    }
}

/// Returns a name for a state that no variable has.
fn unused_name(model: &Model, name: &str, position: usize) -> String {
    let mut unused = format!("state {position} of {name}");
    while model.find(&unused).is_some() {
        unused.push('\'');
    }
    unused
}
