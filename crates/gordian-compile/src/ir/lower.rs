//! From the expressions of a model to the intermediate form.

use std::cell::Cell;
use std::rc::Rc;

use gordian_model::{Comparison, ConstraintId, Expr, Model, Node, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Arena, Binary, Dom, Group, Truth, Unary, View};
use crate::watch::{Place, Watch, refuse};
use gordian_core::IndexVec;

/// A demand: a truth that must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    /// The constraint it comes from; `None` for the domain of a variable.
    pub(crate) constraint: Option<ConstraintId>,
    pub(crate) truth: Truth,
}

/// A model in the intermediate form.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) arena: Arena,
    pub(crate) roots: Vec<Root>,
    /// Flags of which one holds, with the constraint that demands it.
    pub(crate) groups: Vec<(ConstraintId, Group)>,
    /// Each variable of the model as a view; several may stand on one node.
    pub(crate) vars: IndexVec<VarId, View>,
    pub(crate) objective: Option<View>,
}

/// Returns the model in the intermediate form, constraint by constraint, without presolve; keeps
/// `at` at the part of the model it is busy with.
pub(crate) fn lower(model: &Model, watch: Watch, at: &Cell<Place>) -> Lowered {
    let doms = model.variables().iter().map(|variable| Dom::from_model(&variable.domain)).collect();
    let n_parts = model.variables().len().saturating_add(model.constraints().len());
    let mut arena = Arena::new(doms, n_parts.saturating_mul(2), watch);
    let vars: IndexVec<VarId, View> =
        model.variables().indices().map(|var| arena.var(var)).collect();
    let mut roots = Vec::with_capacity(model.constraints().len());
    for (var, variable) in model.variables().iter_enumerated() {
        // Long lists of values are kept as ranges; what is missing in between is a demand.
        if variable.domain.ranges().len() > 1 {
            at.set(Place::Variable(var));
            let truth = arena.in_ranges(vars[var], variable.domain.ranges());
            if truth != Truth::TRUE {
                roots.push(Root { constraint: None, truth });
            }
        }
    }
    let mut lowering =
        Lowering { arena: &mut arena, known: FxHashMap::default(), operands: Vec::new() };
    for (id, constraint) in model.constraints().iter_enumerated() {
        at.set(Place::Constraint(id));
        let lowered = lowering.lower(&constraint.condition);
        let truth = lowering.truth_of(lowered.value);
        let defined = lowering.both(lowered.defined, truth.1);
        roots.push(Root { constraint: Some(id), truth: truth.0 });
        if defined != Truth::TRUE {
            roots.push(Root { constraint: Some(id), truth: defined });
        }
    }
    let mut objective = None;
    if let Some(goal) = model.goal() {
        at.set(Place::Objective);
        let lowered = lowering.lower(goal.objective());
        objective = Some(lowering.view_of(lowered.value));
        if lowered.defined != Truth::TRUE {
            roots.push(Root { constraint: None, truth: lowered.defined });
        }
    }
    Lowered { arena, roots, groups: Vec::new(), vars, objective }
}

/// What an expression became.
#[derive(Clone, Copy)]
enum Value {
    Int(View),
    Truth(Truth),
}

#[derive(Clone, Copy)]
struct LoweredExpr {
    value: Value,
    /// Where every part of the expression has a value.
    defined: Truth,
}

/// What is left to do with an expression.
enum Step<'e> {
    /// Lower its children, and then the expression itself.
    Enter(&'e Expr),
    /// Lower the expression: its children, so many, are the last of the operands.
    Leave(&'e Expr, usize),
}

/// Lists that are short nearly always.
type Short<T> = SmallVec<[T; 4]>;

struct Lowering<'a> {
    arena: &'a mut Arena,
    /// By [`Expr::identity`]: shared trees are lowered once.
    known: FxHashMap<usize, LoweredExpr>,
    /// What is lowered and waits for its parent.
    operands: Vec<LoweredExpr>,
}

/// The least number above those of 64 bits.
const BEYOND: i128 = 1 << 63;

/// Sums inside sums are taken apart up to this many terms.
const MAX_FLAT_SUM: usize = 4096;

