//! The table of operations.
//!
//! Each operation is one row: its name in JSON, the kind of its value, its node, and the role of
//! each field of the node. The operands, the names, the JSON form and the texts of expressions
//! follow from the row. Only the meaning of an operation is elsewhere: `evaluate` for operations,
//! `global` for global and graph constraints.
//!
//! To add an operation, add a variant of [`Node`] with its definition, a row here, and its meaning.
//! The compiler points at what is missing.
//!
//! A row is
//!
//! ```text
//! "name" / "symbol": Kind Node(field, …) [field: role, …] needs "…" lengths "…" also ["synonym", …];
//! ```
//!
//! - `symbol`: a second name that the JSON reader accepts.
//! - [`Kind`]: what the value is.
//! - `Node(field, …)`: the variant of [`Node`] with a name for each field. A variant that has
//!   several names has a row for each, with the constant that distinguishes them in place of the
//!   field.
//! - [`Role`]: what stands in JSON for a field, in the order of the fields.
//! - `needs`: the operands as error messages describe them, if counting them does not.
//! - `lengths`: the lengths of lists that depend on other operands, for the hint of an error.
//! - `also`: the names of the operation elsewhere, for suggestions; in lower case, without `_` and
//!   `-`.

use std::fmt;
use std::slice;
use std::sync::Arc;
use std::vec;

use Length::{Any, AsFirst, PerEdge, PerValue, PerVertex};
use Role::{
    Base, Condition, ConditionList, Conditions, Index, List, Number, Numbers, OfGraph, Rows, Set,
    Values,
};

use super::{Comparison, Expr, Node};
use crate::{Domain, Graph};

/// What the value of an operation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An integer.
    Integer,
    /// 0 or 1.
    Boolean,
    /// 0 or 1 for all values of the operands: a global or graph constraint.
    Constraint,
}

/// What stands in JSON for a field of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// A number.
    Number,
    /// A number that must be 0 or 1.
    Condition,
    /// All operands: numbers, at least so many.
    Numbers(usize),
    /// All operands: conditions, any number.
    Conditions,
    /// A list of numbers.
    List(Length),
    /// A list of conditions.
    ConditionList(Length),
    /// The base of a power: a constant of at least 2.
    Base,
    /// A constant index into the list before it.
    Index,
    /// A set of integers.
    Set,
    /// Rows of integers, each as long as the list before them.
    Rows,
    /// A list of different integers.
    Values,
    /// A graph.
    OfGraph,
}

impl Role {
    fn is_condition(self) -> bool {
        matches!(self, Condition | Conditions | ConditionList(_))
    }
}

/// The length of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// Any length.
    Any,
    /// The length of the first list of the operation.
    AsFirst,
    /// One item per value.
    PerValue,
    /// One item per vertex of the graph.
    PerVertex,
    /// One item per edge of the graph.
    PerEdge,
}

/// An operand that is no expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Integer(i64),
    Index(usize),
    Set(Arc<Domain>),
    Rows(Arc<Vec<Vec<i64>>>),
    Values(Arc<Vec<i64>>),
    Graph(Arc<Graph>),
}

/// Writes tables and graphs by their sizes.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Index(index) => write!(f, "{index}"),
            Self::Set(set) => write!(f, "{set}"),
            Self::Rows(rows) => write!(f, "{} rows", rows.len()),
            Self::Values(values) => write!(f, "{values:?}"),
            Self::Graph(graph) => {
                write!(f, "{} vertices and {} edges", graph.n_vertices(), graph.edges().len())
            }
        }
    }
}

