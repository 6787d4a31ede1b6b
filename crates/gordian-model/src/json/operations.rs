//! The table of operations by name, for reading and writing.

use std::sync::Arc;

use crate::{Comparison, Expr, Graph, Node};

/// The JSON form of an operation.
pub(super) struct Operation {
    /// The name, which equals [`Node::name`] except for `sub`, which is a sum.
    pub(super) name: &'static str,
    /// A symbol that the reader accepts as well.
    pub(super) symbol: Option<&'static str>,
    pub(super) signature: Signature,
}

/// The operands after the name, and the constructor of the operation.
#[derive(Clone, Copy)]
pub(super) enum Signature {
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
    /// A list and a constant index.
    NthSmallest,
    /// A number and a set.
    InSet,
    /// A list and rows.
    Table,
    /// Items, values and counts.
    GlobalCardinality,
    /// Two lists.
    Lists(fn(Vec<Expr>, Vec<Expr>) -> Node),
    /// Two lists of the same length.
    EqualLists(fn(Vec<Expr>, Vec<Expr>) -> Node),
    /// Three lists of the same length, and a number.
    Cumulative,
    /// A graph and a list with one condition per vertex.
    Vertices(fn(Arc<Graph>, Vec<Expr>) -> Node),
    /// A graph and a list with one condition per edge.
    Edges(fn(Arc<Graph>, Vec<Expr>) -> Node),
    /// A graph, a list with one condition per edge, and two numbers.
    Path,
    /// A graph, a list with one condition per edge, and a list with one number per vertex.
    Regions,
}

impl Signature {
    /// Returns whether the operation accepts this number of operands.
    pub(super) fn accepts(self, n_operands: usize) -> bool {
        match self {
            Self::Many { least, .. } => n_operands >= least,
            Self::One(_) => n_operands == 1,
            Self::Three(_) | Self::GlobalCardinality | Self::Regions => n_operands == 3,
            Self::Cumulative | Self::Path => n_operands == 4,
            _ => n_operands == 2,
        }
    }

    /// Returns a description of the operands, for messages.
    pub(super) fn operands_text(self) -> &'static str {
        match self {
            Self::One(_) => "one operand",
            Self::Two(_) | Self::Difference | Self::Compare(_) => "two operands",
            Self::Three(_) => "three operands",
            Self::Many { .. } => "at least one operand",
            Self::Power(_) => "a number and a base",
            Self::Element => "a list and an index",
            Self::NthSmallest => "a list and an index",
            Self::InSet => "a number and a set",
            Self::Table => "a list and its rows",
            Self::GlobalCardinality => "a list, its values and their counts",
            Self::Lists(_) | Self::EqualLists(_) => "two lists",
            Self::Cumulative => "starts, durations, demands and a capacity",
            Self::Vertices(_) => "a graph and a list with one condition per vertex",
            Self::Edges(_) => "a graph and a list with one condition per edge",
            Self::Path => "a graph, a list with one condition per edge, and two vertices",
            Self::Regions => {
                "a graph, a list with one condition per edge, and a list with one size per vertex"
            }
        }
    }
}

const fn many(make: fn(Vec<Expr>) -> Node) -> Signature {
    Signature::Many { least: 0, make }
}

const fn operation(name: &'static str, signature: Signature) -> Operation {
    Operation { name, symbol: None, signature }
}

const fn with_symbol(name: &'static str, symbol: &'static str, signature: Signature) -> Operation {
    Operation { name, symbol: Some(symbol), signature }
}

const fn lexicographic(name: &'static str, make: fn(Vec<Expr>, Vec<Expr>) -> Node) -> Operation {
    operation(name, Signature::Lists(make))
}

