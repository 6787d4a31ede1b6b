//! The search annotations of an instance as a strategy.
//!
//! What is no list of variables, such as when to restart, is left out: it changes no solution.

use gordian_core::{IndexVec, ValueOrder, VarOrder};
use gordian_model::{SearchPhase, Strategy, VarId};

use super::ModelVariables;
use crate::instance::{Annotation, AnnotationArgument, Argument, VariableId};

/// Returns the strategy of some annotations, one after the other.
pub(super) fn strategy(
    annotations: &[Annotation],
    variables: &IndexVec<VariableId, ModelVariables>,
) -> Strategy {
    let mut strategy = Strategy::default();
    // The last one is read next.
    let mut open: Vec<&Annotation> = annotations.iter().rev().collect();
    while let Some(Annotation { name, arguments }) = open.pop() {
        match (name.as_str(), &arguments[..]) {
            ("int_search" | "bool_search", [list, var_order, value_order, ..]) => {
                strategy.phases.push(SearchPhase {
                    variables: values(list).filter_map(|it| integer(it, variables)).collect(),
                    var_order: order_of_variables(name_of(var_order)),
                    value_order: order_of_values(name_of(value_order)),
                });
            }
            ("set_search", [list, _, value_order, ..]) => {
                let sets = values(list).filter_map(|it| elements(it, variables));
                let is_from_above = name_of(value_order).contains("max");
                let sets = sets.map(|it| it.iter().map(|element| element.1).collect::<Vec<_>>());
                let variables = sets.flat_map(|mut elements| {
                    if is_from_above {
                        elements.reverse();
                    }
                    elements
                });
                strategy.phases.push(SearchPhase {
                    variables: variables.collect(),
                    var_order: VarOrder::Listed,
                    value_order: match name_of(value_order).starts_with("outdomain") {
                        true => ValueOrder::Least,
                        false => ValueOrder::Greatest,
                    },
                });
            }
            ("seq_search" | "warm_start_array", [inner, ..])
            | ("priority_search", [_, inner, ..]) => {
                open.extend(inner_annotations(inner).rev());
            }
            ("warm_start" | "warm_start_int" | "warm_start_bool", [list, hints, ..]) => {
                let vars = values(list).map(|it| integer(it, variables));
                let hints = values(hints).map(|it| match it {
                    Argument::Bool(value) => Some(i64::from(*value)),
                    Argument::Int(value) => Some(*value),
                    _ => None,
                });
                strategy.hints.extend(vars.zip(hints).filter_map(|(var, value)| var.zip(value)));
            }
            _ => {}
        }
    }
    strategy.phases.retain(|phase| !phase.variables.is_empty());
    strategy
}

/// Returns the values of an argument that is an array, or that value itself.
fn values(argument: &AnnotationArgument) -> Box<dyn Iterator<Item = &Argument> + '_> {
    match argument {
        AnnotationArgument::Value(Argument::Array(items)) => Box::new(items.iter()),
        AnnotationArgument::Value(value) => Box::new(std::iter::once(value)),
        AnnotationArgument::List(items) => Box::new(items.iter().filter_map(|it| match it {
            AnnotationArgument::Value(value) => Some(value),
            _ => None,
        })),
        _ => Box::new(std::iter::empty()),
    }
}

fn inner_annotations(
    argument: &AnnotationArgument,
) -> Box<dyn DoubleEndedIterator<Item = &Annotation> + '_> {
    match argument {
        AnnotationArgument::Annotation(annotation) => Box::new(std::iter::once(annotation)),
        AnnotationArgument::List(items) => Box::new(items.iter().filter_map(|it| match it {
            AnnotationArgument::Annotation(annotation) => Some(annotation),
            _ => None,
        })),
        _ => Box::new(std::iter::empty()),
    }
}

fn name_of(argument: &AnnotationArgument) -> &str {
    match argument {
        AnnotationArgument::Annotation(annotation) => &annotation.name,
        _ => "",
    }
}

/// Returns the variable of a Boolean or integer; `None` for a constant or a set.
fn integer(argument: &Argument, variables: &IndexVec<VariableId, ModelVariables>) -> Option<VarId> {
    match argument {
        Argument::Variable(id) => match &variables[*id] {
            ModelVariables::Bool(var) | ModelVariables::Int(var) => Some(*var),
            ModelVariables::Set(_) => None,
        },
        _ => None,
    }
}

/// Returns the possible elements of a set, with their Booleans.
fn elements<'v>(
    argument: &Argument,
    variables: &'v IndexVec<VariableId, ModelVariables>,
) -> Option<&'v [(i64, VarId)]> {
    match argument {
        Argument::Variable(id) => match &variables[*id] {
            ModelVariables::Set(elements) => Some(elements),
            _ => None,
        },
        _ => None,
    }
}

fn order_of_variables(name: &str) -> VarOrder {
    match name {
        "first_fail" | "most_constrained" | "dom_w_deg" => VarOrder::SmallestRange,
        "anti_first_fail" => VarOrder::LargestRange,
        "smallest" => VarOrder::LeastLower,
        "largest" => VarOrder::GreatestUpper,
        _ => VarOrder::Listed,
    }
}

fn order_of_values(name: &str) -> ValueOrder {
    match name {
        "indomain_max" | "outdomain_min" => ValueOrder::Greatest,
        "indomain_median" | "indomain_middle" => ValueOrder::Middle,
        "indomain_split" | "indomain_interval" => ValueOrder::LowerHalf,
        "indomain_reverse_split" => ValueOrder::UpperHalf,
        _ => ValueOrder::Least,
    }
}