/// A field of a node, as it is written.
pub(crate) enum Part<'a> {
    /// One expression.
    Expr(&'a Expr),
    /// Expressions without brackets around them: all operands.
    Operands(&'a [Expr]),
    /// A list of expressions.
    List(&'a [Expr]),
    Constant(Constant),
}

/// A field of a node, before the expressions are known.
pub(crate) enum Argument {
    /// This number of the next expressions.
    Exprs(usize),
    Constant(Constant),
}

/// The fields of a node that is built.
pub(crate) struct Arguments {
    pub(crate) arguments: vec::IntoIter<Argument>,
    pub(crate) exprs: vec::IntoIter<Expr>,
}

impl Arguments {
    /// Returns the next field.
    fn next<F: Field>(&mut self) -> F {
        let next = self.arguments.next().and_then(|argument| F::read(argument, &mut self.exprs));
        next.expect("the arguments have the roles of the operation")
    }
}

/// A type of fields of [`Node`].
trait Field: Sized {
    /// Returns the expressions of the field; none for a constant.
    fn exprs(&self) -> &[Expr];
    fn exprs_mut(&mut self) -> &mut [Expr];
    fn part(&self, role: Role) -> Part<'_>;
    fn read(argument: Argument, exprs: &mut vec::IntoIter<Expr>) -> Option<Self>;
}

impl Field for Expr {
    fn exprs(&self) -> &[Expr] {
        slice::from_ref(self)
    }

    fn exprs_mut(&mut self) -> &mut [Expr] {
        slice::from_mut(self)
    }

    fn part(&self, _: Role) -> Part<'_> {
        Part::Expr(self)
    }

    fn read(_: Argument, exprs: &mut vec::IntoIter<Expr>) -> Option<Self> {
        exprs.next()
    }
}

impl Field for Vec<Expr> {
    fn exprs(&self) -> &[Expr] {
        self
    }

    fn exprs_mut(&mut self) -> &mut [Expr] {
        self
    }

    fn part(&self, role: Role) -> Part<'_> {
        match role {
            List(_) | ConditionList(_) => Part::List(self),
            _ => Part::Operands(self),
        }
    }

    fn read(argument: Argument, exprs: &mut vec::IntoIter<Expr>) -> Option<Self> {
        let Argument::Exprs(n) = argument else { return None };
        Some(exprs.take(n).collect())
    }
}

/// Implements [`Field`] for types of constants.
macro_rules! constant_fields {
    ($($variant:ident($type:ty);)*) => {$(
        impl Field for $type {
            fn exprs(&self) -> &[Expr] {
                &[]
            }

            fn exprs_mut(&mut self) -> &mut [Expr] {
                &mut []
            }

            fn part(&self, _: Role) -> Part<'_> {
                Part::Constant(Constant::$variant(self.clone()))
            }

            fn read(argument: Argument, _: &mut vec::IntoIter<Expr>) -> Option<Self> {
                let Argument::Constant(Constant::$variant(value)) = argument else { return None };
                Some(value)
            }
        }
    )*};
}

constant_fields! {
    Integer(i64);
    Index(usize);
    Set(Arc<Domain>);
    Rows(Arc<Vec<Vec<i64>>>);
    Values(Arc<Vec<i64>>);
    Graph(Arc<Graph>);
}

/// A row of the table.
pub(crate) struct Operation {
    /// The name, which equals [`Node::name`] except for [`DIFFERENCE`].
    pub(crate) name: &'static str,
    /// A symbol that the JSON reader accepts as well.
    pub(crate) symbol: Option<&'static str>,
    pub(crate) operands: &'static [Role],
    needs: Option<&'static str>,
    /// The lengths of lists that depend on other operands.
    pub(crate) lengths: Option<&'static str>,
    synonyms: &'static [&'static str],
    pub(crate) make: fn(&mut Arguments) -> Node,
}

impl Operation {
    /// Returns whether the operation accepts this number of operands.
    pub(crate) fn accepts(&self, n_operands: usize) -> bool {
        match self.operands {
            [Numbers(least)] => n_operands >= *least,
            [Conditions] => true,
            operands => n_operands == operands.len(),
        }
    }

    /// Returns a description of the operands, for messages.
    pub(crate) fn operands_text(&self) -> &'static str {
        self.needs.unwrap_or(match self.operands {
            [Numbers(_) | Conditions] => "at least one operand",
            [_] => "one operand",
            [_, _] => "two operands",
            _ => "three operands",
        })
    }
}