/// All operations.
pub(super) static OPERATIONS: [Operation; 52] = [
    with_symbol("add", "+", many(Node::Add)),
    with_symbol("sub", "-", Signature::Difference),
    with_symbol("neg", "-", Signature::One(Node::Neg)),
    with_symbol("mul", "*", many(Node::Mul)),
    operation("div", Signature::Two(Node::Div)),
    operation("rem", Signature::Two(Node::Rem)),
    operation("pow", Signature::Two(Node::Pow)),
    operation("factorial", Signature::One(Node::Factorial)),
    operation("gcd", many(Node::Gcd)),
    operation("greatest_power_dividing", Signature::Power(Node::LargestPowerDivisor)),
    operation("greatest_power_not_above", Signature::Power(Node::FloorPower)),
    operation("abs", Signature::One(Node::Abs)),
    operation("min", Signature::Many { least: 1, make: Node::Min }),
    operation("max", Signature::Many { least: 1, make: Node::Max }),
    with_symbol("eq", "=", Signature::Compare(Comparison::Eq)),
    with_symbol("ne", "!=", Signature::Compare(Comparison::Ne)),
    with_symbol("lt", "<", Signature::Compare(Comparison::Lt)),
    with_symbol("le", "<=", Signature::Compare(Comparison::Le)),
    with_symbol("gt", ">", Signature::Compare(Comparison::Gt)),
    with_symbol("ge", ">=", Signature::Compare(Comparison::Ge)),
    operation("not", Signature::One(Node::Not)),
    operation("and", many(Node::And)),
    operation("or", many(Node::Or)),
    operation("xor", many(Node::Xor)),
    operation("implies", Signature::Two(Node::Implies)),
    operation("iff", Signature::Two(Node::Iff)),
    operation("if", Signature::Three(Node::If)),
    operation("element", Signature::Element),
    operation("nth_smallest", Signature::NthSmallest),
    operation("distinct_count", many(Node::DistinctCount)),
    operation("all_different", many(Node::AllDifferent)),
    operation("in", Signature::InSet),
    operation("table", Signature::Table),
    operation("sos1", many(Node::Sos1)),
    operation("sos2", many(Node::Sos2)),
    operation("global_cardinality", Signature::GlobalCardinality),
    lexicographic("lex_eq", |a, b| Node::Lexicographic(Comparison::Eq, a, b)),
    lexicographic("lex_ne", |a, b| Node::Lexicographic(Comparison::Ne, a, b)),
    lexicographic("lex_lt", |a, b| Node::Lexicographic(Comparison::Lt, a, b)),
    lexicographic("lex_le", |a, b| Node::Lexicographic(Comparison::Le, a, b)),
    lexicographic("lex_gt", |a, b| Node::Lexicographic(Comparison::Gt, a, b)),
    lexicographic("lex_ge", |a, b| Node::Lexicographic(Comparison::Ge, a, b)),
    operation("circuit", many(Node::Circuit)),
    operation("subcircuit", many(Node::Subcircuit)),
    operation("inverse", Signature::EqualLists(Node::Inverse)),
    operation("cumulative", Signature::Cumulative),
    operation(
        "disjunctive",
        Signature::EqualLists(|starts, durations| Node::Disjunctive { starts, durations }),
    ),
    operation("connected", Signature::Vertices(Node::Connected)),
    operation("connected_edges", Signature::Edges(Node::ConnectedEdges)),
    operation("single_cycle", Signature::Edges(Node::SingleCycle)),
    operation("path", Signature::Path),
    operation("regions", Signature::Regions),
];

/// Names of the operations in other languages, for suggestions.
static SYNONYMS: [(&[&str], &str); 44] = [
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
    (&["gcc", "cardinality", "occurrences", "distribute"], "global_cardinality"),
    (&["lexless", "lexicographicless"], "lex_lt"),
    (&["lex", "lexlesseq", "lexleq", "lexlessequal", "lexicographic", "lexchain"], "lex_le"),
    (&["lexgreater"], "lex_gt"),
    (&["lexgreatereq", "lexgreaterequal"], "lex_ge"),
    (&["hamiltonian", "hamiltoniancycle", "tour", "tsp"], "circuit"),
    (&["inversefunction", "channel", "channeling", "channelling"], "inverse"),
    (&["resource", "renewableresource"], "cumulative"),
    (&["nooverlap", "unary", "unaryresource", "disjunctivestrict"], "disjunctive"),
    (&["connectedvertices", "connectedgroup"], "connected"),
    (&["loop", "cycle", "singleloop", "slitherlink"], "single_cycle"),
    (&["singlepath", "route", "simplepath"], "path"),
    (&["partition", "areas", "polyominoes"], "regions"),
];

/// Returns the operation that has another name here, if `name` is a usual one elsewhere.
///
/// Neither case nor underscores nor hyphens count.
pub(super) fn synonym(name: &str) -> Option<&'static str> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| !matches!(c, '_' | ' '));
        letters.flat_map(char::to_lowercase).collect()
    };
    // A hyphen between letters is one of those, in a symbol it is not.
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
                let taken = |known: &Operation| known.name == *name || known.symbol == Some(*name);
                assert!(!OPERATIONS.iter().any(taken), "{name}");
            }
        }
        assert_eq!(synonym("frobnicate"), None);
    }
}
