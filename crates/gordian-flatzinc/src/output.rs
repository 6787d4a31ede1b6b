//! Solutions as MiniZinc reads them.

use std::fmt::{self, Write as _};

use crate::check::{Value, Values};
use crate::instance::{Argument, Instance, Output, VariableType};

impl Values {
    /// Returns the values of the variables and arrays that are written, one per line, without the
    /// line that ends a solution.
    #[must_use]
    pub fn write(&self, instance: &Instance) -> String {
        let mut text = String::new();
        for output in &instance.outputs {
            write_output(&mut text, self, instance, output).expect("a String takes all text");
        }
        text
    }
}

fn write_output(
    text: &mut String,
    values: &Values,
    instance: &Instance,
    output: &Output,
) -> fmt::Result {
    write!(text, "{} = ", output.name)?;
    match &output.value {
        Argument::Array(items) => {
            let indexed = output.dimensions.len();
            if indexed > 0 {
                write!(text, "array{indexed}d(")?;
                for (first, last) in &output.dimensions {
                    write!(text, "{first}..{last}, ")?;
                }
            }
            text.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    text.push_str(", ");
                }
                write_value(text, values, instance, item)?;
            }
            text.push(']');
            if indexed > 0 {
                text.push(')');
            }
        }
        value => write_value(text, values, instance, value)?,
    }
    text.push_str(";\n");
    Ok(())
}

fn write_value(
    text: &mut String,
    values: &Values,
    instance: &Instance,
    argument: &Argument,
) -> fmt::Result {
    match argument {
        Argument::Bool(value) => write!(text, "{value}"),
        Argument::Int(value) => write!(text, "{value}"),
        Argument::Set(set) => write!(text, "{set}"),
        Argument::Variable(id) => match (&instance.variables[*id].variable_type, &values[*id]) {
            (VariableType::Bool, Value::Int(value)) => write!(text, "{}", *value != 0),
            (_, Value::Int(value)) => write!(text, "{value}"),
            (_, Value::Set(set)) => write!(text, "{set}"),
        },
        Argument::Array(_) => unreachable!("arrays are not nested"),
    }
}