/// The largest number of fields of a node.
const MAX_FIELDS: usize = 4;

fn lists<const N: usize>(own: [&[Expr]; N]) -> [&[Expr]; MAX_FIELDS] {
    let mut all = [&[][..]; MAX_FIELDS];
    all[..N].copy_from_slice(&own);
    all
}

fn lists_mut<const N: usize>(own: [&mut [Expr]; N]) -> [&mut [Expr]; MAX_FIELDS] {
    let mut all: [&mut [Expr]; MAX_FIELDS] = Default::default();
    for (place, list) in all.iter_mut().zip(own) {
        *place = list;
    }
    all
}

/// Defines what follows from the rows. The fields of a row, such as `(terms)`, are a pattern where
/// a node is read, and an expression where it is built.
macro_rules! operations {
    ($(
        $name:literal $(/ $symbol:literal)?: $kind:ident $node:ident $fields:tt
        [$($field:ident: $role:expr),*]
        $(needs $needs:literal)? $(lengths $lengths:literal)? $(also $synonyms:tt)?;
    )*) => {
        /// The rows, in the order of the documents.
        static ROWS: &[Operation] = &[$(Operation {
            name: $name,
            symbol: optional!($($symbol)?),
            operands: &[$($role),*],
            needs: optional!($($needs)?),
            lengths: optional!($($lengths)?),
            synonyms: &names!($($synonyms)?),
            make: |arguments| {
                $(let $field = arguments.next();)*
                Node::$node $fields
            },
        }),*];

        impl Node {
            /// Returns the expressions of each field, in the order of the fields.
            pub(crate) fn operand_lists(&self) -> [&[Expr]; MAX_FIELDS] {
                match self {
                    Self::Const(_) | Self::Var(_) => lists([]),
                    $(Self::$node $fields => lists([$($field.exprs()),*]),)*
                }
            }

            /// Returns the expressions of each field for modification.
            pub(crate) fn operand_lists_mut(&mut self) -> [&mut [Expr]; MAX_FIELDS] {
                match self {
                    Self::Const(_) | Self::Var(_) => lists_mut([]),
                    $(Self::$node $fields => lists_mut([$($field.exprs_mut()),*]),)*
                }
            }

            /// Returns the fields as they are written after the name.
            pub(crate) fn parts(&self) -> Vec<Part<'_>> {
                match self {
                    Self::Const(value) => vec![Part::Constant(Constant::Integer(*value))],
                    Self::Var(_) => Vec::new(),
                    $(Self::$node $fields => vec![$($field.part($role)),*],)*
                }
            }

            /// Returns the name of the operation in JSON.
            ///
            /// Constants and variables, which JSON writes as numbers and names, have the names
            /// `const` and `var`.
            #[must_use]
            #[expect(unused_variables, reason = "the fields of the rows")]
            pub fn name(&self) -> &'static str {
                match self {
                    Self::Const(_) => "const",
                    Self::Var(_) => "var",
                    $(Self::$node $fields => $name,)*
                }
            }

            /// Returns what the value of the operation is.
            #[expect(unused_variables, reason = "the fields of the rows")]
            pub(crate) fn kind(&self) -> Kind {
                match self {
                    Self::Const(0 | 1) => Kind::Boolean,
                    Self::Const(_) | Self::Var(_) => Kind::Integer,
                    $(Self::$node $fields => Kind::$kind,)*
                }
            }

            /// Returns how many of the first operands must be conditions (0 or 1).
            #[must_use]
            pub fn n_conditions(&self) -> usize {
                match self {
                    Self::Const(_) | Self::Var(_) => 0,
                    $(Self::$node $fields => {
                        0 $(+ if $role.is_condition() { $field.exprs().len() } else { 0 })*
                    })*
                }
            }
        }
    };
}

macro_rules! names {
    () => {
        []
    };
    ($names:tt) => {
        $names
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:literal) => {
        Some($value)
    };
}