impl Lowering<'_> {
    /// Lowers an expression, children first, without recursion: chains can be long.
    fn lower(&mut self, root: &Expr) -> LoweredExpr {
        let mut open: Short<Step<'_>> = SmallVec::new();
        open.push(Step::Enter(root));
        let mut terms: Vec<&Expr> = Vec::new();
        while let Some(step) = open.pop() {
            let (expr, operands) = match step {
                Step::Leave(expr, n) => {
                    let first = self.operands.len().saturating_sub(n);
                    let operands: Short<LoweredExpr> = self.operands[first..].into();
                    self.operands.truncate(first);
                    (expr, operands)
                }
                Step::Enter(expr) => {
                    if let Some(lowered) = self.find(expr) {
                        self.operands.push(lowered);
                        continue;
                    }
                    terms.clear();
                    match expr.node() {
                        Node::Add(_) => flatten_sum(expr, &mut terms),
                        node => terms.extend(node.children()),
                    }
                    let ready: Option<Short<LoweredExpr>> =
                        terms.iter().map(|term| self.find(term)).collect();
                    let Some(operands) = ready else {
                        open.push(Step::Leave(expr, terms.len()));
                        open.extend(terms.iter().rev().map(|&term| Step::Enter(term)));
                        continue;
                    };
                    (expr, operands)
                }
            };
            let lowered = self.apply(expr.node(), &operands);
            if expr.is_shared() {
                self.known.insert(expr.identity(), lowered);
            }
            self.operands.push(lowered);
        }
        self.operands.pop().expect("the root was lowered last")
    }

    /// Returns what an expression became, if it is known already: if it is an atom, or shared and
    /// met before.
    fn find(&mut self, expr: &Expr) -> Option<LoweredExpr> {
        let value = match expr.node() {
            Node::Const(value) => Value::Int(View::constant(*value)),
            Node::Var(var) => Value::Int(self.arena.var(*var)),
            _ if expr.is_shared() => return self.known.get(&expr.identity()).copied(),
            _ => return None,
        };
        Some(LoweredExpr { value, defined: Truth::TRUE })
    }

    fn both(&mut self, a: Truth, b: Truth) -> Truth {
        self.arena.and([a, b])
    }

    fn view_of(&mut self, value: Value) -> View {
        match value {
            Value::Int(view) => view,
            Value::Truth(truth) => self.arena.number_of(truth),
        }
    }

    /// Returns the truth of a value, and where it is one: where the number is 0 or 1.
    fn truth_of(&mut self, value: Value) -> (Truth, Truth) {
        match value {
            Value::Truth(truth) => (truth, Truth::TRUE),
            Value::Int(view) => {
                let truth = self.arena.as_truth(view);
                (truth, self.arena.in_values(view, &[0, 1]))
            }
        }
    }

    fn apply(&mut self, node: &Node, operands: &[LoweredExpr]) -> LoweredExpr {
        let mut demands = Demands::new();
        for operand in operands {
            demands.push(operand.defined);
        }
        let value = match node {
            Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Xor(_)
            | Node::Implies(..)
            | Node::Iff(..) => {
                let mut truths: Short<Truth> = SmallVec::new();
                for operand in operands {
                    let (truth, is_truth) = self.truth_of(operand.value);
                    truths.push(truth);
                    demands.push(is_truth);
                }
                Value::Truth(self.connect(node, &truths))
            }
            Node::If(..) => {
                let (truth, is_truth) = self.truth_of(operands[0].value);
                demands.push(is_truth);
                let (a, b) = (self.view_of(operands[1].value), self.view_of(operands[2].value));
                Value::Int(self.arena.conditional(truth, a, b))
            }
            _ => {
                let views: Short<View> =
                    operands.iter().map(|operand| self.view_of(operand.value)).collect();
                self.numeric(node, &views, &mut demands)
            }
        };
        let defined = match demands.0[..] {
            [] => Truth::TRUE,
            _ => self.arena.and(demands.0),
        };
        LoweredExpr { value, defined }
    }

    fn connect(&mut self, node: &Node, truths: &[Truth]) -> Truth {
        let arena = &mut *self.arena;
        match node {
            Node::Not(_) => !truths[0],
            Node::And(_) => arena.and(truths.iter().copied()),
            Node::Or(_) => arena.or(truths.iter().copied()),
            Node::Xor(_) => truths.iter().fold(Truth::FALSE, |odd, &truth| arena.xor(odd, truth)),
            Node::Implies(..) => arena.or([!truths[0], truths[1]]),
            Node::Iff(..) => !arena.xor(truths[0], truths[1]),
            _ => unreachable!("asked for connectives only"),
        }
    }

    fn numeric(&mut self, node: &Node, views: &[View], demands: &mut Demands) -> Value {
        let arena = &mut *self.arena;
        let mut unary = |op: Unary| {
            demands.push(arena.defined_unary(&op, views[0]));
            Value::Int(arena.unary(op, views[0]))
        };
        match node {
            Node::Factorial(_) => unary(Unary::Factorial),
            Node::Abs(_) => unary(Unary::Abs),
            Node::LargestPowerDivisor(_, base) => unary(Unary::LargestPowerDivisor(*base)),
            Node::FloorPower(_, base) => unary(Unary::FloorPower(*base)),
            Node::Add(_) => Value::Int(arena.sum_in_any_order(views)),
            Node::Neg(_) => Value::Int(arena.scale(views[0], -1)),
            Node::Mul(_) => Value::Int(fold(arena, Binary::Mul, views, 1)),
            // What -2^63 divides without remainder, or is divided by -1, may be 2^63.
            Node::Gcd(_) if views.iter().any(|&view| arena.view_bounds(view).0 == i64::MIN) => {
                refuse("a greatest common divisor", 0, BEYOND)
            }
            Node::Div(..) if arena.view_bounds(views[0]).0 == i64::MIN => {
                refuse("a quotient", i64::MIN.into(), BEYOND)
            }
            // Absolute values also where there is only one: the divisor is never negative.
            Node::Gcd(_) => Value::Int(fold(arena, Binary::Gcd, views, 0)),
            Node::Div(..) | Node::Rem(..) | Node::Pow(..) => {
                let op = match node {
                    Node::Div(..) => Binary::Div,
                    Node::Rem(..) => Binary::Rem,
                    _ => Binary::Pow,
                };
                demands.push(arena.defined(op, views[0], views[1]));
                Value::Int(arena.binary(op, views[0], views[1]))
            }
            Node::Min(_) | Node::Max(_) if views.is_empty() => {
                demands.push(Truth::FALSE);
                Value::Int(View::constant(0))
            }
            Node::Min(_) => Value::Int(arena.min(views)),
            Node::Max(_) => Value::Int(arena.max(views)),
            Node::Element(list, _) => {
                let index = views[list.len()];
                let last = i64::try_from(list.len()).expect("lists fit into memory").checked_sub(1);
                demands.push(match last {
                    Some(last @ 0..) => arena.in_ranges(index, &[(0, last)]),
                    _ => Truth::FALSE,
                });
                Value::Int(arena.element(&views[..list.len()], index))
            }
            Node::NthSmallest(_, place) => Value::Int(arena.nth(views, *place)),
            Node::DistinctCount(_) => Value::Int(arena.distinct_count(views)),
            Node::Const(_) | Node::Var(_) => unreachable!("atoms are not applied"),
            _ => Value::Truth(relation(arena, node, views)),
        }
    }
}

