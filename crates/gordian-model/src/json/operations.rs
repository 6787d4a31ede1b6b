//! The operations by name: what reading and writing agree on.

use crate::{Comparison, Expr, Node};

/// An operation as it is written.
pub(super) struct Operation {
    /// The name that is written, the one of [`Node::name`] (but `sub`, a sum of two).
    pub(super) name: &'static str,
    /// A sign that is read as well.
    pub(super) sign: Option<&'static str>,
    pub(super) form: Form,
}

/// What follows the name, and the operation it makes.
#[derive(Clone, Copy)]
pub(super) enum Form {
    One(fn(Expr) -> Node),
    Two(fn(Expr, Expr) -> Node),
    /// A difference: the sum of the first and the negative of the second.
    Difference,
    Three(fn(Expr, Expr, Expr) -> Node),
    /// Any number of operands, but no fewer than `least`.
    Many {
        least: usize,
        make: fn(Vec<Expr>) -> Node,
    },
    Compare(Comparison),
    /// A number and a base.
    Power(fn(Expr, i64) -> Node),
    /// A list and an index.
    Element,
    /// A list and a place.
    NthSmallest,
    /// A number and a set.
    InSet,
    /// A list and rows.
    Table,
}

impl Form {
    /// Returns whether the operation can have this many operands.
    pub(super) fn takes(self, n_operands: usize) -> bool {
        match self {
            Self::Many { least, .. } => n_operands >= least,
            Self::One(_) => n_operands == 1,
            Self::Three(_) => n_operands == 3,
            _ => n_operands == 2,
        }
    }

    /// Returns what the operation needs, for messages.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Self::One(_) => "one operand",
            Self::Two(_) | Self::Difference | Self::Compare(_) => "two operands",
            Self::Three(_) => "three operands",
            Self::Many { .. } => "at least one operand",
            Self::Power(_) => "a number and a base",
            Self::Element => "a list and an index",
            Self::NthSmallest => "a list and a place",
            Self::InSet => "a number and a set",
            Self::Table => "a list and its rows",
        }
    }
}

const fn many(make: fn(Vec<Expr>) -> Node) -> Form {
    Form::Many { least: 0, make }
}

const fn named(name: &'static str, form: Form) -> Operation {
    Operation { name, sign: None, form }
}

const fn signed(name: &'static str, sign: &'static str, form: Form) -> Operation {
    Operation { name, sign: Some(sign), form }
}

/// Every operation, each once.
pub(super) static OPERATIONS: [Operation; 35] = [
    signed("add", "+", many(Node::Add)),
    signed("sub", "-", Form::Difference),
    signed("neg", "-", Form::One(Node::Neg)),
    signed("mul", "*", many(Node::Mul)),
    named("div", Form::Two(Node::Div)),
    named("rem", Form::Two(Node::Rem)),
    named("pow", Form::Two(Node::Pow)),
    named("factorial", Form::One(Node::Factorial)),
    named("gcd", many(Node::Gcd)),
    named("greatest_power_dividing", Form::Power(Node::LargestPowerDivisor)),
    named("greatest_power_not_above", Form::Power(Node::FloorPower)),
    named("abs", Form::One(Node::Abs)),
    named("min", Form::Many { least: 1, make: Node::Min }),
    named("max", Form::Many { least: 1, make: Node::Max }),
    signed("eq", "=", Form::Compare(Comparison::Eq)),
    signed("ne", "!=", Form::Compare(Comparison::Ne)),
    signed("lt", "<", Form::Compare(Comparison::Lt)),
    signed("le", "<=", Form::Compare(Comparison::Le)),
    signed("gt", ">", Form::Compare(Comparison::Gt)),
    signed("ge", ">=", Form::Compare(Comparison::Ge)),
    named("not", Form::One(Node::Not)),
    named("and", many(Node::And)),
    named("or", many(Node::Or)),
    named("xor", many(Node::Xor)),
    named("implies", Form::Two(Node::Implies)),
    named("iff", Form::Two(Node::Iff)),
    named("if", Form::Three(Node::If)),
    named("element", Form::Element),
    named("nth_smallest", Form::NthSmallest),
    named("distinct_count", many(Node::DistinctCount)),
    named("all_different", many(Node::AllDifferent)),
    named("in", Form::InSet),
    named("table", Form::Table),
    named("sos1", many(Node::Sos1)),
    named("sos2", many(Node::Sos2)),
];