operations! {
    "add" / "+": Integer Add(terms) [terms: Numbers(0)]
        also ["sum", "plus", "total", "count", "counttrue", "addition"];
    "neg" / "-": Integer Neg(number) [number: Number]
        also ["negate", "negative", "opposite", "unaryminus"];
    "mul" / "*": Integer Mul(factors) [factors: Numbers(0)]
        also ["times", "product", "prod", "multiply", "multiplication"];
    "div": Integer Div(number, divisor) [number: Number, divisor: Number]
        also ["divide", "division", "quotient", "floordiv", "idiv", "/"];
    "rem": Integer Rem(number, divisor) [number: Number, divisor: Number]
        also ["mod", "modulo", "modulus", "remainder", "%"];
    "pow": Integer Pow(base, exponent) [base: Number, exponent: Number]
        also ["power", "exp", "exponent", "**", "^"];
    "factorial": Integer Factorial(number) [number: Number] also ["fact"];
    "gcd": Integer Gcd(numbers) [numbers: Numbers(0)] also ["greatestcommondivisor"];
    "greatest_power_dividing": Integer LargestPowerDivisor(number, base) [number: Number, base: Base]
        needs "a number and a base";
    "greatest_power_not_above": Integer FloorPower(number, base) [number: Number, base: Base]
        needs "a number and a base";
    "abs": Integer Abs(number) [number: Number] also ["absolute", "absolutevalue", "magnitude"];
    "min": Integer Min(numbers) [numbers: Numbers(1)] also ["minimum", "least", "smallest"];
    "max": Integer Max(numbers) [numbers: Numbers(1)] also ["maximum", "greatest", "largest"];
    "eq" / "=": Boolean Compare(Comparison::Eq, left, right) [left: Number, right: Number]
        also ["equal", "equals", "equalto", "same", "is", "=="];
    "ne" / "!=": Boolean Compare(Comparison::Ne, left, right) [left: Number, right: Number]
        also ["notequal", "notequals", "unequal", "neq", "differ", "differs", "<>"];
    "lt" / "<": Boolean Compare(Comparison::Lt, left, right) [left: Number, right: Number]
        also ["less", "lessthan", "below", "smaller"];
    "le" / "<=": Boolean Compare(Comparison::Le, left, right) [left: Number, right: Number]
        also ["lessequal", "lessorequal", "atmost", "leq", "lte", "=<"];
    "gt" / ">": Boolean Compare(Comparison::Gt, left, right) [left: Number, right: Number]
        also ["greater", "greaterthan", "above"];
    "ge" / ">=": Boolean Compare(Comparison::Ge, left, right) [left: Number, right: Number]
        also ["greaterequal", "greaterorequal", "atleast", "geq", "gte", "=>="];
    "not": Boolean Not(condition) [condition: Condition] also ["negation", "isnot", "!"];
    "and": Boolean And(conditions) [conditions: Conditions]
        also ["all", "allof", "every", "conjunction", "&", "&&"];
    "or": Boolean Or(conditions) [conditions: Conditions]
        also ["any", "anyof", "some", "disjunction", "|", "||"];
    "xor": Boolean Xor(conditions) [conditions: Conditions] also ["parity", "odd", "exclusiveor"];
    "implies": Boolean Implies(premise, consequence) [premise: Condition, consequence: Condition]
        also ["implication", "ifthen", "imply", "->", "=>"];
    "iff": Boolean Iff(left, right) [left: Condition, right: Condition]
        also ["equivalent", "equivalence", "xnor", "<->", "<=>"];
    "if": Integer If(condition, then, otherwise)
        [condition: Condition, then: Number, otherwise: Number]
        also ["ite", "ifthenelse", "ifelse", "conditional", "cond", "select", "where"];
    "element": Integer Element(list, index) [list: List(Any), index: Number]
        needs "a list and an index"
        also ["index", "get", "at", "array", "nth", "item"];
    "nth_smallest": Integer NthSmallest(list, index) [list: List(Any), index: Index]
        needs "a list and an index"
        also ["kthsmallest", "nthelement", "sort", "sorted", "rank"];
    "distinct_count": Integer DistinctCount(numbers) [numbers: Numbers(0)]
        also ["nvalue", "nvalues", "countdistinct", "ndistinct", "countdifferent"];
    "all_different": Boolean AllDifferent(numbers) [numbers: Numbers(0)]
        also ["alldifferent", "alldiff", "alldistinct", "distinct", "different", "unique"];
    "in": Boolean InSet(number, set) [number: Number, set: Set]
        needs "a number and a set"
        also ["isin", "inset", "member", "memberof", "among", "oneof", "inrange", "between"];
    "table": Boolean Table(list, rows) [list: List(Any), rows: Rows]
        needs "a list and its rows"
        also ["allowed", "tuples", "rows", "extension", "relation", "allowedassignments"];
    "sos1": Boolean Sos1(numbers) [numbers: Numbers(0)];
    "sos2": Boolean Sos2(numbers) [numbers: Numbers(0)];
    "global_cardinality": Constraint GlobalCardinality(items, values, counts)
        [items: List(Any), values: Values, counts: List(PerValue)]
        needs "a list, its values and their counts"
        lengths "one count per value"
        also ["gcc", "cardinality", "occurrences", "distribute"];
    "lex_eq": Constraint Lexicographic(Comparison::Eq, left, right)
        [left: List(Any), right: List(Any)] needs "two lists";
    "lex_ne": Constraint Lexicographic(Comparison::Ne, left, right)
        [left: List(Any), right: List(Any)] needs "two lists";
    "lex_lt": Constraint Lexicographic(Comparison::Lt, left, right)
        [left: List(Any), right: List(Any)] needs "two lists"
        also ["lexless", "lexicographicless"];
    "lex_le": Constraint Lexicographic(Comparison::Le, left, right)
        [left: List(Any), right: List(Any)] needs "two lists"
        also ["lex", "lexlesseq", "lexleq", "lexlessequal", "lexicographic", "lexchain"];
    "lex_gt": Constraint Lexicographic(Comparison::Gt, left, right)
        [left: List(Any), right: List(Any)] needs "two lists"
        also ["lexgreater"];
    "lex_ge": Constraint Lexicographic(Comparison::Ge, left, right)
        [left: List(Any), right: List(Any)] needs "two lists"
        also ["lexgreatereq", "lexgreaterequal"];
    "circuit": Constraint Circuit(successors) [successors: Numbers(0)]
        also ["hamiltonian", "hamiltoniancycle", "tour", "tsp"];
    "subcircuit": Constraint Subcircuit(successors) [successors: Numbers(0)];
    "inverse": Constraint Inverse(first, second) [first: List(Any), second: List(AsFirst)]
        needs "two lists"
        lengths "two lists of the same length"
        also ["inversefunction", "channel", "channeling", "channelling"];
    "cumulative": Constraint Cumulative { starts, durations, demands, capacity }
        [starts: List(Any), durations: List(AsFirst), demands: List(AsFirst), capacity: Number]
        needs "starts, durations, demands and a capacity"
        lengths "one start, duration and demand per task"
        also ["resource", "renewableresource"];
    "disjunctive": Constraint Disjunctive { starts, durations }
        [starts: List(Any), durations: List(AsFirst)]
        needs "two lists"
        lengths "one start and duration per task"
        also ["nooverlap", "unary", "unaryresource", "disjunctivestrict"];
    "connected": Constraint Connected(graph, vertices)
        [graph: OfGraph, vertices: ConditionList(PerVertex)]
        needs "a graph and a list with one condition per vertex"
        lengths "one condition per vertex"
        also ["connectedvertices", "connectedgroup"];
    "connected_edges": Constraint ConnectedEdges(graph, edges)
        [graph: OfGraph, edges: ConditionList(PerEdge)]
        needs "a graph and a list with one condition per edge"
        lengths "one condition per edge";
    "single_cycle": Constraint SingleCycle(graph, edges)
        [graph: OfGraph, edges: ConditionList(PerEdge)]
        needs "a graph and a list with one condition per edge"
        lengths "one condition per edge"
        also ["loop", "cycle", "singleloop", "slitherlink"];
    "path": Constraint Path(graph, edges, from, to)
        [graph: OfGraph, edges: ConditionList(PerEdge), from: Number, to: Number]
        needs "a graph, a list with one condition per edge, and two vertices"
        lengths "one condition per edge"
        also ["singlepath", "route", "simplepath"];
    "regions": Constraint Regions(graph, joined, sizes)
        [graph: OfGraph, joined: ConditionList(PerEdge), sizes: List(PerVertex)]
        needs "a graph, a list with one condition per edge, and a list with one size per vertex"
        lengths "one condition per edge and one size per vertex"
        also ["partition", "areas", "polyominoes"];
}