/// Returns a truth about numbers.
fn relation(arena: &mut Arena, node: &Node, views: &[View]) -> Truth {
    match node {
        Node::Compare(how, ..) => {
            let (a, b) = (views[0], views[1]);
            match how {
                Comparison::Eq => arena.eq_views(a, b),
                Comparison::Ne => !arena.eq_views(a, b),
                Comparison::Le => arena.le_views(a, b),
                Comparison::Gt => !arena.le_views(a, b),
                Comparison::Ge => arena.le_views(b, a),
                Comparison::Lt => !arena.le_views(b, a),
            }
        }
        Node::InSet(_, set) => arena.in_ranges(views[0], set.ranges()),
        Node::AllDifferent(_) => arena.all_different(views),
        Node::Table(_, rows) => arena.one_of_rows(views, &Rc::new(rows.to_vec())),
        Node::Sos1(_) => {
            let non_zero: Vec<View> = views.iter().map(|&view| non_zero(arena, view).1).collect();
            let count = arena.sum(&non_zero);
            arena.le_const(count, 1)
        }
        Node::Sos2(_) => {
            let non_zero: Vec<Truth> = views.iter().map(|&view| non_zero(arena, view).0).collect();
            let mut pairs = Vec::new();
            for (place, &first) in non_zero.iter().enumerate() {
                for &second in non_zero.iter().skip(place + 2) {
                    pairs.push(arena.or([!first, !second]));
                }
            }
            arena.and(pairs)
        }
        _ => unreachable!("all operations are covered"),
    }
}

/// Truths that must hold for an expression to have a value; nearly always none.
struct Demands(Vec<Truth>);

impl Demands {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn push(&mut self, truth: Truth) {
        if truth != Truth::TRUE {
            self.0.push(truth);
        }
    }
}

fn non_zero(arena: &mut Arena, view: View) -> (Truth, View) {
    let truth = !arena.eq_const(view, 0);
    (truth, arena.number_of(truth))
}

/// Applies an associative operation to a list.
fn fold(arena: &mut Arena, op: Binary, views: &[View], neutral: i64) -> View {
    let mut result = View::constant(neutral);
    for &view in views {
        result = arena.binary(op, result, view);
    }
    result
}

/// Collects the terms of a sum, also those of sums inside it.
fn flatten_sum<'a>(expr: &'a Expr, terms: &mut Vec<&'a Expr>) {
    let mut open = vec![expr];
    while let Some(next) = open.pop() {
        match next.node() {
            Node::Add(items) if terms.len() + open.len() + items.len() <= MAX_FLAT_SUM => {
                open.extend(items.iter().rev());
            }
            // Too long: the inner sum stays a term of its own, unless it is the sum itself.
            Node::Add(items) if std::ptr::eq(next, expr) => terms.extend(items),
            _ => terms.push(next),
        }
    }
}
