//! The possible elements of sets that are declared without any: those of the operands that they are
//! made of.

use std::collections::BTreeSet;

use gordian_core::IndexVec;

use crate::IntSet;
use crate::error::MAX_SET_ELEMENTS;
use crate::instance::{Argument, Constraint, Instance, VariableId, VariableType};

/// Elements that a set may have; `None` if they are not known.
type Elements = Option<BTreeSet<i64>>;

/// Returns the possible elements of each set variable: those of its declaration, else those that
/// follow from the constraints; `None` for other variables, and if nothing follows.
pub(super) fn possible_elements(instance: &Instance) -> IndexVec<VariableId, Option<IntSet>> {
    let declared = |variable: &crate::Variable| match &variable.variable_type {
        VariableType::Set(elements) => elements.clone(),
        VariableType::Bool | VariableType::Int(_) => None,
    };
    let mut known: IndexVec<VariableId, Option<IntSet>> =
        instance.variables.iter().map(declared).collect();
    let is_open = |known: &IndexVec<VariableId, Option<IntSet>>, id: VariableId| {
        let is_set = matches!(instance.variables[id].variable_type, VariableType::Set(_));
        is_set && known[id].is_none()
    };
    // Each round closes a set, or is the last one.
    loop {
        let mut closed: Vec<(VariableId, IntSet)> = Vec::new();
        let mut close = |target: &Argument, elements: Elements| {
            if let (Argument::Variable(id), Some(elements)) = (target, elements)
                && is_open(&known, *id)
            {
                closed.push((*id, elements.into_iter().collect()));
            }
        };
        for (id, variable) in instance.variables.iter_enumerated() {
            if let Some(definition) = &variable.definition {
                close(&Argument::Variable(id), elements_of(&known, definition));
                close(definition, elements_of(&known, &Argument::Variable(id)));
            }
        }
        for constraint in &instance.constraints {
            for (target, elements) in implied(constraint, &known) {
                close(target, elements);
            }
        }
        if closed.is_empty() {
            return known;
        }
        for (id, elements) in closed {
            known[id] = Some(elements);
        }
    }
}

fn elements_of(known: &IndexVec<VariableId, Option<IntSet>>, argument: &Argument) -> Elements {
    let elements = match argument {
        Argument::Set(elements) => Some(elements),
        Argument::Variable(id) => known[*id].as_ref(),
        _ => None,
    };
    let elements = elements.filter(|elements| elements.size() <= MAX_SET_ELEMENTS);
    elements.map(|elements| elements.values().collect())
}

/// Returns the elements that a constraint allows in its operands.
fn implied<'c>(
    constraint: &'c Constraint,
    known: &IndexVec<VariableId, Option<IntSet>>,
) -> Vec<(&'c Argument, Elements)> {
    let of = |argument: &Argument| elements_of(known, argument);
    let either = |a: Elements, b: Elements| a.zip(b).map(|(a, b)| &a | &b);
    let both = |a: Elements, b: Elements| match (a, b) {
        (Some(a), Some(b)) => Some(&a & &b),
        (a, b) => a.or(b),
    };
    match (constraint.predicate.as_str(), &constraint.arguments[..]) {
        ("set_eq", [a, b]) => vec![(a, of(b)), (b, of(a))],
        ("set_subset", [a, b]) | ("set_superset", [b, a]) => vec![(a, of(b))],
        ("set_union", [a, b, result]) => {
            vec![(a, of(result)), (b, of(result)), (result, either(of(a), of(b)))]
        }
        ("set_intersect", [a, b, result]) => vec![(result, both(of(a), of(b)))],
        ("set_diff", [a, b, result]) => vec![(result, of(a)), (a, either(of(result), of(b)))],
        ("set_symdiff", [a, b, result]) => vec![
            (a, either(of(b), of(result))),
            (b, either(of(a), of(result))),
            (result, either(of(a), of(b))),
        ],
        ("array_set_element" | "array_var_set_element", [_, Argument::Array(items), result]) => {
            let all = items.iter().map(of).reduce(either).flatten();
            vec![(result, all)]
        }
        _ => Vec::new(),
    }
}