/// The difference of two numbers, which JSON has as an operation of its own. It is stored as the
/// sum of the first and the negative of the second.
pub(crate) static DIFFERENCE: Operation = Operation {
    name: "sub",
    symbol: Some("-"),
    operands: &[Number, Number],
    needs: None,
    lengths: None,
    synonyms: &["minus", "subtract", "difference", "diff", "subtraction"],
    make: |arguments| {
        let [a, b] = [(); 2].map(|()| arguments.next::<Expr>());
        Node::Add(vec![a, -b])
    },
};

/// Returns all operations of JSON, in the order of the documents.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    let (sum, others) = ROWS.split_at(1);
    sum.iter().chain([&DIFFERENCE]).chain(others)
}

/// Returns the operation with that name or symbol; if two have the symbol, the one that accepts the
/// number of operands.
pub(crate) fn find(name: &str, n_operands: usize) -> Option<&'static Operation> {
    let mut named =
        operations().filter(|operation| operation.name == name || operation.symbol == Some(name));
    let first = named.next()?;
    let other = named.find(|operation| operation.accepts(n_operands));
    Some(other.unwrap_or(first))
}

/// Returns the operation that has another name here, if `name` is a usual one elsewhere.
///
/// Neither case nor underscores nor hyphens count.
pub(crate) fn synonym(name: &str) -> Option<&'static str> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| !matches!(c, '_' | ' '));
        letters.flat_map(char::to_lowercase).collect()
    };
    // A hyphen between letters is one of those, in a symbol it is not.
    let is_word = name.chars().any(char::is_alphabetic);
    let wanted = if is_word { plain(&name.replace('-', "")) } else { plain(name) };
    let same = operations().find(|operation| plain(operation.name) == wanted);
    let found = same.or_else(|| operations().find(|it| it.synonyms.contains(&&*wanted)))?;
    Some(found.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_stand_for_operations() {
        let mut n_synonyms = 0;
        for operation in operations() {
            for name in operation.synonyms {
                assert_eq!(synonym(name), Some(operation.name), "{name}");
                let taken = |known: &Operation| known.name == *name || known.symbol == Some(*name);
                assert!(!operations().any(taken), "{name}");
                n_synonyms += 1;
            }
        }
        assert_eq!(n_synonyms, 191);
        assert_eq!(synonym("frobnicate"), None);
    }

    #[test]
    fn the_documents_have_the_names_and_symbols() {
        let page = include_str!("../../../../docs/guides/models.md");
        let table = page.split("## Operations").nth(1).unwrap().split("###").next().unwrap();
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        let listed = rows.map(|row| {
            let mut cells = row.split('|').map(|cell| cell.trim_matches(['`', ' ']));
            [cells.next().unwrap(), cells.next().unwrap()]
        });
        let known = operations().map(|it| [it.name, it.symbol.unwrap_or_default()]);
        assert_eq!(listed.collect::<Vec<_>>(), known.collect::<Vec<_>>());
    }
}