/// Names that other languages and other people have for an operation.
static SYNONYMS: [(&[&str], &str); 31] = [
    (&["sum", "plus", "total", "count", "counttrue", "addition"], "add"),
    (&["minus", "subtract", "difference", "diff", "subtraction"], "sub"),
    (&["negate", "negative", "opposite", "unaryminus"], "neg"),
    (&["times", "product", "prod", "multiply", "multiplication"], "mul"),
    (&["divide", "division", "quotient", "floordiv", "idiv", "/"], "div"),
    (&["mod", "modulo", "modulus", "remainder", "%"], "rem"),
    (&["power", "exp", "exponent", "**", "^"], "pow"),
    (&["fact"], "factorial"),
    (&["greatestcommondivisor"], "gcd"),
    (&["absolute", "absolutevalue", "magnitude"], "abs"),
    (&["minimum", "least", "smallest"], "min"),
    (&["maximum", "greatest", "largest"], "max"),
    (&["equal", "equals", "equalto", "same", "is", "=="], "eq"),
    (&["notequal", "notequals", "unequal", "neq", "differ", "differs", "<>"], "ne"),
    (&["less", "lessthan", "below", "smaller"], "lt"),
    (&["lessequal", "lessorequal", "atmost", "leq", "lte", "=<"], "le"),
    (&["greater", "greaterthan", "above"], "gt"),
    (&["greaterequal", "greaterorequal", "atleast", "geq", "gte", "=>="], "ge"),
    (&["negation", "isnot", "!"], "not"),
    (&["all", "allof", "every", "conjunction", "&", "&&"], "and"),
    (&["any", "anyof", "some", "disjunction", "|", "||"], "or"),
    (&["parity", "odd", "exclusiveor"], "xor"),
    (&["implication", "ifthen", "imply", "->", "=>"], "implies"),
    (&["equivalent", "equivalence", "xnor", "<->", "<=>"], "iff"),
    (&["ite", "ifthenelse", "ifelse", "conditional", "cond", "select", "where"], "if"),
    (&["index", "get", "at", "array", "nth", "item"], "element"),
    (&["kthsmallest", "nthelement", "sort", "sorted", "rank"], "nth_smallest"),
    (&["nvalue", "nvalues", "countdistinct", "ndistinct", "countdifferent"], "distinct_count"),
    (
        &["alldifferent", "alldiff", "alldistinct", "distinct", "different", "unique"],
        "all_different",
    ),
    (&["isin", "inset", "member", "memberof", "among", "oneof", "inrange", "between"], "in"),
    (&["allowed", "tuples", "rows", "extension", "relation", "allowedassignments"], "table"),
];

/// Returns the operation that has another name here, if `name` is a usual one elsewhere.
///
/// Neither case nor underscores nor hyphens count.
pub(super) fn synonym(name: &str) -> Option<&'static str> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| !matches!(c, '_' | ' '));
        letters.flat_map(char::to_lowercase).collect()
    };
    // A hyphen between letters is one of those, in a sign it is not.
    let is_word = name.chars().any(char::is_alphabetic);
    let wanted = if is_word { plain(&name.replace('-', "")) } else { plain(name) };
    let same = OPERATIONS.iter().map(|operation| operation.name);
    let mut same = same.filter(|operation| plain(operation) == wanted);
    same.next().or_else(|| {
        let (_, operation) = SYNONYMS.iter().find(|(names, _)| names.contains(&&*wanted))?;
        Some(operation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_stand_for_operations() {
        for (names, operation) in SYNONYMS {
            assert!(OPERATIONS.iter().any(|known| known.name == operation), "{operation}");
            for name in names {
                assert_eq!(synonym(name), Some(operation), "{name}");
                let taken = |known: &Operation| known.name == *name || known.sign == Some(*name);
                assert!(!OPERATIONS.iter().any(taken), "{name}");
            }
        }
        assert_eq!(synonym("frobnicate"), None);
    }
}
